//! Obsidian made of lava: a hole is dug beside it, and water poured in.

use anima_body::BlockPos;
use anima_intent::{Outcome, Reason};
use anima_rules::{Block, Face, Item, ItemStack};

use super::apply::{fill, sources};
use super::collect::{Supply, collect_drops};
use crate::Me;
use crate::hands::aim::aim;
use crate::hands::dig::dig;
use crate::hands::use_on::Using;
use crate::path::goal::Goal;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::travel::travel;

/// Ticks for the way to the lava.
const PATIENCE: u64 = 900;
/// Ticks until water has flowed into the next cell, and lava that it meets is seen to be hard.
const HARDENS: u32 = 8;

/// Where lava can be quenched from.
struct Bank {
    /// A source of lava with air above.
    lava: BlockPos,
    /// The block beside it that is dug away: water stays in the hole.
    hole: BlockPos,
    /// Where the agent stands, behind that block.
    stand: BlockPos,
}

/// Whether lava is known that [`quench`] would go to.
pub(crate) fn knows_bank(me: &Me) -> bool {
    !banks(me).is_empty()
}

/// Gets `count` more obsidian out of known lava with a carried bucket of water. The water stays beside what is mined: it
/// flows in, and lava that comes to light hardens before anything falls into it. At the end it is taken up again.
///
/// # Errors
/// [`Reason::Missing`] without water, [`Reason::NotFound`] if there is no lava that can be come at; [`Reason::Died`].
pub(crate) async fn quench(me: &Me, count: u32) -> Outcome {
    let held = |me: &Me| me.now().inventory.count(Item::OBSIDIAN);
    let goal = held(me) + count;
    me.doing("quench lava", async {
        while held(me) < goal {
            if me.now().inventory.count(Item::WATER_BUCKET) == 0 {
                return Err(Reason::Missing { item: Item::WATER_BUCKET, count: 1 });
            }
            let banks = banks(me);
            if banks.is_empty() {
                return Err(Reason::not_found(Block::LAVA));
            }
            let goals = banks.iter().map(|bank| Goal::Block(bank.stand)).collect();
            let way = me.within(PATIENCE, travel(me, &Goal::Any(goals))).await;
            let feet = me.now().player.feet();
            let at = banks.iter().find(|bank| bank.stand == feet);
            let tried = match at {
                Some(bank) => quench_at(me, bank, goal).await,
                None => way,
            };
            if let Err(Reason::Died) = tried {
                return Err(Reason::Died);
            }
            for bank in banks.iter().filter(|bank| at.is_none_or(|at| at.lava == bank.lava)) {
                me.senses_mut().atlas_mut().give_up(bank.lava, LEAVE_ALONE);
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// Digs the hole, pours the water in and mines what hardens, until as much obsidian as that is carried.
async fn quench_at(me: &Me, bank: &Bank, goal: u32) -> Outcome {
    /// Blocks from the hole in which obsidian is mined, along each axis.
    const AROUND: i32 = 2;
    dig(me, bank.hole).await?;
    let is_water = |stack: &ItemStack| stack.item == Item::WATER_BUCKET;
    let bucket = Using { what: Item::WATER_BUCKET.name(), is_one: Some(&is_water), sides: &[Face::Up] };
    let holds = |me: &Me, pos: BlockPos, block: Block| me.known(pos).is_some_and(|state| state.block() == block);
    bucket.on(me, bank.hole.down(1), |me| holds(me, bank.hole, Block::WATER)).await?;
    me.wait_for_answer(HARDENS, |me| holds(me, bank.lava, Block::OBSIDIAN)).await;
    while me.now().inventory.count(Item::OBSIDIAN) < goal {
        // From dry ground: under water it would take for ever.
        me.within(PATIENCE, travel(me, &Goal::Block(bank.stand))).await?;
        let (low, high) = (bank.hole.offset(-AROUND, 0, -AROUND), bank.hole.offset(AROUND, 0, AROUND));
        let cells: Vec<BlockPos> = me.senses().memory().find_in_box(low, high, &[Block::OBSIDIAN]).collect();
        let is_wet = |pos: &BlockPos| Face::ALL.iter().any(|face| holds(me, pos.beside(*face), Block::WATER));
        let can_be_mined = |pos: &BlockPos| is_wet(pos) && aim(&me.now(), *pos).is_some();
        let Some(pos) =
            cells.into_iter().filter(can_be_mined).min_by_key(|pos| (pos.distance_squared(bank.hole), *pos))
        else {
            break;
        };
        dig(me, pos).await?;
        me.wait_for_answer(HARDENS, |me| holds(me, pos, Block::WATER)).await;
        collect_drops(me, pos, Supply::Rare, |item| item == Item::OBSIDIAN).await?;
    }
    fill(me, Item::BUCKET, Block::WATER, Item::WATER_BUCKET).await
}

/// The banks of the known lava, the nearest first.
fn banks(me: &Me) -> Vec<Bank> {
    let is_left_alone = |pos: &BlockPos| me.senses().atlas().is_given_up(*pos);
    let lava = sources(me, Block::LAVA).into_iter().filter(|pos| !is_left_alone(pos));
    let sides = lava.flat_map(|lava| Face::HORIZONTAL.map(move |side| (lava, side)));
    let banks =
        sides.map(|(lava, side)| Bank { lava, hole: lava.beside(side), stand: lava.beside(side).beside(side).up(1) });
    let is_sound = |bank: &Bank| {
        let is_dry = |pos: BlockPos| me.is_open(pos);
        me.is_full(bank.hole)
            && is_dry(bank.hole.up(1))
            && me.is_full(bank.stand.down(1))
            && is_dry(bank.stand)
            && is_dry(bank.stand.up(1))
    };
    banks.filter(is_sound).collect()
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Kind, Step, ways};
    use anima_world::Scene;

    use super::*;
    use crate::obtain::obtain;
    use crate::testing::{flat, held, play, rock};

    /// A lake of lava, three deep, a few blocks from the start.
    fn lake() -> Scene {
        let mut scene = rock(&[(Item::WATER_BUCKET, 1), (Item::DIAMOND_PICKAXE, 1)]);
        scene.fill([5, 61, -6], [14, 63, 6], "lava");
        scene
    }

    #[test]
    fn a_bucket_of_water_makes_obsidian_of_a_lake_of_lava_and_none_of_it_burns() {
        let way = ways(Item::OBSIDIAN).iter().find(|way| way.kind == Kind::Mine(Block::OBSIDIAN)).expect("a way");
        let materials = Vec::new();
        let step =
            Step { way, item: Item::OBSIDIAN, count: 4, times: 4, materials, fuel: None, tool: None, ticks: 0.0 };
        let (outcome, world) = play(&lake(), async move |me| {
            me.wait(20).await;
            obtain(&me, &step, 1).await
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!((held(&world, Item::OBSIDIAN), held(&world, Item::WATER_BUCKET)), (4, 1), "the water is taken up");
        assert_eq!(world.observe().player.health, 20.0);
    }

    #[test]
    fn without_water_or_lava_it_says_so() {
        let mut dry = lake();
        dry.start.inventory.slots.fill(None);
        dry.give(ItemStack::new(Item::DIAMOND_PICKAXE, 1));
        let outcome = |scene: &Scene| {
            play(scene, async move |me| {
                me.wait(20).await;
                quench(&me, 1).await
            })
            .0
        };
        assert_eq!(outcome(&dry), Err(Reason::Missing { item: Item::WATER_BUCKET, count: 1 }));
        assert_eq!(outcome(&flat(&[(Item::WATER_BUCKET, 1)])), Err(Reason::not_found(Block::LAVA)));
    }
}
