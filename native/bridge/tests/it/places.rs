//! What the agent knows belongs to a world and a dimension: it knows it again there, and nowhere else.

use anima::Body;
use anima::console::{Tone, run};
use anima::play::{End, State};
use anima_body::Observation;
use anima_world::{GameRules, Options, Scene, World};

use crate::teller::{self, tell_body};

const HOME: &str = "save/home";
const OVERWORLD: &str = "minecraft:overworld";
const NETHER: &str = "minecraft:the_nether";

/// On which side of the wall the player stands.
#[derive(Clone, Copy)]
enum Side {
    Logs,
    Bare,
}

/// Many logs, and a wall from behind which they are not seen.
fn world(side: Side) -> World {
    let mut scene = Scene::flat();
    scene.fill([20, 64, -7], [20, 78, 7], "oak_log").fill([6, 64, -20], [6, 70, 20], "stone");
    let x = match side {
        Side::Logs => 10.5,
        Side::Bare => 0.5,
    };
    scene.start_at(x, 64.0, 0.5);
    let rules = GameRules { do_mob_spawning: false, do_daylight_cycle: false, ..GameRules::default() };
    scene.world(Options { rules, day_time: Some(6000), ..Options::default() })
}

/// A body whose player goes from place to place.
struct Traveller {
    body: Body,
    /// Ticks played since the place was entered.
    ticks: i64,
    _folder: tempfile::TempDir,
}

impl Traveller {
    /// A traveller that has been on the side of the logs, at home.
    fn from_home() -> Traveller {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("anima.toml"), "[game]\nseed = 3\n").unwrap();
        let body = teller::body(folder.path());
        let mut traveller = Traveller { body, ticks: 0, _folder: folder };
        traveller.join(HOME);
        traveller.see_the_logs();
        traveller
    }

    /// Enters the overworld of a world over a new connection.
    fn join(&mut self, world: &str) {
        self.enter(world, OVERWORLD, false);
    }

    fn enter(&mut self, world: &str, dimension: &str, same_game: bool) {
        teller::enter(&mut self.body, world, dimension, same_game);
        self.ticks = 0;
    }

    fn says(&mut self, line: &str) {
        let answer = run(&mut self.body, line);
        assert_eq!(answer[0].tone, Tone::Good, "{line}: {answer:?}");
    }

    /// Plays in a place that it has just come to until it is done, for some ticks at most.
    fn play(&mut self, side: Side, ticks: i64) {
        let mut world = world(side);
        let mut before: Option<Observation> = None;
        for _ in 0..ticks {
            let shown = world.observe();
            tell_body(&mut self.body, before.as_ref(), &shown);
            let turn = self.body.tick(self.ticks).unwrap().clone();
            self.ticks += 1;
            if turn.state == State::Idle {
                return;
            }
            world.tick(&turn.control);
            before = Some(shown);
        }
    }

    fn see_the_logs(&mut self) {
        self.says("do obtain 2 oak_log");
        self.play(Side::Logs, 1000);
        assert_eq!(self.body.play.ended().end, End::Reached);
    }

    /// Whether it knows of logs when it comes to where none is in sight.
    fn knows_of_logs(&mut self) -> bool {
        self.says("do obtain 1 oak_log");
        self.sets_out_for_logs()
    }

    /// Whether it goes straight to where logs are, not to look for some.
    fn sets_out_for_logs(&mut self) -> bool {
        self.play(Side::Bare, 5);
        let doing = self.body.shown().status.unwrap().doing;
        self.says("stop");
        let knows = doing[1].starts_with("within reach of 20 ");
        assert!(knows || doing[1] == "look for oak_log", "{doing:?}");
        knows
    }
}

#[test]
fn what_was_seen_in_a_dimension_is_known_there_again() {
    let mut game = Traveller::from_home();
    game.enter(HOME, NETHER, true);
    assert!(!game.knows_of_logs());
    game.enter(HOME, OVERWORLD, true);
    assert!(game.knows_of_logs());
}

#[test]
fn a_goal_goes_on_in_another_dimension_with_what_is_known_there() {
    let mut game = Traveller::from_home();
    game.enter(HOME, NETHER, true);
    game.says("do obtain 1 oak_log");
    game.play(Side::Bare, 5);
    game.enter(HOME, OVERWORLD, true);
    assert!(game.body.play.goal().is_some());
    assert!(game.sets_out_for_logs());
}

#[test]
fn another_world_is_not_known_and_the_first_is_known_again() {
    let mut game = Traveller::from_home();
    game.body.leave_world();
    game.join("server/example.org");
    assert!(!game.knows_of_logs());
    game.join(HOME); // Without leaving first, as it looks when a client goes straight from one to the other.
    assert!(game.knows_of_logs());
    game.body.leave_world();
    game.join(HOME);
    assert!(game.knows_of_logs(), "the same world, with none between");
}

#[test]
fn a_goal_ends_with_the_connection_even_if_its_world_is_come_back_to() {
    let mut game = Traveller::from_home();
    game.says("do obtain 64 oak_log");
    game.play(Side::Logs, 5);
    game.join(HOME);
    assert_eq!((game.body.play.state(), game.body.play.ended().end), (State::Idle, End::Stopped));
}

#[test]
fn a_tick_of_the_world_is_played_once() {
    let mut game = Traveller::from_home();
    game.says("do obtain 64 oak_log");
    game.play(Side::Logs, 20);
    let again = game.body.tick(game.ticks - 1).unwrap();
    assert_eq!((again.state, again.control.is_idle()), (State::Acting, true), "the world stands still");
}

#[test]
fn a_world_without_a_name_is_new_each_time() {
    let mut game = Traveller::from_home();
    game.join("");
    assert!(!game.knows_of_logs());
    game.join("");
    game.see_the_logs();
    game.enter("", NETHER, true);
    assert!(!game.knows_of_logs());
    game.enter("", OVERWORLD, true);
    assert!(game.knows_of_logs(), "within one connection it is the same world");
    game.join("");
    assert!(!game.knows_of_logs());
    game.join(HOME);
    assert!(game.knows_of_logs(), "what was known of another world waited");
}

#[test]
fn of_many_worlds_the_one_left_longest_ago_is_forgotten() {
    for (others, is_known) in [(5, true), (6, false)] {
        let mut game = Traveller::from_home();
        (0..others).for_each(|other| game.join(&format!("server/{other}")));
        game.join(HOME);
        assert_eq!(game.knows_of_logs(), is_known, "after {others} others");
    }
}

/// Of each place the mod counts ticks from 0; ages are counted over all.
#[test]
fn what_was_not_seen_for_a_day_is_doubted_wherever_the_day_was_spent() {
    for (spent, is_known) in [(20_000, true), (24_001, false)] {
        let mut game = Traveller::from_home();
        game.enter(HOME, NETHER, true);
        game.play(Side::Bare, 1);
        game.body.tick(spent).unwrap();
        game.enter(HOME, OVERWORLD, true);
        assert_eq!(game.knows_of_logs(), is_known, "after {spent} ticks");
    }
}

/// What was known through walls is not known to an agent that is to see fairly from now on.
#[test]
fn what_other_senses_knew_is_forgotten_with_them() {
    let mut game = Traveller::from_home();
    game.says("config agent.perception xray");
    assert!(game.knows_of_logs());
    game.says("config agent.perception fair");
    assert!(!game.knows_of_logs());
}

#[test]
fn it_gives_itself_goals_as_often_as_it_is_told() {
    let mut game = Traveller::from_home();
    let before = game.body.play.ended().count;
    assert_eq!(run(&mut game.body, "explore none")[0].tone, Tone::Bad);
    game.says("explore 2");
    game.body.leave_world();
    game.join(HOME);
    assert_eq!(game.body.play.state(), State::Idle, "leaving ends that, too");
    game.says("explore 2");
    game.play(Side::Logs, 14_000);
    let ended = game.body.play.ended().clone();
    assert_eq!((ended.count, game.body.play.state()), (before + 2, State::Idle), "{ended:?}");
    let told: Vec<String> = game.body.play.take_answers().into_iter().map(|line| line.text).collect();
    assert!(told.iter().any(|line| line.starts_with("it gives itself no more goals; ")), "{told:?}");
    game.says("explore 2");
    game.says("stop");
    assert_eq!(game.body.play.state(), State::Idle);
}

/// A memory is opened beside the game; the goal begins when it is there.
#[test]
fn a_goal_waits_for_its_memory() {
    let mut game = Traveller::from_home();
    let file = game._folder.path().join("memory.sqlite");
    run(&mut game.body, &format!("config memory.file {}", file.display()));
    for _ in 0..2 {
        game.body.leave_world();
        game.join(HOME);
        game.says("do obtain 1 oak_log");
        game.play(Side::Logs, 100_000);
        assert_eq!(game.body.play.ended().end, End::Reached);
    }
    drop(game.body);
    let memory = anima_memory::Memory::open_read_only(&file).unwrap();
    assert_eq!(memory.list(None, 10).unwrap().len(), 2);
}
