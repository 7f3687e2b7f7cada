//! The agent plays by what a player could have seen: whatever else is changed, it presses the same keys.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use anima_agent::{Life, Settings};
use anima_body::{
    Biomes, BlockPos, ChunkPos, Column, Entity, Event, MIN_Y, Observation, SECTIONS, Section, cells_along,
};
use anima_intent::{Condition, Goal, NoLibrary};
use anima_rules::{Biome, Block, BlockState, StateFlags};
use anima_skills::{Perception, Senses};
use anima_world::{Generator, Options, World};
use glam::DVec3;

/// Blocks from the eyes along each axis within which the blocks are known unseen, where that is allowed.
const NEAR: i32 = 10;

/// Blocks that a ray reaches from the eyes, and one cell more.
const SIGHT: f64 = 65.0;

/// Blocks from the eyes within which the biome of land is told.
const FAR_SIGHT: f64 = 160.5;

/// Shows an observation with everything changed that was not seen up to this tick: each cell that no ray has met holds
/// something else, and each entity out of sight is gone or elsewhere.
struct Shim {
    senses: Senses,
    near_terrain: bool,
    seed: u64,
    /// Cells that looks at land far off have passed in this tick, and met.
    passed: HashSet<BlockPos>,
    /// Cells of each section that a ray has met, a bit each.
    met: HashMap<(ChunkPos, usize), [u64; 64]>,
    /// Sections as they were last shown, by what they were made of.
    shown: HashMap<(ChunkPos, usize), (Section, [u64; 64], Section)>,
    /// A section of which nothing is known.
    unmet: Section,
    scrambled: u64,
    hidden: u64,
}

impl Shim {
    fn new(near_terrain: bool, seed: u64) -> Shim {
        let states: Vec<BlockState> = (0..4096).map(|index| other(seed, index)).collect();
        let unmet = Section::from_states(states.try_into().expect("a section of cells"));
        let senses = Senses::new(Perception::Fair, near_terrain);
        Shim {
            senses,
            near_terrain,
            seed,
            passed: HashSet::new(),
            met: HashMap::new(),
            shown: HashMap::new(),
            unmet,
            scrambled: 0,
            hidden: 0,
        }
    }

    fn show(&mut self, truth: &Observation) -> Observation {
        self.senses.update(truth);
        let eyes = BlockPos::containing(truth.player.eyes());
        self.check_met(truth, eyes);
        self.passed.clear();
        for (to, met) in self.senses.looked_afar() {
            assert!(to.distance(truth.player.eyes()) < FAR_SIGHT, "tick {}: a look that goes too far", truth.tick);
            cells_along(truth.player.eyes(), *to, |pos| {
                let opaque = truth.terrain.block(pos).is_some_and(|state| state.flags().contains(StateFlags::OPAQUE));
                assert!(Some(pos) == *met || pos == eyes || !opaque, "tick {}: a look went through {pos}", truth.tick);
                self.passed.insert(pos);
                (Some(pos) == *met).then_some(())
            });
        }
        let mut now = truth.clone();
        for chunk in truth.terrain.chunks() {
            let column = truth.terrain.column(chunk).expect("it is loaded");
            let mut shown = self.column(chunk, column, eyes);
            for pos in self.passed.iter().filter(|pos| pos.chunk() == chunk) {
                shown.set_block(*pos, column.block(*pos));
                let section = ((pos.y - MIN_Y) / 16) as usize;
                shown.set_biomes(section, column.biomes(section).clone());
            }
            now.terrain.insert(chunk, shown);
        }
        let atlas = self.senses.atlas();
        let in_sight: HashSet<u32> =
            atlas.entities().filter(|seen| seen.tick == truth.tick).map(|seen| seen.entity.id).collect();
        let entities: Vec<Entity> = truth
            .entities
            .iter()
            .filter_map(|entity| {
                if in_sight.contains(&entity.id) {
                    return Some(entity.clone());
                }
                self.hidden += 1;
                // Half of them are gone, half far away.
                (entity.id % 2 == 0).then(|| Entity { pos: entity.pos + DVec3::Y * 500.0, ..entity.clone() })
            })
            .collect();
        now.entities = Arc::new(entities);
        let events = truth.events.iter().map(|event| match event {
            Event::BlockChanged { pos, .. } if !self.is_met(*pos, eyes) => {
                Event::BlockChanged { pos: *pos, state: other(self.seed, truth.tick ^ pos.x as u64) }
            }
            event => event.clone(),
        });
        now.events = Arc::new(events.collect());
        now
    }

    /// Checks, without the rays, that every cell of which the senses say so now can have been met by one: it is in reach,
    /// and beside it, on the side of the eyes, a cell was met that is no opaque cube.
    fn check_met(&mut self, truth: &Observation, eyes: BlockPos) {
        let memory = self.senses.memory();
        for chunk in truth.terrain.chunks() {
            for section in 0..SECTIONS {
                let corner = chunk.corner(MIN_Y + 16 * section as i32);
                let now = memory.known_in(corner).unwrap_or([0; 64]);
                let before = self.met.insert((chunk, section), now).unwrap_or([0; 64]);
                let news = (0..4096).filter(|index| (now[index / 64] & !before[index / 64]) >> (index % 64) & 1 == 1);
                for pos in news.map(|index| cell(corner, index)).filter(|pos| *pos != eyes) {
                    let toward = eyes - pos;
                    let sides = [(toward.x.signum(), 0, 0), (0, toward.y.signum(), 0), (0, 0, toward.z.signum())];
                    let mut before_it =
                        sides.map(|(x, y, z)| pos.offset(x, y, z)).into_iter().filter(|side| *side != pos);
                    let is_open = |side: BlockPos| {
                        truth.terrain.block(side).is_none_or(|state| !state.flags().contains(StateFlags::OPAQUE))
                    };
                    let can_be = before_it.any(|side| is_open(side) && (side == eyes || memory.block(side).is_some()));
                    assert!(can_be, "tick {}: {pos} was met by no ray from {eyes}", truth.tick);
                    assert!(
                        pos.center().distance(truth.player.eyes()) < SIGHT,
                        "tick {}: {pos} is too far",
                        truth.tick
                    );
                }
            }
        }
    }

    fn is_met(&self, pos: BlockPos, eyes: BlockPos) -> bool {
        let delta = pos - eyes;
        let is_near = [delta.x, delta.y, delta.z].into_iter().all(|off| off.abs() <= NEAR);
        self.near_terrain && is_near || self.senses.memory().block(pos).is_some()
    }

    fn column(&mut self, chunk: ChunkPos, truth: &Column, eyes: BlockPos) -> Column {
        let mut column = truth.clone();
        for section in 0..SECTIONS {
            let corner = chunk.corner(MIN_Y + 16 * section as i32);
            let far = |off: i32| !(-NEAR - 15..=NEAR).contains(&off);
            let delta = corner - eyes;
            let is_far = !self.near_terrain || far(delta.x) || far(delta.y) || far(delta.z);
            let known = self.senses.memory().known_in(corner);
            if known.is_none() && is_far {
                self.scrambled += 4096;
                column.set_section(section, self.unmet.clone());
                column.set_biomes(section, Biomes::Single(Biome::MUSHROOM_FIELDS));
                continue;
            }
            let blocks = &truth.sections()[section];
            if let Some((from, at, shown)) = self.shown.get(&(chunk, section))
                && is_far
                && Some(*at) == known
                && is_same(from, blocks)
            {
                column.set_section(section, shown.clone());
                continue;
            }
            let mut shown = blocks.clone();
            for index in 0..4096 {
                let pos = cell(corner, index);
                if !self.is_met(pos, eyes) {
                    self.scrambled += 1;
                    shown.set(index, other(self.seed, index as u64));
                }
            }
            if let Some(known) = known.filter(|_| is_far) {
                self.shown.insert((chunk, section), (blocks.clone(), known, shown.clone()));
            }
            column.set_section(section, shown);
        }
        column
    }
}

/// The cell at an index of the section whose lowest corner this is.
fn cell(corner: BlockPos, index: usize) -> BlockPos {
    let index = index as i32;
    corner.offset(index & 15, index >> 8, index >> 4 & 15)
}

fn is_same(one: &Section, other: &Section) -> bool {
    match (one, other) {
        (Section::Single(one), Section::Single(other)) => one == other,
        (Section::Array(one), Section::Array(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

/// Something that draws an agent on, bars its way or kills it.
fn other(seed: u64, number: u64) -> BlockState {
    let blocks = [
        Block::AIR,
        Block::STONE,
        Block::LAVA,
        Block::WATER,
        Block::DIAMOND_ORE,
        Block::IRON_ORE,
        Block::OAK_LOG,
        Block::CHEST,
        Block::SAND,
        Block::BEDROCK,
    ];
    let mut hasher = DefaultHasher::new();
    (seed, number).hash(&mut hasher);
    blocks[(hasher.finish() % blocks.len() as u64) as usize].state()
}

/// Plays a game twice at once, by the truth and by what the shim shows of it; the keys of the first count.
#[track_caller]
fn check(seed: u64, radius: i32, goal: &str, near_terrain: bool, ticks: u64) {
    let mut world = World::new(Generator::new(seed as i64), Options { seed, radius, ..Options::default() });
    let skills = anima_skills::Settings { near_terrain, ..anima_skills::Settings::default() };
    let settings = Settings { skills, ..Settings::default() };
    let mut shim = Shim::new(near_terrain, seed);
    let mut lives = [(); 2].map(|()| Life::new(settings.clone(), world.observe()));
    for life in &mut lives {
        let condition = Condition::parse(goal, &NoLibrary).expect("a goal");
        life.pursue(Goal { condition, ticks: Some(ticks) }, None);
    }
    for tick in 0..ticks {
        let truth = world.observe();
        let shown = shim.show(&truth);
        let [fair, blind] = &mut lives;
        let control = fair.tick(truth).control;
        assert_eq!(blind.tick(shown).control, control, "seed {seed}, near terrain {near_terrain}, tick {tick}");
        if fair.ending().is_some() {
            break;
        }
        world.tick(&control);
    }
    assert!(shim.scrambled > 1_000_000 && shim.hidden > 0, "{} cells, {} entities", shim.scrambled, shim.hidden);
}

#[test]
fn what_was_not_seen_changes_no_key() {
    for near_terrain in [true, false] {
        check(1, 4, "iron pickaxe", near_terrain, 1200);
    }
}

/// A search for other land goes by the biomes of land far off.
#[test]
fn what_was_not_seen_far_off_changes_no_key() {
    check(3, 10, "obtain 1 cactus", true, 400);
}

/// The bar: whole games, 20 of each.
#[test]
fn what_was_not_seen_changes_no_key_in_whole_games() {
    if std::env::var_os("ANIMA_LONG").is_none() {
        return eprintln!("skipped: it takes minutes; set ANIMA_LONG to play it");
    }
    for seed in 100..120 {
        for near_terrain in [true, false] {
            check(seed, 4, "iron pickaxe", near_terrain, 4000);
        }
    }
}
