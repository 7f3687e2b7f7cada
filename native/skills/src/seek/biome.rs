//! Looking for land of another kind.

use std::f64::consts::TAU;

use anima_body::{BlockPos, ChunkPos};
use anima_rules::techtree::place_of_block;
use anima_rules::{Biome, Block};
use glam::DVec2;
use rand::RngExt;

use super::ore::Prospect;
use super::prospect::prospect;
use super::surface::go_up;
use crate::Me;
use crate::me::overhead::is_below_ground;
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use anima_intent::{Outcome, Reason};

/// Blocks of one leg.
const LEG: f64 = 48.0;
/// Ticks that one leg may take.
const PATIENCE: u64 = 600;
/// Legs that may fail one after the other before another course is taken.
const FAILURES: u32 = 2;
/// Turns from the course that are weighed against water ahead, in parts of a full turn.
const TURNS: [f64; 7] = [0.0, 0.08, -0.08, 0.16, -0.16, 0.25, -0.25];
/// What grows or lies in so few kinds of land is a sign of them.
const FEW: usize = 4;
/// Blocks around a sign that turned out to be none in which other signs are not gone to.
const AROUND: i64 = 48;

/// Goes over new ground until the agent stands in one of some biomes: straight on, as land of one kind reaches far, round
/// water where that is seen ahead, and to whatever grows in such land alone. Where such land lies below the ground, what
/// is found there alone is looked for in the rock.
///
/// # Errors
/// [`Reason::NotFound`] when `ticks` are spent; [`Reason::Died`]; as [`prospect`].
pub(crate) async fn find_biome(me: &Me, biomes: &[Biome], ticks: u64) -> Outcome {
    let is_there = |me: &Me| biomes.contains(&me.now().biome);
    let signs = signs(biomes);
    let search = async {
        let mut course = me.rng().random_range(0.0..TAU);
        let mut failures = 0;
        let mut tried: Vec<BlockPos> = Vec::new();
        loop {
            me.tick().await;
            let feet = me.now().player.feet();
            let is_new = |pos: &BlockPos| tried.iter().all(|other| other.distance_squared(*pos) > AROUND * AROUND);
            let sign = me.senses().places_of(&signs, feet, usize::MAX).into_iter().find(is_new);
            let leg = match sign {
                Some(sign) => {
                    tried.push(sign);
                    me.within(PATIENCE, travel(me, &Goal::Near { pos: sign, range: 2 })).await
                }
                None if lies_below(&signs) => look_below(me, &signs).await,
                None if is_below_ground(me) => go_up(me).await,
                None => {
                    let to = ahead(me, way_by_land(me, course), LEG);
                    me.within(PATIENCE, travel(me, &Goal::Xz { x: to.x, z: to.z })).await
                }
            };
            match leg {
                Err(reason @ (Reason::Died | Reason::NeedsTool(_))) => return Err(reason),
                Err(_) if sign.is_none() => failures += 1,
                _ => failures = 0,
            }
            // No way on: another course, hardly ever back.
            if failures >= FAILURES {
                course += me.rng().random_range(0.15..0.35) * TAU;
                failures = 0;
            }
        }
    };
    match me.until(is_there, me.within(ticks, search)).await {
        None => Ok(()),
        Some(Err(Reason::TookTooLong)) => Err(Reason::not_found(biomes[0])),
        Some(outcome) => outcome,
    }
}

/// The course, or the heading nearest to it where less of the sea is seen ahead and the agent has not been yet; a river
/// is crossed.
fn way_by_land(me: &Me, course: f64) -> f64 {
    const RIVER: usize = 2;
    let senses = me.senses();
    let atlas = senses.atlas();
    let is_sea = |chunk: &ChunkPos| atlas.ground(*chunk).is_some_and(|ground| ground.water > ground.land);
    let is_bad = |turn: &f64| {
        let ahead = (1..=4).map(|n| ahead(me, course + turn * TAU, f64::from(n) * 16.0).chunk());
        let ahead: Vec<ChunkPos> = ahead.collect();
        let known = ahead.iter().filter(|chunk| atlas.has_visited(**chunk)).count();
        known + ahead.iter().filter(|chunk| is_sea(chunk)).count().saturating_sub(RIVER)
    };
    let turn = TURNS.into_iter().min_by_key(is_bad);
    course + turn.unwrap_or(0.0) * TAU
}

/// The block so far off in a direction, seen from above.
fn ahead(me: &Me, heading: f64, blocks: f64) -> BlockPos {
    let pos = me.now().player.pos;
    let way = DVec2::from_angle(heading) * blocks;
    BlockPos::containing(glam::DVec3::new(pos.x + way.x, pos.y, pos.z + way.y))
}

/// Blocks that are found in few kinds of land, these among them.
fn signs(biomes: &[Biome]) -> Vec<Block> {
    let all = || (0..Biome::COUNT as u16).filter_map(Biome::from_id);
    let is_sign = |block: &Block| {
        place_of_block(*block).is_some_and(|place| {
            !place.biomes.is_empty()
                && biomes.iter().any(|biome| place.fits(*biome))
                && all().filter(|biome| place.fits(*biome)).count() <= FEW
        })
    };
    Block::all().filter(is_sign).collect()
}

/// Whether such land lies below the ground.
fn lies_below(signs: &[Block]) -> bool {
    let mut places = signs.iter().filter_map(|block| place_of_block(*block)).peekable();
    places.peek().is_some() && places.all(|place| place.hints.contains(&"underground"))
}

async fn look_below(me: &Me, signs: &[Block]) -> Outcome {
    const LOOK: u64 = 3000;
    match signs.iter().find_map(|block| place_of_block(*block)) {
        Some(place) => prospect(me, &Prospect::of(place, signs), LOOK).await,
        None => Err(Reason::not_found("a sign of it")),
    }
}
