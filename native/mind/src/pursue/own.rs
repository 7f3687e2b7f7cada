//! Our own way: plan by the cheapest known ways, act, learn what failed, plan anew.
//!
//! With a model its plan is carried out to the first failure, what takes least first as with DEPS's selector: what is worth
//! having may stand last in it. A plan that is remembered to have reached the goal spares the model's; where its answers do
//! not work the rules plan to the next failure, and it is asked again. The rules make a plan anew before every act: what was
//! seen and found meanwhile may make another one cheaper.

use anima_intent::{Act, Cause, Ending};

use crate::mind::Mind;
use crate::plan::{Author, Plan};
use crate::policy::effort::Efforts;
use crate::policy::refine::refine;
use crate::roles::plan::Ask;
use crate::roles::select::select;

/// Answers of a model in a row that are no plan, each asked for once more, after which a goal is given up that no rules plan for.
const MOST_IN_VAIN: u32 = 4;

/// Pursues the goal until it holds, or nothing is left to try.
pub(crate) async fn own(mind: Mind) -> Ending {
    let goal = mind.goal().clone();
    // Where the rules had to stand in for a model they plan on to the next failure.
    let (mut stands_in, mut in_vain) = (false, 0);
    loop {
        if let Some(ending) = mind.is_over() {
            return ending;
        }
        if mind.fetch_what_was_dropped().await {
            continue;
        }
        let mut plan = match plan(&mind, stands_in).await {
            Ok(plan) => plan,
            // A model that nobody stands in for is told what was wrong and asked anew.
            Err(_) if !mind.rules_stand_in() && mind.asks_model() && in_vain < MOST_IN_VAIN => {
                in_vain += 1;
                continue;
            }
            Err(why) => return Ending::GivenUp(Cause::Impossible { why }),
        };
        in_vain = 0;
        stands_in = plan.author == Author::Rules;
        while let Some(act) = first_act(&mind, &mut plan) {
            let went_well = mind.do_act(&plan, 0).await;
            if mind.now().reached {
                break;
            }
            if went_well {
                plan.take(&act);
            } else if mind.past().interrupted.is_none() {
                stands_in = false;
                break;
            }
            if plan.author == Author::Rules || !mind.drop_needless(&goal, &mut plan) {
                break;
            }
        }
    }
}

/// The act that is to be done next: of a model's plan what takes least, if the settings say so.
fn first_act(mind: &Mind, plan: &mut Plan) -> Option<Act> {
    if plan.author == Author::Model && mind.settings().own.select && mind.settings().check {
        let (now, past) = (mind.now(), mind.past());
        select(plan, mind.goal(), &now, &Efforts::new(&now, &past.setbacks));
        mind.show_plan(plan);
    }
    plan.acts.first().map(|planned| planned.act.clone())
}

/// Makes a plan and tells it if it is news; `by_rules` asks no model and no memory.
async fn plan(mind: &Mind, by_rules: bool) -> Result<Plan, String> {
    let last_failure = mind.past().last_failure.clone();
    let ask = Ask { last_failure: last_failure.as_ref(), ..Ask::of(mind.goal()) };
    let recalls = !by_rules && mind.asks_model() && mind.settings().own.remember;
    let remembered = if recalls { mind.remembered(&ask).await } else { None };
    let mut proposal = match remembered {
        Some(proposal) => proposal,
        None if by_rules => mind.plan_by_rules(mind.goal())?,
        None => mind.plan(&ask).await?,
    };
    if proposal.plan.author == Author::Rules {
        let (now, past) = (mind.now(), mind.past());
        select(&mut proposal.plan, mind.goal(), &now, &Efforts::new(&now, &past.setbacks));
        refine(&mut proposal.plan, mind.goal(), &now);
    }
    if proposal.plan.acts.is_empty() {
        return Err(format!("nothing is left to do for \"{}\", and it does not hold", mind.goal()));
    }
    mind.tell(&proposal, last_failure.as_ref());
    Ok(proposal.plan)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use anima_body::BlockPos;
    use anima_intent::{Condition, Outcome, Reason};
    use anima_rules::techtree::{Nature, Reach};
    use anima_rules::{Block, EntityKind, Item, ItemStack};
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;
    use crate::carry_out::limit;
    use crate::policy::setbacks::Setbacks;
    use crate::roles::plan::rules;
    use crate::situation::{Dropped, Known};
    use crate::testing::{Body, at_start, goal};
    use crate::{Decision, Done, Means, Note, Order, Pursuit, Settings, Situation};

    /// How a game went.
    struct Game {
        /// What was ordered, in order.
        lines: Vec<String>,
        end: Ending,
        ticks: u64,
        notes: Vec<String>,
    }

    fn pursuit(goal: &Condition, body: &Rc<RefCell<Body>>) -> Pursuit {
        let eyes = Rc::clone(body);
        Pursuit::new(goal.clone(), Settings::default(), Means::default(), move || eyes.borrow().now.clone())
    }

    /// Plays a goal; `outcome` may say otherwise how an act went.
    fn play(goal: &Condition, body: Body, outcome: impl Fn(&Act) -> Option<Outcome>) -> Game {
        let body = Rc::new(RefCell::new(body));
        body.borrow_mut().pursues(goal);
        let mut pursuit = pursuit(goal, &body);
        let (mut lines, mut failed) = (Vec::new(), None);
        let end = loop {
            match pursuit.decide() {
                Decision::Do(order) => {
                    let order_with = (order.clone(), body.borrow().now.carried.clone());
                    assert_ne!(
                        Some(&order_with),
                        failed.as_ref(),
                        "the same again, with the same things, after it failed"
                    );
                    assert!(order.limit >= 1000);
                    lines.push(format!("{}: {}", order.attempt, order.act));
                    let done = match outcome(&order.act) {
                        Some(outcome) => Done { outcome, ticks: 5 },
                        None => body.borrow_mut().perform(&order.act),
                    };
                    failed = done.outcome.is_err().then_some(order_with);
                    pursuit.told(done);
                }
                Decision::Wait => panic!("nobody thinks"),
                Decision::Over(ending) => break ending,
            }
        };
        assert_eq!(end == Ending::Reached, body.borrow().now.reached, "{goal}: {end:?}");
        let notes = pursuit.take_notes().iter().map(Note::to_string).collect();
        let ticks = body.borrow().now.tick;
        Game { lines, end, ticks, notes }
    }

    /// The first order for a goal in a situation.
    fn first(goal: &Condition, now: &Situation) -> Order {
        let now = now.clone();
        match Pursuit::new(goal.clone(), Settings::default(), Means::default(), move || now.clone()).decide() {
            Decision::Do(order) => order,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_only_worth_having_is_not_looked_for_long() {
        let now = at_start();
        let made = rules::plan(&goal("1 beef"), &now, &Setbacks::default(), false).expect("a plan");
        let act = made.plan.acts().next().expect("an act");
        let setbacks = Setbacks::default();
        assert!(2 * limit(act, false, &now, &setbacks) < limit(act, true, &now, &setbacks));
    }

    #[test]
    fn what_is_only_worth_having_leaves_time_for_the_goal() {
        let carried = [(Item::RAW_IRON, 3), (Item::FURNACE, 1), (Item::COAL, 1), (Item::STONE_SWORD, 1)];
        let carried = carried.map(|(item, count)| ItemStack::new(item, count));
        let limit = |ticks_left: u64| {
            let cows = Known { what: EntityKind::COW, count: 3, nearest: 1.0 };
            let start = Situation { carried: carried.to_vec(), mobs: vec![cows], food: 4, ..at_start() };
            let order = first(&goal("1 iron pickaxe"), &Situation { ticks_left: Some(ticks_left), ..start });
            assert_eq!(order.act.word(), "kill");
            order.limit
        };
        let (late, early) = (limit(1000), limit(20_000));
        assert!(late + 300 < 1000 && late < early, "{late} {early}");
    }

    #[test]
    fn what_else_is_wanted_is_done_while_the_night_is_waited_for() {
        let carried = vec![ItemStack::new(Item::WOODEN_PICKAXE, 1)];
        let order = |text: &str| first(&goal(text), &Situation { carried: carried.clone(), ..at_start() });
        assert_eq!(order("survive 1 night and obtain 5 coal").act.word(), "mine");
        assert_eq!(order("sleep and obtain 5 coal").act.word(), "mine");
        assert_eq!(order("survive 1 night").act.word(), "wait");
    }

    fn lucky() -> Body {
        Body::new(at_start(), Pcg64::seed_from_u64(1), 0.0)
    }

    fn why(end: &Ending) -> String {
        match end {
            Ending::GivenUp(cause) => cause.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_mishaps_goals_are_reached_by_few_acts() {
        for (text, ticks, acts) in [
            ("1 stone pickaxe", 1700, 9),
            ("1 iron pickaxe", 5000, 23),
            ("1 diamond", 11_500, 28),
            ("8 glass", 7000, 25),
        ] {
            let game = play(&goal(text), lucky(), |_| None);
            assert_eq!(game.end, Ending::Reached);
            assert!(game.ticks < ticks && game.lines.len() <= acts, "{text}: {} {:#?}", game.ticks, game.lines);
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
    fn whatever_there_is_a_skill_for_is_had() {
        let skilled = Reach::of_ways(Nature::Vanilla, false, |way| anima_intent::kind_skill(&way.kind).is_ok());
        for item in skilled.items().step_by(7) {
            let game = play(&Condition::holds(item, 2.min(item.stack_size().into())), lucky(), |_| None);
            assert_eq!(game.end, Ending::Reached, "{item}: {:#?}", game.lines);
        }
    }

    #[test]
    fn goals_of_every_kind_are_reached() {
        for text in [
            "kill 3 zombies",
            "wear iron armor",
            "wear a shield",
            "go to 100 64 -20",
            "explore a desert",
            "plant 2 oak saplings",
            "place 3 torches",
            "craft 8 sticks",
            "breed 2 chickens",
            "put 10 cobblestone in a chest",
            "sleep",
            "survive 2 nights",
            "get 2 dirt and kill 1 cow or obtain 1 dragon egg",
        ] {
            let game = play(&goal(text), lucky(), |_| None);
            assert_eq!(game.end, Ending::Reached, "{text}: {:#?}", game.lines);
        }
    }

    #[test]
    fn mishaps_change_the_plan_and_every_game_ends() {
        let goals = [
            "1 iron pickaxe",
            "1 diamond",
            "3 torches",
            "cook 2 beef",
            "1 white bed",
            "1 bucket",
            "5 logs",
            "kill 2 zombies",
            "plant 1 oak sapling",
            "wear iron boots",
        ];
        let mut reached = 0;
        for seed in 0..140 {
            let body = Body::new(at_start(), Pcg64::seed_from_u64(seed), 0.25);
            let game = play(&goal(goals[seed as usize % goals.len()]), body, |_| None);
            reached += u32::from(game.end == Ending::Reached);
        }
        assert!(reached >= 135, "{reached}");
    }

    #[test]
    fn what_never_works_is_given_up_with_what_was_tried() {
        let game = play(&goal("1 stick"), lucky(), |_| Some(Err(Reason::not_found(Block::OAK_LOG))));
        assert!(why(&game.end).starts_with("nothing worked: tried mine oak_log (not found"), "{}", why(&game.end));
        let kinds: std::collections::BTreeSet<&str> =
            game.lines.iter().filter_map(|line| line.rsplit(' ').next()).collect();
        assert!(kinds.len() >= 3, "other trees are tried: {kinds:?}");
        assert!(game.notes.iter().any(|note| note.contains("look elsewhere or get it another way")));
        let game = play(&goal("1 stick"), lucky(), |_| Some(Err(Reason::NoSkill("that".into()))));
        assert!(
            why(&game.end).contains("no way to get stick is possible now: no skill for that"),
            "{}",
            why(&game.end)
        );
        let game = play(&goal("1 stick"), lucky(), |_| Some(Ok(())));
        assert!(why(&game.end).contains("unexpected"), "{}", why(&game.end));
    }

    #[test]
    fn what_cannot_be_had_or_done_is_given_up_before_the_first_act() {
        for (text, says) in [
            ("1 blaze rod", "blaze_rod is found only in the Nether"),
            ("1 honey bottle", "honey_bottle: no skill for taking honey from bees"),
            ("kill 1 blaze", "blaze is not met in an overworld without structures"),
            ("breed 2 cats", "no skill for taming, and only a tame cat breeds"),
            ("breed 1 turtle", "no skill for hatching eggs, which a turtle lays in place of a child"),
        ] {
            let game = play(&goal(text), lucky(), |_| None);
            assert_eq!((why(&game.end).as_str(), game.lines.len()), (says, 0));
        }
    }

    #[test]
    fn another_tree_after_the_first_was_not_found() {
        let is_oak = |act: &Act| act.step().is_some_and(|step| step.item == Item::OAK_LOG);
        let no_oaks = |act: &Act| is_oak(act).then(|| Err(Reason::not_found(Block::OAK_LOG)));
        let game = play(&goal("1 crafting table"), lucky(), no_oaks);
        assert_eq!(game.end, Ending::Reached);
        assert_eq!(game.lines[..2], ["1: mine 1 oak_log from oak_log", "1: mine 1 birch_log from birch_log"]);
    }

    #[test]
    fn what_was_dropped_is_fetched_if_it_is_worth_it_and_in_time() {
        let decide = |away: f32, y: i32, lasts: u64| {
            let items = vec![ItemStack::new(Item::IRON_PICKAXE, 1)];
            let pos = BlockPos::new(away as i32, y, 0);
            let now = Situation { dropped: Some(Dropped { pos, items, away, lasts, guards: 0 }), ..at_start() };
            let mut pursuit =
                Pursuit::new(goal("1 diamond"), Settings::default(), Means::default(), move || now.clone());
            let mut fetches = || matches!(pursuit.decide(), Decision::Do(Order { act: Act::Fetch { .. }, .. }));
            let first = fetches();
            let why = Reason::unreachable("there");
            pursuit.told(Done { outcome: Err(why), ticks: 100 });
            let again = matches!(pursuit.decide(), Decision::Do(Order { act: Act::Fetch { .. }, .. }));
            (first, again)
        };
        assert_eq!(decide(100.0, 60, 5000), (true, false), "once only");
        assert_eq!(decide(100.0, 60, 300), (false, false), "it would be gone");
        assert_eq!(decide(2000.0, 60, 50_000), (false, false), "too far");
        assert_eq!(decide(100.0, -50, 5000), (false, false), "too deep for bare hands");
    }

    #[test]
    fn an_agent_that_is_kept_from_fetching_what_it_dropped_fetches_it_later() {
        let items = vec![ItemStack::new(Item::IRON_PICKAXE, 1)];
        let dropped = Dropped { pos: BlockPos::new(100, 60, 0), items, away: 100.0, lasts: 5000, guards: 0 };
        let now = Situation { dropped: Some(dropped), ..at_start() };
        let mut pursuit = Pursuit::new(goal("1 diamond"), Settings::default(), Means::default(), move || now.clone());
        for _ in 0..100 {
            let decision = pursuit.decide();
            assert!(matches!(&decision, Decision::Do(Order { act: Act::Fetch { .. }, .. })), "{decision:?}");
            pursuit.told(Done { outcome: Err(Reason::Interrupted("the player".into())), ticks: 3 });
        }
    }

    #[test]
    fn a_player_who_was_killed_by_night_begins_anew_at_once() {
        let now = Situation { day_time: 16_000, ..at_start() };
        let mut pursuit =
            Pursuit::new(goal("1 iron pickaxe"), Settings::default(), Means::default(), move || now.clone());
        pursuit.decide();
        pursuit.told(Done { outcome: Err(Reason::Died), ticks: 100 });
        let Decision::Do(order) = pursuit.decide() else { panic!("there is much to do") };
        assert_eq!(order.act.word(), "mine", "{}", order.act);
    }

    #[test]
    fn an_act_that_the_player_broke_off_has_not_failed() {
        let now = at_start();
        let mut pursuit = Pursuit::new(goal("1 stick"), Settings::default(), Means::default(), move || now.clone());
        let Decision::Do(order) = pursuit.decide() else { panic!("there is much to do") };
        for _ in 0..100 {
            pursuit.told(Done { outcome: Err(Reason::Interrupted("the player".into())), ticks: 3 });
            assert_eq!(pursuit.decide(), Decision::Do(order.clone()));
        }
    }

    #[test]
    fn the_view_shows_what_is_done_and_what_is_left() {
        let body = Rc::new(RefCell::new(lucky()));
        let mut pursuit = pursuit(&goal("1 stone pickaxe"), &body);
        for _ in 0..3 {
            let Decision::Do(order) = pursuit.decide() else { panic!("there is much to do") };
            let done = body.borrow_mut().perform(&order.act);
            pursuit.told(done);
        }
        pursuit.decide();
        let done: Vec<bool> = pursuit.plan().into_iter().map(|(_, done)| done).collect();
        assert_eq!(done[..4], [true, true, true, false]);
        assert!(pursuit.tree().to_string().starts_with("[ ] 1 stone_pickaxe: craft"), "{}", pursuit.tree());
        assert_eq!(pursuit.counters(), crate::Counters::default());
    }
}
