//! `Terrain.java`.

use anima_body::{BlockPos, ChunkPos};
use jni::objects::{JByteBuffer, JClass};
use jni::sys::{jint, jlong};
use jni::{EnvUnowned, jni_str};

use super::arguments::copy_direct;
use super::guard::{in_java, on_session};
use super::{Natives, methods, sessions};
use crate::Fault;
use crate::mirror::Mirror;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Terrain"),
    methods: methods![
        "want" "(J)J" => want,
        "loaded" "(JII)V" => loaded,
        "column" "(JIILjava/nio/ByteBuffer;II)V" => column,
        "biomes" "(JIILjava/nio/ByteBuffer;II)V" => biomes,
        "block" "(JIIII)V" => block,
        "unload" "(JII)V" => unload,
    ],
};

/// What says that no column is wanted, as `Terrain.NOTHING`: no chunk lies there.
const NOTHING: jlong = jlong::MIN;

extern "system" fn want(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) -> jlong {
    on_session(&mut env, handle, |session| {
        let wanted = session.mirror()?.want();
        // As `ChunkPos.toLong` has it.
        Ok(wanted.map_or(NOTHING, |chunk| jlong::from(chunk.z) << 32 | jlong::from(chunk.x as u32)))
    })
}

extern "system" fn loaded(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, x: jint, z: jint) {
    on_session(&mut env, handle, |session| {
        session.mirror()?.loaded(ChunkPos::new(x, z));
        Ok(())
    });
}

extern "system" fn column<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    x: jint,
    z: jint,
    sections: JByteBuffer<'local>,
    offset: jint,
    length: jint,
) {
    let part = Part { buffer: sections, what: "sections", offset, length };
    read(&mut env, handle, &part, |mirror, bytes| mirror.column(ChunkPos::new(x, z), bytes));
}

extern "system" fn biomes<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    x: jint,
    z: jint,
    biomes: JByteBuffer<'local>,
    offset: jint,
    length: jint,
) {
    let part = Part { buffer: biomes, what: "biomes", offset, length };
    read(&mut env, handle, &part, |mirror, bytes| mirror.biomes(ChunkPos::new(x, z), bytes));
}

/// A part of a direct buffer.
struct Part<'local> {
    buffer: JByteBuffer<'local>,
    what: &'static str,
    offset: jint,
    length: jint,
}

/// Hands the bytes of a buffer to the mirror.
fn read<'local>(
    env: &mut EnvUnowned<'local>,
    handle: jlong,
    part: &Part<'local>,
    take: impl FnOnce(&mut Mirror, &[u8]) -> Result<(), Fault>,
) {
    in_java(env, handle, |env| {
        sessions::with(handle, |session| {
            let mut bytes = std::mem::take(&mut session.scratch);
            let copied = copy_direct(env, &part.buffer, part.what, part.offset, part.length, &mut bytes);
            let taken = copied.and_then(|()| take(session.mirror()?, &bytes));
            session.scratch = bytes;
            taken
        })
    });
}

extern "system" fn block(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    x: jint,
    y: jint,
    z: jint,
    state: jint,
) {
    on_session(&mut env, handle, |session| {
        session.mirror()?.block(BlockPos::new(x, y, z), state);
        Ok(())
    });
}

extern "system" fn unload(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, x: jint, z: jint) {
    on_session(&mut env, handle, |session| {
        session.mirror()?.unload(ChunkPos::new(x, z));
        Ok(())
    });
}
