//! Footwork: where to step so that nothing hits us.

use anima_body::{BlockPos, Blocks, Entity, Keys, Observation, PlayerFlags};
use anima_rules::damage::SAFE_FALL;
use anima_rules::{Face, FluidKind, StateFlags};
use glam::DVec3;
use smallvec::SmallVec;

use crate::Me;
use crate::me::forecast::{Ghost, Push};
use crate::me::heading::yaw_toward;
use crate::me::now::Now;
use crate::me::solids::Solids;
use crate::threat::{is_lit, shoots, speed};

/// Ticks for which a step is followed.
const AHEAD: u32 = 8;
/// Further ticks for which a step that ends in the air is followed until the body lands.
const LANDING: u32 = 14;
/// Ticks that a run is followed.
const RUN_AHEAD: u32 = 16;
/// A step that could be taken now, and where it leads.
pub(crate) struct Stride {
    /// The keys for it.
    pub keys: Keys,
    /// Where the head turns, from above; not for steps made while facing a foe.
    pub yaw: f32,
    /// Where the body is some ticks later.
    pub end: DVec3,
    /// Whether a wall ended it.
    pub is_blocked: bool,
    /// Whether lava that may flow on is beside where it ends.
    pub is_by_lava: bool,
}

/// Follows keys for some ticks, and in the air until the body lands, as [`glide`] does; `None` if that leads over an
/// edge that hurts, into liquid or into something that hurts.
fn foresee(now: &Observation, solids: &mut Solids<'_, impl Blocks>, push: Push, ticks: u32) -> Option<(DVec3, bool)> {
    let view = solids.view();
    let mut ghost = Ghost::of(&now.player);
    let mut is_blocked = false;
    for tick in 0..ticks + LANDING {
        if tick >= ticks && ghost.on_ground {
            break;
        }
        let hops = ghost.hit_wall && ghost.on_ground;
        is_blocked |= hops;
        let jump = if tick == 0 { push.jump } else { hops };
        ghost.step_among(solids, Push { jump, ..push });
        if ghost.fallen > f64::from(SAFE_FALL) || ghost.is_held || hurts(view, ghost.pos) {
            return None;
        }
    }
    let lands = ghost.on_ground || ghost.is_supported(view);
    lands.then_some((ghost.pos, is_blocked && ghost.hit_wall))
}

/// Whether a body there touches or stands on what hurts.
fn hurts(view: &impl Blocks, feet: DVec3) -> bool {
    let cells = [(0.35, 0.0), (-0.35, 0.0), (0.0, 0.35), (0.0, -0.35)]
        .map(|(dx, dz)| BlockPos::containing(feet + DVec3::new(dx, 0.1, dz)));
    let sole = BlockPos::containing(feet - DVec3::Y * 0.2).y;
    let burns = |pos: BlockPos| {
        let state = view.block_or_wall(pos);
        let is_lava = state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Lava);
        is_lava || state.flags().contains(StateFlags::HURTS)
    };
    let is_new = |number: usize| !cells[..number].contains(&cells[number]);
    (0..4).filter(|number| is_new(*number)).any(|number| {
        let cell = cells[number];
        burns(cell) || burns(BlockPos { y: sole, ..cell })
    })
}

/// Whether lava that may flow on is beside a body there (`LavaFluid`: by two eighths less from block to block).
fn is_by_lava(view: &impl Blocks, feet: DVec3) -> bool {
    const LAST: u8 = 2;
    let cell = BlockPos::containing(feet);
    let comes = |pos: BlockPos| {
        let fluid = view.block_or_wall(pos).fluid();
        fluid.is_some_and(|fluid| fluid.kind == FluidKind::Lava && fluid.amount > LAST)
    };
    Face::HORIZONTAL.into_iter().any(|face| comes(cell.beside(face)) || comes(cell.beside(face).up(1)))
}

/// The eight ways to step while facing somewhere, a sprint forward, and standing still: those that are safe.
pub(crate) fn steps_facing(now: &Now, yaw: f32) -> SmallVec<[Stride; 10]> {
    let view = now.known();
    let ways = [
        Keys::FORWARD | Keys::SPRINT,
        Keys::FORWARD,
        Keys::FORWARD | Keys::RIGHT,
        Keys::FORWARD | Keys::LEFT,
        Keys::RIGHT,
        Keys::LEFT,
        Keys::BACK | Keys::RIGHT,
        Keys::BACK | Keys::LEFT,
        Keys::BACK,
        Keys::empty(),
    ];
    let mut solids = Solids::of(&view);
    let strides = ways.into_iter().filter_map(|keys| {
        let push = Push { jump: hops(now), ..Push::of(keys, yaw) };
        let (end, is_blocked) = foresee(now, &mut solids, push, AHEAD)?;
        Some(Stride { keys: keys | jump_key(push), yaw, end, is_blocked, is_by_lava: is_by_lava(&view, end) })
    });
    strides.collect()
}

/// Whether to jump: over what was walked into.
fn hops(now: &Observation) -> bool {
    now.player.flags.intersects(PlayerFlags::COLLIDED | PlayerFlags::IN_WATER)
}

fn jump_key(push: Push) -> Keys {
    if push.jump { Keys::JUMP } else { Keys::empty() }
}

/// Sixteen ways to run, those that are safe.
fn runs(now: &Now) -> SmallVec<[Stride; 16]> {
    let view = now.known();
    let can_sprint = now.player.food > 6;
    let ways = (0..16).map(|n| f64::from(n) * std::f64::consts::TAU / 16.0);
    let mut solids = Solids::of(&view);
    let strides = ways.filter_map(|angle| {
        let toward = DVec3::new(angle.cos(), 0.0, angle.sin());
        let push = Push { jump: hops(now), ..Push::forward(toward, can_sprint) };
        let (end, is_blocked) = foresee(now, &mut solids, push, RUN_AHEAD)?;
        let keys = Keys::FORWARD | Keys::SPRINT | jump_key(push);
        Some(Stride { keys, yaw: yaw_toward(toward), end, is_blocked, is_by_lava: is_by_lava(&view, end) })
    });
    strides.collect()
}

/// Where a foe may be some ticks from now, if it comes for us; bowmen keep where they are.
pub(crate) fn closing(foe: &Entity, to: DVec3, ticks: f64) -> DVec3 {
    if shoots(foe) {
        return foe.pos;
    }
    let way = (to - foe.pos).with_y(0.0);
    foe.pos + way.normalize_or_zero() * (speed(foe) * ticks).min(way.length())
}

/// Presses the keys of the best way to run from some foes in this tick. False if there is none worth running.
pub(crate) fn run_from(me: &Me, foes: &[Entity]) -> bool {
    let now = me.now();
    if now.player.flags.intersects(PlayerFlags::IN_WATER | PlayerFlags::CLIMBING)
        || !now.player.is(PlayerFlags::ON_GROUND)
    {
        return keep_on(me, foes);
    }
    let worth = |end: DVec3| {
        let near = foes.iter().map(|foe| {
            let distance = closing(foe, end, f64::from(RUN_AHEAD) / 2.0).distance(end);
            let (dread, reach) = if is_lit(foe) { (4.0, 8.0) } else { (1.0, 10.0) };
            (reach - distance).max(0.0) * dread - 0.1 * distance.min(20.0)
        });
        -near.sum::<f64>()
    };
    let strides = runs(&now);
    let best = strides.iter().max_by(|a, b| worth(a.end).total_cmp(&worth(b.end)));
    let Some(best) = best else {
        // A sneaking body slides over no edge.
        me.press(Keys::SNEAK);
        return false;
    };
    if worth(best.end) <= worth(now.player.pos) + 0.3 {
        return false;
    }
    me.turn_to(best.yaw, 0.0);
    me.press(best.keys);
    true
}

/// In water or in the air: on, away from the nearest.
fn keep_on(me: &Me, foes: &[Entity]) -> bool {
    let now = me.now();
    let Some(foe) = foes.first() else { return false };
    if now.player.flags.intersects(PlayerFlags::IN_WATER | PlayerFlags::CLIMBING) {
        me.turn_to(yaw_toward(now.player.pos - foe.pos), 0.0);
        me.press(Keys::FORWARD | Keys::SPRINT | Keys::JUMP);
    } else {
        glide(me);
    }
    true
}

/// In the air: carries on as before.
pub(crate) fn glide(me: &Me) {
    let ways = [Keys::FORWARD, Keys::BACK, Keys::LEFT, Keys::RIGHT, Keys::SPRINT];
    ways.into_iter().filter(|key| me.was_held(*key)).for_each(|key| me.press(key));
}

#[cfg(test)]
mod tests {
    use anima_body::{ChunkPos, Column, Terrain};
    use anima_rules::{Block, BlockState};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_under_or_beside_the_feet_hurts(
            blocks in prop::collection::vec(0..12_usize, 64),
            (x, y, z) in (7.0..9.0, 63.0..65.0, 7.0..9.0),
        ) {
            let harmful = [Block::LAVA, Block::FIRE, Block::MAGMA_BLOCK, Block::CACTUS].map(Block::state);
            let mut terrain = Terrain::default();
            terrain.insert(ChunkPos::new(0, 0), Column::default());
            for (at, block) in (0..64).zip(blocks) {
                let state = harmful.get(block).copied().unwrap_or(BlockState::AIR);
                terrain.set_block(BlockPos::new(6 + at % 4, 62 + at / 16, 6 + at / 4 % 4), state);
            }
            let view = terrain.view();
            let is_harmful = |dx: f64, dy: f64, dz: f64| {
                view.block(BlockPos::containing(DVec3::new(x + dx, y + dy, z + dz)))
                    .is_some_and(|state| state.fluid().is_some() || state.flags().contains(StateFlags::HURTS))
            };
            let sides = [(0.35, 0.0), (-0.35, 0.0), (0.0, 0.35), (0.0, -0.35)];
            let expected = sides.iter().any(|(dx, dz)| is_harmful(*dx, 0.1, *dz) || is_harmful(*dx, -0.2, *dz));
            prop_assert_eq!(hurts(&view, DVec3::new(x, y, z)), expected);
        }
    }
}
