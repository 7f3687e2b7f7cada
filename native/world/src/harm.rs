//! What hurts, and by which rules (1.19.4 `DamageTypes` and their tags).

use anima_rules::EntityKind;
use anima_rules::damage::Peril;
use glam::DVec3;

use crate::physics::Hazards;

/// Why something is hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    InFire,
    OnFire,
    Lava,
    HotFloor,
    InWall,
    Drown,
    Starve,
    Cactus,
    BerryBush,
    Fall,
    OutOfWorld,
    Freeze,
    Poison,
    Wither,
    Mob,
    Player,
    Arrow,
    Explosion,
}

/// What touching a block does, in half hearts.
pub(crate) const TOUCHES: [(Hazards, Harm, f32); 7] = [
    (Hazards::FIRE, Harm::InFire, 1.0),
    (Hazards::SOUL_FIRE, Harm::InFire, 2.0),
    (Hazards::CAMPFIRE, Harm::InFire, 1.0),
    (Hazards::SOUL_CAMPFIRE, Harm::InFire, 2.0),
    (Hazards::CACTUS, Harm::Cactus, 1.0),
    (Hazards::BERRY_BUSH, Harm::BerryBush, 1.0),
    (Hazards::MAGMA, Harm::HotFloor, 1.0),
];

/// The entity that did harm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Attacker {
    /// Entity id.
    pub id: u32,
    pub kind: EntityKind,
    /// Where the blow came from; what is hit is thrown away from there.
    pub pos: DVec3,
}

/// A blow, before anything stops it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Damage {
    pub harm: Harm,
    /// Half hearts.
    pub amount: f32,
    pub by: Option<Attacker>,
}

/// Ticks without damage after which a fight with a foe is over.
const FIGHT_TICKS: u32 = 300;
/// Ticks without damage after which falls, fire and the like are over, where no foe took part.
const MISHAP_TICKS: u32 = 100;

/// The damage that a mob or the player took in its current fight, to tell to whom its death is credited
/// (`DamageTracker`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fight {
    /// The hardest blow of a player, in half hearts.
    player: Option<f32>,
    /// The hardest blow of any foe, in half hearts, and what kind of foe gave it.
    hardest: Option<(f32, EntityKind)>,
    /// When the last damage came, in the victim's own age.
    last: u32,
}

impl Fight {
    /// Takes up damage that armour and the like let through (`DamageTracker.onDamage`).
    pub(crate) fn record(&mut self, now: u32, by: Option<Attacker>, amount: f32) {
        let lasts = if self.hardest.is_some() { FIGHT_TICKS } else { MISHAP_TICKS };
        if now.saturating_sub(self.last) > lasts {
            *self = Fight::default();
        }
        self.last = now;
        let Some(Attacker { kind, .. }) = by else { return };
        if kind == EntityKind::PLAYER && self.player.is_none_or(|most| amount > most) {
            self.player = Some(amount);
        }
        if self.hardest.is_none_or(|(most, _)| amount > most) {
            self.hardest = Some((amount, kind));
        }
    }

    /// The kind of foe that the victim's death is credited to if it dies now (`LivingEntity.getPrimeAdversary`): the
    /// player if one of its blows had a third of the hardest one's strength, or else the foe that dealt the hardest.
    pub(crate) fn victor(&self) -> Option<EntityKind> {
        let (most, kind) = self.hardest?;
        match self.player {
            Some(amount) if amount >= most / 3.0 => Some(EntityKind::PLAYER),
            _ => Some(kind),
        }
    }
}

impl Damage {
    pub(crate) const fn new(harm: Harm, amount: f32) -> Damage {
        Damage { harm, amount, by: None }
    }

    /// Whether easy makes it weaker and hard stronger.
    pub(crate) fn scales_with_difficulty(&self) -> bool {
        self.harm == Harm::Explosion || self.by.is_some_and(|by| by.kind != EntityKind::PLAYER)
    }
}

impl Harm {
    /// Tag `bypasses_armor`.
    pub(crate) fn passes_armour(self) -> bool {
        use Harm::*;
        matches!(self, OnFire | InWall | Drown | Starve | Fall | OutOfWorld | Freeze | Poison | Wither)
    }

    /// Tag `is_fire`.
    pub(crate) fn is_fire(self) -> bool {
        matches!(self, Harm::InFire | Harm::OnFire | Harm::Lava | Harm::HotFloor)
    }

    /// What armour's enchantments take it for.
    pub(crate) fn peril(self) -> Peril {
        match self {
            Harm::Fall => Peril::Fall,
            Harm::Explosion => Peril::Explosion,
            Harm::Arrow => Peril::Projectile,
            harm if harm.is_fire() => Peril::Fire,
            _ => Peril::Other,
        }
    }

    /// What it costs a player's stomach.
    pub(crate) fn exhaustion(self) -> f32 {
        if self.passes_armour() { 0.0 } else { anima_rules::food::HURT }
    }

    /// The death message of a player.
    pub(crate) fn death_message(self, by: Option<Attacker>) -> String {
        let killer = by.map(|by| by.kind.name().replace('_', " "));
        let alone = match self {
            Harm::InFire => "went up in flames",
            Harm::OnFire => "burned to death",
            Harm::Lava => "tried to swim in lava",
            Harm::HotFloor => "discovered the floor was lava",
            Harm::InWall => "suffocated in a wall",
            Harm::Drown => "drowned",
            Harm::Starve => "starved to death",
            Harm::Cactus => "was pricked to death",
            Harm::BerryBush => "was poked to death by a sweet berry bush",
            Harm::Fall => "hit the ground too hard",
            Harm::OutOfWorld => "fell out of the world",
            Harm::Freeze => "froze to death",
            Harm::Poison => "was killed by magic",
            Harm::Wither => "withered away",
            Harm::Explosion => "blew up",
            Harm::Mob | Harm::Player | Harm::Arrow => "died",
        };
        match (self, killer) {
            (Harm::Mob | Harm::Player, Some(killer)) => format!("Player was slain by {killer}"),
            (Harm::Arrow, Some(killer)) => format!("Player was shot by {killer}"),
            (Harm::Explosion, Some(killer)) => format!("Player was blown up by {killer}"),
            _ => format!("Player {alone}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(kind: EntityKind) -> Option<Attacker> {
        Some(Attacker { id: 9, kind, pos: DVec3::ZERO })
    }

    #[test]
    fn a_victory_is_the_players_from_a_third_of_the_hardest_blow_on() {
        let mut fight = Fight::default();
        fight.record(10, None, 8.0);
        assert_eq!(fight.victor(), None);
        fight.record(20, by(EntityKind::ZOMBIE), 3.0);
        fight.record(21, by(EntityKind::WOLF), 2.0);
        assert_eq!(fight.victor(), Some(EntityKind::ZOMBIE));
        fight.record(30, by(EntityKind::PLAYER), 0.5);
        assert_eq!(fight.victor(), Some(EntityKind::ZOMBIE));
        fight.record(31, by(EntityKind::PLAYER), 1.0);
        assert_eq!(fight.victor(), Some(EntityKind::PLAYER));
    }

    #[test]
    fn a_fight_is_over_after_fifteen_seconds_without_damage() {
        let after = |pause: u32| {
            let mut fight = Fight::default();
            fight.record(100, by(EntityKind::ZOMBIE), 3.0);
            fight.record(100 + pause, None, 1.0);
            fight.victor()
        };
        assert_eq!((after(300), after(301)), (Some(EntityKind::ZOMBIE), None));
    }
}
