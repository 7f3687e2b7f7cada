//! The hands and legs of a body that has no client: what a client would make of the keys of its turns.
//!
//! Deed after deed is asked for and carried out elsewhere. What the hands must know between two deeds is what was told of
//! the body, and what only its game can say ([`Now`]).

use anima_body::{BlockPos, Control, Inventory, Keys, Slot, Target};
use anima_hands::{ActionResult, Deed, Facts, Hand, Hands, Legs, Stance, Steps};
use glam::DVec3;

use crate::mirror::Mirror;

/// What the hands and legs of a body remember from tick to tick.
#[derive(Default)]
pub struct Grip {
    hands: Hands,
    legs: Legs,
    /// The keys of this tick, until the legs have read them.
    keys: Keys,
    last: Option<Move>,
    /// Whether it was one at the full speed of walking.
    walks: bool,
}

/// The last move of the legs.
struct Move {
    from: DVec3,
    yaw: f32,
    steps: Steps,
}

/// What only the game knows between two deeds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Now {
    /// Whether the body uses an item.
    pub uses_item: bool,
    /// Whether a window is open.
    pub has_window: bool,
    /// The share of the block aimed at that a tick digs (`BlockState.calcBlockBreakingDelta`).
    pub breaking_delta: f32,
}

struct Shown<'a> {
    mirror: &'a Mirror,
    now: Now,
}

impl Facts for Shown<'_> {
    fn is_air(&self, pos: BlockPos) -> bool {
        self.mirror.block(pos).is_air()
    }

    /// It is only asked of the block that is aimed at.
    fn breaking_delta(&self, _: BlockPos) -> f32 {
        self.now.breaking_delta
    }

    fn selected(&self) -> u8 {
        self.mirror.inventory_told().selected
    }

    fn in_hand(&self, hand: Hand) -> Slot {
        let carried = self.mirror.inventory_told();
        match hand {
            Hand::Main => carried.held(),
            Hand::Off => carried.slots[Inventory::OFF_HAND],
        }
    }

    fn is_using_item(&self) -> bool {
        self.now.uses_item
    }

    fn has_window(&self) -> bool {
        self.now.has_window
    }
}

impl Grip {
    /// Reads the keys of a turn; true if that may come to deeds, which [`Grip::next`] tells.
    pub(crate) fn begin(&mut self, control: &Control, target: Target, has_window: bool) -> bool {
        self.keys = control.keys;
        self.hands.begin();
        let presses = self.hands.read(control.keys, None, has_window);
        if let Some(presses) = presses {
            self.hands.press(control.hotbar, presses, target);
        }
        presses.is_some()
    }

    /// The next deed of the tick; `answer` is what the server said of the one before, of the first question anything.
    pub(crate) fn next(&mut self, mirror: &Mirror, answer: ActionResult, now: Now) -> Option<Deed> {
        self.hands.next(&Shown { mirror, now }, answer.at_client(now.uses_item))
    }

    /// Goes by the keys of this tick, which are let go of with it; `stance.hit_wall` is whether the body walked into
    /// something or along it. The head is turned by `yaw` degrees, and the feet are at `pos` before the move.
    pub(crate) fn go(&mut self, mut stance: Stance, has_screen: bool, pos: DVec3, yaw: f32) -> Steps {
        let keys = std::mem::take(&mut self.keys);
        stance.hit_wall &= !self.last.as_ref().is_some_and(|last| last.brushed(pos));
        let steps = self.legs.go(if has_screen { Keys::empty() } else { keys }, &stance);
        self.last = Some(Move { from: pos, yaw, steps });
        self.walks = self.legs.is_walking(stance.submerged);
        steps
    }

    /// Nothing is remembered.
    pub(crate) fn forget(&mut self) {
        *self = Grip::default();
    }

    /// The body is another one, after a respawn: its client would remember nothing but the death screen.
    pub(crate) fn come_back(&mut self) {
        self.forget();
        self.hands.come_back();
    }

    /// The share of the block being dug that is done, 0..=1.
    pub fn dig_progress(&self) -> f32 {
        self.hands.dig_progress()
    }

    /// Whether the keys walked in the last tick, at the full speed of walking.
    pub fn is_walking(&self) -> bool {
        self.walks
    }

    /// Ticks left in which a press of the forward key starts a sprint.
    pub fn double_tap(&self) -> u8 {
        self.legs.double_tap()
    }
}

impl Move {
    /// Whether it went along a wall, if it ended here.
    fn brushed(&self, to: DVec3) -> bool {
        let moved = to - self.from;
        self.steps.brush(f64::from(self.yaw).to_radians().sin_cos(), (moved.x, moved.z))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprint(grip: &mut Grip, keys: Keys, hit_wall: bool, pos: DVec3) -> bool {
        grip.keys = keys;
        let stance = Stance { on_ground: true, hit_wall, food: 20, sprints: true, ..Stance::default() };
        grip.go(stance, false, pos, 0.0).sprinting
    }

    #[test]
    fn a_sprint_goes_on_along_a_wall_and_ends_at_one() {
        for (to, goes_on) in [(DVec3::new(0.01, 0.0, 0.28), true), (DVec3::new(0.2, 0.0, 0.1), false)] {
            let mut grip = Grip::default();
            assert!(sprint(&mut grip, Keys::FORWARD, false, DVec3::ZERO));
            assert_eq!(sprint(&mut grip, Keys::FORWARD, true, to), goes_on, "{to}");
        }
    }

    #[test]
    fn keys_are_held_for_one_tick_and_with_a_window_open_not_at_all() {
        let mut grip = Grip::default();
        let control = Control { keys: Keys::FORWARD, ..Control::default() };
        let stance = Stance { on_ground: true, food: 20, ..Stance::default() };
        assert!(grip.begin(&control, Target::Nothing, false));
        assert_eq!(grip.go(stance, false, DVec3::ZERO, 0.0).forward, 1.0);
        assert!(grip.is_walking());
        assert_eq!(grip.go(stance, false, DVec3::ZERO, 0.0).forward, 0.0);
        assert!(!grip.begin(&control, Target::Nothing, true));
        assert_eq!(grip.go(stance, true, DVec3::ZERO, 0.0).forward, 0.0);
    }
}
