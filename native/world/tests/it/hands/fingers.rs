//! Random keys, held and let go of as by somebody who is at something.

use anima_body::{BlockPos, Click, ClickMode, Control, Keys, Look, Observation, Screen, ScreenKey, Slot};
use anima_rules::Item;
use anima_world::Presses;
use glam::DVec3;
use rand::{Rng, RngExt};

use super::pick;

/// What the fingers are at.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Habit {
    /// Hold the attack key.
    Dig,
    /// Tap the attack key.
    Hit,
    /// Tap the use key.
    Use,
    /// Hold the use key.
    HoldUse,
    /// Tap the use key at mobs.
    Tend,
    /// Walk, sprint, jump, sneak.
    Walk,
    /// Tap forward.
    Tap,
    /// Whatever.
    Play,
}

/// Somebody at keyboard and mouse.
pub(super) struct Fingers {
    habit: Habit,
    /// Ticks until they are at something else.
    left: u32,
    keys: Keys,
}

impl Fingers {
    pub(super) fn new() -> Fingers {
        Fingers { habit: Habit::Play, left: 0, keys: Keys::empty() }
    }

    /// What they do in a tick in which they see `now`.
    pub(super) fn press(&mut self, dice: &mut impl Rng, now: &Observation, aims: &[BlockPos]) -> Control {
        let one_in = |dice: &mut _, chances: u32| RngExt::random_range(dice, 0..chances) == 0;
        let mut control = Control::default();
        let fresh = self.left == 0;
        if fresh {
            use Habit::*;
            self.habit = pick(dice, &[Dig, Dig, Dig, Hit, Hit, Use, Use, Use, HoldUse, HoldUse, Tend, Walk, Tap, Play]);
            self.left = match self.habit {
                HoldUse | Dig => dice.random_range(2..45),
                _ => dice.random_range(2..25),
            };
            self.keys = Keys::empty();
        }
        self.left -= 1;
        if fresh && one_in(dice, 2) || one_in(dice, 60) {
            control.hotbar = Some(dice.random_range(0..11));
        } else if fresh {
            let fitting: Vec<u8> = (0..9).filter(|slot| self.wants(now.inventory.slots[usize::from(*slot)])).collect();
            control.hotbar = (!fitting.is_empty()).then(|| pick(dice, &fitting));
        }
        if fresh && one_in(dice, 6) {
            self.keys |= Keys::SNEAK;
        }
        let glances = match self.habit {
            Habit::Tend => 3,
            Habit::Dig => 25,
            _ => 12,
        };
        if fresh || one_in(dice, glances) {
            let aims = if self.habit == Habit::Tend && !now.entities.is_empty() { &[] } else { aims };
            control.look = look(dice, now, aims);
        }
        self.hold(dice);
        control.keys = self.keys;
        if one_in(dice, 60) {
            control.keys |= pick(dice, &[Keys::DROP, Keys::SWAP]);
        }
        if now.screen == Screen::None {
            control.screen = one_in(dice, 80).then_some(ScreenKey::OpenInventory);
        } else {
            control.screen = one_in(dice, 3).then_some(ScreenKey::Close);
            control.click = one_in(dice, 2).then(|| click(dice));
            control.button = one_in(dice, 8).then(|| dice.random_range(0..4));
        }
        control.respawn = now.screen == Screen::Death && one_in(dice, 3);
        control.statistics = one_in(dice, 50);
        control
    }

    /// Whether they would take an item for what they are at.
    fn wants(&self, slot: Slot) -> bool {
        let Some(item) = slot.map(|stack| stack.item) else { return false };
        match self.habit {
            Habit::Dig => item.tool().is_some(),
            Habit::HoldUse => {
                item.food().is_some() || matches!(item, Item::MILK_BUCKET | Item::POTION | Item::BOW | Item::SHIELD)
            }
            Habit::Tend => matches!(item, Item::SHEARS | Item::WHEAT | Item::CARROT | Item::WHEAT_SEEDS | Item::BUCKET),
            _ => false,
        }
    }

    fn hold(&mut self, dice: &mut impl Rng) {
        let (walks, keys) = (dice.random_range(0..20), &mut self.keys);
        match self.habit {
            Habit::Dig => keys.insert(Keys::ATTACK),
            Habit::Hit => keys.toggle(Keys::ATTACK),
            Habit::Use | Habit::Tend => keys.toggle(Keys::USE),
            Habit::HoldUse => keys.insert(Keys::USE),
            Habit::Tap => keys.set(Keys::FORWARD, dice.random_range(0..3) > 0),
            Habit::Walk if walks < 5 => {
                keys.set(Keys::FORWARD, dice.random_range(0..5) > 0);
                keys.set(Keys::SPRINT, dice.random_range(0..2) > 0);
                keys.set(Keys::JUMP, dice.random_range(0..3) == 0);
                keys.set(Keys::LEFT, dice.random_range(0..4) == 0);
            }
            Habit::Walk => {}
            Habit::Play => *keys = Keys::from_bits_truncate(dice.random::<u16>() & dice.random::<u16>()),
        }
        if walks == 0 && self.habit != Habit::Play {
            let other = [Keys::FORWARD, Keys::BACK, Keys::LEFT, Keys::RIGHT, Keys::JUMP, Keys::SPRINT, Keys::SNEAK];
            keys.toggle(pick(dice, &other));
        }
    }
}

/// A turn of the head to something to aim at, or anywhere.
fn look(dice: &mut impl Rng, now: &Observation, aims: &[BlockPos]) -> Look {
    let player = &now.player;
    let mut jitter = || DVec3::from(std::array::from_fn(|_| dice.random_range(-0.4..0.4)));
    let (at, near) = (jitter(), jitter());
    let point = match dice.random_range(0..8) {
        0..=3 if !aims.is_empty() => pick(dice, aims).center() + at,
        0..=5 if !now.entities.is_empty() => {
            let entity = &now.entities[dice.random_range(0..now.entities.len())];
            entity.pos + DVec3::new(0.0, entity.height * 0.6, 0.0) + at * 0.3
        }
        6 => player.pos + near * 6.0,
        7 => return Look { yaw: dice.random_range(-30.0..30.0), pitch: dice.random_range(-60.0..20.0) },
        _ => player.pos + near * DVec3::new(8.0, 0.0, 8.0) - DVec3::Y * 0.5,
    };
    let way = point - player.eyes();
    let yaw = (-way.x).atan2(way.z).to_degrees() as f32;
    let pitch = (-way.y).atan2(way.x.hypot(way.z)).to_degrees() as f32;
    // Whole degrees do not depend on how a machine rounds an arc tangent.
    Look { yaw: (yaw - player.yaw).round(), pitch: (pitch - player.pitch).round() }
}

fn click(dice: &mut impl Rng) -> Click {
    Click {
        slot: dice.random_range(-1..50),
        button: dice.random_range(0..3),
        mode: ClickMode::from_id(dice.random_range(0..7)).expect("below 7"),
    }
}

/// What a client may have read of the keys in a tick: several clicks, or none where a key is held.
pub(super) fn presses(dice: &mut impl Rng, keys: Keys, (attack_cooldown, use_cooldown): (u32, u8)) -> Presses {
    let mut clicks = |key| match dice.random_range(0..4) {
        0 => 0,
        1 => dice.random_range(0..3) * u8::from(keys.contains(key)),
        _ => u8::from(keys.contains(key)),
    };
    let (attacks, uses, drops, swaps) =
        (clicks(Keys::ATTACK), clicks(Keys::USE), clicks(Keys::DROP), clicks(Keys::SWAP));
    let is_tired = dice.random_range(0..12) == 0;
    Presses {
        attacks,
        uses,
        drops,
        swaps,
        holds_attack: keys.contains(Keys::ATTACK) && dice.random_range(0..8) > 0,
        holds_use: keys.contains(Keys::USE),
        attack_cooldown: if is_tired { dice.random_range(0..12) } else { attack_cooldown },
        use_cooldown: use_cooldown.saturating_sub(u8::from(dice.random_range(0..10) > 0)),
    }
}
