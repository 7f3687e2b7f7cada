//! Crawling: a player lying under a closed trapdoor digs a tunnel one block high, twice as fast as one that is high
//! enough to walk in.

use std::collections::VecDeque;

use anima_body::{BlockPos, Keys};
use anima_rules::tags::ItemTag;
use anima_rules::{BlockState, Face, ItemStack, StateFlags};
use glam::DVec3;

use super::step::{center, step_to};
use super::tunnel::{clear, is_safe, tunnel};
use crate::Me;
use crate::hands::aim::{aim, aim_from};
use crate::hands::dig::dig;
use crate::hands::hold::hold;
use crate::hands::window::close_window;
use crate::me::heading::yaw_toward;
use crate::me::posture::is_crawling;
use crate::path::goal::Goal;
use anima_intent::{Outcome, Reason};

/// Ticks to wait for a clicked block to change.
const ANSWER: u32 = 6;
/// Ticks to walk one block.
const PATIENCE: u32 = 20;
/// Blocks up to which a way is crawled rather than walked.
const NEAR: usize = 12;
/// Blocks to a place with room to stand up to which crawling there is quicker than digging overhead.
const QUICKER: usize = 2;

/// Whether a trapdoor is carried that opens by hand.
pub(crate) fn can_lie_down(me: &Me) -> bool {
    me.now().inventory.find(is_trapdoor).is_some()
}

fn is_trapdoor(stack: &ItemStack) -> bool {
    ItemTag::WoodenTrapdoors.contains(stack.item)
}

/// Lies down in the cell on a side. The cell must be open two blocks high and end at rock: a trapdoor is hung onto that
/// rock at the height of the eyes, opened, walked under and closed (`PlayerEntity.updatePose`).
///
/// # Errors
/// [`Reason::NotFound`] without a trapdoor, [`Reason::NoPlace`] where it has no hold, [`Reason::Unexpected`] if it is
/// not there, open or closed when it should be.
pub(crate) async fn lie_down(me: &Me, side: Face) -> Outcome {
    close_window(me).await?;
    let feet = me.now().player.feet();
    let (cell, hatch) = (feet + side.step(), feet.up(1) + side.step());
    let wall = hatch + side.step();
    if !me.is_full(wall) || me.is_free(cell.down(1)) {
        return Err(Reason::no_place(format!("a trapdoor at {hatch}")));
    }
    hold(me, "a wooden trapdoor", is_trapdoor).await?;
    // A click on the lower half of the side of a block puts the trapdoor into the lower half of its cell.
    let low = wall.center() - side.step().as_dvec3() * 0.5 - DVec3::Y * 0.25;
    use_until(me, hatch, || Some(low), |state| is_hatch(state, "false")).await?;
    let at = || aim(&me.now(), hatch);
    use_until(me, hatch, at, |state| is_hatch(state, "true")).await?;
    for _ in 0..PATIENCE {
        let off = cell.floor_center() - me.now().player.pos;
        if off.x.abs().max(off.z.abs()) < 0.25 {
            break;
        }
        me.turn_to(yaw_toward(off), 0.0);
        me.press(Keys::FORWARD);
        me.tick().await;
    }
    use_until(me, hatch, at, |state| is_hatch(state, "false")).await?;
    me.tick().await;
    if is_crawling(&me.now()) { Ok(()) } else { Err(Reason::unexpected("there is room to stand")) }
}

/// Crawls on by a block and digs out the trapdoor under which the agent lies, by hand in 90 ticks, so that it can be
/// used again. It is picked up where digging goes on.
///
/// # Errors
/// As [`tunnel`] and [`dig`].
pub(crate) async fn take_trapdoor(me: &Me, side: Face) -> Outcome {
    let hatch = me.now().player.feet().up(1);
    tunnel(me, side, 1).await?;
    if is_crawling(&me.now()) { dig(me, hatch).await } else { Ok(()) }
}

/// Whether a block is a trapdoor that hangs low, open or not.
fn is_hatch(state: BlockState, open: &str) -> bool {
    let item = state.block().item();
    item.is_some_and(|item| ItemTag::WoodenTrapdoors.contains(item))
        && state.property("half") == Some("bottom")
        && state.property("open") == Some(open)
}

/// Clicks at a point until the block of a cell is as it should be.
async fn use_until(
    me: &Me,
    cell: BlockPos,
    point: impl Fn() -> Option<DVec3>,
    is_so: impl Fn(BlockState) -> bool,
) -> Outcome {
    let holds = |me: &Me| me.now().block(cell).is_some_and(&is_so);
    for _ in 0..2 {
        if me.was_held(Keys::USE) {
            me.tick().await;
        }
        let point = point().ok_or_else(|| Reason::out_of_reach(format!("the trapdoor at {cell}")))?;
        me.look_at(point);
        me.press(Keys::USE);
        if me.is_answered_within(ANSWER, &holds).await {
            return Ok(());
        }
    }
    Err(Reason::unexpected(format!("the trapdoor at {cell} does not move")))
}

/// Crawls to a goal through what is open, if it is near, and tells whether it arrived there. Where it cannot, the agent
/// stands up: where there is room, or where room can be made, which takes some digging even if the way itself may not
/// be dug.
///
/// # Errors
/// As [`tunnel`], of what is overhead; [`Reason::TookTooLong`] where something is in the way.
pub(crate) async fn crawl_to(me: &Me, goal: &Goal) -> Outcome<bool> {
    let is_there = |cell: BlockPos| {
        let now = me.now();
        let eyes = cell.floor_center() + DVec3::Y * now.player.eye_height;
        goal.shortfall(cell, &mut |pos| aim_from(&now, eyes, pos).is_some()).is_some()
    };
    if let Some(way) = low_way(me, NEAR, is_there) {
        for cell in way {
            step_to(me, cell, None).await?;
        }
        if is_there(me.now().player.feet()) {
            return Ok(true);
        }
    }
    // An agent that flees would rather crawl on than dig.
    let quicker = if matches!(goal, Goal::Away { .. }) { NEAR } else { QUICKER };
    for _ in 0..2 * NEAR {
        if !is_crawling(&me.now()) {
            return Ok(false);
        }
        let to_room = low_way(me, quicker, |cell| me.is_open(cell.up(1)));
        let to_dry_roof = || low_way(me, NEAR, |cell| is_safe(me, cell.up(1)).is_ok());
        let way = to_room.or_else(to_dry_roof).ok_or_else(|| Reason::unreachable("room to stand up"))?;
        match way.first() {
            // A place that is farther off becomes better known on the way there.
            Some(cell) => step_to(me, *cell, None).await?,
            None => {
                center(me).await;
                let above = me.now().player.feet().up(1);
                clear(me, above, above).await?;
                me.tick().await;
            }
        }
    }
    Err(Reason::TookTooLong)
}

/// The cells to crawl through, at most `most`, to the nearest cell for which `holds` is true; none if it is true here.
fn low_way(me: &Me, most: usize, holds: impl Fn(BlockPos) -> bool) -> Option<Vec<BlockPos>> {
    let carries = |state: BlockState| !state.flags().intersects(StateFlags::NO_COLLISION | StateFlags::HURTS);
    let start = me.now().player.feet();
    let (mut ways, mut known) = (VecDeque::from([vec![start]]), vec![start]);
    while let Some(way) = ways.pop_front() {
        let here = *way.last()?;
        if holds(here) {
            return Some(way[1..].to_vec());
        }
        // A way is crawled only up to where there is room to stand up.
        if here != start && me.is_open(here.up(1)) {
            continue;
        }
        for next in Face::HORIZONTAL.map(|face| here.beside(face)) {
            let has_floor = me.known(next.down(1)).is_some_and(carries);
            if way.len() <= most && !known.contains(&next) && me.is_open(next) && has_floor {
                known.push(next);
                ways.push_back(way.iter().copied().chain([next]).collect());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use anima_rules::{Block, Item};
    use anima_world::Scene;

    use super::*;
    use crate::seek::course::Course;
    use crate::testing::{Game, held, play, rock};
    use crate::walk::tunnel::open;
    use crate::{mine, travel};

    /// A room of two blocks in the rock, with a player that carries what it takes to crawl out of it.
    fn cell() -> Scene {
        let mut scene = rock(&[(Item::IRON_PICKAXE, 1), (Item::OAK_TRAPDOOR, 1)]);
        scene.fill([0, 40, 0], [0, 41, 0], "air").start_at(0.5, 40.0, 0.5);
        scene
    }

    async fn crawl(me: &Me, side: Face, length: u32) -> Outcome {
        open(me, side).await?;
        lie_down(me, side).await?;
        tunnel(me, side, length).await
    }

    #[test]
    fn an_agent_that_crawls_digs_one_block_for_each_block_of_the_way() {
        let (outcome, world) = play(&cell(), |me| async move {
            crawl(&me, Face::East, 10).await?;
            assert!(is_crawling(&me.now()) && me.now().player.feet() == BlockPos::new(11, 40, 0));
            for x in 2..12 {
                assert!(!me.is_open(BlockPos::new(x, 41, 0)), "the roof is gone at {x}");
            }
            tunnel(&me, Face::South, 3).await?;
            assert!(is_crawling(&me.now()), "round a corner");
            travel(&me, &Goal::Block(BlockPos::new(11, 40, 8))).await
        });
        assert_eq!(outcome, Ok(()));
        assert!(!is_crawling(&world.observe()), "ways are walked");
        assert_eq!(held(&world, Item::OAK_TRAPDOOR), 0);
    }

    #[test]
    fn an_agent_that_looks_for_ore_with_a_trapdoor_crawls() {
        let (outcome, _) = play(&cell(), |me| async move {
            Course::along(Face::East).dig_on(&me).await?;
            assert!(is_crawling(&me.now()) && me.now().player.feet().x > 8, "at {}", me.now().player.pos);
            assert!(can_lie_down(&me), "the last trapdoor is left behind");
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn what_lies_in_the_tunnel_is_crawled_to() {
        let mut scene = cell();
        scene.set([5, 40, 1], "iron_ore");
        let (outcome, world) = play(&scene, |me| async move {
            crawl(&me, Face::East, 6).await?;
            mine(&me, Item::RAW_IRON, 1, &[Block::IRON_ORE]).await?;
            assert!(is_crawling(&me.now()), "nothing had to be dug overhead");
            Ok(())
        });
        assert_eq!((outcome, held(&world, Item::RAW_IRON)), (Ok(()), 1));
    }

    #[test]
    fn nobody_stands_up_under_lava() {
        let mut scene = cell();
        scene.fill([2, 42, -1], [12, 42, 1], "lava");
        let end = Game::by_day(&scene).play(2000, |me| async move {
            crawl(&me, Face::East, 6).await?;
            // Further back there is no lava overhead, so the player can stand up and get out.
            travel(&me, &Goal::Block(BlockPos::new(-6, 44, 0))).await
        });
        assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0));
    }

    #[test]
    fn where_a_trapdoor_has_no_hold_nobody_lies_down() {
        let mut scene = cell();
        scene.fill([1, 40, 0], [6, 41, 0], "air");
        // Nor can a player lie down over a hole.
        let mut hole = cell();
        hole.fill([1, 38, 0], [1, 41, 0], "air");
        for scene in [scene, hole] {
            let (outcome, world) = play(&scene, |me| async move { lie_down(&me, Face::East).await });
            assert!(matches!(outcome, Err(Reason::NoPlace(_))), "{outcome:?}");
            assert_eq!(held(&world, Item::OAK_TRAPDOOR), 1);
        }
    }

    #[test]
    fn an_agent_that_crawls_goes_around_lava() {
        let mut scene = Scene::new();
        scene.fill([-4, 36, -4], [24, 44, 4], "bedrock").fill([0, 40, 0], [20, 40, 0], "air");
        scene.start_at(4.5, 40.0, 0.5);
        scene.fill([7, 40, 1], [9, 40, 1], "air").set([8, 39, 0], "lava");
        let goal = Goal::Block(BlockPos::new(12, 40, 0));
        let end = Game::by_day(&scene).after(20).play(600, |me| async move { travel(&me, &goal).await });
        assert!(matches!(end.outcome, Some(Ok(()))) && end.lost == 0.0, "{:?}, {} lost", end.outcome, end.lost);
    }
}
