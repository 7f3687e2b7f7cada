//! `Body.java`.

use std::rc::Rc;

use anima_body::{Click, ClickMode, Control, ScreenKey};
use jni::objects::{JClass, JFloatArray, JIntArray, JObjectArray, JString};
use jni::refs::Reference;
use jni::sys::{jboolean, jint, jlong};
use jni::{EnvUnowned, jni_str};

use super::arguments::{game_text, put_texts, text};
use super::guard::{in_java, on_body};
use super::{Natives, handles, methods};
use crate::body::Shown;
use crate::plain::{LONGEST, plain};
use crate::play::Turn;
use crate::{Body, Fault};

type JStrings<'local> = JObjectArray<'local, JString<'local>>;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Body"),
    methods: methods![
        "close" "(J)V" => close,
        "enterWorld" "(JJLjava/lang/String;Ljava/lang/String;Z)V" => enter_world,
        "leaveWorld" "(J)V" => leave_world,
        "looks" "(J)Z" => looks,
        "tick" "(JJ[F[I)V" => tick,
        "chat" "(J)Ljava/lang/String;" => chat,
        "rename" "(J)Ljava/lang/String;" => rename,
        "handOver" "(J)V" => hand_over,
        "resume" "(J)V" => resume,
        "pausable" "(JZ)V" => pausable,
        "viewDistance" "(JI)V" => view_distance,
        "status" "(J[Ljava/lang/String;[I)V" => status,
    ],
};

extern "system" fn close(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    in_java(&mut env, handle, |_| handles::close(handle, "body"));
}

extern "system" fn enter_world<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    terrain: jlong,
    world: JString<'local>,
    dimension: JString<'local>,
    same_game: jboolean,
) {
    in_java(&mut env, handle, |env| {
        let world = text(env, &world, "world")?;
        let dimension = game_text(env, &dimension, "dimension")?;
        let land = handles::with_land(terrain, |land| Ok(Rc::clone(land)))?;
        handles::with_body(handle, |body| {
            body.enter_world(&land, &world, &dimension, same_game);
            Ok(())
        })
    });
}

extern "system" fn leave_world(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    on_body(&mut env, handle, |body| {
        body.leave_world();
        Ok(())
    });
}

extern "system" fn looks(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) -> jboolean {
    on_body(&mut env, handle, Body::looks)
}

extern "system" fn tick<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    world_tick: jlong,
    look: JFloatArray<'local>,
    acts: JIntArray<'local>,
) {
    in_java(&mut env, handle, |env| {
        if look.is_null() || acts.is_null() {
            return Err(Fault::Null("turn"));
        }
        let (turned, done) = handles::with_body(handle, |body| Ok(numbers(body.tick(world_tick)?)))?;
        look.set_region(env, 0, &turned)?;
        acts.set_region(env, 0, &done)?;
        Ok(())
    });
}

/// What a number is that says "none": `Turn.NONE`.
const NONE: jint = -1;

/// A turn as `Turn.java` reads it.
fn numbers(turn: &Turn) -> ([f32; 2], [jint; 9]) {
    let Control { keys, look, hotbar, screen, click, button, rename, respawn, chat, statistics } = &turn.control;
    let screen = match screen {
        None => 0,
        Some(ScreenKey::OpenInventory) => 1,
        Some(ScreenKey::Close) => 2,
    };
    let number = |value: Option<u8>| value.map_or(NONE, jint::from);
    let [mode, slot, of_click] = click.map_or([NONE, 0, 0], clicked);
    let says = [*respawn, chat.is_some(), rename.is_some()];
    let flags = says.into_iter().chain([turn.wants_pause, turn.wants_frame, turn.news, *statistics]);
    let flags = flags.enumerate().fold(0, |sum, (bit, is)| sum | jint::from(is) << bit);
    let keys = jint::from(keys.bits());
    let state = turn.state as jint;
    ([look.yaw, look.pitch], [state, keys, number(*hotbar), screen, mode, slot, of_click, number(*button), flags])
}

/// Mode, slot and button of a click; the mode is the ordinal of `SlotActionType`.
fn clicked(click: Click) -> [jint; 3] {
    let mode = match click.mode {
        ClickMode::Pickup => 0,
        ClickMode::QuickMove => 1,
        ClickMode::Swap => 2,
        ClickMode::Clone => 3,
        ClickMode::Throw => 4,
        ClickMode::QuickCraft => 5,
        ClickMode::PickupAll => 6,
    };
    [mode, click.slot.into(), click.button.into()]
}

extern "system" fn chat<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JString<'local> {
    in_java(&mut env, handle, |env| {
        let text = handles::with_body(handle, |body| Ok(body.turn().control.chat.clone()))?;
        Ok(text.map(|text| env.new_string(text)).transpose()?.unwrap_or_default())
    })
}

extern "system" fn rename<'local>(mut env: EnvUnowned<'local>, _: JClass<'local>, handle: jlong) -> JString<'local> {
    in_java(&mut env, handle, |env| {
        let text = handles::with_body(handle, |body| Ok(body.turn().control.rename.clone()))?;
        Ok(text.map(|text| env.new_string(text)).transpose()?.unwrap_or_default())
    })
}

extern "system" fn hand_over(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    on_body(&mut env, handle, |body| {
        body.play.hand_over();
        Ok(())
    });
}

extern "system" fn resume(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    on_body(&mut env, handle, |body| {
        body.play.resume();
        Ok(())
    });
}

extern "system" fn pausable(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, pausable: jboolean) {
    on_body(&mut env, handle, |body| {
        body.set_pausable(pausable);
        Ok(())
    });
}

extern "system" fn view_distance(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, chunks: jint) {
    on_body(&mut env, handle, |body| {
        body.set_view_distance(chunks);
        Ok(())
    });
}

extern "system" fn status<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    texts: JStrings<'local>,
    numbers: JIntArray<'local>,
) {
    in_java(&mut env, handle, |env| {
        if texts.is_null() || numbers.is_null() {
            return Err(Fault::Null("status"));
        }
        let (shown_texts, shown_numbers) = handles::with_body(handle, |body| Ok(shown(body.shown())))?;
        put_texts(env, &shown_texts, &texts)?;
        numbers.set_region(env, 0, &shown_numbers)?;
        Ok(())
    });
}

/// What the panel shows, as `Status.java` reads it.
fn shown(shown: Shown) -> ([String; 4], [jint; 7]) {
    let Shown { status, state, ended, queued, lack } = shown;
    let is_at_work = status.is_some();
    let status = status.unwrap_or_default();
    let detail = if is_at_work { status.doing.last().cloned().unwrap_or_default() } else { ended.why };
    let done = status.acts.iter().filter(|(_, done)| *done).count();
    let numbers = [
        state as jint,
        ended.end as jint,
        ended.count as jint,
        queued as jint,
        done as jint,
        status.acts.len() as jint,
        status.deaths as jint,
    ];
    let step = lack.or(status.act).unwrap_or_default();
    ([status.goal, step, detail, ended.goal].map(|text| plain(&text, LONGEST)), numbers)
}

#[cfg(test)]
pub(super) mod tests {
    use anima_body::{Keys, Look};

    use std::path::Path;

    use super::*;
    use crate::play::State;

    /// The number that a Java source gives a name.
    pub fn constant(source: &str, name: &str) -> jint {
        let start = source.find(&format!(" int {name} = ")).unwrap_or_else(|| panic!("no constant {name}"));
        let text = source[start..].split(" = ").nth(1).unwrap().split(';').next().unwrap();
        match text.split_once(" << ") {
            Some((one, shift)) => one.parse::<jint>().unwrap() << shift.parse::<jint>().unwrap(),
            None => text.parse().unwrap(),
        }
    }

    /// A Java source of the bridge.
    pub fn source(name: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../mod/src/main/java/anima/mod/bridge");
        std::fs::read_to_string(folder.join(name).with_extension("java")).unwrap()
    }

    #[test]
    fn a_turn_is_read_as_it_is_meant() {
        let source = source("Turn");
        let of = |name: &str| constant(&source, name);
        let at = |name: &str| of(name) as usize;
        let control = Control {
            keys: Keys::FORWARD | Keys::SWAP,
            look: Look { yaw: 1.5, pitch: -2.0 },
            hotbar: Some(3),
            screen: Some(ScreenKey::Close),
            click: Some(Click { slot: -999, button: 1, mode: ClickMode::PickupAll }),
            button: None,
            rename: Some("x".into()),
            respawn: false,
            chat: None,
            statistics: true,
        };
        let turn = Turn { state: State::Thinking, control, wants_pause: true, wants_frame: false, news: true };
        let (look, done) = numbers(&turn);
        assert_eq!((look[at("AT_YAW")], look[at("AT_PITCH")]), (1.5, -2.0));
        assert_eq!((look.len(), done.len()), (at("LOOKS"), at("ACTS")));
        let expected = [
            ("AT_STATE", of("THINKING")),
            ("AT_KEYS", of("FORWARD") | of("SWAP")),
            ("AT_HOTBAR", 3),
            ("AT_SCREEN", of("SCREEN_CLOSE")),
            ("AT_CLICK_MODE", 6),
            ("AT_CLICK_SLOT", -999),
            ("AT_CLICK_BUTTON", 1),
            ("AT_BUTTON", of("NONE")),
            ("AT_FLAGS", of("FLAG_RENAME") | of("FLAG_PAUSE") | of("FLAG_NEWS") | of("FLAG_STATISTICS")),
        ];
        for (place, value) in expected {
            assert_eq!(done[at(place)], value, "{place}");
        }
        let keys = [
            ("FORWARD", Keys::FORWARD),
            ("BACK", Keys::BACK),
            ("LEFT", Keys::LEFT),
            ("RIGHT", Keys::RIGHT),
            ("JUMP", Keys::JUMP),
            ("SNEAK", Keys::SNEAK),
            ("SPRINT", Keys::SPRINT),
            ("ATTACK", Keys::ATTACK),
            ("USE", Keys::USE),
            ("DROP", Keys::DROP),
            ("SWAP", Keys::SWAP),
        ];
        for (name, key) in keys {
            assert_eq!(of(name), jint::from(key.bits()), "{name}");
        }
        let states =
            [("IDLE", State::Idle), ("ACTING", State::Acting), ("THINKING", State::Thinking), ("YOURS", State::Yours)];
        for (name, state) in states {
            assert_eq!(of(name), state as jint);
        }
    }

    #[test]
    fn java_tells_as_many_entities_as_are_kept() {
        assert_eq!(constant(&source("Senses"), "MOST_ENTITIES") as usize, crate::entities::MOST);
    }

    #[test]
    fn a_status_is_read_as_it_is_meant() {
        let source = source("Status");
        let (texts, numbers) = shown(Shown { queued: 5, state: State::Yours, ..Shown::default() });
        assert_eq!(texts.len(), constant(&source, "TEXTS") as usize);
        assert_eq!(numbers.len(), constant(&source, "NUMBERS") as usize);
        assert_eq!(numbers[constant(&source, "AT_QUEUED") as usize], 5);
        assert_eq!(numbers[constant(&source, "AT_STATE") as usize], 3);
    }
}
