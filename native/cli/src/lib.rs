//! The `anima` command line: what is typed, what it means, and what is shown. It knows nothing of how anything works
//! inside.
//!
//! One file per subcommand in `commands`; a subcommand's `Args` hold what was typed, and their doc comments are its
//! help. Progress goes to standard error, results to standard output. The program ends with 0 on success, 1 if a goal
//! was not reached or a check not passed, 2 if it was called wrongly or something outside is missing.

mod args;
mod commands;
mod config;
mod env;
mod error;
mod operator;
mod output;
mod progress;

use std::process::ExitCode;

use clap::Parser;

/// The goal is reached, the check passed.
const SUCCESS: u8 = 0;
/// The goal is not reached, the check not passed.
const NOT_REACHED: u8 = 1;
/// Called wrongly, or something outside is missing.
const WRONG: u8 = 2;

/// Plays Minecraft 1.19.4 survival with keys and mouse only, in an embedded world.
///
/// A goal in plain words is reached from an empty inventory, on generated terrain or on a real save.
#[derive(Parser)]
#[command(name = "anima", version, after_help = env::help())]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

/// Runs the program with the arguments of this process.
pub fn run() -> ExitCode {
    match commands::run(Cli::parse().command) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            error::show(&error);
            ExitCode::from(WRONG)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
