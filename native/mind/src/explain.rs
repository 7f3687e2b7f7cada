//! Why a step failed, and what to do first.
//!
//! The rules say exactly what a step lacks from what is carried; only where they find nothing lacking does the
//! body's own reason decide.

use std::fmt;

use anima_rules::Item;
use anima_rules::techtree::{Missing, Step, Stock};
use serde::Serialize;

use crate::decision::Failure;
use crate::situation::Situation;

/// What kept a step from working.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// No tool that will do, or too little use left in it.
    MissingTool,
    /// Something that is used up is not carried.
    MissingMaterial,
    /// No block to work at.
    MissingStation,
    /// What is looked for was not found.
    NotFound,
    /// It is known where, but there is no way there.
    Unreachable,
    /// It took too long.
    Timeout,
    /// The player died.
    Died,
    /// Anything else.
    Other,
}

/// Why a step failed and what to do about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The step.
    pub step: Step,
    /// The kind of failure, as reports count it.
    pub kind: &'static str,
    /// What kept it from working.
    pub cause: Cause,
    /// The reason in words.
    pub detail: String,
    /// What to get first.
    pub do_first: Vec<(Item, u32)>,
    /// How often in a row it failed so.
    pub times: u32,
}

impl Explanation {
    /// What the next plan does about it.
    pub fn remedy(&self) -> &'static str {
        match self.cause {
            Cause::MissingTool | Cause::MissingMaterial | Cause::MissingStation => "get that first",
            Cause::NotFound | Cause::Timeout => "look elsewhere or get it another way",
            Cause::Unreachable => "try another place or another way",
            Cause::Died => "plan anew from what is left",
            Cause::Other if self.kind == "no skill" => "get it another way",
            Cause::Other => "do something else first",
        }
    }
}

impl fmt::Display for Explanation {
    /// `mine 3 raw_iron from iron_ore with stone_pickaxe: no iron_ore found; look elsewhere or get it another way`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.step, self.detail)?;
        if self.times > 1 {
            write!(f, " (for the {}. time)", self.times)?;
        }
        for (index, (item, count)) in self.do_first.iter().enumerate() {
            write!(f, "{}{count} {item}", if index == 0 { "; lacks " } else { " and " })?;
        }
        write!(f, "; {}", self.remedy())
    }
}

/// Explains a failure; `times` is how often in a row the step failed so.
pub(crate) fn explain(step: &Step, failure: &Failure, now: &Situation, times: u32) -> Explanation {
    let lacking = Stock::of(&now.given()).perform(step).err();
    let (cause, do_first) = match (failure.kind, lacking) {
        ("died", _) => (Cause::Died, Vec::new()),
        (_, Some(missing)) => lacks(&missing),
        (kind, None) => (cause_of(kind), failure.missing.into_iter().collect()),
    };
    Explanation { step: step.clone(), kind: failure.kind, cause, detail: failure.text.clone(), do_first, times }
}

fn lacks(missing: &Missing) -> (Cause, Vec<(Item, u32)>) {
    match missing {
        Missing::Items(item, count) => (Cause::MissingMaterial, vec![(*item, *count)]),
        Missing::Tool(need) => (Cause::MissingTool, need.items().take(1).map(|item| (item, 1)).collect()),
        Missing::Station(block) => (Cause::MissingStation, block.item().map(|item| (item, 1)).into_iter().collect()),
        Missing::Fuel(ticks) => (Cause::MissingMaterial, vec![(Item::COAL, ticks.div_ceil(1600))]),
    }
}

fn cause_of(kind: &str) -> Cause {
    match kind {
        "needs tool" => Cause::MissingTool,
        "missing item" => Cause::MissingMaterial,
        "missing station" => Cause::MissingStation,
        "not found" => Cause::NotFound,
        "unreachable" | "out of reach" => Cause::Unreachable,
        "took too long" => Cause::Timeout,
        "died" => Cause::Died,
        _ => Cause::Other,
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Given, plan};
    use anima_rules::{Block, ItemStack};

    use super::*;
    use crate::testing::at_start;

    #[track_caller]
    fn check(carried: &[(Item, u8)], kind: &'static str, cause: Cause, do_first: &[(Item, u32)]) {
        let steps = plan(Item::IRON_INGOT, 2, &Given::default()).expect("a plan").steps;
        let step = steps.last().expect("smelting");
        let carried = carried.iter().map(|(item, count)| ItemStack::new(*item, *count)).collect();
        let now = Situation { carried, stations: vec![Block::FURNACE], ..at_start() };
        let failure = Failure { kind, text: "it failed".into(), missing: None };
        let why = explain(step, &failure, &now, 2);
        assert_eq!((why.cause, why.do_first.as_slice()), (cause, do_first), "{why}");
        assert!(why.to_string().contains("it failed (for the 2. time)"), "{why}");
    }

    #[test]
    fn the_rules_know_what_lacks() {
        let fuel = (Item::OAK_PLANKS, 2);
        check(&[fuel], "unexpected", Cause::MissingMaterial, &[(Item::RAW_IRON, 2)]);
        check(&[(Item::RAW_IRON, 2)], "unexpected", Cause::MissingMaterial, &[(Item::OAK_PLANKS, 2)]);
        check(&[fuel, (Item::RAW_IRON, 2)], "unexpected", Cause::Other, &[]);
        check(&[fuel, (Item::RAW_IRON, 2)], "took too long", Cause::Timeout, &[]);
        check(&[], "died", Cause::Died, &[]);
    }

    #[test]
    fn tools_and_stations_are_named() {
        let steps = plan(Item::IRON_PICKAXE, 1, &Given::default()).expect("a plan").steps;
        let failure = Failure { kind: "unexpected", text: "it failed".into(), missing: None };
        let of = |item: Item| {
            let step = steps.iter().find(|step| step.item == item).expect("a step");
            explain(step, &failure, &at_start(), 1)
        };
        assert_eq!(of(Item::RAW_IRON).do_first, [(Item::STONE_PICKAXE, 1)]);
        assert_eq!(of(Item::RAW_IRON).cause, Cause::MissingTool);
        assert_eq!(of(Item::FURNACE).do_first, [(Item::CRAFTING_TABLE, 1)]);
        assert_eq!(of(Item::FURNACE).cause, Cause::MissingStation);
    }
}
