//! Where monsters come by themselves: one table of it.
//!
//! A monster comes where no block gives light and little light of the sky is left (`HostileEntity.canSpawnInDark`): below
//! the ground at any time of day, under the open sky by night alone. Slimes and drowned have rules of their own
//! (`SlimeEntity.canSpawn`, `DrownedEntity.canSpawn`); husks and strays want the open sky above (`HuskEntity.canSpawn`,
//! `StrayEntity.canSpawn`). The biomes of each are those of [`place_of_mob`](crate::techtree::place_of_mob).

use crate::EntityKind;

/// Where a kind of monster comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habitat {
    /// Of the monsters that come under the open sky by night, in its biomes, the share that are of this kind, about: the
    /// weights of `DefaultBiomeFeatures.addMonsters` times the size of a pack, times the chance that its own rule lets it
    /// come. 0 if it does not.
    pub in_the_open: f32,
    /// The same of those that come in the dark below the ground, by day as by night.
    pub below: f32,
}

/// One of the places where a monster may be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haunt {
    /// Under the open sky, by night; until then the night is waited for.
    Open,
    /// In the dark below the ground.
    Below,
}

/// Ticks over open ground to where a cave opens: taken to be so, not measured.
pub const TO_CAVES: f32 = 400.0;
/// Ticks over open ground by night until a monster of any kind is met, which is seen as far as 64 blocks: taken to be so.
const MET_IN_THE_OPEN: f32 = 250.0;
/// Ticks in caves until a monster of any kind is met: taken to be so.
const MET_BELOW: f32 = 500.0;

impl Habitat {
    /// Where a kind comes by itself in the overworld; `None` for all that does not come in the dark, animals among them.
    pub fn of(kind: EntityKind) -> Option<Habitat> {
        use EntityKind as E;
        let anywhere = |share: f32| Habitat { in_the_open: share, below: share };
        Some(match kind {
            E::SKELETON | E::CREEPER => anywhere(0.25),
            // A body 1.4 blocks wide finds less room in caves; how much less is a guess.
            E::SPIDER => Habitat { below: 0.1, ..anywhere(0.25) },
            E::ZOMBIE => anywhere(0.23),
            E::ENDERMAN => anywhere(0.016),
            E::WITCH | E::ZOMBIE_VILLAGER => anywhere(0.003),
            E::HUSK | E::STRAY => Habitat { below: 0.0, ..anywhere(0.2) },
            // In swamps half of the tries take, times the moon and the light. Below, one chunk in ten is a slime chunk,
            // where one try in ten takes, below height 40.
            E::SLIME => Habitat { in_the_open: 0.06, below: 0.0025 },
            // In rivers one try in fifteen takes.
            E::DROWNED => Habitat { below: 0.0, ..anywhere(0.05) },
            _ => return None,
        })
    }

    /// Where it is met soonest, and after about how many ticks: with so many ticks until the night begins, `None` where
    /// none comes in time, and so many to the next cave, `None` where no way leads there.
    pub fn soonest(&self, to_night: Option<f32>, to_caves: Option<f32>) -> Option<(Haunt, f32)> {
        let met = |haunt, way: Option<f32>, ticks: f32, share: f32| {
            way.filter(|_| share > 0.0).map(|way| (haunt, way + ticks / share))
        };
        let open = met(Haunt::Open, to_night, MET_IN_THE_OPEN, self.in_the_open);
        let below = met(Haunt::Below, to_caves, MET_BELOW, self.below);
        open.into_iter().chain(below).min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techtree::place_of_mob;

    #[test]
    fn what_comes_in_the_dark_is_met_and_hostile_or_an_enderman() {
        for kind in EntityKind::all().filter(|kind| Habitat::of(*kind).is_some()) {
            let (place, is_hostile) = place_of_mob(kind).expect("it is met somewhere");
            assert!(*is_hostile && place.hints.contains(&"night"), "{kind}");
        }
        assert!(Habitat::of(EntityKind::COW).is_none());
    }

    #[test]
    fn the_night_is_waited_for_where_it_is_near_and_caves_are_gone_to_where_it_is_not() {
        let haunt = |kind, to_night, to_caves| {
            Habitat::of(kind).and_then(|habitat| habitat.soonest(to_night, to_caves)).map(|(haunt, _)| haunt)
        };
        let zombie = EntityKind::ZOMBIE;
        assert_eq!(haunt(zombie, Some(11_000.0), Some(800.0)), Some(Haunt::Below));
        assert_eq!(haunt(zombie, Some(500.0), Some(800.0)), Some(Haunt::Open));
        assert_eq!(haunt(zombie, None, Some(800.0)), Some(Haunt::Below));
        assert_eq!(haunt(zombie, Some(11_000.0), None), Some(Haunt::Open), "no way leads into the rock");
        assert_eq!(haunt(zombie, None, None), None);
        assert_eq!(haunt(EntityKind::HUSK, None, Some(0.0)), None, "husks want the open sky");
        assert_eq!(haunt(EntityKind::SLIME, Some(11_000.0), Some(800.0)), Some(Haunt::Open));
    }
}
