//! What the model knows: its fixed part of the tech tree, and what a prompt shows it.

use std::collections::BTreeSet;
use std::ptr;

use anima_intent::way_line;
use anima_rules::Item;
use anima_rules::techtree::{Way, all_ways, ways};
use serde_json::Value;

use crate::dice;
use crate::request::Asked;
use crate::steps;

/// The part of the tech tree that is known without being told: a way is known if a number that follows from the seed and
/// the way falls below the share.
#[derive(Clone, Debug)]
pub struct Skill {
    seed: u64,
    share: f64,
    ways: BTreeSet<usize>,
}

impl Skill {
    /// The part that follows from a seed, of about this share.
    pub fn new(seed: u64, share: f64) -> Skill {
        let mut skill = Skill { seed, share, ways: BTreeSet::new() };
        skill.ways = all_ways().iter().filter(|way| skill.has(&name(way))).map(place).collect();
        skill
    }

    /// Whether it knows something else, by its name.
    pub fn has(&self, fact: &str) -> bool {
        dice::part(self.seed, "skill", fact.as_bytes()) < self.share
    }
}

/// The name of a way, by which it is known or not.
fn name(way: &Way) -> String {
    format!("{}: {}", way.item, way_line(way))
}

/// Where a way stands in the memory of this process, which tells it from all others.
fn place(way: &Way) -> usize {
    ptr::from_ref(way).addr()
}

/// What is known while a request is answered.
#[derive(Debug)]
pub struct Known<'a> {
    skill: &'a Skill,
    shown: BTreeSet<usize>,
    /// The items of which the prompt lists ways.
    told: BTreeSet<Item>,
}

impl<'a> Known<'a> {
    /// The fixed part with what a question shows: lines of `how_to_get` and `knowledge`, steps that worked before, and
    /// lines that a repair or `last_answer` quotes.
    pub fn of(asked: &Asked, skill: &'a Skill) -> Known<'a> {
        let mut known = Known { skill, shown: BTreeSet::new(), told: BTreeSet::new() };
        let data = &asked.data;
        for (name, lines) in data["facts"]["how_to_get"].as_object().into_iter().flatten() {
            known.read_lines(Item::from_name(name), lines);
        }
        known.read_lines(data["object"].as_str().and_then(Item::from_name), &data["knowledge"]);
        let failed = data["last_failure"]["step"].as_str().and_then(steps::item_of_text);
        known.read_lines(failed, &data["knowledge"]);
        let references = data["references"].as_array().into_iter().flatten().map(|plan| &plan["steps"]);
        let sequences = data["sequences"].as_array().into_iter().flatten();
        for step in references.chain(sequences).filter_map(Value::as_array).flatten() {
            known.shown.extend(steps::ways_of(step).into_iter().map(place));
        }
        let before = data["last_answer"]["problems"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for problem in asked.problems.iter().map(String::as_str).chain(before) {
            known.read_quote(problem);
        }
        known
    }

    /// Whether a way is known.
    pub fn knows(&self, way: &Way) -> bool {
        let place = place(way);
        if self.skill.ways.contains(&place) || self.shown.contains(&place) {
            return true;
        }
        // Silk Touch comes by ways that stand in no list.
        !ways(way.item).iter().any(|known| ptr::eq(known, way)) && self.has(&name(way))
    }

    /// Whether the prompt lists ways of an item, but not this one: then it is a worse one, or not possible now.
    pub fn is_passed_over(&self, way: &Way) -> bool {
        self.told.contains(&way.item) && !self.shown.contains(&place(way))
    }

    /// Whether something else is known without being told.
    pub fn has(&self, fact: &str) -> bool {
        self.skill.has(fact)
    }

    /// The known ways of an item.
    pub fn ways(&self, item: Item) -> impl Iterator<Item = &'static Way> {
        ways(item).iter().filter(|way| self.knows(way))
    }

    /// Lines that each tell a way of an item.
    fn read_lines(&mut self, item: Option<Item>, lines: &Value) {
        let (Some(item), Some(lines)) = (item, lines.as_array()) else { return };
        for line in lines.iter().filter_map(Value::as_str) {
            let told = ways(item).iter().filter(|way| plain(&way_line(way)) == plain(line));
            let told: Vec<usize> = told.map(place).collect();
            if !told.is_empty() {
                self.told.insert(item);
            }
            self.shown.extend(told);
        }
    }

    /// A sentence that may quote ways of the items that it names.
    fn read_quote(&mut self, sentence: &str) {
        for item in words(sentence).filter_map(Item::from_name) {
            let told = ways(item).iter().filter(|way| sentence.contains(&way_line(way)));
            self.shown.extend(told.map(place));
        }
    }
}

/// The words of a text, as ids are written.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// A line without what stands in brackets, for heights may be told in other ways.
fn plain(line: &str) -> String {
    let (mut plain, mut depth) = (String::new(), 0usize);
    for c in line.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let interact = line.strip_prefix("interact (").and_then(|rest| rest.split_once(')'));
    let action = interact.map_or("", |(action, _)| action);
    let words: Vec<&str> = plain.split_whitespace().collect();
    format!("{action} {}", words.join(" ").replace(" ,", ",").to_lowercase())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(data: Value) -> Asked {
        Asked { call: "plan".into(), data, problems: Vec::new(), pictures: false }
    }

    fn count(known: &Known<'_>) -> usize {
        all_ways().iter().filter(|way| known.knows(way)).count()
    }

    #[test]
    fn the_fixed_part_is_of_the_size_that_was_asked_for_and_follows_from_the_seed() {
        let all = all_ways().len();
        for (share, least, most) in [(0.0, 0.0, 0.0), (0.3, 0.27, 0.33), (1.0, 1.0, 1.0)] {
            let part = Skill::new(5, share).ways.len() as f64 / all as f64;
            assert!((least..=most).contains(&part), "{share}: {part}");
        }
        assert_eq!(Skill::new(5, 0.3).ways, Skill::new(5, 0.3).ways);
        assert_ne!(Skill::new(5, 0.3).ways, Skill::new(6, 0.3).ways);
        assert!(Skill::new(5, 0.3).ways.is_subset(&Skill::new(5, 0.4).ways), "who knows more knows that, too");
    }

    #[test]
    fn what_a_prompt_shows_is_known() {
        let nothing = Skill::new(1, 0.0);
        let data = json!({"facts": {"how_to_get": {
            "stick": ["craft 4 from 2 any planks"],
            "raw_iron": ["mine iron_ore (y 1..2) with stone pickaxe or better"],
            "oak_log": ["say please"],
        }}});
        let question = asked(data);
        let known = Known::of(&question, &nothing);
        assert_eq!(count(&known), 2);
        assert!(known.ways(Item::RAW_IRON).all(|way| way.kind.block().is_some_and(|ore| ore.name() == "iron_ore")));
        let other = ways(Item::RAW_IRON).iter().find(|way| !known.knows(way)).expect("deepslate");
        assert!(known.is_passed_over(other) && !known.is_passed_over(&ways(Item::OAK_LOG)[0]));
        let step = json!({"rank": 1, "kind": "craft", "object": [{"item": "stick", "count": 4}],
            "materials": [{"item": "oak_planks", "count": 2}], "tool": null, "note": ""});
        let question = asked(json!({"references": [{"goal": "4 stick", "steps": [step]}]}));
        assert_eq!(Known::of(&question, &nothing).ways(Item::STICK).count(), 1);
        let question = asked(json!({"object": "stick", "knowledge": ["craft 4 from 2 any planks"]}));
        assert_eq!(count(&Known::of(&question, &nothing)), 1);
        let says = "one cannot mine iron_ingot; ways to get it: smelt from 1 raw_iron or iron_ore or \
                    deepslate_iron_ore and fuel at furnace";
        let question = Asked { problems: vec![says.into()], ..asked(json!({})) };
        assert_eq!(Known::of(&question, &nothing).ways(Item::IRON_INGOT).count(), 1);
    }

    #[test]
    fn every_line_that_a_mind_can_tell_is_understood() {
        let nothing = Skill::new(1, 0.0);
        for way in all_ways() {
            let question = asked(json!({"facts": {"how_to_get": {(way.item.name()): [way_line(way)]}}}));
            assert!(Known::of(&question, &nothing).knows(way), "{}: {}", way.item, way_line(way));
        }
    }
}
