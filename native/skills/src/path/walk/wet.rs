//! Through water and on ladders.

use anima_body::{Keys, PlayerFlags, View};
use glam::DVec3;

use super::clearance::cell;
use super::steer::{keys_toward, yaw_toward};
use super::walker::{Stray, Walker};

impl Walker<'_> {
    /// One tick of swimming towards the next step, or of coming out of water that the way did not mention.
    pub(super) fn swim(&mut self, view: &View<'_>) -> Result<(), Stray> {
        let pos = self.now.player.pos;
        let step = self.steps[self.next];
        let aim = step.to.floor_center();
        let toward = DVec3::new(aim.x - pos.x, 0.0, aim.z - pos.z);
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
            // Who sneaks on a ledge stays on it.
            if !self.now.player.is(PlayerFlags::ON_GROUND) {
                self.me.press(Keys::SNEAK);
            }
        } else if !stays_under || aim.y > pos.y + 0.2 {
            self.me.press(Keys::JUMP);
        }
        Ok(())
    }

    /// One tick on a ladder, or onto or off it.
    pub(super) fn climb(&mut self, view: &View<'_>) -> Result<(), Stray> {
        let player = &self.now.player;
        let step = self.steps[self.next];
        let aim = step.to.floor_center();
        let toward = DVec3::new(aim.x - player.pos.x, 0.0, aim.z - player.pos.z);
        let from = self.from(self.next);
        let leaves_column = (from.x, from.z) != (step.to.x, step.to.z);
        // Who leaves the ladder sideways waits until he is high enough not to bump into the floor.
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
