//! Where a game went, as a page shows it. How that is found out is the host's: by playing a record again.

use std::path::PathBuf;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use minijinja::Value;
use serde::Serialize;

use crate::Row;

/// Where a game went. Places are in blocks from the map's north-west corner.
#[derive(Debug, Serialize)]
pub struct Journey {
    /// Blocks from west to east.
    pub width: u32,
    /// Blocks from north to south.
    pub height: u32,
    /// The land from above as a file.
    pub map: Picture,
    /// The path, in pieces of one depth (0 on the ground, 3 the deepest): depth and points.
    pub path: Vec<(usize, String)>,
    /// Where it began.
    pub start: (f64, f64),
    /// Where it ended.
    pub end: (f64, f64),
    /// Where the player died.
    pub deaths: Vec<(f64, f64)>,
    /// Radius of the marks of start, end and deaths.
    pub mark: f64,
    /// Length of the bar that shows the scale, in blocks.
    pub bar: u32,
    /// The same in percent of the width.
    pub bar_percent: f64,
    /// What the player saw at the end as a file.
    pub picture: Picture,
    /// What is to be known of it, in a sentence.
    pub caption: String,
}

/// A picture that lies in the page itself.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Picture(Value);

impl Picture {
    /// A PNG file.
    pub fn png(bytes: &[u8]) -> Picture {
        Picture::file("png", bytes)
    }

    /// A JPEG file.
    pub fn jpeg(bytes: &[u8]) -> Picture {
        Picture::file("jpeg", bytes)
    }

    /// As a data URI, in which nothing is to be escaped.
    fn file(kind: &str, bytes: &[u8]) -> Picture {
        Picture(Value::from_safe_string(format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(bytes))))
    }
}

/// A game whose journey a page wants.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Its row.
    pub row: Row,
    /// The file of its record.
    pub record: PathBuf,
    /// The folder of the save that it was played on, if it was and is known.
    pub save: Option<PathBuf>,
}
