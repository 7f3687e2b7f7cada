//! Bows (`BowItem`).

use anima_body::{Inventory, Stat};
use anima_hands::Hand;
use anima_rules::{Enchantment, Item};

use super::sight::look_vector;
use super::{Using, inventory};
use crate::World;
use crate::entity::Arrow;

/// A bow can be held drawn, a shield held up, for an hour.
pub(super) const DRAW_TICKS: u32 = 72_000;

impl World {
    /// The slot of the arrows that a bow would shoot: off hand, main hand, then the rest.
    pub(super) fn arrows(&self) -> Option<usize> {
        let hands = [Inventory::OFF_HAND, self.player.hand_slot(Hand::Main)];
        let slots = &self.player.inventory.slots;
        let is_arrow = |slot: &usize| slots[*slot].is_some_and(|stack| stack.item == Item::ARROW);
        hands.into_iter().chain(0..Inventory::MAIN).find(is_arrow)
    }

    /// Lets an arrow go; a bow hardly drawn does not shoot (`BowItem.onStoppedUsing`).
    pub(super) fn shoot(&mut self, using: Using) {
        let (Some(arrows), Some(bow)) = (self.arrows(), self.player.in_hand(using.hand)) else { return };
        let drawn = (using.total - using.left) as f32 / 20.0;
        let power = ((drawn * drawn + drawn * 2.0) / 3.0).min(1.0);
        if power < 0.1 {
            return;
        }
        let pos = self.player.body.eyes() - glam::DVec3::new(0.0, f64::from(0.1_f32), 0.0);
        let way = look_vector(self.player.yaw, self.player.pitch);
        let level = bow.level(Enchantment::Power);
        // What an endless bow shoots cannot be picked up again.
        let endless = bow.level(Enchantment::Infinity) > 0;
        let damage = 2.0 + if level > 0 { 0.5 + 0.5 * f64::from(level) } else { 0.0 };
        let mut arrow = Arrow::entity(pos, way, power * 3.0, 1.0, &mut self.dice);
        // What flies off takes the shooter's own speed along.
        let body = &self.player.body;
        let own = body.velocity * glam::DVec3::new(1.0, if body.on_ground { 0.0 } else { 1.0 }, 1.0);
        arrow.body.velocity += own;
        if let crate::entity::Kind::Arrow(shot) = &mut arrow.kind {
            shot.damage = damage;
            shot.critical = power >= 1.0;
            shot.by_player = !endless;
            shot.owner = crate::entity::PLAYER_ID;
        }
        self.entities.add(arrow);
        if !endless {
            inventory::take(&mut self.player.inventory, arrows, 1);
        }
        self.wear_hand(using.hand);
        self.player.count(Stat::Used(bow.item), 1);
    }
}
