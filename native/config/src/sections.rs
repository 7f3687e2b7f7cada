//! The sections of the file that more than one host reads.

use std::time::Duration;

/// `[mind]`: by what program a goal is pursued, and what answers its questions: the rules or a model.
pub use anima_mind::Settings as MindSettings;
use anima_model::{Limits, check_address};
use anima_skills::Perception;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

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
    /// Whether it knows the blocks within 10 of the eyes unseen, hollows in the rock too; a player sees less.
    pub near_terrain: bool,
    /// Nodes that a path search may expand in a tick.
    pub path_nodes_per_tick: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Perception", rename_all = "lowercase")]
enum PerceptionName {
    Fair,
    Xray,
}

/// `[game]`: how the agent plays in the real game; the embedded world does not ask for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameSettings {
    /// Whether the world stands still while the agent thinks, where it may.
    pub pause: bool,
    /// Seconds after which any pause ends.
    pub watchdog_s: u32,
    /// How the head is turned.
    pub look: LookSteps,
    /// Whether the panel is shown.
    pub hud: bool,
    /// Where the panel is.
    pub hud_corner: HudCorner,
    /// Size of the panel; 1 is that of the game's text.
    pub hud_scale: f64,
    /// Whether the agent takes pictures: `/anima why` saves the last.
    pub pictures: bool,
    /// Whether the agent's pictures show what lies over the world, too.
    pub frame_with_hud: bool,
    /// Game ticks after which a goal is given up; 0 for never.
    pub limit_ticks: u64,
    /// Seed of the agent's own choices; 0 for a new one each time.
    pub seed: i64,
}

/// How the head is turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LookSteps {
    /// In whole steps of the mouse, as a hand does.
    #[default]
    Steps,
    /// To the exact angle.
    Exact,
}

/// A corner of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum HudCorner {
    #[default]
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
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
            near_terrain: skills.near_terrain,
            path_nodes_per_tick: skills.path_nodes_per_tick,
        }
    }
}

impl Default for GameSettings {
    fn default() -> GameSettings {
        GameSettings {
            pause: true,
            watchdog_s: 60,
            look: LookSteps::default(),
            hud: true,
            hud_corner: HudCorner::default(),
            hud_scale: 1.0,
            pictures: true,
            frame_with_hud: false,
            limit_ticks: 0,
            seed: 0,
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

    /// Refuses values that nobody can wait for.
    ///
    /// # Errors
    /// Names the key, what it may be, and what it is.
    pub fn check(&self) -> Result<()> {
        /// A day, in seconds: nobody waits longer for a model.
        const LONGEST: f64 = 86_400.0;
        let ModelSettings { connect_s, first_token_s, total_s, .. } = *self;
        if !self.url.is_empty() {
            check_address(&self.url).context("model.url")?;
        }
        for (key, seconds) in [("connect_s", connect_s), ("first_token_s", first_token_s), ("total_s", total_s)] {
            ensure!(
                seconds > 0.0 && seconds <= LONGEST,
                "model.{key} is {seconds}; it must lie above 0 and up to {LONGEST}"
            );
        }
        Ok(())
    }
}

impl AgentSettings {
    /// Refuses values that nothing can be searched with.
    ///
    /// # Errors
    /// Names the key, what it may be, and what it is.
    pub fn check(&self) -> Result<()> {
        let nodes = self.path_nodes_per_tick;
        ensure!((1..=10_000_000).contains(&nodes), "agent.path_nodes_per_tick is {nodes}; it must be 1 to 10000000");
        Ok(())
    }

    /// How the skills are made for a seed.
    pub fn skills(&self, seed: i64) -> anima_skills::Settings {
        anima_skills::Settings {
            perception: self.perception,
            near_terrain: self.near_terrain,
            path_nodes_per_tick: self.path_nodes_per_tick,
            seed: seed as u64,
        }
    }
}

impl GameSettings {
    /// Refuses values that the game cannot be played with.
    ///
    /// # Errors
    /// Names the key, what it may be, and what it is.
    pub fn check(&self) -> Result<()> {
        let GameSettings { watchdog_s, hud_scale, .. } = *self;
        ensure!((1..=3600).contains(&watchdog_s), "game.watchdog_s is {watchdog_s}; it must be 1 to 3600");
        ensure!((0.25..=4.0).contains(&hud_scale), "game.hud_scale is {hud_scale}; it must be 0.25 to 4");
        Ok(())
    }
}
