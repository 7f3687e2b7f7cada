//! Hunger, eating and healing.

use crate::Item;

/// Exhaustion for jumping (`PlayerEntity.jump`).
pub const JUMP: f32 = 0.05;
/// Exhaustion for jumping while sprinting.
pub const SPRINT_JUMP: f32 = 0.2;
/// Exhaustion for each metre sprinted.
pub const SPRINT_METER: f32 = 0.1;
/// Exhaustion for each metre swum or walked under water.
pub const SWIM_METER: f32 = 0.01;
/// Exhaustion for each block dug (`Block.afterBreak`).
pub const DIG: f32 = 0.005;
/// Exhaustion for each hit dealt.
pub const ATTACK: f32 = 0.1;
/// Exhaustion for each hit taken (damage that armour cannot stop, as drowning or starving, costs none).
pub const HURT: f32 = 0.1;
/// Exhaustion of each tick of the Hunger effect, per level.
pub const HUNGER_EFFECT_TICK: f32 = 0.005;
/// Food above which a player can sprint.
pub const SPRINT_ABOVE: u8 = 6;
/// Food from which on health comes back.
pub const HEALS_FROM: u8 = 18;

/// A player's stomach (`HungerManager`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hunger {
    /// Half drumsticks, 0..=20.
    pub food: u8,
    /// Saturation, 0..=food.
    pub saturation: f32,
    /// What walking, digging and healing have cost; every 4 take a point of saturation or food.
    pub exhaustion: f32,
    /// Ticks towards the next healing or starving.
    pub timer: u8,
}

impl Default for Hunger {
    fn default() -> Hunger {
        Hunger { food: 20, saturation: 5.0, exhaustion: 0.0, timer: 0 }
    }
}

/// What a tick of hunger does to the health.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Health {
    /// Nothing.
    Stays,
    /// Gives back this many half hearts.
    Heals(f32),
    /// Takes half a heart; on easy only down to 10, on normal down to 1.
    Starves,
}

impl Hunger {
    /// Adds exhaustion; it never exceeds 40.
    pub fn exhaust(&mut self, amount: f32) {
        self.exhaustion = (self.exhaustion + amount).min(40.0);
    }

    /// Takes in what an item gives; nothing for what is no food.
    pub fn eat(&mut self, item: Item) {
        let Some(food) = item.food() else { return };
        self.food = (self.food + food.points).min(20);
        self.saturation = (self.saturation + food.saturation).min(f32::from(self.food));
    }

    /// Whether the item can be eaten now.
    pub fn can_eat(&self, item: Item) -> bool {
        item.food().is_some() && (self.food < 20 || is_always_edible(item))
    }

    /// One tick (`HungerManager.update`). `hurt`: health is not full; `natural_regeneration`: the game rule;
    /// `peaceful`: food is never lost.
    pub fn tick(&mut self, hurt: bool, natural_regeneration: bool, peaceful: bool) -> Health {
        if self.exhaustion > 4.0 {
            self.exhaustion -= 4.0;
            if self.saturation > 0.0 {
                self.saturation = (self.saturation - 1.0).max(0.0);
            } else if !peaceful {
                self.food = self.food.saturating_sub(1);
            }
        }
        let heals = natural_regeneration && hurt;
        if heals && self.saturation > 0.0 && self.food >= 20 {
            if self.is_time(10) {
                let spent = self.saturation.min(6.0);
                self.exhaust(spent);
                return Health::Heals(spent / 6.0);
            }
        } else if heals && self.food >= HEALS_FROM {
            if self.is_time(80) {
                self.exhaust(6.0);
                return Health::Heals(1.0);
            }
        } else if self.food == 0 {
            if self.is_time(80) {
                return Health::Starves;
            }
        } else {
            self.timer = 0;
        }
        Health::Stays
    }

    fn is_time(&mut self, ticks: u8) -> bool {
        self.timer += 1;
        let is_time = self.timer >= ticks;
        if is_time {
            self.timer = 0;
        }
        is_time
    }
}

/// Ticks that eating an item takes; `None` for what is no food.
pub fn eating_ticks(item: Item) -> Option<u8> {
    item.food()?;
    Some(match item {
        Item::DRIED_KELP => 16,
        Item::HONEY_BOTTLE => 40,
        _ => 32,
    })
}

/// Whether it can be eaten with a full stomach.
pub fn is_always_edible(item: Item) -> bool {
    matches!(
        item,
        Item::GOLDEN_APPLE
            | Item::ENCHANTED_GOLDEN_APPLE
            | Item::CHORUS_FRUIT
            | Item::HONEY_BOTTLE
            | Item::SUSPICIOUS_STEW
    )
}

/// What is left in the hand after eating one.
pub fn leftover(item: Item) -> Option<Item> {
    match item {
        Item::MUSHROOM_STEW | Item::RABBIT_STEW | Item::BEETROOT_SOUP | Item::SUSPICIOUS_STEW => Some(Item::BOWL),
        Item::HONEY_BOTTLE => Some(Item::GLASS_BOTTLE),
        _ => None,
    }
}

/// What a food does beside feeding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Aftermath {
    Hunger,
    Poison,
    Nausea,
    Regeneration,
    Absorption,
    Resistance,
    FireResistance,
}

/// An effect of eating: which, its amplifier, its ticks, and its chance.
pub type AfterEffect = (Aftermath, u8, u32, f32);

/// The effects of eating an item (`FoodComponents`).
pub fn after_effects(item: Item) -> &'static [AfterEffect] {
    use Aftermath::*;
    match item {
        Item::ROTTEN_FLESH => &[(Hunger, 0, 600, 0.8)],
        Item::CHICKEN => &[(Hunger, 0, 600, 0.3)],
        Item::SPIDER_EYE => &[(Poison, 0, 100, 1.0)],
        Item::POISONOUS_POTATO => &[(Poison, 0, 100, 0.6)],
        Item::PUFFERFISH => &[(Poison, 1, 1200, 1.0), (Hunger, 2, 300, 1.0), (Nausea, 0, 300, 1.0)],
        Item::GOLDEN_APPLE => &[(Regeneration, 1, 100, 1.0), (Absorption, 0, 2400, 1.0)],
        Item::ENCHANTED_GOLDEN_APPLE => &[
            (Regeneration, 1, 400, 1.0),
            (Resistance, 0, 6000, 1.0),
            (FireResistance, 0, 6000, 1.0),
            (Absorption, 3, 2400, 1.0),
        ],
        _ => &[],
    }
}

/// Whether eating an item does more good than harm: what makes hungry again still gives more than it takes, at most
/// [`HUNGER_EFFECT_TICK`] for 600 ticks, which is less than a point of food.
pub fn is_fit(item: Item) -> bool {
    item.food().is_some() && after_effects(item).iter().all(|effect| matches!(effect, (Aftermath::Hunger, 0, _, _)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flesh_is_fit_to_eat_and_poison_is_not() {
        let fit = [Item::BEEF, Item::CHICKEN, Item::ROTTEN_FLESH, Item::BREAD].map(is_fit);
        let unfit = [Item::SPIDER_EYE, Item::PUFFERFISH, Item::POISONOUS_POTATO, Item::STICK].map(is_fit);
        assert!(fit == [true; 4] && unfit == [false; 4], "{fit:?} {unfit:?}");
    }

    fn run(mut hunger: Hunger, ticks: u32) -> (Hunger, f32, u32) {
        let (mut healed, mut starved) = (0.0, 0);
        for _ in 0..ticks {
            match hunger.tick(true, true, false) {
                Health::Stays => {}
                Health::Heals(amount) => healed += amount,
                Health::Starves => starved += 1,
            }
        }
        (hunger, healed, starved)
    }

    #[test]
    fn a_full_stomach_heals_fast_then_slowly() {
        let (_, healed, _) = run(Hunger { saturation: 20.0, ..Hunger::default() }, 10);
        assert_eq!(healed, 1.0);
        let (_, healed, _) = run(Hunger { food: 19, saturation: 0.0, ..Hunger::default() }, 160);
        assert_eq!(healed, 2.0);
        let (_, healed, starved) = run(Hunger { food: 17, saturation: 0.0, ..Hunger::default() }, 1000);
        assert_eq!((healed, starved), (0.0, 0));
    }

    #[test]
    fn healing_costs_food_and_nothing_starves() {
        let (hunger, _, _) = run(Hunger { food: 18, saturation: 0.0, ..Hunger::default() }, 82);
        assert_eq!(hunger.food, 17, "6 of exhaustion are a point of food");
        let (_, _, starved) = run(Hunger { food: 0, saturation: 0.0, ..Hunger::default() }, 240);
        assert_eq!(starved, 3);
    }

    #[test]
    fn saturation_never_exceeds_food() {
        let mut hunger = Hunger { food: 10, saturation: 0.0, ..Hunger::default() };
        hunger.eat(Item::COOKED_BEEF);
        assert_eq!((hunger.food, hunger.saturation), (18, 12.8));
        hunger.eat(Item::COOKED_BEEF);
        assert_eq!((hunger.food, hunger.saturation), (20, 20.0));
        assert!(!hunger.can_eat(Item::APPLE) && hunger.can_eat(Item::GOLDEN_APPLE));
        assert!(!Hunger { food: 1, ..hunger }.can_eat(Item::STONE));
    }
}
