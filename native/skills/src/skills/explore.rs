//! Looking for something on the surface.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use anima_body::{BlockPos, ChunkPos};
use anima_rules::StateFlags;

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

/// Goes to dry land at least `off` blocks away, the nearest that was seen or else whatever is found.
///
/// # Errors
/// As [`explore`].
pub async fn go_inland(me: &Me, ticks: u64, off: i64) -> Outcome {
    me.doing("go inland", async {
        let goals = Goal::Any(inland(me, off).into_iter().map(Goal::Block).collect());
        if goals != Goal::Any(Vec::new()) && me.within(ticks, travel(me, &goals)).await.is_ok() {
            return Ok(());
        }
        let from = me.now().player.feet();
        let there = |me: &Me| {
            let feet = me.now().player.feet();
            feet.distance_squared(from) >= off * off && is_floor(me, feet)
        };
        explore(me, ticks, there).await
    })
    .await
}

/// Seen dry places with no water near, the nearest first.
fn inland(me: &Me, off: i64) -> Vec<BlockPos> {
    const RADIUS: i32 = 40;
    const CHOICE: usize = 16;
    let from = me.now().player.feet();
    let columns = (-RADIUS..=RADIUS).step_by(2).flat_map(|x| (-RADIUS..=RADIUS).step_by(2).map(move |z| (x, z)));
    let cells = columns.flat_map(|(x, z)| (-2..=8).map(move |y| from.offset(x, y, z)));
    let mut floors: Vec<BlockPos> =
        cells.filter(|pos| pos.distance_squared(from) >= off * off && is_floor(me, *pos)).collect();
    floors.sort_by_key(|pos| (pos.distance_squared(from), *pos));
    floors.into_iter().filter(|pos| !has_water_near(me, *pos)).take(CHOICE).collect()
}

/// Whether a body can stand here, dry.
fn is_floor(me: &Me, feet: BlockPos) -> bool {
    let senses = me.senses();
    let state = |pos: BlockPos| senses.memory().block(pos);
    state(feet.down(1)).is_some_and(|state| state.flags().contains(StateFlags::FULL_CUBE))
        && state(feet).is_some_and(|state| state.flags().contains(StateFlags::NO_COLLISION) && state.fluid().is_none())
        && state(feet.up(1)).is_some_and(|state| state.is_air())
}

fn has_water_near(me: &Me, feet: BlockPos) -> bool {
    const RADIUS: i32 = 3;
    let senses = me.senses();
    let wet = |pos: BlockPos| senses.memory().block(pos).is_some_and(|state| state.fluid().is_some());
    (-RADIUS..=RADIUS).any(|x| (-RADIUS..=RADIUS).any(|z| wet(feet.offset(x, -1, z)) || wet(feet.offset(x, 0, z))))
}
