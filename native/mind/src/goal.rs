//! Goals: from a player's words to something that can be checked.

use std::fmt;

use anima_rules::{Item, ItemStack};

/// What the player wants: at the end the inventory holds at least `count` of one of the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// How it is called in messages.
    pub name: String,
    /// Items that count, together.
    pub any_of: Vec<Item>,
    /// How many, from 1.
    pub count: u32,
}

/// Why some words are not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoalError {
    /// Nothing was said.
    #[error("the goal is empty; say for example \"obtain 3 diamonds\"")]
    Empty,
    /// The verb is not one that ends with something in the inventory.
    #[error("\"{verb}\" is not a goal this agent can check; use obtain, get, craft, mine, collect, smelt or cook")]
    Verb {
        /// What was said.
        verb: String,
    },
    /// No item has this name.
    #[error("there is no item \"{name}\" in 1.19.4{}", suggestion(.like))]
    Item {
        /// What was said.
        name: String,
        /// Names that are close.
        like: Vec<&'static str>,
    },
    /// The number makes no sense.
    #[error("\"{count}\" is not a number of items; use 1 to {MOST}")]
    Count {
        /// What was said.
        count: String,
    },
    /// It cannot be cooked or smelted.
    #[error("{item} cannot be {verb}ed in any furnace")]
    NotSmelted {
        /// What was said.
        item: &'static str,
        /// How it was said.
        verb: String,
    },
}

/// The most that one goal may ask for: what 36 slots of 64 hold.
const MOST: u32 = 36 * 64;

fn suggestion(like: &[&str]) -> String {
    match like {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

impl Goal {
    /// The goal of holding some of one item.
    pub fn obtain(item: Item, count: u32) -> Goal {
        Goal { name: item.name().to_owned(), any_of: vec![item], count }
    }

    /// Reads a goal from plain words: `obtain 3 diamonds`, `get iron pickaxe`, `cook 2 beef`, `10 oak logs`.
    ///
    /// # Errors
    /// [`GoalError`] names the word that is not understood.
    pub fn parse(text: &str) -> Result<Goal, GoalError> {
        let words = text.to_lowercase().replace("minecraft:", "");
        let mut words: Vec<&str> =
            words.split_whitespace().map(|word| word.trim_matches(['.', ',', '!', '"'])).collect();
        words.retain(|word| !word.is_empty() && !matches!(*word, "please" | "me" | "some" | "the" | "of"));
        let first = *words.first().ok_or(GoalError::Empty)?;
        let verb = if VERBS.contains(&first) {
            words.remove(0);
            first
        } else {
            "obtain"
        };
        let mut count = 1;
        if let Some(word) = words.first()
            && let Some(number) = number(word)
        {
            count =
                number.filter(|n| (1..=MOST).contains(n)).ok_or_else(|| GoalError::Count { count: (*word).into() })?;
            words.remove(0);
        }
        if words.is_empty() {
            return Err(GoalError::Empty);
        }
        let name = words.join("_").replace('-', "_");
        let wanted = items_named(&name).ok_or_else(|| {
            let is_verb = words.len() > 1
                && verb == "obtain"
                && first != "obtain"
                && items_named(&words[1..].join("_")).is_some();
            match is_verb || NOT_OURS.contains(&first) {
                true => GoalError::Verb { verb: first.into() },
                false => GoalError::Item { like: like(&name), name: name.replace('_', " ") },
            }
        })?;
        match verb {
            "cook" | "smelt" => smelted(wanted, verb).map(|item| Goal::obtain(item, count)),
            _ => Ok(Goal { name: shown(&name, &wanted), any_of: wanted, count }),
        }
    }

    /// How many of what is wanted these stacks hold.
    pub fn held<'a>(&self, stacks: impl IntoIterator<Item = &'a ItemStack>) -> u32 {
        let counts = stacks.into_iter().filter(|stack| self.any_of.contains(&stack.item));
        counts.map(|stack| u32::from(stack.count)).sum()
    }

    /// Whether it is reached: the one test that decides success.
    pub fn is_reached<'a>(&self, stacks: impl IntoIterator<Item = &'a ItemStack>) -> bool {
        self.held(stacks) >= self.count
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "obtain {} {}", self.count, self.name)
    }
}

const VERBS: [&str; 18] = [
    "obtain", "get", "craft", "make", "mine", "dig", "collect", "gather", "find", "bring", "smelt", "cook", "build",
    "have", "want", "need", "fetch", "harvest",
];

/// Verbs of goals that do not end with something in the inventory.
const NOT_OURS: [&str; 12] =
    ["kill", "go", "walk", "explore", "follow", "attack", "sleep", "place", "build_a", "fight", "come", "stop"];

/// `Some(None)` for what is meant as a number but is none.
fn number(word: &str) -> Option<Option<u32>> {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match word {
        "a" | "an" => Some(Some(1)),
        "stack" => Some(Some(64)),
        "dozen" => Some(Some(12)),
        _ => match WORDS.iter().position(|number| *number == word) {
            Some(number) => Some(Some(number as u32)),
            None => word
                .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+'))
                .then(|| word.trim_end_matches('x').parse().ok()),
        },
    }
}

/// The items that a name means, singular or plural: one item, or all of a family (`log`, `planks`, `wool` ...).
fn items_named(name: &str) -> Option<Vec<Item>> {
    let singulars = [
        Some(name.to_owned()),
        name.strip_suffix("ies").map(|stem| format!("{stem}y")),
        name.strip_suffix("ves").map(|stem| format!("{stem}f")),
        name.strip_suffix("es").map(str::to_owned),
        name.strip_suffix('s').map(str::to_owned),
        Some(format!("{name}s")),
    ];
    singulars.iter().flatten().find_map(|name| {
        let one = Item::from_name(name).filter(|item| *item != Item::AIR);
        one.map(|item| vec![item]).or_else(|| family(name))
    })
}

/// Items that players call by one name.
fn family(name: &str) -> Option<Vec<Item>> {
    let ends = |end: &str| -> Vec<Item> {
        let plain = |item: &Item| item.name().ends_with(end) && !item.name().starts_with("stripped_");
        Item::all().filter(plain).collect()
    };
    let items = match name {
        "wood" | "log" => ends("_log"),
        "planks" | "plank" => ends("_planks"),
        "wool" => ends("_wool"),
        "bed" => ends("_bed"),
        "sapling" => ends("_sapling"),
        "boat" => ends("_boat"),
        "sign" => ends("_sign").into_iter().filter(|item| !item.name().contains("hanging")).collect(),
        "flower" => vec![Item::DANDELION, Item::POPPY, Item::CORNFLOWER, Item::OXEYE_DAISY, Item::AZURE_BLUET],
        "coals" => vec![Item::COAL, Item::CHARCOAL],
        "leather_armor" | "armor" => return None,
        "pickaxe" => ends("_pickaxe"),
        "sword" => ends("_sword"),
        "steak" => vec![Item::COOKED_BEEF],
        "fish" => vec![Item::COD, Item::SALMON],
        _ => return None,
    };
    Some(items)
}

fn shown(name: &str, wanted: &[Item]) -> String {
    match wanted {
        [item] => item.name().to_owned(),
        _ => name.strip_suffix('s').filter(|stem| family(stem).is_some()).unwrap_or(name).to_owned(),
    }
}

/// What comes out when one of these is cooked, or the thing itself if that is what comes out.
fn smelted(wanted: Vec<Item>, verb: &str) -> Result<Item, GoalError> {
    let item = wanted[0];
    let made_by_fire = |item: Item| anima_rules::smelt::all().iter().any(|recipe| recipe.result == item);
    if made_by_fire(item) {
        return Ok(item);
    }
    let result = anima_rules::smelt::smelted(item, anima_rules::smelt::Cooker::Furnace).map(|recipe| recipe.result);
    result.ok_or(GoalError::NotSmelted { item: item.name(), verb: verb.into() })
}

/// Names of items close to a misspelt one.
fn like(name: &str) -> Vec<&'static str> {
    let mut close: Vec<(usize, &str)> = Item::all()
        .map(|item| (strsim::damerau_levenshtein(name, item.name()), item.name()))
        .filter(|(distance, known)| *distance <= 1 + name.len() / 4 || known.split('_').any(|part| part == name))
        .collect();
    close.sort_unstable();
    close.into_iter().take(3).map(|(_, name)| name).collect()
}
