//! Random small places, and a random player in each.

use anima_body::{ActiveEffect, BlockPos, ChunkPos, Effect, Inventory};
use anima_rules::{Enchantment, Enchantments, EntityKind, Item, ItemStack};
use anima_world::{Difficulty, GameRules, Options, SavedEntity, Scene, World};
use glam::DVec3;
use rand::{Rng, RngExt};

use super::pick;

/// What the ground is.
const GROUNDS: [&str; 8] =
    ["grass_block", "stone", "dirt", "sand", "farmland[moisture=7]", "gravel", "netherrack", "water"];

/// What stands about.
const BLOCKS: [&str; 62] = [
    "stone",
    "dirt",
    "grass_block",
    "coal_ore",
    "iron_ore",
    "oak_log",
    "oak_leaves[persistent=true]",
    "oak_planks",
    "glass",
    "chest[facing=north]",
    "chest[facing=north]",
    "crafting_table",
    "crafting_table",
    "furnace[facing=north]",
    "barrel",
    "enchanting_table",
    "anvil",
    "lever[face=floor]",
    "stone_button[face=floor]",
    "oak_trapdoor",
    "oak_fence_gate",
    "oak_fence_gate[facing=east]",
    "iron_trapdoor",
    "oak_fence",
    "cobblestone_wall",
    "water",
    "water",
    "lava",
    "powder_snow",
    "farmland[moisture=7]",
    "grass",
    "grass",
    "fern",
    "dandelion",
    "wheat[age=7]",
    "wheat[age=2]",
    "sweet_berry_bush[age=3]",
    "oak_sapling",
    "sugar_cane",
    "torch",
    "oak_slab[type=bottom]",
    "oak_slab[type=top]",
    "oak_slab[type=bottom,waterlogged=true]",
    "ladder[facing=north]",
    "vine[north=true]",
    "sand",
    "gravel",
    "snow[layers=2]",
    "cobweb",
    "cake",
    "note_block",
    "composter[level=3]",
    "composter[level=8]",
    "flower_pot",
    "pumpkin",
    "tnt",
    "cauldron",
    "water_cauldron[level=3]",
    "bee_nest[honey_level=5]",
    "repeater",
    "candle[lit=true]",
    "soul_sand",
];

/// What is carried.
const ITEMS: [Item; 60] = [
    Item::DIAMOND_PICKAXE,
    Item::IRON_PICKAXE,
    Item::WOODEN_PICKAXE,
    Item::DIAMOND_SHOVEL,
    Item::IRON_SHOVEL,
    Item::DIAMOND_AXE,
    Item::WOODEN_AXE,
    Item::IRON_HOE,
    Item::SHEARS,
    Item::IRON_SWORD,
    Item::DIAMOND_SWORD,
    Item::APPLE,
    Item::COOKED_BEEF,
    Item::GOLDEN_APPLE,
    Item::SWEET_BERRIES,
    Item::CARROT,
    Item::ROTTEN_FLESH,
    Item::HONEY_BOTTLE,
    Item::DRIED_KELP,
    Item::DRIED_KELP,
    Item::MILK_BUCKET,
    Item::POTION,
    Item::GLASS_BOTTLE,
    Item::BUCKET,
    Item::BUCKET,
    Item::WATER_BUCKET,
    Item::LAVA_BUCKET,
    Item::POWDER_SNOW_BUCKET,
    Item::BOW,
    Item::BOW,
    Item::BOW,
    Item::ARROW,
    Item::SHIELD,
    Item::SHIELD,
    Item::IRON_HELMET,
    Item::LEATHER_BOOTS,
    Item::DIAMOND_CHESTPLATE,
    Item::TORCH,
    Item::DIRT,
    Item::COBBLESTONE,
    Item::SAND,
    Item::OAK_PLANKS,
    Item::OAK_SLAB,
    Item::OAK_DOOR,
    Item::LADDER,
    Item::WHITE_BED,
    Item::CRAFTING_TABLE,
    Item::CHEST,
    Item::OAK_SAPLING,
    Item::WHEAT_SEEDS,
    Item::WHEAT,
    Item::BONE_MEAL,
    Item::FLINT_AND_STEEL,
    Item::FIRE_CHARGE,
    Item::HONEYCOMB,
    Item::DANDELION,
    Item::STICK,
    Item::STICK,
    Item::IRON_INGOT,
    Item::DIAMOND,
];

/// What is held in the off hand.
const OFF_HAND: [Item; 10] = [
    Item::SHIELD,
    Item::TORCH,
    Item::ARROW,
    Item::APPLE,
    Item::DIRT,
    Item::WHEAT,
    Item::BUCKET,
    Item::BOW,
    Item::BONE_MEAL,
    Item::STICK,
];

const MOBS: [EntityKind; 10] = [
    EntityKind::PIG,
    EntityKind::COW,
    EntityKind::SHEEP,
    EntityKind::SHEEP,
    EntityKind::CHICKEN,
    EntityKind::VILLAGER,
    EntityKind::ZOMBIE,
    EntityKind::SKELETON,
    EntityKind::CREEPER,
    EntityKind::BOAT,
];

fn stack(dice: &mut impl Rng, item: Item) -> ItemStack {
    let count = if dice.random_range(0..3) == 0 { 1 } else { item.stack_size().min(dice.random_range(1..=64)) };
    let damage = match item.durability() {
        Some(durability) if dice.random_range(0..4) == 0 => durability - 1,
        _ => 0,
    };
    let enchantments = match item.tool() {
        Some(_) if dice.random_range(0..2) == 0 => Enchantments::NONE.with(Enchantment::Efficiency, 5),
        _ => Enchantments::NONE,
    };
    ItemStack { damage, enchantments, ..ItemStack::new(item, count) }
}

/// A place with what stands in it, for hands to aim at.
pub(super) fn world(dice: &mut impl Rng) -> (World, Vec<BlockPos>) {
    let mut scene = Scene::loaded(ChunkPos::new(-1, -1), ChunkPos::new(0, 0));
    scene.fill([-9, 62, -9], [9, 62, 9], "stone").fill([-9, 63, -9], [9, 63, 9], pick(dice, &GROUNDS));
    scene.start.on_ground = true;
    scene.start.velocity = DVec3::new(0.0, -0.0784000015258789, 0.0);
    let mut aims = Vec::new();
    for _ in 0..dice.random_range(0..40) {
        let (x, z) = (dice.random_range(-4..=4), dice.random_range(-4..=4));
        if (x, z) == (0, 0) {
            continue;
        }
        let pos = BlockPos::new(x, dice.random_range(63..=65), z);
        scene.set(pos, pick(dice, &BLOCKS));
        aims.push(pos);
    }
    if dice.random_range(0..4) == 0 {
        let (x, half) = (dice.random_range(-2..=2), ["lower", "upper"]);
        for (y, half) in (64..).zip(half) {
            scene.set([x, y, 2], &format!("oak_door[facing=south,half={half}]"));
            aims.push(BlockPos::new(x, y, 2));
        }
    }
    if dice.random_range(0..6) == 0 {
        scene
            .set([1, 64, -1], "white_bed[facing=north,part=foot]")
            .set([1, 64, -2], "white_bed[facing=north,part=head]");
        aims.push(BlockPos::new(1, 64, -1));
    }
    for _ in 0..dice.random_range(0..4) {
        let pos = DVec3::new(dice.random_range(-3.0..3.5), 64.0, dice.random_range(-3.0..3.5));
        scene.entity(SavedEntity::new(pick(dice, &MOBS), pos));
    }
    for slot in 0..Inventory::MAIN {
        if slot < 9 || dice.random_range(0..3) == 0 {
            let item = pick(dice, &ITEMS);
            scene.put(slot, (dice.random_range(0..8) > 0).then(|| stack(dice, item)));
        }
    }
    if dice.random_range(0..2) == 0 {
        let item = pick(dice, &OFF_HAND);
        scene.put(Inventory::OFF_HAND, Some(stack(dice, item)));
    }
    if dice.random_range(0..4) == 0 {
        scene.put(Inventory::FEET + 3, Some(stack(dice, Item::LEATHER_HELMET)));
    }
    scene.start.food = if dice.random_range(0..3) == 0 { dice.random_range(3..8) } else { dice.random_range(8..=20) };
    scene.start.health = if dice.random_range(0..5) == 0 { 2.0 } else { 20.0 };
    scene.start.sneaking = dice.random_range(0..8) == 0;
    if dice.random_range(0..3) == 0 {
        let effect = pick(dice, &[Effect::Haste, Effect::Speed, Effect::Blindness, Effect::Slowness, Effect::Weakness]);
        scene.start.effects.push(ActiveEffect { effect, amplifier: dice.random_range(0..3), ticks: 10_000 });
    }
    scene.look(dice.random_range(-180.0..180.0), dice.random_range(-30.0..60.0));
    let options = Options {
        seed: dice.random(),
        rules: GameRules { do_mob_spawning: false, do_weather_cycle: false, ..GameRules::default() },
        radius: 1,
        difficulty: pick(dice, &[Difficulty::Peaceful, Difficulty::Normal, Difficulty::Hard]),
        day_time: Some(pick(dice, &[1000, 6000, 14_000, 18_000])),
        ..Options::default()
    };
    (scene.world(options), aims)
}
