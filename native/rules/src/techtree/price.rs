//! What items cost from nothing, as a first guess for the planner.
//!
//! The cost of `n` items is a cost for each, and one-time costs (finding the place, making the tool, making the
//! station) that several items may share. They are found by relaxing over all ways until nothing gets cheaper.

use std::collections::VecDeque;

use once_cell::sync::Lazy;
use rustc_hash::FxHashMap;

use super::build::silk_touch_way;
use super::{Effort, Kind, Target, ToolNeed, Way, all_ways};
use crate::{Block, EntityKind, Item};

/// A set of one-time costs: bit i is cost i.
const WORDS: usize = 12;

/// Items at a time that a guess is made for.
const NOMINAL: f32 = 3.0;

/// A set of one-time costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Once([u64; WORDS]);

impl Once {
    fn insert(&mut self, id: u16) {
        self.0[usize::from(id) / 64] |= 1 << (id % 64);
    }

    fn union(&mut self, other: &Once) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some((word * 64) as u16 + bit as u16)
            })
        })
    }
}

/// What a one-time cost is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Paid {
    /// Getting to where a block is, or what is done there.
    Block(Block),
    /// Getting to where a mob is.
    Mob(EntityKind),
    /// Tilling a field.
    Field(Block),
    /// A tool, a station or the like, which stays.
    Thing(Item),
    /// Silk Touch on a tool.
    SilkTouch,
}

/// What every item costs from nothing.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    /// By way, in the order of [`all_ways`].
    pub efforts: Vec<Effort>,
    /// By item: ticks for each.
    pub unit: Vec<f32>,
    /// By item: one-time costs.
    pub once: Vec<Once>,
    /// What each one-time cost is paid for.
    pub paid: Vec<Paid>,
    once_cost: Vec<f32>,
    ids: FxHashMap<Paid, u16>,
    total: Vec<f32>,
}

impl Prices {
    pub(super) fn new(effort: &dyn Fn(&Way) -> Effort) -> Prices {
        let mut prices = Prices {
            efforts: all_ways().iter().map(effort).collect(),
            unit: vec![f32::INFINITY; Item::COUNT],
            once: vec![Once::default(); Item::COUNT],
            paid: Vec::new(),
            once_cost: Vec::new(),
            ids: FxHashMap::default(),
            total: vec![f32::INFINITY; Item::COUNT],
        };
        let sites: Vec<Option<u16>> = all_ways()
            .iter()
            .enumerate()
            .map(|(index, way)| {
                let site = site(way)?;
                let id = prices.id(site);
                // Ways that share a place may differ in effort: the cheapest finds it.
                let cost = &mut prices.once_cost[usize::from(id)];
                *cost = if *cost == 0.0 { prices.efforts[index].once } else { cost.min(prices.efforts[index].once) };
                Some(id)
            })
            .collect();
        let silk_touch = prices.id(Paid::SilkTouch);
        let silk_effort = silk_touch_way(Item::WOODEN_PICKAXE).map_or(Effort::IMPOSSIBLE, effort);
        prices.once_cost[usize::from(silk_touch)] = silk_effort.once + silk_effort.each;
        // Whatever gets cheaper is looked at again with all that is made of it or with it. A price only ever falls,
        // and by more than a hair each time: this ends.
        let mut open: VecDeque<usize> = (0..all_ways().len()).collect();
        let mut is_open = vec![true; open.len()];
        while let Some(index) = open.pop_front() {
            is_open[index] = false;
            let way = &all_ways()[index];
            if prices.relax(way, prices.efforts[index].each, sites[index]) {
                for dependent in dependents(way.item) {
                    if !std::mem::replace(&mut is_open[usize::from(*dependent)], true) {
                        open.push_back(usize::from(*dependent));
                    }
                }
            }
        }
        prices
    }

    /// The id of a one-time cost.
    fn id(&mut self, paid: Paid) -> u16 {
        if let Some(id) = self.ids.get(&paid) {
            return *id;
        }
        let id = self.paid.len() as u16;
        assert!(usize::from(id) < WORDS * 64, "more one-time costs than a set has bits: raise WORDS");
        self.ids.insert(paid, id);
        self.paid.push(paid);
        self.once_cost.push(0.0);
        id
    }

    /// What it costs to have `count` of an item from nothing.
    pub(super) fn bare(&self, item: Item, count: f32) -> f32 {
        self.with(item, count, |_| true)
    }

    /// The same, one-time costs counted only where `owed` says so.
    pub(super) fn with(&self, item: Item, count: f32, owed: impl Fn(Paid) -> bool) -> f32 {
        let index = usize::from(item.id());
        let once: f32 =
            self.once[index].iter().filter(|id| owed(self.paid[usize::from(*id)])).map(|id| self.cost(id)).sum();
        self.unit[index] * count + once
    }

    /// The id of a place, if any way goes there.
    pub(super) fn site_id(&self, site: Paid) -> Option<u16> {
        self.ids.get(&site).copied()
    }

    /// What Silk Touch on a tool costs beside the tool.
    pub(super) fn with_silk_touch(&self, owed: impl Fn(Paid) -> bool) -> f32 {
        let table =
            if owed(Paid::Thing(Item::ENCHANTING_TABLE)) { self.bare(Item::ENCHANTING_TABLE, 1.0) } else { 0.0 };
        table + self.ids.get(&Paid::SilkTouch).map_or(f32::INFINITY, |id| self.cost(*id))
    }

    fn cost(&self, id: u16) -> f32 {
        match self.paid[usize::from(id)] {
            Paid::Thing(item) => self.unit[usize::from(item.id())],
            _ => self.once_cost[usize::from(id)],
        }
    }

    /// The cheapest of some items.
    pub(super) fn cheapest(&self, items: impl IntoIterator<Item = Item>) -> Option<Item> {
        let total = |item: &Item| self.total[usize::from(item.id())];
        let best = items.into_iter().min_by(|a, b| total(a).total_cmp(&total(b)).then(a.cmp(b)))?;
        total(&best).is_finite().then_some(best)
    }

    /// Takes over what the way costs if that is cheaper than what is known.
    fn relax(&mut self, way: &Way, each: f32, site: Option<u16>) -> bool {
        let (mut unit, mut once) = (each, Once::default());
        for material in &way.materials {
            let Some(item) = self.cheapest(material.any_of.iter().copied()) else { return false };
            unit += f32::from(material.count) * self.unit[usize::from(item.id())];
            once.union(&self.once[usize::from(item.id())]);
        }
        let (mut tool, mut enchanting): (_, &[Item]) = (None, &[]);
        if let Some(need) = way.tool {
            tool = self.cheapest(need.items());
            if tool.is_none() {
                return false;
            }
            if need.silk_touch {
                once.insert(self.ids[&Paid::SilkTouch]);
                enchanting = &[Item::ENCHANTING_TABLE, Item::LAPIS_LAZULI];
            }
        }
        if let Kind::Smelt { .. } = way.kind {
            unit += 200.0 / 1600.0 * self.unit[usize::from(Item::COAL.id())].min(400.0);
        }
        let station = way.station.and_then(Block::item);
        for thing in tool.into_iter().chain(enchanting.iter().copied()).chain(station).chain(way.carries) {
            if self.total[usize::from(thing.id())].is_infinite() {
                return false;
            }
            let id = self.id(Paid::Thing(thing));
            once.insert(id);
            let more = self.once[usize::from(thing.id())];
            once.union(&more);
        }
        if let Some(site) = site {
            once.insert(site);
        }
        unit /= way.yields;
        let total = NOMINAL * unit + once.iter().map(|id| self.cost(id)).sum::<f32>();
        let index = usize::from(way.item.id());
        // Not its own tool or station, however cheap that made it look.
        if total.is_nan() || total >= self.total[index] * 0.995 {
            return false;
        }
        (self.unit[index], self.once[index], self.total[index]) = (unit, once, total);
        true
    }
}

/// The ways that use an item up, hold it, carry it or are done at it, by their place in [`all_ways`].
fn dependents(item: Item) -> &'static [u16] {
    static DEPENDENTS: Lazy<Vec<Vec<u16>>> = Lazy::new(|| {
        let mut dependents = vec![Vec::new(); Item::COUNT];
        for (index, way) in all_ways().iter().enumerate() {
            let materials = way.materials.iter().flat_map(|material| material.any_of.iter().copied());
            let tools = way.tool.into_iter().flat_map(ToolNeed::items);
            let station = way.station.and_then(Block::item);
            for item in materials.chain(tools).chain(station).chain(way.carries) {
                dependents[usize::from(item.id())].push(index as u16);
            }
        }
        dependents
    });
    &DEPENDENTS[usize::from(item.id())]
}

/// The place that a way has to find once; `None` for what is done where one stands.
pub(super) fn site(way: &Way) -> Option<Paid> {
    match way.kind {
        _ if way.place.first == 0.0 && !matches!(way.kind, Kind::Grow(_)) => None,
        Kind::Mine(block) | Kind::Interact(_, Target::Block(block)) => Some(Paid::Block(block)),
        Kind::Kill { mob, .. } | Kind::Interact(_, Target::Mob(mob)) => Some(Paid::Mob(mob)),
        Kind::Grow(_) if way.is_fed() => None,
        Kind::Grow(block) => Some(Paid::Field(block)),
        _ => None,
    }
}
