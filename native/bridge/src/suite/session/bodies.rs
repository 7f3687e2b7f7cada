//! How bodies come to the places of their games, are set up as the operator says, begin, and leave.

use anima_body::BlockPos;
use anima_suite::{Group, WorldWide, free_gib};
use anyhow::{Context, Result, ensure};
use rand::SeedableRng;
use rand_pcg::Pcg32;

use super::{Session, Step, Then};
use crate::suite::operator::{self, Command};
use crate::suite::orders::Order;
use crate::suite::restore::{WEATHER_TICKS, weather_order};
use crate::suite::slot::{Slot, Stage};

/// GiB of the disk that a run leaves free: a full one damages the world that a server saves.
const LEAST_FREE_GIB: f64 = 4.0;

impl Session {
    /// Asks about the place of the next game.
    pub(super) fn look_for_a_place(&mut self) -> Result<bool> {
        let Some(run) = &mut self.run else { return Ok(false) };
        ensure_room(free_gib(run.shared.folder.path()))?;
        let candidate = run.places.candidate()?.context("all games have a place, and one is left to play")?;
        let (task, _) = run.games.at(run.order[candidate.game]);
        let biomes = &run.shared.resolved.task[task].scenario.biome;
        let biomes = biomes.iter().map(|biome| format!("minecraft:{}", biome.name())).collect();
        self.ask(Order::Look { chunk: candidate.chunk, biomes }, Then::Place);
        Ok(true)
    }

    /// The place that was asked about is one, with the feet at a height; or it is none.
    pub(super) fn placed(&mut self, height: Option<i64>) -> Result<()> {
        let Some(run) = self.run.as_mut() else { return Ok(()) };
        let Some(height) = height else { return run.places.refuse() };
        let Some(candidate) = run.places.candidate()? else { return Ok(()) };
        let (number, chunk) = (run.order[candidate.game], candidate.chunk);
        run.places.accept();
        run.shared.folder.use_place(run.shared.on_server.world_seed, chunk)?;
        let Some((_, games)) = run.groups.front_mut() else { return Ok(()) };
        games.retain(|game| *game != number);
        let (task, of_task) = run.games.at(number);
        let slot = Slot {
            number,
            task: run.shared.resolved.task[task].clone(),
            of_task,
            feet: BlockPos::new(chunk.x * 16 + 8, height as i32, chunk.z * 16 + 8),
            body: None,
            game: None,
            part: 0,
            stage: Stage::Outside,
            waited: 0,
            lacks: None,
        };
        let free = run.slots.iter().position(Option::is_none).context("no body is free")?;
        run.slots[free] = Some(slot);
        Ok(())
    }

    /// Lets bodies come for which there is a place. Tells whether there are any.
    pub(super) fn join_all(&mut self) -> bool {
        let Some(run) = &mut self.run else { return false };
        let mut joins = false;
        for (number, slot) in run.slots.iter_mut().enumerate() {
            let Some(slot) = slot.as_mut().filter(|slot| slot.stage == Stage::Outside) else { continue };
            slot.stage = Stage::Settling;
            slot.waited = 0;
            let BlockPos { x, y, z } = slot.feet;
            // No account has a space in its name, so it is nobody's.
            let order = Order::Join { slot: number, name: format!("Anima {}", number + 1), at: [x, y, z] };
            self.steps.push_back(Step::Ask(order, Then::Joined(number)));
            joins = true;
        }
        run.has_joined |= joins;
        joins
    }

    /// A body has come, or could not.
    pub(super) fn settle(&mut self, number: usize, done: Result<i64, String>) -> Result<()> {
        let Some(run) = &mut self.run else { return Ok(()) };
        let Some(slot) = run.slots.get_mut(number).and_then(Option::as_mut) else { return Ok(()) };
        done.map_err(anyhow::Error::msg).context("a body cannot come into the world")?;
        run.shared.assign(slot)
    }

    /// Lets the operator set the world around bodies that have settled, and their games begin: all at once, unless nothing
    /// that is set changes by itself.
    pub(super) fn operate_settled(&mut self, group: &Group) -> Result<bool> {
        let Some(run) = &mut self.run else { return Ok(false) };
        let mut settled = Vec::new();
        let mut settling = 0;
        for (number, slot) in run.slots.iter_mut().enumerate() {
            let Some(slot) = slot.as_mut().filter(|slot| slot.stage == Stage::Settling) else { continue };
            settling += 1;
            if slot.has_settled() {
                settled.push(number);
            }
        }
        if settled.is_empty() || (!group.is_steady() && settled.len() < settling) {
            return Ok(false);
        }
        if !group.is_shared() {
            // A later part of the game before has set another.
            self.set_difficulty(group.parts[0].difficulty);
        }
        self.set_sky(&group.parts[0]);
        for number in settled {
            self.operate(number)?;
        }
        Ok(true)
    }

    /// Sets time and weather as a part of a game begins with them.
    fn set_sky(&mut self, of: &WorldWide) {
        if let Some(time) = of.time {
            self.ask(Order::SetTime(time.into()), Then::Set);
        }
        if let Some(weather) = of.weather {
            self.ask(weather_order(weather, WEATHER_TICKS), Then::Set);
        }
    }

    /// Lets the operator set the world for the part of a slot that is next, which then begins.
    fn operate(&mut self, number: usize) -> Result<()> {
        let Some(slot) = self.slot(number) else { return Ok(()) };
        slot.stage = Stage::Operated;
        let (feet, is_first) = (slot.now_at(), slot.part == 0);
        let scenario = slot.scenario().clone();
        let is_counted = slot.is_counted();
        let mut commands = Vec::new();
        if is_first {
            commands.push(operator::spawn(feet));
        }
        match operator::commands(&scenario, feet) {
            Ok(more) => commands.extend(more),
            Err(why) => slot.lacks = slot.lacks.take().or(Some(why)),
        }
        self.command(number, commands);
        self.steps.push_back(Step::Summon(number));
        if is_counted {
            // What was done before does not count.
            self.ask(Order::Count { slot: number }, Then::Nothing);
        }
        self.steps.push_back(Step::Begin(number));
        Ok(())
    }

    fn command(&mut self, slot: usize, commands: Vec<Command>) {
        for Command { line, may_be_idle } in commands {
            self.ask(Order::Command { slot: Some(slot), line }, Then::Operated(slot, may_be_idle));
        }
    }

    pub(super) fn summon(&mut self, number: usize) -> Result<()> {
        let Some(run) = &mut self.run else { return Ok(()) };
        let Some(slot) = run.slots.get_mut(number).and_then(Option::as_mut) else { return Ok(()) };
        let scenario = slot.scenario().clone();
        if scenario.mobs.is_empty() {
            return Ok(());
        }
        // By the game and its part, whichever body plays it.
        let mut dice = Pcg32::seed_from_u64(run.shared.seed(slot) as u64 ^ slot.part as u64);
        let feet = slot.now_at();
        let terrain = slot.body.as_ref().and_then(|body| body.borrow().terrain()).unwrap_or_default();
        match operator::summons(&scenario, feet, &terrain.view(), &mut dice) {
            Ok(commands) => {
                // They come before the game begins.
                for Command { line, may_be_idle } in commands.into_iter().rev() {
                    let order = Order::Command { slot: Some(number), line };
                    self.steps.push_front(Step::Ask(order, Then::Operated(number, may_be_idle)));
                }
            }
            Err(why) => slot.lacks = slot.lacks.take().or(Some(why)),
        }
        Ok(())
    }

    /// The clock of a game starts, or its next part.
    pub(super) fn begin(&mut self, number: usize) -> Result<()> {
        let Some(slot) = self.slot(number) else { return Ok(()) };
        slot.stage = Stage::Playing;
        if slot.lacks.is_none()
            && let Some(body) = &slot.body
        {
            body.borrow_mut().play.let_go();
        }
        self.steps.push_front(Step::Ask(Order::LetGo { slot: number }, Then::Nothing));
        Ok(())
    }

    /// Takes in games and parts that are over. Tells whether there were any.
    pub(super) fn take_in(&mut self) -> Result<bool> {
        let Some(run) = &mut self.run else { return Ok(false) };
        let mut any = false;
        for number in 0..run.slots.len() {
            let Some(slot) = run.slots[number].as_mut().filter(|slot| slot.stage == Stage::Playing) else { continue };
            let rests = slot.game.as_ref().is_none_or(|game| game.borrow().rests_now());
            if !rests && slot.lacks.is_none() {
                continue;
            }
            any = true;
            let is_lost = slot.game.as_ref().is_none_or(|game| game.borrow().is_lost());
            if slot.part < slot.task.then.len() && !is_lost && slot.lacks.is_none() && slot.body.is_some() {
                slot.part += 1;
                run.shared.assign(slot)?;
                let part = run.groups.front().map(|(group, _)| group.parts[slot.part].clone());
                if let Some(part) = part {
                    self.begin_part(number, &part)?;
                }
                return Ok(true);
            }
            slot.stage = Stage::Leaving;
            self.steps.push_back(Step::Ask(Order::Leave { slot: number }, Then::Left(number)));
            run.note(number)?;
        }
        Ok(any)
    }

    /// Sets the world for the next part of a game.
    fn begin_part(&mut self, number: usize, part: &WorldWide) -> Result<()> {
        self.set_difficulty(part.difficulty);
        self.set_sky(part);
        self.operate(number)
    }
}

/// Refuses to make land for a game where the disk is nearly full, of which the system may tell how much is free.
fn ensure_room(free_gib: Option<f64>) -> Result<()> {
    let free = free_gib.unwrap_or(f64::INFINITY);
    ensure!(
        free >= LEAST_FREE_GIB,
        "{free:.1} GiB are free on the disk, and every game is played on new land, which the world keeps: make room, so that \
         {LEAST_FREE_GIB} GiB are free"
    );
    Ok(())
}

impl Slot {
    /// What the operator sets for the part that is next or played.
    fn scenario(&self) -> &anima_suite::Scenario {
        self.part.checked_sub(1).map_or(&self.task.scenario, |then| &self.task.then[then].scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_is_nearly_full_ends_a_run() {
        assert!(ensure_room(Some(4.0)).is_ok() && ensure_room(None).is_ok());
        let error = ensure_room(Some(3.9)).unwrap_err().to_string();
        assert!(error.starts_with("3.9 GiB are free") && error.contains("make room"), "{error}");
    }
}
