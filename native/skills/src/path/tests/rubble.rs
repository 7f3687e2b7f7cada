//! Random rubble: a way is found exactly where there is one, and never leads through what is filled.

use anima_body::BlockPos;
use anima_rules::{Block, BlockState};
use proptest::prelude::*;

use crate::path::*;

/// A small world of stone and air in a box of bedrock, 12 blocks each way.
#[derive(Clone, Debug)]
struct Rubble(Vec<bool>);

const SIZE: i32 = 12;

impl Rubble {
    fn is_filled(&self, pos: BlockPos) -> bool {
        let inside = |value: i32| (0..SIZE).contains(&value);
        !(inside(pos.x) && inside(pos.y - 64) && inside(pos.z))
            || self.0[((pos.y - 64) * SIZE * SIZE + pos.z * SIZE + pos.x) as usize]
    }

    fn block(&self, pos: BlockPos) -> Option<BlockState> {
        Some(if self.is_filled(pos) { Block::STONE.state() } else { BlockState::AIR })
    }

    fn stands(&self, pos: BlockPos) -> bool {
        self.is_filled(pos.down(1)) && !self.is_filled(pos) && !self.is_filled(pos.up(1))
    }

    /// All that can be reached by walking, jumping up one and falling up to three, the slow and simple way.
    fn reachable(&self, start: BlockPos) -> Vec<BlockPos> {
        let free = |pos: BlockPos| !self.is_filled(pos);
        let mut reached = vec![start];
        let mut at = 0;
        while let Some(pos) = reached.get(at).copied() {
            at += 1;
            let mut next = Vec::new();
            for (x, z) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let side = pos.offset(x, 0, z);
                let corners = [pos.offset(x, 0, 0), pos.offset(0, 0, z)];
                let straight = x == 0 || z == 0;
                let passes = straight || corners.iter().all(|corner| free(*corner) && free(corner.up(1)));
                let rises = straight || corners.iter().all(|corner| free(corner.up(2)));
                if !passes {
                    continue;
                }
                if free(side) && free(side.up(1)) {
                    next.extend(
                        (0..=3).map(|depth| side.down(depth)).take_while(|p| free(*p)).find(|p| self.stands(*p)),
                    );
                } else if rises && free(pos.up(2)) && self.stands(side.up(1)) && free(side.up(2)) {
                    next.push(side.up(1));
                }
            }
            for pos in next {
                if !reached.contains(&pos) {
                    reached.push(pos);
                }
            }
        }
        reached
    }
}

fn rubble() -> impl Strategy<Value = Rubble> {
    let cells = (SIZE * SIZE * SIZE) as usize;
    (prop::collection::vec(0_u8..100, cells), 10_u8..45)
        .prop_map(|(noise, filled)| Rubble(noise.into_iter().map(|value| value < filled).collect()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn finds_a_way_exactly_where_there_is_one(rubble in rubble(), pick in 0_usize..1000) {
        let on_foot = Conditions { can_leap: false, ..Conditions::default() };
        let all: Vec<BlockPos> = (0..SIZE * SIZE * SIZE)
            .map(|i| BlockPos::new(i % SIZE, 64 + i / (SIZE * SIZE), i / SIZE % SIZE))
            .filter(|pos| rubble.stands(*pos))
            .collect();
        prop_assume!(all.len() > 1);
        let start = all[pick % all.len()];
        let reachable = rubble.reachable(start);
        for goal in all.iter().step_by(5) {
            let mut search = Search::new(start.floor_center(), Goal::Block(*goal), on_foot.clone());
            let status = search.finish(&|pos| rubble.block(pos));
            let found = matches!(status, Status::Found(_));
            prop_assert_eq!(found, reachable.contains(goal), "{:?} to {:?}: {:?}", start, goal, status);
        }
    }

    #[test]
    fn paths_keep_out_of_what_is_filled(rubble in rubble(), from in 0_usize..1000, to in 0_usize..1000) {
        let all: Vec<BlockPos> = (0..SIZE * SIZE * SIZE)
            .map(|i| BlockPos::new(i % SIZE, 64 + i / (SIZE * SIZE), i / SIZE % SIZE))
            .filter(|pos| rubble.stands(*pos))
            .collect();
        prop_assume!(!all.is_empty());
        let (start, goal) = (all[from % all.len()], all[to % all.len()]);
        let mut search = Search::new(start.floor_center(), Goal::Block(goal), Conditions::default());
        if let Status::Found(path) = search.finish(&|pos| rubble.block(pos)) {
            prop_assert_eq!(path.end(), goal);
            let mut at = start;
            for step in path.steps {
                prop_assert!(rubble.stands(step.to), "{:?}", step);
                let far = if step.by == Move::Leap { 5 } else { 1 };
                prop_assert!((step.to.x - at.x).abs() <= far && (step.to.z - at.z).abs() <= far);
                prop_assert!((-3..=1).contains(&(step.to.y - at.y)));
                at = step.to;
            }
        }
    }
}
