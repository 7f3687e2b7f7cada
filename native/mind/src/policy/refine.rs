//! What makes the first act of a plan by rules better than the plan asks for. Each change is checked like the plan: one
//! after which it leads to the goal no more is not made.

use anima_intent::{Act, Condition};
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Fuel, Step};
use anima_rules::{Block, Item};

use crate::plan::{Plan, Planned, gathering, leads_to};
use crate::situation::Situation;

/// Makes those changes of the first act with which the plan still leads to the goal.
pub(crate) fn refine(plan: &mut Plan, goal: &Condition, now: &Situation) {
    let works = |plan: &Plan| leads_to(plan.acts(), goal, now).is_ok();
    if let Some(mut split) = until_better_tool(plan)
        && let Some(order) = split.beginning_with(0, goal, now)
    {
        split.acts = order.into_iter().map(|index| split.acts[index].clone()).collect();
        *plan = split;
    }
    if let Some(better) = with_slack(plan).filter(works) {
        *plan = better;
    }
    let fuelled = side_by_side(plan, now).find(works);
    if let Some(better) = fuelled {
        *plan = better;
    }
}

/// The first act of a plan, if it obtains something.
fn first_step(plan: &Plan) -> Option<&Step> {
    plan.acts.first().and_then(|planned| planned.act.step())
}

/// The plan with another first step.
fn with_first(plan: &Plan, step: Step) -> Plan {
    let mut plan = plan.clone();
    plan.acts[0].act = Act::Obtain(step);
    plan
}

/// The plan with its first step in two: the part after which a better tool can be made that makes the rest faster, and
/// the rest. Three cobblestone are dug with the wooden pickaxe, the others with the stone one.
fn until_better_tool(plan: &Plan) -> Option<Plan> {
    /// Digging less than this is no matter.
    const FEW: u32 = 8;
    let step = first_step(plan).filter(|step| step.materials.is_empty())?;
    let need = step.way.tool?;
    let held = step.tool.and_then(Item::tool).map(|tool| tool.tier.level());
    let is_better = |tool: &&Step| need.takes(tool.item) && tool.item.tool().map(|tool| tool.tier.level()) > held;
    let takes = plan.steps().filter(is_better).filter_map(|tool| {
        let part = tool.materials.iter().find(|(item, _)| *item == step.item);
        part.map(|(_, count)| (*count, tool.item))
    });
    let (count, tool) = takes.min().filter(|(count, _)| count + FEW <= step.count)?;
    let mut split = with_first(plan, gathering(step, count));
    let rest = Step { tool: Some(tool), ..gathering(step, step.count - count) };
    split.acts.push(Planned { act: Act::Obtain(rest), needed: plan.acts[0].needed });
    Some(split)
}

/// Two stones more than the plan asks for: the body fills a hole or climbs with one on the way.
fn with_slack(plan: &Plan) -> Option<Plan> {
    const SLACK: u32 = 2;
    let step = first_step(plan)?;
    let is_stone = ItemTag::StoneToolMaterials.contains(step.item) && step.kind() == "mine";
    is_stone.then(|| with_first(plan, gathering(step, step.count + SLACK)))
}

/// The plan with fuel for more than one furnace, the most first, as far as there are furnaces.
fn side_by_side(plan: &Plan, now: &Situation) -> impl Iterator<Item = Plan> {
    let smelting = first_step(plan).and_then(|step| Some((step, step.fuel?)));
    let standing = u32::from(now.stations.contains(&Block::FURNACE));
    let furnaces = (now.carries(Item::FURNACE) + standing).min(Fuel::FURNACES);
    let fuelled = move |furnaces: u32| {
        let (step, fuel) = smelting?;
        let fuels = [fuel.item, Item::COAL, Item::CHARCOAL].into_iter().filter(move |item| now.carries(*item) > 0);
        Some(fuels.filter_map(move |item| {
            let count = Fuel::pieces(item, &step.materials, furnaces)?;
            Some(with_first(plan, Step { fuel: Some(Fuel { item, count }), ..step.clone() }))
        }))
    };
    (2..=furnaces).rev().filter_map(fuelled).flatten()
}

#[cfg(test)]
mod tests {
    use anima_rules::ItemStack;
    use anima_rules::techtree::Planner;

    use super::*;
    use crate::plan::Author;
    use crate::testing::at_start;

    /// The first acts of a refined plan for some goals.
    fn first(goals: &[(Item, u32)], carried: &[(Item, u8)]) -> Vec<String> {
        let carried = carried.iter().map(|(item, count)| ItemStack::new(*item, *count)).collect();
        let now = Situation { carried, ..at_start() };
        let made = Planner::typical().plan(goals, &now.given()).expect("a plan");
        let goal = Condition::All(goals.iter().map(|(item, count)| Condition::holds(*item, *count)).collect());
        let mut plan = Plan::new(Author::Rules, made.steps.into_iter().map(Act::Obtain).collect(), &goal, &now);
        refine(&mut plan, &goal, &now);
        assert_eq!(leads_to(plan.acts(), &goal, &now), Ok(()));
        plan.acts().take(3).map(Act::to_string).collect()
    }

    #[test]
    fn most_stone_is_dug_with_a_pickaxe_of_stone() {
        let goals = [(Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 12)];
        let kit = [(Item::WOODEN_PICKAXE, 1), (Item::STICK, 2), (Item::CRAFTING_TABLE, 1)];
        assert_eq!(
            first(&goals, &kit),
            [
                "mine 5 cobblestone from stone with wooden_pickaxe",
                "craft 1 stone_pickaxe from 3 cobblestone and 2 stick at crafting_table",
                "mine 12 cobblestone from stone with stone_pickaxe",
            ]
        );
        assert_eq!(first(&[(Item::STONE_PICKAXE, 1)], &kit)[0], "mine 5 cobblestone from stone with wooden_pickaxe");
    }

    #[test]
    fn fuel_is_burnt_for_as_many_furnaces_as_there_are_if_nothing_else_needs_it() {
        let smelts = |coal: u8, furnaces: u8, kept: u32| {
            let kit = [(Item::RAW_IRON, 3), (Item::COAL, coal), (Item::FURNACE, furnaces)];
            let mut goals = vec![(Item::IRON_INGOT, 3)];
            goals.extend((kept > 0).then_some((Item::COAL, kept)));
            first(&goals, &kit).remove(0)
        };
        let line = |coal: u32| format!("smelt 3 iron_ingot from 3 raw_iron burning {coal} coal at furnace");
        assert_eq!(smelts(3, 3, 0), line(3));
        assert_eq!(smelts(3, 2, 0), line(2));
        assert_eq!(smelts(3, 3, 2), line(1));
        assert_eq!(smelts(1, 3, 0), line(1));
    }
}
