//! `cargo xtask mod`: the native library, the jar around it, and its tests, without Minecraft.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::library::{self, Target};
use crate::places::{Places, Profile, copy, copy_tree, root};

/// That of the workspace, as everything else has it.
const VERSION: &str = env!("CARGO_PKG_VERSION");
const MINECRAFT: &str = "1.19.4";
const JAVA: u32 = 17;
const MEGABYTE: f64 = 1_000_000.0;

/// How much the tests try: all that must hold for a jar, or what a change needs.
fn effort(profile: Profile) -> &'static [&'static str] {
    match profile {
        Profile::Release => &[
            "-Danima.seeds=5000,5001,5002,5003,5004",
            "-Danima.far=1,3,6",
            "-Danima.far.item=iron_pickaxe",
            "-Danima.body.item=iron_pickaxe",
            "-Danima.interleavings=100000",
            "-Danima.fault.ticks=1000000",
            "-Danima.speed.ticks=100000",
            "-Danima.speed.memory=1000000",
            "-Danima.speed.stream=10000000",
            "-Danima.speed.bodies=100000",
            "-Danima.crowd.ticks=100000",
        ],
        Profile::Dev => &[],
    }
}

/// How the mod is built.
#[derive(clap::Args)]
pub struct Args {
    /// Builds as `cargo test` does and tries less: for working on it, not for players.
    #[arg(long)]
    quick: bool,
    /// Fetches and builds everything anew in a folder of its own, as on a machine that has nothing yet, and leaves it there.
    #[arg(long)]
    fresh: Option<PathBuf>,
    /// Packs the libraries of this folder, as `cargo xtask library` makes it, and builds none for the jar. What is only
    /// a remark otherwise is an error then.
    #[arg(long, conflicts_with = "quick")]
    natives: Option<PathBuf>,
}

/// Builds the jar, runs its tests and prints where it is.
pub fn run(args: &Args) -> Result<()> {
    let started = Instant::now();
    let root = root()?;
    let mut places = Places::usual(root);
    if let Some(folder) = &args.fresh {
        places = Places::fresh(folder, &places)?;
    }
    let before = places.downloaded();
    let profile = if args.quick { Profile::Dev } else { Profile::Release };
    let jar = build(root, profile, &places, args.natives.as_deref())?;
    let [crates, maven] = [0, 1].map(|at| places.downloaded()[at].saturating_sub(before[at]) as f64 / MEGABYTE);
    eprintln!(
        "the jar has {:.1} MB; built and tested in {:.0} s; {crates:.1} MB of crates and {maven:.1} MB from Maven were fetched",
        fs::metadata(&jar)?.len() as f64 / MEGABYTE,
        started.elapsed().as_secs_f64(),
    );
    println!("{}", jar.display());
    Ok(())
}

/// Builds the natives, or takes those of a folder, and runs the Maven build over them. Gives the jar.
pub fn build(root: &Path, profile: Profile, places: &Places, given: Option<&Path>) -> Result<PathBuf> {
    check_tools()?;
    let target = &Target::here()?;
    let natives = library::folder(places, profile);
    // A folder that is given may be the very one that natives are built into.
    let packed = places.target.join("mod").join(profile.folder()).join("packed");
    if packed.exists() {
        fs::remove_dir_all(&packed).with_context(|| format!("emptying {}", packed.display()))?;
    }

    let started = Instant::now();
    let tests = places.target.join("mod").join(profile.folder()).join("tests");
    let cargo = |args: &[&str]| library::cargo(root, profile, places, target, args);
    let keep = |name: &str| {
        let file = target.library(name);
        copy(&target.built(places, profile).join(&file), &tests.join(file))
    };
    // The library with the faults that tests ask for. Only a jar that is not for players holds it.
    let faults = ["--features", "faults"];
    cargo(&[&["-p", "anima-bridge"], &faults[..]].concat())?;
    keep("anima")?;
    if let Some(given) = given {
        library::packed(given)?;
        copy_tree(given, &packed)?;
    } else {
        let features: &[&str] = if profile == Profile::Dev { &faults } else { &[] };
        let file = library::pack(root, profile, places, target, &natives, features)?;
        copy_tree(file.parent().context("a library lies in a folder")?, &packed.join(target.platform()))?;
    }
    for file in library::packed(&packed)? {
        library::check_glibc(&file, given.is_some())?;
    }
    cargo(&["-p", "anima-host"])?;
    keep("anima_host")?;
    eprintln!("the native libraries took {:.0} s", started.elapsed().as_secs_f64());

    let mut maven = maven(root, places, &packed);
    if places.is_fresh {
        maven.arg("clean");
    }
    maven
        .arg("verify")
        .arg(property("anima.faults", &tests.join(target.library("anima"))))
        .arg(property("anima.host", &tests.join(target.library("anima_host"))))
        .args(effort(profile));
    run_maven(&mut maven)?;

    let jar = places.target.join("mod").join(profile.folder()).join(format!("anima-{VERSION}-mc{MINECRAFT}.jar"));
    copy(&built(root), &jar)?;
    Ok(std::path::absolute(jar)?)
}

/// Builds the jar around a folder of natives, without the tests. Gives it where Maven leaves it.
pub fn jar(root: &Path, places: &Places, natives: &Path) -> Result<PathBuf> {
    run_maven(maven(root, places, natives).args(["package", "-DskipTests", "--projects", "mod", "--also-make"]))?;
    Ok(built(root))
}

/// Where Maven leaves the jar.
fn built(root: &Path) -> PathBuf {
    root.join(format!("mod/offline/mod/target/anima-mc{MINECRAFT}.jar"))
}

fn property(name: &str, value: &Path) -> String {
    format!("-D{name}={}", value.display())
}

/// Maven at the offline build, with a folder of natives for the jar.
fn maven(root: &Path, places: &Places, natives: &Path) -> Command {
    let shared = std::env::var_os("ANIMA_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let mut maven = Command::new(maven_program());
    maven.args(["--batch-mode", "--quiet", "--no-transfer-progress", "--file"]).arg(root.join("mod/offline/pom.xml"));
    if places.is_fresh {
        maven.arg(property("maven.repo.local", &places.maven));
    }
    maven.arg(property("natives", natives)).arg(property("shared", &shared));
    // What Maven says goes to standard error: standard output is for the jar's path.
    maven.stdout(Stdio::from(std::io::stderr()));
    maven
}

fn run_maven(maven: &mut Command) -> Result<()> {
    let status = maven.status().with_context(|| format!("starting {maven:?}"))?;
    ensure!(status.success(), "the offline build of the mod failed; what it says stands above");
    Ok(())
}

/// Fails if the JDK or Maven is not there, so that a missing tool is reported before anything is built.
pub fn check_tools() -> Result<()> {
    let help = "install a JDK 17 or newer and Maven 3.8 or newer and try again \
                (on Debian: apt-get install openjdk-17-jdk-headless maven)";
    let java = version(Command::new("javac").arg("-version"), help)?;
    let found = java.trim().trim_start_matches("javac ").split('.').next().and_then(|major| major.parse::<u32>().ok());
    match found {
        Some(major) if major >= JAVA => {}
        Some(major) => bail!("the JDK is version {major}, and the mod needs {JAVA}; {help}"),
        None => bail!("javac does not say its version but {java:?}; {help}"),
    }
    version(Command::new(maven_program()).arg("--version"), help)?;
    Ok(())
}

fn version(command: &mut Command, help: &str) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) if output.status.success() => {
            let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
            Ok(String::from_utf8_lossy(&text).into_owned())
        }
        Ok(output) => bail!("{name} does not work ({}); {help}", output.status),
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("{name} is not installed; {help}"),
        Err(error) => Err(error).with_context(|| format!("starting {name}")),
    }
}

fn maven_program() -> &'static str {
    if cfg!(windows) { "mvn.cmd" } else { "mvn" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        let path = root().unwrap().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    #[test]
    fn the_version_stands_in_the_workspace_only() {
        let cargo = read("Cargo.toml");
        assert!(cargo.contains(&format!("[workspace.package]\nversion = \"{VERSION}\"\n")), "{VERSION}");
        let crates = fs::read_dir(root().unwrap().join("native")).unwrap().flatten();
        let crates = crates.map(|entry| format!("native/{}", entry.file_name().display()));
        for folder in crates.chain(["tests/host".into(), "xtask".into()]) {
            assert!(read(&format!("{folder}/Cargo.toml")).contains("\nversion.workspace = true\n"), "{folder}");
        }
        assert!(read("mod/src/main/resources/fabric.mod.json").contains(r#""version": "${version}""#));
        assert!(read("mod/build.gradle").contains("file('../Cargo.toml')"));
        for file in ["mod/build.gradle", "mod/gradle.properties", "mod/offline/pom.xml", "mod/offline/mod/pom.xml"] {
            assert!(!read(file).contains(VERSION), "{file} holds {VERSION}, and takes it from Cargo.toml");
        }
    }
}
