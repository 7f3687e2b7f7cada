//! Blocks and what they do by themselves: liquids, gravity, growth, light, furnaces.

mod block_entity;

pub use block_entity::BlockEntity;
