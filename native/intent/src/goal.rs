//! A goal, and how it ends.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Condition, ReasonKind};

/// What somebody wants: a condition, and how long it may take.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What is to be true.
    pub condition: Condition,
    /// Game ticks after which the goal is over, if there is a deadline.
    pub ticks: Option<u64>,
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.condition.fmt(f)
    }
}

/// How a goal ended, as the agent sees it; the judge of a game asks the world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The condition holds.
    Reached,
    /// The agent is as ready for what comes next as it meant to be; nothing else is claimed.
    Ready,
    /// It does not, for this cause.
    GivenUp(Cause),
}

/// Why a goal was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum Cause {
    /// There is no way in this kind of world, or none that a body has a skill for.
    Impossible {
        /// Why, in words.
        why: String,
    },
    /// All that was tried failed too often.
    InVain {
        /// What was tried, and how it failed.
        tried: Vec<Tried>,
    },
    /// The condition can no longer hold: it asks that the player stays alive, and the player died.
    Lost,
    /// The deadline passed.
    OutOfTicks,
    /// A call of a model could have passed a cap, and the settings have the goal end there.
    Capped {
        /// The key of the cap in the settings.
        cap: String,
        /// What is spent or reserved.
        spent: String,
        /// The cap.
        limit: String,
        /// What the call may take at most.
        #[serde(default)]
        worst: String,
        /// The acts that the plan at hand had left, in order.
        plan: Vec<String>,
    },
}

/// Something that was tried in vain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// What, in words.
    pub what: String,
    /// How it failed, and how often so.
    pub failed: Vec<(ReasonKind, u32)>,
}

impl Cause {
    /// The kind alone, as reports count it.
    pub fn kind(&self) -> &'static str {
        match self {
            Cause::Impossible { .. } => "impossible",
            Cause::InVain { .. } => "nothing worked",
            Cause::Lost => "lost",
            Cause::OutOfTicks => "out of ticks",
            Cause::Capped { .. } => "capped",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Impossible { why } => f.write_str(why),
            Cause::InVain { tried } => {
                f.write_str("nothing worked: tried ")?;
                for (index, tried) in tried.iter().enumerate() {
                    write!(f, "{}{tried}", if index > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
            Cause::Lost => f.write_str("the player died"),
            Cause::OutOfTicks => f.write_str("out of ticks"),
            Cause::Capped { cap, spent, limit, worst, plan } => {
                write!(f, "a call of the model could pass the cap model.{cap}: {spent} of {limit} are spent")?;
                if !worst.is_empty() {
                    write!(f, ", and it may take {worst}")?;
                }
                f.write_str("; ")?;
                match plan.is_empty() {
                    true => f.write_str("there was no plan yet"),
                    false => write!(f, "left of the plan: {}", plan.join("; ")),
                }
            }
        }
    }
}

impl fmt::Display for Tried {
    /// `mine raw_iron from iron_ore (not found 3 times, died once)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let often = |(kind, times): &(ReasonKind, u32)| match times {
            1 => format!("{kind} once"),
            times => format!("{kind} {times} times"),
        };
        let kinds: Vec<String> = self.failed.iter().map(often).collect();
        write!(f, "{} ({})", self.what, kinds.join(", "))
    }
}
