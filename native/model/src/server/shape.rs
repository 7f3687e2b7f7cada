//! What a server and its model take: found out from what it refuses, and remembered.
//!
//! No server tells beforehand what it can. So a request is sent whole first, and a refusal that names a part of it, or
//! none, teaches to do without that part. Each lesson takes something away, so there are few.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How an answer is held to a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SchemaMode {
    /// By the schema itself.
    #[serde(rename = "json_schema")]
    Strict,
    /// To be a JSON object.
    #[serde(rename = "json_object")]
    Object,
    /// Not at all: the request says in words what it should be.
    None,
}

/// The field that says how long the answer may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum LongestField {
    MaxTokens,
    MaxCompletionTokens,
}

/// What requests to a model look like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Shape {
    pub schema: SchemaMode,
    pub longest: LongestField,
    /// Whether a temperature is sent.
    pub temperature: bool,
    /// Whether pictures are sent.
    pub pictures: bool,
    /// Whether tokens are to be counted in a stream.
    pub usage: bool,
    /// Tokens on top of the longest answer that it was found to need for its thoughts; 0 if those that are configured do.
    pub thoughts: u32,
    /// Tokens that it can read, if a refusal has said so.
    pub context: Option<u64>,
}

/// What a request holds that a server may refuse.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Holds {
    pub schema: bool,
    pub pictures: bool,
}

/// What a refusal comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lesson {
    /// The same request in the shape that is learnt now.
    AskAgain,
    /// The same; but the refusal did not name what it is about.
    Unnamed,
    /// The same; but the server only broke down, and did not say what on.
    Guess,
    /// The request is too long.
    TooLong,
    /// There is no such model.
    NoModel,
    /// Nothing.
    Nothing,
}

impl Lesson {
    /// The same of a refusal with this status that names nothing.
    fn unnamed(self, status: u16) -> Lesson {
        match self {
            Lesson::AskAgain if status >= 500 => Lesson::Guess,
            Lesson::AskAgain => Lesson::Unnamed,
            lesson => lesson,
        }
    }
}

impl Default for Shape {
    /// That of which nothing was refused yet.
    fn default() -> Shape {
        Shape {
            schema: SchemaMode::Strict,
            longest: LongestField::MaxTokens,
            temperature: true,
            pictures: true,
            usage: true,
            thoughts: 0,
            context: None,
        }
    }
}

impl fmt::Display for Shape {
    /// `takes json_schema, max_tokens, pictures; no temperature`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let schema = match self.schema {
            SchemaMode::Strict => "json_schema",
            SchemaMode::Object => "json_object",
            SchemaMode::None => "no form of JSON",
        };
        let longest = match self.longest {
            LongestField::MaxTokens => "max_tokens",
            LongestField::MaxCompletionTokens => "max_completion_tokens",
        };
        write!(f, "takes {schema}, {longest}")?;
        let others = [(self.temperature, "temperature"), (self.pictures, "pictures"), (self.usage, "counts of tokens")];
        for (_, what) in others.iter().filter(|(is_taken, _)| *is_taken) {
            write!(f, ", {what}")?;
        }
        for (_, what) in others.iter().filter(|(is_taken, _)| !is_taken) {
            write!(f, ", no {what}")?;
        }
        if self.thoughts > 0 {
            write!(f, ", thinks up to {} tokens", self.thoughts)?;
        }
        self.context.map_or(Ok(()), |context| write!(f, ", reads {context} tokens"))
    }
}

impl Shape {
    /// Learns from a refusal.
    pub fn learn(&mut self, status: u16, message: &str, holds: Holds) -> Lesson {
        if !matches!(status, 400 | 404 | 413 | 415 | 422 | 500 | 501) {
            return Lesson::Nothing;
        }
        let said = message.to_lowercase();
        let names = |words: &[&str]| words.iter().any(|word| said.contains(word));
        if is_about_length(&said, status) {
            self.context = told_context(&said).or(self.context);
            return Lesson::TooLong;
        }
        if status == 404 || is_about_the_model(&said) {
            return if said.contains("model") { Lesson::NoModel } else { Lesson::Nothing };
        }
        if self.usage && names(&["stream_options", "include_usage"]) {
            self.usage = false;
        } else if self.longest == LongestField::MaxTokens && names(&["max_completion_tokens"]) {
            self.longest = LongestField::MaxCompletionTokens;
        } else if self.temperature && names(&["temperature"]) {
            self.temperature = false;
        } else if self.pictures
            && holds.pictures
            && names(&["image", "vision", "multimodal", "content must be a string"])
        {
            self.pictures = false;
        } else if holds.schema && names(&["response_format", "json_schema", "json_object", "schema", "grammar"]) {
            return self.loosen();
        } else if holds.schema && self.schema != SchemaMode::None {
            // Many refuse without saying what: a schema is what they most often cannot do.
            return self.loosen().unnamed(status);
        } else if self.pictures && holds.pictures && status != 500 {
            self.pictures = false;
            return Lesson::Unnamed;
        } else {
            return Lesson::Nothing;
        }
        Lesson::AskAgain
    }

    fn loosen(&mut self) -> Lesson {
        self.schema = match self.schema {
            SchemaMode::Strict => SchemaMode::Object,
            SchemaMode::Object => SchemaMode::None,
            SchemaMode::None => return Lesson::Nothing,
        };
        Lesson::AskAgain
    }
}

/// Whether a refusal says that the request is longer than the model can read.
fn is_about_length(said: &str, status: u16) -> bool {
    const SAYS: [&str; 9] = [
        "context length",
        "context_length",
        "context size",
        "context window",
        "maximum context",
        "exceed_context",
        "prompt is too long",
        "too many tokens",
        "input is too long",
    ];
    status == 413 || SAYS.iter().any(|words| said.contains(words))
}

/// How many tokens a model can read, as a refusal says: the first such number after the word.
fn told_context(said: &str) -> Option<u64> {
    /// Fewer than any model reads: a number of something else.
    const FEWEST: u64 = 256;
    let (_, after) = said.split_once("context")?;
    let numbers = after.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    numbers.into_iter().find(|number| *number >= FEWEST)
}

/// Whether a refusal says that there is no such model; the word alone stands in many others.
fn is_about_the_model(said: &str) -> bool {
    const SAYS: [&str; 6] =
        ["not found", "does not exist", "unknown model", "invalid model", "no such model", "not a valid model"];
    said.contains("model") && SAYS.iter().any(|words| said.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Holds = Holds { schema: true, pictures: true };

    #[test]
    fn what_is_named_is_left_out() {
        let openai = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
        let mut shape = Shape::default();
        assert_eq!(shape.learn(400, openai, BOTH), Lesson::AskAgain);
        assert_eq!(shape, Shape { longest: LongestField::MaxCompletionTokens, ..Shape::default() });
        let only = "Unsupported value: 'temperature' does not support 0.0 with this model. Only the default (1) value is supported.";
        assert_eq!(shape.learn(400, only, BOTH), Lesson::AskAgain);
        assert!(!shape.temperature);
        assert_eq!(shape.learn(422, "extra fields not permitted: stream_options", BOTH), Lesson::AskAgain);
        assert!(!shape.usage);
        assert_eq!(shape.learn(500, "image input is not supported - hint: provide the mmproj", BOTH), Lesson::AskAgain);
        assert!(!shape.pictures && shape.schema == SchemaMode::Strict);
    }

    #[test]
    fn a_schema_is_loosened_step_by_step_and_no_further() {
        for status in [400, 422, 500] {
            for message in ["response_format type json_schema is unavailable", "internal error"] {
                let mut shape = Shape::default();
                let holds = Holds { schema: true, pictures: false };
                let steps: Vec<_> = (0..4).map(|_| (shape.learn(status, message, holds), shape.schema)).collect();
                let lesson = match (status, message) {
                    (500, "internal error") => Lesson::Guess,
                    (_, "internal error") => Lesson::Unnamed,
                    _ => Lesson::AskAgain,
                };
                assert_eq!(
                    steps,
                    [
                        (lesson, SchemaMode::Object),
                        (lesson, SchemaMode::None),
                        (Lesson::Nothing, SchemaMode::None),
                        (Lesson::Nothing, SchemaMode::None)
                    ],
                    "{status} {message}"
                );
            }
        }
        assert_eq!(Shape::default().learn(500, "internal error", Holds::default()), Lesson::Nothing);
        assert_eq!(Shape::default().learn(429, "json_schema", BOTH), Lesson::Nothing);
    }

    #[test]
    fn a_request_that_is_too_long_is_no_unknown_model() {
        for (message, context) in [
            (
                "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
                Some(8192),
            ),
            ("the request exceeds the available context size, try increasing it", None),
            (
                "Trying to keep the first 9001 tokens when the context overflows. context length is only 4096 tokens",
                Some(4096),
            ),
        ] {
            let mut shape = Shape::default();
            assert_eq!((shape.learn(400, message, BOTH), shape.context), (Lesson::TooLong, context), "{message}");
        }
        for (status, message) in [
            (404, "The model `m` does not exist or you do not have access to it."),
            (404, "model \"m\" not found, try pulling it first"),
            (400, "m is not a valid model ID"),
        ] {
            assert_eq!(Shape::default().learn(status, message, BOTH), Lesson::NoModel, "{message}");
        }
        assert_eq!(Shape::default().learn(404, "page not found", BOTH), Lesson::Nothing);
    }

    #[test]
    fn lessons_come_to_an_end() {
        for message in ["", "temperature max_completion_tokens schema image stream_options", "model"] {
            let mut shape = Shape::default();
            let goes_on = |lesson: Lesson| matches!(lesson, Lesson::AskAgain | Lesson::Unnamed);
            let lessons = (0..20).take_while(|_| goes_on(shape.learn(400, message, BOTH))).count();
            assert!(lessons <= 7, "{lessons}");
        }
    }
}
