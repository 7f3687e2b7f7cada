//! Places where nothing gets at the body: holes and walls.

pub(crate) mod hole;
pub(crate) mod shelter;
pub(crate) mod stay;
pub(crate) mod wall;
