//! Looking for land of another kind.

use anima_body::{BlockPos, ChunkPos};
use anima_rules::techtree::{Place, place_of_block};
use anima_rules::{Biome, Block};

use super::explore::explore_land;
use super::journey::go_there;
use super::ore::Prospect;
use super::prospect::prospect;
use crate::Me;
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use crate::work::mine::can_mine;
use anima_intent::{Outcome, Reason};

/// Ticks for the way to a sign of the land.
const PATIENCE: u64 = 600;
/// What grows or lies in so few kinds of land is a sign of them.
const FEW: usize = 4;
/// Blocks around a sign that turned out to be none in which other signs are not gone to.
const AROUND: i64 = 48;

/// Goes until the agent stands in one of some biomes: to land of them that was seen, to whatever grows in such land alone,
/// or over new ground towards where such land is likeliest. Where such land lies below the ground, what is found there
/// alone is looked for in the rock.
///
/// # Errors
/// [`Reason::NotFound`] when `ticks` are spent; [`Reason::Died`]; as [`prospect`] and [`explore_land`].
pub(crate) async fn find_biome(me: &Me, biomes: &[Biome], ticks: u64) -> Outcome {
    let is_there = |me: &Me| biomes.contains(&me.now().biome);
    let signs = signs(biomes);
    let lands: Vec<(Biome, f32)> = biomes.iter().map(|biome| (*biome, 1.0)).collect();
    let search = async {
        let mut tried: Vec<BlockPos> = Vec::new();
        let mut gone_to: Vec<ChunkPos> = Vec::new();
        loop {
            me.tick().await;
            let feet = me.now().player.feet();
            let is_new = |pos: &BlockPos| tried.iter().all(|other| other.distance_squared(*pos) > AROUND * AROUND);
            let sign = me.senses().places_of(&signs, feet, usize::MAX).into_iter().find(is_new);
            let land = me.senses().atlas().land().nearest(biomes, feet, |chunk| !gone_to.contains(&chunk));
            let since = me.age();
            let leg = match (land, sign) {
                (Some(chunk), _) => {
                    gone_to.push(chunk);
                    let middle = chunk.corner(feet.y).offset(8, 0, 8);
                    go_there(me, middle.x, None, middle.z).await
                }
                (None, Some(sign)) => {
                    tried.push(sign);
                    me.within(PATIENCE, travel(me, &Goal::Near { pos: sign, range: 2 })).await
                }
                (None, None) if lies_below(&signs) => look_below(me, &signs).await,
                (None, None) => {
                    let seen = |me: &Me| me.senses().atlas().land().columns_of(biomes);
                    let before = seen(me);
                    explore_land(me, &lands, ticks, |me| seen(me) > before).await
                }
            };
            match leg {
                Err(reason @ (Reason::Died | Reason::NeedsTool(_))) => return Err(reason),
                // Where no way leads out, none will in the next tick.
                Err(reason) if me.age() <= since + 1 && sign.is_none() && land.is_none() => return Err(reason),
                _ => {}
            }
        }
    };
    match me.until(is_there, me.within(ticks, search)).await {
        None => Ok(()),
        Some(Err(Reason::TookTooLong)) => Err(Reason::not_found(biomes[0])),
        Some(outcome) => outcome,
    }
}

/// Looks for blocks that lie in the rock until some are seen that can be mined. Where only some land has them under it, the
/// agent goes to such land first, and back to it when tunnels have led it off; caves, which lead off soonest, are left.
///
/// # Errors
/// As [`find_biome`] and [`prospect`].
pub(crate) async fn prospect_under_its_land(me: &Me, place: &Place, blocks: &[Block], ticks: u64) -> Outcome {
    let land = biomes_of(place);
    let mut wanted = Prospect::of(place, blocks);
    if !land.is_empty() {
        wanted.caves_below = i32::MIN;
    }
    let found = |me: &Me| can_mine(me, blocks);
    let is_there = |me: &Me| land.is_empty() || land.contains(&me.now().biome);
    let strays = |me: &Me| !is_there(me) && is_far_from(me, &land);
    let deadline = me.age() + ticks;
    loop {
        let left = deadline.saturating_sub(me.age());
        if !is_there(me)
            && let Some(outcome) = me.until(found, find_biome(me, &land, left)).await
        {
            outcome?;
        }
        if let Some(outcome) = me.until(strays, prospect(me, &wanted, left)).await {
            return outcome;
        }
    }
}

/// The biomes under the sky in which something is found, common or not; none if it is equally common
/// everywhere.
pub(crate) fn biomes_of(place: &Place) -> Vec<Biome> {
    place.under_the_sky().into_iter().map(|(biome, _)| biome).collect()
}

/// The biomes under the sky in which one of some blocks is found, and how common the commonest is there; none if one
/// is equally common everywhere.
pub(crate) fn lands_of(blocks: &[Block]) -> Vec<(Biome, f32)> {
    let places: Vec<&Place> = blocks.iter().filter_map(|block| place_of_block(*block)).collect();
    if places.iter().any(|place| place.biomes.is_empty()) {
        return Vec::new();
    }
    let mut lands: Vec<(Biome, f32)> = places.iter().flat_map(|place| place.under_the_sky()).collect();
    lands.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    lands.dedup_by_key(|(biome, _)| *biome);
    lands
}

/// Whether the agent is far from land of some biomes that it has seen; it looks now and then.
pub(crate) fn is_far_from(me: &Me, biomes: &[Biome]) -> bool {
    /// Columns.
    const FAR: i32 = 4;
    /// Ticks between two looks.
    const EVERY: u64 = 20;
    let feet = me.now().player.feet();
    let nearest = || me.senses().atlas().land().nearest(biomes, feet, |_| true);
    me.age().is_multiple_of(EVERY) && nearest().is_some_and(|land| land.distance(feet.chunk()) > FAR)
}

/// Blocks that are found in few kinds of land, these among them.
fn signs(biomes: &[Biome]) -> Vec<Block> {
    let all = || (0..Biome::COUNT as u16).filter_map(Biome::from_id);
    let is_sign = |block: &Block| {
        place_of_block(*block).is_some_and(|place| {
            !place.biomes.is_empty()
                && biomes.iter().any(|biome| place.fits(*biome))
                && all().filter(|biome| place.fits(*biome)).count() <= FEW
        })
    };
    Block::all().filter(is_sign).collect()
}

/// Whether such land lies below the ground.
fn lies_below(signs: &[Block]) -> bool {
    let mut places = signs.iter().filter_map(|block| place_of_block(*block)).peekable();
    places.peek().is_some() && places.all(|place| place.hints.contains(&"underground"))
}

async fn look_below(me: &Me, signs: &[Block]) -> Outcome {
    const LOOK: u64 = 3000;
    match signs.iter().find_map(|block| place_of_block(*block)) {
        Some(place) => prospect(me, &Prospect::of(place, signs), LOOK).await,
        None => Err(Reason::not_found("a sign of it")),
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;
    use anima_rules::techtree::ways;
    use anima_world::Scene;

    use super::*;
    use crate::testing::{play, with};

    #[test]
    fn of_several_blocks_the_commonest_counts_in_each_biome() {
        let lands = lands_of(&[Block::RED_MUSHROOM, Block::RED_MUSHROOM_BLOCK]);
        let of =
            |biome: Biome| lands.iter().filter(|(other, _)| *other == biome).map(|land| land.1).collect::<Vec<_>>();
        assert_eq!([of(Biome::DARK_FOREST), of(Biome::PLAINS)], [vec![1.0], vec![1.0 / 64.0]]);
        assert!(lands_of(&[Block::RED_MUSHROOM, Block::PUMPKIN]).is_empty(), "pumpkins are equally common everywhere");
    }

    fn emeralds() -> &'static Place {
        let ways = ways(Item::EMERALD).iter();
        let mut mined = ways.filter(|way| way.kind.block() == Some(Block::EMERALD_ORE));
        &mined.next().expect("it is mined").place
    }

    /// Rock as far as it goes, hills as wide as four columns above it, and a cell in it where the agent stands.
    fn under_narrow_hills() -> Scene {
        let mut scene = Scene::loaded(ChunkPos::new(-12, -12), ChunkPos::new(12, 12));
        scene.fill([-192, 50, -192], [207, 90, 207], "stone").biome(Biome::PLAINS);
        for (x, z) in (-2..2).flat_map(|x| (-2..2).map(move |z| (x, z))) {
            scene.biome_of(ChunkPos::new(x, z), Biome::WINDSWEPT_HILLS);
        }
        scene.fill([-1, 70, -1], [1, 72, 1], "air").start_at(0.5, 70.0, 0.5);
        with(scene, &[(Item::DIAMOND_PICKAXE, 1)])
    }

    #[test]
    fn tunnels_do_not_lead_far_from_the_land_that_holds_the_ore() {
        let farthest = std::rc::Rc::new(std::cell::Cell::new(0));
        let told = std::rc::Rc::clone(&farthest);
        let (outcome, _) = play(&under_narrow_hills(), move |me| async move {
            let search = prospect_under_its_land(&me, emeralds(), &[Block::EMERALD_ORE], 5000);
            let note = |me: &Me| {
                let feet = me.now().player.feet();
                told.set(told.get().max(feet.x.abs()).max(feet.z.abs()));
                false
            };
            me.until(note, search).await.unwrap_or(Ok(()))
        });
        assert!(outcome.is_err(), "there is none");
        // Two columns of hills, four beyond them, and what is dug before the next look.
        let farthest = farthest.get();
        assert!((40..=16 * (2 + 4 + 2)).contains(&farthest), "{farthest} blocks off");
    }

    #[test]
    fn caves_are_left_where_only_some_land_holds_the_ore() {
        let mut scene = under_narrow_hills();
        // A passage round a corner.
        scene.fill([0, 70, 0], [0, 72, 14], "air").fill([0, 70, 14], [30, 72, 16], "air");
        let (_, world) = play(&scene, |me| async move {
            // As long as it takes to walk to the corner.
            prospect_under_its_land(&me, emeralds(), &[Block::EMERALD_ORE], 60).await
        });
        let seen = world.observe();
        assert!(seen.inventory.count(Item::COBBLESTONE) > 0, "at {}", seen.player.pos);
    }

    #[test]
    fn ore_that_lies_under_one_kind_of_land_alone_is_looked_for_there() {
        let mut scene = Scene::loaded(ChunkPos::new(-8, -8), ChunkPos::new(8, 8));
        scene.fill([-128, 40, -128], [143, 62, 143], "stone").fill([-128, 63, -128], [143, 63, 143], "grass_block");
        scene.biome(Biome::PLAINS);
        for (x, z) in (3..=8).flat_map(|x| (-8..=8).map(move |z| (x, z))) {
            scene.biome_of(ChunkPos::new(x, z), Biome::WINDSWEPT_HILLS);
        }
        // A cliff that hides its emeralds from whoever stands where the game begins.
        scene.fill([96, 64, -128], [143, 80, 143], "stone").fill([88, 64, -16], [89, 72, 16], "stone");
        scene.fill([96, 66, -12], [96, 66, 12], "emerald_ore").start_at(0.5, 64.0, 0.5);
        let scene = with(scene, &[(Item::IRON_PICKAXE, 1)]);
        let (outcome, world) =
            play(
                &scene,
                |me| async move { prospect_under_its_land(&me, emeralds(), &[Block::EMERALD_ORE], 1500).await },
            );
        assert_eq!(outcome, Ok(()), "at {}", world.observe().player.pos);
        assert!(world.observe().player.pos.x > 48.0, "at {}", world.observe().player.pos);
    }
}
