//! Conditions from plain words: `obtain 3 diamonds`, `kill 3 zombies`, `wear iron armor`, `survive 3 nights`.

mod complete;
mod names;
mod number;

use std::collections::BTreeSet;
use std::sync::Arc;

use anima_rules::smelt::{self, Cooker};
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Kind, ways};
use anima_rules::{Biome, EntityKind, Item, ItemStack, breeding, recipe};

use crate::act::is_worn;
use crate::condition::planted;
use crate::{Blueprint, BlueprintError, Condition, OneOf};
use names::{biomes, close, mobs, named_biomes, named_mobs, shown};
use number::{Amount, number};

pub use complete::complete;
pub use names::{either, like, named_items, suggestion};

/// Slots of an inventory that hold anything.
const SLOTS: u32 = 36;
/// The longest goal, in bytes.
const LONGEST: usize = 200;
/// Parts of one goal.
const PARTS: usize = 8;
/// The most mobs, plants or nights that one goal may ask for.
const MOST: u32 = 1000;
/// `World.isInBuildLimit`: blocks from the middle of the world, each way.
const FAR: i32 = 30_000_000;

/// Why some words are not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// Nothing was said.
    #[error("the goal is empty; say for example \"obtain 3 diamonds\"")]
    Empty,
    /// More than a goal can be.
    #[error("the goal is too long; say what and how many, for example \"obtain 3 diamonds\"")]
    TooLong,
    /// More parts than a goal can have.
    #[error("the goal has more than {PARTS} parts; give them one after the other")]
    TooManyParts,
    /// The verb is not one that can be checked.
    #[error(
        "\"{verb}\" is not a goal this agent can check; it can obtain, craft, cook, wear, kill, breed, plant, place, \
         build, put things in a chest, go to a place, explore a biome, sleep and survive"
    )]
    Verb {
        /// What was said.
        verb: String,
    },
    /// Nothing has this name.
    #[error("{}{}", not_known(.kind, .name), next_step(.kind, .like))]
    Unknown {
        /// What it should have been.
        kind: &'static str,
        /// What was said.
        name: String,
        /// Names that are close.
        like: Vec<&'static str>,
    },
    /// The number makes no sense.
    #[error("\"{count}\" is not a number of {what}; use a whole number from 1 to {most}")]
    Count {
        /// What was said.
        count: String,
        /// What is counted.
        what: &'static str,
        /// The most that there may be.
        most: u32,
    },
    /// It cannot be cooked or smelted.
    #[error("{item} cannot be cooked or smelted in a furnace")]
    NotSmelted {
        /// What was said.
        item: &'static str,
    },
    /// It cannot be done to this.
    #[error("{thing} cannot be {done}{}", .instead)]
    NotDone {
        /// What was said.
        thing: String,
        /// What cannot be done to it.
        done: &'static str,
        /// What to say instead, with the mark before it.
        instead: &'static str,
    },
    /// No place was told.
    #[error("go where? Say \"go to X Y Z\" or \"go to X Z\" in whole numbers, or \"explore a desert\"")]
    NoPlace,
    /// A place where nobody can be.
    #[error("{axis} is {value}; it must lie {within}")]
    Place {
        /// `x`, `y` or `z`.
        axis: &'static str,
        /// What was said.
        value: i32,
        /// Where it must lie.
        within: &'static str,
    },
    /// The file of a blueprint cannot be read.
    #[error("{0}")]
    File(String),
    /// The blueprint is none.
    #[error(transparent)]
    Blueprint(#[from] BlueprintError),
}

/// That nothing has a name.
fn not_known(kind: &str, name: &str) -> String {
    match kind {
        "night" => format!("\"{name}\" is not a number of nights"),
        kind => format!("there is no {kind} \"{name}\" in 1.19.4"),
    }
}

/// What to say in place of a name that nothing has.
fn next_step(kind: &str, like: &[&str]) -> String {
    let example = match kind {
        _ if !like.is_empty() => return suggestion(like),
        "mob" => "say for example \"kill 2 zombies\" or \"kill 5 animals\"",
        "biome" => "say for example \"explore a desert\"",
        "night" => "say for example \"survive 3 nights\"",
        "armor" => "say for example \"wear iron armor\"",
        "blueprint" => "say \"build FILE.toml\", and what else there is to do after an \"and\"",
        _ => "say what and how many as the game calls it, for example \"3 oak logs and 1 bed\"",
    };
    format!("; {example}")
}

/// Reads the file of a blueprint by the name that was said.
pub trait Library {
    /// The text of the file.
    ///
    /// # Errors
    /// What is wrong with it, with the file's name and what to do.
    fn read(&self, name: &str) -> Result<String, String>;
}

/// No blueprints at all.
pub struct NoLibrary;

impl Library for NoLibrary {
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("there is nowhere to read the blueprint {name} from"))
    }
}

impl<F: Fn(&str) -> Result<String, String>> Library for F {
    fn read(&self, name: &str) -> Result<String, String> {
        self(name)
    }
}

impl Condition {
    /// Reads a condition from plain words. Files of blueprints come from `library`.
    ///
    /// # Errors
    /// [`WordsError`] names the word that is not understood, and what can be said.
    pub fn parse(text: &str, library: &dyn Library) -> Result<Condition, WordsError> {
        if text.len() > LONGEST {
            return Err(WordsError::TooLong);
        }
        let plain = text.replace(char::is_control, " ");
        let said = words_of(&plain);
        // The name of a file keeps its case.
        let lower: Vec<String> =
            said.iter().map(|word| if is_file(word) { word.clone() } else { word.to_lowercase() }).collect();
        let words: Vec<&str> = lower.iter().map(String::as_str).collect();
        let library = &Shelf { library, said: &said };
        let mut parts = Vec::new();
        for some in split(&words, &["or"], None, library) {
            let all = split(some.words, &["and", "then"], some.verb, library);
            let all: Result<Vec<Condition>, WordsError> =
                all.into_iter().map(|part| clause(part.words, part.verb, library)).collect();
            parts.push(one_or(all.map_err(WordsError::with_likes)?, Condition::All));
        }
        let condition = one_or(parts, Condition::Any);
        if condition.leaves().len() > PARTS { Err(WordsError::TooManyParts) } else { Ok(condition) }
    }
}

/// Marks around a word that say nothing.
const MARKS: &[char] = &['.', ',', '!', '?', '"', '\'', ':', ';'];
/// How the file of a blueprint ends.
const FILE: &str = ".toml";

/// Whether a word is the name of a blueprint's file, which may hold spaces.
fn is_file(word: &str) -> bool {
    let end = word.len().checked_sub(FILE.len()).and_then(|at| word.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(FILE)) && word.len() > FILE.len()
}

/// The words of a text without the marks around them; the name of a blueprint's file, which follows `build`, is one.
fn words_of(text: &str) -> Vec<String> {
    let bare = |word: &str| word.trim_matches(MARKS).to_owned();
    let raw: Vec<&str> = text.split_whitespace().collect();
    let is_build = |word: &&str| BUILD.contains(&bare(word).to_lowercase().as_str());
    let is_number = |word: &str| word.ends_with(|c: char| c.is_ascii_digit()) || number(word).is_some();
    let mut words: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(word) = raw.get(at) {
        at += 1;
        let rest = &raw[at..];
        match (bare(word).to_lowercase().as_str(), words.last().map(|word| word.to_lowercase()).as_deref()) {
            ("&" | "+", _) => words.push("and".to_owned()),
            ("alive", Some("stay")) => {
                words.pop();
                words.push("survive".to_owned());
            }
            _ => words.push(bare(word)),
        }
        // `3 apples, 2 sticks and a bed`, but not `go to 1, 2, 3` or `diamonds, 3`.
        let next = rest.first().map(|word| bare(word).to_lowercase());
        let is_listed = |next: &String| {
            let is_joint = matches!(next.as_str(), "" | "and" | "or" | "then" | "&" | "+");
            let is_polite = rest.iter().all(|word| POLITE.contains(&bare(word).to_lowercase().as_str()));
            !is_joint && !is_polite && (rest.len() > 1 || !is_number(next))
        };
        if word.ends_with([',', ';']) && !is_number(&bare(word)) && next.as_ref().is_some_and(is_listed) {
            words.push("and".to_owned());
        }
        if is_build(word)
            && let Some(last) = rest.iter().take_while(|word| !is_build(word)).position(|word| is_file(&bare(word)))
        {
            // The point of `./hut.toml` belongs to the name.
            let name = rest[..=last].join(" ");
            words.push(name.trim_start_matches(['"', '\'']).trim_end_matches(MARKS).to_owned());
            at += last + 1;
        }
    }
    words.retain(|word| !word.is_empty());
    while words.last().is_some_and(|word| ["please", "thanks", "now"].contains(&word.to_lowercase().as_str())) {
        words.pop();
    }
    words
}

/// The blueprints, and the words as they were said: names keep their case.
struct Shelf<'a> {
    library: &'a dyn Library,
    said: &'a [String],
}

impl Shelf<'_> {
    /// Reads a blueprint by the name of its file, or by that without its end.
    fn blueprint(&self, name: &str) -> Result<Blueprint, WordsError> {
        if is_file(name) {
            let text = self.library.read(name).map_err(WordsError::File)?;
            return Ok(Blueprint::parse(name, &text)?);
        }
        let said = self.said.iter().find(|word| word.to_lowercase() == name).map_or(name, String::as_str);
        self.blueprint(&format!("{said}{FILE}"))
    }
}

impl WordsError {
    /// Adds the names that are close to an unknown one, which are not looked for while words are only tried.
    fn with_likes(self) -> WordsError {
        let WordsError::Unknown { kind, name, .. } = self else { return self };
        let like = match kind {
            "item" => like(&name),
            "mob" => close(&name, mobs().map(EntityKind::name)),
            "biome" => close(&name, biomes().map(Biome::name)),
            _ => Vec::new(),
        };
        WordsError::Unknown { kind, name, like }
    }
}

fn one_or(mut parts: Vec<Condition>, many: impl Fn(Vec<Condition>) -> Condition) -> Condition {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}

/// Words that are one part of a goal, and the verb that was said for the part before if they have none of their own.
#[derive(Clone, Copy)]
struct Part<'a> {
    words: &'a [&'a str],
    verb: Option<&'a str>,
}

/// Takes words apart at some joints (`and`), where all parts mean something: some names hold such a word (`flint and
/// steel`).
fn split<'a>(words: &'a [&'a str], joints: &[&str], verb: Option<&'a str>, library: &Shelf<'_>) -> Vec<Part<'a>> {
    let mut vain = BTreeSet::new();
    let whole = Part { words, verb };
    let first_joint = || ends(words, joints).find(|end| means(Part { words: &words[..*end], verb }, library));
    split_all(whole, joints, library, &mut vain).unwrap_or_else(|| match first_joint() {
        // What is wrong is in the part after it.
        Some(end) => vec![Part { words: &words[..end], verb }, next_part(whole, end, joints)],
        None => vec![whole],
    })
}

/// As [`split`]; `vain` holds where, after which verb, it does not work out.
fn split_all<'a>(
    whole: Part<'a>,
    joints: &[&str],
    library: &Shelf<'_>,
    vain: &mut BTreeSet<(usize, Option<&'a str>)>,
) -> Option<Vec<Part<'a>>> {
    let has_other_joints = joints == ["or"] && whole.words.iter().any(|word| matches!(*word, "and" | "then"));
    if means(whole, library) || has_other_joints && !whole.words.contains(&"or") {
        return Some(vec![whole]);
    }
    if vain.contains(&(whole.words.len(), whole.verb)) {
        return None;
    }
    let tried = ends(whole.words, joints).find_map(|end| {
        let first = Part { words: &whole.words[..end], ..whole };
        let first = split_all(first, &[], library, vain).or_else(|| {
            let all = first.words.iter().any(|word| matches!(*word, "and" | "then"));
            (joints == ["or"] && all).then(|| vec![first])
        })?;
        let rest = split_all(next_part(whole, end, joints), joints, library, vain)?;
        Some([first, rest].concat())
    });
    if tried.is_none() {
        vain.insert((whole.words.len(), whole.verb));
    }
    tried
}

/// Where parts of words may end.
fn ends<'a>(words: &'a [&'a str], joints: &'a [&'a str]) -> impl Iterator<Item = usize> + 'a {
    (1..words.len().saturating_sub(1)).filter(|index| joints.contains(&words[*index]))
}

/// What comes after the part that ends at an index.
fn next_part<'a>(whole: Part<'a>, end: usize, joints: &[&str]) -> Part<'a> {
    let mut words = &whole.words[end + 1..];
    while let Some((first, rest)) = words.split_first()
        && joints.contains(first)
    {
        words = rest;
    }
    let inherited = verb_of(&whole.words[..end]).or(whole.verb);
    Part { words, verb: if verb_of(words).is_some() { None } else { inherited } }
}

/// Whether words are a part of a goal; a wrong number or file does not make them none.
fn means(part: Part<'_>, library: &Shelf<'_>) -> bool {
    match clause(part.words, part.verb, library) {
        Ok(_) => true,
        Err(error) => !matches!(
            error,
            WordsError::Unknown { .. } | WordsError::Verb { .. } | WordsError::Empty | WordsError::NoPlace
        ),
    }
}

/// Words before all else that change nothing.
const POLITE: &[&str] = &[
    "please", "can", "could", "would", "will", "you", "i", "we", "us", "me", "to", "just", "now", "like", "let's",
    "up", "down", "and", "then", "hey", "hello", "hi", "want", "need", "have", "go",
];
const OBTAIN: &[&str] = &[
    "obtain", "get", "make", "mine", "dig", "collect", "gather", "find", "bring", "fetch", "harvest", "give",
    "acquire", "chop", "cut", "fell", "pick", "grab", "take", "hold", "carry", "create", "produce", "earn", "break",
];
const DIG: &[&str] = &["mine", "dig", "break"];
const CRAFT: &[&str] = &["craft"];
const COOK: &[&str] = &["smelt", "cook", "roast", "grill", "fry", "burn", "melt"];
const KILL: &[&str] = &["kill", "slay", "defeat", "beat", "fight", "attack", "hunt"];
const WEAR: &[&str] = &["wear", "equip", "don"];
const GO: &[&str] = &["walk", "run", "travel", "come", "move", "return"];
const EXPLORE: &[&str] = &["explore", "visit", "discover"];
const PLACE: &[&str] = &["place", "set"];
const PUT: &[&str] = &["put", "store", "deposit", "stash", "stow"];
const PLANT: &[&str] = &["plant", "sow"];
const BREED: &[&str] = &["breed", "mate"];
const SLEEP: &[&str] = &["sleep", "rest"];
const SURVIVE: &[&str] = &["survive"];
const BUILD: &[&str] = &["build"];
/// Verbs of goals that cannot be checked.
const REFUSED: &[&str] = &[
    "follow", "jump", "swim", "climb", "wait", "stop", "stay", "eat", "drink", "use", "drop", "throw", "trade", "tame",
    "ride", "protect", "defend", "say", "tell", "chat", "look", "show", "enchant", "repair", "destroy", "open",
    "close", "light", "explain", "dance",
];
/// Words within the thing that change nothing.
const IDLE: &[&str] = &[
    "of", "the", "my", "some", "any", "more", "new", "kind", "kinds", "type", "piece", "pieces", "worth", "for",
    "please",
];

/// All verbs that begin a goal.
const VERBS: &[&[&str]] =
    &[OBTAIN, CRAFT, COOK, KILL, WEAR, GO, EXPLORE, PLACE, PUT, PLANT, BREED, SLEEP, SURVIVE, BUILD];

/// The verb that words begin with, polite words aside.
fn verb_of<'a>(words: &[&'a str]) -> Option<&'a str> {
    let first = words.iter().find(|word| !POLITE.contains(word) || **word == "go")?;
    let known = VERBS.iter().any(|verbs| verbs.contains(first)) || *first == "go";
    (known && item(words).is_none()).then_some(*first)
}

/// Reads one part of a goal; `verb` is that of the part before, for what has none of its own.
fn clause(words: &[&str], verb: Option<&str>, library: &Shelf<'_>) -> Result<Condition, WordsError> {
    let mut rest = words;
    let mut said = verb;
    // Verbs of getting may pile up: `go and get`, `I want to craft`.
    while let Some((first, others)) = rest.split_first() {
        // Some items begin with a verb: cut copper, light.
        if item(rest).is_some() {
            break;
        }
        let is_verb = VERBS.iter().any(|verbs| verbs.contains(first));
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
        () if rest.is_empty() => Err(WordsError::Empty),
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

/// Whether what follows `go` is a place rather than another verb.
fn goes_somewhere(words: &[&str]) -> bool {
    let first = words.iter().find(|word| !matches!(**word, "to" | "and" | "back"));
    first.is_some_and(|word| !VERBS.iter().any(|verbs| verbs.contains(word)) && item(words).is_none())
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
    let any_of = named_mobs(&name).ok_or_else(|| unknown("mob", &name))?;
    let name = if any_of.len() > 1 { singular(&name) } else { any_of[0].name().to_owned() };
    Ok(Condition::Killed { mobs: OneOf { name, any_of }, count })
}

fn breed(words: &[&str]) -> Result<Condition, WordsError> {
    let (count, words) = counted(words, "animals", MOST, |words| named_mobs(&words.join(" ")).is_some())?;
    let name = plain(words);
    let kinds = named_mobs(&name).ok_or_else(|| unknown("mob", &name))?;
    match kinds[..] {
        [mob] if !breeding::foods(mob).is_empty() => Ok(Condition::Bred { mob, count }),
        _ => Err(WordsError::NotDone { thing: name, done: "bred", instead: "; name one kind of animal, such as cows" }),
    }
}

fn go(words: &[&str]) -> Result<Condition, WordsError> {
    let is_idle = |word: &str| {
        matches!(word, "to" | "back" | "at" | "a" | "an" | "coordinates" | "coords" | "position")
            || IDLE.contains(&word)
    };
    let words: Vec<&str> = words.iter().copied().filter(|word| !is_idle(word)).collect();
    let in_bed = matches!(words[..], ["bed"] | ["sleep"]);
    match coordinates(&words) {
        _ if in_bed => Ok(Condition::Slept { nights: 1 }),
        Some([Some(x), y, Some(z)]) => at(x, y, z),
        _ if named_biomes(&plain(&words)).is_some() => explore(&words),
        _ => Err(WordsError::NoPlace),
    }
}

/// The x, y and z of `100 64 -20`, `100,-20`, `(100, 64, -20)` or `z=-20 x=100`; `None` where words are none.
fn coordinates(words: &[&str]) -> Option<[Option<f64>; 3]> {
    const AXES: [char; 3] = ['x', 'y', 'z'];
    let text = words.join(" ");
    let parts = text.split([' ', ',', '(', ')', '=', ':', ';']).filter(|part| !part.is_empty());
    let (mut plain, mut named, mut axis) = (Vec::new(), [None; 3], None);
    for part in parts {
        let rest = part.trim_start_matches(AXES);
        axis = AXES.iter().position(|axis| rest.len() + 1 == part.len() && part.starts_with(*axis)).or(axis);
        if rest.is_empty() {
            continue;
        }
        let value = rest.parse::<f64>().ok()?;
        match axis.take() {
            Some(axis) if named[axis].is_none() => named[axis] = Some(value),
            Some(_) => return None,
            None => plain.push(value),
        }
    }
    match (&plain[..], named) {
        ([], named) => Some(named),
        ([x, z], [None, None, None]) => Some([Some(*x), None, Some(*z)]),
        ([x, y, z], [None, None, None]) => Some([Some(*x), Some(*y), Some(*z)]),
        _ => None,
    }
}

fn at(x: f64, y: Option<f64>, z: f64) -> Result<Condition, WordsError> {
    let cell = |value: f64| value.floor().clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i32;
    for (axis, value) in [("x", x), ("z", z)] {
        if value.is_nan() || cell(value).unsigned_abs() >= FAR as u32 {
            return Err(WordsError::Place { axis, value: cell(value), within: "within 30 million blocks" });
        }
    }
    if let Some(y) = y.filter(|y| !(-64.0..320.0).contains(y)) {
        return Err(WordsError::Place { axis: "y", value: cell(y), within: "between -64 and 319" });
    }
    Ok(Condition::At { x: cell(x), y: y.map(cell), z: cell(z) })
}

fn explore(words: &[&str]) -> Result<Condition, WordsError> {
    let words: Vec<&str> = words.iter().copied().filter(|word| !matches!(*word, "a" | "an" | "to")).collect();
    let name = plain(&words);
    let any_of = named_biomes(&name).ok_or_else(|| unknown("biome", &name))?;
    let name = if any_of.len() > 1 { singular(&name) } else { any_of[0].name().to_owned() };
    Ok(Condition::Explored { biomes: OneOf { name, any_of } })
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
            Err(unknown("blueprint", &words.join(" ")))
        }
        _ => Err(WordsError::NotDone {
            thing: words.join(" "),
            done: "built",
            instead: "; say \"build FILE.toml\", where the file is a blueprint: layers of blocks",
        }),
    }
}

/// The four pieces of `iron armor`; `None` for what is called neither armor nor a set.
fn armor_set(words: &[&str]) -> Option<Result<Vec<Item>, WordsError>> {
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
    Some(pieces.ok_or_else(|| unknown("armor", name)))
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
        other => Err(unknown("night", &other.join(" "))),
    }
}

/// So many of some items, as [`Condition::Holds`], [`Condition::Crafted`] or what comes out of a furnace.
fn obtain(words: &[&str], verb: Option<&str>) -> Result<Condition, WordsError> {
    let amount = Amount::read(words, |words| item(words).is_some());
    let (name, items) = thing(amount.words).map_err(|error| match error {
        WordsError::Unknown { .. } if REFUSED.contains(&words[0]) => WordsError::Verb { verb: words[0].into() },
        error => error,
    })?;
    let is = |verbs: &[&str]| verb.is_some_and(|verb| verbs.contains(&verb));
    let (name, any_of) = match () {
        () if is(COOK) => cooked(name, items)?,
        () if is(DIG) => dug(name, items),
        () => (name, items),
    };
    let stack = any_of.iter().map(|item| u32::from(item.stack_size())).max().unwrap_or(1);
    let most = SLOTS * stack;
    let wrong = || WordsError::Count { count: amount.said.clone(), what: "items to hold", most };
    let count = amount.count(stack, most).ok_or_else(wrong)?;
    let items = OneOf { name, any_of };
    let has_recipe = items.any_of.iter().all(|item| !recipe::making(*item).is_empty());
    Ok(if is(CRAFT) && has_recipe { Condition::Crafted { items, count } } else { Condition::Holds { items, count } })
}

fn some_of(words: &[&str]) -> Result<(u32, OneOf<Item>), WordsError> {
    match obtain(words, None)? {
        Condition::Holds { items, count } => Ok((count, items)),
        other => unreachable!("without a verb things are held: {other}"),
    }
}

/// The items that these words mean, and what they are called.
fn thing(words: &[&str]) -> Result<(String, Vec<Item>), WordsError> {
    if words.is_empty() {
        return Err(WordsError::Empty);
    }
    item(words).ok_or_else(|| unknown("item", &plain(words)))
}

/// The words without those that change nothing.
fn plain(words: &[&str]) -> String {
    let plain: Vec<&str> = words.iter().copied().filter(|word| !IDLE.contains(word)).collect();
    if plain.is_empty() { words.join(" ") } else { plain.join(" ") }
}

fn singular(name: &str) -> String {
    let name = names::normal(name);
    name.strip_suffix('s').unwrap_or(&name).to_owned()
}

fn unknown(kind: &'static str, name: &str) -> WordsError {
    WordsError::Unknown { kind, name: name.chars().take(60).collect(), like: Vec::new() }
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
        named_items(&name).map(|items| (shown(&name, &items), items))
    })
}

/// What comes out when these are cooked; what only comes out of a furnace stays what it is.
fn cooked(name: String, items: Vec<Item>) -> Result<(String, Vec<Item>), WordsError> {
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
fn dug(name: String, items: Vec<Item>) -> (String, Vec<Item>) {
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

/// How many of some items these stacks hold.
pub fn held<'a>(stacks: impl IntoIterator<Item = &'a ItemStack>, items: &[Item]) -> u32 {
    let counts = stacks.into_iter().filter(|stack| items.contains(&stack.item));
    counts.map(|stack| u32::from(stack.count)).sum()
}

#[cfg(test)]
mod tests;
