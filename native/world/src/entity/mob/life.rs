//! What befalls a mob in a tick (`Entity.baseTick`, `LivingEntity.baseTick`), and when it goes away.

use anima_body::BlockPos;
use anima_rules::damage::fall_damage;
use anima_rules::{Aabb, Block, EntityKind};
use glam::DVec3;
use rand::RngExt;

use super::{Me, Motion, Ways};
use crate::Difficulty;
use crate::entity::Around;
use crate::harm::{Harm, TOUCHES};
use crate::physics::{ground, is_stifled, landing_hurt};

/// Ticks of breath.
pub(super) const FULL_AIR: i32 = 300;
/// Ticks that lava goes on burning.
const LAVA_FIRE: i32 = 300;
/// Ticks that the sun's fire burns.
const SUN_FIRE: i32 = 160;
/// Within this distance of the player it has to do with the player.
const NEAR: f64 = 32.0;
/// Ticks alone after which it may go.
const LONELY_TICKS: u32 = 600;
/// How often a quiet mob looks whether it stands in light.
const LIGHT_LOOK: u64 = 32;

impl Me<'_> {
    /// Whether it goes away: far from the player, or long alone and by chance (`MobEntity.checkDespawn`).
    pub(super) fn goes_away(&mut self, around: &mut Around<'_>, distance_squared: f64) -> bool {
        let mob = &mut *self.mob;
        let traits = mob.traits;
        if around.options.difficulty == Difficulty::Peaceful && traits.has(Ways::HOSTILE) {
            return true;
        }
        if mob.persistent {
            mob.idle_ticks = 0;
            return false;
        }
        if distance_squared < NEAR * NEAR {
            mob.idle_ticks = 0;
            return false;
        }
        if !traits.has(Ways::GOES_AWAY) {
            return false;
        }
        let most = traits.category.despawn_distance();
        distance_squared > most * most
            || mob.idle_ticks > LONELY_TICKS && around.dice.random_range(0..800) == 0 && distance_squared > NEAR * NEAR
    }

    /// `Entity.baseTick` and `LivingEntity.baseTick`
    pub(super) fn suffer(&mut self, around: &mut Around<'_>) {
        self.mob.wounds.heal();
        if !self.mob.is_alive() {
            return;
        }
        let is_last_of_childhood = self.mob.age == -1;
        self.mob.age -= self.mob.age.signum();
        if self.mob.age == 0 && self.is_small() {
            self.fit_body();
        }
        if is_last_of_childhood {
            self.grow_up(around);
        }
        if self.mob.love_ticks > 0 {
            self.mob.love_ticks = if self.mob.age != 0 { 0 } else { self.mob.love_ticks - 1 };
        }
        if self.body.is_burning() {
            if self.mob.traits.has(Ways::FIREPROOF) {
                self.body.fire_ticks = (self.body.fire_ticks - 4).max(0);
            } else {
                if self.body.fire_ticks % 20 == 0 && !self.body.in_lava() {
                    self.suffer_from(around, Harm::OnFire, 1.0);
                }
                self.body.fire_ticks -= 1;
            }
        }
        if self.body.in_lava() && !self.mob.traits.has(Ways::FIREPROOF) {
            self.body.ignite(LAVA_FIRE);
            self.suffer_from(around, Harm::Lava, 4.0);
        }
        if self.body.pos.y < f64::from(anima_body::MIN_Y) - 64.0 {
            self.suffer_from(around, Harm::OutOfWorld, 4.0);
        }
        if !self.mob.rests && self.is_in_wall(around) {
            self.suffer_from(around, Harm::InWall, 1.0);
        }
        self.breathe(around);
        self.count_light(around);
        self.burn_by_day(around);
    }

    fn is_in_wall(&self, around: &Around<'_>) -> bool {
        let half = f64::from(self.body.width * 0.8) / 2.0;
        let half = DVec3::new(half, 5e-7, half);
        let eyes = self.body.eyes();
        let view = around.level.view();
        let (low, high) = (BlockPos::containing(eyes - half), BlockPos::containing(eyes + half));
        // Mostly air: no shape needs to be looked at.
        let stifles = |x, z| ground(view.block_or_wall(BlockPos::new(x, low.y, z))).suffocates;
        let near = (low.x..=high.x).any(|x| (low.z..=high.z).any(|z| stifles(x, z)));
        near && is_stifled(&view, &Aabb::new(eyes - half, eyes + half))
    }

    /// `LivingEntity.baseTick`, `WaterCreatureEntity.tickWaterBreathingAir`
    fn breathe(&mut self, around: &mut Around<'_>) {
        let ways = self.mob.traits.ways;
        let chokes = if ways.contains(Ways::NEEDS_WATER) {
            !self.body.in_water
        } else {
            self.body.eyes_in_water && !ways.contains(Ways::BREATHES_WATER) && !self.is_in_bubbles(around)
        };
        let air = &mut self.mob.air;
        if !chokes {
            let back = if ways.contains(Ways::NEEDS_WATER) { FULL_AIR } else { *air + 4 };
            *air = back.min(FULL_AIR);
            return;
        }
        *air -= 1;
        if *air <= -20 {
            *air = 0;
            self.suffer_from(around, Harm::Drown, 2.0);
        }
    }

    fn is_in_bubbles(&self, around: &Around<'_>) -> bool {
        around.level.block(BlockPos::containing(self.body.eyes())).block() == Block::BUBBLE_COLUMN
    }

    /// Monsters in the light are sooner forgotten (`HostileEntity.updateDespawnCounter`).
    pub(super) fn count_light(&mut self, around: &mut Around<'_>) {
        if !self.mob.traits.has(Ways::HOSTILE) {
            return;
        }
        if (around.now + u64::from(self.id)).is_multiple_of(LIGHT_LOOK) {
            self.mob.in_light = self.brightness(around) > 0.5;
        }
        if self.mob.in_light {
            self.mob.idle_ticks += 2;
        }
    }

    /// `ZombieEntity.tickMovement`, `MobEntity.isAffectedByDaylight`
    pub(super) fn burn_by_day(&mut self, around: &mut Around<'_>) {
        if !self.mob.traits.has(Ways::BURNS_BY_DAY) || !around.is_day() {
            return;
        }
        let lot = around.dice.random::<f32>() * 30.0;
        // The brightest light gives a lot of at most (1 - 0.4) * 2.
        if lot >= 1.2 || self.body.in_water || self.body.in_powder_snow || around.rains_on(self.body.eyes()) {
            return;
        }
        let light = self.brightness(around);
        if light <= 0.5 || lot >= (light - 0.4) * 2.0 || !around.level.sees_sky(BlockPos::containing(self.body.eyes()))
        {
            return;
        }
        if !self.mob.gear.shade(around.dice) {
            self.body.ignite(SUN_FIRE);
            self.mob.rests = false;
        }
    }

    /// What its last move did to it: blocks touched, the end of a fall.
    pub(super) fn feel_move(&mut self, around: &mut Around<'_>) {
        if self.mob.rests {
            return;
        }
        let met = self.body.contact.hazards;
        for (hazard, harm, amount) in TOUCHES {
            let spared = harm == Harm::BerryBush && matches!(self.mob.kind, EntityKind::FOX | EntityKind::BEE);
            if met.contains(hazard) && !spared {
                self.suffer_from(around, harm, amount);
            }
        }
        if let Some(landed) = self.body.contact.landed
            && !self.mob.traits.has(Ways::NO_FALL_DAMAGE)
        {
            let (extra, share) = landing_hurt(landed.state, false);
            let amount = fall_damage(landed.distance + extra, 0, share);
            self.shorten_fuse(landed.distance);
            if amount > 0.0 {
                self.suffer_from(around, Harm::Fall, amount);
            }
        }
    }

    /// A creeper that falls explodes the sooner (`CreeperEntity.handleFallDamage`).
    fn shorten_fuse(&mut self, distance: f32) {
        if let super::Own::Creeper(fuse) = &mut self.mob.own {
            fuse.burnt = (fuse.burnt + (distance * 1.5) as i32).min(25);
        }
    }

    /// Whether its body is that of a child.
    fn is_small(&self) -> bool {
        self.body.width < self.mob.kind.width() as f32 && self.mob.traits.motion != Motion::Bounces
    }

    /// Gives the body the size of its age (`LivingEntity.getScaleFactor`).
    pub(super) fn fit_body(&mut self) {
        let mob = &*self.mob;
        let scale = match mob.traits.motion {
            Motion::Bounces => 0.255 * f32::from(mob.own.size()),
            _ if mob.is_baby() => 0.5,
            _ => 1.0,
        };
        self.body.width = mob.kind.width() as f32 * scale;
        self.body.height = mob.kind.height() as f32 * scale;
        self.body.eye_height = match mob.traits.motion {
            Motion::Bounces => self.body.height * 0.625,
            _ => mob.traits.eyes[usize::from(mob.is_baby())],
        };
        self.mob.rests = false;
    }

    /// Turns into another kind where it stands (`MobEntity.convertTo`).
    pub(super) fn become_kind(&mut self, kind: EntityKind) {
        super::goal::stop_all(self);
        let Some(traits) = super::traits(kind) else { return };
        self.mob.kind = kind;
        self.mob.traits = traits;
        self.mob.own = super::Own::Zombie(0);
        self.mob.air = FULL_AIR;
        self.fit_body();
    }
}
