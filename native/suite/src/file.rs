//! Files that we write for people.

/// A name that any file system takes: words joined by `-`.
pub fn slug(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { ' ' });
    let plain: String = plain.collect();
    let slug = plain.split_whitespace().collect::<Vec<_>>().join("-");
    if slug.is_empty() { "unnamed".into() } else { slug.chars().take(80).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_plain() {
        assert_eq!(slug("mine 3 Logs / ../etc"), "mine-3-logs-etc");
        assert_eq!(slug("//"), "unnamed");
    }
}
