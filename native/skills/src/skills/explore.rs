//! Looking for something on the surface.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use anima_body::{BlockPos, ChunkPos};

use super::travel::travel;
use crate::path::Goal;
use crate::{Ground, Me, Outcome, Reason};

/// Columns around within which the next place is chosen.
const HORIZON: i32 = 14;
/// Columns from a place that a look from it shows.
const SIGHT: i32 = 3;
/// Columns of one leg.
const LEG: usize = 3;
/// Ticks that one leg may take.
const PATIENCE: u64 = 700;
/// Ticks through a column of land, of water, and of what was never seen.
const LAND: u32 = 60;
const WATER: u32 = 150;
const UNSEEN: u32 = 90;
/// What a look at an unseen column is worth among water, where more water is likely.
const AT_SEA: f64 = 0.3;

/// Goes over new ground until `found` holds: where the most unseen ground is to be seen for the way there.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent, [`Reason::Unreachable`] when hemmed in, [`Reason::Died`].
pub async fn explore(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let deadline = me.age() + ticks;
    let mut barred = Vec::new();
    while !found(me) {
        if me.age() >= deadline {
            return Err(Reason::TookTooLong);
        }
        let Some(chunk) = next_leg(me, &barred) else {
            return Err(Reason::Unreachable("new ground".into()));
        };
        let from = me.now().player.feet();
        let middle = chunk.corner(from.y).offset(8, 0, 8);
        let goal = Goal::Xz { x: middle.x, z: middle.z };
        let leg = me.within(PATIENCE, travel(me, &goal));
        match me.until(&found, leg).await {
            None => return Ok(()),
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(Err(_)) => barred.push(chunk),
            Some(Ok(())) => {}
        }
        me.tick().await;
    }
    Ok(())
}

/// The column to go to next: the best place's own, or one on the way to it.
fn next_leg(me: &Me, barred: &[ChunkPos]) -> Option<ChunkPos> {
    let now = me.now();
    let here = now.player.feet().chunk();
    let senses = me.senses();
    let atlas = senses.atlas();
    let seen = |chunk: ChunkPos| atlas.has_visited(chunk) || atlas.ground(chunk).is_some();
    let is_water = |ground: Ground| ground.water > ground.land;
    let ticks = |chunk: ChunkPos| match atlas.ground(chunk) {
        Some(ground) if is_water(ground) => WATER,
        Some(_) => LAND,
        None => UNSEEN,
    };
    // How far each column is, in ticks, and over which it is reached.
    let mut ways: BTreeMap<ChunkPos, (u32, ChunkPos)> = BTreeMap::from([(here, (0, here))]);
    let mut open = BinaryHeap::from([Reverse((0, here))]);
    while let Some(Reverse((spent, chunk))) = open.pop() {
        if ways.get(&chunk).is_some_and(|(known, _)| *known < spent) {
            continue;
        }
        for next in chunk.around(1).filter(|next| *next != chunk && next.distance(here) <= HORIZON) {
            // What is not loaded may be the edge of the known world.
            if barred.contains(&next) || !now.terrain.is_loaded(next) {
                continue;
            }
            let diagonal = next.x != chunk.x && next.z != chunk.z;
            let spent = spent + ticks(next) * if diagonal { 14 } else { 10 } / 10;
            if ways.get(&next).is_none_or(|(known, _)| spent < *known) {
                ways.insert(next, (spent, chunk));
                open.push(Reverse((spent, next)));
            }
        }
    }
    let gain = |chunk: ChunkPos| -> f64 {
        let shown = chunk.around(SIGHT).filter(|other| !seen(*other) && now.terrain.is_loaded(*other));
        let worth = |other: ChunkPos| {
            let near = other.around(2).filter_map(|near| atlas.ground(near));
            let (wet, all) = near.fold((0, 0), |(wet, all), ground| (wet + u32::from(is_water(ground)), all + 1));
            if wet * 2 > all { AT_SEA } else { 1.0 }
        };
        shown.map(worth).sum()
    };
    let places = ways.iter().filter(|(chunk, _)| **chunk != here);
    let scored = places.map(|(chunk, (spent, _))| (gain(*chunk) / (f64::from(*spent) + 100.0), *chunk));
    let (worth, mut place) = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
    if worth <= 0.0 {
        return None;
    }
    let mut route = vec![place];
    while let Some((_, before)) = ways.get(&place)
        && *before != here
    {
        place = *before;
        route.push(place);
    }
    route.reverse();
    route.get(LEG.min(route.len()) - 1).copied()
}

/// Goes out of the water onto land, the nearest that was seen or else whatever is found.
///
/// # Errors
/// As [`explore`].
pub async fn go_ashore(me: &Me, ticks: u64) -> Outcome {
    me.doing("go ashore", async {
        let goals: Vec<Goal> = shores(me).into_iter().map(Goal::Block).collect();
        if !goals.is_empty() && me.within(ticks, travel(me, &Goal::Any(goals))).await.is_ok() {
            return Ok(());
        }
        explore(me, ticks, is_ashore).await
    })
    .await
}

fn is_ashore(me: &Me) -> bool {
    let feet = me.now().player.feet();
    is_dry_floor(me, feet)
}

/// Whether a body stands dry here, with no water around its feet.
fn is_dry_floor(me: &Me, feet: BlockPos) -> bool {
    let senses = me.senses();
    let state = |pos: BlockPos| senses.memory().block(pos);
    let dry = |pos: BlockPos| state(pos).is_some_and(|state| state.fluid().is_none());
    let full = |pos: BlockPos| state(pos).is_some_and(|state| !state.is_air() && state.fluid().is_none());
    full(feet.down(1))
        && state(feet).is_some_and(|state| state.is_air())
        && anima_rules::Face::HORIZONTAL.iter().all(|face| dry(feet.beside(*face)) && full(feet.down(1).beside(*face)))
}

/// Seen places on land, the nearest first.
fn shores(me: &Me) -> Vec<BlockPos> {
    const RADIUS: i32 = 40;
    const CHOICE: usize = 16;
    let from = me.now().player.feet();
    let columns = (-RADIUS..=RADIUS).step_by(2).flat_map(|x| (-RADIUS..=RADIUS).step_by(2).map(move |z| (x, z)));
    let cells = columns.flat_map(|(x, z)| (-2..=8).map(move |y| from.offset(x, y, z)));
    let mut found: Vec<BlockPos> = cells.filter(|pos| is_dry_floor(me, *pos)).collect();
    found.sort_by_key(|pos| (pos.distance_squared(from), *pos));
    found.truncate(CHOICE);
    found
}
