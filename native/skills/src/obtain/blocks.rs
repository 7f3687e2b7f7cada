//! Blocks from which things are had: which of them grow wild, and how the agent comes to one.

use anima_body::BlockPos;
use anima_intent::{Outcome, Reason};
use anima_rules::techtree::{Kind, ways};
use anima_rules::{Block, Item};

use crate::Me;
use crate::hands::aim::aim;
use crate::path::goal::Goal;
use crate::seek::SEARCH;
use crate::seek::biome::lands_of;
use crate::seek::explore::explore_land;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::travel::travel;

/// The wild plants that drop something to the bare hand, more than once in a while.
pub(super) fn wild_plants(item: Item) -> Vec<Block> {
    let wild = ways(item).iter().filter(|way| way.tool.is_none() && way.yields > 0.1);
    wild.filter_map(|way| if let Kind::Mine(block) = way.kind { Some(block) } else { None }).collect()
}

/// Goes to the nearest known block of a kind, within reach of the hands, looking for one where none is known.
pub(super) async fn go_to_one(me: &Me, block: Block) -> Outcome<BlockPos> {
    /// Places put before one path search.
    const CHOICE: usize = 16;
    /// Ticks for the way there.
    const PATIENCE: u64 = 1500;
    loop {
        let places = me.senses().places_of(&[block], me.now().player.feet(), CHOICE);
        if places.is_empty() {
            let known = |me: &Me| !me.senses().places_of(&[block], me.now().player.feet(), 1).is_empty();
            match me.doing(format!("look for {block}"), explore_land(me, &lands_of(&[block]), SEARCH, known)).await {
                Err(Reason::TookTooLong) => return Err(Reason::not_found(block)),
                outcome => outcome?,
            }
            continue;
        }
        let goals = places.iter().map(|pos| Goal::Reach(*pos)).collect();
        match me.within(PATIENCE, travel(me, &Goal::Any(goals))).await {
            Err(Reason::Died) => return Err(Reason::Died),
            Err(_) => places.iter().for_each(|pos| me.senses_mut().atlas_mut().give_up(*pos, LEAVE_ALONE)),
            Ok(()) => {
                let now = me.now();
                if let Some(pos) = places.iter().find(|pos| aim(&now, **pos).is_some()) {
                    return Ok(*pos);
                }
                me.senses_mut().atlas_mut().give_up(places[0], LEAVE_ALONE);
            }
        }
        me.tick().await;
    }
}
