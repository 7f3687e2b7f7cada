//! Where a body can stand to do something near a cell.

use anima_body::BlockPos;

use crate::Me;
use crate::hands::lay::Stance;

/// Cells to every side in which a body may stand.
const AROUND: i32 = 4;
/// Cells up in which a body may stand.
const ABOVE: i32 = 3;
/// Cells down in which a body may stand.
const BELOW: i32 = 5;
/// Places put before one path search.
const CHOICE: usize = 8;
/// Cells that are tried in a tick: each takes rays to all sides of what is clicked.
const PER_TICK: usize = 12;

/// Cells near another one where a body can stand upright on firm ground and do something from there, the nearest to the
/// player first. Where many are tried that takes some ticks.
pub(crate) async fn standpoints(me: &Me, near: BlockPos, suits: impl Fn(BlockPos, Stance) -> bool) -> Vec<BlockPos> {
    places(me, near, |cell| can_stand(me, cell), suits).await
}

/// As [`standpoints`], but where a body could stand once a pillar was built for it.
pub(crate) async fn perches(me: &Me, near: BlockPos, suits: impl Fn(BlockPos, Stance) -> bool) -> Vec<BlockPos> {
    places(me, near, |cell| has_room(me, cell), suits).await
}

async fn places(
    me: &Me,
    near: BlockPos,
    is_one: impl Fn(BlockPos) -> bool,
    suits: impl Fn(BlockPos, Stance) -> bool,
) -> Vec<BlockPos> {
    let feet = me.now().player.feet();
    let mut cells: Vec<BlockPos> = (-BELOW..=ABOVE)
        .flat_map(|y| (-AROUND..=AROUND).flat_map(move |x| (-AROUND..=AROUND).map(move |z| near.offset(x, y, z))))
        .filter(|cell| is_one(*cell))
        .collect();
    cells.sort_by_key(|cell| (cell.distance_squared(feet), *cell));
    let mut found = Vec::new();
    for (tried, cell) in (1..).zip(cells) {
        if suits(cell, Stance::upright_in(cell)) {
            found.push(cell);
            if found.len() == CHOICE {
                break;
            }
        }
        if tried % PER_TICK == 0 {
            me.tick().await;
        }
    }
    found
}

/// Whether a body can stand upright in a cell, with a full block below.
pub(crate) fn can_stand(me: &Me, cell: BlockPos) -> bool {
    me.is_full(cell.down(1)) && has_room(me, cell)
}

fn has_room(me: &Me, cell: BlockPos) -> bool {
    me.is_open(cell) && me.is_open(cell.up(1))
}
