//! Flowers by bone meal: those that it brings up on grass, and tall ones that it multiplies.

use anima_body::BlockPos;
use anima_intent::{Outcome, Reason};
use anima_rules::techtree::Step;
use anima_rules::{Block, Item};

use super::blocks::go_to_one;
use crate::Me;
use crate::path::goal::Goal;
use crate::seek::SEARCH;
use crate::seek::explore::explore_land;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::travel::travel;
use crate::work::collect::{Supply, collect_drops};
use crate::work::mine::{can_mine, mine};
use crate::work::sow::fertilize;

/// Blocks around the agent in which grass is looked for.
const AROUND: i32 = 6;
/// Ticks for the way to it.
const PATIENCE: u64 = 600;

/// Uses a step's bone meal, on grass or on a tall flower, until there are as many flowers as it says.
///
/// # Errors
/// [`Reason::Missing`] when the bone meal is used up before; else as [`explore_land`].
pub(super) async fn scatter(me: &Me, step: &Step, on: Block) -> Outcome {
    me.doing(format!("scatter bone meal for {} {}", step.count, step.item), async {
        let goal = me.now().inventory.count(step.item) + step.count;
        let flower = step.item.block().ok_or_else(|| Reason::unexpected(format!("{} is no flower", step.item)))?;
        let lack = |me: &Me| goal.saturating_sub(me.now().inventory.count(step.item));
        while lack(me) > 0 {
            if on == Block::GRASS_BLOCK && can_mine(me, &[flower]) {
                match mine(me, step.item, lack(me), &[flower]).await {
                    Err(Reason::NotFound(_) | Reason::Unreachable { .. }) => {}
                    outcome => return outcome,
                }
            }
            if me.now().inventory.count(Item::BONE_MEAL) == 0 {
                return Err(Reason::Missing { item: Item::BONE_MEAL, count: 1 });
            }
            let pos = match on {
                Block::GRASS_BLOCK => go_to_grass(me, step).await?,
                tall => go_to_one(me, tall).await?,
            };
            match fertilize(me, pos).await {
                Ok(()) => {
                    collect_drops(me, pos, Supply::Rare, |item| item == step.item).await?;
                }
                Err(reason @ (Reason::Died | Reason::NotFound(_))) => return Err(reason),
                Err(_) => me.senses_mut().atlas_mut().give_up(pos, LEAVE_ALONE),
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// Goes to a block of grass with room above it, in a biome where the flower grows.
async fn go_to_grass(me: &Me, step: &Step) -> Outcome<BlockPos> {
    // Bone meal brings up what grows in many places there, not what comes now and then.
    let fits = |me: &Me| step.place().how_common(me.now().biome) == 1.0 && grass(me).is_some();
    if !fits(me) {
        let lands = step.place().under_the_sky();
        me.doing(format!("look for where {} grows", step.item), explore_land(me, &lands, SEARCH, fits)).await?;
    }
    let pos = grass(me).ok_or_else(|| Reason::not_found(Block::GRASS_BLOCK))?;
    me.within(PATIENCE, travel(me, &Goal::Reach(pos))).await?;
    Ok(pos)
}

/// The nearest block of grass, with air above it and more grass beside it, but not the one stood on.
fn grass(me: &Me) -> Option<BlockPos> {
    let feet = me.now().player.feet();
    let is_meadow = |pos: BlockPos| {
        me.known(pos).is_some_and(|state| state.block() == Block::GRASS_BLOCK)
            && me.known(pos.up(1)).is_some_and(|state| state.is_air())
    };
    let cells = (-AROUND..=AROUND)
        .flat_map(|x| (-2..=1).flat_map(move |y| (-AROUND..=AROUND).map(move |z| feet.offset(x, y, z))));
    let free = cells.filter(|pos| is_meadow(*pos) && *pos != feet.down(1));
    let is_left_alone = |pos: &BlockPos| me.senses().atlas().is_given_up(*pos);
    let beside =
        |pos: &BlockPos| anima_rules::Face::HORIZONTAL.iter().filter(|face| is_meadow(pos.beside(**face))).count();
    free.filter(|pos| !is_left_alone(pos)).max_by_key(|pos| (beside(pos), -pos.distance_squared(feet), *pos))
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Action, Kind, ways};
    use anima_world::{Options, Scene};

    use super::*;
    use crate::obtain::obtain;
    use crate::testing::{End, Game, flat, held, quiet};

    fn scatters(scene: &Scene, seed: u64, item: Item, meals: u32, count: u32) -> End {
        let way = ways(item).iter().find(|way| matches!(way.kind, Kind::Interact(Action::BoneMeal, _)));
        let way = way.expect("bone meal brings it up");
        let materials = vec![(Item::BONE_MEAL, meals)];
        let step = Step { way, item, count, times: meals, materials, fuel: None, tool: None, ticks: 0.0 };
        let world = scene.world(Options { seed, day_time: Some(6000), ..quiet() });
        Game::of(world).after(20).play(3000, async move |me| obtain(&me, &step, 1).await)
    }

    #[test]
    fn a_tall_flower_is_multiplied() {
        let mut scene = flat(&[(Item::BONE_MEAL, 3)]);
        scene.set([7, 64, 3], "peony[half=lower]").set([7, 65, 3], "peony[half=upper]");
        for seed in 0..5 {
            let end = scatters(&scene, seed, Item::PEONY, 2, 2);
            assert_eq!((end.outcome.clone(), held(&end.world, Item::PEONY)), (Some(Ok(())), 2), "seed {seed}");
            assert_eq!(held(&end.world, Item::BONE_MEAL), 1);
        }
    }

    #[test]
    fn a_meadow_is_made_to_bloom() {
        let scene = flat(&[(Item::BONE_MEAL, 32)]);
        for seed in 0..5 {
            let end = scatters(&scene, seed, Item::DANDELION, 32, 1);
            assert_eq!(
                (end.outcome.clone(), held(&end.world, Item::DANDELION) >= 1),
                (Some(Ok(())), true),
                "seed {seed}"
            );
        }
    }
}
