//! `Terrain.java`.

use std::cell::RefCell;

use anima_body::{BlockPos, ChunkPos};
use jni::objects::{JByteBuffer, JClass};
use jni::sys::{jint, jlong};
use jni::{EnvUnowned, jni_str};

use super::arguments::copy_direct;
use super::guard::{in_java, on_land};
use super::{Natives, handles, methods};
use crate::Fault;
use crate::land::Land;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Terrain"),
    methods: methods![
        "want" "(J)J" => want,
        "loaded" "(JII)V" => loaded,
        "column" "(JIILjava/nio/ByteBuffer;II)V" => column,
        "block" "(JIIII)V" => block,
        "unload" "(JII)V" => unload,
        "close" "(J)V" => close,
    ],
};

thread_local! {
    /// Bytes of Java that are being read, kept for their room.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What says that no column is wanted, as `Terrain.NOTHING`: no chunk lies there.
const NOTHING: jlong = jlong::MIN;

extern "system" fn want(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) -> jlong {
    on_land(&mut env, handle, |land| {
        let wanted = land.want();
        // As `ChunkPos.toLong` has it.
        Ok(wanted.map_or(NOTHING, |chunk| jlong::from(chunk.z) << 32 | jlong::from(chunk.x as u32)))
    })
}

extern "system" fn loaded(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, x: jint, z: jint) {
    on_land(&mut env, handle, |land| {
        land.loaded(ChunkPos::new(x, z));
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
    read(&mut env, handle, &part, |land, bytes| land.column(ChunkPos::new(x, z), bytes));
}

/// A part of a direct buffer.
struct Part<'local> {
    buffer: JByteBuffer<'local>,
    what: &'static str,
    offset: jint,
    length: jint,
}

/// Hands the bytes of a buffer to the land.
fn read<'local>(
    env: &mut EnvUnowned<'local>,
    handle: jlong,
    part: &Part<'local>,
    take: impl FnOnce(&mut Land, &[u8]) -> Result<(), Fault>,
) {
    in_java(env, handle, |env| {
        handles::with_land(handle, |land| {
            BYTES.with_borrow_mut(|bytes| {
                copy_direct(env, &part.buffer, part.what, part.offset, part.length, bytes)?;
                take(&mut land.borrow_mut(), bytes)
            })
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
    on_land(&mut env, handle, |land| {
        land.block(BlockPos::new(x, y, z), state);
        Ok(())
    });
}

extern "system" fn unload(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, x: jint, z: jint) {
    on_land(&mut env, handle, |land| {
        land.unload(ChunkPos::new(x, z));
        Ok(())
    });
}

extern "system" fn close(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    in_java(&mut env, handle, |_| handles::close(handle, "terrain"));
}
