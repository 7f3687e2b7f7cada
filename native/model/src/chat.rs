//! What is asked and what comes back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Standing instructions.
    System,
    /// Us.
    User,
    /// The model.
    Assistant,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The author.
    pub role: Role,
    /// What is said.
    pub content: String,
}

impl Message {
    /// A message.
    pub fn new(role: Role, content: impl Into<String>) -> Message {
        Message { role, content: content.into() }
    }
}

/// The JSON schema an answer should follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// Its name: letters, digits, `_`.
    pub name: String,
    /// The schema.
    pub schema: Value,
}

/// A chat request. Nothing is remembered between requests: everything the model needs is in here.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// The schema of the answer, for servers that can hold a model to one.
    pub schema: Option<Schema>,
    /// Longest answer, in tokens.
    pub max_tokens: u32,
    /// 0 for the likeliest answer, higher for more varied ones.
    pub temperature: f32,
}

/// A model's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The text.
    pub text: String,
    /// Whether it was cut off at `max_tokens`.
    pub cut_off: bool,
    /// Tokens of the request, if the server tells.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer, if the server tells.
    pub answer_tokens: Option<u64>,
}
