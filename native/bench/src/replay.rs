//! Plays a record again: its controls in a fresh world must lead to the same end.

use std::io::BufRead;

use anima_body::{Control, Observation};
use anima_intent::Judge;
use anima_suite::{Blueprints, End, Entry, Line, Outcome, Pressings, Scenario, Start, Why, carried};
use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::game::judged;
use crate::operator::operate;
use crate::{Land, Setup};

/// What a record that was played again led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// Ticks played.
    pub ticks: u64,
    /// How the record says that it ended.
    pub end: End,
    /// How the world is at its end, where that is not what the record says; empty if it is the same game.
    pub differences: Vec<String>,
}

/// Plays a record again on the land that it was made on.
///
/// # Errors
/// If the text is no whole record (names the line), or was made on another land.
pub fn replay(record: impl BufRead, land: &Land) -> Result<Replayed> {
    replay_before(record, land, &mut |_| {})
}

/// The same, and shows what there is to see before each tick and at the end.
pub(crate) fn replay_before(record: impl BufRead, land: &Land, sees: &mut dyn FnMut(&Observation)) -> Result<Replayed> {
    let mut lines = record.lines().enumerate().map(|(index, text)| -> Result<Line> {
        let place = || format!("line {} of the record", index + 1);
        serde_json::from_str(&text.with_context(place)?).with_context(place)
    });
    let first = lines.next().context("the record is empty")??;
    let Entry::Start(start) = first.entry else { bail!("the record begins with no start") };
    ensure!(
        start.server_body.is_none(),
        "it was played on a server, in a world of the game itself, and cannot be played again here"
    );
    ensure!(
        start.world == land.name(),
        "the record was made on {}, not on {}; give that world with --world DIR",
        start.world,
        land.name()
    );
    let setup = setup(&start, land);
    let mut client = setup.client()?;
    let mut controls = Pressings::default();
    let (mut round, mut earlier, mut differences) = (1, 0, Vec::new());
    let mut parts = setup.then.iter();
    let mut goal = setup.wanted()?;
    let first = client.world().observe();
    sees(&first);
    let mut judge = Judge::new(&goal, &judged(&goal, &first, client.world()));
    for line in lines {
        let line = line?;
        match line.entry {
            Entry::Control(pressed) => {
                let ticks = client.world().ticks();
                ensure!(line.tick == ticks, "tick {} follows tick {ticks}", line.tick);
                let control = Control::try_from(pressed).map_err(|text| anyhow!("tick {}: {text}", line.tick))?;
                controls.add(&control);
                client.tick(&control);
                let seen = client.world().observe();
                sees(&seen);
                let seen = judged(&goal, &seen, client.world());
                judge.see(&seen, &seen.terrain.view());
            }
            Entry::Part { goal: words } => {
                // A part that the start does not name is a goal that an agent that explores has set itself.
                let (scenario, meant) = match parts.next() {
                    Some(part) => (part.scenario.clone(), part.blueprints.meaning(&part.goal)?),
                    None => (Scenario::default(), Blueprints::default().meaning(&words)?),
                };
                client.operate(|world| operate(&scenario, world))?;
                goal = meant;
                judge = Judge::new(&goal, &judged(&goal, &client.world().observe(), client.world()));
            }
            Entry::Round(told) => {
                let health = client.world().observe().player.health;
                if told.health != health || told.won && !judge.holds() {
                    differences
                        .push(format!("round {round}: recorded {told:?}, got {:?}, {health} health", judge.verdict()));
                }
                if setup.prepare.as_ref().is_some_and(|rounds| round < rounds.number) {
                    round += 1;
                    earlier += client.world().ticks();
                    client = setup.of_round(round).client()?;
                    (parts, goal) = (setup.then.iter(), setup.wanted()?);
                    let first = client.world().observe();
                    sees(&first);
                    judge = Judge::new(&goal, &judged(&goal, &first, client.world()));
                }
            }
            Entry::End(end) => {
                let world = client.world();
                let is_won = judge.holds() && end.reason != Some(Why::Died);
                let ticks = earlier + world.ticks();
                differences.extend(compared(&end, &world.observe(), ticks, &controls, is_won));
                return Ok(Replayed { ticks, end: *end, differences });
            }
            Entry::Start(_) => bail!("a second start at tick {}", line.tick),
            Entry::Act(_) | Entry::Event(_) => {}
        }
    }
    bail!("the record breaks off at tick {}: it has no end", client.world().ticks())
}

fn setup(start: &Start, land: &Land) -> Setup {
    Setup {
        goal: start.goal.clone(),
        blueprints: start.blueprints.clone(),
        seed: start.seed,
        land: land.clone(),
        at: start.at.map(Into::into),
        scenario: start.scenario.clone(),
        then: start.then.clone(),
        prepare: start.prepare.clone(),
        ticks: start.limit,
        settings: start.settings.clone(),
        model: None,
        round: None,
        versions: start.versions.clone(),
    }
}

/// How a world is at the end, where that is not what the record says.
fn compared(end: &End, seen: &Observation, ticks: u64, controls: &Pressings, holds: bool) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |what: &str, recorded: String, got: String| {
        if recorded != got {
            differences.push(format!("{what}: recorded {recorded}, got {got}"));
        }
    };
    compare("ticks", end.ticks.to_string(), ticks.to_string());
    compare("position", format!("{:?}", end.pos), format!("{:?}", <[f64; 3]>::from(seen.player.pos)));
    compare("health", end.health.to_string(), seen.player.health.to_string());
    compare("inventory", format!("{:?}", end.inventory), format!("{:?}", carried(&seen.inventory)));
    compare("controls", end.controls.clone(), controls.to_string());
    compare("success", (end.outcome == Outcome::Success).to_string(), holds.to_string());
    differences
}

#[cfg(test)]
mod tests {
    use anima_agent::Life;
    use anima_body::{Keys, Look, ScreenKey};
    use anima_suite::{Counted, Recorder, Settings, Versions, Witness};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use super::*;

    /// Records a player who presses keys at random.
    fn recorded(ticks: u64) -> String {
        let mut settings = Settings::default();
        settings.world.radius = 2;
        let setup = Setup {
            scenario: Scenario::default(),
            then: Vec::new(),
            prepare: None,
            goal: "obtain 1 dirt".into(),
            blueprints: Blueprints::default(),
            seed: 3,
            land: Land::Generated,
            at: None,
            ticks,
            settings,
            model: None,
            round: None,
            versions: Versions::default(),
        };
        let goal = setup.wanted().unwrap();
        let mut dice = Pcg32::seed_from_u64(1);
        let mut world = setup.world().unwrap();
        let life = Life::new(anima_agent::Settings::default(), world.observe());
        let mut judge = Judge::new(&goal, &world.observe());
        let mut recorder = Recorder::new(Vec::new());
        recorder.begins(&setup.start().unwrap());
        let mut control = Control::default();
        let mut counted = Counted::default();
        for tick in 0..ticks {
            recorder.sees(&world.observe());
            if tick % 10 == 0 {
                control.keys = Keys::from_bits_truncate(dice.random()) - Keys::DROP;
            }
            control.look = Look { yaw: dice.random_range(-20.0..20.0), pitch: dice.random_range(-3.0..6.0) };
            control.screen = (tick % 50 == 0).then_some(ScreenKey::Close);
            recorder.does(&life, &control);
            counted.controls.add(&control);
            world.tick(&control);
            let seen = world.observe();
            judge.see(&seen, &seen.terrain.view());
        }
        recorder.sees(&world.observe());
        recorder.ends(&End::judge(&judge, &world.observe(), None, None, counted));
        String::from_utf8(recorder.finish().unwrap()).unwrap()
    }

    #[test]
    fn a_record_plays_again_to_the_same_end() {
        let record = recorded(300);
        let again = replay(record.as_bytes(), &Land::Generated).unwrap();
        assert_eq!((again.ticks, again.differences), (300, Vec::<String>::new()));
    }

    #[test]
    fn a_changed_record_is_found_out() {
        let record = recorded(40);
        let changed = record.replacen("\"look\":[", "\"look\":[90,", 1);
        let cut = changed.find("90,").unwrap() + 2;
        let end = cut + changed[cut..].find(']').unwrap();
        let changed = format!("{},0.0{}", &changed[..cut], &changed[end..]);
        assert!(!replay(changed.as_bytes(), &Land::Generated).unwrap().differences.is_empty());
        let error = |text: &str| format!("{:#}", replay(text.as_bytes(), &Land::Generated).unwrap_err());
        let lines: Vec<&str> = record.lines().collect();
        assert!(error(&lines[..20].join("\n")).contains("breaks off"));
        assert!(error(&lines[1..].join("\n")).contains("no start"));
        assert!(error(&record.replacen(lines[9], "{\"tick\":", 1)).contains("line 10"));
        assert!(error("").contains("empty"));
        assert!(error(&record.replacen("\"generated\"", "\"other\"", 1)).contains("--world"));
        let body = "\"server_body\":{\"world_seed\":1,\"place\":[8,8],\"warp\":false},\"assists\":";
        assert!(error(&record.replacen("\"assists\":", body, 1)).contains("on a server"));
    }
}
