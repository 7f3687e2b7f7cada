//! What animals eat, and so what they are bred with (`AnimalEntity.isBreedingItem`), and what some are tamed with before.

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
        EntityKind::LLAMA | EntityKind::TRADER_LLAMA => &[Item::HAY_BLOCK],
        EntityKind::HOGLIN => &[Item::CRIMSON_FUNGUS],
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

/// What a wild animal of a kind is fed until it is tame, and in how many meals one tames it: those that breed only then
/// (`WolfEntity.interactMob`); `None` for what breeds wild, or is not tamed by feeding.
pub fn tamed_with(kind: EntityKind) -> Option<(Item, u32)> {
    (kind == EntityKind::WOLF).then_some((Item::BONE, 3))
}

/// What it takes to breed animals of a kind beside feeding two of them, and taming them ([`tamed_with`]), in words that
/// follow "no skill for"; `None` where a child stands beside them soon after.
pub fn obstacle(kind: EntityKind) -> Option<String> {
    Some(match kind {
        // `AbstractHorseEntity.canBreed`, `LlamaEntity.receiveFood`, `CatEntity.canBreedWith`
        EntityKind::HORSE | EntityKind::DONKEY | EntityKind::LLAMA | EntityKind::TRADER_LLAMA | EntityKind::CAT => {
            format!("taming, and only a tame {kind} breeds")
        }
        // `OcelotEntity.interactMob`
        EntityKind::OCELOT => "winning trust, without which an ocelot takes fish and does not breed".to_owned(),
        // `TurtleEntity.MateGoal`, `FrogEntity.breed`
        EntityKind::TURTLE => "hatching eggs, which a turtle lays in place of a child".to_owned(),
        EntityKind::FROG => "hatching spawn, which a frog lays in place of a child".to_owned(),
        // `PandaEntity.PandaMateGoal.isBambooClose`
        EntityKind::PANDA => "growing bamboo, beside which alone a panda breeds".to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_animal_that_is_fed_has_a_child_or_says_what_else_it_takes() {
        let check = |kind: EntityKind, food: Item, obstacle_says: &str| {
            assert!(foods(kind).contains(&food), "{kind}");
            let obstacle = obstacle(kind).unwrap_or_default();
            assert!(obstacle.contains(obstacle_says) && obstacle.is_empty() == obstacle_says.is_empty(), "{obstacle}");
        };
        check(EntityKind::COW, Item::WHEAT, "");
        check(EntityKind::HOGLIN, Item::CRIMSON_FUNGUS, "");
        check(EntityKind::WOLF, Item::BEEF, "");
        check(EntityKind::TRADER_LLAMA, Item::HAY_BLOCK, "only a tame trader_llama breeds");
        check(EntityKind::TURTLE, Item::SEAGRASS, "eggs");
        check(EntityKind::FROG, Item::SLIME_BALL, "spawn");
        check(EntityKind::PANDA, Item::BAMBOO, "bamboo");
    }
}
