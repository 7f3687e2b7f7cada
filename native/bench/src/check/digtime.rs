//! Dig times: `{tools, variants, blocks: {id: {state, ticks, harvest, variants}}}`.
//!
//! The file's times are sums in doubles (`ticks`) and in 32-bit floats (`ticks_f32`); either is right. One case
//! per block: all its tools, and all conditions of the tools it lists.

use anima_rules::dig::{self, Digger};
use anima_rules::{BlockState, Enchantment, Item, ItemStack};
use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::Case;

/// Whether a file holds cases of this kind.
pub(super) fn recognises(value: &Value) -> bool {
    value["tools"].is_array() && value["blocks"].is_object()
}

/// Plays the cases of a file.
pub(super) fn run(value: &Value) -> Vec<Case> {
    let case = |(name, block): (&String, &Value)| Case {
        name: name.clone(),
        divergence: first_divergence(value, block).unwrap_or_else(|error| Some(format!("{error:#}"))),
        ticks: None,
    };
    value["blocks"].as_object().into_iter().flatten().map(case).collect()
}

fn first_divergence(file: &Value, block: &Value) -> Result<Option<String>> {
    let state: BlockState = block["state"].as_str().context("no state")?.parse()?;
    let base = Digger::holding(None);
    for (index, tool) in file["tools"].as_array().context("no tools")?.iter().enumerate() {
        let tool = tool.as_str().context("a tool is a name")?;
        let held = held(tool)?;
        let digger = Digger { held, ..base };
        if let Some(text) = divergence(state, &digger, [&block["ticks"][index], &block["ticks_f32"][index]], 0.0)? {
            return Ok(Some(format!("{tool}: {text}")));
        }
        let harvests = dig::can_harvest(state, held);
        if block["harvest"][index].as_u64().is_some_and(|expected| (expected == 1) != harvests) {
            return Ok(Some(format!("{tool}: expected harvest {}, got {harvests}", block["harvest"][index])));
        }
    }
    for (tool, expected) in block["variants"].as_object().into_iter().flatten() {
        for (index, name) in file["variants"].as_array().context("no variants")?.iter().enumerate() {
            let name = name.as_str().context("a variant is a name")?;
            let digger = under(name, held(tool)?)?;
            // The package and the game disagree in the third digit of Mining Fatigue III.
            let tolerance = if digger.fatigue == 3 { 0.02 } else { 0.0 };
            let expected = [&expected[index], &block["variants_f32"][tool][index]];
            if let Some(text) = divergence(state, &digger, expected, tolerance)? {
                return Ok(Some(format!("{tool}, {name}: {text}")));
            }
        }
    }
    Ok(None)
}

/// How the ticks differ from both expected numbers (`null` never), if they do.
fn divergence(state: BlockState, digger: &Digger, expected: [&Value; 2], tolerance: f64) -> Result<Option<String>> {
    let got = dig::ticks(state, digger);
    let mut numbers = Vec::new();
    for value in expected {
        ensure!(value.is_null() || value.is_u64(), "ticks are a number or null, not {value}");
        numbers.push(value.as_u64());
    }
    let equal = |number: &Option<u64>| match (number, got) {
        (None, None) => true,
        (Some(number), Some(got)) => (f64::from(got) - *number as f64).abs() <= *number as f64 * tolerance,
        _ => false,
    };
    // The sum in floats may be left out of a file: then its null says nothing.
    let fits = equal(&numbers[0]) || (numbers[1].is_some() && equal(&numbers[1]));
    Ok((!fits).then(|| format!("expected {} or {} ticks, got {got:?}", expected[0], expected[1])))
}

fn held(tool: &str) -> Result<Option<ItemStack>> {
    if tool == "hand" {
        return Ok(None);
    }
    let item = Item::from_name(tool).with_context(|| format!("unknown tool {tool}"))?;
    Ok(Some(ItemStack::new(item, 1)))
}

/// Reads a condition: words such as `efficiency_5`, `underwater`, `not_on_ground`, joined by `_`.
fn under(condition: &str, held: Option<ItemStack>) -> Result<Digger> {
    let mut digger = Digger::holding(held);
    let mut rest = condition;
    let level = |rest: &mut &str| -> Result<u8> {
        let (level, after) = rest.split_once('_').unwrap_or((rest, ""));
        *rest = after;
        level.parse().with_context(|| format!("no level in condition {condition}"))
    };
    while !rest.is_empty() {
        let words = ["base", "underwater", "aqua_affinity", "not_on_ground", "efficiency", "haste", "fatigue"];
        let word = words.into_iter().find(|word| rest.starts_with(word));
        let word = word.with_context(|| format!("unknown condition {condition}"))?;
        rest = rest[word.len()..].trim_start_matches('_');
        match word {
            "underwater" => digger.submerged = true,
            "aqua_affinity" => digger.aqua_affinity = true,
            "not_on_ground" => digger.on_ground = false,
            "haste" => digger.haste = level(&mut rest)?,
            "fatigue" => digger.fatigue = level(&mut rest)?,
            "efficiency" => {
                let level = level(&mut rest)?;
                if let Some(held) = &mut digger.held {
                    held.enchantments = held.enchantments.with(Enchantment::Efficiency, level);
                }
            }
            _ => {}
        }
    }
    Ok(digger)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::tests::published;

    #[test]
    fn a_wrong_time_is_named() {
        let file = |ticks: u64| {
            json!({
                "tools": ["hand", "iron_pickaxe"],
                "variants": ["base", "efficiency_5_underwater_not_on_ground"],
                "blocks": {"minecraft:stone": {
                    "state": "minecraft:stone", "ticks": [150, ticks], "ticks_f32": [151, ticks], "harvest": [0, 1],
                    "variants": {"iron_pickaxe": [8, 36]}, "variants_f32": {"iron_pickaxe": [8, 36]},
                }},
            })
        };
        assert_eq!(run(&file(8))[0].divergence, None);
        let wrong = run(&file(9)).remove(0).divergence.expect("nine ticks are wrong");
        assert!(wrong.contains("iron_pickaxe") && wrong.contains("Some(8)"), "{wrong}");
    }

    #[test]
    fn every_published_time_is_met() {
        let Some(file) = published("digtime.json") else { return };
        let cases = run(&file);
        assert!(cases.len() > 50);
        for case in cases {
            assert_eq!(case.divergence, None, "{}", case.name);
        }
    }
}
