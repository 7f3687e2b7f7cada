//! The world as a whole, and the order of a tick.

/// An embedded world with one player in it.
#[derive(Clone, Debug)]
pub struct World {}
