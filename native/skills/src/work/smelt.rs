//! Smelting in furnaces, in several at once when several are carried.

use anima_body::{Click, Inventory, MenuKind};
use anima_rules::smelt::{Cooker, Smelting, burn_ticks, smelted};
use anima_rules::{Block, Item, ItemStack};

use super::station::{Station, leave_station, reach_another_station, reachable_stations};
use crate::Me;
use crate::hands::aim::aim;
use crate::hands::window::{close_window, open_block, put_back, take_up};
use crate::path::goal::Goal;
use crate::walk::travel::travel_sparingly;
use anima_intent::{Outcome, Reason};

const INPUT: u16 = 0;
const FUEL: u16 = 1;
const OUTPUT: u16 = 2;
/// Furnaces used at once at most.
const FURNACES: usize = 4;
/// Ticks beyond the cooking time after which a furnace is given up.
const SLACK: u64 = 60;

/// Ticks for the way back to a furnace.
const PATIENCE: u64 = 600;

/// A furnace at work.
struct Batch {
    station: Station,
    count: u32,
    done_at: u64,
}

/// Smelts until `count` more of an item are carried, with whatever carried things become it and burn.
///
/// # Errors
/// [`Reason::Missing`] names the input, fuel or furnace that lacks; else why a furnace could not be used.
pub async fn smelt(me: &Me, item: Item, count: u32) -> Outcome {
    me.doing(format!("smelt {count} {item}"), async {
        if count == 0 {
            return Ok(());
        }
        let before = me.now().inventory.count(item);
        let inputs = inputs(&me.now().inventory, item, count)?;
        let batches = load(me, inputs).await?;
        for batch in &batches {
            while me.age() < batch.done_at {
                me.tick().await;
            }
            unload(me, batch).await?;
        }
        for batch in batches {
            leave_station(me, batch.station).await?;
        }
        match before + count - me.now().inventory.count(item).min(before + count) {
            0 => Ok(()),
            lack => Err(Reason::Missing { item, count: lack }),
        }
    })
    .await
}

/// Which carried things are to be smelted, one entry a piece.
fn inputs(inventory: &Inventory, item: Item, count: u32) -> Outcome<Vec<Item>> {
    let becomes = |input: Item| smelted(input, Cooker::Furnace).is_some_and(|smelting| smelting.result == item);
    let carried = inventory.slots[..Inventory::MAIN].iter().flatten().filter(|stack| becomes(stack.item));
    let mut pieces: Vec<Item> = carried.flat_map(|stack| (0..stack.count).map(|_| stack.item)).collect();
    pieces.sort_unstable();
    if (pieces.len() as u32) < count {
        let input = anima_rules::smelt::all().iter().find(|smelting: &&Smelting| smelting.result == item);
        let input = input.ok_or_else(|| Reason::NoSkill(format!("smelting {item}: no furnace makes it").into()))?;
        let known = pieces.first().copied().unwrap_or(input.input);
        return Err(Reason::Missing { item: known, count: count - pieces.len() as u32 });
    }
    pieces.truncate(count as usize);
    Ok(pieces)
}

/// Places and fills furnaces; the pieces are shared out evenly.
async fn load(me: &Me, pieces: Vec<Item>) -> Outcome<Vec<Batch>> {
    let mut furnaces = vec![reach_another_station(me, Block::FURNACE, &[]).await?];
    let spare = spare_planks(me);
    let wanted = furnaces_that_can_burn(&me.now().inventory, pieces.len(), spare);
    while furnaces.len() < wanted {
        let taken: Vec<_> = furnaces.iter().map(|station: &Station| station.pos).collect();
        match reach_another_station(me, Block::FURNACE, &taken).await {
            Ok(station) => furnaces.push(station),
            Err(_) => break,
        }
    }
    let share = pieces.len().div_ceil(furnaces.len());
    let mut batches = Vec::new();
    for (station, pieces) in furnaces.into_iter().zip(pieces.chunks(share)) {
        open(me, &station).await?;
        for piece in pieces {
            take_up(me, *piece).await?;
            me.click(Click::right(INPUT));
            me.tick().await;
        }
        put_back(me).await;
        let filled = fuel_up(me, pieces.len() as u32).await;
        close_window(me).await?;
        filled?;
        let ticks = u64::from(Cooker::Furnace.ticks()) * pieces.len() as u64;
        batches.push(Batch { station, count: pieces.len() as u32, done_at: me.age() + ticks });
    }
    Ok(batches)
}

/// Planks that are not burned for the sake of another furnace: those for a table and handles, where there are none.
fn spare_planks(me: &Me) -> u32 {
    const TABLE: u32 = 4;
    const HANDLES: u32 = 2;
    let is_table_near = reachable_stations(me).contains(&Block::CRAFTING_TABLE);
    if is_table_near && me.now().inventory.count(Item::STICK) >= HANDLES { 0 } else { TABLE }
}

/// How many furnaces the carried fuel feeds, each with its share of the pieces: at least one, [`FURNACES`] at most.
fn furnaces_that_can_burn(inventory: &Inventory, pieces: usize, spare_planks: u32) -> usize {
    let feeds = |furnaces: &usize| {
        let mut left = inventory.clone();
        let share = pieces.div_ceil(*furnaces);
        let mut shares = (0..*furnaces).map(|i| share.min(pieces.saturating_sub(i * share)));
        let fed = shares.all(|share| {
            let ticks = u32::from(Cooker::Furnace.ticks()) * share as u32;
            ticks == 0 || best_fuel(&left, ticks).is_some_and(|fuel| burn(&mut left, fuel, ticks))
        });
        fed && (left.planks() >= spare_planks || left.planks() == inventory.planks())
    };
    (2..=pieces.min(FURNACES)).rev().find(feeds).unwrap_or(1)
}

/// Takes fuel for so many ticks away; tells whether there was enough of it.
fn burn(inventory: &mut Inventory, fuel: Item, ticks: u32) -> bool {
    let mut pieces = ticks.div_ceil(burns(fuel));
    for slot in &mut inventory.slots {
        if let Some(stack) = slot.filter(|stack| stack.item == fuel) {
            let some = pieces.min(stack.count.into());
            pieces -= some;
            *slot = Some(ItemStack { count: stack.count - some as u8, ..stack }).filter(|stack| stack.count > 0);
        }
    }
    pieces == 0
}

/// Puts fuel for `count` pieces into the open furnace.
async fn fuel_up(me: &Me, count: u32) -> Outcome {
    let needed = u32::from(Cooker::Furnace.ticks()) * count;
    let burning = me.now().menu.properties.first().map_or(0, |ticks| u32::from(ticks.unsigned_abs()));
    let there = me.now().menu.slot(FUEL);
    let mut heat = burning + there.map_or(0, |stack| u32::from(stack.count) * burns(stack.item));
    while heat < needed {
        let fuel = match there {
            Some(stack) => Some(stack.item).filter(|item| me.now().inventory.count(*item) > 0),
            None => best_fuel(&me.now().inventory, needed - heat),
        };
        let fuel = fuel.ok_or(Reason::Missing { item: Item::COAL, count: (needed - heat).div_ceil(1600) })?;
        while heat < needed && me.now().inventory.count(fuel) + held_by_mouse(me, fuel) > 0 {
            take_up(me, fuel).await?;
            me.click(Click::right(FUEL));
            me.tick().await;
            heat += burns(fuel);
        }
        put_back(me).await;
        if heat < needed && there.is_none() && me.now().menu.slot(FUEL).is_some() {
            // Another kind does not fit on top: it has to burn down first.
            return Err(Reason::Missing { item: fuel, count: (needed - heat).div_ceil(burns(fuel)) });
        }
    }
    Ok(())
}

fn held_by_mouse(me: &Me, item: Item) -> u32 {
    me.now().menu.cursor.filter(|stack| stack.item == item).map_or(0, |stack| stack.count.into())
}

fn burns(item: Item) -> u32 {
    burn_ticks(item).map_or(0, u32::from)
}

/// The carried fuel to burn: enough of one kind, the least precious first.
pub(crate) fn best_fuel(inventory: &Inventory, ticks: u32) -> Option<Item> {
    let enough = |item: &Item| inventory.count(*item) * burns(*item) >= ticks;
    let rank = |item: Item| match item {
        Item::COAL => 0,
        Item::CHARCOAL => 1,
        _ if item.name().ends_with("_planks") => 2,
        _ if item.name().ends_with("_log") => 4,
        Item::LAVA_BUCKET => 6,
        _ if item.tool().is_some() || item.name().ends_with("_boat") || item == Item::CRAFTING_TABLE => 5,
        _ => 3,
    };
    let carried = inventory.slots[..Inventory::MAIN].iter().flatten().map(|stack| stack.item);
    let fuels = carried.filter(|item| burns(*item) > 0);
    fuels.filter(|item| enough(item)).min_by_key(|item| (rank(*item), *item))
}

/// Opens a furnace; goes to it if another one hides it or something drove us off.
async fn open(me: &Me, furnace: &Station) -> Outcome {
    if aim(&me.now(), furnace.pos).is_none() {
        me.within(PATIENCE, travel_sparingly(me, &Goal::Reach(furnace.pos))).await?;
    }
    open_block(me, furnace.pos, MenuKind::Furnace).await
}

/// Takes what a furnace has made, once it has made it all.
async fn unload(me: &Me, batch: &Batch) -> Outcome {
    open(me, &batch.station).await?;
    let deadline = me.age() + SLACK;
    let made = |me: &Me| me.now().menu.slot(OUTPUT).map_or(0, |stack| u32::from(stack.count));
    while made(me) < batch.count && me.age() < deadline {
        me.tick().await;
    }
    if made(me) > 0 {
        me.click(Click::shift(OUTPUT));
        me.tick().await;
    }
    close_window(me).await
}
