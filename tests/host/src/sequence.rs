//! What the real game is to repeat: a scene, what the hands do in it, and what comes of it in this world.
//!
//! The files lie in `mod/src/gametest/resources/sequences`. `NAME.json` is written by hand, and the test mod reads it,
//! too; `NAME.tsv` is the trace, written by the test below.

use std::collections::BTreeMap;

use anima_body::{BlockPos, Click, ClickMode, Control, Keys, Look, Observation, PlayerFlags, Screen, ScreenKey, Slot};
use anima_rules::{BlockState, Item, ItemStack};
use anima_world::{GameRules, Options, Scene, World};
use anyhow::{Context, Result, bail, ensure};
use glam::DVec3;
use serde::Deserialize;

/// Ticks before the first row, so that all that comes with joining is over.
const SETTLE: u32 = 20;
/// What a body that stands has when its tick is over: gravity, which the ground takes away in the next one.
const STANDING: DVec3 = DVec3::new(0.0, -0.0784000015258789, 0.0);
const NOON: u32 = 6000;

const HEAD: &str = "# Written by `ANIMA_WRITE_TRACES=1 cargo test -p anima-host sequence`; do not edit.\n\
    # tick\tcompare\tx\ty\tz\tvx\tvy\tvz\tflags\theld\tscreen\twindow\thealth\tcarried\tblocks\n";

/// One sequence, as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// What it tries, for people.
    pub about: String,
    /// Where the player stands at first; the world's spawn, too.
    start: Start,
    /// The scene: `fill`, `setblock` and `give @a`, as a server runs them.
    commands: Vec<String>,
    /// Blocks that are compared in every tick.
    #[serde(default)]
    watch: Vec<[i32; 3]>,
    /// What is done.
    steps: Vec<Step>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    pos: [f64; 3],
    yaw: f32,
    pitch: f32,
}

/// Some ticks with the same keys, or a wait. All but the keys is done in the first tick only; a wait holds its keys in
/// the first tick only, too.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Step {
    /// How many ticks; 1 if it is not given.
    ticks: Option<u32>,
    /// Keys held, separated by blanks.
    keys: String,
    /// Yaw and pitch to turn to.
    look: Option<[f32; 2]>,
    hotbar: Option<u8>,
    screen: Option<ScreenKey>,
    /// Mode, slot and button.
    click: Option<(ClickMode, i16, u8)>,
    respawn: bool,
    /// What is waited for, see [`holds`].
    until: Option<String>,
    /// The most ticks that the wait may take. The real game waits until its row is the same as the one here.
    within: u32,
}

/// What of a row is compared. A server's answers come some ticks later in the real game than here.
#[derive(Clone, Copy)]
enum Compare {
    /// What the client itself knows: the body, what is held, blocks.
    Own,
    /// The end of a wait, whose length may differ: what is held, blocks, and what the server has told.
    Told,
    /// The body is at rest: everything.
    All,
}

impl Sequence {
    /// Reads a file.
    pub fn read(text: &str) -> Result<Sequence> {
        serde_json::from_str(text).context("the sequence is laid out wrong")
    }

    /// The world at its beginning.
    pub fn world(&self) -> Result<World> {
        let pos = DVec3::from(self.start.pos);
        let mut scene = Scene::new();
        for command in &self.commands {
            draw(&mut scene, command).with_context(|| format!("the command {command:?}"))?;
        }
        scene.start_at(pos.x, pos.y, pos.z).look(self.start.yaw, self.start.pitch);
        (scene.start.on_ground, scene.start.velocity) = (true, STANDING);
        let options = Options { rules: GameRules::still(), radius: 3, day_time: Some(NOON), ..Options::default() };
        Ok(scene.world(options))
    }

    /// What comes of it here, a row for each tick and for the end of each wait.
    pub fn trace(&self) -> Result<String> {
        let mut world = self.world()?;
        for _ in 0..SETTLE {
            world.tick(&Control::default());
        }
        let mut rows = vec![self.row(&world.observe(), Compare::All)];
        for (number, step) in self.steps.iter().enumerate() {
            let place = || format!("step {}", number + 1);
            if let Some(until) = &step.until {
                world.tick(&step.control(true, &world.observe()).with_context(place)?);
                let mut waited = 1;
                while !holds(until, &world.observe()).with_context(place)? {
                    ensure!(waited < step.within, "{}: {until} does not come about within {waited} ticks", place());
                    world.tick(&Control::default());
                    waited += 1;
                }
                rows.push(self.row(&world.observe(), if until == "standing" { Compare::All } else { Compare::Told }));
                continue;
            }
            for tick in 0..step.ticks.unwrap_or(1) {
                world.tick(&step.control(tick == 0, &world.observe()).with_context(place)?);
                rows.push(self.row(&world.observe(), Compare::Own));
            }
        }
        let numbered = rows.iter().enumerate().map(|(tick, row)| format!("{tick}\t{row}\n"));
        Ok(HEAD.to_owned() + &numbered.collect::<String>())
    }

    fn row(&self, seen: &Observation, compare: Compare) -> String {
        let player = &seen.player;
        let compare = match compare {
            Compare::Own => "own",
            Compare::Told => "told",
            Compare::All => "all",
        };
        let flags = [
            (PlayerFlags::ON_GROUND, "ground"),
            (PlayerFlags::SPRINTING, "sprint"),
            (PlayerFlags::SNEAKING, "sneak"),
            (PlayerFlags::SWIMMING, "swim"),
        ];
        let flags = flags.iter().filter(|(flag, _)| player.is(*flag)).map(|(_, name)| (*name).to_owned()).collect();
        let held = &seen.inventory.slots[usize::from(seen.inventory.selected)];
        let held = held.iter().map(|stack| format!("{} {}", stack.item.name(), stack.count)).collect();
        let carried = carried(&seen.inventory.slots).iter().map(|(item, count)| format!("{item} {count}")).collect();
        let blocks = self.watch.iter().map(|pos| state(seen, BlockPos::from(*pos))).collect();
        let numbers = player.pos.to_array().into_iter().chain(player.velocity.to_array()).map(number);
        let words = [
            listed(flags, "+"),
            listed(held, ""),
            name(seen.screen).to_owned(),
            listed(window(seen), ", "),
            player.health.to_string(),
            listed(carried, ", "),
            listed(blocks, " "),
        ];
        [compare.to_owned()].into_iter().chain(numbers).chain(words).collect::<Vec<_>>().join("\t")
    }
}

impl Step {
    fn control(&self, is_first: bool, seen: &Observation) -> Result<Control> {
        let mut keys = Keys::empty();
        for word in self.keys.split_whitespace() {
            keys |= Keys::from_name(&word.to_ascii_uppercase()).with_context(|| format!("there is no key {word:?}"))?;
        }
        if !is_first {
            return Ok(Control { keys, ..Control::default() });
        }
        let player = &seen.player;
        let turn = |[yaw, pitch]: [f32; 2]| Look { yaw: yaw - player.yaw, pitch: pitch - player.pitch };
        Ok(Control {
            keys,
            look: self.look.map(turn).unwrap_or_default(),
            hotbar: self.hotbar,
            screen: self.screen,
            click: self.click.map(|(mode, slot, button)| Click { slot, button, mode }),
            respawn: self.respawn,
            ..Control::default()
        })
    }
}

/// Whether what a step waits for has come about: `standing`, `screen none`, `slot 0 stick 2` of the open window,
/// `carried stick 2`.
fn holds(until: &str, seen: &Observation) -> Result<bool> {
    let words: Vec<&str> = until.split(' ').collect();
    Ok(match words[..] {
        ["standing"] => {
            let DVec3 { x, z, .. } = seen.player.velocity;
            seen.player.is(PlayerFlags::ON_GROUND) && x == 0.0 && z == 0.0
        }
        ["screen", screen] => name(seen.screen) == screen,
        ["slot", slot, item, count] => {
            let lies = |stack: &ItemStack| stack.item.name() == item && stack.count.to_string() == count;
            seen.menu.slots.get(slot.parse::<usize>()?).is_some_and(|slot| slot.as_ref().is_some_and(lies))
        }
        ["carried", item, count] => carried(&seen.inventory.slots).get(item) == Some(&count.parse()?),
        _ => bail!("there is no such thing to wait for: {until}"),
    })
}

/// Does what a command of the server does.
fn draw(scene: &mut Scene, command: &str) -> Result<()> {
    let words: Vec<&str> = command.split(' ').collect();
    let at =
        |numbers: &[&str]| -> Result<[i32; 3]> { Ok([numbers[0].parse()?, numbers[1].parse()?, numbers[2].parse()?]) };
    match words[..] {
        ["fill", .., block] if words.len() == 8 => {
            block.parse::<BlockState>()?;
            scene.fill(at(&words[1..4])?, at(&words[4..7])?, block);
        }
        ["setblock", .., block] if words.len() == 5 => {
            scene.place(at(&words[1..4])?, block.parse()?);
        }
        ["give", "@a", item, count] => {
            let item = Item::from_name(item).with_context(|| format!("there is no item {item:?}"))?;
            scene.give(ItemStack::new(item, count.parse()?));
        }
        _ => bail!("only fill, setblock and give @a are known here"),
    }
    Ok(())
}

fn name(screen: Screen) -> &'static str {
    match screen {
        Screen::None => "none",
        Screen::Inventory => "inventory",
        Screen::Container => "container",
        Screen::Death => "death",
        Screen::Other => "other",
    }
}

/// What lies in the slots of an open window, the player's own left out.
fn window(seen: &Observation) -> Vec<String> {
    let own = if seen.screen == Screen::Container { usize::from(seen.menu.kind.own_slots()) } else { 0 };
    let slots = seen.menu.slots.iter().take(own).enumerate();
    slots.filter_map(|(at, slot)| slot.map(|stack| format!("{at} {} {}", stack.item.name(), stack.count))).collect()
}

fn carried(slots: &[Slot]) -> BTreeMap<&'static str, u32> {
    let mut all = BTreeMap::new();
    for stack in slots.iter().flatten() {
        *all.entry(stack.item.name()).or_default() += u32::from(stack.count);
    }
    all
}

fn state(seen: &Observation, pos: BlockPos) -> String {
    seen.terrain.block(pos).map_or_else(|| "unknown".to_owned(), |state| state.to_string())
}

/// Six places: less than any rule of the game changes, and the same on every system.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    if text == "-0.000000" { "0.000000".to_owned() } else { text }
}

fn listed(words: Vec<String>, between: &str) -> String {
    if words.is_empty() { "-".to_owned() } else { words.join(between) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../mod/src/gametest/resources/sequences")
    }

    fn read(file: &str) -> String {
        let file = folder().join(file);
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }

    fn names() -> Vec<String> {
        read("list.txt").lines().map(str::to_owned).collect()
    }

    fn trace(name: &str) -> String {
        let sequence =
            Sequence::read(&read(&format!("{name}.json"))).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        assert!(!sequence.about.is_empty(), "{name} says nothing about itself");
        sequence.trace().unwrap_or_else(|error| panic!("{name}: {error:#}"))
    }

    /// The cells of a column, from the first row on.
    fn column(trace: &str, name: &str) -> Vec<String> {
        let head = trace.lines().nth(1).unwrap().trim_start_matches("# ");
        let at = head.split('\t').position(|column| column == name).unwrap();
        trace.lines().skip(2).map(|row| row.split('\t').nth(at).unwrap().to_owned()).collect()
    }

    fn last(trace: &str, name: &str) -> String {
        column(trace, name).pop().unwrap()
    }

    #[test]
    fn the_traces_that_the_mod_carries_are_what_this_world_gives() {
        for name in names() {
            let now = trace(&name);
            let file = folder().join(format!("{name}.tsv"));
            if std::env::var_os("ANIMA_WRITE_TRACES").is_some() {
                fs::write(&file, &now).unwrap();
            }
            let kept = fs::read_to_string(&file).unwrap_or_default();
            let difference = kept.lines().zip(now.lines()).find(|(kept, now)| kept != now);
            assert!(
                kept == now,
                "{name}: {difference:?}; run this test with ANIMA_WRITE_TRACES=1 and look at the difference"
            );
        }
    }

    #[test]
    fn every_file_is_in_the_list() {
        let files = fs::read_dir(folder()).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap());
        let files: BTreeSet<String> = files.filter_map(|file| file.strip_suffix(".json").map(str::to_owned)).collect();
        assert_eq!(files, names().into_iter().collect());
        assert_eq!(files.len(), 10);
    }

    #[test]
    fn each_sequence_does_what_it_is_for() {
        for (name, flag) in [
            ("sprint_jump", "sprint"),
            ("sneak_edge", "ground+sneak"),
            ("swim", "sprint+swim"),
            ("double_tap", "ground+sprint"),
        ] {
            assert!(column(&trace(name), "flags").contains(&flag.to_owned()), "{name} never shows {flag}");
        }
        let walk = trace("walk");
        assert!(column(&walk, "y").contains(&"200.500000".to_owned()), "it steps onto the slabs");
        assert_eq!(last(&walk, "z"), "9.700000", "and ends at the wall");
        let edge = trace("sneak_edge");
        let sneaks =
            column(&edge, "flags").into_iter().zip(column(&edge, "y")).filter(|(flags, _)| flags.contains("sneak"));
        assert!(sneaks.into_iter().all(|(_, y)| y == "200.000000"), "a player that sneaks does not fall");
        assert_eq!(last(&edge, "y"), "198.000000");
        let dug = trace("dig");
        assert_eq!(last(&dug, "blocks"), "air air air air air");
        assert_eq!(last(&dug, "carried"), "cobblestone 2, dirt 2, oak_log 1, wooden_pickaxe 1");
        let placed = trace("place");
        assert_eq!(last(&placed, "blocks"), "cobblestone cobblestone air cobblestone");
        assert_eq!(last(&placed, "y"), "201.000000");
        assert_eq!(last(&trace("craft"), "carried"), "wooden_pickaxe 1");
        assert_eq!(last(&trace("smelt"), "carried"), "iron_ingot 1");
        let died = trace("die");
        assert!(column(&died, "health").contains(&"0".to_owned()));
        assert_eq!((last(&died, "health"), last(&died, "carried")), ("20".to_owned(), "-".to_owned()));
    }

    #[test]
    fn what_is_wrong_in_a_file_is_named() {
        let sequence = |commands: &str, steps: &str| {
            let start = r#"{"pos": [0.5, 200, 0.5], "yaw": 0, "pitch": 0}"#;
            Sequence::read(&format!(
                r#"{{"about": "", "start": {start}, "commands": [{commands}], "steps": [{steps}]}}"#
            ))
        };
        let floor = r#""fill -1 199 -1 1 199 1 stone""#;
        for (commands, steps, what) in [
            (r#""summon pig""#, "", "the command \"summon pig\""),
            (r#""fill 0 0 0 1 1 1 stoone""#, "", "stoone"),
            (r#""give @a stik 1""#, "", "stik"),
            (floor, r#"{"keys": "forwards"}"#, "step 1: there is no key \"forwards\""),
            (floor, r#"{"until": "noon", "within": 5}"#, "noon"),
            (
                floor,
                r#"{}, {"until": "screen death", "within": 5}"#,
                "step 2: screen death does not come about within 5 ticks",
            ),
        ] {
            let error = sequence(commands, steps).unwrap().trace().unwrap_err();
            assert!(format!("{error:#}").contains(what), "{error:#}");
        }
        assert!(sequence(floor, r#"{"tick": 5}"#).is_err());
    }
}
