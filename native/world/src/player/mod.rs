//! The player: movement, hands, survival.

mod movement;

use anima_body::Inventory;
use glam::DVec3;

use crate::physics::{Body, Nature};

/// How the body is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pose {
    Standing,
    Crouching,
    /// Swimming, or crawling where there is no water.
    Swimming,
}

impl Pose {
    /// Height of the box and of the eyes.
    pub(crate) fn heights(self) -> (f32, f32) {
        match self {
            Pose::Standing => (1.8, 1.62),
            Pose::Crouching => (1.5, 1.27),
            Pose::Swimming => (0.6, 0.4),
        }
    }
}

/// What the movement keys asked for in the last tick (the client's `Input`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Input {
    pub forward: f32,
    /// Left is positive.
    pub sideways: f32,
    pub jumping: bool,
    pub sneaking: bool,
}

/// The player of an embedded world: what the client and the server know of it in one.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub body: Body,
    pub yaw: f32,
    pub pitch: f32,
    pub pose: Pose,
    pub input: Input,
    /// Held low by the sneak key or by a ceiling, as of the start of the tick; slows the keys.
    pub crouches: bool,
    pub swims: bool,
    /// Walked into something at an angle that does not end a sprint.
    pub brushed: bool,
    pub inventory: Inventory,
}

impl Player {
    pub(crate) fn new(pos: DVec3) -> Player {
        let (height, eyes) = Pose::Standing.heights();
        Player {
            body: Body::new(Nature::Player, pos, 0.6, height, eyes),
            yaw: 0.0,
            pitch: 0.0,
            pose: Pose::Standing,
            input: Input::default(),
            crouches: false,
            swims: false,
            brushed: false,
            inventory: Inventory::default(),
        }
    }
}

impl Player {
    fn uses_item(&self) -> bool {
        false
    }
    fn is_fit_to_sprint(&self) -> bool {
        true
    }
    fn is_blind(&self) -> bool {
        false
    }
}
