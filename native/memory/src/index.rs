//! What is known of all episodes without reading them: by goal, by word, by picture, by how long acts took.
//!
//! Episodes are only added at the end. So one index serves every [`Snapshot`](crate::Snapshot): each looks at the
//! episodes up to its last one.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::circumstances::Traits;
use crate::embedding::{Embedding, cosine};
use crate::episode::{Episode, Id};
use crate::words::{class_of, tokens};

/// What is known of the episodes of a store.
#[derive(Default)]
pub(crate) struct Index {
    /// By number; `None` for those that were forgotten or cannot be read.
    rows: Vec<Option<Row>>,
    forgotten: usize,
    /// Those that cannot be read.
    damaged: FxHashSet<Id>,
    goals: Vec<Goal>,
    goal_of: FxHashMap<String, u32>,
    classes: Vec<Class>,
    class_of: FxHashMap<String, u32>,
    /// The classes that have a word.
    classes_with: FxHashMap<String, Vec<u32>>,
    durations: FxHashMap<String, Vec<Took>>,
    galleries: Vec<Gallery>,
    /// Names of runs and agents, told apart by number.
    names: FxHashMap<String, u32>,
    /// The episodes of each run, by the number of its name, in order.
    of_run: FxHashMap<u32, Vec<Id>>,
}

/// What is known of an episode.
pub(crate) struct Row {
    pub goal: u32,
    pub run: u32,
    pub agent: u32,
    pub reached: bool,
    pub is_summary: bool,
    /// Equal for equal plans; `None` if there is nothing to be learnt.
    pub lesson: Option<u64>,
    pub traits: Traits,
    picture: Option<(u32, u32)>,
    /// The episodes that used its plan, each with whether it reached its goal.
    pub uses: Vec<(Id, bool)>,
    /// The summaries that put it together with others.
    pub summaries: Vec<Id>,
}

/// A goal that was pursued.
pub(crate) struct Goal {
    pub text: String,
    pub class: u32,
    pub episodes: Episodes,
}

/// Goals that are the same but for their numbers.
pub(crate) struct Class {
    pub text: String,
    words: Vec<(String, f32)>,
    pub episodes: Episodes,
}

/// The episodes that pursued something, in order.
#[derive(Default)]
pub(crate) struct Episodes {
    pub reached: Vec<Id>,
    pub failed: Vec<Id>,
}

impl Episodes {
    fn list(&mut self, reached: bool) -> &mut Vec<Id> {
        if reached { &mut self.reached } else { &mut self.failed }
    }
}

/// How long something took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Took {
    pub id: Id,
    pub ticks: u64,
    pub reached: bool,
}

/// The pictures' numbers of one maker, one after the other.
struct Gallery {
    by: String,
    length: usize,
    values: Vec<f32>,
}

/// Those of some episodes that have a number up to `upto`.
pub(crate) fn up_to(ids: &[Id], upto: Id) -> &[Id] {
    &ids[..ids.partition_point(|id| *id <= upto)]
}

impl Index {
    /// The number of the last episode, the forgotten ones among them; 0 if there is none.
    pub fn last(&self) -> Id {
        Id(self.rows.len() as u64)
    }

    /// How many were forgotten.
    pub fn forgotten(&self) -> usize {
        self.forgotten
    }

    /// Takes in the next episode.
    pub fn push(&mut self, episode: &Episode) {
        let row = self.row(Id(self.rows.len() as u64 + 1), episode);
        self.rows.push(Some(row));
    }

    /// Takes in that the next one was forgotten.
    pub fn push_forgotten(&mut self) {
        self.forgotten += 1;
        self.rows.push(None);
    }

    /// Takes in that the next one cannot be read.
    pub fn push_damaged(&mut self) {
        self.rows.push(None);
        self.damaged.insert(self.last());
    }

    fn row(&mut self, id: Id, episode: &Episode) -> Row {
        let reached = episode.outcome.reached;
        let goal = self.goal(&episode.goal);
        let of_goal = &mut self.goals[goal as usize];
        of_goal.episodes.list(reached).push(id);
        let of_class = &mut self.classes[of_goal.class as usize];
        of_class.episodes.list(reached).push(id);
        if !episode.is_summary() {
            let class = of_class.text.clone();
            self.durations.entry(class).or_default().push(Took { id, ticks: episode.ticks, reached });
            for executed in &episode.executed {
                let took = Took { id, ticks: executed.ticks, reached: executed.failure.is_none() };
                self.durations.entry(executed.act.class()).or_default().push(took);
            }
        }
        for used in &episode.used {
            if let Some(row) = self.row_mut(*used) {
                row.uses.push((id, reached));
            }
        }
        for part in &episode.summary_of {
            if let Some(row) = self.row_mut(*part) {
                row.summaries.push(id);
            }
        }
        let picture = episode.picture.as_ref().map(|picture| self.hang(&picture.embedding));
        let run = self.name(&episode.origin.run);
        self.of_run.entry(run).or_default().push(id);
        let lesson = episode.lesson();
        let mut hasher = FxHasher::default();
        for act in &lesson {
            (&act.kind, &act.object, &act.materials, &act.tool).hash(&mut hasher);
        }
        Row {
            goal,
            run,
            agent: self.name(&episode.agent),
            reached,
            is_summary: episode.is_summary(),
            lesson: (!lesson.is_empty()).then(|| hasher.finish()),
            traits: Traits::of(&episode.circumstances),
            picture,
            uses: Vec::new(),
            summaries: Vec::new(),
        }
    }

    fn row_mut(&mut self, id: Id) -> Option<&mut Row> {
        self.rows.get_mut((id.0 as usize).checked_sub(1)?)?.as_mut()
    }

    fn goal(&mut self, text: &str) -> u32 {
        if let Some(goal) = self.goal_of.get(text) {
            return *goal;
        }
        let goal = self.goals.len() as u32;
        let class = self.class(class_of(text));
        self.goal_of.insert(text.to_owned(), goal);
        self.goals.push(Goal { text: text.to_owned(), class, episodes: Episodes::default() });
        goal
    }

    fn class(&mut self, text: String) -> u32 {
        if let Some(class) = self.class_of.get(&text) {
            return *class;
        }
        let class = self.classes.len() as u32;
        let words = tokens(&text);
        for (word, _) in &words {
            self.classes_with.entry(word.clone()).or_default().push(class);
        }
        self.class_of.insert(text.clone(), class);
        self.classes.push(Class { text, words, episodes: Episodes::default() });
        class
    }

    fn name(&mut self, name: &str) -> u32 {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let next = self.names.len() as u32;
        self.names.insert(name.to_owned(), next);
        next
    }

    fn hang(&mut self, embedding: &Embedding) -> (u32, u32) {
        let (by, length) = (&embedding.by, embedding.values.len());
        let known = self.galleries.iter().position(|gallery| gallery.by == *by && gallery.length == length);
        let at = known.unwrap_or_else(|| {
            self.galleries.push(Gallery { by: by.clone(), length, values: Vec::new() });
            self.galleries.len() - 1
        });
        let gallery = &mut self.galleries[at];
        let slot = gallery.values.len() / length.max(1);
        gallery.values.extend(&embedding.values);
        (at as u32, slot as u32)
    }

    /// Forgets an episode that was taken in.
    pub fn forget(&mut self, id: Id) {
        self.forgotten += usize::from(self.damaged.remove(&id));
        let Some(row) = (id.0 as usize).checked_sub(1).and_then(|at| self.rows.get_mut(at)?.take()) else { return };
        self.forgotten += 1;
        let goal = &mut self.goals[row.goal as usize];
        let class = &mut self.classes[goal.class as usize];
        for episodes in [&mut goal.episodes, &mut class.episodes] {
            episodes.list(row.reached).retain(|other| *other != id);
        }
        self.durations.values_mut().for_each(|list| list.retain(|took| took.id != id));
        if let Some(of_run) = self.of_run.get_mut(&row.run) {
            of_run.retain(|other| *other != id);
        }
        for row in self.rows.iter_mut().flatten() {
            row.uses.retain(|(user, _)| *user != id);
            row.summaries.retain(|summary| *summary != id);
        }
        if let Some((gallery, slot)) = row.picture {
            let gallery = &mut self.galleries[gallery as usize];
            let at = slot as usize * gallery.length;
            gallery.values[at..at + gallery.length].fill(0.0);
        }
    }

    /// What is known of an episode; `None` if it was forgotten or never was.
    pub fn get(&self, id: Id) -> Option<&Row> {
        self.rows.get((id.0 as usize).checked_sub(1)?)?.as_ref()
    }

    /// All goals, in the order in which they were first pursued.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The number of the goal with exactly this text.
    pub fn exactly(&self, text: &str) -> Option<u32> {
        self.goal_of.get(text).copied()
    }

    /// The goals that are the same as this but for numbers.
    pub fn same_class(&self, text: &str) -> Option<&Class> {
        self.class_of.get(&class_of(text)).map(|class| &self.classes[*class as usize])
    }

    /// The classes that share words with a text, each with how alike they are, from more than 0 to 1: the cosine of what
    /// their words weigh. Sharing only what is done to things counts where the text names no thing. The most alike first,
    /// then by name.
    pub fn like(&self, text: &str) -> Vec<(&Class, f32)> {
        let words = tokens(text);
        let most = words.iter().map(|(_, weight)| *weight).fold(0.0, f32::max);
        let mut are_known = vec![false; self.classes.len()];
        let mut alike = Vec::new();
        for (word, _) in words.iter().filter(|(_, weight)| *weight == most) {
            for number in self.classes_with.get(word).into_iter().flatten() {
                if !std::mem::replace(&mut are_known[*number as usize], true) {
                    let class = &self.classes[*number as usize];
                    alike.push((class, likeness(&words, &class.words)));
                }
            }
        }
        alike.sort_by(|(a, one), (b, other)| other.total_cmp(one).then_with(|| a.text.cmp(&b.text)));
        alike
    }

    /// How long what is of a class has taken, in order.
    pub fn took(&self, class: &str) -> &[Took] {
        self.durations.get(class).map_or(&[], Vec::as_slice)
    }

    /// The number of a run's or an agent's name, if it occurs.
    pub fn named(&self, name: &str) -> Option<u32> {
        self.names.get(name).copied()
    }

    /// The episodes of the run whose name has a number, in order.
    pub fn of_run(&self, run: u32) -> &[Id] {
        self.of_run.get(&run).map_or(&[], Vec::as_slice)
    }

    /// How alike an episode's picture and another are, -1 to 1; `None` if it has none by the same maker.
    pub fn sight(&self, row: &Row, other: &Embedding) -> Option<f32> {
        let (gallery, slot) = row.picture?;
        let gallery = &self.galleries[gallery as usize];
        let at = slot as usize * gallery.length;
        (gallery.by == other.by && gallery.length == other.values.len())
            .then(|| cosine(&gallery.values[at..at + gallery.length], &other.values))
    }
}

/// The cosine of what words weigh.
fn likeness(a: &[(String, f32)], b: &[(String, f32)]) -> f32 {
    let square = |words: &[(String, f32)]| words.iter().map(|(_, weight)| weight * weight).sum::<f32>();
    let both = a.iter().filter_map(|(word, weight)| {
        let (_, other) = b.iter().find(|(other, _)| other == word)?;
        Some(weight * other)
    });
    (both.sum::<f32>() / (square(a) * square(b)).sqrt()).min(1.0)
}
