//! Killing mobs of a kind, looking for more of them when none is known.

use anima_rules::EntityKind;

use crate::Me;
use crate::seek::SEARCH;
use crate::seek::mob::find_mob;
use crate::work::hunt::{knows_mob, slay};
use anima_intent::{Outcome, Reason};

/// Kills so many mobs of a kind, as far as the agent has seen them fall by its own hand.
///
/// # Errors
/// [`Reason::NotFound`] when no more are found; as [`slay`].
pub(super) async fn kill(me: &Me, mob: EntityKind, count: u32) -> Outcome {
    /// Searches in a row that found only mobs that could not be come near.
    const VAIN: u32 = 8;
    let goal = me.slain(mob) + count;
    let is_done = |me: &Me| me.slain(mob) >= goal;
    let (mut vain, mut best) = (0, me.slain(mob));
    while !is_done(me) {
        match slay(me, mob, is_done).await {
            Err(Reason::NotFound(_)) if vain < VAIN => find_mob(me, mob, SEARCH, |me| knows_mob(me, mob)).await?,
            outcome => return outcome,
        }
        vain = if me.slain(mob) > best { 0 } else { vain + 1 };
        best = me.slain(mob);
        me.tick().await;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_rules::{Item, ItemStack};
    use anima_world::{Generator, Options, Scene, World};

    use super::*;
    use crate::testing::{Game, land, with};

    const SWORD: [(Item, u8); 1] = [(Item::IRON_SWORD, 1)];

    fn kill_act(mob: EntityKind, count: u32) -> Act {
        Act::Kill { mob, count }
    }

    #[test]
    fn as_many_are_killed_as_are_asked_for() {
        let mut scene = with(Scene::flat(), &SWORD);
        for x in [8.5, 12.5, 16.5, 20.5] {
            scene.mob("pig", [x, 64.0, 6.5]);
        }
        let trial = Game::by_day(&scene).perform(2000, kill_act(EntityKind::PIG, 3), None);
        trial.succeeds();
        assert_eq!(trial.world.census()[&EntityKind::PIG], 1, "one is left");
    }

    #[test]
    fn those_that_come_by_themselves_count() {
        for seed in 0..5 {
            let mut scene = with(Scene::flat(), &SWORD);
            scene.put(40, Some(ItemStack::new(Item::SHIELD, 1)));
            for (mob, x) in [("zombie", 12.5), ("zombie", -14.5), ("zombie", 22.5)] {
                scene.mob(mob, [x, 64.0, 9.5]);
            }
            Game::by_night(&scene, seed).perform(3000, kill_act(EntityKind::ZOMBIE, 3), None).succeeds();
        }
    }

    #[test]
    fn cows_are_found_in_generated_land() {
        let is_found = |seed: &u64| {
            let options = Options { seed: *seed, radius: 6, day_time: Some(1000), ..Options::default() };
            let world = World::new(Generator::new(*seed as i64), options);
            let trial = Game::of(world).with_reflexes().perform(9000, kill_act(EntityKind::COW, 1), None);
            (&trial.outcome, &trial.holds) == (&Some(Ok(())), &Some(true))
        };
        // By luck there are none near by.
        let found = (1..=6).filter(is_found).count();
        assert!(found >= 4, "in {found} of 6 worlds");
    }

    #[test]
    fn zombies_are_met_by_night() {
        for seed in 1..2 {
            let mut scene = with(land(seed, 9), &SWORD);
            scene.put(40, Some(ItemStack::new(Item::SHIELD, 1)));
            scene.put(38, Some(ItemStack::new(Item::IRON_CHESTPLATE, 1)));
            let world = scene.world(Options { seed, radius: 8, day_time: Some(11_500), ..Options::default() });
            let game = Game::of(world).with_reflexes();
            game.perform(12_000, kill_act(EntityKind::ZOMBIE, 2), None).succeeds();
        }
    }

    #[test]
    fn what_is_nowhere_is_not_found() {
        let trial = Game::by_day(&Scene::flat()).perform(9000, kill_act(EntityKind::PIG, 1), None);
        assert!(matches!(trial.outcome, Some(Err(_))), "{:?}", trial.outcome);
    }
}
