//! The registries of 1.19.4 by raw id, as a client would list them.

use anima_body::{Effect, MenuKind, Stat, Tally};
use anima_rules::dig::tool_speed;
use anima_rules::{Biome, BlockState, Enchantment, EntityKind, FluidKind, Item, ItemStack, StateFlags};

/// Block states.
pub fn block_states() -> Vec<String> {
    (0..BlockState::count())
        .filter_map(|id| BlockState::from_id(id as u16))
        .map(|state| named(&state.to_string()))
        .collect()
}

/// What each block state is like, as `EmbeddedWorld.natures` has it.
pub fn natures() -> Vec<f64> {
    let tools = [Item::IRON_PICKAXE, Item::IRON_AXE, Item::IRON_SHOVEL, Item::IRON_HOE];
    let states = (0..BlockState::count()).filter_map(|id| BlockState::from_id(id as u16));
    let nature = |state: BlockState| {
        let boxes = state.collision().iter();
        let (low, high) = boxes.fold((f64::INFINITY, 0.0_f64), |(low, high), b| (low.min(b.min.y), high.max(b.max.y)));
        let tool = tools.iter().position(|tool| tool_speed(state, Some(ItemStack::new(*tool, 1))) > 1.0);
        let liquid = state.fluid().map_or(0, |fluid| if fluid.kind == FluidKind::Water { 1 } else { 2 });
        [
            low.min(high),
            high,
            f64::from(state.block().hardness()),
            tool.map_or(0.0, |at| at as f64 + 1.0),
            f64::from(u8::from(state.flags().contains(StateFlags::NEEDS_TOOL))),
            f64::from(liquid),
        ]
    };
    states.flat_map(nature).collect()
}

/// Items.
pub fn items() -> Vec<String> {
    Item::all().map(|item| named(item.name())).collect()
}

/// Entity types.
pub fn entity_types() -> Vec<String> {
    (0..EntityKind::COUNT).filter_map(|id| EntityKind::from_id(id as u16)).map(|kind| named(kind.name())).collect()
}

/// Biomes.
pub fn biomes() -> Vec<String> {
    (0..Biome::COUNT).filter_map(|id| Biome::from_id(id as u16)).map(|biome| named(biome.name())).collect()
}

/// Enchantments.
pub fn enchantments() -> Vec<String> {
    Enchantment::ALL.into_iter().map(|enchantment| named(enchantment.name())).collect()
}

/// Status effects (`StatusEffects`), which count from 1.
pub fn effects() -> Vec<String> {
    [""].into_iter().chain(EFFECTS).map(|name| if name.is_empty() { String::new() } else { named(name) }).collect()
}

/// Kinds of menus (`ScreenHandlerType`).
pub fn menus() -> Vec<String> {
    MENUS.into_iter().map(named).collect()
}

/// What a server answers that is asked for statistics: those that have changed since it was asked before, by the names
/// that the game has for them in its scoreboard (`Stat.getName`).
pub fn answer(before: &Tally, now: &Tally) -> Vec<(String, i32)> {
    let gone = before.iter().filter(|(stat, _)| now.count(*stat) == 0).map(|(stat, _)| (stat, 0));
    let changed = now.iter().filter(|(stat, count)| before.count(*stat) != *count);
    let named = |stat: Stat| format!("minecraft.{}", stat.to_string().replacen(':', ":minecraft.", 1));
    gone.chain(changed).map(|(stat, count)| (named(stat), count as i32)).collect()
}

/// The raw id of an effect.
pub fn effect_id(effect: Effect) -> i32 {
    // `JumpBoost` is `jump_boost`.
    let mut name = String::new();
    for letter in format!("{effect:?}").chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    EFFECTS.iter().position(|other| *other == name).map_or(-1, |at| at as i32 + 1)
}

/// The raw id of a menu; -1 for the player's own.
pub fn menu_id(kind: MenuKind) -> i32 {
    MENUS.iter().position(|name| *name == kind.name()).map_or(-1, |at| at as i32)
}

fn named(name: &str) -> String {
    if name.contains(':') { name.to_owned() } else { format!("minecraft:{name}") }
}

const EFFECTS: [&str; 33] = [
    "speed",
    "slowness",
    "haste",
    "mining_fatigue",
    "strength",
    "instant_health",
    "instant_damage",
    "jump_boost",
    "nausea",
    "regeneration",
    "resistance",
    "fire_resistance",
    "water_breathing",
    "invisibility",
    "blindness",
    "night_vision",
    "hunger",
    "weakness",
    "poison",
    "wither",
    "health_boost",
    "absorption",
    "saturation",
    "glowing",
    "levitation",
    "luck",
    "unluck",
    "slow_falling",
    "conduit_power",
    "dolphins_grace",
    "bad_omen",
    "hero_of_the_village",
    "darkness",
];

const MENUS: [&str; 25] = [
    "generic_9x1",
    "generic_9x2",
    "generic_9x3",
    "generic_9x4",
    "generic_9x5",
    "generic_9x6",
    "generic_3x3",
    "anvil",
    "beacon",
    "blast_furnace",
    "brewing_stand",
    "crafting",
    "enchantment",
    "furnace",
    "grindstone",
    "hopper",
    "lectern",
    "loom",
    "merchant",
    "shulker_box",
    "legacy_smithing",
    "smithing",
    "smoker",
    "cartography_table",
    "stonecutter",
];
