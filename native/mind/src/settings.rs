//! How a mind is made up: by what program it pursues a goal, what answers its questions, and the switches of the published
//! agents.

use std::fmt;
use std::num::NonZeroU32;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// How a mind is made up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The program by which a goal is pursued.
    pub pursue: Program,
    /// What answers its questions: the rules or a model.
    pub plan: By,
    /// Whether a model's plan is run on the rules before it is carried out, and asked for again where it does not work; what
    /// is only worth having in it is then had before the way down, or done without.
    pub check: bool,
    /// Whether a model is told how to get things: recipes, ores, heights.
    pub knowledge: bool,
    /// Whether the rules plan where a model's answers do not work.
    pub fallback: bool,
    /// Which failures a model explains, of an agent that has them explained.
    pub explain: Explained,
    /// What is done where a call of the model could pass a cap.
    pub at_cap: AtCap,
    /// Whether a model that plans is shown a picture of what the player sees, as far as it can see.
    pub show: bool,
    /// The switches of our own.
    pub own: Own,
    /// The switches of GITM.
    pub gitm: Gitm,
    /// The switches of DEPS.
    pub deps: Deps,
    /// The switches of JARVIS-1.
    pub jarvis: Jarvis,
    /// The switches of ODYSSEY.
    pub odyssey: Odyssey,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            pursue: Program::default(),
            plan: By::default(),
            check: true,
            knowledge: true,
            fallback: true,
            explain: Explained::default(),
            at_cap: AtCap::default(),
            show: false,
            own: Own::default(),
            gitm: Gitm::default(),
            deps: Deps::default(),
            jarvis: Jarvis::default(),
            odyssey: Odyssey::default(),
        }
    }
}

impl Settings {
    /// Whether there is a question that is left to a model.
    pub fn asks_model(self) -> bool {
        self.plan == By::Model
    }

    /// Whether it is one of the published agents, which are made for a model.
    pub fn is_published(self) -> bool {
        self.pursue != Program::Own
    }

    /// Whether it looks at pictures: a model is shown them, or what is remembered is found by how it looks.
    pub fn looks_at_pictures(self, has_model: bool, remembers: bool) -> bool {
        let recalls = self.pursue == Program::Jarvis && self.jarvis.retrieval == Retrieval::Multimodal;
        self.show && has_model && self.asks_model() || recalls && remembers
    }
}

/// A program by which a goal is pursued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Program {
    /// Our own: plan, act, learn what failed, plan anew.
    #[default]
    Own,
    /// Ghost in the Minecraft (arXiv 2305.17144): sub-goals by decomposition, structured actions, text memory.
    Gitm,
    /// Describe, explain, plan and select (arXiv 2302.01560).
    Deps,
    /// JARVIS-1 (arXiv 2311.05997): multimodal memory, self-check, self-explain.
    Jarvis,
    /// ODYSSEY (arXiv 2407.15325): a planner, a library of skills, a critic.
    Odyssey,
}

impl fmt::Display for Program {
    /// The word for it in a file of settings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Program::Own => "own",
            Program::Gitm => "gitm",
            Program::Deps => "deps",
            Program::Jarvis => "jarvis",
            Program::Odyssey => "odyssey",
        })
    }
}

/// What answers a question of a mind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The rules, which need no model and ask none.
    Rules,
    /// The model where one is configured; the rules where there is none, or where its answers do not work.
    #[default]
    Model,
}

/// Which failures a model explains, of an agent that has them explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Explained {
    /// Those of which the rules do not know what was lacking.
    #[default]
    Unclear,
    /// All, as in the papers of DEPS and JARVIS-1.
    All,
}

/// What is done where a call of the model could pass a cap on calls, tokens or money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AtCap {
    /// The rules go on.
    #[default]
    Rules,
    /// The goal ends and tells what was left of its plan ([`anima_intent::Cause::Capped`]).
    Stop,
}

/// A number of times that something may be done.
const fn count(times: u32) -> NonZeroU32 {
    NonZeroU32::new(times).expect("each is written here and above zero")
}

/// Our own switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Own {
    /// Whether a plan that is remembered to have reached the very goal, and works from here, spares the model's.
    pub remember: bool,
    /// Whether of a model's plan what takes least comes first, as with DEPS's selector; else its order is kept.
    pub select: bool,
}

impl Default for Own {
    fn default() -> Own {
        Own { remember: true, select: true }
    }
}

/// GITM's switches (its Table 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gitm {
    /// Whether a goal is taken apart into sub-goals; else it is planned as a whole.
    pub decompose: bool,
    /// Whether the planner is told what failed and asked again; else a sub-goal has one plan.
    pub feedback: bool,
    /// Whether plans that worked are kept and shown.
    pub memory: bool,
    /// Whether what an item needs is read off a remembered plan that has got it, and no model asked; the paper asks always.
    pub recall_needs: bool,
    /// Whether a plan that is remembered to have reached the very sub-goal, and works from here, spares the model's; the
    /// paper asks always.
    pub spare_plans: bool,
    /// Plans asked for a sub-goal before it is given up (30 in its section 4.3).
    pub queries: NonZeroU32,
}

impl Default for Gitm {
    fn default() -> Gitm {
        Gitm {
            decompose: true,
            feedback: true,
            memory: true,
            recall_needs: true,
            spare_plans: true,
            queries: count(30),
        }
    }
}

/// DEPS's switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deps {
    /// Which of the acts that are ready comes next (its section 4.3.1).
    pub selector: Selector,
    /// Whether the planner is told which steps worked and which failed.
    pub describe: bool,
    /// Whether the failure is explained before the plan is made anew.
    pub explain: bool,
    /// Plans after the first (its Table 4).
    pub rounds: Most,
}

impl Default for Deps {
    fn default() -> Deps {
        Deps { selector: Selector::Horizon, describe: true, explain: true, rounds: Most(None) }
    }
}

/// Which of the acts that are ready comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Selector {
    /// The first of the plan.
    Fixed,
    /// Any of them.
    Random,
    /// One whose target is in sight, by words in place of pictures.
    Similarity,
    /// The one that is reached soonest: by the durations of the past, else by estimate.
    #[default]
    Horizon,
}

/// So many at most: a number, or `unlimited`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most(pub Option<u32>);

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => write!(f, "{number}"),
            None => f.write_str("unlimited"),
        }
    }
}

impl Serialize for Most {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Most {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Most, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u32),
            Word(String),
        }
        match Written::deserialize(from)? {
            Written::Number(number) => Ok(Most(Some(number))),
            Written::Word(word) if word == "unlimited" => Ok(Most(None)),
            Written::Word(word) => word
                .parse()
                .map(|number| Most(Some(number)))
                .map_err(|_| de::Error::custom(format!("{word:?} is no number; write a number or \"unlimited\""))),
        }
    }
}

/// JARVIS-1's switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Jarvis {
    /// What of its memory is shown to the planner (its Table 4).
    pub retrieval: Retrieval,
    /// Whether the model is not asked what to look up where a plan for the very goal is remembered; the paper asks always.
    pub spare_queries: bool,
    /// Whether a plan is gone through before it is carried out.
    pub self_check: bool,
    /// Whether a failure is explained before the plan is made anew.
    pub self_explain: bool,
    /// What chooses its goals where nobody gives it one (its Figure 7).
    pub curriculum: Curriculum,
    /// Plans that worked that it recalls from, the first ones of its memory (its Figure 6).
    pub memory_size: Most,
}

impl Default for Jarvis {
    fn default() -> Jarvis {
        Jarvis {
            retrieval: Retrieval::Multimodal,
            spare_queries: true,
            self_check: true,
            self_explain: true,
            curriculum: Curriculum::Model,
            memory_size: Most(None),
        }
    }
}

/// What chooses an agent's goals where nobody gives it one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Curriculum {
    /// The model where it answers, else the rules.
    #[default]
    Model,
    /// The order that people have made: what is soonest had comes first, by the rules.
    Human,
    /// Chance, among what is new and can be had.
    Random,
}

/// What is recalled for a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retrieval {
    /// Nothing.
    None,
    /// By the words of the task (T).
    Text,
    /// By the words of the task and of what it needs on the way (T+R).
    Reasoning,
    /// The same, the more alike what is seen and carried the sooner (M+R).
    #[default]
    Multimodal,
}

/// ODYSSEY's switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Odyssey {
    /// What its planner is shown.
    pub planner: Planner,
    /// What its tasks are done with.
    pub library: Library,
    /// Whether a skill gets what it needs by other skills first.
    pub recursion: bool,
    /// How often a task is tried before it counts as failed.
    pub tries: NonZeroU32,
    /// What judges whether a task is done: the rules where they can tell, or the model always, as in the paper.
    pub critic: Critic,
    /// What comments on a round of a fight, for the preparation of the next.
    pub comment: Commentator,
}

impl Default for Odyssey {
    fn default() -> Odyssey {
        Odyssey {
            planner: Planner::Full,
            library: Library::Skills,
            recursion: true,
            tries: count(4),
            critic: Critic::Rules,
            comment: Commentator::Rule,
        }
    }
}

/// What ODYSSEY's planner is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Planner {
    /// The state, what is carried and seen.
    #[default]
    Full,
    /// Only which tasks were completed or failed; and a task that resembles no skill of the library is not tried (its
    /// ablation).
    Blind,
}

/// What judges whether a task of ODYSSEY is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Critic {
    /// The rules where they can tell, else the model.
    #[default]
    Rules,
    /// The model where it answers, as in the paper.
    Model,
}

/// What comments on a round of a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Commentator {
    /// A fixed rule, as in the released code: less gear after a round that was won, more after one that was lost.
    #[default]
    Rule,
    /// The model where it answers, as in the paper.
    Model,
}

/// What ODYSSEY's tasks are done with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Library {
    /// The skills of the library.
    #[default]
    Skills,
    /// A list of primitive acts that the model writes (its ablation, without running code).
    Primitives,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_never_be_done_is_no_setting() {
        for keys in [r#"{"gitm":{"queries":0}}"#, r#"{"odyssey":{"tries":0}}"#] {
            let error = serde_json::from_str::<Settings>(keys).expect_err("it may never be done").to_string();
            assert!(error.contains("nonzero"), "{error}");
        }
    }

    #[test]
    fn at_most_so_many_is_a_number_or_unlimited() {
        let read = |text: &str| serde_json::from_str::<Most>(text);
        assert_eq!(read("3").expect("a number"), Most(Some(3)));
        assert_eq!(read("\"unlimited\"").expect("the word"), Most(None));
        assert!(read("\"many\"").expect_err("no number").to_string().contains("write a number or \"unlimited\""));
        for most in [Most(None), Most(Some(0))] {
            let written = serde_json::to_string(&most).expect("it can be written");
            assert_eq!(read(&written).expect("it was written"), most);
        }
    }
}
