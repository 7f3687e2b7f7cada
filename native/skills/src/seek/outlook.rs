//! What land is to be expected where none was seen, reckoned from the land that was.
//!
//! The game draws biomes by noises that change slowly from place to place. Land that was seen tells of those noises
//! there (`anima_rules::climate`), and by that of what they are near by: a Gaussian process for each of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::f64::consts::TAU;

use anima_body::ChunkPos;
use anima_rules::Biome;
use anima_rules::climate::{Axis, Climate, climates};
use glam::DVec2;

use crate::senses::land::{Land, Survey, middle_of, region_of};

/// Columns from a place that a look from it shows.
pub(super) const SIGHT: i32 = 3;
/// Ticks through a column of land.
pub(super) const LAND: u32 = 60;
/// What a look at an unseen column is worth.
pub(super) const ON_LAND: u32 = 10;
/// Blocks from which on a place is far off.
const FAR_OFF: f64 = 320.0;
/// Blocks ahead that are weighed in a direction.
const AHEAD: f64 = 1344.0;
/// Directions that are weighed, beside those of places with known land.
const DIRECTIONS: u32 = 16;
/// Blocks farther on, land counts for a third only: what is found sooner is worth more.
const SOONER: f64 = 800.0;
/// By how much a place near by must be better than the one that the agent is on its way to.
pub(super) const BETTER: f64 = 1.5;
/// By how much a place far off must be: what is expected there changes with every step, and an agent that turns round for
/// it goes over land that it knows.
const FAR_BETTER: f64 = 3.0;
/// How common what is looked for must be to be expected near by for the land there to be looked over: land far off tells
/// more.
const LIKELY: f64 = 0.3;
/// Blocks of a direction that are weighed together.
const STEP: f64 = 64.0;
/// Blocks within which a place far off is reached.
const REACHED: f64 = 100.0;

/// Where something is to be expected that is more or less common in some biomes.
pub(crate) struct Expected<'a> {
    land: &'a Land,
    /// The biomes, and how common what is looked for is there, 0 to 1.
    wanted: &'a [(Biome, f32)],
    surveys: Vec<Survey>,
    outlook: Outlook,
    /// How common what is looked for is to be expected on unseen land, in a thousand, by region.
    by_region: RefCell<BTreeMap<(i32, i32), u32>>,
    /// How common it is to be expected in a region, on land that was not seen, 0 to 1.
    unseen: RefCell<BTreeMap<(i32, i32), f64>>,
}

impl<'a> Expected<'a> {
    /// Reckons for an agent at a place.
    pub(crate) fn of(land: &'a Land, from: DVec2, wanted: &'a [(Biome, f32)]) -> Expected<'a> {
        let mut surveys = land.surveys(from);
        surveys.truncate(WEIGHED);
        let seen = surveys.iter().map(|survey| (survey.middle, survey.biome));
        let outlook = Outlook::of(spread(seen, from), wanted);
        Expected { land, wanted, surveys, outlook, by_region: RefCell::default(), unseen: RefCell::default() }
    }

    /// How common what is looked for is to be expected on a column near by that was not looked at, in a thousand. Of land
    /// seen from afar the biome is known. Land that is unlikely to have it is like the land beside it, which was seen,
    /// and counts for next to nothing.
    pub(crate) fn near_by(&self, chunk: ChunkPos) -> u32 {
        let per_mille = |common: f64| (1000.0 * common).max(1.0) as u32;
        if let Some(biome) = self.land.afar(chunk) {
            return per_mille(how_common(self.wanted, biome));
        }
        let region = region_of(chunk);
        let expected = || match self.outlook.expects(middle_of(region), self.wanted) {
            common if common >= LIKELY => per_mille(common),
            _ => 1,
        };
        *self.by_region.borrow_mut().entry(region).or_insert_with(expected)
    }

    /// The place far off to go to, if that is worth more than the best one near by: the one that the agent is on its way
    /// to as long as none is much better.
    pub(crate) fn far_off(&self, from: DVec2, aim: Option<DVec2>, near_by: f64) -> Option<DVec2> {
        let aim = aim.filter(|aim| aim.distance(from) > REACHED);
        let known = self.surveys.iter().map(|survey| survey.middle);
        let around = (0..DIRECTIONS).map(|turn| {
            let way = DVec2::from_angle(TAU * f64::from(turn) / f64::from(DIRECTIONS));
            from + way * AHEAD
        });
        let far = known.filter(|place| place.distance(from) >= FAR_OFF).chain(around);
        let best = far.map(|place| (self.worth(from, place), place)).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let kept = aim.map(|aim| (FAR_BETTER * self.worth(from, aim), aim)).filter(|(worth, _)| *worth >= best.0);
        let (worth, place) = kept.unwrap_or(best);
        (worth > near_by).then_some(place)
    }

    /// What it is worth a tick to go straight towards a place far off and on beyond it: how common what is looked for is
    /// to be expected on the way, on land that was not seen yet, the nearer the more.
    fn worth(&self, from: DVec2, place: DVec2) -> f64 {
        let way = (place - from).normalize_or_zero();
        let (mut shown, mut all) = (0.0, 0.0);
        for step in 1..=(AHEAD / STEP) as u32 {
            let blocks = f64::from(step) * STEP;
            let weight = (-blocks / SOONER).exp();
            shown += weight * self.unseen_at(from + way * blocks);
            all += weight;
        }
        let columns_a_tick = f64::from(2 * SIGHT + 1) / f64::from(LAND);
        1000.0 * f64::from(ON_LAND) * columns_a_tick * shown / all
    }

    /// How common what is looked for is to be expected about a place, on land that was not seen, 0 to 1.
    fn unseen_at(&self, place: DVec2) -> f64 {
        let column = |at: f64| (at / 16.0).floor() as i32;
        let region = region_of(ChunkPos::new(column(place.x), column(place.y)));
        let of_region = || {
            let middle = middle_of(region);
            let expected = self.outlook.expects(middle, self.wanted);
            let rest = match self.surveys.iter().find(|survey| survey.contains(middle)) {
                // The rest of a region is like most of what was seen of it, or like what is to be expected here.
                Some(Survey { biome, seen, .. }) => {
                    (1.0 - seen) * how_common(self.wanted, *biome).max((1.0 - seen) * expected)
                }
                None => expected,
            };
            rest + self.land.afar_of(region, |biome| how_common(self.wanted, biome))
        };
        *self.unseen.borrow_mut().entry(region).or_insert_with(of_region)
    }
}

/// How common what is looked for is in a biome, 0 to 1.
fn how_common(wanted: &[(Biome, f32)], biome: Biome) -> f64 {
    wanted.iter().find(|(other, _)| *other == biome).map_or(0.0, |(_, common)| f64::from(*common))
}

/// The share of its distance to the agent that a place must be away from the others.
const APART: f64 = 0.3;

/// Of places with known land, the nearest first, those that tell something new: their biomes have a climate, and each
/// is at least [`APART`] of its distance to the agent away from the others, so that what is known far off counts, too.
fn spread(seen: impl Iterator<Item = (DVec2, Biome)>, from: DVec2) -> Vec<(DVec2, Biome)> {
    let mut kept: Vec<(DVec2, Biome)> = Vec::new();
    for (place, biome) in seen.filter(|(_, biome)| !climates(*biome).is_empty()) {
        let apart = APART * place.distance(from);
        if kept.iter().all(|(other, _)| other.distance(place) >= apart) {
            kept.push((place, biome));
        }
    }
    kept
}

/// Regions that were seen which are weighed, the nearest first.
const WEIGHED: usize = 1024;
/// Most places with known land that are reckoned with, the nearest first.
const MOST: usize = 64;
/// A hundredth of the variance, about: no more than that stays unknown where land was seen.
const NUGGET: f64 = 0.001;

/// A noise of the overworld: its spread, and over how many blocks it keeps its value. Read off the noises themselves, in
/// 300 worlds: how alike they are to themselves 64 to 2,048 blocks off (temperature has 0.98, 0.79 and 0.37 of its
/// variance in common with itself 256, 1,024 and 2,048 blocks off).
struct Noise {
    spread: f64,
    reach: f64,
}

fn noise(axis: Axis) -> Noise {
    match axis {
        Axis::Temperature => Noise { spread: 0.38, reach: 1470.0 },
        Axis::Humidity => Noise { spread: 0.24, reach: 330.0 },
        Axis::Inland => Noise { spread: 0.36, reach: 480.0 },
        Axis::Erosion => Noise { spread: 0.31, reach: 640.0 },
    }
}

/// What is to be expected where.
pub(crate) struct Outlook {
    places: Vec<DVec2>,
    fields: Vec<Field>,
}

/// What is known of one noise.
struct Field {
    axis: Axis,
    /// The lower triangle of the Cholesky decomposition of the covariances of the places, row by row.
    lower: Vec<Vec<f64>>,
    /// The covariances, inverted, times the values.
    weights: Vec<f64>,
}

impl Outlook {
    /// Reckons from the land seen at some places, all of biomes with a climate, the nearest first, for a search for some
    /// biomes.
    pub(crate) fn of(seen: impl IntoIterator<Item = (DVec2, Biome)>, wanted: &[(Biome, f32)]) -> Outlook {
        let seen: Vec<(DVec2, Biome)> = seen.into_iter().take(MOST).collect();
        let matters =
            |axis: &Axis| wanted.iter().flat_map(|(biome, _)| climates(*biome)).any(|climate| !climate.is_open(*axis));
        let fields = Axis::ALL.into_iter().filter(matters).map(|axis| Field::of(axis, &seen)).collect();
        Outlook { places: seen.into_iter().map(|(place, _)| place).collect(), fields }
    }

    /// How common what is looked for is to be expected at a place, 0 to 1: how likely the land there is of each biome,
    /// and how common it is in that.
    pub(crate) fn expects(&self, at: DVec2, wanted: &[(Biome, f32)]) -> f64 {
        let expected: Vec<(Axis, f64, f64)> = self.fields.iter().map(|field| field.expect(&self.places, at)).collect();
        let within = |climate: &Climate| {
            let parts = expected.iter().map(|(axis, mean, spread)| {
                let (low, high) = climate.range(*axis);
                below((high - mean) / spread) - below((low - mean) / spread)
            });
            climate.share * parts.product::<f64>()
        };
        let of_each = wanted.iter().map(|(biome, common)| {
            let likely: f64 = climates(*biome).iter().map(within).sum();
            likely * f64::from(*common)
        });
        of_each.sum::<f64>().min(1.0)
    }
}

impl Field {
    fn of(axis: Axis, seen: &[(DVec2, Biome)]) -> Field {
        let values: Vec<(f64, f64)> = seen.iter().map(|(_, biome)| tells(*biome, axis)).collect();
        let mut lower: Vec<Vec<f64>> = Vec::with_capacity(seen.len());
        for (row, (place, _)) in seen.iter().enumerate() {
            let mut line: Vec<f64> = Vec::with_capacity(row + 1);
            for (column, (other, _)) in seen[..=row].iter().enumerate() {
                let doubt = if row == column { values[row].1 + NUGGET } else { 0.0 };
                let before: f64 = match column < row {
                    true => line.iter().zip(&lower[column]).map(|(a, b)| a * b).sum(),
                    false => line.iter().map(|a| a * a).sum(),
                };
                let rest = covariance(axis, *place, *other) + doubt - before;
                line.push(if column < row { rest / lower[column][column] } else { rest.max(NUGGET).sqrt() });
            }
            lower.push(line);
        }
        let half = forward(&lower, values.iter().map(|(value, _)| *value));
        Field { axis, weights: backward(&lower, half), lower }
    }

    /// The axis, the value that is to be expected at a place, and by how much it may be off.
    fn expect(&self, places: &[DVec2], at: DVec2) -> (Axis, f64, f64) {
        let covariances: Vec<f64> = places.iter().map(|place| covariance(self.axis, *place, at)).collect();
        let mean = covariances.iter().zip(&self.weights).map(|(covariance, weight)| covariance * weight).sum();
        let told: f64 = forward(&self.lower, covariances.iter().copied()).iter().map(|part| part * part).sum();
        let variance = covariance(self.axis, at, at) - told;
        (self.axis, mean, variance.max(NUGGET).sqrt())
    }
}

/// What a biome tells of an axis: the middle of its climates, and the variance within them.
fn tells(biome: Biome, axis: Axis) -> (f64, f64) {
    let all = climates(biome);
    let shares: f64 = all.iter().map(|climate| climate.share).sum();
    let mean_of = |value: &dyn Fn(f64, f64) -> f64| {
        let values = all.iter().map(|climate| {
            let (low, high) = climate.range(axis);
            climate.share * value(low, high)
        });
        values.sum::<f64>() / shares
    };
    let mean = mean_of(&|low, high| (low + high) / 2.0);
    let square = mean_of(&|low, high| (low * low + low * high + high * high) / 3.0);
    (mean, square - mean * mean)
}

fn covariance(axis: Axis, a: DVec2, b: DVec2) -> f64 {
    let Noise { spread, reach } = noise(axis);
    spread * spread * (-a.distance_squared(b) / (2.0 * reach * reach)).exp()
}

/// Solves `lower * x = right`.
fn forward(lower: &[Vec<f64>], right: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut solved: Vec<f64> = Vec::with_capacity(lower.len());
    for (line, right) in lower.iter().zip(right) {
        let before: f64 = line.iter().zip(&solved).map(|(a, x)| a * x).sum();
        solved.push((right - before) / line[solved.len()]);
    }
    solved
}

/// Solves `lower^T * x = right`.
fn backward(lower: &[Vec<f64>], mut right: Vec<f64>) -> Vec<f64> {
    for row in (0..lower.len()).rev() {
        right[row] /= lower[row][row];
        let value = right[row];
        for (above, part) in right[..row].iter_mut().zip(&lower[row]) {
            *above -= part * value;
        }
    }
    right
}

/// The share of a normal distribution below so many of its spreads (the logistic curve nearest to it).
fn below(spreads: f64) -> f64 {
    1.0 / (1.0 + (-1.702 * spreads).exp())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use anima_world::Generator;

    use super::*;

    const JUNGLES: [Biome; 3] = [Biome::JUNGLE, Biome::SPARSE_JUNGLE, Biome::BAMBOO_JUNGLE];

    /// Biomes in all of which something is as common.
    fn alike(biomes: &[Biome]) -> Vec<(Biome, f32)> {
        biomes.iter().map(|biome| (*biome, 1.0)).collect()
    }

    fn likelihood(seen: &[(DVec2, Biome)], at: DVec2, wanted: &[Biome]) -> f64 {
        let wanted = alike(wanted);
        Outlook::of(seen.iter().copied(), &wanted).expects(at, &wanted)
    }

    #[test]
    fn land_that_was_seen_tells_of_the_land_beyond_it() {
        // Snow in the west, savanna in the east.
        let seen: Vec<(DVec2, Biome)> = (-4..=4)
            .map(|n| {
                let biome = match n {
                    ..=-2 => Biome::SNOWY_PLAINS,
                    -1..=1 => Biome::PLAINS,
                    _ => Biome::SAVANNA,
                };
                (DVec2::new(f64::from(n) * 128.0, 0.0), biome)
            })
            .collect();
        let at = |x: f64, wanted: &[Biome]| likelihood(&seen, DVec2::new(x, 0.0), wanted);
        assert!(at(900.0, &JUNGLES) > 4.0 * at(-900.0, &JUNGLES));
        assert!(at(900.0, &[Biome::DESERT]) > 4.0 * at(-900.0, &[Biome::DESERT]));
        assert!(at(-900.0, &[Biome::TAIGA, Biome::SNOWY_TAIGA]) > 2.0 * at(900.0, &[Biome::TAIGA, Biome::SNOWY_TAIGA]));
        // Far off nothing is known.
        assert!((at(20_000.0, &JUNGLES) - at(-20_000.0, &JUNGLES)).abs() < 1e-6);
    }

    #[test]
    fn land_like_that_which_was_seen_is_likeliest_beside_it() {
        let seen = [(DVec2::ZERO, Biome::DARK_FOREST)];
        let at = |x: f64| likelihood(&seen, DVec2::new(x, 0.0), &[Biome::DARK_FOREST]);
        assert!(at(60.0) > 2.0 * at(3000.0) && at(60.0) > at(300.0), "{} {} {}", at(60.0), at(300.0), at(3000.0));
        let all: f64 = (0..Biome::COUNT as u16)
            .filter_map(Biome::from_id)
            .map(|biome| likelihood(&seen, DVec2::new(500.0, 0.0), &[biome]))
            .sum();
        assert!((0.5..1.5).contains(&all), "{all}");
    }

    #[test]
    fn the_way_far_off_leads_over_land_that_was_not_seen() {
        // All land in the east was looked over, far beyond where the agent is now; none of it is a desert.
        let mut land = Land::default();
        for (x, z) in (0..100).flat_map(|x| (-40..40).map(move |z| (x, z))) {
            land.note(ChunkPos::new(x, z), Biome::PLAINS);
        }
        let from = DVec2::new(8.0, 8.0);
        let expected = Expected::of(&land, from, &[(Biome::DESERT, 1.0)]);
        let aim = expected.far_off(from, None, 0.0).expect("there is land to look at");
        assert!(aim.x < -200.0, "{aim}");
        let [over_seen, over_new] = [600.0, -600.0].map(|x| expected.worth(from, from + DVec2::new(x, 0.0)));
        assert!(over_seen < 0.2 * over_new, "{over_seen} {over_new}");
    }

    #[test]
    fn an_agent_on_its_way_far_off_keeps_to_it() {
        let mut land = Land::default();
        let mut from = DVec2::new(8.0, 8.0);
        let look = |land: &mut Land, from: DVec2| {
            let here = ChunkPos::new((from.x / 16.0).floor() as i32, (from.y / 16.0).floor() as i32);
            here.around(SIGHT).for_each(|chunk| land.note(chunk, Biome::PLAINS));
        };
        look(&mut land, from);
        let wanted = [(Biome::DARK_FOREST, 1.0)];
        let aim = Expected::of(&land, from, &wanted).far_off(from, None, 0.0).expect("there is land to look at");
        let half = from.distance(aim) / 2.0;
        while from.distance(aim) > half {
            from += (aim - from).normalize() * 48.0;
            look(&mut land, from);
            let kept = Expected::of(&land, from, &wanted).far_off(from, Some(aim), 0.0);
            assert_eq!(kept, Some(aim), "{from}");
        }
    }

    #[test]
    fn a_place_far_off_is_left_for_one_that_is_three_times_better() {
        // All land in the east was looked over.
        let mut land = Land::default();
        for (x, z) in (0..40).flat_map(|x| (-40..40).map(move |z| (x, z))) {
            land.note(ChunkPos::new(x, z), Biome::PLAINS);
        }
        let from = DVec2::new(8.0, 8.0);
        let expected = Expected::of(&land, from, &[(Biome::DESERT, 1.0)]);
        let best = expected.far_off(from, None, 0.0).expect("there is land to look at");
        let ways = (0..72).map(|turn| DVec2::from_angle(TAU * f64::from(turn) / 72.0));
        let places = ways.flat_map(|way| [600.0, 900.0, 1200.0, 1800.0, 2400.0].map(|blocks| from + blocks * way));
        let (mut kept, mut left) = (0, 0);
        for place in places {
            let times = expected.worth(from, best) / expected.worth(from, place);
            let keeps = expected.far_off(from, Some(place), 0.0) == Some(place);
            assert_eq!(keeps, times <= 3.0, "{place}: the best is {times} times better");
            (kept, left) = (kept + u32::from(keeps && times > 1.6), left + u32::from(!keeps));
        }
        assert!(kept > 0 && left > 0, "{kept} {left}");
    }

    #[test]
    fn land_seen_from_afar_is_worth_a_look_if_it_is_of_the_biomes() {
        // A region, half of it desert.
        let mut land = Land::default();
        for (x, z) in (24..32).flat_map(|x| (0..8).map(move |z| (x, z))) {
            land.note_afar(ChunkPos::new(x, z), if x < 28 { Biome::DESERT } else { Biome::PLAINS });
        }
        let expected = Expected::of(&land, DVec2::ZERO, &[(Biome::DESERT, 1.0)]);
        assert_eq!([27, 28].map(|x| expected.near_by(ChunkPos::new(x, 0))), [1000, 1]);
        assert_eq!(expected.unseen_at(middle_of((3, 0))), 0.5);
    }

    #[test]
    fn land_is_worth_as_much_as_what_is_looked_for_is_common_there() {
        let mut land = Land::default();
        for x in 24..32 {
            land.note_afar(ChunkPos::new(x, 0), if x < 29 { Biome::SWAMP } else { Biome::PLAINS });
        }
        let wanted = [(Biome::SWAMP, 1.0), (Biome::PLAINS, 0.0625)];
        let expected = Expected::of(&land, DVec2::ZERO, &wanted);
        assert_eq!([28, 29].map(|x| expected.near_by(ChunkPos::new(x, 0))), [1000, 62]);
        // The rest of the region is taken for swamp like most of it.
        assert_eq!(expected.unseen_at(middle_of((3, 0))), 56.0 / 64.0 + (5.0 + 3.0 * 0.0625) / 64.0);
        let seen = [(DVec2::ZERO, Biome::PLAINS)];
        let at = |wanted: &[(Biome, f32)]| Outlook::of(seen, wanted).expects(DVec2::new(60.0, 0.0), wanted);
        let (alike, common) = (at(&[(Biome::SWAMP, 1.0), (Biome::PLAINS, 1.0)]), at(&wanted));
        assert!(alike > 0.2 && common < 0.2 * alike, "{alike} {common}");
    }

    #[test]
    fn land_where_it_is_rare_is_worth_no_less_than_land_where_it_is_not() {
        // One column was seen of a region that desert may begin in.
        let mut land = Land::default();
        (0..8).for_each(|x| land.note(ChunkPos::new(x, -8), Biome::DESERT));
        land.note(ChunkPos::new(3, 3), Biome::SAVANNA);
        let worth = |wanted: &[(Biome, f32)]| Expected::of(&land, DVec2::ZERO, wanted).unseen_at(middle_of((0, 0)));
        let none = worth(&[(Biome::DESERT, 1.0)]);
        let rare = worth(&[(Biome::DESERT, 1.0), (Biome::SAVANNA, 0.0625)]);
        assert!(rare >= none && none > 0.0625, "{rare} {none}");
    }

    #[test]
    fn what_is_known_far_off_is_weighed_with_what_is_near() {
        // The agent came from the west over plains; caves below them tell nothing of the climate.
        let way = (0..40).map(|n| (DVec2::new(-128.0 * f64::from(n), 0.0), Biome::PLAINS));
        let below = (0..40).map(|n| (DVec2::new(-128.0 * f64::from(n), 64.0), Biome::LUSH_CAVES));
        let kept = spread(below.chain(way), DVec2::ZERO);
        let farthest = kept.iter().map(|(place, _)| place.length()).fold(0.0, f64::max);
        assert!(kept.len() <= MOST && farthest > 2000.0, "{} as far as {farthest}", kept.len());
        assert!(kept.iter().all(|(_, biome)| *biome == Biome::PLAINS));
    }

    /// Blocks that a search for land of some biomes goes from the spawn of a world, 6,000 at most; `aim` tells where to
    /// go from a place, with where it went until now.
    fn blocks_to(
        world: &Generator,
        wanted: &[Biome],
        aim: impl Fn(&Land, DVec2, Option<DVec2>) -> Option<DVec2>,
    ) -> f64 {
        let mut land = Land::default();
        let (mut from, mut to) = (DVec2::new(f64::from(world.spawn().x), f64::from(world.spawn().z)), None);
        let (mut gone, mut seen) = (0.0, BTreeSet::new());
        while gone < 6000.0 {
            let here = ChunkPos::new((from.x / 16.0).floor() as i32, (from.y / 16.0).floor() as i32);
            for chunk in here.around(SIGHT).filter(|chunk| seen.insert(*chunk)) {
                let biome = world.biome_at(16 * chunk.x + 8, 16 * chunk.z + 8);
                if wanted.contains(&biome) {
                    return gone;
                }
                land.note(chunk, biome);
            }
            to = aim(&land, from, to);
            from += 48.0 * (to.expect("there is land to look at") - from).normalize();
            gone += 48.0;
        }
        gone
    }

    #[test]
    fn a_search_that_reckons_goes_less_far_than_one_straight_on() {
        use Biome as B;
        let searches = [&JUNGLES[..], &[B::SAVANNA, B::SAVANNA_PLATEAU], &[B::DESERT], &[B::TAIGA, B::SNOWY_TAIGA]];
        let (mut reckoned, mut straight) = (0.0, 0.0);
        for seed in 0..16 {
            let world = Generator::new(4100 + seed);
            let heading = 1e6 * DVec2::from_angle(seed as f64);
            for wanted in searches {
                let lands = alike(wanted);
                reckoned +=
                    blocks_to(&world, wanted, |land, from, to| Expected::of(land, from, &lands).far_off(from, to, 0.0));
                straight += blocks_to(&world, wanted, |_, _, _| Some(heading));
            }
        }
        assert!(reckoned < 0.7 * straight, "{reckoned} {straight}");
    }

    #[test]
    fn places_alike_do_no_harm() {
        let seen = vec![(DVec2::new(5.0, 5.0), Biome::FOREST); 60];
        let likely = likelihood(&seen, DVec2::new(300.0, 5.0), &[Biome::FOREST, Biome::PLAINS]);
        assert!(likely.is_finite() && likely > 0.1, "{likely}");
    }
}
