//! Container clicks: `{cases: [{window, slots, cursor, offhand?, clicks, after, crafted?, consumed?}]}`.

use std::collections::BTreeMap;

use anima_body::{Click, ClickMode, MenuKind, Slot};
use anima_rules::{Item, ItemStack};
use anima_world::menu::Handler;
use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::Case;

/// Whether a file holds cases of this kind.
pub(super) fn recognises(value: &Value) -> bool {
    value["cases"].is_array()
}

/// Plays the cases of a file.
pub(super) fn run(value: &Value) -> Vec<Case> {
    let case = |case: &Value| Case {
        name: case["name"].as_str().unwrap_or("unnamed").to_owned(),
        divergence: first_divergence(case).unwrap_or_else(|error| Some(format!("{error:#}"))),
        ticks: None,
    };
    value["cases"].as_array().into_iter().flatten().map(case).collect()
}

fn first_divergence(case: &Value) -> Result<Option<String>> {
    let window = case["window"].as_str().context("no window")?;
    let kind = MenuKind::from_name(window).with_context(|| format!("unknown window {window}"))?;
    let creative = case["gamemode"].as_str() == Some("creative");
    let mut handler = Handler::new(kind);
    fill(&mut handler, &case["slots"])?;
    handler.cursor = stack(&case["cursor"])?;
    handler.off_hand = stack(&case["offhand"])?;
    handler.refresh();

    let (mut dropped, mut made, mut used) = (Vec::new(), Vec::new(), Vec::new());
    for click in case["clicks"].as_array().context("no clicks")? {
        let outcome = handler.click(read_click(click)?, creative);
        dropped.extend(outcome.dropped);
        made.extend(outcome.made);
        used.extend(outcome.used);
    }

    let after = &case["after"];
    let mut expected = Handler::new(kind);
    fill(&mut expected, &after["slots"])?;
    for slot in 0..kind.slots() {
        let (expected, got) = (expected.slots[usize::from(slot)], handler.slots[usize::from(slot)]);
        if expected != got {
            return Ok(Some(format!("slot {slot}: expected {}, got {}", show(expected), show(got))));
        }
    }
    let cursor = stack(&after["cursor"])?;
    if cursor != handler.cursor {
        return Ok(Some(format!("cursor: expected {}, got {}", show(cursor), show(handler.cursor))));
    }
    if let Some(off_hand) = after.get("offhand") {
        let (expected, got) = (stack(off_hand)?, handler.off_hand);
        if expected != got {
            return Ok(Some(format!("off hand: expected {}, got {}", show(expected), show(got))));
        }
    }
    let thrown: Vec<ItemStack> = stacks(&after["dropped"])?;
    if thrown != dropped {
        return Ok(Some(format!("dropped: expected {thrown:?}, got {dropped:?}")));
    }
    for (what, got) in [("crafted", made), ("consumed", used)] {
        let (expected, got) = (listed(&case[what])?, sums(&got));
        if expected != got {
            return Ok(Some(format!("{what}: expected {expected:?}, got {got:?}")));
        }
    }
    Ok(None)
}

/// Puts `[index, id, count, damage?]` into the slots.
fn fill(handler: &mut Handler, slots: &Value) -> Result<()> {
    for entry in slots.as_array().context("slots are a list")? {
        let list = entry.as_array().context("a slot is a list")?;
        let index = list.first().and_then(Value::as_u64).context("a slot starts with its number")? as usize;
        let slot = handler.slots.get_mut(index).with_context(|| format!("no slot {index} in this window"))?;
        *slot = Some(read_stack(&list[1..])?);
    }
    Ok(())
}

fn stack(value: &Value) -> Result<Slot> {
    value.as_array().map(|list| read_stack(list)).transpose()
}

fn stacks(value: &Value) -> Result<Vec<ItemStack>> {
    value.as_array().into_iter().flatten().map(|one| read_stack(one.as_array().context("a stack is a list")?)).collect()
}

/// The sums in a list of `[id, count]`, which may be more than a slot holds.
fn listed(value: &Value) -> Result<BTreeMap<Item, u32>> {
    let mut sums = BTreeMap::new();
    for one in value.as_array().into_iter().flatten() {
        let item = one[0].as_str().and_then(Item::from_name).with_context(|| format!("unknown item {}", one[0]))?;
        *sums.entry(item).or_insert(0) += one[1].as_u64().context("no count")? as u32;
    }
    Ok(sums)
}

/// Reads `id, count, damage?`.
fn read_stack(list: &[Value]) -> Result<ItemStack> {
    let name = list.first().and_then(Value::as_str).context("a stack starts with an item")?;
    let item = Item::from_name(name).with_context(|| format!("unknown item {name}"))?;
    let count = list.get(1).and_then(Value::as_u64).context("no count")?;
    ensure!((1..=u64::from(item.stack_size())).contains(&count), "{count} {name} do not fit a slot");
    let damage = list.get(2).and_then(Value::as_u64).unwrap_or(0) as u16;
    Ok(ItemStack { damage, ..ItemStack::new(item, count as u8) })
}

fn read_click(click: &Value) -> Result<Click> {
    let number = |key: &str| click[key].as_i64().with_context(|| format!("a click has a {key}"));
    let mode = u8::try_from(number("mode")?).ok().and_then(ClickMode::from_id);
    Ok(Click {
        mode: mode.with_context(|| format!("unknown click mode {}", click["mode"]))?,
        button: u8::try_from(number("button")?).context("button")?,
        slot: i16::try_from(number("slot")?).context("slot")?,
    })
}

fn sums(stacks: &[ItemStack]) -> BTreeMap<Item, u32> {
    let mut sums = BTreeMap::new();
    for stack in stacks {
        *sums.entry(stack.item).or_insert(0) += u32::from(stack.count);
    }
    sums
}

fn show(slot: Slot) -> String {
    slot.map_or_else(|| "nothing".to_owned(), |stack| format!("{stack:?}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::tests::published;

    #[test]
    fn a_wrong_slot_is_named() {
        let file = |count: u8| {
            json!({"cases": [{
                "name": "half", "window": "minecraft:hopper", "slots": [[0, "minecraft:dirt", 9]], "cursor": null,
                "clicks": [{"mode": 0, "button": 1, "slot": 0}],
                "after": {"slots": [[0, "minecraft:dirt", count]], "cursor": ["minecraft:dirt", 5], "dropped": []},
            }]})
        };
        assert_eq!(run(&file(4))[0].divergence, None);
        let wrong = run(&file(5)).remove(0).divergence.expect("five are wrong");
        assert_eq!(wrong, "slot 0: expected 5 dirt, got 4 dirt");
    }

    #[test]
    fn every_published_case_is_equal() {
        let Some(file) = published("clicks.json") else { return };
        let cases = run(&file);
        assert!(cases.len() > 100);
        let wrong: Vec<String> =
            cases.iter().filter_map(|case| Some(format!("{}: {}", case.name, case.divergence.as_ref()?))).collect();
        assert!(wrong.is_empty(), "{} of {} diverge:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    }
}
