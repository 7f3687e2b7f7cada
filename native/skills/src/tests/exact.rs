//! What was checked is what is done: an act changes what is carried as its check on the rules says.

use std::collections::BTreeMap;

use anima_intent::Act;
use anima_rules::techtree::{Fuel, Given, Kind, Step, Stock, ways};
use anima_rules::{Block, Item, ItemStack};
use anima_world::Scene;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::testing::{Game, flat};
use crate::*;

const STATIONS: [Block; 2] = [Block::CRAFTING_TABLE, Block::FURNACE];

/// What may be carried: what things are made of and burnt, and tools.
const CARRIED: [Item; 24] = [
    Item::OAK_PLANKS,
    Item::BIRCH_PLANKS,
    Item::SPRUCE_PLANKS,
    Item::OAK_LOG,
    Item::BIRCH_LOG,
    Item::STICK,
    Item::COBBLESTONE,
    Item::COBBLED_DEEPSLATE,
    Item::RAW_IRON,
    Item::RAW_GOLD,
    Item::IRON_INGOT,
    Item::COAL,
    Item::CHARCOAL,
    Item::BEEF,
    Item::SAND,
    Item::WHITE_WOOL,
    Item::STRING,
    Item::WOODEN_PICKAXE,
    Item::STONE_PICKAXE,
    Item::IRON_PICKAXE,
    Item::GOLDEN_PICKAXE,
    Item::IRON_AXE,
    Item::WOODEN_AXE,
    Item::STONE_SHOVEL,
];

/// What is to be had: by crafting, smelting and mining.
const WANTED: [Item; 28] = [
    Item::OAK_PLANKS,
    Item::BIRCH_PLANKS,
    Item::STICK,
    Item::CRAFTING_TABLE,
    Item::CHEST,
    Item::LADDER,
    Item::BOWL,
    Item::TORCH,
    Item::FURNACE,
    Item::WHITE_BED,
    Item::FISHING_ROD,
    Item::WOODEN_SWORD,
    Item::STONE_PICKAXE,
    Item::STONE_AXE,
    Item::IRON_PICKAXE,
    Item::BUCKET,
    Item::SHIELD,
    Item::IRON_INGOT,
    Item::GOLD_INGOT,
    Item::CHARCOAL,
    Item::COOKED_BEEF,
    Item::GLASS,
    Item::COBBLESTONE,
    Item::RAW_IRON,
    Item::OAK_LOG,
    Item::DIRT,
    Item::SAND,
    Item::RAW_COPPER,
];

/// A drawn inventory.
fn draw_carried(rng: &mut Pcg64) -> Vec<ItemStack> {
    let mut carried = Vec::new();
    for item in CARRIED {
        if rng.random_bool(0.4) {
            continue;
        }
        let stack = match item.durability() {
            Some(uses) => ItemStack { damage: rng.random_range(0..uses), ..ItemStack::new(item, 1) },
            None => ItemStack::new(item, rng.random_range(1..=12)),
        };
        carried.push(stack);
    }
    carried.shuffle(rng);
    carried
}

/// A drawn step that can be done with what is carried; materials, fuel and tool are any that will do.
fn draw_step(carried: &[ItemStack], rng: &mut Pcg64) -> Option<Step> {
    let item = *WANTED.choose(rng)?;
    let exact = |way: &&&'static _| is_exact(way);
    let ways: Vec<&'static anima_rules::techtree::Way> = ways(item).iter().collect();
    let way = **ways.iter().filter(exact).collect::<Vec<_>>().choose(rng)?;
    let times = rng.random_range(1..=4);
    let mut left: BTreeMap<Item, u32> = BTreeMap::new();
    carried.iter().for_each(|stack| *left.entry(stack.item).or_default() += u32::from(stack.count));
    let mut materials: Vec<(Item, u32)> = Vec::new();
    for material in &way.materials {
        for _ in 0..u32::from(material.count) * times {
            let there: Vec<Item> =
                material.any_of.iter().copied().filter(|item| left.get(item).is_some_and(|n| *n > 0)).collect();
            let item = *there.choose(rng)?;
            *left.entry(item).or_default() -= 1;
            match materials.iter_mut().find(|(known, _)| *known == item) {
                Some((_, count)) => *count += 1,
                None => materials.push((item, 1)),
            }
        }
    }
    let fuel = if matches!(way.kind, Kind::Smelt { .. }) {
        let fuels = [Item::COAL, Item::CHARCOAL, Item::OAK_PLANKS, Item::BIRCH_LOG, Item::STICK];
        let item = *fuels.choose(rng)?;
        Some(Fuel { item, count: Fuel::pieces(item, &materials, 1)? })
    } else {
        None
    };
    let tools: Vec<Item> = carried.iter().filter(|stack| way.suits(stack)).map(|stack| stack.item).collect();
    let tool = way.tool.and_then(|_| tools.choose(rng).copied());
    let count = times * u32::from(way.count.0);
    Some(Step { way, item, count, times, materials, fuel, tool, ticks: 0.0 })
}

/// Whether a way gives the same each time and is one that skills can go here.
fn is_exact(way: &anima_rules::techtree::Way) -> bool {
    let digs = [Block::STONE, Block::IRON_ORE, Block::OAK_LOG, Block::DIRT, Block::SAND];
    let is_here = match way.kind {
        Kind::Craft(_) | Kind::Smelt { .. } => true,
        Kind::Mine(block) => digs.contains(&block) && way.tool.is_none_or(|need| !need.silk_touch),
        _ => false,
    };
    is_here && way.count.0 == way.count.1
}

/// A yard with a table and a furnace, and a wall of what is to be dug.
fn yard(step: &Step, carried: &[ItemStack]) -> Scene {
    let mut scene = flat(&[]);
    scene.set([2, 64, 2], "crafting_table").set([-1, 64, 2], "furnace");
    carried.iter().for_each(|stack| {
        scene.give(*stack);
    });
    if let Kind::Mine(block) = step.way.kind {
        scene.fill([-3, 64, -2], [3, 65, -2], block.name());
    }
    scene
}

#[test]
fn acts_take_and_give_what_their_check_says() {
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..900 {
        let mut rng = Pcg64::seed_from_u64(seed);
        let carried = draw_carried(&mut rng);
        let Some(step) = draw_step(&carried, &mut rng) else { continue };
        let mut stock = Stock::of(&Given { items: &carried, stations: &STATIONS });
        let act = Act::Obtain(step.clone());
        if act.simulate(&mut stock).is_err() {
            continue;
        }
        *kinds.entry(step.kind()).or_default() += 1;
        let end = Game::by_day(&yard(&step, &carried)).play(3000, |me| async move { perform(&me, &act, 1).await });
        assert_eq!(end.outcome, Some(Ok(())), "{step} from {carried:?}, seed {seed}");
        let now: Vec<ItemStack> = end.world.observe().inventory.slots.iter().flatten().copied().collect();
        let mut held = Stock::of(&Given { items: &now, stations: &STATIONS });
        let worn = |stack: &ItemStack| (stack.item, stack.damage);
        held.tools.sort_by_key(worn);
        stock.tools.sort_by_key(worn);
        if let Some(fuel) = step.fuel.filter(|_| step.materials.len() > 1) {
            // What still burns when the next kind is put in is not burnt for it anew.
            let (left, expected) = (held.items.remove(&fuel.item), stock.items.remove(&fuel.item));
            assert!(left >= expected, "{step} from {carried:?}, seed {seed}");
        }
        assert_eq!((held.items, held.tools), (stock.items, stock.tools), "{step} from {carried:?}, seed {seed}");
    }
    assert!(kinds.values().all(|count| *count >= 20) && kinds.len() == 3, "{kinds:?}");
}
