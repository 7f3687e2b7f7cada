//! Entities other than the player.
