//! What stands for a block that 1.19.4 does not have: one of its own states that is like it to walk into and to dig.
//!
//! The agent must take a stand-in for nothing that a goal is after, so each of them drops nothing, or only itself, of
//! which nothing is made. All that are not passed are opaque, so that nobody sees through what may be a wall.

use anima_rules::dig::{Digger, progress_per_tick};
use anima_rules::{Block, BlockState, Item, ItemStack};

/// What the game's own state tells of a block, numbered as `Registries.java` does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nature {
    /// What it is like to walk into.
    pub shape: Shape,
    /// `AbstractBlockState.getHardness`; below 0 for what cannot be dug.
    pub hardness: f32,
    /// What digs it faster.
    pub tool: DiggingTool,
    /// Whether it drops nothing without that tool, and is dug more slowly (`AbstractBlockState.isToolRequired`).
    pub needs_tool: bool,
}

/// What a block is like to walk into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i8)]
pub enum Shape {
    /// A whole cube, or so uneven that its cell is taken for full.
    #[default]
    Cube = 0,
    /// Air of any kind.
    Air = 1,
    /// Nothing to collide with.
    None = 2,
    /// Not higher than two sixteenths of a block.
    Low = 3,
    /// In the lower half.
    Bottom = 4,
    /// In the upper half.
    Top = 5,
    /// Higher than its cell, as a fence.
    Tall = 6,
    /// Water, and nothing to collide with.
    Water = 7,
    /// Any other liquid.
    Liquid = 8,
}

/// The kind of tool that digs a block faster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i8)]
pub enum DiggingTool {
    /// No tool does.
    #[default]
    None = 0,
    /// Pickaxes.
    Pickaxe = 1,
    /// Axes.
    Axe = 2,
    /// Shovels.
    Shovel = 3,
    /// Hoes.
    Hoe = 4,
}

impl Shape {
    /// The shape with a number; what has none that is known is a cube.
    pub fn from_id(id: i8) -> Shape {
        use Shape::*;
        [Cube, Air, None, Low, Bottom, Top, Tall, Water, Liquid]
            .into_iter()
            .find(|shape| *shape as i8 == id)
            .unwrap_or(Cube)
    }
}

impl DiggingTool {
    /// In iron, as digging times are compared.
    const IRON: [(DiggingTool, Item); 4] = [
        (DiggingTool::Pickaxe, Item::IRON_PICKAXE),
        (DiggingTool::Axe, Item::IRON_AXE),
        (DiggingTool::Shovel, Item::IRON_SHOVEL),
        (DiggingTool::Hoe, Item::IRON_HOE),
    ];

    /// The tool with a number; none for any other.
    pub fn from_id(id: i8) -> DiggingTool {
        DiggingTool::IRON.into_iter().map(|(tool, _)| tool).find(|tool| *tool as i8 == id).unwrap_or_default()
    }
}

/// Cubes, and what is taken for one.
const CUBES: &[Block] = &[
    Block::CALCITE,
    Block::SMOOTH_BASALT,
    Block::TUFF,
    Block::RED_NETHER_BRICKS,
    Block::CRACKED_DEEPSLATE_TILES,
    Block::NETHERITE_BLOCK,
    Block::MUSHROOM_STEM,
    Block::JACK_O_LANTERN,
    Block::CHISELED_BOOKSHELF,
    Block::JUKEBOX,
    Block::ROOTED_DIRT,
    Block::SCULK,
    Block::TARGET,
    Block::SCULK_CATALYST,
    Block::HONEYCOMB_BLOCK,
    Block::BAMBOO_MOSAIC,
    Block::REINFORCED_DEEPSLATE,
    Block::BEDROCK,
];
/// Those that have a lower and an upper half.
const SLABS: &[Block] = &[Block::BAMBOO_MOSAIC_SLAB, Block::PETRIFIED_OAK_SLAB, Block::DEEPSLATE_TILE_SLAB];
/// Fences, which are joined on all sides.
const FENCES: &[Block] = &[Block::CRIMSON_FENCE, Block::NETHER_BRICK_FENCE];
/// Passed as air is, but there to be dug, so that nothing is placed into it.
const PASSED: &[Block] = &[Block::DEAD_TUBE_CORAL, Block::ACTIVATOR_RAIL, Block::CRIMSON_SIGN, Block::LIGHT];

/// What stands for an id that means nothing: nobody digs it, walks through it or sees through it.
pub fn unknown() -> BlockState {
    Block::BEDROCK.state()
}

/// The state that stands for a block: of those of its shape the one that is dug in the most similar time.
pub fn of(nature: Nature) -> BlockState {
    let dry = |block: Block| block.state().try_with("waterlogged", "false").unwrap_or(block.state());
    let joined = |block: Block| {
        ["north", "south", "west", "east"].iter().fold(dry(block), |state, side| state.with(side, "true"))
    };
    let nearest = |blocks: &'static [Block]| {
        blocks
            .iter()
            .copied()
            .min_by(|a, b| difference(nature, *a).total_cmp(&difference(nature, *b)))
            .expect("no list is empty")
    };
    match nature.shape {
        Shape::Air => BlockState::AIR,
        Shape::Water => Block::WATER.state(),
        Shape::Liquid => Block::LAVA.state(),
        Shape::None => dry(nearest(PASSED)),
        Shape::Low => Block::REPEATER.state(),
        Shape::Bottom => dry(nearest(SLABS)).with("type", "bottom"),
        Shape::Top => dry(nearest(SLABS)).with("type", "top"),
        Shape::Tall => joined(nearest(FENCES)),
        Shape::Cube => nearest(CUBES).state(),
    }
}

/// How much the digging times differ, by hand and with each iron tool: the logarithms of their ratios, added up. What it
/// will mostly be dug with weighs more.
fn difference(nature: Nature, block: Block) -> f32 {
    /// Weight of the tool that suits.
    const SUITS: f32 = 4.0;
    let tools = DiggingTool::IRON.into_iter().map(|(tool, item)| (tool, Some(ItemStack::new(item, 1))));
    let hands = [(DiggingTool::None, None)].into_iter().chain(tools);
    let differs = |(tool, held): (DiggingTool, Option<ItemStack>)| {
        let share = |per_tick: f32| per_tick.clamp(UNBREAKABLE, 1.0).ln();
        let ours = share(progress_per_tick(block.state(), &Digger::holding(held)));
        let weight = if tool == nature.tool { SUITS } else { 1.0 };
        weight * (share(nature.progress_per_tick(tool)) - ours).abs()
    };
    hands.map(differs).sum()
}

/// The share of a block that a tick digs of one that cannot be dug: less than of any that can.
const UNBREAKABLE: f32 = 1e-6;

impl Nature {
    /// The share of the block that a tick digs by hand or with an iron tool (`AbstractBlock.calcBlockBreakingDelta`).
    fn progress_per_tick(&self, with: DiggingTool) -> f32 {
        /// Speed of iron tools (`ToolMaterials.IRON`).
        const IRON: f32 = 6.0;
        if self.hardness < 0.0 {
            return 0.0;
        }
        let suits = with != DiggingTool::None && with == self.tool;
        let divisor = if self.needs_tool && !suits { 100.0 } else { 30.0 };
        (if suits { IRON } else { 1.0 }) / self.hardness / divisor
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::all_ways;
    use anima_rules::{Aabb, StateFlags, dig};

    use super::*;

    const SHAPES: [Shape; 9] = [
        Shape::Cube,
        Shape::Air,
        Shape::None,
        Shape::Low,
        Shape::Bottom,
        Shape::Top,
        Shape::Tall,
        Shape::Water,
        Shape::Liquid,
    ];

    /// One of each hardness that blocks have, with each tool.
    fn natures(shape: Shape) -> impl Iterator<Item = Nature> {
        let hardness = [
            -1.0, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 5.0, 10.0, 22.5, 50.0,
            1e9,
        ];
        let tools = (0..5).map(DiggingTool::from_id).flat_map(|tool| [(tool, false), (tool, true)]);
        let tools: Vec<_> = tools.collect();
        hardness.into_iter().flat_map(move |hardness| {
            let nature = move |(tool, needs_tool)| Nature { shape, hardness, tool, needs_tool };
            tools.clone().into_iter().map(nature)
        })
    }

    #[test]
    fn a_stand_in_has_the_shape() {
        for shape in SHAPES {
            for state in natures(shape).map(of) {
                let boxes = state.collision();
                let (low, high) =
                    boxes.iter().fold((9.0_f64, 0.0_f64), |(low, high), b| (low.min(b.min.y), high.max(b.max.y)));
                let flags = state.flags();
                let is_as_told = match shape {
                    Shape::Cube => flags.contains(StateFlags::FULL_CUBE | StateFlags::OPAQUE),
                    Shape::Air => state.is_air(),
                    Shape::None => boxes.is_empty() && state.fluid().is_none() && !state.is_air(),
                    Shape::Low => (low, high) == (0.0, 0.125),
                    Shape::Bottom => (low, high) == (0.0, 0.5),
                    Shape::Top => (low, high) == (0.5, 1.0),
                    Shape::Tall => (low, high) == (0.0, 1.5) && reaches_all_sides(boxes),
                    Shape::Water => state.block() == Block::WATER,
                    Shape::Liquid => state.block() == Block::LAVA,
                };
                assert!(is_as_told, "{shape:?} is {state}, {boxes:?}");
                let odd = StateFlags::FALLS | StateFlags::CLIMBABLE | StateFlags::HURTS;
                assert!(shape == Shape::Liquid || !flags.intersects(odd), "{state} does what nothing tells of");
            }
        }
    }

    fn reaches_all_sides(boxes: &[Aabb]) -> bool {
        let reach = |side: fn(&Aabb) -> bool| boxes.iter().any(side);
        reach(|b| b.min.x == 0.0) && reach(|b| b.max.x == 1.0) && reach(|b| b.min.z == 0.0) && reach(|b| b.max.z == 1.0)
    }

    #[test]
    fn nothing_that_can_be_had_starts_with_a_stand_in() {
        for block in [CUBES, SLABS, FENCES, PASSED, &[Block::REPEATER]].concat() {
            let mined = all_ways().iter().filter(|way| way.kind.block() == Some(block)).map(|way| way.item);
            for item in mined {
                assert_eq!(Some(item), block.item(), "{block} gives what else is wanted");
                let makes =
                    all_ways().iter().find(|way| way.materials.iter().any(|material| material.any_of.contains(&item)));
                assert!(makes.is_none(), "{block}: {item} makes {:?}", makes.map(|way| way.item));
            }
            assert!(all_ways().iter().all(|way| way.station != Some(block)), "{block} is a station");
        }
    }

    #[test]
    fn a_cube_is_dug_in_about_its_own_time() {
        let mut worst = 1.0_f32;
        for nature in natures(Shape::Cube) {
            let state = of(nature);
            let is_dug = (0.0..=50.0).contains(&nature.hardness);
            assert_eq!(is_dug, state.block().hardness() >= 0.0, "{nature:?} is {state}");
            // What shovels dig is soft.
            let hardest = if nature.tool == DiggingTool::Shovel { 1.0 } else { 5.0 };
            let is_of_the_game = (0.2..=hardest).contains(&nature.hardness);
            let has_tool = nature.tool != DiggingTool::None;
            if is_of_the_game && has_tool && (nature.needs_tool == (nature.tool == DiggingTool::Pickaxe)) {
                let held = DiggingTool::IRON
                    .into_iter()
                    .find(|(tool, _)| *tool == nature.tool)
                    .map(|(_, item)| ItemStack::new(item, 1));
                let share = dig::progress_per_tick(state, &Digger::holding(held)).min(1.0);
                let ratio = nature.progress_per_tick(nature.tool).min(1.0) / share;
                worst = worst.max(ratio).max(1.0 / ratio);
            }
        }
        assert!(worst <= 4.0, "{worst}");
    }

    #[test]
    fn what_the_game_has_stands_for_itself_where_it_is_listed() {
        for block in CUBES {
            let tools = DiggingTool::IRON.into_iter();
            let speed = |item: Item| dig::tool_speed(block.state(), Some(ItemStack::new(item, 1)));
            let tool = tools.clone().find(|(_, item)| speed(*item) > 1.0).map(|(tool, _)| tool).unwrap_or_default();
            let needs_tool = block.state().flags().contains(StateFlags::NEEDS_TOOL);
            let nature = Nature { shape: Shape::Cube, hardness: block.hardness(), tool, needs_tool };
            let (stand_in, digger) = (of(nature), Digger::holding(None));
            assert_eq!(
                progress_per_tick(stand_in, &digger),
                progress_per_tick(block.state(), &digger),
                "{block}: {stand_in}"
            );
        }
    }
}
