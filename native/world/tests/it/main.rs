//! The world, played with keys.

mod anything;
mod counting;
mod delay;
mod digging;
mod hands;
mod lighting;
mod lying;
mod moving;
mod nature;
mod placing;
mod surviving;
mod using;
mod windows;

use anima_body::{BlockPos, Control, Event, Keys, Look, Observation, Slot, Target};
use anima_rules::{BlockState, Item, ItemStack};
use anima_world::{GameRules, Options, Scene, World};
use glam::DVec3;

/// A game: a world and what a test does in it.
pub(crate) struct Game {
    pub(crate) world: World,
    /// Everything that happened.
    pub(crate) events: Vec<Event>,
}

impl Game {
    /// A game in which nothing grows, spawns or rains.
    pub(crate) fn of(scene: &Scene) -> Game {
        Game::with(scene, Options::default())
    }

    pub(crate) fn with(scene: &Scene, options: Options) -> Game {
        let rules = GameRules {
            random_tick_speed: 0,
            do_mob_spawning: false,
            do_weather_cycle: false,
            ..options.rules.clone()
        };
        Game { world: scene.world(Options { rules, radius: 4, ..options }), events: Vec::new() }
    }

    pub(crate) fn now(&self) -> Observation {
        self.world.observe()
    }

    pub(crate) fn tick(&mut self, control: &Control) {
        self.world.tick(control);
        self.events.extend(self.now().events.iter().cloned());
    }

    /// Holds keys for some ticks.
    pub(crate) fn hold(&mut self, keys: Keys, ticks: u32) {
        for _ in 0..ticks {
            self.tick(&Control { keys, ..Control::default() });
        }
    }

    pub(crate) fn wait(&mut self, ticks: u32) {
        self.hold(Keys::empty(), ticks);
    }

    /// Presses keys for one tick and lets go for one.
    pub(crate) fn tap(&mut self, keys: Keys) {
        self.hold(keys, 1);
        self.wait(1);
    }

    pub(crate) fn hotbar(&mut self, slot: u8) {
        self.tick(&Control { hotbar: Some(slot), ..Control::default() });
    }

    /// Turns the head towards a point.
    pub(crate) fn look_at(&mut self, point: impl Into<DVec3>) {
        let player = self.now().player;
        let way = point.into() - player.eyes();
        let yaw = (-way.x).atan2(way.z).to_degrees() as f32;
        let pitch = (-way.y).atan2(way.x.hypot(way.z)).to_degrees() as f32;
        let look = Look { yaw: yaw - player.yaw, pitch: pitch - player.pitch };
        self.tick(&Control { look, ..Control::default() });
    }

    /// Looks at the middle of a block, which must be what the cross-hair meets.
    #[track_caller]
    pub(crate) fn look_at_block(&mut self, pos: impl Into<BlockPos>) {
        let pos = pos.into();
        self.look_at(pos.center());
        match self.now().target {
            Target::Block(hit) if hit.pos == pos => {}
            other => panic!("looks at {other:?} and not at {pos}"),
        }
    }

    pub(crate) fn block(&self, pos: impl Into<BlockPos>) -> BlockState {
        self.world.terrain().block(pos.into()).expect("within the scene")
    }

    #[track_caller]
    pub(crate) fn expect_block(&self, pos: impl Into<BlockPos>, state: &str) {
        assert_eq!(self.block(pos), state.parse().expect("a block state"));
    }

    pub(crate) fn held(&self) -> Slot {
        self.now().inventory.held()
    }

    pub(crate) fn count(&self, item: Item) -> u32 {
        self.now().inventory.count(item)
    }
}

pub(crate) fn one(item: Item) -> ItemStack {
    ItemStack::new(item, 1)
}
