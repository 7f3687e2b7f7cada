//! What can be done.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use anima_body::{BlockPos, Inventory};
use anima_rules::damage::worn_at;
use anima_rules::enchant::enchantability;
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Action, Kind, Missing, Step, Stock, Target, ToolNeed};
use anima_rules::{Biome, Block, EntityKind, Item, Tier, ToolKind, breeding};

use crate::condition::planted;
use crate::{Blueprint, Condition, OneOf, Reason};

/// One act: what is to be done, whole. Nothing about it is chosen again by the skill that carries it out: the recipe,
/// the materials, the fuel, the tool and the count are those that were checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Having more of an item by one of its ways: crafting, smelting, mining, killing, shearing, filling a bucket ...
    Obtain(Step),
    /// Putting on armour, taking a shield on the off hand, or anything else into the main hand.
    Equip(Item),
    /// Killing so many mobs of a kind.
    Kill {
        /// The kind.
        mob: EntityKind,
        /// How many.
        count: u32,
    },
    /// Going to a place: feet within two blocks.
    GoTo {
        /// East.
        x: i32,
        /// Height, if it matters.
        y: Option<i32>,
        /// South.
        z: i32,
    },
    /// Going over new ground until something is seen, or a biome is stood in.
    Explore(Sought),
    /// Going to something that was seen, within two blocks of it.
    Approach(Sought),
    /// Digging straight down to a height.
    DigDown {
        /// The height of the feet.
        y: i32,
    },
    /// Going up until the sky is open above.
    GoUp,
    /// Putting blocks down: at a place, or wherever near there is room.
    Place {
        /// The item.
        item: Item,
        /// How many.
        count: u32,
        /// The cell of the first, if it matters.
        at: Option<BlockPos>,
    },
    /// Using what is carried, or the bare hand, on something that was seen.
    Use {
        /// What is used; the bare hand if nothing.
        item: Option<Item>,
        /// What on; in the air if on nothing.
        on: Option<Sought>,
    },
    /// Planting so many seeds, saplings or the like, on ground that is made ready for them.
    Plant {
        /// What is planted.
        seeds: Item,
        /// How many.
        count: u32,
    },
    /// Breaking so many ripe plants of a kind and picking up what they drop.
    Harvest {
        /// The plant.
        crop: Block,
        /// How many.
        count: u32,
    },
    /// Feeding animals of a kind until so many young are born.
    Breed {
        /// The kind.
        mob: EntityKind,
        /// What they are fed.
        food: Item,
        /// How many young.
        count: u32,
    },
    /// Shooting mobs with a bow.
    Shoot {
        /// The kind.
        mob: EntityKind,
        /// How many.
        count: u32,
    },
    /// Fishing with a rod.
    Fish {
        /// How many catches.
        count: u32,
    },
    /// Enchanting an item at a table.
    Enchant {
        /// The item.
        item: Item,
    },
    /// Building a blueprint where there is room for it, or where it was begun.
    Build {
        /// What is to stand.
        blueprint: Arc<Blueprint>,
        /// What is still to be laid, by item: all that it takes ([`Blueprint::materials`]), but for what stands where it
        /// was begun.
        to_lay: BTreeMap<Item, u32>,
    },
    /// Putting items into a chest that is known, or that is put down for it.
    Deposit {
        /// The item.
        item: Item,
        /// How many.
        count: u32,
    },
    /// Taking items out of a chest in which they were seen.
    Withdraw {
        /// The item.
        item: Item,
        /// How many.
        count: u32,
    },
    /// Eating until the stomach is full or the food is gone.
    Eat {
        /// What is eaten.
        item: Item,
    },
    /// Sleeping through a night in a bed that is known or carried; waits for the night if it is day.
    Sleep,
    /// Staying alive for some ticks, in a shelter by night.
    Wait {
        /// How long.
        ticks: u64,
    },
    /// Going to where the player died and picking up what lies there.
    Fetch {
        /// Where that is.
        pos: BlockPos,
    },
}

/// What can be looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Blocks of some kinds.
    Blocks(OneOf<Block>),
    /// A mob of a kind.
    Mob(EntityKind),
    /// A biome to stand in.
    Biomes(OneOf<Biome>),
}

/// Arrows that shooting one mob takes, about.
pub const ARROWS_EACH: u32 = 4;

/// Any hoe: what makes soil ready for seeds.
const HOE: ToolNeed = ToolNeed { kind: ToolKind::Hoe, tier: Tier::Wood, silk_touch: false };

impl Act {
    /// The word for it, as in plans and prompts.
    pub fn word(&self) -> &'static str {
        match self {
            Act::Obtain(step) => step.kind(),
            Act::Equip(_) => "equip",
            Act::Kill { .. } => "kill",
            Act::GoTo { .. } => "go_to",
            Act::Explore(_) => "explore",
            Act::Approach(_) => "approach",
            Act::DigDown { .. } => "dig_down",
            Act::GoUp => "go_up",
            Act::Place { .. } => "place",
            Act::Use { .. } => "use",
            Act::Plant { .. } => "plant",
            Act::Harvest { .. } => "harvest",
            Act::Breed { .. } => "breed",
            Act::Shoot { .. } => "shoot",
            Act::Fish { .. } => "fish",
            Act::Enchant { .. } => "enchant",
            Act::Build { .. } => "build",
            Act::Deposit { .. } => "deposit",
            Act::Withdraw { .. } => "withdraw",
            Act::Eat { .. } => "eat",
            Act::Sleep => "sleep",
            Act::Wait { .. } => "wait",
            Act::Fetch { .. } => "fetch",
        }
    }

    /// The step of the tech tree, of an act that obtains something.
    pub fn step(&self) -> Option<&Step> {
        match self {
            Act::Obtain(step) => Some(step),
            _ => None,
        }
    }

    /// Whether a body has a skill for it. What has none is never planned.
    ///
    /// # Errors
    /// [`Reason::NoSkill`] says for what.
    pub fn skill(&self) -> Result<(), Reason> {
        match self {
            Act::Obtain(step) => kind_skill(&step.way.kind),
            Act::Enchant { item } if enchantability(*item).is_none() => {
                Err(Reason::NoSkill(format!("enchanting {item}, which takes no enchantment at a table").into()))
            }
            Act::Breed { mob, .. } => match breeding::obstacle(*mob) {
                Some(obstacle) => Err(Reason::NoSkill(obstacle.into())),
                None if breeding::foods(*mob).is_empty() => Err(Reason::NoSkill(format!("breeding {mob}").into())),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// What has to be there before it can be done: does it on the rules, chance giving its mean. `stock` is what is
    /// carried and stands at hand before, and afterwards.
    ///
    /// # Errors
    /// What it lacks; then nothing is changed.
    pub fn simulate(&self, stock: &mut Stock) -> Result<(), Missing> {
        let mut after = stock.clone();
        let mut spend = |item: Item, count: u32| match after.take(item, count) {
            taken if taken < count => Err(Missing::Items(item, count - taken)),
            _ => Ok(()),
        };
        match self {
            Act::Obtain(step) => return stock.perform(step),
            Act::Equip(item) | Act::Eat { item } | Act::Use { item: Some(item), .. } if stock.count(*item) == 0 => {
                return Err(Missing::Items(*item, 1));
            }
            Act::Eat { item } => spend(*item, 1)?,
            Act::Place { item, count, .. } => {
                spend(*item, *count)?;
                after.stations.extend(item.block());
            }
            Act::Plant { seeds, count } => {
                spend(*seeds, *count)?;
                if needs_soil(*seeds) && !after.wear(HOE, *count) {
                    return Err(Missing::Tool(HOE));
                }
            }
            Act::Breed { food, count, .. } => spend(*food, 2 * count)?,
            Act::Fish { .. } if stock.count(Item::FISHING_ROD) == 0 => {
                return Err(Missing::Items(Item::FISHING_ROD, 1));
            }
            Act::Shoot { .. } if stock.count(Item::BOW) == 0 => return Err(Missing::Items(Item::BOW, 1)),
            // Two arrows that hit kill most mobs; some miss.
            Act::Shoot { count, .. } => spend(Item::ARROW, ARROWS_EACH * count)?,
            Act::Build { to_lay, .. } => {
                for (item, count) in to_lay {
                    spend(*item, *count)?;
                }
            }
            Act::Enchant { item } => {
                if !stock.has_station(Block::ENCHANTING_TABLE) {
                    return Err(Missing::Station(Block::ENCHANTING_TABLE));
                }
                if stock.count(*item) == 0 {
                    return Err(Missing::Items(*item, 1));
                }
                spend(Item::LAPIS_LAZULI, 1)?;
            }
            Act::Deposit { item, count } => {
                if !after.has_station(Block::CHEST) {
                    return Err(Missing::Station(Block::CHEST));
                }
                let taken = after.take(*item, *count);
                if taken < *count {
                    return Err(Missing::Items(*item, *count - taken));
                }
            }
            Act::Withdraw { item, count } => after.add(*item, *count),
            Act::Sleep => {
                let is_bed = |item: &Item| ItemTag::Beds.contains(*item);
                let stands = after.stations.iter().filter_map(|block| block.item()).any(|item| is_bed(&item));
                if !stands && !after.items.keys().any(is_bed) {
                    return Err(Missing::Items(Item::WHITE_BED, 1));
                }
            }
            _ => {}
        }
        *stock = after;
        Ok(())
    }

    /// What is to be true when it has been done by a player who carries `before`; `None` where nothing is.
    pub fn gives(&self, before: &Inventory) -> Option<Condition> {
        Some(match self {
            // No condition tells what a tool is enchanted with.
            Act::Obtain(step) if step.way.gives_silk_touch() => return None,
            Act::Obtain(step) => Condition::holds(step.item, before.count(step.item) + step.count),
            Act::Equip(item) if is_worn(*item) => Condition::Wears { items: OneOf::just(*item) },
            Act::Equip(item) => Condition::holds(*item, 1),
            Act::Kill { mob, count } | Act::Shoot { mob, count } => {
                Condition::Killed { mobs: OneOf::just(*mob), count: *count }
            }
            Act::GoTo { x, y, z } => Condition::At { x: *x, y: *y, z: *z },
            Act::Explore(Sought::Biomes(biomes)) => Condition::Explored { biomes: biomes.clone() },
            Act::Place { item, count, .. } => Condition::Placed { items: OneOf::just(*item), count: *count },
            Act::Plant { seeds, count } => Condition::Planted { items: OneOf::just(*seeds), count: *count },
            Act::Breed { mob, count, .. } => Condition::Bred { mob: *mob, count: *count },
            Act::Build { blueprint, .. } => Condition::Built { blueprint: Arc::clone(blueprint) },
            Act::Deposit { item, count } => Condition::InChest { items: OneOf::just(*item), count: *count },
            Act::Withdraw { item, count } => Condition::holds(*item, before.count(*item) + count),
            Act::Sleep => Condition::Slept { nights: 1 },
            _ => return None,
        })
    }
}

/// Whether a body can do what is done on a way of the tech tree.
///
/// # Errors
/// [`Reason::NoSkill`] says for what.
pub fn kind_skill(kind: &Kind) -> Result<(), Reason> {
    let none = |what: &'static str| Err(Reason::NoSkill(what.into()));
    match kind {
        Kind::Craft(_) | Kind::Smelt { .. } | Kind::Mine(_) | Kind::Kill { .. } => Ok(()),
        Kind::Stonecut | Kind::Smith | Kind::Grow(_) => Ok(()),
        Kind::Interact(action, target) => match (action, target) {
            (Action::Shear | Action::UseBottle, Target::Block(Block::BEE_NEST)) => none("taking honey from bees"),
            (Action::Enchant, Target::Block(Block::ENCHANTING_TABLE)) => Ok(()),
            (Action::Enchant, _) => none("enchanting what no table enchants"),
            (Action::Unleash, _) => none("unleashing animals"),
            _ => Ok(()),
        },
    }
}

/// Whether an item is worn: as armour, on the head or, a shield, in the off hand.
pub fn is_worn(item: Item) -> bool {
    worn_at(item).is_some()
}

/// Whether seeds grow on farmland only.
pub fn needs_soil(seeds: Item) -> bool {
    matches!(
        planted(seeds),
        Some(Block::WHEAT | Block::BEETROOTS | Block::CARROTS | Block::POTATOES)
            | Some(Block::PUMPKIN_STEM | Block::MELON_STEM)
    )
}

impl fmt::Display for Sought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sought::Blocks(blocks) => blocks.fmt(f),
            Sought::Mob(mob) => mob.fmt(f),
            Sought::Biomes(biomes) => biomes.fmt(f),
        }
    }
}

impl fmt::Display for Act {
    /// `mine 3 cobblestone from stone with wooden_pickaxe`, `plant 5 wheat_seeds`, `go to 100 -20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Obtain(step) => step.fmt(f),
            Act::Equip(item) => write!(f, "equip {item}"),
            Act::Kill { mob, count } => write!(f, "kill {count} {mob}"),
            Act::GoTo { x, y: Some(y), z } => write!(f, "go to {x} {y} {z}"),
            Act::GoTo { x, y: None, z } => write!(f, "go to {x} {z}"),
            Act::Explore(sought) => write!(f, "explore for {sought}"),
            Act::Approach(sought) => write!(f, "approach {sought}"),
            Act::DigDown { y } => write!(f, "dig down to y {y}"),
            Act::GoUp => f.write_str("go up"),
            Act::Place { item, count, at: Some(at) } => write!(f, "place {count} {item} at {at}"),
            Act::Place { item, count, at: None } => write!(f, "place {count} {item}"),
            Act::Use { item, on } => {
                match item {
                    Some(item) => write!(f, "use {item}")?,
                    None => f.write_str("use the bare hand")?,
                }
                on.as_ref().map_or(Ok(()), |on| write!(f, " on {on}"))
            }
            Act::Plant { seeds, count } => write!(f, "plant {count} {seeds}"),
            Act::Harvest { crop, count } => write!(f, "harvest {count} {crop}"),
            Act::Breed { mob, food, count } => write!(f, "breed {count} {mob} with {food}"),
            Act::Shoot { mob, count } => write!(f, "shoot {count} {mob}"),
            Act::Fish { count } => write!(f, "fish {count} times"),
            Act::Enchant { item } => write!(f, "enchant {item}"),
            Act::Build { blueprint, .. } => write!(f, "build {}", blueprint.name),
            Act::Deposit { item, count } => write!(f, "put {count} {item} in a chest"),
            Act::Withdraw { item, count } => write!(f, "take {count} {item} out of a chest"),
            Act::Eat { item } => write!(f, "eat {item}"),
            Act::Sleep => f.write_str("sleep"),
            Act::Wait { ticks } => write!(f, "wait {ticks} ticks"),
            Act::Fetch { .. } => f.write_str("fetch what was dropped"),
        }
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::ItemStack;
    use anima_rules::techtree::{Given, plan};

    use super::*;

    #[test]
    fn an_act_says_what_it_lacks_and_changes_nothing_then() {
        let check = |act: Act, carried: &[(Item, u8)], expected: Result<(), Missing>| {
            let carried: Vec<ItemStack> = carried.iter().map(|(item, count)| ItemStack::new(*item, *count)).collect();
            let before = Stock::of(&Given { items: &carried, stations: &[] });
            let mut stock = before.clone();
            assert_eq!(act.simulate(&mut stock), expected, "{act}");
            assert!(expected.is_ok() || stock == before, "{act} changed something");
        };
        let seeds = Act::Plant { seeds: Item::WHEAT_SEEDS, count: 3 };
        check(seeds.clone(), &[(Item::WHEAT_SEEDS, 2)], Err(Missing::Items(Item::WHEAT_SEEDS, 1)));
        check(seeds.clone(), &[(Item::WHEAT_SEEDS, 3)], Err(Missing::Tool(HOE)));
        check(seeds, &[(Item::WHEAT_SEEDS, 3), (Item::WOODEN_HOE, 1)], Ok(()));
        let tree = Act::Plant { seeds: Item::OAK_SAPLING, count: 1 };
        check(tree, &[(Item::OAK_SAPLING, 1)], Ok(()));
        let cows = Act::Breed { mob: EntityKind::COW, food: Item::WHEAT, count: 2 };
        check(cows, &[(Item::WHEAT, 3)], Err(Missing::Items(Item::WHEAT, 1)));
        check(Act::Equip(Item::SHIELD), &[], Err(Missing::Items(Item::SHIELD, 1)));
        let stow = Act::Deposit { item: Item::DIRT, count: 4 };
        check(stow.clone(), &[(Item::DIRT, 4)], Err(Missing::Station(Block::CHEST)));
        check(stow, &[(Item::DIRT, 4), (Item::CHEST, 1)], Ok(()));
        let text = "layers = [[\"##\"]]\n[legend]\n\"#\" = \"stone\"";
        let blueprint = Arc::new(Blueprint::parse("a", text).expect("it is sound"));
        let whole = Act::Build { blueprint: Arc::clone(&blueprint), to_lay: blueprint.materials() };
        check(whole, &[(Item::STONE, 1)], Err(Missing::Items(Item::STONE, 1)));
        let rest = blueprint.to_lay(|cell| (cell.at.x == 0).then(|| Block::STONE.state()));
        check(Act::Build { blueprint, to_lay: rest }, &[(Item::STONE, 1)], Ok(()));
        check(Act::Sleep, &[(Item::RED_BED, 1)], Ok(()));
        check(Act::Sleep, &[], Err(Missing::Items(Item::WHITE_BED, 1)));
    }

    #[test]
    fn acts_of_the_tech_tree_are_run_by_its_rules() {
        let steps = plan(Item::STONE_PICKAXE, 1, &Given::default()).expect("a plan").steps;
        let mut stock = Stock::of(&Given::default());
        for step in steps {
            Act::Obtain(step).simulate(&mut stock).expect("the plan works");
        }
        assert_eq!(stock.count(Item::STONE_PICKAXE), 1);
    }

    #[test]
    fn what_is_to_be_true_afterwards_counts_what_was_carried() {
        let mut before = Inventory::default();
        before.slots[3] = Some(ItemStack::new(Item::OAK_LOG, 5));
        let step = plan(Item::OAK_LOG, 2, &Given::default()).expect("a plan").steps.remove(0);
        assert_eq!(Act::Obtain(step).gives(&before), Some(Condition::holds(Item::OAK_LOG, 7)));
        assert_eq!(Act::GoUp.gives(&before), None);
        assert!(matches!(Act::Equip(Item::IRON_HELMET).gives(&before), Some(Condition::Wears { .. })));
    }

    #[test]
    fn what_no_skill_does_is_said() {
        let breed = |mob: EntityKind| Act::Breed { mob, food: breeding::foods(mob)[0], count: 1 }.skill();
        assert_eq!((breed(EntityKind::COW), breed(EntityKind::HOGLIN)), (Ok(()), Ok(())));
        for mob in [EntityKind::TURTLE, EntityKind::FROG, EntityKind::PANDA, EntityKind::TRADER_LLAMA] {
            assert!(matches!(breed(mob), Err(Reason::NoSkill(_))), "{mob}");
        }
        let honey = anima_rules::techtree::ways(Item::HONEYCOMB);
        assert!(honey.iter().all(|way| kind_skill(&way.kind).is_err()), "bees keep it");
        assert!(Act::Sleep.skill().is_ok());
    }
}
