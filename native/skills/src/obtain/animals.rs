//! Waiting near animals for what they lay or shed: the eggs of chickens, the scutes of turtles that grow up.

use std::collections::BTreeMap;

use anima_body::{BlockPos, Entity, EntityFlags, Inventory};
use anima_intent::{Outcome, Reason};
use anima_rules::techtree::Step;
use anima_rules::{EntityKind, Item, breeding};

use super::blocks::wild_plants;
use crate::Me;
use crate::hands::hold::hold;
use crate::hands::use_on::use_on_mob;
use crate::me::sun::is_night;
use crate::refuge::stay::stay;
use crate::seek::SEARCH;
use crate::seek::mob::find_mob;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::approach::{approach, nearest_mob};
use crate::work::collect::{Supply, collect};
use crate::work::mine::mine_with;
use crate::work::room::make_room;

/// Ticks that one wait takes before the next animal is looked after.
const SPELL: u64 = 300;
/// The same by night, which is spent in a shelter.
const NIGHT_SPELL: u64 = 1200;
/// Blocks within which what lies about is fetched, and animals are looked after.
const AROUND: f64 = 48.0;
/// Blocks from an animal within which it is waited for.
const NEAR: f64 = 6.0;
/// Blocks within which animals follow a player that holds their food (`TemptGoal`), with something to spare.
const LEASH: f64 = 8.0;
/// Ticks for the way to an animal.
const PATIENCE: u64 = 900;
/// What turtles eat; the young grow up sooner by it (`PassiveEntity.growUp`).
const TURTLE_FOOD: Item = Item::SEAGRASS;

/// Waits near animals of a kind until they have laid or shed as much as a step says, and picks it up.
///
/// # Errors
/// [`Reason::NotFound`] if no such animal is found, [`Reason::Died`].
pub(super) async fn wait_for(me: &Me, step: &Step, mob: EntityKind) -> Outcome {
    me.doing(format!("wait for {} {}", step.count, step.item), async {
        let goal = me.now().inventory.count(step.item) + step.count;
        let mut herd = Herd { mob, item: step.item, looked_after: BTreeMap::new() };
        take_bait(me, mob).await?;
        while me.now().inventory.count(step.item) < goal {
            let before = me.now().inventory.count(step.item);
            if let Some(pos) = lies_about(me, step.item) {
                make_room(me, step.item, 1).await?;
                collect(me, pos, 2.0, Supply::Rare, |item| item == step.item).await?;
            }
            if me.now().inventory.count(step.item) == before {
                // What lies where no way leads is left.
                if let Some(pos) = lies_about(me, step.item) {
                    me.senses_mut().atlas_mut().give_up(pos, LEAVE_ALONE);
                }
                herd.wait(me).await?;
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// Picks something that the animals eat, if it grows near and none is carried: they follow a player that holds it.
async fn take_bait(me: &Me, mob: EntityKind) -> Outcome {
    if bait(me, mob).is_some() || is_night(&me.now()) {
        return Ok(());
    }
    let bare = |_: &Inventory, _| None;
    for food in breeding::foods(mob) {
        let plants = wild_plants(*food);
        if plants.is_empty() {
            continue;
        }
        match me.within(PATIENCE, mine_with(me, *food, 1, &plants, &bare)).await {
            Err(Reason::Died) => return Err(Reason::Died),
            _ => break,
        }
    }
    Ok(())
}

/// What is carried that the animals eat.
fn bait(me: &Me, mob: EntityKind) -> Option<Item> {
    breeding::foods(mob).iter().copied().find(|food| me.now().inventory.count(*food) > 0)
}

/// Where the nearest of an item lies that is in sight or was lately.
fn lies_about(me: &Me, item: Item) -> Option<BlockPos> {
    let from = me.now().player.pos;
    let lies = |entity: &Entity| {
        entity.item.is_some_and(|stack| stack.item == item)
            && entity.pos.distance(from) <= AROUND
            && !me.senses().atlas().is_given_up(BlockPos::containing(entity.pos))
    };
    nearest_mob(me, EntityKind::ITEM, lies).map(|entity| BlockPos::containing(entity.pos))
}

/// The animals that are waited for.
struct Herd {
    mob: EntityKind,
    item: Item,
    /// When each was gone to last. They stray: what one lays out of sight is found in time if all are visited by turns.
    looked_after: BTreeMap<u32, u64>,
}

impl Herd {
    /// Whether an animal gives the item, sooner or later: chickens that are grown, turtles that are not.
    fn gives(&self, entity: &Entity) -> bool {
        entity.kind == self.mob && entity.flags.contains(EntityFlags::BABY) == (self.item == Item::SCUTE)
    }

    /// The animal to go to: of those that do not follow, or of all, the one that was left alone for
    /// longest.
    fn next(&self, me: &Me) -> Option<Entity> {
        let from = me.now().player.pos;
        let follows = bait(me, self.mob).is_some();
        let stays = |animal: &Entity| follows && animal.pos.distance(from) <= LEASH;
        let senses = me.senses();
        let atlas = senses.atlas();
        let animals = atlas.entities().map(|seen| &seen.entity);
        let near = animals
            .filter(|animal| self.gives(animal) && !atlas.is_let_be(animal.id) && animal.pos.distance(from) <= AROUND);
        near.min_by_key(|animal| (stays(animal), self.looked_after.get(&animal.id), animal.id)).cloned()
    }

    /// Spends a while near the next animal, in a shelter by night; goes to look for some where none is known.
    async fn wait(&mut self, me: &Me) -> Outcome {
        let Some(animal) = self.next(me) else {
            let found = |me: &Me| self.next(me).is_some() || lies_about(me, self.item).is_some();
            return match find_mob(me, self.mob, SEARCH, found).await {
                Err(Reason::NotFound(_)) => Err(Reason::not_found(format!("{} that gives {}", self.mob, self.item))),
                outcome => outcome,
            };
        };
        self.looked_after.insert(animal.id, me.age());
        let is_dark = is_night(&me.now());
        if !is_dark {
            // They follow a player that holds what they eat, and so stay together.
            if let Some(bait) = bait(me, self.mob) {
                hold(me, bait.name(), |stack| stack.item == bait).await?;
            }
            match me.within(PATIENCE, approach(me, animal.id, NEAR as i32 - 3)).await {
                Err(Reason::Died) => return Err(Reason::Died),
                Err(_) => me.senses_mut().atlas_mut().let_be(animal.id, PATIENCE),
                Ok(()) => {}
            }
            if self.item == Item::SCUTE && me.spare(TURTLE_FOOD) > 0 {
                match me.within(PATIENCE, approach(me, animal.id, 2)).await {
                    Err(Reason::Died) => return Err(Reason::Died),
                    Err(_) => me.senses_mut().atlas_mut().let_be(animal.id, PATIENCE),
                    Ok(()) => drop(use_on_mob(me, TURTLE_FOOD, &animal).await?),
                }
            }
        }
        let spell = if is_dark { NIGHT_SPELL } else { SPELL };
        let is_laid = |me: &Me| !is_dark && lies_about(me, self.item).is_some();
        me.until(is_laid, stay(me, spell)).await.unwrap_or(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Action, Kind, ways};
    use anima_world::{GameRules, Options};

    use super::*;
    use crate::obtain::obtain;
    use crate::testing::{Game, flat, held};

    #[test]
    fn eggs_are_waited_for_and_picked_up() {
        let mut scene = flat(&[]);
        scene.fill([-14, 64, -14], [-9, 64, 14], "grass");
        for (x, z) in [(6.5, 3.5), (-5.5, 4.5), (3.5, -6.5)] {
            scene.mob("chicken", [x, 64.0, z]);
        }
        let way = ways(Item::EGG).iter().find(|way| matches!(way.kind, Kind::Interact(Action::Wait, _)));
        let way = way.expect("chickens lay them");
        for seed in 0..5 {
            let rules = GameRules { do_mob_spawning: false, do_daylight_cycle: false, ..GameRules::default() };
            let world = scene.world(Options { seed, day_time: Some(6000), rules, ..Options::default() });
            let step = Step {
                way,
                item: Item::EGG,
                count: 2,
                times: 2,
                materials: Vec::new(),
                fuel: None,
                tool: None,
                ticks: 0.0,
            };
            // Each lays one in 6000 to 12,000 ticks.
            let end = Game::of(world).after(20).play(12_500, async move |me| obtain(&me, &step, 1).await);
            assert_eq!((end.outcome.clone(), held(&end.world, Item::EGG) >= 2), (Some(Ok(())), true), "seed {seed}");
        }
    }
}
