//! Coming back up.

use anima_body::{BlockPos, MAX_Y};
use anima_rules::StateFlags;

use super::travel::travel;
use crate::path::Goal;
use crate::{Me, Outcome};

/// Blocks climbed before the way is looked for anew.
const LEG: i32 = 16;
/// Ticks for one leg.
const PATIENCE: u64 = 1200;

/// Goes up until the sky is open above, by caves, stairs dug and pillars.
///
/// # Errors
/// [`Reason::Unreachable`](crate::Reason::Unreachable) if no way up is found.
pub async fn go_up(me: &Me) -> Outcome {
    me.doing("go up", async {
        while !is_under_sky(me) {
            let y = me.now().player.feet().y;
            let goal = Goal::Y(y + LEG);
            let leg = me.within(PATIENCE, travel(me, &goal));
            match me.until(is_under_sky, leg).await {
                None => return Ok(()),
                Some(outcome) => outcome?,
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// Whether nothing opaque is above the head. What is loaded is asked: the light at the eyes tells a player as much.
pub fn is_under_sky(me: &Me) -> bool {
    let now = me.now();
    let feet = now.player.feet();
    let view = now.terrain.view();
    let opaque = |y: &i32| view.block_or_wall(BlockPos::new(feet.x, *y, feet.z)).flags().contains(StateFlags::OPAQUE);
    (feet.y + 2..MAX_Y).all(|y| !opaque(&y))
}
