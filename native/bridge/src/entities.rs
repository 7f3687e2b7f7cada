//! The entities around as they were told, and the love of animals, which a client sees by their hearts alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use anima_body::{Entity, EntityFlags, Slot};

/// Most entities that are kept: Java tells of the nearest so many, and the senses look at half of them in a tick.
pub(crate) const MOST: usize = 512;
/// Most bytes that they take up.
pub const ENTITY_BYTES: usize = MOST * size_of::<(u32, Entity)>();
/// Most animals that are remembered to be in love; of more, those that are in love already.
pub(crate) const LOVERS: usize = 1024;
/// Ticks for which an animal that was fed is in love (`AnimalEntity.lovePlayer`).
const LOVE: u64 = 600;
/// Blocks between the parents at a birth: less than 3 (`AnimalMateGoal.tick`), and what a client's view lags behind.
const PARENTS: f64 = 4.0;

/// The entities that are there.
#[derive(Default)]
pub(crate) struct Entities {
    there: BTreeMap<u32, Entity>,
    /// Animals in love, each with the tick at which the agent was first shown that it is.
    lovers: BTreeMap<u32, Option<u64>>,
    shown: Arc<Vec<Entity>>,
    changed: bool,
}

impl Entities {
    /// All of them, in order of id.
    pub fn iter(&self) -> impl Iterator<Item = &Entity> {
        self.there.values()
    }

    /// Bytes that they take up.
    pub fn bytes(&self) -> usize {
        self.there.len() * size_of::<(u32, Entity)>()
    }

    /// How many animals are in love.
    #[cfg(test)]
    pub fn lovers(&self) -> usize {
        self.lovers.len()
    }

    /// What the agent is shown of them at a tick.
    pub fn show(&mut self, tick: u64) -> Arc<Vec<Entity>> {
        self.end_loves(tick);
        if std::mem::take(&mut self.changed) {
            self.shown = Arc::new(self.there.values().cloned().collect());
        }
        Arc::clone(&self.shown)
    }

    /// Another entity; its item stays as it was, and whether it is in love. Tells whether it was taken: there may be too
    /// many already.
    pub fn tell(&mut self, mut entity: Entity) -> bool {
        let before = self.there.get(&entity.id);
        if before.is_none() && self.there.len() >= MOST {
            return false;
        }
        self.changed = true;
        let was_hurt = before.is_some_and(|before| before.flags.contains(EntityFlags::HURT));
        if entity.flags.contains(EntityFlags::HURT) && !was_hurt {
            // A blow ends the love (`AnimalEntity.damage`).
            self.lovers.remove(&entity.id);
        }
        entity.item = before.and_then(|before| before.item);
        entity.flags.set(EntityFlags::IN_LOVE, self.lovers.contains_key(&entity.id));
        self.there.insert(entity.id, entity);
        true
    }

    /// What an item entity is, or a mob holds.
    pub fn item(&mut self, id: u32, item: Slot) {
        if let Some(entity) = self.there.get_mut(&id) {
            self.changed = true;
            entity.item = item;
        }
    }

    /// One that is gone.
    pub fn gone(&mut self, id: u32) {
        self.lovers.remove(&id);
        self.changed |= self.there.remove(&id).is_some();
    }

    /// An animal shows hearts: it falls in love, or it was in love and gives birth (`AnimalEntity.breed`).
    pub fn hearts(&mut self, id: u32) {
        if self.lovers.contains_key(&id) {
            let mate = self.mate(id);
            [Some(id), mate].into_iter().flatten().for_each(|parent| self.end_love(parent));
            return;
        }
        if self.lovers.len() >= LOVERS {
            return;
        }
        self.lovers.insert(id, None);
        if let Some(animal) = self.there.get_mut(&id) {
            self.changed = true;
            animal.flags.insert(EntityFlags::IN_LOVE);
        }
    }

    /// The nearest animal that a lover can have a child with.
    fn mate(&self, id: u32) -> Option<u32> {
        let one = self.there.get(&id)?;
        let is_fit =
            |other: &&Entity| other.id != id && other.kind == one.kind && other.flags.contains(EntityFlags::IN_LOVE);
        let fit = self.there.values().filter(is_fit).map(|other| (other, other.pos.distance(one.pos)));
        let fit = fit.filter(|(_, gap)| *gap <= PARENTS);
        fit.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(other, _)| other.id)
    }

    fn end_love(&mut self, id: u32) {
        self.lovers.remove(&id);
        if let Some(animal) = self.there.get_mut(&id) {
            self.changed = true;
            animal.flags.remove(EntityFlags::IN_LOVE);
        }
    }

    /// Ends the loves that are over at a tick at which the agent is shown the world.
    fn end_loves(&mut self, tick: u64) {
        let mut over = Vec::new();
        for (id, since) in &mut self.lovers {
            if tick >= *since.get_or_insert(tick) + LOVE {
                over.push(*id);
            }
        }
        over.into_iter().for_each(|id| self.end_love(id));
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::EntityKind;
    use glam::DVec3;

    use super::*;

    #[test]
    fn an_animal_is_in_love_from_its_hearts_on_until_it_bears_is_hurt_goes_or_cools() {
        let cow = |id: u32, x: f64, flags: EntityFlags| Entity {
            id,
            kind: EntityKind::COW,
            pos: DVec3::new(x, 64.0, 0.0),
            velocity: DVec3::ZERO,
            yaw: 0.0,
            width: 0.9,
            height: 1.4,
            health: Some(10.0),
            flags,
            item: None,
            variant: 0,
        };
        let show = |entities: &mut Entities, animal: Entity| assert!(entities.tell(animal));
        let mut entities = Entities::default();
        let mut in_love = |tick: u64, tell: &mut dyn FnMut(&mut Entities)| {
            tell(&mut entities);
            let seen = entities.show(tick);
            let lovers = seen.iter().filter(|animal| animal.flags.contains(EntityFlags::IN_LOVE));
            lovers.map(|animal| animal.id).collect::<Vec<_>>()
        };
        let stands = EntityFlags::empty();
        // Hearts may come before the animal of the same tick.
        let first = in_love(10, &mut |entities| {
            entities.hearts(1);
            (1..=4).for_each(|id| show(entities, cow(id, 3.0 * f64::from(id), stands)));
        });
        assert_eq!(first, [1]);
        assert_eq!(in_love(20, &mut |entities| (2..=4).for_each(|id| entities.hearts(id))), [1, 2, 3, 4]);
        assert_eq!(in_love(30, &mut |entities| show(entities, cow(2, 6.5, stands))), [1, 2, 3, 4], "it moves");
        assert_eq!(in_love(40, &mut |entities| entities.hearts(2)), [1, 4], "a child, of the nearest");
        assert_eq!(in_love(41, &mut |entities| show(entities, cow(4, 12.0, EntityFlags::HURT))), [1], "a blow");
        assert_eq!(in_love(42, &mut |entities| entities.hearts(4)), [1, 4]);
        let still = in_love(43, &mut |entities| show(entities, cow(4, 12.0, EntityFlags::HURT)));
        assert_eq!(still, [1, 4], "the same blow");
        assert_eq!(in_love(609, &mut |_| {}), [1, 4]);
        assert_eq!(in_love(610, &mut |_| {}), [4], "after 600 ticks");
        let gone = in_love(611, &mut |entities| {
            entities.gone(4);
            show(entities, cow(4, 12.0, stands));
        });
        assert!(gone.is_empty(), "it was out of sight meanwhile");
    }
}
