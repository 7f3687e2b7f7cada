//! `cargo xtask reproduce`: whether two builds of one commit are equal byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::library::{self, Target, run_command};
use crate::places::{Places, Profile, root};
use crate::plugin;

/// Where the commit is built, in folders whose names differ in length and depth.
const BUILDS: [(&str, &str); 2] = [("one", "one/target"), ("another/farther/down", "elsewhere")];

/// Where the two builds are made.
#[derive(clap::Args)]
pub struct Args {
    /// A folder that is not there yet, or empty; what was built stays in it.
    folder: PathBuf,
    /// Builds this commit; the one that is checked out if it is not given.
    #[arg(long, default_value = "HEAD")]
    commit: String,
}

/// Builds native library and jar of a commit as they are shipped, twice, from two copies of the repository into two target
/// directories, and fails where they differ.
pub fn run(args: &Args) -> Result<()> {
    plugin::check_tools()?;
    let folder = std::path::absolute(&args.folder)?;
    let is_empty = fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none());
    ensure!(is_empty, "{} is not empty; name a folder that is not there yet", folder.display());
    let target = &Target::here()?;
    let mut builds = Vec::new();
    for (source, built) in BUILDS {
        let (source, built) = (folder.join(source), folder.join(built));
        check_out(root()?, &args.commit, &source)?;
        eprintln!("==> {}", source.display());
        let places = Places { target: built, ..Places::usual(&source) };
        let natives = library::folder(&places, Profile::Release);
        let library = library::pack(&source, Profile::Release, &places, target, &natives, &[])?;
        builds.push([library, plugin::jar(&source, &places, &natives)?]);
    }
    for (one, other) in builds[0].iter().zip(&builds[1]) {
        compare(one, other)?;
        println!("equal: {} and {}", one.display(), other.display());
    }
    Ok(())
}

/// Copies the repository at a commit.
fn check_out(repository: &Path, commit: &str, to: &Path) -> Result<()> {
    let named = Command::new("git").arg("-C").arg(repository).args(["rev-parse", "--verify", commit]).output();
    let named = named.context("starting git")?;
    ensure!(named.status.success(), "{} has no commit {commit}", repository.display());
    let commit = String::from_utf8(named.stdout)?;
    run_command(Command::new("git").args(["clone", "--quiet", "--no-checkout"]).args([repository, to]))?;
    run_command(Command::new("git").arg("-C").arg(to).args(["checkout", "--quiet", "--detach", commit.trim()]))
}

/// Fails where two files differ, and says from which byte on.
fn compare(one: &Path, other: &Path) -> Result<()> {
    let read = |file: &Path| fs::read(file).with_context(|| format!("reading {}", file.display()));
    let (a, b) = (read(one)?, read(other)?);
    if a == b {
        return Ok(());
    }
    let at = a.iter().zip(&b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
    let (one, other) = (one.display(), other.display());
    anyhow::bail!("{one} ({} bytes) and {other} ({} bytes) differ from byte {at} on", a.len(), b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_differ_are_named_with_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let file = folder.path().join(name);
            fs::write(&file, text).unwrap();
            file
        };
        let (one, same, other, longer) =
            (file("one", "a jar"), file("same", "a jar"), file("other", "a jat"), file("longer", "a jar of"));
        compare(&one, &same).unwrap();
        for (differs, at) in [(&other, "byte 4"), (&longer, "byte 5")] {
            let why = compare(&one, differs).unwrap_err().to_string();
            assert!(why.contains("one (5 bytes)") && why.contains(at), "{why}");
        }
        assert!(compare(&one, &folder.path().join("none")).unwrap_err().to_string().contains("none"));
    }

    #[test]
    fn a_copy_of_the_repository_is_that_of_the_commit() {
        let folder = tempfile::tempdir().unwrap();
        let (repository, copy) = (folder.path().join("repository"), folder.path().join("deep/copy"));
        let git = |args: &[&str]| {
            let who = ["-c", "user.name=me", "-c", "user.email=me@example.org"];
            run_command(Command::new("git").arg("-C").arg(&repository).args(who).args(args)).unwrap();
        };
        fs::create_dir(&repository).unwrap();
        git(&["init", "--quiet"]);
        for text in ["first", "second"] {
            fs::write(repository.join("file"), text).unwrap();
            git(&["add", "file"]);
            git(&["commit", "--quiet", "--message", text]);
        }
        fs::write(repository.join("file"), "not committed").unwrap();
        let read = |commit: &str| {
            check_out(&repository, commit, &copy.join(commit)).unwrap();
            fs::read_to_string(copy.join(commit).join("file")).unwrap()
        };
        assert_eq!((read("HEAD"), read("HEAD~1")), ("second".into(), "first".into()));
        let why = check_out(&repository, "no-such-commit", &copy.join("none")).unwrap_err().to_string();
        assert!(why.contains("no commit no-such-commit"), "{why}");
    }
}
