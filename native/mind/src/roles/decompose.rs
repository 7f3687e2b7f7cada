//! The tree of sub-goals that a plan amounts to, for people to read.

use std::fmt;

use anima_intent::{Act, Condition};
use anima_rules::Item;

/// Something to have, how, and what that needs first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubGoal {
    /// What, such as `3 iron_ingot`.
    pub what: String,
    /// The act that gets it; `None` for the goal itself if nothing is left to do.
    pub how: Option<String>,
    /// Whether it is done.
    pub done: bool,
    /// What it needs first.
    pub needs: Vec<SubGoal>,
}

impl fmt::Display for SubGoal {
    /// One line a sub-goal, its needs below it and indented.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl SubGoal {
    fn write(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        let mark = if self.done { 'x' } else { ' ' };
        write!(f, "{:1$}[{mark}] {2}", "", 2 * depth, self.what)?;
        if let Some(how) = &self.how {
            write!(f, ": {how}")?;
        }
        for need in &self.needs {
            writeln!(f)?;
            need.write(f, depth + 1)?;
        }
        Ok(())
    }
}

/// Hangs each act below the first later one that needs what it gets; what no act needs hangs below the goal.
pub(crate) fn decompose<'a>(
    goal: &Condition,
    acts: impl IntoIterator<Item = (&'a Act, bool)>,
    reached: bool,
) -> SubGoal {
    let acts: Vec<(&Act, bool)> = acts.into_iter().collect();
    let parents: Vec<Option<usize>> = (0..acts.len()).map(|index| parent(&acts, index)).collect();
    let mut children: Vec<Vec<SubGoal>> = vec![Vec::new(); acts.len() + 1];
    // An act comes after what it needs, so all that hangs below it is there when it is hung up itself.
    for (index, (act, done)) in acts.iter().enumerate() {
        let needs = std::mem::take(&mut children[index]);
        let (what, how) = match act {
            Act::Obtain(step) => (format!("{} {}", step.count, step.item), Some(step.to_string())),
            act => (act.to_string(), None),
        };
        children[parents[index].unwrap_or(acts.len())].push(SubGoal { what, how, done: *done, needs });
    }
    let mut needs = children.pop().unwrap_or_default();
    // The act that gets the goal is the goal.
    let Condition::Holds { items, count } = goal else {
        return SubGoal { what: goal.to_string(), how: None, done: reached, needs };
    };
    let what = format!("{count} {}", items.name);
    let gets = |sub: &SubGoal| items.any_of.iter().any(|item| sub.what.split(' ').nth(1) == Some(item.name()));
    match needs.iter().rposition(gets) {
        Some(index) => {
            let last = needs.remove(index);
            needs.extend(last.needs);
            SubGoal { what, how: last.how, done: reached, needs }
        }
        None => SubGoal { what, how: None, done: reached, needs },
    }
}

/// The first later act that needs what this one gets.
fn parent(acts: &[(&Act, bool)], index: usize) -> Option<usize> {
    let item = acts[index].0.step()?.item;
    (index + 1..acts.len()).find(|later| needs(acts[*later].0, item))
}

fn needs(act: &Act, item: Item) -> bool {
    match act {
        Act::Obtain(step) => {
            step.materials.iter().any(|(material, _)| *material == item)
                || step.fuel.is_some_and(|fuel| fuel.item == item)
                || step.tool == Some(item)
                || step.way.carries == Some(item)
                || step.station().is_some_and(|block| block.name() == item.name())
        }
        Act::Equip(one) | Act::Eat { item: one } | Act::Use { item: Some(one), .. } => *one == item,
        Act::Place { item: one, .. } | Act::Deposit { item: one, .. } => *one == item,
        Act::Plant { seeds: one, .. } | Act::Breed { food: one, .. } => *one == item,
        Act::Build { to_lay, .. } => to_lay.contains_key(&item),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Given, plan};

    use super::*;

    #[test]
    fn a_plan_is_a_tree() {
        let steps = plan(Item::STONE_PICKAXE, 1, &Given::default()).expect("a plan").steps;
        let acts: Vec<Act> = steps.into_iter().map(Act::Obtain).collect();
        let tree = decompose(&Condition::holds(Item::STONE_PICKAXE, 1), acts.iter().map(|act| (act, false)), false);
        let expected = "\
[ ] 1 stone_pickaxe: craft 1 stone_pickaxe from 3 cobblestone and 2 stick at crafting_table
  [ ] 3 cobblestone: mine 3 cobblestone from stone with wooden_pickaxe
    [ ] 1 wooden_pickaxe: craft 1 wooden_pickaxe from 3 oak_planks and 2 stick at crafting_table
      [ ] 1 crafting_table: craft 1 crafting_table from 4 oak_planks
        [ ] 12 oak_planks: craft 12 oak_planks from 3 oak_log
          [ ] 3 oak_log: mine 3 oak_log from oak_log
      [ ] 4 stick: craft 4 stick from 2 oak_planks";
        assert_eq!(tree.to_string(), expected);
    }

    #[test]
    fn every_step_of_every_plan_hangs_somewhere() {
        fn count(tree: &SubGoal) -> usize {
            1 + tree.needs.iter().map(count).sum::<usize>()
        }
        for item in anima_rules::techtree::Reach::overworld(anima_rules::techtree::Nature::Vanilla, false).items() {
            let steps = plan(item, 2, &Given::default()).expect("a plan").steps;
            let acts: Vec<Act> = steps.into_iter().map(Act::Obtain).collect();
            let tree = decompose(&Condition::holds(item, 2), acts.iter().map(|act| (act, true)), false);
            let extra = usize::from(tree.how.is_none());
            assert_eq!(count(&tree), acts.len() + extra, "{tree}");
        }
    }
}
