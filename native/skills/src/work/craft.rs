//! Crafting by clicks, in the inventory's grid or at a table.

use anima_body::{Click, Inventory, MenuKind};
use anima_rules::recipe::{self, Ingredient, Pattern, Recipe};
use anima_rules::{Block, Item};

use super::station::{leave_station, reach_station};
use crate::Me;
use crate::hands::window::{close_window, is_answered, open_block, open_inventory, put_back, take_up};
use anima_intent::{Outcome, Reason};

/// Crafts until `count` more of an item are carried (or a few more, as the recipe yields), at a table if the
/// recipe needs one.
///
/// # Errors
/// [`Reason::Missing`] names what lacks for the recipe that lacks least; [`Reason::NoSkill`] if there is no
/// recipe; else why no table could be had or a click went wrong.
pub async fn craft(me: &Me, item: Item, count: u32) -> Outcome {
    me.doing(format!("craft {count} {item}"), async {
        let goal = me.now().inventory.count(item) + count;
        while me.now().inventory.count(item) < goal {
            let left = goal - me.now().inventory.count(item);
            let recipe = choose(&me.now().inventory, item)?;
            let table = recipe.needs_table().then_some(Block::CRAFTING_TABLE);
            let station = match table {
                Some(table) => Some(reach_station(me, table).await?),
                None => None,
            };
            match &station {
                Some(station) => open_block(me, station.pos, MenuKind::Crafting).await?,
                None => open_inventory(me).await?,
            }
            let crafted = craft_open(me, recipe, left.div_ceil(recipe.count.into())).await;
            close_window(me).await?;
            if let Some(station) = station {
                leave_station(me, station).await?;
            }
            crafted?;
        }
        Ok(())
    })
    .await
}

/// The recipe for an item for which everything is carried.
fn choose(inventory: &Inventory, item: Item) -> Outcome<&'static Recipe> {
    let mut lack: Option<(u32, Item)> = None;
    for recipe in recipe::making(item) {
        match lay_out(inventory, recipe, 1) {
            Ok(_) => return Ok(recipe),
            Err((count, missing)) => {
                if lack.is_none_or(|(least, _)| count < least) {
                    lack = Some((count, missing));
                }
            }
        }
    }
    match lack {
        Some((count, item)) => Err(Reason::Missing { item, count }),
        None => Err(Reason::NoSkill(format!("crafting {item}: it has no recipe").into())),
    }
}

/// One kind of ingredient as it is put into the grid: where from, and into which cells of the recipe.
struct Portion {
    item: Item,
    cells: Vec<usize>,
}

/// Which carried item goes into which cell for `times` crafts; else how many of what are missing.
fn lay_out(inventory: &Inventory, recipe: &Recipe, times: u32) -> Result<Vec<Portion>, (u32, Item)> {
    let mut left: Vec<(Item, u32)> = Vec::new();
    for stack in inventory.slots[..Inventory::MAIN].iter().flatten() {
        match left.iter_mut().find(|(item, _)| *item == stack.item) {
            Some((_, count)) => *count += u32::from(stack.count),
            None => left.push((stack.item, u32::from(stack.count))),
        }
    }
    let mut portions: Vec<Portion> = Vec::new();
    let mut missing: Option<(u32, Item)> = None;
    for (index, ingredient) in cells(recipe) {
        let best = left.iter_mut().filter(|(item, count)| ingredient.accepts(*item) && *count >= times);
        match best.max_by_key(|(_, count)| *count) {
            Some((item, count)) => {
                *count -= times;
                match portions.iter_mut().find(|portion| portion.item == *item) {
                    Some(portion) => portion.cells.push(index),
                    None => portions.push(Portion { item: *item, cells: vec![index] }),
                }
            }
            None => {
                let (count, item) = missing.unwrap_or((0, ingredient.items()[0]));
                missing = Some((count + times, item));
            }
        }
    }
    missing.map_or(Ok(portions), Err)
}

/// The filled cells of a recipe: an index into a 3x3 grid (row by row), and what goes there.
fn cells(recipe: &Recipe) -> Vec<(usize, Ingredient)> {
    match &recipe.pattern {
        Pattern::Shaped { width, cells, .. } => {
            let filled = cells.iter().enumerate().filter_map(|(i, cell)| Some((i, (*cell)?)));
            filled.map(|(i, cell)| (i / width * 3 + i % width, cell)).collect()
        }
        // Four cells fit the small grid as well.
        Pattern::Shapeless(ingredients) if ingredients.len() <= 4 => {
            ingredients.iter().enumerate().map(|(i, cell)| (i / 2 * 3 + i % 2, *cell)).collect()
        }
        Pattern::Shapeless(ingredients) => ingredients.iter().copied().enumerate().collect(),
    }
}

/// Crafts in the open grid, at most `times` and as often as one filling allows.
async fn craft_open(me: &Me, recipe: &Recipe, times: u32) -> Outcome {
    let kind = me.now().menu.kind;
    let (grid, width) = kind.grid().ok_or_else(|| Reason::unexpected(format!("{} has no grid", kind.name())))?;
    let slot_of = |cell: usize| grid.start + (cell / 3) as u16 * width + (cell % 3) as u16;
    let inventory = me.now().inventory.clone();
    let stack = recipe.cells().flat_map(|cell| cell.items()).map(|item| item.stack_size()).min().unwrap_or(1);
    let most = times.clamp(1, u32::from(stack));
    let (times, portions) = (1..=most)
        .rev()
        .find_map(|times| lay_out(&inventory, recipe, times).ok().map(|portions| (times, portions)))
        .ok_or_else(|| Reason::unexpected(format!("the ingredients of {} are gone", recipe.result)))?;
    let before = inventory.count(recipe.result);
    for portion in portions {
        for cell in &portion.cells {
            for _ in 0..times {
                take_up(me, portion.item).await?;
                me.click(Click::right(slot_of(*cell)));
                me.tick().await;
            }
        }
        put_back(me).await;
    }
    let result = kind.result().ok_or_else(|| Reason::unexpected(format!("{} has no result", kind.name())))?;
    if !is_answered(me, |me| me.now().menu.slot(result).is_some_and(|stack| stack.item == recipe.result)).await {
        return Err(Reason::unexpected(format!("the grid does not make {}", recipe.result)));
    }
    me.click(Click::shift(result));
    me.tick().await;
    // The client foresees no more than the first of them.
    let all = before + times * u32::from(recipe.count);
    is_answered(me, |me| me.now().inventory.count(recipe.result) >= all).await;
    if me.now().inventory.count(recipe.result) == before {
        return Err(Reason::InventoryFull);
    }
    Ok(())
}
