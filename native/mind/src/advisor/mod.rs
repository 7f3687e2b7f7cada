//! The plan role by a language model: ask, read, check on the rules, ask once more, else leave it to the rules.

mod answer;
mod facts;
mod prompt;
mod translate;

use std::time::Duration;

use anima_model::{Error, Message, Model, Pending, Reply, Role};

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
                    if is_hopeless(&error) {
                        self.failures_in_a_row = PATIENCE;
                    }
                    let again = (!is_hopeless(&error)).then(|| talk.messages.clone());
                    (format!("{error}; {}", error.hint()), again)
                }
            };
            match next.filter(|_| !talk.again) {
                Some(messages) => {
                    notes.push(Note::Model(told(&why)));
                    talk = self.send(messages, true, counters);
                }
                None => {
                    self.failures_in_a_row += 1;
                    counters.fallbacks += 1;
                    notes.push(Note::Fallback { why: told(&why), for_good: !self.is_asked() });
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

/// Whether asking again cannot help before somebody has changed something.
fn is_hopeless(error: &Error) -> bool {
    match error {
        Error::NoServer { .. } | Error::BadAddress { .. } | Error::KeyRefused { .. } | Error::UnknownModel { .. } => {
            true
        }
        Error::ScriptEnded { .. } | Error::Stopped => true,
        Error::Refused { .. } => !error.is_temporary(),
        // The model said nothing, or a proxy sent a page.
        Error::NotChat { .. } | Error::BrokenOff { .. } | Error::TooSlow { .. } => false,
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

/// What went wrong, as one line of a note: it may quote what the model or the server said.
fn told(why: &str) -> String {
    /// Characters of a note; a problem for the model is longer at times.
    const LONGEST: usize = 1000;
    why.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect()
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use anima_model::{Request, Script};
    use anima_rules::techtree::Step;
    use anima_rules::{Item, ItemStack};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::planner;
    use crate::testing::at_start;

    /// A script whose requests can still be read when it is asked by somebody else.
    #[derive(Clone)]
    struct Shared(Arc<Mutex<Script>>);

    impl Model for Shared {
        fn ask(&mut self, request: Request) -> Pending {
            self.0.lock().unwrap().ask(request)
        }

        fn name(&self) -> &str {
            "script"
        }
    }

    const LOGS: &str = r#"{"rank":1,"kind":"mine","object":{"birch_log":2},"materials":{},"tool":null,"note":""}"#;
    const PLANKS: &str = r#"{"rank":2,"kind":"craft","object":{"birch_planks":8},"materials":{"birch_log":2},"tool":null,"note":"for the table and the goal"}"#;

    fn good() -> String {
        format!("{{\"steps\":[{LOGS},{PLANKS}]}}")
    }

    fn text(text: &str) -> Result<Reply, Error> {
        Ok(Reply { text: text.into(), ..Reply::default() })
    }

    fn server_error(status: u16) -> Result<Reply, Error> {
        Err(Error::Refused { url: "http://there/v1".into(), status, message: "out of memory".into() })
    }

    /// What came of asking for eight planks, as (kinds of steps, calls, repairs, fallbacks, notes).
    struct Came {
        steps: Option<Vec<String>>,
        counts: (u32, u32, u32),
        notes: String,
        requests: Vec<Request>,
        is_asked: bool,
    }

    fn advise(answers: impl IntoIterator<Item = Result<Reply, Error>>) -> Came {
        let script = Shared(Arc::new(Mutex::new(Script::new(answers))));
        let (goal, now, setbacks) = (Goal::parse("8 planks").expect("a goal"), at_start(), Setbacks::default());
        let made = planner::plan(&goal, &now, &setbacks, true).expect("a plan");
        let mut advisor = Advisor::new(Box::new(script.clone()));
        let ask = Ask { goal: &goal, now: &now, setbacks: &setbacks, last_failure: None, made: &made };
        let (mut counters, mut notes) = (Counters::default(), Vec::new());
        let steps = match advisor.advise(&ask, &mut counters, &mut notes) {
            Advice::Plan(plan, _) => Some(plan.steps().map(Step::to_string).collect()),
            Advice::None => None,
            Advice::Thinking => panic!("scripts answer at once"),
        };
        let notes: Vec<String> = notes.iter().map(Note::to_string).collect();
        let requests = script.0.lock().unwrap().requests().to_vec();
        let counts = (counters.model_calls, counters.repairs, counters.fallbacks);
        Came { steps, counts, notes: notes.join("\n"), requests, is_asked: advisor.is_asked() }
    }

    fn steps() -> Option<Vec<String>> {
        Some(vec!["mine 2 birch_log from birch_log".into(), "craft 8 birch_planks from 2 birch_log".into()])
    }

    #[test]
    fn a_plan_that_works_is_taken() {
        let got = advise([text(&good())]);
        assert_eq!((got.steps, got.counts, got.notes.as_str()), (steps(), (1, 0, 0), ""));
        let schema = got.requests[0].schema.as_ref().expect("the schema is sent");
        assert_eq!(schema.schema["required"][0], "steps");
        let got = advise([text(&format!("Sure!\n```json\n{}\n```", good()))]);
        assert_eq!((got.steps, got.counts), (steps(), (1, 0, 0)));
        assert_eq!(got.notes, "model: there was text around the JSON object");
    }

    #[test]
    fn a_wrong_answer_is_asked_for_once_more_with_the_error_quoted() {
        let wrong = good().replace("birch_log", "brich_log");
        let got = advise([text(&wrong), text(&good())]);
        assert_eq!((got.steps, got.counts), (steps(), (2, 1, 0)));
        let said = &got.requests[1].messages;
        assert_eq!(said[..2], got.requests[0].messages[..]);
        assert_eq!((said[2].role, said[2].content.as_str()), (Role::Assistant, wrong.as_str()));
        assert!(said[3].content.contains("no item \"brich_log\" in 1.19.4; did you mean birch_log?"));
        assert!(got.notes.contains("brich_log"), "{}", got.notes);
    }

    #[test]
    fn the_rules_plan_when_the_answer_stays_wrong() {
        let order = format!("{{\"steps\":[{}]}}", PLANKS.replace('2', "1").replace("birch_log\":1", "birch_log\":2"));
        let got = advise([text(&good()[..60]), text(&order)]);
        assert_eq!((got.steps, got.counts, got.is_asked), (None, (2, 1, 1), true));
        for part in ["breaks off", "step 1 lacks 2 birch_log", "the rules plan: the answer does not work"] {
            assert!(got.notes.contains(part), "{part} in {}", got.notes);
        }
    }

    #[test]
    fn errors_of_the_server_are_told_with_what_to_do() {
        let got = advise([server_error(500), text(&good())]);
        assert_eq!((got.steps, got.counts), (steps(), (2, 0, 0)));
        assert!(got.notes.contains("answers 500: out of memory; look into the server's own log"), "{}", got.notes);
        let got = advise([server_error(500), server_error(503)]);
        assert_eq!((got.steps, got.counts, got.is_asked), (None, (2, 0, 1), true));
        let refused = || Err(Error::KeyRefused { url: "http://there/v1".into(), message: "bad key".into() });
        let got = advise([refused()]);
        assert_eq!((got.steps, got.counts, got.is_asked), (None, (1, 0, 1), false));
        assert_eq!(
            got.notes,
            "the rules plan from now on: the model server at http://there/v1 refuses the key (bad key); put a valid key \
             into the environment variable ANIMA_MODEL_KEY"
        );
        let page = || Err(Error::NotChat { url: "http://there/v1".into(), what: "it begins with \"<html>\"".into() });
        let got = advise([page(), text(&good())]);
        assert_eq!((got.steps, got.counts), (steps(), (2, 0, 0)));
        let cut = Reply { text: good()[..60].into(), cut_off: true, ..Reply::default() };
        let got = advise([Ok(cut), text(&good())]);
        assert!(got.requests[1].messages[3].content.contains("cut off because it was too long"));
    }

    #[test]
    fn what_a_model_says_is_told_in_one_short_line() {
        let kind = format!("\\u001b[2J\\n{}", "x".repeat(5000));
        let got = advise([text(&good().replace("mine", &kind)), text(&good())]);
        assert!(got.notes.starts_with("model: the answer does not work: steps[0]"), "{:.200}", got.notes);
        assert!(!got.notes.contains(char::is_control) && got.notes.len() < 1100, "{:.200}", got.notes);
    }

    #[test]
    fn what_takes_long_and_is_not_needed_is_left_out() {
        let pearls = r#"{"rank":3,"kind":"kill","object":{"ender_pearl":16},"materials":{},"tool":null,"note":"nice"}"#;
        let got = advise([text(&good().replace("]}", &format!(",{pearls}]}}")))]);
        assert_eq!(got.steps, steps());
        assert!(got.notes.contains("left out, for it takes long and is not needed: kill 16 ender_pearl"));
    }

    #[test]
    fn a_thousand_mutations_of_an_answer_are_a_plan_that_works_or_are_told() {
        let pieces = [
            "{",
            "}",
            "[",
            "]",
            "\"",
            ",",
            ":",
            "null",
            "-1",
            "0",
            "1e99",
            "4294967296",
            "\\u0000",
            "é",
            "steps",
            "oak_log",
            "diamond",
            "bedrock",
            "kind",
            "\"smelt\"",
            "\u{1F600}",
            " ",
            "minecraft:",
        ];
        let (goal, setbacks) = (Goal::parse("8 planks").expect("a goal"), Setbacks::default());
        let now = Situation { carried: vec![ItemStack::new(Item::OAK_LOG, 1)], ..at_start() };
        let made = planner::plan(&goal, &now, &setbacks, true).expect("a plan");
        let ask = Ask { goal: &goal, now: &now, setbacks: &setbacks, last_failure: None, made: &made };
        let mut rng = Pcg64::seed_from_u64(9);
        let mut works = 0;
        for _ in 0..1000 {
            let mut text: Vec<char> = good().chars().collect();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..text.len());
                match rng.random_range(0..4) {
                    0 => drop(text.remove(at)),
                    1 => text.truncate(at.max(1)),
                    2 => text[at] = char::from(rng.random_range(32..127u8)),
                    _ => {
                        let piece = pieces[rng.random_range(0..pieces.len())];
                        text.splice(at..at, piece.chars());
                    }
                }
            }
            let reply = Reply { text: text.into_iter().collect(), ..Reply::default() };
            match consider(&reply, &ask) {
                Ok(considered) => {
                    works += 1;
                    let steps: Vec<Step> = considered.plan.steps().cloned().collect();
                    assert_eq!(crate::plan::leads_to(&steps, &goal, &now.given()), Ok(()));
                }
                Err(problems) => assert!(problems.iter().all(|problem| !problem.is_empty()) && !problems.is_empty()),
            }
        }
        assert!((20..900).contains(&works), "{works} of the mutations do no harm");
    }
}
