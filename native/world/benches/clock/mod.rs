//! What benches that time whole games look at.

#![expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]

use std::time::Instant;

/// Time that this thread had the processor, where the system tells (others may share the machine), or else the
/// time of day.
pub struct Clock {
    processor: Option<f64>,
    wall: Instant,
}

impl Clock {
    /// A clock that begins now.
    pub fn start() -> Clock {
        Clock { processor: processor_seconds(), wall: Instant::now() }
    }

    /// Seconds since it began.
    pub fn seconds(&self) -> f64 {
        match (self.processor, processor_seconds()) {
            (Some(start), Some(end)) => end - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? * 1e-9)
}
