//! One agent and all that it was shown: what a `Session` of Java owns.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use anima_agent::Status;

use crate::Fault;
use crate::blueprints::Blueprints;
use crate::log::Log;
use crate::mirror::Mirror;
use crate::picture::Pictures;
use crate::play::{Ended, Play, State, Turn};
use crate::registries::{Names, Registries, biomes};
use crate::sections::Height;
use crate::settings::SettingsFile;

/// One agent and all that it was shown.
pub struct Session {
    pub(crate) registries: Rc<Registries>,
    pub(crate) mirror: Option<Mirror>,
    /// The goals and the state of play.
    pub play: Play,
    /// The settings.
    pub settings: SettingsFile,
    pub(crate) game: PathBuf,
    pub(crate) dimension: String,
    /// Made when the first picture comes.
    pictures: Option<Pictures>,
    pub(crate) log: Log,
    /// The last turn.
    turn: Turn,
    /// Bytes of Java that are being read, kept for their room.
    pub(crate) scratch: Vec<u8>,
    /// Whether it was said of this world that more is told of it than is kept.
    said_too_much: bool,
}

/// What the panel shows.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// What the agent is at; `None` without a goal at work.
    pub status: Option<Status>,
    /// The state of play.
    pub state: State,
    /// How the last goal ended.
    pub ended: Ended,
    /// How many goals wait.
    pub queued: usize,
    /// What a goal that has not begun here waits for.
    pub lack: Option<String>,
}

impl Session {
    /// Opens a session.
    pub fn open(config: &Path, game: &Path, names: &Names) -> Session {
        let log = Log::open(game);
        let settings = SettingsFile::open(config);
        tracing::info!("Anima {}", env!("CARGO_PKG_VERSION"));
        for problem in [log.problem(), settings.problem()].into_iter().flatten() {
            tracing::warn!("{problem}");
        }
        Session {
            registries: Rc::new(Registries::new(names)),
            mirror: None,
            play: Play::default(),
            settings,
            game: game.to_owned(),
            dimension: String::new(),
            pictures: None,
            log,
            turn: Turn::default(),
            scratch: Vec::new(),
            said_too_much: false,
        }
    }

    /// The running game has other registries now, or numbers them anew. What was told of the world by the old numbers is
    /// forgotten and has to be told again; a goal at work waits for it.
    pub fn tell_registries(&mut self, names: &Names) {
        let registries = Rc::new(Registries::new(names));
        tracing::info!("the game has {} block states and {} items", names.block_states.len(), names.items.len());
        if !registries.replaced().is_none() {
            tracing::warn!("replaced {}", registries.replaced());
        }
        self.registries = registries;
        if let Some(mirror) = &mut self.mirror {
            *mirror = mirror.emptied(Rc::clone(&self.registries));
            self.play.arrive();
        }
    }

    /// Enters a world or another dimension. The world's name is the same whenever it is entered; one that has none is
    /// new each time.
    ///
    /// # Errors
    /// If its height cannot be.
    pub fn enter_world(
        &mut self,
        world: &str,
        dimension: &str,
        bottom_y: i32,
        height: i32,
        biome_names: &[String],
        same_game: bool,
    ) -> Result<(), Fault> {
        let height = Height::new(bottom_y, height)?;
        if same_game {
            self.play.enter_dimension(world, dimension);
        } else {
            self.play.enter_game(world, dimension);
        }
        self.note_dropped();
        tracing::info!("entered {dimension}");
        dimension.clone_into(&mut self.dimension);
        let mut mirror = Mirror::new(Rc::clone(&self.registries), biomes(biome_names), height);
        if let Some(before) = self.mirror.as_ref().filter(|_| same_game) {
            mirror.take_over(before);
        }
        self.mirror = Some(mirror);
        Ok(())
    }

    /// Leaves the world.
    pub fn leave_world(&mut self) {
        self.note_dropped();
        if self.mirror.take().is_some() {
            tracing::info!("left {}", self.dimension);
        }
        self.play.leave_game("the world was left");
        self.dimension.clear();
    }

    /// Says how much of what was told of a world was not kept, when it is left.
    fn note_dropped(&mut self) {
        self.said_too_much = false;
        let dropped = self.mirror.as_ref().map(Mirror::dropped).unwrap_or_default();
        if !dropped.is_none() {
            tracing::warn!("of {} too much was told: {dropped} were dropped", self.dimension);
        }
    }

    /// Begins the telling of a tick. Tells whether the agent looks around: only then land, entities and what happens
    /// are told.
    ///
    /// # Errors
    /// If no world is entered.
    pub fn looks(&mut self) -> Result<bool, Fault> {
        let mirror = entered(&mut self.mirror)?;
        let looks = self.play.looks();
        if mirror.looks() && !looks {
            self.play.rest();
        }
        mirror.look(looks);
        if !self.said_too_much && !mirror.dropped().is_none() {
            self.said_too_much = true;
            tracing::warn!("more is told of {} than is kept: what is too much is dropped", self.dimension);
        }
        Ok(looks)
    }

    /// The world that was entered.
    ///
    /// # Errors
    /// If none was.
    pub fn mirror(&mut self) -> Result<&mut Mirror, Fault> {
        entered(&mut self.mirror)
    }

    /// Plays one tick.
    ///
    /// # Errors
    /// If no world is entered, or the player was never told.
    pub fn tick(&mut self, world_tick: i64) -> Result<&Turn, Fault> {
        let tick = u64::try_from(world_tick).map_err(|_| Fault::argument("worldTick", world_tick, "0 or more"))?;
        self.turn = Turn::default();
        let frame = self.pictures.as_ref().and_then(Pictures::newest);
        let mirror = entered(&mut self.mirror)?;
        if let Some(frame) = frame {
            mirror.frame(frame);
        }
        self.turn = self.play.tick(mirror, tick, self.settings.settings())?;
        Ok(&self.turn)
    }

    /// The last turn.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Where pictures are made into frames.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub fn pictures(&mut self) -> Result<&mut Pictures, Fault> {
        let pictures = match self.pictures.take() {
            Some(pictures) => pictures,
            None => Pictures::start().map_err(|error| Fault::State(format!("no thread for pictures: {error}")))?,
        };
        Ok(self.pictures.insert(pictures))
    }

    /// Whether the world can be made to stand still.
    pub fn set_pausable(&mut self, pausable: bool) {
        self.play.set_pausable(pausable);
    }

    /// What the panel shows; taken as seen.
    pub fn shown(&mut self) -> Shown {
        Shown {
            status: self.play.status(),
            state: self.play.state(),
            ended: self.play.ended().clone(),
            queued: self.play.queue().count(),
            lack: self.mirror.as_ref().filter(|_| self.play.waits_for_land()).map(Mirror::lack),
        }
    }

    /// The player's blueprints.
    pub(crate) fn blueprints(&self) -> Blueprints {
        Blueprints::of_game(&self.game)
    }

    /// Ends everything.
    pub fn close(mut self) {
        self.leave_world();
        tracing::info!("closed");
    }

    /// A mistake of ours was caught: the agent stops, the session lives on.
    pub fn break_off(&mut self, what: &str) {
        self.turn = Turn::default();
        self.play.break_off(what);
    }
}

/// The world that was entered.
fn entered(mirror: &mut Option<Mirror>) -> Result<&mut Mirror, Fault> {
    mirror.as_mut().ok_or_else(|| Fault::State("no world is entered; call Session.enterWorld first".into()))
}
