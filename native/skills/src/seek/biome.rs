//! Looking for land of another kind.

use anima_body::{BlockPos, ChunkPos};
use anima_rules::techtree::place_of_block;
use anima_rules::{Biome, Block};

use super::explore::explore_land;
use super::journey::go_there;
use super::ore::Prospect;
use super::prospect::prospect;
use crate::Me;
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use anima_intent::{Outcome, Reason};

/// Ticks for the way to a sign of the land.
const PATIENCE: u64 = 600;
/// What grows or lies in so few kinds of land is a sign of them.
const FEW: usize = 4;
/// Blocks around a sign that turned out to be none in which other signs are not gone to.
const AROUND: i64 = 48;

/// Goes until the agent stands in one of some biomes: to land of them that was seen, to whatever grows in such land alone,
/// or over new ground towards where such land is likeliest. Where such land lies below the ground, what is found there
/// alone is looked for in the rock.
///
/// # Errors
/// [`Reason::NotFound`] when `ticks` are spent; [`Reason::Died`]; as [`prospect`] and [`explore_land`].
pub(crate) async fn find_biome(me: &Me, biomes: &[Biome], ticks: u64) -> Outcome {
    let is_there = |me: &Me| biomes.contains(&me.now().biome);
    let signs = signs(biomes);
    let search = async {
        let mut tried: Vec<BlockPos> = Vec::new();
        let mut gone_to: Vec<ChunkPos> = Vec::new();
        loop {
            me.tick().await;
            let feet = me.now().player.feet();
            let is_new = |pos: &BlockPos| tried.iter().all(|other| other.distance_squared(*pos) > AROUND * AROUND);
            let sign = me.senses().places_of(&signs, feet, usize::MAX).into_iter().find(is_new);
            let land = me.senses().atlas().land().nearest(biomes, feet, |chunk| !gone_to.contains(&chunk));
            let since = me.age();
            let leg = match (land, sign) {
                (Some(chunk), _) => {
                    gone_to.push(chunk);
                    let middle = chunk.corner(feet.y).offset(8, 0, 8);
                    go_there(me, middle.x, None, middle.z).await
                }
                (None, Some(sign)) => {
                    tried.push(sign);
                    me.within(PATIENCE, travel(me, &Goal::Near { pos: sign, range: 2 })).await
                }
                (None, None) if lies_below(&signs) => look_below(me, &signs).await,
                (None, None) => {
                    let seen = |me: &Me| me.senses().atlas().land().columns_of(biomes);
                    let before = seen(me);
                    explore_land(me, biomes, ticks, |me| seen(me) > before).await
                }
            };
            match leg {
                Err(reason @ (Reason::Died | Reason::NeedsTool(_))) => return Err(reason),
                // Where no way leads out, none will in the next tick.
                Err(reason) if me.age() <= since + 1 && sign.is_none() && land.is_none() => return Err(reason),
                _ => {}
            }
        }
    };
    match me.until(is_there, me.within(ticks, search)).await {
        None => Ok(()),
        Some(Err(Reason::TookTooLong)) => Err(Reason::not_found(biomes[0])),
        Some(outcome) => outcome,
    }
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
