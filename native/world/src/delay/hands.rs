//! What the hands do where the client shows something else than the world.

use anima_body::{
    BlockPos, Click, Control, Entity, EntityFlags, Inventory, Keys, MenuKind, Screen, ScreenKey, Slot, Target, Terrain,
};
use anima_hands::Presses;
use anima_rules::{Aabb, BlockState, EntityKind, Item};

use crate::World;
use crate::menu::Handler;

/// What the hands did in a tick and the client foresees of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    /// Windows opened and closed.
    pub screen: Option<ScreenKey>,
    /// A button of the window.
    pub button: Option<u8>,
    /// A click in the window.
    pub click: Option<Click>,
    /// Slots of the inventory that the keys changed: which, what was there, what is.
    pub slots: Vec<(usize, Slot, Slot)>,
    /// Blocks that the keys changed.
    pub blocks: Vec<(BlockPos, BlockState)>,
    /// Whether the use key was let go.
    pub releases: bool,
    /// What the client read of the keys, with no window open.
    pub presses: Option<Presses>,
}

/// What the client shows while the hands act.
pub(crate) struct Sight<'a> {
    pub screen: Screen,
    pub menu: MenuKind,
    pub terrain: &'a Terrain,
    pub entities: &'a [Entity],
}

impl Sight<'_> {
    /// The screen after the keys that open and close one.
    pub(crate) fn screen_after(&self, key: Option<ScreenKey>) -> Screen {
        screen_after(self.screen, key)
    }

    /// Whether an entity is shown where a block would be.
    fn is_in_the_way(&self, pos: BlockPos, state: BlockState) -> bool {
        let parts = state.collision().iter().map(|part| part.shifted(pos.corner()));
        parts.into_iter().any(|part| solid(self.entities).any(|(_, bounds)| part.intersects(&bounds)))
    }
}

/// The entities that stop the cross-hair and keep blocks out, with their boxes.
fn solid(entities: &[Entity]) -> impl Iterator<Item = (&Entity, Aabb)> {
    let is_solid = |entity: &&Entity| {
        let passes = matches!(entity.kind, EntityKind::ITEM | EntityKind::EXPERIENCE_ORB | EntityKind::ARROW);
        !passes && !entity.flags.contains(EntityFlags::DYING)
    };
    entities.iter().filter(is_solid).map(|entity| (entity, Aabb::of_body(entity.pos, entity.width, entity.height)))
}

/// The screen after the keys that open the inventory and close windows.
pub(super) fn screen_after(screen: Screen, key: Option<ScreenKey>) -> Screen {
    match (screen, key) {
        (Screen::None, Some(ScreenKey::OpenInventory)) => Screen::Inventory,
        (Screen::Inventory | Screen::Container, Some(ScreenKey::Close)) => Screen::None,
        _ => screen,
    }
}

impl World {
    /// Windows, hot bar, attack and use; tells what the client foresees of it.
    pub(crate) fn use_hands_in_sight(&mut self, control: &Control, read: Option<Presses>, sight: &Sight<'_>) -> Done {
        self.hands.begin();
        self.target = self.target_in(sight.terrain, sight.entities);
        let screen = control.screen.filter(|key| sight.screen_after(Some(*key)) != sight.screen);
        let mut done = Done { screen, ..Done::default() };
        let is_window = |screen: Screen| matches!(screen, Screen::Inventory | Screen::Container);
        match control.screen {
            Some(ScreenKey::OpenInventory) if sight.screen == Screen::None && self.screen() == Screen::None => {
                self.open_inventory();
            }
            Some(ScreenKey::Close) if self.player.sleep.is_some() => self.wake(),
            Some(ScreenKey::Close) if is_window(sight.screen) && self.window.is_open() => self.close_window(),
            _ => {}
        }
        let has_window = sight.screen_after(done.screen) != Screen::None;
        done.presses = self.hands.read(control.keys, read, has_window);
        let holds_use = done.presses.map_or(control.keys.contains(Keys::USE), |presses| presses.holds_use);
        done.releases = !holds_use;
        if let Some(presses) = done.presses {
            let before = self.player.inventory.clone();
            self.press(control.hotbar, presses);
            self.foresee(&presses, sight, &before, &mut done);
        } else {
            // A click in another window than the server has open is none (`ServerPlayNetworkHandler.onClickSlot`).
            if is_window(sight.screen) && self.window.is_open() && self.window.handler().kind == sight.menu {
                (done.button, done.click) = (control.button, control.click);
                self.click_window(control);
            }
        }
        done
    }

    /// What the client foresees of what the keys did: what was broken, placed and switched, and what that took from the
    /// hand. Wear, what the hands swap, what mobs take and give, and what bone meal brings about, it is told.
    fn foresee(&mut self, presses: &Presses, sight: &Sight<'_>, before: &Inventory, done: &mut Done) {
        let held = before.held();
        let refused = self.refused.take();
        if held.is_some_and(|stack| stack.item == Item::BONE_MEAL) || matches!(self.target, Target::Entity(_)) {
            return;
        }
        let blocks: Vec<_> = self.level.changes().iter().copied().chain(refused).collect();
        // A client does not place where it shows a mob; the server, which knows better, may.
        if blocks.iter().any(|(pos, state)| sight.is_in_the_way(*pos, *state)) {
            return;
        }
        done.blocks = blocks;
        if presses.swaps > 0 {
            return;
        }
        if let Some((stack, _)) = held.zip(refused) {
            let slot = before.selected.into();
            done.slots.push((slot, held, stack.with_count(stack.count - 1)));
        }
        for (slot, (was, is)) in before.slots.iter().zip(&self.player.inventory.slots).enumerate() {
            let wears = was.is_some_and(|stack| stack.item.durability().is_some()) && presses.drops == 0;
            if was != is && !wears {
                done.slots.push((slot, *was, *is));
            }
        }
    }

    /// What the cross-hair is on if the client shows these blocks and entities.
    pub(super) fn target_in(&self, terrain: &Terrain, entities: &[Entity]) -> Target {
        let bodies = solid(entities).map(|(entity, bounds)| (entity.id, entity.pos, bounds));
        self.player.target_among(&terrain.view(), bodies)
    }

    /// The open window, or the player's own slots.
    pub(super) fn window(&self) -> Handler {
        self.window.handler().clone()
    }
}
