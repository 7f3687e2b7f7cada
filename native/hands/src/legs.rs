//! From the movement keys to movement (`KeyboardInput.tick`, `ClientPlayerEntity.tickMovement`).

use anima_body::Keys;
use anima_rules::food::SPRINT_ABOVE;

/// What sneaking and crawling leave of the keys.
const SNEAK_FACTOR: f32 = 0.3;
/// What eating or drawing a bow leaves of them.
const USE_FACTOR: f32 = 0.2;
/// What is left of forward and sideways speed in each tick (`LivingEntity.tickMovement`).
const DRAG: f32 = 0.98;
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

impl Steps {
    /// Whether a move by these steps that ended at a wall brushed along it, at less than 8 degrees, rather than into it
    /// (`ClientPlayerEntity.hasCollidedSoftly`). `heading` is sine and cosine of the yaw, `moved` how far the body came
    /// along x and z, in blocks.
    pub fn brush(&self, (sine, cosine): (f64, f64), (moved_x, moved_z): (f64, f64)) -> bool {
        /// Cosine of 0.13962634.
        const LIMIT: f64 = 0.9902680688920995;
        /// Blocks squared below which nothing counts as a move.
        const LEAST: f64 = 1e-5_f32 as f64;
        let (sideways, forward) = (f64::from(self.sideways * DRAG), f64::from(self.forward * DRAG));
        let (x, z) = (sideways * cosine - forward * sine, forward * cosine + sideways * sine);
        let (wanted_squared, moved_squared) = (x * x + z * z, moved_x * moved_x + moved_z * moved_z);
        if wanted_squared < LEAST || moved_squared < LEAST {
            return false;
        }
        (x * moved_x + z * moved_z) / (wanted_squared * moved_squared).sqrt() > LIMIT
    }
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
