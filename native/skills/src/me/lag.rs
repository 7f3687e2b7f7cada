//! How far away the server is, as the agent has felt it: the ticks by which its answers come later than those of a
//! server at hand.
//!
//! It limits a wait, and does not take the place of what is waited for: a skill waits until the answer shows
//! ([`Me::wait_for_answer`](crate::Me), `is_answered_within`). What the client foresees (a block that is broken or
//! placed, a click) shows at once and is gone on from; what the server refuses of it shows as another change.

use std::collections::VecDeque;

use anima_body::{BlockPos, Event, Keys, Observation, Target};
use anima_rules::EntityKind;

/// Ticks after which no answer is expected any more: two seconds.
const LATEST: u64 = 40;
/// Answers that are remembered.
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

    /// Ticks by which answers come late at most, as far as some have come. None where one has come at once: that server is
    /// at hand, and what makes an answer late there is what hides it.
    pub(super) fn ticks(&self) -> u32 {
        let is_at_hand = self.late.contains(&0);
        self.late.iter().max().filter(|_| !is_at_hand).map_or(0, |late| *late as u32)
    }
}

#[cfg(test)]
mod tests {
    use anima_body::MenuKind;

    use super::*;
    use crate::testing::{Game, flat};
    use crate::work::collect::{carried, wait_for_drops};
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

    #[test]
    fn the_latest_answer_counts_and_none_where_one_came_at_once() {
        let late = |answers: &[u64]| {
            let mut lag = Lag::default();
            answers.iter().for_each(|late| lag.note(Some(100), 100 + late));
            lag.ticks()
        };
        assert_eq!(late(&[]), 0);
        assert_eq!(late(&[3, 7, 4]), 7);
        assert_eq!(late(&[9, 3, 7, 4, 5, 6]), 7, "of the last five");
        assert_eq!(late(&[0, 9, 9, 9, 9]), 0, "something hides them");
        assert_eq!(late(&[4, 41]), 4, "that is no answer any more");
    }

    /// Digs a block in reach of a server whose answers come so late, and waits for its drop; tells for how many ticks it
    /// waited, and whether the drop was there then, or carried already. How far the server is was felt before.
    fn waits_for_drops(ticks: u32, jitter: Option<u64>, block: &str) -> (u64, bool) {
        let mut scene = flat(&[]);
        scene.set([0, 64, 2], block);
        for x in -2..=2 {
            scene.set([x, 64, -4], "dirt");
        }
        let mut game = Game::by_day(&scene).after(20).far(ticks);
        if let Some(seed) = jitter {
            game = game.unsteady(8, seed);
        }
        let told = std::rc::Rc::new(std::cell::Cell::new(None));
        let tells = std::rc::Rc::clone(&told);
        let end = game.play(900, async move |me| {
            for x in -2..=2 {
                dig(&me, BlockPos::new(x, 64, -4)).await?;
                me.wait(20).await;
            }
            let (pos, before) = (BlockPos::new(0, 64, 2), carried(&me));
            dig(&me, pos).await?;
            let since = me.age();
            wait_for_drops(&me, pos).await;
            let now = me.now();
            let mut items = now.entities.iter().filter(|entity| entity.kind == EntityKind::ITEM);
            let lies_there = items.any(|item| item.pos.distance(pos.center()) < 3.0);
            tells.set(Some((me.age() - since, lies_there || carried(&me) > before)));
            Ok(())
        });
        assert_eq!(end.outcome, Some(Ok(())));
        told.get().expect("it is over")
    }

    #[test]
    fn a_drop_is_waited_for_until_it_is_there_and_not_longer_than_answers_take() {
        const FALLS: u64 = 12;
        for ticks in [0, 6, 11] {
            assert_eq!(waits_for_drops(ticks, None, "dirt"), (FALLS, true), "it fell meanwhile, {ticks}");
            assert_eq!(waits_for_drops(ticks, None, "glass"), (FALLS + u64::from(ticks), false), "{ticks}");
        }
        assert_eq!(waits_for_drops(20, None, "dirt"), (20, true), "from when it is there");
        for seed in 0..20 {
            let (waited, is_there) = waits_for_drops(12, Some(seed), "dirt");
            assert!(is_there && waited <= 20, "seed {seed}: {waited} ticks");
        }
    }
}
