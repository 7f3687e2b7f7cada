//! A plan at work: which acts are left, whether they still lead to the goal, and which of them can go.

use std::fmt;

use anima_intent::{Act, Condition};
use anima_rules::DAY;
use anima_rules::techtree::{Missing, Step, Stock};

use crate::situation::Situation;

/// The author of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// The rules.
    Rules,
    /// A language model.
    Model,
    /// Another game, whose plan is remembered.
    Memory,
}

impl fmt::Display for Author {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Author::Rules => "the rules",
            Author::Model => "the model",
            Author::Memory => "memory",
        })
    }
}

/// An act that is still to be done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Planned {
    pub act: Act,
    /// Whether the goal needed it when the plan was made; if not it is worth having anyway.
    pub needed: bool,
}

/// The acts that are left, in an order that works.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub author: Author,
    pub acts: Vec<Planned>,
}

/// Why acts do not lead to the goal from here.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Misfit {
    /// An act, from 0, that lacks something.
    Lacks(usize, Missing),
    /// At the end there is too little of a part of the goal.
    Short {
        /// The part, in words.
        what: String,
        /// How much of it there is.
        have: u32,
        /// Whether the part is something to hold.
        is_held: bool,
    },
}

impl Misfit {
    /// In words, with the acts' own numbers.
    pub(crate) fn told(&self, ranks: &[u32]) -> String {
        match self {
            Misfit::Lacks(index, missing) => {
                let rank = ranks.get(*index).copied().unwrap_or(*index as u32 + 1);
                let what = match missing {
                    Missing::Items(item, count) => format!("{count} {item}"),
                    Missing::Tool(need) => need.to_string(),
                    Missing::Station(block) => format!("a {block}"),
                    Missing::Fuel(ticks) => format!("fuel for {ticks} ticks"),
                };
                format!("step {rank} lacks {what} after the steps before it")
            }
            Misfit::Short { what, have, is_held: true } => {
                format!("at the end the inventory holds {have} of {what}")
            }
            Misfit::Short { what, have, is_held: false } => {
                format!("at the end \"{what}\" does not hold: there is {have} of it")
            }
        }
    }
}

/// What will be the case after some acts: the exact check.
#[derive(Clone)]
pub(crate) struct Outlook<'a> {
    goal: &'a Condition,
    pub stock: Stock,
    /// How much there is of each part of the goal that is not held, as [`Condition::leaves`] orders them.
    have: Vec<u32>,
}

impl<'a> Outlook<'a> {
    pub(crate) fn new(goal: &'a Condition, now: &Situation) -> Outlook<'a> {
        let mut have = now.have.clone();
        have.resize(goal.leaves().len(), 0);
        Outlook { goal, stock: Stock::of(&now.given()), have }
    }

    /// Does an act on the rules, chance giving its mean.
    pub(crate) fn perform(&mut self, act: &Act) -> Result<(), Missing> {
        act.simulate(&mut self.stock)?;
        for (have, leaf) in self.have.iter_mut().zip(self.goal.leaves()) {
            *have += gain(act, leaf);
        }
        Ok(())
    }

    /// How much there is of each part of the goal that is not held.
    #[cfg(test)]
    pub(crate) fn have(&self) -> &[u32] {
        &self.have
    }

    /// Whether the goal will hold.
    pub(crate) fn holds(&self) -> bool {
        let mut leaves = self.leaves();
        holds(self.goal, &mut leaves)
    }

    /// How much there will be of each part, and how much is wanted.
    fn leaves(&self) -> impl Iterator<Item = (u32, u32)> {
        self.goal.leaves().into_iter().zip(&self.have).map(|(leaf, have)| match leaf {
            Condition::Holds { items, count } => {
                (items.any_of.iter().map(|item| self.stock.count(*item)).sum(), *count)
            }
            leaf => (*have, leaf.wanted()),
        })
    }

    fn misfit(&self) -> Option<Misfit> {
        if self.holds() {
            return None;
        }
        let leaves = self.goal.leaves();
        let mut parts = leaves.iter().zip(self.leaves());
        let (leaf, (have, _)) = parts.find(|(_, (have, want))| have < want)?;
        Some(match leaf {
            Condition::Holds { items, count } => {
                Misfit::Short { what: format!("{count} {items}"), have, is_held: true }
            }
            leaf => Misfit::Short { what: leaf.to_string(), have, is_held: false },
        })
    }
}

/// Whether acts that were done bring a condition about, as far as what is carried does not say so.
pub(crate) fn brings_about<'a>(acts: impl IntoIterator<Item = &'a Act> + Clone, goal: &Condition) -> bool {
    let done = |leaf: &Condition| acts.clone().into_iter().map(|act| gain(act, leaf)).sum::<u32>();
    let mut leaves = goal.leaves().into_iter().map(|leaf| (done(leaf), leaf.wanted()));
    holds(goal, &mut leaves)
}

fn holds(condition: &Condition, leaves: &mut impl Iterator<Item = (u32, u32)>) -> bool {
    match condition {
        // Every part takes its leaves, whatever the others say.
        Condition::All(parts) => parts.iter().map(|part| holds(part, leaves)).fold(true, |all, part| all & part),
        Condition::Any(parts) => parts.iter().map(|part| holds(part, leaves)).fold(false, |any, part| any | part),
        _ => leaves.next().is_some_and(|(have, want)| have >= want),
    }
}

/// How much of a part of a goal an act does; what is held is counted by the stock.
fn gain(act: &Act, leaf: &Condition) -> u32 {
    match (act, leaf) {
        (Act::Kill { mob, count }, Condition::Killed { mobs, .. }) if mobs.contains(*mob) => *count,
        (Act::Breed { mob: fed, count, .. }, Condition::Bred { mob, .. }) if fed == mob => *count,
        (Act::Obtain(step), Condition::Crafted { items, .. })
            if items.contains(step.item) && step.way.kind.is_crafting() =>
        {
            step.count
        }
        (Act::Place { item, count, .. }, Condition::Placed { items, .. }) if items.contains(*item) => *count,
        (Act::Plant { seeds, count }, Condition::Planted { items, .. }) if items.contains(*seeds) => *count,
        (Act::Deposit { item, count }, Condition::InChest { items, .. }) if items.contains(*item) => *count,
        (Act::Equip(item), Condition::Wears { items }) => u32::from(items.contains(*item)),
        (Act::GoTo { x, y, z }, Condition::At { x: to_x, y: to_y, z: to_z }) => {
            u32::from((x, z) == (to_x, to_z) && (to_y.is_none() || y == to_y))
        }
        (Act::Explore(anima_intent::Sought::Biomes(found)), Condition::Explored { biomes }) => {
            u32::from(found.any_of.iter().all(|biome| biomes.contains(*biome)))
        }
        (Act::Build { blueprint: stands, .. }, Condition::Built { blueprint }) => u32::from(stands == blueprint),
        (Act::Sleep, Condition::Slept { .. }) => 1,
        // Each night that is slept or waited through ends with a dawn.
        (Act::Sleep, Condition::Survived { .. }) => 1,
        (Act::Wait { ticks }, Condition::Survived { .. }) => (ticks / DAY) as u32,
        _ => 0,
    }
}

impl Plan {
    pub(crate) fn new(author: Author, acts: Vec<Act>, goal: &Condition, now: &Situation) -> Plan {
        let mut plan = Plan { author, acts: acts.into_iter().map(|act| Planned { act, needed: true }).collect() };
        // From the last on: what a needless act is made of is needless, too.
        for index in (0..plan.acts.len()).rev() {
            plan.acts[index].needed = !plan.works_without(index, goal, now);
        }
        plan
    }

    pub(crate) fn acts(&self) -> impl Iterator<Item = &Act> + Clone {
        self.acts.iter().map(|planned| &planned.act)
    }

    /// The steps of the tech tree in it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step> + Clone {
        self.acts().filter_map(Act::step)
    }

    /// Takes what was done off the plan: the whole act, or so many of what it gathers.
    pub(crate) fn take(&mut self, done: &Act) {
        let is_it = |planned: &Planned| match (planned.act.step(), done.step()) {
            (Some(step), Some(done)) => std::ptr::eq(step.way, done.way),
            _ => planned.act == *done,
        };
        let Some(index) = self.acts.iter().position(is_it) else { return };
        match (self.acts[index].act.step(), done.step()) {
            (Some(step), Some(done)) if done.count < step.count && step.materials.is_empty() => {
                self.acts[index].act = Act::Obtain(gathering(step, step.count - done.count));
            }
            _ => drop(self.acts.remove(index)),
        }
    }

    /// Drops and shrinks the needed acts that what is carried has made needless, and tells what it dropped.
    pub(crate) fn prune(&mut self, goal: &Condition, now: &Situation) -> Vec<Act> {
        let mut dropped = Vec::new();
        let mut index = 0;
        while index < self.acts.len() {
            if self.acts[index].needed && self.works_without(index, goal, now) {
                dropped.push(self.acts.remove(index).act);
            } else {
                self.shrink(index, goal, now);
                index += 1;
            }
        }
        dropped
    }

    /// Drops all that the goal does not need, the last first, and tells what it dropped.
    pub(crate) fn drop_needless(&mut self, goal: &Condition, now: &Situation) -> Vec<Act> {
        let mut dropped = Vec::new();
        for index in (0..self.acts.len()).rev() {
            if self.works_without(index, goal, now) {
                dropped.push(self.acts.remove(index).act);
            }
        }
        dropped
    }

    /// Lowers the count of a step that gathers something to what is still wanted of it.
    fn shrink(&mut self, index: usize, goal: &Condition, now: &Situation) {
        let Some(step) = self.acts[index].act.step().cloned() else { return };
        if !self.acts[index].needed || !step.materials.is_empty() || step.count < 2 {
            return;
        }
        // The least count that does: more of something gathered never hurts.
        let (mut low, mut high) = (1, step.count);
        while low < high {
            let middle = (low + high) / 2;
            self.acts[index].act = Act::Obtain(gathering(&step, middle));
            match leads_to(self.acts(), goal, now) {
                Ok(()) => high = middle,
                Err(_) => low = middle + 1,
            }
        }
        self.acts[index].act = Act::Obtain(if high == step.count { step } else { gathering(&step, high) });
    }

    /// Whether the needed acts lead to the goal without this one.
    fn works_without(&self, index: usize, goal: &Condition, now: &Situation) -> bool {
        let needed = self.acts.iter().enumerate().filter(|(other, planned)| *other != index && planned.needed);
        leads_to(needed.map(|(_, planned)| &planned.act), goal, now).is_ok()
    }

    /// An order of the acts that begins with this one and works; `None` if it waits for another.
    pub(crate) fn beginning_with(&self, index: usize, goal: &Condition, now: &Situation) -> Option<Vec<usize>> {
        let mut outlook = Outlook::new(goal, now);
        outlook.perform(&self.acts[index].act).ok()?;
        let mut order = vec![index];
        // Amounts add up in any order; only what an act waits for has to come before it.
        let mut waiting: Vec<usize> = (0..self.acts.len()).filter(|other| *other != index).collect();
        while !waiting.is_empty() {
            let before = waiting.len();
            waiting.retain(|other| {
                let waits = outlook.perform(&self.acts[*other].act).is_err();
                if !waits {
                    order.push(*other);
                }
                waits
            });
            if waiting.len() == before {
                return None;
            }
        }
        outlook.holds().then_some(order)
    }
}

/// The same step for another count; for steps that use nothing up.
pub(crate) fn gathering(step: &Step, count: u32) -> Step {
    let times = (count as f32 / step.way.yields).ceil().max(1.0) as u32;
    let ticks = step.ticks * times as f32 / step.times.max(1) as f32;
    Step { count, times, ticks, ..step.clone() }
}

/// Whether acts can be done one after the other and the goal holds at the end: the exact check of the rules.
pub(crate) fn leads_to<'a>(
    acts: impl IntoIterator<Item = &'a Act>,
    goal: &Condition,
    now: &Situation,
) -> Result<(), Misfit> {
    let mut outlook = Outlook::new(goal, now);
    for (index, act) in acts.into_iter().enumerate() {
        outlook.perform(act).map_err(|missing| Misfit::Lacks(index, missing))?;
    }
    outlook.misfit().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Given, Planner, plan, typical_effort};
    use anima_rules::{EntityKind, Item, ItemStack};

    use super::*;
    use crate::testing::{at_start, goal};

    fn acts(steps: Vec<Step>) -> Vec<Act> {
        steps.into_iter().map(Act::Obtain).collect()
    }

    fn pickaxe() -> (Condition, Plan) {
        let steps = plan(Item::STONE_PICKAXE, 1, &Given::default()).expect("a plan").steps;
        let goal = Condition::holds(Item::STONE_PICKAXE, 1);
        (goal.clone(), Plan::new(Author::Rules, acts(steps), &goal, &at_start()))
    }

    fn carrying(items: &[(Item, u8)]) -> Situation {
        let carried = items.iter().map(|(item, count)| ItemStack::new(*item, *count)).collect();
        Situation { carried, ..at_start() }
    }

    fn lines(plan: &Plan) -> Vec<String> {
        plan.acts().map(Act::to_string).collect()
    }

    #[test]
    fn what_was_picked_up_makes_acts_needless() {
        let (goal, mut plan) = pickaxe();
        let before = lines(&plan);
        assert!(plan.prune(&goal, &at_start()).is_empty());
        assert_eq!(lines(&plan), before, "nothing carried, nothing needless");
        let now = carrying(&[(Item::OAK_LOG, 2), (Item::WOODEN_PICKAXE, 1)]);
        let dropped: Vec<String> = plan.prune(&goal, &now).iter().map(Act::to_string).collect();
        assert!(matches!(&dropped[..], [only] if only.starts_with("craft 1 wooden_pickaxe")), "{dropped:?}");
        assert!(lines(&plan)[0].starts_with("mine 1 oak_log"), "two of three are there: {:#?}", lines(&plan));
        assert_eq!(leads_to(plan.acts(), &goal, &now), Ok(()));
    }

    #[test]
    fn what_is_done_in_part_stays_for_the_rest() {
        let (_, mut plan) = pickaxe();
        let logs = plan.acts[0].act.step().expect("a step").clone();
        plan.take(&Act::Obtain(gathering(&logs, 1)));
        assert_eq!(lines(&plan)[0], "mine 2 oak_log from oak_log");
        plan.take(&Act::Obtain(gathering(&logs, 4)));
        assert!(lines(&plan)[0].starts_with("craft"));
    }

    #[test]
    fn an_act_that_is_ready_waits_for_no_other() {
        let (goal, plan) = pickaxe();
        let ready = |now: &Situation| -> Vec<usize> {
            (0..plan.acts.len()).filter(|index| plan.beginning_with(*index, &goal, now).is_some()).collect()
        };
        assert_eq!(ready(&at_start()), [0], "{:#?}", lines(&plan));
        assert_eq!(ready(&carrying(&[(Item::OAK_LOG, 3)]))[..2], [0, 1]);
    }

    #[test]
    fn what_a_needless_act_is_made_of_is_needless_too() {
        let goal = Condition::holds(Item::OAK_PLANKS, 4);
        let steps = Planner::new(&typical_effort).plan(&[(Item::OAK_PLANKS, 4), (Item::FURNACE, 1)], &Given::default());
        let plan = Plan::new(Author::Rules, acts(steps.expect("a plan").steps), &goal, &at_start());
        let needed: Vec<Item> =
            plan.acts.iter().filter(|act| act.needed).filter_map(|act| Some(act.act.step()?.item)).collect();
        assert_eq!(needed, [Item::OAK_LOG, Item::OAK_PLANKS], "{:#?}", lines(&plan));
        assert!(plan.acts.len() > 5, "{:#?}", lines(&plan));
    }

    #[test]
    fn misfits_are_named() {
        let (goal, plan) = pickaxe();
        let misfit = leads_to(plan.acts().skip(1), &goal, &at_start());
        assert!(matches!(misfit, Err(Misfit::Lacks(0, Missing::Items(Item::OAK_LOG, 3)))), "{misfit:?}");
        let told = |goal: &Condition| leads_to([], goal, &at_start()).expect_err("nothing is done").told(&[]);
        assert_eq!(told(&goal), "at the end the inventory holds 0 of 1 stone_pickaxe");
        let zombies = crate::testing::goal("kill 2 zombies");
        assert_eq!(told(&zombies), "at the end \"kill 2 zombie\" does not hold: there is 0 of it");
    }

    #[test]
    fn acts_count_for_the_parts_they_are_for() {
        let kill = |count| Act::Kill { mob: EntityKind::ZOMBIE, count };
        let goal = goal("kill 3 zombies and obtain 1 dirt or sleep");
        let leads = |acts: &[Act], now: &Situation| leads_to(acts, &goal, now).is_ok();
        let dirt = carrying(&[(Item::DIRT, 1)]);
        assert!(leads(&[kill(3)], &dirt) && !leads(&[kill(2)], &dirt) && !leads(&[kill(3)], &at_start()));
        assert!(leads(&[kill(2)], &Situation { have: vec![1, 0, 0], ..dirt.clone() }), "one was killed before");
        assert!(leads(&[Act::Sleep], &carrying(&[(Item::RED_BED, 1)])));
    }
}
