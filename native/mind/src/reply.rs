//! The one JSON object of a reply, dug out of the text around it.

use anima_intent::{like, suggestion};
use anima_model::Reply;
use anima_rules::Item;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// So many of an item. Servers can hold a model to a list of these, but not to a map.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Amount {
    /// The id.
    pub item: String,
    /// How many.
    pub count: u32,
}

impl Amount {
    pub(crate) fn of(item: Item, count: u32) -> Amount {
        Amount { item: item.name().to_owned(), count }
    }
}

/// The item with an id.
///
/// # Errors
/// That there is none, and what is like it.
pub(crate) fn item(name: &str) -> Result<Item, String> {
    let plain = name.strip_prefix("minecraft:").unwrap_or(name);
    Item::from_name(plain).filter(|item| *item != Item::AIR).ok_or_else(|| {
        let shown: String = name.chars().take(60).collect();
        format!("there is no item {shown:?} in 1.19.4{}", suggestion(&like(plain)))
    })
}

/// The JSON object of a reply that has a field, and whether there is text around it.
///
/// # Errors
/// What is wrong, for the model to read.
pub(crate) fn the_object(text: &str, field: &str) -> Result<(Value, bool), String> {
    /// Braces that are tried as the beginning of the object.
    const TRIES: usize = 100;
    // Some models think aloud first.
    let said = text.rsplit_once("</think>").map_or(text, |(_, said)| said).trim();
    if said.is_empty() {
        return Err("the answer is empty".into());
    }
    if let Ok(value) = serde_json::from_str::<Value>(said)
        && value.is_object()
    {
        return Ok((value, said.len() != text.trim().len()));
    }
    let mut found = Vec::new();
    let mut at = 0;
    for _ in 0..TRIES {
        let Some(brace) = said[at..].find('{') else { break };
        at += brace;
        let mut values = serde_json::Deserializer::from_str(&said[at..]).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) => {
                at += values.byte_offset();
                found.push(value);
            }
            Some(Err(error)) if error.is_eof() => {
                return Err("the JSON object breaks off in the middle; answer with a complete, shorter one".into());
            }
            Some(Err(_)) | None => at += 1,
        }
    }
    let has_field = |value: &&Value| value.get(field).is_some();
    match (found.iter().filter(has_field).count(), found.len()) {
        (1, _) => Ok((found.into_iter().find(|value| has_field(&value)).unwrap_or_default(), true)),
        (0, 0) => Err(match serde_json::from_str::<Value>(said) {
            Ok(_) => "the answer is JSON, but no object".into(),
            Err(error) => format!("the answer is no JSON object: {error}"),
        }),
        (0, _) => Err(format!("the JSON object has no field \"{field}\"")),
        (several, _) => Err(format!("there are {several} JSON objects with {field}; answer with one")),
    }
}

/// Reads a reply into a type, by a field that its object must have.
///
/// # Errors
/// What is wrong, one problem a line, for the model to read.
pub(crate) fn read<T: DeserializeOwned>(reply: &Reply, field: &str) -> Result<T, Vec<String>> {
    let read = the_object(&reply.text, field).and_then(|(value, _)| {
        T::deserialize(value).map_err(|error| format!("it does not follow the schema: {error}"))
    });
    read.map_err(|problem| match reply.cut_off {
        true => vec!["the answer was cut off because it was too long".to_owned(), problem],
        false => vec![problem],
    })
}
