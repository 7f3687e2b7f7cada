//! `Host.java`.

use std::path::Path;
use std::rc::Rc;

use jni::objects::{JBooleanArray, JByteArray, JClass, JFloatArray, JObjectArray, JString, JThread};
use jni::sys::{jint, jlong};
use jni::{Env, EnvUnowned, jni_str};

use super::arguments::{booleans, bytes, floats, text, text_array, texts};
use super::guard::in_java;
use super::handles::{self, Opened};
use super::{Natives, methods};
use crate::registries::Names;
use crate::{Body, Fault, Host};

type JStrings<'local> = JObjectArray<'local, JString<'local>>;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Host"),
    methods: methods![
        "open" "(Ljava/lang/String;Ljava/lang/String;)J" => open,
        "registries" "(J[Ljava/lang/String;[B[F[B[Ljava/lang/String;[Ljava/lang/String;[Z[Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;)V" => registries,
        "terrain" "(JII[Ljava/lang/String;)J" => terrain,
        "body" "(J)J" => body,
        "takeLog" "(J)[Ljava/lang/String;" => take_log,
        "close" "(J)V" => close,
    ],
};

/// The name of the thread that calls.
///
/// # Errors
/// If the JVM does not tell.
pub fn owner(env: &mut Env<'_>) -> Result<String, Fault> {
    Ok(JThread::current_thread(env)?.get_name(env)?.try_to_string(env)?)
}

extern "system" fn open<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    config: JString<'local>,
    game: JString<'local>,
) -> jlong {
    in_java(&mut env, 0, |env| {
        let config = text(env, &config, "config")?;
        let game = text(env, &game, "game")?;
        let owner = owner(env)?;
        // What the game has is told next.
        let host = Host::open(Path::new(&config), Path::new(&game), &Names::default());
        Ok(handles::keep(Opened::Host(host), owner))
    })
}

extern "system" fn registries<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    block_states: JStrings<'local>,
    shapes: JByteArray<'local>,
    hardnesses: JFloatArray<'local>,
    tools: JByteArray<'local>,
    items: JStrings<'local>,
    entity_types: JStrings<'local>,
    monsters: JBooleanArray<'local>,
    enchantments: JStrings<'local>,
    effects: JStrings<'local>,
    menus: JStrings<'local>,
) {
    in_java(&mut env, handle, |env| {
        let names = Names {
            block_states: texts(env, &block_states, "blockStates")?,
            shapes: bytes(env, &shapes, "shapes")?,
            hardnesses: floats(env, &hardnesses, "hardnesses")?,
            tools: bytes(env, &tools, "tools")?,
            items: texts(env, &items, "items")?,
            entity_types: texts(env, &entity_types, "entityTypes")?,
            monsters: booleans(env, &monsters, "monsters")?,
            enchantments: texts(env, &enchantments, "enchantments")?,
            effects: texts(env, &effects, "effects")?,
            menus: texts(env, &menus, "menus")?,
        };
        handles::with_host(handle, |host| {
            host.borrow_mut().tell_registries(&names);
            Ok(())
        })
    });
}

extern "system" fn terrain<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    bottom_y: jint,
    height: jint,
    biomes: JStrings<'local>,
) -> jlong {
    in_java(&mut env, handle, |env| {
        let biomes = texts(env, &biomes, "biomes")?;
        let land = handles::with_host(handle, |host| host.borrow().land(bottom_y, height, &biomes))?;
        Ok(handles::keep(Opened::Land(land), owner(env)?))
    })
}

extern "system" fn body<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> jlong {
    in_java(&mut env, handle, |env| {
        let body = handles::with_host(handle, |host| Ok(Body::new(host)))?;
        Ok(handles::keep(Opened::Body(Rc::new(body.into())), owner(env)?))
    })
}

extern "system" fn take_log<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JStrings<'local> {
    in_java(&mut env, handle, |env| {
        let lines = handles::with_host(handle, |host| {
            let log = &host.borrow().log;
            Ok(if log.is_waiting() { log.take() } else { Vec::new() })
        })?;
        if lines.is_empty() { Ok(JStrings::default()) } else { text_array(env, &lines) }
    })
}

extern "system" fn close(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    in_java(&mut env, handle, |_| handles::close(handle, "host"));
}
