//! Windows: the inventory and the containers of the world.

use std::sync::Arc;

use anima_body::{BlockPos, Control, Custom, Event, Menu, MenuKind, Screen, Stat, View};
use anima_hands::ActionResult;
use anima_rules::{Block, BlockState, Face, StateFlags};
use rand::RngExt;
use smallvec::SmallVec;

use crate::World;
use crate::level::BlockEntity;
use crate::menu::{Handler, Outcome};

/// How far from its block a window stays open.
const REACH: f64 = 8.0;

/// The open window, or the player's own slots while none is open.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Window {
    /// Its slots. Those of the player and of blocks are copies, brought up to date before each click.
    handler: Handler,
    /// The blocks it belongs to: none, one, or the two halves of a chest, the first half first.
    blocks: SmallVec<[BlockPos; 2]>,
    open: bool,
}

impl Default for Window {
    fn default() -> Window {
        Window { handler: Handler::new(MenuKind::Player), blocks: SmallVec::new(), open: false }
    }
}

impl Window {
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) fn handler(&self) -> &Handler {
        &self.handler
    }

    pub(crate) fn screen(&self) -> Screen {
        match (self.open, self.handler.kind) {
            (false, _) => Screen::None,
            (true, MenuKind::Player) => Screen::Inventory,
            (true, _) => Screen::Container,
        }
    }
}

impl World {
    pub(crate) fn open_inventory(&mut self) {
        self.window = Window { open: true, ..Window::default() };
    }

    /// Opens the window of a block, if nothing keeps it shut.
    pub(super) fn open_block(&mut self, kind: MenuKind, pos: BlockPos) -> ActionResult {
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
        let has_lid = matches!(block, Block::CHEST | Block::TRAPPED_CHEST);
        if !(has_lid && blocks.iter().any(covered)) {
            self.window = Window { handler: Handler::new(kind), blocks, open: true };
            self.player.events.push(Event::ScreenOpened(kind));
            if let Some(opened) = opening_of(block) {
                self.player.count(opened, 1);
            }
        }
        ActionResult::Success
    }

    /// Closes the window; what lies in the grid or on the cursor goes back to the player, or to the ground.
    pub(crate) fn close_window(&mut self) {
        let mut window = std::mem::take(&mut self.window);
        for stack in window.handler.close() {
            self.give_or_throw(stack);
        }
        if !window.blocks.is_empty() {
            self.player.events.push(Event::ScreenClosed);
        }
    }

    /// Closes the window of a block that is gone or too far away (`ScreenHandler.canUse`).
    pub(crate) fn mind_window(&mut self) {
        let feet = self.player.body.pos;
        let lost = |pos: &BlockPos| {
            let gone = super::act::window_of(self.level.block(*pos).block()).is_none();
            gone || pos.center().distance_squared(feet) > REACH * REACH
        };
        if self.window.blocks.iter().any(lost) {
            self.close_window();
        }
    }

    /// Clicks and buttons in the open window.
    pub(crate) fn click_window(&mut self, control: &Control) {
        if let Some(button) = control.button {
            self.fill_window();
            self.window.handler.press(button);
            if let Some(levels) = self.window.handler.enchant(button) {
                self.player.experience.spend_levels(levels);
                // EnchantmentScreenHandler.onButtonClick
                self.player.count(Custom::EnchantItem, 1);
                self.player.enchanting_seed = self.dice.random();
            }
        }
        if let Some(click) = control.click {
            self.fill_window();
            let outcome = self.window.handler.click(click, false);
            self.spill_window();
            self.settle_click(outcome);
        }
    }

    /// Brings the window's copies of slots up to date.
    fn fill_window(&mut self) {
        let handler = &mut self.window.handler;
        handler.fill(&self.player.inventory);
        handler.levels = self.player.experience.level;
        handler.enchanting_seed = self.player.enchanting_seed;
        if handler.kind == MenuKind::Enchanting
            && let Some(table) = self.window.blocks.first()
        {
            handler.shelves = shelves_around(&self.level.view(), *table);
        }
        let held = self.window.blocks.iter().filter_map(|pos| self.level.block_entity(*pos));
        let contents = held.flat_map(BlockEntity::contents);
        for (slot, stack) in handler.slots.iter_mut().zip(contents) {
            *slot = *stack;
        }
        handler.refresh();
    }

    /// Takes the slots back from the window.
    fn spill_window(&mut self) {
        let Window { handler, blocks, .. } = &self.window;
        handler.spill(&mut self.player.inventory);
        let mut slots = handler.slots.iter();
        for pos in blocks {
            let Some(count) = self.level.block_entity(*pos).map(|entity| entity.contents().len()) else { continue };
            for (slot, stack) in slots.by_ref().take(count).enumerate() {
                let changed = self.level.block_entity(*pos).is_some_and(|entity| entity.contents()[slot] != *stack);
                if changed && let Some(entity) = self.level.block_entity_mut(*pos) {
                    entity.put(slot, *stack);
                }
            }
        }
    }

    /// What a click did outside the window's slots.
    fn settle_click(&mut self, outcome: Outcome) {
        for stack in outcome.crafted {
            self.player.count(Stat::Crafted(stack.item), stack.count.into());
        }
        for stack in outcome.thrown {
            self.player.count_dropped(stack);
        }
        for stack in outcome.dropped {
            self.throw(stack, false);
        }
        self.player.experience.spend_levels(outcome.spent_levels);
        let Some(pos) = self.window.blocks.first().copied() else { return };
        if outcome.emptied_furnace
            && let Some(BlockEntity::Furnace(furnace)) = self.level.block_entity_mut(pos)
        {
            let points = furnace.take_experience(&mut self.dice);
            self.entities.add_experience(points, self.player.body.pos, &mut self.dice);
        }
        if outcome.used_anvil && self.dice.random::<f32>() < 0.12 {
            let state = self.level.block(pos);
            let worse = match state.block() {
                Block::ANVIL => Block::CHIPPED_ANVIL.state(),
                Block::CHIPPED_ANVIL => Block::DAMAGED_ANVIL.state(),
                _ => BlockState::AIR,
            };
            let turned = state.property("facing").and_then(|facing| worse.try_with("facing", facing));
            self.level.set_block(pos, turned.unwrap_or(worse));
        }
        if outcome.ground_power > 0 {
            // `GrindstoneScreenHandler.getExperience`: between half of it and all of it.
            let half = outcome.ground_power.div_ceil(2);
            let points = half + self.dice.random_range(0..half);
            self.entities.add_experience(points, pos.center(), &mut self.dice);
        }
    }

    /// Brings the shown window up to date.
    pub(crate) fn show_menu(&mut self) {
        self.fill_window();
        let handler = &self.window.handler;
        let first = self.window.blocks.first().and_then(|pos| self.level.block_entity(*pos));
        let properties = match first {
            Some(BlockEntity::Furnace(furnace)) => furnace.properties().into_iter().collect(),
            _ => handler.properties(),
        };
        let shown = &self.menu;
        let same = shown.kind == handler.kind
            && shown.slots == handler.slots
            && shown.cursor == handler.cursor
            && shown.properties == properties;
        if !same {
            let Handler { kind, slots, cursor, .. } = handler;
            self.menu = Arc::new(Menu { kind: *kind, slots: slots.clone(), cursor: *cursor, properties });
        }
    }
}

/// What the game counts when a block's window opens (`onUse` of the block classes); it does not count all.
fn opening_of(block: Block) -> Option<Custom> {
    Some(match block {
        Block::CRAFTING_TABLE => Custom::InteractWithCraftingTable,
        Block::FURNACE => Custom::InteractWithFurnace,
        Block::BLAST_FURNACE => Custom::InteractWithBlastFurnace,
        Block::SMOKER => Custom::InteractWithSmoker,
        Block::CHEST => Custom::OpenChest,
        Block::TRAPPED_CHEST => Custom::TriggerTrappedChest,
        Block::BARREL => Custom::OpenBarrel,
        Block::DISPENSER => Custom::InspectDispenser,
        Block::DROPPER => Custom::InspectDropper,
        Block::HOPPER => Custom::InspectHopper,
        Block::BREWING_STAND => Custom::InteractWithBrewingstand,
        Block::STONECUTTER => Custom::InteractWithStonecutter,
        Block::SMITHING_TABLE => Custom::InteractWithSmithingTable,
        Block::LOOM => Custom::InteractWithLoom,
        Block::GRINDSTONE => Custom::InteractWithGrindstone,
        Block::ANVIL | Block::CHIPPED_ANVIL | Block::DAMAGED_ANVIL => Custom::InteractWithAnvil,
        Block::CARTOGRAPHY_TABLE => Custom::InteractWithCartographyTable,
        block if block.name().ends_with("shulker_box") => Custom::OpenShulkerBox,
        _ => return None,
    })
}

/// The bookshelves two blocks around an enchanting table, with nothing between (`EnchantingTableBlock`).
fn shelves_around(view: &View<'_>, table: BlockPos) -> u32 {
    let sides = (0..=1).flat_map(|y| (-2..=2_i32).flat_map(move |x| (-2..=2_i32).map(move |z| (x, y, z))));
    let lends = |(x, y, z): (i32, i32, i32)| {
        let is = |pos: BlockPos, block: Block| view.block(pos).is_some_and(|state| state.block() == block);
        is(table.offset(x, y, z), Block::BOOKSHELF) && is(table.offset(x / 2, y, z / 2), Block::AIR)
    };
    sides.filter(|(x, _, z)| x.abs() == 2 || z.abs() == 2).filter(|at| lends(*at)).count() as u32
}

/// The side at which the other half of a chest is, and whether this half comes first in the window
/// (`ChestBlock.getDoubleBlockType`: the right half comes first).
fn other_half(state: BlockState) -> Option<(Face, bool)> {
    if !matches!(state.block(), Block::CHEST | Block::TRAPPED_CHEST) {
        return None;
    }
    let facing = state.facing()?;
    let clockwise = facing.clockwise();
    match state.property("type")? {
        "left" => Some((clockwise, false)),
        "right" => Some((clockwise.opposite(), true)),
        _ => None,
    }
}
