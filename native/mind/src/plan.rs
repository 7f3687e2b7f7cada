//! A plan at work: which steps are left, whether they still lead to the goal, and which of them can go.

use std::fmt;

use anima_rules::techtree::{Given, Missing, Step, Stock};

use crate::goal::Goal;

/// Who made a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// The rules.
    Rules,
    /// A language model.
    Model,
}

impl fmt::Display for Author {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Author::Rules => "the rules",
            Author::Model => "the model",
        })
    }
}

/// A step that is still to be done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Planned {
    pub step: Step,
    /// Whether the goal needed it when the plan was made; if not it is worth having anyway.
    pub needed: bool,
}

/// The steps that are left, in an order that works.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub author: Author,
    pub steps: Vec<Planned>,
}

/// Why steps do not lead to the goal from what is carried.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Misfit {
    /// A step, from 0, that lacks something.
    Lacks(usize, Missing),
    /// At the end so many are held, which is too few.
    Short(u32),
}

impl Misfit {
    /// In words, with the steps' own numbers.
    pub(crate) fn told(&self, ranks: &[u32], goal: &Goal) -> String {
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
            Misfit::Short(held) => {
                let any = if goal.any_of.len() > 1 { "any " } else { "" };
                format!("at the end the inventory holds {held} of {} {any}{}", goal.count, goal.name)
            }
        }
    }
}

impl Plan {
    pub(crate) fn new(author: Author, steps: Vec<Step>, goal: &Goal, given: &Given) -> Plan {
        let mut plan = Plan { author, steps: steps.into_iter().map(|step| Planned { step, needed: true }).collect() };
        // From the last on: what a needless step is made of is needless, too.
        for index in (0..plan.steps.len()).rev() {
            plan.steps[index].needed = !plan.works_without(index, goal, given);
        }
        plan
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step> + Clone {
        self.steps.iter().map(|planned| &planned.step)
    }

    /// Takes what was done off the plan: the whole step, or so many of what it gathers.
    pub(crate) fn take(&mut self, done: &Step) {
        let Some(index) = self.steps.iter().position(|planned| std::ptr::eq(planned.step.way, done.way)) else {
            return;
        };
        let step = &self.steps[index].step;
        if done.count < step.count && step.materials.is_empty() {
            self.steps[index].step = gathering(step, step.count - done.count);
        } else {
            self.steps.remove(index);
        }
    }

    /// Drops and shrinks the needed steps that what is carried has made needless, and tells what it dropped.
    pub(crate) fn prune(&mut self, goal: &Goal, given: &Given) -> Vec<Step> {
        let mut dropped = Vec::new();
        let mut index = 0;
        while index < self.steps.len() {
            if self.steps[index].needed && self.works_without(index, goal, given) {
                dropped.push(self.steps.remove(index).step);
            } else {
                self.shrink(index, goal, given);
                index += 1;
            }
        }
        dropped
    }

    /// Drops all that the goal does not need, the last first, and tells what it dropped.
    pub(crate) fn drop_needless(&mut self, goal: &Goal, given: &Given) -> Vec<Step> {
        let mut dropped = Vec::new();
        for index in (0..self.steps.len()).rev() {
            if self.works_without(index, goal, given) {
                dropped.push(self.steps.remove(index).step);
            }
        }
        dropped
    }

    /// Lowers the count of a step that gathers something to what is still wanted of it.
    fn shrink(&mut self, index: usize, goal: &Goal, given: &Given) {
        let step = self.steps[index].step.clone();
        if !self.steps[index].needed || !step.materials.is_empty() || step.count < 2 {
            return;
        }
        // The least count that does: more of something gathered never hurts.
        let (mut low, mut high) = (1, step.count);
        while low < high {
            let middle = (low + high) / 2;
            self.steps[index].step = gathering(&step, middle);
            match leads_to(self.steps(), goal, given) {
                Ok(()) => high = middle,
                Err(_) => low = middle + 1,
            }
        }
        self.steps[index].step = if high == step.count { step } else { gathering(&step, high) };
    }

    /// Whether the needed steps lead to the goal without this one.
    fn works_without(&self, index: usize, goal: &Goal, given: &Given) -> bool {
        let needed = self.steps.iter().enumerate().filter(|(other, planned)| *other != index && planned.needed);
        leads_to(needed.map(|(_, planned)| &planned.step), goal, given).is_ok()
    }

    /// Whether a step can be done now and the others after it in some order: it waits for none of them.
    pub(crate) fn is_ready(&self, index: usize, goal: &Goal, given: &Given) -> bool {
        let mut stock = Stock::of(given);
        if stock.perform(&self.steps[index].step).is_err() {
            return false;
        }
        // Amounts add up in any order; only what a step waits for has to come before it.
        let others = self.steps().enumerate().filter(|(other, _)| *other != index);
        let mut waiting: Vec<&Step> = others.map(|(_, step)| step).collect();
        loop {
            let before = waiting.len();
            waiting.retain(|step| stock.perform(step).is_err());
            if waiting.is_empty() {
                return goal.any_of.iter().map(|item| stock.count(*item)).sum::<u32>() >= goal.count;
            }
            if waiting.len() == before {
                return false;
            }
        }
    }
}

/// The same step for another count; for steps that use nothing up.
pub(crate) fn gathering(step: &Step, count: u32) -> Step {
    let times = (count as f32 / step.way.yields).ceil().max(1.0) as u32;
    let ticks = step.ticks * times as f32 / step.times.max(1) as f32;
    Step { count, times, ticks, ..step.clone() }
}

/// Whether steps can be done one after the other and the goal holds at the end: the exact check of the rules.
pub(crate) fn leads_to<'a>(
    steps: impl IntoIterator<Item = &'a Step>,
    goal: &Goal,
    given: &Given,
) -> Result<(), Misfit> {
    let mut stock = Stock::of(given);
    for (index, step) in steps.into_iter().enumerate() {
        stock.perform(step).map_err(|missing| Misfit::Lacks(index, missing))?;
    }
    let held = goal.any_of.iter().map(|item| stock.count(*item)).sum();
    if held >= goal.count { Ok(()) } else { Err(Misfit::Short(held)) }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Planner, plan, typical_effort};
    use anima_rules::{Item, ItemStack};

    use super::*;

    fn pickaxe() -> (Goal, Plan) {
        let steps = plan(Item::STONE_PICKAXE, 1, &Given::default()).expect("a plan").steps;
        let goal = Goal::obtain(Item::STONE_PICKAXE, 1);
        (goal.clone(), Plan::new(Author::Rules, steps, &goal, &Given::default()))
    }

    fn lines(plan: &Plan) -> Vec<String> {
        plan.steps().map(Step::to_string).collect()
    }

    #[test]
    fn what_was_picked_up_makes_steps_needless() {
        let (goal, mut plan) = pickaxe();
        let before = lines(&plan);
        assert!(plan.prune(&goal, &Given::default()).is_empty());
        assert_eq!(lines(&plan), before, "nothing carried, nothing needless");
        let found = [ItemStack::new(Item::OAK_LOG, 2), ItemStack::new(Item::WOODEN_PICKAXE, 1)];
        let given = Given { items: &found, stations: &[] };
        let dropped: Vec<Item> = plan.prune(&goal, &given).iter().map(|step| step.item).collect();
        assert_eq!(dropped, [Item::WOODEN_PICKAXE]);
        assert!(lines(&plan)[0].starts_with("mine 1 oak_log"), "two of three are there: {:#?}", lines(&plan));
        assert_eq!(leads_to(plan.steps(), &goal, &given), Ok(()));
    }

    #[test]
    fn what_is_done_in_part_stays_for_the_rest() {
        let (_, mut plan) = pickaxe();
        let logs = plan.steps[0].step.clone();
        plan.take(&gathering(&logs, 1));
        assert_eq!(lines(&plan)[0], "mine 2 oak_log from oak_log");
        plan.take(&gathering(&logs, 4));
        assert!(lines(&plan)[0].starts_with("craft"));
    }

    #[test]
    fn ready_steps_wait_for_no_other() {
        let (goal, plan) = pickaxe();
        let given = Given::default();
        let ready: Vec<usize> = (0..plan.steps.len()).filter(|index| plan.is_ready(*index, &goal, &given)).collect();
        assert_eq!(ready, [0], "{:#?}", lines(&plan));
        let two = [ItemStack::new(Item::OAK_LOG, 3)];
        let given = Given { items: &two, stations: &[] };
        assert!(plan.is_ready(0, &goal, &given) && plan.is_ready(1, &goal, &given));
    }

    #[test]
    fn what_a_needless_step_is_made_of_is_needless_too() {
        let goal = Goal::obtain(Item::OAK_PLANKS, 4);
        let steps = Planner::new(&typical_effort).plan(&[(Item::OAK_PLANKS, 4), (Item::FURNACE, 1)], &Given::default());
        let plan = Plan::new(Author::Rules, steps.expect("a plan").steps, &goal, &Given::default());
        let needed: Vec<Item> = plan.steps.iter().filter(|step| step.needed).map(|step| step.step.item).collect();
        assert_eq!(needed, [Item::OAK_LOG, Item::OAK_PLANKS], "{:#?}", lines(&plan));
        assert!(plan.steps.len() > 5, "{:#?}", lines(&plan));
    }

    #[test]
    fn misfits_are_named() {
        let (goal, plan) = pickaxe();
        let misfit = leads_to(plan.steps().skip(1), &goal, &Given::default());
        assert!(matches!(misfit, Err(Misfit::Lacks(0, Missing::Items(Item::OAK_LOG, 3)))), "{misfit:?}");
        assert_eq!(leads_to([], &goal, &Given::default()), Err(Misfit::Short(0)));
    }
}
