//! What our own mind weighs.

pub(crate) mod deaths;
pub(crate) mod effort;
pub(crate) mod night;
pub(crate) mod provision;
pub(crate) mod refine;
pub(crate) mod setbacks;
