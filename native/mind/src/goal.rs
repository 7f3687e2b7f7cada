//! Goals: from a player's words to something that can be checked.

use std::fmt;

use anima_rules::smelt::{self, Cooker};
use anima_rules::{Item, ItemStack};

use crate::names::{like, named, shown, suggestion};

/// What the player wants: at the end the inventory holds at least `count` of some items, taken together.
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
    /// More than a goal can be.
    #[error("the goal is too long; say what and how many, for example \"obtain 3 diamonds\"")]
    TooLong,
    /// The verb is not one that ends with something in the inventory.
    #[error(
        "\"{verb}\" is not a goal this agent can check: a goal is to hold so many of an item; use obtain, get, craft, \
         mine, collect, smelt or cook"
    )]
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
    #[error("\"{count}\" is not a number of items to hold; use a whole number from 1 to {most}")]
    Count {
        /// What was said.
        count: String,
        /// The most that fit into an inventory.
        most: u32,
    },
    /// It cannot be cooked or smelted.
    #[error("{item} cannot be cooked or smelted in a furnace")]
    NotSmelted {
        /// What was said.
        item: &'static str,
    },
    /// Several things at once.
    #[error("one goal is one kind of thing; give \"{first}\" and \"{second}\" one after the other")]
    Several {
        /// The first.
        first: String,
        /// The second.
        second: String,
    },
}

/// Slots of an inventory that hold anything.
const SLOTS: u32 = 36;
/// The longest goal, in bytes.
const LONGEST: usize = 200;

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
        if text.len() > LONGEST {
            return Err(GoalError::TooLong);
        }
        let text = text.to_lowercase().replace(char::is_control, " ");
        let trimmed = text.split_whitespace().map(|word| word.trim_matches(['.', ',', '!', '?', '"', '\'', ':']));
        let words: Vec<&str> = trimmed.filter(|word| !word.is_empty()).collect();
        let (verb, words) = verb(&words);
        if words.is_empty() {
            return Err(GoalError::Empty);
        }
        let amount = Amount::read(words);
        let (name, items) = thing(amount.words).map_err(|error| match error {
            GoalError::Item { .. } if REFUSED.contains(&words[0]) => GoalError::Verb { verb: words[0].into() },
            GoalError::Item { .. } if verb == Verb::Build => GoalError::Verb { verb: "build".into() },
            error => error,
        })?;
        let (name, items) = match verb {
            Verb::Cook => cooked(name, items)?,
            _ => (name, items),
        };
        Ok(Goal { count: amount.count(&items)?, name, any_of: items })
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
        let any = if self.any_of.len() > 1 { "any " } else { "" };
        write!(f, "obtain {} {any}{}", self.count, self.name)
    }
}

/// What is to be done, as far as it makes a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    Obtain,
    Build,
    Cook,
}

/// Words before the thing that change nothing.
const OBTAIN: &[&str] = &[
    "obtain", "get", "craft", "make", "mine", "dig", "collect", "gather", "find", "bring", "have", "want", "need",
    "fetch", "harvest", "give", "acquire", "chop", "cut", "fell", "pick", "grab", "take", "hold", "create", "produce",
    "earn", "please", "can", "could", "would", "will", "you", "i", "we", "us", "me", "to", "just", "now", "like",
    "let's", "up", "down", "and", "then", "hey", "hello", "hi",
];
const COOK: &[&str] = &["smelt", "cook", "roast", "grill", "fry", "burn", "melt"];
/// Verbs of goals that do not end with something in the inventory.
const REFUSED: &[&str] = &[
    "kill", "attack", "fight", "slay", "defeat", "beat", "go", "walk", "run", "come", "follow", "explore", "travel",
    "visit", "return", "jump", "swim", "climb", "sleep", "wait", "stop", "stay", "place", "put", "plant", "eat",
    "drink", "equip", "wear", "use", "drop", "throw", "trade", "breed", "tame", "ride", "protect", "defend", "survive",
    "say", "tell", "chat", "look", "show", "enchant", "repair", "build", "destroy", "break", "open", "close", "light",
];
/// Words within the thing that change nothing.
const IDLE: &[&str] =
    &["of", "the", "some", "any", "more", "new", "kind", "kinds", "type", "piece", "pieces", "worth", "for", "please"];

/// Splits the words into what is to be done and with what.
fn verb<'a>(words: &'a [&'a str]) -> (Verb, &'a [&'a str]) {
    let mut verb = Verb::Obtain;
    let mut rest = words;
    while let Some((first, others)) = rest.split_first() {
        // Some items begin with a verb: cut copper, light.
        if verb == Verb::Obtain && item(rest).is_some() {
            break;
        }
        // `go get`, `go and get`.
        let on = others.iter().find(|word| **word != "and" && **word != "to");
        let goes_on = *first == "go" && on.is_some_and(|word| OBTAIN.contains(word) || COOK.contains(word));
        if COOK.contains(first) {
            verb = Verb::Cook;
        } else if *first == "build" && !others.is_empty() {
            verb = Verb::Build;
        } else if !OBTAIN.contains(first) && !goes_on {
            break;
        }
        rest = others;
    }
    (verb, rest)
}

/// A number of things as it was said.
struct Amount<'a> {
    /// The words, to quote them.
    said: String,
    /// Pieces or stacks; `None` for what is meant as a number but is none.
    number: Option<f64>,
    stacks: bool,
    /// The words that are left.
    words: &'a [&'a str],
}

impl<'a> Amount<'a> {
    fn read(words: &'a [&'a str]) -> Amount<'a> {
        let mut amount = Amount { said: String::new(), number: Some(1.0), stacks: false, words };
        // `a` only says that it is one of what follows; a name may end with a number.
        while let Some((first, rest)) = amount.words.split_first() {
            let unit = unit(first).filter(|_| !rest.is_empty());
            match (number(first), unit) {
                (Some(number), _) => {
                    amount.number = number.and_then(|number| Some(amount.number? * number));
                }
                (None, Some(size)) => amount.number = amount.number.map(|number| number * size),
                _ if matches!(*first, "stack" | "stacks") && !rest.is_empty() => amount.stacks = true,
                _ if matches!(*first, "x" | "of" | "a" | "an") && !amount.said.is_empty() => {}
                _ => break,
            }
            amount.said = format!("{} {first}", amount.said).trim().to_owned();
            amount.words = rest;
        }
        if amount.said.is_empty()
            && item(words).is_none()
            && let Some((last, rest)) = words.split_last()
            && let Some(number) = number(last)
            && !rest.is_empty()
        {
            return Amount { said: (*last).to_owned(), number, stacks: false, words: rest };
        }
        amount
    }

    fn count(&self, items: &[Item]) -> Result<u32, GoalError> {
        let stack = items.iter().map(|item| u32::from(item.stack_size())).max().unwrap_or(1);
        let most = SLOTS * stack;
        let number = self.number.map(|number| if self.stacks { number * f64::from(stack) } else { number });
        let whole = number.filter(|number| number.fract() == 0.0 && (1.0..=f64::from(most)).contains(number));
        whole.map(|number| number as u32).ok_or_else(|| GoalError::Count { count: self.said.clone(), most })
    }
}

/// `Some(None)` for what is meant as a number but is none.
fn number(word: &str) -> Option<Option<f64>> {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 7] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let of = |number: usize| Some(Some(number as f64));
    if let Some(number) = WORDS.iter().position(|known| *known == word) {
        return of(number);
    }
    if let Some(number) = TENS.iter().position(|known| *known == word) {
        return of(30 + 10 * number);
    }
    if let Some((ten, one)) = word.split_once('-')
        && let (Some(Some(ten)), Some(Some(one))) = (number(ten), number(one))
    {
        return Some((ten >= 20.0 && one < 10.0).then_some(ten + one));
    }
    match word {
        "a" | "an" => Some(Some(1.0)),
        "half" => Some(Some(0.5)),
        "couple" | "pair" => Some(Some(2.0)),
        "few" | "several" => Some(Some(3.0)),
        _ => {
            let digits = word.strip_prefix('x').unwrap_or(word);
            let digits = digits.strip_suffix('x').unwrap_or(digits);
            let meant = digits.starts_with(|c: char| c.is_ascii_digit())
                || digits.strip_prefix(['-', '+']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            meant.then(|| digits.parse().ok().filter(|number: &f64| number.is_finite()))
        }
    }
}

fn unit(word: &str) -> Option<f64> {
    match word {
        "dozen" | "dozens" => Some(12.0),
        "hundred" => Some(100.0),
        _ => None,
    }
}

/// The items that these words mean, and what they are called.
fn thing(words: &[&str]) -> Result<(String, Vec<Item>), GoalError> {
    if words.is_empty() {
        return Err(GoalError::Empty);
    }
    if let Some(found) = item(words) {
        return Ok(found);
    }
    for at in 1..words.len().saturating_sub(1) {
        if words[at] == "and"
            && let (Some((first, _)), Some((second, _))) =
                (item(Amount::read(&words[..at]).words), item(Amount::read(&words[at + 1..]).words))
        {
            return Err(GoalError::Several { first, second });
        }
    }
    let plain: Vec<&str> = words.iter().copied().filter(|word| !IDLE.contains(word)).collect();
    let name = if plain.is_empty() { words.join(" ") } else { plain.join(" ") };
    let name: String = name.chars().take(60).collect();
    Err(GoalError::Item { like: like(&name), name })
}

/// The items that all of these words together mean.
fn item(words: &[&str]) -> Option<(String, Vec<Item>)> {
    let plain: Vec<&str> = words.iter().copied().filter(|word| !IDLE.contains(word)).collect();
    let is_block = |word: &&str| matches!(*word, "block" | "blocks");
    let without_block = match (plain.split_first(), plain.split_last()) {
        (Some((first, rest)), _) if is_block(first) && !rest.is_empty() => rest,
        (_, Some((last, rest))) if is_block(last) && !rest.is_empty() => rest,
        _ => &plain,
    };
    [words, &plain, without_block].into_iter().filter(|words| !words.is_empty()).find_map(|words| {
        let name = words.join(" ");
        named(&name).map(|items| (shown(&name, &items), items))
    })
}

/// What comes out when these are cooked; what only comes out of a furnace stays what it is.
fn cooked(name: String, items: Vec<Item>) -> Result<(String, Vec<Item>), GoalError> {
    let made_by_fire = |item: &Item| smelt::all().iter().any(|recipe| recipe.result == *item);
    let result = |item: &Item| smelt::smelted(*item, Cooker::Furnace).map(|recipe| recipe.result);
    if items.iter().all(made_by_fire) {
        return Ok((name, items));
    }
    let mut results: Vec<Item> = items.iter().filter_map(result).collect();
    results.sort_unstable();
    results.dedup();
    match results[..] {
        [] => Err(GoalError::NotSmelted { item: items[0].name() }),
        [result] => Ok((result.name().to_owned(), results)),
        _ => Ok((format!("cooked_{name}"), results)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[track_caller]
    fn check(texts: &[&str], expected: &str) {
        for text in texts {
            let goal = Goal::parse(text).map_or_else(|error| error.to_string(), |goal| goal.to_string());
            assert_eq!(goal, expected, "{text:?}");
        }
    }

    #[test]
    fn plain_words() {
        check(
            &["obtain 3 diamonds", "3 diamonds", "get three diamond", "Obtain 3 minecraft:diamond!", "diamonds x3"],
            "obtain 3 diamond",
        );
        check(&["please get me some more diamonds, 3x", "3x diamond", "3 x diamond", "diamond 3"], "obtain 3 diamond");
        check(
            &["get iron pickaxe", "craft an iron_pickaxe", "I want an iron pick", "go and get the iron pickaxe please"],
            "obtain 1 iron_pickaxe",
        );
        check(&["10 oak logs", "chop down ten oak trees", "collect 10 pieces of oak log"], "obtain 10 oak_log");
        check(&["two dozen eggs", "24 eggs", "twenty-four eggs"], "obtain 24 egg");
        check(
            &["a stack of cobble", "mine 64 cobblestone blocks", "64 blocks of cobblestone"],
            "obtain 64 cobblestone",
        );
        check(&["2 stacks of ender pearls"], "obtain 32 ender_pearl");
        check(&["half a stack of dirt"], "obtain 32 dirt");
        check(&["4 blocks of iron", "4 iron blocks"], "obtain 4 iron_block");
        check(&["5 flint and steel"], "obtain 5 flint_and_steel");
        check(&["cut copper", "get 1 cut copper"], "obtain 1 cut_copper");
        check(&["cut 2 copper"], "obtain 2 copper_ingot");
        check(&["build a crafting table"], "obtain 1 crafting_table");
    }

    #[test]
    fn families_count_together() {
        check(&["a bed", "any bed", "get a bed of any kind"], "obtain 1 any bed");
        check(&["10 logs", "collect 10 of any log"], "obtain 10 any log");
        check(&["any wool"], "obtain 1 any wool");
        let goal = Goal::parse("5 logs").expect("a goal");
        let stacks = [ItemStack::new(Item::OAK_LOG, 2), ItemStack::new(Item::BIRCH_LOG, 3)];
        assert_eq!((goal.held(&stacks), goal.is_reached(&stacks)), (5, true));
        assert!(!goal.is_reached(&stacks[..1]) && !goal.is_reached(&[ItemStack::new(Item::STICK, 9)]));
    }

    #[test]
    fn cooking_means_what_comes_out() {
        check(&["cook 2 beef", "cook 2 steak", "cook two raw beef"], "obtain 2 cooked_beef");
        check(&["smelt 3 iron", "smelt 3 raw iron", "smelt 3 iron ore", "melt 3 iron ingots"], "obtain 3 iron_ingot");
        check(&["smelt 4 logs"], "obtain 4 charcoal");
        check(&["cook 2 fish"], "obtain 2 any cooked_fish");
        check(&["smelt 1 glass", "smelt some sand"], "obtain 1 glass");
        check(&["cook a saddle"], "saddle cannot be cooked or smelted in a furnace");
    }

    #[test]
    fn what_is_no_goal_says_why() {
        check(
            &["", "  ", "please", "get", "obtain 3", "\"\""],
            "the goal is empty; say for example \"obtain 3 diamonds\"",
        );
        check(&["obtain 3 diamnods"], "there is no item \"diamnods\" in 1.19.4; did you mean diamond?");
        check(&["obtain a flying pig"], "there is no item \"flying pig\" in 1.19.4");
        for verb in
            ["kill 3 zombies", "go to the village", "build a house", "explore", "follow me", "sleep", "eat bread now"]
        {
            let error = Goal::parse(verb).expect_err("not ours");
            assert!(matches!(error, GoalError::Verb { .. }), "{verb}: {error}");
        }
        for count in ["0 diamonds", "-3 diamonds", "2.5 diamonds", "9999 diamonds", "3,000 dirt", "1e9 dirt", "37 beds"]
        {
            let error = Goal::parse(count).expect_err("no such number");
            assert!(matches!(error, GoalError::Count { .. }), "{count}: {error}");
        }
        check(
            &["3 diamonds and 2 sticks"],
            "one goal is one kind of thing; give \"diamond\" and \"stick\" one after the other",
        );
        check(&[&"get ".repeat(100)], "the goal is too long; say what and how many, for example \"obtain 3 diamonds\"");
    }

    #[test]
    fn every_item_can_be_asked_for_by_id_and_by_title() {
        for item in Item::all().filter(|item| *item != Item::AIR) {
            assert_eq!(Goal::parse(&format!("obtain 1 {item}")), Ok(Goal::obtain(item, 1)));
            let goal = Goal::parse(&format!("get 1 {}", item.title())).unwrap_or_else(|error| panic!("{error}"));
            // A filled map is called what the empty one's id is.
            assert!(goal.any_of.contains(&item) || item == Item::FILLED_MAP, "{item}: {goal:?}");
        }
    }

    #[test]
    fn a_thousand_mutations_end_in_a_goal_or_an_error() {
        let seeds = ["obtain 3 diamonds", "cook 2 beef", "a stack of oak logs", "get minecraft:iron_pickaxe", "x3 bed"];
        let mut rng = Pcg64::seed_from_u64(1);
        for round in 0..1000 {
            let mut text: Vec<char> = seeds[round % seeds.len()].chars().collect();
            for _ in 0..rng.random_range(1..6) {
                let at = rng.random_range(0..=text.len());
                match rng.random_range(0..4) {
                    0 => text.insert(at, char::from(rng.random_range(32..127u8))),
                    1 => text.insert(at, ['\u{0}', 'é', '9', '\u{1F600}', '\n', '-', 'ß', '\u{130}'][round % 8]),
                    2 if at < text.len() => drop(text.remove(at)),
                    _ => text.truncate(at),
                }
            }
            let text: String = text.into_iter().collect();
            match Goal::parse(&text) {
                Ok(goal) => assert!(goal.count > 0 && !goal.any_of.is_empty(), "{text:?}"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_text_makes_it_panic(text in ".{0,220}") {
            if let Err(error) = Goal::parse(&text) {
                prop_assert!(!error.to_string().contains(char::is_control));
            }
        }
    }
}
