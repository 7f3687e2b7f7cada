//! Looking for something on the surface.

use anima_body::ChunkPos;
use anima_rules::Biome;
use glam::DVec2;

use super::forage::forage;
use super::leg::{Aim, Around, next_column};
use super::surface::go_up;
use crate::Me;
use crate::me::overhead::is_below_ground;
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use crate::work::footing::gather_footing;
use anima_intent::{Outcome, Reason};

/// Ticks that one leg may take.
const PATIENCE: u64 = 700;
/// Blocks that an agent with bare hands, after a leg that failed, gathers earth to climb.
const CLIMB: i32 = 12;

/// Ticks from one hunt for a meal to the next: the meat is eaten meanwhile, and prey that got away is left behind.
const MEALS_APART: u64 = 600;

/// Goes over new ground until `found` holds: where the most unseen ground is to be seen for the way there. An agent
/// that is below the ground comes up first.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent, [`Reason::Unreachable`] when hemmed in, [`Reason::Died`].
pub async fn explore(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    explore_land(me, &[], ticks, found).await
}

/// As [`explore`], for what is found in some biomes alone: unseen ground counts as far as it is likely to be of them,
/// and where land of them is likelier farther off, the agent goes there.
///
/// # Errors
/// As [`explore`].
pub(crate) async fn explore_land(me: &Me, biomes: &[Biome], ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let deadline = me.age() + ticks;
    let mut barred = Vec::new();
    let mut aim = Aim::default();
    let mut knows_way_up = true;
    let mut went_to = None;
    let mut next_meal = 0;
    while !found(me) {
        if me.age() >= deadline {
            return Err(Reason::TookTooLong);
        }
        if me.age() >= next_meal && forage(me).await? {
            next_meal = me.age() + MEALS_APART;
            me.tick().await;
            continue;
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
        let Some(chunk) = next_leg(me, biomes, &barred, &mut aim) else {
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
                aim.place = None;
                let is_over = |me: &Me| found(me) || me.age() >= deadline;
                me.until(is_over, gather_footing(me, CLIMB)).await;
            }
            Some(Ok(())) => went_to = Some(chunk),
        }
        me.tick().await;
    }
    Ok(())
}

/// The column that the next leg leads to.
fn next_leg(me: &Me, biomes: &[Biome], barred: &[ChunkPos], aim: &mut Aim) -> Option<ChunkPos> {
    let now = me.now();
    let senses = me.senses();
    let atlas = senses.atlas();
    let around = Around {
        from: DVec2::new(now.player.pos.x, now.player.pos.z),
        ground: &|chunk| atlas.ground(chunk),
        has_visited: &|chunk| atlas.has_visited(chunk),
        // What is not loaded may be the edge of the known world.
        is_open: &|chunk| now.is_loaded(chunk),
        land: atlas.land(),
    };
    next_column(&around, biomes, barred, aim)
}
