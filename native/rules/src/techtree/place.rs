//! Where blocks and mobs are found in an overworld without structures, and about how long finding them takes.
//!
//! Biomes and heights are those of 1.19.4's world generation and spawn lists; the ticks are estimates for a player
//! on foot, made to order plans, not to time them.

use once_cell::sync::Lazy;
use rustc_hash::FxHashMap;

use crate::climate::climates;
use crate::{Biome, Block, EntityKind};

/// Where something is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Words of biome names, with how common it is there, see [`Place::how_common`]; empty means equally
    /// common everywhere.
    pub biomes: Vec<(&'static str, f32)>,
    /// Lowest and highest block, where it matters.
    pub y: Option<(i16, i16)>,
    /// The height where it is densest.
    pub best_y: Option<i16>,
    /// What the place is like beside that: `underground`, `near water`, `night`, `geode` ...
    pub hints: Vec<&'static str>,
    /// Ticks until the first one is reached.
    pub first: f32,
    /// Ticks from one to the next, digging or fighting aside.
    pub next: f32,
}

impl Place {
    /// At hand: no place to go to.
    pub const HERE: Place =
        Place { biomes: Vec::new(), y: None, best_y: None, hints: Vec::new(), first: 0.0, next: 0.0 };

    /// The biomes under the sky in which it is found, and how common it is there; none if it is equally common
    /// everywhere.
    pub fn under_the_sky(&self) -> Vec<(Biome, f32)> {
        if self.biomes.is_empty() {
            return Vec::new();
        }
        let all = (0..Biome::COUNT as u16).filter_map(Biome::from_id);
        let lands = all.filter(|biome| !climates(*biome).is_empty());
        lands.map(|biome| (biome, self.how_common(biome))).filter(|(_, common)| *common > 0.0).collect()
    }

    /// Whether it is found in this biome.
    pub fn fits(&self, biome: Biome) -> bool {
        self.how_common(biome) > 0.0
    }

    /// How many columns of land of this biome have it or come with a herd of it, as a share of those of the biome where it
    /// is commonest, 0 to 1. Of words that mean the same biome the last one counts.
    pub fn how_common(&self, biome: Biome) -> f32 {
        match self.biomes.iter().rfind(|(word, _)| is_of(biome, word)) {
            Some((_, common)) => *common,
            None if self.biomes.is_empty() => 1.0,
            None => 0.0,
        }
    }
}

/// Whether a biome goes by this word: its name, a part of its name, or a family of biomes.
fn is_of(biome: Biome, word: &str) -> bool {
    let name = biome.name();
    match word {
        "anywhere" => true,
        "wooded" => {
            ["forest", "taiga", "jungle", "swamp", "savanna", "grove", "wooded"].iter().any(|part| name.contains(part))
        }
        "mountain" => {
            ["peaks", "slopes", "windswept", "meadow"].iter().any(|part| name.contains(part)) || name == "grove"
        }
        "snowy" => ["snowy", "frozen", "ice", "jagged"].iter().any(|part| name.contains(part)) || name == "grove",
        "forest" => name == "forest" || name == "flower_forest" || name == "windswept_forest",
        "plains" => name == "plains" || name == "sunflower_plains",
        "swamp" => name == word,
        "river" | "ocean" | "beach" => name.ends_with(word),
        "taiga" | "jungle" | "badlands" | "savanna" => name.contains(word),
        _ => name.contains(word) && (name == word || name.ends_with(word) || name.starts_with(word)),
    }
}

/// Where a block lies by nature; `None` for what nature does not make in an overworld without structures.
pub fn of_block(block: Block) -> Option<&'static Place> {
    BLOCKS.get(&block)
}

/// Where a mob lives, and whether it is hostile; `None` for what is not met in an overworld without structures.
pub fn of_mob(kind: EntityKind) -> Option<&'static (Place, bool)> {
    MOBS.get(&kind)
}

/// The kind of mob that is met soonest: the nearest of those that are about, `away` blocks off, or else the one that is
/// usually met soonest.
pub fn met_soonest(
    mobs: impl IntoIterator<Item = EntityKind>,
    away: impl Fn(EntityKind) -> Option<f64>,
) -> Option<EntityKind> {
    let near = |mob: EntityKind| away(mob).unwrap_or(f64::INFINITY);
    let usual = |mob: EntityKind| of_mob(mob).map_or(f32::INFINITY, |(place, _)| place.first);
    let order = |a: &EntityKind, b: &EntityKind| near(*a).total_cmp(&near(*b)).then(usual(*a).total_cmp(&usual(*b)));
    mobs.into_iter().min_by(|a, b| order(a, b).then(a.cmp(b)))
}

/// Every block that nature makes, by id.
pub fn natural_blocks() -> impl Iterator<Item = Block> {
    Block::all().filter(|block| BLOCKS.contains_key(block))
}

static BLOCKS: Lazy<FxHashMap<Block, Place>> = Lazy::new(|| {
    let mut found = FxHashMap::default();
    for (names, place) in lines(BLOCK_LINES) {
        for name in names {
            let block = Block::from_name(name).unwrap_or_else(|| panic!("places: unknown block {name}"));
            assert!(found.insert(block, place.clone()).is_none(), "places: {name} is listed twice");
        }
    }
    found
});

static MOBS: Lazy<FxHashMap<EntityKind, (Place, bool)>> = Lazy::new(|| {
    let mut found = FxHashMap::default();
    for (lines_of, hostile) in [(ANIMAL_LINES, false), (MONSTER_LINES, true)] {
        for (names, place) in lines(lines_of) {
            for name in names {
                let kind = EntityKind::from_name(name).unwrap_or_else(|| panic!("places: unknown mob {name}"));
                found.insert(kind, (place.clone(), hostile));
            }
        }
    }
    found
});

/// Reads `names | biome words | hints, y low..high, best y | first next`; in the biomes of a word like `taiga/15` it is a
/// fifteenth as common, in those of one like `-taiga` it is not, and `anywhere` means all; later words count.
fn lines(text: &'static str) -> impl Iterator<Item = (Vec<&'static str>, Place)> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| {
        let mut fields = line.split('|').map(str::trim);
        let mut field = || fields.next().unwrap_or_else(|| panic!("places: a line of four fields, not: {line}"));
        let (names, biomes, facts, ticks) = (field(), field(), field(), field());
        let biome = |word: &'static str| match (word.strip_prefix('-'), word.split_once('/')) {
            (Some(word), _) => (word, 0.0),
            (None, Some((word, part))) => (word, 1.0 / number::<f32>(part, line)),
            (None, None) => (word, 1.0),
        };
        let mut place = Place { biomes: biomes.split_whitespace().map(biome).collect(), ..Place::HERE };
        for fact in facts.split(',').map(str::trim).filter(|fact| !fact.is_empty()) {
            if let Some(range) = fact.strip_prefix("y ") {
                let (low, high) = range.split_once("..").unwrap_or_else(|| panic!("places: y low..high in: {line}"));
                place.y = Some((number(low, line), number(high, line)));
            } else if let Some(y) = fact.strip_prefix("best ") {
                place.best_y = Some(number(y, line));
            } else {
                place.hints.push(fact);
            }
        }
        let (first, next) = ticks.split_once(' ').unwrap_or_else(|| panic!("places: two times in: {line}"));
        place.first = number(first, line);
        place.next = number(next, line);
        (names.split_whitespace().collect(), place)
    })
}

fn number<T: std::str::FromStr>(text: &str, line: &str) -> T {
    text.trim().parse().unwrap_or_else(|_| panic!("places: {text} is no number in: {line}"))
}

const BLOCK_LINES: &str = "
    stone                            | | y 0..320 | 60 4
    deepslate                        | | underground, y -64..8 | 1200 4
    cobbled_deepslate cobblestone    | | rare | 6000 400
    granite diorite andesite         | | y 0..128 | 300 10
    tuff                             | | underground, y -64..16 | 1800 10
    dirt grass_block                 | | | 20 4
    coarse_dirt podzol               | old_growth taiga | | 4000 5
    rooted_dirt hanging_roots        | lush_caves | underground, azalea | 7000 40
    mycelium                         | mushroom_fields | | 20000 4
    mud                              | mangrove_swamp | | 6000 4
    muddy_mangrove_roots mangrove_roots mangrove_log mangrove_leaves mangrove_propagule | mangrove_swamp | | 6000 10
    sand                             | desert beach river | | 600 4
    red_sand                         | badlands | | 6000 4
    sandstone                        | desert beach | | 900 4
    red_sandstone                    | badlands | | 6000 10
    terracotta white_terracotta orange_terracotta yellow_terracotta brown_terracotta red_terracotta light_gray_terracotta | badlands | | 6000 6
    gravel                           | | | 400 6
    clay                             | | near water | 700 8
    suspicious_sand                  | | | 20000 4000

    oak_log                          | wooded | | 150 30
    oak_leaves                       | wooded | | 150 6
    birch_log birch_leaves           | birch_forest forest | | 1200 20
    spruce_log spruce_leaves         | snowy_plains/10 ice_spikes/10 windswept_hills/15 windswept_gravelly_hills/15 windswept_forest taiga grove | | 1500 20
    jungle_log jungle_leaves         | jungle | | 4000 20
    acacia_log acacia_leaves         | savanna | | 3000 20
    dark_oak_log dark_oak_leaves     | dark_forest | | 3000 20
    azalea_leaves flowering_azalea_leaves | | azalea tree above lush caves | 6000 6
    brown_mushroom                   | anywhere/128 taiga/2 swamp mushroom_fields | dark | 2000 200
    red_mushroom                     | anywhere/64 old_growth_pine_taiga/20 old_growth_spruce_taiga/20 taiga/30 swamp mushroom_fields | dark | 2000 200
    brown_mushroom_block red_mushroom_block mushroom_stem | dark_forest mushroom_fields | huge mushroom | 3500 6
    bee_nest                         | plains meadow forest | | 4000 2000

    coal_ore                         | | underground, y 0..320, best 96 | 900 60
    deepslate_coal_ore               | | underground, y -64..8, best 0 | 3000 400
    iron_ore                         | | underground, y -64..320, best 16 | 1500 150
    deepslate_iron_ore               | | underground, y -64..8, best 0 | 2500 250
    copper_ore                       | | underground, y -16..112, best 48 | 1500 60
    deepslate_copper_ore             | | underground, y -16..8, best 0 | 3000 200
    gold_ore                         | | underground, y -64..256, best -16 | 5000 600
    deepslate_gold_ore               | | underground, y -64..8, best -16 | 5000 500
    redstone_ore                     | | underground, y -64..15, best -59 | 5000 300
    deepslate_redstone_ore           | | underground, y -64..8, best -59 | 4000 200
    lapis_ore                        | | underground, y -64..64, best 0 | 5000 800
    deepslate_lapis_ore              | | underground, y -64..8, best 0 | 5000 800
    diamond_ore                      | | underground, y -64..16, best -59 | 9000 1500
    deepslate_diamond_ore            | | underground, y -64..8, best -59 | 7000 1200
    emerald_ore                      | mountain | underground, y -16..320, best 232 | 9000 2500
    deepslate_emerald_ore            | mountain | underground, y -16..8, best 0 | 20000 8000
    raw_iron_block raw_copper_block  | | underground, ore vein | 30000 2000
    infested_stone infested_deepslate | mountain | underground, y -64..64 | 6000 300
    obsidian                         | | underground, where water meets lava, y -64..0, best -54 | 4000 30
    magma_block                      | | underground, near water | 4000 20
    dripstone_block pointed_dripstone | dripstone_caves | underground | 6000 8
    calcite                          | stony_peaks | geode, y -58..30 | 9000 8
    smooth_basalt amethyst_block budding_amethyst | | geode, underground, y -58..30 | 9000 8
    amethyst_cluster large_amethyst_bud medium_amethyst_bud small_amethyst_bud | | geode, underground, y -58..30 | 9000 30
    bone_block                       | desert swamp mangrove_swamp | fossil, underground | 30000 8
    mossy_cobblestone                | old_growth | boulder | 6000 10
    moss_block moss_carpet azalea flowering_azalea spore_blossom cave_vines cave_vines_plant big_dripleaf big_dripleaf_stem small_dripleaf | lush_caves | underground | 6000 10
    glow_lichen                      | | underground | 1500 200
    sculk sculk_vein sculk_catalyst sculk_sensor sculk_shrieker | deep_dark | underground, y -64..0 | 15000 10

    grass                            | plains forest meadow wooded | | 60 10
    tall_grass                       | plains forest savanna | | 300 40
    fern                             | taiga jungle | | 1500 20
    large_fern                       | taiga | | 1500 100
    dead_bush                        | desert badlands swamp/2 mangrove_swamp/2 old_growth_pine_taiga/2 old_growth_spruce_taiga/2 | | 2500 150
    dandelion                        | plains forest meadow taiga | | 400 80
    poppy                            | plains forest meadow taiga | | 400 80
    blue_orchid                      | swamp | | 4000 150
    allium                           | flower_forest meadow | | 5000 150
    azure_bluet oxeye_daisy cornflower | plains flower_forest meadow | | 1200 150
    red_tulip orange_tulip white_tulip pink_tulip | plains flower_forest | | 3000 200
    lily_of_the_valley               | forest/20 birch_forest/20 dark_forest/20 flower_forest -windswept_forest | | 3000 200
    sunflower                        | sunflower_plains | | 8000 60
    lilac rose_bush peony            | forest/6 birch_forest/6 dark_forest/6 flower_forest -windswept_forest | | 2000 150
    sugar_cane                       | | near water | 1500 30
    cactus                           | desert badlands | | 3000 60
    bamboo                           | jungle | | 4500 6
    vine                             | jungle swamp mangrove_swamp lush_caves | | 3000 6
    lily_pad                         | swamp mangrove_swamp | near water | 3500 40
    cocoa                            | jungle | | 4500 150
    melon                            | jungle sparse_jungle/10 | | 5000 60
    pumpkin                          | | pumpkin patch | 5000 60
    sweet_berry_bush                 | taiga old_growth_pine_taiga/12 old_growth_spruce_taiga/12 | | 2500 100
    seagrass tall_seagrass kelp kelp_plant | ocean river | near water | 1500 15
    sea_pickle tube_coral_block brain_coral_block bubble_coral_block fire_coral_block horn_coral_block tube_coral brain_coral bubble_coral fire_coral horn_coral tube_coral_fan brain_coral_fan bubble_coral_fan fire_coral_fan horn_coral_fan tube_coral_wall_fan brain_coral_wall_fan bubble_coral_wall_fan fire_coral_wall_fan horn_coral_wall_fan | warm_ocean | near water | 10000 20
    turtle_egg                       | beach | turtles nest | 10000 500
    snow                             | windswept_hills/4 windswept_gravelly_hills/4 windswept_forest/4 snowy | | 3000 4
    snow_block                       | snowy mountain | | 4000 4
    powder_snow                      | grove snowy_slopes | | 6000 6
    ice                              | snowy/10 frozen_river frozen_ocean | near water | 3000 4
    packed_ice                       | ice_spikes frozen_ocean frozen_peaks | | 8000 4
    blue_ice                         | frozen_ocean | | 12000 8
    water                            | | near water | 400 5
    lava                             | | underground, y -64..0, best -54 | 3000 20
";

const ANIMAL_LINES: &str = "
    cow pig chicken                  | plains forest birch_forest dark_forest taiga grove savanna windswept swamp jungle/2 bamboo_jungle/4 | | 600 150
    sheep                            | plains forest birch_forest dark_forest taiga grove savanna windswept swamp meadow jungle/3 bamboo_jungle/5 | | 600 150
    rabbit                           | desert snowy_plains/2 ice_spikes/2 snowy_slopes/2 meadow/2 flower_forest/11 taiga/15 grove/15 | | 2500 300
    horse                            | plains savanna/4 | | 3000 400
    donkey                           | meadow plains/9 savanna/8 | | 5000 600
    llama                            | savanna_plateau windswept -windswept_savanna | | 6000 500
    mooshroom                        | mushroom_fields | | 20000 200
    goat                             | jagged_peaks frozen_peaks snowy_slopes/2 | | 8000 400
    panda                            | jungle/43 bamboo_jungle -sparse_jungle | | 6000 600
    parrot                           | jungle bamboo_jungle/2 -sparse_jungle | | 6000 600
    turtle                           | beach -snowy_beach | | 5000 400
    polar_bear                       | frozen_ocean snowy_plains/16 ice_spikes/16 | | 6000 600
    axolotl                          | lush_caves | near water, underground | 8000 500
    squid                            | ocean river | near water | 1500 300
    glow_squid                       | | near water, underground, y -64..30 | 6000 500
    dolphin                          | ocean -cold_ocean -frozen_ocean | near water | 4000 500
    cod                              | ocean -frozen_ocean -warm_ocean lukewarm_ocean | near water | 2500 200
    salmon                           | cold_ocean frozen_ocean river | near water | 2000 200
    pufferfish                       | warm_ocean | near water | 8000 300
    tropical_fish                    | warm_ocean mangrove_swamp lush_caves | near water | 8000 300
    trader_llama                     | | wandering trader | 60000 60000
    wolf                             | taiga grove forest -flower_forest -windswept_forest | | 6000 1000
    fox                              | taiga grove | | 6000 1000
    frog                             | swamp/5 mangrove_swamp | | 6000 1000
    ocelot                           | jungle -sparse_jungle | | 6000 1000
    bee                              | plains meadow forest birch_forest | | 6000 1000
    bat                              | | underground | 6000 1000
";

const MONSTER_LINES: &str = "
    zombie skeleton spider creeper   | | night | 4000 500
    enderman                         | | night | 9000 4000
    witch                            | | night, rare | 15000 8000
    zombie_villager                  | | night, rare | 15000 8000
    husk                             | desert | night | 6000 600
    stray                            | snowy_plains ice_spikes | night | 7000 700
    drowned                          | river ocean | night, near water | 6000 700
    slime                            | swamp mangrove_swamp | night | 8000 400
    silverfish                       | mountain | in infested stone | 8000 300
    phantom                          | | night, three nights without sleep | 72000 1000
    warden                           | deep_dark | underground | 30000 30000
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_biome_word_names_a_biome() {
        let biomes = || (0..Biome::COUNT as u16).filter_map(Biome::from_id);
        let places = BLOCKS.values().chain(MOBS.values().map(|(place, _)| place));
        for (word, _) in places.flat_map(|place| &place.biomes) {
            assert!(biomes().any(|biome| is_of(biome, word)), "{word}");
        }
    }

    #[test]
    fn words_mean_the_biomes_they_should() {
        let fits = |block: Block, biome: Biome| of_block(block).is_some_and(|place| place.fits(biome));
        assert!(fits(Block::OAK_LOG, Biome::FOREST) && fits(Block::OAK_LOG, Biome::SWAMP));
        assert!(!fits(Block::OAK_LOG, Biome::DESERT));
        assert!(fits(Block::SPRUCE_LOG, Biome::SNOWY_TAIGA) && !fits(Block::SPRUCE_LOG, Biome::FOREST));
        assert!(fits(Block::BIRCH_LOG, Biome::OLD_GROWTH_BIRCH_FOREST));
        assert!(fits(Block::STONE, Biome::DESERT));
        assert!(of_block(Block::NETHERRACK).is_none() && of_block(Block::BEETROOTS).is_none());
    }

    #[test]
    fn words_tell_how_common_something_is() {
        let melon = of_block(Block::MELON).expect("it grows by nature");
        let parrot = &of_mob(EntityKind::PARROT).expect("it lives somewhere").0;
        assert_eq!([Biome::JUNGLE, Biome::SPARSE_JUNGLE, Biome::PLAINS].map(|b| melon.how_common(b)), [1.0, 0.1, 0.0]);
        assert!(parrot.fits(Biome::JUNGLE) && !parrot.fits(Biome::SPARSE_JUNGLE));
        let lands = of_block(Block::RED_MUSHROOM).expect("it grows by nature").under_the_sky();
        assert!(lands.contains(&(Biome::SWAMP, 1.0)) && lands.contains(&(Biome::PLAINS, 1.0 / 64.0)));
        assert!(of_block(Block::PUMPKIN).expect("it grows by nature").under_the_sky().is_empty());
    }

    #[test]
    fn heights_are_read() {
        let diamond = of_block(Block::DEEPSLATE_DIAMOND_ORE).expect("diamonds are natural");
        assert_eq!((diamond.y, diamond.best_y), (Some((-64, 8)), Some(-59)));
        assert!(of_mob(EntityKind::CREEPER).expect("creepers spawn").1);
    }
}
