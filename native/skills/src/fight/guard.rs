//! The shield: when it is to be up against arrows.

use std::collections::BTreeMap;

use anima_body::{Entity, EntityFlags, Liquids, Observation, PlayerFlags, RayShape, raycast};
use glam::DVec3;

use crate::hands::place::opens;
use crate::me::now::Now;
use crate::threat::shoots;

/// A bow is drawn for 20 ticks before it is let go (`BowAttackGoal`), and a shield takes five to be up: ticks of a
/// draw after which it is raised.
const RAISE_AFTER: u64 = 12;
/// Blocks that an arrow of a mob flies in a tick.
const ARROW: f64 = 1.6;

/// Whether the use key raises the shield while the player looks at a point, and does not use a block in front of that
/// point instead.
pub(crate) fn can_raise_shield(now: &Now, point: DVec3) -> bool {
    let hit = raycast(&now.known(), now.player.eyes(), point, RayShape::Outline, Liquids::Pass);
    now.player.is(PlayerFlags::USING_ITEM) || !hit.is_some_and(|hit| opens(hit.state))
}

/// The watch over bows: which are drawn since when, and until when arrows are in the air from where.
#[derive(Debug, Default)]
pub(crate) struct Guard {
    /// Bowmen that are watched; since when the bow is drawn, if it is.
    drawn: BTreeMap<u32, Option<u64>>,
    /// When it was asked last.
    asked: u64,
    until: u64,
    from: DVec3,
}

impl Guard {
    /// Where the arrow comes from against which the shield is to be up in this tick, if there is one. Whoever does not ask in
    /// every tick begins a new watch.
    pub(crate) fn due(&mut self, now: &Observation, foes: &[Entity]) -> Option<DVec3> {
        if now.tick > self.asked + 1 {
            self.drawn.clear();
        }
        self.asked = now.tick;
        let mut due = None;
        for foe in foes.iter().filter(|foe| shoots(foe)) {
            // A bow that is drawn when the watch begins may be let go at once.
            let watched = self.drawn.get(&foe.id).copied();
            let since = watched.map_or(now.tick.saturating_sub(RAISE_AFTER), |since| since.unwrap_or(now.tick));
            if foe.flags.contains(EntityFlags::USING_ITEM) {
                self.drawn.insert(foe.id, Some(since));
                due = due.or((now.tick - since >= RAISE_AFTER).then_some(foe.pos));
            } else if self.drawn.insert(foe.id, None).flatten().is_some() && now.tick - since >= RAISE_AFTER {
                let flight = foe.pos.distance(now.player.pos) / ARROW;
                self.until = self.until.max(now.tick + 2 + flight as u64);
                self.from = foe.pos;
            }
        }
        (now.tick < self.until).then_some(self.from).or(due)
    }
}

#[cfg(test)]
mod tests {
    use anima_world::{Options, Scene};

    use super::*;

    #[test]
    fn a_bow_found_drawn_may_be_let_go_at_once() {
        let mut scene = Scene::flat();
        scene.mob("skeleton", [7.5, 64.0, 4.5]);
        let mut now = scene.world(Options::default()).observe();
        now.tick = 100;
        let mut foe = now.entities[0].clone();
        let foe_id = foe.id;
        let mut due_after = |guard: &mut Guard, bow: &[bool]| {
            bow.iter().position(|is_drawn| {
                foe.flags.set(EntityFlags::USING_ITEM, *is_drawn);
                now.tick += 1;
                guard.due(&now, std::slice::from_ref(&foe)).is_some()
            })
        };
        assert_eq!(due_after(&mut Guard::default(), &[true; 20]), Some(0));
        let mut drawn_later = [true; 20];
        drawn_later[0] = false;
        let mut guard = Guard::default();
        assert_eq!(due_after(&mut guard, &drawn_later), Some(1 + RAISE_AFTER as usize));
        assert_eq!(due_after(&mut guard, &[false; 20]), Some(0), "the arrow is in the air");
        let mut looked_away = Guard { asked: 3, drawn: BTreeMap::from([(foe_id, None)]), ..Guard::default() };
        assert_eq!(due_after(&mut looked_away, &[true; 20]), Some(0));
    }
}
