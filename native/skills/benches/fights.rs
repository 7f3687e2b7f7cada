//! Fights: duels in drawn arenas, and walks over generated terrain by night.
//!
//! Prints for each foe and kit how often the player won, fled or died and what it cost, and every walk that went wrong.
//!
//! `cargo bench --bench fights -- [KIND] [GAMES] [FIRST]` plays GAMES games of KIND (`open`, `cave`, `night`; all of
//! them if not given) with the seeds from FIRST on. `-v` prints every game, `-t` what is done from tick to tick.

use std::collections::BTreeMap;

use anima_body::{BlockPos, EntityFlags, Event, Observation, PlayerFlags};
use anima_rules::{EntityKind, Item, ItemStack};
use anima_skills::path::Goal;
use anima_skills::reflex::{self, Urge};
use anima_skills::{Me, Settings, Task, take_shield, travel};
use anima_world::{GameRules, Generator, Options, Scene, Source, World};
use glam::DVec3;
use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;

/// Ticks that a duel may take.
const DUEL: u64 = 1200;
/// Ticks of a walk.
const WALK: u64 = 4000;
/// Blocks from the middle of a walk to its corners: 290 from the start to the last one.
const FAR: f64 = 66.0;
/// Chunks around the middle that are there.
const COLUMNS: i32 = 8;

/// Foes that are met together.
const FOES: [&[&str]; 11] = [
    &["zombie"],
    &["husk"],
    &["skeleton"],
    &["spider"],
    &["creeper"],
    &["drowned"],
    &["zombie", "zombie"],
    &["zombie", "skeleton"],
    &["creeper", "zombie"],
    &["skeleton", "skeleton"],
    &["zombie", "skeleton", "creeper"],
];

const KITS: [(&str, &[(Item, u8)]); 4] = [
    ("bare", &[]),
    ("pick", &[(Item::WOODEN_PICKAXE, 1), (Item::COBBLESTONE, 20)]),
    ("sword", &[(Item::STONE_SWORD, 1), (Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 20), (Item::BREAD, 3)]),
    (
        "shield",
        &[
            (Item::STONE_SWORD, 1),
            (Item::STONE_PICKAXE, 1),
            (Item::COBBLESTONE, 20),
            (Item::BREAD, 3),
            (Item::SHIELD, 1),
        ],
    ),
];

struct Manner {
    verbose: bool,
    traces: bool,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    let manner = Manner { verbose: has("-v") || has("-t"), traces: has("-t") };
    let mut words = args.iter().filter(|arg| !arg.starts_with('-'));
    let kind = words.next().cloned().unwrap_or_default();
    let mut number = |default: u64| words.next().and_then(|word| word.parse().ok()).unwrap_or(default);
    let (games, first) = (number(10), number(1));
    let only = words.next();
    for arena in ["open", "cave"] {
        if arena.contains(&kind) {
            duels(arena, first..first + games, only.map(String::as_str), &manner);
        }
    }
    if "night".contains(&kind) {
        nights(first..first + games, &manner);
    }
}

/// What became of some games.
#[derive(Default)]
struct Sum {
    games: u32,
    won: u32,
    died: u32,
    lost: f32,
    ticks: u64,
    busy: u64,
}

impl Sum {
    fn add(&mut self, game: &Game) {
        self.games += 1;
        self.won += u32::from(game.won);
        self.died += u32::from(game.death.is_some());
        self.lost += game.lost;
        self.ticks += game.ticks;
        self.busy += game.busy;
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let each = |sum: f64| sum / f64::from(self.games.max(1));
        write!(
            f,
            "{:2}/{} won, {:2} died, {:5.1} health lost, {:4.0} ticks, {:4.0} of them in reflexes",
            self.won,
            self.games,
            self.died,
            each(f64::from(self.lost)),
            each(self.ticks as f64),
            each(self.busy as f64)
        )
    }
}

fn duels(arena: &str, seeds: std::ops::Range<u64>, only: Option<&str>, manner: &Manner) {
    let mut all: BTreeMap<&str, Sum> = BTreeMap::new();
    for (kit, items) in KITS {
        for foes in FOES {
            let name = format!("{arena} {kit} {}", foes.join("+"));
            if only.is_some_and(|only| !name.contains(only)) {
                continue;
            }
            let mut sum = Sum::default();
            for seed in seeds.clone() {
                let mut scene = if arena == "cave" { cave() } else { Scene::flat() };
                for (item, count) in items {
                    scene.give(ItemStack::new(*item, *count));
                }
                let mut dice = Pcg64::seed_from_u64(seed);
                for foe in foes {
                    scene.mob(foe, place(arena, &mut dice));
                }
                let options = Options { seed, rules: still(), day_time: Some(15000), ..Options::default() };
                let mut world = scene.world(options);
                let kinds: Vec<EntityKind> = foes.iter().filter_map(|foe| EntityKind::from_name(foe)).collect();
                let is_left = |now: &Observation| now.entities.iter().any(|entity| kinds.contains(&entity.kind));
                let game = play(
                    &mut world,
                    DUEL,
                    manner,
                    async move |me| {
                        loop {
                            // A fight may begin before the shield is on.
                            drop(take_shield(me).await);
                            me.tick().await;
                        }
                    },
                    |now| !is_left(now),
                );
                sum.add(&game);
                all.entry(kit).or_default().add(&game);
                if manner.verbose {
                    println!("{name} {seed}: {game}");
                }
            }
            println!("{name:40} {sum}");
        }
    }
    for (kit, sum) in all {
        println!("{arena} {kit} in all: {sum}");
    }
}

/// Nothing comes of itself.
fn still() -> GameRules {
    GameRules { do_mob_spawning: false, do_daylight_cycle: false, do_weather_cycle: false, ..GameRules::default() }
}

/// Where a foe stands at first.
fn place(arena: &str, dice: &mut Pcg64) -> DVec3 {
    if arena == "cave" {
        return DVec3::new(dice.random_range(-2..=2) as f64 + 0.5, 64.0, dice.random_range(6..=10) as f64 + 0.5);
    }
    let (angle, way) = (dice.random_range(0.0..std::f64::consts::TAU), dice.random_range(6.0..14.0));
    DVec3::new(0.5 + way * angle.cos(), 64.0, 0.5 + way * angle.sin())
}

/// A chamber with a pit, and tunnels that lead off it.
fn cave() -> Scene {
    let mut scene = Scene::flat();
    scene
        .fill([-32, 50, -32], [32, 76, 32], "stone")
        .fill([-3, 64, -3], [3, 67, 12], "air")
        .fill([0, 64, -20], [0, 65, -4], "air")
        .fill([4, 64, 2], [20, 65, 2], "air")
        .fill([-8, 52, -2], [-4, 66, 1], "air");
    scene
}

fn nights(seeds: std::ops::Range<u64>, manner: &Manner) {
    let mut sum = Sum::default();
    for seed in seeds {
        let options = Options { seed, day_time: Some(14000), radius: 8, ..Options::default() };
        let (kit, items) = KITS[1 + (seed % 2) as usize];
        let source = Source::Generator(Generator::new(seed as i64));
        let home = World::new(source.clone(), Options { radius: 1, ..options.clone() }).observe().player.pos;
        let middle = BlockPos::containing(home).chunk();
        let mut scene = Scene::loaded(middle, middle);
        for chunk in middle.around(COLUMNS) {
            if let Ok(Some(loaded)) = source.column(chunk) {
                scene.insert(chunk, loaded.column);
            }
        }
        scene.start_at(home.x, home.y, home.z);
        for (item, count) in items {
            scene.give(ItemStack::new(*item, *count));
        }
        let mut world = scene.world(options);
        let angle = Pcg64::seed_from_u64(seed).random_range(0.0..std::f64::consts::TAU);
        // A triangle, as the land ends not far away.
        let corners = [0.0, 1.0, 2.0].map(|turn| {
            let angle = angle + turn * std::f64::consts::TAU / 3.0;
            BlockPos::containing(home + DVec3::new(angle.cos(), 0.0, angle.sin()) * FAR)
        });
        let work = async move |me: &Me| {
            for corner in corners {
                let goal = Goal::Xz { x: corner.x, z: corner.z };
                for _ in 0..3 {
                    if travel(me, &goal).await.is_ok() {
                        break;
                    }
                    me.tick().await;
                }
            }
            loop {
                me.hotbar(8);
                me.tick().await;
            }
        };
        let is_over = |now: &Observation| now.inventory.selected == 8;
        let game = play(&mut world, WALK, manner, work, is_over);
        sum.add(&game);
        if manner.verbose || !game.won || game.lost > 0.0 {
            println!("night {seed} {kit}: {game}");
        }
    }
    println!("nights: {sum}");
}

/// How a game went.
struct Game {
    won: bool,
    death: Option<String>,
    lost: f32,
    ticks: u64,
    busy: u64,
    events: Vec<String>,
}

impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Game { won, lost, ticks, busy, .. } = self;
        let end = self.death.as_deref().unwrap_or(if *won { "won" } else { "out of ticks" });
        write!(f, "{end}, {lost:.1} lost, {ticks} ticks ({busy} in reflexes) {}", self.events.join("; "))
    }
}

/// Plays as an agent does: a work that reflexes interrupt.
fn play(
    world: &mut World,
    limit: u64,
    manner: &Manner,
    work: impl AsyncFnOnce(&Me) + 'static,
    is_won: impl Fn(&Observation) -> bool,
) -> Game {
    let me = Me::new(Settings::default(), world.observe());
    let handle = me.clone();
    let mut work = Task::new(async move { work(&handle).await });
    let mut reflex: Option<(Urge, Task<()>)> = None;
    let mut game = Game { won: false, death: None, lost: 0.0, ticks: 0, busy: 0, events: Vec::new() };
    while game.ticks < limit {
        let now = world.observe();
        for event in now.events.iter() {
            match event {
                Event::Hurt { amount, by } => {
                    game.lost += amount;
                    let by = by.and_then(|id| now.entities.iter().find(|entity| entity.id == id));
                    let by = by.map_or("something", |entity| entity.kind.name());
                    game.events.push(format!("{amount:.1} by {by} at {} ({})", game.ticks, me.doing_now().join(" > ")));
                }
                Event::Died { message } => game.death = Some(message.clone()),
                _ => {}
            }
        }
        if now.player.is(PlayerFlags::DEAD) {
            break;
        }
        if is_won(&now) {
            game.won = true;
            break;
        }
        me.begin(now.clone());
        let pressing = reflex::urge(&me);
        let outranked = match (&reflex, &pressing) {
            (None, Some(_)) => true,
            (Some((current, _)), Some(other)) => other.outranks(current),
            _ => false,
        };
        if outranked && let Some(urge) = pressing {
            let (me, todo) = (me.clone(), urge.clone());
            reflex = Some((urge, Task::new(async move { reflex::follow(&me, todo).await })));
        }
        let mut is_busy = false;
        if let Some((_, task)) = &mut reflex {
            is_busy = task.poll().is_none();
        }
        if is_busy {
            game.busy += 1;
        } else {
            reflex = None;
            work.poll();
        }
        let control = me.end();
        if manner.traces {
            trace(&now, &me, &control);
        }
        world.tick(&control);
        game.ticks += 1;
    }
    game
}

fn trace(now: &Observation, me: &Me, control: &anima_body::Control) {
    let player = &now.player;
    let foes = now.entities.iter().filter(|entity| entity.health.is_some() && entity.pos.distance(player.pos) < 20.0);
    let foes = foes.map(|foe| {
        let lit = if foe.flags.contains(EntityFlags::FUSE_LIT) { "!" } else { "" };
        format!("{}{lit} {:.1} off, {:.0} hp", foe.kind, foe.pos.distance(player.pos), foe.health.unwrap_or(0.0))
    });
    println!(
        "{:4} {:.1} {:.1} {:.1} hp {:.0} charge {:.2} {:?} {:?} | {}",
        now.tick,
        player.pos.x,
        player.pos.y,
        player.pos.z,
        player.health,
        player.attack_charge,
        control.keys,
        me.doing_now(),
        foes.collect::<Vec<_>>().join(", ")
    );
}
