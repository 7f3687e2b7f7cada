//! Dry land: out of the water, and away from it.

use anima_body::{BlockPos, ChunkPos};
use anima_rules::{Face, StateFlags};

use super::explore::{explore, go_over_land};
use crate::Me;
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use anima_intent::{Outcome, Reason};

/// From this height up a place under the sky may be a shore.
pub(crate) const SHORE: i32 = 60;

/// Gets out of the water to the nearest dry place, dug out of the shore if there is none.
///
/// # Errors
/// [`Reason::Unreachable`] if there is none near; as [`travel`].
pub async fn go_ashore(me: &Me) -> Outcome {
    me.doing("go ashore", async {
        let shores: Vec<Goal> = shores(me).into_iter().map(Goal::Block).collect();
        if shores.is_empty() {
            return Err(Reason::unreachable("a shore"));
        }
        travel(me, &Goal::Any(shores)).await
    })
    .await
}

/// Places near with firm ground, dry or to be dug, away from water; those where a body can stand first, then the
/// nearest.
fn shores(me: &Me) -> Vec<BlockPos> {
    const RADIUS: i32 = 8;
    const CHOICE: usize = 24;
    let feet = me.now().player.feet();
    let state = |pos: BlockPos| me.known(pos);
    let dry = |pos: BlockPos| state(pos).is_some_and(|state| state.fluid().is_none());
    let firm = |pos: BlockPos| state(pos).is_some_and(|state| state.flags().contains(StateFlags::FULL_CUBE));
    let is_shore = |pos: &BlockPos| {
        firm(pos.down(1))
            && [*pos, pos.up(1)].into_iter().all(dry)
            && Face::HORIZONTAL.iter().all(|face| dry(pos.beside(*face)) && dry(pos.up(1).beside(*face)))
            && dry(pos.up(2))
    };
    let columns = (-RADIUS..=RADIUS).flat_map(|x| (-RADIUS..=RADIUS).map(move |z| (x, z)));
    let cells = columns.flat_map(|(x, z)| (-3..=RADIUS).map(move |y| feet.offset(x, y, z)));
    let mut shores: Vec<BlockPos> = cells.filter(is_shore).collect();
    shores.sort_by_key(|pos| (firm(*pos) || firm(pos.up(1)), pos.distance_squared(feet), *pos));
    let open = shores.iter().take_while(|pos| !firm(**pos) && !firm(pos.up(1))).count().min(CHOICE / 2);
    let dug = shores.iter().copied().filter(|pos| firm(*pos) || firm(pos.up(1))).take(CHOICE - open);
    shores.iter().copied().take(open).chain(dug).collect()
}

/// Goes to dry land at least `off` blocks away, the nearest that was seen or else whatever is found.
///
/// # Errors
/// As [`explore`].
pub async fn go_inland(me: &Me, ticks: u64, off: i64) -> Outcome {
    me.doing("go inland", async {
        let deadline = me.age() + ticks;
        let goals = Goal::Any(inland(me, off).into_iter().map(Goal::Block).collect());
        if goals != Goal::Any(Vec::new()) && me.within(ticks, travel(me, &goals)).await.is_ok() {
            return Ok(());
        }
        let from = me.now().player.feet();
        let there = |me: &Me| {
            let feet = me.now().player.feet();
            feet.distance_squared(from) >= off * off && is_floor(me, feet)
        };
        if let Some(land) = land_seen(me, off) {
            let goal = Goal::Xz { x: land.x, z: land.z };
            let way = me.within(deadline.saturating_sub(me.age()), go_over_land(me, &goal));
            if me.until(there, way).await.is_none() {
                return Ok(());
            }
        }
        explore(me, deadline.saturating_sub(me.age()), there).await
    })
    .await
}

/// The middle of the nearest column of land that was seen, at least `off` blocks away.
fn land_seen(me: &Me, off: i64) -> Option<BlockPos> {
    let feet = me.now().player.feet();
    let middle = |chunk: ChunkPos| chunk.corner(feet.y).offset(8, 0, 8);
    let is_off = |chunk: ChunkPos| chunk != feet.chunk() && middle(chunk).distance_squared(feet) >= off * off;
    me.senses().atlas().nearest_land(feet, is_off).map(middle)
}

/// Seen dry places with no water near, the nearest first.
fn inland(me: &Me, off: i64) -> Vec<BlockPos> {
    const RADIUS: i32 = 40;
    const CHOICE: usize = 16;
    let from = me.now().player.feet();
    let columns = (-RADIUS..=RADIUS).step_by(2).flat_map(|x| (-RADIUS..=RADIUS).step_by(2).map(move |z| (x, z)));
    let cells = columns.flat_map(|(x, z)| (-2..=8).map(move |y| from.offset(x, y, z)));
    let mut floors: Vec<BlockPos> =
        cells.filter(|pos| pos.distance_squared(from) >= off * off && is_floor(me, *pos)).collect();
    floors.sort_by_key(|pos| (pos.distance_squared(from), *pos));
    floors.into_iter().filter(|pos| !has_water_near(me, *pos)).take(CHOICE).collect()
}

/// Whether a body can stand here, dry.
fn is_floor(me: &Me, feet: BlockPos) -> bool {
    let senses = me.senses();
    let state = |pos: BlockPos| senses.memory().block(pos);
    state(feet.down(1)).is_some_and(|state| state.flags().contains(StateFlags::FULL_CUBE))
        && state(feet).is_some_and(|state| state.flags().contains(StateFlags::NO_COLLISION) && state.fluid().is_none())
        && state(feet.up(1)).is_some_and(|state| state.is_air())
}

fn has_water_near(me: &Me, feet: BlockPos) -> bool {
    const RADIUS: i32 = 3;
    let senses = me.senses();
    let wet = |pos: BlockPos| senses.memory().block(pos).is_some_and(|state| state.fluid().is_some());
    (-RADIUS..=RADIUS).any(|x| (-RADIUS..=RADIUS).any(|z| wet(feet.offset(x, -1, z)) || wet(feet.offset(x, 0, z))))
}

#[cfg(test)]
mod tests {
    use anima_body::PlayerFlags;
    use anima_rules::{Item, ItemStack};
    use anima_world::Scene;

    use super::*;
    use crate::testing::Game;
    use crate::walk::travel::walk;

    /// Ground of stone up to y 69 with dirt on top, a hole in it, and what fills the hole: a player that stands in the
    /// hole with an item comes out of it dry.
    #[track_caller]
    fn check(dig: impl Fn(&mut Scene), item: Option<Item>) {
        let mut scene = Scene::new();
        scene.fill([-9, 50, -9], [9, 66, 9], "stone").fill([-9, 67, -9], [9, 69, 9], "dirt");
        dig(&mut scene);
        scene.start_at(0.5, 64.0, 0.5);
        if let Some(item) = item {
            scene.give(ItemStack::new(item, 1));
        }
        // The water gets time to flow.
        let end = Game::by_day(&scene).after(60).play(1500, |me| async move { go_ashore(&me).await });
        let player = end.now().player;
        assert_eq!(end.outcome, Some(Ok(())), "at {}", player.pos);
        assert!(!player.is(PlayerFlags::IN_WATER), "still wet at {}", player.pos);
    }

    #[test]
    fn an_agent_at_sea_goes_back_to_the_land_that_it_saw() {
        // A small island in a sea without an end; the agent was on it and swam off.
        let mut scene = Scene::loaded(ChunkPos::new(-14, -6), ChunkPos::new(4, 6));
        scene.fill([-224, 59, -96], [79, 59, 111], "stone").fill([-224, 60, -96], [79, 62, 111], "water");
        scene.fill([-16, 60, -16], [15, 62, 15], "stone").start_at(-12.5, 63.0, 0.5);
        let end = Game::by_day(&scene).play(2000, |me| async move {
            walk(&me, &Goal::Xz { x: -80, z: 0 }).await?;
            go_inland(&me, 900, 1).await
        });
        let player = end.now().player;
        assert_eq!(end.outcome, Some(Ok(())), "at {}", player.pos);
        assert!(player.pos.x > -18.0, "at {}", player.pos);
    }

    #[test]
    fn comes_out_of_a_shaft_that_a_spring_fills() {
        let spring = |scene: &mut Scene| {
            scene.fill([0, 64, 0], [0, 70, 0], "air").set([2, 65, 0], "water").set([1, 65, 0], "air");
        };
        check(spring, Some(Item::WOODEN_PICKAXE));
    }

    #[test]
    fn comes_out_of_a_pit_in_the_shore_by_hand() {
        let pit = |scene: &mut Scene| {
            scene.fill([3, 66, -9], [9, 68, 9], "water").fill([3, 69, -9], [9, 69, 9], "air");
            scene.fill([0, 66, 0], [0, 70, 0], "air").fill([1, 67, 0], [2, 67, 0], "air");
            scene.fill([0, 64, 0], [0, 65, 0], "air");
        };
        check(pit, None);
    }

    #[test]
    fn comes_out_of_a_pool_in_a_hollow() {
        let pool = |scene: &mut Scene| {
            scene.fill([-1, 62, -1], [1, 64, 1], "water").fill([-1, 65, -1], [1, 66, 1], "air");
        };
        check(pool, Some(Item::WOODEN_PICKAXE));
    }

    #[test]
    fn comes_out_of_a_hole_between_waters() {
        let hole = |scene: &mut Scene| {
            scene.fill([-4, 64, -4], [4, 68, 4], "water").fill([-2, 63, -2], [2, 69, 2], "stone");
            scene.fill([0, 64, 0], [0, 69, 0], "air").set([1, 64, 0], "air").set([2, 64, 0], "water");
        };
        check(hole, Some(Item::WOODEN_PICKAXE));
    }
}
