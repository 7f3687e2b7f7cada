//! How the body moves, as the client does it (`ClientPlayerEntity.tickMovement`, `PlayerEntity.tick`).

use anima_body::{BlockPos, Effect, Inventory, Keys, Slot, View};
use anima_hands::{Stance, Steps};
use anima_rules::damage::SAFE_FALL;
use anima_rules::{Aabb, Enchantment, Face, FluidKind, Item};
use glam::DVec3;

use super::{Player, Pose};
use crate::physics::{Space, Stride, cos, is_free, is_stifled, radians, sin};

/// The attribute `movement_speed` of a player, and what sprinting adds.
const WALK_SPEED: f64 = 0.1_f32 as f64;
const SPRINT_BOOST: f64 = 0.3_f32 as f64;
/// Speed of steering in the air.
const AIR_SPEED: f32 = 0.02;
const AIR_SPRINT_SPEED: f32 = 0.025999999;

impl Player {
    /// Finds liquids and whether it swims; the first thing in a tick.
    pub(crate) fn begin(&mut self, view: &View<'_>) {
        let boots = self.boots();
        self.body.walks_on_powder_snow = boots.is_some_and(|boots| boots.item == Item::LEATHER_BOOTS);
        self.body.soul_speed = boots.is_some_and(|boots| boots.level(Enchantment::SoulSpeed) > 0);
        self.body.begin(view);
        let body = &self.body;
        let in_water = || {
            let fluid = view.block(body.feet()).and_then(|state| state.fluid());
            fluid.is_some_and(|fluid| fluid.kind == FluidKind::Water)
        };
        self.swims = body.sprinting && if self.swims { body.in_water } else { body.submerged && in_water() };
    }

    /// Finds out what the movement keys become; nothing in bed.
    pub(crate) fn go(&mut self, keys: Keys, stance: &Stance) -> Option<Steps> {
        // The dead go nowhere.
        let keys = if self.is_dead { keys & Keys::SNEAK } else { keys };
        self.sleep.is_none().then(|| self.legs.go(keys, stance))
    }

    /// Moves; true if it jumped off the ground.
    pub(crate) fn walk(&mut self, space: &Space<'_>, steps: Steps) -> bool {
        let view = &space.view;
        self.legs.follow(steps);
        (self.body.sneaking, self.body.sprinting) = (steps.sneaking, steps.sprinting);
        self.be_pushed_out(view);
        if self.body.in_water && steps.sneaking {
            self.body.velocity.y += f64::from(-0.04_f32);
        }
        let stride = self.stride(steps);
        self.body.come_to_rest();
        let jumped = self.body.jump_or_swim_up(view, &stride);
        self.steer_swimming(view, steps);
        self.body.travel(space, &stride);
        self.brushed = self.body.hit_wall && self.brushes(steps);
        self.hold_pose(space);
        jumped
    }

    /// What of the body decides what its keys become.
    pub(crate) fn stance(&self, space: &Space<'_>) -> Stance {
        let body = &self.body;
        let crouches =
            !self.swims && self.fits(space, Pose::Crouching) && (body.sneaking || !self.fits(space, Pose::Standing));
        let crawls = self.pose == Pose::Swimming && !body.in_water;
        Stance {
            is_slowed: crouches || crawls,
            uses_item: self.using.is_some(),
            sprints: body.sprinting,
            swims: self.swims,
            in_water: body.in_water,
            submerged: body.submerged,
            on_ground: body.on_ground,
            hit_wall: body.hit_wall && !self.brushed,
            food: self.hunger.food,
            is_blind: self.effect(Effect::Blindness).is_some(),
        }
    }

    fn boots(&self) -> Slot {
        self.inventory.slots[Inventory::FEET]
    }

    fn stride(&self, steps: Steps) -> Stride {
        // Attribute modifiers: what is added first, then each factor by itself.
        let mut speed = WALK_SPEED;
        if self.frozen > 0 {
            speed -= f64::from(0.05 * self.chill());
        }
        let factor = |effect: Effect, per_level: f32| {
            1.0 + self.effect(effect).map_or(0.0, |amplifier| f64::from(per_level) * f64::from(amplifier + 1))
        };
        if self.body.sprinting {
            speed *= 1.0 + SPRINT_BOOST;
        }
        speed = (speed * factor(Effect::Speed, 0.2) * factor(Effect::Slowness, -0.15)).max(0.0);
        Stride {
            input: DVec3::new(f64::from(steps.sideways * 0.98), 0.0, f64::from(steps.forward * 0.98)),
            yaw: self.yaw,
            speed: speed as f32,
            air_speed: if self.body.sprinting { AIR_SPRINT_SPEED } else { AIR_SPEED },
            jumping: steps.jumping,
            jump_boost: self.effect(Effect::JumpBoost),
            levitation: self.effect(Effect::Levitation),
            slow_falling: self.effect(Effect::SlowFalling).is_some(),
            dolphins_grace: self.effect(Effect::DolphinsGrace).is_some(),
            depth_strider: self.boots().map_or(0, |boots| boots.level(Enchantment::DepthStrider)),
            ..Stride::REST
        }
    }

    /// A swimmer goes where it looks (`PlayerEntity.travel`).
    fn steer_swimming(&mut self, view: &View<'_>, steps: Steps) {
        if !self.swims {
            return;
        }
        let look = f64::from(-sin(radians(self.pitch)));
        let pull = if look < -0.2 { 0.085 } else { 0.06 };
        let above = BlockPos::containing(self.body.pos + DVec3::new(0.0, 1.0 - 0.1, 0.0));
        let covered = || view.block(above).is_some_and(|state| state.fluid().is_some());
        if look <= 0.0 || steps.jumping || covered() {
            self.body.velocity.y += (look - self.body.velocity.y) * pull;
        }
    }

    /// Whether the move just made brushed along a wall rather than into it.
    fn brushes(&self, steps: Steps) -> bool {
        let (yaw, moved) = (radians(self.yaw), self.body.moved);
        steps.brush((sin(yaw).into(), cos(yaw).into()), (moved.x, moved.z))
    }

    /// Leaves blocks that it stands in (`ClientPlayerEntity.pushOutOfBlocks`, at four points around the feet).
    fn be_pushed_out(&mut self, view: &View<'_>) {
        let bounds = self.body.bounds();
        let stifles = |pos: BlockPos| {
            let corner = pos.corner();
            let cell = Aabb::new(
                DVec3::new(corner.x, bounds.min.y, corner.z),
                DVec3::new(corner.x + 1.0, bounds.max.y, corner.z + 1.0),
            );
            is_stifled(view, &cell.grown(DVec3::splat(-1e-7)))
        };
        let reach = f64::from(self.body.width) * 0.35;
        for (x, z) in [(-reach, reach), (-reach, -reach), (reach, -reach), (reach, reach)] {
            let point = self.body.pos + DVec3::new(x, 0.0, z);
            let pos = BlockPos::containing(point);
            if !stifles(pos) {
                continue;
            }
            let inside = point - pos.corner();
            let mut best = None;
            let ways = [
                (Face::West, inside.x),
                (Face::East, 1.0 - inside.x),
                (Face::North, inside.z),
                (Face::South, 1.0 - inside.z),
            ];
            for (face, way) in ways {
                if best.is_none_or(|(_, least)| way < least) && !stifles(pos.beside(face)) {
                    best = Some((face, way));
                }
            }
            match best {
                Some((face @ (Face::West | Face::East), _)) => {
                    self.body.velocity.x = 0.1 * f64::from(face.step().x);
                }
                Some((face, _)) => self.body.velocity.z = 0.1 * f64::from(face.step().z),
                None => {}
            }
        }
    }

    /// Stands up, crouches or crawls, as there is room (`PlayerEntity.updatePose`).
    fn hold_pose(&mut self, space: &Space<'_>) {
        if !self.fits(space, Pose::Swimming) {
            return;
        }
        let wanted = if self.swims {
            Pose::Swimming
        } else if self.body.sneaking {
            Pose::Crouching
        } else {
            Pose::Standing
        };
        let fitting = [wanted, Pose::Crouching].into_iter().find(|pose| self.fits(space, *pose));
        self.take_pose(fitting.unwrap_or(Pose::Swimming));
    }

    pub(crate) fn take_pose(&mut self, pose: Pose) {
        self.pose = pose;
        (self.body.height, self.body.eye_height) = pose.heights();
    }

    /// Whether it may appear where it is: it has room to stand, and no fall that hurts is below.
    pub(crate) fn may_appear(&self, space: &Space<'_>) -> bool {
        let bounds = self.body.bounds_of(self.body.width, Pose::Standing.heights().0);
        let fall = DVec3::new(0.0, f64::from(SAFE_FALL), 0.0);
        let below = Aabb::new(bounds.min - fall, bounds.max).grown(DVec3::splat(-1e-7));
        self.fits(space, Pose::Standing) && !is_free(&space.view, &below, self.body.meeting())
    }

    fn fits(&self, space: &Space<'_>, pose: Pose) -> bool {
        let bounds = self.body.bounds_of(self.body.width, pose.heights().0);
        space.is_empty(&bounds.grown(DVec3::splat(-1e-7)), self.body.meeting())
    }
}
