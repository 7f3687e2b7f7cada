//! Wood is wood: where the published agents speak of logs and planks no kind of tree is meant. Their game knew one item for
//! all logs and one for all planks (Minecraft 1.11.2), or their prompts forbid to name a kind (ODYSSEY, appendix C.2.3).

use anima_intent::{Condition, NoLibrary};
use anima_memory::ActData;
use anima_rules::Item;
use anima_rules::tags::ItemTag;

use crate::mind::Mind;
use crate::roles::plan::rules;
use crate::situation::Situation;

/// The word for all items that do the same as this one whatever tree they are of; `None` where the kind matters.
fn word(item: Item) -> Option<(&'static str, ItemTag)> {
    [("logs", ItemTag::LogsThatBurn), ("planks", ItemTag::Planks)].into_iter().find(|(_, tag)| tag.contains(item))
}

/// So many of an item, of whatever tree unless the goal names it.
pub(crate) fn so_many(item: Item, count: u32, goal: &Condition) -> Condition {
    let of_any = || Condition::parse(&format!("{count} {}", word(item)?.0), &NoLibrary).ok();
    if names(goal, item) { None } else { of_any() }.unwrap_or_else(|| Condition::holds(item, count))
}

impl Mind {
    /// A log that is carried, else the one that the rules would look for, or where they may not stand in one of the nearest
    /// tree in sight.
    pub(crate) fn wood_of_here(&self) -> Option<Item> {
        let (now, past) = (self.now(), self.past());
        let is_log = |item: &Item| ItemTag::LogsThatBurn.contains(*item);
        if let Some(log) = now.carried.iter().map(|stack| stack.item).find(is_log) {
            return Some(log);
        }
        if !self.rules_stand_in() {
            let logs = now.blocks.iter().filter_map(|seen| Some((seen.what.item().filter(is_log)?, seen.nearest)));
            return logs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(log, _)| log);
        }
        let made = rules::plan(&Condition::parse("1 log", &NoLibrary).ok()?, &now, &past.setbacks, false).ok()?;
        made.plan.steps().map(|step| step.item).find(is_log)
    }
}

/// Whether two items do the same, whatever tree they are of.
pub(crate) fn are_alike(one: Item, other: Item) -> bool {
    one == other || word(one).is_some_and(|(_, tag)| tag.contains(other))
}

/// A plan with the wood of another tree, that of a log, and what is crafted of it; as it is where there is none, or the goal
/// or something that is got otherwise needs the tree.
pub(crate) fn of_tree(plan: &[ActData], log: Option<Item>, goal: &Condition) -> Vec<ActData> {
    let items =
        |act: &ActData| act.object.iter().filter_map(|amount| Item::from_name(&amount.item)).collect::<Vec<_>>();
    let crafted: Vec<Item> = plan.iter().filter(|act| act.kind == "craft").flat_map(items).collect();
    let is_wood = |item: Item| word(item).is_some() || crafted.contains(&item);
    let stays = |item: Item| !is_wood(item) || names(goal, item);
    let needed: Vec<&str> = plan.iter().flat_map(items).filter(|item| stays(*item)).filter_map(tree).collect();
    let renamed = |name: &str| {
        let old = tree(Item::from_name(name).filter(|item| is_wood(*item))?).filter(|old| !needed.contains(old))?;
        Item::from_name(&name.replacen(old, tree(log?)?, 1)).map(|item| item.to_string())
    };
    let mut plan = plan.to_vec();
    for act in &mut plan {
        for amount in act.object.iter_mut().chain(&mut act.materials) {
            amount.item = renamed(&amount.item).unwrap_or_else(|| amount.item.clone());
        }
        act.note.clear();
    }
    plan
}

/// The tree that an item is of: its name begins with the tree's.
fn tree(item: Item) -> Option<&'static str> {
    let trees = ItemTag::Planks.members().iter().filter_map(|planks| planks.name().strip_suffix("_planks"));
    let is_of = |tree: &str| item.name().strip_prefix(tree).is_some_and(|rest| rest.starts_with('_'));
    trees.into_iter().find(|tree| is_of(tree))
}

/// How many are carried that do the same as an item, unless the goal names it.
pub(crate) fn carried(item: Item, now: &Situation, goal: &Condition) -> u32 {
    match word(item).filter(|_| !names(goal, item)) {
        Some((_, tag)) => tag.members().iter().map(|item| now.carries(*item)).sum(),
        None => now.carries(item),
    }
}

/// Whether the goal is about this very item, and not about any of its kind.
fn names(goal: &Condition, item: Item) -> bool {
    goal.leaves().into_iter().any(|leaf| match leaf {
        Condition::Holds { items, .. } | Condition::Crafted { items, .. } => items.any_of[..] == [item],
        Condition::Placed { items, .. } | Condition::InChest { items, .. } => items.any_of[..] == [item],
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use anima_rules::ItemStack;

    use super::*;
    use crate::testing::{at_start, goal};

    #[test]
    fn a_remembered_plan_takes_the_trees_that_are_here() {
        let amount = |item: Item, count| anima_memory::Amount::new(item, count);
        let act = |kind: &str, object: Item, material: Item| ActData {
            kind: kind.into(),
            object: vec![amount(object, 4)],
            materials: vec![amount(material, 1)],
            ..ActData::default()
        };
        let planks = act("craft", Item::BIRCH_PLANKS, Item::BIRCH_LOG);
        let plan = [planks.clone(), act("craft", Item::STICK, Item::BIRCH_PLANKS)];
        let here = of_tree(&plan, Some(Item::DARK_OAK_LOG), &goal("1 stick"));
        let of = |act: &ActData| [act.object[0].item.clone(), act.materials[0].item.clone()];
        let expected = [["dark_oak_planks", "dark_oak_log"], ["stick", "dark_oak_planks"]];
        assert_eq!(here.iter().map(of).collect::<Vec<_>>(), expected);
        assert_eq!(of_tree(&plan, Some(Item::OAK_LOG), &goal("4 birch planks")), plan, "what is asked for stays");
        let door = [planks.clone(), act("craft", Item::BIRCH_DOOR, Item::BIRCH_PLANKS)];
        assert_eq!(of_tree(&door, Some(Item::OAK_LOG), &goal("1 birch door")), door, "a door of birch takes birch");
        let here = of_tree(&door, Some(Item::OAK_LOG), &goal("1 iron pickaxe"));
        assert_eq!(of(&here[1]), ["oak_door", "oak_planks"], "on the way any door will do");
        let leaves = [planks, act("mine", Item::BIRCH_LEAVES, Item::BIRCH_PLANKS)];
        assert_eq!(of_tree(&leaves, Some(Item::OAK_LOG), &goal("1 stick")), leaves, "they grow on that tree alone");
    }

    #[test]
    fn no_kind_of_tree_is_meant_unless_the_goal_names_it() {
        let carried_now = vec![ItemStack::new(Item::OAK_LOG, 2), ItemStack::new(Item::BIRCH_LOG, 3)];
        let now = Situation { carried: carried_now, ..at_start() };
        let pickaxe = goal("1 wooden pickaxe");
        let Condition::Holds { items, count } = so_many(Item::OAK_LOG, 5, &pickaxe) else { panic!("it is held") };
        assert!(count == 5 && items.contains(Item::BIRCH_LOG) && !items.contains(Item::OAK_PLANKS));
        assert_eq!(carried(Item::OAK_LOG, &now, &pickaxe), 5);
        for text in ["4 oak logs", "8 sticks and 4 oak logs"] {
            let named = goal(text);
            assert_eq!(so_many(Item::OAK_LOG, 4, &named), Condition::holds(Item::OAK_LOG, 4), "{text}");
            assert_eq!(carried(Item::OAK_LOG, &now, &named), 2, "{text}");
        }
        assert_eq!(carried(Item::OAK_LOG, &now, &goal("9 logs")), 5, "that names no kind");
        assert_eq!(so_many(Item::STICK, 4, &pickaxe), Condition::holds(Item::STICK, 4));
        assert!(are_alike(Item::OAK_LOG, Item::BIRCH_LOG) && are_alike(Item::STICK, Item::STICK));
        assert!(!are_alike(Item::OAK_LOG, Item::OAK_PLANKS) && !are_alike(Item::STICK, Item::TORCH));
    }
}
