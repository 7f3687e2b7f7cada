//! The built program, called as a person calls it. One module per subcommand.

mod ablate;
mod bench;
mod check;
mod completions;
mod doctor;
mod explore;
mod learn;
mod memory;
mod run;
mod serve_mock;
mod shards;
mod world;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a call of the program left behind.
struct Called {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Called {
    /// The JSON object in the last line of standard output.
    #[track_caller]
    fn json(&self) -> Value {
        let last = self.stdout.lines().last().unwrap_or_default();
        serde_json::from_str(last).unwrap_or_else(|error| panic!("{error} in {:?}; {}", self.stdout, self.stderr))
    }

    /// Refused, with these words on standard error and nothing on standard output.
    #[track_caller]
    fn refused(&self, words: &[&str]) {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "{:?} does not say {word:?}", self.stderr);
        }
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }
}

/// A folder to call the program in. Worlds are small there, so that games begin fast.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        fs::write(folder.path().join("small.toml"), "[world]\nradius = 2\n").expect("a file can be written");
        Place { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("a file can be written");
    }

    fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.path().join(name)).expect("the file is there")
    }

    fn anima(&self, args: &[&str]) -> Called {
        self.anima_with(args, &[])
    }

    fn anima_with(&self, args: &[&str], variables: &[(&str, &str)]) -> Called {
        let output = self.command(args).envs(variables.iter().copied()).output().expect("the program can be started");
        Called {
            code: output.status.code().expect("it ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("it prints text"),
            stderr: String::from_utf8(output.stderr).expect("it prints text"),
        }
    }

    /// Calls it with nobody at the other end of its standard output and standard error; how it ends.
    fn anima_unheard(&self, args: &[&str]) -> Option<i32> {
        let (output, error) = (Stdio::piped(), Stdio::piped());
        let mut child = self.command(args).stdout(output).stderr(error).spawn().expect("the program can be started");
        drop((child.stdout.take(), child.stderr.take()));
        child.wait().expect("it ends by itself").code()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_anima"));
        // What a model's calls take is counted in the user's home.
        command.args(args).current_dir(self.path()).env("HOME", self.path());
        command.env_remove("ANIMA_MODEL_URL").env_remove("ANIMA_MODEL_NAME").env_remove("ANIMA_MODEL_KEY");
        command
    }
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    inside.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// A folder of the data shared by all of us, or `None` (and a word about it) where it is not.
fn shared(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = std::env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from).join(name);
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: {} is not here", path.display());
    None
}

/// Every file of tests is a module of this program.
#[test]
fn no_file_of_tests_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let modules = include_str!("main.rs");
    for file in fs::read_dir(folder).expect("the folder of this file is there") {
        let name = file.expect("it can be listed").file_name().to_string_lossy().replace(".rs", "");
        assert!(name == "main" || modules.contains(&format!("mod {name};")), "{name}.rs is forgotten");
    }
}
