//! Placing blocks (`BlockItem.place`, `getPlacementState` of the block classes).

use anima_body::{BlockHit, BlockPos};
use anima_rules::{Block, BlockState, Face, FluidKind, Item, StateFlags};

use super::hands::Used;
use super::{Hand, Player};
use crate::World;
use crate::physics::{cos, radians, sin};

/// What a placement goes by (`ItemPlacementContext`).
struct Place {
    hit: BlockHit,
    /// The cell to be filled.
    pos: BlockPos,
    /// That cell is the one clicked: it was replaceable.
    replaces: bool,
    item: Item,
    /// All six sides, the one looked at first.
    looks: [Face; 6],
    /// The way the body faces.
    facing: Face,
    yaw: f32,
    sneaking: bool,
}

impl Place {
    /// How far up the clicked point is in its cell, 0..=1.
    fn height(&self) -> f64 {
        self.hit.point.y - f64::from(self.pos.y)
    }

    /// Slabs, stairs, trapdoors: whether the upper half is meant.
    fn is_upper(&self) -> bool {
        match self.hit.face {
            Face::Down => true,
            Face::Up => false,
            _ => self.height() > 0.5,
        }
    }

    /// The sides to try for what hangs on a side: as looked at, the clicked one first
    /// (`getPlacementDirections`).
    fn sides(&self) -> Vec<Face> {
        let clicked = self.hit.face.opposite();
        let first = (!self.replaces).then_some(clicked);
        let rest = self.looks.into_iter().filter(|face| Some(*face) != first);
        first.into_iter().chain(rest).collect()
    }
}

/// All sides, the one most looked at first (`Direction.getEntityFacingOrder`).
fn looks(yaw: f32, pitch: f32) -> [Face; 6] {
    let (pitch, yaw) = (radians(pitch), radians(-yaw));
    let (sin_pitch, cos_pitch, sin_yaw, cos_yaw) = (sin(pitch), cos(pitch), sin(yaw), cos(yaw));
    let x_face = if sin_yaw > 0.0 { Face::East } else { Face::West };
    let y_face = if sin_pitch < 0.0 { Face::Up } else { Face::Down };
    let z_face = if cos_yaw > 0.0 { Face::South } else { Face::North };
    let (x, y, z) = (sin_yaw.abs(), sin_pitch.abs(), cos_yaw.abs());
    let (flat_x, flat_z) = (x * cos_pitch, z * cos_pitch);
    let [a, b, c] = if x > z {
        if y > flat_x {
            [y_face, x_face, z_face]
        } else if flat_z > y {
            [x_face, z_face, y_face]
        } else {
            [x_face, y_face, z_face]
        }
    } else if y > flat_z {
        [y_face, z_face, x_face]
    } else if flat_x > y {
        [z_face, x_face, y_face]
    } else {
        [z_face, y_face, x_face]
    };
    [a, b, c, c.opposite(), b.opposite(), a.opposite()]
}

/// The next side clockwise, seen from above.
pub(super) fn clockwise(face: Face) -> Face {
    match face {
        Face::North => Face::East,
        Face::East => Face::South,
        Face::South => Face::West,
        Face::West => Face::North,
        other => other,
    }
}

fn counter_clockwise(face: Face) -> Face {
    clockwise(face).opposite()
}

fn is_horizontal(face: Face) -> bool {
    Face::HORIZONTAL.contains(&face)
}

fn axis(face: Face) -> &'static str {
    match face {
        Face::West | Face::East => "x",
        Face::Down | Face::Up => "y",
        Face::North | Face::South => "z",
    }
}

/// One of sixteen turns (`RotationPropertyHelper`).
fn rotation(yaw: f32) -> String {
    ((f64::from(yaw) * 16.0 / 360.0 + 0.5).floor() as i64 & 15).to_string()
}

fn is_water(state: BlockState) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water && fluid.source)
}

/// The block on walls of what stands on floors and hangs on walls by one item.
fn on_wall(block: Block) -> Option<Block> {
    let name = block.name();
    let wall = match name {
        "torch" => "wall_torch".to_owned(),
        "soul_torch" => "soul_wall_torch".to_owned(),
        "redstone_torch" => "redstone_wall_torch".to_owned(),
        _ if name.ends_with("_wall_sign") || name.ends_with("hanging_sign") => return None,
        _ => {
            let ending =
                ["_sign", "_banner", "_skull", "_head", "_coral_fan"].into_iter().find(|e| name.ends_with(e))?;
            if name == "piston_head" {
                return None;
            }
            match ending {
                "_coral_fan" => name.replace("_coral_fan", "_coral_wall_fan"),
                ending => name.replace(ending, &format!("_wall{ending}")),
            }
        }
    };
    Block::from_name(&wall)
}

impl World {
    /// Places what a hand holds where the hand points (`BlockItem.place`).
    pub(super) fn place_block(&mut self, hand: Hand, block: Block, hit: BlockHit) -> Used {
        let Some(stack) = self.player.in_hand(hand) else { return Used::No };
        let replaces = self.gives_way(hit.pos, hit, stack.item, true);
        let pos = if replaces { hit.pos } else { hit.pos.beside(hit.face) };
        if !replaces && !self.gives_way(pos, hit, stack.item, false) {
            return Used::Failed;
        }
        let Player { yaw, pitch, .. } = self.player;
        let place = Place {
            hit,
            pos,
            replaces,
            item: stack.item,
            looks: looks(yaw, pitch),
            facing: Face::from_yaw(yaw),
            yaw,
            sneaking: self.player.body.sneaking,
        };
        if !self.level.terrain().is_loaded(pos.chunk()) || !(anima_body::MIN_Y..anima_body::MAX_Y).contains(&pos.y) {
            return Used::Failed;
        }
        let Some(state) = self.placed_state(block, &place) else { return Used::Failed };
        let state = self.level.fitted(pos, state);
        if !self.level.can_stay(pos, state) || self.is_in_the_way(pos, state) {
            return Used::Failed;
        }
        self.level.set_block(pos, state);
        self.place_other_half(pos, state);
        self.use_up(hand);
        Used::Yes
    }

    /// Whether the block at a position makes room for a new one (`canReplace`); `clicked` when it is the one
    /// that was clicked.
    fn gives_way(&self, pos: BlockPos, hit: BlockHit, item: Item, clicked: bool) -> bool {
        if !self.level.terrain().is_loaded(pos.chunk()) {
            return false;
        }
        let state = self.level.block(pos);
        let block = state.block();
        let same = item.block() == Some(block);
        let more = |property: &str, most: u8| same && state.number(property).is_some_and(|count| count < most);
        match block.name() {
            "snow" if same && more("layers", 8) => !clicked || hit.face == Face::Up,
            "scaffolding" => same,
            "vine" if same => Face::ALL.iter().filter(|face| state.is(face.name())).count() < 5,
            "sea_pickle" => more("pickles", 4) && !self.player.body.sneaking,
            "turtle_egg" => more("eggs", 4) && !self.player.body.sneaking,
            name if name.ends_with("candle") => more("candles", 4) && !self.player.body.sneaking,
            name if name.ends_with("_slab") => same && slab_gives_way(state, pos, hit, clicked),
            _ => state.flags().contains(StateFlags::REPLACEABLE) && !same,
        }
    }

    /// Whether a body stands where the block would be.
    fn is_in_the_way(&self, pos: BlockPos, state: BlockState) -> bool {
        let boxes = state.collision().iter().map(|b| b.shifted(pos.corner()));
        let others = self.entities.iter().filter(|entity| !entity.removed && entity.keeps_blocks_out());
        let bodies: Vec<_> = others.map(|entity| entity.body.bounds()).chain([self.player.body.bounds()]).collect();
        boxes.into_iter().any(|b| bodies.iter().any(|body| b.intersects(body)))
    }

    /// The state in which a block is placed; `None` when it cannot be.
    fn placed_state(&mut self, block: Block, place: &Place) -> Option<BlockState> {
        let there = self.level.block(place.pos);
        let wet = is_water(there);
        let dry = self.dry_state(block, place, there)?;
        Some(match dry.property("waterlogged") {
            Some(_) if dry.property("type") != Some("double") => {
                dry.with("waterlogged", if wet { "true" } else { "false" })
            }
            _ => dry,
        })
    }

    fn dry_state(&mut self, block: Block, place: &Place, there: BlockState) -> Option<BlockState> {
        let state = block.state();
        let name = block.name();
        let (face, facing, behind) = (place.hit.face, place.facing, place.facing.opposite());
        let towards = |face: Face| state.with("facing", face.name());
        if let Some(wall) = on_wall(block) {
            return self.standing_or_on_wall(block, wall, place);
        }
        if let Some(grown) = one_more(there).filter(|_| there.block() == block) {
            return Some(grown);
        }
        Some(match name {
            "ladder" => return self.ladder(block, place),
            "lever" => return self.attached(block, place),
            _ if name.ends_with("_button") => return self.attached(block, place),
            "grindstone" => return self.attached(block, place),
            "lantern" | "soul_lantern" => return self.lantern(block, place),
            "vine" | "glow_lichen" | "sculk_vein" => return self.on_sides(block, place, there),
            "cocoa" => return self.first_staying(place, |side| is_horizontal(side).then(|| towards(side))),
            "tripwire_hook" => {
                return self.first_staying(place, |side| is_horizontal(side).then(|| towards(side.opposite())));
            }
            "kelp" | "seagrass" if !is_water(there) => return None,
            "hopper" => match face.opposite() {
                Face::Up | Face::Down => towards(Face::Down),
                side => towards(side),
            },
            "anvil" | "chipped_anvil" | "damaged_anvil" => towards(clockwise(facing)),
            "end_rod" => {
                let base = self.level.block(place.pos.beside(face.opposite()));
                if base.block() == block && base.facing() == Some(face) {
                    towards(face.opposite())
                } else {
                    towards(face)
                }
            }
            "observer" => towards(place.looks[0]),
            "dispenser" | "dropper" | "barrel" | "piston" | "sticky_piston" => towards(place.looks[0].opposite()),
            "lightning_rod"
            | "small_amethyst_bud"
            | "medium_amethyst_bud"
            | "large_amethyst_bud"
            | "amethyst_cluster" => towards(face),
            "campfire" | "soul_campfire" => towards(facing).with("lit", if is_water(there) { "false" } else { "true" }),
            "rail" | "powered_rail" | "detector_rail" | "activator_rail" => {
                state.with("shape", if axis(facing) == "x" { "east_west" } else { "north_south" })
            }
            "chest" | "trapped_chest" => self.chest(block, place),
            "bamboo" => {
                let below = self.level.block(place.pos.down(1)).block();
                if matches!(below, Block::BAMBOO | Block::BAMBOO_SAPLING) {
                    state
                } else {
                    Block::BAMBOO_SAPLING.state()
                }
            }
            "scaffolding" => self.scaffolding(place),
            "pointed_dripstone" => return self.dripstone(place),
            "bell" => return self.bell(place),
            _ if name.ends_with("shulker_box") => towards(face),
            _ if name.ends_with("_slab") => state.with("type", if place.is_upper() { "top" } else { "bottom" }),
            _ if name.ends_with("_stairs") => {
                towards(facing).with("half", if place.is_upper() { "top" } else { "bottom" })
            }
            _ if name.ends_with("_trapdoor") => {
                let upper =
                    if is_horizontal(face) && !place.replaces { place.height() > 0.5 } else { face != Face::Up };
                let way = if is_horizontal(face) && !place.replaces { face } else { behind };
                towards(way).with("half", if upper { "top" } else { "bottom" })
            }
            _ if name.ends_with("_fence_gate") => {
                let walls = [clockwise(facing), counter_clockwise(facing)];
                let between = walls
                    .iter()
                    .any(|side| self.level.block(place.pos.beside(*side)).block().name().ends_with("_wall"));
                towards(facing).with("in_wall", if between { "true" } else { "false" })
            }
            _ if name.ends_with("_door") => return self.door(block, place),
            _ if name.ends_with("_bed") => {
                let head = place.pos.beside(facing);
                let free = self.gives_way(head, place.hit, place.item, false);
                return free.then(|| towards(facing));
            }
            _ if name.ends_with("_hanging_sign") => return None,
            _ if name.ends_with("_leaves") => state.with("persistent", "true"),
            _ if is_double_plant(block) => {
                let above = place.pos.up(1);
                return self.gives_way(above, place.hit, place.item, false).then_some(state);
            }
            _ if state.property("axis").is_some() => state.with("axis", axis(face)),
            "decorated_pot" => towards(facing),
            _ if state.property("facing").is_some_and(|facing| Face::from_name(facing).is_some_and(is_horizontal)) => {
                towards(behind)
            }
            _ => state,
        })
    }

    /// The first side, in the order of sides to try, on which what `state` makes of it stays.
    fn first_staying(&mut self, place: &Place, state: impl Fn(Face) -> Option<BlockState>) -> Option<BlockState> {
        place.sides().into_iter().filter_map(state).find(|state| self.level.can_stay(place.pos, *state))
    }

    /// Torches, signs, banners, heads (`VerticallyAttachableBlockItem`).
    fn standing_or_on_wall(&mut self, floor: Block, wall: Block, place: &Place) -> Option<BlockState> {
        let standing = match floor.state() {
            state if state.property("rotation").is_some() => {
                // Signs and banners face the player, heads look where he looks.
                let turn =
                    if floor.name().ends_with("_sign") || floor.name().ends_with("_banner") { 180.0 } else { 0.0 };
                state.with("rotation", &rotation(place.yaw + turn))
            }
            state => state,
        };
        let hanging =
            self.first_staying(place, |side| is_horizontal(side).then(|| wall.with("facing", side.opposite().name())));
        place.sides().into_iter().filter(|side| *side != Face::Up).find_map(|side| {
            let state = if side == Face::Down { Some(standing) } else { hanging };
            state.filter(|state| self.level.can_stay(place.pos, *state))
        })
    }

    fn ladder(&mut self, block: Block, place: &Place) -> Option<BlockState> {
        if !place.replaces {
            let clicked = self.level.block(place.hit.pos);
            if clicked.block() == block && clicked.facing() == Some(place.hit.face) {
                return None;
            }
        }
        self.first_staying(place, |side| is_horizontal(side).then(|| block.with("facing", side.opposite().name())))
    }

    /// Levers, buttons, grindstones (`WallMountedBlock`).
    fn attached(&mut self, block: Block, place: &Place) -> Option<BlockState> {
        let facing = place.facing.name();
        self.first_staying(place, |side| {
            Some(match side {
                Face::Up => block.with("face", "ceiling").with("facing", facing),
                Face::Down => block.with("face", "floor").with("facing", facing),
                side => block.with("face", "wall").with("facing", side.opposite().name()),
            })
        })
    }

    fn lantern(&mut self, block: Block, place: &Place) -> Option<BlockState> {
        self.first_staying(place, |side| match side {
            Face::Up => Some(block.with("hanging", "true")),
            Face::Down => Some(block.with("hanging", "false")),
            _ => None,
        })
    }

    /// Vines and lichen: one more side of what is there already.
    fn on_sides(&mut self, block: Block, place: &Place, there: BlockState) -> Option<BlockState> {
        let has = if there.block() == block { there } else { block.state() };
        place.sides().into_iter().find_map(|side| {
            let more = has.try_with(side.name(), "true").filter(|more| *more != has)?;
            let base = self.level.block(place.pos.beside(side));
            base.supports(side.opposite(), anima_rules::Support::Full).then_some(more)
        })
    }

    /// `ChestBlock.getPlacementState`: beside a single chest it becomes its other half.
    fn chest(&self, block: Block, place: &Place) -> BlockState {
        let mate = |side: Face| {
            let beside = self.level.block(place.pos.beside(side));
            let single = beside.block() == block && beside.property("type") == Some("single");
            beside.facing().filter(|_| single)
        };
        let (mut facing, mut kind) = (place.facing.opposite(), "single");
        let clicked = place.hit.face;
        if place.sneaking && is_horizontal(clicked) {
            let side = clicked.opposite();
            if let Some(other) = mate(side).filter(|other| axis(*other) != axis(clicked)) {
                facing = other;
                kind = if counter_clockwise(other) == side { "right" } else { "left" };
            }
        } else if !place.sneaking {
            if mate(clockwise(facing)) == Some(facing) {
                kind = "left";
            } else if mate(counter_clockwise(facing)) == Some(facing) {
                kind = "right";
            }
        }
        block.with("facing", facing.name()).with("type", kind)
    }

    /// `DoorBlock.getPlacementState`: the upper half needs room, the hinge goes beside walls and doors.
    fn door(&self, block: Block, place: &Place) -> Option<BlockState> {
        let above = place.pos.up(1);
        if above.y >= anima_body::MAX_Y || !self.gives_way(above, place.hit, place.item, false) {
            return None;
        }
        let facing = place.facing;
        let (left, right) = (counter_clockwise(facing), clockwise(facing));
        let at = |pos: BlockPos, side: Face| self.level.block(pos.beside(side));
        let full = |state: BlockState| i32::from(state.flags().contains(StateFlags::FULL_CUBE));
        let weight =
            full(at(place.pos, right)) + full(at(above, right)) - full(at(place.pos, left)) - full(at(above, left));
        let lower_door = |state: BlockState| state.block() == block && state.property("half") == Some("lower");
        let (door_left, door_right) = (lower_door(at(place.pos, left)), lower_door(at(place.pos, right)));
        let step = facing.step();
        let point = place.hit.point - place.pos.corner();
        let on_right = if door_left && !door_right || weight > 0 {
            true
        } else if door_right && !door_left || weight < 0 {
            false
        } else {
            step.x < 0 && point.z < 0.5
                || step.x > 0 && point.z > 0.5
                || step.z < 0 && point.x > 0.5
                || step.z > 0 && point.x < 0.5
        };
        Some(
            block
                .with("facing", facing.name())
                .with("hinge", if on_right { "right" } else { "left" })
                .with("half", "lower"),
        )
    }

    /// Distance to the nearest support (`ScaffoldingBlock.calculateDistance`).
    fn scaffolding(&self, place: &Place) -> BlockState {
        let below = self.level.block(place.pos.down(1));
        let is_scaffolding = |state: BlockState| state.block() == Block::SCAFFOLDING;
        let distance = |state: BlockState| state.number("distance").unwrap_or(7);
        let mut least = if is_scaffolding(below) {
            distance(below)
        } else if below.supports(Face::Up, anima_rules::Support::Full) {
            0
        } else {
            7
        };
        for face in Face::HORIZONTAL {
            let beside = self.level.block(place.pos.beside(face));
            if least > 0 && is_scaffolding(beside) {
                least = least.min(distance(beside).saturating_add(1));
            }
        }
        let bottom = least > 0 && !is_scaffolding(below);
        let state = Block::SCAFFOLDING.with("distance", &least.min(7).to_string());
        state.with("bottom", if bottom { "true" } else { "false" })
    }

    fn dripstone(&mut self, place: &Place) -> Option<BlockState> {
        let up = place.looks.into_iter().find(|face| !is_horizontal(*face)) == Some(Face::Down);
        let state = |up: bool| Block::POINTED_DRIPSTONE.with("vertical_direction", if up { "up" } else { "down" });
        [up, !up].into_iter().map(state).find(|state| self.level.can_stay(place.pos, *state))
    }

    /// `BellBlock.getPlacementState`
    fn bell(&mut self, place: &Place) -> Option<BlockState> {
        let facing = Block::BELL.with("facing", place.facing.name());
        let whole = |world: &World, side: Face| {
            world.level.block(place.pos.beside(side)).supports(side.opposite(), anima_rules::Support::Full)
        };
        let state = match place.hit.face {
            Face::Down => facing.with("attachment", "ceiling"),
            Face::Up => facing.with("attachment", "floor"),
            side => {
                let both = whole(self, side) && whole(self, side.opposite());
                let on_wall = Block::BELL.with("facing", side.opposite().name());
                on_wall.with("attachment", if both { "double_wall" } else { "single_wall" })
            }
        };
        let hangs_on = match place.hit.face {
            Face::Down => Face::Up,
            Face::Up => Face::Down,
            side => side.opposite(),
        };
        let holds = self.level.block(place.pos.beside(hangs_on));
        let enough = if hangs_on == Face::Down || hangs_on == Face::Up {
            holds.supports(hangs_on.opposite(), anima_rules::Support::Center)
        } else {
            holds.supports(hangs_on.opposite(), anima_rules::Support::Full)
        };
        enough.then_some(state)
    }

    /// The upper half of doors and plants, the head of beds (`Block.onPlaced`).
    fn place_other_half(&mut self, pos: BlockPos, state: BlockState) {
        let name = state.block().name();
        if name.ends_with("_bed") {
            let facing = state.facing().unwrap_or(Face::North);
            self.level.set_block(pos.beside(facing), state.with("part", "head"));
        } else if name.ends_with("_door") || is_double_plant(state.block()) {
            let above = pos.up(1);
            let wet = is_water(self.level.block(above));
            let upper = state.with("half", "upper");
            let upper = upper.try_with("waterlogged", if wet { "true" } else { "false" }).unwrap_or(upper);
            self.level.set_block(above, upper);
        }
    }
}

fn is_double_plant(block: Block) -> bool {
    matches!(
        block,
        Block::SUNFLOWER
            | Block::LILAC
            | Block::ROSE_BUSH
            | Block::PEONY
            | Block::TALL_GRASS
            | Block::LARGE_FERN
            | Block::SMALL_DRIPLEAF
    )
}

/// One more of what can lie together in one cell; a second half slab.
fn one_more(there: BlockState) -> Option<BlockState> {
    if there.property("type").is_some() && there.block().name().ends_with("_slab") {
        return Some(there.with("type", "double").with("waterlogged", "false"));
    }
    let property = ["layers", "candles", "pickles", "eggs"].into_iter().find(|name| there.property(name).is_some())?;
    let count = there.number(property)?;
    there.try_with(property, &(count + 1).to_string())
}

/// `SlabBlock.canReplace`
fn slab_gives_way(state: BlockState, pos: BlockPos, hit: BlockHit, clicked: bool) -> bool {
    let upper = hit.point.y - f64::from(pos.y) > 0.5;
    match state.property("type") {
        Some("bottom") if clicked => hit.face == Face::Up || upper && is_horizontal(hit.face),
        Some("top") if clicked => hit.face == Face::Down || !upper && is_horizontal(hit.face),
        Some("double") => false,
        _ => true,
    }
}
