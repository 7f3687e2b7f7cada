//! Language models behind one small interface: ask now, take the answer when it is there.
//!
//! | Model | Answers |
//! | --- | --- |
//! | [`Server`] | over HTTP, by the OpenAI-compatible chat API, on a thread of its own |
//! | [`Recording`] | another's, writing down what is asked and answered |
//! | [`Replay`] | what was written down, opening no connection |
//! | [`Cached`] | another's, once for each request |
//! | [`Script`] | what was prepared |
//!
//! None knows anything of Minecraft, and asking never blocks. What is spent is counted in a [`Ledger`], which lets no cap
//! be passed.

mod apart;
mod cache;
mod chat;
mod error;
mod exchange;
mod ledger;
mod pending;
mod script;
mod server;
pub mod strict;

pub use apart::Apart;
pub use cache::Cached;
pub use chat::{Message, Picture, Reply, Request, Role, Schema};
pub use error::Error;
pub use exchange::{Recording, Replay, recorded_model};
pub use ledger::{Budget, Cap, Ledger, Price, Reserved, Spent, money};
pub use pending::Pending;
pub use script::Script;
pub use server::{Limits, Secret, Server, ServerSettings, check_address};

/// Something that answers chat requests.
pub trait Model: Send {
    /// Sends a request. The answer, or why there is none, arrives in the returned [`Pending`].
    fn ask(&mut self, request: Request) -> Pending;

    /// The model's name, for records.
    fn name(&self) -> &str;
}

impl Model for Box<dyn Model> {
    fn ask(&mut self, request: Request) -> Pending {
        (**self).ask(request)
    }

    fn name(&self) -> &str {
        (**self).name()
    }
}
