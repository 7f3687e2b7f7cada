//! What failed lately, and what that costs.
//!
//! A way that failed looks dearer for a while, each time more, so that the next plan goes another way if there is a
//! sensible one. If it is still the cheapest the same is done again, and means another place: the body leaves alone
//! what it could not reach and searches on where it has not been.

use std::collections::BTreeMap;
use std::fmt;

use anima_intent::{Act, Reason, ReasonKind, Tried};
use anima_rules::techtree::{Effort, Kind, Target, Way};
use anima_rules::{Block, EntityKind, Item};

/// What an act is out for; those that share it fail together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Errand {
    /// Digging an item out of a block: another block that gives it lies elsewhere.
    Mine(Item, Block),
    /// Meeting a mob.
    Meet(EntityKind),
    /// Any other way to an item.
    Other(&'static str, Item),
    /// Anything else.
    Do(String),
}

impl Errand {
    fn of_way(way: &Way) -> Errand {
        match way.kind {
            Kind::Mine(block) => Errand::Mine(way.item, block),
            Kind::Kill { mob, .. } | Kind::Interact(_, Target::Mob(mob)) => Errand::Meet(mob),
            _ => Errand::Other(way.kind.word(), way.item),
        }
    }

    fn of(act: &Act) -> Errand {
        match act {
            Act::Obtain(step) => Errand::of_way(step.way),
            Act::Kill { mob, .. } | Act::Breed { mob, .. } | Act::Shoot { mob, .. } => Errand::Meet(*mob),
            act => Errand::Do(act.to_string()),
        }
    }
}

impl fmt::Display for Errand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Errand::Mine(item, block) if item.name() == block.name() => write!(f, "mine {item}"),
            Errand::Mine(item, block) => write!(f, "mine {item} from {block}"),
            Errand::Meet(mob) => write!(f, "meet a {mob}"),
            Errand::Other(word, item) => write!(f, "{word} {item}"),
            Errand::Do(what) => f.write_str(what),
        }
    }
}

/// The failures of one errand since it last gave anything.
#[derive(Clone, Debug, Default)]
struct Setback {
    /// How often, by kind.
    times: BTreeMap<ReasonKind, u32>,
    /// Ticks added to what the way takes.
    dearer: f32,
    /// Until this tick.
    until: u64,
    /// The body cannot do it at all; says why.
    barred: Option<Reason>,
}

/// What failed lately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setbacks {
    by_errand: BTreeMap<Errand, Setback>,
}

impl Setbacks {
    /// Notes that an act failed and returns how often in a row it failed so.
    pub(crate) fn note(&mut self, act: &Act, reason: &Reason, tick: u64) -> u32 {
        let kind = reason.kind();
        let setback = self.by_errand.entry(Errand::of(act)).or_default();
        let times = setback.times.entry(kind).or_insert(0);
        *times += 1;
        if kind == ReasonKind::NoSkill {
            setback.barred = Some(reason.clone());
        }
        let (ticks, lasts) = price(kind);
        let all: u32 = setback.times.values().sum();
        setback.dearer = ticks * f32::from(1u16 << (all - 1).min(5));
        setback.until = tick + lasts * u64::from(all);
        setback.times[&kind]
    }

    /// Forgets the failures of an act that gave something.
    pub(crate) fn gained(&mut self, act: &Act) {
        self.by_errand.remove(&Errand::of(act));
    }

    /// What a way takes that would take `effort` if it had not failed.
    pub(crate) fn on_top(&self, way: &Way, effort: Effort, tick: u64) -> Effort {
        match self.by_errand.get(&Errand::of_way(way)) {
            Some(setback) if setback.barred.is_some() => Effort::IMPOSSIBLE,
            Some(setback) if tick < setback.until => Effort { once: effort.once + setback.dearer, ..effort },
            _ => effort,
        }
    }

    /// How often an act failed since it last gave anything.
    pub(crate) fn failures(&self, act: &Act) -> u32 {
        self.by_errand.get(&Errand::of(act)).map_or(0, |setback| setback.times.values().sum())
    }

    /// How often an act failed since it last gave anything, as far as the place may be to blame: after a death the agent is
    /// elsewhere anyway, and what something was lacking for is to blame only from the second time on.
    pub(crate) fn failures_of_place(&self, act: &Act) -> u32 {
        let blamed = |(kind, times): (&ReasonKind, &u32)| match kind {
            ReasonKind::Died => 0,
            ReasonKind::NeedsTool | ReasonKind::Missing => times.saturating_sub(1),
            _ => *times,
        };
        self.by_errand.get(&Errand::of(act)).map_or(0, |setback| setback.times.iter().map(blamed).sum())
    }

    /// Whether an act failed so lately that it is not to be tried again yet.
    pub(crate) fn failed_lately(&self, act: &Act, tick: u64) -> bool {
        self.by_errand.get(&Errand::of(act)).is_some_and(|setback| tick < setback.until)
    }

    /// Whether an act failed for want of a tool since it last gave anything.
    pub(crate) fn lacked_tool(&self, act: &Act) -> bool {
        self.by_errand.get(&Errand::of(act)).is_some_and(|setback| setback.times.contains_key(&ReasonKind::NeedsTool))
    }

    /// Why the body cannot go this way at all.
    pub(crate) fn barred(&self, way: &Way) -> Option<&Reason> {
        self.by_errand.get(&Errand::of_way(way)).and_then(|setback| setback.barred.as_ref())
    }

    /// What was tried in vain and how it failed.
    pub(crate) fn tried(&self) -> Vec<Tried> {
        let line = |(errand, setback): (&Errand, &Setback)| Tried {
            what: errand.to_string(),
            failed: setback.times.iter().map(|(kind, times)| (*kind, *times)).collect(),
        };
        self.by_errand.iter().map(line).collect()
    }

    /// Why some way cannot be gone at all, if one cannot.
    pub(crate) fn any_barred(&self) -> Option<&Reason> {
        self.by_errand.values().find_map(|setback| setback.barred.as_ref())
    }
}

/// Ticks that a first failure makes a way dearer by, and for how many ticks.
fn price(kind: ReasonKind) -> (f32, u64) {
    match kind {
        ReasonKind::NotFound | ReasonKind::Unreachable | ReasonKind::OutOfReach | ReasonKind::TookTooLong => {
            (2000.0, 6000)
        }
        // What was carried is gone, which changes the plan by itself; the place is no worse than others.
        ReasonKind::Died => (200.0, 1200),
        // Something to get first, or to be done first: the plan changes by itself.
        ReasonKind::NeedsTool | ReasonKind::Missing | ReasonKind::Interrupted => (100.0, 600),
        ReasonKind::InventoryFull | ReasonKind::NoPlace | ReasonKind::Unexpected | ReasonKind::NoSkill => (300.0, 1200),
    }
}

#[cfg(test)]
mod tests {
    use anima_intent::Thing;
    use anima_rules::techtree::{Given, plan, typical_effort};

    use super::*;

    fn mining(item: Item) -> Act {
        Act::Obtain(plan(item, 1, &Given::default()).expect("a plan").steps.pop().expect("a step"))
    }

    #[test]
    fn a_failed_way_is_dearer_for_a_while_and_each_time_more() {
        let (iron, coal) = (mining(Item::RAW_IRON), mining(Item::COAL));
        let way = |act: &Act| act.step().expect("a step").way;
        let not_found = Reason::not_found(Block::IRON_ORE);
        let mut setbacks = Setbacks::default();
        let once = |setbacks: &Setbacks, tick| setbacks.on_top(way(&iron), typical_effort(way(&iron)), tick).once;
        let before = once(&setbacks, 0);
        assert_eq!(setbacks.note(&iron, &not_found, 100), 1);
        let first = once(&setbacks, 100);
        assert_eq!(setbacks.note(&iron, &not_found, 200), 2);
        assert!(before < first && first < once(&setbacks, 200));
        assert_eq!(once(&setbacks, 100_000), before);
        assert_eq!(setbacks.on_top(way(&coal), typical_effort(way(&coal)), 200), typical_effort(way(&coal)));
        assert_eq!(setbacks.note(&iron, &Reason::Died, 200), 1);
        assert_eq!(setbacks.tried()[0].to_string(), "mine raw_iron from iron_ore (not found 2 times, died once)");
        setbacks.gained(&iron);
        assert_eq!(once(&setbacks, 200), before);
        assert_eq!(setbacks.note(&iron, &not_found, 300), 1);
    }

    #[test]
    fn the_place_is_not_to_blame_for_what_was_lacking_once_nor_for_a_death() {
        let iron = mining(Item::RAW_IRON);
        let tool = anima_rules::Tool { kind: anima_rules::ToolKind::Pickaxe, tier: anima_rules::Tier::Stone };
        let mut setbacks = Setbacks::default();
        for reason in [Reason::NeedsTool(tool), Reason::Missing { item: Item::STICK, count: 2 }, Reason::Died] {
            setbacks.note(&iron, &reason, 5);
        }
        assert_eq!((setbacks.failures(&iron), setbacks.failures_of_place(&iron)), (3, 0));
        setbacks.note(&iron, &Reason::NeedsTool(tool), 5);
        assert_eq!(setbacks.failures_of_place(&iron), 1, "the same again changes nothing");
        setbacks.note(&iron, &Reason::not_found(Block::IRON_ORE), 5);
        assert_eq!(setbacks.failures_of_place(&iron), 2);
    }

    #[test]
    fn what_the_body_cannot_do_is_never_tried_again() {
        let wool = mining(Item::WHITE_WOOL);
        let way = wool.step().expect("a step").way;
        let mut setbacks = Setbacks::default();
        setbacks.note(&wool, &Reason::NoSkill("that".into()), 5);
        assert_eq!(setbacks.on_top(way, typical_effort(way), 1_000_000), Effort::IMPOSSIBLE);
        assert_eq!(setbacks.barred(way), Some(&Reason::NoSkill("that".into())));
    }

    #[test]
    fn what_is_no_way_of_the_tech_tree_fails_too() {
        let go = Act::GoTo { x: 3, y: None, z: 4 };
        let mut setbacks = Setbacks::default();
        setbacks.note(&go, &Reason::unreachable(Thing::Height(3)), 5);
        assert_eq!((setbacks.failures(&go), setbacks.tried()[0].what.as_str()), (1, "go to 3 4"));
    }
}
