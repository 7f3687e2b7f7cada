//! A suite on a server that is a few lines: its land is that of the generator, of which each body has the part around it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anima::suite::{Answer, Options, Order, Server, Session, report};
use anima::{Body, Host};
use anima_bench::{Land, Setup};
use anima_body::{ChunkPos, Control, Observation, Tally, Weather};
use anima_host::names;
use anima_rules::{Difficulty, Item, ItemStack, StateFlags};
use anima_suite::{Before, Border, Outcome, ROWS, Row, Settings, Why, game_seed, read_rows, record_path};
use anima_world::World;
use glam::DVec3;

use crate::teller::{self, tell_body};

/// Two tasks of which the first is soon done, the second not in its time.
const SUITE: &str = "
games = 2
seed_base = 40
settings.world.radius = 2
settings.world.difficulty = \"easy\"
[[task]]
name = \"dirt\"
goal = \"get 1 dirt\"
budget.ticks = 600
[[task]]
name = \"diamond\"
goal = \"get 1 diamond\"
budget.ticks = 60
";

/// The seed of the server's world: that of the first game, so that its agent's dice are those of a game in that land.
fn world_seed() -> i64 {
    game_seed(40, "dirt", 0)
}

fn land(at: DVec3) -> Setup {
    let mut settings = Settings::default();
    settings.world.radius = 2;
    settings.world.difficulty = Difficulty::Easy;
    Setup {
        goal: "get 1 dirt".into(),
        blueprints: Default::default(),
        seed: world_seed(),
        land: Land::Generated,
        at: Some(at),
        scenario: Default::default(),
        then: Vec::new(),
        prepare: None,
        ticks: 600,
        settings,
        model: None,
        round: None,
        versions: Default::default(),
    }
}

/// A player of the server with its agent.
struct Player {
    body: Rc<RefCell<Body>>,
    world: World,
    before: Option<Observation>,
    told: Tally,
    /// Ticks since it has come.
    ticks: i64,
}

/// A server that carries out orders.
struct Double {
    folder: PathBuf,
    host: Rc<RefCell<Host>>,
    session: Session,
    players: BTreeMap<usize, Player>,
    /// What was set and said, in order.
    log: Vec<String>,
    /// The game rules, difficulty, time and weather of its world.
    rules: BTreeMap<String, String>,
    difficulty: Difficulty,
    time: i64,
    weather: (Weather, i32),
    /// A rule that does not change.
    held: Option<&'static str>,
    /// A command that is refused.
    refused: Option<&'static str>,
    /// Whether no land comes to its players.
    is_landless: bool,
    /// Where games have started.
    starts: Vec<ChunkPos>,
    /// How often statistics were told.
    counted: usize,
}

fn before() -> Before {
    Before {
        world: "minecraft:overworld".into(),
        difficulty: Difficulty::Hard,
        time: 123_456,
        weather: Weather::Rain,
        weather_ticks: 777,
        rules: BTreeMap::new(),
    }
}

fn server(folder: &Path) -> Server {
    Server {
        config: folder.to_owned(),
        runs: folder.join("anima-runs"),
        journal: folder.join("restore"),
        world: "world".into(),
        seed: world_seed(),
        spawn: ChunkPos { x: 0, z: 0 },
        border: Border { center: [0.0, 0.0], size: 200_000.0 },
    }
}

fn options(games: Option<u32>, at_once: usize) -> Options {
    Options { games, at_once, warp: false }
}

impl Double {
    fn of(folder: &Path, session: Session) -> Double {
        let rules = [
            ("keepInventory", "true"),
            ("doDaylightCycle", "false"),
            ("doWeatherCycle", "true"),
            ("doMobSpawning", "true"),
            ("mobGriefing", "false"),
            ("randomTickSpeed", "7"),
            ("naturalRegeneration", "true"),
            ("doEntityDrops", "true"),
            ("doFireTick", "false"),
            ("doImmediateRespawn", "false"),
            ("doInsomnia", "true"),
            ("doLimitedCrafting", "true"),
            ("doMobLoot", "true"),
            ("doPatrolSpawning", "true"),
            ("doTileDrops", "false"),
            ("doTraderSpawning", "true"),
            ("doVinesSpread", "true"),
            ("drowningDamage", "true"),
            ("fallDamage", "false"),
            ("fireDamage", "true"),
            ("forgiveDeadPlayers", "true"),
            ("freezeDamage", "true"),
            ("lavaSourceConversion", "false"),
            ("maxEntityCramming", "24"),
            ("playersSleepingPercentage", "50"),
            ("snowAccumulationHeight", "1"),
            ("universalAnger", "false"),
            ("waterSourceConversion", "true"),
        ];
        Double {
            folder: folder.to_owned(),
            host: Host::open(folder, folder, &teller::registries()),
            session,
            players: BTreeMap::new(),
            log: Vec::new(),
            rules: rules.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            difficulty: Difficulty::Hard,
            time: 123_456,
            weather: (Weather::Rain, 777),
            held: None,
            refused: None,
            is_landless: false,
            starts: Vec::new(),
            counted: 0,
        }
    }

    fn run(folder: &Path, text: &str, options: &Options) -> Double {
        let file = folder.join("small.toml");
        let session = Session::run(&server(folder), &file, text, options, before()).unwrap();
        Double::of(folder, session)
    }

    /// One tick; false when the session is over.
    fn tick(&mut self) -> bool {
        while let Some(order) = self.session.order() {
            if order == Order::Over {
                assert!(self.players.is_empty(), "all bodies are gone");
                return false;
            }
            let answer = self.carry_out(order);
            self.session.answer(answer);
        }
        for player in self.players.values_mut().filter(|_| !self.is_landless) {
            let shown = player.world.observe();
            let mut body = player.body.borrow_mut();
            tell_body(&mut body, player.before.as_ref(), &shown);
            let is_held = body.play.goal().is_none();
            let control = body.tick(player.ticks).unwrap().control.clone();
            player.ticks += 1;
            player.before = Some(shown);
            // The world of one that does not play yet stands still: then its game can be compared.
            if !is_held || body.play.goal().is_some() {
                player.world.tick(&control);
            } else {
                assert_eq!(control, Control::default());
            }
        }
        true
    }

    fn play(&mut self, most: usize) {
        for _ in 0..most {
            if !self.tick() {
                return;
            }
        }
        panic!("it goes on after {most} ticks: {:?}", self.session.status());
    }

    fn carry_out(&mut self, order: Order) -> Answer {
        match order {
            Order::Command { slot, line } => return self.command(slot, &line),
            Order::ReadDifficulty => return Answer::Done(self.difficulty as i64),
            Order::SetTime(time) => {
                self.log.push(format!("time {time}"));
                self.time = time;
            }
            Order::SetWeather { weather, ticks } => {
                self.log.push(format!("weather {weather:?}"));
                self.weather = (weather, ticks);
            }
            Order::Look { chunk, .. } => return ground(chunk),
            Order::Join { slot, at: [x, y, z], .. } => {
                let world = land(DVec3::new(x.into(), y.into(), z.into()) + DVec3::new(0.5, 0.0, 0.5)).world().unwrap();
                self.starts.push(ChunkPos { x: x >> 4, z: z >> 4 });
                let mut body = Body::new(&self.host);
                teller::enter(&mut body, "save/world", "minecraft:overworld", false);
                let body = Rc::new(RefCell::new(body));
                self.session.joined(slot, &body);
                let told = Tally::default();
                self.players.insert(slot, Player { body, world, before: None, told, ticks: 0 });
            }
            Order::LetGo { .. } => {}
            Order::Count { slot } => {
                let player = self.players.get_mut(&slot).unwrap();
                let (names, counts): (Vec<_>, Vec<_>) =
                    names::answer(&player.told, player.world.tally()).into_iter().unzip();
                player.told = player.world.tally().clone();
                self.counted += 1;
                player.body.borrow_mut().mirror().unwrap().statistics_mut().tell(&names, &counts).unwrap();
            }
            Order::Leave { slot } => drop(self.players.remove(&slot).unwrap()),
            Order::Say(text) => self.log.push(format!("say {text}")),
            Order::Over => unreachable!("it was asked before"),
        }
        Answer::Done(1)
    }

    fn command(&mut self, slot: Option<usize>, line: &str) -> Answer {
        if self.refused.is_some_and(|refused| line.starts_with(refused)) {
            return Answer::Failed("no such thing".into());
        }
        let words: Vec<&str> = line.split(' ').collect();
        let number = |value: &str| value.parse().unwrap_or(i64::from(value == "true"));
        match (slot, &words[..]) {
            (None, ["gamerule", name]) => return Answer::Done(number(&self.rules[*name])),
            (None, ["gamerule", name, value]) => {
                self.log.push(line.to_owned());
                if self.held != Some(name) {
                    self.rules.insert((*name).to_owned(), (*value).to_owned());
                }
            }
            (None, ["difficulty", name]) => {
                self.log.push(line.to_owned());
                let wanted: Difficulty = serde_json::from_value((*name).into()).unwrap();
                if std::mem::replace(&mut self.difficulty, wanted) == wanted {
                    return Answer::Failed("The difficulty did not change".into());
                }
            }
            (Some(slot), ["give", "@s", item, count]) => {
                let item = Item::from_name(item.trim_start_matches("minecraft:")).unwrap();
                let stack = ItemStack::new(item, count.parse().unwrap());
                assert!(self.players.get_mut(&slot).unwrap().world.give(stack));
                self.log.push(line.to_owned());
            }
            (Some(_), _) => self.log.push(line.to_owned()),
            _ => panic!("{line}"),
        }
        Answer::Done(1)
    }

    fn run_folder(&self) -> PathBuf {
        let mut runs = fs::read_dir(self.folder.join("anima-runs")).unwrap();
        runs.next().unwrap().unwrap().path()
    }

    fn rows(&self) -> Vec<Row> {
        read_rows(&self.run_folder()).unwrap()
    }

    fn is_as_before(&self) {
        assert_eq!((self.difficulty, self.time, self.weather), (Difficulty::Hard, 123_456, (Weather::Rain, 777)));
        assert_eq!((self.rules["keepInventory"].as_str(), self.rules["randomTickSpeed"].as_str()), ("true", "7"));
        let others = ["doTileDrops", "fallDamage", "playersSleepingPercentage"].map(|name| self.rules[name].as_str());
        assert_eq!(others, ["false", "false", "50"]);
        assert!(!self.folder.join("restore").exists(), "the journal is gone");
    }
}

/// Ground to stand on in the middle of a chunk.
fn ground(chunk: ChunkPos) -> Answer {
    let high = DVec3::new(f64::from(chunk.x * 16 + 8) + 0.5, 250.0, f64::from(chunk.z * 16 + 8) + 0.5);
    let world = land(high).world().unwrap();
    let feet = world.observe().player.feet();
    let below = (1..300).map(|down| feet.offset(0, -down, 0));
    let solid = |pos: &anima_body::BlockPos| {
        let flags = world.terrain().block(*pos).unwrap().flags();
        !flags.contains(StateFlags::NO_COLLISION) || world.terrain().block(*pos).unwrap().block().name() == "water"
    };
    let top = below.into_iter().find(solid).unwrap();
    match world.terrain().block(top).unwrap().block().name() {
        "water" => Answer::Failed("there is no ground".into()),
        _ => Answer::Done(i64::from(top.y + 1)),
    }
}

#[test]
fn a_suite_is_played_to_its_end_and_the_world_is_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), SUITE, &options(None, 3));
    assert!(server.tick());
    assert_eq!(server.players.len(), 3, "as many bodies as play at once");
    let journal = fs::read_to_string(folder.path().join("restore")).unwrap();
    assert!(
        journal.contains("\"randomTickSpeed\":\"7\"") && journal.contains("\"keepInventory\":\"true\""),
        "{journal}"
    );
    assert_eq!((server.difficulty, server.rules["randomTickSpeed"].as_str()), (Difficulty::Easy, "3"));
    let others = ["doTileDrops", "fallDamage", "playersSleepingPercentage"].map(|name| server.rules[name].as_str());
    assert_eq!(others, ["true", "true", "100"], "as in a new world");
    (0..30).for_each(|_| assert!(server.tick()));
    assert_eq!((server.time, server.weather.0), (0, Weather::Clear), "games begin as in a new world");
    assert!(server.session.status()[0].contains("0 of 4 games are over"), "{:?}", server.session.status());
    server.play(3_000);
    server.is_as_before();
    let rows = server.rows();
    let told: Vec<_> = rows.iter().map(|row| (row.task.as_str(), row.game, row.seed)).collect();
    let wanted = |task, game| (task, game, game_seed(40, task, game));
    assert_eq!(told, [wanted("dirt", 0), wanted("dirt", 1), wanted("diamond", 0), wanted("diamond", 1)]);
    assert_eq!(rows[0].end.outcome, Outcome::Success, "{:?}", rows[0].end);
    assert_eq!(rows[2].end.outcome, Outcome::OutOfTicks, "{:?}", rows[2].end);
    assert_eq!(rows[2].end.ticks, 60);
    let mut places: Vec<[i32; 2]> = Vec::new();
    for row in &rows {
        let body = row.server_body.clone().unwrap();
        assert_eq!((body.world_seed, body.warp, row.world.as_str()), (world_seed(), false, "world"));
        let [x, z] = body.place;
        assert!(places.iter().all(|[a, b]| f64::from(x - a).hypot(f64::from(z - b)) >= 5_000.0), "{places:?}");
        places.push(body.place);
        let record = fs::read_to_string(record_path(&server.run_folder(), &row.task, row.seed)).unwrap();
        assert_eq!(record.lines().filter(|line| line.contains("\"type\":\"control\"")).count() as u64, row.end.ticks);
        assert!(record.lines().next().unwrap().contains("\"server_body\""), "{record}");
    }
    let page = report(&folder.path().join("anima-runs"), &server.session.name()).unwrap();
    assert_eq!(report(&folder.path().join("anima-runs"), "").unwrap(), page, "it is the newest");
    assert!(report(folder.path(), "").unwrap_err().to_string().contains("no run in"));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("diamond") && page.contains("the server"), "{page}");
    assert!(server.log.iter().any(|line| line.contains("is over: 2 of 4 games were won")), "{:?}", server.log);
}

/// The same agent, judged the same: what it presses is what it presses in the embedded world's own game.
#[test]
fn a_game_is_that_of_the_embedded_world() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), SUITE, &options(Some(1), 1));
    server.play(3_000);
    let row = &server.rows()[0];
    let start = server.starts[0];
    let Answer::Done(y) = ground(start) else { panic!("it has started there") };
    let at = DVec3::new(f64::from(start.x * 16 + 8) + 0.5, y as f64, f64::from(start.z * 16 + 8) + 0.5);
    let alone = anima_bench::play(&land(at), &mut []).unwrap();
    assert_eq!(row.end, alone);
}

/// Bar 7: a server that is killed at any tick sets its world back at the next start, and the run is played on.
#[test]
fn a_killed_run_is_played_on_and_nothing_twice_or_lost() {
    for ticks in [0, 1, 5, 40, 80] {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Double::run(folder.path(), SUITE, &options(None, 2));
        (0..ticks).for_each(|_| assert!(server.tick()));
        let (name, run) = (server.session.name(), server.run_folder());
        let done = fs::read_to_string(run.join(ROWS)).unwrap();
        assert!(ticks < 80 || done.lines().count() > 1, "some are over: {done}");
        let Double { session, starts, rules, difficulty, time, weather, .. } = server;
        drop(session);
        let other = Session::run(&self::server(folder.path()), Path::new("s.toml"), SUITE, &options(None, 1), before());
        let journal = folder.path().join("restore");
        if ticks > 0 {
            let error = other.err().unwrap().to_string();
            assert!(error.contains("restore is there") && error.contains("start the server again"), "{error}");
        } else {
            // Nothing was changed yet.
            let other = other.unwrap().name();
            fs::remove_dir_all(folder.path().join("anima-runs").join(other)).unwrap();
        }
        let mut next = Double::of(folder.path(), Session::restore(journal));
        (next.rules, next.difficulty, next.time, next.weather) = (rules, difficulty, time, weather);
        next.play(3);
        next.is_as_before();
        let mut again =
            Double::of(folder.path(), Session::resume(&self::server(folder.path()), &name, before()).unwrap());
        again.play(3_000);
        again.is_as_before();
        let rows = read_rows(&run).unwrap();
        let keys: Vec<_> = rows.iter().map(|row| (row.task.as_str(), row.game)).collect();
        assert_eq!(keys, [("dirt", 0), ("dirt", 1), ("diamond", 0), ("diamond", 1)], "after {ticks} ticks");
        let text = fs::read_to_string(run.join(ROWS)).unwrap();
        assert!(done.lines().all(|line| text.lines().any(|other| other == line)), "what was over stays as it was");
        let first = again.starts.iter().all(|place| !starts.contains(place));
        assert!(first, "no game starts where another has: {starts:?} {:?}", again.starts);
    }
}

#[test]
fn a_stop_ends_cleanly_and_the_run_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), SUITE, &options(None, 2));
    (0..40).for_each(|_| assert!(server.tick()));
    server.session.stop();
    assert!(!server.tick(), "all in one tick");
    server.is_as_before();
    assert!(server.log.iter().any(|line| line.contains("play on with /anima-suite resume")), "{:?}", server.log);
    let name = server.session.name();
    drop(server);
    let mut again = Double::of(folder.path(), Session::resume(&self::server(folder.path()), &name, before()).unwrap());
    again.play(3_000);
    assert_eq!(again.rows().len(), 4);
    let elsewhere = Server { seed: 1, ..self::server(folder.path()) };
    let error = format!("{:#}", Session::resume(&elsewhere, &name, before()).err().unwrap());
    assert!(error.contains("the world in which it began"), "{error}");
    for name in ["nothing", "..", "../anima-runs", "/etc", "."] {
        let error = format!("{:#}", Session::resume(&self::server(folder.path()), name, before()).err().unwrap());
        assert!(error.contains("there is no run"), "{error}");
    }
}

#[test]
fn what_the_server_cannot_set_is_named_and_counts_as_lost() {
    let text = "
        games = 1
        settings.world.radius = 2
        [[task]]
        name = \"armed\"
        goal = \"get 3 stick\"
        budget.ticks = 50
        scenario = { carried = { stick = 3 }, worn = [\"iron_boots\"], effects = { speed = 2 }, clear = true }
        [[task]]
        name = \"save\"
        goal = \"get stick\"
        world.save = \"worlds/mine\"
        [[task]]
        name = \"never\"
        goal = \"whatever\"
        missing = \"no skill\"
        [[task]]
        name = \"mobs\"
        goal = \"get stick\"
        budget.ticks = 20
        scenario = { mobs = { sheep = 2 }, mobs_away = 3 }
        ";
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), text, &options(None, 4));
    server.refused = Some("summon");
    server.play(3_000);
    let rows = server.rows();
    let whys: Vec<_> = rows.iter().map(|row| (row.end.outcome, row.end.reason.clone())).collect();
    let why = |row: usize| match &whys[row].1 {
        Some(Why::NotPlayed { missing }) => missing.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(whys[0], (Outcome::Success, None), "what it is given it has");
    assert_eq!(rows[0].assists, ["starts with items", "inventory cleared", "effects"]);
    assert!(why(1).contains("worlds/mine") && why(1).contains("its own world"), "{}", why(1));
    assert_eq!(why(2), "no skill");
    assert!(why(3).contains("/summon minecraft:sheep") && why(3).contains("no such thing"), "{}", why(3));
    let set = server.log.iter().filter(|line| line.contains("@s")).map(String::as_str).collect::<Vec<_>>();
    let wanted = [
        "clear @s",
        "give @s minecraft:stick 3",
        "item replace entity @s armor.feet with minecraft:iron_boots",
        "effect give @s minecraft:speed infinite 1",
    ];
    assert!(set.windows(4).any(|lines| lines == wanted), "{set:?}");
    assert!(set[0].starts_with("spawnpoint @s "), "{set:?}");
}

#[test]
fn a_rule_that_does_not_take_ends_the_run_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), SUITE, &options(None, 2));
    server.held = Some("randomTickSpeed");
    server.play(10);
    let said = server.log.iter().find(|line| line.contains("randomTickSpeed was set to 3 and is 7"));
    assert!(said.is_some(), "{:?}", server.log);
    server.is_as_before();
}

/// A suite of one task whose games have two parts: each with its goal, its ticks and what the operator sets.
fn in_two_parts(first: (&str, u32, &str), second: (&str, u32, &str)) -> String {
    let part = |(goal, ticks, scenario): (&str, u32, &str)| {
        format!("goal = {goal:?}\nbudget.ticks = {ticks}\nscenario = {scenario}\n")
    };
    format!(
        "games = 1\nsettings.world.radius = 2\n[[task]]\nname = \"two\"\n{}[[task.then]]\n{}",
        part(first),
        part(second)
    )
}

#[test]
fn parts_follow_each_other_and_the_statistics_judge() {
    let text = in_two_parts(
        ("get 1 dirt", 600, "{}"),
        ("craft 4 oak_planks", 300, "{ carried = { oak_log = 1 }, difficulty = \"hard\", time = 6000 }"),
    );
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), &text, &options(Some(1), 4));
    server.play(3_000);
    let row = &server.rows()[0];
    assert_eq!(row.end.outcome, Outcome::Success, "{:?}", row.end);
    assert!(row.end.parts[0].have >= 4, "{:?}", row.end.parts);
    let controls = fs::read_to_string(record_path(&server.run_folder(), "two", row.seed)).unwrap();
    let second = controls.lines().skip_while(|line| !line.contains("\"type\":\"part\""));
    let ticks = second.filter(|line| line.contains("\"type\":\"control\"")).count();
    assert!(ticks > 0 && server.counted >= ticks, "told in every tick: {} of {ticks}", server.counted);
    let record = fs::read_to_string(record_path(&server.run_folder(), "two", row.seed)).unwrap();
    assert_eq!(record.lines().filter(|line| line.contains("\"type\":\"part\"")).count(), 1);
    let at = |what: &str| server.log.iter().position(|line| line == what).unwrap();
    assert!(at("time 6000") < at("give @s minecraft:oak_log 1"), "{:?}", server.log);
    assert!(at("difficulty hard") < at("time 6000"), "{:?}", server.log);
}

#[test]
fn each_game_begins_with_the_difficulty_of_its_first_part() {
    let text = in_two_parts(
        ("get 1 stick", 40, "{ carried = { stick = 1 }, difficulty = \"peaceful\" }"),
        ("get 2 stick", 40, "{ carried = { stick = 1 }, difficulty = \"easy\" }"),
    );
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), &text, &options(Some(2), 4));
    server.play(3_000);
    let set: Vec<&str> = server.log.iter().filter(|line| line.starts_with("difficulty")).map(String::as_str).collect();
    let [wanted @ .., back] = &set[..] else { panic!("{set:?}") };
    assert_eq!(*back, "difficulty hard");
    let changes: Vec<&str> = wanted.chunk_by(|a, b| a == b).map(|same| same[0]).collect();
    let [peaceful, easy] = ["difficulty peaceful", "difficulty easy"];
    assert_eq!(changes, [peaceful, easy, peaceful, easy]);
    assert!(server.rows().iter().all(|row| row.end.outcome == Outcome::Success), "{:?}", server.rows());
}

#[test]
fn what_was_done_in_an_earlier_part_does_not_count() {
    let with_a_log = "{ carried = { oak_log = 1 } }";
    let text = in_two_parts(("get 4 oak_planks", 300, with_a_log), ("craft 4 oak_planks", 300, with_a_log));
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), &text, &options(Some(1), 4));
    server.play(3_000);
    let end = &server.rows()[0].end;
    assert_eq!((end.outcome, end.parts[0].have), (Outcome::Success, 4), "{end:?}");
    assert_eq!(end.inventory.get("oak_planks"), Some(&8), "both were crafted: {end:?}");
}

#[test]
fn a_game_whose_land_does_not_come_is_an_error_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), SUITE, &options(Some(1), 2));
    server.is_landless = true;
    server.play(6_000);
    let ends: Vec<_> = server.rows().into_iter().map(|row| (row.end.outcome, row.end.reason)).collect();
    let is_named = |why: &Option<Why>| matches!(why, Some(Why::Broke { text }) if text.contains("the land around"));
    assert!(ends.iter().all(|(outcome, why)| *outcome == Outcome::Error && is_named(why)), "{ends:?}");
    server.is_as_before();
}

#[test]
fn what_cannot_be_set_back_stays_in_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Double::run(folder.path(), SUITE, &options(Some(1), 2));
    (0..40).for_each(|_| assert!(server.tick()));
    server.refused = Some("gamerule fallDamage");
    server.session.stop();
    assert!(!server.tick());
    let journal = folder.path().join("restore");
    assert!(journal.exists() && server.log.iter().any(|line| line.contains("is kept")), "{:?}", server.log);
    let Double { rules, difficulty, time, weather, .. } = server;
    let mut next = Double::of(folder.path(), Session::restore(journal));
    (next.rules, next.difficulty, next.time, next.weather) = (rules, difficulty, time, weather);
    next.play(3);
    next.is_as_before();
}

#[test]
fn a_run_whose_games_are_over_is_not_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut stopped = Double::run(folder.path(), SUITE, &options(None, 2));
    (0..40).for_each(|_| assert!(stopped.tick()));
    stopped.session.stop();
    assert!(!stopped.tick());
    let name = stopped.session.name();
    drop(stopped);
    let mut whole = Double::run(folder.path(), SUITE, &options(Some(1), 2));
    whole.play(3_000);
    let finished = whole.session.name();
    drop(whole);
    let runs = folder.path().join("anima-runs");
    let facts = fs::read_to_string(runs.join(&finished).join("run.json")).unwrap();
    let error = Session::resume(&server(folder.path()), &finished, before()).err().unwrap().to_string();
    assert!(error.contains("are over") && error.contains(&finished), "{error}");
    let mut again = Double::of(folder.path(), Session::resume(&server(folder.path()), "", before()).unwrap());
    assert_eq!(again.session.name(), name, "the newest that is not over");
    again.play(3_000);
    drop(again);
    let error = Session::resume(&server(folder.path()), "", before()).err().unwrap().to_string();
    assert!(error.contains("no run in"), "{error}");
    assert_eq!(fs::read_to_string(runs.join(&finished).join("run.json")).unwrap(), facts);
}

#[test]
fn a_judge_has_the_statistics_and_the_agent_learns_them_when_it_asks() {
    let folder = tempfile::tempdir().unwrap();
    let mut body = teller::body(folder.path());
    teller::enter(&mut body, "save/world", "minecraft:overworld", false);
    let mirror = body.mirror().unwrap();
    mirror.player(Default::default());
    let jumps = ["minecraft.custom:minecraft.jump".to_owned()];
    let shown = |mirror: &mut anima::mirror::Mirror, tick| {
        let tally = mirror.observe(tick).unwrap().tally;
        (tally.count(anima_body::Custom::Jump), tally.told_at)
    };
    mirror.statistics_mut().tell(&jumps, &[3]).unwrap();
    assert_eq!(shown(mirror, 1), (3, Some(1)), "nobody judges: what is told is the player's");
    mirror.statistics_mut().let_judge_count();
    mirror.statistics_mut().tell(&jumps, &[5]).unwrap();
    assert_eq!(mirror.statistics().judged().count(anima_body::Custom::Jump), 5);
    assert_eq!(shown(mirror, 2), (3, Some(1)), "the agent has not asked");
    mirror.statistics_mut().ask();
    mirror.statistics_mut().tell(&[], &[]).unwrap();
    assert_eq!(shown(mirror, 3), (5, Some(3)), "nothing has changed since, and it learns all");
    mirror.statistics_mut().tell(&jumps, &[6]).unwrap();
    assert_eq!(shown(mirror, 4), (5, Some(3)), "it has asked once");
}
