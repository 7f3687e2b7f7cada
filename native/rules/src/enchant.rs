//! Enchantments: levels, what they go on, what goes together, what an anvil and a grindstone make of them.

use crate::damage::{Wear, worn_at};
use crate::tags::ItemTag;
use crate::{Enchantment, Enchantments, Item, ItemStack, Tier, ToolKind};

impl Enchantment {
    /// Every enchantment that is known here.
    pub const ALL: [Enchantment; 16] = [
        Enchantment::Efficiency,
        Enchantment::SilkTouch,
        Enchantment::Fortune,
        Enchantment::Unbreaking,
        Enchantment::Sharpness,
        Enchantment::Looting,
        Enchantment::Knockback,
        Enchantment::FireAspect,
        Enchantment::Power,
        Enchantment::Protection,
        Enchantment::FeatherFalling,
        Enchantment::Respiration,
        Enchantment::AquaAffinity,
        Enchantment::DepthStrider,
        Enchantment::SoulSpeed,
        Enchantment::Mending,
    ];

    /// The highest level that survival gives.
    pub const fn max_level(self) -> u8 {
        match self {
            Enchantment::SilkTouch | Enchantment::AquaAffinity | Enchantment::Mending => 1,
            Enchantment::Knockback | Enchantment::FireAspect => 2,
            Enchantment::Fortune | Enchantment::Unbreaking | Enchantment::Looting => 3,
            Enchantment::Respiration | Enchantment::DepthStrider | Enchantment::SoulSpeed => 3,
            Enchantment::Protection | Enchantment::FeatherFalling => 4,
            Enchantment::Efficiency | Enchantment::Sharpness | Enchantment::Power => 5,
        }
    }

    /// What an anvil asks for a level of it: 1 common, 2 uncommon, 4 rare, 8 very rare.
    pub const fn anvil_cost(self) -> u32 {
        match self {
            Enchantment::Efficiency | Enchantment::Sharpness | Enchantment::Power | Enchantment::Protection => 1,
            Enchantment::Unbreaking | Enchantment::Knockback | Enchantment::FeatherFalling => 2,
            Enchantment::SilkTouch | Enchantment::SoulSpeed => 8,
            _ => 4,
        }
    }

    /// The least power that gives this level (`Enchantment.getMinPower`).
    pub const fn min_power(self, level: u8) -> u32 {
        let level = level as u32;
        match self {
            Enchantment::Efficiency | Enchantment::Power => 1 + 10 * (level - 1),
            Enchantment::SilkTouch => 15,
            Enchantment::Fortune | Enchantment::Looting => 15 + (level - 1) * 9,
            Enchantment::Unbreaking => 5 + (level - 1) * 8,
            Enchantment::Sharpness | Enchantment::Protection => 1 + (level - 1) * 11,
            Enchantment::Knockback => 5 + 20 * (level - 1),
            Enchantment::FireAspect => 10 + 20 * (level - 1),
            Enchantment::FeatherFalling => 5 + (level - 1) * 6,
            Enchantment::Respiration | Enchantment::DepthStrider | Enchantment::SoulSpeed => 10 * level,
            Enchantment::AquaAffinity => 1,
            Enchantment::Mending => 25 * level,
        }
    }

    /// Whether both can be on one thing.
    pub fn goes_with(self, other: Enchantment) -> bool {
        let either = (self.min(other), self.max(other));
        self != other && either != (Enchantment::SilkTouch, Enchantment::Fortune)
    }

    /// Whether it can be on an item (`Enchantment.isAcceptableItem`); books take all.
    pub fn goes_on(self, item: Item) -> bool {
        let kind = item.tool().map(|tool| tool.kind);
        let digs = matches!(kind, Some(ToolKind::Pickaxe | ToolKind::Axe | ToolKind::Shovel | ToolKind::Hoe));
        let sword = kind == Some(ToolKind::Sword);
        let worn = worn_at(item).filter(|_| item.durability().is_some());
        match self {
            _ if item == Item::ENCHANTED_BOOK => true,
            Enchantment::Efficiency => digs || kind == Some(ToolKind::Shears),
            Enchantment::SilkTouch | Enchantment::Fortune => digs,
            Enchantment::Unbreaking | Enchantment::Mending => item.durability().is_some(),
            Enchantment::Sharpness => sword || kind == Some(ToolKind::Axe),
            Enchantment::Looting | Enchantment::Knockback | Enchantment::FireAspect => sword,
            Enchantment::Power => item == Item::BOW,
            Enchantment::Protection => {
                matches!(worn, Some(Wear::Head | Wear::Chest | Wear::Legs | Wear::Feet)) && item != Item::ELYTRA
            }
            Enchantment::Respiration | Enchantment::AquaAffinity => worn == Some(Wear::Head),
            Enchantment::FeatherFalling | Enchantment::DepthStrider | Enchantment::SoulSpeed => {
                worn == Some(Wear::Feet)
            }
        }
    }
}

impl Enchantments {
    /// Those that are there, with their levels.
    pub fn iter(self) -> impl Iterator<Item = (Enchantment, u8)> {
        let with_level = move |enchantment: Enchantment| (enchantment, self.level(enchantment));
        Enchantment::ALL.into_iter().map(with_level).filter(|(_, level)| *level > 0)
    }
}

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

/// The power that a grindstone turns into experience: half of it, rounded up, and at most as much again by chance.
pub fn ground_power(stack: &ItemStack) -> u32 {
    stack.enchantments.iter().map(|(enchantment, level)| enchantment.min_power(level)).sum()
}

#[cfg(test)]
mod tests {
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
