//! Pictures of a terrain: first-person frames and maps, in flat colours of our own.
//!
//! It knows of a block only its shape and colour.

mod camera;
mod colour;
mod figure;
mod land;
mod map;
mod scene;
mod sky;

pub use camera::{Camera, first_person};
pub use map::{Mark, map};
