//! What is placed on a side, beside its like or in a way of its own.

use glam::IVec3;

use super::Spot;
use super::sides::{axis, counter_clockwise, is_horizontal, rotation};
use crate::{Block, BlockState, Face, StateFlags, Support};

/// The block on walls of what stands on floors and hangs on walls by one item.
pub(super) fn on_wall(block: Block) -> Option<Block> {
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

impl Spot<'_> {
    /// The first side, in the order of sides to try, on which what `state` makes of it stays.
    pub(super) fn first_staying(&self, state: impl Fn(Face) -> Option<BlockState>) -> Option<BlockState> {
        let place = self.place;
        place.sides().into_iter().filter_map(state).find(|state| self.stays(*state))
    }

    /// Torches, signs, banners, heads (`VerticallyAttachableBlockItem`).
    pub(super) fn standing_or_on_wall(&self, floor: Block, wall: Block) -> Option<BlockState> {
        let place = self.place;
        let standing = match floor.state() {
            state if state.property("rotation").is_some() => {
                // Signs and banners face the player, heads look where the player looks.
                let turn =
                    if floor.name().ends_with("_sign") || floor.name().ends_with("_banner") { 180.0 } else { 0.0 };
                state.with("rotation", &rotation(place.yaw + turn))
            }
            state => state,
        };
        let hanging =
            self.first_staying(|side| is_horizontal(side).then(|| wall.with("facing", side.opposite().name())));
        place.sides().into_iter().filter(|side| *side != Face::Up).find_map(|side| {
            let state = if side == Face::Down { Some(standing) } else { hanging };
            state.filter(|state| self.stays(*state))
        })
    }

    pub(super) fn ladder(&self, block: Block) -> Option<BlockState> {
        let place = self.place;
        if !place.replaces {
            let clicked = (self.at)(place.face.opposite().step());
            if clicked.block() == block && clicked.facing() == Some(place.face) {
                return None;
            }
        }
        self.first_staying(|side| is_horizontal(side).then(|| block.with("facing", side.opposite().name())))
    }

    /// Levers, buttons, grindstones (`WallMountedBlock`).
    pub(super) fn attached(&self, block: Block) -> Option<BlockState> {
        let place = self.place;
        let facing = place.facing().name();
        self.first_staying(|side| {
            Some(match side {
                Face::Up => block.with("face", "ceiling").with("facing", facing),
                Face::Down => block.with("face", "floor").with("facing", facing),
                side => block.with("face", "wall").with("facing", side.opposite().name()),
            })
        })
    }

    pub(super) fn lantern(&self, block: Block) -> Option<BlockState> {
        self.first_staying(|side| match side {
            Face::Up => Some(block.with("hanging", "true")),
            Face::Down => Some(block.with("hanging", "false")),
            _ => None,
        })
    }

    /// Vines and lichen: one more side of what is there already.
    pub(super) fn on_sides(&self, block: Block, there: BlockState) -> Option<BlockState> {
        let place = self.place;
        let has = if there.block() == block { there } else { block.state() };
        place.sides().into_iter().find_map(|side| {
            let more = has.try_with(side.name(), "true").filter(|more| *more != has)?;
            let base = (self.at)(side.step());
            base.supports(side.opposite(), Support::Full).then_some(more)
        })
    }

    /// `ChestBlock.getPlacementState`: beside a single chest it becomes its other half.
    pub(super) fn chest(&self, block: Block) -> BlockState {
        let place = self.place;
        let mate = |side: Face| {
            let beside = (self.at)(side.step());
            let single = beside.block() == block && beside.property("type") == Some("single");
            beside.facing().filter(|_| single)
        };
        let (mut facing, mut kind) = (place.facing().opposite(), "single");
        let clicked = place.face;
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
    pub(super) fn door(&self, block: Block) -> Option<BlockState> {
        let place = self.place;
        if !self.makes_room(IVec3::Y) {
            return None;
        }
        let facing = place.facing();
        let (left, right) = (counter_clockwise(facing), facing.clockwise());
        let beside = |side: Face| (self.at)(side.step());
        let full = |step: IVec3| i32::from((self.at)(step).flags().contains(StateFlags::FULL_CUBE));
        let tall = |side: Face| full(side.step()) + full(side.step() + IVec3::Y);
        let weight = tall(right) - tall(left);
        let lower_door = |state: BlockState| state.block() == block && state.property("half") == Some("lower");
        let (door_left, door_right) = (lower_door(beside(left)), lower_door(beside(right)));
        let step = facing.step();
        let point = place.point;
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
    pub(super) fn scaffolding(&self) -> BlockState {
        let below = (self.at)(IVec3::NEG_Y);
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
            let beside = (self.at)(face.step());
            if least > 0 && is_scaffolding(beside) {
                least = least.min(distance(beside).saturating_add(1));
            }
        }
        let bottom = least > 0 && !is_scaffolding(below);
        let state = Block::SCAFFOLDING.with("distance", &least.min(7).to_string());
        state.with("bottom", if bottom { "true" } else { "false" })
    }

    pub(super) fn dripstone(&self) -> Option<BlockState> {
        let place = self.place;
        let up = place.looks().into_iter().find(|face| !is_horizontal(*face)) == Some(Face::Down);
        let state = |up: bool| Block::POINTED_DRIPSTONE.with("vertical_direction", if up { "up" } else { "down" });
        [up, !up].into_iter().map(state).find(|state| self.stays(*state))
    }

    /// `BellBlock.getPlacementState`
    pub(super) fn bell(&self) -> Option<BlockState> {
        let place = self.place;
        let facing = Block::BELL.with("facing", place.facing().name());
        let whole = |side: Face| (self.at)(side.step()).supports(side.opposite(), Support::Full);
        let state = match place.face {
            Face::Down => facing.with("attachment", "ceiling"),
            Face::Up => facing.with("attachment", "floor"),
            side => {
                let both = whole(side) && whole(side.opposite());
                let on_wall = Block::BELL.with("facing", side.opposite().name());
                on_wall.with("attachment", if both { "double_wall" } else { "single_wall" })
            }
        };
        let hangs_on = match place.face {
            Face::Down => Face::Up,
            Face::Up => Face::Down,
            side => side.opposite(),
        };
        let holds = (self.at)(hangs_on.step());
        let enough = if hangs_on == Face::Down || hangs_on == Face::Up {
            holds.supports(hangs_on.opposite(), Support::Center)
        } else {
            holds.supports(hangs_on.opposite(), Support::Full)
        };
        enough.then_some(state)
    }
}
