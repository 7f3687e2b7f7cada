//! The command line: what the player types after `/anima`.

mod mind;

use anima_config::AGENTS;
use anima_intent::{Condition, complete};

use self::mind::{agent, budget, forget, memory, model};
use crate::Body;
use crate::mirror::Mirror;
use crate::play::State;
use crate::play::explore;

/// How a line of an answer is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Says how things are.
    Plain,
    /// It worked.
    Good,
    /// It did not, and why.
    Bad,
    /// What to do next.
    Hint,
}

impl Tone {
    /// The first letter of the line, as Java is told.
    pub fn letter(self) -> char {
        match self {
            Tone::Plain => ' ',
            Tone::Good => '+',
            Tone::Bad => '!',
            Tone::Hint => '>',
        }
    }
}

/// A line of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How it is meant.
    pub tone: Tone,
    /// What it says.
    pub text: String,
}

/// A command that is served.
pub struct Command {
    /// What is typed.
    pub name: &'static str,
    /// What follows; empty for nothing, in square brackets if it may be left out.
    pub argument: &'static str,
    /// What it does.
    pub help: &'static str,
    run: fn(&mut Body, &str, &mut Answer),
}

/// Every command whose part is there.
pub const COMMANDS: &[Command] = &[
    Command { name: "do", argument: "goal", help: "pursue a goal, after those that wait", run: add },
    Command { name: "do now", argument: "goal", help: "pursue a goal in place of all others", run: replace },
    Command { name: "explore", argument: "number", help: "let it give itself so many goals", run: explore },
    Command { name: "stop", argument: "", help: "drop all goals", run: stop },
    Command { name: "wait", argument: "", help: "take the keys back; the goal waits", run: wait },
    Command { name: "resume", argument: "", help: "let the agent go on", run: resume },
    Command { name: "status", argument: "", help: "what it is at", run: status },
    Command { name: "queue", argument: "", help: "the goals that wait", run: queue },
    Command { name: "why", argument: "", help: "the plan, the last failure and what follows from it", run: why },
    Command { name: "model", argument: "", help: "who plans, and how it does", run: model },
    Command {
        name: "agent",
        argument: "[name]",
        help: "show who plays, or let another play from the next goal on",
        run: agent,
    },
    Command {
        name: "memory",
        argument: "[words]",
        help: "what was lived through lately, or with these words",
        run: memory,
    },
    Command { name: "memory forget", argument: "number", help: "forget an episode for good", run: forget },
    Command { name: "budget", argument: "", help: "what models have cost today, and what they may cost", run: budget },
    Command { name: "config", argument: "[key and value]", help: "show or change a setting", run: config },
    Command { name: "config reload", argument: "", help: "read the settings file again", run: reload },
    Command { name: "doctor", argument: "", help: "what works here, and what to do about the rest", run: doctor },
    Command { name: "help", argument: "", help: "what can be typed", run: help },
    #[cfg(feature = "faults")]
    Command {
        name: "fault",
        argument: "panic, hang, seen, entities, told, kept, target or doing",
        help: "break on purpose, or show what was told of the world",
        run: fault,
    },
];

/// The lines so far.
#[derive(Default)]
struct Answer(Vec<Line>);

impl Answer {
    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.0.push(Line { tone, text: text.into() });
    }

    fn plain(&mut self, text: impl Into<String>) {
        self.say(Tone::Plain, text);
    }

    fn good(&mut self, text: impl Into<String>) {
        self.say(Tone::Good, text);
    }

    fn bad(&mut self, text: impl Into<String>) {
        self.say(Tone::Bad, text);
    }

    fn hint(&mut self, text: impl Into<String>) {
        self.say(Tone::Hint, text);
    }
}

/// Runs what was typed.
pub fn run(body: &mut Body, line: &str) -> Vec<Line> {
    let line = line.trim();
    let mut answer = Answer::default();
    match find(line) {
        Some((command, rest)) if rest.is_empty() == command.argument.is_empty() => {
            (command.run)(body, rest, &mut answer);
        }
        Some((command, _)) if command.argument.starts_with('[') => (command.run)(body, "", &mut answer),
        Some((command, _)) if command.argument.is_empty() => {
            answer.bad(format!("{} takes nothing after it", command.name));
        }
        Some((command, _)) => {
            answer.bad(format!("{} what?", command.name));
            answer.hint(format!("/anima {} <{}>", command.name, command.argument));
        }
        None => {
            answer.bad(format!("there is no command {:?}", line.split(' ').next().unwrap_or_default()));
            let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
            answer.hint(format!("the commands are {}", names.join(", ")));
        }
    }
    answer.0
}

/// The longest command that the line begins with, and the rest.
fn find(line: &str) -> Option<(&'static Command, &str)> {
    let begins = |command: &'static Command| {
        let rest = line.strip_prefix(command.name)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| (command, rest.trim()))
    };
    COMMANDS.iter().filter_map(begins).max_by_key(|(command, _)| command.name.len())
}

/// Most completions.
const MOST: usize = 50;

/// What could complete a line, and where in it that begins.
pub fn suggest(body: &Body, line: &str) -> (usize, Vec<String>) {
    let Some((command, _)) = find(line).filter(|(command, _)| line.len() > command.name.len()) else {
        // The name of a command is not whole yet.
        let names = COMMANDS.iter().map(|command| command.name).filter(|name| name.starts_with(line.trim_start()));
        return (0, names.take(MOST).map(str::to_owned).collect());
    };
    let start = line.rfind(' ').map_or(0, |at| at + 1);
    let word = &line[start..];
    let first_word = start == command.name.len() + 1;
    let texts: Vec<String> = match command.name {
        "do" | "do now" => {
            let goal = &line[(command.name.len() + 1).min(line.len())..];
            let now = ["now"].into_iter().filter(|now| first_word && command.name == "do" && now.starts_with(word));
            now.map(str::to_owned).chain(complete(goal, &body.host().blueprints().names())).collect()
        }
        "agent" if first_word => {
            AGENTS.iter().map(|(name, _)| (*name).to_owned()).filter(|name| name.starts_with(word)).collect()
        }
        "config" => {
            let keys = body.host().settings.keys();
            let typed = line[command.name.len()..].trim_start();
            match typed.split_once(' ').and_then(|(name, _)| keys.iter().find(|key| key.name == name)) {
                None => keys.into_iter().map(|key| key.name).filter(|name| name.starts_with(word)).collect(),
                Some(key) => {
                    let choices = key.kind.split(' ').skip(1).map(str::to_owned);
                    let bools = ["true", "false"].map(str::to_owned).into_iter().filter(|_| key.kind == "bool");
                    choices.chain(bools).chain([key.value.clone()]).filter(|text| text.starts_with(word)).collect()
                }
            }
        }
        _ => Vec::new(),
    };
    (start, texts.into_iter().take(MOST).collect())
}

fn parse(body: &Body, text: &str, answer: &mut Answer) -> Option<Condition> {
    if body.mirror.is_none() {
        answer.bad("there is no world to play in");
        answer.hint("enter a world first");
        return None;
    }
    if let Some(why) = body.mirror.as_ref().and_then(Mirror::refusal) {
        answer.bad(why);
        return None;
    }
    match Condition::parse(text, &body.host().blueprints()) {
        Ok(goal) => Some(goal),
        Err(error) => {
            answer.bad(error.to_string());
            answer.hint("for example /anima do obtain 3 oak_log, or /anima do kill 2 zombies");
            None
        }
    }
}

fn add(body: &mut Body, text: &str, answer: &mut Answer) {
    let Some(goal) = parse(body, text, answer) else { return };
    let name = goal.to_string();
    let ahead = body.play.queue().count() + usize::from(body.play.goal().is_some());
    match body.play.add(goal) {
        Ok(()) if ahead == 0 => answer.good(name),
        Ok(()) => answer.good(format!("{name}, after {ahead} other{}", if ahead == 1 { "" } else { "s" })),
        Err(why) => {
            answer.bad(why);
            answer.hint("/anima stop drops them");
        }
    }
}

fn replace(body: &mut Body, text: &str, answer: &mut Answer) {
    let Some(goal) = parse(body, text, answer) else { return };
    answer.good(goal.to_string());
    body.play.replace(goal);
}

fn explore(body: &mut Body, text: &str, answer: &mut Answer) {
    if body.mirror.is_none() {
        answer.bad("there is no world to play in");
        answer.hint("enter a world first");
        return;
    }
    if let Some(why) = body.mirror.as_ref().and_then(Mirror::refusal) {
        answer.bad(why);
        return;
    }
    match text.parse::<u32>() {
        Ok(goals) if (1..=explore::MOST).contains(&goals) => {
            let plural = if goals == 1 { "" } else { "s" };
            answer.good(format!("it gives itself {goals} goal{plural}, whenever none of yours waits"));
            answer.hint("/anima stop ends that");
            body.play.explore(goals);
        }
        _ => {
            answer.bad(format!("{text} is no number of goals from 1 to {}", explore::MOST));
            answer.hint("for example /anima explore 5");
        }
    }
}

fn stop(body: &mut Body, _: &str, answer: &mut Answer) {
    if body.play.stop("the player stopped it") {
        answer.good("stopped; the keys are yours");
    } else {
        answer.plain("there is nothing to stop");
    }
}

fn wait(body: &mut Body, _: &str, answer: &mut Answer) {
    match (body.play.hand_over(), body.play.state()) {
        (true, _) => {
            answer.good("the keys are yours; the goal waits");
            answer.hint("/anima resume gives them back");
        }
        (false, State::Yours) => answer.plain("the keys are yours already"),
        (false, _) => answer.plain("there is no goal; the keys are yours"),
    }
}

fn resume(body: &mut Body, _: &str, answer: &mut Answer) {
    match (body.play.resume(), body.play.state()) {
        (true, _) => answer.good("the agent goes on"),
        (false, State::Idle) => {
            answer.plain("there is no goal");
            answer.hint("/anima do <goal>");
        }
        (false, _) => answer.plain("the agent plays already"),
    }
}

fn status(body: &mut Body, _: &str, answer: &mut Answer) {
    let shown = body.shown();
    let who = match shown.state {
        State::Idle => "idle",
        State::Acting => "acting",
        State::Thinking => "thinking",
        State::Yours => "yours",
    };
    if let Some(lack) = shown.lack {
        let goal = body.play.goal().or_else(|| body.play.queue().next());
        answer.plain(format!("waiting: {}", goal.map(ToString::to_string).unwrap_or_default()));
        return answer.plain(lack);
    }
    let Some(status) = shown.status else {
        match shown.ended.goal.as_str() {
            "" => answer.plain(format!("{who}; no goal was given yet")),
            goal if shown.ended.why.is_empty() => answer.plain(format!("{who}; the last goal was {goal}: reached")),
            goal => answer.plain(format!("{who}; the last goal was {goal}: {}", shown.ended.why)),
        }
        return;
    };
    answer.plain(format!("{who}: {}", status.goal));
    let done = status.acts.iter().filter(|(_, done)| *done).count();
    if let Some(act) = &status.act {
        answer.plain(format!("act {} of {}: {act}", done + 1, status.acts.len().max(done + 1)));
    }
    if let Some(doing) = status.doing.last() {
        answer.plain(format!("at: {doing}"));
    }
    if status.deaths > 0 {
        answer.plain(format!("deaths: {}", status.deaths));
    }
}

fn help(_: &mut Body, _: &str, answer: &mut Answer) {
    for Command { name, argument, help, .. } in COMMANDS {
        let argument = match *argument {
            "" => String::new(),
            optional if optional.starts_with('[') => format!(" {optional}"),
            needed => format!(" <{needed}>"),
        };
        answer.plain(format!("/anima {name}{argument}: {help}"));
    }
}

fn queue(body: &mut Body, _: &str, answer: &mut Answer) {
    if let Some(goal) = body.play.goal() {
        answer.plain(format!("at work: {goal}"));
    }
    let waiting: Vec<String> = body.play.queue().map(ToString::to_string).collect();
    if waiting.is_empty() {
        answer.plain("no goal waits");
    }
    for (place, goal) in waiting.into_iter().enumerate() {
        answer.plain(format!("{}. {goal}", place + 1));
    }
}

fn why(body: &mut Body, _: &str, answer: &mut Answer) {
    reasons(body, answer);
    let game = body.host().game.clone();
    let Some(snapshot) = body.play.snapshot() else { return };
    let moment = snapshot.moment().to_string();
    match snapshot.save(&game) {
        Ok(path) => answer.plain(format!("what it saw when {moment}: {}", path.display())),
        Err(why) => answer.bad(why),
    }
}

fn reasons(body: &Body, answer: &mut Answer) {
    let Some(why) = body.play.why() else {
        let ended = body.play.ended();
        if ended.goal.is_empty() || ended.why.is_empty() {
            answer.plain("there is no goal, and nothing went wrong");
        } else {
            answer.plain(format!("{} ended: {}", ended.goal, ended.why));
        }
        return;
    };
    /// Lines of the plan that fit into the chat.
    const LINES: usize = 16;
    let more = why.tree.len().saturating_sub(LINES);
    why.tree.into_iter().take(LINES).for_each(|line| answer.plain(line));
    if more > 0 {
        answer.plain(format!("... and {more} more"));
    }
    if let Some(failure) = why.failure {
        answer.bad(format!("last failure: {failure}"));
    }
    if let Some(thought) = why.thought {
        answer.hint(thought);
    }
}

fn config(body: &mut Body, rest: &str, answer: &mut Answer) {
    let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
    let keys = body.host().settings.keys();
    if name.is_empty() {
        answer.plain(format!("settings are in {}", body.host().settings.path().display()));
        keys.iter().for_each(|key| answer.plain(format!("{} = {}", key.name, key.value)));
        return;
    }
    let Some(key) = keys.iter().find(|key| key.name == name) else {
        answer.bad(format!("there is no setting {name}"));
        return answer.hint("/anima config lists them");
    };
    if value.is_empty() {
        answer.plain(format!("{name} = {}", key.value));
        answer.plain(key.help.clone());
        if key.kind == "text" && !key.value.is_empty() {
            answer.hint(format!("/anima config {name} \"\" empties it"));
        }
        return;
    }
    match body.host_mut().settings.set(name, value) {
        Ok(()) => answer.good(format!("{name} = {}", value.trim())),
        Err(why) => answer.bad(why),
    }
}

fn reload(body: &mut Body, _: &str, answer: &mut Answer) {
    match body.host_mut().settings.reload() {
        Ok(()) => answer.good("the settings were read again"),
        Err(why) => {
            answer.bad(why);
            answer.hint("the settings before are still in use");
        }
    }
}

fn doctor(body: &mut Body, _: &str, answer: &mut Answer) {
    answer.good(format!("Anima {}, for Minecraft 1.19.4", env!("CARGO_PKG_VERSION")));
    let host = body.host();
    let replaced = host.registries.replaced();
    if replaced.is_none() {
        answer.good("every block, item and entity of this game is known");
    } else {
        answer.plain(format!("this game has {replaced}; the agent keeps away from them"));
    }
    match host.settings.problem() {
        None => answer.good(format!("settings: {}", host.settings.path().display())),
        Some(problem) => {
            answer.bad(problem.to_owned());
            answer.hint("put it right, then /anima config reload");
        }
    }
    match host.log.problem() {
        None => answer.good(format!("log: {}", host.game.join("logs").join("anima.log").display())),
        Some(problem) => {
            answer.bad(problem.to_owned());
            answer.hint("make the folder writable and start the game again");
        }
    }
    match &body.mirror {
        None => answer.plain("no world is entered"),
        Some(mirror) if !mirror.looks() => {
            answer.good(format!("{}: without a goal the agent looks at nothing of it", body.dimension));
        }
        Some(mirror) => {
            let biome = mirror.biome().map_or("an unknown biome", anima_rules::Biome::name);
            answer.good(format!("{}: {} chunks are known, here it is {biome}", body.dimension, mirror.columns()));
        }
    }
    drop(host);
    model(body, "", answer);
}

#[cfg(feature = "faults")]
fn fault(body: &mut Body, what: &str, answer: &mut Answer) {
    use anima_body::Keys;

    use crate::play::Broken;
    let mirrors = body.mirror.iter();
    match what {
        "seen" => {
            return mirrors.flat_map(|mirror| mirror.events()).for_each(|event| answer.plain(format!("{event:?}")));
        }
        "kept" => {
            return mirrors.for_each(|mirror| {
                answer.plain(format!("columns {}", mirror.columns()));
                answer.plain(format!("entity bytes {}", mirror.entity_bytes()));
                answer.plain(format!("queued bytes {}", mirror.queued_bytes()));
                answer.plain(format!("chunk bytes {}", mirror.chunk_bytes()));
                answer.plain(format!("statistics bytes {}", mirror.statistics().bytes()));
            });
        }
        "target" => return mirrors.for_each(|mirror| answer.plain(format!("{:?}", mirror.target_now()))),
        "doing" => {
            let doing = body.play.status().map(|status| status.doing).unwrap_or_default();
            return doing.into_iter().for_each(|line| answer.plain(line));
        }
        "entities" => {
            return mirrors.flat_map(|mirror| mirror.entities()).for_each(|entity| answer.plain(format!("{entity:?}")));
        }
        "told" => {
            return mirrors.for_each(|mirror| {
                answer.plain(format!("{:?}", mirror.light_now()));
                mirror.statistics().tally().iter().for_each(|(stat, count)| answer.plain(format!("{stat} {count}")));
            });
        }
        _ => {}
    }
    body.play.fault = match what {
        "panic" => Some(Broken::Panics),
        "hang" => Some(Broken::Hangs),
        keys => keys.parse().ok().map(|bits| Broken::Holds(Keys::from_bits_truncate(bits))),
    };
    answer.good(format!("{:?}", body.play.fault));
}

#[cfg(test)]
mod tests {
    use anima_memory::Memory;

    use super::mind::BY_AGENT;
    use super::*;
    use crate::Host;
    use crate::registries::Names;

    fn body(folder: &std::path::Path) -> Body {
        Body::new(&Host::open(folder, folder, &Names::default()))
    }

    fn check(lines: &[&str], look_for: &str) {
        let folder = tempfile::tempdir().unwrap();
        let mut body = body(folder.path());
        let land = body.host().land(-64, 384, &[]).unwrap();
        body.enter_world(&land, "save/4", "minecraft:overworld", false);
        let mut last = Vec::new();
        for line in lines {
            last = run(&mut body, line);
            assert!(!last.is_empty(), "{line} is not answered");
        }
        let text: Vec<String> = last.iter().map(|line| format!("{}{}", line.tone.letter(), line.text)).collect();
        assert!(text.join("\n").contains(look_for), "{lines:?} answer {text:?}");
    }

    #[test]
    fn commands_answer() {
        check(&["do obtain 1 iron_pickaxe"], "+obtain 1 iron_pickaxe");
        check(&["do obtain 1 stick", "do now 3 oak logs", "queue"], "1. obtain 3 oak_log");
        check(&["do obtain 1 stick", "do 2 dirt"], "after 1 other");
        check(&["do obtain 1 diamnod"], "!");
        check(&["do"], "!do what?");
        check(&["dance"], "!there is no command \"dance\"");
        check(&["help"], " /anima do now <goal>: pursue a goal in place of all others");
        check(&["stop"], " there is nothing to stop");
        check(&["do 1 stick", "stop"], "+stopped");
        check(&["do 1 stick", "wait"], "+the keys are yours");
        check(&["do 1 stick", "wait", "wait"], "yours already");
        check(&["do 1 stick", "wait", "resume"], "+the agent goes on");
        check(&["resume"], " there is no goal");
        check(&["status"], "idle");
        check(&["why"], "no goal");
        check(&["model"], "the rules plan");
        check(&["config"], "game.hud = true");
        check(&["config game.hud false", "config game.hud"], "game.hud = false");
        check(&["config game.hud maybe"], "!game.hud takes true or false");
        check(&["config reload"], "+the settings");
        check(&["doctor"], "minecraft:overworld: without a goal");
        check(&["do 1 stick", "status"], "waits for the land around: 0 of the nearest 9 chunks are here");
        check(&["stop it"], "!stop takes nothing");
    }

    #[test]
    fn another_agent_plays_and_the_one_before_leaves_nothing_behind() {
        check(&["agent"], " anima plays, by the program own");
        check(&["agent gitm", "agent"], " gitm plays, by the program gitm");
        check(&["agent xray", "config agent.perception"], "agent.perception = xray");
        check(&["agent xray", "agent rules", "config agent.perception"], "agent.perception = fair");
        check(&["agent rules", "agent odyssey", "config mind.plan"], "mind.plan = model");
        check(&["agent jarvis", "config mind.show"], "mind.show = true");
        check(&["agent jarvis", "agent own", "config mind.show"], "mind.show = false");
        check(&["agent nobody"], "!there is no agent nobody");
        for (name, file) in AGENTS {
            let table: toml::Table = file.parse().expect("it is packed");
            let keys = table.iter().flat_map(|(section, keys)| {
                keys.as_table().into_iter().flat_map(|keys| keys.keys()).map(move |key| format!("{section}.{key}"))
            });
            keys.for_each(|key| assert!(BY_AGENT.contains(&key.as_str()), "{name} sets {key}"));
        }
    }

    #[test]
    fn memory_and_budget_answer() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("memory.sqlite");
        check(&["memory"], " the agent remembers no other games");
        let set = format!("config memory.file {}", file.display());
        check(&[&set, "memory"], "!");
        let memory = Memory::open(&file).unwrap();
        let goal = Condition::holds(anima_rules::Item::STICK, 1);
        let mut episode = anima_memory::Episode::new(&goal, "own", anima_memory::Origin::default());
        episode.outcome = anima_memory::Outcome::reached();
        memory.append(vec![episode]).unwrap();
        check(&[&set, "memory"], " 1: obtain 1 stick, reached in 0 ticks, 0 calls");
        check(&[&set, "memory stick"], "obtain 1 stick");
        check(&[&set, "memory diamonds"], " nothing is remembered of that");
        check(&[&set, "memory forget one"], "!\"one\" is no number");
        drop(memory);
        check(&[&set, "memory forget 1", "memory"], " nothing is remembered of that");
        let spent = format!("config model.spent {}", folder.path().display());
        check(&[&spent, "budget"], " today (UTC): 0 calls, 0 tokens");
        check(&[&spent, "config model.calls_per_day 7", "budget"], " allowed for a day: 7 calls, any number of tokens");
    }

    #[test]
    fn without_a_world_there_are_no_goals() {
        let folder = tempfile::tempdir().unwrap();
        let mut body = body(folder.path());
        assert_eq!(run(&mut body, "do 1 stick")[0].tone, Tone::Bad);
    }

    #[test]
    fn lines_are_completed() {
        let folder = tempfile::tempdir().unwrap();
        let body = body(folder.path());
        let check = |line: &str, start: usize, first: &str| {
            let (at, texts) = suggest(&body, line);
            assert_eq!((at, texts.first().map(String::as_str)), (start, Some(first)), "{line:?}: {texts:?}");
            assert!(texts.len() <= MOST);
        };
        check("", 0, "do");
        check("sta", 0, "status");
        check("do ", 3, "now");
        check("do ob", 3, "obtain");
        check("do obtain 1 iron_pick", 12, "iron_pickaxe");
        check("do now get 1 pickax", 13, "wooden_pickaxe");
        check("config game.w", 7, "game.watchdog_s");
        check("config game.look ", 17, "steps");
        assert!(suggest(&body, "stop ").1.is_empty());
    }
}
