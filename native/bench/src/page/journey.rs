//! Where a game went, by playing its record again: its path from above, and what the player saw at the end.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anima_agent::jpeg;
use anima_body::{BlockPos, Event, Frame, Observation, Terrain};
use anima_render::map;
use anyhow::{Context, Result};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use minijinja::Value;
use serde::Serialize;

use crate::Land;
use crate::film::{SURVEY, survey};
use crate::game::picture;
use crate::guard;
use crate::replay::replay_before;

/// Ticks between two points of a path.
const STEP: u64 = 10;
/// Blocks of land shown around a path.
const MARGIN: i32 = 12;
/// Blocks that a map is wide and high at least.
const LEAST: i32 = 64;
/// Below these heights a path has another colour: below ground, deep, in the deepslate.
const DEPTHS: [i32; 3] = [60, 30, 0];

/// Where a game went. Places are in blocks from the map's north-west corner.
#[derive(Debug, Serialize)]
pub struct Journey {
    width: u32,
    height: u32,
    /// The land from above as a data URI.
    map: Value,
    /// The path, in pieces of one depth (0 on the ground, 3 the deepest): depth and points.
    path: Vec<(usize, String)>,
    start: (f64, f64),
    end: (f64, f64),
    deaths: Vec<(f64, f64)>,
    /// Radius of the marks of start, end and deaths.
    mark: f64,
    /// Length of the bar that shows the scale, in blocks and in percent of the width.
    bar: u32,
    bar_percent: f64,
    /// What the player saw at the end as a data URI.
    picture: Value,
    /// What is to be known of it, in a sentence.
    pub caption: String,
}

impl Journey {
    /// Plays a record again.
    ///
    /// # Errors
    /// If it cannot be read or is not played on this land; or in a sentence if this program plays it otherwise.
    pub fn of(record: &Path, land: &Land) -> Result<Journey> {
        let file = File::open(record).with_context(|| format!("opening the record {}", record.display()))?;
        let mut tracks = Tracks::default();
        let replayed = guard::catch(|| replay_before(BufReader::new(file), land, &mut |seen| tracks.see(seen)));
        let replayed = replayed.map_err(anyhow::Error::msg).and_then(|replayed| replayed);
        let replayed = replayed.with_context(|| format!("playing {} again", record.display()))?;
        let mut journey = tracks.draw().context("no land was seen")?;
        if let Some(difference) = replayed.differences.first() {
            journey.caption += &format!(
                " This program plays the record to another end ({difference}): another version made it, and the map may be \
                 wrong."
            );
        }
        Ok(journey)
    }
}

/// Where the player was, and what there was around.
#[derive(Default)]
struct Tracks {
    terrain: Terrain,
    /// The points that were passed, life by life.
    lives: Vec<Vec<[f64; 3]>>,
    deaths: Vec<[f64; 3]>,
    lowest: f64,
    last: Option<Observation>,
}

impl Tracks {
    fn see(&mut self, seen: &Observation) {
        let pos: [f64; 3] = seen.player.pos.into();
        if self.lives.is_empty() || seen.events.iter().any(|event| matches!(event, Event::Respawned)) {
            self.lives.push(Vec::new());
        }
        let has_died = seen.events.iter().any(|event| matches!(event, Event::Died { .. }));
        if has_died {
            self.deaths.push(pos);
        }
        if let Some(life) = self.lives.last_mut()
            && (life.is_empty() || has_died || seen.tick.is_multiple_of(STEP) && life.last() != Some(&pos))
        {
            life.push(pos);
        }
        if seen.tick.is_multiple_of(SURVEY) {
            survey(&mut self.terrain, seen);
        }
        self.lowest = if self.last.is_none() { pos[1] } else { self.lowest.min(pos[1]) };
        self.last = Some(seen.clone());
    }

    fn draw(mut self) -> Option<Journey> {
        let last = self.last.take()?;
        survey(&mut self.terrain, &last);
        self.lives.last_mut()?.push(last.player.pos.into());
        let points: Vec<[f64; 3]> = self.lives.iter().flatten().copied().collect();
        let (frame, corner) = map(&self.terrain, &[])?;
        let (west, width) = span(points.iter().map(|point| point[0]), corner.x, frame.width());
        let (north, height) = span(points.iter().map(|point| point[2]), corner.z, frame.height());
        let cut = cut(&frame, [(west - corner.x) as u32, (north - corner.z) as u32], [width, height]);
        let place = |pos: &[f64; 3]| (tenth(pos[0] - f64::from(west)), tenth(pos[2] - f64::from(north)));
        let (first, end) = (points[0], points[points.len() - 1]);
        let far = points.iter().map(|point| (point[0] - first[0]).hypot(point[2] - first[2])).fold(0.0, f64::max);
        let bar = [100, 50, 20].into_iter().find(|bar| bar * 3 <= width).unwrap_or(10);
        Some(Journey {
            width,
            height,
            map: uri("png", &png(&cut)),
            path: self.lives.iter().flat_map(|life| pieces(life, place)).collect(),
            start: place(&first),
            end: place(&end),
            deaths: self.deaths.iter().map(place).collect(),
            mark: tenth(f64::from(width.max(height)) / 90.0),
            bar,
            bar_percent: tenth(100.0 * f64::from(bar) / f64::from(width)),
            picture: uri("jpeg", &jpeg(&picture(&last))),
            caption: format!(
                "From {} to {}, {far:.0} blocks from the start at most, as deep as y {:.0}.",
                named(first),
                named(end),
                self.lowest
            ),
        })
    }
}

fn named(pos: [f64; 3]) -> BlockPos {
    BlockPos::containing(pos.into())
}

/// Where the map begins along one axis, and how many blocks it shows: all that was gone, within what is there.
fn span(along: impl Iterator<Item = f64>, corner: i32, size: u32) -> (i32, u32) {
    let (least, most) = along.fold((f64::MAX, f64::MIN), |(least, most), at| (at.min(least), at.max(most)));
    let (mut from, mut to) = (least.floor() as i32 - MARGIN, most.ceil() as i32 + MARGIN);
    let lacks = (LEAST - (to - from)).max(0);
    (from, to) = (from - lacks / 2, to + lacks - lacks / 2);
    let end = corner + size as i32;
    (from, to) = (from.clamp(corner, end - 1), to.clamp(corner + 1, end));
    (from, (to - from).max(1) as u32)
}

/// A part of a picture.
fn cut(frame: &Frame, [left, top]: [u32; 2], [width, height]: [u32; 2]) -> Frame {
    let at = |i: u32| frame.pixel(left + i % width, top + i / width);
    Frame::from_rgb(width, height, (0..width * height).flat_map(at).collect())
}

/// The path in pieces of one depth, each from where the one before it ends.
fn pieces(points: &[[f64; 3]], place: impl Fn(&[f64; 3]) -> (f64, f64)) -> Vec<(usize, String)> {
    let mut pieces: Vec<(usize, String)> = Vec::new();
    let mut before: Option<String> = None;
    for point in points {
        let depth = DEPTHS.iter().filter(|depth| point[1] < f64::from(**depth)).count();
        let (x, z) = place(point);
        let text = format!("{x},{z}");
        match pieces.last_mut() {
            Some((last, piece)) if *last == depth => *piece += &format!(" {text}"),
            _ => {
                let joined = before.take().map_or_else(|| text.clone(), |before| format!("{before} {text}"));
                pieces.push((depth, joined));
            }
        }
        before = Some(text);
    }
    pieces
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A picture without loss, small because blocks are few and large.
fn png(frame: &Frame) -> Vec<u8> {
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive)
        .write_image(frame.rgb(), frame.width(), frame.height(), ExtendedColorType::Rgb8)
        .expect("a frame has all its bytes, and memory takes what is written");
    bytes
}

/// A file as a page holds it itself. Nothing in it is to be escaped.
fn uri(kind: &str, bytes: &[u8]) -> Value {
    Value::from_safe_string(format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_shows_the_path_and_stays_on_the_land() {
        assert_eq!(span([100.0, 200.0].into_iter(), 0, 400), (88, 124), "with a margin");
        assert_eq!(span([100.0, 101.0].into_iter(), 0, 400), (69, 64), "not too small");
        assert_eq!(span([2.0, 30.0].into_iter(), 0, 48), (0, 48), "no more than there is");
        assert_eq!(span([500.0].into_iter(), 0, 48), (47, 1), "nor where there is none");
        let frame = Frame::from_rgb(3, 2, (0..18).collect());
        assert_eq!(cut(&frame, [1, 1], [2, 1]).rgb(), [12, 13, 14, 15, 16, 17]);
    }

    #[test]
    fn a_path_is_cut_where_its_depth_changes_and_stays_whole() {
        let points = [[0.0, 70.0, 0.0], [1.0, 64.0, 0.0], [2.0, 40.0, 0.04], [3.0, -10.0, 9.0], [4.0, 70.0, 9.0]];
        let pieces = pieces(&points, |pos| (tenth(pos[0]), tenth(pos[2])));
        let told: Vec<_> = pieces.iter().map(|(depth, piece)| (*depth, piece.as_str())).collect();
        assert_eq!(told, [(0, "0,0 1,0"), (1, "1,0 2,0"), (3, "2,0 3,9"), (0, "3,9 4,9")]);
    }
}
