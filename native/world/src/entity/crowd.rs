//! Where each of the living is: for mobs that look for each other, and for those that stand too close.

use anima_body::BlockPos;
use glam::DVec3;
use smallvec::SmallVec;

use super::mob::{Category, Class, Figure, Mob};
use super::{Entity, Kind, Reach};
use crate::player::Player;

/// Columns are told apart by so many low bits of their coordinates.
const BITS: u32 = 5;
const SIDE: usize = 1 << BITS;
const NOBODY: u16 = u16::MAX;

/// All mobs as they were at the start of a tick, in order of ids, and by columns.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    figures: Vec<Figure>,
    /// Places in the list of entities.
    places: Vec<u32>,
    /// The first figure of each column, and the next one after each figure.
    first: Box<[u16; SIDE * SIDE]>,
    next: Vec<u16>,
    /// Everything that anyone here is.
    pub present: Class,
}

impl Default for Crowd {
    fn default() -> Crowd {
        Crowd {
            figures: Vec::new(),
            places: Vec::new(),
            first: Box::new([NOBODY; SIDE * SIDE]),
            next: Vec::new(),
            present: Class::empty(),
        }
    }
}

const fn slot(x: i32, z: i32) -> usize {
    (z as usize & (SIDE - 1)) << BITS | x as usize & (SIDE - 1)
}

impl Crowd {
    /// Looks anew at all entities within some columns.
    pub(super) fn gather(&mut self, all: &[Entity], within: Reach) {
        self.figures.clear();
        self.places.clear();
        self.next.clear();
        self.first.fill(NOBODY);
        self.present = Class::empty();
        for (place, entity) in all.iter().enumerate() {
            if !entity.removed && within.holds(entity.body.pos) {
                self.join(entity, place);
            }
        }
    }

    /// Takes in one more mob, the entity at a place in the list; its id is higher than all before.
    pub(super) fn join(&mut self, entity: &Entity, place: usize) {
        let Some(figure) = Figure::of(entity) else { return };
        let index = self.figures.len();
        if index >= usize::from(NOBODY) {
            return;
        }
        let chunk = BlockPos::containing(figure.pos).chunk();
        let first = &mut self.first[slot(chunk.x, chunk.z)];
        self.next.push(*first);
        *first = index as u16;
        self.present |= figure.class;
        self.figures.push(figure);
        self.places.push(place as u32);
    }

    /// How many there are of each category that spawns, those left out that stay for ever.
    pub(super) fn count_categories(&self) -> [u32; Category::SPAWNING.len()] {
        let mut counts = [0; Category::SPAWNING.len()];
        for figure in self.figures.iter().filter(|figure| figure.counts) {
            if let Some(count) = counts.get_mut(figure.category as usize) {
                *count += 1;
            }
        }
        counts
    }

    /// In order of ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter()
    }

    pub(crate) fn get(&self, id: u32) -> Option<&Figure> {
        self.figures.binary_search_by_key(&id, |figure| figure.id).ok().map(|index| &self.figures[index])
    }

    fn indices_near(&self, pos: DVec3, reach: f64) -> impl Iterator<Item = usize> {
        let chunk = |v: f64| (v.floor() as i32) >> 4;
        let (x, z) = (chunk(pos.x - reach)..=chunk(pos.x + reach), chunk(pos.z - reach)..=chunk(pos.z + reach));
        z.flat_map(move |z| x.clone().map(move |x| slot(x, z))).flat_map(move |slot| {
            let mut at = self.first[slot];
            std::iter::from_fn(move || {
                let index = (at != NOBODY).then_some(usize::from(at))?;
                at = self.next[index];
                Some(index)
            })
        })
    }

    /// Those within so many blocks along each level axis, and perhaps some more; column by column. `reach` must
    /// be less than a hundred blocks or someone may be met twice.
    pub(crate) fn near(&self, pos: DVec3, reach: f64) -> impl Iterator<Item = &Figure> {
        self.indices_near(pos, reach)
            .map(|index| &self.figures[index])
            .filter(move |figure| (figure.pos.x - pos.x).abs() <= reach && (figure.pos.z - pos.z).abs() <= reach)
    }

    /// Pushes apart those whose boxes overlap, the player included (`LivingEntity.tickCramming`). Of each two,
    /// both have a tick in which they push; a player's client pushes the player once.
    pub(super) fn push_apart(&self, all: &mut [Entity], player: &mut Player) {
        if !player.is_dead {
            for index in self.indices_near(player.body.pos, 4.0) {
                let entity = &mut all[self.places[index] as usize];
                if is_pushed(entity) && entity.body.bounds().intersects(&player.body.bounds()) {
                    let push = push_between(player.body.pos, entity.body.pos);
                    if push != DVec3::ZERO {
                        player.body.velocity -= push;
                        entity.body.velocity += push * 2.0;
                        entity.wake();
                    }
                }
            }
        }
        for index in 0..self.figures.len() {
            // Two that rest do not overlap, or they would not.
            if rests(&all[self.places[index] as usize]) {
                continue;
            }
            let figure = &self.figures[index];
            let reach = f64::from(figure.width) / 2.0 + 2.0;
            let rivals: SmallVec<[usize; 8]> = self
                .indices_near(figure.pos, reach)
                .filter(|other| {
                    let away = (self.figures[*other].pos - figure.pos).abs();
                    *other != index && away.x < reach && away.z < reach && away.y < 4.0
                })
                .collect();
            for rival in rivals {
                let (one, other) = (self.places[index] as usize, self.places[rival] as usize);
                let [one, other] = all.get_disjoint_mut([one, other]).expect("two places of one list");
                let counted = rival < index && !rests(other);
                if !counted && is_pushed(one) && is_pushed(other) && one.body.bounds().intersects(&other.body.bounds())
                {
                    let push = push_between(one.body.pos, other.body.pos) * 2.0;
                    if push != DVec3::ZERO {
                        one.body.velocity -= push;
                        other.body.velocity += push;
                        one.wake();
                        other.wake();
                    }
                }
            }
        }
    }
}

fn rests(entity: &Entity) -> bool {
    entity.mob().is_none_or(Mob::rests)
}

/// Whether the living push it.
fn is_pushed(entity: &Entity) -> bool {
    matches!(entity.kind, Kind::Mob(_)) && entity.is_pushed()
}

/// What each of two feels of the other, away from `from` (`Entity.pushAwayFrom`).
pub(super) fn push_between(from: DVec3, to: DVec3) -> DVec3 {
    let (x, z) = (to.x - from.x, to.z - from.z);
    let most = x.abs().max(z.abs());
    if most < 0.01 {
        return DVec3::ZERO;
    }
    let root = most.sqrt();
    let strength = (1.0 / root).min(1.0) * 0.05 / root;
    DVec3::new(x * strength, 0.0, z * strength)
}
