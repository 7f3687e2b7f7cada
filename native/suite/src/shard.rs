//! The games of a series, and the shares in which several machines play it together.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use anyhow::{Context, Error, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::{Row, game_seed};

/// Which of so many shares of a series is played: every `of`th game, beginning with the `index`th. Each task's games are
/// dealt out over all shares, so that all take about as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u32,
    of: u32,
}

impl Shard {
    /// The `index`th of `of` shares, counted from 1.
    ///
    /// # Errors
    /// If there is no such share.
    pub fn new(index: u32, of: u32) -> Result<Shard> {
        ensure!(
            (1..=of).contains(&index),
            "there is no shard {index}/{of}: of {of} shards the first is 1, the last {of}"
        );
        Ok(Shard { index, of })
    }

    /// Which share it is, from 1.
    pub fn index(self) -> u32 {
        self.index
    }

    /// How many shares there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether it plays a series' game, counted from 0 over all tasks.
    pub fn plays(self, game: usize) -> bool {
        game % self.of as usize == self.index as usize - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Shard> {
        let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        let (index, of) = numbers.context("I/N is wanted, such as 2/4")?;
        Shard::new(index, of)
    }
}

impl TryFrom<String> for Shard {
    type Error = Error;

    fn try_from(text: String) -> Result<Shard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// Which games a series plays. A game is known by its index among those of all shares: task by task, in order.
#[derive(Clone, Debug)]
pub struct Games {
    /// The suite's name.
    pub suite: String,
    /// The names of the tasks, in order, each with its number of games.
    pub tasks: Vec<(String, u32)>,
    /// What the seeds of all games count from: see [`game_seed`].
    pub seed_base: i64,
    /// The share of them that is played; all if `None`.
    pub shard: Option<Shard>,
}

impl Games {
    /// Those of all shares.
    pub fn all(&self) -> Range<usize> {
        0..self.before(self.tasks.len())
    }

    /// Games of the tasks before one.
    fn before(&self, task: usize) -> usize {
        self.tasks[..task].iter().map(|(_, games)| *games as usize).sum()
    }

    /// Those that are played.
    pub fn played(&self) -> impl Iterator<Item = usize> {
        let shard = self.shard;
        self.all().filter(move |game| shard.is_none_or(|shard| shard.plays(*game)))
    }

    /// The task of a game as its index, and which of the task's games it is.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn at(&self, game: usize) -> (usize, u32) {
        let mut left = game;
        for (task, (_, games)) in self.tasks.iter().enumerate() {
            match left.checked_sub(*games as usize) {
                Some(rest) => left = rest,
                None => return (task, left as u32),
            }
        }
        panic!("there is no game {game} among {}", self.all().len())
    }

    /// A game for a person.
    pub fn name(&self, game: usize) -> String {
        let (task, game) = self.at(game);
        let (task, _) = &self.tasks[task];
        format!("task {task}, seed {}", game_seed(self.seed_base, task, game))
    }

    /// The game that a row is of.
    ///
    /// # Errors
    /// If it is none that is played.
    pub fn of(&self, row: &Row) -> Result<usize> {
        let (task, game) = (self.tasks.iter().position(|(task, _)| *task == row.task), row.game);
        let task = task.with_context(|| format!("the suite {} has no task {}", self.suite, row.task))?;
        let (_, games) = self.tasks[task];
        ensure!(game < games, "task {} has {games} games, this is game {game}", row.task);
        let seed = game_seed(self.seed_base, &row.task, game);
        ensure!(row.seed == seed, "game {game} of task {} has the seed {seed}, not {}", row.task, row.seed);
        let index = self.before(task) + game as usize;
        if let Some(shard) = self.shard {
            ensure!(shard.plays(index), "game {game} of task {} is not one of shard {shard}", row.task);
        }
        Ok(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::row;

    #[test]
    fn a_row_of_another_series_is_no_game_of_this_one() {
        let mut games =
            Games { suite: "s".into(), tasks: vec![("a".into(), 3), ("b".into(), 3)], seed_base: 7, shard: None };
        let of = |games: &Games, task: &str, game: u32, seed: i64| {
            games.of(&Row { game, ..row(task, seed, 10, None) }).map_err(|error| error.to_string())
        };
        let second = game_seed(7, "b", 2);
        assert_eq!(of(&games, "b", 2, second), Ok(5));
        assert_eq!((games.at(5), games.name(5)), ((1, 2), format!("task b, seed {second}")));
        assert!(of(&games, "c", 2, second).unwrap_err().contains("no task c"));
        assert!(of(&games, "b", 3, second + 1).unwrap_err().contains("3 games, this is game 3"));
        assert!(of(&games, "b", 1, second).unwrap_err().contains(&format!("not {second}")));
        games.shard = Shard::new(2, 2).ok();
        assert_eq!(of(&games, "b", 2, second), Ok(5));
        assert!(of(&games, "b", 1, second - 1).unwrap_err().contains("shard 2/2"));
        assert_eq!((games.all(), games.played().collect::<Vec<_>>()), (0..6, vec![1, 3, 5]));
    }

    #[test]
    fn tasks_have_their_own_numbers_of_games() {
        let tasks = [("a", 2), ("none", 0), ("b", 5), ("c", 1)].map(|(task, games)| (task.to_owned(), games)).into();
        let games = Games { suite: "s".into(), tasks, seed_base: 7, shard: None };
        let all: Vec<(usize, u32)> = games.all().map(|game| games.at(game)).collect();
        assert_eq!(all, [(0, 0), (0, 1), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 0)]);
        for index in games.all() {
            let (task, game) = games.at(index);
            let (name, _) = &games.tasks[task];
            let of = Row { game, ..row(name, game_seed(7, name, game), 10, None) };
            assert_eq!(games.of(&of).unwrap(), index);
        }
        let third = Row { game: 2, ..row("a", game_seed(7, "a", 2), 10, None) };
        assert!(games.of(&third).unwrap_err().to_string().contains("a has 2 games, this is game 2"));
        let mut dealt: Vec<usize> = (1..=3)
            .flat_map(|index| Games { shard: Shard::new(index, 3).ok(), ..games.clone() }.played().collect::<Vec<_>>())
            .collect();
        dealt.sort();
        assert_eq!(dealt, games.all().collect::<Vec<_>>());
    }

    #[test]
    fn every_game_is_in_one_shard_and_shards_are_as_large_as_each_other() {
        for of in 1..9 {
            let mut games = [0; 8];
            for game in 0..30 {
                let of_game = (1..=of).filter(|index| Shard::new(*index, of).unwrap().plays(game));
                let of_game: Vec<u32> = of_game.collect();
                assert_eq!(of_game.len(), 1, "game {game} of {of} shards");
                games[of_game[0] as usize - 1] += 1;
            }
            let games = &games[..of as usize];
            assert!(games.iter().max().unwrap() - games.iter().min().unwrap() <= 1, "{games:?}");
        }
    }

    #[test]
    fn a_shard_is_written_as_it_is_typed() {
        let shard: Shard = "2/4".parse().unwrap();
        assert_eq!((shard, shard.to_string().as_str(), shard.of()), (Shard { index: 2, of: 4 }, "2/4", 4));
        assert_eq!(serde_json::to_string(&shard).unwrap(), "\"2/4\"");
        let says = |text: &str| text.parse::<Shard>().unwrap_err().to_string();
        assert!(says("5/4").contains("no shard 5/4") && says("0/4").contains("no shard 0/4"));
        assert!(says("0/0").contains("no shard"));
        for wrong in ["", "2", "2/", "/4", "a/b", "-1/4", "1/4/2"] {
            assert!(says(wrong).contains("such as 2/4"), "{wrong}");
        }
        assert!(serde_json::from_str::<Shard>("\"5/4\"").is_err());
    }
}
