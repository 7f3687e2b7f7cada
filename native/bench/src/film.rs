//! Pictures of a game: what the player saw, and a map of the journey.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anima_agent::Note;
use anima_body::{BlockPos, Event, Frame, Observation, Terrain};
use anima_render::{Mark, map};
use anima_suite::{End, Witness, slug};
use anyhow::{Context, Result};

use crate::game::picture;

/// Ticks between two looks at which columns are loaded.
pub(crate) const SURVEY: u64 = 100;
const START: [u8; 3] = [60, 200, 60];
const DEATH: [u8; 3] = [200, 40, 40];
const FIND: [u8; 3] = [70, 220, 230];
const END: [u8; 3] = [255, 255, 255];

/// Takes first-person pictures of a game into a folder, and draws `map.png` at its end.
pub struct Film {
    folder: PathBuf,
    every: u64,
    last: Option<Observation>,
    terrain: Terrain,
    marks: Vec<Mark>,
    found: BTreeSet<&'static str>,
    failed: Option<anyhow::Error>,
}

impl Film {
    /// A film that takes a picture every so many ticks, and whenever an act ends or the player dies.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn new(folder: &Path, every: u64) -> Result<Film> {
        fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
        Ok(Film {
            folder: folder.to_owned(),
            every: every.max(1),
            last: None,
            terrain: Terrain::default(),
            marks: Vec::new(),
            found: BTreeSet::new(),
            failed: None,
        })
    }

    /// Ends it.
    ///
    /// # Errors
    /// The first picture that could not be written.
    pub fn finish(self) -> Result<()> {
        self.failed.map_or(Ok(()), Err)
    }

    fn shoot(&mut self, seen: &Observation, why: &str) {
        let name = if why.is_empty() { String::new() } else { format!("-{}", slug(why)) };
        self.save(&format!("{:06}{name}.png", seen.tick), &picture(seen));
    }

    fn save(&mut self, name: &str, frame: &Frame) {
        if self.failed.is_none() {
            self.failed = write_png(&self.folder.join(name), frame).err();
        }
    }
}

/// Keeps the columns around the player in a terrain, every so often: those left behind are no longer shown.
pub(crate) fn survey(terrain: &mut Terrain, seen: &Observation) {
    /// Chunks each way: so far one sees in a forest, and so much that a short journey is not lost on its map.
    const AROUND: i32 = 5;
    for chunk in seen.player.feet().chunk().around(AROUND) {
        if let Some(column) = seen.terrain.column(chunk) {
            terrain.insert(chunk, column.clone());
        }
    }
}

impl Witness for Film {
    fn sees(&mut self, seen: &Observation) {
        let feet = seen.player.feet();
        if self.last.is_none() {
            self.marks.push(Mark::Spot(feet, START));
        }
        for event in seen.events.iter() {
            match event {
                Event::Died { .. } => {
                    self.marks.push(Mark::Spot(feet, DEATH));
                    self.shoot(seen, "died");
                }
                Event::PickedUp(stack) if self.found.insert(stack.item.name()) => {
                    self.marks.push(Mark::Spot(feet, FIND));
                }
                _ => {}
            }
        }
        if self.last.as_ref().is_none_or(|last| last.player.feet() != feet) {
            self.marks.push(Mark::Step(feet));
        }
        if seen.tick.is_multiple_of(SURVEY) {
            survey(&mut self.terrain, seen);
        }
        if seen.tick.is_multiple_of(self.every) {
            self.shoot(seen, "");
        }
        self.last = Some(seen.clone());
    }

    fn hears(&mut self, note: &Note) {
        let Note::ActEnded { act, failure, .. } = note else { return };
        if let Some(seen) = self.last.take() {
            let how = if failure.is_some() { "failed" } else { "done" };
            self.shoot(&seen, &format!("{act} {how}"));
            self.last = Some(seen);
        }
    }

    fn ends(&mut self, end: &End) {
        let Some(seen) = self.last.take() else { return };
        self.shoot(&seen, end.outcome.name());
        survey(&mut self.terrain, &seen);
        self.marks.push(Mark::Spot(BlockPos::containing(end.pos.into()), END));
        if let Some((frame, _)) = map(&self.terrain, &self.marks) {
            self.save("map.png", &enlarged(&frame));
        }
    }
}

/// A map with so many pixels a block that it fills a screen.
fn enlarged(frame: &Frame) -> Frame {
    /// Pixels of a side that are enough.
    const SIDE: u32 = 1200;
    let scale = (SIDE / frame.width().max(frame.height())).clamp(1, 6);
    let (width, height) = (frame.width() * scale, frame.height() * scale);
    let at = |i: u32| frame.pixel(i % width / scale, i / width / scale);
    Frame::from_rgb(width, height, (0..width * height).flat_map(at).collect())
}

/// Writes a picture as PNG.
///
/// # Errors
/// Names the file.
pub fn write_png(path: &Path, frame: &Frame) -> Result<()> {
    image::save_buffer(path, frame.rgb(), frame.width(), frame.height(), image::ExtendedColorType::Rgb8)
        .with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use anima_body::Control;
    use anima_world::{Options, Scene};

    use super::*;

    #[test]
    fn the_start_is_marked_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut film = Film::new(folder.path(), 1000).expect("a film");
        let mut world = Scene::flat().world(Options::default());
        for _ in 0..3 {
            film.sees(&world.observe());
            film.hears(&Note::ActStarted("mine 1 oak_log".into()));
            world.tick(&Control::default());
        }
        let starts = film.marks.iter().filter(|mark| matches!(mark, Mark::Spot(_, START)));
        assert_eq!(starts.count(), 1);
    }
}
