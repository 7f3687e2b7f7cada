//! A model on a thread of its own.

use std::thread;
use std::time::Duration;

use crossbeam_channel::{Sender, unbounded};
use tokio::sync::oneshot::error::TryRecvError;

use crate::pending::{Asked, Job};
use crate::{Error, Model, Pending, Request, ServerSettings, Spent};

/// How often it is looked whether somebody still wants an answer.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A model that is opened, asked and written down on a thread of its own, so that whoever asks in a game tick touches no file
/// and waits for no thread. What came in the way of opening it is the answer to every request. When it is dropped the thread
/// ends by itself.
pub struct Apart {
    name: String,
    jobs: Sender<Job>,
}

impl Apart {
    /// Starts the thread; nothing is read or connected before.
    ///
    /// # Errors
    /// As of [`ServerSettings::check`], or [`Error::BadAddress`] if there is no thread for it.
    pub fn start(settings: ServerSettings) -> Result<Apart, Error> {
        settings.check()?;
        let (name, url) = (settings.model.clone(), settings.url.clone());
        let (jobs, queue) = unbounded();
        let run = move || {
            let mut model = settings.open();
            for Job { request, asked } in queue {
                let pending = match &mut model {
                    Ok(model) => model.ask(request),
                    Err(error) => Pending::ready(Err(error.clone()), Spent::default()),
                };
                pass_on(pending, asked);
            }
        };
        let thread = thread::Builder::new().name("anima-asks".into()).spawn(run);
        thread.map_err(|error| Error::BadAddress { url, cause: format!("no thread for it: {error}") })?;
        Ok(Apart { name, jobs })
    }
}

impl Model for Apart {
    fn ask(&mut self, request: Request) -> Pending {
        let (asked, pending) = Pending::new();
        match self.jobs.send(Job { request, asked }) {
            Ok(()) => pending,
            Err(_) => Pending::ready(Err(Error::Stopped), Spent::default()),
        }
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// Gives an answer to whoever wants it; if nobody does any more, it is awaited no longer.
fn pass_on(mut pending: Pending, Asked { answer, mut unwanted }: Asked) {
    while !pending.wait(LOOK_EVERY) {
        if unwanted.try_recv() == Err(TryRecvError::Closed) {
            return;
        }
    }
    if let Some(arrived) = pending.take() {
        // The asker may have turned away.
        let _ = answer.send((arrived, pending.spent()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Message, Recording, Reply, Role, Script};

    fn request(text: &str) -> Request {
        Request { messages: vec![Message::new(Role::User, text)], schema: None, max_tokens: 9, temperature: 0.2 }
    }

    fn answer(model: &mut dyn Model, text: &str) -> Result<Reply, Error> {
        let mut pending = model.ask(request(text));
        assert!(pending.wait(Duration::from_secs(20)), "the thread answers");
        pending.take().expect("it has arrived")
    }

    #[test]
    fn it_answers_as_the_model_that_it_opens_and_says_what_came_in_the_way() {
        let folder = tempfile::tempdir().unwrap();
        let reply = Reply { text: "one".into(), ..Reply::default() };
        let mut recording = Recording::new(Script::new([Ok(reply.clone())]), folder.path()).unwrap();
        assert!(recording.ask(request("a")).take().is_some());
        let replaying = |folder: &std::path::Path| {
            let settings =
                ServerSettings { replay: Some(folder.into()), model: "m".into(), ..ServerSettings::default() };
            Apart::start(settings).unwrap()
        };
        let mut model = replaying(folder.path());
        assert_eq!((answer(&mut model, "a"), model.name()), (Ok(reply), "m"));
        let mut model = replaying(&folder.path().join("nowhere"));
        for _ in 0..2 {
            assert!(matches!(answer(&mut model, "a"), Err(Error::Replay { .. })));
        }
    }

    #[test]
    fn what_nobody_wants_any_more_is_not_awaited() {
        let (asked, wanted) = Pending::new();
        let (never, pending) = Pending::new();
        drop(wanted);
        // It returns though no answer ever comes.
        pass_on(pending, asked);
        drop(never);
    }
}
