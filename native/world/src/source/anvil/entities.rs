//! Entity chunks: mobs and things, stored apart from the terrain.

use anima_body::ChunkPos;
use anima_rules::EntityKind;

use super::block_entity::{Notes, read_stack};
use super::chunk::{note_place, read_state};
use super::nbt::{Compound, Tag};
use crate::source::SavedEntity;

/// Reads an entity chunk; riders follow what they ride.
pub(super) fn read(root: &Compound, chunk: ChunkPos, notes: &mut Notes) -> Vec<SavedEntity> {
    if let Some([x, z]) = root.ints("Position") {
        note_place(ChunkPos::new(i32::from_be_bytes(*x), i32::from_be_bytes(*z)), chunk, notes);
    }
    let mut entities = Vec::new();
    for saved in root.compounds("Entities") {
        read_entity(saved, chunk, &mut entities, notes);
    }
    entities
}

fn read_entity(saved: &Compound, chunk: ChunkPos, entities: &mut Vec<SavedEntity>, notes: &mut Notes) {
    let name = saved.text("id").unwrap_or_default();
    let (Some(kind), Some(pos)) = (EntityKind::from_name(name), saved.vector("Pos")) else {
        notes.add(format!("an entity of the unknown kind {name:?} or without a position is left out"));
        return;
    };
    if pos.abs().max_element() > 3.0e7 {
        notes.add(format!("a {name} beyond the end of the world is left out (in chunk {} {})", chunk.x, chunk.z));
        return;
    }
    let item = saved.compound("Item").and_then(|item| read_stack(item, notes));
    let is_item = kind == EntityKind::ITEM;
    entities.push(SavedEntity {
        velocity: saved.vector("Motion").unwrap_or_default().clamp_length_max(10.0),
        yaw: saved.list("Rotation").first().and_then(Tag::float).unwrap_or(0.0) as f32,
        health: saved.float("Health").filter(|_| !is_item).map(|health| health as f32),
        // Zombies and their like stay young for ever.
        age: if saved.is("IsBaby") { i32::MIN } else { saved.int("Age").unwrap_or(0) },
        persistent: saved.is("PersistenceRequired") || saved.get("CustomName").is_some(),
        item,
        variant: ["Color", "Variant", "RabbitType"].iter().find_map(|name| saved.int(name)).unwrap_or(0),
        sheared: saved.is("Sheared"),
        block: saved
            .compound("BlockState")
            .filter(|_| kind == EntityKind::FALLING_BLOCK)
            .map(|state| read_state(state, notes)),
        ..SavedEntity::new(kind, pos)
    });
    for rider in saved.compounds("Passengers") {
        read_entity(rider, chunk, entities, notes);
    }
}
