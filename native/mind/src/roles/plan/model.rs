//! The plan role by a language model: what it is asked, and what its answer must be.

use anima_intent::{Act, Condition};
use anima_memory::small_jpeg;
use anima_model::{Message, Picture, Reply, Request};
use serde_json::json;

use super::rules::Made;
use super::translate::Translated;
use super::{Ask, answer, facts, translate};
use crate::call::Call;
use crate::data;
use crate::mind::Mind;
use crate::plan::{Author, Plan};
use crate::policy::effort::Efforts;
use crate::policy::setbacks::Setbacks;
use crate::settings::Settings;
use crate::situation::Situation;

/// Problems of one answer that are told.
const PROBLEMS: usize = 8;
/// Tokens of an answer; a plan of twenty steps takes about a thousand, some models think first.
const MAX_TOKENS: u32 = 2000;
/// Pages of the handbook that are told.
const PAGES: usize = 3;
/// Acts done so far that are told: the last ones.
const DONE: usize = 20;

/// What a model is asked about.
pub(crate) struct PlanCall<'a> {
    pub mind: &'a Mind,
    pub goal: &'a Condition,
    pub ask: &'a Ask<'a>,
    /// The plan of the rules, if they have one, for the facts and to compare with.
    pub made: Option<&'a Made>,
}

/// A plan of the model that works.
#[derive(Debug)]
pub(crate) struct Thought {
    pub plan: Plan,
    pub ticks: f32,
    /// What was odd about the answer.
    pub remarks: Vec<String>,
    /// What is wrong with the step after the plan, where plans are not checked.
    pub cut: Option<String>,
}

impl Call for PlanCall<'_> {
    type Answer = Thought;

    fn name(&self) -> &'static str {
        "plan"
    }

    fn messages(&self) -> Vec<Message> {
        let (mind, ask, now) = (self.mind, self.ask, self.mind.now_for(self.goal));
        let mut told = json!({
            "call": "plan",
            "goal": data::goal(self.goal, &now),
            "inventory": data::inventory(&now),
            "state": data::state(&now),
            "last_failure": ask.last_failure.map(|failure| data::failure(failure, mind.settings())),
            "last_answer": mind.past().last_answer(self.name()),
        });
        if mind.settings().knowledge {
            told["facts"] = facts::facts(self.goal, self.made, &Efforts::new(&now, &mind.past().setbacks));
            told["handbook"] = mind.handbook().about(&facts::topics(self.goal, self.made), PAGES).into();
        }
        if let Some(advice) = ask.advice {
            told["explanation"] = advice.detail.as_str().into();
        }
        if !ask.done.is_empty() {
            let last = &ask.done[ask.done.len().saturating_sub(DONE)..];
            told["done"] = last.iter().map(Act::to_string).collect();
        }
        if !ask.references.is_empty() {
            let reference =
                |known: &super::Reference| json!({ "goal": known.goal, "steps": crate::recall::told(&known.steps) });
            told["references"] = ask.references.iter().map(reference).collect();
        }
        if !ask.sentences.is_empty() {
            told["sentences"] = json!(ask.sentences);
        }
        let mut messages = mind.prompts().messages("plan", &told);
        if let (true, Some(frame), Some(user)) = (mind.settings().show, &now.sight, messages.last_mut()) {
            user.pictures.push(Picture(small_jpeg(frame).into()));
        }
        messages
    }

    fn request(&self, messages: Vec<Message>) -> Request {
        self.mind.prompts().request("plan", messages, MAX_TOKENS, 0.2)
    }

    fn read(&self, reply: &Reply) -> Result<Thought, Vec<String>> {
        let (past, settings) = (self.mind.past(), self.mind.settings());
        let made = self.made.filter(|_| settings.check);
        consider(reply, self.goal, &self.mind.now_for(self.goal), &past.setbacks, made, settings)
    }

    fn repair(&self, problems: &[String]) -> Message {
        self.mind.prompts().repair("plan", problems)
    }
}

/// Reads an answer, and checks it on the rules if the settings say so.
///
/// # Errors
/// What is wrong with it, for the model to read.
fn consider(
    reply: &Reply,
    goal: &Condition,
    now: &Situation,
    setbacks: &Setbacks,
    made: Option<&Made>,
    settings: Settings,
) -> Result<Thought, Vec<String>> {
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
    let Translated { acts, cut } =
        translate::translate(&read.answer, goal, now, setbacks, settings).map_err(|mut problems| {
            problems.truncate(PROBLEMS);
            problems
        })?;
    let efforts = Efforts::new(now, setbacks);
    let mut plan = Plan::new(Author::Model, acts, goal, now);
    if made.is_some_and(|made| efforts.of_acts(plan.acts()) > too_dear(made)) {
        let dropped = plan.drop_needless(goal, now);
        remarks.extend(dropped.iter().map(|act| format!("left out, for it takes long and is not needed: {act}")));
    }
    let ticks = efforts.of_acts(plan.acts());
    if let (Some(made), Some(dearest)) =
        (made, plan.acts().max_by(|a, b| efforts.of_act(a).total_cmp(&efforts.of_act(b))))
        && ticks > hopeless(made)
    {
        let better = if settings.knowledge {
            format!("; {} are enough in another way", made.ticks as u64)
        } else {
            String::new()
        };
        return Err(vec![format!("it takes about {} ticks, most of them to {dearest}{better}", ticks as u64)]);
    }
    Ok(Thought { plan, ticks, remarks, cut })
}

/// Ticks above which a plan may hold only what the goal needs.
fn too_dear(made: &Made) -> f32 {
    1.5 * made.ticks + 1000.0
}

/// Ticks above which a plan is no way to its goal: such as iron from zombies, of which one in 120 drops some.
fn hopeless(made: &Made) -> f32 {
    5.0 * made.ticks + 3000.0
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use anima_intent::Act;
    use anima_model::{Error, Model, Pending, Role, Script};
    use anima_rules::{Item, ItemStack};
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::super::rules;
    use super::*;
    use crate::note::Note;
    use crate::testing::{at_start, goal, mutated};

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

    /// What came of asking for eight planks, as (acts, calls, repairs, fallbacks, notes).
    struct Came {
        steps: Option<Vec<String>>,
        counts: (u32, u32, u32),
        notes: String,
        requests: Vec<Request>,
        is_asked: bool,
    }

    /// Asks for a plan; the acts are `None` if the rules made it.
    fn advise(answers: impl IntoIterator<Item = Result<Reply, Error>>) -> Came {
        let script = Shared(Arc::new(Mutex::new(Script::new(answers))));
        let model: Box<dyn Model> = Box::new(script.clone());
        let mut planned = crate::mind::think(goal("8 planks"), Some(model), at_start, async |mind| {
            let proposal = mind.plan(&Ask::default()).await.expect("a plan");
            (proposal.plan, mind.asks_model())
        });
        let (plan, is_asked) = planned.answer.take().expect("scripts answer at once");
        let steps = (plan.author == Author::Model).then(|| plan.acts().map(Act::to_string).collect());
        let notes: Vec<String> = planned.pursuit.take_notes().iter().map(Note::to_string).collect();
        let requests = script.0.lock().unwrap().requests().to_vec();
        let counters = planned.pursuit.counters();
        let counts = (counters.model_calls, counters.repairs, counters.fallbacks);
        Came { steps, counts, notes: notes.join("\n"), requests, is_asked }
    }

    fn steps() -> Option<Vec<String>> {
        Some(vec!["mine 2 birch_log from birch_log".into(), "craft 8 birch_planks from 2 birch_log".into()])
    }

    #[test]
    fn a_plan_that_works_is_taken() {
        let got = advise([text(&good())]);
        assert_eq!((got.steps, got.counts, got.notes.as_str()), (steps(), (1, 0, 0), ""));
        let schema = got.requests[0].schema.as_ref().expect("the schema is sent");
        assert_eq!(schema.schema["required"][1], "steps");
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
    fn a_way_on_which_the_goal_is_hardly_ever_reached_is_no_plan() {
        let step = |kind: &str| {
            format!(
                r#"{{"steps":[{{"rank":1,"kind":"{kind}","object":{{"iron_ingot":1}},"materials":{{}},"tool":null,"note":""}}]}}"#
            )
        };
        let (goal, now, setbacks) = (goal("1 iron ingot"), at_start(), Setbacks::default());
        let made = rules::plan(&goal, &now, &setbacks, true).expect("a plan");
        let zombies = Reply { text: step("kill"), ..Reply::default() };
        let considered = |made| consider(&zombies, &goal, &now, &setbacks, made, Settings::default());
        let problems = considered(Some(&made)).expect_err("one zombie in 120 drops one");
        assert!(problems[0].contains("most of them to kill 1 iron_ingot from zombie"), "{problems:?}");
        assert!(considered(None).is_ok(), "where nobody knows a better one, or nobody looks");
    }

    #[test]
    fn a_thousand_mutations_of_an_answer_are_a_plan_that_works_or_are_told() {
        let (goal, setbacks) = (goal("8 planks"), Setbacks::default());
        let now = Situation { carried: vec![ItemStack::new(Item::OAK_LOG, 1)], ..at_start() };
        let made = rules::plan(&goal, &now, &setbacks, true).expect("a plan");
        let mut rng = Pcg64::seed_from_u64(9);
        let mut works = 0;
        for _ in 0..1000 {
            let reply = Reply { text: mutated(&good(), &mut rng), ..Reply::default() };
            match consider(&reply, &goal, &now, &setbacks, Some(&made), Settings::default()) {
                Ok(considered) => {
                    works += 1;
                    assert_eq!(crate::plan::leads_to(considered.plan.acts(), &goal, &now), Ok(()));
                }
                Err(problems) => assert!(problems.iter().all(|problem| !problem.is_empty()) && !problems.is_empty()),
            }
        }
        assert!((20..900).contains(&works), "{works} of the mutations do no harm");
    }
}
