//! Getting ready for a fight, of a program that has no way of its own for it.

use anima_intent::Ending;

use crate::mind::Mind;

/// Chooses gear as ODYSSEY does, then has the program pursue it like any goal.
pub(crate) async fn prepare(mind: Mind, program: impl Future<Output = Ending>) -> Ending {
    mind.choose_gear().await;
    match program.await {
        Ending::Reached => Ending::Ready,
        other => other,
    }
}
