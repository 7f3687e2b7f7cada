//! Skills at work in drawn scenes: what they are for holds in the world afterwards.

mod dangers;
mod exact;
mod ways;
mod work;
