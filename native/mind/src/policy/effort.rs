//! What ways take here and now: the estimates by which plans are made and steps are chosen.
//!
//! Starts from what a way takes in a world of which nothing is known, and puts in what is known: where the nearest
//! one stands, the height and the biome, the tools carried, the night, dangers, and what failed lately.

use anima_intent::{Act, Sought, kind_skill};
use anima_rules::DAY;
use anima_rules::dig::{self, Digger};
use anima_rules::techtree::{self, Effort, FED, Kind, Place, Step, Way, typical_effort};
use anima_rules::{Block, Habitat, Item, ItemStack, TO_CAVES, ToolKind};

use crate::policy::setbacks::Setbacks;
use crate::situation::{Seen, Situation};

/// Ticks to walk one block towards something, detours included.
const WALK: f32 = 6.0;
/// Ticks to get one block on or down through rock.
const THROUGH_ROCK: f32 = 20.0;
/// Ticks from one to the next where several were seen.
const TO_THE_NEXT: f32 = 40.0;
/// Height of an ordinary surface.
const SURFACE: i32 = 64;
/// Ticks that a block which is dug for a while costs on top (`ClientPlayerInteractionManager`).
const AFTER_DIGGING: f32 = 5.0;

/// Furnaces are used side by side.
const SMELT: Effort = Effort { once: 150.0, each: 80.0 };

/// For a plant that is fed with bone meal which is still to be got, while there is time for a field: a field is sure, and
/// an agent that waits for it is shot at by nobody.
const UNFED: f32 = 25_000.0;

/// The estimates for one moment.
#[derive(Clone, Copy)]
pub(crate) struct Efforts<'a> {
    now: &'a Situation,
    setbacks: &'a Setbacks,
}

impl<'a> Efforts<'a> {
    pub(crate) fn new(now: &'a Situation, setbacks: &'a Setbacks) -> Efforts<'a> {
        Efforts { now, setbacks }
    }

    /// Whether an act failed for want of a tool since it last gave anything.
    pub(crate) fn lacked_tool(&self, act: &Act) -> bool {
        self.setbacks.lacked_tool(act)
    }

    /// Whether the world's nature has no source for it, and none was seen either.
    fn never_occurs(&self, way: &Way) -> bool {
        !self.now.nature.allows(way) && self.known(way).is_none()
    }

    /// Whether a way asks for Silk Touch and no tool that is carried has it: the ways of a whole plan bring that about.
    pub(crate) fn lacks_silk_touch(&self, way: &Way) -> bool {
        way.tool.is_some_and(|need| need.silk_touch && !self.now.carried.iter().any(|stack| need.accepts(stack)))
    }

    /// What a way takes, Silk Touch on its tool aside.
    pub(crate) fn of(&self, way: &Way) -> Effort {
        let is_luck = place_hint(&way.place, "ore vein") && self.known(way).is_none();
        if kind_skill(&way.kind).is_err() || is_luck || (way.hostile && self.now.peaceful) || self.never_occurs(way) {
            return Effort::IMPOSSIBLE;
        }
        let mut effort = typical_effort(way);
        if let Kind::Mine(block) = way.kind {
            effort.each += self.dig_ticks(block, way) - typical_dig_ticks(block, way);
        }
        if matches!(way.kind, Kind::Smelt { .. }) {
            effort = SMELT;
        }
        if way.is_fed() {
            effort.each = if self.has_bone_meal() || self.is_too_late_for_a_field() { FED } else { UNFED };
        }
        if way.place.first > 0.0 {
            effort.once += self.search(way) - way.place.first;
            if self.known(way).is_some_and(|known| known.count > 1) {
                effort.each -= way.place.next - way.place.next.min(TO_THE_NEXT);
            }
            self.add_dangers(way, &mut effort);
        }
        self.setbacks.on_top(way, effort, self.now.tick)
    }

    /// What a step takes if it is the next one.
    pub(crate) fn of_step(&self, step: &Step) -> f32 {
        let effort = self.of(step.way);
        effort.once + effort.each * step.times as f32
    }

    /// What an act takes if it is the next one.
    pub(crate) fn of_act(&self, act: &Act) -> f32 {
        /// Ticks until a mob, some land or a biome is found that was not seen yet.
        const FAR: f32 = 4000.0;
        /// Ticks of work on one thing: to plant it, to feed an animal, to set a block, to strike until it is dead.
        const EACH: f32 = 60.0;
        const HANDY: f32 = 40.0;
        /// Ticks until a fish is caught.
        const FISH: f32 = 450.0;
        let now = self.now;
        let to_mob = |mob| now.mob_at(mob).map_or(FAR, |seen| seen.nearest * WALK);
        match act {
            Act::Obtain(step) => self.of_step(step),
            Act::Kill { mob, count } | Act::Shoot { mob, count } => {
                let lives = techtree::place_of_mob(*mob);
                let next = lives.map_or(FAR, |(place, _)| place.next);
                let in_the_dark = lives.zip(Habitat::of(*mob));
                let unknown = in_the_dark.map(|((place, _), habitat)| self.search_in_the_dark(&habitat, place));
                let first = match now.mob_at(*mob) {
                    Some(_) => to_mob(*mob),
                    None => unknown.unwrap_or(FAR),
                };
                first + next * (*count as f32 - 1.0).max(0.0) + EACH * *count as f32
            }
            Act::Breed { mob, count, .. } => to_mob(*mob) + 4.0 * EACH * *count as f32,
            Act::GoTo { x, z, .. } => {
                let (x, z) = ((x - now.x) as f32, (z - now.z) as f32);
                2.0 * WALK * x.hypot(z) + HANDY
            }
            Act::Explore(_) | Act::Approach(Sought::Biomes(_)) => FAR,
            Act::Approach(Sought::Mob(mob)) | Act::Use { on: Some(Sought::Mob(mob)), .. } => to_mob(*mob),
            Act::Approach(Sought::Blocks(blocks)) | Act::Use { on: Some(Sought::Blocks(blocks)), .. } => {
                let near = blocks.any_of.iter().filter_map(|block| now.block_at(*block)).map(|seen| seen.nearest);
                near.map(|blocks| blocks * WALK).fold(FAR, f32::min)
            }
            Act::DigDown { y } => (now.y - y).max(0) as f32 * THROUGH_ROCK,
            Act::GoUp => (SURFACE - now.y).max(0) as f32 * THROUGH_ROCK,
            Act::Plant { count, .. } | Act::Harvest { count, .. } => 400.0 + EACH * *count as f32,
            Act::Place { count, .. } => HANDY * *count as f32,
            Act::Build { blueprint, .. } => 200.0 + HANDY * blueprint.cells.len() as f32,
            Act::Deposit { .. } | Act::Withdraw { .. } => 200.0,
            Act::Equip(_) | Act::Eat { .. } | Act::Use { on: None, .. } => HANDY,
            Act::Use { on: Some(Sought::Biomes(_)), .. } => FAR,
            Act::Sleep => until_morning(now.day_time) as f32,
            Act::Wait { ticks } => *ticks as f32,
            Act::Enchant { .. } => 10.0 * HANDY,
            Act::Fish { count } => FISH * *count as f32,
            Act::Fetch { .. } => FAR,
        }
    }

    /// What acts take one after the other; a place that two of them go to is looked for once.
    pub(crate) fn of_acts<'s>(&self, acts: impl IntoIterator<Item = &'s Act>) -> f32 {
        let mut visited = Vec::new();
        let mut sum = 0.0;
        for act in acts {
            let Act::Obtain(step) = act else {
                sum += self.of_act(act);
                continue;
            };
            let effort = self.of(step.way);
            let site = (step.block(), step.mob());
            if site == (None, None) || !visited.contains(&site) {
                sum += effort.once;
                visited.push(site);
            }
            sum += effort.each * step.times as f32;
        }
        sum
    }

    /// Whether there is bone meal for a plant, or bones for some.
    fn has_bone_meal(&self) -> bool {
        const FOR_ONE: u32 = 3;
        self.now.carries(Item::BONE_MEAL) + 3 * self.now.carries(Item::BONE) >= FOR_ONE
    }

    /// Whether a field would not be ripe in time.
    fn is_too_late_for_a_field(&self) -> bool {
        let ripens = |way: &Way| typical_effort(way).once;
        let field = techtree::ways(Item::WHEAT).iter().filter(|way| matches!(way.kind, Kind::Grow(_)) && !way.is_fed());
        let ticks = field.map(ripens).fold(0.0, f32::max);
        self.now.ticks_left.is_some_and(|left| (left as f32) < ticks)
    }

    /// Ticks until the first one is reached.
    fn search(&self, way: &Way) -> f32 {
        let place = &way.place;
        if let Some(kind) = way.kind.mob()
            && let Some(habitat) = Habitat::of(kind)
        {
            let unknown = self.search_in_the_dark(&habitat, place);
            return self.known(way).map_or(unknown, |known| (10.0 + known.nearest * 2.0 * WALK).min(unknown));
        }
        let (usual, here) = (depth(place, SURFACE, true), depth(place, self.now.y, self.now.under_sky));
        let level = (place.first - usual * THROUGH_ROCK).max(0.1 * place.first);
        /// How common something must be in this biome for the agent to be at the right place for it.
        const COMMON: f32 = 0.3;
        let level = match place.how_common(self.now.biome) {
            _ if place.biomes.is_empty() => level,
            common if common >= COMMON => level * 0.5,
            _ => level * 1.3,
        };
        let unknown = level + here * THROUGH_ROCK;
        let pace = match is_underground(place) {
            true => 2.0 * WALK,
            false if self.now.is_up() => WALK,
            // Up through rock.
            false => THROUGH_ROCK,
        };
        self.known(way).map_or(unknown, |known| (10.0 + known.nearest * pace).min(unknown))
    }

    /// Ticks until a monster is met where it comes by its own rules: below the ground, or by night in the open.
    fn search_in_the_dark(&self, habitat: &Habitat, place: &Place) -> f32 {
        /// Ticks to land where a kind is listed that is not listed here.
        const TO_BIOME: f32 = 3000.0;
        let now = self.now;
        let to_biome = if place.fits(now.biome) { 0.0 } else { TO_BIOME };
        let to_night = (now.until_night() as f32).max(to_biome);
        let in_time = now.ticks_left.is_none_or(|left| to_night < left as f32);
        let soonest = habitat.soonest(in_time.then_some(to_night), Some(TO_CAVES));
        // What no night brings in time is met by luck alone.
        soonest.or_else(|| habitat.soonest(Some(to_night), None)).map_or(f32::INFINITY, |(_, ticks)| ticks)
    }

    /// What is known of the block or mob that the way is about.
    fn known(&self, way: &Way) -> Option<Seen> {
        let block = way.kind.block().and_then(|block| self.now.block_at(block));
        block.or_else(|| way.kind.mob().and_then(|mob| self.now.mob_at(mob)))
    }

    fn add_dangers(&self, way: &Way, effort: &mut Effort) {
        let now = self.now;
        if way.hostile {
            let is_unarmed = !now.carries_tool(ToolKind::Sword);
            let risk = 1.0 + f32::from(u8::from(is_unarmed)) + 2.0 * f32::from(u8::from(now.health < 10.0));
            effort.each *= risk;
        } else if now.is_night() && !now.peaceful && !is_underground(&way.place) {
            effort.once = effort.once * 1.5 + 200.0;
            effort.each *= 1.2;
        }
    }

    /// Ticks to dig the block with the best tool at hand that makes it drop.
    fn dig_ticks(&self, block: Block, way: &Way) -> f32 {
        let will_do =
            |stack: &&ItemStack| stack.item.tool().is_some() && way.tool.is_none_or(|need| need.accepts(stack));
        let carried = self.now.carried.iter().filter(will_do).map(|stack| ticks_to_dig(block, Some(*stack)));
        carried.fold(typical_dig_ticks(block, way), f32::min)
    }
}

/// Ticks until the sun is up again, by when a night that was slept through is over.
pub(crate) fn until_morning(day_time: u32) -> u32 {
    DAY as u32 - day_time.min(DAY as u32)
}

/// Ticks to get somewhere, so many blocks off over the ground.
pub(crate) fn ticks_to_get_to(now: &Situation, away: f32, y: i32) -> f32 {
    /// Through rock by hand.
    const BY_HAND: f32 = 155.0;
    /// So far up and down one gets on the ground.
    const HILLS: i32 = 20;
    let rock = if now.carries_tool(ToolKind::Pickaxe) { THROUGH_ROCK } else { BY_HAND };
    2.0 * away * WALK + ((y - now.y).abs() - HILLS).max(0) as f32 * rock
}

/// Ticks to dig the block with the simplest tool that makes it drop.
fn typical_dig_ticks(block: Block, way: &Way) -> f32 {
    let tool = way.tool.and_then(|need| need.items().next());
    ticks_to_dig(block, tool.map(|item| ItemStack::new(item, 1)))
}

fn ticks_to_dig(block: Block, held: Option<ItemStack>) -> f32 {
    let ticks = dig::progress_per_tick(block.state(), &Digger::holding(held)).recip().ceil();
    if ticks <= 1.0 { 1.0 } else { ticks + AFTER_DIGGING }
}

/// Blocks up or down to where something is found.
fn depth(place: &Place, y: i32, under_sky: bool) -> f32 {
    let best = place.best_y.map(i32::from);
    let blocks = match (best, place.y) {
        (Some(best), _) => (y - best).abs(),
        (None, Some((low, high))) => (i32::from(low) - y).max(y - i32::from(high)).max(0),
        (None, None) if is_underground(place) || under_sky => 0,
        (None, None) => (SURFACE - y).max(5),
    };
    blocks as f32
}

/// Whether something is found under the ground only.
pub(crate) fn is_underground(place: &Place) -> bool {
    place_hint(place, "underground")
}

/// Whether something is found so deep that the agent does not come up for a forgotten tool.
pub(crate) fn is_deep(place: &Place) -> bool {
    is_underground(place) && place.best_y.or(place.y.map(|(_, high)| high)).is_some_and(|y| y <= 8)
}

fn place_hint(place: &Place, hint: &str) -> bool {
    place.hints.contains(&hint)
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Planner, ways};
    use anima_rules::{Biome, EntityKind};

    use super::*;
    use crate::situation::Known;
    use crate::testing::at_start;

    fn of(item: Item, word: &str, block: Option<Block>, now: &Situation) -> Effort {
        let is = |way: &&Way| way.kind.word() == word && (block.is_none() || way.kind.block() == block);
        let way = ways(item).iter().find(is).expect("a way");
        Efforts::new(now, &Setbacks::default()).of(way)
    }

    fn logs(block: Block, now: &Situation) -> f32 {
        of(block.item().expect("a log"), "mine", Some(block), now).once
    }

    #[test]
    fn what_is_seen_is_near() {
        let mut now = at_start();
        let (oak, birch) = (logs(Block::OAK_LOG, &now), logs(Block::BIRCH_LOG, &now));
        now.blocks = vec![Known { what: Block::BIRCH_LOG, count: 3, nearest: 9.0 }];
        assert!(oak < birch && logs(Block::BIRCH_LOG, &now) < oak);
        let setbacks = Setbacks::default();
        let efforts = Efforts::new(&now, &setbacks);
        let plan = Planner::new(&|way| efforts.of(way)).plan(&[(Item::STICK, 4)], &now.given()).expect("sticks");
        assert_eq!(plan.steps[0].item, Item::BIRCH_LOG);
        let cow = |now: &Situation| of(Item::BEEF, "kill", None, now).once;
        let far = cow(&now);
        now.mobs = vec![Known { what: EntityKind::COW, count: 1, nearest: 12.0 }];
        assert!(cow(&now) < far / 3.0);
    }

    #[test]
    fn depth_biome_and_tools_matter() {
        let mut now = at_start();
        let diamond = |now: &Situation| of(Item::DIAMOND, "mine", Some(Block::DEEPSLATE_DIAMOND_ORE), now).once;
        let stone = |now: &Situation| of(Item::COBBLESTONE, "mine", Some(Block::STONE), now);
        let (diamond_above, stone_above, log_above) = (diamond(&now), stone(&now), logs(Block::OAK_LOG, &now));
        now.biome = Biome::DESERT;
        assert!(logs(Block::OAK_LOG, &now) > 1.5 * log_above);
        now.carried = vec![ItemStack::new(Item::IRON_PICKAXE, 1)];
        assert!(stone(&now).each < stone_above.each);
        (now.y, now.under_sky, now.biome) = (-57, false, Biome::FOREST);
        assert!(diamond(&now) < diamond_above - 1500.0);
        assert!(stone(&now).once > stone_above.once + 1000.0);
        assert!(logs(Block::OAK_LOG, &now) > log_above + 1000.0);
    }

    #[test]
    fn trees_that_were_seen_are_far_from_under_the_ground() {
        let blocks = vec![Known { what: Block::OAK_LOG, count: 5, nearest: 20.0 }];
        let above = Situation { blocks, ..at_start() };
        let below = Situation { y: 44, under_sky: false, ..above.clone() };
        let (above, below) = (logs(Block::OAK_LOG, &above), logs(Block::OAK_LOG, &below));
        assert!(below >= 20.0 * THROUGH_ROCK && above < below / 2.0, "{above} {below}");
    }

    #[test]
    fn bones_are_fetched_for_a_crop_only_where_there_is_no_time_for_a_field() {
        let kills = |now: &Situation| {
            let setbacks = Setbacks::default();
            let efforts = Efforts::new(now, &setbacks);
            let plan = Planner::new(&|way| efforts.of(way)).plan(&[(Item::BREAD, 1)], &now.given()).expect("bread");
            assert!(plan.steps.iter().any(|step| step.kind() == "grow"));
            (plan.steps.iter().any(|step| step.kind() == "kill"), plan.steps.iter().any(|step| step.way.is_fed()))
        };
        assert_eq!(kills(&at_start()), (false, false));
        assert_eq!(kills(&Situation { ticks_left: Some(36_000), ..at_start() }), (false, false));
        assert!(kills(&Situation { ticks_left: Some(12_000), ..at_start() }).1);
        let carried = vec![ItemStack::new(Item::BONE, 4)];
        assert_eq!(kills(&Situation { carried, ..at_start() }), (false, true));
    }

    #[test]
    fn night_and_danger_cost() {
        let mut now = at_start();
        let log_by_day = logs(Block::OAK_LOG, &now);
        let bone = |now: &Situation| of(Item::BONE, "kill", None, now);
        let bone_by_day = bone(&now);
        now.day_time = 15_000;
        assert!(logs(Block::OAK_LOG, &now) > log_by_day && bone(&now).once < bone_by_day.once);
        let unarmed = bone(&now).each;
        now.carried = vec![ItemStack::new(Item::STONE_SWORD, 1)];
        assert!(bone(&now).each < unarmed);
        now.peaceful = true;
        assert_eq!(bone(&now), Effort::IMPOSSIBLE);
        assert_eq!(logs(Block::OAK_LOG, &now), log_by_day);
    }
}
