//! The one way in: carries out an act, that very act.

mod breed;
mod build;
mod chest;
mod find;
mod harvest;
mod kill;
mod place;
mod plant;
mod shoot;
mod sleep;
mod tame;
mod use_it;

pub use build::to_lay;
pub use sleep::could_sleep;

use anima_body::PlayerFlags;
use anima_intent::Act;
use anima_rules::{Face, Item};

use crate::Me;
use crate::hands::eat::eat_all;
use crate::hands::equip::equip;
use crate::me::overhead::is_under_sky;
use crate::obtain::{enchant_it, fish_once, obtain};
use crate::path::goal::Goal;
use crate::refuge::stay::stay;
use crate::seek::course::dig_down_to;
use crate::seek::journey::go_there;
use crate::seek::shore::go_inland;
use crate::seek::surface::go_up;
use crate::walk::travel::{travel, travel_sparingly};
use crate::work::collect::fetch;
use anima_intent::{Outcome, Reason};

/// Carries out an act; `attempt` counts from 1 how often in a row it is tried without having gained anything, for which the
/// place may be to blame.
///
/// # Errors
/// The reason of the skill that failed; [`Reason::NoSkill`] for what no skill does yet.
pub async fn perform(me: &Me, act: &Act, attempt: u32) -> Outcome {
    act.skill()?;
    if attempt > 1 {
        move_aside(me, attempt).await;
    }
    match act {
        Act::Obtain(step) => obtain(me, step, attempt).await,
        Act::Fetch { pos } => fetch(me, *pos).await,
        Act::Equip(item) => equip(me, *item).await,
        Act::Kill { mob, count } => kill::kill(me, *mob, *count).await,
        Act::Explore(sought) => find::explore(me, sought).await,
        Act::Approach(sought) => find::approach(me, sought).await,
        Act::GoTo { x, y, z } => go_there(me, *x, *y, *z).await,
        Act::DigDown { y } => dig_down_to(me, *y).await,
        Act::GoUp => go_up(me).await,
        Act::Place { item, count, at } => place::place(me, *item, *count, *at).await,
        Act::Plant { seeds, count } => plant::plant(me, *seeds, *count).await,
        Act::Harvest { crop, count } => harvest::harvest(me, *crop, *count).await,
        Act::Breed { mob, food, count } => breed::breed(me, *mob, *food, *count).await,
        Act::Use { item, on } => use_it::use_it(me, *item, on.as_ref()).await,
        Act::Build { blueprint, .. } => build::build(me, blueprint).await,
        Act::Deposit { item, count } => chest::deposit(me, *item, *count).await,
        Act::Withdraw { item, count } => chest::withdraw(me, *item, *count).await,
        Act::Sleep => sleep::sleep(me).await,
        Act::Eat { item } => eat_all(me, *item).await,
        Act::Wait { ticks } => stay(me, *ticks).await,
        Act::Enchant { item } => {
            // The dearest offer that can be paid: that is the best.
            enchant_it(me, *item, me.spare(Item::LAPIS_LAZULI)).await
        }
        Act::Shoot { mob, count } => shoot::shoot_mobs(me, *mob, *count).await,
        Act::Fish { count } => {
            for _ in 0..*count {
                fish_once(me).await?;
            }
            Ok(())
        }
    }
}

/// Goes a little off before something is tried again, ashore from the water; an agent that cannot get away waits a
/// while.
async fn move_aside(me: &Me, attempt: u32) {
    const PATIENCE: u64 = 200;
    const WHILE: u32 = 20;
    /// Ticks of swimming for land.
    const SWIM: u64 = 1000;
    let is_at_sea = me.now().player.is(PlayerFlags::IN_WATER) && is_under_sky(me);
    if is_at_sea && me.within(SWIM, go_inland(me, SWIM, 1)).await.is_ok() {
        return;
    }
    let face = Face::HORIZONTAL[((me.age() + u64::from(attempt)) % 4) as usize];
    let aside = me.now().player.feet() + face.step() * (3 * attempt.min(6) as i32);
    let goal = Goal::Near { pos: aside, range: 2 };
    let mut way = me.within(PATIENCE, travel_sparingly(me, &goal)).await;
    if let Err(Reason::Unreachable { .. }) = way {
        way = me.within(PATIENCE, travel(me, &goal)).await;
    }
    if way.is_err() {
        me.wait(WHILE).await;
    }
}

#[cfg(test)]
mod tests {
    use anima_world::{Options, Scene};

    use super::*;
    use crate::testing::Game;
    use crate::{Settings, Task};

    #[test]
    fn an_agent_that_cannot_get_away_waits_before_it_tries_again() {
        let mut scene = Scene::flat();
        scene.fill([-1, 63, -1], [1, 66, 1], "bedrock").fill([0, 64, 0], [0, 65, 0], "air").start_at(0.5, 64.0, 0.5);
        let mut world = scene.world(Options::default());
        let me = Me::new(Settings::default(), world.observe());
        let walker = me.clone();
        let mut aside = Task::new(async move { move_aside(&walker, 2).await });
        loop {
            me.begin(world.observe());
            if aside.poll().is_some() {
                break;
            }
            world.tick(&me.end());
        }
        assert!((20..40).contains(&world.ticks()), "{} ticks", world.ticks());
    }

    #[test]
    fn an_agent_that_failed_at_sea_tries_again_on_land() {
        let mut scene = Scene::flat();
        scene.fill([-48, 60, -48], [12, 63, 63], "water").start_at(-6.5, 62.0, 0.5);
        let end = Game::by_day(&scene).play(1200, |me| async move {
            me.wait(20).await;
            move_aside(&me, 2).await;
            Ok(())
        });
        assert_eq!(end.outcome, Some(Ok(())));
        let pos = end.now().player.pos;
        assert!(pos.x > 12.0, "at {pos}");
    }
}
