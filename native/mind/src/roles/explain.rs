//! Why an act failed, and what to do first.
//!
//! The rules say exactly what an act lacks from what is carried; only where they find nothing lacking does the
//! body's own reason decide.

use std::fmt;

use anima_intent::{Act, Reason, ReasonKind};
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Missing, Stock, ToolNeed};
use anima_rules::{Item, Tier, Tool};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::data;
use crate::mind::Mind;
use crate::policy::effort::Efforts;
use crate::reply::{Amount, item};
use crate::roles::plan::ways_told;
use crate::settings::{By, Explained, Settings};
use crate::situation::Situation;

/// What kept an act from working.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hindrance {
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

impl Hindrance {
    /// What it is by the body's own reason alone.
    pub(crate) fn felt(reason: &Reason) -> Hindrance {
        hindrance_of(reason.kind())
    }
}

/// Why an act failed and what to do about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The act.
    pub act: Act,
    /// The body's own reason.
    pub reason: Reason,
    /// What kept it from working.
    pub hindrance: Hindrance,
    /// What to get first.
    pub do_first: Vec<(Item, u32)>,
    /// How often in a row it failed so.
    pub times: u32,
}

impl Explanation {
    /// In words for a model: what the rules know of it only where they check plans.
    pub(crate) fn told(&self, settings: Settings) -> String {
        if settings.check { self.to_string() } else { format!("{}: {}", self.act, self.reason) }
    }

    /// What the next plan does about it.
    pub fn remedy(&self) -> &'static str {
        match self.hindrance {
            Hindrance::MissingTool | Hindrance::MissingMaterial | Hindrance::MissingStation => "get that first",
            Hindrance::NotFound | Hindrance::Timeout => "look elsewhere or get it another way",
            Hindrance::Unreachable => "try another place or another way",
            Hindrance::Died => "plan anew from what is left",
            Hindrance::Other if self.reason.kind() == ReasonKind::NoSkill => "get it another way",
            Hindrance::Other => "do something else first",
        }
    }
}

impl fmt::Display for Explanation {
    /// `mine 3 raw_iron from iron_ore with stone_pickaxe: no iron_ore found; look elsewhere or get it another way`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.act, self.reason)?;
        if self.times > 1 {
            write!(f, " (for the {}. time)", self.times)?;
        }
        for (index, (item, count)) in self.do_first.iter().enumerate() {
            write!(f, "{}{count} {item}", if index == 0 { "; lacks " } else { " and " })?;
        }
        write!(f, "; {}", self.remedy())
    }
}

/// What a model says of a failure.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct Advice {
    #[serde(rename = "cause")]
    pub hindrance: Hindrance,
    pub detail: String,
    do_first: Vec<Amount>,
}

impl Advice {
    /// Advice in words alone.
    pub(crate) fn of_words(detail: String) -> Advice {
        Advice { hindrance: Hindrance::Other, detail, do_first: Vec::new() }
    }
}

impl Mind {
    /// Has a failure explained: by the rules where something is lacking, by the model where nothing is and only
    /// experience helps, or always if the settings say so; by the rules alone where no model answers and they stand in. `None`
    /// if nobody explains it.
    pub(crate) async fn explain(&self, failure: &Explanation) -> Option<Advice> {
        let by_rules = || Advice {
            hindrance: failure.hindrance,
            detail: failure.to_string(),
            do_first: failure.do_first.iter().map(|(item, count)| Amount::of(*item, *count)).collect(),
        };
        let is_plain = !failure.do_first.is_empty() || failure.hindrance == Hindrance::Died;
        let asks = self.settings().explain == Explained::All || !is_plain;
        if self.settings().plan == By::Rules || !asks {
            return Some(by_rules());
        }
        let now = self.now();
        let knowledge = self.settings().knowledge.then(|| {
            let efforts = self.past();
            let efforts = Efforts::new(&now, &efforts.setbacks);
            failure.act.step().map(|step| ways_told(step.item, &efforts))
        });
        let told = json!({
            "call": "explain",
            "inventory": data::inventory(&now),
            "state": data::state(&now),
            "last_failure": data::failure(failure, self.settings()),
            "knowledge": knowledge.flatten(),
        });
        let read = |advice: Advice| {
            let problems: Vec<String> = advice.do_first.iter().filter_map(|amount| item(&amount.item).err()).collect();
            if problems.is_empty() { Ok(advice) } else { Err(problems) }
        };
        let answer = self.question("explain", "detail", told, read).await;
        answer.or_else(|| self.rules_stand_in().then(by_rules))
    }
}

/// Explains a failure; `times` is how often in a row the act failed so.
pub(crate) fn explain(act: &Act, reason: &Reason, now: &Situation, times: u32) -> Explanation {
    let lacking = act.simulate(&mut Stock::of(&now.given())).err();
    let (hindrance, do_first) = match (reason, lacking) {
        (Reason::Died, _) => (Hindrance::Died, Vec::new()),
        (_, Some(missing)) => lacks(&missing),
        (Reason::NeedsTool(tool), None) => (Hindrance::MissingTool, another(*tool, now)),
        (Reason::Missing { item, count }, None) => (Hindrance::MissingMaterial, vec![(*item, *count)]),
        (reason, None) => (hindrance_of(reason.kind()), Vec::new()),
    };
    Explanation { act: act.clone(), reason: reason.clone(), hindrance, do_first, times }
}

fn lacks(missing: &Missing) -> (Hindrance, Vec<(Item, u32)>) {
    match missing {
        Missing::Items(item, count) => (Hindrance::MissingMaterial, vec![(*item, *count)]),
        Missing::Tool(need) => (Hindrance::MissingTool, need.items().take(1).map(|item| (item, 1)).collect()),
        Missing::Station(block) => {
            (Hindrance::MissingStation, block.item().map(|item| (item, 1)).into_iter().collect())
        }
        Missing::Fuel(ticks) => (Hindrance::MissingMaterial, vec![(Item::COAL, ticks.div_ceil(1600))]),
    }
}

/// A tool to make where the body needs one and the rules find nothing lacking, as where the one that is carried is too worn:
/// of stone if that is carried, for it lasts longer than wood.
fn another(tool: Tool, now: &Situation) -> Vec<(Item, u32)> {
    /// Pieces of stone of a pickaxe, of which no tool takes more.
    const STONES: u32 = 3;
    let stones = now.carried.iter().filter(|stack| ItemTag::StoneToolMaterials.contains(stack.item));
    let has_stone = stones.map(|stack| u32::from(stack.count)).sum::<u32>() >= STONES;
    let tier = if has_stone { tool.tier.max(Tier::Stone) } else { tool.tier };
    let need = ToolNeed { kind: tool.kind, tier, silk_touch: false };
    need.items().take(1).map(|item| (item, 1)).collect()
}

fn hindrance_of(kind: ReasonKind) -> Hindrance {
    match kind {
        ReasonKind::NeedsTool => Hindrance::MissingTool,
        ReasonKind::Missing => Hindrance::MissingMaterial,
        ReasonKind::NotFound => Hindrance::NotFound,
        ReasonKind::Unreachable | ReasonKind::OutOfReach => Hindrance::Unreachable,
        ReasonKind::TookTooLong => Hindrance::Timeout,
        ReasonKind::Died => Hindrance::Died,
        ReasonKind::InventoryFull
        | ReasonKind::NoPlace
        | ReasonKind::Interrupted
        | ReasonKind::Unexpected
        | ReasonKind::NoSkill => Hindrance::Other,
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Given, plan};
    use anima_rules::{Block, ItemStack, ToolKind};

    use super::*;
    use crate::testing::at_start;

    #[track_caller]
    fn check(carried: &[(Item, u8)], reason: Reason, hindrance: Hindrance, do_first: &[(Item, u32)]) {
        let mut steps = plan(Item::IRON_INGOT, 2, &Given::default()).expect("a plan").steps;
        let act = Act::Obtain(steps.pop().expect("smelting"));
        let carried = carried.iter().map(|(item, count)| ItemStack::new(*item, *count)).collect();
        let now = Situation { carried, stations: vec![Block::FURNACE], ..at_start() };
        let why = explain(&act, &reason, &now, 2);
        assert_eq!((why.hindrance, why.do_first.as_slice()), (hindrance, do_first), "{why}");
        assert!(why.to_string().contains(&format!("{reason} (for the 2. time)")), "{why}");
    }

    #[test]
    fn the_rules_know_what_lacks() {
        let fuel = (Item::OAK_PLANKS, 2);
        let odd = || Reason::unexpected("it failed");
        check(&[fuel], odd(), Hindrance::MissingMaterial, &[(Item::RAW_IRON, 2)]);
        check(&[(Item::RAW_IRON, 2)], odd(), Hindrance::MissingMaterial, &[(Item::OAK_PLANKS, 2)]);
        check(&[fuel, (Item::RAW_IRON, 2)], odd(), Hindrance::Other, &[]);
        check(&[fuel, (Item::RAW_IRON, 2)], Reason::TookTooLong, Hindrance::Timeout, &[]);
        check(&[], Reason::Died, Hindrance::Died, &[]);
    }

    #[test]
    fn a_worn_tool_is_followed_by_another() {
        let steps = plan(Item::DIAMOND, 1, &Given::default()).expect("a plan").steps;
        let mine = Act::Obtain(steps.last().expect("mining").clone());
        let needed = Reason::NeedsTool(Tool { kind: ToolKind::Pickaxe, tier: Tier::Wood });
        for (stones, another) in [(2, Item::WOODEN_PICKAXE), (3, Item::STONE_PICKAXE)] {
            let worn = ItemStack { damage: 240, ..ItemStack::new(Item::IRON_PICKAXE, 1) };
            let carried = vec![worn, ItemStack::new(Item::COBBLED_DEEPSLATE, stones)];
            let why = explain(&mine, &needed, &Situation { carried, ..at_start() }, 1);
            assert_eq!((why.hindrance, &why.do_first[..]), (Hindrance::MissingTool, &[(another, 1)][..]), "{why}");
        }
    }

    #[test]
    fn tools_and_stations_are_named() {
        let steps = plan(Item::IRON_PICKAXE, 1, &Given::default()).expect("a plan").steps;
        let of = |item: Item| {
            let step = steps.iter().find(|step| step.item == item).expect("a step");
            explain(&Act::Obtain(step.clone()), &Reason::unexpected("it failed"), &at_start(), 1)
        };
        assert_eq!(of(Item::RAW_IRON).do_first, [(Item::STONE_PICKAXE, 1)]);
        assert_eq!(of(Item::RAW_IRON).hindrance, Hindrance::MissingTool);
        assert_eq!(of(Item::FURNACE).do_first, [(Item::CRAFTING_TABLE, 1)]);
        assert_eq!(of(Item::FURNACE).hindrance, Hindrance::MissingStation);
    }
}
