//! The body from inside: the runtime of skills, what the body does next if certain keys are held, and what keeps it
//! from harm whatever a skill presses.

mod blows;
pub(crate) mod foothold;
pub(crate) mod forecast;
mod gaze;
pub(crate) mod harm;
pub(crate) mod heading;
mod lag;
pub(crate) mod now;
pub(crate) mod overhead;
pub(crate) mod posture;
pub(crate) mod runtime;
pub(crate) mod sky;
pub(crate) mod solids;
pub(crate) mod stock;
pub(crate) mod sun;
