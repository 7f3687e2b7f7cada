//! The blocks of one world, as far as agents can use them and they were told, for all bodies that are in it.
//!
//! A game holds far more: at 32 chunks of view some 4,000 columns for each player. What of it is told is asked for here,
//! column by column, the nearest first; what one body has asked for, the others know too.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use anima_body::{BlockPos, ChunkPos, Column, Event, MAX_Y, MIN_Y, Terrain};
use anima_rules::Biome;

use crate::Fault;
use crate::happened::Happened;
use crate::registries::Registries;
use crate::sections::{Height, Ids, read_column};

/// Chunks to every side of a body's that are told: as far as the embedded world is loaded. Rays reach 4.
pub const RADIUS: i32 = 10;
/// Chunks beyond these until a column is let go of, so that going to and fro over a border tells nothing twice.
const SLACK: i32 = 2;
/// Most columns that are told for a body in a tick: what a step over the corner of a chunk brings within the radius.
pub const COLUMNS_PER_TICK: usize = 4 * RADIUS as usize + 1;
/// Most columns of these that were told before: a server may change and send again as many as it likes.
pub const AGAIN_PER_TICK: usize = 8;
/// Most bytes of the chunks that wait for a body: to be told, to be told again, or to be loaded. Each waits once for each,
/// and none that is farther off than what is kept.
pub const CHUNK_BYTES: usize = 3 * (2 * (RADIUS + SLACK) as usize + 1).pow(2) * size_of::<ChunkPos>();
/// Chunks to every side of the body's without which nothing begins.
const NEAREST: i32 = 1;
/// Ticks for which those are waited for once the body's own is there: a server may never send them.
const PATIENCE: u64 = 100;

/// The columns around the bodies in a world: what a `Terrain` of Java owns.
pub struct Land {
    registries: Rc<Registries>,
    biomes: Vec<Biome>,
    height: Height,
    terrain: Terrain,
    views: BTreeMap<u64, View>,
    /// The next view; no number is given twice.
    next: u64,
    /// The view for which a column was asked for last.
    asked_for: u64,
}

/// What one body sees of a land.
struct View {
    looks: bool,
    /// Chunks to every side of the body's that are told.
    radius: i32,
    /// What the body sees happen.
    happened: Rc<RefCell<Happened>>,
    /// The chunk that the body is in; `None` until it was told.
    center: Option<ChunkPos>,
    /// What is still to be asked for, the nearest last once it is in order.
    wanted: Vec<ChunkPos>,
    is_in_order: bool,
    /// What is to be asked for again, for it is no longer as it was told; the first is the next.
    again: VecDeque<ChunkPos>,
    /// Chunks that were asked for and are not there: they are asked for again when they load.
    missing: BTreeSet<ChunkPos>,
    /// How many columns may still be told in this tick.
    left: usize,
    /// How many of them may be such that were told before.
    again_left: usize,
    /// The tick at which the body's own chunk was seen to be there.
    since: Option<u64>,
}

impl Land {
    /// The land of a world of which nothing was told yet.
    pub fn new(registries: Rc<Registries>, biomes: Vec<Biome>, height: Height) -> Land {
        Land { registries, biomes, height, terrain: Terrain::default(), views: BTreeMap::new(), next: 0, asked_for: 0 }
    }

    /// The ids of the running game.
    pub fn registries(&self) -> &Rc<Registries> {
        &self.registries
    }

    /// The ids mean something else from now on: nothing counts as told any more.
    pub fn number_anew(&mut self, registries: &Rc<Registries>) {
        if !Rc::ptr_eq(&self.registries, registries) {
            self.registries = Rc::clone(registries);
            self.terrain = Terrain::default();
            self.views.values_mut().for_each(View::forget);
        }
    }

    /// The blocks that were told.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Another body is in the world; what it sees happen is put there. Returns the number of its view.
    pub fn join(&mut self, happened: Rc<RefCell<Happened>>) -> u64 {
        let view = self.next;
        self.next += 1;
        self.views.insert(view, View::new(happened));
        view
    }

    /// A body is no longer in the world.
    pub fn leave(&mut self, view: u64) {
        self.views.remove(&view);
        self.let_go();
    }

    /// Begins a tick of telling for a body, which looks or does not.
    pub fn begin(&mut self, view: u64, looks: bool) {
        let Some(view) = self.views.get_mut(&view) else { return };
        (view.left, view.again_left) = (COLUMNS_PER_TICK, AGAIN_PER_TICK);
        if view.looks != looks {
            view.forget();
            view.looks = looks;
            self.let_go();
        }
    }

    /// A body sees so many chunks to every side, [`RADIUS`] at most: of what is farther nothing is told for it.
    pub fn see_as_far(&mut self, view: u64, chunks: i32) {
        let radius = chunks.clamp(NEAREST, RADIUS);
        let Some(view) = self.views.get_mut(&view).filter(|view| view.radius != radius) else { return };
        view.radius = radius;
        if let Some(center) = view.center {
            view.stand_in(center, &self.terrain);
            self.let_go();
        }
    }

    /// A body is in this chunk: what is too far from all of them now is let go of, what came near is wanted.
    pub fn stand_in(&mut self, view: u64, chunk: ChunkPos) {
        let Some(view) = self.views.get_mut(&view).filter(|view| view.looks && view.center != Some(chunk)) else {
            return;
        };
        view.stand_in(chunk, &self.terrain);
        self.let_go();
    }

    /// Lets go of what is near no body that looks.
    fn let_go(&mut self) {
        for far in self.terrain.chunks() {
            if !self.views.values().any(|view| view.looks && view.is_near(far)) {
                self.terrain.remove(far);
            }
        }
    }

    /// The column that is to be told next; `None` if that is all for this tick. One that does not come is not there.
    pub fn want(&mut self) -> Option<ChunkPos> {
        for (number, view) in &mut self.views {
            if let Some(chunk) = view.want(&self.terrain) {
                self.asked_for = *number;
                return Some(chunk);
            }
        }
        None
    }

    /// A column as the game writes it, as it was wanted ([`Land::want`]).
    ///
    /// # Errors
    /// If the bytes are no such column.
    pub fn column(&mut self, chunk: ChunkPos, bytes: &[u8]) -> Result<(), Fault> {
        if !self.is_looked_at() {
            return Ok(());
        }
        let mut column = Column::default();
        let ids = Ids { states: self.registries.states(), biomes: &self.biomes };
        read_column(bytes, self.height, ids, |place, blocks, biomes| {
            column.set_section(place, blocks);
            column.set_biomes(place, biomes);
        })?;
        self.tell(chunk, column);
        Ok(())
    }

    fn is_looked_at(&self) -> bool {
        self.views.values().any(|view| view.looks)
    }

    /// A column as it is.
    fn tell(&mut self, chunk: ChunkPos, column: Column) {
        if let Some(view) = self.views.get_mut(&self.asked_for) {
            view.left = view.left.saturating_sub(1);
        }
        for view in self.views.values_mut() {
            view.missing.remove(&chunk);
            view.wanted.retain(|wanted| *wanted != chunk);
            view.again.retain(|again| *again != chunk);
            view.see(chunk, Event::ColumnLoaded(chunk));
        }
        self.terrain.insert(chunk, column);
    }

    /// A block that has changed.
    pub fn block(&mut self, pos: BlockPos, id: i32) {
        let state = self.registries.state(id);
        if (MIN_Y..MAX_Y).contains(&pos.y) && self.terrain.set_block(pos, state).is_some() {
            for view in self.views.values_mut() {
                view.see(pos.chunk(), Event::BlockChanged { pos, state });
            }
        }
    }

    /// The game has loaded, replaced or changed a chunk: it will be wanted if it is near enough to a body.
    pub fn loaded(&mut self, chunk: ChunkPos) {
        let is_known = self.terrain.is_loaded(chunk);
        let mut is_wanted = false;
        for view in self.views.values_mut().filter(|view| view.looks) {
            is_wanted |= view.loaded(chunk, is_known);
        }
        if !is_wanted {
            // Near enough to be kept, but not to be asked for: what is known of it is no longer so.
            self.terrain.remove(chunk);
        }
    }

    /// The game has let go of a chunk.
    pub fn unload(&mut self, chunk: ChunkPos) {
        self.terrain.remove(chunk);
        self.views.values_mut().for_each(|view| view.unloaded(chunk));
    }

    /// Whether there is enough for a body's agent to begin, at a tick of the world: the body's own chunk, those beside
    /// it, and of the rest what the game has. It is not waited for without end.
    pub fn is_ready(&mut self, view: u64, tick: u64) -> bool {
        self.views.get_mut(&view).is_some_and(|view| view.is_ready(&self.terrain, tick))
    }

    /// Bytes of the chunks that wait for a body; at most [`CHUNK_BYTES`].
    pub fn queued_bytes(&self, view: u64) -> usize {
        self.views.get(&view).map_or(0, View::queued_bytes)
    }

    /// What a body's agent waits for, in words.
    pub fn lack(&self, view: u64) -> String {
        let center = self.views.get(&view).and_then(|view| view.center);
        let near = |center: ChunkPos| center.around(NEAREST).filter(|chunk| self.terrain.is_loaded(*chunk)).count();
        let near = center.map_or(0, near);
        let all = (2 * NEAREST + 1).pow(2);
        format!("waits for the land around: {near} of the nearest {all} chunks are here")
    }
}

impl View {
    fn new(happened: Rc<RefCell<Happened>>) -> View {
        View {
            looks: false,
            radius: RADIUS,
            happened,
            center: None,
            wanted: Vec::new(),
            is_in_order: true,
            again: VecDeque::new(),
            missing: BTreeSet::new(),
            left: 0,
            again_left: 0,
            since: None,
        }
    }

    /// Nothing counts as seen any more.
    fn forget(&mut self) {
        let View { looks, radius, left, again_left, .. } = *self;
        *self = View { looks, radius, left, again_left, ..View::new(Rc::clone(&self.happened)) };
    }

    fn is_near(&self, chunk: ChunkPos) -> bool {
        self.center.is_none_or(|center| chunk.distance(center) <= self.radius + SLACK)
    }

    /// Something happens in a chunk.
    fn see(&self, chunk: ChunkPos, event: Event) {
        if self.looks && self.is_near(chunk) {
            self.happened.borrow_mut().push(event);
        }
    }

    fn stand_in(&mut self, chunk: ChunkPos, terrain: &Terrain) {
        self.center = Some(chunk);
        self.since = None;
        self.missing.retain(|missing| missing.distance(chunk) <= self.radius + SLACK);
        self.again.retain(|again| again.distance(chunk) <= self.radius + SLACK);
        let known = |other: &ChunkPos| terrain.is_loaded(*other) || self.missing.contains(other);
        self.wanted = chunk.around(self.radius).filter(|other| !known(other)).collect();
        self.is_in_order = false;
    }

    fn sort(&mut self) {
        let Some(center) = self.center.filter(|_| !std::mem::replace(&mut self.is_in_order, true)) else { return };
        let away = |chunk: &ChunkPos| {
            let (x, z) = (i64::from(chunk.x - center.x), i64::from(chunk.z - center.z));
            std::cmp::Reverse((chunk.distance(center), x * x + z * z, *chunk))
        };
        self.wanted.sort_by_key(away);
    }

    fn want(&mut self, terrain: &Terrain) -> Option<ChunkPos> {
        if !self.looks || self.left == 0 {
            return None;
        }
        self.sort();
        if let Some(chunk) = self.wanted.pop() {
            if !terrain.is_loaded(chunk) {
                self.missing.insert(chunk);
            }
            return Some(chunk);
        }
        self.again_left = self.again_left.checked_sub(1)?;
        self.again.pop_front()
    }

    /// Whether it is near enough to be asked for.
    fn loaded(&mut self, chunk: ChunkPos, is_known: bool) -> bool {
        let was_missing = self.missing.remove(&chunk);
        let is_wanted = self.center.is_some_and(|center| chunk.distance(center) <= self.radius);
        if !is_wanted || self.wanted.contains(&chunk) || self.again.contains(&chunk) {
            return is_wanted;
        }
        if is_known && !was_missing {
            self.again.push_back(chunk);
        } else {
            self.wanted.push(chunk);
            self.is_in_order = false;
        }
        true
    }

    fn unloaded(&mut self, chunk: ChunkPos) {
        self.wanted.retain(|wanted| *wanted != chunk);
        self.again.retain(|again| *again != chunk);
        if self.center.is_some_and(|center| chunk.distance(center) <= self.radius + SLACK) {
            self.missing.insert(chunk);
        }
    }

    fn queued_bytes(&self) -> usize {
        (self.wanted.len() + self.again.len() + self.missing.len()) * size_of::<ChunkPos>()
    }

    fn is_ready(&mut self, terrain: &Terrain, tick: u64) -> bool {
        let Some(center) = self.center.filter(|center| terrain.is_loaded(*center)) else { return false };
        let waited = tick.saturating_sub(*self.since.get_or_insert(tick));
        let is_whole = self.wanted.is_empty() && center.around(NEAREST).all(|chunk| terrain.is_loaded(chunk));
        is_whole || waited >= PATIENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ChunkPos = ChunkPos::new(5, -3);
    /// Columns within the radius.
    const WANTED: usize = 441;

    fn land() -> Land {
        Land::new(Rc::default(), Vec::new(), Height::new(-64, 384).unwrap())
    }

    /// A land with one body that looks; its view has the number 0.
    fn looked_at() -> Land {
        let mut land = land();
        let view = land.join(Rc::default());
        land.begin(view, true);
        land
    }

    /// Asks as a game of so many chunks of view does in a tick of one body; tells how many columns came.
    fn fill_of(land: &mut Land, view: u64, center: ChunkPos, far: i32) -> usize {
        land.begin(view, true);
        land.stand_in(view, center);
        let mut told = 0;
        while let Some(chunk) = land.want() {
            if chunk.distance(center) <= far {
                land.tell(chunk, Column::default());
                told += 1;
            }
        }
        told
    }

    fn fill(land: &mut Land, center: ChunkPos, far: i32) -> usize {
        fill_of(land, 0, center, far)
    }

    fn wanted(land: &Land) -> usize {
        land.views[&0].wanted.len()
    }

    #[test]
    fn what_one_body_was_told_the_others_know_and_each_sees_what_is_near_to_it() {
        let mut land = looked_at();
        let (one, other) = (Rc::new(RefCell::new(Happened::default())), Rc::new(RefCell::new(Happened::default())));
        land.views.get_mut(&0).unwrap().happened = Rc::clone(&one);
        while fill(&mut land, HERE, 32) > 0 {}
        assert_eq!(land.terrain.len(), 441);
        let beside = land.join(Rc::clone(&other));
        assert_eq!(fill_of(&mut land, beside, ChunkPos::new(HERE.x + 1, HERE.z), 32), 21, "only what is new");
        assert!(land.is_ready(beside, 0) && land.is_ready(0, 0));
        // Each walks its own way.
        let away = ChunkPos::new(HERE.x + 40, HERE.z);
        while fill_of(&mut land, beside, away, 32) > 0 {}
        assert_eq!(land.terrain.len(), 441 + 21 + 441, "what is near to either is kept, and the slack");
        one.take();
        other.take();
        land.block(HERE.corner(70), 0);
        land.block(away.corner(70), 0);
        let seen = |by: &Rc<RefCell<Happened>>| by.borrow().iter().cloned().collect::<Vec<_>>();
        assert_eq!((seen(&one).len(), seen(&other).len()), (1, 1));
        assert!(matches!(seen(&other)[0], Event::BlockChanged { pos, .. } if pos.chunk() == away));
        land.leave(0);
        assert_eq!(land.terrain.len(), 441);
        land.begin(beside, false);
        assert_eq!((land.terrain.len(), land.want()), (0, None), "nobody looks any more");
    }

    #[test]
    fn what_is_near_is_asked_for_over_some_ticks_the_nearest_first() {
        let mut land = looked_at();
        let mut ticks = 0;
        while fill(&mut land, HERE, 32) > 0 {
            ticks += 1;
            let far = land.terrain.chunks().iter().map(|chunk| chunk.distance(HERE)).max().unwrap();
            let inside = (2 * far as usize - 1).pow(2);
            assert!(land.terrain.len() <= ticks * COLUMNS_PER_TICK && land.terrain.len() >= inside, "in rings");
            assert_eq!(land.is_ready(0, 0), land.terrain.len() == 441, "when all is in");
        }
        assert_eq!((ticks, land.terrain.len()), (11, 441));
        // A step, also over a corner, is told in its tick; what is far is let go of, and not before.
        for (x, z, kept) in [(1, 0, 441 + 21), (2, 1, 441 + 21 + 41), (9, 9, 441 + 98)] {
            let there = ChunkPos::new(HERE.x + x, HERE.z + z);
            fill(&mut land, there, 32);
            if x < 9 {
                assert!(land.is_ready(0, 1), "{x} {z}");
            }
            assert!(land.terrain.chunks().iter().all(|chunk| chunk.distance(there) <= RADIUS + SLACK));
            while fill(&mut land, there, 32) > 0 {}
            assert!(there.around(RADIUS).all(|chunk| land.terrain.is_loaded(chunk)));
            assert!(land.terrain.len() <= kept, "{x} {z}: {}", land.terrain.len());
        }
    }

    #[test]
    fn a_client_that_sees_less_is_asked_for_no_more_until_it_loads_more() {
        let mut land = looked_at();
        while wanted(&land) > 0 || land.views[&0].center.is_none() {
            fill(&mut land, HERE, 3);
        }
        assert_eq!(land.terrain.len(), 49);
        assert!(land.is_ready(0, 0));
        land.begin(0, true);
        assert_eq!(land.want(), None);
        let near = ChunkPos::new(HERE.x, HERE.z + 4);
        land.loaded(near);
        land.loaded(ChunkPos::new(HERE.x, HERE.z + 11));
        assert_eq!((land.want(), land.want()), (Some(near), None));
        land.tell(near, Column::default());
        land.loaded(near);
        assert_eq!((land.want(), land.terrain.is_loaded(near)), (Some(near), true), "replaced, and known till then");
        land.unload(near);
        assert!(!land.terrain.is_loaded(near) && land.want().is_none());
    }

    #[test]
    fn what_is_sent_again_and_again_is_told_some_columns_a_tick_and_in_its_turn() {
        let mut land = looked_at();
        while fill(&mut land, HERE, 32) > 0 {}
        let mut told = BTreeSet::new();
        for tick in 0..WANTED.div_ceil(AGAIN_PER_TICK) {
            for _ in 0..3 {
                HERE.around(RADIUS).for_each(|chunk| land.loaded(chunk));
            }
            land.begin(0, true);
            land.stand_in(0, HERE);
            let mut count = 0;
            while let Some(chunk) = land.want() {
                land.tell(chunk, Column::default());
                told.insert(chunk);
                count += 1;
            }
            assert!(count <= AGAIN_PER_TICK, "tick {tick}: {count}");
            assert!(land.terrain.len() == WANTED && land.is_ready(0, 0), "what was told is known till then");
        }
        assert_eq!(told.len(), WANTED, "none is left out for ever");
        // What comes near is told as fast as ever.
        HERE.around(RADIUS).for_each(|chunk| land.loaded(chunk));
        assert_eq!(fill(&mut land, ChunkPos::new(HERE.x + 1, HERE.z), 32), 21 + AGAIN_PER_TICK);
    }

    /// A server loads, sends again and takes away whatever it likes, near and far, while it drives the body about.
    #[test]
    fn what_waits_has_room_for_what_is_near_and_no_more_whatever_is_sent() {
        use rand::{RngExt, SeedableRng};
        let (mut dice, mut most) = (rand_pcg::Pcg32::seed_from_u64(6), 0);
        let mut land = looked_at();
        for step in 0..100_000 {
            let reach = if step % 3 == 0 { 1000 } else { RADIUS + SLACK };
            let (x, z) = (dice.random_range(-reach..=reach), dice.random_range(-reach..=reach));
            let chunk = ChunkPos::new(HERE.x + x, HERE.z + z);
            match dice.random_range(0..1000) {
                0 => land.see_as_far(0, dice.random_range(0..40)),
                1 => land.stand_in(0, chunk),
                2..100 => land.stand_in(0, HERE),
                100..500 => land.unload(chunk),
                500..900 => land.loaded(chunk),
                _ => {
                    land.begin(0, dice.random_range(0..100) > 0);
                    if let Some(chunk) = land.want() {
                        land.tell(chunk, Column::default());
                    }
                }
            }
            most = most.max(land.queued_bytes(0));
            assert!(most <= CHUNK_BYTES, "step {step}");
        }
        assert!(most >= WANTED * size_of::<ChunkPos>(), "all that is near has waited: {most}");
    }

    #[test]
    fn no_farther_is_seen_than_the_server_lets_its_players_see() {
        let mut land = looked_at();
        land.see_as_far(0, 3);
        while fill(&mut land, HERE, 32) > 0 {}
        assert_eq!((land.terrain.len(), land.is_ready(0, 0)), (49, true));
        land.begin(0, true);
        land.loaded(ChunkPos::new(HERE.x + 4, HERE.z));
        assert_eq!(land.want(), None);
        land.see_as_far(0, 5);
        while fill(&mut land, HERE, 32) > 0 {}
        assert_eq!(land.terrain.len(), 121);
        land.see_as_far(0, 2);
        assert_eq!(land.terrain.len(), 81, "with the slack");
        for (asked, told) in [(0, 9), (64, 441)] {
            land.see_as_far(0, asked);
            land.let_go();
            while fill(&mut land, HERE, 32) > 0 {}
            assert!(HERE.around(if asked == 0 { 1 } else { 10 }).all(|chunk| land.terrain.is_loaded(chunk)));
            assert!(land.terrain.len() >= told);
        }
    }

    #[test]
    fn the_nearest_are_waited_for_and_not_without_end() {
        let mut land = looked_at();
        assert!(!land.is_ready(0, 0), "nobody is anywhere");
        fill(&mut land, HERE, -1);
        assert!(!land.is_ready(0, 1000), "the player's own chunk is not there");
        assert_eq!(land.lack(0), "waits for the land around: 0 of the nearest 9 chunks are here");
        while fill(&mut land, HERE, 0) > 0 || wanted(&land) > 0 {}
        land.loaded(HERE);
        fill(&mut land, HERE, 0);
        assert!(!land.is_ready(0, 1000));
        assert_eq!(land.lack(0), "waits for the land around: 1 of the nearest 9 chunks are here");
        assert!(!land.is_ready(0, 1000 + PATIENCE - 1));
        assert!(land.is_ready(0, 1000 + PATIENCE), "they may never come");
    }
}
