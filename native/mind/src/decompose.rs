//! The tree of sub-goals that a plan amounts to, for people to read.

use std::fmt;

use anima_rules::Item;
use anima_rules::techtree::Step;

use crate::goal::Goal;

/// Something to have, how, and what that needs first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubGoal {
    /// What, such as `3 iron_ingot`.
    pub what: String,
    /// The step that gets it; `None` for the goal itself if nothing is left to do.
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

/// Hangs each step below the first later one that needs what it gets; what no step needs hangs below the goal.
pub(crate) fn decompose<'a>(goal: &Goal, steps: impl IntoIterator<Item = (&'a Step, bool)>, reached: bool) -> SubGoal {
    let steps: Vec<(&Step, bool)> = steps.into_iter().collect();
    let parents: Vec<Option<usize>> = (0..steps.len()).map(|index| parent(&steps, index)).collect();
    let mut children: Vec<Vec<SubGoal>> = vec![Vec::new(); steps.len() + 1];
    // A step comes after what it needs, so all that hangs below it is there when it is hung up itself.
    for (index, (step, done)) in steps.iter().enumerate() {
        let needs = std::mem::take(&mut children[index]);
        let sub =
            SubGoal { what: format!("{} {}", step.count, step.item), how: Some(step.to_string()), done: *done, needs };
        children[parents[index].unwrap_or(steps.len())].push(sub);
    }
    let mut needs = children.pop().unwrap_or_default();
    // The step that gets the goal is the goal.
    let what = format!("{} {}", goal.count, goal.name);
    let gets = |sub: &SubGoal| goal.any_of.iter().any(|item| sub.what.split(' ').nth(1) == Some(item.name()));
    match needs.iter().rposition(gets) {
        Some(index) => {
            let last = needs.remove(index);
            needs.extend(last.needs);
            SubGoal { what, how: last.how, done: reached, needs }
        }
        None => SubGoal { what, how: None, done: reached, needs },
    }
}

/// The first later step that needs what this one gets.
fn parent(steps: &[(&Step, bool)], index: usize) -> Option<usize> {
    let item = steps[index].0.item;
    (index + 1..steps.len()).find(|later| needs(steps[*later].0, item))
}

fn needs(step: &Step, item: Item) -> bool {
    step.materials.iter().any(|(material, _)| *material == item)
        || step.fuel.is_some_and(|fuel| fuel.item == item)
        || step.tool == Some(item)
        || step.way.carries == Some(item)
        || step.station().is_some_and(|block| block.name() == item.name())
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Given, plan};

    use super::*;

    #[test]
    fn a_plan_is_a_tree() {
        let steps = plan(Item::STONE_PICKAXE, 1, &Given::default()).expect("a plan").steps;
        let tree = decompose(&Goal::obtain(Item::STONE_PICKAXE, 1), steps.iter().map(|step| (step, false)), false);
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
        for item in anima_rules::techtree::Reach::overworld(false).items() {
            let steps = plan(item, 2, &Given::default()).expect("a plan").steps;
            let tree = decompose(&Goal::obtain(item, 2), steps.iter().map(|step| (step, true)), false);
            let extra = usize::from(tree.how.is_none());
            assert_eq!(count(&tree), steps.len() + extra, "{tree}");
        }
    }
}
