//! Where blocks of some kinds were seen.

use anima_body::BlockPos;
use anima_rules::Block;

use super::Senses;
use super::atlas::is_listed;

/// Blocks to every side in which blocks without a list are looked up.
const RADIUS: i32 = 32;
/// Blocks up and down in which they are looked up.
const RISE: i32 = 16;

impl Senses {
    /// Places where blocks of some kinds were seen, the nearest first, at most so many; targets given up are left out.
    /// Those of which no list is kept, liquids among them, are looked up around the place alone.
    pub fn places_of(&self, blocks: &[Block], from: BlockPos, most: usize) -> Vec<BlockPos> {
        let mut places: Vec<BlockPos> =
            blocks.iter().flat_map(|block| self.atlas.nearest_places(*block, from, most)).collect();
        let unlisted: Vec<Block> = blocks.iter().copied().filter(|block| !is_listed(block.state())).collect();
        let far = if unlisted.is_empty() { 0 } else { RADIUS };
        for radius in 0..=far {
            for (x, z) in ring(radius) {
                let column = self.memory.find_in_column(from.offset(x, -RISE, z), 2 * RISE + 1, &unlisted);
                places.extend(column.filter(|pos| !self.atlas.is_given_up(*pos)));
            }
            places.sort_by_key(|pos| (pos.distance_squared(from), *pos));
            places.dedup();
            places.truncate(most);
            // Those in rings farther off are farther away.
            let is_nearer = |last: &BlockPos| last.distance_squared(from) <= i64::from(radius * radius);
            if places.len() == most && places.last().is_some_and(is_nearer) {
                break;
            }
        }
        places
    }
}

/// The columns so far off along east or south.
fn ring(radius: i32) -> impl Iterator<Item = (i32, i32)> {
    let side = move |x: i32| (-radius..=radius).map(move |z| (x, z));
    (-radius..=radius).flat_map(side).filter(move |(x, z)| x.abs().max(z.abs()) == radius)
}

#[cfg(test)]
mod tests {
    use anima_world::Scene;

    use super::*;
    use crate::testing::Game;

    #[test]
    fn the_nearest_come_first_whether_a_list_is_kept_of_them_or_not() {
        let mut scene = Scene::flat();
        scene.set([4, 64, 0], "oak_log").set([-2, 64, 0], "oak_log").set([7, 64, 3], "sand").set([3, 63, 3], "water");
        let found = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
        let told = std::rc::Rc::clone(&found);
        let end = Game::by_day(&scene).after(20).play(10, async move |me| {
            let from = me.now().player.feet();
            let all = [Block::OAK_LOG, Block::SAND, Block::WATER];
            told.replace(me.senses().places_of(&all, from, 3));
            Ok(())
        });
        assert_eq!(end.outcome, Some(Ok(())));
        let expected = [[-2, 64, 0], [4, 64, 0], [3, 63, 3]].map(BlockPos::from);
        assert_eq!(found.borrow()[..], expected);
    }
}
