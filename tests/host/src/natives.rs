//! `EmbeddedWorld.java`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::path::Path;

use anima_bench::{Land, Setup, play};
use anima_body::{BlockPos, ChunkPos, Control, Event, Observation, Slot};
use anima_hands::{ActionResult, Steps};
use anima_rules::{BlockState, Item};
use anima_suite::{Blueprints, Scenario, Settings, Versions, Witness};
use anima_world::World;
use glam::DVec3;
use jni::errors::ThrowRuntimeExAndDefault;
use jni::objects::{JByteBuffer, JClass, JDoubleArray, JIntArray, JObjectArray, JString};
use jni::refs::{IntoAuto, Reference};
use jni::strings::JNIStr;
use jni::sys::{jboolean, jdouble, jfloat, jint, jlong};
use jni::{Env, EnvUnowned, NativeMethod, jni_str};
use thiserror::Error;

use crate::client::{Client, Hands, PRESSES, Typed, enchantments, presses, stack};
use crate::sequence::Sequence;
use crate::{names, packet};

/// Why a call was refused.
#[derive(Debug, Error)]
enum Refused {
    #[error("the world is closed, or belongs to another thread")]
    Closed,
    #[error("{0}")]
    Wrong(String),
    #[error(transparent)]
    World(#[from] anyhow::Error),
    #[error(transparent)]
    Jvm(#[from] jni::errors::Error),
}

type JStrings<'local> = JObjectArray<'local, JString<'local>>;

thread_local! {
    static CLIENTS: RefCell<BTreeMap<jlong, Client>> = const { RefCell::new(BTreeMap::new()) };
    static NEXT: RefCell<jlong> = const { RefCell::new(1) };
}

fn with<T>(handle: jlong, call: impl FnOnce(&mut Client) -> Result<T, Refused>) -> Result<T, Refused> {
    CLIENTS.with_borrow_mut(|clients| clients.get_mut(&handle).ok_or(Refused::Closed).and_then(call))
}

/// Calls a function; what goes wrong becomes a `RuntimeException`.
fn answer<'local, T: Default>(
    env: &mut EnvUnowned<'local>,
    call: impl FnOnce(&mut Env<'local>) -> Result<T, Refused>,
) -> T {
    env.with_env(call).resolve::<ThrowRuntimeExAndDefault>()
}

/// The methods: name, signature, function.
const METHODS: &[(&JNIStr, &JNIStr, *const ())] = &[
    (jni_str!("reference"), jni_str!("(Ljava/lang/String;JIJI)[I"), reference as *const ()),
    (jni_str!("blockStates"), jni_str!("()[Ljava/lang/String;"), block_states as *const ()),
    (jni_str!("items"), jni_str!("()[Ljava/lang/String;"), items as *const ()),
    (jni_str!("entityTypes"), jni_str!("()[Ljava/lang/String;"), entity_types as *const ()),
    (jni_str!("biomes"), jni_str!("()[Ljava/lang/String;"), biomes as *const ()),
    (jni_str!("enchantments"), jni_str!("()[Ljava/lang/String;"), enchantment_names as *const ()),
    (jni_str!("effects"), jni_str!("()[Ljava/lang/String;"), effects as *const ()),
    (jni_str!("menus"), jni_str!("()[Ljava/lang/String;"), menus as *const ()),
    (jni_str!("natures"), jni_str!("()[D"), natures as *const ()),
    (jni_str!("open"), jni_str!("(JIILjava/lang/String;[D)J"), open as *const ()),
    (jni_str!("begin"), jni_str!("(Ljava/lang/String;)J"), begin as *const ()),
    (jni_str!("close"), jni_str!("(J)V"), close as *const ()),
    (jni_str!("ticks"), jni_str!("(J)J"), ticks as *const ()),
    (jni_str!("player"), jni_str!("(J[D)V"), player as *const ()),
    (jni_str!("facts"), jni_str!("(J[I)V"), facts as *const ()),
    (jni_str!("effectsAtWork"), jni_str!("(J)[I"), effects_at_work as *const ()),
    (jni_str!("inventory"), jni_str!("(J[I)V"), inventory as *const ()),
    (jni_str!("menu"), jni_str!("(J[I)V"), menu as *const ()),
    (jni_str!("properties"), jni_str!("(J)[I"), properties as *const ()),
    (jni_str!("enchantmentsOf"), jni_str!("(JII)[I"), enchantments_of as *const ()),
    (jni_str!("entityCount"), jni_str!("(J)I"), entity_count as *const ()),
    (jni_str!("entities"), jni_str!("(J[I[D)V"), entities as *const ()),
    (jni_str!("loaded"), jni_str!("(J)[I"), loaded as *const ()),
    (jni_str!("unloaded"), jni_str!("(J)[I"), unloaded as *const ()),
    (jni_str!("column"), jni_str!("(JII[IILjava/nio/ByteBuffer;)I"), column as *const ()),
    (jni_str!("block"), jni_str!("(JIII)I"), block as *const ()),
    (jni_str!("biome"), jni_str!("(JIII)I"), biome as *const ()),
    (jni_str!("changes"), jni_str!("(J)[I"), changes as *const ()),
    (jni_str!("events"), jni_str!("(J)[Ljava/lang/String;"), events as *const ()),
    (jni_str!("statisticNames"), jni_str!("(J)[Ljava/lang/String;"), statistic_names as *const ()),
    (jni_str!("statisticCounts"), jni_str!("(J)[I"), statistic_counts as *const ()),
    (jni_str!("carried"), jni_str!("(JLjava/lang/String;)I"), carried as *const ()),
    (jni_str!("tick"), jni_str!("(JIFFIIIIIIZZLjava/lang/String;Ljava/lang/String;[I)V"), tick as *const ()),
    (jni_str!("controls"), jni_str!("(J)[I"), controls as *const ()),
    (jni_str!("played"), jni_str!("(Ljava/lang/String;JIJ)[Ljava/lang/String;"), played as *const ()),
    (jni_str!("look"), jni_str!("(JFF)V"), look as *const ()),
    (jni_str!("askStatistics"), jni_str!("(J)V"), ask_statistics as *const ()),
    (jni_str!("operate"), jni_str!("(JLjava/lang/String;)Z"), operate as *const ()),
    (jni_str!("comeBack"), jni_str!("(J)V"), come_back as *const ()),
    (jni_str!("closeWindow"), jni_str!("(J)V"), close_window as *const ()),
    (jni_str!("click"), jni_str!("(JIIII)V"), click as *const ()),
    (jni_str!("carryOut"), jni_str!("(JIIIIIIIDDD)I"), carry_out as *const ()),
    (jni_str!("breakingDelta"), jni_str!("(JIII)F"), breaking_delta as *const ()),
    (jni_str!("freshChanges"), jni_str!("(J)[I"), fresh_changes as *const ()),
    (jni_str!("beginMove"), jni_str!("(J)I"), begin_move as *const ()),
    (jni_str!("endTick"), jni_str!("(JFFZZZ)V"), end_tick as *const ()),
    (jni_str!("done"), jni_str!("(J)Ljava/lang/String;"), done as *const ()),
];

/// Binds all other native methods: `EmbeddedWorld.bind`, which the JVM finds by its name.
///
/// There is no `JNI_OnLoad`, for tests link this library together with the bridge, which has one.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "system" fn Java_anima_host_EmbeddedWorld_bind<'local>(mut env: EnvUnowned<'local>, class: JClass<'local>) {
    answer(&mut env, |env| {
        let method = |(name, signature, function): &(&'static JNIStr, &'static JNIStr, *const ())| {
            // SAFETY: each function takes and returns what its signature says.
            unsafe { NativeMethod::from_raw_parts(name, signature, *function as *mut c_void) }
        };
        let methods: Vec<NativeMethod<'_>> = METHODS.iter().map(method).collect();
        // SAFETY: as above; all methods are static.
        unsafe { env.register_native_methods(&class, &methods)? };
        Ok(())
    });
}

fn setup(goal: String, seed: i64, land: Land, radius: jint, latency: jint, ticks: u64) -> Setup {
    let mut settings = Settings::default();
    settings.world.radius = radius.clamp(2, 32) as u8;
    settings.world.latency = latency.max(0) as u32;
    Setup {
        goal,
        blueprints: Blueprints::default(),
        seed,
        land,
        at: None,
        scenario: Scenario::default(),
        then: Vec::new(),
        prepare: None,
        ticks,
        settings,
        model: None,
        round: None,
        versions: Versions::default(),
    }
}

fn ints<'local>(env: &mut Env<'local>, numbers: &[jint]) -> Result<JIntArray<'local>, Refused> {
    let array = JIntArray::new(env, numbers.len())?;
    array.set_region(env, 0, numbers)?;
    Ok(array)
}

fn strings<'local>(env: &mut Env<'local>, texts: &[String]) -> Result<JStrings<'local>, Refused> {
    let none = JString::null();
    let array = JObjectArray::<JString<'local>>::new(env, texts.len(), &none)?;
    for (at, text) in texts.iter().enumerate() {
        let text = env.new_string(text)?.auto();
        array.set_element(env, at, &text)?;
    }
    Ok(array)
}

fn maybe_text(env: &Env<'_>, text: &JString<'_>) -> Result<Option<String>, Refused> {
    Ok(if text.is_null() { None } else { Some(text.try_to_string(env)?) })
}

/// Keeps what an agent does in each tick.
#[derive(Default)]
struct Keeper {
    look: (f32, f32),
    hands: Vec<Hands>,
}

impl Witness for Keeper {
    fn sees(&mut self, seen: &Observation) {
        self.look = (seen.player.yaw, seen.player.pitch);
    }

    fn does(&mut self, _: &anima_agent::Life, control: &Control) {
        let (yaw, pitch) = self.look;
        let (yaw, pitch) = (yaw + control.look.yaw, (pitch + control.look.pitch).clamp(-90.0, 90.0));
        self.hands.push(Hands { control: control.clone(), yaw, pitch, presses: None });
    }
}

extern "system" fn reference<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    goal: JString<'local>,
    seed: jlong,
    radius: jint,
    ticks: jlong,
    latency: jint,
) -> JIntArray<'local> {
    answer(&mut env, |env| {
        let setup = setup(goal.try_to_string(env)?, seed, Land::Generated, radius, latency, ticks.max(0) as u64);
        let mut keeper = Keeper::default();
        play(&setup, &mut [&mut keeper])?;
        let mut client = Client::behind(setup.client()?); // The same game once more: what came of it is known to the world.
        keeper.hands.iter().for_each(|hands| client.tick(hands));
        ints(env, client.controls())
    })
}

macro_rules! registries {
    ($($function:ident $names:ident),*) => {$(
        extern "system" fn $function<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>) -> JStrings<'local> {
            answer(&mut env, |env| strings(env, &names::$names()))
        }
    )*};
}
registries!(
    block_states block_states, items items, entity_types entity_types, biomes biomes,
    enchantment_names enchantments, effects effects, menus menus
);

extern "system" fn natures<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>) -> JDoubleArray<'local> {
    answer(&mut env, |env| {
        let numbers = names::natures();
        let array = JDoubleArray::new(env, numbers.len())?;
        array.set_region(env, 0, &numbers)?;
        Ok(array)
    })
}

extern "system" fn open<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    seed: jlong,
    radius: jint,
    latency: jint,
    save: JString<'local>,
    at: JDoubleArray<'local>,
) -> jlong {
    answer(&mut env, |env| {
        let land = match maybe_text(env, &save)? {
            None => Land::Generated,
            Some(folder) => Land::open(Path::new(&folder))?,
        };
        let mut setup = setup("obtain 1 dirt".into(), seed, land, radius, latency, 1);
        if !at.is_null() {
            let mut pos = [0.0; 3];
            at.get_region(env, 0, &mut pos)?;
            setup.at = Some(pos.into());
        }
        Ok(keep(Client::behind(setup.client()?)))
    })
}

extern "system" fn begin<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, sequence: JString<'local>) -> jlong {
    answer(&mut env, |env| {
        let sequence = Sequence::read(&sequence.try_to_string(env)?)?;
        Ok(keep(Client::new(sequence.world()?)))
    })
}

/// Keeps a client until it is closed; its handle.
fn keep(client: Client) -> jlong {
    let handle = NEXT.with_borrow_mut(|next| {
        *next += 1;
        *next
    });
    CLIENTS.with_borrow_mut(|clients| clients.insert(handle, client));
    handle
}

extern "system" fn close<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) {
    answer(&mut env, |_| CLIENTS.with_borrow_mut(|clients| clients.remove(&handle)).map(drop).ok_or(Refused::Closed));
}

extern "system" fn ticks<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> jlong {
    answer(&mut env, |_| with(handle, |client| Ok(client.shown().tick as jlong)))
}

/// Methods that fill an array with what a client tells.
macro_rules! fillers {
    ($($function:ident($array:ident) = $numbers:expr;)*) => {$(
        extern "system" fn $function<'local>(
            mut env: EnvUnowned<'local>,
            _: JClass<'local>,
            handle: jlong,
            out: $array<'local>,
        ) {
            answer(&mut env, |env| {
                let numbers = with(handle, |client| Ok($numbers(client)))?;
                Ok(out.set_region(env, 0, &numbers)?)
            });
        }
    )*};
}
fillers! {
    player(JDoubleArray) = |client: &Client| client.player();
    facts(JIntArray) = |client: &Client| client.facts();
    inventory(JIntArray) = |client: &Client| stacks(client.shown().inventory.slots.iter());
    menu(JIntArray) = |client: &Client| {
        let menu = &client.shown().menu;
        stacks(menu.slots.iter().chain([&menu.cursor]))
    };
}

/// Methods that return what a client tells, as whole numbers.
macro_rules! lists {
    ($($function:ident = $numbers:expr;)*) => {$(
        extern "system" fn $function<'local>(
            mut env: EnvUnowned<'local>,
            _: JClass<'local>,
            handle: jlong,
        ) -> JIntArray<'local> {
            answer(&mut env, |env| {
                let numbers: Vec<jint> = with(handle, |client| Ok($numbers(client)))?;
                ints(env, &numbers)
            })
        }
    )*};
}
lists! {
    effects_at_work = |client: &Client| {
        let effects = client.shown().player.effects.iter();
        let numbers =
            effects.flat_map(|active| [names::effect_id(active.effect), active.amplifier.into(), active.ticks as jint]);
        numbers.collect()
    };
    properties = |client: &Client| client.shown().menu.properties.iter().map(|value| (*value).into()).collect();
    loaded = |client: &Client| chunks(client.loaded());
    unloaded = |client: &Client| chunks(client.unloaded());
    changes = |client: &Client| {
        let changes = client.shown().events.iter().filter_map(|event| match event {
            Event::BlockChanged { pos, state } => Some([pos.x, pos.y, pos.z, state.id().into()]),
            _ => None,
        });
        changes.flatten().collect()
    };
    controls = |client: &Client| client.controls().to_vec();
    statistic_counts = |client: &Client| client.statistics().iter().map(|(_, count)| *count).collect();
}

fn stacks<'a>(slots: impl Iterator<Item = &'a Slot>) -> Vec<jint> {
    slots.flat_map(|slot| stack(*slot)).collect()
}

fn chunks(chunks: &[ChunkPos]) -> Vec<jint> {
    chunks.iter().flat_map(|chunk| [chunk.x, chunk.z]).collect()
}

extern "system" fn enchantments_of<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    which: jint,
    place: jint,
) -> JIntArray<'local> {
    answer(&mut env, |env| {
        let numbers = with(handle, |client| {
            let Observation { inventory, menu, entities, .. } = client.shown();
            let slot = match which {
                0 => inventory.slots.get(place as usize).copied().flatten(),
                1 => menu.slot(place as u16),
                2 => menu.cursor,
                _ => entities.iter().find(|entity| entity.id == place as u32).and_then(|entity| entity.item),
            };
            Ok(enchantments(slot))
        })?;
        ints(env, &numbers)
    })
}

extern "system" fn entity_count<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> jint {
    answer(&mut env, |_| with(handle, |client| Ok(client.shown().entities.len() as jint)))
}

extern "system" fn entities<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    out_ints: JIntArray<'local>,
    out_doubles: JDoubleArray<'local>,
) {
    answer(&mut env, |env| {
        let (mut whole, mut other) = (Vec::new(), Vec::new());
        with(handle, |client| {
            for entity in client.shown().entities.iter() {
                let head =
                    [entity.id as jint, entity.kind.id().into(), entity.flags.bits().into(), entity.variant.into()];
                whole.extend(head);
                whole.extend(stack(entity.item));
                other.extend(entity.pos.to_array());
                other.extend(entity.velocity.to_array());
                let health = entity.health.map_or(-1.0, f64::from);
                other.extend([entity.yaw.into(), entity.width, entity.height, health]);
            }
            Ok(())
        })?;
        out_ints.set_region(env, 0, &whole)?;
        Ok(out_doubles.set_region(env, 0, &other)?)
    });
}

extern "system" fn column<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    x: jint,
    z: jint,
    raw_ids: JIntArray<'local>,
    count: jint,
    out: JByteBuffer<'local>,
) -> jint {
    answer(&mut env, |env| {
        let mut ids = Vec::new();
        if !raw_ids.is_null() {
            ids.resize(raw_ids.len(env)?, 0);
            raw_ids.get_region(env, 0, &mut ids)?;
        }
        let bytes = with(handle, |client| {
            let column = client.shown().terrain.column(ChunkPos::new(x, z));
            let column = column.ok_or_else(|| Refused::Wrong(format!("no column is loaded at {x} {z}")))?;
            let id = |state: BlockState| ids.get(usize::from(state.id())).map_or(0, |id| *id as u32);
            Ok(if ids.is_empty() {
                packet::column(column)
            } else {
                packet::renumbered(column, id, count.max(0) as usize)
            })
        })?;
        let (address, capacity) = (env.get_direct_buffer_address(&out)?, env.get_direct_buffer_capacity(&out)?);
        if capacity < bytes.len() {
            return Err(Refused::Wrong(format!("a column of {} bytes in a buffer of {capacity}", bytes.len())));
        }
        // SAFETY: the buffer is direct and large enough, its memory lives as long as the reference, and it is not ours.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address, bytes.len()) };
        Ok(bytes.len() as jint)
    })
}

extern "system" fn block<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    x: jint,
    y: jint,
    z: jint,
) -> jint {
    answer(&mut env, |_| {
        let state = with(handle, |client| Ok(client.shown().terrain.block(BlockPos::new(x, y, z))))?;
        Ok(state.map_or(-1, |state| state.id().into()))
    })
}

extern "system" fn biome<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    x: jint,
    y: jint,
    z: jint,
) -> jint {
    answer(&mut env, |_| {
        let biome = with(handle, |client| Ok(client.shown().terrain.biome(BlockPos::new(x, y, z))))?;
        Ok(biome.map_or(-1, |biome| biome.id().into()))
    })
}

extern "system" fn events<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JStrings<'local> {
    answer(&mut env, |env| {
        let texts = with(handle, |client| Ok(client.events()))?;
        strings(env, &texts)
    })
}

extern "system" fn statistic_names<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
) -> JStrings<'local> {
    answer(&mut env, |env| {
        let names: Vec<String> =
            with(handle, |client| Ok(client.statistics().iter().map(|(name, _)| name.clone()).collect()))?;
        strings(env, &names)
    })
}

extern "system" fn carried<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    item: JString<'local>,
) -> jint {
    answer(&mut env, |env| {
        let name = item.try_to_string(env)?;
        let item = Item::from_name(&name).ok_or_else(|| Refused::Wrong(format!("there is no item {name}")))?;
        with(handle, |client| Ok(client.shown().inventory.count(item) as jint))
    })
}

extern "system" fn tick<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    keys: jint,
    yaw: jfloat,
    pitch: jfloat,
    hotbar: jint,
    screen: jint,
    mode: jint,
    slot: jint,
    click_button: jint,
    button: jint,
    respawns: jboolean,
    asks: jboolean,
    chat: JString<'local>,
    rename: JString<'local>,
    read: JIntArray<'local>,
) {
    answer(&mut env, |env| {
        let typed = Typed { keys, hotbar, screen, click: [mode, slot, click_button], button, respawns, asks };
        let control = typed.control(maybe_text(env, &chat)?, maybe_text(env, &rename)?);
        let mut numbers = [0; PRESSES];
        if !read.is_null() {
            read.get_region(env, 0, &mut numbers)?;
        }
        let hands = Hands { control, yaw, pitch, presses: (!read.is_null()).then(|| presses(numbers)) };
        let (attack, usage) = with(handle, |client| {
            client.tick(&hands);
            Ok(client.cooldowns())
        })?;
        if !read.is_null() {
            [numbers[PRESSES - 2], numbers[PRESSES - 1]] = [attack as jint, usage.into()];
            read.set_region(env, 0, &numbers)?;
        }
        Ok(())
    });
}

/// What is done for a player without a client. It is refused where the client is far from its world, or a step comes
/// before the one that it needs.
fn apart<T>(handle: jlong, step: impl FnOnce(&mut Client) -> Option<T>) -> Result<T, Refused> {
    with(handle, |client| step(client).ok_or_else(|| Refused::Wrong("not in this world, or not in this order".into())))
}

extern "system" fn played<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    goal: JString<'local>,
    seed: jlong,
    radius: jint,
    ticks: jlong,
) -> JStrings<'local> {
    answer(&mut env, |env| {
        let setup = setup(goal.try_to_string(env)?, seed, Land::Generated, radius, 0, ticks.max(0) as u64);
        let mut keeper = Keeper::default();
        play(&setup, &mut [&mut keeper])?;
        let controls: Vec<Control> = keeper.hands.into_iter().map(|hands| hands.control).collect();
        strings(env, &crate::apart::played(setup.client()?.into_world(), &controls))
    })
}

extern "system" fn look(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, yaw: jfloat, pitch: jfloat) {
    answer(&mut env, |_| apart(handle, |client| client.look(yaw, pitch)));
}

extern "system" fn ask_statistics(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    answer(&mut env, |_| apart(handle, |client| client.step(World::tell_statistics)));
}

extern "system" fn operate<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    line: JString<'local>,
) -> jboolean {
    answer(&mut env, |env| {
        let line = line.try_to_string(env)?;
        apart(handle, |client| client.operate(&line))
    })
}

extern "system" fn come_back(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    answer(&mut env, |_| apart(handle, |client| client.step(World::come_back)));
}

extern "system" fn close_window(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    answer(&mut env, |_| apart(handle, |client| client.step(World::close)));
}

extern "system" fn click(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    mode: jint,
    slot: jint,
    of_click: jint,
    button: jint,
) {
    let typed = Typed { hotbar: -1, click: [mode, slot, of_click], button, ..Typed::default() };
    let control = typed.control(None, None);
    answer(&mut env, |_| apart(handle, |client| client.step(|world| world.click(&control))));
}

extern "system" fn carry_out(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    kind: jint,
    hand: jint,
    number: jint,
    x: jint,
    y: jint,
    z: jint,
    side: jint,
    point_x: jdouble,
    point_y: jdouble,
    point_z: jdouble,
) -> jint {
    let (numbers, point) = ([kind, hand, number, x, y, z, side], DVec3::new(point_x, point_y, point_z));
    answer(&mut env, |_| {
        Ok(match apart(handle, |client| client.carry_out(numbers, point))? {
            ActionResult::Success => 0,
            ActionResult::Consume => 1,
            ActionResult::Pass => 2,
            ActionResult::Fail => 3,
        })
    })
}

extern "system" fn breaking_delta(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    x: jint,
    y: jint,
    z: jint,
) -> jfloat {
    answer(&mut env, |_| with(handle, |client| Ok(client.breaking_delta(BlockPos::new(x, y, z)))))
}

extern "system" fn fresh_changes<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
) -> JIntArray<'local> {
    answer(&mut env, |env| {
        let fresh = with(handle, |client| Ok(client.fresh_changes()))?;
        let numbers = fresh.iter().flat_map(|(pos, state)| [pos.x, pos.y, pos.z, state.id().into()]);
        ints(env, &numbers.collect::<Vec<jint>>())
    })
}

extern "system" fn begin_move(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) -> jint {
    answer(&mut env, |_| apart(handle, Client::begin_move))
}

extern "system" fn end_tick(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    forward: jfloat,
    sideways: jfloat,
    jumping: jboolean,
    sneaking: jboolean,
    sprinting: jboolean,
) {
    let steps = Steps { forward, sideways, jumping, sneaking, sprinting };
    answer(&mut env, |_| apart(handle, |client| client.end_tick(steps)));
}

extern "system" fn done<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JString<'local> {
    answer(&mut env, |env| {
        let text = with(handle, |client| Ok(client.done()))?;
        Ok(env.new_string(text)?)
    })
}
