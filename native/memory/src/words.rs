//! Texts as they are kept and compared.

/// A text on one line and not longer than so many characters: control characters are spaces, the rest is cut off.
pub(crate) fn plain(text: &str, longest: usize) -> String {
    let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    text.chars().take(longest).map(|letter| if breaks(letter) { ' ' } else { letter }).collect()
}

/// A goal without its numbers: `obtain iron_ingot`, so that the same thing in another amount is the same class.
pub fn class_of(goal: &str) -> String {
    let words = goal.split_whitespace().filter(|word| word.parse::<i64>().is_err());
    words.collect::<Vec<_>>().join(" ")
}

/// The words of a goal with what each weighs when goals are compared: what things are called weighs more than what is
/// done to them; numbers weigh nothing.
pub(crate) fn tokens(goal: &str) -> Vec<(String, f32)> {
    const DONE: [&str; 24] = [
        "obtain", "wear", "put", "in", "a", "chest", "build", "kill", "breed", "craft", "place", "plant", "go", "to",
        "explore", "sleep", "survive", "night", "any", "and", "or", "of", "the", "get",
    ];
    let lower = goal.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut tokens: Vec<(String, f32)> = Vec::new();
    for word in words.filter(|word| word.parse::<i64>().is_err()) {
        let stem = if word.len() > 3 { word.strip_suffix('s').unwrap_or(word) } else { word };
        let weight = if DONE.contains(&stem) { 0.5 } else { 1.0 };
        if !tokens.iter().any(|(other, _)| other == stem) {
            tokens.push((stem.to_owned(), weight));
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_one_line_of_limited_length() {
        assert_eq!(plain("a\r\nb\u{1b}[31m\u{2028}c", 99), "a  b [31m c");
        assert_eq!(plain("矿石矿石", 3), "矿石矿");
    }

    #[test]
    fn the_class_of_a_goal_has_no_numbers() {
        assert_eq!(class_of("obtain 3 iron_ingot and obtain 1 any logs"), "obtain iron_ingot and obtain any logs");
        assert_eq!(class_of("go to 100 64 -20"), "go to");
    }

    #[test]
    fn the_words_of_things_weigh_most() {
        let words = tokens("obtain 3 Oak_Logs");
        assert_eq!(words, [("obtain".to_owned(), 0.5), ("oak".to_owned(), 1.0), ("log".to_owned(), 1.0)]);
    }
}
