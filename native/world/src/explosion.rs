//! Explosions (`Explosion` of 1.19.4).

use anima_body::{BlockPos, Liquids, RayShape, View, raycast};
use anima_rules::{Aabb, Block, BlockState, EntityKind};
use glam::DVec3;
use rand::RngExt;
use rand::seq::SliceRandom;
use rustc_hash::FxHashSet;

use crate::entity::{Around, Tnt};
use crate::harm::{Attacker, Damage, Harm};
use crate::level::Dice;

/// Rays start at the cells of the surface of a cube with so many a side.
const RAYS: i32 = 16;
/// Blocks between two looks along a ray.
const RAY_STEP: f32 = 0.3;
/// Power that a ray loses in each step, whatever is there.
const RAY_LOSS: f32 = 0.225_000_01;

/// Explodes at a point: hurts and throws what is near, and breaks blocks unless a mob did it that may not.
pub(crate) fn explode(around: &mut Around<'_>, by: Option<Attacker>, center: DVec3, power: f32) {
    let griefs = around.options.rules.mob_griefing || by.is_none_or(|by| by.kind == EntityKind::PLAYER);
    let mut blocks = if griefs { blocks_hit(&around.level.view(), center, power, around.dice) } else { Vec::new() };
    throw_bodies(around, by, center, power);
    // What mobs blow up is lost in part (`mobExplosionDropDecay`), what TNT blows up is not (`tntExplosionDropDecay`).
    let decay = if by.is_some() { power } else { 1.0 };
    blocks.shuffle(around.dice);
    for pos in blocks {
        if around.level.block(pos).block() == Block::TNT {
            around.level.set_block(pos, BlockState::AIR);
            let fuse = 10 + around.dice.random_range(0..20);
            around.spawned.push(Tnt::entity(pos.floor_center(), fuse, around.dice));
        } else {
            around.level.blow_up(pos, decay);
        }
    }
}

/// The blocks that an explosion breaks, in the order in which its rays meet them
/// (`Explosion.collectBlocksAndDamageEntities`).
pub(crate) fn blocks_hit(view: &View<'_>, center: DVec3, power: f32, dice: &mut Dice) -> Vec<BlockPos> {
    let mut met = FxHashSet::default();
    let mut blocks = Vec::new();
    let edge = |i: i32| i == 0 || i == RAYS - 1;
    let share = |i: i32| f64::from(i as f32 / (RAYS - 1) as f32 * 2.0 - 1.0);
    for x in 0..RAYS {
        for y in 0..RAYS {
            for z in 0..RAYS {
                if !(edge(x) || edge(y) || edge(z)) {
                    continue;
                }
                let way = DVec3::new(share(x), share(y), share(z)).normalize() * f64::from(RAY_STEP);
                let mut left = power * (0.7 + dice.random::<f32>() * 0.6);
                let mut point = center;
                while left > 0.0 {
                    let pos = BlockPos::containing(point);
                    let Some(state) = view.block(pos) else { break };
                    left -= resistance(state).map_or(0.0, |resistance| (resistance + 0.3) * RAY_STEP);
                    if left > 0.0 && !state.is_air() && met.insert(pos) {
                        blocks.push(pos);
                    }
                    point += way;
                    left -= RAY_LOSS;
                }
            }
        }
    }
    blocks
}

/// What a ray has to overcome in a block; water and lava count as a hundred.
fn resistance(state: BlockState) -> Option<f32> {
    if state.is_air() {
        return None;
    }
    let liquid = if state.fluid().is_some() { 100.0 } else { 0.0 };
    Some(state.block().blast_resistance().max(liquid))
}

/// Hurts and throws away everything near.
fn throw_bodies(around: &mut Around<'_>, by: Option<Attacker>, center: DVec3, power: f32) {
    let reach = f64::from(power * 2.0);
    let Around { level, player, others, options, dice, .. } = around;
    let view = level.view();
    let blow = |bounds: Aabb, pos: DVec3, eyes: DVec3| {
        let nearness = 1.0 - pos.distance(center) / reach;
        if nearness < 0.0 || eyes == center {
            return None;
        }
        let strength = nearness * exposure(&view, center, &bounds);
        let amount = ((strength * strength + strength) / 2.0 * 7.0 * reach + 1.0).floor() as f32;
        Some((Damage { harm: Harm::Explosion, amount, by }, (eyes - center).normalize() * strength))
    };
    if !player.is_dead
        && let Some((damage, push)) = blow(player.body.bounds(), player.body.pos, player.body.eyes())
    {
        player.hurt(damage, options, dice);
        player.body.velocity += push;
    }
    for other in others.iter_mut().filter(|other| other.body.pos.distance_squared(center) <= reach * reach) {
        let aim = if other.is_tnt() { other.body.pos } else { other.body.eyes() };
        if let Some((damage, push)) = blow(other.body.bounds(), other.body.pos, aim) {
            other.hurt(damage, 0, dice);
            other.body.velocity += push;
            other.wake();
        }
    }
}

/// The share of a body that the middle of an explosion sees (`Explosion.getExposure`).
pub(crate) fn exposure(view: &View<'_>, center: DVec3, bounds: &Aabb) -> f64 {
    let size = bounds.max - bounds.min;
    let step = 1.0 / (size * 2.0 + 1.0);
    // Points on a grid; its rest is shared by both sides.
    let margin = |step: f64| (1.0 - (1.0 / step).floor() * step) / 2.0;
    let (margin_x, margin_z) = (margin(step.x), margin(step.z));
    let (mut seen, mut all) = (0u32, 0u32);
    let points = |step: f64| (0..).map(move |i| f64::from(i) * step).take_while(|share| *share <= 1.0);
    for x in points(step.x) {
        for y in points(step.y) {
            for z in points(step.z) {
                let point = bounds.min + size * DVec3::new(x, y, z) + DVec3::new(margin_x, 0.0, margin_z);
                all += 1;
                seen += u32::from(raycast(view, point, center, RayShape::Collision, Liquids::Pass).is_none());
            }
        }
    }
    f64::from(seen) / f64::from(all)
}

#[cfg(test)]
mod tests {
    use anima_body::{ChunkPos, Column, Terrain};
    use rand::SeedableRng;

    use super::*;

    fn ground(block: Block) -> Terrain {
        let mut terrain = Terrain::default();
        for chunk in ChunkPos::new(0, 0).around(1) {
            let mut column = Column::default();
            let section = anima_body::Section::Single(block.state());
            (0..8).for_each(|i| column.set_section(i, section.clone()));
            terrain.insert(chunk, column);
        }
        terrain
    }

    /// Blocks that an explosion on top of a plain breaks, and how deep the crater is, as means.
    fn crater(block: Block, power: f32) -> (f64, f64) {
        let terrain = ground(block);
        let mut dice = Dice::seed_from_u64(1);
        let (mut count, mut depth) = (0, 0);
        for _ in 0..100 {
            let blocks = blocks_hit(&terrain.view(), DVec3::new(8.5, 64.0, 8.5), power, &mut dice);
            count += blocks.len();
            depth += blocks.iter().map(|pos| 64 - pos.y).max().unwrap_or(0);
        }
        (count as f64 / 100.0, f64::from(depth) / 100.0)
    }

    #[test]
    fn craters_are_as_large_as_the_ground_is_soft() {
        let (dirt, dirt_depth) = crater(Block::DIRT, 3.0);
        assert!((40.0..90.0).contains(&dirt) && (2.5..4.0).contains(&dirt_depth), "{dirt} {dirt_depth}");
        let (stone, stone_depth) = crater(Block::STONE, 3.0);
        assert!((1.0..4.0).contains(&stone) && stone_depth <= 1.0, "{stone} {stone_depth}");
        assert_eq!(crater(Block::OBSIDIAN, 4.0).0, 0.0);
        assert_eq!(crater(Block::WATER, 4.0).0, 0.0);
    }

    #[test]
    fn walls_shield() {
        let mut terrain = ground(Block::STONE);
        let body = Aabb::of_body(DVec3::new(11.5, 64.0, 8.5), 0.6, 1.8);
        let center = DVec3::new(8.5, 64.5, 8.5);
        assert_eq!(exposure(&terrain.view(), center, &body), 1.0);
        for z in 6..12 {
            terrain.set_block(BlockPos::new(10, 64, z), Block::STONE.state());
        }
        // Of five rows of three points only the highest is seen over the wall, and not its farthest point.
        let some = exposure(&terrain.view(), center, &body);
        assert!((some - 2.0 / 15.0).abs() < 1e-9, "{some}");
        for z in 0..16 {
            (64..70).for_each(|y| {
                terrain.set_block(BlockPos::new(10, y, z), Block::STONE.state());
            });
        }
        assert_eq!(exposure(&terrain.view(), center, &body), 0.0);
    }
}
