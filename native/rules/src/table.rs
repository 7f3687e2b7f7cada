//! The tables behind the ids: `data/*.jsonl`, read once.

use std::cell::Cell;

use glam::DVec3;
use once_cell::sync::Lazy;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::block::StateFlags;
use crate::support::{has_own_sides, support_bits};
use crate::{Aabb, Biome, Block, EntityKind, Fluid, FluidKind, Food, Item, Tier, Tool, ToolKind, outline};

static TABLES: Lazy<Tables> = Lazy::new(Tables::read);

/// The tables; the first call reads them (a few milliseconds).
#[inline]
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}

pub(crate) struct Tables {
    pub blocks: Vec<BlockRow>,
    pub block_ids: FxHashMap<String, Block>,
    pub states: Vec<StateRow>,
    pub shapes: Vec<Vec<Aabb>>,
    pub items: Vec<ItemRow>,
    pub item_ids: FxHashMap<String, Item>,
    pub entities: Vec<EntityRow>,
    pub entity_ids: FxHashMap<String, EntityKind>,
    pub biomes: Vec<BiomeRow>,
    pub biome_ids: FxHashMap<String, Biome>,
}

pub(crate) struct BlockRow {
    pub name: String,
    pub first: u16,
    pub states: u16,
    pub default: u16,
    pub hardness: f32,
    pub resistance: f32,
    pub material: String,
    pub properties: Vec<Property>,
    pub harvest_tools: Vec<Item>,
    pub item: Option<Item>,
}

pub(crate) struct Property {
    pub name: String,
    pub values: Vec<String>,
}

pub(crate) struct StateRow {
    pub block: Block,
    pub flags: StateFlags,
    pub collision: u16,
    pub outline: u16,
    pub fluid: Option<Fluid>,
    pub light_emitted: u8,
    pub light_filtered: u8,
    /// See [`crate::Support`].
    pub support: u32,
}

pub(crate) struct ItemRow {
    pub name: String,
    pub title: String,
    pub stack: u8,
    pub durability: Option<u16>,
    pub food: Option<Food>,
    pub tool: Option<Tool>,
    pub block: Option<Block>,
}

pub(crate) struct EntityRow {
    pub name: String,
    pub width: f64,
    pub height: f64,
}

#[derive(Deserialize)]
pub(crate) struct BiomeRow {
    pub name: String,
    pub temperature: f32,
    pub precipitation: bool,
}

#[derive(Deserialize)]
struct BlockRecord {
    name: String,
    state: u16,
    default: u16,
    hardness: Option<f32>,
    resistance: f32,
    material: String,
    light: [u8; 2],
    opaque: bool,
    shape: ShapeIds,
    #[serde(default)]
    properties: Vec<Vec<String>>,
    #[serde(default)]
    tools: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ShapeIds {
    All(u16),
    Each(Vec<u16>),
}

#[derive(Deserialize)]
struct ItemRecord {
    name: String,
    title: String,
    stack: u8,
    durability: Option<u16>,
    food: Option<[f32; 2]>,
}

#[derive(Deserialize)]
struct EntityRecord {
    name: String,
    size: [f64; 2],
}

/// Reads one of the compiled-in tables.
pub(crate) fn records<T: DeserializeOwned>(name: &str, text: &str) -> Vec<T> {
    let read =
        |(line, text)| serde_json::from_str(text).unwrap_or_else(|error| panic!("{name} line {}: {error}", line + 1));
    text.lines().enumerate().map(read).collect()
}

impl Tables {
    fn read() -> Tables {
        let block_records: Vec<BlockRecord> = records("blocks", include_str!("../data/blocks.jsonl"));
        let block_ids = ids(block_records.iter().map(|record| record.name.as_str()), |id| Block(id as u16));

        let item_records: Vec<ItemRecord> = records("items", include_str!("../data/items.jsonl"));
        let item_ids = ids(item_records.iter().map(|record| record.name.as_str()), |id| Item(id as u16));
        let items = item_records
            .into_iter()
            .map(|record| ItemRow {
                tool: tool(&record.name),
                block: placed_block(&record.name).and_then(|name| block_ids.get(name).copied()),
                food: record.food.map(|[points, saturation]| Food { points: points as u8, saturation }),
                name: record.name,
                title: record.title,
                stack: record.stack,
                durability: record.durability,
            })
            .collect();

        let boxes: Vec<Vec<[f64; 6]>> = records("shapes", include_str!("../data/shapes.jsonl"));
        let mut shapes: Vec<Vec<Aabb>> = boxes
            .into_iter()
            .map(|boxes| {
                let corner = |b: &[f64]| DVec3::from_slice(b);
                boxes.into_iter().map(|b| Aabb::new(corner(&b[..3]), corner(&b[3..]))).collect()
            })
            .collect();

        let mut states = Vec::new();
        let mut blocks = Vec::new();
        let mut outlines = outline::Outlines::default();
        let mut supports = FxHashMap::default();
        for (index, record) in block_records.into_iter().enumerate() {
            let properties: Vec<Property> = record
                .properties
                .iter()
                .map(|list| Property { name: list[0].clone(), values: list[1..].to_vec() })
                .collect();
            let count: usize = properties.iter().map(|property| property.values.len()).product();
            assert_eq!(usize::from(record.state), states.len(), "states of {} are not dense", record.name);
            // What does not depend on properties is worked out once for all states of the same shape.
            let mut plain: Option<(u16, StateFlags, u16, u8)> = None;
            for offset in 0..count {
                let collision = match &record.shape {
                    ShapeIds::All(shape) => *shape,
                    ShapeIds::Each(shapes) => shapes[offset],
                };
                let values = Values::of(&properties, count, offset);
                let full_cube = shapes[usize::from(collision)] == [Aabb::CUBE];
                let opaque = record.opaque && full_cube;
                let (flags, outline, light_emitted) = match plain {
                    Some((shape, flags, outline, light)) if shape == collision => (flags, outline, light),
                    _ => (
                        flags(&record, &values, &shapes[usize::from(collision)], opaque),
                        outlines.of(&record.name, &values, collision, &mut shapes),
                        light_emitted(&record, &values),
                    ),
                };
                plain = (!values.asked()).then_some((collision, flags, outline, light_emitted));
                let fluid = fluid(&record.name, &values);
                let layers = values.number("layers");
                let own_shape = has_own_sides(&record.name).then_some((index, layers));
                let support_key = (collision, own_shape);
                states.push(StateRow {
                    block: Block(index as u16),
                    flags,
                    collision,
                    outline,
                    fluid,
                    support: *supports
                        .entry(support_key)
                        .or_insert_with(|| support_bits(&record.name, layers, &shapes[usize::from(collision)])),
                    light_emitted,
                    light_filtered: match record.light[1] {
                        _ if opaque => 15,
                        15 if full_cube => 15,
                        15 => 0,
                        filtered => filtered.max(u8::from(fluid.is_some())),
                    },
                });
            }
            let harvest_tool = |name: &String| {
                *item_ids.get(name).unwrap_or_else(|| panic!("unknown harvest tool {name} of {}", record.name))
            };
            blocks.push(BlockRow {
                first: record.state,
                states: count as u16,
                default: record.default,
                hardness: record.hardness.unwrap_or(-1.0),
                resistance: record.resistance,
                properties,
                harvest_tools: record.tools.iter().map(harvest_tool).collect(),
                material: record.material,
                item: item_ids.get(&record.name).copied(),
                name: record.name,
            });
        }

        let entities: Vec<EntityRow> = records::<EntityRecord>("entities", include_str!("../data/entities.jsonl"))
            .into_iter()
            .map(|record| EntityRow { name: record.name, width: record.size[0], height: record.size[1] })
            .collect();
        let biomes: Vec<BiomeRow> = records("biomes", include_str!("../data/biomes.jsonl"));
        Tables {
            entity_ids: ids(entities.iter().map(|row| row.name.as_str()), |id| EntityKind(id as u8)),
            biome_ids: ids(biomes.iter().map(|row| row.name.as_str()), |id| Biome(id as u8)),
            blocks,
            block_ids,
            states,
            shapes,
            items,
            item_ids,
            entities,
            biomes,
        }
    }
}

fn ids<'a, T>(names: impl Iterator<Item = &'a str>, id: impl Fn(usize) -> T) -> FxHashMap<String, T> {
    names.enumerate().map(|(index, name)| (name.to_owned(), id(index))).collect()
}

/// The property values of one state, and whether any was asked for.
pub(crate) struct Values<'a> {
    properties: &'a [Property],
    count: usize,
    offset: usize,
    asked: Cell<bool>,
}

impl<'a> Values<'a> {
    /// The values of the state at `offset` of a block with `count` states.
    fn of(properties: &'a [Property], count: usize, offset: usize) -> Values<'a> {
        Values { properties, count, offset, asked: Cell::new(false) }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.asked.set(true);
        let mut stride = self.count;
        for property in self.properties {
            stride /= property.values.len();
            if property.name == name {
                return Some(property.values[self.offset / stride % property.values.len()].as_str());
            }
        }
        None
    }

    fn number(&self, name: &str) -> Option<u8> {
        self.get(name)?.parse().ok()
    }

    fn is(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    fn asked(&self) -> bool {
        self.asked.get()
    }
}

fn fluid(name: &str, values: &Values) -> Option<Fluid> {
    match name {
        "water" => Some(Fluid::of_level(FluidKind::Water, values.number("level")?)),
        "lava" => Some(Fluid::of_level(FluidKind::Lava, values.number("level")?)),
        "kelp" | "kelp_plant" | "seagrass" | "tall_seagrass" | "bubble_column" => Some(Fluid::source(FluidKind::Water)),
        _ => values.is("waterlogged").then_some(Fluid::source(FluidKind::Water)),
    }
}

/// Light of states that differ from their block's (1.19.4 `Blocks`).
fn light_emitted(record: &BlockRecord, values: &Values) -> u8 {
    let when_lit = |light| if values.is("lit") { light } else { 0 };
    match record.name.as_str() {
        "furnace" | "blast_furnace" | "smoker" => when_lit(13),
        "redstone_torch" | "redstone_wall_torch" => when_lit(7),
        "redstone_ore" | "deepslate_redstone_ore" => when_lit(9),
        "redstone_lamp" | "campfire" => when_lit(15),
        "soul_campfire" => when_lit(10),
        "cave_vines" | "cave_vines_plant" if values.is("berries") => 14,
        "glow_lichen" if FACES.iter().any(|face| values.is(face)) => 7,
        "respawn_anchor" => [0, 3, 7, 11, 15][usize::from(values.number("charges").unwrap_or(0))],
        "light" => values.number("level").unwrap_or(15),
        "sea_pickle" if values.is("waterlogged") => 3 + 3 * values.number("pickles").unwrap_or(1),
        "sea_pickle" => 0,
        name if name.ends_with("candle") => when_lit(3 * values.number("candles").unwrap_or(1)),
        name if name.ends_with("candle_cake") => when_lit(3),
        _ => record.light[0],
    }
}

const FACES: [&str; 6] = ["down", "up", "north", "south", "west", "east"];

fn flags(record: &BlockRecord, values: &Values, collision: &[Aabb], opaque: bool) -> StateFlags {
    let name = record.name.as_str();
    let mut flags = StateFlags::empty();
    let air = matches!(name, "air" | "cave_air" | "void_air");
    flags.set(StateFlags::AIR, air);
    flags.set(StateFlags::NO_COLLISION, collision.is_empty());
    flags.set(StateFlags::FULL_CUBE, collision == [Aabb::CUBE]);
    flags.set(StateFlags::OPAQUE, opaque);
    flags.set(
        StateFlags::REPLACEABLE,
        air || (name == "snow" && values.get("layers") == Some("1")) || is_replaceable(name),
    );
    flags.set(StateFlags::BLOCKS_MOTION, blocks_motion(name, collision));
    flags.set(StateFlags::CLIMBABLE, is_climbable(name));
    flags.set(StateFlags::FALLS, falls(name));
    flags.set(StateFlags::NEEDS_TOOL, !record.tools.is_empty());
    flags.set(StateFlags::HURTS, hurts(name, || values.is("lit")));
    flags
}

/// Materials that 1.19.4 marks replaceable; a snow layer only when it is single.
fn is_replaceable(name: &str) -> bool {
    matches!(
        name,
        "water"
            | "lava"
            | "grass"
            | "fern"
            | "dead_bush"
            | "seagrass"
            | "tall_seagrass"
            | "tall_grass"
            | "large_fern"
            | "fire"
            | "soul_fire"
            | "vine"
            | "glow_lichen"
            | "structure_void"
            | "light"
            | "bubble_column"
            | "crimson_roots"
            | "warped_roots"
            | "nether_sprouts"
            | "hanging_roots"
    )
}

/// The material's `blocksMovement` of 1.19.4: true for what has a solid material, some of it without a shape.
fn blocks_motion(name: &str, collision: &[Aabb]) -> bool {
    match name {
        "cobweb" | "bamboo_sapling" | "powder_snow" | "scaffolding" | "snow" | "lily_pad" => false,
        _ if name.ends_with("_carpet") => false,
        "repeater" | "comparator" | "flower_pot" | "ladder" | "cocoa" | "end_rod" | "chorus_plant" => false,
        _ if name.starts_with("potted_") || name.ends_with("_head") || name.ends_with("_skull") => false,
        _ if name.ends_with("sign") || name.ends_with("pressure_plate") || name.ends_with("banner") => true,
        _ => !collision.is_empty(),
    }
}

fn is_climbable(name: &str) -> bool {
    matches!(
        name,
        "ladder"
            | "vine"
            | "scaffolding"
            | "weeping_vines"
            | "weeping_vines_plant"
            | "twisting_vines"
            | "twisting_vines_plant"
            | "cave_vines"
            | "cave_vines_plant"
    )
}

fn falls(name: &str) -> bool {
    matches!(
        name,
        "sand" | "red_sand" | "gravel" | "anvil" | "chipped_anvil" | "damaged_anvil" | "dragon_egg" | "suspicious_sand"
    ) || name.ends_with("concrete_powder")
}

fn hurts(name: &str, lit: impl Fn() -> bool) -> bool {
    match name {
        "lava" | "fire" | "soul_fire" | "cactus" | "magma_block" | "sweet_berry_bush" | "wither_rose" => true,
        "campfire" | "soul_campfire" => lit(),
        _ => false,
    }
}

fn tool(name: &str) -> Option<Tool> {
    if name == "shears" {
        return Some(Tool { kind: ToolKind::Shears, tier: Tier::Iron });
    }
    let (tier, kind) = name.split_once('_')?;
    let tier = match tier {
        "wooden" => Tier::Wood,
        "golden" => Tier::Gold,
        "stone" => Tier::Stone,
        "iron" => Tier::Iron,
        "diamond" => Tier::Diamond,
        "netherite" => Tier::Netherite,
        _ => return None,
    };
    let kind = match kind {
        "pickaxe" => ToolKind::Pickaxe,
        "axe" => ToolKind::Axe,
        "shovel" => ToolKind::Shovel,
        "hoe" => ToolKind::Hoe,
        "sword" => ToolKind::Sword,
        _ => return None,
    };
    Some(Tool { kind, tier })
}

/// The block an item places: its namesake, but for the few listed here.
fn placed_block(item: &str) -> Option<&str> {
    Some(match item {
        "air" | "wheat" => return None,
        "wheat_seeds" => "wheat",
        "carrot" => "carrots",
        "potato" => "potatoes",
        "beetroot_seeds" => "beetroots",
        "pumpkin_seeds" => "pumpkin_stem",
        "melon_seeds" => "melon_stem",
        "torchflower_seeds" => "torchflower_crop",
        "cocoa_beans" => "cocoa",
        "sweet_berries" => "sweet_berry_bush",
        "glow_berries" => "cave_vines",
        "redstone" => "redstone_wire",
        "string" => "tripwire",
        "powder_snow_bucket" => "powder_snow",
        name => name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_table() {
        assert_eq!(tables().blocks.len(), Block::COUNT);
        assert_eq!(tables().items.len(), Item::COUNT);
        assert_eq!(tables().entities.len(), EntityKind::COUNT);
        assert_eq!(tables().biomes.len(), Biome::COUNT);
        assert_eq!(Block::from_name("minecraft:lava").map(|lava| lava.state().light_emitted()), Some(15));
    }

    #[test]
    fn waterlogged_and_plain_liquids() {
        assert_eq!(Block::WATER.with("level", "3").fluid().map(|f| f.amount), Some(5));
        assert_eq!(Block::WATER.with("level", "9").fluid().map(|f| (f.amount, f.falling)), Some((8, true)));
        assert!(Block::OAK_SLAB.with("waterlogged", "true").fluid().is_some());
        assert!(Block::OAK_SLAB.state().fluid().is_none());
        assert!(Block::KELP.state().fluid().is_some());
    }

    #[test]
    fn crops_are_placed_by_their_seeds() {
        assert_eq!(Item::WHEAT_SEEDS.block(), Some(Block::WHEAT));
        assert_eq!(Item::WHEAT.block(), None);
        assert_eq!(Item::OAK_LOG.block(), Some(Block::OAK_LOG));
        assert_eq!(Item::STICK.block(), None);
    }
}
