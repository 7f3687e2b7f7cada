//! How long the tables take to load, and plans to make: `cargo bench -p anima-rules`.
//!
//! Loading happens once in a process, so it is measured once, in the order in which tables need each other.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::time::Instant;

use anima_rules::dig::{self, Digger};
use anima_rules::techtree::{Given, Nature, Planner, Reach};
use anima_rules::{Block, Item, ItemStack, drops, recipe, smelt, stonecut, techtree};

fn main() {
    let start = Instant::now();
    let mut last = start;
    let mut report = |what: &str, count: usize| {
        println!("{what:<28} {count:>6}   {:>8.2} ms", last.elapsed().as_secs_f64() * 1e3);
        last = Instant::now();
    };
    report("blocks, items, shapes", Block::all().count() + usize::from(Block::STONE.state().id() > 0));
    report("block loot", Block::all().map(|block| drops::of_block(block).len()).sum());
    report("crafting recipes", recipe::all().len());
    report("smelting", smelt::all().len());
    report("stonecutting", stonecut::all_cuts().map(|(_, cuts)| cuts.len()).sum());
    report("ways", techtree::all_ways().len());
    report("reachable items", Reach::overworld(Nature::Vanilla, false).items().count());
    anima_rules::load();
    report("the rest", 0);
    println!("{:<28}          {:>8.2} ms\n", "all tables", start.elapsed().as_secs_f64() * 1e3);

    let prices = Instant::now();
    let planner = Planner::typical();
    println!("prices of all items          {:>8.2} ms", prices.elapsed().as_secs_f64() * 1e3);
    let plans = Instant::now();
    let items: Vec<Item> = Reach::overworld(Nature::Vanilla, false).items().collect();
    for item in &items {
        assert!(planner.plan(&[(*item, 1)], &Given::default()).is_ok(), "no plan for {item}");
    }
    let each = plans.elapsed().as_secs_f64() * 1e6 / items.len() as f64;
    println!("plans from nothing           {each:>8.2} us each, {} items", items.len());

    let planks = Some(ItemStack::new(Item::BIRCH_PLANKS, 1));
    let chest = [planks, planks, planks, planks, None, planks, planks, planks, planks];
    let grids = Instant::now();
    for _ in 0..100_000 {
        assert!(recipe::match_grid(std::hint::black_box(&chest), 3).is_some());
    }
    println!("a chest in the grid          {:>8.2} ns", grids.elapsed().as_secs_f64() * 1e4);
    let digs = Instant::now();
    let digger = Digger::holding(Some(ItemStack::new(Item::IRON_PICKAXE, 1)));
    for _ in 0..1_000_000 {
        assert!(dig::progress_per_tick(std::hint::black_box(Block::STONE.state()), &digger) > 0.0);
    }
    println!("progress of a tick of digging {:>7.2} ns", digs.elapsed().as_secs_f64() * 1e3);
}
