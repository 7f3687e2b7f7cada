//! The subset of JSON schema that servers can hold a model to ("structured outputs", strict).
//!
//! Every object names all its properties as required and allows no others, so a map is an array of pairs, and what may
//! be missing is nullable; there are few keywords, and the root is an object. Source: OpenAI's documentation of
//! structured outputs (supported schemas), as of 2025, whose limits are the narrowest of those servers.

use serde_json::{Map, Value};

/// Levels of nesting at most.
const DEPTH: usize = 5;
/// Properties in all at most.
const PROPERTIES: usize = 100;
/// Values of all enums together at most.
const ENUM_VALUES: usize = 500;
/// The keywords that are understood.
const KEYWORDS: [&str; 18] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
    "$ref",
    "$defs",
    "description",
    "title",
    "pattern",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "multipleOf",
];

/// What in a schema is outside the subset, one problem a line, each with its place; empty if nothing is.
pub fn problems(schema: &Value) -> Vec<String> {
    let mut check = Check { root: schema, problems: Vec::new(), properties: 0, values: 0 };
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => check.schema(schema, "", 1),
        _ => check.problems.push("/: the root must be an object".into()),
    }
    if let Some(defs) = schema.get("$defs").and_then(Value::as_object) {
        for (name, schema) in defs {
            check.schema(schema, &format!("/$defs/{name}"), 1);
        }
    }
    for (what, count, most) in
        [("properties", check.properties, PROPERTIES), ("values of enums", check.values, ENUM_VALUES)]
    {
        if count > most {
            check.problems.push(format!("/: {count} {what}; {most} at most"));
        }
    }
    check.problems
}

struct Check<'a> {
    root: &'a Value,
    problems: Vec<String>,
    properties: usize,
    values: usize,
}

impl Check<'_> {
    fn problem(&mut self, place: &str, what: impl std::fmt::Display) {
        self.problems.push(format!("{}: {what}", if place.is_empty() { "/" } else { place }));
    }

    fn schema(&mut self, schema: &Value, place: &str, depth: usize) {
        let Some(schema) = schema.as_object() else { return self.problem(place, "is no object") };
        if depth > DEPTH {
            return self.problem(place, format_args!("nested deeper than {DEPTH}"));
        }
        for key in schema.keys().filter(|key| !KEYWORDS.contains(&key.as_str()) && *key != "$schema") {
            self.problem(place, format_args!("the keyword {key} is not understood"));
        }
        if let Some(target) = schema.get("$ref") {
            let there = target.as_str().and_then(|target| target.strip_prefix('#'));
            if there.and_then(|pointer| self.root.pointer(pointer)).is_none() {
                self.problem(place, format_args!("$ref {target} leads nowhere"));
            }
            return;
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            self.values += values.len();
        }
        if let Some(options) = schema.get("anyOf").and_then(Value::as_array) {
            for (n, option) in options.iter().enumerate() {
                self.schema(option, &format!("{place}/anyOf/{n}"), depth);
            }
        } else if !["type", "enum", "const"].iter().any(|key| schema.contains_key(*key)) {
            self.problem(place, "has no type");
        }
        if self.is(schema, "object") {
            self.object(schema, place, depth);
        }
        if self.is(schema, "array") {
            match schema.get("items") {
                Some(items) => self.schema(items, &format!("{place}/items"), depth + 1),
                None => self.problem(place, "an array without items"),
            }
        }
    }

    fn is(&self, schema: &Map<String, Value>, kind: &str) -> bool {
        match schema.get("type") {
            Some(Value::String(one)) => one == kind,
            Some(Value::Array(some)) => some.iter().any(|one| one == kind),
            _ => false,
        }
    }

    fn object(&mut self, schema: &Map<String, Value>, place: &str, depth: usize) {
        if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
            self.problem(place, "additionalProperties must be false");
        }
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        self.properties += properties.len();
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        for name in properties.keys().filter(|name| !required.contains(&name.as_str())) {
            self.problem(place, format_args!("{name} is not required; make it nullable instead"));
        }
        for name in required.iter().filter(|name| !properties.contains_key(**name)) {
            self.problem(place, format_args!("{name} is required and no property"));
        }
        for (name, property) in properties {
            self.schema(property, &format!("{place}/properties/{name}"), depth + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_strict_schema_has_no_problem() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["steps", "why"],
            "properties": {
                "why": { "type": ["string", "null"] },
                "steps": { "type": "array", "items": { "$ref": "#/$defs/Step" } },
            },
            "$defs": { "Step": {
                "type": "object", "additionalProperties": false, "required": ["kind"],
                "properties": { "kind": { "type": "string", "enum": ["mine", "craft"] } },
            } },
        });
        assert_eq!(problems(&schema), Vec::<String>::new());
    }

    #[test]
    fn each_problem_is_named_with_its_place() {
        let object = |properties: Value, required: Value| json!({ "type": "object", "additionalProperties": false, "properties": properties, "required": required });
        let integer = || json!({ "type": "integer" });
        for (schema, says) in [
            (json!({ "type": "array", "items": integer() }), "/: the root must be an object"),
            (json!({ "type": "object", "properties": {}, "required": [] }), "/: additionalProperties must be false"),
            (
                object(
                    json!({ "map": { "type": "object", "additionalProperties": { "type": "integer" } } }),
                    json!(["map"]),
                ),
                "/properties/map: additionalProperties must be false",
            ),
            (object(json!({ "a": integer() }), json!([])), "/: a is not required; make it nullable instead"),
            (object(json!({}), json!(["a"])), "/: a is required and no property"),
            (object(json!({ "a": { "type": "array" } }), json!(["a"])), "/properties/a: an array without items"),
            (object(json!({ "a": {} }), json!(["a"])), "/properties/a: has no type"),
            (
                object(json!({ "a": { "$ref": "#/$defs/b" } }), json!(["a"])),
                "/properties/a: $ref \"#/$defs/b\" leads nowhere",
            ),
            (
                object(json!({ "a": { "type": "string", "maxLength": 3 } }), json!(["a"])),
                "/properties/a: the keyword maxLength is not understood",
            ),
        ] {
            assert!(problems(&schema).iter().any(|problem| problem == says), "{says}: {:?}", problems(&schema));
        }
        let nested = |inner: Value| object(json!({ "a": inner }), json!(["a"]));
        let deep = (0..6).fold(integer(), |inner, _| nested(inner));
        assert!(problems(&deep).iter().any(|problem| problem.contains("nested deeper than 5")));
    }
}
