//! Bodies in liquids: how deep, and where the current pushes.

use anima_body::{BlockPos, View};
use anima_rules::{BlockState, Face, Fluid, FluidKind, StateFlags, Support};
use glam::DVec3;

use super::{Body, Nature};

/// Push of water per tick (`Entity.checkWaterState`).
const WATER_PUSH: f64 = 0.014;
/// Push of lava per tick in the overworld (`Entity.updateWaterState`).
const LAVA_PUSH: f64 = 0.0023333333333333335;
/// The smallest push that a body at rest feels.
const LEAST_PUSH: f64 = 0.0045000000000000005;
/// Eyes are this much deeper than their height when asked whether they are under water.
const EYE_MARGIN: f64 = 0.1111111119389534;

/// What a body has of one liquid.
#[derive(Clone, Copy, Default)]
struct Immersion {
    touches: bool,
    depth: f64,
    current: DVec3,
    cells: u32,
}

impl Body {
    /// Finds the liquids it is in and takes their push (`Entity.updateWaterState`).
    pub(crate) fn meet_liquids(&mut self, view: &View<'_>) {
        let (water, lava) = self.immersions(view);
        self.enter_water(water);
        self.push(lava, LAVA_PUSH);
        self.lava_depth = lava.depth;
    }

    /// Asks for water once more in the middle of a move, as `LivingEntity.fall` does.
    pub(super) fn meet_water(&mut self, view: &View<'_>) {
        let (water, _) = self.immersions(view);
        self.enter_water(water);
    }

    fn enter_water(&mut self, water: Immersion) {
        self.push(water, WATER_PUSH);
        self.water_depth = water.depth;
        self.in_water = water.touches;
        if water.touches {
            self.fall_distance = 0.0;
            self.fire_ticks = self.fire_ticks.min(0);
        }
    }

    /// Looks whether the eyes are under water (`Entity.updateSubmergedInWaterState`).
    pub(super) fn meet_eyes(&mut self, view: &View<'_>) {
        self.submerged = self.eyes_in_water;
        let eyes = self.pos.y + f64::from(self.eye_height) - EYE_MARGIN;
        let pos = BlockPos::containing(DVec3::new(self.pos.x, eyes, self.pos.z));
        let fluid = view.block(pos).and_then(BlockState::fluid);
        let below_surface = |fluid: Fluid| f64::from(pos.y as f32 + height(view, pos, fluid)) > eyes;
        self.eyes_in_water = fluid.is_some_and(|fluid| fluid.kind == FluidKind::Water && below_surface(fluid));
    }

    /// `Entity.updateMovementInFluid` for both liquids in one pass over the cells.
    fn immersions(&self, view: &View<'_>) -> (Immersion, Immersion) {
        let (mut water, mut lava) = (Immersion::default(), Immersion::default());
        let bounds = self.bounds().grown(DVec3::splat(-0.001));
        let low = BlockPos::containing(bounds.min);
        let high = ceiling(bounds.max);
        // The game's order of cells: the push counts by the greatest depth so far.
        for x in low.x..high.x {
            for y in low.y..high.y {
                for z in low.z..high.z {
                    let pos = BlockPos::new(x, y, z);
                    let Some(state) = view.block(pos).filter(|state| *state != BlockState::AIR) else { continue };
                    let Some(fluid) = state.fluid() else { continue };
                    let surface = f64::from(y as f32 + height(view, pos, fluid));
                    if surface < bounds.min.y {
                        continue;
                    }
                    let immersion = match fluid.kind {
                        FluidKind::Water => &mut water,
                        FluidKind::Lava => &mut lava,
                    };
                    immersion.touches = true;
                    immersion.depth = immersion.depth.max(surface - bounds.min.y);
                    if self.is_pushed_by_liquids {
                        let current = current(view, pos, fluid);
                        let share = if immersion.depth < 0.4 { immersion.depth } else { 1.0 };
                        immersion.current += current * share;
                        immersion.cells += 1;
                    }
                }
            }
        }
        (water, lava)
    }

    fn push(&mut self, immersion: Immersion, strength: f64) {
        if immersion.current == DVec3::ZERO {
            return;
        }
        let mut push = immersion.current / f64::from(immersion.cells.max(1));
        if self.nature != Nature::Player {
            push = normalised(push);
        }
        push *= strength;
        let rests = self.velocity.x.abs() < 0.003 && self.velocity.z.abs() < 0.003;
        if rests && push.length() < LEAST_PUSH {
            push = normalised(push) * LEAST_PUSH;
        }
        self.velocity += push;
    }
}

/// The block position above which the box does not reach.
fn ceiling(corner: DVec3) -> BlockPos {
    let BlockPos { x, y, z } = BlockPos::containing(-corner);
    BlockPos::new(-x, -y, -z)
}

/// Whether any liquid is in the cells of a box (`containsFluid`).
pub(crate) fn is_wet(view: &View<'_>, area: &anima_rules::Aabb) -> bool {
    let low = BlockPos::containing(area.min);
    let high = ceiling(area.max);
    (low.x..high.x).any(|x| {
        (low.y..high.y).any(|y| {
            (low.z..high.z).any(|z| view.block(BlockPos::new(x, y, z)).is_some_and(|state| state.fluid().is_some()))
        })
    })
}

/// `Vec3d.normalize`: nothing comes of a vector that is next to nothing.
pub(super) fn normalised(v: DVec3) -> DVec3 {
    let length = v.length();
    if length < 1e-4 { DVec3::ZERO } else { v / length }
}

/// The height of a liquid's surface above the floor of its cell.
pub(crate) fn height(view: &View<'_>, pos: BlockPos, fluid: Fluid) -> f32 {
    let above = view.block(pos.up(1)).and_then(BlockState::fluid);
    if above.is_some_and(|above| above.kind == fluid.kind) { 1.0 } else { fluid.height() }
}

/// Where a liquid flows, as a unit vector (`FlowableFluid.getVelocity`).
pub(crate) fn current(view: &View<'_>, pos: BlockPos, fluid: Fluid) -> DVec3 {
    // A surface at one ninth below the cell's top.
    const FULL: f32 = 0.8888889;
    let fluid_at = |pos: BlockPos| view.block(pos).and_then(BlockState::fluid);
    let same = |other: Option<Fluid>| other.is_none_or(|other| other.kind == fluid.kind);
    let mut flow = DVec3::ZERO;
    for face in Face::HORIZONTAL {
        let beside = pos.beside(face);
        let other = fluid_at(beside);
        if !same(other) {
            continue;
        }
        let drop = match other {
            Some(other) => fluid.height() - other.height(),
            None if view.block_or_wall(beside).flags().contains(StateFlags::BLOCKS_MOTION) => 0.0,
            None => match fluid_at(beside.down(1)) {
                Some(below) if below.kind == fluid.kind => fluid.height() - (below.height() - FULL),
                _ => 0.0,
            },
        };
        flow += face.step().as_dvec3() * f64::from(drop);
    }
    if fluid.falling && Face::HORIZONTAL.into_iter().any(|face| holds_fall(view, pos.beside(face), fluid, face)) {
        flow = normalised(flow) + DVec3::new(0.0, -6.0, 0.0);
    }
    normalised(flow)
}

/// Whether a falling liquid clings to this neighbour or the one above it (`FlowableFluid.method_15749`).
fn holds_fall(view: &View<'_>, beside: BlockPos, fluid: Fluid, face: Face) -> bool {
    [beside, beside.up(1)].into_iter().any(|pos| {
        let state = view.block_or_wall(pos);
        let liquid = state.fluid().is_some_and(|other| other.kind == fluid.kind);
        let ice = matches!(state.block().name(), "ice" | "frosted_ice");
        !liquid && !ice && state.supports(face, Support::Full)
    })
}
