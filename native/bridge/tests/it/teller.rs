//! Tells a mirror what a client of the embedded world would: by raw ids, and columns as they come over the network.

use std::path::Path;
use std::rc::Rc;

use anima::mirror::Mirror;
use anima::registries::{Names, RawStack};
use anima::{Body, Host};
use anima_body::{BlockHit, Event, Observation, Slot, Target};
use anima_host::{names, packet};

/// The registries of 1.19.4.
pub fn registries() -> Names {
    Names {
        block_states: names::block_states(),
        items: names::items(),
        entity_types: names::entity_types(),
        enchantments: names::enchantments(),
        effects: names::effects(),
        menus: names::menus(),
        ..Names::default()
    }
}

/// A body in a folder of its own, in no world.
pub fn body(folder: &Path) -> Body {
    Body::new(&Host::open(folder, folder, &registries()))
}

/// A body enters a dimension of which nothing is known.
pub fn enter(body: &mut Body, world: &str, dimension: &str, same_game: bool) {
    let land = body.host().land(-64, 384, &names::biomes()).unwrap();
    body.enter_world(&land, world, dimension, same_game);
}

/// Tells a body what is, and what has changed since `before`, as the mod does in a tick.
pub fn tell_body(body: &mut Body, before: Option<&Observation>, now: &Observation) {
    body.looks().unwrap();
    tell(body.mirror().unwrap(), before, now);
}

/// Tells what is, and what has changed since `before`; of the land what is wanted.
pub fn tell(mirror: &mut Mirror, before: Option<&Observation>, now: &Observation) {
    tell_player(mirror, before, now);
    tell_terrain(mirror, before, now);
    tell_menu(mirror, before, now);
    for gone in before.into_iter().flat_map(|before| before.entities.iter()) {
        if !now.entities.iter().any(|entity| entity.id == gone.id) {
            mirror.entity_gone(gone.id as i32);
        }
    }
    for entity in now.entities.iter() {
        mirror.entity(anima_body::Entity { item: None, ..entity.clone() });
        stack(entity.item, |told| mirror.entity_item(entity.id as i32, told));
    }
    match now.target {
        Target::Nothing => mirror.target_nothing(),
        Target::Entity(id) => mirror.target_entity(id as i32),
        Target::Block(BlockHit { pos, face, point, .. }) => mirror.target_block(pos, face as i32, point).unwrap(),
    }
}

fn tell_terrain(mirror: &mut Mirror, before: Option<&Observation>, now: &Observation) {
    let land = Rc::clone(mirror.land());
    let was_loaded = |chunk| before.is_some_and(|before| before.terrain.is_loaded(chunk));
    for chunk in before.into_iter().flat_map(|before| before.terrain.chunks()) {
        if !now.terrain.is_loaded(chunk) {
            land.borrow_mut().unload(chunk);
        }
    }
    now.terrain
        .chunks()
        .into_iter()
        .filter(|chunk| !was_loaded(*chunk))
        .for_each(|chunk| land.borrow_mut().loaded(chunk));
    // Columns come as they are at the end of the tick, and what has changed in them since is told once more.
    let mut told = land.borrow_mut();
    while let Some(chunk) = told.want() {
        if let Some(column) = now.terrain.column(chunk) {
            told.column(chunk, &packet::column(column)).unwrap();
        }
    }
    drop(told);
    for event in now.events.iter() {
        match event {
            Event::BlockChanged { pos, state } => {
                land.borrow_mut().block(*pos, state.id().into());
            }
            Event::PickedUp(picked) => stack(Some(*picked), |told| mirror.picked_up(told)),
            Event::ItemBroke(item) => mirror.item_broke(item.id().into()),
            Event::Chat { .. } | Event::Hurt { .. } | Event::Died { .. } | Event::Respawned => {
                mirror.happen(event.clone());
            }
            _ => {}
        }
    }
}

fn tell_player(mirror: &mut Mirror, before: Option<&Observation>, now: &Observation) {
    mirror.player(now.player.clone());
    let effects = now.player.effects.iter();
    let effects = effects.map(|active| [names::effect_id(active.effect), active.amplifier.into(), active.ticks as i32]);
    mirror.effects(&effects.collect::<Vec<_>>());
    mirror.sky(i64::from(now.day_time) + 24_000 * 7, now.weather, false);
    for (slot, content) in now.inventory.slots.iter().enumerate() {
        stack(*content, |told| mirror.inventory(slot as i32, told));
    }
    mirror.selected(now.inventory.selected.into()).unwrap();
    mirror.light(now.light.sky.into(), now.light.block.into());
    if now.tally.told_at == Some(now.tick) {
        let known = before.map(|before| before.tally.as_ref().clone()).unwrap_or_default();
        let (names, counts): (Vec<String>, Vec<i32>) = names::answer(&known, &now.tally).into_iter().unzip();
        mirror.statistics_mut().tell(&names, &counts).unwrap();
    }
}

fn tell_menu(mirror: &mut Mirror, before: Option<&Observation>, now: &Observation) {
    let kind = now.menu.kind;
    let opened = now.events.iter().any(|event| matches!(event, Event::ScreenOpened(_)));
    if before.is_none_or(|before| before.menu.kind != kind) || opened {
        mirror.menu(Some(kind), kind.slots().into()).unwrap();
    }
    for (slot, content) in now.menu.slots.iter().enumerate() {
        stack(*content, |told| mirror.slot(slot as i32, told));
    }
    stack(now.menu.cursor, |told| mirror.cursor(told));
    for (index, value) in now.menu.properties.iter().enumerate() {
        mirror.property(index as i32, (*value).into()).unwrap();
    }
    mirror.set_screen(now.screen);
}

fn stack(content: Slot, tell: impl FnOnce(RawStack<'_>) -> Result<(), anima::Fault>) {
    let Some(stack) = content else { return tell(RawStack::default()).unwrap() };
    let enchantments: Vec<i32> =
        stack.enchantments.iter().flat_map(|(enchantment, level)| [enchantment as i32, level.into()]).collect();
    let told = RawStack {
        item: stack.item.id().into(),
        count: stack.count.into(),
        damage: stack.damage.into(),
        enchantments: &enchantments,
    };
    tell(told).unwrap();
}
