//! Follows a path step by step: each kind of step knows which keys carry it out in a tick and when it has failed.

mod build;
mod clearance;
mod dig;
mod foot;
mod steer;
mod wet;

use std::rc::Rc;

use anima_body::{BlockPos, Blocks, PlayerFlags};
use glam::DVec3;

use super::manner::Travel;
use crate::Me;
use crate::hands::window::close_window;
use crate::me::foothold::is_firm;
use crate::me::now::Now;
use crate::path::goal::Goal;
use crate::path::route::{Move, Path, Step};
use clearance::{cell, height_in};

/// Why a path was left before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stray {
    /// The body is not where the path is; the move, from and to, that it was at.
    Lost(BlockPos, BlockPos),
    /// The world is not what it was planned with.
    Changed,
    /// Something more urgent interrupted the walk for so many ticks, and the mobs to keep away from are elsewhere now.
    Interrupted(u64),
    /// This move, from and to, does not work out.
    Stuck(BlockPos, BlockPos),
}

/// Ticks a step may take beyond what it should, and a blow may fail to come.
const PATIENCE: u64 = 40;
/// Ticks a step may take in which blow follows blow: a hand takes 150 for a block of stone.
const DIGGING: u64 = 1200;

/// Ticks of something else after which the way is looked for anew.
const INTERRUPTION: u64 = 10;

/// Carries the body along a path.
pub(super) struct Walker<'a> {
    pub me: &'a Me,
    pub now: Rc<Now>,
    pub steps: Vec<Step>,
    start: BlockPos,
    goal: &'a Goal,
    /// Blocks that may be fallen onto the ground.
    pub max_fall: f64,
    /// The step being taken.
    pub next: usize,
    /// The lowest block of the steps that were left out on the way to this one.
    low: i32,
    /// Where the flight under way is to end.
    pub landing: Option<DVec3>,
    /// The age at which the step is given up.
    deadline: u64,
    /// The age at which the step is given up although it is dug all the time.
    last_blow: u64,
    /// The age at which a block was last struck.
    pub struck: u64,
    /// The age at which a door may be used again.
    pub hands_free: u64,
    /// Times that a leap was called off for want of a run-up.
    pub retreats: u32,
    /// Until this point of the way back is reached, the body retreats for a run-up.
    pub retreating_to: Option<DVec3>,
}

impl<'a> Walker<'a> {
    pub fn new(me: &'a Me, path: &Path, goal: &'a Goal, travel: &Travel) -> Walker<'a> {
        Walker {
            me,
            now: me.now(),
            steps: path.steps.clone(),
            start: path.start,
            goal,
            max_fall: f64::from(travel.conditions.max_fall + i32::from(travel.conditions.may_hurt)),
            next: 0,
            low: i32::MAX,
            landing: None,
            deadline: 0,
            last_blow: 0,
            struck: 0,
            hands_free: 0,
            retreats: 0,
            retreating_to: None,
        }
    }

    /// Goes all the way, tick by tick.
    pub async fn follow(mut self) -> Result<(), Stray> {
        self.set_deadline();
        while !self.is_done() {
            self.check()?;
            if close_window(self.me).await.is_err() {
                return Err(Stray::Changed);
            }
            self.prepare_hands().await;
            self.take_step()?;
            let age = self.me.age();
            self.me.tick().await;
            if self.me.age() > age + INTERRUPTION {
                return Err(Stray::Interrupted(self.me.age() - age));
            }
            self.now = self.me.now();
            self.note_progress();
        }
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.next >= self.steps.len() || (is_firm(&self.now) && self.is_at_goal())
    }

    /// Whether the goal is reached before the path ends, for goals that ask for no sight.
    fn is_at_goal(&self) -> bool {
        let mut ask_no_sight = |_| false;
        self.goal.shortfall(self.now.player.feet(), &mut ask_no_sight).is_some()
    }

    /// The keys of this tick.
    fn take_step(&mut self) -> Result<(), Stray> {
        let now = Rc::clone(&self.now);
        let view = now.known();
        match self.steps[self.next].by {
            Move::Walk | Move::Jump | Move::Fall | Move::Leap => self.on_foot(&view),
            Move::Swim => self.swim(&view),
            Move::Climb => self.climb(&view),
            Move::Dig => self.dig(&view),
            Move::DigDown => self.dig_down(&view),
            Move::Bridge => self.bridge(&view),
            Move::Pillar => self.pillar(&view),
            Move::Open => self.open(&view),
        }
    }

    /// The block that a step starts in.
    pub fn from(&self, step: usize) -> BlockPos {
        if step == 0 { self.start } else { self.steps[step - 1].to }
    }

    /// Where the feet are after a step.
    pub fn foot(&self, view: &impl Blocks, step: usize) -> DVec3 {
        let to = self.steps[step].to;
        to.floor_center() + DVec3::new(0.0, height_in(view, to), 0.0)
    }

    pub fn sprints(&self) -> bool {
        self.now.player.food > 6
    }

    /// Whether the body is where a step ends, well enough to begin the next.
    fn is_at(&self, view: &impl Blocks, step: usize) -> bool {
        let player = &self.now.player;
        let foot = self.foot(view, step);
        let off = player.pos - foot;
        let is_held = player.is(PlayerFlags::IN_WATER) || player.is(PlayerFlags::CLIMBING);
        if !is_held && !player.is(PlayerFlags::ON_GROUND) {
            return false;
        }
        let to = self.steps[step].to;
        // A body that is still in the water below a shore is not on the shore yet.
        let floats = is_held && (cell(view, to).is_open_water() || cell(view, to).is_climbable());
        if !floats && cell(view, to).stand(cell(view, to.down(1))).is_none() {
            // The edge of the block before carries the body: what is to be built here is not there yet.
            return false;
        }
        let is_level = if floats { (-0.7..=1.1).contains(&off.y) } else { off.y.abs() < 0.6 };
        let Some(after) = self.steps.get(step + 1) else {
            return player.feet() == to || (is_level && off.x.abs() < 0.5 && off.z.abs() < 0.5 && !floats);
        };
        let slack = match after.by {
            Move::Walk | Move::Jump | Move::Fall | Move::Swim => 0.5,
            Move::Leap => 0.45,
            _ => 0.35,
        };
        is_level && off.x.abs() <= slack && off.z.abs() <= slack
    }

    fn note_progress(&mut self) {
        let now = Rc::clone(&self.now);
        let view = now.known();
        let ahead = self.next..(self.next + 5).min(self.steps.len());
        if let Some(at) = ahead.rev().find(|step| self.is_at(&view, *step)) {
            self.arrive_before(at + 1);
        }
    }

    /// Makes `next` the step to take.
    pub fn arrive_before(&mut self, next: usize) {
        self.next = next;
        self.low = i32::MAX;
        self.retreats = 0;
        self.retreating_to = None;
        if next < self.steps.len() {
            self.set_deadline();
        }
    }

    /// Makes `next` the step to take by leaving out those before it: the way to it may begin well below.
    pub fn skip_to(&mut self, next: usize) {
        let low = self.low.min(self.from(self.next).y);
        self.arrive_before(next);
        self.low = low;
    }

    fn set_deadline(&mut self) {
        let Some(step) = self.steps.get(self.next) else { return };
        let way = (step.to.center() - self.now.player.pos).length();
        let ticks = if step.by == Move::Swim { 15.0 * way } else { 8.0 * way };
        self.deadline = self.me.age() + ticks as u64 + PATIENCE;
        self.last_blow = self.me.age() + DIGGING;
    }

    /// A block is being dug: the step after it gets its full time again.
    pub fn allow_time(&mut self) {
        self.deadline = self.deadline.max(self.me.age() + PATIENCE).min(self.last_blow);
    }

    /// Whether it still makes sense to go on.
    fn check(&self) -> Result<(), Stray> {
        let (from, step) = (self.from(self.next), self.steps[self.next]);
        if self.me.age() > self.deadline {
            return Err(Stray::Stuck(from, step.to));
        }
        let player = &self.now.player;
        let lowest = step.to.y.min(from.y).min(self.low);
        let has_fallen_off = player.is(PlayerFlags::ON_GROUND) && player.pos.y < f64::from(lowest) - 0.6;
        if has_fallen_off || player.is(PlayerFlags::DEAD) {
            return Err(Stray::Lost(from, step.to));
        }
        let view = self.now.known();
        let ahead = &self.steps[self.next..(self.next + 4).min(self.steps.len())];
        for step in ahead {
            let (feet, head) = (cell(&view, step.to), cell(&view, step.to.up(1)));
            let is_on_foot = matches!(step.by, Move::Walk | Move::Jump | Move::Fall | Move::Leap);
            let holds =
                feet.is_open_water() || feet.is_climbable() || feet.stand(cell(&view, step.to.down(1))).is_some();
            // What is to be dug away may be powder snow; beside lava nothing is dug.
            let digs = matches!(step.by, Move::Dig | Move::DigDown);
            if !digs && (feet.hurts() || head.hurts()) || (is_on_foot && !holds) {
                return Err(Stray::Changed);
            }
        }
        Ok(())
    }
}
