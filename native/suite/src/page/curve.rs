//! The share of a task's games that were won by each tick, as a drawing.

use std::fmt::Write;

use serde::Serialize;

use crate::{Outcome, Row, wilson};

/// The size of the drawing, and where its curve lies in it.
const SIZE: [f64; 2] = [340.0, 190.0];
const LEFT: f64 = 40.0;
const RIGHT: f64 = 326.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 160.0;

/// The share of games won over ticks: paths of an SVG drawing.
#[derive(Debug, Serialize)]
pub struct Curve {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    bottom: f64,
    /// The share of games won.
    line: String,
    /// Where the true share may lie: the Wilson interval (95 %) at each tick.
    band: String,
    /// Lines across: their height and share.
    across: Vec<(f64, String)>,
    /// Marks below: their place and ticks.
    below: Vec<(f64, String)>,
}

impl Curve {
    /// The curve of a task's games over so many ticks.
    pub fn of(rows: &[&Row], ticks: u64) -> Curve {
        let ticks = ticks.max(1);
        let n = rows.len() as u64;
        let won = rows.iter().filter(|row| row.end.outcome == Outcome::Success);
        let mut won: Vec<u64> = won.map(|row| row.end.ticks.min(ticks)).collect();
        won.sort_unstable();
        let x = |tick: u64| round(LEFT + (RIGHT - LEFT) * tick as f64 / ticks as f64);
        let y = |share: f64| round(BOTTOM - (BOTTOM - TOP) * share);
        let rate = |won: u64| if n == 0 { 0.0 } else { won as f64 / n as f64 };
        // From here on so many are won.
        let steps: Vec<(f64, u64)> =
            std::iter::once((x(0), 0)).chain(won.iter().zip(1..).map(|(tick, count)| (x(*tick), count))).collect();
        let path = |of: &dyn Fn(u64) -> f64| {
            let mut path = String::new();
            for (at, count) in &steps {
                let _ = match path.is_empty() {
                    true => write!(path, "{at} {}", of(*count)),
                    false => write!(path, "H{at}V{}", of(*count)),
                };
            }
            path + &format!("H{}", x(ticks))
        };
        let line = format!("M{}", path(&|won| y(rate(won))));
        // Up along the upper end, back along the lower one.
        let low = |won: u64| y(wilson(won, n).0);
        let mut band = format!("M{}", path(&|won| y(wilson(won, n).1)));
        let mut last = x(ticks);
        for (at, count) in steps.iter().rev() {
            let _ = write!(band, "L{last} {}H{at}", low(*count));
            last = *at;
        }
        Curve {
            width: SIZE[0],
            height: SIZE[1],
            left: LEFT,
            right: RIGHT,
            bottom: BOTTOM,
            line,
            band: band + "Z",
            across: [0.0, 0.5, 1.0].map(|share| (y(share), format!("{:.0} %", 100.0 * share))).into(),
            below: marks(ticks).into_iter().map(|tick| (x(tick), thousands(tick))).collect(),
        }
    }
}

/// Round ticks from 0 on, three to five of them.
fn marks(ticks: u64) -> Vec<u64> {
    let step = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    let step = step.take(40).find(|step| ticks / step <= 4).unwrap_or(ticks);
    (0..=ticks / step).map(|index| index * step).collect()
}

/// A tenth is as much as can be seen.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A number with its thousands apart.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Why;
    use crate::report::tests::row;

    #[test]
    fn the_curve_rises_where_games_are_won() {
        let lost = Some(Why::OutOfTicks { act: None, failed: None });
        let rows = [row("t", 1, 50, None), row("t", 2, 100, lost), row("t", 3, 25, None), row("t", 4, 25, None)];
        let curve = Curve::of(&rows.iter().collect::<Vec<_>>(), 100);
        let (quarter, half) = (LEFT + (RIGHT - LEFT) / 4.0, (LEFT + RIGHT) / 2.0);
        let y = |share: f64| BOTTOM - (BOTTOM - TOP) * share;
        let line = format!("M{LEFT} {BOTTOM}H{quarter}V{}H{quarter}V{}H{half}V{}H{RIGHT}", y(0.25), y(0.5), y(0.75));
        assert_eq!(curve.line, line);
        let (low, high) = wilson(3, 4);
        let ends = format!("V{}H{RIGHT}L{RIGHT} {}H{half}", round(y(high)), round(y(low)));
        assert!(curve.band.contains(&ends), "{} has {ends}", curve.band);
        assert!(curve.band.ends_with(&format!("H{LEFT}Z")), "it closes: {}", curve.band);
    }

    #[test]
    fn marks_are_few_and_round() {
        assert_eq!(marks(12_000), [0, 5_000, 10_000]);
        assert_eq!(marks(36_000), [0, 10_000, 20_000, 30_000]);
        assert_eq!(marks(1), [0, 1]);
        assert!((1..5_000).all(|ticks| (2..=5).contains(&marks(ticks).len())));
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
