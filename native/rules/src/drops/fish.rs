//! What a fishing rod brings up (`gameplay/fishing` and the three tables that it draws from).

use rand::{Rng, RngExt};

use crate::enchant::enchanted_by_luck;
use crate::{Item, ItemStack};

/// The water that a hook lies in, and the luck of the rod.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fishing {
    /// Whether it is open water, which alone holds treasure (`FishingBobberEntity.isInOpenWater`).
    pub open_water: bool,
    /// Whether it is in a jungle, a sparse one or one of bamboo.
    pub jungle: bool,
    /// Level of Luck of the Sea on the rod.
    pub luck: u8,
}

/// A line of one of the tables.
struct Catch {
    item: Item,
    weight: u8,
    count: u8,
    /// The most of its durability that is left.
    left: Option<f32>,
    /// Enchanted as for 30 levels.
    enchanted: bool,
    /// Only in a jungle.
    jungle: bool,
}

const fn plain(item: Item, weight: u8) -> Catch {
    Catch { item, weight, count: 1, left: None, enchanted: false, jungle: false }
}

const fn worn(item: Item, weight: u8, left: f32) -> Catch {
    Catch { left: Some(left), ..plain(item, weight) }
}

impl Catch {
    const fn enchanted(self) -> Catch {
        Catch { enchanted: true, ..self }
    }
}

/// `gameplay/fishing/fish`
const FISH: [Catch; 4] =
    [plain(Item::COD, 60), plain(Item::SALMON, 25), plain(Item::TROPICAL_FISH, 2), plain(Item::PUFFERFISH, 13)];

/// `gameplay/fishing/junk`
const JUNK: [Catch; 13] = [
    plain(Item::LILY_PAD, 17),
    worn(Item::LEATHER_BOOTS, 10, 0.9),
    plain(Item::LEATHER, 10),
    plain(Item::BONE, 10),
    // A bottle of water.
    plain(Item::POTION, 10),
    plain(Item::STRING, 5),
    worn(Item::FISHING_ROD, 2, 0.9),
    plain(Item::BOWL, 10),
    plain(Item::STICK, 5),
    Catch { count: 10, ..plain(Item::INK_SAC, 1) },
    plain(Item::TRIPWIRE_HOOK, 10),
    plain(Item::ROTTEN_FLESH, 10),
    Catch { jungle: true, ..plain(Item::BAMBOO, 10) },
];

/// `gameplay/fishing/treasure`
const TREASURE: [Catch; 6] = [
    plain(Item::NAME_TAG, 1),
    plain(Item::SADDLE, 1),
    worn(Item::BOW, 1, 0.25).enchanted(),
    worn(Item::FISHING_ROD, 1, 0.25).enchanted(),
    plain(Item::BOOK, 1).enchanted(),
    plain(Item::NAUTILUS_SHELL, 1),
];

/// A table: its lines, its weight, and what each level of luck adds to that.
struct Table {
    lines: &'static [Catch],
    weight: i32,
    quality: i32,
}

impl Fishing {
    /// The tables that are drawn from, with their weights (`LeafEntry.getWeight`).
    fn tables(self) -> impl Iterator<Item = (&'static [Catch], u32)> {
        let tables = [
            Table { lines: &JUNK, weight: 10, quality: -2 },
            Table { lines: &TREASURE, weight: if self.open_water { 5 } else { 0 }, quality: 2 },
            Table { lines: &FISH, weight: 85, quality: -1 },
        ];
        let luck = i32::from(self.luck);
        let weighed = tables.into_iter().filter(|table| table.weight > 0);
        weighed.map(move |table| (table.lines, (table.weight + table.quality * luck).max(0) as u32))
    }

    fn lines(self, lines: &'static [Catch]) -> impl Iterator<Item = (&'static Catch, u32)> + Clone {
        lines.iter().filter(move |line| self.jungle || !line.jungle).map(|line| (line, line.weight.into()))
    }

    /// What may be brought up: how many of an item, with what chance; an item may be named more than once.
    pub fn chances(self) -> Vec<(Item, u8, f32)> {
        let all: u32 = self.tables().map(|(_, weight)| weight).sum();
        let share = |part: u32, whole: u32| part as f32 / whole as f32;
        let of_table = |(lines, weight): (&'static [Catch], u32)| {
            let sum: u32 = self.lines(lines).map(|(_, weight)| weight).sum();
            self.lines(lines).map(move |(line, own)| {
                let item = if line.enchanted && line.item == Item::BOOK { Item::ENCHANTED_BOOK } else { line.item };
                (item, line.count, share(weight, all) * share(own, sum))
            })
        };
        self.tables().flat_map(of_table).collect()
    }

    /// Brings something up.
    pub fn draw(self, rng: &mut (impl Rng + ?Sized)) -> ItemStack {
        let lines = pick(self.tables(), rng).unwrap_or(&FISH);
        let line = pick(self.lines(lines), rng).unwrap_or(&FISH[0]);
        let mut stack = ItemStack::new(line.item, line.count);
        if let Some((most, durability)) = line.left.zip(line.item.durability()) {
            // SetDamageLootFunction: the number is what is left.
            let left = rng.random::<f32>() * most;
            stack.damage = ((1.0 - left) * f32::from(durability)) as u16;
        }
        if line.enchanted { enchanted_by_luck(stack, 30, rng) } else { stack }
    }
}

/// Draws one of some things by their weights; `None` only of nothing.
fn pick<T>(choices: impl Iterator<Item = (T, u32)>, rng: &mut (impl Rng + ?Sized)) -> Option<T> {
    let choices: Vec<(T, u32)> = choices.collect();
    let sum: u32 = choices.iter().map(|(_, weight)| weight).sum();
    let mut at = if sum > 0 { rng.random_range(0..sum) } else { return None };
    choices.into_iter().find_map(|(choice, weight)| match at.checked_sub(weight) {
        Some(left) => {
            at = left;
            None
        }
        None => Some(choice),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;
    use rand_pcg::Pcg32;

    use super::*;

    const DRAWS: u32 = 40_000;

    fn drawn(water: Fishing) -> Vec<ItemStack> {
        let mut rng = Pcg32::seed_from_u64(3);
        (0..DRAWS).map(|_| water.draw(&mut rng)).collect()
    }

    #[test]
    fn draws_are_as_likely_as_is_said() {
        for open_water in [true, false] {
            let water = Fishing { open_water, ..Fishing::default() };
            let mut said = BTreeMap::new();
            for (item, count, chance) in water.chances() {
                *said.entry(item).or_insert(0.0) += chance * f32::from(count);
            }
            let mut seen: BTreeMap<Item, f32> = BTreeMap::new();
            for stack in drawn(water) {
                *seen.entry(stack.item).or_insert(0.0) += f32::from(stack.count) / DRAWS as f32;
            }
            assert_eq!(said.keys().collect::<Vec<_>>(), seen.keys().collect::<Vec<_>>());
            for (item, chance) in said {
                assert!((seen[&item] - chance).abs() < 0.01, "{item}: {} of {chance}", seen[&item]);
            }
            assert_eq!(seen.contains_key(&Item::SADDLE), open_water, "treasure is only in open water");
        }
    }

    #[test]
    fn luck_of_the_sea_brings_treasure_for_junk_and_fish() {
        let open = Fishing { open_water: true, ..Fishing::default() };
        let of = |water: Fishing, item: Item| {
            water.chances().iter().filter(|(named, ..)| *named == item).map(|(_, _, chance)| chance).sum::<f32>()
        };
        let lucky = Fishing { luck: 3, ..open };
        assert!((of(open, Item::COD) - 0.85 * 0.6).abs() < 1e-6);
        assert!((of(lucky, Item::SADDLE) - 11.0 / 97.0 / 6.0).abs() < 1e-6);
        assert!((of(lucky, Item::LILY_PAD) - 4.0 / 97.0 * 0.17).abs() < 1e-6);
    }

    #[test]
    fn bamboo_is_fished_in_jungles_and_treasure_is_worn_and_enchanted() {
        let jungle = drawn(Fishing { jungle: true, open_water: true, luck: 0 });
        assert!(jungle.iter().any(|stack| stack.item == Item::BAMBOO));
        let meadow = drawn(Fishing { open_water: true, ..Fishing::default() });
        assert!(!meadow.iter().any(|stack| stack.item == Item::BAMBOO));
        for stack in meadow {
            let is_treasure = matches!(stack.item, Item::BOW | Item::ENCHANTED_BOOK);
            assert!(stack.enchantments.is_empty() != is_treasure || stack.item == Item::FISHING_ROD, "{stack:?}");
            if stack.item == Item::BOW {
                assert!(stack.damage >= 384 / 4 * 3, "{stack:?}");
            }
        }
    }
}
