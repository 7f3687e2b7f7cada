//! How a boat floats (`BoatEntity`).

use anima_body::{BlockPos, View};
use anima_rules::{Aabb, Block, Fluid, FluidKind};
use glam::DVec3;

use super::crowd::push_between;
use super::{Around, Kind};
use crate::physics::{Body, Space, ground, liquid_height};

/// Fall per tick and tick.
const GRAVITY: f64 = 0.04;
/// Lift per tick and tick of a boat that is all under the surface (`BoatEntity.updateVelocity`).
const LIFT: f64 = 0.06153846153846154;
/// How far over the surface the bottom of a boat that falls into water is set, less its height.
const SPLASH: f64 = 0.101;

/// What a boat knows of its motion, beyond its body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Boat {
    /// `None` before its first tick.
    place: Option<Place>,
    /// Its speed upwards in its last move.
    climb: f64,
}

/// What carries a boat (`BoatEntity.Location`).
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Afloat; the height of the surface.
    InWater(f64),
    UnderWater,
    UnderFlowingWater,
    /// On blocks of this slipperiness, in the mean.
    OnLand(f32),
    InAir,
}

impl Boat {
    /// A tick of a boat in which nobody sits: what carries it gives it speed, and it moves.
    pub fn drift(&mut self, body: &mut Body, space: &Space<'_>) {
        let view = &space.view;
        let before = self.place;
        let place = Place::of(view, &body.bounds());
        self.place = Some(place);
        body.begin(view);
        let is_wet = !matches!(place, Place::InAir | Place::OnLand(_));
        if before == Some(Place::InAir) && is_wet {
            let surface = surface_below(view, &body.bounds(), self.climb);
            body.pos.y = surface - f64::from(body.height) + SPLASH;
            body.velocity.y = 0.0;
            self.climb = 0.0;
            self.place = Some(Place::InWater(surface));
        } else {
            place.carry(body);
        }
        self.climb = body.velocity.y;
        body.shift(space, body.velocity);
    }
}

/// Pushes a boat and each entity beside it, not above it, away from each other (the end of `BoatEntity.tick`,
/// `BoatEntity.pushAwayFrom`). No entity climbs in: riding does not exist in this world.
pub(super) fn push_apart(body: &mut Body, around: &mut Around<'_>) {
    let sole = body.bounds().min.y;
    let beside = body.bounds().grown(DVec3::new(0.2, -0.01, 0.2));
    let mut meet = |other: &mut Body, is_boat: bool| {
        let bounds = other.bounds();
        if !bounds.intersects(&beside) || !is_boat && bounds.min.y > sole {
            return false;
        }
        let push = push_between(body.pos, other.pos);
        body.velocity -= push;
        other.velocity += push;
        true
    };
    for other in around.others.iter_mut().filter(|other| other.is_pushed()) {
        let is_boat = matches!(&other.kind, Kind::Prop(prop) if prop.is_boat());
        if meet(&mut other.body, is_boat) {
            other.wake();
        }
    }
    let player = &mut around.player;
    if !player.is_dead && !player.body.is_climbing(&around.level.view()) {
        meet(&mut player.body, false);
    }
}

impl Place {
    /// `BoatEntity.checkLocation`
    fn of(view: &View<'_>, bounds: &Aabb) -> Place {
        if let Some(place) = Place::under_water(view, bounds) {
            return place;
        }
        let surfaces = cells(bounds, bounds.min.y, bounds.min.y + 0.001).filter_map(|pos| surface(view, pos));
        let highest = surfaces.map(|(height, _)| height).fold(f64::NEG_INFINITY, f64::max);
        if bounds.min.y < highest {
            return Place::InWater(highest);
        }
        slipperiness_below(view, bounds).map_or(Place::InAir, Place::OnLand)
    }

    /// `BoatEntity.getUnderWaterLocation`
    fn under_water(view: &View<'_>, bounds: &Aabb) -> Option<Place> {
        let top = bounds.max.y + 0.001;
        let mut over = cells(bounds, bounds.max.y, top).filter_map(|pos| surface(view, pos)).filter(|at| top < at.0);
        let (_, first) = over.next()?;
        let is_still = first.source && over.all(|(_, water)| water.source);
        Some(if is_still { Place::UnderWater } else { Place::UnderFlowingWater })
    }

    /// Gives a boat the speed that it gets here in a tick (`BoatEntity.updateVelocity`).
    fn carry(self, body: &mut Body) {
        let (drag, fall, depth) = match self {
            Place::InWater(surface) => (0.9, GRAVITY, (surface - body.pos.y) / f64::from(body.height)),
            Place::UnderFlowingWater => (0.9, 7e-4, 0.0),
            Place::UnderWater => (0.45, GRAVITY, f64::from(0.01_f32)),
            Place::OnLand(slipperiness) => (slipperiness, GRAVITY, 0.0),
            Place::InAir => (0.9, GRAVITY, 0.0),
        };
        let drag = f64::from(drag);
        body.velocity = DVec3::new(body.velocity.x * drag, body.velocity.y - fall, body.velocity.z * drag);
        if depth > 0.0 {
            body.velocity.y = (body.velocity.y + depth * LIFT) * 0.75;
        }
    }
}

/// The cells of a box between two heights.
fn cells(bounds: &Aabb, low: f64, high: f64) -> impl Iterator<Item = BlockPos> {
    let (floor, ceiling) = (|v: f64| v.floor() as i32, |v: f64| v.ceil() as i32);
    let (x, z) = (floor(bounds.min.x)..ceiling(bounds.max.x), floor(bounds.min.z)..ceiling(bounds.max.z));
    let y = floor(low)..ceiling(high);
    x.flat_map(move |x| {
        let z = z.clone();
        y.clone().flat_map(move |y| z.clone().map(move |z| BlockPos::new(x, y, z)))
    })
}

/// The water of a cell and the height of its surface.
fn surface(view: &View<'_>, pos: BlockPos) -> Option<(f64, Fluid)> {
    let water = view.block(pos)?.fluid().filter(|fluid| fluid.kind == FluidKind::Water)?;
    Some((f64::from(pos.y as f32 + liquid_height(view, pos, water)), water))
}

/// The height of the surface that a boat fell through at a speed upwards (`BoatEntity.getWaterHeightBelow`).
fn surface_below(view: &View<'_>, bounds: &Aabb, climb: f64) -> f64 {
    let (low, high) = (bounds.max.y.floor() as i32, (bounds.max.y - climb).ceil() as i32);
    let depth = |y: i32| {
        let level = cells(bounds, f64::from(y), f64::from(y) + 1.0);
        level.filter_map(|pos| surface(view, pos)).map(|(height, _)| height - f64::from(y)).fold(0.0, f64::max)
    };
    let found = (low..high).map(|y| (y, depth(y))).find(|(_, depth)| *depth < 1.0);
    found.map_or(f64::from(high + 1), |(y, depth)| f64::from(y) + depth)
}

/// The mean slipperiness of the blocks that a boat stands on; `None` if it stands on none
/// (`BoatEntity.getNearbySlipperiness`).
fn slipperiness_below(view: &View<'_>, bounds: &Aabb) -> Option<f32> {
    let sole = Aabb::new(bounds.min - DVec3::new(0.0, 0.001, 0.0), bounds.max.with_y(bounds.min.y));
    let carries = |pos: &BlockPos| {
        let Some(state) = view.block(*pos).filter(|state| state.block() != Block::LILY_PAD) else { return false };
        state.collision().iter().any(|shape| shape.shifted(pos.corner()).intersects(&sole))
    };
    // A fence reaches up out of its own cell.
    let (sum, count) = cells(&sole, sole.min.y - 1.0, sole.max.y)
        .filter(carries)
        .map(|pos| ground(view.block_or_wall(pos)).slipperiness)
        .fold((0.0, 0), |(sum, count), slipperiness| (sum + slipperiness, count + 1));
    (count > 0).then(|| sum / count as f32)
}

#[cfg(test)]
mod tests {
    use anima_body::{Control, Keys};
    use anima_rules::{Aabb, EntityKind, Item, ItemStack};
    use glam::DVec3;

    use crate::entity::Kind;
    use crate::{GameRules, Options, SavedEntity, Scene, World};

    /// Where a boat floats at rest: its lift is as great as its fall with 0.65 of its height under the surface.
    const AFLOAT: f64 = 63.0 + 8.0 / 9.0 - 0.65 * 0.5625;

    fn world(scene: &Scene) -> World {
        scene.world(Options { day_time: Some(6000), rules: GameRules::still(), radius: 3, ..Options::default() })
    }

    /// A lake four blocks deep with a boat in it, or over it.
    fn lake(height: f64) -> Scene {
        let mut scene = Scene::flat();
        scene.fill([-9, 59, -9], [9, 63, 9], "stone").fill([-8, 60, -8], [8, 63, 8], "water");
        scene.mob("boat", [0.5, height, 0.5]).start_at(20.5, 64.0, 0.5);
        scene
    }

    fn pass(world: &mut World, keys: Keys, ticks: u32) {
        (0..ticks).for_each(|_| world.tick(&Control { keys, ..Control::default() }));
    }

    fn the(world: &World, kind: EntityKind) -> anima_body::Entity {
        let seen = world.observe().entities;
        seen.iter().find(|entity| entity.kind == kind).expect("one of its kind").clone()
    }

    fn boat(world: &World) -> anima_body::Entity {
        the(world, EntityKind::BOAT)
    }

    #[track_caller]
    fn close(got: f64, expected: f64) {
        // Less than a sixtieth of a pixel of a move is none (`Entity.move`).
        assert!((got - expected).abs() < 2e-3, "{got}, not {expected}");
    }

    #[test]
    fn a_boat_floats_with_two_thirds_of_it_under_water_a_sunken_one_sinks_and_both_come_to_rest() {
        for (from, to) in [(63.4, AFLOAT), (64.0, AFLOAT), (80.0, AFLOAT), (62.0, 60.0)] {
            let mut world = world(&lake(from));
            pass(&mut world, Keys::empty(), 600);
            close(boat(&world).pos.y, to);
            let rests = world.entities.iter().any(|entity| matches!(&entity.kind, Kind::Prop(prop) if prop.rests));
            assert!(rests, "from {from}: {:?}", boat(&world));
        }
    }

    #[test]
    fn a_boat_falls_by_a_twentyfifth_of_a_block_per_tick_and_tick_and_lies_on_land() {
        let mut scene = Scene::flat();
        let mut world = world(scene.mob("boat", [6.5, 70.0, 0.5]));
        pass(&mut world, Keys::empty(), 3);
        close(boat(&world).pos.y, 70.0 - 0.04 * 6.0);
        pass(&mut world, Keys::empty(), 60);
        assert_eq!(boat(&world).pos, DVec3::new(6.5, 64.0, 0.5));
    }

    #[test]
    fn a_player_stands_on_a_boat_and_does_not_sneak_off_it() {
        let mut world = world(lake(63.6).start_at(0.5, 66.0, 0.1));
        pass(&mut world, Keys::empty(), 100);
        assert!(world.motion().on_ground);
        assert_eq!(world.motion().pos.y, boat(&world).pos.y + 0.5625);
        pass(&mut world, Keys::FORWARD | Keys::SNEAK, 60);
        let at = world.motion();
        assert!(at.on_ground && at.pos.z > 1.3 && at.pos.z < 0.5 + 1.375 / 2.0 + 0.31, "at its edge: {at:?}");
        pass(&mut world, Keys::FORWARD, 20);
        assert!(world.motion().in_water, "{:?}", world.motion());
    }

    #[test]
    fn a_walker_steps_up_onto_a_boat_and_a_swimmer_pushes_it_ahead() {
        let mut scene = Scene::flat();
        let mut land = world(scene.mob("boat", [0.5, 64.0, 3.5]).start_at(0.5, 64.0, 0.5));
        let mut highest = 64.0_f64;
        for _ in 0..40 {
            pass(&mut land, Keys::FORWARD, 1);
            highest = highest.max(land.motion().pos.y);
        }
        assert_eq!((highest, land.motion().pos.y), (64.5625, 64.0));
        let mut water = world(lake(AFLOAT).start_at(0.5, 63.0, -1.5));
        for _ in 0..60 {
            pass(&mut water, Keys::FORWARD | Keys::JUMP, 1);
            let swimmer = Aabb::of_body(water.motion().pos, 0.6, 1.8);
            assert!(
                !swimmer.grown(DVec3::splat(-1e-6)).intersects(&Aabb::of_body(boat(&water).pos, 1.375, 0.5625)),
                "{:?}",
                water.motion()
            );
        }
        assert!(boat(&water).pos.z > 0.8, "{:?}", boat(&water));
    }

    #[test]
    fn two_boats_and_a_pig_part() {
        let mut scene = Scene::flat();
        scene.fill([-30, 60, -30], [30, 63, 30], "water").start_at(20.5, 64.0, 20.5);
        scene.mob("boat", [0.5, 63.5, 0.5]).mob("chest_boat", [2.0, 63.5, 0.5]).mob("squid", [0.5, 63.0, -0.6]);
        let mut world = world(&scene);
        pass(&mut world, Keys::empty(), 100);
        let (one, other) = (boat(&world).pos, the(&world, EntityKind::CHEST_BOAT).pos);
        assert!(other.x - one.x > 1.375 + 0.2, "{one} {other}");
        assert!(one.z > 0.6, "{one}");
    }

    #[test]
    fn a_thing_on_a_boat_falls_when_the_boat_breaks() {
        let mut scene = lake(AFLOAT);
        let stick = Some(ItemStack::new(Item::STICK, 1));
        let above = DVec3::new(0.5, 65.0, 0.5);
        scene.entity(SavedEntity { item: stick, ..SavedEntity::new(EntityKind::ITEM, above) });
        let mut world = world(scene.start_at(0.5, 64.0, 3.5).look(180.0, 30.0));
        pass(&mut world, Keys::empty(), 40);
        close(the(&world, EntityKind::ITEM).pos.y, AFLOAT + 0.5625);
        let id = boat(&world).id;
        world.entities.get_mut(id).unwrap().removed = true;
        pass(&mut world, Keys::empty(), 20);
        assert!(world.entities.hard().is_empty());
        assert!(the(&world, EntityKind::ITEM).pos.y < AFLOAT);
    }

    #[test]
    fn a_shulker_stays_where_it_is_and_is_as_hard_as_a_block() {
        let mut scene = Scene::flat();
        scene
            .mob("shulker", [0.5, 66.0, 0.5])
            .mob("shulker", [0.5, 64.0, 4.5])
            .start_at(0.5, 80.0, 0.5)
            .look(0.0, 60.0);
        let mut world = world(&scene);
        let mut worst = 20.0_f32;
        for _ in 0..60 {
            pass(&mut world, Keys::empty(), 1);
            worst = worst.min(world.observe().player.health);
        }
        assert_eq!((world.motion().pos, worst), (DVec3::new(0.5, 67.0, 0.5), 10.0), "a fall of thirteen blocks");
        pass(&mut world, Keys::FORWARD, 60);
        close(world.motion().pos.z, 4.0 - 0.3);
        let shulkers = |world: &World| -> Vec<DVec3> {
            let seen = world.observe().entities;
            seen.iter().filter(|entity| entity.kind == EntityKind::SHULKER).map(|entity| entity.pos).collect()
        };
        assert_eq!(shulkers(&world), [DVec3::new(0.5, 66.0, 0.5), DVec3::new(0.5, 64.0, 4.5)]);
        // Nor is it hard when it is dead, nor moved by blows.
        for _ in 0..60 {
            pass(&mut world, Keys::ATTACK, 1);
            pass(&mut world, Keys::empty(), 12);
        }
        assert_eq!(shulkers(&world).len(), 1, "{:?}", world.observe().target);
        pass(&mut world, Keys::FORWARD, 20);
        assert!(world.motion().pos.z > 5.0, "{:?}", world.motion());
    }
}
