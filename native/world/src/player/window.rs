//! Windows: the inventory and the containers of the world.

use anima_body::{BlockPos, Control, Event, MenuKind, Screen, Slot};

use crate::World;

/// The open window, and what lies in it that belongs to no slot of the player or the world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Window {
    pub kind: MenuKind,
    /// The block it belongs to.
    pub pos: Option<BlockPos>,
    open: bool,
    /// The crafting grid, row by row, three wide in a table and two wide in the hands.
    pub grid: [Slot; 9],
    /// What the mouse holds.
    pub cursor: Slot,
}

impl Default for Window {
    fn default() -> Window {
        Window { kind: MenuKind::Player, pos: None, open: false, grid: [None; 9], cursor: None }
    }
}

impl Window {
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) fn screen(&self) -> Screen {
        match (self.open, self.pos) {
            (false, _) => Screen::None,
            (true, None) => Screen::Inventory,
            (true, Some(_)) => Screen::Container,
        }
    }
}

impl World {
    pub(crate) fn open_inventory(&mut self) {
        self.window = Window { open: true, ..Window::default() };
    }

    pub(crate) fn open_window(&mut self, kind: MenuKind, pos: BlockPos) {
        self.window = Window { kind, pos: Some(pos), open: true, ..Window::default() };
        self.player.events.push(Event::ScreenOpened(kind));
    }

    /// Closes the window; what lies in the grid or on the cursor goes back to the player, or to the ground.
    pub(crate) fn close_window(&mut self) {
        let window = std::mem::take(&mut self.window);
        for stack in window.grid.into_iter().chain([window.cursor]).flatten() {
            self.give_or_throw(stack);
        }
        if window.pos.is_some() {
            self.player.events.push(Event::ScreenClosed);
        }
    }

    /// Clicks and buttons in the open window.
    pub(crate) fn click_window(&mut self, control: &Control) {
        let _ = control;
    }

    /// Brings the shown window up to date.
    pub(crate) fn show_menu(&mut self) {}
}
