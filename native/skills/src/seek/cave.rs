//! Caves that were seen into: which part of one is worth a closer look, and the look.

use anima_body::{BlockPos, Blocks};
use anima_rules::tags::ItemTag;
use anima_rules::{BlockState, StateFlags};

use super::ore::Prospect;
use crate::Me;
use crate::path::goal::Goal;
use crate::senses::hollows::Frontier;
use crate::senses::sweep::SWEEP_TICKS;
use crate::threat::{is_guarded, seen_lately};
use crate::walk::travel::{travel, walk, way_to};
use anima_intent::{Outcome, Reason};

/// Frontiers put before one path search.
const CHOICE: usize = 12;
/// Ticks that one look may take, the way there included.
pub(crate) const PATIENCE: u64 = 600;
/// Blocks by which a way to a cave may lead away from it first.
const ASTRAY: i32 = 6;
/// Blocks to a cave, along east or south, beyond which digging is better.
const FAR: i32 = 72;
/// Health, two points to a heart, below which the agent goes into no cave, nor farther into one.
pub(crate) const HURT: f32 = 10.0;
/// Height below which a roof is assumed: higher up the shade of trees or rocks could be taken for a cave.
const BURIED: i32 = 40;
/// Blocks from a part of a cave from which it is looked at first.
const BESIDE: i32 = 5;
/// Ticks for the rest of the way, from there to the part itself.
const AROUND: u64 = 60;
/// A part of a cave is shown when no more than one in so many of the blocks that it had to show is left unseen.
const SHOWN: u32 = 4;
/// Ticks to dig a block down a shaft.
const ROCK_DOWN: f64 = 18.0;
/// How much more a cave shows in the end than what lies beside its known air: it goes on.
const BEYOND: f64 = 2.5;
/// Ticks that a look takes beside the way there.
const LOOK: f64 = 40.0;
/// More blocks than this are not seen in one look.
const MOST_SHOWN: u32 = 400;

/// The part of a cave that is looked at next.
pub(crate) struct Choice {
    pub cave: Cave,
    /// Ticks of the way there, or to where it ends.
    pub ticks: f64,
    /// What is given up when that way fails.
    pub rivals: Vec<BlockPos>,
}

/// The part of a cave that shows most for the way there; `None` when digging shows more.
pub(crate) async fn best_cave(me: &Me, wanted: &Prospect) -> Outcome<Option<Choice>> {
    let caves = best_caves(me, wanted);
    if caves.is_empty() {
        return Ok(None);
    }
    let weighed: Vec<BlockPos> = caves.iter().map(|cave| cave.frontier.pos).collect();
    let goal = worth_the_way(&caves);
    let way = match way_to(me, &goal).await {
        Ok(way) => way,
        // A search that fails has weighed them all.
        Err(reason) => {
            give_up(me, &weighed);
            return Err(reason);
        }
    };
    let end = way.end();
    let ticks = f64::from(way.ticks);
    let leads_there = goal.is_reached(end);
    let nearest = caves.into_iter().min_by_key(|cave| cave.frontier.pos.distance_squared(end));
    let leads_off = |cave: BlockPos| is_astray(end, me.now().player.feet(), cave);
    if !leads_there && nearest.as_ref().is_some_and(|cave| leads_off(cave.frontier.pos)) {
        let off: Vec<BlockPos> = weighed.into_iter().filter(|cave| leads_off(*cave)).collect();
        give_up(me, &off);
        return Ok(None);
    }
    let tunnel = wanted.tunnel_yield(me.now().player.feet().y);
    let is_worth_it = |cave: &Cave| BEYOND * cave.gain / (ticks + LOOK) > tunnel;
    Ok(nearest.filter(is_worth_it).map(|cave| {
        let rivals = if leads_there { vec![cave.frontier.pos] } else { weighed };
        Choice { cave, ticks, rivals }
    }))
}

/// Ticks to the nearest part of a cave below a height that is known and not shown yet, as the crow flies; `None` where
/// none is known.
pub(crate) fn ticks_to_cave(me: &Me, below: i32) -> Option<f32> {
    /// Of so many, the nearest: where land is open, none lies in the ground.
    const LOOKED_AT: usize = 64;
    let feet = me.now().player.feet();
    let senses = me.senses();
    let mut known: Vec<(i32, BlockPos)> = senses
        .hollows()
        .frontiers(feet, FAR)
        .into_iter()
        .map(|Frontier { pos, .. }| (rough_way(feet, pos), pos))
        .filter(|(_, pos)| pos.y < below && !senses.atlas().is_shunned(*pos))
        .collect();
    known.sort_unstable();
    known.into_iter().take(LOOKED_AT).find(|(_, pos)| is_in_the_ground(me, *pos)).map(|(ticks, _)| ticks as f32)
}

/// About how many ticks a part of a cave is away, as the crow flies: the way up is dug and built.
fn rough_way(feet: BlockPos, pos: BlockPos) -> i32 {
    let delta = pos - feet;
    let climb = if delta.y > 0 { 20 } else { 10 } * delta.y.abs();
    5 * delta.x.abs().max(delta.z.abs()) + climb
}

/// Whether a place is farther from a cave than where the way there began, by more than a way around takes.
fn is_astray(place: BlockPos, from: BlockPos, cave: BlockPos) -> bool {
    let away = |pos: BlockPos| (pos - cave).abs().max_element();
    away(place) > away(from) + ASTRAY
}

/// Leaves some parts of caves alone from now on.
pub(crate) fn give_up(me: &Me, caves: &[BlockPos]) {
    let mut senses = me.senses_mut();
    caves.iter().for_each(|pos| senses.hollows_mut().give_up(*pos));
}

/// Goes to a part of a cave and looks about there; everything may come in sight on the way already. An agent that is
/// hurt on the way goes no farther; one that was hurt before goes on, because it had no other way.
pub(crate) async fn look_into(me: &Me, cave: &Cave, patience: u64) -> Outcome {
    let pos = cave.frontier.pos;
    let is_shown = |me: &Me| SHOWN * me.senses().hollows().gain(pos) < cave.frontier.gain;
    let shunned = |me: &Me| {
        let (now, foes) = (me.now(), seen_lately(me));
        me.senses().atlas().is_shunned(pos) || is_guarded(&now, &foes, pos)
    };
    let go = async {
        travel(me, &Goal::Near { pos, range: BESIDE }).await?;
        // What goes on round a corner is visible from the corner only.
        drop(me.within(AROUND, walk(me, &Goal::Near { pos, range: 1 })).await);
        me.wait(SWEEP_TICKS as u32).await;
        Ok(())
    };
    let was_fit = me.now().player.health >= HURT;
    let is_hurt = |me: &Me| was_fit && (f32::MIN_POSITIVE..HURT).contains(&me.now().player.health);
    let stop = |me: &Me| shunned(me) || is_shown(me) || is_hurt(me);
    let look = me.doing("look into a cave", me.within(patience.min(PATIENCE), go));
    let Some(outcome) = me.until(stop, look).await else {
        return if shunned(me) { Err(Reason::Interrupted("what lives in the cave".into())) } else { Ok(()) };
    };
    // What is not visible from right beside it cannot be seen at all.
    give_up(me, &[pos]);
    outcome
}

/// A part of a cave that may be looked at.
pub(crate) struct Cave {
    frontier: Frontier,
    /// What it shows and the digging that it saves.
    gain: f64,
    /// The same for each tick that it takes.
    worth: f64,
}

/// Caves that are worth more than digging on, the best first.
fn best_caves(me: &Me, wanted: &Prospect) -> Vec<Cave> {
    let feet = me.now().player.feet();
    let senses = me.senses();
    // Blocks of ore that a look or a tunnel would show, if all rock were as rich as the best.
    let yield_of = |blocks: f64, y: i32| blocks * wanted.richness(y);
    let tunnel = wanted.tunnel_yield(feet.y);
    // Blocks of shaft from a height down to where tunnels are dug.
    let shaft = |y: i32| (y - wanted.tunnel_at.end()).max(0);
    let cave = |frontier: Frontier, ticks: f64| {
        let y = frontier.pos.y;
        // A cave farther down saves digging a shaft; one farther up means more of it.
        let down = shaft(feet.y) - shaft(y);
        let saves = down < 0 || y < *wanted.heights.end();
        let saved = if saves { f64::from(down) * ROCK_DOWN } else { 0.0 };
        let shown = f64::from(frontier.gain.min(MOST_SHOWN)) * wanted.exposed;
        let gain = yield_of(shown, y) + tunnel * saved;
        Cave { frontier, gain, worth: gain / (ticks + LOOK) }
    };
    let mut caves = Vec::new();
    for frontier in senses.hollows().frontiers(feet, FAR) {
        let delta = frontier.pos - feet;
        let away = delta.x.abs().max(delta.z.abs());
        if away <= FAR {
            caves.push(cave(frontier, f64::from(rough_way(feet, frontier.pos))));
        }
    }
    let (now, foes) = (me.now(), seen_lately(me));
    caves.retain(|Cave { frontier: Frontier { pos, .. }, worth, .. }| {
        *worth > tunnel / BEYOND
            && pos.y < wanted.caves_below
            && !senses.atlas().is_shunned(*pos)
            && !is_guarded(&now, &foes, *pos)
    });
    caves.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.frontier.pos.cmp(&b.frontier.pos)));
    caves.into_iter().filter(|cave| is_in_the_ground(me, cave.frontier.pos)).take(CHOICE).collect()
}

/// The goal to be at one of some parts of caves. Whichever has the most to show, above what the same ticks would show
/// at the best of them, is worth the longest way: that is how the best ratio of the two is found.
fn worth_the_way(caves: &[Cave]) -> Goal {
    let most = caves.iter().map(|cave| cave.gain).fold(0.0, f64::max);
    let per_tick = caves.iter().map(|cave| cave.worth).fold(0.0, f64::max);
    let beside = |cave: &Cave| Goal::Near { pos: cave.frontier.pos, range: BESIDE };
    let ticks = |cave: &Cave| ((most - cave.gain) / per_tick) as u32;
    Goal::Any(caves.iter().map(|cave| Goal::Lesser { goal: Box::new(beside(cave)), ticks: ticks(cave) }).collect())
}

/// Whether a place is deep down, where the roof of a hall may be too high to be seen, or under one.
fn is_in_the_ground(me: &Me, pos: BlockPos) -> bool {
    pos.y < BURIED || has_roof(me, pos)
}

/// Whether there is rock or soil above a place and most of those beside it; a tree is no roof.
fn has_roof(me: &Me, pos: BlockPos) -> bool {
    const MOST: usize = 3;
    let now = me.now();
    let known = now.known();
    let is_ground = |state: BlockState| {
        let is_log = || state.block().item().is_some_and(|item| ItemTag::Logs.contains(item));
        state.flags().contains(StateFlags::OPAQUE) && !is_log()
    };
    let columns = [(0, 0), (2, 0), (-2, 0), (0, 2), (0, -2)].into_iter();
    let roofed = columns.filter(|(x, z)| {
        let mut above = (1..24).filter_map(|n| known.block(pos.offset(*x, n, *z)));
        above.any(is_ground)
    });
    roofed.count() >= MOST
}

#[cfg(test)]
mod tests {
    use anima_world::Scene;

    use super::*;
    use crate::testing::play;

    /// A cell of bedrock with a peephole, a hall of rock beyond it.
    fn peephole() -> Scene {
        let mut scene = Scene::new();
        scene.fill([-3, 40, -20], [30, 60, 20], "stone").fill([6, 44, -12], [20, 50, 12], "air");
        scene.fill([-2, 43, -2], [5, 48, 2], "bedrock").fill([-1, 44, -1], [1, 46, 1], "air");
        scene.fill([2, 45, 0], [5, 45, 0], "air").start_at(0.5, 44.0, 0.5);
        scene
    }

    fn beyond(me: &Me) -> Vec<Cave> {
        let parts = me.senses().hollows().frontiers(me.now().player.feet(), FAR);
        let parts = parts.into_iter().filter(|part| part.pos.x > 5);
        parts.map(|frontier| Cave { frontier, gain: 9.0, worth: 1.0 }).collect()
    }

    #[test]
    fn a_place_under_the_sky_is_in_the_ground_only_deep_down() {
        for (floor, expected) in [(8, true), (64, false)] {
            let mut scene = Scene::new();
            scene.fill([-20, floor - 4, -20], [20, floor - 1, 20], "stone").start_at(0.5, floor.into(), 0.5);
            let (outcome, _) = play(&scene, move |me| async move {
                me.wait(20).await;
                assert_eq!(is_in_the_ground(&me, me.now().player.feet()), expected, "floor at {floor}");
                Ok(())
            });
            assert_eq!(outcome, Ok(()));
        }
    }

    #[test]
    fn a_cave_that_is_shown_is_not_gone_into() {
        let mut scene = Scene::new();
        scene.fill([-40, 30, -20], [40, 60, 20], "stone").fill([-35, 44, -8], [20, 50, 8], "air");
        let (outcome, world) = play(scene.start_at(-34.5, 44.0, 0.5), |me| async move {
            let end =
                me.senses().hollows().frontiers(me.now().player.feet(), FAR).into_iter().max_by_key(|part| part.pos.x);
            let cave = Cave { frontier: end.expect("the passage has an end"), gain: 9.0, worth: 1.0 };
            assert!(cave.frontier.pos.x > 0, "{:?}", cave.frontier);
            look_into(&me, &cave, PATIENCE).await
        });
        let x = world.observe().player.pos.x;
        assert!(outcome == Ok(()) && x < 14.0, "{outcome:?}: gone to {x}, though all was seen from afar");
    }

    #[test]
    fn a_way_that_leads_off_is_no_way_to_a_cave() {
        let (from, cave) = (BlockPos::new(0, 48, 0), BlockPos::new(6, -8, 4));
        assert!(is_astray(BlockPos::new(0, 64, 0), from, cave));
        assert!(!is_astray(BlockPos::new(-40, 40, 0), from, cave), "a way around at the same height");
        assert!(!is_astray(BlockPos::new(0, 52, 0), from, cave), "a step up");
    }

    #[test]
    fn a_cave_to_which_the_only_way_leads_off_is_given_up() {
        // Out of the cell with the peephole a passage leads west and round a corner, all in bedrock.
        let mut scene = Scene::new();
        scene.fill([-30, 40, -20], [30, 60, 20], "bedrock").fill([9, 44, -12], [20, 50, 12], "air");
        scene.fill([-1, 44, -1], [1, 46, 1], "air").fill([2, 45, 0], [8, 45, 0], "air");
        scene.fill([-16, 44, 0], [-2, 45, 0], "air").fill([-16, 44, 0], [-16, 45, 12], "air");
        let (outcome, _) = play(scene.start_at(0.5, 44.0, 0.5), |me| async move {
            me.wait(100).await;
            let wanted = Prospect::iron();
            let mut refused = 0;
            for _ in 0..20 {
                assert!(beyond(&me).iter().any(|cave| cave.frontier.pos.x >= 9), "the hall is seen");
                match best_cave(&me, &wanted).await? {
                    Some(choice) => {
                        assert!(choice.cave.frontier.pos.x < 9, "gone to {}", choice.cave.frontier.pos);
                        give_up(&me, &[choice.cave.frontier.pos]);
                    }
                    None => refused += 1,
                }
                me.tick().await;
            }
            assert!(refused > 0);
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn an_agent_that_is_hurt_goes_no_farther_into_a_cave() {
        // High up in a hall the way leads over a fall, which is not over when the look begins, to where a passage
        // turns.
        for (height, goes_on) in [(46, true), (63, false)] {
            let mut scene = Scene::new();
            scene.fill([-40, 30, -20], [40, 70, 20], "stone").fill([-3, 44, -3], [3, 66, 3], "air");
            scene.fill([4, 44, -3], [20, 66, 3], "air").fill([20, 44, 4], [24, 48, 15], "air");
            scene.start_at(0.5, height.into(), 0.5);
            let (outcome, world) = play(&scene, move |me| async move {
                assert_eq!(me.now().player.health, 20.0);
                let parts = me.senses().hollows().frontiers(me.now().player.feet(), FAR);
                let end = parts.into_iter().max_by_key(|part| part.pos.x).expect("the passage is seen");
                assert!(end.pos.x > 15, "{end:?}");
                look_into(&me, &Cave { frontier: end, gain: 9.0, worth: 1.0 }, PATIENCE).await
            });
            let player = world.observe().player;
            assert_eq!((HURT..=20.0).contains(&player.health), goes_on, "{} health", player.health);
            let went_on = player.pos.x > 8.0;
            assert_eq!(went_on, goes_on, "{outcome:?}: {} health at {}", player.health, player.pos);
            assert!(goes_on || outcome == Ok(()), "{outcome:?}");
        }
    }

    #[test]
    fn a_cave_that_is_not_come_to_in_time_is_given_up() {
        for patience in [1, PATIENCE] {
            let (outcome, _) = play(&peephole(), move |me| async move {
                me.wait(100).await;
                let tried = beyond(&me).into_iter().next().expect("the hall is seen");
                assert!(look_into(&me, &tried, patience).await.is_err());
                let is_tried = |cave: &Cave| cave.frontier.pos == tried.frontier.pos;
                assert!(!beyond(&me).iter().any(is_tried) && !beyond(&me).is_empty());
                Ok(())
            });
            assert_eq!(outcome, Ok(()));
        }
    }
}
