//! Whether a blueprint stands somewhere, every cell of it seen.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anima_body::{BlockPos, Blocks, Event, Liquids, Observation, RayShape, raycast};
use anima_rules::{Block, BlockState};
use glam::{DVec3, IVec3};

use crate::Blueprint;

/// Sites at which the blueprint stands, as far as its blocks go, that are looked over at once.
const MOST: usize = 8;
/// Cells of a blueprint that the judge looks at in a tick.
pub const LOOKS_PER_TICK: usize = 24;
/// Cells seen as they changed that are remembered.
const REMEMBERED: usize = 8192;
/// Blocks that a look reaches.
const SIGHT: f64 = 64.0;

/// Where a blueprint may stand.
#[derive(Clone, Debug)]
pub(super) struct Sites {
    blueprint: Arc<Blueprint>,
    /// Cells that were seen as they changed, with what they held then.
    seen: BTreeMap<BlockPos, BlockState>,
    /// Origins at which every block is right, each with the cells that are still to be seen.
    standing: Vec<(BlockPos, BTreeSet<usize>)>,
    stands: bool,
}

impl Sites {
    pub fn new(blueprint: Arc<Blueprint>) -> Sites {
        Sites { blueprint, seen: BTreeMap::new(), standing: Vec::new(), stands: false }
    }

    /// Whether it stands and all of it was seen.
    pub fn stands(&self) -> bool {
        self.stands
    }

    /// Takes in what is seen in a tick.
    pub fn see(&mut self, now: &Observation, events: &[Event], blocks: &impl Blocks) {
        let eyes = now.player.eyes();
        for event in events {
            let Event::BlockChanged { pos, state } = event else { continue };
            if pos.center().distance(eyes) > SIGHT {
                continue;
            }
            if is_visible(blocks, eyes, *pos, *state) {
                if self.seen.len() >= REMEMBERED {
                    self.seen.pop_first();
                }
                self.seen.insert(*pos, *state);
            } else {
                self.seen.remove(pos);
            }
            self.standing.retain(|(origin, _)| !self.blueprint.covers(*pos - *origin));
            self.look_for_origins(blocks, *pos, *state);
        }
        let Sites { blueprint, standing, stands, .. } = self;
        for (origin, unseen) in standing.iter_mut() {
            // Other cells in each tick, for some cannot be seen from here.
            let first = (now.tick as usize * LOOKS_PER_TICK) % unseen.len().max(1);
            let looked: Vec<usize> =
                unseen.iter().copied().cycle().skip(first).take(LOOKS_PER_TICK.min(unseen.len())).collect();
            for index in looked {
                let pos = *origin + blueprint.cells[index].at;
                if blocks.block(pos).is_some_and(|state| is_visible(blocks, eyes, pos, state)) {
                    unseen.remove(&index);
                }
            }
        }
        *stands |= standing.iter().any(|(_, unseen)| unseen.is_empty());
    }

    /// Finds the origins at which every block is right now that this one is.
    fn look_for_origins(&mut self, blocks: &impl Blocks, pos: BlockPos, state: BlockState) {
        let is_right = |origin: BlockPos| {
            self.blueprint.cells.iter().all(|cell| blocks.block(origin + cell.at).is_some_and(|state| cell.is(state)))
        };
        let origins = self.blueprint.cells.iter().filter(|cell| cell.is(state)).map(|cell| pos + -cell.at);
        for origin in origins.filter(|origin| is_right(*origin)).collect::<Vec<_>>() {
            if self.standing.len() < MOST && self.standing.iter().all(|(known, _)| *known != origin) {
                let cells = self.blueprint.cells.iter().enumerate();
                let unseen = cells.filter(|(_, cell)| {
                    let at = origin + cell.at;
                    self.seen.get(&at).is_none_or(|state| !cell.is(*state))
                });
                self.standing.push((origin, unseen.map(|(index, _)| index).collect()));
            }
        }
    }
}

impl Blueprint {
    /// Whether a cell, from the blueprint's corner, is one of those that matter.
    fn covers(&self, at: IVec3) -> bool {
        self.cells.iter().any(|cell| cell.at == at)
    }
}

/// Whether the middle of a cell, or of one of its sides, is in sight.
pub fn is_visible(blocks: &impl Blocks, eyes: DVec3, pos: BlockPos, state: BlockState) -> bool {
    let center = pos.center();
    if center.distance(eyes) > SIGHT {
        return false;
    }
    let points =
        std::iter::once(center).chain(anima_rules::Face::ALL.map(|face| center + face.step().as_dvec3() * 0.49));
    let is_empty = state.is_air() || state.block() == Block::WATER;
    points.into_iter().any(|point| {
        // A little beyond the point, so that the block itself is met.
        let to = if is_empty { point } else { point + (point - eyes).normalize_or_zero() * 0.6 };
        match raycast(blocks, eyes, to, RayShape::Outline, Liquids::Pass) {
            Some(hit) => hit.pos == pos,
            None => is_empty,
        }
    })
}
