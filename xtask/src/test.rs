//! `cargo xtask test`: everything that must hold before a change lands.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::places::{Places, Profile, root};
use crate::plugin;

const CARGO_DENY: &str = "0.20.2";

/// Formatting, lints, licences and all tests, in the order in which they fail fastest.
pub fn run() -> Result<()> {
    let root = root()?;
    let cargo = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.args(args).current_dir(root);
        command
    };
    if !shared(root).is_dir() {
        eprintln!(
            "note: there is no {}; the tests that compare with what lies there are skipped",
            shared(root).display()
        );
    }
    plugin::check_tools()?;
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    step("licences and sources", cargo_deny(root, &cargo)?)?;
    step("lints", cargo(&["clippy", "--workspace", "--all-targets", "--quiet"]))?;
    step("tests", cargo(&["test", "--workspace", "--quiet"]))?;
    let started = Instant::now();
    eprintln!("==> mod");
    plugin::build(root, Profile::Dev, &Places::usual(root), None)?;
    eprintln!("    mod ok in {:.0} s", started.elapsed().as_secs_f64());
    eprintln!("all ok");
    Ok(())
}

/// Runs one command of the test run.
fn step(name: &str, mut command: Command) -> Result<()> {
    let started = Instant::now();
    eprintln!("==> {name}");
    let status = command.status().with_context(|| format!("starting {command:?}"))?;
    ensure!(status.success(), "{name} failed: {command:?}");
    eprintln!("    {name} ok in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Where saves, traces and tables to compare with lie: at `ANIMA_SHARED`, or beside the repository.
fn shared(root: &Path) -> PathBuf {
    std::env::var_os("ANIMA_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from)
}

/// The call of `cargo deny`, which is built into `target/tools` the first time.
fn cargo_deny(root: &Path, cargo: &impl Fn(&[&str]) -> Command) -> Result<Command> {
    let tools = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("tools");
    let program = tools.join("bin/cargo-deny");
    if !program.exists() {
        eprintln!("==> building cargo-deny {CARGO_DENY} (once)");
        // A plain build: it runs for a second, and an optimised one takes minutes to build.
        let mut install = cargo(&["install", "--debug", "--locked", "--quiet", "cargo-deny", "--version", CARGO_DENY]);
        install.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").arg("--root").arg(&tools);
        let status = install.status().context("starting cargo install")?;
        ensure!(status.success(), "cargo-deny {CARGO_DENY} could not be built; is the crate registry reachable?");
    }
    let mut command = Command::new(program);
    command.args(["check", "--hide-inclusion-graph", "bans", "licenses", "sources"]).current_dir(root);
    Ok(command)
}
