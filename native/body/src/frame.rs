//! A picture of what the player sees.

use std::fmt;

/// An RGB picture, top row first.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Frame {
    /// Width of the frames an agent asks for, in pixels.
    pub const WIDTH: u32 = 640;
    /// Height of the frames an agent asks for, in pixels.
    pub const HEIGHT: u32 = 360;

    /// A picture from its bytes, three a pixel, top row first.
    ///
    /// # Panics
    /// If there are not `3 * width * height` bytes.
    pub fn from_rgb(width: u32, height: u32, pixels: Vec<u8>) -> Frame {
        assert_eq!(pixels.len(), 3 * (width * height) as usize, "bytes of a {width}x{height} picture");
        Frame { width, height, pixels }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The bytes, three a pixel, top row first.
    pub fn rgb(&self) -> &[u8] {
        &self.pixels
    }

    /// The colour at a pixel.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        let at = 3 * (y * self.width + x) as usize;
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Frame({}x{})", self.width, self.height)
    }
}
