//! Where a body can go from a place, and what it costs.
//!
//! A node is the block that the feet are in. How they are held there (by a floor at some height, by water, by a
//! ladder) follows from the cells around, but for two cases that the way itself makes: a floor that was placed,
//! and a filled cell that was dug.

mod build;
mod dig;
mod ground;
mod leap;
mod water;

use anima_body::{BlockPos, Blocks};
use glam::DVec3;

use super::cell::{BLOCK, BODY, Cell, Side};
use super::cost;
use super::route::Move;
use super::tree::{Arrival, Tree};

/// How the body is held at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    /// Feet on something.
    Ground,
    /// Afloat.
    Water,
    /// On a ladder or the like, with no ground below.
    Ladder,
}

/// The cells of a column at and around a node's height.
#[derive(Clone, Copy)]
struct Column {
    pos: BlockPos,
    below: Cell,
    feet: Cell,
    head: Cell,
    over: Cell,
}

/// One node being taken from the open list: finds the moves out of it.
pub(super) struct Expansion<'a, K> {
    tree: &'a mut Tree,
    known: &'a K,
    node: u32,
    spent: u32,
    placed: u16,
    hurt: u8,
    here: Column,
    hold: Hold,
    /// Height of the feet in their cell, in sixteenths.
    height: i32,
    /// The head is in water.
    under_water: bool,
    /// A cell that mattered is not known.
    edge: bool,
}

impl<'a, K: Blocks> Expansion<'a, K> {
    pub fn new(tree: &'a mut Tree, known: &'a K, node: u32) -> Expansion<'a, K> {
        let at = &tree.nodes[node as usize];
        let (pos, spent, placed, hurt, on_own_block) = (at.pos, at.spent, at.placed, at.hurt, at.on_own_block);
        let [below, feet, head, over] = tree.stack(pos, known);
        let here = Column { pos, below, feet, head, over };
        let (hold, height) = if on_own_block {
            (Hold::Ground, 0)
        } else if here.feet.is_open_water() {
            (Hold::Water, 0)
        } else if let Some(height) = here.feet.stand(here.below) {
            (Hold::Ground, height)
        } else if here.feet.is_climbable() {
            (Hold::Ladder, 0)
        } else {
            // A cell that was dug free, or the air that the search started in.
            (Hold::Ground, (here.below.top() - BLOCK).max(0))
        };
        let under_water = here.head.is_water();
        Expansion { tree, known, node, spent, placed, hurt, here, hold, height, under_water, edge: false }
    }

    /// Notes every move out of the node; returns whether the edge of the known was met.
    pub fn run(mut self) -> bool {
        let [north, south, west, east] = Side::ALL;
        let beside = [self.beside(north), self.beside(south), self.beside(west), self.beside(east)];
        if self.here.over.is_lava()
            || beside.iter().any(|next| next.head.is_lava() || next.feet.is_lava() || next.below.is_lava())
        {
            self.spent += cost::HOT;
        }
        match self.hold {
            Hold::Ground => self.on_foot(&beside),
            Hold::Water => self.afloat(&beside),
            Hold::Ladder => self.on_ladder(&beside),
        }
        self.climb();
        if self.tree.conditions.can_dig {
            self.dig(&beside);
        }
        if self.tree.conditions.can_place {
            self.build(&beside);
        }
        self.edge
    }

    #[inline]
    fn cell(&mut self, pos: BlockPos) -> Cell {
        self.tree.cell(pos, self.known)
    }

    fn beside(&mut self, side: Side) -> Column {
        let (x, z) = side.step();
        self.column(self.here.pos.offset(x, 0, z))
    }

    #[inline]
    fn column(&mut self, pos: BlockPos) -> Column {
        let [below, feet, head, over] = self.tree.stack(pos, self.known);
        let column = Column { pos, below, feet, head, over };
        if column.feet.is_unknown() {
            self.meet_edge(pos);
        } else if column.head.is_unknown() {
            self.meet_edge(pos.up(1));
        } else if column.below.is_unknown() && column.feet.is_hollow() {
            self.meet_edge(pos.down(1));
        }
        column
    }

    /// Notes that a cell which matters is not known, unless it is so near that it would be if it were there at all.
    #[cold]
    fn meet_edge(&mut self, pos: BlockPos) {
        let away = pos - self.tree.eyes();
        self.edge |= away.abs().max_element() > self.tree.conditions.near;
    }

    /// Notes a move that costs `cost`.
    #[inline]
    fn go(&mut self, to: BlockPos, cost: u32, by: Move) {
        self.go_building(to, cost, by, 0, false);
    }

    /// Notes a fall that may be deeper than is harmless; tells whether it is allowed.
    fn go_falling(&mut self, to: BlockPos, cost: u32, by: Move, drop: i32) -> bool {
        let deeper = drop - BLOCK * self.tree.conditions.max_fall;
        let hurt = u32::from(self.hurt) + (deeper.max(0) as u32).div_ceil(BLOCK as u32);
        if deeper > 0 && hurt > u32::from(self.tree.conditions.may_hurt) {
            return false;
        }
        let before = std::mem::replace(&mut self.hurt, hurt as u8);
        self.go(to, cost + (hurt - u32::from(before)) * cost::HURT, by);
        self.hurt = before;
        true
    }

    /// Blocks that may be fallen from here.
    fn deepest_fall(&self) -> i32 {
        let conditions = &self.tree.conditions;
        conditions.max_fall + i32::from(conditions.may_hurt.saturating_sub(self.hurt))
    }

    /// Notes a move that places some blocks.
    #[inline]
    fn go_building(&mut self, to: BlockPos, cost: u32, by: Move, blocks: u16, on_own_block: bool) {
        if cost >= cost::NEVER {
            return;
        }
        let barred = &self.tree.conditions.barred;
        if !barred.is_empty() && barred.contains(&(self.here.pos, to)) {
            return;
        }
        // Nobody sees the agent in a tunnel of its own.
        let is_hidden = matches!(by, Move::Dig | Move::DigDown);
        let is_dreaded = !is_hidden && !self.tree.conditions.shunned.is_empty() && self.cell(to).is_shunned();
        let shunned = if is_dreaded { self.tree.conditions.dread * cost::TICK } else { 0 };
        let mut breathless = 0;
        if self.under_water {
            let spent = u32::from(self.tree.nodes[self.node as usize].breathless) + cost / cost::TICK;
            // A body that is out of breath already may still come up.
            if spent > cost::BREATH.max(u32::from(self.tree.conditions.breathless) + cost::LAST_BREATH) {
                return;
            }
            breathless = if self.cell(to.up(1)).is_water() { spent } else { 0 };
        }
        let way = Arrival {
            spent: self.spent + cost + shunned,
            from: self.node,
            by,
            placed: self.placed + blocks,
            breathless: breathless as u16,
            hurt: self.hurt,
            on_own_block,
        };
        self.tree.relax(to, way);
    }

    /// Whether the node's floor is a block that the way placed.
    #[inline]
    fn placed_underfoot(&self) -> bool {
        self.tree.nodes[self.node as usize].on_own_block
    }

    /// Whether a way of this cost to a place would be the cheapest so far: asked before the cost is worked out in full.
    #[inline]
    fn is_cheaper(&mut self, to: BlockPos, cost: u32) -> bool {
        self.spent + cost < self.tree.chart.visit(to).spent
    }

    /// The cost of a block straight ahead on foot.
    #[inline]
    fn pace(&self) -> u32 {
        if self.tree.conditions.can_sprint { cost::SPRINT } else { cost::WALK }
    }

    /// The cost of a block diagonally on foot.
    #[inline]
    fn diagonal_pace(&self) -> u32 {
        if self.tree.conditions.can_sprint { cost::SPRINT_DIAGONAL } else { cost::WALK_DIAGONAL }
    }

    /// Whether the body's own column is empty enough above for it to rise by `rise` sixteenths.
    #[inline]
    fn has_room_to_rise(&mut self, rise: i32) -> bool {
        let needed = self.height + rise + BODY - 2 * BLOCK;
        needed <= 0
            || (self.here.over.bottom() >= needed.min(BLOCK)
                && (needed <= BLOCK || self.cell(self.here.pos.up(3)).bottom() >= needed - BLOCK))
    }
}

impl Column {
    /// Whether a body could be in the two cells at the node's height.
    #[inline]
    fn is_hollow(&self) -> bool {
        self.feet.is_hollow() && self.head.is_hollow()
    }

    /// Whether both cells are free in every direction.
    #[inline]
    fn is_free(&self) -> bool {
        self.feet.is_free() && self.head.is_free()
    }
}

/// Whether the head and what is above it leave room for a body whose feet are `height` sixteenths high in the cell
/// below `head`.
#[inline]
fn head_fits(head: Cell, over: Cell, height: i32) -> bool {
    let needed = height + BODY - BLOCK;
    (head.is_free() || head.is_hollow() || head.bottom() >= needed.min(BLOCK))
        && (needed <= BLOCK || over.bottom() >= needed - BLOCK)
}

/// Whether crossing from one cell into the next over `side` meets a panel, and whether that panel can be swung away.
#[inline]
pub(crate) fn crossing(from: Cell, to: Cell, side: Side) -> Crossing {
    let (out, into) = (from.is_walled(side), to.is_walled(side.opposite()) || (to.swings() && to.top() >= BLOCK));
    if !out && !into {
        Crossing::Open
    } else if (!out || from.swings()) && (!into || to.swings()) {
        Crossing::Swings
    } else {
        Crossing::Walled
    }
}

/// How a side between two cells is crossed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Crossing {
    /// Nothing is in the way.
    Open,
    /// A door or gate is, which a hand swings away.
    Swings,
    /// Something else is.
    Walled,
}

/// The block that counts as the one the feet are in: the one that holds them or, if the body stands over an edge, the
/// one whose floor carries it.
pub(super) fn footing(feet: DVec3, mut cell: impl FnMut(BlockPos) -> Cell) -> BlockPos {
    let here = BlockPos::containing(feet + DVec3::new(0.0, 1e-6, 0.0));
    let mut holds = |pos: BlockPos| {
        let at = cell(pos);
        at.is_open_water() || at.is_climbable() || (at.stand(cell(pos.down(1))).is_some() && !at.is_solid())
    };
    if holds(here) {
        return here;
    }
    // A body is 0.6 wide: up to four columns may carry it, the nearest one most likely.
    let mut around: Vec<BlockPos> = Vec::new();
    for x in [-0.3, 0.3] {
        for z in [-0.3, 0.3] {
            around.push(BlockPos::containing(feet + DVec3::new(x, 1e-6, z)));
        }
    }
    around.sort_by(|a, b| {
        let distance = |pos: &BlockPos| (pos.floor_center() - feet).length_squared();
        distance(a).total_cmp(&distance(b))
    });
    around.into_iter().find(|pos| holds(*pos)).unwrap_or(here)
}
