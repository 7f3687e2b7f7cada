//! A life that gives itself goals.

use std::collections::BTreeSet;

use anima_agent::Life;
use anima_body::Observation;
use anima_intent::{Condition, Ending, Goal};
use anima_mind::{Book, Counters, Doings, Means, NoGoal, Proposed};
use anima_rules::Item;
use anima_suite::{Blueprints, End, Exploration, Part, Scenario, Witness};
use anyhow::Result;
use glam::DVec3;

use crate::game::{Game, PATIENCE};
use crate::{Round, Setup, guard};

/// Goals in a row that take no tick after which a life is at its end.
const IDLE: usize = 10;

/// Proposals in a row that are refused after which a life is at its end: as many as ODYSSEY has rounds.
const MOST_REFUSALS: u32 = 80;

/// What a life that was left to itself has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// The goals that it gave itself, in order.
    pub goals: Vec<Venture>,
    /// Kinds of items that it has held.
    pub items: BTreeSet<Item>,
    /// Blocks from where it began to the farthest place where it stood, over the ground.
    pub farthest: f64,
    /// Why it set itself no goal any more, if that was before the limit.
    pub idle: Option<String>,
    /// How its last goal ended, with all that was counted.
    pub end: End,
}

/// A goal that an agent gave itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Venture {
    /// What it wanted, in words.
    pub goal: String,
    /// Whether it was reached, as the world says.
    pub is_reached: bool,
    /// Whether it was only proposed, and refused.
    pub is_refused: bool,
    /// Why it was not, as the agent says; nothing if its time was over.
    pub why: Option<String>,
    /// Game ticks that it took.
    pub ticks: u64,
}

/// Lets a life give itself one goal after the other until the ticks of the setup, whose own goal is not looked at, are over;
/// each may take so many ticks. The record holds the goals as the parts of a game; what is to be remembered is kept as each goal
/// ends, and then it is told.
///
/// # Errors
/// If it cannot begin: there is no terrain where the player is to start, the address of the model is none, or nothing is
/// new in this world.
pub fn explore(
    setup: &Setup,
    exploration: Exploration,
    witnesses: &mut [&mut dyn Witness],
    told: &mut dyn FnMut(&Venture),
) -> Result<Explored> {
    let book = setup.round.as_ref().map(Round::book);
    let explored = match guard::catch(|| live(setup, exploration, book.as_ref(), witnesses, told)) {
        Ok(explored) => explored?,
        Err(text) => {
            let end = End::before_it_began(format!("panic: {text}, seed {}", setup.seed));
            witnesses.iter_mut().for_each(|witness| witness.ends(&end));
            Explored { goals: Vec::new(), items: BTreeSet::new(), farthest: 0.0, idle: None, end }
        }
    };
    if let (Some(round), Some(book)) = (&setup.round, book) {
        round.keep(book)?;
    }
    Ok(explored)
}

fn live(
    setup: &Setup,
    Exploration { each, goals: most }: Exploration,
    book: Option<&Book>,
    witnesses: &mut [&mut dyn Witness],
    told: &mut dyn FnMut(&Venture),
) -> Result<Explored> {
    let client = setup.client()?;
    let pictures = witnesses.iter().any(|witness| witness.uses_pictures());
    let mut life = setup.idle_life(pictures, client.observe());
    let first = client.world().observe();
    let mut watched = Watched::new(&first);
    let mut proposer = Proposer::new(setup, most, book, told);
    proposer.doings.held(watched.items.iter().copied());
    let mut goal = match proposer.next_goal(&life)? {
        Ok(goal) => goal,
        Err(why) => {
            witnesses.iter_mut().for_each(|witness| witness.begins(&setup.start_towards(String::new())));
            let Counters { model_calls, repairs, fallbacks, tokens, millis } = proposer.thought;
            let kinds = Some(watched.items.len() as u32);
            let end = End::not_played(&match &why {
                Some(why) => format!("no goal: {why}"),
                None => format!("no goal: all of {most} proposals were refused"),
            });
            let end = End { kinds, model_calls, repairs, fallbacks, tokens, model_ms: millis, ..end };
            witnesses.iter_mut().for_each(|witness| witness.ends(&end));
            return Ok(Explored { goals: proposer.goals, items: watched.items, farthest: 0.0, idle: why, end });
        }
    };
    let start = Setup { goal: goal.to_string(), then: Vec::new(), ..setup.clone() }.start()?;
    witnesses.iter_mut().for_each(|witness| witness.begins(&start));
    let mut game = Game::new(client, &goal, each.min(setup.ticks));
    game.on_death = setup.scenario.on_death;
    let mut idle = None;
    loop {
        let began = game.last.tick;
        game.before.model = std::mem::take(&mut proposer.thought) + game.counted.model;
        let ticks = each.min(setup.ticks - began);
        life.pursue(Goal { condition: goal.clone(), ticks: Some(ticks) }, setup.means(proposer.goals.len() + 1, book)?);
        game.play_part(&mut life, &mut with(&mut watched, witnesses));
        game.close(&mut life);
        let is_reached = game.judge.holds();
        let why = match life.ending() {
            Some(Ending::GivenUp(cause)) if !is_reached => Some(cause.to_string()),
            _ => None,
        };
        if let (Some(round), Some(book)) = (&setup.round, book) {
            round.keep_so_far(book)?;
        }
        proposer.doings.note(&goal, is_reached);
        proposer.doings.held(watched.items.iter().copied());
        let ticks = game.last.tick - began;
        proposer.tried(Venture { goal: goal.to_string(), is_reached, is_refused: false, why, ticks });
        game.count_model(&life);
        if game.last.tick >= setup.ticks || proposer.goals.len() >= most as usize || game.is_lost_by_death() {
            break;
        }
        goal = match proposer.next_goal(&life)? {
            Ok(goal) => goal,
            Err(why) => {
                idle = why;
                game.counted.model = game.counted.model + proposer.thought;
                break;
            }
        };
        let ticks = each.min(setup.ticks - game.last.tick);
        let part =
            Part { goal: goal.to_string(), blueprints: Blueprints::default(), ticks, scenario: Scenario::default() };
        game.begin(&part, witnesses)?;
    }
    game.counted.kinds = Some(watched.items.len() as u32);
    let end = End::judge(&game.judge, &game.last, life.ending(), None, game.counted.clone());
    witnesses.iter_mut().for_each(|witness| witness.ends(&end));
    Ok(Explored { goals: proposer.goals, items: watched.items, farthest: watched.farthest, idle, end })
}

/// What thinks of one goal after the other.
struct Proposer<'a> {
    setup: &'a Setup,
    /// Goals at most, proposals that were refused included.
    most: u32,
    book: Option<&'a Book>,
    told: &'a mut dyn FnMut(&Venture),
    doings: Doings,
    goals: Vec<Venture>,
    /// What was asked of a model for the goals that were thought of since the last game.
    thought: Counters,
}

impl<'a> Proposer<'a> {
    fn new(setup: &'a Setup, most: u32, book: Option<&'a Book>, told: &'a mut dyn FnMut(&Venture)) -> Proposer<'a> {
        let (doings, thought) = (Doings::default(), Counters::default());
        Proposer { setup, most, book, told, doings, goals: Vec::new(), thought }
    }

    /// Takes in what a goal has come to.
    fn tried(&mut self, venture: Venture) {
        (self.told)(&venture);
        self.goals.push(venture);
    }

    /// Thinks of a goal; the world stands still meanwhile. A proposal that is refused is a goal that came to nothing. The
    /// inner error says why there is none, if that is not for so many goals at most.
    fn next_goal(&mut self, life: &Life) -> Result<Result<Condition, Option<String>>> {
        let (mut refusals, mut unanswered) = (0, 0);
        while self.goals.len() < self.most as usize {
            if is_idle(&self.goals) {
                return Ok(Err(Some(format!("its last {IDLE} goals were over before a tick had passed"))));
            }
            match self.think(life)? {
                Ok(Proposed { goal, refused }) => {
                    self.doings.told_next(refused);
                    return Ok(Ok(goal));
                }
                Err(NoGoal::Nothing(why)) => return Ok(Err(Some(why))),
                Err(NoGoal::Refused(refused)) => {
                    refusals += 1;
                    unanswered = if refused.is_no_answer() { unanswered + 1 } else { 0 };
                    if refusals > MOST_REFUSALS || unanswered == IDLE {
                        return Ok(Err(Some(refused.to_string())));
                    }
                    let (goal, why) = (refused.task().unwrap_or("no task").to_owned(), Some(refused.to_string()));
                    self.doings.refused(refused);
                    self.tried(Venture { goal, is_reached: false, is_refused: true, why, ticks: 0 });
                }
            }
        }
        Ok(Err(None))
    }

    fn think(&mut self, life: &Life) -> Result<Result<Proposed, NoGoal>> {
        let number = self.goals.len() + 1;
        let means = self.setup.means_named(&format!("wish-{number}"), self.book)?;
        let seed = means.seed.wrapping_add(number as u64);
        let mut wish = life.wish(self.doings.clone(), Means { seed, ..means });
        loop {
            if let Some(proposed) = wish.decide() {
                self.thought = self.thought + wish.counters();
                return Ok(proposed);
            }
            wish.wait(PATIENCE);
        }
    }
}

/// Whether the last goals were all over before a tick had passed, those that were refused aside.
fn is_idle(goals: &[Venture]) -> bool {
    let last = goals.iter().rev().filter(|venture| !venture.is_refused).take(IDLE);
    last.filter(|venture| venture.ticks == 0).count() == IDLE
}

/// What a life was seen to hold, and how far it came.
struct Watched {
    items: BTreeSet<Item>,
    start: DVec3,
    farthest: f64,
}

impl Watched {
    fn new(first: &Observation) -> Watched {
        let mut watched = Watched { items: BTreeSet::new(), start: first.player.pos, farthest: 0.0 };
        watched.sees(first);
        watched
    }
}

impl Witness for Watched {
    fn sees(&mut self, seen: &Observation) {
        self.items.extend(seen.inventory.slots.iter().flatten().map(|stack| stack.item));
        let way = seen.player.pos - self.start;
        self.farthest = self.farthest.max(way.x.hypot(way.z));
    }
}

/// All witnesses and one more.
fn with<'a>(watched: &'a mut Watched, witnesses: &'a mut [&mut dyn Witness]) -> Vec<&'a mut dyn Witness> {
    let others = witnesses.iter_mut().map(|witness| &mut **witness as &mut dyn Witness);
    std::iter::once(watched as &mut dyn Witness).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use anima_suite::{Recorder, Settings, Versions};

    use super::*;
    use crate::{Land, replay};

    #[test]
    fn a_life_whose_goals_take_no_tick_is_at_its_end() {
        let of = |ticks: u64| Venture {
            goal: "obtain 1 dirt".into(),
            is_reached: true,
            is_refused: false,
            why: None,
            ticks,
        };
        let mut goals = vec![of(7)];
        goals.extend((1..IDLE).map(|_| of(0)));
        assert!(!is_idle(&goals));
        goals.push(Venture { is_refused: true, ..of(0) });
        assert!(!is_idle(&goals));
        goals.push(of(0));
        assert!(is_idle(&goals));
        goals.push(of(1));
        assert!(!is_idle(&goals));
    }

    #[test]
    fn a_life_left_to_itself_tries_what_is_new_and_its_record_plays_again() {
        let mut settings = Settings::default();
        settings.world.radius = 3;
        let setup = Setup {
            scenario: Scenario::default(),
            then: Vec::new(),
            prepare: None,
            goal: String::new(),
            blueprints: Blueprints::default(),
            seed: 3,
            land: Land::Generated,
            at: None,
            ticks: 2400,
            settings,
            model: None,
            round: None,
            versions: Versions::default(),
        };
        let mut recorder = Recorder::new(Vec::new());
        let mut told = Vec::new();
        let explored = explore(&setup, Exploration { each: 1200, goals: 1000 }, &mut [&mut recorder], &mut |tried| {
            told.push(tried.clone())
        })
        .expect("a life");
        assert_eq!(told, explored.goals);
        assert!(explored.goals.iter().filter(|tried| tried.is_reached).count() >= 5, "{:#?}", explored.goals);
        assert!(explored.items.len() >= 5 && explored.end.ticks <= 2400, "{explored:?}");
        assert!(explored.goals.iter().all(|tried| tried.is_reached || tried.why.is_some()), "{:#?}", explored.goals);
        let record = recorder.finish().expect("it was written");
        let again = replay(&record[..], &Land::Generated).expect("it plays again");
        assert_eq!((again.differences, again.end), (Vec::new(), explored.end));
    }
}
