//! What blocks leave behind when they break.

use once_cell::sync::Lazy;
use rand::{Rng, RngExt};

use super::{Drop, Fortune, Hand, happens, push};
use crate::dig::can_harvest;
use crate::{Block, BlockState, Enchantment, Item, ItemStack};

/// What breaks a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Breaker {
    /// A player with this in the main hand.
    Player(Option<ItemStack>),
    /// The world: its support is gone, water washed it away, it decayed.
    World,
    /// The world, because the other half of the two-block plant broke first.
    OtherHalf,
    /// An explosion of this power; blocks drop as if harvested, but each item survives with one in `power`.
    Explosion(f32),
}

/// What the state leaves behind, drawn by chance.
pub fn break_block(state: BlockState, breaker: Breaker, rng: &mut (impl Rng + ?Sized)) -> Vec<ItemStack> {
    let held = match breaker {
        Breaker::Player(held) if !can_harvest(state, held) => return Vec::new(),
        Breaker::Player(held) => held,
        _ => None,
    };
    let block = state.block();
    let by_someone = matches!(breaker, Breaker::Player(_) | Breaker::Explosion(_));
    if matches!(block, Block::SNOW | Block::CHORUS_FLOWER) && !by_someone {
        return Vec::new(); // their tables ask for an entity that broke them
    }
    if matches!(block, Block::TALL_GRASS | Block::LARGE_FERN) && breaker == Breaker::OtherHalf {
        return Vec::new(); // their tables ask for both halves to be there
    }
    let fortune = held.map_or(0, |stack| stack.level(Enchantment::Fortune));
    let mut drops = Vec::new();
    let mut last_gave = false;
    for line in of_block(block) {
        if line.or_else && last_gave {
            continue;
        }
        let mut count = match line.hand.accepts(held) && line.allows(state) {
            true => line.draw(state, fortune, rng),
            false => 0,
        };
        last_gave = count > 0;
        if let Breaker::Explosion(power) = breaker {
            count = (0..count).filter(|_| happens(1.0 / power, rng)).count() as u32;
        }
        push(&mut drops, line.item, count);
    }
    drops
}

/// The lines of a block's loot, for any tool that harvests it; empty for what leaves nothing.
pub fn of_block(block: Block) -> &'static [Drop] {
    &LOOT[usize::from(block.id())]
}

/// Experience that digging the state with this in hand gives (`ExperienceDroppingBlock`, `SpawnerBlock`).
pub fn block_experience(state: BlockState, held: Option<ItemStack>, rng: &mut (impl Rng + ?Sized)) -> u32 {
    let silk = held.is_some_and(|stack| stack.level(Enchantment::SilkTouch) > 0);
    if silk || !can_harvest(state, held) {
        return 0;
    }
    match state.block() {
        Block::COAL_ORE | Block::DEEPSLATE_COAL_ORE => rng.random_range(0..=2),
        Block::DIAMOND_ORE | Block::DEEPSLATE_DIAMOND_ORE => rng.random_range(3..=7),
        Block::EMERALD_ORE | Block::DEEPSLATE_EMERALD_ORE => rng.random_range(3..=7),
        Block::LAPIS_ORE | Block::DEEPSLATE_LAPIS_ORE => rng.random_range(2..=5),
        Block::REDSTONE_ORE | Block::DEEPSLATE_REDSTONE_ORE => rng.random_range(1..=5),
        Block::NETHER_QUARTZ_ORE => rng.random_range(2..=5),
        Block::NETHER_GOLD_ORE => rng.random_range(0..=1),
        Block::SPAWNER => 15 + rng.random_range(0..15) + rng.random_range(0..15),
        Block::SCULK => 1,
        Block::SCULK_SENSOR | Block::SCULK_CATALYST | Block::SCULK_SHRIEKER => 5,
        _ => 0,
    }
}

static LOOT: Lazy<Vec<Vec<Drop>>> = Lazy::new(|| Block::all().map(loot).collect());

const SAPLING: &[f32] = &[0.05, 0.0625, 0.083_333_336, 0.1];
const JUNGLE_SAPLING: &[f32] = &[0.025, 0.027_777_778, 0.031_25, 0.041_666_668, 0.1];
const STICKS: &[f32] = &[0.02, 0.022_222_223, 0.025, 0.033_333_335, 0.1];
const APPLE: &[f32] = &[0.005, 0.005_555_555_7, 0.006_25, 0.008_333_334, 0.025];
const FLINT: &[f32] = &[0.1, 0.142_857_15, 0.25, 1.0];
const VINE_TIP: &[f32] = &[0.33, 0.55, 0.77, 1.0];
/// Chance of each further seed of a grown crop (`BlockLootTableGenerator.cropDrops`).
const SEED: f32 = 0.571_428_6;

impl Drop {
    fn new(item: Item) -> Drop {
        Drop {
            item,
            count: (1, 1),
            extra: (0, 0.0),
            chance: 1.0,
            or_else: false,
            hand: Hand::Any,
            state: None,
            per: None,
            fortune: Fortune::None,
            limit: u8::MAX,
        }
    }

    fn count(self, low: i8, high: i8) -> Drop {
        Drop { count: (low, high), ..self }
    }

    fn hand(self, hand: Hand) -> Drop {
        Drop { hand, ..self }
    }

    fn silk(self) -> Drop {
        self.hand(Hand::SilkTouch)
    }

    fn no_silk(self) -> Drop {
        self.hand(Hand::NoSilkTouch)
    }

    fn when(self, property: &'static str, value: &'static str) -> Drop {
        Drop { state: Some((property, value)), ..self }
    }

    fn per(self, property: &'static str) -> Drop {
        Drop { per: Some(property), ..self }
    }

    fn fortune(self, fortune: Fortune) -> Drop {
        Drop { fortune, ..self }
    }

    fn extra(self, tries: u8, chance: f32) -> Drop {
        Drop { extra: (tries, chance), ..self }
    }

    fn chances(self, chances: &'static [f32]) -> Drop {
        Drop { chance: chances[0], fortune: Fortune::Chance(chances), ..self }
    }

    fn limit(self, limit: u8) -> Drop {
        Drop { limit, ..self }
    }

    fn or_else(self) -> Drop {
        Drop { or_else: true, ..self }
    }
}

/// The loot table of a block.
fn loot(block: Block) -> Vec<Drop> {
    let name = block.name();
    let itself = || Drop::new(own_item(name).unwrap_or_else(|| panic!("{name} has no item of its own")));
    let silk_else = |other: Drop| vec![itself().silk(), other.no_silk()];
    let ore = |item: Item, low: i8, high: i8| silk_else(Drop::new(item).count(low, high).fortune(Fortune::Ore));
    match block {
        Block::STONE => silk_else(Drop::new(Item::COBBLESTONE)),
        Block::DEEPSLATE => silk_else(Drop::new(Item::COBBLED_DEEPSLATE)),
        Block::GRASS_BLOCK | Block::PODZOL | Block::MYCELIUM => silk_else(Drop::new(Item::DIRT)),
        Block::FARMLAND | Block::DIRT_PATH => vec![Drop::new(Item::DIRT)],
        Block::CRIMSON_NYLIUM | Block::WARPED_NYLIUM => silk_else(Drop::new(Item::NETHERRACK)),
        Block::GRAVEL => {
            vec![itself().silk(), Drop::new(Item::FLINT).no_silk().chances(FLINT), itself().no_silk().or_else()]
        }
        Block::GILDED_BLACKSTONE => vec![
            itself().silk(),
            Drop::new(Item::GOLD_NUGGET).no_silk().count(2, 5).chances(FLINT),
            itself().no_silk().or_else(),
        ],
        Block::CLAY => silk_else(Drop::new(Item::CLAY_BALL).count(4, 4)),
        Block::SNOW_BLOCK => silk_else(Drop::new(Item::SNOWBALL).count(4, 4)),
        Block::SNOW => {
            let layers = ["1", "2", "3", "4", "5", "6", "7"];
            let mut lines: Vec<Drop> =
                layers.iter().map(|layers| itself().silk().when("layers", layers).per("layers")).collect();
            lines.push(Drop::new(Item::SNOW_BLOCK).silk().when("layers", "8"));
            lines.push(Drop::new(Item::SNOWBALL).no_silk().per("layers"));
            lines
        }

        Block::COAL_ORE | Block::DEEPSLATE_COAL_ORE => ore(Item::COAL, 1, 1),
        Block::DIAMOND_ORE | Block::DEEPSLATE_DIAMOND_ORE => ore(Item::DIAMOND, 1, 1),
        Block::EMERALD_ORE | Block::DEEPSLATE_EMERALD_ORE => ore(Item::EMERALD, 1, 1),
        Block::IRON_ORE | Block::DEEPSLATE_IRON_ORE => ore(Item::RAW_IRON, 1, 1),
        Block::GOLD_ORE | Block::DEEPSLATE_GOLD_ORE => ore(Item::RAW_GOLD, 1, 1),
        Block::COPPER_ORE | Block::DEEPSLATE_COPPER_ORE => ore(Item::RAW_COPPER, 2, 5),
        Block::LAPIS_ORE | Block::DEEPSLATE_LAPIS_ORE => ore(Item::LAPIS_LAZULI, 4, 9),
        Block::NETHER_QUARTZ_ORE => ore(Item::QUARTZ, 1, 1),
        Block::NETHER_GOLD_ORE => ore(Item::GOLD_NUGGET, 2, 6),
        Block::REDSTONE_ORE | Block::DEEPSLATE_REDSTONE_ORE => {
            silk_else(Drop::new(Item::REDSTONE).count(4, 5).fortune(Fortune::Uniform(1)))
        }
        Block::AMETHYST_CLUSTER => vec![
            itself().silk(),
            Drop::new(Item::AMETHYST_SHARD).hand(Hand::Pickaxe).count(4, 4).fortune(Fortune::Ore),
            Drop::new(Item::AMETHYST_SHARD).hand(Hand::NoPickaxe).count(2, 2),
        ],
        Block::GLOWSTONE => {
            silk_else(Drop::new(Item::GLOWSTONE_DUST).count(2, 4).fortune(Fortune::Uniform(1)).limit(4))
        }
        Block::SEA_LANTERN => {
            silk_else(Drop::new(Item::PRISMARINE_CRYSTALS).count(2, 3).fortune(Fortune::Uniform(1)).limit(5))
        }
        Block::MELON => silk_else(Drop::new(Item::MELON_SLICE).count(3, 7).fortune(Fortune::Uniform(1)).limit(9)),
        Block::BOOKSHELF => silk_else(Drop::new(Item::BOOK).count(3, 3)),
        Block::ENDER_CHEST => silk_else(Drop::new(Item::OBSIDIAN).count(8, 8)),
        Block::CAMPFIRE => silk_else(Drop::new(Item::CHARCOAL).count(2, 2)),
        Block::SOUL_CAMPFIRE => silk_else(Drop::new(Item::SOUL_SOIL)),
        Block::BROWN_MUSHROOM_BLOCK => silk_else(Drop::new(Item::BROWN_MUSHROOM).count(-6, 2)),
        Block::RED_MUSHROOM_BLOCK => silk_else(Drop::new(Item::RED_MUSHROOM).count(-6, 2)),
        Block::TUBE_CORAL_BLOCK => silk_else(Drop::new(Item::DEAD_TUBE_CORAL_BLOCK)),
        Block::BRAIN_CORAL_BLOCK => silk_else(Drop::new(Item::DEAD_BRAIN_CORAL_BLOCK)),
        Block::BUBBLE_CORAL_BLOCK => silk_else(Drop::new(Item::DEAD_BUBBLE_CORAL_BLOCK)),
        Block::FIRE_CORAL_BLOCK => silk_else(Drop::new(Item::DEAD_FIRE_CORAL_BLOCK)),
        Block::HORN_CORAL_BLOCK => silk_else(Drop::new(Item::DEAD_HORN_CORAL_BLOCK)),

        Block::OAK_LEAVES => leaves(itself(), Some((Item::OAK_SAPLING, SAPLING)), true),
        Block::DARK_OAK_LEAVES => leaves(itself(), Some((Item::DARK_OAK_SAPLING, SAPLING)), true),
        Block::SPRUCE_LEAVES => leaves(itself(), Some((Item::SPRUCE_SAPLING, SAPLING)), false),
        Block::BIRCH_LEAVES => leaves(itself(), Some((Item::BIRCH_SAPLING, SAPLING)), false),
        Block::ACACIA_LEAVES => leaves(itself(), Some((Item::ACACIA_SAPLING, SAPLING)), false),
        Block::CHERRY_LEAVES => leaves(itself(), Some((Item::CHERRY_SAPLING, SAPLING)), false),
        Block::AZALEA_LEAVES => leaves(itself(), Some((Item::AZALEA, SAPLING)), false),
        Block::FLOWERING_AZALEA_LEAVES => leaves(itself(), Some((Item::FLOWERING_AZALEA, SAPLING)), false),
        Block::JUNGLE_LEAVES => leaves(itself(), Some((Item::JUNGLE_SAPLING, JUNGLE_SAPLING)), false),
        Block::MANGROVE_LEAVES => leaves(itself(), None, false),

        Block::GRASS | Block::FERN => grass(itself()),
        Block::TALL_GRASS => grass(Drop::new(Item::GRASS).count(2, 2)),
        Block::LARGE_FERN => grass(Drop::new(Item::FERN).count(2, 2)),
        Block::DEAD_BUSH => vec![itself().hand(Hand::Shears), Drop::new(Item::STICK).hand(Hand::NoShears).count(0, 2)],
        Block::COBWEB => {
            vec![itself().hand(Hand::ShearsOrSilkTouch), Drop::new(Item::STRING).hand(Hand::NoShearsNorSilkTouch)]
        }
        Block::VINE | Block::SEAGRASS | Block::NETHER_SPROUTS | Block::HANGING_ROOTS | Block::SMALL_DRIPLEAF => {
            vec![itself().hand(Hand::Shears)]
        }
        Block::TALL_SEAGRASS => vec![Drop::new(Item::SEAGRASS).hand(Hand::Shears).count(2, 2)],
        Block::GLOW_LICHEN => vec![itself().hand(Hand::Shears).per("faces")],
        Block::SCULK_VEIN => vec![itself().silk().per("faces")],
        Block::TWISTING_VINES | Block::TWISTING_VINES_PLANT => vine_tip(Item::TWISTING_VINES),
        Block::WEEPING_VINES | Block::WEEPING_VINES_PLANT => vine_tip(Item::WEEPING_VINES),
        Block::CAVE_VINES | Block::CAVE_VINES_PLANT => vec![Drop::new(Item::GLOW_BERRIES).when("berries", "true")],
        Block::SUNFLOWER | Block::LILAC | Block::ROSE_BUSH | Block::PEONY => vec![itself().when("half", "lower")],
        Block::MANGROVE_PROPAGULE => vec![itself().when("age", "4")],
        Block::PINK_PETALS => vec![itself().per("flower_amount")],
        Block::CHORUS_PLANT => vec![Drop::new(Item::CHORUS_FRUIT).count(0, 1)],

        Block::WHEAT => crop(Item::WHEAT, Item::WHEAT_SEEDS, &["0", "1", "2", "3", "4", "5", "6"], "7"),
        Block::BEETROOTS => crop(Item::BEETROOT, Item::BEETROOT_SEEDS, &["0", "1", "2"], "3"),
        Block::CARROTS => root(Item::CARROT),
        Block::POTATOES => {
            let mut lines = root(Item::POTATO);
            lines.push(Drop { chance: 0.02, ..Drop::new(Item::POISONOUS_POTATO) }.when("age", "7"));
            lines
        }
        Block::TORCHFLOWER_CROP => vec![Drop::new(Item::TORCHFLOWER_SEEDS)],
        Block::NETHER_WART => {
            let mut lines = by_age(Drop::new(Item::NETHER_WART), &["0", "1", "2"]);
            lines.push(itself().count(2, 4).fortune(Fortune::Uniform(1)).when("age", "3"));
            lines
        }
        Block::COCOA => {
            let mut lines = by_age(Drop::new(Item::COCOA_BEANS), &["0", "1"]);
            lines.push(Drop::new(Item::COCOA_BEANS).count(3, 3).when("age", "2"));
            lines
        }
        Block::SWEET_BERRY_BUSH => vec![
            Drop::new(Item::SWEET_BERRIES).count(2, 3).fortune(Fortune::Uniform(1)).when("age", "3"),
            Drop::new(Item::SWEET_BERRIES).count(1, 2).fortune(Fortune::Uniform(1)).when("age", "2"),
        ],
        Block::PUMPKIN_STEM => stem(Item::PUMPKIN_SEEDS),
        Block::MELON_STEM => stem(Item::MELON_SEEDS),
        Block::ATTACHED_PUMPKIN_STEM => vec![attached_stem(Item::PUMPKIN_SEEDS)],
        Block::ATTACHED_MELON_STEM => vec![attached_stem(Item::MELON_SEEDS)],

        Block::COMPOSTER => vec![itself(), Drop::new(Item::BONE_MEAL).when("level", "8")],
        Block::SEA_PICKLE => vec![itself().per("pickles")],
        Block::TNT => vec![itself().when("unstable", "false")],
        Block::CANDLE_CAKE => vec![Drop::new(Item::CANDLE)],
        Block::BAMBOO_SAPLING => vec![Drop::new(Item::BAMBOO)],
        Block::KELP_PLANT => vec![Drop::new(Item::KELP)],
        Block::BIG_DRIPLEAF_STEM => vec![Drop::new(Item::BIG_DRIPLEAF)],
        Block::REDSTONE_WIRE => vec![Drop::new(Item::REDSTONE)],
        Block::TRIPWIRE => vec![Drop::new(Item::STRING)],
        Block::WATER_CAULDRON | Block::LAVA_CAULDRON | Block::POWDER_SNOW_CAULDRON => vec![Drop::new(Item::CAULDRON)],

        Block::INFESTED_STONE => vec![Drop::new(Item::STONE).silk()],
        Block::INFESTED_COBBLESTONE => vec![Drop::new(Item::COBBLESTONE).silk()],
        Block::INFESTED_STONE_BRICKS => vec![Drop::new(Item::STONE_BRICKS).silk()],
        Block::INFESTED_MOSSY_STONE_BRICKS => vec![Drop::new(Item::MOSSY_STONE_BRICKS).silk()],
        Block::INFESTED_CRACKED_STONE_BRICKS => vec![Drop::new(Item::CRACKED_STONE_BRICKS).silk()],
        Block::INFESTED_CHISELED_STONE_BRICKS => vec![Drop::new(Item::CHISELED_STONE_BRICKS).silk()],
        Block::INFESTED_DEEPSLATE => vec![Drop::new(Item::DEEPSLATE).silk()],
        Block::GLASS
        | Block::GLASS_PANE
        | Block::ICE
        | Block::PACKED_ICE
        | Block::BLUE_ICE
        | Block::TURTLE_EGG
        | Block::MUSHROOM_STEM
        | Block::BEE_NEST
        | Block::CHISELED_BOOKSHELF
        | Block::SCULK
        | Block::SCULK_CATALYST
        | Block::SCULK_SENSOR
        | Block::SCULK_SHRIEKER
        | Block::SMALL_AMETHYST_BUD
        | Block::MEDIUM_AMETHYST_BUD
        | Block::LARGE_AMETHYST_BUD => vec![itself().silk()],

        Block::AIR
        | Block::CAVE_AIR
        | Block::VOID_AIR
        | Block::WATER
        | Block::LAVA
        | Block::BUBBLE_COLUMN
        | Block::FIRE
        | Block::SOUL_FIRE
        | Block::NETHER_PORTAL
        | Block::END_PORTAL
        | Block::END_GATEWAY
        | Block::END_PORTAL_FRAME
        | Block::BEDROCK
        | Block::BARRIER
        | Block::LIGHT
        | Block::STRUCTURE_VOID
        | Block::STRUCTURE_BLOCK
        | Block::JIGSAW
        | Block::COMMAND_BLOCK
        | Block::CHAIN_COMMAND_BLOCK
        | Block::REPEATING_COMMAND_BLOCK
        | Block::SPAWNER
        | Block::CAKE
        | Block::FROGSPAWN
        | Block::FROSTED_ICE
        | Block::POWDER_SNOW
        | Block::PISTON_HEAD
        | Block::MOVING_PISTON
        | Block::BUDDING_AMETHYST
        | Block::REINFORCED_DEEPSLATE
        | Block::SUSPICIOUS_SAND => Vec::new(),

        _ => by_name(name, itself),
    }
}

/// The loot of blocks that come in many kinds, told by name; most others drop themselves.
fn by_name(name: &str, itself: impl Fn() -> Drop) -> Vec<Drop> {
    if let Some(plant) = name.strip_prefix("potted_") {
        let plant = plant.strip_suffix("_bush").filter(|_| plant.contains("azalea")).unwrap_or(plant);
        let plant = Item::from_name(plant).unwrap_or_else(|| panic!("no item for the plant in {name}"));
        return vec![Drop::new(Item::FLOWER_POT), Drop::new(plant)];
    }
    if let Some(candle) = name.strip_suffix("_cake").and_then(Item::from_name) {
        return vec![Drop::new(candle)];
    }
    let coral = name.ends_with("_coral") || name.ends_with("_coral_fan") || name.ends_with("_coral_wall_fan");
    let glass = name.ends_with("_stained_glass") || name.ends_with("_stained_glass_pane");
    let line = itself();
    vec![if coral || glass {
        line.silk()
    } else if name.ends_with("candle") {
        line.per("candles")
    } else if name.ends_with("_door") {
        line.when("half", "lower")
    } else if name.ends_with("_bed") {
        line.when("part", "head")
    } else if name.ends_with("_slab") {
        return vec![
            line.clone().count(2, 2).when("type", "double"),
            line.clone().when("type", "top"),
            line.when("type", "bottom"),
        ];
    } else {
        line
    }]
}

/// The item of a block: its namesake, or that of the form that stands (`oak_wall_sign` is an `oak_sign`).
fn own_item(name: &str) -> Option<Item> {
    Item::from_name(name).or_else(|| Item::from_name(&name.replacen("wall_", "", 1)))
}

/// `BlockLootTableGenerator.leavesDrops`, `oakLeavesDrops`, `mangroveLeavesDrops`.
fn leaves(itself: Drop, sapling: Option<(Item, &'static [f32])>, apples: bool) -> Vec<Drop> {
    let bare = |item: Item, chances| Drop::new(item).hand(Hand::NoShearsNorSilkTouch).chances(chances);
    let mut lines = vec![itself.hand(Hand::ShearsOrSilkTouch)];
    lines.extend(sapling.map(|(sapling, chances)| bare(sapling, chances)));
    lines.push(bare(Item::STICK, STICKS).count(1, 2));
    if apples {
        lines.push(bare(Item::APPLE, APPLE));
    }
    lines
}

/// `grassDrops`: the plant to shears, else seeds with one in eight.
fn grass(plant: Drop) -> Vec<Drop> {
    let seeds = Drop::new(Item::WHEAT_SEEDS).hand(Hand::NoShears).fortune(Fortune::Uniform(2));
    vec![plant.hand(Hand::Shears), Drop { chance: 0.125, ..seeds }]
}

fn vine_tip(item: Item) -> Vec<Drop> {
    vec![
        Drop::new(item).hand(Hand::ShearsOrSilkTouch),
        Drop::new(item).hand(Hand::NoShearsNorSilkTouch).chances(VINE_TIP),
    ]
}

fn by_age(line: Drop, ages: &[&'static str]) -> Vec<Drop> {
    ages.iter().map(|age| line.clone().when("age", age)).collect()
}

/// `cropDrops`: one fruit and 1 to 4 seeds when ripe, else one seed.
fn crop(fruit: Item, seeds: Item, growing: &[&'static str], ripe: &'static str) -> Vec<Drop> {
    let mut lines = by_age(Drop::new(seeds), growing);
    lines.push(Drop::new(fruit).when("age", ripe));
    lines.push(Drop::new(seeds).extra(3, SEED).fortune(Fortune::Tries).when("age", ripe));
    lines
}

/// Carrots and potatoes: one, and 1 to 4 more when ripe.
fn root(item: Item) -> Vec<Drop> {
    vec![Drop::new(item), Drop::new(item).extra(3, SEED).fortune(Fortune::Tries).when("age", "7")]
}

/// `cropStemDrops`: 0 to 3 seeds, the likelier the older.
fn stem(seeds: Item) -> Vec<Drop> {
    let ages = ["0", "1", "2", "3", "4", "5", "6", "7"];
    let line = |(age, name)| Drop::new(seeds).count(0, 0).extra(3, (age + 1) as f32 / 15.0).when("age", name);
    ages.into_iter().enumerate().map(line).collect()
}

/// `attachedCropStemDrops`.
fn attached_stem(seeds: Item) -> Drop {
    Drop::new(seeds).count(0, 0).extra(3, 0.533_333_36)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;
    use rand_pcg::Pcg32;

    use super::*;
    use crate::Enchantments;

    fn tool(item: Item) -> Option<ItemStack> {
        Some(ItemStack::new(item, 1))
    }

    fn enchanted(item: Item, enchantment: Enchantment, level: u8) -> Option<ItemStack> {
        let enchantments = Enchantments::NONE.with(enchantment, level);
        Some(ItemStack { enchantments, ..ItemStack::new(item, 1) })
    }

    /// The mean number of each item over many breaks.
    fn means(state: BlockState, breaker: Breaker) -> BTreeMap<Item, f64> {
        let mut rng = Pcg32::seed_from_u64(7);
        let mut sums = BTreeMap::new();
        const BREAKS: u32 = 20_000;
        for _ in 0..BREAKS {
            for stack in break_block(state, breaker, &mut rng) {
                *sums.entry(stack.item).or_insert(0.0) += f64::from(stack.count) / f64::from(BREAKS);
            }
        }
        sums
    }

    fn check(state: &str, held: Option<ItemStack>, expected: &[(Item, f64)]) {
        let state: BlockState = state.parse().unwrap();
        let got = means(state, Breaker::Player(held));
        let near =
            |(item, mean): &(Item, f64)| got.get(item).is_some_and(|got| (got - mean).abs() < 0.05 * mean.max(0.1));
        assert!(got.len() == expected.len() && expected.iter().all(near), "{state}: {got:?}, expected {expected:?}");
    }

    #[test]
    fn tools_decide_what_drops() {
        check("stone", tool(Item::WOODEN_PICKAXE), &[(Item::COBBLESTONE, 1.0)]);
        check("stone", None, &[]);
        check("stone", enchanted(Item::IRON_PICKAXE, Enchantment::SilkTouch, 1), &[(Item::STONE, 1.0)]);
        check("iron_ore", tool(Item::WOODEN_PICKAXE), &[]);
        check("grass", tool(Item::SHEARS), &[(Item::GRASS, 1.0)]);
        check("grass", None, &[(Item::WHEAT_SEEDS, 0.125)]);
        check("vine", None, &[]);
        check("cobweb", tool(Item::STONE_SWORD), &[(Item::STRING, 1.0)]);
        check("snow[layers=3]", tool(Item::WOODEN_SHOVEL), &[(Item::SNOWBALL, 3.0)]);
        check("snow[layers=3]", None, &[]);
        check("amethyst_cluster", tool(Item::IRON_PICKAXE), &[(Item::AMETHYST_SHARD, 4.0)]);
        check("amethyst_cluster", None, &[(Item::AMETHYST_SHARD, 2.0)]);
    }

    #[test]
    fn chances_are_those_of_the_game() {
        check("gravel", None, &[(Item::GRAVEL, 0.9), (Item::FLINT, 0.1)]);
        check("gravel", enchanted(Item::IRON_SHOVEL, Enchantment::Fortune, 3), &[(Item::FLINT, 1.0)]);
        check("oak_leaves", None, &[(Item::OAK_SAPLING, 0.05), (Item::STICK, 0.03), (Item::APPLE, 0.005)]);
        check("redstone_ore", tool(Item::IRON_PICKAXE), &[(Item::REDSTONE, 4.5)]);
        check("copper_ore", tool(Item::STONE_PICKAXE), &[(Item::RAW_COPPER, 3.5)]);
        check("diamond_ore", enchanted(Item::IRON_PICKAXE, Enchantment::Fortune, 3), &[(Item::DIAMOND, 2.2)]);
        check("brown_mushroom_block", None, &[(Item::BROWN_MUSHROOM, 1.0 / 3.0)]);
        check("melon", None, &[(Item::MELON_SLICE, 5.0)]);
        check("glowstone", enchanted(Item::IRON_PICKAXE, Enchantment::Fortune, 3), &[(Item::GLOWSTONE_DUST, 3.75)]);
    }

    #[test]
    fn states_decide_what_drops() {
        check("wheat[age=6]", None, &[(Item::WHEAT_SEEDS, 1.0)]);
        check("wheat[age=7]", None, &[(Item::WHEAT, 1.0), (Item::WHEAT_SEEDS, 2.714)]);
        check("carrots[age=7]", None, &[(Item::CARROT, 3.714)]);
        check("potatoes[age=7]", None, &[(Item::POTATO, 3.714), (Item::POISONOUS_POTATO, 0.02)]);
        check("oak_slab[type=double]", None, &[(Item::OAK_SLAB, 2.0)]);
        check("oak_door[half=upper]", None, &[]);
        check("red_bed[part=head]", None, &[(Item::RED_BED, 1.0)]);
        check("candle[candles=3]", None, &[(Item::CANDLE, 3.0)]);
        check("cocoa[age=2]", None, &[(Item::COCOA_BEANS, 3.0)]);
        check("glow_lichen[down=true,up=true]", tool(Item::SHEARS), &[(Item::GLOW_LICHEN, 2.0)]);
        check("potted_azalea_bush", None, &[(Item::FLOWER_POT, 1.0), (Item::AZALEA, 1.0)]);
    }

    #[test]
    fn the_world_breaks_blocks_too() {
        let stone = Block::STONE.state();
        assert!((means(stone, Breaker::Explosion(4.0))[&Item::COBBLESTONE] - 0.25).abs() < 0.02);
        assert!((means(stone, Breaker::World)[&Item::COBBLESTONE] - 1.0).abs() < 1e-6);
        assert!(means(Block::SNOW.state(), Breaker::World).is_empty());
        let upper = Block::TALL_GRASS.with("half", "upper");
        assert!(means(upper, Breaker::OtherHalf).is_empty());
        assert!(means(upper, Breaker::World).contains_key(&Item::WHEAT_SEEDS));
    }

    #[test]
    fn means_of_lines_are_what_is_drawn() {
        let mut rng = Pcg32::seed_from_u64(3);
        for state in Block::all().map(Block::state) {
            for line in of_block(state.block()).iter().filter(|line| line.limit == u8::MAX) {
                let sum: u32 = (0..4000).map(|_| line.draw(state, 0, &mut rng)).sum();
                let (drawn, mean) = (sum as f32 / 4000.0, line.mean(state));
                assert!((drawn - mean).abs() < 0.15 * mean.max(0.4), "{state}: {drawn} of {line:?}");
            }
        }
    }

    #[test]
    fn what_leaves_nothing_is_listed() {
        let nothing: Vec<&str> = Block::all().filter(|block| of_block(*block).is_empty()).map(Block::name).collect();
        assert_eq!(
            nothing.join(" "),
            "air bedrock water lava suspicious_sand piston_head moving_piston fire soul_fire spawner nether_portal \
             cake end_portal end_portal_frame command_block barrier light end_gateway repeating_command_block \
             chain_command_block frosted_ice structure_void void_air cave_air bubble_column structure_block jigsaw \
             budding_amethyst powder_snow frogspawn reinforced_deepslate"
        );
    }

    #[test]
    fn ores_give_experience_unless_silk_touched() {
        let mut rng = Pcg32::seed_from_u64(1);
        let mut between = |held| {
            let drawn: Vec<u32> =
                (0..500).map(|_| block_experience(Block::DIAMOND_ORE.state(), held, &mut rng)).collect();
            (drawn.iter().min().copied(), drawn.iter().max().copied())
        };
        assert_eq!(between(tool(Item::IRON_PICKAXE)), (Some(3), Some(7)));
        assert_eq!(between(tool(Item::STONE_PICKAXE)), (Some(0), Some(0)));
        assert_eq!(between(enchanted(Item::IRON_PICKAXE, Enchantment::SilkTouch, 1)), (Some(0), Some(0)));
    }
}
