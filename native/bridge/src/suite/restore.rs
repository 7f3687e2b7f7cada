//! What the world was set to before a suite, read before and set back after it.

use anima_body::Weather;
use anima_suite::{Before, Left};

use super::operator::name;
use super::orders::Order;
use super::session::Then;

/// Ticks for which weather that a game begins with stays so, if it changes at all.
pub(super) const WEATHER_TICKS: i32 = 6_000;

/// What sets a world back.
pub(super) fn orders(left: &Left) -> Vec<(Order, Then)> {
    let server = |line: String| Order::Command { slot: None, line };
    let mut orders: Vec<(Order, Then)> =
        left.lost.iter().map(|lost| (Order::Say(lost.clone()), Then::Nothing)).collect();
    for Before { difficulty, time, weather, weather_ticks, rules, .. } in &left.worlds {
        // The game calls it a failure to set a difficulty that is set.
        orders.push((server(format!("difficulty {}", name(*difficulty))), Then::Nothing));
        for (rule, value) in rules {
            orders.push((server(format!("gamerule {rule} {value}")), Then::SetBack(rule.clone())));
        }
        orders.push((Order::SetTime(*time), Then::SetBack("time".into())));
        orders.push((weather_order(*weather, *weather_ticks), Then::SetBack("weather".into())));
    }
    orders
}

/// What sets the weather.
pub(super) fn weather_order(weather: Weather, ticks: i32) -> Order {
    Order::SetWeather { weather, ticks: ticks.max(1) }
}
