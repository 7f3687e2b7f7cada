//! How a living body walks, swims, climbs and jumps (`LivingEntity.tickMovement` and `travel`).

use anima_body::View;
use anima_rules::{Block, BlockState};
use glam::DVec3;

use super::fluid::{is_wet, normalised};
use super::ground::ground;
use super::{Body, Nature, Space};
use anima_rules::sine::{cos, radians, sin};

/// Fall per tick and tick.
const GRAVITY: f64 = 0.08;
/// Share of the speed up and down that air leaves.
const AIR_DRAG: f64 = 0.98_f32 as f64;
/// Speed of swimming, before the water slows it.
const SWIM_SPEED: f32 = 0.02;
/// Speed up a ladder, and out of water at its edge.
const CLIMB: f64 = 0.2;
const LEAP_OUT: f64 = 0.3_f32 as f64;

/// How a living body wants to move in a tick, and what changes how it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stride {
    /// Left, up, forward: -1..=1 each.
    pub input: DVec3,
    /// Degrees.
    pub yaw: f32,
    /// The attribute `movement_speed`.
    pub speed: f32,
    /// Speed of steering in the air.
    pub air_speed: f32,
    /// Wants to jump or swim up.
    pub jumping: bool,
    /// Speed upwards of a jump, before the ground's factor.
    pub jump_speed: f32,
    /// Amplifier of jump boost.
    pub jump_boost: Option<u8>,
    /// Amplifier of levitation.
    pub levitation: Option<u8>,
    pub slow_falling: bool,
    pub dolphins_grace: bool,
    /// Level of depth strider.
    pub depth_strider: u8,
    /// Share of the speed that water leaves when not sprinting.
    pub water_drag: f32,
    /// Share of gravity it feels; a chicken's fall is its own business.
    pub gravity: f64,
}

impl Stride {
    /// Standing still.
    pub(crate) const REST: Stride = Stride {
        input: DVec3::ZERO,
        yaw: 0.0,
        speed: 0.1,
        air_speed: 0.02,
        jumping: false,
        jump_speed: 0.42,
        jump_boost: None,
        levitation: None,
        slow_falling: false,
        dolphins_grace: false,
        depth_strider: 0,
        water_drag: 0.8,
        gravity: GRAVITY,
    };
}

impl Body {
    /// Stops what is slower than three thousandths of a block.
    pub(crate) fn come_to_rest(&mut self) {
        for axis in 0..3 {
            if self.velocity[axis].abs() < 0.003 {
                self.velocity[axis] = 0.0;
            }
        }
        self.jump_cooldown = self.jump_cooldown.saturating_sub(1);
    }

    /// Acts on the wish to jump; true if it jumped off the ground.
    pub(crate) fn jump_or_swim_up(&mut self, view: &View<'_>, stride: &Stride) -> bool {
        if !stride.jumping {
            self.jump_cooldown = 0;
            return false;
        }
        let depth = if self.in_lava() { self.lava_depth } else { self.water_depth };
        let wades = self.in_water && depth > 0.0;
        let deep = !self.on_ground || depth > self.swim_depth();
        if (wades || self.in_lava()) && deep {
            self.velocity.y += f64::from(0.04_f32);
            return false;
        }
        let jumps = (self.on_ground || wades) && self.jump_cooldown == 0;
        if jumps {
            self.jump(view, stride);
            self.jump_cooldown = 10;
        }
        jumps
    }

    /// The depth from which a body swims and no longer wades (`getSwimHeight`).
    fn swim_depth(&self) -> f64 {
        if self.eye_height < 0.4 { 0.0 } else { 0.4 }
    }

    fn jump(&mut self, view: &View<'_>, stride: &Stride) {
        let here = ground(view.block_or_wall(self.feet())).jump;
        let factor = if here == 1.0 { ground(self.footing(view)).jump } else { here };
        let boost = stride.jump_boost.map_or(0.0, |amplifier| 0.1 * f32::from(amplifier + 1));
        self.velocity.y = f64::from(stride.jump_speed * factor) + f64::from(boost);
        if self.sprinting {
            let yaw = radians(stride.yaw);
            self.velocity.x += f64::from(-sin(yaw) * 0.2);
            self.velocity.z += f64::from(cos(yaw) * 0.2);
        }
    }

    /// `LivingEntity.travel`.
    pub(crate) fn travel(&mut self, space: &Space<'_>, stride: &Stride) {
        let falls = self.velocity.y <= 0.0;
        let mut gravity = stride.gravity;
        if falls && stride.slow_falling {
            gravity = gravity.min(0.01);
            self.fall_distance = 0.0;
        }
        if self.in_water {
            self.travel_in_water(space, stride, gravity, falls);
        } else if self.in_lava() {
            self.travel_in_lava(space, stride, gravity, falls);
        } else {
            self.travel_in_air(space, stride, gravity);
        }
    }

    fn travel_in_water(&mut self, space: &Space<'_>, stride: &Stride, gravity: f64, falls: bool) {
        let from = self.pos.y;
        let mut drag = if self.sprinting { 0.9 } else { stride.water_drag };
        let mut speed = SWIM_SPEED;
        let mut strider = f32::from(stride.depth_strider.min(3));
        if !self.on_ground {
            strider *= 0.5;
        }
        if strider > 0.0 {
            drag += (0.54600006 - drag) * strider / 3.0;
            speed += (stride.speed - speed) * strider / 3.0;
        }
        if stride.dolphins_grace {
            drag = 0.96;
        }
        self.accelerate(stride, speed);
        self.shift(space, self.velocity);
        if self.hit_wall && self.is_climbing(&space.view) {
            self.velocity.y = CLIMB;
        }
        self.velocity *= DVec3::new(f64::from(drag), f64::from(0.8_f32), f64::from(drag));
        self.sink(gravity, falls);
        self.leap_out(space, from);
    }

    fn travel_in_lava(&mut self, space: &Space<'_>, stride: &Stride, gravity: f64, falls: bool) {
        let from = self.pos.y;
        self.accelerate(stride, SWIM_SPEED);
        self.shift(space, self.velocity);
        if self.lava_depth <= self.swim_depth() {
            self.velocity *= DVec3::new(0.5, f64::from(0.8_f32), 0.5);
            self.sink(gravity, falls);
        } else {
            self.velocity *= 0.5;
        }
        self.velocity.y -= gravity / 4.0;
        self.leap_out(space, from);
    }

    /// The slow fall in a liquid (`applyFluidMovingSpeed`).
    fn sink(&mut self, gravity: f64, falls: bool) {
        if self.sprinting || gravity == 0.0 {
            return;
        }
        let y = self.velocity.y;
        let settles = falls && (y - 0.005).abs() >= 0.003 && (y - gravity / 16.0).abs() < 0.003;
        self.velocity.y = if settles { -0.003 } else { y - gravity / 16.0 };
    }

    /// Climbs the bank when there is room above it.
    fn leap_out(&mut self, space: &Space<'_>, from: f64) {
        if !self.hit_wall {
            return;
        }
        let up = self.velocity.y + f64::from(0.6_f32) - self.pos.y + from;
        let over = self.bounds().shifted(DVec3::new(self.velocity.x, up, self.velocity.z));
        if space.is_empty(&over, self.meeting()) && !is_wet(&space.view, &over) {
            self.velocity.y = LEAP_OUT;
        }
    }

    fn travel_in_air(&mut self, space: &Space<'_>, stride: &Stride, gravity: f64) {
        let view = &space.view;
        let (drag, speed) = if self.on_ground {
            let slipperiness = ground(self.footing(view)).slipperiness;
            (slipperiness * 0.91, stride.speed * (0.21600002 / (slipperiness * slipperiness * slipperiness)))
        } else {
            (0.91, stride.air_speed)
        };
        self.accelerate(stride, speed);
        self.hold_on(view);
        self.shift(space, self.velocity);
        if (self.hit_wall || stride.jumping) && (self.is_climbing(view) || self.climbs_snow(view)) {
            self.velocity.y = CLIMB;
        }
        let mut y = self.velocity.y;
        match stride.levitation {
            Some(amplifier) => {
                y += (0.05 * f64::from(amplifier + 1) - y) * 0.2;
                self.fall_distance = 0.0;
            }
            None => y -= gravity,
        }
        let drag = f64::from(drag);
        self.velocity = DVec3::new(self.velocity.x * drag, y * AIR_DRAG, self.velocity.z * drag);
    }

    /// Adds speed where the keys point (`Entity.updateVelocity`).
    fn accelerate(&mut self, stride: &Stride, speed: f32) {
        self.thrust(stride.input, speed, stride.yaw);
    }

    /// Adds speed along an input as seen from a yaw.
    pub(crate) fn thrust(&mut self, input: DVec3, speed: f32, yaw: f32) {
        let length_squared = input.length_squared();
        if length_squared < 1e-7 {
            return;
        }
        let input = if length_squared > 1.0 { normalised(input) } else { input } * f64::from(speed);
        let yaw = radians(yaw);
        let (s, c) = (f64::from(sin(yaw)), f64::from(cos(yaw)));
        self.velocity += DVec3::new(input.x * c - input.z * s, input.y, input.z * c + input.x * s);
    }

    /// Whether it is on a ladder or the like (`LivingEntity.isClimbing`).
    pub(crate) fn is_climbing(&self, view: &View<'_>) -> bool {
        let feet = self.feet();
        let Some(state) = view.block(feet) else { return false };
        let facts = ground(state);
        self.climbs
            || facts.is_climbable
            || facts.is_open_trapdoor && {
                let below = view.block_or_wall(feet.down(1));
                below.block() == Block::LADDER && below.facing() == state.facing()
            }
    }

    /// Slows to the speed of a ladder; a sneaking player does not slip down (`applyClimbingSpeed`).
    fn hold_on(&mut self, view: &View<'_>) {
        if !self.is_climbing(view) {
            return;
        }
        const LIMIT: f64 = 0.15_f32 as f64;
        self.fall_distance = 0.0;
        let DVec3 { x, y, z } = self.velocity;
        let scaffolding = |state: BlockState| state.block() == Block::SCAFFOLDING;
        let mut y = y.max(-LIMIT);
        if y < 0.0
            && self.nature == Nature::Player
            && self.sneaking
            && !view.block(self.feet()).is_some_and(scaffolding)
        {
            y = 0.0;
        }
        self.velocity = DVec3::new(x.clamp(-LIMIT, LIMIT), y, z.clamp(-LIMIT, LIMIT));
    }

    fn climbs_snow(&self, view: &View<'_>) -> bool {
        self.walks_on_powder_snow && view.block(self.feet()).is_some_and(|state| state.block() == Block::POWDER_SNOW)
    }
}
