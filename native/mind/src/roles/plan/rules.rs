//! The plan role by rules: the cheapest way to the goal by today's estimates, and what is worth having on it.

use anima_intent::{ARROWS_EACH, Act, Condition, Sought, needs_soil};
use anima_rules::DAY;
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Effort, NoPlan, Plan, Planner, Step, Way, met_soonest, place_of_mob};
use anima_rules::{Block, Dimension, EntityKind, Foe, Item, Shot, ToolKind, breeding};

use super::refusal::{can_be_met, reason};
use crate::plan::{Author, Plan as Acts};
use crate::policy::effort::{Efforts, is_underground};
use crate::policy::provision::{self, Provision};
use crate::policy::setbacks::Setbacks;
use crate::situation::Situation;

/// Height below which the way to a place leads through rock, mostly.
const BELOW_GROUND: i32 = 50;
/// Members of a family that are planned for before the cheapest is taken.
const CHOICE: usize = 4;
/// What is left of the game as a share of what a plan takes, below which only what saves time is worth something.
pub(crate) const ROOM: f32 = 0.7;

/// Finds what is worth having on a way that takes some steps.
type Weigh = fn(&[Step], &Situation) -> Vec<Provision>;

/// A plan by rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Made {
    pub plan: Acts,
    /// About how many ticks it takes.
    pub ticks: f32,
    /// What it gets beside the goal, and why.
    pub provisions: Vec<Provision>,
}

/// What a plan gets beside its goal.
#[derive(Clone, Copy)]
enum Beside<'a> {
    Nothing,
    /// What is worth having on its own way.
    ForItsWay,
    /// The same, and if it leads under the ground what is worth having on a longer way, of which it is a part.
    ForALongerWay(&'a [Step]),
}

/// Makes a plan, with what is worth having on the way, if it is to have `provisions`.
///
/// # Errors
/// Why there is none, in words.
pub(crate) fn plan(goal: &Condition, now: &Situation, setbacks: &Setbacks, provisions: bool) -> Result<Made, String> {
    plan_beside(goal, now, setbacks, if provisions { Beside::ForItsWay } else { Beside::Nothing })
}

/// Makes a plan for a part of the way to `goal`, with what is worth having on that way: what grows above is had before it
/// leads under the ground.
///
/// # Errors
/// As [`plan`].
pub(crate) fn plan_part(
    part: &Condition,
    goal: &Condition,
    now: &Situation,
    setbacks: &Setbacks,
) -> Result<Made, String> {
    let way = plan(goal, now, setbacks, false).map(|made| made.plan.steps().cloned().collect::<Vec<_>>());
    // What was done of the goal is nothing done of the part.
    let now = Situation { have: Vec::new(), ..now.clone() };
    plan_beside(part, &now, setbacks, Beside::ForALongerWay(&way.unwrap_or_default()))
}

fn plan_beside(goal: &Condition, now: &Situation, setbacks: &Setbacks, beside: Beside<'_>) -> Result<Made, String> {
    let mut best: Result<Made, Option<String>> = Err(None);
    for choice in choices(goal, now) {
        match (plan_all(goal, &choice, now, setbacks, beside), &best) {
            (Ok(made), Ok(known)) if known.ticks <= made.ticks => {}
            (Ok(made), _) => best = Ok(made),
            (Err(why), Err(None)) => best = Err(Some(why)),
            (Err(_), _) => {}
        }
    }
    best.map_err(|why| why.unwrap_or_else(|| "nothing is left to do".to_owned()))
}

/// A part of a goal, and how much there is of it.
pub(super) type Part<'a> = (&'a Condition, u32);

/// The sets of parts each of which would do: one for each way through what offers a choice.
fn choices<'a>(goal: &'a Condition, now: &Situation) -> Vec<Vec<Part<'a>>> {
    /// Choices that are weighed.
    const MOST: usize = 8;
    fn of<'a>(goal: &'a Condition, have: &mut impl Iterator<Item = u32>) -> Vec<Vec<Part<'a>>> {
        match goal {
            Condition::All(parts) => parts.iter().map(|part| of(part, have)).fold(vec![Vec::new()], |all, part| {
                let joined = all.iter().flat_map(|some| part.iter().map(move |more| [&some[..], more].concat()));
                joined.take(MOST).collect()
            }),
            Condition::Any(parts) => {
                let each: Vec<_> = parts.iter().map(|part| of(part, have)).collect();
                each.into_iter().flatten().take(MOST).collect()
            }
            leaf => vec![vec![(leaf, have.next().unwrap_or(0))]],
        }
    }
    of(goal, &mut now.have.iter().copied().chain(std::iter::repeat(0)))
}

/// Plans for all of some parts.
fn plan_all(
    goal: &Condition,
    parts: &[Part<'_>],
    now: &Situation,
    setbacks: &Setbacks,
    beside: Beside<'_>,
) -> Result<Made, String> {
    let efforts = Efforts::new(now, setbacks);
    let crafted = |way: &Way| parts.iter().any(|(part, _)| is_other_way(part, way));
    let planner = Planner::new(&|way| if crafted(way) { Effort::IMPOSSIBLE } else { efforts.of(way) });
    let mut want = Want::default();
    for (part, have) in parts {
        want.add_part(part, *have, now, &planner)?;
    }
    let mut best = want.cheapest_plan(&planner, now).map_err(|why| reason(parts, now, setbacks, why))?;
    let acts = want.acts();
    let after: f32 = acts.iter().map(|act| efforts.of_act(act)).sum();
    let mut taken = Vec::new();
    let longer = match beside {
        Beside::ForALongerWay(way) if best.steps.iter().any(|step| is_underground(step.place())) => way,
        _ => &[],
    };
    let ticks = longer.iter().map(|step| step.ticks).sum::<f32>().max(best.ticks + after);
    let has_time = now.ticks_left.is_none_or(|left| ticks * ROOM < left as f32);
    let fights = acts.iter().any(
        |act| matches!(act, Act::Kill { mob, .. } | Act::Shoot { mob, .. } if place_of_mob(*mob).is_none_or(|(_, is_hostile)| *is_hostile)),
    );
    if !matches!(beside, Beside::Nothing) {
        // What is smelted for the others counts when furnaces are weighed.
        let first: Weigh = match has_time {
            true if fights => provision::worth_having_for_a_fight,
            true => provision::worth_having,
            false => provision::worth_having_late,
        };
        for weigh in [first, provision::furnaces] {
            for provision in weigh(if longer.is_empty() { &best.steps } else { longer }, now) {
                if taken.iter().any(|other: &Provision| other.any_of == provision.any_of) {
                    continue;
                }
                let worth_it = |item: Item| {
                    let mut more = want.clone();
                    more.provide(&provision.any_of, item, provision.count, now);
                    let plan = planner.plan(&more.goals, &now.given()).ok()?;
                    (plan.ticks - best.ticks <= provision.worth).then_some((more, plan))
                };
                let found = provision.picks(&best.steps, now, &planner).find_map(worth_it);
                if let Some(found) = found {
                    (want, best) = found;
                    taken.push(provision);
                }
            }
        }
    }
    if !matches!(beside, Beside::Nothing) && has_time {
        let mut first = Vec::new();
        for provision in provision::worth_having_first(&best.steps, now, fights) {
            first.extend(provision.any_of.first());
            match planner.plan_after(&first, &want.goals, &now.given()) {
                Ok(plan) if plan.ticks - best.ticks <= provision.worth => {
                    best = plan;
                    taken.push(provision);
                }
                _ => {
                    first.pop();
                }
            }
        }
    }
    let acts = best.steps.into_iter().map(Act::Obtain).chain(acts).collect();
    Ok(Made { plan: Acts::new(Author::Rules, acts, goal, now), ticks: best.ticks + after, provisions: taken })
}

/// Whether a way gives what is to be crafted without crafting it.
fn is_other_way(part: &Condition, way: &Way) -> bool {
    matches!(part, Condition::Crafted { items, .. } if items.contains(way.item)) && !way.kind.is_crafting()
}

/// What is to be carried at the end, item by item, and what is done with it then.
#[derive(Clone, Default)]
struct Want {
    goals: Vec<(Item, u32)>,
    /// Families of which some are missing.
    families: Vec<Family>,
    /// What is done beside what is done with families.
    acts: Vec<Act>,
}

/// So many of some items, taken together.
#[derive(Clone)]
struct Family {
    any_of: Vec<Item>,
    missing: u32,
    /// Those of its members that are carried or will be, with how many.
    allotted: Vec<(Item, u32)>,
    /// What is done with them.
    then: Option<Deed>,
}

/// What is done with something that is carried.
#[derive(Clone, Copy)]
enum Deed {
    Equip,
    Deposit,
    Place,
    Plant,
}

impl Deed {
    fn with(self, item: Item, count: u32) -> Act {
        match self {
            Deed::Equip => Act::Equip(item),
            Deed::Deposit => Act::Deposit { item, count },
            Deed::Place => Act::Place { item, count, at: None },
            Deed::Plant => Act::Plant { seeds: item, count },
        }
    }
}

impl Want {
    /// Wants a pickaxe that lasts, for a way through rock.
    fn add_pickaxe(&mut self, now: &Situation) {
        // One of wood or gold does not.
        let lasts =
            |item: &Item| item.tool().is_some_and(|tool| tool.kind == ToolKind::Pickaxe && tool.tier.level() > 0);
        let pickaxes: Vec<Item> = Item::all().filter(lasts).collect();
        self.add_family(&pickaxes, 1, None, now);
    }

    /// Wants what a part of the goal still needs.
    fn add_part(&mut self, part: &Condition, have: u32, now: &Situation, planner: &Planner) -> Result<(), String> {
        if !matches!(part, Condition::Holds { .. }) && have >= part.wanted() {
            return Ok(());
        }
        let left = part.wanted().saturating_sub(have);
        match part {
            Condition::Holds { items, count } => self.add_family(&items.any_of, *count, None, now),
            Condition::Wears { items } => self.add_family(&items.any_of, 1, Some(Deed::Equip), now),
            Condition::Placed { items, .. } => self.add_family(&items.any_of, left, Some(Deed::Place), now),
            Condition::Planted { items, .. } => {
                let hoes: Vec<Item> = Item::all().filter(|item| is_hoe(*item)).collect();
                if items.any_of.iter().any(|item| needs_soil(*item)) {
                    self.add_family(&hoes, 1, None, now);
                }
                self.add_family(&items.any_of, left, Some(Deed::Plant), now);
            }
            Condition::InChest { items, .. } => {
                if !now.stations.contains(&Block::CHEST) {
                    self.add_family(&[Item::CHEST], 1, None, now);
                }
                self.add_family(&items.any_of, left, Some(Deed::Deposit), now);
            }
            Condition::Crafted { items, .. } => {
                let cheapest = |item: &&Item| (planner.estimate(**item, left) * 1e3) as u64;
                let item = items.any_of.iter().min_by_key(cheapest).copied().unwrap_or(Item::AIR);
                self.want(item, now.carries(item) + left);
            }
            Condition::Built { blueprint } => {
                let act = now.building(blueprint);
                if let Act::Build { to_lay, .. } = &act {
                    to_lay.iter().for_each(|(item, count)| self.add_family(&[*item], *count, None, now));
                }
                self.acts.push(act);
            }
            Condition::Killed { mobs, .. } => {
                let away = |mob| now.mob_at(mob).map(|seen| f64::from(seen.nearest));
                let mob = met_soonest(mobs.any_of.iter().copied(), away).ok_or("there is nothing to kill")?;
                can_be_met(mob, now)?;
                let arrows = now.carries(Item::ARROW);
                let shoots = is_shot_at_best(mob) && now.carries(Item::BOW) > 0 && arrows >= left * ARROWS_EACH;
                self.acts.push(match shoots {
                    true => Act::Shoot { mob, count: left },
                    false => Act::Kill { mob, count: left },
                });
            }
            Condition::Bred { mob, .. } => {
                let foods = breeding::foods(*mob);
                let enough = foods.iter().copied().find(|food| now.carries(*food) >= 2 * left);
                let cheapest = || {
                    let ticks = |food: &Item| planner.estimate(*food, 2 * left);
                    foods.iter().copied().min_by(|a, b| ticks(a).total_cmp(&ticks(b)).then(a.cmp(b)))
                };
                let food = enough.or_else(cheapest).ok_or_else(|| format!("{mob} is not bred by feeding"))?;
                let act = Act::Breed { mob: *mob, food, count: left };
                act.skill().map_err(|why| why.to_string())?;
                can_be_met(*mob, now)?;
                if let Some((meal, meals)) = breeding::tamed_with(*mob) {
                    let wild = 2_u32.saturating_sub(now.tame.get(mob).copied().unwrap_or(0));
                    if wild > 0 {
                        self.add_family(&[meal], meals * wild, None, now);
                    }
                }
                self.add_family(&[food], 2 * left, None, now);
                self.acts.push(act);
            }
            Condition::At { x, y, z } => {
                if y.is_some_and(|y| y < BELOW_GROUND && y < now.y) {
                    self.add_pickaxe(now);
                }
                self.acts.push(Act::GoTo { x: *x, y: *y, z: *z });
            }
            Condition::Explored { biomes } => {
                if biomes.any_of.iter().all(|biome| biome.dimension() != now.biome.dimension()) {
                    let there = biomes.any_of.first().map_or("another dimension", |biome| biome.dimension().name());
                    return Err(format!("{biomes} is found only in {there}, and no skill leads there"));
                }
                if !biomes.any_of.iter().any(|biome| now.nature.has_biome(*biome)) {
                    return Err(format!("{biomes} never occurs in the land that this world generates"));
                }
                if biomes.any_of.iter().all(|biome| biome.is_cave()) {
                    self.add_pickaxe(now);
                }
                self.acts.push(Act::Explore(Sought::Biomes(biomes.clone())));
            }
            Condition::Slept { .. } => {
                if now.biome.dimension() != Dimension::Overworld {
                    return Err("a bed explodes outside of the overworld, and no skill leads there".to_owned());
                }
                let is_bed = |block: &Block| block.item().is_some_and(|item| ItemTag::Beds.contains(item));
                if !now.stations.iter().any(is_bed) {
                    self.add_family(ItemTag::Beds.members(), 1, None, now);
                }
                self.acts.extend((0..left).map(|_| Act::Sleep));
            }
            Condition::Survived { .. } => self.acts.push(Act::Wait { ticks: u64::from(left) * DAY }),
            Condition::All(_) | Condition::Any(_) => unreachable!("they were taken apart"),
        }
        Ok(())
    }

    /// Wants `count` of some items together.
    fn add_family(&mut self, any_of: &[Item], count: u32, then: Option<Deed>, now: &Situation) {
        let before = self.goals.len();
        let kept = self.keep(any_of, count, now);
        let allotted = self.goals[before..].to_vec();
        self.families.push(Family { any_of: any_of.to_vec(), missing: count - kept, allotted, then });
    }

    /// Sets aside up to `count` of what is carried and not set aside yet, and tells how many.
    fn keep(&mut self, any_of: &[Item], count: u32, now: &Situation) -> u32 {
        let mut kept = 0;
        for item in any_of {
            let aside: u32 = self.goals.iter().filter(|(known, _)| known == item).map(|(_, count)| *count).sum();
            let some = now.carries(*item).saturating_sub(aside).min(count - kept);
            if some > 0 {
                self.goals.push((*item, some));
                kept += some;
            }
        }
        kept
    }

    /// Wants `count` of some items beside the goal, what is missing of one of them.
    fn provide(&mut self, any_of: &[Item], item: Item, count: u32, now: &Situation) {
        let missing = count - self.keep_also(any_of, count, now);
        self.want(item, missing);
        // What is to be carried serves as a station, too; the other way round it would be set aside twice.
        self.goals.sort_by_key(|(item, _)| *item != Item::FURNACE);
    }

    /// Sets aside up to `count` of what is carried, whatever else is set aside of it.
    fn keep_also(&mut self, any_of: &[Item], count: u32, now: &Situation) -> u32 {
        let mut kept = 0;
        for item in any_of {
            let some = now.carries(*item).min(count - kept);
            if some > 0 {
                self.goals.push((*item, some));
                kept += some;
            }
        }
        kept
    }

    fn want(&mut self, item: Item, more: u32) {
        match self.goals.iter_mut().find(|(known, _)| *known == item) {
            Some((_, count)) => *count += more,
            None if more > 0 => self.goals.push((item, more)),
            None => {}
        }
    }

    /// The cheapest plan over the members of each family, one family after the other; from then on those members are
    /// wanted.
    fn cheapest_plan(&mut self, planner: &Planner, now: &Situation) -> Result<Plan, NoPlan> {
        let mut best = None;
        for index in 0..self.families.len() {
            let Family { any_of, missing, .. } = self.families[index].clone();
            let mut members: Vec<(f32, Item)> =
                any_of.iter().map(|item| (planner.estimate(*item, missing), *item)).collect();
            members.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let mut cheapest: Result<(Plan, Want), Option<NoPlan>> = Err(None);
            for (_, item) in members.into_iter().take(CHOICE) {
                let mut want = self.clone();
                want.want(item, missing);
                want.families[index].allot(item, missing);
                match (planner.plan(&want.goals, &now.given()), &cheapest) {
                    (Ok(plan), Ok((known, _))) if known.ticks <= plan.ticks => {}
                    (Ok(plan), _) => cheapest = Ok((plan, want)),
                    (Err(why), Err(None)) => cheapest = Err(Some(why)),
                    (Err(_), _) => {}
                }
            }
            let (plan, want) = cheapest.map_err(|why| why.unwrap_or(NoPlan::NotNow(Item::AIR)))?;
            *self = want;
            best = Some(plan);
        }
        match best {
            Some(plan) => Ok(plan),
            None => planner.plan(&self.goals, &now.given()),
        }
    }

    /// What is done once everything is carried: with members of families first, then the rest.
    fn acts(&self) -> Vec<Act> {
        let deeds = self.families.iter().flat_map(|family| {
            let then = family.then;
            family.allotted.iter().filter_map(move |(item, count)| Some(then?.with(*item, *count)))
        });
        deeds.chain(self.acts.iter().cloned()).collect()
    }
}

impl Family {
    fn allot(&mut self, item: Item, more: u32) {
        match self.allotted.iter_mut().find(|(known, _)| *known == item) {
            Some((_, count)) => *count += more,
            None if more > 0 => self.allotted.push((item, more)),
            None => {}
        }
    }
}

/// Whether a kind is better met from afar: it shoots itself, or explodes.
fn is_shot_at_best(mob: EntityKind) -> bool {
    mob == EntityKind::CREEPER || Foe::of(mob).shot != Shot::Never
}

fn is_hoe(item: Item) -> bool {
    item.tool().is_some_and(|tool| tool.kind == ToolKind::Hoe)
}

#[cfg(test)]
mod tests {
    use anima_intent::Reason;
    use anima_rules::ItemStack;
    use anima_rules::techtree::ways;

    use super::*;
    use crate::situation::Known;
    use crate::testing::at_start;

    fn made(goal: &str, now: &Situation) -> Made {
        plan(&crate::testing::goal(goal), now, &Setbacks::default(), true).expect("a plan")
    }

    fn lines(made: &Made) -> Vec<String> {
        made.plan.steps().map(Step::to_string).collect()
    }

    fn gets(made: &Made, item: Item) -> u32 {
        made.plan.steps().filter(|step| step.item == item).map(|step| step.count).sum()
    }

    #[test]
    fn of_a_family_the_nearest_and_only_what_is_missing() {
        let mut now = at_start();
        now.carried = vec![ItemStack::new(Item::OAK_LOG, 3)];
        now.blocks = vec![Known { what: Block::BIRCH_LOG, count: 9, nearest: 6.0 }];
        assert_eq!(lines(&made("5 logs", &now)), ["mine 2 birch_log from birch_log"]);
        assert!(lines(&made("3 logs", &now)).is_empty());
    }

    #[test]
    fn deep_down_one_goes_prepared() {
        let made = made("1 diamond", &at_start());
        assert!(gets(&made, Item::STONE_PICKAXE) == 1 && gets(&made, Item::STONE_SWORD) == 1, "{:#?}", lines(&made));
        let trapdoors = ItemTag::WoodenTrapdoors.members().iter().map(|item| gets(&made, *item)).sum::<u32>();
        assert_eq!(trapdoors, 2, "{:#?}", lines(&made));
        assert!(made.provisions.len() >= 3, "{:?}", made.provisions);
        assert!(made.plan.acts.iter().any(|planned| !planned.needed));
        assert!(made.ticks < 14_000.0);
        let bare = plan(&Condition::holds(Item::DIAMOND, 1), &at_start(), &Setbacks::default(), false).expect("a plan");
        assert!(bare.ticks < made.ticks && bare.provisions.is_empty());
    }

    #[test]
    fn an_agent_that_hunts_monsters_takes_trapdoors_for_the_tunnels_to_their_caves() {
        let trapdoors = |words: &str, now: &Situation| {
            let made = made(words, now);
            ItemTag::WoodenTrapdoors.members().iter().map(|item| gets(&made, *item)).sum::<u32>()
        };
        let trees = Known { what: Block::OAK_LOG, count: 40, nearest: 5.0 };
        let now = Situation { blocks: vec![trees], ..at_start() };
        for words in ["1 string", "1 gunpowder", "kill 1 skeleton"] {
            assert_eq!(trapdoors(words, &now), 2, "{words}");
        }
        assert_eq!(trapdoors("1 bone", &Situation { ticks_left: Some(600), ..now.clone() }), 2, "late");
        assert_eq!(trapdoors("1 beef", &now), 0, "cows stand in the open");
    }

    #[test]
    fn an_agent_that_is_to_fell_many_trees_makes_an_axe_of_the_first_logs() {
        let all = lines(&made("1 diamond", &at_start()));
        let at = |what: &str| all.iter().position(|line| line.contains(what)).unwrap_or(usize::MAX);
        let logs = |line: &String| line.starts_with("mine") && line.contains("_log");
        assert!(at("mine 3 ") < at("wooden_axe") && at("wooden_axe") < 6, "{all:#?}");
        assert_eq!(all.iter().skip(6).filter(|line| logs(line)).count(), 1, "{all:#?}");
        assert_eq!(gets(&made("1 wooden pickaxe", &at_start()), Item::WOODEN_AXE), 0, "for a log or two");
        let now = Situation { carried: vec![ItemStack::new(Item::STONE_AXE, 1)], ..at_start() };
        assert_eq!(gets(&made("1 diamond", &now), Item::WOODEN_AXE), 0);
        let carried = vec![ItemStack::new(Item::OAK_PLANKS, 64), ItemStack::new(Item::CRAFTING_TABLE, 4)];
        let now = Situation { carried, ..at_start() };
        assert_eq!(gets(&made("1 diamond", &now), Item::WOODEN_AXE), 0, "no log is felled");
    }

    #[test]
    fn provisions_are_left_when_dear_or_late_or_useless() {
        assert!(made("1 crafting table", &at_start()).provisions.is_empty());
        let deep =
            Situation { y: -57, under_sky: false, carried: vec![ItemStack::new(Item::IRON_PICKAXE, 1)], ..at_start() };
        assert!(made("1 diamond", &deep).plan.steps().all(|step| step.item == Item::DIAMOND), "too far up");
        let late = made("1 diamond", &Situation { ticks_left: Some(4000), ..at_start() });
        let saves_time = |provision: &Provision| provision.any_of.contains(&Item::OAK_TRAPDOOR);
        assert!(!late.provisions.is_empty() && late.provisions.iter().all(saves_time), "{:?}", late.provisions);
        let peaceful = Situation { peaceful: true, ..at_start() };
        assert_eq!(gets(&made("1 diamond", &peaceful), Item::STONE_SWORD), 0);
    }

    #[test]
    fn an_agent_that_has_enough_for_the_plan_alone_still_takes_wood_from_the_trees_about() {
        let under_trees = |nearest: f32, y: i32| {
            let carried = vec![ItemStack::new(Item::OAK_LOG, 5), ItemStack::new(Item::WOODEN_AXE, 1)];
            let blocks = vec![Known { what: Block::OAK_LOG, count: 9, nearest }];
            let made = made("1 diamond", &Situation { carried, blocks, y, under_sky: false, ..at_start() });
            (gets(&made, Item::OAK_LOG) > 0, gets(&made, Item::OAK_TRAPDOOR))
        };
        assert_eq!(under_trees(6.0, 70), (true, 2));
        assert!(!under_trees(70.0, 70).0 && !under_trees(6.0, 20).0, "nobody walks back for it");
    }

    #[test]
    fn where_the_wood_that_is_carried_grows_no_more_other_trees_are_felled() {
        let carried = vec![ItemStack::new(Item::OAK_LOG, 3), ItemStack::new(Item::WOODEN_AXE, 1)];
        let blocks = vec![Known { what: Block::BIRCH_LOG, count: 9, nearest: 6.0 }];
        let now = Situation { carried, blocks, ..at_start() };
        let mut setbacks = Setbacks::default();
        for way in ways(Item::OAK_LOG) {
            let (materials, tool, ticks) = (Vec::new(), None, 0.0);
            let step = Step { way, item: way.item, count: 1, times: 1, materials, fuel: None, tool, ticks };
            for _ in 0..4 {
                setbacks.note(&Act::Obtain(step.clone()), &Reason::not_found(Block::OAK_LOG), 0);
            }
        }
        let made = plan(&Condition::holds(Item::DIAMOND, 1), &now, &setbacks, true).expect("a plan");
        let takes_wood = made.provisions.iter().any(|provision| provision.any_of.contains(&Item::BIRCH_PLANKS));
        assert!(takes_wood && gets(&made, Item::BIRCH_LOG) > 0, "{:#?}", lines(&made));
    }

    #[test]
    fn below_the_ground_wood_is_for_pickaxes_first() {
        let made_with = |planks: u8, trapdoors: u8| {
            let carried = [(Item::IRON_PICKAXE, 1), (Item::OAK_PLANKS, planks), (Item::OAK_TRAPDOOR, trapdoors)];
            let carried = carried.into_iter().filter(|(_, count)| *count > 0);
            let carried = carried.map(|(item, count)| ItemStack::new(item, count)).collect();
            let now = Situation { y: -40, under_sky: false, carried, ..at_start() };
            let made = made("1 diamond", &now);
            ItemTag::WoodenTrapdoors.members().iter().any(|item| gets(&made, *item) > 0)
        };
        assert!(made_with(32, 0));
        assert!(!made_with(32, 1), "one is taken along");
        assert!(!made_with(12, 0), "the wood is for a table and handles");
    }

    #[test]
    fn an_agent_that_smelts_late_still_uses_more_furnaces() {
        let carried = [(Item::FURNACE, 1), (Item::CRAFTING_TABLE, 1), (Item::RAW_IRON, 3), (Item::STICK, 2)];
        let carried = carried.iter().chain(&[(Item::COAL, 3), (Item::COBBLESTONE, 40)]);
        let carried = carried.map(|(item, count)| ItemStack::new(*item, *count)).collect();
        let late = Situation { carried, ticks_left: Some(1000), ..at_start() };
        let made = made("1 diamond", &late);
        assert_eq!(gets(&made, Item::FURNACE), 2, "{:#?}", lines(&made));
        assert_eq!(made.provisions.len(), 1, "{:?}", made.provisions);
    }

    #[test]
    fn the_hungry_get_food_and_many_things_get_furnaces() {
        let mut now = Situation { food: 8, ..at_start() };
        now.mobs = vec![Known { what: EntityKind::PIG, count: 2, nearest: 20.0 }];
        assert!(gets(&made("1 diamond", &now), Item::PORKCHOP) > 0);
        now.food = 20;
        assert_eq!(gets(&made("1 iron pickaxe", &now), Item::PORKCHOP), 0);
        assert!(gets(&made("32 glass", &now), Item::FURNACE) >= 2);
        assert_eq!(gets(&made("1 glass", &now), Item::FURNACE), 1);
    }

    #[test]
    fn an_agent_that_is_pressed_for_time_goes_hungry() {
        let mut now = Situation { food: 8, ..at_start() };
        now.mobs = vec![Known { what: EntityKind::PIG, count: 2, nearest: 20.0 }];
        let goal = Condition::holds(Item::DIAMOND, 1);
        let takes = plan(&goal, &now, &Setbacks::default(), false).expect("a plan").ticks;
        let mut pork = |share: f32| {
            now.ticks_left = Some((share * takes) as u64);
            let made = made("1 diamond", &now);
            assert!(!made.provisions.is_empty(), "there is time for some of them");
            gets(&made, Item::PORKCHOP)
        };
        assert_eq!(pork(0.9), 0);
        assert!(pork(1.5) > 0);
    }

    #[test]
    fn the_first_iron_is_for_the_first_pickaxe_and_the_next_for_a_shield() {
        let shields = |items: &[(Item, u8)]| {
            let more = [(Item::STONE_PICKAXE, 3), (Item::STICK, 8), (Item::OAK_PLANKS, 8)];
            let carried = items.iter().chain(&more).map(|(item, count)| ItemStack::new(*item, *count)).collect();
            let now = Situation { carried, stations: vec![Block::CRAFTING_TABLE], ..at_start() };
            gets(&made("1 diamond", &now), Item::SHIELD)
        };
        assert_eq!(shields(&[(Item::IRON_INGOT, 3)]), 0);
        assert_eq!(shields(&[(Item::RAW_IRON, 1), (Item::IRON_INGOT, 3)]), 1);
        assert_eq!(shields(&[(Item::IRON_PICKAXE, 1), (Item::IRON_INGOT, 1)]), 1);
    }

    #[test]
    fn an_agent_that_goes_deep_and_has_iron_to_spare_makes_a_shield() {
        let shields = |goal: &str, iron: u8, peaceful: bool| {
            let carried = vec![
                ItemStack::new(Item::RAW_IRON, iron),
                ItemStack::new(Item::OAK_LOG, 8),
                ItemStack::new(Item::STONE_PICKAXE, 1),
                ItemStack::new(Item::COBBLESTONE, 40),
            ];
            gets(&made(goal, &Situation { carried, peaceful, ..at_start() }), Item::SHIELD)
        };
        assert_eq!(shields("1 diamond", 4, false), 1);
        assert_eq!(shields("1 diamond", 3, false), 0, "the pickaxe comes first");
        assert_eq!(shields("1 iron pickaxe", 4, false), 0, "not deep");
        assert_eq!(shields("1 diamond", 4, true), 0, "nobody shoots");
    }

    #[test]
    fn a_pickaxe_is_made_for_a_way_through_rock() {
        let makes = |goal: &str| {
            let made = plan(&crate::testing::goal(goal), &at_start(), &Setbacks::default(), false).expect("a plan");
            made.plan.steps().any(|step| step.item == Item::STONE_PICKAXE)
        };
        assert_eq!(["go to 20 -40 20", "explore lush_caves"].map(makes), [true; 2]);
        assert_eq!(["go to 20 20", "go to 20 90 20", "explore a desert"].map(makes), [false; 3]);
    }
}
