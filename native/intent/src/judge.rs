//! Whether a condition holds, by observations and the game's own statistics alone.

mod built;
mod chests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use anima_body::{BlockPos, Blocks, Custom, EntityFlags, Event, Inventory, Observation, Screen, Stat, Tally};
use anima_rules::placing::item_for;
use anima_rules::{BlockState, EntityKind, Item, ItemStack};
use serde::{Deserialize, Serialize};

use crate::condition::planted;
use crate::{Condition, OneOf};
use built::Sites;

pub use built::{LOOKS_PER_TICK, is_visible};
pub use chests::{CHESTS, Chests, Halves, halves_of, is_chest};

/// Blocks from the eyes within which a block that appears may have been put there by the player (a reach of 4.5, with
/// something to spare for the way of the tick).
const HANDS: f64 = 7.0;
/// Blocks from a goal's place at which the feet are there.
const THERE: f64 = 2.0;
/// Ticks after a birth in which the young are still tiny and near their parents.
const LATELY: u64 = 200;
/// Blocks from its parents within which a newborn is met first.
const CRADLE: f64 = 10.0;
/// Ticks by which a day that ends is told from the clock being set a little.
const DAYS_WORK: u32 = 1000;

/// Ticks for which a client may still show the night after the player got up: the server tells the time of day every 20
/// (`MinecraftServer.tickWorlds`), and what it tells takes its way.
pub const CLOCK_LAG: u64 = 40;

/// How a condition stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not yet.
    Open,
    /// It holds.
    Reached,
    /// It can no longer hold: it asks that the player stays alive, and the player died.
    Lost,
}

/// How much of one part of a condition is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The part, in words.
    pub what: String,
    /// How much there is.
    pub have: u32,
    /// How much is wanted.
    pub want: u32,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} of {}", self.what, self.have.min(self.want), self.want)
    }
}

/// Watches a condition from the beginning of a goal on. It is shown every observation, and decides by nobody's word.
#[derive(Clone, Debug)]
pub struct Judge {
    condition: Condition,
    watches: Vec<Watch>,
    /// The statistics when the goal began, once they were told.
    begin: Option<Arc<Tally>>,
    began_at: u64,
    before: Clock,
    died: bool,
}

/// What the observations before told of time.
#[derive(Clone, Copy, Debug)]
struct Clock {
    day_time: u32,
    /// The tick at which the player was last seen in bed.
    in_bed: Option<u64>,
}

/// What is kept for one leaf of the condition.
#[derive(Clone, Debug)]
enum Watch {
    /// A number that is read off an observation, or counted up.
    Count(u32),
    /// Cells in which blocks of the player's appeared, and how many of their items the game counts as used.
    Cells(ByPlace<BTreeSet<BlockPos>>, u32),
    /// What chests hold, and how many of the wanted items lie together in one of them.
    Chests(ByPlace<Chests>, u32),
    /// Young that were born, those that were met otherwise, since when animals are in love where, and what the game
    /// counts.
    Births { born: BTreeSet<u32>, others: BTreeSet<u32>, love: Vec<(u64, glam::DVec3)>, counted: u32 },
    /// Where the blueprint may stand.
    Sites(Box<ByPlace<Sites>>),
    /// Mornings that came while the player lay in bed, and how often the game counts that the player lay down.
    Mornings(u32, u32),
}

/// What is remembered by positions: of the place where the player is, and of those that were left.
#[derive(Clone, Debug)]
struct ByPlace<T> {
    here: T,
    elsewhere: BTreeMap<String, T>,
}

impl<T> ByPlace<T> {
    fn new(here: T) -> ByPlace<T> {
        ByPlace { here, elsewhere: BTreeMap::new() }
    }

    fn all(&self) -> impl Iterator<Item = &T> {
        self.elsewhere.values().chain([&self.here])
    }

    /// Goes from one place to another; `new` is what is remembered of a place that was never seen.
    fn go(&mut self, from: &str, to: &str, new: T) {
        let left = std::mem::replace(&mut self.here, new);
        self.elsewhere.insert(from.to_owned(), left);
        if let Some(known) = self.elsewhere.remove(to) {
            self.here = known;
        }
    }
}

impl Judge {
    /// Begins to watch a condition; `first` is what is seen as the goal begins.
    pub fn new(condition: &Condition, first: &Observation) -> Judge {
        let watch = |leaf: &Condition| match leaf {
            Condition::Placed { .. } | Condition::Planted { .. } => Watch::Cells(ByPlace::new(BTreeSet::new()), 0),
            Condition::InChest { .. } => Watch::Chests(ByPlace::new(Chests::default()), 0),
            Condition::Bred { .. } => {
                Watch::Births { born: BTreeSet::new(), others: BTreeSet::new(), love: Vec::new(), counted: 0 }
            }
            Condition::Built { blueprint } => Watch::Sites(Box::new(ByPlace::new(Sites::new(Arc::clone(blueprint))))),
            Condition::Slept { .. } => Watch::Mornings(0, 0),
            _ => Watch::Count(0),
        };
        let mut judge = Judge {
            watches: condition.leaves().into_iter().map(watch).collect(),
            condition: condition.clone(),
            begin: None,
            began_at: first.tick,
            before: Clock { day_time: first.day_time, in_bed: None },
            died: false,
        };
        let nothing = |_: BlockPos| None;
        judge.take_in(first, &nothing, true);
        judge
    }

    /// The condition.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Goes from one world or dimension to another, each by a name of its own: what was done in the one still counts in
    /// the other, but what is remembered by positions is kept with the place.
    pub fn go(&mut self, from: &str, to: &str) {
        let leaves = self.condition.leaves();
        for (leaf, watch) in leaves.into_iter().zip(&mut self.watches) {
            match (leaf, watch) {
                (Condition::Built { blueprint }, Watch::Sites(sites)) => {
                    sites.go(from, to, Sites::new(Arc::clone(blueprint)));
                }
                (_, Watch::Cells(cells, _)) => cells.go(from, to, BTreeSet::new()),
                (_, Watch::Chests(chests, _)) => chests.go(from, to, Chests::default()),
                (_, Watch::Births { love, .. }) => love.clear(),
                _ => {}
            }
        }
        // The time of day is told anew there: a clock that was not told yet is no dawn.
        self.before = Clock { day_time: 0, in_bed: None };
    }

    /// Takes in what is seen in a tick, and the blocks as far as they are known.
    pub fn see(&mut self, now: &Observation, blocks: &impl Blocks) {
        self.take_in(now, blocks, false);
    }

    fn take_in(&mut self, now: &Observation, blocks: &impl Blocks, is_first: bool) {
        if self.begin.is_none() && now.tally.told_at.is_some_and(|tick| tick >= self.began_at) {
            self.begin = Some(Arc::clone(&now.tally));
        }
        // What happened before the goal began is none of its business.
        let events: &[Event] = if is_first { &[] } else { &now.events };
        self.died |= events.iter().any(|event| matches!(event, Event::Died { .. }));
        let dawned = !is_first && self.before.day_time > now.day_time.saturating_add(DAYS_WORK);
        let slept = dawned && self.before.in_bed.is_some_and(|tick| now.tick <= tick + CLOCK_LAG);
        let told = self.begin.as_ref().map(|begin| Counts { begin, now: &now.tally });
        let leaves = self.condition.leaves();
        for (leaf, watch) in leaves.into_iter().zip(&mut self.watches) {
            // The dawns that count are those that the player has lived to see.
            watch.take_in(leaf, (now, blocks), events, told, dawned && !self.died, slept);
        }
        let in_bed = (now.screen == Screen::Other).then_some(now.tick).or(self.before.in_bed);
        self.before = Clock { day_time: now.day_time, in_bed };
    }

    /// How the condition stands, as far as it was seen.
    pub fn verdict(&self) -> Verdict {
        let mut watches = self.watches.iter();
        verdict(&self.condition, &mut watches, self.died)
    }

    /// Whether it holds.
    pub fn holds(&self) -> bool {
        self.verdict() == Verdict::Reached
    }

    /// How much of each part is done.
    pub fn progress(&self) -> Vec<Progress> {
        let parts = self.condition.leaves().into_iter().zip(&self.watches);
        parts
            .map(|(leaf, watch)| Progress { what: leaf.to_string(), have: watch.have(), want: leaf.wanted() })
            .collect()
    }

    /// How much of the part with this number (as [`Condition::leaves`] orders them) is done.
    pub fn have(&self, leaf: usize) -> u32 {
        self.watches.get(leaf).map_or(0, Watch::have)
    }

    /// Whether newer statistics than those that were told could change the verdict.
    pub fn waits_for_tally(&self) -> bool {
        self.condition.asks_for_tally() && self.verdict() == Verdict::Open
    }

    /// Whether the statistics of the beginning are still to be told.
    pub fn lacks_beginning(&self) -> bool {
        self.condition.asks_for_tally() && self.begin.is_none()
    }
}

/// The statistics at the beginning and now.
#[derive(Clone, Copy)]
struct Counts<'a> {
    begin: &'a Tally,
    now: &'a Tally,
}

impl Counts<'_> {
    /// By how much the counts of some things have risen together.
    fn risen<T: Copy>(&self, any_of: &[T], stat: impl Fn(T) -> Stat) -> u32 {
        let sum = |tally: &Tally| any_of.iter().map(|one| tally.count(stat(*one))).sum::<u32>();
        sum(self.now).saturating_sub(sum(self.begin))
    }
}

impl Watch {
    fn take_in(
        &mut self,
        leaf: &Condition,
        (now, blocks): (&Observation, &impl Blocks),
        events: &[Event],
        told: Option<Counts<'_>>,
        survived: bool,
        slept: bool,
    ) {
        match (leaf, self) {
            (Condition::Holds { items, .. }, Watch::Count(have)) => *have = held(now.inventory.slots.iter(), items),
            (Condition::Wears { items }, Watch::Count(have)) => *have = u32::from(wears(&now.inventory, items)),
            (Condition::Killed { mobs, .. }, Watch::Count(have)) => {
                *have = told.map_or(0, |told| told.risen(&mobs.any_of, Stat::Killed));
            }
            (Condition::Crafted { items, .. }, Watch::Count(have)) => {
                *have = told.map_or(0, |told| told.risen(&items.any_of, Stat::Crafted));
            }
            (Condition::Placed { items, .. }, Watch::Cells(cells, used)) => {
                let is_one = |state: BlockState| item_for(state.block()).is_some_and(|item| items.contains(item));
                cells.here.extend(appeared(now, events, is_one));
                *used = told.map_or(0, |told| told.risen(&items.any_of, Stat::Used));
            }
            (Condition::Planted { items, .. }, Watch::Cells(cells, used)) => {
                // A plant that stood there before has only grown: a new one is of age 0.
                let is_new =
                    |state: BlockState| ["age", "stage"].iter().all(|name| state.number(name).unwrap_or(0) == 0);
                let is_one = |state: BlockState| {
                    is_new(state) && items.any_of.iter().any(|item| planted(*item) == Some(state.block()))
                };
                cells.here.extend(appeared(now, events, is_one));
                *used = told.map_or(0, |told| told.risen(&items.any_of, Stat::Used));
            }
            (Condition::At { x, y, z }, Watch::Count(have)) => {
                let off = |place: f64, at: i32| (place - (f64::from(at) + 0.5)).abs();
                let pos = now.player.pos;
                let level = y.is_none_or(|y| (pos.y - f64::from(y)).abs() <= THERE);
                if off(pos.x, *x).hypot(off(pos.z, *z)) <= THERE && level {
                    *have = 1;
                }
            }
            (Condition::Explored { biomes }, Watch::Count(have)) => {
                if biomes.contains(now.biome) {
                    *have = 1;
                }
            }
            (Condition::InChest { items, .. }, Watch::Chests(chests, have)) => {
                chests.here.see(now, blocks);
                *have = chests.all().map(|chests| chests.most(items)).max().unwrap_or(0);
            }
            (Condition::Bred { mob, .. }, Watch::Births { born, others, love, counted }) => {
                note_births(now, *mob, born, others, love);
                *counted = told.map_or(0, |told| told.risen(&[Custom::AnimalsBred], Stat::Custom));
            }
            (Condition::Built { .. }, Watch::Sites(sites)) => sites.here.see(now, events, blocks),
            (Condition::Slept { .. }, Watch::Mornings(mornings, lain_down)) => {
                *mornings += u32::from(slept);
                *lain_down = told.map_or(0, |told| told.risen(&[Custom::SleepInBed], Stat::Custom));
            }
            (Condition::Survived { .. }, Watch::Count(dawns)) => *dawns += u32::from(survived),
            (leaf, watch) => unreachable!("{leaf} is not watched by {watch:?}"),
        }
    }

    fn have(&self) -> u32 {
        match self {
            Watch::Count(have) | Watch::Chests(_, have) => *have,
            Watch::Cells(cells, used) => (*used).min(cells.all().map(|cells| cells.len() as u32).sum()),
            Watch::Births { born, counted, .. } => (*counted).min(born.len() as u32),
            Watch::Sites(sites) => u32::from(sites.all().any(Sites::stands)),
            Watch::Mornings(mornings, lain_down) => (*mornings).min(*lain_down),
        }
    }
}

fn verdict<'a>(condition: &Condition, watches: &mut impl Iterator<Item = &'a Watch>, died: bool) -> Verdict {
    match condition {
        Condition::All(parts) => {
            let verdicts: Vec<Verdict> = parts.iter().map(|part| verdict(part, watches, died)).collect();
            match () {
                () if verdicts.contains(&Verdict::Lost) => Verdict::Lost,
                () if verdicts.iter().all(|verdict| *verdict == Verdict::Reached) => Verdict::Reached,
                () => Verdict::Open,
            }
        }
        Condition::Any(parts) => {
            let verdicts: Vec<Verdict> = parts.iter().map(|part| verdict(part, watches, died)).collect();
            match () {
                () if verdicts.contains(&Verdict::Reached) => Verdict::Reached,
                () if verdicts.contains(&Verdict::Open) => Verdict::Open,
                () => Verdict::Lost,
            }
        }
        leaf => {
            let reached = watches.next().is_some_and(|watch| watch.have() >= leaf.wanted());
            match leaf {
                _ if reached => Verdict::Reached,
                Condition::Survived { .. } if died => Verdict::Lost,
                _ => Verdict::Open,
            }
        }
    }
}

fn held<'a>(slots: impl Iterator<Item = &'a Option<ItemStack>>, items: &OneOf<Item>) -> u32 {
    slots.flatten().filter(|stack| items.contains(stack.item)).map(|stack| u32::from(stack.count)).sum()
}

fn wears(inventory: &Inventory, items: &OneOf<Item>) -> bool {
    held(inventory.slots[Inventory::FEET..].iter(), items) > 0
}

/// Cells in which blocks appeared that the player may have put there.
fn appeared(now: &Observation, events: &[Event], is_one: impl Fn(BlockState) -> bool) -> Vec<BlockPos> {
    let eyes = now.player.eyes();
    let cell = |event: &Event| match event {
        Event::BlockChanged { pos, state } => (is_one(*state) && pos.center().distance(eyes) <= HANDS).then_some(*pos),
        _ => None,
    };
    events.iter().filter_map(cell).collect()
}

/// Tells young that were just born from those that were met otherwise: they appear where animals were in love.
fn note_births(
    now: &Observation,
    mob: EntityKind,
    born: &mut BTreeSet<u32>,
    others: &mut BTreeSet<u32>,
    love: &mut Vec<(u64, glam::DVec3)>,
) {
    love.retain(|(tick, _)| now.tick.saturating_sub(*tick) <= LATELY);
    for animal in now.entities.iter().filter(|entity| entity.kind == mob) {
        if animal.flags.contains(EntityFlags::IN_LOVE) {
            love.push((now.tick, animal.pos));
        }
        let is_young = animal.flags.contains(EntityFlags::BABY);
        if !is_young || born.contains(&animal.id) || others.contains(&animal.id) {
            continue;
        }
        let of_them = love.iter().any(|(_, pos)| pos.distance(animal.pos) <= CRADLE);
        if of_them {
            born.insert(animal.id)
        } else {
            others.insert(animal.id)
        };
    }
}
