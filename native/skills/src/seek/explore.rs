//! Looking for something on the surface.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use anima_body::ChunkPos;

use super::surface::go_up;
use crate::Me;
use crate::me::overhead::is_below_ground;
use crate::path::goal::Goal;
use crate::senses::atlas::Ground;
use crate::walk::travel::travel;
use crate::work::footing::gather_footing;
use anima_intent::{Outcome, Reason};

/// Columns around within which the next place is chosen.
const HORIZON: i32 = 14;
/// Columns from a place that a look from it shows.
const SIGHT: i32 = 3;
/// Columns of one leg.
const LEG: usize = 3;
/// Ticks that one leg may take.
const PATIENCE: u64 = 700;
/// Blocks that an agent with bare hands, after a leg that failed, gathers earth to climb.
const CLIMB: i32 = 12;
/// Ticks through a column of land.
const LAND: u32 = 60;
/// Ticks through a column of water.
const WATER: u32 = 150;
/// Ticks through a column that was never seen.
const UNSEEN: u32 = 90;
/// What a look at an unseen column is worth among water, where more water is likely.
const AT_SEA: f64 = 0.3;

/// Goes over new ground until `found` holds: where the most unseen ground is to be seen for the way there. An agent
/// that is below the ground comes up first.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent, [`Reason::Unreachable`] when hemmed in, [`Reason::Died`].
pub async fn explore(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let deadline = me.age() + ticks;
    let mut barred = Vec::new();
    let mut knows_way_up = true;
    let mut went_to = None;
    while !found(me) {
        if me.age() >= deadline {
            return Err(Reason::TookTooLong);
        }
        if knows_way_up && is_below_ground(me) {
            // A leg that ended below the ground is not repeated.
            barred.extend(went_to.take());
            let from = me.now().player.feet();
            match me.until(&found, me.within(deadline - me.age(), go_up(me))).await {
                Some(Err(Reason::Died)) => return Err(Reason::Died),
                Some(Err(_)) => knows_way_up = me.now().player.feet().y > from.y,
                None | Some(Ok(())) => {}
            }
            me.tick().await;
            continue;
        }
        let Some(chunk) = next_leg(me, &barred) else {
            return Err(Reason::unreachable("new ground"));
        };
        let from = me.now().player.feet();
        let middle = chunk.corner(from.y).offset(8, 0, 8);
        let goal = Goal::Xz { x: middle.x, z: middle.z };
        let leg = me.within(PATIENCE, travel(me, &goal));
        went_to = None;
        match me.until(&found, leg).await {
            None => return Ok(()),
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(Err(_)) => {
                barred.push(chunk);
                let is_over = |me: &Me| found(me) || me.age() >= deadline;
                me.until(is_over, gather_footing(me, CLIMB)).await;
            }
            Some(Ok(())) => went_to = Some(chunk),
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
            if barred.contains(&next) || !now.is_loaded(next) {
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
        let shown = chunk.around(SIGHT).filter(|other| !seen(*other) && now.is_loaded(*other));
        let worth = |other: ChunkPos| {
            let near = other.around(2).filter_map(|near| atlas.ground(near));
            let (wet, all) = near.fold((0, 0), |(wet, all), ground| (wet + u32::from(is_water(ground)), all + 1));
            if wet * 2 > all { AT_SEA } else { 1.0 }
        };
        shown.map(worth).sum()
    };
    // Where the agent was on the ground already, there is no more to be seen.
    let was_there = |chunk: ChunkPos| atlas.has_visited(chunk) && atlas.ground(chunk).is_some();
    let places = ways.iter().filter(|(chunk, _)| **chunk != here && !was_there(**chunk));
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
