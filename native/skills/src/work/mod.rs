//! Skills that gain things: mining, crafting, smelting, hunting, collecting, stations and chests.

pub(crate) mod apply;
pub(crate) mod collect;
pub(crate) mod compost;
pub(crate) mod container;
pub(crate) mod craft;
pub(crate) mod cut;
pub(crate) mod enchant;
pub(crate) mod fish;
pub(crate) mod footing;
pub(crate) mod hunt;
pub(crate) mod lay;
pub(crate) mod mine;
pub(crate) mod quench;
pub(crate) mod rework;
pub(crate) mod room;
pub(crate) mod smelt;
pub(crate) mod sow;
pub(crate) mod stand;
pub(crate) mod station;
pub(crate) mod targets;
pub(crate) mod vein;
