//! `anima doctor`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anima_config::env::MODEL_KEY;
use anima_config::{MindSettings, ModelSettings};
use anima_model::{Message, Model, Request, Role, Server};
use anima_suite::{Machine, free_gib};
use anyhow::Result;
use clap::ValueHint;

use crate::config::Layers;
use crate::{SUCCESS, WRONG, env, error, output};

/// Tells what works here, and what to do about the rest.
///
/// A model server is asked for one word if one is configured. Ends with 0 if everything that a game needs is there.
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
        Ok(Some(server)) => {
            let has_key = if server.key.is_some() { "a key is set" } else { "no key is set" };
            let text = format!("{} at {}, {has_key}", server.model, server.url);
            match ask(server) {
                Ok(seconds) => Finding::Works(format!("{text}; it answers in {seconds:.1} s")),
                Err(error) => Finding::Broken(format!("{text}: {error:#}"), next(&error)),
            }
        }
        Err(error) => Finding::Broken(format!("{error:#}"), next(&error)),
    }
}

/// Asks for one word; returns the seconds it took.
fn ask(server: anima_model::ServerSettings) -> Result<f64> {
    let started = Instant::now();
    let longest = server.limits.total + Duration::from_secs(5);
    let message = Message::new(Role::User, "Answer with the word: ready");
    let request = Request { messages: vec![message], schema: None, max_tokens: 16, temperature: 0.0 };
    let mut server = Server::start(server)?;
    let mut answer = server.ask(request);
    answer.wait(longest);
    answer.take().unwrap_or(Err(anima_model::Error::Stopped))?;
    Ok(started.elapsed().as_secs_f64())
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
