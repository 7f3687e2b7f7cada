//! What all games are given on the command line: as it was typed, and what it means.

use std::path::{Path, PathBuf};

use anima_bench::Land;
use anima_config::AGENTS;
use anima_model::ServerSettings;
use anima_suite::{MOST_LATENCY, MOST_TICKS, Scenario, Settings, check_position};
use anyhow::{Context, Result, ensure};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum, ValueHint};

use crate::config::Layers;
use crate::operator::OperatorArgs;
use crate::output;

/// Where and how games are played, as typed.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Play on a real save of Minecraft 1.18 to 1.19.4 instead of generated terrain.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Where")]
    pub world: Option<PathBuf>,

    /// Where the player's feet start; the world's spawn if not given.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = position, help_heading = "Where")]
    pub at: Option<Position>,

    /// Game ticks after which it is over, 36000 or what the suite says if not given; 20 are a second of play. The agent
    /// knows the limit, and takes more or less along by it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_TICKS), help_heading = "How")]
    pub ticks: Option<u64>,

    #[command(flatten)]
    operator: OperatorArgs,

    /// peaceful, easy, normal or hard.
    #[arg(long, value_enum, value_name = "WORD", hide_possible_values = true, help_heading = "How")]
    pub difficulty: Option<Difficulty>,

    /// Set a game rule, such as keepInventory=true; may be given again.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = rule, help_heading = "How")]
    pub rules: Vec<Rule>,

    /// What the agent may know: fair, what a player could have seen; xray, all that is loaded.
    #[arg(long, value_enum, value_name = "WORD", hide_possible_values = true, help_heading = "How")]
    pub perception: Option<Perception>,

    /// Know nothing of the blocks near by but what was seen: otherwise those within 10 of the eyes are known, hollows in
    /// the rock too.
    #[arg(long, help_heading = "How")]
    pub no_near_terrain: bool,

    /// Play as on a server so far away: ticks until the player's client shows what the server makes of what the hands do.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_LATENCY)), help_heading = "How")]
    pub latency: Option<u32>,

    /// The agent that plays: own, rules, gitm, deps, jarvis, odyssey or xray. All but rules ask a model
    /// (--model); without one the rules answer.
    #[arg(long, value_name = "NAME", value_parser = agent_names(), hide_possible_values = true, help_heading = "How")]
    pub agent: Option<String>,

    /// Let a model plan that is served at this OpenAI-compatible address, ending in /v1.
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, help_heading = "How")]
    pub model: Option<String>,

    /// The model's name at that server.
    #[arg(long, value_name = "NAME", help_heading = "How")]
    pub model_name: Option<String>,

    /// Let the agent recall from this file what it lived through in other games, and write down what it lives through now;
    /// it is made if it is not there. `anima bench run` recalls only, `anima learn` is for learning.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "How")]
    pub memory: Option<String>,

    /// Write every request to the model and its answer into a folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "How", conflicts_with = "model_replay")]
    pub model_record: Option<String>,

    /// Let the model's answers be those that were written into a folder; no connection is opened.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "How")]
    pub model_replay: Option<String>,

    /// Keep the model's answers in a folder, and ask the same only once.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "How")]
    pub model_cache: Option<String>,

    /// Lay a configuration file over the defaults; may be given again, the last one wins.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "How")]
    pub config: Vec<PathBuf>,
}

/// What a single game is given beside.
#[derive(Args, Clone, Debug)]
pub struct OneGameArgs {
    /// Seed of the generated terrain and of everything random; a new one is chosen and shown if not given.
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "Where")]
    pub seed: Option<i64>,

    /// Write first-person pictures and a map of the journey into a folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub frames: Option<PathBuf>,

    /// Write the record of the game as JSON lines into a file, and run.json beside it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub record: Option<PathBuf>,
}

/// A position in blocks.
pub type Position = [f64; 3];

/// How dangerous the world is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Difficulty {
    /// No hostile mobs.
    Peaceful,
    /// Weak mobs.
    Easy,
    /// The game's default.
    Normal,
    /// Strong mobs.
    Hard,
}

/// What the agent may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Perception {
    /// What a player could have seen.
    Fair,
    /// All that is loaded.
    Xray,
}

/// A game rule and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    name: String,
    value: toml::Value,
}

/// Values that are laid over the presets, by whom.
pub enum Over {
    /// What a file sets; typed options stand over it.
    File(String, toml::Table),
    /// A value that stands over what was typed.
    Last(&'static str, [&'static str; 2], String),
}

/// Where and how games are played: what was typed, the files it names and the environment, taken together.
pub struct Meaning {
    /// How worlds and agents are made.
    pub settings: Settings,
    /// The model that plans, if one does.
    pub model: Option<ServerSettings>,
    /// The save, if one was given.
    pub land: Option<Land>,
}

impl GameArgs {
    /// What it means. `suite` is what a suite sets of the settings.
    ///
    /// # Errors
    /// If a file, a value or the save cannot be used; says which.
    pub fn meaning(&self, suite: Option<(&str, &toml::Table)>) -> Result<Meaning> {
        let over: Vec<Over> =
            suite.map(|(name, values)| Over::File(name.to_owned(), values.clone())).into_iter().collect();
        self.meaning_of(self.agent.as_deref(), &over)
    }

    /// What it means for an agent that somebody else names, with what is laid over its preset.
    ///
    /// # Errors
    /// As [`GameArgs::meaning`]; also if there is no such agent.
    pub fn meaning_of(&self, agent: Option<&str>, over: &[Over]) -> Result<Meaning> {
        let mut layers = Layers::new().files(&self.config)?;
        if let Some(agent) = agent {
            let names = || AGENTS.map(|(name, _)| name).join(", ");
            let found = AGENTS.iter().find(|(name, _)| *name == agent);
            let (name, text) = found.with_context(|| format!("there is no agent {agent}; there are {}", names()))?;
            layers = layers.text(Path::new(&format!("--agent {name}")), text)?;
        }
        for over in over {
            if let Over::File(name, values) = over {
                layers = layers.with(name, values.clone());
            }
        }
        layers = self.typed(layers.environment()?);
        for over in over {
            if let Over::Last(by, key, value) = over {
                layers = layers.set(by, key, value.clone());
            }
        }
        let settings = layers.settings()?;
        ensure!(
            self.model_name.is_none() || !settings.model.url.is_empty(),
            "--model-name names no server; say where the model is served with --model URL"
        );
        ensure!(
            self.model.is_none() || settings.mind.asks_model(),
            "--model names a server, but mind.plan is \"rules\": leave one of them out"
        );
        let model = anima_config::server(&settings.model, settings.mind)?;
        if let (Some(agent), None, true) = (agent, &model, settings.mind.is_published()) {
            output::remark(format_args!(
                "agent {agent} has no model: the rules answer in its place; give one with --model URL --model-name NAME"
            ));
        }
        let land = self.world.as_deref().map(Land::open).transpose()?;
        Ok(Meaning { settings, model, land })
    }

    /// What the operator sets: what was typed, laid over what a suite says.
    ///
    /// # Errors
    /// If it does not fit together; says what.
    pub fn scenario(&self, suite: &Scenario) -> Result<Scenario> {
        self.operator.scenario(suite)
    }

    fn typed(&self, mut layers: Layers) -> Layers {
        let words = [
            ("--model", ["model", "url"], self.model.clone()),
            ("--model-name", ["model", "name"], self.model_name.clone()),
            ("--model-record", ["model", "record"], self.model_record.clone()),
            ("--model-replay", ["model", "replay"], self.model_replay.clone()),
            ("--model-cache", ["model", "cache"], self.model_cache.clone()),
            ("--memory", ["memory", "file"], self.memory.clone()),
            ("--difficulty", ["world", "difficulty"], self.difficulty.map(word)),
            ("--perception", ["agent", "perception"], self.perception.map(word)),
        ];
        for (option, key, value) in words {
            if let Some(value) = value {
                layers = layers.set(option, &key, value);
            }
        }
        if self.no_near_terrain {
            layers = layers.set("--no-near-terrain", &["agent", "near_terrain"], false);
        }
        if let Some(latency) = self.latency {
            layers = layers.set("--latency", &["world", "latency"], latency);
        }
        for rule in &self.rules {
            layers = layers.set("--rule", &["world", "rules", &rule.name], rule.value.clone());
        }
        layers
    }
}

fn agent_names() -> PossibleValuesParser {
    PossibleValuesParser::new(AGENTS.map(|(name, _)| name))
}

/// The word that was typed for a value.
fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

fn position(text: &str) -> Result<Position> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse::<f64>()).collect();
    let position = numbers.ok().and_then(|numbers| Position::try_from(numbers).ok());
    let position = position.filter(|position| position.iter().all(|number| number.is_finite()));
    let position = position.context("three numbers are wanted, such as -91.5,87,68.5")?;
    check_position(position)?;
    Ok(position)
}

fn rule(text: &str) -> Result<Rule> {
    let rules = anima_suite::WorldSettings::default();
    let known = toml::Table::try_from(rules).unwrap_or_default();
    let known = known.get("rules").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let names = known.keys().cloned().collect::<Vec<_>>().join(", ");
    let (name, value) = text.split_once('=').context("NAME=VALUE is wanted, such as keepInventory=true")?;
    let default = known.get(name).with_context(|| format!("there is no rule {name}; the rules are {names}"))?;
    let value = match default {
        toml::Value::Boolean(_) => toml::Value::Boolean(value.parse().context("true or false is wanted")?),
        _ => toml::Value::Integer(value.parse::<u32>().context("a whole number is wanted")?.into()),
    };
    Ok(Rule { name: name.to_owned(), value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_three_numbers_in_the_world() {
        assert_eq!(position("-91.5,87,68.5").unwrap(), [-91.5, 87.0, 68.5]);
        assert_eq!(position("1, 64, -2").unwrap(), [1.0, 64.0, -2.0]);
        for wrong in ["", "1,2", "1,2,3,4", "a,b,c", "nan,1,1", "1,400,1", "1e9,64,0", "inf,0,0"] {
            assert!(position(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn rules_have_the_games_names_and_kinds() {
        assert_eq!(rule("keepInventory=true").unwrap().value, toml::Value::Boolean(true));
        assert_eq!(rule("randomTickSpeed=30").unwrap().value, toml::Value::Integer(30));
        let says = |text: &str| format!("{:#}", rule(text).unwrap_err());
        assert!(says("keepinventory=true").contains("keepInventory"));
        assert!(says("keepInventory").contains("NAME=VALUE"));
        assert!(says("keepInventory=yes").contains("true or false"));
        assert!(says("randomTickSpeed=-1").contains("whole number"));
    }
}
