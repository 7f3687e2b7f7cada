//! Ore that is looked for, and where it is worth looking for it.

use std::ops::RangeInclusive;

use anima_body::MAX_Y;
use anima_rules::techtree::Place;
use anima_rules::{Block, ore};

use super::shore::SHORE;

/// From this height up what looks like a cave may lie in the shade of an overhang, too bright for monsters and too high
/// for ore that lies deep.
pub(crate) const SHADE: i32 = SHORE - 4;
/// No cave is higher.
pub(crate) const ANYWHERE: i32 = MAX_Y;
/// Ticks to dig a block of tunnel, two high.
const ROCK: f64 = 38.0;
/// New blocks that a tunnel shows in a tick.
const TUNNEL: f64 = 6.0 / ROCK;

/// What is looked for, and where it is worth looking.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// Any of these.
    pub blocks: Vec<Block>,
    /// Heights where it is found.
    pub heights: RangeInclusive<i32>,
    /// The height where most of it is.
    pub best_y: i32,
    /// How much of it is left where it lies beside air, as a share.
    pub exposed: f64,
    /// The heights at which tunnels for it are dug.
    pub tunnel_at: RangeInclusive<i32>,
    /// The height below which caves are looked into.
    pub caves_below: i32,
}

impl Prospect {
    /// Where some blocks that lie at a place are worth looking for.
    pub fn of(place: &Place, blocks: &[Block]) -> Prospect {
        /// Right above the lava, which fills what is hollow from -55 down.
        const LOWEST: i32 = -53;
        /// Below this there are few caves: of the rock at -42..0 a tenth is air, at -53 a thirtieth.
        const FEW_CAVES: i32 = -42;
        let ore = blocks.first().and_then(|block| ore::of(*block));
        let best = place.best_y.map_or(0, i32::from);
        let (low, high) = place.y.map_or((-64, 60), |(low, high)| (i32::from(low), i32::from(high)));
        let usual = if best > 60 { 0..=high } else { best - 30..=best + 60 };
        let slope = ore.and_then(|ore| ore.slope.clone()).unwrap_or(usual);
        let (low, high) = (low.max(*slope.start()), high.min(*slope.end()));
        let (bottom, top) = match best {
            // Up in the mountains it is wherever there is rock.
            61.. => (40, best),
            // A shaft shows more than a tunnel: that begins below where most of it is.
            FEW_CAVES.. => ((best - 20).max(LOWEST), best - 6),
            // Lava and what comes of it lie where it fills caves.
            _ if ore.is_none() => (LOWEST, LOWEST + 3),
            // Caves show most, so tunnels lead to them where there is half as much of it.
            _ => (LOWEST, high - (high - best) / 2),
        };
        Prospect {
            blocks: blocks.to_vec(),
            heights: low..=high,
            best_y: best.clamp(low, high),
            exposed: ore.map_or(1.0, |ore| ore.exposed),
            tunnel_at: bottom.clamp(low, high)..=top.clamp(low, high),
            caves_below: if best >= SHORE { ANYWHERE } else { SHADE },
        }
    }

    /// The dark below a height, in which monsters come: every cave is as good as the next, and rock has none.
    pub(crate) fn of_dark(caves_below: i32) -> Prospect {
        /// A look into a cave is worth so much more than new rock that a tunnel shows.
        const AIR: f64 = 3.0;
        /// Above the deepslate, to dig which takes twice as long. Of the embedded world's land (20 seeds) a tunnel at 12 to
        /// 28 opens a cave of 100 blocks or more after some 110 blocks, one at -4 to 4 after 90.
        const IN_STONE: i32 = 16;
        let tunnel_at = IN_STONE..=IN_STONE;
        Prospect { blocks: Vec::new(), heights: -64..=320, best_y: 0, exposed: AIR, tunnel_at, caves_below }
    }

    /// Height of the tunnel that an agent at height `y` should dig.
    pub(crate) fn tunnel_y(&self, y: i32) -> i32 {
        y.clamp(*self.tunnel_at.start(), *self.tunnel_at.end())
    }

    /// What the tunnel that an agent at height `y` should dig shows in a tick.
    pub(crate) fn tunnel_yield(&self, y: i32) -> f64 {
        TUNNEL * self.richness(self.tunnel_y(y))
    }

    /// How rich the rock at a height is, against the richest.
    pub(crate) fn richness(&self, y: i32) -> f64 {
        /// Of what is found anywhere there is a little elsewhere, too.
        const LEAST: f64 = 0.05;
        let (low, high) = (*self.heights.start(), *self.heights.end());
        let share = if y >= self.best_y {
            f64::from(high - y) / f64::from((high - self.best_y).max(1))
        } else {
            f64::from(y - low + 1) / f64::from((self.best_y - low + 1).max(1))
        };
        share.clamp(LEAST, 1.0)
    }
}

#[cfg(test)]
impl Prospect {
    /// Iron, of which there is most at the height of these scenes.
    pub(crate) fn iron() -> Prospect {
        let blocks = vec![Block::IRON_ORE];
        Prospect { blocks, heights: 30..=60, best_y: 45, exposed: 1.0, tunnel_at: 40..=46, caves_below: SHADE }
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;
    use anima_rules::techtree::ways;

    use super::*;

    #[test]
    fn ore_is_looked_for_where_it_is_and_above_the_lava() {
        let ways = Item::all().flat_map(ways);
        let mined = ways.filter_map(|way| way.kind.block().map(|block| (block, &way.place)));
        let is_ore = |block: Block| block.name().ends_with("_ore");
        let ores: Vec<_> =
            mined.filter(|(block, place)| is_ore(*block) && place.hints.contains(&"underground")).collect();
        assert!(ores.len() > 10);
        for (ore, place) in ores {
            let wanted = Prospect::of(place, &[ore]);
            let (low, high) = place.y.map(|(low, high)| (i32::from(low), i32::from(high))).expect("it has heights");
            let (from, to) = (*wanted.heights.start(), *wanted.heights.end());
            assert!(low <= from && from < to && to <= high, "{ore}: {:?}", wanted.heights);
            assert!(wanted.heights.contains(&wanted.best_y), "{ore}: {wanted:?}");
            assert!(*wanted.tunnel_at.start() >= -53 && !wanted.tunnel_at.is_empty(), "{ore}: {wanted:?}");
            assert!(wanted.tunnel_at.clone().all(|y| wanted.heights.contains(&y)), "{ore}: {wanted:?}");
        }
    }

    #[test]
    fn tunnels_for_the_dark_are_dug_in_stone() {
        // Deepslate goes up to 8 (`overworld.json`, the surface rule `deepslate`).
        assert!([64, 0, -40].iter().all(|y| Prospect::of_dark(SHADE).tunnel_y(*y) > 8));
    }

    #[test]
    fn tunnels_for_what_lies_deepest_are_dug_where_it_is_half_as_rich_and_caves_are_many() {
        for (item, ore, top) in
            [(Item::DIAMOND, Block::DEEPSLATE_DIAMOND_ORE, -25), (Item::REDSTONE, Block::DEEPSLATE_REDSTONE_ORE, -45)]
        {
            let way = ways(item).iter().find(|way| way.kind.block() == Some(ore)).expect("it is mined");
            let wanted = Prospect::of(&way.place, &[ore]);
            assert_eq!(wanted.tunnel_at, -53..=top, "{ore}");
            let poorest = wanted.richness(top);
            assert!((0.45..0.55).contains(&poorest), "{ore}: {poorest}");
        }
    }
}
