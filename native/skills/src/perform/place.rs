//! Putting blocks down.

use anima_body::BlockPos;
use anima_rules::Item;

use crate::Me;
use crate::work::lay::{lay_at, lay_near};
use anima_intent::{Outcome, Reason};

/// Puts so many of an item's blocks down: the first at a place if one is told, the others wherever near there is room.
///
/// # Errors
/// [`Reason::Missing`] if too few are carried, [`Reason::NoSkill`] for what is no block, [`Reason::NoPlace`].
pub(super) async fn place(me: &Me, item: Item, count: u32, at: Option<BlockPos>) -> Outcome {
    if item.block().is_none() {
        return Err(Reason::NoSkill(format!("placing {item}").into()));
    }
    let carried = me.now().inventory.count(item);
    if carried < count {
        return Err(Reason::Missing { item, count: count - carried });
    }
    // A second slab or candle would go into the cell of the first, and one cell is one block.
    let mut placed: Vec<BlockPos> = Vec::new();
    if let Some(pos) = at {
        lay_at(me, item, pos, &|_| true).await?;
        placed.push(pos);
    }
    while placed.len() < count as usize {
        placed.push(lay_near(me, item, |pos, _| !placed.contains(&pos)).await?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_rules::Block;

    use super::*;
    use crate::testing::{Game, Trial, flat};

    fn placed(scene: &anima_world::Scene, item: Item, count: u32, at: Option<[i32; 3]>) -> Trial {
        Game::by_day(scene).perform(2000, Act::Place { item, count, at: at.map(BlockPos::from) }, None)
    }

    #[test]
    fn blocks_are_put_down_wherever_there_is_room() {
        placed(&flat(&[(Item::TORCH, 3)]), Item::TORCH, 3, None).succeeds();
        placed(&flat(&[(Item::COBBLESTONE, 40)]), Item::COBBLESTONE, 40, None).succeeds();
        placed(&flat(&[(Item::WHITE_BED, 1)]), Item::WHITE_BED, 1, None).succeeds();
        let mut scene = flat(&[(Item::OAK_SAPLING, 2), (Item::LILY_PAD, 1)]);
        scene.fill([-2, 63, -2], [2, 63, 2], "stone").fill([4, 63, 4], [6, 63, 6], "water");
        placed(&scene, Item::OAK_SAPLING, 2, None).succeeds();
        // Each in a cell of its own.
        placed(&flat(&[(Item::OAK_SLAB, 2)]), Item::OAK_SLAB, 2, None).succeeds();
    }

    #[test]
    fn a_block_is_put_where_it_is_told_to_be() {
        for pos in [[12, 64, 9], [0, 64, 0], [4, 65, 3]] {
            let mut scene = flat(&[(Item::COBBLESTONE, 2)]);
            scene.set([3, 65, 3], "oak_planks");
            let trial = placed(&scene, Item::COBBLESTONE, 2, Some(pos));
            trial.succeeds();
            assert_eq!(trial.world.terrain().block(pos.into()), Some(Block::COBBLESTONE.state()));
        }
    }

    #[test]
    fn what_cannot_be_placed_is_said() {
        let lacks = placed(&flat(&[(Item::DIRT, 2)]), Item::DIRT, 3, None).outcome;
        assert_eq!(lacks, Some(Err(Reason::Missing { item: Item::DIRT, count: 1 })));
        let stick = placed(&flat(&[(Item::STICK, 2)]), Item::STICK, 1, None).outcome;
        assert!(matches!(stick, Some(Err(Reason::NoSkill(_)))), "{stick:?}");
        let in_air = placed(&flat(&[(Item::DIRT, 2)]), Item::DIRT, 1, Some([5, 70, 5])).outcome;
        assert!(matches!(in_air, Some(Err(Reason::NoPlace(_)))), "{in_air:?}");
    }
}
