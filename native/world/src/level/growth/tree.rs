//! Trees that grow from saplings: trunks and crowns as the game's placers make them
//! (`TrunkPlacer`, `FoliagePlacer` and their kinds, with the numbers of `TreeConfiguredFeatures`).

use std::collections::{BTreeMap, VecDeque};

use anima_body::{BlockPos, MAX_Y, MIN_Y};
use anima_rules::{Block, BlockState, Face, FluidKind, StateFlags};
use rand::RngExt;

use crate::level::facts::{Flags, facts};
use crate::level::update::DIGITS;
use crate::level::{Dice, Level};

/// A tree that a sapling can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Species {
    Oak,
    FancyOak,
    Birch,
    Spruce,
    MegaSpruce,
    MegaPine,
    Jungle,
    MegaJungle,
    Acacia,
    DarkOak,
}

impl Species {
    /// The single-trunk tree of a sapling; for dark oak, which has none, the big one.
    pub(crate) fn of_sapling(sapling: Block) -> Option<Species> {
        Some(match sapling {
            Block::OAK_SAPLING => Species::Oak,
            Block::BIRCH_SAPLING => Species::Birch,
            Block::SPRUCE_SAPLING => Species::Spruce,
            Block::JUNGLE_SAPLING => Species::Jungle,
            Block::ACACIA_SAPLING => Species::Acacia,
            Block::DARK_OAK_SAPLING => Species::DarkOak,
            _ => return None,
        })
    }

    /// The tree that four saplings make.
    fn of_four(self, dice: &mut Dice) -> Option<Species> {
        Some(match self {
            Species::Spruce if dice.random() => Species::MegaSpruce,
            Species::Spruce => Species::MegaPine,
            Species::Jungle => Species::MegaJungle,
            Species::DarkOak => Species::DarkOak,
            _ => return None,
        })
    }

    fn is_big(self) -> bool {
        matches!(self, Species::MegaSpruce | Species::MegaPine | Species::MegaJungle | Species::DarkOak)
    }

    fn blocks(self) -> (Block, Block) {
        match self {
            Species::Oak | Species::FancyOak => (Block::OAK_LOG, Block::OAK_LEAVES),
            Species::Birch => (Block::BIRCH_LOG, Block::BIRCH_LEAVES),
            Species::Spruce | Species::MegaSpruce | Species::MegaPine => (Block::SPRUCE_LOG, Block::SPRUCE_LEAVES),
            Species::Jungle | Species::MegaJungle => (Block::JUNGLE_LOG, Block::JUNGLE_LEAVES),
            Species::Acacia => (Block::ACACIA_LOG, Block::ACACIA_LEAVES),
            Species::DarkOak => (Block::DARK_OAK_LOG, Block::DARK_OAK_LEAVES),
        }
    }

    /// Base height and the two random parts of the trunk.
    fn height(self, dice: &mut Dice) -> i32 {
        let (base, first, second) = match self {
            Species::Oak => (4, 2, 0),
            Species::FancyOak => (3, 11, 0),
            Species::Birch => (5, 2, 0),
            Species::Spruce => (5, 2, 1),
            Species::MegaSpruce | Species::MegaPine => (13, 2, 14),
            Species::Jungle => (4, 8, 0),
            Species::MegaJungle => (10, 2, 19),
            Species::Acacia => (5, 2, 2),
            Species::DarkOak => (6, 2, 1),
        };
        base + dice.random_range(0..=first) + dice.random_range(0..=second)
    }

    /// How far around the trunk a layer must be free (`FeatureSize.getRadius`).
    fn clearance(self, height: i32, layer: i32) -> i32 {
        match self {
            Species::FancyOak => 0,
            Species::Spruce => {
                if layer < 2 {
                    0
                } else {
                    2
                }
            }
            Species::Acacia => {
                if layer < 1 {
                    0
                } else {
                    2
                }
            }
            Species::MegaSpruce | Species::MegaPine | Species::MegaJungle => {
                if layer < 1 {
                    1
                } else {
                    2
                }
            }
            Species::DarkOak => {
                if layer < 1 {
                    0
                } else if layer >= height - 1 {
                    2
                } else {
                    1
                }
            }
            Species::Oak | Species::Birch | Species::Jungle => i32::from(layer >= 1),
        }
    }
}

/// A place where a crown grows.
#[derive(Clone, Copy)]
struct Crown {
    center: BlockPos,
    /// Added to the crown's own radius.
    radius: i32,
    /// Whether it stands on a trunk of four.
    big: bool,
}

/// A tree being drawn over what is there.
struct Drawing<'a> {
    there: &'a dyn Fn(BlockPos) -> BlockState,
    dice: &'a mut Dice,
    log: Block,
    leaves: Block,
    blocks: BTreeMap<BlockPos, BlockState>,
}

/// The blocks of a tree with its trunk's (north-west) foot at `foot`, which must be free of its saplings;
/// `None` if there is no room (`TreeFeature.generate`).
pub(crate) fn grow(
    species: Species,
    foot: BlockPos,
    there: &dyn Fn(BlockPos) -> BlockState,
    dice: &mut Dice,
) -> Option<BTreeMap<BlockPos, BlockState>> {
    let full = species.height(dice);
    let (log, leaves) = species.blocks();
    let mut drawing = Drawing { there, dice, log, leaves, blocks: BTreeMap::new() };
    if foot.y <= MIN_Y || foot.y + full + 1 >= MAX_Y {
        return None;
    }
    let height = drawing.room(species, foot, full);
    let least = if species == Species::FancyOak { 4 } else { full };
    if height < least {
        return None;
    }
    let crowns = drawing.trunk(species, foot, height);
    let foliage = drawing.foliage_height(species, height);
    for crown in crowns {
        drawing.crown(species, crown, foliage);
    }
    drawing.measure_leaves();
    Some(drawing.blocks)
}

/// Whether a tree takes the place of a block (`TreeFeature.canReplace`).
fn replaceable(state: BlockState) -> bool {
    let plant = state.flags().contains(StateFlags::REPLACEABLE)
        && !state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Lava);
    state.is_air() || facts(state).is(Flags::LEAVES) || plant || Species::of_sapling(state.block()).is_some()
}

impl Drawing<'_> {
    fn at(&self, pos: BlockPos) -> BlockState {
        self.blocks.get(&pos).copied().unwrap_or_else(|| (self.there)(pos))
    }

    fn is_free(&self, pos: BlockPos) -> bool {
        replaceable(self.at(pos))
    }

    /// How high the trunk can get, up to `full` (`getTopPosition`).
    fn room(&self, species: Species, foot: BlockPos, full: i32) -> i32 {
        for layer in 0..=full + 1 {
            let radius = species.clearance(full, layer);
            for x in -radius..=radius {
                for z in -radius..=radius {
                    let pos = foot.offset(x, layer, z);
                    let state = self.at(pos);
                    let free = replaceable(state) || facts(state).is(Flags::LOG);
                    if !free || state.block() == Block::VINE {
                        return layer - 2;
                    }
                }
            }
        }
        full
    }

    fn put_log(&mut self, pos: BlockPos) -> bool {
        self.put_log_along(pos, "y")
    }

    fn put_log_along(&mut self, pos: BlockPos, axis: &str) -> bool {
        let free = self.is_free(pos);
        if free {
            self.blocks.insert(pos, self.log.with("axis", axis));
        }
        free
    }

    fn put_leaves(&mut self, pos: BlockPos) {
        let there = self.at(pos);
        if replaceable(there) && !self.blocks.contains_key(&pos) {
            let wet = there.fluid().is_some_and(|fluid| fluid.source);
            self.blocks.insert(pos, self.leaves.with("waterlogged", if wet { "true" } else { "false" }));
        }
    }

    /// The ground under a trunk becomes dirt, unless it is some kind of dirt (`setToDirt`).
    fn put_dirt(&mut self, pos: BlockPos) {
        let there = self.at(pos);
        let soil = facts(there).is(Flags::DIRT) && !matches!(there.block(), Block::GRASS_BLOCK | Block::MYCELIUM);
        if !soil {
            self.blocks.insert(pos, Block::DIRT.state());
        }
    }

    fn trunk(&mut self, species: Species, foot: BlockPos, height: i32) -> Vec<Crown> {
        match species {
            Species::Acacia => self.forking_trunk(foot, height),
            Species::DarkOak => self.dark_oak_trunk(foot, height),
            Species::FancyOak => self.fancy_trunk(foot, height),
            Species::MegaSpruce | Species::MegaPine => vec![self.giant_trunk(foot, height)],
            Species::MegaJungle => self.mega_jungle_trunk(foot, height),
            Species::Oak | Species::Birch | Species::Spruce | Species::Jungle => {
                self.put_dirt(foot.down(1));
                for y in 0..height {
                    self.put_log(foot.up(y));
                }
                vec![Crown { center: foot.up(height), radius: 0, big: false }]
            }
        }
    }

    /// `GiantTrunkPlacer`.
    fn giant_trunk(&mut self, foot: BlockPos, height: i32) -> Crown {
        for (x, z) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            self.put_dirt(foot.offset(x, -1, z));
            for y in 0..height - i32::from((x, z) != (0, 0)) {
                self.put_log(foot.offset(x, y, z));
            }
        }
        Crown { center: foot.up(height), radius: 0, big: true }
    }

    /// `MegaJungleTrunkPlacer`.
    fn mega_jungle_trunk(&mut self, foot: BlockPos, height: i32) -> Vec<Crown> {
        let mut crowns = vec![self.giant_trunk(foot, height)];
        let mut y = height - 2 - self.dice.random_range(0..4);
        while y > height / 2 {
            let angle = self.dice.random::<f32>() * std::f32::consts::TAU;
            let (mut x, mut z) = (0, 0);
            for step in 0..5 {
                x = (1.5 + angle.cos() * step as f32) as i32;
                z = (1.5 + angle.sin() * step as f32) as i32;
                self.put_log(foot.offset(x, y - 3 + step / 2, z));
            }
            crowns.push(Crown { center: foot.offset(x, y, z), radius: -2, big: false });
            y -= 2 + self.dice.random_range(0..4);
        }
        crowns
    }

    fn side(&mut self) -> Face {
        Face::HORIZONTAL[self.dice.random_range(0..4)]
    }

    /// `ForkingTrunkPlacer`.
    fn forking_trunk(&mut self, foot: BlockPos, height: i32) -> Vec<Crown> {
        self.put_dirt(foot.down(1));
        let mut crowns = Vec::new();
        let lean = self.side();
        let bend = height - self.dice.random_range(0..4) - 1;
        let mut steps = 3 - self.dice.random_range(0..3);
        let mut at = foot;
        let mut top = None;
        for y in 0..height {
            if y >= bend && steps > 0 {
                at = at.beside(lean);
                steps -= 1;
            }
            let pos = BlockPos { y: foot.y + y, ..at };
            if self.put_log(pos) {
                top = Some(pos.up(1));
            }
        }
        crowns.extend(top.map(|center| Crown { center, radius: 1, big: false }));
        let branch = self.side();
        if branch != lean {
            let start = bend - self.dice.random_range(0..2) - 1;
            let mut steps = 1 + self.dice.random_range(0..3);
            let (mut at, mut top) = (foot, None);
            for y in start..height {
                if steps == 0 {
                    break;
                }
                if y >= 1 {
                    at = at.beside(branch);
                    let pos = BlockPos { y: foot.y + y, ..at };
                    if self.put_log(pos) {
                        top = Some(pos.up(1));
                    }
                }
                steps -= 1;
            }
            crowns.extend(top.map(|center| Crown { center, radius: 0, big: false }));
        }
        crowns
    }

    /// `DarkOakTrunkPlacer`.
    fn dark_oak_trunk(&mut self, foot: BlockPos, height: i32) -> Vec<Crown> {
        for (x, z) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            self.put_dirt(foot.offset(x, -1, z));
        }
        let lean = self.side();
        let bend = height - self.dice.random_range(0..4);
        let mut steps = 2 - self.dice.random_range(0..3);
        let mut at = foot;
        for y in 0..height {
            if y >= bend && steps > 0 {
                at = at.beside(lean);
                steps -= 1;
            }
            let pos = BlockPos { y: foot.y + y, ..at };
            let state = self.at(pos);
            if state.is_air() || facts(state).is(Flags::LEAVES) {
                for (x, z) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    self.put_log(pos.offset(x, 0, z));
                }
            }
        }
        let top = foot.y + height - 1;
        let mut crowns = vec![Crown { center: BlockPos { y: top, ..at }, radius: 0, big: true }];
        for x in -1..=2 {
            for z in -1..=2 {
                let inside = (0..=1).contains(&x) && (0..=1).contains(&z);
                if inside || self.dice.random_range(0..3) > 0 {
                    continue;
                }
                for down in 0..self.dice.random_range(0..3) + 2 {
                    self.put_log(BlockPos { y: top - down - 1, ..foot.offset(x, 0, z) });
                }
                let center = BlockPos { y: top, ..at.offset(x, 0, z) };
                crowns.push(Crown { center, radius: 0, big: false });
            }
        }
        crowns
    }

    /// `LargeOakTrunkPlacer`.
    fn fancy_trunk(&mut self, foot: BlockPos, height: i32) -> Vec<Crown> {
        let size = height + 2;
        let trunk = (f64::from(size) * 0.618).floor() as i32;
        self.put_dirt(foot.down(1));
        let branches_a_layer = 1;
        let fork = foot.y + trunk;
        let mut branches = vec![(foot.up(size - 5), fork)];
        for y in (0..=size - 5).rev() {
            let reach = branch_reach(size, y);
            if reach < 0.0 {
                continue;
            }
            for _ in 0..branches_a_layer {
                let way = f64::from(reach) * (f64::from(self.dice.random::<f32>()) + 0.328);
                let angle = f64::from(self.dice.random::<f32>() * 2.0) * std::f64::consts::PI;
                let (x, z) = (way * angle.sin() + 0.5, way * angle.cos() + 0.5);
                let end = foot.offset(x.floor() as i32, y - 1, z.floor() as i32);
                if !self.branch(end, end.up(5), false) {
                    continue;
                }
                let (dx, dz) = (f64::from(foot.x - end.x), f64::from(foot.z - end.z));
                let start = f64::from(end.y) - dx.hypot(dz) * 0.381;
                let start = BlockPos { y: if start > f64::from(fork) { fork } else { start as i32 }, ..foot };
                if self.branch(start, end, false) {
                    branches.push((end, start.y));
                }
            }
        }
        self.branch(foot, foot.up(trunk), true);
        let high_enough = |y: i32| f64::from(y - foot.y) >= f64::from(size) * 0.2;
        for (end, start) in branches.clone() {
            let start = BlockPos { y: start, ..foot };
            if start != end && high_enough(start.y) {
                self.branch(start, end, true);
            }
        }
        let ends = branches.into_iter().filter(|(_, start)| high_enough(*start));
        ends.map(|(center, _)| Crown { center, radius: 0, big: false }).collect()
    }

    /// Draws a branch, or finds out whether it has room (`makeOrCheckBranch`).
    fn branch(&mut self, from: BlockPos, to: BlockPos, draw: bool) -> bool {
        let way = to - from;
        let steps = way.abs().max_element();
        for step in 0..=steps {
            let share = |length: i32| (0.5 + length as f32 * step as f32 / steps.max(1) as f32).floor() as i32;
            let pos = from.offset(share(way.x), share(way.y), share(way.z));
            if draw {
                let (dx, dz) = ((pos.x - from.x).abs(), (pos.z - from.z).abs());
                let axis = match dx.max(dz) {
                    0 => "y",
                    most if most == dx => "x",
                    _ => "z",
                };
                self.put_log_along(pos, axis);
            } else if !self.is_free(pos) && !facts(self.at(pos)).is(Flags::LOG) {
                return false;
            }
        }
        true
    }

    fn foliage_height(&mut self, species: Species, height: i32) -> i32 {
        match species {
            Species::Oak | Species::Birch | Species::Jungle => 3,
            Species::FancyOak | Species::DarkOak => 4,
            Species::Spruce => (height - self.dice.random_range(1..=2)).max(4),
            Species::MegaSpruce => self.dice.random_range(13..=17),
            Species::MegaPine => self.dice.random_range(3..=7),
            Species::MegaJungle => 2,
            Species::Acacia => 0,
        }
    }

    /// The leaves of one crown (the kinds of `FoliagePlacer`).
    fn crown(&mut self, species: Species, crown: Crown, foliage: i32) {
        let center = crown.center;
        match species {
            Species::Oak | Species::Birch | Species::Jungle => {
                for y in (-foliage..=0).rev() {
                    let radius = (2 + crown.radius - 1 - y / 2).max(0);
                    self.layer(crown, center.up(y), radius, |dice, x, z| {
                        x == radius && z == radius && (dice.random_range(0..2) == 0 || y == 0)
                    });
                }
            }
            Species::FancyOak => {
                for y in (4 - foliage..=4).rev() {
                    let radius = 2 + i32::from(y != 4 && y != 4 - foliage);
                    self.layer(crown, center.up(y), radius, |_, x, z| {
                        let out = (x as f32 + 0.5).powi(2) + (z as f32 + 0.5).powi(2);
                        out > (radius * radius) as f32
                    });
                }
            }
            Species::Spruce => {
                let most = self.dice.random_range(2..=3) + crown.radius;
                let offset = self.dice.random_range(0..=2);
                let (mut radius, mut widest, mut next) = (self.dice.random_range(0..2), 1, 0);
                for y in (-foliage..=offset).rev() {
                    self.layer(crown, center.up(y), radius, |_, x, z| x == radius && z == radius && radius > 0);
                    if radius >= widest {
                        radius = next;
                        next = 1;
                        widest = (widest + 1).min(most);
                    } else {
                        radius += 1;
                    }
                }
            }
            Species::MegaSpruce | Species::MegaPine => {
                let mut last = 0;
                for y in center.y - foliage..=center.y {
                    let below = center.y - y;
                    let wide = crown.radius + (below as f32 / foliage as f32 * 3.5).floor() as i32;
                    let radius = if below > 0 && wide == last && y & 1 == 0 { wide + 1 } else { wide };
                    self.layer(crown, BlockPos { y, ..center }, radius, |_, x, z| is_beyond(x, z, radius));
                    last = wide;
                }
            }
            Species::MegaJungle => {
                let layers = if crown.big { foliage } else { 1 + self.dice.random_range(0..2) };
                for y in (-layers..=0).rev() {
                    let radius = 2 + crown.radius + 1 - y;
                    self.layer(crown, center.up(y), radius, |_, x, z| is_beyond(x, z, radius));
                }
            }
            Species::Acacia => {
                let corners =
                    |radius: i32| move |_: &mut Dice, x: i32, z: i32| x == radius && z == radius && radius > 0;
                let wide = 2 + crown.radius;
                self.layer(crown, center.down(1), wide, corners(wide));
                self.layer(crown, center, 1, |_, x, z| (x > 1 || z > 1) && x != 0 && z != 0);
                self.layer(crown, center, wide - 1, |_, x, z| (x > 1 || z > 1) && x != 0 && z != 0);
            }
            Species::DarkOak if crown.big => {
                let invalid =
                    |y: i32, radius: i32| move |_: &mut Dice, x: i32, z: i32| y == 1 && x + z > radius * 2 - 2;
                self.layer(crown, center.down(1), 2, invalid(-1, 2));
                self.dark_oak_middle(crown, center);
                self.layer(crown, center.up(1), 2, invalid(1, 2));
                if self.dice.random() {
                    self.layer(crown, center.up(2), 0, invalid(2, 0));
                }
            }
            Species::DarkOak => {
                self.layer(crown, center.down(1), 2, |_, x, z| x == 2 && z == 2);
                self.layer(crown, center, 1, |_, _, _| false);
            }
        }
    }

    /// The widest layer of a dark oak, whose corners are cut.
    fn dark_oak_middle(&mut self, crown: Crown, center: BlockPos) {
        let radius = 3;
        let end = |d: i32| d == -radius || d >= radius;
        for x in -radius..=radius + i32::from(crown.big) {
            for z in -radius..=radius + i32::from(crown.big) {
                if !(end(x) && end(z)) {
                    self.put_leaves(center.offset(x, 0, z));
                }
            }
        }
    }

    /// A square layer of leaves (`generateSquare`), less what `left_out` says of distances from the trunk.
    fn layer(&mut self, crown: Crown, center: BlockPos, radius: i32, left_out: impl Fn(&mut Dice, i32, i32) -> bool) {
        let big = i32::from(crown.big);
        let distance = |d: i32| if crown.big { d.abs().min((d - 1).abs()) } else { d.abs() };
        for x in -radius..=radius + big {
            for z in -radius..=radius + big {
                if !left_out(self.dice, distance(x), distance(z)) {
                    self.put_leaves(center.offset(x, 0, z));
                }
            }
        }
    }

    /// Sets how far each of the tree's leaves is from a log (`placeLogsAndLeaves`).
    fn measure_leaves(&mut self) {
        let logs = self.blocks.iter().filter(|(_, state)| facts(**state).is(Flags::LOG));
        let mut queue: VecDeque<(BlockPos, usize)> = logs.map(|(pos, _)| (*pos, 0)).collect();
        let mut measured = std::collections::BTreeSet::new();
        while let Some((pos, distance)) = queue.pop_front() {
            for face in Face::ALL {
                let next = pos.beside(face);
                let Some(state) = self.blocks.get_mut(&next).filter(|state| facts(**state).is(Flags::LEAVES)) else {
                    continue;
                };
                if distance < 6 && measured.insert(next) {
                    *state = state.with("distance", DIGITS[distance + 1]);
                    queue.push_back((next, distance + 1));
                }
            }
        }
    }
}

/// How long a branch of a fancy oak may be at a height (`shouldGenerateBranch`); negative for none.
fn branch_reach(size: i32, y: i32) -> f32 {
    if (y as f32) < size as f32 * 0.3 {
        return -1.0;
    }
    let half = size as f32 / 2.0;
    let off = half - y as f32;
    let reach = if off == 0.0 {
        half
    } else if off.abs() >= half {
        return 0.0;
    } else {
        (half * half - off * off).sqrt()
    };
    reach * 0.5
}

/// Round crowns of big trees (`MegaPineFoliagePlacer`, `JungleFoliagePlacer`).
fn is_beyond(x: i32, z: i32, radius: i32) -> bool {
    x + z >= 7 || x * x + z * z > radius * radius
}

impl Level {
    /// Grows a tree from a sapling, or from four of them if there are (`SaplingGenerator`,
    /// `LargeTreeSaplingGenerator`).
    pub(super) fn grow_tree(&mut self, pos: BlockPos, sapling: BlockState, species: Species) {
        for (x, z) in [(0, 0), (0, -1), (-1, 0), (-1, -1)] {
            let corner = pos.offset(x, 0, z);
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, z)| corner.offset(x, 0, z));
            if four.iter().all(|pos| self.block(*pos).block() == sapling.block())
                && let Some(big) = species.of_four(&mut self.dice)
            {
                self.draw_tree(corner, big, &four);
                return;
            }
        }
        match species {
            Species::Oak if self.dice.random_ratio(1, 10) => self.draw_tree(pos, Species::FancyOak, &[pos]),
            single if !single.is_big() => self.draw_tree(pos, single, &[pos]),
            _ => {}
        }
    }

    fn draw_tree(&mut self, foot: BlockPos, species: Species, saplings: &[BlockPos]) {
        let tree = {
            let view = self.terrain.view();
            let there = |pos: BlockPos| match saplings.contains(&pos) {
                true => BlockState::AIR,
                false => view.block_or_wall(pos),
            };
            grow(species, foot, &there, &mut self.dice)
        };
        let Some(tree) = tree else { return };
        for sapling in saplings {
            self.set_block(*sapling, BlockState::AIR);
        }
        // Logs first, so that no leaves find themselves without one.
        let (logs, leaves): (Vec<_>, Vec<_>) =
            tree.into_iter().partition(|(_, state)| !facts(*state).is(Flags::LEAVES));
        for (pos, state) in logs.into_iter().chain(leaves) {
            self.set_block(pos, state);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::level::testing::floor;

    /// Grows `sapling` on a meadow, one or four of it, and counts logs and leaves.
    fn check(
        sapling: &str,
        four: bool,
        logs: std::ops::RangeInclusive<usize>,
        leaves: std::ops::RangeInclusive<usize>,
    ) {
        let mut level = floor();
        for x in -2..4 {
            for z in -2..4 {
                level.put([x, 63, z], "grass_block");
            }
        }
        let feet: &[[i32; 3]] = if four { &[[0, 64, 0], [1, 64, 0], [0, 64, 1], [1, 64, 1]] } else { &[[0, 64, 0]] };
        for foot in feet {
            level.put(*foot, sapling);
        }
        for _ in 0..400 {
            level.run_with(100, 30);
            if level.name(feet[0]).ends_with("_log") {
                break;
            }
        }
        let name = sapling.trim_end_matches("_sapling");
        let count = |what: &str| {
            let cells = (-12..12).flat_map(|x| (60..105).flat_map(move |y| (-12..12).map(move |z| [x, y, z])));
            cells.filter(|pos| level.name(*pos) == format!("{name}_{what}")).count()
        };
        let found = (count("log"), count("leaves"));
        assert!(logs.contains(&found.0) && leaves.contains(&found.1), "{sapling} grew to {found:?}");
        level.run_with(2000, 30);
        let after = (-12..12)
            .flat_map(|x| (60..105).flat_map(move |y| (-12..12).map(move |z| [x, y, z])))
            .filter(|pos| level.name(*pos).ends_with("_leaves"))
            .count();
        assert_eq!(after, found.1, "no leaf of a whole {name} tree decays");
    }

    #[test]
    fn saplings_grow_to_trees() {
        check("oak_sapling", false, 4..=60, 40..=250);
        check("birch_sapling", false, 5..=7, 40..=70);
        check("spruce_sapling", false, 5..=8, 20..=120);
        check("jungle_sapling", false, 4..=12, 40..=70);
        check("acacia_sapling", false, 5..=12, 30..=120);
        check("dark_oak_sapling", true, 24..=60, 60..=200);
        check("spruce_sapling", true, 50..=116, 40..=700);
        check("jungle_sapling", true, 38..=160, 80..=700);
    }

    #[test]
    fn one_dark_oak_sapling_grows_to_nothing() {
        let mut level = floor();
        level.put([0, 63, 0], "dirt");
        level.put([0, 64, 0], "dark_oak_sapling");
        level.run_with(20_000, 30);
        assert_eq!(level.name([0, 64, 0]), "dark_oak_sapling");
    }

    #[test]
    fn leaves_decay_when_their_trunk_is_gone() {
        let mut level = floor();
        level.put([0, 63, 0], "dirt");
        level.put([0, 64, 0], "birch_sapling");
        while level.name([0, 64, 0]) != "birch_log" {
            level.run_with(100, 30);
        }
        level.take_spawns();
        for y in 64..72 {
            level.break_block([0, y, 0].into(), None, false);
        }
        level.run_with(10_000, 3);
        let cells = (-4..5).flat_map(|x| (60..76).flat_map(move |y| (-4..5).map(move |z| [x, y, z])));
        assert_eq!(cells.filter(|pos| level.name(*pos) == "birch_leaves").count(), 0);
        let dropped = level.dropped();
        assert!(dropped.contains("birch_sapling") || dropped.contains("stick"), "{dropped}");
    }
}
