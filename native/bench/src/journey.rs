//! Where a game went, by playing its record again: its path from above, and what the player saw at the end.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anima_agent::jpeg;
use anima_body::{BlockPos, Event, Frame, Observation, Terrain};
use anima_render::map;
use anima_suite::{Journey, Picture, Recorded};
use anyhow::{Context, Result, anyhow};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

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

/// Stack of a thread that plays a record again, in bytes.
const STACK: usize = 8 << 20;

/// Writes a run as one HTML page ([`anima_suite::page`]). So many games are played again at most, to show where they went; at
/// once as many as `jobs`.
///
/// # Errors
/// If the folder holds no rows that can be read; names file and line.
pub fn page(run: &Path, replays: usize, jobs: usize) -> Result<String> {
    anima_suite::page(run, replays, |games| journeys(games, jobs))
}

/// Where games went. One that cannot be shown says why.
///
/// # Errors
/// If no thread can be started.
fn journeys(games: &[Recorded], jobs: usize) -> Result<Vec<Result<Journey>>> {
    let lands = lands(games);
    let (next, journeys) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let worker = || {
        while let Some((index, game)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            games.get(index).map(|game| (index, game))
        } {
            let journey = match &lands[&game.row.task] {
                Ok(land) => journey(&game.record, land),
                Err(error) => Err(anyhow!("{error:#}")),
            };
            journeys.lock().unwrap_or_else(|broken| broken.into_inner()).insert(index, journey);
        }
    };
    thread::scope(|scope| {
        for job in 0..jobs.min(games.len()) {
            let thread = thread::Builder::new().name(format!("replay-{job}")).stack_size(STACK);
            thread.spawn_scoped(scope, worker).context("starting a thread for records")?;
        }
        anyhow::Ok(())
    })?;
    Ok(journeys.into_inner().unwrap_or_else(|broken| broken.into_inner()).into_values().collect())
}

/// The lands that these games were played on, each opened once, by the tasks' names.
fn lands(games: &[Recorded]) -> BTreeMap<String, Result<Land>> {
    let mut opened: BTreeMap<&Path, Land> = BTreeMap::new();
    let mut lands = BTreeMap::new();
    for game in games {
        let land = match game.save.as_deref() {
            // Of a save whose folder is not known the record itself says that this is not its land.
            None => Ok(Land::Generated),
            Some(save) => match opened.get(save) {
                Some(land) => Ok(land.clone()),
                None => Land::open(save).inspect(|land| drop(opened.insert(save, land.clone()))),
            },
        };
        lands.insert(game.row.task.clone(), land);
    }
    lands
}

/// Where a game went, by playing its record again.
///
/// # Errors
/// If it cannot be read or is not played on this land; or in a sentence if this program plays it otherwise.
fn journey(record: &Path, land: &Land) -> Result<Journey> {
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
        if seen.tick == 0 {
            // Each round is played in a world of its own; the last one is drawn.
            *self = Tracks::default();
        }
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
            map: Picture::png(&png(&cut)),
            path: self.lives.iter().flat_map(|life| pieces(life, place)).collect(),
            start: place(&first),
            end: place(&end),
            deaths: self.deaths.iter().map(place).collect(),
            mark: tenth(f64::from(width.max(height)) / 90.0),
            bar,
            bar_percent: tenth(100.0 * f64::from(bar) / f64::from(width)),
            picture: Picture::jpeg(&jpeg(&picture(&last))),
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::SystemTime;

    use anima_suite::{Played, ROWS, RunFolder, lines, record_path};

    use super::*;
    use crate::series::tests::series;

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

    fn folder(out: &Path) -> RunFolder {
        RunFolder::create(out, "small", SystemTime::UNIX_EPOCH).unwrap()
    }

    /// All that a page refers to must lie in it, and nothing may run.
    #[track_caller]
    fn is_self_contained(page: &str) {
        assert!(!page.contains("<script") && !page.contains("javascript:"), "no script");
        for reference in ["href=\"", "src=\"", "url("] {
            for (at, _) in page.match_indices(reference) {
                let target = &page[at + reference.len()..];
                let inside = ["#task-", "data:"].iter().any(|start| target.starts_with(start));
                assert!(inside, "{}", &target[..target.len().min(40)]);
            }
        }
    }

    #[test]
    fn a_run_is_told_with_its_games_and_why_they_were_lost() {
        let out = tempfile::tempdir().unwrap();
        let mut series = series(2);
        (series.games, series.analysis) = (2, "Does it <work>?".into());
        series.matches.iter_mut().for_each(|task| task.ticks = 30);
        series.matches[0].task = "<script>alert(1)</script>".into();
        series.matches[0].goal = "get 64 diamond_block".into();
        let folder = folder(out.path());
        let (rows, report) = series.play(&folder, Played::default(), |_| {}).unwrap();
        assert_eq!(report.tasks[0].successes, 0);
        let page = page(folder.path(), 2, 2).unwrap();
        is_self_contained(&page);
        assert!(page.contains("&lt;script&gt;alert(1)&lt;") && page.contains("Does it &lt;work&gt;?"));
        for row in &rows {
            assert!(
                page.contains(&format!("--seed {} --ticks 30 --config settings-of-the-run.toml", row.seed)),
                "{}",
                row.seed
            );
        }
        assert!(page.contains("radius = 2"), "what the commands need is on the page");
        assert!(page.contains("0 of 2") && page.contains("0 to 65.8 %"), "the rate with its interval");
        assert!(page.contains("Its last acts") && page.contains("obtain 64 diamond_block: 0 of 64"));
        // A lost game of each task comes before a second of any; of a task that lost none, one that it won.
        assert_eq!(page.matches("data:image/png").count(), 2);
        assert_eq!(page.matches("data:image/jpeg").count(), 2);
        assert_eq!(page.matches("class=\"start\"").count(), 2);
        assert!(!page.contains("to another end"), "this program played them");
    }

    #[test]
    fn a_record_that_this_program_plays_otherwise_is_told_of() {
        let out = tempfile::tempdir().unwrap();
        let mut series = series(1);
        (series.games, series.matches) = (1, series.matches.split_off(1));
        series.matches[0].ticks = 20;
        let folder = folder(out.path());
        let (mut rows, _) = series.play(&folder, Played::default(), |_| {}).unwrap();
        let file = record_path(folder.path(), &rows[0].task, rows[0].seed);
        let record = fs::read_to_string(&file).unwrap().replace("\"health\":20.0", "\"health\":7.0");
        fs::write(&file, record).unwrap();
        rows[0].end.health = 7.0;
        folder.write(ROWS, &lines(&rows).unwrap()).unwrap();
        let text = page(folder.path(), 1, 1).unwrap();
        assert!(text.contains("to another end (health: recorded 7, got 20)"), "the map may be wrong");
        fs::write(&file, "{}\n").unwrap();
        let text = page(folder.path(), 1, 1).unwrap();
        assert!(text.contains("No map: playing") && text.contains("line 1"), "what cannot be played is named");
    }
}
