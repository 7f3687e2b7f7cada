//! What goes wrong at the border becomes an exception; nothing else leaves it.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use jni::strings::{JNIStr, JNIString};
use jni::sys::jlong;
use jni::{Env, EnvUnowned, Outcome, jni_str};

use super::handles;
use crate::land::Land;
use crate::{Body, Fault};

thread_local! {
    /// What the last panic on this thread said, and where.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Logs every panic with its backtrace, also those of our other threads.
pub fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|info| {
            let place = info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
            let text = format!("{} ({place})", said(info.payload()));
            // The library of a jar has no names for what is called: with the addresses they are found in its symbols.
            let known = super::JNI_OnLoad as *const ();
            let calls = format!("{:#}", Backtrace::force_capture());
            tracing::error!(%calls, "panic: {text}; JNI_OnLoad is at {known:p}");
            LAST.set(text);
        }));
    });
}

fn said(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}

/// Calls a function on a body; needs nothing of the JVM unless it fails.
pub fn on_body<T: Default>(
    env: &mut EnvUnowned<'_>,
    handle: jlong,
    call: impl FnOnce(&mut Body) -> Result<T, Fault>,
) -> T {
    without_java(env, handle, || handles::with_body(handle, call))
}

/// Calls a function on a land; needs nothing of the JVM unless it fails.
pub fn on_land<T: Default>(
    env: &mut EnvUnowned<'_>,
    handle: jlong,
    call: impl FnOnce(&mut Land) -> Result<T, Fault>,
) -> T {
    without_java(env, handle, || handles::with_land(handle, |land| call(&mut land.borrow_mut())))
}

fn without_java<T: Default>(env: &mut EnvUnowned<'_>, handle: jlong, call: impl FnOnce() -> Result<T, Fault>) -> T {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => value,
        Ok(Err(fault)) => fail(env, Failure::Fault(fault)),
        Err(payload) => fail(env, Failure::Panic(handle, payload)),
    }
}

/// Calls a function with the JVM at hand.
pub fn in_java<'local, T: Default>(
    env: &mut EnvUnowned<'local>,
    handle: jlong,
    call: impl FnOnce(&mut Env<'local>) -> Result<T, Fault>,
) -> T {
    match env.with_env(call).into_outcome() {
        Outcome::Ok(value) => value,
        Outcome::Err(fault) => fail(env, Failure::Fault(fault)),
        Outcome::Panic(payload) => fail(env, Failure::Panic(handle, payload)),
    }
}

enum Failure {
    Fault(Fault),
    /// A panic, and the handle that it happened on.
    Panic(jlong, Box<dyn Any + Send>),
}

fn fail<T: Default>(env: &mut EnvUnowned<'_>, failure: Failure) -> T {
    let (class, message): (&JNIStr, String) = match failure {
        Failure::Fault(fault) => {
            let class = match &fault {
                Fault::Null(_) => jni_str!("java/lang/NullPointerException"),
                Fault::Argument(_) => jni_str!("java/lang/IllegalArgumentException"),
                Fault::State(_) | Fault::Jvm(_) => jni_str!("java/lang/IllegalStateException"),
            };
            (class, fault.to_string())
        }
        Failure::Panic(handle, payload) => {
            // What a panic carries may itself panic when it is dropped.
            std::mem::forget(payload);
            let text = LAST.take();
            handles::break_off(handle, &text);
            (jni_str!("anima/mod/bridge/BridgePanic"), text)
        }
    };
    let thrown = env.with_env_no_catch(|env| {
        // An exception that is on its way already says more than ours would.
        if !env.exception_check() {
            drop(env.throw_new(class, JNIString::from(message)));
        }
        Ok::<(), jni::errors::Error>(())
    });
    drop(thrown.into_outcome());
    T::default()
}
