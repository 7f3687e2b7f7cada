//! Looking for something on the surface.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use anima_body::{BlockPos, ChunkPos};
use anima_rules::Biome;
use glam::DVec2;

use super::forage::Forage;
use super::outlook::{BETTER, Expected, LAND, ON_LAND, SIGHT};
use super::surface::go_up;
use crate::Me;
use crate::me::overhead::is_below_ground;
use crate::path::goal::Goal;
use crate::senses::atlas::Ground;
use crate::walk::manner::over_land;
use crate::walk::travel::{travel, travel_by};
use crate::work::footing::gather_footing;
use anima_intent::{Outcome, Reason};

/// Columns around within which the next place is chosen.
const HORIZON: i32 = 14;
/// Columns of one leg.
const LEG: usize = 3;
/// Ticks that one leg may take.
const PATIENCE: u64 = 700;
/// Blocks that an agent with bare hands, after a leg that failed, gathers earth to climb.
const CLIMB: i32 = 12;
/// Blocks from where no way up was found at which one is looked for again.
const ELSEWHERE: i64 = 16;
/// Ticks through a column of water.
const WATER: u32 = 110;
/// Ticks through a column that was never seen.
const UNSEEN: u32 = 90;
/// Ticks through a column on the way to a place far off, beyond those that are weighed one by one.
const BEYOND: u32 = 100;
/// What a look at an unseen column among water is worth, where more water is likely.
const AT_SEA: u32 = 3;
/// Columns around an unseen one that tell whether it lies among water.
const SHORE: i32 = 2;

/// Goes over new ground until `found` holds: where the most unseen ground is to be seen for the way there. An agent
/// that is below the ground comes up first, and one that is hungry hunts what it passes.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent, [`Reason::Unreachable`] when hemmed in, [`Reason::Died`].
pub async fn explore(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    explore_land(me, &[], ticks, found).await
}

/// As [`explore`], for what is found in some biomes alone, more or less common in each (0 to 1): unseen ground counts as
/// far as it is to be expected there, and where more of it is to be expected farther off, the agent goes there.
///
/// # Errors
/// As [`explore`].
pub(crate) async fn explore_land(me: &Me, lands: &[(Biome, f32)], ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let deadline = me.age() + ticks;
    let mut barred = Vec::new();
    let mut aim = Aim::default();
    // Where no way up was found last.
    let mut no_way_up: Option<BlockPos> = None;
    let mut went_to = None;
    let mut forage = Forage::default();
    while !found(me) {
        if me.age() >= deadline {
            return Err(Reason::TookTooLong);
        }
        let feet = me.now().player.feet();
        let is_away = |place: BlockPos| place.distance_squared(feet) >= ELSEWHERE * ELSEWHERE;
        if no_way_up.is_none_or(is_away) && is_below_ground(me) {
            // A leg that ended below the ground is not repeated.
            if let Some(chunk) = went_to.take() {
                barred.push(chunk);
                aim.near_by = None;
            }
            match me.until(&found, me.within(deadline - me.age(), go_up(me))).await {
                Some(Err(Reason::Died)) => return Err(Reason::Died),
                Some(Err(_)) => no_way_up = Some(me.now().player.feet()).filter(|end| end.y <= feet.y),
                None | Some(Ok(())) => {}
            }
            me.tick().await;
            continue;
        }
        let Some(chunk) = next_leg(me, lands, &barred, &mut aim) else {
            return Err(Reason::unreachable("new ground"));
        };
        let (from, since) = (me.now().player.feet(), me.age());
        let middle = chunk.corner(from.y).offset(8, 0, 8);
        let goal = Goal::Xz { x: middle.x, z: middle.z };
        let leg = me.within(PATIENCE, go_over_land(me, &goal));
        went_to = None;
        match me.until(|me| found(me) || forage.is_due(me), leg).await {
            None if found(me) => return Ok(()),
            None => {
                let hunt = me.within(deadline.saturating_sub(me.age()), forage.hunt(me));
                if let Some(Err(Reason::Died)) = me.until(&found, hunt).await {
                    return Err(Reason::Died);
                }
            }
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(Err(_)) => {
                barred.push(chunk);
                (aim.place, aim.near_by) = (None, None);
                let is_over = |me: &Me| found(me) || me.age() >= deadline;
                me.until(is_over, gather_footing(me, CLIMB)).await;
            }
            Some(Ok(())) => went_to = Some(chunk),
        }
        // A leg that took no tick ends here; after one that took some, the keys stay down.
        if me.age() == since {
            me.tick().await;
        }
    }
    Ok(())
}

/// Goes to a column: over the land, or wherever a way leads if none leads from here over the land.
pub(super) async fn go_over_land(me: &Me, goal: &Goal) -> Outcome {
    let from = me.now().player.feet();
    match travel_by(me, over_land(me), goal).await {
        Err(Reason::Unreachable { .. }) if me.now().player.feet() == from => travel(me, goal).await,
        outcome => outcome,
    }
}

/// A place to go to, kept to as long as none is much better: an agent that changes its mind goes to and fro.
#[derive(Default)]
struct Aim {
    /// Where the agent is on its way to.
    place: Option<DVec2>,
    /// The place near by that it is on its way to otherwise.
    near_by: Option<ChunkPos>,
    /// Whether there was one to which no way led any nearer, as at the edge of a world: none is gone to any more.
    was_out_of_reach: bool,
}

/// The column to go to next: the best place's own, or one on the way to it.
fn next_leg(me: &Me, lands: &[(Biome, f32)], barred: &[ChunkPos], aim: &mut Aim) -> Option<ChunkPos> {
    let now = me.now();
    let here = now.player.feet().chunk();
    let senses = me.senses();
    let atlas = senses.atlas();
    // How far each column is, in ticks, and over which it is reached.
    let near = Square { middle: here, radius: HORIZON };
    let mut ways: Vec<Option<(u32, ChunkPos)>> = vec![None; near.len()];
    // What is not loaded may be the edge of the known world.
    let ticks = near.map(|chunk| match atlas.ground(chunk) {
        _ if barred.contains(&chunk) || !now.is_loaded(chunk) => None,
        Some(ground) if ground.is_water() => Some(WATER),
        Some(_) => Some(LAND),
        None => Some(UNSEEN),
    });
    ways[near.index(here)] = Some((0, here));
    let mut open = BinaryHeap::from([Reverse((0, here))]);
    while let Some(Reverse((spent, chunk))) = open.pop() {
        if ways[near.index(chunk)].is_some_and(|(known, _)| known < spent) {
            continue;
        }
        for next in chunk.around(1).filter(|next| *next != chunk && near.contains(*next)) {
            let Some(ticks) = ticks[near.index(next)] else { continue };
            let diagonal = next.x != chunk.x && next.z != chunk.z;
            let spent = spent + ticks * if diagonal { 14 } else { 10 } / 10;
            if ways[near.index(next)].is_none_or(|(known, _)| spent < known) {
                ways[near.index(next)] = Some((spent, chunk));
                open.push(Reverse((spent, next)));
            }
        }
    }
    let shown = Square { radius: HORIZON + SIGHT, ..near };
    let around = Square { radius: shown.radius + SHORE, ..near };
    let known = Sums::of(around, |chunk| u32::from(atlas.ground(chunk).is_some()));
    let wet = Sums::of(around, |chunk| u32::from(atlas.ground(chunk).is_some_and(Ground::is_water)));
    let from = DVec2::new(now.player.pos.x, now.player.pos.z);
    let expected = (!lands.is_empty()).then(|| Expected::of(atlas.land(), from, lands));
    let likely = shown.map(|chunk| expected.as_ref().map_or(1, |expected| expected.near_by(chunk)));
    let gain = Sums::of(shown, |chunk| {
        if atlas.has_visited(chunk) || atlas.ground(chunk).is_some() || !now.is_loaded(chunk) {
            return 0;
        }
        likely[shown.index(chunk)]
            * if 2 * wet.around(chunk, SHORE) > known.around(chunk, SHORE) { AT_SEA } else { ON_LAND }
    });
    // Where the agent was on the ground already, there is no more to be seen.
    let was_there = |chunk: ChunkPos| atlas.has_visited(chunk) && atlas.ground(chunk).is_some();
    let reached = near.chunks().zip(&ways).filter_map(|(chunk, way)| way.map(|(spent, _)| (chunk, spent)));
    let places = reached.filter(|(chunk, _)| *chunk != here && !was_there(*chunk));
    let scored = places.map(|(chunk, spent)| {
        let kept = if aim.near_by == Some(chunk) { BETTER } else { 1.0 };
        (kept * f64::from(gain.around(chunk, SIGHT)) / (f64::from(spent) + 100.0), chunk)
    });
    let near_by = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).filter(|(worth, _)| *worth > 0.0);
    let worth = near_by.map_or(0.0, |(worth, _)| worth);
    aim.place =
        expected.filter(|_| !aim.was_out_of_reach).and_then(|expected| expected.far_off(from, aim.place, worth));
    let towards = aim.place.and_then(|aim| {
        let rest = |chunk: ChunkPos| middle(chunk).distance(aim);
        let still = |chunk: ChunkPos, spent: u32| f64::from(spent) + f64::from(BEYOND) / 16.0 * rest(chunk);
        let reached = near.chunks().zip(&ways).filter_map(|(chunk, way)| Some((still(chunk, way.as_ref()?.0), chunk)));
        let nearer = reached.filter(|(_, chunk)| rest(*chunk) < rest(here));
        nearer.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
    });
    aim.was_out_of_reach |= aim.place.is_some() && towards.is_none();
    let mut place = towards.or(near_by)?.1;
    aim.near_by = towards.is_none().then_some(place);
    let mut route = vec![place];
    while let Some((_, before)) = ways[near.index(place)]
        && before != here
    {
        place = before;
        route.push(place);
    }
    route.reverse();
    route.get(LEG.min(route.len()) - 1).copied()
}

/// The middle of a column, x and z.
fn middle(chunk: ChunkPos) -> DVec2 {
    let corner = chunk.corner(0);
    DVec2::new(f64::from(corner.x), f64::from(corner.z)) + 8.0
}

/// The columns within a distance of one.
#[derive(Clone, Copy)]
struct Square {
    middle: ChunkPos,
    radius: i32,
}

impl Square {
    fn side(self) -> usize {
        2 * self.radius as usize + 1
    }

    fn len(self) -> usize {
        self.side() * self.side()
    }

    fn contains(self, chunk: ChunkPos) -> bool {
        chunk.distance(self.middle) <= self.radius
    }

    /// The place of a column in the order of [`Square::chunks`].
    fn index(self, chunk: ChunkPos) -> usize {
        let along = |at: i32, middle: i32| (at - middle + self.radius) as usize;
        along(chunk.x, self.middle.x) * self.side() + along(chunk.z, self.middle.z)
    }

    fn chunks(self) -> impl Iterator<Item = ChunkPos> {
        let Square { middle, radius } = self;
        let along = move |middle: i32| middle - radius..=middle + radius;
        along(middle.x).flat_map(move |x| along(middle.z).map(move |z| ChunkPos::new(x, z)))
    }

    /// What is so of each column, in their order.
    fn map<T>(self, of: impl FnMut(ChunkPos) -> T) -> Vec<T> {
        self.chunks().map(of).collect()
    }
}

/// Sums of a number of each column over smaller squares, each found at once (a summed-area table).
struct Sums {
    over: Square,
    /// Over all columns with a smaller x and a smaller z; a row and a column longer than the square.
    sums: Vec<u32>,
}

impl Sums {
    fn of(over: Square, value: impl Fn(ChunkPos) -> u32) -> Sums {
        let row = over.side() + 1;
        let mut sums = vec![0; row * row];
        for (number, chunk) in over.chunks().enumerate() {
            let (x, z) = (number / over.side(), number % over.side());
            sums[(x + 1) * row + z + 1] =
                value(chunk) + sums[x * row + z + 1] + sums[(x + 1) * row + z] - sums[x * row + z];
        }
        Sums { over, sums }
    }

    /// The sum over the columns within `radius` of one, all of which must be in the square.
    fn around(&self, chunk: ChunkPos, radius: i32) -> u32 {
        let row = self.over.side() + 1;
        let from = |at: i32, middle: i32| (at - radius - middle + self.over.radius) as usize;
        let (x, z) = (from(chunk.x, self.over.middle.x), from(chunk.z, self.over.middle.z));
        let (end_x, end_z) = (x + 2 * radius as usize + 1, z + 2 * radius as usize + 1);
        self.sums[end_x * row + end_z] + self.sums[x * row + z]
            - self.sums[x * row + end_z]
            - self.sums[end_x * row + z]
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;
    use anima_world::Scene;

    use super::*;
    use crate::me::overhead::is_under_sky;
    use crate::testing::{Game, with};

    #[test]
    fn an_agent_on_its_way_over_land_goes_down_into_no_ravine() {
        // A ravine with stairs down on one side and up on the other lies right across the way, and ends in the south.
        let mut scene = Scene::loaded(ChunkPos::new(-4, -4), ChunkPos::new(4, 4));
        scene.fill([-64, 40, -64], [79, 63, 79], "stone").fill([16, 44, -64], [31, 63, 30], "air");
        for n in 0..20 {
            scene.fill([16 + n / 3, 44, -8 + n], [16 + n / 3, 62 - n, -8 + n], "stone");
            scene.fill([31 - n / 3, 44, -8 + n], [31 - n / 3, 62 - n, -8 + n], "stone");
        }
        scene.start_at(8.5, 64.0, 8.5);
        let mut lowest = 64.0_f64;
        let there = |me: &Me| me.now().player.pos.x > 40.0;
        let end = Game::by_day(&scene).watch(
            4000,
            async move |me| explore(&me, 4000, there).await,
            |now, _| lowest = lowest.min(now.player.pos.y),
        );
        assert_eq!(end.outcome, Some(Ok(())));
        assert!(lowest > 57.0, "down to {lowest}");
    }

    #[test]
    fn where_no_way_leads_up_one_is_looked_for_again_farther_on() {
        // A lid of bedrock lies over the rock.
        let mut scene = Scene::loaded(ChunkPos::new(-9, -9), ChunkPos::new(9, 9));
        scene.fill([-144, 30, -144], [159, 63, 159], "stone").fill([-110, 55, -110], [110, 55, 110], "bedrock");
        scene.fill([-1, 53, -1], [1, 54, 1], "air").start_at(0.5, 53.0, 0.5);
        let scene = with(scene, &[(Item::IRON_PICKAXE, 1), (Item::IRON_PICKAXE, 1), (Item::COBBLESTONE, 64)]);
        let end = Game::by_day(&scene).play(9000, async |me| explore(&me, 9000, is_under_sky).await);
        assert_eq!(end.outcome, Some(Ok(())), "at {}", end.now().player.pos);
    }

    #[test]
    fn sums_are_those_of_the_columns_one_by_one() {
        let over = Square { middle: ChunkPos::new(-7, 3), radius: 9 };
        let value = |chunk: ChunkPos| (chunk.x * 31 + chunk.z * 17).unsigned_abs() % 11;
        let sums = Sums::of(over, value);
        for (chunk, radius) in (Square { radius: 5, ..over }).chunks().flat_map(|chunk| (0..5).map(move |r| (chunk, r)))
        {
            assert_eq!(sums.around(chunk, radius), chunk.around(radius).map(value).sum::<u32>(), "{chunk:?} {radius}");
        }
        assert!(over.chunks().enumerate().all(|(number, chunk)| over.index(chunk) == number && over.contains(chunk)));
    }
}
