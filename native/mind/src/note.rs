//! What happened in a mind, for records and people.

use std::fmt;

use crate::plan::Author;
use crate::roles::explain::Explanation;

/// Something worth telling. Each is one line.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// A plan was made.
    Planned {
        /// The author.
        author: Author,
        /// What the one before it broke on; empty for the first.
        why: String,
        /// Its steps, in order.
        steps: Vec<String>,
        /// About how many ticks it takes.
        ticks: u64,
    },
    /// A plan holds something that the goal does not need.
    Provision {
        /// How many of what.
        what: String,
        /// What for.
        why: &'static str,
    },
    /// Steps became needless: what they get was picked up on the way.
    Needless(Vec<String>),
    /// A step failed.
    Failed(Explanation),
    /// What was dropped on dying was collected.
    Fetched,
    /// What was dropped on dying could not be collected; says why.
    NotFetched(String),
    /// A model gave no answer, a wrong one or one that had to be dug out.
    Model(String),
    /// The memory could not be read or written.
    Memory(String),
    /// The model has not answered, or not so that it works.
    Fallback {
        /// What the model did.
        why: String,
        /// Whether it is not asked again.
        for_good: bool,
        /// Whether the rules answer in its place.
        by_rules: bool,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Planned { author, why, steps, ticks } => {
                write!(f, "plan by {author}, about {ticks} ticks")?;
                if !why.is_empty() {
                    write!(f, " ({why})")?;
                }
                write!(f, ": {}", steps.join("; "))
            }
            Note::Provision { what, why } => write!(f, "worth having: {what}, {why}"),
            Note::Needless(steps) => write!(f, "no longer needed: {}", steps.join("; ")),
            Note::Failed(explanation) => write!(f, "failed: {explanation}"),
            Note::Fetched => f.write_str("what was dropped on dying is fetched"),
            Note::NotFetched(why) => write!(f, "what was dropped on dying is lost: {why}"),
            Note::Model(text) => write!(f, "model: {text}"),
            Note::Memory(text) => write!(f, "memory: {text}"),
            Note::Fallback { why, for_good, by_rules } => {
                let what = match (by_rules, for_good) {
                    (true, true) => "the rules plan from now on",
                    (true, false) => "the rules plan",
                    (false, true) => "the model is asked no more",
                    (false, false) => "nothing came of what the model was asked",
                };
                write!(f, "{what}: {why}")
            }
        }
    }
}
