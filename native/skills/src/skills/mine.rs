//! Going to blocks and breaking them for what they drop.

use anima_body::{BlockPos, Observation, PlayerFlags};
use anima_rules::tags::ItemTag;
use anima_rules::{Block, Face, FluidKind, Item, StateFlags, Tier, dig as rules};
use glam::DVec3;

use super::collect::{Supply, collect};
use super::descend::is_safe_to_open;
use super::dig::{check_breath, dig};
use super::hands::aim;
use super::hold::best_tool;
use super::place::place_at;
use super::surface::gather_footing;
use super::threat::{is_guarded, seen_lately};
use super::travel::{manner, sparing, travel, travel_by};
use super::wall::filler;
use crate::path::{self, Goal, Travel, is_filler};
use crate::{Atlas, Me, Memory, Outcome, Reason};

/// Targets put before one path search.
const CHOICE: usize = 16;
/// Ticks for which a target that could not be reached is left alone.
const LEAVE_ALONE: u64 = 6000;
/// Blocks to a target, those down counted twice and those up threefold, beyond which another one is looked for. What
/// takes tools of iron is rarer.
const FAR: i32 = 120;
const FAR_OF_RARE: i32 = 360;
/// Blocks around who floats in which nothing can be dug from dry land.
const SHORE: i64 = 8;
/// Ticks that a look around takes.
const LOOK: u32 = 10;
/// Ticks that the way to a target may be expected to take: another one is found sooner.
const WORTH: u32 = 1500;
const WORTH_OF_RARE: u32 = 5000;
/// Ticks for which a target that is too far off is left alone: the way there may have become shorter.
const LATER: u64 = 1200;
/// How many times what it should the way to a target may take, and how many ticks more.
const LATE: f64 = 1.5;
const LOST: f64 = 300.0;
/// Who was held up on the way tries again from where less than this share of it is left.
const NEARER: f64 = 0.8;
/// Blocks below a rare ore that are looked over for liquid that what it drops would fall into.
const BELOW: i32 = 12;

/// Mines seen blocks of some kinds, the soonest reached first, until `count` more of an item are carried.
///
/// # Errors
/// [`Reason::NeedsTool`] if nothing carried makes the block drop it, [`Reason::NotFound`] when no more such
/// blocks are known but those given up, [`Reason::InventoryFull`], [`Reason::Died`].
pub async fn mine(me: &Me, item: Item, count: u32, blocks: &[Block]) -> Outcome {
    let goal = me.now().inventory.count(item) + count;
    // What the way took that was not finished in time.
    let mut late = None;
    // Earth is gathered once, and is not gathered itself with more of it.
    let mut may_gather = !blocks.iter().any(|block| Atlas::is_common(*block));
    while me.now().inventory.count(item) < goal {
        check_tool(me, blocks)?;
        let targets = nearest_seen(me, blocks);
        if targets.is_empty() {
            return Err(Reason::NotFound(name_of(blocks)));
        }
        // Who was driven away does not come back for the same ore at once.
        let given_up = |me: &Me| {
            let is_given_up = |pos: &BlockPos| me.senses().atlas().is_given_up(*pos);
            without_guarded(me, blocks, targets.clone()).iter().all(is_given_up)
        };
        let before = late.take();
        // What is to be built with is not built for.
        let manner = if is_filler(item) { sparing(me) } else { manner(me) };
        let outcome = match ticks_to(me, &targets, &manner).await {
            Ok(ticks) if ticks > worth(blocks) || before.is_some_and(|before| f64::from(ticks) >= before) => {
                Err(Reason::TookTooLong)
            }
            Ok(ticks) => {
                let patience = (LATE * f64::from(ticks) + LOST) as u64;
                let (there, manner) = (within_reach(&targets), Travel { patience: Some(patience), ..manner });
                match me.until(&given_up, travel_by(me, manner, &there)).await {
                    Some(Err(Reason::TookTooLong)) => {
                        late = Some(NEARER * f64::from(ticks));
                        continue;
                    }
                    Some(Ok(())) => {
                        let work = mine_one(me, &targets, blocks, item, goal);
                        me.until(&given_up, work).await.unwrap_or(Ok(()))
                    }
                    driven_away => driven_away.unwrap_or(Ok(())),
                }
            }
            Err(reason) => Err(reason),
        };
        match outcome {
            Ok(()) => {}
            Err(Reason::Died) => return Err(Reason::Died),
            Err(reason @ Reason::NeedsTool(_)) => return Err(reason),
            Err(reason) => {
                let climb = climb(me, &targets);
                if may_gather && climb > 0 && matches!(reason, Reason::Unreachable(_) | Reason::TookTooLong) {
                    may_gather = false;
                    // With something to stand on there may be a way.
                    if gather_footing(me, climb).await {
                        continue;
                    }
                }
                tracing::debug!(tick = me.now().tick, %reason, "leaving {} alone", targets[0]);
                // The search weighs them all: if there is no way to any of them, or too long a one, none is worth
                // another try.
                let (given_up, ticks) = match reason {
                    Reason::Unreachable(_) => (&targets[..], LEAVE_ALONE),
                    Reason::TookTooLong => (&targets[..], LATER),
                    _ => (&targets[..1], LEAVE_ALONE),
                };
                let mut senses = me.senses_mut();
                given_up.iter().for_each(|pos| senses.atlas_mut().give_up(*pos, ticks));
            }
        }
    }
    Ok(())
}

/// Whether a block of some kinds is known that [`mine`] would look for a way to; that may turn out too long.
pub fn can_mine(me: &Me, blocks: &[Block]) -> bool {
    !nearest_seen(me, blocks).is_empty()
}

/// What the way to the soonest reached of some blocks is expected to take, in ticks.
async fn ticks_to(me: &Me, targets: &[BlockPos], manner: &Travel) -> Outcome<u32> {
    let way = path::way_to(me, &within_reach(targets), manner).await?;
    Ok(way.ticks + way.left)
}

/// Blocks up to the lowest of some.
fn climb(me: &Me, targets: &[BlockPos]) -> i32 {
    let lowest = targets.iter().map(|pos| pos.y).min().unwrap_or(i32::MIN);
    lowest.saturating_sub(me.now().player.feet().y)
}

/// What the way to one of some kinds of block may be expected to take, in ticks.
fn worth(blocks: &[Block]) -> u32 {
    if take_iron(blocks) { WORTH_OF_RARE } else { WORTH }
}

/// Whether only tools of iron or better make some kinds of block drop anything.
fn take_iron(blocks: &[Block]) -> bool {
    let takes_iron = |block: &Block| {
        let tools = block.harvest_tools().iter().filter_map(|item| item.tool());
        tools.map(|tool| tool.tier).min().is_some_and(|tier| tier >= Tier::Iron)
    };
    blocks.iter().all(takes_iron)
}

fn within_reach(targets: &[BlockPos]) -> Goal {
    Goal::Any(targets.iter().map(|pos| Goal::Reach(*pos)).collect())
}

/// Breaks one of the targets, which is in reach, and as many of its like as it takes to hold `count`, and picks up what
/// they drop.
async fn mine_one(me: &Me, targets: &[BlockPos], blocks: &[Block], item: Item, count: u32) -> Outcome {
    if me.now().player.is(PlayerFlags::IN_WATER) && blocks.iter().any(|block| Atlas::is_common(*block)) {
        // What is everywhere is not dug afloat.
        let here = me.now().player.feet();
        let mut senses = me.senses_mut();
        let wet = targets.iter().filter(|pos| pos.distance_squared(here) <= SHORE * SHORE);
        wet.for_each(|pos| senses.atlas_mut().give_up(*pos, LEAVE_ALONE));
        return Err(Reason::OutOfReach(name_of(blocks)));
    }
    let had = me.now().inventory.count(item);
    let mut dug = Vec::new();
    // What was dug and lies about counts as held.
    let held = |me: &Me, dug: &[BlockPos]| me.now().inventory.count(item).max(had + dug.len() as u32);
    while (dug.is_empty() || held(me, &dug) < count)
        && let Some(pos) = in_reach(me, blocks)
    {
        if take_iron(blocks) {
            cover_liquid(me, pos).await;
        }
        let outcome = match check_breath(me, pos) {
            Ok(()) => dig(me, pos).await,
            breathless => breathless,
        };
        match outcome {
            Ok(()) => dug.push(pos),
            Err(reason) => {
                me.senses_mut().atlas_mut().give_up(pos, LEAVE_ALONE);
                if dug.is_empty() {
                    return Err(reason);
                }
            }
        }
    }
    let Some(last) = dug.last() else {
        return Err(Reason::OutOfReach(name_of(blocks)));
    };
    // Drops appear with the next observation and may be picked up half a second later.
    me.wait(2).await;
    let supply = supply_of(blocks);
    collect(me, *last, 7.0, supply, |_| true).await?;
    if supply == Supply::Rare && me.now().inventory.count(item) < had + dug.len() as u32 {
        // It lies out of sight: where the ore was, or below.
        me.within(supply.patience(), travel(me, &Goal::Near { pos: *last, range: 1 })).await?;
        me.wait(LOOK).await;
        collect(me, *last, 7.0, supply, |_| true).await?;
    }
    Ok(())
}

/// Puts a block where what an ore drops would fall into lava or water, as far as that is seen and can be reached.
async fn cover_liquid(me: &Me, ore: BlockPos) {
    // What drops may be thrown out of the open sides of its cell.
    let beside = Face::HORIZONTAL.map(|face| ore.beside(face));
    let columns = beside.into_iter().filter(|pos| me.is_open(*pos)).chain([ore]);
    for liquid in columns.filter_map(|column| liquid_below(me, column)).collect::<Vec<_>>() {
        // Where nothing holds it, or it cannot be pointed at, perhaps one higher; never before the ore itself.
        for cell in [liquid, liquid.up(1)].into_iter().filter(|cell| cell.distance_squared(ore) > 1) {
            let Some(item) = filler(&me.now().inventory) else { return };
            if place_at(me, item, cell).await.is_ok() {
                break;
            }
        }
    }
}

/// Where liquid was seen below a cell, with nothing but air between.
fn liquid_below(me: &Me, cell: BlockPos) -> Option<BlockPos> {
    let senses = me.senses();
    let seen = |pos: BlockPos| senses.memory().block(pos);
    let mut below = (1..=BELOW).map(|n| cell.down(n));
    let first = below.find(|pos| !seen(*pos).is_some_and(|state| state.is_air()))?;
    seen(first)?.fluid().map(|_| first)
}

/// How much there is of some kinds of block.
fn supply_of(blocks: &[Block]) -> Supply {
    let is_log = |block: Block| block.item().is_some_and(|item| ItemTag::Logs.contains(item));
    let is_plenty = |block: &Block| Atlas::is_common(*block) || is_log(*block);
    if blocks.iter().any(is_plenty) { Supply::Plenty } else { Supply::Rare }
}

/// The nearest block of some kinds that the cross-hair can be put on.
fn in_reach(me: &Me, blocks: &[Block]) -> Option<BlockPos> {
    let now = me.now();
    let eyes = BlockPos::containing(now.player.eyes());
    let mut near: Vec<BlockPos> = (-5..=5)
        .flat_map(|x| (-5..=5).flat_map(move |y| (-5..=5).map(move |z| eyes.offset(x, y, z))))
        .filter(|pos| now.terrain.block(*pos).is_some_and(|state| blocks.contains(&state.block())))
        .filter(|pos| !me.senses().atlas().is_given_up(*pos))
        .filter(|pos| detour_for_liquid(me.senses().memory(), *pos, blocks).is_some())
        .filter(|pos| !carries_us(&now, *pos) || is_safe_to_open(me, *pos))
        .collect();
    near.sort_by_key(|pos| (pos.distance_squared(eyes), *pos));
    near.into_iter().find(|pos| aim(&now, *pos).is_some())
}

/// Whether a block is under some part of the feet.
fn carries_us(now: &Observation, pos: BlockPos) -> bool {
    const HALF: f64 = 0.3;
    let feet = now.player.pos;
    let corners = [(-HALF, -HALF), (-HALF, HALF), (HALF, -HALF), (HALF, HALF)];
    corners.into_iter().any(|(x, z)| BlockPos::containing(feet + DVec3::new(x, -0.1, z)) == pos)
}

/// Seen blocks of some kinds, the nearest first, as many as one search should weigh.
fn nearest_seen(me: &Me, blocks: &[Block]) -> Vec<BlockPos> {
    let feet = me.now().player.feet();
    let senses = me.senses();
    let mut places: Vec<BlockPos> = blocks.iter().flat_map(|block| senses.atlas().places(*block)).collect();
    if blocks.iter().any(|block| Atlas::is_common(*block)) {
        places.extend(common_seen(me, feet, blocks));
    }
    // Climbing and digging take longer than walking.
    let way = |pos: &BlockPos| {
        let delta = *pos - feet;
        delta.x.abs() + delta.z.abs() + if delta.y > 0 { 3 } else { 2 } * delta.y.abs()
    };
    let weigh = |pos: BlockPos| Some((way(&pos) + detour_for_liquid(senses.memory(), pos, blocks)?, pos));
    let far = if take_iron(blocks) { FAR_OF_RARE } else { FAR };
    let near = places.into_iter().filter(|pos| way(pos) <= far);
    let mut weighed: Vec<(i32, BlockPos)> = near.filter_map(weigh).collect();
    weighed.retain(|(way, _)| *way <= far);
    weighed.sort_unstable();
    weighed.dedup();
    let mut nearest = without_guarded(me, blocks, weighed.into_iter().map(|(_, pos)| pos).collect());
    nearest.truncate(CHOICE);
    nearest
}

/// Leaves out blocks that are guarded by too strong foes. What is everywhere is nowhere safer than in the rock at hand.
fn without_guarded(me: &Me, blocks: &[Block], mut places: Vec<BlockPos>) -> Vec<BlockPos> {
    /// Blocks to what is at hand.
    const AT_HAND: i64 = 5;
    let (now, foes) = (me.now(), seen_lately(me));
    let is_common = blocks.iter().any(|block| Atlas::is_common(*block));
    let is_at_hand = |pos: &BlockPos| is_common && pos.distance_squared(now.player.feet()) <= AT_HAND * AT_HAND;
    places.retain(|pos| is_at_hand(pos) || !is_guarded(&now, &foes, *pos));
    places
}

/// Seen blocks of kinds too common to be listed, within a short walk.
fn common_seen(me: &Me, feet: BlockPos, blocks: &[Block]) -> Vec<BlockPos> {
    const RADIUS: i32 = 24;
    /// Blocks above and below.
    const RISE: i32 = 12;
    let senses = me.senses();
    let memory = senses.memory();
    let mut found = Vec::new();
    for radius in 0..=RADIUS {
        for x in -radius..=radius {
            for z in -radius..=radius {
                if x.abs().max(z.abs()) != radius {
                    continue;
                }
                let column = memory.find_in_column(feet.offset(x, -RISE, z), 2 * RISE + 1, blocks);
                let free = |pos: &BlockPos| {
                    !senses.atlas().is_given_up(*pos) && detour_for_liquid(memory, *pos, blocks).is_some()
                };
                found.extend(column.filter(free));
            }
        }
        if found.len() >= CHOICE {
            break;
        }
    }
    found
}

/// How many blocks farther a dry block may be that is as good as this one: under water digging takes five times as
/// long, and the breath. What is everywhere is not dug near water at all, nothing beside lava: then `None`.
fn detour_for_liquid(memory: &Memory, pos: BlockPos, blocks: &[Block]) -> Option<i32> {
    const WET: i32 = 30;
    let liquid = |pos: BlockPos| memory.block(pos).and_then(|state| state.fluid());
    if blocks.iter().any(|block| Atlas::is_common(*block)) {
        // Who stands in reach of it would stand in water, too.
        let mut near = (-1..=1).flat_map(|x| (-1..=1).flat_map(move |y| (-1..=1).map(move |z| pos.offset(x, y, z))));
        let mut beside = Face::ALL.iter().map(|face| pos + face.step() * 2);
        let is_dry = near.all(|pos| liquid(pos).is_none()) && beside.all(|pos| liquid(pos).is_none());
        return is_dry.then_some(0);
    }
    let mut liquids = Face::ALL.iter().filter_map(|face| liquid(pos.beside(*face))).peekable();
    let detour = if liquids.peek().is_some() { WET } else { 0 };
    if liquids.any(|fluid| fluid.kind == FluidKind::Lava) {
        return None;
    }
    (detour == 0 || has_air_near(memory, pos)).then_some(detour)
}

/// Whether one can breathe while digging a block: far from air nobody stays for long.
fn has_air_near(memory: &Memory, pos: BlockPos) -> bool {
    const NEAR: i32 = 2;
    let is_air = |pos: BlockPos| memory.block(pos).is_some_and(|state| state.is_air());
    (-NEAR..=NEAR).any(|x| (-1..=NEAR).any(|y| (-NEAR..=NEAR).any(|z| is_air(pos.offset(x, y, z)))))
}

fn check_tool(me: &Me, blocks: &[Block]) -> Outcome {
    let now = me.now();
    let drops = |block: &Block| {
        let state = block.state();
        let held = best_tool(&now.inventory, state).and_then(|slot| now.inventory.slots[slot]);
        !state.flags().contains(StateFlags::NEEDS_TOOL) || rules::can_harvest(state, held)
    };
    if blocks.iter().any(drops) {
        return Ok(());
    }
    let tools = blocks.first().map(|block| block.harvest_tools()).unwrap_or_default();
    let least = tools.iter().filter_map(|item| item.tool()).min_by_key(|tool| tool.tier);
    Err(least.map_or_else(|| Reason::NoSkill(format!("mining {}", name_of(blocks))), Reason::NeedsTool))
}

fn name_of(blocks: &[Block]) -> String {
    match blocks {
        [one] => one.name().to_owned(),
        [first, ..] => format!("{first} or the like"),
        [] => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use anima_body::Keys;
    use anima_world::{Options, Scene};

    use super::*;
    use crate::testing::{Game, flat, held, play, rock, with};
    use crate::{Settings, Task};

    const TOOLS: [(Item, u8); 2] = [(Item::IRON_PICKAXE, 1), (Item::COBBLESTONE, 20)];

    async fn mine_a_diamond(me: Me) -> Outcome {
        mine(&me, Item::DIAMOND, 1, &[Block::DIAMOND_ORE]).await
    }

    /// A long passage with a diamond at its end, and who cannot move from a tick to another: how that ends.
    fn held_up(ticks: std::ops::Range<u64>) -> (Outcome, u32) {
        let mut scene = rock(&TOOLS);
        scene.fill([-30, 40, 0], [30, 41, 0], "air").set([31, 41, 0], "diamond_ore").start_at(-29.5, 40.0, 0.5);
        let mut world = scene.world(Options { day_time: Some(6000), ..Options::default() });
        let me = Me::new(Settings::default(), world.observe());
        for _ in 0..20 {
            me.begin(world.observe());
            world.tick(&me.end());
        }
        let mut task = Task::new(mine_a_diamond(me.clone()));
        loop {
            me.begin(world.observe());
            if let Some(outcome) = task.poll() {
                return (outcome, held(&world, Item::DIAMOND));
            }
            let mut control = me.end();
            if ticks.contains(&world.ticks()) {
                control.keys = Keys::default();
            }
            world.tick(&control);
        }
    }

    #[test]
    fn who_was_held_up_near_an_ore_does_not_give_it_up() {
        assert_eq!(held_up(160..900), (Ok(()), 1), "nearer than before");
        assert!(matches!(held_up(20..3000), (Err(Reason::NotFound(_)), 0)), "no nearer");
    }

    #[test]
    fn a_diamond_does_not_fall_into_lava() {
        let mut scene = rock(&TOOLS);
        // A ledge before a pool of lava, the ore in the wall beyond it.
        scene.fill([-1, 40, 0], [1, 43, 1], "air").fill([-1, 40, 2], [1, 43, 4], "air").fill(
            [-1, 39, 2],
            [1, 39, 4],
            "lava",
        );
        scene
            .set([0, 42, 5], "diamond_ore")
            .fill([0, 40, 5], [0, 41, 5], "air")
            .set([0, 39, 5], "lava")
            .start_at(0.5, 40.0, 1.5);
        for seed in 0..4 {
            let world = scene.world(Options { seed, day_time: Some(6000), ..Options::default() });
            let end = Game::of(world, seed).after(20).play(600, mine_a_diamond);
            assert_eq!((end.outcome.clone(), held(&end.world, Item::DIAMOND)), (Some(Ok(())), 1), "seed {seed}");
        }
    }

    #[test]
    fn nobody_digs_for_ever_afloat() {
        // Who treads water goes down when he begins to dig, and comes up for air before it is done.
        let mut scene = flat(&[]);
        scene.fill([-8, 61, -20], [20, 62, 20], "water").fill([-8, 63, -20], [20, 63, 20], "air");
        scene.fill([0, 61, 0], [0, 66, 0], "oak_log").start_at(-2.5, 61.0, 0.5);
        let end = Game::by_night(&scene, 0).play(2500, |me| async move {
            while me.age() < 30 || me.now().player.is(PlayerFlags::SUBMERGED) {
                me.press(Keys::JUMP);
                me.tick().await;
            }
            mine(&me, Item::OAK_LOG, 4, &[Block::OAK_LOG]).await
        });
        assert!(end.outcome.is_some(), "it does not end");
    }

    #[test]
    fn common_stone_is_dug_whoever_is_about() {
        let mut scene = with(Scene::new(), &[(Item::STONE_PICKAXE, 1)]);
        scene.fill([-20, 50, -20], [20, 70, 20], "stone").fill([-1, 60, -1], [1, 62, 12], "air");
        scene.fill([-1, 60, 8], [1, 60, 8], "glass").start_at(0.5, 60.0, 0.5);
        for x in [-0.5, 0.5, 1.5] {
            scene.mob("skeleton", [x, 60.0, 10.5]);
        }
        let (outcome, world) = play(&scene, |me| async move {
            assert!(!seen_lately(&me).is_empty(), "nobody is seen");
            mine(&me, Item::COBBLESTONE, 1, &[Block::STONE]).await
        });
        assert_eq!((outcome, held(&world, Item::COBBLESTONE)), (Ok(()), 1));
    }
}
