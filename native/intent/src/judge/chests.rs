//! What chests hold, as last seen in a window that was opened.

use std::collections::BTreeMap;

use anima_body::{BlockPos, Blocks, MenuKind, Observation, Screen, Target};
use anima_rules::{Block, BlockState, Item};

use crate::OneOf;

/// The blocks that count as chests: things are stored in them.
pub const CHESTS: [Block; 3] = [Block::CHEST, Block::TRAPPED_CHEST, Block::BARREL];

/// Whether a block is a chest, or a barrel.
pub fn is_chest(block: Block) -> bool {
    CHESTS.contains(&block)
}

/// What chests hold, as last seen in a window that was opened.
#[derive(Clone, Debug, Default)]
pub struct Chests {
    /// How many of each item, by the places of the chest.
    contents: BTreeMap<Halves, BTreeMap<Item, u32>>,
    /// The one whose window is open.
    open: Option<Halves>,
}

/// The places of the blocks of a chest, the lesser first; a chest of one block has twice the same.
pub type Halves = [BlockPos; 2];

impl Chests {
    /// Takes in what a tick shows, and the blocks as far as they are known. A chest is forgotten when it is seen to be
    /// gone, or to have lost or gained a half; until then it is believed in.
    pub fn see(&mut self, now: &Observation, blocks: &impl Blocks) {
        let stands = |places: Halves| {
            let first = blocks.block(places[0]);
            first.is_none_or(|state| is_chest(state.block()) && halves_of(places[0], state, blocks) == places)
        };
        self.contents.retain(|places, _| stands(*places));
        let is_open = now.screen == Screen::Container && matches!(now.menu.kind, MenuKind::Generic9(_));
        self.open = match (self.open, now.target) {
            _ if !is_open => None,
            (Some(places), _) => Some(places),
            (None, Target::Block(hit)) if is_chest(hit.state.block()) => Some(halves_of(hit.pos, hit.state, blocks)),
            (None, _) => None,
        };
        let Some(places) = self.open else { return };
        let mut contents = BTreeMap::new();
        for stack in (0..now.menu.kind.own_slots()).filter_map(|slot| now.menu.slot(slot)) {
            *contents.entry(stack.item).or_default() += u32::from(stack.count);
        }
        self.contents.insert(places, contents);
    }

    /// How many of an item each chest holds that holds some, by the lesser of its places.
    pub fn with(&self, item: Item) -> impl Iterator<Item = (BlockPos, u32)> + '_ {
        self.contents.iter().filter_map(move |(places, contents)| Some((places[0], *contents.get(&item)?)))
    }

    /// How many of some items together lie in the chest that holds most of them.
    pub fn most(&self, items: &OneOf<Item>) -> u32 {
        let held = |contents: &BTreeMap<Item, u32>| {
            contents.iter().filter(|(item, _)| items.contains(**item)).map(|(_, count)| count).sum()
        };
        self.contents.values().map(held).max().unwrap_or(0)
    }
}

/// The places of a chest of which one block is known (`ChestBlock.getFacing`).
pub fn halves_of(pos: BlockPos, state: BlockState, blocks: &impl Blocks) -> Halves {
    let beside = match (state.property("type"), state.facing()) {
        (Some("left"), Some(facing)) => facing.clockwise(),
        (Some("right"), Some(facing)) => facing.clockwise().opposite(),
        _ => return [pos; 2],
    };
    let other = pos.beside(beside);
    let is_half = blocks.block(other).is_none_or(|half| half.block() == state.block());
    if is_half { [pos.min(other), pos.max(other)] } else { [pos; 2] }
}
