//! What blocks need around them to stay where they are (`Block.canPlaceAt`).

use anima_body::{BlockPos, View};
use anima_rules::footing::Footing;
use anima_rules::{Block, BlockState, FluidKind};

use super::facts::facts;
use super::{Level, fire};

pub(super) fn is_water(state: BlockState) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water)
}

/// Whether a block may stay at a position as far as the blocks around it go; light is another matter.
fn stays(view: &View<'_>, pos: BlockPos, state: BlockState) -> bool {
    let footing = facts(state).footing;
    footing.holds(state, |step| view.block_or_wall(pos + step)) || footing == Footing::Fire && fire::is_fed(view, pos)
}

impl Level {
    /// Whether a block could stand at a position: what it needs below, behind or above is there
    /// (`BlockState.canPlaceAt`). What is there now does not matter.
    pub fn can_stay(&mut self, pos: BlockPos, state: BlockState) -> bool {
        match facts(state).footing {
            Footing::None => true,
            Footing::Crop => stays(&self.view(), pos, state) && self.sky_light(pos).max(self.block_light(pos)) >= 8,
            Footing::Mushroom => {
                let under = self.block(pos.down(1)).block();
                let grows = [Block::MYCELIUM, Block::PODZOL, Block::CRIMSON_NYLIUM, Block::WARPED_NYLIUM];
                grows.contains(&under)
                    || (stays(&self.view(), pos, state) && self.sky_light(pos).max(self.block_light(pos)) < 13)
            }
            _ => stays(&self.view(), pos, state),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::level::testing::floor;

    /// Puts `base` and on it, or where it says, `block`; takes the base away and tells what dropped.
    fn check(base: ([i32; 3], &str), block: ([i32; 3], &str), drops: &str) {
        let mut level = floor();
        level.put(base.0, base.1);
        level.put(block.0, block.1);
        level.run(3);
        assert_eq!(level.dropped(), "", "{} stays on {}", block.1, base.1);
        level.put(base.0, "air");
        level.run(3);
        assert_eq!(level.dropped(), drops, "{} without {}", block.1, base.1);
        assert_eq!(level.name(block.0), "air");
    }

    #[test]
    fn what_loses_its_support_drops() {
        let (under, on, beside) = ([0, 64, 0], [0, 65, 0], [1, 64, 0]);
        check((under, "dirt"), (on, "oak_sapling"), "1 oak_sapling");
        check((under, "grass_block"), (on, "poppy"), "1 poppy");
        check((under, "stone"), (on, "torch"), "1 torch");
        check((under, "stone"), (beside, "wall_torch[facing=east]"), "1 torch");
        check((under, "stone"), (beside, "ladder[facing=east]"), "1 ladder");
        check((under, "stone"), (on, "rail"), "1 rail");
        check((under, "stone"), (on, "white_carpet"), "1 white_carpet");
        check((under, "stone"), (on, "lever[face=floor]"), "1 lever");
        check((on, "stone"), (under, "lantern[hanging=true]"), "1 lantern");
        check((under, "sand"), (on, "cactus"), "1 cactus");
        check((under, "stone"), (on, "snow"), "");
        check((under, "stone"), (on, "stone_pressure_plate"), "1 stone_pressure_plate");
        check((under, "oak_planks"), (on, "oak_sign"), "1 oak_sign");
        check((under, "stone"), (on, "redstone_wire"), "1 redstone");
    }

    #[test]
    fn a_column_of_sugar_cane_falls_from_below() {
        let mut level = floor();
        level.put([0, 63, 0], "dirt");
        level.put([1, 63, 0], "water");
        for y in 64..67 {
            level.put([0, y, 0], "sugar_cane");
        }
        level.run(10);
        assert_eq!(level.name([0, 66, 0]), "sugar_cane");
        level.break_block([0, 64, 0].into(), None, true);
        level.run(5);
        assert_eq!(level.dropped(), "1 sugar_cane, 1 sugar_cane, 1 sugar_cane");
    }

    #[test]
    fn doors_and_tall_plants_break_whole() {
        let mut level = floor();
        level.put([0, 64, 0], "oak_door[half=lower]");
        level.put([0, 65, 0], "oak_door[half=upper]");
        level.break_block([0, 65, 0].into(), None, true);
        assert_eq!((level.name([0, 64, 0]), level.dropped().as_str()), ("air", "1 oak_door"));
        level.put([0, 63, 0], "dirt");
        level.put([0, 64, 0], "sunflower[half=lower]");
        level.put([0, 65, 0], "sunflower[half=upper]");
        level.put([0, 63, 0], "air");
        assert_eq!((level.name([0, 65, 0]), level.dropped().as_str()), ("air", "1 sunflower"));
    }

    #[test]
    fn farmland_under_a_block_turns_to_dirt() {
        let mut level = floor();
        level.put([0, 64, 0], "farmland");
        level.put([0, 65, 0], "stone");
        level.run(2);
        assert_eq!(level.name([0, 64, 0]), "dirt");
    }
}
