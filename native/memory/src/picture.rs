//! What was seen: a small JPEG to look at, and some numbers to compare it by.

use anima_body::Frame;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::ExtendedColorType;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::embedding::Embedding;

/// Pixels that the longer side of a kept picture has at most.
const SIDE: u32 = 192;
/// Quality of the JPEG, from 1 to 100: some 5 KB of it.
const QUALITY: u8 = 70;
/// Bytes of a JPEG that are kept; one that was imported may not be longer.
pub(crate) const MOST_BYTES: usize = 256 << 10;

/// A picture as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// A small JPEG.
    #[serde(serialize_with = "to_base64", deserialize_with = "from_base64")]
    pub jpeg: Vec<u8>,
    /// What it is compared by, made of the whole frame.
    pub embedding: Embedding,
}

impl Picture {
    /// A frame as it is kept, compared by colour and layout.
    pub fn of(frame: &Frame) -> Picture {
        Picture::with(frame, Embedding::of(frame))
    }

    /// A frame as it is kept, compared by some numbers.
    pub fn with(frame: &Frame, embedding: Embedding) -> Picture {
        Picture { jpeg: small_jpeg(frame), embedding }
    }
}

/// A frame as a JPEG, made smaller so that neither side is longer than 192 pixels; some 5 KB of it.
pub fn small_jpeg(frame: &Frame) -> Vec<u8> {
    let (width, height) = (frame.width(), frame.height());
    let mut bytes = Vec::new();
    let Some(whole) = image::RgbImage::from_raw(width, height, frame.rgb().to_vec()) else { return bytes };
    let longest = width.max(height).max(1);
    let scaled = |side: u32| (side * SIDE / longest).max(1);
    let small =
        if longest > SIDE { resize(&whole, scaled(width), scaled(height), FilterType::Triangle) } else { whole };
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    match encoder.encode(small.as_raw(), small.width(), small.height(), ExtendedColorType::Rgb8) {
        Ok(()) => bytes,
        // A frame without pixels.
        Err(_) => Vec::new(),
    }
}

fn to_base64<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes = STANDARD.decode(text).map_err(D::Error::custom)?;
    match bytes.len() {
        0..=MOST_BYTES => Ok(bytes),
        more => Err(D::Error::custom(format!("a picture of {more} bytes; {MOST_BYTES} are the most"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_kept_small() {
        let noise: Vec<u8> = (0..640 * 360 * 3_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let picture = Picture::of(&Frame::from_rgb(640, 360, noise));
        assert!(picture.jpeg.len() < 30_000, "{} bytes even of noise", picture.jpeg.len());
        let shown = image::load_from_memory(&picture.jpeg).expect("it is a JPEG");
        assert_eq!((shown.width(), shown.height()), (192, 108));
        let json = serde_json::to_string(&picture).expect("it is data");
        assert_eq!(serde_json::from_str::<Picture>(&json).expect("it reads back"), picture);
    }

    #[test]
    fn pictures_of_any_size_are_kept() {
        for (width, height) in [(0, 0), (1, 1), (1, 900), (7, 3)] {
            let picture = Picture::of(&Frame::from_rgb(width, height, vec![90; (3 * width * height) as usize]));
            assert_eq!(picture.jpeg.is_empty(), width == 0, "{width}x{height}");
        }
    }
}
