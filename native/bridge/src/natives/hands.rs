//! `Hands.java`.

use anima_body::BlockPos;
use anima_hands::{ActionResult, Deed, Hand, Stance, Steps};
use anima_rules::Face;
use glam::DVec3;
use jni::objects::{JClass, JFloatArray, JIntArray};
use jni::refs::Reference;
use jni::sys::{jboolean, jdouble, jfloat, jint, jlong};
use jni::{EnvUnowned, jni_str};

use super::guard::{in_java, on_body};
use super::{Natives, handles, methods};
use crate::Fault;
use crate::grip::Now;

pub const NATIVES: Natives = Natives {
    class: jni_str!("anima/mod/bridge/Hands"),
    methods: methods![
        "read" "(JZ)Z" => read,
        "next" "(JIZZF[I)V" => next,
        "digProgress" "(J)F" => dig_progress,
        "go" "(JIIZDDDF[I[F)V" => go,
        "forget" "(J)V" => forget,
    ],
};

extern "system" fn read(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong, has_window: jboolean) -> jboolean {
    on_body(&mut env, handle, |body| body.read_keys(has_window))
}

extern "system" fn next<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    answer: jint,
    uses_item: jboolean,
    has_window: jboolean,
    breaking_delta: jfloat,
    deed: JIntArray<'local>,
) {
    in_java(&mut env, handle, |env| {
        if deed.is_null() {
            return Err(Fault::Null("deed"));
        }
        let answer = answered(answer)?;
        let now = Now { uses_item, has_window, breaking_delta };
        let numbers = handles::with_body(handle, |body| Ok(numbers(body.next_deed(answer, now)?)))?;
        Ok(deed.set_region(env, 0, &numbers)?)
    });
}

/// What a server answers, as `Hands.java` numbers it.
fn answered(answer: jint) -> Result<ActionResult, Fault> {
    Ok(match answer {
        0 => ActionResult::Success,
        1 => ActionResult::Consume,
        2 => ActionResult::Pass,
        3 => ActionResult::Fail,
        other => return Err(Fault::argument("answer", other, "0 to 3")),
    })
}

/// A deed as `Deed.java` reads it: what, by which hand, which entity or slot, which block, and its side.
fn numbers(deed: Option<Deed>) -> [jint; 7] {
    let of_hand = |kind, hand| [kind, (hand == Hand::Off).into(), 0, 0, 0, 0, 0];
    let of_block = |kind, hand: Hand, pos: BlockPos, face: Face| {
        [kind, (hand == Hand::Off).into(), 0, pos.x, pos.y, pos.z, face as jint]
    };
    match deed {
        None => of_hand(0, Hand::Main),
        Some(Deed::Select(slot)) => [1, 0, slot.into(), 0, 0, 0, 0],
        Some(Deed::SwapHands) => of_hand(2, Hand::Main),
        Some(Deed::DropOne) => of_hand(3, Hand::Main),
        Some(Deed::ReleaseItem) => of_hand(4, Hand::Main),
        Some(Deed::Attack(id)) => [5, 0, id as jint, 0, 0, 0, 0],
        Some(Deed::Swing(hand)) => of_hand(6, hand),
        Some(Deed::StartDigging(hit)) => of_block(7, Hand::Main, hit.pos, hit.face),
        Some(Deed::StopDigging(hit)) => of_block(8, Hand::Main, hit.pos, hit.face),
        Some(Deed::AbortDigging { pos, face }) => of_block(9, Hand::Main, pos, face),
        Some(Deed::UseOnBlock(hand, hit)) => of_block(10, hand, hit.pos, hit.face),
        Some(Deed::UseOnEntity(hand, id)) => [11, (hand == Hand::Off).into(), id as jint, 0, 0, 0, 0],
        Some(Deed::UseItem(hand)) => of_hand(12, hand),
        Some(Deed::ResetCharge) => of_hand(13, Hand::Main),
    }
}

extern "system" fn dig_progress(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) -> jfloat {
    on_body(&mut env, handle, |body| Ok(body.grip().dig_progress()))
}

extern "system" fn go<'local>(
    mut env: EnvUnowned<'local>,
    _: JClass<'local>,
    handle: jlong,
    flags: jint,
    food: jint,
    has_screen: jboolean,
    x: jdouble,
    y: jdouble,
    z: jdouble,
    yaw: jfloat,
    steps: JIntArray<'local>,
    speeds: JFloatArray<'local>,
) {
    in_java(&mut env, handle, |env| {
        if steps.is_null() || speeds.is_null() {
            return Err(Fault::Null("steps"));
        }
        let stance = stance(flags, food)?;
        let (gone, [walks, double_tap]) = handles::with_body(handle, |body| {
            let gone = body.go(stance, has_screen, DVec3::new(x, y, z), yaw)?;
            Ok((gone, [body.grip().is_walking().into(), body.grip().double_tap().into()]))
        })?;
        let Steps { forward, sideways, jumping, sneaking, sprinting } = gone;
        steps.set_region(env, 0, &[jumping.into(), sneaking.into(), sprinting.into(), walks, double_tap])?;
        Ok(speeds.set_region(env, 0, &[forward, sideways])?)
    });
}

/// A stance as `Hands.java` adds it up; whether the body is blinded is told with its effects.
fn stance(flags: jint, food: jint) -> Result<Stance, Fault> {
    if !(0..1 << 8).contains(&flags) {
        return Err(Fault::Argument("the stance holds a bit that means nothing".into()));
    }
    let is = |bit: u8| flags >> bit & 1 == 1;
    Ok(Stance {
        is_slowed: is(0),
        uses_item: is(1),
        sprints: is(2),
        swims: is(3),
        in_water: is(4),
        submerged: is(5),
        on_ground: is(6),
        hit_wall: is(7),
        food: food.clamp(0, 255) as u8,
        is_blind: false,
    })
}

extern "system" fn forget(mut env: EnvUnowned<'_>, _: JClass<'_>, handle: jlong) {
    on_body(&mut env, handle, |body| {
        body.forget_hands();
        Ok(())
    });
}

#[cfg(test)]
mod tests {
    use anima_body::BlockHit;
    use anima_rules::Block;

    use super::super::body::tests::{constant, source};
    use super::*;

    #[test]
    fn deeds_answers_and_stances_are_read_as_they_are_meant() {
        let deeds = source("Deed");
        let of = |name: &str| constant(&deeds, name);
        let at = |name: &str| of(name) as usize;
        let pos = BlockPos::new(3, -4, 5);
        let hit = BlockHit { pos, face: Face::East, point: DVec3::ZERO, state: Block::STONE.state() };
        let kinds = [
            ("NONE", None),
            ("SELECT", Some(Deed::Select(7))),
            ("SWAP_HANDS", Some(Deed::SwapHands)),
            ("DROP_ONE", Some(Deed::DropOne)),
            ("RELEASE_ITEM", Some(Deed::ReleaseItem)),
            ("ATTACK", Some(Deed::Attack(7))),
            ("SWING", Some(Deed::Swing(Hand::Off))),
            ("START_DIGGING", Some(Deed::StartDigging(hit))),
            ("STOP_DIGGING", Some(Deed::StopDigging(hit))),
            ("ABORT_DIGGING", Some(Deed::AbortDigging { pos, face: Face::East })),
            ("USE_ON_BLOCK", Some(Deed::UseOnBlock(Hand::Off, hit))),
            ("USE_ON_ENTITY", Some(Deed::UseOnEntity(Hand::Off, 7))),
            ("USE_ITEM", Some(Deed::UseItem(Hand::Off))),
            ("RESET_CHARGE", Some(Deed::ResetCharge)),
        ];
        for (name, deed) in kinds {
            let numbers = numbers(deed);
            assert_eq!((numbers.len(), numbers[at("AT_KIND")]), (at("NUMBERS"), of(name)));
            let has_block = matches!(name, "START_DIGGING" | "STOP_DIGGING" | "ABORT_DIGGING" | "USE_ON_BLOCK");
            let block = ["AT_X", "AT_Y", "AT_Z", "AT_SIDE"].map(|place| numbers[at(place)]);
            assert_eq!(block, if has_block { [3, -4, 5, Face::East as jint] } else { [0; 4] }, "{name}");
            let has_number = matches!(name, "SELECT" | "ATTACK" | "USE_ON_ENTITY");
            assert_eq!(numbers[at("AT_NUMBER")], if has_number { 7 } else { 0 }, "{name}");
            let is_off = matches!(name, "SWING" | "USE_ON_BLOCK" | "USE_ON_ENTITY" | "USE_ITEM");
            assert_eq!(numbers[at("AT_HAND")], jint::from(is_off), "{name}");
        }
        let hands = source("Hands");
        let answers =
            [("SUCCESS", ActionResult::Success), ("CONSUME", ActionResult::Consume), ("PASS", ActionResult::Pass)];
        for (name, answer) in answers.into_iter().chain([("FAIL", ActionResult::Fail)]) {
            assert_eq!(answered(constant(&hands, name)).unwrap(), answer);
        }
        assert!(answered(4).is_err() && stance(1 << 8, 20).is_err());
        let none = Stance { food: 7, ..Stance::default() };
        let stances = [
            ("SLOWED", Stance { is_slowed: true, ..none }),
            ("USES_ITEM", Stance { uses_item: true, ..none }),
            ("SPRINTS", Stance { sprints: true, ..none }),
            ("SWIMS", Stance { swims: true, ..none }),
            ("IN_WATER", Stance { in_water: true, ..none }),
            ("SUBMERGED", Stance { submerged: true, ..none }),
            ("ON_GROUND", Stance { on_ground: true, ..none }),
            ("HIT_WALL", Stance { hit_wall: true, ..none }),
        ];
        for (name, expected) in stances {
            assert_eq!(stance(constant(&hands, name), 7).unwrap(), expected, "{name}");
        }
    }
}
