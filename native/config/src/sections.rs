//! The sections of the file that more than one host reads.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// `mind.at_cap`: what is done where a call of the model could pass a cap.
pub use anima_mind::AtCap;
/// `[mind]`: by what program a goal is pursued, and what answers its questions: the rules or a model.
pub use anima_mind::Settings as MindSettings;
use anima_mind::{Handbook, Prompts};
use anima_model::{Budget, Cap, Limits, Price, ServerSettings, check_address};
use anima_skills::Perception;
use anyhow::{Context, Result, anyhow, ensure};
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
    /// Seconds from one piece of the answer to the next.
    pub idle_s: f64,
    /// Seconds until the answer is whole, all attempts included.
    pub total_s: f64,
    /// Tokens for what the model thinks before it answers, on top of the answer's own.
    pub reasoning_tokens: u32,
    /// Requests to the server at one time, by all agents of the process.
    pub at_once: u32,
    /// What a million tokens of a request cost; -1 if nobody said.
    pub price_prompt: f64,
    /// What a million tokens of an answer cost; -1 if nobody said.
    pub price_answer: f64,
    /// Most requests for a goal; 0 for any number.
    pub calls_per_goal: u64,
    /// Most tokens for a goal; 0 for any number.
    pub tokens_per_goal: u64,
    /// Most money for a goal; 0 for any sum.
    pub money_per_goal: f64,
    /// Most requests in a day (UTC), by all who play here; 0 for any number.
    pub calls_per_day: u64,
    /// Most tokens in a day; 0 for any number.
    pub tokens_per_day: u64,
    /// Most money in a day; 0 for any sum.
    pub money_per_day: f64,
    /// The folder where what is spent is counted; empty: `.anima/spent` in the user's home.
    pub spent: String,
    /// The folder where answers are kept; empty for none.
    pub cache: String,
    /// The folder into which requests and answers are written; empty for none.
    pub record: String,
    /// The folder of a recorded run that answers in the server's place; empty for none.
    pub replay: String,
}

/// `[memory]`: what an agent remembers of other games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MemorySettings {
    /// The file that it recalls from and writes to; empty for none.
    pub file: String,
    /// Whether it only recalls, and writes nothing down.
    pub read_only: bool,
    /// The picture model (ONNX) by which pictures are compared; empty for colour and layout.
    pub eye: String,
    /// ONNX Runtime's library, which runs the picture model.
    pub onnx_runtime: String,
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
    /// A folder of prompts that stand in for the packed ones; empty for none.
    pub prompts: String,
    /// A folder of markdown files whose pages a model is shown when they are about its goal; empty for none.
    pub handbook: String,
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
        let server = ServerSettings::default();
        let limits = server.limits;
        ModelSettings {
            url: String::new(),
            name: String::new(),
            connect_s: limits.connect.as_secs_f64(),
            first_token_s: limits.first_token.as_secs_f64(),
            idle_s: limits.idle.as_secs_f64(),
            total_s: limits.total.as_secs_f64(),
            reasoning_tokens: server.reasoning_tokens,
            at_once: server.at_once as u32,
            price_prompt: -1.0,
            price_answer: -1.0,
            calls_per_goal: 0,
            tokens_per_goal: 0,
            money_per_goal: 0.0,
            calls_per_day: 0,
            tokens_per_day: 0,
            money_per_day: 0.0,
            spent: String::new(),
            cache: String::new(),
            record: String::new(),
            replay: String::new(),
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
            prompts: String::new(),
            handbook: String::new(),
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

impl AgentSettings {
    /// The words by which a model is asked.
    ///
    /// # Errors
    /// If a prompt of the folder is none; names it.
    pub fn prompts(&self) -> Result<Arc<Prompts>> {
        match self.prompts.as_str() {
            "" => Ok(Prompts::packed()),
            folder => Prompts::with_folder(Path::new(folder)).map_err(|why| anyhow!("agent.prompts: {why}")),
        }
    }

    /// The pages of advice for a model: the packed ones, and those of the folder if one is named.
    ///
    /// # Errors
    /// The folder or file that cannot be read, and what to do.
    pub fn handbook(&self) -> Result<Arc<Handbook>> {
        match self.handbook.as_str() {
            "" => Ok(Handbook::packed()),
            folder => Handbook::with_folder(Path::new(folder)).map_err(|why| anyhow!("agent.handbook: {why}")),
        }
    }
}

impl ModelSettings {
    /// How long the server may take.
    pub fn limits(&self) -> Limits {
        Limits {
            connect: Duration::from_secs_f64(self.connect_s),
            first_token: Duration::from_secs_f64(self.first_token_s),
            idle: Duration::from_secs_f64(self.idle_s),
            total: Duration::from_secs_f64(self.total_s),
        }
    }

    /// Forgets who answers and where, which a record tells elsewhere or changes nothing in a game, and the folders of this
    /// machine.
    pub fn forget_server(&mut self) {
        let ModelSettings { url, name, spent, cache, record, replay, .. } = self;
        [url, name, spent, cache, record, replay].into_iter().for_each(String::clear);
    }

    /// What may be spent, and where it is counted.
    pub fn budget(&self) -> Budget {
        let some = |cap: u64| Some(cap).filter(|cap| *cap > 0);
        let sum = |cap: f64| Some(cap).filter(|cap| *cap > 0.0);
        let home = || std::env::home_dir().map(|home| home.join(".anima/spent"));
        let folder = if self.spent.is_empty() { home() } else { Some(self.spent.clone().into()) };
        let is_known = self.price_prompt >= 0.0 && self.price_answer >= 0.0;
        Budget {
            folder,
            per_goal: Cap {
                calls: some(self.calls_per_goal),
                tokens: some(self.tokens_per_goal),
                money: sum(self.money_per_goal),
            },
            per_day: Cap {
                calls: some(self.calls_per_day),
                tokens: some(self.tokens_per_day),
                money: sum(self.money_per_day),
            },
            price: is_known.then_some(Price { prompt: self.price_prompt, answer: self.price_answer }),
        }
    }

    /// Refuses values that nobody can wait for, and caps that cannot be kept.
    ///
    /// # Errors
    /// Names the key, what it may be, and what it is.
    pub fn check(&self) -> Result<()> {
        /// A day, in seconds: nobody waits longer for a model.
        const LONGEST: f64 = 86_400.0;
        let ModelSettings { connect_s, first_token_s, idle_s, total_s, .. } = *self;
        if !self.url.is_empty() {
            check_address(&self.url).context("model.url")?;
        }
        let seconds =
            [("connect_s", connect_s), ("first_token_s", first_token_s), ("idle_s", idle_s), ("total_s", total_s)];
        for (key, seconds) in seconds {
            ensure!(
                seconds > 0.0 && seconds <= LONGEST,
                "model.{key} is {seconds}; it must lie above 0 and up to {LONGEST}"
            );
        }
        let ModelSettings { price_prompt, price_answer, money_per_goal, money_per_day, at_once, .. } = *self;
        for (key, price) in [("price_prompt", price_prompt), ("price_answer", price_answer)] {
            ensure!(
                price.is_finite() && (price >= 0.0 || price == -1.0),
                "model.{key} is {price}; it must be 0 or more, or -1 if it is not known"
            );
        }
        for (key, money) in [("money_per_goal", money_per_goal), ("money_per_day", money_per_day)] {
            ensure!(money.is_finite() && money >= 0.0, "model.{key} is {money}; it must be 0 or more");
        }
        ensure!((1..=1000).contains(&at_once), "model.at_once is {at_once}; it must be 1 to 1000");
        let both = self.record.is_empty() || self.replay.is_empty();
        ensure!(both, "model.record and model.replay are both set; leave one of them out");
        Ok(self.budget().check()?)
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

    /// How the skills are made.
    pub fn skills(&self) -> anima_skills::Settings {
        anima_skills::Settings {
            perception: self.perception,
            near_terrain: self.near_terrain,
            path_nodes_per_tick: self.path_nodes_per_tick,
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
