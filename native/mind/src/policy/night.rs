//! The night: how much of it a way spends in the open, and that an agent sleeps through it if it has a bed.

use anima_intent::{Act, Sought};
use anima_rules::techtree::Step;
use anima_rules::{BEDTIME, Dimension, EntityKind, Habitat};

use crate::plan::Plan;
use crate::policy::effort::{Efforts, is_underground};
use crate::policy::setbacks::Setbacks;
use crate::situation::Situation;

/// Ticks of work in the open that are worth a night's sleep: to lay the bed, to lie in it and to take it along.
const WORTH_A_NAP: f32 = 400.0;

/// Whether the night is slept through before an act of a plan: if that would be done in the open by night, a bed is carried
/// and nothing in the plan waits for the night.
pub(crate) fn is_slept_through(act: &Act, plan: &Plan, now: &Situation, setbacks: &Setbacks) -> bool {
    let is_time = BEDTIME.contains(&now.day_time) && now.biome.dimension() == Dimension::Overworld;
    let may_sleep = is_time && now.carries_bed() && now.is_up() && !now.peaceful;
    let is_long = || is_in_the_open(act) && Efforts::new(now, setbacks).of_act(act) > WORTH_A_NAP;
    let hunts = || plan.acts().any(|act| hunted(act).is_some_and(|mob| Habitat::of(mob).is_some()));
    may_sleep && is_long() && !hunts() && !setbacks.failed_lately(&Act::Sleep, now.tick)
}

/// Ticks of the first night that a way is expected to spend in the open: the longest search of it may take much longer than
/// is expected.
pub(crate) fn ticks_by_night(plan: &[Step], now: &Situation) -> f32 {
    /// How many times longer.
    const SPREAD: f32 = 2.5;
    /// Ticks of a night, about.
    const NIGHT: f32 = 10_000.0;
    let in_the_open = plan.iter().filter(|step| is_over_land(step));
    let search = SPREAD * in_the_open.map(|step| step.ticks).fold(0.0, f32::max);
    let dusk = now.until_night() as f32;
    let end = now.ticks_left.map_or(f32::INFINITY, |left| left as f32).min(dusk + NIGHT);
    let lasts_until = |tick: f32| (-tick / search.max(1.0)).exp();
    (search * (lasts_until(dusk) - lasts_until(end))).max(0.0)
}

/// Whether a step is gone to over land.
fn is_over_land(step: &Step) -> bool {
    step.place().first > 0.0 && !is_underground(step.place())
}

/// Whether an act is done under the sky.
fn is_in_the_open(act: &Act) -> bool {
    match act {
        Act::Obtain(step) => is_over_land(step),
        Act::Sleep | Act::Wait { .. } | Act::DigDown { .. } => false,
        _ => true,
    }
}

/// The mob that an act is after.
fn hunted(act: &Act) -> Option<EntityKind> {
    match act {
        Act::Obtain(step) => step.mob(),
        Act::Kill { mob, .. } | Act::Shoot { mob, .. } => Some(*mob),
        Act::Explore(Sought::Mob(mob)) | Act::Approach(Sought::Mob(mob)) => Some(*mob),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use anima_intent::Reason;
    use anima_rules::{Item, ItemStack};

    use super::*;
    use crate::roles::plan::rules;
    use crate::testing::{at_start, goal};

    /// Whether the night is slept through before a goal is gone for.
    fn sleeps(words: &str, now: &Situation, setbacks: &Setbacks) -> bool {
        let plan = rules::plan(&goal(words), now, setbacks, false).expect("a plan").plan;
        is_slept_through(&plan.acts[0].act, &plan, now, setbacks)
    }

    #[test]
    fn an_agent_with_a_bed_sleeps_before_it_goes_on_over_land_by_night() {
        let carried = vec![ItemStack::new(Item::RED_BED, 1), ItemStack::new(Item::IRON_PICKAXE, 1)];
        let night = Situation { carried, day_time: 14_000, ..at_start() };
        let fresh = Setbacks::default();
        assert!(sleeps("1 jungle log", &night, &fresh));
        assert!(sleeps("explore a desert", &night, &fresh));
        assert!(!sleeps("1 diamond", &night, &fresh), "below the ground it is always night");
        assert!(!sleeps("1 bone and 1 jungle log", &night, &fresh), "skeletons come by night");
        assert!(!sleeps("1 jungle log", &Situation { day_time: 3000, ..night.clone() }, &fresh));
        assert!(!sleeps("1 jungle log", &Situation { carried: Vec::new(), ..night.clone() }, &fresh));
        let mut disturbed = Setbacks::default();
        disturbed.note(&Act::Sleep, &Reason::unexpected("a zombie"), night.tick);
        assert!(!sleeps("1 jungle log", &night, &disturbed));
        assert!(sleeps("1 jungle log", &Situation { tick: 2000, ..night }, &disturbed), "later it is tried again");
    }
}
