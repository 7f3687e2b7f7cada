//! The `anima` program.

fn main() -> std::process::ExitCode {
    anima_cli::run()
}
