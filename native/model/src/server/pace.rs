//! When a server is asked: after a refusal later, after many not for a while, by so many at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use once_cell::sync::Lazy;
use parking_lot::Mutex;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::abilities::Abilities;
use super::shape::Shape;

/// The wait before the second attempt; it doubles from one to the next.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait between two attempts that the server has not asked for.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Failures in a row after which a server is left alone.
const BREAKS_AT: u32 = 5;
/// For how long at first; it doubles with each failure after.
const FIRST_REST: Duration = Duration::from_secs(15);
/// For how long at most.
const LONGEST_REST: Duration = Duration::from_secs(300);

/// What all agents of this process know of a server.
#[derive(Debug)]
pub(super) struct Known {
    /// Room for requests at one time.
    pub room: Semaphore,
    url: String,
    breaker: Mutex<Breaker>,
    /// By the name of the model.
    shapes: Mutex<BTreeMap<String, Told>>,
}

/// What is known of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// What requests to it look like.
    pub shape: Shape,
    /// Whether another process has found it out: then it may be out of date.
    pub by_another: bool,
}

/// The servers that this process has asked, by address.
static SERVERS: Lazy<Mutex<BTreeMap<String, Arc<Known>>>> = Lazy::new(Mutex::default);

impl Known {
    /// What is known of the server at an address; `at_once` requests go to it at one time, as whoever asked it first said.
    pub fn of(url: &str, at_once: usize) -> Arc<Known> {
        let new = || {
            let room = Semaphore::new(at_once.clamp(1, Semaphore::MAX_PERMITS));
            Arc::new(Known { room, url: url.to_owned(), breaker: Mutex::default(), shapes: Mutex::default() })
        };
        Arc::clone(SERVERS.lock().entry(url.to_owned()).or_insert_with(new))
    }

    /// Forgets a server, as a process has never known it that begins.
    #[cfg(test)]
    pub fn forget_server(url: &str) {
        SERVERS.lock().remove(url);
    }

    /// What is known of one of its models: what was found out here, or else what is kept.
    pub fn told(&self, model: &str, kept: Option<&Abilities>) -> Told {
        let mut shapes = self.shapes.lock();
        let of_another = || kept?.of(&self.url, model).map(|shape| Told { shape, by_another: true });
        shapes.entry(model.to_owned()).or_insert_with(|| of_another().unwrap_or_default()).clone()
    }

    /// Remembers what requests to one of its models look like.
    pub fn learn(&self, model: &str, shape: Shape, kept: Option<&Abilities>) {
        if let Some(kept) = kept {
            kept.keep(&self.url, model, &shape);
        }
        self.shapes.lock().insert(model.to_owned(), Told { shape, by_another: false });
    }

    /// Forgets what requests to one of its models look like: it is found out anew.
    pub fn forget(&self, model: &str, kept: Option<&Abilities>) {
        if let Some(kept) = kept {
            kept.forget(&self.url, model);
        }
        self.shapes.lock().insert(model.to_owned(), Told::default());
    }

    /// Whether it is left alone: how often it failed, and for how long yet.
    pub fn rests(&self) -> Option<(u32, Duration)> {
        self.breaker.lock().rests(Instant::now())
    }

    /// It answered.
    pub fn worked(&self) {
        *self.breaker.lock() = Breaker::default();
    }

    /// It could not be reached, was too slow or broke down.
    pub fn failed(&self) {
        self.breaker.lock().fail(Instant::now());
    }
}

/// Leaves a server alone that fails again and again.
#[derive(Debug, Default)]
struct Breaker {
    failures: u32,
    until: Option<Instant>,
}

impl Breaker {
    fn fail(&mut self, now: Instant) {
        self.failures += 1;
        if let Some(more) = self.failures.checked_sub(BREAKS_AT) {
            let rest = FIRST_REST.saturating_mul(1 << more.min(10)).min(LONGEST_REST);
            self.until = Some(now + rest);
        }
    }

    /// While it rests; when the rest is over one request tries, and others wait for what comes of it.
    fn rests(&mut self, now: Instant) -> Option<(u32, Duration)> {
        let until = self.until?;
        if until > now {
            return Some((self.failures, until - now));
        }
        self.until = Some(now + FIRST_REST);
        None
    }
}

/// The waits between the attempts of a request.
pub(super) struct Waits {
    next: Duration,
    dice: Pcg32,
}

impl Waits {
    pub fn new(seed: u64) -> Waits {
        Waits { next: FIRST_WAIT, dice: Pcg32::seed_from_u64(seed) }
    }

    /// The next wait: half to one and a half of what is due, so that those who were refused together do not come
    /// back together; never less than the server asked for.
    pub fn next(&mut self, asked_for: Option<Duration>) -> Duration {
        let wait = self.next.mul_f64(self.dice.random_range(0.5..1.5));
        self.next = (self.next * 2).min(LONGEST_WAIT);
        asked_for.map_or(wait, |asked| asked.max(wait))
    }
}

/// How long a server asks to be left alone: seconds or a date (RFC 9110 10.2.3), or OpenAI's milliseconds.
pub(super) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let number = |text: &str| text.parse::<f64>().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    if let Some(millis) = text("retry-after-ms").and_then(number) {
        return Some(millis / 1000);
    }
    let text = text(RETRY_AFTER.as_str())?;
    number(text).or_else(|| httpdate::parse_http_date(text).ok()?.duration_since(now).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_fails_again_and_again_is_left_alone() {
        let (mut breaker, start) = (Breaker::default(), Instant::now());
        for _ in 0..BREAKS_AT - 1 {
            breaker.fail(start);
            assert_eq!(breaker.rests(start), None);
        }
        breaker.fail(start);
        assert_eq!(breaker.rests(start), Some((BREAKS_AT, FIRST_REST)));
        let after = start + FIRST_REST;
        assert_eq!(breaker.rests(after), None, "one tries");
        assert!(breaker.rests(after).is_some(), "the others wait");
        breaker.fail(after);
        assert_eq!(breaker.rests(after), Some((BREAKS_AT + 1, 2 * FIRST_REST)));
        for _ in 0..100 {
            breaker.fail(after);
        }
        assert_eq!(breaker.rests(after), Some((BREAKS_AT + 101, LONGEST_REST)));
    }

    #[test]
    fn waits_grow_and_obey() {
        let mut waits = Waits::new(1);
        let lengths: Vec<f64> = (0..10).map(|_| waits.next(None).as_secs_f64()).collect();
        for (n, length) in lengths.iter().enumerate() {
            let due = (0.5 * f64::from(1 << n)).min(30.0);
            assert!((0.5 * due..1.5 * due).contains(length), "{n}: {length}");
        }
        let asked = Duration::from_secs(120);
        assert_eq!(waits.next(Some(asked)), asked);
        let others = (2..20).map(|seed| Waits::new(seed).next(None)).collect::<std::collections::BTreeSet<_>>();
        assert!(others.len() > 15, "they do not come back together");
    }

    #[test]
    fn a_server_says_how_long_to_wait() {
        let now = httpdate::parse_http_date("Wed, 21 Oct 2015 07:28:00 GMT").unwrap();
        let read = |name: &'static str, value: &str| {
            retry_after(&HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())]), now)
        };
        assert_eq!(read("retry-after", "3"), Some(Duration::from_secs(3)));
        assert_eq!(read("retry-after", "Wed, 21 Oct 2015 07:28:30 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(read("retry-after-ms", "1500"), Some(Duration::from_millis(1500)));
        for nonsense in ["soon", "-1", "NaN", "1e400", "Wed, 21 Oct 2015 07:27:00 GMT"] {
            assert_eq!(read("retry-after", nonsense), None, "{nonsense}");
        }
    }
}
