//! `anima completions`.

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Cli, SUCCESS, output};

/// Prints completions for a shell.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  anima completions bash > ~/.local/share/bash-completion/completions/anima\n  \
                        anima completions fish > ~/.config/fish/completions/anima.fish")]
pub struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints them.
///
/// # Errors
/// If they cannot be written.
pub fn run(args: &Args) -> Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "anima", &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end())?;
    Ok(SUCCESS)
}
