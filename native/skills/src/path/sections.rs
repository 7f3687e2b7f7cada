//! Things kept per section of space, found fast.

use std::cell::Cell;

use rustc_hash::FxHashMap;

/// Slots of the table of sections last used.
const RECENT: usize = 1024;

/// One thing for each section of space that was come to. Sections are all of one size, and counted in its edges.
///
/// Runs of reads close together cost a comparison each; the order of sections never depends on hashing.
pub(crate) struct Sections<T> {
    index: FxHashMap<u64, u32>,
    /// Sections last used, by the low bits of their coordinates.
    recent: Box<[Cell<(u64, u32)>; RECENT]>,
    all: Vec<([i32; 3], Box<T>)>,
}

impl<T> Default for Sections<T> {
    fn default() -> Sections<T> {
        let recent = Box::new(std::array::from_fn(|_| Cell::new((u64::MAX, 0))));
        Sections { index: FxHashMap::default(), recent, all: Vec::new() }
    }
}

#[inline]
fn key([x, y, z]: [i32; 3]) -> (u64, usize) {
    // Bit 15 is never set, so that no section has the key of an empty slot.
    let key = (x as u64 & 0xff_ffff) << 40 | (z as u64 & 0xff_ffff) << 16 | (y as u64 & 0x7fff);
    (key, (x & 15 | (z & 15) << 4 | (y & 3) << 8) as usize)
}

impl<T> Sections<T> {
    /// The number of a section; `None` if it was never come to.
    #[inline]
    pub fn find(&self, at: [i32; 3]) -> Option<u32> {
        let (key, slot) = key(at);
        let (recent, number) = self.recent[slot].get();
        if recent == key { Some(number) } else { self.look_up(key, slot) }
    }

    #[cold]
    fn look_up(&self, key: u64, slot: usize) -> Option<u32> {
        let number = *self.index.get(&key)?;
        self.recent[slot].set((key, number));
        Some(number)
    }

    /// The number of a section, which gets `new` if it was never come to.
    #[inline]
    pub fn find_or(&mut self, at: [i32; 3], new: impl FnOnce() -> T) -> u32 {
        match self.find(at) {
            Some(number) => number,
            None => self.add(at, new()),
        }
    }

    #[cold]
    fn add(&mut self, at: [i32; 3], thing: T) -> u32 {
        let (key, slot) = key(at);
        let number = self.all.len() as u32;
        self.index.insert(key, number);
        self.recent[slot].set((key, number));
        self.all.push((at, Box::new(thing)));
        number
    }

    /// What is kept for the section of this number.
    #[inline]
    pub fn at(&self, number: u32) -> &T {
        &self.all[number as usize].1
    }

    /// What is kept for the section of this number, to be changed.
    #[inline]
    pub fn at_mut(&mut self, number: u32) -> &mut T {
        &mut self.all[number as usize].1
    }

    /// Every section and what is kept for it, in the order in which they were come to.
    pub fn iter(&self) -> impl Iterator<Item = ([i32; 3], &T)> {
        self.all.iter().map(|(at, thing)| (*at, &**thing))
    }

    /// How many sections were come to.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Drops the sections that are not to be kept; those left get other numbers.
    pub fn retain(&mut self, mut keep: impl FnMut([i32; 3], &T) -> bool) {
        self.all.retain(|(at, thing)| keep(*at, thing));
        self.index = (0..).zip(&self.all).map(|(number, (at, _))| (key(*at).0, number)).collect();
        self.recent.iter().for_each(|slot| slot.set((u64::MAX, 0)));
    }

    /// Everything kept, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.all.iter_mut().map(|(_, thing)| &mut **thing)
    }

    /// Whether no section was ever come to.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_has_its_own() {
        let mut sections = Sections::default();
        assert_eq!(sections.find_or([-1, -1, -1], || 0), 0, "has a key of its own");
        let mut sections = Sections::default();
        // Many of these share a slot.
        let places: Vec<[i32; 3]> = (-20..20).flat_map(|x| [-9, -1, 0, 7].map(|y| [x, y, -x * 8 - 9])).collect();
        for (i, at) in places.iter().enumerate() {
            assert_eq!(sections.find(*at), None);
            let number = sections.find_or(*at, || i);
            assert_eq!(*sections.at(number), i);
        }
        for (i, at) in places.iter().enumerate() {
            assert_eq!(sections.find(*at).map(|number| *sections.at(number)), Some(i));
        }
        assert!(sections.iter().map(|(at, _)| at).eq(places.clone()));
        sections.retain(|_, i| i % 3 == 0);
        for (i, at) in places.iter().enumerate() {
            let kept = (i % 3 == 0).then_some(i);
            assert_eq!(sections.find(*at).map(|number| *sections.at(number)), kept);
        }
        assert_eq!(sections.len(), places.len().div_ceil(3));
    }
}
