//! One game as its body plays it: judged by what the server shows of the body, and written down.

use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;

use anima_agent::{Life, Note};
use anima_body::{Control, Observation, Tally, Terrain};
use anima_intent::{Condition, Ending, Judge};
use anima_suite::{Counted, End, OnDeath, Part, Recorder, Start, Witness};
use anyhow::{Context, Result};

/// A game, from before its clock starts until its end was told.
pub struct Game {
    start: Start,
    recorder: Option<Recorder<BufWriter<File>>>,
    /// What is to be true at the end of the part that is played.
    wanted: Condition,
    on_death: OnDeath,
    /// Game ticks that the part may take.
    ticks: u64,
    /// The tick of the body at which the game began; records count from it.
    began: Option<u64>,
    /// Asks what the server shows, with its own statistics, whatever the agent was told of them.
    judge: Option<Judge>,
    /// The tick of the game at which the part is over.
    limit: u64,
    /// What was seen last; of the land only what the judge keeps of it.
    last: Option<Observation>,
    counted: Counted,
    /// What was counted before this part.
    before: Counted,
    rest: Option<Rest>,
}

/// Why a part is over.
struct Rest {
    /// What the agent says, if it came to an end.
    word: Option<Ending>,
    /// What ended it from outside.
    broken: Option<String>,
}

impl Game {
    /// A game that begins so, written down as it is played.
    pub fn new(start: Start, wanted: Condition, recorder: Option<Recorder<BufWriter<File>>>) -> Game {
        Game {
            on_death: start.scenario.on_death,
            ticks: start.limit,
            start,
            recorder,
            wanted,
            began: None,
            judge: None,
            limit: 0,
            last: None,
            counted: Counted::default(),
            before: Counted::default(),
            rest: None,
        }
    }

    /// Whether its clock has started.
    pub fn has_begun(&self) -> bool {
        self.began.is_some()
    }

    /// Whether the part that was played is over.
    pub fn rests_now(&self) -> bool {
        self.rest.is_some()
    }

    /// Ticks played.
    pub fn ticks(&self) -> u64 {
        self.last.as_ref().map_or(0, |last| last.tick)
    }

    /// How the game began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The next part begins with what is seen next; the operator has set the world for it.
    pub fn begin_part(&mut self, part: &Part, wanted: Condition) {
        if let Some(recorder) = &mut self.recorder {
            recorder.part_begins(part);
        }
        (self.wanted, self.ticks, self.on_death) = (wanted, part.ticks, part.scenario.on_death);
        (self.judge, self.rest) = (None, None);
        self.before = self.counted.clone();
    }

    /// Whether it ends with this part, whatever parts follow: a death has lost it, or something broke.
    pub fn is_lost(&self) -> bool {
        self.is_lost_by_death() || self.rest.as_ref().is_some_and(|rest| rest.broken.is_some())
    }

    /// Whether a death in this part has lost the game.
    pub fn is_lost_by_death(&self) -> bool {
        self.on_death == OnDeath::Lose && self.counted.deaths > self.before.deaths
    }

    /// A tick begins, and the server has these statistics of the body. Tells whether the game goes on.
    pub(crate) fn sees(&mut self, seen: &Observation, tally: &Tally) -> bool {
        let is_first = self.began.is_none();
        let tick = seen.tick - *self.began.get_or_insert(seen.tick);
        let now = Observation { tick, ..seen.clone() };
        let mut judged = now.clone();
        if self.wanted.asks_for_tally() {
            judged.tally = Arc::new(tally.as_told(tick));
        }
        match &mut self.judge {
            Some(judge) => judge.see(&judged, &judged.terrain.view()),
            None => {
                self.judge = Some(Judge::new(&self.wanted, &judged));
                self.limit = tick + self.ticks;
            }
        }
        self.counted.see(&now);
        if let Some(recorder) = &mut self.recorder {
            if is_first {
                recorder.begins(&self.start);
            }
            recorder.sees(&now);
        }
        // The land is shared with the server's: it is let go of, so that a change of it copies nothing.
        self.last = Some(Observation { terrain: Terrain::default(), ..now });
        tick < self.limit && !self.is_lost_by_death()
    }

    /// The agent notes something.
    pub(crate) fn hears(&mut self, note: &Note) {
        self.counted.hear(note);
        if let Some(recorder) = &mut self.recorder {
            recorder.hears(note);
        }
    }

    /// The agent has decided what to do in the tick last seen.
    pub(crate) fn does(&mut self, life: &Life, control: &Control) {
        self.counted.controls.add(control);
        self.counted.thinking_ticks += u64::from(life.is_thinking());
        if let Some(recorder) = &mut self.recorder {
            recorder.does(life, control);
        }
    }

    /// Nobody pursues its goal any longer: the part is over, the agent is done, or something ended it.
    pub(crate) fn rests(&mut self, life: Option<&Life>, why: &str) {
        if let Some(life) = life {
            self.counted.model = self.before.model + life.counters();
        }
        if self.rest.as_ref().is_some_and(|rest| rest.broken.is_some()) {
            return;
        }
        let word = life.and_then(Life::ending).cloned();
        let is_over = self.is_lost_by_death() || self.last.as_ref().is_some_and(|last| last.tick >= self.limit);
        let broken = (word.is_none() && !is_over).then(|| why.to_owned());
        self.rest = Some(Rest { word, broken });
    }

    /// Something ends it from outside: it is an error.
    pub fn breaks(&mut self, why: &str) {
        self.rest = Some(Rest { word: None, broken: Some(why.to_owned()) });
    }

    /// How it ended, and how it began. The record is whole then.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn finish(mut self) -> Result<(Start, End)> {
        let Rest { word, broken } = self.rest.take().unwrap_or(Rest { word: None, broken: None });
        let lost = self.is_lost_by_death();
        let end = match (&self.judge, &self.last) {
            (Some(judge), Some(last)) => End::judge(judge, last, word.as_ref(), broken, self.counted),
            _ => End::before_it_began(broken.unwrap_or_else(|| "it was ended before it began".into())),
        };
        let end = if lost { end.died() } else { end };
        write_end(self.recorder, self.began.is_none().then_some(&self.start), &end)?;
        Ok((self.start, end))
    }

    /// The same for a game that ends in another way than it was played: it could not be.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn finish_as(self, end: End) -> Result<(Start, End)> {
        let Game { start, recorder, began, .. } = self;
        write_end(recorder, began.is_none().then_some(&start), &end)?;
        Ok((start, end))
    }
}

/// Writes the end of a record, and its beginning if that is not written yet.
fn write_end(recorder: Option<Recorder<BufWriter<File>>>, start: Option<&Start>, end: &End) -> Result<()> {
    let Some(mut recorder) = recorder else { return Ok(()) };
    if let Some(start) = start {
        recorder.begins(start);
    }
    recorder.ends(end);
    recorder.finish().context("writing a record")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use anima_suite::{Scenario, Settings};
    use anima_world::{Options, Scene};

    use super::*;

    #[test]
    fn calls_of_a_model_add_up_over_parts() {
        let part: Part = toml::from_str("goal = \"get 1 stick\"\nticks = 5").unwrap();
        let wanted = part.blueprints.meaning(&part.goal).unwrap();
        let start = Start::of(&Settings::default(), Scenario::default(), vec![part.clone()]);
        let mut game = Game::new(start, wanted.clone(), None);
        game.counted.model.model_calls = 3;
        game.begin_part(&part, wanted);
        let life = Life::new(anima_agent::Settings::default(), Scene::flat().world(Options::default()).observe());
        game.rests(Some(&life), "its time is up");
        assert_eq!(game.counted.model.model_calls, 3, "those of the part before, and none of this one");
    }
}
