//! Walling ourselves in until we are well again.

use anima_body::{BlockPos, Entity, Event, Observation, PlayerFlags};
use anima_rules::Face;
use anima_rules::food::HEALS_FROM;

use super::hole::{can_go_deeper, go_deeper};
use crate::Me;
use crate::hands::dig::dig;
use crate::hands::eat::{best_meal, eat};
use crate::hands::place::{filler, place_at, roof};
use crate::threat::{is_lit, reaches_us, shoots, speed, threats};
use crate::walk::step::center;
use anima_intent::{Outcome, Reason};

/// Ticks to set one block.
const SETTING: f64 = 4.0;
/// Ticks to wait for health.
const REST: u64 = 500;
/// Cells beside a body.
const SIDES: u32 = 8;
/// Ticks after which the foes outside are forgotten.
const CALM: u64 = 30;
/// Health at which the agent leaves its walls.
const WELL: f32 = 15.0;

/// The open cells beside the body, those on the side of a foe first.
fn openings(me: &Me, foes: &[Entity]) -> Vec<BlockPos> {
    let feet = me.now().player.feet();
    let cells = Face::HORIZONTAL.iter().flat_map(|face| [feet.beside(*face), feet.up(1).beside(*face)]);
    let mut open: Vec<BlockPos> = cells.filter(|pos| me.is_free(*pos)).collect();
    let nearness = |pos: &BlockPos| {
        let near = foes.iter().map(|foe| (foe.pos.with_y(pos.center().y)).distance(pos.center()));
        near.fold(f64::INFINITY, f64::min)
    };
    // Low before high on each side, as the high one rests on the low one.
    open.sort_by(|a, b| nearness(a).total_cmp(&nearness(b)).then(a.y.cmp(&b.y)).then(a.cmp(b)));
    open
}

/// Whether all cells beside the body are closed.
pub(crate) fn is_walled_in(me: &Me) -> bool {
    openings(me, &[]).is_empty()
}

/// Whether a part of a foe is in our own column: a wall around us, or a hole, would then enclose the foe as well.
pub(crate) fn is_beside_us(now: &Observation, foe: &Entity) -> bool {
    let apart = foe.pos - now.player.feet().floor_center();
    apart.x.abs().max(apart.z.abs()) < 0.49 + foe.width / 2.0 && apart.y.abs() < 2.0
}

/// Whether there are blocks and time enough to wall us in.
pub(crate) fn can_wall_in(me: &Me, foes: &[Entity]) -> bool {
    let now = me.now();
    let Some(item) = filler(me) else { return false };
    if now.player.is(PlayerFlags::IN_WATER) || !now.player.is(PlayerFlags::ON_GROUND) {
        return false;
    }
    let open = openings(me, foes);
    let above = now.player.feet().up(2);
    let is_open_above = me.is_free(above);
    if (open.is_empty() && !is_open_above) || now.inventory.count(item) < open.len() as u32 {
        return false;
    }
    let ticks = SETTING * open.len() as f64;
    let comes_in_time = |foe: &Entity| {
        let way = foe.pos.distance(now.player.pos) - if is_lit(foe) { 6.0 } else { 2.0 };
        !shoots(foe) && way < speed(foe) * ticks
    };
    !foes.iter().any(comes_in_time)
}

/// Sets blocks into all open cells beside the body, eats, and waits for health.
///
/// # Errors
/// As [`place_at`]; [`Reason::Died`].
pub(crate) async fn wall_in(me: &Me) -> Outcome {
    me.doing("wall ourselves in", async {
        let mut failed: Vec<BlockPos> = Vec::new();
        for _ in 0..2 * SIDES {
            // Where the body sticks out of its block nothing can be placed; blows and leaps carry it on.
            center(me).await;
            let foes = threats(me);
            let open = openings(me, &foes);
            let next = open.iter().min_by_key(|pos| failed.iter().filter(|other| other == pos).count());
            let Some(pos) = next.copied().filter(|pos| failed.iter().filter(|other| *other == pos).count() < 2) else {
                break;
            };
            let item = filler(me).ok_or_else(|| Reason::not_found("blocks for a wall"))?;
            match place_at(me, item, pos).await {
                // What this cell could rest on may come with another block.
                Err(Reason::NoPlace(_)) => failed.push(pos),
                outcome => outcome?,
            }
        }
        if let Some(pos) = openings(me, &[]).first() {
            return Err(Reason::no_place(format!("a wall at {pos}")));
        }
        roof(me).await?;
        rest(me).await
    })
    .await
}

/// Ends the blows of a mob that hits through a corner of our walls: digs deeper into the ground, or else opens the wall
/// on the side of that mob to strike back.
///
/// # Errors
/// As the digging and placing.
pub(crate) async fn end_blows(me: &Me, foe: &Entity) -> Outcome {
    if can_go_deeper(me) {
        return go_deeper(me).await;
    }
    let away = foe.pos - me.now().player.pos;
    let toward = |face: &Face| away.dot(face.step().as_dvec3());
    let side = Face::HORIZONTAL.into_iter().max_by(|a, b| toward(a).total_cmp(&toward(b)));
    let side = side.expect("there are four of them");
    dig(me, me.now().player.feet().up(1).beside(side)).await
}

/// Whether a mob has just hit the player within its walls, from above perhaps, or is near enough to.
fn is_hit_here(me: &Me) -> bool {
    let now = me.now();
    let hits = |event: &Event| matches!(event, Event::Hurt { by: Some(_), .. });
    now.events.iter().any(hits) || threats(me).iter().any(|foe| !shoots(foe) && reaches_us(&now, foe))
}

/// Eats and waits, as long as the walls stand and health comes back.
async fn rest(me: &Me) -> Outcome {
    let (deadline, calm) = (me.age() + REST, me.age() + CALM);
    while me.age() < deadline {
        let now = me.now();
        if now.player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        if !is_walled_in(me) {
            return Err(Reason::unexpected("the wall is open"));
        }
        if is_hit_here(me) {
            let is_with_us = threats(me).iter().any(|foe| is_beside_us(&now, foe));
            if is_with_us || !can_go_deeper(me) {
                return Err(Reason::unexpected("somebody still hits us"));
            }
            go_deeper(me).await?;
            me.tick().await;
            continue;
        }
        if now.player.food < HEALS_FROM && best_meal(me).is_some() {
            eat(me, HEALS_FROM).await?;
            continue;
        }
        if me.age() > calm && (now.player.health >= WELL || now.player.food < HEALS_FROM) {
            return Ok(());
        }
        me.tick().await;
    }
    Ok(())
}
