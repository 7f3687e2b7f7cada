//! What one game is made of, and how it begins.

use anima_agent::Life;
use anima_body::{BlockPos, Observation};
use anima_intent::{Condition, Goal};
use anima_mind::{Book, Fought, Means, Preparation};
use anima_model::{Model, ServerSettings};
use anima_rules::StateFlags;
use anima_suite::{Blueprints, Part, Rounds, Scenario, Settings, Start, Versions};
use anima_world::{DelayLine, Difficulty, Options, World};
use anyhow::{Context, Result, bail, ensure};
use glam::DVec3;

use crate::operator::{operate, place};
use crate::{Land, Round};

/// What one game is made of. The same setup gives the same game, tick for tick.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The goal in the player's words.
    pub goal: String,
    /// The blueprints that the goal names.
    pub blueprints: Blueprints,
    /// Seed of the terrain (if it is generated), of the world's dice and of the agent's.
    pub seed: i64,
    /// Where it is played.
    pub land: Land,
    /// Feet of the player at the start; the world's spawn when `None`.
    pub at: Option<DVec3>,
    /// How the operator sets the world at the start.
    pub scenario: Scenario,
    /// Game ticks after which it is over, or the next part begins.
    pub ticks: u64,
    /// Further parts, each with a goal of its own.
    pub then: Vec<Part>,
    /// That the agent gets ready for the last part in the first, in rounds; the goal is then in words for people.
    pub prepare: Option<Rounds>,
    /// How world and agent are made.
    pub settings: Settings,
    /// The model that plans, if one does.
    pub model: Option<ServerSettings>,
    /// The round that it is a game of, if its agent remembers.
    pub round: Option<Round>,
    /// What made it.
    pub versions: Versions,
}

impl Setup {
    /// How the game begins.
    ///
    /// # Errors
    /// If the goal is none; the error names the word.
    pub fn start(&self) -> Result<Start> {
        Ok(self.start_towards(match self.prepare {
            Some(_) => format!("be ready to {}", self.fight()?),
            None => self.wanted()?.to_string(),
        }))
    }

    /// How a game begins in which that is wanted.
    pub(crate) fn start_towards(&self, wanted: String) -> Start {
        Start {
            goal: self.goal.clone(),
            wanted,
            blueprints: self.blueprints.clone(),
            seed: self.seed,
            world: self.land.name().to_owned(),
            at: self.at.map(Into::into),
            limit: self.ticks,
            prepare: self.prepare.clone(),
            model: self.model.as_ref().map(|model| model.model.clone()),
            versions: self.versions.clone(),
            ..Start::of(&self.settings, self.scenario.clone(), self.then.clone())
        }
    }

    /// What is to be true at the end of the first part, which is the whole game if there are no others. Of getting ready
    /// nothing is: it holds nowhere.
    ///
    /// # Errors
    /// If the goal is none; the error names the word.
    pub fn wanted(&self) -> Result<Condition> {
        match self.prepare {
            Some(_) => Ok(Condition::Any(Vec::new())),
            None => self.blueprints.meaning(&self.goal),
        }
    }

    /// What the agent gets ready for.
    fn fight(&self) -> Result<Condition> {
        let last = self.then.last().context("nothing follows the preparation; give the game a part that is a fight")?;
        last.blueprints.meaning(&last.goal)
    }

    /// The same game in the world of a round, counted from 1.
    pub(crate) fn of_round(&self, round: u32) -> Setup {
        Setup { seed: Rounds::seed(self.seed, round), ..self.clone() }
    }

    /// The world at its beginning.
    ///
    /// # Errors
    /// If there is no terrain where the player is to start, or rock, or if what the operator sets does not fit.
    pub fn world(&self) -> Result<World> {
        let mut options = options(&self.settings, self.seed);
        let in_biome = place(&self.scenario, &self.land, self.seed)?;
        ensure!(
            in_biome.is_none() || self.at.is_none(),
            "the start is given twice, as a position and as a biome; leave one of them out"
        );
        options.start = self.at.or(in_biome);
        let mut world = World::new(self.land.source(self.seed), options);
        let pos = world.observe().player.pos;
        let cell = BlockPos::containing(pos);
        let chunk = cell.chunk();
        if !world.terrain().is_loaded(chunk) {
            let named = format!(" chunk {} {} ", chunk.x, chunk.z);
            let why = world.warnings().iter().find(|text| text.contains(&named));
            let readable = why.map(|text| format!("; {text}")).unwrap_or_default();
            bail!(
                "there is no terrain at {} {} {} in {}{readable}; choose a start inside it with --at X,Y,Z",
                pos.x,
                pos.y,
                pos.z,
                self.land.name()
            );
        }
        let rock = |pos| world.terrain().block(pos).filter(|state| state.flags().contains(StateFlags::FULL_CUBE));
        if self.at.is_some()
            && let Some(state) = [cell, cell.up(1)].into_iter().find_map(rock)
        {
            bail!("the start {} {} {} is inside {state}; choose an open place with --at X,Y,Z", pos.x, pos.y, pos.z);
        }
        operate(&self.scenario, &mut world)?;
        Ok(world)
    }

    /// The player's client at the beginning, as far from the world as the settings say.
    ///
    /// # Errors
    /// As [`Setup::world`].
    pub fn client(&self) -> Result<DelayLine> {
        Ok(DelayLine::new(self.world()?, self.settings.world.latency))
    }

    /// The life that is to pursue the goal, in the world as it begins.
    ///
    /// # Errors
    /// If the model's address is none.
    pub fn life(&self, condition: Condition, first: Observation) -> Result<Life> {
        self.life_with(false, condition, first, None)
    }

    /// The same, with pictures of the moments that are worth one, or without, and with a book if it has one.
    pub(crate) fn life_with(
        &self,
        pictures: bool,
        condition: Condition,
        first: Observation,
        book: Option<&Book>,
    ) -> Result<Life> {
        let mut life = self.idle_life(pictures, first);
        life.pursue(Goal { condition, ticks: Some(self.ticks) }, self.means(1, book)?);
        Ok(life)
    }

    /// The life that begins a round, told how the one before it went: another one for each, for it knows nothing of its world.
    pub(crate) fn life_of_round(
        &self,
        pictures: bool,
        (round, last): (u32, Option<Fought>),
        first: Observation,
        book: Option<&Book>,
    ) -> Result<Life> {
        if self.prepare.is_none() {
            return self.life_with(pictures, self.wanted()?, first, book);
        }
        let mut life = self.idle_life(pictures, first);
        let preparation = Preparation { fight: self.fight()?, last };
        life.prepare(preparation, Some(self.ticks), self.means(self.part(round, 1), book)?);
        Ok(life)
    }

    /// The number among all parts of all rounds of a part of a round, each counted from 1.
    pub(crate) fn part(&self, round: u32, part: usize) -> usize {
        (round as usize - 1) * (1 + self.then.len()) + part
    }

    /// A life that has no goal yet.
    pub(crate) fn idle_life(&self, pictures: bool, first: Observation) -> Life {
        let settings = anima_agent::Settings {
            skills: self.settings.agent.skills(),
            mind: self.settings.mind,
            nature: self.land.nature(),
            peaceful: self.is_peaceful(&self.scenario),
        };
        let mut life = Life::new(settings, first);
        life.use_pictures(pictures);
        life
    }

    /// What the mind may use for the goal of a part, counted from 1.
    pub(crate) fn means(&self, part: usize, book: Option<&Book>) -> Result<Means> {
        self.means_named(&format!("goal-{part}"), book)
    }

    /// What the mind may use for a thought; what a model says is recorded or replayed under its name.
    pub(crate) fn means_named(&self, name: &str, book: Option<&Book>) -> Result<Means> {
        let settings = self.model.clone().map(|settings| settings.within(name));
        let model: Option<Box<dyn Model>> = settings.map(ServerSettings::open).transpose()?;
        Ok(Means {
            model,
            prompts: self.settings.agent.prompts()?,
            handbook: self.settings.agent.handbook()?,
            seed: self.seed as u64,
            book: book.cloned(),
        })
    }

    /// Whether the game has no hostile mobs in a part that begins so.
    pub(crate) fn is_peaceful(&self, scenario: &Scenario) -> bool {
        scenario.difficulty.unwrap_or(self.settings.world.difficulty) == Difficulty::Peaceful
    }
}

/// How the world is made for a seed.
fn options(settings: &Settings, seed: i64) -> Options {
    Options {
        seed: seed as u64,
        difficulty: settings.world.difficulty,
        rules: settings.world.rules.clone(),
        radius: settings.world.radius.into(),
        ..Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_of_which_nothing_is_said_is_the_usual_one() {
        assert_eq!(options(&Settings::default(), 0), Options::default());
    }
}
