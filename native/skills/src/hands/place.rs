//! Putting a block down.

use anima_body::{BlockPos, Inventory, Keys, Observation};
use anima_rules::{Aabb, Block, BlockState, Face, Item, StateFlags};
use glam::DVec3;

use super::aim::{aim, aim_at_side};
use super::dig::dig;
use super::hold::hold;
use super::window::close_window;
use crate::Me;
use crate::me::now::Now;
use crate::path::conditions::is_filler;
use anima_intent::{Outcome, Reason};

/// Places tried after one that did not do.
const OTHER_PLACES: usize = 4;
/// Clicks before it is given up.
pub(super) const TRIES: u32 = 3;
/// Ticks to wait until what was placed is there.
const PATIENCE: u32 = 6;
/// Ticks until the eyes are up again after sneaking.
const UP_AGAIN: u32 = 2;
/// Sides of a cell to place against, the ground first.
pub(super) const SIDES: [Face; 6] = [Face::Down, Face::North, Face::South, Face::West, Face::East, Face::Up];

/// A click that places a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub point: DVec3,
    /// A player that does not sneak would use the clicked block instead.
    pub sneak: bool,
}

/// Places an item's block into the cell at `pos`, against any neighbour that can be pointed at.
///
/// # Errors
/// [`Reason::Missing`] without the item, [`Reason::NoPlace`] if the cell is taken or has no side to place
/// against within reach, [`Reason::Unexpected`] if the block does not appear.
pub async fn place_at(me: &Me, item: Item, pos: BlockPos) -> Outcome {
    let Some(block) = item.block() else { return Err(Reason::NoSkill(format!("placing {item}").into())) };
    if me.now().inventory.count(item) == 0 {
        return Err(Reason::Missing { item, count: 1 });
    }
    close_window(me).await?;
    for _ in 0..TRIES {
        hold(me, item.name(), |stack| stack.item == item).await?;
        let look = || spot(&me.now(), pos).ok_or_else(|| Reason::no_place(format!("{item} at {pos}")));
        let touch = look()?;
        if me.was_held(Keys::USE) {
            me.tick().await;
        }
        if click(me, touch, look, |now| now.block(pos).is_some_and(|state| state.block() == block)).await? {
            return Ok(());
        }
    }
    Err(Reason::unexpected(format!("{item} was not placed at {pos}")))
}

/// Clicks to place what is in hand, sneaking beside a block that a click would open, where `look` is asked anew; tells
/// whether it `is_there` then.
pub(super) async fn click(
    me: &Me,
    touch: Touch,
    look: impl Fn() -> Outcome<Touch>,
    is_there: impl Fn(&Now) -> bool,
) -> Outcome<bool> {
    let mut point = touch.point;
    if touch.sneak {
        // A click counts with the keys of the tick before, and a sneaking player has its eyes lower.
        me.press(Keys::SNEAK);
        me.tick().await;
        point = look()?.point;
        me.press(Keys::SNEAK);
    }
    me.look_at(point);
    me.press(Keys::USE);
    let is_placed = me.is_answered_within(PATIENCE, |me| is_there(&me.now())).await;
    if is_placed && touch.sneak {
        me.wait(UP_AGAIN).await;
    }
    Ok(is_placed)
}

/// Places an item's block somewhere near on the ground and says where. In a narrow tunnel a niche is dug for it.
///
/// # Errors
/// As [`place_at`].
pub async fn place_nearby(me: &Me, item: Item) -> Outcome<BlockPos> {
    let mut tried = Vec::new();
    loop {
        let now = me.now();
        let cells = || cells_near(&now).into_iter().filter(|pos| !tried.contains(pos));
        let free = cells().find(|pos| is_good_spot(&now, *pos));
        let niche = || cells().find(|pos| is_niche(&now, *pos));
        let pos = free.or_else(niche).ok_or_else(|| Reason::no_place(item))?;
        if free.is_none() {
            dig(me, pos).await?;
        }
        match place_at(me, item, pos).await {
            Ok(()) => return Ok(pos),
            // A current, a mob or a fall was in the way.
            Err(Reason::Unexpected(_) | Reason::NoPlace(_)) if tried.len() < OTHER_PLACES => tried.push(pos),
            Err(reason) => return Err(reason),
        }
    }
}

/// The carried item to build with: one that the goal does not reserve if there is one, of these the one that there is
/// most of.
pub(crate) fn filler(me: &Me) -> Option<Item> {
    let now = me.now();
    let stacks = now.inventory.slots[..Inventory::MAIN].iter().flatten().filter(|stack| is_filler(stack.item));
    let best = stacks.max_by_key(|stack| (me.spare(stack.item) > 0, stack.count, stack.item));
    best.map(|stack| stack.item)
}

/// Closes the cell above the head, if something is beside it that carries a block: arrows and spiders come from above.
pub(crate) async fn roof(me: &Me) -> Outcome {
    let above = me.now().player.feet().up(2);
    let Some(item) = filler(me).filter(|_| me.is_free(above)) else { return Ok(()) };
    match place_at(me, item, above).await {
        Err(Reason::NoPlace(_) | Reason::Unexpected(_)) => Ok(()),
        outcome => outcome,
    }
}

/// The click that places into a cell.
fn spot(now: &Now, pos: BlockPos) -> Option<Touch> {
    if !is_free(now, pos) {
        return None;
    }
    SIDES.into_iter().find_map(|face| {
        let neighbour = pos.beside(face);
        let state = now.block(neighbour)?;
        if state.flags().intersects(StateFlags::REPLACEABLE | StateFlags::NO_COLLISION) {
            return None;
        }
        Some(Touch { point: aim_at_side(now, neighbour, face.opposite())?, sneak: opens(state) })
    })
}

/// Whether a block placed into the cell would fit: nothing there but what gives way, nobody in it.
fn is_free(now: &Now, pos: BlockPos) -> bool {
    let gives_way = |state: BlockState| state.flags().contains(StateFlags::REPLACEABLE);
    let cube = pos.cube();
    let mine = Aabb::of_body(now.player.pos, 0.6, now.player.height);
    now.block(pos).is_some_and(gives_way)
        && !cube.intersects(&mine)
        && !now.entities.iter().any(|entity| {
            entity.health.is_some() && cube.intersects(&Aabb::of_body(entity.pos, entity.width, entity.height))
        })
}

fn is_good_spot(now: &Now, pos: BlockPos) -> bool {
    let full = |pos: BlockPos| now.block(pos).is_some_and(|s| s.flags().contains(StateFlags::FULL_CUBE));
    let dry = now.block(pos).is_some_and(|state| state.fluid().is_none());
    // A block that is used by hand cannot be used any more once something stands on it.
    let covers = now.block(pos.down(1)).is_some_and(opens);
    dry && full(pos.down(1)) && !covers && spot(now, pos).is_some()
}

/// A cell of natural rock or soil beside us that can be dug out to make room.
fn is_niche(now: &Now, pos: BlockPos) -> bool {
    let Some(state) = now.block(pos) else { return false };
    let soft = state.flags().contains(StateFlags::FULL_CUBE) && (0.0..=3.0).contains(&state.block().hardness());
    let dry = Face::ALL.iter().all(|face| {
        let beside = now.block(pos.beside(*face));
        beside.is_some_and(|state| state.fluid().is_none() && !state.flags().contains(StateFlags::FALLS))
    });
    soft && dry && !opens(state) && aim(now, pos).is_some()
}

/// Cells around the player, the handiest first: at the feet, then at the eyes.
fn cells_near(now: &Observation) -> Vec<BlockPos> {
    let feet = now.player.feet();
    let mut cells = cells_around(feet);
    cells.sort_by_key(|pos| {
        let level = if pos.y == feet.y { 0 } else { 3 };
        (pos.distance_squared(feet) + level, *pos)
    });
    cells
}

/// Cells within reach around the feet, not right under or over the player.
pub(crate) fn cells_around(feet: BlockPos) -> Vec<BlockPos> {
    (-1..=2)
        .flat_map(|y| (-3..=3).flat_map(move |x| (-3..=3).map(move |z| feet.offset(x, y, z))))
        .filter(|pos| (pos.x, pos.z) != (feet.x, feet.z))
        .collect()
}

/// Whether using a block does something else than placing against it.
pub(crate) fn opens(state: BlockState) -> bool {
    let block = state.block();
    matches!(
        block,
        Block::CRAFTING_TABLE
            | Block::FURNACE
            | Block::BLAST_FURNACE
            | Block::SMOKER
            | Block::CHEST
            | Block::TRAPPED_CHEST
            | Block::ENDER_CHEST
            | Block::BARREL
            | Block::ANVIL
            | Block::STONECUTTER
            | Block::LOOM
            | Block::SMITHING_TABLE
            | Block::GRINDSTONE
            | Block::ENCHANTING_TABLE
            | Block::CARTOGRAPHY_TABLE
            | Block::BREWING_STAND
            | Block::HOPPER
            | Block::DISPENSER
            | Block::DROPPER
            | Block::LEVER
            | Block::NOTE_BLOCK
    ) || ["_door", "_trapdoor", "_fence_gate", "_button", "_bed", "shulker_box"]
        .iter()
        .any(|end| block.name().ends_with(end))
}
