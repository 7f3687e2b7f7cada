//! On foot: walking, stepping, jumping up, falling, doors.

use anima_body::{BlockPos, Blocks};
use anima_rules::BlockState;

use super::{Column, Crossing, Expansion, crossing, head_fits};
use crate::path::cell::{BLOCK, Cell, JUMP, STEP, Side};
use crate::path::chart::Drop;
use crate::path::cost;
use crate::path::route::Move;

/// The diagonals, each between two sides.
const DIAGONALS: [(Side, Side); 4] =
    [(Side::North, Side::West), (Side::North, Side::East), (Side::South, Side::West), (Side::South, Side::East)];

impl<K: Blocks> Expansion<'_, K> {
    /// Every move of a body that stands on something.
    pub(super) fn on_foot(&mut self, beside: &[Column; 4]) {
        for (side, next) in Side::ALL.into_iter().zip(beside) {
            self.ahead(side, next);
        }
        for (a, b) in DIAGONALS {
            self.diagonally(&beside[a as usize], &beside[b as usize], a, b);
        }
    }

    /// Straight ahead over one side, level, up or down.
    fn ahead(&mut self, side: Side, next: &Column) {
        if next.feet.is_unknown() || next.head.is_unknown() {
            return;
        }
        if next.is_free() && next.below.is_solid() && self.here.feet.is_free() && !next.below.hurts() {
            // By far the most common case. A slab or snow under our own feet makes no difference here: down it goes.
            let slow = if next.below.is_slow() || next.feet.is_slow() { cost::SLOW } else { 0 };
            return self.go(next.pos, self.pace() + slow, Move::Walk);
        }
        self.ahead_with_care(side, next);
    }

    fn ahead_with_care(&mut self, side: Side, next: &Column) {
        let at_feet = crossing(self.here.feet, next.feet, side);
        let at_head = crossing(self.here.head, next.head, side);
        let through = at_feet.max(at_head);
        if through == Crossing::Walled || (through == Crossing::Swings && !self.tree.conditions.can_open) {
            return;
        }
        let (by, swing) = if through == Crossing::Swings { (Move::Open, cost::SWING) } else { (Move::Walk, 0) };
        let slow = if next.below.is_slow() || next.feet.is_slow() { cost::SLOW } else { 0 };
        let cost = self.pace() + swing + slow;
        let passes = |cell: Cell| cell.is_hollow() || (cell.swings() && through == Crossing::Swings);
        if next.feet.is_open_water() {
            if passes(next.head) {
                self.go(next.pos, cost + self.entry_of_water(next), by);
            }
            return;
        }
        if let Some(height) = next.feet.stand(next.below) {
            if head_fits(next.head, next.over, height) {
                return self.onto(side, next, height, 0, cost, by);
            }
            if next.over.is_unknown() && head_fits(next.head, Cell::of(BlockState::AIR), height) {
                self.meet_edge(next.pos.up(2));
            }
        }
        if passes(next.feet) && passes(next.head) {
            if next.feet.swings() && next.below.top() == BLOCK && !next.below.hurts() {
                return self.go(next.pos, cost, Move::Open);
            }
            if next.feet.is_climbable() {
                return self.go(next.pos, cost + cost::TICK, Move::Climb);
            }
            return self.off_the_edge(side, next, cost);
        }
        if next.feet.top() >= BLOCK && !next.feet.hurts() {
            self.up(side, next, cost);
        }
    }

    /// Onto the floor `height` sixteenths high in the cell `level` blocks above ours.
    fn onto(&mut self, side: Side, next: &Column, height: i32, level: i32, cost: u32, by: Move) {
        let rise = BLOCK * level + height - self.height;
        let to = next.pos.up(level);
        if rise <= 0 {
            let fall = if rise < -STEP { cost::fall(1) } else { 0 };
            return self.go(to, cost + fall, by);
        }
        let edge = i32::from(next.feet.shape().edges[side.opposite() as usize]);
        let half_steps = level == 1
            && next.feet.has_half_step(side.opposite())
            && edge - self.height <= STEP
            && BLOCK + height - edge <= STEP;
        if !self.has_room_to_rise(rise) {
            return self.meet_edge_overhead(next, height, level);
        }
        if rise <= STEP || half_steps {
            self.go(to, cost + cost::STEP_UP, by);
        } else if rise <= JUMP && by == Move::Walk {
            self.go(to, cost + cost::JUMP_UP, Move::Jump);
        }
    }

    /// Up onto the block ahead.
    fn up(&mut self, side: Side, next: &Column, cost: u32) {
        if !next.head.is_hollow() && next.head.top() >= BLOCK {
            return self.up_two(side, next, cost);
        }
        let Some(height) = next.head.stand(next.feet) else { return };
        let over_next = self.cell(next.pos.up(3));
        if head_fits(next.over, over_next, height)
            && crossing(self.here.over, next.over, side) == Crossing::Open
            && crossing(self.here.head, next.head, side) == Crossing::Open
        {
            self.onto(side, next, height, 1, cost, Move::Walk);
        } else {
            self.meet_edge_overhead(next, height, 1);
        }
    }

    /// Up onto the second of two blocks ahead, from what is nearly as high as the first: a path, a chest, deep snow.
    fn up_two(&mut self, side: Side, next: &Column, cost: u32) {
        if self.height + JUMP < 2 * BLOCK || next.head.hurts() {
            return;
        }
        let Some(height) = next.over.stand(next.head) else { return };
        let [here_above, head, over] = [self.here.pos.up(3), next.pos.up(3), next.pos.up(4)].map(|pos| self.cell(pos));
        if head_fits(head, over, height)
            && crossing(self.here.over, next.over, side) == Crossing::Open
            && crossing(here_above, head, side) == Crossing::Open
        {
            self.onto(side, next, height, 2, cost, Move::Walk);
        }
    }

    /// Notes an edge of the known where there may be no room for a step up onto a floor `height` sixteenths high in the
    /// cell `level` blocks above ours: if that is only because the room is not known, it is worth a look, provided that
    /// half heights lead there. Steps onto whole blocks are so common that they are left out.
    #[cold]
    fn meet_edge_overhead(&mut self, next: &Column, height: i32, level: i32) {
        let is_shut = |cell: Cell| !cell.is_unknown() && !cell.is_hollow();
        if self.height == 0 && height == 0 && next.feet.is_solid() || is_shut(self.here.over) || is_shut(next.over) {
            return;
        }
        for pos in [self.here.pos.up(2), next.pos.up(2), next.pos.up(2 + level)] {
            if self.cell(pos).is_unknown() {
                self.meet_edge(pos);
            }
        }
    }

    /// Over an edge: down to what is below, and over it if that is deep.
    pub(super) fn off_the_edge(&mut self, side: Side, next: &Column, cost: u32) {
        let fallen = self.down(next, cost);
        if fallen > 1 && self.tree.conditions.can_leap {
            self.leap(side);
        }
    }

    /// Down from the column's feet cell, where nothing carries a body. Returns how many blocks it falls, or a large
    /// number where it must not.
    pub(super) fn down(&mut self, next: &Column, cost: u32) -> i32 {
        const FAR: i32 = i32::MAX;
        let Expansion { tree, known, .. } = self;
        let depth = match tree.chart.drop(next.pos.down(1), *known, &tree.conditions) {
            Drop::Lands(depth) => depth + 1,
            Drop::Edge => {
                self.meet_edge_below(next.pos);
                return FAR;
            }
            Drop::Bad => return FAR,
        };
        let (max_fall, into_water) = (self.deepest_fall(), self.tree.conditions.falls_into_water);
        if depth > max_fall + 1 && !into_water {
            return FAR;
        }
        let pos = next.pos.down(depth);
        let (feet, drop) = (self.cell(pos), self.height + BLOCK * depth);
        if feet.is_open_water() {
            if into_water || drop <= BLOCK * self.tree.conditions.max_fall {
                self.go(pos, cost + cost::fall(depth) + cost::SWIM / 2, Move::Fall);
                return depth;
            }
            return FAR;
        }
        let below = self.cell(pos.down(1));
        let Some(height) = feet.stand(below) else {
            // A ladder or the like to catch hold of.
            let is_allowed = self.go_falling(pos, cost + cost::fall(depth) + 2 * cost::TICK, Move::Fall, drop);
            return if is_allowed { depth } else { FAR };
        };
        let drop = drop - height;
        let by = if drop <= STEP { Move::Walk } else { Move::Fall };
        let slow = if below.is_slow() || feet.is_slow() { cost::SLOW } else { 0 };
        let is_allowed =
            self.go_falling(pos, cost + slow + if by == Move::Fall { cost::fall(depth) } else { 0 }, by, drop);
        if is_allowed { depth } else { FAR }
    }

    /// A fall ends in what is not known: that is worth a look only if it may be short enough.
    #[cold]
    fn meet_edge_below(&mut self, top: BlockPos) {
        let deepest = self.deepest_fall() + 1;
        let unknown = (1..=deepest).map(|depth| top.down(depth)).find(|pos| self.cell(*pos).is_unknown());
        if let Some(pos) = unknown {
            self.meet_edge(pos);
        }
    }

    /// Between two sides, without cutting a corner through anything.
    fn diagonally(&mut self, beside_a: &Column, beside_b: &Column, a: Side, b: Side) {
        if !beside_a.is_free() || !beside_b.is_free() {
            return;
        }
        let ((ax, az), (bx, bz)) = (a.step(), b.step());
        let next = self.column(self.here.pos.offset(ax + bx, 0, az + bz));
        if next.feet.is_unknown()
            || next.head.is_unknown()
            || self.here.feet.is_walled(a)
            || self.here.feet.is_walled(b)
        {
            return;
        }
        let cost = self.diagonal_pace();
        if next.feet.is_open_water() {
            if next.head.is_hollow() {
                self.go(next.pos, cost + self.entry_of_water(&next), Move::Walk);
            }
            return;
        }
        let slow = if next.below.is_slow() || next.feet.is_slow() { cost::SLOW } else { 0 };
        if let Some(height) = next.feet.stand(next.below) {
            let is_plain = next.feet.is_free() || next.feet.shape().walls == 0;
            if is_plain && head_fits(next.head, next.over, height) && height - self.height <= STEP {
                let step = if height > self.height { cost::STEP_UP } else { 0 };
                self.go(next.pos, cost + step + slow, Move::Walk);
            }
        } else if next.is_free() {
            self.down(&next, cost);
        } else if next.feet.top() >= BLOCK
            && !next.feet.hurts()
            && beside_a.over.is_free()
            && beside_b.over.is_free()
            && let Some(height) = next.head.stand(next.feet)
        {
            let over_next = self.cell(next.pos.up(3));
            let rise = BLOCK + height - self.height;
            if rise <= JUMP && head_fits(next.over, over_next, height) && self.has_room_to_rise(rise) {
                self.go(next.pos.up(1), cost + cost::JUMP_UP + slow, Move::Jump);
            }
        }
    }
}
