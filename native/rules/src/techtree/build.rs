//! All ways, gathered from the tables.

use super::{Kind, Material, Place, ToolNeed, Way, interact, place};
use crate::drops::{self, Hand};
use crate::smelt::{self, Cooker, Smelting};
use crate::{Block, EntityKind, Item, Tier, ToolKind, recipe, stonecut};
use once_cell::sync::Lazy;

/// Every way there is, by item.
pub fn all_ways() -> &'static [Way] {
    &TREE.ways
}

/// The ways to get an item, in a fixed order; empty for what an overworld without structures does not give.
pub fn ways(item: Item) -> &'static [Way] {
    let (start, end) = TREE.by_item[usize::from(item.id())];
    &TREE.ways[start..end]
}

/// Putting Silk Touch on a tool at an enchanting table, which takes luck and levels; `None` for what is no tool.
pub(super) fn silk_touch_way(tool: Item) -> Option<&'static Way> {
    TREE.silk_touch.iter().find(|way| way.item == tool)
}

struct Tree {
    ways: Vec<Way>,
    by_item: Vec<(usize, usize)>,
    silk_touch: Vec<Way>,
}

static TREE: Lazy<Tree> = Lazy::new(|| {
    let mut ways = Vec::new();
    crafting(&mut ways);
    smelting(&mut ways);
    cutting_and_smithing(&mut ways);
    mining(&mut ways);
    killing(&mut ways);
    ways.extend(interact::ways());
    ways.sort_by_key(|way| way.item); // stable
    let mut by_item = vec![(0, 0); Item::COUNT];
    for (index, way) in ways.iter().enumerate() {
        let range = &mut by_item[usize::from(way.item.id())];
        *range = if range.1 == 0 { (index, index + 1) } else { (range.0, index + 1) };
    }
    Tree { ways, by_item, silk_touch: silk_touch() }
});

fn silk_touch() -> Vec<Way> {
    let table = Block::ENCHANTING_TABLE;
    let kind = Kind::Interact(super::Action::Enchant, super::Target::Block(table));
    let one = |item, count| Material { any_of: vec![item], count };
    let way = |tool| Way {
        materials: vec![one(tool, 1), one(Item::LAPIS_LAZULI, 3)],
        ..made(kind.clone(), tool, 1, Some(table))
    };
    Item::all().filter(|item| item.tool().is_some_and(|tool| tool.kind != ToolKind::Sword)).map(way).collect()
}

fn made(kind: Kind, item: Item, count: u8, station: Option<Block>) -> Way {
    Way {
        kind,
        item,
        yields: f32::from(count),
        count: (count, count),
        materials: Vec::new(),
        tool: None,
        carries: None,
        station,
        place: Place::HERE,
        hostile: false,
    }
}

fn crafting(ways: &mut Vec<Way>) {
    for recipe in recipe::all() {
        let station = recipe.needs_table().then_some(Block::CRAFTING_TABLE);
        let material =
            |(ingredient, count): (recipe::Ingredient, u8)| Material { any_of: ingredient.items().to_vec(), count };
        let materials = recipe.ingredients().into_iter().map(material).collect();
        ways.push(Way { materials, ..made(Kind::Craft(recipe), recipe.result, recipe.count, station) });
    }
}

/// One way per result and cooker: what can be smelted into it is a choice.
fn smelting(ways: &mut Vec<Way>) {
    let faster = |smelting: &Smelting| match () {
        () if smelting.works_in(Cooker::BlastFurnace) => Some(Block::BLAST_FURNACE),
        () if smelting.works_in(Cooker::Smoker) => Some(Block::SMOKER),
        () => None,
    };
    for smelting in smelt::all() {
        let kind = Kind::Smelt { experience: smelting.experience, faster: faster(smelting) };
        match ways.iter_mut().find(|way| way.item == smelting.result && way.kind == kind) {
            Some(way) => way.materials[0].any_of.push(smelting.input),
            None => ways.push(Way {
                materials: vec![Material { any_of: vec![smelting.input], count: 1 }],
                ..made(kind, smelting.result, 1, Some(Block::FURNACE))
            }),
        }
    }
}

fn cutting_and_smithing(ways: &mut Vec<Way>) {
    for (input, cuts) in stonecut::all_cuts() {
        for (item, count) in cuts {
            let materials = vec![Material { any_of: vec![input], count: 1 }];
            ways.push(Way { materials, ..made(Kind::Stonecut, *item, *count, Some(Block::STONECUTTER)) });
        }
    }
    for base in Item::all() {
        let Some(result) = stonecut::upgraded(base) else { continue };
        let one = |item| Material { any_of: vec![item], count: 1 };
        let materials = vec![one(base), one(Item::NETHERITE_INGOT)];
        ways.push(Way { materials, ..made(Kind::Smith, result, 1, Some(Block::SMITHING_TABLE)) });
    }
}

/// What the blocks that nature makes drop to the tools that make them drop it.
fn mining(ways: &mut Vec<Way>) {
    for block in place::natural_blocks() {
        let Some(place) = place::of_block(block) else { continue };
        let mut nothing_before = 1.0; // chance that the line before gave nothing
        for line in drops::of_block(block) {
            let state = match line.state {
                Some((property, value)) => block.with(property, value),
                None => block.state(),
            };
            let line_mean = line.mean(state) * if line.or_else { nothing_before } else { 1.0 };
            nothing_before = 1.0 - line.chance;
            let mean = if line.per == Some("faces") { 1.0 } else { line_mean };
            if mean <= 0.0 {
                continue;
            }
            let most = (line.count.1.max(1) as u8).saturating_add(line.extra.0).min(line.limit);
            let way = Way {
                kind: Kind::Mine(block),
                item: line.item,
                yields: mean,
                count: (line.count.0.max(0) as u8, most),
                materials: Vec::new(),
                tool: tool_for(block, line.hand),
                carries: None,
                station: None,
                place: place.clone(),
                hostile: false,
            };
            let same = |known: &&mut Way| known.item == way.item && known.kind == way.kind && known.tool == way.tool;
            match ways.iter_mut().find(same) {
                // Another state of the block: of bushes one looks for the ripest, of layers the first is usual.
                Some(known) if known.yields < way.yields && line.per.is_none() => *known = way,
                Some(_) => {}
                None => ways.push(way),
            }
        }
    }
    // Obsidian lies where water met lava, and a bucket of water makes more.
    for way in ways.iter_mut().filter(|way| way.kind == Kind::Mine(Block::OBSIDIAN)) {
        way.carries = Some(Item::WATER_BUCKET);
    }
}

/// The tool without which the block does not drop this line.
fn tool_for(block: Block, hand: Hand) -> Option<ToolNeed> {
    let harvest = block.harvest_tools().iter().filter_map(|item| item.tool()).min_by_key(|tool| tool.tier.level());
    let shears = ToolNeed { kind: ToolKind::Shears, tier: Tier::Iron, silk_touch: false };
    let silk_touch = hand == Hand::SilkTouch;
    match (hand, harvest) {
        (Hand::Shears | Hand::ShearsOrSilkTouch, _) => Some(shears),
        (_, Some(tool)) => Some(ToolNeed { kind: tool.kind, tier: tool.tier, silk_touch }),
        (Hand::Pickaxe, None) => Some(ToolNeed { kind: ToolKind::Pickaxe, tier: Tier::Wood, silk_touch: false }),
        (Hand::SilkTouch, None) => {
            let shovel = block.material().contains("shovel");
            let kind = if shovel { ToolKind::Shovel } else { ToolKind::Pickaxe };
            Some(ToolNeed { kind, tier: Tier::Wood, silk_touch: true })
        }
        _ => None,
    }
}

fn killing(ways: &mut Vec<Way>) {
    for mob in (0..EntityKind::COUNT as u16).filter_map(EntityKind::from_id) {
        let Some((place, hostile)) = place::of_mob(mob) else { continue };
        for pool in drops::of_mob(mob) {
            for drop in pool.drops.iter().filter(|drop| drop.item != Item::AIR) {
                let mut give = |item: Item, mean: f32| {
                    ways.push(Way {
                        kind: Kind::Kill { mob, by_player: pool.by_player },
                        item,
                        yields: mean,
                        count: (drop.count.0.max(0) as u8, drop.count.1.max(1) as u8),
                        materials: Vec::new(),
                        tool: None,
                        carries: None,
                        station: None,
                        place: place.clone(),
                        hostile: *hostile,
                    });
                };
                if (mob, drop.item) == (EntityKind::SHEEP, Item::WHITE_WOOL) {
                    for (color, chance) in drops::SHEEP_COLORS {
                        give(Item(Item::WHITE_WOOL.0 + u16::from(*color)), *chance);
                    }
                } else {
                    give(drop.item, pool.mean(drop.item));
                }
            }
        }
    }
    // An enderman may carry a block; how often that is a grass block is nowhere fixed.
    if let Some((place, hostile)) = place::of_mob(EntityKind::ENDERMAN) {
        ways.push(Way {
            kind: Kind::Kill { mob: EntityKind::ENDERMAN, by_player: false },
            yields: 0.01,
            hostile: *hostile,
            place: place.clone(),
            ..made(Kind::Stonecut, Item::GRASS_BLOCK, 1, None)
        });
    }
}
