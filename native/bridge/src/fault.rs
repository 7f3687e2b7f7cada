//! What is wrong with a call, and the exception it becomes.

use thiserror::Error;

/// Why a call was refused. Nothing has changed then.
#[derive(Debug, Error)]
pub enum Fault {
    /// Something that must be there is null.
    #[error("{0} is null")]
    Null(&'static str),
    /// A number or text that cannot be.
    #[error("{0}")]
    Argument(String),
    /// What a handle stands for is closed or belongs to another thread, or a body is in no world.
    #[error("{0}")]
    State(String),
    /// The JVM refused something.
    #[error("the JVM refused a call: {0}")]
    Jvm(#[from] jni::errors::Error),
}

impl Fault {
    /// A number out of range.
    pub fn argument(what: &str, is: impl std::fmt::Display, may_be: &str) -> Fault {
        Fault::Argument(format!("{what} is {is}; it may be {may_be}"))
    }
}
