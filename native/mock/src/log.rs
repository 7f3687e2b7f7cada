//! What was asked and what came of it, in numbers.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::settings::Mode;

/// How many requests of each sort there were; all that a server keeps from one request to the next. No answer depends on
/// it.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<BTreeMap<String, u64>>>);

impl Log {
    /// Counts one more of a sort.
    pub(crate) fn add(&self, sort: &str) {
        *self.0.lock().entry(sort.to_owned()).or_insert(0) += 1;
    }

    /// How many there were of a sort: a call (`plan`), its repairs (`plan repair`), `requests` and `refused` (400).
    pub fn count(&self, sort: &str) -> u64 {
        self.0.lock().get(sort).copied().unwrap_or(0)
    }

    /// How often a mode happened.
    pub fn mode(&self, mode: impl Mode) -> u64 {
        self.count(mode.name())
    }

    /// All sorts with their numbers.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        self.0.lock().clone()
    }
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.counts().iter().map(|(sort, count)| format!("{sort} {count}")).collect();
        f.write_str(&all.join(", "))
    }
}
