//! Goals of animals: mates, food, parents, grass.

use anima_body::BlockPos;
use anima_rules::{Block, BlockState};
use rand::RngExt;

use super::halved;
use crate::entity::Around;
use crate::entity::mob::{Me, breed as birth, eats};

/// What the goals of animals remember.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::entity::mob) struct Herd {
    pub partner: Option<u32>,
    /// Every second tick with the partner.
    partner_ticks: u32,
    pub parent: Option<u32>,
    /// Every second tick until it looks for a way again.
    pub next_path: u32,
    /// Every second tick in which food does not tempt it.
    calm_ticks: u32,
    /// Every second tick that it goes on eating grass.
    pub graze_ticks: u32,
}

/// `AnimalMateGoal.canStart`
pub(super) fn can_breed(me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
    if me.mob.love_ticks == 0 {
        return false;
    }
    let (pos, kind, id) = (me.body.pos, me.mob.kind, me.id);
    let willing = around.crowd.iter().filter(|other| other.kind == kind && other.id != id && other.in_love);
    let near = willing.filter(|other| other.pos.distance_squared(pos) < 64.0);
    let partner = near.min_by(|a, b| a.pos.distance_squared(pos).total_cmp(&b.pos.distance_squared(pos)));
    me.mob.mind.herd.partner = partner.map(|partner| partner.id);
    me.mob.mind.herd.partner_ticks = 0;
    partner.is_some()
}

pub(super) fn goes_on_breeding(me: &Me<'_>, around: &Around<'_>) -> bool {
    let herd = &me.mob.mind.herd;
    let partner = herd.partner.and_then(|id| around.figure(id));
    partner.is_some_and(|partner| partner.in_love) && herd.partner_ticks < 60
}

pub(super) fn breed(me: &mut Me<'_>, around: &mut Around<'_>, speed: f64) {
    let Some(partner) = me.mob.mind.herd.partner.and_then(|id| around.figure(id)) else { return };
    me.mob.head.look_at(partner.eyes(), 10.0, 40.0);
    me.walk_to(around, BlockPos::containing(partner.pos), 1, speed);
    me.mob.mind.herd.partner_ticks += 1;
    let near = me.body.pos.distance_squared(partner.pos) < 9.0;
    if me.mob.mind.herd.partner_ticks >= halved(60) && near {
        birth::bear(me, around, partner.id);
    }
}

/// `TemptGoal.canStart`
pub(super) fn can_be_tempted(me: &mut Me<'_>, around: &Around<'_>) -> bool {
    let herd = &mut me.mob.mind.herd;
    if herd.calm_ticks > 0 {
        herd.calm_ticks -= 1;
        return false;
    }
    let near = !around.player.is_dead && me.body.pos.distance_squared(around.player.body.pos) < 100.0;
    near && around.player_holds().into_iter().flatten().any(|item| eats(me.mob.kind, item))
}

pub(super) fn follow_food(me: &mut Me<'_>, around: &mut Around<'_>, speed: f64) {
    me.mob.head.look_at(around.player.body.eyes(), 95.0, 40.0);
    let pos = around.player.body.pos;
    if me.body.pos.distance_squared(pos) < 6.25 {
        me.mob.route.stop();
    } else {
        me.walk_to(around, BlockPos::containing(pos), 1, speed);
    }
}

pub(super) fn calm_down(me: &mut Me<'_>) {
    me.mob.route.stop();
    me.mob.mind.herd.calm_ticks = halved(100);
}

/// `FollowParentGoal.canStart`
pub(super) fn finds_parent(me: &mut Me<'_>, around: &Around<'_>) -> bool {
    if me.mob.age >= 0 {
        return false;
    }
    let (pos, kind) = (me.body.pos, me.mob.kind);
    let grown = around.crowd.iter().filter(|other| other.kind == kind && !other.is_baby);
    let near = grown.filter(|other| {
        let away = (other.pos - pos).abs();
        away.x < 8.0 && away.y < 4.0 && away.z < 8.0
    });
    let parent = near.min_by(|a, b| a.pos.distance_squared(pos).total_cmp(&b.pos.distance_squared(pos)));
    let parent = parent.filter(|parent| parent.pos.distance_squared(pos) >= 9.0);
    me.mob.mind.herd.parent = parent.map(|parent| parent.id);
    parent.is_some()
}

pub(super) fn follows_parent(me: &Me<'_>, around: &Around<'_>) -> bool {
    let parent = me.mob.mind.herd.parent.and_then(|id| around.figure(id));
    me.mob.age < 0 && parent.is_some_and(|parent| (9.0..=256.0).contains(&parent.pos.distance_squared(me.body.pos)))
}

pub(super) fn follow_parent(me: &mut Me<'_>, around: &mut Around<'_>, speed: f64) {
    let herd = &mut me.mob.mind.herd;
    if herd.next_path > 1 {
        herd.next_path -= 1;
        return;
    }
    herd.next_path = halved(10);
    if let Some(parent) = herd.parent.and_then(|id| around.figure(id)) {
        me.walk_to(around, BlockPos::containing(parent.pos), 1, speed);
    }
}

/// `EatGrassGoal.canStart`
pub(super) fn can_graze(me: &Me<'_>, around: &mut Around<'_>) -> bool {
    let odds = if me.mob.is_baby() { 50 } else { 1000 };
    if around.dice.random_range(0..odds) != 0 {
        return false;
    }
    let here = me.body.feet();
    let is = |pos, block| around.level.block(pos).block() == block;
    is(here, Block::GRASS) || is(here.down(1), Block::GRASS_BLOCK)
}

pub(super) fn start_grazing(me: &mut Me<'_>) {
    me.mob.mind.herd.graze_ticks = halved(40);
    me.mob.route.stop();
}

pub(super) fn graze(me: &mut Me<'_>, around: &mut Around<'_>) {
    let herd = &mut me.mob.mind.herd;
    herd.graze_ticks = herd.graze_ticks.saturating_sub(1);
    if herd.graze_ticks != halved(4) {
        return;
    }
    let here = me.body.feet();
    let griefs = around.options.rules.mob_griefing;
    if around.level.block(here).block() == Block::GRASS {
        if griefs {
            around.level.set_block(here, BlockState::AIR);
        }
    } else if around.level.block(here.down(1)).block() == Block::GRASS_BLOCK {
        if griefs {
            around.level.set_block(here.down(1), Block::DIRT.state());
        }
    } else {
        return;
    }
    // SheepEntity.onEatingGrass
    me.mob.sheared = false;
    if me.mob.is_baby() {
        me.mob.grow(60 * 20);
    }
}
