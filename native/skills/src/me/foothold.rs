//! Keeping one's feet: the body does not slide off an edge, and comes down well when it is in the air.

use anima_body::{BlockPos, Blocks, Control, Keys, Observation, PlayerFlags};
use anima_rules::damage::SAFE_FALL;

use super::forecast::{Ghost, Push};
use super::harm::is_hurt_at;
use crate::me::now::Now;

/// Ticks that a fall is followed.
const FALLING: u32 = 50;
/// Ticks in which the ground takes all speed.
const SLIDING: u32 = 8;
/// The keys that move a body across.
const ACROSS: Keys = Keys::FORWARD.union(Keys::BACK).union(Keys::LEFT).union(Keys::RIGHT).union(Keys::SPRINT);
/// What to hold in the air in place of what leads down deep: the first of those that are equally good.
const WAYS: [Keys; 9] = [
    Keys::empty(),
    Keys::BACK,
    Keys::FORWARD,
    Keys::LEFT,
    Keys::RIGHT,
    Keys::BACK.union(Keys::LEFT),
    Keys::BACK.union(Keys::RIGHT),
    Keys::FORWARD.union(Keys::LEFT),
    Keys::FORWARD.union(Keys::RIGHT),
];
/// Blocks by which a landing must be higher to be steered to.
const HIGHER: f64 = 0.5;

/// Whether something holds the body, so that it does not fall in the next tick.
pub(crate) fn is_firm(now: &Now) -> bool {
    is_afloat(now) || Ghost::of(&now.player).stands(&now.known())
}

/// Whether a liquid or a ladder holds the body, or nothing matters any more.
fn is_afloat(now: &Observation) -> bool {
    let held = PlayerFlags::IN_WATER | PlayerFlags::IN_LAVA | PlayerFlags::CLIMBING;
    now.player.flags.intersects(held | PlayerFlags::DEAD)
}

/// Whether the body, with no key pressed, comes to rest without sliding off an edge to its harm. It matters before a
/// window is opened, because nobody can sneak while one is open.
pub(crate) fn comes_to_rest(now: &Now) -> bool {
    let view = now.known();
    let mut ghost = Ghost::of(&now.player);
    if is_afloat(now) || !ghost.is_supported(&view) {
        return true;
    }
    (0..SLIDING).all(|_| {
        let stays = !leads_off(&view, ghost.clone(), Push::NONE);
        ghost.step(&view, Push::NONE);
        stays
    })
}

/// The keys of a tick, with those that keep the body from harm: it sneaks where it would slide off an edge, it pushes
/// back where it would slide into something that hurts, and in the air it steers to where it falls least.
pub(crate) fn keep(now: &Now, control: &Control) -> Keys {
    let keys = control.keys;
    if is_afloat(now) {
        return keys;
    }
    let view = now.known();
    let ghost = Ghost::of(&now.player);
    let yaw = now.player.yaw + control.look.yaw;
    if ghost.on_ground && keys.contains(Keys::JUMP) {
        return keys;
    }
    if !ghost.is_supported(&view) {
        return (keys - ACROSS) | steer(&view, &ghost, keys & ACROSS, yaw);
    }
    if ghost.on_ground && !keys.contains(Keys::SNEAK) && leads_off(&view, ghost.clone(), Push::of(keys, yaw)) {
        return (keys - Keys::SPRINT) | Keys::SNEAK;
    }
    if !keys.intersects(ACROSS) && slides_into_harm(&view, ghost.clone(), Push::NONE) {
        let stems = |way: &Keys| !slides_into_harm(&view, ghost.clone(), Push::of(*way, yaw));
        return keys | WAYS.into_iter().find(stems).unwrap_or_default();
    }
    keys
}

/// Whether a body that touches nothing that hurts comes to touch it with a push and the slide after.
fn slides_into_harm(view: &impl Blocks, mut ghost: Ghost, push: Push) -> bool {
    let is_unhurt = !is_hurt_at(view, ghost.pos);
    is_unhurt
        && (0..SLIDING).any(|tick| {
            ghost.step(view, if tick == 0 { push } else { Push::NONE });
            is_hurt_at(view, ghost.pos)
        })
}

/// Whether a push, or what is left of an earlier one, leads off an edge, down onto what hurts or so deep that it does.
fn leads_off(view: &impl Blocks, mut ghost: Ghost, push: Push) -> bool {
    ghost.step(view, push);
    if ghost.is_held || ghost.is_supported(view) {
        return false;
    }
    // It is not known what is pressed next, so neither a body that is carried on nor one that is stopped here may come
    // to harm. A ledge below that only a shoulder would meet does not count as ground.
    let middle = BlockPos::containing(ghost.pos).floor_center().with_y(ghost.pos.y);
    let stopped = Ghost { pos: middle, velocity: ghost.velocity.with_x(0.0).with_z(0.0), ..ghost.clone() };
    [ghost, stopped].into_iter().any(|ghost| fall(view, ghost, Push::NONE) > f64::from(SAFE_FALL))
}

/// The keys to hold in the air: those that are held, unless they lead down deep and others do not.
fn steer(view: &impl Blocks, ghost: &Ghost, held: Keys, yaw: f32) -> Keys {
    let depth = |keys: Keys| fall(view, ghost.clone(), Push::of(keys, yaw));
    let mut best = (held, depth(held));
    if best.1 <= f64::from(SAFE_FALL) {
        return held;
    }
    for keys in WAYS {
        let depth = depth(keys);
        if depth < best.1 - HIGHER {
            best = (keys, depth);
        }
    }
    best.0
}

/// Blocks that a body falls with a push held all the way: none into water, and without end into what hurts.
fn fall(view: &impl Blocks, mut ghost: Ghost, push: Push) -> f64 {
    let mut deepest: f64 = 0.0;
    for _ in 0..FALLING {
        ghost.step(view, push);
        if is_hurt_at(view, ghost.pos) {
            return f64::INFINITY;
        }
        if ghost.is_held {
            return 0.0;
        }
        if ghost.stands(view) {
            return deepest;
        }
        deepest = deepest.max(ghost.fallen);
    }
    f64::INFINITY
}

#[cfg(test)]
mod tests {
    use anima_world::Scene;

    use super::*;
    use crate::path::{Conditions, Goal};
    use crate::testing::{End, Game};
    use crate::{Me, Travel, go_to, open_inventory};
    use anima_intent::Outcome;

    /// A table of rock whose top is at 64 and whose edge is at z 4, and ground so many blocks below it.
    fn table(depth: i32, ground: &str) -> Scene {
        let mut scene = Scene::new();
        scene.fill([-9, 30, -9], [9, 63, 30], "stone").fill([-9, 64 - depth, 4], [9, 63, 30], "air");
        scene.fill([-9, 63 - depth, 4], [9, 63 - depth, 30], ground).start_at(0.5, 64.0, 0.5);
        scene
    }

    /// Runs up to the edge with a key and without it from there on.
    async fn run_and_let_go(me: Me, last: Keys) -> Outcome {
        const ALMOST: f64 = 4.0;
        for _ in 0..40 {
            me.turn_to(0.0, 0.0);
            match me.now().player.pos.z {
                z if z < ALMOST => me.press(Keys::FORWARD | Keys::SPRINT),
                z if z < ALMOST + 0.3 && me.now().player.is(PlayerFlags::ON_GROUND) => me.press(last),
                _ => {}
            }
            me.tick().await;
        }
        Ok(())
    }

    #[track_caller]
    fn check(scene: &Scene, last: Keys, lands_at: f64) {
        let end = Game::by_day(scene).play(60, move |me| run_and_let_go(me, last));
        assert_eq!((end.now().player.pos.y, end.lost), (lands_at, 0.0), "at {}", end.now().player.pos);
    }

    #[test]
    fn an_agent_does_not_slide_off_an_edge_to_its_harm() {
        for last in [Keys::empty(), Keys::FORWARD, Keys::FORWARD | Keys::SPRINT | Keys::LEFT] {
            check(&table(9, "stone"), last, 64.0);
            check(&table(1, "lava"), last, 64.0);
            // A body that comes down with its feet right on the lava is not held by it.
            check(&table(12, "lava"), last, 64.0);
            check(&table(3, "stone"), last, 61.0);
        }
    }

    #[test]
    fn nobody_slides_into_a_fire() {
        let mut scene = table(9, "stone");
        scene.fill([-9, 63, 4], [9, 63, 9], "soul_soil").fill([-9, 64, 4], [9, 64, 9], "soul_fire");
        let end = Game::by_day(&scene).after(60).play(60, |me| async move {
            while me.now().player.pos.z < 3.3 {
                me.turn_to(0.0, 0.0);
                me.press(Keys::FORWARD | Keys::SPRINT);
                me.tick().await;
            }
            me.wait(20).await;
            Ok(())
        });
        assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0), "at {}", end.world.observe().player.pos);
    }

    #[test]
    fn a_ledge_that_a_run_would_miss_is_no_ground() {
        // An open trapdoor sticks out of the wall below the edge.
        let mut scene = table(12, "stone");
        scene.fill([-9, 60, 4], [9, 60, 4], "oak_trapdoor[facing=south,open=true]");
        check(&scene, Keys::FORWARD | Keys::SPRINT, 64.0);
    }

    #[test]
    fn an_agent_that_is_over_an_abyss_steers_back() {
        let end = Game::by_day(&table(20, "stone")).play(80, |me| async move {
            for _ in 0..60 {
                me.turn_to(0.0, 0.0);
                match me.now().player.pos.z {
                    z if z < 3.6 => me.press(Keys::FORWARD),
                    z if z < 3.9 => me.press(Keys::FORWARD | Keys::JUMP),
                    _ => {}
                }
                me.tick().await;
            }
            Ok(())
        });
        assert_eq!((end.now().player.pos.y, end.lost), (64.0, 0.0), "at {}", end.now().player.pos);
    }

    #[test]
    fn nobody_opens_a_window_while_he_slides() {
        let end = Game::by_day(&table(9, "stone")).play(80, |me| async move {
            while me.now().player.pos.z < 3.8 {
                me.turn_to(0.0, 0.0);
                me.press(Keys::FORWARD | Keys::SPRINT);
                me.tick().await;
            }
            open_inventory(&me).await?;
            me.wait(30).await;
            Ok(())
        });
        assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0));
    }

    #[test]
    fn an_agent_that_means_to_fall_does() {
        let scene = table(5, "stone");
        let end: End = Game::by_day(&scene).after(60).play(200, |me| async move {
            let conditions = Conditions { may_hurt: 4, ..Conditions::default() };
            go_to(&me, &Goal::Xz { x: 0, z: 12 }, &Travel { conditions, ..Travel::default() }).await
        });
        assert_eq!((end.outcome, end.lost), (Some(Ok(())), 2.0));
    }
}
