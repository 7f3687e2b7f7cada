//! What the agent knows of the world, fairly.
//!
//! Rays every 5 degrees all round the eye to 64 blocks, a sweep spread over [`SWEEP_TICKS`] ticks, plus all
//! cells within [`NEAR`] blocks fill the [`Memory`] and the [`Atlas`]. Whatever is in neither is unknown.

mod atlas;
mod memory;
mod sweep;

pub use atlas::{Atlas, SeenEntity};
pub use memory::Memory;

use anima_body::{BlockPos, Event, Observation, View, cells_along};
use anima_rules::{BlockState, StateFlags};
use glam::DVec3;

use sweep::Sweep;

/// How far rays reach, in blocks.
const SIGHT: f64 = 64.0;
/// Cells within this many blocks (along each axis) may always be used for walking.
const NEAR: i32 = 10;
/// Ticks over which a sweep is spread.
const SWEEP_TICKS: usize = 10;

/// What the agent may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perception {
    /// Only what a player could have seen.
    #[default]
    Fair,
    /// Everything loaded. Not fair: written into every record.
    Xray,
}

impl Perception {
    /// The name in settings and records.
    pub fn name(self) -> &'static str {
        match self {
            Perception::Fair => "fair",
            Perception::Xray => "xray",
        }
    }
}

/// What is known of the world: walked and seen cells, and where things of interest are.
pub struct Senses {
    perception: Perception,
    memory: Memory,
    atlas: Atlas,
    sweep: Sweep,
    near: Option<BlockPos>,
}

impl Senses {
    /// Knows nothing yet.
    pub fn new(perception: Perception) -> Senses {
        Senses { perception, memory: Memory::default(), atlas: Atlas::default(), sweep: Sweep::default(), near: None }
    }

    /// The cells known.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Where things of interest are.
    pub fn atlas(&self) -> &Atlas {
        &self.atlas
    }

    /// Where things of interest are, to note something.
    pub fn atlas_mut(&mut self) -> &mut Atlas {
        &mut self.atlas
    }

    /// Takes in a tick.
    pub(crate) fn update(&mut self, now: &Observation) {
        let view = now.terrain.view();
        let eyes = now.player.eyes();
        for event in now.events.iter() {
            match event {
                Event::BlockChanged { pos, state } => {
                    self.sweep.stir();
                    if self.perception == Perception::Xray || self.memory.block(*pos).is_some_and(|_| near(eyes, *pos))
                    {
                        self.note(*pos, *state, false);
                    }
                }
                Event::ColumnLoaded(chunk) if self.perception == Perception::Xray => {
                    self.learn_column(&view, *chunk);
                }
                _ => {}
            }
        }
        self.feel_around(&view, BlockPos::containing(eyes));
        for ray in self.sweep.rays(eyes) {
            self.look_along(&view, eyes, ray);
        }
        self.atlas.see_entities(now, |to| sees(&view, eyes, to));
        self.atlas.visit(now.player.feet());
    }

    /// Knows all cells within [`NEAR`] blocks, for walking; only what a ray meets becomes a target.
    fn feel_around(&mut self, view: &View<'_>, center: BlockPos) {
        let before = self.near.replace(center);
        if before == Some(center) {
            return;
        }
        let was_near = |pos: BlockPos| {
            before.is_some_and(|b| {
                (pos.x - b.x).abs() <= NEAR && (pos.y - b.y).abs() <= NEAR && (pos.z - b.z).abs() <= NEAR
            })
        };
        for x in center.x - NEAR..=center.x + NEAR {
            for z in center.z - NEAR..=center.z + NEAR {
                let Some(column) = view.column(BlockPos::new(x, 0, z).chunk()) else { continue };
                for y in center.y - NEAR..=center.y + NEAR {
                    let pos = BlockPos::new(x, y, z);
                    if !was_near(pos) {
                        self.memory.set(pos, column.block(pos));
                    }
                }
            }
        }
    }

    fn look_along(&mut self, view: &View<'_>, eyes: DVec3, ray: DVec3) {
        let to = eyes + ray * SIGHT;
        cells_along(eyes, to, |pos| {
            let Some(state) = view.block(pos) else { return Some(()) };
            self.note(pos, state, true);
            stops_sight(state, pos, eyes, to).then_some(())
        });
    }

    /// Notes the state of a cell; a cell that a ray met may become a target.
    fn note(&mut self, pos: BlockPos, state: BlockState, seen: bool) {
        let before = self.memory.set(pos, state);
        if before != Some(state) || seen {
            self.atlas.note(pos, before, state, seen || self.perception == Perception::Xray);
        }
    }

    fn learn_column(&mut self, view: &View<'_>, chunk: anima_body::ChunkPos) {
        let Some(column) = view.column(chunk) else { return };
        for y in anima_body::MIN_Y..anima_body::MAX_Y {
            for z in 0..16 {
                for x in 0..16 {
                    let pos = chunk.corner(y).offset(x, 0, z);
                    self.note(pos, column.block(pos), true);
                }
            }
        }
    }
}

fn near(eyes: DVec3, pos: BlockPos) -> bool {
    (pos.center() - eyes).abs().max_element() <= f64::from(NEAR) + 1.0
}

/// Whether a player can see from one point to the other: entities are known only when they are in sight.
fn sees(view: &View<'_>, from: DVec3, to: DVec3) -> bool {
    cells_along(from, to, |pos| match view.block(pos) {
        None => Some(()),
        Some(state) => stops_sight(state, pos, from, to).then_some(()),
    })
    .is_none()
}

/// Whether a cell stops a line of sight: opaque cubes and leaves do, glass, liquid and plants do not, the
/// rest does where the line meets its outline.
fn stops_sight(state: BlockState, pos: BlockPos, from: DVec3, to: DVec3) -> bool {
    let flags = state.flags();
    if flags.intersects(StateFlags::AIR | StateFlags::NO_COLLISION) {
        return state.fluid().is_some_and(|fluid| fluid.kind == anima_rules::FluidKind::Lava);
    }
    if flags.contains(StateFlags::OPAQUE) {
        return true;
    }
    if flags.contains(StateFlags::FULL_CUBE) {
        return state.light_filtered() > 0;
    }
    state.outline().iter().any(|shape| {
        let shape = shape.shifted(pos.corner());
        shape.entry(from, to).is_some()
    })
}
