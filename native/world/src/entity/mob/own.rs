//! What only one kind of mob has and does each tick.

use anima_rules::{EntityKind, Item, ItemStack};
use glam::DVec3;
use rand::RngExt;

use super::fly::Wings;
use super::rabbit::Rabbit;
use super::slime::Slime;
use super::swim::Tentacles;
use super::{Me, Ways};
use crate::entity::{Around, ItemEntity};
use crate::explosion;
use crate::harm::Harm;
use crate::level::Dice;

/// Ticks that a creeper's fuse burns.
const FUSE: i32 = 30;
/// Power of a creeper's explosion.
const CREEPER_POWER: f32 = 3.0;

/// A creeper's fuse.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Fuse {
    pub burnt: i32,
    pub lit: bool,
}

/// What only one kind has.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Own {
    #[default]
    Nothing,
    Creeper(Fuse),
    /// Ticks until a chicken's next egg.
    Chicken(u32),
    /// Ticks that a zombie's head has been under water.
    Zombie(u32),
    Rabbit(Rabbit),
    Slime(Slime),
    Squid(Tentacles),
    Flier(Wings),
}

impl Own {
    pub(super) fn of(kind: EntityKind, dice: &mut Dice) -> Own {
        use EntityKind as E;
        match kind {
            E::CREEPER => Own::Creeper(Fuse::default()),
            E::CHICKEN => Own::Chicken(egg_ticks(dice)),
            E::ZOMBIE | E::HUSK => Own::Zombie(0),
            E::RABBIT => Own::Rabbit(Rabbit::default()),
            E::SLIME | E::MAGMA_CUBE => Own::Slime(Slime::default()),
            E::SQUID | E::GLOW_SQUID => Own::Squid(Tentacles::new(dice)),
            _ if super::traits(kind).is_some_and(|traits| traits.motion == super::Motion::Flits) => {
                Own::Flier(Wings::new(kind))
            }
            _ => Own::Nothing,
        }
    }

    /// Size of a slime, 1 of all else.
    pub(super) fn size(&self) -> u8 {
        if let Own::Slime(slime) = self { slime.size } else { 1 }
    }

    pub(super) fn is_about_to_explode(&self) -> bool {
        matches!(self, Own::Creeper(fuse) if fuse.burnt > 0)
    }

    /// Whether it has more to do than a counter.
    pub(super) fn is_busy(&self) -> bool {
        match self {
            Own::Nothing | Own::Chicken(_) => false,
            Own::Creeper(fuse) => fuse.burnt > 0,
            Own::Zombie(ticks) => *ticks > 0,
            Own::Rabbit(rabbit) => rabbit.is_busy(),
            Own::Slime(_) => true,
            Own::Squid(_) => false,
            Own::Flier(wings) => !wings.hangs,
        }
    }
}

fn egg_ticks(dice: &mut Dice) -> u32 {
    dice.random_range(6000..12000)
}

impl Me<'_> {
    /// What only its kind does in a tick.
    pub(super) fn do_own(&mut self, around: &mut Around<'_>) {
        match &mut self.mob.own {
            Own::Creeper(fuse) => {
                fuse.burnt = (fuse.burnt + if fuse.lit { 1 } else { -1 }).max(0);
                if fuse.burnt >= FUSE {
                    self.explode(around);
                }
            }
            Own::Chicken(ticks) => {
                if self.mob.age >= 0 {
                    *ticks = ticks.saturating_sub(1);
                    if *ticks == 0 {
                        *ticks = egg_ticks(around.dice);
                        let egg = ItemStack::new(Item::EGG, 1);
                        around.spawned.push(dropped(egg, self.body.pos, around.dice));
                    }
                }
                if !self.body.on_ground && self.body.velocity.y < 0.0 {
                    self.body.velocity.y *= 0.6;
                }
            }
            Own::Zombie(ticks) => {
                *ticks = if self.body.eyes_in_water { *ticks + 1 } else { 0 };
                // ZombieEntity: 600 ticks under water, then 300 of shaking.
                if *ticks >= 900 {
                    self.become_kind(if self.mob.kind == EntityKind::HUSK {
                        EntityKind::ZOMBIE
                    } else {
                        EntityKind::DROWNED
                    });
                }
            }
            _ => {}
        }
        if self.mob.traits.has(Ways::HATES_WATER) && self.body.in_water {
            self.suffer_from(around, Harm::Drown, 1.0);
        }
    }

    /// What only its kind does when it is grown up: a turtle sheds a scute (`TurtleEntity.onGrowUp`).
    pub(super) fn grow_up(&mut self, around: &mut Around<'_>) {
        if self.mob.kind == EntityKind::TURTLE {
            let scute = dropped(ItemStack::new(Item::SCUTE, 1), self.body.pos, around.dice);
            around.spawned.push(scute);
        }
    }

    fn explode(&mut self, around: &mut Around<'_>) {
        self.mob.health = 0.0;
        self.mob.wounds.gone = true;
        explosion::explode(around, Some(self.attacker()), self.body.pos, CREEPER_POWER);
    }
}

/// An item that falls from an entity (`Entity.dropStack`).
pub(super) fn dropped(stack: ItemStack, pos: DVec3, dice: &mut Dice) -> crate::entity::Entity {
    let mut spread = || dice.random::<f64>() * 0.2 - 0.1;
    let velocity = DVec3::new(spread(), 0.2, spread());
    ItemEntity::entity(stack, pos, velocity, ItemEntity::POPPED_DELAY)
}
