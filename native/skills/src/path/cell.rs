//! What a search asks about a block state, packed into one word and looked up once per cell.

use anima_rules::{Aabb, Block, BlockState, FluidKind, StateFlags};
use glam::DVec3;
use once_cell::sync::Lazy;
use rustc_hash::FxHashMap;

/// Heights are counted in sixteenths of a block.
pub(crate) const BLOCK: i32 = 16;
/// The player's height.
pub(crate) const BODY: i32 = 29;
/// What is stepped up without a jump (`Entity.stepHeight` 0.6).
pub(crate) const STEP: i32 = 9;
/// What a jump rises to (1.252 blocks).
pub(crate) const JUMP: i32 = 20;

/// The facts about one cell of a search's chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell(u32);

impl Cell {
    /// Not read yet.
    pub const BLANK: Cell = Cell(0);
    const READ: u32 = 1 << 0;
    const UNKNOWN: u32 = 1 << 1;
    const FREE: u32 = 1 << 2;
    const SOLID: u32 = 1 << 3;
    const WATER: u32 = 1 << 4;
    const LAVA: u32 = 1 << 5;
    const CLIMB: u32 = 1 << 6;
    const HURTS: u32 = 1 << 7;
    const FALLS: u32 = 1 << 8;
    const SWINGS: u32 = 1 << 9;
    const REPLACEABLE: u32 = 1 << 10;
    const SLOW: u32 = 1 << 11;
    const FLOWS: u32 = 1 << 12;
    const SHUNNED: u32 = 1 << 13;
    const KEPT: u32 = 1 << 14;
    const SHAPE_SHIFT: u32 = 20;

    /// A cell that was never seen.
    pub const EDGE: Cell = Cell(Cell::READ | Cell::UNKNOWN);
    /// Below the world: nobody goes there.
    pub const VOID: Cell = Cell(Cell::READ | Cell::HURTS);

    /// The facts about a state.
    #[inline]
    pub fn of(state: BlockState) -> Cell {
        FACTS.cells[usize::from(state.id())]
    }

    /// The word it is stored as; 0 for [`Cell::BLANK`].
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// From the word it is stored as.
    #[inline]
    pub const fn from_bits(bits: u32) -> Cell {
        Cell(bits)
    }

    /// The same cell where something is that is better kept away from.
    pub const fn shunned(self) -> Cell {
        Cell(self.0 | Cell::SHUNNED)
    }

    /// The same cell, not to be dug.
    pub const fn kept(self) -> Cell {
        Cell(self.0 | Cell::KEPT)
    }

    #[inline]
    const fn any(self, bits: u32) -> bool {
        self.0 & bits != 0
    }

    /// Never seen.
    #[inline]
    pub const fn is_unknown(self) -> bool {
        self.any(Cell::UNKNOWN)
    }

    /// Nothing to collide with, dry and harmless.
    #[inline]
    pub const fn is_free(self) -> bool {
        self.any(Cell::FREE)
    }

    /// A whole cube.
    #[inline]
    pub const fn is_solid(self) -> bool {
        self.any(Cell::SOLID)
    }

    /// Holds water.
    #[inline]
    pub const fn is_water(self) -> bool {
        self.any(Cell::WATER)
    }

    /// Holds water and nothing else.
    #[inline]
    pub const fn is_open_water(self) -> bool {
        self.0 & (Cell::WATER | Cell::HURTS) == Cell::WATER && self.shape_index() == 0 && !self.is_solid()
    }

    /// Holds lava.
    #[inline]
    pub const fn is_lava(self) -> bool {
        self.any(Cell::LAVA)
    }

    /// Holds either liquid.
    #[inline]
    pub const fn is_liquid(self) -> bool {
        self.any(Cell::WATER | Cell::LAVA)
    }

    /// A ladder, vine or scaffolding.
    #[inline]
    pub const fn is_climbable(self) -> bool {
        self.any(Cell::CLIMB)
    }

    /// Hurts a body that enters it or stands on it.
    #[inline]
    pub const fn hurts(self) -> bool {
        self.any(Cell::HURTS)
    }

    /// Falls when nothing is below.
    #[inline]
    pub const fn falls(self) -> bool {
        self.any(Cell::FALLS)
    }

    /// A door or gate that a hand opens.
    #[inline]
    pub const fn swings(self) -> bool {
        self.any(Cell::SWINGS)
    }

    /// A block can be placed into it.
    #[inline]
    pub const fn is_replaceable(self) -> bool {
        self.any(Cell::REPLACEABLE)
    }

    /// Slows a body that is in it or walks on it.
    #[inline]
    pub const fn is_slow(self) -> bool {
        self.any(Cell::SLOW)
    }

    /// Flowing water.
    #[inline]
    pub const fn flows(self) -> bool {
        self.any(Cell::FLOWS)
    }

    /// Something is near that is better kept away from.
    #[inline]
    pub const fn is_shunned(self) -> bool {
        self.any(Cell::SHUNNED)
    }

    /// Not to be dug.
    #[inline]
    pub const fn is_kept(self) -> bool {
        self.any(Cell::KEPT)
    }

    #[inline]
    const fn shape_index(self) -> usize {
        (self.0 >> Cell::SHAPE_SHIFT) as usize
    }

    /// Its shape; only cells that are neither free nor solid have one worth asking for.
    #[inline]
    pub fn shape(self) -> &'static Shape {
        &FACTS.shapes[self.shape_index()]
    }

    /// The height of what carries a body in the middle of the cell: 0 where nothing does.
    #[inline]
    pub fn top(self) -> i32 {
        if self.is_solid() {
            BLOCK
        } else if self.shape_index() == 0 {
            0
        } else {
            i32::from(self.shape().top)
        }
    }

    /// The height to which the middle of the cell is empty from below.
    #[inline]
    pub fn bottom(self) -> i32 {
        if self.is_solid() || self.0 & (Cell::HURTS | Cell::UNKNOWN) != 0 {
            0
        } else if self.shape_index() == 0 {
            BLOCK
        } else {
            i32::from(self.shape().bottom)
        }
    }

    /// Whether a body in the middle of the cell collides with nothing in it: free, water, or panels at its sides.
    #[inline]
    pub fn is_hollow(self) -> bool {
        self.is_free() || (self.0 & (Cell::SOLID | Cell::HURTS | Cell::UNKNOWN) == 0 && self.top() == 0)
    }

    /// How high feet stand in this cell above `below`; `None` if nothing carries them or the cell is filled.
    #[inline]
    pub fn stand(self, below: Cell) -> Option<i32> {
        if self.is_free() && below.0 & (Cell::SOLID | Cell::HURTS) == Cell::SOLID {
            return Some(0);
        }
        self.stand_on_shape(below)
    }

    fn stand_on_shape(self, below: Cell) -> Option<i32> {
        if self.0 & (Cell::SOLID | Cell::HURTS | Cell::UNKNOWN) != 0 {
            return None;
        }
        match self.top() {
            0 if below.hurts() => None,
            0 => Some(below.top() - BLOCK).filter(|height| *height >= 0),
            top if top < BLOCK => Some(top),
            _ => None,
        }
    }

    /// Whether crossing the side of this cell meets a panel: a door, an open trapdoor, a ladder, a pane.
    #[inline]
    pub fn is_walled(self, side: Side) -> bool {
        self.shape_index() != 0 && self.shape().walls & (1 << side as u8) != 0
    }

    /// Whether a walker that comes in over `side` meets a half step first, as on stairs.
    #[inline]
    pub fn has_half_step(self, side: Side) -> bool {
        self.shape_index() != 0 && {
            let edge = i32::from(self.shape().edges[side as usize]);
            (1..=STEP).contains(&edge) && self.top() - edge <= STEP
        }
    }
}

/// A horizontal side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Side {
    North,
    South,
    West,
    East,
}

impl Side {
    /// All four.
    pub const ALL: [Side; 4] = [Side::North, Side::South, Side::West, Side::East];

    /// The step out of this side, along x and z.
    #[inline]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Side::North => (0, -1),
            Side::South => (0, 1),
            Side::West => (-1, 0),
            Side::East => (1, 0),
        }
    }

    /// The side across.
    #[inline]
    pub const fn opposite(self) -> Side {
        match self {
            Side::North => Side::South,
            Side::South => Side::North,
            Side::West => Side::East,
            Side::East => Side::West,
        }
    }
}

/// What a body in or over a partly filled cell meets, in sixteenths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    /// The highest box under a body in the middle.
    pub top: u8,
    /// The lowest box over a body in the middle.
    pub bottom: u8,
    /// The highest box that a body meets in crossing each side, as [`Side`] orders them.
    pub edges: [u8; 4],
    /// Sides, one bit each, that cannot be crossed although the middle is empty.
    pub walls: u8,
}

impl Shape {
    const NONE: Shape = Shape { top: 0, bottom: BLOCK as u8, edges: [0; 4], walls: 0 };

    fn of(boxes: &[Aabb]) -> Shape {
        // The body is 0.6 wide: in the middle of a cell it keeps 0.2 off every side.
        let inside = |x1: f64, z1: f64, x2: f64, z2: f64| {
            let column = Aabb::new(DVec3::new(x1, -1.0, z1), DVec3::new(x2, 3.0, z2));
            boxes.iter().filter(move |b| b.intersects(&column))
        };
        let sixteenths = |height: f64| (height * 16.0 - 1e-6).ceil().clamp(0.0, 24.0) as u8;
        let top = inside(0.2, 0.2, 0.8, 0.8).map(|b| sixteenths(b.max.y)).max().unwrap_or(0);
        let bottom = inside(0.2, 0.2, 0.8, 0.8).map(|b| (b.min.y * 16.0 + 1e-6) as u8).min().unwrap_or(BLOCK as u8);
        let edges = Side::ALL.map(|side| {
            let strip = match side {
                Side::North => (0.2, 0.0, 0.8, 0.2),
                Side::South => (0.2, 0.8, 0.8, 1.0),
                Side::West => (0.0, 0.2, 0.2, 0.8),
                Side::East => (0.8, 0.2, 1.0, 0.8),
            };
            inside(strip.0, strip.1, strip.2, strip.3).map(|b| sixteenths(b.max.y)).max().unwrap_or(0)
        });
        let is_wall = |edge: u8| i32::from(edge) > i32::from(top) + STEP && i32::from(top) < BLOCK;
        let walls = (0..4).map(|side| u8::from(is_wall(edges[side])) << side).sum();
        Shape { top, bottom, edges, walls }
    }
}

struct Facts {
    cells: Vec<Cell>,
    shapes: Vec<Shape>,
}

static FACTS: Lazy<Facts> = Lazy::new(Facts::read);

impl Facts {
    fn read() -> Facts {
        let mut shapes = vec![Shape::NONE];
        let mut known: FxHashMap<Shape, u32> = FxHashMap::from_iter([(Shape::NONE, 0)]);
        let states = (0..BlockState::count() as u16).filter_map(BlockState::from_id);
        let cells = states
            .map(|state| {
                let solid = state.flags().contains(StateFlags::FULL_CUBE);
                let shape = if solid { Shape::NONE } else { shape_of(state) };
                let index = *known.entry(shape).or_insert_with(|| {
                    shapes.push(shape);
                    shapes.len() as u32 - 1
                });
                Cell(bits_of(state, shape) | index << Cell::SHAPE_SHIFT)
            })
            .collect();
        Facts { cells, shapes }
    }
}

fn shape_of(state: BlockState) -> Shape {
    match state.block() {
        // Climbed through from below and stood upon from above (`ScaffoldingBlock.getCollisionShape`).
        Block::SCAFFOLDING => Shape::NONE,
        // Its thin stem stands at a random place in the cell.
        Block::BAMBOO => Shape::of(&[Aabb::CUBE]),
        _ => Shape::of(state.collision()),
    }
}

fn bits_of(state: BlockState, shape: Shape) -> u32 {
    let (flags, block, fluid) = (state.flags(), state.block(), state.fluid());
    let mut bits = Cell::READ;
    let mut set = |bit: u32, when: bool| bits |= if when { bit } else { 0 };
    let water = fluid.is_some_and(|fluid| fluid.kind == FluidKind::Water);
    let lava = fluid.is_some_and(|fluid| fluid.kind == FluidKind::Lava);
    let hurts = flags.contains(StateFlags::HURTS) || lava || block == Block::POWDER_SNOW;
    let slow = matches!(block, Block::COBWEB | Block::SOUL_SAND | Block::HONEY_BLOCK);
    set(Cell::SOLID, flags.contains(StateFlags::FULL_CUBE));
    set(Cell::FREE, shape == Shape::NONE && !flags.contains(StateFlags::FULL_CUBE) && fluid.is_none() && !hurts);
    set(Cell::WATER, water);
    set(Cell::LAVA, lava);
    set(Cell::CLIMB, flags.contains(StateFlags::CLIMBABLE));
    set(Cell::HURTS, hurts);
    set(Cell::FALLS, flags.contains(StateFlags::FALLS));
    set(Cell::SWINGS, swings(block));
    set(Cell::REPLACEABLE, flags.contains(StateFlags::REPLACEABLE));
    set(Cell::SLOW, slow);
    set(Cell::FLOWS, (water && fluid.is_some_and(|fluid| !fluid.source)) || block == Block::BUBBLE_COLUMN);
    bits
}

/// Doors and gates that open by hand: all but iron doors.
pub(crate) fn swings(block: Block) -> bool {
    let name = block.name();
    (name.ends_with("_door") && block != Block::IRON_DOOR) || name.ends_with("_fence_gate")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(state: &str) -> Cell {
        Cell::of(state.parse().unwrap())
    }

    #[track_caller]
    fn check_stand(feet: &str, below: &str, expected: Option<i32>) {
        assert_eq!(cell(feet).stand(cell(below)), expected, "{feet} over {below}");
    }

    #[test]
    fn feet_stand_at_the_height_of_the_shape() {
        check_stand("air", "stone", Some(0));
        check_stand("grass", "grass_block", Some(0));
        check_stand("air", "air", None);
        check_stand("oak_slab", "stone", Some(8));
        check_stand("air", "oak_slab", None);
        check_stand("air", "oak_slab[type=top]", Some(0));
        check_stand("air", "oak_fence", Some(8));
        check_stand("snow[layers=4]", "dirt", Some(6));
        check_stand("snow[layers=1]", "dirt", Some(0));
        check_stand("farmland", "dirt", Some(15));
        check_stand("white_carpet", "stone", Some(1));
        check_stand("air", "oak_stairs", Some(0));
        check_stand("oak_door[open=true]", "stone", Some(0));
        check_stand("air", "magma_block", None);
        check_stand("fire", "stone", None);
        check_stand("stone", "stone", None);
        check_stand("air", "lava", None);
    }

    #[test]
    fn panels_wall_off_one_side() {
        let door = cell("oak_door[facing=east,open=false]");
        assert!(door.is_walled(Side::West) && !door.is_walled(Side::North));
        assert!(door.is_hollow() && door.swings());
        assert!(!cell("iron_door").swings());
        assert!(cell("ladder[facing=south]").is_walled(Side::North) && cell("ladder").is_climbable());
        assert_eq!(cell("cauldron").shape().walls, 15);
        assert_eq!(cell("stone").shape().walls, 0);
    }

    #[test]
    fn stairs_have_a_half_step_on_their_low_side() {
        let stairs = cell("stone_stairs[facing=east]");
        assert!(stairs.has_half_step(Side::West));
        assert!(!stairs.has_half_step(Side::East));
        assert!(!cell("stone").has_half_step(Side::West));
        assert!(!cell("stone_stairs[facing=east,half=top]").has_half_step(Side::West));
    }

    #[test]
    fn water_is_passed_lava_is_not() {
        assert!(cell("water").is_hollow() && cell("water").is_open_water());
        assert!(cell("kelp").is_open_water() && !cell("oak_slab[waterlogged=true]").is_open_water());
        assert!(!cell("lava").is_hollow() && !cell("magma_block").is_hollow());
        assert!(cell("water[level=3]").flows() && !cell("water").flows());
    }
}
