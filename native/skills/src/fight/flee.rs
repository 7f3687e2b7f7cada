//! Getting away.

use std::cell::RefCell;

use anima_body::{BlockPos, Entity, Keys, PlayerFlags};

use super::footwork::run_from;
use super::guard::{Guard, can_raise_shield};
use crate::Me;
use crate::hands::equip::has_shield;
use crate::path::goal::Goal;
use crate::threat::{is_lit, shoots, threats};
use crate::walk::travel::walk;
use anima_intent::{Outcome, Reason};

/// Ticks for one flight.
const PATIENCE: u64 = 240;
/// Blocks from a foe at which the flight ends.
const AWAY: f64 = 14.0;

/// Gets away from what threatens us, out of its sight if it shoots. A shield is turned to each arrow on the way.
///
/// # Errors
/// [`Reason::Unreachable`] when there is nowhere to run, [`Reason::TookTooLong`], [`Reason::Died`].
pub(crate) async fn flee(me: &Me) -> Outcome {
    let deadline = me.age() + PATIENCE;
    let mut vain = 0;
    let guard = RefCell::new(Guard::default());
    // Where to look for the shield to stop an arrow, if one is due.
    let due = |me: &Me| {
        let now = me.now();
        let from = guard.borrow_mut().due(&now, &threats(me))?.with_y(now.player.eyes().y);
        (has_shield(&now.inventory) && can_raise_shield(&now, from)).then_some(from)
    };
    while me.age() < deadline {
        let now = me.now();
        if now.player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        let foes = threats(me);
        let Some(nearest) = foes.first() else { return Ok(()) };
        let close = |foe: &Entity| foe.pos.distance(now.player.pos);
        if close(nearest) < 6.0 {
            if !run_from(me, &foes) {
                vain += 1;
                if vain > 3 {
                    return Err(Reason::unreachable("a safe place"));
                }
            }
            me.tick().await;
            continue;
        }
        if let Some(from) = due(me) {
            me.look_at(from);
            me.press(Keys::USE);
            me.tick().await;
            continue;
        }
        let from = foes.iter().map(|foe| BlockPos::containing(foe.pos)).collect();
        let goal = Goal::Away { from, distance: AWAY as i32 + 6 };
        let tick = me.age();
        let is_over = |me: &Me| {
            let is_due = due(me).is_some();
            let now = me.now();
            let foes = threats(me);
            // A way that leads past a foe is no way out.
            let at_grips = |foe: &Entity| foe.pos.distance(now.player.pos) < if is_lit(foe) { 7.0 } else { 4.5 };
            let is_over =
                is_due || foes.iter().any(at_grips) || (foes.is_empty() && me.age() > tick + 20) || me.age() > deadline;
            is_over && now.player.flags.intersects(PlayerFlags::ON_GROUND | PlayerFlags::IN_WATER)
        };
        match me.until(is_over, walk(me, &goal)).await {
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(Err(_)) => {
                return Err(Reason::unreachable("a safe place"));
            }
            Some(Ok(())) if foes.iter().any(shoots) => return Ok(()),
            _ => {}
        }
        if me.age() == tick {
            me.tick().await;
        }
    }
    Err(Reason::TookTooLong)
}

#[cfg(test)]
mod tests {
    use anima_body::Inventory;
    use anima_rules::{Item, ItemStack};
    use anima_world::Scene;

    use crate::testing::{Game, stand, with};

    /// Health lost in so many games of 300 ticks to two bowmen that come down from pillars.
    fn lost(items: &[(Item, u8)], games: u64) -> f32 {
        let lost = |seed: u64| {
            let mut scene = Scene::flat();
            for [x, z] in [[9, 4], [8, 8]] {
                scene.fill([x, 64, z], [x, 68, z], "stone");
                scene.mob("skeleton", [f64::from(x) + 0.5, 69.0, f64::from(z) + 0.5]);
            }
            let mut scene = with(scene, &[(Item::STONE_SWORD, 1)]);
            if let [(item, count)] = items {
                scene.start.inventory.slots[Inventory::OFF_HAND] = Some(ItemStack::new(*item, *count));
            }
            Game::by_night(&scene, seed).play(300, stand).lost
        };
        (0..games).map(lost).sum()
    }

    #[test]
    fn a_shield_is_turned_to_the_arrows_of_several_bowmen_in_flight_and_in_fight() {
        let (bare, shielded) = (lost(&[], 20), lost(&[(Item::SHIELD, 1)], 20));
        assert!(bare > 60.0 && shielded < bare / 4.0, "{shielded} lost with a shield, {bare} without");
    }
}
