//! Windows: the inventory and the containers of the world.

use std::sync::Arc;

use anima_body::{BlockPos, Control, Event, Menu, MenuKind, Screen, Slot};
use anima_rules::recipe::match_grid;
use anima_rules::{Block, BlockState, Face, StateFlags};
use smallvec::SmallVec;

use super::hands::Used;
use crate::World;
use crate::level::BlockEntity;

/// How far from its block a window stays open.
const REACH: f64 = 8.0;

/// The open window, and what lies in it that belongs to no slot of the player or the world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Window {
    pub kind: MenuKind,
    /// The blocks it belongs to: none, one, or the two halves of a chest, the first half first.
    pub blocks: SmallVec<[BlockPos; 2]>,
    open: bool,
    /// Slots that are there only while the window is open, such as the crafting grid, in the window's order
    /// without the result.
    pub grid: [Slot; 9],
    /// What the mouse holds.
    pub cursor: Slot,
}

impl Default for Window {
    fn default() -> Window {
        Window { kind: MenuKind::Player, blocks: SmallVec::new(), open: false, grid: [None; 9], cursor: None }
    }
}

impl Window {
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) fn screen(&self) -> Screen {
        match (self.open, self.kind) {
            (false, _) => Screen::None,
            (true, MenuKind::Player) => Screen::Inventory,
            (true, _) => Screen::Container,
        }
    }

    /// What the grid makes.
    fn result(&self) -> Slot {
        let (cells, width) = self.kind.grid()?;
        let grid = &self.grid[..cells.len()];
        if grid.iter().all(Option::is_none) { None } else { match_grid(grid, usize::from(width)) }
    }
}

impl World {
    pub(crate) fn open_inventory(&mut self) {
        self.window = Window { open: true, ..Window::default() };
    }

    /// Opens the window of a block, if nothing keeps it shut.
    pub(super) fn open_block(&mut self, kind: MenuKind, pos: BlockPos) -> Used {
        let block = self.level.block(pos).block();
        let mut blocks: SmallVec<[BlockPos; 2]> = SmallVec::from_slice(&[pos]);
        let mut kind = kind;
        if let Some((side, is_first)) = other_half(self.level.block(pos)) {
            let other = pos.beside(side);
            if self.level.block(other).block() == block {
                blocks.insert(usize::from(is_first), other);
                kind = MenuKind::Generic9(6);
            }
        }
        let covered = |pos: &BlockPos| self.level.block(pos.up(1)).flags().contains(StateFlags::OPAQUE);
        let has_lid = matches!(block, Block::CHEST | Block::TRAPPED_CHEST | Block::ENDER_CHEST);
        if !(has_lid && blocks.iter().any(covered)) {
            self.window = Window { kind, blocks, open: true, ..Window::default() };
            self.player.events.push(Event::ScreenOpened(kind));
        }
        Used::Yes
    }

    /// Closes the window; what lies in the grid or on the cursor goes back to the player, or to the ground.
    pub(crate) fn close_window(&mut self) {
        let window = std::mem::take(&mut self.window);
        for stack in window.grid.into_iter().chain([window.cursor]).flatten() {
            self.give_or_throw(stack);
        }
        if !window.blocks.is_empty() {
            self.player.events.push(Event::ScreenClosed);
        }
    }

    /// Closes the window of a block that is gone or too far away (`ScreenHandler.canUse`).
    pub(crate) fn mind_window(&mut self) {
        let eyes = self.player.body.pos;
        let lost = |pos: &BlockPos| {
            let gone = super::act::window_of(self.level.block(*pos).block()).is_none();
            gone || pos.center().distance_squared(eyes) > REACH * REACH
        };
        if self.window.blocks.iter().any(lost) {
            self.close_window();
        }
    }

    /// Clicks and buttons in the open window.
    pub(crate) fn click_window(&mut self, control: &Control) {
        let _ = control;
    }

    /// Brings the shown window up to date.
    pub(crate) fn show_menu(&mut self) {
        let kind = self.window.kind;
        if self.menu.kind != kind {
            self.menu = Arc::new(Menu::empty(kind));
        }
        let changed =
            |world: &World| (0..kind.slots()).find(|slot| world.menu.slots[usize::from(*slot)] != world.content(*slot));
        while let Some(slot) = changed(self) {
            let content = self.content(slot);
            Arc::make_mut(&mut self.menu).slots[usize::from(slot)] = content;
        }
        if self.menu.cursor != self.window.cursor {
            Arc::make_mut(&mut self.menu).cursor = self.window.cursor;
        }
    }

    /// What a slot of the window holds.
    pub(crate) fn content(&self, slot: u16) -> Slot {
        let kind = self.window.kind;
        if let Some(index) = kind.inventory_of_slot(slot) {
            return self.player.inventory.slots[index];
        }
        match kind {
            MenuKind::Player | MenuKind::Crafting if slot == 0 => self.window.result(),
            MenuKind::Player | MenuKind::Crafting => self.window.grid[usize::from(slot) - 1],
            MenuKind::Generic9(_) => {
                let block = self.window.blocks.get(usize::from(slot) / 27)?;
                match self.level.block_entity(*block)? {
                    BlockEntity::Chest(slots) => slots[usize::from(slot) % 27],
                    BlockEntity::Furnace(_) | BlockEntity::Spawner(_) => None,
                }
            }
            _ => None,
        }
    }
}

/// The side at which the other half of a chest is, and whether this half comes first in the window
/// (`ChestBlock.getDoubleBlockType`: the right half comes first).
fn other_half(state: BlockState) -> Option<(Face, bool)> {
    if !matches!(state.block(), Block::CHEST | Block::TRAPPED_CHEST) {
        return None;
    }
    let facing = state.facing()?;
    let clockwise = super::place::clockwise(facing);
    match state.property("type")? {
        "left" => Some((clockwise, false)),
        "right" => Some((clockwise.opposite(), true)),
        _ => None,
    }
}
