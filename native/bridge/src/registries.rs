//! The running game's ids, translated once to those of 1.19.4.

use std::fmt;
use std::str::FromStr;

use anima_body::{Effect, MenuKind};
use anima_rules::{Biome, Block, BlockState, Enchantment, Enchantments, EntityKind, Item, ItemStack};

use crate::Fault;
use crate::stand_in::{self, DiggingTool, Nature, Shape};

/// The names behind the running game's raw ids: the place is the id. See `Registries.java`.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Block states, as `minecraft:oak_log[axis=y]`.
    pub block_states: Vec<String>,
    /// A [`Shape`] for each block state. This and the next two are looked at for those that 1.19.4 does not have.
    pub shapes: Vec<i8>,
    /// The hardness of each block state.
    pub hardnesses: Vec<f32>,
    /// The [`DiggingTool`] of each block state, and [`Names::NEEDS_TOOL`].
    pub tools: Vec<i8>,
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

impl Names {
    /// Added to a tool: without it the block drops nothing.
    pub const NEEDS_TOOL: i8 = 8;

    /// What the game's own state tells of a block.
    fn nature(&self, at: usize) -> Nature {
        let shape = self.shapes.get(at).copied().unwrap_or_default();
        let tool = self.tools.get(at).copied().unwrap_or_default();
        Nature {
            shape: Shape::from_id(shape),
            hardness: self.hardnesses.get(at).copied().unwrap_or_default(),
            tool: DiggingTool::from_id(tool & !Names::NEEDS_TOOL),
            needs_tool: tool & Names::NEEDS_TOOL != 0,
        }
    }
}

/// What each raw id of the running game is in 1.19.4. An id of which nothing was told, as in a hole of a registry, stands
/// for what nobody minds, and for a block that nobody passes.
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
        // The states of a block are mostly alike.
        let mut last: Option<(Nature, BlockState)> = None;
        let mut stand_in_of = |nature: Nature| {
            let found = last.filter(|(before, _)| *before == nature).map(|(_, state)| state);
            let state = found.unwrap_or_else(|| stand_in::of(nature));
            last = Some((nature, state));
            state
        };
        let states = names.block_states.iter().enumerate();
        let states = states.map(|(at, name)| match state(name) {
            Some(state) => state,
            None if name.is_empty() => stand_in::unknown(),
            None => {
                replaced.states += 1;
                stand_in_of(names.nature(at))
            }
        });
        let states = states.collect();
        let items = names.items.iter().map(|name| {
            Item::from_name(name).unwrap_or_else(|| {
                replaced.items += usize::from(!name.is_empty());
                UNKNOWN_ITEM
            })
        });
        let items = items.collect();
        let monster = |at: usize| names.monsters.get(at).copied().unwrap_or_default();
        let kinds = names.entity_types.iter().enumerate().map(|(at, name)| {
            EntityKind::from_name(name).unwrap_or_else(|| {
                replaced.kinds += usize::from(!name.is_empty());
                if monster(at) { EntityKind::ZOMBIE } else { UNKNOWN_KIND }
            })
        });
        let kinds = kinds.collect();
        let mut others = 0;
        let enchantments = known(&names.enchantments, &mut others, |name| Enchantment::from_name(plain(name)));
        let effects = known(&names.effects, &mut others, |name| Effect::from_name(plain(name)));
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
    pub fn state(&self, id: i32) -> BlockState {
        look_up(&self.states, id).unwrap_or_else(stand_in::unknown)
    }

    /// The item with a raw id.
    pub fn item(&self, id: i32) -> Item {
        look_up(&self.items, id).unwrap_or(UNKNOWN_ITEM)
    }

    /// The kind of entity with a raw id.
    pub fn kind(&self, id: i32) -> EntityKind {
        look_up(&self.kinds, id).unwrap_or(UNKNOWN_KIND)
    }

    /// The effect with a raw id; `None` if it changes no rule of play that is known.
    pub fn effect(&self, id: i32) -> Option<Effect> {
        look_up(&self.effects, id).flatten()
    }

    /// The menu with a raw id; `None` if 1.19.4 does not have it.
    pub fn menu(&self, id: i32) -> Option<MenuKind> {
        look_up(&self.menus, id).flatten()
    }

    /// A stack as the contract tells it: `None` for a count of 0.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn stack(&self, told: RawStack<'_>) -> Result<Option<ItemStack>, Fault> {
        if told.count == 0 {
            return Ok(None);
        }
        let item = self.item(told.item);
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
            if let Some(enchantment) = look_up(&self.enchantments, *id).flatten() {
                enchantments = enchantments.with(enchantment, (*level).clamp(0, 255) as u8);
            }
        }
        Ok(Some(ItemStack { item, count, damage, enchantments }))
    }
}

/// An item stack in the running game's ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct RawStack<'a> {
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

/// What stands for an item of a mod: it fills its slot and is good for nothing.
const UNKNOWN_ITEM: Item = Item::BARRIER;
/// What stands for an entity of a mod that is no monster.
const UNKNOWN_KIND: EntityKind = EntityKind::MARKER;

fn look_up<T: Copy>(table: &[T], id: i32) -> Option<T> {
    usize::try_from(id).ok().and_then(|id| table.get(id)).copied()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names {
            block_states: ["minecraft:stone", "minecraft:oak_log[axis=x,hollow=true]", "mod:crate", "", "mod:juice"]
                .map(String::from)
                .into(),
            shapes: vec![0, 0, Shape::Cube as i8, 0, Shape::Liquid as i8],
            hardnesses: vec![0.0, 0.0, 2.0, 0.0, 100.0],
            tools: vec![0, 0, DiggingTool::Axe as i8, 0, 0],
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
        assert_eq!(registries.state(0), Block::STONE.state());
        assert_eq!(registries.state(1).property("axis"), Some("x"));
        assert_eq!((registries.state(2).block(), registries.state(4).block()), (Block::JUKEBOX, Block::LAVA));
        assert_eq!(registries.kind(1), EntityKind::ZOMBIE);
        assert_eq!(registries.kind(2), EntityKind::MARKER);
        assert_eq!(registries.effect(1), Some(Effect::Speed));
        assert_eq!(registries.menu(0), Some(MenuKind::Generic9(3)));
        assert_eq!(registries.menu(1), None);
        assert_eq!(registries.replaced(), Replaced { states: 2, items: 1, kinds: 2, others: 3 });
    }

    /// A registry may have holes, and what a mod adds late was never told: none of them is a fault, or open to walk into.
    #[test]
    fn an_id_that_means_nothing_stands_for_what_nobody_passes_or_minds() {
        let registries = Registries::new(&names());
        for id in [3, 5, 1 << 20, -1, i32::MIN, i32::MAX] {
            assert_eq!(registries.state(id), Block::BEDROCK.state(), "{id}");
        }
        for id in [4, -1, i32::MAX] {
            assert_eq!((registries.item(id), registries.kind(id)), (Item::BARRIER, EntityKind::MARKER), "{id}");
            let told = RawStack { item: id, count: 1, damage: 0, enchantments: &[id, 1] };
            let stack = registries.stack(told).unwrap().unwrap();
            assert_eq!((stack.item, stack.enchantments), (Item::BARRIER, Enchantments::NONE));
            assert_eq!((registries.effect(id), registries.menu(id)), (None, None));
        }
    }

    #[test]
    fn stacks_carry_what_is_known_of_them() {
        let registries = Registries::new(&names());
        let told = RawStack { item: 0, count: 3, damage: 7, enchantments: &[0, 1, 1, 9] };
        let stack = registries.stack(told).unwrap().unwrap();
        assert_eq!((stack.item, stack.count, stack.damage), (Item::STICK, 3, 7));
        assert_eq!(stack.level(Enchantment::SilkTouch), 1);
        assert_eq!(registries.stack(RawStack { count: 0, item: -5, ..told }).unwrap(), None);
        assert_eq!(registries.stack(RawStack { count: 4000, ..told }).unwrap().unwrap().count, 255);
        assert_eq!(registries.stack(RawStack { item: 1, ..told }).unwrap().unwrap().item, Item::BARRIER);
        for wrong in [RawStack { count: -1, ..told }, RawStack { enchantments: &[0], ..told }] {
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
