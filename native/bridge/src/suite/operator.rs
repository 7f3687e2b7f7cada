//! The operator's hand on a server: what a scenario sets, as the game's own commands.

use std::ops::RangeInclusive;

use anima_body::{BlockPos, Blocks};
use anima_rules::damage::{Wear, worn_at};
use anima_rules::{Block, Difficulty, EntityKind, GameRules, StateFlags};
use anima_suite::{Arena, Scenario, Task};
use rand::RngExt;
use rand_pcg::Pcg32;

/// Levels above and below the feet at which ground for a mob is looked for.
const STEP: i32 = 8;
/// Places that are tried for a mob.
const TRIES: usize = 100;

/// A command, and whether it may change nothing: the game calls that a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The line, without a slash.
    pub line: String,
    /// Whether it may change nothing.
    pub may_be_idle: bool,
}

/// What a server lacks of what a task needs.
pub fn lacks(task: &Task) -> Option<String> {
    if let Some(save) = &task.save {
        return Some(format!("it is played on the save {}; a server plays in its own world", save.display()));
    }
    if task.explore.is_some() {
        return Some("a body on a server does not set itself goals yet; play it with anima bench run".to_owned());
    }
    if task.prepare.is_some() {
        return Some("a body on a server has no rounds to get ready for yet; play it with anima bench run".to_owned());
    }
    task.at.map(|[x, y, z]| format!("it starts at {x} {y} {z}; on a server games start where no other has"))
}

/// The name of a difficulty in commands.
pub fn name(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Peaceful => "peaceful",
        Difficulty::Easy => "easy",
        Difficulty::Normal => "normal",
        Difficulty::Hard => "hard",
    }
}

/// The difficulty of a name.
pub fn difficulty(named: &str) -> Option<Difficulty> {
    let all = [Difficulty::Peaceful, Difficulty::Easy, Difficulty::Normal, Difficulty::Hard];
    all.into_iter().find(|difficulty| name(*difficulty) == named)
}

/// Game rules that no suite sets otherwise, with what they are in a new world (1.19.4 `GameRules`): with others the games
/// would be easier or harder than survival is.
const AS_IN_A_NEW_WORLD: [(&str, &str); 21] = [
    ("doEntityDrops", "true"),
    ("doFireTick", "true"),
    ("doImmediateRespawn", "false"),
    ("doInsomnia", "true"),
    ("doLimitedCrafting", "false"),
    ("doMobLoot", "true"),
    ("doPatrolSpawning", "true"),
    ("doTileDrops", "true"),
    ("doTraderSpawning", "true"),
    ("doVinesSpread", "true"),
    ("drowningDamage", "true"),
    ("fallDamage", "true"),
    ("fireDamage", "true"),
    ("forgiveDeadPlayers", "true"),
    ("freezeDamage", "true"),
    ("lavaSourceConversion", "false"),
    ("maxEntityCramming", "24"),
    ("playersSleepingPercentage", "100"),
    ("snowAccumulationHeight", "1"),
    ("universalAnger", "false"),
    ("waterSourceConversion", "true"),
];

/// The game rules that are set for games, as `/gamerule` takes them.
pub fn rules(rules: &GameRules) -> Vec<(&'static str, String)> {
    let of_suites = [
        ("keepInventory", rules.keep_inventory.to_string()),
        ("doDaylightCycle", rules.do_daylight_cycle.to_string()),
        ("doWeatherCycle", rules.do_weather_cycle.to_string()),
        ("doMobSpawning", rules.do_mob_spawning.to_string()),
        ("mobGriefing", rules.mob_griefing.to_string()),
        ("randomTickSpeed", rules.random_tick_speed.to_string()),
        ("naturalRegeneration", rules.natural_regeneration.to_string()),
    ];
    of_suites.into_iter().chain(AS_IN_A_NEW_WORLD.map(|(name, value)| (name, value.to_owned()))).collect()
}

/// The value of a rule from the result of `/gamerule NAME`, which is a number for all of them.
pub fn rule_value(name: &str, result: i64) -> String {
    let is_number = |(rule, value): (&str, String)| rule == name && value.parse::<i64>().is_ok();
    let is_number = rules(&GameRules::default()).into_iter().any(is_number);
    if is_number { result.to_string() } else { (result != 0).to_string() }
}

fn command(line: String) -> Command {
    Command { line, may_be_idle: false }
}

fn idle(line: String) -> Command {
    Command { line, may_be_idle: true }
}

/// What sets the body of a scenario's player and what is around it, but for its mobs, run as that body whose feet are there.
/// Time, weather and difficulty are set for the whole world.
pub fn commands(scenario: &Scenario, feet: BlockPos) -> Result<Vec<Command>, String> {
    let mut lines = Vec::new();
    if let Some(arena) = &scenario.arena {
        lines.extend(enclose(arena, feet));
    }
    if scenario.clear {
        lines.push(idle("clear @s".into()));
    }
    for stack in scenario.stacks().map_err(|error| error.to_string())? {
        lines.push(command(format!("give @s minecraft:{} {}", stack.item, stack.count)));
    }
    for item in &scenario.worn {
        let slot = match worn_at(*item) {
            Some(Wear::Feet) => "armor.feet",
            Some(Wear::Legs) => "armor.legs",
            Some(Wear::Chest) => "armor.chest",
            Some(Wear::Head) => "armor.head",
            Some(Wear::OffHand) => "weapon.offhand",
            None => return Err(format!("{item} is nothing to wear")),
        };
        lines.push(command(format!("item replace entity @s {slot} with minecraft:{item}")));
    }
    for (effect, level) in &scenario.effects {
        let name = effect.name();
        lines.push(command(format!("effect give @s minecraft:{name} infinite {}", level.saturating_sub(1))));
    }
    Ok(lines)
}

/// The hollow box of an arena around a body, in the middle of which it is set.
fn enclose(arena: &Arena, feet: BlockPos) -> Vec<Command> {
    let Arena { radius, height, y, shell } = *arena;
    let BlockPos { x, z, .. } = feet;
    let fill = |low: [i32; 3], high: [i32; 3], block: Block| {
        let [x1, y1, z1] = low;
        let [x2, y2, z2] = high;
        idle(format!("fill {x1} {y1} {z1} {x2} {y2} {z2} minecraft:{}", block.name()))
    };
    let (west, east, north, south, top) = (x - radius, x + radius, z - radius, z + radius, y + height + 1);
    vec![
        fill([west, y, north], [east, y, south], shell),
        fill([west, top, north], [east, top, south], shell),
        fill([west, y, north], [west, top, south], shell),
        fill([east, y, north], [east, top, south], shell),
        fill([west, y, north], [east, top, north], shell),
        fill([west, y, south], [east, top, south], shell),
        fill([west + 1, y + 1, north + 1], [east - 1, top - 1, south - 1], Block::AIR),
        // Whole numbers along x and z mean the middle of a block.
        command(format!("tp @s {x} {} {z}", y + 1)),
    ]
}

/// What summons a scenario's mobs around feet, on ground that is known.
///
/// # Errors
/// If no room was found for one; names its kind.
pub fn summons(
    scenario: &Scenario,
    feet: BlockPos,
    blocks: &impl Blocks,
    dice: &mut Pcg32,
) -> Result<Vec<Command>, String> {
    let mut lines = Vec::new();
    for (kind, count) in &scenario.mobs {
        for _ in 0..*count {
            let place = match &scenario.arena {
                Some(arena) => Some(room_in(arena, feet, scenario.mobs_within(), dice)),
                None => room_for(*kind, feet, scenario.mobs_within(), blocks, dice),
            };
            let BlockPos { x, y, z } =
                place.ok_or_else(|| format!("there is no room for {count} of {kind} near the player"))?;
            lines.push(command(format!("summon minecraft:{kind} {x} {y} {z} {{PersistenceRequired:1b}}")));
        }
    }
    Ok(lines)
}

/// A block of the floor of an arena, so many blocks off along both axes.
fn room_in(arena: &Arena, feet: BlockPos, away: RangeInclusive<i32>, dice: &mut Pcg32) -> BlockPos {
    let [x, z] = offsets(&away, dice);
    BlockPos { y: arena.y + 1, ..feet.offset(x, 0, z) }
}

/// So many blocks off along both axes, in any direction.
fn offsets(away: &RangeInclusive<i32>, dice: &mut Pcg32) -> [i32; 2] {
    std::array::from_fn(|_| {
        let offset = dice.random_range(away.clone());
        if dice.random() { offset } else { -offset }
    })
}

/// Ground near feet with room for a mob, at the level nearest to them.
fn room_for(
    kind: EntityKind,
    feet: BlockPos,
    away: RangeInclusive<i32>,
    blocks: &impl Blocks,
    dice: &mut Pcg32,
) -> Option<BlockPos> {
    let flags = |pos| blocks.block(pos).map(|state| state.flags());
    let is_open = |pos| flags(pos).is_some_and(|flags| flags.contains(StateFlags::NO_COLLISION));
    let fits = |pos: BlockPos| {
        let reach = (kind.width() / 2.0 - 0.5).ceil().max(0.0) as i32;
        let cells = (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |z| (x, z)));
        let high = kind.height().ceil() as i32;
        let mut room = cells.flat_map(|(x, z)| (0..high).map(move |up| pos.offset(x, up, z)));
        room.all(is_open) && flags(pos.down(1)).is_some_and(|flags| flags.contains(StateFlags::FULL_CUBE))
    };
    (0..TRIES).find_map(|_| {
        let [x, z] = offsets(&away, dice);
        let mut levels = (0..=STEP).flat_map(|step| [step, -step]).map(|step| feet.offset(x, step, z));
        levels.find(|pos| fits(*pos))
    })
}

/// Where a body's spawn is set: dying leads back to where its game began.
pub fn spawn(feet: BlockPos) -> Command {
    command(format!("spawnpoint @s {} {} {}", feet.x, feet.y, feet.z))
}

#[cfg(test)]
mod tests {
    use anima_body::{ChunkPos, Column, Terrain};
    use rand::SeedableRng;

    use super::*;

    fn scenario(text: &str) -> Scenario {
        toml::from_str(text).expect("it is one")
    }

    fn numbers(line: &str) -> Vec<i32> {
        line.split(' ').filter_map(|word| word.parse().ok()).collect()
    }

    /// Flat ground at y = 63.
    fn land() -> Terrain {
        let mut terrain = Terrain::default();
        ChunkPos::new(0, 0).around(3).for_each(|chunk| {
            terrain.insert(chunk, Column::default());
        });
        for x in -48..64 {
            for z in -48..64 {
                terrain.set_block(BlockPos::new(x, 63, z), Block::STONE.state());
            }
        }
        terrain
    }

    #[test]
    fn an_arena_is_a_hollow_box_of_fills_that_the_game_allows() {
        let largest = scenario("arena = { radius = 64, height = 3, y = 100, shell = \"stone\" }");
        assert!(largest.check().is_err(), "more is refused before");
        for text in ["arena = { radius = 15, height = 10, y = 100 }", "arena = { radius = 50, height = 3, y = -60 }"] {
            let set = scenario(text);
            set.check().expect("it fits");
            let arena = set.arena.clone().expect("there is one");
            let lines = commands(&set, BlockPos::new(-7, 70, 9)).expect("all can be set");
            let mut cells = std::collections::BTreeMap::new();
            for line in lines.iter().filter(|command| command.line.starts_with("fill")) {
                let [x1, y1, z1, x2, y2, z2] = numbers(&line.line)[..] else { panic!("{}", line.line) };
                assert!((x2 - x1 + 1) * (y2 - y1 + 1) * (z2 - z1 + 1) <= 32_768, "{}", line.line);
                assert!(line.may_be_idle, "what is there already is no failure");
                let is_air = line.line.ends_with(":air");
                for y in y1..=y2 {
                    for z in z1..=z2 {
                        cells.extend((x1..=x2).map(|x| ((x, y, z), is_air)));
                    }
                }
            }
            let side = 2 * arena.radius + 1;
            assert_eq!(cells.len() as i32, side * side * (arena.height + 2), "the whole box is set");
            let inner = cells.values().filter(|is_air| **is_air).count() as i32;
            assert_eq!(inner, (side - 2) * (side - 2) * arena.height, "all but its shell is air");
            assert_eq!(lines.last().map(|last| last.line.clone()), Some(format!("tp @s -7 {} 9", arena.y + 1)));
        }
    }

    #[test]
    fn mobs_stand_on_ground_at_their_distance() {
        let set = scenario("mobs = { zombie = 5, spider = 2 }\nmobs_away = 4");
        let feet = BlockPos::new(-20, 64, -20);
        let of =
            |seed: u64| summons(&set, feet, &land().view(), &mut Pcg32::seed_from_u64(seed)).expect("there is room");
        let lines = of(1);
        assert_eq!(lines.len(), 7);
        assert_eq!(lines, of(1));
        assert_ne!(lines, of(2));
        for Command { line, .. } in &lines {
            let [x, y, z] = numbers(line)[..] else { panic!("{line}") };
            let away = |at: i32, from: i32| (4..=8).contains(&(at - from).abs());
            assert!(y == 64 && away(x, feet.x) && away(z, feet.z), "{line}");
            assert!(line.starts_with("summon minecraft:") && line.ends_with("{PersistenceRequired:1b}"), "{line}");
        }
        let in_the_air = BlockPos::new(-20, 90, -20);
        let none = summons(&set, in_the_air, &land().view(), &mut Pcg32::seed_from_u64(1));
        let error = none.expect_err("no ground is near");
        assert!(error.contains("no room"), "{error}");
    }

    #[test]
    fn rules_are_read_as_they_are_written() {
        let mut set = GameRules::still();
        set.random_tick_speed = 7;
        for (name, value) in rules(&set) {
            let result = value.parse().unwrap_or(i64::from(value == "true"));
            assert_eq!(rule_value(name, result), value, "{name}");
        }
        for difficulty in [Difficulty::Peaceful, Difficulty::Easy, Difficulty::Normal, Difficulty::Hard] {
            assert_eq!(super::difficulty(name(difficulty)), Some(difficulty));
        }
        assert_eq!(super::difficulty("hardcore"), None);
    }
}
