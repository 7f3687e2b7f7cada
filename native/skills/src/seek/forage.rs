//! Meat on the way: an agent that goes far hunts what it passes, for a hungry one neither sprints nor swims fast.

use anima_body::{Entity, EntityFlags, Inventory};
use anima_rules::{EntityKind, ItemStack, food};

use crate::Me;
use crate::threat::threats;
use crate::walk::approach::nearest_mob;
use crate::work::hunt::hunt_one;
use anima_intent::{Outcome, Reason};

/// Animals that give meat which may be eaten raw, enough of it to be worth a stop.
const GAME: [EntityKind; 3] = [EntityKind::COW, EntityKind::MOOSHROOM, EntityKind::PIG];
/// Points of food, those carried included, from which on no animal is worth a stop.
const FED: u32 = 12;
/// Grown animals of a kind that are left alive: a couple can be bred.
const COUPLE: usize = 2;
/// Blocks to an animal that each point below a full stomach is worth.
const WORTH: f64 = 1.5;
/// Ticks for one animal.
const PATIENCE: u64 = 400;
/// Ticks between two looks for one.
const EVERY: u64 = 10;

/// What is hunted on the way.
#[derive(Default)]
pub(crate) struct Forage {
    /// Animals that got away.
    left: Vec<u32>,
}

impl Forage {
    /// Whether an animal is in sight that is worth a stop now.
    pub(crate) fn is_due(&self, me: &Me) -> bool {
        me.age().is_multiple_of(EVERY) && self.prey(me).is_some()
    }

    /// Kills the nearest animal that is worth a stop, if there is one.
    ///
    /// # Errors
    /// [`Reason::Died`].
    pub(crate) async fn hunt(&mut self, me: &Me) -> Outcome {
        let Some(prey) = self.prey(me) else { return Ok(()) };
        match me.doing("hunt on the way", me.within(PATIENCE, hunt_one(me, prey))).await {
            Err(Reason::Died) => Err(Reason::Died),
            Ok(()) => Ok(()),
            Err(_) => {
                self.left.push(prey);
                Ok(())
            }
        }
    }

    fn prey(&self, me: &Me) -> Option<u32> {
        let now = me.now();
        let food = u32::from(now.player.food) + carried(me);
        if food >= FED || !threats(me).is_empty() {
            return None;
        }
        let lack = 20_u32.saturating_sub(food);
        let is_one = |kind| move |animal: &Entity| animal.kind == kind && !animal.flags.contains(EntityFlags::BABY);
        let are_many = |kind| {
            let senses = me.senses();
            senses.atlas().entities().filter(|seen| is_one(kind)(&seen.entity)).count() > COUPLE
        };
        let near = |kind| {
            let suits = |animal: &Entity| is_one(kind)(animal) && !self.left.contains(&animal.id);
            if are_many(kind) { nearest_mob(me, kind, suits) } else { None }
        };
        let animals = GAME.into_iter().filter_map(near).map(|animal| (animal.pos.distance(now.player.pos), animal.id));
        let (distance, id) = animals.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (distance <= WORTH * f64::from(lack)).then_some(id)
    }
}

/// Points of food that are carried and may be eaten.
fn carried(me: &Me) -> u32 {
    let now = me.now();
    let stacks = now.inventory.slots[..Inventory::MAIN].iter().flatten();
    let meals = stacks.filter(|stack| food::is_fit(stack.item) && me.spare(stack.item) > 0);
    let pieces = |stack: &ItemStack| u32::from(stack.count).min(me.spare(stack.item));
    meals.map(|stack| pieces(stack) * stack.item.food().map_or(0, |food| u32::from(food.points))).sum()
}

#[cfg(test)]
mod tests {
    use anima_body::ChunkPos;
    use anima_rules::Item;
    use anima_world::Scene;

    use crate::seek::explore::explore;
    use crate::testing::{Game, held};

    #[test]
    fn an_agent_that_is_hungry_on_its_way_eats_of_the_animals_that_it_passes() {
        // A couple is left alive.
        for (food, cows, eats) in [(8, 4, true), (20, 4, false), (8, 2, false)] {
            let mut scene = Scene::loaded(ChunkPos::new(-9, -9), ChunkPos::new(9, 9));
            scene.fill([-144, 63, -144], [159, 63, 159], "grass_block").start_at(0.5, 64.0, 0.5).start.food = food;
            for (x, z) in [(6.5, 2.5), (-6.5, 2.5), (2.5, 6.5), (2.5, -6.5)].into_iter().take(cows) {
                scene.mob("cow", [x, 64.0, z]);
            }
            let game = Game::by_day(&scene).with_reflexes();
            let end = game.play(1200, async |me| explore(&me, 1200, |_| false).await);
            let food_now = end.now().player.food;
            let has_hunted = food_now > food || held(&end.world, Item::BEEF) > 0;
            assert_eq!(has_hunted, eats, "at {food} food, {cows} cows: {food_now}");
            assert_eq!(food_now > 12, eats || food > 12, "at {food} food, {cows} cows: {food_now}");
        }
    }
}
