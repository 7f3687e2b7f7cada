//! The verbs of goals.

use super::item::item;

/// Words before all else that change nothing.
pub(super) const POLITE: &[&str] = &[
    "please", "can", "could", "would", "will", "you", "i", "we", "us", "me", "to", "just", "now", "like", "let's",
    "up", "down", "and", "then", "hey", "hello", "hi", "want", "need", "have", "go",
];
pub(super) const OBTAIN: &[&str] = &[
    "obtain", "get", "make", "mine", "dig", "collect", "gather", "find", "bring", "fetch", "harvest", "give",
    "acquire", "chop", "cut", "fell", "pick", "grab", "take", "hold", "carry", "create", "produce", "earn", "break",
];
pub(super) const DIG: &[&str] = &["mine", "dig", "break"];
pub(super) const CRAFT: &[&str] = &["craft"];
pub(super) const COOK: &[&str] = &["smelt", "cook", "roast", "grill", "fry", "burn", "melt"];
pub(super) const KILL: &[&str] = &["kill", "slay", "defeat", "beat", "fight", "attack", "hunt"];
pub(super) const WEAR: &[&str] = &["wear", "equip", "don"];
pub(super) const GO: &[&str] = &["walk", "run", "travel", "come", "move", "return"];
pub(super) const EXPLORE: &[&str] = &["explore", "visit", "discover"];
pub(super) const PLACE: &[&str] = &["place", "set"];
pub(super) const PUT: &[&str] = &["put", "store", "deposit", "stash", "stow"];
pub(super) const PLANT: &[&str] = &["plant", "sow"];
pub(super) const BREED: &[&str] = &["breed", "mate"];
pub(super) const SLEEP: &[&str] = &["sleep", "rest"];
pub(super) const SURVIVE: &[&str] = &["survive"];
pub(super) const BUILD: &[&str] = &["build"];
/// Verbs of goals that cannot be checked.
pub(super) const REFUSED: &[&str] = &[
    "follow", "jump", "swim", "climb", "wait", "stop", "stay", "eat", "drink", "use", "drop", "throw", "trade", "tame",
    "ride", "protect", "defend", "say", "tell", "chat", "look", "show", "enchant", "repair", "destroy", "open",
    "close", "light", "explain", "dance",
];
/// All verbs that begin a goal.
const VERBS: &[&[&str]] =
    &[OBTAIN, CRAFT, COOK, KILL, WEAR, GO, EXPLORE, PLACE, PUT, PLANT, BREED, SLEEP, SURVIVE, BUILD];

/// Whether a word is a verb of goals, `go` aside, which also begins others (`go and get`).
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.iter().any(|verbs| verbs.contains(&word))
}

/// The verb that words begin with, polite words aside.
pub(super) fn verb_of<'a>(words: &[&'a str]) -> Option<&'a str> {
    let first = words.iter().find(|word| !POLITE.contains(word) || **word == "go")?;
    ((is_verb(first) || *first == "go") && item(words).is_none()).then_some(*first)
}

/// Whether what follows `go` is a place rather than another verb.
pub(super) fn goes_somewhere(words: &[&str]) -> bool {
    let first = words.iter().find(|word| !matches!(**word, "to" | "and" | "back"));
    first.is_some_and(|word| !is_verb(word) && item(words).is_none())
}
