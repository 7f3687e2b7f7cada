//! The project's chores: `cargo xtask <command>`.

mod data;

use clap::Parser;

/// Chores of the Anima workspace.
#[derive(Parser)]
enum Command {
    /// Regenerates the 1.19.4 tables of `native/rules` from PrismarineJS `minecraft-data` (npm).
    Data(data::Args),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Data(args) => data::run(&args),
    }
}
