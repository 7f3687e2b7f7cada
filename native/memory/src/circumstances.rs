//! How alike two situations are.

use anima_rules::{Biome, Item};

use crate::episode::Circumstances;

/// What situations are compared by.
pub(crate) struct Traits {
    /// What is carried, in order.
    items: Box<[Item]>,
    biome: Biome,
    y: i32,
    day_time: u32,
}

impl Traits {
    pub fn of(circumstances: &Circumstances) -> Traits {
        Traits {
            items: circumstances.carried.keys().copied().collect(),
            biome: circumstances.biome,
            y: circumstances.position[1],
            day_time: circumstances.day_time % DAY,
        }
    }

    /// How alike they are, 0 to 1: what is carried counts half, biome and height a fifth each, the time of day a tenth.
    pub fn similarity(&self, other: &Traits) -> f32 {
        /// Blocks of height between what has nothing in common.
        const APART: f32 = 64.0;
        let biome = f32::from(u8::from(self.biome == other.biome));
        let height = 1.0 - (self.y.abs_diff(other.y) as f32 / APART).min(1.0);
        let hours = self.day_time.abs_diff(other.day_time);
        let time = 1.0 - hours.min(DAY - hours) as f32 / (DAY / 2) as f32;
        0.5 * shared(&self.items, &other.items) + 0.2 * biome + 0.2 * height + 0.1 * time
    }
}

/// Ticks of a day.
const DAY: u32 = 24_000;

/// The share that two sorted lists have in common; 1 if both are empty.
fn shared(a: &[Item], b: &[Item]) -> f32 {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(left), Some(right)) = (a.get(i), b.get(j)) {
        both += usize::from(left == right);
        (i, j) = (i + usize::from(left <= right), j + usize::from(right <= left));
    }
    let all = a.len() + b.len() - both;
    if all == 0 { 1.0 } else { both as f32 / all as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn situations_are_alike_by_what_is_carried_biome_height_and_time() {
        let mut here = Circumstances::default();
        here.carried.extend([(Item::STICK, 3), (Item::STONE_PICKAXE, 1)]);
        let alike = |change: &dyn Fn(&mut Circumstances)| {
            let mut there = here.clone();
            change(&mut there);
            Traits::of(&here).similarity(&Traits::of(&there))
        };
        assert_eq!(alike(&|_| ()), 1.0);
        assert_eq!(alike(&|there| there.biome = Biome::DESERT), 0.8);
        assert!((alike(&|there| there.position[1] = -59) - 0.8).abs() < 1e-6);
        assert!((alike(&|there| there.day_time = 12_000) - 0.9).abs() < 1e-6);
        assert!((alike(&|there| there.day_time = 23_999) - 1.0).abs() < 1e-3, "midnight is no border");
        assert!((alike(&|there| there.carried.clear()) - 0.5).abs() < 1e-6);
        assert!((alike(&|there| there.carried.retain(|item, _| *item != Item::STICK)) - 0.75).abs() < 1e-6);
    }
}
