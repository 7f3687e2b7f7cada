//! Time of day and weather (`ServerWorld.tickTime`, `tickWeather`).

use anima_body::Weather;
use anima_rules::DAY;
use rand::RngExt;

use crate::GameRules;
use crate::level::Dice;

/// Time and weather of a world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sky {
    /// Ticks since the first sunrise.
    pub time: u64,
    raining: bool,
    thundering: bool,
    /// Ticks until rain begins or ends.
    rain_ticks: u32,
    thunder_ticks: u32,
}

impl Sky {
    pub(crate) fn new(day_time: u32, weather: Weather) -> Sky {
        Sky {
            time: u64::from(day_time),
            raining: weather != Weather::Clear,
            thundering: weather == Weather::Thunder,
            rain_ticks: 0,
            thunder_ticks: 0,
        }
    }

    /// Time of day, 0..24000.
    pub(crate) fn day_time(&self) -> u32 {
        (self.time % DAY) as u32
    }

    pub(crate) fn weather(&self) -> Weather {
        match (self.raining, self.thundering) {
            (true, true) => Weather::Thunder,
            (true, false) => Weather::Rain,
            _ => Weather::Clear,
        }
    }

    /// Another weather from now on (`/weather`).
    pub(crate) fn set_weather(&mut self, weather: Weather) {
        *self = Sky { time: self.time, ..Sky::new(0, weather) };
    }

    /// A night slept through: it is morning, and the weather clears up.
    pub(crate) fn wake(&mut self, rules: &GameRules) {
        if rules.do_daylight_cycle {
            self.time = (self.time / DAY + 1) * DAY;
        }
        if rules.do_weather_cycle {
            (self.raining, self.thundering, self.rain_ticks, self.thunder_ticks) = (false, false, 0, 0);
        }
    }

    pub(crate) fn tick(&mut self, rules: &GameRules, dice: &mut Dice) {
        if rules.do_weather_cycle {
            turn(&mut self.thundering, &mut self.thunder_ticks, 3_600..15_600, 12_000..180_000, dice);
            turn(&mut self.raining, &mut self.rain_ticks, 12_000..24_000, 12_000..180_000, dice);
        }
        if rules.do_daylight_cycle {
            self.time += 1;
        }
    }
}

/// Counts down to the next change of rain or thunder.
fn turn(on: &mut bool, ticks: &mut u32, lasts: std::ops::Range<u32>, pauses: std::ops::Range<u32>, dice: &mut Dice) {
    if *ticks > 0 {
        *ticks -= 1;
        if *ticks == 0 {
            *on = !*on;
        }
    } else {
        *ticks = dice.random_range(if *on { lasts } else { pauses });
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn a_day_has_its_ticks_and_rain_comes_and_goes() {
        let (mut sky, mut dice) = (Sky::new(23_999, Weather::Clear), Dice::seed_from_u64(3));
        sky.tick(&GameRules::default(), &mut dice);
        assert_eq!(sky.day_time(), 0);
        let rainy = (0..2_000_000).filter(|_| {
            sky.tick(&GameRules::default(), &mut dice);
            sky.weather() != Weather::Clear
        });
        let share = rainy.count() as f64 / 2_000_000.0;
        assert!((0.05..0.35).contains(&share), "rains {share} of the time");
    }
}
