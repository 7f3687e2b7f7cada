//! Kinds of entities and biomes.

use std::fmt;

use crate::table::tables;

/// A kind of entity, by its 1.19.4 registry id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityKind(pub(crate) u8);

impl EntityKind {
    /// The kind with this registry id.
    pub fn from_id(id: u16) -> Option<EntityKind> {
        (usize::from(id) < EntityKind::COUNT).then_some(EntityKind(id as u8))
    }

    /// All kinds.
    pub fn all() -> impl Iterator<Item = EntityKind> {
        (0..EntityKind::COUNT as u8).map(EntityKind)
    }

    /// The kind with this name, with or without `minecraft:`.
    pub fn from_name(name: &str) -> Option<EntityKind> {
        let name = name.strip_prefix("minecraft:").unwrap_or(name);
        tables().entity_ids.get(name).copied()
    }

    /// The registry id.
    pub fn id(self) -> u16 {
        u16::from(self.0)
    }

    /// The name, without namespace.
    pub fn name(self) -> &'static str {
        &tables().entities[usize::from(self.0)].name
    }

    /// Width of the adult's box, in blocks.
    pub fn width(self) -> f64 {
        tables().entities[usize::from(self.0)].width
    }

    /// Height of the adult's box, in blocks.
    pub fn height(self) -> f64 {
        tables().entities[usize::from(self.0)].height
    }
}

/// A biome, by its index in the default registry of 1.19.4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Biome(pub(crate) u8);

/// A dimension of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// The overworld.
    Overworld,
    /// The Nether.
    Nether,
    /// The End.
    End,
}

impl Dimension {
    /// The name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Dimension::Overworld => "the overworld",
            Dimension::Nether => "the Nether",
            Dimension::End => "the End",
        }
    }
}

impl Biome {
    /// Whether it lies in caves, below other land.
    pub fn is_cave(self) -> bool {
        matches!(self, Biome::LUSH_CAVES | Biome::DRIPSTONE_CAVES | Biome::DEEP_DARK)
    }

    /// The dimension that has it (the biome sources of 1.19.4).
    pub fn dimension(self) -> Dimension {
        match self {
            Biome::NETHER_WASTES
            | Biome::SOUL_SAND_VALLEY
            | Biome::CRIMSON_FOREST
            | Biome::WARPED_FOREST
            | Biome::BASALT_DELTAS => Dimension::Nether,
            Biome::THE_END
            | Biome::SMALL_END_ISLANDS
            | Biome::END_MIDLANDS
            | Biome::END_HIGHLANDS
            | Biome::END_BARRENS => Dimension::End,
            _ => Dimension::Overworld,
        }
    }

    /// The biome with this registry id.
    pub fn from_id(id: u16) -> Option<Biome> {
        (usize::from(id) < Biome::COUNT).then_some(Biome(id as u8))
    }

    /// All biomes.
    pub fn all() -> impl Iterator<Item = Biome> {
        (0..Biome::COUNT as u8).map(Biome)
    }

    /// The biome with this name, with or without `minecraft:`.
    pub fn from_name(name: &str) -> Option<Biome> {
        let name = name.strip_prefix("minecraft:").unwrap_or(name);
        tables().biome_ids.get(name).copied()
    }

    /// The registry id.
    pub fn id(self) -> u16 {
        u16::from(self.0)
    }

    /// The name, without namespace.
    pub fn name(self) -> &'static str {
        &tables().biomes[usize::from(self.0)].name
    }

    /// The base temperature: below 0.15 water freezes and rain is snow.
    pub fn temperature(self) -> f32 {
        tables().biomes[usize::from(self.0)].temperature
    }

    /// Whether it ever rains or snows here.
    pub fn has_precipitation(self) -> bool {
        tables().biomes[usize::from(self.0)].precipitation
    }
}

macro_rules! shown_by_name {
    ($($kind:ty),*) => {$(
        impl fmt::Debug for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
        impl<'de> serde::Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                let name = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
                let unknown = || serde::de::Error::custom(format!("there is no {name:?} in 1.19.4"));
                <$kind>::from_name(&name).ok_or_else(unknown)
            }
        }
    )*};
}
pub(crate) use shown_by_name;

shown_by_name!(EntityKind, Biome);
