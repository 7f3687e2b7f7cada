//! The part of the world that a search has looked at, in dense sections that fill as they are read.

use anima_body::{BlockPos, Blocks, MAX_Y, MIN_Y};
use anima_rules::BlockState;

use super::cell::Cell;
use super::conditions::Conditions;
use super::cost;
use super::sections::Sections;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// Blocks along the level edges of a section.
const EDGE: i32 = 8;
/// Height of a section, in blocks: what is asked for at once mostly lies in one column.
const HEIGHT: i32 = 16;
/// Cells of a section.
const CELLS: usize = (EDGE * EDGE * HEIGHT) as usize;
/// Ticks to dig a cell or a kind of block, where that was not asked yet.
const NOT_DUG_YET: u16 = 0;
/// Ticks to dig a cell or a kind of block that must not or cannot be dug.
const NEVER_DUG: u16 = u16::MAX;
/// A fall deeper than [`SHALLOW`]; how deep was not asked yet.
const DEEP_DROP: u8 = 253;
/// A fall out of what is known.
const EDGE_DROP: u8 = 254;
/// A fall that hurts or is too deep to tell, or a cell that no body can be in.
const BAD_DROP: u8 = 255;

/// Cells, nodes, digging times and falls of the sections that a search has come to.
pub(crate) struct Chart {
    sections: Sections<Section>,
    by_block: Vec<u16>,
    /// Something was not to be dug only because water is beside it.
    pub shied_at_water: bool,
}

/// What is known about 8x16x8 cells; those of a column lie side by side.
struct Section {
    cells: [u32; CELLS],
    nodes: [Visit; CELLS],
    dig_ticks: [u16; CELLS],
    /// One more than how deep a body falls from each cell; 0 where that was not asked yet.
    drops: [u8; CELLS],
}

/// The node in a cell, and the cost of the way to it, which is asked so often that it is kept here too.
#[derive(Clone, Copy)]
pub(crate) struct Visit {
    /// [`NONE`] if there is none.
    pub node: u32,
    /// In 1/16 ticks; without end if there is no node.
    pub spent: u32,
}

impl Visit {
    const NEVER: Visit = Visit { node: NONE, spent: u32::MAX };
}

impl Section {
    const BLANK: Section =
        Section { cells: [0; CELLS], nodes: [Visit::NEVER; CELLS], dig_ticks: [NOT_DUG_YET; CELLS], drops: [0; CELLS] };
}

/// How deep a leap may end below the highest place that it may end at.
pub(crate) const SHALLOW: i32 = 3;

/// What becomes of a body let go in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drop {
    /// It comes to be held this many blocks lower: on ground, in water, on a ladder.
    Lands(i32),
    /// It falls out of what is known.
    Edge,
    /// It cannot be there, is hurt, or falls too deep to tell.
    Bad,
}

impl Chart {
    pub fn new() -> Chart {
        let by_block = vec![NOT_DUG_YET; anima_rules::Block::COUNT];
        Chart { sections: Sections::default(), by_block, shied_at_water: false }
    }

    /// The section that holds a cell, and where in it the cell lies.
    #[inline]
    fn at(&mut self, pos: BlockPos) -> (&mut Section, usize) {
        let section = self.sections.find_or([pos.x >> 3, pos.y >> 4, pos.z >> 3], || Section::BLANK);
        let cell = ((pos.x & (EDGE - 1)) << 7 | (pos.z & (EDGE - 1)) << 4 | (pos.y & (HEIGHT - 1))) as usize;
        (self.sections.at_mut(section), cell)
    }

    /// The cell at a position.
    #[inline]
    pub fn cell<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> Cell {
        let (section, at) = self.at(pos);
        match Cell::from_bits(section.cells[at]) {
            Cell::BLANK => self.read(pos, known, conditions),
            cell => cell,
        }
    }

    /// The cells below, at and above a position, and the one over that.
    #[inline]
    pub fn stack<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> [Cell; 4] {
        if (1..=HEIGHT - 3).contains(&(pos.y & (HEIGHT - 1))) {
            // All four are in this section: it is looked up once.
            let (section, at) = self.at(pos);
            if let Some(cells) = section.cells[at - 1..].first_chunk::<4>()
                && !cells.contains(&0)
            {
                return cells.map(Cell::from_bits);
            }
        }
        let mut cell = |up: i32| self.cell(pos.up(up), known, conditions);
        [cell(-1), cell(0), cell(1), cell(2)]
    }

    #[cold]
    fn read<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> Cell {
        let cell = if pos.y < MIN_Y {
            Cell::VOID
        } else if pos.y >= MAX_Y {
            Cell::of(BlockState::AIR)
        } else {
            known.block(pos).map_or(Cell::EDGE, Cell::of)
        };
        let is_close = |(center, radius): &(BlockPos, i32)| {
            pos.distance_squared(*center) <= i64::from(*radius) * i64::from(*radius)
        };
        let cell = if conditions.shunned.iter().any(is_close) { cell.shunned() } else { cell };
        let cell = if conditions.kept.contains(&pos) { cell.kept() } else { cell };
        let (section, at) = self.at(pos);
        section.cells[at] = cell.bits();
        cell
    }

    /// Takes all nodes off, to search anew over the same cells.
    pub fn forget_nodes(&mut self) {
        for section in self.sections.values_mut() {
            section.nodes = [Visit::NEVER; CELLS];
        }
    }

    /// The node at a position, if there is one yet.
    #[inline]
    pub fn visit(&mut self, pos: BlockPos) -> Visit {
        let (section, at) = self.at(pos);
        section.nodes[at]
    }

    /// Notes the node at a position.
    #[inline]
    pub fn set_visit(&mut self, pos: BlockPos, visit: Visit) {
        let (section, at) = self.at(pos);
        section.nodes[at] = visit;
    }

    #[inline]
    fn noted_drop(&mut self, pos: BlockPos) -> u8 {
        let (section, at) = self.at(pos);
        section.drops[at]
    }

    #[inline]
    fn note_drop(&mut self, pos: BlockPos, drop: u8) {
        let (section, at) = self.at(pos);
        section.drops[at] = drop;
    }

    /// What becomes of a body whose feet are let go in a cell.
    #[inline]
    pub fn drop<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> Drop {
        let drop = match self.noted_drop(pos) {
            0 | DEEP_DROP => self.work_out_drop(pos, known, conditions),
            drop => drop,
        };
        match drop {
            EDGE_DROP => Drop::Edge,
            BAD_DROP => Drop::Bad,
            drop => Drop::Lands(i32::from(drop) - 1),
        }
    }

    /// As [`Chart::drop`], for landings down to [`SHALLOW`] blocks only.
    #[inline]
    pub fn shallow_drop<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> Option<i32> {
        match self.noted_drop(pos) {
            0 => self.work_out_shallow_drop(pos, known, conditions),
            drop => Some(i32::from(drop) - 1).filter(|depth| *depth <= SHALLOW),
        }
    }

    fn work_out_shallow_drop<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> Option<i32> {
        for depth in 0..=SHALLOW {
            let drop = match self.noted_drop(pos.down(depth)) {
                0 => self.landing(pos.down(depth), known, conditions),
                drop => Some(drop),
            };
            match drop {
                None => {}
                Some(DEEP_DROP | EDGE_DROP | BAD_DROP) => break,
                Some(drop) => return Some(depth + i32::from(drop) - 1).filter(|depth| *depth <= SHALLOW),
            }
        }
        self.note_drop(pos, DEEP_DROP);
        None
    }

    /// What ends a fall in a cell, as it is stored; `None` where it goes on.
    #[inline]
    fn landing<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> Option<u8> {
        let cell = self.cell(pos, known, conditions);
        if cell.is_unknown() {
            return Some(EDGE_DROP);
        }
        let is_held = cell.is_open_water()
            || (cell.is_climbable() && cell.is_hollow())
            || cell.stand(self.cell(pos.down(1), known, conditions)).is_some();
        if is_held {
            Some(1)
        } else if !cell.is_hollow() || cell.is_slow() {
            Some(BAD_DROP)
        } else {
            None
        }
    }

    #[cold]
    fn work_out_drop<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> u8 {
        let mut depth = 0;
        let mut drop = loop {
            let at = pos.down(depth);
            let drop = self.noted_drop(at);
            if !matches!(drop, 0 | DEEP_DROP) {
                break drop;
            }
            if let Some(drop) = self.landing(at, known, conditions) {
                break drop;
            }
            depth += 1;
        };
        // The cells passed on the way are known now as well, from the lowest up.
        for above in (0..=depth).rev() {
            if above < depth && drop < DEEP_DROP {
                drop = if drop + 1 == DEEP_DROP { BAD_DROP } else { drop + 1 };
            }
            self.note_drop(pos.down(above), drop);
        }
        drop
    }

    /// What digging the cell costs, with the pause after it and with all that falls into it; [`cost::NEVER`] if it
    /// must not or cannot be dug.
    #[inline]
    pub fn dig<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> u32 {
        let (section, at) = self.at(pos);
        let ticks = match section.dig_ticks[at] {
            NOT_DUG_YET => self.work_out_dig(pos, known, conditions),
            ticks => ticks,
        };
        if ticks == NEVER_DUG { cost::NEVER } else { u32::from(ticks) * cost::TICK }
    }

    #[cold]
    fn work_out_dig<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> u16 {
        let ticks = self.dig_ticks_of(pos, known, conditions).unwrap_or(NEVER_DUG);
        let (section, at) = self.at(pos);
        section.dig_ticks[at] = ticks;
        ticks
    }

    fn dig_ticks_of<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> Option<u16> {
        let cell = self.cell(pos, known, conditions);
        if !conditions.can_dig || cell.is_kept() || cell.is_unknown() || cell.is_liquid() {
            return None;
        }
        let mut ticks = u32::from(self.ticks_of_block(pos, known, conditions)?);
        let sides = [pos.up(1), pos.offset(1, 0, 0), pos.offset(-1, 0, 0), pos.offset(0, 0, 1), pos.offset(0, 0, -1)];
        for beside in sides.map(|pos| self.cell(pos, known, conditions)) {
            if beside.is_lava() {
                return None;
            }
            if beside.is_water() && !conditions.can_dig_beside_water {
                self.shied_at_water = true;
                return None;
            }
        }
        let mut above = pos.up(1);
        while self.cell(above, known, conditions).falls() {
            ticks += u32::from(self.ticks_of_block(above, known, conditions)?) + cost::FALLING_BLOCK;
            let next = self.cell(above.up(1), known, conditions);
            if next.is_liquid() {
                return None;
            }
            above = above.up(1);
        }
        Some(ticks.clamp(1, u32::from(NEVER_DUG) - 1) as u16)
    }

    /// Ticks for one block of the kind that is at a position, with the pause after it.
    fn ticks_of_block<K: Blocks>(&mut self, pos: BlockPos, known: &K, conditions: &Conditions) -> Option<u16> {
        let state = known.block(pos)?;
        let memo = usize::from(state.block().id());
        if self.by_block[memo] == NOT_DUG_YET {
            self.by_block[memo] = match conditions.dig_ticks(state) {
                None => NEVER_DUG,
                Some(0) => 1,
                Some(ticks) => (ticks + cost::DIG_COOL_DOWN).min(u32::from(NEVER_DUG) - 1) as u16,
            };
        }
        Some(self.by_block[memo]).filter(|ticks| *ticks != NEVER_DUG)
    }
}
