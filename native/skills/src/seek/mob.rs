//! Looking for a mob.

use anima_rules::food::HEALS_FROM;
use anima_rules::techtree::{Place, place_of_mob};
use anima_rules::{Biome, EntityKind, Habitat, Haunt, TO_CAVES};

use super::SEARCH;
use super::biome::{biomes_of, find_biome, is_far_from};
use super::cave::{HURT, ticks_to_cave};
use super::dark::look_into_the_dark;
use super::explore::explore_land;
use super::ore::SHADE;
use super::surface::ticks_up;
use crate::Me;
use crate::hands::eat::{best_meal, eat};
use crate::me::overhead::is_below_ground;
use crate::me::sun::{until_night, until_night_of};
use crate::refuge::stay::stay;
use crate::threat::threats;
use anima_intent::{Outcome, Reason};

/// Health at which an agent that rested goes on.
const FIT: f32 = 16.0;
/// Ticks that a rest takes at most.
const REST: u64 = 900;
/// Ticks of a night in the open within which something is met.
const MEETING: u64 = 1000;

/// Looks for a mob until `found`, each kind where it comes by its own rules ([`Habitat`]): a monster in the dark below
/// the ground, or under the open sky by night, in a biome where it is listed; whichever is expected to take less,
/// waiting for the night included. Everything else is looked for over new ground, towards land where it is common.
///
/// # Errors
/// [`Reason::NotFound`] when none was found in so many ticks, those until the night not counted; as [`explore_land`] and
/// [`look_into_the_dark`].
pub(crate) async fn find_mob(me: &Me, kind: EntityKind, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    me.doing(format!("look for a {kind}"), async {
        let mut deadline = me.age() + ticks;
        let mut has_waited = false;
        let mut may_go_below = true;
        while !found(me) {
            if Habitat::of(kind).is_some() {
                rest(me, &found).await?;
            }
            let left = deadline.saturating_sub(me.age());
            if left == 0 {
                return Err(Reason::not_found(kind));
            }
            let haunt = best_haunt(me, kind, may_go_below);
            let outcome = match haunt {
                Some(Haunt::Open) if !is_at_home(me, kind) => {
                    me.until(&found, find_biome(me, &homes(kind), left)).await.unwrap_or(Ok(()))
                }
                Some(Haunt::Open) if before_night(me) > 0 => {
                    let waits = before_night(me);
                    // Where the sun stands still there is no night to wait for.
                    if !std::mem::replace(&mut has_waited, true) {
                        deadline += waits;
                    }
                    let is_over = |me: &Me| found(me) || before_night(me) == 0;
                    me.until(is_over, stay(me, waits)).await.unwrap_or(Ok(()))
                }
                Some(Haunt::Below) => {
                    let over = |me: &Me| found(me) || is_hurt(me) && can_heal(me);
                    look_into_the_dark(me, left, over).await
                }
                Some(Haunt::Open) | None => {
                    // An agent on its way up goes on.
                    let is_day = |me: &Me| haunt.is_some() && before_night(me) > 0 && !is_below_ground(me);
                    let rests = |me: &Me| haunt.is_some() && is_hurt(me) && can_heal(me);
                    let over = |me: &Me| found(me) || strays(me, kind) || is_day(me) || rests(me);
                    explore_land(me, &lands(kind), left, over).await
                }
            };
            match outcome {
                Err(Reason::TookTooLong) => return Err(Reason::not_found(kind)),
                // No way on below: what is left is the night.
                Err(reason) if haunt == Some(Haunt::Below) && reason != Reason::Died && may_go_below => {
                    may_go_below = false;
                }
                outcome => outcome?,
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// Where a kind is met soonest from here; `None` for what is not bound to the dark.
fn best_haunt(me: &Me, kind: EntityKind, may_go_below: bool) -> Option<Haunt> {
    let now = me.now();
    let habitat = Habitat::of(kind)?;
    let to_caves = may_go_below.then(|| ticks_to_cave(me, SHADE).unwrap_or(TO_CAVES));
    let to_biome = if is_at_home(me, kind) { 0.0 } else { SEARCH as f32 / 2.0 };
    let up = ticks_up(me);
    let to_night = (until_night_of(&now, up + MEETING).max(up) as f32).max(to_biome);
    habitat.soonest(Some(to_night), to_caves).map(|(haunt, _)| haunt)
}

/// Ticks until the agent has to be on its way to be in the open when the night begins.
fn before_night(me: &Me) -> u64 {
    until_night(&me.now()).saturating_sub(ticks_up(me))
}

/// Whether the agent stands where a kind is listed.
fn is_at_home(me: &Me, kind: EntityKind) -> bool {
    place_of(kind).is_none_or(|place| place.fits(me.now().biome))
}

/// Whether the agent is far from the land where a kind is listed, if it is not listed everywhere.
fn strays(me: &Me, kind: EntityKind) -> bool {
    Habitat::of(kind).is_some() && !is_at_home(me, kind) && is_far_from(me, &homes(kind))
}

/// The biomes in which a kind is listed; none if it is listed everywhere.
fn homes(kind: EntityKind) -> Vec<Biome> {
    place_of(kind).map_or_else(Vec::new, biomes_of)
}

/// The same, and how common it is in each.
fn lands(kind: EntityKind) -> Vec<(Biome, f32)> {
    place_of(kind).map_or_else(Vec::new, Place::under_the_sky)
}

fn place_of(kind: EntityKind) -> Option<&'static Place> {
    place_of_mob(kind).map(|(place, _)| place)
}

/// Lets an agent that is hurt heal before it goes on among monsters, if it can.
async fn rest(me: &Me, found: &impl Fn(&Me) -> bool) -> Outcome {
    if !is_hurt(me) || !can_heal(me) {
        return Ok(());
    }
    me.doing("rest", async {
        let is_over = |me: &Me| found(me) || me.now().player.health >= FIT || !threats(me).is_empty() || !can_heal(me);
        let is_hungry = |me: &Me| me.now().player.food < HEALS_FROM;
        let heal = async {
            loop {
                if is_hungry(me) {
                    eat(me, HEALS_FROM).await?;
                }
                me.until(is_hungry, stay(me, REST)).await.unwrap_or(Ok(()))?;
                me.tick().await;
            }
        };
        match me.until(is_over, me.within::<()>(REST, heal)).await {
            Some(Err(Reason::Died)) => Err(Reason::Died),
            _ => Ok(()),
        }
    })
    .await
}

fn is_hurt(me: &Me) -> bool {
    (f32::MIN_POSITIVE..HURT).contains(&me.now().player.health)
}

/// Whether wounds heal now, or would after a meal that is carried.
fn can_heal(me: &Me) -> bool {
    me.now().player.food >= HEALS_FROM || best_meal(me).is_some()
}

#[cfg(test)]
mod tests {
    use anima_body::ChunkPos;
    use anima_intent::Act;
    use anima_rules::{Item, ItemStack};
    use anima_world::Scene;

    use super::*;
    use crate::me::overhead::is_under_sky;
    use crate::testing::{Game, make, quiet, rock, with};

    const ARMED: [(Item, u8); 2] = [(Item::IRON_SWORD, 1), (Item::IRON_PICKAXE, 1)];

    /// Rock with a ramp that leads from the grass down into a dark hall.
    fn hall_below() -> Scene {
        let mut scene = rock(&ARMED);
        for n in 0..13 {
            scene.fill([6 + n, 62 - n, -1], [6 + n, 66 - n, 1], "air");
        }
        scene.fill([18, 50, -8], [38, 55, 8], "air");
        scene.start_at(0.5, 64.0, 0.5);
        scene
    }

    #[test]
    fn by_day_a_monster_is_looked_for_in_the_dark_below_the_ground() {
        for seed in 0..5 {
            let mut scene = hall_below();
            scene.mob("zombie", [30.5 + seed as f64, 50.0, 5.5]);
            // The sun stands still: the night never comes.
            let game = Game::of(scene.world(by_day(seed))).with_reflexes();
            game.perform(2400, Act::Kill { mob: EntityKind::ZOMBIE, count: 1 }, None).succeeds();
        }
    }

    fn by_day(seed: u64) -> anima_world::Options {
        anima_world::Options { seed, day_time: Some(6000), ..quiet() }
    }

    #[test]
    fn a_monster_of_one_kind_of_land_is_looked_for_there() {
        let haunt = |kind: EntityKind, biome: Biome| {
            let mut scene = Scene::flat();
            scene.biome(biome);
            let found = std::rc::Rc::new(std::cell::RefCell::new(None));
            let told = std::rc::Rc::clone(&found);
            Game::by_night(&scene, 1).play(5, async move |me| {
                told.replace(Some((best_haunt(&me, kind, true), is_at_home(&me, kind))));
                Ok(())
            });
            found.take().expect("it was asked")
        };
        assert_eq!(haunt(EntityKind::HUSK, Biome::DESERT), (Some(Haunt::Open), true));
        assert_eq!(haunt(EntityKind::HUSK, Biome::PLAINS), (Some(Haunt::Open), false));
        assert_eq!(haunt(EntityKind::COW, Biome::PLAINS).0, None);
        assert_eq!(homes(EntityKind::HUSK), [Biome::DESERT]);
    }

    #[test]
    fn an_animal_is_looked_for_in_land_where_it_is_common() {
        // In taiga rabbits are rare, in forests there are none.
        for (way, others) in [(1, Biome::FOREST), (-1, Biome::TAIGA)] {
            let mut scene = Scene::loaded(ChunkPos::new(-20, -20), ChunkPos::new(20, 20));
            scene.fill([-320, 60, -320], [335, 63, 335], "grass_block").biome(others).start_at(0.5, 64.0, 0.5);
            for (x, z) in (5..=20).flat_map(|x| (-20..=20).map(move |z| (x, z))) {
                scene.biome_of(ChunkPos::new(way * x, z), Biome::DESERT);
            }
            let mut in_the_desert = 0;
            let hunt = async |me: Me| make(&me, Item::RABBIT_HIDE, 1).await;
            Game::by_day(&with(scene, &ARMED)).watch(3000, hunt, |now, _| {
                in_the_desert += u32::from(now.biome == Biome::DESERT);
            });
            assert!(in_the_desert > 2000, "{in_the_desert} of 3,000 ticks, from {} towards x {way}", others.name());
        }
    }

    #[test]
    fn an_agent_below_goes_up_for_the_night_where_a_kind_is_met_sooner_in_the_open() {
        for (kind, day_time, comes_up) in [
            (EntityKind::SPIDER, 12_000, true),
            (EntityKind::SPIDER, 3000, false),
            // The night is over before it is up.
            (EntityKind::SPIDER, 22_000, false),
        ] {
            let mut scene = rock(&ARMED);
            scene.put(20, Some(ItemStack::new(Item::COBBLESTONE, 64)));
            scene.fill([-1, 32, -1], [1, 33, 1], "air").start_at(0.5, 32.0, 0.5);
            let mut options = anima_world::Options { day_time: Some(day_time), ..quiet() };
            options.rules.do_daylight_cycle = true;
            let world = scene.world(options);
            let end = Game::of(world).play(3000, async move |me| find_mob(&me, kind, 2900, is_under_sky).await);
            assert_eq!(
                end.outcome == Some(Ok(())),
                comes_up,
                "{kind} {day_time}: {:?} at {}",
                end.outcome,
                end.now().player.pos
            );
            // The night begins after 1,188 ticks, and the way up takes some 800.
            assert!(!comes_up || end.world.ticks() < 1500, "{kind}: up after {}", end.world.ticks());
        }
    }

    #[test]
    fn an_agent_that_is_hurt_rests_before_it_goes_among_monsters() {
        for (food, meals, heals) in [(17, 6, true), (10, 0, false)] {
            let mut scene = with(Scene::flat(), &ARMED);
            scene.put(20, (meals > 0).then(|| ItemStack::new(Item::BREAD, meals)));
            (scene.start.health, scene.start.food) = (7.0, food);
            let end = Game::by_day(&scene).play(2000, async |me| rest(&me, &|_| false).await);
            let health = end.now().player.health;
            assert_eq!(end.outcome, Some(Ok(())));
            assert_eq!(health >= FIT, heals, "{health} with {food} food");
            assert!(heals || end.world.ticks() < 5, "it waits for what does not come");
        }
    }
}
