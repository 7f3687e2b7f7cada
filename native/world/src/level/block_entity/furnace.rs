//! Furnaces, blast furnaces and smokers.

use std::collections::BTreeMap;

use anima_body::Slot;
use anima_rules::recipe::remainder;
use anima_rules::smelt::{self, Cooker, Smelting};
use anima_rules::{Block, Item, ItemStack};
use rand::Rng;

/// The slot of what is cooked.
pub const INPUT: usize = 0;
/// The slot of what is burnt.
pub const FUEL: usize = 1;
/// The slot of what is done.
pub const OUTPUT: usize = 2;

/// A furnace of any of the three kinds (`AbstractFurnaceBlockEntity`).
#[derive(Clone, Debug, PartialEq)]
pub struct Furnace {
    /// What it cooks as.
    pub cooker: Cooker,
    /// Input, fuel, output.
    slots: [Slot; 3],
    /// Ticks that it still burns.
    pub burns: u16,
    /// Ticks that the piece it burns lasts in all.
    pub fuel_ticks: u16,
    /// Ticks that the input has cooked.
    pub cooked: u16,
    /// Ticks that the input takes.
    pub cook_ticks: u16,
    /// What was cooked since experience was last taken, by input.
    pub earned: BTreeMap<Item, u32>,
}

impl Furnace {
    /// The empty furnace of a block; `None` if the block is none.
    pub fn of(block: Block) -> Option<Furnace> {
        let cooker = match block {
            Block::FURNACE => Cooker::Furnace,
            Block::BLAST_FURNACE => Cooker::BlastFurnace,
            Block::SMOKER => Cooker::Smoker,
            _ => return None,
        };
        let slots = [None; 3];
        Some(Furnace { cooker, slots, burns: 0, fuel_ticks: 0, cooked: 0, cook_ticks: 0, earned: BTreeMap::new() })
    }

    /// Input, fuel, output.
    pub fn slots(&self) -> &[Slot; 3] {
        &self.slots
    }

    /// Changes a slot; another input starts from the beginning (`setStack`).
    pub fn set(&mut self, slot: usize, stack: Slot) {
        let like = |one: ItemStack, other: &ItemStack| one.stacks_with(other);
        let same = self.slots[slot].is_some_and(|before| stack.is_some_and(|stack| like(before, &stack)));
        self.slots[slot] = stack;
        if slot == INPUT && !same {
            self.cook_ticks = self.ticks_for_input();
            self.cooked = 0;
        }
    }

    /// Whether it burns.
    pub fn is_lit(&self) -> bool {
        self.burns > 0
    }

    /// Whether a tick would change nothing.
    pub fn is_idle(&self) -> bool {
        !self.is_lit() && self.cooked == 0 && (self.slots[INPUT].is_none() || self.slots[FUEL].is_none())
    }

    /// The numbers its window shows: ticks left of the fuel and in all, ticks cooked and in all.
    pub fn properties(&self) -> [i16; 4] {
        [self.burns, self.fuel_ticks, self.cooked, self.cook_ticks].map(|ticks| ticks.min(i16::MAX as u16) as i16)
    }

    /// Lets a tick pass. Returns whether it went on or out.
    pub fn tick(&mut self) -> bool {
        let was_lit = self.is_lit();
        self.burns = self.burns.saturating_sub(1);
        let input = self.slots[INPUT];
        if self.is_lit() || self.slots[FUEL].is_some() && input.is_some() {
            let cooking = input.and_then(|stack| smelt::smelted(stack.item, self.cooker));
            let cooking = cooking.filter(|cooking| self.has_room_for(cooking));
            if !self.is_lit() && cooking.is_some() {
                self.light();
            }
            match cooking.filter(|_| self.is_lit()) {
                Some(cooking) => {
                    self.cooked += 1;
                    if self.cooked >= self.cook_ticks {
                        self.cooked = 0;
                        self.cook_ticks = self.ticks_for_input();
                        self.finish(cooking);
                    }
                }
                None => self.cooked = 0,
            }
        } else if self.cooked > 0 {
            self.cooked = self.cooked.saturating_sub(2);
        }
        self.is_lit() != was_lit
    }

    /// Takes the experience that came together, as for the player who empties it.
    pub fn take_experience(&mut self, rng: &mut (impl Rng + ?Sized)) -> u32 {
        let earned = std::mem::take(&mut self.earned);
        let each = |(input, count): (Item, u32)| {
            let experience = smelt::smelted(input, self.cooker).map_or(0.0, |smelting| smelting.experience);
            smelt::experience(experience, count, rng)
        };
        earned.into_iter().map(each).sum()
    }

    fn ticks_for_input(&self) -> u16 {
        let smelted = self.slots[INPUT].and_then(|stack| smelt::smelted(stack.item, self.cooker));
        smelted.map_or(200, |_| self.cooker.ticks())
    }

    fn has_room_for(&self, cooking: &Smelting) -> bool {
        self.slots[OUTPUT].is_none_or(|done| done.item == cooking.result && done.room() > 0)
    }

    /// Burns a piece of the fuel.
    fn light(&mut self) {
        let Some(fuel) = self.slots[FUEL] else { return };
        self.burns = self.cooker.burn_ticks(fuel.item).unwrap_or(0);
        self.fuel_ticks = self.burns;
        if self.burns > 0 {
            let left = fuel.with_count(fuel.count - 1);
            self.slots[FUEL] = left.or_else(|| remainder(fuel.item).map(|item| ItemStack::new(item, 1)));
        }
    }

    fn finish(&mut self, cooking: &Smelting) {
        let done = self.slots[OUTPUT].map_or(0, |done| done.count);
        self.slots[OUTPUT] = Some(ItemStack::new(cooking.result, done + 1));
        if cooking.input == Item::WET_SPONGE && self.slots[FUEL].is_some_and(|fuel| fuel.item == Item::BUCKET) {
            self.slots[FUEL] = Some(ItemStack::new(Item::WATER_BUCKET, 1));
        }
        self.slots[INPUT] = self.slots[INPUT].and_then(|stack| stack.with_count(stack.count - 1));
        *self.earned.entry(cooking.input).or_insert(0) += 1;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg32;

    use super::*;

    fn stocked(block: Block, input: (Item, u8), fuel: (Item, u8)) -> Furnace {
        let mut furnace = Furnace::of(block).expect("a furnace");
        furnace.set(INPUT, Some(ItemStack::new(input.0, input.1)));
        furnace.set(FUEL, Some(ItemStack::new(fuel.0, fuel.1)));
        furnace
    }

    fn count(furnace: &Furnace, slot: usize) -> u8 {
        furnace.slots()[slot].map_or(0, |stack| stack.count)
    }

    /// Ticks until the output holds `wanted`; panics after a game day.
    fn ticks_until(furnace: &mut Furnace, wanted: u8) -> u32 {
        (1..24_000)
            .find(|_| {
                furnace.tick();
                count(furnace, OUTPUT) >= wanted
            })
            .expect("it cooks")
    }

    #[test]
    fn times_are_those_of_the_game() {
        let mut furnace = stocked(Block::FURNACE, (Item::RAW_IRON, 9), (Item::COAL, 2));
        assert_eq!(ticks_until(&mut furnace, 1), 200);
        assert_eq!(ticks_until(&mut furnace, 8), 1400);
        assert_eq!(count(&furnace, FUEL), 1, "a coal smelts eight");
        assert_eq!(ticks_until(&mut stocked(Block::BLAST_FURNACE, (Item::RAW_IRON, 1), (Item::STICK, 2)), 1), 100);
        assert_eq!(ticks_until(&mut stocked(Block::SMOKER, (Item::BEEF, 2), (Item::OAK_PLANKS, 2)), 2), 200);
    }

    #[test]
    fn it_is_lit_while_it_burns() {
        let mut furnace = stocked(Block::FURNACE, (Item::SAND, 1), (Item::STICK, 1));
        assert!(furnace.tick() && furnace.is_lit());
        assert_eq!(furnace.properties(), [100, 100, 1, 200]);
        let changes: Vec<u32> = (1..200).filter(|_| furnace.tick()).collect();
        assert_eq!(changes, [100], "it goes out");
        assert_eq!(count(&furnace, OUTPUT), 0);
        assert_eq!(furnace.cooked, 0, "it cools twice as fast as it cooks");
    }

    #[test]
    fn nothing_burns_for_nothing() {
        let mut wrong = stocked(Block::BLAST_FURNACE, (Item::BEEF, 1), (Item::COAL, 1));
        assert!(!wrong.tick());
        assert_eq!(count(&wrong, FUEL), 1);
        let mut full = stocked(Block::FURNACE, (Item::SAND, 1), (Item::COAL, 1));
        full.set(OUTPUT, Some(ItemStack::new(Item::GLASS, 64)));
        assert!(!full.tick());
        let mut other = stocked(Block::FURNACE, (Item::SAND, 1), (Item::COAL, 1));
        other.set(OUTPUT, Some(ItemStack::new(Item::STONE, 1)));
        assert!(!other.tick());
    }

    #[test]
    fn another_input_starts_anew() {
        let mut furnace = stocked(Block::FURNACE, (Item::SAND, 1), (Item::COAL, 1));
        (0..150).for_each(|_| {
            furnace.tick();
        });
        furnace.set(INPUT, Some(ItemStack::new(Item::SAND, 5)));
        assert_eq!(furnace.cooked, 150, "more of the same goes on");
        furnace.set(INPUT, Some(ItemStack::new(Item::COBBLESTONE, 5)));
        assert_eq!(furnace.cooked, 0);
    }

    #[test]
    fn buckets_come_back_empty_and_full() {
        let mut furnace = stocked(Block::FURNACE, (Item::SAND, 1), (Item::LAVA_BUCKET, 1));
        furnace.tick();
        assert_eq!(furnace.slots()[FUEL], Some(ItemStack::new(Item::BUCKET, 1)));
        let mut sponge = stocked(Block::FURNACE, (Item::WET_SPONGE, 1), (Item::COAL, 1));
        sponge.tick();
        sponge.set(FUEL, Some(ItemStack::new(Item::BUCKET, 1)));
        ticks_until(&mut sponge, 1);
        assert_eq!(sponge.slots()[FUEL], Some(ItemStack::new(Item::WATER_BUCKET, 1)));
    }

    #[test]
    fn the_block_shows_whether_it_burns() {
        let mut level = crate::level::testing::floor();
        level.put([8, 64, 8], "smoker");
        let pos = anima_body::BlockPos::new(8, 64, 8);
        let Some(crate::level::BlockEntity::Furnace(furnace)) = level.block_entity_mut(pos) else { panic!("a smoker") };
        furnace.set(INPUT, Some(ItemStack::new(Item::BEEF, 1)));
        furnace.set(FUEL, Some(ItemStack::new(Item::STICK, 3)));
        level.run(1);
        assert!(level.block(pos).is("lit"));
        level.run(160);
        assert!(!level.block(pos).is("lit"));
        level.put([8, 64, 8], "air");
        assert_eq!(level.dropped(), "1 stick, 1 cooked_beef");
    }

    #[test]
    fn experience_comes_once() {
        let mut furnace = stocked(Block::FURNACE, (Item::RAW_GOLD, 3), (Item::COAL, 1));
        ticks_until(&mut furnace, 3);
        let mut rng = Pcg32::seed_from_u64(1);
        assert_eq!((furnace.take_experience(&mut rng), furnace.take_experience(&mut rng)), (3, 0));
    }
}
