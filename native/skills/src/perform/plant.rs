//! Planting seeds, saplings and the like, on ground that is made ready for them.

use anima_body::BlockPos;
use anima_intent::{Outcome, Reason, needs_soil, planted};
use anima_rules::{Block, Item};

use crate::Me;
use crate::seek::SEARCH;
use crate::seek::explore::explore;
use crate::work::sow::{can_grow, has_water_near, is_farmland, sow};

/// Blocks to every side in which ground is looked at.
const AROUND: i32 = 12;
/// Blocks up and down in which ground is looked at.
const RISE: i32 = 4;
/// Places that may fail before it is given up.
const FAILURES: usize = 8;

/// Plants so many of some seeds. Ground that must be tilled is, the moist before the dry.
///
/// # Errors
/// [`Reason::Missing`] if too few are carried, [`Reason::NeedsTool`] without a hoe for what grows on farmland,
/// [`Reason::NoPlace`] where nothing can be planted; as [`explore`].
pub(super) async fn plant(me: &Me, seeds: Item, count: u32) -> Outcome {
    let crop = planted(seeds).ok_or_else(|| Reason::NoSkill(format!("planting {seeds}").into()))?;
    let carried = me.now().inventory.count(seeds);
    if carried < count {
        return Err(Reason::Missing { item: seeds, count: count - carried });
    }
    let mut failed = Vec::new();
    let mut left = count;
    while left > 0 {
        let pos = ground(me, seeds, crop, &failed).await?;
        match sow(me, seeds, crop, pos).await {
            Ok(()) => left -= 1,
            Err(reason @ (Reason::Died | Reason::Missing { .. } | Reason::NeedsTool(_))) => return Err(reason),
            Err(_) if failed.len() < FAILURES => failed.push(pos),
            Err(reason) => return Err(reason),
        }
        me.tick().await;
    }
    Ok(())
}

/// The cell to plant in next, looking for ground where none is known.
async fn ground(me: &Me, seeds: Item, crop: Block, failed: &[BlockPos]) -> Outcome<BlockPos> {
    let best = |me: &Me| best_cell(me, seeds, crop, failed);
    if let Some(pos) = best(me) {
        return Ok(pos);
    }
    let search = explore(me, SEARCH, |me| best(me).is_some());
    me.doing(format!("look for ground for {seeds}"), search).await?;
    best(me).ok_or_else(|| Reason::no_place(seeds))
}

/// The nearest cell in which something can be planted, or could be if the ground was tilled: what was tilled already
/// before what is moist, that before what is dry.
fn best_cell(me: &Me, seeds: Item, crop: Block, failed: &[BlockPos]) -> Option<BlockPos> {
    let feet = me.now().player.feet();
    let cells = (-AROUND..=AROUND)
        .flat_map(|x| (-RISE..=RISE).flat_map(move |y| (-AROUND..=AROUND).map(move |z| feet.offset(x, y, z))));
    let rank = |pos: BlockPos| {
        let trouble = match needs_soil(seeds) {
            false => 0,
            true if is_farmland(me, pos.down(1)) => 0,
            true if has_water_near(me, pos.down(1)) => 1,
            true => 2,
        };
        (trouble, pos.distance_squared(feet), pos)
    };
    let fit = cells.filter(|pos| *pos != feet && !failed.contains(pos) && can_grow(me, seeds, crop, *pos));
    fit.map(rank).min().map(|(_, _, pos)| pos)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use anima_body::{Event, Observation, Stat};
    use anima_intent::{Act, Condition, Judge, OneOf};
    use anima_world::{Options, Scene};

    use anima_rules::BlockState;

    use super::*;
    use crate::testing::{Game, Trial, flat};
    use crate::work::sow::MOIST;

    fn planting(scene: &Scene, seeds: Item, count: u32) -> Trial {
        Game::by_day(scene).perform(4000, Act::Plant { seeds, count }, None)
    }

    #[test]
    fn ground_is_tilled_for_seeds_beside_water_if_there_is_some() {
        let mut scene = flat(&[(Item::WHEAT_SEEDS, 5), (Item::WOODEN_HOE, 1)]);
        scene.set([9, 63, 0], "water");
        let trial = planting(&scene, Item::WHEAT_SEEDS, 5);
        trial.succeeds();
        let crops = |x: i32, z: i32| trial.world.terrain().block(BlockPos::new(x, 64, z)).map(BlockState::block);
        let sown =
            (-20..20).flat_map(|x| (-20..20).map(move |z| (x, z))).filter(|(x, z)| crops(*x, *z) == Some(Block::WHEAT));
        let off = sown.map(|(x, z): (i32, i32)| (x - 9).abs().max(z.abs())).max();
        assert!(off.is_some_and(|off| off <= MOIST), "{off:?}");
    }

    #[test]
    fn each_plant_is_planted_where_it_grows() {
        let mut scene = flat(&[
            (Item::OAK_SAPLING, 2),
            (Item::CARROT, 2),
            (Item::STONE_HOE, 1),
            (Item::SUGAR_CANE, 2),
            (Item::CACTUS, 1),
            (Item::SWEET_BERRIES, 1),
        ]);
        scene.set([6, 63, 2], "water").fill([-8, 63, 6], [-5, 63, 8], "sand");
        for (seeds, count) in [
            (Item::OAK_SAPLING, 2),
            (Item::CARROT, 2),
            (Item::SUGAR_CANE, 2),
            (Item::CACTUS, 1),
            (Item::SWEET_BERRIES, 1),
        ] {
            planting(&scene, seeds, count).succeeds();
        }
    }

    #[test]
    fn cocoa_is_planted_on_a_jungle_log() {
        let mut scene = flat(&[(Item::COCOA_BEANS, 3)]);
        scene.fill([8, 64, 3], [8, 67, 3], "jungle_log").fill([-6, 64, 3], [-6, 67, 3], "oak_log");
        let trial = planting(&scene, Item::COCOA_BEANS, 3);
        trial.succeeds();
        let cells = (-20..20).flat_map(|x| (64..70).flat_map(move |y| (-20..20).map(move |z| BlockPos::new(x, y, z))));
        let is_cocoa = |pos: &BlockPos| trial.world.terrain().block(*pos).is_some_and(|s| s.block() == Block::COCOA);
        let pods: Vec<BlockPos> = cells.filter(is_cocoa).collect();
        assert!(pods.len() == 3 && pods.iter().all(|pod| (pod.x - 8).abs() + (pod.z - 3).abs() == 1), "{pods:?}");
    }

    #[test]
    fn what_only_grows_was_not_planted() {
        let used = |item: Item, states: &[([i32; 3], &str)]| {
            let world = flat(&[(item, 2)]).world(Options::default());
            let told = |uses: u32| {
                let now = world.observe();
                let mut tally = world.tally().as_told(now.tick);
                tally.set(Stat::Used(item), uses);
                Observation { tally: Arc::new(tally), ..now }
            };
            let mut judge = Judge::new(&Condition::Planted { items: OneOf::just(item), count: 1 }, &told(0));
            let changed = |(pos, state): &([i32; 3], &str)| Event::BlockChanged {
                pos: (*pos).into(),
                state: state.parse().expect("a state"),
            };
            let events = Arc::new(states.iter().map(changed).collect());
            judge.see(&Observation { events, ..told(1) }, &world.terrain().view());
            judge.holds()
        };
        // A carrot was eaten beside carrots that grow.
        assert!(!used(Item::CARROT, &[([2, 64, 0], "carrots[age=3]")]));
        assert!(used(Item::CARROT, &[([2, 64, 0], "carrots[age=0]")]));
        assert!(used(Item::SUGAR_CANE, &[([2, 65, 0], "sugar_cane[age=0]")]));
        assert!(!used(Item::OAK_SAPLING, &[([2, 64, 0], "oak_sapling[stage=1]")]));
    }

    #[test]
    fn the_same_cell_in_two_dimensions_is_two() {
        let world = flat(&[]).world(Options::default());
        let planted = |uses: u32| {
            let now = world.observe();
            let mut tally = world.tally().as_told(now.tick);
            tally.set(Stat::Used(Item::CARROT), uses);
            let carrot = Event::BlockChanged { pos: BlockPos::new(2, 64, 0), state: Block::CARROTS.state() };
            let events = if uses > 0 { vec![carrot] } else { Vec::new() };
            Observation { tally: Arc::new(tally), events: Arc::new(events), ..now }
        };
        let condition = Condition::Planted { items: OneOf::just(Item::CARROT), count: 2 };
        let mut judge = Judge::new(&condition, &planted(0));
        judge.see(&planted(2), &world.terrain().view());
        assert!(!judge.holds(), "one cell");
        judge.go("overworld", "nether");
        judge.see(&planted(2), &world.terrain().view());
        assert!(judge.holds());
    }

    #[test]
    fn what_is_lacking_is_said() {
        let no_hoe = planting(&flat(&[(Item::WHEAT_SEEDS, 1)]), Item::WHEAT_SEEDS, 1).outcome;
        assert!(matches!(no_hoe, Some(Err(Reason::NeedsTool(_)))), "{no_hoe:?}");
        let no_seeds = planting(&flat(&[(Item::WOODEN_HOE, 1)]), Item::WHEAT_SEEDS, 1).outcome;
        assert_eq!(no_seeds, Some(Err(Reason::Missing { item: Item::WHEAT_SEEDS, count: 1 })));
    }
}
