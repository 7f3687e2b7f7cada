//! The bow: drawn fully, aimed above and ahead of the target, let go where nothing is between.

use anima_body::{Entity, EntityFlags, Keys, PlayerFlags};
use anima_rules::Item;
use glam::{DVec2, DVec3};

use super::duel::find;
use super::footwork::{closing, steps_facing};
use crate::Me;
use crate::hands::aim::{gap, is_in_sight};
use crate::hands::hold::hold;
use crate::hands::window::close_window;
use crate::me::heading::yaw_toward;
use crate::threat::shoots;
use crate::walk::approach::approach;
use anima_intent::{Outcome, Reason};

/// Ticks after which a bow is fully drawn (`BowItem.getPullProgress`).
const DRAW: u32 = 20;
/// Blocks that a fully drawn arrow flies in its first tick (`BowItem.onStoppedUsing`).
const SPEED: f64 = 3.0;
/// The share of its speed that an arrow keeps in a tick in air (`PersistentProjectileEntity.tick`).
const DRAG: f64 = 0.99;
/// Blocks a tick by which an arrow falls faster from tick to tick.
const GRAVITY: f64 = 0.05;
/// Blocks below the eyes at which an arrow begins.
const BELOW_EYES: f64 = 0.1;
/// Ticks for which a flight is followed.
const FLIGHT: u32 = 60;
/// Blocks from which a target is shot at: farther off an arrow spreads too much.
pub(crate) const RANGE: f64 = 20.0;
/// Blocks from which the archer comes nearer for a clear shot.
const NEAR: i32 = 10;
/// Blocks to keep from a target that strikes.
const KEEP: f64 = 8.0;
/// Blocks to a target that strikes below which a sword does better.
pub(crate) const TOO_CLOSE: f64 = 3.5;
/// Ticks that shooting one target may take.
const PATIENCE: u64 = 900;

/// Shoots at a mob until it is dead or gone, keeping away from it if it strikes; tells whether it was seen to fall.
///
/// # Errors
/// [`Reason::Missing`] without a bow or arrows, [`Reason::OutOfReach`] when it has come too close to be shot,
/// [`Reason::TookTooLong`]; as [`approach`].
pub(crate) async fn shoot(me: &Me, id: u32) -> Outcome<bool> {
    close_window(me).await?;
    let deadline = me.age() + PATIENCE;
    let mut drawn = 0;
    while let Some(foe) = find(&me.now(), id) {
        if me.age() > deadline {
            return Err(Reason::TookTooLong);
        }
        let now = me.now();
        if now.player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        for item in [Item::BOW, Item::ARROW] {
            if now.inventory.count(item) == 0 {
                return Err(Reason::Missing { item, count: 1 });
            }
        }
        if !shoots(&foe) && gap(&now, &foe) < TOO_CLOSE {
            return Err(Reason::out_of_reach(foe.kind));
        }
        let middle = foe.pos + DVec3::new(0.0, foe.height / 2.0, 0.0);
        if gap(&now, &foe) > RANGE || !is_in_sight(&now, middle) {
            drawn = 0;
            let clear = |me: &Me| {
                let now = me.now();
                find(&now, id).is_none_or(|foe| {
                    let middle = foe.pos + DVec3::new(0.0, foe.height / 2.0, 0.0);
                    gap(&now, &foe) < RANGE - 2.0 && is_in_sight(&now, middle)
                })
            };
            let way = me.within(deadline.saturating_sub(me.age()), approach(me, id, NEAR));
            match me.until(clear, way).await {
                // Come near, and still something between: around it.
                Some(Ok(())) => me.until(clear, approach(me, id, 2)).await.unwrap_or(Ok(()))?,
                outcome => outcome.unwrap_or(Ok(()))?,
            }
            me.tick().await;
            continue;
        }
        hold(me, "a bow", |stack| stack.item == Item::BOW).await?;
        drawn = draw(me, &foe, drawn).await;
    }
    Ok(me.now().entities.iter().any(|mob| mob.id == id && mob.flags.contains(EntityFlags::DYING)))
}

/// One tick of drawing and aiming; tells for how many ticks the bow has been drawn.
async fn draw(me: &Me, foe: &Entity, drawn: u32) -> u32 {
    let now = me.now();
    let from = now.player.eyes() - DVec3::new(0.0, BELOW_EYES, 0.0);
    let aim = aim_at(from, foe);
    if let Some(way) = aim {
        me.look_at(now.player.eyes() + way);
    }
    let is_drawn = drawn > DRAW && now.player.is(PlayerFlags::USING_ITEM);
    // Letting the key go shoots.
    let lets_go = is_drawn && aim.is_some();
    if !lets_go {
        me.press(Keys::USE);
    }
    if !shoots(foe) && gap(&now, foe) < KEEP {
        keep_away(me, foe);
    }
    me.tick().await;
    if lets_go { 0 } else { drawn + 1 }
}

/// Steps back from a foe that strikes, facing it.
fn keep_away(me: &Me, foe: &Entity) {
    /// Ticks that a foe is followed.
    const AHEAD: f64 = 8.0;
    let now = me.now();
    let yaw = yaw_toward(foe.pos - now.player.pos);
    let steps = steps_facing(&now, yaw);
    let slow = steps.iter().filter(|step| !step.keys.intersects(Keys::SPRINT | Keys::FORWARD));
    let away = |end: DVec3| closing(foe, end, AHEAD).distance(end);
    if let Some(best) = slow.max_by(|a, b| away(a.end).total_cmp(&away(b.end))) {
        me.press(best.keys);
    }
}

/// The direction in which an arrow from a point hits a mob that goes on as it goes; `None` where none reaches it.
fn aim_at(from: DVec3, foe: &Entity) -> Option<DVec3> {
    let middle = DVec3::new(0.0, foe.height / 2.0, 0.0);
    // What falls or hops is not led up or down.
    let going = foe.velocity.with_y(0.0);
    let mut ticks = 0.0;
    let mut way = None;
    for _ in 0..3 {
        let target = foe.pos + middle + going * ticks;
        let (rise, flight) = rise_to(target - from)?;
        let flat = DVec2::new(target.x - from.x, target.z - from.z).normalize_or_zero() * rise.cos();
        way = Some(DVec3::new(flat.x, rise.sin(), flat.y));
        ticks = flight;
    }
    way
}

/// The angle above the horizon, in radians, at which an arrow comes through a point so far off, and after how many
/// ticks; the flatter one.
fn rise_to(to: DVec3) -> Option<(f64, f64)> {
    let away = to.with_y(0.0).length();
    let straight = to.y.atan2(away);
    let (mut low, mut high) = (straight, (straight + 0.6).min(1.4));
    // The height at which an arrow has come so far, less what it is to be.
    let miss = |rise: f64| height_after(rise, away).map(|(height, ticks)| (height - to.y, ticks));
    miss(high).filter(|(over, _)| *over >= 0.0)?;
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        match miss(middle) {
            Some((over, _)) if over >= 0.0 => high = middle,
            _ => low = middle,
        }
    }
    miss(high).map(|(_, ticks)| (high, ticks))
}

/// The height that an arrow has, and the ticks that it took, when it has come so far; `None` if it does not in time.
fn height_after(rise: f64, away: f64) -> Option<(f64, f64)> {
    let mut pos = DVec2::ZERO;
    let mut velocity = DVec2::from_angle(rise) * SPEED;
    for tick in 0..FLIGHT {
        let next = pos + velocity;
        if next.x >= away {
            let share = (away - pos.x) / (next.x - pos.x).max(1e-9);
            return Some((pos.y + share * (next.y - pos.y), f64::from(tick) + share));
        }
        pos = next;
        velocity *= DRAG;
        velocity.y -= GRAVITY;
    }
    None
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_rules::EntityKind;
    use anima_world::{Options, Scene};

    use super::*;
    use crate::testing::{Game, flat, held, quiet};

    const ARCHER: [(Item, u8); 2] = [(Item::BOW, 1), (Item::ARROW, 32)];

    /// Shoots one mob in a scene on five seeds; the least number of arrows left.
    #[track_caller]
    fn check(kind: EntityKind, ticks: u64, scene: impl Fn() -> Scene) {
        for seed in 0..5 {
            let world = scene().world(Options { seed, day_time: Some(6000), ..quiet() });
            let trial = Game::of(world).perform(ticks, Act::Shoot { mob: kind, count: 1 }, None);
            trial.succeeds();
            let left = held(&trial.world, Item::ARROW);
            assert!(left < 32, "seed {seed}: {kind} fell without an arrow");
            assert!(left > 16, "seed {seed}: {} arrows for one {kind}", 32 - left);
        }
    }

    #[test]
    fn a_mob_on_an_island_that_no_sword_reaches_is_shot() {
        check(EntityKind::CREEPER, 900, || {
            // On an island that only arrows reach.
            let mut scene = flat(&ARCHER);
            scene.fill([8, 58, -12], [24, 63, 12], "air").fill([14, 58, -2], [18, 63, 2], "stone");
            scene.mob("creeper", [16.5, 64.0, 0.5]);
            scene
        });
    }

    #[test]
    fn a_bowman_is_shot() {
        check(EntityKind::SKELETON, 900, || {
            let mut scene = flat(&ARCHER);
            // Under a roof it does not burn.
            scene.fill([8, 68, -6], [22, 68, 6], "stone").mob("skeleton", [14.5, 64.0, 1.5]);
            scene
        });
    }

    #[test]
    fn an_archer_without_arrows_says_so() {
        let mut scene = flat(&[(Item::BOW, 1)]);
        scene.mob("pig", [10.5, 64.0, 0.5]);
        let act = Act::Shoot { mob: EntityKind::PIG, count: 1 };
        let trial = Game::by_day(&scene).perform(200, act, None);
        assert_eq!(trial.outcome, Some(Err(Reason::Missing { item: Item::ARROW, count: 1 })));
    }

    #[test]
    fn an_arrow_is_aimed_above_what_is_far_and_comes_through_it() {
        for (x, y) in [(5.0, 0.0), (15.0, -3.0), (20.0, 4.0), (30.0, 0.0)] {
            let (rise, ticks) = rise_to(DVec3::new(x, y, 0.0)).expect("it reaches");
            let (height, _) = height_after(rise, x).expect("it comes so far");
            assert!((height - y).abs() < 0.01 && rise > y.atan2(x), "{x} {y}: {height}");
            assert!(ticks >= x / SPEED);
        }
        assert_eq!(rise_to(DVec3::new(400.0, 0.0, 0.0)), None);
    }
}
