//! Language models behind one small interface: ask now, take the answer when it is there.
//!
//! [`Server`] speaks the OpenAI-compatible chat API over HTTP on a thread of its own; [`Script`] gives
//! prepared answers. Neither knows anything of Minecraft, and asking never blocks.

mod chat;
mod error;
mod pending;
mod script;
mod server;

pub use chat::{Message, Reply, Request, Role, Schema};
pub use error::Error;
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
