//! Which act next: of those that wait for no other, the one with the fewest estimated ticks.

use std::collections::BTreeMap;

use anima_intent::{Act, Condition};
use anima_memory::ActData;
use anima_rules::Item;
use anima_rules::tags::ItemTag;
use anima_rules::techtree::Step;

use crate::mind::Mind;
use crate::plan::{Outlook, Plan, Planned};
use crate::policy::effort::{Efforts, is_underground};
use crate::settings::Selector;
use crate::situation::Situation;

/// Above this height what is under the ground waits until all else is done.
const UP: i32 = 40;

/// Puts the plan into the order in which it is best carried out from here: one that works, and begins with the act
/// that is to be done next.
pub(crate) fn select(plan: &mut Plan, goal: &Condition, now: &Situation, efforts: &Efforts) {
    select_among(|_| true, plan, goal, now, efforts);
}

/// Puts the steps of a plan that are only worth having before the way down, where its author has put them later; all other
/// steps keep the author's order. After the goal's last act nothing more would be done.
pub(crate) fn select_provisions(plan: &mut Plan, goal: &Condition, now: &Situation, efforts: &Efforts) {
    let is_below = |step: &Step| is_underground(step.place());
    // Stone is on the way down.
    let leads_down = |step: &Step| is_below(step) || ItemTag::StoneToolMaterials.contains(step.item);
    let next = plan.acts.iter().find(|planned| planned.needed).and_then(|planned| planned.act.step());
    if !next.is_some_and(leads_down) {
        return;
    }
    let is_provision = |planned: &Planned| !planned.needed && planned.act.step().is_some_and(|step| !is_below(step));
    let provisions: Vec<bool> = plan.acts.iter().map(is_provision).collect();
    select_among(|index| index == 0 || provisions[index], plan, goal, now, efforts);
}

fn select_among(
    may_be_next: impl Fn(usize) -> bool,
    plan: &mut Plan,
    goal: &Condition,
    now: &Situation,
    efforts: &Efforts,
) {
    let order_from = |index: usize| may_be_next(index).then(|| plan.beginning_with(index, goal, now)).flatten();
    let orders: Vec<Option<Vec<usize>>> = (0..plan.acts.len()).map(order_from).collect();
    let mut ready: Vec<usize> = (0..plan.acts.len()).filter(|index| orders[*index].is_some()).collect();
    // The way down comes after all that is to be had above; but stone is everywhere down there, and room to craft.
    let act = |index: &usize| &plan.acts[*index].act;
    let item = |index: &usize| act(index).step().map_or(Item::AIR, |step| step.item);
    let down = |index: &usize| act(index).step().is_some_and(|step| is_underground(step.place()));
    let can_wait = |index: &usize| {
        let is_tool = item(index).tool().is_some();
        ItemTag::StoneToolMaterials.contains(item(index))
            || act(index).word() == "smelt"
            || act(index).word() == "craft" && !is_tool
    };
    // Time passes by itself with all else that is done meanwhile.
    let waits = |index: &usize| match act(index) {
        Act::Wait { .. } => true,
        Act::Sleep => !now.is_night(),
        _ => false,
    };
    if !ready.iter().all(waits) {
        ready.retain(|index| !waits(index));
    }
    // What failed for want of a tool waits for all else that can be done: a better tool is made by some of it.
    let lacked = |index: &usize| efforts.lacked_tool(act(index));
    if !ready.iter().all(lacked) {
        ready.retain(|index| !lacked(index));
    }
    if now.y >= UP && !ready.iter().all(down) {
        let goes_down = ready.iter().any(down);
        let first = |index: &usize| !down(index) && (!goes_down || !can_wait(index));
        if ready.iter().any(first) {
            ready.retain(first);
        } else {
            ready.retain(down);
        }
    }
    // As long as wood is to be felled the agent stays where the trees are: stone is on the way down.
    let fells = |index: &usize| ItemTag::LogsThatBurn.contains(item(index));
    if now.y >= UP && ready.iter().any(fells) {
        ready.retain(|index| !ItemTag::StoneToolMaterials.contains(item(index)));
    }
    // A tool comes first: it makes the rest faster, and what it is made of may else be used up.
    let ticks = |index: &usize| match act(index) {
        Act::Obtain(step) if step.kind() == "craft" && step.item.tool().is_some() => 0.0,
        act => efforts.of_act(act),
    };
    let cheapest = ready.iter().copied().min_by(|a, b| ticks(a).total_cmp(&ticks(b)).then(a.cmp(b)));
    // The order of a plan that works is always possible.
    if let Some(order) = cheapest.and_then(|index| orders[index].clone()) {
        plan.acts = order.into_iter().map(|index| plan.acts[index].clone()).collect();
    }
}

impl Mind {
    /// DEPS's selector: of the acts whose materials and tool are there and that wait for no other, which one is next.
    /// `None` if none is ready.
    /// `horizons` are the ticks that acts have taken in other games, by class; the rest is estimated.
    pub(crate) fn select_ready(
        &self,
        plan: &Plan,
        goal: &Condition,
        selector: Selector,
        horizons: &BTreeMap<String, f32>,
    ) -> Option<usize> {
        let (now, past) = (self.now(), self.past());
        let is_ready = |index: &usize| match self.settings().check {
            true => plan.beginning_with(*index, goal, &now).is_some(),
            false => Outlook::new(goal, &now).perform(&plan.acts[*index].act).is_ok(),
        };
        let ready: Vec<usize> = (0..plan.acts.len()).filter(is_ready).collect();
        let first = ready.first().copied()?;
        let efforts = Efforts::new(&now, &past.setbacks);
        let act = |index: &usize| &plan.acts[*index].act;
        let horizon = |index: &usize| {
            let known = horizons.get(&ActData::from(act(index)).class()).copied();
            known.unwrap_or_else(|| efforts.of_act(act(index)))
        };
        match selector {
            Selector::Fixed => Some(first),
            Selector::Random => ready.get(self.draw(ready.len())).copied(),
            // In place of the likeness of a picture and the words: whether what is wanted is among what is seen.
            Selector::Similarity => {
                let block = |index: &usize| act(index).step().and_then(|step| step.block());
                let mob = |index: &usize| match act(index) {
                    Act::Kill { mob, .. } => Some(*mob),
                    act => act.step().and_then(|step| step.way.kind.mob()),
                };
                let is_seen = |index: &&usize| {
                    block(index).is_some_and(|block| now.block_at(block).is_some())
                        || mob(index).is_some_and(|mob| now.mob_at(mob).is_some())
                };
                ready.iter().find(is_seen).copied().or(Some(first))
            }
            Selector::Horizon => ready.iter().copied().min_by(|a, b| horizon(a).total_cmp(&horizon(b)).then(a.cmp(b))),
        }
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::Planner;
    use anima_rules::{Block, Item, ItemStack};

    use super::*;
    use crate::plan::Author;
    use crate::policy::setbacks::Setbacks;
    use crate::situation::Known;
    use crate::testing::at_start;

    fn next(goals: &[(Item, u32)], now: &Situation) -> Item {
        let setbacks = Setbacks::default();
        let efforts = Efforts::new(now, &setbacks);
        let plan = Planner::new(&|way| efforts.of(way)).plan(goals, &now.given()).expect("a plan");
        let goal = Condition::holds(goals[0].0, goals[0].1);
        let mut plan = Plan::new(Author::Rules, plan.steps.into_iter().map(Act::Obtain).collect(), &goal, now);
        select(&mut plan, &goal, now, &efforts);
        assert_eq!(crate::plan::leads_to(plan.acts(), &goal, now), Ok(()), "the order works");
        plan.acts[0].act.step().expect("a step").item
    }

    #[test]
    fn what_is_worth_having_is_had_before_the_way_and_the_rest_keeps_its_order() {
        let now = Situation { y: 64, ..at_start() };
        let setbacks = Setbacks::default();
        let efforts = Efforts::new(&now, &setbacks);
        let steps = |goals: &[(Item, u32)], carried: &Situation| {
            let plan = Planner::new(&|way| efforts.of(way)).plan(goals, &carried.given()).expect("a plan");
            plan.steps.into_iter().map(Act::Obtain)
        };
        let goal = Condition::holds(Item::DIAMOND, 1);
        let mut acts: Vec<Act> = steps(&[(Item::DIAMOND, 1)], &now).collect();
        let needed: Vec<String> = acts.iter().map(Act::to_string).collect();
        acts.extend(steps(&[(Item::BIRCH_PLANKS, 8)], &now));
        let mut plan = Plan::new(Author::Model, acts, &goal, &now);
        let line = |plan: &Plan| plan.acts().map(Act::to_string).collect::<Vec<_>>();
        assert!(line(&plan)[..needed.len()] == needed && needed.last().is_some_and(|act| act.contains("diamond")));
        let mut done = Vec::new();
        let mut outlook = Outlook::new(&goal, &now);
        while !plan.acts.is_empty() {
            let carried: Vec<ItemStack> =
                outlook.stock.items.iter().map(|(item, count)| ItemStack::new(*item, *count as u8)).collect();
            let carried = [carried, outlook.stock.tools.clone()].concat();
            let stations = outlook.stock.stations.iter().copied().collect();
            let then = Situation { carried, stations, ..now.clone() };
            select_provisions(&mut plan, &goal, &then, &efforts);
            let next = plan.acts.remove(0).act;
            outlook.perform(&next).expect("it works");
            done.push(next.to_string());
        }
        let place = |act: &str| done.iter().position(|done| done.contains(act)).expect("it is done");
        assert!(place("birch_log") < place("cobblestone"), "the wood before the way down: {done:#?}");
        let rest: Vec<String> = done.iter().filter(|act| !act.contains("birch")).cloned().collect();
        assert_eq!(rest, needed);
    }

    #[test]
    fn what_failed_for_want_of_a_tool_waits_until_one_is_made() {
        let carried =
            [(Item::IRON_PICKAXE, 1), (Item::CRAFTING_TABLE, 1), (Item::OAK_PLANKS, 2), (Item::COBBLESTONE, 3)];
        let carried = carried.map(|(item, count)| ItemStack::new(item, count)).to_vec();
        let mut now = Situation { carried, ..at_start() };
        now.blocks = vec![Known { what: Block::EMERALD_ORE, count: 1, nearest: 5.0 }];
        let goals = [(Item::EMERALD, 1), (Item::STONE_PICKAXE, 1)];
        let mut setbacks = Setbacks::default();
        let first = |setbacks: &Setbacks| {
            let efforts = Efforts::new(&now, setbacks);
            let plan = Planner::new(&|way| efforts.of(way)).plan(&goals, &now.given()).expect("a plan");
            let goal = Condition::All(goals.map(|(item, count)| Condition::holds(item, count)).to_vec());
            let mut plan = Plan::new(Author::Rules, plan.steps.into_iter().map(Act::Obtain).collect(), &goal, &now);
            select(&mut plan, &goal, &now, &efforts);
            plan.acts[0].act.clone()
        };
        let mines = first(&setbacks);
        assert_eq!(mines.step().map(|step| step.item), Some(Item::EMERALD), "sticks can wait");
        let tool = anima_rules::Tool { kind: anima_rules::ToolKind::Pickaxe, tier: anima_rules::Tier::Wood };
        setbacks.note(&mines, &anima_intent::Reason::NeedsTool(tool), 0);
        assert_eq!(first(&setbacks).step().map(|step| step.item), Some(Item::STICK));
    }

    #[test]
    fn the_nearest_first_and_the_deep_last() {
        let goals = [(Item::DIAMOND, 1), (Item::SAND, 4), (Item::DIRT, 4)];
        let mut now = Situation { carried: vec![ItemStack::new(Item::IRON_PICKAXE, 1)], ..at_start() };
        assert_eq!(next(&goals, &now), Item::DIRT);
        now.blocks = vec![Known { what: Block::SAND, count: 30, nearest: 1.0 }];
        now.carried.push(ItemStack::new(Item::DIRT, 4));
        assert_eq!(next(&goals, &now), Item::SAND);
        now.blocks = vec![Known { what: Block::DEEPSLATE_DIAMOND_ORE, count: 1, nearest: 5.0 }];
        assert_eq!(next(&goals, &now), Item::SAND, "deep is last");
        (now.y, now.under_sky) = (-57, false);
        assert_eq!(next(&goals, &now), Item::DIAMOND, "down there it is first");
    }

    #[test]
    fn wood_comes_before_stone() {
        let mut now = Situation { carried: vec![ItemStack::new(Item::WOODEN_PICKAXE, 1)], ..at_start() };
        now.blocks = vec![
            Known { what: Block::STONE, count: 30, nearest: 2.0 },
            Known { what: Block::OAK_LOG, count: 30, nearest: 20.0 },
        ];
        for (y, expected) in [(64, Item::OAK_LOG), (20, Item::COBBLESTONE)] {
            now.y = y;
            assert_eq!(next(&[(Item::COBBLESTONE, 2), (Item::OAK_LOG, 4)], &now), expected, "at y {y}");
        }
    }

    #[test]
    fn before_the_way_down_only_what_is_not_found_there() {
        let ladder = [ItemStack::new(Item::STONE_PICKAXE, 1), ItemStack::new(Item::OAK_LOG, 2)];
        let mut now = Situation { carried: ladder.to_vec(), y: 64, ..at_start() };
        let ore = (Item::RAW_IRON, 3);
        assert_eq!(next(&[ore, (Item::COBBLESTONE, 20)], &now), Item::RAW_IRON, "there is stone down there");
        assert_eq!(next(&[ore, (Item::OAK_PLANKS, 8)], &now), Item::RAW_IRON, "there is room to craft");
        assert_eq!(next(&[ore, (Item::DIRT, 4)], &now), Item::DIRT);
        // Where nothing leads down stone is dug like all else.
        now.blocks = vec![Known { what: Block::STONE, count: 30, nearest: 2.0 }];
        assert_eq!(next(&[(Item::COBBLESTONE, 20), (Item::SAND, 4)], &now), Item::COBBLESTONE);
    }
}
