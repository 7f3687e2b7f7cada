//! Columns as the game writes them for the network (`ChunkSection.toPacket`, `PalettedContainer.Data.writePacket`).

use anima_body::{Biomes, Column, SECTIONS, Section};
use anima_rules::{Biome, BlockState};

/// The sections of a column from the bottom up: count of blocks, blocks, biomes.
pub fn column(column: &Column) -> Vec<u8> {
    renumbered(column, |state| u32::from(state.id()), BlockState::count())
}

/// As [`column`], in a game whose `count` block states have other raw ids.
pub fn renumbered(column: &Column, id: impl Fn(BlockState) -> u32, count: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(1 << 15);
    for (section, biomes) in column.sections().iter().zip(0..SECTIONS).map(|(section, at)| (section, column.biomes(at)))
    {
        let states: Vec<u32> = match section {
            Section::Single(state) => vec![id(*state)],
            Section::Array(states) => states.iter().map(|state| id(*state)).collect(),
        };
        let filled = match section {
            Section::Single(state) if state.is_air() => 0,
            Section::Single(_) => 4096,
            Section::Array(states) => states.iter().filter(|state| !state.is_air()).count(),
        };
        out.extend((filled as u16).to_be_bytes());
        container(&mut out, &states, 4, 8, count);
        container(&mut out, &cells(biomes), 1, 3, Biome::COUNT);
    }
    out
}

fn cells(biomes: &Biomes) -> Vec<u32> {
    match biomes {
        Biomes::Single(biome) => vec![biome.id().into()],
        Biomes::Array(cells) => cells.iter().map(|biome| biome.id().into()).collect(),
    }
}

/// A container of entries; one entry alone stands for all.
fn container(out: &mut Vec<u8>, entries: &[u32], least: u32, most: u32, ids: usize) {
    let mut palette: Vec<u32> = Vec::new();
    for entry in entries {
        if palette.last() != Some(entry) && !palette.contains(entry) {
            palette.push(*entry);
        }
    }
    let bits = palette.len().next_power_of_two().trailing_zeros();
    match bits {
        0 => {
            out.push(0);
            var_int(out, palette[0]);
            var_int(out, 0);
        }
        bits if bits <= most => {
            let bits = bits.max(least);
            out.push(bits as u8);
            var_int(out, palette.len() as u32);
            palette.iter().for_each(|id| var_int(out, *id));
            let place = |entry: &u32| palette.iter().position(|id| id == entry).unwrap_or_default();
            pack(out, entries.iter().map(|entry| place(entry) as u64), bits);
        }
        _ => {
            let bits = ids.next_power_of_two().trailing_zeros();
            out.push(bits as u8);
            pack(out, entries.iter().map(|entry| u64::from(*entry)), bits);
        }
    }
}

/// Entries in longs, lowest bits first, none across two.
fn pack(out: &mut Vec<u8>, entries: impl ExactSizeIterator<Item = u64>, bits: u32) {
    let in_a_long = (64 / bits) as usize;
    let mut longs = vec![0_u64; entries.len().div_ceil(in_a_long)];
    for (at, entry) in entries.enumerate() {
        longs[at / in_a_long] |= entry << (bits as usize * (at % in_a_long));
    }
    var_int(out, longs.len() as u32);
    longs.iter().for_each(|long| out.extend(long.to_be_bytes()));
}

fn var_int(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
