//! Which mobs the agent has killed, as a player sees it: they fall right after a blow of ours.

use std::collections::BTreeMap;

use anima_body::{Entity, EntityFlags, Observation};
use anima_rules::EntityKind;

/// Ticks after a blow in which what comes of it shows, where the server is at hand or not far.
const SHOWS: u64 = 10;
/// Blocks from the eyes to the feet of what may have been struck: three to the nearest point of its box, with something
/// to spare for the way of some ticks and for what a sweep strikes beside the target.
const NEAR: f64 = 6.0;

/// What became of the agent's blows.
#[derive(Debug, Default)]
pub(super) struct Blows {
    /// The tick of the last blow.
    last: Option<u64>,
    slain: BTreeMap<EntityKind, u32>,
}

impl Blows {
    /// Takes in what is seen in a tick; `struck` if the agent struck in the tick before it, `late` the ticks by which the
    /// server's answers come late.
    pub(super) fn see(&mut self, before: &Observation, now: &Observation, struck: bool, late: u32) {
        if struck {
            self.last = Some(now.tick);
        }
        if self.last.is_none_or(|tick| now.tick > tick + SHOWS + u64::from(late)) {
            return;
        }
        let eyes = now.player.eyes();
        let is_dying = |mob: &Entity| mob.flags.contains(EntityFlags::DYING);
        let lived = |id: u32| before.entities.iter().any(|mob| mob.id == id && !is_dying(mob));
        let near = now.entities.iter().filter(|mob| is_dying(mob) && mob.pos.distance(eyes) < NEAR);
        for mob in near.filter(|mob| lived(mob.id)) {
            *self.slain.entry(mob.kind).or_default() += 1;
        }
    }

    /// How many of a kind the agent has killed.
    pub(super) fn slain(&self, kind: EntityKind) -> u32 {
        self.slain.get(&kind).copied().unwrap_or(0)
    }
}
