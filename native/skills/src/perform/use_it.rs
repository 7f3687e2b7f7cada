//! Using what is carried, or the bare hand, on something that was seen.

use anima_body::{BlockPos, Inventory, Keys};
use anima_intent::{Outcome, Reason, Sought};
use anima_rules::Item;

use crate::Me;
use crate::hands::aim::aim;
use crate::hands::eat::eat_all;
use crate::hands::hold::{hold, hold_slot};
use crate::hands::window::close_window;
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use crate::work::apply::apply_to_mob;

/// Ticks for the way to what it is used on.
const PATIENCE: u64 = 2400;
/// Places put before one path search.
const CHOICE: usize = 16;
/// Ticks until it is seen what came of it.
const SHOWS: u32 = 4;

/// Uses an item, or the bare hand, on the nearest of what was seen, or in the air; food is eaten.
///
/// # Errors
/// [`Reason::Missing`] without the item, [`Reason::NotFound`] if nothing of the kind is known; as [`travel`].
pub(super) async fn use_it(me: &Me, item: Option<Item>, on: Option<&Sought>) -> Outcome {
    if let Some(item) = item
        && me.now().inventory.count(item) == 0
    {
        return Err(Reason::Missing { item, count: 1 });
    }
    match (item, on) {
        (Some(meal), None) if meal.food().is_some() => eat_all(me, meal).await,
        (item, None) => use_in_the_air(me, item).await,
        (Some(item), Some(Sought::Mob(kind))) => apply_to_mob(me, item, *kind, |_| true).await.map(drop),
        (None, Some(Sought::Mob(kind))) => Err(Reason::NoSkill(format!("using the bare hand on {kind}").into())),
        (item, Some(Sought::Blocks(blocks))) => {
            let places = me.senses().places_of(&blocks.any_of, me.now().player.feet(), CHOICE);
            if places.is_empty() {
                return Err(Reason::not_found(blocks.to_string()));
            }
            let goals = places.iter().map(|pos| Goal::Reach(*pos)).collect();
            me.within(PATIENCE, travel(me, &Goal::Any(goals))).await?;
            use_on_block(me, item, &places).await
        }
        (_, Some(Sought::Biomes(biomes))) => Err(Reason::NoSkill(format!("using something on {biomes}").into())),
    }
}

async fn use_in_the_air(me: &Me, item: Option<Item>) -> Outcome {
    take(me, item).await?;
    me.turn_to(me.now().player.yaw, -80.0);
    me.press(Keys::USE);
    see_what_came(me, None).await;
    Ok(())
}

/// Waits until it is seen what came of a use: in what is carried, on the screen, in the block that it was used on.
async fn see_what_came(me: &Me, on: Option<BlockPos>) {
    let before = me.now();
    let block = |me: &Me| on.and_then(|pos| me.known(pos));
    let was = block(me);
    let shows = |me: &Me| {
        let now = me.now();
        now.inventory != before.inventory || now.screen != before.screen || block(me) != was
    };
    me.wait_for_answer(SHOWS, shows).await;
}

/// Presses the use key at the first of some blocks that the cross-hair can be put on.
async fn use_on_block(me: &Me, item: Option<Item>, places: &[BlockPos]) -> Outcome {
    take(me, item).await?;
    let now = me.now();
    let point = places.iter().find_map(|pos| Some((*pos, aim(&now, *pos)?)));
    let (pos, point) = point.ok_or_else(|| Reason::out_of_reach("what it is to be used on"))?;
    if me.was_held(Keys::USE) {
        me.tick().await;
    }
    me.look_at(point);
    me.press(Keys::USE);
    see_what_came(me, Some(pos)).await;
    Ok(())
}

/// Takes an item into the hand, or nothing.
async fn take(me: &Me, item: Option<Item>) -> Outcome {
    close_window(me).await?;
    let Some(item) = item else {
        let inventory = &me.now().inventory;
        let mut slots = inventory.slots[..Inventory::MAIN].iter();
        let empty = slots.position(Option::is_none).ok_or(Reason::InventoryFull)?;
        return hold_slot(me, empty).await;
    };
    hold(me, item.name(), |stack| stack.item == item).await
}

#[cfg(test)]
mod tests {
    use anima_intent::{Act, OneOf};
    use anima_rules::{Block, EntityKind};

    use super::*;
    use crate::testing::{Game, Trial, flat, held};

    fn used(scene: &anima_world::Scene, item: Option<Item>, on: Option<Sought>) -> Trial {
        Game::by_day(scene).perform(1000, Act::Use { item, on }, None)
    }

    fn block(block: Block) -> Option<Sought> {
        Some(Sought::Blocks(OneOf::just(block)))
    }

    #[test]
    fn a_lever_is_pulled_with_the_bare_hand_and_a_log_stripped_with_an_axe() {
        let mut scene = flat(&[(Item::STONE_AXE, 1)]);
        scene.set([12, 63, 4], "stone").set([12, 64, 4], "lever[face=floor]").set([-9, 64, 3], "oak_log");
        let trial = used(&scene, None, block(Block::LEVER));
        assert_eq!(trial.outcome, Some(Ok(())));
        assert!(trial.world.terrain().block(BlockPos::new(12, 64, 4)).is_some_and(|state| state.is("powered")));
        let trial = used(&scene, Some(Item::STONE_AXE), block(Block::OAK_LOG));
        assert_eq!(trial.outcome, Some(Ok(())));
        let log = trial.world.terrain().block(BlockPos::new(-9, 64, 3)).map(|state| state.block());
        assert_eq!(log, Some(Block::STRIPPED_OAK_LOG));
    }

    #[test]
    fn shears_are_used_on_a_sheep_and_food_is_eaten() {
        let mut scene = flat(&[(Item::SHEARS, 1), (Item::BREAD, 2)]);
        scene.start.food = 10;
        scene.mob("sheep", [9.5, 64.0, 3.5]);
        let trial = used(&scene, Some(Item::SHEARS), Some(Sought::Mob(EntityKind::SHEEP)));
        assert_eq!(trial.outcome, Some(Ok(())));
        let sheep =
            trial.world.observe().entities.iter().any(|entity| entity.flags.contains(anima_body::EntityFlags::SHEARED));
        assert!(sheep, "it is bare");
        let trial = used(&scene, Some(Item::BREAD), None);
        assert_eq!((trial.outcome, held(&trial.world, Item::BREAD)), (Some(Ok(())), 0));
    }

    #[test]
    fn what_is_lacking_is_said() {
        let scene = flat(&[(Item::SHEARS, 1)]);
        let missing = used(&scene, Some(Item::STONE_AXE), block(Block::OAK_LOG)).outcome;
        assert_eq!(missing, Some(Err(Reason::Missing { item: Item::STONE_AXE, count: 1 })));
        let unseen = used(&scene, None, block(Block::LEVER)).outcome;
        assert_eq!(unseen, Some(Err(Reason::not_found("lever"))));
    }
}
