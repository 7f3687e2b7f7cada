//! Monster spawners.

use anima_body::BlockPos;
use anima_rules::EntityKind;
use glam::DVec3;
use rand::RngExt;

use crate::level::Dice;

/// A monster spawner (`MobSpawnerLogic`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spawner {
    /// What it spawns.
    pub kind: EntityKind,
    /// Ticks until it tries; below 0 before it was first met.
    pub delay: i32,
    /// The shortest delay between broods.
    pub least_delay: i32,
    /// One above the longest.
    pub most_delay: i32,
    /// Mobs in a brood.
    pub count: i32,
    /// With so many of its kind around it rests.
    pub most_near: i32,
    /// How near a player must be, in blocks.
    pub player_range: i32,
    /// How far away it spawns, in blocks sideways.
    pub range: i32,
}

impl Spawner {
    /// A spawner of this kind, with vanilla numbers.
    pub const fn new(kind: EntityKind) -> Spawner {
        Spawner {
            kind,
            delay: 20,
            least_delay: 200,
            most_delay: 800,
            count: 4,
            most_near: 6,
            player_range: 16,
            range: 4,
        }
    }

    /// Whether the player is near enough for it to work.
    pub(in crate::level) fn is_awake(&self, pos: BlockPos, player: DVec3) -> bool {
        player.distance_squared(pos.center()) < f64::from(self.player_range).powi(2)
    }

    /// Lets a tick pass; whether it is time to spawn.
    pub(in crate::level) fn tick(&mut self, pos: BlockPos, player: DVec3, dice: &mut Dice) -> bool {
        if !self.is_awake(pos, player) {
            return false;
        }
        if self.delay == -1 {
            self.rest(dice);
        }
        if self.delay > 0 {
            self.delay -= 1;
            return false;
        }
        true
    }

    /// Draws the next delay.
    pub(in crate::level) fn rest(&mut self, dice: &mut Dice) {
        self.delay = match self.most_delay > self.least_delay {
            true => dice.random_range(self.least_delay..self.most_delay),
            false => self.least_delay,
        };
    }
}
