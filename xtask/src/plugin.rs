//! `cargo xtask mod`: the native library, the jar around it, and its tests, without Minecraft.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

/// That of the workspace, as everything else has it.
const VERSION: &str = env!("CARGO_PKG_VERSION");
const MINECRAFT: &str = "1.19.4";
const JAVA: u32 = 17;
const MEGABYTE: f64 = 1_000_000.0;

/// How the native libraries are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// As they are shipped.
    Release,
    /// As `cargo test` builds them, so that what it has built is used again.
    Dev,
}

impl Profile {
    /// How much the tests try: all that must hold for a jar, or what a change needs.
    fn effort(self) -> &'static [&'static str] {
        match self {
            Profile::Release => &[
                "-Danima.seeds=1,2,3,4,5",
                "-Danima.interleavings=100000",
                "-Danima.fault.ticks=1000000",
                "-Danima.speed.ticks=100000",
                "-Danima.speed.memory=1000000",
            ],
            Profile::Dev => &[],
        }
    }

    /// The folder of the target directory.
    fn folder(self) -> &'static str {
        match self {
            Profile::Release => "release",
            Profile::Dev => "debug",
        }
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
}

/// Where things are built and where downloads are kept.
pub struct Places {
    target: PathBuf,
    /// Cargo's and Maven's downloads.
    cargo: PathBuf,
    maven: PathBuf,
    is_fresh: bool,
}

impl Places {
    /// Where Cargo and Maven have them.
    pub fn usual(root: &Path) -> Places {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let home = std::env::home_dir().unwrap_or_default();
        let cargo = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
        Places { target, cargo, maven: home.join(".m2/repository"), is_fresh: false }
    }

    /// A folder of their own that is empty; only what Cargo is told about registries is taken over.
    fn fresh(folder: &Path, usual: &Places) -> Result<Places> {
        let folder = std::path::absolute(folder)?;
        ensure!(
            fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none()),
            "{} is not empty; name a folder that is not there yet",
            folder.display()
        );
        let [target, cargo, maven] = ["target", "cargo", "maven"].map(|name| folder.join(name));
        fs::create_dir_all(&cargo).with_context(|| format!("making {}", cargo.display()))?;
        let config = usual.cargo.join("config.toml");
        if config.exists() {
            copy(&config, &cargo.join("config.toml"))?;
        }
        Ok(Places { target, cargo, maven, is_fresh: true })
    }

    /// Bytes that were downloaded so far, for Cargo and for Maven.
    fn downloaded(&self) -> [u64; 2] {
        [size(&self.cargo.join("registry/cache")), size(&self.maven)]
    }
}

/// Builds the jar, runs its tests and prints where it is.
pub fn run(args: &Args) -> Result<()> {
    let started = Instant::now();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the repository")?;
    let mut places = Places::usual(root);
    if let Some(folder) = &args.fresh {
        places = Places::fresh(folder, &places)?;
    }
    let before = places.downloaded();
    let jar = build(root, if args.quick { Profile::Dev } else { Profile::Release }, &places)?;
    let [crates, maven] = [0, 1].map(|at| places.downloaded()[at].saturating_sub(before[at]) as f64 / MEGABYTE);
    eprintln!(
        "the jar has {:.1} MB; built and tested in {:.0} s; {crates:.1} MB of crates and {maven:.1} MB from Maven were fetched",
        fs::metadata(&jar)?.len() as f64 / MEGABYTE,
        started.elapsed().as_secs_f64(),
    );
    println!("{}", jar.display());
    Ok(())
}

/// Builds the natives and runs the Maven build over them. Gives the jar.
pub fn build(root: &Path, profile: Profile, places: &Places) -> Result<PathBuf> {
    check_tools()?;
    let target = &places.target;
    let natives = target.join("mod").join(profile.folder()).join("natives");
    let platform = natives.join(platform());
    if natives.exists() {
        fs::remove_dir_all(&natives).with_context(|| format!("emptying {}", natives.display()))?;
    }
    fs::create_dir_all(&platform)?;
    let others = root.join("mod/natives");
    if profile == Profile::Release && others.exists() {
        copy_tree(&others, &natives)?;
    }

    let started = Instant::now();
    let cargo = |args: &[&str]| cargo(root, profile, places, args);
    let built = target.join(profile.folder());
    let tests = target.join("mod").join(profile.folder()).join("tests");
    // The library with the faults that tests ask for. Only a jar that is not for players holds it.
    cargo(&["-p", "anima-bridge", "--features", "faults"])?;
    copy(&built.join(library("anima")), &tests.join(library("anima")))?;
    if profile == Profile::Release {
        cargo(&["-p", "anima-bridge"])?;
    }
    copy(&built.join(library("anima")), &platform.join(library("anima")))?;
    cargo(&["-p", "anima-host"])?;
    copy(&built.join(library("anima_host")), &tests.join(library("anima_host")))?;
    eprintln!("the native libraries took {:.0} s", started.elapsed().as_secs_f64());

    let shared = std::env::var_os("ANIMA_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let property = |name: &str, value: &Path| format!("-D{name}={}", value.display());
    let mut maven = Command::new(maven_program());
    maven.args(["--batch-mode", "--quiet", "--no-transfer-progress", "--file"]).arg(root.join("mod/offline/pom.xml"));
    if places.is_fresh {
        maven.arg(property("maven.repo.local", &places.maven)).arg("clean");
    }
    maven
        .arg("verify")
        .arg(property("natives", &natives))
        .arg(property("shared", &shared))
        .arg(property("anima.faults", &tests.join(library("anima"))))
        .arg(property("anima.host", &tests.join(library("anima_host"))))
        .args(profile.effort())
        // What Maven says goes to standard error: standard output is for the jar's path.
        .stdout(Stdio::from(std::io::stderr()));
    let status = maven.status().with_context(|| format!("starting {maven:?}"))?;
    ensure!(status.success(), "the offline build of the mod failed; what it says stands above");

    let jar = target.join("mod").join(profile.folder()).join(format!("anima-{VERSION}-mc{MINECRAFT}.jar"));
    copy(&root.join(format!("mod/offline/mod/target/anima-mc{MINECRAFT}.jar")), &jar)?;
    Ok(std::path::absolute(jar)?)
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

fn cargo(root: &Path, profile: Profile, places: &Places, args: &[&str]) -> Result<()> {
    let mut command = Command::new(env!("CARGO"));
    command.arg("build").arg("--quiet").args(args).current_dir(root).env("CARGO_TARGET_DIR", &places.target);
    if places.is_fresh {
        command.env("CARGO_HOME", &places.cargo);
    }
    if profile == Profile::Release {
        command.arg("--release");
    }
    let status = command.status().with_context(|| format!("starting {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

/// The folder of natives for this machine, as `anima.mod.bridge.NativeLibrary` looks for it.
fn platform() -> String {
    format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH)
}

/// The file name of a native library here.
fn library(name: &str) -> String {
    format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| format!("copying {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &to)?;
        } else {
            copy(&entry.path(), &to)?;
        }
    }
    Ok(())
}

/// Bytes in a folder; none where it is not there.
fn size(path: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(path) else { return fs::metadata(path).map_or(0, |file| file.len()) };
    entries.flatten().map(|entry| size(&entry.path())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    fn read(path: &str) -> String {
        let path = root().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    #[test]
    fn the_version_stands_in_the_workspace_only() {
        let cargo = read("Cargo.toml");
        assert!(cargo.contains(&format!("[workspace.package]\nversion = \"{VERSION}\"\n")), "{VERSION}");
        let crates = fs::read_dir(root().join("native")).unwrap().flatten();
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
