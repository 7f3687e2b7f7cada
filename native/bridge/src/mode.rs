//! The game mode that a player is in, and whether an agent may play in it.

use std::fmt;

use crate::Fault;

/// A game mode (`GameMode` of 1.19.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameMode {
    /// Where the agent plays.
    #[default]
    Survival,
    /// Where everything is to be had for nothing.
    Creative,
    /// Where blocks cannot be dug.
    Adventure,
    /// Where nothing can be touched.
    Spectator,
}

impl GameMode {
    /// The mode with an id of the game (`GameMode.getId`).
    ///
    /// # Errors
    /// If there is none.
    pub fn from_id(id: i32) -> Result<GameMode, Fault> {
        Ok(match id {
            0 => GameMode::Survival,
            1 => GameMode::Creative,
            2 => GameMode::Adventure,
            3 => GameMode::Spectator,
            other => return Err(Fault::argument("mode", other, "0 to 3")),
        })
    }

    /// Why the agent does not play in this mode, and what to do; `None` where it plays.
    pub fn refusal(self) -> Option<String> {
        (self != GameMode::Survival).then(|| {
            format!("the game mode is {self}, and the agent plays in survival only; say /gamemode survival first")
        })
    }
}

impl fmt::Display for GameMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameMode::Survival => "survival",
            GameMode::Creative => "creative",
            GameMode::Adventure => "adventure",
            GameMode::Spectator => "spectator",
        })
    }
}
