//! Dealing with mobs: blow for blow, behind a shield, or by running away.

pub(crate) mod defend;
pub(crate) mod duel;
mod flee;
mod footwork;
mod guard;
pub(crate) mod shoot;
