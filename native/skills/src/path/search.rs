//! A* over moves, resumable and counted in nodes.

use anima_body::{BlockPos, Blocks, cells_along};
use anima_rules::{Block, StateFlags};
use glam::DVec3;

use super::cell::{BLOCK, Side};
use super::chart::NONE;
use super::conditions::Conditions;
use super::cost::{self, Slope};
use super::flood::is_closed_in;
use super::goal::{EYES, Goal};
use super::moves::{Expansion, footing};
use super::queue::{Node, Queue};
use super::route::{Path, Step};
use super::tree::Tree;

/// Where a search stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not finished: run it on.
    Running,
    /// A way to the goal.
    Found(Path),
    /// No way over known ground, or none within the limit of nodes: the most promising way towards it, never an
    /// empty one. Its end shows more of the world, or is clearly closer.
    Partial(Path),
    /// There is no way: everything that can be reached is known.
    Unreachable,
    /// No way within the limit of nodes, and no place that is clearly closer.
    GivenUp,
}

/// Nodes after which it is worth asking whether the goal is closed in.
const NODES_BEFORE_FLOOD: u64 = 500;
/// Blocks above the head within which rock is a roof.
const ROOF: i32 = 9;
/// Height below which a place under a roof cannot be reached over open ground.
const GROUND: i32 = 50;
/// Blocks above a goal deep in the ground from which on the way down is taken to lead through rock: few caves lead so
/// far down.
const FAR_ABOVE: i32 = 12;
/// Tries into which the limit of nodes is divided, each with twice the greed of the one before.
const TRIES: u64 = 3;

/// A search for a path. It is frozen: what changes in the world after a cell was read is not noticed.
pub struct Search {
    tree: Tree,
    /// What a way through rock costs, if digging is allowed.
    rock: Option<Slope>,
    expanded: u64,
    /// The most promising node so far, by what is left and a share of what was spent.
    best: (u32, u32),
    /// The node of a lesser goal that was reached, with all that it takes; a better one may still be closer than that.
    best_goal: (u32, u32),
    /// The node from which the way beyond the edge of the known looks shortest, by that way's length.
    best_edge: (u32, u32),
    /// What the way beyond the edge costs more than its estimate, at the least: nothing if the goal is known.
    unseen: u32,
    /// The way starts in the rock.
    is_buried: bool,
    /// The height of the highest goal, if all of them are deep in the ground.
    depth: Option<i32>,
    /// Nodes expanded before this try.
    expanded_before: u64,
    flooded: bool,
    outcome: Option<Status>,
}

impl Search {
    /// A search from where the feet are (their centre), not yet begun.
    pub fn new(from: DVec3, goal: Goal, conditions: Conditions) -> Search {
        Search {
            tree: Tree::new(from, goal, conditions),
            rock: None,
            expanded: 0,
            best: (u32::MAX, NONE),
            best_goal: (u32::MAX, NONE),
            best_edge: (u32::MAX, NONE),
            unseen: 0,
            is_buried: false,
            depth: None,
            expanded_before: 0,
            flooded: false,
            outcome: None,
        }
    }

    /// Nodes taken from the open list so far.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether something was left undug only because that would let water in.
    pub(crate) fn shied_at_water(&self) -> bool {
        self.tree.chart.shied_at_water
    }

    /// The goal searched for.
    pub fn goal(&self) -> &Goal {
        &self.tree.goal
    }

    /// What it counts on.
    pub(crate) fn conditions(&self) -> &Conditions {
        &self.tree.conditions
    }

    /// Searches on, over at most `max_nodes` more nodes. Once it has ended the result stays the same.
    pub fn run<K: Blocks>(&mut self, known: &K, max_nodes: u32) -> Status {
        if let Some(outcome) = &self.outcome {
            return outcome.clone();
        }
        if self.tree.start.is_none() {
            self.begin(known);
        }
        for _ in 0..max_nodes {
            if let Some(outcome) = self.step(known) {
                self.outcome = Some(outcome.clone());
                return outcome;
            }
        }
        Status::Running
    }

    /// Searches to the end.
    pub fn finish<K: Blocks>(&mut self, known: &K) -> Status {
        loop {
            match self.run(known, u32::MAX) {
                Status::Running => {}
                outcome => return outcome,
            }
        }
    }

    fn begin<K: Blocks>(&mut self, known: &K) {
        let tree = &mut self.tree;
        let start = footing(tree.from, |pos| tree.cell(pos, known));
        tree.start = Some(start);
        self.is_buried = self.is_in_the_rock(start, known);
        self.tree.slope = self.slope_from(start, known);
        self.rock = self.slope_of_rock();
        // The smallest value counts: on the way down the agent is no longer far above.
        self.unseen = self.unseen_from(start, known);
        self.depth = self.depth_of_goals(known);
        self.begin_at(start);
    }

    /// The height of the highest goal, if all are deep in the ground and none lies open to the sky.
    fn depth_of_goals<K: Blocks>(&self, known: &K) -> Option<i32> {
        let targets = self.tree.goal.targets()?;
        let is_free =
            |pos: BlockPos| known.block(pos).is_some_and(|state| state.flags().contains(StateFlags::NO_COLLISION));
        let is_deep =
            |target: BlockPos| target.y < GROUND && !(target.y + 1..=GROUND).all(|y| is_free(BlockPos { y, ..target }));
        let highest = targets.iter().map(|(target, _)| target.y).max();
        highest.filter(|_| targets.iter().all(|(target, _)| is_deep(*target)))
    }

    /// The slope of a way through rock, if digging is allowed.
    fn slope_of_rock(&self) -> Option<Slope> {
        let ticks = self.tree.conditions.dig_ticks(Block::STONE.state()).filter(|_| self.tree.conditions.can_dig)?;
        Some(Slope::through_rock(ticks + cost::DIG_COOL_DOWN))
    }

    /// What the way from the border of what is near to the goal costs more than its estimate, if nothing is known of
    /// the goal.
    fn unseen_from<K: Blocks>(&mut self, start: BlockPos, known: &K) -> u32 {
        let targets: Vec<BlockPos> = match &self.tree.goal {
            Goal::Xz { x, z } => vec![BlockPos::new(*x, start.y, *z)],
            Goal::Y(y) => vec![BlockPos::new(start.x, *y, start.z)],
            goal => goal.targets().unwrap_or_default().into_iter().map(|(pos, _)| pos).collect(),
        };
        if targets.iter().any(|target| known.block(*target).is_some()) {
            return 0;
        }
        let (eyes, near) = (self.tree.eyes(), self.tree.conditions.near);
        let border = |at: i32, wanted: i32| wanted.clamp(at - near, at + near);
        let more = |target: BlockPos, search: &mut Search| {
            let pos = BlockPos::new(border(eyes.x, target.x), border(eyes.y, target.y), border(eyes.z, target.z));
            let left = search.tree.goal.estimate(pos, search.tree.slope);
            search.beyond(start, pos, left, known).saturating_sub(left)
        };
        targets.into_iter().map(|target| more(target, self)).min().unwrap_or(0)
    }

    /// What lies above or below the goals on the way to them: rock that is to be dug through costs a lot more than
    /// open ground. The easiest goal counts.
    fn slope_from<K: Blocks>(&self, start: BlockPos, known: &K) -> Slope {
        let targets = match &self.tree.goal {
            Goal::Y(y) => Some(vec![(BlockPos::new(start.x, *y, start.z), 0)]),
            goal => goal.targets(),
        };
        let (Some(targets), true) = (targets, self.tree.conditions.can_dig) else { return Slope::OPEN };
        let stone = self.tree.conditions.dig_ticks(Block::STONE.state()).unwrap_or(cost::NEVER);
        let slope = |(target, range): (BlockPos, i32)| {
            let (low, high) = (target.y.min(start.y), target.y.max(start.y));
            if high - low <= range + 2 {
                return Slope::OPEN;
            }
            let (mut filled, mut ticks) = (0, 0);
            for y in low..high {
                let state = known.block(BlockPos::new(target.x, y, target.z));
                if state.is_none_or(|state| state.flags().contains(StateFlags::FULL_CUBE)) {
                    filled += 1;
                    ticks += state.map_or(Some(stone), |state| self.tree.conditions.dig_ticks(state)).unwrap_or(stone);
                }
            }
            // A way around much harder rock is soon found, and an estimate must not be far too high.
            let mean = (ticks / (high - low) as u32 + cost::DIG_COOL_DOWN).min(20);
            if 2 * filled > high - low { Slope::under_open_ground(mean * 2 / 3) } else { Slope::OPEN }
        };
        targets.into_iter().map(slope).min_by_key(|slope| slope.down).unwrap_or(Slope::OPEN)
    }

    fn step<K: Blocks>(&mut self, known: &K) -> Option<Status> {
        let Some(at) = self.tree.queue.take(&mut self.tree.nodes) else { return self.exhausted() };
        let Node { pos, spent, left, .. } = self.tree.nodes[at as usize];
        // Where the goal itself is not known, every way leads beyond the edge somewhere, and the last stretch costs
        // more than its estimate.
        if spent + left >= self.best_goal.0 {
            return Some(Status::Found(self.path_to(self.best_goal.1)));
        }
        if self.best_edge.1 != NONE && (spent + left).saturating_add(self.unseen) >= self.best_edge.0 {
            return Some(Status::Partial(self.path_towards(self.best_edge)));
        }
        self.expanded += 1;
        match self.shortfall(pos, known) {
            Some(0) => return Some(Status::Found(self.path_to(at))),
            Some(less) if spent + less < self.best_goal.0 => self.best_goal = (spent + less, at),
            _ => {}
        }
        if self.tree.nodes[at as usize].breathless == 0 {
            let promise = self.unweighted(left) + spent / 4;
            if promise < self.best.0 && at != 0 {
                self.best = (promise, at);
            }
        }
        let meets_edge = Expansion::new(&mut self.tree, known, at).run();
        // The agent is already where the search starts: there is nothing more to see from there.
        if meets_edge && at != 0 && self.is_worth_seeing(pos) && self.tree.nodes[at as usize].breathless == 0 {
            let left = self.unweighted(left);
            let beyond = self.beyond(pos, pos, left, known);
            if spent + beyond < self.best_edge.0 {
                self.best_edge = (spent + beyond, at);
            }
        }
        if !self.flooded && self.expanded >= NODES_BEFORE_FLOOD {
            self.flooded = true;
            if is_closed_in(&mut self.tree, known) {
                return Some(Status::Unreachable);
            }
        }
        if self.expanded - self.expanded_before >= u64::from(self.tree.conditions.max_nodes) / TRIES {
            return self.be_greedier();
        }
        None
    }

    /// What the way beyond the edge of the known is taken to cost from `pos` on, as it looks at `seen`: a way through
    /// rock for an agent that may dig and is under a roof, in a shaft or far above a deep goal; else a way that is
    /// longer than it looks.
    fn beyond<K: Blocks>(&mut self, seen: BlockPos, pos: BlockPos, left: u32, known: &K) -> u32 {
        let more = u64::from(left) * u64::from(self.tree.conditions.edge_percent) / 100;
        let more = more.min(u64::from(Queue::MAX_COST)) as u32;
        let rock = self.rock;
        let is_far_above = self.depth.is_some_and(|y| seen.y > y + FAR_ABOVE);
        match rock {
            Some(rock) if is_far_above || self.is_in_the_rock(seen, known) => {
                self.tree.goal.estimate(pos, rock).min(Queue::MAX_COST)
            }
            _ => more,
        }
    }

    /// Whether there is rock above a place or, as at the bottom of a shaft, all round it. A search that starts in the
    /// rock takes unknown cells for rock, too.
    fn is_in_the_rock<K: Blocks>(&mut self, place: BlockPos, known: &K) -> bool {
        let mut is_rock = |pos: BlockPos| {
            let cell = self.tree.cell(pos, known);
            cell.is_solid() || (self.is_buried && cell.is_unknown())
        };
        (2..=ROOF).any(|up| is_rock(place.up(up)))
            || Side::ALL.into_iter().map(Side::step).all(|(x, z)| is_rock(place.offset(x, 2, z)))
    }

    /// A share of the nodes is spent without a way: tries again with more greed, or ends with the best there is.
    fn be_greedier(&mut self) -> Option<Status> {
        if self.best_goal.1 != NONE {
            return Some(Status::Found(self.path_to(self.best_goal.1)));
        }
        if self.best_edge.1 != NONE {
            return Some(Status::Partial(self.path_towards(self.best_edge)));
        }
        if self.expanded + u64::from(self.tree.conditions.max_nodes) / TRIES
            <= u64::from(self.tree.conditions.max_nodes)
        {
            self.tree.greed_percent *= 2;
            self.start_over();
            return None;
        }
        let (_, best) = self.best;
        if best == NONE {
            return Some(Status::GivenUp);
        }
        let node = &self.tree.nodes[best as usize];
        Some(Status::Partial(self.path_towards((node.spent + self.unweighted(node.left), best))))
    }

    /// Starts again from the beginning, with all cells known that were read.
    fn start_over(&mut self) {
        self.tree.clear();
        self.expanded_before = self.expanded;
        self.begin_at(self.tree.start.expect("the first try has begun"));
    }

    fn begin_at(&mut self, start: BlockPos) {
        self.tree.plant(start);
        self.best = (self.tree.goal.estimate(start, self.tree.slope), NONE);
        self.best_goal = (u32::MAX, NONE);
    }

    /// What is left without the weight of greed.
    fn unweighted(&self, left: u32) -> u32 {
        (u64::from(left) * 100 / u64::from(self.tree.greed_percent.max(1))) as u32
    }

    /// The open list is empty.
    fn exhausted(&mut self) -> Option<Status> {
        if self.best_goal.1 != NONE {
            return Some(Status::Found(self.path_to(self.best_goal.1)));
        }
        if self.best_edge.1 != NONE {
            return Some(Status::Partial(self.path_towards(self.best_edge)));
        }
        if self.tree.ran_out_of_blocks && self.tree.block_price == 0 {
            // The cheapest way to each place may have wasted blocks: search again for the one that spares them.
            self.tree.block_price = 1000 * cost::TICK;
            self.start_over();
            return None;
        }
        Some(Status::Unreachable)
    }

    /// Whether an edge at a place is worth a look: it has not been looked at from there before.
    fn is_worth_seeing(&self, pos: BlockPos) -> bool {
        const SAME_VIEW: i64 = 3 * 3;
        self.tree.conditions.looked_from.iter().all(|place| place.distance_squared(pos) > SAME_VIEW)
    }

    /// See [`Goal::shortfall`].
    fn shortfall<K: Blocks>(&mut self, pos: BlockPos, known: &K) -> Option<u32> {
        let Tree { chart, goal, conditions, .. } = &mut self.tree;
        goal.shortfall(pos, &mut |block| {
            let eyes = pos.floor_center() + DVec3::new(0.0, EYES, 0.0);
            let blocked = cells_along(eyes, block.center(), |cell| {
                (cell == block)
                    .then_some(false)
                    .or_else(|| (chart.cell(cell, known, conditions).bottom() < BLOCK).then_some(true))
            });
            blocked != Some(true)
        })
    }

    /// The way to a node that is not the goal, with what the whole way is taken to be.
    fn path_towards(&self, (whole, end): (u32, u32)) -> Path {
        let path = self.path_to(end);
        Path { left: (whole / cost::TICK).saturating_sub(path.ticks), ..path }
    }

    fn path_to(&self, end: u32) -> Path {
        let mut steps = Vec::new();
        let mut at = &self.tree.nodes[end as usize];
        let ticks = at.spent / cost::TICK;
        while at.from != NONE {
            steps.push(Step { by: at.by, to: at.pos });
            at = &self.tree.nodes[at.from as usize];
        }
        steps.reverse();
        Path { start: at.pos, steps, ticks, left: 0 }
    }
}
