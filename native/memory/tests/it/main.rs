//! A memory as its users have it. One module for each thing that must hold.

mod archive;
mod killed;
mod learn;
mod open;
mod recall;

use anima_intent::{Act, Condition, NoLibrary, Reason};
use anima_memory::{Episode, Executed, Memory, Origin, Outcome, Query};
use anima_rules::techtree::{Given, plan};

/// The condition that some words mean.
#[track_caller]
fn goal(words: &str) -> Condition {
    Condition::parse(words, &NoLibrary).unwrap_or_else(|error| panic!("{words}: {error}"))
}

/// Where the `number`th episode of a test comes from.
fn origin(number: u32) -> Origin {
    Origin { run: "test".into(), number, ..Origin::default() }
}

/// An episode that has reached a goal of one item, by the rules' plan.
#[track_caller]
fn reached(words: &str, number: u32) -> Episode {
    let goal = goal(words);
    let Condition::Holds { items, count } = &goal else { panic!("{words} is no item") };
    let steps = plan(items.any_of[0], *count, &Given { items: &[], stations: &[] }).expect("it can be had").steps;
    let mut episode = Episode::new(&goal, "rules", origin(number));
    for step in steps {
        let ticks = step.ticks as u64;
        let act = Act::Obtain(step);
        episode.executed.push(Executed::new(&act, &Ok(()), ticks));
        episode.ticks += ticks;
    }
    episode.plan = episode.lesson();
    episode.outcome = Outcome::reached();
    episode
}

/// The same, but its last act has failed.
#[track_caller]
fn failed(words: &str, number: u32) -> Episode {
    let mut episode = reached(words, number);
    let why = Reason::TookTooLong;
    let last = episode.executed.last_mut().expect("there is an act");
    last.failure = Some(anima_memory::Failure { kind: why.kind(), text: why.to_string() });
    episode.outcome = Outcome::failed("nothing worked");
    episode
}

/// Asks and waits for the answer.
#[track_caller]
fn ask<Q: Query>(memory: &Memory, query: Q) -> Q::Answer {
    memory.recall(query).finish().expect("there is an answer")
}
