//! A bare world for tests, and its blocks as text.

use anima_body::{BlockPos, ChunkPos, Column, Section, Weather};
use anima_rules::{Block, BlockState};
use glam::DVec3;

use super::{Conditions, Level, Spawn};
use crate::{Difficulty, GameRules};

/// 5x5 columns with a stone floor whose top is at y 63.
pub(super) fn floor() -> Level {
    let mut level = Level::new(7);
    for chunk in ChunkPos::new(0, 0).around(2) {
        let mut column = Column::default();
        for section in 0..8 {
            column.set_section(section, Section::Single(Block::STONE.state()));
        }
        level.insert(chunk, column);
    }
    level
}

pub(super) fn state(text: &str) -> BlockState {
    text.parse().unwrap()
}

impl Level {
    /// Sets a block written as text.
    pub(super) fn put(&mut self, pos: [i32; 3], text: &str) {
        self.set_block(pos.into(), state(text));
    }

    /// The block as text, without the properties.
    pub(super) fn name(&self, pos: [i32; 3]) -> &'static str {
        self.block(BlockPos::from(pos)).block().name()
    }

    /// Lets ticks pass, with no random ticks, at noon.
    pub(super) fn run(&mut self, ticks: u32) {
        self.run_with(ticks, 0);
    }

    /// Lets ticks pass at noon.
    pub(super) fn run_with(&mut self, ticks: u32, random_tick_speed: u32) {
        let rules = GameRules { random_tick_speed, ..GameRules::default() };
        let conditions = Conditions {
            player: DVec3::new(8.0, 64.0, 8.0),
            radius: 1,
            day_time: 6000,
            weather: Weather::Clear,
            difficulty: Difficulty::Normal,
            rules: &rules,
        };
        for _ in 0..ticks {
            self.tick(&conditions);
            self.tick_block_entities(&conditions);
        }
    }

    /// What items came out since the last call, as text.
    pub(super) fn dropped(&mut self) -> String {
        let items = self.take_spawns().into_iter().filter_map(|spawn| match spawn {
            Spawn::Item { stack, .. } => Some(format!("{stack:?}")),
            _ => None,
        });
        items.collect::<Vec<_>>().join(", ")
    }
}
