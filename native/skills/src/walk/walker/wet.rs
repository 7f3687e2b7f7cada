//! Through water and on ladders.

use anima_body::{BlockPos, Blocks, Keys, PlayerFlags};
use glam::DVec3;

use super::clearance::cell;
use super::{Stray, Walker};
use crate::me::heading::{keys_toward, yaw_toward};
use crate::path::route::Move;

/// How high above the bottom of the topmost cell of water the feet of a body are that swims flat with its eyes in the
/// air: the eyes are 0.4 above the feet, the water reaches 8/9 up, and eyes count as under water up to 1/9 above it
/// (`Entity.updateFluidOnEyes`).
const AFLOAT: f64 = 0.68;
/// How far a body that swims flat still rises, as a multiple of its speed: each tick takes 0.06 and then a fifth of it
/// (`Player.travel`, `LivingEntity.travel`).
const RISES_ON: f64 = 0.94 / (1.0 - 0.94 * 0.8);
/// Strokes at the surface from which on it is worth going under first: a body begins to swim flat only under water.
const LONG: usize = 6;

impl Walker<'_> {
    /// One tick of swimming towards the next step, or of coming out of water that the way did not mention.
    pub(super) fn swim(&mut self, view: &impl Blocks) -> Result<(), Stray> {
        let pos = self.now.player.pos;
        let step = self.steps[self.next];
        let aim = step.to.floor_center();
        let toward = DVec3::new(aim.x - pos.x, 0.0, aim.z - pos.z);
        if self.sprints() && self.swim_flat(view, toward) {
            return Ok(());
        }
        let is_under_water = self.now.player.is(PlayerFlags::SUBMERGED);
        let stays_under = cell(view, step.to.up(1)).is_water();
        if toward.length() > 0.15 {
            let rise = aim.y + 0.4 - pos.y;
            let pitch =
                if is_under_water && stays_under { -rise.atan2(toward.length()).to_degrees() as f32 } else { 0.0 };
            self.me.turn_to(yaw_toward(toward), pitch);
            self.me.press(Keys::FORWARD);
            if self.sprints() {
                self.me.press(Keys::SPRINT);
            }
        }
        if stays_under && aim.y < pos.y - 0.5 {
            // A sneaking body stays on the ledge that it stands on.
            if !self.now.player.is(PlayerFlags::ON_GROUND) {
                self.me.press(Keys::SNEAK);
            }
        } else if !stays_under || aim.y > pos.y + 0.2 {
            self.me.press(Keys::JUMP);
        }
        Ok(())
    }

    /// One tick of swimming flat at the surface, twice as fast as upright: a body that sprints under water swims flat,
    /// goes on so when its eyes come out of the water, and does not sink (`LocalPlayer.aiStep`,
    /// `Entity.updateSwimming`). Tells whether it does so, which takes enough water and a long enough way.
    fn swim_flat(&self, view: &impl Blocks, toward: DVec3) -> bool {
        let (player, to) = (&self.now.player, self.steps[self.next].to);
        let is_surface = |pos| cell(view, pos).is_open_water() && !cell(view, pos.up(1)).is_water();
        let is_flat = player.is(PlayerFlags::SWIMMING) && player.is(PlayerFlags::IN_WATER);
        let strokes = self.steps[self.next..].iter().take_while(|step| step.by == Move::Swim && step.to.y == to.y);
        let surface = BlockPos { y: to.y, ..player.feet() };
        let is_deep = cell(view, surface).is_open_water() && cell(view, surface.down(1)).is_open_water();
        // A body that sneaks on the edge of a ledge never comes off it.
        let may_duck = is_deep && !player.is(PlayerFlags::ON_GROUND);
        if !is_surface(to) || !is_flat && (!may_duck || strokes.take(LONG).count() < LONG) {
            return false;
        }
        self.me.turn_to(yaw_toward(toward), 0.0);
        self.me.press(Keys::FORWARD | Keys::SPRINT);
        if !is_flat && !player.is(PlayerFlags::SUBMERGED) {
            self.me.press(Keys::SNEAK);
        } else if player.pos.y + RISES_ON * player.velocity.y < f64::from(to.y) + AFLOAT {
            self.me.press(Keys::JUMP);
        }
        true
    }

    /// One tick on a ladder, or onto or off it.
    pub(super) fn climb(&mut self, view: &impl Blocks) -> Result<(), Stray> {
        let player = &self.now.player;
        let step = self.steps[self.next];
        let aim = step.to.floor_center();
        let toward = DVec3::new(aim.x - player.pos.x, 0.0, aim.z - player.pos.z);
        let from = self.from(self.next);
        let leaves_column = (from.x, from.z) != (step.to.x, step.to.z);
        // A body that leaves the ladder sideways waits until it is high enough not to bump into the floor.
        let is_high_enough = player.pos.y > aim.y - 0.6 || !player.is(PlayerFlags::CLIMBING);
        let slack = if leaves_column { 0.05 } else { 0.2 };
        if toward.length() > slack && (is_high_enough || !leaves_column) {
            let yaw = yaw_toward(toward);
            self.me.turn_to(yaw, 0.0);
            self.me.press(keys_toward(yaw, toward));
        }
        let is_on = cell(view, player.feet()).is_climbable();
        if aim.y > player.pos.y + 0.01 && is_on {
            self.me.press(Keys::JUMP);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use anima_body::BlockPos;
    use anima_world::Scene;

    use crate::path::Goal;
    use crate::testing::Game;
    use crate::{Travel, go_to};

    /// Ticks to the other shore of a lake 60 blocks wide, and the least air on the way.
    fn cross(depth: i32, food: u8) -> (u64, i32) {
        let mut scene = Scene::new();
        scene.fill([-34, 50, -4], [34, 63, 4], "stone").fill([-30, 64 - depth, -3], [29, 63, 3], "water");
        scene.fill([-30, 64, -4], [29, 80, -4], "bedrock").fill([-30, 64, 4], [29, 80, 4], "bedrock");
        scene.start_at(-31.5, 64.0, 0.5);
        scene.start.food = food;
        let (mut ticks, mut least) = (0, i32::MAX);
        let end = Game::by_day(&scene).watch(
            1000,
            |me| async move { go_to(&me, &Goal::Block(BlockPos::new(31, 64, 0)), &Travel::default()).await },
            |now, _| (ticks, least) = (ticks + 1, least.min(now.player.air)),
        );
        assert_eq!(end.outcome, Some(Ok(())));
        (ticks, least)
    }

    #[test]
    fn deep_water_is_swum_flat_with_the_head_above_it() {
        for depth in 2..=4 {
            let (ticks, air) = cross(depth, 20);
            assert!(ticks < 380 && air > 270, "{depth} deep: {ticks} ticks, {air} air");
        }
        let (ticks, air) = cross(1, 20);
        assert!(ticks < 700 && air == 300, "who can stand: {ticks} ticks, {air} air");
    }

    #[test]
    fn a_body_on_the_edge_of_a_ledge_under_water_swims_off_it() {
        let mut scene = Scene::new();
        scene.fill([-34, 50, -4], [34, 63, 4], "stone").fill([-30, 60, -3], [29, 63, 3], "water");
        scene.fill([-30, 60, -3], [-30, 62, 3], "sand").start_at(-28.7017, 63.0, 0.5);
        let end = Game::by_day(&scene).play(400, |me| async move {
            go_to(&me, &Goal::Block(BlockPos::new(31, 64, 0)), &Travel::default()).await
        });
        assert_eq!(end.outcome, Some(Ok(())));
    }

    #[test]
    fn an_agent_that_is_too_hungry_to_sprint_does_not_go_under() {
        let (ticks, air) = cross(4, 6);
        assert!(ticks < 700 && air == 300, "{ticks} ticks, {air} air");
    }
}
