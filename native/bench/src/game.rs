//! One game: a world and an agent, ticked until the agent is done or the limit is reached.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use anima_agent::{Life, Note, Turn};
use anima_body::{BlockPos, Event, Frame, Observation};
use anima_intent::{Condition, Goal, Judge};
use anima_model::{Model, Server, ServerSettings};
use anima_render::{Camera, first_person};
use anima_rules::StateFlags;
use anima_world::{DelayLine, Difficulty, World};
use anyhow::{Result, bail, ensure};
use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::end::Counted;
use crate::{Blueprints, End, Land, OnDeath, Part, Scenario, Settings, Witness, guard};

/// Farthest block in a picture.
const SIGHT: f64 = 128.0;
/// What stands between the goals of two parts.
pub(crate) const THEN: &str = ", then ";
/// How long the mind is waited for before the witnesses are shown that it still thinks.
const PATIENCE: Duration = Duration::from_millis(200);

/// What one game is made of. The same setup gives the same game, tick for tick.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The goal in the player's words.
    pub goal: String,
    /// The blueprints that the goal names.
    pub blueprints: Blueprints,
    /// Seed of the terrain (if it is generated), of the world's dice and of the agent's.
    pub seed: i64,
    /// Where it is played.
    pub land: Land,
    /// Feet of the player at the start; the world's spawn when `None`.
    pub at: Option<DVec3>,
    /// How the operator sets the world at the start.
    pub scenario: Scenario,
    /// Game ticks after which it is over, or the next part begins.
    pub ticks: u64,
    /// Further parts, each with a goal of its own.
    pub then: Vec<Part>,
    /// How world and agent are made.
    pub settings: Settings,
    /// The model that plans, if one does.
    pub model: Option<ServerSettings>,
    /// What made it.
    pub versions: Versions,
}

/// Which program plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// The program's version.
    pub anima: String,
    /// The commit it was built from, if that is known.
    pub commit: Option<String>,
    /// The version of the rules.
    pub minecraft: String,
}

/// How a game begins, as records keep it: all that decides how it goes, but for the files of a save.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The goal in the player's words.
    pub goal: String,
    /// What is to be true at the end.
    pub wanted: String,
    /// The blueprints that the goal names.
    #[serde(default, skip_serializing_if = "Blueprints::is_empty")]
    pub blueprints: Blueprints,
    /// The seed.
    pub seed: i64,
    /// `generated`, or the name of the save.
    pub world: String,
    /// Feet of the player at the start, if they were given.
    pub at: Option<[f64; 3]>,
    /// How the operator set the world at the start.
    #[serde(default, skip_serializing_if = "Scenario::is_default")]
    pub scenario: Scenario,
    /// Game ticks after which it is over, or the next part begins.
    pub limit: u64,
    /// Further parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Part>,
    /// `fair` or `xray`.
    pub perception: String,
    /// Whether the blocks near by are known unseen.
    pub near_terrain: bool,
    /// Ticks to the server and back.
    #[serde(default)]
    pub latency: u32,
    /// What makes it easier than survival is.
    pub assists: Vec<String>,
    /// The model that plans; `None` if the rules do.
    pub model: Option<String>,
    /// How world and agent are made.
    pub settings: Settings,
    /// Which program plays.
    pub versions: Versions,
}

impl Setup {
    /// How the game begins.
    ///
    /// # Errors
    /// If the goal is none; the error names the word.
    pub fn start(&self) -> Result<Start> {
        Ok(self.start_towards(self.wanted()?.to_string()))
    }

    /// How a game begins in which that is wanted.
    pub(crate) fn start_towards(&self, wanted: String) -> Start {
        let mut assists = self.settings.assists();
        for scenario in self.scenarios() {
            assists.extend(scenario.assists());
        }
        let mut told = BTreeSet::new();
        assists.retain(|assist| told.insert(*assist));
        let mut settings = self.settings.clone();
        // Where the model is served changes nothing in the game.
        settings.model.url.clear();
        Start {
            goal: self.goal.clone(),
            wanted,
            blueprints: self.blueprints.clone(),
            seed: self.seed,
            world: self.land.name().to_owned(),
            at: self.at.map(Into::into),
            scenario: self.scenario.clone(),
            limit: self.ticks,
            then: self.then.clone(),
            perception: settings.agent.perception.name().to_owned(),
            near_terrain: settings.agent.near_terrain,
            latency: settings.world.latency,
            assists: assists.into_iter().map(str::to_owned).collect(),
            model: self.model.as_ref().map(|model| model.model.clone()),
            settings,
            versions: self.versions.clone(),
        }
    }

    fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        std::iter::once(&self.scenario).chain(self.then.iter().map(|part| &part.scenario))
    }

    /// The goals of all parts, in the player's words.
    pub fn goals(&self) -> String {
        std::iter::once(&self.goal)
            .chain(self.then.iter().map(|part| &part.goal))
            .cloned()
            .collect::<Vec<_>>()
            .join(THEN)
    }

    /// What is to be true at the end of the first part, which is the whole game if there are no others.
    ///
    /// # Errors
    /// If the goal is none; the error names the word.
    pub fn wanted(&self) -> Result<Condition> {
        self.blueprints.meaning(&self.goal)
    }

    /// The world at its beginning.
    ///
    /// # Errors
    /// If there is no terrain where the player is to start, or rock, or if what the operator sets does not fit.
    pub fn world(&self) -> Result<World> {
        let mut options = self.settings.options(self.seed);
        let in_biome = self.scenario.place(&self.land, self.seed)?;
        ensure!(
            in_biome.is_none() || self.at.is_none(),
            "the start is given twice, as a position and as a biome; leave one of them out"
        );
        options.start = self.at.or(in_biome);
        let mut world = World::new(self.land.source(self.seed), options);
        let pos = world.observe().player.pos;
        let cell = BlockPos::containing(pos);
        let chunk = cell.chunk();
        if !world.terrain().is_loaded(chunk) {
            let named = format!(" chunk {} {} ", chunk.x, chunk.z);
            let why = world.warnings().iter().find(|text| text.contains(&named));
            let readable = why.map(|text| format!("; {text}")).unwrap_or_default();
            bail!(
                "there is no terrain at {} {} {} in {}{readable}; choose a start inside it with --at X,Y,Z",
                pos.x,
                pos.y,
                pos.z,
                self.land.name()
            );
        }
        let rock = |pos| world.terrain().block(pos).filter(|state| state.flags().contains(StateFlags::FULL_CUBE));
        if self.at.is_some()
            && let Some(state) = [cell, cell.up(1)].into_iter().find_map(rock)
        {
            bail!("the start {} {} {} is inside {state}; choose an open place with --at X,Y,Z", pos.x, pos.y, pos.z);
        }
        self.scenario.set(&mut world)?;
        Ok(world)
    }

    /// The player's client at the beginning, as far from the world as the settings say.
    ///
    /// # Errors
    /// As [`Setup::world`].
    pub fn client(&self) -> Result<DelayLine> {
        Ok(DelayLine::new(self.world()?, self.settings.world.latency))
    }

    /// The life that is to pursue the goal, in the world as it begins.
    ///
    /// # Errors
    /// If the model's address is none.
    pub fn life(&self, condition: Condition, first: Observation) -> Result<Life> {
        self.life_with(false, condition, first)
    }

    /// The same, with pictures of the moments that are worth one, or without.
    fn life_with(&self, pictures: bool, condition: Condition, first: Observation) -> Result<Life> {
        let settings = anima_agent::Settings {
            skills: self.settings.agent.skills(self.seed),
            mind: self.settings.mind,
            nature: self.land.nature(),
            peaceful: self.is_peaceful(&self.scenario),
        };
        let mut life = Life::new(settings, first);
        life.use_pictures(pictures);
        life.pursue(Goal { condition, ticks: Some(self.ticks) }, self.planner()?);
        Ok(life)
    }

    /// The model that plans, if one does.
    fn planner(&self) -> Result<Option<Box<dyn Model>>> {
        let server = self.model.clone().map(Server::start).transpose()?;
        Ok(server.map(|server| Box::new(server) as Box<dyn Model>))
    }

    /// Whether the game has no hostile mobs in a part that begins so.
    fn is_peaceful(&self, scenario: &Scenario) -> bool {
        scenario.difficulty.unwrap_or(self.settings.world.difficulty) == Difficulty::Peaceful
    }
}

/// Plays a game to its end before some witnesses.
///
/// A panic on the way ends the game with [`Outcome::Error`](crate::Outcome) and names seed and tick.
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
    let end = match guard::catch(|| setup.client()) {
        Ok(client) => {
            let client = client?;
            let pictures = witnesses.iter().any(|witness| witness.uses_pictures());
            let mut life = setup.life_with(pictures, goal.clone(), client.observe())?;
            witnesses.iter_mut().for_each(|witness| witness.begins(&start));
            let (last, limit) = (client.world().observe(), setup.ticks);
            let judge = Judge::new(&goal, &judged(&goal, &last, client.world()));
            let on_death = setup.scenario.on_death;
            let counted = Counted::default();
            let mut game = Game { last, frame: None, client, judge, limit, on_death, counted, warnings: 0 };
            match guard::catch(|| game.play(setup, &mut life, witnesses)) {
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
    Ok(end)
}

struct Game {
    client: DelayLine,
    /// Asks the world, with its own statistics, whatever the agent was told of them.
    judge: Judge,
    /// The tick at which the part is over.
    limit: u64,
    on_death: OnDeath,
    /// The world as it is now: what witnesses and the judge are shown.
    last: Observation,
    /// The picture that the agent asked for.
    frame: Option<Arc<Frame>>,
    counted: Counted,
    /// Warnings of the world that were passed on.
    warnings: usize,
}

impl Game {
    /// Plays part after part.
    fn play(&mut self, setup: &Setup, life: &mut Life, witnesses: &mut [&mut dyn Witness]) -> Result<End> {
        self.play_part(life, witnesses);
        for part in &setup.then {
            if self.is_lost_by_death() {
                break;
            }
            self.begin(part, witnesses)?;
            life.set_peaceful(setup.is_peaceful(&part.scenario));
            let goal = Goal { condition: self.judge.condition().clone(), ticks: Some(part.ticks) };
            life.pursue(goal, setup.planner()?);
            self.play_part(life, witnesses);
        }
        self.counted.model = life.counters();
        let lost = self.is_lost_by_death();
        let end = End::judge(&self.judge, &self.last, life.ending(), None, self.counted.clone());
        self.show_end(life, witnesses);
        Ok(if lost { end.died() } else { end })
    }

    /// Lets the operator set the world for a part.
    fn begin(&mut self, part: &Part, witnesses: &mut [&mut dyn Witness]) -> Result<()> {
        witnesses.iter_mut().for_each(|witness| witness.part_begins(part));
        self.client.operate(|world| part.scenario.set(world))?;
        // What happened in the tick is told already.
        self.last = Observation { events: Arc::default(), ..self.client.world().observe() };
        let goal = part.blueprints.meaning(&part.goal)?;
        self.judge = Judge::new(&goal, &judged(&goal, &self.last, self.client.world()));
        (self.limit, self.on_death) = (self.last.tick + part.ticks, part.scenario.on_death);
        Ok(())
    }

    fn is_lost_by_death(&self) -> bool {
        self.on_death == OnDeath::Lose && self.counted.deaths > 0
    }

    /// Plays until the agent is done with its goal, the limit is reached, or a death loses the game.
    fn play_part(&mut self, life: &mut Life, witnesses: &mut [&mut dyn Witness]) {
        loop {
            self.count_deaths();
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

    /// Shows the agent the picture of the end, if it asks for one.
    fn show_end(&mut self, life: &mut Life, witnesses: &mut [&mut dyn Witness]) {
        if !witnesses.iter().any(|witness| witness.uses_pictures()) {
            return;
        }
        if life.ending().is_none() {
            // The game is over before the agent was asked: its own deadline has passed, too.
            life.tick(self.client.observe());
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
                match &note {
                    Note::ActStarted(act) => self.counted.act = Some(act.clone()),
                    Note::ActEnded { failure, .. } => (self.counted.act, self.counted.failed) = (None, failure.clone()),
                    _ => {}
                }
                witnesses.iter_mut().for_each(|witness| witness.hears(&note));
            }
            if !turn.pause || life.ending().is_some() {
                return turn;
            }
            self.counted.model = life.counters();
            while !life.wait(PATIENCE) {
                witnesses.iter_mut().for_each(|witness| witness.waits(life));
            }
        }
    }

    fn count_deaths(&mut self) {
        let died = |event: &&Event| matches!(event, Event::Died { .. });
        self.counted.deaths += self.last.events.iter().filter(died).count() as u32;
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
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Outcome, Recorder, replay};

    fn setup(goal: &str) -> Setup {
        let mut settings = Settings::default();
        settings.world.radius = 2;
        Setup {
            scenario: Scenario::default(),
            then: Vec::new(),
            goal: goal.into(),
            blueprints: Blueprints::default(),
            seed: 4,
            land: Land::Generated,
            at: None,
            ticks: 50,
            settings,
            model: None,
            versions: Versions::default(),
        }
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
