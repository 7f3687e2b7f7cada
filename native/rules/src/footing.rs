//! What blocks need around them to stay where they are (`Block.canPlaceAt` of the block classes, light left out).

use glam::IVec3;

use crate::tags::BlockTag;
use crate::{Block, BlockState, Face, FluidKind, StateFlags, Support};

/// What a block needs to stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footing {
    /// Nothing.
    None,
    /// Dirt or farmland below.
    Soil,
    /// Sand, terracotta or dirt below.
    DesertSoil,
    /// Farmland below and light.
    Crop,
    /// Farmland below.
    Farmland,
    /// Soul sand below.
    SoulSand,
    /// A whole block below, and darkness unless it is mycelium or podzol.
    Mushroom,
    /// Nylium, soul soil, mycelium or soil below.
    NetherSoil,
    /// Soil, netherrack, soul sand or soul soil below.
    WitherSoil,
    /// Still water or ice below.
    Water,
    /// A whole top below, under water.
    SeaFloor,
    /// Itself or a whole top below.
    Kelp,
    /// Itself, or dirt or sand with water beside it.
    SugarCane,
    /// Itself or sand below, and room at the sides.
    Cactus,
    /// Itself, dirt, sand or gravel below.
    Bamboo,
    /// The middle of a top below.
    Post,
    /// A whole top below.
    Floor,
    /// A rim of a top below.
    Rim,
    /// A rim or the middle of a top below.
    Plate,
    /// Something solid below.
    SolidBelow,
    /// Anything but air below.
    AnythingBelow,
    /// A rim below, and one up the slope.
    Rail,
    /// A whole top below that snow likes.
    Snow,
    /// The lower half below, or for a lower half a whole top below.
    Door,
    /// A whole side behind.
    Wall,
    /// Something solid behind.
    SolidBehind,
    /// A whole side where `face` and `facing` say.
    Attached,
    /// A middle above when hanging, below else.
    Lantern,
    /// A middle above.
    Ceiling,
    /// Itself or a whole bottom above.
    HangingVine,
    /// Itself or a whole top below.
    StandingVine,
    /// A jungle log behind.
    Cocoa,
    /// The lower half below, and for a lower half dirt or farmland.
    DoublePlant,
    /// The lower half below, and for a lower half a whole top.
    DoubleSeagrass,
    /// Sky above that is not solid (farmland, paths).
    OpenAbove,
    /// A whole top below or something that burns beside it.
    Fire,
    /// Stone or itself where it points away from.
    Dripstone,
    /// Dripleaf, clay, moss or dirt below.
    Dripleaf,
    /// Less than seven steps to scaffolding that stands on something.
    Scaffolding,
}

impl Footing {
    /// What a block needs.
    pub fn of(block: Block) -> Footing {
        let name = block.name();
        match name {
            "dead_bush" => Footing::DesertSoil,
            "wheat" | "carrots" | "potatoes" | "beetroots" | "torchflower_crop" => Footing::Crop,
            "melon_stem" | "pumpkin_stem" | "attached_melon_stem" | "attached_pumpkin_stem" => Footing::Farmland,
            "nether_wart" => Footing::SoulSand,
            "brown_mushroom" | "red_mushroom" => Footing::Mushroom,
            "crimson_fungus" | "warped_fungus" | "crimson_roots" | "warped_roots" | "nether_sprouts" => {
                Footing::NetherSoil
            }
            "wither_rose" => Footing::WitherSoil,
            "lily_pad" | "frogspawn" => Footing::Water,
            "seagrass" => Footing::SeaFloor,
            "tall_seagrass" => Footing::DoubleSeagrass,
            "kelp" | "kelp_plant" => Footing::Kelp,
            "sugar_cane" => Footing::SugarCane,
            "cactus" => Footing::Cactus,
            "bamboo" | "bamboo_sapling" => Footing::Bamboo,
            "torch" | "soul_torch" | "redstone_torch" => Footing::Post,
            "wall_torch" | "soul_wall_torch" | "redstone_wall_torch" | "ladder" | "tripwire_hook" => Footing::Wall,
            "small_amethyst_bud" | "medium_amethyst_bud" | "large_amethyst_bud" | "amethyst_cluster" => Footing::Wall,
            "redstone_wire" => Footing::Floor,
            "repeater" | "comparator" => Footing::Rim,
            "rail" | "powered_rail" | "detector_rail" | "activator_rail" => Footing::Rail,
            "moss_carpet" => Footing::AnythingBelow,
            "snow" => Footing::Snow,
            "lantern" | "soul_lantern" => Footing::Lantern,
            "lever" => Footing::Attached,
            "cake" => Footing::SolidBelow,
            "candle" | "sea_pickle" => Footing::Post,
            "cocoa" => Footing::Cocoa,
            "hanging_roots" | "spore_blossom" => Footing::Ceiling,
            "cave_vines" | "cave_vines_plant" | "weeping_vines" | "weeping_vines_plant" => Footing::HangingVine,
            "twisting_vines" | "twisting_vines_plant" => Footing::StandingVine,
            "sunflower" | "lilac" | "rose_bush" | "peony" | "tall_grass" | "large_fern" => Footing::DoublePlant,
            "farmland" | "dirt_path" => Footing::OpenAbove,
            "fire" => Footing::Fire,
            "pointed_dripstone" => Footing::Dripstone,
            "scaffolding" => Footing::Scaffolding,
            "big_dripleaf" | "big_dripleaf_stem" => Footing::Dripleaf,
            "grass" | "fern" | "dandelion" | "torchflower" | "poppy" | "blue_orchid" | "allium" | "azure_bluet"
            | "red_tulip" | "orange_tulip" | "white_tulip" | "pink_tulip" | "oxeye_daisy" | "cornflower"
            | "lily_of_the_valley" | "sweet_berry_bush" | "azalea" | "flowering_azalea" | "pink_petals"
            | "mangrove_propagule" => Footing::Soil,
            _ if name.starts_with("potted_") => Footing::None,
            _ if name.ends_with("_sapling") => Footing::Soil,
            _ if name.ends_with("_carpet") => Footing::AnythingBelow,
            _ if name.ends_with("_pressure_plate") => Footing::Plate,
            _ if name.ends_with("_button") => Footing::Attached,
            _ if name.ends_with("_trapdoor") => Footing::None,
            _ if name.ends_with("_door") => Footing::Door,
            _ if name.ends_with("_wall_hanging_sign") => Footing::None,
            _ if name.ends_with("_hanging_sign") => Footing::Ceiling,
            _ if name.ends_with("_wall_sign") || name.ends_with("_wall_banner") => Footing::SolidBehind,
            _ if name.ends_with("_sign") || name.ends_with("_banner") => Footing::SolidBelow,
            _ if name.ends_with("_candle") => Footing::Post,
            _ if name.ends_with("candle_cake") => Footing::SolidBelow,
            _ if name.ends_with("_coral_wall_fan") => Footing::Wall,
            _ if name.ends_with("_coral") || name.ends_with("_coral_fan") => Footing::Floor,
            _ => Footing::None,
        }
    }

    /// Whether a block that lost it breaks a tick later, not at once.
    pub fn breaks_late(self) -> bool {
        matches!(
            self,
            Footing::SugarCane
                | Footing::Cactus
                | Footing::Bamboo
                | Footing::Kelp
                | Footing::HangingVine
                | Footing::StandingVine
                | Footing::OpenAbove
                | Footing::Dripstone
                | Footing::Dripleaf
        )
    }
}

impl Footing {
    /// Whether a block with this footing may stay in a state, as far as the blocks around it go: light is another matter,
    /// and so is whether anything beside it feeds fire. `at` tells the state so many blocks away.
    pub fn holds(self, state: BlockState, at: impl Fn(IVec3) -> BlockState) -> bool {
        let block = state.block();
        let below = at(IVec3::NEG_Y);
        let under = below.block();
        let top = |support: Support| below.supports(Face::Up, support);
        let soil = || BlockTag::Dirt.contains(under) || under == Block::FARMLAND;
        let solid = |state: BlockState| state.flags().contains(StateFlags::BLOCKS_MOTION);
        let behind = |facing: Face| at(facing.opposite().step());
        let whole = |towards: Face| at(towards.step()).supports(towards.opposite(), Support::Full);
        let lower = || state.property("half") == Some("lower");
        let own_lower = || under == block && below.property("half") == Some("lower");
        match self {
            Footing::None => true,
            Footing::Soil => {
                soil()
                    || (under == Block::CLAY
                        && matches!(block, Block::AZALEA | Block::FLOWERING_AZALEA | Block::MANGROVE_PROPAGULE))
                    || (state.is("hanging") && at(IVec3::Y).block() == Block::MANGROVE_LEAVES)
            }
            Footing::DesertSoil => {
                is_sand(under) || under.name().ends_with("terracotta") || BlockTag::Dirt.contains(under)
            }
            Footing::Crop | Footing::Farmland => under == Block::FARMLAND,
            Footing::SoulSand => under == Block::SOUL_SAND,
            Footing::Mushroom => below.flags().contains(StateFlags::OPAQUE),
            Footing::NetherSoil => {
                soil() || matches!(under, Block::CRIMSON_NYLIUM | Block::WARPED_NYLIUM | Block::SOUL_SOIL)
            }
            Footing::WitherSoil => soil() || matches!(under, Block::NETHERRACK | Block::SOUL_SAND | Block::SOUL_SOIL),
            Footing::Water => {
                let floats = is_water(below) && below.fluid().is_some_and(|fluid| fluid.source);
                let ice = matches!(under, Block::ICE | Block::FROSTED_ICE | Block::PACKED_ICE | Block::BLUE_ICE);
                floats || (ice && block == Block::LILY_PAD)
            }
            Footing::SeaFloor => top(Support::Full) && under != Block::MAGMA_BLOCK,
            Footing::DoubleSeagrass => match lower() {
                true => top(Support::Full) && under != Block::MAGMA_BLOCK,
                false => own_lower(),
            },
            Footing::Kelp => {
                matches!(under, Block::KELP | Block::KELP_PLANT) || (top(Support::Full) && under != Block::MAGMA_BLOCK)
            }
            Footing::SugarCane => {
                under == Block::SUGAR_CANE
                    || ((BlockTag::Dirt.contains(under) || is_sand(under))
                        && Face::HORIZONTAL.into_iter().any(|face| {
                            let beside = at(face.step() - IVec3::Y);
                            is_water(beside) || beside.block() == Block::FROSTED_ICE
                        }))
            }
            Footing::Cactus => {
                let hemmed_in = Face::HORIZONTAL.into_iter().any(|face| {
                    let beside = at(face.step());
                    solid(beside) || beside.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Lava)
                });
                let wet = matches!(at(IVec3::Y).block(), Block::WATER | Block::LAVA);
                !hemmed_in && !wet && (under == Block::CACTUS || is_sand(under))
            }
            Footing::Bamboo => {
                BlockTag::Dirt.contains(under)
                    || is_sand(under)
                    || matches!(under, Block::BAMBOO | Block::BAMBOO_SAPLING | Block::GRAVEL)
            }
            Footing::Post => top(Support::Center),
            Footing::Floor => top(Support::Full) || (block == Block::REDSTONE_WIRE && under == Block::HOPPER),
            Footing::Rim => top(Support::Rigid),
            Footing::Plate => top(Support::Rigid) || top(Support::Center),
            Footing::SolidBelow => solid(below),
            Footing::AnythingBelow => !below.is_air(),
            Footing::Rail => {
                let slope = state.property("shape").and_then(|shape| shape.strip_prefix("ascending_"));
                let rim = |face: Face| at(face.step()).supports(Face::Up, Support::Rigid);
                top(Support::Rigid) && slope.and_then(Face::from_name).is_none_or(rim)
            }
            Footing::Snow => match under {
                Block::ICE | Block::PACKED_ICE | Block::BARRIER => false,
                Block::HONEY_BLOCK | Block::SOUL_SAND | Block::MUD => true,
                Block::SNOW => below.number("layers") == Some(8),
                _ => top(Support::Full) || under.name().ends_with("_leaves"),
            },
            Footing::Door => match lower() {
                true => top(Support::Full),
                false => own_lower(),
            },
            Footing::DoublePlant => match lower() {
                true => soil(),
                false => own_lower(),
            },
            Footing::Wall => state.facing().is_none_or(|facing| whole(facing.opposite())),
            Footing::SolidBehind => state.facing().is_none_or(|facing| solid(behind(facing))),
            Footing::Attached => match state.property("face") {
                Some("floor") => whole(Face::Down),
                Some("ceiling") => whole(Face::Up),
                _ => state.facing().is_none_or(|facing| whole(facing.opposite())),
            },
            Footing::Lantern if !state.is("hanging") => top(Support::Center),
            Footing::Lantern | Footing::Ceiling => at(IVec3::Y).supports(Face::Down, Support::Center),
            Footing::HangingVine => same_vine(block, at(IVec3::Y).block()) || whole(Face::Up),
            Footing::StandingVine => same_vine(block, under) || whole(Face::Down),
            Footing::Cocoa => state.facing().is_none_or(|facing| {
                let log = at(facing.step()).block().name();
                matches!(log, "jungle_log" | "jungle_wood" | "stripped_jungle_log" | "stripped_jungle_wood")
            }),
            Footing::OpenAbove => {
                let above = at(IVec3::Y);
                !solid(above) || above.block().name().ends_with("_fence_gate") || above.block() == Block::MOVING_PISTON
            }
            Footing::Fire => top(Support::Full),
            Footing::Dripstone => {
                let back = if state.property("vertical_direction") == Some("up") { Face::Down } else { Face::Up };
                let base = at(back.step());
                let grows_on = base.block() == block
                    && base.property("vertical_direction") == state.property("vertical_direction");
                grows_on || whole(back)
            }
            Footing::Scaffolding => scaffold_distance(at) < 7,
            Footing::Dripleaf => {
                matches!(under, Block::BIG_DRIPLEAF | Block::BIG_DRIPLEAF_STEM | Block::CLAY)
                    || soil()
                    || top(Support::Full)
            }
        }
    }
}

/// Steps from a place for scaffolding to where some stands on the ground, 7 at most
/// (`ScaffoldingBlock.calculateDistance`). `at` tells the state so many blocks away.
pub fn scaffold_distance(at: impl Fn(IVec3) -> BlockState) -> u8 {
    let distance = |state: BlockState| state.number("distance").filter(|_| state.block() == Block::SCAFFOLDING);
    let below = at(IVec3::NEG_Y);
    if let Some(distance) = distance(below) {
        return distance;
    }
    if below.supports(Face::Up, Support::Full) {
        return 0;
    }
    let beside = Face::HORIZONTAL.into_iter().filter_map(|face| distance(at(face.step())));
    beside.min().map_or(7, |least| (least + 1).min(7))
}

/// Whether two blocks are the tip and the body of one climbing plant.
fn same_vine(a: Block, b: Block) -> bool {
    a.name().trim_end_matches("_plant") == b.name().trim_end_matches("_plant")
}

fn is_sand(block: Block) -> bool {
    matches!(block, Block::SAND | Block::RED_SAND | Block::SUSPICIOUS_SAND)
}

fn is_water(state: BlockState) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water)
}
