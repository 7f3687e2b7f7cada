//! Through blocks: tunnels, stairs dug up and down, shafts.

use anima_body::{BlockPos, Blocks};

use super::{Column, Expansion, Hold};
use crate::path::cell::{BLOCK, Cell};
use crate::path::cost;
use crate::path::route::Move;

impl<K: Blocks> Expansion<'_, K> {
    /// Every move that digs.
    pub(super) fn dig(&mut self, beside: &[Column; 4]) {
        match self.hold {
            Hold::Ground if self.height <= 2 => {
                for next in beside {
                    self.tunnel(next);
                    self.stairs_up(next);
                    self.stairs_down(next);
                }
                self.shaft_down();
                self.shaft_up();
            }
            // With the head under water digging takes five times as long, or twenty-five: the body comes up first, if
            // it can.
            Hold::Water if self.under_water && !self.tree.conditions.can_dig_beside_water => {
                self.tree.chart.shied_at_water |= self.tree.start == Some(self.here.pos);
            }
            Hold::Water => {
                for next in beside {
                    self.tunnel_afloat(next);
                    self.shore(next);
                }
            }
            _ => {}
        }
    }

    /// By what factor digging takes longer here: five times without ground underfoot, and five times with the head
    /// under water (`PlayerEntity.getBlockBreakingSpeed`).
    fn clumsiness(&self) -> u32 {
        let afloat = if Self::is_floor(self.here.below) { 1 } else { 5 };
        if self.under_water { 5 * afloat } else { afloat }
    }

    /// On through what is above the water, or through the wall beside it, which the water then follows.
    fn tunnel_afloat(&mut self, next: &Column) {
        if !(next.feet.is_open_water() || Self::is_floor(next.below)) || !self.is_cheaper(next.pos, cost::SWIM) {
            return;
        }
        let feet = if next.feet.is_open_water() { 0 } else { self.clear(next.pos, next.feet) };
        let dug = feet.saturating_add(self.clear(next.pos.up(1), next.head));
        if dug < cost::NEVER && dug > 0 {
            self.go(next.pos, cost::SWIM + self.clumsiness() * dug, Move::Dig);
        }
    }

    /// Out of the water onto the block beside it, of which what is above it is dug away.
    fn shore(&mut self, next: &Column) {
        if !Self::is_floor(next.feet) || !self.is_cheaper(next.pos.up(1), cost::SWIM) {
            return;
        }
        let mut dug = self.clear(self.here.pos.up(2), self.here.over);
        for (pos, cell) in [(next.pos.up(1), next.head), (next.pos.up(2), next.over)] {
            dug = dug.saturating_add(self.clear(pos, cell));
        }
        if dug < cost::NEVER && dug > 0 {
            self.go(next.pos.up(1), self.pace() + cost::CLIMB_OUT + self.clumsiness() * dug, Move::Dig);
        }
    }

    /// What it costs to make a cell passable: nothing if it is.
    #[inline]
    fn clear(&mut self, pos: BlockPos, cell: Cell) -> u32 {
        if cell.is_free() {
            0
        } else if cell.is_unknown() {
            self.meet_edge(pos);
            cost::NEVER
        } else if cell.is_liquid() || cell.is_climbable() {
            cost::NEVER
        } else {
            let Expansion { tree, known, .. } = self;
            tree.chart.dig(pos, *known, &tree.conditions)
        }
    }

    /// Whether a cell can be the floor of a cell that is dug free.
    fn is_floor(cell: Cell) -> bool {
        cell.is_solid() && !cell.hurts()
    }

    fn tunnel(&mut self, next: &Column) {
        if next.is_free() || !Self::is_floor(next.below) || !self.is_cheaper(next.pos, self.pace()) {
            return;
        }
        let dug = self.clear(next.pos, next.feet).saturating_add(self.clear(next.pos.up(1), next.head));
        if dug < cost::NEVER && dug > 0 {
            self.go(next.pos, self.pace() + dug, Move::Dig);
        }
    }

    fn stairs_up(&mut self, next: &Column) {
        if !Self::is_floor(next.feet) || !self.is_cheaper(next.pos.up(1), self.pace()) {
            return;
        }
        let mut dug = self.clear(self.here.pos.up(2), self.here.over);
        for (pos, cell) in [(next.pos.up(1), next.head), (next.pos.up(2), next.over)] {
            dug = dug.saturating_add(self.clear(pos, cell));
        }
        if dug < cost::NEVER && dug > 0 {
            self.go(next.pos.up(1), self.pace() + cost::JUMP_UP + dug, Move::Dig);
        }
    }

    fn stairs_down(&mut self, next: &Column) {
        if (next.below.is_free() && next.is_free()) || !self.is_cheaper(next.pos.down(1), self.pace()) {
            return;
        }
        let floor = self.cell(next.pos.down(2));
        if floor.is_unknown() {
            self.meet_edge(next.pos.down(2));
        }
        if !Self::is_floor(floor) {
            return;
        }
        let mut dug = 0_u32;
        for (pos, cell) in [(next.pos.up(1), next.head), (next.pos, next.feet), (next.pos.down(1), next.below)] {
            dug = dug.saturating_add(self.clear(pos, cell));
        }
        if dug < cost::NEVER && dug > 0 {
            self.go(next.pos.down(1), self.pace() + cost::fall(1) + dug, Move::Dig);
        }
    }

    /// Straight down through the floor: onto what is right below it, or down a fall that does not hurt.
    fn shaft_down(&mut self) {
        if self.here.below.is_free() || self.here.below.top() < BLOCK || self.placed_underfoot() {
            return;
        }
        let pos = self.here.pos.down(1);
        let dug = self.clear(pos, self.here.below);
        if dug >= cost::NEVER {
            return;
        }
        let under = self.cell(pos.down(1));
        if Self::is_floor(under) {
            self.go(pos, dug + cost::fall(1), Move::DigDown);
        } else if under.is_unknown() {
            self.meet_edge(pos.down(1));
        } else if under.is_free() {
            let column =
                Column { pos, below: under, feet: self.here.below, head: self.here.feet, over: self.here.head };
            self.dig_into_the_open(&column, dug);
        }
    }

    /// A floor that is dug through into a hollow: only if the fall is short enough and ends well.
    fn dig_into_the_open(&mut self, shaft: &Column, dug: u32) {
        for depth in 1..self.deepest_fall() {
            let feet = self.cell(shaft.pos.down(depth));
            let below = self.cell(shaft.pos.down(depth + 1));
            if feet.is_unknown() || below.is_unknown() {
                return self.meet_edge(shaft.pos.down(depth + 1));
            }
            if !feet.is_free() {
                return;
            }
            if feet.stand(below) == Some(0) {
                let drop = BLOCK * (depth + 1);
                self.go_falling(shaft.pos.down(depth), dug + cost::fall(depth + 1), Move::DigDown, drop);
                return;
            }
        }
    }

    /// Straight up: what is overhead is dug, and a block placed underfoot.
    fn shaft_up(&mut self) {
        if !self.tree.conditions.can_place || self.here.over.is_free() || !self.has_free_feet() {
            return;
        }
        let dug = self.clear(self.here.pos.up(2), self.here.over);
        if dug < cost::NEVER {
            self.pillar(dug);
        }
    }
}
