//! Looking at the land from a height: a pillar above the trees shows more of it than a long walk among them.

use anima_body::{Blocks, ChunkPos, Inventory, PlayerFlags};
use anima_rules::{Biome, Item, StateFlags};

use crate::Me;
use crate::hands::dig::check_can_dig_rock;
use crate::me::overhead::is_below_ground;
use crate::me::sun::until_night;
use crate::path::conditions::is_filler;
use crate::path::goal::Goal;
use crate::senses::afar::REACH;
use crate::threat::threats;
use crate::walk::manner::over_known_ground;
use crate::walk::travel::travel_by;
use crate::work::footing::{footing, gather_earth};
use anima_intent::{Outcome, Reason};

/// Blocks up, which is higher than most trees.
const HEIGHT: i32 = 16;
/// Ticks for the way up.
const PATIENCE: u64 = 500;
/// Ticks in which the land all round is looked at.
const LOOK: u32 = 100;
/// Ticks that it takes at most, earth gathered and the way down included: it is not to last into the night.
const LONGEST: u64 = 2000;
/// Health from which on the agent may be shot off a pillar.
const FIT: f32 = 15.0;
/// The share of the land around, in percent, that must be unknown.
const UNKNOWN: usize = 60;
/// Columns from the last lookout to the next.
const APART: i32 = 6;
/// Ticks of a search after which a pillar may be climbed for it.
const LONG: u64 = 600;

/// The lookouts of one search.
pub(super) struct Lookouts {
    /// The agent's age when the search began.
    since: u64,
    /// Where the last one was.
    last: Option<ChunkPos>,
}

impl Lookouts {
    /// None yet, of a search that begins now.
    pub(super) fn new(me: &Me) -> Lookouts {
        Lookouts { since: me.age(), last: None }
    }

    /// Whether the search for land of some biomes is long, the last lookout far off, and another worth the climb.
    pub(super) fn is_due(&self, me: &Me, biomes: &[Biome]) -> bool {
        let here = me.now().player.feet().chunk();
        let is_elsewhere = self.last.is_none_or(|place| place.distance(here) >= APART);
        me.age() >= self.since + LONG && is_elsewhere && is_worth_it(me, biomes)
    }

    /// As [`look_out`].
    pub(super) async fn look_out(&mut self, me: &Me) -> Outcome {
        self.last = Some(me.now().player.feet().chunk());
        look_out(me).await
    }
}

/// Whether a look from a height for land of some biomes is worth the climb: by day, where most of the land around is not
/// known and none of what is known is of them.
fn is_worth_it(me: &Me, biomes: &[Biome]) -> bool {
    let now = me.now();
    if biomes.is_empty() || biomes.contains(&now.biome) {
        return false;
    }
    let is_fit = now.player.health >= FIT && now.player.is(PlayerFlags::ON_GROUND);
    let lasts_into_night = until_night(&now) < LONGEST;
    if !is_fit || lasts_into_night || is_below_ground(me) || !threats(me).is_empty() || !is_open_above(me) {
        return false;
    }
    let senses = me.senses();
    let atlas = senses.atlas();
    let around: Vec<ChunkPos> = now.player.feet().chunk().around(REACH).collect();
    let is_wanted = |chunk: &ChunkPos| atlas.land().afar(*chunk).is_some_and(|biome| biomes.contains(&biome));
    let unknown = around.iter().filter(|chunk| !atlas.is_land_known(**chunk)).count();
    100 * unknown >= UNKNOWN * around.len() && !around.iter().any(is_wanted)
}

/// Climbs a pillar, looks at the land all round, and leaves it to the next way to come down. An agent that could not
/// come down by itself, because its pillar would be of stone and it has no pickaxe, stays where it is.
///
/// # Errors
/// [`Reason::Died`], [`Reason::Missing`] for want of blocks, [`Reason::Unreachable`] where earth was gathered under a
/// roof; as [`travel_by`].
async fn look_out(me: &Me) -> Outcome {
    me.doing("look at the land from above", async {
        gather_earth(me, HEIGHT).await;
        if is_below_ground(me) || !is_open_above(me) {
            return Err(Reason::unreachable("a lookout"));
        }
        let digs = check_can_dig_rock(me).is_ok();
        let inventory = &me.now().inventory;
        if footing(inventory) < HEIGHT as u32 || !digs && has_stone(inventory) {
            return Err(Reason::Missing { item: Item::DIRT, count: HEIGHT as u32 });
        }
        let top = me.now().player.feet().up(HEIGHT);
        me.within(PATIENCE, travel_by(me, over_known_ground(me), &Goal::Block(top))).await?;
        me.wait(LOOK).await;
        Ok(())
    })
    .await
}

/// Whether nothing but leaves is known to be where the pillar would be.
fn is_open_above(me: &Me) -> bool {
    let now = me.now();
    let known = now.known();
    let feet = now.player.feet();
    (1..=HEIGHT + 1).all(|up| {
        known.block(feet.up(up)).is_none_or(|state| {
            state.flags().contains(StateFlags::NO_COLLISION) || state.block().name().ends_with("_leaves")
        })
    })
}

/// Whether blocks to stand on are carried that hands dig slowly.
fn has_stone(inventory: &Inventory) -> bool {
    let is_earth = |item: Item| matches!(item, Item::DIRT | Item::COARSE_DIRT | Item::GRASS_BLOCK);
    inventory.count_where(|stack| is_filler(stack.item) && !is_earth(stack.item)) > 0
}

#[cfg(test)]
mod tests {
    use anima_world::Scene;

    use super::*;
    use crate::seek::explore::explore_land;
    use crate::testing::{Game, play, with};

    /// A clearing in a wood that hides all the land beyond it.
    fn clearing() -> Scene {
        let mut scene = Scene::loaded(ChunkPos::new(-10, -10), ChunkPos::new(10, 10));
        scene.biome(Biome::PLAINS).fill([-160, 60, -160], [175, 63, 175], "dirt");
        scene.fill([-14, 64, -14], [20, 70, 20], "oak_log").fill([-9, 64, -9], [9, 70, 9], "air");
        scene.start_at(0.5, 64.0, 0.5);
        scene
    }

    #[test]
    fn a_pillar_shows_the_land_beyond_the_trees_and_is_come_down_from() {
        let (outcome, world) = play(&with(clearing(), &[(Item::DIRT, 20)]), |me| async move {
            let known = |me: &Me| {
                let around = me.now().player.feet().chunk().around(REACH);
                around.filter(|chunk| me.senses().atlas().is_land_known(*chunk)).count()
            };
            let before = known(&me);
            assert!(is_worth_it(&me, &[Biome::DESERT]), "{before} known");
            assert!(!is_worth_it(&me, &[Biome::PLAINS]), "it is there");
            look_out(&me).await?;
            assert!(known(&me) > 250, "{before} before, then {}", known(&me));
            assert!(!is_worth_it(&me, &[Biome::DESERT]));
            let from = me.now().player.feet();
            let is_down = |me: &Me| me.now().player.feet().y < from.y - 10;
            me.within(900, explore_land(&me, &[], 900, is_down)).await
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!(world.observe().player.health, 20.0, "it fell");
    }

    #[test]
    fn in_a_long_search_among_trees_the_agent_looks_out() {
        let mut scene = Scene::loaded(ChunkPos::new(-10, -10), ChunkPos::new(10, 10));
        scene.biome(Biome::PLAINS).fill([-160, 60, -160], [175, 63, 175], "dirt");
        scene.fill([-160, 64, -160], [175, 68, 175], "oak_log");
        for at in (-160..175).step_by(6) {
            scene.fill([at, 64, -160], [at + 1, 68, 175], "air").fill([-160, 64, at], [175, 68, at + 1], "air");
        }
        scene.start_at(2.5, 64.0, 2.5);
        let lookouts = |ticks: u64, wanted: Biome| {
            let mut highest = 0.0_f64;
            let search = async move |me| explore_land(&me, &[wanted], ticks, |_| false).await;
            Game::by_day(&with(scene.clone(), &[(Item::DIRT, 20)])).watch(ticks, search, |now, _| {
                highest = highest.max(now.player.pos.y);
            });
            highest >= 64.0 + f64::from(HEIGHT)
        };
        assert!(lookouts(1500, Biome::DESERT));
        assert!(!lookouts(LONG, Biome::DESERT), "it has only begun");
        assert!(!lookouts(1500, Biome::PLAINS), "it is there");
    }
}
