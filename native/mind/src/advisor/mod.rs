//! The plan role by a language model: ask, read, check on the rules, ask once more, else leave it to the rules.

mod answer;
mod facts;
mod prompt;
mod translate;

use std::time::Duration;

use anima_model::{Message, Model, Pending, Reply, Role};

use crate::decision::Counters;
use crate::effort::Efforts;
use crate::explain::Explanation;
use crate::goal::Goal;
use crate::note::Note;
use crate::plan::{Author, Plan};
use crate::planner::Made;
use crate::setbacks::Setbacks;
use crate::situation::Situation;

/// Times in a row without a plan that works after which the model is not asked again.
const PATIENCE: u32 = 4;
/// Bytes of a wrong answer that are shown to the model again.
const LONGEST_QUOTE: usize = 6000;
/// Problems of one answer that are told.
const PROBLEMS: usize = 8;

/// What is asked about.
pub(crate) struct Ask<'a> {
    pub goal: &'a Goal,
    pub now: &'a Situation,
    pub setbacks: &'a Setbacks,
    pub last_failure: Option<&'a Explanation>,
    /// The plan of the rules, for the facts and to compare with.
    pub made: &'a Made,
}

/// What comes of asking.
pub(crate) enum Advice {
    /// The model has not answered yet.
    Thinking,
    /// A plan that works, and about how many ticks it takes.
    Plan(Plan, f32),
    /// No plan that works.
    None,
}

/// A model that makes plans.
pub(crate) struct Advisor {
    model: Box<dyn Model>,
    talk: Option<Talk>,
    failures_in_a_row: u32,
}

/// A question that is not settled yet.
struct Talk {
    messages: Vec<Message>,
    pending: Pending,
    /// Whether it was asked a second time.
    again: bool,
}

impl Advisor {
    pub(crate) fn new(model: Box<dyn Model>) -> Advisor {
        Advisor { model, talk: None, failures_in_a_row: 0 }
    }

    /// Whether it is still asked at all.
    pub(crate) fn is_asked(&self) -> bool {
        self.failures_in_a_row < PATIENCE
    }

    /// Waits until an answer has arrived, or for at most `limit`. Tells whether nothing is awaited any more.
    pub(crate) fn wait(&mut self, limit: Duration) -> bool {
        self.talk.as_mut().is_none_or(|talk| talk.pending.wait(limit))
    }

    /// Asks, or takes the answer of what was asked before.
    pub(crate) fn advise(&mut self, ask: &Ask, counters: &mut Counters, notes: &mut Vec<Note>) -> Advice {
        if !self.is_asked() {
            return Advice::None;
        }
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => {
                let efforts = Efforts::new(ask.now, ask.setbacks);
                let messages = prompt::messages(ask.goal, ask.now, ask.last_failure, ask.made, &efforts);
                self.send(messages, false, counters)
            }
        };
        loop {
            let Some(answer) = talk.pending.take() else {
                self.talk = Some(talk);
                return Advice::Thinking;
            };
            let (why, next) = match answer {
                Ok(reply) => match consider(&reply, ask) {
                    Ok(considered) => {
                        self.failures_in_a_row = 0;
                        notes.extend(considered.remarks.into_iter().map(Note::Model));
                        return Advice::Plan(considered.plan, considered.ticks);
                    }
                    Err(problems) => {
                        counters.repairs += u32::from(!talk.again);
                        let why = format!("the answer does not work: {}", problems.join("; "));
                        (why, Some(with_repair(&talk.messages, &reply, &problems)))
                    }
                },
                Err(error) => {
                    if !error.is_temporary() {
                        self.failures_in_a_row = PATIENCE;
                    }
                    let again = error.is_temporary().then(|| talk.messages.clone());
                    (format!("{error}; {}", error.hint()), again)
                }
            };
            notes.push(Note::Model(why.clone()));
            match next.filter(|_| !talk.again) {
                Some(messages) => talk = self.send(messages, true, counters),
                None => {
                    self.failures_in_a_row += 1;
                    counters.fallbacks += 1;
                    let for_good = if self.is_asked() { "" } else { " from now on" };
                    notes.push(Note::Fallback(format!("{}{for_good}", first_line(&why))));
                    return Advice::None;
                }
            }
        }
    }

    fn send(&mut self, messages: Vec<Message>, again: bool, counters: &mut Counters) -> Talk {
        counters.model_calls += 1;
        let pending = self.model.ask(prompt::request(messages.clone()));
        Talk { messages, pending, again }
    }
}

/// A plan of the model that works.
struct Considered {
    plan: Plan,
    ticks: f32,
    /// What was odd about the answer.
    remarks: Vec<String>,
}

/// Reads an answer and checks it on the rules.
///
/// # Errors
/// What is wrong with it, for the model to read.
fn consider(reply: &Reply, ask: &Ask) -> Result<Considered, Vec<String>> {
    let read = answer::read(&reply.text).map_err(|mut problems| {
        if reply.cut_off {
            problems.insert(0, "the answer was cut off because it was too long".to_owned());
        }
        problems
    })?;
    let mut remarks = Vec::new();
    if read.with_prose {
        remarks.push("there was text around the JSON object".to_owned());
    }
    let steps = translate::translate(&read.answer, ask.goal, ask.now, ask.setbacks);
    let steps = steps.map_err(|mut problems| {
        problems.truncate(PROBLEMS);
        problems
    })?;
    let efforts = Efforts::new(ask.now, ask.setbacks);
    let mut plan = Plan::new(Author::Model, steps, ask.goal, &ask.now.given());
    if efforts.of_steps(plan.steps()) > too_dear(ask.made) {
        let dropped = plan.drop_needless(ask.goal, &ask.now.given());
        remarks.extend(dropped.iter().map(|step| format!("left out, for it takes long and is not needed: {step}")));
    }
    let ticks = efforts.of_steps(plan.steps());
    Ok(Considered { plan, ticks, remarks })
}

/// Ticks above which a plan may hold only what the goal needs.
fn too_dear(made: &Made) -> f32 {
    1.5 * made.ticks + 1000.0
}

/// The talk so far, the wrong answer and what is wrong with it.
fn with_repair(messages: &[Message], reply: &Reply, problems: &[String]) -> Vec<Message> {
    let quote: String = reply.text.chars().take(LONGEST_QUOTE).collect();
    let mut messages = messages.to_vec();
    // Some servers refuse an empty message.
    messages.push(Message::new(Role::Assistant, if quote.trim().is_empty() { "(nothing)".to_owned() } else { quote }));
    messages.push(prompt::repair(problems));
    messages
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
