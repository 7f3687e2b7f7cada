//! `anima completions`.

use std::io;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Cli, SUCCESS};

/// Prints completions for a shell.
///
/// For bash: anima completions bash > ~/.local/share/bash-completion/completions/anima
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints them.
///
/// # Errors
/// Never.
pub fn run(args: &Args) -> Result<u8> {
    clap_complete::generate(args.shell, &mut Cli::command(), "anima", &mut io::stdout());
    Ok(SUCCESS)
}
