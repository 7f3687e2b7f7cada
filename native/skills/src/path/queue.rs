//! The open list: buckets by cost, each a linked list through the nodes.

use anima_body::BlockPos;

use super::chart::NONE;
use super::route::Move;

/// A place that a search has come to.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The block that the feet are in.
    pub pos: BlockPos,
    /// The cost of the way here, in 1/16 ticks.
    pub spent: u32,
    /// The weighted guess at what is left.
    pub left: u32,
    /// The node before, [`NONE`] at the start.
    pub from: u32,
    before: u32,
    after: u32,
    /// Blocks placed on the way.
    pub placed: u16,
    /// Ticks under water since the last breath.
    pub breathless: u16,
    /// Half hearts that falls on the way cost.
    pub hurt: u8,
    /// The last move.
    pub by: Move,
    /// The feet stand on a block that the way placed.
    pub on_own_block: bool,
    is_open: bool,
}

impl Node {
    pub fn new(pos: BlockPos) -> Node {
        Node {
            pos,
            spent: u32::MAX,
            left: 0,
            from: NONE,
            before: NONE,
            after: NONE,
            placed: 0,
            breathless: 0,
            hurt: 0,
            by: Move::Walk,
            on_own_block: false,
            is_open: false,
        }
    }
}

/// The open list. Of equal nodes the one put in last comes first.
#[derive(Default)]
pub(crate) struct Queue {
    heads: Vec<u32>,
    /// The cost of the first bucket: half that of the first node. What costs less than that is put there as well.
    base: u32,
    lowest: usize,
    count: usize,
}

impl Queue {
    /// Ways that cost more than this (36 hours of ticks) are not followed.
    pub const MAX_COST: u32 = 1 << 22;

    /// Puts a node in, by its cost and estimate, or moves it if it is in.
    #[inline]
    pub fn put(&mut self, nodes: &mut [Node], node: u32, spent: u32, left: u32) {
        if nodes[node as usize].is_open {
            self.unlink(nodes, node);
        }
        let this = &mut nodes[node as usize];
        (this.spent, this.left, this.is_open) = (spent, left, true);
        if self.heads.is_empty() {
            self.base = (spent + left) / 2;
        }
        let bucket = self.bucket(this);
        if bucket >= self.heads.len() {
            self.heads.resize((bucket + 1).next_power_of_two().max(256), NONE);
        }
        let head = std::mem::replace(&mut self.heads[bucket], node);
        (this.before, this.after) = (NONE, head);
        if head != NONE {
            nodes[head as usize].before = node;
        }
        self.lowest = self.lowest.min(bucket);
        self.count += 1;
    }

    #[inline]
    fn bucket(&self, node: &Node) -> usize {
        (node.spent + node.left).saturating_sub(self.base) as usize
    }

    fn unlink(&mut self, nodes: &mut [Node], node: u32) {
        let Node { before, after, .. } = nodes[node as usize];
        match before {
            NONE => {
                let bucket = self.bucket(&nodes[node as usize]);
                self.heads[bucket] = after;
            }
            before => nodes[before as usize].after = after,
        }
        if after != NONE {
            nodes[after as usize].before = before;
        }
        nodes[node as usize].is_open = false;
        self.count -= 1;
    }

    /// Takes the node of the lowest cost out.
    #[inline]
    pub fn take(&mut self, nodes: &mut [Node]) -> Option<u32> {
        if self.count == 0 {
            return None;
        }
        while self.heads[self.lowest] == NONE {
            self.lowest += 1;
        }
        let node = self.heads[self.lowest];
        self.unlink(nodes, node);
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn takes_the_cheapest_and_of_equals_the_last(costs in prop::collection::vec((0_u32..7, 0_u32..40), 1..60)) {
            let mut queue = Queue::default();
            let mut nodes: Vec<Node> = (0..8).map(|x| Node::new(BlockPos::new(x, 0, 0))).collect();
            let mut model: Vec<(u32, u32)> = vec![(0, 7)];
            queue.put(&mut nodes, 7, 0, 1);
            for (node, cost) in costs {
                queue.put(&mut nodes, node, cost, 1);
                model.retain(|(_, other)| *other != node);
                model.push((cost, node));
            }
            model.reverse();
            model.sort_by_key(|(cost, _)| *cost);
            for (_, node) in model {
                prop_assert_eq!(queue.take(&mut nodes), Some(node));
            }
            prop_assert_eq!(queue.take(&mut nodes), None);
        }
    }
}
