//! What a mind remembers of other games.

use anima_intent::{Act, Condition};

use crate::mind::Mind;
use crate::roles::plan::Reference;
use crate::settings::Retrieval;

impl Mind {
    /// GITM's reference for a sub-goal: what worked for it before.
    pub(crate) async fn recall_reference(&self, _goal: &Condition) -> Vec<Reference> {
        Vec::new()
    }

    /// JARVIS-1's references for the goal and for what it needs on the way.
    pub(crate) async fn recall(&self, _queries: &[Condition], _retrieval: Retrieval) -> Vec<Reference> {
        Vec::new()
    }

    /// Keeps what was done for a goal.
    pub(crate) async fn remember(&self, _goal: &Condition, _done: &[Act], _is_reached: bool) {}
}
