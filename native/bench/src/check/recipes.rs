//! Crafting recipes: `{recipes: {result: [{count, table, shape | ingredients, leaves?}]}}`.
//!
//! Each is laid out in the smallest grid that takes it, and in a table's; both must make the result.

use anima_rules::recipe::{self, remainder};
use anima_rules::{Item, ItemStack};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::Case;

/// Whether a file holds cases of this kind.
pub(super) fn recognises(value: &Value) -> bool {
    value["recipes"].is_object()
}

/// Plays the cases of a file.
pub(super) fn run(value: &Value) -> Vec<Case> {
    let mut cases = Vec::new();
    for (result, list) in value["recipes"].as_object().into_iter().flatten() {
        for (index, recipe) in list.as_array().into_iter().flatten().enumerate() {
            let divergence = first_divergence(result, recipe).unwrap_or_else(|error| Some(format!("{error:#}")));
            cases.push(Case { name: format!("{result} {}", index + 1), divergence, ticks: None });
        }
    }
    cases
}

fn first_divergence(result: &str, case: &Value) -> Result<Option<String>> {
    let expected = (named(result)?, case["count"].as_u64().context("no count")? as u8);
    let table = case["table"].as_bool().context("no table")?;
    let cells = cells(case)?;
    for width in if table { 3..=3 } else { 2..=3 } {
        let mut grid = vec![None; width * width];
        for (x, y, item) in &cells {
            ensure!(*x < width && *y < width, "the recipe does not fit a grid {width} wide");
            grid[y * width + x] = Some(ItemStack::new(*item, 1));
        }
        let got = recipe::match_grid(&grid, width).map(|stack| (stack.item, stack.count));
        if got != Some(expected) {
            return Ok(Some(format!("in a grid {width} wide: expected {expected:?}, got {got:?}")));
        }
        if recipe::in_grid(&grid, width).is_some_and(|recipe| recipe.needs_table() != table) {
            return Ok(Some(format!("expected needs table {table}, got {}", !table)));
        }
    }
    let Some(leaves) = case.get("leaves") else { return Ok(None) };
    let mut expected = Vec::new();
    names_in(leaves, &mut expected)?;
    let mut got: Vec<Item> = cells.iter().filter_map(|(_, _, item)| remainder(*item)).collect();
    expected.sort();
    got.sort();
    Ok((expected != got).then(|| format!("expected left in the grid {expected:?}, got {got:?}")))
}

/// Where what lies: the shape, or the ingredients one after the other in rows of two (of three if they are many).
fn cells(case: &Value) -> Result<Vec<(usize, usize, Item)>> {
    let mut cells = Vec::new();
    if let Some(rows) = case["shape"].as_array() {
        for (y, row) in rows.iter().enumerate() {
            for (x, cell) in row.as_array().context("a row is a list")?.iter().enumerate() {
                if !cell.is_null() {
                    cells.push((x, y, named(cell.as_str().context("a cell is a name or null")?)?));
                }
            }
        }
        return Ok(cells);
    }
    let list = case["ingredients"].as_array().context("neither shape nor ingredients")?;
    let width = if list.len() > 4 { 3 } else { 2 };
    for (index, item) in list.iter().enumerate() {
        cells.push((index % width, index / width, named(item.as_str().context("an ingredient is a name")?)?));
    }
    Ok(cells)
}

/// Every name in a list or in rows of cells; empty cells are null.
fn names_in(value: &Value, names: &mut Vec<Item>) -> Result<()> {
    match value {
        Value::Null => Ok(()),
        Value::String(name) => {
            names.push(named(name)?);
            Ok(())
        }
        Value::Array(list) => list.iter().try_for_each(|value| names_in(value, names)),
        _ => bail!("what is left is listed by name, not as {value}"),
    }
}

fn named(name: &str) -> Result<Item> {
    Item::from_name(name).with_context(|| format!("unknown item {name}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::tests::published;

    #[test]
    fn a_wrong_recipe_is_named() {
        let file = |shape: Value, count: u8| {
            json!({"recipes": {"cake": [{"count": count, "table": true, "shape": shape,
                "leaves": ["bucket", "bucket", "bucket"]}]}})
        };
        let (milk, sugar, wheat) = ("milk_bucket", "sugar", "wheat");
        let cake = json!([[milk, milk, milk], [sugar, "egg", sugar], [wheat, wheat, wheat]]);
        assert_eq!(run(&file(cake.clone(), 1))[0].divergence, None);
        assert!(run(&file(cake, 2))[0].divergence.is_some());
        assert!(run(&file(json!([[milk, sugar]]), 1))[0].divergence.as_ref().is_some_and(|text| text.contains("None")));
        assert!(run(&file(json!([["mlik"]]), 1))[0].divergence.as_ref().is_some_and(|text| text.contains("mlik")));
    }

    #[test]
    fn every_published_recipe_is_found() {
        let Some(file) = published("recipes.json") else { return };
        let cases = run(&file);
        assert!(cases.len() > 400);
        for case in cases {
            assert_eq!(case.divergence, None, "{}", case.name);
        }
    }
}
