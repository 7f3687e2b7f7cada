//! What is worth having on the way though the goal does not ask for it.
//!
//! Each rule says what, how many and why, and what it is worth in ticks: a provision that would make the plan
//! longer than that is left.

use anima_intent::either;
use anima_rules::DAY;
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Fuel, Planner, Step};
use anima_rules::{Block, EntityKind, Habitat, Item, ToolKind};

use crate::note::Note;
use crate::policy::effort::{is_deep, is_underground};
use crate::policy::night::ticks_by_night;
use crate::situation::Situation;

/// Something worth having.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Provision {
    /// Any of these.
    pub any_of: Vec<Item>,
    /// How many to carry, all together.
    pub count: u32,
    /// The ticks it may cost.
    pub worth: f32,
    /// Why.
    pub why: &'static str,
}

impl Provision {
    /// What is told of it.
    pub(crate) fn note(&self) -> Note {
        Note::Provision { what: format!("{} {}", self.count, either(&self.any_of)), why: self.why }
    }

    /// Which of the items to get: one that is carried, or else one that the plan gets anyway; then the cheapest, if it
    /// is another.
    pub(crate) fn picks(&self, plan: &[Step], now: &Situation, planner: &Planner) -> impl Iterator<Item = Item> {
        let carried = self.any_of.iter().copied().find(|item| now.carries(*item) > 0);
        let planned = || self.any_of.iter().copied().find(|item| plan.iter().any(|step| step.item == *item));
        let estimate = |item: &Item| planner.estimate(*item, self.count);
        let cheapest = self.any_of.iter().copied().min_by(|a, b| estimate(a).total_cmp(&estimate(b)));
        let at_hand = carried.or_else(planned);
        at_hand.into_iter().chain(cheapest.filter(|item| Some(*item) != at_hand))
    }
}

/// What is worth having on a way that takes these steps.
pub(crate) fn worth_having(plan: &[Step], now: &Situation) -> Vec<Provision> {
    worth_having_for(plan, now, plan.iter().any(is_hunt))
}

/// The same, with a hunt for monsters at the end of the way or on it.
fn worth_having_for(plan: &[Step], now: &Situation, hunts: bool) -> Vec<Provision> {
    let down = hunts || plan.iter().any(leads_down);
    let deep = hunts || plan.iter().any(|step| is_deep(step.place()));
    let ticks: f32 = plan.iter().map(|step| step.ticks).sum();
    let mut list = Vec::new();
    // Before the wood is set aside for tables.
    list.extend(trapdoors(plan, now).filter(|_| down));
    if hunts {
        list.extend(pickaxe(now));
    }
    let wood = wood(plan, now, down, deep).filter(|wood| wood.count > 0);
    // More of it, or else just that.
    list.extend(wood.as_ref().and_then(|wood| with_handles(plan, wood)));
    list.extend(wood);
    list.extend(food(ticks, now));
    if down {
        list.extend([sword(now), spare_pickaxes(now), stone(plan, now)].into_iter().flatten());
    }
    if deep {
        list.extend(shield(now));
    }
    list
}

/// What is worth having on a way that ends with a fight.
pub(crate) fn worth_having_for_a_fight(plan: &[Step], now: &Situation) -> Vec<Provision> {
    worth_having_for(plan, now, true)
}

/// What saves time under the ground, for an agent that has no time to spare.
pub(crate) fn worth_having_late(plan: &[Step], now: &Situation) -> Vec<Provision> {
    trapdoors(plan, now).filter(|_| plan.iter().any(leads_down)).into_iter().collect()
}

/// What serves on the way, and so is had before it or not at all.
pub(crate) fn worth_having_first(plan: &[Step], now: &Situation, fights: bool) -> Vec<Provision> {
    let hunts = fights || plan.iter().any(is_hunt);
    let bed = bed(plan, now).filter(|_| !hunts);
    let weapon = axe(plan, now).or_else(|| sword_by_night(plan, now));
    [bed, weapon].into_iter().flatten().collect()
}

/// Wood for more tables, since a table is left behind wherever the agent crafts, and for handles: under the ground
/// there is no wood. As long as some wood is carried the agent does not walk back to the trees, but while it is near
/// trees it takes enough.
fn wood(plan: &[Step], now: &Situation, down: bool, deep: bool) -> Option<Provision> {
    /// Planks for one more table.
    const TABLE: u32 = 4;
    /// Tables that are provided for at most, a spare one aside.
    const TABLES: u32 = 4;
    /// Planks for a shield.
    const SHIELD: u32 = 6;
    let planks = ItemTag::Planks.members();
    let logs = ItemTag::LogsThatBurn.members();
    let have = planks_carried(now);
    let at_trees = is_at_trees(plan, now);
    let goes_away = |step: &Step| step.place().first > 0.0 && !logs.contains(&step.item);
    let crafts_later = |index: usize| plan[index..].iter().any(|step| step.station() == Some(Block::CRAFTING_TABLE));
    let tables = (0..plan.len()).filter(|index| goes_away(&plan[*index]) && crafts_later(*index)).count() as u32;
    let spare = u32::from(down);
    let for_shield = if deep && !now.peaceful && now.carries(Item::SHIELD) == 0 { SHIELD } else { 0 };
    // One plank burns long enough for one thing; a furnace each is faster than furnaces that are shared.
    let fuel =
        plan.iter().filter(|step| step.kind() == "smelt").map(|step| step.times).max().unwrap_or(0).min(Fuel::FURNACES);
    let wanted = at_trees || down && have < TABLE;
    let count = TABLE * (tables.min(TABLES) + spare) + for_shield + fuel;
    let why = "wood for more tables, handles and fuel";
    wanted.then(|| Provision { any_of: planks.to_vec(), count, worth: 800.0, why })
}

/// The same with wood for the handles of the pickaxes that a long search in the deep wears out.
fn with_handles(plan: &[Step], wood: &Provision) -> Option<Provision> {
    /// Planks, one for each pickaxe: of stone, one lasts some 3,800 ticks there.
    const HANDLES: u32 = 6;
    /// Ticks that these are worth.
    const WORTH: f32 = 300.0;
    let why = "wood for more tables and fuel, and for handles of the pickaxes that a long search wears out";
    let provision = Provision { count: wood.count + HANDLES, worth: wood.worth + WORTH, why, ..wood.clone() };
    plan.iter().any(|step| is_deep(step.place())).then_some(provision)
}

/// Whether trees are felled anyway, or stand about.
fn is_at_trees(plan: &[Step], now: &Situation) -> bool {
    /// Blocks to a tree that is gone to.
    const NEAR: f32 = 64.0;
    let logs = ItemTag::LogsThatBurn.members();
    let tree = |log: &Item| log.block().and_then(|block| now.block_at(block));
    let is_near = now.is_up() && logs.iter().filter_map(tree).any(|seen| seen.nearest < NEAR);
    is_near || plan.iter().any(|step| logs.contains(&step.item))
}

/// An axe for an agent that is about to fell many trees by hand: each log takes half as long with it (hardness 2: 30
/// ticks for 60). It is worth the log that it is made of, and the table that is left behind; and until there is a sword
/// it is a weapon, with which animals on the way are food.
fn axe(plan: &[Step], now: &Situation) -> Option<Provision> {
    /// Logs from which on an axe saves more than it takes.
    const MANY: u32 = 8;
    /// Logs that an axe and its table are made of.
    const FIRST: u32 = 3;
    /// Ticks that a weapon is worth.
    const ARMED: f32 = 100.0;
    let by_hand = plan.iter().filter(|step| step.kind() == "mine" && ItemTag::LogsThatBurn.contains(step.item));
    let logs: u32 = by_hand.map(|step| step.count).sum();
    // Logs already spent on a table and sticks still count, so that crafting these does not change the decision.
    let made_of = planks_carried(now) + 4 * now.carries(Item::CRAFTING_TABLE) + now.carries(Item::STICK) / 2;
    let in_all = logs + made_of / 4;
    let with_it = logs.min(in_all.saturating_sub(FIRST));
    let why = "an axe: logs take half as long with it";
    let armed = if now.carries_tool(ToolKind::Sword) { 0.0 } else { ARMED };
    let worth = 30.0 * with_it as f32 + armed;
    let provision = Provision { any_of: vec![Item::WOODEN_AXE], count: 1, worth, why };
    (!now.carries_tool(ToolKind::Axe) && logs > 0 && in_all >= MANY).then_some(provision)
}

/// Whether a step is done below the ground, or may be: monsters are in caves.
fn leads_down(step: &Step) -> bool {
    is_underground(step.place()) || is_hunt(step)
}

/// Whether a step is about a monster that comes in the dark.
fn is_hunt(step: &Step) -> bool {
    step.mob().is_some_and(|mob| Habitat::of(mob).is_some())
}

/// By day monsters are in caves, and most caves are come to through rock.
fn pickaxe(now: &Situation) -> Option<Provision> {
    let any_of = vec![Item::STONE_PICKAXE, Item::IRON_PICKAXE, Item::DIAMOND_PICKAXE];
    let why = "a pickaxe: by day monsters are in caves";
    (!now.peaceful).then_some(Provision { any_of, count: 1, worth: 2000.0, why })
}

/// Caves have monsters.
fn sword(now: &Situation) -> Option<Provision> {
    let provision = Provision {
        any_of: vec![Item::STONE_SWORD],
        count: 1,
        worth: 250.0,
        why: "a sword against what lives in caves",
    };
    (!now.peaceful && !now.carries_tool(ToolKind::Sword)).then_some(provision)
}

/// An agent that is in the open by night meets zombies and spiders; by hand a zombie takes twenty blows.
fn sword_by_night(plan: &[Step], now: &Situation) -> Option<Provision> {
    /// What each tick of a night costs more without one, about.
    const COST: f32 = 0.1;
    let why = "a sword: the way may last into the night";
    let provision =
        Provision { any_of: vec![Item::WOODEN_SWORD], count: 1, worth: COST * ticks_by_night(plan, now), why };
    let is_weapon = |item: Item| item.tool().is_some_and(|tool| matches!(tool.kind, ToolKind::Sword | ToolKind::Axe));
    let is_armed = now.carried.iter().any(|stack| is_weapon(stack.item));
    let will_be = plan.iter().any(|step| is_weapon(step.item));
    (!now.peaceful && !is_armed && !will_be).then_some(provision)
}

/// The way down and tunnels wear more than the ore does: good stone pickaxes keep the better one for the ore. An agent
/// that has an iron pickaxe, and so has dug all the stone it could want, takes more of them. One that has none yet
/// makes one stone pickaxe and digs the stone for another with it, which is faster than with a wooden one.
fn spare_pickaxes(now: &Situation) -> Option<Provision> {
    /// Uses left below which a pickaxe counts as worn.
    const GOOD: u16 = 66;
    if now.carries(Item::STONE_PICKAXE) + now.carries(Item::IRON_PICKAXE) == 0 {
        return None;
    }
    let carried = now.carried.iter().filter(|stack| stack.item == Item::STONE_PICKAXE);
    let worn = carried.filter(|stack| stack.uses_left().is_some_and(|uses| uses < GOOD)).count() as u32;
    let count = if now.carries(Item::IRON_PICKAXE) > 0 { 3 } else { 2 };
    let why = "stone pickaxes for the way, so that the better one lasts for the ore";
    Some(Provision { any_of: vec![Item::STONE_PICKAXE], count: count + worn, worth: 300.0, why })
}

/// A crawling agent digs twice as far. One trapdoor is left behind where a tunnel begins, but not the last. Missing
/// trapdoors are made where there are trees; elsewhere only the last one, of wood that is not needed for pickaxes.
fn trapdoors(plan: &[Step], now: &Situation) -> Option<Provision> {
    /// Trapdoors that are worth carrying.
    const MOST: u32 = 2;
    /// Planks for crafting trapdoors, with a table.
    const MADE_OF: u32 = 10;
    /// Planks that are kept for more pickaxes: another table and handles.
    const KEPT: u32 = 8;
    let any_of = ItemTag::WoodenTrapdoors.members().to_vec();
    let have: u32 = any_of.iter().map(|item| now.carries(*item)).sum();
    let (wanted, worth) = match is_at_trees(plan, now) {
        true => (MOST, if have == 0 { 900.0 } else { 500.0 }),
        false if planks_carried(now) >= MADE_OF + KEPT => (1, 150.0),
        false => (0, 0.0),
    };
    let why = "trapdoors to crawl under: a tunnel one block high is dug twice as fast";
    (have < wanted).then_some(Provision { any_of, count: wanted, worth, why })
}

/// The wood that is carried, in planks.
fn planks_carried(now: &Situation) -> u32 {
    let held = |items: &[Item]| items.iter().map(|item| now.carries(*item)).sum::<u32>();
    held(ItemTag::Planks.members()) + 4 * held(ItemTag::LogsThatBurn.members())
}

/// Bowmen kill more often than anything else down there, and no arrow passes a shield. It is made where there is iron
/// at hand beyond that of the first pickaxe.
fn shield(now: &Situation) -> Option<Provision> {
    /// Ingots of the first pickaxe.
    const INGOTS: u32 = 3;
    /// Blocks to ore that is at hand.
    const NEAR: f32 = 12.0;
    let ores = [Block::IRON_ORE, Block::DEEPSLATE_IRON_ORE].into_iter().filter_map(|ore| now.block_at(ore));
    let near = ores.filter(|seen| seen.nearest < NEAR).map(|seen| seen.count).sum::<u32>();
    let iron = near + now.carries(Item::RAW_IRON) + now.carries(Item::IRON_INGOT);
    let first = if now.carries(Item::IRON_PICKAXE) > 0 { 0 } else { INGOTS };
    let has_iron = iron > first || now.carries(Item::SHIELD) > 0;
    let why = "a shield against arrows";
    let provision = Provision { any_of: vec![Item::SHIELD], count: 1, worth: 500.0, why };
    (!now.peaceful && has_iron).then_some(provision)
}

/// To bridge, to pillar up, to wall off lava, for another pickaxe. An agent that digs stone anyway takes more.
fn stone(plan: &[Step], now: &Situation) -> Option<Provision> {
    /// Stones below which the agent digs for some.
    const FEW: u32 = 4;
    let any_of = ItemTag::StoneToolMaterials.members().to_vec();
    let digs = plan.iter().any(|step| any_of.contains(&step.item));
    let have: u32 = any_of.iter().map(|item| now.carries(*item)).sum();
    let why = "stone to bridge, pillar and wall off lava";
    (digs || have < FEW).then_some(Provision { any_of, count: 8, worth: 250.0, why })
}

/// Food for a long way, or for a hungry or hurt agent. Under the ground, or out at night, the agent goes for food only
/// when it is urgent: the way to the animals is worse than an empty stomach.
fn food(ticks: f32, now: &Situation) -> Option<Provision> {
    /// Half drumsticks that a day's work costs, about.
    const A_DAY: f32 = 14.0;
    /// Half drumsticks to have at any time, carried food included: with too few the player neither heals nor sprints.
    const SPARE: f32 = 10.0;
    /// Half drumsticks below which food is urgent.
    const URGENT: f32 = 6.0;
    /// Health below which the player must heal, which takes a full stomach.
    const HURT: f32 = 14.0;
    /// Half drumsticks that healing takes.
    const HEALING: f32 = 20.0;
    /// Pieces of meat that are fetched at once, at most.
    const MOST: u32 = 4;
    /// Blocks to an animal beyond which it is not worth the way.
    const AT_HAND: f32 = 64.0;
    let animals = [EntityKind::COW, EntityKind::PIG, EntityKind::SHEEP];
    let near = animals.iter().filter_map(|kind| now.mob_at(*kind)).filter(|seen| seen.nearest < AT_HAND);
    let herd: u32 = near.map(|seen| seen.count).sum();
    let of_one = |item: Item| item.food().map_or(0, |food| u32::from(food.points));
    let carried = now.carried.iter().filter(|stack| anima_rules::food::is_fit(stack.item));
    let carried: u32 = carried.map(|stack| of_one(stack.item) * u32::from(stack.count)).sum();
    let have = carried as f32 + f32::from(now.food);
    let in_time = now.ticks_left.is_none_or(|left| ticks < left as f32);
    let at_ease = now.is_up() && in_time && !now.is_night();
    let wanted = match at_ease {
        true if now.health < HURT && herd > 0 => HEALING,
        true => SPARE + (A_DAY * ticks / DAY as f32).min(A_DAY),
        false => URGENT,
    };
    let lack = wanted - have;
    if lack <= 0.0 || now.peaceful {
        return None;
    }
    let any_of = vec![Item::BEEF, Item::PORKCHOP, Item::MUTTON, Item::CHICKEN];
    let more = (lack / 3.0).ceil().clamp(1.0, MOST as f32) as u32;
    let pieces = any_of.iter().map(|item| now.carries(*item)).sum::<u32>() + more;
    Some(Provision { any_of, count: pieces, worth: (150.0 * lack).min(900.0), why: "food for the way" })
}

/// A bed for a way in the open that may last into the night: an agent that sleeps through it travels by day alone. It is
/// had before that way is begun, of wood from near by.
fn bed(plan: &[Step], now: &Situation) -> Option<Provision> {
    /// What each tick of a night in the open costs, about: in it ways take twice as long, and a death undoes them.
    const COST: f32 = 0.6;
    let worth = COST * ticks_by_night(plan, now);
    let why = "a bed: the night is slept through, and the way goes on by day";
    let provision = Provision { any_of: vec![Item::WHITE_BED], count: 1, worth, why };
    (!now.carries_bed() && !now.peaceful).then_some(provision)
}

/// Things smelt side by side: as many furnaces as save more than they take, the most first; none that
/// does not save a round.
pub(crate) fn furnaces(plan: &[Step], now: &Situation) -> Vec<Provision> {
    /// Ticks to place, fill and empty one more.
    const HANDLING: f32 = 60.0;
    /// Stone that is kept for the way.
    const SPARE: u32 = 4;
    /// Cobblestone for one.
    const PER_FURNACE: u32 = 8;
    /// Ticks that a furnace must save to be worth digging stone for.
    const DIGGING: f32 = 250.0;
    // What is smelted the same way for several ends goes into the furnaces together.
    let smelts = || plan.iter().filter(|step| step.kind() == "smelt");
    let together = |step: &Step| smelts().filter(|other| other.item == step.item).map(|other| other.times).sum();
    let times: u32 = smelts().map(together).max().unwrap_or(0);
    let standing = now.stations.iter().filter(|block| **block == Block::FURNACE).count().min(1) as u32;
    let provision = |count: u32| {
        let saved = 200.0 * (times - times.div_ceil(count)) as f32 - HANDLING * (count - 1) as f32;
        let why = "furnaces side by side smelt faster";
        Provision { any_of: vec![Item::FURNACE], count: count - standing, worth: saved, why }
    };
    let stone: u32 = ItemTag::StoneCraftingMaterials.members().iter().map(|item| now.carries(*item)).sum();
    let missing = |provision: &Provision| provision.count.saturating_sub(now.carries(Item::FURNACE));
    let has_stone = |provision: &Provision| stone >= PER_FURNACE * missing(provision) + SPARE;
    let saves_a_round = |count: &u32| times.div_ceil(*count) < times.div_ceil(*count - 1);
    // The second saves more than all that come after it.
    let pays = |count: &u32| {
        saves_a_round(count) && (has_stone(&provision(*count)) || *count == 2 && provision(2).worth > DIGGING)
    };
    (2..=Fuel::FURNACES.min(times)).rev().filter(pays).map(provision).collect()
}

#[cfg(test)]
mod tests {
    use anima_intent::Condition;
    use anima_rules::ItemStack;

    use super::*;
    use crate::policy::setbacks::Setbacks;
    use crate::roles::plan::rules;
    use crate::situation::Known;
    use crate::testing::{at_start, goal};

    /// The numbers of furnaces that are considered, the most first, with one furnace, some cobblestone and things to
    /// smelt.
    #[track_caller]
    fn check(things: u8, cobblestone: u8, expected: &[u32]) {
        let carried = [(Item::FURNACE, 1), (Item::RAW_IRON, things), (Item::COAL, 8), (Item::COBBLESTONE, cobblestone)];
        let carried = carried.map(|(item, count)| ItemStack::new(item, count)).to_vec();
        let now = Situation { carried, ..at_start() };
        let goal = Condition::holds(Item::IRON_INGOT, u32::from(things));
        let plan = rules::plan(&goal, &now, &Setbacks::default(), false).expect("a plan");
        let steps: Vec<Step> = plan.plan.steps().cloned().collect();
        let counts: Vec<u32> = furnaces(&steps, &now).iter().map(|provision| provision.count).collect();
        assert_eq!(counts, expected, "{things} things, {cobblestone} cobblestone");
    }

    #[test]
    fn stone_is_dug_for_a_second_furnace_and_no_other() {
        check(4, 8, &[2]);
        check(8, 0, &[2]);
        check(3, 8, &[]);
        check(4, 64, &[4, 2]);
        check(3, 64, &[3, 2]);
    }

    #[test]
    fn a_bed_is_had_first_where_the_way_over_land_lasts_into_the_night() {
        let worth = |words: &str, day_time: u32| {
            let sheep = Known { what: EntityKind::SHEEP, count: 4, nearest: 20.0 };
            let now = Situation { day_time, mobs: vec![sheep], ..at_start() };
            let made = rules::plan(&goal(words), &now, &Setbacks::default(), true).expect("a plan");
            let position = |item: Item| made.plan.steps().position(|step| step.item == item);
            let bed = position(Item::WHITE_BED);
            assert!(bed.is_none() || bed < position(Item::JUNGLE_LOG), "{:?}", made.plan);
            bed.is_some()
        };
        assert!(worth("1 jungle log", 12_000), "the night comes before any jungle");
        assert!(!worth("1 oak log", 1000) && !worth("1 iron pickaxe", 12_000) && !worth("1 bone", 12_000));
    }

    #[test]
    fn a_sword_is_had_before_a_way_over_land_that_may_last_into_the_night() {
        let is_made = |words: &str, now: &Situation| {
            let made = rules::plan(&goal(words), now, &Setbacks::default(), true).expect("a plan");
            made.plan.steps().any(|step| step.item == Item::WOODEN_SWORD)
        };
        let evening = Situation { day_time: 11_000, ..at_start() };
        assert!(is_made("1 jungle log", &evening));
        assert!(!is_made("1 oak log", &at_start()), "it is got by day");
        assert!(!is_made("1 jungle log", &Situation { ticks_left: Some(1000), ..evening.clone() }), "no night comes");
        assert!(!is_made("1 jungle log", &Situation { peaceful: true, ..evening.clone() }));
        let carried = vec![anima_rules::ItemStack::new(Item::STONE_AXE, 1)];
        assert!(!is_made("1 jungle log", &Situation { carried, ..evening }), "an axe is a weapon");
        let dusk = Situation { day_time: 12_000, ..at_start() };
        assert!(!is_made("1 iron pickaxe", &dusk), "one of stone is made for the caves");
        assert!(!is_made("1 stone sword and 1 jungle log", &dusk), "one is had anyway");
    }

    #[test]
    fn an_axe_is_a_weapon_until_there_is_a_sword() {
        let plan = rules::plan(&Condition::holds(Item::DIAMOND, 1), &at_start(), &Setbacks::default(), false);
        let steps: Vec<Step> = plan.expect("a plan").plan.steps().cloned().collect();
        let logs = Step { count: 9, ..steps[0].clone() };
        let worth = |carried: &[Item]| {
            let carried = carried.iter().map(|item| ItemStack::new(*item, 1)).collect();
            axe(std::slice::from_ref(&logs), &Situation { carried, ..at_start() }).map(|axe| axe.worth)
        };
        assert_eq!(worth(&[Item::STONE_SWORD]), Some(180.0), "30 ticks for each log after the first three");
        assert!(worth(&[]) > worth(&[Item::STONE_SWORD]));
    }

    #[test]
    fn an_agent_that_will_search_the_deep_takes_wood_for_handles_along() {
        let wood = |words: &str, carried: &[ItemStack]| {
            let trees = Known { what: Block::OAK_LOG, count: 40, nearest: 5.0 };
            let now = Situation { blocks: vec![trees], carried: carried.to_vec(), ..at_start() };
            let made = rules::plan(&goal(words), &now, &Setbacks::default(), true).expect("a plan");
            let wood = made.provisions.into_iter().find(|provision| provision.any_of.contains(&Item::OAK_PLANKS));
            wood.expect("wood is worth having").count
        };
        let carried = [ItemStack::new(Item::IRON_PICKAXE, 1), ItemStack::new(Item::SHIELD, 1)];
        assert_eq!(wood("1 diamond", &carried), 4 + 6, "a table, and handles");
        assert_eq!(wood("1 coal", &carried), 4, "it is found soon");
        assert!(wood("1 diamond", &[]) > wood("1 iron pickaxe", &[]) + 6);
    }

    #[test]
    fn furnaces_that_are_carried_take_no_more_stone() {
        let carried = [(Item::FURNACE, 3), (Item::RAW_IRON, 4), (Item::COAL, 8), (Item::COBBLESTONE, 13)];
        let carried = carried.map(|(item, count)| ItemStack::new(item, count)).to_vec();
        let now = Situation { carried, ..at_start() };
        let plan =
            rules::plan(&Condition::holds(Item::IRON_INGOT, 4), &now, &Setbacks::default(), true).expect("a plan");
        let more = plan.plan.steps().filter(|step| step.item == Item::FURNACE).map(|step| step.count).sum::<u32>();
        assert_eq!(more, 1, "a fourth for the fourth thing");
    }
}
