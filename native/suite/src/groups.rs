//! A suite's tasks by what they set for the whole of a world, of which a server has one for all its players.

use anima_body::Weather;
use anima_rules::{Difficulty, GameRules};

use crate::{Scenario, Settings, Task};

/// What is set for the whole of a world when a part of a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldWide {
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Time of day, 0..24000. `None`: it goes on as it is.
    pub time: Option<u32>,
    /// The weather. `None`: it goes on as it is.
    pub weather: Option<Weather>,
    /// Game rules.
    pub rules: GameRules,
}

/// Tasks for which the same is set. One group is played at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What is set, part by part; a game without further parts has one.
    pub parts: Vec<WorldWide>,
    /// The tasks as their places in the suite, in its order.
    pub tasks: Vec<usize>,
}

impl Group {
    /// Whether a game may begin while another of the group is in its midst: nothing that is set changes by itself until
    /// then, or from part to part. Games of any other group begin together, and those whose parts differ are played one at
    /// a time.
    pub fn is_steady(&self) -> bool {
        let [part] = &self.parts[..] else { return false };
        let stands = |is_set: bool, changes: bool| !is_set || !changes;
        stands(part.time.is_some(), part.rules.do_daylight_cycle)
            && stands(part.weather.is_some(), part.rules.do_weather_cycle)
    }

    /// Whether games of it may be played at once: what is set for the world is the same in all their parts.
    pub fn is_shared(&self) -> bool {
        let is_left = |before: &WorldWide, part: &WorldWide| {
            let is_same = (part.difficulty, &part.rules) == (before.difficulty, &before.rules);
            is_same && part.time.is_none() && part.weather.is_none()
        };
        self.parts.windows(2).all(|two| is_left(&two[0], &two[1]))
    }
}

/// The groups of a suite's tasks, in the order of their first tasks. Tasks that cannot be played are in none.
///
/// A game begins as in a new world: at sunrise and with clear weather, where its task says nothing else (`World` of the
/// embedded host does so, and so does a new world of the game).
pub fn groups(tasks: &[Task], settings: &Settings) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, task) in tasks.iter().enumerate().filter(|(_, task)| task.missing.is_none()) {
        let parts = world_wide(task, settings);
        match groups.iter_mut().find(|group| group.parts == parts) {
            Some(group) => group.tasks.push(index),
            None => groups.push(Group { parts, tasks: vec![index] }),
        }
    }
    groups
}

/// What a task sets for the whole of a world, part by part.
fn world_wide(task: &Task, settings: &Settings) -> Vec<WorldWide> {
    let world = &settings.world;
    let first = WorldWide {
        difficulty: task.scenario.difficulty.unwrap_or(world.difficulty),
        time: Some(task.scenario.time.unwrap_or(0)),
        weather: Some(task.scenario.weather.unwrap_or_default()),
        rules: world.rules.clone(),
    };
    let mut parts = vec![first];
    for Scenario { difficulty, time, weather, .. } in task.then.iter().map(|part| &part.scenario) {
        let before = &parts[parts.len() - 1];
        // What a part does not set is as the part before it left it.
        let difficulty = difficulty.unwrap_or(before.difficulty);
        parts.push(WorldWide { difficulty, time: *time, weather: *weather, rules: world.rules.clone() });
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::Suite;

    fn suite(text: &str) -> Suite {
        Suite::parse(Path::new("some.toml"), text).expect("a suite")
    }

    fn tasks(texts: &[(&str, &str)]) -> Vec<Task> {
        let task = |(name, rest): &(&str, &str)| format!("[[task]]\nname = {name:?}\ngoal = \"get stick\"\n{rest}\n");
        suite(&texts.iter().map(task).collect::<String>()).tasks
    }

    fn names(tasks: &[Task], groups: &[Group]) -> Vec<Vec<String>> {
        let names = |group: &Group| group.tasks.iter().map(|task| tasks[*task].name.clone()).collect();
        groups.iter().map(names).collect()
    }

    #[test]
    fn tasks_that_set_the_same_are_one_group_in_the_order_of_the_suite() {
        let tasks = tasks(&[
            ("a", "scenario.time = 13000"),
            ("b", ""),
            ("c", "scenario = { time = 13000, weather = \"clear\", carried = { torch = 1 } }"),
            ("d", "scenario = { time = 0, difficulty = \"normal\" }"),
            ("e", "scenario.weather = \"rain\""),
            ("f", "scenario.difficulty = \"hard\""),
            ("g", "missing = \"no skill\""),
        ]);
        let groups = groups(&tasks, &Settings::default());
        let wanted = [vec!["a", "c"], vec!["b", "d"], vec!["e"], vec!["f"]];
        assert_eq!(
            names(&tasks, &groups),
            wanted,
            "what a player carries is nobody else's, and what is usual is usual"
        );
        assert_eq!(groups[0].parts[0].time, Some(13_000));
        assert_eq!((groups[1].parts[0].time, groups[1].parts[0].weather), (Some(0), Some(Weather::Clear)));
        assert_eq!(groups[3].parts[0].difficulty, Difficulty::Hard);
    }

    #[test]
    fn the_settings_of_the_suite_are_those_of_every_group() {
        let mut settings = Settings::default();
        settings.world.rules.keep_inventory = true;
        settings.world.difficulty = Difficulty::Peaceful;
        let tasks = tasks(&[("a", ""), ("b", "scenario.difficulty = \"peaceful\""), ("c", "scenario.time = 5")]);
        let groups = groups(&tasks, &settings);
        assert_eq!(names(&tasks, &groups), [vec!["a", "b"], vec!["c"]]);
        assert!(groups.iter().flat_map(|group| &group.parts).all(|part| part.rules.keep_inventory));
    }

    #[test]
    fn games_begin_any_time_only_where_what_is_set_stands_still() {
        let mut settings = Settings::default();
        let steady = |settings: &Settings| groups(&tasks(&[("a", "")]), settings)[0].is_steady();
        assert!(!steady(&settings), "the time of day that the task begins with goes on");
        settings.world.rules.do_daylight_cycle = false;
        assert!(!steady(&settings), "it may begin to rain");
        settings.world.rules.do_weather_cycle = false;
        assert!(steady(&settings));
    }

    #[test]
    fn parts_that_set_the_world_anew_are_part_of_the_group() {
        let fight = |difficulty: &str| {
            format!("[[task.then]]\ngoal = \"get stick\"\nscenario = {{ difficulty = {difficulty:?}, clear = true }}")
        };
        let (easy, hard) = (fight("easy"), fight("hard"));
        let tasks = tasks(&[("a", &easy), ("b", ""), ("c", &hard), ("d", &easy), ("e", &fight("normal"))]);
        let groups = groups(&tasks, &Settings::default());
        assert_eq!(names(&tasks, &groups), [vec!["a", "d"], vec!["b"], vec!["c"], vec!["e"]]);
        assert_eq!((groups[0].parts.len(), groups[0].parts[1].difficulty), (2, Difficulty::Easy));
        assert_eq!((groups[0].parts[1].time, groups[0].parts[1].weather), (None, None), "the time goes on");
        assert_eq!(groups.iter().map(Group::is_shared).collect::<Vec<_>>(), [false, true, false, true]);
    }

    #[test]
    fn the_papers_suites_fall_into_few_groups() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../run/suites");
        let count = |name: &str| {
            let suite = Suite::read(&folder.join(name).with_extension("toml")).expect("it ships");
            let settings: Settings = suite.settings.clone().try_into().expect("settings");
            let all = groups(&suite.tasks, &settings);
            let playable = suite.tasks.iter().filter(|task| task.missing.is_none()).count();
            assert_eq!(all.iter().map(|group| group.tasks.len()).sum::<usize>(), playable, "{name}");
            all.len()
        };
        assert_eq!(["gitm", "deps", "jarvis", "odyssey-combat"].map(count), [1, 1, 1, 1]);
    }
}
