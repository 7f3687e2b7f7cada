//! Why the rules have no plan: what cannot be had or met, and what no skill does.

use anima_intent::{Condition, kind_skill};
use anima_rules::techtree::{NoPlan, Reach, place_of_mob, ways};
use anima_rules::{EntityKind, Item, breeding};

use super::rules::Part;
use crate::policy::setbacks::Setbacks;
use crate::situation::Situation;

/// Whether a mob is met in the overworld.
///
/// # Errors
/// Why it is not.
pub(super) fn can_be_met(mob: EntityKind, now: &Situation) -> Result<(), String> {
    match place_of_mob(mob) {
        None if now.mob_at(mob).is_none() => Err(format!("{mob} is not met in an overworld without structures")),
        _ if !now.nature.has_mob(mob) && now.mob_at(mob).is_none() => {
            Err(format!("{mob} is never met in the land that this world generates"))
        }
        Some((_, true)) if now.peaceful => Err(format!("{mob} is hostile, and absent on peaceful")),
        _ => Ok(()),
    }
}

/// Why there is no plan for the parts of a goal, in words.
pub(super) fn reason(parts: &[Part<'_>], now: &Situation, setbacks: &Setbacks, why: NoPlan) -> String {
    let reach = Reach::overworld(now.nature, now.peaceful);
    let items = parts.iter().filter_map(|(part, _)| match part {
        Condition::Holds { items, .. } | Condition::Wears { items } | Condition::Crafted { items, .. } => {
            Some(&items.any_of[..])
        }
        Condition::Placed { items, .. } | Condition::Planted { items, .. } | Condition::InChest { items, .. } => {
            Some(&items.any_of[..])
        }
        Condition::Bred { mob, .. } => Some(breeding::foods(*mob)),
        _ => None,
    });
    let never = |items: &&[Item]| items.iter().all(|item| !reach.can(*item));
    if let Some(items) = items.clone().find(never)
        && let Some(why) = items.iter().find_map(|item| reach.why_not(*item))
    {
        return why.to_string();
    }
    let skilled = Reach::of_ways(now.nature, now.peaceful, |way| kind_skill(&way.kind).is_ok());
    let beyond = |items: &&[Item]| items.iter().all(|item| !skilled.can(*item));
    if let Some(items) = items.clone().find(beyond)
        && let Some(why) = items.iter().find_map(|item| skilled.why_not(*item))
        && let Some((last, lacks)) = why.chain.iter().rev().find_map(|item| {
            let lacks = ways(*item).iter().find_map(|way| kind_skill(&way.kind).err())?;
            Some((*item, lacks))
        })
    {
        let item = why.chain.first().copied().unwrap_or(last);
        return if item == last {
            format!("{item}: {lacks}")
        } else {
            format!("{item} needs {last}, and there is {lacks}")
        };
    }
    match setbacks.any_barred() {
        Some(barred) => format!("{why}: {barred}"),
        None => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::Block;
    use anima_rules::techtree::Nature;

    use super::super::rules::plan;
    use super::*;
    use crate::situation::Known;
    use crate::testing::at_start;

    /// Bar 2 of the evaluation: in both natures each item is planned or refused with a reason, and what the nature of
    /// generated land alone refuses is this list.
    #[test]
    fn what_generated_land_cannot_give_is_refused_at_once() {
        let generated = Situation { nature: Nature::Generated, ..at_start() };
        let mut refused = Vec::new();
        for item in Item::all().filter(|item| *item != Item::AIR) {
            let goal = Condition::holds(item, 1);
            let plan = |now: &Situation| plan(&goal, now, &Setbacks::default(), true).map(drop);
            let (here, there) = (plan(&generated), plan(&at_start()));
            match (&here, &there) {
                (Err(why), Ok(())) => {
                    assert!(why.contains("never occurs") || why.contains("never met"), "{item}: {why}");
                    refused.push(item.name());
                }
                (Err(why), Err(_)) => assert!(!why.is_empty(), "{item}"),
                (Ok(()), there) => assert!(there.is_ok(), "{item}: the game gives no less than generated land"),
            }
        }
        assert_eq!(refused, REFUSED.split_whitespace().collect::<Vec<_>>());
        let why = |goal: &str, now: &Situation| {
            plan(&crate::testing::goal(goal), now, &Setbacks::default(), true).expect_err("there is none")
        };
        assert_eq!(
            why("1 mangrove_boat", &generated),
            "mangrove_boat needs mangrove_planks, which needs mangrove_log, which never occurs in the land that this \
             world generates"
        );
        assert_eq!(why("kill 1 bee", &generated), "bee is never met in the land that this world generates");
        assert_eq!(
            why("explore badlands", &generated),
            "any badland never occurs in the land that this world generates"
        );
        let seen = Situation { blocks: vec![Known { what: Block::RED_SAND, count: 1, nearest: 9.0 }], ..generated };
        assert!(plan(&crate::testing::goal("1 red_sand"), &seen, &Setbacks::default(), true).is_ok());
    }

    /// Items that the game's own land gives and generated land never does.
    const REFUSED: &str = "\
        dripstone_block rooted_dirt mud mangrove_planks mangrove_propagule red_sand amethyst_block mangrove_log \
        mangrove_roots muddy_mangrove_roots stripped_mangrove_log stripped_mangrove_wood mangrove_wood \
        mangrove_leaves azalea_leaves flowering_azalea_leaves tinted_glass azalea flowering_azalea sea_pickle \
        spore_blossom moss_carpet moss_block hanging_roots big_dripleaf small_dripleaf mangrove_slab mud_brick_slab \
        red_sandstone_slab cut_red_sandstone_slab smooth_red_sandstone mangrove_fence smooth_basalt packed_mud \
        mud_bricks glow_lichen mud_brick_stairs sculk sculk_vein sculk_catalyst sculk_shrieker mangrove_stairs \
        red_sandstone_wall mud_brick_wall red_sandstone chiseled_red_sandstone cut_red_sandstone \
        red_sandstone_stairs magma_block turtle_egg dead_tube_coral_block dead_brain_coral_block \
        dead_bubble_coral_block dead_fire_coral_block dead_horn_coral_block tube_coral_block brain_coral_block \
        bubble_coral_block fire_coral_block horn_coral_block tube_coral brain_coral bubble_coral fire_coral \
        horn_coral tube_coral_fan brain_coral_fan bubble_coral_fan fire_coral_fan horn_coral_fan \
        smooth_red_sandstone_stairs smooth_red_sandstone_slab sculk_sensor mangrove_button mangrove_pressure_plate \
        mangrove_door mangrove_trapdoor mangrove_fence_gate mangrove_boat mangrove_chest_boat amethyst_shard \
        mangrove_sign spyglass phantom_membrane glow_berries bee_nest small_amethyst_bud medium_amethyst_bud \
        large_amethyst_bud amethyst_cluster pointed_dripstone";

    #[test]
    fn no_plan_says_why() {
        let why = |goal: &str, now: &Situation| {
            plan(&crate::testing::goal(goal), now, &Setbacks::default(), true).expect_err("there is none")
        };
        assert_eq!(why("1 quartz", &at_start()), "quartz is found only in the Nether");
        assert_eq!(
            why("explore nether_wastes", &at_start()),
            "nether_wastes is found only in the Nether, and no skill leads there"
        );
        assert_eq!(
            why("1 honeycomb_block", &at_start()),
            "honeycomb_block needs honeycomb, and there is no skill for taking honey from bees"
        );
        let nether = Situation { biome: anima_rules::Biome::NETHER_WASTES, ..at_start() };
        assert!(why("sleep", &nether).contains("a bed explodes"));
        let peaceful = Situation { peaceful: true, ..at_start() };
        assert_eq!(why("1 gunpowder", &peaceful), "gunpowder comes from hostile mobs, absent on peaceful");
    }
}
