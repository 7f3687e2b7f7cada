//! How the scripted model is: what it knows, and how often it errs and in which ways.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What a scripted server is started with.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The port at this machine; 0 takes one that is free.
    pub port: u16,
    /// What all its chances follow from, with the bytes of each request.
    pub seed: u64,
    /// The share of the ways of the tech tree that it knows by itself, from 0 to 1.
    pub skill: f64,
    /// How often answers are flawed.
    pub errors: Rates<Flaw>,
    /// How often an answer does not come as it should.
    pub transport: Rates<Fault>,
    /// Tokens that a request and its answer may have together.
    pub context: Option<u64>,
    /// Whether it refuses `json_schema`.
    pub no_schema: bool,
    /// How long the first token of [`Fault::SlowFirstToken`] takes.
    pub slow: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            port: 0,
            seed: 1,
            skill: 1.0,
            errors: Rates::default(),
            transport: Rates::default(),
            context: None,
            no_schema: false,
            slow: Duration::from_secs(2),
        }
    }
}

/// A way to err.
pub trait Mode: Copy + PartialEq + 'static {
    /// All of this sort.
    const ALL: &'static [Self];

    /// Its name on the command line and in the log.
    fn name(self) -> &'static str;
}

/// What can be wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// An id that does not exist.
    WrongId,
    /// A tool or a station is forgotten.
    MissingTool,
    /// An amount is halved.
    WrongAmount,
    /// The steps stand in the wrong order.
    WrongOrder,
    /// The answer is right, but there is text around it.
    Prose,
    /// It breaks off in the middle.
    Truncated,
    /// A kind of step, a verb or a program that there is none of.
    InventedAction,
    /// What failed is said again.
    SameAgain,
    /// It declines to answer.
    Refusal,
}

impl Mode for Flaw {
    const ALL: &'static [Flaw] = &[
        Flaw::WrongId,
        Flaw::MissingTool,
        Flaw::WrongAmount,
        Flaw::WrongOrder,
        Flaw::Prose,
        Flaw::Truncated,
        Flaw::InventedAction,
        Flaw::SameAgain,
        Flaw::Refusal,
    ];

    fn name(self) -> &'static str {
        match self {
            Flaw::WrongId => "wrong_id",
            Flaw::MissingTool => "missing_tool",
            Flaw::WrongAmount => "wrong_amount",
            Flaw::WrongOrder => "wrong_order",
            Flaw::Prose => "prose",
            Flaw::Truncated => "truncated",
            Flaw::InventedAction => "invented_action",
            Flaw::SameAgain => "same_again",
            Flaw::Refusal => "refusal",
        }
    }
}

/// How an answer can fail to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The first token comes late.
    SlowFirstToken,
    /// It stops in the middle, and the connection stays open.
    Stall,
    /// Status 429, with `Retry-After: 1`.
    TooMany,
    /// Status 500.
    Broken,
    /// The connection is closed in the middle.
    Drop,
}

impl Mode for Fault {
    const ALL: &'static [Fault] = &[Fault::SlowFirstToken, Fault::Stall, Fault::TooMany, Fault::Broken, Fault::Drop];

    fn name(self) -> &'static str {
        match self {
            Fault::SlowFirstToken => "slow_first_token",
            Fault::Stall => "stall",
            Fault::TooMany => "429",
            Fault::Broken => "500",
            Fault::Drop => "drop",
        }
    }
}

/// How often each of some modes happens; together at most always.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates<T>(Vec<(T, f64)>);

impl<T> Default for Rates<T> {
    fn default() -> Rates<T> {
        Rates(Vec::new())
    }
}

impl<T: Mode> Rates<T> {
    /// One mode at one rate.
    pub fn just(mode: T, rate: f64) -> Rates<T> {
        Rates(vec![(mode, rate)])
    }

    /// A rate spread evenly over all modes.
    pub fn mixed(rate: f64) -> Rates<T> {
        Rates(T::ALL.iter().map(|mode| (*mode, rate / T::ALL.len() as f64)).collect())
    }

    /// The modes that can happen, in the order in which they were given.
    pub fn modes(&self) -> impl Iterator<Item = T> + '_ {
        self.0.iter().filter(|(_, rate)| *rate > 0.0).map(|(mode, _)| *mode)
    }

    /// The mode on which a number from 0 and below 1 falls.
    pub fn at(&self, number: f64) -> Option<T> {
        let mut sum = 0.0;
        self.0.iter().find_map(|(mode, rate)| {
            sum += rate;
            (number < sum).then_some(*mode)
        })
    }
}

impl<T: Mode> FromStr for Rates<T> {
    type Err = String;

    /// `wrong_id=0.1,prose=0.05`, or `mixed=0.3` for all modes alike.
    fn from_str(text: &str) -> Result<Rates<T>, String> {
        let names = || T::ALL.iter().map(|mode| mode.name()).collect::<Vec<_>>().join(", ");
        let mut rates: Vec<(T, f64)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, rate) = part.split_once('=').ok_or("MODE=RATE is wanted, such as mixed=0.3")?;
            let number = rate.parse::<f64>().ok().filter(|rate| (0.0..=1.0).contains(rate));
            let number = number.ok_or_else(|| format!("{rate} is no rate: a number from 0 to 1 is wanted"))?;
            let more = match T::ALL.iter().find(|mode| mode.name() == name) {
                Some(mode) => Rates::just(*mode, number),
                None if name == "mixed" => Rates::mixed(number),
                None => return Err(format!("there is no mode {name}; the modes are {} and mixed", names())),
            };
            for (mode, rate) in more.0 {
                match rates.iter_mut().find(|(known, _)| *known == mode) {
                    Some((_, sum)) => *sum += rate,
                    None => rates.push((mode, rate)),
                }
            }
        }
        let sum: f64 = rates.iter().map(|(_, rate)| rate).sum();
        if sum > 1.0 + 1e-9 {
            return Err(format!("the rates come to {sum}; together they are at most 1"));
        }
        Ok(Rates(rates))
    }
}

impl<T: Mode> fmt::Display for Rates<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        /// Steps of a rate that are told apart.
        const STEPS: f64 = 1e4;
        let told = |(mode, rate): &(T, f64)| format!("{}={}", mode.name(), (rate * STEPS).round() / STEPS);
        let all: Vec<String> = self.0.iter().map(told).collect();
        f.write_str(&all.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_and_what_is_wrong_is_named() {
        let rates: Rates<Flaw> = "wrong_id=0.1, prose=0.2,wrong_id=0.1".parse().unwrap();
        assert_eq!(rates, Rates(vec![(Flaw::WrongId, 0.2), (Flaw::Prose, 0.2)]));
        let at = [0.0, 0.19, 0.2, 0.39, 0.41, 0.99].map(|number| rates.at(number));
        let (id, prose) = (Some(Flaw::WrongId), Some(Flaw::Prose));
        assert_eq!(at, [id, id, prose, prose, None, None]);
        assert_eq!("mixed=0.9".parse(), Ok(Rates::<Flaw>::mixed(0.9)));
        assert_eq!("".parse(), Ok(Rates::<Fault>::default()));
        assert_eq!(rates.to_string(), "wrong_id=0.2,prose=0.2");
        assert!(Rates::<Flaw>::mixed(0.6).to_string().starts_with("wrong_id=0.0667,missing_tool=0.0667"));
        let wrong = |text: &str| text.parse::<Rates<Fault>>().unwrap_err();
        assert!(wrong("wrong_id=0.1").contains("slow_first_token, stall, 429, 500, drop and mixed"));
        assert!(wrong("stall").contains("MODE=RATE"));
        assert!(wrong("stall=2").contains("2 is no rate"));
        assert!(wrong("stall=NaN").contains("NaN is no rate"));
        assert!(wrong("stall=0.6,drop=0.5").contains("at most 1"));
    }
}
