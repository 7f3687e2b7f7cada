//! `cargo xtask test`: everything that must hold before a change lands.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

const CARGO_DENY: &str = "0.20.2";

/// One named command of the test run.
struct Step {
    name: &'static str,
    command: Command,
}

/// Formatting, lints, licences and all tests, in the order in which they fail fastest.
pub fn run() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.args(args).current_dir(&root);
        command
    };
    let deny = cargo_deny(&root, &cargo)?;
    let steps = [
        Step { name: "format", command: cargo(&["fmt", "--all", "--check"]) },
        Step { name: "licences and sources", command: deny },
        Step { name: "lints", command: cargo(&["clippy", "--workspace", "--all-targets", "--quiet"]) },
        Step { name: "tests", command: cargo(&["test", "--workspace", "--quiet"]) },
    ];
    for mut step in steps {
        let started = Instant::now();
        eprintln!("==> {}", step.name);
        let status = step.command.status().with_context(|| format!("starting {:?}", step.command))?;
        ensure!(status.success(), "{} failed: {:?}", step.name, step.command);
        eprintln!("    {} ok in {:.0} s", step.name, started.elapsed().as_secs_f64());
    }
    eprintln!("all ok");
    Ok(())
}

/// The call of `cargo deny`, which is built into `target/tools` the first time.
fn cargo_deny(root: &Path, cargo: &impl Fn(&[&str]) -> Command) -> Result<Command> {
    let tools = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("tools");
    let program = tools.join("bin/cargo-deny");
    if !program.exists() {
        eprintln!("==> building cargo-deny {CARGO_DENY} (once)");
        // A debug build: it runs for a second, and an optimised one takes minutes to build.
        let mut install = cargo(&["install", "--debug", "--locked", "--quiet", "cargo-deny", "--version", CARGO_DENY]);
        let status = install.arg("--root").arg(&tools).status().context("starting cargo install")?;
        ensure!(status.success(), "cargo-deny {CARGO_DENY} could not be built; is the crate registry reachable?");
    }
    let mut command = Command::new(program);
    command.args(["check", "--hide-inclusion-graph", "bans", "licenses", "sources"]).current_dir(root);
    Ok(command)
}
