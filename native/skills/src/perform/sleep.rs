//! Sleeping through a night.

use anima_body::{BlockPos, Keys, PlayerFlags, Screen};
use anima_rules::DAY;
use anima_rules::placing::other_half;
use anima_rules::tags::ItemTag;
use anima_rules::{Block, BlockState, Dimension, Item};
use glam::DVec3;

use crate::Me;
use crate::hands::aim::aim;
use crate::hands::dig::dig;
use crate::hands::window::close_window;
use crate::me::sun::is_bedtime;
use crate::path::goal::Goal;
use crate::refuge::stay::stay;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::travel::travel_sparingly;
use crate::work::collect::{Supply, collect_drops};
use crate::work::lay::lay_near;
use anima_intent::{CLOCK_LAG, Outcome, Reason};

/// Blocks beyond which the agent does not go to a known bed if it carries one.
const NEAR: i64 = 32;
/// Ticks for the way to a bed.
const PATIENCE: u64 = 1200;
/// Ticks until the player lies in bed after a click.
const LIES_DOWN: u32 = 10;
/// Ticks until it is tried again where something kept the player from sleeping.
const AGAIN: u32 = 60;
/// Times that it is tried in one place: monsters near the bed may stay for as long as they cannot be seen.
const TRIES: u32 = 8;
/// Ticks that a night in bed takes at most.
const NAP: u32 = 200;

/// Whether it is time to go to bed for an agent that carries one.
pub fn could_sleep(me: &Me) -> bool {
    is_bedtime(&me.now()) && carried_bed(me).is_some()
}

/// Sleeps through a night in a bed that is known or carried; waits for the night if it is day. A bed that was put down
/// for it is taken along again, whether the agent slept in it or not.
///
/// # Errors
/// [`Reason::Missing`] without a bed, [`Reason::Died`], [`Reason::Unexpected`] if something keeps the player from sleeping
/// here, or where a bed explodes.
pub(super) async fn sleep(me: &Me) -> Outcome {
    // Elsewhere it explodes (`BedBlock.isBedWorking`).
    if me.now().biome.dimension() != Dimension::Overworld {
        return Err(Reason::unexpected("a bed explodes here; sleep in the overworld"));
    }
    if known_bed(me).is_none() && carried_bed(me).is_none() {
        return Err(Reason::Missing { item: Item::WHITE_BED, count: 1 });
    }
    let is_time = |me: &Me| is_bedtime(&me.now());
    me.until(is_time, stay(me, DAY)).await.unwrap_or(Ok(()))?;
    me.tick().await;
    let (mut own, mut slept, mut tries) = (None, false, 0);
    while !slept && tries < TRIES && is_time(me) {
        if tries > 0 {
            me.wait(AGAIN).await;
        }
        let (bed, is_own) = reach_bed(me).await?;
        own = own.or(is_own.then_some(bed));
        let since = me.age();
        slept = lie_down(me, bed).await?;
        // The night of an agent that lies in bed for so long does not end: on a server others are awake.
        tries = if me.age() - since >= u64::from(NAP) { TRIES } else { tries + 1 };
    }
    if let Some(bed) = own {
        take_along(me, bed).await?;
    }
    if slept { Ok(()) } else { Err(Reason::unexpected("the night is not slept through here")) }
}

/// Goes to a bed that is known, or puts a carried one down; tells where it stands and whether it was put there now.
async fn reach_bed(me: &Me) -> Outcome<(BlockPos, bool)> {
    const CHOICE: u32 = 4;
    for _ in 0..CHOICE {
        let Some(bed) = known_bed(me) else { break };
        match me.within(PATIENCE, travel_sparingly(me, &Goal::Near { pos: bed, range: 2 })).await {
            Ok(()) if aim_at_bed(me, bed).is_some() => return Ok((bed, false)),
            Err(Reason::Died) => return Err(Reason::Died),
            _ => me.senses_mut().atlas_mut().give_up(bed, LEAVE_ALONE),
        }
    }
    let item = carried_bed(me).ok_or(Reason::Missing { item: Item::WHITE_BED, count: 1 })?;
    let is_airy = |pos: BlockPos, state: BlockState| {
        let head = state.facing().map(|facing| pos.beside(facing));
        [Some(pos), head].into_iter().flatten().all(|part| me.is_open(part.up(1)))
    };
    Ok((lay_near(me, item, is_airy).await?, true))
}

/// Lies down in a bed within reach and sleeps; tells whether the night is over.
async fn lie_down(me: &Me, bed: BlockPos) -> Outcome<bool> {
    close_window(me).await?;
    let (_, point) = aim_at_bed(me, bed).ok_or_else(|| Reason::out_of_reach(bed))?;
    if me.was_held(Keys::USE) {
        me.tick().await;
    }
    me.look_at(point);
    me.press(Keys::USE);
    if !me.holds_within(LIES_DOWN + me.lag(), is_in_bed).await {
        return Ok(false);
    }
    // In bed the player stands on nothing, so that `until` would not end.
    me.holds_within(NAP, |me| !is_in_bed(me)).await;
    if me.now().player.is(PlayerFlags::DEAD) {
        return Err(Reason::Died);
    }
    let is_over = |me: &Me| !is_bedtime(&me.now());
    me.until(is_over, me.wait(CLOCK_LAG as u32)).await;
    Ok(is_over(me))
}

/// Which part of a bed the cross-hair can be put on, and where: the head, where the foot stands behind something.
fn aim_at_bed(me: &Me, bed: BlockPos) -> Option<(BlockPos, DVec3)> {
    let now = me.now();
    let state = now.block(bed)?;
    let is_same = |part: &BlockPos| now.block(*part).is_some_and(|other| other.block() == state.block());
    let head = other_half(state).map(|(step, _)| bed + step).filter(is_same);
    [Some(bed), head].into_iter().flatten().find_map(|part| Some((part, aim(&now, part)?)))
}

fn is_in_bed(me: &Me) -> bool {
    me.now().screen == Screen::Other
}

/// Gets up, breaks a bed and picks it up; a fight may have led away from it.
async fn take_along(me: &Me, bed: BlockPos) -> Outcome {
    close_window(me).await?;
    if aim_at_bed(me, bed).is_none() {
        me.within(PATIENCE, travel_sparingly(me, &Goal::Near { pos: bed, range: 2 })).await?;
    }
    // If the attack key is down when the player gets up, it strikes nothing until it is released
    // (`MinecraftClient.attackCooldown`).
    me.tick().await;
    let part = aim_at_bed(me, bed).map_or(bed, |(part, _)| part);
    dig(me, part).await?;
    collect_drops(me, bed, Supply::Rare, |item| ItemTag::Beds.contains(item)).await
}

/// The nearest bed that is known; one that is farther off only if none is carried.
fn known_bed(me: &Me) -> Option<BlockPos> {
    let beds: Vec<Block> = ItemTag::Beds.members().iter().filter_map(|item| item.block()).collect();
    let feet = me.now().player.feet();
    let bed = me.senses().places_of(&beds, feet, 1).into_iter().next()?;
    (carried_bed(me).is_none() || bed.distance_squared(feet) <= NEAR * NEAR).then_some(bed)
}

fn carried_bed(me: &Me) -> Option<Item> {
    let inventory = &me.now().inventory;
    inventory.slots.iter().flatten().map(|stack| stack.item).find(|item| ItemTag::Beds.contains(*item))
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_world::{GameRules, Options, Scene};

    use super::*;
    use crate::testing::{Game, Trial, flat, held};

    fn slept(scene: &Scene, day_time: u32) -> Trial {
        let rules = GameRules { do_mob_spawning: false, ..GameRules::default() };
        let world = scene.world(Options { rules, day_time: Some(day_time), ..Options::default() });
        Game::of(world).with_reflexes().perform(26_000, Act::Sleep, None)
    }

    #[test]
    fn a_night_is_slept_through_in_a_bed_that_stands_or_is_carried() {
        let mut scene = flat(&[]);
        scene.set([9, 64, 5], "red_bed[part=foot,facing=south]").set([9, 64, 6], "red_bed[part=head,facing=south]");
        for day_time in [14_000, 11_000] {
            let trial = slept(&scene, day_time);
            trial.succeeds();
            assert!(trial.world.ticks() < 2500, "{} ticks", trial.world.ticks());
        }
        let trial = slept(&flat(&[(Item::WHITE_BED, 1)]), 13_000);
        trial.succeeds();
        assert_eq!(held(&trial.world, Item::WHITE_BED), 1, "it is taken along");
    }

    #[test]
    fn a_monster_near_the_bed_is_dealt_with_first() {
        let mut scene = flat(&[(Item::WHITE_BED, 1), (Item::IRON_SWORD, 1)]);
        scene.mob("zombie", [6.5, 64.0, 4.5]);
        let trial = slept(&scene, 14_000);
        trial.succeeds();
        assert_eq!(held(&trial.world, Item::WHITE_BED), 1, "the bed is taken along");
    }

    #[test]
    fn where_something_out_of_reach_keeps_the_player_awake_the_bed_is_taken_along() {
        let mut scene = flat(&[(Item::WHITE_BED, 1)]);
        scene
            .fill([3, 57, 3], [6, 62, 6], "bedrock")
            .fill([4, 60, 4], [5, 61, 5], "air")
            .mob("zombie", [5.0, 60.0, 5.0]);
        let trial = slept(&scene, 14_000);
        assert!(matches!(trial.outcome, Some(Err(Reason::Unexpected(_)))), "{:?}", trial.outcome);
        assert_eq!(held(&trial.world, Item::WHITE_BED), 1);
        assert!(trial.world.ticks() < 1500, "{} ticks", trial.world.ticks());
    }

    #[test]
    fn a_bed_whose_foot_stands_behind_something_is_used_by_its_head() {
        let mut scene = flat(&[]);
        scene.set([2, 64, 0], "red_bed[part=foot,facing=east]").set([3, 64, 0], "red_bed[part=head,facing=east]");
        scene.set([1, 64, 0], "crafting_table").start_at(0.5, 64.0, 0.5);
        let rules = GameRules { do_mob_spawning: false, ..GameRules::default() };
        let world = scene.world(Options { rules, day_time: Some(14_000), ..Options::default() });
        let foot = BlockPos::new(2, 64, 0);
        let end = Game::of(world).after(20).play(600, async move |me| {
            assert_eq!(aim(&me.now(), foot), None, "it is hidden");
            assert_eq!(lie_down(&me, foot).await, Ok(true));
            take_along(&me, foot).await
        });
        assert_eq!((end.outcome.clone(), held(&end.world, Item::RED_BED)), (Some(Ok(())), 1));
    }

    #[test]
    fn no_bed_is_tried_where_beds_explode() {
        let mut scene = flat(&[(Item::WHITE_BED, 1)]);
        scene.biome(anima_rules::Biome::NETHER_WASTES);
        let trial = slept(&scene, 14_000);
        assert!(matches!(trial.outcome, Some(Err(Reason::Unexpected(_)))), "{:?}", trial.outcome);
        assert_eq!(held(&trial.world, Item::WHITE_BED), 1);
    }

    #[test]
    fn nobody_sleeps_without_a_bed() {
        let none = slept(&flat(&[]), 14_000);
        assert_eq!(none.outcome, Some(Err(Reason::Missing { item: Item::WHITE_BED, count: 1 })));
    }
}
