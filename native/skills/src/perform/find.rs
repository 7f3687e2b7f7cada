//! Looking for something, and going to what was seen.

use anima_body::BlockPos;
use anima_rules::Block;
use anima_rules::techtree::place_of_block;

use crate::Me;
use crate::path::goal::Goal;
use crate::seek::SEARCH;
use crate::seek::biome::{find_biome, lands_of, prospect_under_its_land};
use crate::seek::explore::explore_land;
use crate::seek::mob::find_mob;
use crate::walk::approach::{approach as follow, nearest_mob};
use crate::walk::travel::travel;
use crate::work::hunt::knows_mob;
use anima_intent::{Outcome, Reason, Sought};

/// Places put before one path search.
const CHOICE: usize = 16;
/// Ticks that one search for a biome may take: land of one kind reaches far.
const FAR_SEARCH: u64 = 2 * SEARCH;
/// Ticks for the way to something that was seen.
const PATIENCE: u64 = 2400;

/// Goes over new ground, or through rock and caves for what lies there, until something is known or stood in.
///
/// # Errors
/// [`Reason::NotFound`] when it was not found in the time for a search; as the search.
pub(super) async fn explore(me: &Me, sought: &Sought) -> Outcome {
    let outcome = match sought {
        Sought::Mob(mob) => find_mob(me, *mob, SEARCH, |me| knows_mob(me, *mob)).await,
        Sought::Biomes(biomes) => find_biome(me, &biomes.any_of, FAR_SEARCH).await,
        Sought::Blocks(blocks) => find_blocks(me, &blocks.any_of).await,
    };
    match outcome {
        Err(Reason::TookTooLong) => Err(Reason::not_found(sought.to_string())),
        outcome => outcome,
    }
}

/// Looks for blocks until one of some kinds is known.
pub(super) async fn find_blocks(me: &Me, blocks: &[Block]) -> Outcome {
    let is_known = |me: &Me| !nearest_blocks(me, blocks, 1).is_empty();
    let lies_deep = |block: &Block| place_of_block(*block).filter(|place| place.hints.contains(&"underground"));
    match blocks.iter().find_map(lies_deep) {
        _ if is_known(me) => Ok(()),
        Some(place) => {
            let search = prospect_under_its_land(me, place, blocks, SEARCH);
            me.until(is_known, search).await.unwrap_or(Ok(()))
        }
        None => explore_land(me, &lands_of(blocks), SEARCH, is_known).await,
    }
}

/// Goes within two blocks of something that was seen.
///
/// # Errors
/// [`Reason::NotFound`] if none is known; as [`travel`].
pub(super) async fn approach(me: &Me, sought: &Sought) -> Outcome {
    me.within(PATIENCE, async {
        match sought {
            Sought::Blocks(blocks) => {
                let places = nearest_blocks(me, &blocks.any_of, CHOICE);
                if places.is_empty() {
                    return Err(Reason::not_found(blocks.to_string()));
                }
                let near = |pos: BlockPos| Goal::Near { pos, range: 2 };
                travel(me, &Goal::Any(places.into_iter().map(near).collect())).await
            }
            Sought::Mob(mob) => {
                let id = nearest_mob(me, *mob, |_| true).ok_or_else(|| Reason::not_found(*mob))?.id;
                follow(me, id, 1).await
            }
            Sought::Biomes(biomes) if biomes.contains(me.now().biome) => Ok(()),
            Sought::Biomes(biomes) => Err(Reason::not_found(biomes.to_string())),
        }
    })
    .await
}

/// Where some blocks were seen, the nearest first.
pub(super) fn nearest_blocks(me: &Me, blocks: &[Block], most: usize) -> Vec<BlockPos> {
    me.senses().places_of(blocks, me.now().player.feet(), most)
}

#[cfg(test)]
mod tests {
    use anima_body::ChunkPos;
    use anima_intent::{Act, OneOf};
    use anima_rules::{Biome, EntityKind, Item};
    use anima_world::Scene;

    use super::*;
    use crate::perform::perform;
    use crate::testing::{Game, Trial, play, rock};

    fn wide() -> Scene {
        let mut scene = Scene::loaded(ChunkPos::new(-7, -7), ChunkPos::new(7, 7));
        scene.fill([-112, 63, -112], [127, 63, 127], "grass_block").start_at(0.5, 64.0, 0.5);
        scene
    }

    fn explored(scene: &Scene, sought: Sought) -> Trial {
        Game::by_day(scene).perform(6500, Act::Explore(sought), None)
    }

    fn blocks(block: Block) -> Sought {
        Sought::Blocks(OneOf::just(block))
    }

    #[test]
    fn what_is_out_of_sight_is_looked_for() {
        let mut scene = wide();
        scene.fill([90, 64, 2], [90, 68, 2], "oak_log").mob("cow", [-100.5, 64.0, 20.5]);
        let trial = explored(&scene, blocks(Block::OAK_LOG));
        assert_eq!(trial.outcome, Some(Ok(())));
        assert!(trial.world.observe().player.pos.x > 20.0);
        let trial = explored(&scene, Sought::Mob(EntityKind::COW));
        assert_eq!(trial.outcome, Some(Ok(())));
        let trial = explored(&scene, blocks(Block::DIAMOND_BLOCK));
        assert!(matches!(trial.outcome, Some(Err(_))), "{:?}", trial.outcome);
    }

    #[test]
    fn ore_is_looked_for_below_the_ground() {
        let mut scene = rock(&[(Item::STONE_PICKAXE, 1)]);
        scene.fill([-30, 40, -30], [30, 40, 30], "iron_ore");
        assert_eq!(explored(&scene, blocks(Block::IRON_ORE)).outcome, Some(Ok(())));
    }

    #[test]
    fn land_of_another_kind_is_stood_in() {
        let mut scene = wide();
        for chunk in ChunkPos::new(0, 0).around(7).filter(|chunk| chunk.distance(ChunkPos::new(0, 0)) > 3) {
            scene.biome_of(chunk, Biome::DESERT);
        }
        explored(&scene, Sought::Biomes(OneOf::just(Biome::DESERT))).succeeds();
    }

    #[test]
    fn land_that_was_seen_on_the_way_is_gone_back_to() {
        let mut scene = wide();
        for chunk in ChunkPos::new(0, 0).around(7).filter(|chunk| chunk.x >= 5) {
            scene.biome_of(chunk, Biome::DESERT);
        }
        let (outcome, _) = play(&scene, |me| async move {
            let go = |x: i32| Act::GoTo { x, y: None, z: 0 };
            perform(&me, &go(50), 1).await?;
            perform(&me, &go(-40), 1).await?;
            assert!(me.now().biome != Biome::DESERT);
            let since = me.age();
            perform(&me, &Act::Explore(Sought::Biomes(OneOf::just(Biome::DESERT))), 1).await?;
            // 120 blocks, of which a walk takes 4.6 ticks each.
            assert!(me.age() - since < 700, "{} ticks", me.age() - since);
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn what_was_seen_is_come_near() {
        let mut scene = wide();
        scene.set([20, 64, 9], "oak_log").mob("cow", [-12.5, 64.0, 20.5]);
        for (sought, within) in [(blocks(Block::OAK_LOG), 2.5), (Sought::Mob(EntityKind::COW), 3.0)] {
            let trial = Game::by_day(&scene).after(60).perform(1000, Act::Approach(sought.clone()), None);
            assert_eq!(trial.outcome, Some(Ok(())));
            let now = trial.world.observe();
            let place = match sought {
                Sought::Mob(_) => now.entities.iter().find(|mob| mob.kind == EntityKind::COW).expect("the cow").pos,
                _ => BlockPos::new(20, 64, 9).floor_center(),
            };
            let off = (place - now.player.pos).abs().max_element();
            assert!(off <= within, "{sought}: {off} blocks off");
        }
        let trial = Game::by_day(&scene).perform(1000, Act::Approach(blocks(Block::CACTUS)), None);
        assert_eq!(trial.outcome, Some(Err(Reason::not_found("cactus"))));
    }
}
