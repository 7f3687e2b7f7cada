//! A body of a suite and the game that it is to play or plays.

use std::cell::RefCell;
use std::rc::Rc;

use anima_body::{BlockPos, ChunkPos};
use anima_intent::Condition;
use anima_mind::Means;
use anima_suite::{
    End, OnServer, Recorder, Resolved, ResolvedTask, Row, RunFolder, ServerBody, Start, Versions, game_seed,
};
use anyhow::{Context, Result, anyhow};

use super::game::Game;
use crate::Body;
use crate::play::Assignment;
use crate::settings::Settings;

/// Ticks for which the land around a body is waited for.
const PATIENCE: u32 = 2_400;

/// What all games of a run share.
pub(super) struct Shared {
    pub folder: RunFolder,
    pub resolved: Resolved,
    pub on_server: OnServer,
    /// The settings with the model's server.
    pub settings: anima_suite::Settings,
    /// The same for an agent.
    pub of_agents: Rc<Settings>,
    pub versions: Versions,
}

/// A body among those that play at once, from when its place was found.
pub(super) struct Slot {
    /// The game, as its index among all.
    pub number: usize,
    pub task: ResolvedTask,
    /// Which game of the task it is.
    pub of_task: u32,
    /// Its feet at the start.
    pub feet: BlockPos,
    pub body: Option<Rc<RefCell<Body>>>,
    pub game: Option<Rc<RefCell<Game>>>,
    /// The part that is played or about to be, from 0.
    pub part: usize,
    pub stage: Stage,
    /// Ticks since it was to come into the world.
    pub waited: u32,
    /// What the server cannot set of what the game needs.
    pub lacks: Option<String>,
}

/// How far a body has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// It is not in the world.
    Outside,
    /// It looks around, until the land is there.
    Settling,
    /// The operator sets the world around it.
    Operated,
    /// It plays.
    Playing,
    /// Its game is over.
    Leaving,
}

impl Shared {
    /// What a part's goal means, part 0 being the first.
    fn wanted(&self, task: &ResolvedTask, part: usize) -> Result<Condition> {
        match part.checked_sub(1).map(|then| &task.then[then]) {
            None => task.blueprints.meaning(&task.goal),
            Some(then) => then.blueprints.meaning(&then.goal),
        }
    }

    /// How a game begins in which that is wanted, at a place if it is played.
    pub fn start(&self, task: &ResolvedTask, of_task: u32, wanted: String, place: Option<ChunkPos>) -> Start {
        let seed = game_seed(self.resolved.seed_base, &task.name, of_task);
        let model = anima_config::server(&self.settings.model, self.settings.mind).ok().flatten();
        let body = place.map(|place| ServerBody {
            world_seed: self.on_server.world_seed,
            place: [place.x * 16 + 8, place.z * 16 + 8],
            warp: self.on_server.warp,
        });
        Start {
            goal: task.goal.clone(),
            wanted,
            blueprints: task.blueprints.clone(),
            seed,
            world: task.world.clone(),
            limit: task.ticks,
            server_body: body,
            model: model.map(|model| model.model),
            versions: self.versions.clone(),
            ..Start::of(&self.settings, task.scenario.clone(), task.then.clone())
        }
    }

    /// The row of a game that began and ended so.
    pub fn row(&self, task: &ResolvedTask, of_task: u32, start: Start, end: End) -> Row {
        Row::of(&self.resolved.suite, &task.name, of_task, start, end)
    }

    /// The seed of the game of a slot.
    pub fn seed(&self, slot: &Slot) -> i64 {
        game_seed(self.resolved.seed_base, &slot.task.name, slot.of_task)
    }

    /// What the mind may use for a part of a game.
    fn means(&self, slot: &Slot) -> Result<Means> {
        let server = anima_config::server(&self.settings.model, self.settings.mind)?;
        let part = format!("goal-{}", slot.part + 1);
        let game = format!("{}-{}", slot.task.name, slot.of_task);
        let model = server.map(|server| server.within(&game).within(&part).open()).transpose()?;
        Ok(Means {
            model,
            prompts: self.settings.agent.prompts()?,
            handbook: self.settings.agent.handbook()?,
            seed: self.seed(slot) as u64,
            book: None,
        })
    }

    /// Gives a body the goal of its part, which it begins once it is let go.
    pub fn assign(&self, slot: &mut Slot) -> Result<()> {
        let named = || format!("task {}, game {}", slot.task.name, slot.of_task);
        let wanted = self.wanted(&slot.task, slot.part).with_context(named)?;
        let means = self.means(slot).with_context(named)?;
        let limit = match slot.part.checked_sub(1).map(|then| &slot.task.then[then]) {
            None => {
                let start = self.start(&slot.task, slot.of_task, wanted.to_string(), Some(slot.feet.chunk()));
                let recorder = Recorder::new(self.folder.record(&slot.task.name, start.seed)?);
                slot.game = Some(Rc::new(RefCell::new(Game::new(start, wanted.clone(), Some(recorder)))));
                slot.task.ticks
            }
            Some(part) => {
                if let Some(game) = &slot.game {
                    game.borrow_mut().begin_part(part, wanted.clone());
                }
                part.ticks
            }
        };
        let (Some(body), Some(game)) = (&slot.body, &slot.game) else { return Ok(()) };
        let mut body = body.borrow_mut();
        if wanted.asks_for_tally() {
            body.let_judge_count()?;
        }
        let (settings, game) = (Rc::clone(&self.of_agents), Rc::clone(game));
        body.play.assign(Assignment { condition: wanted, limit, means, settings, game });
        Ok(())
    }
}

impl Slot {
    /// Whether the statistics of its body are asked for in every tick.
    pub fn is_counted(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.borrow().is_counted())
    }

    /// Whether the land around it is there. If it is waited for no longer, the game is broken.
    pub fn has_settled(&mut self) -> bool {
        if self.stage != Stage::Settling {
            return false;
        }
        let arrived = self.body.as_ref().is_none_or(|body| body.borrow().play.has_arrived());
        if !arrived && self.waited >= PATIENCE {
            let why = format!("the land around {} {} has not come in {PATIENCE} ticks", self.feet.x, self.feet.z);
            self.breaks(&why);
        }
        arrived
    }

    /// Its game is broken from outside: it is an error, and over.
    pub fn breaks(&mut self, why: &str) {
        if let Some(game) = &self.game {
            game.borrow_mut().breaks(why);
        }
        self.stage = Stage::Playing;
    }

    /// Where its feet are now.
    pub fn now_at(&self) -> BlockPos {
        let feet = |body: &Rc<RefCell<Body>>| body.borrow().feet();
        self.body.as_ref().and_then(feet).unwrap_or(self.feet)
    }

    /// The game as it ended. Nobody looks on it any longer.
    pub fn take_game(&mut self) -> Result<Game> {
        if let Some(body) = &self.body {
            body.borrow_mut().play.stop("the game is over");
        }
        let game = self.game.take().and_then(Rc::into_inner);
        game.map(RefCell::into_inner).ok_or_else(|| anyhow!("a game is looked on by nobody"))
    }

    /// For a person.
    pub fn told(&self) -> String {
        let at = match (&self.game, self.stage) {
            (Some(game), Stage::Playing) => format!("tick {} of {}", game.borrow().ticks(), self.task.ticks),
            (_, Stage::Leaving) => "over".into(),
            _ => "about to begin".into(),
        };
        format!("{}, game {}: {at}, around {} {}", self.task.name, self.of_task, self.feet.x, self.feet.z)
    }
}
