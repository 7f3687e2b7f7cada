//! Mobs: all that lives but the player.
//!
//! A mob's tick goes in the game's order (`LivingEntity.tick`): what befalls it ([`life`]), what it wants
//! ([`goal`], every second tick), where it goes ([`route`], [`mover`], [`head`]), how its body gets there
//! (`physics`), and what only its kind does ([`own`]). One that nobody is near and that nothing moves is quiet:
//! its body is left alone, which changes nothing, since a body at rest among the same blocks stays as it is.

mod birth;
mod breed;
mod fly;
mod gear;
mod goal;
mod head;
mod hurt;
mod kind;
mod life;
mod mover;
mod own;
mod path;
mod rabbit;
mod route;
mod sense;
mod slime;
mod swim;
mod tame;
mod usage;

use anima_body::EntityFlags;
use anima_rules::EntityKind;

use super::{Around, Entity, Kind};
use crate::physics::{Body, Space, Stride};
use gear::Gear;
use goal::Mind;
use head::Head;
use mover::{Mover, Step};
use own::Own;
use route::Route;

pub(crate) use birth::{Birth, variant_of_new};
pub(crate) use hurt::Wounds;
pub(crate) use kind::{Category, Class, Motion, Traits, Ways, eats, traits};
pub(crate) use path::Finder;
pub(crate) use sense::{Figure, regional_difficulty};
pub(crate) use usage::{Usage, use_on};

/// Beyond this distance from the player a mob that sees nobody is quiet.
const QUIET_DISTANCE: f64 = 32.0;

/// A mob, beside its body.
#[derive(Clone, Debug)]
pub(crate) struct Mob {
    pub kind: EntityKind,
    pub traits: &'static Traits,
    /// Half hearts.
    pub health: f32,
    pub most_health: f32,
    /// Ticks that it has lived in this world.
    lived: u32,
    /// Below 0: ticks until it is grown up; above: ticks until it may breed again.
    pub age: i32,
    /// A child for ever.
    stays_young: bool,
    /// Ticks that it goes on being in love.
    pub love_ticks: u16,
    /// Never goes away by itself.
    pub persistent: bool,
    /// Colour of a sheep, breed of a rabbit ...
    pub variant: u8,
    pub sheared: bool,
    /// The player's own.
    pub tame: bool,
    /// Told to sit (`TameableEntity.isSitting`).
    pub sits: bool,
    pub gear: Gear,
    pub wounds: Wounds,
    /// Ticks of breath.
    air: i32,
    /// Ticks since it last had to do with a player (`despawnCounter`).
    pub idle_ticks: u32,
    follow_range: f32,
    /// Share of a knock-back that it does not feel.
    stance: f64,
    /// Raises its arms or its bow.
    aggressive: bool,
    own: Own,
    mind: Mind,
    route: Route,
    mover: Mover,
    step: Step,
    head: Head,
    /// Whom it looked for in which tick, and whether it saw them.
    seen: Option<(u64, u32, bool)>,
    /// Its body would stay exactly as it is.
    rests: bool,
    /// Stands in light, as of the last look at it.
    in_light: bool,
}

/// A mob in its tick.
pub(super) struct Me<'a> {
    pub id: u32,
    pub body: &'a mut Body,
    pub mob: &'a mut Mob,
}

impl Mob {
    pub(crate) fn is_baby(&self) -> bool {
        self.stays_young || self.age < 0
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.health > 0.0
    }

    /// The attribute `movement_speed` with what changes it.
    fn speed(&self) -> f64 {
        let base = self.traits.speed;
        match self.kind {
            // ZombieEntity.BABY_SPEED_BONUS
            _ if self.is_baby() && self.traits.class.contains(Class::ZOMBIE) => base * 1.5,
            // EndermanEntity.ATTACKING_SPEED_BOOST
            EntityKind::ENDERMAN if self.mind.aim.target.is_some() => base + f64::from(0.15_f32),
            EntityKind::SLIME | EntityKind::MAGMA_CUBE => base + 0.1 * f64::from(self.own.size()),
            _ => base,
        }
    }

    /// Grows older at once; below so many ticks a child grows up.
    fn grow(&mut self, ticks: i32) {
        if self.age < 0 {
            self.age = (self.age + ticks).min(0);
        }
    }

    /// Whether nothing but time passes for it.
    fn is_quiet(&self) -> bool {
        self.rests && self.mind.is_musing(self.traits) && self.route.is_over() && self.mover.is_waiting()
    }

    /// Whether its body would stay exactly as it is.
    pub(crate) fn rests(&self) -> bool {
        self.rests
    }

    /// Whether others push it (`LivingEntity.isPushable`).
    pub(crate) fn is_pushed(&self) -> bool {
        self.kind != EntityKind::BAT
    }

    pub(crate) fn flags(&self) -> EntityFlags {
        let mut flags = EntityFlags::empty();
        flags.set(EntityFlags::BABY, self.is_baby());
        flags.set(EntityFlags::SHEARED, self.sheared);
        flags.set(EntityFlags::AGGRESSIVE, self.aggressive);
        flags.set(EntityFlags::USING_ITEM, self.mind.bow.is_drawn());
        flags.set(EntityFlags::IN_LOVE, self.love_ticks > 0);
        flags.set(EntityFlags::DYING, !self.is_alive());
        flags.set(EntityFlags::HURT, self.wounds.flashes());
        flags.set(EntityFlags::FUSE_LIT, self.own.is_about_to_explode());
        flags.set(EntityFlags::TAME, self.tame);
        flags.set(EntityFlags::SITTING, self.mind.is_sitting);
        flags
    }
}

impl Entity {
    /// Ends the rest of its body: something around it or about it has changed.
    pub(crate) fn wake(&mut self) {
        match &mut self.kind {
            Kind::Mob(mob) => mob.rests = false,
            Kind::Prop(prop) => prop.rests = false,
            _ => {}
        }
    }
}

/// Lets a mob have its tick.
pub(super) fn tick(entity: &mut Entity, around: &mut Around<'_>) {
    let Kind::Mob(mob) = &mut entity.kind else { return };
    mob.lived = entity.age;
    let mut me = Me { id: entity.id, body: &mut entity.body, mob };
    let distance_squared = me.body.pos.distance_squared(around.player.body.pos);
    if me.goes_away(around, distance_squared) {
        entity.removed = true;
        return;
    }
    let quiet = me.mob.is_quiet() && distance_squared > QUIET_DISTANCE * QUIET_DISTANCE;
    let alive = quiet && me.pass_quietly(around, distance_squared) || me.live(around);
    entity.yaw = me.mob.head.body_yaw;
    entity.removed |= !alive;
}

impl Me<'_> {
    /// A whole tick; false when it is gone.
    fn live(&mut self, around: &mut Around<'_>) -> bool {
        let before = (!self.mob.rests).then(|| self.body.clone());
        if before.is_some() {
            self.body.rained_on = around.rains_on(self.body.eyes());
            self.body.begin(&around.level.view());
        }
        self.suffer(around);
        if !self.mob.is_alive() {
            return self.die(around);
        }
        let from = self.body.pos;
        if before.is_some() {
            self.body.come_to_rest();
        }
        self.think(around);
        self.walk(around);
        if let Some(before) = before {
            self.mob.rests = self.is_as_it_was(&before);
        }
        let moved = self.body.pos - from;
        self.turn_body(moved.x * moved.x + moved.z * moved.z > 2.5e-7);
        self.do_own(around);
        self.feel_move(around);
        true
    }

    /// `MobEntity.tickNewAi`
    fn think(&mut self, around: &mut Around<'_>) {
        self.mob.idle_ticks = self.mob.idle_ticks.saturating_add(1);
        self.mob.step.jumps = false;
        goal::think(self, around);
        let view = around.level.view();
        self.follow_route(&view);
        rabbit::decide(self);
        mover::steer(self, &view);
        rabbit::hop(self);
        self.turn_head();
    }

    /// Moves the body by the wish, if there is anything to move.
    fn walk(&mut self, around: &mut Around<'_>) {
        match self.mob.traits.motion {
            Motion::Flits => return fly::flit(self, around),
            Motion::Bounces => slime::steer(self, around),
            _ => {}
        }
        let space = Space::new(around.level.view(), around.hard);
        match self.mob.traits.motion {
            Motion::Drifts => swim::drift(self, &space, around.dice, around.now),
            Motion::Swims => swim::swim(self, &space, around.dice),
            _ => self.stride(&space),
        }
    }

    /// One move of legs.
    fn stride(&mut self, space: &Space<'_>) {
        if self.mob.traits.motion == Motion::Clings {
            self.body.velocity = glam::DVec3::ZERO;
            return;
        }
        let step = &mut self.mob.step;
        let idle = step.is_rest();
        if idle && self.mob.rests {
            return;
        }
        step.forward *= 0.98;
        step.sideways *= 0.98;
        if idle {
            step.sideways = 0.0;
        }
        let stride = Stride {
            input: glam::DVec3::new(f64::from(step.sideways), f64::from(step.up), f64::from(step.forward)),
            yaw: self.mob.head.yaw,
            speed: step.speed,
            jumping: step.jumps,
            jump_speed: if self.mob.traits.motion == Motion::Hops { rabbit::jump_speed(self) } else { 0.42 },
            ..Stride::REST
        };
        self.mob.rests = false;
        self.body.jump_or_swim_up(&space.view, &stride);
        self.body.travel(space, &stride);
        if self.mob.traits.motion == Motion::Climbs {
            self.body.climbs = self.body.hit_wall;
        }
    }

    /// Whether the tick changed nothing about the body, and so the next one, with the same wish to stay, would
    /// not either.
    fn is_as_it_was(&self, before: &Body) -> bool {
        let steady = match self.mob.traits.motion {
            Motion::Bounces => false,
            Motion::Flits => !self.mob.own.is_busy(),
            _ => self.mob.step.is_rest(),
        };
        steady && !self.body.is_burning() && !self.body.rained_on && *before == *self.body
    }

    /// A tick in which only its counters and its head move; false if it has more to do after all.
    fn pass_quietly(&mut self, around: &mut Around<'_>, distance_squared: f64) -> bool {
        let mob = &*self.mob;
        let traits = mob.traits;
        let hunted = if traits.hunts_players { f64::from(mob.follow_range) } else { 0.0 };
        let busy = mob.idle_ticks < 100
            || mob.wounds.are_fresh()
            || mob.love_ticks > 0
            || mob.age < 0
            || mob.air < life::FULL_AIR
            || traits.has(Ways::FLOATS) && self.body.in_water
            || mob.own.is_busy()
            || distance_squared <= hunted * hunted;
        if busy || around.crowd.present.intersects(traits.heeds) && self.heeds_someone(around) {
            return false;
        }
        self.mob.age -= self.mob.age.signum();
        self.mob.idle_ticks += 1;
        self.count_light(around);
        self.burn_by_day(around);
        self.do_own(around);
        goal::muse(self, around);
        if !self.mob.head.is_still() {
            self.turn_head();
            self.turn_body(false);
        }
        true
    }

    /// Whether someone whom its goals are about is near.
    fn heeds_someone(&self, around: &Around<'_>) -> bool {
        let traits = self.mob.traits;
        around.crowd.near(self.body.pos, traits.heed_range).any(|other| other.class.intersects(traits.heeds))
    }
}

#[cfg(test)]
mod tests;
