//! A bounded store of parts of the terrain that several columns share.

use std::sync::Arc;

use anima_body::ChunkPos;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

/// What was made for the chunks last asked for.
///
/// Everything in it is a pure function of the seed and the position, so what happens to be in it never shows.
#[derive(Debug)]
pub struct Cache<T> {
    capacity: usize,
    kept: Mutex<Kept<T>>,
}

#[derive(Debug)]
struct Kept<T> {
    entries: FxHashMap<ChunkPos, Entry<T>>,
    clock: u64,
}

#[derive(Debug)]
struct Entry<T> {
    used: u64,
    value: Arc<T>,
}

impl<T> Cache<T> {
    /// A store of so many chunks.
    pub fn new(capacity: usize) -> Cache<T> {
        Cache { capacity, kept: Mutex::new(Kept { entries: FxHashMap::default(), clock: 0 }) }
    }

    /// What is kept for a chunk, made now if it is not there. Nothing is locked while it is made.
    pub fn get_or_make(&self, chunk: ChunkPos, make: impl FnOnce() -> T) -> Arc<T> {
        if let Some(value) = self.find(chunk) {
            return value;
        }
        let value = Arc::new(make());
        self.keep(chunk, Arc::clone(&value));
        value
    }

    fn find(&self, chunk: ChunkPos) -> Option<Arc<T>> {
        let mut kept = self.kept.lock();
        kept.clock += 1;
        let now = kept.clock;
        let entry = kept.entries.get_mut(&chunk)?;
        entry.used = now;
        Some(Arc::clone(&entry.value))
    }

    fn keep(&self, chunk: ChunkPos, value: Arc<T>) {
        let mut kept = self.kept.lock();
        let used = kept.clock;
        kept.entries.insert(chunk, Entry { used, value });
        if kept.entries.len() > self.capacity {
            // The older half goes at once, so that the search for it costs little for each chunk.
            let mut ages: Vec<u64> = kept.entries.values().map(|entry| entry.used).collect();
            let middle = ages.len() / 2;
            let (_, limit, _) = ages.select_nth_unstable(middle);
            let limit = *limit;
            kept.entries.retain(|_, entry| entry.used > limit);
        }
    }
}
