//! Crafting by clicks, in the inventory's grid or at a table.

use anima_body::{Click, Inventory, MenuKind};
use anima_rules::recipe::{Ingredient, Pattern, Recipe};
use anima_rules::techtree::{Kind, Step};
use anima_rules::{Block, Item};

use super::station::{leave_station, reach_station};
use crate::Me;
use crate::hands::window::{close_window, is_answered, open_block, open_inventory, put_back, take_up};
use anima_intent::{Outcome, Reason};

/// Crafts by a step's recipe, of its materials and as often as it says, at a table if the recipe needs one.
///
/// # Errors
/// [`Reason::Missing`] names the material that lacks; else why no table could be had or a click went wrong.
pub(crate) async fn craft(me: &Me, step: &Step) -> Outcome {
    let Kind::Craft(recipe) = step.way.kind else {
        return Err(Reason::unexpected(format!("{step} is no crafting")));
    };
    me.doing(format!("craft {} {}", step.count, step.item), async {
        let mut supplies = share_out(recipe, &step.materials)?;
        let mut times = step.times;
        while times > 0 {
            check_carried(&me.now().inventory, &supplies)?;
            let station = match recipe.needs_table() {
                true => Some(reach_station(me, Block::CRAFTING_TABLE).await?),
                false => None,
            };
            match &station {
                Some(station) => open_block(me, station.pos, MenuKind::Crafting).await?,
                None => open_inventory(me).await?,
            }
            let crafted = craft_open(me, recipe, &mut supplies, times).await;
            close_window(me).await?;
            if let Some(station) = station {
                leave_station(me, station).await?;
            }
            times -= crafted?;
        }
        Ok(())
    })
    .await
}

/// What goes into the cells of one kind of ingredient.
struct Supply {
    /// Indices into a 3x3 grid, row by row.
    cells: Vec<usize>,
    /// What is left for them.
    left: Vec<(Item, u32)>,
}

/// Shares the materials out among the ingredients of a recipe.
fn share_out(recipe: &Recipe, materials: &[(Item, u32)]) -> Outcome<Vec<Supply>> {
    let accepts =
        |ingredient: Ingredient| materials.iter().copied().filter(move |(item, _)| ingredient.accepts(*item)).collect();
    let supply = |(ingredient, cells)| Supply { cells, left: accepts(ingredient) };
    let supplies: Vec<Supply> = cells(recipe).into_iter().map(supply).collect();
    match supplies.iter().any(|supply| supply.left.is_empty()) {
        true => Err(Reason::unexpected(format!("{} is not made of what was planned", recipe.result))),
        false => Ok(supplies),
    }
}

/// The kinds of ingredient of a recipe, each with the cells of a 3x3 grid that it fills. No item is of two kinds.
fn cells(recipe: &Recipe) -> Vec<(Ingredient, Vec<usize>)> {
    let (filled, width): (Vec<_>, usize) = match &recipe.pattern {
        Pattern::Shaped { width, cells, .. } => (cells.clone(), *width),
        // Four cells fit the small grid as well.
        Pattern::Shapeless(ingredients) => {
            (ingredients.iter().copied().map(Some).collect(), if ingredients.len() <= 4 { 2 } else { 3 })
        }
    };
    let mut kinds: Vec<(Ingredient, Vec<usize>)> = Vec::new();
    for (index, ingredient) in filled.into_iter().enumerate() {
        let Some(ingredient) = ingredient else { continue };
        let cell = index / width * 3 + index % width;
        match kinds.iter_mut().find(|(known, _)| *known == ingredient) {
            Some((_, cells)) => cells.push(cell),
            None => kinds.push((ingredient, vec![cell])),
        }
    }
    kinds
}

fn check_carried(inventory: &Inventory, supplies: &[Supply]) -> Outcome {
    for (item, count) in supplies.iter().flat_map(|supply| &supply.left) {
        let carried = inventory.count(*item);
        if carried < *count {
            return Err(Reason::Missing { item: *item, count: count - carried });
        }
    }
    Ok(())
}

/// Which item goes into which cells to craft so many times at once; `None` if no item is left often enough for some.
fn lay_out(supplies: &[Supply], times: u32) -> Option<Vec<(Item, Vec<usize>)>> {
    let mut portions = Vec::new();
    for supply in supplies {
        let mut cells = supply.cells.iter().copied();
        for (item, left) in &supply.left {
            let fit: Vec<usize> = cells.by_ref().take((left / times) as usize).collect();
            if !fit.is_empty() {
                portions.push((*item, fit));
            }
        }
        if cells.next().is_some() {
            return None;
        }
    }
    Some(portions)
}

/// Crafts in the open grid, at most `times` and as often as one filling allows, and tells how often.
async fn craft_open(me: &Me, recipe: &Recipe, supplies: &mut [Supply], times: u32) -> Outcome<u32> {
    let kind = me.now().menu.kind;
    let (grid, width) = kind.grid().ok_or_else(|| Reason::unexpected(format!("{} has no grid", kind.name())))?;
    let slot_of = |cell: usize| grid.start + (cell / 3) as u16 * width + (cell % 3) as u16;
    let items = supplies.iter().flat_map(|supply| &supply.left).map(|(item, _)| u32::from(item.stack_size()));
    let most = times.min(items.min().unwrap_or(1));
    let (times, portions) = (1..=most)
        .rev()
        .find_map(|times| lay_out(supplies, times).map(|portions| (times, portions)))
        .ok_or_else(|| Reason::unexpected(format!("what {} is made of does not come out even", recipe.result)))?;
    for (item, cells) in &portions {
        for cell in cells {
            for _ in 0..times {
                take_up(me, *item).await?;
                me.click(Click::right(slot_of(*cell)));
                me.tick().await;
            }
        }
        put_back(me).await;
    }
    let before = me.now().inventory.count(recipe.result);
    let result = kind.result().ok_or_else(|| Reason::unexpected(format!("{} has no result", kind.name())))?;
    if !is_answered(me, |me| me.now().menu.slot(result).is_some_and(|stack| stack.item == recipe.result)).await {
        return Err(Reason::unexpected(format!("the grid does not make {}", recipe.result)));
    }
    me.click(Click::shift(result));
    me.tick().await;
    // The client foresees no more than the first of them.
    let all = before + times * u32::from(recipe.count);
    is_answered(me, |me| me.now().inventory.count(recipe.result) >= all).await;
    // Some may have been picked up, or eaten, meanwhile.
    let more = me.now().inventory.count(recipe.result).saturating_sub(before);
    let crafted = (more / u32::from(recipe.count)).min(times);
    if crafted == 0 {
        return Err(Reason::InventoryFull);
    }
    for (item, cells) in portions {
        let supply = supplies.iter_mut().flat_map(|supply| &mut supply.left).find(|(known, _)| *known == item);
        if let Some((_, left)) = supply {
            *left = left.saturating_sub(crafted * cells.len() as u32);
        }
    }
    Ok(crafted)
}

#[cfg(test)]
mod tests {
    use anima_rules::recipe;

    use super::*;

    #[test]
    fn no_item_fills_two_kinds_of_cells() {
        for recipe in recipe::all() {
            let kinds = cells(recipe);
            for (index, (one, _)) in kinds.iter().enumerate() {
                let twice = kinds[..index].iter().flat_map(|(other, _)| other.items()).find(|item| one.accepts(**item));
                assert_eq!(twice, None, "in {}", recipe.result);
            }
        }
    }

    #[test]
    fn mixed_materials_come_out_even() {
        let table = recipe::making(Item::CRAFTING_TABLE).first().expect("a recipe");
        let mut supplies = share_out(table, &[(Item::OAK_PLANKS, 5), (Item::BIRCH_PLANKS, 3)]).expect("they will do");
        assert!(lay_out(&supplies, 2).is_none(), "each cell takes two of a kind");
        assert_eq!(lay_out(&supplies, 1), Some(vec![(Item::OAK_PLANKS, vec![0, 1, 3, 4])]));
        supplies[0].left = vec![(Item::OAK_PLANKS, 1), (Item::BIRCH_PLANKS, 3)];
        assert_eq!(lay_out(&supplies, 1), Some(vec![(Item::OAK_PLANKS, vec![0]), (Item::BIRCH_PLANKS, vec![1, 3, 4])]));
    }
}
