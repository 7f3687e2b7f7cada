//! Where not to look.

use anima_body::{Control, EntityFlags, Keys, Observation};
use anima_rules::EntityKind;
use glam::DVec3;

use super::heading::direction;

/// An enderman's eyes, in blocks above its feet.
const EYES: f64 = 2.55;
/// Blocks from which an enderman notices a stare (`generic.follow_range`).
const MINDS: f64 = 64.0;

/// Lowers the eyes where they would meet those of an enderman, which takes that for an offence
/// (`EndermanEntity.isPlayerStaring`), unless something is clicked at.
pub(crate) fn avert_eyes(now: &Observation, control: &mut Control) {
    /// How much wider than the stare the cone is that is kept out of.
    const MARGIN: f32 = 1.5;
    if control.keys.intersects(Keys::ATTACK | Keys::USE) {
        return;
    }
    let calm = |flags: EntityFlags| !flags.intersects(EntityFlags::AGGRESSIVE | EntityFlags::DYING);
    for foe in now.entities.iter().filter(|foe| foe.kind == EntityKind::ENDERMAN && calm(foe.flags)) {
        let way = foe.pos + DVec3::new(0.0, EYES, 0.0) - now.player.eyes();
        if way.length() > MINDS {
            continue;
        }
        let stare = (1.0 - 0.025 / way.length().max(0.1)).acos().to_degrees();
        let cone = MARGIN * stare as f32;
        let (yaw, pitch) = direction(way);
        let off = (now.player.yaw + control.look.yaw - yaw + 180.0).rem_euclid(360.0) - 180.0;
        let looks_at = now.player.pitch + control.look.pitch;
        if off.abs() < cone && (looks_at - pitch).abs() < cone {
            control.look.pitch = (pitch + cone).min(90.0) - now.player.pitch;
        }
    }
}

#[cfg(test)]
mod tests {
    use anima_body::EntityFlags;
    use anima_rules::EntityKind;
    use anima_world::Scene;

    use crate::path::Goal;
    use crate::testing::Game;
    use crate::travel;

    #[test]
    fn an_agent_that_walks_towards_an_enderman_gives_it_no_offence() {
        for seed in 0..10 {
            let mut scene = Scene::flat();
            scene.mob("enderman", [0.5, 64.0, 30.5]);
            let mut angry = false;
            let way = Goal::Near { pos: anima_body::BlockPos::new(0, 64, 24), range: 1 };
            Game::by_night(&scene, seed).watch(
                200,
                async move |me| travel(&me, &way).await,
                |now, _| {
                    let is_angry = EntityFlags::AGGRESSIVE;
                    angry |= now.entities.iter().any(|e| e.kind == EntityKind::ENDERMAN && e.flags.contains(is_angry));
                },
            );
            assert!(!angry, "seed {seed}");
        }
    }
}
