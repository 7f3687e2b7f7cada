//! Pages of advice, of which those about a goal are shown to a model: the packed ones and a folder of the user's own.
//!
//! They are found by BM25 (Robertson and Zaragoza 2009, with its usual k1 = 1.2 and b = 0.75) over the words of their
//! headings and texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use once_cell::sync::Lazy;

/// Characters of a page that are shown.
const LONGEST_PAGE: usize = 800;
/// Bytes of a file that are read.
const LONGEST_FILE: u64 = 256 * 1024;
/// Files of a folder that are read.
const MOST_FILES: usize = 200;
/// How soon more of the same word tells no more.
const K1: f32 = 1.2;
/// How much a long page is held back.
const B: f32 = 0.75;

/// A page: a heading of a file and what stands below it.
#[derive(Debug)]
struct Page {
    /// Heading and text on one line.
    text: String,
    /// How often each word stands in it.
    words: BTreeMap<String, u32>,
    length: f32,
}

/// All pages.
#[derive(Debug)]
pub struct Handbook {
    pages: Vec<Page>,
    /// In how many pages each word stands.
    spread: BTreeMap<String, u32>,
    mean_length: f32,
}

static PACKED: Lazy<Arc<Handbook>> =
    Lazy::new(|| Arc::new(Handbook::of(&[include_str!("../../../prompts/handbook.md").to_owned()])));

impl Handbook {
    /// The packed pages.
    pub fn packed() -> Arc<Handbook> {
        Arc::clone(&PACKED)
    }

    /// The packed pages and those of the markdown files of a folder.
    ///
    /// # Errors
    /// The folder or file that cannot be read, and what to do.
    pub fn with_folder(folder: &Path) -> Result<Arc<Handbook>, String> {
        let entries =
            folder.read_dir().map_err(|error| format!("the folder {} cannot be read: {error}", folder.display()))?;
        let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_page).collect();
        files.sort();
        if files.len() > MOST_FILES {
            return Err(format!("{} holds {} files; {MOST_FILES} are read at most", folder.display(), files.len()));
        }
        let mut texts = vec![include_str!("../../../prompts/handbook.md").to_owned()];
        for file in files {
            let told = |what: &dyn std::fmt::Display| format!("{}: {what}", file.display());
            let facts = file.metadata().map_err(|error| told(&error))?;
            if facts.len() > LONGEST_FILE {
                return Err(told(&format!("it is longer than {LONGEST_FILE} bytes; part it")));
            }
            texts.push(std::fs::read_to_string(&file).map_err(|error| told(&error))?);
        }
        Ok(Arc::new(Handbook::of(&texts)))
    }

    fn of(texts: &[String]) -> Handbook {
        let pages: Vec<Page> = texts.iter().flat_map(|text| pages_of(text)).collect();
        let mut spread: BTreeMap<String, u32> = BTreeMap::new();
        for word in pages.iter().flat_map(|page| page.words.keys()) {
            *spread.entry(word.clone()).or_default() += 1;
        }
        let mean_length = pages.iter().map(|page| page.length).sum::<f32>() / pages.len().max(1) as f32;
        Handbook { pages, spread, mean_length }
    }

    /// The pages that say most about some words, the best first; those that have none of them are left out.
    pub(crate) fn about(&self, query: &str, most: usize) -> Vec<&str> {
        let asked: BTreeSet<String> = words(query).collect();
        let mut scored: Vec<(f32, &Page)> = self.pages.iter().map(|page| (self.score(page, &asked), page)).collect();
        // Of pages that say as much the earlier one comes first: the sort is stable.
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let found = scored.into_iter().take(most).filter(|(score, _)| *score > 0.0);
        found.map(|(_, page)| page.text.as_str()).collect()
    }

    fn score(&self, page: &Page, asked: &BTreeSet<String>) -> f32 {
        let all = self.pages.len() as f32;
        let of_word = |word: &String| {
            let times = *page.words.get(word)? as f32;
            let spread = *self.spread.get(word)? as f32;
            let rarity = ((all - spread + 0.5) / (spread + 0.5) + 1.0).ln();
            let held_back = 1.0 - B + B * page.length / self.mean_length;
            Some(rarity * times * (K1 + 1.0) / (times + K1 * held_back))
        };
        asked.iter().filter_map(of_word).sum()
    }
}

/// The pages of a file: what stands below a heading, up to the next.
fn pages_of(text: &str) -> Vec<Page> {
    let mut pages: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix('#') {
            Some(heading) => pages.push((heading.trim_start_matches('#').trim().to_owned(), String::new())),
            None if pages.is_empty() => pages.push((String::new(), line.to_owned())),
            None => {
                if let Some((_, body)) = pages.last_mut() {
                    body.push(' ');
                    body.push_str(line);
                }
            }
        }
    }
    let page = |(heading, body): (String, String)| {
        let body: Vec<&str> = body.split_whitespace().collect();
        if body.is_empty() {
            return None;
        }
        let whole = if heading.is_empty() { body.join(" ") } else { format!("{heading}: {}", body.join(" ")) };
        let text: String = whole.chars().filter(|letter| !letter.is_control()).take(LONGEST_PAGE).collect();
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for word in words(&text) {
            *counts.entry(word).or_default() += 1;
        }
        let length = counts.values().sum::<u32>() as f32;
        Some(Page { text, words: counts, length })
    };
    pages.into_iter().filter_map(page).collect()
}

/// The words of a text in small letters, without the s of more than one.
fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric()).filter(|part| part.len() > 1);
    parts.map(|part| {
        let lower = part.to_lowercase();
        match lower.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')) {
            Some(stem) => stem.to_owned(),
            None => lower,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_about_a_goal_come_first() {
        let first = |query: &str| {
            Handbook::packed().about(query, 1).first().map(|page| page.split(':').next().unwrap_or("").to_owned())
        };
        for (query, heading) in [
            ("obtain 1 diamond; diamond_ore", "Heights of ores"),
            ("obtain 1 spruce_log", "Wood"),
            ("kill 2 skeletons", "Monsters"),
            ("wear iron_chestplate", "Armour"),
            ("obtain 1 bread; wheat", "Food"),
        ] {
            assert_eq!(first(query).as_deref(), Some(heading), "{query}");
        }
        assert!(Handbook::packed().about("xyzzy", 3).is_empty());
    }

    #[test]
    fn a_folder_adds_pages_and_its_faults_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).expect("a file");
        write("base.md", b"Our base is at 100 64 -20, with a chest of saplings.\n\n## The mine\n\nIts ladder is behind the furnaces.");
        write("picture.png", &[0xff, 0xd8]);
        let handbook = Handbook::with_folder(folder.path()).expect("pages");
        assert!(handbook.about("saplings at the base", 1)[0].starts_with("Our base is at 100 64 -20"));
        assert_eq!(handbook.about("ladder", 1), ["The mine: Its ladder is behind the furnaces."]);
        write("broken.md", &[0xff, 0xfe]);
        assert!(Handbook::with_folder(folder.path()).expect_err("no text").contains("broken.md"));
        write("broken.md", &vec![b'a'; LONGEST_FILE as usize + 1]);
        assert!(Handbook::with_folder(folder.path()).expect_err("too long").contains("part it"));
        let none = Handbook::with_folder(&folder.path().join("none")).expect_err("no folder");
        assert!(none.contains("none") && none.contains("cannot be read"), "{none}");
    }
}
