//! `Console.java`.

use jni::objects::{JClass, JIntArray, JObjectArray, JString};
use jni::refs::Reference;
use jni::sys::jlong;
use jni::{EnvUnowned, jni_str};

use super::arguments::{text, text_array};
use super::guard::in_java;
use super::{Natives, handles, methods};
use crate::Fault;
use crate::console::{self, COMMANDS, Line};
use crate::plain::{LONGEST, plain};

type JStrings<'local> = JObjectArray<'local, JString<'local>>;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Console"),
    methods: methods![
        "commands" "(J)[Ljava/lang/String;" => commands,
        "run" "(JLjava/lang/String;)[Ljava/lang/String;" => run,
        "takeAnswers" "(J)[Ljava/lang/String;" => take_answers,
        "suggest" "(JLjava/lang/String;[I)[Ljava/lang/String;" => suggest,
    ],
};

fn told(lines: Vec<Line>) -> Vec<String> {
    lines.into_iter().map(|line| format!("{}{}", line.tone.letter(), plain(&line.text, LONGEST))).collect()
}

extern "system" fn commands<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JStrings<'local> {
    in_java(&mut env, handle, |env| {
        handles::with_body(handle, |_| Ok(()))?;
        let parts = COMMANDS.iter().flat_map(|command| [command.name, command.argument, command.help]);
        text_array(env, &parts.map(str::to_owned).collect::<Vec<_>>())
    })
}

extern "system" fn run<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    line: JString<'local>,
) -> JStrings<'local> {
    in_java(&mut env, handle, |env| {
        let line = text(env, &line, "line")?;
        let answer = handles::with_body(handle, |body| Ok(console::run(body, &line)))?;
        text_array(env, &told(answer))
    })
}

extern "system" fn take_answers<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
) -> JStrings<'local> {
    in_java(&mut env, handle, |env| {
        let answers = handles::with_body(handle, |body| Ok(body.play.take_answers()))?;
        if answers.is_empty() { Ok(JStrings::default()) } else { text_array(env, &told(answers)) }
    })
}

extern "system" fn suggest<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    line: JString<'local>,
    start: JIntArray<'local>,
) -> JStrings<'local> {
    in_java(&mut env, handle, |env| {
        let line = text(env, &line, "line")?;
        if start.is_null() {
            return Err(Fault::Null("start"));
        }
        let (at, texts) = handles::with_body(handle, |body| Ok(console::suggest(body, &line)))?;
        // Java counts in UTF-16.
        let at = line[..at].encode_utf16().count() as i32;
        start.set_region(env, 0, &[at])?;
        text_array(env, &texts)
    })
}
