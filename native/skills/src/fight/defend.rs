//! Dealing with all that is after us: fighting what can be beaten, hiding or running from the rest.

use anima_body::{BlockPos, Entity, Observation, PlayerFlags};

use super::duel::{PATIENCE, STRIKE, exchange, find};
use super::flee::flee;
use super::footwork::{glide, run_from};
use super::guard::Guard;
use crate::Me;
use crate::hands::aim::{gap, is_met};
use crate::hands::equip::has_shield;
use crate::hands::hold::take_weapon;
use crate::hands::window::close_window;
use crate::refuge::hole::can_go_deeper;
use crate::refuge::wall::{can_wall_in, end_blows, is_beside_us, is_walled_in, wall_in};
use crate::threat::{IN_SHOT, SPARE, cost, is_lit, reaches_us, shoots, threats};
use crate::walk::approach::approach;
use anima_intent::{Outcome, Reason};

/// Blocks within which a bowman is attacked rather than run from.
const AT_HAND: f64 = 7.0;
/// Blocks of difference in height beyond which a bowman is not approached.
const LEDGE: f64 = 3.0;
/// Blocks around a foe that was too strong within which everything is left alone.
const SHUNNED_AROUND: i64 = 14;
/// Ticks for which the place of a foe that was too strong is left alone.
const SHUN: u64 = 1500;
/// Ticks for which a foe that could not be beaten within the time of a fight is ignored.
const LET_BE: u64 = 300;

/// Deals with all that threatens us: fights what can be beaten, runs from the rest, walls us in when hurt.
///
/// # Errors
/// [`Reason::TookTooLong`] when it goes on for ever, [`Reason::Died`].
pub(crate) async fn defend(me: &Me) -> Outcome {
    close_window(me).await?;
    let deadline = me.age() + PATIENCE;
    // A cornered agent fights on until this age: fleeing has just failed.
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
        // Fleeing from a bowman this close would only expose the agent's back to its arrows.
        let is_at_hand = foes.len() == 1 && shoots(nearest) && gap(&now, nearest) < AT_HAND;
        // Going up or down a cave to reach a bowman would lead past all the other mobs that live there.
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
                let is_near = |me: &Me| {
                    let now = me.now();
                    let is_due = has_shield(&now.inventory) && guard.due(&now, &threats(me)).is_some();
                    is_due || find(&now, foe.id).is_none_or(|foe| is_met(&now, &foe, STRIKE))
                };
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

/// Ends a fight that cannot be won: behind a wall or far away. The place is left alone for a while.
async fn get_out_of_it(me: &Me, foes: &[Entity]) -> Outcome {
    for foe in foes {
        me.senses_mut().atlas_mut().shun(BlockPos::containing(foe.pos), SHUNNED_AROUND, SHUN);
    }
    let is_alone = !foes.iter().any(|foe| is_beside_us(&me.now(), foe));
    if is_alone && can_wall_in(me, foes) {
        match wall_in(me).await {
            Err(reason) if reason != Reason::Died && !is_walled_in(me) => {}
            outcome => return safe(me, foes, outcome),
        }
    }
    flee(me).await
}

/// Blocks from which a foe that is not behind a wall is fought: bowmen shoot from that far, the others must be within
/// our own reach.
fn strikes_from(foe: &Entity) -> f64 {
    if shoots(foe) { IN_SHOT } else { STRIKE }
}

/// Ignores the foes for a moment: the agent is walled in and can dig away meanwhile.
fn safe(me: &Me, foes: &[Entity], outcome: Outcome) -> Outcome {
    const LET_BE: u64 = 100;
    foes.iter().for_each(|foe| me.senses_mut().atlas_mut().let_be(foe.id, LET_BE));
    outcome
}

/// Comes down before something else is begun.
async fn land(me: &Me) -> Outcome {
    for () in me.for_ticks(20) {
        let now = me.now();
        if now.player.flags.intersects(PlayerFlags::ON_GROUND | PlayerFlags::IN_WATER | PlayerFlags::DEAD) {
            break;
        }
        glide(me);
        me.tick().await;
    }
    Ok(())
}

/// The foe to strike next: the nearest one. The present target counts as a little nearer, a creeper whose fuse burns as
/// farther off.
fn choose(now: &Observation, foes: &[Entity], target: Option<u32>) -> Entity {
    let worth = |foe: &Entity| {
        let late = if is_lit(foe) { 4.0 } else { 0.0 };
        let known = if target == Some(foe.id) { -1.0 } else { 0.0 };
        gap(now, foe) + late + known
    };
    let chosen = foes.iter().min_by(|a, b| worth(a).total_cmp(&worth(b)).then(a.id.cmp(&b.id)));
    chosen.expect("there is a foe: the caller has looked").clone()
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
    fn fights_what_is_walled_in_with_it() {
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
    fn an_agent_that_is_hit_through_the_corners_of_its_walls_digs_deeper() {
        // A mob at a corner of the walls reaches the player in the cell, and can hardly be struck from there.
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
