//! Being safe for a while.

use anima_body::BlockPos;
use anima_rules::{Face, Item, StateFlags};

use super::descend::dig_down;
use super::place::place_at;
use super::travel::travel;
use crate::path::Goal;
use crate::{Me, Outcome, Reason};

/// Holes that are begun before it is given up.
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
        Err(Reason::NoPlace("a shelter".into()))
    })
    .await
}

/// Blocks that a hole is deep: two for the body, one for the lid.
const DEPTH: i32 = 3;

/// Whether a hole can be dug here and covered.
pub(crate) fn can_dig_in(me: &Me) -> bool {
    let feet = me.now().player.feet();
    let firm = (1..=DEPTH + 1).all(|depth| me.is_full(feet.down(depth)));
    let around = |pos: BlockPos| Face::HORIZONTAL.iter().all(|face| me.is_full(pos.beside(*face)));
    firm && (1..=DEPTH).all(|depth| around(feet.down(depth))) && lid(me).is_some()
}

/// Digs down three blocks and closes the hole above the head.
pub(crate) async fn dig_in(me: &Me) -> Outcome {
    let top = me.now().player.feet().y;
    if !is_covered(me) {
        dig_down(me, top - DEPTH).await?;
        if lid(me).is_none() {
            // What was dug out is picked up.
            me.wait(12).await;
        }
    }
    let above = me.now().player.feet().up(2);
    if me.is_full(above) {
        return Ok(());
    }
    let lid = lid(me).ok_or_else(|| Reason::NotFound("a block to cover a hole with".into()))?;
    place_at(me, lid, above).await
}

/// Whether we stand in a hole that is closed but for its top.
pub(super) fn is_covered(me: &Me) -> bool {
    let feet = me.now().player.feet();
    let walls = |pos: BlockPos| Face::HORIZONTAL.iter().all(|face| me.is_full(pos.beside(*face)));
    walls(feet) && walls(feet.up(1)) && walls(feet.up(2))
}

/// A carried block that is cheap and stays where it is put.
fn lid(me: &Me) -> Option<Item> {
    let inventory = me.now().inventory.clone();
    let suits = |item: &Item| {
        let state = item.block().map(|block| block.state());
        state.is_some_and(|state| {
            state.flags().contains(StateFlags::FULL_CUBE) && !state.flags().contains(StateFlags::FALLS)
        })
    };
    let items = inventory.slots.iter().flatten().map(|stack| stack.item).filter(suits);
    items.min_by_key(|item| item.block().map_or(0, |block| (block.hardness() * 100.0) as i32))
}

#[cfg(test)]
mod tests {
    use anima_body::{Control, Observation, PlayerFlags};
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
        let end = Game::of(world, 0).play(ticks + 4000, move |me| async move { shelter(&me, ticks).await });
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
