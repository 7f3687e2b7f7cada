//! The operator's hand: how a world is set for the agent that is to play in it, as the papers set theirs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use anima_body::{Effect, Inventory, Weather};
use anima_rules::damage::worn_at;
use anima_rules::{Biome, Block, Difficulty, EntityKind, Item, ItemStack};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::Blueprints;

/// Things with how many of each.
pub type Carried = BTreeMap<Item, u32>;

/// The most mobs of a kind that are summoned for a game.
const MOST_MOBS: u32 = 100;
/// The most blocks that `/fill` fills (1.19.4), which ODYSSEY's arena keeps to.
const MOST_FILLED: i32 = 32_768;

/// What an operator sets for a game. The agent that plays has nothing of it in its hands; all of it stands in the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scenario {
    /// Biomes of which the player starts in one, the nearest to the spawn; anywhere if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub biome: Vec<Biome>,
    /// Whether what the player carried before is taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub clear: bool,
    /// What the player carries.
    #[serde(skip_serializing_if = "Carried::is_empty")]
    pub carried: Carried,
    /// What the player wears, and a shield in the off hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub worn: Vec<Item>,
    /// Time of day, 0..24000: 0 is sunrise, 6000 noon, 13000 dusk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
    /// The weather.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weather: Option<Weather>,
    /// The difficulty from then on, where it is not that of the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// Effects on the player until it dies, with their level as the game shows it, from 1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub effects: BTreeMap<Effect, u8>,
    /// Mobs around the player.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub mobs: BTreeMap<EntityKind, u32>,
    /// Blocks to the mobs along both axes, and at most twice as many; in an arena as far as it reaches.
    pub mobs_away: u32,
    /// A closed box into which the player is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<Arena>,
    /// What becomes of a player that dies.
    pub on_death: OnDeath,
}

/// A hollow box with the player in its middle (ODYSSEY's `combatEnv`, whose numbers these are if nothing is said).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arena {
    /// Blocks from the middle to a wall.
    pub radius: i32,
    /// Blocks of room over the floor.
    pub height: i32,
    /// Where the floor's blocks are.
    pub y: i32,
    /// What it is made of.
    pub shell: Block,
}

/// What becomes of a player that dies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnDeath {
    /// It comes back, and the game goes on.
    #[default]
    Respawn,
    /// The game is lost.
    Lose,
}

/// A further part of a game: the operator sets the world anew, and the agent gets another goal. The last part decides
/// whether the game is won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The goal in the player's words.
    pub goal: String,
    /// The blueprints that the goal names.
    #[serde(default, skip_serializing_if = "Blueprints::is_empty")]
    pub blueprints: Blueprints,
    /// Game ticks that it may take.
    pub ticks: u64,
    /// How the world is set when it begins.
    #[serde(default, skip_serializing_if = "Scenario::is_default")]
    pub scenario: Scenario,
}

/// A game in which nobody gives the agent a goal: it gives itself one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exploration {
    /// Game ticks that each of its goals may take.
    pub each: u64,
    /// How many goals it gives itself at most.
    pub goals: u32,
}

/// A game in which nobody says with what to get ready: in its first part the agent prepares for the goal of the last, with
/// gear of its own choice. Each round begins in another place with nothing; the last one decides whether the game is won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rounds {
    /// How many rounds there are, from 1.
    pub number: u32,
    /// Published minutes of getting ready, by mean, round by round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub published_minutes: Vec<f64>,
}

impl Rounds {
    /// The most rounds that a game may have.
    pub const MOST: u32 = 100;

    /// The seed of a round, counted from 1: another world for each, and in the first that of the game.
    pub fn seed(game: i64, round: u32) -> i64 {
        // Seeds of games count up by ones, so these are far from all of them.
        game.wrapping_add(i64::from(round.saturating_sub(1)) << 40)
    }
}

impl Default for Scenario {
    fn default() -> Scenario {
        Scenario {
            biome: Vec::new(),
            clear: false,
            carried: Carried::new(),
            worn: Vec::new(),
            time: None,
            weather: None,
            difficulty: None,
            effects: BTreeMap::new(),
            mobs: BTreeMap::new(),
            mobs_away: 8,
            arena: None,
            on_death: OnDeath::default(),
        }
    }
}

impl Default for Arena {
    fn default() -> Arena {
        Arena { radius: 20, height: 10, y: 150, shell: Block::SEA_LANTERN }
    }
}

impl Scenario {
    /// Whether nothing is set.
    pub fn is_default(&self) -> bool {
        *self == Scenario::default()
    }

    /// Checks what can be checked without a world.
    ///
    /// # Errors
    /// Names what does not exist or does not fit, and what would.
    pub fn check(&self) -> Result<()> {
        self.stacks()?;
        let mut places = BTreeSet::new();
        for item in &self.worn {
            let place = worn_at(*item).with_context(|| format!("{item} is nothing to wear; put it under carried"))?;
            ensure!(places.insert(place), "{item} is worn where another piece is already");
        }
        if let Some(time) = self.time {
            ensure!(time < 24_000, "time is {time}; a day has the ticks 0 to 23999");
        }
        for (effect, level) in &self.effects {
            ensure!(*level >= 1, "the level of {effect:?} is {level}; levels begin at 1");
        }
        for (kind, count) in &self.mobs {
            ensure!(
                (1..=MOST_MOBS).contains(count),
                "{count} of {kind} are to be summoned; it must be 1 to {MOST_MOBS}"
            );
        }
        ensure!((1..=64).contains(&self.mobs_away), "mobs_away is {}; it must be 1 to 64 blocks", self.mobs_away);
        self.arena.as_ref().map_or(Ok(()), Arena::check)
    }

    /// What makes the game other than plain survival is, by name.
    pub fn assists(&self) -> Vec<&'static str> {
        let list = [
            ("starts with items", !self.carried.is_empty() || !self.worn.is_empty()),
            ("starts in a chosen biome", !self.biome.is_empty()),
            ("inventory cleared", self.clear),
            ("time of day set", self.time.is_some()),
            ("weather set", self.weather.is_some()),
            ("difficulty changed", self.difficulty.is_some()),
            ("effects", !self.effects.is_empty()),
            ("mobs summoned", !self.mobs.is_empty()),
            ("arena", self.arena.is_some()),
            ("death loses", self.on_death == OnDeath::Lose),
        ];
        list.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
    }

    /// From how many to how many blocks off mobs are summoned along both axes: inside an arena not in its walls.
    pub fn mobs_within(&self) -> RangeInclusive<i32> {
        let near = self.mobs_away as i32;
        let most = self.arena.as_ref().map_or(i32::MAX, |arena| (arena.radius - 2).max(1));
        near.min(most)..=(2 * near).min(most)
    }

    /// What is carried, as the stacks of an inventory.
    ///
    /// # Errors
    /// If they take more slots than an inventory has.
    pub fn stacks(&self) -> Result<Vec<ItemStack>> {
        let of = |(item, count): (&Item, &u32)| {
            let (item, count, size) = (*item, *count, u32::from(item.stack_size()));
            let stack = move |index: u32| ItemStack::new(item, size.min(count - index * size) as u8);
            (0..count.div_ceil(size)).take(Inventory::MAIN + 1).map(stack).collect::<Vec<_>>()
        };
        let stacks: Vec<ItemStack> = self.carried.iter().flat_map(of).collect();
        ensure!(stacks.len() <= Inventory::MAIN, "more is carried than {} slots hold", Inventory::MAIN);
        Ok(stacks)
    }
}

impl Arena {
    fn check(&self) -> Result<()> {
        let Arena { radius, height, y, .. } = *self;
        ensure!((2..=64).contains(&radius), "arena.radius is {radius}; it must be 2 to 64 blocks");
        ensure!((3..=100).contains(&height), "arena.height is {height}; it must be 3 to 100 blocks");
        ensure!(y > -64 && y + height + 1 < 320, "arena.y is {y}; floor and roof must lie between -63 and 319");
        let volume = (2 * radius + 1).pow(2) * height;
        ensure!(volume < MOST_FILLED, "the arena has {volume} blocks; it must have fewer than {MOST_FILLED}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(text: &str) -> Scenario {
        toml::from_str(text).expect("it is one")
    }

    #[test]
    fn effects_have_one_name_in_files_and_on_the_command_line() {
        for effect in Effect::ALL {
            assert_eq!(serde_json::to_value(effect).expect("a name"), effect.name());
            assert_eq!(Effect::from_name(effect.name()), Some(effect));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_name() {
        let says = |text: &str| format!("{:#}", scenario(text).check().expect_err("it is wrong"));
        assert!(says("worn = [\"stick\"]").contains("stick is nothing to wear"));
        assert!(says("worn = [\"iron_boots\", \"leather_boots\"]").contains("leather_boots"));
        assert!(says("time = 24000").contains("23999"));
        assert!(says("effects = { speed = 0 }").contains("levels begin at 1"));
        assert!(says("mobs = { zombie = 101 }").contains("1 to 100"));
        assert!(says("arena = { radius = 60, height = 20 }").contains("32768"));
        assert!(says("carried = { stone_axe = 37 }").contains("36 slots"));
        let unknown = |text: &str| toml::from_str::<Scenario>(text).expect_err("it is unknown").to_string();
        assert!(unknown("biome = [\"dessert\"]").contains("dessert"));
        assert!(unknown("wether = \"rain\"").contains("wether"));
    }
}
