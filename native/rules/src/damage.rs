//! Weapons, armour, wear and what is left of a blow.

use rand::{Rng, RngExt};

use crate::{BlockState, Enchantment, Item, ItemStack, Tier, ToolKind};

/// Damage of a bare hand, in half hearts.
pub const FIST: f32 = 1.0;
/// Blows a second of a bare hand.
pub const FIST_SPEED: f32 = 4.0;
/// Half hearts that a fall costs less than its blocks.
pub const SAFE_FALL: f32 = 3.0;

/// Damage of a full blow with an item in half hearts, enchantments aside.
pub fn attack_damage(item: Option<Item>) -> f32 {
    let Some(item) = item else { return FIST };
    if item == Item::TRIDENT {
        return 9.0;
    }
    let Some(tool) = item.tool() else { return FIST };
    // ToolMaterials: what the material adds
    let material = match tool.tier {
        Tier::Wood | Tier::Gold => 0.0,
        Tier::Stone => 1.0,
        Tier::Iron => 2.0,
        Tier::Diamond => 3.0,
        Tier::Netherite => 4.0,
    };
    FIST + match tool.kind {
        ToolKind::Sword => 3.0 + material,
        ToolKind::Shovel => 1.5 + material,
        ToolKind::Pickaxe => 1.0 + material,
        ToolKind::Axe => match tool.tier {
            Tier::Wood | Tier::Gold => 6.0,
            Tier::Stone | Tier::Iron | Tier::Diamond => 8.0,
            Tier::Netherite => 9.0,
        },
        ToolKind::Hoe | ToolKind::Shears => 0.0,
    }
}

/// Blows a second with an item.
pub fn attack_speed(item: Option<Item>) -> f32 {
    let Some(item) = item else { return FIST_SPEED };
    if item == Item::TRIDENT {
        return 1.1;
    }
    let Some(tool) = item.tool() else { return FIST_SPEED };
    match (tool.kind, tool.tier) {
        (ToolKind::Sword, _) => 1.6,
        (ToolKind::Pickaxe, _) => 1.2,
        (ToolKind::Shovel, _) => 1.0,
        (ToolKind::Axe, Tier::Wood | Tier::Stone) => 0.8,
        (ToolKind::Axe, Tier::Iron) => 0.9,
        (ToolKind::Axe, _) => 1.0,
        (ToolKind::Hoe, Tier::Wood | Tier::Gold) => 1.0,
        (ToolKind::Hoe, Tier::Stone) => 2.0,
        (ToolKind::Hoe, Tier::Iron) => 3.0,
        (ToolKind::Hoe, _) | (ToolKind::Shears, _) => FIST_SPEED,
    }
}

/// How charged a blow is, 0..=1, so many ticks after the last one or after the item changed
/// (`PlayerEntity.getAttackCooldownProgress`); a blow itself asks with half a tick more.
pub fn charge(ticks_since: f32, item: Option<Item>) -> f32 {
    (ticks_since / (20.0 / attack_speed(item))).clamp(0.0, 1.0)
}

/// Half hearts of a player's blow before armour: charge and a critical hit (half as much again) act on the weapon,
/// the charge also on Sharpness (`PlayerEntity.attack`).
pub fn blow(held: Option<ItemStack>, strength: f32, charge: f32, critical: bool) -> f32 {
    let base = attack_damage(held.map(|stack| stack.item)) + strength;
    let sharpness = held.map_or(0, |stack| stack.level(Enchantment::Sharpness));
    let sharpness = if sharpness > 0 { 0.5 + 0.5 * f32::from(sharpness) } else { 0.0 };
    let weapon = base * (0.2 + charge * charge * 0.8);
    weapon * if critical { 1.5 } else { 1.0 } + sharpness * charge
}

/// Where a piece of equipment is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Wear {
    Feet,
    Legs,
    Chest,
    Head,
    /// The off hand, for shields.
    OffHand,
}

/// Where an item is worn (`LivingEntity.getPreferredEquipmentSlot`); `None` for what is held.
pub fn worn_at(item: Item) -> Option<Wear> {
    match item {
        Item::CARVED_PUMPKIN | Item::TURTLE_HELMET => return Some(Wear::Head),
        Item::ELYTRA => return Some(Wear::Chest),
        Item::SHIELD => return Some(Wear::OffHand),
        _ => {}
    }
    let name = item.name();
    let ends = |ending: &str| name.ends_with(ending);
    if ends("_helmet") || ends("_skull") || ends("_head") {
        Some(Wear::Head)
    } else if ends("_chestplate") {
        Some(Wear::Chest)
    } else if ends("_leggings") {
        Some(Wear::Legs)
    } else if ends("_boots") {
        Some(Wear::Feet)
    } else {
        None
    }
}

/// Armour points and toughness of a piece (`ArmorMaterials`).
pub fn armor(item: Item) -> (f32, f32) {
    let (Some(worn), Some((material, _))) = (worn_at(item), item.name().split_once('_')) else { return (0.0, 0.0) };
    let [feet, legs, chest, head] = match material {
        "leather" => [1.0, 2.0, 3.0, 1.0],
        "chainmail" => [1.0, 4.0, 5.0, 2.0],
        "iron" => [2.0, 5.0, 6.0, 2.0],
        "golden" => [1.0, 3.0, 5.0, 2.0],
        "diamond" | "netherite" => [3.0, 6.0, 8.0, 3.0],
        "turtle" => [0.0, 0.0, 0.0, 2.0],
        _ => [0.0; 4],
    };
    let toughness = match material {
        "diamond" => 2.0,
        "netherite" => 3.0,
        _ => 0.0,
    };
    match worn {
        Wear::Feet => (feet, toughness),
        Wear::Legs => (legs, toughness),
        Wear::Chest => (chest, toughness),
        Wear::Head => (head, toughness),
        Wear::OffHand => (0.0, 0.0),
    }
}

/// What armour of so many points leaves of the damage (`DamageUtil.getDamageLeft`).
pub fn after_armor(damage: f32, points: f32, toughness: f32) -> f32 {
    let softness = 2.0 + toughness / 4.0;
    let stopped = (points - damage / softness).clamp(points * 0.2, 20.0);
    damage * (1.0 - stopped / 25.0)
}

/// What enchantments of so many points leave of the damage (`DamageUtil.getInflictedDamage`).
pub fn after_protection(damage: f32, points: u32) -> f32 {
    damage * (1.0 - points.min(20) as f32 / 25.0)
}

/// What a blow comes from, as far as armour's enchantments ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Peril {
    Fire,
    Fall,
    Explosion,
    Projectile,
    Other,
}

/// The protection points of worn pieces (`ProtectionEnchantment.getProtectionAmount`).
pub fn protection<'a>(worn: impl IntoIterator<Item = &'a ItemStack>, peril: Peril) -> u32 {
    let special = match peril {
        Peril::Fire => Some((Enchantment::FireProtection, 2)),
        Peril::Fall => Some((Enchantment::FeatherFalling, 3)),
        Peril::Explosion => Some((Enchantment::BlastProtection, 2)),
        Peril::Projectile => Some((Enchantment::ProjectileProtection, 2)),
        Peril::Other => None,
    };
    let points = |stack: &ItemStack| {
        let more = special.map_or(0, |(enchantment, each)| each * u32::from(stack.level(enchantment)));
        u32::from(stack.level(Enchantment::Protection)) + more
    };
    worn.into_iter().map(points).sum()
}

/// How much each worn piece wears for a blow of so many half hearts (`PlayerInventory.damageArmor`).
pub fn armor_wear(damage: f32) -> u16 {
    (damage / 4.0).max(1.0) as u16
}

/// Half hearts for falling so many blocks (`LivingEntity.computeFallDamage`); `soft` is what the ground leaves of
/// it: 1 for most, 0.2 for hay and honey, 0.5 for beds.
pub fn fall_damage(blocks: f32, jump_boost: u8, soft: f32) -> f32 {
    ((blocks - SAFE_FALL - f32::from(jump_boost)) * soft).ceil().max(0.0)
}

/// Wear of the held item for digging a block with it (`Item.postMine`).
pub fn dig_wear(item: Item, state: BlockState) -> u16 {
    let soft = state.block().hardness() == 0.0;
    let Some(tool) = item.tool() else { return if item == Item::TRIDENT && !soft { 2 } else { 0 } };
    match tool.kind {
        ToolKind::Shears => u16::from(!matches!(state.block(), crate::Block::FIRE | crate::Block::SOUL_FIRE)),
        _ if soft => 0,
        ToolKind::Sword => 2,
        _ => 1,
    }
}

/// Whether the game counts it as a use of the held item that a block was dug with it (`Item.postMine`, what
/// `ItemStack.postMine` asks): of every tool, and of shears where they cut.
pub fn is_dig_use(item: Item, state: BlockState) -> bool {
    use crate::Block;
    use crate::tags::BlockTag;
    let block = state.block();
    let cut = || {
        BlockTag::Leaves.contains(block)
            || BlockTag::Wool.contains(block)
            || matches!(
                block,
                Block::COBWEB
                    | Block::GRASS
                    | Block::FERN
                    | Block::DEAD_BUSH
                    | Block::HANGING_ROOTS
                    | Block::VINE
                    | Block::TRIPWIRE
            )
    };
    match item.tool().map(|tool| tool.kind) {
        Some(ToolKind::Shears) => cut(),
        Some(_) => true,
        None => item == Item::TRIDENT,
    }
}

/// Wear of the held item for a blow with it (`Item.postHit`).
pub fn attack_wear(item: Item) -> u16 {
    match item.tool().map(|tool| tool.kind) {
        Some(ToolKind::Sword) => 1,
        Some(ToolKind::Shears) => 0,
        Some(_) => 2,
        None => u16::from(item == Item::TRIDENT),
    }
}

/// The stack after so much wear, each point of which Unbreaking may spare; `None` when it breaks
/// (`ItemStack.damage`). What does not wear stays as it is.
pub fn worn(stack: ItemStack, wear: u16, rng: &mut (impl Rng + ?Sized)) -> Option<ItemStack> {
    let Some(durability) = stack.item.durability() else { return Some(stack) };
    let unbreaking = u32::from(stack.level(Enchantment::Unbreaking));
    let armor = matches!(worn_at(stack.item), Some(Wear::Feet | Wear::Legs | Wear::Chest | Wear::Head));
    // UnbreakingEnchantment.shouldPreventDamage
    let mut spared = || unbreaking > 0 && !(armor && rng.random::<f32>() < 0.6) && rng.random_range(0..=unbreaking) > 0;
    let taken = (0..wear).filter(|_| !spared()).count() as u16;
    let damage = stack.damage + taken;
    (damage < durability).then_some(ItemStack { damage, ..stack })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg32;

    use super::*;
    use crate::{Block, Enchantments};

    #[test]
    fn weapons() {
        let check = |item, damage, speed| {
            assert_eq!((attack_damage(item), attack_speed(item)), (damage, speed), "{item:?}");
        };
        check(None, 1.0, 4.0);
        check(Some(Item::WOODEN_SWORD), 4.0, 1.6);
        check(Some(Item::NETHERITE_SWORD), 8.0, 1.6);
        check(Some(Item::IRON_AXE), 9.0, 0.9);
        check(Some(Item::GOLDEN_AXE), 7.0, 1.0);
        check(Some(Item::STONE_SHOVEL), 3.5, 1.0);
        check(Some(Item::DIAMOND_PICKAXE), 5.0, 1.2);
        check(Some(Item::STONE_HOE), 1.0, 2.0);
        check(Some(Item::COBBLESTONE), 1.0, 4.0);
    }

    #[test]
    fn a_hasty_blow_is_weak() {
        let sword = Some(ItemStack::new(Item::IRON_SWORD, 1));
        assert_eq!(blow(sword, 0.0, 1.0, false), 6.0);
        assert_eq!(blow(sword, 0.0, 1.0, true), 9.0);
        assert!((blow(sword, 0.0, 0.0, false) - 1.2).abs() < 1e-6);
        assert_eq!(charge(12.5, Some(Item::IRON_SWORD)), 1.0);
        let sharp = ItemStack {
            enchantments: Enchantments::NONE.with(Enchantment::Sharpness, 5),
            ..ItemStack::new(Item::IRON_SWORD, 1)
        };
        assert_eq!(blow(Some(sharp), 0.0, 1.0, false), 9.0);
    }

    #[test]
    fn armor_stops_more_of_small_blows() {
        let iron = [Item::IRON_BOOTS, Item::IRON_LEGGINGS, Item::IRON_CHESTPLATE, Item::IRON_HELMET];
        let points: f32 = iron.into_iter().map(|piece| armor(piece).0).sum();
        assert_eq!(points, 15.0);
        assert!((after_armor(4.0, points, 0.0) - 4.0 * (1.0 - 13.0 / 25.0)).abs() < 1e-6);
        assert!((after_armor(100.0, points, 0.0) - 100.0 * (1.0 - 3.0 / 25.0)).abs() < 1e-4);
        assert_eq!(armor(Item::NETHERITE_HELMET), (3.0, 3.0));
        assert_eq!(armor(Item::CARVED_PUMPKIN), (0.0, 0.0));
        assert!((after_protection(10.0, 16) - 3.6).abs() < 1e-6);
    }

    #[test]
    fn things_are_worn_where_they_belong() {
        assert_eq!(worn_at(Item::LEATHER_BOOTS), Some(Wear::Feet));
        assert_eq!(worn_at(Item::ELYTRA), Some(Wear::Chest));
        assert_eq!(worn_at(Item::CREEPER_HEAD), Some(Wear::Head));
        assert_eq!(worn_at(Item::SHIELD), Some(Wear::OffHand));
        assert_eq!(worn_at(Item::IRON_HORSE_ARMOR), None);
    }

    #[test]
    fn falls_of_more_than_three_blocks_hurt() {
        assert_eq!(fall_damage(3.0, 0, 1.0), 0.0);
        assert_eq!(fall_damage(3.5, 0, 1.0), 1.0);
        assert_eq!(fall_damage(23.0, 0, 1.0), 20.0);
        assert_eq!(fall_damage(23.0, 0, 0.2), 4.0);
    }

    #[test]
    fn tools_wear_and_break() {
        let mut rng = Pcg32::seed_from_u64(2);
        let mut pick = Some(ItemStack::new(Item::WOODEN_PICKAXE, 1));
        let mut blocks = 0;
        while let Some(stack) = pick {
            pick = worn(stack, dig_wear(stack.item, Block::STONE.state()), &mut rng);
            blocks += 1;
        }
        assert_eq!(blocks, 59);
        assert_eq!(dig_wear(Item::IRON_SWORD, Block::STONE.state()), 2);
        assert_eq!(dig_wear(Item::TRIDENT, Block::STONE.state()), 2);
        assert_eq!(dig_wear(Item::IRON_SHOVEL, Block::GRASS.state()), 0);
        assert_eq!((attack_wear(Item::IRON_AXE), attack_wear(Item::IRON_SWORD)), (2, 1));
        let tough = ItemStack {
            enchantments: Enchantments::NONE.with(Enchantment::Unbreaking, 3),
            ..ItemStack::new(Item::IRON_PICKAXE, 1)
        };
        let spared = (0..4000).filter(|_| worn(tough, 1, &mut rng) == Some(tough)).count();
        assert!((2900..3100).contains(&spared), "three in four: {spared}");
    }
}
