//! Trees that grow from saplings (`SaplingGenerator` and its kinds); their shapes are the generator's.

use std::collections::BTreeMap;

use anima_body::{BlockPos, View};
use anima_rules::{Block, BlockState};
use rand::RngExt;

use crate::level::facts::{Flags, facts};
use crate::level::{Dice, Level};
use crate::source::tree::{Site, Tree, grow_sapling};

/// Whether it grows to a tree.
pub(super) fn is_sapling(block: Block) -> bool {
    matches!(
        block,
        Block::OAK_SAPLING
            | Block::BIRCH_SAPLING
            | Block::SPRUCE_SAPLING
            | Block::JUNGLE_SAPLING
            | Block::ACACIA_SAPLING
            | Block::DARK_OAK_SAPLING
    )
}

/// The tree that four saplings in a square make.
fn of_four(sapling: Block, dice: &mut Dice) -> Option<Tree> {
    match sapling {
        Block::SPRUCE_SAPLING if dice.random() => Some(Tree::MEGA_SPRUCE),
        Block::SPRUCE_SAPLING => Some(Tree::MEGA_PINE),
        Block::JUNGLE_SAPLING => Some(Tree::MEGA_JUNGLE),
        Block::DARK_OAK_SAPLING => Some(Tree::DARK_OAK),
        _ => None,
    }
}

/// The tree that a sapling by itself makes.
fn of_one(sapling: Block, dice: &mut Dice) -> Option<Tree> {
    match sapling {
        Block::OAK_SAPLING if dice.random_ratio(1, 10) => Some(Tree::FANCY_OAK),
        Block::OAK_SAPLING => Some(Tree::OAK),
        Block::BIRCH_SAPLING => Some(Tree::BIRCH),
        Block::SPRUCE_SAPLING => Some(Tree::SPRUCE),
        Block::JUNGLE_SAPLING => Some(Tree::JUNGLE_BARE),
        Block::ACACIA_SAPLING => Some(Tree::ACACIA),
        _ => None,
    }
}

/// A tree drawn over what is there, its saplings left out.
struct Draft<'a> {
    there: View<'a>,
    saplings: &'a [BlockPos],
    blocks: BTreeMap<BlockPos, BlockState>,
}

impl Site for Draft<'_> {
    fn block(&self, pos: BlockPos) -> BlockState {
        match self.blocks.get(&pos) {
            Some(state) => *state,
            None if self.saplings.contains(&pos) => BlockState::AIR,
            None => self.there.block_or_wall(pos),
        }
    }

    fn set(&mut self, pos: BlockPos, state: BlockState) {
        self.blocks.insert(pos, state);
    }
}

impl Level {
    /// Grows a tree from a sapling, or from the four of which it is one, where there is room.
    pub(super) fn grow_tree(&mut self, pos: BlockPos, sapling: BlockState) {
        for (x, z) in [(0, 0), (0, -1), (-1, 0), (-1, -1)] {
            let corner = pos.offset(x, 0, z);
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, z)| corner.offset(x, 0, z));
            if four.iter().all(|pos| self.block(*pos).block() == sapling.block())
                && let Some(big) = of_four(sapling.block(), &mut self.dice)
            {
                self.put_tree(corner, big, &four);
                return;
            }
        }
        if let Some(tree) = of_one(sapling.block(), &mut self.dice) {
            self.put_tree(pos, tree, &[pos]);
        }
    }

    fn put_tree(&mut self, foot: BlockPos, tree: Tree, saplings: &[BlockPos]) {
        let seed = self.dice.random();
        let mut draft = Draft { there: self.terrain.view(), saplings, blocks: BTreeMap::new() };
        if !grow_sapling(&mut draft, tree, foot, seed) {
            return;
        }
        let (leaves, wood): (Vec<_>, Vec<_>) =
            draft.blocks.into_iter().partition(|(_, state)| facts(*state).is(Flags::LEAVES));
        for sapling in saplings {
            self.set_block(*sapling, BlockState::AIR);
        }
        // Wood first, so that no leaves find themselves without any.
        for (pos, state) in wood.into_iter().chain(leaves) {
            self.set_block(pos, state);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::level::testing::floor;

    /// Grows `sapling` on a meadow, one or four of it, and counts logs and leaves.
    fn check(
        sapling: &str,
        four: bool,
        logs: std::ops::RangeInclusive<usize>,
        leaves: std::ops::RangeInclusive<usize>,
    ) {
        let mut level = floor();
        for x in -2..4 {
            for z in -2..4 {
                level.put([x, 63, z], "grass_block");
            }
        }
        let feet: &[[i32; 3]] = if four { &[[0, 64, 0], [1, 64, 0], [0, 64, 1], [1, 64, 1]] } else { &[[0, 64, 0]] };
        for foot in feet {
            level.put(*foot, sapling);
        }
        for _ in 0..400 {
            level.run_with(100, 30);
            if level.name(feet[0]).ends_with("_log") {
                break;
            }
        }
        let name = sapling.trim_end_matches("_sapling");
        let count = |what: &str| {
            let cells = (-12..12).flat_map(|x| (60..105).flat_map(move |y| (-12..12).map(move |z| [x, y, z])));
            cells.filter(|pos| level.name(*pos) == format!("{name}_{what}")).count()
        };
        let found = (count("log"), count("leaves"));
        assert!(logs.contains(&found.0) && leaves.contains(&found.1), "{sapling} grew to {found:?}");
        level.run_with(2000, 30);
        let after = (-12..12)
            .flat_map(|x| (60..105).flat_map(move |y| (-12..12).map(move |z| [x, y, z])))
            .filter(|pos| level.name(*pos).ends_with("_leaves"))
            .count();
        assert_eq!(after, found.1, "no leaf of a whole {name} tree decays");
    }

    #[test]
    fn saplings_grow_to_trees() {
        check("oak_sapling", false, 4..=60, 40..=250);
        check("birch_sapling", false, 5..=7, 40..=70);
        check("spruce_sapling", false, 5..=8, 20..=120);
        check("jungle_sapling", false, 4..=12, 40..=70);
        check("acacia_sapling", false, 5..=12, 30..=120);
        check("dark_oak_sapling", true, 24..=60, 60..=200);
        check("spruce_sapling", true, 50..=116, 40..=700);
        check("jungle_sapling", true, 38..=160, 80..=700);
    }

    #[test]
    fn one_dark_oak_sapling_grows_to_nothing() {
        let mut level = floor();
        level.put([0, 63, 0], "dirt");
        level.put([0, 64, 0], "dark_oak_sapling");
        level.run_with(20_000, 30);
        assert_eq!(level.name([0, 64, 0]), "dark_oak_sapling");
    }

    #[test]
    fn leaves_decay_when_their_trunk_is_gone() {
        let mut level = floor();
        level.put([0, 63, 0], "dirt");
        level.put([0, 64, 0], "birch_sapling");
        while level.name([0, 64, 0]) != "birch_log" {
            level.run_with(100, 30);
        }
        level.take_spawns();
        for y in 64..72 {
            level.break_block([0, y, 0].into(), None, false);
        }
        level.run_with(10_000, 3);
        let cells = (-4..5).flat_map(|x| (60..76).flat_map(move |y| (-4..5).map(move |z| [x, y, z])));
        assert_eq!(cells.filter(|pos| level.name(*pos) == "birch_leaves").count(), 0);
        let dropped = level.dropped();
        assert!(dropped.contains("birch_sapling") || dropped.contains("stick"), "{dropped}");
    }
}
