//! The plan role by rules: the cheapest way to the goal by today's estimates, and what is worth having on it.

use anima_rules::Item;
use anima_rules::techtree::{NoPlan, Plan, Planner, Reach, Step};

use crate::effort::Efforts;
use crate::goal::Goal;
use crate::plan::{Author, Plan as Steps};
use crate::provision::{self, Provision};
use crate::setbacks::Setbacks;
use crate::situation::Situation;

/// Members of a family that are planned for before the cheapest is taken.
const CHOICE: usize = 4;
/// What is left of the game as a share of what a plan takes, below which only what saves time is worth something.
pub(crate) const ROOM: f32 = 0.7;

/// Finds what is worth having on a way that takes some steps.
type Weigh = fn(&[Step], &Situation) -> Vec<Provision>;

/// A plan by rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Made {
    pub steps: Steps,
    /// About how many ticks it takes.
    pub ticks: f32,
    /// What it gets beside the goal, and why.
    pub provisions: Vec<Provision>,
}

/// Makes a plan.
///
/// # Errors
/// Why there is none, in words.
pub(crate) fn plan(goal: &Goal, now: &Situation, setbacks: &Setbacks, provisions: bool) -> Result<Made, String> {
    let efforts = Efforts::new(now, setbacks);
    let planner = Planner::new(&|way| efforts.of(way));
    let mut want = Want::of_goal(goal, now);
    let mut best = want.cheapest_plan(&planner, now).map_err(|why| reason(goal, now, setbacks, why))?;
    let mut taken = Vec::new();
    let has_time = now.ticks_left.is_none_or(|left| best.ticks * ROOM < left as f32);
    if provisions {
        // What is smelted for the others counts when furnaces are weighed.
        let first: Weigh = if has_time { provision::worth_having } else { provision::worth_having_late };
        for weigh in [first, provision::furnaces] {
            for provision in weigh(&best.steps, now) {
                if taken.iter().any(|other: &Provision| other.any_of == provision.any_of) {
                    continue;
                }
                let worth_it = |item: Item| {
                    let mut more = want.clone();
                    more.add(&provision.any_of, item, provision.count, now);
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
    // Only who has it first has more than another tool of it.
    if provisions
        && has_time
        && let Some(axe) = provision::axe(&best.steps, now)
        && let Ok(plan) = planner.plan_after(axe.any_of.first().copied(), &want.goals, &now.given())
        && plan.ticks - best.ticks <= axe.worth
    {
        best = plan;
        taken.push(axe);
    }
    let steps = Steps::new(Author::Rules, best.steps, goal, &now.given());
    Ok(Made { steps, ticks: best.ticks, provisions: taken })
}

/// What is to be carried at the end, item by item.
#[derive(Clone)]
struct Want {
    goals: Vec<(Item, u32)>,
    /// The family of the goal, and how many are missing of all its members together.
    family: Vec<Item>,
    missing: u32,
}

impl Want {
    fn of_goal(goal: &Goal, now: &Situation) -> Want {
        let mut want = Want { goals: Vec::new(), family: goal.any_of.clone(), missing: goal.count };
        want.missing -= want.keep(&goal.any_of, goal.count, now);
        want
    }

    /// Sets aside up to `count` of what is carried, and tells how many.
    fn keep(&mut self, any_of: &[Item], count: u32, now: &Situation) -> u32 {
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

    /// Wants `count` of some items, what is missing of one of them.
    fn add(&mut self, any_of: &[Item], item: Item, count: u32, now: &Situation) {
        let missing = count - self.keep(any_of, count, now);
        self.want(item, missing);
        // What is to be carried serves as a station, too; the other way round it would be set aside twice.
        self.goals.sort_by_key(|(item, _)| *item != Item::FURNACE);
    }

    fn want(&mut self, item: Item, more: u32) {
        match self.goals.iter_mut().find(|(known, _)| *known == item) {
            Some((_, count)) => *count += more,
            None if more > 0 => self.goals.push((item, more)),
            None => {}
        }
    }

    /// The cheapest plan over the members of the goal's family; from then on that member is wanted.
    fn cheapest_plan(&mut self, planner: &Planner, now: &Situation) -> Result<Plan, NoPlan> {
        let mut members: Vec<(f32, Item)> =
            self.family.iter().map(|item| (planner.estimate(*item, self.missing), *item)).collect();
        members.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut best: Result<(Plan, Want), Option<NoPlan>> = Err(None);
        for (_, item) in members.into_iter().take(CHOICE) {
            let mut want = self.clone();
            want.want(item, self.missing);
            match (planner.plan(&want.goals, &now.given()), &best) {
                (Ok(plan), Ok((known, _))) if known.ticks <= plan.ticks => {}
                (Ok(plan), _) => best = Ok((plan, want)),
                (Err(why), Err(None)) => best = Err(Some(why)),
                (Err(_), _) => {}
            }
        }
        let (plan, want) = best.map_err(|why| why.unwrap_or(NoPlan::NotNow(Item::AIR)))?;
        *self = want;
        Ok(plan)
    }
}

fn reason(goal: &Goal, now: &Situation, setbacks: &Setbacks, why: NoPlan) -> String {
    let reach = Reach::overworld(now.peaceful);
    let never = goal.any_of.iter().all(|item| !reach.can(*item));
    if let Some(why) = goal.any_of.iter().find_map(|item| reach.why_not(*item)).filter(|_| never) {
        return why.to_string();
    }
    match setbacks.any_barred() {
        Some(barred) => format!("{why}: {barred}"),
        None => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::tags::ItemTag;
    use anima_rules::techtree::ways;
    use anima_rules::{Block, EntityKind, ItemStack};

    use super::*;
    use crate::situation::Known;
    use crate::testing::at_start;

    fn made(goal: &str, now: &Situation) -> Made {
        plan(&Goal::parse(goal).expect("a goal"), now, &Setbacks::default(), true).expect("a plan")
    }

    fn lines(made: &Made) -> Vec<String> {
        made.steps.steps().map(Step::to_string).collect()
    }

    fn gets(made: &Made, item: Item) -> u32 {
        made.steps.steps().filter(|step| step.item == item).map(|step| step.count).sum()
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
        assert!(made.steps.steps.iter().any(|planned| !planned.needed));
        assert!(made.ticks < 14_000.0);
        let bare = plan(&Goal::obtain(Item::DIAMOND, 1), &at_start(), &Setbacks::default(), false).expect("a plan");
        assert!(bare.ticks < made.ticks && bare.provisions.is_empty());
    }

    #[test]
    fn who_is_to_fell_many_trees_makes_an_axe_of_the_first_logs() {
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
        assert!(made("1 diamond", &deep).steps.steps().all(|step| step.item == Item::DIAMOND), "too far up");
        let late = made("1 diamond", &Situation { ticks_left: Some(4000), ..at_start() });
        let saves_time = |provision: &Provision| provision.any_of.contains(&Item::OAK_TRAPDOOR);
        assert!(!late.provisions.is_empty() && late.provisions.iter().all(saves_time), "{:?}", late.provisions);
        let peaceful = Situation { peaceful: true, ..at_start() };
        assert_eq!(gets(&made("1 diamond", &peaceful), Item::STONE_SWORD), 0);
    }

    #[test]
    fn who_has_enough_for_the_plan_alone_still_takes_wood_from_the_trees_about() {
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
            for _ in 0..4 {
                setbacks.note(way, "not found", "no oak_log found", 0);
            }
        }
        let made = plan(&Goal::obtain(Item::DIAMOND, 1), &now, &setbacks, true).expect("a plan");
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
    fn who_smelts_late_still_uses_more_furnaces() {
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
    fn who_is_pressed_for_time_goes_hungry() {
        let mut now = Situation { food: 8, ..at_start() };
        now.mobs = vec![Known { what: EntityKind::PIG, count: 2, nearest: 20.0 }];
        let goal = Goal::obtain(Item::DIAMOND, 1);
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
    fn the_first_iron_is_for_the_first_pickaxe() {
        let carrying = |items: &[(Item, u8)]| {
            let more = [(Item::STONE_PICKAXE, 3), (Item::STICK, 8), (Item::OAK_PLANKS, 8)];
            let carried = items.iter().chain(&more).map(|(item, count)| ItemStack::new(*item, *count)).collect();
            Situation { carried, stations: vec![Block::CRAFTING_TABLE], ..at_start() }
        };
        let thinks_of_two = |items: &[(Item, u8)]| {
            let now = carrying(items);
            let bare = plan(&Goal::obtain(Item::DIAMOND, 1), &now, &Setbacks::default(), false).expect("a plan");
            let steps: Vec<Step> = bare.steps.steps().cloned().collect();
            let list = provision::worth_having(&steps, &now);
            list.iter().any(|provision| provision.any_of == [Item::IRON_PICKAXE])
        };
        assert!(!thinks_of_two(&[(Item::RAW_IRON, 3)]) && !thinks_of_two(&[(Item::IRON_INGOT, 5)]));
        assert!(!thinks_of_two(&[(Item::RAW_IRON, 3), (Item::IRON_INGOT, 3)]), "the seventh is for the shield");
        assert!(thinks_of_two(&[(Item::RAW_IRON, 4), (Item::IRON_INGOT, 3)]));
        assert!(thinks_of_two(&[(Item::IRON_PICKAXE, 1), (Item::SHIELD, 1), (Item::RAW_IRON, 3)]));
        let made = made("1 diamond", &carrying(&[(Item::IRON_INGOT, 7)]));
        assert_eq!((gets(&made, Item::IRON_PICKAXE), gets(&made, Item::SHIELD)), (2, 1));
    }

    #[test]
    fn who_is_armed_and_near_a_herd_takes_meat_along() {
        let meat = |weapon: Item, (herd, away): (u32, f32), y: i32, ticks_left: u64| {
            let carried = [(Item::OAK_LOG, 8), (Item::STONE_PICKAXE, 1), (weapon, 1)];
            let now = Situation {
                carried: carried.map(|(item, count)| ItemStack::new(item, count)).to_vec(),
                mobs: vec![Known { what: EntityKind::COW, count: herd, nearest: away }],
                ticks_left: Some(ticks_left),
                under_sky: false,
                y,
                ..at_start()
            };
            gets(&made("1 diamond", &now), Item::BEEF)
        };
        assert!(meat(Item::STONE_SWORD, (4, 60.0), 60, 36_000) >= 3);
        assert_eq!(meat(Item::STONE_SWORD, (1, 30.0), 60, 36_000), 1, "nobody looks for more than he sees");
        assert!(meat(Item::WOODEN_AXE, (4, 60.0), 60, 36_000) >= 3);
        assert_eq!(meat(Item::STICK, (4, 30.0), 60, 36_000), 0, "by hand it takes too long");
        assert_eq!(meat(Item::STONE_SWORD, (4, 70.0), 60, 36_000), 0, "far away");
        assert_eq!(meat(Item::STONE_SWORD, (4, 30.0), 20, 36_000), 0, "from deep below nobody goes up for it");
        assert_eq!(meat(Item::STONE_SWORD, (4, 30.0), 60, 9_000), 0, "time is short");
    }

    #[test]
    fn who_goes_deep_and_has_iron_to_spare_makes_a_shield() {
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
    fn no_plan_says_why() {
        let why = |goal: &str, now: &Situation| {
            plan(&Goal::parse(goal).expect("a goal"), now, &Setbacks::default(), true).expect_err("there is none")
        };
        assert_eq!(why("1 quartz", &at_start()), "quartz is found only in the Nether");
        let peaceful = Situation { peaceful: true, ..at_start() };
        assert_eq!(why("1 gunpowder", &peaceful), "gunpowder comes from hostile mobs, absent on peaceful");
    }
}
