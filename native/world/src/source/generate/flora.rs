//! What grows where: the vegetation of each biome (`VegetationPlacements`, `BiomeDefaultFeatures`).

use anima_rules::{Biome, Block};

use super::tree::Tree;

/// How often something is tried in a chunk.
#[derive(Clone, Copy, Debug)]
pub enum Often {
    /// So many times.
    Times(i32),
    /// Once in so many chunks.
    OneIn(i32),
    /// So many times, and now and then one more (`countExtra`).
    AndMaybe(i32, f32),
    /// So many times where a slow noise is below -0.8, and where it is above; once in so many chunks.
    ByNoise(i32, i32, i32),
}

/// Something that grows.
#[derive(Clone, Copy, Debug)]
pub enum Growth {
    /// One tree of these, tried in turn with their chances, or the last.
    Trees {
        choices: &'static [(f32, Tree)],
        otherwise: Tree,
        most_water: i32,
    },
    /// What dark forests are made of.
    DarkForest,
    /// Huge mushrooms.
    HugeMushroom,
    /// Plants scattered about a spot; weights with blocks, two blocks high if they are.
    Patch {
        tries: i32,
        spread: i32,
        plants: &'static [(i32, Block)],
    },
    SugarCane,
    Cactus,
    Bamboo {
        podzol: f32,
    },
    Vines,
    /// With the chance of a tall one.
    Seagrass(f64),
    Kelp,
}

/// A growth, how often, and in which biomes.
#[derive(Clone, Copy, Debug)]
pub struct Flora {
    pub growth: Growth,
    pub often: Often,
    pub biomes: &'static [Biome],
}

const fn trees(
    choices: &'static [(f32, Tree)],
    otherwise: Tree,
    most_water: i32,
    often: Often,
    biomes: &'static [Biome],
) -> Flora {
    Flora { growth: Growth::Trees { choices, otherwise, most_water }, often, biomes }
}

const fn patch(tries: i32, plants: &'static [(i32, Block)], often: Often, biomes: &'static [Biome]) -> Flora {
    Flora { growth: Growth::Patch { tries, spread: 7, plants }, often, biomes }
}

const fn other(growth: Growth, often: Often, biomes: &'static [Biome]) -> Flora {
    Flora { growth, often, biomes }
}

const PLAINS: &[Biome] = &[Biome::PLAINS, Biome::SUNFLOWER_PLAINS];
const SAVANNAS: &[Biome] = &[Biome::SAVANNA, Biome::SAVANNA_PLATEAU];
const JUNGLES: &[Biome] = &[Biome::JUNGLE, Biome::BAMBOO_JUNGLE, Biome::SPARSE_JUNGLE];
const TAIGAS: &[Biome] = &[Biome::TAIGA, Biome::SNOWY_TAIGA];
const OLD_TAIGAS: &[Biome] = &[Biome::OLD_GROWTH_PINE_TAIGA, Biome::OLD_GROWTH_SPRUCE_TAIGA];
const LEAFY: &[Biome] =
    &[Biome::FOREST, Biome::BIRCH_FOREST, Biome::OLD_GROWTH_BIRCH_FOREST, Biome::DARK_FOREST, Biome::FLOWER_FOREST];
const BARE: &[Biome] = &[
    Biome::WINDSWEPT_HILLS,
    Biome::WINDSWEPT_GRAVELLY_HILLS,
    Biome::WINDSWEPT_FOREST,
    Biome::WINDSWEPT_SAVANNA,
    Biome::SNOWY_PLAINS,
    Biome::RIVER,
    Biome::FROZEN_RIVER,
    Biome::BEACH,
    Biome::SNOWY_BEACH,
    Biome::STONY_SHORE,
    Biome::OCEAN,
    Biome::DESERT,
];
const WATERS: &[Biome] = &[
    Biome::RIVER,
    Biome::FROZEN_RIVER,
    Biome::OCEAN,
    Biome::DEEP_OCEAN,
    Biome::COLD_OCEAN,
    Biome::DEEP_COLD_OCEAN,
    Biome::LUKEWARM_OCEAN,
    Biome::DEEP_LUKEWARM_OCEAN,
    Biome::WARM_OCEAN,
    Biome::FROZEN_OCEAN,
    Biome::DEEP_FROZEN_OCEAN,
];
/// Biomes with the ordinary mushrooms, sugar cane and pumpkins.
const COMMON: &[Biome] = &[
    Biome::PLAINS,
    Biome::SUNFLOWER_PLAINS,
    Biome::FOREST,
    Biome::FLOWER_FOREST,
    Biome::BIRCH_FOREST,
    Biome::OLD_GROWTH_BIRCH_FOREST,
    Biome::DARK_FOREST,
    Biome::TAIGA,
    Biome::SNOWY_TAIGA,
    Biome::OLD_GROWTH_PINE_TAIGA,
    Biome::OLD_GROWTH_SPRUCE_TAIGA,
    Biome::SAVANNA,
    Biome::SAVANNA_PLATEAU,
    Biome::WINDSWEPT_SAVANNA,
    Biome::WINDSWEPT_HILLS,
    Biome::WINDSWEPT_FOREST,
    Biome::WINDSWEPT_GRAVELLY_HILLS,
    Biome::JUNGLE,
    Biome::SPARSE_JUNGLE,
    Biome::BAMBOO_JUNGLE,
    Biome::SNOWY_PLAINS,
    Biome::RIVER,
    Biome::FROZEN_RIVER,
    Biome::BEACH,
    Biome::STONY_SHORE,
    Biome::OCEAN,
    Biome::DEEP_OCEAN,
    Biome::COLD_OCEAN,
    Biome::LUKEWARM_OCEAN,
    Biome::WARM_OCEAN,
];

const FLOWERS: &[(i32, Block)] = &[(2, Block::DANDELION), (1, Block::POPPY)];
const PLAIN_FLOWERS: &[(i32, Block)] = &[
    (3, Block::DANDELION),
    (3, Block::POPPY),
    (3, Block::AZURE_BLUET),
    (3, Block::OXEYE_DAISY),
    (3, Block::CORNFLOWER),
    (1, Block::ORANGE_TULIP),
    (1, Block::RED_TULIP),
    (1, Block::PINK_TULIP),
    (1, Block::WHITE_TULIP),
];
const MANY_FLOWERS: &[(i32, Block)] = &[
    (1, Block::DANDELION),
    (1, Block::POPPY),
    (1, Block::ALLIUM),
    (1, Block::AZURE_BLUET),
    (1, Block::RED_TULIP),
    (1, Block::ORANGE_TULIP),
    (1, Block::WHITE_TULIP),
    (1, Block::PINK_TULIP),
    (1, Block::OXEYE_DAISY),
    (1, Block::CORNFLOWER),
    (1, Block::LILY_OF_THE_VALLEY),
];
const MEADOW_FLOWERS: &[(i32, Block)] = &[
    (1, Block::GRASS),
    (1, Block::ALLIUM),
    (1, Block::POPPY),
    (1, Block::AZURE_BLUET),
    (1, Block::DANDELION),
    (1, Block::CORNFLOWER),
    (1, Block::OXEYE_DAISY),
];
const TALL_FLOWERS: &[(i32, Block)] =
    &[(1, Block::LILAC), (1, Block::ROSE_BUSH), (1, Block::PEONY), (1, Block::LILY_OF_THE_VALLEY)];
const FERNS: &[(i32, Block)] = &[(1, Block::GRASS), (4, Block::FERN)];
const GRASS: &[(i32, Block)] = &[(1, Block::GRASS)];
const BROWN_MUSHROOM: &[(i32, Block)] = &[(1, Block::BROWN_MUSHROOM)];
const RED_MUSHROOM: &[(i32, Block)] = &[(1, Block::RED_MUSHROOM)];
const LARGE_FERN: &[(i32, Block)] = &[(1, Block::LARGE_FERN)];
const BERRIES: &[(i32, Block)] = &[(1, Block::SWEET_BERRY_BUSH)];

const SPRUCES: &[(f32, Tree)] = &[(0.333_333_34, Tree::PINE)];
const HILL_TREES: &[(f32, Tree)] = &[(0.666_666_7, Tree::SPRUCE), (0.1, Tree::FANCY_OAK)];
const FOREST_TREES: &[(f32, Tree)] = &[(0.2, Tree::BIRCH), (0.1, Tree::FANCY_OAK)];

use Often::{AndMaybe, ByNoise, OneIn, Times};

/// All vegetation, in the order it is tried.
pub const FLORA: &[Flora] = &[
    // Trees.
    trees(FOREST_TREES, Tree::OAK, 0, AndMaybe(10, 0.1), &[Biome::FOREST]),
    trees(FOREST_TREES, Tree::OAK, 0, AndMaybe(6, 0.1), &[Biome::FLOWER_FOREST]),
    trees(&[], Tree::BIRCH, 0, AndMaybe(10, 0.1), &[Biome::BIRCH_FOREST]),
    trees(&[(0.5, Tree::TALL_BIRCH)], Tree::BIRCH, 0, AndMaybe(10, 0.1), &[Biome::OLD_GROWTH_BIRCH_FOREST]),
    other(Growth::DarkForest, Times(16), &[Biome::DARK_FOREST]),
    trees(&[(0.333_333_34, Tree::FANCY_OAK)], Tree::OAK, 0, AndMaybe(0, 0.05), PLAINS),
    trees(SPRUCES, Tree::SPRUCE, 0, AndMaybe(10, 0.1), TAIGAS),
    trees(
        &[(0.025_641_026, Tree::MEGA_SPRUCE), (0.307_692_32, Tree::MEGA_PINE), (0.333_333_34, Tree::PINE)],
        Tree::SPRUCE,
        0,
        AndMaybe(10, 0.1),
        &[Biome::OLD_GROWTH_PINE_TAIGA],
    ),
    trees(
        &[(0.333_333_34, Tree::MEGA_SPRUCE), (0.333_333_34, Tree::PINE)],
        Tree::SPRUCE,
        0,
        AndMaybe(10, 0.1),
        &[Biome::OLD_GROWTH_SPRUCE_TAIGA],
    ),
    trees(&[(0.8, Tree::ACACIA)], Tree::OAK, 0, AndMaybe(1, 0.1), SAVANNAS),
    trees(&[(0.8, Tree::ACACIA)], Tree::OAK, 0, AndMaybe(2, 0.1), &[Biome::WINDSWEPT_SAVANNA]),
    trees(
        &[(0.1, Tree::FANCY_OAK), (0.5, Tree::BUSH), (0.333_333_34, Tree::MEGA_JUNGLE)],
        Tree::JUNGLE,
        0,
        AndMaybe(50, 0.1),
        &[Biome::JUNGLE],
    ),
    trees(
        &[(0.05, Tree::FANCY_OAK), (0.15, Tree::BUSH), (0.7, Tree::MEGA_JUNGLE)],
        Tree::JUNGLE_BARE,
        0,
        AndMaybe(30, 0.1),
        &[Biome::BAMBOO_JUNGLE],
    ),
    trees(
        &[(0.1, Tree::FANCY_OAK), (0.5, Tree::BUSH)],
        Tree::JUNGLE_BARE,
        0,
        AndMaybe(2, 0.1),
        &[Biome::SPARSE_JUNGLE],
    ),
    trees(&[], Tree::SWAMP_OAK, 2, AndMaybe(2, 0.1), &[Biome::SWAMP]),
    trees(&[], Tree::SPRUCE, 0, AndMaybe(0, 0.1), &[Biome::SNOWY_PLAINS]),
    trees(&[(0.5, Tree::TALL_BIRCH)], Tree::FANCY_OAK, 0, OneIn(100), &[Biome::MEADOW]),
    trees(&[(0.333_333_34, Tree::PINE_ON_SNOW)], Tree::SPRUCE_ON_SNOW, 0, AndMaybe(10, 0.1), &[Biome::GROVE]),
    trees(HILL_TREES, Tree::OAK, 0, AndMaybe(0, 0.1), &[Biome::WINDSWEPT_HILLS, Biome::WINDSWEPT_GRAVELLY_HILLS]),
    trees(HILL_TREES, Tree::OAK, 0, AndMaybe(3, 0.1), &[Biome::WINDSWEPT_FOREST]),
    trees(&[(0.1, Tree::FANCY_OAK)], Tree::OAK, 0, AndMaybe(0, 0.1), WATERS),
    other(Growth::HugeMushroom, Times(1), &[Biome::MUSHROOM_FIELDS]),
    other(Growth::Bamboo { podzol: 0.2 }, Times(100), &[Biome::BAMBOO_JUNGLE]),
    other(Growth::Bamboo { podzol: 0.0 }, OneIn(4), &[Biome::JUNGLE, Biome::SPARSE_JUNGLE]),
    other(Growth::Vines, Times(127), JUNGLES),
    // Flowers.
    patch(64, FLOWERS, OneIn(32), COMMON),
    patch(64, PLAIN_FLOWERS, ByNoise(15, 4, 32), PLAINS),
    patch(96, MEADOW_FLOWERS, Times(1), &[Biome::MEADOW]),
    patch(64, TALL_FLOWERS, OneIn(35), LEAFY),
    patch(96, MANY_FLOWERS, Times(2), &[Biome::FLOWER_FOREST]),
    patch(64, TALL_FLOWERS, OneIn(7), &[Biome::FLOWER_FOREST]),
    patch(64, &[(1, Block::BLUE_ORCHID)], OneIn(32), &[Biome::SWAMP]),
    patch(96, &[(1, Block::SUNFLOWER)], OneIn(3), &[Biome::SUNFLOWER_PLAINS]),
    // Grass.
    patch(96, &[(1, Block::TALL_GRASS)], ByNoise(0, 7, 32), PLAINS),
    patch(96, &[(1, Block::TALL_GRASS)], ByNoise(0, 7, 32), &[Biome::MEADOW]),
    patch(96, &[(1, Block::TALL_GRASS)], OneIn(5), SAVANNAS),
    patch(96, LARGE_FERN, OneIn(5), TAIGAS),
    patch(96, LARGE_FERN, OneIn(5), OLD_TAIGAS),
    patch(32, GRASS, ByNoise(5, 10, 1), PLAINS),
    patch(32, GRASS, ByNoise(5, 10, 1), &[Biome::MEADOW]),
    patch(32, GRASS, Times(2), LEAFY),
    patch(32, GRASS, Times(20), SAVANNAS),
    patch(32, GRASS, Times(5), &[Biome::SWAMP]),
    patch(32, &[(3, Block::GRASS), (1, Block::FERN)], Times(25), JUNGLES),
    patch(32, FERNS, Times(1), TAIGAS),
    patch(32, FERNS, Times(7), OLD_TAIGAS),
    patch(32, FERNS, Times(1), &[Biome::GROVE]),
    patch(32, GRASS, Times(1), BARE),
    patch(4, &[(1, Block::DEAD_BUSH)], Times(2), &[Biome::DESERT]),
    patch(4, &[(1, Block::DEAD_BUSH)], Times(1), OLD_TAIGAS),
    patch(4, &[(1, Block::DEAD_BUSH)], Times(1), &[Biome::SWAMP]),
    // Mushrooms.
    patch(96, BROWN_MUSHROOM, OneIn(256), COMMON),
    patch(96, RED_MUSHROOM, OneIn(512), COMMON),
    patch(96, BROWN_MUSHROOM, OneIn(4), TAIGAS),
    patch(96, RED_MUSHROOM, OneIn(256), TAIGAS),
    patch(96, BROWN_MUSHROOM, OneIn(4), OLD_TAIGAS),
    patch(96, RED_MUSHROOM, OneIn(171), OLD_TAIGAS),
    patch(96, BROWN_MUSHROOM, OneIn(2), &[Biome::SWAMP, Biome::MUSHROOM_FIELDS]),
    patch(96, RED_MUSHROOM, OneIn(8), &[Biome::SWAMP, Biome::MUSHROOM_FIELDS]),
    // Fruit.
    patch(96, &[(1, Block::PUMPKIN)], OneIn(300), COMMON),
    patch(64, &[(1, Block::MELON)], OneIn(6), &[Biome::JUNGLE, Biome::BAMBOO_JUNGLE]),
    patch(64, &[(1, Block::MELON)], OneIn(64), &[Biome::SPARSE_JUNGLE]),
    patch(96, BERRIES, OneIn(32), TAIGAS),
    patch(96, BERRIES, OneIn(384), OLD_TAIGAS),
    // At and in water, and where there is none.
    patch(10, &[(1, Block::LILY_PAD)], Times(4), &[Biome::SWAMP]),
    other(Growth::SugarCane, OneIn(6), COMMON),
    other(Growth::SugarCane, OneIn(3), &[Biome::SWAMP]),
    other(Growth::SugarCane, Times(1), &[Biome::DESERT]),
    other(Growth::Cactus, OneIn(6), &[Biome::DESERT]),
    other(Growth::Seagrass(0.4), Times(48), &[Biome::RIVER]),
    other(Growth::Seagrass(0.3), Times(48), &[Biome::OCEAN]),
    other(Growth::Seagrass(0.3), Times(32), &[Biome::COLD_OCEAN]),
    other(Growth::Seagrass(0.8), Times(48), &[Biome::DEEP_OCEAN, Biome::DEEP_COLD_OCEAN]),
    other(Growth::Seagrass(0.3), Times(80), &[Biome::WARM_OCEAN, Biome::LUKEWARM_OCEAN]),
    other(Growth::Seagrass(0.8), Times(80), &[Biome::DEEP_LUKEWARM_OCEAN]),
    other(Growth::Seagrass(0.6), Times(64), &[Biome::SWAMP]),
    other(
        Growth::Kelp,
        Times(120),
        &[
            Biome::OCEAN,
            Biome::DEEP_OCEAN,
            Biome::COLD_OCEAN,
            Biome::DEEP_COLD_OCEAN,
            Biome::LUKEWARM_OCEAN,
            Biome::DEEP_LUKEWARM_OCEAN,
        ],
    ),
];

/// The species of tree of a log.
pub const SPECIES: [(&str, Block, &[Biome]); 6] = [
    (
        "oak",
        Block::OAK_LOG,
        &[Biome::FOREST, Biome::FLOWER_FOREST, Biome::DARK_FOREST, Biome::SWAMP, Biome::PLAINS, Biome::JUNGLE],
    ),
    ("birch", Block::BIRCH_LOG, &[Biome::FOREST, Biome::BIRCH_FOREST, Biome::OLD_GROWTH_BIRCH_FOREST]),
    (
        "spruce",
        Block::SPRUCE_LOG,
        &[
            Biome::TAIGA,
            Biome::SNOWY_TAIGA,
            Biome::OLD_GROWTH_PINE_TAIGA,
            Biome::OLD_GROWTH_SPRUCE_TAIGA,
            Biome::GROVE,
            Biome::WINDSWEPT_FOREST,
        ],
    ),
    ("jungle", Block::JUNGLE_LOG, JUNGLES),
    ("acacia", Block::ACACIA_LOG, &[Biome::SAVANNA, Biome::SAVANNA_PLATEAU, Biome::WINDSWEPT_SAVANNA]),
    ("dark_oak", Block::DARK_OAK_LOG, &[Biome::DARK_FOREST]),
];

#[cfg(test)]
mod tests {
    use anima_rules::techtree::place_of_block;

    use super::*;

    /// How likely a column of a biome has patches of a plant.
    fn chance(biome: Biome, plant: Block) -> f32 {
        let of_each = FLORA.iter().filter(|flora| flora.biomes.contains(&biome)).map(|flora| {
            let Growth::Patch { plants, .. } = flora.growth else { return 0.0 };
            let all: i32 = plants.iter().map(|(weight, _)| weight).sum();
            let own: i32 = plants.iter().filter(|(_, block)| *block == plant).map(|(weight, _)| weight).sum();
            let times = match flora.often {
                Times(times) => times as f32,
                OneIn(columns) => 1.0 / columns as f32,
                AndMaybe(times, more) => times as f32 + more,
                ByNoise(_, times, columns) => times as f32 / columns as f32,
            };
            times * own as f32 / all as f32
        });
        of_each.sum::<f32>().min(1.0)
    }

    #[test]
    fn plants_are_looked_for_where_they_grow_and_the_more_the_commoner_they_are() {
        use Block as B;
        let plants = [
            B::BROWN_MUSHROOM,
            B::RED_MUSHROOM,
            B::MELON,
            B::SWEET_BERRY_BUSH,
            B::LILY_PAD,
            B::BLUE_ORCHID,
            B::SUNFLOWER,
            B::LILAC,
            B::ROSE_BUSH,
            B::PEONY,
            B::LILY_OF_THE_VALLEY,
            B::DEAD_BUSH,
        ];
        let lands = || (0..Biome::COUNT as u16).filter_map(Biome::from_id);
        for plant in plants {
            let place = place_of_block(plant).expect("it grows by nature");
            let most = lands().map(|biome| chance(biome, plant)).fold(0.0, f32::max);
            for biome in lands() {
                let (grows, told) = (chance(biome, plant) / most, place.how_common(biome));
                // Badlands and mangrove swamps are not in generated land; what comes anywhere comes in nearly all biomes.
                let is_elsewhere = biome.name().contains("badlands") || biome == Biome::MANGROVE_SWAMP;
                let is_left_out = grows == 0.0 && (told < 0.02 || is_elsewhere);
                let is_told = told <= 2.5 * grows && grows <= 2.5 * told;
                assert!(is_told || is_left_out, "{plant} in {}: {grows}, told {told}", biome.name());
            }
        }
    }
}
