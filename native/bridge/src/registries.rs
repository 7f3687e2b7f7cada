//! The running game's ids, translated once to those of 1.19.4.

use std::fmt;
use std::str::FromStr;

use anima_body::{Effect, MenuKind};
use anima_rules::{Biome, Block, BlockState, Enchantment, Enchantments, EntityKind, Item, ItemStack};

use crate::Fault;

/// The names behind the running game's raw ids: the place is the id. See `Registries.java`.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Block states, as `minecraft:oak_log[axis=y]`.
    pub block_states: Vec<String>,
    /// A shape for each block state: none, cube, other, liquid.
    pub shapes: Vec<i8>,
    /// Items.
    pub items: Vec<String>,
    /// Entity types.
    pub entity_types: Vec<String>,
    /// Whether each entity type is a monster.
    pub monsters: Vec<bool>,
    /// Enchantments.
    pub enchantments: Vec<String>,
    /// Status effects.
    pub effects: Vec<String>,
    /// Kinds of menus.
    pub menus: Vec<String>,
}

/// What each raw id of the running game is in 1.19.4.
#[derive(Clone, Debug, Default)]
pub struct Registries {
    states: Vec<BlockState>,
    items: Vec<Item>,
    kinds: Vec<EntityKind>,
    enchantments: Vec<Option<Enchantment>>,
    effects: Vec<Option<Effect>>,
    menus: Vec<Option<MenuKind>>,
    replaced: Replaced,
}

/// How many names 1.19.4 does not have, by registry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    states: usize,
    items: usize,
    kinds: usize,
    others: usize,
}

impl Replaced {
    /// Whether every name was known.
    pub fn is_none(&self) -> bool {
        *self == Replaced::default()
    }
}

impl fmt::Display for Replaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Replaced { states, items, kinds, others } = self;
        write!(
            f,
            "{states} block states, {items} items, {kinds} entity types, {others} enchantments, effects and menus \
             that 1.19.4 does not have"
        )
    }
}

impl Registries {
    /// Looks all names up.
    pub fn new(names: &Names) -> Registries {
        let mut replaced = Replaced::default();
        let shape = |at: usize| names.shapes.get(at).copied().unwrap_or_default();
        let states = names.block_states.iter().enumerate();
        let states = states.map(|(at, name)| {
            state(name).unwrap_or_else(|| {
                replaced.states += 1;
                stand_in(shape(at))
            })
        });
        let states = states.collect();
        let items = names.items.iter().map(|name| {
            Item::from_name(name).unwrap_or_else(|| {
                replaced.items += 1;
                Item::BARRIER
            })
        });
        let items = items.collect();
        let monster = |at: usize| names.monsters.get(at).copied().unwrap_or_default();
        let kinds = names.entity_types.iter().enumerate().map(|(at, name)| {
            EntityKind::from_name(name).unwrap_or_else(|| {
                replaced.kinds += 1;
                if monster(at) { EntityKind::ZOMBIE } else { EntityKind::MARKER }
            })
        });
        let kinds = kinds.collect();
        let mut others = 0;
        let enchantments = known(&names.enchantments, &mut others, |name| Enchantment::from_name(plain(name)));
        let effects = known(&names.effects, &mut others, |name| effect(plain(name)));
        let menus = known(&names.menus, &mut others, MenuKind::from_name);
        replaced.others = others;
        Registries { states, items, kinds, enchantments, effects, menus, replaced }
    }

    /// Every block state by raw id.
    pub fn states(&self) -> &[BlockState] {
        &self.states
    }

    /// How many names were replaced.
    pub fn replaced(&self) -> Replaced {
        self.replaced
    }

    /// The block state with a raw id.
    ///
    /// # Errors
    /// If there is none.
    pub fn state(&self, id: i32) -> Result<BlockState, Fault> {
        look_up(&self.states, id, "block state")
    }

    /// The item with a raw id.
    ///
    /// # Errors
    /// If there is none.
    pub fn item(&self, id: i32) -> Result<Item, Fault> {
        look_up(&self.items, id, "item")
    }

    /// The kind of entity with a raw id.
    ///
    /// # Errors
    /// If there is none.
    pub fn kind(&self, id: i32) -> Result<EntityKind, Fault> {
        look_up(&self.kinds, id, "entity type")
    }

    /// The effect with a raw id; `None` if it changes no rule of play that is known.
    ///
    /// # Errors
    /// If there is none.
    pub fn effect(&self, id: i32) -> Result<Option<Effect>, Fault> {
        look_up(&self.effects, id, "status effect")
    }

    /// The menu with a raw id; `None` if 1.19.4 does not have it.
    ///
    /// # Errors
    /// If there is none.
    pub fn menu(&self, id: i32) -> Result<Option<MenuKind>, Fault> {
        look_up(&self.menus, id, "menu")
    }

    /// A stack as the contract tells it: `None` for a count of 0.
    ///
    /// # Errors
    /// If the item does not exist or a number is out of range.
    pub fn stack(&self, told: Told<'_>) -> Result<Option<ItemStack>, Fault> {
        if told.count == 0 {
            return Ok(None);
        }
        let item = self.item(told.item)?;
        let count = u32::try_from(told.count).map_err(|_| Fault::argument("count", told.count, "0 or more"))?;
        // The game stacks 64; of a mod's thousands 255 are enough to know of.
        let count = count.min(u32::from(u8::MAX)) as u8;
        // Nothing of the game wears more than a few thousand times; what a mod allows beyond 16 bits is near enough.
        let damage = told.damage.clamp(0, i32::from(u16::MAX)) as u16;
        let mut enchantments = Enchantments::NONE;
        let (pairs, rest) = told.enchantments.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(Fault::Argument("enchantments come in pairs of raw id and level".into()));
        }
        for [id, level] in pairs {
            if let Some(enchantment) = look_up(&self.enchantments, *id, "enchantment")? {
                enchantments = enchantments.with(enchantment, (*level).clamp(0, 255) as u8);
            }
        }
        Ok(Some(ItemStack { item, count, damage, enchantments }))
    }
}

/// An item stack in the running game's ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told<'a> {
    /// Raw id.
    pub item: i32,
    /// How many; 0 for none.
    pub count: i32,
    /// Wear.
    pub damage: i32,
    /// Pairs of raw id and level.
    pub enchantments: &'a [i32],
}

/// The biomes of a connection, by raw id; those that 1.19.4 does not have become plains.
pub fn biomes(names: &[String]) -> Vec<Biome> {
    names.iter().map(|name| Biome::from_name(name).unwrap_or(Biome::PLAINS)).collect()
}

fn look_up<T: Copy>(table: &[T], id: i32, what: &'static str) -> Result<T, Fault> {
    let found = usize::try_from(id).ok().and_then(|id| table.get(id));
    found.copied().ok_or_else(|| Fault::Argument(format!("there is no {what} {id}; the game has {}", table.len())))
}

fn known<T>(names: &[String], unknown: &mut usize, find: impl Fn(&str) -> Option<T>) -> Vec<Option<T>> {
    let look_up = |name: &String| {
        let found = find(name);
        // Registries may have holes, told as empty names; and of the game's own some change no rule of play.
        *unknown += usize::from(found.is_none() && !name.is_empty() && !name.starts_with("minecraft:"));
        found
    };
    names.iter().map(look_up).collect()
}

fn plain(name: &str) -> &str {
    name.strip_prefix("minecraft:").unwrap_or(name)
}

/// The state of that name. Properties that only a mod knows are left out, so that the block at least is right.
fn state(name: &str) -> Option<BlockState> {
    let name = plain(name);
    if let Ok(state) = BlockState::from_str(name) {
        return Some(state);
    }
    let (block, properties) = name.strip_suffix(']')?.split_once('[')?;
    let state = Block::from_name(block)?.state();
    let known = properties.split(',').filter_map(|pair| pair.split_once('='));
    Some(known.fold(state, |state, (property, value)| state.try_with(property.trim(), value.trim()).unwrap_or(state)))
}

/// What stands for a block that 1.19.4 does not have: nothing that would be dug or walked into by mistake.
fn stand_in(shape: i8) -> BlockState {
    let block = match shape {
        0 => Block::STRUCTURE_VOID,
        1 => Block::BEDROCK,
        3 => Block::LAVA,
        _ => Block::BARRIER,
    };
    block.state()
}

/// The effect by its name in the registry.
fn effect(name: &str) -> Option<Effect> {
    Some(match name {
        "speed" => Effect::Speed,
        "slowness" => Effect::Slowness,
        "haste" => Effect::Haste,
        "mining_fatigue" => Effect::MiningFatigue,
        "strength" => Effect::Strength,
        "jump_boost" => Effect::JumpBoost,
        "nausea" => Effect::Nausea,
        "regeneration" => Effect::Regeneration,
        "resistance" => Effect::Resistance,
        "fire_resistance" => Effect::FireResistance,
        "water_breathing" => Effect::WaterBreathing,
        "blindness" => Effect::Blindness,
        "night_vision" => Effect::NightVision,
        "hunger" => Effect::Hunger,
        "weakness" => Effect::Weakness,
        "poison" => Effect::Poison,
        "wither" => Effect::Wither,
        "absorption" => Effect::Absorption,
        "slow_falling" => Effect::SlowFalling,
        "dolphins_grace" => Effect::DolphinsGrace,
        "conduit_power" => Effect::ConduitPower,
        "levitation" => Effect::Levitation,
        "darkness" => Effect::Darkness,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names {
            block_states: ["minecraft:stone", "minecraft:oak_log[axis=x,hollow=true]", "mod:crate", "mod:juice"]
                .map(String::from)
                .into(),
            shapes: vec![0, 0, 1, 3],
            items: ["minecraft:stick", "mod:wrench"].map(String::from).into(),
            entity_types: ["minecraft:cow", "mod:ogre", "mod:kite"].map(String::from).into(),
            monsters: vec![false, true, false],
            enchantments: ["minecraft:silk_touch", "mod:greed"].map(String::from).into(),
            effects: ["", "minecraft:speed", "minecraft:luck", "mod:itch"].map(String::from).into(),
            menus: ["minecraft:generic_9x3", "mod:drawer"].map(String::from).into(),
        }
    }

    #[test]
    fn a_modded_game_is_translated_once() {
        let registries = Registries::new(&names());
        let state = |id: i32| registries.state(id).unwrap().to_string();
        assert_eq!(registries.state(0).unwrap(), Block::STONE.state());
        assert_eq!(registries.state(1).unwrap().property("axis"), Some("x"));
        assert!(state(2).contains("bedrock") && state(3).contains("lava"), "{} {}", state(2), state(3));
        assert_eq!(registries.kind(1).unwrap(), EntityKind::ZOMBIE);
        assert_eq!(registries.kind(2).unwrap(), EntityKind::MARKER);
        assert_eq!(registries.effect(1).unwrap(), Some(Effect::Speed));
        assert_eq!(registries.menu(0).unwrap(), Some(MenuKind::Generic9(3)));
        assert_eq!(registries.menu(1).unwrap(), None);
        assert_eq!(registries.replaced(), Replaced { states: 2, items: 1, kinds: 2, others: 3 });
    }

    #[test]
    fn stacks_carry_what_is_known_of_them() {
        let registries = Registries::new(&names());
        let told = Told { item: 0, count: 3, damage: 7, enchantments: &[0, 1, 1, 9] };
        let stack = registries.stack(told).unwrap().unwrap();
        assert_eq!((stack.item, stack.count, stack.damage), (Item::STICK, 3, 7));
        assert_eq!(stack.level(Enchantment::SilkTouch), 1);
        assert_eq!(registries.stack(Told { count: 0, item: -5, ..told }).unwrap(), None);
        assert_eq!(registries.stack(Told { count: 4000, ..told }).unwrap().unwrap().count, 255);
        assert_eq!(registries.stack(Told { item: 1, ..told }).unwrap().unwrap().item, Item::BARRIER);
        for wrong in [
            Told { item: 2, ..told },
            Told { item: -1, ..told },
            Told { count: -1, ..told },
            Told { enchantments: &[0], ..told },
            Told { enchantments: &[2, 1], ..told },
        ] {
            assert!(matches!(registries.stack(wrong), Err(Fault::Argument(_))), "{wrong:?}");
        }
    }

    #[test]
    fn every_state_of_1_19_4_is_itself() {
        let all = (0..BlockState::count() as u16).map(|id| BlockState::from_id(id).unwrap());
        let names = Names { block_states: all.clone().map(|state| state.to_string()).collect(), ..Names::default() };
        assert!(Registries::new(&names).states().iter().copied().eq(all));
    }
}
