//! A goal that an agent gives itself, while it is thought of.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use anima_intent::Condition;

use crate::call::Counters;
use crate::mind::{Means, Mind};
use crate::note::Note;
use crate::roles::propose::{Doings, NoGoal, Proposed};
use crate::settings::Settings;
use crate::situation::Situation;

/// The thought of what to do next, of an agent that nobody has given a goal.
pub struct Wish {
    mind: Mind,
    thought: Pin<Box<dyn Future<Output = Result<Proposed, NoGoal>>>>,
}

impl Wish {
    /// Begins to think of what is new after what was done so far. `eyes` shows the situation whenever the thought looks.
    pub fn new(
        settings: Settings,
        doings: Doings,
        means: impl Into<Means>,
        eyes: impl Fn() -> Situation + 'static,
    ) -> Wish {
        // There is no goal yet, and this one holds nowhere.
        let mind = Mind::new(Condition::Any(Vec::new()), settings, means.into(), eyes);
        let thinking = mind.clone();
        Wish { mind, thought: Box::pin(async move { thinking.propose(&doings).await }) }
    }

    /// The goal, or why there is none; `None` while it is thought of. To be asked until it is there, and not afterwards.
    pub fn decide(&mut self) -> Option<Result<Proposed, NoGoal>> {
        self.mind.look_anew();
        let polled = self.thought.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        match self.mind.take_stopped() {
            Some(cause) => Some(Err(NoGoal::Nothing(cause.to_string()))),
            None => match polled {
                Poll::Ready(goal) => Some(goal),
                Poll::Pending => None,
            },
        }
    }

    /// Waits until a model has answered, or for at most `limit`.
    pub fn wait(&mut self, limit: Duration) -> bool {
        self.mind.wait(limit)
    }

    /// What happened since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.mind.take_notes()
    }

    /// How often a model was asked, and how it did.
    pub fn counters(&self) -> Counters {
        self.mind.counters()
    }
}
