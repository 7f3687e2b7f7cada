//! What mobs know of the world around them.

use anima_body::{BlockPos, Liquids, RayShape, Weather, raycast};
use anima_hands::Hand;
use anima_rules::{EntityKind, Item};
use glam::DVec3;

use super::{Category, Class, Me, Ways};
use crate::entity::{Around, Entity, Kind, PLAYER_ID};
use crate::harm::{Attacker, Damage};
use crate::level::Surface;
use crate::{Difficulty, Options};

/// What one living thing sees of another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub id: u32,
    pub kind: EntityKind,
    pub class: Class,
    pub category: Category,
    pub pos: DVec3,
    pub width: f32,
    pub height: f32,
    pub eye_height: f32,
    pub is_baby: bool,
    /// In love, and not told to sit (`WolfEntity.canBreedWith`).
    pub in_love: bool,
    pub is_tame: bool,
    pub is_alive: bool,
    /// Counts for the caps of natural spawning.
    pub counts: bool,
}

impl Figure {
    /// A mob as it is now.
    pub(crate) fn of(entity: &Entity) -> Option<Figure> {
        let Kind::Mob(mob) = &entity.kind else { return None };
        let body = &entity.body;
        Some(Figure {
            id: entity.id,
            kind: mob.kind,
            class: mob.traits.class,
            category: mob.traits.category,
            pos: body.pos,
            width: body.width,
            height: body.height,
            eye_height: body.eye_height,
            is_baby: mob.is_baby(),
            in_love: mob.love_ticks > 0 && !mob.mind.is_sitting,
            is_tame: mob.tame,
            is_alive: mob.is_alive(),
            counts: !mob.persistent && mob.is_alive(),
        })
    }

    pub(crate) fn eyes(&self) -> DVec3 {
        self.pos + DVec3::new(0.0, f64::from(self.eye_height), 0.0)
    }
}

impl Around<'_> {
    /// The player as mobs see it.
    pub(super) fn player_figure(&self) -> Figure {
        let body = &self.player.body;
        Figure {
            id: PLAYER_ID,
            kind: EntityKind::PLAYER,
            class: Class::PLAYER,
            category: Category::Misc,
            pos: body.pos,
            width: body.width,
            height: body.height,
            eye_height: body.eye_height,
            is_baby: false,
            in_love: false,
            is_tame: false,
            is_alive: !self.player.is_dead,
            counts: false,
        }
    }

    /// Someone, as of the start of the tick.
    pub(super) fn figure(&self, id: u32) -> Option<Figure> {
        if id == PLAYER_ID {
            return Some(self.player_figure());
        }
        self.crowd.get(id).copied()
    }

    /// Whether anyone of these is in the world.
    pub(super) fn may_meet(&self, class: Class) -> bool {
        class.contains(Class::PLAYER) || self.crowd.present.intersects(class)
    }

    /// Whether mobs may attack it (`LivingEntity.canTarget`).
    pub(super) fn may_attack(&self, target: &Figure) -> bool {
        let peaceful = self.options.difficulty == Difficulty::Peaceful && target.id == PLAYER_ID;
        target.is_alive && !peaceful
    }

    pub(super) fn player_holds(&self) -> [Option<Item>; 2] {
        [Hand::Main, Hand::Off].map(|hand| self.player.in_hand(hand).map(|stack| stack.item))
    }

    /// By day the sky's light is darkened by less than four (`World.isDay`).
    pub(super) fn is_day(&self) -> bool {
        self.darkness < 4
    }

    /// Light at a place from 0 to 1 as the game bends it (`getPhototaxisFavor` without its half).
    pub(super) fn brightness(&mut self, pos: BlockPos) -> f32 {
        let light = f32::from(self.level.brightness_under(pos, self.darkness)) / 15.0;
        light / (4.0 - 3.0 * light)
    }

    /// `LocalDifficulty.getLocalDifficulty`
    pub(super) fn regional_difficulty(&self) -> f32 {
        regional_difficulty(self.options, self.sky.time)
    }

    /// Whether rain falls on a point.
    pub(super) fn rains_on(&self, point: DVec3) -> bool {
        if self.sky.weather() == Weather::Clear {
            return false;
        }
        let pos = BlockPos::containing(point);
        let biome = self.level.biome(pos);
        self.level.height(Surface::MotionBlocking, pos.x, pos.z) <= pos.y
            && biome.has_precipitation()
            && biome.temperature() >= 0.15
    }

    /// Sets someone alight.
    pub(super) fn ignite(&mut self, id: u32, ticks: i32) {
        if id == PLAYER_ID {
            self.player.body.ignite(ticks);
        } else if let Some(entity) = self.others.get_mut(id) {
            entity.body.ignite(ticks);
            entity.wake();
        }
    }

    /// Adds to someone's velocity.
    pub(super) fn push(&mut self, id: u32, by: DVec3) {
        if id == PLAYER_ID {
            self.player.body.velocity += by;
        } else if let Some(entity) = self.others.get_mut(id) {
            entity.body.velocity += by;
            entity.wake();
        }
    }
}

/// How hard the region is, 0 to 6.75; it grows with the age of the world (`LocalDifficulty`, where nobody has
/// lived for long).
pub(crate) fn regional_difficulty(options: &Options, time: u64) -> f32 {
    let age = ((time as f32 - 72_000.0) / 1_440_000.0).clamp(0.0, 1.0) * 0.25;
    f32::from(options.difficulty as u8) * (0.75 + age)
}

/// What the regional difficulty adds to chances, 0..=1 (`getClampedLocalDifficulty`).
pub(crate) fn clamped_difficulty(regional: f32) -> f32 {
    ((regional - 2.0) / 2.0).clamp(0.0, 1.0)
}

impl Me<'_> {
    pub(super) fn attacker(&self) -> Attacker {
        Attacker { id: self.id, kind: self.mob.kind, pos: self.body.pos }
    }

    /// Hurts someone; whether it got through.
    pub(super) fn harm(&self, around: &mut Around<'_>, id: u32, damage: Damage) -> bool {
        if id == PLAYER_ID {
            return around.player.hurt(damage, around.options, around.dice);
        }
        let Some(entity) = around.others.get_mut(id) else { return false };
        entity.hurt(damage, 0, around.dice)
    }

    /// The target, if it may still be attacked.
    pub(super) fn target(&self, around: &Around<'_>) -> Option<Figure> {
        let target = around.figure(self.mob.mind.aim.target?)?;
        target.is_alive.then_some(target)
    }

    /// Whether nothing is between its eyes and another's (`LivingEntity.canSee`); asked once a tick.
    pub(super) fn sees(&mut self, around: &Around<'_>, other: &Figure) -> bool {
        match self.mob.seen {
            Some((tick, id, seen)) if (tick, id) == (around.now, other.id) => seen,
            _ => {
                let seen = self.looks_at(around, other);
                self.mob.seen = Some((around.now, other.id, seen));
                seen
            }
        }
    }

    fn looks_at(&self, around: &Around<'_>, other: &Figure) -> bool {
        let (from, to) = (self.body.eyes(), other.eyes());
        from.distance_squared(to) <= 128.0 * 128.0
            && raycast(&around.level.view(), from, to, RayShape::Collision, Liquids::Pass).is_none()
    }

    /// The nearest of a class that it may attack and sees within so many blocks (`TargetPredicate`); sneaking
    /// players are seen at four fifths of it.
    pub(super) fn nearest(&self, around: &Around<'_>, class: Class, within: f32, must_see: bool) -> Option<Figure> {
        let eyes = self.body.eyes();
        let mut best: Option<(f64, Figure)> = None;
        let mut meet = |other: Figure, range: f64| {
            let distance_squared = eyes.distance_squared(other.pos);
            let near = self.body.pos.distance_squared(other.pos) <= range.max(2.0).powi(2);
            let first = best.is_none_or(|(least, _)| distance_squared < least);
            if near && first && around.may_attack(&other) && (!must_see || self.looks_at(around, &other)) {
                best = Some((distance_squared, other));
            }
        };
        if class.contains(Class::PLAYER) {
            let visible = if around.player.body.sneaking { 0.8 } else { 1.0 };
            meet(around.player_figure(), f64::from(within) * visible);
        }
        if around.crowd.present.intersects(class) {
            let level = |other: &&Figure| (other.pos.y - self.body.pos.y).abs() <= 4.0 && other.id != self.id;
            for other in around
                .crowd
                .near(self.body.pos, within.into())
                .filter(|other| other.class.intersects(class))
                .filter(level)
            {
                meet(*other, f64::from(within));
            }
        }
        best.map(|(_, figure)| figure)
    }

    /// Light at its eyes, see [`Around::brightness`].
    pub(super) fn brightness(&self, around: &mut Around<'_>) -> f32 {
        around.brightness(BlockPos::containing(self.body.eyes()))
    }

    /// How much it likes to be in a cell (`getPathfindingFavor`).
    pub(super) fn likes(&self, around: &mut Around<'_>, pos: BlockPos) -> f32 {
        use anima_rules::Block;
        let traits = self.mob.traits;
        if traits.has(Ways::HOSTILE) {
            return 0.5 - around.brightness(pos);
        }
        if traits.has(Ways::BREEDS) && around.level.block(pos.down(1)).block() == Block::GRASS_BLOCK {
            return 10.0;
        }
        if traits.has(Ways::BREEDS) { around.brightness(pos) - 0.5 } else { 0.0 }
    }

    pub(super) fn is_zombie(&self) -> bool {
        self.mob.traits.class.contains(Class::ZOMBIE)
    }

    /// Blocks it dares to fall (`getSafeFallDistance`).
    pub(super) fn max_fall(&self, difficulty: Difficulty) -> i32 {
        if self.mob.mind.aim.target.is_none() {
            return 3;
        }
        match self.mob.kind {
            EntityKind::CREEPER => 3 + (self.mob.health - 1.0) as i32,
            _ => {
                let caution = (3 - difficulty as i32) * 4;
                3 + ((self.mob.health - self.mob.most_health * 0.33) as i32 - caution).max(0)
            }
        }
    }
}
