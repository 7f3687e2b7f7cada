//! The operator's hand: how a world is set for the agent that is to play in it, as the papers set theirs.

use std::collections::{BTreeMap, BTreeSet};

use anima_body::{Effect, Inventory, Weather};
use anima_rules::damage::worn_at;
use anima_rules::{Biome, Block, EntityKind, Item, ItemStack};
use anima_world::{Difficulty, World};
use anyhow::{Context, Result, bail, ensure};
use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::{Blueprints, Land};

/// Things with how many of each.
pub type Carried = BTreeMap<Item, u32>;

/// The most mobs of a kind that are summoned for a game.
const MOST_MOBS: u32 = 100;
/// The most blocks that `/fill` fills (1.19.4), which ODYSSEY's arena keeps to.
const MOST_FILLED: i32 = 32_768;

/// What an operator sets for a game. The agent that plays has nothing of it in its hands; all of it stands in the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scenario {
    /// Biomes of which the player starts in one, the nearest to the spawn; anywhere if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub biome: Vec<Biome>,
    /// Whether what the player carried before is taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub clear: bool,
    /// What the player carries.
    #[serde(skip_serializing_if = "Carried::is_empty")]
    pub carried: Carried,
    /// What the player wears, and a shield in the off hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub worn: Vec<Item>,
    /// Time of day, 0..24000: 0 is sunrise, 6000 noon, 13000 dusk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
    /// The weather.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weather: Option<Weather>,
    /// The difficulty from then on, where it is not that of the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// Effects on the player until it dies, with their level as the game shows it, from 1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub effects: BTreeMap<Effect, u8>,
    /// Mobs around the player.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub mobs: BTreeMap<EntityKind, u32>,
    /// Blocks to the mobs along both axes, and at most twice as many.
    pub mobs_away: u32,
    /// A closed box into which the player is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<Arena>,
    /// What becomes of a player that dies.
    pub on_death: OnDeath,
}

/// A hollow box with the player in its middle (ODYSSEY's `combatEnv`, whose numbers these are if nothing is said).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arena {
    /// Blocks from the middle to a wall.
    pub radius: i32,
    /// Blocks of room over the floor.
    pub height: i32,
    /// Where the floor's blocks are.
    pub y: i32,
    /// What it is made of.
    pub shell: Block,
}

/// What becomes of a player that dies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnDeath {
    /// It comes back, and the game goes on.
    #[default]
    Respawn,
    /// The game is lost.
    Lose,
}

/// A further part of a game: the operator sets the world anew, and the agent gets another goal. The last part decides
/// whether the game is won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The goal in the player's words.
    pub goal: String,
    /// The blueprints that the goal names.
    #[serde(default, skip_serializing_if = "Blueprints::is_empty")]
    pub blueprints: Blueprints,
    /// Game ticks that it may take.
    pub ticks: u64,
    /// How the world is set when it begins.
    #[serde(default, skip_serializing_if = "Scenario::is_default")]
    pub scenario: Scenario,
}

impl Default for Scenario {
    fn default() -> Scenario {
        Scenario {
            biome: Vec::new(),
            clear: false,
            carried: Carried::new(),
            worn: Vec::new(),
            time: None,
            weather: None,
            difficulty: None,
            effects: BTreeMap::new(),
            mobs: BTreeMap::new(),
            mobs_away: 8,
            arena: None,
            on_death: OnDeath::default(),
        }
    }
}

impl Default for Arena {
    fn default() -> Arena {
        Arena { radius: 20, height: 10, y: 150, shell: Block::SEA_LANTERN }
    }
}

impl Scenario {
    /// Whether nothing is set.
    pub fn is_default(&self) -> bool {
        *self == Scenario::default()
    }

    /// Checks what can be checked without a world.
    ///
    /// # Errors
    /// Names what does not exist or does not fit, and what would.
    pub fn check(&self) -> Result<()> {
        stacks(&self.carried)?;
        let mut places = BTreeSet::new();
        for item in &self.worn {
            let place = worn_at(*item).with_context(|| format!("{item} is nothing to wear; put it under carried"))?;
            ensure!(places.insert(place), "{item} is worn where another piece is already");
        }
        if let Some(time) = self.time {
            ensure!(time < 24_000, "time is {time}; a day has the ticks 0 to 23999");
        }
        for (effect, level) in &self.effects {
            ensure!(*level >= 1, "the level of {effect:?} is {level}; levels begin at 1");
        }
        for (kind, count) in &self.mobs {
            ensure!(
                (1..=MOST_MOBS).contains(count),
                "{count} of {kind} are to be summoned; it must be 1 to {MOST_MOBS}"
            );
        }
        ensure!((1..=64).contains(&self.mobs_away), "mobs_away is {}; it must be 1 to 64 blocks", self.mobs_away);
        self.arena.as_ref().map_or(Ok(()), Arena::check)
    }

    /// What the embedded world lacks of it.
    pub fn missing(&self) -> Option<String> {
        let kind = self.mobs.keys().find(|kind| !World::has_mobs(**kind))?;
        Some(format!("the embedded world has no {kind}, so none can be summoned"))
    }

    /// What makes the game other than plain survival is, by name.
    pub fn assists(&self) -> Vec<&'static str> {
        let list = [
            ("starts with items", !self.carried.is_empty() || !self.worn.is_empty()),
            ("starts in a chosen biome", !self.biome.is_empty()),
            ("inventory cleared", self.clear),
            ("time of day set", self.time.is_some()),
            ("weather set", self.weather.is_some()),
            ("difficulty changed", self.difficulty.is_some()),
            ("effects", !self.effects.is_empty()),
            ("mobs summoned", !self.mobs.is_empty()),
            ("arena", self.arena.is_some()),
            ("death loses", self.on_death == OnDeath::Lose),
        ];
        list.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
    }

    /// Feet of the player at the start, if a biome is wanted.
    ///
    /// # Errors
    /// If the land has no such place.
    pub(crate) fn place(&self, land: &Land, seed: i64) -> Result<Option<DVec3>> {
        if self.biome.is_empty() {
            return Ok(None);
        }
        let wanted = || self.biome.iter().map(|biome| biome.name()).collect::<Vec<_>>().join(", ");
        let Some(generator) = land.generator(seed) else {
            bail!("biomes ({}) are looked for in generated land alone; on a save say where with --at X,Y,Z", wanted())
        };
        let place = generator.place_in(&self.biome);
        let none = || format!("seed {seed} has no ground in {} within 3000 blocks of its spawn", wanted());
        Ok(Some(place.with_context(none)?.floor_center()))
    }

    /// Sets a world so.
    ///
    /// # Errors
    /// If more is carried than fits in, or there is no room for a mob.
    pub(crate) fn apply(&self, world: &mut World) -> Result<()> {
        if let Some(Arena { radius, height, y, shell }) = self.arena {
            world.enclose(radius, height, y, shell);
        }
        if self.clear {
            world.clear();
        }
        for stack in stacks(&self.carried)? {
            ensure!(world.give(stack), "there is no room for {} in the inventory", stack.item);
        }
        for item in &self.worn {
            world.equip(ItemStack::new(*item, 1));
        }
        if let Some(time) = self.time {
            world.set_day_time(time);
        }
        if let Some(weather) = self.weather {
            world.set_weather(weather);
        }
        if let Some(difficulty) = self.difficulty {
            world.set_difficulty(difficulty);
        }
        for (effect, level) in &self.effects {
            world.give_effect(*effect, level.saturating_sub(1));
        }
        for (kind, count) in &self.mobs {
            for _ in 0..*count {
                ensure!(world.summon(*kind, self.mobs_away), "there is no room for {count} of {kind} near the player");
            }
        }
        Ok(())
    }
}

impl Arena {
    fn check(&self) -> Result<()> {
        let Arena { radius, height, y, .. } = *self;
        ensure!((2..=64).contains(&radius), "arena.radius is {radius}; it must be 2 to 64 blocks");
        ensure!((3..=100).contains(&height), "arena.height is {height}; it must be 3 to 100 blocks");
        ensure!(y > -64 && y + height + 1 < 320, "arena.y is {y}; floor and roof must lie between -63 and 319");
        let volume = (2 * radius + 1).pow(2) * height;
        ensure!(volume < MOST_FILLED, "the arena has {volume} blocks; it must have fewer than {MOST_FILLED}");
        Ok(())
    }
}

/// Things as the stacks that a player carries.
///
/// # Errors
/// If they take more slots than an inventory has.
fn stacks(carried: &Carried) -> Result<Vec<ItemStack>> {
    let of = |(item, count): (&Item, &u32)| {
        let (item, count, size) = (*item, *count, u32::from(item.stack_size()));
        let stack = move |index: u32| ItemStack::new(item, size.min(count - index * size) as u8);
        (0..count.div_ceil(size)).take(Inventory::MAIN + 1).map(stack).collect::<Vec<_>>()
    };
    let stacks: Vec<ItemStack> = carried.iter().flat_map(of).collect();
    ensure!(stacks.len() <= Inventory::MAIN, "more is carried than {} slots hold", Inventory::MAIN);
    Ok(stacks)
}

#[cfg(test)]
mod tests {
    use anima_body::{BlockPos, Control, Observation};

    use super::*;
    use crate::{Outcome, Recorder, Settings, Setup, Versions, Why, Witness, play, replay};

    fn setup(goal: &str, scenario: Scenario) -> Setup {
        let mut settings = Settings::default();
        settings.world.radius = 2;
        Setup {
            goal: goal.into(),
            blueprints: Blueprints::default(),
            seed: 4,
            land: Land::Generated,
            at: None,
            scenario,
            then: Vec::new(),
            ticks: 200,
            settings,
            model: None,
            versions: Versions::default(),
        }
    }

    fn scenario(text: &str) -> Scenario {
        toml::from_str(text).expect("it is one")
    }

    #[test]
    fn a_world_begins_as_the_operator_sets_it() {
        let text = "carried = { torch = 70 }\nworn = [\"iron_boots\", \"shield\"]\ntime = 18000\nweather = \"thunder\"\n\
                    difficulty = \"hard\"\neffects = { night_vision = 1, speed = 2 }\nmobs = { sheep = 3 }\nmobs_away = 4";
        let set = scenario(text);
        set.check().expect("all of it exists");
        let world = setup("obtain 1 dirt", set.clone()).world().expect("a world");
        let seen = world.observe();
        assert_eq!(seen.inventory.slots[0].map(|stack| (stack.item, stack.count)), Some((Item::TORCH, 64)));
        assert_eq!(seen.inventory.slots[36].map(|stack| stack.item), Some(Item::IRON_BOOTS));
        assert_eq!(seen.inventory.slots[40].map(|stack| stack.item), Some(Item::SHIELD));
        assert_eq!((seen.day_time, seen.weather), (18_000, Weather::Thunder));
        assert_eq!(world.options().difficulty, Difficulty::Hard);
        let effects: Vec<_> = seen.player.effects.iter().map(|active| (active.effect, active.amplifier)).collect();
        assert_eq!(effects, [(Effect::Speed, 1), (Effect::NightVision, 0)]);
        let away = |pos: DVec3| (pos - seen.player.pos).abs();
        let near = |pos: DVec3| (4.0..=8.0).contains(&away(pos).x) && (4.0..=8.0).contains(&away(pos).z);
        let sheep = seen.entities.iter().filter(|entity| entity.kind == EntityKind::SHEEP && near(entity.pos)).count();
        assert!(sheep >= 3, "{sheep} sheep");
        let start = setup("obtain 1 dirt", set.clone()).start().expect("a start");
        assert_eq!(start.scenario, set);
        for assist in ["starts with items", "time of day set", "weather set", "effects", "mobs summoned"] {
            assert!(start.assists.iter().any(|told| told == assist), "{assist} is told: {:?}", start.assists);
        }
        let text = toml::to_string(&set).expect("it can be written");
        assert_eq!(scenario(&text), set, "{text}");
    }

    #[test]
    fn what_is_carried_is_taken_before_more_is_given() {
        let mut world =
            setup("obtain 1 dirt", scenario("carried = { torch = 3 }\nworn = [\"iron_boots\"]")).world().expect("one");
        scenario("clear = true\ncarried = { stick = 2 }").apply(&mut world).expect("it fits");
        assert_eq!(crate::carried(&world.observe().inventory), BTreeMap::from([("stick".to_owned(), 2)]));
    }

    #[test]
    fn effects_have_one_name_in_files_and_on_the_command_line() {
        for effect in Effect::ALL {
            assert_eq!(serde_json::to_value(effect).expect("a name"), effect.name());
            assert_eq!(Effect::from_name(effect.name()), Some(effect));
        }
    }

    #[test]
    fn mobs_that_were_summoned_stand_on_ground_and_stay() {
        let mut setup = setup("obtain 1 dirt", scenario("mobs = { zombie = 5 }\ntime = 18000"));
        setup.settings.world.radius = 10;
        let mut world = setup.world().expect("a world");
        let zombies = |seen: &Observation| {
            seen.entities
                .iter()
                .filter(|entity| entity.kind == EntityKind::ZOMBIE)
                .map(|zombie| zombie.pos)
                .collect::<Vec<_>>()
        };
        let before = zombies(&world.observe());
        assert_eq!(before.len(), 5);
        let below = |pos: &DVec3| world.terrain().block(BlockPos::containing(*pos - DVec3::Y * 0.5));
        assert!(before.iter().all(|pos| below(pos).is_some_and(|state| !state.is_air())), "{before:?}");
        // `MobEntity.checkDespawn`: a monster more than 128 blocks from the player goes at once, unless it is to stay.
        world.set_down(before[0] + DVec3::new(140.0, 0.0, 0.0));
        (0..20).for_each(|_| world.tick(&Control::default()));
        world.set_down(before[0]);
        world.tick(&Control::default());
        assert!(zombies(&world.observe()).len() >= 5, "none is gone while the player is far");
    }

    #[test]
    fn a_game_begins_in_the_biome_that_is_wanted() {
        for biome in [Biome::FLOWER_FOREST, Biome::DESERT] {
            let game = setup("obtain 1 dirt", Scenario { biome: vec![biome], ..Scenario::default() });
            let seen = game.world().expect("there is one").observe();
            assert_eq!(seen.biome, biome);
            assert_eq!(game.world().expect("again").observe().player.pos, seen.player.pos);
        }
        let twice =
            Setup { at: Some(DVec3::new(0.5, 100.0, 0.5)), ..setup("obtain 1 dirt", scenario("biome = [\"plains\"]")) };
        assert!(twice.world().expect_err("two starts").to_string().contains("given twice"));
        let none = setup("obtain 1 dirt", scenario("biome = [\"the_end\"]"));
        let error = none.world().expect_err("there is none").to_string();
        assert!(error.contains("the_end") && error.contains("seed 4"), "{error}");
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_name() {
        let says = |text: &str| format!("{:#}", scenario(text).check().expect_err("it is wrong"));
        assert!(says("worn = [\"stick\"]").contains("stick is nothing to wear"));
        assert!(says("worn = [\"iron_boots\", \"leather_boots\"]").contains("leather_boots"));
        assert!(says("time = 24000").contains("23999"));
        assert!(says("effects = { speed = 0 }").contains("levels begin at 1"));
        assert!(says("mobs = { zombie = 101 }").contains("1 to 100"));
        assert!(says("arena = { radius = 60, height = 20 }").contains("32768"));
        assert!(says("carried = { stone_axe = 37 }").contains("36 slots"));
        let unknown = |text: &str| toml::from_str::<Scenario>(text).expect_err("it is unknown").to_string();
        assert!(unknown("biome = [\"dessert\"]").contains("dessert"));
        assert!(unknown("wether = \"rain\"").contains("wether"));
        assert_eq!(scenario("mobs = { minecart = 1 }").missing().map(|text| text.contains("minecart")), Some(true));
    }

    #[derive(Default)]
    struct Told {
        parts: Vec<String>,
        starts: Vec<(u64, BTreeMap<EntityKind, usize>, f64)>,
    }

    impl Witness for Told {
        fn part_begins(&mut self, part: &Part) {
            self.parts.push(part.goal.clone());
        }

        fn sees(&mut self, seen: &Observation) {
            if self.parts.len() > self.starts.len() {
                let mut kinds = BTreeMap::new();
                seen.entities.iter().for_each(|entity| *kinds.entry(entity.kind).or_default() += 1);
                self.starts.push((seen.tick, kinds, seen.player.pos.y));
            }
        }
    }

    /// ODYSSEY's combat: prepare in peace, then fight in a closed arena.
    fn combat(text: &str) -> Setup {
        let fight = Part {
            goal: "kill 1 zombie".into(),
            blueprints: Blueprints::default(),
            ticks: 2_000,
            scenario: scenario(&format!(
                "{text}\ndifficulty = \"easy\"\non_death = \"lose\"\nmobs = {{ zombie = 1 }}\n\
                                         mobs_away = 5\narena = {{ radius = 15, height = 10, y = 100 }}"
            )),
        };
        let mut first = setup("obtain 1 dirt", Scenario::default());
        first.settings.world.difficulty = Difficulty::Peaceful;
        Setup { then: vec![fight], ticks: 300, ..first }
    }

    #[test]
    fn the_second_part_decides_and_plays_again_from_its_record() {
        let armed = "worn = [\"iron_chestplate\", \"iron_leggings\"]\ncarried = { iron_sword = 1 }";
        for (setup, ways) in [(combat(armed), "armed"), (combat("clear = true"), "with bare hands")] {
            let (mut told, mut recorder) = (Told::default(), Recorder::new(Vec::new()));
            let end = play(&setup, &mut [&mut told, &mut recorder]).expect("a game");
            assert_eq!(told.parts, ["kill 1 zombie"]);
            let (began, kinds, y) = &told.starts[0];
            assert!(*began <= 300 && *y == 101.0, "the fight begins at {began}, {y}");
            assert_eq!(kinds.get(&EntityKind::ZOMBIE), Some(&1), "in the arena there is nothing else: {kinds:?}");
            if ways == "armed" {
                assert_eq!(end.outcome, Outcome::Success, "{ways}: {:?}", end.reason);
            }
            let record = recorder.finish().expect("written");
            let text = std::str::from_utf8(&record).expect("text");
            let picked_up = text.lines().filter(|line| line.contains(r#""event":"picked_up","item":"dirt""#)).count();
            assert_eq!(picked_up, 1, "{ways}: what happened in the last tick of a part is told once");
            let again = replay(&record[..], &setup.land).expect("a record");
            assert_eq!((again.differences, again.end), (Vec::<String>::new(), end), "{ways}");
        }
    }

    #[test]
    fn a_death_loses_where_the_operator_says_so() {
        let mut setup = combat("effects = { wither = 5 }");
        setup.then[0].scenario.mobs = [(EntityKind::SHEEP, 1)].into();
        setup.then[0].goal = "survive 1 night".into();
        let end = play(&setup, &mut []).expect("a game");
        assert_eq!((end.outcome, end.reason, end.deaths), (Outcome::Failure, Some(Why::Died), 1));
        setup.then[0].scenario.on_death = OnDeath::Respawn;
        let end = play(&setup, &mut []).expect("a game");
        assert_ne!(end.reason, Some(Why::Died));
    }
}
