//! What a body meets: blocks it is in, steps on and lands on.

use anima_body::{BlockPos, View};
use anima_rules::{Block, BlockState};
use bitflags::bitflags;
use glam::DVec3;

use super::ground::{Landing, Touch, ground};
use super::{Body, Nature};

bitflags! {
    /// Blocks met that hurt.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Hazards: u16 {
        const FIRE = 1 << 0;
        const SOUL_FIRE = 1 << 1;
        const CAMPFIRE = 1 << 2;
        const SOUL_CAMPFIRE = 1 << 3;
        const CACTUS = 1 << 4;
        /// A berry bush with thorns, moved in.
        const BERRY_BUSH = 1 << 5;
        const WITHER_ROSE = 1 << 6;
        /// Stood on without sneaking.
        const MAGMA = 1 << 7;
    }
}

/// What a body landed on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Landed {
    pub pos: BlockPos,
    pub state: BlockState,
    /// Blocks fallen before.
    pub distance: f32,
}

/// What a body met since the tick began.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Contact {
    pub hazards: Hazards,
    pub landed: Option<Landed>,
}

impl Body {
    /// The block whose top the feet are on, looked for this far below them; fences reach up from one lower
    /// (`Entity.getPosWithYOffset`).
    pub(super) fn below(&self, view: &View<'_>, depth: f32) -> (BlockPos, BlockState) {
        let pos = BlockPos::containing(self.pos - DVec3::new(0.0, f64::from(depth), 0.0));
        let state = view.block_or_wall(pos);
        if state.is_air() {
            let lower = view.block_or_wall(pos.down(1));
            if ground(lower).is_fence {
                return (pos.down(1), lower);
            }
        }
        (pos, state)
    }

    /// The block that slows, speeds and slips it (`getVelocityAffectingPos`).
    pub(super) fn footing(&self, view: &View<'_>) -> BlockState {
        self.below(view, 0.500001).1
    }

    /// Lets each block it is in act on it (`Entity.checkBlockCollision`); tells whether fire or lava is among
    /// them.
    pub(crate) fn touch_blocks(&mut self, view: &View<'_>) -> bool {
        let bounds = self.bounds();
        let low = BlockPos::containing(bounds.min + 1e-7);
        let high = BlockPos::containing(bounds.max - 1e-7);
        let mut heat = false;
        for x in low.x..=high.x {
            for y in low.y..=high.y {
                for z in low.z..=high.z {
                    let pos = BlockPos::new(x, y, z);
                    let Some(state) = view.block(pos).filter(|state| *state != BlockState::AIR) else { continue };
                    let touch = ground(state).touch;
                    if touch != Touch::Nothing {
                        heat |= matches!(touch, Touch::Fire { .. } | Touch::Lava);
                        self.touch(view, pos, touch);
                    }
                }
            }
        }
        heat
    }

    #[cold]
    fn touch(&mut self, view: &View<'_>, pos: BlockPos, touch: Touch) {
        let slow = |x: f32, y: f64| Some(DVec3::new(f64::from(x), y, f64::from(x)));
        let living = self.nature != Nature::Thing;
        match touch {
            Touch::Nothing | Touch::Lava => {}
            Touch::Cobweb => {
                self.fall_distance = 0.0;
                self.slowed = slow(0.25, f64::from(0.05_f32));
            }
            Touch::BerryBush { prickly } if living => {
                self.fall_distance = 0.0;
                self.slowed = slow(0.8, 0.75);
                let moved = (self.pos - self.tick_start).abs();
                let moved = moved.x >= f64::from(0.003_f32) || moved.z >= f64::from(0.003_f32);
                if prickly && moved {
                    self.contact.hazards |= Hazards::BERRY_BUSH;
                }
            }
            Touch::BerryBush { .. } => {}
            Touch::PowderSnow => {
                if !living || view.block(self.feet()).is_some_and(|state| state.block() == Block::POWDER_SNOW) {
                    self.fall_distance = 0.0;
                    self.slowed = slow(0.9, 1.5);
                }
                self.in_powder_snow = true;
                self.fire_ticks = self.fire_ticks.min(0);
            }
            Touch::Honey => self.slide_down_honey(pos),
            Touch::Bubbles { down } => {
                let surface = view.block(pos.up(1)).is_some_and(BlockState::is_air);
                let y = self.velocity.y;
                self.velocity.y = match (surface, down) {
                    (true, true) => (y - 0.03).max(-0.9),
                    (true, false) => (y + 0.1).min(1.8),
                    (false, true) => (y - 0.03).max(-0.3),
                    (false, false) => (y + 0.06).min(0.7),
                };
                if !surface {
                    self.fall_distance = 0.0;
                }
            }
            Touch::Cactus => self.contact.hazards |= Hazards::CACTUS,
            Touch::Fire { soul } => {
                self.fire_ticks += 1;
                if self.fire_ticks == 0 {
                    self.ignite(160);
                }
                self.contact.hazards |= if soul { Hazards::SOUL_FIRE } else { Hazards::FIRE };
            }
            Touch::Campfire { soul } => {
                self.contact.hazards |= if soul { Hazards::SOUL_CAMPFIRE } else { Hazards::CAMPFIRE };
            }
            Touch::WitherRose => self.contact.hazards |= Hazards::WITHER_ROSE,
        }
    }

    /// `HoneyBlock.isSliding` and `updateSlidingVelocity`.
    fn slide_down_honey(&mut self, pos: BlockPos) {
        let center = pos.center();
        let reach = 0.4375 + f64::from(self.width / 2.0) - 1e-7;
        let beside = (center.x - self.pos.x).abs() > reach || (center.z - self.pos.z).abs() > reach;
        let above = self.pos.y > f64::from(pos.y) + 0.9375 - 1e-7;
        if self.on_ground || above || self.velocity.y >= -0.08 || !beside {
            return;
        }
        if self.velocity.y < -0.13 {
            let slower = -0.05 / self.velocity.y;
            self.velocity.x *= slower;
            self.velocity.z *= slower;
        }
        self.velocity.y = -0.05;
        self.fall_distance = 0.0;
    }

    /// The vertical end of a move: the block stops it or throws it back (`Block.onEntityLand`).
    pub(super) fn land(&mut self, on: BlockState) {
        let strength = match ground(on).landing {
            Landing::Stops => 0.0,
            _ if self.sneaking => 0.0,
            Landing::Bounces => 1.0,
            Landing::BouncesSoftly => f64::from(0.66_f32),
        };
        let strength = if self.nature == Nature::Thing { strength * 0.8 } else { strength };
        self.velocity.y = match self.velocity.y {
            _ if strength == 0.0 => 0.0,
            y if y < 0.0 => -y * strength,
            y => y,
        };
    }

    /// Each tick on the ground (`Block.onSteppedOn`).
    pub(super) fn step_on(&mut self, on: BlockState) {
        if self.sneaking {
            return;
        }
        match on.block() {
            Block::SLIME_BLOCK => {
                let y = self.velocity.y.abs();
                if y < 0.1 {
                    let slower = 0.4 + y * 0.2;
                    self.velocity.x *= slower;
                    self.velocity.z *= slower;
                }
            }
            Block::MAGMA_BLOCK if self.nature != Nature::Thing => self.contact.hazards |= Hazards::MAGMA,
            _ => {}
        }
    }
}
