//! An answer on its way.

use std::fmt;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded};
use tokio::sync::oneshot;

use crate::{Error, Reply, Request, Spent};

/// What came of a request.
pub(crate) type Answer = Result<Reply, Error>;

/// What is done with an answer, and what it took, before anybody sees it.
type Witness = Box<dyn FnOnce(&Answer, Spent) + Send>;

/// An answer on its way. If it is dropped, nobody waits for the answer any more: its connection is closed.
pub struct Pending {
    receiver: Receiver<(Answer, Spent)>,
    arrived: Option<Answer>,
    spent: Spent,
    witness: Option<Witness>,
    /// Dropped with it, which the other end notices.
    _wants: Option<oneshot::Sender<()>>,
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").field("arrived", &self.arrived).finish_non_exhaustive()
    }
}

/// Where an answer is to be put.
pub(crate) struct Asked {
    pub answer: Sender<(Answer, Spent)>,
    /// Ends when nobody wants the answer any more.
    pub unwanted: oneshot::Receiver<()>,
}

/// A request on its way to the thread that answers it.
pub(crate) struct Job {
    pub request: Request,
    pub asked: Asked,
}

impl Pending {
    /// An answer that is already there, and what it took.
    pub fn ready(answer: Answer, spent: Spent) -> Pending {
        let (_, receiver) = bounded(1);
        Pending { receiver, arrived: Some(answer), spent, witness: None, _wants: None }
    }

    /// An answer to come, and where it is to be put.
    pub(crate) fn new() -> (Asked, Pending) {
        let (answer, receiver) = bounded(1);
        let (wants, unwanted) = oneshot::channel();
        let pending = Pending { receiver, arrived: None, spent: Spent::default(), witness: None, _wants: Some(wants) };
        (Asked { answer, unwanted }, pending)
    }

    /// The same, shown to somebody first when it arrives.
    pub(crate) fn witnessed(mut self, witness: impl FnOnce(&Answer, Spent) + Send + 'static) -> Pending {
        if let Some(answer) = &self.arrived {
            witness(answer, self.spent);
            return self;
        }
        let inner = self.witness.take();
        self.witness = Some(Box::new(|answer, spent| {
            if let Some(inner) = inner {
                inner(answer, spent);
            }
            witness(answer, spent);
        }));
        self
    }

    /// What the answer took, once it has arrived: nothing if it was known already.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// The answer, if it has arrived. Never waits; gives it once.
    pub fn take(&mut self) -> Option<Answer> {
        if self.arrived.is_none() {
            let (answer, spent) = match self.receiver.try_recv() {
                Ok(answered) => answered,
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => (Err(Error::Stopped), Spent::default()),
            };
            self.arrive(answer, spent);
        }
        self.arrived.take()
    }

    /// Waits until the answer has arrived, or for at most `limit`. Tells whether it has.
    pub fn wait(&mut self, limit: Duration) -> bool {
        if self.arrived.is_none() {
            match self.receiver.recv_timeout(limit) {
                Ok((answer, spent)) => self.arrive(answer, spent),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.arrive(Err(Error::Stopped), Spent::default()),
            }
        }
        self.arrived.is_some()
    }

    fn arrive(&mut self, answer: Answer, spent: Spent) {
        if let Some(witness) = self.witness.take() {
            witness(&answer, spent);
        }
        (self.arrived, self.spent) = (Some(answer), spent);
    }
}
