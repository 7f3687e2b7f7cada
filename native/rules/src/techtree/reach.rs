//! What can be had at all, and why the rest cannot.

use std::fmt;

use super::{Nature, Way, all_ways, ways};
use crate::{Block, Item};
use once_cell::sync::Lazy;

/// Which items can be had from nothing.
#[derive(Clone, Debug)]
pub struct Reach {
    had: Vec<bool>,
    nature: Nature,
    peaceful: bool,
}

/// Why an item cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unobtainable {
    /// The item, what it needs, what that needs, down to the one whose source is missing.
    pub chain: Vec<Item>,
    /// The missing source of the last one.
    pub reason: &'static str,
}

impl fmt::Display for Unobtainable {
    /// `quartz_block needs quartz, which is found only in the Nether`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut joint = "";
        for item in &self.chain {
            write!(f, "{joint}{item}")?;
            joint = if joint.is_empty() { " needs " } else { ", which needs " };
        }
        write!(f, "{} {}", if self.chain.len() > 1 { ", which" } else { "" }, self.reason)
    }
}

impl Reach {
    /// What can be had in a survival overworld; on peaceful without what hostile mobs give.
    pub fn overworld(nature: Nature, peaceful: bool) -> &'static Reach {
        static REACH: Lazy<[[Reach; 2]; 2]> = Lazy::new(|| {
            [Nature::Vanilla, Nature::Generated]
                .map(|nature| [false, true].map(|peaceful| Reach::of_ways(nature, peaceful, |_| true)))
        });
        &REACH[usize::from(nature == Nature::Generated)][usize::from(peaceful)]
    }

    /// What can be had by some of the ways alone.
    pub fn of_ways(nature: Nature, peaceful: bool, may_be_gone: impl Fn(&Way) -> bool) -> Reach {
        let mut reach = Reach { had: vec![false; Item::COUNT], nature, peaceful };
        let mut open: Vec<&Way> = all_ways().iter().filter(|way| may_be_gone(way)).collect();
        loop {
            let before = open.len();
            open.retain(|way| {
                let can = reach.had[usize::from(way.item.id())] || reach.blocked_by(way).is_none() && reach.allows(way);
                if can {
                    reach.had[usize::from(way.item.id())] = true;
                }
                !can
            });
            if open.len() == before {
                return reach;
            }
        }
    }

    /// Whether the item can be had.
    pub fn can(&self, item: Item) -> bool {
        self.had[usize::from(item.id())]
    }

    /// Every item that can be had, by id.
    pub fn items(&self) -> impl Iterator<Item = Item> + '_ {
        Item::all().filter(|item| self.can(*item))
    }

    /// Why the item cannot be had; `None` if it can.
    pub fn why_not(&self, item: Item) -> Option<Unobtainable> {
        if self.can(item) {
            return None;
        }
        let mut chain = vec![item];
        loop {
            let last = chain[chain.len() - 1];
            let lies_at_nature = self.lacks_by_nature(last);
            let next = ways(last)
                .iter()
                .filter(|way| self.allows(way))
                .filter_map(|way| self.blocked_by(way))
                .find(|needed| !chain.contains(needed) && (!lies_at_nature || self.lacks_by_nature(*needed)));
            match next {
                Some(needed) if elsewhere(last).is_none() => chain.push(needed),
                _ if self.peaceful && ways(last).iter().any(|way| way.hostile) => {
                    return Some(Unobtainable { chain, reason: "comes from hostile mobs, absent on peaceful" });
                }
                _ if lies_at_nature => {
                    return Some(Unobtainable { chain, reason: "never occurs in the land that this world generates" });
                }
                _ => {
                    let reason = elsewhere(last).unwrap_or("has no source in an overworld without structures");
                    return Some(Unobtainable { chain, reason });
                }
            }
        }
    }

    /// Whether the game's own land would give it.
    fn lacks_by_nature(&self, item: Item) -> bool {
        self.nature == Nature::Generated
            && !self.can(item)
            && Reach::overworld(Nature::Vanilla, self.peaceful).can(item)
    }

    fn allows(&self, way: &Way) -> bool {
        !(way.hostile && self.peaceful) && self.nature.allows(way)
    }

    /// Something that the way needs and that cannot be had.
    fn blocked_by(&self, way: &Way) -> Option<Item> {
        let material = way.materials.iter().find(|material| !material.any_of.iter().any(|item| self.can(*item)));
        if let Some(material) = material {
            return material.any_of.first().copied();
        }
        if let Some(need) = way.tool {
            if !need.items().any(|item| self.can(item)) {
                return need.items().next();
            }
            if need.silk_touch && !self.can(Item::ENCHANTING_TABLE) {
                return Some(Item::ENCHANTING_TABLE);
            }
        }
        let station = way.station.and_then(Block::item);
        station.into_iter().chain(way.carries).find(|item| !self.can(*item))
    }
}

/// Where an item comes from that an overworld without structures, trading and brewing does not give.
fn elsewhere(item: Item) -> Option<&'static str> {
    let name = item.name();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let is = |items: &[Item]| items.contains(&item);
    const NETHER: &str = "is found only in the Nether";
    const END: &str = "is found only in the End";
    const NEVER: &str = "cannot be had in survival";
    Some(if is(&[Item::BEETROOT_SEEDS]) {
        "comes only from villages, chests and the wandering trader"
    } else if is(&[Item::TALL_GRASS, Item::LARGE_FERN]) {
        "is not dropped: shears give the short form"
    } else if has(&["spawn_egg", "command_block", "bedrock", "barrier", "structure_", "jigsaw", "debug_stick"])
        || is(&[Item::AIR, Item::LIGHT, Item::SPAWNER, Item::KNOWLEDGE_BOOK, Item::PETRIFIED_OAK_SLAB])
        || is(&[Item::END_PORTAL_FRAME, Item::REINFORCED_DEEPSLATE, Item::BUDDING_AMETHYST, Item::FROGSPAWN])
        || is(&[Item::FARMLAND, Item::DIRT_PATH, Item::CHORUS_PLANT, Item::PLAYER_HEAD, Item::BUNDLE])
        || name.starts_with("infested_")
    {
        NEVER
    } else if has(&["bamboo_", "cherry_", "hanging_sign", "torchflower", "sniffer", "armor_trim", "pottery"])
        || is(&[Item::CHISELED_BOOKSHELF, Item::PINK_PETALS, Item::SUSPICIOUS_SAND, Item::BRUSH, Item::DECORATED_POT])
        || is(&[Item::NETHERITE_UPGRADE_SMITHING_TEMPLATE, Item::BAMBOO_BLOCK])
    {
        "needs the experimental 1.20 data pack"
    } else if is(&[Item::NETHERRACK, Item::SOUL_SAND, Item::SOUL_SOIL, Item::QUARTZ, Item::NETHER_QUARTZ_ORE])
        || is(&[Item::BLAZE_ROD, Item::GHAST_TEAR, Item::MAGMA_CREAM, Item::NETHER_WART, Item::ANCIENT_DEBRIS])
        || is(&[Item::WITHER_SKELETON_SKULL, Item::WITHER_ROSE, Item::NETHER_GOLD_ORE, Item::SHROOMLIGHT])
        || is(&[Item::WEEPING_VINES, Item::TWISTING_VINES, Item::NETHER_SPROUTS, Item::NETHER_WART_BLOCK])
        || is(&[Item::BASALT, Item::BLACKSTONE, Item::GILDED_BLACKSTONE, Item::CRYING_OBSIDIAN])
        || is(&[Item::WARPED_WART_BLOCK, Item::NETHER_STAR, Item::NETHERITE_SCRAP, Item::NETHER_BRICK])
        || is(&[Item::MUSIC_DISC_PIGSTEP])
        || has(&["crimson_", "warped_", "froglight"])
    {
        NETHER
    } else if is(&[Item::END_STONE, Item::CHORUS_FRUIT, Item::CHORUS_FLOWER, Item::SHULKER_SHELL, Item::ELYTRA])
        || is(&[Item::DRAGON_EGG, Item::DRAGON_HEAD, Item::DRAGON_BREATH, Item::END_CRYSTAL])
    {
        END
    } else if is(&[Item::PRISMARINE_SHARD, Item::PRISMARINE_CRYSTALS, Item::SPONGE, Item::WET_SPONGE]) {
        "comes only from ocean monuments"
    } else if is(&[Item::HEART_OF_THE_SEA, Item::TOTEM_OF_UNDYING, Item::ENCHANTED_GOLDEN_APPLE, Item::ECHO_SHARD])
        || is(&[Item::COBWEB, Item::BELL, Item::DISC_FRAGMENT_5, Item::TRIDENT, Item::GLOBE_BANNER_PATTERN])
        || has(&["horse_armor", "chainmail_", "banner_pattern"])
    {
        "comes only from structures and their chests, or what their mobs carry"
    } else if name.starts_with("music_disc_") {
        "is dropped only by a creeper that a skeleton shoots, or found in chests"
    } else if is(&[Item::GOAT_HORN]) {
        "is dropped only by a goat that rams a tree or stone"
    } else if has(&["_head", "_skull"]) {
        "is dropped only to the blast of a charged creeper"
    } else if is(&[Item::SPLASH_POTION, Item::LINGERING_POTION, Item::FERMENTED_SPIDER_EYE, Item::TIPPED_ARROW]) {
        "needs brewing"
    } else {
        return None;
    })
}
