//! Blocks and liquids that will do something at a known time (`WorldTickScheduler`).

use std::collections::BTreeMap;
use std::hash::{BuildHasherDefault, Hash};

use anima_body::{BlockPos, ChunkPos};
use rustc_hash::FxHasher;

/// When a tick is due: by time, then priority, then the order in which they were asked for.
type Due = (u64, i8, u64);

/// A tick with the time it is due.
type Tick<T> = (Due, (BlockPos, T));

type Set<T> = imbl::GenericHashSet<T, BuildHasherDefault<FxHasher>, imbl::shared_ptr::DefaultSharedPtr>;

/// Ticks to come, each place and kind once.
#[derive(Clone, Debug)]
pub(super) struct Schedule<T: Clone + Eq + Hash> {
    queue: imbl::OrdMap<Due, (BlockPos, T)>,
    waiting: Set<(BlockPos, T)>,
    /// Ticks that were due while their column did not tick.
    parked: BTreeMap<ChunkPos, Vec<Tick<T>>>,
    asked: u64,
}

impl<T: Copy + Eq + Hash> Schedule<T> {
    /// The most ticks that run in one game tick.
    pub const MOST: usize = 65536;

    pub fn new() -> Schedule<T> {
        Schedule { queue: imbl::OrdMap::new(), waiting: Set::default(), parked: BTreeMap::new(), asked: 0 }
    }

    /// Asks for a tick at a time, unless one of the kind is already to come there.
    pub fn add(&mut self, pos: BlockPos, what: T, time: u64, priority: i8) {
        if self.waiting.insert((pos, what)).is_none() {
            self.asked += 1;
            self.queue.insert((time, priority, self.asked), (pos, what));
        }
    }

    /// Takes the ticks that are due, in order. Those in columns for which `ticks` does not hold are put aside
    /// until they are [released](Schedule::release).
    pub fn take_due(&mut self, now: u64, ticks: impl Fn(ChunkPos) -> bool) -> Vec<(BlockPos, T)> {
        if self.queue.get_min().is_none_or(|(due, _)| due.0 > now) {
            return Vec::new();
        }
        let due: Vec<Tick<T>> = self
            .queue
            .iter()
            .take_while(|(due, _)| due.0 <= now)
            .take(Self::MOST)
            .map(|(due, what)| (*due, *what))
            .collect();
        let mut run = Vec::with_capacity(due.len());
        for (due, what) in due {
            self.queue.remove(&due);
            if ticks(what.0.chunk()) {
                self.waiting.remove(&what);
                run.push(what);
            } else {
                self.parked.entry(what.0.chunk()).or_default().push((due, what));
            }
        }
        run
    }

    /// Puts ticks of columns that tick again back in line; they are past due.
    pub fn release(&mut self, ticks: impl Fn(ChunkPos) -> bool) {
        let free: Vec<ChunkPos> = self.parked.keys().copied().filter(|chunk| ticks(*chunk)).collect();
        for chunk in free {
            self.queue.extend(self.parked.remove(&chunk).into_iter().flatten());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_run_in_order_once_and_only_where_time_passes() {
        let mut schedule = Schedule::new();
        let here = BlockPos::new(1, 0, 0);
        let there = BlockPos::new(100, 0, 0);
        for (pos, what, time, priority) in
            [(here, 'c', 7, 0), (here, 'a', 5, 1), (there, 'x', 5, 0), (here, 'b', 5, -1), (here, 'a', 9, 0)]
        {
            schedule.add(pos, what, time, priority);
        }
        let near = |chunk: ChunkPos| chunk.x == 0;
        assert_eq!(schedule.take_due(4, near), []);
        assert_eq!(schedule.take_due(6, near), [(here, 'b'), (here, 'a')]);
        assert_eq!(schedule.take_due(9, near), [(here, 'c')], "the second a was asked for while one was to come");
        schedule.add(there, 'x', 20, 0);
        schedule.release(|_| true);
        assert_eq!(schedule.take_due(10, |_| true), [(there, 'x')]);
        assert_eq!(schedule.take_due(30, |_| true), []);
    }
}
