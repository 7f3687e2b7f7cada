//! Plans of who does not know enough: known ways as far as they lead, and the rest is mined, whatever it is.

use std::collections::{BTreeMap, BTreeSet};

use anima_rules::techtree::{Fuel, Kind, Planner, Step, Way};
use anima_rules::{Block, Item};
use serde_json::Value;

use super::Question;
use super::plan::MOST_STEPS;
use super::reckon::best_way;
use crate::steps::{MOST, add, doing, times, written};

/// Ways that follow from one another at most.
const DEPTH: usize = 12;

/// A plan that is being guessed.
pub struct Guess<'a> {
    question: &'a Question<'a>,
    planner: &'a Planner,
    stock: BTreeMap<Item, u32>,
    stations: BTreeSet<Block>,
    getting: Vec<Item>,
    /// The steps so far.
    pub steps: Vec<Value>,
}

impl<'a> Guess<'a> {
    /// An empty plan.
    pub fn new(question: &'a Question<'a>, planner: &'a Planner) -> Guess<'a> {
        let stock = question.scene.items().into_iter().map(|item| (item, question.scene.count(item))).collect();
        let stations = question.scene.stations.iter().copied().collect();
        Guess { question, planner, stock, stations, getting: Vec::new(), steps: Vec::new() }
    }

    /// Adds steps until there are so many.
    pub fn have(&mut self, item: Item, count: u32) {
        let lacks = count.min(MOST).saturating_sub(self.held(item));
        if lacks == 0 || self.steps.len() >= MOST_STEPS {
            return;
        }
        let is_circle = self.getting.contains(&item) || self.getting.len() >= DEPTH;
        let way = if is_circle { None } else { best_way(self.question, self.planner, item, lacks) };
        self.getting.push(item);
        match way {
            Some(way) => self.go(way, lacks),
            None => {
                self.steps.push(doing("mine", &[(item.name(), lacks)], &[], None));
                *self.stock.entry(item).or_default() += lacks;
            }
        }
        self.getting.pop();
    }

    fn held(&self, item: Item) -> u32 {
        self.stock.get(&item).copied().unwrap_or(0)
    }

    fn take(&mut self, item: Item, count: u32) {
        self.have(item, count);
        let held = self.stock.entry(item).or_default();
        *held = held.saturating_sub(count);
    }

    fn go(&mut self, way: &'static Way, count: u32) {
        let times = times(way, count);
        if let Some(station) = way.station
            && self.stations.insert(station)
            && let Some(item) = station.item()
        {
            self.have(item, 1);
        }
        if let Some(item) = way.carries {
            self.have(item, 1);
        }
        let mut materials = Vec::new();
        for material in &way.materials {
            let needed = u32::from(material.count).saturating_mul(times).min(MOST);
            let held = material.any_of.iter().copied().max_by_key(|item| (self.held(*item), std::cmp::Reverse(*item)));
            let held = held.filter(|item| self.held(*item) > 0);
            let knows = |item: &Item| self.question.known.ways(*item).next().is_some() && !self.getting.contains(item);
            let known = material.any_of.iter().copied().find(knows);
            if let Some(item) = held.or(known).or(material.any_of.first().copied()) {
                self.take(item, needed);
                add(&mut materials, item, needed);
            }
        }
        let mut tool = None;
        if let Some(need) = way.tool {
            tool = need.items().find(|item| self.held(*item) > 0).or_else(|| need.items().next());
            tool.into_iter().for_each(|tool| self.have(tool, 1));
        }
        let mut fuel = None;
        if matches!(way.kind, Kind::Smelt { .. }) {
            let burns = |item: Item| Fuel::pieces(item, &materials, 1).map(|count| Fuel { item, count });
            let carried = self.stock.iter().find_map(|(item, held)| burns(*item).filter(|fuel| *held >= fuel.count));
            fuel = carried.or_else(|| burns(Item::COAL));
            fuel.into_iter().for_each(|fuel| self.take(fuel.item, fuel.count));
        }
        let exact = way.yields.fract() == 0.0 && way.count.0 == way.count.1;
        let count = if exact { times.saturating_mul(u32::from(way.count.0)).min(MOST) } else { count };
        *self.stock.entry(way.item).or_default() += count;
        self.steps.push(written(&Step { way, item: way.item, count, times, materials, fuel, tool, ticks: 0.0 }));
    }
}
