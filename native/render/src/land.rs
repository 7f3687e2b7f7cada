//! The blocks around an eye, laid out for rays: columns found by index, empty parts passed at a bound.
//!
//! A ray goes from section to section; through one that is not all air from brick to brick; through a brick that is
//! not all air from block to block. Each is the same walk from cube to cube, begun where the larger cube is entered.

use anima_body::{BlockPos, ChunkPos, Column, MIN_Y, SECTIONS, Section, Terrain};
use anima_rules::{BlockState, StateFlags};
use glam::{DVec3, IVec3};
use once_cell::sync::OnceCell;

/// Blocks along each edge of a section.
const SECTION: i32 = 16;
/// Blocks along each edge of a brick: the parts of a section that are passed at once where they are empty.
const BRICK: i32 = 4;

/// The loaded columns around an eye.
pub(crate) struct Land<'a> {
    /// The north-west corner.
    corner: ChunkPos,
    /// Columns along each side.
    width: i32,
    plots: Vec<Plot<'a>>,
    /// The number of the section above the highest one that is not all air.
    ceiling: i32,
}

/// A column with what rays want to know of it, worked out when the first of them asks.
struct Plot<'a> {
    column: Option<&'a Column>,
    /// Height of the highest block that shuts out the sky, per block column.
    roofs: OnceCell<Box<[i16; 256]>>,
    /// For each section the bricks that are not all air, a bit each.
    bricks: [OnceCell<u64>; SECTIONS],
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
        let ceiling = tops.max().map_or(0, |top| top as i32 + 1);
        Land { corner, width, plots, ceiling }
    }

    /// The plot so many columns from the corner.
    #[inline]
    fn plot(&self, x: i32, z: i32) -> Option<&Plot<'a>> {
        let inside = (0..self.width).contains(&x) && (0..self.width).contains(&z);
        inside.then(|| &self.plots[(z * self.width + x) as usize])
    }

    /// A loaded column.
    pub fn column(&self, chunk: ChunkPos) -> Option<&'a Column> {
        self.plot(chunk.x - self.corner.x, chunk.z - self.corner.z)?.column
    }

    /// The block at a position; `None` where nothing is loaded.
    #[inline]
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        Some(self.column(pos.chunk())?.block(pos))
    }

    /// Height of the highest block that shuts out the sky over (or at) a position; the lowest there is if none does.
    pub fn roof(&self, pos: BlockPos) -> i32 {
        let ChunkPos { x, z } = pos.chunk();
        let Some(plot) = self.plot(x - self.corner.x, z - self.corner.z) else { return MIN_Y };
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
        let corner = self.corner.corner(MIN_Y);
        let line = Line::new(from - corner.corner(), to - corner.corner());
        let mut sections = line.cubes::<SECTION>();
        loop {
            let at = sections.cube;
            let is_past = if line.step.y > 0 { at.y >= self.ceiling } else { at.y < 0 };
            if is_past {
                return None;
            }
            if let (Some(section), filled) = self.plot(at.x, at.z)?.section(at.y)
                && let Some(found) =
                    blocks_met(section, filled, &line, &sections, |block, state| visit(corner + block, state))
            {
                return Some(found);
            }
            if !sections.advance(&line) {
                return None;
            }
        }
    }
}

/// Visits the non-air blocks of a section that lie in its filled bricks and on a segment.
// As a call of its own it makes a frame 7 % dearer.
#[inline(always)]
fn blocks_met<T>(
    section: &Section,
    filled: u64,
    line: &Line,
    whole: &Cubes<SECTION>,
    mut visit: impl FnMut(IVec3, BlockState) -> Option<T>,
) -> Option<T> {
    let mut bricks = whole.split::<BRICK>(line);
    while bricks.cube >> 2 == whole.cube {
        let brick = bricks.cube & 3;
        if filled >> (brick.y << 4 | brick.z << 2 | brick.x) & 1 != 0 {
            let mut blocks = bricks.split::<1>(line);
            while blocks.cube >> 2 == bricks.cube {
                let block = blocks.cube & 15;
                let state = section.get((block.y << 8 | block.z << 4 | block.x) as usize);
                if state != BlockState::AIR
                    && !state.is_air()
                    && let Some(found) = visit(blocks.cube, state)
                {
                    return Some(found);
                }
                if !blocks.advance(line) {
                    return None;
                }
            }
        }
        if !bricks.advance(line) {
            return None;
        }
    }
    None
}

impl<'a> Plot<'a> {
    fn new(column: Option<&'a Column>) -> Plot<'a> {
        Plot { column, roofs: OnceCell::new(), bricks: [const { OnceCell::new() }; SECTIONS] }
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

/// A segment.
struct Line {
    from: DVec3,
    delta: DVec3,
    step: IVec3,
    /// The share of the segment that a block takes along each axis; its sign is that of `step`.
    per_block: DVec3,
}

/// Where a segment is on its way from cube to cube of `EDGE` blocks along each edge.
struct Cubes<const EDGE: i32> {
    /// The cube it is in, counted in edges.
    cube: IVec3,
    /// The share of the segment before the cube.
    share: f64,
    /// Shares at which the next cube along each axis begins.
    next: DVec3,
    /// The share that a cube takes along each axis.
    per_cube: DVec3,
}

impl Line {
    fn new(from: DVec3, to: DVec3) -> Line {
        // No negative zero: along an axis on which the segment stays where it is, the next cube is infinitely far.
        let delta = to - from + 0.0;
        Line { from, delta, step: delta.signum().as_ivec3(), per_block: delta.recip() }
    }

    /// Its way from its beginning on.
    fn cubes<const EDGE: i32>(&self) -> Cubes<EDGE> {
        self.cubes_from((self.from / f64::from(EDGE)).floor().as_ivec3(), 0.0)
    }

    #[inline]
    fn cubes_from<const EDGE: i32>(&self, cube: IVec3, share: f64) -> Cubes<EDGE> {
        let far_side = (cube + self.step.max(IVec3::ZERO)) * EDGE;
        let next = (far_side.as_dvec3() - self.from) * self.per_block;
        Cubes { cube, share, next, per_cube: self.per_block.abs() * f64::from(EDGE) }
    }
}

impl<const EDGE: i32> Cubes<EDGE> {
    /// The way on by smaller cubes, from where this cube is entered.
    #[inline]
    fn split<const SMALL: i32>(&self, line: &Line) -> Cubes<SMALL> {
        let entered = (line.from + line.delta * self.share) / f64::from(SMALL);
        let first = self.cube * (EDGE / SMALL);
        // Rounding must not lead out of the cube.
        line.cubes_from(entered.as_ivec3().clamp(first, first + (EDGE / SMALL - 1)), self.share)
    }

    /// To the next cube; `false` if the segment ends before it.
    #[inline]
    fn advance(&mut self, line: &Line) -> bool {
        let DVec3 { x, y, z } = self.next;
        if x < y && x < z {
            self.share = x;
            self.next.x += self.per_cube.x;
            self.cube.x += line.step.x;
        } else if y < z {
            self.share = y;
            self.next.y += self.per_cube.y;
            self.cube.y += line.step.y;
        } else {
            self.share = z;
            self.next.z += self.per_cube.z;
            self.cube.z += line.step.z;
        }
        self.share <= 1.0
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
