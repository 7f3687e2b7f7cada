//! `Senses.java`.

use anima_body::{BlockPos, Entity, EntityFlags, MenuKind, PlayerFlags, Screen, Weather};
use glam::DVec3;
use jni::objects::{JClass, JIntArray, JObjectArray, JString};
use jni::refs::Reference;
use jni::sys::{jboolean, jdouble, jfloat, jint, jlong};
use jni::{EnvUnowned, jni_str};

use super::arguments::{enchantments, numbers, texts};
use super::guard::{in_java, on_body};
use super::{Natives, handles, methods};
use crate::Fault;
use crate::mirror::Mirror;
use crate::mode::GameMode;
use crate::registries::RawStack;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Senses"),
    methods: methods![
        "place" "(JDDDDDD)V" => place,
        "look" "(JFFFF)V" => look,
        "stance" "(JII)V" => stance,
        "vitals" "(JFIFI)V" => vitals,
        "experience" "(JIF)V" => experience,
        "hands" "(JFF)V" => hands,
        "effects" "(J[II)V" => effects,
        "world" "(JJIZ)V" => world,
        "mode" "(JIZ)V" => mode,
        "light" "(JII)V" => light,
        "statistics" "(J[Ljava/lang/String;[I)V" => statistics,
        "inventory" "(JIIII[I)V" => inventory,
        "selected" "(JI)V" => selected,
        "menu" "(JII)V" => menu,
        "slot" "(JIIII[I)V" => slot,
        "cursor" "(JIII[I)V" => cursor,
        "property" "(JII)V" => property,
        "screen" "(JI)V" => screen,
        "entity" "(JIIDDDDDDFFFFII)V" => entity,
        "entityItem" "(JIIII[I)V" => entity_item,
        "hearts" "(JI)V" => hearts,
        "entityGone" "(JI)V" => entity_gone,
        "targetNothing" "(J)V" => target_nothing,
        "targetBlock" "(JIIIIDDD)V" => target_block,
        "targetEntity" "(JI)V" => target_entity,
    ],
};

extern "system" fn place(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    x: jdouble,
    y: jdouble,
    z: jdouble,
    velocity_x: jdouble,
    velocity_y: jdouble,
    velocity_z: jdouble,
) {
    on_body(&mut env, handle, |body| {
        let pos = finite([x, y, z], "the player's position")?;
        let velocity = finite([velocity_x, velocity_y, velocity_z], "the player's velocity")?;
        body.mirror()?.place(pos, velocity);
        Ok(())
    });
}

extern "system" fn look(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    yaw: jfloat,
    pitch: jfloat,
    eye_height: jfloat,
    height: jfloat,
) {
    on_body(&mut env, handle, |body| {
        finite([yaw.into(), pitch.into(), eye_height.into()], "the player's look")?;
        let player = body.mirror()?.player_mut()?;
        (player.yaw, player.pitch) = (yaw, pitch);
        (player.eye_height, player.height) = (eye_height.into(), height.into());
        Ok(())
    });
}

extern "system" fn stance(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, flags: jint, double_tap: jint) {
    on_body(&mut env, handle, |body| {
        let flags = u16::try_from(flags).ok().and_then(PlayerFlags::from_bits);
        let flags = flags.ok_or_else(|| Fault::Argument("flags hold a bit that means nothing".into()))?;
        let player = body.mirror()?.player_mut()?;
        player.flags = flags;
        player.double_tap = double_tap.clamp(0, 255) as u8;
        Ok(())
    });
}

extern "system" fn vitals(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    health: jfloat,
    food: jint,
    saturation: jfloat,
    air: jint,
) {
    on_body(&mut env, handle, |body| {
        let player = body.mirror()?.player_mut()?;
        (player.health, player.saturation, player.air) = (health, saturation, air);
        player.food = food.clamp(0, 255) as u8;
        Ok(())
    });
}

extern "system" fn experience(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, level: jint, progress: jfloat) {
    on_body(&mut env, handle, |body| {
        let player = body.mirror()?.player_mut()?;
        (player.level, player.level_progress) = (level.max(0) as u32, progress);
        Ok(())
    });
}

extern "system" fn hands(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    attack_charge: jfloat,
    dig_progress: jfloat,
) {
    on_body(&mut env, handle, |body| {
        let player = body.mirror()?.player_mut()?;
        (player.attack_charge, player.dig_progress) = (attack_charge, dig_progress);
        Ok(())
    });
}

/// Three numbers that nothing can be reckoned with if one is none.
fn finite(numbers: [f64; 3], what: &str) -> Result<DVec3, Fault> {
    let vector = DVec3::from(numbers);
    if vector.is_finite() { Ok(vector) } else { Err(Fault::Argument(format!("{what} is {vector}"))) }
}

extern "system" fn effects<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    effects: JIntArray<'local>,
    count: jint,
) {
    /// Most effects that somebody has.
    const MOST: usize = 256;
    in_java(&mut env, handle, |env| {
        if effects.is_null() {
            return Err(Fault::Null("effects"));
        }
        let wanted = usize::try_from(count).ok().filter(|count| *count <= MOST);
        let wanted = wanted.ok_or_else(|| Fault::argument("count", count, "0 to 256"))?;
        let mut numbers = [0; 3 * MOST];
        let numbers = &mut numbers[..3 * wanted];
        let length = effects.len(env)?;
        if length < numbers.len() {
            return Err(Fault::Argument(format!("{count} effects do not lie in an array of {length}")));
        }
        effects.get_region(env, 0, numbers)?;
        let (effects, _) = numbers.as_chunks::<3>();
        handles::with_body(handle, |body| {
            body.mirror()?.effects(effects);
            Ok(())
        })
    });
}

extern "system" fn world(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    time_of_day: jlong,
    weather: jint,
    peaceful: jboolean,
) {
    on_body(&mut env, handle, |body| {
        let weather = match weather {
            0 => Weather::Clear,
            1 => Weather::Rain,
            2 => Weather::Thunder,
            other => return Err(Fault::argument("weather", other, "0 to 2")),
        };
        body.mirror()?.sky(time_of_day, weather, peaceful);
        Ok(())
    });
}

extern "system" fn mode(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, mode: jint, hardcore: jboolean) {
    on_body(&mut env, handle, |body| {
        body.mirror()?.mode(GameMode::from_id(mode)?, hardcore);
        Ok(())
    });
}

extern "system" fn light(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, sky: jint, block: jint) {
    on_body(&mut env, handle, |body| {
        body.mirror()?.light(sky, block);
        Ok(())
    });
}

extern "system" fn statistics<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    names: JObjectArray<'local, JString<'local>>,
    counts: JIntArray<'local>,
) {
    in_java(&mut env, handle, |env| {
        let names = texts(env, &names, "names")?;
        let counts = numbers(env, &counts, "counts")?;
        handles::with_body(handle, |body| body.mirror()?.statistics_mut().tell(&names, &counts))
    });
}

/// Hands a stack to the mirror.
fn take_stack<'local>(
    env: &mut EnvUnowned<'local>,
    handle: jlong,
    [item, count, damage]: [jint; 3],
    pairs: &JIntArray<'local>,
    take: impl FnOnce(&mut Mirror, RawStack<'_>) -> Result<(), Fault>,
) {
    if pairs.is_null() {
        return on_body(env, handle, |body| take(body.mirror()?, RawStack { item, count, damage, enchantments: &[] }));
    }
    in_java(env, handle, |env| {
        let enchantments = enchantments(env, pairs)?;
        let told = RawStack { item, count, damage, enchantments: &enchantments };
        handles::with_body(handle, |body| take(body.mirror()?, told))
    });
}

extern "system" fn inventory<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    slot: jint,
    item: jint,
    count: jint,
    damage: jint,
    enchantments: JIntArray<'local>,
) {
    let stack = [item, count, damage];
    take_stack(&mut env, handle, stack, &enchantments, |mirror, told| mirror.inventory(slot, told));
}

extern "system" fn selected(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, slot: jint) {
    on_body(&mut env, handle, |body| body.mirror()?.selected(slot));
}

extern "system" fn menu(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, menu: jint, slots: jint) {
    on_body(&mut env, handle, |body| {
        let mirror = body.mirror()?;
        let kind = match menu {
            -1 => Some(MenuKind::Player),
            -2 => None,
            id => mirror.registries().menu(id),
        };
        mirror.menu(kind, slots)
    });
}

extern "system" fn slot<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    slot: jint,
    item: jint,
    count: jint,
    damage: jint,
    enchantments: JIntArray<'local>,
) {
    let stack = [item, count, damage];
    take_stack(&mut env, handle, stack, &enchantments, |mirror, told| mirror.slot(slot, told));
}

extern "system" fn cursor<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    item: jint,
    count: jint,
    damage: jint,
    enchantments: JIntArray<'local>,
) {
    take_stack(&mut env, handle, [item, count, damage], &enchantments, Mirror::cursor);
}

extern "system" fn property(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, index: jint, value: jint) {
    on_body(&mut env, handle, |body| body.mirror()?.property(index, value));
}

extern "system" fn screen(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, screen: jint) {
    on_body(&mut env, handle, |body| {
        let screen = match screen {
            0 => Screen::None,
            1 => Screen::Inventory,
            2 => Screen::Container,
            3 => Screen::Death,
            4 => Screen::Other,
            other => return Err(Fault::argument("screen", other, "0 to 4")),
        };
        body.mirror()?.set_screen(screen);
        Ok(())
    });
}

extern "system" fn entity(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    id: jint,
    kind: jint,
    x: jdouble,
    y: jdouble,
    z: jdouble,
    velocity_x: jdouble,
    velocity_y: jdouble,
    velocity_z: jdouble,
    yaw: jfloat,
    width: jfloat,
    height: jfloat,
    health: jfloat,
    flags: jint,
    variant: jint,
) {
    on_body(&mut env, handle, |body| {
        let mirror = body.mirror()?;
        let flags = u16::try_from(flags).ok().and_then(EntityFlags::from_bits);
        let entity = Entity {
            id: id as u32,
            kind: mirror.registries().kind(kind),
            pos: finite([x, y, z], "an entity's position")?,
            velocity: finite([velocity_x, velocity_y, velocity_z], "an entity's velocity")?,
            yaw,
            width: f64::from(width),
            height: f64::from(height),
            // What does not live has none; -0.0 is not below 0.
            health: (health >= 0.0).then_some(health),
            flags: flags.ok_or_else(|| Fault::Argument("flags hold a bit that means nothing".into()))?,
            item: None,
            variant: variant.clamp(0, 255) as u8,
        };
        mirror.entity(entity);
        Ok(())
    });
}

extern "system" fn entity_item<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    id: jint,
    item: jint,
    count: jint,
    damage: jint,
    enchantments: JIntArray<'local>,
) {
    let stack = [item, count, damage];
    take_stack(&mut env, handle, stack, &enchantments, |mirror, told| mirror.entity_item(id, told));
}

extern "system" fn hearts(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, id: jint) {
    on_body(&mut env, handle, |body| {
        body.mirror()?.hearts(id);
        Ok(())
    });
}

extern "system" fn entity_gone(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, id: jint) {
    on_body(&mut env, handle, |body| {
        body.mirror()?.entity_gone(id);
        Ok(())
    });
}

extern "system" fn target_nothing(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    on_body(&mut env, handle, |body| {
        body.mirror()?.target_nothing();
        Ok(())
    });
}

extern "system" fn target_block(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    x: jint,
    y: jint,
    z: jint,
    face: jint,
    point_x: jdouble,
    point_y: jdouble,
    point_z: jdouble,
) {
    on_body(&mut env, handle, |body| {
        let point = finite([point_x, point_y, point_z], "the point that the cross-hair meets")?;
        body.mirror()?.target_block(BlockPos::new(x, y, z), face, point)
    });
}

extern "system" fn target_entity(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, id: jint) {
    on_body(&mut env, handle, |body| {
        body.mirror()?.target_entity(id);
        Ok(())
    });
}
