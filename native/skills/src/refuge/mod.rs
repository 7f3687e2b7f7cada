//! Places where nothing gets at the body: holes, walls, cover from what shoots.

pub(crate) mod cover;
pub(crate) mod hole;
pub(crate) mod shelter;
pub(crate) mod stay;
pub(crate) mod wall;
