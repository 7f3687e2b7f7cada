//! Blocks whose shape follows their neighbours (`Block.getStateForNeighborUpdate`): fences, panes, walls,
//! stairs, double chests, beds, vines, kelp.

use anima_body::{BlockPos, View};
use anima_rules::{Block, BlockState, Face, Support};

use super::facts::{Flags, facts};
use super::sides::holds_vines;

/// Whether a block changes its shape with its neighbours.
pub(super) fn joins(block: Block) -> bool {
    let name = block.name();
    is_fence(name)
        || is_pane(name)
        || is_wall(name)
        || name.ends_with("_stairs")
        || name.ends_with("_bed")
        || matches!(
            block,
            Block::CHEST
                | Block::TRAPPED_CHEST
                | Block::GRASS_BLOCK
                | Block::PODZOL
                | Block::MYCELIUM
                | Block::VINE
                | Block::GLOW_LICHEN
                | Block::SCULK_VEIN
                | Block::KELP
                | Block::KELP_PLANT
                | Block::CAVE_VINES
                | Block::CAVE_VINES_PLANT
                | Block::WEEPING_VINES
                | Block::WEEPING_VINES_PLANT
                | Block::TWISTING_VINES
                | Block::TWISTING_VINES_PLANT
                | Block::ATTACHED_MELON_STEM
                | Block::ATTACHED_PUMPKIN_STEM
                | Block::SUNFLOWER
                | Block::LILAC
                | Block::ROSE_BUSH
                | Block::PEONY
                | Block::TALL_GRASS
                | Block::LARGE_FERN
                | Block::TALL_SEAGRASS
        )
        || name.ends_with("_door")
}

fn is_fence(name: &str) -> bool {
    name.ends_with("_fence")
}

fn is_pane(name: &str) -> bool {
    name.ends_with("glass_pane") || name == "iron_bars"
}

fn is_wall(name: &str) -> bool {
    name.ends_with("_wall")
}

fn same_axis(a: Face, b: Face) -> bool {
    a == b || a == b.opposite()
}

/// What a block becomes when its neighbour at `face` changed; air when it falls apart.
pub(super) fn joined(view: &View, pos: BlockPos, state: BlockState, face: Face) -> BlockState {
    let block = state.block();
    let name = block.name();
    let sideways = Face::HORIZONTAL.contains(&face);
    if is_fence(name) || is_pane(name) {
        return if sideways { state.with(face.name(), bool_name(connects(view, pos, state, face))) } else { state };
    }
    if is_wall(name) {
        return if face == Face::Down { state } else { wall(view, pos, state) };
    }
    if name.ends_with("_stairs") {
        return if sideways { state.with("shape", stair_shape(view, pos, state)) } else { state };
    }
    let next = view.block_or_wall(pos.beside(face));
    match block {
        Block::CHEST | Block::TRAPPED_CHEST => chest(state, face, next),
        Block::GRASS_BLOCK | Block::PODZOL | Block::MYCELIUM if face == Face::Up => {
            let snowy = matches!(next.block(), Block::SNOW | Block::SNOW_BLOCK | Block::POWDER_SNOW);
            state.with("snowy", bool_name(snowy))
        }
        Block::VINE => vine(view, pos, state, face),
        Block::GLOW_LICHEN | Block::SCULK_VEIN => {
            let held = holds_vines(next, face.opposite());
            let left = if held { state } else { state.with(face.name(), "false") };
            if Face::ALL.iter().any(|face| left.is(face.name())) { left } else { BlockState::AIR }
        }
        Block::KELP | Block::KELP_PLANT => climbing(state, face, next, Face::Up, Block::KELP, Block::KELP_PLANT),
        Block::TWISTING_VINES | Block::TWISTING_VINES_PLANT => {
            climbing(state, face, next, Face::Up, Block::TWISTING_VINES, Block::TWISTING_VINES_PLANT)
        }
        Block::CAVE_VINES | Block::CAVE_VINES_PLANT => {
            climbing(state, face, next, Face::Down, Block::CAVE_VINES, Block::CAVE_VINES_PLANT)
        }
        Block::WEEPING_VINES | Block::WEEPING_VINES_PLANT => {
            climbing(state, face, next, Face::Down, Block::WEEPING_VINES, Block::WEEPING_VINES_PLANT)
        }
        Block::ATTACHED_MELON_STEM if state.facing() == Some(face) && next.block() != Block::MELON => {
            Block::MELON_STEM.with("age", "7")
        }
        Block::ATTACHED_PUMPKIN_STEM if state.facing() == Some(face) && next.block() != Block::PUMPKIN => {
            Block::PUMPKIN_STEM.with("age", "7")
        }
        _ if name.ends_with("_bed") => {
            let foot = state.property("part") == Some("foot");
            let other = state.facing().map(|facing| if foot { facing } else { facing.opposite() });
            let whole = next.block() == block && next.property("part") != state.property("part");
            if other == Some(face) && !whole { BlockState::AIR } else { state }
        }
        _ if state.property("half").is_some() && !sideways => {
            let lower = state.property("half") == Some("lower");
            let other_half = lower == (face == Face::Up);
            let whole = next.block() == block && next.property("half") != state.property("half");
            match other_half {
                true if !whole => BlockState::AIR,
                true if name.ends_with("_door") => next.with("half", if lower { "lower" } else { "upper" }),
                _ => state,
            }
        }
        _ => state,
    }
}

/// The state that a newly placed block takes among its neighbours (`Block.postProcessState`).
pub(super) fn fitted(view: &View, pos: BlockPos, state: BlockState) -> BlockState {
    if !facts(state).is(Flags::JOINS) {
        return state;
    }
    let halves = state.property("half").is_some() && !state.block().name().ends_with("_stairs");
    if halves || state.property("part").is_some() {
        return state; // Its other half is not there yet.
    }
    let order = [Face::West, Face::East, Face::North, Face::South, Face::Down, Face::Up];
    order.into_iter().fold(state, |state, face| match joined(view, pos, state, face) {
        BlockState::AIR => state,
        joined => joined,
    })
}

fn bool_name(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// Blocks to which fences, panes and walls never connect (`Block.cannotConnect`).
fn stands_apart(state: BlockState) -> bool {
    facts(state).is(Flags::LEAVES)
        || matches!(
            state.block(),
            Block::BARRIER | Block::CARVED_PUMPKIN | Block::JACK_O_LANTERN | Block::MELON | Block::PUMPKIN
        )
        || state.block().name().ends_with("shulker_box")
}

fn gate_across(next: BlockState, face: Face) -> bool {
    next.block().name().ends_with("_fence_gate") && next.facing().is_some_and(|facing| !same_axis(facing, face))
}

/// Whether a fence, pane or wall connects to its neighbour at a side.
fn connects(view: &View, pos: BlockPos, state: BlockState, face: Face) -> bool {
    let next = view.block_or_wall(pos.beside(face));
    let (name, other) = (state.block().name(), next.block().name());
    let whole = !stands_apart(next) && next.supports(face.opposite(), Support::Full);
    let nether = |name: &str| name == "nether_brick_fence";
    whole
        || if is_fence(name) {
            (is_fence(other) && nether(name) == nether(other)) || gate_across(next, face)
        } else if is_pane(name) {
            is_pane(other) || is_wall(other)
        } else {
            is_wall(other) || is_pane(other) || gate_across(next, face)
        }
}

fn wall(view: &View, pos: BlockPos, state: BlockState) -> BlockState {
    let above = view.block_or_wall(pos.up(1));
    let covers = above.supports(Face::Down, Support::Full);
    let wall_above = is_wall(above.block().name());
    let mut connected = [false; 4];
    let mut state = state;
    for (connected, face) in connected.iter_mut().zip(Face::HORIZONTAL) {
        *connected = connects(view, pos, state, face);
        let above_reaches = wall_above && above.property(face.name()) != Some("none");
        let height = match *connected {
            false => "none",
            true if covers || above_reaches => "tall",
            true => "low",
        };
        state = state.with(face.name(), height);
    }
    let [north, south, west, east] = connected;
    let straight = north == south && west == east && north != west;
    let post_above = wall_above && above.is("up");
    let middle = above.supports(Face::Down, Support::Center) && !covers && !wall_above;
    state.with("up", bool_name(!straight || post_above || middle))
}

/// `StairsBlock.getStairShape`.
fn stair_shape(view: &View, pos: BlockPos, state: BlockState) -> &'static str {
    let Some(facing) = state.facing() else { return "straight" };
    let stair = |towards: Face| {
        let next = view.block_or_wall(pos.beside(towards));
        let stairs = next.block().name().ends_with("_stairs") && next.property("half") == state.property("half");
        next.facing().filter(|_| stairs)
    };
    let turns = |towards: Face| stair(towards) != Some(facing);
    if let Some(front) = stair(facing)
        && !same_axis(front, facing)
        && turns(front.opposite())
    {
        return if front == facing.clockwise().opposite() { "outer_left" } else { "outer_right" };
    }
    if let Some(back) = stair(facing.opposite())
        && !same_axis(back, facing)
        && turns(back)
    {
        return if back == facing.clockwise().opposite() { "inner_left" } else { "inner_right" };
    }
    "straight"
}

/// The side at which the other half of a double chest is.
pub(super) fn chest_partner(state: BlockState) -> Option<Face> {
    let facing = state.facing()?;
    match state.property("type")? {
        "left" => Some(facing.clockwise()),
        "right" => Some(facing.clockwise().opposite()),
        _ => None,
    }
}

fn chest(state: BlockState, face: Face, next: BlockState) -> BlockState {
    if next.block() == state.block() && Face::HORIZONTAL.contains(&face) {
        let single = state.property("type") == Some("single");
        if single && next.facing() == state.facing() && chest_partner(next) == Some(face.opposite()) {
            let own = if next.property("type") == Some("left") { "right" } else { "left" };
            return state.with("type", own);
        }
        state
    } else if chest_partner(state) == Some(face) {
        state.with("type", "single")
    } else {
        state
    }
}

/// `VineBlock.getPlacementShape`: sides that hang on nothing are let go.
fn vine(view: &View, pos: BlockPos, state: BlockState, changed: Face) -> BlockState {
    if changed == Face::Down {
        return state;
    }
    let holds = |face: Face| holds_vines(view.block_or_wall(pos.beside(face)), face.opposite());
    let above = view.block_or_wall(pos.up(1));
    let mut left = state;
    if left.is("up") {
        left = left.with("up", bool_name(holds(Face::Up)));
    }
    for face in Face::HORIZONTAL {
        if left.is(face.name()) {
            let hangs = above.block() == Block::VINE && above.is(face.name());
            left = left.with(face.name(), bool_name(holds(face) || hangs));
        }
    }
    let any = left.is("up") || Face::HORIZONTAL.iter().any(|face| left.is(face.name()));
    if any { left } else { BlockState::AIR }
}

/// Climbing plants: the tip becomes body when something grows on it, and the body a tip when nothing does.
fn climbing(state: BlockState, face: Face, next: BlockState, grows: Face, tip: Block, body: Block) -> BlockState {
    if face != grows {
        return state;
    }
    let goes_on = next.block() == tip || next.block() == body;
    let with_berries = |to: BlockState| match state.property("berries") {
        Some(berries) => to.try_with("berries", berries).unwrap_or(to),
        None => to,
    };
    match (state.block() == tip, goes_on) {
        (true, true) => with_berries(body.state()),
        (false, false) => with_berries(tip.state()),
        _ => state,
    }
}

#[cfg(test)]
mod tests {
    use crate::level::testing::{floor, state};

    #[test]
    fn fences_connect_and_let_go() {
        let mut level = floor();
        level.put([0, 64, 0], "oak_fence");
        let beside = level.fitted([1, 64, 0].into(), state("birch_fence"));
        assert!(beside.is("west"));
        level.set_block([1, 64, 0].into(), beside);
        assert!(level.block([0, 64, 0].into()).is("east"));
        level.put([1, 64, 0], "air");
        assert!(!level.block([0, 64, 0].into()).is("east"));
    }

    #[test]
    fn stairs_turn_corners_and_chests_part() {
        let mut level = floor();
        level.put([0, 64, 0], "oak_stairs[facing=east]");
        level.put([1, 64, 0], "oak_stairs[facing=north]");
        assert_eq!(level.block([0, 64, 0].into()).property("shape"), Some("outer_left"));
        level.put([5, 64, 0], "chest[facing=north,type=left]");
        level.put([6, 64, 0], "chest[facing=north,type=right]");
        level.put([6, 64, 0], "air");
        assert_eq!(level.block([5, 64, 0].into()).property("type"), Some("single"));
    }

    #[test]
    fn vines_hang_from_leaves_and_each_other() {
        let mut level = floor();
        level.put([1, 70, 0], "oak_leaves[persistent=true]");
        for y in (66..=70).rev() {
            level.put([0, y, 0], "vine[east=true]");
        }
        level.put([0, 65, 0], "stone");
        level.put([0, 71, 0], "stone");
        level.run(5);
        assert!((66..=70).all(|y| level.name([0, y, 0]) == "vine"));
        level.put([1, 70, 0], "air");
        assert!((66..=70).all(|y| level.name([0, y, 0]) == "air"));
    }

    #[test]
    fn kelp_grows_a_new_tip() {
        let mut level = floor();
        for y in 64..67 {
            level.put([0, y, 0], "water");
            level.put([0, y, 0], "kelp");
        }
        assert_eq!((level.name([0, 64, 0]), level.name([0, 66, 0])), ("kelp_plant", "kelp"));
        level.break_block([0, 66, 0].into(), None, true);
        assert_eq!((level.name([0, 65, 0]), level.name([0, 66, 0])), ("kelp", "water"));
    }
}
