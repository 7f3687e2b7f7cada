//! How mobs come into the world by themselves: in the dark, on grass, in water, out of spawners.

mod list;
mod natural;
mod place;
mod spawner;

pub(crate) use natural::{Place, Spawning};

#[cfg(test)]
mod tests;
