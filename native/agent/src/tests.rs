//! Whole agents in drawn scenes and on generated land.

use anima_mind::Goal;
use anima_model::{Limits, Model, Script, Server, ServerSettings};
use anima_rules::{Item, ItemStack};
use anima_world::{GameRules, Options, Scene, World};

use super::*;

/// Everything an iron pickaxe takes, in sight.
fn yard() -> Scene {
    let mut scene = Scene::flat();
    for x in [6, 9, 12] {
        scene.fill([x, 64, 6], [x, 68, 6], "oak_log");
    }
    scene.fill([-12, 64, 4], [-5, 67, 8], "stone").fill([-11, 65, 4], [-9, 66, 4], "iron_ore");
    scene.fill([-6, 65, 4], [-5, 65, 4], "coal_ore");
    scene
}

fn world(scene: &Scene) -> World {
    let rules = GameRules { do_mob_spawning: false, do_daylight_cycle: false, ..GameRules::default() };
    scene.world(Options { rules, day_time: Some(6000), ..Options::default() })
}

/// Plays until the agent ends or the ticks are spent.
fn play(world: &mut World, goal: &str, model: Option<Box<dyn Model>>, ticks: u64) -> (Agent, Vec<Note>) {
    let goal = Goal::parse(goal).expect("a goal");
    let settings = Settings { ticks: Some(ticks), ..Settings::default() };
    let mut agent = Agent::new(goal, settings, model, world.observe());
    let mut notes = Vec::new();
    while world.ticks() < ticks {
        let turn = agent.tick(world.observe());
        notes.extend(agent.take_notes());
        if agent.ending().is_some() {
            break;
        }
        if turn.pause {
            assert_eq!(turn.control, Control::default(), "nothing is pressed while the mind thinks");
            agent.wait(Duration::from_secs(1));
        } else {
            world.tick(&turn.control);
        }
    }
    (agent, notes)
}

#[test]
fn makes_an_iron_pickaxe_from_nothing() {
    let mut world = world(&yard());
    let (agent, _) = play(&mut world, "iron pickaxe", None, 8000);
    assert_eq!(agent.ending(), Some(&Ending { reached: true, reason: None }), "{:?}", agent.status());
    assert_eq!(world.observe().inventory.count(Item::IRON_PICKAXE), 1);
    assert!(world.ticks() > 300, "nothing comes from nowhere");
}

#[test]
fn needs_little_of_the_stack_of_the_thread_that_calls_it() {
    // The thread of a Minecraft client has 1 MiB, and much of that is the game's. Who takes more than there is here
    // aborts the whole test run: a stack that overflows cannot be caught.
    const STACK: usize = 256 << 10;
    let game = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let (agent, _) = play(&mut world(&yard()), "iron pickaxe", None, 8000);
        agent.ending().cloned()
    });
    let ending = game.expect("a thread").join().expect("no panic");
    assert_eq!(ending, Some(Ending { reached: true, reason: None }));
}

#[test]
fn gives_up_with_a_reason_when_there_is_no_way() {
    let mut world = world(&Scene::flat());
    let (agent, _) = play(&mut world, "bedrock", None, 200);
    let ending = agent.ending().expect("it ends");
    assert!(!ending.reached && ending.reason.as_ref().is_some_and(|why| why.contains("bedrock")), "{ending:?}");
}

#[test]
fn what_is_held_at_the_start_is_enough() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::DIAMOND, 3));
    let mut world = world(&scene);
    let (agent, _) = play(&mut world, "3 diamonds", None, 100);
    assert!(agent.ending().is_some_and(|ending| ending.reached));
    assert_eq!(world.ticks(), 0);
}

/// Plays on from a fall that kills.
fn falls_to_death(goal: &str, keep_inventory: bool, ticks: u64) -> (Agent, Vec<Note>) {
    let mut scene = yard();
    // Trees outside of what is shunned around the place of a death.
    scene.fill([40, 64, 6], [40, 68, 6], "oak_log").start_at(0.5, 100.0, 0.5);
    for (item, count) in [(Item::WOODEN_PICKAXE, 1), (Item::STICK, 2), (Item::CRAFTING_TABLE, 1)] {
        scene.give(ItemStack::new(item, count));
    }
    let rules = GameRules { do_mob_spawning: false, do_daylight_cycle: false, keep_inventory, ..GameRules::default() };
    let mut world = scene.world(Options { rules, day_time: Some(6000), ..Options::default() });
    let (agent, notes) = play(&mut world, goal, None, ticks);
    assert!(notes.iter().any(|note| matches!(note, Note::Died(_))) && agent.status().deaths == 1);
    (agent, notes)
}

#[test]
fn comes_back_after_a_death_and_goes_on() {
    let (agent, _) = falls_to_death("oak log", false, 4000);
    assert!(agent.ending().is_some_and(|ending| ending.reached), "{:?}", agent.status());
}

#[test]
fn goes_for_what_was_dropped_if_anything_was() {
    let fetches = |keep_inventory: bool| {
        let (_, notes) = falls_to_death("stone pickaxe", keep_inventory, 400);
        notes.contains(&Note::StepStarted("fetch what was dropped".into()))
    };
    assert!(fetches(false));
    assert!(!fetches(true));
}

#[test]
fn wrong_answers_of_a_model_are_counted_and_the_rules_take_over() {
    let mut world = world(&yard());
    let script: Box<dyn Model> = Box::new(Script::of_texts(["no plan", "still none"]));
    let (agent, notes) = play(&mut world, "oak log", Some(script), 3000);
    assert!(agent.ending().is_some_and(|ending| ending.reached), "{:?}", agent.status());
    let counters = agent.counters();
    assert!(counters.model_calls >= 2 && counters.repairs >= 1 && counters.fallbacks >= 1, "{counters:?}");
    assert!(notes.iter().any(|note| matches!(note, Note::Model(_))));
}

/// A model that takes its time and then says nothing; the socket is the server as long as it lives.
fn slow_model() -> (std::net::TcpListener, Box<dyn Model>) {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/v1", silent.local_addr().expect("it is bound"));
    let limits = Limits { first_token: Duration::from_secs(20), ..Limits::default() };
    let server = Server::start(ServerSettings { url, model: "slow".into(), key: None, limits }).expect("a thread");
    (silent, Box::new(server))
}

/// An agent that thinks in a world which goes on meanwhile.
fn thinks_awake(scene: &Scene) -> (World, Agent, std::net::TcpListener) {
    let world = world(scene);
    let (silent, model) = slow_model();
    let goal = Goal::parse("oak log").expect("a goal");
    let mut agent = Agent::new(goal, Settings::default(), Some(model), world.observe());
    agent.set_pausable(false);
    (world, agent, silent)
}

#[test]
fn digs_in_while_it_thinks_long_in_a_world_that_goes_on() {
    let mut scene = yard();
    let (mut world, mut agent, silent) = thinks_awake(scene.fill([-48, 40, -48], [63, 59, 63], "stone"));
    let top = world.observe().player.feet().y;
    for tick in 0..LONG_THOUGHT {
        let turn = agent.tick(world.observe());
        assert!(!turn.pause && turn.control.is_idle() && agent.is_thinking(), "it stands at {tick}: {turn:?}");
        world.tick(&turn.control);
    }
    for _ in 0..400 {
        let turn = agent.tick(world.observe());
        assert!(!turn.pause && agent.is_thinking());
        world.tick(&turn.control);
    }
    let seen = world.observe();
    let feet = seen.player.feet();
    assert!(feet.y <= top - 3, "in a hole: {feet:?}");
    assert!(!seen.terrain.block(feet.up(2)).is_some_and(|state| state.is_air()), "with a lid");
    drop(silent); // The server is gone: the rules plan, and it comes out again.
    assert!(agent.wait(Duration::from_secs(20)));
    for _ in 0..4000 {
        let turn = agent.tick(world.observe());
        world.tick(&turn.control);
    }
    assert!(agent.ending().is_some_and(|ending| ending.reached), "{:?}", agent.status());
}

#[test]
fn defends_itself_while_it_thinks_in_a_world_that_goes_on() {
    let mut scene = Scene::flat();
    let (mut world, mut agent, _silent) = thinks_awake(scene.start_at(0.5, 64.0, 0.5).mob("zombie", [4.5, 64.0, 0.5]));
    let mut moved = false;
    for _ in 0..LONG_THOUGHT {
        let turn = agent.tick(world.observe());
        moved |= !turn.control.is_idle();
        world.tick(&turn.control);
    }
    assert!(moved && agent.is_thinking());
    assert!(agent.take_notes().iter().any(|note| matches!(note, Note::Reflex(_))));
}
