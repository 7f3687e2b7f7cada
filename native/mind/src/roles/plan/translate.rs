//! From the steps of an answer to acts, and whether they lead to the goal.

use std::collections::BTreeMap;

use anima_intent::{Act, Condition, OneOf, Sought, either, way_line};
use anima_rules::DAY;
use anima_rules::techtree::{Fuel, Kind, Step, Way, ways};
use anima_rules::{Biome, Block, EntityKind, Item};

use super::answer::{Answer, AnswerKind, AnswerStep};
use crate::plan::leads_to;
use crate::policy::effort::Efforts;
use crate::policy::setbacks::Setbacks;
use crate::reply::item as item_of;
use crate::settings::Settings;
use crate::situation::Situation;

/// More of one item than any inventory holds.
const MOST: u32 = 36 * 64;
/// The lowest height that can be dug down to: above the bedrock.
const LOWEST: i32 = -59;

/// What the steps of an answer come to.
#[derive(Debug, PartialEq)]
pub(super) struct Translated {
    pub acts: Vec<Act>,
    /// What is wrong with the step after the acts, where plans are not checked: it fails when its turn comes.
    pub cut: Option<String>,
}

/// Reads every step, then runs them on the rules if the settings say so ([`Settings::check`]); else what is named is done as
/// it is named, what lacks something fails in the game, and a step that is none ends the plan.
///
/// # Errors
/// What is wrong, one problem a line, for the model to read; where plans are not checked, if not even the first step is one.
/// How things are got it tells only to one that is told so at all ([`Settings::knowledge`]).
pub(super) fn translate(
    answer: &Answer,
    goal: &Condition,
    now: &Situation,
    setbacks: &Setbacks,
    settings: Settings,
) -> Result<Translated, Vec<String>> {
    let efforts = Efforts::new(now, setbacks);
    let mut ordered: Vec<&AnswerStep> = answer.steps.iter().collect();
    ordered.sort_by_key(|step| step.rank);
    let mut problems = Vec::new();
    if let Some(twice) = ordered.windows(2).find(|pair| pair[0].rank == pair[1].rank && settings.check) {
        problems.push(format!("two steps have rank {}", twice[0].rank));
    }
    let (mut acts, mut ranks) = (Vec::new(), Vec::new());
    for step in ordered {
        match read(step, goal, now, &efforts, setbacks, settings) {
            Ok(act) => {
                acts.push(act);
                ranks.push(step.rank);
            }
            Err(problem) => {
                let problem = format!("step {}: {problem}", step.rank);
                if !settings.check && !acts.is_empty() {
                    return Ok(Translated { acts, cut: Some(problem) });
                }
                problems.push(problem);
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    if settings.check {
        leads_to(&acts, goal, now).map_err(|misfit| vec![misfit.told(&ranks)])?;
    }
    Ok(Translated { acts, cut: None })
}

/// One step as an act.
fn read(
    step: &AnswerStep,
    goal: &Condition,
    now: &Situation,
    efforts: &Efforts,
    setbacks: &Setbacks,
    settings: Settings,
) -> Result<Act, String> {
    match step.kind {
        AnswerKind::GoTo => {
            return part_of(goal, "go_to", |leaf| match leaf {
                Condition::At { x, y, z } => Some(Act::GoTo { x: *x, y: *y, z: *z }),
                _ => None,
            });
        }
        AnswerKind::Build => {
            return part_of(goal, "build", |leaf| match leaf {
                Condition::Built { blueprint } => Some(now.building(blueprint)),
                _ => None,
            });
        }
        AnswerKind::DigDown => {
            let y = step.y.ok_or("\"y\" must be the height to dig down to")?;
            return Ok(Act::DigDown { y: y.clamp(LOWEST, now.y) });
        }
        AnswerKind::GoUp => return Ok(Act::GoUp),
        AnswerKind::Sleep => return Ok(Act::Sleep),
        AnswerKind::Wait => return Ok(Act::Wait { ticks: DAY }),
        _ => {}
    }
    let [(name, count)] = step.object.iter().collect::<Vec<_>>()[..] else {
        return Err(format!("\"object\" must name exactly one thing, not {}", step.object.len()));
    };
    let count = *count;
    if !(1..=MOST).contains(&count) {
        return Err(format!("{count} is not a number of {name}; use 1 to {MOST}"));
    }
    let mob = EntityKind::from_name(name);
    match (step.kind, mob) {
        (AnswerKind::Explore, _) => return Ok(Act::Explore(sought(name)?)),
        (AnswerKind::Approach, _) => return Ok(Act::Approach(sought(name)?)),
        (AnswerKind::Kill, Some(mob)) if Item::from_name(name).is_none() => return Ok(Act::Kill { mob, count }),
        (AnswerKind::Breed, Some(mob)) => {
            let food = step.materials.keys().next().ok_or("\"materials\" must hold what the animals are fed")?;
            return Ok(Act::Breed { mob, food: item_of(food)?, count });
        }
        (AnswerKind::Breed, None) => return Err(format!("there is no animal {name:?} in 1.19.4")),
        _ => {}
    }
    let item = item_of(name)?;
    let mut materials = BTreeMap::new();
    for (name, count) in &step.materials {
        let sum: &mut u32 = materials.entry(item_of(name)?).or_default();
        *sum = sum.saturating_add(*count);
    }
    let tool = step.tool.as_deref().map(item_of).transpose()?;
    match step.kind {
        AnswerKind::Equip => return Ok(Act::Equip(item)),
        AnswerKind::Place => return Ok(Act::Place { item, count, at: None }),
        AnswerKind::Plant => return Ok(Act::Plant { seeds: item, count }),
        AnswerKind::Deposit => return Ok(Act::Deposit { item, count }),
        _ => {}
    }
    let mut candidates: Vec<&'static Way> =
        ways(item).iter().filter(|way| way.kind.word() == step.kind.word()).collect();
    if candidates.is_empty() {
        return Err(no_such_way(step.kind, item, settings));
    }
    candidates.retain(|way| efforts.of(way).once.is_finite() && !efforts.lacks_silk_touch(way));
    if candidates.is_empty() {
        let barred = ways(item).iter().find_map(|way| setbacks.barred(way));
        return Err(format!(
            "{} {item} is not possible now{}",
            step.kind.word(),
            barred.map_or_else(String::new, |why| format!(": {why}"))
        ));
    }
    candidates.sort_by(|a, b| ticks(efforts, a, count).total_cmp(&ticks(efforts, b, count)));
    let mut wrong = None;
    for way in candidates {
        match fill(way, count, &materials, tool, efforts, settings) {
            Ok(step) => return Ok(Act::Obtain(step)),
            Err(problem) => wrong = wrong.or(Some(problem)),
        }
    }
    Err(wrong.unwrap_or_else(|| no_such_way(step.kind, item, settings)))
}

/// What a name means that is to be looked for.
fn sought(name: &str) -> Result<Sought, String> {
    let plain = name.strip_prefix("minecraft:").unwrap_or(name);
    let biome = || Biome::from_name(plain).map(|biome| Sought::Biomes(OneOf::just(biome)));
    let mob = || EntityKind::from_name(plain).map(Sought::Mob);
    let block = || Block::from_name(plain).map(|block| Sought::Blocks(OneOf::just(block)));
    let shown: String = plain.chars().take(60).collect();
    biome().or_else(mob).or_else(block).ok_or_else(|| format!("there is no biome, mob or block {shown:?} in 1.19.4"))
}

/// The act for a part of the goal.
fn part_of(goal: &Condition, word: &str, act: impl Fn(&Condition) -> Option<Act>) -> Result<Act, String> {
    goal.leaves().into_iter().find_map(act).ok_or_else(|| format!("the goal asks for no {word}"))
}

fn no_such_way(kind: AnswerKind, item: Item, settings: Settings) -> String {
    let others: Vec<String> = ways(item).iter().take(2).map(way_line).collect();
    let word = kind.word();
    match others.is_empty() {
        _ if !settings.knowledge => format!("one cannot {word} {item}"),
        true => format!("one cannot {word} {item}, and there is no other way to get it"),
        false => format!("one cannot {word} {item}; ways to get it: {}", others.join(" | ")),
    }
}

fn ticks(efforts: &Efforts, way: &Way, count: u32) -> f32 {
    let effort = efforts.of(way);
    effort.once + effort.each * times(way, count) as f32
}

fn times(way: &Way, count: u32) -> u32 {
    (count as f32 / way.yields).ceil().max(1.0) as u32
}

/// The step that goes this way with the materials and the tool that were named.
fn fill(
    way: &'static Way,
    count: u32,
    named: &BTreeMap<Item, u32>,
    tool: Option<Item>,
    efforts: &Efforts,
    settings: Settings,
) -> Result<Step, String> {
    let times = times(way, count);
    let mut left = named.clone();
    let mut materials: Vec<(Item, u32)> = Vec::new();
    for material in &way.materials {
        let mut lacks = u32::from(material.count) * times;
        for item in &material.any_of {
            let Some(have) = left.get_mut(item) else { continue };
            let used = lacks.min(*have);
            if used > 0 {
                (*have, lacks) = (*have - used, lacks - used);
                match materials.iter_mut().find(|(known, _)| known == item) {
                    Some((_, sum)) => *sum += used,
                    None => materials.push((*item, used)),
                }
            }
        }
        if lacks > 0 && settings.check {
            let all = u32::from(material.count) * times;
            return Err(match settings.knowledge {
                false => format!("the \"materials\" for {count} {} are not what it is made of", way.item),
                true => format!(
                    "for {count} {} \"materials\" must hold {all} {}; the way is: {}",
                    way.item,
                    either(&material.any_of),
                    way_line(way)
                ),
            });
        }
    }
    left.retain(|_, count| *count > 0);
    let is_smelt = matches!(way.kind, Kind::Smelt { .. });
    let fuel = if is_smelt { Some(fuel(&left, &materials, settings)?) } else { None };
    let tool = held(way, tool, settings)?;
    let exact = way.yields.fract() == 0.0 && way.count.0 == way.count.1;
    let count = if exact { times * u32::from(way.count.0) } else { count };
    let effort = efforts.of(way);
    let ticks = effort.once + effort.each * times as f32;
    Ok(Step { way, item: way.item, count, times, materials, fuel, tool, ticks })
}

/// What of the materials that are left over is burnt; all of it, for with more than one furnace takes several share the
/// work.
fn fuel(left: &BTreeMap<Item, u32>, smelted: &[(Item, u32)], settings: Settings) -> Result<Fuel, String> {
    let mut short = None;
    for (item, count) in left {
        let Some(pieces) = Fuel::pieces(*item, smelted, 1) else { continue };
        if *count >= pieces {
            let most = Fuel::pieces(*item, smelted, Fuel::FURNACES).unwrap_or(pieces);
            return Ok(Fuel { item: *item, count: (*count).min(most) });
        }
        let times: u32 = smelted.iter().map(|(_, count)| count).sum();
        let takes = if settings.knowledge { format!(": it takes {pieces}") } else { String::new() };
        short = short.or(Some(format!("{count} {item} do not burn long enough to smelt {times}{takes}")));
    }
    Err(short.unwrap_or_else(|| {
        let coal = Fuel::pieces(Item::COAL, smelted, 1).unwrap_or(1);
        let such_as = if settings.knowledge { format!(", for example {coal} coal") } else { String::new() };
        format!("\"materials\" must hold the fuel to smelt them too{such_as}")
    }))
}

/// The tool in the hand; a station may be named in its place.
fn held(way: &Way, named: Option<Item>, settings: Settings) -> Result<Option<Item>, String> {
    let told = |what: String| if settings.knowledge { format!("{what}: {}", way_line(way)) } else { what };
    let Some(need) = way.tool else {
        return match (way.station, named) {
            (Some(station), Some(item)) if item.name() != station.name() && item.tool().is_none() => {
                Err(format!("{} {} is done at a {station}, not at a {item}", way.kind.word(), way.item))
            }
            _ => Ok(None),
        };
    };
    match named {
        Some(item) if need.takes(item) => Ok(Some(item)),
        Some(item) => Err(told(format!("{item} will not do"))),
        None if settings.knowledge => Err(told(format!("\"tool\" must be {need}"))),
        None => Err(format!("a tool is needed to {} {}", way.kind.word(), way.item)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::at_start;
    use anima_rules::ItemStack;

    #[track_caller]
    fn check(carried: &[(Item, u8)], steps: &str, goal: &str, expected: Result<&[&str], &str>) {
        let carried = carried.iter().map(|(item, count)| ItemStack::new(*item, *count)).collect();
        let now = Situation { carried, ..at_start() };
        let text = format!("{{\"steps\":[{steps}]}}");
        let answer = super::super::answer::read(&text).expect("it follows the schema").answer;
        let goal = crate::testing::goal(goal);
        let lines = translate(&answer, &goal, &now, &Setbacks::default(), Settings::default()).map(|read| read.acts);
        match (lines, expected) {
            (Ok(steps), Ok(lines)) => {
                assert_eq!(steps.iter().map(Act::to_string).collect::<Vec<_>>(), lines);
            }
            (Err(problems), Err(says)) => {
                assert!(problems.join("\n").contains(says), "{problems:?} should say {says:?}");
            }
            (got, expected) => panic!("{got:?} but {expected:?}"),
        }
    }

    const LOGS: &str = r#"{"rank":1,"kind":"mine","object":{"oak_log":1},"materials":{},"tool":null,"note":""}"#;
    const PLANKS: &str = r#"{"rank":2,"kind":"craft","object":{"oak_planks":3},"materials":{"minecraft:oak_log":1},"tool":null,"note":""}"#;

    #[test]
    fn whole_batches_in_the_order_of_the_ranks() {
        let lines = ["mine 1 oak_log from oak_log", "craft 4 oak_planks from 1 oak_log"];
        check(&[], &format!("{LOGS},{PLANKS}"), "4 planks", Ok(&lines));
        check(&[], &format!("{PLANKS},{LOGS}"), "4 planks", Ok(&lines));
        let equip = r#"{"rank":3,"kind":"equip","object":{"oak_log":1},"materials":{},"tool":null,"note":""}"#;
        let all = [lines[0], lines[1], "equip oak_log"];
        check(&[(Item::OAK_LOG, 1)], &format!("{LOGS},{PLANKS},{equip}"), "4 planks", Ok(&all));
        check(&[], &format!("{LOGS},{PLANKS},{equip}"), "4 planks", Err("step 3 lacks 1 oak_log"));
    }

    #[test]
    fn what_does_not_work_is_named() {
        let wrong = |from: &str, to: &str| format!("{LOGS},{PLANKS}").replace(from, to);
        let says = |steps: String, says: &str| check(&[], &steps, "4 planks", Err(says));
        says(PLANKS.to_owned(), "step 2 lacks 1 oak_log");
        says(wrong("\"rank\":2", "\"rank\":1"), "two steps have rank 1");
        says(wrong("oak_planks", "oak_plank"), "no item \"oak_plank\" in 1.19.4; did you mean oak_planks");
        says(wrong("{\"oak_planks\":3}", "{}"), "exactly one thing");
        says(wrong("\"oak_planks\":3", "\"oak_planks\":0"), "0 is not a number");
        says(wrong("\"oak_planks\":3", "\"oak_planks\":4000000000"), "4000000000 is not a number");
        says(wrong("\"oak_planks\":3", "\"oak_planks\":8"), "must hold 2 ");
        says(wrong("\"craft\"", "\"smelt\""), "one cannot smelt oak_planks; ways to get it: craft 4 from");
        says(wrong("\"oak_log\":1}", "\"birch_log\":1}").replace("oak_planks", "oak_slab"), "materials");
        says(LOGS.to_owned(), "at the end the inventory holds 0 of 4 any planks");
    }

    /// What is asked again for must not be told by what it is refused with.
    #[test]
    fn who_is_told_nothing_of_how_to_get_things_is_not_told_so_by_what_is_wrong() {
        let silent = Settings { knowledge: false, ..Settings::default() };
        let told = |steps: &str, settings: Settings| {
            let answer =
                super::super::answer::read(&format!("{{\"steps\":[{steps}]}}")).expect("it can be read").answer;
            let goal = crate::testing::goal("1 raw iron");
            translate(&answer, &goal, &at_start(), &Setbacks::default(), settings).map(|read| read.acts)
        };
        let mine = r#"{"rank":1,"kind":"mine","object":{"raw_iron":1},"materials":{},"tool":null,"note":""}"#;
        for steps in [
            mine.to_owned(),
            mine.replace("null", "\"wooden_pickaxe\""),
            mine.replace("raw_iron", "furnace"),
            PLANKS.replace("oak_planks", "crafting_table"),
        ] {
            let (open, silent) = (told(&steps, Settings::default()), told(&steps, silent));
            let says = |told: Result<Vec<Act>, Vec<String>>| told.expect_err("it is wrong").join("; ");
            let (open, silent) = (says(open), says(silent));
            assert!(open.contains("iron_ore") || open.contains("craft"), "{open}");
            assert!(!silent.contains("iron_ore") && !silent.contains("8 ") && !silent.contains("stone_"), "{silent}");
        }
    }

    #[test]
    fn a_plan_that_nobody_checks_is_done_up_to_what_is_no_step() {
        let unchecked = Settings { check: false, knowledge: false, ..Settings::default() };
        let read = |steps: &str| {
            let answer =
                super::super::answer::read(&format!("{{\"steps\":[{steps}]}}")).expect("it can be read").answer;
            translate(&answer, &crate::testing::goal("1 raw iron"), &at_start(), &Setbacks::default(), unchecked)
        };
        let mine = r#"{"rank":3,"kind":"mine","object":{"raw_iron":1},"materials":{},"tool":null,"note":""}"#;
        for (third, says) in [
            (mine.to_owned(), "step 3: a tool is needed to mine raw_iron"),
            (mine.replace("null", "\"wooden_pickaxe\""), "step 3: wooden_pickaxe will not do"),
            (mine.replace("raw_iron", "iron_ingot"), "step 3: one cannot mine iron_ingot"),
            (mine.replace("raw_iron", "raw_irn"), "step 3: there is no item \"raw_irn\""),
        ] {
            let Translated { acts, cut } = read(&format!("{LOGS},{PLANKS},{third}")).expect("two steps can be done");
            assert_eq!((acts.len(), cut.as_deref().is_some_and(|cut| cut.starts_with(says))), (2, true), "{cut:?}");
        }
        assert_eq!(read(&format!("{PLANKS},{LOGS}")).map(|read| (read.acts.len(), read.cut)), Ok((2, None)));
        assert!(read(mine).is_err(), "where no step can be done it is asked again");
    }

    #[test]
    fn tools_stations_and_fuel() {
        let kit = [(Item::WOODEN_PICKAXE, 1), (Item::STONE_PICKAXE, 1), (Item::FURNACE, 1), (Item::OAK_PLANKS, 4)];
        let mine =
            r#"{"rank":1,"kind":"mine","object":{"raw_iron":2},"materials":{},"tool":"stone_pickaxe","note":""}"#;
        let smelt = r#"{"rank":2,"kind":"smelt","object":{"iron_ingot":2},"materials":{"raw_iron":2,"oak_planks":2},"tool":"furnace","note":""}"#;
        let both = format!("{mine},{smelt}");
        let lines = [
            "mine 2 raw_iron from iron_ore with stone_pickaxe",
            "smelt 2 iron_ingot from 2 raw_iron burning 2 oak_planks at furnace",
        ];
        check(&kit, &both, "2 iron ingots", Ok(&lines));
        let says = |steps: String, says: &str| check(&kit, &steps, "2 iron ingots", Err(says));
        says(both.replace("\"stone_pickaxe\"", "\"wooden_pickaxe\""), "wooden_pickaxe will not do");
        says(both.replace("\"stone_pickaxe\"", "null"), "\"tool\" must be stone pickaxe or better");
        says(both.replace("\"oak_planks\":2", "\"oak_planks\":1"), "do not burn long enough");
        says(both.replace(",\"oak_planks\":2", ""), "must hold the fuel");
        says(both.replace("\"furnace\"", "\"crafting_table\""), "done at a furnace");
        check(&kit[2..], &both, "2 iron ingots", Err("step 1 lacks stone pickaxe or better after the steps before it"));
    }
}
