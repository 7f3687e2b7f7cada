//! Bone meal (`Fertilizable.grow`, `BoneMealItem`).

use anima_body::BlockPos;
use anima_rules::{Block, BlockState, Face, ItemStack};
use rand::RngExt;

use super::crops::aged;
use super::tree::is_sapling;
use crate::level::{Level, Spawn};

impl Level {
    /// Uses bone meal on a block; whether it did anything (and the meal is used up).
    pub fn bone_meal(&mut self, pos: BlockPos) -> bool {
        let state = self.block(pos);
        let age = state.number("age");
        let ages = |most: u8| age.is_some_and(|age| age < most);
        match state.block() {
            Block::WHEAT | Block::CARROTS | Block::POTATOES if ages(7) => {
                let by = self.dice.random_range(2..=5);
                self.set_block(pos, aged_up_to(state, by, 7));
            }
            Block::BEETROOTS if ages(3) => {
                let by = self.dice.random_range(2..=5) / 3;
                self.set_block(pos, aged_up_to(state, by, 3));
            }
            Block::TORCHFLOWER_CROP => {
                let flower = age == Some(1);
                self.set_block(pos, if flower { Block::TORCHFLOWER.state() } else { aged(state, 1) });
            }
            Block::MELON_STEM | Block::PUMPKIN_STEM if ages(7) => {
                let by = self.dice.random_range(2..=5);
                let grown = aged_up_to(state, by, 7);
                self.set_block(pos, grown);
                if grown.number("age") == Some(7) {
                    self.tick_stem(pos, grown);
                }
            }
            Block::SWEET_BERRY_BUSH if ages(3) => {
                self.set_block(pos, aged(state, 1));
            }
            Block::COCOA if ages(2) => {
                self.set_block(pos, aged(state, 1));
            }
            Block::BAMBOO_SAPLING if self.block(pos.up(1)).is_air() => {
                self.grow_bamboo(pos, state);
            }
            Block::BAMBOO => return self.feed_bamboo(pos),
            Block::KELP | Block::KELP_PLANT => return self.feed_kelp(pos),
            Block::CAVE_VINES | Block::CAVE_VINES_PLANT if !state.is("berries") => {
                self.set_block(pos, state.with("berries", "true"));
            }
            Block::GRASS | Block::FERN => {
                let tall = if state.block() == Block::GRASS { Block::TALL_GRASS } else { Block::LARGE_FERN };
                if !self.block(pos.up(1)).is_air() {
                    return false;
                }
                self.set_block(pos, tall.with("half", "lower"));
                self.set_block(pos.up(1), tall.with("half", "upper"));
            }
            Block::SUNFLOWER | Block::LILAC | Block::ROSE_BUSH | Block::PEONY => {
                let Some(item) = state.block().item() else { return false };
                let dropped = Spawn::popped(ItemStack::new(item, 1), pos, &mut self.dice);
                self.spawns.push(dropped);
            }
            Block::GRASS_BLOCK if self.block(pos.up(1)).is_air() => self.grow_meadow(pos),
            _ if is_sapling(state.block()) => {
                if self.dice.random::<f32>() < 0.45 {
                    self.grow_sapling(pos, state);
                }
            }
            _ => return false,
        }
        true
    }

    fn feed_bamboo(&mut self, pos: BlockPos) -> bool {
        let above = (0..16).take_while(|up| self.block(pos.up(up + 1)).block() == Block::BAMBOO).count() as i32;
        let mut tip = pos.up(above);
        let times = self.dice.random_range(1..=2);
        let mut grew = false;
        for _ in 0..times {
            let state = self.block(tip);
            if state.number("stage") == Some(1) || !self.block(tip.up(1)).is_air() || !self.grow_bamboo(tip, state) {
                break;
            }
            grew = true;
            tip = tip.up(1);
        }
        grew
    }

    fn feed_kelp(&mut self, pos: BlockPos) -> bool {
        let above = (0..).take_while(|up| self.block(pos.up(*up)).block() == Block::KELP_PLANT).count() as i32;
        let tip = pos.up(above);
        let state = self.block(tip);
        let grows = state.block() == Block::KELP && self.block(tip.up(1)).block() == Block::WATER;
        if grows {
            self.grow_tip(tip, state, Face::Up);
        }
        grows
    }

    /// `GrassBlock.grow`: grass, and a flower for one patch in eight.
    fn grow_meadow(&mut self, pos: BlockPos) {
        let over = pos.up(1);
        'patches: for patch in 0..128 {
            let mut at = over;
            for _ in 0..patch / 16 {
                let x = self.dice.random_range(-1..=1);
                let y = self.dice.random_range(-1..=1) * self.dice.random_range(0..3) / 2;
                let z = self.dice.random_range(-1..=1);
                at = at.offset(x, y, z);
                let inside = self.block(at).collision() == [anima_rules::Aabb::CUBE];
                if self.block(at.down(1)).block() != Block::GRASS_BLOCK || inside {
                    continue 'patches;
                }
            }
            let there = self.block(at);
            if there.block() == Block::GRASS && self.one_in(10) {
                self.bone_meal(at);
            }
            if !there.is_air() {
                continue;
            }
            let plant = match self.one_in(8) {
                true if self.one_in(3) => Block::DANDELION,
                true => Block::POPPY,
                false => Block::GRASS,
            };
            if self.can_stay(at, plant.state()) {
                self.set_block(at, plant.state());
            }
        }
    }
}

fn aged_up_to(state: BlockState, by: u8, most: u8) -> BlockState {
    let age = state.number("age").unwrap_or(0);
    aged(state, by.min(most.saturating_sub(age)))
}

#[cfg(test)]
mod tests {
    use crate::level::testing::floor;

    #[test]
    fn bone_meal_ripens_wheat_and_is_refused_by_ripe_wheat_and_stone() {
        let mut level = floor();
        level.put([0, 63, 0], "farmland");
        level.put([0, 64, 0], "wheat");
        let meals = (0..10).filter(|_| level.bone_meal([0, 64, 0].into())).count();
        assert!((2..=4).contains(&meals), "{meals} meals");
        assert_eq!(level.block([0, 64, 0].into()).number("age"), Some(7));
        assert!(!level.bone_meal([5, 63, 5].into()));
    }

    #[test]
    fn bone_meal_makes_a_meadow() {
        let mut level = floor();
        for x in -8..8 {
            for z in -8..8 {
                level.put([x, 63, z], "grass_block");
            }
        }
        assert!(level.bone_meal([0, 63, 0].into()));
        let cells = (-8..8).flat_map(|x| (-8..8).map(move |z| [x, 64, z]));
        assert!(cells.filter(|pos| level.name(*pos) == "grass").count() > 5);
    }
}
