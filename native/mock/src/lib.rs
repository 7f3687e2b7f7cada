//! A scripted chat server, for measuring and for trying an agent without a model.
//!
//! It speaks as much of the OpenAI chat API as agents use, and answers the calls of Anima's minds by rules: what it is
//! asked stands in the one block of data of the request. Results with it are results *with a scripted model*, and never
//! those of a language model or of a paper. `README.md` beside this crate says what it knows, how it answers and how it
//! errs; those rules are fixed before anything is measured with it.
//!
//! An answer follows from the bytes of the request, the seed and the settings alone: nothing is shared with the game, and
//! nothing kept from one request to the next but a [`Log`] of numbers, on which no answer depends.

mod answer;
mod dice;
mod flaw;
mod form;
mod knowledge;
mod log;
mod reply;
mod request;
mod scene;
mod server;
mod settings;
mod steps;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use axum::serve::ListenerExt;
use tokio::sync::oneshot;

pub use log::Log;
pub use settings::{Fault, Flaw, Mode, Rates, Settings};

/// A running server. It ends with this value.
pub struct Mock {
    /// Where it listens, at this machine alone.
    pub address: SocketAddr,
    /// What it was asked so far.
    pub log: Log,
    /// Dropped to end the thread.
    alive: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Mock {
    /// Starts a server on a thread of its own.
    ///
    /// # Errors
    /// If the port cannot be had, or no thread.
    pub fn start(settings: Settings) -> io::Result<Mock> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, settings.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let log = Log::default();
        let skill = knowledge::Skill::new(settings.seed, settings.skill);
        let shared = Arc::new(server::Shared { settings, skill, log: log.clone() });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (alive, gone) = oneshot::channel::<()>();
        let run = move || {
            runtime.block_on(async {
                // One that cannot be had from the system's listener is had from none: there is nobody to tell.
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
                let at_once = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
                tokio::select! {
                    _ = gone => {}
                    _ = axum::serve(at_once, server::routes(shared)) => {}
                }
            });
            runtime.shutdown_background();
        };
        let thread = thread::Builder::new().name("anima-mock".into()).spawn(run)?;
        Ok(Mock { address, log, alive: Some(alive), thread: Some(thread) })
    }

    /// The address to give a client.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Waits until the server ends, which it does with the process.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        self.alive = None;
        if let Some(thread) = self.thread.take() {
            // Its panic was reported when it happened.
            drop(thread.join());
        }
    }
}
