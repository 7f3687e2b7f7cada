//! Trees: trunks, crowns, and what hangs from them (`TreeFeature` and its placers, 1.19.4).

mod crown;
mod shape;
mod trunk;

use anima_body::{BlockPos, MAX_Y, MIN_Y};
use anima_rules::{Block, BlockState, Face};
use rustc_hash::FxHashMap;

use super::random::{FeatureRandom, Random};
use super::region::Region;

use shape::Shape;
pub use shape::Tree;

/// Where a tree grows: ground that is being generated, or a world that is played in.
pub trait Site {
    /// What is at a position.
    fn block(&self, pos: BlockPos) -> BlockState;

    /// Puts a block of the tree there.
    fn set(&mut self, pos: BlockPos, state: BlockState);
}

impl Site for Region<'_> {
    fn block(&self, pos: BlockPos) -> BlockState {
        Region::block(self, pos)
    }

    fn set(&mut self, pos: BlockPos, state: BlockState) {
        Region::set(self, pos, state);
    }
}

/// A tree while it grows.
struct Growth<'r, S> {
    site: &'r mut S,
    random: &'r mut FeatureRandom,
    log: Block,
    logs: Vec<BlockPos>,
    leaves: Vec<BlockPos>,
}

/// Where a crown sits.
#[derive(Clone, Copy)]
struct Attachment {
    pos: BlockPos,
    wider: i32,
    double: bool,
}

/// Whether a tree may take the place of this (`TreeFeature.validTreePos`).
fn gives_way(state: BlockState) -> bool {
    if state.is_air() {
        return true;
    }
    let block = state.block();
    matches!(
        block,
        Block::WATER
            | Block::GRASS
            | Block::FERN
            | Block::DEAD_BUSH
            | Block::VINE
            | Block::GLOW_LICHEN
            | Block::TALL_GRASS
            | Block::LARGE_FERN
            | Block::SEAGRASS
            | Block::TALL_SEAGRASS
            | Block::SUNFLOWER
            | Block::LILAC
            | Block::ROSE_BUSH
            | Block::PEONY
            | Block::HANGING_ROOTS
    ) || is_leaf(block)
}

/// Whether it is leaves.
pub fn is_leaf(block: Block) -> bool {
    matches!(
        block,
        Block::OAK_LEAVES
            | Block::SPRUCE_LEAVES
            | Block::BIRCH_LEAVES
            | Block::JUNGLE_LEAVES
            | Block::ACACIA_LEAVES
            | Block::DARK_OAK_LEAVES
            | Block::AZALEA_LEAVES
            | Block::FLOWERING_AZALEA_LEAVES
    )
}

/// Whether it is the trunk of a tree that grows here.
pub fn is_log(block: Block) -> bool {
    matches!(
        block,
        Block::OAK_LOG
            | Block::SPRUCE_LOG
            | Block::BIRCH_LOG
            | Block::JUNGLE_LOG
            | Block::ACACIA_LOG
            | Block::DARK_OAK_LOG
    )
}

/// Whether a sapling or plant can stand on it (`dirt`).
pub fn is_soil(block: Block) -> bool {
    matches!(
        block,
        Block::GRASS_BLOCK
            | Block::DIRT
            | Block::COARSE_DIRT
            | Block::PODZOL
            | Block::MYCELIUM
            | Block::ROOTED_DIRT
            | Block::MOSS_BLOCK
            | Block::MUD
    )
}

/// Grows a tree whose lowest log is at `pos`; nothing happens where it does not fit.
pub fn grow(region: &mut Region, tree: Tree, pos: BlockPos, random: &mut FeatureRandom) -> bool {
    let soil = region.block(pos.down(1)).block();
    let on_snow = tree.on_snow && matches!(soil, Block::SNOW_BLOCK | Block::POWDER_SNOW);
    (is_soil(soil) || on_snow) && grow_on(region, tree, pos, random)
}

/// Grows a tree from a sapling at `pos`, whose place is air already; nothing happens where it does not fit.
pub fn grow_sapling(site: &mut impl Site, tree: Tree, pos: BlockPos, seed: i64) -> bool {
    grow_on(site, tree, pos, &mut FeatureRandom::new(seed))
}

fn grow_on(site: &mut impl Site, tree: Tree, pos: BlockPos, random: &mut FeatureRandom) -> bool {
    let shape = tree.shape();
    let height = shape.height(random);
    let crown = shape.crown_height(height, random);
    let radius = shape.radius(height - crown, random);
    if pos.y < MIN_Y + 1 || pos.y + height + 1 > MAX_Y {
        return false;
    }
    let free = free_height(site, &shape, height, pos, tree.vines);
    if free < height && shape.clipped_at.is_none_or(|least| free < least) {
        return false;
    }
    let mut growth = Growth { site, random, log: shape.log, logs: Vec::new(), leaves: Vec::new() };
    let attachments = growth.trunk(&shape, pos, free);
    for attachment in attachments {
        let offset = shape.offset(growth.random);
        growth.crown(&shape, attachment, crown, radius, offset);
    }
    if growth.logs.is_empty() && growth.leaves.is_empty() {
        return false;
    }
    growth.set_leaves(shape.leaves);
    growth.hang(&tree, pos);
    true
}

/// `getMaxFreeTreeHeight`.
fn free_height(site: &impl Site, shape: &Shape, height: i32, pos: BlockPos, vines: bool) -> i32 {
    for up in 0..=height + 1 {
        let width = shape.width_at(height, up);
        for dx in -width..=width {
            for dz in -width..=width {
                let state = site.block(pos.offset(dx, up, dz));
                let block = state.block();
                let free = gives_way(state) || is_log(block);
                if !free || (!vines && block == Block::VINE) {
                    return up - 2;
                }
            }
        }
    }
    height
}

impl<S: Site> Growth<'_, S> {
    fn is_free(&self, pos: BlockPos) -> bool {
        let state = self.site.block(pos);
        gives_way(state) || is_log(state.block())
    }

    /// `setDirtAt`: no grass grows under a trunk.
    fn set_dirt(&mut self, pos: BlockPos) {
        let block = self.site.block(pos).block();
        if !is_soil(block) || matches!(block, Block::GRASS_BLOCK | Block::MYCELIUM) {
            self.site.set(pos, Block::DIRT.state());
        }
    }

    fn place_log(&mut self, pos: BlockPos) -> bool {
        self.place_log_along(pos, "y")
    }

    fn place_log_along(&mut self, pos: BlockPos, axis: &str) -> bool {
        if !gives_way(self.site.block(pos)) {
            return false;
        }
        let state = self.log.with("axis", axis);
        self.site.set(pos, state);
        self.logs.push(pos);
        true
    }

    fn place_leaf(&mut self, pos: BlockPos) {
        if gives_way(self.site.block(pos)) {
            self.leaves.push(pos);
        }
    }

    /// Sets the leaves with their distances to the nearest log (`TreeFeature.updateLeaves`).
    fn set_leaves(&mut self, leaves: Block) {
        let mut distances: FxHashMap<BlockPos, u8> = FxHashMap::default();
        for pos in &self.leaves {
            distances.insert(*pos, 7);
        }
        for pos in &self.logs {
            distances.remove(pos);
        }
        let mut edge: Vec<BlockPos> = self.logs.clone();
        for distance in 1..=6 {
            let mut next = Vec::new();
            for pos in edge {
                for face in Face::ALL {
                    let beside = pos.beside(face);
                    if let Some(known) = distances.get_mut(&beside)
                        && *known == 7
                    {
                        *known = distance;
                        next.push(beside);
                    }
                }
            }
            edge = next;
        }
        let states: [BlockState; 8] = std::array::from_fn(|distance| {
            let distance = ["1", "1", "2", "3", "4", "5", "6", "7"][distance];
            leaves.with("distance", distance)
        });
        // In the order they grew: a leaf that came twice is the same both times.
        for pos in &self.leaves {
            if let Some(distance) = distances.get(pos) {
                self.site.set(*pos, states[usize::from(*distance)]);
            }
        }
    }

    /// Vines and cocoa (`TrunkVineDecorator`, `LeaveVineDecorator`, `CocoaDecorator`).
    fn hang(&mut self, tree: &Tree, base: BlockPos) {
        if tree.cocoa && self.random.float() < 0.2 {
            for pos in self.logs.clone().into_iter().filter(|pos| pos.y - base.y <= 2) {
                for face in Face::HORIZONTAL {
                    if self.random.float() <= 0.25 {
                        let pod = pos.beside(face);
                        if self.site.block(pod).is_air() {
                            let age = ["0", "1", "2"][self.random.below(3) as usize];
                            let state = Block::COCOA.with("age", age).with("facing", face.opposite().name());
                            self.site.set(pod, state);
                        }
                    }
                }
            }
        }
        if tree.trunk_vines {
            for pos in self.logs.clone() {
                for face in Face::HORIZONTAL {
                    let vine = pos.beside(face);
                    if self.random.below(3) > 0 && self.site.block(vine).is_air() {
                        self.site.set(vine, Block::VINE.with(face.opposite().name(), "true"));
                    }
                }
            }
        }
        if tree.vines {
            for pos in self.leaves.clone() {
                for face in Face::HORIZONTAL {
                    if self.random.float() < 0.25 {
                        self.hang_vine(pos.beside(face), face.opposite());
                    }
                }
            }
        }
    }

    /// `addHangingVine`: up to five long.
    fn hang_vine(&mut self, top: BlockPos, side: Face) {
        let state = Block::VINE.with(side.name(), "true");
        let mut pos = top;
        for _ in 0..5 {
            if !self.site.block(pos).is_air() {
                return;
            }
            self.site.set(pos, state);
            pos = pos.down(1);
        }
    }
}
