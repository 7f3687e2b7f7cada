//! How far away the server is, as the agent has felt it: the ticks by which its answers come later than those of a
//! server at hand.

use std::collections::VecDeque;

use anima_body::{BlockPos, Event, Keys, Observation, Target};
use anima_rules::EntityKind;

/// Ticks after which no answer is expected any more: two seconds.
const LATEST: u64 = 40;
/// Answers that are remembered. The soonest of them counts, for what hides an answer only delays it.
const KEPT: usize = 5;
/// Blocks around the middle of a block that was dug within which its drop appears (`Block.dropStack`).
const POPS: f64 = 1.0;

/// What the agent has asked of the server, and how late it was answered.
#[derive(Debug, Default)]
pub(super) struct Lag {
    /// The tick in which the use key was pressed last.
    used: Option<u64>,
    /// The block that was dug last, and the tick in which it was gone.
    dug: Option<(BlockPos, u64)>,
    late: VecDeque<u64>,
}

impl Lag {
    /// Takes in what is perceived in a tick, after the keys of the last tick and of the one before it.
    pub(super) fn see(&mut self, before: &Observation, now: &Observation, (last, earlier): (Keys, Keys)) {
        if last.contains(Keys::USE) && !earlier.contains(Keys::USE) {
            self.used = Some(now.tick);
        }
        if let Target::Block(hit) = before.target
            && last.contains(Keys::ATTACK)
        {
            let is_gone = |event: &Event| matches!(event, Event::BlockChanged { pos, state } if *pos == hit.pos && state.is_air());
            if now.events.iter().any(is_gone) {
                self.dug = Some((hit.pos, now.tick));
            }
        }
        if now.events.iter().any(|event| matches!(event, Event::ScreenOpened(_))) {
            let since = self.used.take();
            self.note(since, now.tick);
        }
        if let Some((pos, since)) = self.dug {
            let is_new = |id: u32| !before.entities.iter().any(|entity| entity.id == id);
            let mut items = now.entities.iter().filter(|entity| entity.kind == EntityKind::ITEM);
            if items.any(|item| item.pos.distance(pos.center()) < POPS && is_new(item.id)) {
                self.dug = None;
                self.note(Some(since), now.tick);
            }
        }
    }

    fn note(&mut self, since: Option<u64>, tick: u64) {
        let Some(late) = since.map(|since| tick.saturating_sub(since)).filter(|late| *late <= LATEST) else { return };
        self.late.push_back(late);
        if self.late.len() > KEPT {
            self.late.pop_front();
        }
    }

    /// Ticks by which answers come late, as far as some have come.
    pub(super) fn ticks(&self) -> u32 {
        self.late.iter().min().map_or(0, |late| *late as u32)
    }
}

#[cfg(test)]
mod tests {
    use anima_body::MenuKind;

    use super::*;
    use crate::testing::{Game, flat};
    use crate::{Me, close_window, dig, open_block};
    use anima_intent::Outcome;

    /// What is felt after a skill, so many ticks from the server.
    fn felt<F: Future<Output = Outcome> + 'static>(ticks: u32, skill: impl FnOnce(Me) -> F + 'static) -> u32 {
        let mut scene = flat(&[]);
        scene.set([2, 64, 0], "chest[facing=west]").set([0, 64, 2], "dirt");
        let felt = std::rc::Rc::new(std::cell::Cell::new(u32::MAX));
        let tells = std::rc::Rc::clone(&felt);
        let end = Game::by_day(&scene).after(20).far(ticks).play(400, async move |me| {
            skill(me.clone()).await?;
            tells.set(me.lag());
            Ok(())
        });
        assert_eq!(end.outcome, Some(Ok(())));
        felt.get()
    }

    #[test]
    fn it_is_felt_by_windows_and_by_what_drops() {
        for ticks in [0, 1, 6] {
            let opened = async |me: Me| {
                open_block(&me, BlockPos::new(2, 64, 0), MenuKind::Generic9(3)).await?;
                close_window(&me).await
            };
            assert_eq!(felt(ticks, opened), ticks);
            let dug = async |me: Me| {
                dig(&me, BlockPos::new(0, 64, 2)).await?;
                me.wait(20).await;
                Ok(())
            };
            assert_eq!(felt(ticks, dug), ticks);
            assert_eq!(
                felt(ticks, async |me: Me| {
                    me.wait(20).await;
                    Ok(())
                }),
                0,
                "nothing was asked"
            );
        }
    }
}
