//! The cheapest plan, as far as a greedy search with a look ahead finds it.
//!
//! Things are got one after the other: what is carried is used first, for the rest the way is chosen that looks
//! cheapest from where one is (what is carried, which tools and stations there are, which places are already
//! visited), its needs are got the same way, and a step is added. A thing is never got by way of itself.

use std::collections::BTreeSet;
use std::fmt;

use super::build::silk_touch_way;
use super::price::{Paid, Prices, site};
use super::simulate::{Stock, check};
use super::{
    Effort, Fuel, Kind, Material, Nature, Reach, Step, ToolNeed, Unobtainable, Way, all_ways, typical_effort, ways,
};
use crate::smelt::burn_ticks;
use crate::tags::ItemTag;
use crate::{Block, Item, ItemStack, recipe};
use once_cell::sync::Lazy;

/// How many levels of needs an estimate looks at before it takes the price from nothing.
const LOOK_AHEAD: u8 = 3;
/// How many ways of an item an estimate looks at.
const LOOK_ASIDE: usize = 3;
/// What using up a carried thing counts, of its price: it could serve later.
const CARRIED: f32 = 0.1;

/// What a plan starts from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// What is carried.
    pub items: &'a [ItemStack],
    /// Blocks at hand to work at, such as a crafting table that stands near.
    pub stations: &'a [Block],
}

/// Steps that lead to a goal, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
    /// About how many ticks they take together.
    pub ticks: f32,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq)]
pub enum NoPlan {
    /// The item cannot be had at all.
    Unobtainable(Unobtainable),
    /// It can be had, but not by the ways that are possible now.
    NotNow(Item),
}

impl fmt::Display for NoPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPlan::Unobtainable(why) => why.fmt(f),
            NoPlan::NotNow(item) => write!(f, "no way to get {item} is possible now"),
        }
    }
}

/// Finds plans under one estimate of what ways take; worth keeping for as long as the estimate holds.
#[derive(Clone, Debug)]
pub struct Planner {
    prices: Prices,
}

/// Finds a plan to carry at least `count` of an item at the end, by the ticks of [`typical_effort`].
///
/// # Errors
/// If there is none.
pub fn plan(item: Item, count: u32, given: &Given) -> Result<Plan, NoPlan> {
    Planner::typical().plan(&[(item, count)], given)
}

impl Planner {
    /// A planner that takes the ticks of ways from `effort`; [`Effort::IMPOSSIBLE`] rules a way out.
    pub fn new(effort: &dyn Fn(&Way) -> Effort) -> Planner {
        Planner { prices: Prices::new(effort) }
    }

    /// The planner by [`typical_effort`].
    pub fn typical() -> &'static Planner {
        static TYPICAL: Lazy<Planner> = Lazy::new(|| Planner::new(&typical_effort));
        &TYPICAL
    }

    /// About how many ticks it takes to have `count` of an item from nothing; infinite if it cannot be had.
    pub fn estimate(&self, item: Item, count: u32) -> f32 {
        self.prices.bare(item, count as f32)
    }

    /// Finds a plan to carry at least so many of each item at the end.
    ///
    /// # Errors
    /// If there is none: the first goal that cannot be met.
    pub fn plan(&self, goals: &[(Item, u32)], given: &Given) -> Result<Plan, NoPlan> {
        self.plan_after(&[], goals, given)
    }

    /// The same, but with things that are got before all else, in this order, since they serve on the way to the rest.
    ///
    /// # Errors
    /// If there is none: the first of them, or the first goal, that cannot be had.
    pub fn plan_after(&self, first: &[Item], goals: &[(Item, u32)], given: &Given) -> Result<Plan, NoPlan> {
        let mut draft = Draft::new(&self.prices, given);
        for item in first {
            draft.obtain_goal(*item, 1)?;
        }
        let mut steps = merged(std::mem::take(&mut draft.steps), 0, given);
        let first = steps.len();
        // What wears comes last: it may be used on the way, and is not set aside.
        let (lasting, wearing): (Vec<_>, Vec<_>) = goals.iter().partition(|(item, _)| item.durability().is_none());
        for (item, count) in lasting {
            draft.obtain_goal(item, count)?;
        }
        // Twice: one may have been made of another.
        for (item, count) in wearing.iter().chain(&wearing) {
            draft.obtain_goal(*item, *count)?;
        }
        steps.extend(draft.steps);
        let steps = merged(steps, first, given);
        Ok(Plan { ticks: steps.iter().map(|step| step.ticks).sum(), steps })
    }
}

/// A way does not work out here.
struct DeadEnd;

/// A plan in the making.
#[derive(Clone)]
struct Draft<'a> {
    prices: &'a Prices,
    /// What will be carried after the steps so far and is not yet spoken for.
    stock: Stock,
    /// Places the steps so far have been to.
    visited: BTreeSet<u16>,
    steps: Vec<Step>,
    /// What is being got, innermost last.
    getting: Vec<Item>,
}

impl<'a> Draft<'a> {
    fn new(prices: &'a Prices, given: &Given) -> Draft<'a> {
        Draft { prices, stock: Stock::of(given), visited: BTreeSet::new(), steps: Vec::new(), getting: Vec::new() }
    }

    /// Sees to it that `count` of an item stay; tools may still be used, stations worked at.
    fn obtain_goal(&mut self, item: Item, count: u32) -> Result<(), NoPlan> {
        let lasting = item.durability().is_none();
        let carried = if lasting { self.stock.take(item, count) } else { self.stock.count(item).min(count) };
        if carried < count {
            self.get(item, count - carried).map_err(|DeadEnd| {
                match Reach::overworld(Nature::Vanilla, false).why_not(item) {
                    Some(why) => NoPlan::Unobtainable(why),
                    None => NoPlan::NotNow(item),
                }
            })?;
        }
        if lasting {
            self.stock.take(item, count - carried);
            self.stock.stations.extend(station_of(item));
        }
        Ok(())
    }

    /// Sets aside `count` of an item, getting what is not carried.
    fn obtain(&mut self, item: Item, count: u32) -> Result<(), DeadEnd> {
        let taken = self.stock.take(item, count);
        if taken < count {
            self.get(item, count - taken)?;
            self.stock.take(item, count - taken);
        }
        Ok(())
    }

    /// Adds steps after which there are `count` more of an item.
    fn get(&mut self, item: Item, count: u32) -> Result<(), DeadEnd> {
        if self.getting.contains(&item) {
            return Err(DeadEnd);
        }
        let mut choices: Vec<(f32, usize)> = self
            .ways(item)
            .map(|(index, way)| (self.way_estimate(index, way, count, LOOK_AHEAD), index))
            .filter(|(estimate, _)| estimate.is_finite())
            .collect();
        choices.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.getting.push(item);
        let choices = choices.into_iter().map(|(_, index)| index);
        let got = self.first_that(choices, |draft, index| draft.go(&all_ways()[index], Some(index), count));
        self.getting.pop();
        (*self, _) = got?;
        self.getting.pop();
        Ok(())
    }

    /// The draft after the first choice that works out, and the choice.
    fn first_that<T: Copy>(
        &self,
        choices: impl IntoIterator<Item = T>,
        mut go: impl FnMut(&mut Draft<'a>, T) -> Result<(), DeadEnd>,
    ) -> Result<(Draft<'a>, T), DeadEnd> {
        let tried = choices.into_iter().find_map(|choice| {
            let mut attempt = self.clone();
            go(&mut attempt, choice).ok().map(|()| (attempt, choice))
        });
        tried.ok_or(DeadEnd)
    }

    /// Gets what the way needs, then goes it often enough for `count` items.
    fn go(&mut self, way: &'static Way, index: Option<usize>, count: u32) -> Result<(), DeadEnd> {
        let times = times(way, count);
        if let Some(station) = way.station {
            self.ensure_station(station)?;
        }
        if let Some(item) = way.carries.filter(|item| self.stock.count(*item) == 0) {
            self.get(item, 1)?;
        }
        let mut materials = Vec::new();
        for material in &way.materials {
            self.obtain_any(material, times, &mut materials)?;
        }
        // After the materials: a tool wears on getting them, too.
        if let Some(need) = way.tool {
            self.ensure_tool(way, need, times)?;
        }
        let fuel = if matches!(way.kind, Kind::Smelt { .. }) { Some(self.obtain_fuel(way, &materials)?) } else { None };
        let effort = match index {
            Some(index) => self.prices.efforts[index],
            None => typical_effort(way),
        };
        let first = site(way).and_then(|site| self.prices.site_id(site)).is_none_or(|id| self.visited.insert(id));
        let once = if first { effort.once } else { 0.0 };
        let given = if way.yields.fract() == 0.0 && way.count.0 == way.count.1 {
            times * u32::from(way.count.0)
        } else {
            count
        };
        let ticks = once + effort.each * times as f32;
        let mut step = Step { way, item: way.item, count: given, times, materials, fuel, tool: None, ticks };
        step.tool = step.tool_among(self.stock.tools.iter().map(|tool| (tool.item, *tool)));
        self.stock.wear_on(&step);
        for (item, used) in &step.materials {
            if let Some(left) = recipe::remainder(*item).filter(|_| !matches!(way.kind, Kind::Interact(..))) {
                self.stock.add(left, *used);
            }
        }
        self.stock.receive(way, given);
        self.steps.push(step);
        Ok(())
    }

    /// Sets aside `times` times a material: what is carried, then the cheapest of the rest.
    fn obtain_any(&mut self, material: &Material, times: u32, into: &mut Vec<(Item, u32)>) -> Result<(), DeadEnd> {
        let mut missing = u32::from(material.count) * times;
        let mut add = |item: Item, count: u32| match into.iter_mut().find(|(known, _)| *known == item) {
            Some((_, sum)) => *sum += count,
            None => into.push((item, count)),
        };
        let mut carried: Vec<Item> =
            material.any_of.iter().copied().filter(|item| self.stock.count(*item) > 0).collect();
        carried.sort_by(|a, b| self.prices.bare(*a, 1.0).total_cmp(&self.prices.bare(*b, 1.0)));
        for item in carried {
            let taken = self.stock.take(item, missing);
            if taken > 0 {
                add(item, taken);
            }
            missing -= taken;
        }
        if missing == 0 {
            return Ok(());
        }
        let (got, item) =
            self.first_that(self.by_estimate(&material.any_of, missing), |draft, item| draft.obtain(item, missing))?;
        *self = got;
        add(item, missing);
        Ok(())
    }

    /// Makes sure that tools for a way last for so many uses.
    fn ensure_tool(&mut self, way: &Way, need: ToolNeed, uses: u32) -> Result<(), DeadEnd> {
        while self.stock.uses_left(way) < uses {
            let choices: Vec<Item> = need.items().collect();
            let (got, _) = self.first_that(self.by_estimate(&choices, 1), |draft, item| draft.get_tool(item, need))?;
            if got.stock.uses_left(way) <= self.stock.uses_left(way) {
                return Err(DeadEnd);
            }
            *self = got;
        }
        Ok(())
    }

    fn get_tool(&mut self, item: Item, need: ToolNeed) -> Result<(), DeadEnd> {
        if !need.silk_touch {
            return self.get(item, 1);
        }
        let way = silk_touch_way(item).ok_or(DeadEnd)?;
        self.ensure_station(Block::ENCHANTING_TABLE)?;
        let enchanted = self.stock.set_enchanted_aside(item);
        self.go(way, None, 1)?;
        self.stock.tools.extend(enchanted);
        Ok(())
    }

    /// Makes sure that there is such a block to work at; it is set aside, not used up.
    fn ensure_station(&mut self, block: Block) -> Result<(), DeadEnd> {
        if self.stock.stations.contains(&block) {
            return Ok(());
        }
        self.obtain(block.item().ok_or(DeadEnd)?, 1)?;
        self.stock.stations.insert(block);
        Ok(())
    }

    /// Sets aside fuel to smelt some materials one way in one furnace: that which costs least here, where what this way burns
    /// already saves a round: what is smelted the same way with the same fuel is smelted together.
    fn obtain_fuel(&mut self, way: &Way, materials: &[(Item, u32)]) -> Result<Fuel, DeadEnd> {
        /// Ticks that a furnace takes for one thing.
        const ROUND: f32 = 200.0;
        let joins = |step: &Step| std::ptr::eq(step.way, way);
        let burns =
            |item: Item| self.steps.iter().any(|step| joins(step) && step.fuel.is_some_and(|fuel| fuel.item == item));
        let pieces = |item: Item| Fuel::pieces(item, materials, 1).unwrap_or(u32::MAX);
        let kinds = [ItemTag::Coals, ItemTag::Planks, ItemTag::LogsThatBurn];
        let kinds = kinds.into_iter().flat_map(|tag| tag.members().iter().copied());
        let others = [Item::COAL_BLOCK, Item::DRIED_KELP_BLOCK, Item::BLAZE_ROD, Item::STICK, Item::BAMBOO];
        let mut choices: Vec<(f32, Item)> = kinds
            .chain(others.into_iter().filter(|item| self.stock.count(*item) >= pieces(*item)))
            .filter(|item| burn_ticks(*item).is_some() && !self.getting.contains(item))
            .map(|item| (self.fuel_estimate(item, pieces(item)) - if burns(item) { ROUND } else { 0.0 }, item))
            .filter(|(estimate, _)| estimate.is_finite())
            .collect();
        choices.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let choices = choices.into_iter().take(LOOK_ASIDE).map(|(_, item)| item);
        let (got, item) = self.first_that(choices, |draft, item| draft.obtain(item, pieces(item)))?;
        *self = got;
        Ok(Fuel { item, count: pieces(item) })
    }

    fn fuel_estimate(&self, item: Item, count: u32) -> f32 {
        // What is burnt is gone for all other uses: twice as dear as what goes into something.
        let carried = self.stock.count(item).min(count) as f32;
        self.estimate(item, count, 1) + carried * CARRIED * self.prices.unit[usize::from(item.id())]
    }

    /// The items in the order of what getting `count` of them seems to cost here, those that cannot be got left out.
    fn by_estimate(&self, items: &[Item], count: u32) -> Vec<Item> {
        let mut choices: Vec<(f32, Item)> = items
            .iter()
            .map(|item| (self.estimate(*item, count, LOOK_AHEAD - 1), *item))
            .filter(|(estimate, _)| estimate.is_finite())
            .collect();
        choices.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        choices.truncate(2 * LOOK_ASIDE);
        choices.into_iter().map(|(_, item)| item).collect()
    }

    /// The ways of an item, with their numbers.
    fn ways(&self, item: Item) -> impl Iterator<Item = (usize, &'static Way)> + use<> {
        let list = ways(item);
        let first = list.first().map_or(0, |way| all_ways().partition_point(|known| known.item < way.item));
        list.iter().enumerate().map(move |(index, way)| (first + index, way))
    }

    /// About what it takes to have `count` of an item set aside here.
    fn estimate(&self, item: Item, count: u32, depth: u8) -> f32 {
        let unit = self.prices.unit[usize::from(item.id())];
        let carried = self.stock.count(item).min(count);
        let used = if carried > 0 && unit.is_finite() { carried as f32 * unit * CARRIED } else { 0.0 };
        let missing = count - carried;
        if missing == 0 {
            return used;
        }
        if depth == 0 || unit.is_infinite() {
            return used + self.prices.with(item, missing as f32, |paid| self.owes(paid));
        }
        let mut guesses: Vec<(f32, usize, &Way)> = self
            .ways(item)
            .map(|(index, way)| (self.way_estimate(index, way, missing, 0), index, way))
            .filter(|(guess, _, _)| guess.is_finite())
            .collect();
        guesses.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let looked = guesses.into_iter().take(LOOK_ASIDE);
        let best = looked.map(|(_, index, way)| self.way_estimate(index, way, missing, depth - 1));
        used + best.fold(f32::INFINITY, f32::min)
    }

    /// About what it takes to get `count` items this way here.
    fn way_estimate(&self, index: usize, way: &Way, count: u32, depth: u8) -> f32 {
        let effort = self.prices.efforts[index];
        let times = times(way, count);
        let mut sum = effort.each * times as f32;
        if site(way).is_none_or(|site| self.owes(site)) {
            sum += effort.once;
        }
        let thing = |item: Item| if self.owes(Paid::Thing(item)) { self.estimate(item, 1, depth) } else { 0.0 };
        for material in &way.materials {
            let count = u32::from(material.count) * times;
            let carried: u32 = material.any_of.iter().map(|item| self.stock.count(*item)).sum();
            if carried >= count {
                let used =
                    self.prices.cheapest(material.any_of.iter().copied().filter(|item| self.stock.count(*item) > 0));
                sum += used.map_or(0.0, |item| self.prices.unit[usize::from(item.id())] * count as f32 * CARRIED);
                continue;
            }
            let missing = count - carried;
            let fresh =
                self.prices.cheapest(material.any_of.iter().copied().filter(|item| !self.getting.contains(item)));
            let likely = material.any_of.iter().copied().filter(|item| depth > 0 && self.is_near(*item));
            let costs = fresh.into_iter().chain(likely.take(LOOK_ASIDE)).map(|item| {
                // The carried ones are spent on this already.
                self.estimate(item, missing + self.stock.count(item), depth)
            });
            sum += costs.fold(f32::INFINITY, f32::min);
        }
        if let Some(need) = way.tool.filter(|_| self.stock.uses_left(way) == 0) {
            let tool = self.prices.cheapest(need.items());
            sum += tool.map_or(f32::INFINITY, |item| {
                let silk = if need.silk_touch { self.prices.with_silk_touch(|paid| self.owes(paid)) } else { 0.0 };
                self.estimate(item, 1, depth) + silk
            });
        }
        sum += way.station.and_then(Block::item).map_or(0.0, thing);
        sum + way.carries.map_or(0.0, thing)
    }

    /// Whether one of the ways of an item starts from something that is carried.
    fn is_near(&self, item: Item) -> bool {
        ways(item).iter().any(|way| {
            way.materials.iter().any(|material| material.any_of.iter().any(|item| self.stock.count(*item) > 0))
        })
    }

    /// Whether a one-time cost is still to be paid.
    fn owes(&self, paid: Paid) -> bool {
        match paid {
            Paid::Thing(item) => {
                self.stock.count(item) == 0
                    && !station_of(item).is_some_and(|block| self.stock.stations.contains(&block))
            }
            site => self.prices.site_id(site).is_none_or(|id| !self.visited.contains(&id)),
        }
    }
}

/// The block that an item is when it stands.
fn station_of(item: Item) -> Option<Block> {
    Block::from_name(item.name())
}

/// How often a way must be gone for `count` items, on average where chance decides.
fn times(way: &Way, count: u32) -> u32 {
    (count as f32 / way.yields).ceil().max(1.0) as u32
}

/// Joins steps that go the same way, where the earlier one can do for both: one walk for all the logs. The `first`
/// steps stay as they are.
fn merged(mut steps: Vec<Step>, first: usize, given: &Given) -> Vec<Step> {
    let mut earlier = first;
    while earlier < steps.len() {
        let mut later = earlier + 1;
        while later < steps.len() {
            let same = std::ptr::eq(steps[earlier].way, steps[later].way);
            match same.then(|| joined(&steps, earlier, later)).filter(|steps| check(steps, given).is_ok()) {
                Some(fewer) => steps = fewer,
                None => later += 1,
            }
        }
        earlier += 1;
    }
    steps
}

/// The steps with the later one done as part of the earlier one.
fn joined(steps: &[Step], earlier: usize, later: usize) -> Vec<Step> {
    let mut steps = steps.to_vec();
    let moved = steps.remove(later);
    let step = &mut steps[earlier];
    step.count += moved.count;
    step.times += moved.times;
    step.ticks += moved.ticks;
    for (item, count) in moved.materials {
        match step.materials.iter_mut().find(|(known, _)| *known == item) {
            Some((_, sum)) => *sum += count,
            None => step.materials.push((item, count)),
        }
    }
    step.fuel = match (step.fuel, moved.fuel) {
        (Some(one), Some(other)) if one.item == other.item => {
            // Two part-used pieces may be one.
            let needed = Fuel::pieces(one.item, &step.materials, 1).unwrap_or(u32::MAX);
            Some(Fuel { item: one.item, count: needed.min(one.count + other.count) })
        }
        // Different fuels: the check says that the first does not last.
        (one, other) => one.or(other),
    };
    steps
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(plan: &Plan) -> Vec<String> {
        plan.steps.iter().map(Step::to_string).collect()
    }

    fn check_lines(item: Item, count: u32, given: &[ItemStack], stations: &[Block], expected: &[&str]) {
        let plan = plan(item, count, &Given { items: given, stations }).expect("there is a plan");
        assert_eq!(lines(&plan), expected, "{count} {item} from {given:?}");
    }

    fn stack(item: Item, count: u8) -> ItemStack {
        ItemStack::new(item, count)
    }

    #[test]
    fn what_is_smelted_for_two_ends_burns_the_same() {
        let given = [stack(Item::RAW_IRON, 4), stack(Item::STICK, 3), stack(Item::STONE_PICKAXE, 1)];
        let given = Given { items: &given, stations: &[Block::FURNACE, Block::CRAFTING_TABLE] };
        let plan = Planner::typical().plan(&[(Item::IRON_PICKAXE, 1), (Item::SHIELD, 1)], &given).expect("a plan");
        let smelts = plan.steps.iter().filter(|step| step.kind() == "smelt");
        assert_eq!(smelts.map(|step| step.count).collect::<Vec<u32>>(), [4], "{:#?}", lines(&plan));
    }

    #[test]
    fn an_iron_pickaxe_bare() {
        check_lines(
            Item::IRON_PICKAXE,
            1,
            &[],
            &[],
            &[
                "mine 4 oak_log from oak_log",
                "craft 16 oak_planks from 4 oak_log",
                "craft 1 crafting_table from 4 oak_planks",
                "craft 8 stick from 4 oak_planks",
                "craft 1 wooden_pickaxe from 3 oak_planks and 2 stick at crafting_table",
                "mine 11 cobblestone from stone with wooden_pickaxe",
                "craft 1 furnace from 8 cobblestone at crafting_table",
                "craft 1 stone_pickaxe from 3 cobblestone and 2 stick at crafting_table",
                "mine 3 raw_iron from iron_ore with stone_pickaxe",
                "smelt 3 iron_ingot from 3 raw_iron burning 2 oak_planks at furnace",
                "craft 1 iron_pickaxe from 3 iron_ingot and 2 stick at crafting_table",
            ],
        );
    }

    #[test]
    fn what_is_carried_is_used() {
        let kit = [stack(Item::STONE_PICKAXE, 1), stack(Item::BIRCH_LOG, 3), stack(Item::COAL, 2)];
        check_lines(
            Item::IRON_INGOT,
            3,
            &kit,
            &[Block::FURNACE],
            &[
                "mine 3 raw_iron from iron_ore with stone_pickaxe",
                "smelt 3 iron_ingot from 3 raw_iron burning 1 coal at furnace",
            ],
        );
        check_lines(
            Item::CHEST,
            1,
            &kit,
            &[Block::CRAFTING_TABLE],
            &["craft 8 birch_planks from 2 birch_log", "craft 1 chest from 8 birch_planks at crafting_table"],
        );
        check_lines(Item::COAL, 2, &kit, &[], &[]);
    }

    #[test]
    fn worn_tools_are_replaced() {
        let worn = ItemStack { damage: 130, ..stack(Item::STONE_PICKAXE, 1) };
        let kit = [worn, stack(Item::COBBLESTONE, 3), stack(Item::STICK, 2)];
        check_lines(
            Item::RAW_IRON,
            4,
            &kit,
            &[Block::CRAFTING_TABLE],
            &[
                "craft 1 stone_pickaxe from 3 cobblestone and 2 stick at crafting_table",
                "mine 4 raw_iron from iron_ore with stone_pickaxe",
            ],
        );
    }

    #[test]
    fn blocks_and_ingots_do_not_go_round() {
        check_lines(Item::IRON_INGOT, 9, &[stack(Item::IRON_BLOCK, 1)], &[], &["craft 9 iron_ingot from 1 iron_block"]);
        check_lines(
            Item::IRON_BLOCK,
            1,
            &[stack(Item::IRON_INGOT, 9)],
            &[Block::CRAFTING_TABLE],
            &["craft 1 iron_block from 9 iron_ingot at crafting_table"],
        );
    }

    #[test]
    fn any_wood_will_do_and_the_nearest_is_taken() {
        let no_oaks = |way: &Way| match way.kind {
            Kind::Mine(Block::OAK_LOG | Block::OAK_LEAVES) => Effort::IMPOSSIBLE,
            _ => typical_effort(way),
        };
        let plan = Planner::new(&no_oaks).plan(&[(Item::CRAFTING_TABLE, 1)], &Given::default()).expect("other trees");
        assert_eq!(lines(&plan)[0], "mine 1 birch_log from birch_log");
    }

    #[test]
    fn several_goals_share_tools_and_stations() {
        let goals =
            [(Item::CRAFTING_TABLE, 1), (Item::STONE_PICKAXE, 1), (Item::STONE_SWORD, 1), (Item::OAK_PLANKS, 4)];
        let plan = Planner::typical().plan(&goals, &Given::default()).expect("there is a plan");
        let tables = plan.steps.iter().filter(|step| step.item == Item::CRAFTING_TABLE);
        assert_eq!(tables.map(|step| step.count).sum::<u32>(), 1);
        let after = check(&plan.steps, &Given::default()).expect("the plan works");
        assert!(goals.iter().all(|(item, count)| after.count(*item) >= *count), "{after:?}");
    }

    #[test]
    fn no_plan_says_why() {
        let why = |item| plan(item, 1, &Given::default()).expect_err("there is none").to_string();
        assert_eq!(why(Item::QUARTZ_BLOCK), "quartz_block needs quartz, which is found only in the Nether");
        assert_eq!(
            why(Item::BEETROOT_SOUP),
            "beetroot_soup needs beetroot, which needs beetroot_seeds, which comes only from villages, chests and the \
             wandering trader"
        );
        assert_eq!(why(Item::BEDROCK), "bedrock cannot be had in survival");
        let nothing = |_: &Way| Effort::IMPOSSIBLE;
        let refused = Planner::new(&nothing).plan(&[(Item::DIRT, 1)], &Given::default());
        assert_eq!(refused, Err(NoPlan::NotNow(Item::DIRT)));
    }

    #[test]
    fn everything_that_can_be_had_has_a_plan_that_works() {
        for item in Reach::overworld(Nature::Vanilla, false).items() {
            for count in [1, 7] {
                let plan = plan(item, count, &Given::default()).unwrap_or_else(|why| panic!("{item}: {why}"));
                let after = check(&plan.steps, &Given::default());
                let after = after.unwrap_or_else(|short| panic!("{item}: {short} in {:#?}", lines(&plan)));
                assert!(after.count(item) >= count, "{item}: {} in {:#?}", after.count(item), lines(&plan));
            }
        }
    }

    #[test]
    fn a_tool_that_bears_another_enchantment_is_not_enchanted_again() {
        let plain = stack(Item::WOODEN_PICKAXE, 1);
        let quick =
            ItemStack { enchantments: crate::Enchantments::NONE.with(crate::Enchantment::Efficiency, 1), ..plain };
        let crafts = |pickaxe: ItemStack| {
            let items = [pickaxe, stack(Item::LAPIS_LAZULI, 9), stack(Item::OAK_PLANKS, 3), stack(Item::STICK, 2)];
            let given = Given { items: &items, stations: &[Block::ENCHANTING_TABLE, Block::CRAFTING_TABLE] };
            let plan = plan(Item::ICE, 2, &given).expect("a plan");
            let after = check(&plan.steps, &given).unwrap_or_else(|short| panic!("{short} in {:#?}", lines(&plan)));
            assert!(after.count(Item::ICE) >= 2);
            assert!(plan.steps.iter().any(|step| step.way.gives_silk_touch()), "{:#?}", lines(&plan));
            plan.steps.iter().any(|step| matches!(step.way.kind, Kind::Craft(_)))
        };
        assert_eq!((crafts(plain), crafts(quick)), (false, true));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn plans_from_any_start_work(
            carried in prop::collection::vec((0..Item::COUNT as u16, 1..=64u8, 0..60u16), 0..12),
            goals in prop::collection::vec((0..Item::COUNT as u16, 1..=20u32), 1..3),
        ) {
            let items: Vec<ItemStack> = carried
                .into_iter()
                .map(|(id, count, damage)| {
                    let item = Item(id);
                    match item.durability() {
                        Some(durability) => ItemStack { damage: damage.min(durability - 1), ..stack(item, 1) },
                        None => stack(item, count.min(item.stack_size())),
                    }
                })
                .collect();
            let given = Given { items: &items, stations: &[] };
            let goals: Vec<(Item, u32)> = goals.into_iter().map(|(id, count)| (Item(id), count)).collect();
            match Planner::typical().plan(&goals, &given) {
                Ok(plan) => {
                    let after = check(&plan.steps, &given);
                    let after = after.unwrap_or_else(|short| panic!("{short} in {:#?}", lines(&plan)));
                    for (item, count) in &goals {
                        prop_assert!(after.count(*item) >= *count, "{item}: {:#?}", lines(&plan));
                    }
                }
                Err(why) => {
                    let reach = Reach::overworld(Nature::Vanilla, false);
                    prop_assert!(goals.iter().any(|(item, _)| !reach.can(*item)), "{why}");
                }
            }
        }
    }
}
