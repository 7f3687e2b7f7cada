//! What to do after a death: fetch what was dropped, wait for the morning, or begin anew.

use anima_rules::{ItemStack, ToolKind};

use crate::effort::ticks_to_get_to;
use crate::situation::Situation;

/// A death this long ago was in this night.
const TONIGHT: u64 = 9000;
const A_DAY: u64 = 24_000;

/// What is remembered of deaths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deaths {
    last: Option<u64>,
    /// Nothing is fetched before this tick: it failed.
    no_fetching_until: u64,
    /// No shelter is made before this tick: it failed.
    no_sheltering_until: u64,
}

impl Deaths {
    pub(crate) fn note(&mut self, tick: u64) {
        self.last = Some(tick);
    }

    /// Leaves what was dropped alone until it is gone.
    pub(crate) fn fetching_failed(&mut self, gone: u64) {
        self.no_fetching_until = gone;
    }

    pub(crate) fn sheltering_failed(&mut self, tick: u64) {
        /// Ticks after which it may be tried again.
        const LATER: u64 = 1500;
        self.no_sheltering_until = tick + LATER;
    }

    /// The ticks there are to fetch what was dropped, if that takes less than getting it anew; `left` tells the ticks
    /// that the goal takes from a situation.
    pub(crate) fn worth_fetching(&self, now: &Situation, left: impl Fn(&Situation) -> f32) -> Option<u64> {
        /// Who died there may well die again, by night above all.
        const RISK: f32 = 1.5;
        const RISK_BY_NIGHT: f32 = 3.0;
        /// What killed waits there, and each of them is as bad as so many ticks for who has lost his sword.
        const GUARD: f32 = 500.0;
        /// By night nobody goes farther, in ticks.
        const NEAR: f32 = 800.0;
        /// The way may turn out longer.
        const SLACK: f32 = 1.5;
        let dropped = now.dropped.as_ref().filter(|_| now.tick >= self.no_fetching_until)?;
        let there = ticks_to_get_to(now, dropped.away, dropped.y);
        let by_night = now.is_night() && !now.peaceful;
        if there * SLACK > dropped.lasts as f32 || by_night && there > NEAR {
            return None;
        }
        let stacks: Vec<ItemStack> = now.carried.iter().chain(&dropped.items).copied().collect();
        let with = Situation { carried: stacks, ..now.clone() };
        let risk = if by_night { RISK_BY_NIGHT } else { RISK };
        let guards = GUARD * dropped.guards as f32;
        (left(&with) + there * risk + guards < left(now)).then_some(dropped.lasts)
    }

    /// Ticks to the morning, if it is better to wait for it: who has just been killed, stands there at night with
    /// bare hands and would have to start anew is killed again.
    pub(crate) fn worth_sheltering(&self, now: &Situation, left: impl Fn(&Situation) -> f32) -> Option<u64> {
        let died = self.last.is_some_and(|tick| now.tick < tick + TONIGHT);
        let is_pickaxe = |stack: &ItemStack| stack.item.tool().is_some_and(|tool| tool.kind == ToolKind::Pickaxe);
        let bare = !now.carried.iter().any(is_pickaxe);
        let wanted = died && bare && now.is_night() && !now.peaceful && now.tick >= self.no_sheltering_until;
        let ticks = A_DAY.saturating_sub(now.day_time.into()).max(1);
        let enough = |ticks_left: u64| ticks_left as f32 > ticks as f32 + left(now);
        (wanted && now.ticks_left.is_none_or(enough)).then_some(ticks)
    }
}
