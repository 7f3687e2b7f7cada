//! Errors for a person: what went wrong, where, and what to do next. The one place that turns one into the other.

use std::io;

use anima_config::env::MODEL_KEY;
use anima_intent::WordsError;
use anima_world::SaveError;

use crate::output;

/// Shows an error and the next step on standard error.
pub fn show(error: &anyhow::Error) {
    output::remark(format_args!("error: {error:#}"));
    if let Some(hint) = hint(error) {
        output::remark(format_args!("  next: {hint}"));
    }
}

/// What can be done about an error, where its message does not say so itself.
pub fn hint(error: &anyhow::Error) -> Option<String> {
    error.chain().find_map(|cause| {
        if let Some(error) = cause.downcast_ref::<anima_model::Error>() {
            return Some(match error {
                anima_model::Error::KeyRefused { .. } => format!("put a valid key into {}", MODEL_KEY),
                error => error.hint().to_owned(),
            });
        }
        if let Some(WordsError::Unknown { .. }) = cause.downcast_ref() {
            return Some("say for example \"obtain 3 oak_log\", \"kill 2 zombies\" or \"go to 100 64 -20\"".into());
        }
        if let Some(SaveError::NoWorld { .. }) = cause.downcast_ref() {
            return Some("a world lies in the game's saves folder, one folder each".into());
        }
        let error = cause.downcast_ref::<io::Error>()?;
        match error.kind() {
            io::ErrorKind::NotFound => Some("check the path: nothing is there".into()),
            io::ErrorKind::PermissionDenied => Some("choose a place that you may read and write".into()),
            io::ErrorKind::StorageFull => Some("free some space, or choose another disk".into()),
            io::ErrorKind::InvalidData => Some("this file is not UTF-8 text; check that it is the right one".into()),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn the_next_step_is_found_below_any_context() {
        let error = anima_model::Error::BadAddress { url: "x".into(), cause: "y".into() };
        let error = anyhow::Error::new(error).context("starting the model");
        assert!(hint(&error).is_some_and(|hint| hint.contains("http://")));
        let error = std::fs::read("/nowhere/at/all").context("reading").unwrap_err();
        assert!(hint(&error).is_some_and(|hint| hint.contains("nothing is there")));
        assert_eq!(hint(&anyhow::anyhow!("x")), None);
    }
}
