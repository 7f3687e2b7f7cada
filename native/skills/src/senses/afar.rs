//! Land far off: a player tells of which biome it is by its colours, its trees and its snow, as far as it is in sight.

use anima_body::{BlockPos, ChunkPos, cells_along};
use anima_rules::Biome;
use glam::DVec3;
use once_cell::sync::Lazy;
use smallvec::SmallVec;

use super::atlas::SEA;
use super::sight::{Columns, looks, stops_sight};

/// Columns to every side in which land is told apart: a server shows ten (`view-distance` of `server.properties`).
pub(crate) const REACH: i32 = 10;
/// Looks in a tick in which there is much to see near by, and in one in which there is not.
const LOOKS: (usize, usize) = (4, 24);
/// Columns that are thought of for a look.
const THOUGHTS: usize = 12;
/// What is looked at above a column, one after the other: land that is level, land at the height of most land, and what
/// rises and falls.
const HEIGHTS: [Height; 7] = [
    Height::AboveEyes(-2.0),
    Height::At(66.0),
    Height::AboveEyes(6.0),
    Height::At(75.0),
    Height::AboveEyes(-8.0),
    Height::AboveEyes(16.0),
    Height::At(63.0),
];

/// A height to look at.
#[derive(Clone, Copy)]
enum Height {
    /// So many blocks above the eyes.
    AboveEyes(f64),
    /// This one.
    At(f64),
}

/// Looking at the land far off, in a few directions in each tick, by turns.
#[derive(Default)]
pub(super) struct Afar {
    next: usize,
    /// Which of the [`HEIGHTS`] it is looked at.
    height: usize,
    /// The looks of this tick: towards where, and what was met.
    looked: SmallVec<[(DVec3, Option<BlockPos>); LOOKS.0]>,
}

impl Afar {
    /// Looks towards some columns that are not known, at more of them while the eyes rest, and tells of which biome the
    /// land is that is met.
    pub(super) fn look(
        &mut self,
        columns: &Columns<'_>,
        eyes: DVec3,
        is_at_rest: bool,
        is_known: impl Fn(ChunkPos) -> bool,
    ) -> SmallVec<[(ChunkPos, Biome); LOOKS.0]> {
        let here = BlockPos::containing(eyes).chunk();
        let mut told = SmallVec::new();
        let looks = if is_at_rest { LOOKS.1 } else { LOOKS.0 };
        self.looked.clear();
        for _ in 0..THOUGHTS * looks {
            let (x, z) = AROUND[self.next];
            let y = match HEIGHTS[self.height] {
                Height::AboveEyes(blocks) => eyes.y + blocks,
                Height::At(y) => y,
            };
            self.next = (self.next + 1) % AROUND.len();
            if self.next == 0 {
                self.height = (self.height + 1) % HEIGHTS.len();
            }
            let chunk = ChunkPos::new(here.x + x, here.z + z);
            if is_known(chunk) {
                continue;
            }
            let way = chunk.corner(0).offset(8, 0, 8).corner().with_y(y) - eyes;
            let to = eyes + way.normalize_or_zero() * f64::from(16 * REACH);
            let met = first_met(columns, eyes, to);
            self.looked.push((to, met));
            let land = met.filter(|pos| pos.y >= SEA && !is_known(pos.chunk()));
            told.extend(land.and_then(|pos| Some((pos.chunk(), columns.at(pos.chunk())?.biome(pos)))));
            if self.looked.len() == looks {
                break;
            }
        }
        told
    }

    /// The looks of this tick: towards where, and the cell that was met.
    pub(super) fn looked(&self) -> &[(DVec3, Option<BlockPos>)] {
        &self.looked
    }
}

/// Columns around, in leaps, so that those looked at one after the other lie apart.
static AROUND: Lazy<Vec<(i32, i32)>> = Lazy::new(|| {
    /// It has no divisor in common with the number of columns.
    const LEAP: usize = 170;
    let all: Vec<(i32, i32)> = (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |z| (x, z))).collect();
    (0..all.len()).map(|n| all[n * LEAP % all.len()]).collect()
});

/// The first cell on the way that stops sight or holds a liquid.
fn first_met(columns: &Columns<'_>, from: DVec3, to: DVec3) -> Option<BlockPos> {
    let looks = looks();
    let (mut chunk, mut column) = (ChunkPos::new(i32::MAX, i32::MAX), None);
    let met = cells_along(from, to, |pos| {
        if pos.chunk() != chunk {
            (chunk, column) = (pos.chunk(), columns.at(pos.chunk()));
        }
        let Some(state) = column.map(|column| column.block(pos)) else { return Some(None) };
        let stops = stops_sight(looks[usize::from(state.id())], state, pos, from, to) || state.fluid().is_some();
        stops.then_some(Some(pos))
    });
    met.flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use anima_world::{Options, Scene};

    use super::*;

    /// The columns whose land is told by an eye at the start of a scene.
    fn told(scene: &Scene) -> BTreeMap<ChunkPos, Biome> {
        let world = scene.world(Options::default());
        let now = world.observe();
        let view = now.terrain.view();
        let eyes = now.player.eyes();
        let columns = Columns::around(&view, BlockPos::containing(eyes));
        let (mut afar, mut told) = (Afar::default(), BTreeMap::new());
        for _ in 0..AROUND.len() {
            let news = afar.look(&columns, eyes, false, |chunk| told.contains_key(&chunk));
            told.extend(news);
        }
        told
    }

    #[test]
    fn each_column_around_has_its_turn() {
        let mut all = AROUND.clone();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), (2 * REACH as usize + 1).pow(2));
    }

    #[test]
    fn land_far_off_is_told_where_nothing_hides_it() {
        let mut scene = Scene::loaded(ChunkPos::new(-10, -10), ChunkPos::new(10, 10));
        scene.fill([-160, 60, -160], [175, 62, 175], "stone").biome(Biome::PLAINS).start_at(8.5, 63.0, 8.5);
        let open = told(&scene);
        assert!(open.len() > AROUND.len() / 2, "{}", open.len());
        assert!(open.values().all(|biome| *biome == Biome::PLAINS));
        // A wall in the east.
        scene.fill([40, 63, -160], [41, 90, 175], "stone");
        let walled = told(&scene);
        assert!(walled.keys().all(|chunk| chunk.x <= 2), "{:?}", walled.keys().max());
        assert!(walled.len() < open.len() * 3 / 4, "{}", walled.len());
        // The walls of a cave are no land.
        let mut cave = Scene::loaded(ChunkPos::new(-10, -10), ChunkPos::new(10, 10));
        cave.fill([-160, 20, -160], [175, 90, 175], "stone").fill([-30, 40, -30], [40, 46, 40], "air");
        assert_eq!(told(cave.start_at(8.5, 40.0, 8.5)), BTreeMap::new());
    }
}
