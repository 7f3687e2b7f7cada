//! One agent and all that it was shown: what a `Body` of Java owns.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use anima_agent::Status;
use anima_body::{BlockPos, Effect, Player, Terrain};
use anima_hands::{ActionResult, Deed, Stance, Steps};
use glam::DVec3;

use crate::Fault;
use crate::grip::{Grip, Now};
use crate::host::Host;
use crate::land::{Land, RADIUS};
use crate::mirror::Mirror;
use crate::picture::Pictures;
use crate::play::{Ended, Play, State, Turn};

/// One agent and all that it was shown.
pub struct Body {
    host: Rc<RefCell<Host>>,
    pub(crate) mirror: Option<Mirror>,
    /// The goals and the state of play.
    pub play: Play,
    pub(crate) dimension: String,
    /// Chunks to every side that it sees at most.
    view_distance: i32,
    /// Its hands and legs, where it has no client.
    grip: Grip,
    /// Made when the first picture comes.
    pictures: Option<Pictures>,
    /// The last turn.
    turn: Turn,
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

impl Body {
    /// A body of a host that is in no world yet.
    pub fn new(host: &Rc<RefCell<Host>>) -> Body {
        Body {
            host: Rc::clone(host),
            mirror: None,
            play: Play::default(),
            dimension: String::new(),
            view_distance: RADIUS,
            grip: Grip::default(),
            pictures: None,
            turn: Turn::default(),
            said_too_much: false,
        }
    }

    /// What it shares with the others.
    pub fn host(&self) -> Ref<'_, Host> {
        self.host.borrow()
    }

    /// What it shares with the others, to change it.
    pub fn host_mut(&self) -> RefMut<'_, Host> {
        self.host.borrow_mut()
    }

    /// Whether it is a body of this host.
    pub(crate) fn is_of(&self, host: &Rc<RefCell<Host>>) -> bool {
        Rc::ptr_eq(&self.host, host)
    }

    /// Whether it is in this land.
    pub(crate) fn is_in(&self, land: &Rc<RefCell<Land>>) -> bool {
        self.mirror.as_ref().is_some_and(|mirror| Rc::ptr_eq(mirror.land(), land))
    }

    /// Enters a world or another dimension. The world's name is the same whenever it is entered; one that has none is
    /// new each time.
    pub fn enter_world(&mut self, land: &Rc<RefCell<Land>>, world: &str, dimension: &str, same_game: bool) {
        if same_game {
            self.play.enter_dimension(world, dimension);
        } else {
            self.play.enter_game(world, dimension);
        }
        self.note_dropped();
        tracing::info!("entered {dimension}");
        dimension.clone_into(&mut self.dimension);
        let mut mirror = Mirror::new(land);
        mirror.see_as_far(self.view_distance);
        if let Some(before) = self.mirror.as_ref().filter(|_| same_game) {
            mirror.take_over(before);
        }
        self.mirror = Some(mirror);
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
        self.follow_numbers();
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
        self.follow_numbers();
        entered(&mut self.mirror)
    }

    /// Forgets what was told by numbers that the game has no longer.
    fn follow_numbers(&mut self) {
        let host = self.host.borrow();
        if let Some(anew) = self.mirror.as_ref().and_then(|mirror| mirror.numbered_anew(&host.registries)) {
            anew.see_as_far(self.view_distance);
            self.mirror = Some(anew);
            self.play.arrive();
        }
    }

    /// Plays one tick.
    ///
    /// # Errors
    /// If no world is entered, or the player was never told.
    pub fn tick(&mut self, world_tick: i64) -> Result<&Turn, Fault> {
        let tick = u64::try_from(world_tick).map_err(|_| Fault::argument("worldTick", world_tick, "0 or more"))?;
        self.turn = Turn::default();
        self.follow_numbers();
        let frame = self.pictures.as_ref().and_then(Pictures::newest);
        let mirror = entered(&mut self.mirror)?;
        if let Some(frame) = frame {
            mirror.frame(frame);
        }
        self.turn = self.play.tick(mirror, tick, self.host.borrow().settings.settings())?;
        Ok(&self.turn)
    }

    /// The last turn.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Its hands and legs, where it has no client.
    pub fn grip(&self) -> &Grip {
        &self.grip
    }

    /// The hands read the keys of the last turn, with the cross-hair on what was told last; true if that may come to
    /// deeds.
    ///
    /// # Errors
    /// If no world is entered.
    pub fn read_keys(&mut self, has_window: bool) -> Result<bool, Fault> {
        let target = entered(&mut self.mirror)?.aim();
        Ok(self.grip.begin(&self.turn.control, target, has_window))
    }

    /// The next deed of the hands; `answer` is what the server said of the one before, of the first question anything.
    ///
    /// # Errors
    /// If no world is entered.
    pub fn next_deed(&mut self, answer: ActionResult, now: Now) -> Result<Option<Deed>, Fault> {
        let mirror = entered(&mut self.mirror)?;
        Ok(self.grip.next(mirror, answer, now))
    }

    /// The legs go by the keys of the last turn, from a place and with the head turned by `yaw` degrees. Whether the body
    /// is blinded is known from its effects.
    ///
    /// # Errors
    /// If no world is entered.
    pub fn go(&mut self, stance: Stance, has_screen: bool, pos: DVec3, yaw: f32) -> Result<Steps, Fault> {
        let is_blind = entered(&mut self.mirror)?.has_effect(Effect::Blindness);
        Ok(self.grip.go(Stance { is_blind, ..stance }, has_screen, pos, yaw))
    }

    /// The body is another one, after a respawn: hands and legs remember nothing.
    pub fn forget_hands(&mut self) {
        self.grip.come_back();
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

    /// How far it sees, in chunks to every side: no farther than a client of its server would.
    pub fn set_view_distance(&mut self, chunks: i32) {
        self.view_distance = chunks;
        if let Some(mirror) = &self.mirror {
            mirror.see_as_far(chunks);
        }
    }

    /// From now on its statistics are told for a judge, too.
    ///
    /// # Errors
    /// If no world is entered.
    pub fn let_judge_count(&mut self) -> Result<(), Fault> {
        entered(&mut self.mirror)?.statistics_mut().let_judge_count();
        Ok(())
    }

    /// Whether its statistics are told for a judge.
    pub fn is_counted(&self) -> bool {
        self.mirror.as_ref().is_some_and(|mirror| mirror.statistics().are_counted())
    }

    /// The block that its feet are in, once that was told.
    pub fn feet(&self) -> Option<BlockPos> {
        self.mirror.as_ref()?.told_player().ok().map(Player::feet)
    }

    /// The land around, as far as it was told.
    pub fn terrain(&self) -> Option<Terrain> {
        Some(self.mirror.as_ref()?.land().borrow().terrain().clone())
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

    /// Ends everything.
    pub fn close(mut self) {
        self.leave_world();
    }

    /// A mistake of ours was caught: the agent stops, the body lives on.
    pub fn break_off(&mut self, what: &str) {
        self.turn = Turn::default();
        self.grip.forget();
        self.play.break_off(what);
    }
}

/// The world that was entered.
fn entered(mirror: &mut Option<Mirror>) -> Result<&mut Mirror, Fault> {
    mirror.as_mut().ok_or_else(|| Fault::State("no world is entered; call Body.enterWorld first".into()))
}
