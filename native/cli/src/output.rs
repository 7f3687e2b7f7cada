//! Lines on standard output and standard error. A reader that goes away, as `head` does, ends no game and is no
//! failure.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result};

/// Writes a line of the result to standard output.
///
/// # Errors
/// If it cannot be written, as to a disk that is full.
pub fn line(text: impl Display) -> Result<()> {
    written(writeln!(io::stdout(), "{text}"))
}

/// Writes a remark to standard error; if that cannot be done, there is nobody left to tell.
pub fn remark(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A number of things in words: `1 game`, `2 games`.
pub fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// What a failure to write to standard output means.
fn written(result: io::Result<()>) -> Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("writing to standard output"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_several() {
        assert_eq!([0, 1, 2].map(|number| count(number, "game")), ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn a_reader_who_goes_away_is_no_failure() {
        assert!(written(Err(ErrorKind::BrokenPipe.into())).is_ok());
        let error = written(Err(ErrorKind::StorageFull.into())).unwrap_err();
        assert!(error.to_string().contains("standard output"), "{error}");
    }
}
