//! GITM's decomposition: a goal with its direct materials and its tool, and the same for each of these, until nothing is
//! needed any more; the tree in post-order. Equal sub-goals are one, amounts are rounded up to whole batches, a tool counts
//! once, and what is carried is not got again.

use std::collections::BTreeMap;

use anima_intent::{Condition, way_line};
use anima_memory::{ActData, Nearness, References};
use anima_rules::techtree::{Fuel, Kind, Stock, Way, ways};
use anima_rules::{Block, Item};
use serde::Deserialize;
use serde_json::json;

use crate::data;
use crate::mind::Mind;
use crate::policy::effort::{Efforts, is_underground};
use crate::reply::{Amount, item};
use crate::roles::plan::{rules, ways_told};
use crate::settings::By;
use crate::wood;

/// Items of one tree; no item of the overworld needs more.
const MOST: usize = 60;

/// A goal with what it needs directly, as a model writes it.
#[derive(Clone, Debug, Deserialize)]
struct Structured {
    object: String,
    materials: Vec<Amount>,
    #[serde(default)]
    tool: Option<String>,
}

/// What an item needs directly.
#[derive(Clone, Debug)]
struct Node {
    way: &'static Way,
    /// One item for each material of the way.
    materials: Vec<Item>,
    /// The tool in the hand and the block to work at.
    tools: Vec<Item>,
    /// What is burnt to smelt it.
    fuel: Option<Item>,
}

impl Mind {
    /// The sub-goals of the goal in the order in which they are to be reached, the goal itself last.
    pub(crate) async fn sub_goals(&self) -> Vec<Condition> {
        let tree = match self.wanted() {
            Some((item, count)) if self.settings().plan == By::Model && self.asks_model() => {
                self.tree(item, count).await
            }
            _ => None,
        };
        let by_rules = || if self.rules_stand_in() { self.sub_goals_by_rules() } else { Vec::new() };
        let mut sub_goals = tree.unwrap_or_else(by_rules);
        if sub_goals.last() != Some(self.goal()) {
            sub_goals.push(self.goal().clone());
        }
        sub_goals
    }

    /// The one item that the goal is to hold, the cheapest if it leaves a choice, and how many of it.
    fn wanted(&self) -> Option<(Item, u32)> {
        let Condition::Holds { items, count } = self.goal() else { return None };
        let made = rules::plan(self.goal(), &self.now(), &self.past().setbacks, false).ok()?;
        let last = made.plan.steps().filter(|step| items.contains(step.item)).last();
        last.map(|step| (step.item, *count))
    }

    /// What the plan of the rules gets, one after the other.
    fn sub_goals_by_rules(&self) -> Vec<Condition> {
        let now = self.now();
        let Ok(made) = rules::plan(self.goal(), &now, &self.past().setbacks, false) else { return Vec::new() };
        let mut stock = Stock::of(&now.given());
        let mut sub_goals = Vec::new();
        for step in made.plan.steps() {
            if stock.perform(step).is_ok() {
                sub_goals.push(Condition::holds(step.item, stock.count(step.item)));
            }
        }
        sub_goals
    }

    /// The tree as a model structures it, one item after the other. What it cannot structure as the recipes allow is left to
    /// the rules, or, where they may not stand in, to the planner of what it is for. `None` if the tree grows too large.
    async fn tree(&self, item: Item, count: u32) -> Option<Vec<Condition>> {
        let mut nodes: BTreeMap<Item, Node> = BTreeMap::new();
        // Each with what it is needed for, up to the goal.
        let mut open = vec![(item, count, Vec::new())];
        while let Some((item, count, above)) = open.pop() {
            let has =
                self.now().carries(item) >= count || self.now().stations.iter().any(|block| block.item() == Some(item));
            if nodes.contains_key(&item) || has && item != self.wanted()?.0 {
                continue;
            }
            if nodes.len() >= MOST {
                return None;
            }
            let known = match self.remembered_structure(item, &above).await {
                Some(node) => Some(node),
                None => self.structure(item, count, &above).await,
            };
            let mut node = match known {
                Some(node) => node,
                None if self.rules_stand_in() => self.node_by_rules(item)?,
                None => continue,
            };
            if matches!(node.way.kind, Kind::Smelt { .. }) && self.rules_stand_in() {
                node.fuel = self.node_by_rules(item).and_then(|by_rules| by_rules.fuel);
            }
            let times = batches(node.way, count);
            let above: Vec<Item> = above.into_iter().chain([item]).collect();
            for (material, need) in node.materials.iter().zip(&node.way.materials) {
                open.push((*material, times * u32::from(need.count), above.clone()));
            }
            open.extend(node.tools.iter().map(|tool| (*tool, 1, above.clone())));
            open.extend(node.fuel.map(|fuel| (fuel, burnt(fuel, &node, times), above.clone())));
            nodes.insert(item, node);
        }
        self.in_order(item, count, &nodes)
    }

    /// Asks a model what an item needs directly. What no recipe allows it is asked for again where answers are checked.
    async fn structure(&self, wanted: Item, count: u32, above: &[Item]) -> Option<Node> {
        let now = self.now();
        let told = {
            let past = self.past();
            let knowledge = self.settings().knowledge.then(|| ways_told(wanted, &Efforts::new(&now, &past.setbacks)));
            json!({
                "call": "goal",
                "object": wanted.name(),
                "count": count,
                "knowledge": knowledge,
                "inventory": data::inventory(&now),
                "state": data::state(&now),
            })
        };
        let read = |answer: Structured| {
            let node = match node(wanted, &answer, self.settings().knowledge) {
                Err(_) if !self.settings().check => return Ok(None),
                node => node.map_err(|problem| vec![problem])?,
            };
            match self.material_made_of(wanted, &node, above) {
                Some(material) => {
                    Err(vec![format!("{material} is itself made of {wanted}, or wanted for it; name another way")])
                }
                None => Ok(Some(node)),
            }
        };
        self.question("goal", "materials", told, read).await.flatten()
    }

    /// What an item needs directly, as a plan that has got it in another game shows: nobody need be asked. The paper does not
    /// do this.
    async fn remembered_structure(&self, wanted: Item, above: &[Item]) -> Option<Node> {
        if !self.settings().gitm.recall_needs {
            return None;
        }
        let found = self.look_up(References::new(&wood::so_many(wanted, 1, self.goal()))).await?;
        let reference = found.best().filter(|_| found.nearness != Nearness::Alike)?;
        let node = reference.plan.iter().rev().find_map(|act| shown_by(act, wanted))?;
        self.material_made_of(wanted, &node, above).is_none().then_some(node)
    }

    /// A material that is itself made of what it is for, or wanted for it: nuggets from an ingot, an ingot from nuggets.
    fn material_made_of(&self, wanted: Item, node: &Node, above: &[Item]) -> Option<Item> {
        let is_made_of_it =
            |material: &Item| self.node_by_rules(*material).is_some_and(|node| node.materials.contains(&wanted));
        node.materials.iter().find(|material| above.contains(material) || is_made_of_it(material)).copied()
    }

    /// What an item needs by the cheapest way here and now.
    fn node_by_rules(&self, item: Item) -> Option<Node> {
        let (now, past) = (self.now(), self.past());
        let made = rules::plan(&Condition::holds(item, now.carries(item) + 1), &now, &past.setbacks, false).ok()?;
        let step = made.plan.steps().filter(|step| step.item == item).last()?;
        let materials = step.way.materials.iter().map(|need| {
            let taken = step.materials.iter().map(|(item, _)| *item).find(|item| need.any_of.contains(item));
            taken.or(need.any_of.first().copied())
        });
        let (materials, tools) = (materials.collect::<Option<_>>()?, tools(step.way, step.tool));
        Some(Node { way: step.way, materials, tools, fuel: step.fuel.map(|fuel| fuel.item) })
    }

    /// What is worth having beside a tree, of the things that are in it, as far as the agent is told such things: wood for
    /// more tables and handles, stone.
    fn provisions(&self, nodes: &BTreeMap<Item, Node>) -> Vec<(Item, u32)> {
        let made = rules::plan(self.goal(), &self.now(), &self.past().setbacks, true).ok();
        let provisions = made.filter(|_| self.settings().knowledge).map(|made| made.provisions).unwrap_or_default();
        let of_tree = |any_of: &[Item]| any_of.iter().copied().find(|item| nodes.contains_key(item));
        provisions.iter().filter_map(|worth| Some((of_tree(&worth.any_of)?, worth.count))).collect()
    }

    /// The items of a tree, children first, each with how many are needed of it in all.
    fn in_order(&self, item: Item, count: u32, nodes: &BTreeMap<Item, Node>) -> Option<Vec<Condition>> {
        let mut order = Vec::new();
        visit(item, nodes, &mut order, &mut Vec::new());
        let now = self.now();
        let goes_down = || nodes.values().any(|node| is_underground(&node.way.place));
        let takes_more = self.settings().knowledge && goes_down();
        let mut needed: BTreeMap<Item, u32> = BTreeMap::from([(item, count)]);
        // What is worth having on the way is got with what the tree takes of it: under the ground it is too late.
        for (item, more) in self.provisions(nodes) {
            *needed.entry(item).or_default() += more;
        }
        // Parents first: what a parent needs is known before its children are counted.
        for parent in order.iter().rev() {
            let Some(node) = nodes.get(parent) else { continue };
            let all = needed.get(parent).copied().unwrap_or(0);
            let lacking = all.saturating_sub(wood::carried(*parent, &now, self.goal()));
            if lacking == 0 {
                continue;
            }
            for (material, need) in node.materials.iter().zip(&node.way.materials) {
                *needed.entry(*material).or_default() += batches(node.way, lacking) * u32::from(need.count);
            }
            if let Some(fuel) = node.fuel {
                *needed.entry(fuel).or_default() += burnt(fuel, node, batches(node.way, lacking));
            }
            for tool in &node.tools {
                let pieces = if takes_more { pieces(*tool, node, nodes) } else { 1 };
                let tool = needed.entry(*tool).or_default();
                *tool = (*tool).max(pieces);
            }
        }
        let goals = order.iter().filter_map(|item| Some(wood::so_many(*item, *needed.get(item)?, self.goal())));
        Some(goals.collect())
    }
}

/// Pieces of a tool or a station that a tree takes which leads under the ground. A table that is worked at more than once
/// stays where it was put down first: what is made under the ground takes another. A search for ore there digs more than a
/// pickaxe of stone lasts.
fn pieces(tool: Item, node: &Node, nodes: &BTreeMap<Item, Node>) -> u32 {
    /// Uses of a tool of stone.
    const STONE: u16 = 131;
    let is_station = node.way.station.and_then(Block::item) == Some(tool);
    let users = nodes.values().filter(|node| node.tools.contains(&tool)).count();
    let wears_out = is_underground(&node.way.place) && tool.durability().is_some_and(|uses| uses <= STONE);
    if is_station && users > 1 || wears_out { 2 } else { 1 }
}

/// Children before their parents, each once; what needs itself on the way is left out there.
fn visit(item: Item, nodes: &BTreeMap<Item, Node>, order: &mut Vec<Item>, above: &mut Vec<Item>) {
    let Some(node) = nodes.get(&item).filter(|_| !order.contains(&item) && !above.contains(&item)) else { return };
    above.push(item);
    for child in node.materials.iter().chain(&node.tools).chain(&node.fuel) {
        visit(*child, nodes, order, above);
    }
    above.pop();
    order.push(item);
}

/// Pieces of fuel that smelting in so many batches takes.
fn burnt(fuel: Item, node: &Node, times: u32) -> u32 {
    let smelted: Vec<(Item, u32)> = node.materials.iter().map(|item| (*item, times)).collect();
    Fuel::pieces(fuel, &smelted, 1).unwrap_or(times)
}

/// Batches of a way for so many.
fn batches(way: &Way, count: u32) -> u32 {
    (count as f32 / way.yields).ceil().max(1.0) as u32
}

fn tools(way: &Way, tool: Option<Item>) -> Vec<Item> {
    tool.filter(|_| way.tool.is_some()).into_iter().chain(way.station.and_then(Block::item)).collect()
}

/// The way that an answer means.
///
/// # Errors
/// That there is none, and which there are if that may be told.
fn node(wanted: Item, answer: &Structured, tells_ways: bool) -> Result<Node, String> {
    if item(&answer.object)? != wanted {
        return Err(format!("\"object\" must be {wanted}"));
    }
    let named = answer.materials.iter().map(|amount| item(&amount.item)).collect::<Result<Vec<Item>, String>>()?;
    let tool = answer.tool.as_deref().map(item).transpose()?;
    let fits = |way: &&'static Way| {
        let materials = named.len() == way.materials.len()
            && way.materials.iter().all(|need| named.iter().any(|item| need.any_of.contains(item)));
        let stands = |item: Item| way.station.and_then(Block::item) == Some(item);
        let tool = match (tool, way.tool) {
            (None, None) => way.station.is_none(),
            (None, Some(_)) => false,
            (Some(tool), Some(need)) => need.takes(tool) || stands(tool),
            (Some(tool), None) => stands(tool),
        };
        let is_plain = way.tool.is_none_or(|need| !need.silk_touch);
        materials && tool && is_plain && anima_intent::kind_skill(&way.kind).is_ok()
    };
    let Some(way) = ways(wanted).iter().find(fits) else {
        if !tells_ways {
            return Err(format!("{wanted} is not got so"));
        }
        let known: Vec<String> = ways(wanted).iter().take(3).map(way_line).collect();
        return Err(format!("{wanted} is not got so; ways to get it: {}", known.join(" | ")));
    };
    let materials =
        way.materials.iter().filter_map(|need| named.iter().copied().find(|item| need.any_of.contains(item)));
    let in_hand = way.tool.and_then(|need| tool.filter(|tool| need.takes(*tool)).or_else(|| need.items().next()));
    Ok(Node { way, materials: materials.collect(), tools: tools(way, in_hand), fuel: None })
}

/// What an act that has got an item shows that it needs; `None` if the act is about something else.
fn shown_by(act: &ActData, wanted: Item) -> Option<Node> {
    item(&act.object.first()?.item).ok().filter(|got| wood::are_alike(*got, wanted))?;
    let named: Vec<Item> = act.materials.iter().filter_map(|amount| item(&amount.item).ok()).collect();
    let tool = act.tool.as_deref().and_then(|tool| item(tool).ok());
    // Of each material what was taken, or what does the same of the tree that is wanted.
    let taken = |way: &'static Way| -> Option<Vec<Item>> {
        let of = |any_of: &[Item]| {
            let same = any_of.iter().find(|item| named.contains(item));
            let alike = || any_of.iter().find(|item| named.iter().any(|named| wood::are_alike(**item, *named)));
            same.or_else(alike).copied()
        };
        way.materials.iter().map(|need| of(&need.any_of)).collect()
    };
    let goes_it = |way: &&'static Way| {
        let in_hand = way.tool.is_none_or(|need| !need.silk_touch && tool.is_some_and(|tool| need.takes(tool)));
        way.kind.word() == act.kind && in_hand
    };
    let (way, materials) = ways(wanted).iter().filter(goes_it).find_map(|way| Some((way, taken(way)?)))?;
    Some(Node { way, materials, tools: tools(way, tool), fuel: None })
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_model::{Model, Script};
    use anima_rules::ItemStack;

    use super::*;
    use crate::situation::Situation;
    use crate::testing::{at_start, goal};

    fn asked(goal_text: &str, now: &Situation, answers: &[&str]) -> (Vec<String>, u32) {
        let model: Box<dyn Model> = Box::new(Script::of_texts(answers.iter().copied()));
        let now = now.clone();
        let thought = crate::mind::think(
            goal(goal_text),
            Some(model),
            move || now.clone(),
            async |mind| mind.sub_goals().await.iter().map(Condition::to_string).collect::<Vec<_>>(),
        );
        let answer = thought.answer.take().expect("scripts answer at once");
        (answer, thought.pursuit.counters().fallbacks)
    }

    const FURNACE: &str = r#"{"object":"furnace","count":1,"materials":[{"item":"cobblestone","count":8}],"tool":"crafting_table","info":""}"#;
    const TABLE: &str = r#"{"object":"crafting_table","count":1,"materials":[{"item":"birch_planks","count":4}],"tool":null,"info":""}"#;
    const PLANKS: &str =
        r#"{"object":"birch_planks","count":4,"materials":[{"item":"birch_log","count":1}],"tool":null,"info":""}"#;
    const LOG: &str = r#"{"object":"birch_log","count":1,"materials":[],"tool":null,"info":""}"#;
    const STONE: &str = r#"{"object":"cobblestone","count":8,"materials":[],"tool":"wooden_pickaxe","info":""}"#;

    #[test]
    fn the_tree_of_a_model_is_reached_children_first() {
        let now = Situation { carried: vec![ItemStack::new(Item::WOODEN_PICKAXE, 1)], ..at_start() };
        let (sub_goals, fallbacks) = asked("1 furnace", &now, &[FURNACE, TABLE, PLANKS, LOG, STONE]);
        assert_eq!(fallbacks, 0);
        // With wood for one more table, which is worth having under the ground.
        let expected = ["8 cobblestone", "2 any log", "8 any planks", "1 crafting_table", "1 furnace"];
        assert_eq!(sub_goals, expected.map(|what| format!("obtain {what}")));
    }

    const INGOTS: &str = r#"{"object":"iron_pickaxe","count":1,"materials":[{"item":"iron_ingot","count":3},{"item":"stick","count":2}],"tool":"crafting_table","info":""}"#;
    const STICKS: &str =
        r#"{"object":"stick","count":4,"materials":[{"item":"birch_planks","count":2}],"tool":null,"info":""}"#;
    const SMELT: &str =
        r#"{"object":"iron_ingot","count":3,"materials":[{"item":"raw_iron","count":3}],"tool":"furnace","info":""}"#;
    const ORE: &str = r#"{"object":"raw_iron","count":3,"materials":[],"tool":"stone_pickaxe","info":""}"#;
    const SECOND: &str = r#"{"object":"stone_pickaxe","count":1,"materials":[{"item":"cobblestone","count":3},{"item":"stick","count":2}],"tool":"crafting_table","info":""}"#;
    const COAL: &str = r#"{"object":"coal","count":1,"materials":[],"tool":"wooden_pickaxe","info":""}"#;

    /// In whatever order it is asked, each of its answers is found by its object.
    struct ByObject(Vec<String>);
    impl Model for ByObject {
        fn ask(&mut self, request: anima_model::Request) -> anima_model::Pending {
            let asked = crate::testing::json_block(&request.messages[1].content);
            let object = format!("\"object\":{}", asked["object"]);
            let text = self.0.iter().find(|answer| answer.contains(&object)).map_or("none", String::as_str);
            let reply = anima_model::Reply { text: text.into(), ..anima_model::Reply::default() };
            anima_model::Pending::ready(Ok(reply), anima_model::Spent { calls: 1, ..anima_model::Spent::default() })
        }

        fn name(&self) -> &str {
            "by object"
        }
    }

    /// A tree that leads under the ground: two tables, for one stays above; one furnace, for it is used once; two pickaxes of
    /// stone, for one does not last. An agent that is told what is worth having takes wood for more tables and handles along.
    #[test]
    fn what_stays_behind_or_wears_out_is_taken_twice() {
        let answers = [INGOTS, STICKS, TABLE, PLANKS, LOG, SMELT, FURNACE, STONE, ORE, SECOND, COAL];
        let now = Situation { carried: vec![ItemStack::new(Item::WOODEN_PICKAXE, 1)], ..at_start() };
        let sub_goals = |knowledge: bool| {
            let now = now.clone();
            let thought = crate::mind::think_as(
                crate::Settings { knowledge, ..crate::Settings::default() },
                goal("1 iron pickaxe"),
                Some(Box::new(ByObject(answers.map(str::to_owned).to_vec())) as Box<dyn Model>),
                move || now.clone(),
                async |mind| mind.sub_goals().await,
            );
            thought.answer.take().expect("it answers at once")
        };
        let planks = |knowledge: bool| {
            let counts = sub_goals(knowledge).into_iter().filter_map(|sub_goal| match sub_goal {
                Condition::Holds { items, count } if items.contains(Item::BIRCH_PLANKS) => Some(count),
                _ => None,
            });
            counts.sum::<u32>()
        };
        assert!(planks(true) >= planks(false) + 8, "{} {}", planks(true), planks(false));
        let silent: Vec<String> = sub_goals(false).iter().map(Condition::to_string).collect();
        assert!(silent.iter().any(|sub_goal| sub_goal == "obtain 1 crafting_table"), "nobody tells it so: {silent:?}");
        let sub_goals: Vec<String> = sub_goals(true).iter().map(Condition::to_string).collect();
        for expected in ["obtain 2 crafting_table", "obtain 1 furnace", "obtain 2 stone_pickaxe"] {
            assert!(sub_goals.iter().any(|sub_goal| sub_goal == expected), "{expected}: {sub_goals:?}");
        }
    }

    #[test]
    fn what_no_recipe_allows_is_asked_for_again_and_then_by_the_rules() {
        let now = Situation { carried: vec![ItemStack::new(Item::WOODEN_PICKAXE, 1)], ..at_start() };
        let wrong = FURNACE.replace("cobblestone", "dirt");
        let answers = [&wrong, &wrong, TABLE, PLANKS, LOG, STONE];
        let (sub_goals, fallbacks) = asked("1 furnace", &now, &answers);
        assert_eq!((sub_goals.last().map(String::as_str), fallbacks), (Some("obtain 1 furnace"), 1), "{sub_goals:?}");
    }

    #[test]
    fn what_an_item_needs_is_seen_from_an_act_that_has_got_it() {
        let plan = rules::plan(&goal("1 iron pickaxe"), &at_start(), &Default::default(), false).expect("a plan").plan;
        for step in plan.steps() {
            let act = ActData::from(&Act::Obtain(step.clone()));
            let node = shown_by(&act, step.item).unwrap_or_else(|| panic!("{act}"));
            let taken: Vec<Item> = step.materials.iter().map(|(item, _)| *item).collect();
            assert_eq!((&node.materials, node.tools), (&taken, tools(step.way, step.tool)), "{act}");
        }
        let act = |kind: &str, object: Item, materials: &[Item], tool: Option<Item>| ActData {
            kind: kind.into(),
            object: vec![anima_memory::Amount::new(object, 4)],
            materials: materials.iter().map(|item| anima_memory::Amount::new(*item, 1)).collect(),
            tool: tool.map(|item| item.to_string()),
            ..ActData::default()
        };
        let birch = act("craft", Item::BIRCH_PLANKS, &[Item::BIRCH_LOG], None);
        assert_eq!(shown_by(&birch, Item::OAK_PLANKS).expect("wood is wood").materials, [Item::OAK_LOG]);
        assert!(shown_by(&birch, Item::STICK).is_none(), "it is about planks");
        let of_dirt = act("craft", Item::STICK, &[Item::DIRT], None);
        assert!(shown_by(&of_dirt, Item::STICK).is_none(), "no recipe allows it");
        assert!(shown_by(&act("mine", Item::RAW_IRON, &[], None), Item::RAW_IRON).is_none(), "it takes a pickaxe");
    }

    #[test]
    fn where_no_rules_help_a_tree_is_what_the_model_says_of_it() {
        let now = Situation { carried: vec![ItemStack::new(Item::WOODEN_PICKAXE, 1)], ..at_start() };
        let tree = |goal_text: &str, check: bool, answers: &[&str]| {
            let settings = crate::Settings { check, fallback: false, knowledge: false, ..crate::Settings::default() };
            let now = now.clone();
            let model: Option<Box<dyn Model>> =
                Some(Box::new(ByObject(answers.iter().map(|text| text.to_string()).collect())));
            let thought = crate::mind::think_as(
                settings,
                goal(goal_text),
                model,
                move || now.clone(),
                async |mind| mind.sub_goals().await.iter().map(Condition::to_string).collect::<Vec<_>>(),
            );
            (thought.answer.take().expect("scripts answer at once"), thought.pursuit.counters().model_calls)
        };
        // The model names no fuel, so none is looked for.
        let (sub_goals, _) = tree("3 iron ingots", true, &[SMELT, FURNACE, STONE]);
        assert!(
            !sub_goals.iter().any(|sub_goal| sub_goal.contains("coal") || sub_goal.contains("planks")),
            "{sub_goals:?}"
        );
        // What no recipe allows is not asked for again where nobody checks.
        let wrong = FURNACE.replace("cobblestone", "dirt");
        assert_eq!([true, false].map(|check| tree("1 furnace", check, &[&wrong, &wrong]).1), [2, 1]);
    }

    #[test]
    fn without_a_model_the_rules_take_a_goal_apart() {
        let now = at_start();
        let thought = crate::mind::think(
            goal("1 stone pickaxe"),
            None,
            move || now.clone(),
            async |mind| mind.sub_goals().await.iter().map(Condition::to_string).collect::<Vec<_>>(),
        );
        let sub_goals = thought.answer.take().expect("rules answer at once");
        assert_eq!(sub_goals.first().map(String::as_str), Some("obtain 3 oak_log"), "{sub_goals:?}");
        assert_eq!(sub_goals.last().map(String::as_str), Some("obtain 1 stone_pickaxe"));
        let position = |what: &str| sub_goals.iter().position(|goal| goal.contains(what)).expect("it is needed");
        assert!(position("wooden_pickaxe") < position("cobblestone"), "{sub_goals:?}");
    }
}
