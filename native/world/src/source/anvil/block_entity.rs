//! Block entities and items as saves hold them.

use anima_body::Slot;
use anima_rules::{BlockState, Enchantment, Enchantments, EntityKind, Item, ItemStack};

use super::nbt::Compound;
use crate::level::{BlockEntity, FUEL, Furnace, Spawner};

/// What could not be read of a chunk, each thing once, and not without end.
#[derive(Default)]
pub(super) struct Notes(Vec<String>);

impl Notes {
    const MOST: usize = 20;

    pub fn add(&mut self, note: String) {
        if self.0.len() < Notes::MOST && !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// The notes, each led by where they were made.
    pub fn located(self, place: &str) -> impl Iterator<Item = String> {
        self.0.into_iter().map(move |note| format!("{place}: {note}"))
    }
}

/// Reads a block entity; `None` for kinds that hold nothing that play needs.
pub(super) fn read(saved: &Compound, state: BlockState, notes: &mut Notes) -> Option<BlockEntity> {
    let id = saved.text("id")?;
    let id = id.strip_prefix("minecraft:").unwrap_or(id);
    match id {
        "furnace" | "blast_furnace" | "smoker" if state.block().name() == id => {
            let mut furnace = Furnace::of(state.block())?;
            let mut slots = [None; 3];
            items(saved, &mut slots, notes);
            for (slot, stack) in slots.into_iter().enumerate() {
                furnace.set(slot, stack);
            }
            furnace.burns = saved.int("BurnTime").unwrap_or(0);
            furnace.cooked = saved.int("CookTime").unwrap_or(0);
            furnace.cook_ticks = saved.int("CookTimeTotal").unwrap_or(furnace.cook_ticks);
            // As the game does on loading: what lies in the fuel slot tells how long the burning piece lasts.
            furnace.fuel_ticks = slots[FUEL].and_then(|fuel| furnace.cooker.burn_ticks(fuel.item)).unwrap_or(0);
            Some(BlockEntity::Furnace(Box::new(furnace)))
        }
        "mob_spawner" => {
            let kind = saved.compound("SpawnData")?.compound("entity")?.text("id").and_then(EntityKind::from_name)?;
            let or = |name, default| saved.int(name).unwrap_or(default);
            Some(BlockEntity::Spawner(Spawner {
                kind,
                delay: saved.int("Delay").unwrap_or(20),
                least_delay: or("MinSpawnDelay", 200),
                most_delay: or("MaxSpawnDelay", 800),
                count: or("SpawnCount", 4),
                most_near: or("MaxNearbyEntities", 6),
                player_range: or("RequiredPlayerRange", 16),
                range: or("SpawnRange", 4),
            }))
        }
        _ => match BlockEntity::of(state.block())? {
            BlockEntity::Container(mut slots) if state.block().name().ends_with(id) => {
                items(saved, &mut slots, notes);
                Some(BlockEntity::Container(slots))
            }
            _ => None,
        },
    }
}

/// Puts the items of a container's list into their slots.
fn items(saved: &Compound, slots: &mut [Slot], notes: &mut Notes) {
    for stack in saved.compounds("Items") {
        let slot = stack.int::<usize>("Slot").and_then(|slot| slots.get_mut(slot));
        if let Some(slot) = slot {
            *slot = read_stack(stack, notes);
        }
    }
}

/// Reads an item stack; `None` for air and for what is unknown, which is noted.
pub(super) fn read_stack(saved: &Compound, notes: &mut Notes) -> Slot {
    let name = saved.text("id")?;
    let Some(item) = Item::from_name(name) else {
        notes.add(format!("unknown item {name:?} is left out"));
        return None;
    };
    let count: u8 = saved.int("Count").filter(|count| *count > 0)?;
    if item == Item::AIR {
        return None;
    }
    let tag = saved.compound("tag");
    let list = if item == Item::ENCHANTED_BOOK { "StoredEnchantments" } else { "Enchantments" };
    let enchantments = tag.map_or(Enchantments::NONE, |tag| {
        tag.compounds(list).fold(Enchantments::NONE, |all, saved| {
            let enchantment = saved.text("id").and_then(Enchantment::from_name);
            let level = saved.int::<i64>("lvl").map_or(0, |level| level.clamp(0, Enchantments::MOST.into()) as u8);
            enchantment.map_or(all, |enchantment| all.with(enchantment, level))
        })
    });
    let damage = tag.and_then(|tag| tag.int("Damage")).unwrap_or(0);
    Some(ItemStack { item, count: count.min(item.stack_size()), damage, enchantments })
}
