//! `Frames.java`.

use jni::objects::{JByteBuffer, JClass};
use jni::sys::{jint, jlong};
use jni::{EnvUnowned, jni_str};

use super::arguments::copy_direct;
use super::guard::in_java;
use super::{Natives, handles, methods};
use crate::Fault;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Frames"),
    methods: methods!["frame" "(JLjava/nio/ByteBuffer;II)V" => frame],
};

/// The widest and highest picture, as graphics cards have it.
const LARGEST: jint = 16_384;

extern "system" fn frame<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    pixels: JByteBuffer<'local>,
    width: jint,
    height: jint,
) {
    in_java(&mut env, handle, |env| {
        for (what, side) in [("width", width), ("height", height)] {
            if !(1..=LARGEST).contains(&side) {
                return Err(Fault::argument(what, side, "1 to 16384"));
            }
        }
        handles::with_body(handle, |body| {
            let copy = |bytes: &mut Vec<u8>| copy_direct(env, &pixels, "pixels", 0, 4 * width * height, bytes);
            body.pictures()?.hand_over(width as usize, height as usize, copy)
        })
    });
}
