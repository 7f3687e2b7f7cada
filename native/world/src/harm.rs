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

/// Who did it.
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
