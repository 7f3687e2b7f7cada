//! How each block state treats a body: slippery, sticky, slow, prickly.

use anima_rules::{Block, BlockState, StateFlags};
use once_cell::sync::Lazy;

/// What meeting a block does to a body, beyond collision (the game's `onEntityCollision`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Nothing,
    Cobweb,
    /// Slows; from age 1 it pricks too.
    BerryBush {
        prickly: bool,
    },
    PowderSnow,
    Honey,
    /// A bubble column, pulling down or pushing up.
    Bubbles {
        down: bool,
    },
    Cactus,
    Fire {
        soul: bool,
    },
    Campfire {
        soul: bool,
    },
    WitherRose,
    Lava,
}

/// How a collision shape is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solid {
    /// Nothing to collide with.
    No,
    /// A whole cube.
    Cube,
    /// The boxes of the state.
    Boxes,
    /// The boxes of the state, moved sideways by a hash of the place (bamboo, pointed dripstone): at most
    /// this many 64ths of a block.
    Offset(u8),
    /// Stands and climbs: depends on where the body is.
    Scaffolding,
    /// Carries only light feet.
    PowderSnow,
}

/// What a landing body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landing {
    Stops,
    /// Slime.
    Bounces,
    /// Beds.
    BouncesSoftly,
}

/// The physics of one block state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// 0.6 for most, more for ice.
    pub slipperiness: f32,
    /// Factor on sideways velocity each tick.
    pub velocity: f32,
    /// Factor on jumps.
    pub jump: f32,
    pub touch: Touch,
    pub solid: Solid,
    pub landing: Landing,
    /// A fence, wall or gate: half a block taller than its cell.
    pub is_fence: bool,
    /// Pushes bodies out and stifles heads (the game's `shouldSuffocate`).
    pub suffocates: bool,
    /// A ladder, vine and the like, or scaffolding.
    pub is_climbable: bool,
    /// An open trapdoor, to be climbed above a ladder.
    pub is_open_trapdoor: bool,
}

static GROUNDS: Lazy<Vec<Ground>> = Lazy::new(|| {
    let state = |id| BlockState::from_id(id).expect("ids are dense");
    (0..BlockState::count() as u16).map(state).map(ground_of).collect()
});

/// The physics of a block state.
#[inline]
pub(crate) fn ground(state: BlockState) -> &'static Ground {
    &GROUNDS[usize::from(state.id())]
}

fn ground_of(state: BlockState) -> Ground {
    let name = state.block().name();
    let flags = state.flags();
    Ground {
        slipperiness: match name {
            "ice" | "packed_ice" | "frosted_ice" => 0.98,
            "blue_ice" => 0.989,
            "slime_block" => 0.8,
            _ => 0.6,
        },
        velocity: if matches!(name, "soul_sand" | "honey_block") { 0.4 } else { 1.0 },
        jump: if name == "honey_block" { 0.5 } else { 1.0 },
        touch: touch(state, name),
        solid: solid(state, name),
        landing: match name {
            "slime_block" => Landing::Bounces,
            _ if name.ends_with("_bed") => Landing::BouncesSoftly,
            _ => Landing::Stops,
        },
        is_fence: name.ends_with("_fence") || name.ends_with("_wall") || name.ends_with("_fence_gate"),
        suffocates: suffocates(name, flags),
        is_climbable: flags.contains(StateFlags::CLIMBABLE),
        is_open_trapdoor: name.ends_with("_trapdoor") && state.is("open"),
    }
}

fn touch(state: BlockState, name: &str) -> Touch {
    match name {
        "cobweb" => Touch::Cobweb,
        "sweet_berry_bush" => Touch::BerryBush { prickly: state.number("age") > Some(0) },
        "powder_snow" => Touch::PowderSnow,
        "honey_block" => Touch::Honey,
        "bubble_column" => Touch::Bubbles { down: state.is("drag") },
        "cactus" => Touch::Cactus,
        "fire" => Touch::Fire { soul: false },
        "soul_fire" => Touch::Fire { soul: true },
        "campfire" if state.is("lit") => Touch::Campfire { soul: false },
        "soul_campfire" if state.is("lit") => Touch::Campfire { soul: true },
        "wither_rose" => Touch::WitherRose,
        "lava" => Touch::Lava,
        _ => Touch::Nothing,
    }
}

fn solid(state: BlockState, name: &str) -> Solid {
    match name {
        "scaffolding" => Solid::Scaffolding,
        "powder_snow" => Solid::PowderSnow,
        "bamboo" => Solid::Offset(16),
        "pointed_dripstone" => Solid::Offset(8),
        _ if state.flags().contains(StateFlags::NO_COLLISION) => Solid::No,
        _ if state.flags().contains(StateFlags::FULL_CUBE) => Solid::Cube,
        _ => Solid::Boxes,
    }
}

/// `shouldSuffocate`: whole cubes of a material that blocks movement, but for leaves, glass and a few
/// registered with `suffocates(never)` or `always`.
fn suffocates(name: &str, flags: StateFlags) -> bool {
    match name {
        "soul_sand" | "mud" => true,
        _ if name.ends_with("_leaves") || name.ends_with("glass") => false,
        _ => flags.contains(StateFlags::FULL_CUBE | StateFlags::BLOCKS_MOTION),
    }
}

/// What the ground makes of a fall: blocks added to it, and the share of it that hurts (`onLandedUpon` of the
/// block classes).
pub(crate) fn landing_hurt(on: BlockState, sneaking: bool) -> (f32, f32) {
    match on.block() {
        Block::SLIME_BLOCK if !sneaking => (0.0, 0.0),
        Block::HAY_BLOCK | Block::HONEY_BLOCK => (0.0, 0.2),
        Block::POWDER_SNOW => (0.0, 0.0),
        Block::POINTED_DRIPSTONE if on.property("vertical_direction") == Some("up") => match on.property("thickness") {
            Some("tip") => (2.0, 2.0),
            _ => (0.0, 1.0),
        },
        _ if ground(on).landing == Landing::BouncesSoftly => (0.0, 0.5),
        _ => (0.0, 1.0),
    }
}

/// The fall that landing on a block counts as: extra blocks for stalagmites, half for beds, none in powder snow
/// (`Block.onLandedUpon`).
pub(crate) fn landing_fall(on: BlockState, distance: f32) -> f32 {
    match on.block() {
        Block::POWDER_SNOW => 0.0,
        _ if ground(on).landing == Landing::BouncesSoftly => distance * 0.5,
        _ => distance + landing_hurt(on, false).0,
    }
}

/// Blocks that end a fall when passed (tag `fall_damage_resetting`).
pub(crate) fn breaks_fall(state: BlockState) -> bool {
    ground(state).is_climbable || matches!(state.block(), Block::SWEET_BERRY_BUSH | Block::COBWEB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_blocks_are_ordinary() {
        for block in [Block::STONE, Block::OAK_PLANKS, Block::GRASS_BLOCK, Block::SAND] {
            let ground = ground(block.state());
            assert_eq!((ground.slipperiness, ground.velocity, ground.jump), (0.6, 1.0, 1.0));
            assert_eq!((ground.touch, ground.solid, ground.suffocates), (Touch::Nothing, Solid::Cube, true));
        }
        assert!(!ground(Block::GLASS.state()).suffocates);
        assert!(!ground(Block::OAK_LEAVES.state()).suffocates);
        assert_eq!(ground(Block::WATER.state()).solid, Solid::No);
    }
}
