//! `cargo xtask library`: the native library as it is packed into the jar: stripped, without paths of this machine,
//! with its sum beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};

use crate::elf;
use crate::places::{Places, Profile, copy, copy_tree, root};

/// Between two arguments for the compiler in Cargo's variable of them.
const SEPARATOR: char = '\u{1f}';

/// Which library is built, and what it must be.
#[derive(clap::Args)]
pub struct Args {
    /// The system to build for, as `aarch64-apple-darwin`; this one if it is not given.
    #[arg(long)]
    target: Option<String>,
    /// Fails where there is only a remark otherwise: the library needs symbols newer than glibc 2.28.
    #[arg(long)]
    strict: bool,
    /// Copies what it has built into this folder, too: `mod/natives` is where Gradle takes it from.
    #[arg(long)]
    into: Option<PathBuf>,
}

/// Builds the library for players and prints the folder that it lies in, as the mod's builds take it.
pub fn run(args: &Args) -> Result<()> {
    let root = root()?;
    let target = match &args.target {
        Some(target) => Target::named(target)?,
        None => Target::here()?,
    };
    let places = Places::usual(root);
    let natives = folder(&places, Profile::Release);
    let library = pack(root, Profile::Release, &places, &target, &natives, &[])?;
    check_glibc(&library, args.strict)?;
    if let Some(into) = &args.into {
        copy_tree(&natives, into)?;
    }
    println!("{}", natives.display());
    Ok(())
}

/// The folder of packed libraries, as it is in the jar: `<os>-<arch>/<file>`, each with its sum.
pub fn folder(places: &Places, profile: Profile) -> PathBuf {
    places.target.join("mod").join(profile.folder()).join("natives")
}

/// A system that the library is built for.
pub struct Target {
    /// As rustc names it.
    triple: String,
    os: &'static str,
    arch: &'static str,
}

impl Target {
    /// The one that rustc names so.
    pub fn named(triple: &str) -> Result<Target> {
        let os = ["linux", "windows", "darwin"].into_iter().find(|os| triple.contains(os));
        let arch = ["x86_64", "aarch64"].into_iter().find(|arch| triple.starts_with(arch));
        let (Some(os), Some(arch)) = (os, arch) else {
            bail!("the mod is not built for {triple}, only for Linux, Windows and macOS on x86_64 and aarch64")
        };
        let os = if os == "darwin" { "macos" } else { os };
        Ok(Target { triple: triple.to_owned(), os, arch })
    }

    /// That of this machine.
    pub fn here() -> Result<Target> {
        Target::named(&rustc(&["--print", "host-tuple"])?)
    }

    /// The folder of natives, as `anima.mod.bridge.NativeLibrary` looks for it.
    pub fn platform(&self) -> String {
        format!("{}-{}", self.os, self.arch)
    }

    /// The file name of a native library.
    pub fn library(&self, name: &str) -> String {
        match self.os {
            "windows" => format!("{name}.dll"),
            "macos" => format!("lib{name}.dylib"),
            _ => format!("lib{name}.so"),
        }
    }

    /// Where Cargo puts what it builds.
    pub fn built(&self, places: &Places, profile: Profile) -> PathBuf {
        match profile {
            Profile::Release => places.target.join(&self.triple).join(profile.folder()),
            Profile::Dev => places.target.join(profile.folder()),
        }
    }
}

/// Builds the library and puts it into the folder of natives without its symbols, with its sum; these go to
/// `target/mod/symbols`. Gives the packed file.
pub fn pack(
    root: &Path,
    profile: Profile,
    places: &Places,
    target: &Target,
    natives: &Path,
    features: &[&str],
) -> Result<PathBuf> {
    cargo(root, profile, places, target, &[&["-p", "anima-bridge"], features].concat())?;
    let file = target.library("anima");
    let built = target.built(places, profile).join(&file);
    let packed = natives.join(target.platform()).join(&file);
    split(&built, &packed, &places.target.join("mod/symbols").join(target.platform()), target)?;
    let bytes = fs::read(&packed).with_context(|| format!("reading {}", packed.display()))?;
    let left = elf::symbols(&bytes).with_context(|| format!("reading {}", packed.display()))?;
    ensure!(left.is_empty(), "{} still holds {}", packed.display(), left.join(", "));
    if profile == Profile::Release {
        let found = found_in(&bytes, &own_paths(root, places)?);
        ensure!(found.is_empty(), "{} holds paths of this machine: {}", packed.display(), found.join(", "));
    }
    fs::write(sum_of(&packed), sum(&bytes))?;
    Ok(packed)
}

/// Builds a crate. What is shipped is built without the paths of this machine, for a target that is named: so what
/// is said to the compiler holds for the library and not for programs that help to build it.
pub fn cargo(root: &Path, profile: Profile, places: &Places, target: &Target, args: &[&str]) -> Result<()> {
    let cargo = |verb: &str| {
        let mut command = Command::new(env!("CARGO"));
        command.arg(verb).arg("--quiet").current_dir(root).env("CARGO_TARGET_DIR", &places.target);
        if places.is_fresh {
            command.env("CARGO_HOME", &places.cargo);
        }
        command
    };
    let mut command = cargo("build");
    command.args(args);
    if profile == Profile::Release {
        // The folders of the registries are named to the compiler, so they must be there.
        run_command(cargo("fetch").args(["--target", &target.triple]))?;
        command.args(["--release", "--target", &target.triple]);
        command.env("CARGO_ENCODED_RUSTFLAGS", flags(root, places, target)?);
        if target.os == "macos" {
            // There the compiler itself takes the symbols out, into a folder beside the library.
            command.env("CARGO_PROFILE_RELEASE_SPLIT_DEBUGINFO", "packed");
            command.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        }
    }
    run_command(&mut command)
}

/// What the compiler is told so that two builds in two places are equal byte for byte.
fn flags(root: &Path, places: &Places, target: &Target) -> Result<String> {
    let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").ok();
    let plain = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<String> = match &encoded {
        Some(flags) => flags.split(SEPARATOR).map(str::to_owned).collect(),
        None => plain.split_whitespace().map(str::to_owned).collect(),
    };
    flags.retain(|flag| !flag.is_empty());
    // The last that fits holds, so what lies in another comes after it.
    let mut paths = vec![(root.to_owned(), ".".to_owned()), (places.target.clone(), "target".to_owned())];
    for registry in folders(&places.cargo.join("registry/src"))? {
        paths.push((registry, "crates".to_owned()));
    }
    let sysroot = PathBuf::from(rustc(&["--print", "sysroot"])?);
    let version = rustc(&["-vV"])?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
    paths.push((sysroot.join("lib/rustlib/src/rust"), format!("/rustc/{commit}")));
    flags.extend(paths.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())));
    match target.os {
        // A number made of all of the file, symbols with their paths included, that some linkers add.
        "linux" => flags.push("-Clink-arg=-Wl,--build-id=none".into()),
        // Else it is the path that it was built at.
        "macos" => flags.push(format!("-Clink-arg=-Wl,-install_name,@rpath/{}", target.library("anima"))),
        // No time of the build, and the name of the file of symbols without its folder.
        "windows" => flags.extend(["-Clink-arg=/Brepro".into(), "-Clink-arg=/PDBALTPATH:%_PDB%".into()]),
        _ => {}
    }
    Ok(flags.join(&SEPARATOR.to_string()))
}

/// Puts a library there without its symbols, and these into the folder for them.
fn split(built: &Path, packed: &Path, symbols: &Path, target: &Target) -> Result<()> {
    if symbols.exists() {
        fs::remove_dir_all(symbols).with_context(|| format!("emptying {}", symbols.display()))?;
    }
    fs::create_dir_all(symbols)?;
    copy(built, packed)?;
    match target.os {
        "linux" => {
            let debug = symbols.join(format!("{}.debug", target.library("anima")));
            run_command(objcopy()?.arg("--only-keep-debug").args([built, &debug]))?;
            run_command(objcopy()?.arg("--strip-all").args([built, packed]))
        }
        "windows" => {
            let name = "anima.pdb";
            let beside = built.with_file_name(name);
            if beside.exists() { copy(&beside, &symbols.join(name)) } else { Ok(()) }
        }
        _ => {
            let name = format!("{}.dSYM", target.library("anima"));
            let beside = built.with_file_name(&name);
            if beside.exists() { copy_tree(&beside, &symbols.join(name)) } else { Ok(()) }
        }
    }
}

/// The `objcopy` that comes with the compiler, or else that of the system.
fn objcopy() -> Result<Command> {
    let sysroot = PathBuf::from(rustc(&["--print", "sysroot"])?);
    let own = PathBuf::from(rustc(&["--print", "target-libdir"])?).with_file_name("bin").join("rust-objcopy");
    if !own.exists() {
        return Ok(Command::new("objcopy"));
    }
    let mut command = Command::new(own);
    command.env("LD_LIBRARY_PATH", sysroot.join("lib"));
    Ok(command)
}

/// Says which symbols of glibc are newer than players' systems may be; an error if it is `strict`.
pub fn check_glibc(library: &Path, strict: bool) -> Result<()> {
    let bytes = fs::read(library).with_context(|| format!("reading {}", library.display()))?;
    let newer = elf::newer(&bytes, elf::GLIBC).with_context(|| format!("reading {}", library.display()))?;
    if newer.is_empty() {
        return Ok(());
    }
    let said = format!("{} needs symbols newer than glibc {}: {}", library.display(), elf::GLIBC, newer.join(", "));
    ensure!(!strict, "{said}; build it where glibc is {} or older", elf::GLIBC);
    eprintln!("note: {said}; it works here, and only the release workflow builds one for older systems");
    Ok(())
}

/// The libraries in a folder of natives, each compared with its sum.
pub fn packed(natives: &Path) -> Result<Vec<PathBuf>> {
    let mut libraries = Vec::new();
    for platform in folders(natives)? {
        for entry in fs::read_dir(&platform)? {
            let file = entry?.path();
            if file.extension().is_some_and(|end| end != "sha256") {
                check_sum(&file)?;
                libraries.push(file);
            }
        }
    }
    libraries.sort();
    ensure!(!libraries.is_empty(), "{} holds no library as <os>-<arch>/<file>", natives.display());
    Ok(libraries)
}

fn check_sum(library: &Path) -> Result<()> {
    let bytes = fs::read(library).with_context(|| format!("reading {}", library.display()))?;
    let beside = sum_of(library);
    let told = fs::read_to_string(&beside)
        .with_context(|| format!("reading {}; `cargo xtask library` writes it", beside.display()))?;
    ensure!(told == sum(&bytes), "{} is not the file that {} tells of", library.display(), beside.display());
    Ok(())
}

/// The file beside a library that `anima.mod.bridge.PackedLibrary` compares it with.
fn sum_of(library: &Path) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(".sha256");
    name.into()
}

/// The digest in hexadecimal digits, and the length.
fn sum(bytes: &[u8]) -> String {
    let digest: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{digest} {}\n", bytes.len())
}

/// The folders of this machine that no file for players may name.
fn own_paths(root: &Path, places: &Places) -> Result<Vec<String>> {
    let sysroot = PathBuf::from(rustc(&["--print", "sysroot"])?);
    let home = std::env::home_dir().unwrap_or_default();
    let paths = [root, &places.target, &places.cargo, &sysroot, &home];
    // A home folder that is `/` would be found everywhere.
    Ok(paths.into_iter().filter(|path| path.components().count() > 1).map(|path| path.display().to_string()).collect())
}

/// Which of these folders are named in a file, each with what follows in the first place.
fn found_in(bytes: &[u8], folders: &[String]) -> Vec<String> {
    let first = |folder: &String| {
        // A folder with a short path may be part of a longer one: `/work` of `src/work/mine.rs`.
        let is_short = Path::new(folder).components().count() < 3;
        let is_named = |at: &usize| {
            bytes[*at..].starts_with(folder.as_bytes())
                && matches!(bytes.get(at + folder.len()), Some(b'/' | b'\\'))
                && !(is_short && *at > 0 && bytes[at - 1].is_ascii_alphanumeric())
        };
        let at = &bytes[(0..bytes.len()).find(is_named)?..];
        let end = at.iter().position(|byte| !byte.is_ascii_graphic()).unwrap_or(at.len()).min(200);
        Some(String::from_utf8_lossy(&at[..end]).into_owned())
    };
    folders.iter().filter_map(first).collect()
}

/// The folders in a folder, in order; none where it is not there.
fn folders(of: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(of) else { return Ok(Vec::new()) };
    let mut folders = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}

/// Runs a program that must succeed.
pub fn run_command(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("starting {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

/// What the compiler says of itself.
fn rustc(args: &[&str]) -> Result<String> {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(&program).args(args).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("starting {}", program.display()))?;
    ensure!(output.status.success(), "{} {} failed", program.display(), args.join(" "));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_has_the_names_that_the_mod_looks_for() {
        let check = |triple: &str, expected: &str| {
            let target = Target::named(triple).unwrap();
            assert_eq!(format!("{}/{}", target.platform(), target.library("anima")), expected);
        };
        check("x86_64-unknown-linux-gnu", "linux-x86_64/libanima.so");
        check("aarch64-unknown-linux-gnu", "linux-aarch64/libanima.so");
        check("x86_64-pc-windows-msvc", "windows-x86_64/anima.dll");
        check("x86_64-apple-darwin", "macos-x86_64/libanima.dylib");
        check("aarch64-apple-darwin", "macos-aarch64/libanima.dylib");
        assert!(Target::named("wasm32-unknown-unknown").is_err());
    }

    #[test]
    fn a_sum_is_the_digest_and_the_length() {
        assert_eq!(sum(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 3\n");
    }

    #[test]
    fn a_library_that_is_not_what_its_sum_tells_of_is_not_packed() {
        let natives = tempfile::tempdir().unwrap();
        let library = natives.path().join("linux-x86_64/libanima.so");
        fs::create_dir_all(library.parent().unwrap()).unwrap();
        assert!(packed(natives.path()).unwrap_err().to_string().contains("holds no library"));
        fs::write(&library, "a library").unwrap();
        assert!(packed(natives.path()).unwrap_err().to_string().contains("cargo xtask library"));
        fs::write(sum_of(&library), sum(b"a library")).unwrap();
        assert_eq!(packed(natives.path()).unwrap(), std::slice::from_ref(&library));
        fs::write(&library, "a libraru").unwrap();
        assert!(packed(natives.path()).unwrap_err().to_string().contains("libanima.so is not the file that"));
    }

    /// This program, asking for a glibc that no system has yet.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn a_library_for_newer_systems_is_remarked_here_and_refused_where_it_is_for_players() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("libanima.so");
        let mut bytes = fs::read(std::env::current_exe().unwrap()).unwrap();
        let old = b"GLIBC_2.2.5\0";
        let places: Vec<usize> =
            bytes.windows(old.len()).enumerate().filter(|(_, at)| at == old).map(|(at, _)| at).collect();
        assert!(!places.is_empty());
        places.iter().for_each(|at| bytes[at + 6] = b'9');
        fs::write(&library, &bytes).unwrap();
        check_glibc(&library, false).unwrap();
        let why = check_glibc(&library, true).unwrap_err().to_string();
        for word in
            ["libanima.so needs symbols newer than glibc 2.28", "malloc@GLIBC_9.2.5", "build it where glibc is 2.28"]
        {
            assert!(why.contains(word), "{why}");
        }
        fs::write(&library, b"MZ: no Linux at all").unwrap();
        check_glibc(&library, true).unwrap();
        fs::write(&library, &bytes[..bytes.len() / 2]).unwrap();
        assert!(format!("{:#}", check_glibc(&library, false).unwrap_err()).contains("libanima.so"), "it is named");
    }

    #[test]
    fn a_path_of_this_machine_is_found_whatever_is_around_it() {
        let folders = ["/home/me".to_owned(), "/work".to_owned()];
        let find = |bytes: &[u8]| found_in(bytes, &folders);
        assert_eq!(find(b"\0at /home/me/.cargo/registry/src/lib.rs\0"), ["/home/me/.cargo/registry/src/lib.rs"]);
        assert_eq!(find(b"\0/work/a\0/work/b\0/home/me/c"), ["/home/me/c", "/work/a"]);
        assert!(find(b"/workshop/a native/skills/src/work/mine.rs /home/me").is_empty());
    }

    #[test]
    fn what_the_compiler_is_told_names_each_folder_of_this_machine() {
        let (root, places) = (root().unwrap(), Places::usual(root().unwrap()));
        let told = flags(root, &places, &Target::here().unwrap()).unwrap();
        let told: Vec<&str> = told.split(SEPARATOR).collect();
        let at = |folder: &Path, name: &str| {
            let flag = format!("--remap-path-prefix={}={name}", folder.display());
            told.iter().position(|told| *told == flag).unwrap_or_else(|| panic!("{flag} in {told:?}"))
        };
        assert!(at(root, ".") < at(&places.target, "target"), "the target directory may lie in the repository");
        for registry in folders(&places.cargo.join("registry/src")).unwrap() {
            at(&registry, "crates");
        }
    }
}
