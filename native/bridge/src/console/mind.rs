//! What the player types about the mind: who plays, its model, what it remembers, what it may spend.

use std::path::Path;
use std::time::SystemTime;

use anima_config::AGENTS;
use anima_memory::{Id, Memory};
use anima_model::Ledger;

use super::Answer;
use crate::{Body, Host};

pub(super) fn model(body: &mut Body, _: &str, answer: &mut Answer) {
    planner(&body.host(), answer);
    if let Some(status) = body.shown().status {
        let counters = status.counters;
        answer.plain(format!(
            "asked {} times for this goal, {} answers repaired, {} times the rules planned instead",
            counters.model_calls, counters.repairs, counters.fallbacks
        ));
    }
}

/// What plans, as it is set.
fn planner(host: &Host, answer: &mut Answer) {
    let settings = host.settings.settings();
    match anima_config::server(&settings.model, settings.mind) {
        Ok(None) if !settings.mind.asks_model() => {
            answer.plain("the rules plan; no model is asked");
            answer.hint("/anima config mind.plan model has one asked");
        }
        Ok(None) => {
            answer.plain("the rules plan; no model is configured");
            answer.hint("/anima config model.url and model.name name one");
        }
        Ok(Some(server)) => {
            answer.plain(format!("{} at {} plans", server.model, server.url));
            if server.key.is_none() {
                answer.plain(format!("no key is set; a server that wants one gets it from {}", crate::MODEL_KEY));
            }
        }
        Err(error) => answer.bad(format!("{error:#}; the rules plan")),
    }
}

/// What the files of agents set.
pub(super) const BY_AGENT: [&str; 5] = ["agent.name", "agent.perception", "mind.pursue", "mind.plan", "mind.show"];

/// Lays one of the agents that are there by name over the settings: its program, what answers its questions, its senses.
pub(super) fn agent(body: &mut Body, name: &str, answer: &mut Answer) {
    let names = || AGENTS.map(|(name, _)| name).join(", ");
    if name.is_empty() {
        let settings = body.host().settings.settings().clone();
        answer.plain(format!("{} plays, by the program {}", settings.agent.name, settings.mind.pursue));
        planner(&body.host(), answer);
        answer.hint(format!("/anima agent <name>: {}", names()));
        return;
    }
    let Some((_, file)) = AGENTS.iter().find(|(known, _)| *known == name) else {
        answer.bad(format!("there is no agent {name}"));
        answer.hint(format!("there are {}", names()));
        return;
    };
    let table: toml::Table = file.parse().expect("a test reads every packed agent");
    // What another agent has set and this one does not name is as it is by default.
    let standard = body.host().settings.keys();
    for key in standard.iter().filter(|key| BY_AGENT.contains(&key.name.as_str())) {
        let (section, inner) = key.name.split_once('.').unwrap_or_default();
        let own = table.get(section).and_then(|section| section.get(inner));
        let own = own.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        if let Err(why) = body.host_mut().settings.set(&key.name, own.as_ref().unwrap_or(&key.standard)) {
            answer.bad(why);
            return;
        }
    }
    answer.good(format!("{name} plays from the next goal on"));
    planner(&body.host(), answer);
}

/// The memory that the settings name, to look into.
fn opened(body: &Body, writes: bool, answer: &mut Answer) -> Option<Memory> {
    let settings = body.host().settings.settings().memory.clone();
    if settings.file.is_empty() {
        answer.plain("the agent remembers no other games");
        answer.hint("/anima config memory.file FILE names a file for it");
        return None;
    }
    let path = Path::new(&settings.file);
    let memory = if writes { Memory::open(path) } else { Memory::open_read_only(path) };
    memory.map_err(|error| answer.bad(error.to_string())).ok()
}

pub(super) fn memory(body: &mut Body, words: &str, answer: &mut Answer) {
    /// Episodes that are shown.
    const SHOWN: u32 = 10;
    let Some(memory) = opened(body, false, answer) else { return };
    let found = if words.is_empty() { memory.list(None, SHOWN) } else { memory.search(words, SHOWN) };
    match found {
        Err(error) => answer.bad(error.to_string()),
        Ok(found) if found.is_empty() => answer.plain("nothing is remembered of that"),
        Ok(found) => {
            for episode in found {
                let came = if episode.reached { "reached" } else { "not reached" };
                let (id, goal, ticks, calls) = (episode.id, episode.goal, episode.ticks, episode.calls);
                answer.plain(format!("{id}: {goal}, {came} in {ticks} ticks, {calls} calls"));
            }
            answer.hint("/anima memory forget <number> erases one for good");
        }
    }
}

pub(super) fn forget(body: &mut Body, number: &str, answer: &mut Answer) {
    let Ok(id) = number.parse() else {
        answer.bad(format!("{number:?} is no number of an episode"));
        answer.hint("/anima memory lists them");
        return;
    };
    let Some(memory) = opened(body, true, answer) else { return };
    match memory.forget(&[Id(id)]) {
        Ok(forgotten) => answer.good(format!("{} forgotten", forgotten.len())),
        Err(error) => answer.bad(error.to_string()),
    }
}

pub(super) fn budget(body: &mut Body, _: &str, answer: &mut Answer) {
    let settings = body.host().settings.settings().model.clone();
    let spent = Ledger::open(settings.budget()).and_then(|ledger| ledger.day(SystemTime::now()));
    match spent {
        Ok(spent) => answer
            .plain(format!("today (UTC): {} calls, {} tokens, {:.4} of money", spent.calls, spent.tokens, spent.money)),
        Err(error) => answer.bad(error.to_string()),
    }
    let most = |calls: u64, tokens: u64, money: f64| {
        let calls = if calls == 0 { "any number of calls".to_owned() } else { format!("{calls} calls") };
        let tokens = if tokens == 0 { "any number of tokens".to_owned() } else { format!("{tokens} tokens") };
        let money = if money == 0.0 { "any sum".to_owned() } else { format!("{money} of money") };
        format!("{calls}, {tokens}, {money}")
    };
    answer.plain(format!(
        "allowed for a goal: {}",
        most(settings.calls_per_goal, settings.tokens_per_goal, settings.money_per_goal)
    ));
    answer.plain(format!(
        "allowed for a day: {}",
        most(settings.calls_per_day, settings.tokens_per_day, settings.money_per_day)
    ));
    answer.hint("/anima config model.calls_per_day 100 sets one");
}
