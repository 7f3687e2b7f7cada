//! Where a kind may spawn (`SpawnRestriction` and the `canSpawn` of the mob classes).

use anima_body::{BlockPos, View};
use anima_rules::{Biome, Block, BlockState, EntityKind, Face, FluidKind, StateFlags, Support};
use rand::{RngExt, SeedableRng};

use crate::Difficulty;
use crate::entity::{Class, Ways, traits};
use crate::level::{Dice, Level};
use crate::physics::ground;
use anima_rules::DAY;

/// Where the sea lies.
const SEA_LEVEL: i32 = 63;

/// What the world around a place says to spawning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Climate {
    pub difficulty: Difficulty,
    /// Light that night and weather take from the sky.
    pub darkness: u8,
    pub thunders: bool,
    /// Ticks since the first sunrise: the moon.
    pub time: u64,
    /// Decides which chunks slimes spawn in.
    pub seed: u64,
    /// Out of a spawner: the ground does not matter.
    pub by_spawner: bool,
}

/// Whether the cells at a place are those a kind spawns in (`SpawnHelper.canSpawn`).
pub(super) fn has_room(view: &View<'_>, kind: EntityKind, pos: BlockPos) -> bool {
    use EntityKind as E;
    match kind {
        E::SQUID
        | E::GLOW_SQUID
        | E::DOLPHIN
        | E::SALMON
        | E::COD
        | E::TROPICAL_FISH
        | E::PUFFERFISH
        | E::AXOLOTL
        | E::DROWNED
        | E::GUARDIAN
        | E::TADPOLE => is_water(view, pos) && !ground(view.block_or_wall(pos.up(1))).suffocates,
        E::FOX => true,
        _ => {
            carries(view.block_or_wall(pos.down(1)), kind)
                && [pos, pos.up(1)].iter().all(|pos| is_empty(view, *pos, kind))
        }
    }
}

/// `AbstractBlockState.allowsSpawning`
pub(super) fn carries(below: BlockState, kind: EntityKind) -> bool {
    let name = below.block().name();
    match name {
        "bedrock" | "barrier" | "scaffolding" => false,
        "soul_sand" => true,
        "ice" | "frosted_ice" => kind == EntityKind::POLAR_BEAR,
        "magma_block" => false,
        _ if name.ends_with("_leaves") => matches!(kind, EntityKind::OCELOT | EntityKind::PARROT),
        _ if name.ends_with("glass") || name.ends_with("_trapdoor") => false,
        _ => below.supports(Face::Up, Support::Full) && below.light_emitted() < 14,
    }
}

/// `SpawnHelper.isClearForSpawn`
fn is_empty(view: &View<'_>, pos: BlockPos, kind: EntityKind) -> bool {
    let state = view.block_or_wall(pos);
    if state.is_air() {
        return true;
    }
    let name = state.block().name();
    let signals = name.ends_with("_pressure_plate")
        || name.ends_with("_button")
        || matches!(name, "lever" | "redstone_wire" | "redstone_torch" | "redstone_wall_torch" | "tripwire_hook");
    let fireproof = traits(kind).is_some_and(|traits| traits.has(Ways::FIREPROOF));
    let burns = matches!(name, "fire" | "soul_fire") || name.ends_with("campfire") && state.is("lit");
    let pricks = matches!(name, "wither_rose" | "sweet_berry_bush" | "cactus" | "powder_snow");
    !state.flags().contains(StateFlags::FULL_CUBE)
        && !signals
        && state.fluid().is_none()
        && !name.ends_with("rail")
        && (fireproof || !burns)
        && !pricks
}

fn fluid(view: &View<'_>, pos: BlockPos) -> Option<FluidKind> {
    view.block(pos).and_then(BlockState::fluid).map(|fluid| fluid.kind)
}

fn is_water(view: &View<'_>, pos: BlockPos) -> bool {
    fluid(view, pos) == Some(FluidKind::Water)
}

/// The heights at which all of a category spawns; `None` if any may do.
pub(super) fn is_at_surface_water(y: i32) -> bool {
    (SEA_LEVEL - 13..=SEA_LEVEL).contains(&y)
}

/// Whether a kind spawns at a place: light, ground, height and luck (`SpawnRestriction.canSpawn`).
pub(super) fn allows(level: &mut Level, kind: EntityKind, pos: BlockPos, climate: &Climate, dice: &mut Dice) -> bool {
    use EntityKind as E;
    let below = level.block(pos.down(1));
    let stands = climate.by_spawner || carries(below, kind);
    let on = |blocks: &[Block]| blocks.contains(&below.block());
    match kind {
        E::SLIME => stands && climate.difficulty != Difficulty::Peaceful && suits_slimes(level, pos, climate, dice),
        E::DROWNED => suits_drowned(level, pos, climate, dice),
        E::HUSK | E::STRAY => {
            stands && is_dark_for_monsters(level, pos, climate, dice) && (climate.by_spawner || level.sees_sky(pos))
        }
        E::OCELOT => dice.random_range(0..3) != 0,
        E::BAT => stands && suits_bats(level, pos, climate, dice),
        E::GLOW_SQUID => {
            pos.y <= SEA_LEVEL - 33 && level.brightness_under(pos, 0) == 0 && level.block(pos).block() == Block::WATER
        }
        E::SQUID | E::DOLPHIN | E::SALMON | E::COD | E::PUFFERFISH => is_in_surface_water(&level.view(), pos),
        E::TROPICAL_FISH => {
            let lush = level.biome(pos) == Biome::LUSH_CAVES;
            let view = level.view();
            let in_water = is_water(&view, pos.down(1)) && is_water(&view, pos.up(1));
            in_water && (lush || is_in_surface_water(&view, pos))
        }
        E::AXOLOTL => on(&[Block::CLAY]),
        E::TURTLE if pos.y >= SEA_LEVEL + 4 => false,
        E::PARROT => {
            let name = below.block().name();
            let perch = below.is_air() || name.ends_with("_leaves") || name.ends_with("_log");
            (perch || on(&[Block::GRASS_BLOCK])) && is_bright(level, pos)
        }
        kind if traits(kind).is_some_and(|traits| traits.class.contains(Class::ENEMY)) || kind == E::CREEPER => {
            stands && is_dark_for_monsters(level, pos, climate, dice)
        }
        kind => on(soil(kind)) && is_bright(level, pos),
    }
}

/// The ground that a kind of animal spawns on: the tags `*_spawnable_on`.
pub(crate) fn soil(kind: EntityKind) -> &'static [Block] {
    use EntityKind as E;
    match kind {
        E::TURTLE => &[Block::SAND, Block::RED_SAND],
        E::RABBIT => &[Block::GRASS_BLOCK, Block::SNOW, Block::SNOW_BLOCK, Block::SAND],
        E::WOLF => &[Block::GRASS_BLOCK, Block::SNOW, Block::SNOW_BLOCK],
        E::FOX => &[Block::GRASS_BLOCK, Block::SNOW, Block::SNOW_BLOCK, Block::PODZOL, Block::COARSE_DIRT],
        E::GOAT => &[Block::STONE, Block::SNOW, Block::SNOW_BLOCK, Block::PACKED_ICE, Block::GRAVEL],
        E::FROG => &[Block::GRASS_BLOCK, Block::MUD, Block::MANGROVE_ROOTS, Block::MUDDY_MANGROVE_ROOTS],
        E::MOOSHROOM => &[Block::MYCELIUM],
        E::POLAR_BEAR => &[Block::GRASS_BLOCK, Block::ICE],
        _ => &[Block::GRASS_BLOCK],
    }
}

/// Whether a monster does not mind the light of a place (`HostileEntity.getPathfindingFavor` is not below zero).
pub(super) fn likes_dark(level: &mut Level, kind: EntityKind, pos: BlockPos, darkness: u8) -> bool {
    if !traits(kind).is_some_and(|traits| traits.has(Ways::HOSTILE)) {
        return true;
    }
    let light = f32::from(level.brightness_under(pos, darkness)) / 15.0;
    light / (4.0 - 3.0 * light) <= 0.5
}

/// `AnimalEntity.isLightLevelValidForNaturalSpawn`
fn is_bright(level: &mut Level, pos: BlockPos) -> bool {
    level.brightness_under(pos, 0) > 8
}

/// `HostileEntity.canSpawnInDark`: no light of blocks, little of the sky, and the less the likelier.
fn is_dark_for_monsters(level: &mut Level, pos: BlockPos, climate: &Climate, dice: &mut Dice) -> bool {
    if climate.difficulty == Difficulty::Peaceful || i32::from(level.sky_light(pos)) > dice.random_range(0..32) {
        return false;
    }
    if level.block_light(pos) > 0 {
        return false;
    }
    let darkness = if climate.thunders { 10 } else { climate.darkness };
    level.brightness_under(pos, darkness) <= dice.random_range(0..8)
}

/// `BatEntity.canSpawn`
fn suits_bats(level: &mut Level, pos: BlockPos, climate: &Climate, dice: &mut Dice) -> bool {
    pos.y < SEA_LEVEL
        && !dice.random::<bool>()
        && i32::from(level.brightness_under(pos, climate.darkness)) <= dice.random_range(0..4)
}

/// `WaterCreatureEntity.canSpawn`
fn is_in_surface_water(view: &View<'_>, pos: BlockPos) -> bool {
    is_at_surface_water(pos.y)
        && is_water(view, pos.down(1))
        && view.block(pos.up(1)).is_some_and(|state| state.block() == Block::WATER)
}

/// `DrownedEntity.canSpawn`
fn suits_drowned(level: &mut Level, pos: BlockPos, climate: &Climate, dice: &mut Dice) -> bool {
    let wet = is_water(&level.view(), pos.down(1)) && is_water(&level.view(), pos);
    if !wet {
        return false;
    }
    let lucky = match level.biome(pos) {
        Biome::RIVER | Biome::FROZEN_RIVER => dice.random_range(0..15) == 0,
        _ => dice.random_range(0..40) == 0 && pos.y < SEA_LEVEL - 5,
    };
    lucky && is_dark_for_monsters(level, pos, climate, dice)
}

/// `SlimeEntity.canSpawn`: in swamps by moonlight, deep down in one chunk of ten.
fn suits_slimes(level: &mut Level, pos: BlockPos, climate: &Climate, dice: &mut Dice) -> bool {
    if climate.by_spawner {
        return true;
    }
    let swamp = matches!(level.biome(pos), Biome::SWAMP | Biome::MANGROVE_SWAMP);
    if swamp && (51..70).contains(&pos.y) && dice.random::<f32>() < 0.5 && dice.random::<f32>() < moon(climate.time) {
        let light = i32::from(level.brightness_under(pos, climate.darkness));
        if light <= dice.random_range(0..8) {
            return true;
        }
    }
    pos.y < 40 && dice.random_range(0..10) == 0 && holds_slimes(pos, climate.seed)
}

/// Whether a chunk is one of the ten in a hundred of slimes; another choice than the game's for the same seed.
fn holds_slimes(pos: BlockPos, seed: u64) -> bool {
    let chunk = pos.chunk();
    let place = u64::from(chunk.x as u32) << 32 | u64::from(chunk.z as u32);
    Dice::seed_from_u64(seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15)).random_range(0..10) == 0
}

/// How full the moon is, 0..=1 (`DimensionType.MOON_SIZES`).
fn moon(time: u64) -> f32 {
    [1.0, 0.75, 0.5, 0.25, 0.0, 0.25, 0.5, 0.75][(time / DAY % 8) as usize]
}
