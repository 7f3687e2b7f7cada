//! `comment`: what a round of a fight teaches for the next.

use serde_json::{Value, json};

use super::Question;

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let last = question.data("last");
    let won = last["won"].as_bool().ok_or("the data must hold the `last` round with `won`")?;
    let mut obtained = last["obtained"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let (reason, critique) = match (won, obtained.next_back()) {
        (true, Some(piece)) => {
            let piece: String = piece.chars().take(60).collect();
            ("The fight was won.", format!("Do without {piece}: the fight was won, and it takes long to get."))
        }
        (true, None) => ("The fight was won.", "As little will do again.".to_owned()),
        (false, _) => ("The fight was lost.", "Make one piece more of armour, or a better sword.".to_owned()),
    };
    Ok(json!({ "reason": reason, "critique": critique }))
}
