//! What was asked and answered, written down and given again.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::pending::Answer;
use crate::{Error, Model, Pending, Reply, Request, Spent};

/// One request with its answer: a file of a recorded run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Exchange {
    /// Who answered.
    pub model: String,
    pub request: Request,
    pub answer: Told,
    /// What it took.
    pub spent: Spent,
}

/// How an answer is written down.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Told {
    Reply(Reply),
    Error(Error),
}

impl From<&Answer> for Told {
    fn from(answer: &Answer) -> Told {
        match answer {
            Ok(reply) => Told::Reply(reply.clone()),
            Err(error) => Told::Error(error.clone()),
        }
    }
}

impl From<Told> for Answer {
    fn from(told: Told) -> Answer {
        match told {
            Told::Reply(reply) => Ok(reply),
            Told::Error(error) => Err(error),
        }
    }
}

/// The file of an exchange of a run, counted from 1.
fn file_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:05}.json"))
}

/// Writes a file so that it is there whole or not at all.
pub(crate) fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let part = path.with_extension(format!("{}.part", std::process::id()));
    let mut file = std::fs::File::create(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&part, path)
}

/// Another model, whose exchanges are written into a folder, one file each.
#[derive(Debug)]
pub struct Recording<M> {
    model: M,
    folder: PathBuf,
    asked: u32,
}

impl<M: Model> Recording<M> {
    /// Writes the exchanges of a model into a folder that holds none yet.
    ///
    /// # Errors
    /// [`Error::Record`] if the folder holds a recorded run, or cannot be made.
    pub fn new(model: M, folder: impl Into<PathBuf>) -> Result<Recording<M>, Error> {
        let folder = folder.into();
        let bad = |cause: String| Error::Record { path: folder.display().to_string(), cause };
        std::fs::create_dir_all(&folder).map_err(|error| bad(error.to_string()))?;
        if file_of(&folder, 1).exists() {
            return Err(bad("there is a recorded run already".into()));
        }
        Ok(Recording { model, folder, asked: 0 })
    }
}

impl<M: Model> Model for Recording<M> {
    fn ask(&mut self, request: Request) -> Pending {
        self.asked += 1;
        let path = file_of(&self.folder, self.asked);
        let model = self.model.name().to_owned();
        self.model.ask(request.clone()).witnessed(move |answer, spent| {
            let exchange = Exchange { model, request, answer: answer.into(), spent };
            let text = serde_json::to_string_pretty(&exchange).map_err(std::io::Error::other);
            if let Err(error) = text.and_then(|text| write_whole(&path, &text)) {
                tracing::error!("an answer is not recorded: {}: {error}", path.display());
            }
        })
    }

    fn name(&self) -> &str {
        self.model.name()
    }
}

/// The model whose answers were recorded in a folder, or in the first of those in it.
///
/// # Errors
/// [`Error::Replay`] if there is none.
pub fn recorded_model(folder: &Path) -> Result<String, Error> {
    if file_of(folder, 1).exists() {
        return Ok(read(&file_of(folder, 1))?.model);
    }
    let bad = |cause: String| Error::Replay { path: folder.display().to_string(), cause };
    let entries = std::fs::read_dir(folder).map_err(|error| bad(error.to_string()))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.iter().find_map(|folder| recorded_model(folder).ok()).ok_or_else(|| bad("no run is recorded there".into()))
}

/// Gives the answers of a recorded run, to the same requests in the same order. No connection is opened.
#[derive(Debug)]
pub struct Replay {
    folder: PathBuf,
    model: String,
    asked: u32,
}

impl Replay {
    /// Opens a recorded run.
    ///
    /// # Errors
    /// [`Error::Replay`] if there is no such folder, or its first exchange cannot be read.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Replay, Error> {
        let folder = folder.into();
        let first = file_of(&folder, 1);
        if folder.is_dir() && !first.exists() {
            // A goal for which nothing was asked: the run's other goals tell whose answers they are.
            let model = folder.parent().and_then(|run| recorded_model(run).ok()).unwrap_or_default();
            return Ok(Replay { folder, model, asked: 0 });
        }
        let model = read(&first)?.model;
        Ok(Replay { folder, model, asked: 0 })
    }

    fn answer(&self, request: &Request) -> Result<(Answer, Spent), Error> {
        let path = file_of(&self.folder, self.asked);
        let exchange = read(&path)?;
        if exchange.request != *request {
            return Err(Error::Replay {
                path: path.display().to_string(),
                cause: difference(&exchange.request, request),
            });
        }
        Ok((exchange.answer.into(), exchange.spent))
    }
}

impl Model for Replay {
    fn ask(&mut self, request: Request) -> Pending {
        self.asked += 1;
        let (answer, spent) = self.answer(&request).unwrap_or_else(|error| (Err(error), Spent::default()));
        Pending::ready(answer, spent)
    }

    fn name(&self) -> &str {
        &self.model
    }
}

fn read(path: &Path) -> Result<Exchange, Error> {
    let bad = |cause: String| Error::Replay { path: path.display().to_string(), cause };
    let text =
        std::fs::read_to_string(path).map_err(|error| bad(format!("the recorded run has no such file: {error}")))?;
    serde_json::from_str(&text).map_err(|error| bad(error.to_string()))
}

/// Where two requests differ first.
fn difference(before: &Request, now: &Request) -> String {
    let lines = |request: &Request| {
        let messages: Vec<String> = request.messages.iter().map(|message| message.content.clone()).collect();
        messages.join("\n").lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (old, new) = (lines(before), lines(now));
    let at = old.iter().zip(&new).position(|(old, new)| old != new).unwrap_or(old.len().min(new.len()));
    let line =
        |lines: &[String]| lines.get(at).map_or("(nothing)", String::as_str).chars().take(200).collect::<String>();
    match old == new {
        true => "something else is asked now: the same text, but another schema, length or temperature".into(),
        false => {
            format!("something else is asked now, from line {} on: {:?} then, {:?} now", at + 1, line(&old), line(&new))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Message, Role, Script};

    fn request(text: &str) -> Request {
        Request { messages: vec![Message::new(Role::User, text)], schema: None, max_tokens: 9, temperature: 0.2 }
    }

    fn answers(model: &mut dyn Model, texts: &[&str]) -> Vec<Answer> {
        texts.iter().map(|text| model.ask(request(text)).take().unwrap()).collect()
    }

    #[test]
    fn a_recorded_run_is_given_again() {
        let folder = tempfile::tempdir().unwrap();
        let refused = Error::Refused { url: "there".into(), status: 429, message: "slow down".into() };
        let script = Script::new([Ok(Reply { text: "one".into(), ..Reply::default() }), Err(refused)]);
        let mut recording = Recording::new(script, folder.path()).unwrap();
        let before = answers(&mut recording, &["a", "b"]);
        assert!(before[0].is_ok() && before[1].is_err());
        let mut replay = Replay::open(folder.path()).unwrap();
        assert_eq!((answers(&mut replay, &["a", "b"]), replay.name()), (before, "script"));
        let more = answers(&mut replay, &["c"])[0].clone().unwrap_err();
        assert!(more.to_string().contains("00003.json: the recorded run has no such file"), "{more}");
    }

    #[test]
    fn a_goal_for_which_nothing_was_asked_is_given_again_too() {
        let run = tempfile::tempdir().unwrap();
        let goal = |number: u32| run.path().join(format!("goal-{number}"));
        answers(&mut Recording::new(Script::of_texts(["one"]), goal(1)).unwrap(), &["a"]);
        Recording::new(Script::default(), goal(2)).unwrap();
        let mut replay = Replay::open(goal(2)).expect("nothing was asked");
        assert_eq!(replay.name(), "script");
        assert!(answers(&mut replay, &["a"])[0].is_err(), "and nothing is answered");
        assert!(Replay::open(goal(3)).is_err());
    }

    #[test]
    fn what_differs_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let mut recording = Recording::new(Script::of_texts(["one"]), folder.path()).unwrap();
        answers(&mut recording, &["a\nb"]);
        let error = answers(&mut Replay::open(folder.path()).unwrap(), &["a\nc"])[0].clone().unwrap_err();
        assert!(error.to_string().contains("from line 2 on: \"b\" then, \"c\" now"), "{error}");
        let again = Recording::new(Script::default(), folder.path()).unwrap_err();
        assert!(matches!(again, Error::Record { .. }) && again.to_string().contains("already"), "{again}");
        let none = Replay::open(folder.path().join("none")).unwrap_err();
        assert!(none.to_string().contains("no such file"), "{none}");
        std::fs::write(folder.path().join("00001.json"), "{").unwrap();
        assert!(Replay::open(folder.path()).unwrap_err().to_string().contains("EOF"));
    }
}
