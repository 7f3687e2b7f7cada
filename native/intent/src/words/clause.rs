//! One part of a goal as a [`Condition`], by its verb.

use std::sync::Arc;

use anima_rules::tags::ItemTag;
use anima_rules::{Item, breeding, recipe};

use super::Shelf;
use super::error::{Noun, WordsError, unknown};
use super::item::{armor_set, cooked, dug, item, plain, singular, thing};
use super::names::named_mobs;
use super::number::Amount;
use super::place::{explore, go};
use super::text::is_file;
use super::verb::{
    BREED, BUILD, COOK, CRAFT, DIG, EXPLORE, GO, KILL, OBTAIN, PLACE, PLANT, POLITE, PUT, REFUSED, SLEEP, SURVIVE,
    WEAR, goes_somewhere, is_verb,
};
use crate::act::is_worn;
use crate::condition::planted;
use crate::{Condition, OneOf};

/// Slots of an inventory that hold anything.
const SLOTS: u32 = 36;
/// Slots of one chest.
const CHEST: u32 = 27;

/// The most mobs, plants or nights that one goal may ask for.
const MOST: u32 = 1000;

/// Reads one part of a goal; `verb` is that of the part before, for what has none of its own.
pub(super) fn clause(words: &[&str], verb: Option<&str>, library: &Shelf<'_>) -> Result<Condition, WordsError> {
    let mut rest = words;
    let mut said = verb;
    // Verbs of getting may pile up: `go and get`, `I want to craft`.
    while let Some((first, others)) = rest.split_first() {
        // Some items begin with a verb: cut copper, light.
        if item(rest).is_some() {
            break;
        }
        let is_verb = is_verb(first);
        let goes = *first == "go" && goes_somewhere(others);
        if is_verb || goes {
            let softer = OBTAIN.contains(first) && said.is_some_and(|verb| verb != *first && words[0] != *first);
            if !softer {
                said = Some(*first);
            }
        } else if !POLITE.contains(first) {
            break;
        }
        rest = others;
        if (is_verb && !OBTAIN.contains(first) && !CRAFT.contains(first)) || goes {
            break;
        }
    }
    let is = |verbs: &[&str]| said.is_some_and(|verb| verbs.contains(&verb));
    match () {
        () if is(SLEEP) => sleep(rest),
        () if is(SURVIVE) => survive(rest),
        () if rest.is_empty() => Err(said.map_or(WordsError::Empty, |verb| WordsError::Bare { verb: verb.into() })),
        () if is(KILL) => kill(rest),
        () if is(BREED) => breed(rest),
        () if is(GO) || said == Some("go") => go(rest),
        () if is(EXPLORE) => explore(rest),
        () if is(BUILD) => build(rest, library),
        () if is(WEAR) => wear(rest),
        () if is(PUT) => put(rest),
        () if is(PLACE) => place(rest),
        () if is(PLANT) => plant(rest),
        () => match (obtain(rest, said), armor_set(rest)) {
            (Err(WordsError::Unknown { .. }), Some(pieces)) => {
                let parts = pieces?.into_iter().map(|piece| obtain(&[piece.name()], said));
                Ok(Condition::All(parts.collect::<Result<_, _>>()?))
            }
            (Err(error @ WordsError::Unknown { .. }), None) if said == Some("find") => {
                let rest: Vec<&str> = rest.iter().copied().filter(|word| !matches!(*word, "a" | "an")).collect();
                explore(&rest).map_err(|_| error)
            }
            (outcome, _) => outcome,
        },
    }
}

/// The count of things that is said, from 1 to `most`, and the words that are left.
fn counted<'a>(
    words: &'a [&'a str],
    what: &'static str,
    most: u32,
    is_thing: impl Fn(&[&str]) -> bool,
) -> Result<(u32, &'a [&'a str]), WordsError> {
    let amount = Amount::read(words, is_thing);
    let count = amount.count(64, most).ok_or_else(|| WordsError::Count { count: amount.said.clone(), what, most })?;
    Ok((count, amount.words))
}

fn kill(words: &[&str]) -> Result<Condition, WordsError> {
    let (count, words) = counted(words, "mobs", MOST, |words| named_mobs(&words.join(" ")).is_some())?;
    let name = plain(words);
    let any_of = named_mobs(&name).ok_or_else(|| unknown(Noun::Mob, &name))?;
    let name = if any_of.len() > 1 { singular(&name) } else { any_of[0].name().to_owned() };
    Ok(Condition::Killed { mobs: OneOf { name, any_of }, count })
}

fn breed(words: &[&str]) -> Result<Condition, WordsError> {
    let (count, words) = counted(words, "animals", MOST, |words| named_mobs(&words.join(" ")).is_some())?;
    let name = plain(words);
    let kinds = named_mobs(&name).ok_or_else(|| unknown(Noun::Mob, &name))?;
    match kinds[..] {
        [mob] if !breeding::foods(mob).is_empty() => Ok(Condition::Bred { mob, count }),
        _ => Err(WordsError::NotDone { thing: name, done: "bred", instead: "; name one kind of animal, such as cows" }),
    }
}

fn build(words: &[&str], library: &Shelf<'_>) -> Result<Condition, WordsError> {
    // `build a crafting table` means to have one.
    if let Ok(condition) = obtain(words, None) {
        return Ok(condition);
    }
    let words: Vec<&str> =
        words.iter().copied().filter(|word| !matches!(*word, "a" | "an" | "the" | "blueprint" | "please")).collect();
    match words[..] {
        [] => Err(WordsError::Empty),
        [name] => {
            // `build the hut.toml` means the file hut.toml, unless one is called so.
            let bare =
                name.split_once(' ').filter(|(first, _)| matches!(*first, "a" | "an" | "the")).map(|(_, name)| name);
            let read = |name: &str| library.blueprint(name);
            let blueprint = read(name).or_else(|error| bare.map_or(Err(error), read))?;
            Ok(Condition::Built { blueprint: Arc::new(blueprint) })
        }
        // There is more than one part.
        _ if words.iter().any(|word| is_file(word) || matches!(*word, "and" | "or" | "then")) => {
            Err(unknown(Noun::Blueprint, &words.join(" ")))
        }
        _ => Err(WordsError::NotDone {
            thing: words.join(" "),
            done: "built",
            instead: "; say \"build FILE.toml\", where the file is a blueprint: layers of blocks",
        }),
    }
}

fn wear(words: &[&str]) -> Result<Condition, WordsError> {
    let words: Vec<&str> = words.iter().copied().filter(|word| !matches!(*word, "on" | "a" | "an" | "full")).collect();
    if let Some(pieces) = armor_set(&words) {
        let worn = pieces?.into_iter().map(|piece| Condition::Wears { items: OneOf::just(piece) });
        return Ok(Condition::All(worn.collect()));
    }
    let (name, any_of) = thing(&words)?;
    if any_of.iter().all(|item| is_worn(*item)) {
        return Ok(Condition::Wears { items: OneOf { name, any_of } });
    }
    Err(WordsError::NotDone { thing: name, done: "worn", instead: "; armor, shields, heads and carved pumpkins can" })
}

fn put(words: &[&str]) -> Result<Condition, WordsError> {
    // `put on a helmet`, `put down a torch`.
    match words.split_first() {
        Some((&"on", rest)) => return wear(rest),
        Some((&"down", rest)) => return place(rest),
        _ => {}
    }
    if let Some((&"on", rest)) = words.split_last() {
        return wear(rest);
    }
    let is_into = |word: &&str| -> bool { matches!(*word, "in" | "into" | "inside" | "to") };
    let end = words.iter().position(is_into).unwrap_or(words.len());
    let into = words.get(end + 1..).unwrap_or_default();
    let into: Vec<&str> = into.iter().copied().filter(|word| !matches!(*word, "a" | "the" | "my" | "one")).collect();
    if !matches!(into[..], [] | ["chest" | "chests" | "storage"]) {
        return Err(WordsError::NotDone { thing: into.join(" "), done: "filled", instead: "; say \"in a chest\"" });
    }
    let (count, items) = some_of(&words[..end])?;
    let most = CHEST * largest_stack(&items.any_of);
    if count > most {
        return Err(WordsError::Count { count: count.to_string(), what: "items to put into one chest", most });
    }
    Ok(Condition::InChest { items, count })
}

fn place(words: &[&str]) -> Result<Condition, WordsError> {
    let words: Vec<&str> = words.iter().copied().filter(|word| *word != "down").collect();
    let (count, items) = some_of(&words)?;
    match items.any_of.iter().all(|item| item.block().is_some()) {
        true => Ok(Condition::Placed { items, count }),
        false => Err(WordsError::NotDone { thing: items.name, done: "placed", instead: "; blocks can" }),
    }
}

fn plant(words: &[&str]) -> Result<Condition, WordsError> {
    let (count, mut items) = some_of(words)?;
    if items.name == "tree" {
        // One grows of a sapling.
        items = OneOf { name: "sapling".to_owned(), any_of: ItemTag::Saplings.members().to_vec() };
    }
    items.any_of.retain(|item| planted(*item).is_some());
    // `plant wheat` means its seeds.
    if items.any_of.is_empty() {
        let seeds = |name: &str| Item::from_name(&format!("{}_seeds", singular(name)));
        items = seeds(&items.name).filter(|item| planted(*item).is_some()).map(OneOf::just).ok_or_else(|| {
            WordsError::NotDone { thing: items.name.clone(), done: "planted", instead: "; seeds and saplings can" }
        })?;
    }
    Ok(Condition::Planted { items, count })
}

fn sleep(words: &[&str]) -> Result<Condition, WordsError> {
    let words: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !matches!(*word, "in" | "bed" | "for" | "through" | "the") && !is_morning(word))
        .collect();
    Ok(Condition::Slept { nights: nights(&words)? })
}

fn survive(words: &[&str]) -> Result<Condition, WordsError> {
    let words: Vec<&str> =
        words.iter().copied().filter(|word| !matches!(*word, "for" | "the") && !is_morning(word)).collect();
    Ok(Condition::Survived { dawns: nights(&words)? })
}

/// Whether a word only says that a night is over in the morning.
fn is_morning(word: &str) -> bool {
    matches!(word, "until" | "till" | "morning" | "sunrise")
}

fn nights(words: &[&str]) -> Result<u32, WordsError> {
    let (number, rest) = match words {
        [] => return Ok(1),
        words => counted(words, "nights", MOST, |_| false)?,
    };
    match rest {
        [] | ["night" | "nights" | "day" | "days" | "dawn" | "dawns"] => Ok(number),
        other => Err(unknown(Noun::Nights, &other.join(" "))),
    }
}

/// Whether words begin with a verb that is none of a goal: one that cannot be checked, or what stands before a number.
fn is_other_verb(words: &[&str]) -> bool {
    let is_number = |word: &&str| word.chars().all(|digit| digit.is_ascii_digit());
    REFUSED.contains(&words[0]) || !is_number(&words[0]) && words.len() > 2 && is_number(&words[1])
}

/// So many of some items, as [`Condition::Holds`], [`Condition::Crafted`] or what comes out of a furnace.
fn obtain(words: &[&str], verb: Option<&str>) -> Result<Condition, WordsError> {
    let amount = Amount::read(words, |words| item(words).is_some());
    let (name, items) = thing(amount.words).map_err(|error| match error {
        WordsError::Unknown { .. } if is_other_verb(words) => WordsError::Verb { verb: words[0].into() },
        error => error,
    })?;
    let is = |verbs: &[&str]| verb.is_some_and(|verb| verbs.contains(&verb));
    let (name, any_of) = match () {
        () if is(COOK) => cooked(name, items)?,
        () if is(DIG) => dug(name, items),
        () => (name, items),
    };
    let stack = largest_stack(&any_of);
    let most = SLOTS * stack;
    let wrong = || WordsError::Count { count: amount.said.clone(), what: "items to hold", most };
    let count = amount.count(stack, most).ok_or_else(wrong)?;
    let items = OneOf { name, any_of };
    let has_recipe = items.any_of.iter().all(|item| !recipe::making(*item).is_empty());
    Ok(if is(CRAFT) && has_recipe { Condition::Crafted { items, count } } else { Condition::Holds { items, count } })
}

fn largest_stack(items: &[Item]) -> u32 {
    items.iter().map(|item| u32::from(item.stack_size())).max().unwrap_or(1)
}

fn some_of(words: &[&str]) -> Result<(u32, OneOf<Item>), WordsError> {
    match obtain(words, None)? {
        Condition::Holds { items, count } => Ok((count, items)),
        other => unreachable!("without a verb things are held: {other}"),
    }
}
