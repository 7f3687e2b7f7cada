//! The tech tree: every way to get an item in a survival overworld without structures, trading and brewing.
//!
//! [`ways`] lists them, [`Reach`] tells which items can be had and why the others cannot, [`Planner`] finds a cheap
//! executable plan from a given inventory, [`check`] runs a plan on the rules. The crafting, smelting, cutting and
//! mining ways follow from the tables; growing, shearing, fishing and the like are written by hand in `interact`.

mod build;
mod effort;
mod interact;
mod nature;
mod place;
mod plan;
mod price;
mod reach;
mod simulate;
mod step;

use std::collections::BTreeSet;
use std::fmt;

use once_cell::sync::Lazy;
use rustc_hash::FxHashMap;

use crate::recipe::Recipe;
use crate::{Block, EntityKind, Item, ItemStack, Tier, ToolKind};

pub use build::{all_ways, ways};
pub use effort::{Effort, FED, typical_effort};
pub use nature::Nature;
pub use place::{Place, met_soonest, natural_blocks, of_block as place_of_block, of_mob as place_of_mob};
pub use plan::{Given, NoPlan, Plan, Planner, plan};
pub use reach::{Reach, Unobtainable};
pub use simulate::{Missing, Shortage, Stock, check};
pub use step::{Fuel, Step, shares};

/// One way to get an item.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// What is done.
    pub kind: Kind,
    /// What it gives.
    pub item: Item,
    /// How many one go gives: exactly, or on average where chance decides.
    pub yields: f32,
    /// The fewest and the most that one go gives.
    pub count: (u8, u8),
    /// What one go uses up.
    pub materials: Vec<Material>,
    /// The tool that must be in the hand.
    pub tool: Option<ToolNeed>,
    /// What must be carried but is kept.
    pub carries: Option<Item>,
    /// The block it is done at.
    pub station: Option<Block>,
    /// Where it is done.
    pub place: Place,
    /// Whether it cannot be done on peaceful.
    pub hostile: bool,
}

impl Way {
    /// Whether it can be gone with the stack in hand, wear aside: that is the tool it asks for, and has no Silk Touch
    /// that would make the block drop something else.
    pub fn suits(&self, stack: &ItemStack) -> bool {
        let silk = stack.level(crate::Enchantment::SilkTouch) > 0;
        let spoils = silk && self.tool.is_none_or(|need| !need.silk_touch) && self.drops_more_with_silk_touch();
        self.tool.is_none_or(|need| need.accepts(stack)) && !spoils
    }

    /// Whether it grows a crop by bone meal, and so without waiting.
    pub fn is_fed(&self) -> bool {
        let is_meal = |material: &Material| material.any_of.contains(&Item::BONE_MEAL);
        matches!(self.kind, Kind::Grow(_)) && self.materials.iter().any(is_meal)
    }

    /// Whether it puts Silk Touch on a tool that is carried.
    pub fn gives_silk_touch(&self) -> bool {
        matches!(self.kind, Kind::Interact(Action::Enchant, _)) && self.item.tool().is_some()
    }

    /// Whether the block that is dug drops something else with Silk Touch.
    fn drops_more_with_silk_touch(&self) -> bool {
        static BLOCKS: Lazy<BTreeSet<Block>> = Lazy::new(|| {
            let silk = all_ways().iter().filter(|way| way.tool.is_some_and(|need| need.silk_touch));
            silk.filter_map(|way| way.kind.block()).collect()
        });
        matches!(self.kind, Kind::Mine(block) if BLOCKS.contains(&block))
    }
}

/// What is done to get an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Crafting by this recipe; the station is absent where the inventory's grid will do.
    Craft(&'static Recipe),
    /// Smelting in a furnace, which a smoker or blast furnace does faster.
    Smelt {
        /// Experience for each.
        experience: f32,
        /// The block that does it in half the time.
        faster: Option<Block>,
    },
    /// Cutting in a stonecutter.
    Stonecut,
    /// Upgrading at a smithing table.
    Smith,
    /// Digging a block.
    Mine(Block),
    /// Killing a mob.
    Kill {
        /// Which.
        mob: EntityKind,
        /// Whether only a player's kill counts.
        by_player: bool,
    },
    /// Planting something and harvesting the ripe block.
    Grow(Block),
    /// Something else, done to a block or a mob.
    Interact(Action, Target),
}

impl Kind {
    /// Whether the game counts what comes of it as crafted (`minecraft.crafted`).
    pub fn is_crafting(&self) -> bool {
        matches!(self, Kind::Craft(_) | Kind::Smelt { .. } | Kind::Stonecut | Kind::Smith)
    }

    /// The word for it in plans and prompts.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::Craft(_) => "craft",
            Kind::Smelt { .. } => "smelt",
            Kind::Stonecut => "stonecut",
            Kind::Smith => "smith",
            Kind::Mine(_) => "mine",
            Kind::Kill { .. } => "kill",
            Kind::Grow(_) => "grow",
            Kind::Interact(..) => "interact",
        }
    }

    /// The block dug, grown or acted on.
    pub fn block(&self) -> Option<Block> {
        match self {
            Kind::Mine(block) | Kind::Grow(block) | Kind::Interact(_, Target::Block(block)) => Some(*block),
            _ => None,
        }
    }

    /// The mob killed or acted on.
    pub fn mob(&self) -> Option<EntityKind> {
        match self {
            Kind::Kill { mob, .. } | Kind::Interact(_, Target::Mob(mob)) => Some(*mob),
            _ => None,
        }
    }
}

/// What is done in an [`Kind::Interact`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Shearing a sheep or a pumpkin, a hive or a mooshroom.
    Shear,
    /// Dyeing a sheep, then shearing it.
    DyeThenShear,
    /// Filling a bucket.
    UseBucket,
    /// Filling a bottle.
    UseBottle,
    /// Milking a mooshroom into a bowl.
    UseBowl,
    /// Stripping a placed log with an axe.
    Strip,
    /// Scattering bone meal, then picking what grew.
    BoneMeal,
    /// Filling a composter.
    Compost,
    /// Fishing.
    Fish,
    /// Enchanting at a table.
    Enchant,
    /// Waiting for an animal to lay or grow.
    Wait,
    /// Killing or unleashing a led llama.
    Unleash,
    /// Putting something into water.
    Soak,
}

/// What an [`Action`] is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Target {
    Block(Block),
    Mob(EntityKind),
}

/// Something that one go uses up: so many of any of some items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// Any of these, mixed as one likes.
    pub any_of: Vec<Item>,
    /// How many.
    pub count: u8,
}

/// A tool that a way asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolNeed {
    /// Its kind.
    pub kind: ToolKind,
    /// The least it must be made of.
    pub tier: Tier,
    /// Whether it must have Silk Touch.
    pub silk_touch: bool,
}

impl ToolNeed {
    /// Whether the stack will do, wear aside.
    pub fn accepts(self, stack: &ItemStack) -> bool {
        let silk = stack.level(crate::Enchantment::SilkTouch) > 0;
        self.takes(stack.item) && (silk || !self.silk_touch)
    }

    /// Whether a plain item of this kind will do, Silk Touch aside.
    pub fn takes(self, item: Item) -> bool {
        item.tool().is_some_and(|tool| tool.kind == self.kind && tool.tier.level() >= self.tier.level())
    }

    /// The items that will do, cheapest material first.
    pub fn items(self) -> impl Iterator<Item = Item> {
        let order = [Tier::Wood, Tier::Stone, Tier::Iron, Tier::Gold, Tier::Diamond, Tier::Netherite];
        order.into_iter().filter_map(move |tier| tool_item(self.kind, tier)).filter(move |item| self.takes(*item))
    }
}

impl fmt::Display for ToolNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = format!("{:?}", self.kind).to_lowercase();
        match self.tier {
            _ if self.kind == ToolKind::Shears => f.write_str("shears")?,
            Tier::Wood => write!(f, "any {kind}")?,
            tier => write!(f, "{} {kind} or better", format!("{tier:?}").to_lowercase())?,
        }
        if self.silk_touch { f.write_str(" with Silk Touch") } else { Ok(()) }
    }
}

/// The tool of a kind and material; shears come in one only, iron.
pub fn tool_item(kind: ToolKind, tier: Tier) -> Option<Item> {
    static TOOLS: Lazy<FxHashMap<(ToolKind, Tier), Item>> = Lazy::new(|| {
        let tools = Item::all().filter_map(|item| item.tool().map(|tool| ((tool.kind, tool.tier), item)));
        tools.collect()
    });
    TOOLS.get(&(kind, tier)).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use super::*;

    fn named(id: &Value) -> Item {
        let name = id.as_str().unwrap();
        Item::from_name(name).unwrap_or_else(|| panic!("unknown item {name}"))
    }

    /// The published tech tree, if the folder is there (`ANIMA_SHARED`, or beside the repository).
    fn published() -> Option<Value> {
        let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
        let shared = std::env::var("ANIMA_SHARED").unwrap_or_else(|_| beside.into());
        let path = format!("{shared}/suites/techtree-1.19.4.json");
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: no {path}");
            return None;
        };
        Some(serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn tools_are_found_by_what_they_are() {
        let tools: Vec<Item> = Item::all().filter(|item| item.tool().is_some()).collect();
        assert_eq!(tools.len(), 31);
        for item in tools {
            assert_eq!(item.tool().and_then(|tool| tool_item(tool.kind, tool.tier)), Some(item));
        }
        assert_eq!(tool_item(ToolKind::Shears, Tier::Wood), None);
    }

    #[test]
    fn what_is_derivable_there_is_derivable_here() {
        let Some(file) = published() else { return };
        let reach = Reach::overworld(Nature::Vanilla, false);
        let missing: BTreeSet<&String> = file["not_derivable"].as_object().unwrap().keys().collect();
        for (id, _) in file["items"].as_object().unwrap() {
            let item = named(&Value::String(id.clone()));
            assert_eq!(reach.can(item), !missing.contains(id), "{item}: {:?}", reach.why_not(item));
        }
    }

    /// The items that a published `of` stands for.
    fn group(file: &Value, of: &Value) -> Vec<Item> {
        match of.as_str().unwrap().strip_prefix('@') {
            Some(group) => file["groups"][group].as_array().unwrap().iter().map(named).collect(),
            None => vec![named(of)],
        }
    }

    /// Whether a way does what a published method says.
    fn is_like(file: &Value, way: &Way, method: &Value) -> bool {
        let word = |key: &str| method[key].as_str().map(|text| text.strip_prefix("minecraft:").unwrap_or(text));
        let block = || way.kind.block().map(Block::name);
        let mean = method["expected"].as_f64().unwrap_or_else(|| match &method["count"] {
            Value::Array(range) => (range[0].as_f64().unwrap() + range[1].as_f64().unwrap()) / 2.0,
            count => count.as_f64().unwrap_or(1.0),
        });
        let mean = mean * method["chance"].as_f64().unwrap_or(1.0);
        let about = |tolerance: f64| (f64::from(way.yields) - mean).abs() <= tolerance * mean;
        let needs_tool = || {
            let kind = way.tool.map(|need| format!("{:?}", need.kind).to_lowercase());
            let tier = way.tool.map(|need| format!("{:?}", need.tier).to_lowercase());
            // A published Silk Touch method names no tool where any will do.
            (kind.as_deref() == word("tool") || word("tool").is_none() && method["silk_touch"] == true)
                && (word("min_tier").is_none() || tier.as_deref() == word("min_tier"))
                && way.tool.is_some_and(|need| need.silk_touch) == (method["silk_touch"] == true)
        };
        let takes = |needed: &Value| {
            let items = group(file, &needed["of"]);
            let count = needed["count"].as_u64().unwrap();
            way.materials.iter().any(|material| {
                u64::from(material.count) == count && items.iter().all(|item| material.any_of.contains(item))
            })
        };
        let all_of = |key: &str| method[key].as_array().is_none_or(|list| list.iter().all(takes));
        match (method["type"].as_str().unwrap(), &way.kind) {
            ("craft", Kind::Craft(recipe)) => {
                about(0.0)
                    && all_of("ingredients")
                    && method["ingredients"].as_array().unwrap().len() == way.materials.len()
                    && method["needs_table"].as_bool() == Some(recipe.needs_table())
            }
            ("smelt", Kind::Smelt { faster, .. }) => {
                let stations: Vec<&str> =
                    method["stations"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
                let faster = faster.map(|block| format!("minecraft:{block}"));
                group(file, &method["input"]).iter().all(|item| way.materials[0].any_of.contains(item))
                    && stations.get(1).copied() == faster.as_deref()
            }
            ("stonecut", Kind::Stonecut) => way.materials[0].any_of == [named(&method["input"])] && about(0.0),
            ("mine", Kind::Mine(_)) => block() == word("block") && needs_tool() && about(0.11),
            ("mob", Kind::Kill { mob, by_player }) => {
                Some(mob.name()) == word("mob")
                    && *by_player == (method["player_kill"] == true)
                    && way.hostile == (method["hostile"] == true)
                    // Published per roll for the witch, which rolls twice on average; rare ones have no number.
                    && (about(0.03) || method["rare"] == true || method["note"].as_str().is_some_and(|n| n.starts_with("per roll")))
            }
            ("grow", Kind::Grow(_)) => block() == word("crop") && about(0.01),
            ("interact", Kind::Interact(action, target)) => {
                let snake = format!("{action:?}").chars().fold(String::new(), |mut text, letter| {
                    if letter.is_uppercase() && !text.is_empty() {
                        text.push('_');
                    }
                    text.push(letter.to_ascii_lowercase());
                    text
                });
                let action = match word("action").unwrap() {
                    "lay_egg" => "wait",
                    "kill_or_unleash" => "unleash",
                    action => action,
                };
                let target = match target {
                    Target::Block(block) => block.name(),
                    Target::Mob(mob) => mob.name(),
                };
                let carried = way.carries.map(Item::name);
                snake == action
                    && Some(target) == word("target")
                    && all_of("consumes")
                    && (carried.is_none() || carried == word("tool"))
                    && about(0.02)
            }
            _ => false,
        }
    }

    #[test]
    fn published_methods_are_ways_here() {
        let Some(file) = published() else { return };
        let (mut counts, mut unlike) = (BTreeMap::new(), Vec::new());
        for (id, entry) in file["items"].as_object().unwrap() {
            let item = named(&Value::String(id.clone()));
            for method in entry["methods"].as_array().unwrap() {
                *counts.entry(method["type"].as_str().unwrap()).or_insert(0) += 1;
                if !ways(item).iter().any(|way| is_like(&file, way, method)) {
                    unlike.push(format!("{item}: {method}"));
                }
            }
        }
        // Published with the mean of unripe beans, and with one ink sac a catch where the loot table says ten.
        unlike.retain(|text| !text.starts_with("cocoa_beans: ") && !text.starts_with("ink_sac: "));
        println!("published methods compared: {counts:?}; {} ways here", all_ways().len());
        assert!(unlike.is_empty(), "{} are no ways here:\n{}", unlike.len(), unlike.join("\n"));
    }
}
