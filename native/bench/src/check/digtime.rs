//! Dig times: `{tools, variants, blocks: {id: {ticks, variants}}}`.

use serde_json::Value;

use super::Case;

/// Whether a file holds cases of this kind.
pub(super) fn recognises(value: &Value) -> bool {
    value["tools"].is_array() && value["blocks"].is_object()
}

/// Plays the cases of a file.
pub(super) fn run(_value: &Value) -> Vec<Case> {
    vec![Case { name: "all".into(), divergence: Some("these cases cannot be played yet".into()), ticks: None }]
}
