//! Fighting with what is carried.

use anima_body::{
    BlockPos, Entity, EntityFlags, Inventory, Keys, Liquids, Observation, PlayerFlags, RayShape, raycast,
};
use anima_rules::{Aabb, EntityKind, ItemStack, damage};
use glam::DVec3;

use super::cover::{
    burrow, can_dig_a_hole, can_go_deeper, dig_a_hole, end_blows, hide, side_to_burrow, wall_in_nearby,
};
use super::flee::{Stride, closing, flee, glide, run_from, steps_facing};
use super::hold::hold_slot;
use super::hunt::approach;
use super::shield::{Guard, can_raise_shield, has_shield};
use super::threat::{IN_SHOT, SPARE, cost, is_hostile, is_lit, reaches_us, shoots, threats};
use super::wall::{can_wall_in, is_beside_us, is_walled_in, wall_in, walls_hold};
use super::window::close_window;
use crate::me::heading::direction;
use crate::{Me, Outcome, Reason};

/// How far hits reach, in blocks from the eyes (survival, 1.19.4).
pub(super) const REACH: f64 = 3.0;
/// How near a foe must be to be struck at.
const STRIKE: f64 = REACH - 0.1;
/// Ticks a fight may take.
const PATIENCE: u64 = 600;
/// Ticks that a body looks ahead in its footwork.
const AHEAD: f64 = 8.0;
/// A bowman within so many blocks is rushed at rather than run from.
const AT_HAND: f64 = 7.0;
/// A bowman so much higher or lower is not gone to.
const LEDGE: f64 = 3.0;
/// How far around foes that were too strong, and for how many ticks, everything is left alone.
const SHUNNED_AROUND: i64 = 14;
const SHUN: u64 = 1500;
/// A foe that was not to be had in all that time is let be for so long.
const LET_BE: u64 = 300;

/// Fights a mob until it is dead or gone: strikes with full charge, stays out of reach of all that hits between strikes.
///
/// # Errors
/// [`Reason::TookTooLong`] when it will not die, [`Reason::OutOfReach`] when it cannot be come near.
pub async fn fight(me: &Me, id: u32) -> Outcome {
    close_window(me).await?;
    take_weapon(me).await?;
    let deadline = me.age() + PATIENCE;
    let mut guard = Guard::default();
    let mut out_of_sight = 0;
    while let Some(foe) = find(&me.now(), id) {
        let now = me.now();
        if me.age() > deadline {
            return Err(Reason::TookTooLong);
        }
        if now.player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        out_of_sight = if gap(&now, &foe) > 16.0 { out_of_sight + 1 } else { 0 };
        if out_of_sight > 40 {
            return Err(Reason::OutOfReach(foe.kind.name().into()));
        }
        let mut foes = threats(me);
        foes.retain(|other| other.id != id);
        foes.insert(0, foe);
        exchange(me, &foes[0], &foes, &mut guard);
        me.tick().await;
    }
    Ok(())
}

/// Deals with all that threatens us: fights what can be beaten, runs from the rest, walls us in when hurt.
///
/// # Errors
/// [`Reason::TookTooLong`] when it goes on for ever, [`Reason::Died`].
pub(crate) async fn defend(me: &Me) -> Outcome {
    close_window(me).await?;
    let deadline = me.age() + PATIENCE;
    // Who is cornered fights on for some time.
    let mut cornered_until = 0;
    let mut target = None;
    let mut vain = 0;
    let mut at_grips = false;
    let mut guard = Guard::default();
    while me.age() < deadline {
        let now = me.now();
        if now.player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        let foes = threats(me);
        let Some(nearest) = foes.first() else { return land(me).await };
        let spare = if at_grips { SPARE / 2.0 } else { SPARE };
        // Who turns his back on a bowman at hand is shot in it.
        let is_at_hand = foes.len() == 1 && shoots(nearest) && gap(&now, nearest) < AT_HAND;
        // Who goes to a bowman up or down a cave meets all the others that live there.
        let is_out_of_reach = foes.iter().any(|foe| shoots(foe) && (foe.pos.y - now.player.pos.y).abs() > LEDGE);
        let is_losing = is_out_of_reach || !is_at_hand && cost(&now, &foes) > now.player.health - spare;
        if is_walled_in(me) && !foes.iter().any(|foe| is_lit(foe) || is_beside_us(&now, foe)) {
            let can_strike = foes.iter().any(|foe| is_met(&now, foe, strikes_from(foe)));
            let hits = foes.iter().find(|foe| !shoots(foe) && reaches_us(&now, foe));
            if hits.is_none() && !can_strike {
                return safe(me, &foes, Ok(()));
            }
            if let Some(foe) = hits
                && (can_go_deeper(me) || !can_strike)
            {
                if let Err(reason) = end_blows(me, foe).await {
                    tracing::debug!(tick = me.now().tick, %reason, "hit through the wall");
                }
                me.tick().await;
                continue;
            }
        }
        if is_losing && me.age() >= cornered_until {
            match get_out_of_it(me, &foes).await {
                Err(reason) if reason != Reason::Died => cornered_until = me.age() + 100,
                outcome => return outcome,
            }
            continue;
        }
        if is_lit(nearest) && nearest.pos.distance(now.player.pos) < 7.5 && run_from(me, &foes) {
            me.tick().await;
            continue;
        }
        let foe = choose(&now, &foes, target);
        vain = if target == Some(foe.id) && !is_met(&now, &foe, STRIKE) { vain + 1 } else { 0 };
        target = Some(foe.id);
        at_grips = true;
        take_weapon(me).await?;
        if vain > 50 {
            if is_out_of_reach {
                me.senses_mut().atlas_mut().let_be(foe.id, LET_BE);
            } else if foes.iter().all(|other| other.id == foe.id || gap(&now, other) > 6.0) {
                let is_near = |me: &Me| find(&me.now(), foe.id).is_none_or(|foe| is_met(&me.now(), &foe, STRIKE));
                if me.until(is_near, me.within(120, approach(me, foe.id, 2))).await.is_some() {
                    me.senses_mut().atlas_mut().let_be(foe.id, LET_BE);
                }
            }
            vain = 0;
            continue;
        }
        exchange(me, &foe, &foes, &mut guard);
        me.tick().await;
    }
    for foe in threats(me) {
        me.senses_mut().atlas_mut().let_be(foe.id, LET_BE);
    }
    Err(Reason::TookTooLong)
}

/// Ends a fight that cannot be won: behind a wall, out of sight, or far away. The place is left alone for a while.
async fn get_out_of_it(me: &Me, foes: &[Entity]) -> Outcome {
    for foe in foes {
        me.senses_mut().atlas_mut().shun(BlockPos::containing(foe.pos), SHUNNED_AROUND, SHUN);
    }
    let is_shot_at = foes.iter().any(shoots);
    let is_alone = !foes.iter().any(|foe| is_beside_us(&me.now(), foe));
    if is_alone && can_wall_in(me, foes) {
        let holds = walls_hold(me, me.now().player.feet());
        match if holds { wall_in(me).await } else { wall_in_nearby(me, foes).await } {
            Err(reason) if reason != Reason::Died && !is_walled_in(me) => {}
            outcome => return safe(me, foes, outcome),
        }
    }
    if is_shot_at && is_alone && can_dig_a_hole(me, foes) {
        match dig_a_hole(me).await {
            Err(reason) if reason != Reason::Died => {}
            outcome => return safe(me, foes, outcome),
        }
    }
    if is_shot_at
        && is_alone
        && let Some(side) = side_to_burrow(me, foes)
    {
        match burrow(me, side).await {
            Err(reason) if reason != Reason::Died && !is_walled_in(me) => {}
            outcome => return safe(me, foes, outcome),
        }
    }
    if is_shot_at {
        match hide(me, foes).await {
            Err(reason) if reason != Reason::Died => {}
            outcome => return outcome,
        }
    }
    flee(me).await
}

/// Blocks within which one strikes that is not behind a wall: bowmen shoot, the others we strike at ourselves.
fn strikes_from(foe: &Entity) -> f64 {
    if shoots(foe) { IN_SHOT } else { STRIKE }
}

/// Whoever is walled in lets the others be for a moment, to dig away.
fn safe(me: &Me, foes: &[Entity], outcome: Outcome) -> Outcome {
    const LET_BE: u64 = 100;
    foes.iter().for_each(|foe| me.senses_mut().atlas_mut().let_be(foe.id, LET_BE));
    outcome
}

/// Comes down before something else is begun.
async fn land(me: &Me) -> Outcome {
    for _ in 0..20 {
        let now = me.now();
        if now.player.flags.intersects(PlayerFlags::ON_GROUND | PlayerFlags::IN_WATER | PlayerFlags::DEAD) {
            break;
        }
        glide(me);
        me.tick().await;
    }
    Ok(())
}

/// Whom to strike next: who is near, the one at hand rather than another, bowmen when nobody is upon us.
fn choose(now: &Observation, foes: &[Entity], target: Option<u32>) -> Entity {
    let worth = |foe: &Entity| {
        let late = if is_lit(foe) { 4.0 } else { 0.0 };
        let known = if target == Some(foe.id) { -1.0 } else { 0.0 };
        gap(now, foe) + late + known
    };
    let chosen = foes.iter().min_by(|a, b| worth(a).total_cmp(&worth(b)).then(a.id.cmp(&b.id)));
    chosen.expect("there is a foe: the caller has looked").clone()
}

/// One tick of a fight: faces the target, strikes when that counts or keeps the shield up, and steps where nothing
/// hits us.
fn exchange(me: &Me, target: &Entity, foes: &[Entity], guard: &mut Guard) {
    let now = me.now();
    let point = target_point(&now, target);
    me.look_at(point);
    let distance = gap(&now, target);
    let charge = now.player.attack_charge;
    // A click needs the button up before it, and one that meets a block or nothing costs half a second.
    if guard.is_due(&now, foes) && has_shield(&now.inventory) && can_raise_shield(&now, point) {
        me.press(Keys::USE);
    } else if distance <= STRIKE && charge >= 0.95 && !me.was_held(Keys::ATTACK) && is_open(&now, point) {
        me.press(Keys::ATTACK);
    }
    if now.player.flags.intersects(PlayerFlags::IN_WATER | PlayerFlags::CLIMBING) {
        // Nobody has footwork in water: up, and on.
        me.press(Keys::FORWARD | Keys::JUMP);
        return;
    }
    let (yaw, _) = direction(point - now.player.eyes());
    if !now.player.is(PlayerFlags::ON_GROUND) {
        glide(me);
        return;
    }
    let is_ready = charge >= 0.7;
    let steps = steps_facing(&now, yaw);
    let worth = |step: &Stride| worth(target, foes, step, is_ready, distance < 3.5);
    let best = steps.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
    // Who sneaks slides over no edge.
    me.press(best.map_or(Keys::SNEAK, |best| best.keys));
}

/// How good it would be to take a step.
fn worth(target: &Entity, foes: &[Entity], step: &Stride, is_ready: bool, is_at_hand: bool) -> f64 {
    const LAVA: f64 = 3.0;
    let mut worth = if step.is_blocked { -0.5 } else { 0.0 } - if step.is_by_lava { LAVA } else { 0.0 };
    for foe in foes {
        let distance = closing(foe, step.end, AHEAD).distance(step.end);
        let is_target = foe.id == target.id;
        let keep = match foe.kind {
            EntityKind::CREEPER if is_lit(foe) => 8.0,
            EntityKind::CREEPER if is_target && is_ready => 2.6,
            EntityKind::CREEPER => 4.5,
            _ if shoots(foe) || !is_hostile(foe.kind) => 0.0,
            _ if is_target && is_ready => 2.1,
            _ => 2.9,
        };
        let dread = if foe.kind == EntityKind::CREEPER { 4.0 } else { 2.0 };
        worth -= (keep - distance).max(0.0) * dread;
        if is_target {
            // A blow at a sprint throws a bowman back to where he shoots from.
            if shoots(foe) && is_at_hand && step.keys.contains(Keys::SPRINT) {
                worth -= 1.0;
            }
            let ideal = match is_ready {
                _ if shoots(foe) => 1.2,
                true => 2.4,
                false => 3.2,
            };
            worth -= (distance - ideal).abs();
        }
    }
    worth
}

/// Whether it is nearer than so many blocks, with nothing between.
pub(crate) fn is_met(now: &Observation, foe: &Entity, within: f64) -> bool {
    gap(now, foe) < within && is_open(now, target_point(now, foe))
}

/// Whether no block is between the eyes and a point.
fn is_open(now: &Observation, point: DVec3) -> bool {
    raycast(&now.terrain.view(), now.player.eyes(), point, RayShape::Outline, Liquids::Pass).is_none()
}

fn find(now: &Observation, id: u32) -> Option<Entity> {
    let foe = now.entities.iter().find(|entity| entity.id == id)?;
    (!foe.flags.contains(EntityFlags::DYING) && foe.health.is_none_or(|health| health > 0.0)).then(|| foe.clone())
}

/// From the eyes to the nearest point of its box.
pub(crate) fn gap(now: &Observation, foe: &Entity) -> f64 {
    now.player.eyes().distance(target_point(now, foe))
}

/// The point of its box nearest to the eyes, a little inside.
pub(crate) fn target_point(now: &Observation, foe: &Entity) -> DVec3 {
    let shape = Aabb::of_body(foe.pos, foe.width, foe.height).grown(DVec3::splat(-0.1));
    now.player.eyes().clamp(shape.min, shape.max)
}

/// Puts the strongest weapon into the main hand.
pub(crate) async fn take_weapon(me: &Me) -> Outcome {
    match best_weapon(&me.now().inventory) {
        Some(slot) => hold_slot(me, slot).await,
        None => Ok(()),
    }
}

/// The strongest weapon carried, if anything beats the fist.
pub(crate) fn weapon(inventory: &Inventory) -> Option<ItemStack> {
    best_weapon(inventory).and_then(|slot| inventory.slots[slot])
}

/// The inventory slot with the most damage a second, if anything beats the fist.
fn best_weapon(inventory: &Inventory) -> Option<usize> {
    let rate = |stack: &ItemStack| {
        let item = Some(stack.item);
        (damage::attack_damage(item) * damage::attack_speed(item) * 100.0) as u32
    };
    let bare = (damage::FIST * damage::FIST_SPEED * 100.0) as u32;
    let slots =
        inventory.slots[..Inventory::MAIN].iter().enumerate().filter_map(|(slot, stack)| Some((slot, (*stack)?)));
    slots
        .filter(|(_, stack)| stack.item.tool().is_some() && rate(stack) > bare)
        .max_by_key(|(slot, stack)| (rate(stack), usize::MAX - slot))
        .map(|(slot, _)| slot)
}

#[cfg(test)]
mod tests {
    use anima_body::Inventory;
    use anima_rules::{Item, ItemStack};
    use anima_world::Scene;

    use crate::testing::{Game, lowest_unhurt, stand, with};

    fn field(foe: &str, items: &[(Item, u8)]) -> Scene {
        let mut scene = Scene::flat();
        scene.mob(foe, [7.5, 64.0, 4.5]);
        with(scene, items)
    }

    #[track_caller]
    fn check(foe: &str, items: &[(Item, u8)], health: f32) {
        for seed in 0..20 {
            let end = Game::by_night(&field(foe, items), seed).play(600, stand);
            assert!(!end.is_dead() && end.lost <= health, "{foe}, seed {seed}: {} lost", end.lost);
            assert_eq!(end.world.mob_count(), 0, "{foe}, seed {seed}: it lives");
        }
    }

    #[test]
    fn beats_single_mobs_with_a_stone_sword() {
        let sword = [(Item::STONE_SWORD, 1)];
        check("zombie", &sword, 3.0);
        check("spider", &sword, 4.0);
        check("creeper", &sword, 0.0);
        check("skeleton", &sword, 16.0);
    }

    #[test]
    fn no_arrow_passes_a_shield() {
        for seed in 0..20 {
            let mut scene = field("skeleton", &[(Item::STONE_SWORD, 1)]);
            scene.start.inventory.slots[Inventory::OFF_HAND] = Some(ItemStack::new(Item::SHIELD, 1));
            let end = Game::by_night(&scene, seed).play(600, stand);
            assert_eq!((end.lost, end.world.mob_count()), (0.0, 0), "seed {seed}");
        }
    }

    #[test]
    fn runs_over_no_edge() {
        for seed in 0..20 {
            let mut scene = Scene::new();
            scene.fill([-4, 80, -4], [4, 80, 4], "stone").fill([-4, 60, -4], [4, 60, 4], "stone");
            scene.start_at(0.5, 81.0, 0.5).mob("creeper", [3.5, 81.0, 3.5]);
            // A blast may throw a body over; its own feet must not carry it there.
            let lowest = lowest_unhurt(&scene, seed, 400);
            assert!(lowest >= 81.0, "seed {seed}: fell to {lowest}");
        }
    }

    #[test]
    fn fights_who_is_walled_in_with_it() {
        for seed in 0..20 {
            let mut scene = Scene::new();
            scene.fill([-4, 60, -4], [4, 68, 4], "stone").fill([0, 64, 0], [0, 65, 0], "air");
            scene.start_at(0.5, 64.0, 0.5).mob("skeleton", [0.5, 64.0, 0.5]).mob("skeleton", [0.5, 64.0, 0.5]);
            let items = [(Item::STONE_SWORD, 1), (Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 16)];
            let mut scene = with(scene, &items);
            (scene.start.health, scene.start.food) = (9.0, 17);
            let end = Game::by_night(&scene, seed).play(600, stand);
            assert_eq!(end.world.mob_count(), 0, "seed {seed}: they live");
        }
    }

    #[test]
    fn who_is_hit_through_the_corners_of_his_walls_digs_deeper() {
        // What stands at a corner reaches who is in the cell, and is hardly to be struck at from there.
        let mut slain = 0;
        for seed in 0..20 {
            let items = [(Item::STONE_SWORD, 1), (Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 16)];
            let mut scene = Scene::new();
            scene.fill([-16, 56, -16], [16, 63, 16], "stone").start_at(0.5, 64.0, 0.5);
            for [x, z] in [[7.5, 6.5], [8.5, 3.5], [-6.5, 7.5]] {
                scene.mob("zombie", [x, 64.0, z]);
            }
            let mut scene = with(scene, &items);
            (scene.start.health, scene.start.food) = (8.0, 16);
            slain += u32::from(Game::by_night(&scene, seed).play(900, stand).is_dead());
        }
        assert!(slain <= 3, "{slain} of 20");
    }

    #[test]
    fn walls_itself_in_when_hurt() {
        let mut scene = field("zombie", &[(Item::COBBLESTONE, 16), (Item::BREAD, 3)]);
        scene.start.health = 4.0;
        scene.start.food = 14;
        let end = Game::by_night(&scene, 1).play(500, stand);
        assert!(!end.is_dead(), "slain");
        let now = end.now();
        assert!(now.inventory.count(Item::COBBLESTONE) < 16, "no wall was built");
        assert!(now.inventory.count(Item::BREAD) < 3, "nothing was eaten");
        assert!(now.player.health > 6.0, "not healed: {}", now.player.health);
    }
}
