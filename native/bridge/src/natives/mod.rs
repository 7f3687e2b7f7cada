//! The border to Java: one file per class with native methods, one policy for what goes wrong.
//!
//! Each method looks up what its handle stands for, reads its arguments, and calls one function of ours. A [`Fault`] becomes the
//! exception that `package-info.java` names; a panic is logged with its backtrace, stops the agent and becomes a
//! `BridgePanic`.

mod arguments;
mod body;
mod config;
mod console;
mod events;
mod frames;
mod guard;
mod handles;
mod hands;
mod host;
mod senses;
mod suite;
mod terrain;

use std::ffi::c_void;

use jni::strings::JNIStr;
use jni::sys::{JNI_ERR, JNI_VERSION_1_8, JavaVM as RawVm, jint};
use jni::{Env, JavaVM, NativeMethod};

/// The native methods of a class: its name, and each method's name, signature and function.
struct Natives {
    class: &'static JNIStr,
    methods: &'static [Method],
}

/// A static native method.
struct Method {
    name: &'static JNIStr,
    signature: &'static JNIStr,
    function: *const (),
}

// SAFETY: the pointers are those of functions, which are there for as long as the library is.
unsafe impl Sync for Method {}

/// Lists native methods: name, signature, function.
macro_rules! methods {
    ($($name:literal $signature:literal => $function:path),* $(,)?) => {
        &[$(crate::natives::Method {
            name: jni::jni_str!($name),
            signature: jni::jni_str!($signature),
            function: $function as *const (),
        }),*]
    };
}
use methods;

/// Every class with native methods.
const CLASSES: [&Natives; 10] = [
    &host::NATIVES,
    &body::NATIVES,
    &hands::NATIVES,
    &terrain::NATIVES,
    &senses::NATIVES,
    &events::NATIVES,
    &frames::NATIVES,
    &console::NATIVES,
    &config::NATIVES,
    &suite::NATIVES,
];

/// Binds all native methods.
///
/// # Safety
/// Called by the JVM when it has loaded the library, with its own pointer.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "system" fn JNI_OnLoad(vm: *mut RawVm, _: *mut c_void) -> jint {
    guard::note_panics();
    let bound = std::panic::catch_unwind(|| {
        // SAFETY: the caller is the JVM.
        let vm = unsafe { JavaVM::from_raw(vm) };
        // Loaded by a Java thread, which is attached.
        vm.attach_current_thread(bind)
    });
    match bound {
        Ok(Ok(())) => JNI_VERSION_1_8,
        // What was thrown for a method that Java does not have goes on to `System.load`.
        _ => JNI_ERR,
    }
}

fn bind(env: &mut Env<'_>) -> jni::errors::Result<()> {
    for natives in CLASSES {
        // The loader that is asked is that of the class which loads the library: the mod's.
        let class = env.find_class(natives.class)?;
        let method = |method: &Method| {
            // SAFETY: each function takes and returns what its signature says; the test of signatures compares them
            // with the Java sources.
            unsafe { NativeMethod::from_raw_parts(method.name, method.signature, method.function as *mut c_void) }
        };
        let methods: Vec<NativeMethod<'_>> = natives.methods.iter().map(method).collect();
        // SAFETY: as above; all methods are static.
        unsafe { env.register_native_methods(&class, &methods)? };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The JVM's name of a type of the sources.
    fn descriptor(name: &str) -> String {
        let (plain, dimensions) = (name.trim_end_matches("[]"), name.matches("[]").count());
        let plain = match plain {
            "void" => "V",
            "boolean" => "Z",
            "byte" => "B",
            "int" => "I",
            "long" => "J",
            "float" => "F",
            "double" => "D",
            "String" => "Ljava/lang/String;",
            "ByteBuffer" => "Ljava/nio/ByteBuffer;",
            other => panic!("no descriptor for {other}"),
        };
        format!("{}{plain}", "[".repeat(dimensions))
    }

    /// The native methods that a Java source declares, with their signatures.
    fn declared(source: &str) -> Vec<(String, String)> {
        let declarations = source.split("private static native ").skip(1);
        let read = declarations.map(|text| {
            let text = text.split(';').next().unwrap();
            let (head, arguments) = text.split_once('(').unwrap();
            let (result, name) = head.split_once(' ').unwrap();
            let arguments = arguments.trim_end_matches(')').split(',').map(str::trim);
            let arguments: String = arguments.map(|one| descriptor(one.split_whitespace().next().unwrap())).collect();
            (name.to_owned(), format!("({arguments}){}", descriptor(result)))
        });
        read.collect()
    }

    #[test]
    fn signatures_are_those_of_the_java_sources() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../mod/src/main/java");
        for natives in CLASSES {
            let path = folder.join(&*natives.class.to_str()).with_extension("java");
            let mut java = declared(&std::fs::read_to_string(&path).unwrap());
            let text = |text: &JNIStr| text.to_str().into_owned();
            let mut rust: Vec<(String, String)> =
                natives.methods.iter().map(|method| (text(method.name), text(method.signature))).collect();
            java.sort();
            rust.sort();
            assert_eq!(rust, java, "{}", path.display());
        }
    }
}
