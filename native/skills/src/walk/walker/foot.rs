//! On foot: running, jumping, falling, leaping.

use anima_body::{Blocks, Keys, PlayerFlags};
use glam::DVec3;

use super::clearance::{height_in, is_clear_run};
use super::steer::{Flight, fly, is_carried_by, steer};
use super::{Stray, Walker};
use crate::me::forecast::{Ghost, Push};
use crate::me::harm::is_hurt_at;
use crate::me::heading::yaw_toward;
use crate::path::route::Move;

/// Steps ahead of the next that a straight run may skip.
const SKIP: usize = 10;
/// Steps ahead of the next that a flight may end at.
const FLIGHT: usize = 8;
/// Steps ahead in which a jump is prepared for.
const LOOK_AHEAD: usize = 4;
/// What is stepped down in a tick or two, in blocks: half a block, and a little.
const HALF_STEP: f64 = 0.6;
/// Less than this is no step.
const EVEN: f64 = 0.03;
/// A run-up is sought this often before a leap is given up.
const RETREATS: u32 = 2;

impl Walker<'_> {
    /// One tick of a step that is taken on foot.
    pub(super) fn on_foot(&mut self, view: &impl Blocks) -> Result<(), Stray> {
        let player = &self.now.player;
        if player.is(PlayerFlags::IN_WATER) || player.is(PlayerFlags::IN_LAVA) {
            return self.swim(view);
        }
        let ghost = Ghost::of(player);
        let push = if ghost.on_ground {
            self.landing = None;
            self.on_ground(view, &ghost)?
        } else {
            let aim = self.landing.unwrap_or_else(|| self.foot(view, self.next));
            self.me.let_go();
            steer(&ghost, aim, self.sprints())
        };
        self.press(push);
        Ok(())
    }

    /// Holds the keys of a push.
    pub(super) fn press(&self, push: Push) {
        if push.toward != DVec3::ZERO {
            self.me.turn_to(yaw_toward(push.toward), 0.0);
            self.me.press(Keys::FORWARD);
            if push.sprint {
                self.me.press(Keys::SPRINT);
            }
        }
        if push.jump {
            self.me.press(Keys::JUMP);
        }
    }

    fn on_ground(&mut self, view: &impl Blocks, ghost: &Ghost) -> Result<Push, Stray> {
        if let Some(back) = self.retreating_to {
            let way = DVec3::new(back.x - ghost.pos.x, 0.0, back.z - ghost.pos.z);
            if way.length() > 0.1 {
                return Ok(self.keep_on_ground(view, ghost, Push::run(ghost.pos, back, false)));
            }
            self.retreating_to = None;
        }
        self.skip_ahead(view, ghost.pos);
        if let Some(push) = self.jump_now(view, ghost) {
            return Ok(push);
        }
        if self.steps[self.next].by == Move::Leap {
            return self.run_up(view, ghost);
        }
        self.run(view, ghost)
    }

    /// Leaves out steps that a straight run passes by.
    fn skip_ahead(&mut self, view: &impl Blocks, pos: DVec3) {
        let walks = self.steps[self.next..].iter().take(SKIP + 1).take_while(|step| step.by == Move::Walk).count();
        for skipped in (1..walks).rev() {
            if is_clear_run(view, pos, self.foot(view, self.next + skipped)) {
                return self.skip_to(self.next + skipped);
            }
        }
    }

    /// The jump to make in this tick, if there is one to make: one that the way asks for, once it would land.
    fn jump_now(&mut self, view: &impl Blocks, ghost: &Ghost) -> Option<Push> {
        let mut ahead = self.next..(self.next + LOOK_AHEAD).min(self.steps.len());
        let first = ahead.find(|step| self.steps[*step].by != Move::Walk);
        let step = first.filter(|step| matches!(self.steps[*step].by, Move::Jump | Move::Leap))?;
        self.aims(view, step).into_iter().find_map(|aim| self.try_jump(view, ghost, step, aim))
    }

    /// A jump towards `aim`, if it would land at a step or beyond it.
    fn try_jump(&mut self, view: &impl Blocks, ghost: &Ghost, step: usize, aim: DVec3) -> Option<Push> {
        // A body that sneaked until now stays slow for one more tick (`ClientPlayerEntity.shouldSlowDown`).
        if self.now.player.is(PlayerFlags::SNEAKING) {
            return None;
        }
        let push = Push::run(ghost.pos, aim, self.sprints()).jumping();
        let flight = fly(view, ghost, push, aim, self.sprints())?;
        let landed = self.lands_at(view, &flight)?;
        (landed >= step).then(|| {
            self.landing = Some(aim);
            push
        })
    }

    /// Where a flight that ends with a step may aim: as far along the way as it goes straight on, level with the
    /// step, or else right at it.
    fn aims(&self, view: &impl Blocks, step: usize) -> [DVec3; 2] {
        let at = self.foot(view, step);
        let mut far = at;
        for later in step + 1..(step + 4).min(self.steps.len()) {
            let foot = self.foot(view, later);
            let on = foot - at;
            let from = at - (self.from(step).floor_center());
            let is_straight = (on.x * from.z - on.z * from.x).abs() < 1e-6 && on.x * from.x + on.z * from.z > 0.0;
            if self.steps[later].by != Move::Walk || (foot.y - at.y).abs() > 0.01 || !is_straight {
                break;
            }
            far = foot;
        }
        [far, at]
    }

    /// The last step at whose end a flight would come to stand, or float; `None` if it goes astray.
    fn lands_at(&self, view: &impl Blocks, flight: &Flight) -> Option<usize> {
        let end = &flight.end;
        if (!end.is_held && flight.fallen > self.max_fall) || is_hurt_at(view, end.pos) {
            return None;
        }
        (self.next..(self.next + FLIGHT).min(self.steps.len())).rev().find(|step| {
            let foot = self.foot(view, *step);
            let is_level = if end.is_held {
                (-1.5..=1.5).contains(&(end.pos.y - foot.y))
            } else {
                (end.pos.y - foot.y).abs() < 0.2
            };
            // A body that has come into a vine above the block that the step starts in climbs on from there.
            let climbs_on = end.is_held && *step == self.next && is_carried_by(end.pos, self.from(*step));
            is_level && (climbs_on || is_carried_by(end.pos, self.steps[*step].to))
        })
    }

    /// Whether a flight comes down half a block at most, to the floor on which the step begins: the body stood on the
    /// edge of a higher one.
    fn steps_down_to_begin(&self, view: &impl Blocks, ghost: &Ghost, flight: &Flight) -> bool {
        let (end, from) = (&flight.end, self.from(self.next));
        let floor = f64::from(from.y) + height_in(view, from);
        !end.is_held
            && (EVEN..HALF_STEP).contains(&(ghost.pos.y - floor))
            && flight.fallen < HALF_STEP
            && (end.pos.y - floor).abs() < EVEN
            && is_carried_by(end.pos, from)
            && !is_hurt_at(view, end.pos)
    }

    /// Towards the next step, faster or slower as it takes to come down where the way goes on.
    fn run(&mut self, view: &impl Blocks, ghost: &Ghost) -> Result<Push, Stray> {
        let aim = self.foot(view, self.next);
        let run = Push::run(ghost.pos, aim, self.sprints());
        let slow = Push { sprint: false, ..run };
        let brake = Push::brake(ghost);
        for push in [run, slow, Push::NONE, brake] {
            let mut after = ghost.clone();
            after.step(view, push);
            if is_hurt_at(view, after.pos) && !is_hurt_at(view, ghost.pos) {
                continue;
            }
            if after.stands(view) {
                return Ok(push);
            }
            for aim in self.aims(view, self.next) {
                let flight = fly(view, ghost, push, aim, self.sprints());
                if flight.is_some_and(|flight| {
                    self.lands_at(view, &flight).is_some() || self.steps_down_to_begin(view, ghost, &flight)
                }) {
                    self.landing = Some(aim);
                    self.me.let_go();
                    return Ok(push);
                }
            }
        }
        if ghost.velocity.with_y(0.0).length() >= 0.05 {
            return Ok(brake);
        }
        // None of the ways down ends where it should; one that does no harm may be tried.
        match fly(view, ghost, slow, aim, false) {
            Some(flight) if flight.fallen <= self.max_fall && !is_hurt_at(view, flight.end.pos) => {
                self.me.let_go();
                Ok(slow)
            }
            _ => Err(Stray::Stuck(self.from(self.next), self.steps[self.next].to)),
        }
    }

    /// Towards a leap, up to the last place to jump from; back for a longer run-up if it would fall short.
    fn run_up(&mut self, view: &impl Blocks, ghost: &Ghost) -> Result<Push, Stray> {
        let aim = self.foot(view, self.next);
        let run = Push::run(ghost.pos, aim, self.sprints());
        let mut after = ghost.clone();
        after.step(view, run);
        if after.stands(view) {
            return Ok(run);
        }
        // For one tick after the feet have left the edge a jump is still possible.
        let step = self.next;
        if after.on_ground
            && self.aims(view, step).into_iter().any(|aim| self.try_jump(view, &after, step, aim).is_some())
        {
            self.me.let_go();
            return Ok(run);
        }
        let from = self.from(self.next);
        if self.retreats >= RETREATS {
            return Err(Stray::Stuck(from, self.steps[self.next].to));
        }
        self.retreats += 1;
        self.retreating_to = Some(from.floor_center() - run.toward * 0.55);
        Ok(self.keep_on_ground(view, ghost, Push::run(ghost.pos, from.floor_center(), false)))
    }

    /// A push, unless it would lead off an edge: then none.
    fn keep_on_ground(&self, view: &impl Blocks, ghost: &Ghost, push: Push) -> Push {
        let mut after = ghost.clone();
        after.step(view, push);
        let brake = Push::brake(ghost);
        if after.stands(view) { push } else { brake }
    }
}

#[cfg(test)]
mod tests {
    use anima_body::BlockPos;
    use anima_world::Scene;

    use crate::path::Goal;
    use crate::testing::Game;
    use crate::{Travel, go_to};

    #[test]
    fn comes_down_beside_what_burns_without_touching_it() {
        // A ledge, a step down off its corner, fire beside the way from there and at its end.
        for end in [0, 1, 8] {
            let mut scene = Scene::new();
            scene.fill([-12, 60, -12], [12, 62, 12], "stone").fill([-12, 63, 0], [-1, 63, 12], "stone");
            scene.fill([1, 63, 0], [9, 66, 0], "stone");
            scene.fill([-2, 62, -2], [9, 62, -2], "soul_soil").fill([-2, 63, -2], [9, 63, -2], "soul_fire");
            scene.set([end + 1, 62, -1], "soul_soil").set([end + 1, 63, -1], "soul_fire");
            let goal = Goal::Block(BlockPos::new(end, 63, -1));
            for x in (1..9).map(|x| 0.5 - f64::from(x) - 1.0) {
                for z in [0.5, 5.5, 6.5, 7.5] {
                    scene.start_at(x, 64.0, z);
                    let goal = goal.clone();
                    let go = |me| async move { go_to(&me, &goal, &Travel::default()).await };
                    let end = Game::by_day(&scene).after(20).play(400, go);
                    assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0), "from {x} {z}");
                }
            }
        }
    }
}
