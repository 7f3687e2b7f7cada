//! Having more of an item by one of its ways, looking for what that takes where none is known.

mod animals;
mod blocks;
mod farm;
mod plot;
mod scatter;

use std::cell::RefCell;

use anima_body::{BlockPos, Entity, EntityFlags, Inventory};
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Action, Kind, Place, Step, Target, ways};
use anima_rules::{Block, Enchantment, EntityKind, Face, Habitat, Item, ItemStack};

use self::blocks::go_to_one;
use crate::Me;
use crate::hands::hold::tools;
use crate::hands::use_on::Using;
use crate::me::overhead::is_under_sky;
use crate::path::goal::Goal;
use crate::seek::SEARCH;
use crate::seek::biome::{lands_of, prospect_under_its_land};
use crate::seek::explore::{explore, explore_land};
use crate::seek::mob::find_mob;
use crate::seek::ore::Prospect;
use crate::seek::prospect::prospect;
use crate::seek::shore::go_inland;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::approach::nearest_mob;
use crate::walk::shaft::dig_down;
use crate::walk::travel::travel;
use crate::work::apply::{apply_to_mob, fill, knows_liquid, sources as liquids};
use crate::work::collect::{Supply, collect};
use crate::work::compost::compost;
use crate::work::craft::craft;
use crate::work::cut::{cut, smith};
use crate::work::enchant::{enchant, enchant_with, knows_teacher};
use crate::work::fish::{fish, knows_pool};
use crate::work::hunt::{hunt, knows_mob};
use crate::work::lay::lay_at;
use crate::work::mine::{can_mine, mine_with};
use crate::work::quench::{knows_bank, quench};
use crate::work::rework::{one_by_one, rework, take_up_block};
use crate::work::room::make_room;
use crate::work::smelt::smelt;
use crate::work::targets::yield_of;
use crate::work::vein::check_tool;
use anima_intent::{Outcome, Reason};

/// Ticks of looking for more wood, times the attempt, for an agent that has some already: it gets on with that, unless
/// it is asked a third time.
const MORE_WOOD: u64 = 600;
/// Blocks within which something that was left behind is gone for.
const LEFT_BEHIND: f64 = 16.0;
/// Planks, what logs give included, from which on the agent counts as having some wood.
const SOME_WOOD: u32 = 20;

/// Goes a step's way, as often as it says: by its recipe, of its materials, with its fuel and its tool. Where it digs a
/// block, blocks that give the same with the same tool will do as well.
///
/// # Errors
/// The reason of the skill that failed.
pub(crate) async fn obtain(me: &Me, step: &Step, attempt: u32) -> Outcome {
    make_room(me, step.item, step.way.count.1.into()).await?;
    match &step.way.kind {
        Kind::Craft(_) => craft(me, step).await,
        Kind::Smelt { .. } => smelt(me, step).await,
        Kind::Mine(block) => gather(me, step, *block, attempt).await,
        Kind::Kill { mob, .. } => slay(me, step, *mob).await,
        Kind::Stonecut => cut(me, step).await,
        Kind::Smith => smith(me, step).await,
        Kind::Grow(crop) => farm::grow(me, step, *crop).await,
        Kind::Interact(action, target) => match (action, target) {
            (Action::Shear, Target::Mob(mob)) => shear(me, step, *mob).await,
            (Action::Shear, Target::Block(Block::PUMPKIN)) | (Action::Strip, _) => rework(me, step).await,
            (Action::DyeThenShear, Target::Mob(mob)) => dye_and_shear(me, step, *mob).await,
            (Action::UseBucket | Action::UseBowl, Target::Mob(mob)) => milk(me, step, *mob).await,
            (Action::UseBucket, Target::Block(Block::POWDER_SNOW)) => scoop(me, step, Block::POWDER_SNOW).await,
            (Action::UseBucket | Action::UseBottle, Target::Block(liquid @ (Block::WATER | Block::LAVA))) => {
                fill_all(me, step, *liquid).await
            }
            (Action::BoneMeal, Target::Block(block)) => scatter::scatter(me, step, *block).await,
            (Action::Enchant, _) => enchant_step(me, step).await,
            (Action::Compost, _) => compost(me, step).await,
            (Action::Wait, Target::Mob(mob)) => animals::wait_for(me, step, *mob).await,
            (Action::Soak, _) => soak(me, step).await,
            (Action::Fish, _) => fish_for(me, step).await,
            _ => Err(Reason::NoSkill(step.to_string().into())),
        },
    }
}

/// Goes a step that enchants, as often as it says, with the lapis lazuli that it says.
async fn enchant_step(me: &Me, step: &Step) -> Outcome {
    let lapis = step.materials.iter().find(|(item, _)| *item == Item::LAPIS_LAZULI).map_or(1, |(_, count)| *count);
    let item = step.materials.iter().map(|(item, _)| *item).find(|item| *item != Item::LAPIS_LAZULI);
    let (item, lapis) = (item.unwrap_or(step.item), lapis / step.times.max(1));
    for _ in 0..step.times {
        match step.way.gives_silk_touch() {
            true => enchant_with(me, item, Enchantment::SilkTouch, lapis, &look_for_teachers).await?,
            false => enchant_it(me, item, lapis).await?,
        }
    }
    Ok(())
}

/// Enchants an item with so much lapis lazuli.
pub(crate) async fn enchant_it(me: &Me, item: Item, lapis: u32) -> Outcome {
    enchant(me, item, lapis, &look_for_teachers).await
}

/// Looks for what gives experience, but for some that is known.
async fn look_for_teachers(me: &Me, left: &[u32]) -> Outcome {
    me.doing("look for experience", explore(me, SEARCH, |me| knows_teacher(me, left))).await
}

/// Mines blocks for an item, looking for more of them when no more are known.
async fn gather(me: &Me, step: &Step, block: Block, attempt: u32) -> Outcome {
    let goal = me.now().inventory.count(step.item) + step.count;
    let blocks = sources(step.item, block);
    let tool = |inventory: &Inventory, _| step.tool_among(tools(inventory));
    loop {
        let held = me.now().inventory.count(step.item);
        if held >= goal {
            return Ok(());
        }
        match mine_with(me, step.item, goal - held, &blocks, &tool).await {
            Err(Reason::NotFound(_) | Reason::Unreachable { .. }) if block == Block::OBSIDIAN && quenches(me) => {
                obsidian(me, step, goal - held).await?;
            }
            Err(reason @ (Reason::NotFound(_) | Reason::Unreachable { .. })) => {
                // Where the last fitting tool breaks the search ends: with another one more is found in less time.
                let is_worn_out = |me: &Me| check_tool(me, &blocks, &tool).is_err();
                match me.until(is_worn_out, find(me, step.place(), &blocks, attempt)).await {
                    Some(Err(Reason::NotFound(_))) if matches!(reason, Reason::Unreachable { .. }) => {
                        return Err(reason);
                    }
                    found => found.unwrap_or(Ok(()))?,
                }
            }
            outcome => return outcome,
        }
    }
}

/// Whether lava can be turned into obsidian.
fn quenches(me: &Me) -> bool {
    me.now().inventory.count(Item::WATER_BUCKET) > 0
}

/// Makes obsidian of lava with a carried bucket of water, unless some is found on the way to the lava.
async fn obsidian(me: &Me, step: &Step, lack: u32) -> Outcome {
    let known = |me: &Me| can_mine(me, &[Block::OBSIDIAN]);
    if !knows_bank(me) {
        look_for(me, step.place(), &[Block::OBSIDIAN, Block::LAVA], |me| known(me) || knows_bank(me)).await?;
    }
    if known(me) { Ok(()) } else { quench(me, lack).await }
}

/// Looks for blocks, where they are under the ground or else over the land, until what is looked for is known.
async fn look_for(me: &Me, place: &Place, blocks: &[Block], known: impl Fn(&Me) -> bool) -> Outcome {
    me.doing(format!("look for {}", blocks[0]), async {
        match place.hints.contains(&"underground") {
            true => me.until(known, prospect(me, &Prospect::of(place, blocks), SEARCH)).await.unwrap_or(Ok(())),
            false => explore(me, SEARCH, known).await,
        }
    })
    .await
}

/// Kills mobs for an item, looking for more of them when no more are known. What others left that fell in a fight that
/// was not about it is picked up, too.
async fn slay(me: &Me, step: &Step, mob: EntityKind) -> Outcome {
    let goal = me.now().inventory.count(step.item) + step.count;
    // Where an animal fell nothing is left behind: it does not attack.
    if Habitat::of(mob).is_none() {
        let hunt = async |me: &Me, lack| hunt(me, mob, step.item, lack).await;
        return until_held(me, step.item, goal, mob, |me| knows_mob(me, mob), hunt).await;
    }
    let tried = RefCell::new(Vec::new());
    let found = |me: &Me| knows_mob(me, mob) || left_behind(me, step.item).any(|id| !tried.borrow().contains(&id));
    until_held(me, step.item, goal, mob, found, async |me, lack| {
        let lying: Vec<u32> = left_behind(me, step.item).filter(|id| !tried.borrow().contains(id)).collect();
        if !lying.is_empty() {
            tried.borrow_mut().extend(lying);
            return collect(me, me.now().player.feet(), LEFT_BEHIND, Supply::Rare, |item| item == step.item).await;
        }
        hunt(me, mob, step.item, lack).await
    })
    .await
}

/// What was seen of an item to lie near by.
fn left_behind(me: &Me, item: Item) -> impl Iterator<Item = u32> {
    let from = me.now().player.pos;
    let senses = me.senses();
    let seen = senses.atlas().entities().map(|seen| &seen.entity);
    let is_it =
        |entity: &&Entity| entity.kind == EntityKind::ITEM && entity.item.is_some_and(|stack| stack.item == item);
    let near = seen.filter(is_it).filter(|entity| entity.pos.distance(from) < LEFT_BEHIND);
    near.map(|entity| entity.id).collect::<Vec<_>>().into_iter()
}

/// Shears mobs and picks up what falls.
async fn shear(me: &Me, step: &Step, mob: EntityKind) -> Outcome {
    let goal = me.now().inventory.count(step.item) + step.count;
    // A sheep's colour is the number of its wool.
    let colour = (mob == EntityKind::SHEEP).then(|| step.item.id().wrapping_sub(Item::WHITE_WOOL.id()));
    let suits = |entity: &Entity| {
        !entity.flags.intersects(EntityFlags::BABY | EntityFlags::SHEARED)
            && colour.is_none_or(|colour| u16::from(entity.variant) == colour)
    };
    until_held(
        me,
        step.item,
        goal,
        mob,
        |me| nearest_mob(me, mob, suits).is_some(),
        async |me, _| {
            let place = apply_to_mob(me, Item::SHEARS, mob, suits).await?;
            collect_shorn(me, place).await
        },
    )
    .await
}

/// Dyes sheep, shears them and picks up what falls.
async fn dye_and_shear(me: &Me, step: &Step, mob: EntityKind) -> Outcome {
    let goal = me.now().inventory.count(step.item) + step.count;
    let colour = step.item.id().wrapping_sub(Item::WHITE_WOOL.id());
    let dye = vessel(step)?;
    let has_wool = |entity: &Entity| !entity.flags.intersects(EntityFlags::BABY | EntityFlags::SHEARED);
    let is_dyed = |entity: &Entity| has_wool(entity) && u16::from(entity.variant) == colour;
    let known = |me: &Me| nearest_mob(me, mob, has_wool).is_some();
    until_held(me, step.item, goal, mob, known, async |me, _| {
        if nearest_mob(me, mob, is_dyed).is_none() {
            apply_to_mob(me, dye, mob, has_wool).await?;
        }
        me.wait_for_answer(4, |me| nearest_mob(me, mob, is_dyed).is_some()).await;
        let place = apply_to_mob(me, Item::SHEARS, mob, is_dyed).await?;
        collect_shorn(me, place).await
    })
    .await
}

/// Picks up what falls of a mob that was shorn at a place.
async fn collect_shorn(me: &Me, place: BlockPos) -> Outcome {
    /// Ticks until it lies on the ground.
    const DROPS: u32 = 12;
    /// Blocks around the place.
    const SCATTERED: f64 = 6.0;
    me.wait(DROPS).await;
    collect(me, place, SCATTERED, Supply::Plenty, |_| true).await
}

/// Milks mobs into buckets or bowls, or takes them into buckets of water.
async fn milk(me: &Me, step: &Step, mob: EntityKind) -> Outcome {
    let goal = me.now().inventory.count(step.item) + step.count;
    let vessel = vessel(step)?;
    let grown = |entity: &Entity| !entity.flags.contains(EntityFlags::BABY);
    let known = |me: &Me| nearest_mob(me, mob, grown).is_some();
    let milk = async |me: &Me, _| apply_to_mob(me, vessel, mob, grown).await.map(drop);
    until_held(me, step.item, goal, mob, known, milk).await
}

/// What a step uses up: the bucket, bottle or bowl that is filled, the dye.
fn vessel(step: &Step) -> Outcome<Item> {
    let first = step.materials.first().map(|(item, _)| *item);
    first.ok_or_else(|| Reason::unexpected(format!("{step} uses nothing")))
}

/// Goes on with something done to mobs until enough is held, looking for more of them when none is known.
async fn until_held(
    me: &Me,
    item: Item,
    goal: u32,
    mob: EntityKind,
    found: impl Fn(&Me) -> bool,
    mut act: impl AsyncFnMut(&Me, u32) -> Outcome,
) -> Outcome {
    let mut vain = 0;
    loop {
        let held = me.now().inventory.count(item);
        if held >= goal {
            return Ok(());
        }
        match act(me, goal - held).await {
            Err(Reason::NotFound(_)) => {
                find_mob(me, mob, SEARCH, &found).await?;
                vain += 1;
            }
            Ok(()) if me.now().inventory.count(item) > held => vain = 0,
            Ok(()) => vain += 1,
            other => return other,
        }
        if vain > 8 {
            return Err(Reason::not_found(format!("{mob} that gives {item}")));
        }
        me.tick().await;
    }
}

/// Fills buckets or bottles with a liquid.
async fn fill_all(me: &Me, step: &Step, liquid: Block) -> Outcome {
    let vessel = vessel(step)?;
    for _ in 0..step.count {
        if !knows_liquid(me, liquid) {
            look_for(me, step.place(), &[liquid], |me| knows_liquid(me, liquid)).await?;
        }
        fill(me, vessel, liquid, step.item).await?;
    }
    Ok(())
}

/// Fishes until enough of an item was caught.
async fn fish_for(me: &Me, step: &Step) -> Outcome {
    let goal = me.now().inventory.count(step.item) + step.count;
    while me.now().inventory.count(step.item) < goal {
        fish_once(me).await?;
        me.tick().await;
    }
    Ok(())
}

/// Brings up one catch; water is looked for where none is known.
pub(crate) async fn fish_once(me: &Me) -> Outcome {
    /// Waters in a row that may be too narrow.
    const VAIN: u32 = 8;
    for _ in 0..VAIN {
        if !knows_pool(me) {
            me.doing("look for water to fish in", explore(me, SEARCH, knows_pool)).await?;
        }
        match fish(me).await {
            Err(Reason::NotFound(_)) => me.tick().await,
            outcome => return outcome,
        }
    }
    Err(Reason::not_found(Block::WATER))
}

/// Scoops blocks up with a bucket.
async fn scoop(me: &Me, step: &Step, block: Block) -> Outcome {
    let goal = me.now().inventory.count(step.item) + step.count;
    let vessel = vessel(step)?;
    while me.now().inventory.count(step.item) < goal {
        let pos = go_to_one(me, block).await?;
        let is_vessel = |stack: &ItemStack| stack.item == vessel;
        let bucket = Using { what: vessel.name(), is_one: Some(&is_vessel), sides: &Face::ALL };
        if let Err(reason) = bucket.on(me, pos, |me| me.known(pos).is_none_or(|state| state.block() != block)).await {
            match reason {
                Reason::Died | Reason::NotFound(_) => return Err(reason),
                _ => me.senses_mut().atlas_mut().give_up(pos, LEAVE_ALONE),
            }
        }
        me.tick().await;
    }
    Ok(())
}

/// Lays powder into water, where it hardens, and takes it up.
async fn soak(me: &Me, step: &Step) -> Outcome {
    one_by_one(me, step, async |me, powder| {
        if !knows_liquid(me, Block::WATER) {
            let known = |me: &Me| knows_liquid(me, Block::WATER);
            me.doing("look for water", explore(me, SEARCH, known)).await?;
        }
        let mut outcome = Err(Reason::no_place(powder));
        /// Cells of water that are tried.
        const CHOICE: usize = 8;
        for pos in liquids(me, Block::WATER).into_iter().take(CHOICE) {
            outcome = lay_at(me, powder, pos, &|_| true).await;
            match outcome {
                Ok(()) => {
                    me.wait_for_answer(HARDENS, |me| {
                        me.known(pos).is_some_and(|state| Some(state.block()) != powder.block())
                    })
                    .await;
                    return take_up_block(me, pos).await;
                }
                Err(Reason::Died | Reason::Missing { .. }) => break,
                Err(_) => me.tick().await,
            }
        }
        outcome
    })
    .await
}

/// Ticks until powder that met water is seen to be hard.
const HARDENS: u32 = 4;

/// The blocks that give an item as this one does: with the same tool, and at least a quarter as much (a huge mushroom
/// gives a third as much as a small one, and there is more of it).
fn sources(item: Item, block: Block) -> Vec<Block> {
    let enough = yield_of(item, block) / 4.0;
    let tool = |block: Block| block.harvest_tools().iter().filter_map(|item| item.tool()).map(|tool| tool.tier).min();
    let mut blocks = vec![block];
    for way in ways(item) {
        if let Kind::Mine(other) = way.kind
            && other != block
            && tool(other) == tool(block)
            && way.yields >= enough
            && way.tool.is_none_or(|need| !need.silk_touch)
        {
            blocks.push(other);
        }
    }
    blocks
}

/// Looks for blocks until some are seen that can be mined.
async fn find(me: &Me, place: &Place, blocks: &[Block], attempt: u32) -> Outcome {
    let what = blocks[0];
    let seen = me.doing(format!("look for {what}"), async {
        if blocks.iter().any(|block| is_ground(*block)) {
            dig_down_to(me, blocks).await
        } else if place.hints.contains(&"underground") {
            prospect_under_its_land(me, place, blocks, SEARCH).await
        } else {
            // What was told once of another kind need not be told again: then the goal asks for this very kind.
            let like = if attempt == 1 { same_kind(blocks) } else { blocks.to_vec() };
            let has_some = is_wood(what) && me.now().inventory.planks() >= SOME_WOOD;
            let ticks = if has_some && attempt < 3 { MORE_WOOD * u64::from(attempt) } else { SEARCH };
            explore_land(me, &lands_of(blocks), ticks, |me| can_mine(me, &like)).await
        }
    });
    seen.await?;
    // What was found may be gone in a tick's time.
    me.tick().await;
    // Another kind of the same thing will do as well, but then the plan is another.
    if can_mine(me, blocks) { Ok(()) } else { Err(Reason::not_found(format!("{what}, but something like it"))) }
}

/// Blocks of the same kind that a player would stop at (any log for a log).
fn same_kind(blocks: &[Block]) -> Vec<Block> {
    if blocks.iter().any(|block| is_wood(*block)) {
        Block::all().filter(|block| is_wood(*block)).collect()
    } else {
        blocks.to_vec()
    }
}

fn is_wood(block: Block) -> bool {
    block.item().is_some_and(|item| ItemTag::Logs.contains(item))
}

/// Whether a block is what the ground is made of.
fn is_ground(block: Block) -> bool {
    matches!(
        block,
        Block::STONE
            | Block::DEEPSLATE
            | Block::DIRT
            | Block::GRASS_BLOCK
            | Block::GRANITE
            | Block::DIORITE
            | Block::ANDESITE
            | Block::TUFF
    )
}

/// Digs down until some of the blocks are in sight.
async fn dig_down_to(me: &Me, blocks: &[Block]) -> Outcome {
    for attempt in 0..12 {
        let feet = me.now().player.feet();
        let seen = |me: &Me| near(me, blocks) && can_mine(me, blocks);
        match me.until(seen, dig_down(me, feet.y - 4)).await {
            None => return Ok(()),
            Some(Ok(())) => continue,
            Some(Err(reason @ (Reason::Died | Reason::NeedsTool(_)))) => return Err(reason),
            Some(Err(_)) => {}
        }
        // Water, lava or a deep fall below: on from elsewhere.
        let aside = if is_under_sky(me) {
            go_inland(me, SEARCH / 10, 6 + 2 * attempt).await
        } else {
            let side = Face::HORIZONTAL[(me.age() % 4) as usize];
            travel(me, &Goal::Near { pos: feet + side.step() * 6, range: 3 }).await
        };
        if let Err(Reason::Died) = aside {
            return aside;
        }
    }
    Err(Reason::not_found(blocks[0]))
}

/// Whether some of the blocks were seen close by.
fn near(me: &Me, blocks: &[Block]) -> bool {
    const RADIUS: i32 = 4;
    let feet = me.now().player.feet();
    let senses = me.senses();
    let cells = (-RADIUS..=RADIUS)
        .flat_map(|x| (-RADIUS..=RADIUS).flat_map(move |y| (-RADIUS..=RADIUS).map(move |z| feet.offset(x, y, z))));
    let is_one = |pos: BlockPos| senses.memory().block(pos).is_some_and(|state| blocks.contains(&state.block()));
    cells.into_iter().any(is_one)
}

#[cfg(test)]
mod tests {
    use anima_body::ChunkPos;
    use anima_rules::techtree::Way;
    use anima_rules::{ItemStack, Tier, Tool, ToolKind};
    use anima_world::{Options, SavedEntity, Scene, World};

    use super::*;
    use crate::testing::{Game, flat, held, make, quiet, rock};
    use crate::{Settings, Task};

    #[test]
    fn what_gives_less_than_a_quarter_is_no_other_source() {
        let sticks = sources(Item::STICK, Block::DEAD_BUSH);
        assert!(sticks.iter().all(|block| !block.name().ends_with("leaves")), "{sticks:?}");
        assert_eq!(sources(Item::RAW_IRON, Block::IRON_ORE), [Block::IRON_ORE, Block::DEEPSLATE_IRON_ORE]);
        assert_eq!(sources(Item::OAK_LOG, Block::OAK_LOG), [Block::OAK_LOG]);
        assert!(sources(Item::COBBLESTONE, Block::STONE).contains(&Block::COBBLESTONE));
        let mushrooms = sources(Item::BROWN_MUSHROOM, Block::BROWN_MUSHROOM);
        assert_eq!(mushrooms, [Block::BROWN_MUSHROOM, Block::BROWN_MUSHROOM_BLOCK]);
    }

    #[test]
    fn a_search_for_ore_ends_when_the_last_fitting_pickaxe_breaks() {
        let mut scene = rock(&[(Item::WOODEN_PICKAXE, 1), (Item::OAK_LOG, 4)]);
        let uses = Item::STONE_PICKAXE.durability().expect("it wears out");
        let worn = ItemStack { damage: uses - 8, ..ItemStack::new(Item::STONE_PICKAXE, 1) };
        scene.give(worn).start_at(0.5, 64.0, 0.5);
        let (outcome, world) = tried(&scene, 2000, async |me| make(&me, Item::RAW_IRON, 1).await);
        let needed = Tool { kind: ToolKind::Pickaxe, tier: Tier::Stone };
        assert_eq!(outcome, Some(Err(Reason::NeedsTool(needed))));
        let dug = held(&world, Item::COBBLESTONE);
        assert!((6..=9).contains(&dug), "{dug} blocks dug in {} ticks", world.ticks());
    }

    /// Tries a skill in a scene for some ticks: how it ended, and the world then.
    fn tried<F: Future<Output = Outcome> + 'static>(
        scene: &Scene,
        ticks: u64,
        skill: impl FnOnce(Me) -> F,
    ) -> (Option<Outcome>, World) {
        let mut world = scene.world(Options { day_time: Some(6000), ..Options::default() });
        let me = Me::new(Settings::default(), world.observe());
        let mut task = Task::new(skill(me.clone()));
        while world.ticks() < ticks {
            me.begin(world.observe());
            if let Some(outcome) = task.poll() {
                return (Some(outcome), world);
            }
            world.tick(&me.end());
        }
        (None, world)
    }

    #[test]
    fn an_agent_that_was_told_of_other_wood_looks_on_for_the_wood_that_is_asked_for() {
        let mut scene = Scene::loaded(ChunkPos::new(-9, -9), ChunkPos::new(9, 9));
        scene.fill([-144, 63, -144], [159, 63, 159], "grass_block").start_at(0.5, 64.0, 0.5);
        scene.fill([6, 64, 6], [6, 67, 6], "oak_log").fill([110, 64, 20], [110, 67, 20], "spruce_log");
        let place = ways(Item::SPRUCE_LOG)[0].place.clone();
        let look = |attempt: u32| {
            let place = place.clone();
            tried(&scene, 6000, move |me| async move { find(&me, &place, &[Block::SPRUCE_LOG], attempt).await })
        };
        let (outcome, world) = look(1);
        assert!(matches!(outcome, Some(Err(Reason::NotFound(_)))) && world.ticks() < 100, "{outcome:?}");
        assert_eq!(look(2).0, Some(Ok(())));
    }

    #[test]
    fn a_shorn_sheep_in_sight_does_not_end_the_search_for_wool() {
        let mut scene = Scene::loaded(ChunkPos::new(-9, -9), ChunkPos::new(9, 9));
        scene.fill([-144, 63, -144], [159, 63, 159], "stone").start_at(0.5, 64.0, 0.5);
        scene.give(ItemStack::new(Item::SHEARS, 1));
        scene.mob("sheep", [4.5, 64.0, 4.5]).mob("sheep", [110.5, 64.0, 20.5]);
        let is_shearing = |way: &&Way| matches!(way.kind, Kind::Interact(Action::Shear, Target::Mob(_)));
        let way = ways(Item::WHITE_WOOL).iter().find(is_shearing).expect("sheep are shorn");
        let step = Step {
            way,
            item: Item::WHITE_WOOL,
            count: 1,
            times: 1,
            materials: vec![],
            fuel: None,
            tool: None,
            ticks: 0.0,
        };
        let (outcome, world) = tried(&scene, 4000, async move |me| {
            let wool = apply_to_mob(&me, Item::SHEARS, EntityKind::SHEEP, |_| true).await?;
            me.wait(20).await;
            collect(&me, wool, 8.0, Supply::Plenty, |_| true).await?;
            shear(&me, &step, EntityKind::SHEEP).await
        });
        assert_eq!(outcome, Some(Ok(())), "after {} ticks", world.ticks());
    }

    #[test]
    fn an_agent_that_has_some_wood_does_not_look_long_for_more() {
        let looked_for = |logs: u8| {
            let mut scene = Scene::loaded(ChunkPos::new(-9, -9), ChunkPos::new(9, 9));
            scene.fill([-144, 63, -144], [159, 63, 159], "grass_block").start_at(0.5, 64.0, 0.5);
            if logs > 0 {
                scene.give(ItemStack::new(Item::OAK_LOG, logs));
            }
            let place = ways(Item::OAK_LOG)[0].place.clone();
            let (outcome, world) =
                tried(&scene, 1500, |me| async move { find(&me, &place, &[Block::OAK_LOG], 1).await });
            assert!(!matches!(outcome, Some(Ok(()))), "there is none: {outcome:?}");
            world.ticks()
        };
        assert!((MORE_WOOD..MORE_WOOD + 900).contains(&looked_for(5)));
        assert!(looked_for(4) > MORE_WOOD + 800, "who has too little goes on");
    }

    #[test]
    fn what_a_monster_left_that_fell_in_another_fight_is_picked_up() {
        let mut scene = Scene::flat();
        let item = Some(ItemStack::new(Item::STRING, 1));
        let lying = SavedEntity::new(EntityKind::ITEM, [4.5, 64.0, 3.5].into());
        scene.entity(SavedEntity { item, ..lying });
        let string = ways(Item::STRING).iter().find(|way| way.kind.mob() == Some(EntityKind::SPIDER)).expect("a way");
        let (outcome, world) = tried(&scene, 400, move |me| async move {
            me.wait(20).await;
            let step = Step { way: string, item: Item::STRING, ..crate::testing::last_step(&me, Item::STRING, 1) };
            slay(&me, &step, EntityKind::SPIDER).await
        });
        assert_eq!(outcome, Some(Ok(())));
        assert_eq!(world.observe().inventory.count(Item::STRING), 1);
    }

    /// Obtains an item by the way that `is_it`, in worlds of five seeds, within so many ticks.
    #[track_caller]
    fn is_had(scene: &Scene, ticks: u64, item: Item, materials: &[(Item, u32)], is_it: fn(&Kind) -> bool) {
        let way = ways(item).iter().find(|way| is_it(&way.kind)).expect("there is such a way");
        for seed in 0..5 {
            let materials = materials.to_vec();
            let step = Step { way, item, count: 1, times: 1, materials, fuel: None, tool: None, ticks: 0.0 };
            let world = scene.world(Options { seed, day_time: Some(6000), ..quiet() });
            let end = Game::of(world).after(20).play(ticks, async move |me| obtain(&me, &step, 1).await);
            let gained = held(&end.world, item) >= 1;
            assert_eq!((end.outcome.clone(), gained), (Some(Ok(())), true), "{item}, seed {seed}");
        }
    }

    #[test]
    fn bottles_bowls_and_buckets_are_filled() {
        let mut scene = flat(&[(Item::GLASS_BOTTLE, 2), (Item::BOWL, 1), (Item::BUCKET, 1)]);
        scene.fill([7, 63, 4], [9, 63, 6], "water").fill([-8, 64, 3], [-7, 64, 4], "powder_snow");
        scene.mob("mooshroom", [4.5, 64.0, -6.5]);
        is_had(&scene, 400, Item::POTION, &[(Item::GLASS_BOTTLE, 1)], |kind| kind.block() == Some(Block::WATER));
        is_had(&scene, 400, Item::MUSHROOM_STEW, &[(Item::BOWL, 1)], |kind| kind.mob().is_some());
        let snow = |kind: &Kind| kind.block() == Some(Block::POWDER_SNOW);
        is_had(&scene, 400, Item::POWDER_SNOW_BUCKET, &[(Item::BUCKET, 1)], snow);
    }

    #[test]
    fn lava_is_looked_for_below_the_ground() {
        let mut scene = flat(&[(Item::BUCKET, 1), (Item::IRON_PICKAXE, 1), (Item::COBBLESTONE, 32)]);
        // Wherever the way down leads, a hall with a lake of lava is around it, as high as lava fills caves.
        scene.fill([-24, -60, -24], [24, 62, 24], "stone").fill([-20, -54, -20], [20, -46, 20], "air");
        scene.fill([-17, -55, -17], [17, -55, 17], "lava").fill([-6, -60, -6], [6, -40, 6], "stone");
        is_had(&scene, 4000, Item::LAVA_BUCKET, &[(Item::BUCKET, 1)], |kind| kind.block() == Some(Block::LAVA));
    }

    #[test]
    fn powder_hardens_in_water() {
        let mut scene = flat(&[(Item::RED_CONCRETE_POWDER, 1), (Item::IRON_PICKAXE, 1)]);
        scene.fill([7, 62, 4], [11, 63, 8], "water");
        is_had(&scene, 600, Item::RED_CONCRETE, &[(Item::RED_CONCRETE_POWDER, 1)], |kind| {
            matches!(kind, Kind::Interact(Action::Soak, _))
        });
    }

    #[test]
    fn a_sheep_is_dyed_before_it_is_shorn() {
        let mut scene = flat(&[(Item::BLUE_DYE, 1), (Item::SHEARS, 1)]);
        scene.mob("sheep", [6.5, 64.0, 3.5]);
        is_had(&scene, 600, Item::BLUE_WOOL, &[(Item::BLUE_DYE, 1)], |kind| {
            matches!(kind, Kind::Interact(Action::DyeThenShear, _))
        });
    }
}
