//! The record of a game as JSON lines: all that was pressed, and what came of it.
//!
//! First `start`, then one `control` a tick, with `act` and `event` as they come, `part` and `round` in games that have some,
//! last `end`. A record holds no
//! wall time, path or date: the same game gives the same bytes, and its controls play it again
//! (`anima_bench::replay`).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anima_agent::{Life, Moment, Note, jpeg};
use anima_body::{Click, Control, Event, Frame, Keys, Look, Observation, ScreenKey};
use anima_intent::Reason;
use anima_mind::Fought;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::file::slug;
use crate::{End, Part, Start, Why, Witness};

/// A line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Ticks since the game began, or the round.
    pub tick: u64,
    /// What it tells.
    #[serde(flatten)]
    pub entry: Entry,
}

/// What a line of a record tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// How the game begins.
    Start(Box<Start>),
    /// What the hands did in the tick.
    Control(Pressed),
    /// The operator set the world for the next part, whose goal this is.
    Part {
        /// In the player's words.
        goal: String,
    },
    /// A round is over; what follows it, if it was not the last, begins in another world.
    Round(Fought),
    /// An act of the plan began or ended.
    Act(ActLine),
    /// Something happened.
    Event(Happening),
    /// How the game ended.
    End(Box<End>),
}

/// An act of the plan began or ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActLine {
    /// The act.
    pub act: String,
    /// How it stands.
    pub state: ActState,
    /// Ticks it took, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticks: Option<u64>,
    /// Why it failed, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Reason>,
}

/// How an act stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ActState {
    Started,
    Done,
    Failed,
}

/// Something that happened to the player or in the agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Happening {
    Planned {
        acts: Vec<String>,
    },
    Reflex {
        text: String,
    },
    Model {
        text: String,
    },
    PickedUp {
        item: String,
        count: u8,
    },
    Hurt {
        amount: f32,
    },
    Died {
        message: String,
    },
    Respawned,
    Broke {
        item: String,
    },
    /// The agent asked for a picture, which lies in a file of that name in the folder of the record's pictures.
    Picture {
        moment: String,
        file: String,
    },
}

/// A [`Control`] with only what is pressed; nothing is lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pressed {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keys: Vec<String>,
    /// Degrees to the right and down.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<(f32, f32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hotbar: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    screen: Option<ScreenKey>,
    #[serde(skip_serializing_if = "Option::is_none")]
    click: Option<Click>,
    #[serde(skip_serializing_if = "Option::is_none")]
    button: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rename: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    respawn: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    chat: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    statistics: bool,
}

impl From<&Control> for Pressed {
    fn from(control: &Control) -> Pressed {
        let look = (control.look.yaw, control.look.pitch);
        // Bits, not values: a negative zero is not nothing.
        let turns = look.0.to_bits() != 0 || look.1.to_bits() != 0;
        Pressed {
            keys: control.keys.iter_names().map(|(name, _)| name.to_lowercase()).collect(),
            look: turns.then_some(look),
            hotbar: control.hotbar,
            screen: control.screen,
            click: control.click,
            button: control.button,
            rename: control.rename.clone(),
            respawn: control.respawn,
            chat: control.chat.clone(),
            statistics: control.statistics,
        }
    }
}

impl TryFrom<Pressed> for Control {
    type Error = String;

    fn try_from(pressed: Pressed) -> Result<Control, String> {
        let mut keys = Keys::empty();
        for name in &pressed.keys {
            keys |= Keys::from_name(&name.to_uppercase()).ok_or_else(|| format!("there is no key {name}"))?;
        }
        let (yaw, pitch) = pressed.look.unwrap_or_default();
        Ok(Control {
            keys,
            look: Look { yaw, pitch },
            hotbar: pressed.hotbar,
            screen: pressed.screen,
            click: pressed.click,
            button: pressed.button,
            rename: pressed.rename,
            respawn: pressed.respawn,
            chat: pressed.chat,
            statistics: pressed.statistics,
        })
    }
}

impl Happening {
    /// What a record keeps of an event of the world.
    fn of_world(event: &Event) -> Option<Happening> {
        match event {
            Event::PickedUp(stack) => {
                Some(Happening::PickedUp { item: stack.item.name().to_owned(), count: stack.count })
            }
            Event::Hurt { amount, .. } => Some(Happening::Hurt { amount: *amount }),
            Event::Died { message } => Some(Happening::Died { message: message.clone() }),
            Event::Respawned => Some(Happening::Respawned),
            Event::ItemBroke(item) => Some(Happening::Broke { item: item.name().to_owned() }),
            _ => None,
        }
    }
}

impl Entry {
    /// What a record keeps of a note of the agent. Deaths are the world's to tell.
    fn of_agent(note: &Note) -> Option<Entry> {
        let act = |act: &String, state, ticks, failure: Option<Reason>| {
            Entry::Act(ActLine { act: act.clone(), state, ticks, failure })
        };
        match note {
            Note::Planned(acts) => Some(Entry::Event(Happening::Planned { acts: acts.clone() })),
            Note::ActStarted(name) => Some(act(name, ActState::Started, None, None)),
            Note::ActEnded { act: name, failure, ticks } => {
                let state = if failure.is_some() { ActState::Failed } else { ActState::Done };
                Some(act(name, state, Some(*ticks), failure.clone()))
            }
            Note::Reflex(text) => Some(Entry::Event(Happening::Reflex { text: text.clone() })),
            Note::Model(text) => Some(Entry::Event(Happening::Model { text: text.clone() })),
            Note::Thought(_) | Note::Died(_) | Note::Picture { .. } => None,
        }
    }
}

/// Whether a record is whole: it ends with this end. One that breaks off does not, nor one that is not there, but that of a
/// game that cannot be played.
///
/// # Errors
/// If it cannot be read; names the file.
pub(crate) fn is_whole(path: &Path, end: &End) -> Result<bool> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(matches!(end.reason, Some(Why::NotPlayed { .. })));
        }
        Err(error) => return Err(error).with_context(|| format!("reading the record {}", path.display())),
    };
    let Some(text) = text.strip_suffix(b"\n") else { return Ok(false) };
    let last = text.rsplit(|byte| *byte == b'\n').next().unwrap_or(text);
    let line: Option<Line> = serde_json::from_slice(last).ok();
    Ok(line.is_some_and(|line| matches!(line.entry, Entry::End(found) if *found == *end)))
}

/// Writes the record of a game while it is played.
#[derive(Debug)]
pub struct Recorder<W: Write> {
    writer: W,
    /// Where the pictures go that the agent asks for, if they are kept.
    pictures: Option<PathBuf>,
    tick: u64,
    failed: Option<io::Error>,
}

impl<W: Write> Recorder<W> {
    /// A record that is about to be written.
    pub fn new(writer: W) -> Recorder<W> {
        Recorder { writer, pictures: None, tick: 0, failed: None }
    }

    /// The same, which also keeps the pictures that the agent asks for, as JPEG files in a folder that is there.
    pub fn with_pictures(self, folder: PathBuf) -> Recorder<W> {
        Recorder { pictures: Some(folder), ..self }
    }

    /// Writes a picture into the folder of pictures, and its name into the record.
    fn keep(&mut self, moment: &Moment, frame: &Frame) {
        let Some(folder) = self.pictures.as_ref().filter(|_| self.failed.is_none()) else { return };
        let moment = moment.to_string();
        let file = format!("{:06}-{}.jpg", self.tick, slug(&moment));
        match fs::write(folder.join(&file), jpeg(frame)) {
            Ok(()) => self.write(Entry::Event(Happening::Picture { moment, file })),
            Err(error) => self.failed = Some(error),
        }
    }

    fn write(&mut self, entry: Entry) {
        if self.failed.is_some() {
            return;
        }
        let line = Line { tick: self.tick, entry };
        let written = serde_json::to_writer(&mut self.writer, &line)
            .map_err(io::Error::from)
            .and_then(|()| self.writer.write_all(b"\n"));
        self.failed = written.err();
    }

    /// Gives back the writer, once all is written.
    ///
    /// # Errors
    /// The first error of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        match self.failed {
            Some(error) => Err(error),
            None => self.writer.flush().map(|()| self.writer),
        }
    }
}

impl<W: Write> Witness for Recorder<W> {
    fn begins(&mut self, start: &Start) {
        self.write(Entry::Start(Box::new(start.clone())));
    }

    fn sees(&mut self, seen: &Observation) {
        self.tick = seen.tick;
        for happening in seen.events.iter().filter_map(Happening::of_world) {
            self.write(Entry::Event(happening));
        }
    }

    fn uses_pictures(&self) -> bool {
        self.pictures.is_some()
    }

    fn hears(&mut self, note: &Note) {
        if let Note::Picture { moment, frame } = note {
            self.keep(moment, frame);
        }
        if let Some(entry) = Entry::of_agent(note) {
            self.write(entry);
        }
    }

    fn part_begins(&mut self, part: &Part) {
        self.write(Entry::Part { goal: part.goal.clone() });
    }

    fn round_ends(&mut self, round: &Fought) {
        self.write(Entry::Round(round.clone()));
    }

    fn does(&mut self, _life: &Life, control: &Control) {
        self.write(Entry::Control(control.into()));
    }

    fn ends(&mut self, end: &End) {
        self.write(Entry::End(Box::new(end.clone())));
    }
}

#[cfg(test)]
mod tests {
    use anima_body::ClickMode;
    use proptest::prelude::*;

    use super::*;

    fn controls() -> impl Strategy<Value = Control> {
        use proptest::option::of;
        let finite = |(a, b): &(f32, f32)| a.is_finite() && b.is_finite();
        let look = (any::<f32>(), any::<f32>()).prop_filter("a turn is finite", finite);
        let click = (any::<i16>(), any::<u8>(), 0_u8..7);
        let rest = (of(any::<u8>()), of(".{0,8}"), any::<(bool, bool)>(), of(".{0,8}"), of(any::<bool>()));
        (any::<u16>(), of(look), of(0_u8..9), of(click), rest).prop_map(
            |(keys, look, hotbar, click, (button, rename, (respawn, statistics), chat, screen))| Control {
                keys: Keys::from_bits_truncate(keys),
                look: look.map(|(yaw, pitch)| Look { yaw, pitch }).unwrap_or_default(),
                hotbar,
                screen: screen.map(|opens| if opens { ScreenKey::OpenInventory } else { ScreenKey::Close }),
                click: click.map(|(slot, button, mode)| {
                    let mode = ClickMode::from_id(mode).expect("0 to 6 are modes");
                    Click { slot, button, mode }
                }),
                button,
                rename,
                respawn,
                chat,
                statistics,
            },
        )
    }

    proptest! {
        #[test]
        fn no_control_loses_anything(control in controls()) {
            let line = Line { tick: 5, entry: Entry::Control((&control).into()) };
            let text = serde_json::to_string(&line).unwrap();
            let Line { tick: 5, entry: Entry::Control(pressed) } = serde_json::from_str(&text).unwrap() else {
                panic!("not a control: {text}")
            };
            let back = Control::try_from(pressed).unwrap();
            prop_assert_eq!(back.look.yaw.to_bits(), control.look.yaw.to_bits());
            prop_assert_eq!(back.look.pitch.to_bits(), control.look.pitch.to_bits());
            prop_assert_eq!(back, control);
        }
    }

    #[test]
    fn a_line_shows_only_what_is_pressed() {
        let line = |control: &Control| {
            serde_json::to_string(&Line { tick: 7, entry: Entry::Control(control.into()) }).unwrap()
        };
        assert_eq!(line(&Control::default()), r#"{"tick":7,"type":"control"}"#);
        let look = Look { yaw: 1.5, pitch: 0.0 };
        let running = Control { keys: Keys::FORWARD | Keys::SPRINT, look, ..Control::default() };
        assert_eq!(line(&running), r#"{"tick":7,"type":"control","keys":["forward","sprint"],"look":[1.5,0.0]}"#);
    }
}
