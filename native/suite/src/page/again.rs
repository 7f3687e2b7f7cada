//! How to play a game of a run again.

use std::path::Path;

use toml::Table;

use crate::{Resolved, ResolvedTask, Row, ServerBody, Settings};

/// The file that a reader is to put the run's own settings into.
pub const CONFIG: &str = "settings-of-the-run.toml";

/// What of the settings is not as it is when nothing is said, as a configuration file; `None` if all is.
pub fn config(settings: &Settings) -> Option<String> {
    let of = |settings: &Settings| Table::try_from(settings).unwrap_or_default();
    let changed = changed(&of(settings), &of(&Settings::default()));
    if changed.is_empty() { None } else { toml::to_string_pretty(&changed).ok() }
}

/// The values of a table that another has not.
fn changed(table: &Table, other: &Table) -> Table {
    let differs = |(key, value): (&String, &toml::Value)| match (value, other.get(key)) {
        (value, Some(same)) if value == same => None,
        (toml::Value::Table(inner), Some(toml::Value::Table(other))) => {
            Some((key.clone(), toml::Value::Table(changed(inner, other))))
        }
        (value, _) => Some((key.clone(), value.clone())),
    };
    table.iter().filter_map(differs).collect()
}

/// The command that plays a game again.
pub fn command(row: &Row, resolved: Option<&Resolved>, save: Option<&Path>) -> String {
    if let Some(ServerBody { world_seed, place: [x, z], .. }) = &row.server_body {
        return format!(
            "/anima-suite run {} (game {} of {}, around {x} {z} of the world with seed {world_seed})",
            row.suite, row.game, row.task
        );
    }
    let task = resolved.and_then(|resolved| resolved.task.iter().find(|task| task.name == row.task));
    let mut words = match resolved {
        // What an operator sets, and further parts, a suite says. Its task's first game has the seed that is counted from.
        Some(resolved) if task.is_some_and(is_of_a_suite) => {
            let base = resolved.seed_base.wrapping_add(row.game.into());
            vec![
                "anima bench run".to_owned(),
                quoted(&format!("{}.toml", row.suite)),
                format!("--task {} --games 1 --seed-base {base}", quoted(&row.task)),
            ]
        }
        _ => vec!["anima run".to_owned(), quoted(&row.goal), format!("--seed {} --ticks {}", row.seed, row.limit)],
    };
    words.extend(place(row, task, save));
    if row.model.is_some() {
        words.push("--model http://SERVER/v1".into());
    }
    if resolved.is_some_and(|resolved| config(&resolved.settings).is_some()) {
        words.push(format!("--config {CONFIG}"));
    }
    words.join(" ")
}

/// Whether only a suite can say what is played: an operator's hand, further parts, or no goal at all.
fn is_of_a_suite(task: &ResolvedTask) -> bool {
    !task.scenario.is_default() || !task.then.is_empty() || task.explore.is_some()
}

/// Where it is played, if that is not the generated land of its seed.
fn place(row: &Row, task: Option<&ResolvedTask>, save: Option<&Path>) -> Vec<String> {
    let mut words = Vec::new();
    if row.world != "generated" {
        let save = save.map_or_else(|| row.world.clone(), |save| save.display().to_string());
        words.push(format!("--world {}", quoted(&save)));
    }
    if let Some([x, y, z]) = row.at.or(task.and_then(|task| task.at)) {
        words.push(format!("--at {x},{y},{z}"));
    }
    words
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || " _-.,:/=".contains(c);
    match word {
        word if word.chars().all(is_plain) => format!("\"{word}\""),
        word => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;

    use super::*;
    use crate::Carried;
    use crate::kept::tests::resolved;
    use crate::report::tests::row;

    #[test]
    fn the_command_says_all_that_is_not_usual() {
        let lost = row("a", 7, 10, None);
        assert_eq!(command(&lost, None, None), "anima run \"get stick\" --seed 7 --ticks 100");
        let on_save = Row { world: "w".into(), at: Some([0.5, 70.0, -3.0]), ..lost.clone() };
        let there = command(&on_save, None, Some(Path::new("/some where/w")));
        assert!(there.ends_with("--world \"/some where/w\" --at 0.5,70,-3"), "{there}");
        let odd = Row { goal: "get `rm` 'x' $HOME".into(), model: Some("m".into()), ..lost };
        let odd = command(&odd, None, None);
        assert!(odd.starts_with(r#"anima run 'get `rm` '\''x'\'' $HOME' --seed 7"#), "{odd}");
        assert!(odd.ends_with("--model http://SERVER/v1"), "{odd}");
    }

    #[test]
    fn what_only_a_suite_can_say_is_played_from_the_suite() {
        let mut resolved = resolved();
        resolved.task[0].scenario.carried = Carried::from([(Item::TORCH, 1)]);
        let game = Row { game: 2, suite: "small".into(), ..row("A log", 7, 10, None) };
        let again = command(&game, Some(&resolved), None);
        assert!(
            again.starts_with("anima bench run \"small.toml\" --task \"A log\" --games 1 --seed-base 42 --config"),
            "the suite says how long each part takes: {again}"
        );
        assert!(again.ends_with(CONFIG), "the radius is set: {again}");
        resolved.task[1].explore = Some(crate::Exploration { each: 10, goals: 2 });
        let game = Row { suite: "small".into(), ..row("dirt", 7, 10, None) };
        let again = command(&game, Some(&resolved), None);
        assert!(again.starts_with("anima bench run \"small.toml\" --task \"dirt\""), "it has no goal: {again}");
    }

    #[test]
    fn only_settings_that_differ_are_in_the_file() {
        assert_eq!(config(&Settings::default()), None);
        let mut settings = Settings::default();
        settings.world.rules.keep_inventory = true;
        settings.agent.near_terrain = false;
        let text = config(&settings).unwrap();
        assert_eq!(toml::from_str::<Settings>(&text).unwrap(), settings);
        assert_eq!(text.lines().filter(|line| line.contains('=')).count(), 2, "{text}");
    }
}
