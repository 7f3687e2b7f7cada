//! What the mind is shown, from what the body knows.

use std::collections::BTreeMap;

use anima_body::BlockPos;
use anima_mind::{Dropped, Known, Situation};
use anima_rules::{Block, EntityKind};
use anima_skills::{Me, is_under_sky, reachable_stations};

use crate::{Grave, Settings};

/// Ticks after which an item that lies around is gone (`ItemEntity`).
const LASTS: u64 = 6000;

/// The player and surroundings, as far as they are known.
pub(crate) fn of(me: &Me, settings: &Settings, first_tick: u64, grave: Option<&Grave>) -> Situation {
    let now = me.now();
    let tick = now.tick - first_tick;
    let feet = now.player.feet();
    Situation {
        tick,
        ticks_left: settings.ticks.map(|ticks| ticks.saturating_sub(tick)),
        carried: now.inventory.slots.iter().flatten().copied().collect(),
        y: feet.y,
        under_sky: is_under_sky(me),
        biome: now.biome,
        day_time: now.day_time,
        health: now.player.health,
        food: now.player.food,
        stations: reachable_stations(me),
        blocks: known_blocks(me, feet),
        mobs: known_mobs(me, feet),
        dropped: grave.and_then(|grave| dropped(grave, feet, now.tick)),
        peaceful: settings.peaceful,
    }
}

fn dropped(grave: &Grave, feet: BlockPos, tick: u64) -> Option<Dropped> {
    let lasts = (grave.tick + LASTS).checked_sub(tick)?;
    let delta = grave.pos - feet;
    let away = (delta.x as f32).hypot(delta.z as f32);
    Some(Dropped { items: grave.items.clone(), away, y: grave.pos.y, lasts, guards: grave.guards })
}

fn known_blocks(me: &Me, feet: BlockPos) -> Vec<Known<Block>> {
    let senses = me.senses();
    let listed = senses.atlas().listed();
    let known = listed.filter_map(|(block, places)| {
        let near = places.map(|pos| pos.distance_squared(feet));
        let (count, nearest) = near.fold((0, i64::MAX), |(count, least), gap| (count + 1, least.min(gap)));
        (count > 0).then(|| Known { what: block, count, nearest: (nearest as f32).sqrt() })
    });
    known.collect()
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
