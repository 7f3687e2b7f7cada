//! Mobs that fight players: one table of what they are like to those they fight.

use crate::{EntityKind, ItemStack};

/// What a kind of mob is like to a player whom it fights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foe {
    /// Whether it attacks players unasked (spiders by night alone).
    pub is_hostile: bool,
    /// Half hearts that a grown one begins with; what is left of them does not show (`generic.max_health`).
    pub health: f32,
    /// The attribute `generic.movement_speed` as it hunts.
    pub speed: f64,
    /// The square of how far its blow reaches, less what the widths of both add; `None` where its own width says it
    /// (`MeleeAttackGoal.getSquaredMaxAttackDistance`, and that of spiders).
    pub reach_squared: Option<f64>,
    /// How it shoots, if it does.
    pub shot: Shot,
    /// Whether it raises its arms or its bow at whom it is after (`MobEntity.isAttacking` as its model shows it).
    pub shows_anger: bool,
    /// Half hearts that one costs a player in each tick that it lives, without a shot: measured in the arenas of the
    /// `fights` bench.
    pub harm: f32,
}

/// With what a mob shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
    /// It does not.
    Never,
    /// With a bow or a crossbow, if it has one or its hand is not seen.
    Bow,
    /// With a trident, if it has one.
    Trident,
    /// With what it always has.
    Always,
}

impl Shot {
    /// Whether one with this in its hand shoots.
    pub fn is_ready(self, held: Option<ItemStack>) -> bool {
        let name = held.map(|stack| stack.item.name());
        match self {
            Shot::Never => false,
            Shot::Bow => name.is_none_or(|name| name == "bow" || name == "crossbow"),
            Shot::Trident => name == Some("trident"),
            Shot::Always => true,
        }
    }
}

impl Foe {
    /// What most are like that fight with their hands.
    const PLAIN: Foe = Foe {
        is_hostile: true,
        health: 20.0,
        speed: 0.23,
        reach_squared: None,
        shot: Shot::Never,
        shows_anger: true,
        harm: 0.005,
    };

    /// What a kind of mob is like; of one that is not in the table, what most are like, and that it leaves players
    /// alone.
    pub fn of(kind: EntityKind) -> Foe {
        use EntityKind as E;
        let plain = Foe::PLAIN;
        match kind {
            E::ZOMBIE | E::HUSK | E::ZOMBIE_VILLAGER => plain,
            E::DROWNED => Foe { shot: Shot::Trident, ..plain },
            E::SKELETON | E::STRAY => Foe { speed: 0.25, shot: Shot::Bow, ..plain },
            E::CREEPER => Foe { speed: 0.25, shows_anger: false, harm: 0.01, ..plain },
            E::SPIDER => Foe { health: 16.0, speed: 0.3, reach_squared: Some(4.0), shows_anger: false, ..plain },
            E::CAVE_SPIDER => {
                Foe { health: 12.0, speed: 0.3, reach_squared: Some(4.0), shows_anger: false, harm: 0.05, ..plain }
            }
            E::WITCH => Foe { health: 26.0, speed: 0.25, shot: Shot::Always, shows_anger: false, ..plain },
            // The largest; its hops are about as fast as a walk.
            E::SLIME => Foe { health: 16.0, shows_anger: false, ..plain },
            E::SILVERFISH | E::ENDERMITE => Foe { health: 8.0, speed: 0.25, shows_anger: false, ..plain },
            E::PHANTOM => Foe { shows_anger: false, ..plain },
            E::PILLAGER => Foe { health: 24.0, speed: 0.35, shot: Shot::Bow, ..plain },
            E::VINDICATOR => Foe { health: 24.0, speed: 0.35, harm: 0.1, ..plain },
            // Angry, it walks faster by 0.15 (`EndermanEntity.ATTACKING_SPEED_BOOST`).
            E::ENDERMAN => Foe { is_hostile: false, health: 40.0, speed: 0.45, harm: 0.1, ..plain },
            _ => Foe { is_hostile: false, ..plain },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Item;

    #[test]
    fn a_bowman_without_a_bow_does_not_shoot() {
        let held = |item: Item| Some(ItemStack::new(item, 1));
        assert_eq!(
            [None, held(Item::BOW), held(Item::IRON_SWORD)].map(|held| Shot::Bow.is_ready(held)),
            [true, true, false]
        );
        assert_eq!([None, held(Item::TRIDENT)].map(|held| Shot::Trident.is_ready(held)), [false, true]);
    }
}
