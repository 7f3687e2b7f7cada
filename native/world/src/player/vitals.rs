//! Health, air, fire, hunger, effects, death (`LivingEntity`, `PlayerEntity`).

use std::sync::Arc;

use anima_body::{Custom, Effect, Event, Inventory, Stat, View};
use anima_rules::damage::{after_armor, after_protection, armor, armor_wear, fall_damage, protection, worn};
use anima_rules::food::{self, Health};
use anima_rules::{Aabb, Block, Enchantment, Item, ItemStack};
use glam::DVec3;
use rand::RngExt;

use super::sight::look_vector;
use super::{Player, Pose, Using};
use crate::harm::{Damage, Harm, TOUCHES};
use crate::level::Dice;
use crate::physics::{Hazards, is_stifled, landing_fall, landing_hurt};
use crate::{Difficulty, Options};

/// Half hearts of a healthy player.
pub(super) const MAX_HEALTH: f32 = 20.0;
/// Ticks of breath.
pub(super) const MAX_AIR: i32 = 300;
/// Ticks after joining in which nothing hurts (`ServerPlayerEntity.joinInvulnerabilityTicks`).
pub(super) const JOIN_SAFETY: u8 = 60;
/// Ticks in powder snow until it hurts.
const FREEZES_AFTER: u32 = 140;
/// Ticks that lava goes on burning.
const LAVA_FIRE: i32 = 300;

impl Player {
    /// What befalls it at the start of a tick: fire, lava, the void, walls, water (`Entity.baseTick`,
    /// `LivingEntity.baseTick`).
    pub(crate) fn suffer(&mut self, view: &View<'_>, options: &Options, dice: &mut Dice) {
        self.age += 1;
        self.safe_ticks = self.safe_ticks.saturating_sub(1);
        self.join_safety = self.join_safety.saturating_sub(1);
        self.orb_cooldown = self.orb_cooldown.saturating_sub(1);
        if self.is_dead {
            return;
        }
        let mut hurt = |player: &mut Player, harm, amount| {
            player.hurt(Damage::new(harm, amount), options, dice);
        };
        if self.body.is_burning() {
            if self.body.fire_ticks % 20 == 0 && !self.body.in_lava() {
                hurt(self, Harm::OnFire, 1.0);
            }
            self.body.fire_ticks -= 1;
        }
        if self.body.in_lava() {
            self.body.ignite(LAVA_FIRE);
            hurt(self, Harm::Lava, 4.0);
        }
        if self.body.pos.y < f64::from(anima_body::MIN_Y) - 64.0 {
            hurt(self, Harm::OutOfWorld, 4.0);
        }
        if self.is_in_wall(view) {
            hurt(self, Harm::InWall, 1.0);
        }
        self.breathe(view, options, dice);
        self.feel_effects(options, dice);
    }

    /// What its last move did to it: blocks touched, the end of a fall, tired legs.
    pub(crate) fn feel_move(&mut self, view: &View<'_>, from: DVec3, jumped: bool, options: &Options, dice: &mut Dice) {
        self.tire(view, from, jumped);
        if self.is_dead {
            return;
        }
        let met = self.body.contact.hazards;
        for (hazard, harm, amount) in TOUCHES {
            if met.contains(hazard) {
                self.hurt(Damage::new(harm, amount), options, dice);
            }
        }
        if met.contains(Hazards::WITHER_ROSE) && options.difficulty != Difficulty::Peaceful {
            self.add_effect(Effect::Wither, 0, 40);
        }
        if let Some(landed) = self.body.contact.landed {
            // PlayerEntity.handleFallDamage
            let fall = landing_fall(landed.state, landed.distance);
            if fall >= 2.0 {
                self.count(Custom::FallOneCm, (f64::from(fall) * 100.0).round() as u32);
            }
            let (extra, share) = landing_hurt(landed.state, self.body.sneaking);
            let boost = self.effect(Effect::JumpBoost).map_or(0, |amplifier| amplifier + 1);
            let amount = fall_damage(landed.distance + extra, boost, share);
            if amount > 0.0 {
                self.hurt(Damage::new(Harm::Fall, amount), options, dice);
            }
        }
        self.freeze(options, dice);
    }

    /// Hunger, and what a full stomach heals.
    pub(crate) fn digest(&mut self, tick: u64, options: &Options, dice: &mut Dice) {
        if self.is_dead {
            return;
        }
        let peaceful = options.difficulty == Difficulty::Peaceful;
        let regenerates = options.rules.natural_regeneration;
        if peaceful && regenerates {
            if tick.is_multiple_of(20) {
                self.heal(1.0);
            }
            if tick.is_multiple_of(10) && self.hunger.food < 20 {
                self.hunger.food += 1;
            }
        }
        match self.hunger.tick(self.health < MAX_HEALTH, regenerates, peaceful) {
            Health::Stays => {}
            Health::Heals(amount) => self.heal(amount),
            Health::Starves => {
                let least = match options.difficulty {
                    Difficulty::Hard => 0.0,
                    Difficulty::Normal => 1.0,
                    _ => 10.0,
                };
                if self.health > least {
                    self.hurt(Damage::new(Harm::Starve, 1.0), options, dice);
                }
            }
        }
    }

    pub(crate) fn heal(&mut self, amount: f32) {
        if !self.is_dead {
            self.health = (self.health + amount).min(MAX_HEALTH);
        }
    }

    /// Takes a blow; whether it got through (`PlayerEntity.damage`, `LivingEntity.damage`).
    pub(crate) fn hurt(&mut self, damage: Damage, options: &Options, dice: &mut Dice) -> bool {
        let Damage { harm, mut amount, by } = damage;
        let resisted = harm.is_fire() && self.effect(Effect::FireResistance).is_some();
        if self.is_dead || resisted || self.join_safety > 0 && harm != Harm::OutOfWorld {
            return false;
        }
        if damage.scales_with_difficulty() {
            amount = match options.difficulty {
                Difficulty::Peaceful => 0.0,
                Difficulty::Easy => (amount / 2.0 + 1.0).min(amount),
                Difficulty::Normal => amount,
                Difficulty::Hard => amount * 3.0 / 2.0,
            };
        }
        if amount == 0.0 {
            return false;
        }
        if let Some(by) = by
            && self.is_shielded(harm, by.pos)
        {
            // LivingEntity.damage: what comes soon after a blow is not looked at any more.
            if self.safe_ticks <= 10 {
                self.count(Custom::DamageBlockedByShield, tenths(amount));
            }
            self.wear_shield(amount, dice);
            self.attacker = Some((by.id, self.age));
            return false;
        }
        if let Some(sleep) = &mut self.sleep {
            sleep.disturbed = true;
        }
        let fresh = self.safe_ticks <= 10;
        let more = if fresh { amount } else { amount - self.last_damage };
        if more <= 0.0 {
            return false;
        }
        self.last_damage = amount;
        if fresh {
            self.safe_ticks = 20;
        }
        if let Some(by) = by {
            // LivingEntity.setAttacker
            self.attacker = Some((by.id, self.age));
        }
        let before = self.health;
        self.lose(Damage { amount: more, ..damage }, dice);
        if fresh
            && let Some(by) = by
            && harm != Harm::Explosion
        {
            self.knock_back(0.4, by.pos - self.body.pos, dice);
        }
        if self.health < before {
            self.events.push(Event::Hurt { amount: before - self.health, by: by.map(|by| by.id) });
        }
        if self.health <= 0.0 {
            self.is_dead = true;
            self.using = None;
            self.events.push(Event::Died { message: harm.death_message(by) });
            self.count_death();
        }
        true
    }

    /// `ServerPlayerEntity.onDeath`
    fn count_death(&mut self) {
        if let Some(victor) = self.fight.victor() {
            self.count(Stat::KilledBy(victor), 1);
        }
        self.count(Custom::Deaths, 1);
        self.count_anew(Custom::TimeSinceDeath);
        self.count_anew(Custom::TimeSinceRest);
    }

    /// Whether a shield is held up against a blow from there (`LivingEntity.blockedByShield`).
    fn is_shielded(&self, harm: Harm, from: DVec3) -> bool {
        /// Ticks until a raised shield is up.
        const RAISE: u32 = 5;
        let raised = |using: Using| {
            let shield = self.in_hand(using.hand).is_some_and(|stack| stack.item == Item::SHIELD);
            shield && using.total - using.left >= RAISE
        };
        let look = look_vector(self.yaw, self.pitch);
        let towards = (self.body.pos - from).normalize_or_zero();
        !harm.passes_armour() && self.using.is_some_and(raised) && towards.with_y(0.0).dot(look) < 0.0
    }

    /// `PlayerEntity.damageShield`
    fn wear_shield(&mut self, amount: f32, dice: &mut Dice) {
        self.count(Stat::Used(Item::SHIELD), 1);
        if amount >= 3.0
            && let Some(using) = self.using
        {
            let slot = self.hand_slot(using.hand);
            self.wear(slot, 1 + amount as u16, dice);
            if self.inventory.slots[slot].is_none() {
                self.using = None;
            }
        }
    }

    /// `PlayerEntity.applyDamage`: armour, resistance, protection, golden hearts, then health.
    fn lose(&mut self, damage: Damage, dice: &mut Dice) {
        let Damage { harm, mut amount, by } = damage;
        if !harm.passes_armour() {
            let (mut points, mut toughness) = (0.0, 0.0);
            for piece in self.worn().filter_map(|slot| self.inventory.slots[slot]) {
                let (more, tougher) = armor(piece.item);
                points += more;
                toughness += tougher;
            }
            self.wear_armour(harm, armor_wear(amount), dice);
            amount = after_armor(amount, points, toughness);
        }
        if !matches!(harm, Harm::Starve | Harm::OutOfWorld) {
            let resistance = self.effect(Effect::Resistance).map_or(0.0, |amplifier| f32::from(amplifier + 1) * 5.0);
            let before = amount;
            amount = (amount * (25.0 - resistance) / 25.0).max(0.0);
            self.count(Custom::DamageResisted, tenths(before - amount));
            let pieces = self.worn().filter_map(|slot| self.inventory.slots[slot].as_ref());
            amount = after_protection(amount, protection(pieces, harm.peril()));
        }
        let golden = amount.min(self.absorption);
        self.absorption -= golden;
        self.count(Custom::DamageAbsorbed, tenths(golden));
        amount -= golden;
        if amount > 0.0 {
            self.fight.record(self.age, by, amount);
            self.count(Custom::DamageTaken, tenths(amount));
            self.hunger.exhaust(harm.exhaustion());
            self.health = (self.health - amount).max(0.0); // LivingEntity.setHealth
        }
    }

    fn worn(&self) -> impl Iterator<Item = usize> + use<> {
        Inventory::FEET..Inventory::OFF_HAND
    }

    fn wear_armour(&mut self, harm: Harm, uses: u16, dice: &mut Dice) {
        for slot in self.worn() {
            let Some(piece) = self.inventory.slots[slot] else { continue };
            let fireproof = harm.is_fire() && piece.item.name().starts_with("netherite");
            if armor(piece.item).0 > 0.0 && !fireproof {
                self.wear(slot, uses, dice);
            }
        }
    }

    /// Wears what is in a slot; it may break.
    pub(crate) fn wear(&mut self, slot: usize, uses: u16, dice: &mut Dice) {
        let Some(stack) = self.inventory.slots[slot].filter(|stack| stack.item.durability().is_some()) else { return };
        let left: Option<ItemStack> = worn(stack, uses, dice);
        self.inventory.slots[slot] = left;
        if left.is_none() {
            // ItemStack.damage
            self.count(Stat::Broken(stack.item), 1);
            self.events.push(Event::ItemBroke(stack.item));
        }
    }

    /// Throws it away from where a blow came from (`LivingEntity.takeKnockback`).
    pub(crate) fn knock_back(&mut self, strength: f64, towards: DVec3, dice: &mut Dice) {
        let pieces = self.worn().filter_map(|slot| self.inventory.slots[slot]);
        let resists = pieces.filter(|piece| piece.item.name().starts_with("netherite")).count() as f64 * 0.1;
        let strength = strength * (1.0 - resists);
        self.body.knock_back(strength, towards, dice);
    }

    /// Adds an effect, or lengthens or strengthens it (`StatusEffectInstance.upgrade`).
    pub(crate) fn add_effect(&mut self, effect: Effect, amplifier: u8, ticks: u32) {
        match self.effects.iter_mut().find(|active| active.effect == effect) {
            Some(active) if amplifier > active.amplifier || amplifier == active.amplifier && ticks > active.ticks => {
                (active.amplifier, active.ticks) = (amplifier, ticks);
            }
            Some(_) => return,
            None => {
                self.effects.push(anima_body::ActiveEffect { effect, amplifier, ticks });
                self.effects.sort_by_key(|active| active.effect);
            }
        }
        if effect == Effect::Absorption {
            self.absorption = self.absorption.max(4.0 * f32::from(amplifier + 1));
        }
    }

    fn feel_effects(&mut self, options: &Options, dice: &mut Dice) {
        for index in 0..self.effects.len() {
            let anima_body::ActiveEffect { effect, amplifier, ticks } = self.effects[index];
            let every = |period: u32| {
                let period = period >> amplifier;
                period == 0 || ticks.is_multiple_of(period)
            };
            match effect {
                Effect::Regeneration if every(50) => self.heal(1.0),
                Effect::Poison if every(25) && self.health > 1.0 => {
                    self.hurt(Damage::new(Harm::Poison, 1.0), options, dice);
                }
                Effect::Wither if every(40) => {
                    self.hurt(Damage::new(Harm::Wither, 1.0), options, dice);
                }
                Effect::Hunger => self.hunger.exhaust(food::HUNGER_EFFECT_TICK * f32::from(amplifier + 1)),
                _ => {}
            }
        }
        for active in &mut self.effects {
            active.ticks = active.ticks.saturating_sub(1);
            if active.ticks == 0 && active.effect == Effect::Absorption {
                self.absorption = 0.0;
            }
        }
        self.effects.retain(|active| active.ticks > 0);
    }

    fn is_in_wall(&self, view: &View<'_>) -> bool {
        let half = f64::from(self.body.width * 0.8) / 2.0;
        let half = DVec3::new(half, 5e-7, half);
        let eyes = self.body.eyes();
        is_stifled(view, &Aabb::new(eyes - half, eyes + half))
    }

    fn breathe(&mut self, view: &View<'_>, options: &Options, dice: &mut Dice) {
        let bubbles = || view.block(self.eye_block()).is_some_and(|state| state.block() == Block::BUBBLE_COLUMN);
        if !self.body.eyes_in_water || bubbles() {
            self.air = (self.air + 4).min(MAX_AIR);
            return;
        }
        if [Effect::WaterBreathing, Effect::ConduitPower].into_iter().any(|effect| self.effect(effect).is_some()) {
            return;
        }
        let helmet = self.inventory.slots[Inventory::FEET + 3];
        let respiration = u32::from(helmet.map_or(0, |stack| stack.level(Enchantment::Respiration)));
        if respiration == 0 || dice.random_range(0..=respiration) == 0 {
            self.air -= 1;
        }
        if self.air <= -20 {
            self.air = 0;
            self.hurt(Damage::new(Harm::Drown, 2.0), options, dice);
        }
    }

    fn freeze(&mut self, options: &Options, dice: &mut Dice) {
        let warm = self.worn().any(|slot| {
            let item = self.inventory.slots[slot].map(|stack| stack.item);
            matches!(
                item,
                Some(Item::LEATHER_BOOTS | Item::LEATHER_LEGGINGS | Item::LEATHER_CHESTPLATE | Item::LEATHER_HELMET)
            )
        });
        self.frozen = match self.body.in_powder_snow && !warm {
            true => (self.frozen + 1).min(FREEZES_AFTER),
            false => self.frozen.saturating_sub(2),
        };
        if self.frozen >= FREEZES_AFTER && self.age.is_multiple_of(40) {
            self.hurt(Damage::new(Harm::Freeze, 1.0), options, dice);
        }
    }

    /// The share that freezing takes from the speed, 0..=1.
    pub(super) fn chill(&self) -> f32 {
        self.frozen as f32 / FREEZES_AFTER as f32
    }

    /// Exhaustion and statistics of movement (`PlayerEntity.increaseTravelMotionStats`, `jump`).
    fn tire(&mut self, view: &View<'_>, from: DVec3, jumped: bool) {
        /// Less than this is not flown, in centimetres.
        const LEAST_FLIGHT: f32 = 25.0;
        if jumped {
            self.hunger.exhaust(if self.body.sprinting { food::SPRINT_JUMP } else { food::JUMP });
        }
        let moved = self.body.pos - from;
        // The game counts whole centimetres.
        let centimetres = |distance: f64| (distance as f32 * 100.0).round();
        let level = DVec3::new(moved.x, 0.0, moved.z).length();
        self.pace = level;
        let (way, distance, per_meter) = if self.swims {
            (Custom::SwimOneCm, centimetres(moved.length()), food::SWIM_METER)
        } else if self.body.eyes_in_water {
            (Custom::WalkUnderWaterOneCm, centimetres(moved.length()), food::SWIM_METER)
        } else if self.body.in_water {
            (Custom::WalkOnWaterOneCm, centimetres(level), food::SWIM_METER)
        } else if self.body.is_climbing(view) {
            (Custom::ClimbOneCm, (moved.y * 100.0).round() as f32, 0.0)
        } else if self.body.on_ground && self.body.sprinting {
            (Custom::SprintOneCm, centimetres(level), food::SPRINT_METER)
        } else if self.body.on_ground && self.pose == Pose::Crouching {
            (Custom::CrouchOneCm, centimetres(level), 0.0)
        } else if self.body.on_ground {
            (Custom::WalkOneCm, centimetres(level), 0.0)
        } else {
            let distance = centimetres(level);
            (Custom::FlyOneCm, if distance > LEAST_FLIGHT { distance } else { 0.0 }, 0.0)
        };
        self.count(way, distance.max(0.0) as u32);
        let amount = per_meter * (distance * 0.01);
        if amount > 0.0 {
            self.hunger.exhaust(amount);
        }
    }

    /// What the server counts in each tick (`PlayerEntity.tick`).
    pub(crate) fn count_time(&mut self) {
        let tally = Arc::make_mut(&mut self.tally);
        tally.add(Custom::PlayTime, 1);
        tally.add(Custom::TotalWorldTime, 1);
        tally.add(Custom::TimeSinceDeath, u32::from(!self.is_dead));
        tally.add(Custom::SneakTime, u32::from(self.body.sneaking));
        tally.add(Custom::TimeSinceRest, u32::from(self.sleep.is_none()));
    }
}

/// Damage as the statistics count it: in tenths of half a heart.
pub(super) fn tenths(amount: f32) -> u32 {
    (amount * 10.0).round().max(0.0) as u32
}
