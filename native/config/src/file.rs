//! Files that people write.

use std::fs;
use std::path::Path;

use anima_intent::{near, suggestion};
use anyhow::{Context, Result, anyhow};
use serde::de::DeserializeOwned;

/// Reads a text file.
///
/// # Errors
/// Names the file.
pub fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

/// Parses TOML that a person wrote.
///
/// # Errors
/// Names the file, the line, what is wrong, and shows the line.
pub fn parse_toml<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let message = in_plain_words(error.message().trim());
        match error.span() {
            Some(span) => anyhow!("{}: {message}", place(path, text, span.start)),
            None => anyhow!("{}: {message}", path.display()),
        }
    })
}

/// A message of the parser without the names that only programmers give to numbers.
fn in_plain_words(message: &str) -> String {
    let kinds = [
        ("u8", "a whole number from 0 to 255"),
        ("u16", "a whole number from 0 to 65535"),
        ("u32", "a whole number from 0 to 4294967295"),
        ("u64", "a whole number, 0 or more"),
        ("usize", "a whole number, 0 or more"),
        ("i64", "a whole number"),
        ("f64", "a number"),
        ("a boolean", "true or false"),
    ];
    let mut message = message.to_owned();
    for (kind, plain) in kinds {
        if let Some(before) = message.strip_suffix(&format!("expected {kind}")) {
            message = format!("{before}expected {plain}");
        }
    }
    // Of a key that there is none of, the parser quotes first the key and then those that there are.
    let mut quoted = message.split('`').skip(1).step_by(2);
    if let Some(key) = quoted.next().filter(|_| message.starts_with("unknown field")) {
        message = format!("{message}{}", suggestion(&near(key, quoted)));
    }
    message
}

/// A place in a text for error messages: file, line, and what stands there.
pub fn place(path: &Path, text: &str, at: usize) -> String {
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let number = text[..at].matches('\n').count() + 1;
    let line = text.lines().nth(number - 1).unwrap_or_default().trim();
    match line {
        "" => format!("{} line {number}", path.display()),
        line => format!("{} line {number} ({line})", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_show_the_line() {
        let text = "a = 1\n\nb = \"x\n";
        let error = parse_toml::<toml::Table>(Path::new("some.toml"), text).unwrap_err().to_string();
        assert!(error.starts_with("some.toml line 3 (b = \"x)"), "{error}");
        assert_eq!(place(Path::new("f"), "é", 1), "f line 1 (é)");
    }

    #[test]
    fn the_key_that_was_meant_is_named() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "it is only parsed")]
        struct Some {
            calls_per_goal: u8,
            url: u8,
        }
        let says = |text: &str| parse_toml::<Some>(Path::new("some.toml"), text).unwrap_err().to_string();
        assert!(says("call_per_goal = 1").ends_with("; did you mean calls_per_goal?"));
        assert!(says("temperature = 1").ends_with("`url`"));
    }

    #[test]
    fn a_number_out_of_range_is_told_the_range() {
        #[derive(Debug, serde::Deserialize)]
        struct Some {
            #[expect(dead_code, reason = "it is only parsed")]
            a: u8,
        }
        let error = parse_toml::<Some>(Path::new("some.toml"), "a = 256").unwrap_err().to_string();
        assert!(error.ends_with("expected a whole number from 0 to 255"), "{error}");
    }
}
