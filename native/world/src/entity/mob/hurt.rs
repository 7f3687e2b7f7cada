//! Blows and death (`LivingEntity.damage`, `onDeath`).

use anima_body::{Custom, Stat};
use anima_rules::EntityKind;
use anima_rules::damage::after_armor;
use anima_rules::drops::{Kill, kill_mob, mob_experience};
use anima_rules::experience::orbs;
use glam::DVec3;

use super::own::{Own, dropped};
use super::{Me, Mob, Step, Ways, goal, slime};
use crate::entity::{Around, Orb, PLAYER_ID};
use crate::harm::{Damage, Fight, Harm};
use crate::level::Dice;
use crate::physics::{Body, Space};
use crate::player::Player;

/// Ticks in which only a stronger blow hurts; in the second half of them any does.
const SAFE_TICKS: u8 = 20;
/// Ticks that it remembers who hurt it, and that a player's blow counts for its death.
const MEMORY: u8 = 100;
/// Ticks from death until the body is gone.
const DYING_TICKS: u8 = 20;
/// Strength of the knock-back of any blow.
const KNOCK_BACK: f64 = 0.4_f32 as f64;

/// What blows leave on a mob.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wounds {
    safe_ticks: u8,
    last_amount: f32,
    /// Ticks that it flashes red.
    red_ticks: u8,
    /// The entity that hurt it last, by id.
    attacker: u32,
    /// Ticks that it remembers that.
    attacker_ticks: u8,
    /// Blows that someone gave it.
    pub blows: u32,
    /// Ticks in which its death counts for the player.
    player_ticks: u8,
    /// The damage of its current fight.
    fight: Fight,
    /// Whether the player gave it the last blow.
    slain: bool,
    looting: u8,
    /// Ticks since it died.
    dying_ticks: u8,
    /// Leaves neither body nor loot.
    pub gone: bool,
}

impl Wounds {
    pub fn flashes(&self) -> bool {
        self.red_ticks > 0
    }

    /// The entity that hurt it of late, by id.
    pub fn attacker(&self) -> Option<u32> {
        (self.attacker_ticks > 0).then_some(self.attacker)
    }

    /// Whether any of it counts down.
    pub fn are_fresh(&self) -> bool {
        self.safe_ticks > 0 || self.red_ticks > 0 || self.attacker_ticks > 0 || self.player_ticks > 0
    }

    /// Lets them heal by a tick.
    pub fn heal(&mut self) {
        for ticks in [&mut self.safe_ticks, &mut self.red_ticks, &mut self.attacker_ticks, &mut self.player_ticks] {
            *ticks = ticks.saturating_sub(1);
        }
    }
}

impl Mob {
    /// Takes a blow; whether it got through (`LivingEntity.damage`). `looting` is that of the weapon.
    pub(crate) fn take(&mut self, body: &mut Body, damage: Damage, looting: u8, dice: &mut Dice) -> bool {
        let Damage { harm, amount, by } = damage;
        if !self.is_alive() || harm.is_fire() && self.traits.has(Ways::FIREPROOF) || amount <= 0.0 {
            return false;
        }
        let wounds = &mut self.wounds;
        let fresh = wounds.safe_ticks <= SAFE_TICKS / 2;
        let more = if fresh { amount } else { amount - wounds.last_amount };
        if more <= 0.0 {
            return false;
        }
        wounds.last_amount = amount;
        if fresh {
            (wounds.safe_ticks, wounds.red_ticks) = (SAFE_TICKS, 10);
        }
        if let Some(by) = by {
            (wounds.attacker, wounds.attacker_ticks) = (by.id, MEMORY);
            wounds.blows += 1;
            if by.id == PLAYER_ID {
                wounds.player_ticks = MEMORY;
            }
        }
        wounds.looting = looting;
        (self.idle_ticks, self.love_ticks, self.rests) = (0, 0, false);
        let lost = self.left_of(harm, more);
        self.health -= lost;
        let slain = self.health <= 0.0 && by.is_some_and(|by| by.id == PLAYER_ID);
        if lost > 0.0 {
            self.wounds.fight.record(self.lived, by, lost);
        }
        self.wounds.slain = slain;
        if let Some(by) = by
            && fresh
            && harm != Harm::Explosion
        {
            self.knock_back(body, KNOCK_BACK, by.pos - body.pos, dice);
        }
        true
    }

    /// What armour leaves of a blow.
    fn left_of(&self, harm: Harm, amount: f32) -> f32 {
        if harm.passes_armour() {
            return amount;
        }
        let (points, toughness) = self.gear.armor();
        after_armor(amount, points + self.traits.armor, toughness)
    }

    /// Throws it away from `towards` (`LivingEntity.takeKnockback`).
    pub(crate) fn knock_back(&mut self, body: &mut Body, strength: f64, towards: DVec3, dice: &mut Dice) {
        self.rests = false;
        body.knock_back(strength * (1.0 - self.stance), towards, dice);
    }
}

impl Me<'_> {
    /// Hurts itself: fire, falls, thorns.
    pub(super) fn suffer_from(&mut self, around: &mut Around<'_>, harm: Harm, amount: f32) {
        self.mob.take(self.body, Damage::new(harm, amount), 0, around.dice);
    }

    /// The second in which a dead body falls over; false when it is gone. What it leaves behind lies there at
    /// once (`LivingEntity.onDeath`, `updatePostDeath`).
    pub(super) fn die(&mut self, around: &mut Around<'_>) -> bool {
        if self.mob.wounds.gone {
            return false;
        }
        if self.mob.wounds.dying_ticks == 0 {
            goal::stop_all(self);
            self.count_death(around.player);
            self.leave_loot(around);
            self.mob.step = Step::default();
        }
        self.mob.wounds.dying_ticks += 1;
        self.stride(&Space::new(around.level.view(), around.hard));
        self.mob.wounds.dying_ticks < DYING_TICKS
    }

    /// What its death is in the player's statistics (`LivingEntity.onDeath`).
    fn count_death(&self, player: &mut Player) {
        let Mob { kind, wounds, .. } = &*self.mob;
        // PlayerEntity.onKilledOther
        if wounds.slain {
            player.count(Stat::Killed(*kind), 1);
        }
        // ServerPlayerEntity.updateKilledAdvancementCriterion, for the prime adversary
        let victor = wounds.fight.victor();
        if victor == Some(EntityKind::PLAYER) || victor.is_none() && wounds.player_ticks > 0 {
            player.count(Custom::MobKills, 1);
        }
    }

    fn leave_loot(&mut self, around: &mut Around<'_>) {
        let (dice, spawned, pos) = (&mut *around.dice, &mut *around.spawned, self.body.pos);
        let mob = &*self.mob;
        let kill = Kill {
            by_player: mob.wounds.player_ticks > 0,
            looting: mob.wounds.looting,
            on_fire: self.body.is_burning(),
            baby: mob.is_baby(),
            color: mob.variant,
            sheared: mob.sheared,
            size: mob.own.size(),
        };
        let mut drops = kill_mob(mob.kind, &kill, dice);
        drops.extend(mob.gear.drops(kill.by_player, kill.looting, dice));
        spawned.extend(drops.into_iter().map(|stack| dropped(stack, pos, dice)));
        let points = mob_experience(mob.kind, &kill, dice);
        spawned.extend(orbs(points).map(|size| Orb::entity(size, pos, dice)));
        if matches!(mob.own, Own::Slime(_)) {
            slime::split(self, dice, spawned);
        }
    }
}
