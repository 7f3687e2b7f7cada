//! Ways over ground for mobs.

mod footing;
mod search;

use anima_body::BlockPos;
use glam::DVec3;

pub(crate) use footing::{Footing, Penalties, carries, footing, is_solid, is_water};
pub(crate) use search::{Finder, Walker};

/// One cell of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub pos: BlockPos,
    pub footing: Footing,
}

/// A way from cell to cell, and how far along it a mob is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub steps: Vec<Step>,
    /// The step that it walks to.
    pub at: usize,
    /// Where it was to lead.
    pub target: BlockPos,
    /// Whether it leads there.
    pub reached: bool,
}

impl Path {
    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.steps.len()
    }

    /// Where a body of this width stands in the step at hand (`Path.getNodePosition`).
    pub(crate) fn point(&self, width: f32) -> Option<DVec3> {
        let middle = f64::from((width + 1.0).floor()) * 0.5;
        let step = self.steps.get(self.at)?;
        Some(step.pos.corner() + DVec3::new(middle, 0.0, middle))
    }
}
