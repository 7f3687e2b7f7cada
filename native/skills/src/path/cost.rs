//! What moves cost, in sixteenths of a tick, measured in the embedded world.

/// One tick.
pub(crate) const TICK: u32 = 16;
/// A block straight ahead at a sprint (0.2806 blocks a tick).
pub(crate) const SPRINT: u32 = 57;
/// A block diagonally at a sprint.
pub(crate) const SPRINT_DIAGONAL: u32 = 81;
/// A block straight ahead at a walk (0.2158 blocks a tick), for a player that is too hungry to sprint.
pub(crate) const WALK: u32 = 74;
/// A block diagonally at a walk.
pub(crate) const WALK_DIAGONAL: u32 = 105;
/// What a half step up costs beside the way.
pub(crate) const STEP_UP: u32 = 6;
/// What a jump up a block costs beside the way.
pub(crate) const JUMP_UP: u32 = 4 * TICK;
/// A leap over a gap, beside its length.
pub(crate) const LEAP: u32 = 3 * TICK;
/// A block through water at its surface (0.098 blocks a tick).
pub(crate) const SWIM: u32 = 163;
/// A block flat at the surface of deep water, sprinting (0.196 blocks a tick).
pub(crate) const SWIM_FLAT: u32 = 84;
/// Going under before swimming flat, beside the way.
pub(crate) const DUCK: u32 = 6 * TICK;
/// A block under water, sprinting.
pub(crate) const DIVE: u32 = 110;
/// A block up or down in water.
pub(crate) const SWIM_UP: u32 = 6 * TICK;
/// Climbing out of the water onto the shore, beside the way.
pub(crate) const CLIMB_OUT: u32 = 5 * TICK;
/// A block up a ladder (0.1176 blocks a tick).
pub(crate) const CLIMB_UP: u32 = 9 * TICK;
/// A block down a ladder (0.15 blocks a tick).
pub(crate) const CLIMB_DOWN: u32 = 7 * TICK;
/// Opening a door or gate on the way.
pub(crate) const SWING: u32 = 4 * TICK;
/// Placing the next block of a bridge and walking onto it, beside the way.
pub(crate) const BRIDGE: u32 = 12 * TICK;
/// A block up on a pillar that the agent builds.
pub(crate) const PILLAR: u32 = 10 * TICK;
/// A cell of cobweb, soul sand or honey, beside the way.
pub(crate) const SLOW: u32 = 8 * TICK;
/// A cell of flowing water, beside the way.
pub(crate) const FLOW: u32 = 6 * TICK;
/// Half a heart lost: a player that has nothing to eat does not get it back.
pub(crate) const HURT: u32 = 80 * TICK;
/// A step away from a place beside lava.
pub(crate) const HOT: u32 = 12 * TICK;
/// Ticks that a way may lead under water between two breaths: two thirds of what the lungs hold.
pub(crate) const BREATH: u32 = 200;
/// Ticks that a way up may still lead under water when the breath is used up: it hurts, but it does not kill.
pub(crate) const LAST_BREATH: u32 = 200;
/// Ticks in which nothing can be dug after a block that was not instant.
pub(crate) const DIG_COOL_DOWN: u32 = 5;
/// Ticks until a block that falls has come down into the cell that was dug.
pub(crate) const FALLING_BLOCK: u32 = 6;
/// No move costs as much.
pub(crate) const NEVER: u32 = u32::MAX / 4;

/// What falling `blocks` costs beside the way to the edge: the body moves on while it falls.
pub(crate) fn fall(blocks: i32) -> u32 {
    const TICKS: [u32; 8] = [0, 1, 3, 5, 7, 8, 10, 11];
    match TICKS.get(blocks as usize) {
        Some(ticks) => ticks * TICK,
        // Terminal speed is far off: half a tick a block is close enough.
        None => 11 * TICK + (blocks as u32 - 7) * TICK / 2,
    }
}

/// What a block in each direction is taken to cost by estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slope {
    /// A block straight ahead.
    pub level: u32,
    /// A block up, beside the way across.
    pub up: u32,
    /// A block down, beside the way across.
    pub down: u32,
}

impl Slope {
    /// Over open ground: some half steps, some jumps; falls are nearly free.
    pub const OPEN: Slope = Slope { level: SPRINT, up: TICK + TICK / 2, down: TICK / 4 };

    /// Over open ground, but up or down through rock of which a block takes so many ticks to dig: one block for each
    /// block down, two or three for each block up by stairs.
    pub fn under_open_ground(ticks: u32) -> Slope {
        let up = (2 * ticks * TICK).max(Slope::OPEN.up);
        Slope { level: SPRINT, up, down: (ticks * TICK).max(Slope::OPEN.down) }
    }

    /// All the way through rock of which a block takes so many ticks to dig.
    pub fn through_rock(ticks: u32) -> Slope {
        Slope { level: SPRINT + 2 * ticks * TICK, ..Slope::under_open_ground(ticks) }
    }

    /// A guess at the way over these blocks: octile across, and up or down.
    #[inline]
    pub fn estimate(self, x: i32, y: i32, z: i32) -> u32 {
        let (x, z) = (x.unsigned_abs(), z.unsigned_abs());
        let (long, short) = if x > z { (x, z) } else { (z, x) };
        // A diagonal takes 1.42 times as long as a block straight ahead.
        let level = long * self.level + short * (self.level * 27 / 64);
        let climb = if y > 0 { y.unsigned_abs() * self.up } else { y.unsigned_abs() * self.down };
        level + climb
    }
}
