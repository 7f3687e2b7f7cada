//! Finding what was not seen yet: new ground, ore, the surface, the shore.

mod cave;
pub(crate) mod course;
pub(crate) mod explore;
pub(crate) mod ore;
pub(crate) mod prospect;
pub(crate) mod shore;
pub(crate) mod surface;
