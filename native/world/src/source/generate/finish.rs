//! What is done last to a column: what spills in from its neighbours, and ice and snow.

use anima_body::{BlockPos, ChunkPos, Column, MIN_Y};
use anima_rules::{Biome, Block, BlockState, StateFlags};

use super::region::Spill;
use super::tree::{is_leaf, is_log};
use super::window::Window;
use super::zoom::Zoom;

/// Applies what a neighbour's decoration changed here.
///
/// Where the chunk's own decoration was there first it stays, but trunks push leaves and plants aside.
pub fn apply_spill(column: &mut Column, spill: &Spill) {
    let here = column.block(spill.pos);
    if here == spill.was {
        column.set_block(spill.pos, spill.now);
        return;
    }
    let soft = here.flags().contains(StateFlags::NO_COLLISION) && here.fluid().is_none();
    if is_log(spill.now.block()) && (is_leaf(here.block()) || soft) {
        column.set_block(spill.pos, spill.now);
        for beside in [spill.pos.up(1), spill.pos.down(1)] {
            if column.block(beside).block() == here.block() && soft {
                column.set_block(beside, BlockState::AIR);
            }
        }
    }
}

/// `Biome.getHeightAdjustedTemperature`, less its small noise.
fn temperature(biome: Biome, y: i32) -> f32 {
    let cold = if y > 80 { (y - 80) as f32 * 0.05 / 40.0 } else { 0.0 };
    biome.temperature() - cold
}

/// `freeze_top_layer`: water freezes and snow lies where it is cold.
pub fn freeze(column: &mut Column, chunk: ChunkPos, window: &mut Window, zoom: Zoom) {
    let tile = window.tile(chunk);
    if tile.iter().all(|quarter| quarter.biome.temperature() > 0.45) {
        return;
    }
    let corner = chunk.corner(0);
    let stops = |state: BlockState| {
        state.flags().contains(StateFlags::BLOCKS_MOTION) || matches!(state.block(), Block::WATER | Block::LAVA)
    };
    for z in corner.z..corner.z + 16 {
        for x in corner.x..corner.x + 16 {
            let y = column.highest(x, z, stops).map_or(MIN_Y, |y| y + 1);
            let biome = zoom.biome(window, x, y, z);
            if temperature(biome, y) >= 0.15 {
                continue;
            }
            let (pos, below) = (BlockPos::new(x, y, z), BlockPos::new(x, y - 1, z));
            let ground = column.block(below);
            if ground == Block::WATER.state() {
                column.set_block(below, Block::ICE.state());
            } else if biome.has_precipitation() && column.block(pos).is_air() && holds_snow(ground) {
                column.set_block(pos, Block::SNOW.state());
                if let Some(snowy) = ground.try_with("snowy", "true") {
                    column.set_block(below, snowy);
                }
            }
        }
    }
}

/// `SnowLayerBlock.canSurvive`.
fn holds_snow(ground: BlockState) -> bool {
    let block = ground.block();
    !matches!(block, Block::ICE | Block::PACKED_ICE | Block::LAVA)
        && (is_leaf(block) || ground.flags().contains(StateFlags::FULL_CUBE))
}
