//! Food on the way of a long search.

use anima_intent::{Outcome, Reason};
use anima_rules::food::HEALS_FROM;
use anima_rules::{EntityKind, Item};

use crate::Me;
use crate::hands::eat::best_meal;
use crate::threat::threats;
use crate::walk::approach::nearest_mob;
use crate::work::hunt::hunt;

/// Level of the food bar up to which an agent takes an animal on its way for a meal: no wound heals any more, and at 6
/// it can sprint no farther.
const HUNGRY: u8 = 10;
/// Health up to which it does so as soon as the food bar is too low for wounds to heal.
const HURT: f32 = 14.0;
/// Blocks to an animal on the way.
const ON_THE_WAY: f64 = 24.0;
/// Ticks for one animal, the way there included.
const PATIENCE: u64 = 500;
/// Animals whose raw meat does no harm, and that meat.
const PREY: [(EntityKind, Item); 3] =
    [(EntityKind::COW, Item::BEEF), (EntityKind::PIG, Item::PORKCHOP), (EntityKind::SHEEP, Item::MUTTON)];

/// Hunts an animal that an agent which is hungry and has nothing to eat sees near its way. Tells whether it did: no
/// failure but a death ends the search.
///
/// # Errors
/// [`Reason::Died`].
pub(super) async fn forage(me: &Me) -> Outcome<bool> {
    let now = me.now();
    let is_hungry = now.player.food <= HUNGRY || now.player.health <= HURT && now.player.food < HEALS_FROM;
    if !is_hungry || best_meal(me).is_some() || !threats(me).is_empty() {
        return Ok(false);
    }
    let from = now.player.pos;
    let seen = PREY.into_iter().filter_map(|(kind, meat)| {
        let away = nearest_mob(me, kind, |_| true)?.pos.distance(from);
        (away <= ON_THE_WAY).then_some((away, kind, meat))
    });
    let Some((_, kind, meat)) = seen.min_by(|a, b| a.0.total_cmp(&b.0)) else { return Ok(false) };
    match me.doing("hunt for a meal", me.within(PATIENCE, hunt(me, kind, meat, 1))).await {
        Err(Reason::Died) => Err(Reason::Died),
        _ => Ok(true),
    }
}

#[cfg(test)]
mod tests {
    use anima_body::ChunkPos;
    use anima_world::Scene;

    use crate::seek::explore::explore;
    use crate::testing::{Game, held};

    use super::*;

    #[test]
    fn a_hungry_agent_takes_an_animal_on_its_way() {
        for (food, health, takes) in [(8, 20.0, true), (16, 8.0, true), (16, 20.0, false)] {
            let mut scene = Scene::loaded(ChunkPos::new(-9, -9), ChunkPos::new(9, 9));
            scene.fill([-144, 63, -144], [159, 63, 159], "grass_block").start_at(0.5, 64.0, 0.5);
            scene.mob("cow", [9.5, 64.0, 6.5]);
            (scene.start.food, scene.start.health) = (food, health);
            let end = Game::by_day(&scene).play(700, async |me| explore(&me, 600, |_| false).await);
            assert_eq!(held(&end.world, Item::BEEF) > 0, takes, "{food} food: {:?}", end.outcome);
        }
    }
}
