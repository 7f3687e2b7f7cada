//! In which climates each biome of the overworld is laid.
//!
//! Numbers and bands are those of 1.19.4 (`OverworldBiomeBuilder`, the noise settings of the overworld). A biome that
//! shares its climates with others, by weirdness or by the shape of the land, has its rough share of them.

use std::ops::RangeInclusive;

use once_cell::sync::Lazy;

use crate::Biome;

/// What the game draws biomes by, of that which changes from place to place so slowly that land tells of the land
/// beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// From snow to desert.
    Temperature,
    /// From bare to overgrown.
    Humidity,
    /// From the deep sea to far inland.
    Inland,
    /// From peaks to flat land.
    Erosion,
}

impl Axis {
    /// All of them.
    pub const ALL: [Axis; 4] = [Axis::Temperature, Axis::Humidity, Axis::Inland, Axis::Erosion];

    /// Where one band ends and the next begins, with both ends of the range.
    fn edges(self) -> &'static [f64] {
        match self {
            Axis::Temperature => &[-1.0, -0.45, -0.15, 0.2, 0.55, 1.0],
            Axis::Humidity => &[-1.0, -0.35, -0.1, 0.1, 0.3, 1.0],
            Axis::Inland => &[-1.2, -1.05, -0.455, -0.19, -0.11, 0.03, 0.3, 1.0],
            Axis::Erosion => &[-1.0, -0.78, -0.375, -0.2225, 0.05, 0.45, 0.55, 1.0],
        }
    }
}

/// A part of the space of climates in which a biome is laid.
#[derive(Clone, Debug, PartialEq)]
pub struct Climate {
    /// The bands of each axis, in the order of [`Axis::ALL`].
    bands: [RangeInclusive<usize>; 4],
    /// How much of that part is its own, 0 to 1.
    pub share: f64,
}

impl Climate {
    /// The lowest and the highest value along an axis.
    pub fn range(&self, axis: Axis) -> (f64, f64) {
        let (bands, edges) = (&self.bands[axis as usize], axis.edges());
        (edges[*bands.start()], edges[bands.end() + 1])
    }

    /// Whether all values of an axis will do.
    pub fn is_open(&self, axis: Axis) -> bool {
        self.bands[axis as usize] == (0..=axis.edges().len() - 2)
    }
}

/// The climates in which a biome is laid; none for what lies below the ground or in another dimension.
pub fn climates(biome: Biome) -> &'static [Climate] {
    &CLIMATES[usize::from(biome.id())]
}

static CLIMATES: Lazy<Vec<Vec<Climate>>> = Lazy::new(|| {
    let mut climates = vec![Vec::new(); Biome::COUNT];
    for line in LINES.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let mut word =
            || words.next().unwrap_or_else(|| panic!("climates: a name, four bands and a share, not: {line}"));
        let name = word();
        let biome = Biome::from_name(name).unwrap_or_else(|| panic!("climates: unknown biome {name}"));
        let bands = Axis::ALL.map(|axis| bands(word(), axis, line));
        let share = word().parse().unwrap_or_else(|_| panic!("climates: no share in: {line}"));
        climates[usize::from(biome.id())].push(Climate { bands, share });
    }
    climates
});

/// Reads one band, `low-high`, or `*` for all.
fn bands(text: &str, axis: Axis, line: &str) -> RangeInclusive<usize> {
    let last = axis.edges().len() - 2;
    let number = |text: &str| text.parse().ok().filter(|band| *band <= last);
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (text, number(low), number(high)) {
        ("*", ..) => 0..=last,
        (_, Some(low), Some(high)) => low..=high,
        _ => panic!("climates: {text} is no band of {axis:?} in: {line}"),
    }
}

/// Name, temperature, humidity, inland (0 mushroom fields, 1 deep sea, 2 sea, 3 coast, 4 to 6 ever farther from it),
/// erosion, share.
const LINES: &str = "
    snowy_plains              0    0-2  4-6  1-6  0.7
    snowy_taiga               0    2    4-6  1-6  0.3
    snowy_taiga               0    3    4-6  1-6  0.7
    ice_spikes                0    0    4-6  1-6  0.3
    taiga                     0    4    4-6  1-6  0.7
    taiga                     1    3    4-6  1-6  0.7
    plains                    1    0-1  4-6  2-6  0.7
    plains                    2    1    4-6  2-6  0.7
    plains                    3    2    4-6  2-6  0.4
    forest                    1-2  2    4-6  2-6  0.7
    forest                    3    2    4-6  2-6  0.5
    old_growth_spruce_taiga   1    4    4-6  2-6  0.5
    old_growth_pine_taiga     1    4    4-6  2-6  0.4
    flower_forest             2    0    4-6  2-6  0.4
    sunflower_plains          2    0    4-6  2-6  0.4
    birch_forest              2    3    4-6  2-6  0.5
    old_growth_birch_forest   2    3    4-6  2-6  0.3
    dark_forest               2    4    4-6  1-6  0.8
    savanna                   3    0-1  4-6  2-6  0.7
    savanna_plateau           3    0-1  5-6  2-3  0.4
    savanna_plateau           3    0-1  4-6  0-1  0.4
    forest                    3    2    4-6  0-1  0.4
    windswept_savanna         2-4  0-3  3-4  5    0.2
    jungle                    3    3    4-6  1-6  0.4
    jungle                    3    4    4-6  1-6  0.5
    sparse_jungle             3    3    4-6  1-6  0.4
    bamboo_jungle             3    4    4-6  1-6  0.4
    desert                    4    *    3-6  3-6  0.8
    desert                    4    *    4    2    0.8
    badlands                  4    0-2  5-6  0-3  0.5
    eroded_badlands           4    0-1  5-6  0-3  0.2
    wooded_badlands           4    3-4  5-6  0-3  0.6
    badlands                  4    0-2  4    0-1  0.6
    wooded_badlands           4    3-4  4    0-1  0.6
    swamp                     1-2  *    4-6  6    0.8
    swamp                     1-3  *    4-6  5    0.1
    mangrove_swamp            3-4  *    4-6  6    0.8
    meadow                    1    0-1  5-6  2-3  0.4
    meadow                    2    0-3  5-6  2-3  0.4
    windswept_hills           0-2  0-2  5-6  5    0.4
    windswept_gravelly_hills  0-1  0-1  5-6  5    0.3
    windswept_forest          0-2  3-4  5-6  5    0.4
    grove                     0-2  2-4  4-6  0-1  0.4
    snowy_slopes              0-2  0-1  4-6  0-1  0.4
    jagged_peaks              0-2  *    4-6  0-1  0.15
    frozen_peaks              0-2  *    4-6  0-1  0.15
    stony_peaks               3    *    4-6  0-1  0.3
    beach                     1-3  *    3    3-6  0.7
    snowy_beach               0    *    3    3-6  0.7
    stony_shore               *    *    3    0-2  0.7
    river                     1-4  *    3-6  2-5  0.06
    frozen_river              0    *    3-6  2-5  0.06
    frozen_ocean              0    *    2    *    1
    cold_ocean                1    *    2    *    1
    ocean                     2    *    2    *    1
    lukewarm_ocean            3    *    2    *    1
    warm_ocean                4    *    1-2  *    1
    deep_frozen_ocean         0    *    1    *    1
    deep_cold_ocean           1    *    1    *    1
    deep_ocean                2    *    1    *    1
    deep_lukewarm_ocean       3    *    1    *    1
    mushroom_fields           *    *    0    *    1
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_biome_under_the_sky_of_the_overworld_has_a_climate() {
        let other = ["lush_caves", "dripstone_caves", "deep_dark", "the_void", "the_end", "cherry_grove"];
        let elsewhere = |name: &str| {
            other.contains(&name)
                || name.starts_with("end_")
                || name == "small_end_islands"
                || ["nether_wastes", "soul_sand_valley", "crimson_forest", "warped_forest", "basalt_deltas"]
                    .contains(&name)
        };
        for biome in (0..Biome::COUNT as u16).filter_map(Biome::from_id) {
            assert_eq!(climates(biome).is_empty(), elsewhere(biome.name()), "{}", biome.name());
        }
    }

    #[test]
    fn no_climate_is_given_away_twice() {
        // Middles of bands: the shares of all biomes there come to the whole of it, about.
        let middles = |axis: Axis| axis.edges().windows(2).map(|edge| (edge[0] + edge[1]) / 2.0).collect::<Vec<_>>();
        let all: Vec<&Climate> = CLIMATES.iter().flatten().collect();
        for t in middles(Axis::Temperature) {
            for h in middles(Axis::Humidity) {
                for c in middles(Axis::Inland) {
                    for e in middles(Axis::Erosion) {
                        let at = [t, h, c, e];
                        let is_in = |climate: &&&Climate| {
                            Axis::ALL.iter().zip(at).all(|(axis, at)| {
                                let (low, high) = climate.range(*axis);
                                (low..high).contains(&at)
                            })
                        };
                        let whole: f64 = all.iter().filter(is_in).map(|climate| climate.share).sum();
                        assert!((0.1..=2.2).contains(&whole), "{at:?}: {whole}");
                    }
                }
            }
        }
    }
}
