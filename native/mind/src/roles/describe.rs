//! JARVIS-1's descriptor: what the player sees, in sentences made of what is known.

use crate::mind::Mind;

/// Kinds of blocks, and of mobs, that are spoken of.
const MOST: usize = 4;

impl Mind {
    /// What the player sees and where it is, in sentences.
    pub(crate) fn describe(&self) -> Vec<String> {
        let now = self.now();
        let place = match (now.under_sky, now.is_night()) {
            (true, false) => "under the open sky by day",
            (true, true) => "under the open sky by night",
            (false, _) => "under the ground or a roof",
        };
        let mut sentences = vec![format!("I am in the biome {} at height {}, {place}.", now.biome.name(), now.y)];
        let mut blocks: Vec<_> = now.blocks.iter().filter(|seen| seen.count > 0).collect();
        blocks.sort_by(|a, b| a.nearest.total_cmp(&b.nearest).then(a.what.cmp(&b.what)));
        for seen in blocks.into_iter().take(MOST) {
            sentences.push(format!(
                "I know of {} {}, the nearest {} blocks away.",
                seen.count,
                seen.what,
                seen.nearest.round()
            ));
        }
        let mut mobs: Vec<_> = now.mobs.iter().filter(|seen| seen.count > 0).collect();
        mobs.sort_by(|a, b| a.nearest.total_cmp(&b.nearest).then(a.what.cmp(&b.what)));
        for seen in mobs.into_iter().take(MOST) {
            sentences.push(format!(
                "I see {} {}, the nearest {} blocks away.",
                seen.count,
                seen.what,
                seen.nearest.round()
            ));
        }
        if now.health < 10.0 {
            sentences.push("I am badly hurt.".to_owned());
        }
        if now.food < 8 {
            sentences.push("I am hungry.".to_owned());
        }
        sentences
    }
}
