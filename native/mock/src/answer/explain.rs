//! `explain`: what a step lacked, by running it in the mind; where nothing is lacking, what the body reported.

use anima_rules::techtree::{Fuel, Kind, Missing, Step, Way};
use anima_rules::{Block, EntityKind, Item};
use serde_json::{Value, json};

use super::Question;
use super::check::lacks;
use crate::knowledge::words;
use crate::steps::{MOST, add, item_of_text, times};

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let failure = question.data("last_failure");
    let text = failure["step"].as_str().ok_or("the data must hold the `last_failure` with its `step`")?;
    let step = item_of_text(text).and_then(|item| step(question, item, text));
    let missing = step.as_ref().and_then(|step| question.scene.stock().perform(step).err());
    let (cause, detail, first) = match (missing, &step) {
        (Some(missing), Some(step)) => {
            let (cause, first) = told(&missing);
            let get: Vec<String> = first.iter().map(|(item, count)| format!("{count} {item}")).collect();
            let get = get.join(" and ");
            (cause, format!("To {} {} {}: get {get} first.", step.kind(), step.item, lacks(&missing)), first)
        }
        _ => {
            let reason = failure["reason"].as_str().unwrap_or_default();
            let cause = cause(reason, failure["cause"].as_str());
            let first = if cause == "missing_material" { pairs(reason) } else { Vec::new() };
            (cause, remedy(cause).to_owned(), first)
        }
    };
    let first: Vec<Value> = first.iter().map(|(item, count)| json!({ "item": item.name(), "count": count })).collect();
    Ok(json!({ "cause": cause, "detail": detail, "do_first": first }))
}

/// The step that a text tells, by the known way that it most likely goes.
fn step(question: &Question<'_>, item: Item, text: &str) -> Option<Step> {
    let kind = text.split_whitespace().next()?;
    let count = words(text).find_map(|word| word.parse::<u32>().ok()).unwrap_or(1).clamp(1, MOST);
    let told: Vec<&str> = words(text).collect();
    let source = |way: &Way| match &way.kind {
        Kind::Mine(block) => Some(Block::name(*block)),
        Kind::Kill { mob, .. } => Some(EntityKind::name(*mob)),
        _ => None,
    };
    let uses = |way: &&Way| {
        let named = |name: &str| told.contains(&name);
        let materials = way.materials.iter().filter(|material| material.any_of.iter().any(|item| named(item.name())));
        materials.count() + usize::from(source(way).is_some_and(named))
    };
    let of_kind = question.known.ways(item).filter(|way| way.kind.word() == kind);
    // The last of several equals is taken by `max_by_key`: the first is the more ordinary.
    let way = of_kind.enumerate().max_by_key(|(at, way)| (uses(way), std::cmp::Reverse(*at))).map(|(_, way)| way)?;
    let times = times(way, count);
    let mut materials = Vec::new();
    for material in &way.materials {
        let named = material.any_of.iter().copied().find(|item| told.contains(&item.name()));
        let carried = material.any_of.iter().copied().max_by_key(|item| question.scene.count(*item))?;
        add(&mut materials, named.unwrap_or(carried), u32::from(material.count).saturating_mul(times).min(MOST));
    }
    let fuel = matches!(way.kind, Kind::Smelt { .. }).then(|| {
        let burning = text.split_once(" burning ").and_then(|(_, rest)| item_of_text(rest)).unwrap_or(Item::COAL);
        let pieces = |item: Item| Some(Fuel { item, count: Fuel::pieces(item, &materials, 1)? });
        pieces(burning).or_else(|| pieces(Item::COAL))
    });
    let tool = text.split_once(" with ").and_then(|(_, rest)| item_of_text(rest));
    Some(Step { way, item, count, times, materials, fuel: fuel.flatten(), tool, ticks: 0.0 })
}

/// What is missing as a cause, and what to get.
fn told(missing: &Missing) -> (&'static str, Vec<(Item, u32)>) {
    match missing {
        Missing::Items(item, count) => ("missing_material", vec![(*item, *count)]),
        Missing::Tool(need) => ("missing_tool", need.items().take(1).map(|item| (item, 1)).collect()),
        Missing::Station(block) => ("missing_station", block.item().map(|item| (item, 1)).into_iter().collect()),
        Missing::Fuel(ticks) => ("missing_material", vec![(Item::COAL, ticks.div_ceil(1600))]),
    }
}

/// The cause that a report means.
fn cause(reason: &str, told: Option<&str>) -> &'static str {
    const CAUSES: [&str; 8] =
        ["missing_tool", "missing_material", "missing_station", "not_found", "unreachable", "timeout", "died", "other"];
    let says = |words: &[&str]| words.iter().any(|word| reason.contains(word));
    let told = told.and_then(|told| CAUSES.into_iter().find(|cause| *cause == told)).filter(|cause| *cause != "other");
    match () {
        () if told.is_some() => told.unwrap_or("other"),
        () if says(&["needs a"]) => "missing_tool",
        () if says(&["missing", "lacks"]) => "missing_material",
        () if says(&["found"]) => "not_found",
        () if says(&["no way to", "out of reach", "unreachable"]) => "unreachable",
        () if says(&["too long", "timeout", "time is up"]) => "timeout",
        () if says(&["died"]) => "died",
        () => "other",
    }
}

fn remedy(cause: &str) -> &'static str {
    match cause {
        "missing_tool" => "A better tool is needed.",
        "missing_material" | "missing_station" => "Something is lacking: get that first.",
        "not_found" => "Nothing is lacking, but it was not found: look elsewhere, or get it another way.",
        "unreachable" => "Nothing is lacking, but there was no way there: try another place or another way.",
        "timeout" => "Nothing is lacking, but it took too long: try another way.",
        "died" => "The player died: begin anew with what is left.",
        _ => "Nothing is lacking as far as I know: do something else in between.",
    }
}

/// What a report says is missing: `3 stick missing`.
fn pairs(reason: &str) -> Vec<(Item, u32)> {
    let words: Vec<&str> = words(reason).collect();
    let pairs = words.windows(2).filter_map(|pair| Some((Item::from_name(pair[1])?, pair[0].parse().ok()?)));
    pairs.filter(|(_, count)| (1..=MOST).contains(count)).collect()
}
