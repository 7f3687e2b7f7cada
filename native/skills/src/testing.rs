//! How tests play: one body in a small world of the embedded kind, and how it fared.

use std::future::Future;
use std::sync::Arc;

use anima_body::{BlockPos, Control, Event, Observation, PlayerFlags};
use anima_rules::techtree::{Given, Step, plan};
use anima_rules::{Block, Item, ItemStack};
use anima_world::{DelayLine, GameRules, Generator, Options, Scene, Source, World};

use crate::me::now::Now;
use crate::obtain::obtain;
use crate::{Me, Settings, Task, perform, reflex};
use anima_intent::{Act, Condition, Judge, Outcome, Reserve};

/// The last step of the rules' plan for so many more of an item, from what is carried, at whatever stations it takes.
pub(crate) fn last_step(me: &Me, item: Item, count: u32) -> Step {
    let now = me.now();
    let items: Vec<ItemStack> = now.inventory.slots.iter().flatten().copied().collect();
    let given = Given { items: &items, stations: &[Block::CRAFTING_TABLE, Block::FURNACE] };
    let mut plan = plan(item, now.inventory.count(item) + count, &given).expect("a plan");
    plan.steps.pop().expect("a step")
}

/// Does the last step of the rules' plan for so many more of an item.
pub(crate) async fn make(me: &Me, item: Item, count: u32) -> Outcome {
    obtain(me, &last_step(me, item, count), 1).await
}

/// A world, and a player in it that is about to do something.
pub(crate) struct Game {
    client: DelayLine,
    me: Me,
    has_reflexes: bool,
}

/// How a game went.
pub(crate) struct End {
    /// How the skill ended, if it did.
    pub outcome: Option<Outcome>,
    pub world: World,
    /// Health lost in all.
    pub lost: f32,
}

/// How an act went.
pub(crate) struct Trial {
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// Whether what it promises holds, if it promises something.
    pub holds: Option<bool>,
    pub world: World,
}

impl Trial {
    /// It ended well and did what it promises.
    #[track_caller]
    pub(crate) fn succeeds(&self) {
        let Trial { outcome, holds, world, .. } = self;
        let at = world.observe().player.pos;
        assert_eq!((outcome, holds), (&Some(Ok(())), &Some(true)), "after {} ticks at {at}", world.ticks());
    }
}

impl Game {
    /// By day, with no mobs but those drawn; the player has no reflexes and does only what it is told to do.
    pub(crate) fn by_day(scene: &Scene) -> Game {
        Game::of(scene.world(Options { seed: 7, day_time: Some(6000), ..quiet() }))
    }

    /// By night, with no mobs but those drawn, the reflexes at work.
    pub(crate) fn by_night(scene: &Scene, seed: u64) -> Game {
        let world = scene.world(Options { seed, day_time: Some(15_000), ..quiet() });
        Game { has_reflexes: true, ..Game::of(world) }
    }

    /// In a world as it is, without reflexes.
    pub(crate) fn of(world: World) -> Game {
        let me = Me::new(Settings::default(), world.observe());
        Game { client: DelayLine::new(world, 0), me, has_reflexes: false }
    }

    /// With the reflexes at work.
    pub(crate) fn with_reflexes(mut self) -> Game {
        self.has_reflexes = true;
        self
    }

    /// With a server so many ticks away.
    pub(crate) fn far(mut self, ticks: u32) -> Game {
        self.client = DelayLine::new(self.client.into_world(), ticks);
        self
    }

    /// With answers of that server that come up to so many ticks later still, by dice of a seed.
    pub(crate) fn unsteady(mut self, ticks: u32, seed: u64) -> Game {
        self.client = self.client.with_jitter(ticks, seed);
        self
    }

    /// Looks on for some ticks first.
    pub(crate) fn after(mut self, ticks: u32) -> Game {
        for _ in 0..ticks {
            self.me.begin(self.client.observe());
            self.client.tick(&self.me.end());
        }
        self
    }

    /// Performs an act after a look all round, and judges what it promises, or `otherwise`.
    pub(crate) fn perform(self, ticks: u64, act: Act, otherwise: Option<Condition>) -> Trial {
        const LOOK: u32 = 20;
        let game = self.after(LOOK);
        let told = |world: &World| {
            let now = world.observe();
            Observation { tally: Arc::new(world.tally().as_told(now.tick)), ..now }
        };
        let first = told(game.client.world());
        let condition = otherwise.or_else(|| act.gives(&first.inventory));
        game.me.keep_for_goal(Reserve::of(&Condition::All(Vec::new()), [&act]));
        let mut judge = condition.map(|condition| Judge::new(&condition, &first));
        let skill = |me: Me| async move { perform(&me, &act, 1).await };
        let end = game.watch(ticks, skill, |now, _| {
            if let Some(judge) = &mut judge {
                judge.see(now, &now.known());
            }
        });
        let holds = judge.as_mut().map(|judge| {
            judge.see(&told(&end.world), &end.world.terrain().view());
            judge.holds()
        });
        Trial { outcome: end.outcome.clone(), holds, world: end.world }
    }

    /// Carries a skill out until it ends, the body is dead or the ticks are spent.
    pub(crate) fn play<F: Future<Output = Outcome> + 'static>(self, ticks: u64, skill: impl FnOnce(Me) -> F) -> End {
        self.watch(ticks, skill, |_, _| {})
    }

    /// The same, and shows each tick with what is done in it.
    pub(crate) fn watch<F: Future<Output = Outcome> + 'static>(
        self,
        ticks: u64,
        skill: impl FnOnce(Me) -> F,
        mut witness: impl FnMut(&Now, &Control),
    ) -> End {
        let Game { mut client, me, has_reflexes } = self;
        let mut task = Task::new(skill(me.clone()));
        let mut reflex: Option<(reflex::Urge, Task<()>)> = None;
        let mut lost = 0.0;
        for _ in 0..ticks {
            me.begin(client.observe());
            let now = me.now();
            lost += damage(&now);
            if now.player.is(PlayerFlags::DEAD) {
                break;
            }
            if has_reflexes
                && let Some(urge) = reflex::urge(&me)
                && reflex.as_ref().is_none_or(|(current, _)| urge.outranks(current))
            {
                let (me, todo) = (me.clone(), urge.clone());
                reflex = Some((urge, Task::new(async move { reflex::follow(&me, todo).await })));
            }
            if reflex.as_mut().is_some_and(|(_, task)| task.poll().is_some()) {
                reflex = None;
            }
            if reflex.is_none()
                && let Some(outcome) = task.poll()
            {
                return End { outcome: Some(outcome), world: client.into_world(), lost };
            }
            let control = me.end();
            witness(&now, &control);
            client.tick(&control);
        }
        End { outcome: None, world: client.into_world(), lost }
    }
}

impl End {
    /// What is shown at the end.
    pub(crate) fn now(&self) -> Observation {
        self.world.observe()
    }

    pub(crate) fn is_dead(&self) -> bool {
        self.now().player.is(PlayerFlags::DEAD)
    }
}

/// No mob but those drawn, and the sun stands still.
pub(crate) fn quiet() -> Options {
    let rules = GameRules { do_mob_spawning: false, do_daylight_cycle: false, ..GameRules::default() };
    Options { rules, ..Options::default() }
}

/// Plays a skill in a scene by day, after a look all round, to its end.
#[track_caller]
pub(crate) fn play<F: Future<Output = Outcome> + 'static>(
    scene: &Scene,
    skill: impl FnOnce(Me) -> F,
) -> (Outcome, World) {
    const LOOK: u32 = 20;
    const PATIENCE: u64 = 6000;
    let game = Game::by_day(scene).after(LOOK);
    let me = game.me.clone();
    let end = game.play(PATIENCE, skill);
    let Some(outcome) = end.outcome else {
        panic!("it does not end within {PATIENCE} ticks; doing {:?}", me.doing_now());
    };
    (outcome, end.world)
}

/// Stands around, and leaves the rest to the reflexes.
pub(crate) async fn stand(me: Me) -> Outcome {
    loop {
        me.tick().await;
    }
}

/// The lowest height of the feet of a player that stands around by night, until something hurts it.
pub(crate) fn lowest_unhurt(scene: &Scene, seed: u64, ticks: u64) -> f64 {
    let (mut lost, mut lowest) = (0.0, f64::INFINITY);
    Game::by_night(scene, seed).watch(ticks, stand, |now, _| {
        lost += damage(now);
        if lost == 0.0 {
            lowest = lowest.min(now.player.pos.y);
        }
    });
    lowest
}

/// The land around where a player begins in a generated world, with its animals, so many columns to every side.
pub(crate) fn land(seed: u64, columns: i32) -> Scene {
    let source = Source::Generator(Generator::new(seed as i64));
    let home = World::new(source.clone(), Options { radius: 1, ..Options::default() }).observe().player.pos;
    let middle = BlockPos::containing(home).chunk();
    let mut scene = Scene::loaded(middle, middle);
    for chunk in middle.around(columns) {
        if let Ok(Some(loaded)) = source.column(chunk) {
            scene.insert(chunk, loaded.column);
            for entity in loaded.entities {
                scene.entity(entity);
            }
        }
    }
    scene.start_at(home.x, home.y, home.z);
    scene
}

/// A meadow, and what is carried.
pub(crate) fn flat(items: &[(Item, u8)]) -> Scene {
    with(Scene::flat(), items)
}

/// Rock from height 30 to 62, grass on it, and what is carried.
pub(crate) fn rock(items: &[(Item, u8)]) -> Scene {
    let mut scene = flat(items);
    scene.fill([-40, 30, -40], [40, 62, 40], "stone");
    scene
}

/// A scene with what is carried in it.
pub(crate) fn with(mut scene: Scene, items: &[(Item, u8)]) -> Scene {
    for (item, count) in items {
        scene.give(ItemStack::new(*item, *count));
    }
    scene
}

/// How much of an item is carried.
pub(crate) fn held(world: &World, item: Item) -> u32 {
    world.observe().inventory.count(item)
}

/// Health lost in a tick.
fn damage(now: &Observation) -> f32 {
    now.events.iter().map(|event| if let Event::Hurt { amount, .. } = event { *amount } else { 0.0 }).sum()
}
