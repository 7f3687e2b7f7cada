//! How to travel.

use crate::Me;
use crate::me::overhead::SHORE;
use crate::path::conditions::Conditions;
use crate::senses::atlas::SEA;

/// Health below which the agent does nothing that hurts.
const WELL: f32 = 14.0;

/// How to travel.
#[derive(Clone, Debug)]
pub struct Travel {
    /// What is allowed and what is to be avoided. What is carried is filled in anew for each search.
    pub conditions: Conditions,
    /// Keeps away from hostile mobs, wherever they were seen when a search begins.
    pub is_wary: bool,
    /// Ticks that it may take, fights and flights aside: a plan that is expected to take longer is not begun.
    pub patience: Option<u64>,
}

impl Default for Travel {
    /// A sprint on foot, digging and placing nothing.
    fn default() -> Travel {
        Travel { conditions: Conditions::default(), is_wary: false, patience: None }
    }
}

/// The way this agent likes to go: digging and building where that is quicker, around what is dangerous.
pub(crate) fn manner(me: &Me) -> Travel {
    // An agent in good health may fall a little deeper than is harmless.
    let may_hurt = (me.now().player.health - WELL).max(0.0) as u8;
    let conditions = Conditions { can_dig: true, can_place: true, may_hurt, ..Conditions::default() };
    Travel { conditions, is_wary: true, ..Travel::default() }
}

/// As [`manner`], but with nothing placed.
pub(crate) fn sparing(me: &Me) -> Travel {
    let mut manner = manner(me);
    manner.conditions.can_place = false;
    manner
}

/// As [`manner`], but over the land: not down into caves and ravines, where monsters are and from where the way back up
/// is long.
pub(crate) fn over_land(me: &Me) -> Travel {
    let mut manner = manner(me);
    // Where the land itself is lower, as in a flat world, it may lead anywhere.
    if me.now().player.feet().y >= SEA - SHORE {
        manner.conditions.lowest = SEA - SHORE;
    }
    manner
}

/// As [`manner`], but without detours to look at unseen places: where each step takes long, any detour for a look seems
/// shorter, and what is known tells at once whether there is a way.
pub(crate) fn over_known_ground(me: &Me) -> Travel {
    /// Farther than anything was seen, in blocks.
    const BEYOND_SIGHT: i32 = 512;
    let mut manner = manner(me);
    manner.conditions.near = BEYOND_SIGHT;
    manner
}
