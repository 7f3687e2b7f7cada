//! Plants that grow at their tip: sugar cane, cactus, bamboo, kelp and hanging vines.

use anima_body::BlockPos;
use anima_rules::{Block, BlockState, Face};
use rand::RngExt;

use super::crops::aged;
use crate::level::Level;

impl Level {
    /// How many blocks alike are straight below (`n` at most).
    fn alike_below(&self, pos: BlockPos, block: Block, most: i32) -> i32 {
        (1..=most).take_while(|down| self.block(pos.down(*down)).block() == block).count() as i32
    }

    /// `SugarCaneBlock.randomTick`, `CactusBlock.randomTick`: up to three high.
    pub(super) fn tick_cane(&mut self, pos: BlockPos, state: BlockState) {
        let block = state.block();
        if !self.block(pos.up(1)).is_air() || self.alike_below(pos, block, 2) == 2 {
            self.let_sleep(pos, 1);
            return;
        }
        if state.number("age") == Some(15) {
            self.set_block(pos, state.with("age", "0"));
            self.set_block(pos.up(1), block.state());
        } else {
            self.set_block(pos, aged(state, 1));
        }
    }

    /// `BambooBlock.randomTick`, `BambooSaplingBlock.randomTick`.
    pub(super) fn tick_bamboo(&mut self, pos: BlockPos, state: BlockState) {
        if !self.block(pos.up(1)).is_air() || state.number("stage") == Some(1) {
            if state.block() == Block::BAMBOO {
                self.let_sleep(pos, 1);
            }
            return;
        }
        if self.one_in(3) && self.base_light(pos.up(1)) >= 9 {
            self.grow_bamboo(pos, state);
        }
    }

    /// Grows bamboo by a block if it is below its full height; whether it did.
    pub(super) fn grow_bamboo(&mut self, pos: BlockPos, state: BlockState) -> bool {
        if state.block() == Block::BAMBOO_SAPLING {
            self.set_block(pos.up(1), Block::BAMBOO.with("leaves", "small"));
            self.set_block(pos, Block::BAMBOO.state());
            return true;
        }
        let height = self.alike_below(pos, Block::BAMBOO, 16) + 1;
        if height >= 16 {
            return false;
        }
        let (below, second) = (self.block(pos.down(1)), self.block(pos.down(2)));
        let leafy = below.block() == Block::BAMBOO && below.property("leaves") != Some("none");
        if leafy && second.block() == Block::BAMBOO {
            self.set_block(pos.down(1), below.with("leaves", "small"));
            self.set_block(pos.down(2), second.with("leaves", "none"));
        }
        let thick = state.number("age") == Some(1) || second.block() == Block::BAMBOO;
        let done = (height >= 11 && self.dice.random::<f32>() < 0.25) || height == 15;
        let tip = Block::BAMBOO.with("age", if thick { "1" } else { "0" });
        let tip = tip.with("leaves", if leafy { "large" } else { "small" });
        self.set_block(pos.up(1), tip.with("stage", if done { "1" } else { "0" }));
        true
    }

    /// `AbstractPlantStemBlock.randomTick`: kelp grows in water, the others into the air.
    pub(super) fn tick_tip(&mut self, pos: BlockPos, state: BlockState) {
        let (chance, face) = match state.block() {
            Block::KELP => (0.14, Face::Up),
            Block::TWISTING_VINES => (0.1, Face::Up),
            _ => (0.1, Face::Down),
        };
        let next = self.block(pos.beside(face));
        let room = if state.block() == Block::KELP { next.block() == Block::WATER } else { next.is_air() };
        if !room {
            self.let_sleep(pos, 1);
        } else if self.dice.random::<f64>() < chance {
            self.grow_tip(pos, state, face);
        }
    }

    /// Grows a tip by a block; glow berries come with a chance of 0.11 (`CaveVinesHeadBlock`).
    pub(super) fn grow_tip(&mut self, pos: BlockPos, state: BlockState, face: Face) {
        let mut tip = aged(state, 1);
        if state.block() == Block::CAVE_VINES {
            let berries = self.dice.random::<f32>() < 0.11;
            tip = tip.with("berries", if berries { "true" } else { "false" });
        }
        self.set_block(pos.beside(face), tip);
    }
}

#[cfg(test)]
mod tests {
    use crate::level::testing::floor;

    #[test]
    fn stalks_grow_to_their_height() {
        let mut level = floor();
        level.put([0, 63, 0], "sand");
        level.put([1, 63, 0], "water");
        level.put([0, 64, 0], "sugar_cane");
        level.put([4, 63, 4], "dirt");
        level.put([4, 64, 4], "bamboo_sapling");
        for y in 50..56 {
            level.put([8, y, 8], "water");
        }
        level.put([8, 50, 8], "kelp");
        level.run_with(6000, 30);
        let names = |x, z| (64..82).map(|y| level.name([x, y, z])).collect::<Vec<_>>();
        assert_eq!(names(0, 0)[..4], ["sugar_cane", "sugar_cane", "sugar_cane", "air"]);
        let bamboo = names(4, 4).iter().filter(|name| **name == "bamboo").count();
        assert!((12..=16).contains(&bamboo), "{bamboo}");
        assert_eq!(level.name([8, 55, 8]), "kelp");
        assert_eq!(level.name([8, 54, 8]), "kelp_plant");
    }
}
