//! Looking for something on the surface.

use anima_body::{BlockPos, ChunkPos};
use anima_rules::FluidKind;
use rand_pcg::rand_core::Rng;

use super::travel::travel;
use crate::path::Goal;
use crate::{Me, Outcome, Reason};

/// Blocks of one leg: a little less than what can be seen.
const LEG: f64 = 44.0;
/// Directions that are weighed.
const DIRECTIONS: u32 = 16;
/// Ticks that one leg may take.
const PATIENCE: u64 = 700;

/// Walks over new ground until `found` holds.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent, [`Reason::Unreachable`] when hemmed in, [`Reason::Died`].
pub async fn explore(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let deadline = me.age() + ticks;
    let mut heading = f64::from(me.rng().next_u32()) / f64::from(u32::MAX) * std::f64::consts::TAU;
    let mut stuck = 0;
    while !found(me) {
        if me.age() >= deadline {
            return Err(Reason::TookTooLong);
        }
        let from = me.now().player.feet();
        heading = best_heading(me, heading, stuck);
        let target = along(from, heading, LEG);
        let goal = Goal::Xz { x: target.x, z: target.z };
        let leg = me.within(PATIENCE, travel(me, &goal));
        match me.until(&found, leg).await {
            None => return Ok(()),
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(_) => {}
        }
        let moved = me.now().player.feet().distance_squared(from);
        stuck = if moved < 100 { stuck + 1 } else { 0 };
        if stuck > 6 {
            return Err(Reason::Unreachable("new ground".into()));
        }
        me.tick().await;
    }
    Ok(())
}

fn along(from: BlockPos, heading: f64, distance: f64) -> BlockPos {
    from.offset((heading.cos() * distance).round() as i32, 0, (heading.sin() * distance).round() as i32)
}

/// The direction to go on in: onwards, away from where the agent has been, off the water and the world's edge.
fn best_heading(me: &Me, heading: f64, stuck: u32) -> f64 {
    let now = me.now();
    let from = now.player.feet();
    let senses = me.senses();
    let score = |candidate: f64| {
        let turn =
            (candidate - heading + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
        // After a leg that led nowhere any other direction is better than the same again.
        let onwards = if stuck > 0 { turn.abs() / 2.0 } else { -turn.abs() };
        let mut score = onwards;
        for share in [0.5, 1.0, 1.5] {
            let at = along(from, candidate, LEG * share);
            let been = near_visited(&senses, at.chunk());
            score -= 1.5 * f64::from(u8::from(been));
            score -= 6.0 * f64::from(u8::from(share < 1.2 && !now.terrain.is_loaded(at.chunk())));
            score -= 1.0 * f64::from(u8::from(is_water(&senses, at, from.y)));
        }
        score
    };
    let candidates = (0..DIRECTIONS).map(|i| heading + f64::from(i) * std::f64::consts::TAU / f64::from(DIRECTIONS));
    candidates.max_by(|a, b| score(*a).total_cmp(&score(*b))).unwrap_or(heading)
}

fn near_visited(senses: &crate::Senses, chunk: ChunkPos) -> bool {
    chunk.around(1).any(|chunk| senses.atlas().has_visited(chunk))
}

/// Whether the surface seen at a place is water.
fn is_water(senses: &crate::Senses, at: BlockPos, y: i32) -> bool {
    let column = (-12..=12).rev().map(|dy| at.offset(0, y - at.y + dy, 0));
    let surface = column.filter_map(|pos| senses.memory().block(pos)).find(|state| !state.is_air());
    surface.and_then(|state| state.fluid()).is_some_and(|fluid| fluid.kind == FluidKind::Water)
}
