//! Blows at entities (`PlayerEntity.attack`).

use anima_body::{Custom, Effect, Stat};
use anima_hands::{ActionResult, Hand};
use anima_rules::damage::{attack_wear, blow};
use anima_rules::{Aabb, Enchantment, EntityKind, Item, food};
use glam::DVec3;

use super::vitals::tenths;
use crate::World;
use crate::entity::{Mob, PLAYER_ID, Usage, use_on};
use crate::harm::{Attacker, Damage, Harm};
use crate::physics::{cos, radians, sin};

/// The pace above which a player does not sweep, by the game's measure of six tenths of the way (the attribute
/// `movement_speed`).
const SWEEP_PACE: f64 = 0.1;

impl World {
    /// Hits an entity with what the main hand holds.
    pub(super) fn hit(&mut self, id: u32) {
        let player = &self.player;
        let held = player.in_hand(Hand::Main);
        let charge = player.charge(0.5);
        let strength = player.effect(Effect::Strength).map_or(0.0, |amplifier| 3.0 * f32::from(amplifier + 1))
            - player.effect(Effect::Weakness).map_or(0.0, |amplifier| 4.0 * f32::from(amplifier + 1));
        let charged = charge > 0.9;
        let body = &player.body;
        let rushes = body.sprinting && charged;
        let critical = charged
            && body.fall_distance > 0.0
            && !body.on_ground
            && !body.is_climbing(&self.level.view())
            && !body.in_water
            && !body.sprinting
            && player.effect(Effect::Blindness).is_none();
        let sword = held.is_some_and(|stack| stack.item.name().ends_with("_sword"));
        let sweeps = sword && charged && !critical && !rushes && body.on_ground && player.pace * 0.6 < SWEEP_PACE;
        let knockback = held.map_or(0, |stack| stack.level(Enchantment::Knockback)) + u8::from(rushes);
        let fire = held.map_or(0, |stack| stack.level(Enchantment::FireAspect));
        let amount = blow(held, strength, charge, critical).max(0.0);
        let by = Attacker { id: PLAYER_ID, kind: EntityKind::PLAYER, pos: body.pos };
        let damage = Damage { harm: Harm::Player, amount, by: Some(by) };
        let yaw = radians(player.yaw);
        self.player.charge_ticks = 0;
        let looting = held.map_or(0, |stack| stack.level(Enchantment::Looting));
        // PlayerEntity.attack: LivingEntity.onAttacking
        self.player.attacking = Some((id, self.player.age));
        let Some(entity) = self.entities.get_mut(id) else { return };
        let health = entity.mob().map(|mob| mob.health.max(0.0));
        if amount <= 0.0 || !entity.hurt(damage, looting, &mut self.dice) {
            return;
        }
        if knockback > 0 {
            let from = DVec3::new(f64::from(sin(yaw)), 0.0, f64::from(-cos(yaw)));
            entity.knock_back(f64::from(knockback) * 0.5, from, &mut self.dice);
        }
        if fire > 0 {
            entity.body.ignite(i32::from(fire) * 80);
        }
        let bounds = entity.body.bounds();
        let lost = health.zip(entity.mob()).map(|(before, mob)| before - mob.health.max(0.0));
        if knockback > 0 {
            self.player.body.velocity *= DVec3::new(0.6, 1.0, 0.6);
            self.player.body.sprinting = false;
        }
        if sweeps {
            self.sweep(id, bounds.grown(DVec3::new(1.0, 0.25, 1.0)), Damage { amount: 1.0, ..damage }, looting);
        }
        if let Some(stack) = held {
            let slot = self.player.hand_slot(Hand::Main);
            self.player.wear(slot, attack_wear(stack.item), &mut self.dice);
            if lost.is_some() && attack_wear(stack.item) > 0 {
                // ItemStack.postHit
                self.player.count(Stat::Used(stack.item), 1);
            }
        }
        // PlayerEntity.attack
        self.player.count(Custom::DamageDealt, tenths(lost.unwrap_or(0.0)));
        self.player.hunger.exhaust(food::ATTACK);
    }

    /// Hits all mobs in a box but one.
    fn sweep(&mut self, but: u32, area: Aabb, damage: Damage, looting: u8) {
        let (yaw, here) = (radians(self.player.yaw), self.player.body.pos);
        let from = DVec3::new(f64::from(sin(yaw)), 0.0, f64::from(-cos(yaw)));
        for other in self.entities.iter_mut() {
            let near = other.body.pos.distance_squared(here) < 9.0 && other.body.bounds().intersects(&area);
            if near && other.id != but && other.mob().is_some_and(Mob::is_alive) {
                other.knock_back(0.4, from, &mut self.dice);
                other.hurt(damage, looting, &mut self.dice);
            }
        }
    }

    /// Uses a hand on an entity (`Entity.interact`).
    pub(super) fn use_on_entity(&mut self, hand: Hand, id: u32) -> ActionResult {
        let held = self.player.in_hand(hand);
        let Some(entity) = self.entities.get_mut(id) else { return ActionResult::Pass };
        // VillagerEntity.interactMob, WanderingTraderEntity.interactMob
        let talks = matches!(entity.entity_kind(), EntityKind::VILLAGER | EntityKind::WANDERING_TRADER);
        let listens = entity.mob().is_some_and(|mob| mob.is_alive() && !mob.is_baby());
        if talks && listens && hand == Hand::Main && held.is_none_or(|stack| stack.item != Item::VILLAGER_SPAWN_EGG) {
            self.player.count(Custom::TalkedToVillager, 1);
        }
        let mut spawned = Vec::new();
        let usage = use_on(entity, held, &mut self.dice, &mut spawned);
        for entity in spawned {
            self.entities.add(entity);
        }
        match usage {
            Usage::Nothing => return ActionResult::Pass,
            Usage::Done => {}
            Usage::UsesUp => self.use_up(hand),
            Usage::Wears => self.wear_hand(hand),
            Usage::Becomes(stack) => self.exchange(hand, stack),
            Usage::Takes(stack) => {
                self.exchange(hand, stack);
                if let Some(entity) = self.entities.get_mut(id) {
                    entity.removed = true;
                }
            }
        }
        ActionResult::Success
    }
}
