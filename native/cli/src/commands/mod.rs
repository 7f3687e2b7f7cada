//! The subcommands, one file each.

mod bench;
mod check;
mod completions;
mod doctor;
mod explore;
mod learn;
mod memory;
mod run;
mod serve_mock;
mod world;

use anyhow::Result;
use clap::Subcommand;

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    Run(Box<run::Args>),
    Explore(Box<explore::Args>),
    Bench(bench::Args),
    Learn(Box<learn::Args>),
    Check(check::Args),
    World(world::Args),
    Memory(memory::Args),
    ServeMock(serve_mock::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
}

/// Does it; returns the exit code.
///
/// # Errors
/// If it was called wrongly, or something outside is missing.
pub fn run(command: Command) -> Result<u8> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Check(args) => check::run(&args),
        Command::World(args) => world::run(&args),
        Command::Memory(args) => memory::run(&args),
        Command::ServeMock(args) => serve_mock::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}
