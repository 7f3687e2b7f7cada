//! The kinds of trees and their measures (`TreeFeatures`).

use anima_rules::Block;

use crate::source::generate::random::Random;

/// A tree to grow: its kind, and what grows on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tree {
    kind: Kind,
    /// Vines hang from its leaves.
    pub vines: bool,
    /// Vines cling to its trunk.
    pub trunk_vines: bool,
    /// Cocoa may grow on it.
    pub cocoa: bool,
    /// It grows on snow too.
    pub on_snow: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Oak,
    FancyOak,
    SwampOak,
    Birch,
    TallBirch,
    DarkOak,
    Spruce,
    Pine,
    MegaSpruce,
    MegaPine,
    Acacia,
    Jungle,
    MegaJungle,
    Bush,
}

const fn plain(kind: Kind) -> Tree {
    Tree { kind, vines: false, trunk_vines: false, cocoa: false, on_snow: false }
}

#[allow(missing_docs)]
impl Tree {
    pub const OAK: Tree = plain(Kind::Oak);
    pub const FANCY_OAK: Tree = plain(Kind::FancyOak);
    pub const SWAMP_OAK: Tree = Tree { vines: true, ..plain(Kind::SwampOak) };
    pub const BIRCH: Tree = plain(Kind::Birch);
    pub const TALL_BIRCH: Tree = plain(Kind::TallBirch);
    pub const DARK_OAK: Tree = plain(Kind::DarkOak);
    pub const SPRUCE: Tree = plain(Kind::Spruce);
    pub const PINE: Tree = plain(Kind::Pine);
    pub const SPRUCE_ON_SNOW: Tree = Tree { on_snow: true, ..plain(Kind::Spruce) };
    pub const PINE_ON_SNOW: Tree = Tree { on_snow: true, ..plain(Kind::Pine) };
    pub const MEGA_SPRUCE: Tree = plain(Kind::MegaSpruce);
    pub const MEGA_PINE: Tree = plain(Kind::MegaPine);
    pub const ACACIA: Tree = plain(Kind::Acacia);
    pub const JUNGLE: Tree = Tree { vines: true, trunk_vines: true, cocoa: true, ..plain(Kind::Jungle) };
    pub const JUNGLE_BARE: Tree = plain(Kind::Jungle);
    pub const MEGA_JUNGLE: Tree = Tree { vines: true, trunk_vines: true, ..plain(Kind::MegaJungle) };
    pub const BUSH: Tree = plain(Kind::Bush);
}

/// How a trunk goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trunk {
    Straight,
    Fancy,
    DarkOak,
    Forking,
    Giant,
    MegaJungle,
}

/// How a crown is shaped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crown {
    Blob,
    Fancy,
    DarkOak,
    Spruce,
    Pine,
    MegaPine,
    Acacia,
    MegaJungle,
    Bush,
}

/// The measures of a kind of tree.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub log: Block,
    pub leaves: Block,
    pub trunk: Trunk,
    pub crown: Crown,
    /// Least height, and two ranges that are added.
    heights: (i32, i32, i32),
    /// Crown radius and offset, lowest and highest.
    radii: (i32, i32),
    offsets: (i32, i32),
    /// For most crowns their height, for spruces the bare trunk's; lowest and highest.
    crown_heights: (i32, i32),
    /// Width that must be free: below `limit`, and from there up.
    limit: i32,
    widths: (i32, i32),
    /// Height down to which it may be clipped.
    pub clipped_at: Option<i32>,
}

impl Tree {
    pub(super) fn shape(self) -> Shape {
        let straight = |log, leaves, heights| Shape {
            log,
            leaves,
            trunk: Trunk::Straight,
            crown: Crown::Blob,
            heights,
            radii: (2, 2),
            offsets: (0, 0),
            crown_heights: (3, 3),
            limit: 1,
            widths: (0, 1),
            clipped_at: None,
        };
        let oak = |heights| straight(Block::OAK_LOG, Block::OAK_LEAVES, heights);
        let birch = |heights| straight(Block::BIRCH_LOG, Block::BIRCH_LEAVES, heights);
        let spruce = |heights| straight(Block::SPRUCE_LOG, Block::SPRUCE_LEAVES, heights);
        let jungle = |heights| straight(Block::JUNGLE_LOG, Block::JUNGLE_LEAVES, heights);
        match self.kind {
            Kind::Oak => oak((4, 2, 0)),
            Kind::SwampOak => Shape { radii: (3, 3), ..oak((5, 3, 0)) },
            Kind::FancyOak => Shape {
                trunk: Trunk::Fancy,
                crown: Crown::Fancy,
                offsets: (4, 4),
                crown_heights: (4, 4),
                limit: 0,
                widths: (0, 0),
                clipped_at: Some(4),
                ..oak((3, 11, 0))
            },
            Kind::Birch => birch((5, 2, 0)),
            Kind::TallBirch => birch((5, 2, 6)),
            Kind::DarkOak => Shape {
                trunk: Trunk::DarkOak,
                crown: Crown::DarkOak,
                radii: (0, 0),
                crown_heights: (4, 4),
                ..straight(Block::DARK_OAK_LOG, Block::DARK_OAK_LEAVES, (6, 2, 1))
            },
            Kind::Spruce => Shape {
                crown: Crown::Spruce,
                radii: (2, 3),
                offsets: (0, 2),
                crown_heights: (1, 2),
                limit: 2,
                widths: (0, 2),
                ..spruce((5, 2, 1))
            },
            Kind::Pine => Shape {
                crown: Crown::Pine,
                radii: (1, 1),
                offsets: (1, 1),
                crown_heights: (3, 4),
                limit: 2,
                widths: (0, 2),
                ..spruce((6, 4, 0))
            },
            Kind::MegaSpruce | Kind::MegaPine => Shape {
                trunk: Trunk::Giant,
                crown: Crown::MegaPine,
                radii: (0, 0),
                crown_heights: if self.kind == Kind::MegaPine { (3, 7) } else { (13, 17) },
                widths: (1, 2),
                ..spruce((13, 2, 14))
            },
            Kind::Acacia => Shape {
                trunk: Trunk::Forking,
                crown: Crown::Acacia,
                crown_heights: (0, 0),
                widths: (0, 2),
                ..straight(Block::ACACIA_LOG, Block::ACACIA_LEAVES, (5, 2, 2))
            },
            Kind::Jungle => jungle((4, 8, 0)),
            Kind::MegaJungle => Shape {
                trunk: Trunk::MegaJungle,
                crown: Crown::MegaJungle,
                crown_heights: (2, 2),
                widths: (1, 2),
                ..jungle((10, 2, 19))
            },
            Kind::Bush => Shape {
                leaves: Block::OAK_LEAVES,
                crown: Crown::Bush,
                offsets: (1, 1),
                crown_heights: (2, 2),
                limit: 0,
                widths: (0, 0),
                ..jungle((1, 0, 0))
            },
        }
    }
}

impl Shape {
    pub(super) fn height(&self, random: &mut impl Random) -> i32 {
        let (least, a, b) = self.heights;
        least + random.below(a + 1) + random.below(b + 1)
    }

    pub(super) fn crown_height(&self, height: i32, random: &mut impl Random) -> i32 {
        let (low, high) = self.crown_heights;
        let sample = if low == high { low } else { random.between(low, high) };
        if self.crown == Crown::Spruce { (height - sample).max(4) } else { sample }
    }

    pub(super) fn radius(&self, bare: i32, random: &mut impl Random) -> i32 {
        let (low, high) = self.radii;
        let sample = if low == high { low } else { random.between(low, high) };
        if self.crown == Crown::Pine { sample + random.below((bare + 1).max(1)) } else { sample }
    }

    pub(super) fn offset(&self, random: &mut impl Random) -> i32 {
        let (low, high) = self.offsets;
        if low == high { low } else { random.between(low, high) }
    }

    /// `FeatureSize.getSizeAtHeight`: how far from the trunk all must be free.
    pub(super) fn width_at(&self, height: i32, up: i32) -> i32 {
        if self.trunk == Trunk::DarkOak {
            // `ThreeLayersFeatureSize(1, 1, 0, 1, 2)`.
            return if up < 1 {
                0
            } else if up >= height - 1 {
                2
            } else {
                1
            };
        }
        if up < self.limit { self.widths.0 } else { self.widths.1 }
    }
}
