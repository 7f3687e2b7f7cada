//! A scripted server, spoken to over HTTP.

mod calls;
mod client;
mod http;
mod modes;
mod plans;

use anima_mock::{Mock, Settings};

/// A server with these settings.
fn mock(settings: Settings) -> Mock {
    Mock::start(settings).expect("a port is free")
}

/// Every file of tests is a module of this program.
#[test]
fn no_file_of_tests_is_forgotten() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let modules = include_str!("main.rs");
    for file in std::fs::read_dir(folder).expect("the folder of this file is there") {
        let name = file.expect("it can be listed").file_name().to_string_lossy().replace(".rs", "");
        assert!(name == "main" || modules.contains(&format!("mod {name};")), "{name}.rs is forgotten");
    }
}
