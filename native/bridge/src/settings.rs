//! The settings file: read at the start, shown and changed key by key, written with its comments kept.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anima_config::{
    AgentSettings, Configured, DEFAULTS, GameSettings, Layers, MemorySettings, MindSettings, ModelSettings,
};
use serde::{Deserialize, Serialize};
use toml_edit::{DocumentMut, Item};

use crate::Fault;

/// The name of the file in the game's configuration folder.
const FILE: &str = "anima.toml";

/// What the mod asks for. How the embedded world plays is no concern of the real one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where a model is, if one plans.
    pub model: ModelSettings,
    /// How the agent senses and searches.
    pub agent: AgentSettings,
    /// How its mind is made up.
    pub mind: MindSettings,
    /// What it remembers.
    pub memory: MemorySettings,
    /// How it plays in the game.
    pub game: GameSettings,
    /// How the embedded world plays: kept as it is.
    #[serde(skip_serializing)]
    world: toml::Table,
}

impl Configured for Settings {
    fn check(&self) -> anyhow::Result<()> {
        self.model.check()?;
        self.agent.check()?;
        self.game.check()
    }
}

impl From<&anima_suite::Settings> for Settings {
    /// What an agent is made by that plays a suite's game: without memory, pictures, or a seed or limit of its own.
    fn from(suite: &anima_suite::Settings) -> Settings {
        Settings {
            model: suite.model.clone(),
            agent: suite.agent.clone(),
            mind: suite.mind,
            memory: MemorySettings::default(),
            game: GameSettings { pictures: false, ..suite.game.clone() },
            world: toml::Table::new(),
        }
    }
}

/// The settings and the file they come from.
pub struct SettingsFile {
    path: PathBuf,
    settings: Settings,
    problem: Option<String>,
}

/// A key, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// As `game.watchdog_s`.
    pub name: String,
    /// `bool`, `int`, `float`, `text`, or `choice` and what may be chosen.
    pub kind: String,
    /// The value, as text.
    pub value: String,
    /// The default, as text.
    pub standard: String,
    /// What it is for.
    pub help: String,
}

impl SettingsFile {
    /// Reads the file in a folder; writes one with the defaults if there is none.
    pub fn open(folder: &Path) -> SettingsFile {
        let path = folder.join(FILE);
        let mut file = SettingsFile { path, settings: Settings::default(), problem: None };
        if !file.path.exists() {
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file.path, DEFAULTS));
            if let Err(error) = written {
                let path = file.path.display();
                file.problem = Some(format!("{path} cannot be written ({error}); the defaults are used"));
                return file;
            }
        }
        drop(file.reload());
        file
    }

    /// What is set.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with the file, in words for the player.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Reads the file again. If that fails the settings stay as they are.
    ///
    /// # Errors
    /// What is wrong with it, in words for the player.
    pub fn reload(&mut self) -> Result<(), String> {
        if let Err(problem) = self.is_file() {
            self.problem = Some(problem.clone());
            return Err(problem);
        }
        let read = Layers::new().files(std::slice::from_ref(&self.path)).and_then(Layers::environment);
        self.problem = match read.and_then(|layers| layers.settings()) {
            Ok(settings) => {
                self.settings = settings;
                None
            }
            Err(error) => Some(shortened(&format!("{error:#}"))),
        };
        self.problem.clone().map_or(Ok(()), Err)
    }

    /// Whether it is a file, if it is there: from a pipe nothing may ever come, and from a device without end.
    fn is_file(&self) -> Result<(), String> {
        match fs::metadata(&self.path) {
            Ok(found) if !found.is_file() => {
                let path = self.path.display();
                Err(format!("{path} cannot be read: it is no file; put it away, and the next start writes one"))
            }
            _ => Ok(()),
        }
    }

    /// Every key, in the order of the file of defaults.
    pub fn keys(&self) -> Vec<Key> {
        let mine = as_table(&self.settings);
        let keys = described().into_iter().filter_map(|(name, standard, help)| {
            let (section, key) = name.rsplit_once('.')?;
            let value = at(&mine, section)?.get(key)?;
            Some(Key { kind: kind(&name, &standard), value: shown(value), standard: shown(&standard), name, help })
        });
        keys.collect()
    }

    /// The value of a key, as text.
    ///
    /// # Errors
    /// If there is no such key.
    pub fn value(&self, name: &str) -> Result<String, Fault> {
        let found = self.keys().into_iter().find(|key| key.name == name);
        found.map(|key| key.value).ok_or_else(|| Fault::Argument(format!("there is no setting {name:?}")))
    }

    /// Sets a key and writes the file, whose comments and other keys stay.
    ///
    /// # Errors
    /// Why it cannot be set, in words for the player; then nothing has changed.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        let known = self.keys();
        let Some(key) = known.iter().find(|key| key.name == name) else {
            return Err(format!("there is no setting {name}; /anima config lists them"));
        };
        let value = parse(key, text)?;
        let path = self.path.display().to_string();
        self.is_file().map_err(|problem| format!("nothing was changed: {problem}"))?;
        let before = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => DEFAULTS.to_owned(),
            // Plain letters of UTF-16 are UTF-8, too, with zeros between them.
            Ok(text) if text.contains('\0') => {
                return Err(format!(
                    "{path} cannot be read, so nothing was changed: {}",
                    why(&ErrorKind::InvalidData.into())
                ));
            }
            // What cannot be read is not written over.
            read => read.map_err(|error| format!("{path} cannot be read, so nothing was changed: {}", why(&error)))?,
        };
        let parsed = before.parse::<DocumentMut>();
        let mut document =
            parsed.map_err(|error| shortened(&format!("{path} is no TOML; put it right first: {error}")))?;
        let Some((section, inner)) = name.rsplit_once('.') else { return Err(format!("{name} has no section")) };
        let mut table: &mut dyn toml_edit::TableLike = document.as_table_mut();
        for name in section.split('.') {
            let entry = table.entry(name).or_insert(toml_edit::table());
            let Some(inner) = entry.as_table_like_mut() else { return Err(format!("{path}: {section} is no section")) };
            table = inner;
        }
        match table.get_mut(inner).and_then(Item::as_value_mut) {
            Some(old) => {
                let decor = old.decor().clone();
                *old = value;
                *old.decor_mut() = decor;
            }
            None => {
                table.insert(inner, Item::Value(value));
            }
        }
        let after = document.to_string();
        let layers = Layers::<Settings>::new().text(&self.path, &after);
        layers.and_then(|layers| layers.settings()).map_err(|error| format!("{error:#}"))?;
        write_whole(&self.path, &after).map_err(|error| {
            format!("{path} cannot be written: {error}; allow that and make room, or put the key there in an editor")
        })?;
        self.reload()
    }
}

/// What is wrong with a file, whose lines are quoted in it: as much as somebody reads.
fn shortened(text: &str) -> String {
    /// Letters of a line.
    const LETTERS: usize = 200;
    const LINES: usize = 8;
    let lines = text.lines().take(LINES).map(|line| line.chars().take(LETTERS).collect());
    lines.collect::<Vec<String>>().join("\n")
}

/// Why a file cannot be read, and what to do.
fn why(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::InvalidData => "it is not UTF-8 text; save it as UTF-8 in an editor".to_owned(),
        ErrorKind::PermissionDenied => format!("{error}; allow reading and writing it"),
        ErrorKind::IsADirectory => format!("{error}; a folder stands in its place"),
        _ => error.to_string(),
    }
}

/// Writes a file so that at any moment there is the old one or the new one. A link stays a link, what may be done with
/// the file stays allowed, and a file that may only be read stays as it is.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let allowed = fs::metadata(&target).map(|data| data.permissions()).ok();
    if allowed.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(std::io::Error::new(ErrorKind::PermissionDenied, "it may only be read"));
    }
    let (part, mut file) = create_part(&target)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| allowed.map_or(Ok(()), |allowed| fs::set_permissions(&part, allowed)))
        .and_then(|()| fs::rename(&part, &target));
    if written.is_err() {
        drop(fs::remove_file(&part));
    }
    written
}

/// A new file beside another one. What is there already, a link too, belongs to somebody else.
fn create_part(target: &Path) -> std::io::Result<(PathBuf, fs::File)> {
    for number in 0..100 {
        let part = target.with_extension(format!("toml.{number}.part"));
        match fs::File::create_new(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (part, file)),
        }
    }
    Err(std::io::Error::new(ErrorKind::AlreadyExists, "too many files ending in .part lie beside it"))
}

fn as_table(settings: &Settings) -> toml::Table {
    toml::Table::try_from(settings).unwrap_or_default()
}

/// Name, default and comment of each key of the file of defaults, but for the embedded world's.
fn described() -> Vec<(String, toml::Value, String)> {
    let defaults = as_table(&Settings::default());
    let (mut section, mut help, mut keys) = (String::new(), Vec::new(), Vec::new());
    let mut is_told = false;
    for line in DEFAULTS.lines() {
        if let Some(comment) = line.strip_prefix("# ") {
            if std::mem::take(&mut is_told) {
                help.clear();
            }
            help.push(comment);
        } else if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name.to_owned();
            help.clear();
        } else if let Some((key, _)) = line.split_once(" = ") {
            if let Some(value) = at(&defaults, &section).and_then(|section| section.get(key)) {
                // Keys in a row share the comment above them.
                keys.push((format!("{section}.{key}"), value.clone(), help.join(" ")));
            }
            is_told = true;
        } else {
            help.clear();
        }
    }
    keys
}

/// A section, by its name with dots.
fn at<'a>(table: &'a toml::Table, section: &str) -> Option<&'a toml::Table> {
    section.split('.').try_fold(table, |table, name| table.get(name)?.as_table())
}

fn kind(name: &str, standard: &toml::Value) -> String {
    let plain = match standard {
        toml::Value::Boolean(_) => "bool",
        toml::Value::Integer(_) => "int",
        toml::Value::Float(_) => "float",
        _ => match name {
            "agent.perception" => "choice fair xray",
            "mind.pursue" => "choice own gitm deps jarvis odyssey",
            "mind.deps.selector" => "choice horizon fixed random similarity",
            "mind.jarvis.retrieval" => "choice none text reasoning multimodal",
            "mind.odyssey.planner" => "choice full blind",
            "mind.odyssey.library" => "choice skills primitives",
            "mind.plan" => "choice rules model",
            "game.look" => "choice steps exact",
            "game.hud_corner" => "choice top-left top-right bottom-left bottom-right",
            _ => "text",
        },
    };
    plain.to_owned()
}

fn shown(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn parse(key: &Key, text: &str) -> Result<toml_edit::Value, String> {
    let text = text.trim();
    let wrong = |wanted: &str| format!("{} takes {wanted}, not {text:?}", key.name);
    match key.kind.split_once(' ').map_or(key.kind.as_str(), |(kind, _)| kind) {
        "bool" => text.parse::<bool>().map(Into::into).map_err(|_| wrong("true or false")),
        "int" => text.parse::<i64>().map(Into::into).map_err(|_| wrong("a whole number")),
        "float" => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number.into()),
            _ => Err(wrong("a number")),
        },
        "choice" => {
            let choices: Vec<&str> = key.kind.split(' ').skip(1).collect();
            if choices.contains(&text) { Ok(text.into()) } else { Err(wrong(&choices.join(", "))) }
        }
        // Nothing cannot be typed behind a command.
        _ if text == "\"\"" => Ok("".into()),
        _ => Ok(text.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_described_and_typed() {
        let folder = tempfile::tempdir().unwrap();
        let file = SettingsFile::open(folder.path());
        let keys = file.keys();
        fn count(table: &toml::Table) -> usize {
            table.values().map(|value| value.as_table().map_or(1, count)).sum()
        }
        assert_eq!(keys.len(), count(&as_table(&Settings::default())));
        for key in &keys {
            assert!(!key.help.is_empty(), "{} is not described", key.name);
            assert_eq!(key.value, key.standard);
            assert!(parse(key, &key.value).is_ok(), "{key:?}");
        }
    }

    #[test]
    fn a_key_is_set_and_the_rest_of_the_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        fs::write(&path, "# mine\n[game]\nhud = false # off\n\n[world.rules]\nkeepInventory = true\n").unwrap();
        let mut file = SettingsFile::open(folder.path());
        assert!(!file.settings().game.hud && file.problem().is_none());
        file.set("game.hud", "true").unwrap();
        file.set("model.name", "some model").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# mine\n[game]\nhud = true # off\n"), "{text}");
        assert!(text.contains("keepInventory = true") && text.contains("name = \"some model\""), "{text}");
        assert_eq!(file.value("model.name").unwrap(), "some model");
        assert_eq!(SettingsFile::open(folder.path()).settings(), file.settings());
    }

    #[test]
    fn a_text_is_emptied_and_a_wrong_address_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = SettingsFile::open(folder.path());
        file.set("model.url", "http://localhost:8080/v1").unwrap();
        for wrong in ["localhost", "ftp://localhost", "http://", "my server"] {
            let why = file.set("model.url", wrong).unwrap_err();
            assert!(why.contains("model.url") && why.contains("not the address"), "{why}");
        }
        assert_eq!(file.value("model.url").unwrap(), "http://localhost:8080/v1");
        file.set("model.url", "\"\"").unwrap();
        assert_eq!(file.value("model.url").unwrap(), "");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_read_or_written_is_left_as_it_is() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let utf_16: Vec<u8> = "[game]\nhud = false\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [utf_16, b"# caf\xe9\n[game]\nhud = false\n".to_vec(), vec![0xff; 300]] {
            fs::write(&path, &bytes).unwrap();
            let mut file = SettingsFile::open(folder.path());
            assert!(file.problem().is_some_and(|text| text.contains("anima.toml")), "{:?}", file.problem());
            let why = file.set("game.hud", "false").unwrap_err();
            assert!(why.contains("anima.toml") && why.contains("UTF-8"), "{why}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        fs::write(&path, "[game]\nhud = true\n").unwrap();
        let mut file = SettingsFile::open(folder.path());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let why = file.set("game.hud", "false").unwrap_err();
        assert!(why.contains("may only be read"), "{why}");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let why = file.set("game.hud", "false").unwrap_err();
        assert!(why.contains("nothing was changed"), "{why}");
    }

    /// Settings that are no settings, or odd ones, each with whether they are as good as others.
    fn odd() -> Vec<(&'static str, Vec<u8>, bool)> {
        let utf_16 = |order: fn(u16) -> [u8; 2]| "[game]\nhud = true\n".encode_utf16().flat_map(order).collect();
        let text = |text: &str| text.as_bytes().to_vec();
        vec![
            ("empty", text(""), true),
            ("a comment alone", text("# nothing"), true),
            ("lines of Windows", text("[game]\r\nhud = true\r\n"), true),
            ("a mark in front", text("\u{feff}[game]\nhud = true\n"), true),
            ("dotted keys", text("game.hud = true\n"), true),
            ("a table in a line", text("game = { hud = true }\n"), true),
            ("UTF-16", utf_16(u16::to_le_bytes), false),
            ("UTF-16, the other way", utf_16(u16::to_be_bytes), false),
            ("Latin-1", b"# caf\xe9\n[game]\nhud = true\n".to_vec(), false),
            ("zeros", vec![0; 4096], false),
            ("noise", (0..4096_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect(), false),
            ("a text without end", text("[model]\nname = \"mine\n"), false),
            ("a section without end", text("[game\nhud = true\n"), false),
            ("a key twice", text("[game]\nhud = true\nhud = false\n"), false),
            ("a section twice", text("[game]\n[game]\n"), false),
            ("an unknown section", text("[gmae]\nhud = true\n"), false),
            ("an unknown key", text("[game]\nhood = true\n"), false),
            ("another kind of value", text("[game]\nhud = \"yes\"\n"), false),
            ("too small a number", text("[game]\nwatchdog_s = 0\n"), false),
            ("a number beyond all", text("[game]\nwatchdog_s = 99999999999999999999\n"), false),
            ("no number", text("[model]\nconnect_s = nan\n"), false),
            ("a section that is a value", text("game = 1\n"), false),
            ("a row of sections", text("[[game]]\nhud = true\n"), false),
            ("another language", text("{\"game\": {\"hud\": true}}"), false),
            ("very deep", text(&format!("a = {}", "[".repeat(100_000))), false),
            ("very long", text(&format!("a = \"{}\"", "x".repeat(1 << 20))), false),
            ("an old Mac's lines", text("[game]\rhud = true\r"), false),
        ]
    }

    #[test]
    fn odd_settings_are_named_and_nothing_of_them_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for (name, bytes, is_good) in odd() {
            fs::write(&path, &bytes).unwrap();
            let mut file = SettingsFile::open(folder.path());
            assert_eq!(file.problem().is_none(), is_good, "{name}: {:?}", file.problem());
            assert!(is_good || file.settings() == &Settings::default(), "{name}");
            match file.set("game.hud", "false") {
                Ok(()) => {
                    let read = SettingsFile::open(folder.path());
                    // What was wrong about this very key is right now.
                    assert!(!read.settings().game.hud && read.problem().is_none(), "{name}");
                }
                Err(why) => {
                    assert!(!is_good && why.contains(FILE), "{name}: {why}");
                    assert!(file.problem().is_some_and(|text| text.contains(FILE) && text.len() < 4096), "{name}");
                    assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
                }
            }
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{name}: nothing else lies there");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_stands_in_the_files_place_is_no_obstacle() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let targets = [pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/null"), Path::new(FILE)];
        for target in targets {
            symlink(target, &path).unwrap();
            let mut file = SettingsFile::open(folder.path());
            assert!(file.problem().is_some_and(|text| text.contains(FILE)), "{target:?}: {:?}", file.problem());
            let why = file.set("game.hud", "false").unwrap_err();
            assert!(why.contains(FILE) && fs::read_link(&path).unwrap() == target, "{why}");
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_part_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = SettingsFile::open(folder.path());
        let theirs = ["anima.toml.part", "anima.toml.0.part"].map(|name| folder.path().join(name));
        theirs.iter().for_each(|path| fs::write(path, "theirs").unwrap());
        file.set("game.hud", "false").unwrap();
        assert!(theirs.iter().all(|path| fs::read_to_string(path).unwrap() == "theirs"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    /// Set for the child that is nobody: the folder to look at.
    #[cfg(target_os = "linux")]
    const AS_NOBODY: &str = "ANIMA_TEST_AS_NOBODY";

    /// For the system's own administrator, as which tests often run, nothing is forbidden: so it is tried by a child that
    /// is nobody.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_nobody_may_read_is_named_and_left_as_it_is() {
        use std::os::unix::fs::PermissionsExt;
        let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        if let Some(folder) = std::env::var_os(AS_NOBODY).map(PathBuf::from) {
            let mut file = SettingsFile::open(&folder);
            for said in [file.problem().unwrap_or_default().to_owned(), file.set("game.hud", "false").unwrap_err()] {
                assert!(said.contains(FILE) && said.contains("ermission denied"), "{said}");
            }
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        allow(folder.path(), 0o755);
        let path = folder.path().join(FILE);
        fs::write(&path, "[game]\nhud = true # mine\n").unwrap();
        allow(&path, 0o000);
        let child = |program: &str, options: &[&str]| {
            let mut command = std::process::Command::new(program);
            command.args(options).env(AS_NOBODY, folder.path());
            command.output()
        };
        if !child("unshare", &["--user", "true"]).is_ok_and(|output| output.status.success()) {
            return eprintln!("SKIPPED: there is no unshare here by which to be nobody");
        }
        let test = std::env::current_exe().unwrap();
        let name = "settings::tests::a_file_that_nobody_may_read_is_named_and_left_as_it_is";
        let said = child("unshare", &["--user", test.to_str().unwrap(), "--exact", name, "--nocapture"]).unwrap();
        let text = [said.stdout, said.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(said.status.success() && text.contains("1 passed"), "{text}");
        allow(&path, 0o600);
        assert_eq!(fs::read_to_string(&path).unwrap(), "[game]\nhud = true # mine\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_its_file_keeps_what_it_allows() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (path, target) = (folder.path().join(FILE), elsewhere.path().join("mine.toml"));
        fs::write(&target, "[game]\nhud = true # mine\n").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&target, &path).unwrap();
        SettingsFile::open(folder.path()).set("game.hud", "false").unwrap();
        assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "[game]\nhud = false # mine\n");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn what_cannot_be_set_says_why_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = SettingsFile::open(folder.path());
        let before = fs::read_to_string(file.path()).unwrap();
        for (key, value, word) in [
            ("game.hud", "yes", "true or false"),
            ("game.watchdog_s", "0", "1 to 3600"),
            ("game.look", "both", "steps, exact"),
            ("agent.perception", "all", "fair, xray"),
            ("mind.plan", "dice", "rules, model"),
            ("game.nothing", "1", "no setting"),
            ("model.connect_s", "inf", "a number"),
        ] {
            let why = file.set(key, value).unwrap_err();
            assert!(why.contains(word), "{why}");
        }
        assert_eq!(fs::read_to_string(file.path()).unwrap(), before);
    }

    #[test]
    fn a_wrong_file_keeps_the_defaults_and_names_its_line() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "[game]\nhood = true\n").unwrap();
        let file = SettingsFile::open(folder.path());
        assert_eq!(file.settings(), &Settings::default());
        assert!(file.problem().is_some_and(|text| text.contains("line 2") && text.contains("hood")));
    }
}
