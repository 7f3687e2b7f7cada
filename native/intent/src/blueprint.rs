//! Blueprints: what is to stand, layer by layer, as a TOML file.

use std::collections::BTreeMap;

use anima_rules::placing::{STACKED, item_for, pieces_of};
use anima_rules::{Block, BlockState, Item};
use glam::IVec3;
use serde::Deserialize;
use toml::Spanned;

/// Cells along an edge of a blueprint at most.
const LONGEST: usize = 32;
/// Cells that are not left open, at most.
const MOST: usize = 4096;
/// Bytes of a blueprint's file at most.
const LARGEST: usize = 64 << 10;
/// Properties that are decided by how a block is put down.
const LAID: [&str; 11] = [
    "facing",
    "axis",
    "half",
    "type",
    "hinge",
    "part",
    "rotation",
    "face",
    "hanging",
    "attachment",
    "vertical_direction",
];
/// Whether the way of laying a block decides the value of a property. Straight rails lie as they are laid, and what grows
/// on a side is laid on it.
fn is_laid(block: Block, property: &str, value: &str) -> bool {
    let is_rail = block.name().ends_with("rail");
    let is_straight = matches!(value, "north_south" | "east_west");
    let clings = [Block::VINE, Block::GLOW_LICHEN, Block::SCULK_VEIN].contains(&block);
    LAID.contains(&property) || is_rail && property == "shape" && is_straight || clings && value == "true"
}

/// Properties that follow from what is beside a block: whether it joins that, and the like.
const JOINED: [&str; 15] = [
    "north",
    "east",
    "south",
    "west",
    "up",
    "down",
    "shape",
    "in_wall",
    "snowy",
    "thickness",
    "bottom",
    "distance",
    "instrument",
    "signal_fire",
    "attached",
];

/// What is to stand: cells with the block each is to hold, from the lowest layer up.
#[derive(Clone, Debug, PartialEq)]
pub struct Blueprint {
    /// What it is called: the name of its file.
    pub name: String,
    /// The file, to be written into records.
    pub text: String,
    /// Cells along x, y and z.
    pub size: [i32; 3],
    /// The cells that matter, from the lowest layer up, then by z, then by x.
    pub cells: Vec<Cell>,
}

/// A cell of a blueprint.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Blocks from the blueprint's north-west lower corner.
    pub at: IVec3,
    /// The block that is to be there; air for what is to be empty.
    pub block: Block,
    /// The properties that it is to have, by name; others are free.
    pub properties: Vec<(String, String)>,
}

impl Cell {
    /// Whether a state is what the cell asks for.
    pub fn is(&self, state: BlockState) -> bool {
        let has = |(name, value): &(String, String)| state.property(name) == Some(value);
        let block = if self.block == Block::AIR { state.is_air() } else { state.block() == self.block };
        block && self.properties.iter().all(has)
    }

    /// Whether a state in which a block is laid is what the cell asks for, as far as the way of laying it decides that.
    pub fn is_laid_as(&self, state: BlockState) -> bool {
        let has =
            |(name, value): &(String, String)| !is_laid(self.block, name, value) || state.property(name) == Some(value);
        state.block() == self.block && (self.pieces() > 1 || self.properties.iter().all(has))
    }

    /// The item that is placed for it; `None` for air, and for the other half of a door, a bed or a tall plant.
    pub fn item(&self) -> Option<Item> {
        let is = |name: &str, value: &str| self.properties.iter().any(|(n, v)| n == name && v == value);
        let doubles = is("half", "upper") || is("part", "head");
        item_for(self.block).filter(|_| !doubles)
    }

    /// How many of its item are placed for it: two half slabs, several candles, layers of snow.
    pub fn pieces(&self) -> u32 {
        let value = |name: &str| self.properties.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
        let stacked = STACKED.into_iter().find_map(value);
        match value("type") {
            Some("double") => 2,
            _ => stacked.and_then(|count| count.parse().ok()).unwrap_or(1),
        }
    }

    /// How many of its item are still to be placed where a state is; `None` for what is not known.
    pub fn lacks(&self, state: Option<BlockState>) -> u32 {
        let of_several = |state: &BlockState| self.pieces() > 1 && state.block() == self.block;
        match state {
            _ if self.item().is_none() => 0,
            Some(state) if self.is(state) => 0,
            Some(state) if of_several(&state) => {
                let lie = pieces_of(state).map_or(1, |(_, count)| count);
                // More than are wanted are dug away.
                self.pieces().checked_sub(lie).unwrap_or_else(|| self.pieces())
            }
            _ => self.pieces(),
        }
    }
}

/// Why a text is no blueprint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlueprintError {
    /// It is no TOML, or has another key.
    #[error("{file}, line {line}: {what}")]
    Toml {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        what: String,
    },
    /// Something in it makes no sense.
    #[error("{file}, line {line}: {what}")]
    Wrong {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what to do.
        what: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    legend: BTreeMap<String, Spanned<String>>,
    layers: Spanned<Vec<Spanned<Vec<String>>>>,
}

impl Blueprint {
    /// Reads a blueprint: a `[legend]` of one character to a block state each, and `layers` from the ground up, each a
    /// list of rows from north to south, a character for each cell from west to east. A space leaves a cell as it is;
    /// `air` in the legend asks for an empty one. Properties that are not written are free; those that putting a block
    /// down cannot give it, such as `open=true`, are refused.
    ///
    /// # Errors
    /// [`BlueprintError`] names the file, the line and what is wrong there.
    pub fn parse(name: &str, text: &str) -> Result<Blueprint, BlueprintError> {
        let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
        let wrong = |at: usize, what: String| BlueprintError::Wrong { file: name.to_owned(), line: line(at), what };
        if text.len() > LARGEST {
            return Err(wrong(0, format!("the file has {} bytes; at most {LARGEST} are read", text.len())));
        }
        let written: Written = toml::from_str(text).map_err(|error: toml::de::Error| BlueprintError::Toml {
            file: name.to_owned(),
            line: line(error.span().map_or(0, |span| span.start)),
            what: error.message().to_owned(),
        })?;
        let mut legend = BTreeMap::new();
        for (key, state) in &written.legend {
            let at = state.span().start;
            let mut letters = key.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                return Err(wrong(at, format!("the legend's key {key:?} is not one character")));
            };
            if letter == ' ' {
                return Err(wrong(at, "a space leaves a cell as it is; use another character".to_owned()));
            }
            legend.insert(letter, cell_of(state.get_ref()).map_err(|what| wrong(at, what))?);
        }
        let at = written.layers.span().start;
        let layers = written.layers.get_ref();
        let (mut cells, mut size) = (Vec::new(), [0, layers.len() as i32, 0]);
        for (y, layer) in layers.iter().enumerate() {
            let rows = layer.get_ref();
            for (z, row) in rows.iter().enumerate() {
                for (x, letter) in row.chars().enumerate() {
                    if x.max(y).max(z) >= LONGEST {
                        let what = format!("it is larger than {LONGEST} cells along an edge");
                        return Err(wrong(layer.span().start, what));
                    }
                    (size[0], size[2]) = (size[0].max(x as i32 + 1), size[2].max(z as i32 + 1));
                    if letter == ' ' {
                        continue;
                    }
                    let Some((block, properties)) = legend.get(&letter) else {
                        return Err(wrong(layer.span().start, format!("the legend does not say what {letter:?} is")));
                    };
                    let at = IVec3::new(x as i32, y as i32, z as i32);
                    cells.push(Cell { at, block: *block, properties: properties.clone() });
                }
            }
        }
        if cells.len() > MOST {
            return Err(wrong(at, format!("it has {} cells; at most {MOST} can be built", cells.len())));
        }
        if cells.iter().all(|cell| cell.block == Block::AIR) {
            return Err(wrong(at, "nothing is to be put down: every cell is a space or air".to_owned()));
        }
        Ok(Blueprint { name: name.to_owned(), text: text.to_owned(), size, cells })
    }

    /// What is needed to build all of it from nothing, by item.
    pub fn materials(&self) -> BTreeMap<Item, u32> {
        self.to_lay(|_| None)
    }

    /// What is still needed where some cells hold what `stands`, by item.
    pub fn to_lay(&self, stands: impl Fn(&Cell) -> Option<BlockState>) -> BTreeMap<Item, u32> {
        let mut materials = BTreeMap::new();
        for (item, cell) in self.cells.iter().filter_map(|cell| Some((cell.item()?, cell))) {
            *materials.entry(item).or_default() += cell.lacks(stands(cell));
        }
        materials.retain(|_, count| *count > 0);
        materials
    }
}

/// The block and the written properties of `oak_door[half=lower,facing=south]`.
fn cell_of(text: &str) -> Result<(Block, Vec<(String, String)>), String> {
    let (name, rest) = text.split_once('[').unwrap_or((text, ""));
    let block =
        Block::from_name(name.trim()).ok_or_else(|| format!("there is no block {:?} in 1.19.4", name.trim()))?;
    let rest = rest.strip_suffix(']').unwrap_or(rest);
    let mut properties = Vec::new();
    for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("{part:?} is not property=value"))?;
        let (key, value) = (key.trim(), value.trim());
        if block.state().try_with(key, value).is_none() {
            return Err(format!("{block} has no property {key} with the value {value}; {}", writable(block)));
        }
        check_can_lay(block, key, value)?;
        properties.push((key.to_owned(), value.to_owned()));
    }
    if block != Block::AIR && item_for(block).is_none() {
        return Err(format!("{block} is not put down by hand"));
    }
    Ok((block, properties))
}

/// Whether a block that is put down can come to have a property: what only its use, its growth or a signal changes is
/// what it is on a new block.
fn check_can_lay(block: Block, key: &str, value: &str) -> Result<(), String> {
    // Leaves that a player puts down do not decay (`LeavesBlock.getPlacementState`).
    let new = if key == "persistent" { Some("true") } else { block.state().property(key) };
    if [&LAID[..], &JOINED, &STACKED].concat().contains(&key) || new == Some(value) {
        return Ok(());
    }
    let new = new.unwrap_or_default();
    Err(format!(
        "{block} is put down with {key}={new}, and nothing is done to it then: {key}={value} cannot be built; {}",
        { writable(block) }
    ))
}

/// What can be written of a block's properties, to end a message.
fn writable(block: Block) -> String {
    let names = block.state().properties().map(|(name, _)| name);
    let names: Vec<&str> = names.filter(|name| LAID.contains(name) || STACKED.contains(name)).collect();
    match names[..] {
        [] => format!("write {block} alone"),
        _ => format!("of {block} {} can be written", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HUT: &str = r####"
layers = [
    ["###", "#.#", "#D#"],
    ["###", "# #", "#d#"],
]
[legend]
"#" = "cobblestone"
"." = "air"
"D" = "oak_door[half=lower,facing=south]"
"d" = "oak_door[half=upper]"
"####;

    #[test]
    fn layers_are_read_from_the_ground_up() {
        let hut = Blueprint::parse("hut.toml", HUT).expect("it is sound");
        assert_eq!((hut.size, hut.cells.len()), ([3, 2, 3], 17));
        let materials: Vec<(Item, u32)> = hut.materials().into_iter().collect();
        assert_eq!(materials, [(Item::COBBLESTONE, 14), (Item::OAK_DOOR, 1)]);
        let door = hut.cells.iter().find(|cell| cell.at == IVec3::new(1, 0, 2)).expect("the door");
        assert!(door.is("oak_door[half=lower,facing=south,open=true]".parse().expect("a state")));
        assert!(!door.is("oak_door[half=lower,facing=north]".parse().expect("a state")));
    }

    #[test]
    fn rails_and_vines_are_laid_as_they_are_drawn() {
        let is_laid = |drawn: &str, laid: &str| {
            let text = format!("layers = [[\"c\"]]\n[legend]\nc = \"{drawn}\"\n");
            let blueprint = Blueprint::parse("it.toml", &text).expect("it is sound");
            blueprint.cells[0].is_laid_as(laid.parse().expect("a state"))
        };
        assert!(is_laid("rail[shape=east_west]", "rail[shape=east_west]"));
        assert!(!is_laid("rail[shape=east_west]", "rail[shape=north_south]"));
        assert!(is_laid("rail[shape=south_east]", "rail[shape=north_south]"), "its neighbours bend it");
        assert!(!is_laid("vine[north=true]", "vine[south=true]"));
        assert!(is_laid("oak_fence[north=true]", "oak_fence"), "its neighbours join it");
    }

    #[test]
    fn materials_are_what_is_placed() {
        let text = r#"
layers = [["sSwtc"]]
[legend]
s = "oak_slab"
S = "oak_slab[type=double]"
w = "wheat"
t = "wall_torch[facing=north]"
c = "candle[candles=3]"
"#;
        let materials: Vec<(Item, u32)> =
            Blueprint::parse("a", text).expect("it is sound").materials().into_iter().collect();
        let expected = [(Item::OAK_SLAB, 3), (Item::TORCH, 1), (Item::WHEAT_SEEDS, 1), (Item::CANDLE, 3)];
        assert_eq!(materials.len(), expected.len());
        assert!(expected.iter().all(|some| materials.contains(some)), "{materials:?}");
    }

    #[test]
    fn what_stands_already_is_not_needed_again() {
        let text = "layers = [[\"ssc#\"]]\n[legend]\ns = \"oak_slab[type=double]\"\nc = \"candle[candles=3]\"\n\
                    \"#\" = \"stone\"";
        let blueprint = Blueprint::parse("a", text).expect("it is sound");
        let state = |text: &str| Some(text.parse::<BlockState>().expect("a state"));
        let stands = |states: [Option<BlockState>; 4]| blueprint.to_lay(|cell| states[cell.at.x as usize]);
        assert_eq!(stands([None; 4]), blueprint.materials());
        let half = [state("oak_slab[type=double]"), state("oak_slab"), state("candle[candles=2]"), state("dirt")];
        let expected = BTreeMap::from([(Item::OAK_SLAB, 1), (Item::CANDLE, 1), (Item::STONE, 1)]);
        assert_eq!(stands(half), expected);
        let whole = [half[0], half[0], state("candle[candles=3]"), state("stone")];
        assert_eq!(stands(whole), BTreeMap::new());
        let too_many = [half[0], half[0], state("candle[candles=4]"), state("stone")];
        assert_eq!(stands(too_many), BTreeMap::from([(Item::CANDLE, 3)]));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let check = |from: &str, to: &str, says: &str| {
            let error = Blueprint::parse("hut.toml", &HUT.replace(from, to)).expect_err("it is wrong").to_string();
            assert!(error.starts_with("hut.toml, line ") && error.contains(says), "{error:?} should say {says:?}");
        };
        check("\"cobblestone\"", "\"cobblestoen\"", "line 7: there is no block \"cobblestoen\"");
        check("\"###\", \"#.#\"", "\"#?#\", \"#.#\"", "line 3: the legend does not say what '?' is");
        check("facing=south", "facing=up", "no property facing with the value up");
        check("layers", "layres", "line 2");
        for (wrong, says) in [
            ("oak_door[open=true]", "line 7: oak_door is put down with open=false"),
            ("oak_door[open=true]", "of oak_door facing, half, hinge can be written"),
            ("furnace[lit=true]", "lit=true cannot be built; of furnace facing can be written"),
            ("campfire[lit=false]", "put down with lit=true"),
            (
                "wheat[age=7]",
                "put down with age=0, and nothing is done to it then: age=7 cannot be built; write wheat alone",
            ),
            ("lever[powered=true]", "of lever face, facing can be written"),
            ("oak_slab[waterlogged=true]", "of oak_slab type can be written"),
            ("oak_leaves[persistent=false]", "put down with persistent=true"),
            ("repeater[delay=3]", "delay=3 cannot be built"),
        ] {
            check("\"cobblestone\"", &format!("{wrong:?}"), says);
        }
        for sound in [
            "oak_door[open=false]",
            "furnace[lit=false,facing=west]",
            "oak_leaves[persistent=true]",
            "oak_fence[north=true]",
            "oak_stairs[shape=inner_left]",
            "candle[candles=3]",
            "snow[layers=4]",
            "lantern[hanging=true]",
        ] {
            let read = Blueprint::parse("hut.toml", &HUT.replace("\"cobblestone\"", &format!("{sound:?}")));
            assert!(read.is_ok(), "{sound}: {read:?}");
        }
        check("\"#\" =", "\"##\" =", "not one character");
        check("cobblestone\"", "water\"", "water is not put down by hand");
        let nothing = "layers = [[\"..\"]]\n[legend]\n\".\" = \"air\"";
        assert!(Blueprint::parse("a", nothing).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_text_makes_it_panic(at in 0..HUT.len(), piece in ".{0,6}", cut in 0..9_usize) {
            let at = (0..=at).rev().find(|at| HUT.is_char_boundary(*at)).unwrap_or(0);
            let end = (at + cut..=HUT.len()).find(|end| HUT.is_char_boundary(*end)).unwrap_or(HUT.len());
            drop(Blueprint::parse("hut.toml", &format!("{}{piece}{}", &HUT[..at], &HUT[end.min(HUT.len())..])));
        }
    }
}
