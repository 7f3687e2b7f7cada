//! Answers held to the form that was asked for.

use serde_json::{Map, Value};

/// References that are followed one after the other at most.
const HOPS: usize = 8;

/// Leaves out of an answer what its schema does not allow, as a server does that holds a model to it.
pub fn held_to(answer: &mut Value, schema: &Value) {
    held(answer, schema, schema);
}

fn held(value: &mut Value, schema: &Value, root: &Value) {
    let schema = resolved(schema, root);
    match value {
        Value::Object(fields) => {
            let Some(known) = schema["properties"].as_object() else { return };
            if schema["additionalProperties"] == false {
                let all = std::mem::take(fields);
                *fields = all.into_iter().filter(|(name, _)| known.contains_key(name)).collect::<Map<_, _>>();
            }
            for (name, value) in fields {
                if let Some(schema) = known.get(name) {
                    held(value, schema, root);
                }
            }
        }
        Value::Array(list) => {
            if let Some(items) = schema.get("items") {
                list.iter_mut().for_each(|value| held(value, items, root));
            }
        }
        _ => {}
    }
}

fn resolved<'a>(mut schema: &'a Value, root: &'a Value) -> &'a Value {
    for _ in 0..HOPS {
        let target = schema["$ref"].as_str().and_then(|path| root.pointer(path.strip_prefix('#')?));
        match target {
            Some(target) => schema = target,
            None => break,
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_schema_does_not_allow_is_left_out() {
        let schema = json!({
            "type": "object", "additionalProperties": false,
            "properties": {"steps": {"type": "array", "items": {"$ref": "#/$defs/Step"}}},
            "$defs": {"Step": {"additionalProperties": false, "properties": {"rank": {}}}, "Loop": {"$ref": "#/$defs/Loop"}},
        });
        let mut answer = json!({"thoughts": "", "steps": [{"rank": 1, "y": null}]});
        held_to(&mut answer, &schema);
        assert_eq!(answer, json!({"steps": [{"rank": 1}]}));
        held_to(&mut answer, &json!({"$ref": "#/$defs/Loop", "$defs": {"Loop": {"$ref": "#/$defs/Loop"}}}));
        assert_eq!(answer, json!({"steps": [{"rank": 1}]}));
    }
}
