//! What each kind of mob is like: the attributes and goals of 1.19.4.

use anima_rules::EntityKind;
use bitflags::bitflags;
use once_cell::sync::Lazy;

use super::goal::Goal;
use super::path::{Footing, Penalties};

bitflags! {
    /// What mobs are to each other.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Class: u16 {
        const PLAYER = 1 << 0;
        const VILLAGER = 1 << 1;
        const IRON_GOLEM = 1 << 2;
        const WOLF = 1 << 3;
        /// Cats and ocelots.
        const CAT = 1 << 4;
        /// Zombies of all sorts.
        const ZOMBIE = 1 << 5;
        const SKELETON = 1 << 6;
        /// The kinds that an iron golem fights: monsters but for creepers.
        const ENEMY = 1 << 7;
        /// What wild wolves eat.
        const WOLF_PREY = 1 << 8;
    }
}

/// How a mob gets about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    Walks,
    /// Walks, and climbs any wall.
    Climbs,
    /// Rabbits.
    Hops,
    /// Slimes.
    Bounces,
    /// Fish and dolphins.
    Swims,
    /// Squid.
    Drifts,
    /// Bats, bees and the like.
    Flits,
    /// Shulkers, which nothing moves (`ShulkerEntity.getVelocity`).
    Clings,
}

/// The game's groups, each with its own cap (`SpawnGroup`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Category {
    Monster,
    Creature,
    Ambient,
    Axolotls,
    UndergroundWater,
    WaterCreature,
    WaterAmbient,
    /// Villagers, golems.
    Misc,
}

impl Category {
    /// Those that spawn by themselves, in the game's order.
    pub(crate) const SPAWNING: [Category; 7] = [
        Category::Monster,
        Category::Creature,
        Category::Ambient,
        Category::Axolotls,
        Category::UndergroundWater,
        Category::WaterCreature,
        Category::WaterAmbient,
    ];

    /// How many there may be around one player.
    pub(crate) fn cap(self) -> u32 {
        match self {
            Category::Monster => 70,
            Category::Creature => 10,
            Category::Ambient => 15,
            Category::Axolotls | Category::UndergroundWater | Category::WaterCreature => 5,
            Category::WaterAmbient => 20,
            Category::Misc => 0,
        }
    }

    /// Blocks from the player beyond which one that may go goes at once.
    pub(crate) fn despawn_distance(self) -> f64 {
        if self == Category::WaterAmbient { 64.0 } else { 128.0 }
    }
}

bitflags! {
    /// Yes-no facts about a kind.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Ways: u16 {
        /// Is gone in peaceful (`isDisallowedInPeaceful`) and ages faster in the light.
        const HOSTILE = 1 << 0;
        /// May go when no player is near (`canImmediatelyDespawn`).
        const GOES_AWAY = 1 << 1;
        /// Burns in daylight.
        const BURNS_BY_DAY = 1 << 2;
        const UNDEAD = 1 << 3;
        const BREATHES_WATER = 1 << 4;
        /// Dies out of water.
        const NEEDS_WATER = 1 << 5;
        const FIREPROOF = 1 << 6;
        /// Falls softly, if at all.
        const NO_FALL_DAMAGE = 1 << 7;
        /// Swims at the surface rather than walk on the bottom.
        const FLOATS = 1 << 8;
        /// Has young, and breeds if fed.
        const BREEDS = 1 << 9;
        /// Water hurts it.
        const HATES_WATER = 1 << 10;
        const OPENS_DOORS = 1 << 11;
    }
}

/// What a kind of mob is like.
#[derive(Clone, Debug)]
pub(crate) struct Traits {
    pub category: Category,
    pub class: Class,
    /// Half hearts.
    pub health: f32,
    /// The attribute `movement_speed`.
    pub speed: f64,
    /// Blocks at which it sees prey and looks for ways.
    pub follow_range: f32,
    /// Half hearts of its blow.
    pub damage: f32,
    /// Share of a knock-back that it does not feel.
    pub stance: f64,
    pub armor: f32,
    /// Height of the eyes of the grown and the young.
    pub eyes: [f32; 2],
    pub motion: Motion,
    pub ways: Ways,
    pub penalties: Penalties,
    /// What it does, the more urgent first.
    pub goals: &'static [(u8, Goal)],
    /// Whom it turns against, the more urgent first.
    pub aims: &'static [(u8, Goal)],
    /// Others that its goals are about, players aside, and how near they must be.
    pub heeds: Class,
    pub heed_range: f64,
    pub hunts_players: bool,
    /// Goals that may start when nobody is near, a bit each in the order of the list.
    pub musings: u16,
}

static TRAITS: Lazy<Vec<Option<Traits>>> = Lazy::new(|| {
    let of = |id| traits_of(EntityKind::from_id(id)?).map(Traits::with_heed);
    (0..EntityKind::COUNT as u16).map(of).collect()
});

/// What a kind of mob is like; `None` for what does not live.
#[inline]
pub(crate) fn traits(kind: EntityKind) -> Option<&'static Traits> {
    TRAITS[usize::from(kind.id())].as_ref()
}

/// What a wolf is like once it is tame (`WolfEntity.setTamed`).
pub(super) fn tame_wolf() -> &'static Traits {
    static TAME: Lazy<Traits> = Lazy::new(|| {
        let wild = traits(EntityKind::WOLF).expect("wolves live");
        let tame = Traits { heeds: Class::empty(), heed_range: 0.0, hunts_players: false, musings: 0, ..wild.clone() };
        Traits { health: 20.0, damage: 4.0, ..tame.does(TAME_WOLF, TAME_WOLF_AIMS) }.with_heed()
    });
    &TAME
}

impl Traits {
    pub(crate) fn has(&self, ways: Ways) -> bool {
        self.ways.contains(ways)
    }

    fn new(kind: EntityKind, category: Category, health: f32, speed: f32) -> Traits {
        let height = kind.height() as f32;
        Traits {
            category,
            class: Class::empty(),
            health,
            speed: f64::from(speed),
            follow_range: 16.0,
            damage: 2.0,
            stance: 0.0,
            armor: 0.0,
            eyes: [height * 0.85, height * 0.5 * 0.85],
            motion: Motion::Walks,
            ways: Ways::empty(),
            penalties: Penalties::PLAIN,
            goals: IDLES,
            aims: &[],
            heeds: Class::empty(),
            heed_range: 0.0,
            hunts_players: false,
            musings: 0,
        }
    }

    /// Finds out whom the goals are about.
    fn with_heed(mut self) -> Traits {
        let far = f64::from(self.follow_range);
        let musings = self.goals.iter().enumerate().filter(|(_, (_, goal))| goal.is_musing());
        self.musings = musings.fold(0, |bits, (index, _)| bits | 1 << index);
        for (_, goal) in self.goals.iter().chain(self.aims) {
            let (class, range) = match goal {
                Goal::Avoid { whom, within, .. } => (*whom, f64::from(*within)),
                Goal::Hunt { prey, .. } | Goal::HuntInTheDark { prey } => (*prey, far * 1.2),
                Goal::TakeOffence => (Class::PLAYER, far),
                _ => continue,
            };
            self.hunts_players |= class.contains(Class::PLAYER) && !matches!(goal, Goal::Avoid { .. });
            let others = class.difference(Class::PLAYER);
            if !others.is_empty() {
                self.heeds |= others;
                self.heed_range = self.heed_range.max(range);
            }
        }
        self
    }

    fn class(self, class: Class) -> Traits {
        Traits { class: self.class | class, ..self }
    }

    fn ways(self, ways: Ways) -> Traits {
        Traits { ways: self.ways | ways, ..self }
    }

    fn eyes(self, grown: f32, young: f32) -> Traits {
        Traits { eyes: [grown, young], ..self }
    }

    /// Eyes at a share of the height, for old and young.
    fn eyes_at(self, kind: EntityKind, share: f32) -> Traits {
        let height = kind.height() as f32;
        self.eyes(height * share, height * 0.5 * share)
    }

    fn follows(self, range: f32) -> Traits {
        Traits { follow_range: range, ..self }
    }

    fn hits(self, damage: f32) -> Traits {
        Traits { damage, ..self }
    }

    fn moves(self, motion: Motion) -> Traits {
        Traits { motion, ..self }
    }

    fn does(self, goals: &'static [(u8, Goal)], aims: &'static [(u8, Goal)]) -> Traits {
        Traits { goals, aims, ..self }
    }

    fn treads(self, penalties: Penalties) -> Traits {
        Traits { penalties, ..self }
    }
}

const STROLL: Goal = Goal::Stroll { speed: 1.0, anywhere: 0.001 };
const SLOW_STROLL: Goal = Goal::Stroll { speed: 0.8, anywhere: 0.001 };

/// What kinds do whose own life is not played: they float, flee, wander and look about.
static IDLES: &[(u8, Goal)] = &[
    (0, Goal::Float),
    (1, Goal::Panic(1.25)),
    (4, Goal::Breed(1.0)),
    (5, Goal::Tempt(1.1)),
    (6, Goal::FollowParent(1.1)),
    (7, STROLL),
    (8, Goal::LookAtPlayer(6.0)),
    (9, Goal::LookAround),
];

static COW: &[(u8, Goal)] = &[
    (0, Goal::Float),
    (1, Goal::Panic(2.0)),
    (2, Goal::Breed(1.0)),
    (3, Goal::Tempt(1.25)),
    (4, Goal::FollowParent(1.25)),
    (5, STROLL),
    (6, Goal::LookAtPlayer(6.0)),
    (7, Goal::LookAround),
];

static PIG: &[(u8, Goal)] = &[
    (0, Goal::Float),
    (1, Goal::Panic(1.25)),
    (3, Goal::Breed(1.0)),
    (4, Goal::Tempt(1.2)),
    (5, Goal::FollowParent(1.1)),
    (6, STROLL),
    (7, Goal::LookAtPlayer(6.0)),
    (8, Goal::LookAround),
];

static SHEEP: &[(u8, Goal)] = &[
    (0, Goal::Float),
    (1, Goal::Panic(1.25)),
    (2, Goal::Breed(1.0)),
    (3, Goal::Tempt(1.1)),
    (4, Goal::FollowParent(1.1)),
    (5, Goal::Graze),
    (6, STROLL),
    (7, Goal::LookAtPlayer(6.0)),
    (8, Goal::LookAround),
];

static CHICKEN: &[(u8, Goal)] = &[
    (0, Goal::Float),
    (1, Goal::Panic(1.4)),
    (2, Goal::Breed(1.0)),
    (3, Goal::Tempt(1.0)),
    (4, Goal::FollowParent(1.1)),
    (5, STROLL),
    (6, Goal::LookAtPlayer(6.0)),
    (7, Goal::LookAround),
];

static RABBIT: &[(u8, Goal)] = &[
    (1, Goal::Float),
    (1, Goal::Panic(2.2)),
    (2, Goal::Breed(0.8)),
    (3, Goal::Tempt(1.0)),
    (4, Goal::Avoid { whom: Class::PLAYER, within: 8.0, walk: 2.2, run: 2.2 }),
    (4, Goal::Avoid { whom: Class::WOLF, within: 10.0, walk: 2.2, run: 2.2 }),
    (4, Goal::Avoid { whom: Class::ENEMY, within: 4.0, walk: 2.2, run: 2.2 }),
    (6, Goal::Stroll { speed: 0.6, anywhere: 0.001 }),
    (11, Goal::LookAtPlayer(10.0)),
];

static VILLAGER: &[(u8, Goal)] = &[
    (0, Goal::Float),
    (1, Goal::Avoid { whom: Class::ZOMBIE, within: 8.0, walk: 0.5, run: 0.5 }),
    (1, Goal::Panic(0.75)),
    (7, Goal::Stroll { speed: 0.5, anywhere: 0.001 }),
    (8, Goal::LookAtPlayer(8.0)),
    (9, Goal::LookAround),
];

static WOLF: &[(u8, Goal)] = &[
    (1, Goal::Float),
    (4, Goal::Leap(0.4)),
    (5, Goal::Melee { speed: 1.0, persists: true }),
    (7, Goal::Breed(1.0)),
    (8, STROLL),
    (10, Goal::LookAtPlayer(8.0)),
    (10, Goal::LookAround),
];

static WOLF_AIMS: &[(u8, Goal)] = &[
    (3, Goal::Retaliate { calls: true }),
    (5, Goal::Hunt { prey: Class::WOLF_PREY, must_see: false }),
    (7, Goal::Hunt { prey: Class::SKELETON, must_see: false }),
];

static TAME_WOLF: &[(u8, Goal)] = &[
    (1, Goal::Float),
    (2, Goal::Sit),
    (4, Goal::Leap(0.4)),
    (5, Goal::Melee { speed: 1.0, persists: true }),
    (6, Goal::FollowOwner(1.0)),
    (7, Goal::Breed(1.0)),
    (8, STROLL),
    (10, Goal::LookAtPlayer(8.0)),
    (10, Goal::LookAround),
];

static TAME_WOLF_AIMS: &[(u8, Goal)] = &[
    (1, Goal::DefendOwner),
    (2, Goal::AttackWithOwner),
    (3, Goal::Retaliate { calls: true }),
    (7, Goal::Hunt { prey: Class::SKELETON, must_see: false }),
];

static SHY: &[(u8, Goal)] = &[
    (0, Goal::Float),
    (1, Goal::Panic(1.5)),
    (4, Goal::Avoid { whom: Class::PLAYER, within: 16.0, walk: 0.8, run: 1.33 }),
    (7, Goal::Breed(0.8)),
    (11, SLOW_STROLL),
    (12, Goal::LookAround),
];

static IRON_GOLEM: &[(u8, Goal)] = &[
    (1, Goal::Melee { speed: 1.0, persists: true }),
    (5, Goal::Stroll { speed: 0.6, anywhere: 0.001 }),
    (7, Goal::LookAtPlayer(6.0)),
    (8, Goal::LookAround),
];

static IRON_GOLEM_AIMS: &[(u8, Goal)] =
    &[(2, Goal::Retaliate { calls: false }), (3, Goal::Hunt { prey: Class::ENEMY, must_see: false })];

static ZOMBIE: &[(u8, Goal)] = &[
    (2, Goal::Melee { speed: 1.0, persists: false }),
    (7, STROLL),
    (8, Goal::LookAtPlayer(8.0)),
    (8, Goal::LookAround),
];

static ZOMBIE_AIMS: &[(u8, Goal)] = &[
    (1, Goal::Retaliate { calls: true }),
    (2, Goal::Hunt { prey: Class::PLAYER, must_see: true }),
    (3, Goal::Hunt { prey: Class::VILLAGER, must_see: false }),
    (3, Goal::Hunt { prey: Class::IRON_GOLEM, must_see: true }),
];

static SKELETON: &[(u8, Goal)] = &[
    (2, Goal::RestrictSun),
    (3, Goal::FleeSun(1.0)),
    (3, Goal::Avoid { whom: Class::WOLF, within: 6.0, walk: 1.0, run: 1.2 }),
    (4, Goal::Shoot),
    (4, Goal::Melee { speed: 1.2, persists: false }),
    (5, STROLL),
    (6, Goal::LookAtPlayer(8.0)),
    (6, Goal::LookAround),
];

static SKELETON_AIMS: &[(u8, Goal)] = &[
    (1, Goal::Retaliate { calls: false }),
    (2, Goal::Hunt { prey: Class::PLAYER, must_see: true }),
    (3, Goal::Hunt { prey: Class::IRON_GOLEM, must_see: true }),
];

static SPIDER: &[(u8, Goal)] = &[
    (1, Goal::Float),
    (3, Goal::Leap(0.4)),
    (4, Goal::Pounce),
    (5, SLOW_STROLL),
    (6, Goal::LookAtPlayer(8.0)),
    (6, Goal::LookAround),
];

static SPIDER_AIMS: &[(u8, Goal)] = &[
    (1, Goal::Retaliate { calls: false }),
    (2, Goal::HuntInTheDark { prey: Class::PLAYER }),
    (3, Goal::HuntInTheDark { prey: Class::IRON_GOLEM }),
];

static CREEPER: &[(u8, Goal)] = &[
    (1, Goal::Float),
    (2, Goal::Swell),
    (3, Goal::Avoid { whom: Class::CAT, within: 6.0, walk: 1.0, run: 1.2 }),
    (4, Goal::Melee { speed: 1.0, persists: false }),
    (5, SLOW_STROLL),
    (6, Goal::LookAtPlayer(8.0)),
    (6, Goal::LookAround),
];

static CREEPER_AIMS: &[(u8, Goal)] =
    &[(1, Goal::Hunt { prey: Class::PLAYER, must_see: true }), (2, Goal::Retaliate { calls: false })];

static ENDERMAN: &[(u8, Goal)] = &[
    (0, Goal::Float),
    (2, Goal::Melee { speed: 1.0, persists: false }),
    (7, Goal::Stroll { speed: 1.0, anywhere: 0.0 }),
    (8, Goal::LookAtPlayer(8.0)),
    (8, Goal::LookAround),
];

static ENDERMAN_AIMS: &[(u8, Goal)] = &[(1, Goal::TakeOffence), (2, Goal::Retaliate { calls: false })];

static WITCH: &[(u8, Goal)] = &[(1, Goal::Float), (2, STROLL), (3, Goal::LookAtPlayer(8.0)), (3, Goal::LookAround)];

static SLIME_AIMS: &[(u8, Goal)] = &[(1, Goal::Hunt { prey: Class::PLAYER, must_see: true })];

static FISH: &[(u8, Goal)] = &[
    (0, Goal::Panic(1.25)),
    (2, Goal::Avoid { whom: Class::PLAYER, within: 8.0, walk: 1.6, run: 1.4 }),
    (4, Goal::SwimAbout { speed: 1.0, interval: 40 }),
];

static TURTLE: &[(u8, Goal)] = &[
    (0, Goal::Panic(1.2)),
    (1, Goal::Breed(1.0)),
    (2, Goal::Tempt(1.1)),
    (8, Goal::LookAtPlayer(8.0)),
    (9, Goal::Stroll { speed: 1.0, anywhere: 0.001 }),
];

/// The attributes of each kind (`createXAttributes`) and its goals (`initGoals`).
fn traits_of(kind: EntityKind) -> Option<Traits> {
    use Category::*;
    use EntityKind as E;
    let of = |category, health, speed| Traits::new(kind, category, health, speed);
    let animal =
        |health, speed| of(Creature, health, speed).ways(Ways::FLOATS | Ways::BREEDS).treads(Penalties::FEARS_FIRE);
    let monster = |health, speed| {
        of(Monster, health, speed)
            .ways(Ways::HOSTILE | Ways::GOES_AWAY | Ways::FLOATS)
            .class(Class::ENEMY)
            .does(WITCH, &[])
    };
    let zombie = || {
        let zombie = monster(20.0, 0.23).follows(35.0).hits(3.0).eyes(1.74, 0.93).does(ZOMBIE, ZOMBIE_AIMS);
        let ways = (zombie.ways | Ways::UNDEAD | Ways::BREATHES_WATER).difference(Ways::FLOATS);
        Traits { armor: 2.0, ways, class: zombie.class | Class::ZOMBIE, ..zombie }
    };
    let skeleton = || {
        let skeleton = monster(20.0, 0.25).eyes(1.74, 0.93).class(Class::SKELETON).does(SKELETON, SKELETON_AIMS);
        let ways = (skeleton.ways | Ways::UNDEAD | Ways::BREATHES_WATER).difference(Ways::FLOATS);
        Traits { ways, ..skeleton }
    };
    let spider = |health| monster(health, 0.3).moves(Motion::Climbs).eyes(0.65, 0.65).does(SPIDER, SPIDER_AIMS);
    let horse = |health, speed| animal(health, speed).eyes_at(kind, 0.95);
    let water = Ways::BREATHES_WATER | Ways::NEEDS_WATER | Ways::NO_FALL_DAMAGE;
    let fish = |health| {
        of(WaterAmbient, health, 0.7)
            .ways(water | Ways::GOES_AWAY)
            .moves(Motion::Swims)
            .eyes_at(kind, 0.65)
            .does(FISH, &[])
    };
    let squid = |category| {
        of(category, 10.0, 0.7).ways(water | Ways::GOES_AWAY).moves(Motion::Drifts).eyes_at(kind, 0.5).does(&[], &[])
    };
    let flier = |category, health| {
        of(category, health, 0.2).ways(Ways::NO_FALL_DAMAGE).moves(Motion::Flits).eyes_at(kind, 0.5).does(&[], &[])
    };
    let golem = Ways::BREATHES_WATER | Ways::NO_FALL_DAMAGE;
    Some(match kind {
        E::COW | E::MOOSHROOM => animal(10.0, 0.2).eyes(1.3, 0.665).does(COW, &[]),
        E::PIG => animal(10.0, 0.25).does(PIG, &[]),
        E::SHEEP => animal(8.0, 0.23).class(Class::WOLF_PREY).eyes_at(kind, 0.95).does(SHEEP, &[]),
        E::CHICKEN => animal(4.0, 0.25)
            .eyes(0.7 * 0.92, 0.35 * 0.85)
            .ways(Ways::NO_FALL_DAMAGE)
            .treads(Penalties::FEARS_FIRE.with(Footing::Water, 0.0))
            .does(CHICKEN, &[]),
        E::RABBIT => animal(3.0, 0.3).class(Class::WOLF_PREY).moves(Motion::Hops).does(RABBIT, &[]),
        E::WOLF => animal(8.0, 0.3).class(Class::WOLF).eyes_at(kind, 0.8).does(WOLF, WOLF_AIMS),
        E::FOX => animal(10.0, 0.3).follows(32.0).class(Class::WOLF_PREY).eyes(0.4, 0.35 * 0.85).does(SHY, &[]),
        E::CAT | E::OCELOT => animal(10.0, 0.3)
            .hits(3.0)
            .class(Class::CAT)
            .ways(Ways::GOES_AWAY | Ways::NO_FALL_DAMAGE)
            .eyes_at(kind, 0.5)
            .does(SHY, &[]),
        E::HORSE => horse(22.5, 0.225),
        E::DONKEY | E::MULE | E::LLAMA | E::TRADER_LLAMA => horse(22.5, 0.175),
        E::SKELETON_HORSE | E::ZOMBIE_HORSE => horse(15.0, 0.2).ways(Ways::UNDEAD | Ways::BREATHES_WATER),
        E::CAMEL => horse(32.0, 0.09),
        E::GOAT => animal(10.0, 0.2),
        E::PANDA => animal(20.0, 0.15).hits(6.0),
        E::POLAR_BEAR => animal(30.0, 0.25).follows(20.0).hits(6.0).does(WOLF, &[(1, Goal::Retaliate { calls: true })]),
        E::SNIFFER => animal(14.0, 0.1),
        E::STRIDER => animal(20.0, 0.175).ways(Ways::FIREPROOF | Ways::HATES_WATER),
        E::FROG => animal(10.0, 1.0).ways(Ways::BREATHES_WATER | Ways::NO_FALL_DAMAGE),
        E::TURTLE => animal(30.0, 0.25)
            .ways(Ways::BREATHES_WATER)
            .treads(Penalties::FEARS_FIRE.with(Footing::Water, 0.0))
            .does(TURTLE, &[]),
        E::AXOLOTL => Traits {
            category: Axolotls,
            ..animal(14.0, 1.0).ways(Ways::BREATHES_WATER).moves(Motion::Swims).does(FISH, &[])
        },
        E::BEE => flier(Creature, 10.0).ways(Ways::BREEDS),
        E::PARROT => flier(Creature, 6.0),
        E::BAT => flier(Ambient, 6.0).ways(Ways::GOES_AWAY),
        E::ALLAY => flier(Creature, 20.0),
        E::VEX => flier(Monster, 14.0).ways(Ways::HOSTILE),
        E::VILLAGER => of(Misc, 20.0, 0.5)
            .class(Class::VILLAGER)
            .follows(48.0)
            .eyes(1.62, 0.81)
            .ways(Ways::FLOATS | Ways::OPENS_DOORS)
            .treads(Penalties::FEARS_FIRE)
            .does(VILLAGER, &[]),
        E::WANDERING_TRADER => {
            of(Creature, 20.0, 0.7).class(Class::VILLAGER).eyes(1.62, 0.81).ways(Ways::FLOATS).does(VILLAGER, &[])
        }
        E::IRON_GOLEM => {
            let golem = of(Misc, 100.0, 0.25).hits(15.0).ways(golem).class(Class::IRON_GOLEM);
            Traits { stance: 1.0, ..golem.does(IRON_GOLEM, IRON_GOLEM_AIMS) }
        }
        E::SNOW_GOLEM => of(Misc, 4.0, 0.2).ways(golem | Ways::HATES_WATER).eyes(1.7, 1.7),
        E::SQUID => squid(WaterCreature),
        E::GLOW_SQUID => squid(UndergroundWater),
        E::DOLPHIN => Traits { category: WaterCreature, speed: f64::from(1.2_f32), ..fish(10.0) },
        E::SALMON | E::COD | E::TROPICAL_FISH | E::PUFFERFISH => fish(3.0),
        E::TADPOLE => Traits { category: Creature, speed: 1.0, ..fish(6.0) },
        E::ZOMBIE | E::ZOMBIE_VILLAGER => zombie().ways(Ways::BURNS_BY_DAY),
        E::HUSK => zombie(),
        E::DROWNED => {
            let drowned = zombie().ways(Ways::BURNS_BY_DAY);
            drowned.treads(Penalties::PLAIN.with(Footing::Water, 0.0))
        }
        E::SKELETON | E::STRAY => skeleton().ways(Ways::BURNS_BY_DAY),
        E::WITHER_SKELETON => Traits { damage: 4.0, ..skeleton().ways(Ways::FIREPROOF).eyes(2.1, 2.1) },
        E::SPIDER => spider(16.0),
        E::CAVE_SPIDER => spider(12.0).eyes(0.45, 0.45),
        E::CREEPER => {
            let creeper = monster(20.0, 0.25).does(CREEPER, CREEPER_AIMS);
            Traits { class: Class::empty(), ..creeper }
        }
        E::ENDERMAN => monster(40.0, 0.3)
            .follows(64.0)
            .hits(7.0)
            .eyes(2.55, 2.55)
            .ways(Ways::HATES_WATER)
            .treads(Penalties::PLAIN.with(Footing::Water, -1.0))
            .does(ENDERMAN, ENDERMAN_AIMS),
        E::WITCH => monster(26.0, 0.25).eyes(1.62, 1.62),
        E::SLIME => monster(1.0, 0.2).moves(Motion::Bounces).eyes_at(kind, 0.625).does(&[], SLIME_AIMS),
        E::MAGMA_CUBE => monster(1.0, 0.2)
            .moves(Motion::Bounces)
            .eyes_at(kind, 0.625)
            .ways(Ways::FIREPROOF | Ways::NO_FALL_DAMAGE)
            .does(&[], SLIME_AIMS),
        E::SILVERFISH => monster(8.0, 0.25)
            .hits(1.0)
            .eyes(0.13, 0.13)
            .does(&[(1, Goal::Float), (4, Goal::Melee { speed: 1.0, persists: false })], SLIME_AIMS),
        E::ENDERMITE => monster(8.0, 0.25).eyes(0.13, 0.13).does(ZOMBIE, SLIME_AIMS),
        E::PILLAGER => monster(24.0, 0.35).hits(5.0).follows(32.0),
        E::VINDICATOR => monster(24.0, 0.35).hits(5.0).follows(12.0).does(ZOMBIE, ZOMBIE_AIMS),
        E::EVOKER => monster(24.0, 0.5).follows(12.0),
        E::ILLUSIONER => monster(32.0, 0.5).follows(18.0),
        E::RAVAGER => Traits { stance: 0.75, ..monster(100.0, 0.3).hits(12.0).follows(32.0).does(ZOMBIE, ZOMBIE_AIMS) },
        E::GUARDIAN | E::ELDER_GUARDIAN => {
            let health = if kind == E::GUARDIAN { 30.0 } else { 80.0 };
            monster(health, 0.5)
                .hits(6.0)
                .moves(Motion::Swims)
                .ways(Ways::BREATHES_WATER)
                .eyes_at(kind, 0.5)
                .does(FISH, &[])
        }
        E::PHANTOM | E::GHAST | E::BLAZE => {
            let health = if kind == E::GHAST { 10.0 } else { 20.0 };
            flier(Monster, health).ways(Ways::HOSTILE | Ways::GOES_AWAY)
        }
        E::PIGLIN | E::PIGLIN_BRUTE | E::ZOMBIFIED_PIGLIN => monster(20.0, 0.23).hits(5.0).eyes(1.79, 0.97),
        E::HOGLIN | E::ZOGLIN => monster(40.0, 0.3).hits(6.0),
        E::WARDEN => monster(500.0, 0.3).hits(30.0),
        E::SHULKER => monster(30.0, 0.0).moves(Motion::Clings).does(&[], &[]),
        E::GIANT => monster(100.0, 0.5).hits(50.0).does(&[], &[]),
        E::WITHER => monster(300.0, 0.6),
        E::ENDER_DRAGON => monster(200.0, 0.7).does(&[], &[]),
        _ => return None,
    })
}

/// Whether a kind eats an item, follows a player that holds it and may breed for it (`isBreedingItem`).
pub(crate) fn eats(kind: EntityKind, item: anima_rules::Item) -> bool {
    // A wolf follows nobody for meat, and only a tame one breeds.
    kind != EntityKind::WOLF && anima_rules::breeding::foods(kind).contains(&item)
}
