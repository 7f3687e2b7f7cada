//! Text that others wrote, as it may be shown and logged.

/// Characters of a text of the game that are kept.
pub const LONGEST: usize = 1000;

/// A text of the game or of a server without what could make it look like another one: line breaks and all other
/// control characters are spaces, those that turn the direction of writing or take no room are left out, and what is
/// longer than `longest` characters is cut off.
pub fn plain(text: &str, longest: usize) -> String {
    let shown = text.chars().filter(|letter| !is_unseen(*letter));
    let spaced = shown.map(|letter| if is_break(letter) { ' ' } else { letter });
    let mut plain: String = spaced.clone().take(longest).collect();
    if spaced.clone().nth(longest).is_some() {
        plain.push_str("...");
    }
    plain
}

/// Whether something breaks a line or steers a terminal: C0, DEL and C1, the line and the paragraph separator.
fn is_break(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Whether something is not seen itself and changes how the rest is read: marks, embeddings, overrides and isolates of
/// the direction, zero-width characters, the byte order mark, the tags.
fn is_unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_in_a_text_makes_it_look_like_another() {
        assert_eq!(plain("Ünïcödé 矿 ⛏ stays", LONGEST), "Ünïcödé 矿 ⛏ stays");
        assert_eq!(plain("a\r\n2026-11-26 ERROR forged\u{85}\u{2028}\u{2029}b", 99), "a  2026-11-26 ERROR forged   b");
        assert_eq!(plain("\u{1b}[31mred\u{7f}\0\u{9b}1m", 99), " [31mred   1m");
        assert_eq!(plain("ab\u{202e}dc\u{2066}e\u{200b}f\u{feff}", 99), "abdcef");
        assert_eq!(plain("12345", 5), "12345");
        assert_eq!(plain("123456", 5), "12345...");
        assert_eq!(plain("1\u{200b}2345\u{200b}", 5), "12345", "what is left out does not count");
    }

    proptest! {
        #[test]
        fn whatever_comes_is_one_line(text in any::<String>(), longest in 0_usize..40) {
            let once = plain(&text, longest);
            prop_assert!(once.chars().count() <= longest + 3);
            prop_assert!(!once.chars().any(|letter| letter.is_control() || is_break(letter) || is_unseen(letter)));
        }
    }
}
