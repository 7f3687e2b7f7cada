//! Taming animals by feeding them.

use anima_body::{Entity, EntityFlags};
use anima_rules::{EntityKind, Item, ItemStack};

use crate::Me;
use crate::hands::use_on::{touch_mob, use_on_mob};
use crate::hands::window::close_window;
use crate::seek::SEARCH;
use crate::seek::mob::find_mob;
use crate::walk::approach::{approach, nearest_mob};
use anima_intent::{Outcome, Reason};

/// Ticks for the way to an animal and one meal.
const PATIENCE: u64 = 900;
/// Ticks until it is seen what a meal, or a word to sit or stand, did.
const SHOWS: u32 = 4;

/// Feeds wild animals of a kind until so many tame ones are known, and has each stand up again, so that it comes along.
///
/// # Errors
/// [`Reason::Missing`] when the meals are used up; [`Reason::NotFound`] when no more such animals are found.
pub(super) async fn tame(me: &Me, kind: EntityKind, meal: Item, count: usize) -> Outcome {
    me.doing(format!("tame {count} {kind}"), async {
        while known(me, kind, is_tame).len() < count {
            if me.now().inventory.count(meal) == 0 {
                return Err(Reason::Missing { item: meal, count: 1 });
            }
            let is_wild = |animal: &Entity| !is_tame(animal) && is_calm(animal);
            let Some(wild) = nearest_mob(me, kind, is_wild) else {
                let seen = |me: &Me| nearest_mob(me, kind, is_wild).is_some();
                find_mob(me, kind, SEARCH, seen).await?;
                me.tick().await;
                continue;
            };
            match me.within(PATIENCE, feed(me, meal, &wild)).await {
                Ok(()) | Err(Reason::NotFound(_)) => {}
                Err(reason @ (Reason::Died | Reason::Missing { .. })) => return Err(reason),
                Err(_) => me.senses_mut().atlas_mut().let_be(wild.id, PATIENCE),
            }
            me.tick().await;
        }
        for animal in known(me, kind, |animal| is_tame(animal) && is_sitting(animal)) {
            have_stand(me, &animal).await?;
        }
        Ok(())
    })
    .await
}

/// Feeds an animal until it is tame.
async fn feed(me: &Me, meal: Item, animal: &Entity) -> Outcome {
    while !me.senses().atlas().entity(animal.id).is_some_and(is_tame) {
        if me.now().inventory.count(meal) == 0 {
            return Err(Reason::Missing { item: meal, count: 1 });
        }
        approach(me, animal.id, 2).await?;
        let before = me.now().inventory.count(meal);
        if use_on_mob(me, meal, animal).await?.is_some() {
            me.wait_for_answer(SHOWS, |me| me.now().inventory.count(meal) < before).await;
        }
    }
    Ok(())
}

/// Has a tame animal that sits stand up: by a hand that holds neither food, which it may eat, nor a dye, which colours
/// its collar.
pub(super) async fn have_stand(me: &Me, animal: &Entity) -> Outcome {
    let is_of_use = |stack: &ItemStack| stack.item.food().is_some() || stack.item.name().ends_with("_dye");
    me.within(PATIENCE, async {
        while me.senses().atlas().entity(animal.id).is_some_and(is_sitting) {
            approach(me, animal.id, 2).await?;
            close_window(me).await?;
            let inventory = me.now().inventory.clone();
            if inventory.held().as_ref().is_some_and(is_of_use) {
                let plain = inventory.slots[..9].iter().position(|slot| !slot.as_ref().is_some_and(is_of_use));
                me.hotbar(plain.ok_or(Reason::InventoryFull)? as u8);
                me.tick().await;
            }
            if touch_mob(me, animal).await?.is_some() {
                let stands = |me: &Me| !me.senses().atlas().entity(animal.id).is_some_and(is_sitting);
                me.wait_for_answer(SHOWS, stands).await;
            }
        }
        Ok(())
    })
    .await
}

/// Whether an animal is tame.
pub(super) fn is_tame(animal: &Entity) -> bool {
    animal.flags.contains(EntityFlags::TAME)
}

/// Whether an animal sits.
pub(super) fn is_sitting(animal: &Entity) -> bool {
    animal.flags.contains(EntityFlags::SITTING)
}

/// Whether an animal can be tamed now: it is not after anybody.
fn is_calm(animal: &Entity) -> bool {
    !animal.flags.intersects(EntityFlags::AGGRESSIVE | EntityFlags::BABY | EntityFlags::DYING)
}

/// The grown animals of a kind that are known and fit.
fn known(me: &Me, kind: EntityKind, fits: impl Fn(&Entity) -> bool) -> Vec<Entity> {
    let senses = me.senses();
    let seen = senses.atlas().entities().map(|seen| &seen.entity);
    seen.filter(|animal| animal.kind == kind && !animal.flags.contains(EntityFlags::BABY) && fits(animal))
        .cloned()
        .collect()
}
