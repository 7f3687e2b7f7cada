//! In which state a block is placed (`getPlacementState` of the block classes).

use anima_body::BlockPos;
use anima_rules::{Block, BlockState, Face, StateFlags, Support};

use super::facing::{axis, counter_clockwise, is_horizontal, rotation};
use super::{Place, is_double_plant, is_water};
use crate::World;

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
    /// The state in which a block is placed; `None` when it cannot be.
    pub(super) fn placed_state(&mut self, block: Block, place: &Place) -> Option<BlockState> {
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
            "anvil" | "chipped_anvil" | "damaged_anvil" => towards(facing.clockwise()),
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
                let walls = [facing.clockwise(), counter_clockwise(facing)];
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
            base.supports(side.opposite(), Support::Full).then_some(more)
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
            if mate(facing.clockwise()) == Some(facing) {
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
        let (left, right) = (counter_clockwise(facing), facing.clockwise());
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
        } else if below.supports(Face::Up, Support::Full) {
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
            world.level.block(place.pos.beside(side)).supports(side.opposite(), Support::Full)
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
            holds.supports(hangs_on.opposite(), Support::Center)
        } else {
            holds.supports(hangs_on.opposite(), Support::Full)
        };
        enough.then_some(state)
    }
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
