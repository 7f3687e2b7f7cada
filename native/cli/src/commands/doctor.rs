//! `anima doctor`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use anima_body::Frame;
use anima_config::env::MODEL_KEY;
use anima_config::{AtCap, MemorySettings, MindSettings, ModelSettings};
use anima_memory::{Error, small_jpeg};
use anima_model::{Budget, Cap, Ledger, Message, Model, Picture, Request, Role, Schema, Server, ServerSettings, money};
use anima_suite::{Machine, free_gib};
use anyhow::Result;
use clap::ValueHint;
use serde_json::json;

use crate::config::Layers;
use crate::{SUCCESS, WRONG, env, error, output};

/// Tells what works here, and what to do about the rest.
///
/// A model server that is configured is asked twice: for a little JSON, and whether it can be shown a picture. What it takes
/// is found out anew, and remembered. Ends with 0 if everything that a game needs is there.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  anima doctor\n  anima doctor --config mine.toml")]
pub struct Args {
    /// Lay a configuration file over the defaults; may be given again, the last one wins.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    config: Vec<PathBuf>,
}

/// How one thing stands.
enum Finding {
    /// It works.
    Works(String),
    /// It is not there, and nothing asked for needs it; what to do to have it.
    Absent(String, String),
    /// It does not work; what to do about it.
    Broken(String, String),
}

/// Looks at everything and prints a line each.
///
/// # Errors
/// If a configuration file cannot be used.
pub fn run(args: &Args) -> Result<u8> {
    let settings = Layers::new().files(&args.config)?.environment()?.settings()?;
    let findings = [
        ("program", program()),
        ("game data", tables()),
        ("machine", machine()),
        ("disk", disk()),
        ("terminal", terminal()),
        ("model", model(&settings.model, settings.mind)),
        ("caps", caps(&settings.model, settings.mind)),
        ("prompts", own("agent.prompts", &settings.agent.prompts, settings.agent.prompts().map(drop))),
        ("handbook", own("agent.handbook", &settings.agent.handbook, settings.agent.handbook().map(drop))),
        ("memory", memory(&settings.memory)),
        ("JDK", jdk()),
    ];
    let mut is_well = true;
    for (what, finding) in findings {
        let (mark, text, next) = match finding {
            Finding::Works(text) => ("ok", text, None),
            Finding::Absent(text, next) => ("-", text, Some(next)),
            Finding::Broken(text, next) => {
                is_well = false;
                ("FAIL", text, Some(next))
            }
        };
        output::line(format_args!("{mark:4}  {what:10} {text}"))?;
        if let Some(next) = next {
            output::line(format_args!("{:17}next: {next}", ""))?;
        }
    }
    Ok(if is_well { SUCCESS } else { WRONG })
}

fn program() -> Finding {
    let versions = env::versions();
    let commit = versions.commit.map(|commit| format!(", commit {commit}")).unwrap_or_default();
    Finding::Works(format!("anima {}{commit}, rules of Minecraft {}", versions.anima, versions.minecraft))
}

fn tables() -> Finding {
    let started = Instant::now();
    let items = anima_rules::Item::all().filter(|item| !item.name().is_empty()).count();
    let recipes = anima_rules::recipe::all().len();
    Finding::Works(format!("{items} items and {recipes} recipes in {:.0} ms", started.elapsed().as_secs_f64() * 1e3))
}

fn machine() -> Finding {
    let machine = Machine::here();
    let text =
        format!("{} cores ({}), {} GiB memory, {}", machine.cores, machine.cpu, machine.memory_gib, machine.system);
    /// What a game on generated terrain takes at most, with room to spare.
    const GAME_GIB: f64 = 1.0;
    if machine.memory_gib < GAME_GIB {
        return Finding::Broken(text, format!("a game takes up to {GAME_GIB} GiB of memory; use another machine"));
    }
    Finding::Works(text)
}

fn disk() -> Finding {
    /// What records of a hundred games take.
    const RECORDS_GIB: f64 = 0.5;
    match free_gib(Path::new(".")) {
        Some(free) if free < RECORDS_GIB => {
            let next = "records of a hundred games take half a GiB; free some space or choose another --out";
            Finding::Absent(format!("{free} GiB free here"), next.into())
        }
        Some(free) => Finding::Works(format!("{free} GiB free here")),
        None => Finding::Works("the system does not tell how much is free".into()),
    }
}

fn terminal() -> Finding {
    let progress = if std::io::stderr().is_terminal() { "a live progress view" } else { "plain progress lines" };
    Finding::Works(format!("standard error gets {progress}"))
}

fn model(settings: &ModelSettings, mind: MindSettings) -> Finding {
    let next = |error: &anyhow::Error| error::hint(error).unwrap_or_else(|| "see anima run --help".into());
    match anima_config::server(settings, mind) {
        Ok(None) if !mind.asks_model() => {
            Finding::Absent("none is asked; the rules plan".into(), "mind.plan = \"model\" has one asked".into())
        }
        Ok(None) => Finding::Absent(
            "none configured; the rules plan".into(),
            format!("for one, give --model URL --model-name NAME, and its key in {}", MODEL_KEY),
        ),
        Ok(Some(ServerSettings { replay: Some(folder), model, .. })) => {
            Finding::Works(format!("{model}, as it answered in the run that is recorded in {}", folder.display()))
        }
        Ok(Some(server)) => {
            let has_key = if server.key.is_some() { "a key is set" } else { "no key is set" };
            let text = format!("{} at {}, {has_key}", server.model, server.url);
            match ask(server) {
                Ok(told) => Finding::Works(format!("{text}; {told}")),
                Err(error) => Finding::Broken(format!("{text}: {error:#}"), next(&error)),
            }
        }
        Err(error) => Finding::Broken(format!("{error:#}"), next(&error)),
    }
}

/// Asks for a little JSON, and with a picture; tells how long the first answer took and what the model takes.
fn ask(server: ServerSettings) -> Result<String> {
    let longest = server.limits.total + Duration::from_secs(5);
    let started = Instant::now();
    // What a goal may take is no matter here: there is none.
    let budget = Budget { per_goal: Cap::default(), ..server.budget };
    let mut server = Server::start(ServerSettings { budget, ..server })?;
    server.forget_abilities();
    let object = json!({ "type": "object", "properties": { "ready": { "type": "boolean" } }, "required": ["ready"],
        "additionalProperties": false });
    let mut asked = |pictures: Vec<Picture>| {
        let text = "Answer with this JSON object: {\"ready\": true}".to_owned();
        let messages = vec![Message { role: Role::User, content: text, pictures }];
        let schema = Some(Schema { name: "ready".into(), schema: object.clone() });
        let mut answer = server.ask(Request { messages, schema, max_tokens: 64, temperature: 0.0 });
        answer.wait(longest);
        answer.take().unwrap_or(Err(anima_model::Error::Stopped))
    };
    let reply = asked(Vec::new())?;
    let seconds = started.elapsed().as_secs_f64();
    let grey = Frame::from_rgb(64, 64, vec![128; 3 * 64 * 64]);
    let seen = asked(vec![Picture(small_jpeg(&grey).into())]);
    let mut told = format!("it answers in {seconds:.1} s and {}", server.abilities());
    if let Err(error) = seen {
        told += &format!("; with a picture it fails ({error})");
    }
    if serde_json::from_str::<serde_json::Value>(&reply.text).is_err() {
        told += "; asked for JSON it said something else, which costs repairs";
    }
    Ok(told)
}

/// What a goal and a day may take of the model, and what today has taken.
fn caps(settings: &ModelSettings, mind: MindSettings) -> Finding {
    let budget = match anima_config::server(settings, mind) {
        Ok(Some(server)) if server.replay.is_none() => server.budget,
        _ => return Finding::Works("nothing is spent: no model server is asked".into()),
    };
    let today = match Ledger::open(budget.clone()).and_then(|ledger| ledger.day(SystemTime::now())) {
        Ok(today) => today,
        Err(error) => return Finding::Broken(error.to_string(), error.hint().into()),
    };
    let Cap { calls, tokens, money: most } = budget.per_day;
    let of_day = [
        ("calls_per_day", today.calls.to_string(), calls.map(|cap| cap.to_string())),
        ("tokens_per_day", today.tokens.to_string(), tokens.map(|cap| cap.to_string())),
        ("money_per_day", money(today.money), most.map(money)),
    ];
    let Cap { calls, tokens, money: most } = budget.per_goal;
    let of_goal = [
        ("calls_per_goal", calls.map(|cap| cap.to_string())),
        ("tokens_per_goal", tokens.map(|cap| cap.to_string())),
        ("money_per_goal", most.map(money)),
    ];
    let mut told: Vec<String> =
        of_goal.into_iter().filter_map(|(name, cap)| Some(format!("{name} {}", cap?))).collect();
    told.extend(of_day.iter().filter_map(|(name, took, cap)| Some(format!("{name} {took} of {}", cap.as_ref()?))));
    let spent = match budget.price {
        Some(_) => format!("{} of money", money(today.money)),
        None => "no price is known".to_owned(),
    };
    let (calls, tokens) = (output::count(today.calls, "call"), output::count(today.tokens, "token"));
    let place = budget.folder.map_or_else(String::new, |folder| format!(", counted in {}", folder.display()));
    let today = format!("today (UTC) {calls}, {tokens}, {spent}{place}");
    if told.is_empty() {
        let next =
            "calls_per_day, tokens_per_day or money_per_day under [model] in the settings caps what a day may take";
        return Finding::Absent(format!("no cap is set; {today}"), next.into());
    }
    let then = match mind.at_cap {
        AtCap::Rules => "then the rules go on",
        AtCap::Stop => "then the goal ends",
    };
    Finding::Works(format!("{}, {then}; {today}", told.join(", ")))
}

/// A folder of files of a person's own that stand in for packed ones or beside them.
fn own(key: &str, folder: &str, read: Result<()>) -> Finding {
    match read {
        Ok(()) if folder.is_empty() => Finding::Works("the packed ones".into()),
        Ok(()) => Finding::Works(format!("the packed ones, and those in {folder}")),
        Err(why) => Finding::Broken(format!("{why:#}"), format!("mend it, or change {key} in the settings")),
    }
}

/// The file in which an agent remembers.
fn memory(settings: &MemorySettings) -> Finding {
    let file = &settings.file;
    if file.is_empty() {
        return Finding::Absent("none: nothing is remembered".into(), "--memory FILE or memory.file names one".into());
    }
    if !Path::new(file).exists() && !settings.read_only {
        return Finding::Works(format!("{file} is not there yet; the first game that remembers makes it"));
    }
    let counted = anima_config::memory(settings, false).and_then(|memory| Ok(memory.snapshot()?.upto()));
    match counted {
        Ok(upto) => Finding::Works(format!("{file}, whose last episode is number {upto}")),
        Err(Error::Older { .. }) if !settings.read_only => {
            Finding::Works(format!("{file}, of an older version: the first game that remembers brings it up to date"))
        }
        Err(why) => Finding::Broken(why.to_string(), "name another file as memory.file in the settings".into()),
    }
}

fn jdk() -> Finding {
    let next = "only building the mod needs it: install a JDK 17 or later and put javac into PATH";
    let Ok(output) = Command::new("javac").arg("-version").output() else {
        return Finding::Absent("no javac here".into(), next.into());
    };
    let both = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&both).trim().to_owned();
    let major = text.split_whitespace().nth(1).and_then(|version| version.split('.').next()?.parse::<u32>().ok());
    match major {
        Some(17..) => Finding::Works(text),
        _ => Finding::Absent(text, next.into()),
    }
}
