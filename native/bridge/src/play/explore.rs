//! An agent that gives itself goals, so many, for as long as nobody gives it one.

use anima_body::Observation;
use anima_intent::Condition;
use anima_mind::{Doings, NoGoal, Proposed, Wish};

use super::{End, Play};
use crate::console::{Line, Tone};
use crate::settings::Settings;

/// How often in a tick a thought of what to do next is gone on with: the rules look at some plans each time.
const STEPS_PER_TICK: usize = 4;

/// The most goals that anybody may ask for.
pub const MOST: u32 = 1000;

/// Proposals of a model that are refused in a row after which it is asked for no more: calls cost.
const PATIENCE: u32 = 10;

/// Ticks that a goal which an agent gives itself may take, as `anima explore` has it if nobody says otherwise.
pub(super) const TICKS: u64 = 6000;

/// What an agent sets out to do of its own accord.
pub(super) struct Exploring {
    /// Goals that it may still give itself.
    left: u32,
    reached: u32,
    given: u32,
    /// Proposals in a row that were refused.
    refused: u32,
    doings: Doings,
    thought: Option<Wish>,
    /// The goal that it gave itself last, until that has ended.
    own: Option<Condition>,
}

impl Play {
    /// Lets the agent give itself so many goals, one after the other, whenever no other waits.
    pub fn explore(&mut self, goals: u32) {
        self.exploring = Some(Exploring {
            left: goals,
            reached: 0,
            given: 0,
            refused: 0,
            doings: Doings::default(),
            thought: None,
            own: None,
        });
        (self.yours, self.news) = (false, true);
    }

    /// Goes on thinking of a goal to give itself. When it has come, it is the next that waits.
    pub(super) fn wish(&mut self, first: &Observation, peaceful: bool, settings: &Settings) {
        let Some(mut exploring) = self.exploring.take() else { return };
        if exploring.left == 0 {
            return self.tell_explored(&exploring, None);
        }
        if exploring.thought.is_none() {
            let Some(means) = self.means(first, settings) else {
                self.exploring = Some(exploring);
                return;
            };
            let held = first.inventory.slots.iter().flatten().map(|stack| stack.item);
            exploring.doings.held(held);
            let life = self.living(first, peaceful, settings);
            exploring.thought = Some(life.wish(exploring.doings.clone(), means));
        } else if let Some(life) = &mut self.life {
            life.watch(first.clone());
        }
        let decided = exploring.thought.as_mut().and_then(|thought| (0..STEPS_PER_TICK).find_map(|_| thought.decide()));
        match decided {
            None => {}
            Some(Ok(Proposed { goal, refused })) => {
                exploring.thought = None;
                exploring.doings.told_next(refused);
                exploring.left -= 1;
                exploring.given += 1;
                exploring.refused = 0;
                exploring.own = Some(goal.clone());
                self.queue.push_back(goal);
            }
            Some(Err(NoGoal::Refused(refused))) => {
                exploring.thought = None;
                exploring.left -= 1;
                exploring.given += 1;
                exploring.refused += 1;
                let why = refused.to_string();
                if exploring.refused == PATIENCE {
                    return self.tell_explored(&exploring, Some(&why));
                }
                self.warn(why);
                exploring.doings.refused(refused);
            }
            Some(Err(NoGoal::Nothing(why))) => return self.tell_explored(&exploring, Some(&why)),
        }
        self.exploring = Some(exploring);
    }

    /// Whether the goal that waits next is one that it gave itself.
    pub(super) fn is_next_its_own(&self) -> bool {
        let own = self.exploring.as_ref().and_then(|exploring| exploring.own.as_ref());
        own.is_some() && own == self.queue.front()
    }

    /// Takes in how a goal has ended, if it was one of its own.
    pub(super) fn explored(&mut self, end: End) {
        let Some(exploring) = &mut self.exploring else { return };
        // A goal that the player gave meanwhile is none of its own.
        let ended = self.ended.goal.as_str();
        if let Some(goal) = exploring.own.take_if(|own| own.to_string() == ended) {
            exploring.doings.note(&goal, end == End::Reached);
            exploring.reached += u32::from(end == End::Reached);
        }
    }

    fn tell_explored(&mut self, Exploring { reached, given, .. }: &Exploring, why: Option<&str>) {
        let why = why.map(|why| format!(": {why}")).unwrap_or_default();
        let text = format!("it gives itself no more goals; {reached} of {given} were reached{why}");
        tracing::info!("{text}");
        self.answers.push(Line { tone: Tone::Plain, text });
        self.news = true;
    }
}
