//! Turns at the controls: goals one after the other, the human in between, and no key pressed by the wrong one.

use anima::Session;
use anima::console::{Tone, run};
use anima::play::{End, State, Turn};
use anima_body::Observation;
use anima_world::{Generator, Options, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::teller::{registries, tell_session};

/// A session in an embedded world.
struct Game {
    session: Session,
    world: World,
    before: Option<Observation>,
    _folder: tempfile::TempDir,
}

impl Game {
    fn new(settings: &str) -> Game {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("anima.toml"), format!("[game]\nseed = 3\n{settings}")).unwrap();
        let mut session = Session::open(folder.path(), folder.path(), &registries());
        session.enter_world("save/4", "minecraft:overworld", -64, 384, &anima_host::names::biomes(), false).unwrap();
        let options = Options { seed: 7, radius: 2, ..Options::default() };
        Game { session, world: World::new(Generator::new(7), options), before: None, _folder: folder }
    }

    fn says(&mut self, line: &str) -> Tone {
        run(&mut self.session, line)[0].tone
    }

    /// A tick in which the session's agent, and nobody else, moves the player.
    fn tick(&mut self) -> Turn {
        let shown = self.world.observe();
        tell_session(&mut self.session, self.before.as_ref(), &shown);
        let turn = self.session.tick(shown.tick as i64).unwrap().clone();
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
        let last = game.session.play.ended().clone();
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
                0 => yours |= game.session.play.hand_over(),
                1 | 2 => yours &= !game.session.play.resume(),
                _ => {}
            }
            let turn = game.tick();
            if game.session.play.ended().count > 0 {
                break;
            }
            turns += u32::from(yours);
            assert_eq!(turn.state == State::Yours, yours);
            if yours {
                assert!(turn.control.is_idle() && !turn.wants_pause, "{turn:?}");
            }
        }
        assert_eq!(game.session.play.ended().end, End::Reached, "seed {seed}");
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
    assert_eq!(game.session.play.ended().end, End::Failed);

    game.says("do obtain 1 diamond");
    game.tick();
    game.says("stop");
    assert_eq!((game.tick().state, game.session.play.ended().end), (State::Idle, End::Stopped));

    game.says("do obtain 1 diamond");
    game.tick();
    game.session.leave_world();
    assert_eq!((game.session.play.state(), game.session.play.ended().count), (State::Idle, 3));
    assert!(game.session.tick(0).is_err());
    assert_eq!(game.says("do obtain 1 diamond"), Tone::Bad);
}

/// What Fabric API does to a client's registries, as far as Rust sees it.
#[test]
fn a_goal_waits_until_the_world_is_told_again_by_other_numbers() {
    let mut game = Game::new("");
    game.says("do obtain 1 oak_log");
    (0..40).for_each(|_| drop(game.tick()));
    assert!(game.session.mirror().unwrap().columns() > 0);
    game.session.tell_registries(&registries());
    assert_eq!(game.session.mirror().unwrap().columns(), 0, "what was told by the old numbers is forgotten");
    let shown = game.world.observe();
    assert!(game.session.tick(shown.tick as i64).is_err(), "the player was not told");
    game.session.mirror().unwrap().player(shown.player.clone());
    let turn = game.session.tick(shown.tick as i64).unwrap();
    assert!(turn.state == State::Acting && turn.control.is_idle(), "{turn:?}");
    game.before = None;
    for _ in 0..4000 {
        game.tick();
        if game.session.play.ended().count > 0 {
            break;
        }
    }
    assert_eq!(game.session.play.ended().end, End::Reached);
}

/// Of each dimension the mod counts ticks from 0; those of the goal are counted over all.
#[test]
fn the_goal_and_its_limit_go_on_in_another_dimension() {
    let mut game = Game::new("limit_ticks = 60\n");
    game.says("do obtain 1 diamond");
    (0..40).for_each(|_| drop(game.tick()));
    game.session.enter_world("save/4", "minecraft:the_nether", -64, 384, &anima_host::names::biomes(), true).unwrap();
    assert!(game.session.tick(0).is_err(), "the player was not told");
    let entered = game.world.ticks();
    game.before = None;
    let mut tick = |is_there: bool| {
        let shown = game.world.observe();
        let place_tick = (shown.tick - entered) as i64;
        if !is_there {
            game.session.mirror().unwrap().player(shown.player);
        } else {
            tell_session(&mut game.session, game.before.as_ref(), &shown);
            game.before = Some(shown);
        }
        let turn = game.session.tick(place_tick).unwrap().clone();
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
    assert!(game.session.play.ended().why.contains("tick"), "{:?}", game.session.play.ended());
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
        game.session.set_pausable(false); // As the mod tells it in every tick.
        assert!(!game.tick().wants_pause);
    }
    assert_eq!(game.session.play.state(), State::Thinking);
    let said = game.session.play.take_answers();
    assert!(said.len() == 1 && said[0].text.contains("goes on while the agent thinks"), "{said:?}");
    game.session.enter_world("save/4", "minecraft:the_end", -64, 384, &anima_host::names::biomes(), true).unwrap();
    game.before = None;
    for _ in 0..80 {
        game.session.set_pausable(false);
        game.tick();
    }
    assert_eq!(game.session.play.take_answers(), [], "the same game");
}

/// A pause that is ended from outside stays ended for the thought at work: the agent looks around and defends itself
/// from then on.
#[test]
fn a_thought_whose_pause_has_ended_asks_for_no_other() {
    let (mut game, _silent) = hung("");
    assert!((0..40).all(|_| game.tick().wants_pause), "the same tick again and again");
    game.session.set_pausable(false); // The watchdog.
    assert!(!game.tick().wants_pause);
    game.session.set_pausable(true);
    assert!((0..40).all(|_| !game.tick().wants_pause));
    assert_eq!(game.session.play.state(), State::Thinking);
}
