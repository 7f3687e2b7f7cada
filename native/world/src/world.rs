//! The world as a whole, and the order of a tick.

use std::collections::BTreeMap;
use std::sync::Arc;

use anima_body::{
    BlockPos, Control, Custom, Event, Keys, Light, Menu, MenuKind, Observation, Screen, ScreenKey, Tally, Target,
    Terrain, Weather,
};
use anima_hands::{ActionResult, Deed, Hand, Hands, Presses, Stance, Steps};
use anima_rules::{BlockState, EntityKind, StateFlags};
use glam::DVec3;
use rand::SeedableRng;

use crate::delay::hands::{Done, Sight};
use crate::entity::{Entities, Entity};
use crate::level::{Conditions, Dice, Level, Spawn, Surface};
use crate::physics::Space;
use crate::player::{Player, Window};
use crate::sky::Sky;
use crate::spawn::{Place, Spawning};
use crate::{Options, Source};

/// How far away entities are shown, in blocks.
const SIGHT: f64 = 96.0;
/// Within so many chunks there is every entity that is shown.
const SIGHT_CHUNKS: i32 = SIGHT as i32 / 16 + 1;

/// An embedded world with one player in it. Cloning it forks it.
#[derive(Clone, Debug)]
pub struct World {
    source: Source,
    pub(crate) options: Arc<Options>,
    pub(crate) level: Level,
    pub(crate) entities: Entities,
    pub(crate) player: Player,
    pub(crate) hands: Hands,
    pub(crate) window: Window,
    pub(crate) sky: Sky,
    spawning: Spawning,
    pub(crate) dice: Dice,
    /// What the cross-hair is on in this tick.
    pub(crate) target: Target,
    /// What the hands did in this tick, and what came of it.
    pub(crate) deeds: Vec<(Deed, ActionResult)>,
    /// What the hands would have placed in this tick if no mob had stood there.
    pub(crate) refused: Option<(BlockPos, BlockState)>,
    /// Where the player appears, and appears again.
    spawn: DVec3,
    /// The head of the bed that the player slept in last.
    pub(crate) bed: Option<BlockPos>,
    tick: u64,
    events: Arc<Vec<Event>>,
    pub(crate) menu: Arc<Menu>,
    /// The light at the player's eyes.
    light: Light,
    /// The statistics as the player's client was last told them.
    told: Arc<Tally>,
    warnings: Vec<String>,
}

/// What moves the player in a tick.
#[derive(Clone, Copy)]
enum Mover<'a> {
    /// The keys at a client that shows the world as it is; what it says it has read of them.
    Client(Option<Presses>),
    /// The same at a client that shows something else.
    FarClient(Option<Presses>, &'a Sight<'a>),
}

/// A move of the player that has begun.
#[derive(Clone, Copy, Debug)]
pub struct Moving {
    /// What of the body decides what its keys become.
    pub stance: Stance,
    from: DVec3,
    /// Whether it stood on something.
    grounded: bool,
    /// The hand whose item is used up.
    used: Option<Hand>,
}

/// How the player's body moves, beyond what it sees of itself: for checks against traces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Feet centre.
    pub pos: DVec3,
    /// Blocks per tick.
    pub velocity: DVec3,
    /// Stands on something.
    pub on_ground: bool,
    /// Walked into something in the last tick.
    pub hit_wall: bool,
    /// Met floor or ceiling in the last tick.
    pub hit_vertically: bool,
    /// Was in water when the last tick began.
    pub in_water: bool,
    /// Was in lava when the last tick began.
    pub in_lava: bool,
}

impl World {
    /// A world at its beginning, loaded around the player.
    pub fn new(source: impl Into<Source>, options: Options) -> World {
        let source = source.into();
        let start = source.start();
        // No two of these share a sequence, whatever the seeds.
        let [of_level, of_mobs] = [0, 1].map(|part| options.seed.wrapping_mul(2).wrapping_add(part));
        let mut level = Level::new(of_level);
        let mut entities = Entities::default();
        let mut dice = Dice::seed_from_u64(of_mobs);
        let home = BlockPos::containing(options.start.unwrap_or(start.pos));
        for column in level.load_around(home.chunk(), options.radius, &source) {
            column.entities.iter().for_each(|saved| entities.add_saved(saved, &mut dice));
        }
        let exact = options.start.or(start.is_exact.then_some(start.pos));
        let spawn = exact.unwrap_or_else(|| standing_place(&level, home));
        let mut player = Player::new(spawn);
        player.enchanting_seed = options.seed;
        if let Source::Scene(scene) = &source {
            player.begin_as(&scene.start);
        }
        let sky = Sky::new(options.day_time.unwrap_or(start.day_time), start.weather);
        let mut world = World {
            source,
            level,
            entities,
            player,
            hands: Hands::default(),
            window: Window::default(),
            sky,
            spawning: Spawning::default(),
            dice,
            target: Target::Nothing,
            deeds: Vec::new(),
            refused: None,
            spawn,
            bed: None,
            tick: 0,
            events: Arc::default(),
            menu: Arc::new(Menu::empty(MenuKind::Player)),
            light: Light::default(),
            told: Arc::default(),
            warnings: Vec::new(),
            options: Arc::new(options),
        };
        world.warnings = world.level.take_warnings();
        world.level.take_changes();
        world.show_menu();
        world.look_at_light();
        world
    }

    /// What the player's client knows at the start of a tick.
    pub fn observe(&self) -> Observation {
        let view = self.level.view();
        let pos = self.player.body.pos;
        let near =
            |entity: &&crate::entity::Entity| !entity.removed && entity.body.pos.distance_squared(pos) < SIGHT * SIGHT;
        Observation {
            tick: self.tick,
            player: self.player.seen(&view, &self.hands),
            inventory: self.player.inventory.clone(),
            menu: Arc::clone(&self.menu),
            screen: self.screen(),
            entities: Arc::new(self.entities.iter().filter(near).map(crate::entity::Entity::seen).collect()),
            target: self.player.target(&view, &self.entities),
            day_time: self.sky.day_time(),
            weather: self.sky.weather(),
            biome: self.level.biome(self.player.body.feet()),
            light: self.light,
            terrain: self.level.terrain().clone(),
            events: Arc::clone(&self.events),
            tally: Arc::clone(&self.told),
            frame: None,
        }
    }

    pub(crate) fn screen(&self) -> Screen {
        if self.player.is_dead {
            Screen::Death
        } else if self.player.sleep.is_some() {
            Screen::Other
        } else {
            self.window.screen()
        }
    }

    /// Lets a tick pass with what the hands do in it, in the order of `guide.md` 4.1: look, cross-hair, hot bar
    /// and clicks, attack and use, movement, then the world.
    pub fn tick(&mut self, control: &Control) {
        self.tick_as_read(control, None);
    }

    /// As [`World::tick`], for a client that reads its keys itself: its presses count in place of the control's attack,
    /// use, drop and swap keys. Gives the presses that came to something: none with a window open, none of the dead.
    pub fn tick_as_read(&mut self, control: &Control, read: Option<Presses>) -> Option<Presses> {
        self.tick_moved(control, Mover::Client(read)).presses
    }

    /// The same with a client that shows something else than the world; what the client foresees of what the hands did.
    pub(crate) fn tick_in_sight(&mut self, control: &Control, read: Option<Presses>, sight: &Sight<'_>) -> Done {
        self.tick_moved(control, Mover::FarClient(read, sight))
    }

    fn tick_moved(&mut self, control: &Control, mover: Mover<'_>) -> Done {
        self.begin_tick();
        if control.statistics {
            self.tell_statistics();
        }
        if let Some(text) = &control.chat {
            let from = "Player".to_owned();
            self.player.events.push(Event::Chat { from, text: text.clone(), own: true });
        }
        let mut done = Done::default();
        if self.player.is_dead {
            if control.respawn {
                self.respawn();
            }
        } else {
            self.player.turn(control.look);
            done = match mover {
                Mover::Client(read) => Done { presses: self.use_hands(control, read), ..Done::default() },
                Mover::FarClient(read, sight) => self.use_hands_in_sight(control, read, sight),
            };
        }
        let screen = match mover {
            Mover::FarClient(_, sight) => sight.screen_after(done.screen),
            Mover::Client(_) => self.screen(),
        };
        let keys = if screen == Screen::None { control.keys } else { Keys::empty() };
        let moving = self.begin_move();
        let steps = self.player.go(keys, &moving.stance);
        self.end_tick(moving, steps);
        done
    }

    /// Begins a tick.
    pub fn begin_tick(&mut self) {
        self.tick += 1;
        self.deeds.clear();
    }

    /// The rest of a tick, from the player's move on. In bed its legs do nothing.
    pub fn end_tick(&mut self, moving: Moving, steps: Option<Steps>) {
        self.end_move(moving, steps);
        self.load();
        self.pass_time();
        self.mind_window();
        self.show_menu();
        self.look_at_light();
        self.publish();
    }

    /// Tells the player's client its statistics as they are, with the next observation.
    pub fn tell_statistics(&mut self) {
        self.told = Arc::new(self.player.tally.as_told(self.tick));
    }

    /// Windows, hot bar, attack and use.
    fn use_hands(&mut self, control: &Control, read: Option<Presses>) -> Option<Presses> {
        self.hands.begin();
        self.target = self.player.target(&self.level.view(), &self.entities);
        self.press_screen_key(control.screen);
        let presses = self.hands.read(control.keys, read, self.screen() != Screen::None);
        match presses {
            Some(presses) => self.press(control.hotbar, presses),
            None => self.click_window(control),
        }
        presses
    }

    pub(crate) fn press_screen_key(&mut self, key: Option<ScreenKey>) {
        match key {
            Some(ScreenKey::OpenInventory) if self.screen() == Screen::None => self.open_inventory(),
            Some(ScreenKey::Close) if self.player.sleep.is_some() => self.wake(),
            Some(ScreenKey::Close) if self.screen() != Screen::None => self.close_window(),
            _ => {}
        }
    }

    /// Begins the player's move: all that comes before its legs.
    pub fn begin_move(&mut self) -> Moving {
        let space = Space::new(self.level.view(), self.entities.hard());
        let view = &space.view;
        let player = &mut self.player;
        let (from, grounded) = (player.body.pos, player.body.on_ground);
        player.body.rained_on = self.sky.weather() != Weather::Clear && is_rained_on(&self.level, player);
        player.begin(view);
        player.was_in = (player.body.in_water, player.body.in_lava());
        player.suffer(view, &self.options, &mut self.dice);
        let used = player.use_on();
        Moving { stance: player.stance(&space), from, grounded, used }
    }

    /// Moves the player by what its legs do.
    fn end_move(&mut self, moving: Moving, steps: Option<Steps>) {
        let Moving { from, grounded, used, .. } = moving;
        let space = Space::new(self.level.view(), self.entities.hard());
        let view = &space.view;
        let player = &mut self.player;
        let steps = steps.filter(|_| player.sleep.is_none());
        let jumped = steps.is_some_and(|steps| player.walk(&space, steps));
        if grounded && !player.body.on_ground && player.body.pos.y > from.y {
            // ServerPlayNetworkHandler.onPlayerMove
            player.count(Custom::Jump, 1);
        }
        player.feel_move(view, from, jumped, &self.options, &mut self.dice);
        player.digest(self.tick, &self.options, &mut self.dice);
        player.count_time();
        player.count_charge();
        if let Some(hand) = used {
            self.finish_using(hand);
        }
        self.trample();
        self.sleep_on();
        if !self.player.is_dead {
            self.entities.meet_player(&mut self.player, &mut self.dice);
        }
    }

    /// Loads what came near.
    pub(crate) fn load(&mut self) {
        self.load_around(self.player.body.feet());
    }

    fn load_around(&mut self, pos: BlockPos) {
        for column in self.level.load_around(pos.chunk(), self.options.radius, &self.source) {
            column.entities.iter().for_each(|saved| self.entities.add_saved(saved, &mut self.dice));
            self.player.events.push(Event::ColumnLoaded(column.chunk));
        }
        self.entities.settle(pos.chunk(), SIGHT_CHUNKS.max(self.options.radius + Entities::MARGIN));
        self.warnings.extend(self.level.take_warnings());
    }

    /// Everything but the player.
    fn pass_time(&mut self) {
        self.sky.tick(&self.options.rules, &mut self.dice);
        let options = Arc::clone(&self.options);
        let conditions = Conditions {
            player: self.player.body.pos,
            radius: options.radius,
            day_time: self.sky.day_time(),
            weather: self.sky.weather(),
            difficulty: options.difficulty,
            rules: &options.rules,
        };
        self.level.tick(&conditions);
        self.entities.gather(BlockPos::containing(conditions.player).chunk(), options.radius);
        let mut spawning = std::mem::take(&mut self.spawning);
        spawning.tick(&mut self.place(&options));
        self.spawning = spawning;
        let now = (&self.sky, self.tick);
        self.entities.tick(&mut self.level, &mut self.player, &options, now, &mut self.dice);
        self.level.tick_block_entities(&conditions);
        for spawn in self.level.take_spawns() {
            match spawn {
                Spawn::Spawner(pos) => self.place(&options).spawn_brood(pos),
                spawn => self.entities.add_spawn(spawn, &mut self.dice),
            }
        }
        if self.player.is_dead && !self.player.left_behind {
            self.leave_behind();
        }
    }

    /// What mobs spawn in.
    fn place<'a>(&'a mut self, options: &'a Options) -> Place<'a> {
        Place {
            entities: &mut self.entities,
            level: &mut self.level,
            player: self.player.body.pos,
            spawn: self.spawn,
            options,
            sky: &self.sky,
            now: self.tick,
            dice: &mut self.dice,
        }
    }

    pub(crate) fn look_at_light(&mut self) {
        self.light = self.level.light_shown(BlockPos::containing(self.player.body.eyes()));
    }

    /// Hands this tick's events to the next observation.
    fn publish(&mut self) {
        let mut events = std::mem::take(&mut self.player.events);
        let changes = self.level.take_changes();
        self.entities.wake_near(&changes);
        events.extend(changes.into_iter().map(|(pos, state)| Event::BlockChanged { pos, state }));
        if !events.is_empty() || !self.events.is_empty() {
            self.events = Arc::new(events);
        }
    }

    /// What a player leaves where it dies: all it carries, and some experience.
    fn leave_behind(&mut self) {
        self.player.left_behind = true;
        if self.window.is_open() {
            self.close_window();
        }
        if self.options.rules.keep_inventory {
            return;
        }
        for slot in 0..self.player.inventory.slots.len() {
            if let Some(stack) = self.player.inventory.slots[slot].take() {
                self.throw(stack, true);
            }
        }
        let points = anima_rules::experience::dropped_on_death(self.player.experience.level);
        self.entities.add_experience(points, self.player.body.pos, &mut self.dice);
    }

    /// Brings a dead player back beside its bed, at the world's spawn, or on the ground near it where the spawn has none
    /// (`ServerPlayerEntity.moveToSpawn`).
    pub(crate) fn respawn(&mut self) {
        if let Some(bed) = self.bed {
            self.load_around(bed);
        }
        let home = self.bedside().unwrap_or_else(|| {
            self.load_around(BlockPos::containing(self.spawn));
            let space = Space::new(self.level.view(), self.entities.hard());
            if Player::new(self.spawn).may_appear(&space) {
                self.spawn
            } else {
                standing_place(&self.level, BlockPos::containing(self.spawn))
            }
        });
        let mut player = Player::new(home);
        player.yaw = self.player.yaw;
        player.enchanting_seed = self.player.enchanting_seed;
        if self.options.rules.keep_inventory {
            player.inventory = self.player.inventory.clone();
            player.experience = self.player.experience;
        }
        player.events = std::mem::take(&mut self.player.events);
        player.tally = std::mem::take(&mut self.player.tally);
        player.events.push(Event::Respawned);
        self.player = player;
        self.hands.come_back();
        self.load();
    }

    /// The cool-downs of the attack key and of a held use key, in ticks (`MinecraftClient.attackCooldown` and
    /// `itemUseCooldown`).
    pub fn cooldowns(&self) -> (u32, u8) {
        self.hands.cooldowns()
    }

    /// What the hands did in the last tick, in order, and what came of it.
    pub fn deeds(&self) -> &[(Deed, ActionResult)] {
        &self.deeds
    }

    /// What the legs did in the last tick in which the player was not in bed.
    pub fn steps(&self) -> Steps {
        self.player.legs.steps()
    }

    /// Ticks since the beginning.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// The player's statistics as they are: an observation shows them as the client was last told.
    ///
    /// Counted as 1.19.4 counts them are all of mined, used, broken, picked up, dropped, killed and killed by, what is
    /// crafted in a grid, a furnace, a stonecutter or a smithing table, and of the custom ones times, ways, jumps, damage,
    /// deaths, kills, animals bred, fish caught, sleep, villagers talked to, cake, cauldrons, pots, note blocks,
    /// enchanting, and blocks whose window was opened. The others stay at nothing, for in this world nobody rides, flies
    /// with wings, trades, raids, shoots at targets, washes armour and banners, or uses beacons, bells, campfires, ender
    /// chests, jukeboxes and lecterns.
    pub fn tally(&self) -> &Tally {
        &self.player.tally
    }

    /// How many there are of each kind of entity in the columns that tick, the player left out, in order of kinds.
    pub fn census(&self) -> BTreeMap<EntityKind, usize> {
        let here = self.player.body.feet().chunk();
        let ticks = |entity: &&Entity| entity.body.feet().chunk().distance(here) <= self.options.radius;
        let mut census = BTreeMap::new();
        for entity in self.entities.iter().filter(ticks) {
            *census.entry(entity.entity_kind()).or_default() += 1;
        }
        census
    }

    /// How many mobs there are in the columns that tick.
    pub fn mob_count(&self) -> usize {
        self.entities.crowd_size()
    }

    /// Takes all mobs out of the world, as for a measurement without them.
    pub fn remove_mobs(&mut self) {
        self.entities.remove_mobs();
    }

    /// The loaded blocks; a clone is a snapshot.
    pub fn terrain(&self) -> &Terrain {
        self.level.terrain()
    }

    /// The blocks with all that belongs to them.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// What it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Where the player appears, and appears again.
    pub fn spawn(&self) -> DVec3 {
        self.spawn
    }

    /// What could not be read of the source so far, each with file and place.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// How the player's body moves.
    pub fn motion(&self) -> Motion {
        let body = &self.player.body;
        let (in_water, in_lava) = self.player.was_in;
        Motion {
            pos: body.pos,
            velocity: body.velocity,
            on_ground: body.on_ground,
            hit_wall: body.hit_wall,
            hit_vertically: body.hit_vertically,
            in_water,
            in_lava,
        }
    }
}

/// Whether rain falls on the player's head.
fn is_rained_on(level: &Level, player: &Player) -> bool {
    let head = BlockPos::containing(player.body.eyes());
    let biome = level.biome(head);
    let height = level.height(Surface::MotionBlocking, head.x, head.z);
    height <= head.y && biome.has_precipitation() && biome.temperature() >= 0.15
}

/// A place to stand at or near a position: the highest ground of its block column, or of one close by
/// (`SpawnLocating`).
fn standing_place(level: &Level, pos: BlockPos) -> DVec3 {
    /// Blocks around the spawn that are tried, as the game rule `spawnRadius`.
    const REACH: i32 = 10;
    let stands = |x: i32, z: i32| {
        let y = level.height(Surface::MotionBlocking, x, z);
        let below = level.block(BlockPos::new(x, y - 1, z));
        let solid = below.flags().contains(StateFlags::FULL_CUBE) && below.fluid().is_none();
        solid.then(|| BlockPos::new(x, y, z).floor_center())
    };
    (0..=REACH)
        .flat_map(|ring| {
            let side = -ring..=ring;
            side.clone()
                .flat_map(move |dz| (-ring..=ring).map(move |dx| (dx, dz)))
                .filter(move |(dx, dz)| dx.abs().max(dz.abs()) == ring)
        })
        .find_map(|(dx, dz)| stands(pos.x + dx, pos.z + dz))
        .unwrap_or_else(|| pos.floor_center())
}
