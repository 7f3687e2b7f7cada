//! Answers of models gone wrong.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

/// What is put into answers.
const PIECES: [&str; 30] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "null",
    "true",
    "-1",
    "0",
    "1e99",
    "4294967296",
    "18446744073709551616",
    "\\u0000",
    "\\ud800",
    "é",
    "steps",
    "oak_log",
    "diamond",
    "bedrock",
    "kind",
    "\"smelt\"",
    "\u{1F600}",
    " ",
    "minecraft:",
    "```",
    "</think>",
    "{{ x }}",
    "\n- ",
];

/// An answer with one to three things wrong: lost, cut off, other or more letters, parts in another place or many times
/// over, nested deep.
pub(crate) fn mutated(answer: &str, rng: &mut Pcg64) -> String {
    /// Letters of an answer that has grown.
    const LONGEST: usize = 20_000;
    let mut text: Vec<char> = answer.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        if text.is_empty() {
            break;
        }
        let at = rng.random_range(0..text.len());
        let end = rng.random_range(at..text.len());
        match rng.random_range(0..8) {
            0 => drop(text.remove(at)),
            1 => text.truncate(at),
            2 => text[at] = char::from(rng.random_range(32..127u8)),
            3 => {
                let part: Vec<char> = text.drain(at..end).collect();
                let to = rng.random_range(0..=text.len());
                text.splice(to..to, part);
            }
            4 => {
                let part = text[at..end].to_vec();
                let times = rng.random_range(1..30);
                text.splice(at..at, part.into_iter().cycle().take(times * (end - at)).collect::<Vec<_>>());
            }
            5 => {
                let deep = rng.random_range(1..300);
                let nested = PIECES.choose(rng).expect("there are pieces").repeat(deep);
                text.splice(at..at, nested.chars());
            }
            _ => {
                let piece = PIECES.choose(rng).expect("there are pieces");
                text.splice(at..at, piece.chars());
            }
        }
        text.truncate(LONGEST);
    }
    text.into_iter().collect()
}
