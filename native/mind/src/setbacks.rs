//! What failed lately, and what that costs.
//!
//! A way that failed looks dearer for a while, each time more, so that the next plan goes another way if there is a
//! sensible one. If it is still the cheapest the same is done again, and means another place: the body leaves alone
//! what it could not reach and searches on where it has not been.

use std::collections::BTreeMap;
use std::fmt;

use anima_rules::techtree::{Effort, Kind, Target, Way};
use anima_rules::{Block, EntityKind, Item};

/// What a step is out for; ways that share it fail together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Errand {
    /// Digging an item out of a block: another block that gives it lies elsewhere.
    Mine(Item, Block),
    /// Meeting a mob.
    Meet(EntityKind),
    /// Any other way to an item.
    Other(&'static str, Item),
}

impl Errand {
    fn of(way: &Way) -> Errand {
        match way.kind {
            Kind::Mine(block) => Errand::Mine(way.item, block),
            Kind::Kill { mob, .. } | Kind::Interact(_, Target::Mob(mob)) => Errand::Meet(mob),
            _ => Errand::Other(way.kind.word(), way.item),
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
        }
    }
}

/// The failures of one errand since it last gave anything.
#[derive(Clone, Debug, Default)]
struct Setback {
    /// How often, by kind.
    times: BTreeMap<&'static str, u32>,
    /// Ticks added to what the way takes.
    dearer: f32,
    /// Until this tick.
    until: u64,
    /// The body cannot do it at all; says why.
    barred: Option<String>,
}

/// What failed lately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setbacks {
    by_errand: BTreeMap<Errand, Setback>,
}

impl Setbacks {
    /// Notes that a way failed and returns how often in a row it failed so.
    pub(crate) fn note(&mut self, way: &Way, kind: &'static str, text: &str, tick: u64) -> u32 {
        let setback = self.by_errand.entry(Errand::of(way)).or_default();
        let times = setback.times.entry(kind).or_insert(0);
        *times += 1;
        if kind == "no skill" {
            setback.barred = Some(text.to_owned());
        }
        let (ticks, lasts) = price(kind);
        let all: u32 = setback.times.values().sum();
        setback.dearer = ticks * f32::from(1u16 << (all - 1).min(5));
        setback.until = tick + lasts * u64::from(all);
        setback.times[kind]
    }

    /// Forgets the failures of a way that gave something.
    pub(crate) fn gained(&mut self, way: &Way) {
        self.by_errand.remove(&Errand::of(way));
    }

    /// What a way takes that would take `effort` if it had not failed.
    pub(crate) fn on_top(&self, way: &Way, effort: Effort, tick: u64) -> Effort {
        match self.by_errand.get(&Errand::of(way)) {
            Some(setback) if setback.barred.is_some() => Effort::IMPOSSIBLE,
            Some(setback) if tick < setback.until => Effort { once: effort.once + setback.dearer, ..effort },
            _ => effort,
        }
    }

    /// How often a way failed since it last gave anything.
    pub(crate) fn failures(&self, way: &Way) -> u32 {
        self.by_errand.get(&Errand::of(way)).map_or(0, |setback| setback.times.values().sum())
    }

    /// Why the body cannot go this way at all.
    pub(crate) fn barred(&self, way: &Way) -> Option<&str> {
        self.by_errand.get(&Errand::of(way)).and_then(|setback| setback.barred.as_deref())
    }

    /// What was tried in vain and how it failed: `mine raw_iron from iron_ore (not found 3 times, died once)`.
    pub(crate) fn tried(&self) -> String {
        let often = |(kind, times): (&&str, &u32)| match times {
            1 => format!("{kind} once"),
            times => format!("{kind} {times} times"),
        };
        let line = |(errand, setback): (&Errand, &Setback)| {
            let kinds: Vec<String> = setback.times.iter().map(often).collect();
            format!("{errand} ({})", kinds.join(", "))
        };
        self.by_errand.iter().map(line).collect::<Vec<_>>().join("; ")
    }

    /// Why some way cannot be gone at all, if one cannot.
    pub(crate) fn any_barred(&self) -> Option<&str> {
        self.by_errand.values().find_map(|setback| setback.barred.as_deref())
    }
}

/// Ticks that a first failure makes a way dearer by, and for how many ticks.
fn price(kind: &str) -> (f32, u64) {
    match kind {
        "not found" | "unreachable" | "out of reach" | "took too long" => (2000.0, 6000),
        // What was carried is gone, which changes the plan by itself; the place is no worse than others.
        "died" => (200.0, 1200),
        // Something to get first, or to be done first: the plan changes by itself.
        "needs tool" | "missing item" | "missing station" | "interrupted" => (100.0, 600),
        _ => (300.0, 1200),
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{typical_effort, ways};

    use super::*;

    #[test]
    fn a_failed_way_is_dearer_for_a_while_and_each_time_more() {
        let iron = &ways(Item::RAW_IRON)[0];
        let coal = &ways(Item::COAL)[0];
        let mut setbacks = Setbacks::default();
        let once = |setbacks: &Setbacks, tick| setbacks.on_top(iron, typical_effort(iron), tick).once;
        let before = once(&setbacks, 0);
        assert_eq!(setbacks.note(iron, "not found", "no iron_ore found", 100), 1);
        let first = once(&setbacks, 100);
        assert_eq!(setbacks.note(iron, "not found", "no iron_ore found", 200), 2);
        assert!(before < first && first < once(&setbacks, 200));
        assert_eq!(once(&setbacks, 100_000), before);
        assert_eq!(setbacks.on_top(coal, typical_effort(coal), 200), typical_effort(coal));
        assert_eq!(setbacks.note(iron, "died", "died", 200), 1);
        setbacks.gained(iron);
        assert_eq!(once(&setbacks, 200), before);
        assert_eq!(setbacks.note(iron, "not found", "no iron_ore found", 300), 1);
    }

    #[test]
    fn what_the_body_cannot_do_is_never_tried_again() {
        let fishing = ways(Item::COD).iter().find(|way| way.kind.word() == "interact").expect("one can fish");
        let mut setbacks = Setbacks::default();
        setbacks.note(fishing, "no skill", "no skill for fish 1 cod", 5);
        assert_eq!(setbacks.on_top(fishing, typical_effort(fishing), 1_000_000), Effort::IMPOSSIBLE);
        assert_eq!(setbacks.barred(fishing), Some("no skill for fish 1 cod"));
    }
}
