//! Plans: what is known by itself and by being shown, what is near, what failed, and goals that are no items.

use std::collections::BTreeMap;

use anima_intent::way_line;
use anima_mock::Settings;
use anima_rules::Item;
use anima_rules::techtree::{self, Given, Nature, Reach};
use serde_json::{Map, Value, json};

use crate::client::{ask, asking, post};
use crate::mock;

fn goal(item: &str, count: u32) -> Value {
    json!({
        "call": "plan",
        "goal": {"any_of": [item], "count": count},
        "inventory": {"items": {}, "uses_left_of_worn_tools": {}},
        "state": {"y": 64, "stations_at_hand": [], "blocks_seen": [], "mobs_seen": []},
        "facts": null, "last_failure": null, "done": [], "references": [], "explanation": null, "sentences": null,
    })
}

/// The lines of a prompt for a plan: how to get all that the cheapest one comes across.
fn facts(item: Item) -> Value {
    let mut how: Map<String, Value> = Map::new();
    for step in techtree::plan(item, 1, &Given::default()).expect("it can be had").steps {
        let lines = how.entry(step.item.name().to_owned()).or_insert_with(|| json!([]));
        let line = Value::from(way_line(step.way));
        let lines = lines.as_array_mut().expect("a list");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    json!({ "how_to_get": how })
}

/// What steps say, in short.
fn lines(answer: &Value) -> Vec<String> {
    let steps = answer["steps"].as_array().expect("a plan has steps");
    let line = |step: &Value| {
        let object = &step["object"][0];
        let object = match object.is_null() {
            true => String::new(),
            false => format!(" {} {}", object["count"], object["item"].as_str().unwrap_or("?")),
        };
        format!("{}{object}", step["kind"].as_str().unwrap_or("?"))
    };
    steps.iter().map(line).collect()
}

/// The amounts of a list.
fn amounts(list: &Value) -> BTreeMap<Item, u32> {
    let list = list.as_array().expect("a list");
    let one = |entry: &Value| {
        let item = Item::from_name(entry["item"].as_str()?)?;
        Some((item, entry["count"].as_u64()? as u32))
    };
    list.iter().map(|entry| one(entry).unwrap_or_else(|| panic!("{entry} is no amount"))).collect()
}

/// Runs the steps of an answer by the recipes alone, from nothing: each has what it uses and ends with the goal.
#[track_caller]
fn assert_works(answer: &Value, item: Item, count: u32) {
    let mut held: BTreeMap<Item, u32> = BTreeMap::new();
    for step in answer["steps"].as_array().expect("a plan has steps") {
        let tool = step["tool"].as_str().map(|tool| Item::from_name(tool).expect("a tool is an item"));
        assert!(tool.is_none_or(|tool| held.get(&tool).is_some_and(|n| *n > 0)), "no tool for {step}");
        for (material, count) in amounts(&step["materials"]) {
            let have = held.entry(material).or_default();
            assert!(*have >= count, "{have} {material} for {step}");
            *have -= count;
        }
        for (got, count) in amounts(&step["object"]) {
            let kind = step["kind"].as_str().unwrap_or_default();
            assert!(techtree::ways(got).iter().any(|way| way.kind.word() == kind), "{step} is no way");
            *held.entry(got).or_default() += count;
        }
    }
    assert!(held.get(&item).is_some_and(|n| *n >= count), "{item} is not held: {held:?}");
}

#[test]
fn who_knows_all_plans_right_and_the_ranks_count_up() {
    let mock = mock(Settings::default());
    let answer = ask(mock.address, &goal("iron_pickaxe", 1));
    assert_works(&answer, Item::IRON_PICKAXE, 1);
    let ranks: Vec<u64> = answer["steps"].as_array().unwrap().iter().filter_map(|step| step["rank"].as_u64()).collect();
    assert_eq!(ranks, (1..=ranks.len() as u64).collect::<Vec<_>>());
    let fields = ["rank", "kind", "object", "materials", "tool", "y", "note"];
    assert!(answer["steps"][0].as_object().unwrap().keys().eq(fields.iter()), "{}", answer["steps"][0]);
    assert!(answer["thoughts"].is_string());
    let mut data = goal("iron_ingot", 3);
    data["inventory"]["items"] = json!({"stone_pickaxe": 1, "coal": 2});
    data["state"]["stations_at_hand"] = json!(["furnace"]);
    assert_eq!(lines(&ask(mock.address, &data)), ["mine 3 raw_iron", "smelt 3 iron_ingot"]);
    data["inventory"]["items"] = json!({"iron_ingot": 3});
    assert_eq!(lines(&ask(mock.address, &data)), [""; 0]);
}

#[test]
fn who_knows_nothing_mines_what_is_asked_for_and_is_taught_by_facts() {
    let mock = mock(Settings { skill: 0.0, ..Settings::default() });
    let reach: Vec<Item> = Reach::overworld(Nature::Vanilla, false).items().collect();
    // Twenty spread over all that can be had, but for what takes an enchanting table's luck.
    let is_plain = |item: &Item| {
        let plan = techtree::plan(*item, 1, &Given::default()).expect("it can be had");
        plan.steps.len() <= 30 && plan.steps.iter().all(|step| step.way.tool.is_none_or(|tool| !tool.silk_touch))
    };
    let spread = reach.iter().copied().filter(is_plain).step_by(36).take(20);
    let items: Vec<Item> = [Item::IRON_PICKAXE, Item::DIAMOND].into_iter().chain(spread).collect();
    assert_eq!(items.len(), 22);
    for item in items {
        let mut data = goal(item.name(), 1);
        let answer = ask(mock.address, &data);
        assert_eq!(lines(&answer), [format!("mine 1 {item}")], "nobody told how to get {item}");
        data["facts"] = facts(item);
        let answer = ask(mock.address, &data);
        assert_works(&answer, item, 1);
    }
}

#[test]
fn plans_that_worked_teach_as_well() {
    let (all, none) = (mock(Settings::default()), mock(Settings { skill: 0.0, ..Settings::default() }));
    let mut data = goal("stone_pickaxe", 1);
    let worked = ask(all.address, &data);
    data["references"] = json!([{"goal": "1 stone_pickaxe", "steps": worked["steps"]}]);
    assert_works(&ask(none.address, &data), Item::STONE_PICKAXE, 1);
}

#[test]
fn who_knows_a_part_goes_as_far_as_that_leads() {
    let mut right = 0;
    for seed in 0..30 {
        let mock = mock(Settings { skill: 0.5, seed, ..Settings::default() });
        let mut data = goal("wooden_pickaxe", 1);
        let answer = ask(mock.address, &data);
        let bad = answer["steps"].as_array().unwrap().iter().any(|step| {
            let object = &step["object"][0]["item"];
            step["kind"] == "mine" && (object == "stick" || object == "wooden_pickaxe" || object == "crafting_table")
        });
        right += u32::from(!bad);
        data["facts"] = facts(Item::WOODEN_PICKAXE);
        assert_works(&ask(mock.address, &data), Item::WOODEN_PICKAXE, 1);
    }
    assert!((1..30).contains(&right), "{right} of 30 knew enough");
}

#[test]
fn what_was_seen_is_near() {
    let mock = mock(Settings::default());
    let mut data = goal("crafting_table", 1);
    let first = |data: &Value| lines(&ask(mock.address, data))[0].clone();
    assert_eq!(first(&data), "mine 1 oak_log");
    data["state"]["blocks_seen"] = json!([{"what": "birch_log", "seen": 4, "blocks_away": 9.0}]);
    assert_eq!(first(&data), "mine 1 birch_log");
    data["state"]["blocks_seen"] = json!([]);
    data["sentences"] = json!(["I see a spruce_log in front of me."]);
    assert_eq!(first(&data), "mine 1 spruce_log");
}

#[test]
fn the_last_failure_is_heeded() {
    let mock = mock(Settings::default());
    let mut data = goal("crafting_table", 1);
    let failed = |step: &str, cause: &str, lacks: Value| json!({"step": step, "cause": cause, "reason": "", "lacks": lacks, "times_in_a_row": 1, "advice": ""});
    for cause in ["not_found", "unreachable", "timeout"] {
        data["last_failure"] = failed("mine 1 oak_log from oak_log", cause, json!({}));
        assert_eq!(lines(&ask(mock.address, &data))[0], "mine 1 birch_log", "{cause}");
    }
    data["last_failure"] = failed("mine 1 oak_log from oak_log", "died", json!({}));
    assert_eq!(lines(&ask(mock.address, &data))[0], "mine 1 oak_log");
    // There is no other way to raw iron that is nearly as good.
    let mut data = goal("raw_iron", 1);
    data["inventory"]["items"] = json!({"oak_log": 5, "cobblestone": 9});
    data["last_failure"] = failed("mine 1 raw_iron from iron_ore", "missing_tool", json!({"iron_pickaxe": 1}));
    let plan = lines(&ask(mock.address, &data));
    let at = |line: &str| plan.iter().position(|known| known == line).unwrap_or_else(|| panic!("{line}: {plan:?}"));
    assert!(at("craft 1 iron_pickaxe") < plan.len() - 1 && plan[plan.len() - 1].contains("raw_iron"), "{plan:?}");
    data["last_failure"] = failed("mine 1 raw_iron from iron_ore", "other", json!(null));
    data["explanation"] = json!("It needs a tool: get 1 golden_shovel first.");
    assert!(lines(&ask(mock.address, &data)).contains(&"craft 1 golden_shovel".to_owned()));
}

#[test]
fn what_is_worth_having_is_got_too() {
    let mock = mock(Settings::default());
    let mut data = goal("iron_pickaxe", 1);
    data["facts"] = json!({"how_to_get": {}, "worth_having_too": [
        {"any_of": "stone_sword or iron_sword", "count": 1, "why": "zombies"},
        {"any_of": "any planks", "count": 2, "why": "holes"},
        {"any_of": "any log", "count": 1, "why": "more"},
    ]});
    let answer = ask(mock.address, &data);
    assert!(lines(&answer).contains(&"craft 1 stone_sword".to_owned()), "{answer}");
    assert_works(&answer, Item::IRON_PICKAXE, 1);
    data["inventory"]["items"] = json!({"iron_sword": 1});
    assert!(!lines(&ask(mock.address, &data)).contains(&"craft 1 stone_sword".to_owned()));
}

#[test]
fn goals_that_are_no_items_are_steps_of_their_kinds() {
    let mock = mock(Settings::default());
    let steps = |parts: &[(&str, u32)], items: Value| {
        let mut data = goal("", 1);
        let told = parts.iter().map(|(part, done)| json!({"part": part, "done": done})).collect::<Vec<_>>();
        let words: Vec<&str> = parts.iter().map(|(part, _)| *part).collect();
        data["goal"] = json!({"in_words": words.join(" and "), "parts": told});
        data["inventory"]["items"] = items;
        lines(&ask(mock.address, &data))
    };
    assert_eq!(steps(&[("kill 3 zombie", 1)], json!({})), ["kill 2 zombie"]);
    assert_eq!(steps(&[("go to 10 -20", 0)], json!({})), ["go_to"]);
    assert_eq!(steps(&[("explore desert", 0)], json!({})), ["explore 1 desert"]);
    assert_eq!(steps(&[("place 2 dirt", 0)], json!({"dirt": 5})), ["place 2 dirt"]);
    assert_eq!(steps(&[("plant 1 oak_sapling", 0)], json!({"oak_sapling": 1})), ["plant 1 oak_sapling"]);
    assert_eq!(steps(&[("breed 1 cow", 0)], json!({"wheat": 2})), ["breed 1 cow"]);
    assert_eq!(steps(&[("sleep", 0)], json!({"red_bed": 1})), ["sleep"]);
    assert_eq!(steps(&[("survive 1 night", 0)], json!({})), ["wait"]);
    assert_eq!(steps(&[("wear iron_helmet", 0)], json!({"iron_helmet": 1})), ["equip 1 iron_helmet"]);
    assert_eq!(steps(&[("put 2 dirt in a chest", 0)], json!({"dirt": 2, "chest": 1})), ["deposit 2 dirt"]);
    assert_eq!(steps(&[("build hut.toml", 0)], json!({})), ["build"]);
    let both = steps(&[("obtain 1 oak_log", 0), ("kill 1 cow", 0)], json!({}));
    assert_eq!(both, ["mine 1 oak_log", "kill 1 cow"]);
    let crafted = steps(&[("craft 4 stick", 0)], json!({"stick": 9, "oak_planks": 2}));
    assert_eq!(crafted, ["craft 4 stick"]);
}

#[test]
fn one_of_several_things_is_enough_and_what_is_held_counts() {
    let mock = mock(Settings::default());
    let mut data = goal("", 4);
    data["goal"]["any_of"] = json!(["oak_planks", "birch_planks", "spruce_planks"]);
    data["inventory"]["items"] = json!({"birch_planks": 2, "oak_planks": 1, "spruce_log": 1});
    assert_eq!(lines(&ask(mock.address, &data)), ["craft 4 spruce_planks"]);
    data["goal"] = json!({"in_words": "kill 1 cow or obtain 1 dirt",
        "parts": [{"part": "kill 1 cow", "done": 0}, {"part": "obtain 1 dirt", "done": 0}]});
    assert_eq!(lines(&ask(mock.address, &data)), ["kill 1 cow"]);
}

#[test]
fn a_name_of_nothing_is_mined_in_good_faith() {
    let mock = mock(Settings::default());
    assert_eq!(lines(&ask(mock.address, &goal("unobtainium", 2))), ["mine 2 unobtainium"]);
}

#[test]
fn pictures_are_not_seen_and_that_is_said() {
    let mock = mock(Settings::default());
    let mut body = asking(&goal("oak_log", 1));
    let text = body["messages"][1]["content"].take();
    body["messages"][1]["content"] = json!([{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,AA"}}]);
    let answer = post(mock.address, body.to_string().as_bytes()).answer();
    assert!(answer["thoughts"].as_str().unwrap().contains("cannot see pictures"), "{answer}");
    assert_eq!(lines(&answer), ["mine 1 oak_log"]);
}
