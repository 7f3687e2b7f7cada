//! One game: a world and an agent, ticked until the agent is done or the limit is reached.

use std::sync::Arc;
use std::time::Duration;

use anima_agent::{Life, Turn};
use anima_body::{Frame, Observation};
use anima_intent::{Condition, Goal, Judge};
use anima_mind::{Book, Fought};
use anima_render::{Camera, first_person};
use anima_suite::{Counted, End, OnDeath, Part, Witness};
use anima_world::{DelayLine, World};
use anyhow::Result;

use crate::operator::operate;
use crate::{Round, Setup, guard};

/// Farthest block in a picture.
const SIGHT: f64 = 128.0;
/// How long the mind is waited for before the witnesses are shown that it still thinks.
pub(crate) const PATIENCE: Duration = Duration::from_millis(200);

/// Plays a game to its end before some witnesses.
///
/// A panic on the way ends the game with [`Outcome::Error`](anima_suite::Outcome) and names seed and tick.
///
/// # Errors
/// If it cannot begin: the goal is none, or there is no terrain where the player is to start.
pub fn play(setup: &Setup, witnesses: &mut [&mut dyn Witness]) -> Result<End> {
    let goal = setup.wanted()?;
    let start = setup.start()?;
    let broken = |tick: u64, text: String| format!("panic: {text}, seed {} tick {tick}", setup.seed);
    for part in &setup.then {
        part.blueprints.meaning(&part.goal)?;
    }
    let book = setup.round.as_ref().map(Round::book);
    let end = match guard::catch(|| setup.client()) {
        Ok(client) => {
            let client = client?;
            let pictures = witnesses.iter().any(|witness| witness.uses_pictures());
            let mut life = setup.life_of_round(pictures, (1, None), client.observe(), book.as_ref())?;
            witnesses.iter_mut().for_each(|witness| witness.begins(&start));
            let mut game = Game::new(client, &goal, setup.ticks);
            game.on_death = setup.scenario.on_death;
            match guard::catch(|| game.play(setup, &mut life, book.as_ref(), witnesses)) {
                Ok(Ok(end)) => end,
                Ok(Err(error)) => End::judge(&game.judge, &game.last, None, Some(format!("{error:#}")), game.counted),
                Err(text) => {
                    End::judge(&game.judge, &game.last, None, Some(broken(game.last.tick, text)), game.counted)
                }
            }
        }
        Err(text) => {
            witnesses.iter_mut().for_each(|witness| witness.begins(&start));
            End::before_it_began(broken(0, text))
        }
    };
    witnesses.iter_mut().for_each(|witness| witness.ends(&end));
    if let (Some(round), Some(book)) = (&setup.round, book) {
        round.keep(book)?;
    }
    Ok(end)
}

/// A game that is being played.
pub(crate) struct Game {
    pub client: DelayLine,
    /// Asks the world, with its own statistics, whatever the agent was told of them.
    pub judge: Judge,
    /// The tick at which the part is over.
    limit: u64,
    pub on_death: OnDeath,
    /// The world as it is now: what witnesses and the judge are shown.
    pub last: Observation,
    /// The picture that the agent asked for.
    frame: Option<Arc<Frame>>,
    pub counted: Counted,
    /// What was counted before this part.
    pub before: Counted,
    /// Warnings of the world that were passed on.
    warnings: usize,
}

impl Game {
    /// A game whose first part has this goal and ends at this tick.
    pub fn new(client: DelayLine, goal: &Condition, limit: u64) -> Game {
        let last = client.world().observe();
        Game {
            judge: Judge::new(goal, &judged(goal, &last, client.world())),
            client,
            limit,
            on_death: OnDeath::default(),
            last,
            frame: None,
            counted: Counted::default(),
            before: Counted::default(),
            warnings: 0,
        }
    }

    /// Plays round after round: where the agent does not get ready by itself there is one.
    fn play(
        &mut self,
        setup: &Setup,
        life: &mut Life,
        book: Option<&Book>,
        witnesses: &mut [&mut dyn Witness],
    ) -> Result<End> {
        let mut end = self.play_round(setup, 1, life, book, witnesses)?;
        for round in 2..=setup.prepare.as_ref().map_or(1, |rounds| rounds.number) {
            let setup = setup.of_round(round);
            self.begin_round(&setup)?;
            let pictures = witnesses.iter().any(|witness| witness.uses_pictures());
            let last = self.counted.rounds.last().cloned();
            *life = setup.life_of_round(pictures, (round, last), self.client.observe(), book)?;
            end = self.play_round(&setup, round, life, book, witnesses)?;
        }
        Ok(end)
    }

    /// Begins a round in a world of its own.
    fn begin_round(&mut self, setup: &Setup) -> Result<()> {
        self.client = setup.client()?;
        self.counted.earlier += self.last.tick;
        self.last = self.client.world().observe();
        let goal = setup.wanted()?;
        self.judge = Judge::new(&goal, &judged(&goal, &self.last, self.client.world()));
        (self.limit, self.on_death) = (setup.ticks, setup.scenario.on_death);
        (self.frame, self.warnings) = (None, 0);
        self.before = self.counted.clone();
        Ok(())
    }

    /// Plays part after part of a round.
    fn play_round(
        &mut self,
        setup: &Setup,
        round: u32,
        life: &mut Life,
        book: Option<&Book>,
        witnesses: &mut [&mut dyn Witness],
    ) -> Result<End> {
        self.play_part(life, witnesses);
        let mut prepared = None;
        for (part, number) in setup.then.iter().zip(2..) {
            if self.is_lost_by_death() {
                break;
            }
            self.close(life);
            self.count_model(life);
            prepared = prepared.or_else(|| self.prepared(life));
            self.begin(part, witnesses)?;
            life.set_peaceful(setup.is_peaceful(&part.scenario));
            let goal = Goal { condition: self.judge.condition().clone(), ticks: Some(part.ticks) };
            life.pursue(goal, setup.means(setup.part(round, number), book)?);
            self.play_part(life, witnesses);
        }
        self.count_model(life);
        let lost = self.is_lost_by_death();
        if let Some(prepared) = prepared.or_else(|| self.prepared(life)) {
            let won = self.judge.holds() && !lost;
            let fought = Fought { won, health: self.last.player.health, ..prepared };
            witnesses.iter_mut().for_each(|witness| witness.round_ends(&fought));
            self.counted.rounds.push(fought);
        }
        let end = End::judge(&self.judge, &self.last, life.ending(), None, self.counted.clone());
        self.close(life);
        self.show_end(life, witnesses);
        Ok(if lost { end.died() } else { end })
    }

    /// What the agent has got ready by now, if that is its goal.
    fn prepared(&self, life: &Life) -> Option<Fought> {
        life.prepared().map(|prepared| Fought { ticks: self.last.tick, ..prepared })
    }

    /// Lets the operator set the world for a part.
    pub fn begin(&mut self, part: &Part, witnesses: &mut [&mut dyn Witness]) -> Result<()> {
        witnesses.iter_mut().for_each(|witness| witness.part_begins(part));
        self.client.operate(|world| operate(&part.scenario, world))?;
        // What happened in the tick is told already.
        self.last = Observation { events: Arc::default(), ..self.client.world().observe() };
        let goal = part.blueprints.meaning(&part.goal)?;
        self.judge = Judge::new(&goal, &judged(&goal, &self.last, self.client.world()));
        (self.limit, self.on_death) = (self.last.tick + part.ticks, part.scenario.on_death);
        self.before = self.counted.clone();
        Ok(())
    }

    /// Counts what was asked of a model for the goal of this part.
    pub fn count_model(&mut self, life: &Life) {
        self.counted.model = self.before.model + life.counters();
    }

    /// Whether a death in this part has lost the game.
    pub fn is_lost_by_death(&self) -> bool {
        self.on_death == OnDeath::Lose && self.counted.deaths > self.before.deaths
    }

    /// Plays until the agent is done with its goal, the limit is reached, or a death loses the game.
    pub fn play_part(&mut self, life: &mut Life, witnesses: &mut [&mut dyn Witness]) {
        loop {
            self.counted.see(&self.last);
            for warning in &self.client.world().warnings()[self.warnings..] {
                witnesses.iter_mut().for_each(|witness| witness.is_warned(warning));
            }
            self.warnings = self.client.world().warnings().len();
            witnesses.iter_mut().for_each(|witness| witness.sees(&self.last));
            if self.last.tick >= self.limit || self.is_lost_by_death() {
                break;
            }
            let turn = self.decide(life, witnesses);
            if life.ending().is_some() {
                break;
            }
            self.counted.controls.add(&turn.control);
            witnesses.iter_mut().for_each(|witness| witness.does(life, &turn.control));
            self.client.tick(&turn.control);
            self.last = self.client.world().observe();
            let shown = judged(self.judge.condition(), &self.last, self.client.world());
            self.judge.see(&shown, &shown.terrain.view());
            self.frame = turn.wants_frame.then(|| Arc::new(picture(&self.client.observe())));
        }
    }

    /// Lets the agent see that its time is up or the game lost, if the part was over before it was asked: it remembers what
    /// it has not reached, too.
    pub fn close(&self, life: &mut Life) {
        match life.ending() {
            Some(_) => {}
            None if self.is_lost_by_death() => life.lose(),
            None => drop(life.tick(self.client.observe())),
        }
    }

    /// Shows the agent the picture of the end, if it asks for one.
    fn show_end(&mut self, life: &mut Life, witnesses: &mut [&mut dyn Witness]) {
        if !witnesses.iter().any(|witness| witness.uses_pictures()) {
            return;
        }
        if life.awaits_picture() {
            let seen = self.client.observe();
            let frame = Some(Arc::new(picture(&seen)));
            life.watch(Observation { frame, ..seen });
        }
        for note in life.take_notes() {
            witnesses.iter_mut().for_each(|witness| witness.hears(&note));
        }
    }

    /// Asks the agent until it has decided; meanwhile the world stands still.
    fn decide(&mut self, life: &mut Life, witnesses: &mut [&mut dyn Witness]) -> Turn {
        loop {
            let turn = life.tick(Observation { frame: self.frame.clone(), ..self.client.observe() });
            for note in life.take_notes() {
                self.counted.hear(&note);
                witnesses.iter_mut().for_each(|witness| witness.hears(&note));
            }
            if !turn.pause || life.ending().is_some() {
                return turn;
            }
            self.count_model(life);
            while !life.wait(PATIENCE) {
                witnesses.iter_mut().for_each(|witness| witness.waits(life));
            }
        }
    }
}

/// What a judge of the world is shown: what the player sees, and the statistics as they truly are.
pub(crate) fn judged(goal: &Condition, seen: &Observation, world: &World) -> Observation {
    let mut seen = seen.clone();
    if goal.asks_for_tally() {
        seen.tally = Arc::new(world.tally().as_told(seen.tick));
    }
    seen
}

/// What the player sees, as the agent gets it.
pub(crate) fn picture(seen: &Observation) -> Frame {
    let camera = Camera {
        eye: seen.player.eyes(),
        yaw: seen.player.yaw,
        pitch: seen.player.pitch,
        day_time: seen.day_time,
        distance: SIGHT,
    };
    first_person(&seen.terrain, &seen.entities, camera, Frame::WIDTH, Frame::HEIGHT)
}

#[cfg(test)]
pub(crate) mod tests {
    use anima_memory::{Id, Memory};
    use anima_suite::{Blueprints, Outcome, Recorder, Scenario, Settings, Versions};
    use glam::DVec3;
    use proptest::prelude::*;

    use super::*;
    use crate::{Land, replay};

    pub(crate) fn setup(goal: &str) -> Setup {
        let mut settings = Settings::default();
        settings.world.radius = 2;
        Setup {
            scenario: Scenario::default(),
            then: Vec::new(),
            prepare: None,
            goal: goal.into(),
            blueprints: Blueprints::default(),
            seed: 4,
            land: Land::Generated,
            at: None,
            ticks: 50,
            settings,
            model: None,
            round: None,
            versions: Versions::default(),
        }
    }

    #[test]
    fn a_goal_whose_time_is_up_is_remembered() {
        let memory = Memory::open_in_memory().unwrap();
        let round = Round::begin(memory.clone(), "run", 0).unwrap();
        let setup = Setup { ticks: 5, round: Some(round.of_game("task", 0)), ..setup("obtain 1 diamond") };
        assert_eq!(play(&setup, &mut []).unwrap().outcome, Outcome::OutOfTicks);
        assert_eq!(round.end().unwrap(), 1);
        let episode = memory.show(Id(1)).unwrap();
        assert_eq!((episode.outcome.reached, episode.outcome.why.as_str()), (false, "out of ticks"));
    }

    #[test]
    fn nobody_begins_inside_rock() {
        let at = |y: f64| Setup { at: Some(DVec3::new(0.5, y, 0.5)), ..setup("obtain 1 dirt") };
        let error = at(-40.0).world().expect_err("deep under ground").to_string();
        assert!(error.contains("0.5 -40 0.5") && error.contains("--at X,Y,Z"), "{error}");
        assert!(at(200.0).world().is_ok());
    }

    /// Breaks in the tick it is told, as a bug in world or agent would.
    struct Breaks(u64);

    impl Witness for Breaks {
        fn sees(&mut self, seen: &Observation) {
            assert!(seen.tick < self.0, "a bug");
        }
    }

    #[derive(Default)]
    struct Ends(Vec<End>);

    impl Witness for Ends {
        fn ends(&mut self, end: &End) {
            self.0.push(end.clone());
        }
    }

    #[test]
    fn a_panic_ends_one_game_and_says_where() {
        let mut ends = Ends::default();
        let end = play(&setup("obtain 1 stick"), &mut [&mut Breaks(0), &mut ends]).unwrap();
        let reason = end.reason.clone().unwrap().to_string();
        assert_eq!(end.outcome, Outcome::Error);
        assert!(reason.contains("a bug") && reason.contains("seed 4 tick 0"), "{reason}");
        assert_eq!(ends.0, [end]);
    }

    #[test]
    fn what_cannot_begin_is_an_error() {
        let says = |setup: &Setup| format!("{:#}", play(setup, &mut []).unwrap_err());
        assert!(says(&setup("obtain 1 diamnod")).contains("diamnod"));
    }

    #[test]
    fn pictures_are_kept_of_begin_failures_and_end_if_they_are_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut recorder = Recorder::new(Vec::new()).with_pictures(folder.path().to_owned());
        let mut plain = Recorder::new(Vec::new());
        let setup = Setup { ticks: 300, ..setup("obtain 1 dirt") };
        let end = play(&setup, &mut [&mut recorder]).expect("a game");
        assert_eq!(end, play(&setup, &mut [&mut plain]).expect("the same game"));
        let record =
            |recorder: Recorder<Vec<u8>>| String::from_utf8(recorder.finish().expect("it was written")).expect("text");
        let (record, plain) = (record(recorder), record(plain));
        let is_picture = |line: &&str| line.contains(r#""event":"picture""#);
        let files: Vec<String> = record
            .lines()
            .filter(is_picture)
            .map(|line| {
                let line: serde_json::Value = serde_json::from_str(line).expect("a line");
                line["file"].as_str().expect("its name").to_owned()
            })
            .collect();
        assert!(files.len() >= 2, "{files:?}");
        assert!(
            files[0].ends_with("-the-goal-begins.jpg") && files[files.len() - 1].ends_with("-the-goal-has-ended.jpg"),
            "{files:?}"
        );
        for file in &files {
            let picture = image::open(folder.path().join(file)).expect("a picture").to_rgb8();
            assert_eq!(picture.dimensions(), (Frame::WIDTH, Frame::HEIGHT));
            let first = picture.get_pixel(0, 0);
            assert!(picture.pixels().any(|pixel| pixel != first), "{file} shows something");
        }
        let without = record.lines().filter(|line| !is_picture(line)).collect::<Vec<_>>();
        assert_eq!(
            plain.lines().collect::<Vec<_>>(),
            without,
            "pictures change nothing else, and none is kept unasked"
        );
    }

    #[test]
    fn a_game_that_a_death_loses_is_remembered() {
        let memory = Memory::open_in_memory().unwrap();
        let round = Round::begin(memory.clone(), "run", 0).unwrap();
        let scenario: Scenario = toml::from_str("effects = { wither = 5 }\non_death = \"lose\"").unwrap();
        let round_of_game = Some(round.of_game("task", 0));
        let setup = Setup { ticks: 1200, scenario, round: round_of_game, ..setup("obtain 1 diamond") };
        assert_eq!(play(&setup, &mut []).unwrap().reason, Some(anima_suite::Why::Died));
        assert_eq!(round.end().unwrap(), 1);
        let outcome = memory.show(Id(1)).unwrap().outcome;
        assert_eq!((outcome.reached, outcome.why.as_str()), (false, "the player died"));
        let again = Round::begin(memory, "run", 0).unwrap();
        play(&Setup { round: Some(again.of_game("task", 0)), ..setup }, &mut []).unwrap();
        assert_eq!(again.end().unwrap(), 0, "the same game is nothing new");
    }

    #[test]
    fn a_death_loses_the_part_that_it_happens_in_and_no_other() {
        let scenario = toml::from_str("effects = { wither = 5 }").unwrap();
        let part = "goal = \"get 1 dirt\"\nticks = 600\nscenario = { on_death = \"lose\" }";
        let then = vec![toml::from_str(part).unwrap()];
        let end = play(&Setup { ticks: 800, scenario, then, ..setup("obtain 1 diamond") }, &mut []).unwrap();
        assert!(end.deaths > 0 && end.ticks >= 800, "{end:?}");
        assert_eq!(end.outcome, Outcome::Success, "{end:?}");
    }

    #[test]
    fn a_game_that_is_recalled_by_its_look_is_remembered_with_what_was_seen() {
        use anima_mind::{Program, Retrieval};
        let remembered = |retrieval: Retrieval| {
            let memory = anima_memory::Memory::open_in_memory().expect("a memory");
            let mut setup = Setup { ticks: 300, ..setup("obtain 1 dirt") };
            setup.settings.mind.pursue = Program::Jarvis;
            setup.settings.mind.jarvis.retrieval = retrieval;
            setup.round = Some(Round::begin(memory.clone(), "a run", 0).expect("a round"));
            play(&setup, &mut []).expect("a game");
            assert_eq!(setup.round.expect("it was set").end().expect("it is written"), 1);
            let listed = memory.list(None, 1).expect("a list");
            memory.show(listed[0].id).expect("an episode").picture
        };
        let picture = remembered(Retrieval::Multimodal).expect("a picture");
        assert!(image::load_from_memory(&picture.jpeg).is_ok_and(|picture| picture.width() == 192));
        assert_eq!(remembered(Retrieval::Reasoning), None, "nobody looks at it");
    }

    #[test]
    fn a_fight_is_prepared_for_in_rounds_and_plays_again_from_its_record() {
        use anima_mind::Program;
        use anima_rules::{Difficulty, Item};
        let gear = "carried = { iron_sword = 1, shield = 1, iron_helmet = 1, iron_chestplate = 1, iron_leggings = 1, \
                    iron_boots = 1 }";
        let fight = "goal = \"kill 1 zombie\"\nticks = 1200\nscenario = { difficulty = \"easy\", on_death = \"lose\", \
                     mobs = { zombie = 1 }, mobs_away = 3, arena = { radius = 6, height = 4, y = 100 } }";
        for pursue in [Program::Own, Program::Odyssey] {
            let scenario = toml::from_str(gear).unwrap();
            let prepare = Some(anima_suite::Rounds { number: 2, published_minutes: Vec::new() });
            let then = vec![toml::from_str(fight).unwrap()];
            let mut setup = Setup { ticks: 600, scenario, prepare, then, ..setup("be as strong as it takes") };
            setup.settings.world.difficulty = Difficulty::Peaceful;
            setup.settings.mind.pursue = pursue;
            let mut recorder = Recorder::new(Vec::new());
            let end = play(&setup, &mut [&mut recorder]).unwrap();
            assert_eq!(end.outcome, Outcome::Success, "{pursue}: {end:?}");
            let [first, second] = &end.rounds[..] else { panic!("{pursue}: {end:?}") };
            assert!(first.won && first.health > 10.0 && second.won, "{pursue}: {end:?}");
            assert_eq!((first.gear.len(), first.plan.len()), (6, 6), "{pursue}: {first:?}");
            // The second round begins with what the operator gives, and is prepared for with less.
            assert_eq!(second.plan, [Item::IRON_SWORD, Item::SHIELD], "{pursue}: {second:?}");
            assert!(second.gear == second.plan && second.ticks < first.ticks && first.ticks < 600, "{pursue}: {end:?}");
            assert!(first.tasks > second.tasks && second.tasks > 0, "{pursue}: {end:?}");
            let record = recorder.finish().unwrap();
            let text = std::str::from_utf8(&record).unwrap();
            let lines = |of: &str| text.lines().filter(|line| line.contains(of)).count();
            assert_eq!((lines(r#""type":"round""#), lines(r#""type":"part""#)), (2, 2), "{pursue}");
            let again = replay(&record[..], &setup.land).unwrap();
            assert_eq!((again.differences, again.ticks, again.end), (Vec::<String>::new(), end.ticks, end), "{pursue}");
            let other = text.replacen("\"won\":true", "\"won\":false", 2).replacen("\"health\":", "\"health\":1", 1);
            assert!(
                !replay(other.as_bytes(), &setup.land).unwrap().differences.is_empty(),
                "{pursue}: it is found out"
            );
            let mut twice = Recorder::new(Vec::new());
            play(&setup, &mut [&mut twice]).unwrap();
            assert!(twice.finish().unwrap() == record, "{pursue}: the same game has the same record");
        }
    }

    #[test]
    fn a_round_that_is_lost_is_told_and_the_next_is_played() {
        use anima_rules::Difficulty;
        // Nothing can be made in so little time, and the operator's poison decides.
        let fight = "goal = \"kill 1 zombie\"\nticks = 400\nscenario = { difficulty = \"easy\", on_death = \"lose\", \
                     effects = { wither = 8 }, mobs = { zombie = 1 }, mobs_away = 3, arena = { radius = 6, height = 4, y = 100 } }";
        let prepare = Some(anima_suite::Rounds { number: 2, published_minutes: Vec::new() });
        let mut setup = Setup { ticks: 40, prepare, then: vec![toml::from_str(fight).unwrap()], ..setup("get ready") };
        setup.settings.world.difficulty = Difficulty::Peaceful;
        let end = play(&setup, &mut []).unwrap();
        assert_eq!((end.outcome, end.reason.as_ref()), (Outcome::Failure, Some(&anima_suite::Why::Died)), "{end:?}");
        let [first, second] = &end.rounds[..] else { panic!("{end:?}") };
        assert!(!first.won && !second.won && first.health == 0.0 && first.gear.is_empty(), "{end:?}");
        assert_eq!((first.ticks, second.ticks, end.deaths), (40, 40, 2));
        assert_eq!(first.plan, second.plan, "there was no time for it, so there is none for more");
        assert!(end.ticks > 80, "the ticks of both rounds count: {end:?}");
    }

    #[test]
    fn what_generated_land_never_has_is_given_up_at_once() {
        let end = play(&setup("obtain 1 mangrove_log"), &mut []).expect("a game");
        let why = end.reason.expect("it is lost").to_string();
        assert!(end.ticks <= 1 && why.contains("never occurs"), "after {} ticks: {why}", end.ticks);
    }

    #[test]
    fn a_game_ends_at_its_limit() {
        let end = play(&Setup { ticks: 5, ..setup("obtain 64 diamond_block") }, &mut []).unwrap();
        assert!(end.ticks <= 5 && end.outcome != Outcome::Success, "{end:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        /// Bar 8: whatever is asked for, success is what the world holds in the end; a world in which only the keys
        /// of the record are pressed, without any agent.
        #[test]
        fn success_is_what_the_world_holds(
            count in 1_u32..4,
            what in proptest::sample::select(
                &["dirt", "log", "oak_sapling", "stick", "wheat_seeds", "crafting_table", "sand", "diamond", "egg"][..]
            ),
            seed in 0_i64..1000,
            ticks in 1_u64..500,
        ) {
            let setup = Setup { seed, ticks, ..setup(&format!("obtain {count} {what}")) };
            let mut recorder = Recorder::new(Vec::new());
            let end = play(&setup, &mut [&mut recorder]).unwrap();
            let again = replay(&recorder.finish().unwrap()[..], &setup.land).unwrap();
            prop_assert!(end.outcome != Outcome::Error, "{:?}", end.reason);
            // The replay judges by the world's inventory, and tells whenever that is not what the record says.
            prop_assert_eq!(again.differences, Vec::<String>::new());
            prop_assert_eq!(again.end, end);
        }
    }
}
