//! The search for a way (`PathNodeNavigator` over `LandPathNodeMaker`).

use anima_body::{BlockPos, MIN_Y, View};
use anima_rules::{Aabb, Face};
use glam::DVec3;

use super::footing::{Footing, Penalties, floor_height, footing, is_water, sinks_through};
use super::{Path, Step};
use crate::physics::{Meeting, is_free};

/// The body that looks for a way, and what it can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker<'a> {
    /// Feet centre.
    pub pos: DVec3,
    pub width: f32,
    pub height: f32,
    pub on_ground: bool,
    pub in_water: bool,
    /// Swims on the surface.
    pub floats: bool,
    pub opens_doors: bool,
    /// Blocks it dares to fall.
    pub max_fall: i32,
    /// Blocks of way it looks ahead.
    pub range: f32,
    /// Nodes it looks at before it gives up.
    pub most_nodes: u32,
    pub penalties: &'a Penalties,
}

/// The highest a mob steps or jumps (`getStepHeight`, at least 1.125).
const JUMP_HEIGHT: f64 = 1.125;
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    pos: BlockPos,
    footing: Footing,
    penalty: f32,
    /// Penalised blocks from the start.
    cost: f32,
    /// Blocks from the start.
    walked: f32,
    /// Blocks to the target, as the crow flies.
    to_target: f32,
    /// Cost with the way that is left: the heap's key.
    estimate: f32,
    from: u32,
    /// Place in the heap.
    at: u32,
    closed: bool,
}

/// What is known of a cell in the search that `stamp` names.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    stamp: u32,
    key: u32,
    node: u32,
    /// Footing of the cell alone and of a body in it, one above their numbers; 0 is not known yet.
    alone: u8,
    body: u8,
}

/// The memory of a search, used again by the next. No result depends on what was in it, so a clone is empty, and
/// a fork of the world costs none of it.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    cells: Vec<Cell>,
    stamp: u32,
    used: usize,
    nodes: Vec<Node>,
    heap: Vec<u32>,
}

const CELLS: usize = 1 << 13;
/// With more cells than this in a search it ends with the best way so far.
const MOST_CELLS: usize = CELLS * 3 / 4;

impl Clone for Finder {
    fn clone(&self) -> Finder {
        Finder::default()
    }
}

impl Finder {
    /// The way to within `reach` blocks (along the axes) of `target`, or to the cell nearest to it among those
    /// looked at. `None` if the walker cannot leave where it is.
    pub(crate) fn find(&mut self, view: &View<'_>, walker: &Walker<'_>, target: BlockPos, reach: i32) -> Option<Path> {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 || self.cells.is_empty() {
            self.cells.clear();
            self.cells.resize(CELLS, Cell { node: NONE, ..Cell::default() });
            self.stamp = 1;
        }
        self.used = 0;
        self.nodes.clear();
        self.heap.clear();
        let origin = BlockPos::containing(walker.pos);
        let size = |length: f32| (length + 1.0).floor() as i32;
        let mut search = Search {
            finder: self,
            view,
            walker,
            origin,
            target,
            wide: size(walker.width),
            high: size(walker.height),
            on_rail: footing(view, origin) == Footing::Rail || footing(view, origin.down(1)) == Footing::Rail,
        };
        search.run(reach)
    }
}

struct Search<'a, 'v> {
    finder: &'a mut Finder,
    view: &'a View<'v>,
    walker: &'a Walker<'a>,
    origin: BlockPos,
    target: BlockPos,
    wide: i32,
    high: i32,
    on_rail: bool,
}

impl Search<'_, '_> {
    /// `PathNodeNavigator.findPathToAny` for one target.
    fn run(&mut self, reach: i32) -> Option<Path> {
        let start = self.start()?;
        self.finder.nodes[start as usize].estimate = self.finder.nodes[start as usize].to_target;
        let mut best = start;
        self.push(start);
        let mut reached = false;
        let mut looked_at = 0;
        while let Some(at) = self.pop() {
            looked_at += 1;
            if looked_at >= self.walker.most_nodes || self.finder.used > MOST_CELLS {
                break;
            }
            let node = &mut self.finder.nodes[at as usize];
            node.closed = true;
            let node = *node;
            if node.pos.manhattan(self.target) <= reach {
                (best, reached) = (at, true);
                break;
            }
            let start = self.finder.nodes[start as usize].pos;
            if distance(node.pos, start) >= self.walker.range {
                continue;
            }
            let (near, count) = self.neighbours(&node);
            for &next in &near[..count] {
                self.consider(at, &node, next, &mut best);
            }
        }
        Some(self.path_to(best, reached))
    }

    /// Takes the way over `node` to `next` if it is the shortest so far.
    fn consider(&mut self, at: u32, node: &Node, next: u32, best: &mut u32) {
        let known = &mut self.finder.nodes[next as usize];
        let step = distance(node.pos, known.pos);
        let walked = node.walked + step;
        let cost = node.cost + step + known.penalty;
        known.walked = walked;
        let open = known.at != NONE;
        if walked >= self.walker.range || open && cost >= known.cost {
            return;
        }
        known.from = at;
        known.cost = cost;
        known.estimate = cost + known.to_target * 1.5;
        let to_target = known.to_target;
        if open {
            self.sift_up(self.finder.nodes[next as usize].at as usize);
        } else {
            self.push(next);
        }
        if to_target < self.finder.nodes[*best as usize].to_target {
            *best = next;
        }
    }

    fn path_to(&self, end: u32, reached: bool) -> Path {
        let mut steps = Vec::new();
        let mut at = end;
        while at != NONE {
            let node = &self.finder.nodes[at as usize];
            steps.push(Step { pos: node.pos, footing: node.footing });
            at = node.from;
        }
        steps.reverse();
        Path { steps, at: 0, target: self.target, reached }
    }

    /// The cell the feet are in, or the ground below it (`LandPathNodeMaker.getStart`).
    fn start(&mut self) -> Option<u32> {
        let mut pos = self.origin;
        if self.walker.floats && self.walker.in_water {
            while is_water(self.view, pos) {
                pos = pos.up(1);
            }
            pos = pos.down(1);
        } else if self.walker.on_ground {
            pos.y = (self.walker.pos.y + 0.5).floor() as i32;
        } else {
            while pos.y > MIN_Y && sinks_through(self.view, pos.down(1)) {
                pos = pos.down(1);
            }
        }
        if self.penalty_at(pos) < 0.0 {
            let half = f64::from(self.walker.width / 2.0);
            let corner = |x: f64, z: f64| {
                let at = BlockPos::containing(self.walker.pos + DVec3::new(x, 0.0, z));
                BlockPos::new(at.x, pos.y, at.z)
            };
            let corners = [corner(-half, -half), corner(-half, half), corner(half, -half), corner(half, half)];
            pos = corners.into_iter().find(|corner| self.penalty_at(*corner) >= 0.0).unwrap_or(pos);
        }
        self.node(pos)
    }

    fn penalty_at(&mut self, pos: BlockPos) -> f32 {
        let footing = self.footing_of_body(pos);
        self.walker.penalties.of(footing)
    }

    /// The cells to go to from a node (`LandPathNodeMaker.getSuccessors`).
    fn neighbours(&mut self, node: &Node) -> ([u32; 8], usize) {
        let mut found = [NONE; 8];
        let mut count = 0;
        let above = self.penalty_at(node.pos.up(1));
        let steps = i32::from(above >= 0.0 && node.footing != Footing::StickyHoney);
        let floor = floor_height(self.view, node.pos, self.walker.floats);
        let mut straight = [None; 4];
        for (face, next) in [Face::South, Face::West, Face::East, Face::North].into_iter().zip(&mut straight) {
            *next = self.accept(node.pos.beside(face), steps, floor, face.step().x, face.step().z, node.footing);
            if let Some(next) = *next
                && self.is_open_way(next, node)
            {
                found[count] = next;
                count += 1;
            }
        }
        let [south, west, east, north] = straight;
        for (x, z, side_x, side_z) in
            [(-1, -1, west, north), (1, -1, east, north), (-1, 1, west, south), (1, 1, east, south)]
        {
            let (Some(side_x), Some(side_z)) = (side_x, side_z) else { continue };
            // The game asks for the step up with the direction of one side only: north, or south.
            let next = self.accept(node.pos.offset(x, 0, z), steps, floor, 0, z, node.footing);
            if let Some(next) = next
                && self.is_open_diagonal(node, side_x, side_z, next)
            {
                found[count] = next;
                count += 1;
            }
        }
        (found, count)
    }

    fn is_open_way(&self, next: u32, from: &Node) -> bool {
        let next = &self.finder.nodes[next as usize];
        !next.closed && (next.penalty >= 0.0 || from.penalty < 0.0)
    }

    /// `isValidDiagonalSuccessor`.
    fn is_open_diagonal(&self, from: &Node, side_x: u32, side_z: u32, next: u32) -> bool {
        let [x, z, next] = [side_x, side_z, next].map(|at| &self.finder.nodes[at as usize]);
        if next.closed || z.pos.y > from.pos.y || x.pos.y > from.pos.y {
            return false;
        }
        if [x, z, next].iter().any(|node| node.footing == Footing::WalkableDoor) {
            return false;
        }
        let slips = z.footing == Footing::Fence && x.footing == Footing::Fence && self.walker.width < 0.5;
        let passes = |side: &Node| side.pos.y < from.pos.y || side.penalty >= 0.0 || slips;
        next.penalty >= 0.0 && passes(z) && passes(x)
    }

    /// The node to stand on when stepping into a cell: it, the one above, or the ground below it
    /// (`LandPathNodeMaker.getPathNode`).
    fn accept(&mut self, pos: BlockPos, steps: i32, floor: f64, dx: i32, dz: i32, from: Footing) -> Option<u32> {
        if floor_height(self.view, pos, self.walker.floats) - floor > JUMP_HEIGHT {
            return None;
        }
        let footing = self.footing_of_body(pos);
        let penalty = self.walker.penalties.of(footing);
        let mut node = None;
        if penalty >= 0.0 {
            node = self.node_with(pos, footing, penalty);
        }
        if from.is_partly_solid() && node.is_some_and(|at| !self.is_clear_to(at)) {
            node = None;
        }
        if footing == Footing::Walkable {
            return node;
        }
        let barred = node.is_none_or(|at| self.finder.nodes[at as usize].penalty < 0.0);
        let never = [Footing::Fence, Footing::UnpassableRail, Footing::Trapdoor, Footing::PowderSnow];
        if barred && steps > 0 && !never.contains(&footing) {
            node = self.accept(pos.up(1), steps - 1, floor, dx, dz, from);
            if let Some(at) = node
                && !self.has_room_to_jump(at, pos, dx, dz)
            {
                node = None;
            }
        }
        if footing == Footing::Water && !self.walker.floats {
            return self.sink(pos, node);
        }
        if footing == Footing::Open {
            return self.drop(pos);
        }
        if footing.is_partly_solid() && node.is_none() {
            let at = self.node(pos)?;
            let shut = &mut self.finder.nodes[at as usize];
            (shut.footing, shut.penalty, shut.closed) = (footing, penalty, true);
            return Some(at);
        }
        node
    }

    /// Whether the head has room to jump up to a node.
    fn has_room_to_jump(&self, at: u32, pos: BlockPos, dx: i32, dz: i32) -> bool {
        let node = &self.finder.nodes[at as usize];
        if !matches!(node.footing, Footing::Open | Footing::Walkable) || self.walker.width >= 1.0 {
            return true;
        }
        let half = f64::from(self.walker.width) / 2.0;
        let (x, z) = (f64::from(pos.x - dx) + 0.5, f64::from(pos.z - dz) + 0.5);
        let floats = self.walker.floats;
        let low = floor_height(self.view, BlockPos::containing(DVec3::new(x, f64::from(pos.y + 1), z)), floats);
        let high = f64::from(self.walker.height) + floor_height(self.view, node.pos, floats);
        let room = Aabb::new(DVec3::new(x - half, low + 0.001, z - half), DVec3::new(x + half, high - 0.002, z + half));
        is_free(self.view, &room, Meeting::PLAIN)
    }

    /// The bottom of the water for one that does not swim.
    fn sink(&mut self, pos: BlockPos, mut node: Option<u32>) -> Option<u32> {
        let mut below = pos.down(1);
        if self.footing_of_body(below) != Footing::Water {
            return node;
        }
        while below.y > MIN_Y {
            let footing = self.footing_of_body(below);
            if footing != Footing::Water {
                return node;
            }
            node = self.node_with(below, footing, self.walker.penalties.of(footing));
            below = below.down(1);
        }
        node
    }

    /// The ground below a step over an edge, if the fall is not too deep.
    fn drop(&mut self, pos: BlockPos) -> Option<u32> {
        let mut below = pos;
        let mut fall = 0;
        loop {
            below = below.down(1);
            if below.y < MIN_Y {
                return self.blocked(pos);
            }
            fall += 1;
            if fall > self.walker.max_fall {
                return self.blocked(below);
            }
            let footing = self.footing_of_body(below);
            let penalty = self.walker.penalties.of(footing);
            if footing != Footing::Open && penalty >= 0.0 {
                return self.node_with(below, footing, penalty);
            }
            if penalty < 0.0 {
                return self.blocked(below);
            }
        }
    }

    fn blocked(&mut self, pos: BlockPos) -> Option<u32> {
        let at = self.node(pos)?;
        let node = &mut self.finder.nodes[at as usize];
        node.footing = Footing::Blocked;
        node.penalty = -1.0;
        Some(at)
    }

    /// Whether the body gets straight from where it is to a node (`canReachWithoutCollision`).
    fn is_clear_to(&self, at: u32) -> bool {
        let bounds = Aabb::of_body(self.walker.pos, self.walker.width.into(), self.walker.height.into());
        let node = self.finder.nodes[at as usize].pos;
        let way = node.corner() - self.walker.pos
            + DVec3::new(
                f64::from(self.walker.width) / 2.0,
                f64::from(self.walker.height) / 2.0,
                f64::from(self.walker.width) / 2.0,
            );
        let size = bounds.max - bounds.min;
        let average = (size.x + size.y + size.z) / 3.0;
        let count = (way.length() / average).ceil();
        let step = way / count;
        (1..=count as i32).all(|i| is_free(self.view, &bounds.shifted(step * f64::from(i)), Meeting::PLAIN))
    }

    /// The footing of the whole body in a cell (`LandPathNodeMaker.getNodeType`).
    fn footing_of_body(&mut self, pos: BlockPos) -> Footing {
        let Some(at) = self.cell(pos) else { return Footing::Blocked };
        if let Some(known) = self.finder.cells[at].body.checked_sub(1) {
            return Footing::ALL[usize::from(known)];
        }
        let footing = self.look_at_body(pos);
        self.finder.cells[at].body = footing as u8 + 1;
        footing
    }

    fn look_at_body(&mut self, pos: BlockPos) -> Footing {
        let mut met = 0u32;
        let mut first = Footing::Blocked;
        for x in 0..self.wide {
            for y in 0..self.high {
                for z in 0..self.wide {
                    let footing = self.footing_alone(pos.offset(x, y, z));
                    if x == 0 && y == 0 && z == 0 {
                        first = footing;
                    }
                    met |= 1 << footing as u32;
                }
            }
        }
        for stops in [Footing::Fence, Footing::UnpassableRail] {
            if met >> stops as u32 & 1 == 1 {
                return stops;
            }
        }
        let mut worst = Footing::Blocked;
        let penalty = |footing| self.walker.penalties.of(footing);
        for footing in Footing::ALL.into_iter().filter(|footing| met >> *footing as u32 & 1 == 1) {
            if penalty(footing) < 0.0 {
                return footing;
            }
            if penalty(footing) >= penalty(worst) {
                worst = footing;
            }
        }
        if first == Footing::Open && penalty(worst) == 0.0 && self.wide <= 1 { Footing::Open } else { worst }
    }

    /// The footing of one cell, as this walker sees doors and rails (`adjustNodeType`).
    fn footing_alone(&mut self, pos: BlockPos) -> Footing {
        let Some(at) = self.cell(pos) else { return Footing::Blocked };
        if let Some(known) = self.finder.cells[at].alone.checked_sub(1) {
            return Footing::ALL[usize::from(known)];
        }
        let footing = match footing(self.view, pos) {
            Footing::DoorWoodClosed if self.walker.opens_doors => Footing::WalkableDoor,
            Footing::Rail if !self.on_rail => Footing::UnpassableRail,
            Footing::Leaves => Footing::Blocked,
            footing => footing,
        };
        self.finder.cells[at].alone = footing as u8 + 1;
        footing
    }

    fn node_with(&mut self, pos: BlockPos, footing: Footing, penalty: f32) -> Option<u32> {
        let at = self.node(pos)?;
        let node = &mut self.finder.nodes[at as usize];
        node.footing = footing;
        node.penalty = node.penalty.max(penalty);
        Some(at)
    }

    /// The node of a cell, made when first asked for; `None` beyond the search's bounds.
    fn node(&mut self, pos: BlockPos) -> Option<u32> {
        let at = self.cell(pos)?;
        if self.finder.cells[at].node == NONE {
            self.finder.cells[at].node = self.finder.nodes.len() as u32;
            self.finder.nodes.push(Node {
                pos,
                footing: Footing::Blocked,
                penalty: 0.0,
                cost: 0.0,
                walked: 0.0,
                to_target: distance(pos, self.target),
                estimate: 0.0,
                from: NONE,
                at: NONE,
                closed: false,
            });
        }
        Some(self.finder.cells[at].node)
    }

    /// The place of what is known of a cell.
    fn cell(&mut self, pos: BlockPos) -> Option<usize> {
        let (x, z) = (pos.x - self.origin.x + 128, pos.z - self.origin.z + 128);
        let y = pos.y + 512;
        if !(0..256).contains(&x) || !(0..256).contains(&z) || !(0..2048).contains(&y) {
            return None;
        }
        let key = (y << 16 | z << 8 | x) as u32;
        let mut at = key.wrapping_mul(0x9E37_79B1) as usize >> (32 - CELLS.ilog2());
        loop {
            let cell = &mut self.finder.cells[at];
            if cell.stamp != self.finder.stamp {
                if self.finder.used == CELLS - 1 {
                    return None;
                }
                *cell = Cell { stamp: self.finder.stamp, key, node: NONE, alone: 0, body: 0 };
                self.finder.used += 1;
                return Some(at);
            }
            if cell.key == key {
                return Some(at);
            }
            at = (at + 1) & (CELLS - 1);
        }
    }

    fn push(&mut self, node: u32) {
        let at = self.finder.heap.len();
        self.finder.heap.push(node);
        self.finder.nodes[node as usize].at = at as u32;
        self.sift_up(at);
    }

    fn pop(&mut self) -> Option<u32> {
        let first = *self.finder.heap.first()?;
        let last = self.finder.heap.pop().expect("has a first");
        self.finder.nodes[first as usize].at = NONE;
        if last != first {
            self.finder.heap[0] = last;
            self.finder.nodes[last as usize].at = 0;
            self.sift_down();
        }
        Some(first)
    }

    fn key(&self, at: usize) -> f32 {
        self.finder.nodes[self.finder.heap[at] as usize].estimate
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.finder.heap.swap(a, b);
        for at in [a, b] {
            let node = self.finder.heap[at];
            self.finder.nodes[node as usize].at = at as u32;
        }
    }

    fn sift_up(&mut self, mut at: usize) {
        while at > 0 && self.key(at) < self.key((at - 1) / 2) {
            self.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    fn sift_down(&mut self) {
        let mut at = 0;
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let length = self.finder.heap.len();
            if left >= length {
                return;
            }
            let least = if right < length && self.key(right) < self.key(left) { right } else { left };
            if self.key(least) >= self.key(at) {
                return;
            }
            self.swap(at, least);
            at = least;
        }
    }
}

/// Blocks between two cells.
fn distance(a: BlockPos, b: BlockPos) -> f32 {
    let (x, y, z) = ((a.x - b.x) as f32, (a.y - b.y) as f32, (a.z - b.z) as f32);
    (x * x + y * y + z * z).sqrt()
}
