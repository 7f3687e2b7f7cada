//! Everything that shapes a game beside its goal, seed and place.

use std::collections::BTreeSet;

use anima_config::{AgentSettings, Configured, GameSettings, MemorySettings, MindSettings, ModelSettings};
use anima_rules::{Difficulty, GameRules};
use anima_skills::Perception;
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use crate::Scenario;

/// The most ticks to a server and back that games are played with: two seconds.
pub const MOST_LATENCY: u32 = 40;

/// How games are played. Keys that are left out keep their default; unknown ones are errors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where a model is, if one plans.
    pub model: ModelSettings,
    /// How the agent senses and searches.
    pub agent: AgentSettings,
    /// How its mind is made up.
    pub mind: MindSettings,
    /// What it remembers.
    pub memory: MemorySettings,
    /// How the world plays.
    pub world: WorldSettings,
    /// How the agent plays in the real game: not asked here, and in no record.
    #[serde(skip_serializing)]
    pub game: GameSettings,
}

/// `[world]`: how the world plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldSettings {
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Chunks around the player that are loaded and ticked.
    pub radius: u8,
    /// Ticks until the player's client shows what its server makes of what the hands do.
    pub latency: u32,
    /// Game rules.
    #[serde(with = "Rules")]
    pub rules: GameRules,
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

impl Default for WorldSettings {
    fn default() -> WorldSettings {
        WorldSettings { difficulty: Difficulty::default(), radius: 10, latency: 0, rules: GameRules::default() }
    }
}

impl Configured for Settings {
    fn check(&self) -> Result<()> {
        self.model.check()?;
        self.agent.check()?;
        self.game.check()?;
        let radius = self.world.radius;
        ensure!((2..=32).contains(&radius), "world.radius is {radius}; it must be 2 to 32 chunks");
        let latency = self.world.latency;
        ensure!(latency <= MOST_LATENCY, "world.latency is {latency}; it must be 0 to {MOST_LATENCY} ticks");
        let speed = self.world.rules.random_tick_speed;
        ensure!(speed <= 4096, "world.rules.randomTickSpeed is {speed}; it must be 0 to 4096");
        Ok(())
    }
}

impl Settings {
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

    /// The same with what operators set for the parts of a game, each told once.
    pub fn assists_with<'a>(&self, scenarios: impl IntoIterator<Item = &'a Scenario>) -> Vec<String> {
        let mut assists = self.assists();
        scenarios.into_iter().for_each(|scenario| assists.extend(scenario.assists()));
        let mut told = BTreeSet::new();
        assists.retain(|assist| told.insert(*assist));
        assists.into_iter().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use anima_config::DEFAULTS;

    use super::*;

    #[test]
    fn the_file_of_defaults_holds_every_key_and_its_default() {
        let file: toml::Table = toml::from_str(DEFAULTS).unwrap();
        assert_eq!(toml::from_str::<Settings>(DEFAULTS).unwrap(), Settings::default());
        let mut all = toml::Table::try_from(Settings::default()).unwrap();
        all.insert("game".into(), toml::Value::try_from(GameSettings::default()).unwrap());
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
        assert!(broken(|s| s.world.latency = 41).contains("world.latency is 41"));
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
