//! Whether a goal is closed in: a cheap proof that there is no way.

use anima_body::{BlockPos, Blocks};
use rustc_hash::FxHashSet;

use super::cell::BLOCK;
use super::tree::Tree;

/// Cells that are filled before it is given up.
const LIMIT: usize = 3000;

/// Whether the cells around the goal that a body's feet could ever be in are all known, few, and do not hold the
/// start. Every way passes from cell to neighbouring cell (corners included), so then there is none.
pub(super) fn is_closed_in<K: Blocks>(tree: &mut Tree, known: &K) -> bool {
    let (Some(start), Some(targets)) = (tree.start, tree.goal.targets()) else { return false };
    let mut filled: FxHashSet<BlockPos> = FxHashSet::default();
    let mut open = Vec::new();
    for (target, range) in targets {
        if range > 8 {
            return false;
        }
        for x in -range..=range {
            for y in -range..=range {
                for z in -range..=range {
                    let pos = target.offset(x, y, z);
                    if tree.goal.is_reached(pos) && filled.insert(pos) {
                        open.push(pos);
                    }
                }
            }
        }
    }
    while let Some(pos) = open.pop() {
        if pos == start || filled.len() > LIMIT {
            return false;
        }
        match may_hold_feet(tree, known, pos) {
            None => return false,
            Some(false) => continue,
            Some(true) => {}
        }
        for x in -1..=1 {
            for y in -1..=1 {
                for z in -1..=1 {
                    let next = pos.offset(x, y, z);
                    if filled.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
    }
    true
}

/// Whether feet could ever be in a cell, dug free if need be; `None` if it is not known.
fn may_hold_feet<K: Blocks>(tree: &mut Tree, known: &K, pos: BlockPos) -> Option<bool> {
    let cell = tree.cell(pos, known);
    if cell.is_unknown() {
        return None;
    }
    let is_filled = cell.is_solid() || (cell.top() >= BLOCK && !cell.swings());
    Some(!is_filled || (tree.conditions.can_dig && known.block(pos).is_some_and(|s| s.block().hardness() >= 0.0)))
}
