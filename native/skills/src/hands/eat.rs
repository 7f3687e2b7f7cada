//! Eating.

use anima_body::{Inventory, Keys};
use anima_rules::{Item, ItemStack, food};

use super::hold::hold;
use super::window::close_window;
use crate::Me;
use anima_intent::{Outcome, Reason};

/// Eats what is carried until the food bar shows at least `level`, or nothing fit to eat is left.
///
/// # Errors
/// [`Reason::NotFound`] if nothing fit to eat is carried.
pub async fn eat(me: &Me, level: u8) -> Outcome {
    while me.now().player.food < level {
        let meal = best_meal(me).ok_or_else(|| Reason::not_found("food in the inventory"))?;
        me.doing(format!("eat {meal}"), eat_one(me, meal)).await?;
    }
    Ok(())
}

/// Eats a carried food until the food bar is full or none of it is left.
///
/// # Errors
/// [`Reason::Missing`] if none is carried, [`Reason::NoSkill`] if it is no food.
pub(crate) async fn eat_all(me: &Me, meal: Item) -> Outcome {
    const FULL: u8 = 20;
    if meal.food().is_none() {
        return Err(Reason::NoSkill(format!("eating {meal}").into()));
    }
    if me.now().inventory.count(meal) == 0 {
        return Err(Reason::Missing { item: meal, count: 1 });
    }
    while me.now().player.food < FULL && me.now().inventory.count(meal) > 0 {
        me.doing(format!("eat {meal}"), eat_one(me, meal)).await?;
    }
    Ok(())
}

/// The carried food to eat: the most filling of what does no harm, else of what makes hungry again. What the goal
/// reserves is eaten only by the starving.
pub fn best_meal(me: &Me) -> Option<Item> {
    /// Food points at which even the best food is eaten.
    const STARVING: u8 = 2;
    let now = me.now();
    let may_eat = |stack: &ItemStack| me.spare(stack.item) > 0 || now.player.food <= STARVING;
    let fit = |stack: &&ItemStack| food::is_fit(stack.item) && may_eat(stack);
    let stacks = now.inventory.slots[..Inventory::MAIN].iter().flatten().filter(fit);
    let precious = |item: Item| matches!(item, Item::GOLDEN_APPLE | Item::ENCHANTED_GOLDEN_APPLE | Item::GOLDEN_CARROT);
    let meals = stacks.map(|stack| stack.item).filter(|item| !precious(*item));
    let points = |item: Item| item.food().map_or(0, |food| food.points);
    meals.max_by_key(|item| (food::after_effects(*item).is_empty(), points(*item), *item))
}

async fn eat_one(me: &Me, meal: Item) -> Outcome {
    close_window(me).await?;
    let before = me.now().inventory.count(meal);
    let ticks = food::eating_ticks(meal).map_or(32, u32::from);
    for _ in 0..ticks + 10 + me.lag() {
        if me.now().inventory.count(meal) < before {
            return Ok(());
        }
        // After a fight the hand holds the weapon.
        hold(me, meal.name(), |stack| stack.item == meal).await?;
        // Look up, so that using means eating and no block in front is used instead.
        let now = me.now();
        me.turn_to(now.player.yaw, -80.0);
        me.press(Keys::USE);
        me.tick().await;
    }
    if me.now().inventory.count(meal) < before { Ok(()) } else { Err(Reason::TookTooLong) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Game, flat, held};

    #[test]
    fn that_food_alone_is_eaten_until_the_bar_is_full_or_it_is_gone() {
        let eaten = |food: u8, carrots: u8| {
            let mut scene = flat(&[(Item::BREAD, 3), (Item::CARROT, carrots)]);
            scene.start.food = food;
            let end = Game::by_day(&scene).play(1000, async |me| eat_all(&me, Item::CARROT).await);
            assert_eq!(held(&end.world, Item::BREAD), 3);
            (end.outcome.clone(), end.now().player.food, held(&end.world, Item::CARROT))
        };
        assert_eq!(eaten(10, 9), (Some(Ok(())), 20, 5), "three points each");
        assert_eq!(eaten(10, 2), (Some(Ok(())), 16, 0));
        assert_eq!(eaten(20, 2), (Some(Ok(())), 20, 2));
        let scene = flat(&[(Item::BREAD, 3)]);
        let end = Game::by_day(&scene).play(100, async |me| eat_all(&me, Item::CARROT).await);
        assert_eq!(end.outcome, Some(Err(Reason::Missing { item: Item::CARROT, count: 1 })));
    }
}
