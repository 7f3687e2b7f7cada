//! What time of day it is.

use anima_body::{Observation, Weather};
use anima_rules::{BEDTIME, DAY};

/// Time of day, in ticks, at which monsters begin to spawn under the open sky in clear weather
/// (`World.calculateAmbientDarkness`: the light of the sky falls below 8).
const DUSK: u32 = 13_188;
/// Time of day, in ticks, at which the last of those monsters burn: from then on the light of the sky is at least 8
/// again.
const DAWN: u32 = 23_460;

/// Whether monsters spawn under the open sky, or those of the night are still about.
pub(crate) fn is_night(now: &Observation) -> bool {
    (DUSK..DAWN).contains(&now.day_time)
}

/// Whether a player can go to bed: by night, and in a thunderstorm (`ServerPlayerEntity.trySleep`).
pub(crate) fn is_bedtime(now: &Observation) -> bool {
    BEDTIME.contains(&now.day_time) || now.weather == Weather::Thunder
}

/// Ticks until the night begins; none by night.
pub(crate) fn until_night(now: &Observation) -> u64 {
    match is_night(now) {
        true => 0,
        false => to_dusk(now) % DAY,
    }
}

/// Ticks until a night of which more than `ticks` are left: none while it is such a night.
pub(crate) fn until_night_of(now: &Observation, ticks: u64) -> u64 {
    let left = u64::from(DAWN.saturating_sub(now.day_time));
    let is_late = is_night(now) && left < ticks;
    if is_late { to_dusk(now) } else { until_night(now) }
}

/// Ticks until the dusk of the next day.
fn to_dusk(now: &Observation) -> u64 {
    DAY + u64::from(DUSK) - u64::from(now.day_time)
}
