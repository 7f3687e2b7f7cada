//! Where things of interest are: blocks, entities, explored cells, targets given up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use anima_body::{BlockPos, ChunkPos, Entity, Event, Observation};
use anima_rules::{Block, BlockState, StateFlags};
use glam::DVec3;
use rustc_hash::FxHashMap;

use super::range::SIGHT;
use super::sight::gaze;

/// Ticks after which an entity that was not seen again is forgotten.
const FORGET: u64 = 1200;
/// Entities beyond this distance are looked for every [`FAR_EVERY`] ticks only, unless they are in sight or ahead.
const CLOSE: f64 = 16.0;
/// The cosine of the angle to what is looked at, below which something is ahead: 20 degrees.
const AHEAD: f64 = 0.94;
const FAR_EVERY: u64 = 5;
/// Ticks for which one is missed in plain sight before it is taken to be gone: it may have gone round a corner.
const MISSED: u64 = 60;
/// Ticks for which one that went out of sight is still reckoned with.
pub(crate) const FRESH: u64 = 20;
/// Blocks within which something that was just picked up lay.
const PICKED_UP: f64 = 4.0;

/// An entity as last seen.
#[derive(Clone, Debug)]
pub struct SeenEntity {
    /// How it looked.
    pub entity: Entity,
    /// When it was seen.
    pub tick: u64,
}

/// What was seen of the ground under the sky in a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Blocks of firm ground seen, about.
    pub land: u32,
    /// Blocks of water seen at the height of the sea.
    pub water: u32,
}

/// The height of the sea (noise settings of the overworld).
pub(crate) const SEA: i32 = 62;

/// Where things of interest are.
#[derive(Default)]
pub struct Atlas {
    blocks: BTreeMap<Block, BTreeSet<BlockPos>>,
    entities: BTreeMap<u32, SeenEntity>,
    visited: BTreeSet<ChunkPos>,
    /// What the open ground of a column was seen to be. Never iterated unsorted.
    grounds: FxHashMap<ChunkPos, Ground>,
    given_up: FxHashMap<BlockPos, u64>,
    /// Places to keep away from, how far, and until when.
    shunned: Vec<(BlockPos, i64, u64)>,
    let_be: FxHashMap<u32, u64>,
    tick: u64,
}

/// Whether a list is kept of a state: liquids only where they are sources at a surface would be too many, so
/// of liquids none.
pub(super) fn is_listed(state: BlockState) -> bool {
    !Atlas::is_common(state.block()) && !matches!(state.block(), Block::WATER | Block::LAVA)
}

impl Atlas {
    /// Whether a block is too common to keep a list of: those are looked up in the memory around the agent.
    pub fn is_common(block: Block) -> bool {
        static COMMON: LazyLock<Vec<bool>> = LazyLock::new(|| {
            let common = [
                Block::AIR,
                Block::CAVE_AIR,
                Block::VOID_AIR,
                Block::STONE,
                Block::DEEPSLATE,
                Block::DIRT,
                Block::GRASS_BLOCK,
                Block::BEDROCK,
                Block::GRASS,
                Block::ANDESITE,
                Block::DIORITE,
                Block::GRANITE,
                Block::TUFF,
                Block::SAND,
                Block::SANDSTONE,
                Block::GRAVEL,
                Block::SNOW,
                Block::SEAGRASS,
                Block::TALL_SEAGRASS,
            ];
            Block::all().map(|block| common.contains(&block) || block.name().ends_with("_leaves")).collect()
        });
        COMMON[usize::from(block.id())]
    }

    /// Notes what a cell holds now; it becomes a target only if it was `seen`. Tells whether it is on a list then.
    pub(super) fn note(&mut self, pos: BlockPos, before: Option<BlockState>, state: BlockState, seen: bool) -> bool {
        if before.is_none() && state == BlockState::AIR {
            // By far the most common news, and none for the lists.
            return false;
        }
        if let Some(before) = before
            && before.block() != state.block()
            && is_listed(before)
            && let Some(places) = self.blocks.get_mut(&before.block())
        {
            places.remove(&pos);
        }
        if seen && before.is_none() && pos.y >= SEA && !state.is_air() {
            let ground = self.grounds.entry(pos.chunk()).or_default();
            if state.flags().contains(StateFlags::FULL_CUBE) {
                ground.land += 1;
            } else if state.block() == Block::WATER && pos.y == SEA {
                ground.water += 1;
            }
        }
        let is_target = seen && is_listed(state);
        if is_target {
            self.blocks.entry(state.block()).or_default().insert(pos);
        }
        is_target
    }

    /// Takes in the entities that are in sight and forgets those long gone.
    pub(super) fn see_entities(&mut self, now: &Observation, sees: impl Fn(DVec3) -> bool) {
        self.tick = now.tick;
        let eyes = now.player.eyes();
        let tick = now.tick;
        let middle = |entity: &Entity| entity.pos + DVec3::new(0.0, entity.height / 2.0, 0.0);
        let gaze = gaze(&now.player);
        let is_due = |entity: &Entity, seen: Option<u64>| {
            let distance = middle(entity).distance(eyes);
            let is_followed = seen.is_some_and(|seen| tick.saturating_sub(seen) < FAR_EVERY);
            let is_far_due = || (tick + u64::from(entity.id)).is_multiple_of(FAR_EVERY);
            let is_ahead = || (middle(entity) - eyes).dot(gaze) > AHEAD * distance;
            distance <= CLOSE || distance <= SIGHT && (is_followed || is_far_due() || is_ahead())
        };
        for entity in now.entities.iter() {
            let seen = self.entities.get(&entity.id).map(|seen| seen.tick);
            if !is_due(entity, seen) {
                continue;
            }
            let top = entity.pos + DVec3::new(0.0, entity.height * 0.9, 0.0);
            if sees(middle(entity)) || sees(top) {
                self.entities.insert(entity.id, SeenEntity { entity: entity.clone(), tick });
            }
        }
        for event in now.events.iter() {
            if let Event::PickedUp(stack) = event {
                let lay = |seen: &&SeenEntity| {
                    let entity = &seen.entity;
                    let is_near = entity.pos.distance(now.player.pos) < PICKED_UP;
                    is_near && seen.tick < tick && entity.item.is_some_and(|item| item.item == stack.item)
                };
                let near = self.entities.values().filter(lay).map(|seen| &seen.entity);
                let taken = near.min_by(|a, b| {
                    let way = |entity: &Entity| entity.pos.distance_squared(now.player.pos);
                    way(a).total_cmp(&way(b)).then(a.id.cmp(&b.id))
                });
                if let Some(id) = taken.map(|entity| entity.id) {
                    self.entities.remove(&id);
                }
            }
        }
        // What was not seen for a while though its place is in plain sight is gone from there.
        self.entities.retain(|_, seen| {
            let age = tick.saturating_sub(seen.tick);
            let is_gone = || is_due(&seen.entity, None) && sees(middle(&seen.entity));
            age <= FORGET && !(age > MISSED && is_gone())
        });
    }

    /// Notes that the agent has been in a column.
    pub(super) fn visit(&mut self, feet: BlockPos) {
        self.visited.insert(feet.chunk());
    }

    /// Positions where a block was seen, in order of position; targets given up are left out.
    pub fn places(&self, block: Block) -> impl Iterator<Item = BlockPos> + '_ {
        self.blocks.get(&block).into_iter().flatten().copied().filter(|pos| !self.is_given_up(*pos))
    }

    /// Every kind of block that a list is kept of, with the positions as [`Atlas::places`] tells them.
    pub fn listed(&self) -> impl Iterator<Item = (Block, impl Iterator<Item = BlockPos> + '_)> + '_ {
        self.blocks.keys().map(|block| (*block, self.places(*block)))
    }

    /// The nearest seen block of some kinds.
    pub fn nearest(&self, blocks: impl IntoIterator<Item = Block>, from: BlockPos) -> Option<(BlockPos, Block)> {
        let places = blocks.into_iter().flat_map(|block| self.places(block).map(move |pos| (pos, block)));
        places.min_by_key(|(pos, _)| (pos.distance_squared(from), *pos))
    }

    /// Entities seen and not known to be gone, by id.
    pub fn entities(&self) -> impl Iterator<Item = &SeenEntity> {
        self.entities.values()
    }

    /// Entities that are in sight or were until just now, as they last looked.
    pub(super) fn entities_in_sight(&self) -> impl Iterator<Item = &Entity> {
        let fresh = self.entities.values().filter(|seen| self.tick.saturating_sub(seen.tick) < FRESH);
        fresh.map(|seen| &seen.entity)
    }

    /// An entity seen and not known to be gone, as it last looked.
    pub fn entity(&self, id: u32) -> Option<&Entity> {
        self.entities.get(&id).map(|seen| &seen.entity)
    }

    /// Whether an entity is in sight now, or was a moment ago.
    pub(crate) fn is_seen(&self, id: u32) -> bool {
        self.entities.get(&id).is_some_and(|seen| self.tick.saturating_sub(seen.tick) < FAR_EVERY)
    }

    /// What was seen of the ground in a column; `None` if nothing was.
    pub fn ground(&self, chunk: ChunkPos) -> Option<Ground> {
        self.grounds.get(&chunk).copied()
    }

    /// Whether the agent has been in a column.
    pub fn has_visited(&self, chunk: ChunkPos) -> bool {
        self.visited.contains(&chunk)
    }

    /// Positions that are left alone now.
    pub(crate) fn given_up(&self) -> impl Iterator<Item = BlockPos> + '_ {
        self.given_up.iter().filter(|(_, until)| self.tick < **until).map(|(pos, _)| *pos)
    }

    /// Leaves a target alone for some ticks.
    pub fn give_up(&mut self, pos: BlockPos, ticks: u64) {
        self.given_up.insert(pos, self.tick + ticks);
    }

    /// Leaves everything within `radius` blocks of a place alone for some ticks: what is after us there still is.
    pub fn shun(&mut self, place: BlockPos, radius: i64, ticks: u64) {
        let tick = self.tick;
        self.shunned.retain(|(_, _, until)| tick < *until);
        self.shunned.push((place, radius, tick + ticks));
    }

    /// Whether a place is near one that is shunned for now.
    pub fn is_shunned(&self, pos: BlockPos) -> bool {
        let near = |place: &BlockPos, radius: &i64| place.distance_squared(pos) < radius * radius;
        self.shunned.iter().any(|(place, radius, until)| self.tick < *until && near(place, radius))
    }

    /// Leaves an entity alone for some ticks.
    pub fn let_be(&mut self, id: u32, ticks: u64) {
        self.let_be.insert(id, self.tick + ticks);
    }

    /// Whether an entity is left alone for now.
    pub fn is_let_be(&self, id: u32) -> bool {
        self.let_be.get(&id).is_some_and(|until| self.tick < *until)
    }

    /// Whether a target is left alone for now.
    pub fn is_given_up(&self, pos: BlockPos) -> bool {
        self.given_up.get(&pos).is_some_and(|until| self.tick < *until) || self.is_shunned(pos)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use anima_body::EntityFlags;
    use anima_rules::{EntityKind, Item, ItemStack};
    use anima_world::{Options, Scene};

    use super::*;

    #[test]
    fn lists_what_was_seen_and_forgets_what_is_gone() {
        let mut atlas = Atlas::default();
        let (near, far) = (BlockPos::new(1, 2, 3), BlockPos::new(10, 2, 3));
        let ore = Block::IRON_ORE.state();
        atlas.note(far, None, ore, true);
        atlas.note(near, None, ore, false);
        assert_eq!(atlas.nearest([Block::IRON_ORE], BlockPos::new(0, 0, 0)), Some((far, Block::IRON_ORE)));
        atlas.note(near, Some(ore), ore, true);
        assert_eq!(atlas.nearest([Block::IRON_ORE], BlockPos::new(0, 0, 0)), Some((near, Block::IRON_ORE)));
        atlas.note(near, Some(ore), BlockState::AIR, false);
        atlas.give_up(far, 100);
        assert_eq!(atlas.nearest([Block::IRON_ORE], BlockPos::new(0, 0, 0)), None);
        atlas.tick = 100;
        assert_eq!(atlas.places(Block::IRON_ORE).collect::<Vec<_>>(), [far]);
    }

    #[test]
    fn what_is_picked_up_is_gone_though_it_was_not_seen_to_go() {
        let mut scene = Scene::flat();
        scene.start_at(0.5, 64.0, 0.5).give(ItemStack::new(Item::COBBLESTONE, 1));
        let now = scene.world(Options::default()).observe();
        let stone = Some(ItemStack::new(Item::COBBLESTONE, 1));
        let item = |id: u32, x: f64| Entity {
            id,
            kind: EntityKind::ITEM,
            pos: DVec3::new(x, 64.0, 0.5),
            velocity: DVec3::ZERO,
            yaw: 0.0,
            width: 0.25,
            height: 0.25,
            health: None,
            flags: EntityFlags::empty(),
            item: stone,
            variant: 0,
        };
        let entities = Arc::new(vec![item(1, 1.0), item(2, 2.5), item(3, 9.0)]);
        let mut atlas = Atlas::default();
        atlas.see_entities(&Observation { entities, ..now.clone() }, |_| true);
        assert_eq!(atlas.entities().count(), 3);
        // Out of sight they are taken to lie where they were.
        let unseen = Observation { entities: Arc::default(), tick: now.tick + 1, ..now };
        atlas.see_entities(&unseen, |_| false);
        assert_eq!(atlas.entities().count(), 3);
        let events = Arc::new(vec![Event::PickedUp(ItemStack::new(Item::COBBLESTONE, 1))]);
        atlas.see_entities(&Observation { events, ..unseen.clone() }, |_| false);
        let left = |atlas: &Atlas| atlas.entities().map(|seen| seen.entity.id).collect::<Vec<_>>();
        assert_eq!(left(&atlas), [2, 3], "the nearest");
        let events = Arc::new(vec![Event::PickedUp(ItemStack::new(Item::DIRT, 1))]);
        atlas.see_entities(&Observation { events, ..unseen }, |_| false);
        assert_eq!(left(&atlas), [2, 3], "something else");
    }
}
