//! Things that neither live nor do anything: minecarts, boats, armour stands, pictures.

use anima_rules::{Aabb, EntityKind, Item, ItemStack};
use glam::DVec3;
use smallvec::SmallVec;

use super::boat::{self, Boat};
use super::{Around, Entity, ItemEntity, Kind};
use crate::harm::Damage;
use crate::physics::{Body, Nature, Space};

/// Damage, tenfold, at which such a thing breaks (`AbstractMinecartEntity.damage`, `BoatEntity.damage`).
const BREAKS_AT: f32 = 40.0;

/// A thing that stands, falls and breaks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Prop {
    pub kind: EntityKind,
    /// Tenfold damage, which goes away by one a tick.
    wear: f32,
    /// Fixed to a wall.
    hangs: bool,
    /// What only a boat has.
    boat: Boat,
    /// Its body would stay exactly as it is.
    pub rests: bool,
}

impl Prop {
    /// A thing as it comes from a save; `None` for what has no body (displays, markers) or what is in flight.
    pub(super) fn entity(kind: EntityKind, pos: DVec3) -> Option<Entity> {
        use EntityKind as E;
        let hangs = matches!(kind, E::ITEM_FRAME | E::GLOW_ITEM_FRAME | E::PAINTING | E::LEASH_KNOT | E::END_CRYSTAL);
        let stands = matches!(
            kind,
            E::MINECART
                | E::CHEST_MINECART
                | E::FURNACE_MINECART
                | E::HOPPER_MINECART
                | E::TNT_MINECART
                | E::SPAWNER_MINECART
                | E::BOAT
                | E::CHEST_BOAT
                | E::ARMOR_STAND
        );
        if !(hangs || stands) {
            return None;
        }
        let height = kind.height() as f32;
        let body = Body::new(Nature::Thing, pos, kind.width() as f32, height, height * 0.85);
        Some(Entity::new(body, Kind::Prop(Prop { kind, wear: 0.0, hangs, boat: Boat::default(), rests: false })))
    }
}

pub(super) fn tick(entity: &mut Entity, around: &mut Around<'_>) {
    let Kind::Prop(prop) = &mut entity.kind else { return };
    if prop.wear >= BREAKS_AT {
        entity.removed = true;
        if let Some(item) = Item::from_name(prop.kind.name()) {
            let stack = ItemStack::new(item, 1);
            let dropped = ItemEntity::entity(stack, entity.body.pos, DVec3::ZERO, ItemEntity::POPPED_DELAY);
            around.spawned.push(dropped);
        }
        return;
    }
    prop.wear = (prop.wear - 1.0).max(0.0);
    if prop.hangs {
        return;
    }
    let body = &mut entity.body;
    if prop.rests && !(prop.is_boat() && has_company(body, around)) {
        return;
    }
    let mut stops = if prop.is_vehicle() { pushed_near(body, around) } else { SmallVec::new() };
    // What can be pushed goes away without a word to the vehicle that leans on it.
    let is_alone = stops.is_empty();
    let (before, boat_before) = (body.clone(), prop.boat);
    stops.extend_from_slice(around.hard);
    let space = Space::new(around.level.view(), &stops);
    if prop.is_boat() {
        prop.boat.drift(body, &space);
        if !is_alone {
            boat::push_apart(body, around);
        }
    } else {
        roll(prop.kind, body, &space);
    }
    prop.rests = is_alone && before == *body && boat_before == prop.boat;
}

/// A tick of a minecart without rails or of an armour stand.
fn roll(kind: EntityKind, body: &mut Body, space: &Space<'_>) {
    body.begin(&space.view);
    // Carts sink slowly.
    body.velocity.y -= if body.in_water && kind != EntityKind::ARMOR_STAND { 0.005 } else { 0.04 };
    body.shift(space, body.velocity);
    let drag = if body.on_ground { 0.5 } else { 0.95 };
    body.velocity *= DVec3::new(drag, 0.95, drag);
}

/// Whether someone who may push it is near a boat.
fn has_company(body: &Body, around: &Around<'_>) -> bool {
    let near = body.bounds().grown(DVec3::ONE);
    let is_near = |bounds: Aabb| bounds.intersects(&near);
    is_near(around.player.body.bounds())
        || around
            .crowd
            .near(body.pos, f64::from(body.width) + 4.0)
            .any(|figure| is_near(Aabb::of_body(figure.pos, figure.width.into(), figure.height.into())))
}

/// The boxes of what can be pushed near a vehicle, which is stopped by it as nothing else is (`BoatEntity.canCollide`).
fn pushed_near(body: &Body, around: &mut Around<'_>) -> SmallVec<[Aabb; 4]> {
    let near = body.bounds().stretched(body.velocity).grown(DVec3::ONE);
    let player = (!around.player.is_dead).then(|| around.player.body.bounds());
    let is_near = |bounds: &Aabb| bounds.intersects(&near);
    let others = around.others.iter_mut().filter(|other| is_near(&other.body.bounds()) && other.is_pushed());
    others.map(|other| other.body.bounds()).chain(player.filter(is_near)).collect()
}

impl Prop {
    pub(super) fn is_boat(&self) -> bool {
        matches!(self.kind, EntityKind::BOAT | EntityKind::CHEST_BOAT)
    }

    /// Whether it is a boat or a minecart.
    pub(super) fn is_vehicle(&self) -> bool {
        !self.hangs && self.kind != EntityKind::ARMOR_STAND
    }
}

impl Entity {
    /// A blow at a thing.
    pub(super) fn batter(&mut self, damage: Damage) -> bool {
        let Kind::Prop(prop) = &mut self.kind else { return false };
        prop.wear += damage.amount * if prop.hangs { BREAKS_AT } else { 10.0 };
        prop.rests = false;
        true
    }
}
