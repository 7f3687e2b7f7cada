//! What to do after a death: fetch what was dropped, or begin anew. The agent does not wait for the morning: without
//! items it has nothing to lose, and waiting for the night to end would cost as much time as it saves.

use anima_rules::ItemStack;

use crate::policy::effort::ticks_to_get_to;
use crate::situation::Situation;

/// What is remembered of deaths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deaths {
    /// Nothing is fetched before this tick: it failed.
    no_fetching_until: u64,
}

impl Deaths {
    /// Leaves what was dropped alone until it is gone.
    pub(crate) fn fetching_failed(&mut self, gone: u64) {
        self.no_fetching_until = gone;
    }

    /// The ticks there are to fetch what was dropped, if that takes less than getting it anew; `left` tells the ticks
    /// that the goal takes from a situation.
    pub(crate) fn worth_fetching(&self, now: &Situation, left: impl Fn(&Situation) -> f32) -> Option<u64> {
        /// Weight of the way back by day: the player died there and may well die again.
        const RISK: f32 = 1.5;
        /// The same by night, when death is more likely.
        const RISK_BY_NIGHT: f32 = 3.0;
        /// Cost, in ticks, of each mob that waits there: the player has lost its sword.
        const GUARD: f32 = 500.0;
        /// Ticks beyond which the agent does not go back by night.
        const NEAR: f32 = 800.0;
        /// How many times longer the way may turn out to be.
        const SLACK: f32 = 1.5;
        let dropped = now.dropped.as_ref().filter(|_| now.tick >= self.no_fetching_until)?;
        let there = ticks_to_get_to(now, dropped.away, dropped.pos.y);
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
}
