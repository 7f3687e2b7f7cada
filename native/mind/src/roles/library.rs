//! ODYSSEY's library: 183 skills, each a name and what it is for, as data. What a skill needs first is got by other skills
//! where recursion is on.

use std::collections::BTreeMap;

use anima_intent::{Act, Condition, NoLibrary, OneOf};
use once_cell::sync::Lazy;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::carry_out::{Carried, Halt};
use crate::data;
use crate::mind::Mind;
use crate::plan::{Author, Plan, brings_about};
use crate::roles::explain::Advice;
use crate::roles::next::Task;
use crate::roles::plan::{Ask, rules};
use crate::settings::{By, Planner};
use crate::situation::Situation;

/// Skills that are put before the actor (appendix C.3).
const CANDIDATES: usize = 10;

/// How much a skill has in common with a task, 0 to 1, that is carried out though the planner is told nothing of the world
/// (appendix F.3, which does not say how much).
const GATE: f32 = 0.35;

/// A skill of the library.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Skill {
    /// ODYSSEY's name for it.
    pub name: &'static str,
    /// What it brings about, such as `1 diamond` or `kill 1 cow`; `None` where no skill of the body does it.
    pub condition: Option<Condition>,
    /// The words by which it is found.
    words: Vec<String>,
}

/// All of them, in the order of the release.
static SKILLS: Lazy<Vec<Skill>> = Lazy::new(|| include_str!("library.tsv").lines().filter_map(skill).collect());

fn skill(line: &'static str) -> Option<Skill> {
    let (name, what) = line.split_once('\t')?;
    let condition = Condition::parse(what, &NoLibrary).ok();
    let mut words = words_of(name);
    words.extend(words_of(what));
    words.sort_unstable();
    words.dedup();
    Some(Skill { name, condition, words })
}

/// The words of a name, in lower case and without the plural: `craftIronPickaxe` has craft, iron and pickaxe.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in text.chars() {
        if letter.is_uppercase() || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    // How many are meant says nothing about what.
    words.retain(|word| word.len() > 1 && !word.bytes().all(|letter| letter.is_ascii_digit()));
    words.into_iter().map(|word| word.strip_suffix('s').map_or(word.clone(), str::to_owned)).collect()
}

impl Skill {
    /// Whether it brings about what a task asks for, amounts aside.
    fn serves(&self, task: &Task) -> bool {
        match (&self.condition, &task.condition) {
            (Some(Condition::Holds { items: given, .. }), Some(Condition::Holds { items: wanted, .. })) => {
                given.any_of.iter().any(|item| wanted.contains(*item))
            }
            (Some(Condition::Killed { mobs: given, .. }), Some(Condition::Killed { mobs: wanted, .. })) => {
                given == wanted
            }
            (Some(Condition::Bred { mob: given, .. }), Some(Condition::Bred { mob: wanted, .. })) => given == wanted,
            (Some(Condition::Planted { items: given, .. }), Some(Condition::Planted { items: wanted, .. }))
            | (Some(Condition::Placed { items: given, .. }), Some(Condition::Placed { items: wanted, .. })) => {
                given == wanted
            }
            (given, wanted) => given.is_some() && given == wanted,
        }
    }
}

/// What came of running a skill.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// The acts that did what they were for.
    pub done: Vec<Act>,
    /// Why the next one did not, or none could be done.
    pub failure: Option<String>,
}

impl Run {
    /// What was done and what failed, in words.
    pub(crate) fn log(&self) -> String {
        let done = self.done.iter().map(|act| format!("done: {act}"));
        done.chain(self.failure.as_ref().map(|why| format!("failed: {why}"))).collect::<Vec<_>>().join("\n")
    }
}

#[derive(Deserialize)]
struct Answer {
    program: String,
}

/// What a skill brings about, of what a task asks for where it could also bring about something else: of any logs those of
/// an oak, if it is to be oak.
fn narrowed(given: Condition, asked: &Condition) -> Condition {
    match (given, asked) {
        (Condition::Holds { items, count }, Condition::Holds { items: wanted, .. }) => {
            let common: Vec<_> = items.any_of.iter().copied().filter(|item| wanted.contains(*item)).collect();
            match (common.len(), items.any_of.len()) {
                (0, _) => Condition::Holds { items, count },
                (some, all) if some == all => Condition::Holds { items, count },
                _ => Condition::Holds { items: OneOf { name: wanted.name.clone(), any_of: common }, count },
            }
        }
        (given, _) => given,
    }
}

impl Mind {
    /// The skills whose names and meanings have most in common with a task, rarer words weighing more: the cosine of their
    /// words. In the ablation of the planner those that have little in common are left out. The paper looks them up by a
    /// model's answer to how the task is done as well (appendix C.3); that would outweigh the words of the task.
    pub(crate) fn retrieve_skills(&self, task: &Task) -> Vec<Skill> {
        let least = if self.settings().odyssey.planner == Planner::Blind { GATE } else { 0.0 };
        let weight = |word: &String| {
            let with = SKILLS.iter().filter(|skill| skill.words.contains(word)).count();
            (SKILLS.len() as f32 / (1.0 + with as f32)).ln().max(0.0)
        };
        let square = |word: &String| weight(word).powi(2);
        let asked: BTreeMap<String, f32> =
            words_of(&task.to_string()).into_iter().map(|word| (word.clone(), square(&word))).collect();
        let length = asked.values().sum::<f32>().sqrt();
        let score = |skill: &Skill| -> f32 {
            let common: f32 = skill.words.iter().filter_map(|word| asked.get(word)).sum();
            let lengths = length * skill.words.iter().map(square).sum::<f32>().sqrt();
            if lengths > 0.0 { common / lengths } else { 0.0 }
        };
        let mut scored: Vec<(f32, &Skill)> = SKILLS.iter().map(|skill| (score(skill), skill)).collect();
        scored.retain(|(score, _)| *score > least);
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.name.cmp(b.1.name)));
        scored.into_iter().take(CANDIDATES).map(|(_, skill)| skill.clone()).collect()
    }

    /// Which of the candidates does a task: the model's choice, else the first that brings it about, or where the rules may
    /// not stand in the first at all. `None` if none does.
    pub(crate) async fn choose(
        &self,
        task: &Task,
        candidates: &[Skill],
        last: Option<&Skill>,
        critique: Option<&str>,
    ) -> Option<Skill> {
        if candidates.is_empty() {
            return None;
        }
        if self.settings().plan == By::Model && self.asks_model() {
            let told = json!({
                "call": "choose",
                "task": task.to_string(),
                "candidates": candidates.iter().map(|skill| self.told(skill)).collect::<Vec<Value>>(),
                "inventory": data::inventory(&self.now()),
                "last": last.map(|skill| skill.name),
                "critique": critique,
            });
            let read = |answer: Answer| {
                let chosen = candidates.iter().find(|skill| skill.name == answer.program).cloned();
                match chosen {
                    None if answer.program != "none" => {
                        let names: Vec<&str> = candidates.iter().map(|skill| skill.name).collect();
                        Err(vec![format!("\"program\" must be none or one of {}", names.join(", "))])
                    }
                    Some(chosen) if self.settings().check && !chosen.serves(task) => {
                        Err(vec![format!("{} does not do \"{task}\"; choose another program, or none", chosen.name)])
                    }
                    chosen => Ok(chosen),
                }
            };
            if let Some(chosen) = self.question("choose", "program", told, read).await {
                return chosen;
            }
        }
        match self.rules_stand_in() {
            true => candidates.iter().find(|skill| skill.serves(task)).cloned(),
            // As the released code has it: a name that is none means the first candidate.
            false => candidates.first().cloned(),
        }
    }

    /// A candidate as the actor is told of it.
    fn told(&self, skill: &Skill) -> Value {
        let first = self.skill_plan(skill, None, false).map(|(_, plan)| plan);
        let is_ready = |plan: &Plan| plan.acts.len() == 1;
        let amounts = |list: &[(anima_rules::Item, u32)]| -> BTreeMap<&str, u32> {
            list.iter().map(|(item, count)| (item.name(), *count)).collect()
        };
        let step = first.as_ref().and_then(|plan| plan.acts().last()).and_then(Act::step);
        json!({
            "program": skill.name,
            "does": skill.condition.as_ref().map(Condition::to_string),
            "needs": step.map(|step| amounts(&step.materials)),
            "gives": step.map(|step| amounts(&[(step.item, step.count)])),
            "ready": first.as_ref().is_some_and(is_ready),
        })
    }

    /// What a skill is to bring about for a task, and its acts, with those that get what it needs; with what is worth having on
    /// the way, if it is to provide.
    fn skill_plan(&self, skill: &Skill, task: Option<&Task>, provides: bool) -> Option<(Condition, Plan)> {
        let condition = skill.condition.clone()?;
        let asked = task.and_then(|task| task.condition.as_ref());
        let goal = self.beside_what_is_carried(&asked.map_or(condition.clone(), |asked| narrowed(condition, asked)));
        let now = Situation { have: Vec::new(), ..(*self.now()).clone() };
        let setbacks = &self.past().setbacks;
        let made = match provides {
            true => rules::plan_part(&goal, self.goal(), &self.now(), setbacks).ok()?,
            false => rules::plan(&goal, &now, setbacks, false).ok()?,
        };
        let plan = Plan::new(Author::Rules, made.plan.acts().cloned().collect(), &goal, &now);
        Some((goal, plan))
    }

    /// What a skill is to bring about, on top of what is carried.
    fn beside_what_is_carried(&self, condition: &Condition) -> Condition {
        match condition {
            Condition::Holds { items, count } => {
                let have: u32 = items.any_of.iter().map(|item| self.now().carries(*item)).sum();
                Condition::Holds { items: items.clone(), count: count + have }
            }
            other => other.clone(),
        }
    }

    /// Whether a skill gets what is worth having on the way, too: where the rules may help.
    fn provides(&self) -> bool {
        self.settings().odyssey.recursion && self.settings().knowledge && self.rules_stand_in()
    }

    /// Runs a skill, as often as the task asks for; without one, what a model, told what was wrong with the last try, or the
    /// rules plan for the task.
    pub(crate) async fn run_skill(&self, task: &Task, skill: Option<&Skill>, critique: Option<&str>) -> Run {
        /// Runs of one skill for one task: a skill gives one piece, a task asks for some.
        const RUNS: u32 = 16;
        let target = task.condition.clone().unwrap_or_else(|| self.goal().clone());
        let recursion = self.settings().odyssey.recursion;
        let provides = self.provides();
        let advice = critique.map(|words| Advice::of_words(words.to_owned()));
        let ask = Ask { advice: advice.as_ref(), ..Ask::of(&target) };
        let mut run = Run::default();
        self.past().programs_run += 1;
        for _ in 0..RUNS {
            let planned = match skill {
                Some(skill) => self.skill_plan(skill, Some(task), provides).map(|(piece, mut plan)| {
                    // Without recursion all that it needs must be there.
                    if !recursion {
                        plan.acts.drain(..plan.acts.len().saturating_sub(1));
                    }
                    (piece, plan)
                }),
                None => self.plan_and_tell(&ask).await.ok().map(|plan| (target.clone(), plan)),
            };
            let Some((piece, plan)) = planned.filter(|(_, plan)| !plan.acts.is_empty()) else {
                run.failure = Some("it cannot be done now".to_owned());
                break;
            };
            let Carried { done, end } = self.carry_out(&piece, plan).await;
            let is_idle = done.is_empty() && end != Halt::Fetched;
            run.done.extend(done);
            if end == Halt::Failed {
                run.failure = self.past().last_failure.as_ref().map(|failure| failure.told(self.settings()));
                break;
            }
            let is_done = self.holds(&target) || brings_about(&run.done, &target);
            // What does something else does not do it the next time either.
            let does_it = skill.is_none_or(|skill| skill.serves(task));
            if is_done || is_idle || !does_it || self.is_over().is_some() {
                break;
            }
        }
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{at_start, goal};

    #[test]
    fn the_library_has_all_skills_and_names_what_the_body_cannot_do() {
        assert_eq!(SKILLS.len(), 183);
        let without: Vec<&str> =
            SKILLS.iter().filter(|skill| skill.condition.is_none()).map(|skill| skill.name).collect();
        // Camels are not in 1.19.4 but for its experiment.
        assert_eq!(
            without,
            ["killOneCamel", "placeMinecartOnRail", "placeWater", "hoeFarmland", "takeAndMoveMinecart"]
        );
    }

    /// What a model calls oak logs are any logs, as long as the goal does not ask for oak; then the skill gets those of an oak.
    #[test]
    fn a_task_means_any_tree_unless_the_goal_names_one() {
        let planned = |goal_words: &str| {
            let seen = crate::situation::Known { what: anima_rules::Block::BIRCH_LOG, count: 9, nearest: 5.0 };
            let now = Situation { blocks: vec![seen], ..at_start() };
            let thought = crate::mind::think(
                goal(goal_words),
                None,
                move || now.clone(),
                async |mind| {
                    let task = mind.task("mine", "oak_log", 1).expect("a task");
                    let skill = SKILLS.iter().find(|skill| skill.name == "mineWoodLog").expect("it is there");
                    let (_, plan) = mind.skill_plan(skill, Some(&task), false).expect("a plan");
                    plan.acts().map(Act::to_string).collect::<Vec<_>>()
                },
            );
            thought.answer.take().expect("it is a sum")
        };
        assert_eq!(planned("1 crafting table"), ["mine 1 birch_log from birch_log"]);
        assert_eq!(planned("4 oak logs"), ["mine 1 oak_log from oak_log"]);
    }

    #[test]
    fn a_planner_that_is_told_nothing_gets_no_skill_for_a_task_that_resembles_none() {
        let found = |planner: Planner, verb: &str, object: &str| {
            let task = Task { verb: verb.into(), object: object.into(), count: 16, condition: None };
            let mut settings = crate::Settings { pursue: crate::Program::Odyssey, ..crate::Settings::default() };
            settings.odyssey.planner = planner;
            let mind = Mind::new(goal("1 stick"), settings, crate::Means::default(), at_start);
            mind.retrieve_skills(&task).len()
        };
        assert!(found(Planner::Blind, "mine", "diamond") > 0);
        assert_eq!(found(Planner::Blind, "collect", "happy_ghast_tear"), 0);
        assert!(found(Planner::Full, "collect", "happy_ghast_tear") > 0);
    }

    #[test]
    fn a_skill_gets_what_is_worth_having_on_the_way_where_the_rules_may_help() {
        let gets_sword = |fallback: bool| {
            let settings = crate::Settings { fallback, ..crate::Settings::default() };
            let mines = async |mind: Mind| {
                let task = mind.task("mine", "raw_iron", 3).expect("a task");
                let skill = SKILLS.iter().find(|skill| skill.serves(&task)).expect("there is one");
                let (_, plan) = mind.skill_plan(skill, Some(&task), mind.provides()).expect("a plan");
                plan.acts().any(|act| act.to_string().starts_with("craft 1 stone_sword"))
            };
            let model: Box<dyn anima_model::Model> = Box::new(anima_model::Script::default());
            let thought = crate::mind::think_as(settings, goal("1 iron pickaxe"), Some(model), at_start, mines);
            thought.answer.take().expect("it is a sum")
        };
        assert_eq!((gets_sword(true), gets_sword(false)), (true, false));
    }

    #[test]
    fn a_skill_is_ready_if_nothing_is_to_be_got_first() {
        let told = |name: &'static str| {
            let answer = async move |mind: Mind| {
                let skill = SKILLS.iter().find(|skill| skill.name == name).expect("it is there");
                mind.told(skill)["ready"].clone()
            };
            crate::mind::think(goal("1 stick"), None, at_start, answer).answer.take().expect("it is a sum")
        };
        assert_eq!((told("mineWoodLog"), told("craftCraftingTable")), (json!(true), json!(false)));
    }

    #[test]
    fn the_skill_that_is_meant_is_found_first() {
        for (words, name) in [
            (("mine", "diamond", 1), "mineDiamond"),
            (("craft", "iron_pickaxe", 1), "craftIronPickaxe"),
            (("kill", "cow", 1), "killOneCow"),
            (("craft", "crafting_table", 1), "craftCraftingTable"),
            (("collect", "sugar_cane", 2), "collectSugarCane"),
            (("smelt", "iron_ingot", 1), "smeltAllRawIron"),
            (("breed", "sheep", 1), "breedSheep"),
        ] {
            let now = at_start();
            let thought = crate::mind::think(
                goal("1 stick"),
                None,
                move || now.clone(),
                async move |mind| {
                    let (verb, object, count) = words;
                    let task = Task { verb: verb.into(), object: object.into(), count, condition: None };
                    mind.retrieve_skills(&task).iter().map(|skill| skill.name).collect::<Vec<_>>()
                },
            );
            let found = thought.answer.take().expect("it is a sum");
            assert_eq!(found.first(), Some(&name), "{found:?}");
            assert!(found.len() <= CANDIDATES);
        }
    }
}
