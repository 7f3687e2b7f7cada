//! Breeding animals.

use std::collections::BTreeSet;

use anima_body::{Entity, EntityFlags};
use anima_rules::{EntityKind, Item};

use crate::Me;
use crate::hands::use_on::use_on_mob;
use crate::seek::SEARCH;
use crate::seek::explore::explore;
use crate::walk::approach::{approach, nearest_mob};
use anima_intent::{Outcome, Reason};

/// Ticks for the way to an animal and the meal.
const PATIENCE: u64 = 900;
/// Ticks until a meal is seen to be eaten.
const EATS: u32 = 4;
/// Ticks that two animals in love take to find each other and bear a child.
const COURTSHIP: u32 = 400;
/// Ticks after which animals that would not eat are offered food again: parents rest for 6000.
const REST: u32 = 300;
/// Blocks from the player within which a child is born to those that were fed.
const CRADLE: f64 = 16.0;

/// Feeds animals of a kind, two by two, until so many young are born.
///
/// # Errors
/// [`Reason::Missing`] without enough food, [`Reason::NotFound`] when no other animal is found.
pub(super) async fn breed(me: &Me, kind: EntityKind, food: Item, count: u32) -> Outcome {
    let carried = me.now().inventory.count(food);
    if carried < 2 * count {
        return Err(Reason::Missing { item: food, count: 2 * count - carried });
    }
    let mut known = young(me, kind);
    let mut sated: BTreeSet<u32> = BTreeSet::new();
    let mut born = 0;
    while born < count {
        if lovers(me, kind) >= 2 {
            let is_born = |me: &Me| young(me, kind).len() > known.len() && !young(me, kind).is_subset(&known);
            me.until(is_born, me.wait(COURTSHIP)).await;
            let now = young(me, kind);
            born += now.difference(&known).count() as u32;
            known.extend(now);
        } else {
            let hungry = |animal: &Entity| is_grown(animal) && !is_in_love(animal) && !sated.contains(&animal.id);
            match nearest_mob(me, kind, hungry) {
                Some(animal) => match feed(me, food, &animal).await {
                    Ok(true) => {}
                    Ok(false) => drop(sated.insert(animal.id)),
                    Err(reason @ (Reason::Died | Reason::Missing { .. })) => return Err(reason),
                    Err(_) => drop(sated.insert(animal.id)),
                },
                None if sated.len() >= 2 => {
                    me.wait(REST).await;
                    sated.clear();
                }
                None => {
                    let search = explore(me, SEARCH, |me| nearest_mob(me, kind, hungry).is_some());
                    match me.doing(format!("look for another {kind}"), search).await {
                        Err(Reason::TookTooLong) => return Err(Reason::not_found(kind)),
                        outcome => outcome?,
                    }
                }
            }
        }
        me.tick().await;
    }
    Ok(())
}

/// Offers food to an animal, and tells whether it ate.
async fn feed(me: &Me, food: Item, animal: &Entity) -> Outcome<bool> {
    let before = me.now().inventory.count(food);
    if before == 0 {
        return Err(Reason::Missing { item: food, count: 1 });
    }
    me.within(PATIENCE, async {
        loop {
            approach(me, animal.id, 2).await?;
            if use_on_mob(me, food, animal).await?.is_some() {
                return Ok(());
            }
        }
    })
    .await?;
    me.wait_for_answer(EATS).await;
    Ok(me.now().inventory.count(food) < before)
}

fn is_grown(animal: &Entity) -> bool {
    !animal.flags.contains(EntityFlags::BABY)
}

fn is_in_love(animal: &Entity) -> bool {
    animal.flags.contains(EntityFlags::IN_LOVE)
}

/// How many animals in love are seen near.
fn lovers(me: &Me, kind: EntityKind) -> usize {
    near(me, kind, is_in_love).len()
}

/// The young that are seen near.
fn young(me: &Me, kind: EntityKind) -> BTreeSet<u32> {
    near(me, kind, |animal| !is_grown(animal))
}

fn near(me: &Me, kind: EntityKind, is_one: impl Fn(&Entity) -> bool) -> BTreeSet<u32> {
    let from = me.now().player.pos;
    let senses = me.senses();
    let seen = senses.atlas().entities().map(|seen| &seen.entity);
    let fit = seen.filter(|animal| animal.kind == kind && animal.pos.distance(from) <= CRADLE && is_one(animal));
    fit.map(|animal| animal.id).collect()
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_world::Scene;

    use super::*;
    use crate::testing::{Game, Trial, flat, held};

    fn bred(scene: &Scene, mob: EntityKind, food: Item, count: u32) -> Trial {
        Game::by_day(scene).perform(5000, Act::Breed { mob, food, count }, None)
    }

    #[test]
    fn two_are_fed_and_there_is_one_more() {
        for (kind, food) in
            [(EntityKind::COW, Item::WHEAT), (EntityKind::CHICKEN, Item::WHEAT_SEEDS), (EntityKind::PIG, Item::CARROT)]
        {
            let mut scene = flat(&[(food, 4)]);
            scene.mob(kind.name(), [9.5, 64.0, 3.5]).mob(kind.name(), [-6.5, 64.0, 8.5]);
            let trial = bred(&scene, kind, food, 1);
            trial.succeeds();
            assert_eq!((trial.world.census()[&kind], held(&trial.world, food)), (3, 2));
        }
    }

    #[test]
    fn others_are_fed_while_the_parents_rest() {
        let mut scene = flat(&[(Item::WHEAT, 6)]);
        for (x, z) in [(6.5, 3.5), (-6.5, 4.5), (3.5, -7.5), (-2.5, -9.5)] {
            scene.mob("sheep", [x, 64.0, z]);
        }
        let trial = bred(&scene, EntityKind::SHEEP, Item::WHEAT, 2);
        trial.succeeds();
        assert_eq!(trial.world.census()[&EntityKind::SHEEP], 6);
    }

    #[test]
    fn without_food_or_a_second_animal_nothing_is_born() {
        let mut scene = flat(&[(Item::WHEAT, 1)]);
        scene.mob("cow", [6.5, 64.0, 3.5]);
        let lacks = bred(&scene, EntityKind::COW, Item::WHEAT, 1).outcome;
        assert_eq!(lacks, Some(Err(Reason::Missing { item: Item::WHEAT, count: 1 })));
        scene.give(anima_rules::ItemStack::new(Item::WHEAT, 3));
        let alone =
            Game::by_day(&scene).perform(8000, Act::Breed { mob: EntityKind::COW, food: Item::WHEAT, count: 1 }, None);
        assert!(
            matches!(alone.outcome, Some(Err(_))) && alone.world.census()[&EntityKind::COW] == 1,
            "{:?}",
            alone.outcome
        );
    }
}
