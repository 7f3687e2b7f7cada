//! Movement and collision, shared by players, mobs and things.
