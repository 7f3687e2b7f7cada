//! How a game ended, judged by the world alone.

use std::collections::BTreeMap;
use std::fmt;

use anima_agent::Note;
use anima_body::{Control, Event, Inventory, Observation};
use anima_intent::{Cause, Condition, Ending, Judge, Progress, Reason};
use anima_mind::{Counters, Fought};
use anima_rules::Item;
use serde::{Deserialize, Serialize};

use crate::record::Pressed;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// What was asked for is the case in the world.
    Success,
    /// The agent gave up, or was wrong about being done.
    Failure,
    /// The tick limit came first.
    OutOfTicks,
    /// The program broke.
    Error,
}

impl Outcome {
    /// The name in records and reports.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
            Outcome::OutOfTicks => "out_of_ticks",
            Outcome::Error => "error",
        }
    }
}

/// Why a game was not won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Why {
    /// The agent gave up.
    GaveUp {
        /// Why.
        cause: Cause,
    },
    /// The player died, which loses this game.
    Died,
    /// It was not played, for something is missing that it needs.
    NotPlayed {
        /// What is missing.
        missing: String,
    },
    /// The tick limit came first.
    OutOfTicks {
        /// The act that was being carried out.
        act: Option<String>,
        /// Why the act before it failed, if it did.
        failed: Option<Reason>,
    },
    /// The agent said that it was done, which is not so.
    NotTrue {
        /// What the world says.
        parts: Vec<Progress>,
    },
    /// The program broke; where.
    Broke {
        /// What it said.
        text: String,
    },
}

impl Why {
    /// The kind alone, as reports count it.
    pub fn kind(&self) -> String {
        match self {
            Why::GaveUp { cause: Cause::Impossible { why } } => why.clone(),
            Why::GaveUp { cause } => cause.kind().to_owned(),
            Why::OutOfTicks { .. } => self.to_string(),
            Why::NotTrue { .. } => "not true".to_owned(),
            Why::Died | Why::NotPlayed { .. } => self.to_string(),
            Why::Broke { .. } => "panic".to_owned(),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::GaveUp { cause } => cause.fmt(f),
            Why::OutOfTicks { act: Some(act), .. } => write!(f, "out of ticks while it was to {act}"),
            Why::OutOfTicks { act: None, .. } => f.write_str("out of ticks"),
            Why::NotTrue { parts } => {
                f.write_str("not true: the agent says that it is done")?;
                parts.iter().try_for_each(|part| write!(f, "; {part}"))
            }
            Why::Died => f.write_str("the player died"),
            Why::NotPlayed { missing } => write!(f, "not played: {missing}"),
            Why::Broke { text } => f.write_str(text),
        }
    }
}

/// A slot that holds what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The slot: 0-8 hot bar, 9-35 main, 36-39 armour, 40 off hand.
    pub slot: usize,
    /// The item.
    pub item: String,
    /// How many.
    pub count: u8,
}

/// How a game ended, with all that a report needs. The same game always ends the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// In one word.
    pub outcome: Outcome,
    /// Why not; `None` on success.
    pub reason: Option<Why>,
    /// Game ticks played.
    pub ticks: u64,
    /// How much of each part of the goal the world shows.
    pub parts: Vec<Progress>,
    /// The slots of the inventory that hold what was asked for.
    pub evidence: Vec<Held>,
    /// Deaths; a death does not end a game.
    pub deaths: u32,
    /// Requests sent to a model.
    pub model_calls: u32,
    /// Replies that were asked for again.
    pub repairs: u32,
    /// Times the rules planned because the model did not.
    pub fallbacks: u32,
    /// Tokens of requests and answers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tokens: u64,
    /// Milliseconds until the model's answers were there, which no tick counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub model_ms: u64,
    /// Ticks that passed while the mind thought: on a server on which the world may not stand still.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub thinking_ticks: u64,
    /// Feet centre at the end.
    pub pos: [f64; 3],
    /// Half hearts at the end.
    pub health: f32,
    /// All that is carried at the end.
    pub inventory: BTreeMap<String, u32>,
    /// Kinds of items that it has held, of an agent that gave itself its goals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<u32>,
    /// The tick in which each kind of item was first carried.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub first_held: BTreeMap<String, u64>,
    /// The rounds of a game that has some, in order; it is won if the last one is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Fought>,
    /// A hash of everything pressed: equal exactly where the hands did the same in every tick.
    pub controls: String,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl End {
    /// The end of a game whose world looks so; `break_off` tells why it could not be played on.
    pub fn judge(
        judge: &Judge,
        last: &Observation,
        agents_word: Option<&Ending>,
        break_off: Option<String>,
        counted: Counted,
    ) -> End {
        let out_of_ticks = || Why::OutOfTicks { act: counted.act.clone(), failed: counted.failed.clone() };
        let (outcome, reason) = match (break_off, agents_word) {
            (Some(text), _) => (Outcome::Error, Some(Why::Broke { text })),
            (None, _) if judge.holds() => (Outcome::Success, None),
            (None, Some(Ending::Reached | Ending::Ready)) => {
                (Outcome::Failure, Some(Why::NotTrue { parts: judge.progress() }))
            }
            (None, Some(Ending::GivenUp(Cause::OutOfTicks)) | None) => (Outcome::OutOfTicks, Some(out_of_ticks())),
            (None, Some(Ending::GivenUp(cause))) => (Outcome::Failure, Some(Why::GaveUp { cause: cause.clone() })),
        };
        End {
            outcome,
            reason,
            ticks: counted.earlier + last.tick,
            parts: judge.progress(),
            evidence: evidence(judge.condition(), &last.inventory),
            deaths: counted.deaths,
            model_calls: counted.model.model_calls,
            repairs: counted.model.repairs,
            fallbacks: counted.model.fallbacks,
            tokens: counted.model.tokens,
            model_ms: counted.model.millis,
            thinking_ticks: counted.thinking_ticks,
            pos: last.player.pos.into(),
            health: last.player.health,
            inventory: carried(&last.inventory),
            kinds: counted.kinds,
            first_held: counted.first_held.iter().map(|(item, tick)| (item.name().to_owned(), *tick)).collect(),
            rounds: counted.rounds,
            controls: counted.controls.to_string(),
        }
    }

    /// The same end of a game that a death loses.
    pub fn died(self) -> End {
        End { outcome: Outcome::Failure, reason: Some(Why::Died), ..self }
    }

    /// The end of a game that cannot be played yet: it is lost.
    pub fn not_played(missing: &str) -> End {
        End::without_a_world(Outcome::Failure, Why::NotPlayed { missing: missing.to_owned() })
    }

    /// The end of a game that broke before there was a world.
    pub fn before_it_began(text: String) -> End {
        End::without_a_world(Outcome::Error, Why::Broke { text })
    }

    fn without_a_world(outcome: Outcome, why: Why) -> End {
        End {
            outcome,
            reason: Some(why),
            ticks: 0,
            parts: Vec::new(),
            evidence: Vec::new(),
            deaths: 0,
            model_calls: 0,
            repairs: 0,
            fallbacks: 0,
            tokens: 0,
            model_ms: 0,
            thinking_ticks: 0,
            pos: [0.0; 3],
            health: 0.0,
            inventory: BTreeMap::new(),
            kinds: None,
            first_held: BTreeMap::new(),
            rounds: Vec::new(),
            controls: Pressings::default().to_string(),
        }
    }
}

/// What is counted while a game goes on.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// Deaths.
    pub deaths: u32,
    /// What was asked of a model.
    pub model: Counters,
    /// Ticks that passed while the mind thought.
    pub thinking_ticks: u64,
    /// The act at work.
    pub act: Option<String>,
    /// Why the act before it failed.
    pub failed: Option<Reason>,
    /// What was pressed.
    pub controls: Pressings,
    /// Kinds of items held, where that is what counts.
    pub kinds: Option<u32>,
    /// The tick in which each kind of item was first carried, those of earlier rounds included.
    pub first_held: BTreeMap<Item, u64>,
    /// The rounds that are over.
    pub rounds: Vec<Fought>,
    /// Ticks of the rounds before this one.
    pub earlier: u64,
}

impl Counted {
    /// Counts what the world shows in a tick.
    pub fn see(&mut self, seen: &Observation) {
        self.deaths += seen.events.iter().filter(|event| matches!(event, Event::Died { .. })).count() as u32;
        for stack in seen.inventory.slots.iter().flatten() {
            self.first_held.entry(stack.item).or_insert(self.earlier + seen.tick);
        }
    }

    /// Takes in a note of the agent.
    pub fn hear(&mut self, note: &Note) {
        match note {
            Note::ActStarted(act) => self.act = Some(act.clone()),
            Note::ActEnded { failure, .. } => (self.act, self.failed) = (None, failure.clone()),
            _ => {}
        }
    }
}

/// A running hash (MD5) of what was pressed, tick by tick, as records write it.
#[derive(Clone, Default)]
pub struct Pressings(md5::Context);

impl Pressings {
    /// Takes in the control of a tick.
    pub fn add(&mut self, control: &Control) {
        let line = serde_json::to_vec(&Pressed::from(control)).expect("what is pressed is plain data");
        self.0.consume(line);
        self.0.consume(b"\n");
    }
}

impl fmt::Display for Pressings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0.clone().finalize())
    }
}

impl fmt::Debug for Pressings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pressings({self})")
    }
}

/// All that an inventory holds, by name.
pub fn carried(inventory: &Inventory) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for stack in inventory.slots.iter().flatten() {
        *counts.entry(stack.item.name().to_owned()).or_default() += u32::from(stack.count);
    }
    counts
}

fn evidence(goal: &Condition, inventory: &Inventory) -> Vec<Held> {
    let leaves = goal.leaves();
    let wanted = |item| {
        leaves.iter().any(|leaf| match leaf {
            Condition::Holds { items, .. } | Condition::Wears { items } => items.contains(item),
            _ => false,
        })
    };
    let held = |(slot, content): (usize, &anima_body::Slot)| {
        let stack = content.filter(|stack| wanted(stack.item))?;
        Some(Held { slot, item: stack.item.name().to_owned(), count: stack.count })
    };
    inventory.slots.iter().enumerate().filter_map(held).collect()
}

#[cfg(test)]
mod tests {
    use anima_rules::ItemStack;
    use anima_world::{Options, Scene, World};
    use proptest::prelude::*;

    use super::*;

    fn observation(slots: &[(usize, Item, u8)]) -> Observation {
        let mut seen = World::new(Scene::default(), Options::default()).observe();
        for (slot, item, count) in slots {
            seen.inventory.slots[*slot] = Some(ItemStack::new(*item, *count));
        }
        seen
    }

    fn diamonds(count: u32, seen: &Observation) -> Judge {
        Judge::new(&Condition::holds(Item::DIAMOND, count), seen)
    }

    fn endings() -> impl Strategy<Value = Option<Ending>> {
        let given_up = "[a-z ]{0,20}".prop_map(|why| Ending::GivenUp(Cause::Impossible { why }));
        proptest::option::of(prop_oneof![Just(Ending::Reached), Just(Ending::GivenUp(Cause::OutOfTicks)), given_up])
    }

    proptest! {
        /// Whatever the agent says, success is what the inventory holds and nothing else.
        #[test]
        fn success_is_what_the_inventory_holds(
            slots in proptest::collection::vec((0_usize..41, 0_usize..3, 1_u8..=64), 0..6),
            asked in 1_u32..80,
            ending in endings(),
        ) {
            let items = [Item::DIAMOND, Item::COAL, Item::STICK];
            let slots: Vec<_> = slots.into_iter().map(|(slot, item, count)| (slot, items[item], count)).collect();
            let seen = observation(&slots);
            let end = End::judge(&diamonds(asked, &seen), &seen, ending.as_ref(), None, Counted::default());
            let holds = seen.inventory.count(Item::DIAMOND) >= asked;
            prop_assert_eq!(end.outcome == Outcome::Success, holds);
            prop_assert_eq!(end.reason.is_none(), holds);
            let proof: u32 = end.evidence.iter().map(|held| u32::from(held.count)).sum();
            prop_assert_eq!(proof >= asked, holds);
        }
    }

    #[test]
    fn every_other_end_has_its_reason() {
        let seen = observation(&[(5, Item::DIAMOND, 1)]);
        let judge = |word: Option<Ending>, break_off: Option<&str>| {
            let counted = Counted { act: Some("mine 2 diamond".into()), ..Counted::default() };
            let end = End::judge(&diamonds(2, &seen), &seen, word.as_ref(), break_off.map(str::to_owned), counted);
            (end.outcome, end.reason.map(|why| why.to_string()).unwrap_or_default())
        };
        let given_up = || Some(Ending::GivenUp(Cause::Impossible { why: "there is no way".into() }));
        let late = "out of ticks while it was to mine 2 diamond";
        assert_eq!(judge(None, None), (Outcome::OutOfTicks, late.into()));
        assert_eq!(judge(Some(Ending::GivenUp(Cause::OutOfTicks)), None), (Outcome::OutOfTicks, late.into()));
        assert_eq!(judge(given_up(), None), (Outcome::Failure, "there is no way".into()));
        assert_eq!(judge(Some(Ending::Reached), Some("panic")), (Outcome::Error, "panic".into()));
        let (outcome, reason) = judge(Some(Ending::Reached), None);
        assert!(outcome == Outcome::Failure && reason.contains("obtain 2 diamond: 1 of 2"), "{reason}");
    }
}
