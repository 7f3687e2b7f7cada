//! What people and models call items, mobs and biomes: ids, titles, plurals, old ids, short names and families.

use std::collections::BTreeMap;

use anima_rules::tags::ItemTag;
use anima_rules::techtree::place_of_mob;
use anima_rules::{Biome, Dimension, EntityKind, Item, drops};
use once_cell::sync::Lazy;

/// The longest name that is compared with all others to find what it is like.
const LONGEST: usize = 48;

/// The items that a name means: one, or all of a family (`log`, `planks`, `wool` ...). Never empty.
pub fn named_items(name: &str) -> Option<Vec<Item>> {
    let name = normal(name);
    forms(&name).iter().find_map(|form| exactly(form))
}

/// The items that exactly this name means.
fn exactly(name: &str) -> Option<Vec<Item>> {
    if let Some(item) = Item::from_name(name).filter(|item| *item != Item::AIR) {
        return Some(vec![item]);
    }
    if let Some(items) = TITLES.get(name) {
        return Some(items.clone());
    }
    let alias = ALIASES.iter().find(|(other, _)| *other == name).and_then(|(_, id)| Item::from_name(id));
    alias.map(|item| vec![item]).or_else(|| family(name))
}

/// Lower case, one `_` between words, no namespace.
pub(super) fn normal(name: &str) -> String {
    let name = name.trim().to_lowercase();
    let name = name.strip_prefix("minecraft:").unwrap_or(&name);
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// Other ways to write a name, the name itself first.
fn forms(name: &str) -> Vec<String> {
    let mut forms = vec![name.to_owned()];
    let mut add = |form: String| {
        if !form.is_empty() && !forms.contains(&form) {
            forms.push(form);
        }
    };
    let mut bases = vec![name.to_owned()];
    for (wrong, right) in [("wood_", "wooden_"), ("gold_", "golden_"), ("raw_", "")] {
        bases.extend(name.strip_prefix(wrong).map(|rest| format!("{right}{rest}")));
    }
    for (wrong, right) in [("_pick", "_pickaxe"), ("_picks", "_pickaxe"), ("_tree", "_log"), ("_trees", "_log")] {
        bases.extend(name.strip_suffix(wrong).map(|stem| format!("{stem}{right}")));
    }
    bases.push(name.replace("_wood_", "_"));
    for base in bases {
        add(base.clone());
        for (plural, singular) in [("ies", "y"), ("ves", "f"), ("es", ""), ("s", "")] {
            if let Some(stem) = base.strip_suffix(plural) {
                add(format!("{stem}{singular}"));
            }
        }
        add(format!("{base}s"));
        // `blocks of iron`, `eyes of ender`.
        if let Some((first, rest)) = base.split_once("s_of_") {
            add(format!("{first}_of_{rest}"));
        }
    }
    forms
}

/// Items by the names shown to players; some share one.
static TITLES: Lazy<BTreeMap<String, Vec<Item>>> = Lazy::new(|| {
    let mut titles: BTreeMap<String, Vec<Item>> = BTreeMap::new();
    for item in Item::all().filter(|item| *item != Item::AIR) {
        titles.entry(normal(item.title())).or_default().push(item);
    }
    titles
});

/// Ids before 1.13 and short names.
const ALIASES: &[(&str, &str)] = &[
    ("iron", "iron_ingot"),
    ("gold", "gold_ingot"),
    ("copper", "copper_ingot"),
    ("netherite", "netherite_ingot"),
    ("lapis", "lapis_lazuli"),
    ("cobble", "cobblestone"),
    ("workbench", "crafting_table"),
    ("crafting_bench", "crafting_table"),
    ("craftingtable", "crafting_table"),
    ("oven", "furnace"),
    ("milk", "milk_bucket"),
    ("bucket_of_milk", "milk_bucket"),
    ("bucket_of_water", "water_bucket"),
    ("bucket_of_lava", "lava_bucket"),
    ("steak", "cooked_beef"),
    ("pork", "porkchop"),
    ("cooked_pork", "cooked_porkchop"),
    ("cooked_steak", "cooked_beef"),
    ("sugarcane", "sugar_cane"),
    ("reed", "sugar_cane"),
    ("seed", "wheat_seeds"),
    ("slime", "slime_ball"),
    ("sulphur", "gunpowder"),
    ("web", "cobweb"),
    ("tallgrass", "grass"),
    ("waterlily", "lily_pad"),
    ("deadbush", "dead_bush"),
    ("red_flower", "poppy"),
    ("yellow_flower", "dandelion"),
    ("stonebrick", "stone_bricks"),
    ("brick_block", "bricks"),
    ("hardened_clay", "terracotta"),
    ("melon_block", "melon"),
    ("speckled_melon", "glistering_melon_slice"),
    ("lit_pumpkin", "jack_o_lantern"),
    ("golden_rail", "powered_rail"),
    ("noteblock", "note_block"),
    ("mob_spawner", "spawner"),
    ("magma", "magma_block"),
    ("fireworks", "firework_rocket"),
];

/// Items that go by one name.
fn family(name: &str) -> Option<Vec<Item>> {
    let ending = |end: &str| -> Vec<Item> { Item::all().filter(|item| item.name().ends_with(end)).collect() };
    let of = |tag: ItemTag| tag.members().to_vec();
    let items = match name {
        "log" | "log2" | "wood" | "tree" => {
            of(ItemTag::LogsThatBurn).into_iter().filter(|item| plain_log(*item)).collect()
        }
        "planks" | "plank" => of(ItemTag::Planks),
        "wool" => of(ItemTag::Wool),
        "carpet" => of(ItemTag::WoolCarpets),
        "bed" => of(ItemTag::Beds),
        "banner" => of(ItemTag::Banners),
        "dye" => of(ItemTag::Dyes),
        "sapling" => of(ItemTag::Saplings),
        "leaves" | "leaf" => of(ItemTag::Leaves),
        "flower" => of(ItemTag::SmallFlowers),
        "boat" => of(ItemTag::Boats),
        "sign" => of(ItemTag::Signs),
        "slab" | "wooden_slab" => of(ItemTag::WoodenSlabs),
        "stair" | "wooden_stairs" => of(ItemTag::WoodenStairs),
        "fence" | "wooden_fence" => of(ItemTag::WoodenFences),
        "gate" | "fence_gate" => of(ItemTag::FenceGates),
        "door" | "wooden_door" => of(ItemTag::WoodenDoors),
        "trapdoor" | "wooden_trapdoor" => of(ItemTag::WoodenTrapdoors),
        "button" | "wooden_button" => of(ItemTag::WoodenButtons),
        "pressure_plate" | "wooden_pressure_plate" => of(ItemTag::WoodenPressurePlates),
        "concrete" => ending("_concrete"),
        "mushroom" => vec![Item::BROWN_MUSHROOM, Item::RED_MUSHROOM],
        "coals" => of(ItemTag::Coals),
        "fish" => vec![Item::COD, Item::SALMON],
        "cooked_fish" => vec![Item::COOKED_COD, Item::COOKED_SALMON],
        "meat" => vec![Item::BEEF, Item::PORKCHOP, Item::MUTTON, Item::CHICKEN, Item::RABBIT],
        "cooked_meat" => vec![
            Item::COOKED_BEEF,
            Item::COOKED_PORKCHOP,
            Item::COOKED_MUTTON,
            Item::COOKED_CHICKEN,
            Item::COOKED_RABBIT,
        ],
        "pick" | "pickaxe" => ending("_pickaxe"),
        "axe" => ending("_axe"),
        "shovel" | "spade" => ending("_shovel"),
        "hoe" => ending("_hoe"),
        "sword" => ending("_sword"),
        "helmet" => ending("_helmet"),
        "chestplate" => ending("_chestplate"),
        "legging" | "leggings" => ending("_leggings"),
        "boot" | "boots" => ending("_boots"),
        _ => return None,
    };
    Some(items)
}

fn plain_log(item: Item) -> bool {
    item.name().ends_with("_log") && !item.name().starts_with("stripped_")
}

/// The kinds of mob that a name means: one, or all of a family (`monster`, `animal`). Never empty.
pub(super) fn named_mobs(name: &str) -> Option<Vec<EntityKind>> {
    let name = normal(name);
    let name = match name.as_str() {
        "wolves" => "wolf",
        "endermen" => "enderman",
        "drowneds" => "drowned",
        "piglin_brutes" => "piglin_brute",
        other => other,
    };
    forms(name).iter().find_map(|form| match form.as_str() {
        "monster" | "hostile_mob" | "hostile" => Some(natural_mobs(true)),
        "mob" => Some(mobs().filter(|kind| place_of_mob(*kind).is_some()).collect()),
        "animal" | "passive_mob" => Some(ANIMALS.to_vec()),
        _ => EntityKind::from_name(form).filter(|kind| is_mob(*kind)).map(|kind| vec![kind]),
    })
}

/// The animals that are kept for what they give.
const ANIMALS: &[EntityKind] =
    &[EntityKind::COW, EntityKind::PIG, EntityKind::SHEEP, EntityKind::CHICKEN, EntityKind::RABBIT];

fn natural_mobs(hostile: bool) -> Vec<EntityKind> {
    let met = |kind: &EntityKind| place_of_mob(*kind).is_some_and(|(_, is_hostile)| *is_hostile == hostile);
    mobs().filter(met).collect()
}

/// Every kind of mob, by id.
pub(super) fn mobs() -> impl Iterator<Item = EntityKind> {
    (0..EntityKind::COUNT as u16).filter_map(EntityKind::from_id).filter(|kind| is_mob(*kind))
}

/// Whether a kind lives: it is met somewhere, or leaves something when it dies.
pub fn is_mob(kind: EntityKind) -> bool {
    let others = [
        EntityKind::ENDER_DRAGON,
        EntityKind::BAT,
        EntityKind::VEX,
        EntityKind::FOX,
        EntityKind::WOLF,
        EntityKind::OCELOT,
    ];
    place_of_mob(kind).is_some() || !drops::of_mob(kind).is_empty() || others.contains(&kind)
}

/// The biomes that a name means: one, or all of a family (`forest`, `ocean`, `mountains`). Never empty.
pub(super) fn named_biomes(name: &str) -> Option<Vec<Biome>> {
    /// Families by what the names of their members hold.
    const FAMILIES: &[(&str, &[&str])] = &[
        ("forest", &["forest"]),
        ("taiga", &["taiga"]),
        ("jungle", &["jungle"]),
        ("savanna", &["savanna"]),
        ("badlands", &["badlands"]),
        ("swamp", &["swamp"]),
        ("ocean", &["ocean"]),
        ("beach", &["beach", "shore"]),
        ("river", &["river"]),
        ("mountain", &["peaks", "slopes", "windswept_hills", "windswept_gravelly_hills"]),
        ("snow", &["snowy", "frozen", "ice_spikes"]),
    ];
    let name = normal(name);
    let name = name.strip_suffix("_biome").unwrap_or(&name);
    let forms = forms(name);
    if let Some(biome) = forms.iter().find_map(|form| Biome::from_name(form)) {
        let family = FAMILIES.iter().find(|(family, _)| *family == biome.name());
        // A forest is any forest.
        return Some(family.map_or_else(|| vec![biome], |(_, parts)| holding(parts)));
    }
    let family = FAMILIES.iter().find(|(family, _)| forms.iter().any(|form| form == family));
    family.map(|(_, parts)| holding(parts))
}

/// Biomes of the overworld whose names hold one of some words.
fn holding(parts: &[&str]) -> Vec<Biome> {
    biomes()
        .filter(|biome| biome.dimension() == Dimension::Overworld)
        .filter(|biome| parts.iter().any(|part| biome.name().contains(part)))
        .collect()
}

/// Every biome, by id.
pub(super) fn biomes() -> impl Iterator<Item = Biome> {
    (0..Biome::COUNT as u16).filter_map(Biome::from_id)
}

/// Up to three of some names that are close to one that means nothing.
pub fn near<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let name = normal(name);
    if name.is_empty() || name.len() > LONGEST {
        return Vec::new();
    }
    let mut close: Vec<(usize, &str)> = names
        .map(|known| (strsim::damerau_levenshtein(&name, known), known))
        .filter(|(distance, known)| *distance <= 1 + name.len() / 4 || known.split('_').any(|word| word == name))
        .collect();
    close.sort_unstable();
    close.into_iter().take(3).map(|(_, name)| name).collect()
}

/// What several items are called together, after a name that means them.
pub(super) fn shown(name: &str, items: &[Item]) -> String {
    match items {
        [item] => item.name().to_owned(),
        _ => {
            let name = normal(name);
            forms(&name).into_iter().find(|form| exactly(form).is_some()).unwrap_or(name)
        }
    }
}

/// `a or b`, `any planks`.
pub fn either(items: &[Item]) -> String {
    let all_of = |tag: ItemTag| items.len() > 3 && tag.members().iter().all(|item| items.contains(item));
    let families = [(ItemTag::Logs, "log"), (ItemTag::LogsThatBurn, "log"), (ItemTag::Planks, "planks")];
    if let Some((_, name)) = families.iter().find(|(tag, _)| all_of(*tag)) {
        return format!("any {name}");
    }
    let names: Vec<&str> = items.iter().take(4).map(|item| item.name()).collect();
    let more = if items.len() > names.len() { " or the like" } else { "" };
    format!("{}{more}", names.join(" or "))
}

/// Up to three ids of items close to a name that means nothing.
pub fn like(name: &str) -> Vec<&'static str> {
    near(name, Item::all().filter(|item| *item != Item::AIR).map(Item::name))
}

/// `, did you mean a or b?` or nothing.
pub fn suggestion(like: &[&str]) -> String {
    match like {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &str, expected: Item) {
        for name in names.split(',') {
            assert_eq!(named_items(name), Some(vec![expected]), "{name}");
        }
    }

    #[test]
    fn one_item_by_many_names() {
        check(
            "iron_pickaxe,iron pickaxe,Iron Pickaxe,minecraft:iron_pickaxe,iron-pickaxe,iron pick",
            Item::IRON_PICKAXE,
        );
        check("wood_pickaxe,wooden picks", Item::WOODEN_PICKAXE);
        check("gold_sword,golden swords", Item::GOLDEN_SWORD);
        check("torches,torch", Item::TORCH);
        check("bookshelves", Item::BOOKSHELF);
        check("block of iron,iron blocks,Blocks of Iron", Item::IRON_BLOCK);
        check("eyes of ender,ender eye", Item::ENDER_EYE);
        check("reeds", Item::SUGAR_CANE);
        check("raw_beef,raw beef", Item::BEEF);
        check("raw iron", Item::RAW_IRON);
        check("oak trees,oak logs", Item::OAK_LOG);
        check("jack o'lantern", Item::JACK_O_LANTERN);
    }

    #[test]
    fn families() {
        for (name, shows, member, count) in [
            ("logs", "log", Item::BIRCH_LOG, 7),
            ("wood", "wood", Item::OAK_LOG, 7),
            ("planks", "planks", Item::OAK_PLANKS, 9),
            ("wools", "wool", Item::RED_WOOL, 16),
            ("bed", "bed", Item::WHITE_BED, 16),
            ("pickaxes", "pickaxe", Item::IRON_PICKAXE, 6),
            ("flowers", "flower", Item::POPPY, 13),
        ] {
            let items = named_items(name).unwrap_or_else(|| panic!("{name} is a family"));
            assert!(items.contains(&member), "{name}: {items:?}");
            assert_eq!((shown(name, &items).as_str(), items.len()), (shows, count));
        }
    }

    #[test]
    fn every_id_title_and_alias_is_known() {
        for item in Item::all().filter(|item| *item != Item::AIR) {
            assert_eq!(named_items(item.name()), Some(vec![item]));
            assert!(named_items(item.title()).is_some(), "{}", item.title());
        }
        for (name, id) in ALIASES {
            assert!(Item::from_name(name).is_none(), "{name} is an id: the alias is never used");
            assert!(Item::from_name(id).is_some(), "{id}");
        }
    }

    #[test]
    fn likeness() {
        assert_eq!(like("diamnod"), ["diamond"]);
        assert!(like("iron_pickax").contains(&"iron_pickaxe"));
        assert!(like("qqqqqqqq").is_empty());
        assert!(like(&"x".repeat(1_000_000)).is_empty());
    }
}
