//! Smelting: what furnaces, smokers, blast furnaces and campfires make, and what burns.
//!
//! By hand from the default 1.19.4 data pack (`recipes/*_from_{smelting,blasting,smoking,campfire_cooking}`) and
//! `AbstractFurnaceBlockEntity.createFuelTimeMap`.

use once_cell::sync::Lazy;
use rand::{Rng, RngExt};

use crate::tags::{COLORS, ItemTag};
use crate::{Block, Item};

/// What cooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Cooker {
    Furnace,
    BlastFurnace,
    Smoker,
    /// Campfires, which need no fuel.
    Campfire,
}

impl Cooker {
    /// All four.
    pub const ALL: [Cooker; 4] = [Cooker::Furnace, Cooker::BlastFurnace, Cooker::Smoker, Cooker::Campfire];

    /// The block that does it.
    pub const fn block(self) -> Block {
        match self {
            Cooker::Furnace => Block::FURNACE,
            Cooker::BlastFurnace => Block::BLAST_FURNACE,
            Cooker::Smoker => Block::SMOKER,
            Cooker::Campfire => Block::CAMPFIRE,
        }
    }

    /// Ticks for one item.
    pub const fn ticks(self) -> u16 {
        match self {
            Cooker::Furnace => 200,
            Cooker::BlastFurnace | Cooker::Smoker => 100,
            Cooker::Campfire => 600,
        }
    }

    /// Ticks that a fuel burns here: half as long where things cook in half the time.
    pub fn burn_ticks(self, fuel: Item) -> Option<u16> {
        match self {
            Cooker::Furnace => burn_ticks(fuel),
            Cooker::BlastFurnace | Cooker::Smoker => burn_ticks(fuel).map(|ticks| ticks / 2),
            Cooker::Campfire => None,
        }
    }
}

/// One thing that can be cooked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smelting {
    /// What goes in.
    pub input: Item,
    /// What comes out, one for one.
    pub result: Item,
    /// Experience for each, see [`experience`].
    pub experience: f32,
    /// What beside the furnace does it.
    also: Also,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Also {
    Nothing,
    /// Ores and metal gear.
    Blast,
    /// Food.
    SmokeAndCampfire,
}

impl Smelting {
    /// Whether this cooks it.
    pub fn works_in(&self, cooker: Cooker) -> bool {
        match cooker {
            Cooker::Furnace => true,
            Cooker::BlastFurnace => self.also == Also::Blast,
            Cooker::Smoker | Cooker::Campfire => self.also == Also::SmokeAndCampfire,
        }
    }
}

/// What becomes of an item in a cooker.
pub fn smelted(input: Item, cooker: Cooker) -> Option<&'static Smelting> {
    let index = TABLE.by_input[usize::from(input.id())]?;
    Some(&TABLE.list[usize::from(index)]).filter(|smelting| smelting.works_in(cooker))
}

/// Everything that can be cooked.
pub fn all() -> &'static [Smelting] {
    &TABLE.list
}

/// Ticks that one of an item burns in a furnace; `None` for what is no fuel.
pub fn burn_ticks(fuel: Item) -> Option<u16> {
    Some(FUEL[usize::from(fuel.id())]).filter(|ticks| *ticks > 0)
}

/// The experience for `count` items at once: the sum, its fraction by chance
/// (`AbstractFurnaceBlockEntity.dropExperience`).
pub fn experience(each: f32, count: u32, rng: &mut (impl Rng + ?Sized)) -> u32 {
    let sum = each * count as f32;
    let (whole, fraction) = (sum.floor(), sum.fract());
    whole as u32 + u32::from(fraction > 0.0 && rng.random::<f32>() < fraction)
}

static TABLE: Lazy<Table> = Lazy::new(Table::new);
static FUEL: Lazy<Vec<u16>> = Lazy::new(fuels);

struct Table {
    list: Vec<Smelting>,
    by_input: Vec<Option<u16>>,
}

const FOOD: &[(Item, Item, f32)] = &[
    (Item::BEEF, Item::COOKED_BEEF, 0.35),
    (Item::PORKCHOP, Item::COOKED_PORKCHOP, 0.35),
    (Item::CHICKEN, Item::COOKED_CHICKEN, 0.35),
    (Item::MUTTON, Item::COOKED_MUTTON, 0.35),
    (Item::RABBIT, Item::COOKED_RABBIT, 0.35),
    (Item::COD, Item::COOKED_COD, 0.35),
    (Item::SALMON, Item::COOKED_SALMON, 0.35),
    (Item::POTATO, Item::BAKED_POTATO, 0.35),
    (Item::KELP, Item::DRIED_KELP, 0.1),
];

const ORES: &[(Item, Item, f32)] = &[
    (Item::RAW_IRON, Item::IRON_INGOT, 0.7),
    (Item::IRON_ORE, Item::IRON_INGOT, 0.7),
    (Item::DEEPSLATE_IRON_ORE, Item::IRON_INGOT, 0.7),
    (Item::RAW_COPPER, Item::COPPER_INGOT, 0.7),
    (Item::COPPER_ORE, Item::COPPER_INGOT, 0.7),
    (Item::DEEPSLATE_COPPER_ORE, Item::COPPER_INGOT, 0.7),
    (Item::RAW_GOLD, Item::GOLD_INGOT, 1.0),
    (Item::GOLD_ORE, Item::GOLD_INGOT, 1.0),
    (Item::DEEPSLATE_GOLD_ORE, Item::GOLD_INGOT, 1.0),
    (Item::NETHER_GOLD_ORE, Item::GOLD_INGOT, 1.0),
    (Item::COAL_ORE, Item::COAL, 0.1),
    (Item::DEEPSLATE_COAL_ORE, Item::COAL, 0.1),
    (Item::DIAMOND_ORE, Item::DIAMOND, 1.0),
    (Item::DEEPSLATE_DIAMOND_ORE, Item::DIAMOND, 1.0),
    (Item::EMERALD_ORE, Item::EMERALD, 1.0),
    (Item::DEEPSLATE_EMERALD_ORE, Item::EMERALD, 1.0),
    (Item::LAPIS_ORE, Item::LAPIS_LAZULI, 0.2),
    (Item::DEEPSLATE_LAPIS_ORE, Item::LAPIS_LAZULI, 0.2),
    (Item::REDSTONE_ORE, Item::REDSTONE, 0.7),
    (Item::DEEPSLATE_REDSTONE_ORE, Item::REDSTONE, 0.7),
    (Item::NETHER_QUARTZ_ORE, Item::QUARTZ, 0.2),
    (Item::ANCIENT_DEBRIS, Item::NETHERITE_SCRAP, 2.0),
];

const FURNACE_ONLY: &[(Item, Item, f32)] = &[
    (Item::SAND, Item::GLASS, 0.1),
    (Item::RED_SAND, Item::GLASS, 0.1),
    (Item::COBBLESTONE, Item::STONE, 0.1),
    (Item::STONE, Item::SMOOTH_STONE, 0.1),
    (Item::COBBLED_DEEPSLATE, Item::DEEPSLATE, 0.1),
    (Item::SANDSTONE, Item::SMOOTH_SANDSTONE, 0.1),
    (Item::RED_SANDSTONE, Item::SMOOTH_RED_SANDSTONE, 0.1),
    (Item::QUARTZ_BLOCK, Item::SMOOTH_QUARTZ, 0.1),
    (Item::BASALT, Item::SMOOTH_BASALT, 0.1),
    (Item::CLAY, Item::TERRACOTTA, 0.35),
    (Item::CLAY_BALL, Item::BRICK, 0.3),
    (Item::NETHERRACK, Item::NETHER_BRICK, 0.1),
    (Item::NETHER_BRICKS, Item::CRACKED_NETHER_BRICKS, 0.1),
    (Item::STONE_BRICKS, Item::CRACKED_STONE_BRICKS, 0.1),
    (Item::POLISHED_BLACKSTONE_BRICKS, Item::CRACKED_POLISHED_BLACKSTONE_BRICKS, 0.1),
    (Item::DEEPSLATE_BRICKS, Item::CRACKED_DEEPSLATE_BRICKS, 0.1),
    (Item::DEEPSLATE_TILES, Item::CRACKED_DEEPSLATE_TILES, 0.1),
    (Item::CACTUS, Item::GREEN_DYE, 1.0),
    (Item::SEA_PICKLE, Item::LIME_DYE, 0.1),
    (Item::WET_SPONGE, Item::SPONGE, 0.15),
    (Item::CHORUS_FRUIT, Item::POPPED_CHORUS_FRUIT, 0.1),
];

/// Metal things that melt down to a nugget.
const IRON_GEAR: &str = "iron_pickaxe iron_shovel iron_axe iron_hoe iron_sword iron_helmet iron_chestplate \
                         iron_leggings iron_boots iron_horse_armor chainmail_helmet chainmail_chestplate \
                         chainmail_leggings chainmail_boots";
const GOLDEN_GEAR: &str = "golden_pickaxe golden_shovel golden_axe golden_hoe golden_sword golden_helmet \
                           golden_chestplate golden_leggings golden_boots golden_horse_armor";

impl Table {
    fn new() -> Table {
        let mut list = Vec::new();
        let mut add = |rows: &[(Item, Item, f32)], also| {
            let row = |&(input, result, experience)| Smelting { input, result, experience, also };
            list.extend(rows.iter().map(row));
        };
        add(FOOD, Also::SmokeAndCampfire);
        add(ORES, Also::Blast);
        add(FURNACE_ONLY, Also::Nothing);
        let to = |result: Item, experience: f32| move |input: Item| (input, result, experience);
        let gear = |names: &str, nugget| names.split_whitespace().map(named).map(to(nugget, 0.1)).collect::<Vec<_>>();
        add(&gear(IRON_GEAR, Item::IRON_NUGGET), Also::Blast);
        add(&gear(GOLDEN_GEAR, Item::GOLD_NUGGET), Also::Blast);
        let charcoal: Vec<_> = ItemTag::LogsThatBurn.members().iter().copied().map(to(Item::CHARCOAL, 0.15)).collect();
        add(&charcoal, Also::Nothing);
        for color in COLORS {
            let (plain, glazed) = (format!("{color}_terracotta"), format!("{color}_glazed_terracotta"));
            add(&[(named(&plain), named(&glazed), 0.1)], Also::Nothing);
        }
        let mut by_input = vec![None; Item::COUNT];
        for (index, smelting) in list.iter().enumerate() {
            by_input[usize::from(smelting.input.id())] = Some(index as u16);
        }
        Table { list, by_input }
    }
}

fn fuels() -> Vec<u16> {
    let mut ticks = vec![0; Item::COUNT];
    let mut set = |items: &[Item], burns: u16| items.iter().for_each(|item| ticks[usize::from(item.id())] = burns);
    set(&[Item::LAVA_BUCKET], 20_000);
    set(&[Item::COAL_BLOCK], 16_000);
    set(&[Item::DRIED_KELP_BLOCK], 4_001);
    set(&[Item::BLAZE_ROD], 2_400);
    set(ItemTag::Coals.members(), 1_600);
    set(ItemTag::Boats.members(), 1_200);
    set(ItemTag::ChestBoats.members(), 1_200);
    for tag in [
        ItemTag::Logs,
        ItemTag::Planks,
        ItemTag::WoodenStairs,
        ItemTag::WoodenTrapdoors,
        ItemTag::WoodenPressurePlates,
        ItemTag::WoodenFences,
        ItemTag::FenceGates,
        ItemTag::Banners,
    ] {
        set(tag.members(), 300);
    }
    let furniture = "note_block bookshelf chiseled_bookshelf lectern jukebox chest trapped_chest crafting_table \
                     daylight_detector bow fishing_rod ladder crossbow loom barrel cartography_table \
                     fletching_table smithing_table composter mangrove_roots bamboo_block bamboo_mosaic \
                     bamboo_mosaic_stairs";
    set(&furniture.split_whitespace().map(named).collect::<Vec<_>>(), 300);
    set(ItemTag::Signs.members(), 200);
    set(ItemTag::WoodenDoors.members(), 200);
    let tools = [Item::WOODEN_SHOVEL, Item::WOODEN_SWORD, Item::WOODEN_HOE, Item::WOODEN_AXE, Item::WOODEN_PICKAXE];
    set(&tools, 200);
    set(ItemTag::WoodenSlabs.members(), 150);
    set(&[Item::BAMBOO_MOSAIC_SLAB], 150);
    for tag in [ItemTag::Wool, ItemTag::WoodenButtons, ItemTag::Saplings] {
        set(tag.members(), 100);
    }
    set(&[Item::STICK, Item::BOWL, Item::DEAD_BUSH, Item::AZALEA, Item::FLOWERING_AZALEA], 100);
    set(ItemTag::WoolCarpets.members(), 67);
    set(&[Item::BAMBOO, Item::SCAFFOLDING], 50);
    // `#non_flammable_wood`
    for item in Item::all().filter(|item| item.name().contains("crimson") || item.name().contains("warped")) {
        ticks[usize::from(item.id())] = 0;
    }
    ticks
}

fn named(name: &str) -> Item {
    Item::from_name(name).unwrap_or_else(|| panic!("smelting: unknown item {name}"))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg32;

    use super::*;

    #[test]
    fn each_cooker_takes_its_own() {
        let check = |input, cooker, expected| {
            assert_eq!(smelted(input, cooker).map(|smelting| smelting.result), expected, "{input} {cooker:?}");
        };
        check(Item::RAW_IRON, Cooker::Furnace, Some(Item::IRON_INGOT));
        check(Item::RAW_IRON, Cooker::BlastFurnace, Some(Item::IRON_INGOT));
        check(Item::RAW_IRON, Cooker::Smoker, None);
        check(Item::BEEF, Cooker::Campfire, Some(Item::COOKED_BEEF));
        check(Item::BEEF, Cooker::BlastFurnace, None);
        check(Item::SAND, Cooker::BlastFurnace, None);
        check(Item::STRIPPED_OAK_WOOD, Cooker::Furnace, Some(Item::CHARCOAL));
        check(Item::CRIMSON_STEM, Cooker::Furnace, None);
        check(Item::DIRT, Cooker::Furnace, None);
    }

    #[test]
    fn fuels_burn_as_long_as_they_should() {
        let check = |fuel, expected| assert_eq!(burn_ticks(fuel), expected, "{fuel}");
        check(Item::COAL, Some(1600));
        check(Item::OAK_PLANKS, Some(300));
        check(Item::STICK, Some(100));
        check(Item::LAVA_BUCKET, Some(20_000));
        check(Item::WARPED_PLANKS, None);
        check(Item::WARPED_FUNGUS_ON_A_STICK, None);
        check(Item::COBBLESTONE, None);
        assert_eq!(Cooker::Smoker.burn_ticks(Item::COAL), Some(800));
        assert_eq!(Cooker::BlastFurnace.burn_ticks(Item::DRIED_KELP_BLOCK), Some(2000));
    }

    #[test]
    fn no_input_is_listed_twice() {
        let mut inputs: Vec<Item> = all().iter().map(|smelting| smelting.input).collect();
        inputs.sort();
        inputs.dedup();
        assert_eq!(inputs.len(), all().len());
    }

    #[test]
    fn a_fraction_of_experience_comes_by_chance() {
        let mut rng = Pcg32::seed_from_u64(1);
        let sum: u32 = (0..2000).map(|_| experience(0.7, 3, &mut rng)).sum();
        assert!((f64::from(sum) / 2000.0 - 2.1).abs() < 0.05);
        assert_eq!(experience(1.0, 3, &mut rng), 3);
    }
}
