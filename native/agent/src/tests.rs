//! Whole lives in drawn scenes and on generated land.

mod goals;
mod scenes;

use std::sync::Arc;

use anima_body::{ActiveEffect, Effect, Frame, Observation};
use anima_intent::{Cause, Condition, NoLibrary};
use anima_memory::{Memory, Notebook, Origin};
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

/// Plays until the goal ends or the ticks are spent.
fn play(world: &mut World, goal: &str, model: Option<Box<dyn Model>>, ticks: u64) -> (Life, Vec<Note>) {
    let mut life = Life::new(Settings::default(), world.observe());
    life.pursue(goal_of(goal, Some(ticks)), model);
    let notes = live(world, &mut life, ticks);
    (life, notes)
}

fn goal_of(words: &str, ticks: Option<u64>) -> Goal {
    Goal { condition: Condition::parse(words, &NoLibrary).expect("a goal"), ticks }
}

/// Plays on until the goal ends or the ticks are spent.
fn live(world: &mut World, life: &mut Life, ticks: u64) -> Vec<Note> {
    let mut notes = Vec::new();
    let until = world.ticks() + ticks;
    while world.ticks() < until {
        let turn = life.tick(world.observe());
        notes.extend(life.take_notes());
        if life.ending().is_some() {
            break;
        }
        if turn.pause {
            assert_eq!(turn.control, Control::default(), "nothing is pressed while the mind thinks");
            life.wait(Duration::from_secs(1));
        } else {
            world.tick(&turn.control);
        }
    }
    notes
}

/// What a player takes back, or sets something else in the place of, was lived through all the same.
#[test]
fn goals_that_do_not_end_are_remembered() {
    let memory = Memory::open_in_memory().expect("a memory");
    let book = Rc::new(RefCell::new(Notebook::of_life(memory.clone(), Origin::default())));
    let means = || Means { book: Some(Rc::clone(&book)), ..Means::default() };
    let mut world = world(&yard());
    let mut life = Life::new(Settings::default(), world.observe());
    life.pursue(goal_of("1 furnace", None), means());
    live(&mut world, &mut life, 400);
    life.pursue(goal_of("1 iron pickaxe", None), means());
    live(&mut world, &mut life, 400);
    life.drop_goal();
    life.pursue(goal_of("1 wooden hoe", None), means());
    live(&mut world, &mut life, 2000);
    assert_eq!(life.ending(), Some(&Ending::Reached));
    drop(life);
    Rc::into_inner(book).expect("it is nobody else's").into_inner().finish().expect("it is written");
    let listed = memory.list(None, 10).expect("a list");
    let last = memory.show(listed[0].id).expect("an episode").executed;
    let act = last.last().expect("it was done by an act").act.clone();
    assert_eq!(
        act.object.first().map(|amount| amount.item.as_str()),
        Some("wooden_hoe"),
        "what has reached it is told too: {act:?}"
    );
    let told = |id| {
        let episode = memory.show(id).expect("an episode");
        (episode.goal, episode.outcome.reached, episode.outcome.why)
    };
    let told: Vec<_> = listed.iter().rev().map(|listed| told(listed.id)).collect();
    let expected = [
        ("obtain 1 furnace", false, "another goal took its place"),
        ("obtain 1 iron_pickaxe", false, "it was taken back"),
        ("obtain 1 wooden_hoe", true, ""),
    ];
    assert_eq!(told, expected.map(|(goal, reached, why)| (goal.to_owned(), reached, why.to_owned())));
}

#[test]
fn makes_an_iron_pickaxe_from_nothing() {
    let mut world = world(&yard());
    let (life, _) = play(&mut world, "iron pickaxe", None, 8000);
    assert_eq!(life.ending(), Some(&Ending::Reached), "{:?}", life.status());
    assert_eq!(world.observe().inventory.count(Item::IRON_PICKAXE), 1);
    assert!(world.ticks() > 300, "nothing comes from nowhere");
}

#[test]
fn needs_little_of_the_stack_of_the_thread_that_calls_it() {
    // The thread of a Minecraft client has 1 MiB, and much of that is the game's. Code that takes more stack than is
    // given here aborts the whole test run: a stack that overflows cannot be caught.
    const STACK: usize = 256 << 10;
    let game = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let (life, _) = play(&mut world(&yard()), "iron pickaxe", None, 8000);
        life.ending().cloned()
    });
    let ending = game.expect("a thread").join().expect("no panic");
    assert_eq!(ending, Some(Ending::Reached));
}

#[test]
fn gives_up_with_a_reason_when_there_is_no_way() {
    let mut world = world(&Scene::flat());
    let (life, _) = play(&mut world, "bedrock", None, 200);
    let ending = life.ending().expect("it ends");
    assert!(matches!(ending, Ending::GivenUp(Cause::Impossible { why }) if why.contains("bedrock")), "{ending:?}");
}

#[test]
fn what_is_held_at_the_start_is_enough() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::DIAMOND, 3));
    let mut world = world(&scene);
    let (life, _) = play(&mut world, "3 diamonds", None, 100);
    assert!(life.ending() == Some(&Ending::Reached));
    assert_eq!(world.ticks(), 0);
}

#[test]
fn an_agent_begins_once_it_was_told_the_statistics_or_has_waited_long_for_them() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::TORCH, 3));
    // How many torches the agent places, and whether that is counted, with a server that answers from a tick on.
    let placed = |answers_from: u64| {
        let mut world = world(&scene);
        let mut life = Life::new(Settings::default(), world.observe());
        life.pursue(goal_of("place 1 torch", Some(300)), None);
        while life.ending().is_none() {
            let mut now = world.observe();
            if now.tick < answers_from {
                now.tally = std::sync::Arc::default();
            }
            let turn = life.tick(now);
            world.tick(&turn.control);
        }
        let left = world.observe().inventory.count(Item::TORCH);
        (3 - left, life.ending() == Some(&Ending::Reached))
    };
    assert_eq!(placed(50), (1, true));
    let (untold, counts) = placed(u64::MAX);
    assert!(untold > 0 && !counts, "{untold}");
}

/// Plays on from a fall that kills.
fn falls_to_death(goal: &str, keep_inventory: bool, ticks: u64) -> (Life, Vec<Note>) {
    let mut scene = yard();
    // Trees outside of what is shunned around the place of a death.
    scene.fill([40, 64, 6], [40, 68, 6], "oak_log").start_at(0.5, 100.0, 0.5);
    for (item, count) in [(Item::WOODEN_PICKAXE, 1), (Item::STICK, 2), (Item::CRAFTING_TABLE, 1)] {
        scene.give(ItemStack::new(item, count));
    }
    let rules = GameRules { do_mob_spawning: false, do_daylight_cycle: false, keep_inventory, ..GameRules::default() };
    let mut world = scene.world(Options { rules, day_time: Some(6000), ..Options::default() });
    let (life, notes) = play(&mut world, goal, None, ticks);
    assert!(notes.iter().any(|note| matches!(note, Note::Died(_))) && life.status().deaths == 1);
    (life, notes)
}

#[test]
fn comes_back_after_a_death_and_goes_on() {
    let (life, _) = falls_to_death("oak log", false, 4000);
    assert!(life.ending() == Some(&Ending::Reached), "{:?}", life.status());
}

#[test]
fn goes_for_what_was_dropped_if_anything_was() {
    let fetches = |keep_inventory: bool| {
        let (_, notes) = falls_to_death("stone pickaxe", keep_inventory, 400);
        notes.iter().any(|note| matches!(note, Note::ActStarted(act) if act.starts_with("fetch")))
    };
    assert!(fetches(false));
    assert!(!fetches(true));
}

#[test]
fn pictures_are_asked_for_when_a_goal_begins_when_an_act_fails_and_when_the_goal_ends_if_they_are_used() {
    // A fall that kills: so the act at work fails.
    let mut scene = yard();
    scene.fill([40, 64, 6], [40, 68, 6], "oak_log").start_at(0.5, 100.0, 0.5);
    // How many pictures are asked for, the moments of those that came, and whether that of the end is waited for.
    let played = |are_used: bool| {
        let mut world = world(&scene);
        let mut life = Life::new(Settings::default(), world.observe());
        life.use_pictures(are_used);
        life.pursue(goal_of("oak log", Some(4000)), None);
        let (mut asked, mut wants_frame, mut moments) = (0, false, Vec::new());
        while life.ending().is_none() {
            let picture =
                || Frame::from_rgb(Frame::WIDTH, Frame::HEIGHT, vec![7; 3 * (Frame::WIDTH * Frame::HEIGHT) as usize]);
            let frame = wants_frame.then(|| Arc::new(picture()));
            let turn = life.tick(Observation { frame, ..world.observe() });
            moments.extend(life.take_notes().into_iter().filter_map(|note| match note {
                Note::Picture { moment, .. } => Some(moment.to_string()),
                _ => None,
            }));
            wants_frame = turn.wants_frame;
            asked += u32::from(wants_frame);
            world.tick(&turn.control);
        }
        (asked, moments, life.awaits_picture())
    };
    let (asked, moments, awaits) = played(true);
    assert_eq!(moments[0], "the goal begins");
    assert!(moments.iter().any(|moment| moment.contains(" failed: ")), "{moments:?}");
    assert!(awaits && asked >= 3, "that of the end is waited for: {asked} asked for, {moments:?}");
    assert_eq!(played(false), (0, Vec::new(), false));
}

#[test]
fn a_mind_that_looks_at_pictures_waits_for_one_before_it_thinks() {
    let world = world(&yard());
    let mind = anima_mind::Settings { show: true, ..Default::default() };
    let mut life = Life::new(Settings { mind, ..Settings::default() }, world.observe());
    let script: Box<dyn Model> = Box::new(Script::of_texts(["no plan"]));
    life.pursue(goal_of("oak log", Some(4000)), Some(script));
    let turn = life.tick(world.observe());
    assert!(turn.wants_frame && !turn.pause && life.counters().model_calls == 0, "it looks first");
    let frame = Some(Arc::new(Frame::from_rgb(2, 1, vec![7; 6])));
    let turn = life.tick(Observation { frame, ..world.observe() });
    assert!(life.counters().model_calls > 0, "{turn:?}");
    assert!(life.take_notes().iter().all(|note| !matches!(note, Note::Picture { .. })), "the host has asked for none");
}

#[test]
fn a_mind_waits_for_no_picture_where_none_comes_or_may_be_looked_at() {
    // At which tick a model is asked by an agent that is shown no picture.
    let asked_at = |may_look: bool| {
        let mut world = world(&yard());
        let mind = anima_mind::Settings { show: true, ..Default::default() };
        let mut life = Life::new(Settings { mind, ..Settings::default() }, world.observe());
        life.let_look(may_look);
        let script: Box<dyn Model> = Box::new(Script::of_texts(["no plan"]));
        life.pursue(goal_of("oak log", Some(4000)), Some(script));
        (0..300).find(|_| {
            let turn = life.tick(world.observe());
            world.tick(&turn.control);
            life.counters().model_calls > 0
        })
    };
    assert_eq!(asked_at(false), Some(0));
    assert!(asked_at(true).is_some_and(|tick| tick > 50), "it waits, and then goes on");
}

#[test]
fn wrong_answers_of_a_model_are_counted_and_the_rules_take_over() {
    let mut world = world(&yard());
    let script: Box<dyn Model> = Box::new(Script::of_texts(["no plan", "still none"]));
    let (life, notes) = play(&mut world, "oak log", Some(script), 3000);
    assert!(life.ending() == Some(&Ending::Reached), "{:?}", life.status());
    let counters = life.counters();
    assert!(counters.model_calls >= 2 && counters.repairs >= 1 && counters.fallbacks >= 1, "{counters:?}");
    assert!(notes.iter().any(|note| matches!(note, Note::Model(_))));
}

/// A model that takes its time and then says nothing; the socket is the server as long as it lives.
fn slow_model() -> (std::net::TcpListener, Box<dyn Model>) {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/v1", silent.local_addr().expect("it is bound"));
    let limits = Limits { first_token: Duration::from_secs(20), ..Limits::default() };
    let settings = ServerSettings { url, model: "slow".into(), limits, ..ServerSettings::default() };
    let server = Server::start(settings).expect("a thread");
    (silent, Box::new(server))
}

/// A life that thinks in a world which goes on meanwhile.
fn thinks_awake(scene: &Scene) -> (World, Life, std::net::TcpListener) {
    let world = world(scene);
    let (silent, model) = slow_model();
    let mut life = Life::new(Settings::default(), world.observe());
    life.pursue(goal_of("oak log", None), Some(model));
    life.set_pausable(false);
    (world, life, silent)
}

#[test]
fn digs_in_while_it_thinks_long_in_a_world_that_goes_on() {
    let mut scene = yard();
    let (mut world, mut life, silent) = thinks_awake(scene.fill([-48, 40, -48], [63, 59, 63], "stone"));
    let top = world.observe().player.feet().y;
    for tick in 0..LONG_THOUGHT {
        let turn = life.tick(world.observe());
        assert!(!turn.pause && turn.control.is_idle() && life.is_thinking(), "it stands at {tick}: {turn:?}");
        world.tick(&turn.control);
    }
    for _ in 0..400 {
        let turn = life.tick(world.observe());
        assert!(!turn.pause && life.is_thinking());
        world.tick(&turn.control);
    }
    let seen = world.observe();
    let feet = seen.player.feet();
    assert!(feet.y <= top - 3, "in a hole: {feet:?}");
    assert!(!seen.terrain.block(feet.up(2)).is_some_and(|state| state.is_air()), "with a lid");
    drop(silent); // The server is gone: the rules plan, and it comes out again.
    assert!(life.wait(Duration::from_secs(20)));
    for _ in 0..4000 {
        let turn = life.tick(world.observe());
        world.tick(&turn.control);
    }
    assert!(life.ending() == Some(&Ending::Reached), "{:?}", life.status());
}

/// A server may agree to a pause later than it is asked, or never: what the agent decides on is what is there by then.
#[test]
fn a_world_that_goes_on_while_it_is_to_stand_still_is_looked_at() {
    let (mut world, mut life, _silent) = thinks_awake(&yard());
    life.set_pausable(true);
    for _ in 0..20 {
        assert!(life.tick(world.observe()).pause && life.tick(world.observe()).pause);
        assert_eq!(life.me.now().tick, world.ticks());
        world.tick(&Control::default());
    }
    assert_eq!(life.me.age(), 20, "as many as there were in the world");
}

#[test]
fn defends_itself_while_it_thinks_in_a_world_that_goes_on() {
    let mut scene = Scene::flat();
    let (mut world, mut life, _silent) = thinks_awake(scene.start_at(0.5, 64.0, 0.5).mob("zombie", [4.5, 64.0, 0.5]));
    let mut moved = false;
    for _ in 0..LONG_THOUGHT {
        let turn = life.tick(world.observe());
        moved |= !turn.control.is_idle();
        world.tick(&turn.control);
    }
    assert!(moved && life.is_thinking());
    assert!(life.take_notes().iter().any(|note| matches!(note, Note::Reflex(_))));
}

/// Scenes in which nothing firm is under the feet: for as long as they last, or as one likes to stay there.
fn afloat() -> Vec<(&'static str, Scene)> {
    let effect = |effect: Effect, amplifier: u8| ActiveEffect { effect, amplifier, ticks: 100_000 };
    let mut webs = yard();
    webs.fill([-4, 64, -4], [4, 80, 4], "cobweb").start_at(0.5, 72.0, 0.5);
    let mut lava = yard();
    lava.fill([-40, 60, -40], [40, 63, 40], "lava").start_at(0.5, 63.0, 0.5);
    lava.start.effects.push(effect(Effect::FireResistance, 0));
    let mut levitating = yard();
    levitating.start_at(0.5, 65.0, 0.5).start.effects.push(effect(Effect::Levitation, 0));
    let mut boat = yard();
    boat.fill([-40, 60, -40], [40, 63, 40], "water").mob("boat", [0.5, 63.6, 0.5]).start_at(0.5, 64.2, 0.5);
    let mut shulker = yard();
    shulker.fill([-2, 64, -2], [2, 66, 2], "cobweb").mob("shulker", [0.5, 67.0, 0.5]).start_at(0.5, 68.0, 0.5);
    vec![("cobweb", webs), ("lava", lava), ("levitation", levitating), ("boat", boat), ("shulker", shulker)]
}

#[test]
fn what_is_hard_carries_the_agent() {
    for (name, scene) in afloat() {
        let mut world = world(&scene);
        (0..20).for_each(|_| world.tick(&Control::default()));
        let now = world.observe();
        let (feet, motion) = (now.player.pos, world.motion());
        let below = now.entities.iter().any(|entity| (entity.pos.y + entity.height - feet.y).abs() < 1e-3);
        let is_hard = matches!(name, "boat" | "shulker");
        assert_eq!((motion.on_ground && !motion.in_water, below), (is_hard, is_hard), "{name}: {motion:?}");
    }
}

#[test]
fn every_limit_is_kept_whatever_the_feet_are_on() {
    const LIMIT: u64 = 200;
    const LATE: u64 = 200;
    let words = ["16 oak log", "kill 1 cow", "3 raw iron", "20 dirt", "go to 60 64 60"];
    for (name, scene) in afloat() {
        for words in words {
            let mut world = world(&scene);
            let mut life = Life::new(Settings::default(), world.observe());
            life.pursue(goal_of(words, None), None);
            let mut acts = 0;
            while world.ticks() < 2000 {
                let turn = life.tick(world.observe());
                if life.ending().is_some() {
                    break;
                }
                for note in life.take_notes() {
                    if let Note::ActEnded { act, ticks, .. } = note {
                        assert!(ticks <= LIMIT + LATE, "{name}: {act} took {ticks} ticks");
                        acts += 1;
                    }
                }
                // The mind's own limits are longer than the scene.
                match life.work.take() {
                    Some(work) if work.limit > LIMIT => {
                        life.start(Order { act: work.act, attempt: 1, limit: LIMIT });
                    }
                    work => life.work = work,
                }
                world.tick(&turn.control);
            }
            assert!(acts >= 1 || life.ending().is_some(), "{name}: {words}: no act ended: {:?}", life.status());
        }
    }
}

/// Shows a life some ticks of a world, which are counted on from those before, until its goal ends.
fn stays(life: &mut Life, mut world: World, before: u64, ticks: u64) -> u64 {
    for tick in before..before + ticks {
        let turn = life.tick(Observation { tick, ..world.observe() });
        if life.ending().is_some() {
            return tick;
        }
        world.tick(&turn.control);
    }
    before + ticks
}

fn evening(day_time: u32) -> World {
    let rules = GameRules { do_mob_spawning: false, ..GameRules::default() };
    Scene::flat().world(Options { rules, day_time: Some(day_time), ..Options::default() })
}

#[test]
fn a_goal_counts_on_in_another_place() {
    let mut life = Life::new(Settings::default(), evening(23_900).observe());
    life.pursue(goal_of("survive 2 nights", Some(5000)), None);
    let left = stays(&mut life, evening(23_900), 0, 300);
    assert_eq!(life.progress()[0].have, 1);
    life.enter("elsewhere");
    let back = stays(&mut life, evening(20_000), left, 50);
    // What the clock shows before the time was told there is no dawn.
    life.enter("home");
    let left = stays(&mut life, evening(100), back, 50);
    assert_eq!(life.progress()[0].have, 1);
    life.enter("elsewhere");
    assert_eq!(stays(&mut life, evening(23_900), left, 300), left + 100);
    assert_eq!(life.ending(), Some(&Ending::Reached));
}

#[test]
fn the_ticks_of_a_goal_are_those_of_all_places() {
    let mut life = Life::new(Settings::default(), evening(1000).observe());
    life.pursue(goal_of("diamond", Some(500)), None);
    let left = stays(&mut life, evening(1000), 0, 300);
    life.enter("elsewhere");
    assert_eq!(stays(&mut life, evening(1000), left, 300), 500);
    assert_eq!(life.ending(), Some(&Ending::GivenUp(Cause::OutOfTicks)));
}

#[test]
fn what_lies_in_a_place_waits_for_the_player_to_come_back_there() {
    let high = world(yard().start_at(0.5, 100.0, 0.5).give(ItemStack::new(Item::IRON_PICKAXE, 1)));
    let low = world(yard().start_at(0.5, 64.0, 0.5));
    let mut life = Life::new(Settings::default(), high.observe());
    life.name_place("home");
    life.pursue(goal_of("2 diamonds", None), None);
    let fetches = |life: &mut Life, world: &World, before: u64| {
        let left = stays(life, world.clone(), before, 60);
        let fetch = |note: &Note| matches!(note, Note::ActStarted(act) if act.starts_with("fetch"));
        (life.take_notes().iter().any(fetch), left)
    };
    let (_, died) = fetches(&mut life, &high, 0);
    assert_eq!(life.status().deaths, 1);
    life.enter("elsewhere");
    let (there, left) = fetches(&mut life, &low, died);
    assert!(!there, "it lies at home");
    life.enter("home");
    assert!(fetches(&mut life, &low, left).0);
}

#[test]
fn an_agent_that_comes_back_to_the_same_place_knows_the_land_but_not_what_moves() {
    let mut world = world(yard().mob("sheep", [4.5, 64.0, 4.5]));
    let mut life = Life::new(Settings::default(), world.observe());
    life.name_place("home");
    for _ in 0..20 {
        life.watch(world.observe());
        world.tick(&Control::default());
    }
    let known = |life: &Life| {
        let senses = life.me.senses();
        let ore = senses.atlas().places(anima_rules::Block::IRON_ORE).count();
        (senses.atlas().entities().count(), ore > 0)
    };
    assert_eq!(known(&life), (1, true));
    life.enter("home");
    assert_eq!(known(&life), (0, true));
    life.enter("elsewhere");
    assert_eq!(known(&life), (0, false));
}
