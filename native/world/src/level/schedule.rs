//! Blocks and liquids that will do something at a known time (`WorldTickScheduler`).

use std::collections::BTreeMap;
use std::hash::Hash;

use anima_body::{BlockPos, ChunkPos};
use rustc_hash::FxHashSet;

use crate::shelf::Shelf;

/// A tick to come: its priority, its number among all that were asked for, where, and what is to act.
type Tick<T> = (i8, u64, BlockPos, T);

/// Ticks to come, each place and kind once.
#[derive(Clone, Debug)]
pub(super) struct Schedule<T> {
    /// By the time they are due.
    queue: BTreeMap<u64, Vec<Tick<T>>>,
    /// What is in the queue.
    waiting: FxHashSet<(BlockPos, T)>,
    /// Ticks that were due while their column did not tick.
    parked: Shelf<Vec<Tick<T>>>,
    asked: u64,
}

impl<T: Copy + Eq + Hash> Schedule<T> {
    /// The most ticks that run in one game tick.
    pub const MOST: usize = 65536;

    pub fn new() -> Schedule<T> {
        Schedule { queue: BTreeMap::new(), waiting: FxHashSet::default(), parked: Shelf::default(), asked: 0 }
    }

    /// Asks for a tick at a time, unless one of the kind is already to come there.
    pub fn add(&mut self, pos: BlockPos, what: T, time: u64, priority: i8) {
        let parked = self.parked.get(pos.chunk()).into_iter().flatten();
        if !parked.into_iter().any(|tick| (tick.2, tick.3) == (pos, what)) && self.waiting.insert((pos, what)) {
            self.asked += 1;
            self.queue.entry(time).or_default().push((priority, self.asked, pos, what));
        }
    }

    /// Takes the ticks that are due, in order of time, priority and asking. Those in columns for which `ticks`
    /// does not hold are put aside until they are [released](Schedule::release).
    pub fn take_due(&mut self, now: u64, ticks: impl Fn(ChunkPos) -> bool) -> Vec<(BlockPos, T)> {
        let mut run = Vec::new();
        while run.len() < Self::MOST
            && let Some(first) = self.queue.first_entry().filter(|first| *first.key() <= now)
        {
            let mut due = first.remove();
            due.sort_unstable_by_key(|(priority, number, ..)| (*priority, *number));
            for tick in due {
                let (_, _, pos, what) = tick;
                self.waiting.remove(&(pos, what));
                if ticks(pos.chunk()) {
                    run.push((pos, what));
                } else {
                    self.parked.entry(pos.chunk()).push(tick);
                }
            }
        }
        run
    }

    /// Puts ticks of columns that tick again, those within `radius` chunks for which `ticks` holds, back in line:
    /// they are due.
    pub fn release(&mut self, now: u64, center: ChunkPos, radius: i32, ticks: impl Fn(ChunkPos) -> bool) {
        for tick in self.parked.take_near(center, radius, ticks).flatten() {
            self.waiting.insert((tick.2, tick.3));
            self.queue.entry(now).or_default().push(tick);
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
        schedule.release(10, ChunkPos::new(0, 0), 2, |_| true);
        assert_eq!(schedule.take_due(10, |_| true), [], "it is still too far");
        schedule.release(10, ChunkPos::new(0, 0), 6, |chunk| chunk.x != 6);
        assert_eq!(schedule.take_due(10, |_| true), [], "its column is not loaded");
        schedule.release(10, ChunkPos::new(0, 0), 6, |_| true);
        schedule.add(there, 'x', 20, 0);
        assert_eq!(schedule.take_due(10, |_| true), [(there, 'x')]);
        assert_eq!(schedule.take_due(30, |_| true), []);
    }
}
