//! How a game ended, judged by the world alone.

use std::collections::BTreeMap;
use std::fmt;

use anima_agent::Ending;
use anima_body::{Control, Inventory, Observation};
use anima_mind::{Counters, Goal};
use serde::{Deserialize, Serialize};

use crate::record::Pressed;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The world's own inventory holds what was asked for.
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
    pub reason: Option<String>,
    /// Game ticks played.
    pub ticks: u64,
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
    /// Feet centre at the end.
    pub pos: [f64; 3],
    /// Half hearts at the end.
    pub health: f32,
    /// All that is carried at the end.
    pub inventory: BTreeMap<String, u32>,
    /// A hash of everything pressed: equal exactly where the hands did the same in every tick.
    pub controls: String,
}

impl End {
    /// The end of a game whose world looks so; `break_off` tells why it could not be played on.
    pub(crate) fn judge(
        goal: &Goal,
        last: &Observation,
        agents_word: Option<&Ending>,
        break_off: Option<String>,
        counted: Counted,
    ) -> End {
        let holds = goal.is_reached(last.inventory.slots.iter().flatten());
        let (outcome, reason) = match (break_off, agents_word) {
            (Some(text), _) => (Outcome::Error, Some(text)),
            (None, _) if holds => (Outcome::Success, None),
            (None, Some(Ending { reached: true, .. })) => {
                let held = goal.held(last.inventory.slots.iter().flatten());
                let text =
                    format!("not true: the agent says that it is done, the inventory holds {held} of {}", goal.count);
                (Outcome::Failure, Some(text))
            }
            (None, Some(ending)) => {
                (Outcome::Failure, Some(ending.reason.clone().unwrap_or_else(|| "gave up: no reason told".into())))
            }
            (None, None) => {
                let at = counted.step.as_deref().map(|step| format!(" in step {step}")).unwrap_or_default();
                (Outcome::OutOfTicks, Some(format!("out of ticks{at}")))
            }
        };
        End {
            outcome,
            reason,
            ticks: last.tick,
            evidence: evidence(goal, &last.inventory),
            deaths: counted.deaths,
            model_calls: counted.model.model_calls,
            repairs: counted.model.repairs,
            fallbacks: counted.model.fallbacks,
            pos: last.player.pos.into(),
            health: last.player.health,
            inventory: carried(&last.inventory),
            controls: counted.controls.to_string(),
        }
    }

    /// The end of a game that broke before there was a world.
    pub(crate) fn before_it_began(text: String) -> End {
        End {
            outcome: Outcome::Error,
            reason: Some(text),
            ticks: 0,
            evidence: Vec::new(),
            deaths: 0,
            model_calls: 0,
            repairs: 0,
            fallbacks: 0,
            pos: [0.0; 3],
            health: 0.0,
            inventory: BTreeMap::new(),
            controls: Pressings::default().to_string(),
        }
    }
}

/// What is counted while a game goes on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    pub deaths: u32,
    pub model: Counters,
    /// The step at work.
    pub step: Option<String>,
    pub controls: Pressings,
}

/// A running hash (MD5) of what was pressed, tick by tick, as records write it.
#[derive(Clone, Default)]
pub(crate) struct Pressings(md5::Context);

impl Pressings {
    /// Takes in the control of a tick.
    pub(crate) fn add(&mut self, control: &Control) {
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

fn evidence(goal: &Goal, inventory: &Inventory) -> Vec<Held> {
    let held = |(slot, content): (usize, &anima_body::Slot)| {
        let stack = content.filter(|stack| goal.any_of.contains(&stack.item))?;
        Some(Held { slot, item: stack.item.name().to_owned(), count: stack.count })
    };
    inventory.slots.iter().enumerate().filter_map(held).collect()
}

#[cfg(test)]
mod tests {
    use anima_rules::{Item, ItemStack};
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

    fn endings() -> impl Strategy<Value = Option<Ending>> {
        proptest::option::of(
            (any::<bool>(), proptest::option::of("[a-z ]{0,20}"))
                .prop_map(|(reached, reason)| Ending { reached, reason }),
        )
    }

    proptest! {
        /// Bar 8: whatever the agent says, success is what the inventory holds and nothing else.
        #[test]
        fn success_is_what_the_inventory_holds(
            slots in proptest::collection::vec((0_usize..41, 0_usize..3, 1_u8..=64), 0..6),
            asked in 1_u32..80,
            ending in endings(),
        ) {
            let items = [Item::DIAMOND, Item::COAL, Item::STICK];
            let slots: Vec<_> = slots.into_iter().map(|(slot, item, count)| (slot, items[item], count)).collect();
            let goal = Goal::obtain(Item::DIAMOND, asked);
            let seen = observation(&slots);
            let end = End::judge(&goal, &seen, ending.as_ref(), None, Counted::default());
            let holds = seen.inventory.count(Item::DIAMOND) >= asked;
            prop_assert_eq!(end.outcome == Outcome::Success, holds);
            prop_assert_eq!(end.reason.is_none(), holds);
            let proof: u32 = end.evidence.iter().map(|held| u32::from(held.count)).sum();
            prop_assert_eq!(proof >= asked, holds);
        }
    }

    #[test]
    fn every_other_end_has_its_reason() {
        let goal = Goal::obtain(Item::DIAMOND, 2);
        let seen = observation(&[(5, Item::DIAMOND, 1)]);
        let judge = |word: Option<Ending>, break_off: Option<&str>| {
            let counted = Counted { step: Some("mine 2 diamond".into()), ..Counted::default() };
            let end = End::judge(&goal, &seen, word.as_ref(), break_off.map(str::to_owned), counted);
            (end.outcome, end.reason.unwrap_or_default())
        };
        let word = |reached| Some(Ending { reached, reason: Some("not found: iron".into()) });
        assert_eq!(judge(None, None), (Outcome::OutOfTicks, "out of ticks in step mine 2 diamond".into()));
        assert_eq!(judge(word(false), None), (Outcome::Failure, "not found: iron".into()));
        assert_eq!(judge(word(true), Some("panic")), (Outcome::Error, "panic".into()));
        let (outcome, reason) = judge(word(true), None);
        assert!(outcome == Outcome::Failure && reason.contains("holds 1 of 2"), "{reason}");
    }
}
