//! The blocks around an eye, laid out for rays: columns found by index, empty parts passed at a bound.

use std::sync::OnceLock;

use anima_body::{BlockPos, ChunkPos, Column, MIN_Y, SECTIONS, Section, Terrain};
use anima_rules::{BlockState, StateFlags};
use glam::{DVec3, IVec3};

/// Blocks along each edge of a brick: the parts of a section that are passed at once where they are empty.
const BRICK: i32 = 4;

/// The loaded columns around an eye.
pub(crate) struct Land<'a> {
    /// The north-west corner.
    corner: ChunkPos,
    /// Columns along each side.
    width: i32,
    plots: Vec<Plot<'a>>,
    /// One above the highest section that is not all air.
    ceiling: i32,
}

/// A column with what rays want to know of it, worked out when the first of them asks.
struct Plot<'a> {
    column: Option<&'a Column>,
    /// Height of the highest block that shuts out the sky, per block column.
    roofs: OnceLock<Box<[i16; 256]>>,
    /// For each section the bricks that are not all air, a bit each.
    bricks: [OnceLock<u64>; SECTIONS],
}

impl<'a> Land<'a> {
    /// What is loaded within so many blocks of an eye.
    pub fn around(terrain: &'a Terrain, eye: DVec3, distance: f64) -> Land<'a> {
        let center = BlockPos::containing(eye).chunk();
        let radius = (distance / 16.0).ceil() as i32;
        let (corner, width) = (ChunkPos::new(center.x - radius, center.z - radius), 2 * radius + 1);
        let chunks = (0..width).flat_map(|z| (0..width).map(move |x| ChunkPos::new(corner.x + x, corner.z + z)));
        let plots: Vec<Plot<'_>> = chunks.map(|chunk| Plot::new(terrain.column(chunk))).collect();
        let tops = plots.iter().filter_map(|plot| plot.column?.sections().iter().rposition(|s| !s.is_air()));
        let ceiling = MIN_Y + 16 * tops.max().map_or(0, |top| top as i32 + 1);
        Land { corner, width, plots, ceiling }
    }

    #[inline]
    fn plot(&self, x: i32, z: i32) -> Option<&Plot<'a>> {
        let (x, z) = (x - self.corner.x, z - self.corner.z);
        let inside = (0..self.width).contains(&x) && (0..self.width).contains(&z);
        inside.then(|| &self.plots[(z * self.width + x) as usize])
    }

    /// A loaded column.
    pub fn column(&self, chunk: ChunkPos) -> Option<&'a Column> {
        self.plot(chunk.x, chunk.z)?.column
    }

    /// The block at a position; `None` where nothing is loaded.
    #[inline]
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        Some(self.column(pos.chunk())?.block(pos))
    }

    /// Height of the highest block that shuts out the sky over (or at) a position; the lowest there is if none does.
    pub fn roof(&self, pos: BlockPos) -> i32 {
        let Some(plot) = self.plot(pos.x >> 4, pos.z >> 4) else { return MIN_Y };
        let roofs = plot.roofs.get_or_init(|| roofs(plot.column));
        i32::from(roofs[((pos.z & 15) << 4 | (pos.x & 15)) as usize])
    }

    /// Visits the non-air cells along a segment in order, until `visit` returns `Some`.
    pub fn walk<T>(
        &self,
        from: DVec3,
        to: DVec3,
        mut visit: impl FnMut(BlockPos, BlockState) -> Option<T>,
    ) -> Option<T> {
        let mut ray = Ray::new(from, to);
        let nowhere = IVec3::splat(i32::MAX);
        let (mut at, mut section, mut bricks) = (nowhere, None, 0);
        loop {
            let here = ray.cell >> 4;
            if here != at {
                at = here;
                let number = here.y - (MIN_Y >> 4);
                // What lies ahead is all above everything, or below.
                if if ray.step.y >= 0 { ray.cell.y >= self.ceiling } else { number < 0 } {
                    return None;
                }
                (section, bricks) = match self.plot(here.x, here.z) {
                    None => return None,
                    Some(plot) => plot.section(number),
                };
            }
            let Some(blocks) = section else {
                if !ray.leave(16) {
                    return None;
                }
                continue;
            };
            let cell = ray.cell & 15;
            let brick = (cell.y >> 2) << 4 | (cell.z >> 2) << 2 | cell.x >> 2;
            if bricks >> brick & 1 == 0 {
                if !ray.leave(BRICK) {
                    return None;
                }
                continue;
            }
            let state = blocks.get((cell.y << 8 | cell.z << 4 | cell.x) as usize);
            if state != BlockState::AIR
                && !state.is_air()
                && let Some(found) = visit(BlockPos::new(ray.cell.x, ray.cell.y, ray.cell.z), state)
            {
                return Some(found);
            }
            if !ray.advance() {
                return None;
            }
        }
    }
}

impl<'a> Plot<'a> {
    fn new(column: Option<&'a Column>) -> Plot<'a> {
        Plot { column, roofs: OnceLock::new(), bricks: [const { OnceLock::new() }; SECTIONS] }
    }

    /// A section that is not all air, and its bricks that are not.
    fn section(&self, number: i32) -> (Option<&'a Section>, u64) {
        let section = self.column.zip(usize::try_from(number).ok()).and_then(|(c, number)| c.sections().get(number));
        match section {
            Some(section) if !section.is_air() => {
                (Some(section), *self.bricks[number as usize].get_or_init(|| bricks(section)))
            }
            _ => (None, 0),
        }
    }
}

fn bricks(section: &Section) -> u64 {
    let Section::Array(states) = section else { return u64::MAX };
    let mut bricks = 0;
    for (row, states) in states.as_chunks::<{ BRICK as usize }>().0.iter().enumerate() {
        if states.iter().any(|state| *state != BlockState::AIR) {
            // Four bricks to each 16 blocks along x, then z, then y.
            let (x, z, y) = (row & 3, row >> 2 & 15, row >> 6);
            bricks |= 1 << ((y >> 2) << 4 | (z >> 2) << 2 | x);
        }
    }
    bricks
}

fn roofs(column: Option<&Column>) -> Box<[i16; 256]> {
    let mut roofs = Box::new([MIN_Y as i16; 256]);
    if let Some(column) = column {
        for (i, roof) in roofs.iter_mut().enumerate() {
            let shuts_out = |state: BlockState| state.flags().contains(StateFlags::OPAQUE);
            *roof = column.highest((i & 15) as i32, (i >> 4) as i32, shuts_out).unwrap_or(MIN_Y) as i16;
        }
    }
    roofs
}

/// A segment on its way from cell to cell.
struct Ray {
    cell: IVec3,
    step: IVec3,
    /// Shares of the segment at which the next cell along each axis begins.
    next: DVec3,
    /// The share that a cell takes along each axis; nothing along an axis on which the segment stays where it is.
    per_cell: DVec3,
    /// Cells along each axis.
    length: DVec3,
}

impl Ray {
    fn new(from: DVec3, to: DVec3) -> Ray {
        let (delta, whole) = (to - from, from.floor());
        let per_cell = DVec3::select(delta.cmpeq(DVec3::ZERO), DVec3::ZERO, delta.abs().recip());
        let inside = from - whole;
        let next = DVec3::from_array(std::array::from_fn(|axis| match delta[axis] {
            0.0 => f64::INFINITY,
            step if step > 0.0 => (1.0 - inside[axis]) * per_cell[axis],
            _ => inside[axis] * per_cell[axis],
        }));
        Ray { cell: whole.as_ivec3(), step: delta.signum().as_ivec3(), next, per_cell, length: delta.abs() }
    }

    /// To the next cell; `false` if the segment ends before it.
    #[inline]
    fn advance(&mut self) -> bool {
        let DVec3 { x, y, z } = self.next;
        if x < y && x < z {
            self.next.x += self.per_cell.x;
            self.cell.x += self.step.x;
            x <= 1.0
        } else if y < z {
            self.next.y += self.per_cell.y;
            self.cell.y += self.step.y;
            y <= 1.0
        } else {
            self.next.z += self.per_cell.z;
            self.cell.z += self.step.z;
            z <= 1.0
        }
    }

    /// To the first cell outside the cube of `edge` blocks (a power of two) that the cell is in; `false` if the
    /// segment ends before it.
    #[inline]
    fn leave(&mut self, edge: i32) -> bool {
        let inside = self.cell & (edge - 1);
        let left = IVec3::select(self.step.cmpgt(IVec3::ZERO), IVec3::splat(edge - 1) - inside, inside);
        // Shares at which each axis leaves the cube.
        let out = self.next + left.as_dvec3() * self.per_cell;
        let is_x = out.x < out.y && out.x < out.z;
        let is_y = !is_x && out.y < out.z;
        let share = if is_x { out.x } else { out.y.min(out.z) };
        if share > 1.0 {
            return false;
        }
        let crossed = |is_out: bool, next: f64, length: f64, left: i32| match is_out {
            true => left + 1,
            false if next < share => (((share - next) * length) as i32 + 1).min(left),
            false => 0,
        };
        let crossed = IVec3::new(
            crossed(is_x, self.next.x, self.length.x, left.x),
            crossed(is_y, self.next.y, self.length.y, left.y),
            crossed(!is_x && !is_y, self.next.z, self.length.z, left.z),
        );
        self.cell += crossed * self.step;
        self.next += crossed.as_dvec3() * self.per_cell;
        true
    }
}

#[cfg(test)]
mod tests {
    use anima_body::cells_along;
    use anima_rules::{Biome, Block};
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn passing_what_is_empty_misses_nothing() {
        let mut rng = rand_pcg::Pcg32::seed_from_u64(3);
        let mut terrain = Terrain::default();
        for chunk in ChunkPos::new(0, 0).around(4) {
            terrain.insert(chunk, Column::empty(Biome::PLAINS));
        }
        for _ in 0..3000 {
            let pos = BlockPos::new(rng.random_range(-60..70), rng.random_range(-64..100), rng.random_range(-60..70));
            terrain.set_block(pos, Block::STONE.state());
        }
        for _ in 0..3000 {
            let mut point = |reach: f64| {
                DVec3::new(
                    rng.random_range(-reach..reach),
                    rng.random_range(-reach..reach),
                    rng.random_range(-reach..reach),
                )
            };
            let from = point(8.0) + DVec3::new(8.0, 30.0, 8.0);
            let to = from + point(1.0).normalize() * 64.0;
            let land = Land::around(&terrain, from, 64.0);
            let (mut met, mut expected) = (Vec::new(), Vec::new());
            land.walk(from, to, |pos, _| {
                met.push(pos);
                None::<()>
            });
            cells_along(from, to, |pos| {
                expected.extend(terrain.block(pos).filter(|state| !state.is_air()).map(|_| pos));
                None::<()>
            });
            assert_eq!(met, expected, "from {from} to {to}");
        }
    }
}
