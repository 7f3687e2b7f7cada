//! Smelting in furnaces, in several at once when fuel is to be burnt for several.

use anima_body::{Click, MenuKind};
use anima_rules::smelt::{Cooker, burn_ticks};
use anima_rules::techtree::{Fuel, Step, shares};
use anima_rules::{Block, Item};

use super::station::{Station, leave_station, reach_another_station};
use crate::Me;
use crate::hands::aim::aim;
use crate::hands::window::{close_window, open_block, put_into};
use crate::path::goal::Goal;
use crate::walk::travel::travel_sparingly;
use anima_intent::{Outcome, Reason};

/// Slot of what is smelted in a furnace's window.
const INPUT: u16 = 0;
/// Slot of the fuel.
const FUEL: u16 = 1;
/// Slot of what was made.
const OUTPUT: u16 = 2;
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

/// Smelts a step's materials with its fuel, in as many furnaces as it feeds and as are at hand.
///
/// # Errors
/// [`Reason::Missing`] names the material, fuel or furnace that lacks; else why a furnace could not be used.
pub(crate) async fn smelt(me: &Me, step: &Step) -> Outcome {
    let Some(fuel) = step.fuel else { return Err(Reason::unexpected(format!("{step} burns nothing"))) };
    me.doing(format!("smelt {} {}", step.count, step.item), async {
        for (item, count) in step.materials.iter().copied().chain([(fuel.item, fuel.count)]) {
            check_carried(me, item, count)?;
        }
        let furnaces = furnaces(me, fuel.furnaces(&step.materials)).await?;
        let mut made = 0;
        for (item, count) in &step.materials {
            let mut batches = Vec::new();
            for (station, share) in furnaces.iter().zip(shares(*count, furnaces.len() as u32)) {
                batches.push(load(me, station, *item, share, fuel).await?);
            }
            for batch in &batches {
                while me.age() < batch.done_at {
                    me.tick().await;
                }
                made += unload(me, batch).await?;
            }
        }
        for station in furnaces {
            leave_station(me, station).await?;
        }
        match step.count.saturating_sub(made) {
            0 => Ok(()),
            lack => Err(Reason::Missing { item: step.item, count: lack }),
        }
    })
    .await
}

fn check_carried(me: &Me, item: Item, count: u32) -> Outcome {
    match count.saturating_sub(me.now().inventory.count(item)) {
        0 => Ok(()),
        lack => Err(Reason::Missing { item, count: lack }),
    }
}

/// Has up to so many furnaces at hand, at least one.
async fn furnaces(me: &Me, wanted: u32) -> Outcome<Vec<Station>> {
    let mut furnaces = vec![reach_another_station(me, Block::FURNACE, &[]).await?];
    while (furnaces.len() as u32) < wanted {
        let taken: Vec<_> = furnaces.iter().map(|station: &Station| station.pos).collect();
        match reach_another_station(me, Block::FURNACE, &taken).await {
            Ok(station) => furnaces.push(station),
            Err(_) => break,
        }
    }
    Ok(furnaces)
}

/// Puts so much of something into a furnace, and fuel for it; what was left there by others is taken out.
async fn load(me: &Me, station: &Station, item: Item, count: u32, fuel: Fuel) -> Outcome<Batch> {
    open(me, station).await?;
    for (slot, own) in [(OUTPUT, None), (INPUT, Some(item)), (FUEL, Some(fuel.item))] {
        let there = me.now().menu.slot(slot);
        if there.is_some_and(|stack| Some(stack.item) != own) {
            me.click(Click::shift(slot));
            me.tick().await;
        }
    }
    let there = me.now().menu.slot(INPUT).map_or(0, |stack| u32::from(stack.count));
    put_into(me, INPUT, item, count.saturating_sub(there)).await?;
    let fuelled = fuel_up(me, count, fuel.item).await;
    close_window(me).await?;
    fuelled?;
    let ticks = u64::from(Cooker::Furnace.ticks()) * u64::from(count);
    Ok(Batch { station: *station, count, done_at: me.age() + ticks })
}

/// Puts fuel for `count` pieces into the open furnace, beside what burns there and lies there.
async fn fuel_up(me: &Me, count: u32, fuel: Item) -> Outcome {
    let burns = burn_ticks(fuel).map_or(0, u32::from).max(1);
    let burning = me.now().menu.properties.first().map_or(0, |ticks| u32::from(ticks.unsigned_abs()));
    let there = me.now().menu.slot(FUEL).map_or(0, |stack| u32::from(stack.count));
    let lacks = (u32::from(Cooker::Furnace.ticks()) * count).saturating_sub(burning + there * burns);
    put_into(me, FUEL, fuel, lacks.div_ceil(burns)).await
}

/// Opens a furnace; an agent that was driven off, or for whom another furnace hides it, goes to it.
async fn open(me: &Me, furnace: &Station) -> Outcome {
    if aim(&me.now(), furnace.pos).is_none() {
        me.within(PATIENCE, travel_sparingly(me, &Goal::Reach(furnace.pos))).await?;
    }
    open_block(me, furnace.pos, MenuKind::Furnace).await
}

/// Takes what a furnace has made, once it has made it all, and tells how much that is.
async fn unload(me: &Me, batch: &Batch) -> Outcome<u32> {
    open(me, &batch.station).await?;
    let deadline = me.age() + SLACK;
    let there = |me: &Me| me.now().menu.slot(OUTPUT).map_or(0, |stack| u32::from(stack.count));
    while there(me) < batch.count && me.age() < deadline {
        me.tick().await;
    }
    let made = there(me);
    if made > 0 {
        me.click(Click::shift(OUTPUT));
        me.tick().await;
    }
    let left = there(me);
    close_window(me).await?;
    if left > 0 { Err(Reason::InventoryFull) } else { Ok(made) }
}
