//! Following a way (`EntityNavigation`, `MobNavigation`).

use anima_body::{BlockPos, View};
use anima_rules::StateFlags;
use glam::DVec3;

use super::path::{Footing, Path, Walker, is_solid, is_water};
use super::{Me, Motion, Ways};
use crate::Difficulty;
use crate::entity::Around;

/// Ticks between two looks whether it gets anywhere.
const STUCK_CHECK: u32 = 100;

/// The way a mob is on.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    path: Option<Path>,
    /// Factor on the movement speed.
    pub speed: f64,
    /// Where a climber goes on to when its way has ended.
    beyond: Option<BlockPos>,
    /// Takes no way into the sun.
    pub avoids_sun: bool,
    /// Where a goal that can start wants to go.
    pub destination: Option<DVec3>,
    /// The way that a goal that can start found.
    pub draft: Option<Path>,
    ticks: u32,
    checked_at: u32,
    checked_pos: DVec3,
    /// The step it is on its way to, since when, and how long that may take.
    step: Option<BlockPos>,
    step_ticks: u32,
    step_limit: f64,
}

impl Route {
    pub fn is_done(&self) -> bool {
        self.path.as_ref().is_none_or(Path::is_done)
    }

    /// Whether nothing more comes of it, not even a climb.
    pub fn is_over(&self) -> bool {
        self.is_done() && self.beyond.is_none()
    }

    pub fn stop(&mut self) {
        self.path = None;
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_ref()
    }

    /// Takes a way; whether there is one.
    pub fn follow(&mut self, path: Option<Path>, speed: f64) -> bool {
        let Some(path) = path else {
            self.path = None;
            return false;
        };
        let same = self.path.as_ref().is_some_and(|old| old.steps == path.steps);
        if !same {
            self.path = Some(path);
        }
        if self.is_done() {
            return false;
        }
        self.go_on(speed);
        true
    }

    fn go_on(&mut self, speed: f64) {
        self.speed = speed;
        self.checked_at = self.ticks;
        self.checked_pos = DVec3::NAN;
    }
}

impl Me<'_> {
    /// Sets out for a cell; whether there is a way to it or near it (`EntityNavigation.startMovingTo`).
    pub(super) fn walk_to(&mut self, around: &mut Around<'_>, target: BlockPos, reach: i32, speed: f64) -> bool {
        if let Some(path) = &self.mob.route.path
            && !path.is_done()
            && path.target == to_ground(&around.level.view(), target)
        {
            self.mob.route.go_on(speed);
            return true;
        }
        let mut path = self.find_way(around, target, reach);
        if self.mob.traits.motion == Motion::Climbs {
            self.mob.route.beyond = Some(target);
            self.mob.route.speed = speed;
        }
        if let Some(path) = &mut path
            && self.mob.route.avoids_sun
            && !around.level.sees_sky(BlockPos::containing(self.body.pos + DVec3::new(0.0, 0.5, 0.0)))
        {
            let shade = path.steps.iter().position(|step| around.level.sees_sky(step.pos));
            path.steps.truncate(shade.unwrap_or(path.steps.len()));
        }
        self.mob.route.follow(path, speed) || self.mob.route.beyond.is_some()
    }

    /// A way to within `reach` of a cell, or as near as it gets (`MobNavigation.findPathTo`).
    pub(super) fn find_way(&self, around: &mut Around<'_>, target: BlockPos, reach: i32) -> Option<Path> {
        let view = around.level.view();
        let swims = matches!(self.mob.traits.motion, Motion::Swims | Motion::Drifts);
        if !self.is_able_to_walk() {
            return None;
        }
        if swims {
            return self.swim_straight(&view, target);
        }
        let walker = self.walker(around.options.difficulty);
        around.finder.find(&view, &walker, to_ground(&view, target), reach)
    }

    /// Fish swim straight ahead when nothing is in the way.
    fn swim_straight(&self, view: &View<'_>, target: BlockPos) -> Option<Path> {
        let to = target.center();
        let hit = anima_body::raycast(
            view,
            self.body.pos + DVec3::new(0.0, f64::from(self.body.height) / 2.0, 0.0),
            to,
            anima_body::RayShape::Collision,
            anima_body::Liquids::Pass,
        );
        let step = super::path::Step { pos: target, footing: Footing::Water };
        hit.is_none().then(|| Path { steps: vec![step], at: 0, target, reached: true })
    }

    /// `isAtValidPosition`
    fn is_able_to_walk(&self) -> bool {
        match self.mob.traits.motion {
            Motion::Swims | Motion::Drifts => self.body.in_water,
            _ => self.body.on_ground || self.body.in_water || self.body.in_lava(),
        }
    }

    fn walker(&self, difficulty: Difficulty) -> Walker<'_> {
        let traits = self.mob.traits;
        Walker {
            pos: self.body.pos,
            width: self.body.width,
            height: self.body.height,
            on_ground: self.body.on_ground,
            in_water: self.body.in_water,
            floats: traits.has(Ways::FLOATS),
            opens_doors: traits.has(Ways::OPENS_DOORS),
            max_fall: self.max_fall(difficulty),
            range: self.mob.follow_range,
            most_nodes: (traits.follow_range * 16.0) as u32,
            penalties: &traits.penalties,
        }
    }

    /// Walks on (`EntityNavigation.tick`).
    pub(super) fn follow_route(&mut self, view: &View<'_>) {
        let route = &mut self.mob.route;
        route.ticks = route.ticks.wrapping_add(1);
        if route.is_done() {
            return self.climb_on();
        }
        if self.is_able_to_walk() {
            self.pass_steps(view);
        } else if let Some(path) = &mut self.mob.route.path
            && let Some(next) = path.point(self.body.width)
        {
            let feet = self.body.pos.floor();
            if self.body.pos.y > next.y && !self.body.on_ground && feet.x == next.x.floor() && feet.z == next.z.floor()
            {
                path.at += 1;
            }
        }
        let width = self.body.width;
        let swims = self.mob.traits.motion == Motion::Swims;
        if let Some(next) = self.mob.route.path.as_ref().and_then(|path| path.point(width)) {
            let to = if swims { next } else { DVec3::new(next.x, ground_height(view, next), next.z) };
            let speed = self.mob.route.speed;
            self.move_to(to, speed);
        }
    }

    /// Goes straight for the target where there is no way: up a wall, for a spider (`SpiderNavigation.tick`).
    fn climb_on(&mut self) {
        let Some(to) = self.mob.route.beyond else { return };
        let near = f64::from(self.body.width.max(1.0)).powi(2);
        let is_near = |pos: BlockPos| pos.center().distance_squared(self.body.pos) < near;
        let level = BlockPos::new(to.x, self.body.pos.y.floor() as i32, to.z);
        if is_near(to) || self.body.pos.y > f64::from(to.y) && is_near(level) {
            self.mob.route.beyond = None;
        } else {
            self.move_to(to.corner(), self.mob.route.speed);
        }
    }

    fn move_to(&mut self, to: DVec3, speed: f64) {
        let speed = super::rabbit::wanted_speed(self, speed);
        self.mob.mover.move_to(to, speed);
    }

    /// Goes on to the next step when it is at one (`continueFollowingPath`).
    fn pass_steps(&mut self, view: &View<'_>) {
        let body = &*self.body;
        let feet = match self.mob.traits.motion {
            Motion::Swims => body.pos + DVec3::new(0.0, f64::from(body.height) * 0.5, 0.0),
            _ => DVec3::new(body.pos.x, self.surface_height(view), body.pos.z),
        };
        let near = f64::from(if body.width > 0.75 { body.width / 2.0 } else { 0.75 - body.width / 2.0 });
        let Some(path) = &mut self.mob.route.path else { return };
        let Some(step) = path.steps.get(path.at).copied() else { return };
        let corner = step.pos.corner();
        let away = DVec3::new(body.pos.x - corner.x - 0.5, body.pos.y - corner.y, body.pos.z - corner.z - 0.5).abs();
        let there = away.x < near && away.z < near && away.y < 1.0;
        let corners = !matches!(step.footing, Footing::DangerFire | Footing::DangerOther | Footing::WalkableDoor);
        if there || corners && is_past(path, feet) {
            path.at += 1;
        }
        self.give_up_when_stuck(feet);
    }

    /// The height of the feet, or of the water's surface for one that floats (`MobNavigation.getPathfindingY`).
    fn surface_height(&self, view: &View<'_>) -> f64 {
        let floor = (self.body.pos.y + 0.5).floor();
        if !self.body.in_water || !self.mob.traits.has(Ways::FLOATS) {
            return floor;
        }
        let feet = self.body.feet();
        let surface = (0..=16).map(|up| feet.up(up)).find(|pos| !is_water(view, *pos));
        f64::from(surface.unwrap_or(feet).y)
    }

    /// `EntityNavigation.checkTimeouts`
    fn give_up_when_stuck(&mut self, feet: DVec3) {
        let speed = f64::from(self.mob.step.speed);
        let route = &mut self.mob.route;
        if route.checked_pos.is_nan() {
            route.checked_pos = feet;
        }
        if route.ticks.wrapping_sub(route.checked_at) > STUCK_CHECK {
            let pace = if speed >= 1.0 { speed } else { speed * speed };
            let least = pace * 100.0 * 0.25;
            let stuck = feet.distance_squared(route.checked_pos) < least * least;
            (route.checked_at, route.checked_pos) = (route.ticks, feet);
            if stuck {
                route.stop();
                return;
            }
        }
        let Some(step) = route.path.as_ref().and_then(|path| path.steps.get(path.at)) else { return };
        if route.step == Some(step.pos) {
            route.step_ticks += 1;
        } else {
            route.step = Some(step.pos);
            route.step_ticks = 0;
            let way = feet.distance(step.pos.floor_center());
            route.step_limit = if speed > 0.0 { way / speed * 20.0 } else { 0.0 };
        }
        if route.step_limit > 0.0 && f64::from(route.step_ticks) > route.step_limit * 3.0 {
            route.step = None;
            route.stop();
        }
    }
}

/// The cell on the ground below a target in the air, or above one in a block (`MobNavigation.findPathTo`).
fn to_ground(view: &View<'_>, target: BlockPos) -> BlockPos {
    let is_air = |pos: BlockPos| view.block(pos).is_some_and(|state| state.is_air());
    let mut pos = target;
    if is_air(pos) {
        while pos.y > anima_body::MIN_Y && is_air(pos.down(1)) {
            pos = pos.down(1);
        }
        return if pos.y > anima_body::MIN_Y { pos } else { target };
    }
    while pos.y < anima_body::MAX_Y && is_solid(view, pos) {
        pos = pos.up(1);
    }
    pos
}

/// The height to step to at a point: the ground's, unless that is air (`adjustTargetY`).
fn ground_height(view: &View<'_>, point: DVec3) -> f64 {
    let pos = BlockPos::containing(point);
    let below = view.block_or_wall(pos.down(1));
    if below.flags().contains(StateFlags::AIR) {
        return point.y;
    }
    let top = below.collision().iter().map(|b| b.max.y).fold(0.0, f64::max);
    f64::from(pos.y - 1) + top
}

/// Whether the step at hand lies behind on the way to the one after it (`shouldJumpToNextNode`).
fn is_past(path: &Path, pos: DVec3) -> bool {
    let (Some(this), Some(next)) = (path.steps.get(path.at), path.steps.get(path.at + 1)) else { return false };
    let (this, next) = (this.pos.floor_center() - pos, next.pos.floor_center() - pos);
    if this.length_squared() >= 4.0 {
        return false;
    }
    let (to_this, to_next) = (this.length_squared(), next.length_squared());
    (to_next < to_this || to_this < 0.5) && next.normalize().dot(this.normalize()) < 0.0
}
