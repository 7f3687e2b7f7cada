//! Blocks that fall (`FallingBlockEntity`).

use anima_body::{MAX_Y, MIN_Y};
use anima_rules::{BlockState, FluidKind};
use glam::DVec3;

use super::{Around, Entity, Kind};
use crate::physics::{Body, Nature, Space};

/// A block on its way down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FallingBlock {
    pub state: BlockState,
    /// Ticks it has fallen.
    pub ticks: u32,
}

impl FallingBlock {
    pub(crate) fn entity(state: BlockState, pos: DVec3) -> Entity {
        let body = Body::new(Nature::Thing, pos, 0.98, 0.98, 0.833);
        Entity::new(body, Kind::FallingBlock(FallingBlock { state, ticks: 0 }))
    }
}

pub(super) fn tick(entity: &mut Entity, around: &mut Around<'_>) {
    let Kind::FallingBlock(falling) = &mut entity.kind else { return };
    let body = &mut entity.body;
    falling.ticks += 1;
    body.velocity.y -= 0.04;
    let space = Space::new(around.level.view(), around.hard);
    body.shift(&space, body.velocity);
    let pos = body.feet();
    let in_water =
        space.view.block(pos).and_then(BlockState::fluid).is_some_and(|fluid| fluid.kind == FluidKind::Water);
    let hardens = in_water && falling.state.block().name().ends_with("_concrete_powder");
    if body.on_ground || hardens {
        around.level.settle(pos, falling.state);
        entity.removed = true;
        return;
    }
    body.velocity *= 0.98;
    // Whatever still falls after so long hangs in a cobweb or has left the world.
    let outside = !(MIN_Y + 1..=MAX_Y).contains(&pos.y);
    entity.removed = falling.ticks > 100 && outside || falling.ticks > 600;
}
