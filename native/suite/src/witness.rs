//! Watching a game while it is played.

use anima_agent::{Life, Note};
use anima_body::{Control, Observation};
use anima_mind::Fought;

use crate::{End, Part, Start};

/// Something that looks on while a game is played: a record, a film, a progress view. None can change the game.
pub trait Witness {
    /// The game is about to begin.
    fn begins(&mut self, _start: &Start) {}

    /// Whether it uses the pictures that the agent asks for; if none does, none is asked for.
    fn uses_pictures(&self) -> bool {
        false
    }

    /// The operator is about to set the world for another part.
    fn part_begins(&mut self, _part: &Part) {}

    /// A round is over, and another world is about to begin if it was not the last.
    fn round_ends(&mut self, _round: &Fought) {}

    /// A tick begins; its events are those of the tick before.
    fn sees(&mut self, _seen: &Observation) {}

    /// Something of the world could not be read; the rest goes on.
    fn is_warned(&mut self, _warning: &str) {}

    /// The mind thinks while the tick stands still.
    fn waits(&mut self, _life: &Life) {}

    /// The agent notes something in the tick last seen.
    fn hears(&mut self, _note: &Note) {}

    /// The agent has decided what to do in the tick last seen.
    fn does(&mut self, _life: &Life, _control: &Control) {}

    /// The game is over.
    fn ends(&mut self, _end: &End) {}
}
