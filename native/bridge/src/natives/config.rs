//! `Config.java`.

use jni::objects::{JClass, JObjectArray, JString};
use jni::sys::jlong;
use jni::{Env, EnvUnowned, jni_str};

use super::arguments::{text, text_array};
use super::guard::in_java;
use super::{Natives, handles, methods};
use crate::Fault;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Config"),
    methods: methods![
        "keys" "(J)[Ljava/lang/String;" => keys,
        "value" "(JLjava/lang/String;)Ljava/lang/String;" => value,
        "set" "(JLjava/lang/String;Ljava/lang/String;)Ljava/lang/String;" => set,
        "reload" "(J)Ljava/lang/String;" => reload,
        "problem" "(J)Ljava/lang/String;" => problem,
    ],
};

/// A text, or null.
fn maybe<'local>(env: &mut Env<'local>, text: Option<String>) -> Result<JString<'local>, Fault> {
    Ok(text.map(|text| env.new_string(text)).transpose()?.unwrap_or_default())
}

extern "system" fn keys<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
) -> JObjectArray<'local, JString<'local>> {
    in_java(&mut env, handle, |env| {
        let keys = handles::with_host(handle, |host| Ok(host.borrow().settings.keys()))?;
        let parts = keys.into_iter().flat_map(|key| [key.name, key.kind, key.value, key.standard, key.help]);
        text_array(env, &parts.collect::<Vec<_>>())
    })
}

extern "system" fn value<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    key: JString<'local>,
) -> JString<'local> {
    in_java(&mut env, handle, |env| {
        let key = text(env, &key, "key")?;
        let value = handles::with_host(handle, |host| host.borrow().settings.value(&key))?;
        maybe(env, Some(value))
    })
}

extern "system" fn set<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    key: JString<'local>,
    value: JString<'local>,
) -> JString<'local> {
    in_java(&mut env, handle, |env| {
        let (key, value) = (text(env, &key, "key")?, text(env, &value, "value")?);
        let why_not = handles::with_host(handle, |host| Ok(host.borrow_mut().settings.set(&key, &value).err()))?;
        maybe(env, why_not)
    })
}

extern "system" fn reload<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JString<'local> {
    in_java(&mut env, handle, |env| {
        let wrong = handles::with_host(handle, |host| Ok(host.borrow_mut().settings.reload().err()))?;
        maybe(env, wrong)
    })
}

extern "system" fn problem<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JString<'local> {
    in_java(&mut env, handle, |env| {
        let wrong = handles::with_host(handle, |host| Ok(host.borrow().settings.problem().map(str::to_owned)))?;
        maybe(env, wrong)
    })
}
