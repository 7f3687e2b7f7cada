//! One mind with one goal: shown the situation it decides, told how a step went it learns.

use std::time::Duration;

use anima_model::Model;
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Kind, Step};
use anima_rules::{Item, ItemStack};

use crate::advisor::{Advice, Advisor, Ask};
use crate::deaths::Deaths;
use crate::decision::{Counters, Decision, Failure, StepResult};
use crate::decompose::{SubGoal, decompose};
use crate::effort::Efforts;
use crate::explain::{Explanation, explain};
use crate::goal::Goal;
use crate::note::Note;
use crate::plan::{Plan, Planned, gathering, leads_to};
use crate::planner::{self, Made};
use crate::provision::Provision;
use crate::select::select;
use crate::setbacks::Setbacks;
use crate::situation::Situation;

/// Failures in a row, nothing gained in between, after which a goal is given up.
const PATIENCE: u32 = 60;
/// Steps of a whole game after which it is given up: more than any plan has, deaths and failures included.
const MOST_STEPS: u32 = 3000;
/// Steps that were done which are kept to be shown.
const SHOWN: usize = 100;

/// A mind with a goal.
pub struct Mind {
    goal: Goal,
    advisor: Option<Advisor>,
    plan: Option<Plan>,
    setbacks: Setbacks,
    done: Vec<Step>,
    at_work: Option<Work>,
    result: Option<StepResult>,
    last_failure: Option<Explanation>,
    failures_in_a_row: u32,
    steps_begun: u32,
    deaths: Deaths,
    ended: Option<Decision>,
    notes: Vec<Note>,
    counters: Counters,
}

/// What is being done.
enum Work {
    Step {
        step: Step,
        /// How many of its item were carried before.
        held: u32,
    },
    Fetch {
        /// Ticks for which it lies there.
        limit: u64,
        /// How many things were carried before.
        held: u32,
    },
}

impl Mind {
    /// A mind that plans by the rules, or, if a model is given, has it make the plans.
    pub fn new(goal: Goal, model: Option<Box<dyn Model>>) -> Mind {
        Mind {
            goal,
            advisor: model.map(Advisor::new),
            plan: None,
            setbacks: Setbacks::default(),
            done: Vec::new(),
            at_work: None,
            result: None,
            last_failure: None,
            failures_in_a_row: 0,
            steps_begun: 0,
            deaths: Deaths::default(),
            ended: None,
            notes: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Decides what to do next. To be asked at the start, when a step has ended (after [`Mind::told`]), and again
    /// with the same situation for as long as it says [`Decision::Wait`].
    pub fn decide(&mut self, now: &Situation) -> Decision {
        if let Some(result) = self.result.take() {
            self.learn(result, now);
        }
        if self.goal.is_reached(&now.carried) {
            return self.end(Decision::Reached);
        }
        if let Some(ended @ Decision::GiveUp(_)) = &self.ended {
            return ended.clone();
        }
        if self.failures_in_a_row >= PATIENCE || self.steps_begun >= MOST_STEPS {
            return self.end(Decision::GiveUp(self.in_vain()));
        }
        let left = |now: &Situation| self.ticks_left_to_do(now);
        if let Some(limit) = self.deaths.worth_fetching(now, left) {
            self.at_work = Some(Work::Fetch { limit, held: amount(&now.carried) });
            self.steps_begun += 1;
            return Decision::Fetch { limit };
        }
        match self.see_to_plan(now) {
            Ok(true) => {}
            Ok(false) => return Decision::Wait,
            Err(why) => return self.end(Decision::GiveUp(why)),
        }
        match self.next_step(now) {
            Some(Planned { step, needed }) => {
                self.steps_begun += 1;
                self.at_work = Some(Work::Step { step: step.clone(), held: now.carries(step.item) });
                let spare = if needed { u64::MAX } else { self.ticks_to_spare(now) };
                let limit = limit(&step, needed, now, &self.setbacks).min(spare);
                Decision::Do { attempt: 1 + self.setbacks.failures(step.way), step, limit }
            }
            None => self.end(Decision::GiveUp(format!("the plan for {} has no steps", self.goal))),
        }
    }

    /// Takes in how the step or the fetching that was decided last has ended.
    pub fn told(&mut self, result: StepResult) {
        self.result = Some(result);
    }

    /// Waits until a model has answered, or for at most `limit`. Tells whether [`Mind::decide`] can decide.
    pub fn wait(&mut self, limit: Duration) -> bool {
        self.advisor.as_mut().is_none_or(|advisor| advisor.wait(limit))
    }

    /// The steps done and to do, each with whether it is done.
    pub fn plan(&self) -> Vec<(String, bool)> {
        self.all_steps().map(|(step, done)| (step.to_string(), done)).collect()
    }

    /// The goal with its sub-goals.
    pub fn tree(&self) -> SubGoal {
        decompose(&self.goal, self.all_steps(), self.ended == Some(Decision::Reached))
    }

    /// What happened since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// How often a model was asked, and how it did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    fn all_steps(&self) -> impl Iterator<Item = (&Step, bool)> {
        let left = self.plan.iter().flat_map(|plan| plan.steps());
        self.done.iter().map(|step| (step, true)).chain(left.map(|step| (step, false)))
    }

    fn end(&mut self, decision: Decision) -> Decision {
        self.ended = Some(decision.clone());
        decision
    }

    /// About how many ticks the goal takes from here.
    fn ticks_left_to_do(&self, now: &Situation) -> f32 {
        planner::plan(&self.goal, now, &self.setbacks, true).map_or(f32::MAX, |made| made.ticks)
    }

    /// Ticks that what is only worth having may take, so that enough of the game is left for the goal.
    fn ticks_to_spare(&self, now: &Situation) -> u64 {
        /// Kept beside what the plan may take at the least.
        const MARGIN: f32 = 300.0;
        /// What is at hand takes less.
        const LEAST: f32 = 300.0;
        let Some(left) = now.ticks_left else { return u64::MAX };
        let needed = planner::plan(&self.goal, now, &self.setbacks, false).map_or(0.0, |made| made.ticks);
        (left as f32 - planner::ROOM * needed - MARGIN).max(LEAST) as u64
    }

    fn in_vain(&self) -> String {
        // What stands before the colon is the kind by which reports count.
        format!("nothing worked: tried {}", self.setbacks.tried())
    }

    /// Takes in how the last step went.
    fn learn(&mut self, result: StepResult, now: &Situation) {
        let (step, held) = match self.at_work.take() {
            Some(Work::Step { step, held }) => (step, held),
            Some(Work::Fetch { limit, held }) => {
                self.plan = None;
                self.notes.push(if amount(&now.carried) > held {
                    Note::Fetched
                } else {
                    self.deaths.fetching_failed(now.tick + limit);
                    let nothing = || "nothing lies there any more".to_owned();
                    Note::NotFetched(result.failure.map_or_else(nothing, |failure| failure.text))
                });
                return;
            }
            None => return,
        };
        let stands = |item: Item| now.stations.iter().any(|block| block.name() == item.name());
        // Enchanting takes one and gives one.
        let same = step.materials.iter().any(|(item, _)| *item == step.item);
        let gained = now.carries(step.item) > held || stands(step.item) || (same && result.failure.is_none());
        if gained {
            self.setbacks.gained(step.way);
            self.failures_in_a_row = 0;
        }
        let failure = match result.failure {
            None if gained => {
                self.last_failure = None;
                if let Some(plan) = &mut self.plan {
                    plan.take(&step);
                }
                self.done.push(step);
                if self.done.len() > SHOWN {
                    self.done.remove(0);
                }
                return;
            }
            None => Failure {
                kind: "unexpected",
                text: format!("there is no more {} than before", step.item),
                missing: None,
            },
            Some(failure) => failure,
        };
        self.failures_in_a_row += 1;
        let times = self.setbacks.note(step.way, failure.kind, &failure.text, now.tick);
        let why = explain(&step, &failure, now, times);
        self.notes.push(Note::Failed(why.clone()));
        self.last_failure = Some(why);
        self.plan = None;
    }

    /// Sees to it that there is a plan that works from here; `false` while a model thinks about it.
    fn see_to_plan(&mut self, now: &Situation) -> Result<bool, String> {
        let fits = |plan: &Plan| leads_to(plan.steps(), &self.goal, &now.given());
        let misfit = match &self.plan {
            Some(plan) if self.advisor.as_ref().is_some_and(Advisor::is_asked) => match fits(plan) {
                Ok(()) => {
                    self.prune(now);
                    return Ok(true);
                }
                Err(misfit) => Some(misfit.told(&[], &self.goal)),
            },
            _ => None,
        };
        // Without a model every plan is made anew: what was seen and found meanwhile may make another one cheaper.
        let made = planner::plan(&self.goal, now, &self.setbacks, true)?;
        let why = match (&self.last_failure, misfit) {
            (Some(failure), _) => failure.to_string(),
            (None, Some(misfit)) => misfit,
            (None, None) => String::new(),
        };
        if let Some(advisor) = &mut self.advisor {
            let ask = Ask {
                goal: &self.goal,
                now,
                setbacks: &self.setbacks,
                last_failure: self.last_failure.as_ref(),
                made: &made,
            };
            match advisor.advise(&ask, &mut self.counters, &mut self.notes) {
                Advice::Thinking => return Ok(false),
                Advice::Plan(plan, ticks) => {
                    self.adopt(plan, ticks, why);
                    return Ok(true);
                }
                Advice::None => {}
            }
        }
        let Made { steps, ticks, provisions } = made;
        if self.adopt(steps, ticks, why) {
            self.notes.extend(provisions.iter().map(Provision::note));
        }
        Ok(true)
    }

    /// Takes a plan for its own; tells whether it is news.
    fn adopt(&mut self, plan: Plan, ticks: f32, why: String) -> bool {
        let gist =
            |plan: &Plan| -> Vec<_> { plan.steps().map(|step| (step.kind(), step.item, step.block())).collect() };
        let news = self.plan.as_ref().is_none_or(|old| gist(old) != gist(&plan));
        if news {
            let steps = plan.steps().map(Step::to_string).collect();
            self.notes.push(Note::Planned { author: plan.author, why, steps, ticks: ticks as u64 });
        }
        self.plan = Some(plan);
        news
    }

    fn prune(&mut self, now: &Situation) {
        let dropped = self.plan.as_mut().map(|plan| plan.prune(&self.goal, &now.given())).unwrap_or_default();
        if !dropped.is_empty() {
            self.notes.push(Note::Needless(dropped.iter().map(Step::to_string).collect()));
        }
    }

    fn next_step(&self, now: &Situation) -> Option<Planned> {
        let plan = self.plan.as_ref()?;
        let efforts = Efforts::new(now, &self.setbacks);
        let index = select(plan, &self.goal, now, &efforts)?;
        let Planned { step, needed } = &plan.steps[index];
        Some(Planned { step: with_slack(until_better_tool(step, plan)), needed: *needed })
    }
}

/// Pieces of everything together.
fn amount(stacks: &[ItemStack]) -> u32 {
    stacks.iter().map(|stack| u32::from(stack.count)).sum()
}

/// Ticks that a step may take at most.
fn limit(step: &Step, needed: bool, now: &Situation, setbacks: &Setbacks) -> u64 {
    const LONGEST: f32 = 12_000.0;
    // What is only worth having is not worth a long search.
    let (times, shortest) = if needed || step.place().first == 0.0 { (5.0, 2400.0) } else { (2.0, 1000.0) };
    // Growing things takes its time whatever one does.
    let waits = matches!(step.way.kind, Kind::Grow(_) | Kind::Interact(..));
    let longest = if waits { f32::MAX } else { LONGEST };
    (times * Efforts::new(now, setbacks).of_step(step)).clamp(shortest, longest.max(2.0 * step.ticks)) as u64
}

/// Two stones more than the plan asks for: the body fills a hole or climbs with one on the way.
fn with_slack(step: Step) -> Step {
    const SLACK: u32 = 2;
    match ItemTag::StoneToolMaterials.contains(step.item) && step.kind() == "mine" {
        true => gathering(&step, step.count + SLACK),
        false => step,
    }
}

/// The step, or the part of it after which a better tool can be made that makes the rest faster: three cobblestone
/// with the wooden pickaxe, the others with the stone one.
fn until_better_tool(step: &Step, plan: &Plan) -> Step {
    /// Digging less than this is no matter.
    const FEW: u32 = 8;
    let Some(need) = step.way.tool.filter(|_| step.materials.is_empty()) else { return step.clone() };
    let held = step.tool.and_then(Item::tool).map(|tool| tool.tier.level());
    let is_better = |tool: &&Step| need.takes(tool.item) && tool.item.tool().map(|tool| tool.tier.level()) > held;
    let takes = plan
        .steps()
        .filter(is_better)
        .filter_map(|tool| tool.materials.iter().find(|(item, _)| *item == step.item).map(|(_, count)| *count));
    match takes.min() {
        Some(count) if count + FEW <= step.count => gathering(step, count),
        _ => step.clone(),
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::EntityKind;
    use anima_rules::techtree::Reach;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;
    use crate::situation::{Dropped, Known};
    use crate::testing::{Body, at_start};

    /// How a game went.
    struct Game {
        /// What was decided, in order.
        lines: Vec<String>,
        end: Decision,
        ticks: u64,
        notes: Vec<String>,
    }

    /// Plays a goal; `outcome` may say otherwise how a step went.
    fn play(goal: &Goal, mut body: Body, outcome: impl Fn(&Step) -> Option<StepResult>) -> Game {
        let mut mind = Mind::new(goal.clone(), None);
        let (mut lines, mut failed) = (Vec::new(), None);
        let end = loop {
            let decision = mind.decide(&body.now);
            assert_ne!(Some(&decision), failed.as_ref(), "the same again after it failed");
            let result = match &decision {
                Decision::Do { step, attempt, limit } => {
                    assert!(*limit >= 1000);
                    lines.push(format!("{attempt}: {step}"));
                    outcome(step).unwrap_or_else(|| body.perform(step))
                }
                Decision::Fetch { .. } => {
                    lines.push("fetch".to_owned());
                    body.fetch()
                }
                Decision::Wait => panic!("nobody thinks"),
                Decision::Reached | Decision::GiveUp(_) => break decision,
            };
            failed = result.failure.is_some().then_some(decision);
            mind.told(result);
        };
        assert_eq!(end == Decision::Reached, goal.is_reached(&body.now.carried), "{goal}: {end:?}");
        Game { lines, end, ticks: body.now.tick, notes: mind.take_notes().iter().map(Note::to_string).collect() }
    }

    #[test]
    fn what_is_only_worth_having_is_not_looked_for_long() {
        let now = at_start();
        let plan = planner::plan(&goal("1 beef"), &now, &Setbacks::default(), false).expect("a plan");
        let step = plan.steps.steps().next().expect("a step");
        let setbacks = Setbacks::default();
        assert!(2 * limit(step, false, &now, &setbacks) < limit(step, true, &now, &setbacks));
    }

    #[test]
    fn what_is_only_worth_having_leaves_time_for_the_goal() {
        let carried = [(Item::RAW_IRON, 3), (Item::FURNACE, 1), (Item::COAL, 1), (Item::STONE_SWORD, 1)];
        let carried = carried.map(|(item, count)| ItemStack::new(item, count));
        let limit = |ticks_left: u64| {
            let cows = Known { what: EntityKind::COW, count: 3, nearest: 1.0 };
            let start = Situation { carried: carried.to_vec(), mobs: vec![cows], food: 4, ..at_start() };
            let decision =
                Mind::new(goal("1 iron pickaxe"), None).decide(&Situation { ticks_left: Some(ticks_left), ..start });
            match decision {
                Decision::Do { step, limit, .. } if step.kind() == "kill" => limit,
                other => panic!("{other:?}"),
            }
        };
        let (late, early) = (limit(1000), limit(20_000));
        assert!(late + 300 < 1000 && late < early, "{late} {early}");
    }

    fn lucky() -> Body {
        Body::new(at_start(), Pcg64::seed_from_u64(1), 0.0)
    }

    fn goal(text: &str) -> Goal {
        Goal::parse(text).expect("a goal")
    }

    fn why(end: &Decision) -> &str {
        match end {
            Decision::GiveUp(why) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_mishaps_goals_are_reached_by_few_steps() {
        for (text, ticks, steps) in [
            ("1 stone pickaxe", 1700, 9),
            ("1 iron pickaxe", 5000, 23),
            ("1 diamond", 11_500, 28),
            ("8 glass", 7000, 25),
        ] {
            let game = play(&goal(text), lucky(), |_| None);
            assert_eq!(game.end, Decision::Reached);
            assert!(game.ticks < ticks && game.lines.len() <= steps, "{text}: {} {:#?}", game.ticks, game.lines);
            let position = |what: &str| game.lines.iter().position(|line| line.contains(what));
            let trips = game.lines.iter().filter(|line| line.contains("mine") && line.contains("_log")).count();
            let for_axe = usize::from(position("wooden_axe").is_some());
            assert_eq!(trips, 1 + for_axe, "wood is fetched once, and once for an axe: {:#?}", game.lines);
            let last_log = game.lines.iter().rposition(|line| line.contains("mine") && line.contains("_log"));
            let stone = game.lines.iter().position(|line| line.contains("mine") && line.contains("cobblestone"));
            assert!(stone.is_none() || last_log < stone, "wood comes before stone: {:#?}", game.lines);
        }
    }

    #[test]
    fn whatever_can_be_had_is_had() {
        for item in Reach::overworld(false).items().step_by(11) {
            let game = play(&Goal::obtain(item, 2.min(item.stack_size().into())), lucky(), |_| None);
            assert_eq!(game.end, Decision::Reached, "{item}: {:#?}", game.lines);
        }
    }

    #[test]
    fn mishaps_change_the_plan_and_every_game_ends() {
        let goals = ["1 iron pickaxe", "1 diamond", "3 torches", "cook 2 beef", "1 white bed", "1 bucket", "5 logs"];
        let mut reached = 0;
        for seed in 0..140 {
            let body = Body::new(at_start(), Pcg64::seed_from_u64(seed), 0.25);
            let game = play(&goal(goals[seed as usize % goals.len()]), body, |_| None);
            reached += u32::from(game.end == Decision::Reached);
        }
        assert!(reached >= 135, "{reached}");
    }

    #[test]
    fn what_never_works_is_given_up_with_what_was_tried() {
        let never = |kind: &'static str| {
            move |_: &Step| {
                let failure = Failure { kind, text: format!("it is {kind}"), missing: None };
                Some(StepResult { failure: Some(failure), ticks: 5 })
            }
        };
        let game = play(&goal("1 stick"), lucky(), never("not found"));
        assert!(why(&game.end).starts_with("nothing worked: tried mine oak_log (not found"), "{}", why(&game.end));
        let kinds: std::collections::BTreeSet<&str> =
            game.lines.iter().filter_map(|line| line.rsplit(' ').next()).collect();
        assert!(kinds.len() >= 3, "other trees are tried: {kinds:?}");
        assert!(game.notes.iter().any(|note| note.contains("look elsewhere or get it another way")));
        let game = play(&goal("1 stick"), lucky(), never("no skill"));
        assert!(why(&game.end).contains("no way to get stick is possible now: it is no skill"), "{}", why(&game.end));
        let lies = |_: &Step| Some(StepResult { failure: None, ticks: 5 });
        let game = play(&goal("1 stick"), lucky(), lies);
        assert!(why(&game.end).contains("unexpected"), "{}", why(&game.end));
    }

    #[test]
    fn what_cannot_be_had_is_given_up_at_once() {
        let game = play(&goal("1 blaze rod"), lucky(), |_| None);
        assert_eq!((why(&game.end), game.lines.len()), ("blaze_rod is found only in the Nether", 0));
    }

    #[test]
    fn another_tree_after_the_first_was_not_found() {
        let no_oaks = |step: &Step| {
            let failure = Failure { kind: "not found", text: "no oak_log found".into(), missing: None };
            (step.item == Item::OAK_LOG).then_some(StepResult { failure: Some(failure), ticks: 600 })
        };
        let game = play(&goal("1 crafting table"), lucky(), no_oaks);
        assert_eq!(game.end, Decision::Reached);
        assert_eq!(game.lines[..2], ["1: mine 1 oak_log from oak_log", "1: mine 1 birch_log from birch_log"]);
    }

    #[test]
    fn what_was_dropped_is_fetched_if_it_is_worth_it_and_in_time() {
        let decide = |away: f32, y: i32, lasts: u64| {
            let items = vec![ItemStack::new(Item::IRON_PICKAXE, 1)];
            let now = Situation { dropped: Some(Dropped { items, away, y, lasts, guards: 0 }), ..at_start() };
            let mut mind = Mind::new(goal("1 diamond"), None);
            let first = matches!(mind.decide(&now), Decision::Fetch { .. });
            let failure = Failure { kind: "unreachable", text: "no way there".into(), missing: None };
            mind.told(StepResult { failure: Some(failure), ticks: 100 });
            (first, matches!(mind.decide(&now), Decision::Fetch { .. }))
        };
        assert_eq!(decide(100.0, 60, 5000), (true, false), "once only");
        assert_eq!(decide(100.0, 60, 300), (false, false), "it would be gone");
        assert_eq!(decide(2000.0, 60, 50_000), (false, false), "too far");
        assert_eq!(decide(100.0, -50, 5000), (false, false), "too deep for bare hands");
    }

    #[test]
    fn who_was_killed_by_night_begins_anew_at_once() {
        let now = Situation { day_time: 16_000, ..at_start() };
        let mut mind = Mind::new(goal("1 iron pickaxe"), None);
        mind.decide(&now);
        let failure = Failure { kind: "died", text: "died".into(), missing: None };
        mind.told(StepResult { failure: Some(failure), ticks: 100 });
        let Decision::Do { step, .. } = mind.decide(&now) else { panic!("there is much to do") };
        assert!(step.to_string().starts_with("mine"), "{step}");
    }

    #[test]
    fn the_view_shows_what_is_done_and_what_is_left() {
        let (mut mind, mut body) = (Mind::new(goal("1 stone pickaxe"), None), lucky());
        for _ in 0..3 {
            let Decision::Do { step, .. } = mind.decide(&body.now) else { panic!("there is much to do") };
            let result = body.perform(&step);
            mind.told(result);
        }
        mind.decide(&body.now);
        let done: Vec<bool> = mind.plan().into_iter().map(|(_, done)| done).collect();
        assert_eq!(done[..4], [true, true, true, false]);
        assert!(mind.tree().to_string().starts_with("[ ] 1 stone_pickaxe: craft"), "{}", mind.tree());
        assert_eq!(mind.counters(), Counters::default());
    }
}
