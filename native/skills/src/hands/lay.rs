//! Laying a block into a cell in the state that is wanted.

use anima_body::{BlockPos, Blocks, Keys};
use anima_rules::footing::Footing;
use anima_rules::placing::{Placing, gives_way, placed_state};
use anima_rules::{Aabb, BlockState, Face, Item};
use glam::{DVec3, IVec3};

use super::aim::{meets_surely, points_of_side};
use super::hold::hold;
use super::place::{SIDES, TRIES, Touch, click, opens};
use super::window::close_window;
use crate::Me;
use crate::me::heading::direction;
use crate::me::now::Now;
use crate::path::goal::EYES;
use anima_intent::{Outcome, Reason};

/// A body as it would stand somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stance {
    /// The middle of the feet.
    pub feet: DVec3,
    /// The eyes.
    pub eyes: DVec3,
}

impl Stance {
    /// As the body stands now.
    pub fn now(now: &Now) -> Stance {
        Stance { feet: now.player.pos, eyes: now.player.eyes() }
    }

    /// Upright in the middle of a cell.
    pub fn upright_in(cell: BlockPos) -> Stance {
        let feet = cell.floor_center();
        Stance { feet, eyes: feet + DVec3::new(0.0, EYES, 0.0) }
    }
}

/// Lays an item's block into a cell within reach, in a state that `suits`.
///
/// # Errors
/// [`Reason::Missing`] without the item, [`Reason::NoPlace`] if no click from here does it, [`Reason::Unexpected`] if
/// nothing appears.
pub(crate) async fn lay(me: &Me, item: Item, pos: BlockPos, suits: &dyn Fn(BlockState) -> bool) -> Outcome {
    if me.now().inventory.count(item) == 0 {
        return Err(Reason::Missing { item, count: 1 });
    }
    close_window(me).await?;
    let before = me.now().block(pos);
    for _ in 0..TRIES {
        hold(me, item.name(), |stack| stack.item == item).await?;
        if me.was_held(Keys::USE) {
            me.tick().await;
        }
        let look = || {
            let now = me.now();
            touch(&now, Stance::now(&now), item, pos, suits).ok_or_else(|| Reason::no_place(format!("{item} at {pos}")))
        };
        if click(me, look()?, look, |now| now.block(pos) != before).await? {
            return Ok(());
        }
    }
    Err(Reason::unexpected(format!("{item} was not placed at {pos}")))
}

/// Whether a body that stands so can lay an item's block into a cell in a state that `suits`.
pub(crate) fn can_lay(
    now: &Now,
    stance: Stance,
    item: Item,
    pos: BlockPos,
    suits: &dyn Fn(BlockState) -> bool,
) -> bool {
    touch(now, stance, item, pos, suits).is_some()
}

/// The click that lays an item's block into a cell in a state that `suits`.
fn touch(now: &Now, stance: Stance, item: Item, pos: BlockPos, suits: &dyn Fn(BlockState) -> bool) -> Option<Touch> {
    let block = item.block()?;
    let view = now.known();
    let there = view.block(pos)?;
    let around = |step: IVec3| view.block_or_wall(pos + step);
    // Grass, half a slab and the like give way to the new block: they are clicked themselves.
    let itself = Face::ALL.map(|side| (pos, side));
    let beside = SIDES.map(|side| (pos.beside(side), side.opposite()));
    for (clicked, face) in itself.into_iter().chain(beside) {
        let replaces = clicked == pos;
        let state = view.block_or_wall(clicked);
        let sneak = !replaces && opens(state);
        for point in points_of_side(now, stance.eyes, clicked, face) {
            let (yaw, pitch) = direction(point - stance.eyes);
            let aimed = |cell: BlockPos, replaces: bool| Placing {
                item,
                face,
                point: point - cell.corner(),
                replaces,
                yaw,
                pitch,
                sneaking: sneak,
            };
            let placing = aimed(pos, replaces);
            let lands_there = replaces || {
                let onto = aimed(clicked, true);
                !gives_way(state, &onto, onto.point.y, true)
            };
            if !lands_there || !gives_way(there, &placing, placing.point.y, replaces) {
                continue;
            }
            let laid = placed_state(block, &placing, &around);
            let is_good = |laid| suits(laid) && stays(laid, &around) && has_room(now, stance, pos, laid);
            if laid.is_some_and(is_good) && meets_surely(now, stance.eyes, clicked, face, point) {
                return Some(Touch { point, sneak });
            }
        }
    }
    None
}

fn stays(state: BlockState, around: &dyn Fn(IVec3) -> BlockState) -> bool {
    Footing::of(state.block()).holds(state, around)
}

/// Whether no body stands where a block would be.
fn has_room(now: &Now, stance: Stance, pos: BlockPos, state: BlockState) -> bool {
    let mine = Aabb::of_body(stance.feet, 0.6, now.player.height);
    let others = now.entities.iter().filter(|entity| entity.health.is_some());
    let bodies: Vec<Aabb> =
        others.map(|entity| Aabb::of_body(entity.pos, entity.width, entity.height)).chain([mine]).collect();
    state.collision().iter().all(|part| {
        let part = part.shifted(pos.corner());
        bodies.iter().all(|body| !part.intersects(body))
    })
}

#[cfg(test)]
mod tests {
    use anima_rules::Block;

    use super::*;
    use crate::testing::{flat, play};

    /// What lies in a cell after an item was laid there from the start, 0.5 64 0.5, if that went well.
    fn laid(scene: &anima_world::Scene, item: Item, pos: [i32; 3], wanted: &str) -> Outcome<BlockState> {
        let (pos, wanted): (BlockPos, BlockState) = (pos.into(), wanted.parse().expect("a state"));
        let (outcome, world) = play(scene, async move |me| lay(&me, item, pos, &|state| state == wanted).await);
        outcome.map(|()| world.terrain().block(pos).expect("it is loaded"))
    }

    #[test]
    fn a_block_is_laid_in_the_state_that_is_wanted() {
        for (item, state) in [
            (Item::OAK_LOG, "oak_log[axis=y]"),
            (Item::OAK_SLAB, "oak_slab[type=bottom]"),
            (Item::TORCH, "torch"),
            (Item::OAK_STAIRS, "oak_stairs[facing=south,half=bottom]"),
            (Item::FURNACE, "furnace[facing=north]"),
        ] {
            assert_eq!(
                laid(&flat(&[(item, 1)]), item, [0, 64, 2], state).expect(state).to_string(),
                state.parse::<BlockState>().expect("a state").to_string()
            );
        }
        let mut scene = flat(&[(Item::OAK_LOG, 1), (Item::OAK_SLAB, 1), (Item::TORCH, 1)]);
        scene.fill([-3, 64, 3], [3, 66, 3], "stone");
        for (item, state) in [
            (Item::OAK_LOG, "oak_log[axis=z]"),
            (Item::OAK_SLAB, "oak_slab[type=top]"),
            (Item::TORCH, "wall_torch[facing=north]"),
        ] {
            let laid = laid(&scene, item, [0, 65, 2], state).expect(state);
            assert_eq!(laid, state.parse().expect("a state"));
        }
    }

    #[test]
    fn half_a_slab_is_made_whole_and_grass_gives_way() {
        let mut scene = flat(&[(Item::OAK_SLAB, 1), (Item::STONE, 1)]);
        scene.set([0, 64, 2], "oak_slab[type=bottom]").set([1, 64, 2], "grass");
        let slab = laid(&scene, Item::OAK_SLAB, [0, 64, 2], "oak_slab[type=double]").expect("laid");
        assert_eq!(slab.property("type"), Some("double"));
        assert_eq!(laid(&scene, Item::STONE, [1, 64, 2], "stone"), Ok(Block::STONE.state()));
    }

    #[test]
    fn what_does_not_work_from_here_is_not_clicked() {
        let scene = flat(&[(Item::OAK_STAIRS, 1), (Item::WHEAT_SEEDS, 1)]);
        let turned = laid(&scene, Item::OAK_STAIRS, [0, 64, 2], "oak_stairs[facing=north,half=bottom]");
        assert!(matches!(turned, Err(Reason::NoPlace(_))), "{turned:?}");
        let sown = laid(&scene, Item::WHEAT_SEEDS, [0, 64, 2], "wheat");
        assert!(matches!(sown, Err(Reason::NoPlace(_))), "seeds on grass: {sown:?}");
        let chest = laid(&scene, Item::CHEST, [0, 64, 2], "chest");
        assert_eq!(chest, Err(Reason::Missing { item: Item::CHEST, count: 1 }));
    }
}
