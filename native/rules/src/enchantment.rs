//! Enchantments: what each is, how strong, how rare, what it goes on and with.

use crate::damage::{Wear, worn_at};
use crate::{Item, ToolKind};

/// The enchantments of 1.19.4, numbered as its registry numbers them.
///
/// All are carried. Those of tridents, crossbows and fishing rods, Thorns, Smite, Bane of Arthropods, Sweeping Edge,
/// Punch, Flame, Frost Walker, Swift Sneak and the two curses change nothing in play yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Enchantment {
    Protection,
    FireProtection,
    FeatherFalling,
    BlastProtection,
    ProjectileProtection,
    Respiration,
    AquaAffinity,
    Thorns,
    DepthStrider,
    FrostWalker,
    BindingCurse,
    SoulSpeed,
    SwiftSneak,
    Sharpness,
    Smite,
    BaneOfArthropods,
    Knockback,
    FireAspect,
    Looting,
    Sweeping,
    Efficiency,
    SilkTouch,
    Unbreaking,
    Fortune,
    Power,
    Punch,
    Flame,
    Infinity,
    LuckOfTheSea,
    Lure,
    Loyalty,
    Impaling,
    Riptide,
    Channeling,
    Multishot,
    QuickCharge,
    Piercing,
    Mending,
    VanishingCurse,
}

/// How rare it is: its weight in a draw.
const COMMON: u8 = 10;
const UNCOMMON: u8 = 5;
const RARE: u8 = 2;
const VERY_RARE: u8 = 1;

/// The most power that gives a level (`Enchantment.getMaxPower`).
#[derive(Clone, Copy)]
enum Top {
    /// So much more than the least.
    Above(u8),
    /// 51 and ten for each level.
    Level,
    /// 50.
    Fifty,
}

/// What it is for (`EnchantmentTarget`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    Armor,
    Feet,
    Legs,
    Chest,
    Head,
    /// All that is worn, pumpkins and skulls too.
    Worn,
    Sword,
    Digger,
    Bow,
    Crossbow,
    Trident,
    FishingRod,
    /// All that has durability.
    Wears,
}

struct Facts {
    name: &'static str,
    weight: u8,
    max_level: u8,
    /// Least power of level 1, and more for each further level.
    power: (u8, u8),
    top: Top,
    target: For,
    /// No enchanting table gives it.
    treasure: bool,
}

const fn row(name: &'static str, weight: u8, max_level: u8, power: (u8, u8), top: Top, target: For) -> Facts {
    Facts { name, weight, max_level, power, top, target, treasure: false }
}

impl Facts {
    const fn treasure(self) -> Facts {
        Facts { treasure: true, ..self }
    }
}

/// In order of their numbers (`Enchantments`).
static FACTS: [Facts; 39] = [
    row("protection", COMMON, 4, (1, 11), Top::Above(11), For::Armor),
    row("fire_protection", UNCOMMON, 4, (10, 8), Top::Above(8), For::Armor),
    row("feather_falling", UNCOMMON, 4, (5, 6), Top::Above(6), For::Feet),
    row("blast_protection", RARE, 4, (5, 8), Top::Above(8), For::Armor),
    row("projectile_protection", UNCOMMON, 4, (3, 6), Top::Above(6), For::Armor),
    row("respiration", RARE, 3, (10, 10), Top::Above(30), For::Head),
    row("aqua_affinity", RARE, 1, (1, 0), Top::Above(40), For::Head),
    row("thorns", VERY_RARE, 3, (10, 20), Top::Level, For::Chest),
    row("depth_strider", RARE, 3, (10, 10), Top::Above(15), For::Feet),
    row("frost_walker", RARE, 2, (10, 10), Top::Above(15), For::Feet).treasure(),
    row("binding_curse", VERY_RARE, 1, (25, 0), Top::Above(25), For::Worn).treasure(),
    row("soul_speed", VERY_RARE, 3, (10, 10), Top::Above(15), For::Feet).treasure(),
    row("swift_sneak", VERY_RARE, 3, (25, 25), Top::Above(50), For::Legs).treasure(),
    row("sharpness", COMMON, 5, (1, 11), Top::Above(20), For::Sword),
    row("smite", UNCOMMON, 5, (5, 8), Top::Above(20), For::Sword),
    row("bane_of_arthropods", UNCOMMON, 5, (5, 8), Top::Above(20), For::Sword),
    row("knockback", UNCOMMON, 2, (5, 20), Top::Level, For::Sword),
    row("fire_aspect", RARE, 2, (10, 20), Top::Level, For::Sword),
    row("looting", RARE, 3, (15, 9), Top::Level, For::Sword),
    row("sweeping", RARE, 3, (5, 9), Top::Above(15), For::Sword),
    row("efficiency", COMMON, 5, (1, 10), Top::Level, For::Digger),
    row("silk_touch", VERY_RARE, 1, (15, 0), Top::Level, For::Digger),
    row("unbreaking", UNCOMMON, 3, (5, 8), Top::Level, For::Wears),
    row("fortune", RARE, 3, (15, 9), Top::Level, For::Digger),
    row("power", COMMON, 5, (1, 10), Top::Above(15), For::Bow),
    row("punch", RARE, 2, (12, 20), Top::Above(25), For::Bow),
    row("flame", RARE, 1, (20, 0), Top::Above(30), For::Bow),
    row("infinity", VERY_RARE, 1, (20, 0), Top::Above(30), For::Bow),
    row("luck_of_the_sea", RARE, 3, (15, 9), Top::Level, For::FishingRod),
    row("lure", RARE, 3, (15, 9), Top::Level, For::FishingRod),
    row("loyalty", UNCOMMON, 3, (12, 7), Top::Fifty, For::Trident),
    row("impaling", RARE, 5, (1, 8), Top::Above(20), For::Trident),
    row("riptide", RARE, 3, (17, 7), Top::Fifty, For::Trident),
    row("channeling", VERY_RARE, 1, (25, 0), Top::Fifty, For::Trident),
    row("multishot", RARE, 1, (20, 0), Top::Fifty, For::Crossbow),
    row("quick_charge", UNCOMMON, 3, (12, 20), Top::Fifty, For::Crossbow),
    row("piercing", COMMON, 4, (1, 10), Top::Fifty, For::Crossbow),
    row("mending", RARE, 1, (25, 0), Top::Above(50), For::Wears).treasure(),
    row("vanishing_curse", VERY_RARE, 1, (25, 0), Top::Fifty, For::Wears).treasure(),
];

impl Enchantment {
    /// Every enchantment.
    pub const ALL: [Enchantment; 39] = {
        use Enchantment::*;
        [
            Protection,
            FireProtection,
            FeatherFalling,
            BlastProtection,
            ProjectileProtection,
            Respiration,
            AquaAffinity,
            Thorns,
            DepthStrider,
            FrostWalker,
            BindingCurse,
            SoulSpeed,
            SwiftSneak,
            Sharpness,
            Smite,
            BaneOfArthropods,
            Knockback,
            FireAspect,
            Looting,
            Sweeping,
            Efficiency,
            SilkTouch,
            Unbreaking,
            Fortune,
            Power,
            Punch,
            Flame,
            Infinity,
            LuckOfTheSea,
            Lure,
            Loyalty,
            Impaling,
            Riptide,
            Channeling,
            Multishot,
            QuickCharge,
            Piercing,
            Mending,
            VanishingCurse,
        ]
    };

    fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The registry name, without namespace.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The enchantment with this registry name, with or without `minecraft:`.
    pub fn from_name(name: &str) -> Option<Enchantment> {
        let name = name.strip_prefix("minecraft:").unwrap_or(name);
        Enchantment::ALL.into_iter().find(|enchantment| enchantment.name() == name)
    }

    /// The highest level that survival gives.
    pub fn max_level(self) -> u8 {
        self.facts().max_level
    }

    /// How likely it is in a draw: 10 common, 5 uncommon, 2 rare, 1 very rare.
    pub fn weight(self) -> u32 {
        self.facts().weight.into()
    }

    /// What an anvil asks for a level of it: 1 common, 2 uncommon, 4 rare, 8 very rare.
    pub fn anvil_cost(self) -> u32 {
        match self.facts().weight {
            COMMON => 1,
            UNCOMMON => 2,
            RARE => 4,
            _ => 8,
        }
    }

    /// The least power that gives this level (`Enchantment.getMinPower`).
    pub fn min_power(self, level: u8) -> u32 {
        let (base, step) = self.facts().power;
        u32::from(base) + u32::from(step) * u32::from(level - 1)
    }

    /// The most power that gives this level (`Enchantment.getMaxPower`).
    pub fn max_power(self, level: u8) -> u32 {
        match self.facts().top {
            Top::Above(more) => self.min_power(level) + u32::from(more),
            Top::Level => 51 + 10 * u32::from(level),
            Top::Fifty => 50,
        }
    }

    /// Whether only chests, fish and traders give it.
    pub fn is_treasure(self) -> bool {
        self.facts().treasure
    }

    /// Whether both can be on one thing (`Enchantment.canCombine`).
    pub fn goes_with(self, other: Enchantment) -> bool {
        use Enchantment::*;
        let one_of = |group: &[Enchantment]| group.contains(&self) && group.contains(&other);
        let either = |one: Enchantment, others: &[Enchantment]| {
            self == one && others.contains(&other) || other == one && others.contains(&self)
        };
        self != other
            && !one_of(&[Protection, FireProtection, BlastProtection, ProjectileProtection])
            && !one_of(&[Sharpness, Smite, BaneOfArthropods])
            && !either(SilkTouch, &[Fortune, Looting, LuckOfTheSea])
            && !either(DepthStrider, &[FrostWalker])
            && !either(Infinity, &[Mending])
            && !either(Riptide, &[Loyalty, Channeling])
            && !either(Multishot, &[Piercing])
    }

    /// Whether an enchanting table puts it on an item (`EnchantmentTarget.isAcceptableItem`); books take all.
    pub fn is_for(self, item: Item) -> bool {
        let kind = item.tool().map(|tool| tool.kind);
        let worn = worn_at(item).filter(|_| item.durability().is_some() && item != Item::ELYTRA);
        match self.facts().target {
            _ if matches!(item, Item::BOOK | Item::ENCHANTED_BOOK) => true,
            For::Armor => matches!(worn, Some(Wear::Head | Wear::Chest | Wear::Legs | Wear::Feet)),
            For::Feet => worn == Some(Wear::Feet),
            For::Legs => worn == Some(Wear::Legs),
            For::Chest => worn == Some(Wear::Chest),
            For::Head => worn == Some(Wear::Head),
            For::Worn => worn_at(item).is_some_and(|wear| wear != Wear::OffHand),
            For::Sword => kind == Some(ToolKind::Sword),
            For::Digger => {
                matches!(kind, Some(ToolKind::Pickaxe | ToolKind::Axe | ToolKind::Shovel | ToolKind::Hoe))
            }
            For::Bow => item == Item::BOW,
            For::Crossbow => item == Item::CROSSBOW,
            For::Trident => item == Item::TRIDENT,
            For::FishingRod => item == Item::FISHING_ROD,
            For::Wears => item.durability().is_some(),
        }
    }

    /// Whether an anvil puts it on an item (`Enchantment.isAcceptableItem`); books take all.
    pub fn goes_on(self, item: Item) -> bool {
        use Enchantment::*;
        let kind = item.tool().map(|tool| tool.kind);
        self.is_for(item)
            || match self {
                Sharpness | Smite | BaneOfArthropods => kind == Some(ToolKind::Axe),
                Efficiency => kind == Some(ToolKind::Shears),
                Thorns => Protection.is_for(item),
                _ => false,
            }
    }
}

/// A set of enchantments with their levels, 0..=7 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Enchantments([u64; 2]);

impl Enchantments {
    /// No enchantment.
    pub const NONE: Enchantments = Enchantments([0; 2]);
    /// The highest level that is carried.
    pub const MOST: u8 = 7;

    /// The word and the bits of an enchantment: three bits each, 21 to a word.
    const fn place(enchantment: Enchantment) -> (usize, u32) {
        (enchantment as usize / 21, enchantment as u32 % 21 * 3)
    }

    /// The level of one enchantment, 0 if absent.
    pub const fn level(self, enchantment: Enchantment) -> u8 {
        let (word, shift) = Enchantments::place(enchantment);
        (self.0[word] >> shift & 7) as u8
    }

    /// The set with one level changed (at most [`Enchantments::MOST`]).
    #[must_use]
    pub const fn with(mut self, enchantment: Enchantment, level: u8) -> Enchantments {
        let (word, shift) = Enchantments::place(enchantment);
        let level = if level > Enchantments::MOST { Enchantments::MOST } else { level };
        self.0[word] = self.0[word] & !(7 << shift) | (level as u64) << shift;
        self
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0[0] == 0 && self.0[1] == 0
    }

    /// Those that are there, with their levels.
    pub fn iter(self) -> impl Iterator<Item = (Enchantment, u8)> {
        let with_level = move |enchantment: Enchantment| (enchantment, self.level(enchantment));
        Enchantment::ALL.into_iter().map(with_level).filter(|(_, level)| *level > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_enchantment_has_its_row_and_its_bits() {
        for (number, enchantment) in Enchantment::ALL.into_iter().enumerate() {
            assert_eq!(enchantment as usize, number);
            assert_eq!(Enchantment::from_name(enchantment.name()), Some(enchantment));
            let joined: String = format!("{enchantment:?}").to_lowercase();
            assert_eq!(enchantment.name().replace('_', ""), joined);
            let one = Enchantments::NONE.with(enchantment, enchantment.max_level());
            assert_eq!(one.iter().collect::<Vec<_>>(), [(enchantment, enchantment.max_level())]);
            assert!(one.with(enchantment, 0).is_empty());
        }
    }

    #[test]
    fn powers_are_those_of_the_game() {
        for (enchantment, level, range) in [
            (Enchantment::Efficiency, 4, (31, 91)),
            (Enchantment::Protection, 4, (34, 45)),
            (Enchantment::SilkTouch, 1, (15, 61)),
            (Enchantment::Unbreaking, 3, (21, 81)),
            (Enchantment::Fortune, 3, (33, 81)),
            (Enchantment::Sharpness, 5, (45, 65)),
            (Enchantment::Riptide, 2, (24, 50)),
            (Enchantment::AquaAffinity, 1, (1, 41)),
        ] {
            assert_eq!((enchantment.min_power(level), enchantment.max_power(level)), range, "{enchantment:?}");
        }
    }

    #[test]
    fn what_clashes_clashes_both_ways() {
        for one in Enchantment::ALL {
            for other in Enchantment::ALL {
                assert_eq!(one.goes_with(other), other.goes_with(one), "{one:?} {other:?}");
            }
        }
        assert!(!Enchantment::SilkTouch.goes_with(Enchantment::Fortune));
        assert!(Enchantment::FeatherFalling.goes_with(Enchantment::Protection));
    }
}
