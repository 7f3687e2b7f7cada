//! Turns at the controls: goals one after the other, the human in between, and no key pressed by the wrong one.

use anima::Body;
use anima::console::{Tone, run};
use anima::play::{End, State, Turn};
use anima_body::Observation;
use anima_world::{Generator, Options, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::teller::{self, tell_body};

/// A body in an embedded world.
struct Game {
    body: Body,
    world: World,
    before: Option<Observation>,
    _folder: tempfile::TempDir,
}

impl Game {
    fn new(settings: &str) -> Game {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("anima.toml"), format!("[game]\nseed = 3\n{settings}")).unwrap();
        let mut body = teller::body(folder.path());
        teller::enter(&mut body, "save/4", "minecraft:overworld", false);
        let options = Options { seed: 7, radius: 2, ..Options::default() };
        Game { body, world: World::new(Generator::new(7), options), before: None, _folder: folder }
    }

    fn says(&mut self, line: &str) -> Tone {
        run(&mut self.body, line)[0].tone
    }

    /// A tick in which the body's agent, and nobody else, moves the player.
    fn tick(&mut self) -> Turn {
        let shown = self.world.observe();
        tell_body(&mut self.body, self.before.as_ref(), &shown);
        let turn = self.body.tick(shown.tick as i64).unwrap().clone();
        self.world.tick(&turn.control);
        self.before = Some(shown);
        turn
    }
}

#[test]
fn goals_are_pursued_one_after_the_other() {
    let mut game = Game::new("");
    assert_eq!(game.tick().state, State::Idle);
    assert_eq!((game.says("do obtain 1 dirt"), game.says("do obtain 1 oak_log")), (Tone::Good, Tone::Good));
    let mut ended = Vec::new();
    for _ in 0..4000 {
        game.tick();
        let last = game.body.play.ended().clone();
        if last.count as usize > ended.len() {
            ended.push((last.goal, last.end));
        }
        if ended.len() == 2 {
            break;
        }
    }
    let reached = |goal: &str| (goal.to_owned(), End::Reached);
    assert_eq!(ended, [reached("obtain 1 dirt"), reached("obtain 1 oak_log")]);
    assert_eq!(game.tick(), Turn { news: true, ..Turn::default() });
}

/// Bar 8 on this side of the border: the side that is not playing presses nothing, whatever came before.
#[test]
fn the_human_is_never_disturbed_and_the_goal_is_reached_all_the_same() {
    for seed in 0..4 {
        let mut dice = Pcg32::seed_from_u64(seed);
        let mut game = Game::new("");
        game.says("do obtain 2 oak_log");
        let (mut yours, mut turns) = (false, 0);
        for _ in 0..20_000 {
            match dice.random_range(0..60) {
                0 => yours |= game.body.play.hand_over(),
                1 | 2 => yours &= !game.body.play.resume(),
                _ => {}
            }
            let turn = game.tick();
            if game.body.play.ended().count > 0 {
                break;
            }
            turns += u32::from(yours);
            assert_eq!(turn.state == State::Yours, yours);
            if yours {
                assert!(turn.control.is_idle() && !turn.wants_pause, "{turn:?}");
            }
        }
        assert_eq!(game.body.play.ended().end, End::Reached, "seed {seed}");
        assert!(turns > 10, "the human played only {turns} ticks");
    }
}

#[test]
fn goals_end_with_their_world_at_a_stop_and_at_their_limit() {
    let mut game = Game::new("limit_ticks = 30\n");
    game.says("do obtain 1 diamond");
    for tick in 0..30 {
        assert_eq!(game.tick().state, State::Acting, "{tick}");
    }
    assert_eq!(game.tick().state, State::Idle);
    assert_eq!(game.body.play.ended().end, End::Failed);

    game.says("do obtain 1 diamond");
    game.tick();
    game.says("stop");
    assert_eq!((game.tick().state, game.body.play.ended().end), (State::Idle, End::Stopped));

    game.says("do obtain 1 diamond");
    game.tick();
    game.body.leave_world();
    assert_eq!((game.body.play.state(), game.body.play.ended().count), (State::Idle, 3));
    assert!(game.body.tick(0).is_err());
    assert_eq!(game.says("do obtain 1 diamond"), Tone::Bad);
}

/// What Fabric API does to a client's registries, as far as Rust sees it.
#[test]
fn a_goal_waits_until_the_world_is_told_again_by_other_numbers() {
    let mut game = Game::new("");
    game.says("do obtain 1 oak_log");
    (0..40).for_each(|_| drop(game.tick()));
    assert!(game.body.mirror().unwrap().columns() > 0);
    game.body.host_mut().tell_registries(&teller::registries());
    assert_eq!(game.body.mirror().unwrap().columns(), 0, "what was told by the old numbers is forgotten");
    let shown = game.world.observe();
    assert!(game.body.tick(shown.tick as i64).is_err(), "the player was not told");
    game.body.mirror().unwrap().player(shown.player.clone());
    let turn = game.body.tick(shown.tick as i64).unwrap();
    assert!(turn.state == State::Acting && turn.control.is_idle(), "{turn:?}");
    game.before = None;
    for _ in 0..4000 {
        game.tick();
        if game.body.play.ended().count > 0 {
            break;
        }
    }
    assert_eq!(game.body.play.ended().end, End::Reached);
}

/// Of each dimension the mod counts ticks from 0; those of the goal are counted over all.
#[test]
fn the_goal_and_its_limit_go_on_in_another_dimension() {
    let mut game = Game::new("limit_ticks = 60\n");
    game.says("do obtain 1 diamond");
    (0..40).for_each(|_| drop(game.tick()));
    teller::enter(&mut game.body, "save/4", "minecraft:the_nether", true);
    assert!(game.body.tick(0).is_err(), "the player was not told");
    let entered = game.world.ticks();
    game.before = None;
    let mut tick = |is_there: bool| {
        let shown = game.world.observe();
        let place_tick = (shown.tick - entered) as i64;
        if !is_there {
            game.body.mirror().unwrap().player(shown.player);
        } else {
            tell_body(&mut game.body, game.before.as_ref(), &shown);
            game.before = Some(shown);
        }
        let turn = game.body.tick(place_tick).unwrap().clone();
        game.world.tick(&turn.control);
        turn
    };
    for _ in 0..5 {
        let turn = tick(false);
        assert!(turn.state == State::Acting && turn.control.is_idle(), "nothing is there yet: {turn:?}");
    }
    for waited in 5..20 {
        assert_eq!(tick(true).state, State::Acting, "{waited}");
    }
    assert_eq!(tick(true).state, State::Idle);
    assert!(game.body.play.ended().why.contains("tick"), "{:?}", game.body.play.ended());
}

/// A game whose mind asks a server that never answers.
fn hung(settings: &str) -> (Game, std::net::TcpListener) {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = silent.local_addr().unwrap();
    let model = format!("[model]\nurl = \"http://{url}/v1\"\nname = \"silent\"\n");
    let mut game = Game::new(&format!("{settings}{model}"));
    assert_eq!(game.says("do obtain 1 oak_log"), Tone::Good);
    (game, silent)
}

/// Bar 7: where the world cannot stand still no pause is asked for, and the player is told once.
#[test]
fn in_a_world_that_goes_on_it_says_so_once() {
    let (mut game, _silent) = hung("");
    for _ in 0..80 {
        game.body.set_pausable(false); // As the mod tells it in every tick.
        assert!(!game.tick().wants_pause);
    }
    assert_eq!(game.body.play.state(), State::Thinking);
    let said = game.body.play.take_answers();
    assert!(said.len() == 1 && said[0].text.contains("goes on while the agent thinks"), "{said:?}");
    teller::enter(&mut game.body, "save/4", "minecraft:the_end", true);
    game.before = None;
    for _ in 0..80 {
        game.body.set_pausable(false);
        game.tick();
    }
    assert_eq!(game.body.play.take_answers(), [], "the same game");
}

/// A pause that is ended from outside stays ended for the thought at work: the agent looks around and defends itself
/// from then on.
#[test]
fn a_thought_whose_pause_has_ended_asks_for_no_other() {
    let (mut game, _silent) = hung("");
    assert!((0..40).all(|_| game.tick().wants_pause), "the same tick again and again");
    game.body.set_pausable(false); // The watchdog.
    assert!(!game.tick().wants_pause);
    game.body.set_pausable(true);
    assert!((0..40).all(|_| !game.tick().wants_pause));
    assert_eq!(game.body.play.state(), State::Thinking);
}

/// Until the server agrees to a pause its world goes on, and the goal's time passes.
#[test]
fn a_world_that_goes_on_until_the_pause_is_granted_is_seen() {
    let (mut game, _silent) = hung("limit_ticks = 30\n");
    for waited in 0..30 {
        assert!(game.tick().wants_pause, "{waited}");
    }
    assert_eq!(game.tick().state, State::Idle);
    assert_eq!(game.body.play.ended().end, End::Failed);
}
