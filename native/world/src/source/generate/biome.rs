//! Which biome a climate makes (`OverworldBiomeBuilder`).
//!
//! The game keeps some 7,600 boxes in climate space and takes the nearest; those of the surface tile that
//! space, so the box is found by its edges, and only the three biomes of the underground need distances.
//! Three biomes are left out: badlands (their gold would lie outside the densities that hold everywhere else),
//! mangrove swamps and ice spikes; a neighbour stands in for each.

use anima_rules::Biome;

/// At a lesser depth than this the biome is that of the surface.
pub const SURFACE_DEPTH: f32 = 0.1;

/// The climate of a place, at the ground.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Climate {
    pub temperature: f32,
    pub humidity: f32,
    pub continents: f32,
    pub erosion: f32,
    pub weirdness: f32,
}

/// The part of a ridge that a weirdness lies in.
#[derive(Clone, Copy, PartialEq)]
enum Slice {
    Valley,
    Low,
    Mid,
    High,
    Peak,
}

/// How far inland.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Inland {
    Mushrooms,
    DeepOcean,
    Ocean,
    Coast,
    Near,
    Mid,
    Far,
}

type Table = [[Biome; 5]; 5];
type Variants = [[Option<Biome>; 5]; 5];

const OCEANS: [[Biome; 5]; 2] = [
    [
        Biome::DEEP_FROZEN_OCEAN,
        Biome::DEEP_COLD_OCEAN,
        Biome::DEEP_OCEAN,
        Biome::DEEP_LUKEWARM_OCEAN,
        Biome::WARM_OCEAN,
    ],
    [Biome::FROZEN_OCEAN, Biome::COLD_OCEAN, Biome::OCEAN, Biome::LUKEWARM_OCEAN, Biome::WARM_OCEAN],
];

/// By temperature, then humidity.
const MIDDLE: Table = [
    [Biome::SNOWY_PLAINS, Biome::SNOWY_PLAINS, Biome::SNOWY_PLAINS, Biome::SNOWY_TAIGA, Biome::TAIGA],
    [Biome::PLAINS, Biome::PLAINS, Biome::FOREST, Biome::TAIGA, Biome::OLD_GROWTH_SPRUCE_TAIGA],
    [Biome::FLOWER_FOREST, Biome::PLAINS, Biome::FOREST, Biome::BIRCH_FOREST, Biome::DARK_FOREST],
    [Biome::SAVANNA, Biome::SAVANNA, Biome::FOREST, Biome::JUNGLE, Biome::JUNGLE],
    [Biome::DESERT; 5],
];
/// What takes the place of [`MIDDLE`] where the weirdness is positive.
const MIDDLE_VARIANT: Variants = [
    [None, None, Some(Biome::SNOWY_TAIGA), None, None],
    [None, None, None, None, Some(Biome::OLD_GROWTH_PINE_TAIGA)],
    [Some(Biome::SUNFLOWER_PLAINS), None, None, Some(Biome::OLD_GROWTH_BIRCH_FOREST), None],
    [None, None, Some(Biome::PLAINS), Some(Biome::SPARSE_JUNGLE), Some(Biome::BAMBOO_JUNGLE)],
    [None; 5],
];
const PLATEAU: Table = [
    [Biome::SNOWY_PLAINS, Biome::SNOWY_PLAINS, Biome::SNOWY_PLAINS, Biome::SNOWY_TAIGA, Biome::SNOWY_TAIGA],
    [Biome::MEADOW, Biome::MEADOW, Biome::FOREST, Biome::TAIGA, Biome::OLD_GROWTH_SPRUCE_TAIGA],
    [Biome::MEADOW, Biome::MEADOW, Biome::MEADOW, Biome::MEADOW, Biome::DARK_FOREST],
    [Biome::SAVANNA_PLATEAU, Biome::SAVANNA_PLATEAU, Biome::FOREST, Biome::FOREST, Biome::JUNGLE],
    [HOT_PLATEAU; 5],
];
const PLATEAU_VARIANT: Variants = [
    [None; 5],
    [None, None, Some(Biome::MEADOW), Some(Biome::MEADOW), Some(Biome::OLD_GROWTH_PINE_TAIGA)],
    [None, None, Some(Biome::FOREST), Some(Biome::BIRCH_FOREST), None],
    [None; 5],
    [None; 5],
];
const WINDSWEPT: Variants = [
    GRAVELLY,
    GRAVELLY,
    [
        Some(Biome::WINDSWEPT_HILLS),
        Some(Biome::WINDSWEPT_HILLS),
        Some(Biome::WINDSWEPT_HILLS),
        Some(Biome::WINDSWEPT_FOREST),
        Some(Biome::WINDSWEPT_FOREST),
    ],
    [None; 5],
    [None; 5],
];
const GRAVELLY: [Option<Biome>; 5] = [
    Some(Biome::WINDSWEPT_GRAVELLY_HILLS),
    Some(Biome::WINDSWEPT_GRAVELLY_HILLS),
    Some(Biome::WINDSWEPT_HILLS),
    Some(Biome::WINDSWEPT_FOREST),
    Some(Biome::WINDSWEPT_FOREST),
];
/// In place of badlands.
const HOT_PLATEAU: Biome = Biome::DESERT;
/// In place of mangrove swamps too.
const MARSH: Biome = Biome::SWAMP;

/// The band that a value lies in, counted from 0.
fn band(value: f32, edges: &[f32]) -> usize {
    edges.iter().take_while(|edge| value >= **edge).count()
}

fn slice(weirdness: f32) -> Slice {
    let w = weirdness.abs();
    // The outermost slices fold back: peaks lie between 0.57 and 0.77.
    match band(w, &[0.05, 0.266_666_68, 0.4, 0.566_666_66, 0.766_666_7, 0.933_333_34]) {
        0 => Slice::Valley,
        1 => Slice::Low,
        2 | 6 => Slice::Mid,
        3 | 5 => Slice::High,
        _ => Slice::Peak,
    }
}

struct Choice {
    temperature: usize,
    humidity: usize,
    inland: Inland,
    erosion: usize,
    /// Whether it is so worn down that a marsh may lie in a hollow.
    flat: bool,
    /// Whether variants take the place of the plain biomes.
    strange: bool,
}

impl Choice {
    fn middle(&self) -> Biome {
        let variant = if self.strange { MIDDLE_VARIANT[self.temperature][self.humidity] } else { None };
        variant.unwrap_or(MIDDLE[self.temperature][self.humidity])
    }

    fn middle_or_hot_plateau(&self) -> Biome {
        if self.temperature == 4 { HOT_PLATEAU } else { self.middle() }
    }

    fn middle_or_slope_if_cold(&self) -> Biome {
        if self.temperature == 0 { self.slope() } else { self.middle_or_hot_plateau() }
    }

    fn plateau(&self) -> Biome {
        let variant = if self.strange { PLATEAU_VARIANT[self.temperature][self.humidity] } else { None };
        variant.unwrap_or(PLATEAU[self.temperature][self.humidity])
    }

    fn slope(&self) -> Biome {
        match self.temperature {
            0..=2 if self.humidity <= 1 => Biome::SNOWY_SLOPES,
            0..=2 => Biome::GROVE,
            _ => self.plateau(),
        }
    }

    fn peak(&self) -> Biome {
        match self.temperature {
            0..=2 if self.strange => Biome::FROZEN_PEAKS,
            0..=2 => Biome::JAGGED_PEAKS,
            _ => Biome::STONY_PEAKS,
        }
    }

    fn beach(&self) -> Biome {
        match self.temperature {
            0 => Biome::SNOWY_BEACH,
            4 => Biome::DESERT,
            _ => Biome::BEACH,
        }
    }

    fn shattered(&self) -> Biome {
        WINDSWEPT[self.temperature][self.humidity].unwrap_or_else(|| self.middle())
    }

    fn windswept_savanna_or(&self, other: Biome) -> Biome {
        if self.temperature > 1 && self.humidity < 4 && self.strange { Biome::WINDSWEPT_SAVANNA } else { other }
    }

    fn shattered_coast(&self) -> Biome {
        self.windswept_savanna_or(if self.strange { self.middle() } else { self.beach() })
    }

    fn river(&self) -> Biome {
        if self.temperature == 0 { Biome::FROZEN_RIVER } else { Biome::RIVER }
    }

    fn marsh_or_middle(&self) -> Biome {
        if self.temperature == 0 { self.middle() } else { MARSH }
    }

    /// `addPeaks`.
    fn on_peaks(&self) -> Biome {
        let deep = self.inland >= Inland::Mid;
        match self.erosion {
            0 => self.peak(),
            1 if deep => self.peak(),
            1 => self.middle_or_slope_if_cold(),
            2 if deep => self.plateau(),
            3 if self.inland == Inland::Mid => self.middle_or_hot_plateau(),
            3 if self.inland == Inland::Far => self.plateau(),
            5 if deep => self.shattered(),
            5 => self.windswept_savanna_or(self.shattered()),
            _ => self.middle(),
        }
    }

    /// `addHighSlice`.
    fn on_heights(&self) -> Biome {
        let deep = self.inland >= Inland::Mid;
        match self.erosion {
            0 | 1 if self.inland == Inland::Coast => self.middle(),
            0 if deep => self.peak(),
            0 => self.slope(),
            1 if deep => self.slope(),
            1 => self.middle_or_slope_if_cold(),
            2 if deep => self.plateau(),
            3 if self.inland == Inland::Mid => self.middle_or_hot_plateau(),
            3 if self.inland == Inland::Far => self.plateau(),
            5 if deep => self.shattered(),
            5 => self.windswept_savanna_or(self.middle()),
            _ => self.middle(),
        }
    }

    /// `addMidSlice`.
    fn half_way_up(&self) -> Biome {
        let coast = self.inland == Inland::Coast;
        match (self.erosion, self.inland) {
            (0..=2, Inland::Coast) => Biome::STONY_SHORE,
            (0, _) => self.slope(),
            (1, Inland::Far) if self.temperature == 0 => self.slope(),
            (1 | 2, Inland::Far) => self.plateau(),
            (1, _) => self.middle_or_slope_if_cold(),
            (2, Inland::Mid) | (3, Inland::Mid | Inland::Far) => self.middle_or_hot_plateau(),
            (4, _) if coast && !self.strange => self.beach(),
            (5, Inland::Coast) => self.shattered_coast(),
            (5, Inland::Near) => self.windswept_savanna_or(self.middle()),
            (5, _) => self.shattered(),
            (6, Inland::Coast) if !self.strange => self.beach(),
            (6, Inland::Near | Inland::Mid | Inland::Far) => self.marsh_or_middle(),
            _ => self.middle(),
        }
    }

    /// `addLowSlice`.
    fn low(&self) -> Biome {
        match (self.erosion, self.inland) {
            (0..=2, Inland::Coast) => Biome::STONY_SHORE,
            (0 | 1, Inland::Near) => self.middle_or_hot_plateau(),
            (0 | 1, _) => self.middle_or_slope_if_cold(),
            (2 | 3, Inland::Mid | Inland::Far) => self.middle_or_hot_plateau(),
            (5, Inland::Coast) => self.shattered_coast(),
            (3 | 4 | 6, Inland::Coast) => self.beach(),
            // Not the game's: its own marshes are missing around one spawn in twenty.
            (4 | 5, Inland::Near | Inland::Mid | Inland::Far)
                if self.flat && !self.strange && (1..=3).contains(&self.temperature) =>
            {
                MARSH
            }
            (5, Inland::Near) => self.windswept_savanna_or(self.middle()),
            (6, _) => self.marsh_or_middle(),
            _ => self.middle(),
        }
    }

    /// `addValleys`.
    fn in_valleys(&self) -> Biome {
        match (self.erosion, self.inland) {
            (0 | 1, Inland::Mid | Inland::Far) => self.middle_or_hot_plateau(),
            (6, Inland::Near | Inland::Mid | Inland::Far) if self.temperature != 0 => MARSH,
            _ => self.river(),
        }
    }
}

impl Climate {
    /// The biome at the surface.
    pub fn surface_biome(&self) -> Biome {
        let inland = match band(self.continents, &[-1.05, -0.455, -0.19, -0.11, 0.03, 0.3]) {
            0 => Inland::Mushrooms,
            1 => Inland::DeepOcean,
            2 => Inland::Ocean,
            3 => Inland::Coast,
            4 => Inland::Near,
            5 => Inland::Mid,
            _ => Inland::Far,
        };
        let temperature = band(self.temperature, &[-0.45, -0.15, 0.2, 0.55]);
        match inland {
            Inland::Mushrooms => return Biome::MUSHROOM_FIELDS,
            Inland::DeepOcean => return OCEANS[0][temperature],
            Inland::Ocean => return OCEANS[1][temperature],
            _ => {}
        }
        let choice = Choice {
            temperature,
            humidity: band(self.humidity, &[-0.35, -0.1, 0.1, 0.3]),
            inland,
            erosion: band(self.erosion, &[-0.78, -0.375, -0.2225, 0.05, 0.45, 0.55]),
            flat: self.erosion >= 0.4,
            strange: self.weirdness >= -0.05,
        };
        match slice(self.weirdness) {
            Slice::Valley => choice.in_valleys(),
            Slice::Low => choice.low(),
            Slice::Mid => choice.half_way_up(),
            Slice::High => choice.on_heights(),
            Slice::Peak => choice.on_peaks(),
        }
    }

    /// The biome at a depth (0 at the surface, 1 about 128 blocks below it), given that of the surface.
    pub fn biome_at_depth(&self, surface: Biome, depth: f32) -> Biome {
        if depth < SURFACE_DEPTH {
            return surface;
        }
        let far = |value: f32, low: f32, high: f32| (low - value).max(value - high).max(0.0).powi(2);
        let mut best = (depth.powi(2).min((depth - 1.0).powi(2)), surface);
        let caves = far(depth, 0.2, 0.9);
        for (distance, biome) in [
            (caves + (0.8 - self.continents).max(0.0).powi(2), Biome::DRIPSTONE_CAVES),
            (caves + (0.7 - self.humidity).max(0.0).powi(2), Biome::LUSH_CAVES),
            ((depth - 1.1).powi(2) + (self.erosion + 0.375).max(0.0).powi(2), Biome::DEEP_DARK),
        ] {
            if distance < best.0 {
                best = (distance, biome);
            }
        }
        best.1
    }
}
