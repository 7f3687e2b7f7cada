//! `level.dat`: what a save says about itself.

use std::fs::File;
use std::ops::RangeInclusive;
use std::path::Path;

use anima_body::{BlockPos, Weather};
use flate2::read::GzDecoder;

use super::{SaveError, nbt, region};
use crate::Difficulty;

/// The data versions of 1.18 to 1.19.4.
pub(super) const DATA_VERSIONS: RangeInclusive<i64> = 2860..=3337;

/// What a save says about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelDat {
    /// The name its player gave it.
    pub name: String,
    /// The game's version that saved it.
    pub version: String,
    /// Where new players appear.
    pub spawn: BlockPos,
    /// Time of day, 0..24000.
    pub day_time: u32,
    /// Rain and thunder.
    pub weather: Weather,
    /// Difficulty, if it says.
    pub difficulty: Option<Difficulty>,
}

impl LevelDat {
    pub(super) fn read(path: &Path) -> Result<LevelDat, SaveError> {
        let bad = |problem: String| SaveError::LevelDat { path: path.to_owned(), problem };
        let file = File::open(path).map_err(|error| bad(format!("cannot be read: {error}")))?;
        let bytes = region::read_all(GzDecoder::new(file)).map_err(|error| bad(error.to_string()))?;
        let root = nbt::read(&bytes).map_err(|error| bad(format!("is damaged: {error}")))?;
        let data = root.compound("Data").ok_or_else(|| bad("is damaged: it has no Data".to_owned()))?;
        let version = data.compound("Version").and_then(|version| version.text("Name")).unwrap_or("unknown");
        match data.int::<i64>("DataVersion") {
            Some(number) if DATA_VERSIONS.contains(&number) => {}
            Some(number) => {
                let (made, hint) = if number < *DATA_VERSIONS.start() {
                    ("an older", "; open it once in Minecraft 1.19.4 (on a copy, all chunks optimised) to convert it")
                } else {
                    ("a newer", "")
                };
                return Err(bad(format!(
                    "was saved by {made} game ({version}, data version {number}); worlds of 1.18 to 1.19.4 can be \
                     loaded{hint}"
                )));
            }
            None => return Err(bad("has no data version: it was saved by a game before 1.9".to_owned())),
        }
        let spawn = |axis| data.int::<i32>(axis).filter(|value| value.abs() <= 30_000_000);
        let [Some(x), Some(y), Some(z)] = ["SpawnX", "SpawnY", "SpawnZ"].map(spawn) else {
            return Err(bad("is damaged: it has no spawn point".to_owned()));
        };
        Ok(LevelDat {
            name: data.text("LevelName").unwrap_or_default().to_owned(),
            version: version.to_owned(),
            spawn: BlockPos::new(x, y, z),
            day_time: data.int::<i64>("DayTime").unwrap_or(0).rem_euclid(anima_rules::DAY as i64) as u32,
            weather: match (data.is("raining"), data.is("thundering")) {
                (true, true) => Weather::Thunder,
                (true, false) => Weather::Rain,
                _ => Weather::Clear,
            },
            difficulty: data.int::<u8>("Difficulty").and_then(|number| {
                use Difficulty::*;
                [Peaceful, Easy, Normal, Hard].get(usize::from(number)).copied()
            }),
        })
    }
}
