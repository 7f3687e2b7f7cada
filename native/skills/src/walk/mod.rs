//! Getting about: a path carried out with keys, tick by tick, and ways that no path is needed for.

pub(crate) mod approach;
pub(crate) mod crawl;
pub(crate) mod go_to;
#[cfg(test)]
mod heights;
pub(crate) mod manner;
pub(crate) mod shaft;
pub(crate) mod step;
pub(crate) mod travel;
pub(crate) mod tunnel;
mod walker;
