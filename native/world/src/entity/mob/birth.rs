//! How a mob comes into the world: from a save, by spawning, by birth.

use anima_rules::{Biome, EntityKind};
use glam::DVec3;
use rand::RngExt;

use super::breed::CHILDHOOD;
use super::goal::Mind;
use super::life::FULL_AIR;
use super::sense::clamped_difficulty;
use super::{Class, Gear, Head, Me, Mob, Motion, Mover, Own, Route, Step, Wounds, traits};
use crate::Difficulty;
use crate::entity::{Entity, Kind};
use crate::level::Dice;
use crate::physics::{Body, Nature};
use crate::source::SavedEntity;

/// A mob that is to come into the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Birth {
    pub kind: EntityKind,
    /// Feet centre.
    pub pos: DVec3,
    /// Degrees.
    pub yaw: f32,
    /// Below 0: ticks until it is grown up; above: ticks until it may breed again.
    pub age: i32,
    /// Colour or breed.
    pub variant: u8,
    /// Half hearts; full when `None`.
    pub health: Option<f32>,
    pub persistent: bool,
    pub sheared: bool,
    /// A child for ever.
    pub stays_young: bool,
    /// Size of a slime.
    pub size: u8,
    pub gear: Gear,
    /// Share that is added to the follow range.
    pub sharper: f32,
    /// Share of a knock-back that it does not feel, beside its kind's.
    pub stance: f64,
}

impl Birth {
    pub(crate) fn new(kind: EntityKind, pos: DVec3) -> Birth {
        Birth {
            kind,
            pos,
            yaw: 0.0,
            age: 0,
            variant: 0,
            health: None,
            persistent: false,
            sheared: false,
            stays_young: false,
            size: 1,
            gear: Gear::default(),
            sharper: 0.0,
            stance: 0.0,
        }
    }

    /// As a save has it. Skeletons of a save hold their bows again.
    pub(crate) fn saved(saved: &SavedEntity, dice: &mut Dice) -> Birth {
        Birth {
            yaw: saved.yaw,
            age: if saved.age == i32::MIN { 0 } else { saved.age },
            stays_young: saved.age == i32::MIN,
            variant: saved.variant,
            health: saved.health,
            persistent: saved.persistent,
            sheared: saved.sheared,
            gear: Gear::of_new(saved.kind, Difficulty::Peaceful, 0.0, dice),
            ..Birth::new(saved.kind, saved.pos)
        }
    }

    /// As it spawns by itself or out of a spawner (`initialize` of the mob classes); `regional` is the region's
    /// difficulty.
    pub(crate) fn spawned(
        kind: EntityKind,
        pos: DVec3,
        biome: Biome,
        difficulty: Difficulty,
        regional: f32,
        dice: &mut Dice,
    ) -> Birth {
        let clamped = clamped_difficulty(regional);
        let mut birth = Birth::new(kind, pos);
        birth.yaw = dice.random::<f32>() * 360.0;
        birth.gear = Gear::of_new(kind, difficulty, clamped, dice);
        let triangle = |dice: &mut Dice| 0.11485000000000001 * (dice.random::<f64>() - dice.random::<f64>());
        birth.sharper = triangle(dice) as f32;
        let class = traits(kind).map_or(Class::empty(), |traits| traits.class);
        match kind {
            EntityKind::SHEEP | EntityKind::RABBIT => {
                birth.variant = variant_of_new(kind, biome, |bound| dice.random_range(0..bound));
            }
            EntityKind::SLIME | EntityKind::MAGMA_CUBE => birth.size = size_of_new(clamped, dice),
            _ if class.contains(Class::ZOMBIE) => {
                birth.stays_young = dice.random::<f32>() < 0.05;
                birth.stance = dice.random::<f64>() * f64::from(0.05_f32);
                let keen = dice.random::<f64>() * 1.5 * f64::from(clamped);
                if keen > 1.0 {
                    birth.sharper += keen as f32;
                }
            }
            _ => {}
        }
        birth
    }

    /// A child of a group, as one in twenty of grown animals' packs (`PassiveEntity.initialize`).
    pub(crate) fn as_child(self) -> Birth {
        Birth { age: -CHILDHOOD, ..self }
    }

    /// The mob; `None` for a kind that does not live.
    pub(crate) fn entity(self, dice: &mut Dice) -> Option<Entity> {
        let traits = traits(self.kind)?;
        let mut own = Own::of(self.kind, dice);
        let mut most_health = traits.health;
        if let Own::Slime(slime) = &mut own {
            slime.size = self.size;
            most_health = f32::from(self.size * self.size);
        }
        let mut mob = Mob {
            kind: self.kind,
            traits,
            health: self.health.unwrap_or(most_health),
            most_health,
            lived: 0,
            age: self.age,
            stays_young: self.stays_young,
            love_ticks: 0,
            persistent: self.persistent,
            variant: self.variant,
            sheared: self.sheared,
            tame: false,
            sits: false,
            gear: self.gear,
            wounds: Wounds::default(),
            air: FULL_AIR,
            idle_ticks: 0,
            follow_range: traits.follow_range * (1.0 + self.sharper),
            stance: traits.stance + self.stance,
            aggressive: false,
            own,
            mind: Mind::default(),
            route: Route::default(),
            mover: Mover::default(),
            step: Step::default(),
            head: Head::facing(self.yaw),
            seen: None,
            rests: false,
            in_light: false,
        };
        let mut body = Body::new(Nature::Living, self.pos, 0.6, 1.8, 1.6);
        body.is_pushed_by_liquids = !matches!(traits.motion, Motion::Swims | Motion::Drifts | Motion::Flits);
        if self.kind == EntityKind::IRON_GOLEM || self.kind == EntityKind::ENDERMAN {
            body.step_height = 1.0;
        }
        Me { id: 0, body: &mut body, mob: &mut mob }.fit_body();
        Some(Entity { yaw: self.yaw, ..Entity::new(body, Kind::Mob(Box::new(mob))) })
    }
}

/// The wool of a sheep or the coat of a rabbit that spawns, 0 for other kinds; `below` draws a number below another.
pub(crate) fn variant_of_new(kind: EntityKind, biome: Biome, mut below: impl FnMut(u32) -> u32) -> u8 {
    match kind {
        // `SheepEntity.generateDefaultColor`: the numbers of the colours.
        EntityKind::SHEEP => match below(100) {
            0..5 => 15,
            5..10 => 7,
            10..15 => 8,
            15..18 => 12,
            _ if below(500) == 0 => 6,
            _ => 0,
        },
        // `RabbitEntity.getTypeFromPos`: 0 brown, 1 white, 2 black, 3 spotted, 4 gold, 5 salt.
        EntityKind::RABBIT => match below(100) {
            0..80 if biome.temperature() < 0.15 => 1,
            _ if biome.temperature() < 0.15 => 3,
            _ if biome == Biome::DESERT => 4,
            0..50 => 0,
            50..90 => 5,
            _ => 2,
        },
        _ => 0,
    }
}

/// The size of a slime that spawns: 1, 2 or 4, the larger the harder the region (`SlimeEntity.initialize`).
fn size_of_new(clamped: f32, dice: &mut Dice) -> u8 {
    let mut power = dice.random_range(0..3);
    if power < 2 && dice.random::<f32>() < 0.5 * clamped {
        power += 1;
    }
    1 << power
}
