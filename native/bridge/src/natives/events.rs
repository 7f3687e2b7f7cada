//! `Events.java`.

use anima_body::Event;
use jni::objects::{JClass, JIntArray, JString};
use jni::sys::{jboolean, jfloat, jint, jlong};
use jni::{EnvUnowned, jni_str};

use super::arguments::{enchantments, game_text};
use super::guard::{in_java, on_body};
use super::{Natives, handles, methods};
use crate::happened::Dropped;
use crate::registries::RawStack;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Events"),
    methods: methods![
        "chat" "(JLjava/lang/String;Ljava/lang/String;Z)V" => chat,
        "pickedUp" "(JIII[I)V" => picked_up,
        "hurt" "(JFI)V" => hurt,
        "died" "(JLjava/lang/String;)V" => died,
        "respawned" "(J)V" => respawned,
        "itemBroke" "(JI)V" => item_broke,
        "dropped" "(JIII)V" => dropped,
    ],
};

extern "system" fn chat<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    from: JString<'local>,
    said: JString<'local>,
    own: jboolean,
) {
    in_java(&mut env, handle, |env| {
        let from = game_text(env, &from, "from")?;
        let text = game_text(env, &said, "text")?;
        handles::with_body(handle, |body| {
            body.mirror()?.happen(Event::Chat { from, text, own });
            Ok(())
        })
    });
}

extern "system" fn picked_up<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    item: jint,
    count: jint,
    damage: jint,
    pairs: JIntArray<'local>,
) {
    in_java(&mut env, handle, |env| {
        let enchantments = enchantments(env, &pairs)?;
        let told = RawStack { item, count, damage, enchantments: &enchantments };
        handles::with_body(handle, |body| body.mirror()?.picked_up(told))
    });
}

extern "system" fn hurt(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, amount: jfloat, by: jint) {
    on_body(&mut env, handle, |body| {
        let by = u32::try_from(by).ok();
        body.mirror()?.happen(Event::Hurt { amount, by });
        Ok(())
    });
}

extern "system" fn died<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    message: JString<'local>,
) {
    in_java(&mut env, handle, |env| {
        let message = game_text(env, &message, "message")?;
        handles::with_body(handle, |body| {
            body.mirror()?.happen(Event::Died { message });
            Ok(())
        })
    });
}

extern "system" fn respawned(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    on_body(&mut env, handle, |body| {
        body.mirror()?.happen(Event::Respawned);
        Ok(())
    });
}

extern "system" fn item_broke(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, item: jint) {
    on_body(&mut env, handle, |body| {
        body.mirror()?.item_broke(item);
        Ok(())
    });
}

extern "system" fn dropped(
    mut env: EnvUnowned<'_>,
    _: JClass<'_>,
    handle: jlong,
    lines: jint,
    others: jint,
    entities: jint,
) {
    on_body(&mut env, handle, |body| {
        let [lines, events, entities] = [lines, others, entities].map(|more| u64::try_from(more).unwrap_or(0));
        body.mirror()?.drop_more(Dropped { lines, events, entities });
        Ok(())
    });
}
