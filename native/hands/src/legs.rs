//! From the movement keys to movement (`KeyboardInput.tick`, `ClientPlayerEntity.tickMovement`).

use anima_body::Keys;
use anima_rules::food::SPRINT_ABOVE;

/// What sneaking and crawling leave of the keys.
const SNEAK_FACTOR: f32 = 0.3;
/// What eating or drawing a bow leaves of them.
const USE_FACTOR: f32 = 0.2;
/// Ticks after a press of the forward key in which another one starts a sprint.
const DOUBLE_TAP: u8 = 7;

/// What legs do in a tick: the client's `Input`, and whether the player sprints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steps {
    /// Forward is positive, -1..=1 (`forwardSpeed`).
    pub forward: f32,
    /// Left is positive, -1..=1 (`sidewaysSpeed`).
    pub sideways: f32,
    /// The jump key is held.
    pub jumping: bool,
    /// The sneak key is held.
    pub sneaking: bool,
    /// Whether the player sprints.
    pub sprinting: bool,
}

/// What of a body, as it is before it moves, decides what its keys become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stance {
    /// Crouches or crawls (`ClientPlayerEntity.shouldSlowDown`).
    pub is_slowed: bool,
    /// Uses an item.
    pub uses_item: bool,
    /// Sprinted until now: others than legs may end a sprint.
    pub sprints: bool,
    /// Swims (`Entity.isSwimming`).
    pub swims: bool,
    /// Touches water.
    pub in_water: bool,
    /// Its eyes are in water.
    pub submerged: bool,
    /// Stands on something.
    pub on_ground: bool,
    /// Walked into something in the last tick, not just along it (`horizontalCollision && !collidedSoftly`).
    pub hit_wall: bool,
    /// Half drumsticks.
    pub food: u8,
    /// Is blinded.
    pub is_blind: bool,
}

impl Stance {
    fn is_fed(&self) -> bool {
        self.food > SPRINT_ABOVE
    }
}

/// What a client remembers of its player's legs from tick to tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legs {
    /// What they did in the last tick.
    steps: Steps,
    /// Ticks in which a press of the forward key starts a sprint (`ticksLeftToDoubleTapSprint`).
    double_tap: u8,
}

impl Legs {
    /// Legs of a body that sneaks, or does not, as if the key had been held before.
    pub fn sneaking(sneaking: bool) -> Legs {
        Legs { steps: Steps { sneaking, ..Steps::default() }, double_tap: 0 }
    }

    /// What they did in the last tick.
    pub fn steps(&self) -> Steps {
        self.steps
    }

    /// Ticks left in which a press of the forward key starts a sprint.
    pub fn double_tap(&self) -> u8 {
        self.double_tap
    }

    /// Goes as somebody else has found out already.
    pub fn follow(&mut self, steps: Steps) {
        self.steps = steps;
    }

    /// Whether the keys walk, at the full speed of walking unless under water (`ClientPlayerEntity.isWalking`).
    pub fn is_walking(&self, submerged: bool) -> bool {
        if submerged { self.steps.forward > 1e-5 } else { self.steps.forward >= 0.8 }
    }

    /// Goes by the keys held.
    pub fn go(&mut self, keys: Keys, stance: &Stance) -> Steps {
        self.double_tap = self.double_tap.saturating_sub(1);
        let (sneaked, walked) = (self.steps.sneaking, self.is_walking(stance.submerged));
        self.read(keys, stance);
        self.start_or_stop_sprint(keys, stance, sneaked, walked);
        self.steps
    }

    /// `KeyboardInput.tick`
    fn read(&mut self, keys: Keys, stance: &Stance) {
        let axis = |plus: Keys, minus: Keys| f32::from(keys.contains(plus)) - f32::from(keys.contains(minus));
        let mut factor = 1.0;
        if stance.is_slowed {
            factor *= SNEAK_FACTOR;
        }
        if stance.uses_item {
            factor *= USE_FACTOR;
        }
        self.steps = Steps {
            forward: axis(Keys::FORWARD, Keys::BACK) * factor,
            sideways: axis(Keys::LEFT, Keys::RIGHT) * factor,
            jumping: keys.contains(Keys::JUMP),
            sneaking: keys.contains(Keys::SNEAK),
            sprinting: stance.sprints,
        };
    }

    fn start_or_stop_sprint(&mut self, keys: Keys, stance: &Stance, sneaked: bool, walked: bool) {
        let Stance { in_water, submerged, on_ground, .. } = *stance;
        let can_start =
            !stance.sprints && self.is_walking(submerged) && stance.is_fed() && !stance.uses_item && !stance.is_blind;
        let held = keys.contains(Keys::SPRINT);
        if sneaked || stance.uses_item {
            self.double_tap = 0;
        }
        let steps = &mut self.steps;
        if can_start && held && (!in_water || submerged) {
            steps.sprinting = true;
        } else if can_start && (on_ground || submerged) && !sneaked && !walked {
            if held || self.double_tap > 0 {
                steps.sprinting = true;
            } else {
                self.double_tap = DOUBLE_TAP;
            }
        }
        if steps.sprinting {
            let stands = steps.forward <= 1e-5 || !stance.is_fed();
            steps.sprinting = if stance.swims {
                !(!on_ground && !steps.sneaking && stands || !in_water)
            } else {
                !(stands || stance.hit_wall || in_water && !submerged)
            };
        }
    }
}
