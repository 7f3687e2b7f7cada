//! What stops a line of sight, and columns found fast along many of them.

use std::cell::Cell;

use anima_body::{BlockPos, ChunkPos, Column, View, cells_along};
use anima_rules::{BlockState, FluidKind, StateFlags};
use bitflags::bitflags;
use glam::DVec3;
use once_cell::sync::Lazy;

use super::atlas;
use super::range::SIGHT;

bitflags! {
    /// What a ray asks about a state.
    #[derive(Clone, Copy)]
    pub(super) struct Look: u8 {
        /// Stops sight, wherever it is met.
        const STOPS = 1 << 0;
        /// Stops sight where its outline is met.
        const SHAPED = 1 << 1;
        /// The atlas keeps lists of it.
        const LISTED = 1 << 2;
    }
}

/// The [`Look`] of each state, by number.
pub(super) fn looks() -> &'static [Look] {
    static LOOKS: Lazy<Vec<Look>> = Lazy::new(|| (0..=u16::MAX).map_while(BlockState::from_id).map(look_of).collect());
    &LOOKS
}

/// Opaque cubes and leaves stop sight; glass, liquid and plants do not; the rest does where a line meets its outline.
fn look_of(state: BlockState) -> Look {
    let flags = state.flags();
    let stop = if flags.intersects(StateFlags::AIR | StateFlags::NO_COLLISION) {
        let is_lava = state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Lava);
        if is_lava { Look::STOPS } else { Look::empty() }
    } else if flags.contains(StateFlags::OPAQUE) {
        Look::STOPS
    } else if flags.contains(StateFlags::FULL_CUBE) {
        if state.light_filtered() > 0 { Look::STOPS } else { Look::empty() }
    } else {
        Look::SHAPED
    };
    let listed = if atlas::is_listed(state) { Look::LISTED } else { Look::empty() };
    stop | listed
}

/// Whether a cell stops a line of sight.
#[inline]
pub(super) fn stops_sight(look: Look, state: BlockState, pos: BlockPos, from: DVec3, to: DVec3) -> bool {
    let meets = || state.outline().iter().any(|shape| shape.shifted(pos.corner()).entry(from, to).is_some());
    look.contains(Look::STOPS) || (look.contains(Look::SHAPED) && meets())
}

/// Columns to every side as far as rays reach.
const REACH: i32 = SIGHT as i32 / 16 + 1;
/// Columns along each edge of the square that rays may come to.
const WIDTH: usize = 2 * REACH as usize + 1;

/// The columns that rays from one place may come to, each looked up once.
pub(super) struct Columns<'a> {
    view: &'a View<'a>,
    /// The north-west corner.
    corner: ChunkPos,
    /// What was looked up so far, and found.
    found: [Cell<Option<Option<&'a Column>>>; WIDTH * WIDTH],
}

impl<'a> Columns<'a> {
    pub fn around(view: &'a View<'a>, eyes: BlockPos) -> Columns<'a> {
        let center = eyes.chunk();
        let corner = ChunkPos::new(center.x - REACH, center.z - REACH);
        Columns { view, corner, found: [const { Cell::new(None) }; WIDTH * WIDTH] }
    }

    /// A loaded column.
    #[inline]
    pub fn at(&self, chunk: ChunkPos) -> Option<&'a Column> {
        let (x, z) = ((chunk.x - self.corner.x) as usize, (chunk.z - self.corner.z) as usize);
        if x >= WIDTH || z >= WIDTH {
            return self.view.column(chunk);
        }
        let found = &self.found[z * WIDTH + x];
        found.get().unwrap_or_else(|| {
            let column = self.view.column(chunk);
            found.set(Some(column));
            column
        })
    }
}

/// Whether a player can see from one point to the other: entities are known only when they are in sight.
pub(super) fn sees(columns: &Columns<'_>, from: DVec3, to: DVec3) -> bool {
    let looks = looks();
    let (mut chunk, mut column) = (ChunkPos::new(i32::MAX, i32::MAX), None);
    cells_along(from, to, |pos| {
        if pos.chunk() != chunk {
            (chunk, column) = (pos.chunk(), columns.at(pos.chunk()));
        }
        let Some(state) = column.map(|column| column.block(pos)) else { return Some(()) };
        stops_sight(looks[usize::from(state.id())], state, pos, from, to).then_some(())
    })
    .is_none()
}
