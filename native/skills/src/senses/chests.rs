//! What chests hold, as last seen in a window that was opened.

use std::collections::BTreeMap;

use anima_body::{BlockPos, MenuKind, Observation, Screen, Target};
use anima_intent::is_chest;
use anima_rules::{BlockState, Item};

use super::memory::Memory;

/// What chests hold, as last seen in a window that was opened.
#[derive(Default)]
pub struct Chests {
    /// How many of each item; a chest of two blocks stands under the lesser of its places.
    contents: BTreeMap<BlockPos, BTreeMap<Item, u32>>,
    /// The one whose window is open.
    open: Option<BlockPos>,
}

impl Chests {
    /// Takes in what a tick shows.
    pub(super) fn update(&mut self, now: &Observation, memory: &Memory) {
        // A chest that was seen to be gone; one that is gone unseen is still believed in.
        self.contents.retain(|pos, _| memory.block(*pos).is_none_or(|state| is_chest(state.block())));
        let is_open = now.screen == Screen::Container && matches!(now.menu.kind, MenuKind::Generic9(_));
        self.open = match (self.open, now.target) {
            _ if !is_open => None,
            (Some(pos), _) => Some(pos),
            (None, Target::Block(hit)) if is_chest(hit.state.block()) => Some(whole(hit.pos, hit.state, memory)),
            (None, _) => None,
        };
        let Some(pos) = self.open else { return };
        let mut contents = BTreeMap::new();
        for stack in (0..now.menu.kind.own_slots()).filter_map(|slot| now.menu.slot(slot)) {
            *contents.entry(stack.item).or_default() += u32::from(stack.count);
        }
        self.contents.insert(pos, contents);
    }

    /// How many of an item each chest holds that holds some, by place.
    pub fn with(&self, item: Item) -> impl Iterator<Item = (BlockPos, u32)> + '_ {
        self.contents.iter().filter_map(move |(pos, contents)| Some((*pos, *contents.get(&item)?)))
    }
}

/// The lesser of the places of a chest, which may be two blocks wide (`ChestBlock.getFacing`).
fn whole(pos: BlockPos, state: BlockState, memory: &Memory) -> BlockPos {
    let beside = match (state.property("type"), state.facing()) {
        (Some("left"), Some(facing)) => facing.clockwise(),
        (Some("right"), Some(facing)) => facing.clockwise().opposite(),
        _ => return pos,
    };
    let other = pos.beside(beside);
    let is_half = memory.block(other).is_some_and(|other| other.block() == state.block());
    if is_half { pos.min(other) } else { pos }
}

#[cfg(test)]
mod tests {
    use anima_rules::{Block, ItemStack};
    use anima_world::Scene;

    use super::*;
    use crate::hands::window::{close_window, open_block};
    use crate::testing::play;

    #[test]
    fn what_a_chest_holds_is_known_once_it_was_opened() {
        let (chest, double) = (BlockPos::new(2, 64, 0), [BlockPos::new(0, 64, 2), BlockPos::new(1, 64, 2)]);
        let mut scene = Scene::flat();
        scene.set(chest, "chest").stock(chest, &[ItemStack::new(Item::COAL, 5), ItemStack::new(Item::COAL, 60)]);
        scene.set(double[0], "chest[facing=north,type=left]").set(double[1], "chest[facing=north,type=right]");
        scene.stock(double[1], &[ItemStack::new(Item::DIRT, 7)]);
        let (outcome, _) = play(&scene, move |me| async move {
            let known = |item: Item| me.senses().chests().with(item).collect::<Vec<_>>();
            assert!(known(Item::COAL).is_empty(), "it was not looked into");
            open_block(&me, chest, MenuKind::Generic9(3)).await?;
            me.tick().await;
            assert_eq!(known(Item::COAL), [(chest, 65)]);
            for half in double {
                open_block(&me, half, MenuKind::Generic9(6)).await?;
                me.tick().await;
            }
            assert_eq!(known(Item::DIRT), [(double[0], 7)], "it is one chest");
            close_window(&me).await
        });
        assert_eq!(outcome, Ok(()));
        assert!(is_chest(Block::BARREL) && !is_chest(Block::ENDER_CHEST));
    }
}
