//! Everything that shapes a game beside its goal, seed and place.

use std::time::Duration;

use anima_model::Limits;
use anima_skills::Perception;
use anima_world::{Difficulty, GameRules, Options};
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

/// The defaults, as a file that a person can read.
pub const DEFAULTS: &str = include_str!("../../../run/anima.toml");

/// How games are played. Keys that are left out keep their default; unknown ones are errors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where a model is, if one plans.
    pub model: ModelSettings,
    /// How the agent senses and searches.
    pub agent: AgentSettings,
    /// How the world plays.
    pub world: WorldSettings,
}

/// `[model]`: where a model is and how long it may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelSettings {
    /// The address, ending in `/v1`; empty if the rules plan.
    pub url: String,
    /// The model's name at that server.
    pub name: String,
    /// Seconds until there is a connection.
    pub connect_s: f64,
    /// Seconds until the answer begins.
    pub first_token_s: f64,
    /// Seconds until the answer is whole.
    pub total_s: f64,
}

/// `[agent]`: how the agent senses and searches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AgentSettings {
    /// What records call it.
    pub name: String,
    /// What it may know of the world.
    #[serde(with = "PerceptionName")]
    pub perception: Perception,
    /// Nodes that a path search may expand in a tick.
    pub path_nodes_per_tick: u32,
}

/// `[world]`: how the world plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldSettings {
    /// Difficulty.
    #[serde(with = "DifficultyName")]
    pub difficulty: Difficulty,
    /// Chunks around the player that are loaded and ticked.
    pub radius: u8,
    /// Game rules.
    #[serde(with = "Rules")]
    pub rules: GameRules,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Perception", rename_all = "lowercase")]
enum PerceptionName {
    Fair,
    Xray,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Difficulty", rename_all = "lowercase")]
enum DifficultyName {
    Peaceful,
    Easy,
    Normal,
    Hard,
}

/// The game rules by the game's own names.
#[derive(Serialize, Deserialize)]
#[serde(remote = "GameRules", default, deny_unknown_fields, rename_all = "camelCase")]
struct Rules {
    keep_inventory: bool,
    do_daylight_cycle: bool,
    do_weather_cycle: bool,
    do_mob_spawning: bool,
    mob_griefing: bool,
    random_tick_speed: u32,
    natural_regeneration: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        let rules = GameRules::default();
        Rules {
            keep_inventory: rules.keep_inventory,
            do_daylight_cycle: rules.do_daylight_cycle,
            do_weather_cycle: rules.do_weather_cycle,
            do_mob_spawning: rules.do_mob_spawning,
            mob_griefing: rules.mob_griefing,
            random_tick_speed: rules.random_tick_speed,
            natural_regeneration: rules.natural_regeneration,
        }
    }
}

impl Default for ModelSettings {
    fn default() -> ModelSettings {
        let limits = Limits::default();
        ModelSettings {
            url: String::new(),
            name: String::new(),
            connect_s: limits.connect.as_secs_f64(),
            first_token_s: limits.first_token.as_secs_f64(),
            total_s: limits.total.as_secs_f64(),
        }
    }
}

impl Default for AgentSettings {
    fn default() -> AgentSettings {
        let skills = anima_skills::Settings::default();
        AgentSettings {
            name: "anima".into(),
            perception: skills.perception,
            path_nodes_per_tick: skills.path_nodes_per_tick,
        }
    }
}

impl Default for WorldSettings {
    fn default() -> WorldSettings {
        let options = Options::default();
        WorldSettings { difficulty: options.difficulty, radius: options.radius as u8, rules: options.rules }
    }
}

impl Settings {
    /// Refuses values that no game can be played with.
    ///
    /// # Errors
    /// Names the key, what it may be, and what it is.
    pub fn check(&self) -> Result<()> {
        /// A day, in seconds: nobody waits longer for a model.
        const LONGEST: f64 = 86_400.0;
        let ModelSettings { connect_s, first_token_s, total_s, .. } = self.model;
        for (key, seconds) in [("connect_s", connect_s), ("first_token_s", first_token_s), ("total_s", total_s)] {
            ensure!(
                seconds > 0.0 && seconds <= LONGEST,
                "model.{key} is {seconds}; it must lie above 0 and up to {LONGEST}"
            );
        }
        let nodes = self.agent.path_nodes_per_tick;
        ensure!((1..=10_000_000).contains(&nodes), "agent.path_nodes_per_tick is {nodes}; it must be 1 to 10000000");
        let radius = self.world.radius;
        ensure!((2..=32).contains(&radius), "world.radius is {radius}; it must be 2 to 32 chunks");
        let speed = self.world.rules.random_tick_speed;
        ensure!(speed <= 4096, "world.rules.randomTickSpeed is {speed}; it must be 0 to 4096");
        Ok(())
    }

    /// What makes these games easier than survival is, by name. Empty for plain survival.
    pub fn assists(&self) -> Vec<&'static str> {
        let plain = GameRules::default();
        let rules = &self.world.rules;
        let list = [
            ("xray", self.agent.perception == Perception::Xray),
            ("peaceful", self.world.difficulty == Difficulty::Peaceful),
            ("easy", self.world.difficulty == Difficulty::Easy),
            ("keepInventory", rules.keep_inventory),
            ("no doMobSpawning", !rules.do_mob_spawning),
            ("no doDaylightCycle", !rules.do_daylight_cycle),
            ("no mobGriefing", !rules.mob_griefing),
            ("fast random ticks", rules.random_tick_speed > plain.random_tick_speed),
        ];
        list.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
    }

    /// How the skills are made for a seed.
    pub(crate) fn skills(&self, seed: i64) -> anima_skills::Settings {
        anima_skills::Settings {
            perception: self.agent.perception,
            path_nodes_per_tick: self.agent.path_nodes_per_tick,
            seed: seed as u64,
        }
    }

    /// How the world is made for a seed.
    pub(crate) fn options(&self, seed: i64) -> Options {
        Options {
            seed: seed as u64,
            difficulty: self.world.difficulty,
            rules: self.world.rules.clone(),
            radius: self.world.radius.into(),
            ..Options::default()
        }
    }
}

impl ModelSettings {
    /// How long the server may take.
    pub fn limits(&self) -> Limits {
        Limits {
            connect: Duration::from_secs_f64(self.connect_s),
            first_token: Duration::from_secs_f64(self.first_token_s),
            total: Duration::from_secs_f64(self.total_s),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_defaults_holds_every_key_and_its_default() {
        let file: toml::Table = toml::from_str(DEFAULTS).unwrap();
        assert_eq!(toml::from_str::<Settings>(DEFAULTS).unwrap(), Settings::default());
        let all = toml::Table::try_from(Settings::default()).unwrap();
        let keys = |table: &toml::Table| -> Vec<String> {
            let sections = table.iter().flat_map(|(section, values)| {
                let values = values.as_table().into_iter().flatten();
                values.map(move |(key, value)| (format!("{section}.{key}"), value))
            });
            let mut keys: Vec<String> = sections
                .flat_map(|(key, value)| match value.as_table() {
                    Some(inner) => inner.keys().map(|last| format!("{key}.{last}")).collect(),
                    None => vec![key],
                })
                .collect();
            keys.sort();
            keys
        };
        assert_eq!(keys(&file), keys(&all));
    }

    #[test]
    fn values_out_of_range_are_named() {
        let broken = |change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            change(&mut settings);
            settings.check().unwrap_err().to_string()
        };
        assert!(broken(|s| s.model.connect_s = f64::NAN).contains("model.connect_s"));
        assert!(broken(|s| s.agent.path_nodes_per_tick = 0).contains("agent.path_nodes_per_tick"));
        assert!(broken(|s| s.world.radius = 200).contains("world.radius is 200"));
        assert!(Settings::default().check().is_ok());
    }

    #[test]
    fn what_makes_it_easier_is_listed() {
        assert!(Settings::default().assists().is_empty());
        let easier = "[agent]\nperception = \"xray\"\n[world]\ndifficulty = \"peaceful\"\nrules.keepInventory = true";
        let settings: Settings = toml::from_str(easier).unwrap();
        assert_eq!(settings.assists(), ["xray", "peaceful", "keepInventory"]);
    }
}
