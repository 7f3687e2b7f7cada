//! An answer of the memory on its way, and the thread that gives it.

use std::fmt;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, unbounded};
use parking_lot::Mutex;

use crate::Error;
use crate::store::Store;

/// An answer on its way: polled like that of a model, never waited for in a tick.
pub struct Recalling<T> {
    receiver: Receiver<Result<T, Error>>,
    arrived: Option<Result<T, Error>>,
}

impl<T> fmt::Debug for Recalling<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recalling").field("arrived", &self.arrived.is_some()).finish_non_exhaustive()
    }
}

impl<T> Recalling<T> {
    /// An answer that is already there.
    pub fn ready(answer: Result<T, Error>) -> Recalling<T> {
        let (_, receiver) = bounded(1);
        Recalling { receiver, arrived: Some(answer) }
    }

    /// The answer, if it has arrived. Never waits; gives it once.
    pub fn take(&mut self) -> Option<Result<T, Error>> {
        if self.arrived.is_none() {
            self.arrived = match self.receiver.try_recv() {
                Ok(answer) => Some(answer),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => Some(Err(Error::Stopped)),
            };
        }
        self.arrived.take()
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

    /// The answer, however long it takes. Not for ticks.
    ///
    /// # Errors
    /// Why there is none.
    pub fn finish(mut self) -> Result<T, Error> {
        match self.arrived.take() {
            Some(answer) => answer,
            None => self.receiver.recv().unwrap_or(Err(Error::Stopped)),
        }
    }
}

type Job = Box<dyn FnOnce(&Store) + Send>;

/// The thread of a store, which begins with the first question. When its last handle is dropped, what was asked of it is
/// done first.
pub(crate) struct Worker {
    store: Arc<Store>,
    thread: Mutex<Option<(Sender<Job>, JoinHandle<()>)>>,
}

impl Worker {
    pub fn new(store: Arc<Store>) -> Worker {
        Worker { store, thread: Mutex::new(None) }
    }

    /// Has something done after all that was asked before.
    pub fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Store) -> Result<T, Error> + Send + 'static,
    ) -> Recalling<T> {
        let (answer, receiver) = bounded(1);
        let job: Job = Box::new(move |store| {
            // Nobody may be waiting any more.
            let _ = answer.send(job(store));
        });
        let mut thread = self.thread.lock();
        if thread.is_none() {
            match begin(Arc::clone(&self.store)) {
                Ok(begun) => *thread = Some(begun),
                Err(cause) => {
                    let what = "the thread of the memory cannot be started".into();
                    return Recalling::ready(Err(Error::Io { what, cause }));
                }
            }
        }
        if let Some((jobs, _)) = &*thread {
            // If the thread has ended, the answer is that it has.
            let _ = jobs.send(job);
        }
        Recalling { receiver, arrived: None }
    }
}

fn begin(store: Arc<Store>) -> std::io::Result<(Sender<Job>, JoinHandle<()>)> {
    let (jobs, waiting) = unbounded::<Job>();
    let work = move || waiting.iter().for_each(|job| job(&store));
    Ok((jobs, thread::Builder::new().name("anima-memory".into()).spawn(work)?))
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some((jobs, thread)) = self.thread.lock().take() {
            drop(jobs);
            // If it has panicked there is nothing left to do here.
            let _ = thread.join();
        }
    }
}
