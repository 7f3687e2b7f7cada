//! A world as its client sees it, and the hands of that client.

use std::collections::BTreeSet;
use std::sync::Arc;

use anima_body::{
    ChunkPos, Click, ClickMode, Control, Entity, EntityFlags, Event, Keys, Look, MenuKind, Observation, Screen,
    ScreenKey, Slot, Target, Weather,
};
use anima_rules::DAY;
use anima_world::{DelayLine, Presses, World};

use crate::apart::Apart;
use crate::names;

/// Ticks between two packets in which the server tells the time of day (`MinecraftServer.tickWorlds`).
const TELLS_TIME: u64 = 20;

/// Whole numbers of what was done in a tick, as `EmbeddedWorld.CONTROL`.
pub const CONTROL: usize = 11 + PRESSES;
/// Whole numbers of the presses that a client has read, as `EmbeddedWorld.PRESSES`.
pub const PRESSES: usize = 8;
/// The keys that move the body, which are read as they are held.
const WALK: Keys = Keys::FORWARD
    .union(Keys::BACK)
    .union(Keys::LEFT)
    .union(Keys::RIGHT)
    .union(Keys::JUMP)
    .union(Keys::SNEAK)
    .union(Keys::SPRINT);

/// A world, what its client sees of it, and what was done in it.
pub struct Client {
    pub(crate) line: DelayLine,
    pub(crate) shown: Observation,
    loaded: Vec<ChunkPos>,
    unloaded: Vec<ChunkPos>,
    statistics: Vec<(String, i32)>,
    /// The time of day as the server has it.
    day_time: u32,
    /// Entities as the server has them.
    entities: Arc<Vec<Entity>>,
    hearts: Vec<u32>,
    controls: Vec<i32>,
    /// The tick of a player without a client.
    pub(crate) apart: Apart,
}

/// What hands do in a tick, with where the head looks after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hands {
    /// The control; its look is not asked.
    pub control: Control,
    /// Where the head looks after it has turned.
    pub yaw: f32,
    /// Where the head looks after it has turned.
    pub pitch: f32,
    /// What a client has read that reads its keys itself; without it the world takes it from the control.
    pub presses: Option<Presses>,
}

impl Client {
    /// The client of a world at hand.
    pub fn new(world: World) -> Client {
        Client::behind(DelayLine::new(world, 0))
    }

    /// The client at the end of a delay line.
    pub fn behind(line: DelayLine) -> Client {
        let shown = line.observe();
        let loaded = shown.terrain.chunks();
        let (day_time, entities) = (shown.day_time, Arc::clone(&shown.entities));
        let mut client = Client {
            line,
            shown,
            loaded,
            unloaded: Vec::new(),
            statistics: Vec::new(),
            day_time,
            entities,
            hearts: Vec::new(),
            controls: Vec::new(),
            apart: Apart::default(),
        };
        hide_love(&mut client.shown.entities);
        client
    }

    /// What the client sees.
    pub fn shown(&self) -> &Observation {
        &self.shown
    }

    /// Columns loaded in the last tick.
    pub fn loaded(&self) -> &[ChunkPos] {
        &self.loaded
    }

    /// Columns unloaded in the last tick.
    pub fn unloaded(&self) -> &[ChunkPos] {
        &self.unloaded
    }

    /// The statistics that the server has told in the last tick.
    pub fn statistics(&self) -> &[(String, i32)] {
        &self.statistics
    }

    /// Animals that the server has shown with hearts in the last tick.
    pub fn hearts(&self) -> &[u32] {
        &self.hearts
    }

    /// The cool-downs of the attack key and of a held use key.
    pub fn cooldowns(&self) -> (u32, u8) {
        self.line.world().cooldowns()
    }

    /// What was done so far, packed.
    pub fn controls(&self) -> &[i32] {
        &self.controls
    }

    /// Lets a tick pass.
    pub fn tick(&mut self, hands: &Hands) {
        let player = &self.shown.player;
        let (yaw, pitch) = (player.yaw, player.pitch);
        let look = Look { yaw: turn(yaw, hands.yaw), pitch: turn(pitch, hands.pitch) };
        let presses = self.line.tick_as_read(&Control { look, ..hands.control.clone() }, hands.presses);
        self.controls.extend(pack(hands, presses, self.shown.screen));
        let now = self.line.observe();
        self.see(now);
    }

    /// Sees what a tick has come to.
    pub(crate) fn see(&mut self, now: Observation) {
        let before: BTreeSet<ChunkPos> = self.shown.terrain.chunks().into_iter().collect();
        let (known, clock) = (Arc::clone(&self.shown.tally), self.shown.day_time);
        self.shown = now;
        let before_time = std::mem::replace(&mut self.day_time, self.shown.day_time);
        if !self.shown.tick.is_multiple_of(TELLS_TIME) {
            // Between two packets the client's clock goes on by itself (`ClientWorld.tickTime`).
            let goes = before_time != self.day_time;
            self.shown.day_time = (clock + u32::from(goes)) % DAY as u32;
        }
        let tally = &self.shown.tally;
        self.statistics = if Arc::ptr_eq(&known, tally) { Vec::new() } else { names::answer(&known, tally) };
        let now: BTreeSet<ChunkPos> = self.shown.terrain.chunks().into_iter().collect();
        self.hearts = hearts(&self.entities, &self.shown.entities);
        self.entities = Arc::clone(&self.shown.entities);
        hide_love(&mut self.shown.entities);
        self.loaded = now.difference(&before).copied().collect();
        self.unloaded = before.difference(&now).copied().collect();
    }

    /// Whole numbers, as `EmbeddedWorld.facts` has them.
    pub fn facts(&self) -> [i32; 16] {
        let Observation { player, inventory, menu, screen, target, day_time, weather, light, .. } = &self.shown;
        let screen = match screen {
            Screen::None => 0,
            Screen::Inventory => 1,
            Screen::Container => 2,
            Screen::Death => 3,
            Screen::Other => 4,
        };
        let weather = match weather {
            Weather::Clear => 0,
            Weather::Rain => 1,
            Weather::Thunder => 2,
        };
        let (kind, [x, y, z, face], entity) = match target {
            Target::Nothing => (0, [0; 4], 0),
            Target::Block(hit) => (1, [hit.pos.x, hit.pos.y, hit.pos.z, hit.face as i32], 0),
            Target::Entity(id) => (2, [0; 4], *id as i32),
        };
        let menu_id = if menu.kind == MenuKind::Player { -1 } else { names::menu_id(menu.kind) };
        let flags = player.flags.bits().into();
        let slots = menu.slots.len() as i32;
        let properties = menu.properties.len() as i32;
        let selected = inventory.selected.into();
        let time = *day_time as i32;
        let (sky, lamps) = (light.sky.into(), light.block.into());
        [flags, selected, screen, menu_id, slots, properties, time, weather, kind, x, y, z, face, entity, sky, lamps]
    }

    /// The player's numbers, as `EmbeddedWorld.player` has them.
    pub fn player(&self) -> [f64; 22] {
        let player = &self.shown.player;
        let point = match self.shown.target {
            Target::Block(hit) => hit.point,
            _ => glam::DVec3::ZERO,
        };
        let [x, y, z] = player.pos.to_array();
        let [vx, vy, vz] = player.velocity.to_array();
        [
            x,
            y,
            z,
            vx,
            vy,
            vz,
            player.yaw.into(),
            player.pitch.into(),
            player.eye_height,
            player.height,
            player.health.into(),
            player.food.into(),
            player.saturation.into(),
            player.air.into(),
            player.level.into(),
            player.level_progress.into(),
            player.attack_charge.into(),
            player.dig_progress.into(),
            point.x,
            point.y,
            point.z,
            player.double_tap.into(),
        ]
    }

    /// What happened in the last tick that cannot be seen, as `EmbeddedWorld.events` has it.
    pub fn events(&self) -> Vec<String> {
        let word = |event: &Event| {
            Some(match event {
                Event::Chat { from, text, own } => format!("chat\t{from}\t{text}\t{own}"),
                Event::PickedUp(stack) => format!("picked_up\t{}\t{}\t{}", stack.item.id(), stack.count, stack.damage),
                Event::Hurt { amount, by } => format!("hurt\t{amount}\t{}", by.map_or(-1, i64::from)),
                Event::Died { message } => format!("died\t{message}"),
                Event::Respawned => "respawned".into(),
                Event::ScreenOpened(kind) => format!("screen_opened\t{}", names::menu_id(*kind)),
                Event::ScreenClosed => "screen_closed".into(),
                Event::ItemBroke(item) => format!("item_broke\t{}", item.id()),
                Event::BlockChanged { .. } | Event::ColumnLoaded(_) => return None,
            })
        };
        let hearts = self.hearts.iter().map(|id| format!("hearts\t{id}"));
        self.shown.events.iter().filter_map(word).chain(hearts).collect()
    }
}

/// The animals of which the server sends entity status 18 in a tick: those that fall in love
/// (`AnimalEntity.lovePlayer`), and of each pair that has a child the one at which it is born (`AnimalEntity.breed`).
fn hearts(before: &[Entity], now: &[Entity]) -> Vec<u32> {
    let is_in_love = |entity: &Entity| entity.flags.contains(EntityFlags::IN_LOVE);
    let earlier = |id: u32| before.iter().find(|entity| entity.id == id);
    let begins = |entity: &&Entity| is_in_love(entity) && earlier(entity.id).is_some_and(|before| !is_in_love(before));
    let ends = |entity: &&Entity| !is_in_love(entity) && earlier(entity.id).is_some_and(is_in_love);
    let children = now.iter().filter(|entity| entity.flags.contains(EntityFlags::BABY) && earlier(entity.id).is_none());
    let mothers = children.filter_map(|child| {
        let parents = now.iter().filter(ends).filter(|entity| entity.kind == child.kind);
        parents.min_by(|a, b| a.pos.distance(child.pos).total_cmp(&b.pos.distance(child.pos)))
    });
    now.iter().filter(begins).chain(mothers).map(|entity| entity.id).collect()
}

/// Hides what the server does not tell of entities.
fn hide_love(entities: &mut Arc<Vec<Entity>>) {
    if entities.iter().any(|entity| entity.flags.contains(EntityFlags::IN_LOVE)) {
        Arc::make_mut(entities).iter_mut().for_each(|entity| entity.flags.remove(EntityFlags::IN_LOVE));
    }
}

/// The numbers of a stack: item, count, damage, number of enchantments.
pub fn stack(slot: Slot) -> [i32; 4] {
    slot.map_or([0; 4], |stack| {
        let enchantments = stack.enchantments.iter().count() as i32;
        [stack.item.id().into(), stack.count.into(), stack.damage.into(), enchantments]
    })
}

/// The enchantments of a stack: pairs of raw id and level.
pub fn enchantments(slot: Slot) -> Vec<i32> {
    let all = slot.into_iter().flat_map(|stack| stack.enchantments.iter().collect::<Vec<_>>());
    all.flat_map(|(enchantment, level)| [enchantment as i32, level.into()]).collect()
}

/// What was done in a tick that began with this screen, as whole numbers. What no hands can do is left out: presses with
/// a window open, clicks without one, the respawn button of the living.
fn pack(hands: &Hands, presses: Option<Presses>, before: Screen) -> [i32; CONTROL] {
    let Hands { control, yaw, pitch, .. } = hands;
    let number = |value: Option<u8>| value.map_or(-1, i32::from);
    let is_dead = before == Screen::Death;
    let is_clicking = !is_dead && presses.is_none();
    let screen = match control.screen {
        Some(ScreenKey::OpenInventory) if before == Screen::None => 1,
        Some(ScreenKey::Close) if before != Screen::None && !is_dead => 2,
        _ => 0,
    };
    let click = control.click.filter(|_| is_clicking);
    let [mode, slot, of_click] =
        click.map_or([-1, 0, 0], |click| [click.mode as i32, click.slot.into(), click.button.into()]);
    let keys = if presses.is_some() { control.keys.intersection(WALK) } else { Keys::empty() };
    let done = [
        yaw.to_bits() as i32,
        pitch.to_bits() as i32,
        keys.bits().into(),
        number(control.hotbar.filter(|_| presses.is_some())),
        screen,
        mode,
        slot,
        of_click,
        number(control.button.filter(|_| is_clicking)),
        (control.respawn && is_dead).into(),
        control.statistics.into(),
    ];
    let mut packed = [0; CONTROL];
    packed[..done.len()].copy_from_slice(&done);
    packed[done.len()..].copy_from_slice(&numbers(&presses.unwrap_or_default()));
    packed
}

/// Presses as whole numbers.
fn numbers(presses: &Presses) -> [i32; PRESSES] {
    let Presses { attacks, uses, drops, swaps, holds_attack, holds_use, attack_cooldown, use_cooldown } = *presses;
    [
        attacks.into(),
        uses.into(),
        drops.into(),
        swaps.into(),
        holds_attack.into(),
        holds_use.into(),
        attack_cooldown as i32,
        use_cooldown.into(),
    ]
}

/// The presses that whole numbers are.
pub fn presses([attacks, uses, drops, swaps, holds_attack, holds_use, attack, usage]: [i32; PRESSES]) -> Presses {
    let [attacks, uses, drops, swaps] = [attacks, uses, drops, swaps].map(|clicks| clicks as u8);
    let (holds_attack, holds_use) = (holds_attack != 0, holds_use != 0);
    let (attack_cooldown, use_cooldown) = (attack.max(0) as u32, usage.max(0) as u8);
    Presses { attacks, uses, drops, swaps, holds_attack, holds_use, attack_cooldown, use_cooldown }
}

/// The numbers of a click and the like, as they come from Java.
#[derive(Clone, Copy, Debug, Default)]
pub struct Typed {
    /// Keys held.
    pub keys: i32,
    /// Hot bar key, or -1.
    pub hotbar: i32,
    /// 1 opens the inventory, 2 closes the window.
    pub screen: i32,
    /// Mode, slot and button of a click; mode -1 for none.
    pub click: [i32; 3],
    /// Button of the window, or -1.
    pub button: i32,
    /// Whether the respawn button is pressed.
    pub respawns: bool,
    /// Whether the server is asked for the statistics.
    pub asks: bool,
}

impl Typed {
    /// The control that it means.
    pub fn control(self, chat: Option<String>, rename: Option<String>) -> Control {
        let number = |value: i32| u8::try_from(value).ok();
        let [mode, slot, button] = self.click;
        let mode = number(mode).and_then(ClickMode::from_id);
        Control {
            keys: Keys::from_bits_truncate(self.keys as u16),
            look: Look::default(),
            hotbar: number(self.hotbar).filter(|slot| *slot < 9),
            screen: match self.screen {
                1 => Some(ScreenKey::OpenInventory),
                2 => Some(ScreenKey::Close),
                _ => None,
            },
            click: mode.map(|mode| Click { slot: slot as i16, button: button as u8, mode }),
            button: number(self.button),
            rename,
            respawn: self.respawns,
            chat,
            statistics: self.asks,
        }
    }
}

/// The turn that leads exactly from one angle to another one that came from adding to it.
pub(crate) fn turn(from: f32, to: f32) -> f32 {
    let near = to - from;
    let (mut below, mut above) = (near, near);
    for _ in 0..64 {
        if from + below == to {
            return below;
        }
        if from + above == to {
            return above;
        }
        (below, above) = (below.next_down(), above.next_up());
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_lead_exactly_where_they_should() {
        let mut state = 1_u64;
        let mut draw = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f32 / (1 << 24) as f32
        };
        for _ in 0..200_000 {
            let from = (draw() - 0.5) * 800.0;
            let by = (draw() - 0.5) * 360.0 * draw().powi(6);
            let to = from + by;
            assert_eq!(from + turn(from, to), to, "from {from} by {by}");
        }
    }
}
