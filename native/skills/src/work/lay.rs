//! Going to where a block can be laid, and laying it.

use anima_body::BlockPos;
use anima_rules::{BlockState, Face, Item};

use super::stand::{perches, standpoints};
use crate::Me;
use crate::hands::lay::{Stance, can_lay, lay};
use crate::hands::place::cells_around;
use crate::path::goal::Goal;
use crate::walk::manner::{Travel, sparing};
use crate::walk::travel::{travel_by, travel_sparingly};
use anima_intent::{Outcome, Reason};

/// Ticks for the way to a place to lay something from.
const PATIENCE: u64 = 900;
/// Places from which it is tried.
const TRIES: usize = 6;
/// Blocks beyond which it is not known what can be laid.
const FAR: i64 = 6;
/// Blocks to the handiest cells: an agent that fills the cells right beside it would wall itself in.
const HANDY: i64 = 2;

/// Lays an item's block into a cell, in a state that `suits`, from wherever that can be done.
///
/// # Errors
/// [`Reason::Missing`] without the item, [`Reason::NoPlace`] if it can be done from nowhere; as
/// [`travel_by`].
pub(crate) async fn lay_at(me: &Me, item: Item, pos: BlockPos, suits: &dyn Fn(BlockState) -> bool) -> Outcome {
    let going = Going { manner: sparing(me), may_stand: &|_| true, on_pillars: false };
    lay_from(me, &going, item, pos, suits).await
}

/// How to get to where something is laid from.
pub(crate) struct Going<'a> {
    /// The manner.
    pub manner: Travel,
    /// The cells from which it may be laid.
    pub may_stand: &'a dyn Fn(BlockPos) -> bool,
    /// Whether pillars are built to stand on.
    pub on_pillars: bool,
}

/// As [`lay_at`], in a way of one's own to get there.
pub(crate) async fn lay_from(
    me: &Me,
    going: &Going<'_>,
    item: Item,
    pos: BlockPos,
    suits: &dyn Fn(BlockState) -> bool,
) -> Outcome {
    let Going { manner, may_stand, on_pillars } = going;
    if me.now().inventory.count(item) == 0 {
        return Err(Reason::Missing { item, count: 1 });
    }
    if me.now().player.feet().distance_squared(pos) > FAR * FAR {
        let goal = Goal::Near { pos, range: FAR as i32 - 2 };
        match me.within(PATIENCE, travel_by(me, manner.clone(), &goal)).await {
            Err(Reason::Unreachable { .. } | Reason::TookTooLong) => {
                return Err(Reason::no_place(format!("{item} at {pos}")));
            }
            way => way?,
        }
    }
    let mut tried: Vec<BlockPos> = Vec::new();
    while tried.len() < TRIES {
        let now = me.now();
        if may_stand(now.player.feet()) && can_lay(&now, Stance::now(&now), item, pos, suits) {
            match lay(me, item, pos, suits).await {
                Err(Reason::NoPlace(_) | Reason::Unexpected(_)) => {}
                outcome => return outcome,
            }
        }
        tried.push(me.now().player.feet());
        let is_new = |cell: BlockPos, stance: Stance| {
            may_stand(cell) && !tried.contains(&cell) && can_lay(&me.now(), stance, item, pos, suits)
        };
        let places = if *on_pillars { perches(me, pos, is_new).await } else { standpoints(me, pos, is_new).await };
        if places.is_empty() {
            break;
        }
        let goal = Goal::Any(places.into_iter().map(Goal::Block).collect());
        me.within(PATIENCE, travel_by(me, manner.clone(), &goal)).await?;
    }
    Err(Reason::no_place(format!("{item} at {pos}")))
}

/// Lays an item's block into a cell near the player that `suits`, and says where. Where there is none, looks a few
/// blocks off.
///
/// # Errors
/// [`Reason::Missing`] without the item, [`Reason::NoPlace`].
pub(crate) async fn lay_near(me: &Me, item: Item, suits: impl Fn(BlockPos, BlockState) -> bool) -> Outcome<BlockPos> {
    const ASIDE: i32 = 6;
    if me.now().inventory.count(item) == 0 {
        return Err(Reason::Missing { item, count: 1 });
    }
    let mut tried: Vec<BlockPos> = Vec::new();
    for side in 0..=2 * Face::HORIZONTAL.len() {
        while tried.len() < TRIES * (side + 1) {
            let now = me.now();
            let is_one = |pos: &BlockPos| {
                !tried.contains(pos) && can_lay(&now, Stance::now(&now), item, *pos, &|state| suits(*pos, state))
            };
            let Some(pos) = cells_near(now.player.feet()).into_iter().find(is_one) else { break };
            match lay(me, item, pos, &|state| suits(pos, state)).await {
                Ok(()) => return Ok(pos),
                Err(Reason::NoPlace(_) | Reason::Unexpected(_)) => tried.push(pos),
                Err(reason) => return Err(reason),
            }
        }
        let aside = me.now().player.feet() + Face::HORIZONTAL[side % 4].step() * (ASIDE + side as i32);
        match me.within(PATIENCE, travel_sparingly(me, &Goal::Near { pos: aside, range: 2 })).await {
            Err(Reason::Died) => return Err(Reason::Died),
            _ => me.tick().await,
        }
    }
    Err(Reason::no_place(item))
}

/// Cells around the feet, the handiest first.
fn cells_near(feet: BlockPos) -> Vec<BlockPos> {
    let mut cells = cells_around(feet);
    cells.sort_by_key(|pos| {
        let steps = i64::from((pos.x - feet.x).abs().max((pos.z - feet.z).abs()));
        ((pos.y - feet.y).abs(), (steps - HANDY).abs(), pos.distance_squared(feet), *pos)
    });
    cells
}
