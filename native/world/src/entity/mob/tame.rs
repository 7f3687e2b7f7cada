//! Taming, and what tame animals are told (`TameableEntity`).

use anima_rules::breeding::{foods, tamed_with};
use anima_rules::{EntityKind, Item};
use rand::RngExt;

use super::kind::tame_wolf;
use super::usage::Usage;
use super::{Me, goal};
use crate::entity::{Entity, Kind, PLAYER_ID};
use crate::level::Dice;

impl Entity {
    /// The same as an animal of the player's.
    pub(super) fn tamed(mut self) -> Entity {
        if let Kind::Mob(mob) = &mut self.kind {
            Me { id: self.id, body: &mut self.body, mob }.belong_to_player();
        }
        self
    }
}

impl Me<'_> {
    /// `WolfEntity.interactMob`; `None` for what any animal does.
    pub(super) fn heed_player(&mut self, held: Option<Item>, dice: &mut Dice) -> Option<Usage> {
        if self.mob.kind != EntityKind::WOLF {
            return None;
        }
        let is_meal = held.is_some_and(|item| foods(self.mob.kind).contains(&item));
        if self.mob.tame {
            if let Some(item) = held.filter(|_| is_meal && self.mob.health < self.mob.most_health) {
                self.mob.health = (self.mob.health + item.food().map_or(0.0, |food| f32::from(food.points)))
                    .min(self.mob.most_health);
                return Some(Usage::UsesUp);
            }
            let fed = if is_meal { self.feed() } else { Usage::Nothing };
            if fed == Usage::Nothing || self.mob.is_baby() {
                self.mob.sits = !self.mob.sits;
                self.mob.step.jumps = false;
                self.forget_plans();
                return Some(if fed == Usage::Nothing { Usage::Done } else { fed });
            }
            return Some(fed);
        }
        let (meal, odds) = tamed_with(self.mob.kind)?;
        if held != Some(meal) || self.mob.mind.aim.target == Some(PLAYER_ID) {
            return Some(Usage::Nothing);
        }
        if dice.random_range(0..odds) == 0 {
            self.belong_to_player();
            self.mob.sits = true;
        }
        Some(Usage::UsesUp)
    }

    /// `TameableEntity.setOwner`
    fn belong_to_player(&mut self) {
        goal::stop_all(self);
        self.forget_plans();
        let mob = &mut *self.mob;
        (mob.tame, mob.traits) = (true, tame_wolf());
        (mob.health, mob.most_health) = (mob.traits.health, mob.traits.health);
        mob.rests = false;
    }

    fn forget_plans(&mut self) {
        self.mob.route.stop();
        self.mob.mind.aim.drop_target();
        self.mob.rests = false;
    }
}

#[cfg(test)]
mod tests {
    use anima_body::{Control, Custom, EntityFlags, Keys};
    use anima_hands::{Deed, Hand};
    use anima_rules::ItemStack;

    use super::*;
    use crate::{GameRules, Options, Scene, World};

    fn world(scene: &Scene, seed: u64) -> World {
        let rules = GameRules { do_mob_spawning: false, ..GameRules::still() };
        scene.world(Options { seed, day_time: Some(6000), rules, radius: 3, ..Options::default() })
    }

    fn pass(world: &mut World, keys: Keys, ticks: u32) {
        (0..ticks).for_each(|_| world.tick(&Control { keys, ..Control::default() }));
    }

    fn all(world: &World, kind: EntityKind) -> Vec<anima_body::Entity> {
        world.observe().entities.iter().filter(|entity| entity.kind == kind).cloned().collect()
    }

    fn wolf(world: &World) -> anima_body::Entity {
        all(world, EntityKind::WOLF).remove(0)
    }

    fn touch(world: &mut World, id: u32) {
        world.perform(Deed::UseOnEntity(Hand::Main, id));
        pass(world, Keys::empty(), 1);
    }

    fn tame_all(world: &mut World) {
        for entity in world.entities.iter_mut() {
            let Kind::Mob(mob) = &mut entity.kind else { continue };
            Me { id: entity.id, body: &mut entity.body, mob }.belong_to_player();
        }
    }

    #[test]
    fn a_wolf_is_tamed_by_one_bone_in_three_and_sits() {
        let mut bones = 0;
        for seed in 0..30 {
            let mut scene = Scene::flat();
            scene.mob("wolf", [0.5, 64.0, 3.5]).give(ItemStack::new(Item::BONE, 64));
            let mut world = world(&scene, seed);
            let id = wolf(&world).id;
            while !wolf(&world).flags.contains(EntityFlags::TAME) {
                touch(&mut world, id);
                bones += 1;
            }
            pass(&mut world, Keys::empty(), 20);
            let before = wolf(&world);
            assert!(before.flags.contains(EntityFlags::SITTING) && before.health == Some(20.0), "{before:?}");
            pass(&mut world, Keys::empty(), 200);
            assert!(wolf(&world).pos.distance(before.pos) < 0.1, "it stays where it is");
        }
        assert!((60..130).contains(&bones), "three on average: {bones} for 30");
    }

    #[test]
    fn a_tame_wolf_sits_and_stands_as_it_is_told_and_comes_along() {
        let mut scene = Scene::flat();
        scene.mob("wolf", [0.5, 64.0, 3.5]).look(180.0, 0.0);
        let mut world = world(&scene, 1);
        tame_all(&mut world);
        let id = wolf(&world).id;
        touch(&mut world, id);
        pass(&mut world, Keys::empty(), 10);
        assert!(wolf(&world).flags.contains(EntityFlags::SITTING));
        pass(&mut world, Keys::FORWARD, 70);
        assert!(wolf(&world).pos.distance(world.observe().player.pos) > 12.0, "it stays");
        touch(&mut world, id);
        pass(&mut world, Keys::empty(), 200);
        let gap = wolf(&world).pos.distance(world.observe().player.pos);
        assert!(gap < 10.0, "it has come, to {gap} blocks");
    }

    #[test]
    fn tame_wolves_that_are_fed_have_a_tame_child_unless_one_sits() {
        let born = |sits: bool| {
            let mut scene = Scene::flat();
            scene.mob("wolf", [1.5, 64.0, 3.5]).mob("wolf", [-1.5, 64.0, 3.5]).give(ItemStack::new(Item::BEEF, 8));
            let mut world = world(&scene, 2);
            tame_all(&mut world);
            let ids: Vec<u32> = all(&world, EntityKind::WOLF).iter().map(|wolf| wolf.id).collect();
            ids.iter().for_each(|id| touch(&mut world, *id));
            assert_eq!(world.observe().inventory.count(Item::BEEF), 6);
            if sits {
                world.tick(&Control { hotbar: Some(4), ..Control::default() });
                touch(&mut world, ids[0]);
            }
            pass(&mut world, Keys::empty(), 300);
            let young = |wolf: &&anima_body::Entity| wolf.flags.contains(EntityFlags::BABY);
            let children: Vec<_> = all(&world, EntityKind::WOLF).iter().filter(young).cloned().collect();
            assert_eq!(world.tally().count(Custom::AnimalsBred) as usize, children.len());
            assert!(children.iter().all(|child| child.flags.contains(EntityFlags::TAME)));
            children.len()
        };
        assert_eq!((born(false), born(true)), (1, 0));
    }

    #[test]
    fn meat_heals_a_tame_wolf_before_it_courts_and_a_wild_one_takes_none() {
        let mut scene = Scene::flat();
        scene.mob("wolf", [0.5, 64.0, 3.5]).give(ItemStack::new(Item::BEEF, 8));
        let mut world = world(&scene, 1);
        let id = wolf(&world).id;
        touch(&mut world, id);
        assert_eq!(world.observe().inventory.count(Item::BEEF), 8);
        tame_all(&mut world);
        if let Some(Kind::Mob(mob)) = world.entities.get_mut(id).map(|entity| &mut entity.kind) {
            mob.health = 10.0;
        }
        touch(&mut world, id);
        let fed = wolf(&world);
        assert!(fed.health == Some(13.0) && !fed.flags.contains(EntityFlags::IN_LOVE), "{fed:?}");
    }

    #[test]
    fn a_tame_wolf_fights_whom_its_owner_strikes_and_who_strikes_its_owner() {
        let mut scene = Scene::flat();
        scene.mob("wolf", [3.5, 64.0, 0.5]).mob("pig", [0.5, 64.0, 2.5]);
        let mut world = world(&scene, 1);
        let (id, pig) = (wolf(&world).id, all(&world, EntityKind::PIG)[0].id);
        if let Some(entity) = world.entities.get_mut(id)
            && let Kind::Mob(mob) = &mut entity.kind
        {
            Me { id, body: &mut entity.body, mob }.belong_to_player();
        }
        pass(&mut world, Keys::empty(), 100);
        assert_eq!(all(&world, EntityKind::PIG)[0].health, Some(10.0), "of itself it does nothing");
        world.perform(Deed::Attack(pig));
        pass(&mut world, Keys::empty(), 400);
        assert!(all(&world, EntityKind::PIG).is_empty(), "one blow of a fist kills no pig");
        let mut scene = Scene::flat();
        scene.mob("wolf", [3.5, 64.0, 0.5]).mob("husk", [0.5, 64.0, 4.5]);
        let mut world = self::world(&scene, 1);
        let id = wolf(&world).id;
        if let Some(entity) = world.entities.get_mut(id)
            && let Kind::Mob(mob) = &mut entity.kind
        {
            Me { id, body: &mut entity.body, mob }.belong_to_player();
        }
        pass(&mut world, Keys::empty(), 400);
        assert!(all(&world, EntityKind::HUSK).first().is_none_or(|husk| husk.health < Some(20.0)));
    }
}
