//! Where games on a server start: so far from each other that none finds what another left.
//!
//! Game `i` of a task draws its places from the world's seed, the task and `i`, and takes the first that is far from all
//! used ones and that the host accepts: the games in their order, whichever of them begins first. So a run that is played
//! on, or in shards, has the places of one that was not.

use std::collections::BTreeMap;

use anima_body::ChunkPos;
use anyhow::{Result, bail, ensure};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Blocks between the starts of two games, and between a start and the world's spawn, at least.
pub const APART: f64 = 5_000.0;
/// Blocks from a start to the world border at least: half of what lies between two games.
const ROOM: f64 = APART / 2.0;
/// Draws in a row that may lie too near to used places before there counts as being no room.
const MOST_DRAWS: u32 = 10_000;
/// Places of one game that the host may refuse.
const MOST_REFUSED: u32 = 10_000;

/// The border of a world (`WorldBorder`), in blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// Its middle, along x and z.
    pub center: [f64; 2],
    /// From side to side; 59,999,968 if nobody set it.
    pub size: f64,
}

/// A place that the host is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The game, as its index among all.
    pub game: usize,
    /// The chunk in which it would start.
    pub chunk: ChunkPos,
}

/// The places of a run's games.
#[derive(Clone, Debug)]
pub struct Places {
    world_seed: i64,
    border: Border,
    /// Chunks along x and z that have room, first and last.
    within: [(i32, i32); 2],
    /// Each game's task and which game of it this is.
    games: Vec<(String, u32)>,
    found: Vec<Option<ChunkPos>>,
    used: Used,
    /// The search for the first game that has no place.
    search: Option<Search>,
}

#[derive(Clone, Debug)]
struct Search {
    candidate: Candidate,
    refused: u32,
    dice: Pcg32,
}

impl Places {
    /// Those of games, each its task and which game of the task it is, in a world.
    ///
    /// # Errors
    /// If the border leaves no room for one game.
    pub fn new(
        world_seed: i64,
        spawn: ChunkPos,
        border: Border,
        games: impl IntoIterator<Item = (String, u32)>,
    ) -> Result<Places> {
        let half = border.size / 2.0 - ROOM;
        let chunks = |center: f64| {
            let first = ((center - half - 8.0) / 16.0).ceil() as i32;
            (first, ((center + half - 8.0) / 16.0).floor() as i32)
        };
        let within = border.center.map(chunks);
        ensure!(
            within.iter().all(|(first, last)| first <= last),
            "the world border is {} blocks wide; a game needs {} blocks to each side of its start, so widen it to more than \
             {} with /worldborder set",
            border.size,
            ROOM,
            APART
        );
        let games: Vec<(String, u32)> = games.into_iter().collect();
        let mut used = Used::default();
        used.add(spawn);
        Ok(Places { world_seed, border, within, found: vec![None; games.len()], games, used, search: None })
    }

    /// Keeps games away from a place that was used, by an earlier run for example.
    pub fn use_up(&mut self, place: ChunkPos) {
        self.used.add(place);
        // What is asked about may be too near to it: it is drawn again.
        self.search = None;
    }

    /// Gives a game the place that its record tells.
    pub fn keep(&mut self, game: usize, place: ChunkPos) {
        self.found[game] = Some(place);
        self.use_up(place);
    }

    /// Where a game starts, once that is known.
    pub fn of(&self, game: usize) -> Option<ChunkPos> {
        self.found[game]
    }

    /// The place that the host is to look at, of the first game that has none; `None` if all games have one.
    ///
    /// # Errors
    /// If the border leaves no room for that game.
    pub fn candidate(&mut self) -> Result<Option<Candidate>> {
        if self.search.is_none() {
            let Some(game) = self.found.iter().position(Option::is_none) else { return Ok(None) };
            let (task, number) = &self.games[game];
            let dice = Pcg32::seed_from_u64(stream(self.world_seed, task, *number));
            let candidate = Candidate { game, chunk: ChunkPos { x: 0, z: 0 } };
            self.search = Some(Search { candidate, refused: 0, dice });
            self.draw()?;
        }
        Ok(self.search.as_ref().map(|search| search.candidate))
    }

    /// The host accepts the place that it was last asked about.
    pub fn accept(&mut self) {
        if let Some(Search { candidate, .. }) = self.search.take() {
            self.found[candidate.game] = Some(candidate.chunk);
            self.used.add(candidate.chunk);
        }
    }

    /// The host refuses the place that it was last asked about: it has no wanted biome, or no ground to stand on.
    ///
    /// # Errors
    /// If so many were refused that there may be none, or the border leaves no room for another.
    pub fn refuse(&mut self) -> Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.refused += 1;
        if search.refused >= MOST_REFUSED {
            let named = self.give_up();
            bail!("none of {MOST_REFUSED} places is one for {named}; does this world have its biome?");
        }
        self.draw()
    }

    /// Finds the places of all games up to one, and returns that one's.
    ///
    /// # Errors
    /// As [`Places::candidate`] and [`Places::refuse`].
    pub fn settle(&mut self, game: usize, mut is_fit: impl FnMut(Candidate) -> bool) -> Result<ChunkPos> {
        loop {
            if let Some(place) = self.found[game] {
                return Ok(place);
            }
            match self.candidate()? {
                Some(candidate) if is_fit(candidate) => self.accept(),
                _ => self.refuse()?,
            }
        }
    }

    /// Draws places until one is far from all that are used.
    fn draw(&mut self) -> Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        for _ in 0..MOST_DRAWS {
            let [x, z] = self.within.map(|(first, last)| search.dice.random_range(first..=last));
            search.candidate.chunk = ChunkPos { x, z };
            if self.used.is_far(search.candidate.chunk) {
                return Ok(());
            }
        }
        let named = self.give_up();
        let Border { center: [x, z], size } = self.border;
        bail!(
            "there is no room for {named}: {} places are used in a world border of {size} blocks around {x} {z}, and games \
             start at least {APART} blocks apart; widen it with /worldborder set, or play fewer games",
            self.used.count
        )
    }

    /// Ends the search, and names its game.
    fn give_up(&mut self) -> String {
        let game = self.search.take().map(|search| &self.games[search.candidate.game]);
        game.map(|(task, number)| format!("game {number} of task {task}")).unwrap_or_default()
    }
}

/// The seed of a game's draws: FNV-1a, 64 bits, over all that it is drawn from.
fn stream(world_seed: i64, task: &str, game: u32) -> u64 {
    let bytes = world_seed.to_le_bytes().into_iter().chain(task.bytes()).chain([0]).chain(game.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Used places, by squares of [`APART`] blocks: what is near lies in the nine around.
#[derive(Clone, Debug, Default)]
struct Used {
    squares: BTreeMap<(i64, i64), Vec<[f64; 2]>>,
    count: usize,
}

impl Used {
    fn add(&mut self, place: ChunkPos) {
        let at = middle(place);
        self.squares.entry(square(at)).or_default().push(at);
        self.count += 1;
    }

    fn is_far(&self, place: ChunkPos) -> bool {
        let at = middle(place);
        let (x, z) = square(at);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dz| (x + dx, z + dz)));
        let mut near = around.filter_map(|square| self.squares.get(&square)).flatten();
        near.all(|used| (used[0] - at[0]).hypot(used[1] - at[1]) >= APART)
    }
}

/// The middle of a chunk, in blocks.
fn middle(chunk: ChunkPos) -> [f64; 2] {
    [chunk.x, chunk.z].map(|at| f64::from(at) * 16.0 + 8.0)
}

fn square(at: [f64; 2]) -> (i64, i64) {
    let [x, z] = at.map(|at| (at / APART).floor() as i64);
    (x, z)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SPAWN: ChunkPos = ChunkPos { x: 3, z: -7 };
    const USUAL: Border = Border { center: [0.0, 0.0], size: 59_999_968.0 };

    fn places(world_seed: i64, border: Border, games: &[(String, u32)]) -> Result<Places> {
        Places::new(world_seed, SPAWN, border, games.iter().cloned())
    }

    fn games(tasks: &[&str], each: u32) -> Vec<(String, u32)> {
        tasks.iter().flat_map(|task| (0..each).map(|game| ((*task).to_owned(), game))).collect()
    }

    /// A host whose world has what is wanted in one place of eight, always the same ones.
    fn is_fit(candidate: Candidate) -> bool {
        stream(candidate.chunk.x.into(), "biome", candidate.chunk.z as u32).is_multiple_of(8)
    }

    fn all(places: &mut Places, games: usize) -> Vec<ChunkPos> {
        (0..games).map(|game| places.settle(game, is_fit).expect("there is room")).collect()
    }

    #[track_caller]
    fn are_apart(places: &[ChunkPos], border: Border) {
        for (index, place) in places.iter().enumerate() {
            let [x, z] = middle(*place);
            let others = places[..index].iter().copied().chain([SPAWN]);
            for [other_x, other_z] in others.map(middle) {
                let away = (other_x - x).hypot(other_z - z);
                assert!(away >= APART, "{place:?} is {away} blocks from {other_x} {other_z}");
            }
            for (at, center) in [x, z].into_iter().zip(border.center) {
                assert!((at - center).abs() + ROOM <= border.size / 2.0, "{place:?} is at the border");
            }
        }
    }

    #[test]
    fn a_thousand_games_keep_their_distance() {
        let games = games(&["a", "b", "c", "d"], 250);
        let border = Border { center: [1_234.5, -99.0], size: 400_000.0 };
        for border in [USUAL, border] {
            let found = all(&mut places(-5, border, &games).expect("there is room"), games.len());
            are_apart(&found, border);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// Games begin in any order, and some were over when the run was played on: each has the place that it always has.
        #[test]
        fn the_same_games_have_the_same_places(
            world_seed in any::<i64>(),
            size in 60_000.0_f64..200_000.0,
            order in Just((0..40_usize).collect::<Vec<_>>()).prop_shuffle(),
            over in proptest::collection::vec(any::<bool>(), 40),
        ) {
            let games = games(&["a log", "diamond"], 20);
            let border = Border { center: [100.0, -2_000.0], size };
            let wanted = all(&mut places(world_seed, border, &games).expect("there is room"), games.len());
            are_apart(&wanted, border);
            let mut again = places(world_seed, border, &games).expect("there is room");
            for game in order.iter().filter(|game| over[**game]) {
                again.keep(*game, wanted[*game]);
            }
            for game in order {
                prop_assert_eq!(again.settle(game, is_fit).expect("there is room"), wanted[game]);
            }
        }

        /// Where there is room enough, a game has its place whatever other games there are.
        #[test]
        fn places_are_drawn_from_seed_task_and_game(world_seed in any::<i64>(), game in 0_u32..1000) {
            let place = |seed: i64, task: &str, game: u32| {
                let mut places = places(seed, USUAL, &[(task.to_owned(), game)]).expect("there is room");
                places.settle(0, |_| true).expect("there is room")
            };
            let here = place(world_seed, "a", game);
            prop_assert_eq!(here, place(world_seed, "a", game));
            for other in [place(world_seed ^ 1, "a", game), place(world_seed, "b", game), place(world_seed, "a", game + 1)] {
                prop_assert_ne!(here, other);
            }
        }
    }

    #[test]
    fn what_was_used_before_is_kept_away_from() {
        let games = games(&["a"], 30);
        let border = Border { center: [0.0, 0.0], size: 60_000.0 };
        let first = all(&mut places(9, border, &games).expect("there is room"), 30);
        let mut later = places(9, border, &games).expect("there is room");
        later.candidate().expect("there is room").expect("no game has a place");
        first.iter().for_each(|place| later.use_up(*place));
        let mut both = first.clone();
        both.extend((0..10).map(|game| later.settle(game, |_| true).expect("there is room")));
        are_apart(&both, border);
    }

    #[test]
    fn the_host_is_asked_for_one_game_after_the_other() {
        let mut places = places(1, USUAL, &games(&["a"], 2)).expect("there is room");
        let first = places.candidate().expect("room").expect("a candidate");
        assert_eq!(places.candidate().expect("room"), Some(first), "asking again changes nothing");
        places.refuse().expect("room");
        let second = places.candidate().expect("room").expect("a candidate");
        assert!(second.game == 0 && second.chunk != first.chunk);
        places.accept();
        assert_eq!((places.of(0), places.of(1)), (Some(second.chunk), None));
        assert_eq!(places.candidate().expect("room").map(|candidate| candidate.game), Some(1));
        places.accept();
        assert_eq!(places.candidate().expect("room"), None);
    }

    #[test]
    fn no_room_is_an_error_that_names_the_border() {
        let tiny = Border { size: 4_000.0, ..USUAL };
        let error = places(1, tiny, &games(&["a"], 1)).expect_err("there is none").to_string();
        assert!(error.contains("4000 blocks wide") && error.contains("/worldborder set"), "{error}");
        let small = Border { size: 20_000.0, ..USUAL };
        let mut full = places(1, small, &games(&["a"], 100)).expect("room for some");
        let error = full.settle(99, |_| true).expect_err("there is no room for all").to_string();
        assert!(error.contains("of task a") && error.contains("20000 blocks around 0 0"), "{error}");
        let mut none = places(1, USUAL, &games(&["mushrooms"], 1)).expect("there is room");
        let error = none.settle(0, |_| false).expect_err("none is fit").to_string();
        assert!(error.contains("game 0 of task mushrooms") && error.contains("biome"), "{error}");
    }
}
