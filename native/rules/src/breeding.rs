//! What animals eat, and so what they are bred with (`AnimalEntity.isBreedingItem`).

use crate::tags::ItemTag;
use crate::{EntityKind, Item};
use once_cell::sync::Lazy;

/// What a kind of animal is bred with, the easiest to come by first; empty for what is not bred by feeding.
pub fn foods(kind: EntityKind) -> &'static [Item] {
    static FLOWERS: Lazy<Vec<Item>> = Lazy::new(|| ItemTag::Flowers.members().to_vec());
    match kind {
        EntityKind::COW | EntityKind::MOOSHROOM | EntityKind::SHEEP | EntityKind::GOAT => &[Item::WHEAT],
        EntityKind::PIG => &[Item::CARROT, Item::POTATO, Item::BEETROOT],
        EntityKind::CHICKEN => {
            &[Item::WHEAT_SEEDS, Item::BEETROOT_SEEDS, Item::MELON_SEEDS, Item::PUMPKIN_SEEDS, Item::TORCHFLOWER_SEEDS]
        }
        EntityKind::RABBIT => &[Item::DANDELION, Item::CARROT, Item::GOLDEN_CARROT],
        EntityKind::HORSE | EntityKind::DONKEY => {
            &[Item::GOLDEN_CARROT, Item::GOLDEN_APPLE, Item::ENCHANTED_GOLDEN_APPLE]
        }
        EntityKind::LLAMA => &[Item::HAY_BLOCK],
        EntityKind::CAT | EntityKind::OCELOT => &[Item::COD, Item::SALMON],
        EntityKind::FOX => &[Item::SWEET_BERRIES, Item::GLOW_BERRIES],
        EntityKind::TURTLE => &[Item::SEAGRASS],
        EntityKind::PANDA => &[Item::BAMBOO],
        EntityKind::FROG => &[Item::SLIME_BALL],
        EntityKind::STRIDER => &[Item::WARPED_FUNGUS],
        EntityKind::AXOLOTL => &[Item::TROPICAL_FISH_BUCKET],
        EntityKind::CAMEL => &[Item::CACTUS],
        EntityKind::BEE => &FLOWERS,
        EntityKind::WOLF => &[
            Item::BEEF,
            Item::PORKCHOP,
            Item::MUTTON,
            Item::CHICKEN,
            Item::RABBIT,
            Item::ROTTEN_FLESH,
            Item::COOKED_BEEF,
            Item::COOKED_PORKCHOP,
            Item::COOKED_MUTTON,
            Item::COOKED_CHICKEN,
            Item::COOKED_RABBIT,
        ],
        _ => &[],
    }
}

/// Whether animals of a kind must be tamed before they breed.
pub fn must_be_tame(kind: EntityKind) -> bool {
    matches!(kind, EntityKind::HORSE | EntityKind::DONKEY | EntityKind::LLAMA | EntityKind::CAT | EntityKind::WOLF)
}
