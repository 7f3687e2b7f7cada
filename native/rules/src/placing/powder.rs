//! Concrete powder, which hardens where it meets water (`ConcretePowderBlock`).

use glam::IVec3;

use crate::{Block, BlockState, Face, FluidKind, Support};

/// The concrete that a powder turns into in water; `None` for what is no powder.
pub fn hardened(powder: BlockState) -> Option<BlockState> {
    let colour = powder.block().name().strip_suffix("_concrete_powder")?;
    Block::from_name(&format!("{colour}_concrete")).map(Block::state)
}

/// Whether there is water in a cell, flowing or still.
fn is_water(state: BlockState) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water)
}

/// Whether powder meets water in its cell or at any side but below; `at` tells the state so many blocks from it.
pub fn meets_water(at: &dyn Fn(IVec3) -> BlockState) -> bool {
    is_water(at(IVec3::ZERO))
        || Face::ALL.into_iter().filter(|face| *face != Face::Down).any(|face| {
            let next = at(face.step());
            is_water(next) && !next.supports(face.opposite(), Support::Full)
        })
}
