//! The player: movement, hands, survival.

mod act;
mod bow;
mod consume;
mod dig;
mod fight;
mod hands;
mod inventory;
mod movement;
mod place;
mod sight;
mod sleep;
mod vessel;
mod vitals;
mod window;

use std::sync::Arc;

use anima_body::{ActiveEffect, BlockPos, Custom, Effect, Event, Inventory, PlayerFlags, Slot, Stat, Tally, View};
use anima_hands::{Hand, Hands, Legs};
use anima_rules::experience::Experience;
use anima_rules::food::Hunger;
use anima_rules::{Enchantment, ItemStack};
use glam::DVec3;
use rand::RngExt;
use smallvec::SmallVec;

use crate::harm::Fight;
use crate::level::Dice;
use crate::physics::{Body, Nature};
use crate::source::Start;

pub(crate) use sight::look_vector;
pub(crate) use sleep::Sleep;
pub(crate) use window::Window;

/// How the body is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pose {
    Standing,
    Crouching,
    /// Swimming, or crawling where there is no water.
    Swimming,
}

impl Pose {
    /// Height of the box and of the eyes.
    pub(crate) fn heights(self) -> (f32, f32) {
        match self {
            Pose::Standing => (1.8, 1.62),
            Pose::Crouching => (1.5, 1.27),
            Pose::Swimming => (0.6, 0.4),
        }
    }
}

/// An item in use: being eaten, drawn, held up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Using {
    pub hand: Hand,
    /// Ticks until it is done.
    pub left: u32,
    /// Ticks that it takes.
    pub total: u32,
}

/// The player of an embedded world: what the client and the server know of it in one.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub body: Body,
    pub yaw: f32,
    pub pitch: f32,
    pub pose: Pose,
    pub swims: bool,
    /// Walked into something at an angle that does not end a sprint.
    pub brushed: bool,
    pub inventory: Inventory,
    pub health: f32,
    /// Extra hearts of a golden apple.
    pub absorption: f32,
    pub hunger: Hunger,
    pub experience: Experience,
    /// What enchanting tables offer follows from it, until one was used.
    pub enchanting_seed: u64,
    pub air: i32,
    /// Ticks in powder snow.
    pub frozen: u32,
    pub effects: SmallVec<[ActiveEffect; 2]>,
    /// Ticks in which only a stronger blow hurts; counts down from 20.
    pub safe_ticks: u8,
    /// The blow that `safe_ticks` began with.
    pub last_damage: f32,
    /// Ticks after joining or respawning in which nothing hurts.
    pub join_safety: u8,
    pub is_dead: bool,
    /// Dead, and what it carried lies about.
    pub left_behind: bool,
    /// In water, in lava when this tick began.
    pub was_in: (bool, bool),
    /// Ticks lived.
    pub age: u32,
    /// Ticks since the last hit or change of item: how charged the next hit is.
    pub charge_ticks: u32,
    /// What `charge_ticks` was counted with.
    pub charged: Slot,
    pub legs: Legs,
    pub using: Option<Using>,
    pub sleep: Option<Sleep>,
    /// Ticks until the next experience orb.
    pub orb_cooldown: u8,
    /// Blocks that it went along the ground in the last tick.
    pub pace: f64,
    /// What happened to it in this tick.
    pub events: Vec<Event>,
    /// The damage of its current fight.
    pub fight: Fight,
    /// The entity that hurt it last, and its own age then.
    pub attacker: Option<(u32, u32)>,
    /// The entity that it struck last, and its own age then.
    pub attacking: Option<(u32, u32)>,
    /// Its statistics, as the server has them.
    pub tally: Arc<Tally>,
}

impl Player {
    pub(crate) fn new(pos: DVec3) -> Player {
        let (height, eyes) = Pose::Standing.heights();
        Player {
            body: Body::new(Nature::Player, pos, 0.6, height, eyes),
            yaw: 0.0,
            pitch: 0.0,
            pose: Pose::Standing,
            swims: false,
            brushed: false,
            inventory: Inventory::default(),
            health: vitals::MAX_HEALTH,
            absorption: 0.0,
            hunger: Hunger::default(),
            experience: Experience::default(),
            enchanting_seed: 0,
            air: vitals::MAX_AIR,
            frozen: 0,
            effects: SmallVec::new(),
            safe_ticks: 0,
            last_damage: 0.0,
            join_safety: vitals::JOIN_SAFETY,
            is_dead: false,
            left_behind: false,
            was_in: (false, false),
            age: 0,
            charge_ticks: 0,
            charged: None,
            legs: Legs::default(),
            using: None,
            sleep: None,
            orb_cooldown: 0,
            pace: 0.0,
            events: Vec::new(),
            fight: Fight::default(),
            attacker: None,
            attacking: None,
            tally: Arc::default(),
        }
    }

    /// Starts as a scene says.
    pub(crate) fn begin_as(&mut self, start: &Start) {
        self.body.velocity = start.velocity;
        self.body.on_ground = start.on_ground;
        (self.yaw, self.pitch) = (start.yaw, start.pitch);
        self.health = start.health;
        self.hunger.food = start.food;
        self.experience.level = start.level;
        self.inventory = start.inventory.clone();
        self.effects = start.effects.iter().copied().collect();
        self.join_safety = 0;
        if start.sneaking {
            self.legs = Legs::sneaking(true);
            self.body.sneaking = true;
            self.take_pose(Pose::Crouching);
        }
    }

    /// The entity that hurt it of late, and its own age then (`LivingEntity.getAttacker`).
    pub(crate) fn attacker(&self) -> Option<(u32, u32)> {
        const REMEMBERS: u32 = 100;
        self.attacker.filter(|(_, when)| self.age - when <= REMEMBERS)
    }

    /// Picks a stack up; what does not fit is returned.
    pub(crate) fn pick_up(&mut self, stack: ItemStack) -> Option<ItemStack> {
        let left = inventory::insert(&mut self.inventory, stack);
        let taken = stack.count - left.map_or(0, |left| left.count);
        if let Some(taken) = stack.with_count(taken) {
            self.events.push(Event::PickedUp(taken));
        }
        left
    }

    /// Takes in experience; mending takes its share first (`ExperienceOrbEntity.repairPlayerGears`).
    pub(crate) fn learn(&mut self, points: u32, dice: &mut Dice) {
        let mends = |slot: &usize| {
            self.inventory.slots[*slot].is_some_and(|stack| stack.level(Enchantment::Mending) > 0 && stack.damage > 0)
        };
        let worn: SmallVec<[usize; 6]> = [usize::from(self.inventory.selected)]
            .into_iter()
            .chain(Inventory::FEET..=Inventory::OFF_HAND)
            .filter(mends)
            .collect();
        if worn.is_empty() {
            self.experience.add(points);
            return;
        }
        let slot = worn[dice.random_range(0..worn.len())];
        let Some(stack) = &mut self.inventory.slots[slot] else { return };
        let mended = (points * 2).min(u32::from(stack.damage));
        stack.damage -= mended as u16;
        let left = points - mended / 2;
        if left > 0 {
            self.learn(left, dice);
        }
    }

    /// Counts so many more in the statistics (`PlayerEntity.increaseStat`).
    pub(crate) fn count(&mut self, stat: impl Into<Stat>, more: u32) {
        if more > 0 {
            Arc::make_mut(&mut self.tally).add(stat, more);
        }
    }

    /// Counts from nothing again (`ServerPlayerEntity.resetStat`).
    pub(crate) fn count_anew(&mut self, stat: Custom) {
        Arc::make_mut(&mut self.tally).set(stat, 0);
    }

    /// Turns the head; it cannot look further than straight up or down.
    pub(crate) fn turn(&mut self, look: anima_body::Look) {
        self.yaw += look.yaw;
        self.pitch = (self.pitch + look.pitch).clamp(-90.0, 90.0);
    }

    /// The slot of a hand.
    pub(crate) fn hand_slot(&self, hand: Hand) -> usize {
        match hand {
            Hand::Main => usize::from(self.inventory.selected),
            Hand::Off => Inventory::OFF_HAND,
        }
    }

    /// What a hand holds.
    pub(crate) fn in_hand(&self, hand: Hand) -> Slot {
        self.inventory.slots[self.hand_slot(hand)]
    }

    /// The amplifier of an effect at work.
    pub(crate) fn effect(&self, effect: Effect) -> Option<u8> {
        self.effects.iter().find(|active| active.effect == effect).map(|active| active.amplifier)
    }

    /// How charged the next hit is, `more` ticks from the end of the last one.
    pub(crate) fn charge(&self, more: f32) -> f32 {
        let held = self.in_hand(Hand::Main).map(|stack| stack.item);
        anima_rules::damage::charge(self.charge_ticks as f32 + more, held)
    }

    /// Counts the charge of the next hit; it starts anew with another item in hand (`PlayerEntity.tick`).
    pub(crate) fn count_charge(&mut self) {
        self.charge_ticks = self.charge_ticks.saturating_add(1);
        let held = self.in_hand(Hand::Main);
        if self.charged.map(|stack| stack.item) != held.map(|stack| stack.item) {
            self.charge_ticks = 0;
        }
        self.charged = held;
    }

    /// What the player sees of itself.
    pub(crate) fn seen(&self, view: &View<'_>, hands: &Hands) -> anima_body::Player {
        let body = &self.body;
        let mut flags = PlayerFlags::empty();
        flags.set(PlayerFlags::ON_GROUND, body.on_ground);
        flags.set(PlayerFlags::IN_WATER, body.in_water);
        flags.set(PlayerFlags::SUBMERGED, body.eyes_in_water);
        flags.set(PlayerFlags::IN_LAVA, body.in_lava());
        flags.set(PlayerFlags::SWIMMING, self.pose == Pose::Swimming);
        flags.set(PlayerFlags::SNEAKING, self.pose == Pose::Crouching);
        flags.set(PlayerFlags::SPRINTING, body.sprinting);
        flags.set(PlayerFlags::CLIMBING, body.is_climbing(view));
        flags.set(PlayerFlags::ON_FIRE, body.is_burning());
        flags.set(PlayerFlags::COLLIDED, body.hit_wall);
        flags.set(PlayerFlags::USING_ITEM, self.using.is_some());
        flags.set(PlayerFlags::DEAD, self.is_dead);
        flags.set(PlayerFlags::WALKING, self.legs.is_walking(body.submerged));
        anima_body::Player {
            pos: body.pos,
            velocity: body.velocity,
            yaw: self.yaw,
            pitch: self.pitch,
            eye_height: f64::from(body.eye_height),
            height: f64::from(body.height),
            health: self.health,
            food: self.hunger.food,
            saturation: self.hunger.saturation,
            air: self.air,
            level: self.experience.level,
            level_progress: self.experience.progress,
            attack_charge: self.charge(0.0),
            dig_progress: if self.is_dead { 0.0 } else { hands.dig_progress() },
            double_tap: self.legs.double_tap(),
            flags,
            effects: self.effects.clone(),
        }
    }

    /// The block at the eyes.
    fn eye_block(&self) -> BlockPos {
        BlockPos::containing(self.body.eyes())
    }
}
