//! What was told of one body in a world so far, and the observation it makes.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use anima_body::{
    ActiveEffect, BlockHit, BlockPos, Effect, Entity, Event, Frame, Inventory, Light, Menu, MenuKind, Observation,
    Player, PlayerFlags, Screen, Slot, Target, Terrain, Weather,
};
use anima_rules::{Biome, BlockState, DAY, Face, Item, ItemStack};
use glam::DVec3;
use smallvec::SmallVec;

use crate::Fault;
use crate::entities::Entities;
use crate::happened::{Dropped, Happened};
use crate::land::Land;
use crate::mode::GameMode;
use crate::registries::{RawStack, Registries};
use crate::statistics::Statistics;

/// Most properties that a menu of the game has (the enchanting table's ten).
const PROPERTIES: usize = 10;

/// One body in a world or dimension, as far as it was told; the land it shares with the others there.
///
/// What lies and lives around and what happens is kept only while the agent looks ([`Mirror::look`]), which it does for
/// its goals; the player's own body, what it carries and the open window always are.
pub struct Mirror {
    registries: Rc<Registries>,
    land: Rc<RefCell<Land>>,
    /// The number of this body's view of the land.
    view: u64,
    looks: bool,
    player: Option<Player>,
    effects: SmallVec<[ActiveEffect; 2]>,
    inventory: Inventory,
    menu: Arc<Menu>,
    /// Whether the open menu is one that 1.19.4 has.
    menu_is_known: bool,
    menu_slots: usize,
    screen: Screen,
    /// The container whose opening was passed on.
    opened: Option<MenuKind>,
    entities: Entities,
    target: Aim,
    day_time: u32,
    weather: Weather,
    peaceful: bool,
    mode: GameMode,
    hardcore: bool,
    light: Light,
    statistics: Statistics,
    happened: Rc<RefCell<Happened>>,
    frame: Option<Arc<Frame>>,
}

/// What the cross-hair is on; the block's state is looked up when it is shown.
enum Aim {
    Nothing,
    Block { pos: BlockPos, face: Face, point: DVec3 },
    Entity(u32),
}

impl Mirror {
    /// A body in a land, of which nothing was told yet.
    pub fn new(land: &Rc<RefCell<Land>>) -> Mirror {
        let happened = Rc::new(RefCell::new(Happened::default()));
        let view = land.borrow_mut().join(Rc::clone(&happened));
        Mirror {
            registries: Rc::clone(land.borrow().registries()),
            land: Rc::clone(land),
            view,
            looks: false,
            player: None,
            effects: SmallVec::new(),
            inventory: Inventory::default(),
            menu: Arc::new(Menu::empty(MenuKind::Player)),
            menu_is_known: true,
            menu_slots: usize::from(MenuKind::Player.slots()),
            screen: Screen::None,
            opened: None,
            entities: Entities::default(),
            target: Aim::Nothing,
            day_time: 0,
            weather: Weather::Clear,
            peaceful: false,
            mode: GameMode::Survival,
            hardcore: false,
            light: Light::default(),
            statistics: Statistics::default(),
            happened,
            frame: None,
        }
    }

    /// Begins a tick of telling. An agent that looks is told of the land, of entities and of what happens from here on;
    /// one that does not forgets all that.
    pub fn look(&mut self, looks: bool) {
        if looks != self.looks {
            self.happened.borrow_mut().clear();
        }
        if !looks && self.looks {
            self.entities = Entities::default();
            self.frame = None;
        }
        self.looks = looks;
        self.land.borrow_mut().begin(self.view, looks);
    }

    /// Whether the agent looks.
    pub fn looks(&self) -> bool {
        self.looks
    }

    /// The land that the body is in.
    pub fn land(&self) -> &Rc<RefCell<Land>> {
        &self.land
    }

    /// What the agent is shown at the start of a tick; the events and the frame are handed over with it.
    ///
    /// # Errors
    /// If the player was never told.
    pub fn observe(&mut self, tick: u64) -> Result<Observation, Fault> {
        let mut player = self.told_player()?.clone();
        player.effects = self.effects.clone();
        self.statistics.show(tick);
        let land = self.land.borrow();
        Ok(Observation {
            tick,
            inventory: self.inventory.clone(),
            menu: Arc::clone(&self.menu),
            screen: self.screen(),
            entities: self.entities.show(tick),
            target: self.target(land.terrain()),
            day_time: self.day_time,
            weather: self.weather,
            biome: land.terrain().biome(player.feet()).unwrap_or(Biome::PLAINS),
            terrain: land.terrain().clone(),
            events: Arc::new(self.happened.borrow_mut().take()),
            light: self.light,
            tally: Arc::clone(self.statistics.tally()),
            frame: self.frame.take(),
            player,
        })
    }

    /// Forgets what has happened so far, but not what columns came: it was nobody's to see.
    pub fn drop_events(&mut self) {
        self.happened.borrow_mut().forget();
    }

    /// What has happened since the last observation.
    pub fn events(&self) -> Vec<Event> {
        self.happened.borrow().iter().cloned().collect()
    }

    /// Bytes of what has happened that wait to be seen.
    pub fn queued_bytes(&self) -> usize {
        self.happened.borrow().bytes()
    }

    /// Bytes of the chunks that wait to be told.
    pub fn chunk_bytes(&self) -> usize {
        self.land.borrow().queued_bytes(self.view)
    }

    /// Bytes that the entities take up.
    pub fn entity_bytes(&self) -> usize {
        self.entities.bytes()
    }

    /// How much a server has told beyond what is kept.
    pub fn dropped(&self) -> Dropped {
        self.happened.borrow().dropped()
    }

    /// The entities that are there.
    pub fn entities(&self) -> impl Iterator<Item = &Entity> {
        self.entities.iter()
    }

    /// The biome that the player is in; `None` before the player or the blocks around were told.
    pub fn biome(&self) -> Option<Biome> {
        self.land.borrow().terrain().biome(self.player.as_ref()?.feet())
    }

    /// The player's body.
    ///
    /// # Errors
    /// If the player was never told.
    pub fn told_player(&self) -> Result<&Player, Fault> {
        self.player.as_ref().ok_or_else(unplaced)
    }

    /// Whether the player was told and the land around, at a tick: enough for an agent to begin.
    pub fn is_ready(&mut self, tick: u64) -> bool {
        self.player.is_some() && self.land.borrow_mut().is_ready(self.view, tick)
    }

    /// What an agent that is to begin waits for, in words.
    pub fn lack(&self) -> String {
        self.land.borrow().lack(self.view)
    }

    /// Whether the difficulty is peaceful.
    pub fn is_peaceful(&self) -> bool {
        self.peaceful
    }

    /// Why the agent cannot play as things are, and what to do; `None` where it can.
    pub fn refusal(&self) -> Option<String> {
        let is_dead = self.player.as_ref().is_some_and(|player| player.is(PlayerFlags::DEAD));
        let is_over = self.hardcore && is_dead;
        let over = || "the player has died in a hardcore world, where the agent never respawns by itself".to_owned();
        is_over.then(over).or_else(|| self.mode.refusal())
    }

    /// How many columns are known.
    pub fn columns(&self) -> usize {
        self.land.borrow().terrain().len()
    }

    /// The ids of the running game.
    pub fn registries(&self) -> &Registries {
        &self.registries
    }

    /// Where the player's feet are and how it moves; what else is of its body is told by [`Mirror::player_mut`].
    pub fn place(&mut self, pos: DVec3, velocity: DVec3) {
        let player = self.player.get_or_insert_default();
        (player.pos, player.velocity) = (pos, velocity);
        self.stand();
    }

    /// The land is seen from where the body is.
    fn stand(&self) {
        if let Some(player) = &self.player {
            self.land.borrow_mut().stand_in(self.view, player.feet().chunk());
        }
    }

    /// The player's body, to tell what it is like.
    ///
    /// # Errors
    /// If its place was never told.
    pub fn player_mut(&mut self) -> Result<&mut Player, Fault> {
        self.player.as_mut().ok_or_else(unplaced)
    }

    /// The player's body; its effects are told apart.
    pub fn player(&mut self, player: Player) {
        self.player = Some(player);
        self.stand();
    }

    /// The effects, in place of those before: raw id, amplifier and ticks each.
    pub fn effects(&mut self, told: &[[i32; 3]]) {
        let mut effects = SmallVec::new();
        for [id, amplifier, ticks] in told {
            let Some(effect) = self.registries.effect(*id) else { continue };
            // An effect without end lasts as long as anybody counts.
            let ticks = u32::try_from(*ticks).unwrap_or(u32::MAX);
            effects.push(ActiveEffect { effect, amplifier: (*amplifier).clamp(0, 255) as u8, ticks });
        }
        self.effects = effects;
    }

    /// Time, weather and difficulty.
    pub fn sky(&mut self, time_of_day: i64, weather: Weather, peaceful: bool) {
        self.day_time = time_of_day.rem_euclid(DAY as i64) as u32;
        self.weather = weather;
        self.peaceful = peaceful;
    }

    /// The player's game mode, and whether the world is a hardcore one.
    pub fn mode(&mut self, mode: GameMode, hardcore: bool) {
        (self.mode, self.hardcore) = (mode, hardcore);
    }

    /// The light at the player's eyes, of which the game knows 0 to 15.
    pub fn light(&mut self, sky: i32, block: i32) {
        let level = |told: i32| told.clamp(0, 15) as u8;
        self.light = Light { sky: level(sky), block: level(block) };
    }

    /// The light at the player's eyes as it was told.
    pub fn light_now(&self) -> Light {
        self.light
    }

    /// The statistics that the server has told.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The same, to be told more.
    pub fn statistics_mut(&mut self) -> &mut Statistics {
        &mut self.statistics
    }

    /// The same world, of which nothing was told yet, if the ids mean something else from now on.
    pub fn numbered_anew(&self, registries: &Rc<Registries>) -> Option<Mirror> {
        if Rc::ptr_eq(&self.registries, registries) {
            return None;
        }
        self.land.borrow_mut().number_anew(registries);
        let mut mirror = Mirror::new(&self.land);
        mirror.take_over(self);
        Some(mirror)
    }

    /// Takes over what was told of the player in another dimension of the same game: the server tells no statistics
    /// twice.
    pub fn take_over(&mut self, before: &Mirror) {
        self.statistics = before.statistics.elsewhere();
    }

    /// A slot of the player's inventory.
    ///
    /// # Errors
    /// If there is no such slot or item.
    pub fn inventory(&mut self, slot: i32, told: RawStack<'_>) -> Result<(), Fault> {
        let stack = self.registries.stack(told)?;
        let place = usize::try_from(slot).ok().and_then(|slot| self.inventory.slots.get_mut(slot));
        *place.ok_or_else(|| Fault::argument("slot", slot, "0 to 40"))? = stack;
        Ok(())
    }

    /// The hot bar slot in the hand.
    ///
    /// # Errors
    /// If there is no such slot.
    pub fn selected(&mut self, slot: i32) -> Result<(), Fault> {
        let slot = u8::try_from(slot).ok().filter(|slot| *slot < 9);
        self.inventory.selected = slot.ok_or_else(|| Fault::Argument("the hot bar has the slots 0 to 8".into()))?;
        Ok(())
    }

    /// Another menu, empty until its slots are told; `None` for one that 1.19.4 does not have, or that is no menu of a
    /// survival player.
    ///
    /// # Errors
    /// If the number of slots is below 0.
    pub fn menu(&mut self, kind: Option<MenuKind>, slots: i32) -> Result<(), Fault> {
        let slots = usize::try_from(slots).map_err(|_| Fault::argument("slots", slots, "0 or more"))?;
        if self.opened.take().is_some() {
            self.happen(Event::ScreenClosed);
        }
        self.menu_slots = slots;
        // Mods change what slots menus have; then nobody knows what is where.
        let known = kind.filter(|kind| usize::from(kind.slots()) == self.menu_slots);
        self.menu_is_known = known.is_some();
        self.menu = Arc::new(Menu::empty(known.unwrap_or(MenuKind::Player)));
        Ok(())
    }

    /// A slot of the open menu.
    ///
    /// # Errors
    /// If there is no such slot or item.
    pub fn slot(&mut self, slot: i32, told: RawStack<'_>) -> Result<(), Fault> {
        let stack = self.registries.stack(told)?;
        let place = usize::try_from(slot).ok().filter(|slot| *slot < self.menu_slots);
        let place = place.ok_or_else(|| Fault::Argument(format!("slot {slot} of a menu of {}", self.menu_slots)))?;
        if self.menu_is_known && self.menu.slots[place] != stack {
            Arc::make_mut(&mut self.menu).slots[place] = stack;
        }
        Ok(())
    }

    /// What the mouse holds.
    ///
    /// # Errors
    /// If there is no such item.
    pub fn cursor(&mut self, told: RawStack<'_>) -> Result<(), Fault> {
        let stack: Slot = self.registries.stack(told)?;
        if self.menu.cursor != stack {
            Arc::make_mut(&mut self.menu).cursor = stack;
        }
        Ok(())
    }

    /// A number of the open menu; those of a mod's menu tell nothing.
    ///
    /// # Errors
    /// If no menu of the game has that many.
    pub fn property(&mut self, index: i32, value: i32) -> Result<(), Fault> {
        if !self.menu_is_known {
            return Ok(());
        }
        let index = usize::try_from(index).ok().filter(|index| *index < PROPERTIES);
        let index = index.ok_or_else(|| Fault::Argument("properties are numbered 0 to 9".into()))?;
        let properties = &mut Arc::make_mut(&mut self.menu).properties;
        if properties.len() <= index {
            properties.resize(index + 1, 0);
        }
        // The game sends them as shorts.
        properties[index] = value as i16;
        Ok(())
    }

    /// What window is open.
    pub fn set_screen(&mut self, screen: Screen) {
        self.screen = screen;
        let open = (self.screen() == Screen::Container).then_some(self.menu.kind);
        if open == self.opened {
            return;
        }
        if self.opened.is_some() {
            self.happen(Event::ScreenClosed);
        }
        if let Some(kind) = open {
            self.happen(Event::ScreenOpened(kind));
        }
        self.opened = open;
    }

    /// The window, as far as the agent can do something with it.
    fn screen(&self) -> Screen {
        match self.screen {
            Screen::Container if !self.menu_is_known => Screen::Other,
            screen => screen,
        }
    }

    /// Another entity; its item stays as it was, and whether it is in love. It is dropped where there are too many
    /// already.
    pub fn entity(&mut self, entity: Entity) {
        if self.looks && !self.entities.tell(entity) {
            self.drop_more(Dropped { entities: 1, ..Dropped::default() });
        }
    }

    /// So much more was told by the server than is handed on.
    pub fn drop_more(&mut self, more: Dropped) {
        self.happened.borrow_mut().drop_more(more);
    }

    /// An animal shows hearts (entity status 18).
    pub fn hearts(&mut self, id: i32) {
        if self.looks {
            self.entities.hearts(id as u32);
        }
    }

    /// What an item entity is, or a mob holds.
    ///
    /// # Errors
    /// If there is no such item.
    pub fn entity_item(&mut self, id: i32, told: RawStack<'_>) -> Result<(), Fault> {
        let item = self.registries.stack(told)?;
        self.entities.item(id as u32, item);
        Ok(())
    }

    /// An entity that is gone.
    pub fn entity_gone(&mut self, id: i32) {
        self.entities.gone(id as u32);
    }

    /// The cross-hair is on nothing.
    pub fn target_nothing(&mut self) {
        self.target = Aim::Nothing;
    }

    /// The cross-hair is on a block.
    ///
    /// # Errors
    /// If there is no such face.
    pub fn target_block(&mut self, pos: BlockPos, face: i32, point: DVec3) -> Result<(), Fault> {
        let side = usize::try_from(face).ok().and_then(|face| Face::ALL.get(face).copied());
        let face = side.ok_or_else(|| Fault::argument("face", face, "0 to 5"))?;
        self.target = Aim::Block { pos, face, point };
        Ok(())
    }

    /// The cross-hair is on an entity.
    pub fn target_entity(&mut self, id: i32) {
        self.target = Aim::Entity(id as u32);
    }

    /// What the cross-hair is on as it was told.
    pub fn target_now(&self) -> Target {
        self.target(self.land.borrow().terrain())
    }

    fn target(&self, terrain: &Terrain) -> Target {
        match self.target {
            Aim::Nothing => Target::Nothing,
            Aim::Entity(id) => Target::Entity(id),
            Aim::Block { pos, face, point } => {
                let state = terrain.block(pos).unwrap_or(BlockState::AIR);
                Target::Block(BlockHit { pos, face, point, state })
            }
        }
    }

    /// A picture that was asked for.
    pub fn frame(&mut self, frame: Arc<Frame>) {
        self.frame = Some(frame);
    }

    /// Something has happened, while the agent looked.
    pub fn happen(&mut self, event: Event) {
        if self.looks {
            self.happened.borrow_mut().push(event);
        }
    }

    /// Items went into the inventory from the ground.
    ///
    /// # Errors
    /// If there is no such item.
    pub fn picked_up(&mut self, told: RawStack<'_>) -> Result<(), Fault> {
        if let Some(stack) = self.registries.stack(told)? {
            self.happen(Event::PickedUp(stack));
        }
        Ok(())
    }

    /// A tool or a piece of armour broke.
    pub fn item_broke(&mut self, item: i32) {
        let item: Item = self.registries.item(item);
        self.happen(Event::ItemBroke(item));
    }

    /// Sees so many chunks to every side at most.
    pub fn see_as_far(&self, chunks: i32) {
        self.land.borrow_mut().see_as_far(self.view, chunks);
    }

    /// Whether an effect is at work, as it was told.
    pub fn has_effect(&self, effect: Effect) -> bool {
        self.effects.iter().any(|active| active.effect == effect)
    }

    /// The slots that are carried.
    pub fn inventory_told(&self) -> &Inventory {
        &self.inventory
    }

    /// A block as it was told; air where nothing was.
    pub fn block(&self, pos: BlockPos) -> BlockState {
        self.land.borrow().terrain().block(pos).unwrap_or(BlockState::AIR)
    }

    /// What the cross-hair is on, as it was told last.
    pub fn aim(&self) -> Target {
        self.target(self.land.borrow().terrain())
    }

    /// What is carried.
    pub fn carried(&self) -> impl Iterator<Item = &ItemStack> {
        self.inventory.slots.iter().flatten()
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        self.land.borrow_mut().leave(self.view);
    }
}

/// The fault of asking for a player that was never told.
fn unplaced() -> Fault {
    Fault::State("Senses.place was not called in this world".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entities::{ENTITY_BYTES, LOVERS, MOST};
    use crate::registries::Names;
    use crate::sections::Height;
    use anima_body::EntityFlags;
    use anima_body::{Stat, Tally};
    use anima_rules::EntityKind;

    /// A body in a land of its own.
    fn nowhere(registries: Rc<Registries>) -> Mirror {
        let land = Land::new(registries, Vec::new(), Height::new(-64, 384).unwrap());
        Mirror::new(&Rc::new(RefCell::new(land)))
    }

    #[test]
    fn statistics_are_kept_from_answer_to_answer() {
        let tell = |mirror: &mut Mirror, told: &[(&str, i32)]| {
            let (names, counts): (Vec<String>, Vec<i32>) =
                told.iter().map(|(name, count)| ((*name).to_owned(), *count)).unzip();
            mirror.statistics_mut().tell(&names, &counts)
        };
        let standing = anima_world::World::new(anima_world::Scene::flat(), anima_world::Options::default());
        let mut mirror = nowhere(Rc::default());
        mirror.player(standing.observe().player);
        assert_eq!(*mirror.observe(3).unwrap().tally, Tally::default());
        tell(&mut mirror, &[("minecraft.mined:minecraft.stone", 4), ("minecraft.mined:mod.ore", 9)]).unwrap();
        tell(&mut mirror, &[("minecraft.custom:minecraft.jump", 2), ("other", 1)]).unwrap();
        let told = mirror.observe(4).unwrap().tally;
        assert_eq!(
            told.iter().map(|(stat, count)| format!("{stat} {count}")).collect::<Vec<_>>(),
            ["mined:stone 4", "custom:jump 2"]
        );
        assert_eq!((told.told_at, mirror.observe(5).unwrap().tally.told_at), (Some(4), Some(4)));
        tell(&mut mirror, &[("minecraft.custom:minecraft.jump", 0), ("minecraft.mined:minecraft.stone", 5)]).unwrap();
        assert!(mirror.statistics_mut().tell(&["x".to_owned()], &[]).is_err());
        let mut next = nowhere(Rc::default());
        next.take_over(&mirror);
        next.player(standing.observe().player);
        let told = next.observe(0).unwrap().tally;
        assert_eq!(told.iter().collect::<Vec<_>>(), [(Stat::Mined(anima_rules::Block::STONE), 5)]);
        assert_eq!(told.told_at, None, "not in this world");
    }

    #[test]
    fn without_a_goal_nothing_around_is_kept_and_of_a_flood_as_much_as_there_is_room_for() {
        let standing = anima_world::World::new(anima_world::Scene::flat(), anima_world::Options::default());
        let pig = |id: u32| Entity {
            id,
            kind: EntityKind::PIG,
            pos: DVec3::ZERO,
            velocity: DVec3::ZERO,
            yaw: 0.0,
            width: 0.9,
            height: 0.9,
            health: Some(10.0),
            flags: EntityFlags::empty(),
            item: None,
            variant: 0,
        };
        let mut mirror = nowhere(Rc::default());
        mirror.player(standing.observe().player);
        let flood = |mirror: &mut Mirror| {
            for id in 0..10_000 {
                mirror.entity(pig(id));
                mirror.hearts(id as i32);
                mirror.happen(Event::Respawned);
            }
            mirror.entities().count()
        };
        mirror.look(false);
        assert_eq!((flood(&mut mirror), mirror.land.borrow_mut().want()), (0, None));
        assert_eq!((mirror.queued_bytes(), mirror.entity_bytes(), mirror.entities.lovers()), (0, 0, 0));
        mirror.look(true);
        assert_eq!(flood(&mut mirror), MOST);
        assert!(mirror.entity_bytes() == ENTITY_BYTES && mirror.entities.lovers() <= LOVERS);
        mirror.entity(Entity { yaw: 7.0, ..pig(3) });
        assert!(mirror.entities().any(|pig| pig.yaw == 7.0), "those that are known still change");
        assert_eq!(mirror.dropped().entities, 10_000 - MOST as u64);
        mirror.entity_gone(3);
        mirror.entity(pig(9999));
        assert!(mirror.entities().any(|pig| pig.id == 9999), "there is room again");
        mirror.look(false);
        assert_eq!((mirror.queued_bytes(), mirror.entity_bytes(), mirror.entities.lovers()), (0, 0, 0));
        assert!(mirror.observe(1).unwrap().entities.is_empty());
    }

    #[test]
    fn menus_of_mods_may_have_any_slots_and_numbers() {
        let menus = ["minecraft:furnace", "mod:machine"].map(String::from).into();
        let registries = Rc::new(Registries::new(&Names { menus, ..Names::default() }));
        let mut mirror = nowhere(registries);
        mirror.menu(Some(MenuKind::Furnace), i32::from(MenuKind::Furnace.slots())).unwrap();
        assert!(mirror.property(3, 200).is_ok() && mirror.property(10, 1).is_err());
        mirror.menu(None, 4000).unwrap();
        assert!(mirror.property(25, 1).is_ok());
        assert!(mirror.menu(None, -1).is_err());
    }
}
