//! The player: movement, hands, survival.
