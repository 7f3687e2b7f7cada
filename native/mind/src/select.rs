//! Which step next: of those that wait for no other, the one with the fewest estimated ticks.

use anima_rules::techtree::Step;

use crate::effort::{Efforts, is_deep};
use crate::goal::Goal;
use crate::plan::Plan;
use crate::situation::Situation;

/// How much cheaper another step must be than the one at work before it is taken instead.
pub(crate) const GAIN: f32 = 0.8;
/// Above this height deep places wait until all else is done.
const UP: i32 = 40;

/// The number of the step to do next; `None` if the plan is empty.
pub(crate) fn select(
    plan: &Plan,
    goal: &Goal,
    now: &Situation,
    efforts: &Efforts,
    at_work: Option<&Step>,
) -> Option<usize> {
    let given = now.given();
    let mut ready: Vec<usize> =
        (0..plan.steps.len()).filter(|index| plan.is_ready(*index, goal, &given)).collect();
    // Nobody comes up again for what was forgotten.
    let deep = |index: &usize| is_deep(plan.steps[*index].step.place());
    if now.y >= UP && !ready.iter().all(deep) {
        ready.retain(|index| !deep(index));
    }
    let ticks = |index: &usize| efforts.of_step(&plan.steps[*index].step);
    let cheapest = ready.iter().copied().min_by(|a, b| ticks(a).total_cmp(&ticks(b)).then(a.cmp(b)));
    let same = |index: &&usize| at_work.is_some_and(|step| std::ptr::eq(plan.steps[**index].step.way, step.way));
    let current = ready.iter().find(same).copied();
    match (cheapest, current) {
        (Some(cheapest), Some(current)) if ticks(&cheapest) >= GAIN * ticks(&current) => Some(current),
        (Some(cheapest), _) => Some(cheapest),
        // The order of a plan that works is always possible.
        (None, _) => (!plan.steps.is_empty()).then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::Planner;
    use anima_rules::{Block, Item, ItemStack};

    use super::*;
    use crate::plan::Author;
    use crate::setbacks::Setbacks;
    use crate::situation::Known;
    use crate::testing::at_start;

    fn next(goals: &[(Item, u32)], now: &Situation, at_work: Option<Item>) -> Item {
        let setbacks = Setbacks::default();
        let efforts = Efforts::new(now, &setbacks);
        let plan = Planner::new(&|way| efforts.of(way)).plan(goals, &now.given()).expect("a plan");
        let goal = Goal::obtain(goals[0].0, goals[0].1);
        let plan = Plan::new(Author::Rules, plan.steps, &goal, &now.given());
        let at_work = plan.steps().find(|step| Some(step.item) == at_work).cloned();
        let index = select(&plan, &goal, now, &efforts, at_work.as_ref()).expect("a step");
        plan.steps[index].step.item
    }

    #[test]
    fn the_nearest_first_and_the_deep_last() {
        let goals = [(Item::DIAMOND, 1), (Item::SAND, 4), (Item::DIRT, 4)];
        let mut now = Situation { carried: vec![ItemStack::new(Item::IRON_PICKAXE, 1)], ..at_start() };
        assert_eq!(next(&goals, &now, None), Item::DIRT);
        now.blocks = vec![Known { what: Block::SAND, count: 30, nearest: 1.0 }];
        now.carried.push(ItemStack::new(Item::DIRT, 4));
        assert_eq!(next(&goals, &now, None), Item::SAND);
        now.blocks = vec![Known { what: Block::DEEPSLATE_DIAMOND_ORE, count: 1, nearest: 5.0 }];
        assert_eq!(next(&goals, &now, None), Item::SAND, "deep is last");
        (now.y, now.under_sky) = (-57, false);
        assert_eq!(next(&goals, &now, None), Item::DIAMOND, "down there it is first");
    }

    #[test]
    fn what_is_at_work_goes_on_unless_another_is_much_cheaper() {
        let goals = [(Item::SAND, 4), (Item::CLAY_BALL, 4)];
        let mut now = at_start();
        let see = |sand: f32, clay: f32| {
            vec![
                Known { what: Block::SAND, count: 9, nearest: sand },
                Known { what: Block::CLAY, count: 9, nearest: clay },
            ]
        };
        now.blocks = see(30.0, 28.0);
        let first = next(&goals, &now, None);
        let other = if first == Item::SAND { Item::CLAY_BALL } else { Item::SAND };
        assert_eq!(next(&goals, &now, Some(other)), other, "a little farther");
        now.blocks = if other == Item::SAND { see(80.0, 2.0) } else { see(2.0, 80.0) };
        assert_eq!(next(&goals, &now, Some(other)), first, "much farther");
    }
}
