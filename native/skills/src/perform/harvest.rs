//! Harvesting what has grown.

use anima_body::BlockPos;
use anima_rules::{Block, BlockState};

use crate::Me;
use crate::hands::dig::dig;
use crate::path::goal::Goal;
use crate::seek::SEARCH;
use crate::seek::biome::lands_of;
use crate::seek::explore::explore_land;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::travel::travel_sparingly;
use crate::work::collect::{Supply, collect_drops};
use anima_intent::{Outcome, Reason};

/// Ticks for the way to a plant.
const PATIENCE: u64 = 900;

/// Breaks so many ripe plants of a kind, the nearest first, and picks up what they drop. Of what grows in stalks the
/// lowest piece stays.
///
/// # Errors
/// [`Reason::NotFound`] when no more ripe ones are found.
pub(super) async fn harvest(me: &Me, crop: Block, count: u32) -> Outcome {
    let mut left = count;
    while left > 0 {
        let Some(plant) = nearest_ripe(me, crop) else {
            let lands = lands_of(&[crop]);
            let search = explore_land(me, &lands, SEARCH, |me| nearest_ripe(me, crop).is_some());
            match me.doing(format!("look for ripe {crop}"), search).await {
                Err(Reason::TookTooLong) => return Err(Reason::not_found(format!("ripe {crop}"))),
                outcome => outcome?,
            }
            continue;
        };
        match reap(me, plant).await {
            Ok(()) => left -= 1,
            Err(Reason::Died) => return Err(Reason::Died),
            Err(_) => me.senses_mut().atlas_mut().give_up(plant, LEAVE_ALONE),
        }
        me.tick().await;
    }
    Ok(())
}

async fn reap(me: &Me, plant: BlockPos) -> Outcome {
    me.within(PATIENCE, travel_sparingly(me, &Goal::Reach(plant))).await?;
    dig(me, plant).await?;
    collect_drops(me, plant, Supply::Plenty, |_| true).await
}

/// The nearest plant of a kind that is known to be ripe.
fn nearest_ripe(me: &Me, crop: Block) -> Option<BlockPos> {
    let places = me.senses().places_of(&[crop], me.now().player.feet(), usize::MAX);
    places.into_iter().find(|pos| is_ripe(me, crop, *pos))
}

/// Whether a plant is as old as it gets; of stalks, whether it is the second piece from the ground.
fn is_ripe(me: &Me, crop: Block, pos: BlockPos) -> bool {
    let Some(state) = me.known(pos).filter(|state| state.block() == crop) else { return false };
    let is_crop = |pos: BlockPos| me.known(pos).is_some_and(|state| state.block() == crop);
    if matches!(crop, Block::SUGAR_CANE | Block::CACTUS | Block::BAMBOO) {
        return is_crop(pos.down(1)) && !is_crop(pos.down(2));
    }
    let age = |state: BlockState| state.number("age");
    age(state) == crop.states().filter_map(age).max()
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_rules::Item;

    use super::*;
    use crate::testing::{Game, flat, held};

    #[test]
    fn what_is_ripe_is_harvested_and_the_rest_grows_on() {
        let mut scene = flat(&[]);
        for (x, age) in [(4, 7), (5, 3), (6, 7), (7, 7)] {
            scene.set([x, 63, 5], "farmland[moisture=7]").set([x, 64, 5], &format!("wheat[age={age}]"));
        }
        scene.fill([3, 63, 6], [8, 63, 6], "water");
        let act = Act::Harvest { crop: Block::WHEAT, count: 3 };
        let trial = Game::by_day(&scene).perform(2000, act, None);
        assert_eq!(trial.outcome, Some(Ok(())));
        assert_eq!(held(&trial.world, Item::WHEAT), 3);
        let young = trial.world.terrain().block(BlockPos::new(5, 64, 5)).expect("it is loaded");
        assert_eq!(young.block(), Block::WHEAT);
    }

    #[test]
    fn the_root_of_a_stalk_stays() {
        let mut scene = flat(&[]);
        scene.set([5, 63, 5], "water").fill([4, 64, 5], [4, 66, 5], "sugar_cane");
        let act = Act::Harvest { crop: Block::SUGAR_CANE, count: 1 };
        let trial = Game::by_day(&scene).perform(2000, act, None);
        assert_eq!((trial.outcome, held(&trial.world, Item::SUGAR_CANE)), (Some(Ok(())), 2));
        let root = trial.world.terrain().block(BlockPos::new(4, 64, 5)).expect("it is loaded");
        assert_eq!(root.block(), Block::SUGAR_CANE);
    }

    #[test]
    fn what_is_not_ripe_is_not_found() {
        let mut scene = flat(&[]);
        scene.set([4, 63, 5], "farmland").set([4, 64, 5], "carrots[age=2]");
        let act = Act::Harvest { crop: Block::CARROTS, count: 1 };
        let trial = Game::by_day(&scene).perform(7000, act, None);
        assert!(
            matches!(trial.outcome, Some(Err(Reason::NotFound(_) | Reason::Unreachable { .. }))),
            "{:?}",
            trial.outcome
        );
    }
}
