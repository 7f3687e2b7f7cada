//! The flood itself, over a column and its eight neighbours: light reaches no further than 15 blocks.

use std::array;

use anima_body::{Column, SECTIONS, Section};
use anima_rules::{BlockState, Face};

use super::Light;
use crate::level::facts::{Facts, facts};
use crate::level::sides::closed_to_light;

/// The bits by which block light is shifted.
pub(super) const BLOCK: u8 = 0;
/// The bits by which sky light is shifted.
pub(super) const SKY: u8 = 4;

const HEIGHT: i32 = 16 * SECTIONS as i32;

/// A cell by coordinates from the middle column's north-west corner (-16..32) and the bottom of the world.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell(u32);

/// What a step to each of [`Face::ALL`] adds to a cell.
const STEPS: [u32; 6] = {
    let mut steps = [0; 6];
    let mut index = 0;
    while index < 6 {
        let step = Face::ALL[index].step();
        steps[index] = (step.y << 12).wrapping_add(step.z << 6).wrapping_add(step.x) as u32;
        index += 1;
    }
    steps
};

impl Cell {
    fn new(x: i32, y: i32, z: i32) -> Cell {
        Cell((y << 12 | (z + 16) << 6 | (x + 16)) as u32)
    }

    fn y(self) -> i32 {
        (self.0 >> 12) as i32
    }

    /// The neighbour, unless it is beyond the nine columns or the world's height.
    #[inline]
    fn beside(self, face: Face) -> Option<Cell> {
        // A step over the edge of one coordinate is seen in its bits, whatever it borrows from the next one's.
        let next = self.0.wrapping_add(STEPS[face as usize]);
        (next & 63 < 48 && next >> 6 & 63 < 48 && next >> 12 < HEIGHT as u32).then_some(Cell(next))
    }

    /// Which of the nine columns it is in.
    fn column(self) -> usize {
        ((self.0 >> 10 & 3) * 3 + (self.0 >> 4 & 3)) as usize
    }

    /// Its index in its section.
    fn index(self) -> usize {
        ((self.0 >> 4 & 0xf00) | (self.0 >> 2 & 0xf0) | (self.0 & 15)) as usize
    }
}

/// The light of a section in work: as it is kept until it is first changed, so that only what changes is copied.
enum Sheet<'a> {
    Kept(Option<&'a mut super::Section>),
    Changed(&'a mut [u8; 4096]),
}

impl Sheet<'_> {
    #[inline]
    fn at(&self, index: usize) -> u8 {
        match self {
            Sheet::Changed(lights) => lights[index],
            Sheet::Kept(Some(super::Section::Array(lights))) => lights[index],
            Sheet::Kept(Some(super::Section::Single(light))) => *light,
            Sheet::Kept(None) => 0,
        }
    }

    #[inline]
    fn set(&mut self, index: usize, light: u8) {
        if let Sheet::Kept(kept) = self {
            if matches!(kept, Some(super::Section::Single(single)) if *single == light) {
                return;
            }
            if let Some(section) = kept.take() {
                *self = Sheet::Changed(section.array());
            }
        }
        if let Sheet::Changed(lights) = self {
            lights[index] = light;
        }
    }

    /// The light of all its blocks, where that is kept as one.
    fn single(&self) -> Option<u8> {
        if let Sheet::Kept(Some(super::Section::Single(light))) = self { Some(*light) } else { None }
    }

    /// Gives all its blocks the same light.
    fn fill(&mut self, light: u8) {
        match self {
            Sheet::Kept(Some(section)) => **section = super::Section::Single(light),
            Sheet::Kept(None) => {}
            Sheet::Changed(lights) => lights.fill(light),
        }
    }
}

/// The light of a column and its eight neighbours, row by row.
pub(super) struct Field<'a> {
    columns: [Option<&'a Column>; 9],
    /// `None` where no light is kept yet.
    lights: [Option<[Sheet<'a>; SECTIONS]>; 9],
    /// Sections of the middle column that hold blocks which give light, a bit each.
    lamps: u32,
    /// Cells from which light is still to spread, by its strength.
    bright: [Vec<Cell>; 16],
    /// Cells whose light was taken and how strong it was.
    gone: Vec<(Cell, u8)>,
}

impl<'a> Field<'a> {
    pub fn new(columns: [Option<&'a Column>; 9], lights: [Option<&'a mut Light>; 9], lamps: u32) -> Field<'a> {
        let lights =
            lights.map(|light| light.map(|light| light.0.each_mut().map(|section| Sheet::Kept(Some(section)))));
        Field { columns, lights, lamps, bright: [const { Vec::new() }; 16], gone: Vec::new() }
    }

    #[inline]
    fn state(&self, cell: Cell) -> BlockState {
        // Only cells of kept light are asked for, and light is kept of loaded columns only.
        let column = self.columns[cell.column()];
        column.map_or(BlockState::AIR, |column| match &column.sections()[cell.y() as usize >> 4] {
            Section::Single(state) => *state,
            Section::Array(states) => states[cell.index()],
        })
    }

    /// Light of one kind; `None` where none is kept.
    #[inline]
    fn get<const KIND: u8>(&self, cell: Cell) -> Option<u8> {
        let light = self.lights[cell.column()].as_ref()?;
        Some(light[cell.y() as usize >> 4].at(cell.index()) >> KIND & 15)
    }

    #[inline]
    fn set<const KIND: u8>(&mut self, cell: Cell, level: u8) {
        if let Some(light) = &mut self.lights[cell.column()] {
            let sheet = &mut light[cell.y() as usize >> 4];
            let other = sheet.at(cell.index()) & !(15 << KIND);
            sheet.set(cell.index(), other | level << KIND);
        }
    }

    /// Lights the middle column, which is dark, and lets light pass to and from its neighbours.
    pub fn light_middle(&mut self) {
        self.light_from_sky();
        self.exchange::<SKY>();
        self.spread::<SKY>();
        self.light_from_lamps();
        self.exchange::<BLOCK>();
        self.spread::<BLOCK>();
    }

    /// Sky light falls straight down as long as nothing is in its way.
    fn light_from_sky(&mut self) {
        let Some(column) = self.columns[4] else { return };
        let air = |section: &Section| matches!(section, Section::Single(state) if facts(*state).filter == 0 && facts(*state).shade.part == 0);
        let top = column.sections().iter().rposition(|section| !air(section)).map_or(0, |section| section + 1);
        if let Some(light) = &mut self.lights[4] {
            light[top..].iter_mut().for_each(|sheet| sheet.fill(15 << SKY));
        }
        // The lowest fully lit cell of each block column, and one above the highest cell not fully lit.
        let bottoms: [i32; 256] = array::from_fn(|layer| self.fall_through(column, top, layer));
        for layer in 0..256i32 {
            let (x, z) = (layer & 15, layer >> 4);
            let bottom = bottoms[layer as usize];
            let beside = |x: i32, z: i32| match (0..16).contains(&x) && (0..16).contains(&z) {
                true => bottoms[(z << 4 | x) as usize],
                // The border is looked at later, with what is beyond it.
                false => bottom,
            };
            let highest = [beside(x - 1, z), beside(x + 1, z), beside(x, z - 1), beside(x, z + 1)];
            let highest = highest.into_iter().max().unwrap_or(bottom).max(bottom + 1).min(HEIGHT);
            for y in bottom..highest {
                self.bright[15].push(Cell::new(x, y, z));
            }
            if bottom == HEIGHT {
                // Not even the highest block lets it pass freely.
                self.enter_from_above(x, z);
            }
        }
    }

    /// Lets full sky light fall through a block column of the middle one from below section `top` on; the
    /// lowest cell that it reaches.
    fn fall_through(&mut self, column: &Column, top: usize, layer: usize) -> i32 {
        let Some(light) = &mut self.lights[4] else { return 16 * top as i32 };
        let mut above = BlockState::AIR;
        for section in (0..top).rev() {
            let (states, sheet) = (&column.sections()[section], &mut light[section]);
            for y in (0..16).rev() {
                let index = y << 8 | layer;
                let state = states.get(index);
                let air = state == BlockState::AIR && above == BlockState::AIR;
                if !air && (facts(state).filter > 0 || closed_to_light(above, Face::Down, state)) {
                    return 16 * section as i32 + y as i32 + 1;
                }
                sheet.set(index, sheet.at(index) | 15 << SKY);
                above = state;
            }
        }
        0
    }

    /// Light enters the highest block of the world from above.
    fn enter_from_above(&mut self, x: i32, z: i32) {
        let cell = Cell::new(x, HEIGHT - 1, z);
        let level = passed::<SKY>(15, BlockState::AIR, Face::Down, self.state(cell));
        self.raise::<SKY>(cell, level);
    }

    fn light_from_lamps(&mut self) {
        let Some(column) = self.columns[4] else { return };
        let lamps = self.lamps;
        for (index, section) in column.sections().iter().enumerate().filter(|(index, _)| lamps >> index & 1 == 1) {
            for at in 0..4096i32 {
                let level = facts(section.get(at as usize)).light;
                if level > 0 {
                    let cell = Cell::new(at & 15, 16 * index as i32 + (at >> 8), at >> 4 & 15);
                    self.set::<BLOCK>(cell, level);
                    self.bright[usize::from(level)].push(cell);
                }
            }
        }
    }

    /// Lets light pass over the four borders of the middle column, both ways.
    fn exchange<const KIND: u8>(&mut self) {
        for face in Face::HORIZONTAL {
            let step = face.step();
            let index = (4 + step.x + 3 * step.z) as usize;
            let (Some(own), Some(theirs)) = (&self.lights[4], &self.lights[index]) else { continue };
            for (section, (own, theirs)) in own.iter().zip(theirs).enumerate() {
                if let (Some(own), Some(theirs)) = (own.single(), theirs.single())
                    && (own >> KIND & 15).abs_diff(theirs >> KIND & 15) < 2
                {
                    continue;
                }
                for at in 0..256i32 {
                    let (along, y) = (at & 15, at >> 4);
                    let (x, z) = match face {
                        Face::North => (along, 0),
                        Face::South => (along, 15),
                        Face::West => (0, along),
                        _ => (15, along),
                    };
                    let inside = (y << 8 | z << 4 | x) as usize;
                    // The cell beside it is at the other end of its own column.
                    let outside = inside ^ if step.x == 0 { 0xf0 } else { 0x0f };
                    let own = own.at(inside) >> KIND & 15;
                    let theirs = theirs.at(outside) >> KIND & 15;
                    if own.abs_diff(theirs) > 1 {
                        let inside = Cell::new(x, 16 * section as i32 + y, z);
                        let source = if own > theirs { Some(inside) } else { inside.beside(face) };
                        self.bright[usize::from(own.max(theirs))].extend(source);
                    }
                }
            }
        }
    }

    /// Sets a cell's light if that is stronger, and lets it spread later.
    #[inline]
    fn raise<const KIND: u8>(&mut self, cell: Cell, level: u8) {
        if self.get::<KIND>(cell).is_some_and(|now| now < level) {
            self.set::<KIND>(cell, level);
            self.bright[usize::from(level)].push(cell);
        }
    }

    /// Spreads light from the bright cells, the strongest first.
    fn spread<const KIND: u8>(&mut self) {
        for level in (1..16u8).rev() {
            while let Some(cell) = self.bright[usize::from(level)].pop() {
                if self.get::<KIND>(cell) != Some(level) {
                    continue;
                }
                let state = self.state(cell);
                for face in Face::ALL {
                    let Some(next) = cell.beside(face) else { continue };
                    let Some(now) = self.get::<KIND>(next) else { continue };
                    if now + 1 >= level && !(KIND == SKY && face == Face::Down && level == 15 && now == 14) {
                        continue;
                    }
                    let arrives = passed::<KIND>(level, state, face, self.state(next));
                    if arrives > now {
                        self.set::<KIND>(next, arrives);
                        self.bright[usize::from(arrives)].push(next);
                    }
                }
            }
        }
    }

    /// The block at these coordinates of the middle column changed: takes the light that hung on it and
    /// spreads what is there now.
    pub fn changed<const KIND: u8>(&mut self, x: i32, y: i32, z: i32) {
        let cell = Cell::new(x, y, z);
        self.darken::<KIND>(cell);
        while let Some((cell, level)) = self.gone.pop() {
            for face in Face::ALL {
                let Some(next) = cell.beside(face) else { continue };
                let Some(now) = self.get::<KIND>(next).filter(|now| *now > 0) else { continue };
                let falls = KIND == SKY && face == Face::Down && level == 15 && now == 15;
                if now < level || falls {
                    self.darken::<KIND>(next);
                } else {
                    self.bright[usize::from(now)].push(next);
                }
            }
        }
        // Light that comes in anew, where the block lets through more than before.
        for face in Face::ALL {
            if let Some(next) = cell.beside(face)
                && let Some(now) = self.get::<KIND>(next)
            {
                self.bright[usize::from(now)].push(next);
            }
        }
        self.spread::<KIND>();
    }

    /// Takes a cell's light but what is its own.
    fn darken<const KIND: u8>(&mut self, cell: Cell) {
        let Some(level) = self.get::<KIND>(cell) else { return };
        self.set::<KIND>(cell, 0);
        self.gone.push((cell, level));
        if KIND == BLOCK {
            let own = facts(self.state(cell)).light;
            self.raise::<KIND>(cell, own);
        } else if cell.y() == HEIGHT - 1 {
            let own = passed::<SKY>(15, BlockState::AIR, Face::Down, self.state(cell));
            self.raise::<SKY>(cell, own);
        }
    }
}

/// The light that arrives from a cell of strength `level` in the next one.
#[inline]
fn passed<const KIND: u8>(level: u8, from: BlockState, face: Face, into: BlockState) -> u8 {
    let Facts { filter, .. } = *facts(into);
    if filter >= 15 || closed_to_light(from, face, into) {
        0
    } else if KIND == SKY && face == Face::Down && level == 15 && filter == 0 {
        15
    } else {
        level.saturating_sub(filter.max(1))
    }
}
