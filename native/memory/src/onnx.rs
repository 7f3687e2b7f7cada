//! Pictures compared by a model, such as the image half of CLIP, which ONNX Runtime runs.

use std::path::{Path, PathBuf};

use anima_body::Frame;
use image::RgbImage;
use image::imageops::{FilterType, resize};
use once_cell::sync::OnceCell;
use ort::environment::Environment;
use ort::session::Session;
use ort::value::Tensor;
use sha2::{Digest, Sha256};

use crate::Error;
use crate::embedding::{Embedding, Eye};

/// There is one in a process, whatever it runs.
static RUNTIME: OnceCell<Environment> = OnceCell::new();
/// Pixels of each side of what CLIP's models take, where a model does not say.
const SIDE: u32 = 224;
/// The mean and the spread of red, green and blue by which CLIP's models take pictures.
const NORMAL: [(f32, f32); 3] = [(0.481_454_66, 0.268_629_54), (0.457_827_5, 0.261_302_6), (0.408_210_73, 0.275_777_1)];
/// Numbers of an embedding at most.
const MOST: usize = 4096;

/// A picture model. It takes one picture as `[1, 3, height, width]`, normalised as CLIP's are, and gives one list of
/// numbers, its first output.
pub struct Onnx {
    path: PathBuf,
    session: Session,
    /// The name that its numbers go by: models that differ are not compared.
    by: String,
    size: (u32, u32),
}

impl Onnx {
    /// Reads a model. `runtime` is ONNX Runtime's library, such as `libonnxruntime.so`; a process uses the first that it
    /// was given.
    ///
    /// # Errors
    /// If one of them cannot be used; says which.
    pub fn open(model: &Path, runtime: &Path) -> Result<Onnx, Error> {
        let wrong = |path: &Path, cause: String| Error::Model { path: path.to_owned(), cause };
        let environment = RUNTIME.get_or_try_init(|| {
            let library = ort::init_from(runtime).map_err(|error| wrong(runtime, error.to_string()))?;
            library.build().map_err(|error| wrong(runtime, error.to_string()))
        })?;
        let bytes = std::fs::read(model).map_err(|error| wrong(model, error.to_string()))?;
        let session = Session::builder(environment)
            .map_err(|error| wrong(model, error.to_string()))?
            // On one thread a sum has one order.
            .with_intra_threads(1)
            .map_err(|error| wrong(model, error.to_string()))?
            .commit_from_memory(&bytes)
            .map_err(|error| wrong(model, error.to_string()))?;
        let digest: String = Sha256::digest(&bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let shape = session.inputs().first().and_then(|input| input.dtype().tensor_shape());
        let shape = shape.ok_or_else(|| wrong(model, "it takes no picture".into()))?;
        let side = |at: usize| shape.get(at).and_then(|side| u32::try_from(*side).ok()).filter(|side| *side > 0);
        let size = (side(3).unwrap_or(SIDE), side(2).unwrap_or(SIDE));
        Ok(Onnx { path: model.to_owned(), session, by: format!("onnx-{digest}"), size })
    }
}

impl Eye for Onnx {
    fn look(&mut self, frame: &Frame) -> Result<Embedding, Error> {
        let wrong = |cause: String| Error::Model { path: self.path.clone(), cause };
        let whole = RgbImage::from_raw(frame.width(), frame.height(), frame.rgb().to_vec());
        let whole = whole.filter(|whole| whole.width() > 0 && whole.height() > 0);
        let whole = whole.ok_or_else(|| wrong("the picture is empty".into()))?;
        let (width, height) = self.size;
        let small = resize(&whole, width, height, FilterType::Triangle);
        let planes = NORMAL.iter().enumerate().flat_map(|(part, (mean, spread))| {
            small.pixels().map(move |pixel| (f32::from(pixel.0[part]) / 255.0 - mean) / spread)
        });
        let planes: Vec<f32> = planes.collect();
        let shape = [1, 3, i64::from(height), i64::from(width)];
        let input = Tensor::from_array((shape, planes)).map_err(|error| wrong(error.to_string()))?;
        let outputs = self.session.run(ort::inputs![input]).map_err(|error| wrong_with(&self.path, &error))?;
        let (_, values) = outputs[0].try_extract_tensor::<f32>().map_err(|error| wrong_with(&self.path, &error))?;
        match values.len() {
            1..=MOST => Ok(Embedding::new(self.by.clone(), values.to_vec())),
            others => Err(wrong_with(&self.path, &format!("it gives {others} numbers; {MOST} are the most"))),
        }
    }
}

fn wrong_with(path: &Path, cause: &dyn std::fmt::Display) -> Error {
    Error::Model { path: path.to_owned(), cause: cause.to_string() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{Entries, Memory, Sight};

    /// A field of a protocol buffer that holds bytes.
    fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
        assert!(bytes.len() < 1 << 14);
        let length = [(bytes.len() & 0x7f) as u8 | 0x80, (bytes.len() >> 7) as u8];
        [&[(number << 3) | 2], &length[..], bytes].concat()
    }

    /// A field of a protocol buffer that holds a small number.
    fn number(field: u8, value: u8) -> Vec<u8> {
        vec![field << 3, value]
    }

    /// A model of two steps that gives the mean of red, green and blue, by the published format (`onnx.proto`).
    fn means() -> Vec<u8> {
        let node = |from: &str, to: &str, kind: &str| {
            field(1, &[field(1, from.as_bytes()), field(2, to.as_bytes()), field(4, kind.as_bytes())].concat())
        };
        let value = |at: u8, name: &str, shape: &[u8]| {
            let sides: Vec<u8> = shape.iter().flat_map(|side| field(1, &number(1, *side))).collect();
            let tensor = field(1, &[number(1, 1), field(2, &sides)].concat());
            field(at, &[field(1, name.as_bytes()), field(2, &tensor)].concat())
        };
        let graph = [
            node("picture", "pooled", "GlobalAveragePool"),
            node("pooled", "means", "Flatten"),
            field(2, b"means"),
            value(11, "picture", &[1, 3, 8, 16]),
            value(12, "means", &[1, 3]),
        ];
        [number(1, 8), field(7, &graph.concat()), field(8, &number(2, 13))].concat()
    }

    #[test]
    fn a_model_says_how_alike_pictures_are() {
        let Some(runtime) = std::env::var_os("ORT_DYLIB_PATH").map(PathBuf::from) else {
            println!("skipped: ORT_DYLIB_PATH names no library of ONNX Runtime");
            return;
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("means.onnx");
        fs::write(&path, means()).unwrap();
        let mut model = Onnx::open(&path, &runtime).unwrap();
        let coloured = |colour: [u8; 3]| Frame::from_rgb(64, 36, colour.repeat(64 * 36));
        let mut look = |colour: [u8; 3]| model.look(&coloured(colour)).unwrap();
        let (red, green, reddish) = (look([250, 0, 0]), look([0, 250, 0]), look([230, 20, 10]));
        assert_eq!(red.values.len(), 3);
        let like = |a: &Embedding, b: &Embedding| a.similarity(b).unwrap();
        assert!(like(&red, &reddish) > 0.95 && like(&red, &green) < 0.5, "{red:?} {green:?} {reddish:?}");
        assert_eq!(red.similarity(&Embedding::of(&coloured([250, 0, 0]))), None);

        let memory = Memory::open_in_memory().unwrap();
        memory.look_with(Box::new(model));
        let goal = anima_intent::Condition::parse("obtain 1 stick", &anima_intent::NoLibrary).unwrap();
        let mut origin = crate::Origin::default();
        for colour in [[250, 0, 0], [0, 250, 0]] {
            let mut episode = crate::Episode::new(&goal, "jarvis", origin.clone());
            let act = crate::ActData { kind: "craft".into(), note: format!("{colour:?}"), ..Default::default() };
            let object = vec![crate::Amount::new("stick", u32::from(colour[0]))];
            episode.executed = vec![crate::Executed { act: crate::ActData { object, ..act }, ticks: 1, failure: None }];
            episode.outcome = crate::Outcome::reached();
            memory.remember(episode, Some(coloured(colour).into())).finish().unwrap();
            origin.number += 1;
        }
        let sight = Sight::Frame(coloured([230, 20, 10]).into());
        let query = Entries { sight, ..Entries::new(&[goal], Default::default()) };
        let found = memory.recall(query).finish().unwrap();
        assert_eq!((found.entries.len(), found.entries[0].id.0), (1, 1));

        fs::write(&path, "no model").unwrap();
        let error = Onnx::open(&path, &runtime).err().expect("it is no model").to_string();
        assert!(error.contains("means.onnx"), "{error}");
    }
}
