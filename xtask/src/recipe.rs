//! The crafting recipes of `minecraft-data`: one record per choice of ingredients there, one per recipe here.
//!
//! The package writes a recipe with a choice (any planks, coal or charcoal) once for each thing chosen, the same in
//! every cell that shares the choice. Its records differ in what stands for what, not in their pattern, so they are
//! merged by pattern: each letter of the pattern then stands for all the things it stood for. That is the game's
//! recipe again, which also takes mixed planks.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// How a record's cells are filled: letters for distinct items, in order of appearance.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Pattern {
    /// Rows of letters, `None` for empty.
    Shaped(Vec<Vec<Option<usize>>>),
    /// How often each letter is needed.
    Shapeless(Vec<usize>),
}

/// One record: its pattern, and the item behind each letter.
struct Variant {
    pattern: Pattern,
    items: Vec<u64>,
    count: u64,
}

/// `{result, count, shape: [row, ...]}` or `{result, count, ingredients: [...]}`; a cell is null, an item, or a list
/// of items of which any will do.
pub fn records(recipes: &Value, names: &BTreeMap<u64, String>) -> Result<Vec<Value>> {
    let mut by_result = BTreeMap::new();
    for (result, list) in recipes.as_object().context("recipes.json is not an object")? {
        let variants: Result<Vec<Variant>> = list.as_array().context("recipe list")?.iter().map(variant).collect();
        by_result.insert(result.parse::<u64>().context("recipe result id")?, variants?);
    }
    let mut records = Vec::new();
    for (result, variants) in by_result {
        let result = name(names, result)?;
        for recipe in merged(variants) {
            records.push(record(result, &recipe, names)?);
        }
    }
    Ok(records)
}

fn variant(record: &Value) -> Result<Variant> {
    let count = record["result"]["count"].as_u64().context("recipe count")?;
    if let Some(rows) = record["inShape"].as_array() {
        let mut items = Vec::new();
        let mut pattern = Vec::new();
        for row in rows {
            let row = row.as_array().context("a row is a list")?;
            pattern.push(row.iter().map(|cell| Some(letter(&mut items, cell.as_u64()?))).collect());
        }
        return Ok(Variant { pattern: Pattern::Shaped(trimmed(pattern)), items, count });
    }
    let mut needed = BTreeMap::new();
    for item in record["ingredients"].as_array().context("a recipe has a shape or ingredients")? {
        *needed.entry(item.as_u64().context("ingredient id")?).or_insert(0) += 1;
    }
    let mut letters: Vec<(usize, u64)> = needed.into_iter().map(|(item, times)| (times, item)).collect();
    letters.sort();
    let (times, items) = letters.into_iter().unzip();
    Ok(Variant { pattern: Pattern::Shapeless(times), items, count })
}

/// The shape without empty rows and columns around it (`ShapedRecipe.removePadding`).
fn trimmed(rows: Vec<Vec<Option<usize>>>) -> Vec<Vec<Option<usize>>> {
    let filled: Vec<(usize, usize)> = rows
        .iter()
        .enumerate()
        .flat_map(|(y, row)| row.iter().enumerate().filter(|(_, cell)| cell.is_some()).map(move |(x, _)| (x, y)))
        .collect();
    let range = |of: fn(&(usize, usize)) -> usize| {
        let (low, high) = (filled.iter().map(of).min(), filled.iter().map(of).max());
        low.unwrap_or(0)..high.map_or(0, |high| high + 1)
    };
    rows[range(|(_, y)| *y)].iter().map(|row| row[range(|(x, _)| *x)].to_vec()).collect()
}

fn letter(items: &mut Vec<u64>, item: u64) -> usize {
    items.iter().position(|known| *known == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}

/// A recipe: its pattern, and the items that each letter may stand for.
struct Recipe {
    pattern: Pattern,
    choices: Vec<BTreeSet<u64>>,
    count: u64,
}

/// Merges the variants that differ only in what letters stand for, if every combination is among them.
fn merged(variants: Vec<Variant>) -> Vec<Recipe> {
    let mut groups: Vec<(Pattern, u64, BTreeSet<Vec<u64>>)> = Vec::new();
    for Variant { pattern, items, count } in variants {
        match groups.iter_mut().find(|(known, n, _)| *known == pattern && *n == count) {
            Some((_, _, set)) => {
                set.insert(items);
            }
            None => groups.push((pattern, count, BTreeSet::from([items]))),
        }
    }
    groups.into_iter().flat_map(|(pattern, count, set)| merged_group(&pattern, count, set)).collect()
}

fn merged_group(pattern: &Pattern, count: u64, set: BTreeSet<Vec<u64>>) -> Vec<Recipe> {
    let letters = set.first().map_or(0, Vec::len);
    let choices: Vec<BTreeSet<u64>> = (0..letters).map(|i| set.iter().map(|items| items[i]).collect()).collect();
    if choices.iter().map(BTreeSet::len).product::<usize>() == set.len() {
        return vec![Recipe { pattern: pattern.clone(), choices, count }];
    }
    let each_once = matches!(pattern, Pattern::Shapeless(times) if times.iter().all(|times| *times == 1));
    if let Some(choices) = one_choice(&set).filter(|_| each_once) {
        return vec![Recipe { pattern: pattern.clone(), choices, count }];
    }
    // Not a free choice for each letter: two recipes that look alike.
    set.into_iter()
        .map(|items| Recipe {
            pattern: pattern.clone(),
            choices: items.into_iter().map(|item| BTreeSet::from([item])).collect(),
            count,
        })
        .collect()
}

/// The choices of shapeless variants that share all items but one, each needed once: ids order them differently.
fn one_choice(set: &BTreeSet<Vec<u64>>) -> Option<Vec<BTreeSet<u64>>> {
    let first = set.first()?;
    let shared: BTreeSet<u64> =
        first.iter().copied().filter(|item| set.iter().all(|items| items.contains(item))).collect();
    let others: BTreeSet<u64> = set.iter().flatten().copied().filter(|item| !shared.contains(item)).collect();
    let one_each = shared.len() + 1 == first.len() && others.len() == set.len();
    one_each.then(|| shared.into_iter().map(|item| BTreeSet::from([item])).chain([others]).collect())
}

fn record(result: &str, recipe: &Recipe, names: &BTreeMap<u64, String>) -> Result<Value> {
    let choice = |letter: usize| -> Result<Value> {
        let items: Vec<&str> = recipe.choices[letter].iter().map(|id| name(names, *id)).collect::<Result<_>>()?;
        Ok(if let [one] = items.as_slice() { json!(one) } else { json!(items) })
    };
    let mut record = json!({ "result": result, "count": recipe.count });
    match &recipe.pattern {
        Pattern::Shaped(rows) => {
            let cell = |cell: &Option<usize>| cell.map_or(Ok(Value::Null), choice);
            let rows: Result<Vec<Vec<Value>>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            record["shape"] = json!(rows?);
        }
        Pattern::Shapeless(times) => {
            let mut list = Vec::new();
            for (letter, times) in times.iter().enumerate() {
                for _ in 0..*times {
                    list.push(choice(letter)?);
                }
            }
            record["ingredients"] = json!(list);
        }
    }
    Ok(record)
}

fn name(names: &BTreeMap<u64, String>, id: u64) -> Result<&str> {
    match names.get(&id) {
        Some(name) => Ok(name),
        None => bail!("recipes.json names item {id}, items.json does not"),
    }
}
