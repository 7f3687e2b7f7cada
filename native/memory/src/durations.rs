//! DEPS's horizon: how many steps something will take, as its selector wants to know.

use crate::Error;
use crate::circumstances::Traits;
use crate::episode::Circumstances;
use crate::view::{Query, View};

/// Classes of numbers of steps: ten of tens up to 99, five of twenties up to 199, one of all that is more.
pub const CLASSES: usize = 16;
/// What was measured that is looked at, from the newest on.
const LOOKED_AT: usize = 256;

/// Asks how long what is of a class has taken: acts (`mine raw_iron`, [`ActData::class`](crate::ActData::class)) or whole
/// goals (`obtain iron_ingot`, [`class_of`](crate::class_of)).
#[derive(Clone, Debug, PartialEq)]
pub struct Durations {
    /// The class.
    pub class: String,
    /// What took place in like circumstances counts more, if they are given.
    pub circumstances: Option<Circumstances>,
    /// Game ticks that are one step, from 1. With 1 they are DEPS's own steps; few things here take less than 200 of
    /// those.
    pub ticks_per_step: u32,
}

/// How many steps something took, in classes: DEPS's mu.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundDurations {
    /// What happened so often, by class; weighed by circumstances where they were given. What failed counts as the last
    /// class.
    pub classes: [f32; CLASSES],
    /// How many were looked at.
    pub times: u32,
    /// How many of them failed.
    pub failed: u32,
}

/// The class of a number of steps.
pub fn step_class(steps: u64) -> usize {
    match steps {
        0..100 => steps as usize / 10,
        100..200 => 10 + (steps as usize - 100) / 20,
        _ => CLASSES - 1,
    }
}

/// The steps in the middle of a class; of the last, which has no end, 250.
pub fn middle(class: usize) -> f32 {
    match class {
        0..10 => 10.0 * class as f32 + 5.0,
        10..15 => 100.0 + 20.0 * (class - 10) as f32 + 10.0,
        _ => 250.0,
    }
}

impl FoundDurations {
    /// The steps to be expected; `None` if nothing is known.
    pub fn expected(&self) -> Option<f32> {
        let all: f32 = self.classes.iter().sum();
        let steps = self.classes.iter().enumerate().map(|(class, weight)| weight * middle(class));
        (all > 0.0).then(|| steps.sum::<f32>() / all)
    }

    /// The class that happened most often, the shortest of several; `None` if nothing is known.
    pub fn likeliest(&self) -> Option<usize> {
        let most = self.classes.iter().copied().fold(0.0, f32::max);
        if most > 0.0 { self.classes.iter().position(|weight| *weight == most) } else { None }
    }
}

impl Query for Durations {
    type Answer = FoundDurations;

    fn answer(self, view: &View<'_>) -> Result<FoundDurations, Error> {
        /// What the least alike circumstances count.
        const LEAST: f32 = 0.1;
        let here = self.circumstances.as_ref().map(Traits::of);
        let took = view.index.took(&self.class);
        let shown = took.partition_point(|took| took.id <= view.upto);
        let mut found = FoundDurations { classes: [0.0; CLASSES], times: 0, failed: 0 };
        for took in took[..shown].iter().rev().take(LOOKED_AT) {
            let Some(row) = view.row(took.id) else { continue };
            let alike = here.as_ref().map_or(1.0, |here| here.similarity(&row.traits).max(LEAST));
            let steps = took.ticks / u64::from(self.ticks_per_step.max(1));
            found.classes[if took.reached { step_class(steps) } else { CLASSES - 1 }] += alike;
            found.times += 1;
            found.failed += u32::from(!took.reached);
        }
        Ok(found)
    }
}
