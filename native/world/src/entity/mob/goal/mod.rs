//! What mobs want, and which of it they do now (`GoalSelector`).
//!
//! A goal is asked every second tick whether it can start or goes on. Goals that need the same part of the body
//! exclude each other; the more urgent one wins.

mod aim;
mod animal;
mod bow;
mod fight;
mod flee;
mod owner;
mod wander;

use bitflags::bitflags;

use super::{Class, Me, Traits};
use crate::entity::Around;

pub(super) use aim::Aim;
pub(super) use animal::Herd;
pub(super) use bow::Bow;
pub(super) use fight::Fight;
pub(super) use wander::Gaze;

bitflags! {
    /// Parts of the body that a goal needs for itself.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Needs: u8 {
        const LEGS = 1 << 0;
        const HEAD = 1 << 1;
        const JUMP = 1 << 2;
        const TARGET = 1 << 3;
    }
}

/// Something a mob wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Keeps the head above water (`SwimGoal`).
    Float,
    /// Runs when hurt or burning (`EscapeDangerGoal`).
    Panic(f64),
    /// Sits, if it was told to (`SitGoal`).
    Sit,
    /// Comes along when its owner is farther off than ten blocks (`FollowOwnerGoal`).
    FollowOwner(f64),
    /// Finds a mate when in love (`AnimalMateGoal`).
    Breed(f64),
    /// Follows a player who holds its food (`TemptGoal`).
    Tempt(f64),
    FollowParent(f64),
    /// Eats grass (`EatGrassGoal`).
    Graze,
    /// Wanders on land; with the chance `anywhere` it does not mind where (`WanderAroundFarGoal`).
    Stroll {
        speed: f64,
        anywhere: f32,
    },
    /// Wanders in water (`SwimAroundGoal`).
    SwimAbout {
        speed: f64,
        interval: u32,
    },
    LookAtPlayer(f32),
    LookAround,
    /// Keeps away from others (`FleeEntityGoal`).
    Avoid {
        whom: Class,
        within: f32,
        walk: f64,
        run: f64,
    },
    /// Looks for shade when burning (`EscapeSunlightGoal`).
    FleeSun(f64),
    /// Takes no way into the sun (`AvoidSunlightGoal`).
    RestrictSun,
    /// Walks to its target and hits it; one that persists also follows a target it does not see
    /// (`MeleeAttackGoal`).
    Melee {
        speed: f64,
        persists: bool,
    },
    /// The attack of spiders, which lose heart in the light (`SpiderEntity.AttackGoal`).
    Pounce,
    /// Jumps at its target (`PounceAtTargetGoal`).
    Leap(f64),
    /// Lights a creeper's fuse (`CreeperIgniteGoal`).
    Swell,
    /// Shoots arrows (`BowAttackGoal`).
    Shoot,
    /// Turns against the entity that hurt it; one that calls takes its kind along (`RevengeGoal`).
    Retaliate {
        calls: bool,
    },
    /// Turns against the nearest of some (`ActiveTargetGoal`).
    Hunt {
        prey: Class,
        must_see: bool,
    },
    /// The same, in the dark only (`SpiderEntity.TargetGoal`).
    HuntInTheDark {
        prey: Class,
    },
    /// Turns against what hurt its owner (`TrackOwnerAttackerGoal`).
    DefendOwner,
    /// Turns against what its owner strikes (`AttackWithOwnerGoal`).
    AttackWithOwner,
    /// Turns against a player who stares at it (`EndermanEntity.TeleportTowardsPlayerGoal`).
    TakeOffence,
}

/// The two lists of goals that a mob has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Goals,
    Aims,
}

/// What a mob is at, and what its goals remember.
#[derive(Clone, Debug, Default)]
pub(super) struct Mind {
    /// A bit for each of its goals that is going on, in the order of the list.
    pub goals: u16,
    /// The same for its aims.
    pub aims: u16,
    pub aim: Aim,
    pub gaze: Gaze,
    pub herd: Herd,
    pub fight: Fight,
    pub bow: Bow,
    /// Whom it runs from.
    pub fears: Option<u32>,
    pub is_sitting: bool,
    /// Every second tick until a way to the owner is looked for again.
    pub next_way: u32,
    /// The blows of and at its owner that it turned against last, by the owner's age.
    pub answered_for: [u32; 2],
}

impl Mind {
    /// Whether at most it looks about or minds the sun, see [`muse`].
    pub fn is_musing(&self, traits: &Traits) -> bool {
        self.goals & !traits.musings == 0 && self.aims == 0 && self.aim.target.is_none()
    }
}

impl List {
    fn of(self, me: &Me<'_>) -> &'static [(u8, Goal)] {
        match self {
            List::Goals => me.mob.traits.goals,
            List::Aims => me.mob.traits.aims,
        }
    }

    fn running<'a>(self, me: &'a mut Me<'_>) -> &'a mut u16 {
        match self {
            List::Goals => &mut me.mob.mind.goals,
            List::Aims => &mut me.mob.mind.aims,
        }
    }
}

/// Chooses among its goals, if it is its turn, and does what it is at.
pub(super) fn think(me: &mut Me<'_>, around: &mut Around<'_>) {
    let full = is_thinking(me, around);
    for list in [List::Aims, List::Goals] {
        if full {
            choose(me, around, list);
        }
        let goals = list.of(me);
        let mut running = *list.running(me);
        while running != 0 {
            let index = running.trailing_zeros() as usize;
            running &= running - 1;
            let goal = goals[index].1;
            if full || goal.wants_every_tick() {
                goal.tick(me, around);
            }
        }
    }
}

/// Ends what does not go on and starts what can.
fn choose(me: &mut Me<'_>, around: &mut Around<'_>, list: List) {
    let goals = list.of(me);
    for (index, (_, goal)) in goals.iter().enumerate() {
        if *list.running(me) >> index & 1 == 1 && !goal.goes_on(me, around) {
            *list.running(me) &= !(1 << index);
            goal.stop(me);
        }
    }
    for (index, (priority, goal)) in goals.iter().enumerate() {
        let running = *list.running(me);
        if running >> index & 1 == 1 {
            continue;
        }
        let in_the_way =
            |(at, (_, other)): &(usize, &(u8, Goal))| running >> at & 1 == 1 && other.needs().intersects(goal.needs());
        let rivals = || goals.iter().enumerate().filter(in_the_way);
        if rivals().any(|(_, (rival, _))| rival <= priority) || !goal.can_start(me, around) {
            continue;
        }
        for (at, (_, rival)) in rivals() {
            *list.running(me) &= !(1 << at);
            rival.stop(me);
        }
        *list.running(me) |= 1 << index;
        goal.start(me, around);
    }
}

/// Ends everything it is at.
pub(super) fn stop_all(me: &mut Me<'_>) {
    for list in [List::Aims, List::Goals] {
        for (index, (_, goal)) in list.of(me).iter().enumerate() {
            if *list.running(me) >> index & 1 == 1 {
                *list.running(me) &= !(1 << index);
                goal.stop(me);
            }
        }
    }
}

/// The thoughts of a mob that nobody is near and that nothing moves: of its goals only those that are musings
/// can start.
pub(super) fn muse(me: &mut Me<'_>, around: &mut Around<'_>) {
    let traits = me.mob.traits;
    let full = is_thinking(me, around);
    let mut left = traits.musings;
    while left != 0 {
        let index = left.trailing_zeros() as usize;
        left &= left - 1;
        let (_, goal) = traits.goals[index];
        let mut runs = me.mob.mind.goals >> index & 1 == 1;
        if full && !runs && goal.can_start(me, around) {
            runs = true;
            me.mob.mind.goals |= 1 << index;
            goal.start(me, around);
        } else if full && runs && !goal.goes_on(me, around) {
            runs = false;
            me.mob.mind.goals &= !(1 << index);
            goal.stop(me);
        }
        if runs && (full || goal.wants_every_tick()) {
            goal.tick(me, around);
        }
    }
}

/// Goals are thought over every second tick, by some mobs in the even ones and by others in the odd ones.
pub(super) fn is_thinking(me: &Me<'_>, around: &Around<'_>) -> bool {
    (around.now + u64::from(me.id)).is_multiple_of(2)
}

/// Half as many, for what is counted every second tick (`Goal.toGoalTicks`).
const fn halved(ticks: u32) -> u32 {
    ticks.div_ceil(2)
}

impl Goal {
    /// Whether it may start in a mob that nobody is near and that nothing moves.
    pub(super) fn is_musing(self) -> bool {
        matches!(self, Goal::LookAround | Goal::RestrictSun)
    }

    fn needs(self) -> Needs {
        match self {
            Goal::Float => Needs::JUMP,
            Goal::Panic(_) | Goal::Stroll { .. } | Goal::SwimAbout { .. } => Needs::LEGS,
            Goal::Avoid { .. } | Goal::FleeSun(_) | Goal::Swell => Needs::LEGS,
            Goal::Breed(_) | Goal::Tempt(_) | Goal::LookAround | Goal::FollowOwner(_) => Needs::LEGS | Needs::HEAD,
            Goal::Melee { .. } | Goal::Pounce | Goal::Shoot => Needs::LEGS | Needs::HEAD,
            Goal::Graze => Needs::LEGS | Needs::HEAD | Needs::JUMP,
            Goal::LookAtPlayer(_) => Needs::HEAD,
            Goal::Leap(_) | Goal::Sit => Needs::JUMP | Needs::LEGS,
            Goal::FollowParent(_) | Goal::RestrictSun => Needs::empty(),
            Goal::Retaliate { .. } | Goal::Hunt { .. } | Goal::HuntInTheDark { .. } | Goal::TakeOffence => {
                Needs::TARGET
            }
            Goal::DefendOwner | Goal::AttackWithOwner => Needs::TARGET,
        }
    }

    fn wants_every_tick(self) -> bool {
        matches!(self, Goal::Float | Goal::LookAround | Goal::Melee { .. } | Goal::Pounce | Goal::Swell | Goal::Shoot)
    }

    fn can_start(self, me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
        match self {
            Goal::Float => wander::floats(me),
            Goal::Panic(_) => flee::can_panic(me, around),
            Goal::Sit => owner::can_sit(me, around),
            Goal::FollowOwner(_) => owner::is_left_behind(me, around),
            Goal::DefendOwner => owner::finds_foe(me, around, owner::Quarrel::Suffered),
            Goal::AttackWithOwner => owner::finds_foe(me, around, owner::Quarrel::Begun),
            Goal::Breed(_) => animal::can_breed(me, around),
            Goal::Tempt(_) => animal::can_be_tempted(me, around),
            Goal::FollowParent(_) => animal::finds_parent(me, around),
            Goal::Graze => animal::can_graze(me, around),
            Goal::Stroll { anywhere, .. } => wander::can_stroll(me, around, anywhere),
            Goal::SwimAbout { interval, .. } => wander::can_swim_about(me, around, interval),
            Goal::LookAtPlayer(range) => wander::can_look_at_player(me, around, range),
            Goal::LookAround => wander::can_look_around(around),
            Goal::Avoid { whom, within, .. } => flee::can_avoid(me, around, whom, within),
            Goal::FleeSun(_) => flee::can_flee_sun(me, around),
            Goal::RestrictSun => flee::minds_sun(me, around),
            Goal::Melee { .. } => fight::can_attack(me, around),
            Goal::Pounce => fight::can_attack(me, around),
            Goal::Leap(_) => fight::can_leap(me, around),
            Goal::Swell => fight::can_swell(me, around),
            Goal::Shoot => bow::can_shoot(me, around),
            Goal::Retaliate { .. } => aim::can_retaliate(me, around),
            Goal::Hunt { prey, must_see } => aim::finds_prey(me, around, prey, must_see),
            Goal::HuntInTheDark { prey } => aim::finds_prey_in_the_dark(me, around, prey),
            Goal::TakeOffence => aim::is_stared_at(me, around),
        }
    }

    fn goes_on(self, me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
        match self {
            Goal::Float => wander::floats(me),
            Goal::Panic(_) | Goal::Stroll { .. } | Goal::SwimAbout { .. } | Goal::Avoid { .. } | Goal::FleeSun(_) => {
                !me.mob.route.is_done()
            }
            Goal::Sit => me.mob.sits,
            Goal::FollowOwner(_) => owner::goes_on_following(me, around),
            Goal::DefendOwner | Goal::AttackWithOwner => aim::keeps_target(me, around, false),
            Goal::Breed(_) => animal::goes_on_breeding(me, around),
            Goal::Tempt(_) => animal::can_be_tempted(me, around),
            Goal::FollowParent(_) => animal::follows_parent(me, around),
            Goal::Graze => me.mob.mind.herd.graze_ticks > 0,
            Goal::LookAtPlayer(range) => wander::goes_on_looking(me, around, range),
            Goal::LookAround => me.mob.mind.gaze.ticks >= 0,
            Goal::RestrictSun => flee::minds_sun(me, around),
            Goal::Melee { persists, .. } => fight::goes_on_attacking(me, around, persists),
            Goal::Pounce => fight::keeps_heart(me, around),
            Goal::Leap(_) => !me.body.on_ground,
            Goal::Swell => fight::can_swell(me, around),
            Goal::Shoot => bow::goes_on_shooting(me, around),
            Goal::Retaliate { .. } => aim::keeps_target(me, around, true),
            Goal::Hunt { must_see, .. } => aim::keeps_target(me, around, must_see),
            Goal::HuntInTheDark { .. } => aim::keeps_target(me, around, true),
            Goal::TakeOffence => aim::keeps_target(me, around, false),
        }
    }

    fn start(self, me: &mut Me<'_>, around: &mut Around<'_>) {
        match self {
            Goal::Panic(speed) | Goal::Stroll { speed, .. } | Goal::SwimAbout { speed, .. } | Goal::FleeSun(speed) => {
                wander::set_out(me, around, speed);
            }
            Goal::Avoid { walk, .. } => wander::set_out(me, around, walk),
            Goal::Sit => owner::sit_down(me),
            Goal::FollowOwner(_) => me.mob.mind.next_way = 0,
            Goal::DefendOwner => owner::take_foe(me, around, owner::Quarrel::Suffered),
            Goal::AttackWithOwner => owner::take_foe(me, around, owner::Quarrel::Begun),
            Goal::FollowParent(_) => me.mob.mind.herd.next_path = 0,
            Goal::Graze => animal::start_grazing(me),
            Goal::LookAtPlayer(_) => wander::start_looking(me, around),
            Goal::LookAround => wander::start_looking_around(me, around),
            Goal::RestrictSun => me.mob.route.avoids_sun = true,
            Goal::Melee { speed, .. } => fight::start(me, speed),
            Goal::Pounce => fight::start(me, 1.0),
            Goal::Leap(height) => fight::leap(me, around, height),
            Goal::Swell => me.mob.route.stop(),
            Goal::Shoot => me.mob.aggressive = true,
            Goal::Retaliate { calls } => aim::retaliate(me, around, calls),
            Goal::Hunt { .. } | Goal::HuntInTheDark { .. } | Goal::TakeOffence => aim::take_target(me),
            Goal::Float | Goal::Breed(_) | Goal::Tempt(_) => {}
        }
    }

    fn stop(self, me: &mut Me<'_>) {
        match self {
            Goal::Sit => me.mob.mind.is_sitting = false,
            Goal::FollowOwner(_) => me.mob.route.stop(),
            Goal::Breed(_) => me.mob.mind.herd.partner = None,
            Goal::Tempt(_) => animal::calm_down(me),
            Goal::FollowParent(_) => me.mob.mind.herd.parent = None,
            Goal::Graze => me.mob.mind.herd.graze_ticks = 0,
            Goal::LookAtPlayer(_) => me.mob.mind.gaze.at_player = false,
            Goal::Stroll { .. } | Goal::SwimAbout { .. } => me.mob.route.stop(),
            Goal::Avoid { .. } => me.mob.mind.fears = None,
            Goal::RestrictSun => me.mob.route.avoids_sun = false,
            Goal::Melee { .. } | Goal::Pounce => fight::stop(me),
            Goal::Shoot => bow::stop(me),
            Goal::Retaliate { .. }
            | Goal::Hunt { .. }
            | Goal::HuntInTheDark { .. }
            | Goal::TakeOffence
            | Goal::DefendOwner
            | Goal::AttackWithOwner => me.mob.mind.aim.drop_target(),
            Goal::Float | Goal::Panic(_) | Goal::LookAround | Goal::FleeSun(_) | Goal::Leap(_) | Goal::Swell => {}
        }
    }

    fn tick(self, me: &mut Me<'_>, around: &mut Around<'_>) {
        match self {
            Goal::Float => wander::float(me, around),
            Goal::FollowOwner(speed) => owner::follow(me, around, speed),
            Goal::Breed(speed) => animal::breed(me, around, speed),
            Goal::Tempt(speed) => animal::follow_food(me, around, speed),
            Goal::FollowParent(speed) => animal::follow_parent(me, around, speed),
            Goal::Graze => animal::graze(me, around),
            Goal::LookAtPlayer(_) => wander::look_at_player(me, around),
            Goal::LookAround => wander::look_around(me),
            Goal::Avoid { walk, run, .. } => flee::run(me, around, walk, run),
            Goal::Melee { speed, persists } => fight::attack(me, around, speed, persists),
            Goal::Pounce => fight::attack(me, around, 1.0, true),
            Goal::Swell => fight::swell(me, around),
            Goal::Shoot => bow::shoot(me, around),
            _ => {}
        }
    }
}
