//! ODYSSEY's long-term planner: with what gear one gets ready for a fight, in the light of the round before.

use anima_intent::{Condition, OneOf};
use anima_rules::Item;
use anima_rules::damage::worn_at;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::mind::Mind;
use crate::note::Note;
use crate::plan::Author;
use crate::roles::next::Task;
use crate::roles::plan::rules;
use crate::settings::By;
use crate::situation::Situation;

/// What may be made for a fight: ODYSSEY's four swords and eight pieces of armour, and a shield, which is ours.
const PIECES: [Item; 13] = [
    Item::WOODEN_SWORD,
    Item::STONE_SWORD,
    Item::IRON_SWORD,
    Item::DIAMOND_SWORD,
    Item::IRON_HELMET,
    Item::IRON_CHESTPLATE,
    Item::IRON_LEGGINGS,
    Item::IRON_BOOTS,
    Item::DIAMOND_HELMET,
    Item::DIAMOND_CHESTPLATE,
    Item::DIAMOND_LEGGINGS,
    Item::DIAMOND_BOOTS,
    Item::SHIELD,
];

/// What the rules get ready with, from the least to the most.
const KITS: [&[Item]; 7] = [
    &[Item::WOODEN_SWORD],
    &[Item::STONE_SWORD],
    &[Item::IRON_SWORD],
    &[Item::IRON_SWORD, Item::SHIELD],
    &[Item::IRON_SWORD, Item::SHIELD, Item::IRON_CHESTPLATE, Item::IRON_LEGGINGS, Item::IRON_HELMET, Item::IRON_BOOTS],
    &[
        Item::DIAMOND_SWORD,
        Item::SHIELD,
        Item::IRON_CHESTPLATE,
        Item::IRON_LEGGINGS,
        Item::IRON_HELMET,
        Item::IRON_BOOTS,
    ],
    &[
        Item::DIAMOND_SWORD,
        Item::SHIELD,
        Item::DIAMOND_CHESTPLATE,
        Item::DIAMOND_LEGGINGS,
        Item::DIAMOND_HELMET,
        Item::DIAMOND_BOOTS,
    ],
];

/// The kit of a first round: a whole set of iron, as in the paper's example (appendix F.2).
const FIRST: usize = 4;

/// Half hearts, of twenty, that must be left after a round for the next to be fought with less.
const ENOUGH: f32 = 10.0;

/// What somebody gets ready for.
#[derive(Clone, Debug, PartialEq)]
pub struct Preparation {
    /// The fight: kills, and nothing else.
    pub fight: Condition,
    /// How the round before went; nothing in the first.
    pub last: Option<Fought>,
}

/// A round: what was made for a fight, and how that went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fought {
    /// What was to be made, in order.
    pub plan: Vec<Item>,
    /// What was had of all that can be made for a fight.
    pub gear: Vec<Item>,
    /// Game ticks that getting ready took.
    pub ticks: u64,
    /// Programs of its library that ODYSSEY ran for that; of the other agents, acts.
    pub tasks: u32,
    /// Whether the fight was won.
    pub won: bool,
    /// Half hearts left after it.
    pub health: f32,
}

impl Fought {
    /// The round as a model is told of it.
    pub(crate) fn told(&self) -> Value {
        let names = |items: &[Item]| items.iter().map(|item| item.name()).collect::<Vec<_>>();
        json!({
            "plan": names(&self.plan),
            "obtained": names(&self.gear),
            "ticks": self.ticks,
            "tasks": self.tasks,
            "won": self.won,
            // As in the released code: a fight that was lost leaves nothing.
            "health": if self.won { self.health } else { 0.0 },
        })
    }
}

/// Whether a goal is a fight that one can get ready for: kills, and nothing else.
pub fn is_fight(goal: &Condition) -> bool {
    let leaves = goal.leaves();
    !leaves.is_empty() && leaves.iter().all(|leaf| matches!(leaf, Condition::Killed { .. }))
}

/// The groups that a fight is against, in the goal's order, as a model is told of them.
pub(crate) fn monsters(goal: &Condition) -> Vec<Value> {
    let group = |leaf: &Condition| match leaf {
        Condition::Killed { mobs, count } => Some(json!({ "object": mobs.name, "count": count })),
        _ => None,
    };
    goal.leaves().into_iter().filter_map(group).collect()
}

/// Gear that was chosen for a fight.
#[derive(Debug)]
pub(crate) struct Gear {
    /// The pieces, in the order in which they are to be made.
    pub pieces: Vec<Item>,
    /// That all of them are had.
    pub goal: Condition,
}

impl Gear {
    fn of(pieces: Vec<Item>) -> Gear {
        let had = |piece: &Item| match worn_at(*piece) {
            Some(_) => Condition::Wears { items: OneOf::just(*piece) },
            None => Condition::holds(*piece, 1),
        };
        let mut parts: Vec<Condition> = pieces.iter().map(had).collect();
        let goal = if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) };
        Gear { pieces, goal }
    }

    /// What is seen, judged by whether the pieces are had.
    pub(crate) fn judged(&self, seen: Situation) -> Situation {
        let have: Vec<u32> = self.pieces.iter().map(|piece| u32::from(is_had(*piece, &seen))).collect();
        Situation { reached: have.iter().all(|have| *have > 0), have, ..seen }
    }

    /// What is had of all that can be made for a fight.
    pub(crate) fn had(now: &Situation) -> Vec<Item> {
        PIECES.into_iter().filter(|piece| is_had(*piece, now)).collect()
    }
}

/// Whether a piece is had: a sword carried, armour or a shield worn.
fn is_had(piece: Item, now: &Situation) -> bool {
    match worn_at(piece) {
        Some(_) => now.worn.contains(&piece),
        None => now.carries(piece) > 0,
    }
}

/// What the rules get ready with: a whole set of iron; after a round that was won unhurt less, after one that was lost with
/// all that was planned more.
fn by_rules(last: Option<&Fought>) -> Vec<Item> {
    let Some(last) = last else { return KITS[FIRST].to_vec() };
    let kit = KITS.iter().rposition(|kit| kit.iter().all(|piece| last.plan.contains(piece)));
    let kit = match kit {
        None => FIRST,
        Some(kit) if last.won && last.health > ENOUGH => kit.saturating_sub(1),
        // There was no time for it all, so there is none for more.
        Some(kit) if last.won || last.plan.iter().any(|piece| !last.gear.contains(piece)) => kit,
        Some(kit) => (kit + 1).min(KITS.len() - 1),
    };
    KITS[kit].to_vec()
}

#[derive(Deserialize)]
struct Answer {
    subgoals: Vec<Subgoal>,
}

#[derive(Deserialize)]
struct Subgoal {
    object: String,
}

/// Reads a list of pieces.
///
/// # Errors
/// What is wrong with it, one problem a line.
fn read(answer: Answer) -> Result<Vec<Item>, Vec<String>> {
    let mut problems = Vec::new();
    let mut pieces: Vec<Item> = Vec::new();
    for Subgoal { object } in answer.subgoals {
        let plain = object.strip_prefix("minecraft:").unwrap_or(&object);
        let Some(piece) = PIECES.into_iter().find(|piece| piece.name() == plain) else {
            let shown: String = object.chars().take(60).collect();
            let names = PIECES.map(Item::name).join(", ");
            problems.push(format!("{shown:?} is not made for a fight; \"object\" must be one of {names}"));
            continue;
        };
        // Where nothing is worn is the hand, and of swords one is enough.
        match pieces.iter().find(|other| worn_at(**other) == worn_at(piece)) {
            Some(other) if *other == piece => problems.push(format!("{piece} is named twice; name it once")),
            Some(other) => problems.push(format!("{other} and {piece} take the same place; name one of them")),
            None => pieces.push(piece),
        }
    }
    if pieces.is_empty() && problems.is_empty() {
        problems.push("\"subgoals\" is empty; name at least a sword".to_owned());
    }
    if problems.is_empty() { Ok(pieces) } else { Err(problems) }
}

impl Mind {
    /// Chooses the gear for a fight and sets out to get it: by the model's list where it answers, else by the rules.
    /// Returns the pieces in order; none where this mind does not get ready.
    pub(crate) async fn choose_gear(&self) -> Vec<Item> {
        let Some(preparation) = self.preparation().cloned() else { return Vec::new() };
        let last = preparation.last.as_ref();
        let comment = match last {
            Some(last) => Some(self.comment(&preparation.fight, last).await),
            None => None,
        };
        let mut chosen = (Author::Rules, Vec::new());
        if self.rules_stand_in() {
            chosen.1 = by_rules(last);
        }
        if self.settings().plan == By::Model && self.asks_model() {
            let told = json!({
                "call": "gear",
                "monsters": monsters(&preparation.fight),
                "last": last.map(Fought::told),
                "comment": comment,
                "ticks_left": self.now().ticks_left,
            });
            if let Some(pieces) = self.question("gear", "subgoals", told, read).await {
                chosen = (Author::Model, pieces);
            }
        }
        let (author, pieces) = chosen;
        let gear = Gear::of(pieces.clone());
        let now = Situation { have: Vec::new(), ..(*self.now()).clone() };
        let ticks = rules::plan(&gear.goal, &now, &self.past().setbacks, false).map_or(0.0, |made| made.ticks);
        let steps = pieces.iter().map(|piece| format!("craft {piece}")).collect();
        self.note(Note::Planned { author, why: comment.unwrap_or_default(), steps, ticks: ticks as u64 });
        self.get_ready_with(gear);
        pieces
    }

    /// The task of making a piece or of putting it on; `None` where that is done, or the piece is not worn.
    pub(crate) fn task_for(&self, piece: Item, verb: &str) -> Option<Task> {
        let now = self.now();
        let is_done = is_had(piece, &now) || verb == "craft" && now.carries(piece) > 0;
        let task = || self.task(verb, piece.name(), 1).ok();
        if is_done { None } else { task() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_plan_less_after_a_round_that_was_won_and_more_after_one_that_was_lost() {
        let round = |plan: &[Item], missing: usize, won: bool, health: f32| {
            let gear = plan[..plan.len() - missing].to_vec();
            by_rules(Some(&Fought { plan: plan.to_vec(), gear, won, health, ..Fought::default() }))
        };
        assert_eq!(by_rules(None), KITS[FIRST]);
        for (at, kit) in KITS.iter().enumerate() {
            assert_eq!(round(kit, 0, true, 14.0), KITS[at.saturating_sub(1)], "{kit:?}");
            assert_eq!(round(kit, 0, false, 0.0), KITS[(at + 1).min(KITS.len() - 1)], "{kit:?}");
            assert_eq!(round(kit, 0, true, 4.0), *kit, "it was hardly won");
            assert_eq!(round(kit, 1, false, 0.0), *kit, "there was no time for it");
        }
        // What a model has planned goes by the strongest kit that is in it.
        assert_eq!(round(&[Item::STONE_SWORD, Item::IRON_BOOTS], 0, false, 0.0), KITS[2]);
        assert_eq!(round(&[Item::IRON_BOOTS], 0, false, 0.0), KITS[FIRST]);
    }

    #[test]
    fn each_kit_is_a_list_that_a_model_could_give() {
        let answer = |kit: &[Item]| Answer {
            subgoals: kit.iter().map(|piece| Subgoal { object: piece.name().to_owned() }).collect(),
        };
        for kit in KITS {
            assert_eq!(read(answer(kit)), Ok(kit.to_vec()));
        }
        let schema: Value = serde_json::from_str(include_str!("../../../../prompts/gear.schema.json")).expect("JSON");
        assert_eq!(schema["$defs"]["Subgoal"]["properties"]["object"]["enum"], json!(PIECES.map(Item::name)));
    }

    #[test]
    fn kills_alone_are_a_fight() {
        let is = |text: &str| is_fight(&crate::testing::goal(text));
        assert!(is("kill 1 zombie") && is("kill 3 zombies and kill 1 spider"));
        assert!(
            !is("obtain 1 stick") && !is("kill 1 zombie and obtain 1 stick") && !is_fight(&Condition::Any(Vec::new()))
        );
    }
}
