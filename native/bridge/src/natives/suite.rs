//! `Suite.java`.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anima_body::{ChunkPos, Weather};
use anima_suite::{Before, Border};
use jni::objects::{JClass, JDoubleArray, JLongArray, JObjectArray, JString};
use jni::refs::Reference;
use jni::sys::{jboolean, jint, jlong};
use jni::{Env, EnvUnowned, jni_str};

use super::arguments::{text, text_array, texts};
use super::guard::in_java;
use super::handles::{self, Opened};
use super::host::owner;
use super::{Natives, methods};
use crate::Fault;
use crate::suite::{self, Answer, Options, Order, Server, Session};

type JStrings<'local> = JObjectArray<'local, JString<'local>>;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Suite"),
    methods: methods![
        "run" "([Ljava/lang/String;[J[DLjava/lang/String;Ljava/lang/String;IIZ)J" => run,
        "resume" "([Ljava/lang/String;[J[DLjava/lang/String;)J" => resume,
        "restore" "(Ljava/lang/String;)J" => restore,
        "report" "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;" => report,
        "order" "(J)[Ljava/lang/String;" => order,
        "answer" "(JIJLjava/lang/String;)V" => answer,
        "joined" "(JIJ)V" => joined,
        "lost" "(JILjava/lang/String;)V" => lost,
        "stop" "(J)V" => stop,
        "status" "(J)[Ljava/lang/String;" => status,
        "name" "(J)Ljava/lang/String;" => name,
        "warps" "(J)Z" => warps,
        "close" "(J)V" => close,
    ],
};

/// What is wrong with a run, in words for the operator.
fn wrong(error: &anyhow::Error) -> Fault {
    Fault::State(format!("{error:#}"))
}

/// The server and what its world is set to, as `Suite.java` lists it.
fn server<'local>(
    env: &mut Env<'local>,
    names: &JStrings<'local>,
    numbers: &JLongArray<'_>,
    border: &JDoubleArray<'_>,
) -> Result<(Server, Before), Fault> {
    let names = texts(env, names, "names")?;
    if numbers.is_null() || border.is_null() {
        return Err(Fault::Null("numbers"));
    }
    let (mut counts, mut sizes) = ([0; 5], [0.0; 3]);
    numbers.get_region(env, 0, &mut counts)?;
    border.get_region(env, 0, &mut sizes)?;
    let [config, runs, journal, world, dimension, difficulty, weather] =
        <[String; 7]>::try_from(names).map_err(|_| Fault::Argument("seven names are wanted".into()))?;
    let ([seed, spawn_x, spawn_z, time, weather_ticks], [x, z, size]) = (counts, sizes);
    let chunk = |at: i64| i32::try_from(at).map_err(|_| Fault::argument("spawn", at, "a chunk's coordinate"));
    let server = Server {
        config: PathBuf::from(config),
        runs: PathBuf::from(runs),
        journal: PathBuf::from(journal),
        world,
        seed,
        spawn: ChunkPos { x: chunk(spawn_x)?, z: chunk(spawn_z)? },
        border: Border { center: [x, z], size },
    };
    let before = Before {
        world: dimension,
        difficulty: suite::difficulty(&difficulty)
            .ok_or_else(|| Fault::argument("difficulty", &difficulty, "peaceful, easy, normal or hard"))?,
        time,
        weather: match weather.as_str() {
            "rain" => Weather::Rain,
            "thunder" => Weather::Thunder,
            _ => Weather::Clear,
        },
        weather_ticks: weather_ticks.clamp(0, i32::MAX.into()) as i32,
        rules: Default::default(),
    };
    Ok((server, before))
}

fn keep(env: &mut Env<'_>, session: Session) -> Result<jlong, Fault> {
    Ok(handles::keep(Opened::Suite(Rc::new(RefCell::new(session))), owner(env)?))
}

extern "system" fn run<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    names: JStrings<'local>,
    numbers: JLongArray<'local>,
    border: JDoubleArray<'local>,
    file: JString<'local>,
    suite: JString<'local>,
    games: jint,
    at_once: jint,
    warp: jboolean,
) -> jlong {
    in_java(&mut env, 0, |env| {
        let (server, before) = server(env, &names, &numbers, &border)?;
        let (file, suite) = (text(env, &file, "file")?, text(env, &suite, "suite")?);
        let games = u32::try_from(games).ok().filter(|games| *games > 0);
        let at_once = usize::try_from(at_once).map_err(|_| Fault::argument("atOnce", at_once, "1 or more"))?.max(1);
        let options = Options { games, at_once, warp };
        let session = Session::run(&server, Path::new(&file), &suite, &options, before);
        keep(env, session.map_err(|error| wrong(&error))?)
    })
}

extern "system" fn resume<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    names: JStrings<'local>,
    numbers: JLongArray<'local>,
    border: JDoubleArray<'local>,
    name: JString<'local>,
) -> jlong {
    in_java(&mut env, 0, |env| {
        let (server, before) = server(env, &names, &numbers, &border)?;
        let name = text(env, &name, "name")?;
        keep(env, Session::resume(&server, &name, before).map_err(|error| wrong(&error))?)
    })
}

extern "system" fn restore<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, journal: JString<'local>) -> jlong {
    in_java(&mut env, 0, |env| {
        let journal = text(env, &journal, "journal")?;
        keep(env, Session::restore(PathBuf::from(journal)))
    })
}

extern "system" fn report<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    runs: JString<'local>,
    name: JString<'local>,
) -> JString<'local> {
    in_java(&mut env, 0, |env| {
        let (runs, name) = (text(env, &runs, "runs")?, text(env, &name, "name")?);
        let path = suite::report(Path::new(&runs), &name).map_err(|error| wrong(&error))?;
        Ok(env.new_string(path.display().to_string())?)
    })
}

extern "system" fn order<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JStrings<'local> {
    in_java(&mut env, handle, |env| {
        let order = handles::with_suite(handle, |suite| Ok(suite.order()))?;
        order.map_or_else(|| Ok(JStrings::default()), |order| text_array(env, &words(order)))
    })
}

/// An order as `Suite.java` reads it: what, then whose slot or what else it is about.
fn words(order: Order) -> Vec<String> {
    let line = |word: &str, rest: Vec<String>| std::iter::once(word.to_owned()).chain(rest).collect();
    match order {
        Order::Command { slot: None, line: command } => line("server", vec![command]),
        Order::Command { slot: Some(slot), line: command } => line("body", vec![slot.to_string(), command]),
        Order::ReadDifficulty => line("difficulty", Vec::new()),
        Order::SetTime(time) => line("time", vec![time.to_string()]),
        Order::SetWeather { weather, ticks } => {
            let weather = match weather {
                Weather::Clear => "clear",
                Weather::Rain => "rain",
                Weather::Thunder => "thunder",
            };
            line("weather", vec![weather.into(), ticks.to_string()])
        }
        Order::Look { chunk, biomes } => {
            line("look", [chunk.x.to_string(), chunk.z.to_string()].into_iter().chain(biomes).collect())
        }
        Order::Join { slot, name, at } => {
            line("join", [slot.to_string(), name].into_iter().chain(at.map(|at| at.to_string())).collect())
        }
        Order::LetGo { slot } => line("let_go", vec![slot.to_string()]),
        Order::Count { slot } => line("count", vec![slot.to_string()]),
        Order::Leave { slot } => line("leave", vec![slot.to_string()]),
        Order::Say(text) => line("say", vec![text]),
        Order::Over => line("over", Vec::new()),
    }
}

extern "system" fn answer<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    kind: jint,
    number: jlong,
    why: JString<'local>,
) {
    in_java(&mut env, handle, |env| {
        let answer = match kind {
            0 => Answer::Done(number),
            1 => Answer::Failed(text(env, &why, "why")?),
            2 => Answer::Later,
            other => return Err(Fault::argument("kind", other, "0 to 2")),
        };
        handles::with_suite(handle, |suite| {
            suite.answer(answer);
            Ok(())
        })
    });
}

extern "system" fn joined(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, slot: jint, body: jlong) {
    in_java(&mut env, handle, |_| {
        let body = handles::body(body)?;
        with_slot(handle, slot, |suite, slot| suite.joined(slot, &body))
    });
}

fn with_slot(handle: jlong, slot: jint, call: impl FnOnce(&mut Session, usize)) -> Result<(), Fault> {
    let slot = usize::try_from(slot).map_err(|_| Fault::argument("slot", slot, "0 or more"))?;
    handles::with_suite(handle, |suite| {
        call(suite, slot);
        Ok(())
    })
}

extern "system" fn lost<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    slot: jint,
    why: JString<'local>,
) {
    in_java(&mut env, handle, |env| {
        let why = text(env, &why, "why")?;
        with_slot(handle, slot, |suite, slot| suite.lost(slot, &why))
    });
}

extern "system" fn stop(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    in_java(&mut env, handle, |_| {
        handles::with_suite(handle, |suite| {
            suite.stop();
            Ok(())
        })
    });
}

extern "system" fn status<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JStrings<'local> {
    in_java(&mut env, handle, |env| {
        let lines = handles::with_suite(handle, |suite| Ok(suite.status()))?;
        text_array(env, &lines)
    })
}

extern "system" fn name<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JString<'local> {
    in_java(&mut env, handle, |env| {
        let name = handles::with_suite(handle, |suite| Ok(suite.name()))?;
        Ok(env.new_string(name)?)
    })
}

extern "system" fn warps(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) -> jboolean {
    in_java(&mut env, handle, |_| handles::with_suite(handle, |suite| Ok(suite.warps())))
}

extern "system" fn close(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    in_java(&mut env, handle, |_| handles::close(handle, "suite"));
}

#[cfg(test)]
mod tests {
    use super::super::body::tests::{constant, source};
    use super::*;

    #[test]
    fn orders_are_read_as_they_are_meant() {
        let of = |order: Order| words(order).join("|");
        let at = [1, -64, 3];
        assert_eq!(of(Order::Command { slot: None, line: "difficulty easy".into() }), "server|difficulty easy");
        assert_eq!(of(Order::Command { slot: Some(2), line: "clear @s".into() }), "body|2|clear @s");
        assert_eq!(of(Order::SetWeather { weather: Weather::Thunder, ticks: 7 }), "weather|thunder|7");
        assert_eq!(
            of(Order::Look { chunk: ChunkPos { x: -3, z: 4 }, biomes: vec!["minecraft:plains".into()] }),
            "look|-3|4|minecraft:plains"
        );
        assert_eq!(of(Order::Join { slot: 0, name: "Anima 1".into(), at }), "join|0|Anima 1|1|-64|3");
        let source = source("Suite");
        for (name, kind) in [("DONE", 0), ("FAILED", 1), ("LATER", 2)] {
            assert_eq!(constant(&source, name), kind, "{name}");
        }
        for order in [
            Order::Command { slot: None, line: String::new() },
            Order::Command { slot: Some(0), line: String::new() },
            Order::ReadDifficulty,
            Order::SetTime(0),
            Order::SetWeather { weather: Weather::Clear, ticks: 1 },
            Order::Look { chunk: ChunkPos { x: 0, z: 0 }, biomes: Vec::new() },
            Order::Join { slot: 0, name: String::new(), at },
            Order::LetGo { slot: 0 },
            Order::Count { slot: 0 },
            Order::Leave { slot: 0 },
            Order::Say(String::new()),
            Order::Over,
        ] {
            let word = words(order).remove(0);
            assert!(source.contains(&format!("\"{word}\"")), "Suite.java reads {word}");
        }
    }
}
