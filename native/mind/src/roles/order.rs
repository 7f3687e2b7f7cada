//! ODYSSEY's order of attack: which of several kinds is fought first.

use anima_intent::Condition;
use serde::Deserialize;
use serde_json::json;

use crate::mind::Mind;
use crate::roles::gear::{is_fight, monsters};
use crate::roles::next::Task;
use crate::settings::By;

#[derive(Deserialize)]
struct Answer {
    order: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    object: String,
    count: u32,
}

impl Mind {
    /// The groups of a fight with more than one, each as a task, in the order of attack: the model's where it answers, else
    /// that of the goal. Nothing where the goal is no such fight.
    pub(crate) async fn attack_order(&self) -> Vec<Task> {
        let kill = |leaf: &&Condition| match leaf {
            Condition::Killed { mobs, count } => Some(Task {
                verb: "kill".to_owned(),
                object: mobs.name.clone(),
                count: *count,
                condition: Some((*leaf).clone()),
            }),
            _ => None,
        };
        let goal = self.goal();
        // Of parts of which one is enough none is to be fought first.
        let groups: Vec<Task> = match goal {
            Condition::All(_) if is_fight(goal) => goal.leaves().iter().filter_map(kill).collect(),
            _ => Vec::new(),
        };
        if groups.len() < 2 || self.settings().plan == By::Rules || !self.asks_model() {
            return groups;
        }
        let told = json!({ "call": "order", "monsters": monsters(goal) });
        let read = |answer: Answer| permuted(&groups, &answer.order);
        self.question("order", "order", told, read).await.unwrap_or(groups.clone())
    }
}

/// The groups in the order of an answer.
///
/// # Errors
/// What of them it lacks or has too many of.
fn permuted(groups: &[Task], order: &[Group]) -> Result<Vec<Task>, Vec<String>> {
    let (mut left, mut permuted, mut problems) = (groups.to_vec(), Vec::new(), Vec::new());
    for Group { object, count } in order {
        let plain = object.strip_prefix("minecraft:").unwrap_or(object);
        match left.iter().position(|group| group.object == plain && group.count == *count) {
            Some(at) => permuted.push(left.remove(at)),
            None => {
                let shown: String = object.chars().take(60).collect();
                problems.push(format!("{count} {shown:?} is none of the groups, or stands there twice"));
            }
        }
    }
    problems.extend(left.iter().map(|group| format!("{} {} is left out", group.count, group.object)));
    if problems.is_empty() { Ok(permuted) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::think;
    use crate::testing::{at_start, goal};
    use anima_model::{Model, Script};

    /// The order of attack after some answers, and how many of them were asked for.
    fn order(text: &str, answers: &[&str]) -> (Vec<String>, u32) {
        let model: Box<dyn Model> = Box::new(Script::of_texts(answers.iter().copied()));
        let mut thought = think(goal(text), Some(model), at_start, async |mind| mind.attack_order().await);
        while thought.answer.borrow().is_none() {
            thought.pursuit.decide();
        }
        let order = thought.answer.take().expect("it was waited for");
        (order.iter().map(Task::to_string).collect(), thought.pursuit.counters().model_calls)
    }

    #[test]
    fn the_order_of_attack_is_one_of_all_groups() {
        let fight = "kill 2 zombies and kill 1 skeleton";
        let right =
            r#"{"reasoning": "", "order": [{"object": "skeleton", "count": 1}, {"object": "zombie", "count": 2}]}"#;
        let given = ["kill 2 zombie", "kill 1 skeleton"].map(str::to_owned).to_vec();
        let turned: Vec<String> = given.iter().rev().cloned().collect();
        assert_eq!(order(fight, &[right]), (turned.clone(), 1));
        let wrong = [
            right.replace("\"count\": 2", "\"count\": 1"),
            right.replace("zombie", "skeleton"),
            right.replace("zombie", "cow"),
            r#"{"reasoning": "", "order": [{"object": "zombie", "count": 2}]}"#.to_owned(),
        ];
        for wrong in wrong {
            assert_eq!(order(fight, &[&wrong, right]), (turned.clone(), 2), "{wrong} is repaired");
            assert_eq!(order(fight, &[&wrong, &wrong]), (given.clone(), 2), "{wrong} is not followed");
        }
    }

    #[test]
    fn nobody_is_asked_for_the_order_of_one_group_or_of_other_things() {
        for text in ["kill 3 zombies", "1 stick and kill 1 zombie", "kill 1 cow or kill 1 pig"] {
            assert_eq!(order(text, &[]), (Vec::new(), 0), "{text}");
        }
    }
}
