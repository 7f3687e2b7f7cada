//! What the hands do in this world, one deed at a time.

use anima_body::{BlockPos, Custom, Inventory, Slot, Stat};
use anima_hands::{ActionResult, Deed, Facts, Hand, Presses};
use anima_rules::ItemStack;
use glam::DVec3;
use rand::RngExt;

use super::{Player, Window, inventory};
use crate::World;
use crate::entity::ItemEntity;
use crate::level::Level;
use crate::physics::{cos, radians, sin};

/// What the hands ask for of a world.
struct Seen<'a> {
    level: &'a Level,
    player: &'a Player,
    window: &'a Window,
}

impl Facts for Seen<'_> {
    fn is_air(&self, pos: BlockPos) -> bool {
        self.level.block(pos).is_air()
    }

    fn breaking_delta(&self, pos: BlockPos) -> f32 {
        self.player.breaking_delta(self.level.block(pos))
    }

    fn selected(&self) -> u8 {
        self.player.inventory.selected
    }

    fn in_hand(&self, hand: Hand) -> Slot {
        self.player.in_hand(hand)
    }

    fn is_using_item(&self) -> bool {
        self.player.using.is_some()
    }

    fn has_window(&self) -> bool {
        self.window.is_open()
    }
}

impl World {
    /// Presses the keys of a tick, with no window open, and does what that comes to.
    pub(crate) fn press(&mut self, hotbar: Option<u8>, presses: Presses) {
        self.hands.press(hotbar, presses, self.target);
        let mut answer = ActionResult::Pass;
        loop {
            let World { hands, level, player, window, .. } = self;
            let Some(deed) = hands.next(&Seen { level, player, window }, answer) else { return };
            answer = self.perform(deed);
            self.deeds.push((deed, answer));
        }
    }

    /// What hands ask of it.
    pub(crate) fn shown_to_hands(&self) -> impl Facts {
        Seen { level: &self.level, player: &self.player, window: &self.window }
    }

    /// Carries out a deed of the hands.
    pub(crate) fn perform(&mut self, deed: Deed) -> ActionResult {
        match deed {
            Deed::Select(slot) => self.player.inventory.selected = slot,
            Deed::SwapHands => self.player.swap_hands(),
            Deed::DropOne => return self.drop_one(),
            Deed::ReleaseItem => self.release_item(),
            Deed::Attack(id) => self.hit(id),
            Deed::StartDigging(hit) => self.begin_digging(hit.pos),
            Deed::StopDigging(hit) => self.harvest(hit.pos),
            Deed::UseOnBlock(hand, hit) => return self.use_on_block(hand, hit),
            Deed::UseOnEntity(hand, id) => return self.use_on_entity(hand, id),
            Deed::UseItem(hand) => return self.use_item(hand),
            Deed::ResetCharge => self.player.charge_ticks = 0,
            // The charge of the next hit is the client's, which a swing does not set back.
            Deed::Swing(_) | Deed::AbortDigging { .. } => {}
        }
        ActionResult::Success
    }

    /// Drops one of what the main hand holds (`ServerPlayerEntity.dropSelectedItem`).
    fn drop_one(&mut self) -> ActionResult {
        let slot = self.player.hand_slot(Hand::Main);
        let Some(stack) = inventory::take(&mut self.player.inventory, slot, 1) else { return ActionResult::Pass };
        self.player.count_dropped(stack);
        self.throw(stack, false);
        ActionResult::Success
    }

    /// Throws a stack ahead, or anywhere (`PlayerEntity.dropItem`).
    pub(crate) fn throw(&mut self, stack: ItemStack, anywhere: bool) {
        let player = &self.player;
        let pos = player.body.eyes() - DVec3::new(0.0, f64::from(0.3_f32), 0.0);
        let dice = &mut self.dice;
        let around = dice.random::<f32>() * std::f32::consts::TAU;
        let velocity = if anywhere {
            let strength = dice.random::<f32>() * 0.5;
            DVec3::new(f64::from(-sin(around) * strength), f64::from(0.2_f32), f64::from(cos(around) * strength))
        } else {
            let (pitch, yaw) = (radians(player.pitch), radians(player.yaw));
            let spread = 0.02 * dice.random::<f32>();
            let lift = (dice.random::<f32>() - dice.random::<f32>()) * 0.1;
            DVec3::new(
                f64::from(-sin(yaw) * cos(pitch) * 0.3 + cos(around) * spread),
                f64::from(-sin(pitch) * 0.3 + 0.1 + lift),
                f64::from(cos(yaw) * cos(pitch) * 0.3 + sin(around) * spread),
            )
        };
        self.entities.add(ItemEntity::entity(stack, pos, velocity, ItemEntity::THROWN_DELAY));
    }

    /// Gives the player a stack; what does not fit falls to the ground (`PlayerInventory.offerOrDrop`).
    pub(crate) fn give_or_throw(&mut self, stack: ItemStack) {
        if let Some(left) = inventory::insert(&mut self.player.inventory, stack) {
            self.throw(left, false);
        }
    }

    /// Uses up one of what a hand holds and puts something else there, or where there is room
    /// (`ItemUsage.exchangeStack`).
    pub(super) fn exchange(&mut self, hand: Hand, for_what: ItemStack) {
        let slot = self.player.hand_slot(hand);
        inventory::take(&mut self.player.inventory, slot, 1);
        match self.player.inventory.slots[slot] {
            None => self.player.inventory.slots[slot] = Some(for_what),
            Some(_) => self.give_or_throw(for_what),
        }
    }

    /// Uses up one of what a hand holds.
    pub(super) fn use_up(&mut self, hand: Hand) {
        let slot = self.player.hand_slot(hand);
        inventory::take(&mut self.player.inventory, slot, 1);
    }

    /// Wears what a hand holds by one use.
    pub(super) fn wear_hand(&mut self, hand: Hand) {
        let slot = self.player.hand_slot(hand);
        self.player.wear(slot, 1, &mut self.dice);
    }
}

impl Player {
    /// A stack that is thrown away on purpose (`ServerPlayerEntity.dropItem` with `retainOwnership`).
    pub(super) fn count_dropped(&mut self, stack: ItemStack) {
        self.count(Stat::Dropped(stack.item), stack.count.into());
        self.count(Custom::Drop, 1);
    }

    fn swap_hands(&mut self) {
        let main = self.hand_slot(Hand::Main);
        self.inventory.slots.swap(main, Inventory::OFF_HAND);
        self.using = None;
    }
}
