//! Keys that the hands press, in the client's order (`MinecraftClient.handleInputEvents`).

use anima_body::{Custom, Inventory, Keys, Stat, Target};
use anima_rules::ItemStack;
use glam::DVec3;
use rand::RngExt;

use super::{Hand, Player, inventory};
use crate::World;
use crate::entity::ItemEntity;
use crate::physics::{cos, radians, sin};

/// Ticks between two uses of a held use key.
const USE_PAUSE: u8 = 4;

/// Whether a use did something, or at least keeps the other hand from trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Used {
    Yes,
    /// Nothing came of it, and nothing else is to be tried.
    Failed,
    /// Something else may be tried.
    No,
}

/// What a client reads in a tick before it attacks and uses: clicks that it has not looked at yet
/// (`KeyBinding.wasPressed`), what is held, and its cool-downs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presses {
    /// Clicks of the attack key.
    pub attacks: u8,
    /// Clicks of the use key.
    pub uses: u8,
    /// Clicks of the drop key.
    pub drops: u8,
    /// Clicks of the key that swaps the hands.
    pub swaps: u8,
    /// Whether the attack key is held and the mouse belongs to the game (`Mouse.isCursorLocked`).
    pub holds_attack: bool,
    /// Whether the use key is held.
    pub holds_use: bool,
    /// Ticks in which the attack key does nothing.
    pub attack_cooldown: u32,
    /// Ticks until a held use key uses again.
    pub use_cooldown: u8,
}

impl Player {
    /// What a client with focus reads that has the cool-downs of this player: a click is a key that was not held before.
    pub(crate) fn presses(&self, held: Keys, before: Keys) -> Presses {
        let clicks = |key| u8::from(held.contains(key) && !before.contains(key));
        Presses {
            attacks: clicks(Keys::ATTACK),
            uses: clicks(Keys::USE),
            drops: clicks(Keys::DROP),
            swaps: clicks(Keys::SWAP),
            holds_attack: held.contains(Keys::ATTACK),
            holds_use: held.contains(Keys::USE),
            attack_cooldown: self.attack_cooldown,
            use_cooldown: self.use_cooldown,
        }
    }
}

impl World {
    /// Hot bar, swap, drop, attack and use keys, with no window open.
    pub(crate) fn press(&mut self, hotbar: Option<u8>, presses: &Presses) {
        (self.player.attack_cooldown, self.player.use_cooldown) = (presses.attack_cooldown, presses.use_cooldown);
        if let Some(slot) = hotbar.filter(|slot| *slot < 9) {
            self.player.inventory.selected = slot;
        }
        for _ in 0..presses.swaps {
            self.player.swap_hands();
        }
        for _ in 0..presses.drops {
            self.drop_one();
        }
        let mut broke = false;
        if self.player.using.is_some() {
            if !presses.holds_use {
                self.release_item();
            }
        } else {
            for _ in 0..presses.attacks {
                broke |= self.strike();
            }
            for _ in 0..presses.uses {
                self.use_hand();
            }
        }
        if presses.holds_use && self.player.use_cooldown == 0 && self.player.using.is_none() {
            self.use_hand();
        }
        self.hold_attack(presses.holds_attack && !broke && !self.window.is_open());
        self.player.attack_cooldown = self.player.attack_cooldown.saturating_sub(1);
    }

    /// The drop key.
    fn drop_one(&mut self) {
        let slot = self.player.hand_slot(Hand::Main);
        if let Some(stack) = inventory::take(&mut self.player.inventory, slot, 1) {
            self.player.count_dropped(stack);
            self.throw(stack, false);
        }
    }

    /// The use key (`MinecraftClient.doItemUse`).
    fn use_hand(&mut self) {
        if self.player.dig.is_going_on() {
            return;
        }
        self.player.use_cooldown = USE_PAUSE;
        for hand in [Hand::Main, Hand::Off] {
            let used = match self.target {
                Target::Block(hit) => self.use_on_block(hand, hit),
                Target::Entity(id) => self.use_on_entity(hand, id),
                Target::Nothing => Used::No,
            };
            if used != Used::No || self.player.in_hand(hand).is_some() && self.use_item(hand) == Used::Yes {
                return;
            }
        }
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
