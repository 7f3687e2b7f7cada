//! An answer on its way.

use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded};

use crate::{Error, Reply};

/// An answer on its way. If it is dropped the answer goes unread.
#[derive(Debug)]
pub struct Pending {
    receiver: Receiver<Result<Reply, Error>>,
    arrived: Option<Result<Reply, Error>>,
}

impl Pending {
    /// An answer that is already there.
    pub fn ready(answer: Result<Reply, Error>) -> Pending {
        let (_, receiver) = bounded(1);
        Pending { receiver, arrived: Some(answer) }
    }

    /// An answer to come, and where it is to be put.
    pub(crate) fn new() -> (Sender<Result<Reply, Error>>, Pending) {
        let (sender, receiver) = bounded(1);
        (sender, Pending { receiver, arrived: None })
    }

    /// The answer, if it has arrived. Never waits; gives it once.
    pub fn take(&mut self) -> Option<Result<Reply, Error>> {
        if let Some(answer) = self.arrived.take() {
            return Some(answer);
        }
        match self.receiver.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(Error::Stopped)),
        }
    }

    /// Waits until the answer has arrived, or for at most `limit`. Tells whether it has.
    pub fn wait(&mut self, limit: Duration) -> bool {
        if self.arrived.is_none() {
            self.arrived = match self.receiver.recv_timeout(limit) {
                Ok(answer) => Some(answer),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Err(Error::Stopped)),
            };
        }
        self.arrived.is_some()
    }
}
