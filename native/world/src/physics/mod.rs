//! Movement and collision, shared by players, mobs and things.
//!
//! A [`Body`] is what the game's `Entity` knows of its own motion. Each tick its owner calls
//! [`Body::begin`] (liquids, eyes, what was touched is forgotten), then moves it: a living body by
//! [`Body::travel`] with the [`Stride`] it wants, a thing by [`Body::shift`]. What it met on the way stands in
//! [`Body::contact`] until the next tick; what that does to it is its owner's business.
//!
//! All numbers are those of 1.19.4's `Entity`, `LivingEntity`, `PlayerEntity` and of the block classes, sums
//! in the order in which the game makes them.

mod collide;
mod fluid;
mod ground;
mod shift;
mod space;
mod touch;
mod travel;

use anima_body::BlockPos;
use anima_rules::Aabb;
use glam::DVec3;
use rand::RngExt;

use crate::level::Dice;

pub(crate) use anima_rules::sine::{cos, radians, sin};
pub(crate) use collide::{Meeting, is_free, is_stifled};
pub(crate) use fluid::{height as liquid_height, is_wet};
pub(crate) use ground::{ground, landing_fall, landing_hurt};
pub(crate) use space::Space;
pub(crate) use touch::{Contact, Hazards, Landed};
pub(crate) use travel::Stride;

/// What sort of body it is; some rules differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    Player,
    /// Mobs.
    Living,
    /// Items, orbs, arrows, falling blocks.
    Thing,
}

/// A body that moves through blocks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Body {
    /// Feet centre.
    pub pos: DVec3,
    /// Blocks per tick.
    pub velocity: DVec3,
    pub nature: Nature,
    pub width: f32,
    pub height: f32,
    /// Height of the eyes above the feet.
    pub eye_height: f32,
    /// What it steps up without a jump.
    pub step_height: f32,
    pub on_ground: bool,
    /// Walked into something in its last move.
    pub hit_wall: bool,
    /// Met floor or ceiling in its last move.
    pub hit_vertically: bool,
    /// How far it got in its last move.
    pub moved: DVec3,
    /// Blocks fallen since the last landing.
    pub fall_distance: f32,
    pub in_water: bool,
    /// Depth of the feet below the water's surface.
    pub water_depth: f64,
    /// Depth of the feet below the lava's surface.
    pub lava_depth: f64,
    /// Eyes below water.
    pub eyes_in_water: bool,
    /// Eyes below water as of the tick before, which is what swimming asks for.
    pub submerged: bool,
    /// Factor on the next move, after a cobweb and the like.
    pub slowed: Option<DVec3>,
    pub in_powder_snow: bool,
    /// Holds on to ladders and ledges.
    pub sneaking: bool,
    pub sprinting: bool,
    pub is_pushed_by_liquids: bool,
    pub walks_on_powder_snow: bool,
    /// Climbs the wall that it walked into.
    pub climbs: bool,
    /// Soul sand and soul soil do not slow it.
    pub soul_speed: bool,
    /// Ticks until a held jump key jumps again.
    pub jump_cooldown: u8,
    /// Ticks it goes on burning; below zero, ticks in fire until it catches.
    pub fire_ticks: i32,
    /// Ticks in fire until it catches: 20 for players, 1 for others.
    pub fire_delay: i32,
    /// Rain falls on it.
    pub rained_on: bool,
    /// Where it was when the tick began.
    pub tick_start: DVec3,
    /// What it met since the tick began.
    pub contact: Contact,
}

impl Body {
    /// A body at rest.
    pub(crate) fn new(nature: Nature, pos: DVec3, width: f32, height: f32, eye_height: f32) -> Body {
        let fire_delay = if nature == Nature::Player { 20 } else { 1 };
        Body {
            pos,
            velocity: DVec3::ZERO,
            nature,
            width,
            height,
            eye_height,
            step_height: if nature == Nature::Thing { 0.0 } else { 0.6 },
            on_ground: false,
            hit_wall: false,
            hit_vertically: false,
            moved: DVec3::ZERO,
            fall_distance: 0.0,
            in_water: false,
            water_depth: 0.0,
            lava_depth: 0.0,
            eyes_in_water: false,
            submerged: false,
            slowed: None,
            in_powder_snow: false,
            sneaking: false,
            sprinting: false,
            is_pushed_by_liquids: true,
            walks_on_powder_snow: false,
            climbs: false,
            soul_speed: false,
            jump_cooldown: 0,
            fire_ticks: -fire_delay,
            fire_delay,
            rained_on: false,
            tick_start: pos,
            contact: Contact::default(),
        }
    }

    /// The box it fills.
    pub(crate) fn bounds(&self) -> Aabb {
        self.bounds_of(self.width, self.height)
    }

    /// The box it would fill with another width and height, as the game rounds it.
    pub(crate) fn bounds_of(&self, width: f32, height: f32) -> Aabb {
        let half = f64::from(width / 2.0);
        let (low, high) = (DVec3::new(half, 0.0, half), DVec3::new(half, f64::from(height), half));
        Aabb::new(self.pos - low, self.pos + high)
    }

    /// Where the eyes are.
    pub(crate) fn eyes(&self) -> DVec3 {
        self.pos + DVec3::new(0.0, f64::from(self.eye_height), 0.0)
    }

    /// The block the feet are in.
    pub(crate) fn feet(&self) -> BlockPos {
        BlockPos::containing(self.pos)
    }

    pub(crate) fn in_lava(&self) -> bool {
        self.lava_depth > 0.0
    }

    /// In water or rain (`isWet`; a bubble column counts as water).
    pub(crate) fn is_wet(&self) -> bool {
        self.in_water || self.rained_on
    }

    pub(crate) fn is_burning(&self) -> bool {
        self.fire_ticks > 0
    }

    /// Throws it away from `towards`, up too if it stands (`LivingEntity.takeKnockback`).
    pub(crate) fn knock_back(&mut self, strength: f64, towards: DVec3, dice: &mut Dice) {
        if strength <= 0.0 {
            return;
        }
        let mut towards = DVec3::new(towards.x, 0.0, towards.z);
        while towards.length_squared() < 1e-4 {
            let mut part = || (dice.random::<f64>() - dice.random::<f64>()) * 0.01;
            towards = DVec3::new(part(), 0.0, part());
        }
        let blow = towards.normalize() * strength;
        let DVec3 { x, y, z } = self.velocity / 2.0;
        let up = if self.on_ground { (y + strength).min(0.4) } else { self.velocity.y };
        self.velocity = DVec3::new(x - blow.x, up, z - blow.z);
    }

    /// Sets it alight for at least this many ticks.
    pub(crate) fn ignite(&mut self, ticks: i32) {
        self.fire_ticks = self.fire_ticks.max(ticks);
    }
}
