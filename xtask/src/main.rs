//! The project's chores: `cargo xtask <command>`.

mod data;
mod recipe;
mod test;

use clap::Parser;

/// Chores of the Anima workspace.
#[derive(Parser)]
enum Command {
    /// Regenerates the 1.19.4 tables of `native/rules` from PrismarineJS `minecraft-data` (npm).
    Data(data::Args),
    /// Runs everything that must hold before a change lands: format, lints, licences, tests.
    Test,
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Data(args) => data::run(&args),
        Command::Test => test::run(),
    }
}
