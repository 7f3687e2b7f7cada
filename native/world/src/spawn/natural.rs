//! Mobs that come by themselves (`SpawnHelper`).

use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, MIN_Y};
use anima_rules::{Aabb, Biome, EntityKind};
use glam::DVec3;
use rand::RngExt;
use rustc_hash::FxHashMap;

use super::list::{Entry, entries, pick};
use super::place::{Climate, allows, has_room, likes_dark};
use crate::entity::{Birth, Category, Entities, Ways, traits};
use crate::level::{Dice, Level, Surface};
use crate::physics::{Meeting, Space, ground, is_wet};
use crate::sky::Sky;
use crate::{Difficulty, Options};

/// Chunks around the player's in which mobs come.
const RADIUS: i32 = 8;
/// The middle of a chunk must be nearer to the player than this, in blocks.
const REACH: f64 = 128.0;
/// Nobody comes nearer to the player, or to the world's spawn, than this.
const LEAST_DISTANCE: f64 = 24.0;
/// How far a pack may stray from where it started, in chunks.
const STRAY: i32 = 2;
/// How often animals come.
const CREATURE_TICKS: u64 = 400;

/// The world's own spawning: what it remembers from tick to tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spawning {
    around: Option<ChunkPos>,
    sites: Vec<Site>,
    /// Categories that the biomes of a column have, a bit each. Never iterated.
    native: Arc<FxHashMap<ChunkPos, u8>>,
}

/// A column in which mobs may come.
#[derive(Clone, Copy, Debug)]
struct Site {
    chunk: ChunkPos,
    /// Categories that may find their biome from here, a bit each.
    categories: u8,
}

/// What spawning goes on in.
pub(crate) struct Place<'a> {
    pub entities: &'a mut Entities,
    pub level: &'a mut Level,
    pub player: DVec3,
    /// Where players appear.
    pub spawn: DVec3,
    pub options: &'a Options,
    pub sky: &'a Sky,
    /// The world's tick.
    pub now: u64,
    pub dice: &'a mut Dice,
}

/// What the members of a pack have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pack {
    variant: u8,
    stays_young: bool,
    members: u32,
}

impl Spawning {
    /// Lets each category below its cap try its luck in each column near the player.
    pub(crate) fn tick(&mut self, place: &mut Place<'_>) {
        if !place.options.rules.do_mob_spawning {
            return;
        }
        let counts = place.entities.count_categories();
        let climate = place.climate();
        let mut listed = false;
        for (index, category) in Category::SPAWNING.into_iter().enumerate() {
            let due = category != Category::Creature || place.now.is_multiple_of(CREATURE_TICKS);
            let hostile = category == Category::Monster && place.options.difficulty == Difficulty::Peaceful;
            let mut room = category.cap().saturating_sub(counts[index]);
            if !due || hostile || room == 0 {
                continue;
            }
            if !listed {
                self.list_sites(place);
                listed = true;
            }
            self.try_columns(place, category, 1 << index, &mut room, &climate);
        }
    }

    /// Lists the columns near the player, when the player has come to another one or columns were loaded.
    fn list_sites(&mut self, place: &Place<'_>) {
        let here = BlockPos::containing(place.player).chunk();
        let loaded = || here.around(RADIUS).filter(|chunk| place.level.terrain().is_loaded(*chunk));
        if self.around == Some(here) && (!place.now.is_multiple_of(64) || loaded().count() == self.sites.len()) {
            return;
        }
        self.around = Some(here);
        let terrain = place.level.terrain();
        for chunk in here.around(RADIUS + STRAY) {
            if let (Some(column), false) = (terrain.column(chunk), self.native.contains_key(&chunk)) {
                Arc::make_mut(&mut self.native).insert(chunk, categories_of(column, chunk));
            }
        }
        let near =
            |chunk: ChunkPos| chunk.around(STRAY).filter_map(|chunk| self.native.get(&chunk)).fold(0, |a, b| a | b);
        self.sites = loaded().map(|chunk| Site { chunk, categories: near(chunk) }).collect();
    }

    /// One attempt of a category in each column, from a random one on, until there is no more room.
    fn try_columns(&self, place: &mut Place<'_>, category: Category, bit: u8, room: &mut u32, climate: &Climate) {
        let count = self.sites.len();
        if count == 0 {
            return;
        }
        let surface_water = matches!(category, Category::WaterCreature | Category::WaterAmbient);
        let first = place.dice.random_range(0..count);
        let mut step = 0;
        loop {
            if surface_water {
                // Only one attempt in nine or fewer is at the height of the sea's surface: skip the others.
                step += failures_before(SURFACE_WATER_CHANCE, place.dice);
            }
            if step >= count || *room == 0 {
                return;
            }
            let site = self.sites[(first + step) % count];
            step += 1;
            if site.categories & bit == 0 || !is_near(site.chunk, place.player) {
                continue;
            }
            let Some(pos) = (match surface_water {
                true => draw_surface_water(place.level, site.chunk, place.dice),
                false => draw_any(place.level, site.chunk, place.dice),
            }) else {
                continue;
            };
            let came = place.bring_packs(category, pos, climate);
            *room = room.saturating_sub(came);
        }
    }
}

/// Whether a column's middle is near enough to the player.
fn is_near(chunk: ChunkPos, player: DVec3) -> bool {
    let middle = chunk.corner(0).corner() + DVec3::new(8.0, 0.0, 8.0);
    let (x, z) = (middle.x - player.x, middle.z - player.z);
    x * x + z * z < REACH * REACH
}

/// The categories that the biomes of a column have.
fn categories_of(column: &anima_body::Column, chunk: ChunkPos) -> u8 {
    let mut seen: Vec<Biome> = Vec::new();
    for y in (MIN_Y..anima_body::MAX_Y).step_by(4) {
        for cell in 0..16 {
            let biome = column.biome(chunk.corner(y).offset(cell % 4 * 4, 0, cell / 4 * 4));
            if !seen.contains(&biome) {
                seen.push(biome);
            }
        }
    }
    let has = |category: &Category| seen.iter().any(|biome| !entries(*biome, *category).is_empty());
    Category::SPAWNING.iter().enumerate().filter(|(_, c)| has(c)).fold(0, |bits, (index, _)| bits | 1 << index)
}

/// A cell anywhere from the bottom of the world to one above a column's surface
/// (`SpawnHelper.getRandomPosInChunkSection`).
fn draw_any(level: &Level, chunk: ChunkPos, dice: &mut Dice) -> Option<BlockPos> {
    // One draw for all three: there are many attempts in each tick.
    let lot: u64 = dice.random();
    let pos = chunk.corner(0).offset((lot & 15) as i32, 0, (lot >> 4 & 15) as i32);
    let heights = (level.height(Surface::World, pos.x, pos.z) - MIN_Y + 1) as u64;
    let y = MIN_Y + (((lot >> 32) * heights) >> 32) as i32;
    (y > MIN_Y).then_some(BlockPos::new(pos.x, y, pos.z))
}

/// Heights of the surface water in which squid and fish come: 50 to 63.
const SURFACE_WATER: (i32, i32) = (50, 63);
/// The greatest chance that [`draw_any`] draws one of them: where the surface is at 63.
const SURFACE_WATER_CHANCE: f64 = 14.0 / 128.0;

/// What [`draw_any`] draws if it is at the height of surface water, given that something else already happened
/// with [`SURFACE_WATER_CHANCE`].
fn draw_surface_water(level: &Level, chunk: ChunkPos, dice: &mut Dice) -> Option<BlockPos> {
    let pos = chunk.corner(0).offset(dice.random_range(0..16), 0, dice.random_range(0..16));
    let top = level.height(Surface::World, pos.x, pos.z);
    let (low, high) = (SURFACE_WATER.0, SURFACE_WATER.1.min(top));
    let chance = f64::from((high - low + 1).max(0)) / f64::from(top - MIN_Y + 1);
    (dice.random::<f64>() * SURFACE_WATER_CHANCE < chance)
        .then(|| BlockPos::new(pos.x, dice.random_range(low..=high), pos.z))
}

/// How often something of this chance fails before it happens.
fn failures_before(chance: f64, dice: &mut Dice) -> usize {
    ((1.0 - dice.random::<f64>()).ln() / (1.0 - chance).ln()) as usize
}

impl Place<'_> {
    pub(super) fn climate(&self) -> Climate {
        Climate {
            difficulty: self.options.difficulty,
            darkness: crate::level::sky_darkness(self.sky.day_time(), self.sky.weather()),
            thunders: self.sky.weather() == anima_body::Weather::Thunder,
            time: self.sky.time,
            seed: self.options.seed,
            by_spawner: false,
        }
    }

    /// Up to three packs around a cell; how many came (`SpawnHelper.spawnEntitiesInChunk`).
    fn bring_packs(&mut self, category: Category, from: BlockPos, climate: &Climate) -> u32 {
        if ground(self.level.block(from)).suffocates {
            return 0;
        }
        let mut came = 0;
        for _ in 0..3 {
            let (mut x, mut z) = (from.x, from.z);
            let mut chosen: Option<Entry> = None;
            let mut pack: Option<Pack> = None;
            let mut tries = (self.dice.random::<f32>() * 4.0).ceil() as u32;
            let mut tried = 0;
            while tried < tries {
                tried += 1;
                let mut stray = || self.dice.random_range(0..6) - self.dice.random_range(0..6);
                (x, z) = (x + stray(), z + stray());
                let pos = BlockPos::new(x, from.y, z);
                let Some(distance_squared) = self.distance_if_right(pos) else { continue };
                let entry = match chosen {
                    Some(entry) => entry,
                    None => {
                        let Some(entry) = self.choose(category, pos) else { break };
                        chosen = Some(entry);
                        tries = self.dice.random_range(entry.pack.0..=entry.pack.1);
                        entry
                    }
                };
                if !self.may_come(entry, category, pos, distance_squared, climate) {
                    continue;
                }
                let birth = self.birth(entry.kind, pos.floor_center());
                let birth = in_pack(birth, &mut pack, self.dice);
                self.bring(birth);
                came += 1;
                if came >= most_at_once(entry.kind) {
                    return came;
                }
            }
        }
        came
    }

    /// The squared distance to the player, if that is not too near (`isAcceptableSpawnPosition`).
    fn distance_if_right(&self, pos: BlockPos) -> Option<f64> {
        let point = pos.floor_center();
        let distance_squared = point.distance_squared(self.player);
        let least = LEAST_DISTANCE * LEAST_DISTANCE;
        let right = distance_squared > least
            && point.distance_squared(self.spawn) >= least
            && self.level.terrain().is_loaded(pos.chunk());
        right.then_some(distance_squared)
    }

    /// A kind of the biome's list (`pickRandomSpawnEntry`); fish rarely come in rivers.
    fn choose(&mut self, category: Category, pos: BlockPos) -> Option<Entry> {
        let biome = self.level.biome(pos);
        let river = matches!(biome, Biome::RIVER | Biome::FROZEN_RIVER);
        if category == Category::WaterAmbient && river && self.dice.random::<f32>() < 0.98 {
            return None;
        }
        pick(entries(biome, category), |sum| self.dice.random_range(0..sum))
    }

    /// `SpawnHelper.canSpawn` and `isValidSpawn`
    fn may_come(
        &mut self,
        entry: Entry,
        category: Category,
        pos: BlockPos,
        distance_squared: f64,
        climate: &Climate,
    ) -> bool {
        let kind = entry.kind;
        let most = category.despawn_distance();
        if distance_squared > most * most || !entries(self.level.biome(pos), category).contains(&entry) {
            return false;
        }
        has_room(&self.level.view(), kind, pos)
            && allows(self.level, kind, pos, climate, self.dice)
            && likes_dark(self.level, kind, pos, climate.darkness)
            && self.is_free(kind, pos.floor_center())
    }

    /// Whether the body would touch neither blocks nor liquid (unless it lives there) nor others.
    pub(super) fn is_free(&self, kind: EntityKind, point: DVec3) -> bool {
        let bounds = Aabb::of_body(point, kind.width(), kind.height());
        let swims = traits(kind).is_some_and(|traits| traits.has(Ways::NEEDS_WATER))
            || matches!(kind, EntityKind::DROWNED | EntityKind::AXOLOTL);
        let space = Space::new(self.level.view(), self.entities.hard());
        space.is_empty(&bounds, Meeting::PLAIN)
            && (swims || !is_wet(&space.view, &bounds))
            && !bounds.intersects(&Aabb::of_body(self.player, 0.6, 1.8))
            && self.entities.count_of(&bounds, |_| true) == 0
    }

    pub(super) fn bring(&mut self, birth: Birth) {
        if let Some(entity) = birth.entity(self.dice) {
            self.entities.join(entity);
        }
    }
}

/// A member of a pack: like the first one, and perhaps a child (`PassiveEntity.initialize`).
pub(super) fn in_pack(mut birth: Birth, pack: &mut Option<Pack>, dice: &mut Dice) -> Birth {
    let pack = pack.get_or_insert(Pack { variant: birth.variant, stays_young: birth.stays_young, members: 0 });
    pack.members += 1;
    birth.stays_young = pack.stays_young;
    let breeds = traits(birth.kind).is_some_and(|traits| traits.has(Ways::BREEDS));
    let child = match birth.kind {
        EntityKind::RABBIT => {
            birth.variant = pack.variant;
            1.0
        }
        _ if breeds => 0.05,
        _ => 0.0,
    };
    if pack.members > 1 && dice.random::<f32>() < child { birth.as_child() } else { birth }
}

/// `MobEntity.getLimitPerChunk`
fn most_at_once(kind: EntityKind) -> u32 {
    use EntityKind as E;
    match kind {
        E::HORSE | E::DONKEY | E::LLAMA => 6,
        E::WOLF | E::COD | E::TROPICAL_FISH | E::PUFFERFISH => 8,
        E::SALMON => 5,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::spawn::place::is_at_surface_water;

    #[test]
    fn surface_water_is_skipped_to_as_often_as_it_is_drawn() {
        let mut dice = Dice::seed_from_u64(3);
        let tries = 200_000;
        let mut hits = 0;
        let mut at = 0;
        while at < tries {
            at += failures_before(SURFACE_WATER_CHANCE, &mut dice) + 1;
            hits += 1;
        }
        let chance = f64::from(hits) / tries as f64;
        assert!((chance - SURFACE_WATER_CHANCE).abs() < 0.003, "{chance}");
        let at_surface = (MIN_Y..=63).filter(|y| is_at_surface_water(*y)).count();
        assert_eq!(at_surface as f64 / f64::from(63 - MIN_Y + 1), SURFACE_WATER_CHANCE);
    }
}
