//! Mobs at their lives, in drawn scenes.

use anima_body::{BlockPos, Control, EntityFlags, Event, Keys, Observation};
use anima_rules::{EntityKind, Item, ItemStack};
use glam::DVec3;

use crate::{Difficulty, GameRules, Options, SavedEntity, Scene, World};

const NIGHT: u32 = 18_000;
const NOON: u32 = 6_000;

/// A scene at a time of day in which nothing comes by itself.
fn at(scene: &Scene, day_time: u32) -> World {
    scene.world(Options { day_time: Some(day_time), rules: GameRules::still(), radius: 3, ..Options::default() })
}

fn mobs(world: &World, kind: EntityKind) -> Vec<anima_body::Entity> {
    world.observe().entities.iter().filter(|entity| entity.kind == kind).cloned().collect()
}

/// The only one of a kind.
#[track_caller]
fn the(world: &World, kind: EntityKind) -> anima_body::Entity {
    let mut found = mobs(world, kind);
    assert_eq!(found.len(), 1, "{kind}s");
    found.remove(0)
}

/// Lets the world tick until something holds; panics after so many ticks.
#[track_caller]
fn until(world: &mut World, ticks: u32, what: &str, mut holds: impl FnMut(&World) -> bool) -> u32 {
    for tick in 0..ticks {
        if holds(world) {
            return tick;
        }
        world.tick(&Control::default());
    }
    let seen: Vec<String> = world
        .observe()
        .entities
        .iter()
        .map(|e| format!("{} {:.1} v{:.2} hp{:?} {:?}", e.kind, e.pos, e.velocity, e.health, e.flags))
        .collect();
    panic!("not after {ticks} ticks: {what}; player {:?}\n{}", world.observe().player.pos, seen.join("\n"));
}

fn pass(world: &mut World, ticks: u32) {
    (0..ticks).for_each(|_| world.tick(&Control::default()));
}

/// The next blow that the player takes, in half hearts.
#[track_caller]
fn next_blow(world: &mut World, ticks: u32) -> f32 {
    let mut amount = None;
    until(world, ticks, "the player is hurt", |world| {
        let events = world.observe().events;
        amount = events.iter().find_map(|event| match event {
            Event::Hurt { amount, .. } => Some(*amount),
            _ => None,
        });
        amount.is_some()
    });
    amount.unwrap()
}

fn hurts(observation: &Observation) -> usize {
    observation.events.iter().filter(|event| matches!(event, Event::Hurt { .. })).count()
}

fn health(world: &World) -> f32 {
    world.observe().player.health
}

/// A flat field by night with one mob so far south of the player.
fn meet(kind: &str, away: f64) -> World {
    let mut scene = Scene::flat();
    scene.mob(kind, DVec3::new(0.5, 64.0, 0.5 + away));
    at(&scene, NIGHT)
}

#[test]
fn a_zombie_comes_and_hits_once_a_second() {
    let mut world = meet("zombie", 12.0);
    assert_eq!(next_blow(&mut world, 460), 3.0, "half hearts on normal");
    let zombie = the(&world, EntityKind::ZOMBIE);
    assert!(zombie.pos.distance(world.observe().player.pos) < 2.0);
    assert!(zombie.flags.contains(EntityFlags::AGGRESSIVE));
    let first = world.ticks();
    world.tick(&Control::default());
    assert_eq!(next_blow(&mut world, 200), 3.0);
    let pause = world.ticks() - first;
    assert!((10..=45).contains(&pause), "{pause} ticks");
}

#[test]
fn difficulty_makes_blows_weaker_and_stronger() {
    for (difficulty, blow) in [(Difficulty::Easy, 2.5), (Difficulty::Normal, 3.0), (Difficulty::Hard, 4.5)] {
        let mut scene = Scene::flat();
        scene.mob("zombie", [0.5, 64.0, 4.5]);
        let rules = GameRules { do_mob_spawning: false, do_daylight_cycle: false, ..GameRules::default() };
        let mut world =
            scene.world(Options { day_time: Some(NIGHT), difficulty, rules, radius: 3, ..Options::default() });
        assert_eq!(next_blow(&mut world, 260), blow, "{difficulty:?}");
    }
}

#[test]
fn nobody_sleeps_beside_a_monster() {
    let may = |kind: &str| {
        let mut world = meet(kind, 6.0);
        let id = the(&world, EntityKind::from_name(kind).unwrap()).id;
        !world.entities.get_mut(id).unwrap().keeps_awake()
    };
    assert!(!may("zombie") && !may("creeper") && !may("enderman"));
    assert!(may("cow") && may("slime") && may("wolf"));
}

#[test]
fn peaceful_has_no_monsters() {
    let mut scene = Scene::flat();
    scene.mob("zombie", [4.5, 64.0, 4.5]).mob("cow", [6.5, 64.0, 4.5]);
    let mut world = scene.world(Options { difficulty: Difficulty::Peaceful, radius: 3, ..Options::default() });
    pass(&mut world, 2);
    assert!(mobs(&world, EntityKind::ZOMBIE).is_empty());
    the(&world, EntityKind::COW);
}

#[test]
fn a_zombie_walks_round_a_wall_and_up_a_step() {
    let mut scene = Scene::flat();
    scene.fill([-6, 64, 6], [6, 66, 6], "stone");
    scene.fill([-9, 64, -9], [9, 64, 3], "stone");
    scene.start_at(0.5, 65.0, 0.5);
    // It sees the player over the wall's end only when it is led there: let the player hurt it first.
    scene.mob("zombie", [7.5, 64.0, 10.5]);
    let mut world = at(&scene, NIGHT);
    pass(&mut world, 60);
    until(&mut world, 600, "the zombie hits", |world| health(world) < 20.0);
}

#[test]
fn skeletons_shoot_and_arrows_hurt() {
    let mut world = meet("skeleton", 10.0);
    pass(&mut world, 60);
    let shot = until(&mut world, 400, "an arrow flies", |world| !mobs(world, EntityKind::ARROW).is_empty());
    assert!(shot < 200);
    let blow = next_blow(&mut world, 600);
    assert!((2.0..=5.0).contains(&blow), "{blow}");
    let skeleton = the(&world, EntityKind::SKELETON);
    assert!(skeleton.pos.distance(world.observe().player.pos) > 4.0, "keeps its distance");
}

#[test]
fn creepers_explode_beside_the_player() {
    let mut world = meet("creeper", 8.0);
    pass(&mut world, 60);
    let mut fuse = 0;
    until(&mut world, 600, "the creeper explodes", |world| {
        fuse += u32::from(mobs(world, EntityKind::CREEPER).iter().any(|c| c.flags.contains(EntityFlags::FUSE_LIT)));
        mobs(world, EntityKind::CREEPER).is_empty()
    });
    assert!((29..=31).contains(&fuse), "lit for {fuse} ticks");
    assert!(health(&world) < 20.0);
    let view = world.terrain();
    let broken = |pos: BlockPos| view.block(pos).is_some_and(|state| state.is_air());
    let crater = (60..=63).flat_map(|y| (-8..9).flat_map(move |x| (-8..16).map(move |z| BlockPos::new(x, y, z))));
    let count = crater.filter(|pos| broken(*pos)).count();
    assert!((20..=120).contains(&count), "{count} blocks");
}

#[test]
fn creepers_that_may_not_grief_leave_the_ground_alone() {
    let mut scene = Scene::flat();
    scene.mob("creeper", [0.5, 64.0, 3.5]);
    let rules = GameRules { mob_griefing: false, do_mob_spawning: false, ..GameRules::default() };
    let mut world = scene.world(Options { day_time: Some(NIGHT), rules, radius: 3, ..Options::default() });
    pass(&mut world, 60);
    until(&mut world, 200, "the creeper explodes", |world| mobs(world, EntityKind::CREEPER).is_empty());
    assert!(health(&world) < 20.0);
    assert!((-5..6).all(|x| (-5..9).all(|z| !world.terrain().block(BlockPos::new(x, 63, z)).unwrap().is_air())));
}

#[test]
fn a_creepers_fuse_goes_out_when_the_player_runs() {
    let mut world = meet("creeper", 6.0);
    let lit = |world: &World| the(world, EntityKind::CREEPER).flags.contains(EntityFlags::FUSE_LIT);
    until(&mut world, 400, "the fuse is lit", lit);
    // Looks south at the creeper: back off by turning round and sprinting.
    let turn = Control { look: anima_body::Look { yaw: 180.0, pitch: 0.0 }, ..Control::default() };
    world.tick(&turn);
    let run = Control { keys: Keys::FORWARD | Keys::SPRINT, ..Control::default() };
    (0..60).for_each(|_| world.tick(&run));
    the(&world, EntityKind::CREEPER);
    assert!(!lit(&world));
    assert_eq!(health(&world), 20.0);
}

#[test]
fn spiders_climb_to_the_player() {
    let mut scene = Scene::flat();
    scene.fill([-2, 64, -2], [2, 68, 2], "stone");
    scene.start_at(0.5, 69.0, 0.5);
    scene.mob("spider", [0.5, 64.0, 14.5]);
    let mut world = at(&scene, NIGHT);
    until(&mut world, 600, "the spider is up", |world| {
        mobs(world, EntityKind::SPIDER).iter().any(|spider| spider.pos.y > 68.0)
    });
    until(&mut world, 200, "the spider bites", |world| health(world) < 20.0);
}

#[test]
fn spiders_are_peaceful_by_day_unless_hurt() {
    let mut scene = Scene::flat();
    scene.mob("spider", [0.5, 64.0, 5.5]);
    let mut world = at(&scene, NOON);
    pass(&mut world, 400);
    assert_eq!(health(&world), 20.0);
}

#[test]
fn zombies_burn_at_dawn_but_not_in_the_shade_nor_with_a_hat() {
    let mut scene = Scene::flat();
    scene.fill([-4, 67, 10], [4, 67, 18], "stone");
    for (x, y, z) in [(-4, 64, 10), (4, 66, 18)] {
        scene.fill([x, 64, 10], [x, y.max(66), 18], "stone");
        scene.fill([-4, 64, z], [4, 66, z], "stone");
    }
    scene.mob("zombie", [0.5, 64.0, 14.5]).mob("husk", [-12.5, 64.0, -12.5]);
    scene.mob("skeleton", [12.5, 64.0, -12.5]);
    scene.start_at(0.5, 64.0, -40.5);
    let mut world = at(&scene, NOON);
    until(&mut world, 300, "the skeleton burns", |world| {
        mobs(world, EntityKind::SKELETON).iter().all(|e| e.flags.contains(EntityFlags::ON_FIRE))
    });
    pass(&mut world, 600);
    assert!(mobs(&world, EntityKind::SKELETON).is_empty(), "burnt");
    assert_eq!(the(&world, EntityKind::ZOMBIE).health, Some(20.0));
    assert_eq!(the(&world, EntityKind::HUSK).health, Some(20.0));
}

#[test]
fn cows_run_when_they_are_hit_and_drop_beef() {
    let mut scene = Scene::flat();
    scene.mob("cow", [0.5, 64.0, 2.5]).give(ItemStack::new(Item::IRON_SWORD, 1));
    let mut world = at(&scene, NOON);
    pass(&mut world, 30);
    // The cow may have gone: look for it.
    let cow = the(&world, EntityKind::COW);
    strike(&mut world, cow.id);
    let hit = the(&world, EntityKind::COW);
    assert_eq!(hit.health, Some(4.0));
    assert!(hit.flags.contains(EntityFlags::HURT));
    until(&mut world, 60, "the cow is far off", |world| the(world, EntityKind::COW).pos.distance(cow.pos) > 4.0);
    let cow = the(&world, EntityKind::COW);
    strike(&mut world, cow.id);
    assert!(the(&world, EntityKind::COW).flags.contains(EntityFlags::DYING));
    pass(&mut world, 1);
    let items = mobs(&world, EntityKind::ITEM);
    assert!(items.iter().any(|item| item.item.is_some_and(|stack| stack.item == Item::BEEF)));
    assert!(!mobs(&world, EntityKind::EXPERIENCE_ORB).is_empty());
    pass(&mut world, 20);
    assert!(mobs(&world, EntityKind::COW).is_empty());
}

/// A full blow of the player at an entity, wherever it is.
fn strike(world: &mut World, id: u32) {
    let by =
        crate::harm::Attacker { id: crate::entity::PLAYER_ID, kind: EntityKind::PLAYER, pos: world.player.body.pos };
    let damage = crate::harm::Damage { harm: crate::harm::Harm::Player, amount: 6.0, by: Some(by) };
    let entity = world.entities.get_mut(id).unwrap();
    assert!(entity.hurt(damage, 0, &mut world.dice));
}

#[test]
fn swords_sweep_those_beside() {
    let check = |held: Item, key: Keys, beside: f32| {
        let mut scene = Scene::flat();
        scene.mob("iron_golem", [0.5, 64.0, 2.5]).mob("pig", [1.9, 64.0, 2.5]).mob("pig", [0.5, 64.0, 6.5]);
        scene.give(ItemStack::new(held, 1));
        let mut world = at(&scene, NOON);
        world.player.charge_ticks = 100;
        world.player.charged = world.player.inventory.held();
        world.tick(&Control { keys: key, ..Control::default() });
        world.tick(&Control { keys: key | Keys::ATTACK, ..Control::default() });
        let pigs = mobs(&world, EntityKind::PIG);
        assert!(the(&world, EntityKind::IRON_GOLEM).health < Some(100.0));
        assert_eq!([pigs[0].health, pigs[1].health], [Some(beside), Some(10.0)], "{held} {key:?}");
    };
    check(Item::IRON_SWORD, Keys::empty(), 9.0);
    check(Item::IRON_AXE, Keys::empty(), 10.0);
    check(Item::IRON_SWORD, Keys::FORWARD | Keys::SPRINT, 10.0);
}

#[test]
fn blows_come_through_once_in_half_a_second() {
    let mut scene = Scene::flat();
    scene.mob("iron_golem", [0.5, 64.0, 3.5]);
    let mut world = at(&scene, NOON);
    pass(&mut world, 5);
    let golem = the(&world, EntityKind::IRON_GOLEM);
    let blow = |world: &mut World, amount: f32| {
        let damage = crate::harm::Damage::new(crate::harm::Harm::Cactus, amount);
        world.entities.get_mut(golem.id).unwrap().hurt(damage, 0, &mut world.dice)
    };
    assert!(blow(&mut world, 4.0));
    assert!(!blow(&mut world, 4.0), "safe");
    assert!(blow(&mut world, 6.0), "more than before: the rest counts");
    assert_eq!(the(&world, EntityKind::IRON_GOLEM).health, Some(94.0));
    pass(&mut world, 11);
    assert!(blow(&mut world, 1.0));
}

#[test]
fn animals_follow_their_food_and_breed() {
    let mut scene = Scene::flat();
    scene.mob("cow", [5.5, 64.0, 6.5]).mob("cow", [-5.5, 64.0, 6.5]);
    scene.give(ItemStack::new(Item::WHEAT, 2));
    let mut world = at(&scene, NOON);
    until(&mut world, 400, "both cows have come", |world| {
        let player = world.observe().player.pos;
        mobs(world, EntityKind::COW).iter().all(|cow| cow.pos.distance(player) < 3.5)
    });
    let ids: Vec<u32> = mobs(&world, EntityKind::COW).iter().map(|cow| cow.id).collect();
    for id in ids {
        let held = world.player.inventory.held();
        let mut spawned = Vec::new();
        let entity = world.entities.get_mut(id).unwrap();
        assert_eq!(super::use_on(entity, held, &mut world.dice, &mut spawned), super::Usage::UsesUp);
    }
    assert!(mobs(&world, EntityKind::COW).iter().all(|cow| cow.flags.contains(EntityFlags::IN_LOVE)));
    until(&mut world, 400, "a calf is born", |world| mobs(world, EntityKind::COW).len() == 3);
    let calf = mobs(&world, EntityKind::COW).into_iter().find(|cow| cow.flags.contains(EntityFlags::BABY)).unwrap();
    assert!(calf.height < 0.8);
    assert!(!mobs(&world, EntityKind::EXPERIENCE_ORB).is_empty());
    pass(&mut world, 24_000);
    let grown = mobs(&world, EntityKind::COW);
    assert_eq!(grown.len(), 3);
    assert!(grown.iter().all(|cow| cow.height > 1.3 && !cow.flags.contains(EntityFlags::BABY)), "grown up");
}

#[test]
fn a_pair_has_one_child_though_both_come_to_bear_it_in_one_tick() {
    let mut scene = Scene::flat();
    // Mobs whose numbers are both even or both odd pursue their goals in the same ticks.
    scene.mob("cow", [3.5, 64.0, 6.5]).mob("cow", [4.0, 64.0, 6.5]).mob("cow", [4.5, 64.0, 6.5]);
    let mut world = at(&scene, NOON);
    let ids: Vec<u32> = mobs(&world, EntityKind::COW).iter().map(|cow| cow.id).collect();
    let pair = [ids[0], ids[2]];
    assert_eq!(pair[0] % 2, pair[1] % 2);
    for id in pair {
        let entity = world.entities.get_mut(id).unwrap();
        let wheat = Some(ItemStack::new(Item::WHEAT, 1));
        assert_eq!(super::use_on(entity, wheat, &mut world.dice, &mut Vec::new()), super::Usage::UsesUp);
    }
    until(&mut world, 400, "a calf is born", |world| mobs(world, EntityKind::COW).len() > 3);
    pass(&mut world, 100);
    assert_eq!(mobs(&world, EntityKind::COW).len(), 4);
    assert_eq!(world.tally().count(anima_body::Custom::AnimalsBred), 1);
}

#[test]
fn hands_shear_milk_and_feed() {
    let mut scene = Scene::flat();
    scene.entity(SavedEntity { variant: 14, ..SavedEntity::new(EntityKind::SHEEP, DVec3::new(0.5, 64.0, 2.0)) });
    scene.give(ItemStack::new(Item::SHEARS, 1)).give(ItemStack::new(Item::BUCKET, 2)).look(0.0, 20.0);
    let mut world = at(&scene, NOON);
    world.tick(&Control { keys: Keys::USE, ..Control::default() });
    let sheep = the(&world, EntityKind::SHEEP);
    assert!(sheep.flags.contains(EntityFlags::SHEARED));
    let wool: u32 = mobs(&world, EntityKind::ITEM)
        .iter()
        .filter_map(|e| e.item)
        .map(|stack| {
            assert_eq!(stack.item, Item::RED_WOOL);
            u32::from(stack.count)
        })
        .sum();
    assert!((1..=3).contains(&wool));
    assert_eq!(world.observe().inventory.held().unwrap().damage, 1);
    let mut scene = Scene::flat();
    scene.mob("cow", [0.5, 64.0, 2.0]).give(ItemStack::new(Item::BUCKET, 2)).look(0.0, 20.0);
    let mut world = at(&scene, NOON);
    world.tick(&Control { keys: Keys::USE, ..Control::default() });
    let inventory = world.observe().inventory;
    assert_eq!((inventory.count(Item::BUCKET), inventory.count(Item::MILK_BUCKET)), (1, 1));
}

#[test]
fn sheep_eat_grass_and_their_wool_grows() {
    let mut scene = Scene::flat();
    for x in 0..6 {
        let pos = DVec3::new(f64::from(x) * 3.0 - 8.0, 64.0, 6.5);
        scene.entity(SavedEntity { sheared: true, ..SavedEntity::new(EntityKind::SHEEP, pos) });
    }
    let mut world = at(&scene, NOON);
    until(&mut world, 6000, "a sheep has wool", |world| {
        mobs(world, EntityKind::SHEEP).iter().any(|sheep| !sheep.flags.contains(EntityFlags::SHEARED))
    });
    let dirt = (-48..63).flat_map(|x| (-48..63).map(move |z| BlockPos::new(x, 63, z)));
    let bare = dirt.filter(|pos| world.terrain().block(*pos).unwrap().block() == anima_rules::Block::DIRT).count();
    assert!(bare >= 1);
}

#[test]
fn chickens_lay_eggs_and_fall_softly() {
    let mut scene = Scene::flat();
    scene.mob("chicken", [4.5, 84.0, 6.5]);
    let mut world = at(&scene, NOON);
    pass(&mut world, 60);
    assert!(the(&world, EntityKind::CHICKEN).pos.y > 70.0, "still in the air");
    pass(&mut world, 300);
    let chicken = the(&world, EntityKind::CHICKEN);
    assert_eq!((chicken.pos.y, chicken.health), (64.0, Some(4.0)));
    until(&mut world, 12_100, "an egg", |world| {
        mobs(world, EntityKind::ITEM).iter().any(|item| item.item.is_some_and(|stack| stack.item == Item::EGG))
    });
}

#[test]
fn a_turtle_that_grows_up_sheds_a_scute() {
    let mut scene = Scene::flat();
    scene.entity(SavedEntity { age: -200, ..SavedEntity::new(EntityKind::TURTLE, DVec3::new(4.5, 64.0, 6.5)) });
    let mut world = at(&scene, NOON);
    until(&mut world, 300, "a scute", |world| {
        mobs(world, EntityKind::ITEM).iter().any(|item| item.item.is_some_and(|stack| stack.item == Item::SCUTE))
    });
    assert!(!the(&world, EntityKind::TURTLE).flags.contains(EntityFlags::BABY));
}

#[test]
fn a_mooshroom_that_is_shorn_is_a_cow_and_a_fish_is_taken_into_a_bucket() {
    let mut scene = Scene::flat();
    scene.fill([3, 60, 3], [9, 63, 9], "water").mob("cod", [6.5, 62.0, 6.5]).mob("mooshroom", [-5.5, 64.0, 6.5]);
    let mut world = at(&scene, NOON);
    let mut uses = |kind: EntityKind, item: Item| {
        let id = the(&world, kind).id;
        let held = Some(ItemStack::new(item, 1));
        let mut spawned = Vec::new();
        let usage = super::use_on(world.entities.get_mut(id).unwrap(), held, &mut world.dice, &mut spawned);
        (usage, spawned.len())
    };
    assert_eq!(uses(EntityKind::MOOSHROOM, Item::SHEARS), (super::Usage::Wears, 5));
    assert_eq!(uses(EntityKind::COW, Item::WATER_BUCKET), (super::Usage::Nothing, 0));
    let bucket = ItemStack::new(Item::COD_BUCKET, 1);
    assert_eq!(uses(EntityKind::COD, Item::WATER_BUCKET), (super::Usage::Takes(bucket), 0));
}

#[test]
fn animals_float_and_leave_the_water() {
    let mut scene = Scene::flat();
    scene.fill([-3, 60, 4], [3, 63, 10], "water").mob("pig", [0.5, 62.0, 7.5]);
    let mut world = at(&scene, NOON);
    pass(&mut world, 400);
    let pig = the(&world, EntityKind::PIG);
    assert_eq!(pig.health, Some(10.0));
    until(&mut world, 3000, "the pig is on land", |world| the(world, EntityKind::PIG).pos.y >= 64.0);
}

#[test]
fn falls_and_lava_kill() {
    let mut scene = Scene::flat();
    scene.mob("cow", [4.5, 100.0, 6.5]).mob("pig", [-8.5, 64.5, 6.5]);
    scene.fill([-10, 62, 4], [-6, 63, 8], "lava");
    let mut world = at(&scene, NOON);
    pass(&mut world, 150);
    assert!(mobs(&world, EntityKind::COW).is_empty());
    assert!(mobs(&world, EntityKind::PIG).is_empty());
}

#[test]
fn mobs_do_not_walk_off_cliffs_or_into_lava() {
    let mut scene = Scene::new();
    scene.fill([-6, 63, -6], [6, 63, 6], "grass_block");
    scene.fill([-6, 60, -6], [6, 60, 6], "stone");
    for (x, z) in [(-7, 0), (7, 0)] {
        scene.fill([x, 63, z - 6], [x, 63, z + 6], "lava");
    }
    for (from, to) in [([-8, 63, -7], [-8, 65, 7]), ([8, 63, -7], [8, 65, 7])] {
        scene.fill(from, to, "stone");
    }
    scene.start_at(0.5, 64.0, 0.5);
    for i in 0..4 {
        scene.mob("cow", [f64::from(i) * 2.0 - 3.5, 64.0, 3.5]);
    }
    let mut world = at(&scene, NOON);
    pass(&mut world, 4000);
    let cows = mobs(&world, EntityKind::COW);
    assert_eq!(cows.len(), 4);
    assert!(cows.iter().all(|cow| cow.pos.y == 64.0), "{cows:?}");
}

#[test]
fn all_kinds_of_a_save_stand_fall_and_are_seen() {
    let kinds = [
        "wolf",
        "villager",
        "horse",
        "donkey",
        "fox",
        "bat",
        "bee",
        "cat",
        "iron_golem",
        "turtle",
        "enderman",
        "llama",
        "witch",
        "slime",
        "parrot",
        "goat",
        "zombie_villager",
        "chest_minecart",
        "boat",
        "armor_stand",
        "phantom",
    ];
    let mut scene = Scene::flat();
    for (i, kind) in kinds.iter().enumerate() {
        scene.mob(kind, [(i as f64 - 10.0) * 4.0 + 0.5, 65.0, 24.5]);
    }
    scene.fill([10, 61, -30], [20, 63, -20], "water");
    scene.mob("squid", [15.5, 62.0, -25.5]).mob("salmon", [17.5, 62.0, -25.5]);
    let mut world = at(&scene, NOON);
    pass(&mut world, 100);
    let seen = world.observe().entities;
    for kind in kinds.into_iter().chain(["squid", "salmon"]) {
        let entity = seen.iter().find(|entity| entity.kind.name() == kind).unwrap_or_else(|| panic!("no {kind}"));
        assert!(entity.pos.y >= 60.9 && entity.pos.y < 80.0, "{kind} at {}", entity.pos);
        let lives = super::traits(entity.kind).is_some();
        assert_eq!(entity.health.is_some(), lives, "{kind}");
        if entity.kind == EntityKind::SQUID || entity.kind == EntityKind::SALMON {
            assert!(entity.pos.y < 64.0 && entity.health.unwrap() > 0.0);
        }
    }
}

#[test]
fn mobs_keep_out_of_each_other_and_of_the_player() {
    let mut scene = Scene::flat();
    scene.mob("pig", [0.5, 64.0, 0.6]).mob("pig", [6.5, 64.0, 6.5]).mob("pig", [6.6, 64.0, 6.5]);
    let mut world = at(&scene, NOON);
    let start = world.observe().player.pos;
    pass(&mut world, 40);
    assert!(world.observe().player.pos.distance(start) > 0.1, "pushed");
    let pigs = mobs(&world, EntityKind::PIG);
    assert!(pigs[1].pos.distance(pigs[2].pos) > 0.6);
}

#[test]
fn the_same_seed_gives_the_same_lives() {
    let run = |seed: u64| {
        let mut scene = Scene::flat();
        for (i, kind) in ["zombie", "skeleton", "cow", "chicken", "rabbit", "spider", "creeper"].iter().enumerate() {
            scene.mob(kind, [i as f64 * 3.0 - 9.0, 64.0, 12.5]);
        }
        let mut world = scene.world(Options { seed, day_time: Some(NIGHT), radius: 3, ..Options::default() });
        pass(&mut world, 600);
        let seen = world.observe();
        (format!("{:?}", seen.entities), seen.player.health, hurts(&seen))
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).0, run(2).0);
}

#[test]
fn a_body_at_rest_is_exactly_as_if_it_had_moved() {
    let mut scene = Scene::flat();
    scene.fill([20, 64, 20], [24, 64, 24], "soul_sand").set([30, 64, 30], "white_carpet");
    for (i, kind) in ["cow", "zombie", "pig", "creeper", "sheep"].iter().enumerate() {
        scene.mob(kind, [18.3 + 3.1 * i as f64, 66.0, 20.7 + 2.3 * i as f64]);
    }
    scene.start_at(-20.5, 64.0, -20.5);
    let mut world = at(&scene, NIGHT);
    pass(&mut world, 400);
    let resting: Vec<u32> =
        world.entities.iter().filter(|e| e.mob().is_some_and(|mob| mob.rests)).map(|e| e.id).collect();
    assert!(resting.len() >= 3, "{resting:?}");
    for id in resting {
        let view = world.level.view();
        let entity = world.entities.iter().find(|e| e.id == id).unwrap();
        let mut body = entity.body.clone();
        body.begin(&view);
        body.come_to_rest();
        body.jump_or_swim_up(&view, &crate::physics::Stride::REST);
        body.travel(&crate::physics::Space::new(view, &[]), &crate::physics::Stride::REST);
        assert_eq!(body, entity.body);
    }
    // A block taken from below ends the rest.
    let id = world.entities.iter().find(|e| e.mob().is_some_and(|mob| mob.rests)).unwrap().id;
    let below = world.entities.get_mut(id).unwrap().body.feet().down(1);
    for (x, z) in [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
        world.level.set_block(below.offset(x, 0, z), anima_rules::BlockState::AIR);
    }
    let before = world.entities.get_mut(id).unwrap().body.pos.y;
    pass(&mut world, 5);
    assert!(world.entities.get_mut(id).unwrap().body.pos.y < before);
}
