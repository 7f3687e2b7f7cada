//! The memory that the settings name.

use std::path::Path;

use anima_memory::{Error, Eye, Memory};

use crate::MemorySettings;

/// Opens the memory that the settings name, to recall from it alone or to write in it too; its pictures are looked at by what
/// the settings name.
///
/// # Errors
/// If it cannot be opened, or the picture model cannot be used; says what to do.
pub fn memory(settings: &MemorySettings, writes: bool) -> Result<Memory, Error> {
    let path = Path::new(&settings.file);
    let memory = if writes { Memory::open(path)? } else { Memory::open_read_only(path)? };
    if !settings.eye.is_empty() {
        memory.look_with(eye(Path::new(&settings.eye), Path::new(&settings.onnx_runtime))?);
    }
    Ok(memory)
}

#[cfg(feature = "onnx")]
fn eye(model: &Path, runtime: &Path) -> Result<Box<dyn Eye>, Error> {
    Ok(Box::new(anima_memory::Onnx::open(model, runtime)?))
}

#[cfg(not(feature = "onnx"))]
fn eye(model: &Path, _: &Path) -> Result<Box<dyn Eye>, Error> {
    let cause = "this build runs no picture models; build it with --features onnx, or leave memory.eye empty";
    Err(Error::Model { path: model.to_owned(), cause: cause.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_model_that_cannot_be_used_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.sqlite").display().to_string();
        let settings = MemorySettings { file, ..MemorySettings::default() };
        assert!(memory(&settings, true).is_ok() && memory(&settings, false).is_ok());
        let settings = MemorySettings { eye: "clip.onnx".into(), onnx_runtime: "nowhere.so".into(), ..settings };
        let error = memory(&settings, false).err().expect("there is none").to_string();
        let named = if cfg!(feature = "onnx") { "nowhere.so" } else { "clip.onnx (this build" };
        assert!(error.contains(named) && error.contains("ONNX"), "{error}");
    }
}
