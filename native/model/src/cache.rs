//! Answers that are given once for each request.

use std::fmt::Write;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use crate::exchange::{Exchange, Told, write_whole};
use crate::{Model, Pending, Request, Spent};

/// Another model, whose answers are kept in a folder under the whole request: the same one is asked only once. What was
/// cut off or refused is not kept.
#[derive(Debug)]
pub struct Cached<M> {
    model: M,
    folder: PathBuf,
}

impl<M: Model> Cached<M> {
    /// Keeps the answers of a model in a folder.
    pub fn new(model: M, folder: impl Into<PathBuf>) -> Cached<M> {
        Cached { model, folder: folder.into() }
    }

    fn path(&self, request: &Request) -> Option<PathBuf> {
        let key = serde_json::to_string(&(self.model.name(), request)).ok()?;
        let name = Sha256::digest(key).iter().fold(String::new(), |mut name, byte| {
            let _ = write!(name, "{byte:02x}");
            name
        });
        Some(self.folder.join(&name[..2]).join(format!("{name}.json")))
    }
}

impl<M: Model> Model for Cached<M> {
    fn ask(&mut self, request: Request) -> Pending {
        let Some(path) = self.path(&request) else { return self.model.ask(request) };
        let kept = std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str::<Exchange>(&text).ok());
        if let Some(Exchange { answer: answer @ Told::Reply(_), request: asked, .. }) = kept
            && asked == request
        {
            return Pending::ready(answer.into(), Spent::default());
        }
        let model = self.model.name().to_owned();
        self.model.ask(request.clone()).witnessed(move |answer, spent| {
            if !answer.as_ref().is_ok_and(|reply| !reply.cut_off) {
                return;
            }
            let exchange = Exchange { model, request, answer: answer.into(), spent };
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            let text = folder.and_then(|()| serde_json::to_string_pretty(&exchange).map_err(std::io::Error::other));
            if let Err(error) = text.and_then(|text| write_whole(&path, &text)) {
                tracing::warn!("an answer is not kept: {}: {error}", path.display());
            }
        })
    }

    fn name(&self) -> &str {
        self.model.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, Message, Reply, Role, Script};

    #[test]
    fn the_same_is_asked_once() {
        let folder = tempfile::tempdir().unwrap();
        let cut = Reply { text: "half".into(), cut_off: true, ..Reply::default() };
        let script = Script::new([
            Err(Error::Stopped),
            Ok(cut),
            Ok(Reply { text: "whole".into(), ..Reply::default() }),
            Ok(Reply { text: "warm".into(), ..Reply::default() }),
        ]);
        let mut model = Cached::new(script, folder.path());
        let request = |temperature| Request {
            messages: vec![Message::new(Role::User, "hi")],
            schema: None,
            max_tokens: 9,
            temperature,
        };
        let mut ask = |temperature| model.ask(request(temperature)).take().unwrap().map(|reply| reply.text);
        assert!(ask(0.0).is_err());
        assert_eq!(ask(0.0), Ok("half".into()));
        for _ in 0..3 {
            assert_eq!(ask(0.0), Ok("whole".into()));
        }
        assert_eq!(ask(0.5), Ok("warm".into()), "another request");
        let mut other = Cached::new(Script::default(), folder.path());
        assert_eq!(other.ask(request(0.0)).take().unwrap().map(|reply| reply.text), Ok("whole".into()));
    }
}
