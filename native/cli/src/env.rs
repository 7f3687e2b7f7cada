//! The environment variables as the help shows them, and what the program was built from.

use anima_config::env::ALL;
use anima_suite::Versions;

/// Which program this is.
pub fn versions() -> Versions {
    Versions {
        anima: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("ANIMA_COMMIT").map(str::to_owned),
        minecraft: "1.19.4".into(),
    }
}

/// The end of `anima --help`.
pub fn help() -> String {
    let mut text = String::from("Environment:\n");
    for (name, what) in ALL {
        text.push_str(&format!("  {name:17} {what}\n"));
    }
    text + "\nTry: anima run \"obtain 1 iron_pickaxe\""
}
