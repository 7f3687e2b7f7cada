//! What has happened since the agent was shown the world last: as much of it as is kept, whatever a server sends.

use std::collections::VecDeque;
use std::fmt;

use anima_body::Event;

/// Most bytes of chat that wait to be read; the oldest lines are dropped.
pub const CHAT_BYTES: usize = 64 << 10;
/// Most bytes of all else that waits to be seen; what comes when it is full is dropped. The largest change of blocks
/// that commands make in a tick has 32,768.
pub const EVENT_BYTES: usize = 4 << 20;

/// Events that wait to be seen.
#[derive(Default)]
pub struct Happened {
    said: VecDeque<Event>,
    said_bytes: usize,
    rest: Vec<Event>,
    rest_bytes: usize,
    /// Whether a death is among them: one is enough until it is seen.
    has_died: bool,
    dropped: Dropped,
}

/// How much was dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Lines of chat.
    pub lines: u64,
    /// Other events.
    pub events: u64,
    /// Entities that were there at once beyond those that are kept.
    pub entities: u64,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} lines of chat, {} events and {} entities", self.lines, self.events, self.entities)
    }
}

impl Dropped {
    /// Whether nothing was.
    pub fn is_none(self) -> bool {
        self == Dropped::default()
    }
}

/// What an event takes up.
fn bytes(event: &Event) -> usize {
    let texts = match event {
        Event::Chat { from, text, .. } => from.len() + text.len(),
        Event::Died { message } => message.len(),
        _ => 0,
    };
    size_of::<Event>() + texts
}

impl Happened {
    /// Takes in an event.
    pub fn push(&mut self, event: Event) {
        let more = bytes(&event);
        if !matches!(event, Event::Chat { .. }) {
            let is_death = matches!(event, Event::Died { .. });
            if self.rest_bytes + more > EVENT_BYTES || is_death && self.has_died {
                self.dropped.events += 1;
                return;
            }
            self.has_died |= is_death;
            self.rest_bytes += more;
            return self.rest.push(event);
        }
        while self.said_bytes + more > CHAT_BYTES
            && let Some(oldest) = self.said.pop_front()
        {
            self.said_bytes -= bytes(&oldest);
            self.dropped.lines += 1;
        }
        self.said_bytes += more;
        self.said.push_back(event);
    }

    /// What waits, for the agent; none of it waits any longer. Of one kind it is in order.
    pub fn take(&mut self) -> Vec<Event> {
        (self.said_bytes, self.rest_bytes, self.has_died) = (0, 0, false);
        let mut all = std::mem::take(&mut self.rest);
        all.extend(self.said.drain(..));
        all
    }

    /// Forgets what waits but for the columns that came: they are there.
    pub fn forget(&mut self) {
        let columns = self.take().into_iter().filter(|event| matches!(event, Event::ColumnLoaded(_)));
        columns.collect::<Vec<_>>().into_iter().for_each(|event| self.push(event));
    }

    /// Forgets what waits, and gives its room back.
    pub fn clear(&mut self) {
        *self = Happened { dropped: self.dropped, ..Happened::default() };
    }

    /// What waits.
    pub fn iter(&self) -> impl Iterator<Item = &Event> {
        self.rest.iter().chain(&self.said)
    }

    /// Bytes that wait; at most [`CHAT_BYTES`] and [`EVENT_BYTES`].
    pub fn bytes(&self) -> usize {
        self.said_bytes + self.rest_bytes
    }

    /// How much was dropped so far.
    pub fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// So much more was dropped before it came here.
    pub fn drop_more(&mut self, more: Dropped) {
        self.dropped.lines += more.lines;
        self.dropped.events += more.events;
        self.dropped.entities += more.entities;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anima_body::BlockPos;
    use anima_rules::BlockState;

    fn line(number: u32, length: usize) -> Event {
        Event::Chat { from: "mallory".into(), text: format!("{number:06}{}", "x".repeat(length)), own: false }
    }

    #[test]
    fn of_chat_the_newest_is_kept_and_of_the_rest_the_oldest() {
        let mut happened = Happened::default();
        for number in 0..100_000 {
            happened.push(line(number, number as usize % 900));
            happened.push(Event::BlockChanged { pos: BlockPos::new(number as i32, 0, 0), state: BlockState::AIR });
            assert!(happened.bytes() <= CHAT_BYTES + EVENT_BYTES, "after {number}");
            let really: usize = if number % 5000 == 0 { happened.iter().map(bytes).sum() } else { happened.bytes() };
            assert_eq!(really, happened.bytes());
        }
        let dropped = happened.dropped();
        assert!(dropped.lines > 99_000 && dropped.events > 10_000, "{dropped:?}");
        let all = happened.take();
        assert_eq!(all.len() as u64 + dropped.lines + dropped.events, 200_000);
        assert!(matches!(&all[0], Event::BlockChanged { pos, .. } if pos.x == 0));
        assert!(matches!(all.last(), Some(Event::Chat { text, .. }) if text.starts_with("099999")));
        assert_eq!((happened.bytes(), happened.take()), (0, Vec::new()));
    }

    #[test]
    fn a_flood_of_chat_drops_nothing_else() {
        let mut happened = Happened::default();
        happened.push(Event::Died { message: "Anna fell".into() });
        (0..10_000).for_each(|number| happened.push(line(number, 900)));
        happened.push(Event::Died { message: "Anna fell again".into() });
        happened.push(Event::Respawned);
        let seen: Vec<Event> =
            happened.take().into_iter().filter(|event| !matches!(event, Event::Chat { .. })).collect();
        assert_eq!(seen, [Event::Died { message: "Anna fell".into() }, Event::Respawned]);
    }
}
