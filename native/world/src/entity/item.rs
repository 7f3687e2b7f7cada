//! Items that lie about (`ItemEntity`).

use anima_rules::ItemStack;
use glam::DVec3;

use super::{Around, Entity, Kind, Others, burnt_and_pricked, drag, push_out_of_blocks};
use crate::physics::{Body, Nature, Space};

/// A stack that lies about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ItemEntity {
    pub stack: ItemStack,
    /// Ticks since it was dropped.
    pub age: i32,
    /// Ticks until it can be picked up.
    pub delay: u8,
    /// What fire and cactus leave of it, from 5.
    pub health: f32,
}

impl ItemEntity {
    /// Ticks until it is gone.
    const DESPAWN: i32 = 6000;
    /// Pick-up delay of what comes out of a block.
    pub(crate) const POPPED_DELAY: u8 = 10;
    /// Pick-up delay of what a player throws.
    pub(crate) const THROWN_DELAY: u8 = 40;

    /// A stack in the world.
    pub(crate) fn entity(stack: ItemStack, pos: DVec3, velocity: DVec3, delay: u8) -> Entity {
        let mut body = Body::new(Nature::Thing, pos, 0.25, 0.25, 0.2125);
        body.velocity = velocity;
        Entity::new(body, Kind::Item(ItemEntity { stack, age: 0, delay, health: 5.0 }))
    }

    fn merges(&self) -> bool {
        self.age < ItemEntity::DESPAWN && self.stack.room() > 0
    }
}

pub(super) fn tick(entity: &mut Entity, around: &mut Around<'_>) {
    let Kind::Item(item) = &mut entity.kind else { return };
    let body = &mut entity.body;
    let space = Space::new(around.level.view(), around.hard);
    let view = &space.view;
    body.begin(view);
    item.delay = item.delay.saturating_sub(1);
    let depth = f64::from(body.eye_height - 0.11111111);
    let buoyancy = |velocity: DVec3, drag: f32| {
        let lift = if velocity.y < f64::from(0.06_f32) { f64::from(5e-4_f32) } else { 0.0 };
        DVec3::new(velocity.x * f64::from(drag), velocity.y + lift, velocity.z * f64::from(drag))
    };
    if body.in_water && body.water_depth > depth {
        body.velocity = buoyancy(body.velocity, 0.99);
    } else if body.in_lava() && body.lava_depth > depth {
        body.velocity = buoyancy(body.velocity, 0.95);
    } else {
        body.velocity.y -= 0.04;
    }
    let from = body.feet();
    let stuck = !space.is_empty(&body.bounds().grown(DVec3::splat(-1e-7)), body.meeting());
    if stuck {
        push_out_of_blocks(body, view, around.dice);
    }
    let slides = body.velocity.x * body.velocity.x + body.velocity.z * body.velocity.z > f64::from(1e-5_f32);
    if !body.on_ground || slides || (entity.age + entity.id).is_multiple_of(4) {
        if stuck {
            body.pos += body.velocity;
        } else {
            body.shift(&space, body.velocity);
        }
        drag(body, view, -0.5);
    }
    let period = if body.feet() == from { 40 } else { 2 };
    item.age += 1;
    // In vain where it found none before and did not move.
    if body.pos != body.tick_start || body.in_water || body.in_lava() {
        body.meet_liquids(view);
    }
    let name = item.stack.item.name();
    item.health -= burnt_and_pricked(body, name.starts_with("netherite_") || name == "ancient_debris");
    entity.removed |= item.health <= 0.0;
    if entity.age.is_multiple_of(period) {
        merge(entity, &mut around.others);
    }
    if let Kind::Item(item) = &entity.kind {
        entity.removed |= item.age >= ItemEntity::DESPAWN;
    }
}

/// Joins it with its like within half a block (`ItemEntity.tryMerge`).
fn merge(entity: &mut Entity, others: &mut Others<'_>) {
    let reach = entity.body.bounds().grown(DVec3::new(0.5, 0.0, 0.5));
    let Kind::Item(item) = &mut entity.kind else { return };
    for other in others.iter_mut() {
        if !item.merges() || entity.removed {
            return;
        }
        if !reach.intersects(&other.body.bounds()) {
            continue;
        }
        let Kind::Item(lying) = &mut other.kind else { continue };
        let sum = u16::from(item.stack.count) + u16::from(lying.stack.count);
        let fits = sum <= u16::from(item.stack.item.stack_size());
        if !lying.merges() || !item.stack.stacks_with(&lying.stack) || !fits {
            continue;
        }
        let (kept, gone) = if lying.stack.count < item.stack.count {
            other.removed = true;
            (&mut *item, &*lying)
        } else {
            entity.removed = true;
            (&mut *lying, &*item)
        };
        kept.stack.count = sum as u8;
        kept.delay = kept.delay.max(gone.delay);
        kept.age = kept.age.min(gone.age);
    }
}
