//! Monster spawners (`MobSpawnerLogic.serverTick`).

use anima_body::BlockPos;
use anima_rules::Aabb;
use glam::DVec3;
use rand::RngExt;

use super::natural::Place;
use super::place::{Climate, allows, likes_dark};
use crate::entity::Birth;
use crate::level::BlockEntity;
use crate::physics::{Meeting, Space};

impl Place<'_> {
    /// A spawner whose delay is over: tries to bring its brood, and rests if it did or if there are enough.
    pub(crate) fn spawn_brood(&mut self, at: BlockPos) {
        let Some(BlockEntity::Spawner(spawner)) = self.level.block_entity(at) else { return };
        let spawner = *spawner;
        let kind = spawner.kind;
        let climate = Climate { by_spawner: true, ..self.climate() };
        let range = f64::from(spawner.range);
        let mut rests = false;
        for _ in 0..spawner.count {
            let mut off = || (self.dice.random::<f64>() - self.dice.random::<f64>()) * range + 0.5;
            let (x, z) = (off(), off());
            let point = at.corner() + DVec3::new(x, f64::from(self.dice.random_range(-1..=1)), z);
            let pos = BlockPos::containing(point);
            let bounds = Aabb::of_body(point, kind.width(), kind.height());
            let space = Space::new(self.level.view(), self.entities.hard());
            if !space.is_empty(&bounds, Meeting::PLAIN) || !allows(self.level, kind, pos, &climate, self.dice) {
                continue;
            }
            if self.entities.count_of(&at.cube().grown(DVec3::splat(range)), |other| other.kind == kind)
                >= spawner.most_near as usize
            {
                rests = true;
                break;
            }
            if likes_dark(self.level, kind, pos, climate.darkness) && self.is_free(kind, point) {
                let birth = self.birth(kind, point);
                self.bring(birth);
                rests = true;
            }
        }
        if rests {
            self.level.rest_spawner(at);
        }
    }

    /// A mob of a kind as it comes into the world here and now.
    pub(super) fn birth(&mut self, kind: anima_rules::EntityKind, point: DVec3) -> Birth {
        let biome = self.level.biome(BlockPos::containing(point));
        let regional = crate::entity::regional_difficulty(self.options, self.sky.time);
        Birth::spawned(kind, point, biome, self.options.difficulty, regional, self.dice)
    }
}
