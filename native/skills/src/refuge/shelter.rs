//! Being safe for a while.

use anima_rules::Face;

use super::hole::dig_in;
use crate::Me;
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use anima_intent::{Outcome, Reason};

/// Holes that are begun before the agent gives up.
const TRIES: u32 = 5;
/// Ticks for one hole.
const PATIENCE: u64 = 400;

/// Digs a hole, covers it, and stays in it for so many ticks: nothing that hunts by night digs.
///
/// # Errors
/// [`Reason::NoPlace`] if no hole can be dug and covered here, [`Reason::Died`].
pub async fn shelter(me: &Me, ticks: u64) -> Outcome {
    me.doing("stay in a shelter", async {
        let until = me.age() + ticks;
        for attempt in 0..TRIES {
            match me.within(PATIENCE, dig_in(me)).await {
                Ok(()) => {
                    while me.age() < until {
                        me.tick().await;
                    }
                    return Ok(());
                }
                Err(Reason::Died) => return Err(Reason::Died),
                Err(reason) => tracing::debug!(tick = me.now().tick, %reason, "no shelter here"),
            }
            let side = Face::HORIZONTAL[attempt as usize % 4];
            let aside = me.now().player.feet() + side.step() * 6;
            drop(me.within(PATIENCE, travel(me, &Goal::Near { pos: aside, range: 2 })).await);
        }
        Err(Reason::no_place("a shelter"))
    })
    .await
}

#[cfg(test)]
mod tests {
    use anima_body::{BlockPos, Control, Observation, PlayerFlags};
    use anima_rules::StateFlags;
    use anima_world::{Generator, Options, World};

    use super::*;
    use crate::testing::Game;

    /// Stays in a shelter for part of a night at the start of a generated world with its monsters about.
    fn nights(seed: u64, ticks: u64) -> (Outcome, Observation) {
        const NIGHT: u32 = 14_000;
        let options = Options { seed, radius: 6, day_time: Some(NIGHT), ..Options::default() };
        let mut world = World::new(Generator::new(seed as i64), options);
        for _ in 0..40 {
            world.tick(&Control::default());
        }
        let end = Game::of(world).play(ticks + 4000, move |me| async move { shelter(&me, ticks).await });
        (end.outcome.expect("it ends"), end.world.observe())
    }

    #[test]
    fn nobody_comes_into_a_shelter() {
        for seed in 1..4 {
            let (outcome, now) = nights(seed, 1500);
            assert_eq!(outcome, Ok(()), "seed {seed}");
            let feet = now.player.feet();
            let solid = |pos: BlockPos| {
                now.terrain.block(pos).is_some_and(|state| state.flags().contains(StateFlags::FULL_CUBE))
            };
            let around = Face::HORIZONTAL.iter().flat_map(|face| [feet.beside(*face), feet.up(1).beside(*face)]);
            assert!(around.chain([feet.down(1), feet.up(2)]).all(solid), "seed {seed}: {feet}");
            assert!(!now.player.is(PlayerFlags::DEAD) && now.player.health > 10.0, "seed {seed}");
        }
    }
}
