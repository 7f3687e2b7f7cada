//! About how long ways take.

use super::{Action, Kind, Way};
use crate::dig::{self, Digger};
use crate::{Block, DAY, Item, ItemStack};

/// How long a way takes, in ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Before the first go: finding the place, waiting for the night, tilling the field.
    pub once: f32,
    /// For each go, walking to the next included.
    pub each: f32,
}

impl Effort {
    /// For what cannot be done now.
    pub const IMPOSSIBLE: Effort = Effort { once: f32::INFINITY, each: f32::INFINITY };
}

/// Ticks for a few clicks in an open window.
const CLICKS: f32 = 20.0;
/// Ticks for a fight with an ordinary mob.
const FIGHT: f32 = 120.0;

/// Ticks to till, to sow, to feed and to harvest one plant, with bone meal at hand.
pub const FED: f32 = 150.0;
/// Ticks that feeding a plant counts on top where the bone meal is not at hand: bones are shot for, and an agent that
/// dies of that begins anew.
const BONES: f32 = 5000.0;

/// What a way takes in a world of which nothing is known.
pub fn typical_effort(way: &Way) -> Effort {
    let at_place = |each: f32| Effort { once: way.place.first, each: way.place.next + each };
    match &way.kind {
        Kind::Craft(_) | Kind::Stonecut | Kind::Smith => Effort { once: 0.0, each: CLICKS },
        Kind::Smelt { .. } => Effort { once: CLICKS, each: 200.0 },
        Kind::Mine(block) => at_place(dig_ticks(*block, way)),
        Kind::Kill { .. } => at_place(FIGHT),
        Kind::Grow(_) if way.is_fed() => Effort { once: 0.0, each: FED + BONES },
        // To lay out a field, and until the first of many plants are ripe: each stage takes about three hits of 1365
        // ticks in rows of moist soil, and of two dozen plants three have all seven behind them after 60 percent of that.
        Kind::Grow(_) => Effort { once: 20_000.0, each: 200.0 },
        Kind::Interact(action, _) => match action {
            Action::Shear | Action::UseBucket | Action::UseBottle | Action::UseBowl | Action::Unleash => at_place(10.0),
            Action::DyeThenShear => at_place(30.0),
            Action::Strip | Action::Soak => at_place(40.0),
            Action::BoneMeal => at_place(30.0),
            Action::Compost => Effort { once: 20.0, each: 120.0 },
            // 100 to 600 ticks to a bite without Lure.
            Action::Fish => at_place(450.0),
            // Levels are what takes long.
            Action::Enchant if way.item.tool().is_some() => Effort { once: 20_000.0, each: 4000.0 },
            Action::Enchant => Effort { once: 2000.0, each: 200.0 },
            Action::Wait if way.item == Item::EGG => at_place(4500.0),
            Action::Wait => at_place(DAY as f32),
        },
    }
}

/// Ticks to dig the block with the worst tool that will do.
fn dig_ticks(block: Block, way: &Way) -> f32 {
    let tool = way.tool.and_then(|need| need.items().next());
    let digger = Digger::holding(tool.map(|item| ItemStack::new(item, 1)));
    let ticks = dig::progress_per_tick(block.state(), &digger).recip().ceil();
    // Five ticks pass after a block that was not instant.
    if ticks <= 1.0 { 1.0 } else { ticks + 5.0 }
}
