//! Where digging leads: down a shaft to a height, and along tunnels there.

use std::ops::RangeInclusive;

use anima_body::BlockPos;
use anima_rules::Face;

use super::shore::{SHORE, go_inland};
use crate::Me;
use crate::me::overhead::is_under_sky;
use crate::me::posture::is_crawling;
use crate::path::goal::Goal;
use crate::walk::crawl::{can_lie_down, lie_down, take_trapdoor};
use crate::walk::go_to::way_to;
use crate::walk::manner::{Travel, manner};
use crate::walk::shaft::{dig_down, is_safe_to_open};
use crate::walk::travel::{travel, travel_by, walk};
use crate::walk::tunnel::{open, tunnel};
use anima_intent::{Outcome, Reason, Thing};

/// Blocks of tunnel or shaft dug before the caves are asked again.
const STRETCH: u32 = 6;
/// Ticks that the way inland may take.
const PATIENCE: u64 = 600;
/// Ticks for the flight from lava that comes in, which may be crawled.
const FLIGHT: u64 = 150;
/// Blocks of tunnel that are not dug again towards where one ended.
const NEAR_END: i32 = 12;
/// Blocks down that a way around an obstacle in the shaft leads.
const LOWER: RangeInclusive<i32> = 5..=12;
/// Ticks that such a way may take.
const WAY_LOWER: u64 = 800;
/// Weight, in percent, of the way beyond the known: so high that no such way is chosen.
const BEYOND_THE_KNOWN: u32 = 2000;
/// Blocks aside that are looked over for a place where a shaft can go on.
const ASIDE: i32 = 8;
/// Blocks down that a shaft must be known to go on there.
const DEEP: i32 = 6;

/// Digs down until the feet are at a height or lower: straight down, and on from beside where that is not safe.
///
/// # Errors
/// [`Reason::Unreachable`] when one try after the other leads no lower, [`Reason::NeedsTool`] where only a pickaxe gets
/// on, [`Reason::Died`].
pub(crate) async fn dig_down_to(me: &Me, y: i32) -> Outcome {
    /// Tries that may lead no lower.
    const VAIN: u32 = 8;
    let mut course = Course::default();
    let (mut lowest, mut vain) = (me.now().player.feet().y, 0);
    while me.now().player.feet().y > y {
        if let Err(reason @ (Reason::Died | Reason::NeedsTool(_))) = course.go_to_height(me, y).await {
            return Err(reason);
        }
        let feet = me.now().player.feet();
        vain = if feet.y < lowest { 0 } else { vain + 1 };
        lowest = lowest.min(feet.y);
        if vain > VAIN {
            return Err(Reason::unreachable(Thing::Height(y)));
        }
        me.tick().await;
    }
    Ok(())
}

/// Where digging leads.
#[derive(Default)]
pub(crate) struct Course {
    /// The direction of the tunnel.
    heading: Option<Face>,
    /// How often in a row no shaft was safe.
    asides: u32,
    /// Places where no shaft was safe.
    blocked: Vec<BlockPos>,
    /// Where tunnels ended, and which way they went.
    ends: Vec<(BlockPos, Face)>,
}

impl Course {
    /// A course that digs in one direction.
    #[cfg(test)]
    pub(crate) fn along(face: Face) -> Course {
        Course { heading: Some(face), ..Course::default() }
    }

    /// Digs a stretch of tunnel; where it cannot go on, another direction is next.
    ///
    /// # Errors
    /// Why it ended, as of [`tunnel`].
    pub(crate) async fn dig_on(&mut self, me: &Me) -> Outcome {
        let feet = me.now().player.feet();
        let Some(face) = self.heading.or_else(|| self.newest_direction(me, feet)) else {
            self.ends.clear();
            return step_aside(me, feet, Face::HORIZONTAL[me.age() as usize % 4], STRETCH).await;
        };
        self.heading = Some(face);
        let outcome = tunnel_low(me, face, None).await;
        if outcome.is_err() {
            self.heading = None;
        }
        if let Err(Reason::Unreachable { .. } | Reason::TookTooLong) = outcome {
            self.ends.push((me.now().player.feet(), face));
            let lava = lava_let_in(me);
            if !lava.is_empty() {
                drop(me.within(FLIGHT, walk(me, &Goal::Away { from: lava, distance: 8 })).await);
            }
        }
        outcome
    }

    /// The direction in which least was seen so far, of those in which no tunnel ended close by.
    fn newest_direction(&self, me: &Me, feet: BlockPos) -> Option<Face> {
        let ends = |face: &Face| self.ends.iter().any(|(end, way)| way == face && is_ahead(*end, feet, *face));
        let senses = me.senses();
        let known = |face: &Face| {
            let step = face.step();
            let ahead = (1..=8).flat_map(|n| (-2..=2).map(move |side| (n * 4, side * 4)));
            ahead
                .filter(|(n, side)| {
                    let pos = feet.offset(step.x * n + step.z * side, 1, step.z * n + step.x * side);
                    senses.memory().block(pos).is_some()
                })
                .count()
        };
        let off = (me.age() % 4) as usize;
        let faces = (0..4).map(|i| Face::HORIZONTAL[(i + off) % 4]);
        faces.filter(|face| !ends(face)).min_by_key(known)
    }

    /// Goes down by a shaft, or a little aside when none is safe here; up by any way there is.
    ///
    /// # Errors
    /// Why the way led no farther.
    pub(crate) async fn go_to_height(&mut self, me: &Me, y: i32) -> Outcome {
        let feet = me.now().player.feet();
        if feet.y < y {
            let goal = Goal::Y(y);
            return me.doing(format!("go up to y {y}"), travel(me, &goal)).await;
        }
        let on_surface = feet.y >= SHORE && is_under_sky(me) && is_in_the_open(me, feet);
        if !is_wet(me, feet) {
            match dig_down(me, y.max(feet.y - STRETCH as i32)).await {
                Ok(()) => {
                    self.asides = 0;
                    return Ok(());
                }
                Err(reason @ (Reason::Died | Reason::NeedsTool(_))) => return Err(reason),
                Err(_) => {}
            }
        }
        // Water, lava or a deep fall below: on from elsewhere, each time farther off.
        if on_surface {
            self.asides += 1;
            return go_inland(me, PATIENCE, 5 * i64::from(self.asides)).await;
        }
        match go_lower(me, y).await {
            Err(Reason::Unreachable { .. } | Reason::TookTooLong) => {}
            outcome => return outcome,
        }
        self.asides += 1;
        me.doing("dig aside", self.dig_aside(me)).await
    }

    /// Digs to the nearest place where a shaft is known to go on; if none is, each time farther off.
    async fn dig_aside(&mut self, me: &Me) -> Outcome {
        let feet = me.now().player.feet();
        self.blocked.push(feet);
        let shaft = self.nearest_shaft(me, feet);
        let first = match (shaft, self.heading) {
            (Some((face, _)), _) | (None, Some(face)) => face,
            (None, None) => self.newest_direction(me, feet).unwrap_or(Face::North),
        };
        let length = 1 + 3 * self.asides.min(7);
        let is_new = |course: &Course, pos: BlockPos| course.blocked.iter().all(|old| old.distance_squared(pos) > 9);
        let others = Face::HORIZONTAL.into_iter().filter(|face| shaft.is_some() || *face != first);
        let others = others.map(|face| (face, length));
        let top = shaft.map(|(face, blocks)| feet + face.step() * blocks as i32);
        for (face, blocks) in std::iter::once(shaft.unwrap_or((first, length))).chain(others) {
            let shows = |me: &Me| {
                let here = me.now().player.feet();
                shaft.is_none() && is_new(self, here) && self.nearest_shaft(me, here).is_some()
            };
            let dug = async {
                if blocks > 2 * STRETCH {
                    tunnel_low(me, face, Some(blocks)).await
                } else {
                    tunnel(me, face, blocks).await
                }
            };
            if let Some(Err(reason @ (Reason::Died | Reason::NeedsTool(_)))) = me.until(shows, dug).await {
                return Err(reason);
            }
            let here = me.now().player.feet();
            if Some(here) == top || is_new(self, here) {
                self.heading = Some(face);
                return Ok(());
            }
            // An obstacle stays where it is, so the next search leaves this place out.
            self.blocked.extend(top.filter(|top| !self.blocked.contains(top)));
        }
        self.heading = None;
        step_aside(me, feet, Face::HORIZONTAL[self.asides as usize % 4], length).await
    }

    /// The nearest place where a shaft goes on as far as is known: the direction, and the blocks to there.
    fn nearest_shaft(&self, me: &Me, feet: BlockPos) -> Option<(Face, u32)> {
        let goes_on = |top: BlockPos| (1..=DEEP).all(|n| is_safe_to_open(me, top.down(n)));
        let is_shaft = |top: BlockPos| !self.blocked.contains(&top) && !is_wet(me, top) && goes_on(top);
        let ways = (1..=ASIDE).flat_map(|n| Face::HORIZONTAL.map(|face| (face, n)));
        let mut shafts = ways.filter(|(face, n)| is_shaft(feet + face.step() * *n));
        shafts.next().map(|(face, n)| (face, n as u32))
    }
}

/// Goes some blocks down, not below a height, by the soonest way that is known: around a hall or into it, by steps.
async fn go_lower(me: &Me, y: i32) -> Outcome {
    let feet = me.now().player.feet();
    let heights = LOWER.map(|down| feet.y - down).filter(|height| *height >= y);
    let mut goals: Vec<Goal> = heights.map(Goal::Y).collect();
    if goals.is_empty() {
        goals.push(Goal::Y(y));
    }
    let (goal, mut manner) = (Goal::Any(goals), manner(me));
    // Only over what is known: a way through the unknown would be dug.
    manner.conditions.edge_percent = BEYOND_THE_KNOWN;
    let way = way_to(me, &goal, &manner).await?;
    // The agent cannot dig from the water: after a dive it has to come up again.
    if way.left > 0 || is_wet(me, way.end()) {
        return Err(Reason::unreachable("lower ground"));
    }
    me.doing("go lower", travel_by(me, Travel { patience: Some(WAY_LOWER), ..manner }, &goal)).await
}

/// Whether a tunnel that goes one way comes to a place before long.
fn is_ahead(place: BlockPos, feet: BlockPos, face: Face) -> bool {
    let (delta, step) = (place - feet, face.step());
    let along = delta.dot(step);
    (0..=NEAR_END).contains(&along) && (delta - step * along).abs().max_element() <= 1
}

/// Goes some blocks aside over whatever is in the way.
async fn step_aside(me: &Me, feet: BlockPos, face: Face, blocks: u32) -> Outcome {
    let pos = feet.up(4) + face.step() * (8 + blocks as i32);
    me.doing("step aside", travel(me, &Goal::Near { pos, range: 4 })).await
}

/// Whether there is room beside the head: at the foot of a shaft the sky is open above too.
fn is_in_the_open(me: &Me, feet: BlockPos) -> bool {
    let is_airy = |face: &&Face| me.is_free(feet.up(1).beside(**face)) && me.is_free(feet.up(2).beside(**face));
    Face::HORIZONTAL.iter().filter(is_airy).count() > 1
}

/// Whether water is at the feet or right beside them, so that a shaft would fill.
fn is_wet(me: &Me, feet: BlockPos) -> bool {
    let is_wet = |face: &Face| me.is_wet(feet.beside(*face)) || me.is_wet(feet.down(1).beside(*face));
    me.is_wet(feet) || Face::HORIZONTAL.iter().any(is_wet)
}

/// Digs so many blocks of tunnel, or a stretch, one block high if a trapdoor is carried; not into gravel, where all
/// that lies above comes down.
async fn tunnel_low(me: &Me, face: Face, blocks: Option<u32>) -> Outcome {
    let is_loose = |me: &Me| {
        let next = me.now().player.feet() + face.step();
        me.is_loose(next) || !is_crawling(&me.now()) && me.is_loose(next.up(1))
    };
    if !is_loose(me) && !is_crawling(&me.now()) && can_lie_down(me) {
        open(me, face).await?;
        // If the agent cannot lie down here it walks, and a trapdoor that cannot be taken stays.
        match get_down(me, face).await {
            Err(reason @ (Reason::Died | Reason::NeedsTool(_))) => return Err(reason),
            Err(reason) => tracing::debug!(tick = me.now().tick, %reason, "tunnelling upright, or without a trapdoor"),
            Ok(()) => {}
        }
    }
    let stretch = if is_crawling(&me.now()) { 2 * STRETCH } else { STRETCH };
    let length = blocks.unwrap_or(stretch);
    let dug = me.until(is_loose, tunnel(me, face, length)).await;
    dug.unwrap_or(Err(Reason::unreachable("on: sand or gravel ahead")))
}

/// Lies down, and takes the trapdoor along if it was the last, which is worth its ticks.
async fn get_down(me: &Me, face: Face) -> Outcome {
    me.doing("lie down", lie_down(me, face)).await?;
    if can_lie_down(me) { Ok(()) } else { me.doing("take the trapdoor along", take_trapdoor(me, face)).await }
}

/// The columns of lava near us that may flow on.
fn lava_let_in(me: &Me) -> Vec<BlockPos> {
    const NEAR: i32 = 3;
    const HIGH: i32 = 8;
    let feet = me.now().player.feet();
    let flows = |pos: BlockPos| {
        let ways = Face::HORIZONTAL.into_iter().chain([Face::Down]);
        me.is_lava(pos) && ways.into_iter().any(|face| me.is_open(pos.beside(face)))
    };
    let columns = (-NEAR..=NEAR).flat_map(|x| (-NEAR..=NEAR).map(move |z| feet.offset(x, 0, z)));
    columns.filter(|column| (-1..=HIGH).any(|y| flows(column.up(y)))).collect()
}

#[cfg(test)]
mod tests {
    use anima_body::PlayerFlags;
    use anima_rules::{Item, ItemStack};

    use super::*;
    use crate::testing::{Game, held, play, rock};

    #[test]
    fn where_tunnels_ended_no_other_is_dug() {
        // A passage comes to an end between three lakes.
        let mut scene = rock(&[(Item::IRON_PICKAXE, 1)]);
        scene.fill([-16, 40, 0], [0, 41, 0], "air").start_at(0.5, 40.0, 0.5);
        scene.fill([3, 40, -3], [3, 41, 3], "water").fill([-16, 40, 3], [3, 41, 3], "water");
        scene.fill([-16, 40, -3], [3, 41, -3], "water");
        let (outcome, _) = play(&scene, |me| async move {
            me.wait(20).await;
            let mut course = Course::along(Face::East);
            let far = |me: &Me| me.now().player.feet().x < -20;
            let dig = async {
                loop {
                    drop(course.dig_on(&me).await);
                    me.tick().await;
                }
            };
            let outcome: Outcome = me.within(1200, async { me.until(far, dig).await.unwrap_or(Ok(())) }).await;
            outcome
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn tunnels_turn_before_gravel() {
        for trapdoors in [0, 1] {
            let mut scene = rock(&[(Item::IRON_PICKAXE, 1)]);
            if trapdoors > 0 {
                scene.give(ItemStack::new(Item::OAK_TRAPDOOR, trapdoors));
            }
            scene.fill([0, 40, 0], [0, 41, 0], "air").start_at(0.5, 40.0, 0.5);
            scene.fill([4, 38, -8], [12, 56, 8], "gravel");
            let (outcome, world) = play(&scene, |me| async move {
                let mut course = Course::along(Face::East);
                for _ in 0..3 {
                    drop(course.dig_on(&me).await);
                }
                let feet = me.now().player.feet();
                assert!(feet.x.abs().max(feet.z.abs()) > 5, "at {feet}");
                Ok(())
            });
            assert_eq!((outcome, held(&world, Item::GRAVEL)), (Ok(()), 0));
        }
    }

    #[test]
    fn a_shaft_goes_on_beside_a_hall() {
        let mut scene = rock(&[(Item::IRON_PICKAXE, 1)]);
        scene.fill([-12, 34, -12], [2, 46, 12], "air").fill([0, 56, 0], [0, 57, 0], "air");
        scene.start_at(0.5, 56.0, 0.5);
        let end = Game::by_day(&scene).play(2000, |me| async move {
            let mut course = Course::default();
            while me.now().player.feet().y > 34 {
                assert!(course.asides < 2, "at {}", me.now().player.feet());
                course.go_to_height(&me, 33).await?;
            }
            let feet = me.now().player.feet();
            assert_eq!((feet.x, feet.z), (3, 0), "the nearest shaft");
            Ok(())
        });
        assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0));
    }

    #[test]
    fn an_agent_that_digs_aside_stops_where_a_shaft_goes_on() {
        // A hall with one pillar, off the way of an agent that digs along its roof.
        let mut scene = rock(&[(Item::IRON_PICKAXE, 1)]);
        scene.fill([-22, 34, -22], [39, 46, 22], "air").fill([14, 34, 4], [17, 46, 8], "stone");
        scene.fill([0, 50, 0], [0, 51, 0], "air").start_at(0.5, 50.0, 0.5);
        let end = Game::by_day(&scene).play(1500, |me| async move {
            let mut course = Course::along(Face::East);
            while me.now().player.feet().y > 40 {
                course.go_to_height(&me, 33).await?;
            }
            let feet = me.now().player.feet();
            assert!((14..=17).contains(&feet.x) && (4..=8).contains(&feet.z), "in the pillar, not at {feet}");
            Ok(())
        });
        assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0));
    }

    #[test]
    fn an_agent_that_stands_over_a_hall_goes_around_it() {
        // Too deep to fall into; a pillar in it is round a corner.
        let mut scene = rock(&[(Item::IRON_PICKAXE, 1)]);
        scene.fill([-22, 16, -22], [22, 46, 22], "air").fill([5, 16, 5], [8, 46, 8], "stone");
        scene.fill([0, 48, 0], [0, 49, 0], "air").start_at(0.5, 48.0, 0.5);
        let end = Game::by_day(&scene).play(900, |me| async move {
            let mut course = Course::default();
            while me.now().player.feet().y > 30 {
                course.go_to_height(&me, 20).await?;
            }
            Ok(())
        });
        assert_eq!((end.outcome.clone(), end.lost), (Some(Ok(())), 0.0), "at {}", end.now().player.feet());
    }

    #[test]
    fn nobody_dives_to_get_lower() {
        // A cave with a pond on one side, deep water below most of the rest.
        let mut scene = rock(&[(Item::IRON_PICKAXE, 1)]);
        scene.fill([-4, 34, -12], [12, 45, 12], "water").fill([-1, 48, -1], [6, 49, 1], "air");
        scene.fill([4, 46, -1], [6, 47, 1], "water").start_at(0.5, 48.0, 0.5);
        let mut lowest = 64;
        let lower = |me: Me| async move {
            let mut course = Course::default();
            while me.now().player.feet().y > 36 {
                drop(course.go_to_height(&me, 33).await);
                me.tick().await;
            }
            Ok(())
        };
        let end = Game::by_day(&scene).watch(2000, lower, |now, _| {
            if now.player.is(PlayerFlags::IN_WATER) {
                lowest = lowest.min(now.player.feet().y);
            }
        });
        assert_eq!((end.outcome.clone(), end.lost), (Some(Ok(())), 0.0), "at {}", end.now().player.feet());
        assert!(lowest > 44, "in the water at y {lowest}");
    }
}
