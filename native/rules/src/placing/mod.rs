//! In which state a block is placed: by the side that is clicked, by where, and by how the player looks
//! (`getPlacementState` of the block classes, `BlockItem.place`).

mod powder;
mod sides;
mod special;

use glam::{DVec3, IVec3};
use once_cell::sync::Lazy;

use crate::footing::Footing;
use crate::{Block, BlockState, Face, FluidKind, Item, StateFlags};
pub use powder::{hardened, meets_water};
use sides::{axis, counter_clockwise, is_horizontal, looks};
use special::on_wall;

/// What a placement goes by (`ItemPlacementContext`).
#[derive(Clone, Debug)]
pub struct Placing {
    /// What is placed.
    pub item: Item,
    /// The side that is clicked.
    pub face: Face,
    /// The point that is clicked, from the corner of the cell that is filled.
    pub point: DVec3,
    /// That cell is the one clicked: what is there gives way.
    pub replaces: bool,
    /// Degrees in which the player looks; 0 south, 90 west.
    pub yaw: f32,
    /// Degrees; 90 straight down.
    pub pitch: f32,
    /// Whether the player crouches.
    pub sneaking: bool,
}

/// The states around the cell that is filled, by the steps from it.
type At<'a> = &'a dyn Fn(IVec3) -> BlockState;

impl Placing {
    /// How far up the clicked point is in the cell, 0..=1.
    fn height(&self) -> f64 {
        self.point.y
    }

    /// The way the body faces.
    fn facing(&self) -> Face {
        Face::from_yaw(self.yaw)
    }

    /// All six sides, the one most looked at first.
    fn looks(&self) -> [Face; 6] {
        looks(self.yaw, self.pitch)
    }

    /// Slabs, stairs, trapdoors: whether the upper half is meant.
    fn is_upper(&self) -> bool {
        match self.face {
            Face::Down => true,
            Face::Up => false,
            _ => self.height() > 0.5,
        }
    }

    /// The sides to try for what hangs on a side: as looked at, the clicked one first
    /// (`getPlacementDirections`).
    fn sides(&self) -> Vec<Face> {
        let clicked = self.face.opposite();
        let first = (!self.replaces).then_some(clicked);
        let rest = self.looks().into_iter().filter(|face| Some(*face) != first);
        first.into_iter().chain(rest).collect()
    }
}

/// The state in which a block is placed; `None` when it cannot be. `at` tells the state so many blocks from the cell that
/// is filled. What joins its neighbours (fences, stairs around corners) does so afterwards.
pub fn placed_state(block: Block, place: &Placing, at: &dyn Fn(IVec3) -> BlockState) -> Option<BlockState> {
    let there = at(IVec3::ZERO);
    let wet = is_water(there);
    let dry = Spot { place, at }.dry_state(block)?;
    Some(match dry.property("waterlogged") {
        Some(_) if dry.property("type") != Some("double") => {
            dry.with("waterlogged", if wet { "true" } else { "false" })
        }
        _ => dry,
    })
}

/// Whether a state makes room for what is placed (`canReplace`); `clicked` when it is the one that is clicked, `height` is
/// how far up its cell the click is.
pub fn gives_way(there: BlockState, placing: &Placing, height: f64, clicked: bool) -> bool {
    let same = placing.item.block() == Some(there.block());
    let more = |property: &str, most: u8| same && there.number(property).is_some_and(|count| count < most);
    match there.block().name() {
        "snow" if same && more("layers", 8) => !clicked || placing.face == Face::Up,
        "scaffolding" => same,
        "vine" if same => Face::ALL.iter().filter(|face| there.is(face.name())).count() < 5,
        "sea_pickle" => more("pickles", 4) && !placing.sneaking,
        "turtle_egg" => more("eggs", 4) && !placing.sneaking,
        name if name.ends_with("candle") => more("candles", 4) && !placing.sneaking,
        name if name.ends_with("_slab") => same && slab_gives_way(there, placing.face, height > 0.5, clicked),
        _ => there.flags().contains(StateFlags::REPLACEABLE) && !same,
    }
}

/// The step to the other half of what is placed whole, and the state of that half: the upper half of doors and tall
/// plants, the head of beds (`Block.onPlaced`).
pub fn other_half(state: BlockState) -> Option<(IVec3, BlockState)> {
    let name = state.block().name();
    if name.ends_with("_bed") {
        Some((state.facing().unwrap_or(Face::North).step(), state.with("part", "head")))
    } else if name.ends_with("_door") || is_double_plant(state.block()) {
        Some((IVec3::Y, state.with("half", "upper")))
    } else {
        None
    }
}

/// The item that a player places to have a block: torches for wall torches, seeds for crops, bamboo for its shoots; `None`
/// for what no item places.
pub fn item_for(block: Block) -> Option<Item> {
    static ITEMS: Lazy<Vec<Option<Item>>> = Lazy::new(|| {
        let mut items = vec![None; Block::COUNT];
        let placing = Item::all().filter_map(|item| Some((item, item.block()?)));
        for (item, block) in placing {
            let shoot = (block == Block::BAMBOO).then_some(Block::BAMBOO_SAPLING);
            for block in [Some(block), on_wall(block), shoot].into_iter().flatten() {
                items[usize::from(block.id())].get_or_insert(item);
            }
        }
        items[usize::from(Block::AIR.id())] = None;
        items
    });
    ITEMS[usize::from(block.id())]
}

/// What is placed, and what is around it.
struct Spot<'a> {
    place: &'a Placing,
    at: At<'a>,
}

impl Spot<'_> {
    /// Whether another cell of what is placed whole makes room for it.
    fn makes_room(&self, step: IVec3) -> bool {
        let height = self.place.point.y - f64::from(step.y);
        gives_way((self.at)(step), self.place, height, false)
    }

    fn stays(&self, state: BlockState) -> bool {
        Footing::of(state.block()).holds(state, self.at)
    }

    fn dry_state(&self, block: Block) -> Option<BlockState> {
        let there = (self.at)(IVec3::ZERO);
        let place = self.place;
        let state = block.state();
        let name = block.name();
        let (face, facing) = (place.face, place.facing());
        let behind = facing.opposite();
        let towards = |face: Face| state.with("facing", face.name());
        if let Some(wall) = on_wall(block) {
            return self.standing_or_on_wall(block, wall);
        }
        if let Some(grown) = one_more(there).filter(|_| there.block() == block) {
            return Some(grown);
        }
        Some(match name {
            "ladder" => return self.ladder(block),
            "lever" => return self.attached(block),
            _ if name.ends_with("_button") => return self.attached(block),
            "grindstone" => return self.attached(block),
            "lantern" | "soul_lantern" => return self.lantern(block),
            "vine" | "glow_lichen" | "sculk_vein" => return self.on_sides(block, there),
            "cocoa" => return self.first_staying(|side| is_horizontal(side).then(|| towards(side))),
            "tripwire_hook" => {
                return self.first_staying(|side| is_horizontal(side).then(|| towards(side.opposite())));
            }
            _ if name.ends_with("_concrete_powder") => {
                hardened(state).filter(|_| meets_water(self.at)).unwrap_or(state)
            }
            "kelp" | "seagrass" if !is_water(there) => return None,
            "hopper" => match face.opposite() {
                Face::Up | Face::Down => towards(Face::Down),
                side => towards(side),
            },
            "anvil" | "chipped_anvil" | "damaged_anvil" => towards(facing.clockwise()),
            "end_rod" => {
                let base = (self.at)(face.opposite().step());
                if base.block() == block && base.facing() == Some(face) {
                    towards(face.opposite())
                } else {
                    towards(face)
                }
            }
            "observer" => towards(place.looks()[0]),
            "dispenser" | "dropper" | "barrel" | "piston" | "sticky_piston" => towards(place.looks()[0].opposite()),
            "lightning_rod"
            | "small_amethyst_bud"
            | "medium_amethyst_bud"
            | "large_amethyst_bud"
            | "amethyst_cluster" => towards(face),
            "campfire" | "soul_campfire" => towards(facing).with("lit", if is_water(there) { "false" } else { "true" }),
            "rail" | "powered_rail" | "detector_rail" | "activator_rail" => {
                state.with("shape", if axis(facing) == "x" { "east_west" } else { "north_south" })
            }
            "chest" | "trapped_chest" => self.chest(block),
            "bamboo" => {
                let below = (self.at)(IVec3::NEG_Y).block();
                if matches!(below, Block::BAMBOO | Block::BAMBOO_SAPLING) {
                    state
                } else {
                    Block::BAMBOO_SAPLING.state()
                }
            }
            "scaffolding" => self.scaffolding(),
            "pointed_dripstone" => return self.dripstone(),
            "bell" => return self.bell(),
            _ if name.ends_with("shulker_box") => towards(face),
            _ if name.ends_with("_slab") => state.with("type", if place.is_upper() { "top" } else { "bottom" }),
            _ if name.ends_with("_stairs") => {
                towards(facing).with("half", if place.is_upper() { "top" } else { "bottom" })
            }
            _ if name.ends_with("_trapdoor") => {
                let upper =
                    if is_horizontal(face) && !place.replaces { place.height() > 0.5 } else { face != Face::Up };
                let way = if is_horizontal(face) && !place.replaces { face } else { behind };
                towards(way).with("half", if upper { "top" } else { "bottom" })
            }
            _ if name.ends_with("_fence_gate") => {
                let walls = [facing.clockwise(), counter_clockwise(facing)];
                let between = walls.iter().any(|side| (self.at)(side.step()).block().name().ends_with("_wall"));
                towards(facing).with("in_wall", if between { "true" } else { "false" })
            }
            _ if name.ends_with("_door") => return self.door(block),
            _ if name.ends_with("_bed") => {
                return self.makes_room(facing.step()).then(|| towards(facing));
            }
            _ if name.ends_with("_hanging_sign") => return None,
            _ if name.ends_with("_leaves") => state.with("persistent", "true"),
            _ if is_double_plant(block) => {
                return self.makes_room(IVec3::Y).then_some(state);
            }
            _ if state.property("axis").is_some() => state.with("axis", axis(face)),
            "decorated_pot" => towards(facing),
            _ if state.property("facing").is_some_and(|facing| Face::from_name(facing).is_some_and(is_horizontal)) => {
                towards(behind)
            }
            _ => state,
        })
    }
}

/// One more of what can lie together in one cell; a second half slab.
fn one_more(there: BlockState) -> Option<BlockState> {
    if there.property("type").is_some() && there.block().name().ends_with("_slab") {
        return Some(there.with("type", "double").with("waterlogged", "false"));
    }
    let (property, count) = pieces_of(there)?;
    there.try_with(property, &(count + 1).to_string())
}

/// The property of a state that counts how many of its item lie together in a cell, with its value; `None` for a block
/// of one item. Two half slabs are no such state.
pub fn pieces_of(state: BlockState) -> Option<(&'static str, u32)> {
    STACKED.into_iter().find_map(|name| Some((name, u32::from(state.number(name)?))))
}

/// The properties that count how many of its item make up a block.
pub const STACKED: [&str; 4] = ["layers", "candles", "pickles", "eggs"];

fn is_double_plant(block: Block) -> bool {
    matches!(
        block,
        Block::SUNFLOWER
            | Block::LILAC
            | Block::ROSE_BUSH
            | Block::PEONY
            | Block::TALL_GRASS
            | Block::LARGE_FERN
            | Block::SMALL_DRIPLEAF
    )
}

/// `SlabBlock.canReplace`
fn slab_gives_way(state: BlockState, face: Face, upper: bool, clicked: bool) -> bool {
    match state.property("type") {
        Some("bottom") if clicked => face == Face::Up || upper && is_horizontal(face),
        Some("top") if clicked => face == Face::Down || !upper && is_horizontal(face),
        Some("double") => false,
        _ => true,
    }
}

fn is_water(state: BlockState) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water && fluid.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_follows_from_the_click_and_the_look() {
        let check = |item: Item, face: Face, height: f64, yaw: f32, expected: &str| {
            let point = DVec3::new(0.5, height, 0.5);
            let placing = Placing { item, face, point, replaces: false, yaw, pitch: 30.0, sneaking: false };
            let around = |step: IVec3| if step == IVec3::ZERO { BlockState::AIR } else { Block::STONE.state() };
            let around = |step: IVec3| if step == IVec3::Y { BlockState::AIR } else { around(step) };
            let state = item.block().and_then(|block| placed_state(block, &placing, &around));
            let expected: BlockState = expected.parse().expect("a state");
            assert_eq!(state, Some(expected), "{item} on {face:?}");
        };
        let (south, west) = (0.0, 90.0);
        check(Item::OAK_STAIRS, Face::Up, 0.0, south, "oak_stairs[facing=south,half=bottom]");
        check(Item::OAK_STAIRS, Face::North, 0.7, west, "oak_stairs[facing=west,half=top]");
        check(Item::OAK_LOG, Face::East, 0.5, south, "oak_log[axis=x]");
        check(Item::OAK_SLAB, Face::Down, 1.0, south, "oak_slab[type=top]");
        check(Item::TORCH, Face::Up, 0.0, south, "torch");
        check(Item::TORCH, Face::North, 0.5, south, "wall_torch[facing=north]");
        check(Item::LADDER, Face::West, 0.5, south, "ladder[facing=west]");
        check(Item::FURNACE, Face::Up, 0.0, south, "furnace[facing=north]");
        check(Item::OAK_DOOR, Face::Up, 0.0, west, "oak_door[facing=west,half=lower,hinge=left]");
        check(Item::OAK_TRAPDOOR, Face::South, 0.8, west, "oak_trapdoor[facing=south,half=top]");
    }

    #[test]
    fn every_block_that_is_placed_has_its_item() {
        let item = |name: &str| Block::from_name(name).and_then(item_for).map(Item::name);
        assert_eq!(item("wall_torch"), Some("torch"));
        assert_eq!(item("oak_wall_sign"), Some("oak_sign"));
        assert_eq!(item("wheat"), Some("wheat_seeds"));
        assert_eq!(item("bamboo_sapling"), Some("bamboo"));
        assert_eq!(item("cobblestone"), Some("cobblestone"));
        assert_eq!((item("water"), item("air"), item("potted_fern")), (None, None, None));
    }
}
