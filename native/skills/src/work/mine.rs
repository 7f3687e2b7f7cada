//! Mining what was seen.

use anima_rules::{Block, Item};

use super::footing::gather_footing;
use super::targets::nearest_seen;
use super::vein::mine_seen;
use crate::Me;
use crate::hands::hold::{Choice, best_tool};
use crate::senses::atlas::Atlas;
use anima_intent::Outcome;

/// Mines seen blocks of some kinds, the soonest reached first, until `count` more of an item are carried. An agent that
/// has but its hands gathers earth to climb with, once, where there is no other way to any of them.
///
/// # Errors
/// As [`mine_seen`].
pub async fn mine(me: &Me, item: Item, count: u32, blocks: &[Block]) -> Outcome {
    mine_with(me, item, count, blocks, &best_tool).await
}

/// As [`mine`], with a tool of one's choice.
pub(crate) async fn mine_with(me: &Me, item: Item, count: u32, blocks: &[Block], choice: Choice<'_>) -> Outcome {
    // Common blocks are not worth climbing for: there are others nearby.
    let mut may_gather = !blocks.iter().any(|block| Atlas::is_common(*block));
    let gain_footing = async |climb| std::mem::take(&mut may_gather) && gather_footing(me, climb).await;
    mine_seen(me, item, count, blocks, choice, gain_footing).await
}

/// Whether a block of some kinds is known that [`mine`] would look for a way to; that may turn out too long.
pub fn can_mine(me: &Me, blocks: &[Block]) -> bool {
    !nearest_seen(me, blocks).is_empty()
}

#[cfg(test)]
mod tests {
    use anima_body::{Keys, PlayerFlags};
    use anima_world::{Options, Scene};

    use super::*;
    use crate::testing::{Game, flat, held, play, rock, with};
    use crate::threat::seen_lately;
    use crate::{Settings, Task};
    use anima_intent::Reason;

    const TOOLS: [(Item, u8); 2] = [(Item::IRON_PICKAXE, 1), (Item::COBBLESTONE, 20)];

    async fn mine_a_diamond(me: Me) -> Outcome {
        mine(&me, Item::DIAMOND, 1, &[Block::DIAMOND_ORE]).await
    }

    /// A long passage with a diamond at its end, and a player that cannot move in a range of ticks: how that ends.
    fn held_up(ticks: std::ops::Range<u64>) -> (Outcome, u32) {
        let mut scene = rock(&TOOLS);
        scene.fill([-30, 40, 0], [30, 41, 0], "air").set([31, 41, 0], "diamond_ore").start_at(-29.5, 40.0, 0.5);
        let mut world = scene.world(Options { day_time: Some(6000), ..Options::default() });
        let me = Me::new(Settings::default(), world.observe());
        for _ in 0..20 {
            me.begin(world.observe());
            world.tick(&me.end());
        }
        let mut task = Task::new(mine_a_diamond(me.clone()));
        loop {
            me.begin(world.observe());
            if let Some(outcome) = task.poll() {
                return (outcome, held(&world, Item::DIAMOND));
            }
            let mut control = me.end();
            if ticks.contains(&world.ticks()) {
                control.keys = Keys::default();
            }
            world.tick(&control);
        }
    }

    #[test]
    fn an_agent_that_was_held_up_near_an_ore_does_not_give_it_up() {
        assert_eq!(held_up(160..900), (Ok(()), 1), "nearer than before");
        assert!(matches!(held_up(20..3000), (Err(Reason::Unreachable { known: 1, .. }), 0)), "no nearer");
    }

    #[test]
    fn a_diamond_does_not_fall_into_lava() {
        let mut scene = rock(&TOOLS);
        // A ledge before a pool of lava, the ore in the wall beyond it.
        scene.fill([-1, 40, 0], [1, 43, 1], "air").fill([-1, 40, 2], [1, 43, 4], "air").fill(
            [-1, 39, 2],
            [1, 39, 4],
            "lava",
        );
        scene
            .set([0, 42, 5], "diamond_ore")
            .fill([0, 40, 5], [0, 41, 5], "air")
            .set([0, 39, 5], "lava")
            .start_at(0.5, 40.0, 1.5);
        for seed in 0..4 {
            let world = scene.world(Options { seed, day_time: Some(6000), ..Options::default() });
            let end = Game::of(world).after(20).play(600, mine_a_diamond);
            assert_eq!((end.outcome.clone(), held(&end.world, Item::DIAMOND)), (Some(Ok(())), 1), "seed {seed}");
        }
    }

    #[test]
    fn nobody_digs_for_ever_afloat() {
        // A player that treads water sinks when it begins to dig, and comes up for air before it is done.
        let mut scene = flat(&[]);
        scene.fill([-8, 61, -20], [20, 62, 20], "water").fill([-8, 63, -20], [20, 63, 20], "air");
        scene.fill([0, 61, 0], [0, 66, 0], "oak_log").start_at(-2.5, 61.0, 0.5);
        let end = Game::by_night(&scene, 0).play(2500, |me| async move {
            while me.age() < 30 || me.now().player.is(PlayerFlags::SUBMERGED) {
                me.press(Keys::JUMP);
                me.tick().await;
            }
            mine(&me, Item::OAK_LOG, 4, &[Block::OAK_LOG]).await
        });
        assert!(end.outcome.is_some(), "it does not end");
    }

    #[test]
    fn common_stone_is_dug_whoever_is_about() {
        let mut scene = with(Scene::new(), &[(Item::STONE_PICKAXE, 1)]);
        scene.fill([-20, 50, -20], [20, 70, 20], "stone").fill([-1, 60, -1], [1, 62, 12], "air");
        scene.fill([-1, 60, 8], [1, 60, 8], "glass").start_at(0.5, 60.0, 0.5);
        for x in [-0.5, 0.5, 1.5] {
            scene.mob("skeleton", [x, 60.0, 10.5]);
        }
        let (outcome, world) = play(&scene, |me| async move {
            assert!(!seen_lately(&me).is_empty(), "nobody is seen");
            mine(&me, Item::COBBLESTONE, 1, &[Block::STONE]).await
        });
        assert_eq!((outcome, held(&world, Item::COBBLESTONE)), (Ok(()), 1));
    }
}
