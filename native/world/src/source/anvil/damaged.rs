//! Bar 9: damaged saves end in errors and warnings, never in a panic, and the rest still loads and plays.
//!
//! Half of the damage hits the packed files as they lie on a disk, half the content before it is packed: only so does
//! it get past the checksums. The save is a small one that is written here and, where they are, the saves of the
//! game itself.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anima_body::{ChunkPos, Control, Keys};
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use super::{Save, SaveError, region};
use crate::{Options, Unreadable, World};

/// The first and the last chunk of a save that is damaged, both ways.
const CHUNKS: std::ops::RangeInclusive<i32> = 2..=5;
/// Where a game on it starts.
const START: DVec3 = DVec3::new(56.5, 66.0, 72.5);

/// A value of NBT, to be written.
enum Tag {
    Byte(i8),
    Int(i32),
    Long(i64),
    Double(f64),
    Text(&'static str),
    List(Vec<Tag>),
    Compound(Vec<(&'static str, Tag)>),
    Ints(Vec<i32>),
    Longs(Vec<u64>),
}

use Tag::{Byte, Compound, Double, Int, Ints, List, Long, Longs, Text};

impl Tag {
    fn id(&self) -> u8 {
        match self {
            Byte(_) => 1,
            Int(_) => 3,
            Long(_) => 4,
            Double(_) => 6,
            Text(_) => 8,
            List(_) => 9,
            Compound(_) => 10,
            Ints(_) => 11,
            Longs(_) => 12,
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let length = |count: usize| (count as u32).to_be_bytes();
        match self {
            Byte(value) => out.extend(value.to_be_bytes()),
            Int(value) => out.extend(value.to_be_bytes()),
            Long(value) => out.extend(value.to_be_bytes()),
            Double(value) => out.extend(value.to_be_bytes()),
            Text(text) => write_text(text, out),
            List(values) => {
                out.push(values.first().map_or(0, Tag::id));
                out.extend(length(values.len()));
                values.iter().for_each(|value| value.write(out));
            }
            Compound(entries) => {
                for (name, value) in entries {
                    out.push(value.id());
                    write_text(name, out);
                    value.write(out);
                }
                out.push(0);
            }
            Ints(values) => {
                out.extend(length(values.len()));
                out.extend(values.iter().flat_map(|value| value.to_be_bytes()));
            }
            Longs(values) => {
                out.extend(length(values.len()));
                out.extend(values.iter().flat_map(|value| value.to_be_bytes()));
            }
        }
    }

    /// As the root of a file.
    fn file(&self) -> Vec<u8> {
        let mut out = vec![self.id(), 0, 0];
        self.write(&mut out);
        out
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    out.extend((text.len() as u16).to_be_bytes());
    out.extend(text.as_bytes());
}

/// The files of a save before they are packed.
struct Plain {
    level: Vec<u8>,
    /// Terrain and entities of each chunk.
    chunks: Vec<(ChunkPos, [Vec<u8>; 2])>,
}

impl Plain {
    /// Some chunks of stone with a chest, a furnace and a spawner on them, and some animals.
    fn small() -> Plain {
        let spawn = [("SpawnX", 56), ("SpawnY", 66), ("SpawnZ", 72)].map(|(name, at)| (name, Int(at)));
        let version = Compound(vec![("Name", Text("1.19.4"))]);
        let facts = [("LevelName", Text("small")), ("DataVersion", Int(3337)), ("DayTime", Long(500))];
        let data = facts.into_iter().chain(spawn).chain([("Version", version)]);
        let level = Compound(vec![("Data", Compound(data.collect()))]).file();
        let chunks = CHUNKS.flat_map(|x| CHUNKS.map(move |z| ChunkPos::new(x, z)));
        Plain { level, chunks: chunks.map(|chunk| (chunk, [terrain(chunk), entities(chunk)])).collect() }
    }

    /// What a save holds of these chunks.
    fn of(world: &Path) -> Plain {
        let level = fs::read(world.join("level.dat")).unwrap();
        let level = region::read_all(flate2::read::GzDecoder::new(&level[..])).unwrap();
        let chunks = CHUNKS.flat_map(|x| CHUNKS.map(move |z| ChunkPos::new(x, z)));
        let read = |kind: &str, chunk: ChunkPos| {
            region::read_chunk(&region::path_of(&world.join(kind), chunk), chunk).unwrap().unwrap_or_default()
        };
        Plain {
            level,
            chunks: chunks.map(|chunk| (chunk, ["region", "entities"].map(|kind| read(kind, chunk)))).collect(),
        }
    }

    /// The packed files, each with its name in the save's folder.
    fn packed(&self) -> [(&'static str, Vec<u8>); 3] {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(&self.level).unwrap();
        [
            ("level.dat", packer.finish().unwrap()),
            ("region/r.0.0.mca", region_file(self.chunks.iter().map(|(chunk, [terrain, _])| (*chunk, terrain)))),
            ("entities/r.0.0.mca", region_file(self.chunks.iter().map(|(chunk, [_, entities])| (*chunk, entities)))),
        ]
    }
}

fn terrain(chunk: ChunkPos) -> Vec<u8> {
    let state = |name| Compound(vec![("Name", Text(name))]);
    let section = |y: i8| {
        let palette = match y {
            4 => ["air", "grass_block", "chest", "furnace", "spawner"].map(state).into(),
            5.. => vec![state("air")],
            _ => vec![state("stone")],
        };
        let mut blocks = vec![("palette", List(palette))];
        if y == 4 {
            // A floor of grass, and a block each of the other kinds in the second layer; 16 blocks a number.
            let mut longs = vec![0; 256];
            longs[..16].fill(0x1111_1111_1111_1111);
            longs[16] = 0x0000_0000_0043_2000;
            blocks.push(("data", Longs(longs)));
        }
        let biomes = Compound(vec![("palette", List(vec![Text("minecraft:forest")]))]);
        Compound(vec![("Y", Byte(y)), ("block_states", Compound(blocks)), ("biomes", biomes)])
    };
    let stack = |slot, id| Compound(vec![("Slot", Byte(slot)), ("id", Text(id)), ("Count", Byte(3))]);
    let block_entity = |id, x: i32, mut more: Vec<(&'static str, Tag)>| {
        let at = [("x", chunk.x * 16 + x), ("y", 65), ("z", chunk.z * 16)];
        more.extend(at.map(|(name, at)| (name, Int(at))));
        more.push(("id", Text(id)));
        Compound(more)
    };
    let of_pigs = Compound(vec![("entity", Compound(vec![("id", Text("minecraft:pig"))]))]);
    let block_entities = vec![
        block_entity(
            "minecraft:chest",
            3,
            vec![("Items", List(vec![stack(0, "minecraft:stick"), stack(9, "minecraft:bow")]))],
        ),
        block_entity(
            "minecraft:furnace",
            4,
            vec![("Items", List(vec![stack(1, "minecraft:coal")])), ("BurnTime", Int(90))],
        ),
        block_entity("minecraft:mob_spawner", 5, vec![("SpawnData", of_pigs), ("Delay", Int(2))]),
    ];
    Compound(vec![
        ("DataVersion", Int(3337)),
        ("xPos", Int(chunk.x)),
        ("zPos", Int(chunk.z)),
        ("Status", Text("minecraft:full")),
        ("sections", List((-4..20).map(section).collect())),
        ("block_entities", List(block_entities)),
    ])
    .file()
}

fn entities(chunk: ChunkPos) -> Vec<u8> {
    let entity = |id, x: f64, mut more: Vec<(&'static str, Tag)>| {
        let pos = [f64::from(chunk.x * 16) + x, 66.0, f64::from(chunk.z * 16) + 8.0];
        more.extend([("id", Text(id)), ("Pos", List(pos.map(Double).into()))]);
        Compound(more)
    };
    let stick = Compound(vec![("id", Text("minecraft:stick")), ("Count", Byte(5))]);
    let entities = vec![
        entity("minecraft:pig", 4.5, vec![("Age", Int(-200))]),
        entity("minecraft:sheep", 6.5, vec![("Color", Byte(3)), ("Sheared", Byte(1))]),
        entity("minecraft:zombie", 8.5, vec![("Motion", List([0.1, 0.0, 0.2].map(Double).into()))]),
        entity("minecraft:item", 10.5, vec![("Item", stick)]),
    ];
    let position = Ints(vec![chunk.x, chunk.z]);
    Compound(vec![("DataVersion", Int(3337)), ("Position", position), ("Entities", List(entities))]).file()
}

/// A region file of these chunks, each packed on its own.
fn region_file<'a>(chunks: impl Iterator<Item = (ChunkPos, &'a Vec<u8>)>) -> Vec<u8> {
    const SECTOR: usize = 4096;
    let mut file = vec![0; 2 * SECTOR];
    for (chunk, plain) in chunks.filter(|(_, plain)| !plain.is_empty()) {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(plain).unwrap();
        let packed = packer.finish().unwrap();
        let (sector, sectors) = (file.len() / SECTOR, (packed.len() + 5).div_ceil(SECTOR));
        file.extend((packed.len() as u32 + 1).to_be_bytes());
        file.push(2);
        file.extend(packed);
        file.resize((sector + sectors) * SECTOR, 0);
        let entry = 4 * (chunk.z as usize * 32 + chunk.x as usize);
        file[entry..entry + 4].copy_from_slice(&((sector << 8 | sectors) as u32).to_be_bytes());
    }
    file
}

/// Changes some bytes, or cuts the end off.
fn damage(bytes: &mut Vec<u8>, dice: &mut Pcg32) {
    if dice.random_ratio(1, 8) {
        bytes.truncate(dice.random_range(0..=bytes.len()));
    }
    for _ in 0..dice.random_range(1..20) {
        if !bytes.is_empty() {
            let at = dice.random_range(0..bytes.len());
            bytes[at] = if dice.random() { dice.random() } else { bytes[at] ^ (1 << dice.random_range(0..8)) };
        }
    }
}

/// The files of a save of which one is damaged, packed or before it is packed; and the chunks that surely are not.
fn mutate(plain: &Plain, dice: &mut Pcg32) -> ([(&'static str, Vec<u8>); 3], Vec<ChunkPos>) {
    if dice.random() {
        let mut files = plain.packed();
        let (_, bytes) = &mut files[dice.random_range(0..3)];
        if dice.random() {
            // The header, where each byte counts.
            let head = dice.random_range(0..bytes.len().min(1100));
            bytes[head] = dice.random();
        }
        damage(bytes, dice);
        return (files, Vec::new());
    }
    let mut plain = Plain { level: plain.level.clone(), chunks: plain.chunks.clone() };
    let mut whole = Vec::new();
    let kind = dice.random_range(0..4);
    for (chunk, files) in &mut plain.chunks {
        if kind > 0 && dice.random() {
            damage(&mut files[usize::from(kind == 3)], dice);
        } else {
            whole.push(*chunk);
        }
    }
    if kind == 0 {
        damage(&mut plain.level, dice);
    }
    (plain.packed(), whole)
}

/// What came of some mutations.
#[derive(Debug, Default)]
struct Tally {
    /// Saves that could not be opened.
    refused: u32,
    /// Columns that were read, and those that were left out with a warning.
    readable: u32,
    left_out: u32,
    /// Games that were played on what was readable.
    played: u32,
}

/// Opens and plays damaged copies of a save.
fn check(plain: &Plain, seeds: std::ops::Range<u64>) -> Tally {
    let name = format!("anima-damaged-{}-{}", std::process::id(), plain.level.len());
    let folder = env::temp_dir().join(name);
    for kind in ["region", "entities"] {
        fs::create_dir_all(folder.join(kind)).unwrap();
    }
    let mut tally = Tally::default();
    for seed in seeds {
        let mut dice = Pcg32::seed_from_u64(seed);
        let (files, whole) = mutate(plain, &mut dice);
        for (name, bytes) in files {
            fs::write(folder.join(name), &bytes).unwrap();
        }
        let save = match Save::open(&folder) {
            Err(error) => {
                assert!(
                    matches!(error, SaveError::LevelDat { .. }) && error.to_string().contains("level.dat"),
                    "{error}"
                );
                tally.refused += 1;
                continue;
            }
            Ok(save) => save,
        };
        for (chunk, _) in &plain.chunks {
            match save.column(*chunk) {
                Ok(column) => {
                    tally.readable += u32::from(column.is_some());
                    assert!(column.is_some() || !whole.contains(chunk), "seed {seed}: {chunk:?} is gone");
                    for warning in column.iter().flat_map(|column| &column.warnings) {
                        assert!(warning.contains("r.0.0.mca chunk"), "{warning} names no place");
                    }
                }
                Err(Unreadable(problem)) => {
                    assert!(!whole.contains(chunk), "seed {seed}: {problem}, but it is not damaged");
                    assert!(problem.contains(&format!("r.0.0.mca chunk {} {}", chunk.x, chunk.z)), "{problem}");
                    tally.left_out += 1;
                }
            }
        }
        let full = save.summary().0.chunks.get("full").copied().unwrap_or(0);
        assert!(full as usize >= whole.len(), "seed {seed}: {full} of {whole:?}");
        if seed % 4 == 0 {
            play(save);
            tally.played += 1;
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    tally
}

/// Plays for a while on a save: what is odd in it must not bring the world down either.
fn play(save: Save) {
    let mut world = World::new(save, Options { start: Some(START), radius: 2, ..Options::default() });
    let control = Control { keys: Keys::FORWARD | Keys::ATTACK, ..Control::default() };
    for _ in 0..20 {
        world.tick(&control);
    }
    assert!(world.observe().player.pos.is_finite());
}

#[test]
fn a_chunk_that_has_the_place_of_another_is_told() {
    let folder = env::temp_dir().join(format!("anima-misplaced-{}", std::process::id()));
    for (kind, name) in ["region", "entities"].into_iter().enumerate() {
        let mut plain = Plain::small();
        let swapped = [0, 1].map(|at| plain.chunks[at].0);
        let first = std::mem::take(&mut plain.chunks[0].1[kind]);
        plain.chunks[0].1[kind] = std::mem::replace(&mut plain.chunks[1].1[kind], first);
        for (name, bytes) in plain.packed() {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let save = Save::open(&folder).unwrap();
        for (chunk, _) in &plain.chunks {
            let warnings = save.column(*chunk).unwrap().unwrap().warnings;
            let is_told = |warning: &String| warning.contains(name) && warning.contains("holds what was chunk");
            assert_eq!(warnings.iter().any(is_told), swapped.contains(chunk), "{chunk:?}: {warnings:?}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_small_save_is_sound() {
    let folder = env::temp_dir().join(format!("anima-small-{}", std::process::id()));
    for kind in ["region", "entities"] {
        fs::create_dir_all(folder.join(kind)).unwrap();
    }
    for (name, bytes) in Plain::small().packed() {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let save = Save::open(&folder).unwrap();
    let (summary, warnings) = save.summary();
    assert_eq!((summary.chunks["full"], summary.entities["pig"], warnings.len()), (16, 16, 0), "{warnings:?}");
    let column = save.column(ChunkPos::new(3, 4)).unwrap().unwrap();
    assert_eq!((column.block_entities.len(), column.entities.len()), (3, 4));
    play(save);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_thousand_damaged_saves_never_panic() {
    let tally = check(&Plain::small(), 0..1000);
    // Most of a save is still there after most damages, and no kind of damage is left untried.
    assert!(tally.readable > 8000 && tally.refused > 50 && tally.left_out > 200 && tally.played > 100, "{tally:?}");
}

#[test]
fn damaged_saves_of_the_game_never_panic() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let world = env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from).join("worlds/taiga-forest-1181");
    if !world.is_dir() {
        eprintln!("skipped: {} is not here", world.display());
        return;
    }
    // All of bar 9's: ANIMA_MUTATIONS=1000.
    let rounds: u64 = env::var("ANIMA_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let tally = check(&Plain::of(&world), 0..rounds);
    assert!(u64::from(tally.readable) > 4 * rounds, "{tally:?}");
}
