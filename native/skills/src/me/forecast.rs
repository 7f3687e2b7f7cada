//! What a body does if certain keys are held: the walker's feeling for its own legs.
//!
//! On foot and in the air only, as `LivingEntity.travel` and `Entity.move` of 1.19.4 have it; a body that comes into
//! a liquid or onto a ladder is followed no further. It is not the world: it is what tells, a few ticks ahead,
//! whether a jump lands.

use anima_body::{BlockPos, Blocks, Effect, Keys, Player, PlayerFlags};
use anima_rules::food::SPRINT_ABOVE;
use anima_rules::{Aabb, Block, FluidKind, StateFlags};
use glam::DVec3;

use super::heading::toward;
use super::solids::Solids;

/// What is held and where it points during a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Push {
    /// Direction of the forward key seen from above, of length 1; [`DVec3::ZERO`] without the key.
    pub toward: DVec3,
    pub sprint: bool,
    pub jump: bool,
    /// By the forward key: with any other a sprint ends.
    pub ahead: bool,
}

impl Push {
    /// No key held.
    pub const NONE: Push = Push { toward: DVec3::ZERO, sprint: false, jump: false, ahead: false };

    /// Forward towards a point, at a sprint if there is food for it.
    pub fn run(from: DVec3, to: DVec3, sprint: bool) -> Push {
        Push::forward(DVec3::new(to.x - from.x, 0.0, to.z - from.z).normalize_or_zero(), sprint)
    }

    /// Forward in a direction.
    pub fn forward(toward: DVec3, sprint: bool) -> Push {
        Push { toward, sprint, jump: false, ahead: true }
    }

    /// What movement keys do for a body that looks along a yaw; the jump key is left out.
    pub fn of(keys: Keys, yaw: f32) -> Push {
        let (sprint, ahead) = (keys.contains(Keys::SPRINT), keys.contains(Keys::FORWARD));
        Push { toward: toward(keys, yaw), sprint, jump: false, ahead }
    }

    /// Forward against the way a body slides.
    pub fn brake(ghost: &Ghost) -> Push {
        Push::forward(-ghost.velocity.with_y(0.0).normalize_or_zero(), false)
    }

    /// The same with the jump key.
    pub fn jumping(self) -> Push {
        Push { jump: true, ..self }
    }
}

/// A body as it may be some ticks ahead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ghost {
    /// Feet centre.
    pub pos: DVec3,
    /// Blocks per tick.
    pub velocity: DVec3,
    pub on_ground: bool,
    pub sprinting: bool,
    /// Walked into something in the last tick.
    pub hit_wall: bool,
    /// Was moved by the forward key in the last tick.
    pub walking: bool,
    /// Ticks in which a fresh press of the forward key starts a sprint.
    pub double_tap: u8,
    /// Whether a double tap can start a sprint at all: an agent that is hungry or eats cannot sprint.
    pub can_sprint: bool,
    /// Blocks fallen since it last stood.
    pub fallen: f64,
    /// In water or on a ladder: followed no further.
    pub is_held: bool,
}

/// Width of the body, in blocks.
const WIDTH: f64 = 0.6;
/// Height of the body when it stands, in blocks.
const HEIGHT: f64 = 1.8;
/// Height that the body steps up without a jump, in blocks (`Entity.stepHeight`).
const STEP: f64 = 0.6;

impl Ghost {
    /// The player as it is.
    pub fn of(player: &Player) -> Ghost {
        let held = PlayerFlags::IN_WATER | PlayerFlags::IN_LAVA | PlayerFlags::CLIMBING;
        let is_blind = player.effects.iter().any(|active| active.effect == Effect::Blindness);
        Ghost {
            pos: player.pos,
            velocity: player.velocity,
            on_ground: player.is(PlayerFlags::ON_GROUND),
            sprinting: player.is(PlayerFlags::SPRINTING),
            hit_wall: player.is(PlayerFlags::COLLIDED),
            walking: player.is(PlayerFlags::WALKING),
            double_tap: if player.is(PlayerFlags::SNEAKING) { 0 } else { player.double_tap },
            can_sprint: player.food > SPRINT_ABOVE && !player.is(PlayerFlags::USING_ITEM) && !is_blind,
            fallen: 0.0,
            is_held: player.flags.intersects(held),
        }
    }

    /// Whether there is ground right below.
    pub fn is_supported(&self, view: &impl Blocks) -> bool {
        let under = Aabb::of_body(self.pos, WIDTH, 0.0).grown(DVec3::new(-1e-6, 0.01, -1e-6));
        Solids::of(view).around(&under).iter().any(|solid| solid.intersects(&under))
    }

    /// Whether it stands on something and will go on doing so: for one tick after the feet have left an edge they count
    /// as on the ground.
    pub fn stands(&self, view: &impl Blocks) -> bool {
        self.on_ground && self.is_supported(view)
    }

    /// One tick on.
    pub fn step(&mut self, view: &impl Blocks, push: Push) {
        self.step_among(&mut Solids::of(view), push);
    }

    /// One tick on, for one of several that are followed in the same view.
    pub fn step_among(&mut self, solids: &mut Solids<'_, impl Blocks>, push: Push) {
        let view = solids.view();
        for axis in 0..3 {
            if self.velocity[axis].abs() < 0.003 {
                self.velocity[axis] = 0.0;
            }
        }
        let runs = push.toward != DVec3::ZERO;
        // A sprint lasts as long as the forward key is held (`ClientPlayerEntity.tickMovement`). A wall ends it; the key
        // starts it again in the tick after.
        let starts = self.is_double_tap(push) || push.sprint;
        self.walking = runs && push.ahead;
        self.sprinting = self.walking && (starts || self.sprinting) && !self.hit_wall;
        if push.jump && self.on_ground {
            self.velocity.y = 0.42;
            if self.sprinting {
                self.velocity += push.toward * 0.2;
            }
        }
        let slipperiness = if self.on_ground { slipperiness(view, self.pos) } else { 1.0 };
        let speed = match (self.on_ground, self.sprinting) {
            (true, sprints) => {
                let speed = if sprints { 0.13 } else { 0.1 };
                speed * 0.21600002 / (slipperiness * slipperiness * slipperiness)
            }
            (false, true) => 0.025999999,
            (false, false) => 0.02,
        };
        self.velocity += push.toward * 0.98 * speed;
        self.shift(solids);
        let drag = if slipperiness == 1.0 { 0.91 } else { slipperiness * 0.91 };
        self.velocity = DVec3::new(self.velocity.x * drag, (self.velocity.y - 0.08) * 0.98, self.velocity.z * drag);
        let state = view.block_or_wall(BlockPos::containing(self.pos));
        let floats = state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water);
        self.is_held = floats || state.flags().contains(StateFlags::CLIMBABLE);
    }

    /// Whether this press of the forward key starts a sprint, as the second one within some ticks does; the first one
    /// begins to count (`ClientPlayerEntity.tickMovement`).
    fn is_double_tap(&mut self, push: Push) -> bool {
        /// Ticks after the first press in which a second one counts.
        const TICKS: u8 = 7;
        self.double_tap = self.double_tap.saturating_sub(1);
        let is_pressed = push.ahead && push.toward != DVec3::ZERO && !push.sprint;
        let is_fresh = is_pressed && !self.walking && !self.sprinting;
        if !is_fresh || !self.on_ground || !self.can_sprint {
            return false;
        }
        let is_second = self.double_tap > 0;
        if !is_second {
            self.double_tap = TICKS;
        }
        is_second
    }

    /// `Entity.move`.
    fn shift(&mut self, solids: &mut Solids<'_, impl Blocks>) {
        let wanted = self.velocity;
        let bounds = Aabb::of_body(self.pos, WIDTH, HEIGHT);
        let boxes = solids.around(&bounds.stretched(wanted).stretched(DVec3::new(0.0, STEP, 0.0)));
        let plain = unhindered(bounds, wanted, boxes);
        let met = |moved: DVec3| (moved.x - wanted.x).abs() > 1e-9 || (moved.z - wanted.z).abs() > 1e-9;
        let lands = plain.y != wanted.y && wanted.y < 0.0;
        let mut moved = plain;
        if met(plain) && (self.on_ground || lands) {
            moved = stepped(bounds, wanted, plain, boxes);
        }
        self.pos += moved;
        self.hit_wall = met(moved);
        self.on_ground = wanted.y < 0.0 && plain.y != wanted.y;
        if self.on_ground {
            self.fallen = 0.0;
        } else if moved.y < 0.0 {
            self.fallen -= moved.y;
        }
        if (moved.x - wanted.x).abs() > 1e-9 {
            self.velocity.x = 0.0;
        }
        if moved.y != wanted.y {
            self.velocity.y = 0.0;
        }
        if (moved.z - wanted.z).abs() > 1e-9 {
            self.velocity.z = 0.0;
        }
    }
}

/// The move with a step of up to 0.6 up, if that leads farther (`Entity.adjustMovementForCollisions`).
fn stepped(bounds: Aabb, wanted: DVec3, plain: DVec3, boxes: &[Aabb]) -> DVec3 {
    let level = DVec3::new(wanted.x, 0.0, wanted.z);
    let squared = |moved: DVec3| moved.x * moved.x + moved.z * moved.z;
    let mut best = unhindered(bounds, DVec3::new(wanted.x, STEP, wanted.z), boxes);
    let raised = unhindered(bounds.stretched(level), DVec3::new(0.0, STEP, 0.0), boxes);
    if raised.y < STEP {
        let over = unhindered(bounds.shifted(raised), level, boxes) + raised;
        if squared(over) > squared(best) {
            best = over;
        }
    }
    if squared(best) > squared(plain) {
        return best + unhindered(bounds.shifted(best), DVec3::new(0.0, wanted.y - best.y, 0.0), boxes);
    }
    plain
}

/// How far a box gets: up and down first, then along the longer way (`Entity.adjustMovementForCollisions`).
fn unhindered(mut bounds: Aabb, wanted: DVec3, boxes: &[Aabb]) -> DVec3 {
    let mut moved = DVec3::ZERO;
    let order = if wanted.x.abs() < wanted.z.abs() { [1, 2, 0] } else { [1, 0, 2] };
    for axis in order {
        if wanted[axis] != 0.0 {
            let way = boxes.iter().fold(wanted[axis], |way, solid| slide(&bounds, axis, way, solid));
            moved[axis] = if way.abs() < 1e-7 { 0.0 } else { way };
            let mut by = DVec3::ZERO;
            by[axis] = moved[axis];
            bounds = bounds.shifted(by);
        }
    }
    moved
}

/// How far a box slides along an axis before it meets another (`VoxelShapes.calculateMaxOffset`).
fn slide(moving: &Aabb, axis: usize, way: f64, solid: &Aabb) -> f64 {
    const TOUCH: f64 = 1e-7;
    let overlaps =
        |other: usize| moving.max[other] - TOUCH > solid.min[other] && moving.min[other] + TOUCH < solid.max[other];
    if !(0..3).filter(|other| *other != axis).all(overlaps) {
        return way;
    }
    if way > 0.0 && solid.min[axis] >= moving.max[axis] - TOUCH {
        way.min(solid.min[axis] - moving.max[axis])
    } else if way < 0.0 && solid.max[axis] <= moving.min[axis] + TOUCH {
        way.max(solid.max[axis] - moving.min[axis])
    } else {
        way
    }
}

/// `Block.getSlipperiness` of what a body stands on.
fn slipperiness(view: &impl Blocks, feet: DVec3) -> f64 {
    match view.block_or_wall(BlockPos::containing(feet - DVec3::new(0.0, 0.5000001, 0.0))).block() {
        Block::ICE | Block::PACKED_ICE | Block::FROSTED_ICE => 0.98,
        Block::BLUE_ICE => 0.989,
        Block::SLIME_BLOCK => 0.8,
        _ => 0.6,
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use anima_body::{ChunkPos, Column, Control, Keys, Terrain};
    use anima_rules::BlockState;
    use anima_world::{Options, Scene};
    use serde_json::Value;

    use super::*;

    /// Traces of the game's movement on foot, by name.
    const ON_FOOT: [&str; 17] = [
        "walk_straight",
        "walk_yaw90_west",
        "corner_cut_x_major",
        "slide_along_wall_x_major",
        "doorway_off_centre",
        "climb_stairs_sprint",
        "step_up_slab",
        "step_under_low_ceiling",
        "snow_layers_ramp",
        "jump_onto_block_walk",
        "headhitter_2high",
        "sprint_jump_timed",
        "parkour_gap_2",
        "parkour_gap_4_with_hop",
        "parkour_diagonal",
        "stone_to_ice_to_stone",
        "fence_walk_and_jump",
    ];

    fn vec(value: &Value) -> DVec3 {
        serde_json::from_value::<[f64; 3]>(value.clone()).unwrap().into()
    }

    fn check(trace: &Value) {
        let mut terrain = Terrain::default();
        for chunk in ChunkPos::new(0, 0).around(4) {
            terrain.insert(chunk, Column::default());
        }
        for block in trace["blocks"].as_array().unwrap() {
            let at = |i: usize| block[i].as_i64().unwrap() as i32;
            let state: BlockState = block[3].as_str().unwrap().parse().unwrap();
            terrain.set_block(BlockPos::new(at(0), at(1), at(2)), state);
        }
        let start = &trace["start"];
        let mut ghost = Ghost {
            pos: vec(&start["pos"]),
            velocity: vec(&start["vel"]),
            on_ground: start["onGround"].as_bool().unwrap(),
            sprinting: false,
            hit_wall: false,
            walking: false,
            double_tap: 0,
            can_sprint: true,
            fallen: 0.0,
            is_held: false,
        };
        let view = terrain.view();
        let until = trace["compareUntil"].as_u64().unwrap() as usize;
        let mut cooldown = 0;
        for (number, tick) in trace["ticks"].as_array().unwrap().iter().enumerate().take(until) {
            let held = |key: &str| tick["keys"][key].as_bool().unwrap_or(false);
            let yaw = tick["yaw"].as_f64().unwrap().to_radians();
            let toward = if held("forward") { DVec3::new(-yaw.sin(), 0.0, yaw.cos()) } else { DVec3::ZERO };
            // The game jumps again only ten ticks after a jump, or when the key was let go.
            cooldown = if held("jump") { (cooldown - 1).max(0) } else { 0 };
            let jumps = held("jump") && cooldown == 0 && ghost.on_ground;
            cooldown = if jumps { 10 } else { cooldown };
            ghost.step(&view, Push { jump: jumps, ..Push::forward(toward, held("sprint")) });
            let off = (ghost.pos - vec(&tick["pos"])).abs().max_element();
            assert!(off < 2e-3, "{} tick {number}: {} not {}", trace["name"], ghost.pos, tick["pos"]);
        }
    }

    /// Sprints south for some ticks, then holds other keys: the body is each tick where it was foreseen.
    #[track_caller]
    fn check_after_a_sprint(keys: Keys, push: Push) {
        let mut world = Scene::flat().world(Options::default());
        for tick in 0..14 {
            let now = world.observe();
            let mut ghost = Ghost::of(&now.player);
            let sprint = (Keys::FORWARD | Keys::SPRINT, Push::forward(DVec3::Z, true));
            let (keys, push) = if tick < 6 { sprint } else { (keys, push) };
            ghost.step(&now.terrain.view(), push);
            world.tick(&Control { keys, ..Control::default() });
            let pos = world.observe().player.pos;
            assert!((ghost.pos - pos).length() < 1e-3, "{keys:?} tick {tick}: {} not {pos}", ghost.pos);
        }
    }

    #[test]
    fn a_second_press_of_forward_within_seven_ticks_starts_a_sprint() {
        /// Presses forward for two ticks, lets go for some, presses again for eight: whether that becomes a sprint.
        fn sprints(pause: usize, keys_between: Keys, food: u8) -> bool {
            let mut scene = Scene::flat();
            scene.start.food = food;
            let mut world = scene.world(Options::default());
            let mut ends_at_a_sprint = false;
            for tick in 0..10 + pause {
                let now = world.observe();
                let is_pressed = tick < 2 || tick >= 2 + pause;
                let keys = if is_pressed { Keys::FORWARD } else { keys_between };
                let mut ghost = Ghost::of(&now.player);
                ghost.step(&now.terrain.view(), Push::of(keys, now.player.yaw));
                world.tick(&Control { keys, ..Control::default() });
                let then = world.observe().player;
                if !keys_between.contains(Keys::SNEAK) {
                    assert!(
                        (ghost.pos - then.pos).length() < 1e-3,
                        "pause {pause} tick {tick}: {} not {}",
                        ghost.pos,
                        then.pos
                    );
                }
                ends_at_a_sprint = then.is(PlayerFlags::SPRINTING);
                assert_eq!(ghost.sprinting, ends_at_a_sprint, "pause {pause} tick {tick}");
            }
            ends_at_a_sprint
        }
        let none = Keys::empty();
        assert!((1..=4).all(|pause| sprints(pause, none, 20)), "the second press is at most six ticks after the first");
        assert!((5..=9).all(|pause| !sprints(pause, none, 20)), "too late");
        assert!(!sprints(2, Keys::SNEAK, 20), "sneaking between the two ends the count");
        assert!(!sprints(2, none, 6), "an agent that is hungry does not sprint");
    }

    #[test]
    fn where_nothing_is_loaded_there_is_a_wall() {
        let mut terrain = Terrain::default();
        terrain.insert(ChunkPos::new(0, 0), Column::default());
        for (x, z) in (0..16).flat_map(|x| (0..16).map(move |z| (x, z))) {
            terrain.set_block(BlockPos::new(x, 63, z), Block::STONE.state());
        }
        let player = Scene::flat().world(Options::default()).observe().player;
        let mut ghost = Ghost { pos: DVec3::new(12.5, 64.0, 8.5), ..Ghost::of(&player) };
        let view = terrain.view();
        (0..40).for_each(|_| ghost.step(&view, Push::forward(DVec3::X, true)));
        assert!(ghost.hit_wall && (ghost.pos.x - 15.7).abs() < 1e-6, "{}", ghost.pos);
    }

    #[test]
    fn a_sprint_lasts_as_long_as_the_forward_key() {
        let other = |toward: DVec3| Push { ahead: false, ..Push::forward(toward, false) };
        check_after_a_sprint(Keys::FORWARD, Push::forward(DVec3::Z, false));
        check_after_a_sprint(Keys::BACK, other(DVec3::NEG_Z));
        check_after_a_sprint(Keys::LEFT, other(DVec3::X));
    }

    #[test]
    fn moves_as_the_game_does_on_foot() {
        let shared = std::env::var_os("ANIMA_SHARED")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
        for name in ON_FOOT {
            match std::fs::read_to_string(shared.join(format!("parity/physics/{name}.json"))) {
                Ok(text) => check(&serde_json::from_str(&text).unwrap()),
                Err(error) => return println!("skipped: {}: {error}", shared.display()),
            }
        }
    }
}
