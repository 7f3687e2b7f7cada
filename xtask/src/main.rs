//! The project's chores: `cargo xtask <command>`.

mod data;
mod elf;
mod library;
mod places;
mod plugin;
mod recipe;
mod reproduce;
mod suites;
mod test;

use clap::Parser;

/// Chores of the Anima workspace.
#[derive(Parser)]
enum Command {
    /// Regenerates the 1.19.4 tables of `native/rules` from PrismarineJS `minecraft-data` (npm).
    Data(data::Args),
    /// Builds the native library as it is packed into the jar, and its symbols beside it.
    ///
    /// The folder to hand to the mod's builds is the last line of standard output.
    Library(library::Args),
    /// Builds the mod's jar with the native library in it and runs its tests, without Minecraft.
    ///
    /// The path of the jar is the last line of standard output.
    Mod(plugin::Args),
    /// Builds a commit as it is shipped in two places, and fails if library or jar differ in a byte.
    Reproduce(reproduce::Args),
    /// Writes the papers' benchmarks to `run/suites` from the data beside the project.
    Suites(suites::Args),
    /// Runs everything that must hold before a change lands: format, lints, licences, tests.
    Test,
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Data(args) => data::run(&args),
        Command::Library(args) => library::run(&args),
        Command::Mod(args) => plugin::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Suites(args) => suites::run(&args),
        Command::Test => test::run(),
    }
}
