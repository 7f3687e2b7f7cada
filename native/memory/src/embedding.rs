//! Pictures as some numbers: what is alike has a cosine near 1.

use anima_body::Frame;
use serde::{Deserialize, Serialize};

use crate::Error;

/// What pictures are compared by: numbers of length 1 together, and what made them. Those of different makers are not
/// compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Embedding {
    /// What made them: [`Embedding::COLOUR_AND_LAYOUT`], or a model.
    pub by: String,
    /// The numbers.
    pub values: Vec<f32>,
}

/// What makes numbers of pictures.
pub trait Eye: Send {
    /// What a picture is compared by; the same for the same picture.
    ///
    /// # Errors
    /// If it cannot look at it.
    fn look(&mut self, frame: &Frame) -> Result<Embedding, Error>;
}

/// Our own eye, for [`Embedding::of`].
pub(crate) struct ColourAndLayout;

impl Eye for ColourAndLayout {
    fn look(&mut self, frame: &Frame) -> Result<Embedding, Error> {
        Ok(Embedding::of(frame))
    }
}

/// Columns and rows of the layout.
const GRID: (usize, usize) = (5, 3);
/// Numbers of the layout: three for each field.
const LAYOUT: usize = 3 * GRID.0 * GRID.1;
/// Kinds of colour: six hues, each light or dark, and four greys.
const COLOURS: usize = 16;
/// Columns of a picture that are looked at, at most: of one as wide as the agent asks for every second, and every second
/// row. What is smaller than two pixels there tells no place from another, and to look at it costs four times as much.
const LOOKED_AT: usize = 320;

impl Embedding {
    /// The maker of our own numbers.
    pub const COLOUR_AND_LAYOUT: &str = "colour-and-layout-2";
    /// How many of them there are: 64.
    pub const LENGTH: usize = LAYOUT + COLOURS + GRID.1;

    /// Colour and layout of a picture of any size: the mean colour of 5 by 3 fields, how much of it has which colour,
    /// and how rough each of the three rows is. A picture wider than 320 pixels is looked at in a grid of so many columns
    /// at most. The same picture gives the same numbers on every machine.
    pub fn of(frame: &Frame) -> Embedding {
        let (width, height) = (frame.width() as usize, frame.height() as usize);
        let step = width.div_ceil(LOOKED_AT).max(1);
        let mut sums = [[0_u64; 3]; GRID.0 * GRID.1];
        let mut counts = [0_u64; GRID.0 * GRID.1];
        let mut colours = [0_u64; COLOURS];
        let mut rough = [0_u64; GRID.1];
        for (y, line) in frame.rgb().chunks_exact((3 * width).max(3)).enumerate().step_by(step) {
            let row = y * GRID.1 / height.max(1);
            let mut before = None;
            for (x, pixel) in line.chunks_exact(3).enumerate().step_by(step) {
                let field = row * GRID.0 + x * GRID.0 / width;
                let rgb = [pixel[0], pixel[1], pixel[2]];
                for (sum, part) in sums[field].iter_mut().zip(rgb) {
                    *sum += u64::from(part);
                }
                counts[field] += 1;
                colours[colour(rgb)] += 1;
                let light = luma(rgb);
                rough[row] += u64::from(before.map_or(0, |before| light.abs_diff(before)));
                before = Some(light);
            }
        }
        let mut values = Vec::with_capacity(Embedding::LENGTH);
        for (sum, count) in sums.iter().zip(counts) {
            let mean = |part: u64| if count == 0 { 0.0 } else { part as f32 / count as f32 / 255.0 };
            let [r, g, b] = sum.map(mean);
            // Brightness, and two differences of colour, about the middle: so that unlike pictures point apart.
            let y = 0.299 * r + 0.587 * g + 0.114 * b;
            values.extend([if count == 0 { 0.0 } else { y - 0.5 }, 2.0 * (b - y), 2.0 * (r - y)]);
        }
        let pixels = counts.iter().sum::<u64>().max(1) as f32;
        // The root makes a little of a colour count (a torch, an ore).
        values.extend(colours.iter().map(|count| (*count as f32 / pixels).sqrt()));
        values.extend(rough.iter().map(|sum| *sum as f32 * GRID.1 as f32 / pixels / 64.0));
        Embedding::new(Embedding::COLOUR_AND_LAYOUT, values)
    }

    /// Numbers that something made of a picture; they get the length 1.
    pub fn new(by: impl Into<String>, mut values: Vec<f32>) -> Embedding {
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length.is_finite() && length > 0.0 {
            values.iter_mut().for_each(|value| *value /= length);
        } else {
            values.fill(0.0);
        }
        Embedding { by: by.into(), values }
    }

    /// How alike two pictures are, -1 to 1; `None` if they were not made by the same.
    pub fn similarity(&self, other: &Embedding) -> Option<f32> {
        (self.by == other.by && self.values.len() == other.values.len()).then(|| cosine(&self.values, &other.values))
    }
}

/// The cosine of two vectors of length 1. The order of the sums is fixed: eight at a time.
pub(crate) fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    let (a, b) = (a.chunks(8), b.chunks(8));
    for (a, b) in a.zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f32>().clamp(-1.0, 1.0)
}

fn luma([r, g, b]: [u8; 3]) -> u32 {
    (299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000
}

/// The kind of a colour: greys by brightness from 0, then hues, each dark and light.
fn colour(rgb: [u8; 3]) -> usize {
    let [r, g, b] = rgb.map(i32::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let spread = most - least;
    if spread * 6 < most.max(24) {
        return (luma(rgb) / 64) as usize;
    }
    // Sixths of the circle of hues, red first.
    let turn = if most == r {
        (60 * (g - b) / spread + 360) % 360
    } else if most == g {
        60 * (b - r) / spread + 120
    } else {
        60 * (r - g) / spread + 240
    };
    let hue = ((turn + 30) / 60 % 6) as usize;
    4 + 2 * hue + usize::from(most >= 128)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Land below, sky above, in these colours.
    fn view(width: u32, height: u32, sky: [u8; 3], land: [u8; 3], horizon: u32) -> Frame {
        let rows = (0..height).flat_map(|y| {
            let colour = if y * 100 < horizon * height { sky } else { land };
            std::iter::repeat_n(colour, width as usize)
        });
        Frame::from_rgb(width, height, rows.flatten().collect())
    }

    const SKY: [u8; 3] = [120, 167, 255];
    const GRASS: [u8; 3] = [95, 159, 53];
    const SAND: [u8; 3] = [219, 207, 163];
    const ROCK: [u8; 3] = [60, 60, 60];

    #[test]
    fn the_same_view_is_more_alike_than_another() {
        let of = |frame: Frame| Embedding::of(&frame);
        let like = |a: &Embedding, b: &Embedding| a.similarity(b).expect("one maker");
        let meadow = of(view(640, 360, SKY, GRASS, 50));
        let (nearly, small) = (of(view(640, 360, SKY, GRASS, 55)), of(view(160, 90, SKY, GRASS, 50)));
        let (desert, cave) = (of(view(640, 360, SKY, SAND, 50)), of(view(640, 360, ROCK, ROCK, 50)));
        assert!((like(&meadow, &meadow) - 1.0).abs() < 1e-5);
        assert!(like(&meadow, &small) > 0.999, "size does not matter: {}", like(&meadow, &small));
        assert!(like(&meadow, &nearly) > like(&meadow, &desert));
        assert!(like(&meadow, &desert) > like(&meadow, &cave));
        assert!(like(&meadow, &cave) < 0.5, "{}", like(&meadow, &cave));
        // The same colours elsewhere: only the layout tells them apart.
        let upside_down = of(view(640, 360, GRASS, SKY, 50));
        assert!(like(&meadow, &upside_down) < like(&meadow, &nearly));
    }

    #[test]
    fn any_picture_has_its_numbers() {
        for (width, height) in [(0, 0), (1, 1), (2, 900), (640, 360)] {
            let pixels = (0..3 * width * height).map(|n| (n * 37) as u8).collect();
            let embedding = Embedding::of(&Frame::from_rgb(width, height, pixels));
            assert_eq!((embedding.values.len(), Embedding::LENGTH), (64, 64));
            assert!(embedding.values.iter().all(|value| value.is_finite()), "{width}x{height}");
        }
        let other = Embedding::new("a model", vec![1.0; Embedding::LENGTH]);
        assert_eq!(other.similarity(&Embedding::of(&view(4, 4, SKY, SAND, 50))), None);
        assert_eq!(Embedding::new("a model", vec![f32::NAN, 1.0]).values, [0.0, 0.0]);
    }
}
