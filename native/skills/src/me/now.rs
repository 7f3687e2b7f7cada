//! What the agent perceives at the start of a tick.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use anima_body::{BlockPos, Blocks, ChunkPos, Observation, Terrain, View};
use anima_rules::{Block, BlockState};

use crate::senses::range::is_near;
use crate::senses::{Perception, Senses};

/// What the agent perceives at the start of a tick: what the player's own client shows of the player, the entities that
/// are in sight, and the blocks as far as they are known ([`Now::known`]). The terrain of the [`Observation`] in it is
/// empty, so that no skill can ask what lies behind a wall.
pub struct Now {
    seen: Observation,
    terrain: Terrain,
    senses: Rc<RefCell<Senses>>,
}

impl Deref for Now {
    type Target = Observation;

    fn deref(&self) -> &Observation {
        &self.seen
    }
}

impl Now {
    /// Lets the senses take in an observation.
    pub(super) fn perceive(senses: &Rc<RefCell<Senses>>, observation: Observation) -> Now {
        let seen = senses.borrow_mut().update(&observation);
        Now { seen, terrain: observation.terrain, senses: Rc::clone(senses) }
    }

    /// Before anything was looked at.
    pub(super) fn unseen(senses: &Rc<RefCell<Senses>>, observation: Observation) -> Now {
        let terrain = observation.terrain.clone();
        let seen = Observation { terrain: Terrain::default(), ..observation };
        Now { seen, terrain, senses: Rc::clone(senses) }
    }

    /// The same without the terrain that was shown.
    pub(super) fn with_eyes_closed(&self) -> Now {
        Now { seen: self.seen.clone(), terrain: Terrain::default(), senses: Rc::clone(&self.senses) }
    }

    /// The blocks, as far as they are known.
    #[inline]
    pub fn known(&self) -> Known<'_> {
        let senses = self.senses.borrow();
        Known {
            view: self.terrain.view(),
            eyes: BlockPos::containing(self.seen.player.eyes()),
            is_all: senses.perception() == Perception::Xray,
            has_near: senses.has_near_terrain(),
            senses: &self.senses,
        }
    }

    /// The block at a position, as far as it is known.
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        self.known().block(pos)
    }

    /// Whether a column is loaded: the player's client shows where the land ends.
    pub fn is_loaded(&self, chunk: ChunkPos) -> bool {
        self.terrain.is_loaded(chunk)
    }
}

/// The blocks that are known: those near by as they are, the others as last seen or last near.
///
/// Where the near terrain is not to be known, what was never seen near by is taken for stone: it is inside of something.
pub struct Known<'a> {
    view: View<'a>,
    eyes: BlockPos,
    is_all: bool,
    has_near: bool,
    senses: &'a RefCell<Senses>,
}

impl Blocks for Known<'_> {
    #[inline]
    fn block(&self, pos: BlockPos) -> Option<BlockState> {
        let near = is_near(self.eyes, pos);
        if self.is_all || near && self.has_near {
            return Some(self.view.block_or_wall(pos));
        }
        let seen = self.senses.borrow().remembered(pos);
        seen.or_else(|| near.then(|| Block::STONE.state()))
    }
}
