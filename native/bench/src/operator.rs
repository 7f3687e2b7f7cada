//! The operator's hand in the embedded world: how a [`Scenario`] is carried out.

use anima_rules::ItemStack;
use anima_suite::{Arena, Scenario};
use anima_world::{Generator, World};
use anyhow::{Context, Result, bail, ensure};
use glam::DVec3;

use crate::Land;

/// What the embedded world lacks of what an operator is to set.
pub fn lacks(scenario: &Scenario) -> Option<String> {
    let kind = scenario.mobs.keys().find(|kind| !World::has_mobs(**kind))?;
    Some(format!("the embedded world has no {kind}, so none can be summoned"))
}

/// Feet of the player at the start, if a biome is wanted.
///
/// # Errors
/// If the land has no such place.
pub(crate) fn place(scenario: &Scenario, land: &Land, seed: i64) -> Result<Option<DVec3>> {
    if scenario.biome.is_empty() {
        return Ok(None);
    }
    let Some(generator) = land.generator(seed) else {
        bail!(
            "biomes ({}) are looked for in generated land alone; on a save say where with --at X,Y,Z",
            wanted(scenario)
        )
    };
    let place = generator.place_in(&scenario.biome).with_context(|| no_place(scenario, seed));
    Ok(Some(place?.floor_center()))
}

/// What generated land lacks of the biomes of a start.
pub(crate) fn lacks_place(scenario: &Scenario, land: &Land, seed: i64) -> Option<String> {
    let generator = land.generator(seed).filter(|_| !scenario.biome.is_empty())?;
    generator.place_in(&scenario.biome).is_none().then(|| no_place(scenario, seed))
}

fn no_place(scenario: &Scenario, seed: i64) -> String {
    format!("seed {seed} has no ground in {} within {} blocks of its spawn", wanted(scenario), Generator::LOCATED)
}

fn wanted(scenario: &Scenario) -> String {
    scenario.biome.iter().map(|biome| biome.name()).collect::<Vec<_>>().join(", ")
}

/// Sets a world as an operator is to.
///
/// # Errors
/// If more is carried than fits in, or there is no room for a mob.
pub(crate) fn operate(scenario: &Scenario, world: &mut World) -> Result<()> {
    if let Some(Arena { radius, height, y, shell }) = scenario.arena {
        world.enclose(radius, height, y, shell);
    }
    if scenario.clear {
        world.clear();
    }
    for stack in scenario.stacks()? {
        ensure!(world.give(stack), "there is no room for {} in the inventory", stack.item);
    }
    for item in &scenario.worn {
        world.equip(ItemStack::new(*item, 1));
    }
    if let Some(time) = scenario.time {
        world.set_day_time(time);
    }
    if let Some(weather) = scenario.weather {
        world.set_weather(weather);
    }
    if let Some(difficulty) = scenario.difficulty {
        world.set_difficulty(difficulty);
    }
    for (effect, level) in &scenario.effects {
        world.give_effect(*effect, level.saturating_sub(1));
    }
    for (kind, count) in &scenario.mobs {
        for _ in 0..*count {
            ensure!(
                world.summon(*kind, scenario.mobs_within()),
                "there is no room for {count} of {kind} near the player"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use anima_body::{BlockPos, Control, Effect, Observation, Weather};
    use anima_rules::{Biome, Difficulty, EntityKind, Item};
    use anima_suite::{Blueprints, OnDeath, Outcome, Part, Recorder, Settings, Versions, Why, Witness, carried};

    use super::*;
    use crate::{Setup, play, replay};

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
            prepare: None,
            ticks: 200,
            settings,
            model: None,
            round: None,
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
        operate(&scenario("clear = true\ncarried = { stick = 2 }"), &mut world).expect("it fits");
        assert_eq!(carried(&world.observe().inventory), BTreeMap::from([("stick".to_owned(), 2)]));
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
    fn mobs_in_a_small_arena_stand_on_its_floor() {
        let text = "mobs = { zombie = 20 }\nmobs_away = 3\narena = { radius = 6, height = 4, y = 100 }";
        let seen = setup("obtain 1 dirt", scenario(text)).world().expect("a world").observe();
        let zombies: Vec<_> = seen.entities.iter().filter(|entity| entity.kind == EntityKind::ZOMBIE).collect();
        let off = |pos: DVec3| (pos - seen.player.pos).abs();
        assert_eq!(zombies.len(), 20);
        for zombie in zombies {
            let off = off(zombie.pos);
            assert!(zombie.pos.y == 101.0 && off.x.max(off.z) <= 4.0 && off.x.min(off.z) >= 3.0, "{}", zombie.pos);
        }
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
    fn what_the_embedded_world_lacks_is_named() {
        assert_eq!(lacks(&scenario("mobs = { minecart = 1 }")).map(|text| text.contains("minecart")), Some(true));
        assert_eq!(lacks(&scenario("mobs = { zombie = 1 }")), None);
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
