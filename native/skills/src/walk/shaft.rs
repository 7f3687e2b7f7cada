//! Digging straight down.

use anima_body::{BlockPos, Keys, PlayerFlags};
use anima_rules::damage::SAFE_FALL;
use anima_rules::{Block, Face, StateFlags};

use super::step::center;
use crate::Me;
use crate::hands::dig::{check_can_dig_rock, dig};
use crate::hands::place::roof;
use crate::hands::window::close_window;
use crate::threat::hostile_mobs_near;
use anima_intent::{Outcome, Reason};

/// Ticks to wait for the body to come to rest.
const PATIENCE: u32 = 30;
/// Blocks below the floor that are looked at.
const NEAR_BELOW: i32 = 8;

/// Digs straight down to a height, or as far as that is safe, and says how far it got.
///
/// What lies below is looked at before each block: the shaft ends above lava, water, and falls that hurt.
///
/// # Errors
/// [`Reason::Unreachable`] if not even the first block can be dug safely.
pub async fn dig_down(me: &Me, y: i32) -> Outcome {
    me.doing(format!("dig down to y {y}"), async {
        close_window(me).await?;
        let start = me.now().player.feet().y;
        while me.now().player.feet().y > y {
            if me
                .known(me.now().player.feet().down(1))
                .is_some_and(|state| state.flags().contains(StateFlags::NEEDS_TOOL))
            {
                check_can_dig_rock(me)?;
            }
            center(me).await;
            let floor = me.now().player.feet().down(1);
            if me.is_free(floor) {
                // We hang on an edge that cannot be left.
                break;
            }
            if me.now().player.is(PlayerFlags::IN_WATER) || !is_safe_to_open(me, floor) {
                break;
            }
            dig(me, floor).await?;
            fall(me, floor.down(1)).await;
            shut_out(me).await;
        }
        if me.now().player.feet().y < start || start <= y {
            Ok(())
        } else {
            Err(Reason::unreachable(format!("y {y} straight down")))
        }
    })
    .await
}

/// Closes the shaft overhead where a mob may drop in after us: there is no room to fight in it.
async fn shut_out(me: &Me) {
    /// Blocks overhead that are looked at.
    const HIGH: i32 = 24;
    let feet = me.now().player.feet();
    let is_solid = |pos: BlockPos| me.known(pos).is_some_and(|state| !state.flags().contains(StateFlags::NO_COLLISION));
    let overhead = feet.up(2);
    let is_shaft = Face::HORIZONTAL.iter().all(|face| is_solid(overhead.beside(*face)));
    let is_closed = (2..HIGH).any(|n| is_solid(feet.up(n)));
    if is_shaft && !is_closed && hostile_mobs_near(me, feet) > 0 {
        // If that fails, the shaft stays open as it was.
        drop(roof(me).await);
    }
}

/// Whether the block under the feet may be dug away: what is below carries us or is a short fall, and nothing
/// flows in.
pub(crate) fn is_safe_to_open(me: &Me, floor: BlockPos) -> bool {
    let Some(state) = me.known(floor) else { return false };
    if state.block() == Block::BEDROCK || state.block().hardness() < 0.0 {
        return false;
    }
    let flows = |pos: BlockPos| me.known(pos).is_none_or(|state| state.fluid().is_some());
    if Face::HORIZONTAL.iter().any(|face| flows(floor.beside(*face))) || flows(floor) || flows(floor.down(1)) {
        return false;
    }
    // Lava beside the next block would pour in once we stand there.
    if Face::HORIZONTAL.iter().any(|face| me.is_lava(floor.down(1).beside(*face))) || me.is_lava(floor.down(2)) {
        return false;
    }
    fall_below(me, floor) <= SAFE_FALL as i32
}

/// How deep a body falls once the floor is dug, in blocks. Sand and gravel fall as well, once they are touched, if
/// there is room below.
fn fall_below(me: &Me, floor: BlockPos) -> i32 {
    let mut fall = 1;
    for depth in 1..=NEAR_BELOW {
        let below = floor.down(depth);
        if me.is_lava(below) {
            return i32::MAX;
        }
        match me.known(below).map(|state| state.flags()) {
            Some(flags) if flags.contains(StateFlags::FALLS) => {}
            Some(flags) if flags.contains(StateFlags::HURTS) => return i32::MAX,
            Some(flags) if !flags.contains(StateFlags::NO_COLLISION) => return fall,
            // What lies deeper under sand or gravel is not known.
            None if fall == 1 && depth > 1 => return fall,
            Some(_) => fall += 1,
            None => return i32::MAX,
        }
    }
    if fall == 1 { fall } else { i32::MAX }
}

/// Falls into the hole. If the block below may be dug next, the button stays down on it, so that the pause between two
/// blocks passes during the fall.
async fn fall(me: &Me, below: BlockPos) {
    for () in me.for_ticks(PATIENCE) {
        let now = me.now();
        if now.player.is(PlayerFlags::ON_GROUND) && now.player.feet().y <= below.y + 1 {
            return;
        }
        if is_safe_to_open(me, below) && !me.now().player.is(PlayerFlags::IN_WATER) {
            me.turn_to(now.player.yaw, 90.0);
            me.press(Keys::ATTACK);
        }
        me.tick().await;
    }
}
