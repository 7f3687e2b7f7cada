//! What a cell is to feet that look for a way.

use anima_body::{BlockPos, MIN_Y, View};
use anima_rules::{BlockState, FluidKind, StateFlags};
use once_cell::sync::Lazy;

/// What a cell offers to a walker (`PathNodeType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Footing {
    Blocked,
    /// Air above air.
    Open,
    /// Air above something to stand on.
    Walkable,
    WalkableDoor,
    Trapdoor,
    PowderSnow,
    /// On powder snow.
    DangerPowderSnow,
    Fence,
    Lava,
    Water,
    WaterBorder,
    Rail,
    UnpassableRail,
    /// Beside fire.
    DangerFire,
    /// In or on fire.
    DamageFire,
    /// Beside a cactus or berry bush.
    DangerOther,
    /// In or on a cactus or berry bush.
    DamageOther,
    DoorOpen,
    DoorWoodClosed,
    DoorIronClosed,
    Leaves,
    StickyHoney,
    Cocoa,
}

impl Footing {
    const COUNT: usize = 23;
    pub(super) const ALL: [Footing; Footing::COUNT] = {
        use Footing::*;
        [
            Blocked,
            Open,
            Walkable,
            WalkableDoor,
            Trapdoor,
            PowderSnow,
            DangerPowderSnow,
            Fence,
            Lava,
            Water,
            WaterBorder,
            Rail,
            UnpassableRail,
            DangerFire,
            DamageFire,
            DangerOther,
            DamageOther,
            DoorOpen,
            DoorWoodClosed,
            DoorIronClosed,
            Leaves,
            StickyHoney,
            Cocoa,
        ]
    };

    /// Whether a body may stand beside its block in the same cell.
    pub(super) fn is_partly_solid(self) -> bool {
        matches!(self, Footing::Fence | Footing::DoorWoodClosed | Footing::DoorIronClosed)
    }
}

/// How little a kind of mob likes each footing: blocks added to a way; below zero it does not go there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Penalties([f32; Footing::COUNT]);

impl Penalties {
    /// Those of a mob that has none of its own.
    pub(crate) const PLAIN: Penalties = {
        let mut of = [0.0; Footing::COUNT];
        let never = [
            Footing::Blocked,
            Footing::PowderSnow,
            Footing::Fence,
            Footing::Lava,
            Footing::UnpassableRail,
            Footing::DamageOther,
            Footing::DoorWoodClosed,
            Footing::DoorIronClosed,
            Footing::Leaves,
        ];
        let mut at = 0;
        while at < never.len() {
            of[never[at] as usize] = -1.0;
            at += 1;
        }
        let plain = Penalties(of);
        plain
            .with(Footing::Water, 8.0)
            .with(Footing::WaterBorder, 8.0)
            .with(Footing::DangerFire, 8.0)
            .with(Footing::DamageFire, 16.0)
            .with(Footing::DangerOther, 8.0)
            .with(Footing::StickyHoney, 8.0)
    };

    /// Those of farm animals and villagers, who fear fire.
    pub(crate) const FEARS_FIRE: Penalties =
        Penalties::PLAIN.with(Footing::DangerFire, 16.0).with(Footing::DamageFire, -1.0);

    /// The same with one changed.
    pub(crate) const fn with(mut self, footing: Footing, penalty: f32) -> Penalties {
        self.0[footing as usize] = penalty;
        self
    }

    pub(crate) fn of(&self, footing: Footing) -> f32 {
        self.0[footing as usize]
    }
}

/// What being beside a block means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    Nothing,
    Pricks,
    Burns,
    Water,
}

/// What the search asks of a state so often that it is looked up.
#[derive(Clone, Copy, Debug)]
struct Facts {
    own: Footing,
    beside: Beside,
    /// Feet sink through it on the way to the ground.
    passable: bool,
    /// Height of the collision shape, 0 for none.
    top: f32,
}

static FACTS: Lazy<Vec<Facts>> =
    Lazy::new(|| (0..BlockState::count() as u16).filter_map(BlockState::from_id).map(facts_of).collect());

#[inline]
fn facts(state: BlockState) -> &'static Facts {
    &FACTS[usize::from(state.id())]
}

fn facts_of(state: BlockState) -> Facts {
    let name = state.block().name();
    let burns = burns(state, name);
    let water = state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water);
    Facts {
        own: own_footing(state, name, burns),
        beside: match name {
            "cactus" | "sweet_berry_bush" => Beside::Pricks,
            _ if burns => Beside::Burns,
            _ if water => Beside::Water,
            _ => Beside::Nothing,
        },
        passable: can_be_passed(state, name),
        top: state.collision().iter().map(|b| b.max.y as f32).fold(0.0, f32::max),
    }
}

/// `LandPathNodeMaker.inflictsFireDamage`.
fn burns(state: BlockState, name: &str) -> bool {
    match name {
        "fire" | "soul_fire" | "lava" | "magma_block" | "lava_cauldron" => true,
        "campfire" | "soul_campfire" => state.is("lit"),
        _ => false,
    }
}

/// `LandPathNodeMaker.getCommonNodeType`.
fn own_footing(state: BlockState, name: &str, burns: bool) -> Footing {
    let fluid = state.fluid().map(|fluid| fluid.kind);
    let is_door = name.ends_with("_door");
    match name {
        _ if state.is_air() => Footing::Open,
        "lily_pad" | "big_dripleaf" => Footing::Trapdoor,
        _ if name.ends_with("_trapdoor") => Footing::Trapdoor,
        "powder_snow" => Footing::PowderSnow,
        "cactus" | "sweet_berry_bush" => Footing::DamageOther,
        "honey_block" => Footing::StickyHoney,
        "cocoa" => Footing::Cocoa,
        _ if fluid == Some(FluidKind::Lava) => Footing::Lava,
        _ if burns => Footing::DamageFire,
        _ if is_door && state.is("open") => Footing::DoorOpen,
        "iron_door" => Footing::DoorIronClosed,
        _ if is_door => Footing::DoorWoodClosed,
        _ if name.ends_with("rail") => Footing::Rail,
        _ if name.ends_with("_leaves") => Footing::Leaves,
        _ if name.ends_with("_fence") || name.ends_with("_wall") => Footing::Fence,
        _ if name.ends_with("_fence_gate") && !state.is("open") => Footing::Fence,
        _ if !can_be_passed(state, name) => Footing::Blocked,
        _ if fluid == Some(FluidKind::Water) => Footing::Water,
        _ => Footing::Open,
    }
}

/// `canPathfindThrough` on land: what has no collision, and a few flat things.
fn can_be_passed(state: BlockState, name: &str) -> bool {
    match name {
        "snow" => state.number("layers") < Some(5),
        "turtle_egg" | "daylight_detector" | "repeater" | "comparator" | "sculk_sensor" => true,
        _ if name.ends_with("carpet") || name.ends_with("candle") => true,
        _ => state.flags().contains(StateFlags::NO_COLLISION),
    }
}

/// The footing of a block alone; what is not loaded blocks.
#[inline]
fn own(view: &View<'_>, pos: BlockPos) -> Footing {
    view.block(pos).map_or(Footing::Blocked, |state| facts(state).own)
}

/// The footing of a cell, with what it lies on and what is around it
/// (`LandPathNodeMaker.getLandNodeType`).
pub(crate) fn footing(view: &View<'_>, pos: BlockPos) -> Footing {
    let here = own(view, pos);
    if here != Footing::Open || pos.y <= MIN_Y {
        return here;
    }
    match own(view, pos.down(1)) {
        Footing::Walkable | Footing::Open | Footing::Water | Footing::Lava => Footing::Open,
        below @ (Footing::DamageFire | Footing::DamageOther | Footing::StickyHoney) => below,
        Footing::PowderSnow => Footing::DangerPowderSnow,
        _ => footing_among(view, pos),
    }
}

/// A walkable cell, unless a neighbour spoils it (`getNodeTypeFromNeighbors`).
fn footing_among(view: &View<'_>, pos: BlockPos) -> Footing {
    for x in -1..=1 {
        let mut beside = [[Beside::Nothing; 3]; 3];
        for (z, cells) in (-1..=1).zip(&mut beside) {
            if x == 0 && z == 0 {
                continue;
            }
            let Some(column) = view.column(pos.offset(x, 0, z).chunk()) else { continue };
            for (y, cell) in (-1..=1).zip(cells) {
                *cell = facts(column.block(pos.offset(x, y, z))).beside;
            }
        }
        // The game goes through x, then y, then z.
        for y in 0..3 {
            for cells in &beside {
                match cells[y] {
                    Beside::Nothing => {}
                    Beside::Pricks => return Footing::DangerOther,
                    Beside::Burns => return Footing::DangerFire,
                    Beside::Water => return Footing::WaterBorder,
                }
            }
        }
    }
    Footing::Walkable
}

/// The height at which feet stand in a cell (`LandPathNodeMaker.getFeetY`).
pub(super) fn floor_height(view: &View<'_>, pos: BlockPos, floats: bool) -> f64 {
    if floats && is_water(view, pos) {
        return f64::from(pos.y) + 0.5;
    }
    let below = view.block_or_wall(pos.down(1));
    f64::from(pos.y - 1) + f64::from(facts(below).top)
}

pub(crate) fn is_water(view: &View<'_>, pos: BlockPos) -> bool {
    view.block(pos).and_then(BlockState::fluid).is_some_and(|fluid| fluid.kind == FluidKind::Water)
}

/// Whether the search for a start sinks through this block (`canPathfindThrough`, or air).
pub(super) fn sinks_through(view: &View<'_>, pos: BlockPos) -> bool {
    facts(view.block_or_wall(pos)).passable
}

/// Whether its material is solid (`Material.isSolid`), which is nearly what blocks motion.
pub(crate) fn is_solid(view: &View<'_>, pos: BlockPos) -> bool {
    view.block_or_wall(pos).flags().contains(StateFlags::BLOCKS_MOTION)
}

/// Whether a way may end on this block (`isValidPosition`: an opaque cube below).
pub(crate) fn carries(view: &View<'_>, below: BlockPos) -> bool {
    view.block(below).is_some_and(|state| state.flags().contains(StateFlags::OPAQUE))
}
