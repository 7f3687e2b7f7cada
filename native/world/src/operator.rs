//! What an operator of a server can do to a world and its player, and no player can: the game's commands `/give`, `/item`,
//! `/clear`, `/effect`, `/time`, `/weather`, `/difficulty`, `/teleport`, `/summon` and `/fill`.

use std::ops::RangeInclusive;
use std::sync::Arc;

use anima_body::{BlockPos, Effect, Inventory, MIN_Y, Weather};
use anima_rules::damage::{Wear, worn_at};
use anima_rules::{Aabb, Block, BlockState, EntityKind, ItemStack};
use glam::DVec3;
use rand::RngExt;

use crate::entity::traits;
use crate::physics::is_free;
use crate::{Difficulty, SavedEntity, World};

/// Places that are tried for a mob before there is no room for it.
const TRIES: u32 = 200;
/// Blocks above and below the player's feet at which a mob is set down.
const STEP: i32 = 8;
/// As long as an effect can last: three years of play.
const ENDLESS: u32 = i32::MAX as u32;

impl World {
    /// Puts a stack into the first free slot of the player's inventory (`/give`); false if none is free.
    pub fn give(&mut self, stack: ItemStack) -> bool {
        let slots = &mut self.player.inventory.slots[..Inventory::MAIN];
        let Some(free) = slots.iter_mut().find(|slot| slot.is_none()) else { return false };
        *free = Some(stack);
        self.show_menu();
        true
    }

    /// Puts a piece of armour or a shield where it is worn (`/item replace`), in place of what was there; false if it is
    /// nothing to wear.
    pub fn equip(&mut self, stack: ItemStack) -> bool {
        let slot = match worn_at(stack.item) {
            Some(Wear::Feet) => Inventory::FEET,
            Some(Wear::Legs) => Inventory::FEET + 1,
            Some(Wear::Chest) => Inventory::FEET + 2,
            Some(Wear::Head) => Inventory::FEET + 3,
            Some(Wear::OffHand) => Inventory::OFF_HAND,
            None => return false,
        };
        self.player.inventory.slots[slot] = Some(stack);
        self.show_menu();
        true
    }

    /// Takes all that the player carries (`/clear`).
    pub fn clear(&mut self) {
        self.player.inventory.slots.fill(None);
        self.show_menu();
    }

    /// Puts an effect on the player that lasts as long as it lives (`/effect give`), of a strength from 0.
    pub fn give_effect(&mut self, effect: Effect, amplifier: u8) {
        self.player.add_effect(effect, amplifier, ENDLESS);
    }

    /// Sets the time of day, 0..24000 (`/time set`).
    pub fn set_day_time(&mut self, day_time: u32) {
        self.sky.time = day_time.into();
    }

    /// Sets the weather (`/weather`).
    pub fn set_weather(&mut self, weather: Weather) {
        self.sky.set_weather(weather);
    }

    /// Sets the difficulty (`/difficulty`).
    pub fn set_difficulty(&mut self, difficulty: Difficulty) {
        Arc::make_mut(&mut self.options).difficulty = difficulty;
    }

    /// Sets the player down somewhere (`/teleport`).
    pub fn set_down(&mut self, pos: DVec3) {
        self.player.body.pos = pos;
        self.player.body.velocity = DVec3::ZERO;
        self.player.body.fall_distance = 0.0;
        self.load();
        self.look_at_light();
    }

    /// Fills a box with a block, corners included, as far as columns are loaded (`/fill`).
    pub fn fill(&mut self, from: BlockPos, to: BlockPos, state: BlockState) {
        let range = |a: i32, b: i32| a.min(b)..=a.max(b);
        for y in range(from.y, to.y) {
            for z in range(from.z, to.z) {
                for x in range(from.x, to.x) {
                    self.level.set_block(BlockPos::new(x, y, z), state);
                }
            }
        }
        self.look_at_light();
    }

    /// Sets the player into the middle of a hollow box around where it is: `radius` blocks of floor to each side,
    /// `height` of room, the floor's blocks at `y`.
    pub fn enclose(&mut self, radius: i32, height: i32, y: i32, shell: Block) {
        let here = BlockPos { y, ..self.player.body.feet() };
        self.set_down(here.up(1).floor_center());
        self.fill(here.offset(-radius, 0, -radius), here.offset(radius, height + 1, radius), shell.state());
        let (low, high) = (here.offset(1 - radius, 1, 1 - radius), here.offset(radius - 1, height, radius - 1));
        self.fill(low, high, Block::AIR.state());
    }

    /// Whether there are mobs of a kind in this world.
    pub fn has_mobs(kind: EntityKind) -> bool {
        traits(kind).is_some()
    }

    /// Sets down a grown mob (`/summon`) on ground near the player, so many blocks off along both axes, that is not gone
    /// when the player is far. False if there is no such mob, or no room for it was found.
    pub fn summon(&mut self, kind: EntityKind, away: RangeInclusive<i32>) -> bool {
        if !World::has_mobs(kind) {
            return false;
        }
        let Some(pos) = self.room_for(kind, &away) else { return false };
        self.entities.add_saved(&SavedEntity { persistent: true, ..SavedEntity::new(kind, pos) }, &mut self.dice);
        true
    }

    /// Ground near the player on which a mob of a kind has room, at the level nearest to the player's feet.
    fn room_for(&mut self, kind: EntityKind, away: &RangeInclusive<i32>) -> Option<DVec3> {
        let here = self.player.body.feet();
        for _ in 0..TRIES {
            let [x, z] = std::array::from_fn(|_| {
                let offset = self.dice.random_range(away.clone());
                if self.dice.random() { offset } else { -offset }
            });
            let view = self.level.view();
            let fits = |feet: DVec3, down: f64| {
                let body = Aabb::of_body(feet, kind.width(), kind.height());
                let area = Aabb::new(body.min - DVec3::new(0.0, down, 0.0), body.max).grown(DVec3::splat(-1e-7));
                is_free(&view, &area, self.player.body.meeting())
            };
            let levels = (0..=STEP).flat_map(|step| [step, -step]).map(|step| here.offset(x, step, z).floor_center());
            let found = levels.filter(|feet| feet.y > MIN_Y.into()).find(|feet| fits(*feet, 0.0) && !fits(*feet, 0.6));
            if found.is_some() {
                return found;
            }
        }
        None
    }
}
