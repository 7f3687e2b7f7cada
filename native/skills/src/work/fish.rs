//! Fishing with a rod.

use anima_body::{BlockPos, Entity, Keys, Liquids, PlayerFlags, RayShape, raycast};
use anima_rules::{Block, EntityKind, Item};
use glam::DVec3;

use super::apply::sources_that;
use super::collect::{Supply, carried, collect};
use crate::Me;
use crate::hands::hold::hold;
use crate::hands::window::close_window;
use crate::me::heading::yaw_toward;
use crate::me::now::Now;
use crate::path::goal::Goal;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::travel::travel;
use anima_intent::{Outcome, Reason};

/// Ticks for the way to the water.
const WAY: u64 = 900;
/// Ticks of a look all round.
const LOOKS: u32 = 14;
/// Blocks from the player at which the hook is to lie.
const CAST: i32 = 6;
/// Ticks until a hook that was cast is seen, wherever the server is: a second use would draw it in.
const SHOWS: u32 = 14;
/// Ticks until a hook that was drawn in is missed.
const GOES: u32 = 14;
/// Ticks until a hook lies still in the water.
const SETTLES: u32 = 40;
/// Ticks from one fish to the next: 600 until it comes, 80 until it bites, and twice that under a roof
/// (`FishingBobberEntity.tickFishingLogic`).
const PATIENCE: u32 = 1500;
/// Blocks in a tick by which a hook that a fish pulls at dips; by itself it bobs less
/// (`FishingBobberEntity.onTrackedDataSet`: 0.24 to 0.4).
const DIP: f64 = 0.15;
/// Ticks that a catch takes to fly to the player.
const FLIES: u32 = 25;
/// Blocks from the player within which a catch falls that does not reach it.
const FALLS: f64 = 8.0;
/// The height of still water in its cell.
const SURFACE: f64 = 8.0 / 9.0;
/// Blocks by which a hook may miss the middle of the water: it is all around.
const MISS: f64 = 0.9;

/// Brings up one catch with the rod that is carried, at the nearest water that is known, open water before other water:
/// only that holds treasure.
///
/// # Errors
/// [`Reason::Missing`] without a rod, [`Reason::NotFound`] where the water that was seen is too narrow for a hook,
/// [`Reason::TookTooLong`] where nothing bites; else why the water was not reached.
pub(crate) async fn fish(me: &Me) -> Outcome {
    me.doing("fish", async {
        loop {
            if me.now().inventory.count(Item::FISHING_ROD) == 0 {
                return Err(Reason::Missing { item: Item::FISHING_ROD, count: 1 });
            }
            let pool = go_to_pool(me).await?;
            match cast(me, pool).await {
                Err(Reason::OutOfReach(_)) => me.senses_mut().atlas_mut().give_up(pool, LEAVE_ALONE),
                Err(reason) => return Err(reason),
                Ok(hook) => {
                    let before = carried(me);
                    if draw_in_a_fish(me, hook, pool).await? {
                        me.wait_for_answer(FLIES, |me| carried(me) > before).await;
                        return collect(me, me.now().player.feet(), FALLS, Supply::Rare, |_| true).await;
                    }
                }
            }
            me.tick().await;
        }
    })
    .await
}

/// Whether water was seen that a hook may lie in.
pub(crate) fn knows_pool(me: &Me) -> bool {
    !seen(me).is_empty()
}

/// Water that was seen and not found wanting.
fn seen(me: &Me) -> Vec<BlockPos> {
    sources_that(me, Block::WATER, |pos| !me.senses().atlas().is_given_up(*pos))
}

/// Cells of water with more of it around and air above, the best first.
fn pools(me: &Me) -> Vec<BlockPos> {
    let is_water = |pos: BlockPos| {
        me.known(pos).is_some_and(|state| state.block() == Block::WATER && state.fluid().is_some_and(|f| f.source))
    };
    let is_air = |pos: BlockPos| me.known(pos).is_some_and(|state| state.is_air());
    let around = |pos: BlockPos, blocks: i32, is_it: &dyn Fn(BlockPos) -> bool| {
        (-blocks..=blocks).all(|x| (-blocks..=blocks).all(|z| is_it(pos.offset(x, 0, z))))
    };
    // FishingBobberEntity.isOpenOrWaterAround
    let is_open = |pos: BlockPos| {
        (-1..=0).all(|y| around(pos.offset(0, y, 0), 2, &is_water)) && (1..=2).all(|y| around(pos.up(y), 2, &is_air))
    };
    let is_given_up = |pos: &BlockPos| me.senses().atlas().is_given_up(*pos);
    let is_wide = |pos: &BlockPos| !is_given_up(pos) && around(*pos, 1, &is_water) && around(pos.up(1), 1, &is_air);
    let open = sources_that(me, Block::WATER, |pos| is_wide(pos) && is_open(*pos));
    if open.is_empty() { sources_that(me, Block::WATER, is_wide) } else { open }
}

/// Goes to where a hook can be cast into some water, and says into which.
async fn go_to_pool(me: &Me) -> Outcome<BlockPos> {
    let near = |pos: &BlockPos| Goal::Near { pos: pos.up(1), range: CAST };
    let mut pools = pools(me);
    if pools.is_empty() {
        // From afar only some of its cells are seen.
        let seen = seen(me);
        if seen.is_empty() {
            return Err(Reason::not_found(Block::WATER));
        }
        me.within(WAY, travel(me, &Goal::Any(seen.iter().map(near).collect()))).await?;
        me.wait(LOOKS).await;
        pools = self::pools(me);
        if pools.is_empty() {
            let feet = me.now().player.feet();
            let narrow = seen.iter().filter(|pos| near(pos).is_reached(feet));
            narrow.for_each(|pos| me.senses_mut().atlas_mut().give_up(*pos, LEAVE_ALONE));
            return Err(Reason::not_found(Block::WATER));
        }
    }
    me.within(WAY, travel(me, &Goal::Any(pools.iter().map(near).collect()))).await?;
    let feet = me.now().player.feet();
    let nearest = pools.into_iter().min_by_key(|pos| (pos.distance_squared(feet), *pos));
    nearest.ok_or_else(|| Reason::not_found(Block::WATER))
}

/// Casts the hook so that it falls onto a cell of water, and tells which entity it is.
///
/// # Errors
/// [`Reason::OutOfReach`] where it would fall elsewhere, or does.
async fn cast(me: &Me, pool: BlockPos) -> Outcome<u32> {
    close_window(me).await?;
    hold(me, "a fishing rod", |stack| stack.item == Item::FISHING_ROD).await?;
    let now = me.now();
    if now.player.is(PlayerFlags::DEAD) {
        return Err(Reason::Died);
    }
    if let Some(hook) = hooks(me).first() {
        reel(me, *hook).await;
    }
    let unreached = || Reason::out_of_reach(format!("the water at {pool}"));
    let (yaw, pitch) = aim(&now, pool).filter(|_| !now.player.is(PlayerFlags::IN_WATER)).ok_or_else(unreached)?;
    let before = hooks(me);
    let cast = |me: &Me| hooks(me).into_iter().find(|id| !before.contains(id));
    // The first use may have drawn in a hook that was out of sight.
    for _ in 0..2 {
        if me.was_held(Keys::USE) {
            me.tick().await;
        }
        me.turn_to(yaw, pitch);
        me.press(Keys::USE);
        if me.is_answered_within(SHOWS, |me| cast(me).is_some()).await {
            break;
        }
    }
    let hook = cast(me).ok_or_else(|| Reason::unexpected("the rod casts no hook"))?;
    me.wait(SETTLES).await;
    let lies = |pos: BlockPos| me.is_wet(pos) || me.is_wet(pos.down(1));
    match find(me, hook) {
        Some(bobber) if lies(BlockPos::containing(bobber.pos)) => Ok(hook),
        Some(_) => {
            reel(me, hook).await;
            Err(unreached())
        }
        None => Err(unreached()),
    }
}

/// Waits until the hook dips and draws it in; tells whether that was so before the hook was lost.
async fn draw_in_a_fish(me: &Me, hook: u32, pool: BlockPos) -> Outcome<bool> {
    for () in me.for_ticks(PATIENCE) {
        let before = find(me, hook).map(|bobber| bobber.pos.y);
        me.tick().await;
        if me.now().player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        let Some((bobber, before)) = find(me, hook).zip(before) else { return Ok(false) };
        if bobber.pos.y < before - DIP {
            return Ok(reel(me, hook).await);
        }
    }
    reel(me, hook).await;
    me.senses_mut().atlas_mut().give_up(pool, LEAVE_ALONE);
    Err(Reason::TookTooLong)
}

/// Draws the hook in; whether it came.
async fn reel(me: &Me, hook: u32) -> bool {
    if me.was_held(Keys::USE) {
        me.tick().await;
    }
    me.press(Keys::USE);
    me.is_answered_within(GOES, |me| find(me, hook).is_none()).await
}

/// The hooks in sight.
fn hooks(me: &Me) -> Vec<u32> {
    let now = me.now();
    let hooks = now.entities.iter().filter(|entity| entity.kind == EntityKind::FISHING_BOBBER);
    hooks.map(|hook| hook.id).filter(|id| me.senses().atlas().is_seen(*id)).collect()
}

/// A hook, as long as it is in sight.
fn find(me: &Me, hook: u32) -> Option<Entity> {
    let senses = me.senses();
    senses.atlas().entity(hook).filter(|_| senses.atlas().is_seen(hook)).cloned()
}

/// Where to look for a hook to fall onto a cell of water, in degrees; `None` where it would fall elsewhere or something
/// is in its way.
fn aim(now: &Now, pool: BlockPos) -> Option<(f32, f32)> {
    let target = DVec3::new(0.0, SURFACE, 0.0) + pool.floor_center();
    let yaw = yaw_toward(target - now.player.pos);
    let miss = |pitch: f32| Some((flight(now, yaw, pitch, target.y)?.distance(target), pitch));
    let best = (-30..=80).filter_map(|pitch| miss(pitch as f32)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 < MISS).then_some((yaw, best.1))
}

/// Where a hook falls onto a surface at a height when it is cast with such a look (the constructor and `tick` of
/// `FishingBobberEntity`), chance left out; `None` where something is in its way.
fn flight(now: &Now, yaw: f32, pitch: f32, surface: f64) -> Option<DVec3> {
    const LONGEST: u32 = 60;
    let turn = f64::from(yaw).to_radians();
    let ahead = DVec3::new(-turn.sin(), 0.0, turn.cos());
    let way = ahead + DVec3::new(0.0, (-f64::from(pitch).to_radians()).tan().clamp(-5.0, 5.0), 0.0);
    let mut velocity = way * (0.6 / way.length() + 0.5);
    let mut pos = now.player.eyes() + ahead * 0.3;
    let view = now.known();
    for _ in 0..LONGEST {
        velocity.y -= 0.03;
        let next = pos + velocity;
        if next.y <= surface {
            let share = ((pos.y - surface) / (pos.y - next.y)).clamp(0.0, 1.0);
            let end = pos.lerp(next, share);
            return raycast(&view, pos, end, RayShape::Collision, Liquids::Pass).is_none().then_some(end);
        }
        if raycast(&view, pos, next, RayShape::Collision, Liquids::Pass).is_some() {
            return None;
        }
        (pos, velocity) = (next, velocity * 0.92);
    }
    None
}

#[cfg(test)]
mod tests {
    use anima_rules::ItemStack;
    use anima_rules::tags::ItemTag;
    use anima_world::{Options, Scene};

    use super::*;
    use crate::testing::{Game, flat, held, quiet};

    /// A rod and a lake some way off.
    fn lake(depth: i32) -> Scene {
        let mut scene = flat(&[(Item::FISHING_ROD, 1)]);
        scene.fill([-8, 63 - depth, 14], [8, 63, 26], "water");
        scene
    }

    fn game(scene: &Scene, seed: u64) -> Game {
        Game::of(scene.world(Options { seed, day_time: Some(6000), ..quiet() })).after(20)
    }

    #[test]
    fn every_bite_is_a_catch_wherever_the_server_is() {
        const CATCHES: u32 = 3;
        for seed in 0..5 {
            let end = game(&lake(4), seed).far(2 * seed as u32).play(4000, |me| async move {
                for _ in 0..CATCHES {
                    fish(&me).await?;
                }
                Ok(())
            });
            assert_eq!(end.outcome, Some(Ok(())), "seed {seed}");
            let inventory = end.now().inventory;
            let rod = |stack: &&ItemStack| stack.item == Item::FISHING_ROD;
            assert_eq!(inventory.slots.iter().flatten().find(rod).map(|rod| rod.damage), Some(3), "seed {seed}");
            let carried: u32 = inventory.slots.iter().flatten().map(|stack| u32::from(stack.count)).sum();
            assert!(carried > CATCHES, "seed {seed}: {carried}");
        }
    }

    #[test]
    fn a_puddle_does_and_a_single_cell_of_water_does_not() {
        let puddle = game(&lake(0), 1).play(2000, |me| async move { fish(&me).await });
        assert_eq!(puddle.outcome, Some(Ok(())));
        let mut scene = flat(&[(Item::FISHING_ROD, 1)]);
        scene.set([6, 63, 6], "water");
        let well = game(&scene, 1).play(2000, |me| async move { fish(&me).await });
        assert_eq!(well.outcome, Some(Err(Reason::not_found(Block::WATER))));
        let none = game(&flat(&[]), 1).play(200, |me| async move { fish(&me).await });
        assert_eq!(none.outcome, Some(Err(Reason::Missing { item: Item::FISHING_ROD, count: 1 })));
    }

    #[test]
    fn a_rod_that_was_put_away_in_between_is_cast_anew() {
        let end = game(&lake(4), 2).play(3000, |me| async move {
            me.within(200, fish(&me)).await.unwrap_or_default();
            hold(&me, "the bare hand", |_| false).await.unwrap_or_default();
            me.hotbar(5);
            me.wait(3).await;
            fish(&me).await
        });
        assert_eq!(end.outcome, Some(Ok(())));
        let fished = ItemTag::Fishes.members().iter().map(|item| held(&end.world, *item)).sum::<u32>();
        assert!(fished <= 1);
    }
}
