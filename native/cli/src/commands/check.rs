//! `anima check`.

use std::path::PathBuf;

use anima_bench::check::{self, Check, Kind, Report};
use anyhow::{Result, ensure};
use clap::ValueHint;

use crate::{NOT_REACHED, SUCCESS, output};

/// Plays every conformance case found under a folder and compares.
///
/// Cases are JSON files in the formats of shared/parity: physics traces, dig times, recipes, container clicks and path
/// problems, told apart by what they hold. Ends with 0 only if every file is understood and every case passes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  anima check ../shared/parity\n  anima check ../shared/parity/paths")]
pub struct Args {
    /// The folder.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

/// Plays them and prints, per kind, how many passed, and where each other one first diverges.
///
/// # Errors
/// If there is no case to play.
pub fn run(args: &Args) -> Result<u8> {
    let check = check::check(&args.folder)?;
    let nothing = check.reports.is_empty() && check.not_understood.is_empty();
    ensure!(!nothing, "there are no cases under {}; give a folder with JSON files", args.folder.display());
    for report in &check.reports {
        print(report)?;
        if report.kind == Kind::Paths {
            print_ticks(report, &check)?;
        }
    }
    for file in &check.not_understood {
        output::line(format_args!("not understood: {file}"))?;
    }
    Ok(if check.passed() { SUCCESS } else { NOT_REACHED })
}

fn print(report: &Report) -> Result<()> {
    let passed = report.cases.iter().filter(|case| case.divergence.is_none()).count();
    output::line(format_args!("{}: {passed} of {} passed", report.kind.name(), report.cases.len()))?;
    for case in &report.cases {
        if let Some(divergence) = &case.divergence {
            output::line(format_args!("  FAILED {}: {divergence}", case.name))?;
        }
    }
    Ok(())
}

/// Ticks to arrive at each problem beside the peer's, and their sums over those at which both arrive.
fn print_ticks(report: &Report, check: &Check) -> Result<()> {
    let shown = |ticks: Option<u64>| ticks.map_or_else(|| "-".to_owned(), |ticks| ticks.to_string());
    output::line(format_args!("  {:40} {:>6} {:>6}", "ticks to arrive", "ours", "peer"))?;
    for case in &report.cases {
        let peer = check.peer.get(&case.name).copied().flatten();
        output::line(format_args!("  {:40} {:>6} {:>6}", case.name, shown(case.ticks), shown(peer)))?;
    }
    let (ours, peer) = check.ticks_beside_peer();
    output::line(format_args!("  {:40} {ours:>6} {peer:>6}", "sum where both arrive"))
}
