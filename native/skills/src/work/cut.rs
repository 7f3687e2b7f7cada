//! Cutting at a stonecutter, and upgrading at a smithing table.

use anima_body::{Click, MenuKind};
use anima_intent::{Outcome, Reason};
use anima_rules::techtree::Step;
use anima_rules::{Block, Item, stonecut};

use super::station::{Station, leave_station, reach_station};
use crate::Me;
use crate::hands::window::{close_window, is_answered, open_block, put_into};

/// Slot of what is cut.
const STONE: u16 = 0;
/// Slot of what is cut of it.
const CUT: u16 = 1;
/// Slot of what is upgraded in a smithing table's window (`LegacySmithingScreenHandler`).
const BASE: u16 = 0;
/// Slot of what it is upgraded with.
const ADDITION: u16 = 1;
/// Slot of the upgraded thing.
const UPGRADED: u16 = 2;

/// Cuts a step's materials at a stonecutter, which is known or carried.
///
/// # Errors
/// [`Reason::Missing`] names the stone or the stonecutter that lacks; else why it could not be used.
pub(crate) async fn cut(me: &Me, step: &Step) -> Outcome {
    me.doing(format!("cut {} {}", step.count, step.item), async {
        check_carried(me, step)?;
        let station = reach_station(me, Block::STONECUTTER).await?;
        let outcome = cut_all(me, step, &station).await;
        close_window(me).await?;
        leave_station(me, station).await?;
        outcome
    })
    .await
}

async fn cut_all(me: &Me, step: &Step, station: &Station) -> Outcome {
    for (stone, count) in &step.materials {
        let cuts = stonecut::cuts(*stone);
        let button = cuts.iter().position(|(item, _)| *item == step.item);
        let button = button.ok_or_else(|| Reason::unexpected(format!("{stone} is not cut into {}", step.item)))?;
        let stack = u32::from(stone.stack_size());
        for done in (0..*count).step_by(stack as usize) {
            open_block(me, station.pos, MenuKind::Stonecutter).await?;
            put_into(me, STONE, *stone, stack.min(count - done)).await?;
            me.button(button as u8);
            me.tick().await;
            let is_offered = |me: &Me| me.now().menu.slot(CUT).is_some_and(|stack| stack.item == step.item);
            if !is_answered(me, is_offered).await {
                return Err(Reason::unexpected(format!("the stonecutter does not offer {}", step.item)));
            }
            me.click(Click::shift(CUT));
            me.tick().await;
            // The client foresees no more than the first of them.
            let is_cut = |me: &Me| me.now().menu.slot(STONE).is_none();
            if !is_answered(me, is_cut).await {
                return Err(Reason::InventoryFull);
            }
        }
    }
    Ok(())
}

/// Upgrades a step's materials, one piece of gear after the other, at a smithing table that is known or carried.
///
/// # Errors
/// [`Reason::Missing`] names the material or the table that lacks; else why it could not be used.
pub(crate) async fn smith(me: &Me, step: &Step) -> Outcome {
    me.doing(format!("smith {} {}", step.count, step.item), async {
        check_carried(me, step)?;
        let station = reach_station(me, Block::SMITHING_TABLE).await?;
        let outcome = smith_all(me, step, &station).await;
        close_window(me).await?;
        leave_station(me, station).await?;
        outcome
    })
    .await
}

async fn smith_all(me: &Me, step: &Step, station: &Station) -> Outcome {
    let is_base = |item: &Item| stonecut::upgraded(*item) == Some(step.item);
    let part = |base: bool| step.materials.iter().map(|(item, _)| *item).find(|item| is_base(item) == base);
    let (Some(base), Some(addition)) = (part(true), part(false)) else {
        return Err(Reason::unexpected(format!("{} is not smithed of what was planned", step.item)));
    };
    for _ in 0..step.times {
        open_block(me, station.pos, MenuKind::Smithing).await?;
        put_into(me, BASE, base, 1).await?;
        put_into(me, ADDITION, addition, 1).await?;
        let is_offered = |me: &Me| me.now().menu.slot(UPGRADED).is_some_and(|stack| stack.item == step.item);
        if !is_answered(me, is_offered).await {
            return Err(Reason::unexpected(format!("the smithing table does not make {}", step.item)));
        }
        me.click(Click::shift(UPGRADED));
        me.tick().await;
        if !is_answered(me, |me| me.now().menu.slot(BASE).is_none()).await {
            return Err(Reason::InventoryFull);
        }
    }
    Ok(())
}

fn check_carried(me: &Me, step: &Step) -> Outcome {
    for (item, count) in &step.materials {
        let carried = me.now().inventory.count(*item);
        if carried < *count {
            return Err(Reason::Missing { item: *item, count: count - carried });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Kind, Way, ways};
    use anima_world::{Options, Scene};

    use super::*;
    use crate::obtain::obtain;
    use crate::testing::{End, Game, flat, held, quiet};

    /// Goes the first way of an item that `is_it`, for so many of it.
    fn goes(game: Game, item: Item, times: u32, materials: &[(Item, u32)], is_it: fn(&Way) -> bool) -> End {
        let way = ways(item).iter().find(|way| is_it(way) && way.materials[0].any_of.contains(&materials[0].0));
        let way = way.expect("there is such a way");
        let count = times * u32::from(way.count.0);
        let materials = materials.to_vec();
        let step = Step { way, item, count, times, materials, fuel: None, tool: None, ticks: 0.0 };
        game.after(20).play(600, async move |me| {
            let outcome = obtain(&me, &step, 1).await;
            me.wait(20).await;
            outcome
        })
    }

    fn is_cutting(way: &Way) -> bool {
        way.kind == Kind::Stonecut
    }

    fn in_world_of(scene: &Scene, seed: u64) -> Game {
        Game::of(scene.world(Options { seed, day_time: Some(6000), ..quiet() }))
    }

    #[test]
    fn stone_is_cut_wherever_the_server_is() {
        let scene = flat(&[(Item::STONECUTTER, 1), (Item::STONE, 70), (Item::STONE_PICKAXE, 1)]);
        for seed in 0..5 {
            let game = in_world_of(&scene, seed).far(2 * seed as u32);
            let end = goes(game, Item::STONE_STAIRS, 66, &[(Item::STONE, 66)], is_cutting);
            let gained = held(&end.world, Item::STONE_STAIRS);
            assert_eq!(
                (end.outcome.clone(), gained, held(&end.world, Item::STONE)),
                (Some(Ok(())), 66, 4),
                "seed {seed}"
            );
            assert_eq!(held(&end.world, Item::STONECUTTER), 1, "it is taken along");
        }
    }

    #[test]
    fn a_stonecutter_that_stands_near_is_used() {
        let mut scene = flat(&[(Item::COBBLESTONE, 3)]);
        scene.set([7, 64, 3], "stonecutter");
        let end = goes(in_world_of(&scene, 1), Item::COBBLESTONE_SLAB, 3, &[(Item::COBBLESTONE, 3)], is_cutting);
        assert_eq!((end.outcome.clone(), held(&end.world, Item::COBBLESTONE_SLAB)), (Some(Ok(())), 6));
        let none =
            goes(in_world_of(&flat(&[(Item::STONE, 1)]), 1), Item::STONE_SLAB, 1, &[(Item::STONE, 1)], is_cutting);
        assert_eq!(none.outcome, Some(Err(Reason::Missing { item: Item::STONECUTTER, count: 1 })));
    }

    #[test]
    fn diamond_gear_is_upgraded_and_keeps_its_wear() {
        let mut scene = flat(&[(Item::SMITHING_TABLE, 1), (Item::NETHERITE_INGOT, 1)]);
        let worn = anima_rules::ItemStack { damage: 100, ..anima_rules::ItemStack::new(Item::DIAMOND_PICKAXE, 1) };
        scene.give(worn);
        for seed in 0..5 {
            let materials = [(Item::DIAMOND_PICKAXE, 1), (Item::NETHERITE_INGOT, 1)];
            let game = in_world_of(&scene, seed).far(seed as u32);
            let end = goes(game, Item::NETHERITE_PICKAXE, 1, &materials, |way| way.kind == Kind::Smith);
            assert_eq!(end.outcome, Some(Ok(())), "seed {seed}");
            let inventory = end.now().inventory;
            let pickaxe = inventory.slots.iter().flatten().find(|stack| stack.item == Item::NETHERITE_PICKAXE);
            // One use more if the table was taken up with it.
            assert!(pickaxe.is_some_and(|stack| (100..=101).contains(&stack.damage)), "seed {seed}: {pickaxe:?}");
        }
    }
}
