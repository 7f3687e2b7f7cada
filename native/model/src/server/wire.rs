//! How a request and an answer look on the wire (the chat completions API of OpenAI and those who speak it).

use serde::Deserialize;
use serde_json::{Value, json};

use super::shape::{LongestField, SchemaMode, Shape};
use crate::{Message, Reply, Request};

/// The body of a request, as the shape of the server's requests is.
pub(super) fn body(model: &str, request: &Request, shape: &Shape, longest: u32) -> Value {
    let messages: Vec<Value> = request.messages.iter().map(|message| on_the_wire(message, shape.pictures)).collect();
    let mut body = json!({ "model": model, "messages": messages, "stream": true });
    if shape.usage {
        body["stream_options"] = json!({ "include_usage": true });
    }
    let field = match shape.longest {
        LongestField::MaxTokens => "max_tokens",
        LongestField::MaxCompletionTokens => "max_completion_tokens",
    };
    body[field] = json!(longest);
    if shape.temperature {
        body["temperature"] = json!(request.temperature);
    }
    if let Some(schema) = &request.schema {
        match shape.schema {
            SchemaMode::Strict => {
                body["response_format"] = json!({
                    "type": "json_schema",
                    "json_schema": { "name": schema.name, "strict": true, "schema": schema.schema },
                });
            }
            SchemaMode::Object => body["response_format"] = json!({ "type": "json_object" }),
            SchemaMode::None => {}
        }
    }
    body
}

fn on_the_wire(message: &Message, sees: bool) -> Value {
    if message.pictures.is_empty() || !sees {
        return json!({ "role": message.role, "content": message.content });
    }
    let text = std::iter::once(json!({ "type": "text", "text": message.content }));
    let pictures = message.pictures.iter().map(|picture| {
        let url = format!("data:image/jpeg;base64,{}", picture.base64());
        json!({ "type": "image_url", "image_url": { "url": url } })
    });
    json!({ "role": message.role, "content": text.chain(pictures).collect::<Vec<_>>() })
}

/// An answer, or a piece of one.
#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default, alias = "message")]
    delta: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Delta {
    content: Option<Content>,
    /// What it thinks, as DeepSeek and vLLM name it.
    reasoning_content: Option<String>,
    /// What it thinks, as OpenRouter and Ollama name it. A gateway may send both fields, so neither is an alias.
    reasoning: Option<String>,
    refusal: Option<String>,
}

impl Delta {
    /// Whether a part of the model's thoughts is in it.
    fn thinks(&self) -> bool {
        [&self.reasoning_content, &self.reasoning].into_iter().flatten().any(|thought| !thought.is_empty())
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

/// An error that a server tells inside an answer.
#[derive(Debug, PartialEq)]
pub(super) struct Told {
    /// The HTTP status that it stands for.
    pub status: u16,
    /// All that it says: it may quote the key, and be long.
    pub message: String,
}

/// Why a piece is none.
#[derive(Debug, PartialEq)]
pub(super) enum Bad {
    Told(Told),
    /// What the parser says, and whether more text could mend it.
    Json(String, bool),
}

/// An answer as far as it has come.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    pub reply: Reply,
    pub thought: bool,
    pub refusal: String,
    /// Why it ended; `None` while it goes on.
    pub finish: Option<String>,
}

impl Assembly {
    /// Takes in a piece, or a whole answer. Tells whether it said or thought something.
    pub fn take(&mut self, json: &str) -> Result<bool, Bad> {
        let piece: Completion =
            serde_json::from_str(json).map_err(|error| Bad::Json(error.to_string(), error.is_eof()))?;
        if let Some(error) = piece.error {
            return Err(Bad::Told(told(&error)));
        }
        if let Some(usage) = piece.usage {
            self.reply.prompt_tokens = usage.prompt_tokens.or(self.reply.prompt_tokens);
            self.reply.answer_tokens = usage.completion_tokens.or(self.reply.answer_tokens);
        }
        let Some(choice) = piece.choices.into_iter().next() else { return Ok(false) };
        self.finish = choice.finish_reason.or(self.finish.take());
        let delta = choice.delta.unwrap_or_default();
        let thinks = delta.thinks();
        let before = (self.reply.text.len(), self.refusal.len());
        match delta.content {
            Some(Content::Text(text)) => self.reply.text.push_str(&text),
            Some(Content::Parts(parts)) => parts.iter().for_each(|part| self.reply.text.push_str(&part.text)),
            None => {}
        }
        self.refusal.push_str(delta.refusal.as_deref().unwrap_or_default());
        self.thought |= thinks;
        Ok(thinks || before != (self.reply.text.len(), self.refusal.len()))
    }

    /// Whether it ended because it was as long as it may be.
    pub fn is_cut_off(&self) -> bool {
        self.finish.as_deref() == Some("length")
    }
}

fn told(error: &Value) -> Told {
    let number = |value: &Value| value.as_u64().or_else(|| value.as_str()?.parse().ok());
    let status = ["code", "status", "status_code"].iter().find_map(|key| number(error.get(key)?));
    let status = status.and_then(|status| u16::try_from(status).ok()).filter(|status| (400..600).contains(status));
    Told { status: status.unwrap_or(500), message: message_of(error) }
}

/// The message in the body of a refusal, or all of the body. It may quote the key, and be long.
pub(super) fn refusal_message(body: &str) -> String {
    match serde_json::from_str::<Value>(body) {
        Ok(value) => message_of(value.get("error").unwrap_or(&value)),
        Err(_) => body.to_owned(),
    }
}

fn message_of(error: &Value) -> String {
    let text = ["message", "detail", "msg"].iter().find_map(|key| error.get(key)?.as_str()).or_else(|| error.as_str());
    let field = error.get("param").and_then(Value::as_str).map_or_else(String::new, |param| format!(" ({param})"));
    text.map_or_else(|| error.to_string(), |text| format!("{text}{field}"))
}

/// How a text begins, on one line.
pub(super) fn beginning(text: &str) -> String {
    /// Characters that are told.
    const SHOWN: usize = 300;
    let line: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(SHOWN + 1).collect();
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn taken(pieces: &[&str]) -> Assembly {
        let mut answer = Assembly::default();
        for piece in pieces {
            answer.take(piece).unwrap();
        }
        answer
    }

    #[test]
    fn text_comes_in_pieces_and_parts() {
        let answer = taken(&[
            r#"{"choices":[{"delta":{"role":"assistant","content":""},"finish_reason":null}]}"#,
            r#"{"choices":[{"delta":{"content":"hel"}}]}"#,
            r#"{"choices":[{"delta":{"content":[{"type":"text","text":"l"},{"type":"text","text":"o"}]}}]}"#,
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#,
        ]);
        let Reply { text, prompt_tokens, answer_tokens, .. } = &answer.reply;
        assert_eq!((text.as_str(), *prompt_tokens, *answer_tokens), ("hello", Some(7), Some(2)));
        assert_eq!((answer.finish.as_deref(), answer.thought), (Some("stop"), false));
    }

    #[test]
    fn thoughts_are_none_of_the_answer() {
        for fields in [
            r#""reasoning":"hm""#,
            r#""reasoning_content":"hm""#,
            r#""reasoning":"hm","reasoning_content":"hm""#,
            r#""reasoning":null,"reasoning_content":"hm""#,
            r#""reasoning":"hm","reasoning_content":"""#,
        ] {
            for part in ["delta", "message"] {
                let piece = format!(r#"{{"choices":[{{"{part}":{{{fields},"content":null}}}}]}}"#);
                let mut answer = Assembly::default();
                assert_eq!(answer.take(&piece), Ok(true), "{piece}");
                assert_eq!((answer.thought, answer.reply.text.as_str()), (true, ""), "{piece}");
            }
        }
    }

    #[test]
    fn both_names_of_thoughts_in_one_answer_are_no_thoughts_if_they_are_empty() {
        for part in ["delta", "message"] {
            let piece = format!(
                r#"{{"choices":[{{"{part}":{{"content":"hello","reasoning":null,"reasoning_content":null}}}}]}}"#
            );
            let answer = taken(&[&piece]);
            assert_eq!((answer.thought, answer.reply.text.as_str()), (false, "hello"));
        }
    }

    #[test]
    fn an_error_inside_an_answer_is_told_with_its_status() {
        let mut answer = Assembly::default();
        for (json, status, message) in [
            (r#"{"error":{"message":"slow down","code":429}}"#, 429, "slow down"),
            (r#"{"error":{"message":"slow down","code":"429"}}"#, 429, "slow down"),
            (r#"{"error":"out of memory"}"#, 500, "out of memory"),
            (r#"{"error":{"message":"no","param":"temperature","code":"unsupported_value"}}"#, 500, "no (temperature)"),
        ] {
            assert_eq!(answer.take(json), Err(Bad::Told(Told { status, message: message.into() })));
        }
    }

    proptest! {
        #[test]
        fn no_piece_is_too_strange(text in ".*", inside in ".{0,20}") {
            let mut answer = Assembly::default();
            drop(answer.take(&text));
            drop(answer.take(&format!("{{\"choices\":[{{\"delta\":{inside}}}],\"error\":{inside}}}")));
            refusal_message(&text);
        }
    }
}
