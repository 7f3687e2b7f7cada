//! Where the agent builds: the sites of the blueprints that it has begun, and the blocks that it put down to walk on.

use std::collections::VecDeque;
use std::sync::Arc;

use anima_body::BlockPos;
use anima_intent::Blueprint;

/// Blueprints that are begun, at most.
const MOST_SITES: usize = 8;
/// Blocks put down to walk on that are remembered, at most.
const MOST_FOOTING: usize = 512;
/// Failures after which a site is given up.
const CHANCES: u32 = 3;

/// Where the agent builds.
#[derive(Default)]
pub(crate) struct Sites {
    /// The one begun last at the end.
    begun: Vec<Begun>,
    /// The blocks put down to walk on, with the tick of each, the last at the end.
    footing: VecDeque<(BlockPos, u64)>,
}

/// A blueprint that was begun and does not stand yet.
struct Begun {
    blueprint: Arc<Blueprint>,
    /// Its north-west lower corner.
    origin: BlockPos,
    /// The tick at which it was begun.
    since: u64,
    failures: u32,
}

impl Sites {
    /// Where a blueprint was begun: its north-west lower corner.
    pub fn origin(&self, blueprint: &Blueprint) -> Option<BlockPos> {
        self.of(blueprint).map(|begun| begun.origin)
    }

    /// Notes that a blueprint is begun.
    pub fn begin(&mut self, blueprint: &Arc<Blueprint>, origin: BlockPos, tick: u64) {
        self.end(blueprint);
        if self.begun.len() >= MOST_SITES {
            self.begun.remove(0);
        }
        self.begun.push(Begun { blueprint: Arc::clone(blueprint), origin, since: tick, failures: 0 });
    }

    /// Notes that building where it was begun failed; after a few failures another site is looked for.
    pub fn fail(&mut self, blueprint: &Blueprint) {
        if let Some(begun) = self.begun.iter_mut().find(|begun| *begun.blueprint == *blueprint) {
            begun.failures += 1;
        }
        self.begun.retain(|begun| begun.failures < CHANCES);
    }

    /// Notes that a blueprint stands.
    pub fn end(&mut self, blueprint: &Blueprint) {
        self.begun.retain(|begun| *begun.blueprint != *blueprint);
    }

    /// Notes that a block is put down to walk on.
    pub fn note_footing(&mut self, pos: BlockPos, tick: u64) {
        self.forget_footing(pos);
        if self.footing.len() >= MOST_FOOTING {
            self.footing.pop_front();
        }
        self.footing.push_back((pos, tick));
    }

    /// Forgets a block that was put down to walk on.
    pub fn forget_footing(&mut self, pos: BlockPos) {
        self.footing.retain(|(other, _)| *other != pos);
    }

    /// The blocks put down to walk on since a blueprint was begun.
    pub fn footing(&self, blueprint: &Blueprint) -> impl Iterator<Item = BlockPos> + '_ {
        let since = self.of(blueprint).map_or(u64::MAX, |begun| begun.since);
        self.footing.iter().filter(move |(_, tick)| *tick >= since).map(|(pos, _)| *pos)
    }

    fn of(&self, blueprint: &Blueprint) -> Option<&Begun> {
        self.begun.iter().find(|begun| *begun.blueprint == *blueprint)
    }
}
