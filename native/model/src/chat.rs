//! What is asked and what comes back.

use std::fmt;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
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

/// A picture that a model is shown: the bytes of a JPEG file.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture(pub Arc<[u8]>);

impl Picture {
    /// The picture in base64, as it goes over the wire.
    pub(crate) fn base64(&self) -> String {
        STANDARD.encode(&self.0)
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} bytes)", self.0.len())
    }
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.base64())
    }
}

impl<'de> Deserialize<'de> for Picture {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Picture, D::Error> {
        let text = String::deserialize(deserializer)?;
        STANDARD.decode(text).map(|bytes| Picture(bytes.into())).map_err(de::Error::custom)
    }
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The author.
    pub role: Role,
    /// What is said.
    pub content: String,
    /// What is shown with it. A model that cannot see is told the text alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
}

impl Message {
    /// A message of text.
    pub fn new(role: Role, content: impl Into<String>) -> Message {
        Message { role, content: content.into(), pictures: Vec::new() }
    }
}

/// The JSON schema an answer should follow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schema {
    /// Its name: letters, digits, `_`.
    pub name: String,
    /// The schema, in the subset that [`crate::strict`] checks.
    pub schema: Value,
}

/// A chat request. Nothing is remembered between requests: everything the model needs is in here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// The schema of the answer, for servers that can hold a model to one.
    pub schema: Option<Schema>,
    /// Longest answer, in tokens; what a model thinks before it answers comes on top ([`crate::ServerSettings`]).
    pub max_tokens: u32,
    /// 0 for the likeliest answer, higher for more varied ones.
    pub temperature: f32,
}

/// A model's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The text; never empty.
    pub text: String,
    /// Whether it was cut off at the longest answer.
    pub cut_off: bool,
    /// Tokens of the request, if the server tells.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer, thoughts included, if the server tells.
    pub answer_tokens: Option<u64>,
}
