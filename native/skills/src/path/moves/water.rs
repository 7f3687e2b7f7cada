//! In water and on ladders.

use super::{Column, Crossing, Expansion, Hold, crossing, head_fits};
use crate::path::cell::{BLOCK, Side};
use crate::path::cost;
use crate::path::route::Move;
use anima_body::Blocks;

impl<K: Blocks> Expansion<'_, K> {
    /// What entering the water of a column costs beside a block on foot.
    pub(super) fn entry_of_water(&self, next: &Column) -> u32 {
        let flow = if next.feet.flows() { cost::FLOW } else { 0 };
        cost::SWIM - cost::SPRINT + cost::DUCK + flow
    }

    /// Every move of a floating body.
    pub(super) fn afloat(&mut self, beside: &[Column; 4]) {
        let stroke = match self.tree.conditions.can_sprint {
            true if self.under_water => cost::DIVE,
            true if self.here.below.is_open_water() => cost::SWIM_FLAT,
            _ => cost::SWIM,
        };
        for (side, next) in Side::ALL.into_iter().zip(beside) {
            if crossing(self.here.feet, next.feet, side) != Crossing::Open
                || crossing(self.here.head, next.head, side) != Crossing::Open
            {
                continue;
            }
            let flow = if next.feet.flows() || self.here.feet.flows() { cost::FLOW } else { 0 };
            if next.feet.is_open_water() {
                if next.head.is_hollow() {
                    self.go(next.pos, stroke + flow, Move::Swim);
                }
            } else if let Some(height) = next.feet.stand(next.below) {
                if head_fits(next.head, next.over, height) {
                    self.go(next.pos, (stroke + self.pace()) / 2 + flow, Move::Swim);
                }
            } else if next.is_hollow() && !next.feet.is_unknown() {
                self.off_the_edge_afloat(next, stroke);
            } else if next.feet.top() >= BLOCK && !next.feet.hurts() && !self.under_water {
                self.ashore(next, flow);
            }
        }
        self.swim_diagonally(beside, stroke);
        if self.here.head.is_open_water() {
            let over = self.here.over;
            if over.is_hollow() {
                self.go(self.here.pos.up(1), cost::SWIM_UP, Move::Swim);
            }
        }
        if self.here.below.is_open_water() {
            self.go(self.here.pos.down(1), cost::SWIM_UP, Move::Swim);
        }
    }

    /// Out of the water onto the block beside it.
    fn ashore(&mut self, next: &Column, flow: u32) {
        let Some(height) = next.head.stand(next.feet) else { return };
        let over_next = self.cell(next.pos.up(3));
        // A swimmer who pushes against a shore is lifted at 0.3 a tick (`LivingEntity.travel`), which carries half a
        // block above the surface.
        if height <= 2 && head_fits(next.over, over_next, height) && self.here.over.is_hollow() {
            self.go(next.pos.up(1), self.pace() + cost::CLIMB_OUT + flow, Move::Swim);
        }
    }

    fn off_the_edge_afloat(&mut self, next: &Column, stroke: u32) {
        if next.feet.is_climbable() {
            self.go(next.pos, stroke, Move::Climb);
        } else {
            self.down(next, stroke);
        }
    }

    fn swim_diagonally(&mut self, beside: &[Column; 4], stroke: u32) {
        for a in [Side::North, Side::South] {
            for b in [Side::West, Side::East] {
                let (beside_a, beside_b) = (&beside[a as usize], &beside[b as usize]);
                if !beside_a.is_hollow() || !beside_b.is_hollow() {
                    continue;
                }
                let next = self.column(self.here.pos.offset(b.step().0, 0, a.step().1));
                if next.feet.is_open_water() && next.head.is_hollow() {
                    let flow = if next.feet.flows() { cost::FLOW } else { 0 };
                    self.go(next.pos, stroke * 181 / 128 + flow, Move::Swim);
                }
            }
        }
    }

    /// Every move of a body that hangs on a ladder, except up and down.
    pub(super) fn on_ladder(&mut self, beside: &[Column; 4]) {
        for (side, next) in Side::ALL.into_iter().zip(beside) {
            let level = crossing(self.here.feet, next.feet, side).max(crossing(self.here.head, next.head, side));
            if level == Crossing::Open {
                if next.feet.is_open_water() && next.head.is_hollow() {
                    self.go(next.pos, cost::SWIM, Move::Swim);
                } else if let Some(height) = next.feet.stand(next.below) {
                    if head_fits(next.head, next.over, height) && height <= 9 {
                        self.go(next.pos, cost::WALK, Move::Climb);
                    }
                } else if next.is_hollow() && next.feet.is_climbable() {
                    self.go(next.pos, cost::WALK, Move::Climb);
                }
            }
            // Over the top onto the block that the ladder leans on.
            if next.feet.top() >= BLOCK
                && !next.feet.hurts()
                && !self.here.head.is_climbable()
                && self.here.head.is_hollow()
                && self.here.over.is_hollow()
                && let Some(height) = next.head.stand(next.feet)
            {
                let over_next = self.cell(next.pos.up(3));
                if head_fits(next.over, over_next, height) && height <= 3 {
                    self.go(next.pos.up(1), cost::CLIMB_UP + cost::WALK, Move::Climb);
                }
            }
        }
    }

    /// Up and down what can be climbed, from wherever the body is.
    pub(super) fn climb(&mut self) {
        let up = self.here.pos.up(1);
        if self.here.feet.is_climbable() && self.here.head.is_climbable() && self.here.head.is_hollow() {
            if self.here.over.is_hollow() {
                self.go(up, cost::CLIMB_UP, Move::Climb);
            }
        } else if self.hold == Hold::Ladder && self.here.head.is_open_water() && self.here.over.is_hollow() {
            self.go(up, cost::CLIMB_UP, Move::Swim);
        }
        if self.here.below.is_climbable() && self.here.below.is_hollow() {
            self.go(self.here.pos.down(1), cost::CLIMB_DOWN, Move::Climb);
        } else if self.hold == Hold::Ladder && self.here.below.is_hollow() && !self.here.below.is_unknown() {
            let under = Column { below: self.here.below, ..self.here };
            self.down(&under, cost::TICK);
        }
    }
}
