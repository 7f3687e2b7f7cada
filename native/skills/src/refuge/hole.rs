//! A hole in the ground: three blocks down, closed overhead.

use anima_body::{BlockPos, PlayerFlags};
use anima_rules::{Face, Item, StateFlags};

use crate::Me;
use crate::hands::dig::check_can_dig_rock;
use crate::hands::place::place_at;
use crate::walk::shaft::dig_down;
use anima_intent::{Outcome, Reason};

/// Ticks that a hole may take.
const DIGGING: u64 = 120;
/// Blocks that a hole is deep: two for the body, one for the lid.
const DEPTH: i32 = 3;

/// Whether a hole can be dug here and covered.
fn can_dig_in(me: &Me) -> bool {
    let feet = me.now().player.feet();
    let firm = (1..=DEPTH + 1).all(|depth| me.is_full(feet.down(depth)));
    firm && (1..=DEPTH).all(|depth| is_walled(me, feet.down(depth))) && lid(me).is_some()
}

/// Digs down three blocks and closes the hole above the head.
pub(crate) async fn dig_in(me: &Me) -> Outcome {
    let top = me.now().player.feet().y;
    if !is_covered(me) {
        dig_down(me, top - DEPTH).await?;
        if lid(me).is_none() {
            // Time to pick up what was dug out.
            me.wait_for_answer(12, |me| lid(me).is_some()).await;
        }
    }
    let above = me.now().player.feet().up(2);
    if me.is_full(above) {
        return Ok(());
    }
    let lid = lid(me).ok_or_else(|| Reason::not_found("a block to cover a hole with"))?;
    place_at(me, lid, above).await
}

/// Whether we stand in a hole that is closed but for its top.
fn is_covered(me: &Me) -> bool {
    let feet = me.now().player.feet();
    (0..=2).all(|up| is_walled(me, feet.up(up)))
}

/// Whether a cell has a full block on each of its four sides.
fn is_walled(me: &Me, pos: BlockPos) -> bool {
    Face::HORIZONTAL.iter().all(|face| me.is_full(pos.beside(*face)))
}

/// A carried block that is cheap and stays where it is put; one that the goal does not reserve if there is one.
fn lid(me: &Me) -> Option<Item> {
    let inventory = me.now().inventory.clone();
    let suits = |item: &Item| {
        let state = item.block().map(|block| block.state());
        state.is_some_and(|state| {
            state.flags().contains(StateFlags::FULL_CUBE) && !state.flags().contains(StateFlags::FALLS)
        })
    };
    let items = inventory.slots.iter().flatten().map(|stack| stack.item).filter(suits);
    let hardness = |item: &Item| item.block().map_or(0, |block| (block.hardness() * 100.0) as i32);
    items.min_by_key(|item| (me.spare(*item) == 0, hardness(item)))
}

/// Whether the agent can dig away from foes that hit it within its walls, through corners or from above.
pub(crate) fn can_go_deeper(me: &Me) -> bool {
    me.now().player.is(PlayerFlags::ON_GROUND) && check_can_dig_rock(me).is_ok() && can_dig_in(me) && !is_covered(me)
}

/// Digs deeper in, where neither blows through the corners of walls nor arrows from above reach.
///
/// # Errors
/// As the digging and placing.
pub(crate) async fn go_deeper(me: &Me) -> Outcome {
    me.doing("dig in", me.within(DIGGING, dig_in(me))).await
}
