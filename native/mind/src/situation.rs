//! What a mind is shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use anima_body::{BlockPos, Frame};
use anima_intent::{Act, Blueprint};
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Given, Nature};
use anima_rules::{Biome, Block, DAY, EntityKind, Item, ItemStack, ToolKind};

/// Time of day from which monsters spawn under the open sky.
const DUSK: u64 = 13_188;

/// The player and surroundings, as far as they are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// Game ticks since the goal was given.
    pub tick: u64,
    /// Ticks left, if the game has a limit.
    pub ticks_left: Option<u64>,
    /// What the player saw when the goal began or the last act failed, if the mind looks at pictures and one has come.
    pub sight: Option<Arc<Frame>>,
    /// Everything carried and worn.
    pub carried: Vec<ItemStack>,
    /// What of it is worn or in the off hand.
    pub worn: Vec<Item>,
    /// What of it the main hand holds.
    pub held: Option<Item>,
    /// East of the feet.
    pub x: i32,
    /// Height of the feet.
    pub y: i32,
    /// South of the feet.
    pub z: i32,
    /// Whether the sky is open above.
    pub under_sky: bool,
    /// The biome at the feet.
    pub biome: Biome,
    /// Time of day, 0..24000.
    pub day_time: u32,
    /// Half hearts.
    pub health: f32,
    /// Half drumsticks.
    pub food: u8,
    /// Stations (tables, furnaces ...) known to stand close enough to use.
    pub stations: Vec<Block>,
    /// Blocks of interest seen, by block.
    pub blocks: Vec<Known<Block>>,
    /// Mobs seen, by kind.
    pub mobs: Vec<Known<EntityKind>>,
    /// How many tame animals are known, by kind.
    pub tame: BTreeMap<EntityKind, u32>,
    /// Blueprints that were begun, each with what is still to be laid of it, by item.
    pub begun: Vec<(Arc<Blueprint>, BTreeMap<Item, u32>)>,
    /// What the player dropped on dying and has not fetched yet.
    pub dropped: Option<Dropped>,
    /// What can occur in this world at all.
    pub nature: Nature,
    /// Whether this game has no hostile mobs (and no hunger).
    pub peaceful: bool,
    /// Whether the goal holds, by the judge.
    pub reached: bool,
    /// How much there is of each part of the goal, as [`Condition::leaves`](anima_intent::Condition::leaves) orders
    /// them.
    pub have: Vec<u32>,
}

/// What lies where the player died.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// Where.
    pub pos: BlockPos,
    /// The stacks that were carried.
    pub items: Vec<ItemStack>,
    /// Blocks to there over the ground, heights aside.
    pub away: f32,
    /// Ticks until it is gone (`ItemEntity` lasts 6000).
    pub lasts: u64,
    /// Hostile mobs that were last seen near it.
    pub guards: u32,
}

/// What is known of one kind of thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known<T> {
    /// What.
    pub what: T,
    /// How many were seen.
    pub count: u32,
    /// Blocks to the nearest.
    pub nearest: f32,
}

impl Situation {
    /// What a plan starts from.
    pub(crate) fn given(&self) -> Given<'_> {
        Given { items: &self.carried, stations: &self.stations }
    }

    /// Building a blueprint, or going on with it where it was begun.
    pub(crate) fn building(&self, blueprint: &Arc<Blueprint>) -> Act {
        let begun = self.begun.iter().find(|(other, _)| other == blueprint).map(|(_, to_lay)| to_lay.clone());
        Act::Build { blueprint: Arc::clone(blueprint), to_lay: begun.unwrap_or_else(|| blueprint.materials()) }
    }

    /// How many of an item are carried.
    pub(crate) fn carries(&self, item: Item) -> u32 {
        self.carried.iter().filter(|stack| stack.item == item).map(|stack| u32::from(stack.count)).sum()
    }

    /// Whether monsters spawn under the open sky now (the light of the sky is below 8).
    pub(crate) fn is_night(&self) -> bool {
        (DUSK..22_812).contains(&u64::from(self.day_time))
    }

    /// Ticks until monsters spawn under the open sky; none by night.
    pub(crate) fn until_night(&self) -> u64 {
        match self.is_night() {
            true => 0,
            false => (DAY + DUSK - u64::from(self.day_time)) % DAY,
        }
    }

    /// Whether the open ground is near: under the sky, or in a hole hardly deeper than an ordinary surface.
    pub(crate) fn is_up(&self) -> bool {
        const HARDLY_BELOW: i32 = 56;
        self.under_sky || self.y >= HARDLY_BELOW
    }

    /// Whether a tool of a kind is carried.
    pub(crate) fn carries_tool(&self, kind: ToolKind) -> bool {
        self.carried.iter().any(|stack| stack.item.tool().is_some_and(|tool| tool.kind == kind))
    }

    /// Whether a bed is carried, of whatever colour.
    pub(crate) fn carries_bed(&self) -> bool {
        ItemTag::Beds.members().iter().any(|bed| self.carries(*bed) > 0)
    }

    /// What is known of a kind of block.
    pub(crate) fn block_at(&self, block: Block) -> Option<Seen> {
        seen(&self.blocks, block)
    }

    /// What is known of a kind of mob.
    pub(crate) fn mob_at(&self, mob: EntityKind) -> Option<Seen> {
        seen(&self.mobs, mob)
    }
}

/// How many were seen, and how near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seen {
    pub count: u32,
    /// Blocks to the nearest.
    pub nearest: f32,
}

fn seen<T: PartialEq>(known: &[Known<T>], what: T) -> Option<Seen> {
    let known = known.iter().filter(|known| known.what == what && known.count > 0);
    known
        .map(|known| Seen { count: known.count, nearest: known.nearest })
        .reduce(|a, b| Seen { count: a.count + b.count, nearest: a.nearest.min(b.nearest) })
}
