//! The ways that follow from no table: growing, shearing, filling, fishing and the like.

use super::{Action, Kind, Material, Place, Target, ToolNeed, Way, place};
use crate::drops::{self, Drop, Fishing};
use crate::tags::{COLORS, ItemTag, WOODS};
use crate::{Block, EntityKind, Item, Tier, ToolKind};

const SHEARS: ToolNeed = ToolNeed { kind: ToolKind::Shears, tier: Tier::Iron, silk_touch: false };
const AXE: ToolNeed = ToolNeed { kind: ToolKind::Axe, tier: Tier::Wood, silk_touch: false };
const HOE: ToolNeed = ToolNeed { kind: ToolKind::Hoe, tier: Tier::Wood, silk_touch: false };

/// All of them.
pub(super) fn ways() -> Vec<Way> {
    let mut list = Vec::new();
    crops(&mut list);
    sheep(&mut list);
    liquids(&mut list);
    wood(&mut list);
    bone_meal(&mut list);
    fishing(&mut list);
    others(&mut list);
    list
}

fn way(action: Action, target: Target, item: Item, count: (u8, u8)) -> Way {
    let (place, hostile) = match target {
        Target::Block(block) => (place::of_block(block).cloned().unwrap_or(Place::HERE), false),
        Target::Mob(mob) => place::of_mob(mob).cloned().unwrap_or((Place::HERE, false)),
    };
    Way {
        kind: Kind::Interact(action, target),
        item,
        yields: f32::from(count.0 + count.1) / 2.0,
        count,
        materials: Vec::new(),
        tool: None,
        carries: None,
        station: None,
        place,
        hostile,
    }
}

impl Way {
    fn chance(self, chance: f32) -> Way {
        Way { yields: self.yields * chance, ..self }
    }

    fn uses(mut self, item: Item, count: u8) -> Way {
        self.materials.push(Material { any_of: vec![item], count });
        self
    }

    fn tool(self, tool: ToolNeed) -> Way {
        Way { tool: Some(tool), ..self }
    }

    fn here(self) -> Way {
        Way { place: Place::HERE, ..self }
    }
}

/// Farmed plants: what each ripe block gives, one seed spent.
fn crops(list: &mut Vec<Way>) {
    let mut grow = |plant: Item, crop: Block, ripe: &'static str| {
        let ripe = crop.with("age", ripe);
        for line in drops::of_block(crop).iter().filter(|line| line.allows(ripe)) {
            let most = |line: &Drop| line.count.1 as u8 + line.extra.0;
            let same = list.iter_mut().find(|way: &&mut Way| way.kind == Kind::Grow(crop) && way.item == line.item);
            if let Some(way) = same {
                way.yields += line.mean(ripe);
                way.count = (way.count.0 + line.count.0 as u8, way.count.1 + most(line));
                continue;
            }
            list.push(Way {
                kind: Kind::Grow(crop),
                yields: line.mean(ripe),
                count: (line.count.0 as u8, most(line)),
                ..way(Action::Wait, Target::Block(crop), line.item, (1, 1)).uses(plant, 1).tool(HOE)
            });
        }
    };
    grow(Item::WHEAT_SEEDS, Block::WHEAT, "7");
    grow(Item::CARROT, Block::CARROTS, "7");
    grow(Item::POTATO, Block::POTATOES, "7");
    grow(Item::BEETROOT_SEEDS, Block::BEETROOTS, "3");
    fed(list);
    for (seeds, stem, item, count) in [
        (Item::PUMPKIN_SEEDS, Block::PUMPKIN_STEM, Item::PUMPKIN, (1, 1)),
        (Item::MELON_SEEDS, Block::MELON_STEM, Item::MELON_SLICE, (3, 7)),
    ] {
        let grown = way(Action::Wait, Target::Block(stem), item, count).uses(seeds, 1).tool(HOE);
        list.push(Way { kind: Kind::Grow(stem), ..grown });
    }
}

/// The same by bone meal, which needs neither water nor days: so much of it ripens a plant (`CropBlock.applyGrowth`, two
/// to five stages of seven at a time; `BeetrootsBlock`, a third of that, of three stages).
fn fed(list: &mut Vec<Way>) {
    const MEALS: [(Block, u8); 4] =
        [(Block::WHEAT, 3), (Block::CARROTS, 3), (Block::POTATOES, 3), (Block::BEETROOTS, 4)];
    let meals = |way: &Way| MEALS.iter().find(|(crop, _)| way.kind == Kind::Grow(*crop)).map(|(_, meals)| *meals);
    let fed = |way: &Way| Some(way.clone().uses(Item::BONE_MEAL, meals(way)?));
    let ways: Vec<Way> = list.iter().filter_map(fed).collect();
    list.extend(ways);
}

/// Wool: the colours that sheep are born with, and all others by dye.
fn sheep(list: &mut Vec<Way>) {
    let sheep = Target::Mob(EntityKind::SHEEP);
    for (color, chance) in drops::SHEEP_COLORS {
        let wool = Item(Item::WHITE_WOOL.0 + u16::from(*color));
        list.push(way(Action::Shear, sheep, wool, (1, 3)).chance(*chance).tool(SHEARS));
    }
    for (index, color) in COLORS.into_iter().enumerate() {
        let dye = named(&format!("{color}_dye"));
        let wool = Item(Item::WHITE_WOOL.0 + index as u16);
        list.push(way(Action::DyeThenShear, sheep, wool, (1, 3)).uses(dye, 1).tool(SHEARS));
    }
}

/// What goes into buckets, bottles and bowls.
fn liquids(list: &mut Vec<Way>) {
    let mut bucket = |target, item| list.push(way(Action::UseBucket, target, item, (1, 1)).uses(Item::BUCKET, 1));
    bucket(Target::Block(Block::WATER), Item::WATER_BUCKET);
    bucket(Target::Block(Block::LAVA), Item::LAVA_BUCKET);
    bucket(Target::Block(Block::POWDER_SNOW), Item::POWDER_SNOW_BUCKET);
    for milked in [EntityKind::COW, EntityKind::MOOSHROOM, EntityKind::GOAT] {
        bucket(Target::Mob(milked), Item::MILK_BUCKET);
    }
    for (fish, item) in [
        (EntityKind::COD, Item::COD_BUCKET),
        (EntityKind::SALMON, Item::SALMON_BUCKET),
        (EntityKind::PUFFERFISH, Item::PUFFERFISH_BUCKET),
        (EntityKind::TROPICAL_FISH, Item::TROPICAL_FISH_BUCKET),
        (EntityKind::AXOLOTL, Item::AXOLOTL_BUCKET),
    ] {
        list.push(way(Action::UseBucket, Target::Mob(fish), item, (1, 1)).uses(Item::WATER_BUCKET, 1));
    }
    let bottle = |target, item| way(Action::UseBottle, target, item, (1, 1)).uses(Item::GLASS_BOTTLE, 1);
    list.push(bottle(Target::Block(Block::BEE_NEST), Item::HONEY_BOTTLE));
    // A bottle of water is a potion; what is in it is not told apart here.
    list.push(bottle(Target::Block(Block::WATER), Item::POTION));
    list.push(way(Action::Shear, Target::Block(Block::BEE_NEST), Item::HONEYCOMB, (3, 3)).tool(SHEARS));
    let mooshroom = Target::Mob(EntityKind::MOOSHROOM);
    list.push(way(Action::UseBowl, mooshroom, Item::MUSHROOM_STEW, (1, 1)).uses(Item::BOWL, 1));
    list.push(way(Action::Shear, mooshroom, Item::RED_MUSHROOM, (5, 5)).tool(SHEARS));
}

/// Stripped logs and wood; carved pumpkins.
fn wood(list: &mut Vec<Way>) {
    for wood in WOODS {
        for form in ["log", "wood"] {
            let (plain, stripped) = (format!("{wood}_{form}"), format!("stripped_{wood}_{form}"));
            let block = Block::from_name(&plain).unwrap_or_else(|| panic!("no block {plain}"));
            let strip = way(Action::Strip, Target::Block(block), named(&stripped), (1, 1)).here();
            list.push(strip.uses(named(&plain), 1).tool(AXE));
        }
    }
    let pumpkin = Target::Block(Block::PUMPKIN);
    for (item, count) in [(Item::CARVED_PUMPKIN, 1), (Item::PUMPKIN_SEEDS, 4)] {
        let carve = way(Action::Shear, pumpkin, item, (count, count)).here();
        list.push(carve.uses(Item::PUMPKIN, 1).tool(SHEARS));
    }
}

/// Flowers that bone meal brings up, and tall flowers that it multiplies.
fn bone_meal(list: &mut Vec<Way>) {
    let grass = Target::Block(Block::GRASS_BLOCK);
    for flower in ItemTag::SmallFlowers.members().iter().copied() {
        if flower == Item::BLUE_ORCHID || flower == Item::WITHER_ROSE {
            continue; // a swamp's grass gives no orchids to bone meal that one could count on
        }
        let Some(found) = flower.block().and_then(place::of_block) else { continue };
        // Shares of the biomes' flower features, about: the common two, and the others.
        let chance = if matches!(flower, Item::DANDELION | Item::POPPY) { 0.2 } else { 0.05 };
        let mut grown = way(Action::BoneMeal, grass, flower, (1, 1)).chance(chance).uses(Item::BONE_MEAL, 1);
        grown.place = Place { next: 20.0, ..found.clone() };
        list.push(grown);
    }
    for flower in ItemTag::TallFlowers.members().iter().copied() {
        let Some(block) = flower.block() else { continue };
        let grown = way(Action::BoneMeal, Target::Block(block), flower, (1, 1)).uses(Item::BONE_MEAL, 1);
        list.push(Way { place: Place { next: 5.0, ..grown.place }, ..grown });
    }
}

/// What a rod without enchantments brings up in open water.
fn fishing(list: &mut Vec<Way>) {
    for (item, count, chance) in (Fishing { open_water: true, ..Fishing::default() }).chances() {
        let catch = way(Action::Fish, Target::Block(Block::WATER), item, (count, count)).chance(chance);
        list.push(Way { carries: Some(Item::FISHING_ROD), ..catch });
    }
}

fn others(list: &mut Vec<Way>) {
    let composter = Target::Block(Block::COMPOSTER);
    let compost = way(Action::Compost, composter, Item::BONE_MEAL, (1, 1));
    list.push(Way {
        // Seven layers and one to finish, at 30 percent each.
        materials: vec![Material { any_of: compostable(), count: 23 }],
        station: Some(Block::COMPOSTER),
        ..compost
    });
    list.push(way(Action::Wait, Target::Mob(EntityKind::CHICKEN), Item::EGG, (1, 1)));
    let table = Target::Block(Block::ENCHANTING_TABLE);
    let enchant = way(Action::Enchant, table, Item::ENCHANTED_BOOK, (1, 1));
    list.push(Way {
        station: Some(Block::ENCHANTING_TABLE),
        ..enchant.uses(Item::BOOK, 1).uses(Item::LAPIS_LAZULI, 1)
    });
    let llama = Target::Mob(EntityKind::TRADER_LLAMA);
    list.push(way(Action::Unleash, llama, Item::LEAD, (1, 2)).chance(0.05));
    list.push(way(Action::Wait, Target::Mob(EntityKind::TURTLE), Item::SCUTE, (1, 1)));
    for color in COLORS {
        let (powder, concrete) = (named(&format!("{color}_concrete_powder")), named(&format!("{color}_concrete")));
        let pickaxe = ToolNeed { kind: ToolKind::Pickaxe, tier: Tier::Wood, silk_touch: false };
        let soak = way(Action::Soak, Target::Block(Block::WATER), concrete, (1, 1));
        list.push(soak.uses(powder, 1).tool(pickaxe));
    }
}

/// What a composter takes with 30 percent, and is easily had (`ComposterBlock`).
fn compostable() -> Vec<Item> {
    let seeds = [Item::WHEAT_SEEDS, Item::BEETROOT_SEEDS, Item::PUMPKIN_SEEDS, Item::MELON_SEEDS, Item::GRASS];
    let leaves = ItemTag::Leaves.members().iter().filter(|item| !item.name().contains("azalea"));
    let saplings = ItemTag::Saplings.members().iter().filter(|item| item.name().ends_with("_sapling"));
    let mut items: Vec<Item> = seeds.iter().chain(leaves).chain(saplings).copied().collect();
    items.sort_unstable();
    items
}

fn named(name: &str) -> Item {
    Item::from_name(name).unwrap_or_else(|| panic!("tech tree: unknown item {name}"))
}
