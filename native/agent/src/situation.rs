//! What the mind is shown, from what the body knows.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use anima_body::{BlockPos, EntityFlags, Frame, Inventory, Observation};
use anima_intent::{Condition, Judge};
use anima_mind::{Dropped, Known, Situation};
use anima_rules::techtree::Nature;
use anima_rules::{Block, EntityKind, ItemStack};
use anima_skills::{Me, hostile_mobs_near, is_under_sky, stations_at_hand, to_lay};

/// Ticks after which an item that lies around is gone (`ItemEntity`).
const LASTS: u64 = 6000;

/// Where the player died, and what lies there.
pub(crate) struct Grave {
    pos: BlockPos,
    items: Vec<ItemStack>,
    tick: u64,
    /// Hostile mobs that were about.
    guards: u32,
}

impl Grave {
    /// What a player in the state `before` left where it died; nothing if it carried nothing, or kept it.
    pub fn of(me: &Me, before: &Observation, tick: u64) -> Option<Grave> {
        let items: Vec<ItemStack> = before.inventory.slots.iter().flatten().copied().collect();
        let pos = before.player.feet();
        (!items.is_empty()).then(|| Grave { pos, items, tick, guards: hostile_mobs_near(me, pos) })
    }

    fn dropped(&self, feet: BlockPos, tick: u64) -> Option<Dropped> {
        let lasts = (self.tick + LASTS).checked_sub(tick)?;
        let delta = self.pos - feet;
        let away = (delta.x as f32).hypot(delta.z as f32);
        Some(Dropped { pos: self.pos, items: self.items.clone(), away, lasts, guards: self.guards })
    }
}

/// What a mind sees with.
pub(crate) struct Eyes {
    pub me: Me,
    pub judge: Rc<RefCell<Judge>>,
    pub grave: Rc<RefCell<Option<Grave>>>,
    pub sight: Rc<RefCell<Option<Arc<Frame>>>>,
    pub first_tick: u64,
    /// Ticks that the goal may take.
    pub ticks: Option<u64>,
    pub nature: Nature,
    pub peaceful: bool,
}

impl Eyes {
    /// The player and surroundings, as far as they are known.
    pub fn situation(&self) -> Situation {
        let (me, now) = (&self.me, self.me.now());
        let tick = now.tick - self.first_tick;
        let feet = now.player.feet();
        let judge = self.judge.borrow();
        let parts = judge.condition().leaves();
        let begun = parts.iter().filter_map(|part| match part {
            Condition::Built { blueprint } => Some((Arc::clone(blueprint), to_lay(me, blueprint))),
            _ => None,
        });
        Situation {
            tick,
            ticks_left: self.ticks.map(|ticks| ticks.saturating_sub(tick)),
            sight: self.sight.borrow().clone(),
            carried: now.inventory.slots.iter().flatten().copied().collect(),
            worn: now.inventory.slots[Inventory::FEET..].iter().flatten().map(|stack| stack.item).collect(),
            held: now.inventory.held().map(|stack| stack.item),
            x: feet.x,
            y: feet.y,
            z: feet.z,
            under_sky: is_under_sky(me),
            biome: now.biome,
            day_time: now.day_time,
            health: now.player.health,
            food: now.player.food,
            stations: stations_at_hand(me),
            blocks: known_blocks(me, feet),
            mobs: known_mobs(me, feet),
            tame: known_tame(me),
            begun: begun.collect(),
            dropped: self.grave.borrow().as_ref().and_then(|grave| grave.dropped(feet, now.tick)),
            nature: self.nature,
            peaceful: self.peaceful,
            reached: judge.holds(),
            have: (0..parts.len()).map(|part| judge.have(part)).collect(),
        }
    }
}

fn known_blocks(me: &Me, feet: BlockPos) -> Vec<Known<Block>> {
    let senses = me.senses();
    let listed = senses.atlas().listed(feet);
    listed.map(|(what, count, nearest)| Known { what, count: count as u32, nearest: nearest as f32 }).collect()
}

fn known_mobs(me: &Me, feet: BlockPos) -> Vec<Known<EntityKind>> {
    let mut mobs: BTreeMap<EntityKind, Known<EntityKind>> = BTreeMap::new();
    let senses = me.senses();
    for seen in senses.atlas().entities() {
        let gap = seen.entity.pos.distance(feet.center()) as f32;
        let what = seen.entity.kind;
        let known = mobs.entry(what).or_insert(Known { what, count: 0, nearest: gap });
        known.count += 1;
        known.nearest = known.nearest.min(gap);
    }
    mobs.into_values().collect()
}

fn known_tame(me: &Me) -> BTreeMap<EntityKind, u32> {
    let mut tame = BTreeMap::new();
    let senses = me.senses();
    let seen = senses.atlas().entities().map(|seen| &seen.entity);
    for animal in seen.filter(|animal| animal.flags.contains(EntityFlags::TAME)) {
        *tame.entry(animal.kind).or_insert(0) += 1;
    }
    tame
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;
    use anima_world::{Options, Scene};

    use super::*;

    fn situation(now: Observation) -> Situation {
        let judge = Rc::new(RefCell::new(Judge::new(&Condition::All(Vec::new()), &now)));
        let eyes = Eyes {
            me: Me::new(anima_skills::Settings::default(), now),
            judge,
            grave: Rc::default(),
            sight: Rc::default(),
            first_tick: 0,
            ticks: None,
            nature: Nature::Vanilla,
            peaceful: false,
        };
        eyes.situation()
    }

    #[test]
    fn the_mind_is_told_what_is_worn_and_held() {
        let mut world = Scene::flat().start_at(0.5, 64.0, 0.5).world(Options::default());
        world.give(ItemStack::new(Item::IRON_SWORD, 1));
        for item in [Item::IRON_BOOTS, Item::SHIELD] {
            world.equip(ItemStack::new(item, 1));
        }
        let told = situation(world.observe());
        assert_eq!((told.worn, told.held), (vec![Item::IRON_BOOTS, Item::SHIELD], Some(Item::IRON_SWORD)));
    }

    #[test]
    fn the_mind_is_told_whether_the_agent_is_under_the_sky() {
        let is_out = |scene: &mut Scene| {
            let now = scene.start_at(0.5, 64.0, 0.5).world(Options::default()).observe();
            situation(now).under_sky
        };
        assert!(is_out(&mut Scene::flat()));
        assert!(!is_out(Scene::flat().fill([-48, 200, -48], [63, 200, 63], "stone")));
    }
}
