//! What could complete the words of a goal.

use anima_rules::techtree::place_of_mob;
use anima_rules::{EntityKind, Item, breeding};

use super::item::IDLE;
use super::names::{biomes, mobs};
use super::number::number;
use super::verb::{self, BREED, BUILD, EXPLORE, GO, KILL, PLACE, PLANT, PUT, SLEEP, SURVIVE, WEAR};
use crate::act::is_worn;
use crate::condition::PLANTS;

/// Verbs that are offered: one for each kind of goal, the common ones first.
const OFFERED: &[&str] = &[
    "obtain", "get", "mine", "craft", "cook", "kill", "wear", "go to", "explore", "plant", "breed", "place", "put",
    "build", "sleep", "survive",
];

/// Words that could stand at the end of a goal in place of its last one, which may be empty; `files` are the names of
/// blueprints. The ones that begin with what is typed come first.
pub fn complete(text: &str, files: &[String]) -> Vec<String> {
    let start = text.rfind(' ').map_or(0, |at| at + 1);
    let (before, word) = (&text[..start], &text[start..]);
    let said: Vec<&str> = before.split_whitespace().collect();
    let verb = said.iter().find(|word| is_verb(word)).copied();
    let is = |verbs: &[&str]| verb.is_some_and(|verb| verbs.contains(&verb));
    let last_is_number = said.last().is_some_and(|word| number(word).is_some());
    let items = || Item::all().filter(|item| *item != Item::AIR);
    let names: Vec<&str> = match () {
        () if said.is_empty() => OFFERED.iter().copied().chain(items().map(Item::name)).collect(),
        () if is(KILL) => mobs().map(|kind| kind.name()).collect(),
        () if is(BREED) => {
            let can = |kind: &EntityKind| !breeding::foods(*kind).is_empty() && breeding::obstacle(*kind).is_none();
            mobs().filter(|kind| can(kind) && place_of_mob(*kind).is_some()).map(EntityKind::name).collect()
        }
        () if is(EXPLORE) => biomes().map(|biome| biome.name()).collect(),
        () if is(WEAR) => {
            let sets = ["leather_armor", "iron_armor", "golden_armor", "diamond_armor"];
            sets.into_iter().chain(items().filter(|item| is_worn(*item)).map(Item::name)).collect()
        }
        () if is(PLANT) => PLANTS.iter().map(|(item, _)| item.name()).collect(),
        () if is(PLACE) => items().filter(|item| item.block().is_some()).map(Item::name).collect(),
        () if is(PUT) && said.len() > 2 && !last_is_number => vec!["in a chest"],
        () if is(PUT) => items().map(Item::name).collect(),
        () if is(BUILD) => {
            // Names of files may hold spaces.
            let typed = verb.and_then(|verb| before.split_once(verb)).map_or("", |(_, name)| name.trim_start());
            files.iter().filter_map(|file| file.strip_prefix(typed)).collect()
        }
        () if is(SURVIVE) || is(SLEEP) => vec!["nights"],
        () if is(GO) || verb == Some("go") => Vec::new(),
        () => items().map(Item::name).collect(),
    };
    let mut found: Vec<String> =
        names.iter().filter(|name| name.starts_with(word)).map(|name| (*name).into()).collect();
    // Then those that have it somewhere else in their name.
    let inner = names.iter().filter(|name| word.len() > 1 && !name.starts_with(word) && name.contains(word));
    found.extend(inner.map(|name| (*name).to_owned()));
    found
}

fn is_verb(word: &str) -> bool {
    !IDLE.contains(&word) && (word == "go" || verb::is_verb(word))
}
