//! How a game begins, as records keep it.

use serde::{Deserialize, Serialize};

use crate::{Blueprints, Part, Rounds, Scenario, Settings};

/// What stands between the goals of two parts.
const THEN: &str = ", then ";

/// Which program plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// The program's version.
    pub anima: String,
    /// The commit it was built from, if that is known.
    pub commit: Option<String>,
    /// The version of the rules.
    pub minecraft: String,
}

/// That a game was played on a dedicated server by a body that is the server's own: nothing of it is foreseen as a client
/// does, and no answer is late.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ServerBody {
    /// The seed of the server's world. A game's own seed is that of the agent's dice.
    pub world_seed: i64,
    /// The block column around which the player started, x and z: see [`Places`](crate::Places).
    pub place: [i32; 2],
    /// Whether the server ticked as fast as it could.
    pub warp: bool,
}

/// How a game begins, as records keep it: all that decides how it goes, but for the files of a save.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The goal in the player's words.
    pub goal: String,
    /// What is to be true at the end.
    pub wanted: String,
    /// The blueprints that the goal names.
    #[serde(default, skip_serializing_if = "Blueprints::is_empty")]
    pub blueprints: Blueprints,
    /// The seed.
    pub seed: i64,
    /// `generated`, or the name of the save.
    pub world: String,
    /// Feet of the player at the start, if they were given.
    pub at: Option<[f64; 3]>,
    /// How the operator set the world at the start.
    #[serde(default, skip_serializing_if = "Scenario::is_default")]
    pub scenario: Scenario,
    /// Game ticks after which it is over, or the next part begins.
    pub limit: u64,
    /// Further parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Part>,
    /// That the agent gets ready for the last part in the first, in rounds; the seed is that of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prepare: Option<Rounds>,
    /// `fair` or `xray`.
    pub perception: String,
    /// Whether the blocks near by are known unseen.
    pub near_terrain: bool,
    /// Ticks to the server and back.
    #[serde(default)]
    pub latency: u32,
    /// That it is played by a server's body, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_body: Option<ServerBody>,
    /// What makes it easier than survival is.
    pub assists: Vec<String>,
    /// The model that plans; `None` if the rules do.
    pub model: Option<String>,
    /// How world and agent are made.
    pub settings: Settings,
    /// Which program plays.
    pub versions: Versions,
}

impl Start {
    /// What settings, and what operators set for its parts, say of a game's start; the rest is left as that of no game.
    pub fn of(settings: &Settings, scenario: Scenario, then: Vec<Part>) -> Start {
        let scenarios = std::iter::once(&scenario).chain(then.iter().map(|part| &part.scenario));
        let assists = settings.assists_with(scenarios);
        let mut settings = settings.clone();
        settings.model.forget_server();
        Start {
            goal: String::new(),
            wanted: String::new(),
            blueprints: Blueprints::default(),
            seed: 0,
            world: String::new(),
            at: None,
            scenario,
            limit: 0,
            then,
            prepare: None,
            perception: settings.agent.perception.name().to_owned(),
            near_terrain: settings.agent.near_terrain,
            latency: settings.world.latency,
            server_body: None,
            assists,
            model: None,
            settings,
            versions: Versions::default(),
        }
    }

    /// The goals of all parts, in the player's words.
    pub fn goals(&self) -> String {
        let goals = std::iter::once(&self.goal).chain(self.then.iter().map(|part| &part.goal));
        goals.cloned().collect::<Vec<_>>().join(THEN)
    }
}
