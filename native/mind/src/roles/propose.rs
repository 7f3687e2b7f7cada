//! What an agent without a goal sets out to do next: JARVIS-1's self-instruct, ODYSSEY's exploration.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::future::poll_fn;
use std::task::Poll;

use anima_intent::{Condition, OneOf, is_mob, kind_skill};
use anima_memory::{self as memory, FoundProgress, class_of};
use anima_rules::Item;
use anima_rules::techtree::Reach;
use serde_json::json;

use crate::data;
use crate::mind::Mind;
use crate::policy::setbacks::Setbacks;
use crate::roles::next::{Answer, Progress, TOLD, TOO_OFTEN, VERBS};
use crate::roles::plan::rules::{self, Made};
use crate::settings::{By, Curriculum, Planner, Program};

/// Of so many things that are new and soonest had one is drawn.
const DRAWN_FROM: usize = 3;
/// Things whose plans are made before the host is given a turn.
const AT_ONCE: usize = 4;
/// Ticks more that something takes for each time that it was looked for in vain.
const IN_VAIN: f32 = 6000.0;

/// What an agent has done of its own accord so far.
#[derive(Clone, Debug, Default)]
pub struct Doings {
    progress: Progress,
    failed: Vec<Condition>,
    had: BTreeSet<Item>,
    /// The last proposal, if it was refused.
    refused: Option<Refused>,
}

/// A goal that an agent gives itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposed {
    /// What is to hold at its end.
    pub goal: Condition,
    /// What the model proposed, if that does not work and the rules propose in its place.
    pub refused: Option<Refused>,
}

/// Why an agent gave itself no goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGoal {
    /// What the model proposed does not work, and no rules propose: a round of planning that came to nothing.
    Refused(Refused),
    /// There is nothing left to do, or nobody who proposes.
    Nothing(String),
}

/// A proposal of a model that does not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The task in words, if it was one.
    task: Option<String>,
    /// What was wrong with it.
    problems: Vec<String>,
}

impl Refused {
    /// The task in words, if it was one.
    pub fn task(&self) -> Option<&str> {
        self.task.as_deref()
    }

    /// Whether no answer came at all.
    pub fn is_no_answer(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for Refused {
    /// What was wrong with it, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.is_empty() {
            true => f.write_str("no answer came"),
            false => write!(f, "what the model proposed does not work: {}", self.problems.join("; ")),
        }
    }
}

impl Doings {
    /// Takes in that what the model proposed was refused: it is told so with the next question.
    pub fn refused(&mut self, refused: Refused) {
        if let Some(task) = &refused.task {
            self.progress.note(task, false);
        }
        self.refused = Some(refused);
    }

    /// Keeps the model's refused proposal in whose place the rules proposed something, to be told with the next question;
    /// `None` after one that works.
    pub fn told_next(&mut self, refused: Option<Refused>) {
        self.refused = refused;
    }

    /// Takes in how a goal that it gave itself has ended.
    pub fn note(&mut self, goal: &Condition, is_reached: bool) {
        self.progress.note(&class_of(&goal.to_string()), is_reached);
        if !is_reached {
            self.failed.push(goal.clone());
        }
    }

    /// The same with what the memory knows of this life besides: what it was told to do, and did before it was let alone.
    fn with(mut self, known: FoundProgress) -> Doings {
        for (pursued, is_reached) in
            known.reached.iter().map(|one| (one, true)).chain(known.failed.iter().map(|one| (one, false)))
        {
            let words = class_of(&pursued.goal);
            if !self.progress.knows(&words) {
                self.progress.note(&words, is_reached);
            }
        }
        self
    }

    /// Takes in what it has held, which is nothing new any more.
    pub fn held(&mut self, items: impl IntoIterator<Item = Item>) {
        self.had.extend(items);
    }

    /// Whether something has not failed too often.
    ///
    /// # Errors
    /// That it has, for the model to read.
    fn may_be_tried(&self, goal: &Condition) -> Result<(), String> {
        let words = class_of(&goal.to_string());
        match self.progress.fails(&words) {
            true => Err(format!("\"{words}\" has failed {TOO_OFTEN} times")),
            false => Ok(()),
        }
    }

    /// Whether something is new, and has not failed too often.
    ///
    /// # Errors
    /// Which of the two, for the model to read.
    fn is_new(&self, goal: &Condition) -> Result<(), String> {
        self.may_be_tried(goal)?;
        // More of the same is nothing new.
        let words = class_of(&goal.to_string());
        let is_had = |items: &[Item]| items.iter().any(|item| self.had.contains(item));
        match goal {
            Condition::Holds { items, .. } if is_had(&items.any_of) => Err(format!("{} was held before", items)),
            _ if self.progress.completes(&words) => Err(format!("\"{words}\" was completed before")),
            _ => Ok(()),
        }
    }
}

impl Mind {
    /// A goal that is new and can be reached as far as is known: the model's where it answers, else one by the rules.
    ///
    /// # Errors
    /// Why there is none, or what was wrong with the model's where no rules stand in.
    pub(crate) async fn propose(&self, doings: &Doings) -> Result<Proposed, NoGoal> {
        let mut refused = None;
        let settings = self.settings();
        let doings = &self.doings_of_life(doings.clone()).await;
        let curriculum =
            if settings.pursue == Program::Jarvis { settings.jarvis.curriculum } else { Curriculum::Model };
        if curriculum == Curriculum::Model && settings.plan == By::Model && self.asks_model() {
            let now = self.now();
            let mut told = json!({ "call": "next", "goal": null, "verbs": VERBS });
            doings.progress.tell(&mut told);
            if self.settings().odyssey.planner == Planner::Full {
                told["inventory"] = data::inventory(&now);
                told["state"] = data::state(&now);
            }
            if let Some(Refused { problems, .. }) = &doings.refused {
                self.past().note_answer("next", problems.clone());
            }
            told["last_answer"] = self.past().last_answer("next");
            self.past().note_answer("next", Vec::new());
            let proposed = RefCell::new(None);
            let read = |answer: Answer| {
                let task = self.task(&answer.verb, &answer.object, answer.count).map_err(|problem| vec![problem])?;
                proposed.replace(Some(task.to_string()));
                let unclear = format!("whether {task} is done cannot be told");
                let goal = task.condition.ok_or_else(|| vec![unclear])?;
                proposed.replace(Some(class_of(&goal.to_string())));
                // Where nobody checks, more of the same may be a step to something new.
                let is_allowed = if settings.check { doings.is_new(&goal) } else { doings.may_be_tried(&goal) };
                is_allowed.map_err(|problem| vec![format!("{problem}; propose something new")])?;
                self.plan_to(&goal).map_err(|problem| vec![problem])?;
                Ok(goal)
            };
            if let Some(goal) = self.question("next", "verb", told, read).await {
                return Ok(Proposed { goal, refused: None });
            }
            let in_vain = Refused { task: proposed.take(), problems: self.past().problems("next") };
            if !self.rules_stand_in() {
                return Err(match self.asks_model() {
                    true => NoGoal::Refused(in_vain),
                    false => NoGoal::Nothing("the model proposes nothing any more".to_owned()),
                });
            }
            refused = Some(in_vain);
        }
        let goal = self.propose_by_rules(doings, curriculum == Curriculum::Random).await.map_err(NoGoal::Nothing)?;
        Ok(Proposed { goal, refused })
    }

    /// What it has done of its own accord, with what is remembered of the same life.
    async fn doings_of_life(&self, doings: Doings) -> Doings {
        let run = self
            .book()
            .map(|book| book.borrow())
            .filter(|book| book.is_of_life())
            .map(|book| book.origin().run.clone());
        let Some(run) = run else { return doings };
        match self.look_up(memory::Progress { run: Some(run), agent: None, limit: TOLD }).await {
            Some(known) => doings.with(known),
            None => doings,
        }
    }

    /// One of the things that are new and soonest had, or any of them: items, and mobs in sight to kill.
    async fn propose_by_rules(&self, doings: &Doings, any: bool) -> Result<Condition, String> {
        let now = self.now();
        let reach = Reach::of_ways(now.nature, now.peaceful, |way| kind_skill(&way.kind).is_ok());
        let items = reach.items().map(|item| Condition::holds(item, 1));
        let mobs = now
            .mobs
            .iter()
            .filter(|mob| is_mob(mob.what))
            .map(|mob| Condition::Killed { mobs: OneOf::just(mob.what), count: 1 });
        let new: Vec<Condition> = items.chain(mobs).filter(|goal| doings.is_new(goal).is_ok()).collect();
        let in_vain = self.in_vain(doings);
        let weighed = |goal: &Condition| {
            let made = self.plan_to(goal).ok()?;
            let again = made.plan.steps().filter_map(|step| in_vain.get(&step.item)).sum::<u32>();
            let failed = doings.failed.iter().filter(|failed| *failed == goal).count() as f32;
            Some(made.ticks + IN_VAIN * (again as f32 + failed))
        };
        let mut soonest: Vec<(f32, &Condition)> = Vec::new();
        for some in new.chunks(AT_ONCE) {
            soonest.extend(some.iter().filter_map(|goal| weighed(goal).map(|ticks| (ticks, goal))));
            pause().await;
        }
        soonest.sort_by(|a, b| a.0.total_cmp(&b.0));
        if !any {
            soonest.truncate(DRAWN_FROM);
        }
        match soonest.get(self.draw(soonest.len())) {
            Some((_, goal)) => Ok((*goal).clone()),
            None => Err("nothing is left that is new and that the agent knows how to get".to_owned()),
        }
    }

    /// What was looked for in vain, and how often: what the plans of the goals that failed would begin with now.
    fn in_vain(&self, doings: &Doings) -> BTreeMap<Item, u32> {
        let mut in_vain = BTreeMap::new();
        for made in doings.failed.iter().filter_map(|goal| self.plan_to(goal).ok()) {
            if let Some(step) = made.plan.steps().next() {
                *in_vain.entry(step.item).or_default() += 1;
            }
        }
        in_vain
    }

    /// The rules' plan for a goal from here.
    ///
    /// # Errors
    /// Why there is none.
    fn plan_to(&self, goal: &Condition) -> Result<Made, String> {
        rules::plan(goal, &self.now_for(goal), &Setbacks::default(), false)
    }
}

/// Gives the host a turn.
async fn pause() {
    let mut is_over = false;
    poll_fn(|_| if std::mem::replace(&mut is_over, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

#[cfg(test)]
mod tests {
    use anima_model::Script;

    use super::*;
    use crate::testing::at_start;
    use crate::{Means, Settings, Wish};

    /// What is proposed at the start of a game, by these answers of a model.
    fn proposed(doings: &Doings, answers: &[&str]) -> Result<Condition, NoGoal> {
        proposed_as(Settings::default(), doings, answers)
    }

    /// The same of a mind that is made up otherwise.
    fn proposed_as(settings: Settings, doings: &Doings, answers: &[&str]) -> Result<Condition, NoGoal> {
        let model: Option<Box<dyn anima_model::Model>> =
            (!answers.is_empty()).then(|| Box::new(Script::of_texts(answers.iter().copied())) as _);
        let mut wish = Wish::new(settings, doings.clone(), Means::from(model), at_start);
        let decided = (0..10_000).find_map(|_| wish.decide()).expect("a script answers at once");
        decided.map(|proposed| proposed.goal)
    }

    #[test]
    fn what_is_new_and_near_comes_first() {
        let mut doings = Doings::default();
        let mut goals = Vec::new();
        for _ in 0..30 {
            let goal = proposed(&doings, &[]).expect("there is something");
            assert!(!goals.contains(&goal), "{goal} again");
            if let Condition::Holds { items, .. } = &goal {
                doings.held(items.any_of.iter().copied());
            }
            doings.note(&goal, true);
            goals.push(goal);
        }
        let at = |item| goals.iter().position(|goal| *goal == Condition::holds(item, 1)).unwrap_or(goals.len());
        assert!(at(Item::OAK_LOG) < at(Item::WOODEN_PICKAXE), "{goals:?}");
        assert!(at(Item::DIAMOND) == goals.len(), "a diamond is not near");
    }

    #[test]
    fn a_curriculum_says_who_chooses() {
        let torch = r#"{"reasoning":"","verb":"craft","object":"torch","count":1}"#;
        let by = |curriculum: Curriculum, seed: u64| {
            let mut settings = Settings { pursue: Program::Jarvis, ..Settings::default() };
            settings.jarvis.curriculum = curriculum;
            let model: Option<Box<dyn anima_model::Model>> = Some(Box::new(Script::of_texts([torch])));
            let means = Means { seed, ..Means::from(model) };
            let mut wish = Wish::new(settings, Doings::default(), means, at_start);
            let decided = (0..10_000).find_map(|_| wish.decide()).expect("it comes to something");
            (decided.expect("there is much").goal, wish.counters().model_calls)
        };
        assert_eq!(by(Curriculum::Model, 1), (Condition::holds(Item::TORCH, 1), 1));
        let chosen = |curriculum: Curriculum| -> Vec<Condition> {
            (0..12)
                .map(|seed| by(curriculum, seed))
                .map(|(goal, calls)| (calls == 0).then_some(goal))
                .map(Option::unwrap)
                .collect()
        };
        let different = |goals: &[Condition]| goals.iter().map(ToString::to_string).collect::<BTreeSet<_>>().len();
        let (human, random) = (chosen(Curriculum::Human), chosen(Curriculum::Random));
        assert!(different(&human) <= DRAWN_FROM && different(&random) > 2 * DRAWN_FROM, "{human:?} {random:?}");
    }

    #[test]
    fn what_failed_too_often_is_left_alone() {
        let mut doings = Doings::default();
        let first = proposed(&doings, &[]).expect("there is something");
        for _ in 0..TOO_OFTEN {
            doings.note(&first, false);
        }
        assert_ne!(proposed(&doings, &[]), Ok(first));
    }

    #[test]
    fn what_was_looked_for_in_vain_is_put_off_with_all_that_needs_it() {
        // How many of the first goals are about wood of oaks.
        let of_oak = |mut doings: Doings| {
            let wood = [Item::OAK_LOG, Item::OAK_PLANKS, Item::OAK_BUTTON, Item::OAK_SLAB];
            let wood = wood.map(|item| Condition::holds(item, 1));
            let mut next = || {
                let goal = proposed(&doings, &[]).expect("there is something");
                doings.note(&goal, true);
                goal
            };
            (0..12).filter(|_| wood.contains(&next())).count()
        };
        let mut doings = Doings::default();
        doings.note(&Condition::holds(Item::OAK_PLANKS, 1), false);
        assert!(of_oak(Doings::default()) > 0);
        assert_eq!(of_oak(doings), 0);
    }

    #[test]
    fn a_model_proposes_what_is_new_and_can_be_had() {
        let answer =
            |verb: &str, object: &str| format!(r#"{{"reasoning":"","verb":"{verb}","object":"{object}","count":1}}"#);
        let mut doings = Doings::default();
        doings.held([Item::OAK_LOG]);
        let says = |answers: &[&str]| proposed(&doings, answers).map(|goal| goal.to_string());
        let torch = answer("craft", "torch");
        assert_eq!(says(&[&torch]).as_deref(), Ok("obtain 1 torch"));
        for wrong in [answer("mine", "oak_log"), answer("mine", "blaze_rod"), answer("wish", "torch")] {
            assert_eq!(says(&[&wrong, &torch]).as_deref(), Ok("obtain 1 torch"), "{wrong}");
        }
        assert!(says(&["no answer", "none"]).is_ok(), "the rules propose");
    }

    #[test]
    fn where_no_rules_stand_in_a_model_may_want_more_of_the_same_and_what_does_not_work_is_refused() {
        let alone = Settings { check: false, fallback: false, ..Settings::default() };
        let mut doings = Doings::default();
        doings.held([Item::OAK_LOG]);
        let answer =
            |verb: &str, object: &str| format!(r#"{{"reasoning":"","verb":"{verb}","object":"{object}","count":1}}"#);
        let log = answer("mine", "oak_log");
        let goal = proposed_as(alone, &doings, &[&log]).expect("it is a step to something else");
        assert_eq!(goal.to_string(), "obtain 1 any log");
        assert_eq!(proposed_as(alone, &doings, &["no answer", &log]), Ok(goal.clone()), "asked once more");
        let refused = |doings: &Doings, said: &str| match proposed_as(alone, doings, &[said, said, &log]) {
            Err(NoGoal::Refused(refused)) => refused,
            other => panic!("{said}: {other:?}"),
        };
        let none = refused(&doings, "none");
        assert!(none.task().is_none() && none.to_string().contains("does not work: "), "{none}");
        let rod = refused(&doings, &answer("kill", "blaze_rod"));
        assert_eq!(rod.task(), Some("obtain blaze_rod"));
        (0..TOO_OFTEN).for_each(|_| doings.note(&goal, false));
        assert!(refused(&doings, &log).to_string().contains("has failed 3 times"));
    }
}
