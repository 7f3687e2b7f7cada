//! From a goal to the next act: minds as programs.
//!
//! A way of pursuing a goal is a straight-line `async fn` over [`Mind`], as a skill is one over the body: a model
//! call that has no answer yet is a pause, an act that is being carried out is a wait of some ticks. `pursue` holds
//! one program a file; [`Pursuit`] runs one. A mind knows nothing of keys or of how an act is carried out: it is
//! shown a [`Situation`], orders an act ([`Order`]), and is told how it went ([`Done`]).
//!
//! | Where | What |
//! | --- | --- |
//! | `pursue` | the programs |
//! | `roles` | plan, decompose, explain, select, check, next, choose, judge: by rules or by a model |
//! | `plan` | a plan at work, and the exact check: its acts are run on the rules |
//! | `policy` | what our own mind weighs: what ways take, what is worth having, what failed lately, deaths |
//! | `wood` | what is meant by logs and planks |
//! | `carry_out`, `past` | how a plan is carried out, and what is learned of it |
//! | `call`, `prompts`, `data`, `reply` | the only way to a model: how it is asked, by which words, what it is shown, what it answers |

mod call;
mod carry_out;
mod data;
mod handbook;
mod mind;
mod note;
mod past;
mod plan;
mod policy;
mod prompts;
mod pursue;
mod recall;
mod reply;
mod roles;
mod settings;
mod situation;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod wish;
mod wood;

pub use call::Counters;
pub use handbook::Handbook;
pub use mind::{Decision, Done, Means, Mind, Order, Pursuit};
pub use note::Note;
pub use plan::Author;
pub use prompts::Prompts;
pub use recall::Book;
pub use roles::decompose::SubGoal;
pub use roles::explain::{Explanation, Hindrance};
pub use roles::gear::{Fought, Preparation, is_fight};
pub use roles::propose::{Doings, NoGoal, Proposed, Refused};
pub use settings::{
    AtCap, By, Commentator, Critic, Curriculum, Deps, Explained, Gitm, Jarvis, Library, Most, Odyssey, Own, Planner,
    Program, Retrieval, Selector, Settings,
};
pub use situation::{Dropped, Known, Situation};
pub use wish::Wish;
