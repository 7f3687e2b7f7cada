//! Looking for something on the surface.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use anima_body::{BlockPos, ChunkPos};
use anima_rules::{Face, StateFlags};

use super::surface::{gather_footing, go_up, is_below_ground};
use super::travel::travel;
use crate::path::Goal;
use crate::{Ground, Me, Outcome, Reason};

/// Columns around within which the next place is chosen.
const HORIZON: i32 = 14;
/// Columns from a place that a look from it shows.
const SIGHT: i32 = 3;
/// Columns of one leg.
const LEG: usize = 3;
/// Ticks that one leg may take.
const PATIENCE: u64 = 700;
/// Blocks that who got nowhere with bare hands is ready to climb.
const CLIMB: i32 = 12;
/// Ticks through a column of land, of water, and of what was never seen.
const LAND: u32 = 60;
const WATER: u32 = 150;
const UNSEEN: u32 = 90;
/// What a look at an unseen column is worth among water, where more water is likely.
const AT_SEA: f64 = 0.3;

/// Goes over new ground until `found` holds: where the most unseen ground is to be seen for the way there. Who is below
/// the ground comes up first.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent, [`Reason::Unreachable`] when hemmed in, [`Reason::Died`].
pub async fn explore(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let deadline = me.age() + ticks;
    let mut barred = Vec::new();
    let mut knows_way_up = true;
    let mut went_to = None;
    while !found(me) {
        if me.age() >= deadline {
            return Err(Reason::TookTooLong);
        }
        if knows_way_up && is_below_ground(me) {
            // A way that ends below the ground is not gone again.
            barred.extend(went_to.take());
            let from = me.now().player.feet();
            match me.until(&found, me.within(deadline - me.age(), go_up(me))).await {
                Some(Err(Reason::Died)) => return Err(Reason::Died),
                Some(Err(_)) => knows_way_up = me.now().player.feet().y > from.y,
                None | Some(Ok(())) => {}
            }
            me.tick().await;
            continue;
        }
        let Some(chunk) = next_leg(me, &barred) else {
            return Err(Reason::Unreachable("new ground".into()));
        };
        let from = me.now().player.feet();
        let middle = chunk.corner(from.y).offset(8, 0, 8);
        let goal = Goal::Xz { x: middle.x, z: middle.z };
        let leg = me.within(PATIENCE, travel(me, &goal));
        went_to = None;
        match me.until(&found, leg).await {
            None => return Ok(()),
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(Err(_)) => {
                barred.push(chunk);
                let is_over = |me: &Me| found(me) || me.age() >= deadline;
                me.until(is_over, gather_footing(me, CLIMB)).await;
            }
            Some(Ok(())) => went_to = Some(chunk),
        }
        me.tick().await;
    }
    Ok(())
}

/// The column to go to next: the best place's own, or one on the way to it.
fn next_leg(me: &Me, barred: &[ChunkPos]) -> Option<ChunkPos> {
    let now = me.now();
    let here = now.player.feet().chunk();
    let senses = me.senses();
    let atlas = senses.atlas();
    let seen = |chunk: ChunkPos| atlas.has_visited(chunk) || atlas.ground(chunk).is_some();
    let is_water = |ground: Ground| ground.water > ground.land;
    let ticks = |chunk: ChunkPos| match atlas.ground(chunk) {
        Some(ground) if is_water(ground) => WATER,
        Some(_) => LAND,
        None => UNSEEN,
    };
    // How far each column is, in ticks, and over which it is reached.
    let mut ways: BTreeMap<ChunkPos, (u32, ChunkPos)> = BTreeMap::from([(here, (0, here))]);
    let mut open = BinaryHeap::from([Reverse((0, here))]);
    while let Some(Reverse((spent, chunk))) = open.pop() {
        if ways.get(&chunk).is_some_and(|(known, _)| *known < spent) {
            continue;
        }
        for next in chunk.around(1).filter(|next| *next != chunk && next.distance(here) <= HORIZON) {
            // What is not loaded may be the edge of the known world.
            if barred.contains(&next) || !now.terrain.is_loaded(next) {
                continue;
            }
            let diagonal = next.x != chunk.x && next.z != chunk.z;
            let spent = spent + ticks(next) * if diagonal { 14 } else { 10 } / 10;
            if ways.get(&next).is_none_or(|(known, _)| spent < *known) {
                ways.insert(next, (spent, chunk));
                open.push(Reverse((spent, next)));
            }
        }
    }
    let gain = |chunk: ChunkPos| -> f64 {
        let shown = chunk.around(SIGHT).filter(|other| !seen(*other) && now.terrain.is_loaded(*other));
        let worth = |other: ChunkPos| {
            let near = other.around(2).filter_map(|near| atlas.ground(near));
            let (wet, all) = near.fold((0, 0), |(wet, all), ground| (wet + u32::from(is_water(ground)), all + 1));
            if wet * 2 > all { AT_SEA } else { 1.0 }
        };
        shown.map(worth).sum()
    };
    // Where one was on the ground already there is no more to be seen.
    let was_there = |chunk: ChunkPos| atlas.has_visited(chunk) && atlas.ground(chunk).is_some();
    let places = ways.iter().filter(|(chunk, _)| **chunk != here && !was_there(**chunk));
    let scored = places.map(|(chunk, (spent, _))| (gain(*chunk) / (f64::from(*spent) + 100.0), *chunk));
    let (worth, mut place) = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
    if worth <= 0.0 {
        return None;
    }
    let mut route = vec![place];
    while let Some((_, before)) = ways.get(&place)
        && *before != here
    {
        place = *before;
        route.push(place);
    }
    route.reverse();
    route.get(LEG.min(route.len()) - 1).copied()
}

/// Gets out of the water to the nearest dry place, dug out of the shore if there is none.
///
/// # Errors
/// [`Reason::Unreachable`] if there is none near; as [`travel`].
pub async fn go_ashore(me: &Me) -> Outcome {
    me.doing("go ashore", async {
        let shores: Vec<Goal> = shores(me).into_iter().map(Goal::Block).collect();
        if shores.is_empty() {
            return Err(Reason::Unreachable("a shore".into()));
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
        let goals = Goal::Any(inland(me, off).into_iter().map(Goal::Block).collect());
        if goals != Goal::Any(Vec::new()) && me.within(ticks, travel(me, &goals)).await.is_ok() {
            return Ok(());
        }
        let from = me.now().player.feet();
        let there = |me: &Me| {
            let feet = me.now().player.feet();
            feet.distance_squared(from) >= off * off && is_floor(me, feet)
        };
        explore(me, ticks, there).await
    })
    .await
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

    /// Ground of stone up to y 69 with dirt on top, a hole in it, and what fills the hole; who stands in the hole
    /// with an item comes out of it dry.
    #[track_caller]
    fn check(dig: impl Fn(&mut Scene), item: Option<Item>) {
        let mut scene = Scene::new();
        scene.fill([-9, 50, -9], [9, 66, 9], "stone").fill([-9, 67, -9], [9, 69, 9], "dirt");
        dig(&mut scene);
        scene.start_at(0.5, 64.0, 0.5);
        if let Some(item) = item {
            scene.give(ItemStack::new(item, 1));
        }
        // The water comes first.
        let end = Game::by_day(&scene).after(60).play(1500, |me| async move { go_ashore(&me).await });
        let player = end.now().player;
        assert_eq!(end.outcome, Some(Ok(())), "at {}", player.pos);
        assert!(!player.is(PlayerFlags::IN_WATER), "still wet at {}", player.pos);
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
