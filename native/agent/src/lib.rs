//! One agent: a mind and a body, ticked.
//!
//! The only crate that both hosts talk to. [`Agent::tick`] never waits: while the mind thinks it asks for a
//! pause, and the host shows it the same observation again until it has decided.

mod perform;

use std::time::Duration;

use anima_body::{Control, Observation};
use anima_mind::{Counters, Goal};
pub use perform::perform;

/// What an agent is made with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How the body senses and searches.
    pub skills: anima_skills::Settings,
    /// Game ticks the goal may take, if there is a limit.
    pub ticks: Option<u64>,
    /// Whether the game has no hostile mobs.
    pub peaceful: bool,
}

/// What an agent does in a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Keys, look, clicks.
    pub control: Control,
    /// The mind is thinking: do not advance the world, show the same observation again.
    pub pause: bool,
    /// A frame is wanted with the next observation.
    pub wants_frame: bool,
}

/// How a goal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Whether the goal is reached: the inventory holds what was asked for.
    pub reached: bool,
    /// Why not, in words.
    pub reason: Option<String>,
}

/// Something the record of an episode keeps.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// The mind made a plan; its steps in order.
    Planned(Vec<String>),
    /// A step began.
    StepStarted(String),
    /// A step ended; the reason if it failed.
    StepEnded {
        /// The step.
        step: String,
        /// Why it failed.
        failure: Option<String>,
        /// Game ticks it took.
        ticks: u64,
    },
    /// A reflex took over or let go.
    Reflex(String),
    /// The player died.
    Died(String),
    /// A model call failed or its reply was wrong.
    Model(String),
}

/// What an agent is at, for a progress view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// The goal.
    pub goal: String,
    /// The plan: each step with whether it is done.
    pub steps: Vec<(String, bool)>,
    /// The step at work.
    pub step: Option<String>,
    /// The skills at work, outermost first.
    pub doing: Vec<String>,
    /// Whether the mind is thinking.
    pub thinking: bool,
    /// Calls of a model.
    pub counters: Counters,
    /// Deaths so far.
    pub deaths: u32,
}

/// One agent with one goal.
pub struct Agent {
    goal: Goal,
    ending: Option<Ending>,
}

impl Agent {
    /// An agent that is about to pursue a goal.
    pub fn new(goal: Goal, _settings: Settings, _first: Observation) -> Agent {
        Agent { goal, ending: None }
    }

    /// Plays one tick.
    pub fn tick(&mut self, _observation: Observation) -> Turn {
        let reason = Some(format!("{}: this agent has no skills yet", self.goal));
        self.ending.get_or_insert(Ending { reached: false, reason });
        Turn::default()
    }

    /// Waits until the mind has decided, or for at most `limit`. Tells whether it has.
    pub fn wait(&mut self, _limit: Duration) -> bool {
        true
    }

    /// How the goal ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// What it is at.
    pub fn status(&self) -> Status {
        Status { goal: self.goal.to_string(), ..Status::default() }
    }

    /// Nodes that its path searches have expanded so far; tells ticks with a search from those without.
    pub fn searched(&self) -> u64 {
        0
    }

    /// What happened since the last call, for the record.
    pub fn take_notes(&mut self) -> Vec<Note> {
        Vec::new()
    }
}
