//! What hands do where the body stands: aiming, clicking in windows, holding, digging, placing, wearing, eating, using.

pub(crate) mod aim;
pub(crate) mod dig;
pub(crate) mod eat;
pub(crate) mod equip;
pub(crate) mod hold;
pub(crate) mod lay;
pub(crate) mod place;
pub(crate) mod use_on;
pub(crate) mod window;
