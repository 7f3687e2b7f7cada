//! Ore that is looked for, and where it is worth looking for it.

use std::ops::RangeInclusive;

use anima_rules::Block;

/// Ticks to dig a block of tunnel, two high.
const ROCK: f64 = 38.0;
/// New blocks that a tunnel shows in a tick.
const TUNNEL: f64 = 6.0 / ROCK;

/// What is looked for, and where it is worth looking.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// Any of these.
    pub blocks: Vec<Block>,
    /// Heights where it is found.
    pub heights: RangeInclusive<i32>,
    /// The height where most of it is.
    pub best_y: i32,
    /// How much of it is left where it lies beside air, as a share.
    pub exposed: f64,
    /// The heights at which a tunnel shows most of it.
    pub tunnel_at: RangeInclusive<i32>,
}

impl Prospect {
    /// Height of the tunnel that an agent at height `y` should dig.
    pub(crate) fn tunnel_y(&self, y: i32) -> i32 {
        y.clamp(*self.tunnel_at.start(), *self.tunnel_at.end())
    }

    /// What the tunnel that an agent at height `y` should dig shows in a tick.
    pub(crate) fn tunnel_yield(&self, y: i32) -> f64 {
        TUNNEL * self.richness(self.tunnel_y(y))
    }

    /// How rich the rock at a height is, against the richest.
    pub(crate) fn richness(&self, y: i32) -> f64 {
        /// Of what is found anywhere there is a little elsewhere, too.
        const LEAST: f64 = 0.05;
        let (low, high) = (*self.heights.start(), *self.heights.end());
        let share = if y >= self.best_y {
            f64::from(high - y) / f64::from((high - self.best_y).max(1))
        } else {
            f64::from(y - low + 1) / f64::from((self.best_y - low + 1).max(1))
        };
        share.clamp(LEAST, 1.0)
    }
}

#[cfg(test)]
impl Prospect {
    /// Iron, of which there is most at the height of these scenes.
    pub(crate) fn iron() -> Prospect {
        let blocks = vec![Block::IRON_ORE];
        Prospect { blocks, heights: 30..=60, best_y: 45, exposed: 1.0, tunnel_at: 40..=46 }
    }
}
