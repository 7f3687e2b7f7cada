//! Pictures from the game's frame buffer: turned the right way up, scaled, and made into frames by a thread.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use anima_body::Frame;

/// The frame's size.
const WIDTH: usize = Frame::WIDTH as usize;
const HEIGHT: usize = Frame::HEIGHT as usize;

/// A picture as the game gives it: four bytes a pixel, the bottom row first.
struct Raw {
    pixels: Vec<u8>,
    width: usize,
    height: usize,
}

/// Makes frames off the game's threads.
pub struct Pictures {
    raw: Option<SyncSender<Raw>>,
    frames: Receiver<Arc<Frame>>,
    /// Buffers that may be used again.
    spare: Receiver<Vec<u8>>,
    thread: Option<JoinHandle<()>>,
}

impl Pictures {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system gives none.
    pub fn start() -> std::io::Result<Pictures> {
        let (raw, to_do) = sync_channel::<Raw>(1);
        let (done, frames) = sync_channel(2);
        let (used, spare) = sync_channel(2);
        let work = move || {
            for raw in to_do {
                let frame = Arc::new(scale(&raw.pixels, raw.width, raw.height));
                // If nobody has looked at the last ones there is no hurry; and spare buffers are only a favour.
                drop(done.try_send(frame));
                drop(used.try_send(raw.pixels));
            }
        };
        let thread = thread::Builder::new().name("anima-pictures".into()).spawn(work)?;
        Ok(Pictures { raw: Some(raw), frames, spare, thread: Some(thread) })
    }

    /// A buffer for a picture.
    pub fn buffer(&self) -> Vec<u8> {
        self.spare.try_recv().unwrap_or_default()
    }

    /// Gives a picture to the thread. While the last one is still being worked on it is left out.
    pub fn hand_over(&self, pixels: Vec<u8>, width: usize, height: usize) {
        let Some(raw) = &self.raw else { return };
        match raw.try_send(Raw { pixels, width, height }) {
            Ok(()) | Err(TrySendError::Full(_)) => {}
            Err(TrySendError::Disconnected(_)) => tracing::error!("the thread for pictures is gone"),
        }
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

/// The picture in the frame's size: as it is if it fits, else each pixel the mean of those it covers, or the nearest
/// one where the picture is smaller.
fn scale(pixels: &[u8], width: usize, height: usize) -> Frame {
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
        let mut sums = vec![[0_u32; 3]; WIDTH];
        for (y, out) in rgb.chunks_exact_mut(3 * WIDTH).enumerate() {
            let (top, end) = covered(y, HEIGHT, height);
            sums.fill([0; 3]);
            for row in top..end {
                // The top row comes last.
                let row = &pixels[4 * width * (height - 1 - row)..][..4 * width];
                let (row, _) = row.as_chunks::<4>();
                for ((from, end), sum) in columns.iter().zip(&mut sums) {
                    for [r, g, b, _] in &row[*from..*end] {
                        sum[0] += u32::from(*r);
                        sum[1] += u32::from(*g);
                        sum[2] += u32::from(*b);
                    }
                }
            }
            let (out, _) = out.as_chunks_mut::<3>();
            for (((from, right), sum), out) in columns.iter().zip(&sums).zip(out) {
                let count = ((right - from) * (end - top)) as u32;
                *out = sum.map(|sum| (sum / count) as u8);
            }
        }
    }
    Frame::from_rgb(Frame::WIDTH, Frame::HEIGHT, rgb)
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
    fn a_picture_comes_back_and_the_thread_ends() {
        let pictures = Pictures::start().unwrap();
        pictures.hand_over(picture(1280, 720), 1280, 720);
        let frame = pictures.frames.recv().unwrap();
        assert_eq!(frame.pixel(639, 0), [7, 0, 9]);
        assert!(pictures.newest().is_none());
        drop(pictures);
    }
}
