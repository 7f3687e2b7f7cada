//! A farm: soil tilled beside water, sown in rows, fed with bone meal, waited for near by, harvested and sown again.

use anima_body::BlockPos;
use anima_intent::{Outcome, Reason};
use anima_rules::techtree::Step;
use anima_rules::{Block, Item};

use super::blocks::wild_plants;
use super::plot::Plot;
use crate::Me;
use crate::hands::dig::dig;
use crate::me::sun::is_night;
use crate::path::goal::Goal;
use crate::refuge::stay::stay;
use crate::seek::SEARCH;
use crate::seek::explore::explore;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::travel::travel_sparingly;
use crate::work::collect::{Supply, collect_drops};
use crate::work::mine::mine_with;
use crate::work::room::make_room;
use crate::work::sow::{fertilize, has_hoe, is_farmland, sow, till};

/// Plants for each that must ripen: of many some are ripe long before the average.
const FOR_ONE: usize = 8;
/// Plants of a field that is waited for, at least and at most.
const FIELD: (usize, usize) = (12, 40);
/// Plants for which there must be room beside water.
const LEAST: usize = 4;
/// Ticks for which more seeds are gathered, in all.
const GATHERING: u64 = 2400;
/// Ticks for a way on the farm.
const PATIENCE: u64 = 600;
/// Ticks that one wait takes before the farm is looked at again.
const SPELL: u64 = 200;
/// Blocks from the middle of the farm within which the agent waits: from there all of it is known.
const NEAR: i64 = 7;
/// Ticks for which the agent looks on where there is some land, but little.
const PICKY: u64 = 1500;
/// Ticks between two looks for a plot on the way over new ground.
const LOOK: u64 = 20;

/// Grows a step's item from its seeds: on a field beside water, or, where it takes bone meal for that, on the spot.
///
/// # Errors
/// [`Reason::Missing`] without seeds or, where it takes it, bone meal; [`Reason::NeedsTool`] without a hoe where nothing
/// is tilled; as [`explore`] if no ground is found.
pub(super) async fn grow(me: &Me, step: &Step, crop: Block) -> Outcome {
    me.doing(format!("grow {} {}", step.count, step.item), async {
        let goal = me.now().inventory.count(step.item) + step.count;
        let mut farm = Farm::lay_out(me, step, crop).await?;
        while me.now().inventory.count(step.item) < goal {
            farm.work(me).await?;
            me.tick().await;
        }
        Ok(())
    })
    .await
}

struct Farm {
    plot: Plot,
    /// What is grown, and the most of it that one plant gives.
    item: Item,
    most: u32,
    seeds: Item,
    crop: Block,
    /// Whether it is fed with all bone meal that is carried; else with what is spared.
    is_fed: bool,
    /// The age from which on gathering seeds is over, for they are not found.
    gathers_until: u64,
    spent_gathering: u64,
}

impl Farm {
    /// Finds land for as many plants as make it worth the wait.
    async fn lay_out(me: &Me, step: &Step, crop: Block) -> Outcome<Farm> {
        let plants = |item: &Item| anima_intent::planted(*item) == Some(crop);
        let seeds = step.materials.iter().map(|(item, _)| *item).find(plants);
        let seeds = seeds.ok_or_else(|| Reason::unexpected(format!("{step} sows nothing")))?;
        let wanted = (FOR_ONE * step.times as usize).clamp(FIELD.0, FIELD.1);
        let is_fed = step.way.is_fed();
        let find = |me: &Me| match is_fed {
            true => Plot::anywhere(me, crop, step.times as usize),
            false => Plot::beside_water(me, crop, LEAST, wanted),
        };
        let mut plot = find(me);
        if plot.as_ref().is_none_or(|plot| !is_fed && plot.rows.len() < FIELD.0) {
            let (since, first) = (me.age(), plot.take());
            // At first only for land with room for all that are wanted for certain.
            let enough = |me: &Me| if me.age() < since + PICKY && !is_fed { FIELD.0 } else { 1 };
            let found =
                |me: &Me| me.age().is_multiple_of(LOOK) && find(me).is_some_and(|plot| plot.rows.len() >= enough(me));
            let search = me.doing(format!("look for land for {crop}"), explore(me, SEARCH, found)).await;
            plot = find(me).or(first);
            if plot.is_none() {
                search?;
            }
        }
        let plot = plot.ok_or_else(|| Reason::no_place(format!("land for {crop}")))?;
        let (item, most) = (step.item, step.way.count.1.into());
        Ok(Farm { plot, item, most, seeds, crop, is_fed, gathers_until: u64::MAX, spent_gathering: 0 })
    }

    /// Does what is to be done next, one thing.
    async fn work(&mut self, me: &Me) -> Outcome {
        let (deed, pos) = self.next(me)?;
        let outcome = match deed {
            Deed::Reap => {
                make_room(me, self.item, self.most).await?;
                reap(me, pos).await
            }
            Deed::Sow => me.within(PATIENCE, sow(me, self.seeds, self.crop, pos)).await,
            Deed::Feed => me.within(PATIENCE, feed(me, pos)).await,
            Deed::Till => me.within(PATIENCE, till(me, pos)).await,
            Deed::Gather => {
                self.gather_seeds(me).await?;
                Ok(())
            }
            Deed::Wait => self.wait(me).await,
        };
        match outcome {
            Err(Reason::Died) => Err(Reason::Died),
            Err(reason) => {
                tracing::debug!(tick = me.now().tick, %reason, "{deed:?} at {pos}");
                match deed {
                    Deed::Sow => self.plot.rows.retain(|cell| *cell != pos),
                    Deed::Till => self.plot.between.retain(|cell| cell.down(1) != pos),
                    Deed::Reap | Deed::Feed => me.senses_mut().atlas_mut().give_up(pos, LEAVE_ALONE),
                    Deed::Gather | Deed::Wait => return Err(reason),
                }
                Ok(())
            }
            done => done,
        }
    }

    /// What is to be done next, and where.
    fn next(&self, me: &Me) -> Outcome<(Deed, BlockPos)> {
        let now = me.now();
        let feet = now.player.feet();
        let nearest = |cells: Vec<BlockPos>| cells.into_iter().min_by_key(|pos| (pos.distance_squared(feet), *pos));
        let left_alone = |pos: &BlockPos| me.senses().atlas().is_given_up(*pos);
        let rows = || self.plot.rows.iter().copied();
        let young: Vec<BlockPos> = rows().filter(|pos| self.grows(me, *pos)).collect();
        let ripe: Vec<BlockPos> = self.ripe(me).into_iter().filter(|pos| !left_alone(pos)).collect();
        // The night is no time to be out, once something is sown that grows by itself.
        let is_dark = !self.is_fed && is_night(&now) && !(young.is_empty() && ripe.is_empty());
        if !is_dark && let Some(pos) = nearest(ripe) {
            return Ok((Deed::Reap, pos));
        }
        let (seeds, meal) = (now.inventory.count(self.seeds), self.meal(me));
        if meal > 0
            && !is_dark
            && let Some(pos) = nearest(rows().filter(|pos| self.takes_meal(me, *pos) && !left_alone(pos)).collect())
        {
            return Ok((Deed::Feed, pos));
        }
        let free = rows().filter(|pos| me.known(*pos).is_none_or(|state| state.block() != self.crop));
        if seeds > 0 && !is_dark && (!self.is_fed || meal > 0) {
            // A cell that was not sown may be now: of those that a hoe is missing for none.
            let can = free.filter(|pos| (has_hoe(me) || is_farmland(me, pos.down(1))) && !left_alone(pos));
            if let Some(pos) = nearest(can.collect()) {
                return Ok((Deed::Sow, pos));
            }
        }
        if self.is_fed {
            return Err(match (meal, seeds) {
                (0, _) => Reason::Missing { item: Item::BONE_MEAL, count: 1 },
                (_, 0) => Reason::Missing { item: self.seeds, count: 1 },
                _ => Reason::no_place(format!("{} that is not sown", self.crop)),
            });
        }
        let may_gather = self.spent_gathering < GATHERING && me.age() < self.gathers_until && !is_night(&now);
        if young.len() < self.plot.rows.len() && seeds == 0 && may_gather && !wild_plants(self.seeds).is_empty() {
            return Ok((Deed::Gather, self.plot.middle));
        }
        if young.is_empty() && !is_dark {
            return Err(match seeds {
                0 => Reason::Missing { item: self.seeds, count: 1 },
                _ => Reason::no_place(format!("{} that is not sown", self.crop)),
            });
        }
        let bare = self.plot.between.iter().copied().filter(|pos| !is_farmland(me, pos.down(1)) && !left_alone(pos));
        if !is_dark
            && has_hoe(me)
            && let Some(pos) = nearest(bare.map(|pos| pos.down(1)).collect())
        {
            return Ok((Deed::Till, pos));
        }
        Ok((Deed::Wait, self.plot.middle))
    }

    /// Bone meal that the farm may be fed with.
    fn meal(&self, me: &Me) -> u32 {
        if self.is_fed { me.now().inventory.count(Item::BONE_MEAL) } else { me.spare(Item::BONE_MEAL) }
    }

    /// Whether bone meal makes the plant in a cell grow: a grown stem takes none.
    fn takes_meal(&self, me: &Me, pos: BlockPos) -> bool {
        let planted = me.known(pos).filter(|state| state.block() == self.crop);
        planted.is_some_and(|state| state.number("age") != oldest(self.crop))
    }

    /// Whether a plant in a cell is still to grow, or to bear fruit.
    fn grows(&self, me: &Me, pos: BlockPos) -> bool {
        let Some(state) = me.known(pos).filter(|state| state.block() == self.crop) else { return false };
        fruit_of(self.crop).is_some() || state.number("age") != oldest(self.crop)
    }

    /// The ripe plants, or the fruit beside the stems.
    fn ripe(&self, me: &Me) -> Vec<BlockPos> {
        let is = |pos: BlockPos, block: Block| me.known(pos).is_some_and(|state| state.block() == block);
        match fruit_of(self.crop) {
            Some(fruit) => {
                let beside = |pos: &BlockPos| {
                    let pos = *pos;
                    anima_rules::Face::HORIZONTAL.into_iter().map(move |face| pos.beside(face))
                };
                let mut fruits: Vec<BlockPos> =
                    self.plot.rows.iter().flat_map(beside).filter(|pos| is(*pos, fruit)).collect();
                fruits.sort_unstable();
                fruits.dedup();
                fruits
            }
            None => {
                let is_ripe = |pos: &BlockPos| {
                    let state = me.known(*pos).filter(|state| state.block() == self.crop);
                    state.is_some_and(|state| state.number("age") == oldest(self.crop))
                };
                self.plot.rows.iter().copied().filter(is_ripe).collect()
            }
        }
    }

    /// Gathers seeds for what of the field is not sown, near by.
    async fn gather_seeds(&mut self, me: &Me) -> Outcome {
        let since = me.age();
        let lack = self.plot.rows.iter().filter(|pos| !self.grows(me, **pos)).count() as u32;
        let bare = |_: &anima_body::Inventory, _| None;
        let sources = wild_plants(self.seeds);
        let search = mine_with(me, self.seeds, lack, &sources, &bare);
        let dusk = |me: &Me| is_night(&me.now());
        let left = GATHERING - self.spent_gathering;
        let outcome = me.until(dusk, me.within(left, search)).await.unwrap_or(Ok(()));
        self.spent_gathering += (me.age() - since).max(1);
        match outcome {
            Err(Reason::Died) => Err(Reason::Died),
            Err(_) => {
                self.gathers_until = me.age();
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Stays near for a while, off the field by night: a shelter is a hole in the ground.
    async fn wait(&self, me: &Me) -> Outcome {
        let feet = me.now().player.feet();
        let is_at_hand = feet.distance_squared(self.plot.middle) <= NEAR * NEAR;
        let is_off = |pos: BlockPos| {
            let around = (-2..=2).flat_map(|x| (-2..=2).map(move |z| pos.offset(x, 0, z)));
            let mut cells = around.flat_map(|cell| [cell.down(1), cell, cell.up(1)]);
            !cells.any(|cell| self.plot.contains(cell) || me.is_wet(cell))
        };
        let must_hide = is_night(&me.now());
        if !is_at_hand || must_hide && !is_off(feet) && me.is_open(feet.up(2)) {
            let stands = |pos: BlockPos| me.is_full(pos.down(1)) && me.is_open(pos) && me.is_open(pos.up(1));
            let reach = NEAR as i32 + 2;
            let middle = self.plot.middle;
            let cells = (-reach..=reach)
                .flat_map(|x| (-2..=3).flat_map(move |y| (-reach..=reach).map(move |z| middle.offset(x, y, z))));
            let fit = cells.filter(|pos| stands(*pos) && (!must_hide || is_off(*pos)));
            let spot = fit.min_by_key(|pos| (pos.distance_squared(middle), *pos));
            if let Some(spot) = spot {
                match me.within(PATIENCE, travel_sparingly(me, &Goal::Block(spot))).await {
                    Err(Reason::Died) => return Err(Reason::Died),
                    _ => me.tick().await,
                }
            }
        }
        let calls = |me: &Me| me.age().is_multiple_of(LOOK) && self.calls(me);
        let spell = if must_hide { SPELL * 6 } else { SPELL };
        me.until(calls, stay(me, spell)).await.unwrap_or(Ok(()))
    }

    /// Whether something is ripe, and it is safe enough to fetch it.
    fn calls(&self, me: &Me) -> bool {
        !is_night(&me.now()) && !self.ripe(me).is_empty()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Reap,
    Sow,
    Feed,
    Till,
    Gather,
    Wait,
}

/// The age at which a crop is ripe.
fn oldest(crop: Block) -> Option<u8> {
    crop.states().filter_map(|state| state.number("age")).max()
}

/// What a stem bears.
fn fruit_of(crop: Block) -> Option<Block> {
    match crop {
        Block::PUMPKIN_STEM => Some(Block::PUMPKIN),
        Block::MELON_STEM => Some(Block::MELON),
        _ => None,
    }
}

/// Breaks a ripe plant and picks up what it drops.
async fn reap(me: &Me, plant: BlockPos) -> Outcome {
    me.within(PATIENCE, travel_sparingly(me, &Goal::Reach(plant))).await?;
    dig(me, plant).await?;
    collect_drops(me, plant, Supply::Plenty, |_| true).await
}

/// Goes to a plant and feeds it with bone meal, once.
async fn feed(me: &Me, plant: BlockPos) -> Outcome {
    travel_sparingly(me, &Goal::Reach(plant)).await?;
    fertilize(me, plant).await
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Kind, Way, ways};
    use anima_world::{GameRules, Options, Scene, World};

    use super::*;
    use crate::obtain::obtain;
    use crate::testing::{End, Game, flat, held, quiet, with};

    /// A meadow with a pond, and what is carried.
    fn meadow(items: &[(Item, u8)]) -> Scene {
        let mut scene = with(Scene::flat(), items);
        scene.fill([6, 63, 4], [9, 63, 7], "water").fill([-14, 64, -14], [-4, 64, 14], "grass");
        scene
    }

    /// Grows so many of an item from so many seeds.
    fn grows(game: Game, ticks: u64, item: Item, count: u32, materials: &[(Item, u32)]) -> End {
        let is_fed = materials.iter().any(|(item, _)| *item == Item::BONE_MEAL);
        let is_way = |way: &&Way| {
            matches!(way.kind, Kind::Grow(_))
                && way.is_fed() == is_fed
                && way.materials[0].any_of.contains(&materials[0].0)
        };
        let way = ways(item).iter().find(is_way).expect("it grows");
        let materials = materials.to_vec();
        let times = materials[0].1;
        let step = Step { way, item, count, times, materials, fuel: None, tool: None, ticks: 0.0 };
        game.after(20).play(ticks, async move |me| obtain(&me, &step, 1).await)
    }

    /// By day, all that grows growing so many times as fast as in the game.
    fn in_fast_world(scene: &Scene, seed: u64, times: u32) -> Game {
        let rules = GameRules { random_tick_speed: 3 * times, ..quiet().rules };
        Game::of(scene.world(Options { seed, day_time: Some(3000), rules, ..Options::default() }))
    }

    fn farmland(world: &World) -> usize {
        let cells = (-20..20).flat_map(|x| (-20..20).map(move |z| BlockPos::new(x, 63, z)));
        cells.filter(|pos| world.terrain().block(*pos).is_some_and(|s| s.block() == Block::FARMLAND)).count()
    }

    #[test]
    fn wheat_is_grown_by_bone_meal_on_the_spot() {
        let scene = flat(&[(Item::WHEAT_SEEDS, 3), (Item::BONE_MEAL, 12), (Item::WOODEN_HOE, 1)]);
        for seed in 0..5 {
            let materials = [(Item::WHEAT_SEEDS, 3), (Item::BONE_MEAL, 12)];
            let end = grows(in_fast_world(&scene, seed, 1), 900, Item::WHEAT, 3, &materials);
            assert_eq!((end.outcome.clone(), held(&end.world, Item::WHEAT)), (Some(Ok(())), 3), "seed {seed}");
        }
        let poor = flat(&[(Item::WHEAT_SEEDS, 1), (Item::BONE_MEAL, 1), (Item::WOODEN_HOE, 1)]);
        let materials = [(Item::WHEAT_SEEDS, 1), (Item::BONE_MEAL, 1)];
        let end = grows(in_fast_world(&poor, 1, 1), 900, Item::WHEAT, 1, &materials);
        assert_eq!(end.outcome, Some(Err(Reason::Missing { item: Item::BONE_MEAL, count: 1 })));
    }

    #[test]
    fn what_was_fed_until_it_is_ripe_is_reaped_by_night_too() {
        let scene = flat(&[(Item::WHEAT_SEEDS, 3), (Item::BONE_MEAL, 12), (Item::WOODEN_HOE, 1)]);
        let world = scene.world(Options { seed: 1, day_time: Some(15_000), ..quiet() });
        let end = grows(Game::of(world), 900, Item::WHEAT, 3, &[(Item::WHEAT_SEEDS, 3), (Item::BONE_MEAL, 12)]);
        assert_eq!((end.outcome.clone(), held(&end.world, Item::WHEAT)), (Some(Ok(())), 3));
    }

    #[test]
    fn a_field_is_laid_out_beside_water_sown_with_more_seeds_and_harvested() {
        let scene = meadow(&[(Item::WHEAT_SEEDS, 3), (Item::STONE_HOE, 1)]);
        for seed in 0..5 {
            let game = in_fast_world(&scene, seed, 8);
            let end = grows(game, 6000, Item::WHEAT, 3, &[(Item::WHEAT_SEEDS, 3)]);
            assert_eq!((end.outcome.clone(), held(&end.world, Item::WHEAT) >= 3), (Some(Ok(())), true), "seed {seed}");
            assert!(farmland(&end.world) > 15, "seed {seed}: {} blocks are tilled", farmland(&end.world));
        }
    }

    #[test]
    fn in_a_world_like_the_game_bread_is_had_within_a_day() {
        let scene = meadow(&[(Item::WHEAT_SEEDS, 16), (Item::STONE_HOE, 1)]);
        let world = scene.world(Options { seed: 3, day_time: Some(0), ..quiet() });
        let end = grows(Game::of(world), 24_000, Item::WHEAT, 3, &[(Item::WHEAT_SEEDS, 16)]);
        assert_eq!((end.outcome.clone(), held(&end.world, Item::WHEAT) >= 3), (Some(Ok(())), true));
    }

    #[test]
    fn carrots_and_potatoes_multiply_and_melons_bear() {
        for (seeds, item, count, limit) in [
            (Item::CARROT, Item::CARROT, 12, 6000),
            (Item::POTATO, Item::POTATO, 12, 6000),
            (Item::MELON_SEEDS, Item::MELON_SLICE, 3, 9000),
            (Item::PUMPKIN_SEEDS, Item::PUMPKIN, 1, 9000),
        ] {
            let scene = meadow(&[(seeds, 4), (Item::STONE_HOE, 1)]);
            let end = grows(in_fast_world(&scene, 2, 12), limit, item, count, &[(seeds, 4)]);
            assert_eq!((end.outcome.clone(), held(&end.world, item) >= count), (Some(Ok(())), true), "{item}");
        }
    }
}
