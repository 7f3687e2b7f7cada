//! The items that the words of a goal mean.

use anima_rules::Item;
use anima_rules::smelt::{self, Cooker};
use anima_rules::techtree::{Kind, ways};

use super::error::{Noun, WordsError, unknown};
use super::names::{self, named_items, shown};

/// Words within the thing that change nothing.
pub(super) const IDLE: &[&str] = &[
    "of", "the", "my", "some", "any", "more", "new", "kind", "kinds", "type", "piece", "pieces", "worth", "for",
    "please",
];

/// The items that these words mean, and what they are called.
pub(super) fn thing(words: &[&str]) -> Result<(String, Vec<Item>), WordsError> {
    if words.is_empty() {
        return Err(WordsError::Empty);
    }
    item(words).ok_or_else(|| unknown(Noun::Item, &plain(words)))
}

/// The words without those that change nothing.
pub(super) fn plain(words: &[&str]) -> String {
    let plain: Vec<&str> = words.iter().copied().filter(|word| !IDLE.contains(word)).collect();
    if plain.is_empty() { words.join(" ") } else { plain.join(" ") }
}

pub(super) fn singular(name: &str) -> String {
    let name = names::normal(name);
    name.strip_suffix('s').unwrap_or(&name).to_owned()
}

/// The items that all of these words together mean.
pub(super) fn item(words: &[&str]) -> Option<(String, Vec<Item>)> {
    let plain: Vec<&str> = words.iter().copied().filter(|word| !IDLE.contains(word)).collect();
    let is_block = |word: &&str| matches!(*word, "block" | "blocks");
    let without_block = match (plain.split_first(), plain.split_last()) {
        (Some((first, rest)), _) if is_block(first) && !rest.is_empty() => rest,
        (_, Some((last, rest))) if is_block(last) && !rest.is_empty() => rest,
        _ => &plain,
    };
    [words, &plain, without_block].into_iter().filter(|words| !words.is_empty()).find_map(|words| {
        let name = words.join(" ");
        named_items(&name).map(|items| (shown(&name, &items), items))
    })
}

/// The four pieces of `iron armor`; `None` for what is called neither armor nor a set.
pub(super) fn armor_set(words: &[&str]) -> Option<Result<Vec<Item>, WordsError>> {
    let words: Vec<&str> = words.iter().copied().filter(|word| !matches!(*word, "a" | "an" | "full")).collect();
    let name = names::normal(&plain(&words));
    let name = name.strip_prefix("set_").unwrap_or(&name);
    let kind = ["_armor", "_armour", "_set"].iter().find_map(|end| name.strip_suffix(end))?;
    if item(&words).is_some() {
        return None;
    }
    let kind = match kind.trim_end_matches("_armor").trim_end_matches("_armour") {
        "gold" => "golden",
        "chain" => "chainmail",
        other => other,
    };
    let pieces = ["helmet", "chestplate", "leggings", "boots"].map(|part| Item::from_name(&format!("{kind}_{part}")));
    let pieces: Option<Vec<Item>> = pieces.into_iter().collect();
    Some(pieces.ok_or_else(|| unknown(Noun::Armor, name)))
}

/// What comes out when these are cooked; what only comes out of a furnace stays what it is.
pub(super) fn cooked(name: String, items: Vec<Item>) -> Result<(String, Vec<Item>), WordsError> {
    let made_by_fire = |item: &Item| smelt::all().iter().any(|recipe| recipe.result == *item);
    let result = |item: &Item| smelt::smelted(*item, Cooker::Furnace).map(|recipe| recipe.result);
    if items.iter().all(made_by_fire) {
        return Ok((name, items));
    }
    let mut results: Vec<Item> = items.iter().filter_map(result).collect();
    results.sort_unstable();
    results.dedup();
    match results[..] {
        [] => Err(WordsError::NotSmelted { item: items[0].name() }),
        [result] => Ok((result.name().to_owned(), results)),
        _ => Ok((format!("cooked_{name}"), results)),
    }
}

/// What a block gives that is mined without Silk Touch: `mine 3 iron_ore` means the raw iron in it.
pub(super) fn dug(name: String, items: Vec<Item>) -> (String, Vec<Item>) {
    let [item] = items[..] else { return (name, items) };
    let by_itself = ways(item).iter().any(|way| way.tool.is_none_or(|tool| !tool.silk_touch));
    let Some(block) = item.block().filter(|_| !by_itself) else { return (name, items) };
    let gives = |other: &Item| {
        let mut ways = ways(*other).iter().filter(|way| way.kind == Kind::Mine(block));
        ways.any(|way| way.tool.is_none_or(|tool| !tool.silk_touch))
    };
    match Item::all().find(gives) {
        Some(dropped) => (dropped.name().to_owned(), vec![dropped]),
        None => (name, items),
    }
}
