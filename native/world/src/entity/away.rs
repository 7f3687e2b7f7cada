//! Entities of columns far behind: they stay with their columns, exactly as they were, until the player comes back.
//!
//! An entity ticks only within the ticked columns, and what ticks there reaches no further than
//! [`Entities::MARGIN`] beyond them. So nothing can tell whether those further out are in the list.

use std::sync::Arc;

use anima_body::ChunkPos;

use super::Entities;

impl Entities {
    /// Chunks beyond the ticked ones within which something that ticks may still reach an entity: explosions throw it
    /// some blocks away, a monster that was hurt calls its kind from 47 blocks at most (`RevengeGoal`).
    pub(crate) const MARGIN: i32 = 4;

    /// Leaves the entities further than `radius` chunks from the player's column with their own columns, and takes
    /// back those of columns that came near, at their places in the order of ids.
    pub(crate) fn settle(&mut self, here: ChunkPos, radius: i32) {
        if self.near.replace((here, radius)) == Some((here, radius)) {
            return;
        }
        let near = self.all.len();
        for back in self.away.take_near(here, radius, |_| true) {
            self.all.extend(Arc::unwrap_or_clone(back));
        }
        if self.all.len() > near {
            self.all.sort_by_key(|entity| entity.id);
        }
        let is_far = |chunk: ChunkPos| chunk.distance(here) > radius;
        for left in self.all.extract_if(.., |entity| is_far(entity.body.feet().chunk())) {
            Arc::make_mut(self.away.entry(left.body.feet().chunk())).push(left);
        }
        self.hard.gather(&self.all);
    }

    /// Takes all mobs out of the world.
    pub(crate) fn remove_mobs(&mut self) {
        self.all.retain(|entity| entity.mob().is_none());
        self.hard.gather(&self.all);
        self.away.retain(|left| {
            Arc::make_mut(left).retain(|entity| entity.mob().is_none());
            !left.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use anima_body::{ChunkPos, Control};
    use anima_rules::{Item, ItemStack};
    use glam::DVec3;

    use crate::{GameRules, Options, SavedEntity, Scene, World};

    /// A long meadow with a cow and a thing in each tenth column.
    fn meadow() -> World {
        let mut scene = Scene::loaded(ChunkPos::new(-3, -3), ChunkPos::new(63, 3));
        scene.fill([-48, 63, -48], [1023, 63, 63], "stone").start_at(0.5, 64.0, 0.5);
        for x in (0..60).step_by(10) {
            let pos = ChunkPos::new(x, 0).corner(64).floor_center() + DVec3::new(3.0, 0.0, 3.0);
            scene.mob("cow", pos);
            let item = Some(ItemStack::new(Item::STONE, 1 + x as u8));
            scene.entity(SavedEntity { item, ..SavedEntity::new(anima_rules::EntityKind::ITEM, pos) });
        }
        scene.world(Options { rules: GameRules::still(), radius: 2, ..Options::default() })
    }

    fn run(world: &mut World, ticks: u32) {
        for _ in 0..ticks {
            world.tick(&Control::default());
        }
    }

    #[test]
    fn entities_left_behind_are_as_they_were_when_the_player_comes_back() {
        let mut world = meadow();
        run(&mut world, 50);
        let seen = |world: &World| format!("{:?}", world.entities.all);
        // Out of the ticked columns, and still in sight.
        world.set_down(DVec3::new(80.5, 64.0, 0.5));
        let left = seen(&world);
        run(&mut world, 50);
        assert_eq!((seen(&world), world.observe().entities.len()), (left.clone(), 2));
        world.set_down(DVec3::new(500.5, 64.0, 0.5));
        run(&mut world, 50);
        let ids: Vec<u32> = world.entities.iter().map(|entity| entity.id).collect();
        assert!(ids.len() == 2 && ids.iter().all(|id| !left.contains(&format!("id: {id},"))), "{ids:?}");
        let fork = world.clone();
        for mut world in [world, fork] {
            world.set_down(DVec3::new(80.5, 64.0, 0.5));
            assert_eq!(seen(&world), left);
            world.remove_mobs();
            world.set_down(DVec3::new(500.5, 64.0, 0.5));
            run(&mut world, 1);
            assert_eq!((world.mob_count(), world.entities.iter().count()), (0, 1));
        }
    }
}
