//! Reaching a condition by an act, whose own conditions are reached first.

use std::future::Future;
use std::pin::Pin;

use anima_body::{Entity, Inventory};
use anima_intent::{Act, Condition, Judge, OneOf, Outcome, Reason, Sought, kind_skill};
use anima_rules::DAY;
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{
    Effort, Given, Kind, Missing, Planner, Step, Stock, Way, met_soonest, typical_effort, ways,
};
use anima_rules::{EntityKind, Item, ItemStack, breeding};

use crate::Me;
use crate::perform::{perform, to_lay};
use crate::work::station::stations_at_hand;

/// Conditions of conditions that are reached, one below the other.
const DEEPEST: u32 = 24;
/// Acts, and conditions of theirs, for one condition.
const TRIES: u32 = 24;
/// Ticks that a piece of coal burns.
const COAL: u32 = 1600;
/// Items or mobs of a family that are tried one after the other.
const CHOICE: usize = 3;

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
                if parts.iter().any(|part| holds(me, part)) {
                    return Ok(());
                }
                let mut outcome = Err(Reason::not_found("anything to do"));
                for part in parts {
                    outcome = reach(me, part, depth).await;
                    if outcome.is_ok() || outcome == Err(Reason::Died) {
                        break;
                    }
                }
                outcome
            }
            Condition::Holds { items, count } if items.any_of.len() > 1 => {
                // They count together, and where one is not to be had another may be.
                let lack = |me: &Me| count.saturating_sub(held(me, &items));
                let mut outcome = Ok(());
                for item in cheapest(me, &items, lack(me)).into_iter().take(CHOICE) {
                    if lack(me) == 0 {
                        return Ok(());
                    }
                    let more = me.now().inventory.count(item) + lack(me);
                    outcome = reach_leaf(me, &Condition::holds(item, more), depth).await;
                    if outcome == Err(Reason::Died) {
                        break;
                    }
                }
                if lack(me) == 0 { Ok(()) } else { outcome }
            }
            leaf => reach_leaf(me, &leaf, depth).await,
        }
    })
}

/// Reaches a condition that has no parts: by one act, or, where it is counted, by as many as it takes.
async fn reach_leaf(me: &Me, leaf: &Condition, depth: u32) -> Outcome {
    let (mut left, mut tries) = (leaf.wanted(), 0);
    let mut vain = Vec::new();
    while tries < TRIES {
        tries += 1;
        if holds(me, leaf) {
            return Ok(());
        }
        let act = act_for(me, leaf, left, &vain)?;
        act.skill()?;
        match (act.simulate(&mut stock(me)), &act, leaf) {
            (Ok(()), Act::Kill { mob, .. }, Condition::Killed { mobs, .. }) if mobs.any_of.len() > 1 => {
                match perform(me, &act, 1).await {
                    Ok(()) => left -= 1,
                    Err(Reason::NotFound(_) | Reason::Unreachable { .. })
                        if vain.len() + 1 < mobs.any_of.len().min(CHOICE) =>
                    {
                        vain.push(*mob)
                    }
                    Err(reason) => return Err(reason),
                }
                tries = 0;
            }
            (Ok(()), ..) => {
                perform(me, &act, 1).await?;
                if !is_state(leaf) {
                    left = left.saturating_sub(share(&act));
                    tries = 0;
                }
            }
            (Err(missing), ..) if depth > 0 => reach(me, condition_for(me, &act, &missing), depth - 1).await?,
            (Err(missing), ..) => return Err(Reason::from(&missing)),
        }
        if left == 0 {
            return Ok(());
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

/// How much of what is counted an act does.
fn share(act: &Act) -> u32 {
    match act {
        Act::Obtain(step) => step.count,
        Act::Kill { count, .. }
        | Act::Breed { count, .. }
        | Act::Place { count, .. }
        | Act::Plant { count, .. }
        | Act::Deposit { count, .. } => *count,
        _ => 1,
    }
}

/// The act that leads to a condition of which so much is `left`, given what is carried and at hand; it kills none of the
/// mobs that were looked for in `vain`.
fn act_for(me: &Me, leaf: &Condition, left: u32, vain: &[EntityKind]) -> Outcome<Act> {
    let inventory = &me.now().inventory;
    let first = |items: &OneOf<Item>| cheapest(me, items, left).first().copied();
    // What is carried before what is to be had: what there is most of.
    let some = |items: &OneOf<Item>| {
        let carried = items.any_of.iter().copied().filter(|item| inventory.count(*item) > 0);
        let most = carried.max_by_key(|item| inventory.count(*item));
        let some = most.map(|item| (item, inventory.count(item).min(left)));
        some.or_else(|| Some((first(items)?, left))).ok_or_else(|| Reason::not_found(items.to_string()))
    };
    Ok(match leaf {
        Condition::Holds { items, count } => obtaining(me, some(items)?.0, *count, Made::Anyhow)?,
        Condition::Crafted { items, .. } => {
            let item = first(items).ok_or_else(|| Reason::not_found(items.to_string()))?;
            obtaining(me, item, inventory.count(item) + left, Made::Crafted)?
        }
        Condition::Wears { items } => Act::Equip(some(items)?.0),
        Condition::InChest { items, .. } => {
            let (item, count) = some(items)?;
            Act::Deposit { item, count }
        }
        Condition::Placed { items, .. } => {
            let (item, count) = some(items)?;
            Act::Place { item, count, at: None }
        }
        Condition::Planted { items, .. } => {
            let (seeds, count) = some(items)?;
            Act::Plant { seeds, count }
        }
        Condition::Built { blueprint } => Act::Build { blueprint: blueprint.clone(), to_lay: to_lay(me, blueprint) },
        Condition::Killed { mobs, .. } => {
            let mob = handiest(me, mobs, vain).ok_or_else(|| Reason::not_found(mobs.to_string()))?;
            // The next of several kinds may be another one.
            Act::Kill { mob, count: if mobs.any_of.len() > 1 { 1 } else { left } }
        }
        Condition::Bred { mob, .. } => {
            let foods = breeding::foods(*mob).iter().copied();
            let food = foods.rev().max_by_key(|food| inventory.count(*food));
            let food = food.ok_or_else(|| Reason::NoSkill(format!("breeding {mob}").into()))?;
            Act::Breed { mob: *mob, food, count: left }
        }
        Condition::At { x, y, z } => Act::GoTo { x: *x, y: *y, z: *z },
        Condition::Explored { biomes } => Act::Explore(Sought::Biomes(biomes.clone())),
        Condition::Slept { .. } => Act::Sleep,
        Condition::Survived { .. } => Act::Wait { ticks: DAY },
        Condition::All(_) | Condition::Any(_) => return Err(Reason::unexpected("the parts come one by one")),
    })
}

/// The kind of mob that is met first: the nearest that was seen, or else the one that is usually met soonest.
fn handiest(me: &Me, mobs: &OneOf<EntityKind>, vain: &[EntityKind]) -> Option<EntityKind> {
    let from = me.now().player.pos;
    let senses = me.senses();
    let away = |mob: EntityKind| {
        // One that was just killed lies there for a second.
        let lives = |entity: &Entity| entity.kind == mob && entity.health.is_some_and(|health| health > 0.0);
        let seen = senses.atlas().entities().filter(|seen| lives(&seen.entity));
        seen.map(|seen| seen.entity.pos.distance(from)).min_by(f64::total_cmp)
    };
    met_soonest(mobs.any_of.iter().copied().filter(|mob| !vain.contains(mob)), away)
}

/// How something is to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// In any way.
    Anyhow,
    /// Only by what the game counts as crafting.
    Crafted,
}

/// What a body can do, with the effort that it usually takes.
fn effort(way: &Way) -> Effort {
    if kind_skill(&way.kind).is_ok() { typical_effort(way) } else { Effort::IMPOSSIBLE }
}

/// Some items, those first of which a block was seen, then those that are had soonest.
fn cheapest(me: &Me, items: &OneOf<Item>, lack: u32) -> Vec<Item> {
    let planner = Planner::new(&effort);
    let senses = me.senses();
    let is_seen = |item: Item| {
        let mined = |way: &Way| match way.kind {
            Kind::Mine(block) => senses.atlas().places(block).next().is_some(),
            _ => false,
        };
        ways(item).iter().any(mined)
    };
    let mut ranked: Vec<(bool, f32, Item)> =
        items.any_of.iter().map(|item| (!is_seen(*item), planner.estimate(*item, lack), *item)).collect();
    ranked.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    ranked.into_iter().map(|(.., item)| item).collect()
}

/// The last step of the cheapest plan to hold so many of an item.
fn obtaining(me: &Me, item: Item, count: u32, made: Made) -> Outcome<Act> {
    let is_other = |way: &Way| made == Made::Crafted && way.item == item && !way.kind.is_crafting();
    let of = |way: &Way| if is_other(way) { Effort::IMPOSSIBLE } else { effort(way) };
    let planner = Planner::new(&of);
    let (carried, stations) = (carried(&me.now().inventory), stations_at_hand(me));
    let plan = planner.plan(&[(item, count)], &Given { items: &carried, stations: &stations });
    let mut steps = plan.map_err(|why| Reason::NoSkill(why.to_string().into()))?.steps;
    steps.pop().map(Act::Obtain).ok_or_else(|| Reason::not_found(item))
}

/// How many of some items are carried together.
fn held(me: &Me, items: &OneOf<Item>) -> u32 {
    let now = me.now();
    items.any_of.iter().map(|item| now.inventory.count(*item)).sum()
}

fn carried(inventory: &Inventory) -> Vec<ItemStack> {
    inventory.slots.iter().flatten().copied().collect()
}

fn stock(me: &Me) -> Stock {
    Stock::of(&Given { items: &carried(&me.now().inventory), stations: &stations_at_hand(me) })
}

/// What is to hold before an act that lacks something.
fn condition_for(me: &Me, act: &Act, missing: &Missing) -> Condition {
    let held = |item: Item| me.now().inventory.count(item);
    match missing {
        // A bed of any colour is slept in; one that is placed or crafted from is that very one.
        Missing::Items(_, count) if *act == Act::Sleep => {
            let items = OneOf { name: "bed".to_owned(), any_of: ItemTag::Beds.members().to_vec() };
            Condition::Holds { items, count: *count }
        }
        Missing::Items(item, count) if ItemTag::Coals.contains(*item) && burns(act, *item) => {
            let count = held(*item) + count;
            let other = ItemTag::Coals.members().iter().filter(|other| *other != item);
            Condition::Any([item].into_iter().chain(other).map(|coal| Condition::holds(*coal, count)).collect())
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
            // A furnace is fed with one of them alone.
            let coals = ItemTag::Coals.members().iter();
            Condition::Any(coals.map(|coal| Condition::holds(*coal, held(*coal) + count)).collect())
        }
    }
}

/// Whether an act burns an item as fuel, and uses it for nothing else.
fn burns(act: &Act, item: Item) -> bool {
    let is_fuel = |step: &Step| {
        step.fuel.is_some_and(|fuel| fuel.item == item) && step.materials.iter().all(|(other, _)| *other != item)
    };
    act.step().is_some_and(is_fuel)
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::Fuel;
    use anima_world::{GameRules, Options, Scene};

    use super::*;
    use crate::testing::{Game, flat, held, last_step, play, with};

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
    fn of_several_conditions_one_that_holds_is_enough() {
        let scene = flat(&[(Item::STICK, 1)]);
        let any = Condition::Any(vec![Condition::holds(Item::DIAMOND, 1), Condition::holds(Item::STICK, 1)]);
        let end = Game::by_day(&scene).play(100, |me| async move { ensure(&me, &any, Recursion::On).await });
        assert_eq!((end.outcome.clone(), end.world.ticks()), (Some(Ok(())), 0));
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
    fn as_many_nights_are_slept_through_as_are_asked_for() {
        let mut scene = flat(&[]);
        scene.set([9, 64, 5], "red_bed[part=foot,facing=south]").set([9, 64, 6], "red_bed[part=head,facing=south]");
        let rules = GameRules { do_mob_spawning: false, ..GameRules::default() };
        let world = scene.world(Options { rules, day_time: Some(12_000), ..Options::default() });
        let slept = Condition::Slept { nights: 2 };
        let end = Game::of(world).after(20).play(40_000, |me| async move { ensure(&me, &slept, Recursion::On).await });
        assert_eq!(end.outcome, Some(Ok(())));
        assert!(end.world.ticks() > 12_000, "one night is over after {} ticks", end.world.ticks());
        let slept = end.world.tally().count(anima_body::Stat::Custom(anima_body::Custom::SleepInBed));
        assert_eq!(slept, 2);
    }

    #[test]
    fn beds_of_any_colour_count_together() {
        let beds = || OneOf { name: "bed".to_owned(), any_of: ItemTag::Beds.members().to_vec() };
        let scene = flat(&[(Item::RED_BED, 1), (Item::WHITE_BED, 1), (Item::LIME_BED, 1)]);
        let (outcome, world) = ensured(&scene, Condition::Placed { items: beds(), count: 3 }, Recursion::Off);
        assert_eq!(outcome, Ok(()));
        assert_eq!(world.observe().inventory.slots.iter().flatten().count(), 0);
        let (outcome, _) = ensured(&scene, Condition::Holds { items: beds(), count: 3 }, Recursion::Off);
        assert_eq!(outcome, Ok(()));
        // One that is to be placed is that very one.
        let red = Condition::Placed { items: OneOf::just(Item::RED_BED), count: 2 };
        let (outcome, _) = ensured(&scene, red, Recursion::On);
        assert!(
            matches!(outcome, Err(reason) if !matches!(reason, Reason::Unexpected(_))),
            "a second one is looked for"
        );
    }

    #[test]
    fn an_agent_puts_no_more_into_a_chest_than_is_still_missing_there() {
        let planks = OneOf { name: "planks".to_owned(), any_of: vec![Item::OAK_PLANKS, Item::BIRCH_PLANKS] };
        let mut scene = flat(&[(Item::OAK_PLANKS, 5), (Item::BIRCH_PLANKS, 9)]);
        scene.set([4, 64, 3], "chest");
        let stored = Condition::InChest { items: planks, count: 12 };
        let (outcome, world) = ensured(&scene, stored, Recursion::Off);
        assert_eq!(outcome, Ok(()));
        assert_eq!((held(&world, Item::BIRCH_PLANKS), held(&world, Item::OAK_PLANKS)), (0, 2));
    }

    #[test]
    fn where_there_is_no_coal_charcoal_is_had() {
        let coals = OneOf { name: "coals".to_owned(), any_of: ItemTag::Coals.members().to_vec() };
        let scene = with(yard(), &[(Item::FURNACE, 1)]);
        let end = Game::by_day(&scene).after(20).play(30_000, |me| async move {
            let fuel = Some(Fuel { item: Item::COAL, count: 1 });
            let step = Step { fuel, ..last_step(&me, Item::CHARCOAL, 1) };
            let lacks = condition_for(&me, &Act::Obtain(step), &Missing::Items(Item::COAL, 1));
            assert_eq!(
                lacks,
                Condition::Any(ItemTag::Coals.members().iter().map(|coal| Condition::holds(*coal, 1)).collect())
            );
            ensure(&me, &Condition::Holds { items: coals, count: 1 }, Recursion::On).await
        });
        assert_eq!((end.outcome, held(&end.world, Item::CHARCOAL)), (Some(Ok(())), 1));
    }

    #[test]
    fn of_a_family_that_is_had_which_is_in_sight() {
        for (block, log) in [("birch_log", Item::BIRCH_LOG), ("spruce_log", Item::SPRUCE_LOG)] {
            let mut scene = flat(&[]);
            scene.fill([6, 64, 6], [6, 68, 6], block);
            let any_of = vec![Item::OAK_LOG, Item::SPRUCE_LOG, Item::BIRCH_LOG, Item::JUNGLE_LOG];
            let logs = OneOf { name: "log".to_owned(), any_of };
            let (outcome, world) = play(&scene, async move |me| {
                assert_eq!(cheapest(&me, &logs, 2).first(), Some(&log));
                ensure(&me, &Condition::Holds { items: logs, count: 2 }, Recursion::On).await
            });
            assert_eq!((outcome, held(&world, log) >= 2), (Ok(()), true));
        }
    }

    #[test]
    fn where_one_of_a_family_is_not_found_another_is_had() {
        let any_of = vec![Item::SAND, Item::STONE_AXE];
        let either = OneOf { name: "either".to_owned(), any_of };
        let (outcome, world) = play(&yard(), async move |me| {
            assert_eq!(cheapest(&me, &either, 1), either.any_of, "sand is had sooner where there is some");
            ensure(&me, &Condition::Holds { items: either, count: 1 }, Recursion::On).await
        });
        assert_eq!((outcome, held(&world, Item::STONE_AXE)), (Ok(()), 1));
    }

    #[test]
    fn of_a_family_the_mobs_are_killed_that_are_there() {
        let mut scene = flat(&[(Item::IRON_SWORD, 1)]);
        scene.mob("sheep", [9.5, 64.0, -6.5]).mob("chicken", [-9.5, 64.0, -6.5]);
        let any_of = vec![EntityKind::COW, EntityKind::PIG, EntityKind::SHEEP, EntityKind::CHICKEN];
        let animals = Condition::Killed { mobs: OneOf { name: "animal".to_owned(), any_of }, count: 2 };
        let (outcome, world) = ensured(&scene, animals, Recursion::On);
        assert_eq!(outcome, Ok(()));
        assert!(!world.census().contains_key(&EntityKind::SHEEP) && !world.census().contains_key(&EntityKind::CHICKEN));
        assert!(world.ticks() < 1500, "{} ticks", world.ticks());
    }

    #[test]
    fn what_holds_is_left_as_it_is() {
        let (outcome, world) = ensured(&flat(&[(Item::STICK, 4)]), Condition::holds(Item::STICK, 4), Recursion::On);
        assert_eq!((outcome, world.ticks()), (Ok(()), 20), "the look all round");
    }
}
