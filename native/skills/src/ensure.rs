//! Reaching a condition by an act, whose own conditions are reached first.

use std::future::Future;
use std::pin::Pin;

use anima_body::Inventory;
use anima_intent::{Act, Condition, Judge, OneOf, Outcome, Reason, Sought, way_skill};
use anima_rules::DAY;
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Effort, Given, Missing, Planner, Stock, typical_effort};
use anima_rules::{Block, Item, ItemStack, Tool, breeding};

use crate::Me;
use crate::perform::{perform, to_lay};
use crate::work::station::{known_furniture, reachable_stations};

/// Conditions of conditions that are reached, one below the other.
const DEEPEST: u32 = 24;
/// Acts, and conditions of theirs, for one condition.
const TRIES: u32 = 24;
/// Ticks that a piece of coal burns.
const COAL: u32 = 1600;

/// Whether what an act needs is ensured, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recursion {
    /// It is, and what that needs.
    On,
    /// It is not: an act that lacks something is not begun.
    Off,
}

/// Reaches a condition: does the act that leads to it, and before that reaches what the act needs. What holds already is
/// left as it is.
///
/// # Errors
/// What the act lacks, if nothing more may be ensured; else as [`perform`].
pub async fn ensure(me: &Me, condition: &Condition, recursion: Recursion) -> Outcome {
    let depth = if recursion == Recursion::On { DEEPEST } else { 0 };
    me.doing(format!("ensure: {condition}"), reach(me, condition.clone(), depth)).await
}

type Reaching<'a> = Pin<Box<dyn Future<Output = Outcome> + 'a>>;

fn reach(me: &Me, condition: Condition, depth: u32) -> Reaching<'_> {
    Box::pin(async move {
        match condition {
            Condition::All(parts) => {
                for part in parts {
                    reach(me, part, depth).await?;
                }
                Ok(())
            }
            Condition::Any(parts) => {
                let mut outcome = Err(Reason::not_found("anything to do"));
                for part in parts {
                    outcome = reach(me, part, depth).await;
                    if outcome.is_ok() || outcome == Err(Reason::Died) {
                        break;
                    }
                }
                outcome
            }
            leaf => reach_leaf(me, &leaf, depth).await,
        }
    })
}

async fn reach_leaf(me: &Me, leaf: &Condition, depth: u32) -> Outcome {
    for _ in 0..TRIES {
        if holds(me, leaf) {
            return Ok(());
        }
        let act = act_for(me, leaf)?;
        match act.simulate(&mut stock(me)) {
            Ok(()) => {
                perform(me, &act, 1).await?;
                if !is_state(leaf) {
                    return Ok(());
                }
            }
            Err(missing) if depth > 0 => reach(me, condition_for(me, &missing), depth - 1).await?,
            Err(missing) => return Err(reason_for(&missing)),
        }
        me.tick().await;
    }
    Err(Reason::unexpected(format!("{leaf} does not hold")))
}

/// Whether a condition is about how things are, not about what was done since.
fn is_state(leaf: &Condition) -> bool {
    matches!(leaf, Condition::Holds { .. } | Condition::Wears { .. })
}

fn holds(me: &Me, leaf: &Condition) -> bool {
    Judge::new(leaf, &me.now()).holds()
}

/// The act that leads to a condition, given what is carried and at hand.
fn act_for(me: &Me, leaf: &Condition) -> Outcome<Act> {
    let inventory = &me.now().inventory;
    let carried = |items: &OneOf<Item>| items.any_of.iter().copied().max_by_key(|item| inventory.count(*item));
    let most = |items: &OneOf<Item>| carried(items).ok_or_else(|| Reason::not_found(items.to_string()));
    Ok(match leaf {
        Condition::Holds { items, count } => obtaining(me, items, *count)?,
        Condition::Crafted { items, count } => {
            let held = most(items)?;
            obtaining(me, &OneOf::just(held), inventory.count(held) + count)?
        }
        Condition::Wears { items } => Act::Equip(most(items)?),
        Condition::InChest { items, count } => Act::Deposit { item: most(items)?, count: *count },
        Condition::Placed { items, count } => Act::Place { item: most(items)?, count: *count, at: None },
        Condition::Planted { items, count } => Act::Plant { seeds: most(items)?, count: *count },
        Condition::Built { blueprint } => Act::Build { blueprint: blueprint.clone(), to_lay: to_lay(me, blueprint) },
        Condition::Killed { mobs, count } => {
            let mob = mobs.any_of.first().copied().ok_or_else(|| Reason::not_found(mobs.to_string()))?;
            Act::Kill { mob, count: *count }
        }
        Condition::Bred { mob, count } => {
            let foods = breeding::foods(*mob).iter().copied();
            let food = foods.rev().max_by_key(|food| inventory.count(*food));
            let food = food.ok_or_else(|| Reason::NoSkill(format!("breeding {mob}").into()))?;
            Act::Breed { mob: *mob, food, count: *count }
        }
        Condition::At { x, y, z } => Act::GoTo { x: *x, y: *y, z: *z },
        Condition::Explored { biomes } => Act::Explore(Sought::Biomes(biomes.clone())),
        Condition::Slept { .. } => Act::Sleep,
        Condition::Survived { dawns } => Act::Wait { ticks: DAY * u64::from(*dawns) },
        Condition::All(_) | Condition::Any(_) => return Err(Reason::unexpected("the parts come one by one")),
    })
}

/// The last step of the cheapest plan to hold so many of some items.
fn obtaining(me: &Me, items: &OneOf<Item>, count: u32) -> Outcome<Act> {
    let planner = Planner::new(&|way| if way_skill(way).is_ok() { typical_effort(way) } else { Effort::IMPOSSIBLE });
    let inventory = &me.now().inventory;
    let held: u32 = items.any_of.iter().map(|item| inventory.count(*item)).sum();
    let (carried, stations) = (carried(inventory), at_hand(me));
    let given = Given { items: &carried, stations: &stations };
    let lack = count.saturating_sub(held);
    let cheapest =
        |a: &Item, b: &Item| planner.estimate(*a, lack).total_cmp(&planner.estimate(*b, lack)).then(a.cmp(b));
    let item = items.any_of.iter().copied().min_by(cheapest).ok_or_else(|| Reason::not_found(items.to_string()))?;
    let plan = planner.plan(&[(item, inventory.count(item) + lack)], &given);
    let mut steps = plan.map_err(|why| Reason::NoSkill(why.to_string().into()))?.steps;
    steps.pop().map(Act::Obtain).ok_or_else(|| Reason::not_found(item))
}

fn carried(inventory: &Inventory) -> Vec<ItemStack> {
    inventory.slots.iter().flatten().copied().collect()
}

/// The blocks at hand to work at, to store things in and to sleep in.
fn at_hand(me: &Me) -> Vec<Block> {
    [reachable_stations(me), known_furniture(me)].concat()
}

fn stock(me: &Me) -> Stock {
    Stock::of(&Given { items: &carried(&me.now().inventory), stations: &at_hand(me) })
}

/// What is to hold before an act that lacks something.
fn condition_for(me: &Me, missing: &Missing) -> Condition {
    let held = |item: Item| me.now().inventory.count(item);
    match missing {
        // Any bed will do.
        Missing::Items(item, count) if ItemTag::Beds.contains(*item) => {
            let items = OneOf { name: "bed".to_owned(), any_of: ItemTag::Beds.members().to_vec() };
            Condition::Holds { items, count: *count }
        }
        Missing::Items(item, count) => Condition::holds(*item, held(*item) + count),
        Missing::Tool(need) => {
            let items = OneOf { name: need.to_string(), any_of: need.items().collect() };
            let worn_out = items.any_of.iter().map(|item| held(*item)).sum::<u32>();
            Condition::Holds { items, count: worn_out + 1 }
        }
        Missing::Station(block) => Condition::holds(block.item().unwrap_or(Item::CRAFTING_TABLE), 1),
        Missing::Fuel(ticks) => {
            let count = ticks.div_ceil(COAL).max(1);
            let any_of = vec![Item::COAL, Item::CHARCOAL];
            Condition::Holds { items: OneOf { name: "coal".to_owned(), any_of }, count: count + held(Item::COAL) }
        }
    }
}

fn reason_for(missing: &Missing) -> Reason {
    match missing {
        Missing::Items(item, count) => Reason::Missing { item: *item, count: *count },
        Missing::Tool(need) => Reason::NeedsTool(Tool { kind: need.kind, tier: need.tier }),
        Missing::Station(block) => Reason::not_found(*block),
        Missing::Fuel(_) => Reason::Missing { item: Item::COAL, count: 1 },
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::EntityKind;
    use anima_world::Scene;

    use super::*;
    use crate::testing::{flat, held, play};

    fn yard() -> Scene {
        let mut scene = flat(&[]);
        for x in [6, 9, 12] {
            scene.fill([x, 64, 6], [x, 68, 6], "oak_log");
        }
        scene.fill([-12, 64, 4], [-5, 67, 8], "stone");
        scene
    }

    fn ensured(scene: &Scene, condition: Condition, recursion: Recursion) -> (Outcome, anima_world::World) {
        play(scene, async move |me| ensure(&me, &condition, recursion).await)
    }

    #[test]
    fn what_an_act_needs_is_ensured_first() {
        let (outcome, world) = ensured(&yard(), Condition::holds(Item::STONE_PICKAXE, 1), Recursion::On);
        assert_eq!((outcome, held(&world, Item::STONE_PICKAXE)), (Ok(()), 1));
        let stored = Condition::InChest { items: OneOf::just(Item::OAK_LOG), count: 3 };
        let (outcome, world) = ensured(&yard(), stored, Recursion::On);
        assert_eq!((outcome, held(&world, Item::CHEST)), (Ok(()), 0), "a chest was made and put down");
        let worn = Condition::Wears { items: OneOf::just(Item::CARVED_PUMPKIN) };
        let (outcome, world) = ensured(&flat(&[(Item::CARVED_PUMPKIN, 1)]), worn, Recursion::On);
        assert_eq!(outcome, Ok(()));
        assert_eq!(world.observe().inventory.slots[39].map(|stack| stack.item), Some(Item::CARVED_PUMPKIN));
    }

    #[test]
    fn without_recursion_an_act_that_lacks_something_is_not_begun() {
        let (outcome, world) = ensured(&yard(), Condition::holds(Item::STONE_PICKAXE, 1), Recursion::Off);
        assert!(matches!(outcome, Err(Reason::Missing { .. } | Reason::NotFound(_))), "{outcome:?}");
        assert_eq!(world.observe().inventory.slots.iter().flatten().count(), 0);
        let (outcome, world) = ensured(&yard(), Condition::holds(Item::OAK_LOG, 2), Recursion::Off);
        assert_eq!(outcome, Ok(()), "this one lacks nothing");
        assert!(held(&world, Item::OAK_LOG) >= 2);
    }

    #[test]
    fn of_several_conditions_all_or_the_first_that_works_are_reached() {
        let mut scene = yard();
        scene.mob("pig", [9.5, 64.0, -6.5]);
        let pig = Condition::Killed { mobs: OneOf::just(EntityKind::PIG), count: 1 };
        let there = Condition::At { x: 5, y: None, z: -9 };
        let (outcome, world) = ensured(&scene, Condition::All(vec![pig, there.clone()]), Recursion::On);
        assert_eq!(outcome, Ok(()));
        assert_eq!(world.census().get(&EntityKind::PIG).copied().unwrap_or(0), 0);
        let bedrock = Condition::holds(Item::BEDROCK, 1);
        let (outcome, world) = ensured(&scene, Condition::Any(vec![bedrock, there]), Recursion::On);
        assert_eq!(outcome, Ok(()));
        assert!(world.observe().player.pos.z < -5.0);
    }

    #[test]
    fn what_holds_is_left_as_it_is() {
        let (outcome, world) = ensured(&flat(&[(Item::STICK, 4)]), Condition::holds(Item::STICK, 4), Recursion::On);
        assert_eq!((outcome, world.ticks()), (Ok(()), 20), "the look all round");
    }
}
