//! The words of a text.

use super::number::number;
use super::verb::{BUILD, POLITE};

/// Marks around a word that say nothing.
const MARKS: &[char] = &['.', ',', '!', '?', '"', '\'', ':', ';'];

/// How the file of a blueprint ends.
pub(super) const FILE: &str = ".toml";

/// Whether a word is the name of a blueprint's file, which may hold spaces.
pub(super) fn is_file(word: &str) -> bool {
    let end = word.len().checked_sub(FILE.len()).and_then(|at| word.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(FILE)) && word.len() > FILE.len()
}

/// The words of a text without the marks around them; the name of a blueprint's file, which follows `build`, is one.
pub(super) fn words_of(text: &str) -> Vec<String> {
    let bare = |word: &str| word.trim_matches(MARKS).to_owned();
    let raw: Vec<&str> = text.split_whitespace().collect();
    let is_build = |word: &&str| BUILD.contains(&bare(word).to_lowercase().as_str());
    let is_number = |word: &str| word.ends_with(|c: char| c.is_ascii_digit()) || number(word).is_some();
    let mut words: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(word) = raw.get(at) {
        at += 1;
        let rest = &raw[at..];
        match (bare(word).to_lowercase().as_str(), words.last().map(|word| word.to_lowercase()).as_deref()) {
            ("&" | "+", _) => words.push("and".to_owned()),
            ("alive", Some("stay")) => {
                words.pop();
                words.push("survive".to_owned());
            }
            _ => words.push(bare(word)),
        }
        // `3 apples, 2 sticks and a bed`, but not `go to 1, 2, 3` or `diamonds, 3`.
        let next = rest.first().map(|word| bare(word).to_lowercase());
        let is_listed = |next: &String| {
            let is_joint = matches!(next.as_str(), "" | "and" | "or" | "then" | "&" | "+");
            let is_polite = rest.iter().all(|word| POLITE.contains(&bare(word).to_lowercase().as_str()));
            !is_joint && !is_polite && (rest.len() > 1 || !is_number(next))
        };
        if word.ends_with([',', ';']) && !is_number(&bare(word)) && next.as_ref().is_some_and(is_listed) {
            words.push("and".to_owned());
        }
        if is_build(word)
            && let Some(last) = rest.iter().take_while(|word| !is_build(word)).position(|word| is_file(&bare(word)))
        {
            // The point of `./hut.toml` belongs to the name.
            let name = rest[..=last].join(" ");
            words.push(name.trim_start_matches(['"', '\'']).trim_end_matches(MARKS).to_owned());
            at += last + 1;
        }
    }
    words.retain(|word| !word.is_empty());
    while words.last().is_some_and(|word| ["please", "thanks", "now"].contains(&word.to_lowercase().as_str())) {
        words.pop();
    }
    words
}
