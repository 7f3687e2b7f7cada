//! What the player's client shows when its server is some ticks away.
//!
//! In a [`World`] client and server are one. A [`DelayLine`] keeps them apart as the network does: what the hands do is
//! done in the world at once, and what the server has to say of it comes a round trip later. Meanwhile the client shows
//! what the server told last and, on top of it, what the client itself foresees of what the hands have done since
//! (`PendingUpdateManager`, `ScreenHandler.onSlotClick`). What was not foreseen rightly is taken back with the answer.
//!
//! | At once | A round trip later |
//! | --- | --- |
//! | body, look, pose, charge of the next hit, cracks, the hot bar key | health, food, air, experience, effects, fire, death |
//! | blocks that the hands break, place or switch | all other blocks, columns, and what the foreseen ones truly became |
//! | clicks in a window, opening the inventory, closing a window | windows of blocks, what a crafting grid makes, furnaces |
//! | what placing, pouring and dropping take from the hand | things picked up, eaten, worn out; the swap of the hands |
//! | | entities, time, weather, events, statistics |
//!
//! With jitter answers are some ticks later still, by chance; none overtakes another, and several may come in one tick.
//!
//! The cross-hair is on what is shown, so a mob is struck where the player sees it. What pushes the body (a blow, a
//! current, an explosion) pushes it at once, and blocks carry it as they truly are.

pub(crate) mod hands;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use anima_body::{
    BlockPos, Control, Event, Inventory, Menu, MenuKind, Observation, Player, PlayerFlags, Screen, Slot, Target,
    Terrain,
};
use anima_hands::Presses;
use anima_rules::BlockState;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use self::hands::{Done, Sight, screen_after};
use crate::World;
use crate::menu::Handler;

/// A world and the client of its player, with a network between them.
#[derive(Clone, Debug)]
pub struct DelayLine {
    world: World,
    /// Ticks of a round trip.
    ticks: u32,
    jitter: Option<Jitter>,
    /// What is on its way to the client, what it was told last in front.
    told: VecDeque<Answer>,
    /// What the hands did in the last ticks, of which the client was not told yet, oldest first.
    done: VecDeque<Done>,
    shown: Observation,
    /// Blocks that are shown as foreseen.
    foreseen: BTreeMap<BlockPos, BlockState>,
}

/// By how much some answers are later than others.
#[derive(Clone, Debug)]
struct Jitter {
    /// Ticks at most.
    most: u32,
    dice: Pcg32,
}

/// A tick as the server knows it.
#[derive(Clone, Debug)]
struct Answer {
    seen: Observation,
    window: Handler,
    /// The tick in which the client is told.
    due: u64,
}

impl DelayLine {
    /// A client so many ticks of a round trip from its world; with none it shows the world as it is.
    pub fn new(world: World, ticks: u32) -> DelayLine {
        let shown = world.observe();
        let told = VecDeque::from([Answer { seen: shown.clone(), window: world.window(), due: 0 }]);
        DelayLine { world, ticks, jitter: None, told, done: VecDeque::new(), shown, foreseen: BTreeMap::new() }
    }

    /// Has each answer come up to so many ticks later, by dice of this seed.
    #[must_use]
    pub fn with_jitter(self, most: u32, seed: u64) -> DelayLine {
        DelayLine { jitter: Some(Jitter { most, dice: Pcg32::seed_from_u64(seed) }), ..self }
    }

    /// The world as it is.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world as it is, for a player without a client, if it is at hand: what is shown is then not kept up.
    pub fn at_hand(&mut self) -> Option<&mut World> {
        self.is_at_hand().then_some(&mut self.world)
    }

    fn is_at_hand(&self) -> bool {
        self.ticks == 0 && self.jitter.is_none()
    }

    /// The world as it is, without the client.
    pub fn into_world(self) -> World {
        self.world
    }

    /// Lets an operator's hand change the world between two ticks; the client is told of it, and of all before, at once.
    pub fn operate<T>(&mut self, hand: impl FnOnce(&mut World) -> T) -> T {
        let done = hand(&mut self.world);
        // The first of the answers is told already.
        let on_the_way = self.told.iter().skip(1).flat_map(|answer| answer.seen.events.iter().cloned());
        let seen = Observation { events: Arc::new(on_the_way.collect()), ..self.world.observe() };
        let window = self.world.window();
        self.shown = seen.clone();
        self.told = VecDeque::from([Answer { seen, window, due: 0 }]);
        self.done.clear();
        self.foreseen.clear();
        done
    }

    /// What the player's client shows.
    pub fn observe(&self) -> Observation {
        self.shown.clone()
    }

    /// Lets a tick pass with what the hands do in it.
    pub fn tick(&mut self, control: &Control) {
        self.tick_as_read(control, None);
    }

    /// As [`World::tick_as_read`].
    pub fn tick_as_read(&mut self, control: &Control, read: Option<Presses>) -> Option<Presses> {
        if self.is_at_hand() {
            let presses = self.world.tick_as_read(control, read);
            self.shown = self.world.observe();
            return presses;
        }
        let Observation { screen, terrain, entities, menu, .. } = &self.shown;
        let sight = Sight { screen: *screen, menu: menu.kind, terrain, entities };
        let done = self.world.tick_in_sight(control, read, &sight);
        let presses = done.presses;
        self.done.push_back(done);
        let seen = self.world.observe();
        let now = seen.tick;
        let due = self.due(now);
        self.told.push_back(Answer { seen, window: self.world.window(), due });
        let mut news = Vec::new();
        while let Some(next) = self.told.get(1).filter(|next| next.due <= now) {
            news.extend(next.seen.events.iter().cloned());
            self.done.pop_front();
            self.told.pop_front();
        }
        self.show(&news);
        presses
    }

    /// When the client is told of a tick: not before it is told of the one before.
    fn due(&mut self, tick: u64) -> u64 {
        let later = self.jitter.as_mut().map_or(0, |jitter| jitter.dice.random_range(0..=jitter.most));
        let before = self.told.back().map_or(0, |answer| answer.due);
        before.max(tick + u64::from(self.ticks + later))
    }

    /// Shows what the server told last and what is foreseen on top of it; `news` is what it told in this tick of what has
    /// happened.
    fn show(&mut self, news: &[Event]) {
        let (Some(first), Some(last)) = (self.told.front(), self.told.back()) else { return };
        let (told, now) = (&first.seen, &last.seen);
        let (terrain, foreseen, changes) = self.blocks(told, news);
        let (screen, menu, inventory) = self.windows(first, now.inventory.selected);
        let is_blocks = |event: &&Event| matches!(event, Event::BlockChanged { .. });
        let mut events: Vec<Event> = news.iter().filter(|event| !is_blocks(event)).cloned().collect();
        events.extend(changes);
        let shown = Observation {
            tick: now.tick,
            player: self.player(told, now),
            inventory,
            menu: Arc::new(menu),
            screen,
            target: Target::Nothing,
            biome: now.biome,
            light: now.light,
            terrain,
            events: Arc::new(events),
            ..told.clone()
        };
        let target = self.world.target_in(&shown.terrain, &shown.entities);
        self.shown = Observation { target, ..shown };
        self.foreseen = foreseen;
    }

    /// The blocks as shown, those of them that are foreseen, and what has changed in what is shown.
    fn blocks(&self, told: &Observation, news: &[Event]) -> (Terrain, BTreeMap<BlockPos, BlockState>, Vec<Event>) {
        let foreseen: BTreeMap<_, _> = self.done.iter().flat_map(|done| done.blocks.iter().copied()).collect();
        let mut terrain = told.terrain.clone();
        for (pos, state) in &foreseen {
            terrain.set_block(*pos, *state);
        }
        let changed = news.iter().filter_map(|event| match event {
            Event::BlockChanged { pos, .. } => Some(*pos),
            _ => None,
        });
        let mut places: Vec<BlockPos> = Vec::new();
        for pos in changed.chain(self.foreseen.keys().copied()).chain(foreseen.keys().copied()) {
            if !places.contains(&pos) {
                places.push(pos);
            }
        }
        let change = |pos: BlockPos| {
            let state = terrain.block(pos)?;
            (self.shown.terrain.block(pos) != Some(state)).then_some(Event::BlockChanged { pos, state })
        };
        let changes = places.into_iter().filter_map(change).collect();
        (terrain, foreseen, changes)
    }

    /// The window and what is carried, as shown.
    fn windows(&self, told: &Answer, selected: u8) -> (Screen, Menu, Inventory) {
        let (mut screen, mut inventory) = (told.seen.screen, told.seen.inventory.clone());
        let mut handler = told.window.clone().at_client();
        let mut properties = told.seen.menu.properties.clone();
        for done in &self.done {
            let before = screen;
            screen = screen_after(before, done.screen);
            if before != screen && screen == Screen::None {
                handler = Handler::new(MenuKind::Player).at_client();
                properties.clear();
            }
            for (slot, before, after) in &done.slots {
                inventory.slots[*slot] = foresee(inventory.slots[*slot], *before, *after);
            }
            if done.button.is_some() || done.click.is_some() {
                handler.fill(&inventory);
                if let Some(button) = done.button {
                    handler.press(button);
                }
                if let Some(click) = done.click {
                    handler.click(click, false);
                }
                handler.spill(&mut inventory);
            }
        }
        inventory.selected = selected;
        handler.fill(&inventory);
        let Handler { kind, slots, cursor, .. } = handler;
        (screen, Menu { kind, slots, cursor, properties }, inventory)
    }

    /// The body as shown.
    fn player(&self, told: &Observation, now: &Observation) -> Player {
        let is_elsewhere = self.told.iter().skip(1).any(|told| told.seen.events.contains(&Event::Respawned));
        if is_elsewhere {
            return Player { yaw: now.player.yaw, pitch: now.player.pitch, ..told.player.clone() };
        }
        let mut flags = now.player.flags;
        for flag in [PlayerFlags::ON_FIRE, PlayerFlags::DEAD] {
            flags.set(flag, told.player.is(flag));
        }
        // What is eaten is in use until the server says that it is gone (entity status 9).
        let holds_on = told.player.is(PlayerFlags::USING_ITEM) && !self.done.iter().any(|done| done.releases);
        flags.set(PlayerFlags::USING_ITEM, now.player.is(PlayerFlags::USING_ITEM) || holds_on);
        Player {
            health: told.player.health,
            food: told.player.food,
            saturation: told.player.saturation,
            air: told.player.air,
            level: told.player.level,
            level_progress: told.player.level_progress,
            effects: told.player.effects.clone(),
            flags,
            ..now.player.clone()
        }
    }
}

/// What a slot holds after the keys have made `after` of `before` there, if something else may be in it by now.
fn foresee(told: Slot, before: Slot, after: Slot) -> Slot {
    let Some((there, was)) = told.zip(before).filter(|(there, was)| there.stacks_with(was)) else {
        return if told.is_none() && before.is_none() { after } else { told };
    };
    let left = after.filter(|after| after.stacks_with(&was)).map_or(0, |after| after.count);
    let count = (there.count + left).saturating_sub(was.count);
    if count == 0 && left == 0 { after } else { there.with_count(count) }
}
