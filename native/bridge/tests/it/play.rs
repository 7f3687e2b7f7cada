//! The same goal, world and seed: what the bridge shows the agent is what the world shows, and it presses the same keys.

use anima::Body;
use anima::mirror::Mirror;
use anima_bench::{Land, Setup};
use anima_body::{Event, Observation};
use anima_suite::{Blueprints, Scenario, Settings, Versions};
use anima_world::World;

use crate::teller::{self, registries, tell, tell_body};

fn setup(goal: &str, seed: i64, ticks: u64) -> Setup {
    let mut settings = Settings::default();
    settings.world.radius = 4;
    Setup {
        goal: goal.into(),
        blueprints: Blueprints::default(),
        seed,
        land: Land::Generated,
        at: None,
        scenario: Scenario::default(),
        then: Vec::new(),
        prepare: None,
        ticks,
        settings,
        model: None,
        round: None,
        versions: Versions::default(),
    }
}

/// A body that pursues the goal as `anima run` does.
fn body(setup: &Setup, folder: &std::path::Path) -> Body {
    let text = format!("[game]\nseed = {}\nlimit_ticks = {}\n", setup.seed, setup.ticks);
    std::fs::write(folder.join("anima.toml"), text).unwrap();
    let mut body = teller::body(folder);
    assert_eq!(body.host().settings.problem(), None);
    teller::enter(&mut body, "save/4", "minecraft:overworld", false);
    let answer = anima::console::run(&mut body, &format!("do {}", setup.goal));
    assert_eq!(answer[0].tone, anima::console::Tone::Good, "{answer:?}");
    body
}

/// Compares field by field, so that a difference says what differs.
fn compare(told: &Observation, shown: &Observation, at_start: bool) {
    let tick = shown.tick;
    assert_eq!(told.tick, tick);
    assert_eq!(told.player, shown.player, "player at {tick}");
    assert_eq!(told.inventory, shown.inventory, "inventory at {tick}");
    assert_eq!(told.menu, shown.menu, "menu at {tick}");
    assert_eq!(told.screen, shown.screen, "screen at {tick}");
    assert_eq!(told.entities, shown.entities, "entities at {tick}");
    assert_eq!(told.target, shown.target, "target at {tick}");
    assert_eq!(told.day_time, shown.day_time, "time at {tick}");
    assert_eq!(told.weather, shown.weather, "weather at {tick}");
    assert_eq!(told.biome, shown.biome, "biome at {tick}");
    assert_eq!(told.light, shown.light, "light at {tick}");
    assert_eq!(told.tally, shown.tally, "tally at {tick}");
    if at_start {
        return;
    }
    // Of one kind they come in order; which kind comes first in a tick nobody asks.
    let sorted = |seen: &Observation| {
        let kept = seen.events.iter().filter(|event| !matches!(event, Event::ColumnLoaded(_)));
        let mut events: Vec<String> = kept.map(|event| format!("{event:?}")).collect();
        events.sort_by(|a, b| a.split(['(', ' ']).next().cmp(&b.split(['(', ' ']).next()));
        events
    };
    assert_eq!(sorted(told), sorted(shown), "events at {tick}");
}

/// Compares all blocks and biomes.
fn compare_terrain(told: &Observation, shown: &Observation) {
    let tick = shown.tick;
    assert_eq!(told.terrain.chunks(), shown.terrain.chunks(), "columns at {tick}");
    for chunk in shown.terrain.chunks() {
        let (told, shown) = (told.terrain.column(chunk).unwrap(), shown.terrain.column(chunk).unwrap());
        for section in 0..anima_body::SECTIONS {
            let (a, b) = (&told.sections()[section], &shown.sections()[section]);
            assert!((0..4096).all(|at| a.get(at) == b.get(at)), "{chunk:?} section {section} at {tick}");
            let (a, b) = (told.biomes(section), shown.biomes(section));
            assert!((0..64).all(|at| a.get(at) == b.get(at)), "biomes of {chunk:?} section {section} at {tick}");
        }
    }
}

/// Plays a game in which the body's agent presses the keys, beside an agent that is shown the world itself.
fn plays_the_same(goal: &str, seed: i64, ticks: u64) -> World {
    let setup = setup(goal, seed, ticks);
    let folder = tempfile::tempdir().unwrap();
    let mut body = body(&setup, folder.path());
    let mut world = setup.world().unwrap();
    let height = anima::sections::Height::new(-64, 384).unwrap();
    let biomes = anima::registries::biomes(&anima_host::names::biomes());
    let registries = std::rc::Rc::new(anima::registries::Registries::new(&registries()));
    let land = anima::land::Land::new(registries, biomes, height);
    let mut mirror = Mirror::new(&std::rc::Rc::new(land.into()));
    let mut before: Option<Observation> = None;
    let mut life = None;
    while world.ticks() < ticks {
        let shown = world.observe();
        mirror.look(true);
        tell(&mut mirror, before.as_ref(), &shown);
        tell_body(&mut body, before.as_ref(), &shown);
        let told = mirror.observe(shown.tick).unwrap();
        let played = body.tick(shown.tick as i64).unwrap().clone();
        if life.is_none() && body.play.goal().is_none() {
            // The land is told over some ticks, then the goal begins.
            assert!(shown.tick < 20 && played.control.is_idle(), "{played:?} at {}", shown.tick);
            world.tick(&played.control);
            before = Some(shown);
            continue;
        }
        let at_start = life.is_none();
        let life = life.get_or_insert_with(|| setup.life(setup.wanted().unwrap(), shown.clone()).unwrap());
        compare(&told, &shown, at_start);
        if shown.tick.is_multiple_of(200) {
            compare_terrain(&told, &shown);
        }
        let turn = life.tick(shown.clone());
        assert_eq!(played.control, turn.control, "seed {seed} tick {}", shown.tick);
        if life.ending().is_some() {
            assert!(body.play.goal().is_none(), "the body's goal goes on at {}", shown.tick);
            break;
        }
        // Nobody at play asks for statistics, so the test does.
        let statistics = shown.tick % 70 == 30;
        world.tick(&anima_body::Control { statistics, ..played.control });
        before = Some(shown);
    }
    world
}

#[test]
fn the_bridge_shows_the_world_and_plays_the_same_game() {
    let world = plays_the_same("obtain 1 wooden_pickaxe", 4, 3000);
    assert!(world.ticks() > 200, "ended at {}", world.ticks());
    assert!(world.observe().tally.count(anima_body::Custom::PlayTime) > 100, "no statistics were told");
}

/// Bar 3 without Java: whole runs, on some seeds. Takes minutes.
#[test]
fn whole_games_are_the_same() {
    if std::env::var_os("ANIMA_LONG").is_none() {
        return println!("skipped: set ANIMA_LONG=1 to play whole games");
    }
    for seed in 11..16 {
        let world = plays_the_same("obtain 1 iron_pickaxe", seed, 48_000);
        println!("seed {seed}: {} ticks", world.ticks());
    }
}
