//! Where things of interest are: blocks, entities, explored cells, targets given up.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

use anima_body::{BlockPos, ChunkPos, Entity, Event, Observation};
use anima_rules::{Biome, Block, BlockState, StateFlags};
use glam::DVec3;
use once_cell::sync::Lazy;
use rustc_hash::FxHashMap;

use super::land::Land;
use super::listed::{InChunk, Places};
use super::range::SIGHT;

/// Ticks after which an entity that was not seen again is forgotten.
const FORGET: u64 = 1200;
/// Entities beyond this distance are looked for every [`FAR_EVERY`] ticks only, unless they are in sight or ahead.
const CLOSE: f64 = 16.0;
/// The cosine of the angle to what is looked at, below which something is ahead: 20 degrees.
const AHEAD: f64 = 0.94;
/// Ticks after which an entity that is far off is looked for again.
const FAR_EVERY: u64 = 5;
/// Ticks for which an entity may be missing in plain sight before it is taken to be gone: it may be round a corner.
const MISSED: u64 = 60;
/// Ticks for which an entity that went out of sight still counts as there.
pub(crate) const FRESH: u64 = 20;
/// Most entities that are looked at or missed in a tick: a server can send any number. A herd has some dozens.
const MOST_LOOKS: usize = 256;
/// Most entities that are remembered from tick to tick, those seen last.
const MOST_SEEN: usize = 1024;
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

impl Ground {
    /// Whether most of it is water.
    pub(crate) fn is_water(self) -> bool {
        self.water > self.land
    }
}

/// The height of the sea (noise settings of the overworld).
pub(crate) const SEA: i32 = 62;

/// Where things of interest are.
#[derive(Default)]
pub struct Atlas {
    blocks: BTreeMap<Block, Places>,
    /// What stood at the places that are still listed though their section was forgotten. Never iterated unsorted.
    outlived: FxHashMap<BlockPos, Block>,
    entities: BTreeMap<u32, SeenEntity>,
    visited: BTreeSet<ChunkPos>,
    /// What the open ground of a column was seen to be. Never iterated unsorted.
    grounds: FxHashMap<ChunkPos, Ground>,
    /// Where the open ground of a column was seen for the first time, since that was last asked.
    new_grounds: Vec<BlockPos>,
    /// Of which biomes the land is that was seen.
    land: Land,
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

/// The point in the middle of an entity at a share of its height.
pub(super) fn part_of(entity: &Entity, share: f64) -> DVec3 {
    entity.pos + DVec3::new(0.0, share * entity.height, 0.0)
}

/// Whether an entity is looked at in this tick: one that is close, ahead or in sight in each.
fn is_due(now: &Observation, entity: &Entity, is_in_sight: bool) -> bool {
    let way = part_of(entity, 0.5) - now.player.eyes();
    let distance = way.length();
    let is_far_due = || (now.tick + u64::from(entity.id)).is_multiple_of(FAR_EVERY);
    let is_ahead = || way.dot(now.player.gaze()) > AHEAD * distance;
    distance <= CLOSE || distance <= SIGHT && (is_in_sight || is_far_due() || is_ahead())
}

/// Drops what has an end that is past.
fn drop_past<K: Eq + Hash>(ends: &mut FxHashMap<K, u64>, tick: u64) {
    /// Up to so many entries are kept without checking them.
    const FEW: usize = 64;
    if ends.len() >= FEW {
        ends.retain(|_, until| tick < *until);
    }
}

/// Ticks for which what could not be reached or used is left alone.
pub const LEAVE_ALONE: u64 = 2400;

impl Atlas {
    /// Whether a block is too common to keep a list of: those are looked up in the memory around the agent.
    pub fn is_common(block: Block) -> bool {
        static COMMON: Lazy<Vec<bool>> = Lazy::new(|| {
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
        let before_block = match before {
            Some(before) => is_listed(before).then(|| before.block()),
            None if self.outlived.is_empty() => None,
            None => self.outlived.remove(&pos),
        };
        if let Some(before) = before_block
            && before != state.block()
            && let Some(places) = self.blocks.get_mut(&before)
        {
            places.remove(pos);
        }
        if before.is_none() && state == BlockState::AIR {
            // By far the most common news, and none for the lists.
            return false;
        }
        if seen && before.is_none() && pos.y >= SEA && !state.is_air() {
            let ground = self.grounds.entry(pos.chunk()).or_insert_with(|| {
                self.new_grounds.push(pos);
                Ground::default()
            });
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

    /// Forgets what was seen in some sections, except blocks of rare kinds: those are worth the way back. Also forgets
    /// the ground of land that is too far away to go back to.
    pub(super) fn forget(&mut self, sections: &BTreeSet<[i32; 3]>, feet: BlockPos) {
        /// Places of a kind of block that are remembered wherever they are.
        const FEW: usize = 64;
        /// Columns whose visits are remembered.
        const COLUMNS: usize = 16_384;
        /// Columns to every side of the agent in which the ground is remembered.
        const FAR: i32 = 48;
        for (block, places) in &mut self.blocks {
            for section in sections {
                if places.len() > FEW {
                    places.forget(*section);
                } else {
                    self.outlived.extend(places.in_section(*section).map(|pos| (pos, *block)));
                }
            }
        }
        let here = feet.chunk();
        if self.grounds.len() > COLUMNS {
            self.grounds.retain(|chunk, _| chunk.distance(here) <= FAR);
        }
        if self.visited.len() > COLUMNS {
            self.visited.retain(|chunk| chunk.distance(here) <= FAR);
        }
    }

    /// Forgets what does not last while the agent is elsewhere: where everything is that moves, and what was given up.
    pub(super) fn leave(&mut self) {
        self.entities.clear();
        self.given_up.clear();
        self.shunned.clear();
        self.let_be.clear();
    }

    /// Bytes held, about.
    pub(super) fn bytes(&self) -> usize {
        let places: usize = self.blocks.values().map(Places::bytes).sum();
        let entities = self.entities.len() * size_of::<SeenEntity>();
        let grounds = self.grounds.len() * size_of::<(ChunkPos, Ground)>();
        let left = self.given_up.len() * size_of::<(BlockPos, u64)>() + self.let_be.len() * size_of::<(u32, u64)>();
        let outlived = self.outlived.len() * size_of::<(BlockPos, Block)>();
        places + outlived + entities + grounds + left + self.land.bytes() + self.visited.len() * size_of::<ChunkPos>()
    }

    /// Begins a tick: forgets entities that were not seen for long.
    pub(super) fn begin(&mut self, tick: u64) {
        self.tick = tick;
        self.entities.retain(|_, seen| tick.saturating_sub(seen.tick) <= FORGET);
        if self.entities.len() > MOST_SEEN {
            let mut seen: Vec<(u64, u32)> = self.entities.iter().map(|(id, seen)| (seen.tick, *id)).collect();
            seen.sort_unstable();
            for (_, id) in &seen[..seen.len() - MOST_SEEN] {
                self.entities.remove(id);
            }
        }
    }

    /// The entities that are looked at in this tick; if they are too many, the nearest.
    pub(super) fn due<'a>(&self, now: &'a Observation) -> Vec<&'a Entity> {
        let is_due = |entity: &&Entity| is_due(now, entity, self.is_seen(entity.id));
        let mut due: Vec<&Entity> = now.entities.iter().filter(is_due).collect();
        if due.len() > MOST_LOOKS {
            let way = |entity: &Entity| entity.pos.distance_squared(now.player.pos);
            due.sort_by(|a, b| way(a).total_cmp(&way(b)).then(a.id.cmp(&b.id)));
            due.truncate(MOST_LOOKS);
        }
        due
    }

    /// Notes an entity that is in sight.
    pub(super) fn see(&mut self, entity: &Entity, tick: u64) {
        self.entities.insert(entity.id, SeenEntity { entity: entity.clone(), tick });
    }

    /// Forgets an entity.
    pub(super) fn lose(&mut self, id: u32) {
        self.entities.remove(&id);
    }

    /// Forgets the items that were picked up: those of the kind that lay near by and are not in sight any more, the
    /// nearest first.
    pub(super) fn note_picked_up(&mut self, now: &Observation) {
        for event in now.events.iter() {
            if let Event::PickedUp(stack) = event {
                let lay = |seen: &&SeenEntity| {
                    let entity = &seen.entity;
                    let is_near = entity.pos.distance(now.player.pos) < PICKED_UP;
                    is_near && seen.tick < now.tick && entity.item.is_some_and(|item| item.item == stack.item)
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
    }

    /// Entities that were not seen for a while, and their middle then: one whose place is in plain sight is gone from
    /// there.
    pub(super) fn missed(&self, now: &Observation) -> Vec<(u32, DVec3)> {
        let is_missed = |seen: &&SeenEntity| now.tick > seen.tick + MISSED && is_due(now, &seen.entity, false);
        let missed = self.entities.values().filter(is_missed).take(MOST_LOOKS);
        missed.map(|seen| (seen.entity.id, part_of(&seen.entity, 0.5))).collect()
    }

    /// Notes that the agent has been in a column.
    pub(super) fn visit(&mut self, feet: BlockPos) {
        self.visited.insert(feet.chunk());
    }

    /// Positions where a block was seen, by chunk; targets given up are left out.
    pub fn places(&self, block: Block) -> impl Iterator<Item = BlockPos> + '_ {
        self.blocks.get(&block).into_iter().flat_map(Places::iter).filter(|pos| !self.is_given_up(*pos))
    }

    /// Where a block was seen in the chunks that come within so many blocks of a place along x and z. Targets given up
    /// are among them.
    pub(crate) fn places_near(&self, block: Block, center: BlockPos, reach: i32) -> impl Iterator<Item = InChunk<'_>> {
        self.blocks.get(&block).into_iter().flat_map(move |places| places.near(center, reach))
    }

    /// Of every kind of block that a list is kept of: how many places are known, and how far the nearest is. Targets
    /// given up are left out.
    pub fn listed(&self, from: BlockPos) -> impl Iterator<Item = (Block, usize, f64)> + '_ {
        self.blocks.iter().filter_map(move |(block, places)| {
            let count = places.len() - self.left_alone(places);
            (count > 0).then(|| Some((*block, count, self.nearest(places, from)?)))?
        })
    }

    /// How many of some places are left alone now.
    fn left_alone(&self, places: &Places) -> usize {
        let given_up = self.given_up().filter(|pos| places.contains(*pos)).count();
        let shunned = self.shunned.iter().filter(|(_, _, until)| self.tick < *until);
        let shunned: BTreeSet<BlockPos> = shunned
            .flat_map(|(place, radius, _)| places.near(*place, *radius as i32))
            .flat_map(|near| near.places.iter().copied())
            .filter(|pos| self.is_shunned(*pos) && !self.is_given_up_itself(*pos))
            .collect();
        given_up + shunned.len()
    }

    /// How far the nearest of some places is that is not left alone.
    fn nearest(&self, places: &Places, from: BlockPos) -> Option<f64> {
        let nearest = places.nearest(from, 1, |pos| !self.is_given_up(pos));
        nearest.first().map(|pos| (pos.distance_squared(from) as f64).sqrt())
    }

    /// Positions where a block was seen, the nearest first, at most so many; targets given up are left out.
    pub(super) fn nearest_places(&self, block: Block, from: BlockPos, most: usize) -> Vec<BlockPos> {
        let places = self.blocks.get(&block);
        places.map_or_else(Vec::new, |places| places.nearest(from, most, |pos| !self.is_given_up(pos)))
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

    /// The nearest column whose ground was seen to be land, of those that suit.
    pub(crate) fn nearest_land(&self, from: BlockPos, suits: impl Fn(ChunkPos) -> bool) -> Option<ChunkPos> {
        let here = from.chunk();
        let land = self.grounds.iter().filter(|(chunk, ground)| !ground.is_water() && suits(**chunk));
        land.map(|(chunk, _)| *chunk).min_by_key(|chunk| (chunk.distance(here), *chunk))
    }

    /// Notes of which biomes the ground is that was seen for the first time, asked of where it was seen.
    pub(super) fn note_land(&mut self, biome_at: impl Fn(BlockPos) -> Option<Biome>) {
        for pos in self.new_grounds.drain(..) {
            if let Some(biome) = biome_at(pos) {
                self.land.note(pos.chunk(), biome);
            }
        }
    }

    /// Whether it is known of which biome the land of a column is.
    pub(crate) fn is_land_known(&self, chunk: ChunkPos) -> bool {
        self.grounds.contains_key(&chunk) || self.land.afar(chunk).is_some()
    }

    /// Notes of which biome the land of a column is that is seen from afar.
    pub(super) fn note_land_afar(&mut self, chunk: ChunkPos, biome: Biome) {
        self.land.note_afar(chunk, biome);
    }

    /// Of which biomes the land is that was seen.
    pub(crate) fn land(&self) -> &Land {
        &self.land
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
        drop_past(&mut self.given_up, self.tick);
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
        drop_past(&mut self.let_be, self.tick);
        self.let_be.insert(id, self.tick + ticks);
    }

    /// Whether an entity is left alone for now.
    pub fn is_let_be(&self, id: u32) -> bool {
        self.let_be.get(&id).is_some_and(|until| self.tick < *until)
    }

    /// Whether a target is left alone for now.
    pub fn is_given_up(&self, pos: BlockPos) -> bool {
        self.is_given_up_itself(pos) || self.is_shunned(pos)
    }

    fn is_given_up_itself(&self, pos: BlockPos) -> bool {
        self.given_up.get(&pos).is_some_and(|until| self.tick < *until)
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
        let places = |atlas: &Atlas| atlas.places(Block::IRON_ORE).collect::<Vec<_>>();
        assert_eq!(places(&atlas), [far]);
        atlas.note(near, Some(ore), ore, true);
        assert_eq!(places(&atlas), [near, far]);
        assert_eq!(atlas.listed(far).collect::<Vec<_>>(), [(Block::IRON_ORE, 2, 0.0)]);
        atlas.note(near, Some(ore), BlockState::AIR, false);
        atlas.give_up(far, 100);
        assert_eq!((places(&atlas), atlas.listed(near).count()), (vec![], 0));
        atlas.tick = 100;
        assert_eq!(places(&atlas), [far]);
    }

    #[test]
    fn what_there_is_little_of_is_remembered() {
        let mut atlas = Atlas::default();
        let ore = BlockPos::new(3, 20, 3);
        atlas.note(ore, None, Block::DIAMOND_ORE.state(), true);
        (0..200).for_each(|n| {
            atlas.note(BlockPos::new(n % 16, 64 + n / 16, 0), None, Block::POPPY.state(), true);
        });
        let sections = BTreeSet::from([[0, 1, 0], [0, 4, 0]]);
        atlas.forget(&sections, ore);
        assert_eq!([Block::DIAMOND_ORE, Block::POPPY].map(|block| atlas.places(block).count()), [1, 0]);
        // The cell itself is forgotten: what is seen there next was not known before.
        atlas.note(ore, None, BlockState::AIR, true);
        assert_eq!(atlas.places(Block::DIAMOND_ORE).count(), 0, "it is seen to be gone");
    }

    #[test]
    fn of_a_flood_of_entities_the_nearest_are_looked_at_and_those_seen_last_remembered() {
        let now = Scene::flat().start_at(0.5, 64.0, 0.5).world(Options::default()).observe();
        let pig = |id: u32, x: f64| Entity {
            id,
            kind: EntityKind::PIG,
            pos: DVec3::new(x, 64.0, 0.5),
            velocity: DVec3::ZERO,
            yaw: 0.0,
            width: 0.9,
            height: 0.9,
            health: Some(10.0),
            flags: EntityFlags::empty(),
            item: None,
            variant: 0,
        };
        let mut atlas = Atlas::default();
        let herd =
            |first: u32, count: u32| (0..count).map(|at| pig(first + at, 15.0 - f64::from(at) / 100.0)).collect();
        let shown = |herd: Vec<Entity>, tick: u64| Observation { entities: Arc::new(herd), tick, ..now.clone() };
        let few = shown(herd(0, MOST_LOOKS as u32), 0);
        assert!(atlas.due(&few).iter().map(|pig| pig.id).eq(0..MOST_LOOKS as u32), "as they come");
        for tick in 0..20 {
            let seen = shown(herd(1000 * tick as u32, 1000), tick);
            atlas.begin(tick);
            let due = atlas.due(&seen);
            assert!(due.len() == MOST_LOOKS && due.iter().all(|pig| pig.id % 1000 >= 744), "the nearest");
            due.into_iter().for_each(|pig| atlas.see(pig, tick));
            assert!(atlas.entities().count() <= MOST_SEEN + MOST_LOOKS);
        }
        atlas.begin(20);
        assert!(atlas.entities().count() == MOST_SEEN && atlas.entities().all(|seen| seen.tick >= 16));
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
        let mut atlas = Atlas::default();
        [item(1, 1.0), item(2, 2.5), item(3, 9.0)].iter().for_each(|item| atlas.see(item, now.tick));
        // Out of sight they are taken to lie where they were.
        let unseen = Observation { tick: now.tick + 1, ..now };
        let events = Arc::new(vec![Event::PickedUp(ItemStack::new(Item::COBBLESTONE, 1))]);
        atlas.note_picked_up(&Observation { events, ..unseen.clone() });
        let left = |atlas: &Atlas| atlas.entities().map(|seen| seen.entity.id).collect::<Vec<_>>();
        assert_eq!(left(&atlas), [2, 3], "the nearest");
        let events = Arc::new(vec![Event::PickedUp(ItemStack::new(Item::DIRT, 1))]);
        atlas.note_picked_up(&Observation { events, ..unseen });
        assert_eq!(left(&atlas), [2, 3], "something else");
    }
}
