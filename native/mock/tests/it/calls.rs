//! Every call of a mind but `plan`.

use anima_mock::Settings;
use serde_json::{Value, json};

use crate::client::{ask, asking, post};
use crate::mock;

/// The answer of who knows all.
#[track_caller]
fn of_who_knows(data: Value) -> Value {
    ask(mock(Settings::default()).address, &data)
}

/// The answer of who knows nothing.
#[track_caller]
fn of_who_does_not(data: Value) -> Value {
    ask(mock(Settings { skill: 0.0, ..Settings::default() }).address, &data)
}

fn holding(items: Value) -> Value {
    json!({ "items": items })
}

fn step(rank: u32, kind: &str, object: (&str, u32), materials: &[(&str, u32)], tool: Option<&str>) -> Value {
    let amount = |(item, count): &(&str, u32)| json!({ "item": item, "count": count });
    let materials: Vec<Value> = materials.iter().map(amount).collect();
    json!({ "rank": rank, "kind": kind, "object": [amount(&object)], "materials": materials, "tool": tool, "note": "" })
}

#[test]
fn goal_tells_one_level() {
    let goal = |object: &str, count: u32, knowledge: Value| json!({"call": "goal", "object": object, "count": count, "knowledge": knowledge, "inventory": holding(json!({}))});
    let answer = of_who_knows(goal("oak_planks", 8, Value::Null));
    assert_eq!(answer["materials"], json!([{"item": "oak_log", "count": 2}]));
    assert_eq!((&answer["object"], &answer["count"], &answer["tool"]), (&json!("oak_planks"), &json!(8), &Value::Null));
    let answer = of_who_knows(goal("iron_pickaxe", 1, Value::Null));
    assert_eq!(answer["materials"], json!([{"item": "iron_ingot", "count": 3}, {"item": "stick", "count": 2}]));
    assert_eq!(answer["tool"], "crafting_table");
    let answer = of_who_knows(goal("cobblestone", 3, Value::Null));
    assert_eq!((&answer["materials"], &answer["tool"]), (&json!([]), &json!("wooden_pickaxe")));
    let answer = of_who_does_not(goal("bucket", 1, Value::Null));
    assert_eq!((&answer["materials"], &answer["tool"]), (&json!([]), &Value::Null));
    let answer = of_who_does_not(goal("bucket", 1, json!(["craft from 3 iron_ingot at crafting_table"])));
    assert_eq!(answer["materials"], json!([{"item": "iron_ingot", "count": 3}]));
}

#[test]
fn queries_go_backwards() {
    let queries = |depth: u32, items: Value| {
        let data = json!({"call": "queries", "depth": depth, "goal": {"any_of": ["iron_pickaxe"], "count": 1},
            "inventory": holding(items), "state": {"stations_at_hand": []}});
        let answer = of_who_knows(data);
        let list = answer["queries"].as_array().unwrap().clone();
        list.iter()
            .map(|q| format!("{} {} {}", q["depth"], q["count"], q["item"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(queries(1, json!({})), ["1 3 iron_ingot", "1 2 stick", "1 1 crafting_table"]);
    let two = queries(2, json!({"stick": 2, "crafting_table": 1}));
    assert_eq!(two, ["1 3 iron_ingot", "2 3 raw_iron", "2 1 furnace"]);
}

#[test]
fn check_stops_at_the_first_step_that_cannot_be_done() {
    let check = |steps: Value| json!({"call": "check", "steps": steps, "inventory": holding(json!({"oak_log": 1}))});
    let planks = step(1, "craft", ("oak_planks", 4), &[("oak_log", 1)], None);
    let table = step(2, "craft", ("crafting_table", 1), &[("oak_planks", 4)], None);
    let pickaxe = step(3, "craft", ("wooden_pickaxe", 1), &[("oak_planks", 3), ("stick", 2)], Some("crafting_table"));
    let answer = of_who_knows(check(json!([planks, table])));
    assert_eq!((&answer["first_problem"], &answer["problem"]), (&Value::Null, &Value::Null));
    assert_eq!(
        answer["steps"],
        json!([{"rank": 1, "ok": true, "problem": null}, {"rank": 2, "ok": true, "problem": null}])
    );
    let answer = of_who_knows(check(json!([planks, table, pickaxe, step(4, "mine", ("dirt", 1), &[], None)])));
    assert_eq!((&answer["first_problem"], answer["steps"].as_array().unwrap().len()), (&json!(3), 3));
    assert_eq!(answer["problem"], "it lacks 3 oak_planks");
    // The ranks decide, not the order.
    let answer =
        of_who_knows(check(json!([step(2, "craft", ("crafting_table", 1), &[("oak_planks", 4)], None), planks])));
    assert_eq!(answer["first_problem"], Value::Null);
    let odd = step(1, "craft", ("iron_unicorn", 1), &[], None);
    assert_eq!(of_who_knows(check(json!([odd])))["problem"], "there is no iron_unicorn");
    let odd = step(1, "conjure", ("dirt", 1), &[], None);
    assert_eq!(of_who_knows(check(json!([odd])))["problem"], "there is no action conjure");
    let sleep = step(1, "sleep", ("dirt", 1), &[], None);
    assert_eq!(of_who_knows(check(json!([sleep])))["problem"], "it lacks 1 white_bed");
    // Who does not know what planks are made of takes it on trust.
    let odd = step(1, "craft", ("oak_planks", 4), &[], None);
    assert_eq!(of_who_does_not(check(json!([odd])))["first_problem"], Value::Null);
    assert_eq!(of_who_knows(check(json!([odd])))["first_problem"], 1);
}

#[test]
fn explain_says_what_lacks() {
    let explain = |step: &str, reason: &str, items: Value, knowledge: Value| {
        json!({"call": "explain", "knowledge": knowledge, "inventory": holding(items), "state": {"stations_at_hand": []},
            "last_failure": {"step": step, "reason": reason, "cause": null}})
    };
    let says = |answer: Value, cause: &str, first: Value| {
        assert_eq!((&answer["cause"], &answer["do_first"]), (&json!(cause), &first), "{answer}");
        assert!(answer["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
    };
    let mine = "mine 3 raw_iron from iron_ore with stone_pickaxe";
    let wooden = json!({"wooden_pickaxe": 1});
    let stone = json!([{"item": "stone_pickaxe", "count": 1}]);
    says(of_who_knows(explain(mine, "it failed", wooden.clone(), Value::Null)), "missing_tool", stone.clone());
    let bucket = "craft 1 bucket from 3 iron_ingot at crafting_table";
    let one = json!([{"item": "iron_ingot", "count": 1}]);
    let items = json!({"iron_ingot": 2, "crafting_table": 1});
    says(of_who_knows(explain(bucket, "it failed", items, Value::Null)), "missing_material", one);
    let items = json!({"iron_ingot": 3});
    let table = json!([{"item": "crafting_table", "count": 1}]);
    says(of_who_knows(explain(bucket, "it failed", items, Value::Null)), "missing_station", table);
    let smelt = "smelt 3 iron_ingot from 3 raw_iron burning 2 oak_planks at furnace";
    let planks = json!([{"item": "oak_planks", "count": 1}]);
    let items = json!({"raw_iron": 3, "furnace": 1, "oak_planks": 1});
    says(of_who_knows(explain(smelt, "it failed", items, Value::Null)), "missing_material", planks);
    let kit = json!({"stone_pickaxe": 1});
    for (reason, cause) in [
        ("no iron_ore found", "not_found"),
        ("no way to any of 3 known iron_ore", "unreachable"),
        ("took too long", "timeout"),
        ("died", "died"),
        ("a cow was in the way", "other"),
    ] {
        says(of_who_knows(explain(mine, reason, kit.clone(), Value::Null)), cause, json!([]));
    }
    // Who does not know the way goes by the report, and is taught by a line.
    says(of_who_does_not(explain(mine, "no iron_ore found", wooden.clone(), Value::Null)), "not_found", json!([]));
    let sticks = json!([{"item": "stick", "count": 3}]);
    says(of_who_does_not(explain(mine, "3 stick missing", wooden.clone(), Value::Null)), "missing_material", sticks);
    let line = json!(["mine iron_ore (y -64..320, best 16) with stone pickaxe or better"]);
    says(of_who_does_not(explain(mine, "it failed", wooden, line)), "missing_tool", stone);
}

#[test]
fn summary_keeps_what_works_and_what_most_did() {
    let logs = step(1, "mine", ("oak_log", 1), &[], None);
    let planks = step(2, "craft", ("oak_planks", 4), &[("oak_log", 1)], None);
    let flower = step(3, "mine", ("poppy", 1), &[], None);
    let table = step(4, "craft", ("crafting_table", 1), &[("oak_planks", 4)], None);
    let data = |sequences: Value| json!({"call": "summary", "goal": {"any_of": ["crafting_table"], "count": 1}, "sequences": sequences});
    let kinds = |answer: &Value| {
        let steps = answer["steps"].as_array().unwrap().clone();
        steps.iter().map(|step| step["object"][0]["item"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // One found planks lying about: that does not work from nothing.
    let lucky = json!([table]);
    let detour = json!([logs, flower, planks, table]);
    let plain = json!([logs, planks, table]);
    let answer = of_who_knows(data(json!([lucky, detour, plain, detour, plain])));
    assert_eq!(kinds(&answer), ["oak_log", "oak_planks", "crafting_table"]);
    assert_eq!(answer["steps"][2]["rank"], 3);
    // What most did stays.
    let answer = of_who_knows(data(json!([detour, detour, detour, detour, lucky])));
    assert_eq!(kinds(&answer), ["oak_log", "poppy", "oak_planks", "crafting_table"]);
    let answer = of_who_knows(data(json!([lucky, lucky])));
    assert_eq!(kinds(&answer), ["crafting_table"]);
}

#[test]
fn next_serves_the_goal_or_what_is_new() {
    let verbs = json!(["mine", "craft", "cook", "kill"]);
    let data = |goal: Value, items: Value, completed: Value, failed: Value| {
        json!({"call": "next", "goal": goal, "verbs": verbs, "completed": completed, "failed": failed,
            "inventory": holding(items), "state": {}})
    };
    let says = |answer: Value, expected: &str| {
        let said =
            format!("{} {} {}", answer["verb"].as_str().unwrap(), answer["count"], answer["object"].as_str().unwrap());
        assert_eq!(said, expected, "{answer}");
        assert!(answer["reasoning"].is_string());
    };
    let pickaxe = json!({"any_of": ["wooden_pickaxe"], "count": 1});
    says(of_who_knows(data(pickaxe.clone(), json!({}), json!([]), json!([]))), "mine 3 oak_log");
    let near = json!({"oak_planks": 3, "stick": 2, "crafting_table": 1});
    says(of_who_knows(data(pickaxe.clone(), near, json!([]), json!([]))), "craft 1 wooden_pickaxe");
    let iron = json!({"any_of": ["iron_ingot"], "count": 1});
    let kit = json!({"raw_iron": 1, "coal": 1, "furnace": 1});
    says(of_who_knows(data(iron, kit, json!([]), json!([]))), "cook 1 iron_ingot");
    says(of_who_does_not(data(pickaxe.clone(), json!({}), json!([]), json!([]))), "mine 1 wooden_pickaxe");
    says(of_who_knows(data(pickaxe, json!({}), json!([]), json!(["mine 3 oak_log"]))), "mine 3 birch_log");
    says(of_who_knows(data(Value::Null, json!({}), json!([]), json!([]))), "mine 1 oak_log");
    let held = json!({"oak_log": 5});
    says(of_who_knows(data(Value::Null, held.clone(), json!([]), json!([]))), "craft 4 oak_planks");
    let done = json!(["craft 4 oak_planks", "craft 4 stick"]);
    says(of_who_knows(data(Value::Null, held.clone(), done.clone(), json!([]))), "craft 4 oak_planks");
    let failed = json!(vec!["craft 4 oak_planks"; 4]);
    says(of_who_knows(data(Value::Null, held, done, failed)), "craft 1 crafting_table");
}

#[test]
fn choose_takes_what_gives_it() {
    let candidate = |program: &str, does: &str, gives: Value, ready: bool| json!({"program": program, "does": does, "needs": {}, "gives": gives, "ready": ready});
    let candidates = json!([
        candidate("mine_wood_log", "mines logs", json!({"oak_log": 1}), true),
        candidate("mine_iron", "mines iron ore for raw iron", json!({"raw_iron": 1}), false),
        candidate("dig_iron", "digs for raw iron", json!({"raw_iron": 1}), true),
    ]);
    let data = |task: &str, last: Value, critique: Value| json!({"call": "choose", "task": task, "candidates": candidates, "last": last, "critique": critique});
    assert_eq!(of_who_knows(data("mine 3 oak_log", Value::Null, Value::Null))["program"], "mine_wood_log");
    assert_eq!(of_who_knows(data("mine 1 raw_iron", Value::Null, Value::Null))["program"], "mine_iron");
    let again = of_who_knows(data("mine 1 raw_iron", json!("mine_iron"), json!("look elsewhere")));
    assert_eq!(again["program"], "dig_iron");
    let answer = of_who_knows(data("tame 1 parrot", Value::Null, Value::Null));
    assert_eq!((&answer["program"], answer["reason"].is_string()), (&json!("none"), true));
}

#[test]
fn critic_compares_before_and_after() {
    let success = |task: &str, before: Value, after: Value, log: &str| {
        let data = json!({"call": "critic", "task": task, "before": before, "after": after, "log": log});
        let answer = of_who_knows(data);
        let success = answer["success"].as_bool().expect("it is decided");
        assert_eq!(answer["critique"] == "", success, "{answer}");
        success
    };
    assert!(success("craft 1 furnace", json!({}), json!({"furnace": 1}), ""));
    assert!(!success("craft 1 furnace", json!({"cobblestone": 8}), json!({"cobblestone": 8}), ""));
    assert!(success("mine 3 cobblestone", json!({"cobblestone": 1}), json!({"cobblestone": 4}), ""));
    assert!(!success("mine 3 cobblestone", json!({}), json!({"cobblestone": 2}), "mined 3 cobblestone"));
    assert!(success("mine log", json!({}), json!({"birch_log": 1}), ""));
    assert!(success("kill 1 cow", json!({}), json!({"beef": 2}), ""));
    assert!(!success("kill 1 cow", json!({}), json!({}), "a cow was hit"));
    assert!(success("place 1 torch", json!({"torch": 4}), json!({"torch": 3}), ""));
    assert!(!success("place 1 torch", json!({"torch": 4}), json!({"torch": 3}), "it failed: no place for it"));
    assert!(!success("go home", json!({}), json!({}), "could not find the way"));
    assert!(success("go home", json!({}), json!({}), "arrived"));
}

#[test]
fn gear_is_less_after_a_round_that_was_won_and_more_after_one_that_was_lost() {
    let monsters = json!([{"object": "skeleton", "count": 1}]);
    let gear = |last: Value| {
        let answer = of_who_knows(json!({"call": "gear", "monsters": monsters, "last": last, "comment": null}));
        let list = answer["subgoals"].as_array().unwrap().clone();
        list.iter().map(|piece| piece["object"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let last = |plan: &[String], won: bool| json!({"plan": plan, "obtained": plan, "won": won, "health": 14});
    let first = gear(Value::Null);
    assert_eq!((first.len(), first[0].as_str()), (6, "iron_sword"));
    let mut plan = first.clone();
    while plan.len() > 1 {
        let less = gear(last(&plan, true));
        assert_eq!(less, plan[..plan.len() - 1]);
        plan = less;
    }
    assert_eq!(gear(last(&["iron_sword".into()], true)), ["stone_sword"]);
    assert_eq!(gear(last(&["wooden_sword".into()], true)), ["wooden_sword"], "there is nothing less");
    assert_eq!(gear(last(&first[..2], false)), first[..3]);
    assert_eq!(gear(last(&["wooden_sword".into()], false)), ["stone_sword"]);
    assert_eq!(gear(last(&first, false))[0], "diamond_sword");
}

#[test]
fn order_begins_with_the_most_dangerous() {
    let group = |object: &str, count: u32| json!({"object": object, "count": count});
    let monsters = json!([group("zombie", 2), group("cow", 1), group("cave_spider", 1), group("skeleton", 1)]);
    let answer = of_who_knows(json!({"call": "order", "monsters": monsters}));
    assert_eq!(
        answer["order"],
        json!([group("skeleton", 1), group("cave_spider", 1), group("zombie", 2), group("cow", 1)])
    );
}

#[test]
fn comment_goes_by_how_the_round_went() {
    let critique = |won: bool| {
        let last = json!({"plan": ["iron_sword", "shield"], "obtained": ["iron_sword"], "won": won, "health": 3});
        of_who_knows(json!({"call": "comment", "last": last}))["critique"].as_str().expect("a text").to_owned()
    };
    assert!(critique(true).contains("without iron_sword"), "{}", critique(true));
    assert!(critique(false).contains("more"), "{}", critique(false));
}

#[test]
fn a_call_that_lacks_what_it_needs_is_refused_with_the_reason() {
    let mock = mock(Settings::default());
    for (call, needs) in [
        ("plan", "`goal`"),
        ("goal", "`object`"),
        ("summary", "`sequences`"),
        ("explain", "`last_failure`"),
        ("queries", "`goal`"),
        ("check", "`steps`"),
        ("choose", "`task`"),
        ("critic", "`task`"),
        ("gear", "`monsters`"),
        ("order", "`monsters`"),
        ("comment", "`last`"),
        ("curriculum", "no call \"curriculum\""),
        ("dance", "no call \"dance\""),
    ] {
        let came = post(mock.address, asking(&json!({ "call": call })).to_string().as_bytes());
        assert_eq!(came.status, 400, "{call}");
        assert!(came.error().contains(needs), "{call}: {}", came.error());
    }
    assert_eq!(mock.log.count("refused"), 13);
}
