//! Breeding animals.

use std::collections::BTreeSet;

use anima_body::{Entity, EntityFlags};
use anima_rules::{EntityKind, Item, breeding};

use super::tame::{have_stand, is_sitting, is_tame, tame};
use crate::Me;
use crate::hands::hold::hold;
use crate::hands::use_on::use_on_mob;
use crate::seek::SEARCH;
use crate::seek::mob::find_mob;
use crate::walk::approach::{approach, nearest_mob};
use anima_intent::{Outcome, Reason};

/// Ticks for the way to an animal and the meal, and for the way that one is led.
const PATIENCE: u64 = 900;
/// Ticks until a meal is seen to be eaten.
const EATS: u32 = 4;
/// Ticks that two animals in love take to find each other and bear a child.
const COURTSHIP: u32 = 400;
/// Ticks after which animals that would not eat are offered food again: parents rest for 6000.
const REST: u32 = 300;
/// Blocks from the player within which a child is born to those that were fed.
const CRADLE: f64 = 16.0;
/// Blocks between two animals that find each other; those in love look for a mate within 8 (`AnimalMateGoal`).
const TOGETHER: f64 = 6.0;
/// Blocks that an animal may fall behind; it follows a player that holds its food within 10 (`TemptGoal`).
const LEASH: f64 = 7.0;
/// Blocks that a tame animal may fall behind; it follows its owner beyond 10 (`FollowOwnerGoal`).
const LEASH_OF_TAME: f64 = 12.0;
/// Ticks that an animal has to catch up.
const CATCHES_UP: u32 = 40;

/// Feeds animals of a kind, two by two, until so many young are born; what breeds only when it is tame is tamed first.
/// The two are those that stand nearest to each other; where that is too far for them to find each other, one is led to
/// the other by the food.
///
/// # Errors
/// [`Reason::Missing`] without enough food, [`Reason::NotFound`] when no other animal is found.
pub(super) async fn breed(me: &Me, kind: EntityKind, food: Item, count: u32) -> Outcome {
    let carried = me.now().inventory.count(food);
    if carried < 2 * count {
        return Err(Reason::Missing { item: food, count: 2 * count - carried });
    }
    if let Some((meal, _)) = breeding::tamed_with(kind) {
        tame(me, kind, meal, 2).await?;
    }
    let mut known = young(me, kind);
    let mut sated: BTreeSet<u32> = BTreeSet::new();
    let mut born = 0;
    while born < count {
        if let Some(couple) = couple(me, kind, &sated) {
            if let Err(reason) = lead(me, food, &couple).await {
                give_up(&mut sated, couple[1].id, reason)?;
                continue;
            }
            for animal in &couple {
                match feed(me, food, animal).await {
                    Ok(true) => {}
                    Ok(false) => drop(sated.insert(animal.id)),
                    Err(reason) => give_up(&mut sated, animal.id, reason)?,
                }
            }
            if couple.iter().all(|animal| !sated.contains(&animal.id)) {
                let is_born = |me: &Me| !young(me, kind).is_subset(&known);
                me.until(is_born, me.wait(COURTSHIP)).await;
                let now = young(me, kind);
                born += now.difference(&known).count() as u32;
                known.extend(now);
                sated.extend(couple.map(|parent| parent.id));
            }
        } else if sated.len() >= 2 {
            me.wait(REST).await;
            sated.clear();
        } else {
            find_mob(me, kind, SEARCH, |me| self::couple(me, kind, &sated).is_some()).await?;
        }
        me.tick().await;
    }
    Ok(())
}

/// What went wrong with an animal is no reason to give up the others, unless it is the player's own.
fn give_up(sated: &mut BTreeSet<u32>, animal: u32, reason: Reason) -> Outcome {
    match reason {
        Reason::Died | Reason::Missing { .. } => Err(reason),
        _ => {
            sated.insert(animal);
            Ok(())
        }
    }
}

/// The grown animal that is nearest, those in love before others, and the one nearest to it; none of them sated.
fn couple(me: &Me, kind: EntityKind, sated: &BTreeSet<u32>) -> Option<[Entity; 2]> {
    let needs_tame = breeding::tamed_with(kind).is_some();
    let fits = |animal: &Entity| is_grown(animal) && !sated.contains(&animal.id) && (!needs_tame || is_tame(animal));
    let in_love = near(me, kind, is_in_love);
    let one = nearest_mob(me, kind, |animal| fits(animal) && in_love.contains(&animal.id));
    let one = one.or_else(|| nearest_mob(me, kind, fits))?;
    let senses = me.senses();
    let others = senses.atlas().entities().map(|seen| &seen.entity);
    let others = others.filter(|animal| animal.kind == kind && animal.id != one.id && fits(animal));
    let distance = |animal: &Entity| animal.pos.distance_squared(one.pos);
    let other = others.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id))).cloned()?;
    Some([other, one])
}

/// Leads the second of two animals to the first, which follows who holds its food.
async fn lead(me: &Me, food: Item, [other, one]: &[Entity; 2]) -> Outcome {
    let place = |me: &Me, animal: &Entity| me.senses().atlas().entity(animal.id).map(|seen| seen.pos);
    // What is tame follows whatever its owner holds, and from farther off.
    let leash = if is_tame(one) { LEASH_OF_TAME } else { LEASH };
    let is_behind = |me: &Me| place(me, one).is_none_or(|pos| pos.distance(me.now().player.pos) > leash);
    let are_together = |me: &Me| match (place(me, one), place(me, other)) {
        (Some(one), Some(other)) => one.distance(other) <= TOGETHER,
        _ => true,
    };
    let way = async {
        for animal in [other, one].into_iter().filter(|animal| is_sitting(animal)) {
            have_stand(me, animal).await?;
        }
        while !are_together(me) {
            approach(me, one.id, 3).await?;
            hold(me, food.name(), |stack| stack.item == food).await?;
            me.until(|me| is_behind(me) || are_together(me), approach(me, other.id, 2)).await.unwrap_or(Ok(()))?;
            me.until(|me| !is_behind(me) || are_together(me), me.wait(CATCHES_UP)).await;
            me.tick().await;
        }
        Ok(())
    };
    me.within(PATIENCE, way).await
}

/// Offers food to an animal, and tells whether it is in love then.
async fn feed(me: &Me, food: Item, animal: &Entity) -> Outcome<bool> {
    if me.senses().atlas().entity(animal.id).is_some_and(is_in_love) {
        return Ok(true);
    }
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
    let has_eaten = |me: &Me| me.now().inventory.count(food) < before;
    me.wait_for_answer(EATS, has_eaten).await;
    Ok(has_eaten(me))
}

fn is_grown(animal: &Entity) -> bool {
    !animal.flags.contains(EntityFlags::BABY)
}

fn is_in_love(animal: &Entity) -> bool {
    animal.flags.contains(EntityFlags::IN_LOVE)
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
    use anima_world::{Options, Scene};

    use super::*;
    use crate::testing::{Game, Trial, flat, held, quiet};

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
    fn wolves_are_tamed_first() {
        let mut scene = flat(&[(Item::BONE, 24), (Item::BEEF, 2)]);
        scene.mob("wolf", [9.5, 64.0, 3.5]).mob("wolf", [-12.5, 64.0, -6.5]);
        for seed in 0..5 {
            let world = scene.world(Options { seed, day_time: Some(6000), ..quiet() });
            let act = Act::Breed { mob: EntityKind::WOLF, food: Item::BEEF, count: 1 };
            let trial = Game::of(world).perform(3000, act.clone(), None);
            trial.succeeds();
            assert_eq!(trial.world.census()[&EntityKind::WOLF], 3, "{seed}");
        }
        let act = Act::Breed { mob: EntityKind::WOLF, food: Item::BEEF, count: 1 };
        let mut scene = flat(&[(Item::BEEF, 2)]);
        scene.mob("wolf", [5.5, 64.0, 3.5]).mob("wolf", [-5.5, 64.0, -6.5]);
        let trial = Game::by_day(&scene).perform(500, act, None);
        assert_eq!(trial.outcome, Some(Err(Reason::Missing { item: Item::BONE, count: 1 })));
    }

    #[test]
    fn one_is_led_to_another_that_is_far_away() {
        let mut scene = flat(&[(Item::WHEAT, 2)]);
        scene.mob("cow", [14.5, 64.0, 3.5]).mob("cow", [-14.5, 64.0, -6.5]);
        for seed in 0..8 {
            let world = scene.world(Options { seed, day_time: Some(6000), ..quiet() });
            let trial =
                Game::of(world).perform(3000, Act::Breed { mob: EntityKind::COW, food: Item::WHEAT, count: 1 }, None);
            trial.succeeds();
            assert_eq!(trial.world.census()[&EntityKind::COW], 3, "{seed}");
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
