//! Right answers made wrong.

use anima_rules::{EntityKind, Item};
use serde_json::{Value, json};

use crate::settings::Flaw;
use crate::steps::object;

/// What is said in the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The text.
    pub text: String,
    /// Whether it declines.
    pub refuses: bool,
    /// Whether it was cut off.
    pub cut: bool,
}

impl Said {
    /// A whole answer.
    pub fn whole(answer: &Value) -> Said {
        Said { text: answer.to_string(), refuses: false, cut: false }
    }
}

/// The answer with a flaw; `None` if this answer cannot have it. `again` is what is said by who does not heed the last
/// failure; `dice` chooses where the flaw is.
pub fn spoilt(answer: &Value, flaw: Flaw, again: Option<&Value>, dice: u64) -> Option<Said> {
    let changed = |change: fn(&mut Value, u64) -> Option<()>| {
        let mut answer = answer.clone();
        change(&mut answer, dice)?;
        Some(Said::whole(&answer))
    };
    match flaw {
        Flaw::WrongId => changed(wrong_id),
        Flaw::MissingTool => changed(missing_tool),
        Flaw::WrongAmount => changed(wrong_amount),
        Flaw::WrongOrder => changed(wrong_order),
        Flaw::InventedAction => changed(invented_action),
        Flaw::Prose => {
            let text = format!("Sure! Here is what I would do.\n```json\n{answer}\n```\nGood luck with {{it}}!");
            Some(Said { text, refuses: false, cut: false })
        }
        Flaw::Truncated => {
            let text = answer.to_string();
            let middle = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            Some(Said { text: text[..middle].to_owned(), refuses: false, cut: true })
        }
        Flaw::SameAgain => again.filter(|again| *again != answer).map(Said::whole),
        Flaw::Refusal => {
            Some(Said { text: "I'm sorry, but I can't help with that.".into(), refuses: true, cut: false })
        }
    }
}

/// One of some places.
fn one_of<T>(places: Vec<T>, dice: u64) -> Option<T> {
    let at = dice.checked_rem(places.len() as u64)? as usize;
    places.into_iter().nth(at)
}

/// The steps of an answer that has some.
fn steps(answer: &mut Value) -> Option<&mut Vec<Value>> {
    answer["steps"].as_array_mut()
}

fn wrong_id(answer: &mut Value, dice: u64) -> Option<()> {
    let mut ids = Vec::new();
    find_ids(answer, &mut ids);
    let id = one_of(ids, dice)?;
    let wrong = misspelt(id);
    *id = wrong.into();
    Some(())
}

/// The places of an answer where an id stands.
fn find_ids<'a>(value: &'a mut Value, ids: &mut Vec<&'a mut Value>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| find_ids(value, ids)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "item" | "object" if value.is_string() => ids.push(value),
                    _ => find_ids(value, ids),
                }
            }
        }
        _ => {}
    }
}

/// A name that looks like an id and is none: `iron_raw`, `item_diamond`.
fn misspelt(id: &Value) -> String {
    let id = id.as_str().unwrap_or_default();
    let turned: Vec<&str> = id.split('_').rev().collect();
    let turned = turned.join("_");
    let is_one = |name: &str| Item::from_name(name).is_some() || EntityKind::from_name(name).is_some();
    if turned != id && !is_one(&turned) { turned } else { format!("item_{id}") }
}

/// Leaves out the making of a tool or a station that is used later, or the tool itself.
fn missing_tool(answer: &mut Value, dice: u64) -> Option<()> {
    if answer["tool"].is_string() {
        answer["tool"] = Value::Null;
        return Some(());
    }
    let steps = steps(answer)?;
    let name = |step: &Value| object(step).map(|(name, _)| name.to_owned());
    let made: Vec<(usize, bool)> = (0..steps.len())
        .filter(|at| {
            let made = name(&steps[*at]);
            made.is_some() && steps[at + 1..].iter().any(|later| later["tool"].as_str() == made.as_deref())
        })
        .map(|at| (at, true))
        .collect();
    let needs = ["mine", "kill", "interact"].map(Some);
    let held: Vec<(usize, bool)> = (0..steps.len())
        .filter(|at| steps[*at]["tool"].is_string() && needs.contains(&steps[*at]["kind"].as_str()))
        .map(|at| (at, false))
        .collect();
    let (at, is_made) = one_of(made.into_iter().chain(held).collect(), dice)?;
    if is_made {
        steps.remove(at);
        for (index, step) in steps.iter_mut().enumerate() {
            step["rank"] = json!(index + 1);
        }
    } else {
        steps[at]["tool"] = Value::Null;
    }
    Some(())
}

/// Halves what is used up somewhere; where nothing of which there are two is, what is got.
fn wrong_amount(answer: &mut Value, dice: u64) -> Option<()> {
    let within = ["materials", "object", ""].into_iter().find(|within| {
        let mut counts = Vec::new();
        find_counts(answer, within, &mut counts);
        !counts.is_empty()
    })?;
    let mut counts = Vec::new();
    find_counts(answer, within, &mut counts);
    let count = one_of(counts, dice)?;
    *count = json!(count.as_u64().unwrap_or(0) / 2);
    Some(())
}

/// The places of an answer where a count from 2 stands, within the field of this name or anywhere.
fn find_counts<'a>(value: &'a mut Value, within: &str, counts: &mut Vec<&'a mut Value>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| find_counts(value, within, counts)),
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "count" && within.is_empty() {
                    if value.as_u64().is_some_and(|count| count >= 2) {
                        counts.push(value);
                    }
                } else {
                    find_counts(value, if name == within { "" } else { within }, counts);
                }
            }
        }
        _ => {}
    }
}

/// Turns the order of the steps round, if one of them uses what another gets; of queries, their list.
fn wrong_order(answer: &mut Value, _: u64) -> Option<()> {
    if let Some(steps) = steps(answer) {
        let uses = |step: &Value, name: &str| {
            let materials = step["materials"].as_array().into_iter().flatten();
            materials.into_iter().any(|material| material["item"] == name) || step["tool"] == name
        };
        let depends = |at: usize| {
            object(&steps[at]).is_some_and(|(name, _)| steps[at + 1..].iter().any(|later| uses(later, name)))
        };
        (0..steps.len()).any(depends).then_some(())?;
        let count = steps.len();
        for (index, step) in steps.iter_mut().enumerate() {
            step["rank"] = json!(count - index);
        }
        return Some(());
    }
    let queries = answer["queries"].as_array_mut().filter(|queries| queries.len() > 1)?;
    queries.reverse();
    Some(())
}

fn invented_action(answer: &mut Value, dice: u64) -> Option<()> {
    const INVENTED: [&str; 5] = ["teleport", "summon", "trade", "wish", "hire"];
    let invented = INVENTED[(dice / 7 % INVENTED.len() as u64) as usize];
    for name in ["verb", "program"] {
        if answer[name].is_string() {
            answer[name] = invented.into();
            return Some(());
        }
    }
    let acts = steps(answer)?.iter_mut().filter(|step| step["kind"].is_string());
    one_of(acts.collect(), dice)?["kind"] = invented.into();
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Mode;
    use crate::steps::{doing, ranked};

    fn plan() -> Value {
        json!({"thoughts": "", "steps": ranked(vec![
            doing("mine", &[("oak_log", 3)], &[], None),
            doing("craft", &[("oak_planks", 12)], &[(Item::OAK_LOG, 3)], None),
            doing("craft", &[("crafting_table", 1)], &[(Item::OAK_PLANKS, 4)], None),
            doing("craft", &[("wooden_pickaxe", 1)], &[(Item::OAK_PLANKS, 3), (Item::STICK, 2)], Some("crafting_table")),
            doing("mine", &[("cobblestone", 3)], &[], Some("wooden_pickaxe")),
        ])})
    }

    #[test]
    fn every_flaw_makes_a_plan_another() {
        let whole = Said::whole(&plan());
        for flaw in Flaw::ALL {
            for dice in 0..50 {
                let said = spoilt(&plan(), *flaw, Some(&json!({"steps": []})), dice);
                let said = said.unwrap_or_else(|| panic!("{flaw:?} {dice}"));
                assert_ne!(said, whole, "{flaw:?} {dice}");
                assert_eq!((said.refuses, said.cut), (*flaw == Flaw::Refusal, *flaw == Flaw::Truncated));
            }
        }
    }

    #[test]
    fn a_flaw_that_an_answer_cannot_have_is_none() {
        let log = json!({"steps": ranked(vec![doing("mine", &[("oak_log", 1)], &[], None)])});
        for flaw in [Flaw::MissingTool, Flaw::WrongAmount, Flaw::WrongOrder, Flaw::SameAgain] {
            assert_eq!(spoilt(&log, flaw, None, 1), None, "{flaw:?}");
        }
        assert_eq!(spoilt(&log, Flaw::SameAgain, Some(&log), 1), None);
        assert_eq!(spoilt(&json!({"success": true}), Flaw::WrongId, None, 1), None);
    }

    #[test]
    fn a_misspelt_id_is_none() {
        for item in Item::all() {
            assert!(Item::from_name(&misspelt(&item.name().into())).is_none(), "{item}");
        }
    }

    #[test]
    fn other_answers_are_spoilt_too() {
        let text = |answer: Value, flaw: Flaw| spoilt(&answer, flaw, None, 3).map(|said| said.text);
        let queries = json!({"queries": [{"item": "stick", "count": 2}, {"item": "coal", "count": 1}]});
        assert!(text(queries.clone(), Flaw::WrongOrder).unwrap().starts_with(r#"{"queries":[{"item":"coal""#));
        assert!(!text(queries, Flaw::WrongAmount).unwrap().contains("\"count\":2"));
        let goal = json!({"object": "furnace", "count": 1, "materials": [], "tool": "crafting_table"});
        assert!(text(goal.clone(), Flaw::MissingTool).unwrap().contains("\"tool\":null"));
        assert!(text(goal, Flaw::WrongId).unwrap().contains("item_furnace"));
        let verb = json!({"verb": "mine", "object": "dirt", "count": 1});
        assert!(!text(verb, Flaw::InventedAction).unwrap().contains("mine"));
    }
}
