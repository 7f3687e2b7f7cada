//! Staying alive for some time.

use anima_body::{Observation, PlayerFlags};
use anima_rules::food::{self, HEALS_FROM};

use super::shelter::shelter;
use crate::Me;
use crate::hands::eat::{best_meal, eat};
use crate::me::sun::is_night;
use anima_intent::{Outcome, Reason};

/// Level of the food bar at which the agent leaves a shelter for a meal: little or nothing of the meal is wasted then.
const HUNGRY: u8 = 14;
/// Ticks after which the agent looks for a shelter again where there was no place for one.
const AGAIN: u64 = 600;
/// Ticks in a shelter after which the agent asks again whether it needs one.
const SPELL: u64 = 1200;

/// Stays alive for so many ticks: on the spot by day, in a shelter by night and where it is dark; eats when hungry.
///
/// # Errors
/// [`Reason::Died`]; as [`eat`].
pub(crate) async fn stay(me: &Me, ticks: u64) -> Outcome {
    me.doing("stay alive", async {
        let until = me.age() + ticks;
        let mut no_shelter_before = 0;
        while me.age() < until {
            let now = me.now();
            if now.player.is(PlayerFlags::DEAD) {
                return Err(Reason::Died);
            }
            if is_hungry(me) {
                eat(me, HEALS_FROM).await?;
            } else if asks_for_shelter(&now) && me.age() >= no_shelter_before {
                let spell = SPELL.min(until - me.age());
                match me.until(is_hungry, shelter(me, spell)).await {
                    Some(Err(Reason::Died)) => return Err(Reason::Died),
                    Some(Err(_)) => no_shelter_before = me.age() + AGAIN,
                    Some(Ok(())) | None => {}
                }
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// Whether it is time for a meal, and there is one.
fn is_hungry(me: &Me) -> bool {
    me.now().player.food <= HUNGRY && best_meal(me).is_some_and(food::is_fit)
}

/// Whether monsters spawn here, or come from where they do.
fn asks_for_shelter(now: &Observation) -> bool {
    is_night(now) || (now.light.sky == 0 && now.light.block == 0)
}

#[cfg(test)]
mod tests {
    use anima_intent::{Act, Condition};
    use anima_rules::Item;
    use anima_world::{Generator, Options, World};

    use super::*;
    use crate::testing::{Game, flat};

    #[test]
    fn a_night_in_generated_land_is_survived() {
        const DUSK: u32 = 12_000;
        for seed in 1..2 {
            let options = Options { seed, radius: 6, day_time: Some(DUSK), ..Options::default() };
            let game = Game::of(World::new(Generator::new(seed as i64), options)).with_reflexes();
            let act = Act::Wait { ticks: 12_500 };
            let trial = game.perform(14_000, act, Some(Condition::Survived { dawns: 1 }));
            trial.succeeds();
        }
    }

    #[test]
    fn an_agent_that_waits_by_day_eats_when_it_is_hungry_and_digs_no_hole() {
        let mut scene = flat(&[(Item::BREAD, 5)]);
        scene.start.food = 8;
        let end = Game::by_day(&scene).play(1000, async |me| stay(&me, 400).await);
        assert_eq!((end.outcome.clone(), end.world.ticks()), (Some(Ok(())), 400));
        let player = end.now().player;
        assert!(player.food >= 18 && player.pos.y == 64.0, "{} food at {}", player.food, player.pos);
    }
}
