//! Mobs that come by themselves, in drawn scenes.

use anima_body::{BlockPos, Control, Entity};
use anima_rules::{Block, EntityKind};

use crate::level::{BlockEntity, Spawner};
use crate::{Difficulty, GameRules, Options, Scene, World};

const NIGHT: u32 = 18_000;
const NOON: u32 = 6_000;
const MONSTERS: [EntityKind; 7] = [
    EntityKind::ZOMBIE,
    EntityKind::ZOMBIE_VILLAGER,
    EntityKind::SKELETON,
    EntityKind::SPIDER,
    EntityKind::CREEPER,
    EntityKind::ENDERMAN,
    EntityKind::WITCH,
];
const ANIMALS: [EntityKind; 6] =
    [EntityKind::COW, EntityKind::PIG, EntityKind::SHEEP, EntityKind::CHICKEN, EntityKind::HORSE, EntityKind::DONKEY];

/// A flat field in which the time of day stands still.
fn field(day_time: u32, options: Options) -> World {
    let rules = GameRules { do_daylight_cycle: false, do_weather_cycle: false, ..options.rules };
    Scene::flat().world(Options { day_time: Some(day_time), rules, ..options })
}

fn seen(world: &World, kinds: &[EntityKind]) -> Vec<Entity> {
    world.observe().entities.iter().filter(|entity| kinds.contains(&entity.kind)).cloned().collect()
}

fn pass(world: &mut World, ticks: u32) {
    (0..ticks).for_each(|_| world.tick(&Control::default()));
}

#[test]
fn monsters_come_in_the_dark_and_not_beside_the_player() {
    let mut world = field(NIGHT, Options::default());
    let mut last = 0;
    let mut come = 0;
    for _ in 0..3000 {
        world.tick(&Control::default());
        let player = world.observe().player.pos;
        for new in seen(&world, &MONSTERS) {
            if new.id <= last {
                continue;
            }
            // It has walked for a tick.
            assert!(new.pos.distance(player) > 23.7, "{} at {}", new.kind, new.pos);
            (last, come) = (new.id, come + 1);
        }
    }
    assert!(come > 10, "{come}");
}

#[test]
fn no_monsters_come_by_day_in_peaceful_or_by_the_rule() {
    let quiet = GameRules { do_mob_spawning: false, ..GameRules::default() };
    let cases = [
        (NOON, Options::default()),
        (NIGHT, Options { difficulty: Difficulty::Peaceful, ..Options::default() }),
        (NIGHT, Options { rules: quiet, ..Options::default() }),
    ];
    for (time, options) in cases {
        let mut world = field(time, options);
        pass(&mut world, 2000);
        assert_eq!(seen(&world, &MONSTERS).len(), 0, "at {time}, {:?}", world.options());
    }
}

#[test]
fn caps_hold() {
    let mut world = field(NIGHT, Options::default());
    let mut most = 0;
    for _ in 0..30 {
        pass(&mut world, 200);
        most = most.max(seen(&world, &MONSTERS).len());
    }
    // The last pack may go over the cap.
    assert!((20..=74).contains(&most), "{most}");
    let mut world = field(NOON, Options::default());
    pass(&mut world, 12_000);
    let animals = seen(&world, &ANIMALS).len();
    assert!((5..=16).contains(&animals), "{animals}");
}

/// A zombie spawner eight blocks from the player, and the mobs there are after so many ticks.
fn zombies_of_spawner(day_time: u32, away: i32, ticks: u32, difficulty: Difficulty) -> usize {
    let rules = GameRules { do_mob_spawning: false, mob_griefing: false, ..GameRules::default() };
    let mut world = field(day_time, Options { difficulty, rules, ..Options::default() });
    let pos = BlockPos::new(0, 64, away);
    world.level.set_block(pos, Block::SPAWNER.state());
    world.level.put_block_entity(pos, Some(BlockEntity::Spawner(Spawner::new(EntityKind::ZOMBIE))));
    pass(&mut world, ticks);
    seen(&world, &[EntityKind::ZOMBIE]).len()
}

#[test]
fn spawners_bring_up_to_four_at_a_time_and_six_in_all_near_them() {
    assert_eq!(zombies_of_spawner(NIGHT, 12, 19, Difficulty::Normal), 0);
    let first = zombies_of_spawner(NIGHT, 12, 120, Difficulty::Normal);
    assert!((1..=4).contains(&first), "{first}");
    assert_eq!(zombies_of_spawner(NIGHT, 17, 1000, Difficulty::Normal), 0, "the player is too far away");
    assert_eq!(zombies_of_spawner(NOON, 12, 1000, Difficulty::Normal), 0, "too bright");
    assert_eq!(zombies_of_spawner(NIGHT, 12, 1000, Difficulty::Peaceful), 0);
}
