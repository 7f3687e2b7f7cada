//! Things that neither live nor do anything: minecarts, boats, armour stands, pictures.

use anima_rules::{EntityKind, Item, ItemStack};
use glam::DVec3;

use super::{Around, Entity, ItemEntity, Kind};
use crate::harm::Damage;
use crate::physics::{Body, Nature};

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
        Some(Entity::new(body, Kind::Prop(Prop { kind, wear: 0.0, hangs, rests: false })))
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
    if prop.hangs || prop.rests {
        return;
    }
    let body = &mut entity.body;
    let before = body.clone();
    let view = around.level.view();
    body.begin(&view);
    if body.in_water && prop.kind != EntityKind::ARMOR_STAND {
        // BoatEntity and minecarts under water: boats rise, carts sink slowly.
        let rises = matches!(prop.kind, EntityKind::BOAT | EntityKind::CHEST_BOAT);
        body.velocity.y += if rises { 0.01 } else { -0.005 };
    } else {
        body.velocity.y -= 0.04;
    }
    body.shift(&view, body.velocity);
    let drag = if body.on_ground { 0.5 } else { 0.95 };
    body.velocity *= DVec3::new(drag, 0.95, drag);
    prop.rests = before == *body;
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
