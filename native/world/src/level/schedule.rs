//! Blocks and liquids that will do something at a known time (`WorldTickScheduler`).

use std::hash::{BuildHasherDefault, Hash};

use anima_body::{BlockPos, ChunkPos};
use rustc_hash::FxHasher;

/// When a tick is due: by time, then priority, then the order in which they were asked for.
type Due = (u64, i8, u64);

type Set<T> = imbl::GenericHashSet<T, BuildHasherDefault<FxHasher>, imbl::shared_ptr::DefaultSharedPtr>;

/// Ticks to come, each place and kind once.
#[derive(Clone, Debug)]
pub(super) struct Schedule<T: Clone + Eq + Hash> {
    queue: imbl::OrdMap<Due, (BlockPos, T)>,
    waiting: Set<(BlockPos, T)>,
    asked: u64,
}

impl<T: Copy + Eq + Hash> Schedule<T> {
    /// The most ticks that run in one game tick.
    pub const MOST: usize = 65536;

    pub fn new() -> Schedule<T> {
        Schedule { queue: imbl::OrdMap::new(), waiting: Set::default(), asked: 0 }
    }

    /// Asks for a tick at a time, unless one of the kind is already to come there.
    pub fn add(&mut self, pos: BlockPos, what: T, time: u64, priority: i8) {
        if self.waiting.insert((pos, what)).is_none() {
            self.asked += 1;
            self.queue.insert((time, priority, self.asked), (pos, what));
        }
    }

    /// Takes the ticks that are due, in order. Those in columns for which `ticks` does not hold keep waiting.
    pub fn take_due(&mut self, now: u64, ticks: impl Fn(ChunkPos) -> bool) -> Vec<(BlockPos, T)> {
        if self.queue.get_min().is_none_or(|(due, _)| due.0 > now) {
            return Vec::new();
        }
        let due = self.queue.iter().take_while(|(due, _)| due.0 <= now);
        let due: Vec<(Due, (BlockPos, T))> =
            due.filter(|(_, (pos, _))| ticks(pos.chunk())).take(Self::MOST).map(|(due, what)| (*due, *what)).collect();
        for (due, what) in &due {
            self.queue.remove(due);
            self.waiting.remove(what);
        }
        due.into_iter().map(|(_, what)| what).collect()
    }
}
