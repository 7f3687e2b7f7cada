//! How mobs come into the world by themselves: in the dark, on grass, in water, out of spawners.

mod list;
mod natural;
mod place;
mod spawner;

pub(crate) use list::{Entry, creatures, pick};
pub(crate) use natural::{Place, Spawning};
pub(crate) use place::soil;

#[cfg(test)]
mod tests;
