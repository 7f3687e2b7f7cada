//! The tags of 1.19.4 that rules ask for: named sets of items and of blocks.
//!
//! Those of the default data pack; bamboo and cherry wood, which need `update_1_20`, are in none.

use crate::{Block, Item};
use once_cell::sync::Lazy;

/// The woods of the overworld.
pub(crate) const WOODS: [&str; 7] = ["oak", "spruce", "birch", "jungle", "acacia", "dark_oak", "mangrove"];
/// The woods of the Nether, which do not burn.
pub(crate) const NETHER_WOODS: [&str; 2] = ["crimson", "warped"];
/// The sixteen colours, in the order of their numbers.
pub(crate) const COLORS: [&str; 16] = [
    "white",
    "orange",
    "magenta",
    "light_blue",
    "yellow",
    "lime",
    "pink",
    "gray",
    "light_gray",
    "cyan",
    "purple",
    "blue",
    "brown",
    "green",
    "red",
    "black",
];
const CORALS: [&str; 5] = ["tube", "brain", "bubble", "fire", "horn"];
const SMALL_FLOWERS: &str = "dandelion poppy blue_orchid allium azure_bluet red_tulip orange_tulip white_tulip \
                             pink_tulip oxeye_daisy cornflower lily_of_the_valley wither_rose";
const TALL_FLOWERS: &str = "sunflower lilac peony rose_bush";

macro_rules! tags {
    ($(#[$doc:meta])* $tag:ident of $thing:ident: $($(#[$each:meta])* $name:ident = $members:expr;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $tag {
            $($(#[$each])* $name,)*
        }

        impl $tag {
            /// Every tag that is here.
            pub const ALL: &[$tag] = &[$($tag::$name),*];

            /// Whether it is in the set.
            #[inline]
            pub fn contains(self, one: $thing) -> bool {
                let id = usize::from(one.id());
                self.set().bits[id / 64] >> (id % 64) & 1 == 1
            }

            /// Everything in the set, by id.
            pub fn members(self) -> &'static [$thing] {
                &self.set().members
            }

            fn set(self) -> &'static Set<$thing> {
                static SETS: Lazy<Vec<Set<$thing>>> = Lazy::new(|| {
                    let names: Vec<Vec<String>> = vec![$($members.into()),*];
                    let found = |name: &String| $thing::from_name(name).unwrap_or_else(|| panic!("tags: no {name}"));
                    let set = |names: &Vec<String>| {
                        let mut members: Vec<$thing> = names.iter().map(found).collect();
                        members.sort_unstable();
                        let mut bits = vec![0; $thing::COUNT / 64 + 1];
                        for one in &members {
                            bits[usize::from(one.id()) / 64] |= 1 << (one.id() % 64);
                        }
                        Set { members, bits }
                    };
                    names.iter().map(set).collect()
                });
                &SETS[self as usize]
            }
        }
    };
}

struct Set<T> {
    members: Vec<T>,
    bits: Vec<u64>,
}

tags! {
    /// A set of items.
    #[allow(missing_docs)]
    ItemTag of Item:
    Planks = each("_planks", &all_woods());
    /// Logs, stems, wood and hyphae, stripped or not.
    Logs = logs(&all_woods());
    /// Logs of the overworld: fuel, and charcoal.
    LogsThatBurn = logs(&WOODS);
    WoodenSlabs = each("_slab", &all_woods());
    WoodenStairs = each("_stairs", &all_woods());
    WoodenFences = each("_fence", &all_woods());
    FenceGates = each("_fence_gate", &all_woods());
    WoodenDoors = each("_door", &all_woods());
    WoodenTrapdoors = each("_trapdoor", &all_woods());
    WoodenPressurePlates = each("_pressure_plate", &all_woods());
    WoodenButtons = each("_button", &all_woods());
    Signs = each("_sign", &all_woods());
    Boats = each("_boat", &WOODS);
    ChestBoats = each("_chest_boat", &WOODS);
    Saplings = saplings();
    Leaves = leaves();
    Wool = each("_wool", &COLORS);
    WoolCarpets = each("_carpet", &COLORS);
    Beds = each("_bed", &COLORS);
    Banners = each("_banner", &COLORS);
    Dyes = each("_dye", &COLORS);
    Candles = with(&["candle"], each("_candle", &COLORS));
    ShulkerBoxes = with(&["shulker_box"], each("_shulker_box", &COLORS));
    Terracotta = with(&["terracotta"], each("_terracotta", &COLORS));
    Coals = list("coal charcoal");
    /// What furnaces and brewing stands are made of.
    StoneCraftingMaterials = list("cobblestone blackstone cobbled_deepslate");
    StoneToolMaterials = list("cobblestone blackstone cobbled_deepslate");
    Sand = list("sand red_sand");
    SoulFireBaseBlocks = list("soul_sand soul_soil");
    SmallFlowers = list(SMALL_FLOWERS);
    TallFlowers = list(TALL_FLOWERS);
    Flowers = flowers();
    Arrows = list("arrow tipped_arrow spectral_arrow");
    Fishes = list("cod cooked_cod salmon cooked_salmon pufferfish tropical_fish");
    CoalOres = list("coal_ore deepslate_coal_ore");
    IronOres = list("iron_ore deepslate_iron_ore");
    GoldOres = list("gold_ore deepslate_gold_ore nether_gold_ore");
    Anvils = list("anvil chipped_anvil damaged_anvil");
}

tags! {
    /// A set of blocks.
    #[allow(missing_docs)]
    BlockTag of Block:
    Planks = each("_planks", &all_woods());
    /// Logs, stems, wood and hyphae, stripped or not: what keeps leaves alive.
    Logs = logs(&all_woods());
    Leaves = leaves();
    Saplings = saplings();
    SmallFlowers = list(SMALL_FLOWERS);
    TallFlowers = list(TALL_FLOWERS);
    Flowers = flowers();
    /// What saplings, flowers and grass stand on.
    Dirt = list("dirt grass_block podzol coarse_dirt mycelium rooted_dirt moss_block mud muddy_mangrove_roots");
    Sand = list("sand red_sand");
    Crops = list("beetroots carrots potatoes wheat melon_stem pumpkin_stem");
    /// What bamboo grows on.
    BambooPlantableOn = with(
        &["sand", "red_sand", "bamboo", "bamboo_sapling", "gravel"],
        list("dirt grass_block podzol coarse_dirt mycelium rooted_dirt moss_block mud muddy_mangrove_roots"),
    );
    /// What a dead bush stands on.
    DeadBushMayPlaceOn = with(
        &["sand", "red_sand", "terracotta", "dirt", "grass_block", "podzol", "coarse_dirt", "mycelium"],
        with(&["rooted_dirt", "moss_block", "mud", "muddy_mangrove_roots"], each("_terracotta", &COLORS)),
    );
    /// Where mushrooms grow in any light.
    MushroomGrowBlock = list("mycelium podzol crimson_nylium warped_nylium");
    Wool = each("_wool", &COLORS);
    WoolCarpets = each("_carpet", &COLORS);
    Beds = each("_bed", &COLORS);
    Terracotta = with(&["terracotta"], each("_terracotta", &COLORS));
    ShulkerBoxes = with(&["shulker_box"], each("_shulker_box", &COLORS));
    Candles = with(&["candle"], each("_candle", &COLORS));
    WoodenDoors = each("_door", &all_woods());
    Doors = with(&["iron_door"], each("_door", &all_woods()));
    Trapdoors = with(&["iron_trapdoor"], each("_trapdoor", &all_woods()));
    WoodenFences = each("_fence", &all_woods());
    Fences = with(&["nether_brick_fence"], each("_fence", &all_woods()));
    FenceGates = each("_fence_gate", &all_woods());
    WoodenButtons = each("_button", &all_woods());
    Buttons = with(&["stone_button", "polished_blackstone_button"], each("_button", &all_woods()));
    PressurePlates = pressure_plates();
    Signs = with_all(each("_sign", &all_woods()), each("_wall_sign", &all_woods()));
    Rails = list("rail powered_rail detector_rail activator_rail");
    Anvils = list("anvil chipped_anvil damaged_anvil");
    Cauldrons = list("cauldron water_cauldron lava_cauldron powder_snow_cauldron");
    Campfires = list("campfire soul_campfire");
    Fire = list("fire soul_fire");
    Ice = list("ice packed_ice blue_ice frosted_ice");
    Snow = list("snow snow_block powder_snow");
    Corals = corals();
    CoalOres = list("coal_ore deepslate_coal_ore");
    IronOres = list("iron_ore deepslate_iron_ore");
    GoldOres = list("gold_ore deepslate_gold_ore nether_gold_ore");
    CopperOres = list("copper_ore deepslate_copper_ore");
    DiamondOres = list("diamond_ore deepslate_diamond_ore");
    RedstoneOres = list("redstone_ore deepslate_redstone_ore");
    LapisOres = list("lapis_ore deepslate_lapis_ore");
    EmeraldOres = list("emerald_ore deepslate_emerald_ore");
    /// Stone that generation may cut and that ores grow in.
    BaseStoneOverworld = list("stone granite diorite andesite tuff deepslate");
    StoneOreReplaceables = list("stone granite diorite andesite");
    DeepslateOreReplaceables = list("deepslate tuff");
    /// What animals spawn on.
    AnimalsSpawnableOn = list("grass_block");
    RabbitsSpawnableOn = list("grass_block snow snow_block sand");
    WolvesSpawnableOn = list("grass_block snow snow_block");
    /// What a player may be put on at the first spawn.
    ValidSpawn = list("grass_block podzol");
    EndermanHoldable = with(
        &["sand", "red_sand", "gravel", "brown_mushroom", "red_mushroom", "tnt", "cactus", "clay", "pumpkin"],
        with_all(
            list("carved_pumpkin melon crimson_fungus crimson_nylium crimson_roots warped_fungus warped_nylium \
                  warped_roots dirt grass_block podzol coarse_dirt mycelium rooted_dirt moss_block mud \
                  muddy_mangrove_roots"),
            list(SMALL_FLOWERS),
        ),
    );
}

fn list(names: &str) -> Vec<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

/// A name for each kind, which comes before the ending.
fn each(ending: &str, kinds: &[&str]) -> Vec<String> {
    kinds.iter().map(|kind| format!("{kind}{ending}")).collect()
}

fn with(names: &[&str], mut others: Vec<String>) -> Vec<String> {
    others.extend(names.iter().map(|name| (*name).to_owned()));
    others
}

fn with_all(mut one: Vec<String>, other: Vec<String>) -> Vec<String> {
    one.extend(other);
    one
}

fn all_woods() -> Vec<&'static str> {
    WOODS.into_iter().chain(NETHER_WOODS).collect()
}

fn logs(woods: &[&str]) -> Vec<String> {
    let of = |wood: &&str| {
        let (log, bark) = if NETHER_WOODS.contains(wood) { ("stem", "hyphae") } else { ("log", "wood") };
        [
            format!("{wood}_{log}"),
            format!("{wood}_{bark}"),
            format!("stripped_{wood}_{log}"),
            format!("stripped_{wood}_{bark}"),
        ]
    };
    woods.iter().flat_map(of).collect()
}

fn saplings() -> Vec<String> {
    with(&["mangrove_propagule", "azalea", "flowering_azalea"], each("_sapling", &WOODS[..6]))
}

fn leaves() -> Vec<String> {
    with(&["azalea_leaves", "flowering_azalea_leaves"], each("_leaves", &WOODS))
}

fn flowers() -> Vec<String> {
    let both = with_all(list(SMALL_FLOWERS), list(TALL_FLOWERS));
    with(&["flowering_azalea_leaves", "flowering_azalea", "mangrove_propagule"], both)
}

fn pressure_plates() -> Vec<String> {
    let stone = ["stone_pressure_plate", "polished_blackstone_pressure_plate"];
    let weighted = ["light_weighted_pressure_plate", "heavy_weighted_pressure_plate"];
    with(&weighted, with(&stone, each("_pressure_plate", &all_woods())))
}

fn corals() -> Vec<String> {
    with_all(each("_coral", &CORALS), each("_coral_fan", &CORALS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_has_members_and_knows_them() {
        for tag in ItemTag::ALL {
            assert!(!tag.members().is_empty(), "{tag:?}");
            assert!(Item::all().filter(|item| tag.contains(*item)).eq(tag.members().iter().copied()), "{tag:?}");
        }
        for tag in BlockTag::ALL {
            assert!(Block::all().filter(|block| tag.contains(*block)).eq(tag.members().iter().copied()), "{tag:?}");
        }
    }

    #[test]
    fn woods_are_told_apart() {
        assert_eq!(ItemTag::Logs.members().len(), 36);
        assert!(ItemTag::Logs.contains(Item::STRIPPED_WARPED_HYPHAE));
        assert!(!ItemTag::LogsThatBurn.contains(Item::STRIPPED_WARPED_HYPHAE));
        assert!(BlockTag::Leaves.contains(Block::AZALEA_LEAVES) && !BlockTag::Leaves.contains(Block::AZALEA));
        assert!(!ItemTag::Planks.contains(Item::BAMBOO_PLANKS));
    }
}
