//! Pictures of the moments that are worth one: when a goal begins, when an act fails, when the goal ends.

use std::cell::RefCell;
use std::fmt;
use std::mem::discriminant;
use std::rc::Rc;
use std::sync::Arc;

use anima_body::Frame;
use anima_intent::Reason;
use image::ExtendedColorType;
use image::codecs::jpeg::JpegEncoder;

use crate::Note;

/// A moment that is worth a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Moment {
    /// A goal began.
    GoalBegan,
    /// An act failed.
    ActFailed {
        /// The act.
        act: String,
        /// Why.
        why: Reason,
    },
    /// The goal ended.
    GoalEnded,
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::GoalBegan => write!(f, "the goal begins"),
            Moment::ActFailed { act, why } => write!(f, "{act} failed: {why}"),
            Moment::GoalEnded => write!(f, "the goal has ended"),
        }
    }
}

/// A picture as a JPEG file, some 30 KB of it.
pub fn jpeg(frame: &Frame) -> Vec<u8> {
    /// From 1 to 100.
    const QUALITY: u8 = 80;
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY)
        .encode(frame.rgb(), frame.width(), frame.height(), ExtendedColorType::Rgb8)
        .expect("a frame has all its bytes, and memory takes what is written");
    bytes
}

/// What pictures are waited for. None is asked for when neither the host uses it nor the mind looks at it.
pub(crate) struct Pictures {
    pub are_used: bool,
    /// Whether the mind may look at them.
    pub may_be_looked_at: bool,
    /// Whether the mind looks at them, too, and waits for them.
    pub are_looked_at: bool,
    /// What the mind looks at.
    pub sight: Rc<RefCell<Option<Arc<Frame>>>>,
    /// The moments whose picture has not come, the latest of each kind.
    due: Vec<Moment>,
    /// The tick at which the game was asked last, and how often it was.
    asked: Option<u64>,
    times: u32,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures {
            are_used: false,
            may_be_looked_at: true,
            are_looked_at: false,
            sight: Rc::default(),
            due: Vec::new(),
            asked: None,
            times: 0,
        }
    }
}

impl Pictures {
    /// A moment has come.
    pub fn want(&mut self, moment: Moment) {
        if self.are_used || self.are_looked_at {
            self.due.retain(|other| discriminant(other) != discriminant(&moment));
            self.due.push(moment);
            (self.asked, self.times) = (None, 0);
        }
    }

    /// Whether one is waited for.
    pub fn are_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// Whether the mind waits for one.
    pub fn hold_the_mind(&self) -> bool {
        self.are_looked_at && self.are_due()
    }

    /// Whether the game is to be asked for a picture in this tick. One that does not come, as from a window that is
    /// minimised, is asked for again, and given up after some seconds.
    pub fn asks(&mut self, tick: u64) -> bool {
        /// Ticks for which a picture is waited for.
        const PATIENCE: u64 = 20;
        /// How often one is asked for.
        const TIMES: u32 = 5;
        if !self.are_due() || self.asked.is_some_and(|asked| tick < asked + PATIENCE) {
            return false;
        }
        if self.times == TIMES {
            self.due.clear();
            // Where none comes the mind waits for no other.
            self.are_looked_at = false;
            return false;
        }
        (self.asked, self.times) = (Some(tick), self.times + 1);
        true
    }

    /// Takes in the picture that has come, if one has: a note for each moment that waited for it.
    pub fn come(&mut self, frame: Option<&Arc<Frame>>) -> Vec<Note> {
        let Some(frame) = frame.filter(|_| self.asked.is_some()) else { return Vec::new() };
        self.asked = None;
        if self.are_looked_at {
            self.sight.replace(Some(Arc::clone(frame)));
        }
        if !self.are_used {
            self.due.clear();
        }
        let note = |moment| Note::Picture { moment, frame: Arc::clone(frame) };
        self.due.drain(..).map(note).collect()
    }
}
