//! What a piece of the world holds, in numbers.

use std::collections::BTreeMap;

use anima_body::{BlockPos, Column, MIN_Y, SECTIONS, Section};
use serde::{Serialize, Serializer};

use super::LoadedColumn;

/// What a piece of the world holds; names without namespace.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Chunks by status.
    pub chunks: BTreeMap<String, u32>,
    /// Ore blocks by name, stone and deepslate ore together, and by the lower end of their 16-block bin.
    pub ores: BTreeMap<String, BTreeMap<i32, u32>>,
    /// Share of block columns by the biome at their surface.
    #[serde(serialize_with = "shares")]
    pub surface_biomes: BTreeMap<String, u32>,
    /// Entities by kind.
    pub entities: BTreeMap<String, u32>,
}

fn shares<S: Serializer>(counts: &BTreeMap<String, u32>, serializer: S) -> Result<S::Ok, S::Error> {
    let all: u32 = counts.values().sum();
    serializer.collect_map(counts.iter().map(|(name, count)| (name, f64::from(*count) / f64::from(all.max(1)))))
}

fn count<K: Ord>(counts: &mut BTreeMap<K, u32>, key: K, by: u32) {
    *counts.entry(key).or_default() += by;
}

impl Summary {
    /// Counts a column in; its status is for the caller to count.
    pub fn add(&mut self, loaded: &LoadedColumn) {
        self.add_ores(&loaded.column);
        for z in 0..16 {
            for x in 0..16 {
                let surface = loaded.column.highest(x, z, |state| !state.is_air()).map_or(MIN_Y, |top| top + 1);
                let biome = loaded.column.biome(BlockPos::new(x, surface, z));
                count(&mut self.surface_biomes, biome.name().to_owned(), 1);
            }
        }
        for entity in &loaded.entities {
            count(&mut self.entities, entity.kind.name().to_owned(), 1);
        }
    }

    /// Counts the ores of a column in.
    pub fn add_ores(&mut self, column: &Column) {
        for section in 0..SECTIONS {
            let Section::Array(states) = &column.sections()[section] else { continue };
            let mut found: BTreeMap<&str, u32> = BTreeMap::new();
            for state in states.iter() {
                if let Some(ore) = state.block().name().strip_suffix("_ore") {
                    count(&mut found, ore.strip_prefix("deepslate_").unwrap_or(ore), 1);
                }
            }
            for (ore, blocks) in found {
                count(self.ores.entry(ore.to_owned()).or_default(), MIN_Y + 16 * section as i32, blocks);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::{Block, EntityKind};
    use glam::DVec3;

    use super::*;
    use crate::source::SavedEntity;

    #[test]
    fn tells_what_a_column_holds() {
        let mut column = Column::default();
        column.set_block(BlockPos::new(1, -60, 1), Block::DEEPSLATE_DIAMOND_ORE.state());
        column.set_block(BlockPos::new(2, -49, 1), Block::DIAMOND_ORE.state());
        let entities = vec![SavedEntity::new(EntityKind::PIG, DVec3::ZERO)];
        let mut summary = Summary::default();
        summary.add(&LoadedColumn { column, entities, ..LoadedColumn::default() });
        summary.chunks.insert("full".to_owned(), 1);
        assert_eq!(
            serde_json::to_string(&summary).unwrap(),
            r#"{"chunks":{"full":1},"ores":{"diamond":{"-64":2}},"surface_biomes":{"plains":1.0},"entities":{"pig":1}}"#
        );
    }
}
