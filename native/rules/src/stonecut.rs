//! What stonecutters and smithing tables make.
//!
//! By hand from the default 1.19.4 data pack (`recipes/*_stonecutting`, `recipes/netherite_*_smithing`).

use std::collections::BTreeMap;

use crate::{Item, ItemStack};
use once_cell::sync::Lazy;

/// What a stonecutter makes of an item, with the number per piece, in the order of its buttons (by name).
pub fn cuts(input: Item) -> &'static [(Item, u8)] {
    CUTS.get(&input).map_or(&[], Vec::as_slice)
}

/// Everything that can be cut, by input.
pub fn all_cuts() -> impl Iterator<Item = (Item, &'static [(Item, u8)])> {
    CUTS.iter().map(|(input, cuts)| (*input, cuts.as_slice()))
}

/// What a smithing table of 1.19.4 makes of a base and an addition: diamond gear becomes netherite gear and keeps
/// its wear and enchantments.
pub fn smithed(base: &ItemStack, addition: Item) -> Option<ItemStack> {
    let result = upgraded(base.item).filter(|_| addition == Item::NETHERITE_INGOT)?;
    Some(ItemStack { item: result, count: 1, ..*base })
}

/// The netherite form of a piece of diamond gear.
pub fn upgraded(item: Item) -> Option<Item> {
    Some(match item {
        Item::DIAMOND_SWORD => Item::NETHERITE_SWORD,
        Item::DIAMOND_PICKAXE => Item::NETHERITE_PICKAXE,
        Item::DIAMOND_AXE => Item::NETHERITE_AXE,
        Item::DIAMOND_SHOVEL => Item::NETHERITE_SHOVEL,
        Item::DIAMOND_HOE => Item::NETHERITE_HOE,
        Item::DIAMOND_HELMET => Item::NETHERITE_HELMET,
        Item::DIAMOND_CHESTPLATE => Item::NETHERITE_CHESTPLATE,
        Item::DIAMOND_LEGGINGS => Item::NETHERITE_LEGGINGS,
        Item::DIAMOND_BOOTS => Item::NETHERITE_BOOTS,
        _ => return None,
    })
}

static CUTS: Lazy<BTreeMap<Item, Vec<(Item, u8)>>> = Lazy::new(cut_table);

/// Inputs and what they are cut into. `*` stands for slab, stairs and wall of the stem before it (`stone_brick*`),
/// `+` for slab and stairs. Two slabs come of a block, one of all else.
const BLOCKS: &[(&str, &str)] = &[
    ("stone", "stone+ stone_bricks stone_brick* chiseled_stone_bricks"),
    ("stone_bricks", "stone_brick* chiseled_stone_bricks"),
    ("mossy_stone_bricks", "mossy_stone_brick*"),
    ("cobblestone", "cobblestone*"),
    ("mossy_cobblestone", "mossy_cobblestone*"),
    ("smooth_stone", "smooth_stone_slab"),
    ("granite", "granite* polished_granite polished_granite+"),
    ("polished_granite", "polished_granite+"),
    ("diorite", "diorite* polished_diorite polished_diorite+"),
    ("polished_diorite", "polished_diorite+"),
    ("andesite", "andesite* polished_andesite polished_andesite+"),
    ("polished_andesite", "polished_andesite+"),
    ("sandstone", "sandstone* cut_sandstone cut_sandstone_slab chiseled_sandstone"),
    ("cut_sandstone", "cut_sandstone_slab"),
    ("smooth_sandstone", "smooth_sandstone+"),
    ("red_sandstone", "red_sandstone* cut_red_sandstone cut_red_sandstone_slab chiseled_red_sandstone"),
    ("cut_red_sandstone", "cut_red_sandstone_slab"),
    ("smooth_red_sandstone", "smooth_red_sandstone+"),
    ("bricks", "brick*"),
    ("mud_bricks", "mud_brick*"),
    ("nether_bricks", "nether_brick* chiseled_nether_bricks"),
    ("red_nether_bricks", "red_nether_brick*"),
    ("quartz_block", "quartz+ quartz_pillar chiseled_quartz_block quartz_bricks"),
    ("smooth_quartz", "smooth_quartz+"),
    ("purpur_block", "purpur+ purpur_pillar"),
    ("prismarine", "prismarine*"),
    ("prismarine_bricks", "prismarine_brick+"),
    ("dark_prismarine", "dark_prismarine+"),
    ("end_stone", "end_stone_bricks end_stone_brick*"),
    ("end_stone_bricks", "end_stone_brick*"),
    ("basalt", "polished_basalt"),
    (
        "blackstone",
        "blackstone* polished_blackstone polished_blackstone* chiseled_polished_blackstone \
         polished_blackstone_bricks polished_blackstone_brick*",
    ),
    (
        "polished_blackstone",
        "polished_blackstone* chiseled_polished_blackstone polished_blackstone_bricks polished_blackstone_brick*",
    ),
    ("polished_blackstone_bricks", "polished_blackstone_brick*"),
    (
        "cobbled_deepslate",
        "cobbled_deepslate* chiseled_deepslate polished_deepslate polished_deepslate* deepslate_bricks \
         deepslate_brick* deepslate_tiles deepslate_tile*",
    ),
    ("polished_deepslate", "polished_deepslate* deepslate_bricks deepslate_brick* deepslate_tiles deepslate_tile*"),
    ("deepslate_bricks", "deepslate_brick* deepslate_tiles deepslate_tile*"),
    ("deepslate_tiles", "deepslate_tile*"),
];

fn cut_table() -> BTreeMap<Item, Vec<(Item, u8)>> {
    let mut table = BTreeMap::new();
    for (input, outputs) in BLOCKS {
        let names = outputs.split_whitespace().flat_map(|output| {
            let forms: &[&str] = match output.chars().last() {
                Some('*') => &["_slab", "_stairs", "_wall"],
                Some('+') => &["_slab", "_stairs"],
                _ => &[""],
            };
            forms.iter().map(|form| format!("{}{form}", output.trim_end_matches(['*', '+'])))
        });
        let cut = |name: String| (named(&name), if name.ends_with("_slab") { 2 } else { 1 });
        table.insert(named(input), names.map(cut).collect::<Vec<_>>());
    }
    for wax in ["", "waxed_"] {
        for age in ["", "exposed_", "weathered_", "oxidized_"] {
            let block = if age.is_empty() { "copper_block".to_owned() } else { format!("{age}copper") };
            let form = |form: &str, count| (named(&format!("{wax}{age}cut_copper{form}")), count);
            table.insert(named(&format!("{wax}{block}")), vec![form("", 4), form("_slab", 8), form("_stairs", 4)]);
            table.insert(named(&format!("{wax}{age}cut_copper")), vec![form("_slab", 2), form("_stairs", 1)]);
        }
    }
    // RecipeManager.getAllMatches sorts by the translation key of the result.
    table.values_mut().for_each(|cuts| cuts.sort_by_key(|(item, _)| item.name()));
    table
}

fn named(name: &str) -> Item {
    Item::from_name(name).unwrap_or_else(|| panic!("stonecutting: unknown item {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Enchantment, Enchantments};

    #[test]
    fn stone_is_cut_in_the_order_of_names() {
        let names: Vec<&str> = cuts(Item::STONE).iter().map(|(item, _)| item.name()).collect();
        assert_eq!(
            names.join(" "),
            "chiseled_stone_bricks stone_brick_slab stone_brick_stairs stone_brick_wall stone_bricks stone_slab \
             stone_stairs"
        );
    }

    #[test]
    fn numbers_are_those_of_the_game() {
        assert!(cuts(Item::COBBLESTONE).contains(&(Item::COBBLESTONE_SLAB, 2)));
        assert!(cuts(Item::WAXED_OXIDIZED_COPPER).contains(&(Item::WAXED_OXIDIZED_CUT_COPPER_SLAB, 8)));
        assert!(cuts(Item::COPPER_BLOCK).contains(&(Item::CUT_COPPER, 4)));
        assert!(cuts(Item::DIRT).is_empty());
    }

    #[test]
    fn netherite_keeps_what_diamond_had() {
        let enchantments = Enchantments::NONE.with(Enchantment::Unbreaking, 3);
        let worn = ItemStack { damage: 100, enchantments, ..ItemStack::new(Item::DIAMOND_PICKAXE, 1) };
        let better = smithed(&worn, Item::NETHERITE_INGOT).expect("diamond and netherite");
        assert_eq!((better.item, better.damage), (Item::NETHERITE_PICKAXE, 100));
        assert_eq!(better.enchantments, worn.enchantments);
        assert_eq!(smithed(&worn, Item::IRON_INGOT), None);
    }
}
