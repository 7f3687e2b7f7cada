//! Where to go next over new ground: which column shows most for the way there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use anima_body::ChunkPos;
use anima_rules::Biome;
use glam::DVec2;

use super::outlook::{Expected, LAND, ON_LAND, SIGHT, WATER};
use crate::senses::atlas::Ground;
use crate::senses::land::Land;

/// Columns around within which the next place is chosen.
const HORIZON: i32 = 14;
/// Columns of one leg.
const LEG: usize = 3;
/// Ticks through a column that was never seen.
const UNSEEN: u32 = 90;
/// Ticks through a column on the way to a place far off, beyond those that are weighed one by one.
const BEYOND: u32 = 100;
/// What a look at an unseen column among water is worth, where more water is likely.
const AT_SEA: u32 = 3;
/// Columns around an unseen one that tell whether it lies among water.
const SHORE: i32 = 2;

/// A place far off.
#[derive(Default)]
pub(super) struct Aim {
    /// Where the agent is on its way to.
    pub(super) place: Option<DVec2>,
    /// Whether there was one to which no way led any nearer, as at the edge of a world: none is gone to any more.
    was_out_of_reach: bool,
}

/// What is known of the ground around the agent, column by column.
pub(super) struct Around<'a> {
    /// Where the agent is, x and z.
    pub(super) from: DVec2,
    /// What was seen of the ground in a column.
    pub(super) ground: &'a dyn Fn(ChunkPos) -> Option<Ground>,
    /// Whether the agent was in a column.
    pub(super) has_visited: &'a dyn Fn(ChunkPos) -> bool,
    /// Whether a column may be gone through.
    pub(super) is_open: &'a dyn Fn(ChunkPos) -> bool,
    /// Of which biomes the land is that was seen.
    pub(super) land: &'a Land,
}

/// The column to go to next: the best place's own, or one on the way to it.
pub(super) fn next_column(around: &Around, biomes: &[Biome], barred: &[ChunkPos], aim: &mut Aim) -> Option<ChunkPos> {
    let Around { from, ground, has_visited, is_open, land } = *around;
    let here = ChunkPos::new((from.x / 16.0).floor() as i32, (from.y / 16.0).floor() as i32);
    let is_water = |ground: Ground| ground.water > ground.land;
    // How far each column is, in ticks, and over which it is reached.
    let near = Square { middle: here, radius: HORIZON };
    let mut ways: Vec<Option<(u32, ChunkPos)>> = vec![None; near.len()];
    let ticks = near.map(|chunk| match ground(chunk) {
        _ if barred.contains(&chunk) || !is_open(chunk) => None,
        Some(ground) if is_water(ground) => Some(WATER),
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
    let all = Square { radius: shown.radius + SHORE, ..near };
    let known = Sums::of(all, |chunk| u32::from(ground(chunk).is_some()));
    let wet = Sums::of(all, |chunk| u32::from(ground(chunk).is_some_and(is_water)));
    let expected = (!biomes.is_empty()).then(|| Expected::of(land, from, biomes));
    let likely = shown.map(|chunk| expected.as_ref().map_or(1, |expected| expected.near_by(chunk)));
    let gain = Sums::of(shown, |chunk| {
        if has_visited(chunk) || ground(chunk).is_some() || !is_open(chunk) {
            return 0;
        }
        likely[shown.index(chunk)]
            * if 2 * wet.around(chunk, SHORE) > known.around(chunk, SHORE) { AT_SEA } else { ON_LAND }
    });
    // Where the agent was on the ground already, there is no more to be seen.
    let was_there = |chunk: ChunkPos| has_visited(chunk) && ground(chunk).is_some();
    let reached = near.chunks().zip(&ways).filter_map(|(chunk, way)| way.map(|(spent, _)| (chunk, spent)));
    let places = reached.filter(|(chunk, _)| *chunk != here && !was_there(*chunk));
    let scored =
        places.map(|(chunk, spent)| (f64::from(gain.around(chunk, SIGHT)) / (f64::from(spent) + 100.0), chunk));
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
    use std::collections::BTreeSet;

    use super::*;

    /// Columns that were seen by an agent that goes so many legs over land of some biomes, looking for others.
    fn seen_after(legs: u32, biome: impl Fn(ChunkPos) -> Biome, wanted: &[Biome]) -> usize {
        let (mut land, mut seen, mut visited) = (Land::default(), BTreeSet::new(), BTreeSet::new());
        let (mut here, mut aim) = (ChunkPos::new(0, 0), Aim::default());
        for _ in 0..legs {
            let around = Around {
                from: middle(here),
                ground: &|chunk| seen.contains(&chunk).then_some(Ground { land: 1, water: 0 }),
                has_visited: &|chunk| visited.contains(&chunk),
                is_open: &|chunk| chunk.distance(here) <= 10,
                land: &land,
            };
            let to = next_column(&around, wanted, &[], &mut aim).expect("there is new ground all round");
            while here != to {
                here = ChunkPos::new(here.x + (to.x - here.x).signum(), here.z + (to.z - here.z).signum());
                visited.insert(here);
                for chunk in here.around(SIGHT).filter(|chunk| seen.insert(*chunk)) {
                    land.note(chunk, biome(chunk));
                }
            }
        }
        seen.len()
    }

    #[test]
    fn an_agent_that_does_not_find_the_land_goes_on_over_new_ground() {
        // Three columns of each leg show seven new ones each.
        let most = |legs: u32| (legs * LEG as u32 * (2 * SIGHT as u32 + 1)) as usize;
        let jungles = [Biome::JUNGLE, Biome::SPARSE_JUNGLE, Biome::BAMBOO_JUNGLE];
        for (biome, wanted) in [
            (Biome::DARK_FOREST, &jungles[..]),
            (Biome::BIRCH_FOREST, &[Biome::SAVANNA, Biome::SAVANNA_PLATEAU]),
            (Biome::PLAINS, &[Biome::DESERT]),
        ] {
            let seen = seen_after(120, |_| biome, wanted);
            assert!(4 * seen > 3 * most(120), "{}: {seen} of {}", biome.name(), most(120));
        }
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
