//! One move of a body (`Entity.move`), and the start of its tick.

use anima_body::{View, cells_along};
use anima_rules::{Aabb, Block, BlockState, FluidKind};
use glam::DVec3;

use super::fluid;
use super::ground::{breaks_fall, ground};
use super::{Body, Contact, Landed, Nature, Space};

impl Body {
    /// Starts a tick: finds the liquids it is in and takes their push (the part of `Entity.baseTick` that is
    /// about motion). What it touched before is forgotten.
    pub(crate) fn begin(&mut self, view: &View<'_>) {
        self.tick_start = self.pos;
        self.contact = Contact::default();
        self.in_powder_snow = false;
        self.meet_liquids(view);
        self.meet_eyes(view);
        if self.in_lava() {
            self.fall_distance *= 0.5;
        }
    }

    /// Moves it by `movement` as far as blocks and hard entities allow, and lets the blocks it meets act on it.
    pub(crate) fn shift(&mut self, space: &Space<'_>, movement: DVec3) {
        let view = &space.view;
        let mut movement = movement;
        if let Some(factor) = self.slowed.take() {
            movement *= factor;
            self.velocity = DVec3::ZERO;
        }
        if self.nature == Nature::Player {
            movement = self.kept_on_ledge(space, movement);
        }
        let moved = self.unhindered(space, movement);
        self.moved = moved;
        if moved.length_squared() > 1e-7 {
            if self.fall_distance != 0.0 && moved.length_squared() >= 1.0 && self.falls_into_relief(view, moved) {
                self.fall_distance = 0.0;
            }
            self.pos += moved;
        }
        let differs = |a: f64, b: f64| (b - a).abs() >= f64::from(1e-5_f32);
        let (hit_x, hit_z) = (differs(movement.x, moved.x), differs(movement.z, moved.z));
        self.hit_wall = hit_x || hit_z;
        self.hit_vertically = movement.y != moved.y;
        self.on_ground = self.hit_vertically && movement.y < 0.0;
        let (below, state) = self.below(view, 0.2);
        self.fall(view, moved.y, Landed { pos: below, state, distance: 0.0 });
        if self.hit_wall {
            self.velocity.x = if hit_x { 0.0 } else { self.velocity.x };
            self.velocity.z = if hit_z { 0.0 } else { self.velocity.z };
        }
        if self.hit_vertically {
            self.land(state);
        }
        if self.on_ground {
            self.step_on(state);
        }
        let heat = self.touch_blocks(view);
        let factor = f64::from(self.velocity_factor(view));
        self.velocity.x *= factor;
        self.velocity.z *= factor;
        if !heat && self.fire_ticks <= 0 || self.is_burning() && (self.in_powder_snow || self.is_wet()) {
            self.fire_ticks = -self.fire_delay;
        }
    }

    /// `Entity.fall`, with the look for water of `LivingEntity.fall`.
    fn fall(&mut self, view: &View<'_>, dropped: f64, below: Landed) {
        if self.nature != Nature::Thing && !self.in_water {
            self.meet_water(view);
        }
        if self.on_ground {
            if self.fall_distance > 0.0 {
                self.contact.landed = Some(Landed { distance: self.fall_distance, ..below });
            }
            self.fall_distance = 0.0;
        } else if dropped < 0.0 {
            self.fall_distance -= dropped as f32;
        }
    }

    /// Whether a long fall passes water, a vine or the like (shape type `FALLDAMAGE_RESETTING`).
    fn falls_into_relief(&self, view: &View<'_>, moved: DVec3) -> bool {
        let to = self.pos + moved;
        cells_along(self.pos, to, |cell| {
            let state = view.block(cell)?;
            if breaks_fall(state) {
                return Some(());
            }
            let water = state.fluid().filter(|fluid| fluid.kind == FluidKind::Water)?;
            let surface = f64::from(fluid::height(view, cell, water));
            let filled = Aabb::new(DVec3::ZERO, DVec3::new(1.0, surface, 1.0)).shifted(cell.corner());
            (filled.contains(self.pos) || filled.entry(self.pos, to).is_some()).then_some(())
        })
        .is_some()
    }

    /// `getVelocityMultiplier`: the block it stands in, or else the one it stands on.
    fn velocity_factor(&self, view: &View<'_>) -> f32 {
        let on_souls = |state: BlockState| matches!(state.block(), Block::SOUL_SAND | Block::SOUL_SOIL);
        if self.soul_speed && on_souls(self.footing(view)) {
            return 1.0;
        }
        let here = view.block_or_wall(self.feet());
        match ground(here).velocity {
            factor if factor != 1.0 || matches!(here.block(), Block::WATER | Block::BUBBLE_COLUMN) => factor,
            _ => ground(self.footing(view)).velocity,
        }
    }
}
