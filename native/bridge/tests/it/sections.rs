//! Columns as the game writes them are read back as they were, and damaged ones never panic.

use anima::Fault;
use anima::sections::{Height, Ids, read_column};
use anima_body::{Biomes, Column, SECTIONS, Section};
use anima_host::packet;
use anima_rules::{Biome, BlockState};
use proptest::prelude::*;

fn ids() -> (Vec<BlockState>, Vec<Biome>) {
    let states = (0..BlockState::count()).filter_map(|id| BlockState::from_id(id as u16));
    let biomes = (0..Biome::COUNT).filter_map(|id| Biome::from_id(id as u16));
    (states.collect(), biomes.collect())
}

fn read(bytes: &[u8]) -> Result<Column, Fault> {
    let (states, biomes) = ids();
    let ids = Ids { states: &states, biomes: &biomes };
    let mut column = Column::default();
    read_column(bytes, Height::new(-64, 384)?, ids, |at, blocks, biomes| {
        column.set_section(at, blocks);
        column.set_biomes(at, biomes);
    })?;
    Ok(column)
}

/// A section of so many kinds of blocks, drawn by a simple generator from the seed.
fn section(kinds: usize, seed: u64) -> (Section, Biomes) {
    let mut state = seed | 1;
    let mut draw = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let palette: Vec<BlockState> =
        (0..kinds).filter_map(|_| BlockState::from_id(draw(BlockState::count()) as u16)).collect();
    let blocks = Box::new(std::array::from_fn(|_| palette[draw(palette.len())]));
    let few = 1 + draw(kinds.min(12));
    let cells = std::array::from_fn(|_| Biome::from_id(draw(few) as u16).unwrap());
    (Section::from_states(blocks), Biomes::from_cells(cells))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn a_column_comes_back(kinds in proptest::collection::vec(1_usize..600, SECTIONS), seed: u64) {
        let mut column = Column::default();
        for (at, kinds) in kinds.into_iter().enumerate() {
            let (blocks, biomes) = section(kinds, seed.wrapping_add(at as u64));
            column.set_section(at, blocks);
            column.set_biomes(at, biomes);
        }
        let back = read(&packet::column(&column)).unwrap();
        for at in 0..SECTIONS {
            prop_assert!((0..4096).all(|i| back.sections()[at].get(i) == column.sections()[at].get(i)));
            prop_assert!((0..64).all(|i| back.biomes(at).get(i) == column.biomes(at).get(i)));
        }
    }

    #[test]
    fn damaged_columns_are_refused_or_read(seed: u64, damage in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..8), cut: u16) {
        let mut column = Column::default();
        for at in 0..SECTIONS {
            let (blocks, biomes) = section(1 + at * at, seed.wrapping_add(at as u64));
            column.set_section(at, blocks);
            column.set_biomes(at, biomes);
        }
        let mut bytes = packet::column(&column);
        for (at, byte) in damage {
            let at = usize::from(at) % bytes.len();
            bytes[at] = byte;
        }
        if cut.is_multiple_of(4) {
            bytes.truncate(usize::from(cut) % bytes.len());
        }
        if let Err(fault) = read(&bytes) {
            prop_assert!(matches!(fault, Fault::Argument(_)), "{fault}");
        }
    }
}

#[test]
fn other_dimensions_lie_where_they_belong() {
    let (states, biomes) = ids();
    let ids = Ids { states: &states, biomes: &biomes };
    let (blocks, cells) = section(5, 3);
    let mut one = Column::default();
    one.set_section(0, blocks.clone());
    one.set_biomes(0, cells);
    // The nether: 16 sections from y 0 on.
    let all = packet::column(&one);
    let rest = packet::column(&Column::default());
    let empty = rest.len() / SECTIONS;
    let first = all.len() - empty * (SECTIONS - 1);
    let nether = [&all[..first], &rest[..15 * empty]].concat();
    let mut places = Vec::new();
    read_column(&nether, Height::new(0, 256).unwrap(), ids, |at, _, _| places.push(at)).unwrap();
    assert_eq!(places, (4..20).collect::<Vec<_>>());
    assert!(read(&nether).is_err(), "too short for the overworld");
    assert!(Height::new(1, 256).is_err() && Height::new(0, 0).is_err() && Height::new(-64, 100).is_err());
}
