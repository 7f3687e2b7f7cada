//! What enchanting tables, anvils and grindstones make of enchantments.

use rand::{Rng, RngExt};

use crate::damage::{Wear, worn_at};
use crate::tags::ItemTag;
use crate::{Enchantment, Enchantments, Item, ItemStack, Tier};

/// Whether an item mends with a material on an anvil (`Item.canRepair`).
pub fn mends_with(item: Item, material: Item) -> bool {
    let name = item.name();
    match item {
        Item::ELYTRA => return material == Item::PHANTOM_MEMBRANE,
        Item::SHIELD => return ItemTag::Planks.contains(material),
        Item::TURTLE_HELMET => return material == Item::SCUTE,
        Item::SHEARS => return false,
        _ => {}
    }
    if let Some(tool) = item.tool() {
        return match tool.tier {
            Tier::Wood => ItemTag::Planks.contains(material),
            Tier::Stone => ItemTag::StoneToolMaterials.contains(material),
            Tier::Iron => material == Item::IRON_INGOT,
            Tier::Gold => material == Item::GOLD_INGOT,
            Tier::Diamond => material == Item::DIAMOND,
            Tier::Netherite => material == Item::NETHERITE_INGOT,
        };
    }
    let armor = matches!(worn_at(item), Some(Wear::Head | Wear::Chest | Wear::Legs | Wear::Feet));
    armor
        && match name.split('_').next() {
            Some("leather") => material == Item::LEATHER,
            Some("chainmail" | "iron") => material == Item::IRON_INGOT,
            Some("golden") => material == Item::GOLD_INGOT,
            Some("diamond") => material == Item::DIAMOND,
            Some("netherite") => material == Item::NETHERITE_INGOT,
            _ => false,
        }
}

/// What an anvil makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forged {
    /// The result.
    pub result: ItemStack,
    /// Levels it costs.
    pub levels: u32,
    /// How many of the second input it uses up.
    pub used: u8,
}

/// What an anvil makes of two inputs (`AnvilScreenHandler.updateResult`).
///
/// Names and the growing cost of repeated work are not kept on a stack here: renaming does nothing, and work is
/// always charged as if it were the first.
pub fn forged(left: ItemStack, right: ItemStack) -> Option<Forged> {
    let mut result = left;
    let (mut levels, mut used) = (0, right.count);
    let book = right.item == Item::ENCHANTED_BOOK && !right.enchantments.is_empty();
    match left.item.durability() {
        Some(durability) if mends_with(left.item, right.item) => {
            let each = durability / 4;
            used = 0;
            while result.damage > 0 && used < right.count {
                result.damage -= result.damage.min(each);
                levels += 1;
                used += 1;
            }
            if used == 0 {
                return None;
            }
            return Some(Forged { result, levels, used }).filter(|forged| forged.levels < 40);
        }
        Some(durability) if left.item == right.item && !book => {
            let left_over = |stack: ItemStack| u32::from(durability.saturating_sub(stack.damage));
            let uses = left_over(left) + left_over(right) + u32::from(durability) * 12 / 100;
            let damage = u32::from(durability).saturating_sub(uses) as u16;
            if damage < result.damage {
                result.damage = damage;
                levels += 2;
            }
        }
        _ if book => {}
        _ => return None,
    }
    let (mut added, mut refused) = (false, false);
    for (enchantment, level) in right.enchantments.iter() {
        let have = result.enchantments.level(enchantment);
        let level = if have == level { level + 1 } else { level.max(have) }.min(enchantment.max_level());
        let clashes = result
            .enchantments
            .iter()
            .filter(|(other, _)| *other != enchantment && !enchantment.goes_with(*other))
            .count() as u32;
        levels += clashes;
        if clashes > 0 || !enchantment.goes_on(left.item) {
            refused = true;
            continue;
        }
        added = true;
        result.enchantments = result.enchantments.with(enchantment, level);
        let each = if book { (enchantment.anvil_cost() / 2).max(1) } else { enchantment.anvil_cost() };
        levels += each * u32::from(level);
    }
    if refused && !added {
        return None;
    }
    (levels > 0 && levels < 40).then_some(Forged { result, levels, used })
}

/// What a grindstone makes of one or two inputs: one thing without its enchantments, mended if there were two.
pub fn ground(top: Option<ItemStack>, bottom: Option<ItemStack>) -> Option<ItemStack> {
    let bare = |stack: ItemStack, damage: u16| {
        let item = if stack.item == Item::ENCHANTED_BOOK { Item::BOOK } else { stack.item };
        ItemStack { item, damage, enchantments: Enchantments::NONE, ..stack }
    };
    match (top, bottom) {
        (Some(top), Some(bottom)) => {
            if top.item != bottom.item || top.count > 1 || bottom.count > 1 {
                return None;
            }
            let Some(durability) = top.item.durability() else {
                // Things without wear, books that is, are ground together only if they are equal.
                return (top == bottom).then(|| ItemStack { count: 2, ..bare(top, 0) });
            };
            let uses = |stack: ItemStack| u32::from(durability.saturating_sub(stack.damage));
            let left = uses(top) + uses(bottom) + u32::from(durability) * 5 / 100;
            Some(bare(top, u32::from(durability).saturating_sub(left) as u16))
        }
        (Some(one), None) | (None, Some(one)) if !one.enchantments.is_empty() => Some(bare(one, one.damage)),
        _ => None,
    }
}

/// How well an item takes enchantments; `None` for what no table enchants (`Item.getEnchantability`).
pub fn enchantability(item: Item) -> Option<u32> {
    if matches!(item, Item::BOOK | Item::BOW | Item::CROSSBOW | Item::FISHING_ROD | Item::TRIDENT) {
        return Some(1);
    }
    if item == Item::TURTLE_HELMET {
        return Some(9);
    }
    if let Some(tool) = item.tool().filter(|_| item != Item::SHEARS) {
        return Some(match tool.tier {
            Tier::Wood | Tier::Netherite => 15,
            Tier::Stone => 5,
            Tier::Iron => 14,
            Tier::Gold => 22,
            Tier::Diamond => 10,
        });
    }
    if !Enchantment::Protection.is_for(item) {
        return None;
    }
    Some(match item.name().split('_').next()? {
        "leather" | "netherite" => 15,
        "chainmail" => 12,
        "iron" => 9,
        "golden" => 25,
        "diamond" => 10,
        _ => return None,
    })
}

/// Whether a table takes a stack: one thing that bears no enchantment yet (`ItemStack.isEnchantable`).
pub fn is_enchantable(stack: &ItemStack) -> bool {
    stack.count == 1 && stack.enchantments.is_empty() && enchantability(stack.item).is_some()
}

/// The levels that the three buttons of a table with so many bookshelves ask for; 0 for a button that offers nothing
/// (`EnchantmentHelper.calculateRequiredExperienceLevel`).
pub fn table_levels(shelves: u32, rng: &mut (impl Rng + ?Sized)) -> [u32; 3] {
    let shelves = shelves.min(15);
    let mut asked = |button: u32| {
        let level = rng.random_range(1..=8) + shelves / 2 + rng.random_range(0..=shelves);
        let level = match button {
            0 => (level / 3).max(1),
            1 => level * 2 / 3 + 1,
            _ => level.max(shelves * 2),
        };
        if level > button { level } else { 0 }
    };
    [asked(0), asked(1), asked(2)]
}

/// What a table puts on an item for so many levels (`EnchantmentScreenHandler.generateEnchantments`).
pub fn table_enchantments(item: Item, levels: u32, rng: &mut (impl Rng + ?Sized)) -> Vec<(Enchantment, u8)> {
    let mut drawn = draw(item, levels, |enchantment| !enchantment.is_treasure(), rng);
    if item == Item::BOOK && drawn.len() > 1 {
        drawn.remove(rng.random_range(0..drawn.len()));
    }
    drawn
}

/// Enchants what was found by luck, as for so many levels, with treasures among it (`EnchantmentHelper.enchant`).
pub fn enchanted_by_luck(stack: ItemStack, levels: u32, rng: &mut (impl Rng + ?Sized)) -> ItemStack {
    // Enchantment.isAvailableForRandomSelection
    let is_given = |enchantment| !matches!(enchantment, Enchantment::SoulSpeed | Enchantment::SwiftSneak);
    let drawn = draw(stack.item, levels, is_given, rng);
    let item = if stack.item == Item::BOOK { Item::ENCHANTED_BOOK } else { stack.item };
    let enchantments = drawn.into_iter().fold(stack.enchantments, |set, (one, level)| set.with(one, level));
    ItemStack { item, enchantments, ..stack }
}

/// Draws enchantments for an item, of those that are given (`EnchantmentHelper.generateEnchantments`).
fn draw(
    item: Item,
    levels: u32,
    is_given: impl Fn(Enchantment) -> bool,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<(Enchantment, u8)> {
    let mut drawn = Vec::new();
    let Some(ease) = enchantability(item) else { return drawn };
    let power = levels + 1 + rng.random_range(0..=ease / 4) + rng.random_range(0..=ease / 4);
    let spread = (rng.random::<f32>() + rng.random::<f32>() - 1.0) * 0.15;
    let mut power = ((power as f32 + power as f32 * spread).round() as u32).max(1);
    let strongest = |enchantment: Enchantment| {
        let levels = (1..=enchantment.max_level()).rev();
        let gives = |level: &u8| (enchantment.min_power(*level)..=enchantment.max_power(*level)).contains(&power);
        levels.into_iter().find(gives).map(|level| (enchantment, level))
    };
    let given = Enchantment::ALL.into_iter().filter(|one| is_given(*one) && one.is_for(item));
    let mut left: Vec<(Enchantment, u8)> = given.filter_map(strongest).collect();
    loop {
        let total: u32 = left.iter().map(|(enchantment, _)| enchantment.weight()).sum();
        if total == 0 {
            break;
        }
        let mut at = rng.random_range(0..total);
        let mut chosen = None;
        for (enchantment, level) in &left {
            if at < enchantment.weight() {
                chosen = Some((*enchantment, *level));
                break;
            }
            at -= enchantment.weight();
        }
        let Some(chosen) = chosen else { break };
        drawn.push(chosen);
        if rng.random_range(0..50) > power {
            break;
        }
        left.retain(|(enchantment, _)| enchantment.goes_with(chosen.0));
        power /= 2;
    }
    drawn
}

/// The power that a grindstone turns into experience: half of it, rounded up, and at most as much again by chance.
pub fn ground_power(stack: &ItemStack) -> u32 {
    stack.enchantments.iter().map(|(enchantment, level)| enchantment.min_power(level)).sum()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg32;

    use super::*;

    fn with(item: Item, damage: u16, enchantments: &[(Enchantment, u8)]) -> ItemStack {
        let set = enchantments.iter().fold(Enchantments::NONE, |set, (one, level)| set.with(*one, *level));
        ItemStack { damage, enchantments: set, ..ItemStack::new(item, 1) }
    }

    #[test]
    fn an_anvil_mends_a_quarter_for_each_piece() {
        let worn = with(Item::IRON_PICKAXE, 200, &[]);
        let forged = forged(worn, ItemStack::new(Item::IRON_INGOT, 10)).expect("iron mends iron");
        assert_eq!((forged.result.damage, forged.used, forged.levels), (0, 4, 4));
        assert_eq!(super::forged(worn, ItemStack::new(Item::STICK, 10)), None);
        assert_eq!(super::forged(with(Item::IRON_PICKAXE, 0, &[]), ItemStack::new(Item::IRON_INGOT, 1)), None);
    }

    #[test]
    fn two_tools_are_joined_with_their_enchantments() {
        let left = with(Item::IRON_PICKAXE, 200, &[(Enchantment::Efficiency, 2)]);
        let right = with(Item::IRON_PICKAXE, 100, &[(Enchantment::Efficiency, 2), (Enchantment::Unbreaking, 1)]);
        let forged = forged(left, right).expect("two of a kind");
        assert_eq!(forged.result.damage, 250 - 50 - 150 - 30);
        assert_eq!(forged.result.level(Enchantment::Efficiency), 3);
        assert_eq!(forged.result.level(Enchantment::Unbreaking), 1);
        assert_eq!(forged.levels, 2 + 3 + 2);
    }

    #[test]
    fn books_are_cheaper_and_clashes_are_refused() {
        let pick = with(Item::DIAMOND_PICKAXE, 0, &[(Enchantment::SilkTouch, 1)]);
        let book = |one: (Enchantment, u8)| with(Item::ENCHANTED_BOOK, 0, &[one]);
        let forged = forged(pick, book((Enchantment::Unbreaking, 3))).expect("Unbreaking goes on all that wears");
        assert_eq!(forged.levels, 3);
        assert_eq!(super::forged(pick, book((Enchantment::Fortune, 1))), None);
        assert_eq!(super::forged(pick, book((Enchantment::Protection, 1))), None);
    }

    #[test]
    fn tables_ask_for_more_with_shelves() {
        let mut rng = Pcg32::seed_from_u64(1);
        for _ in 0..200 {
            let [low, middle, high] = table_levels(15, &mut rng);
            assert!((2..=10).contains(&low) && (6..=21).contains(&middle) && high == 30, "{low} {middle} {high}");
            let [low, middle, high] = table_levels(0, &mut rng);
            assert!((1..=2).contains(&low) && matches!(middle, 0 | 2..=6) && high <= 8, "{low} {middle} {high}");
        }
    }

    #[test]
    fn a_diamond_pickaxe_at_thirty_levels() {
        let mut rng = Pcg32::seed_from_u64(2);
        const DRAWS: u32 = 4000;
        let mut with_silk = 0;
        for _ in 0..DRAWS {
            let drawn = table_enchantments(Item::DIAMOND_PICKAXE, 30, &mut rng);
            assert!(!drawn.is_empty());
            for (at, (one, level)) in drawn.iter().enumerate() {
                assert!(one.is_for(Item::DIAMOND_PICKAXE) && *level <= one.max_level());
                assert!(drawn[..at].iter().all(|(other, _)| one.goes_with(*other)), "{drawn:?}");
                assert!(*one != Enchantment::Efficiency || (3..=4).contains(level), "{drawn:?}");
            }
            with_silk += u32::from(drawn.iter().any(|(one, _)| *one == Enchantment::SilkTouch));
        }
        // One in eighteen as the first, and more for those drawn after it.
        let share = f64::from(with_silk) / f64::from(DRAWS);
        assert!((0.07..0.18).contains(&share), "{share}");
        assert_eq!(table_enchantments(Item::DIRT, 30, &mut rng), []);
    }

    #[test]
    fn a_grindstone_takes_enchantments_off() {
        let pick = with(Item::IRON_PICKAXE, 100, &[(Enchantment::Efficiency, 3)]);
        let ground_pick = ground(Some(pick), None).expect("an enchanted pickaxe");
        assert_eq!((ground_pick.damage, ground_pick.enchantments), (100, Enchantments::NONE));
        assert_eq!(ground_power(&pick), 21);
        let joined = ground(Some(pick), Some(with(Item::IRON_PICKAXE, 200, &[]))).expect("two of a kind");
        assert_eq!(joined.damage, 250 - 150 - 50 - 12);
        assert_eq!(ground(Some(with(Item::IRON_PICKAXE, 100, &[])), None), None);
    }
}
