//! Pictures from the game's frame buffer: turned the right way up, scaled, and made into frames by a thread.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anima_body::Frame;
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use thread_priority::{ThreadPriority, set_current_thread_priority};

use crate::Fault;

/// The frame's size.
const WIDTH: usize = Frame::WIDTH as usize;
const HEIGHT: usize = Frame::HEIGHT as usize;

/// Most rows of a picture that are looked at for a row of the frame.
const ROWS: usize = 3;

/// A picture as the game gives it: four bytes a pixel, the bottom row first.
struct Raw {
    pixels: Vec<u8>,
    width: usize,
    height: usize,
}

/// Makes frames off the game's threads.
pub struct Pictures {
    raw: Option<Sender<Raw>>,
    frames: Receiver<Arc<Frame>>,
    /// Buffers that nobody uses now, of the two that there are.
    spare: Receiver<Vec<u8>>,
    /// A buffer that was not handed over.
    kept: Option<Vec<u8>>,
    thread: Option<JoinHandle<()>>,
}

impl Pictures {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system gives none.
    pub fn start() -> std::io::Result<Pictures> {
        let (raw, to_do) = bounded::<Raw>(1);
        let (done, frames) = bounded(2);
        let (used, spare) = bounded(2);
        let enough = [Vec::new(), Vec::new()].into_iter().try_for_each(|buffer| used.try_send(buffer));
        enough.expect("the channel has room for both");
        let work = move || {
            give_way();
            for raw in to_do {
                let frame = Arc::new(scale(&raw.pixels, raw.width, raw.height));
                // If nobody has looked at the last ones there is no hurry; and at the end nobody wants the buffer.
                drop(done.try_send(frame));
                drop(used.try_send(raw.pixels));
            }
        };
        let thread = thread::Builder::new().name("anima-pictures".into()).spawn(work)?;
        Ok(Pictures { raw: Some(raw), frames, spare, kept: None, thread: Some(thread) })
    }

    /// Gives a picture to the thread, with its pixels put into a buffer by `copy`. While the last two are still being
    /// worked on it is left out.
    ///
    /// # Errors
    /// Those of `copy`.
    pub fn hand_over(
        &mut self,
        width: usize,
        height: usize,
        copy: impl FnOnce(&mut Vec<u8>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some(mut pixels) = self.kept.take().or_else(|| self.spare.try_recv().ok()) else { return Ok(()) };
        let copied = copy(&mut pixels);
        if copied.is_err() {
            self.kept = Some(pixels);
            return copied;
        }
        let Some(raw) = &self.raw else { return Ok(()) };
        match raw.try_send(Raw { pixels, width, height }) {
            Ok(()) => {}
            Err(TrySendError::Full(raw)) => self.kept = Some(raw.pixels),
            Err(TrySendError::Disconnected(_)) => tracing::error!("the thread for pictures is gone"),
        }
        Ok(())
    }

    /// The newest frame, if one is done.
    pub fn newest(&self) -> Option<Arc<Frame>> {
        self.frames.try_iter().last()
    }
}

impl Drop for Pictures {
    fn drop(&mut self) {
        self.raw = None;
        if let Some(thread) = self.thread.take() {
            // It ends with the picture it is at; its panic was reported when it happened.
            drop(thread.join());
        }
    }
}

/// Lets the game go first where both want one processor: else the thread that hands a picture over waits for the work
/// on it.
fn give_way() {
    const QUARTER: u8 = 25; // Of 100; on Linux a niceness of 9.
    let priority = QUARTER.try_into().map(ThreadPriority::Crossplatform).unwrap_or(ThreadPriority::Min);
    if let Err(error) = set_current_thread_priority(priority) {
        tracing::debug!("the thread for pictures keeps its priority: {error:?}");
    }
}

/// The picture (four bytes a pixel, the bottom row first) in the frame's size: as it is if it fits, else each pixel the
/// mean of those it covers, or the nearest one where the picture is smaller.
pub fn scale(pixels: &[u8], width: usize, height: usize) -> Frame {
    let mut rgb = vec![0; 3 * WIDTH * HEIGHT];
    if (width, height) == (WIDTH, HEIGHT) {
        for (row, out) in pixels.chunks_exact(4 * WIDTH).rev().zip(rgb.chunks_exact_mut(3 * WIDTH)) {
            let (from, _) = row.as_chunks::<4>();
            let (to, _) = out.as_chunks_mut::<3>();
            for ([r, g, b, _], to) in from.iter().zip(to) {
                *to = [*r, *g, *b];
            }
        }
    } else {
        // The columns and rows of the picture that each pixel of the frame covers; never none.
        let covered = |at: usize, out: usize, all: usize| {
            let from = at * all / out;
            (from, ((at + 1) * all / out).max(from + 1))
        };
        let columns: Vec<(usize, usize)> = (0..WIDTH).map(|x| covered(x, WIDTH, width)).collect();
        // First the rows of a pixel are added up, colour by colour, which is most of the work and goes side by side;
        // they are too few for any sum to leave 16 bits.
        let mut sums = vec![0_u16; 4 * width];
        for (y, out) in rgb.chunks_exact_mut(3 * WIDTH).enumerate() {
            let (top, end) = covered(y, HEIGHT, height);
            // Of many rows some that lie evenly will do. The top row comes last.
            let step = (end - top).div_ceil(ROWS);
            let row = |at: usize| &pixels[4 * width * (height - 1 - top - at * step)..][..4 * width];
            let rows = (end - top).div_ceil(step);
            match rows {
                1 => add_up([row(0)], &mut sums),
                2 => add_up([row(0), row(1)], &mut sums),
                _ => add_up([row(0), row(1), row(2)], &mut sums),
            }
            let (sums, _) = sums.as_chunks::<4>();
            let (out, _) = out.as_chunks_mut::<3>();
            for ((from, right), out) in columns.iter().zip(out) {
                let mut all = [0_u16; 4];
                for pixel in &sums[*from..*right] {
                    all.iter_mut().zip(pixel).for_each(|(sum, colour)| *sum += colour);
                }
                let share = 1.0 / ((right - from) * rows) as f32;
                let [r, g, b, _] = all.map(|sum| (f32::from(sum) * share + 0.5) as u8);
                *out = [r, g, b];
            }
        }
    }
    Frame::from_rgb(Frame::WIDTH, Frame::HEIGHT, rgb)
}

/// Adds up rows of bytes, all of them at once, so that no sum is read again.
fn add_up<const ROWS: usize>(rows: [&[u8]; ROWS], sums: &mut [u16]) {
    let rows = rows.map(|row| &row[..sums.len()]);
    for (at, sum) in sums.iter_mut().enumerate() {
        *sum = rows.iter().map(|row| u16::from(row[at])).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture whose pixel tells where it is: red the column and green the row from the top, both in eighths.
    fn picture(width: usize, height: usize) -> Vec<u8> {
        let mut pixels = Vec::new();
        for y in (0..height).rev() {
            for x in 0..width {
                pixels.extend([(x * 8 / width) as u8, (y * 8 / height) as u8, 9, 255]);
            }
        }
        pixels
    }

    #[test]
    fn any_size_becomes_the_frames_and_stands_upright() {
        for (width, height) in [(640, 360), (1920, 1080), (1280, 720), (3840, 2160), (320, 180), (641, 359), (1, 1)] {
            let frame = scale(&picture(width, height), width, height);
            assert_eq!((frame.width(), frame.height()), (640, 360));
            if width > 8 {
                for (x, y) in [(40, 22), (600, 22), (40, 337), (600, 337), (360, 200)] {
                    assert_eq!(frame.pixel(x, y), [(x / 80) as u8, (y / 45) as u8, 9], "{width}x{height} at {x} {y}");
                }
            }
        }
    }

    #[test]
    fn a_pixel_is_the_mean_of_those_it_covers() {
        for (across, down) in [(2, 1), (1, 2), (2, 3), (26, 3)] {
            let (width, height) = (640 * across, 360 * down);
            let pixels: Vec<u8> =
                (0..4 * width * height).map(|at: usize| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
            let frame = scale(&pixels, width, height);
            for (x, y) in [(0, 0), (639, 359), (411, 77)] {
                let covered = |colour: usize| {
                    let rows = (0..down).map(move |row| height - 1 - (y * down + row));
                    rows.flat_map(move |row| (0..across).map(move |at| 4 * (row * width + x * across + at) + colour))
                };
                let mean = |colour: usize| {
                    covered(colour).map(|at| f64::from(pixels[at])).sum::<f64>() / (across * down) as f64
                };
                let expected = [0, 1, 2].map(|colour| mean(colour).round() as u8);
                let found = frame.pixel(x as u32, y as u32);
                assert!((0..3).all(|at| found[at].abs_diff(expected[at]) <= 1), "{found:?} is not {expected:?}");
            }
        }
    }

    #[test]
    fn a_picture_comes_back_and_the_thread_ends() {
        let mut pictures = Pictures::start().unwrap();
        assert!(pictures.hand_over(1, 1, |_| Err(Fault::Null("pixels"))).is_err());
        let copy = |pixels: &mut Vec<u8>| {
            *pixels = picture(1280, 720);
            Ok(())
        };
        pictures.hand_over(1280, 720, copy).unwrap();
        let frame = pictures.frames.recv().unwrap();
        assert_eq!(frame.pixel(639, 0), [7, 0, 9]);
        assert!(pictures.newest().is_none());
        drop(pictures);
    }
}
