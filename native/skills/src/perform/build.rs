//! Building a blueprint where there is room for it.

use std::collections::BTreeMap;
use std::sync::Arc;

use anima_body::BlockPos;
use anima_intent::{Blueprint, Cell, LOOKS_PER_TICK, Outcome, Reason, is_visible};
use anima_rules::{Block, Face, Item, StateFlags};
use glam::IVec3;

use crate::Me;
use crate::hands::dig::dig;
use crate::hands::lay::Stance;
use crate::hands::place::opens;
use crate::path::conditions::{Conditions, is_filler};
use crate::path::goal::Goal;
use crate::seek::shore::go_inland;
use crate::walk::manner::{Travel, over_known_ground, sparing};
use crate::walk::travel::{travel_by, travel_sparingly};
use crate::work::footing::gather_scaffold;
use crate::work::lay::{Going, lay_from};
use crate::work::stand::standpoints;

/// Cells that are looked at to choose a site.
const LOOKS: usize = 300_000;
/// Blocks that a site may be off at most.
const FARTHEST: i32 = 12;
/// Work of digging a block out of the way, where laying a block counts as one.
const CLEARING: i64 = 6;
/// Work of laying a floor that is missing, where laying a block counts as one.
const NO_FLOOR: i64 = 4;
/// Ticks for one way.
const PATIENCE: u64 = 900;
/// Height, in blocks, up to which a blueprint is built from the ground.
const LOW: i32 = 2;

/// A blueprint at the place where it is to stand.
#[derive(Clone, Copy)]
struct Site<'a> {
    blueprint: &'a Blueprint,
    /// Its north-west lower corner.
    origin: BlockPos,
}

/// Builds a blueprint where it was begun, or else on a site near, layer by layer, takes down what it climbed on, and
/// looks it over so that every cell was seen.
///
/// # Errors
/// [`Reason::Missing`] if too few blocks are carried, [`Reason::NoPlace`] if there is no site or a block cannot be laid.
pub(super) async fn build(me: &Me, blueprint: &Arc<Blueprint>) -> Outcome {
    let height = blueprint.size[1];
    if height > LOW {
        gather_scaffold(me, height).await;
    }
    let begun = me.senses().sites().origin(blueprint);
    let origin = match begun {
        Some(origin) => origin,
        None => find_site(me, blueprint).await?,
    };
    let site = Site { blueprint, origin };
    me.doing(format!("build {} at {origin}", blueprint.name), async {
        check_materials(me, site)?;
        if begun.is_none() {
            me.senses_mut().sites_mut().begin(blueprint, origin, me.now().tick);
        }
        let raised = raise(me, site).await;
        if raised != Err(Reason::Died) {
            take_down(me, site).await?;
        }
        match raised {
            Err(Reason::Died | Reason::Missing { .. }) | Ok(()) => {}
            Err(_) => me.senses_mut().sites_mut().fail(blueprint),
        }
        raised?;
        look_over(me, site).await?;
        me.senses_mut().sites_mut().end(blueprint);
        Ok(())
    })
    .await
}

/// What is still to be laid of a blueprint, by item: all of it, but for what stands where it was begun.
pub fn to_lay(me: &Me, blueprint: &Blueprint) -> BTreeMap<Item, u32> {
    let begun = me.senses().sites().origin(blueprint);
    begun.map_or_else(|| blueprint.materials(), |origin| Site { blueprint, origin }.lacking(me))
}

impl Site<'_> {
    fn pos(&self, cell: &Cell) -> BlockPos {
        self.origin + cell.at
    }

    /// Whether a cell is known to hold what it is to hold.
    fn is_right(&self, me: &Me, cell: &Cell) -> bool {
        me.known(self.pos(cell)).is_some_and(|state| cell.is(state))
    }

    /// What is still to be laid, by item.
    fn lacking(&self, me: &Me) -> BTreeMap<Item, u32> {
        self.blueprint.to_lay(|cell| me.known(self.pos(cell)))
    }

    /// The cells that do not hold what they are to hold, from the lowest layer up, the nearest first.
    fn wrong(&self, me: &Me) -> Vec<&Cell> {
        let feet = me.now().player.feet();
        let mut wrong: Vec<&Cell> = self.blueprint.cells.iter().filter(|cell| !self.is_right(me, cell)).collect();
        wrong.sort_by_key(|cell| (cell.at.y, self.pos(cell).distance_squared(feet), self.pos(cell)));
        wrong
    }

    /// Whether a place is within the walls: from there the agent may wall itself in.
    fn is_within(&self, pos: BlockPos) -> bool {
        let [x, _, z] = self.blueprint.size;
        let at = pos - self.origin;
        (0..x).contains(&at.x) && (0..z).contains(&at.z)
    }

    /// Whether a place is within the walls or a few blocks from them: what was put down farther off was a way to
    /// somewhere else.
    fn is_beside(&self, pos: BlockPos) -> bool {
        const BESIDE: i32 = 6;
        let [x, _, z] = self.blueprint.size;
        let at = pos - self.origin;
        (-BESIDE..x + BESIDE).contains(&at.x) && (-BESIDE..z + BESIDE).contains(&at.z)
    }

    /// A way of going about that digs nothing of what stands already.
    fn careful(&self, me: &Me, mut manner: Travel) -> Travel {
        let right = self.blueprint.cells.iter().filter(|cell| cell.block != Block::AIR && self.is_right(me, cell));
        manner.conditions.kept.extend(right.map(|cell| self.pos(cell)));
        manner
    }
}

/// The site that takes least work, looking for one a little off where there is none on dry ground.
async fn find_site(me: &Me, blueprint: &Blueprint) -> Outcome<BlockPos> {
    const ASIDE: i32 = 20;
    for side in Face::HORIZONTAL {
        let best = best_site(me, blueprint);
        let way = match best {
            Some((Ground::Dry, origin)) => return Ok(origin),
            Some((Ground::Wet, _)) => me.within(PATIENCE, go_inland(me, PATIENCE, FARTHEST.into())).await,
            None => {
                let aside = me.now().player.feet() + side.step() * ASIDE;
                me.within(PATIENCE, travel_sparingly(me, &Goal::Near { pos: aside, range: 3 })).await
            }
        };
        match way {
            Err(Reason::Died) => return Err(Reason::Died),
            _ => me.tick().await,
        }
    }
    best_site(me, blueprint).map(|(_, origin)| origin).ok_or_else(|| Reason::no_place(blueprint.name.clone()))
}

/// What a site stands on; dry ground is better, whatever the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ground {
    /// Blocks, or air.
    Dry,
    /// Water or lava below some of it.
    Wet,
}

fn best_site(me: &Me, blueprint: &Blueprint) -> Option<(Ground, BlockPos)> {
    let feet = me.now().player.feet();
    let [width, _, depth] = blueprint.size;
    let columns = (LOOKS / 3 / blueprint.cells.len().max(1)) as f64;
    let radius = ((columns.sqrt() / 2.0) as i32).clamp(1, FARTHEST);
    let middle = feet.offset(-width / 2, 0, -depth / 2);
    let origins = (-radius..=radius)
        .flat_map(|x| (-1..=1).flat_map(move |y| (-radius..=radius).map(move |z| middle.offset(x, y, z))));
    let priced = origins.filter_map(|origin| {
        let site = Site { blueprint, origin };
        let (ground, work) = work(me, site)?;
        Some((ground, work + middle.distance_squared(origin) / 4, origin))
    });
    priced.min().map(|(ground, _, origin)| (ground, origin))
}

/// What a site stands on, and about how much work it takes; `None` where not all of it is known, something is there that
/// stays, or all of it stands already: then another one is wanted.
fn work(me: &Me, site: Site<'_>) -> Option<(Ground, i64)> {
    let (mut ground, mut sum, mut stands) = (Ground::Dry, 0, true);
    for cell in &site.blueprint.cells {
        let pos = site.pos(cell);
        let state = me.known(pos)?;
        let gives_way = state.flags().contains(StateFlags::REPLACEABLE);
        stands &= cell.is(state);
        sum += match () {
            () if cell.is(state) => 0,
            () if state.fluid().is_some() || opens(state) || state.block().hardness() < 0.0 => return None,
            () if gives_way => 1,
            () => CLEARING,
        };
        let below = pos.down(1);
        if cell.at.y == 0 && cell.block != Block::AIR && !me.is_full(below) {
            sum += NO_FLOOR;
        }
        if cell.at.y == 0 && me.is_wet(below) {
            ground = Ground::Wet;
        }
    }
    (!stands).then_some((ground, sum))
}

/// Whether all that is still to be laid is carried.
fn check_materials(me: &Me, site: Site<'_>) -> Outcome {
    let inventory = &me.now().inventory;
    match site.lacking(me).into_iter().find(|(item, count)| inventory.count(*item) < *count) {
        Some((item, count)) => Err(Reason::Missing { item, count: count - inventory.count(item) }),
        None => Ok(()),
    }
}

/// Lays and clears cells, those below first, until all are right.
async fn raise(me: &Me, site: Site<'_>) -> Outcome {
    // Cells out of which something was dug: to do that once leads on.
    let mut dug: Vec<IVec3> = Vec::new();
    loop {
        let mut stuck: Vec<(&Cell, Reason)> = Vec::new();
        let mut has_progress = false;
        loop {
            let wrong = site.wrong(me);
            let is_open = |cell: &&Cell| stuck.iter().all(|(other, _)| other.at != cell.at);
            let Some(cell) = wrong.into_iter().find(is_open) else { break };
            let digs = is_in_the_way(me, cell, site.pos(cell)) && !dug.contains(&cell.at);
            match set(me, site, cell).await {
                Ok(()) if digs => {
                    dug.push(cell.at);
                    has_progress = true;
                }
                Ok(()) if site.is_right(me, cell) || cell.pieces() > 1 => has_progress = true,
                Ok(()) => stuck.push((cell, Reason::unexpected(format!("{} is not as it should be", site.pos(cell))))),
                Err(reason @ (Reason::Died | Reason::Missing { .. })) => return Err(reason),
                Err(reason) => stuck.push((cell, reason)),
            }
            me.tick().await;
        }
        match stuck.into_iter().next() {
            None => return Ok(()),
            Some((_, reason)) if !has_progress => return Err(reason),
            // A block that the stuck one needs may stand by now.
            Some(_) => {}
        }
    }
}

/// Makes a cell hold what it is to hold: from outside if it can be done there, from a pillar if need be.
async fn set(me: &Me, site: Site<'_>, cell: &Cell) -> Outcome {
    let pos = site.pos(cell);
    let walk = site.careful(me, Travel { conditions: grounded(me), ..over_known_ground(me) });
    if is_in_the_way(me, cell, pos) {
        me.within(PATIENCE, travel_by(me, walk, &Goal::Reach(pos))).await?;
        return dig(me, pos).await;
    }
    // What is laid on a block that is to go would go with it.
    let below = site.blueprint.cells.iter().find(|other| other.at == cell.at - IVec3::Y);
    if below.is_some_and(|below| !site.is_right(me, below) && is_in_the_way(me, below, site.pos(below))) {
        return Err(Reason::no_place(cell.block));
    }
    // The other half of a door or a bed comes with the first.
    let Some(item) = cell.item() else { return Err(Reason::no_place(cell.block)) };
    let climb = site.careful(me, over_known_ground(me));
    let (outside, anywhere) = (|feet: BlockPos| !site.is_within(feet), |_| true);
    let ways = [
        Going { manner: walk.clone(), may_stand: &outside, on_pillars: false },
        Going { manner: walk, may_stand: &anywhere, on_pillars: false },
        Going { manner: climb, may_stand: &outside, on_pillars: true },
    ];
    let mut outcome = Ok(());
    for way in ways {
        if way.on_pillars {
            gather_scaffold(me, pos.y - me.now().player.feet().y + 1).await;
        }
        outcome = lay_from(me, &way, item, pos, &|state| cell.is_laid_as(state)).await;
        if !matches!(outcome, Err(Reason::NoPlace(_) | Reason::Unreachable { .. } | Reason::TookTooLong)) {
            break;
        }
    }
    outcome
}

/// What a walk that builds nothing may count on.
fn grounded(me: &Me) -> Conditions {
    Conditions { can_place: false, ..over_known_ground(me).conditions }
}

/// Whether something must be dug out of a cell.
fn is_in_the_way(me: &Me, cell: &Cell, pos: BlockPos) -> bool {
    let Some(state) = me.known(pos) else { return false };
    let grows = cell.pieces() > 1 && cell.lacks(Some(state)) < cell.pieces();
    let gives_way = state.flags().contains(StateFlags::REPLACEABLE) && cell.block != Block::AIR;
    !state.is_air() && !gives_way && !grows
}

/// Takes down what the agent put down to climb on while it built, the highest first: from there the rest is in reach.
///
/// # Errors
/// [`Reason::Died`]. What cannot be taken down is left standing.
async fn take_down(me: &Me, site: Site<'_>) -> Outcome {
    /// Blocks that are taken down at most, with what is put down on the way to them.
    const MOST: usize = 400;
    for _ in 0..MOST {
        let Some(pos) = highest_footing(me, site) else { break };
        let outcome = async {
            let climb = site.careful(me, over_known_ground(me));
            me.within(PATIENCE, travel_by(me, climb, &Goal::Reach(pos))).await?;
            dig(me, pos).await
        };
        if outcome.await == Err(Reason::Died) {
            return Err(Reason::Died);
        }
        // What could not be reached is not tried again.
        me.senses_mut().sites_mut().forget_footing(pos);
        me.tick().await;
    }
    Ok(())
}

/// The highest of the blocks put down to climb on beside the site that are still there, outside of what is to stand.
fn highest_footing(me: &Me, site: Site<'_>) -> Option<BlockPos> {
    let feet = me.now().player.feet();
    let senses = me.senses();
    let stands = |pos: &BlockPos| {
        site.is_beside(*pos)
            && me.known(*pos).and_then(|state| state.block().item()).is_some_and(is_filler)
            && site.blueprint.cells.iter().all(|cell| site.pos(cell) != *pos)
    };
    let footing = senses.sites().footing(site.blueprint).filter(stands);
    footing.max_by_key(|pos| (pos.y, -pos.distance_squared(feet), *pos))
}

/// Goes about until every cell that can be seen at all was seen.
async fn look_over(me: &Me, site: Site<'_>) -> Outcome {
    const PLACES: usize = 24;
    let cells: Vec<BlockPos> = site.blueprint.cells.iter().map(|cell| site.pos(cell)).collect();
    let sees = |me: &Me, stance: Stance, pos: BlockPos| {
        let now = me.now();
        now.block(pos).is_some_and(|state| is_visible(&now.known(), stance.eyes, pos, state))
    };
    let mut unseen = cells.clone();
    for _ in 0..PLACES {
        // The judge takes so many ticks to look at each cell.
        me.wait((cells.len() / LOOKS_PER_TICK) as u32 + 2).await;
        unseen.retain(|pos| !sees(me, Stance::now(&me.now()), *pos));
        // A cell that is seen from nowhere lies inside, and was seen when it was laid.
        unseen.retain(|pos| Face::ALL.iter().any(|face| !me.is_full(pos.beside(*face))));
        let mut places = Vec::new();
        while places.is_empty() {
            let Some(pos) = unseen.pop() else { return Ok(()) };
            places = standpoints(me, pos, |_, stance| sees(me, stance, pos)).await;
        }
        let goals = places.into_iter().map(Goal::Block).collect();
        let going = site.careful(me, sparing(me));
        // A cell to which there is no way is let go.
        if let Err(Reason::Died) = me.within(PATIENCE, travel_by(me, going, &Goal::Any(goals))).await {
            return Err(Reason::Died);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use anima_intent::{Act, Condition, Reserve};
    use anima_rules::{Item, ItemStack};
    use anima_world::{Scene, World};

    use super::*;
    use crate::perform::perform;
    use crate::testing::{Game, Trial, flat, held};

    const HUT: &str = r#"
layers = [
    ["CCCCC", "C...C", "C...C", "C...C", "CCDCC"],
    ["CCCCC", "C..tC", "C...C", "C...C", "CCdCC"],
    ["CCCCC", "CCCCC", "CCCCC", "CCCCC", "CCCCC"],
]
[legend]
"C" = "cobblestone"
"." = "air"
"t" = "wall_torch[facing=south]"
"D" = "oak_door[half=lower,facing=north]"
"d" = "oak_door[half=upper]"
"#;

    fn blueprint(text: &str) -> Arc<Blueprint> {
        Arc::new(Blueprint::parse("it.toml", text).expect("it is sound"))
    }

    /// Building all of it.
    fn all_of(blueprint: &Arc<Blueprint>) -> Act {
        Act::Build { blueprint: Arc::clone(blueprint), to_lay: blueprint.materials() }
    }

    /// How many blocks of a kind stand above the grass.
    fn standing(world: &World, block: Block) -> usize {
        let (terrain, feet) = (world.terrain(), world.observe().player.feet());
        let cells = (-48..=48).flat_map(|x| (64..84).flat_map(move |y| (-48..=48).map(move |z| (x, y, z))));
        let at = |(x, y, z)| terrain.block(BlockPos::new(feet.x + x, y, feet.z + z));
        cells.filter(|cell| at(*cell).is_some_and(|state| state.block() == block)).count()
    }

    /// Carries what a blueprint takes.
    fn supplied(mut scene: Scene, blueprint: &Blueprint) -> Scene {
        for (item, count) in blueprint.materials() {
            let size = u32::from(item.stack_size());
            for first in (0..count).step_by(size as usize) {
                scene.give(ItemStack::new(item, (count - first).min(size) as u8));
            }
        }
        scene
    }

    #[track_caller]
    fn built(scene: &Scene, text: &str) -> Trial {
        let blueprint = blueprint(text);
        let act = all_of(&blueprint);
        let trial = Game::by_day(&supplied(scene.clone(), &blueprint)).perform(12_000, act, None);
        trial.succeeds();
        trial
    }

    #[test]
    fn a_hut_with_a_door_and_a_roof_is_built() {
        built(&flat(&[]), HUT);
    }

    #[test]
    fn what_is_in_the_way_is_cleared() {
        let mut scene = flat(&[(Item::STONE_AXE, 1)]);
        scene.fill([-48, 64, -48], [63, 64, 63], "grass");
        for x in (-48..60).step_by(6) {
            for z in (-48..60).step_by(6) {
                scene.fill([x, 64, z], [x, 66, z], "oak_log");
            }
        }
        scene.fill([0, 64, 0], [0, 66, 0], "air");
        built(&scene, HUT);
    }

    #[test]
    fn blocks_are_turned_as_they_are_drawn() {
        let turned = r#"
layers = [["abcd", "    ", "lsSf"]]
[legend]
a = "oak_stairs[facing=east,half=bottom]"
b = "oak_stairs[facing=south]"
c = "furnace[facing=west]"
d = "oak_log[axis=x]"
l = "oak_slab[type=top]"
s = "oak_slab[type=double]"
S = "oak_stairs[facing=west,half=top]"
f = "oak_fence"
"#;
        built(&flat(&[]), turned);
    }

    /// A pillar of stone bricks with a torch on it.
    fn tower(height: usize) -> String {
        let mut layers = vec![r#"["C"]"#; height].join(",");
        layers.push_str(r#", ["t"]"#);
        format!("layers = [{layers}]\n[legend]\nC = \"stone_bricks\"\nt = \"torch\"\n")
    }

    #[test]
    fn a_tower_is_climbed_for_and_what_was_climbed_on_is_taken_down() {
        let trial = built(&flat(&[(Item::DIRT, 20)]), &tower(9));
        assert_eq!(standing(&trial.world, Block::DIRT), 0);
        assert_eq!(standing(&trial.world, Block::STONE_BRICKS), 9);
    }

    #[test]
    fn dry_ground_is_built_on_although_water_is_nearer() {
        let mut scene = flat(&[(Item::DIRT, 20)]);
        scene.fill([-9, 63, -9], [9, 63, 9], "water").start_at(0.5, 63.0, 0.5);
        let trial = built(&scene, &tower(1));
        let terrain = trial.world.terrain();
        let over_water = (-12..=12).flat_map(|x| (-12..=12).map(move |z| BlockPos::new(x, 63, z))).any(|pos| {
            let is = |pos: BlockPos, block: Block| terrain.block(pos).is_some_and(|state| state.block() == block);
            is(pos, Block::WATER) && is(pos.up(1), Block::STONE_BRICKS)
        });
        assert!(!over_water);
    }

    #[test]
    fn nothing_is_laid_on_what_is_to_go() {
        // Where it stands is the only dry block: it climbs on a block in a cell of the tower.
        let mut scene = flat(&[(Item::DIRT, 20)]);
        scene.fill([-30, 63, -30], [30, 63, 30], "water").set([0, 63, 0], "sand");
        let blueprint = blueprint(&tower(1));
        let trial = Game::by_day(&supplied(scene, &blueprint)).perform(6000, all_of(&blueprint), None);
        let [bricks, torches] = [Block::STONE_BRICKS, Block::TORCH].map(|block| standing(&trial.world, block));
        assert_eq!(held(&trial.world, Item::TORCH) as usize + torches, 1, "{:?}", trial.outcome);
        assert_eq!(torches, bricks, "a torch stands on the bricks or nowhere");
    }

    #[test]
    fn a_build_that_was_broken_off_goes_on_where_it_was_begun() {
        const HALF: u64 = 150;
        let blueprint = blueprint(HUT);
        let (scene, walls) =
            (supplied(flat(&[(Item::DIRT, 12)]), &blueprint), blueprint.materials()[&Item::COBBLESTONE]);
        let end = Game::by_day(&scene).play(12_000, |me| async move {
            me.wait(20).await;
            me.keep_for_goal(Reserve::of(&Condition::All(Vec::new()), [&all_of(&blueprint)]));
            let broken_off = me.within(HALF, perform(&me, &all_of(&blueprint), 1)).await;
            assert_eq!(broken_off, Err(Reason::TookTooLong));
            travel_sparingly(&me, &Goal::Near { pos: BlockPos::new(30, 64, 30), range: 3 }).await?;
            let rest = to_lay(&me, &blueprint);
            let left = rest[&Item::COBBLESTONE];
            assert!((1..walls).contains(&left), "{left} of {walls} are to be laid");
            assert_eq!(me.now().inventory.count(Item::COBBLESTONE), left, "no more than are missing");
            perform(&me, &Act::Build { blueprint, to_lay: rest }, 1).await
        });
        assert_eq!(end.outcome, Some(Ok(())));
        assert_eq!(standing(&end.world, Block::COBBLESTONE), walls as usize);
        assert_eq!(standing(&end.world, Block::OAK_DOOR), 2);
        assert_eq!(standing(&end.world, Block::DIRT), 0);
    }

    #[test]
    fn a_wrong_block_in_a_cell_is_dug_out_and_the_right_one_laid() {
        let raised = |cell: &str, before: &str| {
            let blueprint = blueprint(&format!("layers = [[\"c\"]]\n[legend]\nc = \"{cell}\"\n"));
            let mut scene = supplied(flat(&[(Item::STONE_PICKAXE, 1)]), &blueprint);
            scene.set([3, 64, 0], before);
            let end = Game::by_day(&scene).play(1000, |me| async move {
                me.wait(20).await;
                raise(&me, Site { blueprint: &blueprint, origin: BlockPos::new(3, 64, 0) }).await
            });
            let state = end.world.terrain().block(BlockPos::new(3, 64, 0)).expect("it is loaded");
            (end.outcome.clone(), state.to_string())
        };
        assert_eq!(raised("cobblestone", "dirt"), (Some(Ok(())), "cobblestone".to_owned()));
        let (outcome, state) = raised("candle[candles=3]", "candle[candles=4]");
        assert_eq!((outcome, state.contains("candles=3")), (Some(Ok(())), true), "{state}");
    }

    #[test]
    fn what_stands_is_not_built_again() {
        let blueprint = blueprint(&tower(2));
        let scene = supplied(supplied(flat(&[(Item::DIRT, 20)]), &blueprint), &blueprint);
        let end = Game::by_day(&scene).play(12_000, |me| async move {
            me.wait(20).await;
            perform(&me, &all_of(&blueprint), 1).await?;
            assert_eq!(to_lay(&me, &blueprint), blueprint.materials(), "a second one is another one");
            perform(&me, &all_of(&blueprint), 1).await
        });
        assert_eq!(end.outcome, Some(Ok(())));
        assert_eq!(standing(&end.world, Block::STONE_BRICKS), 4);
    }

    #[test]
    fn what_is_not_carried_is_said_before_anything_is_done() {
        let blueprint = blueprint(HUT);
        let act = all_of(&blueprint);
        let trial = Game::by_day(&flat(&[(Item::COBBLESTONE, 60)])).perform(400, act, None);
        assert_eq!(trial.outcome, Some(Err(Reason::Missing { item: Item::TORCH, count: 1 })));
        assert!(trial.world.ticks() < 40);
    }
}
