//! Beds: sleeping through the night, and coming back there (`BedBlock`, `ServerPlayerEntity.trySleep`).

use anima_body::{BlockPos, Custom, View};
use anima_hands::ActionResult;
use anima_rules::{BlockState, Face};
use glam::DVec3;

use super::Pose;
use super::sight::look_vector;
use crate::World;
use crate::level::sky_darkness;
use crate::physics::{Body, Meeting, Nature, ground, is_free};

/// Ticks asleep until the night is over.
const NAP: u8 = 100;
/// With this much of the sky's light gone it is night.
const NIGHT: u8 = 4;

/// A player in bed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sleep {
    /// The head of the bed.
    pub bed: BlockPos,
    pub ticks: u8,
    /// Was hurt.
    pub disturbed: bool,
}

fn is_bed(state: BlockState) -> bool {
    state.block().name().ends_with("_bed")
}

impl World {
    fn is_day(&self) -> bool {
        sky_darkness(self.sky.day_time(), self.sky.weather()) < NIGHT
    }

    /// Lies down, if it is night and nothing is against it; the bed is where one comes back after death.
    pub(super) fn use_bed(&mut self, pos: BlockPos, state: BlockState) -> ActionResult {
        let Some(facing) = state.facing() else { return ActionResult::Pass };
        let bed = if state.property("part") == Some("head") { pos } else { pos.beside(facing) };
        let head = self.level.block(bed);
        if head.block() != state.block() || head.is("occupied") {
            return ActionResult::Success;
        }
        let foot = bed.beside(facing.opposite());
        let near = |part: BlockPos| {
            let apart = (self.player.body.pos - part.floor_center()).abs();
            apart.x <= 3.0 && apart.y <= 2.0 && apart.z <= 3.0
        };
        let stifles = |part: BlockPos| ground(self.level.block(part.up(1))).suffocates;
        if !(near(bed) || near(foot)) || stifles(bed) || stifles(foot) {
            return ActionResult::Success;
        }
        self.bed = Some(bed);
        let threatened = self.entities.iter().any(|entity| {
            let apart = (entity.body.pos - bed.floor_center()).abs();
            entity.keeps_awake() && apart.x <= 8.0 && apart.y <= 5.0 && apart.z <= 8.0
        });
        if self.is_day() || threatened {
            return ActionResult::Success;
        }
        let player = &mut self.player;
        player.sleep = Some(Sleep { bed, ticks: 0, disturbed: false });
        player.body.pos = bed.floor_center() + DVec3::new(0.0, 0.6875, 0.0);
        player.body.velocity = DVec3::ZERO;
        player.body.sprinting = false;
        player.using = None;
        player.take_pose(Pose::Swimming);
        // ServerPlayerEntity.trySleep and sleep
        player.count(Custom::SleepInBed, 1);
        player.count_anew(Custom::TimeSinceRest);
        self.level.set_block(bed, head.with("occupied", "true"));
        ActionResult::Success
    }

    /// A tick in bed: after a while the night is over (`ServerWorld.tick`, `PlayerEntity.tick`).
    pub(crate) fn sleep_on(&mut self) {
        let Some(sleep) = &mut self.player.sleep else { return };
        sleep.ticks = (sleep.ticks + 1).min(NAP);
        let Sleep { bed, ticks, disturbed } = *sleep;
        let rested = ticks >= NAP;
        if rested {
            self.sky.wake(&self.options.rules);
        }
        if rested || disturbed || self.is_day() || !is_bed(self.level.block(bed)) || self.player.is_dead {
            self.wake();
        }
    }

    /// Gets up beside the bed.
    pub(crate) fn wake(&mut self) {
        let Some(Sleep { bed, .. }) = self.player.sleep.take() else { return };
        let state = self.level.block(bed);
        if is_bed(state) {
            self.level.set_block(bed, state.with("occupied", "false"));
        }
        self.player.take_pose(Pose::Standing);
        let beside = beside_bed(&self.level.view(), bed, state, self.player.yaw);
        self.player.body.pos = beside.unwrap_or(bed.up(1).floor_center() + DVec3::new(0.0, 0.1, 0.0));
    }

    /// Where a player that died comes back: beside its bed, if the bed is still there.
    pub(crate) fn bedside(&self) -> Option<DVec3> {
        let bed = self.bed?;
        let state = self.level.block(bed);
        if is_bed(state) { beside_bed(&self.level.view(), bed, state, 0.0) } else { None }
    }
}

/// A place to stand around a bed, or on it (`BedBlock.findWakeUpPosition`).
fn beside_bed(view: &View<'_>, bed: BlockPos, state: BlockState, yaw: f32) -> Option<DVec3> {
    let facing = state.facing().unwrap_or(Face::North);
    let right = facing.clockwise();
    let towards = look_vector(yaw, 0.0);
    let side = if right.step().as_dvec3().dot(towards) > 0.0 { right.opposite() } else { right };
    let (bed_step, side_step) = (facing.step(), side.step());
    // Steps to the side and along the bed.
    let around =
        [(1, 0), (1, -1), (1, -2), (0, -2), (-1, -2), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (0, 0), (0, -1)];
    let cells = around.map(|(sideways, along)| bed + side_step * sideways + bed_step * along);
    let below = cells.map(|cell| cell.down(1));
    cells.into_iter().chain(below).find_map(|cell| standing_room(view, cell))
}

/// Where a player can stand in a cell (`Dismounting.findRespawnPos`).
fn standing_room(view: &View<'_>, cell: BlockPos) -> Option<DVec3> {
    let top = |pos: BlockPos| {
        let boxes = view.block_or_wall(pos).collision();
        boxes.iter().map(|b| b.max.y).max_by(f64::total_cmp)
    };
    let height = match top(cell) {
        Some(height) => height,
        None => top(cell.down(1)).filter(|top| *top >= 1.0)? - 1.0,
    };
    if height >= 1.0 {
        return None;
    }
    let pos = cell.floor_center() + DVec3::new(0.0, height, 0.0);
    let (tall, eyes) = Pose::Standing.heights();
    let body = Body::new(Nature::Player, pos, 0.6, tall, eyes);
    is_free(view, &body.bounds().grown(DVec3::splat(-1e-7)), Meeting::PLAIN).then_some(pos)
}
