//! Terrain chunks of 1.18 to 1.19.4: paletted sections of blocks and biomes, block entities, due ticks.

use anima_body::{Biomes, BlockPos, ChunkPos, Column, MIN_Y, SECTIONS, Section};
use anima_rules::{Biome, Block, BlockState};

use super::block_entity::{self, Notes};
use super::nbt::Compound;
use crate::source::{LoadedColumn, SavedTick};

/// What a terrain chunk holds.
pub(super) enum Chunk {
    /// The game had finished it.
    Full(Box<LoadedColumn>),
    /// The game had not got further than this status.
    Unfinished(String),
}

/// Reads a terrain chunk, or says why it cannot be read. What part of it is unreadable goes to `notes`.
pub(super) fn read(root: &Compound, chunk: ChunkPos, notes: &mut Notes) -> Result<Chunk, String> {
    match root.int::<i64>("DataVersion") {
        Some(version) if super::level_dat::DATA_VERSIONS.contains(&version) => {}
        Some(version) => return Err(format!("has data version {version}, which is not of 1.18 to 1.19.4")),
        None => return Err("has no data version".to_owned()),
    }
    if let (Some(x), Some(z)) = (root.int("xPos"), root.int("zPos")) {
        note_place(ChunkPos::new(x, z), chunk, notes);
    }
    let status = root.text("Status").ok_or("has no status")?;
    let status = status.strip_prefix("minecraft:").unwrap_or(status);
    if status != "full" {
        return Ok(Chunk::Unfinished(status.to_owned()));
    }
    let mut column = Column::default();
    for section in root.compounds("sections") {
        let y = section.int::<i32>("Y").ok_or("has a section without a height")?;
        let Some(index) = usize::try_from(y - (MIN_Y >> 4)).ok().filter(|index| *index < SECTIONS) else { continue };
        if let Some(blocks) = section.compound("block_states") {
            match read_blocks(blocks, notes) {
                Ok(blocks) => column.set_section(index, blocks),
                Err(problem) => notes.add(format!("section {y} is taken as air, for its blocks {problem}")),
            }
        }
        if let Some(biomes) = section.compound("biomes") {
            match read_biomes(biomes, notes) {
                Ok(biomes) => column.set_biomes(index, biomes),
                Err(problem) => notes.add(format!("section {y} is taken as plains, for its biomes {problem}")),
            }
        }
    }
    let mut block_entities = Vec::new();
    let mut untouched = 0;
    for saved in root.compounds("block_entities") {
        let Some(pos) = position(saved, chunk) else {
            notes.add("a block entity lies outside the chunk and is left out".to_owned());
            continue;
        };
        untouched += usize::from(saved.get("LootTable").is_some());
        if let Some(entity) = block_entity::read(saved, column.block(pos), notes) {
            block_entities.push((pos, entity));
        }
    }
    if untouched > 0 {
        notes.add(format!("{untouched} containers have loot that nobody has looked at yet; they are taken as empty"));
    }
    let ticks = ["block_ticks", "fluid_ticks"].into_iter().flat_map(|list| {
        root.compounds(list).filter_map(move |saved| {
            Some(SavedTick {
                pos: position(saved, chunk)?,
                delay: saved.int("t")?,
                priority: saved.int("p").unwrap_or(0),
                liquid: list == "fluid_ticks",
            })
        })
    });
    let ticks = ticks.collect();
    Ok(Chunk::Full(Box::new(LoadedColumn { column, block_entities, ticks, ..LoadedColumn::default() })))
}

/// Notes that a chunk in the file says that it is another one. It is taken for that whose place it has, as the game does
/// (`ChunkSerializer.deserialize`).
pub(super) fn note_place(said: ChunkPos, chunk: ChunkPos, notes: &mut Notes) {
    if said != chunk {
        notes.add(format!("holds what was chunk {} {}; it is taken for this one", said.x, said.z));
    }
}

/// The `x`, `y` and `z` of something inside the chunk.
fn position(saved: &Compound, chunk: ChunkPos) -> Option<BlockPos> {
    let pos = BlockPos::new(saved.int("x")?, saved.int("y")?, saved.int("z")?);
    (pos.chunk() == chunk).then_some(pos)
}

/// Calls `with` on each of `count` palette indices, which lie in `longs` in turn from the lowest bits and
/// never across two of them.
fn unpack(
    longs: &[[u8; 8]],
    palette: usize,
    least_bits: u32,
    count: usize,
    mut with: impl FnMut(usize, usize),
) -> Result<(), String> {
    let bits = (usize::BITS - (palette - 1).leading_zeros()).max(least_bits);
    let per_long = 64 / bits as usize;
    if longs.len() < count.div_ceil(per_long) {
        return Err(format!("need {} numbers but there are {}", count.div_ceil(per_long), longs.len()));
    }
    let mask = (1u64 << bits) - 1;
    let mut at = 0;
    for long in longs {
        let mut long = u64::from_be_bytes(*long);
        for _ in 0..per_long.min(count - at) {
            with(at, (long & mask) as usize);
            long >>= bits;
            at += 1;
        }
    }
    Ok(())
}

fn read_blocks(saved: &Compound, notes: &mut Notes) -> Result<Section, String> {
    let palette: Vec<BlockState> = saved.compounds("palette").map(|entry| read_state(entry, notes)).collect();
    match palette[..] {
        [] => Err("have no palette".to_owned()),
        [only] => Ok(Section::Single(only)),
        _ => {
            let longs = saved.longs("data").ok_or("have no data")?;
            let mut states = Box::new([BlockState::AIR; 4096]);
            let mut beyond = 0;
            unpack(longs, palette.len(), 4, 4096, |at, index| match palette.get(index) {
                Some(state) => states[at] = *state,
                None => beyond += 1,
            })?;
            if beyond > 0 {
                notes.add(format!("{beyond} blocks are beyond their palette and taken as air"));
            }
            Ok(Section::from_states(states))
        }
    }
}

/// Reads a `{Name, Properties}`; what is unknown is noted, and becomes air or the block's default.
pub(super) fn read_state(saved: &Compound, notes: &mut Notes) -> BlockState {
    let name = saved.text("Name").unwrap_or_default();
    let Some(block) = Block::from_name(name) else {
        notes.add(format!("unknown block {name:?} is taken as air"));
        return BlockState::AIR;
    };
    let Some(properties) = saved.compound("Properties") else { return block.state() };
    properties.entries().fold(block.state(), |state, (property, value)| {
        let value = value.text().unwrap_or_default();
        state.try_with(property, value).unwrap_or_else(|| {
            notes.add(format!("{name} has no property {property}={value}, which is left out"));
            state
        })
    })
}

fn read_biomes(saved: &Compound, notes: &mut Notes) -> Result<Biomes, String> {
    let palette: Vec<Biome> = saved
        .list("palette")
        .iter()
        .map(|name| {
            let name = name.text().unwrap_or_default();
            Biome::from_name(name).unwrap_or_else(|| {
                notes.add(format!("unknown biome {name:?} is taken as plains"));
                Biome::PLAINS
            })
        })
        .collect();
    match palette[..] {
        [] => Err("have no palette".to_owned()),
        [only] => Ok(Biomes::Single(only)),
        _ => {
            let longs = saved.longs("data").ok_or("have no data")?;
            let mut cells = [Biome::PLAINS; 64];
            unpack(longs, palette.len(), 1, 64, |at, index| {
                cells[at] = palette.get(index).copied().unwrap_or(Biome::PLAINS);
            })?;
            Ok(Biomes::from_cells(cells))
        }
    }
}
