//! `anima serve-mock`.

use std::time::Duration;

use anima_mock::{Fault, Flaw, Mock, Rates, Settings};
use anyhow::{Context, Result};

use crate::{SUCCESS, output};

/// Serves a scripted model: for measuring, and for trying an agent without a model key.
///
/// It answers by rules and errs as often as it is told to, the same for the same request. It knows a part of the recipes
/// and what a request shows, cannot see pictures, and shares nothing with the game. Results with it are results with a
/// scripted model, never those of a language model. Prints the address to give as --model; ends when it is interrupted.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  anima serve-mock
  anima run \"obtain 1 iron_pickaxe\" --model http://127.0.0.1:8000/v1 --model-name scripted
  anima serve-mock --port 0 --seed 7 --skill 0.5 --errors mixed=0.3 --transport 429=0.05,drop=0.05")]
pub struct Args {
    /// The port at this machine; 0 takes one that is free.
    #[arg(long, value_name = "N", default_value_t = 8000)]
    port: u16,

    /// What all its chances follow from, with the bytes of each request.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The share of the recipes and other ways that it knows without being told.
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = share)]
    skill: f64,

    /// How often answers are wrong: wrong_id, missing_tool, wrong_amount, wrong_order, prose, truncated,
    /// invented_action, same_again, refusal; mixed spreads a rate over all of them.
    #[arg(long, value_name = "MODE=RATE,...", default_value = "", hide_default_value = true)]
    errors: Rates<Flaw>,

    /// How often an answer does not come as it should: slow_first_token, stall, 429, 500, drop; mixed for all of them.
    #[arg(long, value_name = "MODE=RATE,...", default_value = "", hide_default_value = true)]
    transport: Rates<Fault>,

    /// Refuse requests that are longer, with the answer that they ask for.
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1..))]
    context: Option<u64>,

    /// Refuse json_schema, as some servers do.
    #[arg(long)]
    no_schema: bool,

    /// How long the first token of slow_first_token takes.
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    slow: u64,
}

/// Serves until the process ends.
///
/// # Errors
/// If the port cannot be had.
pub fn run(args: &Args) -> Result<u8> {
    let settings = Settings {
        port: args.port,
        seed: args.seed,
        skill: args.skill,
        errors: args.errors.clone(),
        transport: args.transport.clone(),
        context: args.context,
        no_schema: args.no_schema,
        slow: Duration::from_millis(args.slow),
    };
    let mock = Mock::start(settings).with_context(|| {
        format!("port {} cannot be had; choose another with --port, or 0 for one that is free", args.port)
    })?;
    output::line(mock.url())?;
    output::remark(format_args!(
        "a scripted model: seed {}, skill {}, errors {}, transport {}",
        args.seed, args.skill, args.errors, args.transport
    ));
    mock.wait();
    Ok(SUCCESS)
}

fn share(text: &str) -> Result<f64> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.context("a number from 0 to 1 is wanted")
}
