//! Fire: how it burns, spreads and goes out (`FireBlock`), and how lava lights it (`LavaFluid`).

use anima_body::{BlockPos, View};
use anima_rules::{Biome, Block, BlockState, Face, StateFlags, Support};
use once_cell::sync::Lazy;
use rand::RngExt;
use smallvec::SmallVec;

use super::Level;
use super::facts::{Flags, facts};
use super::update::DIGITS;

/// How a block takes fire: how likely fire appears beside it, and how likely it is consumed.
#[derive(Clone, Copy, Debug, Default)]
struct Burns {
    catches: u8,
    goes: u8,
}

static BURNS: Lazy<Vec<Burns>> = Lazy::new(|| Block::all().map(Burns::of).collect());

impl Burns {
    /// `FireBlock.registerDefaultFlammables`.
    fn of(block: Block) -> Burns {
        let name = block.name();
        let wooden = ["oak", "spruce", "birch", "jungle", "acacia", "cherry", "dark_oak", "mangrove", "bamboo"];
        let made_of_wood = |suffix: &str| {
            name.strip_suffix(suffix).is_some_and(|wood| wooden.contains(&wood) || wood == "bamboo_mosaic")
        };
        let (catches, goes) = match name {
            _ if ["_planks", "_slab", "_stairs", "_fence", "_fence_gate"].into_iter().any(made_of_wood) => (5, 20),
            "bamboo_mosaic" | "composter" | "beehive" => (5, 20),
            "crimson_stem" | "warped_stem" => (0, 0),
            _ if name.ends_with("_log") || name.ends_with("_wood") => (5, 5),
            "bamboo_block" | "stripped_bamboo_block" | "coal_block" => (5, 5),
            "mangrove_roots" => (5, 20),
            _ if name.ends_with("_leaves") => (30, 60),
            "bookshelf" | "chiseled_bookshelf" | "lectern" | "bee_nest" => (30, 20),
            "tnt" | "vine" | "glow_lichen" => (15, 100),
            "cave_vines" | "cave_vines_plant" => (15, 60),
            "grass" | "fern" | "dead_bush" | "sunflower" | "lilac" | "rose_bush" | "peony" | "tall_grass"
            | "large_fern" | "dandelion" | "poppy" | "blue_orchid" | "allium" | "azure_bluet" | "red_tulip"
            | "orange_tulip" | "white_tulip" | "pink_tulip" | "oxeye_daisy" | "cornflower" | "lily_of_the_valley"
            | "torchflower" | "wither_rose" | "sweet_berry_bush" | "spore_blossom" | "big_dripleaf"
            | "big_dripleaf_stem" | "small_dripleaf" | "pink_petals" => (60, 100),
            "hay_block" => (60, 20),
            "dried_kelp_block" | "azalea" | "flowering_azalea" | "hanging_roots" => (30, 60),
            "bamboo" | "scaffolding" => (60, 60),
            "moss_carpet" => (0, 0),
            _ if name.ends_with("_carpet") => (60, 20),
            _ if name.ends_with("_wool") => (30, 60),
            _ => (0, 0),
        };
        Burns { catches, goes }
    }
}

/// Whether a state feeds fire.
pub(super) fn feeds_fire(state: BlockState) -> bool {
    burns(state).catches > 0
}

fn burns(state: BlockState) -> Burns {
    let burns = BURNS[usize::from(state.block().id())];
    if burns.catches > 0 && state.is("waterlogged") { Burns::default() } else { burns }
}

/// Whether anything around a position feeds a fire there.
pub(super) fn is_fed(view: &View, pos: BlockPos) -> bool {
    Face::ALL.into_iter().any(|face| facts(view.block_or_wall(pos.beside(face))).is(Flags::BURNS))
}

/// Whether anything that burns is within the reach of lava.
fn could_light(view: &View, pos: BlockPos) -> bool {
    (-3..=3).any(|x| {
        (-3..=3).any(|z| {
            let foot = pos.offset(x, 0, z);
            let column = view.column(foot.chunk());
            column.is_some_and(|column| (0..=3).any(|y| facts(column.block(foot.up(y))).is(Flags::BURNS)))
        })
    })
}

/// The fire that burns at a position, of this age (`FireBlock.getStateForPosition`).
fn fire_at(view: &View, pos: BlockPos, age: u32) -> BlockState {
    let fire = Block::FIRE.with("age", DIGITS[age.min(15) as usize]);
    let below = view.block_or_wall(pos.down(1));
    if burns(below).catches > 0 || below.supports(Face::Up, Support::Full) {
        return fire;
    }
    let sides = Face::ALL.into_iter().filter(|face| *face != Face::Down);
    sides
        .filter(|face| burns(view.block_or_wall(pos.beside(*face))).catches > 0)
        .fold(fire, |fire, face| fire.with(face.name(), "true"))
}

/// Whether fire spreads little and is soon over (the tag `increased_fire_burnout`).
fn is_damp(biome: Biome) -> bool {
    matches!(
        biome,
        Biome::BAMBOO_JUNGLE
            | Biome::FROZEN_PEAKS
            | Biome::JAGGED_PEAKS
            | Biome::JUNGLE
            | Biome::MANGROVE_SWAMP
            | Biome::MUSHROOM_FIELDS
            | Biome::SNOWY_SLOPES
            | Biome::SWAMP
    )
}

impl Level {
    /// Wakes the lava that could reach a block that burns.
    pub(super) fn wake_lava(&mut self, pos: BlockPos) {
        let mut near: SmallVec<[BlockPos; 8]> = SmallVec::new();
        let view = self.view();
        for x in -3..=3 {
            for y in -3..=0 {
                for z in -3..=3 {
                    let pos = pos.offset(x, y, z);
                    if view.block(pos).is_some_and(|state| state.block() == Block::LAVA) {
                        near.push(pos);
                    }
                }
            }
        }
        for pos in near {
            self.wake(pos);
        }
    }

    /// Asks for the next tick of a fire.
    pub(super) fn wake_fire(&mut self, pos: BlockPos) {
        let delay = 30 + self.dice.random_range(0..10);
        self.wake_block(pos, Block::FIRE, delay);
    }

    fn rains_around(&mut self, pos: BlockPos) -> bool {
        self.raining
            && (self.rains_on(pos, true)
                || Face::HORIZONTAL.into_iter().any(|face| self.rains_on(pos.beside(face), true)))
    }

    /// `FireBlock.scheduledTick`
    pub(super) fn tick_fire(&mut self, pos: BlockPos, state: BlockState) {
        self.wake_fire(pos);
        let below = self.block(pos.down(1));
        let eternal = matches!(below.block(), Block::NETHERRACK | Block::MAGMA_BLOCK);
        let age = u32::from(state.number("age").unwrap_or(0));
        if !self.can_stay(pos, state)
            || (!eternal && self.rains_around(pos) && self.dice.random::<f32>() < 0.2 + age as f32 * 0.03)
        {
            self.set_block(pos, BlockState::AIR);
            return;
        }
        let older = (age + self.dice.random_range(0..3) / 2).min(15);
        if older != age {
            self.set_block(pos, state.with("age", DIGITS[older as usize]));
        }
        if !eternal {
            let fed = is_fed(&self.view(), pos);
            let starves = !fed && (!below.supports(Face::Up, Support::Full) || age > 3);
            let ends = fed && age == 15 && burns(below).catches == 0 && self.one_in(4);
            if starves || ends {
                self.set_block(pos, BlockState::AIR);
            }
            if !fed || ends {
                return;
            }
        }
        let damp = is_damp(self.biome(pos));
        for face in [Face::East, Face::West, Face::Down, Face::Up, Face::North, Face::South] {
            let slowness = if matches!(face, Face::Down | Face::Up) { 250 } else { 300 };
            let slowness = if damp { slowness - 50 } else { slowness };
            self.consume(pos.beside(face), slowness, age);
        }
        for x in -1..=1 {
            for z in -1..=1 {
                for y in -1..=4 {
                    if (x, y, z) != (0, 0, 0) {
                        self.catch_fire(pos.offset(x, y, z), if y > 1 { 100 * y as u32 } else { 100 }, age, damp);
                    }
                }
            }
        }
    }

    /// A block beside a fire may burn away (`trySpreadingFire`).
    fn consume(&mut self, pos: BlockPos, slowness: u32, age: u32) {
        let state = self.block(pos);
        if self.dice.random_range(0..slowness) >= u32::from(burns(state).goes) {
            return;
        }
        if self.dice.random_range(0..age + 10) < 5 && !self.rains_around(pos) {
            let age = age + self.dice.random_range(0..5) / 4;
            let fire = fire_at(&self.view(), pos, age);
            self.set_block(pos, fire);
        } else {
            self.set_block(pos, BlockState::AIR);
        }
        if state.block() == Block::TNT {
            self.spawns.push(super::Spawn::Tnt { pos: pos.floor_center() });
        }
    }

    /// Air near a fire may take fire if something beside it burns.
    fn catch_fire(&mut self, pos: BlockPos, slowness: u32, age: u32, damp: bool) {
        let chance = {
            let view = self.view();
            if !view.block_or_wall(pos).is_air() {
                return;
            }
            let beside = |face: Face| burns(view.block_or_wall(pos.beside(face))).catches;
            u32::from(Face::ALL.into_iter().map(beside).max().unwrap_or(0))
        };
        if chance == 0 {
            return;
        }
        let chance = (chance + 40 + 7 * self.difficulty as u32) / (age + 30);
        let chance = if damp { chance / 2 } else { chance };
        if chance > 0 && self.dice.random_range(0..slowness) <= chance && !self.rains_around(pos) {
            let age = age + self.dice.random_range(0..5) / 4;
            let fire = fire_at(&self.view(), pos, age);
            self.set_block(pos, fire);
        }
    }

    /// `LavaFluid.onRandomTick`. Lava sleeps while nothing that burns is within its reach.
    pub(super) fn tick_lava(&mut self, pos: BlockPos) {
        if !could_light(&self.view(), pos) {
            self.let_sleep(pos, 3);
            return;
        }
        let climbs = self.dice.random_range(0..3);
        let mut at = pos;
        for _ in 0..climbs {
            at = at.offset(self.dice.random_range(-1..=1), 1, self.dice.random_range(-1..=1));
            let state = self.block(at);
            if state.is_air() {
                if is_fed(&self.view(), at) {
                    let fire = fire_at(&self.view(), at, 0);
                    self.set_block(at, fire);
                    return;
                }
            } else if state.flags().contains(StateFlags::BLOCKS_MOTION) {
                return;
            }
        }
        if climbs == 0 {
            for _ in 0..3 {
                let beside = pos.offset(self.dice.random_range(-1..=1), 0, self.dice.random_range(-1..=1));
                if self.block(beside.up(1)).is_air() && burns(self.block(beside)).catches > 0 {
                    let fire = fire_at(&self.view(), beside.up(1), 0);
                    self.set_block(beside.up(1), fire);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Difficulty;
    use crate::level::testing::floor;

    #[test]
    fn fire_on_stone_goes_out_and_on_netherrack_stays() {
        let mut level = floor();
        level.put([0, 64, 0], "fire");
        level.put([8, 63, 8], "netherrack");
        level.put([8, 64, 8], "fire");
        level.run(1200);
        assert_eq!(level.name([0, 64, 0]), "air");
        assert_eq!(level.name([8, 64, 8]), "fire");
        level.put([8, 63, 8], "air");
        assert_eq!(level.name([8, 64, 8]), "air");
    }

    #[test]
    fn wool_burns_away() {
        let mut level = floor();
        for x in 0..4 {
            for z in 0..4 {
                level.put([x, 64, z], "white_wool");
                level.put([x, 65, z], "fire");
            }
        }
        level.run(6000);
        let count = |name: &str| {
            let cells = (-4..8).flat_map(|x| (64..70).flat_map(move |y| (-4..8).map(move |z| [x, y, z])));
            cells.filter(|pos| level.name(*pos) == name).count()
        };
        assert!(count("white_wool") < 6, "{} of 16 left", count("white_wool"));
        assert_eq!(count("fire"), 0);
    }

    /// How often of 5000 times air beside hay takes fire.
    fn caught(difficulty: Difficulty, damp: bool) -> usize {
        let mut level = floor();
        level.difficulty = difficulty;
        level.put([1, 64, 0], "hay_block");
        let catches = |level: &mut Level| {
            level.catch_fire([0, 64, 0].into(), 100, 0, damp);
            let caught = level.name([0, 64, 0]) == "fire";
            level.put([0, 64, 0], "air");
            caught
        };
        (0..5000).filter(|_| catches(&mut level)).count()
    }

    #[test]
    fn fire_spreads_by_difficulty_and_less_where_it_is_damp() {
        let (normal, damp) = (caught(Difficulty::Normal, false), caught(Difficulty::Normal, true));
        let hard = caught(Difficulty::Hard, false);
        // (60 + 40 + 7 * 2) / 30 is 3, so 4 of 100; half of 3 is 1, so 2 of 100; by hard rules it is 4, so 5 of 100.
        assert!((170..230).contains(&normal) && (75..125).contains(&damp), "{normal} {damp}");
        assert!((220..280).contains(&hard), "{hard}");
        assert!(is_damp(Biome::JUNGLE) && !is_damp(Biome::FOREST));
    }

    #[test]
    fn lava_lights_what_hangs_over_it() {
        let mut level = floor();
        level.put([0, 63, 0], "lava");
        for x in -1..=1 {
            for z in -1..=1 {
                level.put([x, 66, z], "oak_planks");
            }
        }
        let lit = (0..300).any(|_| {
            level.run_with(20, 100);
            (-1..=1).any(|x| (-1..=1).any(|z| level.name([x, 65, z]) == "fire" || level.name([x, 67, z]) == "fire"))
        });
        assert!(lit);
    }
}
