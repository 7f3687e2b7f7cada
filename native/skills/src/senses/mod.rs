//! What the agent knows of the world, fairly.
//!
//! Rays every 5 degrees all round the eye to 64 blocks fill the [`Memory`] and the [`Atlas`]; a sweep is spread over
//! [`SWEEP_TICKS`](sweep::SWEEP_TICKS) ticks in the open, over fewer where rays are short and little is news. Only what
//! a ray met is a target. Of land farther off that is in sight the biome is told ([`Afar`]). For walking the cells within
//! [`NEAR`](range::NEAR) blocks are known too ([`Known`](crate::me::now::Known)), and stay so for a while
//! ([`Surroundings`]). Whatever is in none of these is unknown.

pub(crate) mod afar;
pub(crate) mod atlas;
pub(crate) mod hollows;
pub(crate) mod land;
pub(crate) mod listed;
pub(crate) mod memory;
mod places;
pub(crate) mod range;
mod sight;
pub(crate) mod sites;
mod surroundings;
pub(crate) mod sweep;
pub(crate) mod trail;

use std::collections::BTreeSet;
use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, Event, Observation, Terrain, View, cells_along};
use anima_intent::Chests;
use anima_rules::{BlockState, DAY, Face};
use glam::DVec3;

use afar::Afar;
use atlas::{Atlas, part_of};
use hollows::Hollows;
use memory::Memory;
use range::{SIGHT, is_near};
use sight::{Columns, Look, looks, sees, stops_sight};
use sites::Sites;
use surroundings::Surroundings;
use sweep::Sweep;
use trail::Trail;

/// Shares of a sweep that are sent in one tick at most. A sweep has as many shares as ticks.
const MOST_SHARES: u32 = 4;
/// Cells that rays may have passed in a tick before no further share is sent in it.
const MOST_CELLS: usize = 4000;
/// Cells that one with news counts as: it takes as long as so many others.
const NEWS: usize = 8;

/// Sections of 16x16x16 blocks of which something is known, at most.
const MOST_SECTIONS: usize = 2048;
/// Sections that are left when those not seen for longest are forgotten.
const SECTIONS_LEFT: usize = 1792;
/// Ticks after which the knowledge of a place is doubted when the agent comes back to it: a day.
const DOUBTED: u64 = DAY;

/// What the agent may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perception {
    /// Only what a player could have seen.
    #[default]
    Fair,
    /// Everything loaded. Not fair: written into every record.
    Xray,
}

impl Perception {
    /// The name in settings and records.
    pub fn name(self) -> &'static str {
        match self {
            Perception::Fair => "fair",
            Perception::Xray => "xray",
        }
    }
}

/// What is known of the world: seen cells, and where things of interest are.
pub struct Senses {
    perception: Perception,
    near_terrain: bool,
    memory: Memory,
    surroundings: Surroundings,
    atlas: Atlas,
    hollows: Hollows,
    chests: Chests,
    sites: Sites,
    trail: Trail,
    sweep: Sweep,
    afar: Afar,
    /// Whether the agent was elsewhere before this tick: what it then has not seen for a day is doubted, which is to say
    /// forgotten, once the time is known.
    was_away: bool,
    eyes: BlockPos,
    /// Cells that rays passed in this tick, what was news weighed by [`NEWS`].
    passed: usize,
}

impl Senses {
    /// Knows nothing yet.
    pub fn new(perception: Perception, near_terrain: bool) -> Senses {
        Senses {
            perception,
            near_terrain,
            memory: Memory::default(),
            surroundings: Surroundings::default(),
            atlas: Atlas::default(),
            hollows: Hollows::default(),
            chests: Chests::default(),
            sites: Sites::default(),
            trail: Trail::default(),
            sweep: Sweep::default(),
            afar: Afar::default(),
            was_away: false,
            eyes: BlockPos::new(0, 0, 0),
            passed: 0,
        }
    }

    /// The block at a position that is not near: as last seen, or as it was when it was near.
    #[inline]
    pub(crate) fn remembered(&self, pos: BlockPos) -> Option<BlockState> {
        self.memory.block(pos).or_else(|| self.surroundings.block(pos))
    }

    /// The agent goes elsewhere: what does not last is let go of, and the terrain that is left behind with it.
    pub(crate) fn leave(&mut self) {
        self.atlas.leave();
        self.memory.leave();
        self.surroundings = Surroundings::default();
        self.sweep = Sweep::default();
        self.afar = Afar::default();
        self.trail = Trail::default();
        self.was_away = true;
    }

    /// Forgets what was last seen in some sections.
    fn forget(&mut self, gone: &BTreeSet<[i32; 3]>, feet: BlockPos) {
        self.hollows.retain(|section| !gone.contains(&section));
        self.atlas.forget(gone, feet);
    }

    /// Bytes held, about; the terrain is not counted.
    pub fn bytes(&self) -> usize {
        self.memory.bytes() + self.hollows.bytes() + self.atlas.bytes()
    }

    /// What the agent may know.
    pub fn perception(&self) -> Perception {
        self.perception
    }

    /// Whether the blocks near by are known unseen.
    pub fn has_near_terrain(&self) -> bool {
        self.near_terrain
    }

    /// The cells seen.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Where things of interest are.
    pub fn atlas(&self) -> &Atlas {
        &self.atlas
    }

    /// Where things of interest are, to note something.
    pub fn atlas_mut(&mut self) -> &mut Atlas {
        &mut self.atlas
    }

    /// Hollow space under the ground.
    pub fn hollows(&self) -> &Hollows {
        &self.hollows
    }

    /// Hollow space under the ground, to note something.
    pub fn hollows_mut(&mut self) -> &mut Hollows {
        &mut self.hollows
    }

    /// What chests hold.
    pub fn chests(&self) -> &Chests {
        &self.chests
    }

    /// The way that the agent came by.
    pub(crate) fn trail(&self) -> &Trail {
        &self.trail
    }

    /// The same, to note where it stands.
    pub(crate) fn trail_mut(&mut self) -> &mut Trail {
        &mut self.trail
    }

    /// The looks at land far off that the last update had: from the eyes towards a point, and the cell that was met.
    pub fn looked_afar(&self) -> &[(DVec3, Option<BlockPos>)] {
        self.afar.looked()
    }

    /// Where the agent builds.
    pub(crate) fn sites(&self) -> &Sites {
        &self.sites
    }

    /// Where the agent builds, to note something.
    pub(crate) fn sites_mut(&mut self) -> &mut Sites {
        &mut self.sites
    }

    /// Takes in a tick, and tells what of it is perceived: the same without the terrain, with the entities that are in
    /// sight or were a moment ago as they last looked, and with the changes of known blocks only.
    pub fn update(&mut self, now: &Observation) -> Observation {
        let eyes = now.player.eyes();
        self.eyes = BlockPos::containing(eyes);
        if self.near_terrain {
            self.surroundings.note(self.eyes, &now.terrain);
        }
        self.atlas.begin(now.tick);
        self.memory.begin(now.tick);
        let was_away = std::mem::take(&mut self.was_away);
        if was_away {
            let gone = self.memory.forget_before(now.tick.saturating_sub(DOUBTED));
            self.forget(&gone, now.player.feet());
        }
        let view = now.terrain.view();
        let columns = Columns::around(&view, self.eyes);
        self.passed = 0;
        for event in now.events.iter() {
            match event {
                Event::BlockChanged { pos, state } => self.see_change(&columns, eyes, *pos, *state),
                Event::ColumnLoaded(chunk) if self.perception == Perception::Xray => {
                    self.learn_column(&view, *chunk);
                }
                _ => {}
            }
        }
        if (self.memory.is_empty() || was_away) && self.perception == Perception::Xray {
            now.terrain.chunks().into_iter().for_each(|chunk| self.learn_column(&view, chunk));
        }
        self.passed = 0;
        let mut is_at_rest = true;
        for _ in 0..MOST_SHARES {
            for ray in self.sweep.rays(eyes) {
                self.look_along(&columns, eyes, eyes + *ray * SIGHT);
                is_at_rest = false;
            }
            if self.passed > MOST_CELLS {
                break;
            }
        }
        self.atlas.note_land(|pos| columns.at(pos.chunk()).map(|column| column.biome(pos)));
        let told = self.afar.look(&columns, eyes, is_at_rest, |chunk| self.atlas.is_land_known(chunk));
        told.into_iter().for_each(|(chunk, biome)| self.atlas.note_land_afar(chunk, biome));
        self.look_at_entities(&columns, now);
        self.atlas.visit(now.player.feet());
        self.chests.see(now, &|pos| self.memory.block(pos));
        if self.memory.len() > MOST_SECTIONS {
            let gone = self.memory.forget_oldest(SECTIONS_LEFT);
            self.forget(&gone, now.player.feet());
        }
        Observation {
            terrain: Terrain::default(),
            entities: Arc::new(self.atlas.entities_in_sight().cloned().collect()),
            events: self.seen_of(&now.events),
            ..now.clone()
        }
    }

    /// Looks at the entities, and where those known are missed.
    fn look_at_entities(&mut self, columns: &Columns<'_>, now: &Observation) {
        let eyes = now.player.eyes();
        for entity in self.atlas.due(now) {
            let shown = [0.5, 0.9].map(|share| part_of(entity, share)).into_iter().find(|to| sees(columns, eyes, *to));
            if let Some(part) = shown {
                // Only now: a look at one that is hidden would tell what lies before it.
                self.look_along(columns, eyes, part);
                self.atlas.see(entity, now.tick);
            }
        }
        self.atlas.note_picked_up(now);
        for (id, place) in self.atlas.missed(now) {
            if self.look_along(columns, eyes, place) {
                self.atlas.lose(id);
            }
        }
    }

    /// Whether a cell is known as it is, seen or not.
    #[inline]
    pub(crate) fn knows_near(&self, pos: BlockPos) -> bool {
        self.near_terrain && is_near(self.eyes, pos)
    }

    /// A known cell has changed: what is near is known at once, and the eye goes to the rest. Where the change is seen,
    /// all that it may have laid open is looked at anew.
    fn see_change(&mut self, columns: &Columns<'_>, eyes: DVec3, pos: BlockPos, state: BlockState) {
        let is_known = self.memory.block(pos).is_some();
        if self.perception == Perception::Xray || (is_known && self.knows_near(pos)) {
            self.note(pos, state, false);
            self.sweep.stir();
        } else if is_known && pos.center().distance(eyes) < SIGHT {
            let points = Face::ALL.map(|face| pos.center() + face.step().as_dvec3() * 0.49);
            for point in points {
                self.look_along(columns, eyes, point);
                if self.memory.block(pos) == Some(state) {
                    return self.sweep.stir();
                }
            }
        }
    }

    /// Events without the changes of blocks that nobody saw.
    fn seen_of(&self, events: &Arc<Vec<Event>>) -> Arc<Vec<Event>> {
        let is_seen = |event: &Event| match event {
            Event::BlockChanged { pos, state } => self.knows_near(*pos) || self.memory.block(*pos) == Some(*state),
            _ => true,
        };
        if events.iter().all(is_seen) {
            return Arc::clone(events);
        }
        Arc::new(events.iter().filter(|event| is_seen(event)).cloned().collect())
    }

    /// Notes what a ray from the eyes to a point meets; tells whether it comes there.
    #[inline(never)]
    fn look_along(&mut self, columns: &Columns<'_>, eyes: DVec3, to: DVec3) -> bool {
        let mut passed = 0;
        let (mut section, mut part) = ([i32::MAX; 3], None);
        let stop = cells_along(eyes, to, |pos| {
            passed += 1;
            if memory::section_of(pos) != section {
                let Some(column) = columns.at(pos.chunk()) else { return Some(()) };
                section = memory::section_of(pos);
                part = self.memory.enter(section, column);
            }
            // Above and below the world there is air.
            let part = part?;
            let is_passed = self.memory.is_passed(part, memory::index(pos));
            (!is_passed && self.meet(part, pos, (eyes, to))).then_some(())
        });
        self.passed += passed;
        stop.is_none()
    }

    /// Notes what a ray from one point to another meets in a cell of a section; tells whether that stops it.
    ///
    /// It is kept out of the loop over the cells of a ray, most of which are passed without it.
    #[inline(never)]
    fn meet(&mut self, part: u32, pos: BlockPos, (from, to): (DVec3, DVec3)) -> bool {
        let index = memory::index(pos);
        let state = self.memory.there(part, index);
        let look = looks()[usize::from(state.id())];
        let is_known = self.memory.holds(part, index, state);
        if !is_known || (look.contains(Look::LISTED) && !self.memory.is_listed(part, index)) {
            self.note_in(part, pos, state, true);
        }
        if !look.intersects(Look::STOPS | Look::SHAPED) {
            self.memory.pass(part, index);
        }
        stops_sight(look, state, pos, from, to)
    }

    /// Notes the state of a cell; a cell that a ray met may become a target.
    fn note(&mut self, pos: BlockPos, state: BlockState, seen: bool) {
        if let Some(part) = self.memory.part(pos) {
            self.note_in(part, pos, state, seen);
        }
    }

    /// The same, in the section that holds the cell.
    fn note_in(&mut self, part: u32, pos: BlockPos, state: BlockState, seen: bool) {
        let index = memory::index(pos);
        let before = self.memory.set(part, index, state);
        if before != Some(state) {
            self.hollows.note(pos, state);
            self.passed += NEWS;
        }
        let seen_or_shown = seen || self.perception == Perception::Xray;
        if (before != Some(state) || seen) && self.atlas.note(pos, before, state, seen_or_shown) {
            self.memory.mark_listed(part, index);
        }
    }

    fn learn_column(&mut self, view: &View<'_>, chunk: ChunkPos) {
        let Some(column) = view.column(chunk) else { return };
        for y in anima_body::MIN_Y..anima_body::MAX_Y {
            for z in 0..16 {
                for x in 0..16 {
                    let pos = chunk.corner(y).offset(x, 0, z);
                    self.note(pos, column.block(pos), true);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use anima_body::Section;
    use anima_rules::Block;
    use anima_world::{Options, Scene};

    use super::sweep::SWEEP_TICKS;
    use super::*;

    /// The cells that are known after so many ticks at rest.
    fn known_after(scene: &Scene, ticks: usize) -> usize {
        let mut world = scene.world(Options::default());
        let mut senses = Senses::new(Perception::Fair, true);
        for _ in 0..ticks {
            senses.update(&world.observe());
            world.tick(&Default::default());
        }
        let cells = |range: i32| (-range..=range).flat_map(move |x| (-range..=range).map(move |z| (x, z)));
        let known =
            |(x, z): (i32, i32)| (60..=90).filter(|y| senses.memory().block(BlockPos::new(x, *y, z)).is_some()).count();
        cells(40).map(known).sum()
    }

    #[test]
    fn a_narrow_place_is_looked_over_sooner_than_open_country() {
        let mut cave = Scene::new();
        cave.fill([-9, 60, -9], [9, 74, 9], "stone").fill([-5, 64, -5], [5, 68, 5], "air").start_at(0.5, 64.0, 0.5);
        let share = |scene: &Scene| known_after(scene, 3) as f64 / known_after(scene, SWEEP_TICKS) as f64;
        assert!(share(&cave) > 0.8, "{}", share(&cave));
        assert!(share(&Scene::flat()) < 0.6, "{}", share(&Scene::flat()));
    }

    #[test]
    fn what_is_news_takes_longer_to_look_at() {
        let mut hall = Scene::new();
        hall.fill([-20, 60, -20], [20, 80, 20], "stone").fill([-12, 64, -12], [12, 72, 12], "air");
        let world = hall.start_at(0.5, 64.0, 0.5).world(Options::default());
        let mut senses = Senses::new(Perception::Fair, true);
        let mut passed = || {
            senses.sweep.stir();
            senses.update(&world.observe());
            senses.passed
        };
        let first = passed();
        let later = (0..40).map(|_| passed()).last().expect("some");
        assert!(first > 2 * later, "{first} {later}");
    }

    #[test]
    fn what_is_put_where_rays_passed_is_seen_and_stops_them() {
        let (cell, behind) = (BlockPos::new(20, 64, 0), BlockPos::new(22, 64, 0));
        for is_mixed in [false, true] {
            let mut scene = Scene::flat();
            if is_mixed {
                scene.set([17, 70, 9], "oak_log");
            }
            let mut now = scene.world(Options::default()).observe();
            let mut senses = Senses::new(Perception::Fair, true);
            let mut look = |now: &Observation| {
                (0..400).for_each(|_| {
                    senses.sweep.stir();
                    senses.update(now);
                });
                [cell, behind].map(|pos| senses.memory().block(pos))
            };
            assert_eq!(look(&now), [Some(BlockState::AIR); 2]);
            // A wall, with a block behind it.
            for (x, y, z) in (-2..=2).flat_map(|z| (64..68).map(move |y| (20, y, z))).chain([(22, 64, 0)]) {
                now.terrain.set_block(BlockPos::new(x, y, z), Block::IRON_ORE.state());
            }
            assert_eq!(look(&now), [Some(Block::IRON_ORE.state()), Some(BlockState::AIR)]);
            assert!(senses.atlas().places(Block::IRON_ORE).any(|pos| pos == cell));
        }
    }

    #[test]
    fn an_agent_learns_at_once_of_a_change_far_off_if_it_is_in_sight() {
        let (open, hidden) = (BlockPos::new(38, 66, 7), BlockPos::new(38, 66, -7));
        let mut now = Scene::flat().start_at(0.5, 64.0, 0.5).world(Options::default()).observe();
        let mut senses = Senses::new(Perception::Fair, true);
        let look = |senses: &mut Senses, now: &Observation| {
            for tick in 0..600 {
                if tick < 400 {
                    senses.sweep.stir();
                }
                senses.update(now);
            }
            [open, hidden].map(|pos| senses.memory().block(pos))
        };
        assert_eq!(look(&mut senses, &now), [Some(BlockState::AIR); 2]);
        for (y, z) in (64..90).flat_map(|y| (-20..=0).map(move |z| (y, z))) {
            now.terrain.set_block(BlockPos::new(20, y, z), Block::STONE.state());
        }
        look(&mut senses, &now);
        assert!(senses.sweep.is_at_rest());
        let ore = Block::IRON_ORE.state();
        let changed = [hidden, open].map(|pos| {
            now.terrain.set_block(pos, ore);
            Event::BlockChanged { pos, state: ore }
        });
        now.events = Arc::new(changed.to_vec());
        let perceived = senses.update(&now);
        assert_eq!([open, hidden].map(|pos| senses.memory().block(pos)), [Some(ore), Some(BlockState::AIR)]);
        assert_eq!(*perceived.events, changed[1..], "nor is the agent told of the other");
        assert!(!senses.sweep.is_at_rest(), "what the change has laid open is looked at");
    }

    #[test]
    fn what_was_near_may_be_used_for_walking_for_a_while() {
        let buried = BlockPos::new(-9, 60, -9);
        let known_from = |senses: &mut Senses, (x, z): (f64, f64)| {
            let world = Scene::flat().start_at(x, 64.0, z).world(Options::default());
            senses.update(&world.observe());
            senses.knows_near(buried) || senses.remembered(buried).is_some()
        };
        let mut senses = Senses::new(Perception::Fair, true);
        let far = (40.5, 0.5);
        assert!(!known_from(&mut senses, far), "under the grass, far off");
        assert!(known_from(&mut senses, (0.5, 0.5)) && known_from(&mut senses, far), "it was near");
        let to_and_fro = (0..200).all(|step| known_from(&mut senses, (40.5 + f64::from(step % 8) * 6.0, 0.5)));
        assert!(to_and_fro, "an agent that goes to and fro does not forget it");
        let places = (0..100).map(|n| (40.5 + f64::from(n % 10) * 6.0, f64::from(n / 10) * 6.0));
        assert!(places.into_iter().any(|place| !known_from(&mut senses, place)), "one that goes on does");
    }

    #[test]
    fn the_terrain_of_a_place_that_is_left_is_let_go_of_and_what_was_seen_stays_known() {
        let now = Scene::flat().world(Options::default()).observe();
        let feet = now.player.feet();
        let holders = || {
            let column = now.terrain.view().column(feet.chunk()).cloned().expect("a column");
            let section = column.sections().iter().find_map(|section| match section {
                Section::Array(blocks) => Some(Arc::strong_count(blocks)),
                Section::Single(_) => None,
            });
            section.expect("a section of several blocks")
        };
        let before = holders();
        let mut senses = Senses::new(Perception::Fair, true);
        (0..SWEEP_TICKS).for_each(|_| drop(senses.update(&now)));
        assert!(holders() > before);
        senses.leave();
        assert_eq!(holders(), before);
        assert!(senses.memory().block(feet.down(1)).is_some());
    }
}
