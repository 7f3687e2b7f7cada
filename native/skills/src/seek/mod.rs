//! Finding what was not seen yet: new ground, mobs, ore, the surface, the shore.

pub(crate) mod biome;
mod cave;
pub(crate) mod course;
mod dark;
pub(crate) mod explore;
mod forage;
pub(crate) mod journey;
pub(crate) mod mob;
pub(crate) mod ore;
mod outlook;
pub(crate) mod prospect;
pub(crate) mod shore;
pub(crate) mod surface;

/// Ticks that one search for something may take before the mind is asked again.
pub(crate) const SEARCH: u64 = 6000;
