//! Entities that are hard: whatever moves stops at them and stands on them.

use anima_rules::{Aabb, EntityKind};
use smallvec::SmallVec;

use super::{Entity, Kind};

/// The boxes of the hard entities near the player, kept beside the list of entities, so that a body that moves need not
/// look at each of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Hard {
    ids: Vec<u32>,
    boxes: Vec<Aabb>,
}

impl Hard {
    /// The box of each.
    pub fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// The box of each but one.
    pub fn without(&self, id: u32) -> SmallVec<[Aabb; 4]> {
        self.ids.iter().zip(&self.boxes).filter(|(other, _)| **other != id).map(|(_, bounds)| *bounds).collect()
    }

    pub fn holds(&self, id: u32) -> bool {
        self.ids.contains(&id)
    }

    /// Takes in an entity if it is hard.
    pub fn join(&mut self, entity: &Entity) {
        if entity.is_hard() {
            self.ids.push(entity.id);
            self.boxes.push(entity.body.bounds());
        }
    }

    /// Looks at all entities anew, where some of them may have gone or come back.
    pub fn gather(&mut self, all: &[Entity]) {
        self.ids.clear();
        self.boxes.clear();
        all.iter().for_each(|entity| self.join(entity));
    }

    /// Follows a hard entity to where its tick took it; the box that it left, if it is no longer exactly there.
    pub fn follow(&mut self, entity: &Entity) -> Option<Aabb> {
        let index = self.ids.iter().position(|id| *id == entity.id)?;
        let left = self.boxes[index];
        if entity.is_hard() {
            self.boxes[index] = entity.body.bounds();
        } else {
            self.ids.remove(index);
            self.boxes.remove(index);
        }
        self.boxes.get(index).is_none_or(|bounds| *bounds != left).then_some(left)
    }
}

impl Entity {
    /// Whether no other entity goes through it (`BoatEntity.isCollidable`, `ShulkerEntity.isCollidable`).
    pub(super) fn is_hard(&self) -> bool {
        let is_hard = match &self.kind {
            Kind::Prop(prop) => prop.is_boat(),
            Kind::Mob(mob) => mob.kind == EntityKind::SHULKER && mob.is_alive(),
            _ => false,
        };
        is_hard && !self.removed
    }
}
