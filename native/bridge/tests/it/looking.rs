//! What the agent is shown, and when: for its goals only, around the player only, and no more than there is room for.

use anima::Body;
use anima::console::run;
use anima::entities::ENTITY_BYTES;
use anima::happened::{CHAT_BYTES, EVENT_BYTES};
use anima::play::{End, State};
use anima_body::{Control, Entity, EntityFlags, Event, Observation, Terrain};
use anima_rules::EntityKind;
use anima_world::{GameRules, Options, Scene, World};

use crate::teller::{self, tell_body};

/// Columns that are kept: those within 10 chunks, and two more to every side.
const KEPT: usize = 25 * 25;

/// A client of an embedded world, with a body that it tells all it is asked for.
struct Client {
    body: Body,
    world: World,
    before: Option<Observation>,
    folder: tempfile::TempDir,
}

impl Client {
    fn new() -> Client {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("anima.toml"), "[game]\nseed = 3\n").unwrap();
        let mut body = teller::body(folder.path());
        teller::enter(&mut body, "save/4", "minecraft:overworld", false);
        let mut scene = Scene::loaded(anima_body::ChunkPos::new(-13, -13), anima_body::ChunkPos::new(13, 13));
        scene.fill([-208, 63, -208], [223, 63, 223], "grass_block");
        scene.fill([20, 64, -7], [20, 78, 7], "oak_log").start_at(0.5, 64.0, 0.5);
        let rules = GameRules { do_mob_spawning: false, do_daylight_cycle: false, ..GameRules::default() };
        let world = scene.world(Options { rules, day_time: Some(6000), radius: 13, ..Options::default() });
        Client { body, world, before: None, folder }
    }

    fn says(&mut self, line: &str) -> String {
        let lines = run(&mut self.body, line);
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
    }

    /// A tick in which the client has the land that `shown` leaves of it.
    fn tick_with(&mut self, left: impl FnOnce(&Terrain) -> Terrain) -> State {
        let mut shown = self.world.observe();
        shown.terrain = left(&shown.terrain);
        tell_body(&mut self.body, self.before.as_ref(), &shown);
        let turn = self.body.tick(shown.tick as i64).unwrap().clone();
        self.world.tick(&turn.control);
        self.before = Some(shown);
        turn.state
    }

    fn tick(&mut self) -> State {
        self.tick_with(Terrain::clone)
    }

    /// Columns, bytes of entities, bytes of events that the body keeps.
    fn kept(&mut self) -> (usize, usize, usize) {
        let mirror = self.body.mirror().unwrap();
        (mirror.columns(), mirror.entity_bytes(), mirror.queued_bytes())
    }

    fn log(self) -> String {
        drop(self.body);
        std::fs::read_to_string(self.folder.path().join("logs/anima.log")).unwrap()
    }
}

fn line(number: u64) -> Event {
    Event::Chat { from: "mallory".into(), text: format!("{number} {}", "spam ".repeat(20)), own: false }
}

#[test]
fn without_a_goal_nothing_is_kept_and_with_one_what_is_near() {
    let mut client = Client::new();
    for number in 0..50 {
        assert_eq!(client.tick(), State::Idle);
        client.body.mirror().unwrap().happen(line(number));
        assert_eq!(client.kept(), (0, 0, 0));
    }
    assert!(client.says("doctor").contains("without a goal the agent looks at nothing"), "{}", client.says("doctor"));
    client.says("do obtain 3 oak_log");
    let mut ticks = 0;
    while client.body.play.goal().is_none() {
        ticks += 1;
        client.tick();
        assert!(client.kept().0 <= 41 * ticks, "{:?} in {ticks} ticks", client.kept());
    }
    assert_eq!((ticks, client.kept().0), (11, 21 * 21), "over some ticks");
    for _ in 0..2000 {
        client.tick();
        assert!(client.kept().0 <= KEPT);
        if client.body.play.goal().is_none() {
            break;
        }
    }
    assert_eq!(client.body.play.ended().end, End::Reached);
    // It goes on looking for a while, for the next goal often follows.
    for _ in 0..199 {
        client.tick();
        assert!(client.kept().0 > 400);
    }
    client.tick();
    client.tick();
    assert_eq!(client.kept(), (0, 0, 0));
    let pinned = client.before.take().unwrap();
    drop(pinned);
    // What it has seen it knows.
    client.says("do obtain 12 oak_log");
    while client.body.play.goal().is_none() {
        client.tick();
    }
    client.tick();
    let doing = client.body.shown().status.unwrap().doing;
    assert!(!doing.iter().any(|what| what == "look for oak_log"), "{doing:?}");
}

#[test]
fn a_goal_waits_for_the_nearest_land_says_so_and_does_not_wait_without_end() {
    let mut client = Client::new();
    client.says("do obtain 1 oak_log");
    let here = client.world.observe().player.feet().chunk();
    for _ in 0..300 {
        client.tick_with(|_| Terrain::default());
        assert!(client.body.play.goal().is_none(), "nothing is there");
    }
    let said = client.says("status");
    assert_eq!(said, "waiting: obtain 1 oak_log\nwaits for the land around: 0 of the nearest 9 chunks are here");
    let lack = client.body.shown().lack.unwrap();
    assert!(said.ends_with(&lack));
    // Some of the nearest never come, as at the edge of what a server sends.
    let corner = |all: &Terrain| {
        let mut some = all.around(here, 1);
        some.remove(anima_body::ChunkPos::new(here.x - 1, here.z));
        some
    };
    let mut waited = 0;
    while client.body.play.goal().is_none() {
        client.tick_with(corner);
        waited += 1;
        let is_said = client.says("status").contains("8 of the nearest 9");
        assert!(waited <= 101 && is_said == client.body.play.goal().is_none(), "{waited}");
    }
    assert_eq!(waited, 101);
    // Where all that can be there is there, it begins at once.
    let mut client = Client::new();
    client.says("do obtain 1 oak_log");
    client.tick_with(|all| all.around(here, 1));
    assert!(client.body.play.goal().is_some());
}

/// What a server can fill has a bound, at every tick, and it is said once how much was too much.
#[test]
fn a_flood_fills_no_more_than_there_is_room_for() {
    let mut client = Client::new();
    client.says("do obtain 64 oak_log");
    for _ in 0..12 {
        client.tick();
    }
    let pig = client.world.observe().player;
    let pig = Entity {
        id: 0,
        kind: EntityKind::PIG,
        pos: pig.pos,
        velocity: pig.velocity,
        yaw: 0.0,
        width: 0.9,
        height: 0.9,
        health: Some(10.0),
        flags: EntityFlags::empty(),
        item: None,
        variant: 0,
    };
    let mut most = (0, 0);
    for number in 0..200_000 {
        let mirror = client.body.mirror().unwrap();
        mirror.happen(line(number));
        mirror.happen(Event::Died { message: "Anna fell".repeat(30) });
        mirror.happen(Event::Hurt { amount: 0.0, by: None });
        mirror.entity(Entity { id: 1000 + number as u32, ..pig.clone() });
        let (_, entities, queued) = client.kept();
        most = (most.0.max(entities), most.1.max(queued));
    }
    assert!(most.1 <= CHAT_BYTES + EVENT_BYTES && most.1 > EVENT_BYTES, "{most:?}");
    assert_eq!(most.0, ENTITY_BYTES);
    for _ in 0..3 {
        client.tick();
        assert!(client.kept().2 == 0, "it was seen, or nobody will");
    }
    client.world.tick(&Control::default());
    client.body.leave_world();
    let log = client.log();
    assert_eq!(log.matches("more is told of minecraft:overworld than is kept").count(), 1, "{log}");
    assert!(log.contains("of minecraft:overworld too much was told: 1"), "{log}");
}
