//! What an agent tells about itself.

use std::sync::Arc;

use anima_body::Frame;
use anima_intent::Reason;
use anima_mind::Counters;

use crate::Moment;

/// Something that happened, for records and people.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// The mind made a plan; its acts in order.
    Planned(Vec<String>),
    /// A model call failed, its reply was wrong, or the rules plan instead.
    Model(String),
    /// Something else in the mind: why an act failed, what is worth having on the way.
    Thought(String),
    /// An act began.
    ActStarted(String),
    /// An act ended.
    ActEnded {
        /// The act.
        act: String,
        /// Why it failed, if it did.
        failure: Option<Reason>,
        /// Game ticks it took.
        ticks: u64,
    },
    /// A reflex took over.
    Reflex(String),
    /// The player died; how.
    Died(String),
    /// What the player saw at a moment that is worth a picture; in the game it comes some ticks later.
    Picture {
        /// The moment.
        moment: Moment,
        /// The picture.
        frame: Arc<Frame>,
    },
}

impl From<anima_mind::Note> for Note {
    fn from(note: anima_mind::Note) -> Note {
        match note {
            anima_mind::Note::Planned { steps, .. } => Note::Planned(steps),
            anima_mind::Note::Model(text) => Note::Model(text),
            fallback @ anima_mind::Note::Fallback { .. } => Note::Model(fallback.to_string()),
            other => Note::Thought(other.to_string()),
        }
    }
}

/// What an agent is at, for a progress view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// The goal.
    pub goal: String,
    /// The plan: each act with whether it is done.
    pub acts: Vec<(String, bool)>,
    /// The act at work.
    pub act: Option<String>,
    /// The skills at work, outermost first.
    pub doing: Vec<String>,
    /// Whether the mind is thinking.
    pub thinking: bool,
    /// Calls of a model.
    pub counters: Counters,
    /// Deaths so far.
    pub deaths: u32,
}
