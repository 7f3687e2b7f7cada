//! Maps: the terrain from above, with a journey drawn on it.

use anima_body::{BlockPos, ChunkPos, Frame, Terrain};
use anima_rules::{BlockState, StateFlags};
use glam::Vec3;

use crate::colour;

/// Something drawn on a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// A step of the journey; its colour tells how deep it was.
    Step(BlockPos),
    /// A spot worth a look (start, end, a find).
    Spot(BlockPos, [u8; 3]),
}

/// All loaded columns from above, one pixel a block, north up; `None` if nothing is loaded.
///
/// Returns the picture and the block of its north-west corner.
pub fn map(terrain: &Terrain, marks: &[Mark]) -> Option<(Frame, BlockPos)> {
    let chunks = terrain.chunks();
    let (west, east) = (chunks.iter().map(|c| c.x).min()?, chunks.iter().map(|c| c.x).max()?);
    let (north, south) = (chunks.iter().map(|c| c.z).min()?, chunks.iter().map(|c| c.z).max()?);
    let corner = ChunkPos::new(west, north).corner(0);
    let (width, height) = ((east - west + 1) as usize * 16, (south - north + 1) as usize * 16);
    let mut pixels = vec![24; 3 * width * height];
    let mut put = |x: i32, z: i32, colour: Vec3| {
        let (x, z) = (x - corner.x, z - corner.z);
        if (0..width as i32).contains(&x) && (0..height as i32).contains(&z) {
            let at = 3 * (z as usize * width + x as usize);
            pixels[at..at + 3].copy_from_slice(&colour.to_array().map(|c| (c.clamp(0.0, 1.0) * 255.0) as u8));
        }
    };
    for chunk in &chunks {
        let Some(column) = terrain.column(*chunk) else { continue };
        for (x, z) in (0..16).flat_map(|x| (0..16).map(move |z| (x, z))) {
            let Some(y) = column.highest(x, z, |state| !state.is_air()) else { continue };
            let pos = chunk.corner(y).offset(x, 0, z);
            put(pos.x, pos.z, surface(terrain, pos));
        }
    }
    for mark in marks {
        match mark {
            Mark::Step(pos) => {
                let depth = ((64 - pos.y) as f32 / 120.0).clamp(0.0, 1.0);
                put(pos.x, pos.z, Vec3::new(1.0, 0.95, 0.2).lerp(Vec3::new(0.9, 0.1, 0.6), depth));
            }
            Mark::Spot(pos, colour) => {
                let colour = Vec3::from_array(colour.map(|c| f32::from(c) / 255.0));
                for (x, z) in (-2..=2).flat_map(|x| (-2..=2).map(move |z| (x, z))) {
                    put(pos.x + x, pos.z + z, if i32::abs(x).max(i32::abs(z)) == 2 { Vec3::ZERO } else { colour });
                }
            }
        }
    }
    Some((Frame::from_rgb(width as u32, height as u32, pixels), corner))
}

/// The colour of the highest block, lit from the north-west by the slope.
fn surface(terrain: &Terrain, pos: BlockPos) -> Vec3 {
    let view = terrain.view();
    let state = view.block(pos).unwrap_or(BlockState::AIR);
    let paint = colour::paint(state);
    let mut colour = if state.flags().contains(StateFlags::FULL_CUBE) { paint.accent } else { paint.base };
    if colour::is_tinted(state.block())
        && let Some(biome) = terrain.biome(pos)
    {
        colour *= colour::tint(biome);
    }
    if state.fluid().is_some() {
        let depth = (1..24).find(|n| view.block(pos.down(*n)).is_none_or(|below| below.fluid().is_none()));
        return colour * (1.0 - 0.03 * depth.unwrap_or(24) as f32).max(0.4);
    }
    let height = |pos: BlockPos| {
        let column = view.column(pos.chunk())?;
        column.highest(pos.x & 15, pos.z & 15, |state| !state.is_air())
    };
    let slope = height(pos.offset(-1, 0, -1)).map_or(0, |north_west| pos.y - north_west);
    colour * (1.0 + 0.08 * slope.clamp(-3, 3) as f32)
}

#[cfg(test)]
mod tests {
    use anima_body::Column;
    use anima_rules::Block;

    use super::*;

    #[test]
    fn shows_every_loaded_column_once_and_the_marks_on_top() {
        let mut terrain = Terrain::default();
        for chunk in [ChunkPos::new(-1, 0), ChunkPos::new(0, 0)] {
            terrain.insert(chunk, Column::default());
            terrain.set_block(chunk.corner(64), Block::RED_WOOL.state());
        }
        let marks = [Mark::Spot(BlockPos::new(8, 64, 8), [0, 255, 0])];
        let (frame, corner) = map(&terrain, &marks).unwrap();
        assert_eq!((frame.width(), frame.height(), corner), (32, 16, BlockPos::new(-16, 0, 0)));
        let [r, g, _] = frame.pixel(0, 0);
        assert!(r > 2 * g);
        assert_eq!(frame.pixel(24, 8), [0, 255, 0]);
    }

    #[test]
    fn nothing_loaded_is_no_map() {
        assert!(map(&Terrain::default(), &[]).is_none());
    }
}
