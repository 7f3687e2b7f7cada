//! The parts of a goal: what stands between `and`, `then` and `or`.

use std::collections::BTreeSet;

use super::clause::clause;
use super::verb::verb_of;
use super::{Shelf, WordsError};

/// Words that are one part of a goal, and the verb that was said for the part before if they have none of their own.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub words: &'a [&'a str],
    pub verb: Option<&'a str>,
}

/// Takes words apart at some joints (`and`), where all parts mean something: some names hold such a word (`flint and
/// steel`).
pub(super) fn split<'a>(
    words: &'a [&'a str],
    joints: &[&str],
    verb: Option<&'a str>,
    library: &Shelf<'_>,
) -> Vec<Part<'a>> {
    let mut vain = BTreeSet::new();
    let whole = Part { words, verb };
    let first_joint = || ends(words, joints).find(|end| means(Part { words: &words[..*end], verb }, library));
    split_all(whole, joints, library, &mut vain).unwrap_or_else(|| match first_joint() {
        // What is wrong is in the part after it.
        Some(end) => vec![Part { words: &words[..end], verb }, next_part(whole, end, joints)],
        None => vec![whole],
    })
}

/// As [`split`]; `vain` holds where, after which verb, it does not work out.
fn split_all<'a>(
    whole: Part<'a>,
    joints: &[&str],
    library: &Shelf<'_>,
    vain: &mut BTreeSet<(usize, Option<&'a str>)>,
) -> Option<Vec<Part<'a>>> {
    let has_other_joints = joints == ["or"] && whole.words.iter().any(|word| matches!(*word, "and" | "then"));
    if means(whole, library) || has_other_joints && !whole.words.contains(&"or") {
        return Some(vec![whole]);
    }
    if vain.contains(&(whole.words.len(), whole.verb)) {
        return None;
    }
    let tried = ends(whole.words, joints).find_map(|end| {
        let first = Part { words: &whole.words[..end], ..whole };
        let first = split_all(first, &[], library, vain).or_else(|| {
            let all = first.words.iter().any(|word| matches!(*word, "and" | "then"));
            (joints == ["or"] && all).then(|| vec![first])
        })?;
        let rest = split_all(next_part(whole, end, joints), joints, library, vain)?;
        Some([first, rest].concat())
    });
    if tried.is_none() {
        vain.insert((whole.words.len(), whole.verb));
    }
    tried
}

/// Where parts of words may end.
fn ends<'a>(words: &'a [&'a str], joints: &'a [&'a str]) -> impl Iterator<Item = usize> + 'a {
    (1..words.len().saturating_sub(1)).filter(|index| joints.contains(&words[*index]))
}

/// What comes after the part that ends at an index.
fn next_part<'a>(whole: Part<'a>, end: usize, joints: &[&str]) -> Part<'a> {
    let mut words = &whole.words[end + 1..];
    while let Some((first, rest)) = words.split_first()
        && joints.contains(first)
    {
        words = rest;
    }
    let inherited = verb_of(&whole.words[..end]).or(whole.verb);
    Part { words, verb: if verb_of(words).is_some() { None } else { inherited } }
}

/// Whether words are a part of a goal; a wrong number or file does not make them none.
fn means(part: Part<'_>, library: &Shelf<'_>) -> bool {
    match clause(part.words, part.verb, library) {
        Ok(_) => true,
        Err(error) => !matches!(
            error,
            WordsError::Unknown { .. }
                | WordsError::Verb { .. }
                | WordsError::Bare { .. }
                | WordsError::Empty
                | WordsError::NoPlace
        ),
    }
}
