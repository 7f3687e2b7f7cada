//! What is remembered of one pursuit of one goal.

use std::collections::BTreeMap;
use std::fmt;

use anima_intent::{Act, Condition, Ending, Reason, ReasonKind};
use anima_rules::{Biome, Block, EntityKind, Item};
use serde::{Deserialize, Serialize};

use crate::act::ActData;
use crate::picture::Picture;
use crate::words::plain;

/// Characters of any text that are kept: what comes from the game or a model may be of any length.
pub const LONGEST: usize = 1000;
/// Acts of a plan, and acts carried out, that are kept; the first ones.
pub const MOST_ACTS: usize = 200;
/// Kinds of things carried or seen that are kept, each.
pub const MOST_KINDS: usize = 64;
/// References that are kept with the episode that used them.
pub const MOST_USED: usize = 64;

/// The number of an episode in its store: counted from 1, without gaps, never given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub u64);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One pursuit of a goal or of a part of one: what was wanted, where, what was planned, what was done, what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Episode {
    /// Where it comes from. No two episodes of a store come from the same.
    pub origin: Origin,
    /// The agent that lived it, as its preset is called.
    pub agent: String,
    /// What was to be true, in the words of [`Condition`]'s `Display`; episodes are found by it.
    pub goal: String,
    /// The goal as a person or a model put it; may be empty.
    pub words: String,
    /// How things were when it was planned.
    pub circumstances: Circumstances,
    /// What was seen then, if there was a picture.
    pub picture: Option<Picture>,
    /// The acts that were planned first.
    pub plan: Vec<ActData>,
    /// The acts that were carried out, of whatever plan, in order.
    pub executed: Vec<Executed>,
    /// What came of it.
    pub outcome: Outcome,
    /// Game ticks that it took.
    pub ticks: u64,
    /// Calls of a model that it took.
    pub calls: u32,
    /// The episodes whose plans were shown to the planner. How this one ended counts for them.
    pub used: Vec<Id>,
    /// Empty for what was lived; for a summary, the episodes whose plans `plan` puts together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summary_of: Vec<Id>,
}

/// Where an episode comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// The run, or the life: a name that is not used for another one.
    pub run: String,
    /// The round of the run, from 0.
    pub round: u32,
    /// The game in the round, from 0.
    pub game: u32,
    /// Which episode of that game it is, from 0.
    pub number: u32,
    /// The task that the game played; may be empty.
    pub task: String,
}

/// How things were: what the agent had, and what it knew of what is around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Circumstances {
    /// Everything carried and worn, with how many.
    pub carried: BTreeMap<Item, u32>,
    /// What was worn or in the off hand.
    pub worn: Vec<Item>,
    /// What the main hand held.
    pub held: Option<Item>,
    /// The biome at the feet.
    pub biome: Biome,
    /// The cell of the feet.
    pub position: [i32; 3],
    /// Whether the sky was open above.
    pub under_sky: bool,
    /// Time of day, 0..24000.
    pub day_time: u32,
    /// Half hearts.
    pub health: f32,
    /// Half drumsticks.
    pub food: u8,
    /// Kinds of blocks that were known.
    pub blocks: BTreeMap<Block, Sighted>,
    /// Kinds of mobs that were known.
    pub mobs: BTreeMap<EntityKind, Sighted>,
}

impl Default for Circumstances {
    /// A player with nothing, of whom nothing is known.
    fn default() -> Circumstances {
        Circumstances {
            carried: BTreeMap::new(),
            worn: Vec::new(),
            held: None,
            biome: Biome::PLAINS,
            position: [0, 64, 0],
            under_sky: true,
            day_time: 0,
            health: 20.0,
            food: 20,
            blocks: BTreeMap::new(),
            mobs: BTreeMap::new(),
        }
    }
}

/// What was known of a kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sighted {
    /// How many.
    pub count: u32,
    /// Blocks to the nearest.
    pub nearest: f32,
}

/// An act that was carried out, and how that went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Executed {
    /// The act.
    pub act: ActData,
    /// Game ticks it took.
    pub ticks: u64,
    /// Why it failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

impl Executed {
    /// What was done, and how it went.
    pub fn new(act: &Act, outcome: &Result<(), Reason>, ticks: u64) -> Executed {
        let failure = outcome.as_ref().err().map(|reason| Failure { kind: reason.kind(), text: reason.to_string() });
        Executed { act: ActData::from(act), ticks, failure }
    }
}

/// Why an act failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The kind of the reason.
    pub kind: ReasonKind,
    /// The reason in words.
    pub text: String,
}

/// What came of an episode.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub reached: bool,
    /// If not, why, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

impl Outcome {
    /// The goal was reached.
    pub fn reached() -> Outcome {
        Outcome { reached: true, why: String::new() }
    }

    /// The goal was not reached.
    pub fn failed(why: impl Into<String>) -> Outcome {
        Outcome { reached: false, why: why.into() }
    }
}

impl From<&Ending> for Outcome {
    fn from(ending: &Ending) -> Outcome {
        match ending {
            Ending::Reached => Outcome::reached(),
            // Whether all of it was made, the mind knows that made it.
            Ending::Ready => Outcome::failed("it got ready with less"),
            Ending::GivenUp(cause) => Outcome::failed(cause.to_string()),
        }
    }
}

impl Episode {
    /// An episode of which nothing but the goal is known yet.
    pub fn new(goal: &Condition, agent: impl Into<String>, origin: Origin) -> Episode {
        Episode {
            origin,
            agent: agent.into(),
            goal: goal.to_string(),
            words: String::new(),
            circumstances: Circumstances::default(),
            picture: None,
            plan: Vec::new(),
            executed: Vec::new(),
            outcome: Outcome::default(),
            ticks: 0,
            calls: 0,
            used: Vec::new(),
            summary_of: Vec::new(),
        }
    }

    /// Whether it puts other episodes together and was not lived.
    pub fn is_summary(&self) -> bool {
        !self.summary_of.is_empty()
    }

    /// The plan that can be learnt from it: the acts that were carried out and worked, in order; of a summary, its plan.
    pub fn lesson(&self) -> Vec<ActData> {
        if self.is_summary() {
            return self.plan.clone();
        }
        let worked = self.executed.iter().filter(|executed| executed.failure.is_none());
        worked.map(|executed| executed.act.clone()).collect()
    }

    /// The same within the bounds of a store: texts on one line and of limited length, lists cut.
    pub(crate) fn bounded(mut self) -> Episode {
        let Origin { run, task, .. } = &mut self.origin;
        for text in [run, task, &mut self.agent, &mut self.goal, &mut self.words, &mut self.outcome.why] {
            *text = plain(text, LONGEST);
        }
        self.plan.truncate(MOST_ACTS);
        self.plan.iter_mut().for_each(ActData::bound);
        self.executed.truncate(MOST_ACTS);
        for executed in &mut self.executed {
            executed.act.bound();
            if let Some(failure) = &mut executed.failure {
                failure.text = plain(&failure.text, LONGEST);
            }
        }
        self.used.truncate(MOST_USED);
        let around = &mut self.circumstances;
        around.worn.truncate(MOST_KINDS);
        shorten(&mut around.carried);
        shorten(&mut around.blocks);
        shorten(&mut around.mobs);
        // JSON has no word for what is no number.
        around.health = if around.health.is_finite() { around.health } else { 0.0 };
        for sighted in around.blocks.values_mut().chain(around.mobs.values_mut()) {
            sighted.nearest = if sighted.nearest.is_finite() { sighted.nearest } else { f32::MAX };
        }
        self
    }
}

fn shorten<K: Ord + Clone, V>(map: &mut BTreeMap<K, V>) {
    if let Some(first) = map.keys().nth(MOST_KINDS).cloned() {
        map.split_off(&first);
    }
}
