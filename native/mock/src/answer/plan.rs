//! `plan`: the steps that lead to the goal, as far as the model knows ways.

use anima_rules::Item;
use anima_rules::techtree::{Given, Planner, Step, Stock};
use serde_json::{Value, json};

use super::Question;
use super::guess::Guess;
use super::reckon::{InVain, planner};
use super::wanted::{Wanted, lacking, worth_having};
use crate::steps::{doing, ranked, written};

/// Steps of a plan at most, as the prompt says.
pub const MOST_STEPS: usize = 40;

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let (steps, is_sure) = steps(question)?;
    let thoughts = match (steps.is_empty(), is_sure) {
        (true, _) => "There is nothing left to do.".to_owned(),
        (_, true) => format!("I know a way for each thing: {} steps.", steps.len()),
        (_, false) => "I do not know a way for all of it, and guess.".to_owned(),
    };
    Ok(json!({ "thoughts": question.thoughts(&thoughts), "steps": ranked(steps) }))
}

/// The steps, and whether a way is known for all of it.
pub fn steps(question: &Question<'_>) -> Result<(Vec<Value>, bool), String> {
    let in_vain: Vec<InVain> =
        InVain::of(question.data("last_failure")).into_iter().filter(|_| question.heeds).collect();
    let planner = planner(question, &in_vain);
    let wanted = Wanted::of(question, &planner)?;
    let first = if question.heeds { lacking(question) } else { Vec::new() };
    let goals = wanted.sums();
    let worth = worth_having(question, &planner);
    let all: Vec<(Item, u32)> = goals.iter().chain(&worth).copied().collect();
    let planned = [&all, &goals].into_iter().find_map(|goals| {
        let steps = planned(question, &planner, &first, goals).or_else(|| planned(question, &planner, &[], goals))?;
        (steps.len() + wanted.doings.len() <= MOST_STEPS || worth.is_empty() || goals.len() < all.len())
            .then_some(steps)
    });
    let is_sure = planned.is_some() && wanted.unknown.is_empty();
    let mut steps: Vec<Value> = match planned {
        Some(steps) => steps.iter().map(written).collect(),
        None => guessed(question, &planner, &goals),
    };
    steps.extend(wanted.unknown.iter().map(|(name, count)| doing("mine", &[(name, *count)], &[], None)));
    steps.extend(wanted.doings);
    steps.truncate(MOST_STEPS);
    Ok((steps, is_sure))
}

/// A plan by known ways that gets some things first.
fn planned(
    question: &Question<'_>,
    planner: &Planner,
    first: &[(Item, u32)],
    goals: &[(Item, u32)],
) -> Option<Vec<Step>> {
    let mut steps = planner.plan(first, &question.scene.given()).ok()?.steps;
    let mut stock = question.scene.stock();
    for step in &steps {
        stock.perform(step).ok()?;
    }
    let (carried, stations) = stacks(&stock);
    let given = Given { items: &carried, stations: &stations };
    steps.extend(planner.plan(goals, &given).ok()?.steps);
    Some(steps)
}

/// What is carried and stands at hand, as a plan starts from it.
fn stacks(stock: &Stock) -> (Vec<anima_rules::ItemStack>, Vec<anima_rules::Block>) {
    let mut carried = stock.tools.clone();
    for (item, count) in &stock.items {
        let size = u32::from(item.stack_size()).max(1);
        let of = |index: u32| anima_rules::ItemStack::new(*item, (count - index * size).min(size) as u8);
        carried.extend((0..count.div_ceil(size)).map(of));
    }
    (carried, stock.stations.iter().copied().collect())
}

/// What somebody writes who does not know a way for all: by the known ways one after the other, and what there is no way
/// for is mined.
fn guessed(question: &Question<'_>, planner: &Planner, goals: &[(Item, u32)]) -> Vec<Value> {
    let mut guess = Guess::new(question, planner);
    for (item, count) in goals {
        guess.have(*item, *count);
    }
    guess.steps
}
