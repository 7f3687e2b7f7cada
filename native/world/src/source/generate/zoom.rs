//! The biome of a block: that of one of the eight 4x4x4 cells around it (`BiomeManager`).

use anima_rules::Biome;

use super::window::Window;

/// Moves the borders between biomes about, so that they are not straight.
#[derive(Clone, Copy, Debug)]
pub struct Zoom {
    seed: i64,
}

/// `LinearCongruentialGenerator.next`.
fn next(state: i64, salt: i32) -> i64 {
    let factor = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    state.wrapping_mul(factor).wrapping_add(i64::from(salt))
}

fn fiddle(state: i64) -> f64 {
    ((state >> 24).rem_euclid(1024) as f64 / 1024.0 - 0.5) * 0.9
}

impl Zoom {
    /// The zoom of a world.
    pub fn new(seed: i64) -> Zoom {
        Zoom { seed: next(next(seed, 0), 0) }
    }

    /// The biome at a block.
    pub fn biome(self, window: &mut Window, x: i32, y: i32, z: i32) -> Biome {
        let (x, y, z) = (x - 2, y - 2, z - 2);
        let (cx, cy, cz) = (x >> 2, y >> 2, z >> 2);
        let part = |v: i32| f64::from(v & 3) / 4.0;
        let (px, py, pz) = (part(x), part(y), part(z));
        // From two heights of four quarters, the lower first.
        let [[a, b], [c, d], [e, f], [g, h]] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(dx, dz)| {
            let quarter = window.quarter(cx + dx, cz + dz);
            let low = cy << 2;
            if quarter.is_surface(low) {
                // So is what lies higher.
                return [quarter.biome; 2];
            }
            [quarter.biome_at(low), quarter.biome_at(low + 4)]
        });
        let biomes = [a, c, b, d, e, g, f, h];
        if biomes.iter().all(|biome| *biome == biomes[0]) {
            return biomes[0];
        }
        let mut best = (f64::INFINITY, biomes[0]);
        for (i, biome) in biomes.into_iter().enumerate() {
            let (dx, dy, dz) = (i as i32 >> 2 & 1, i as i32 >> 1 & 1, i as i32 & 1);
            let cell = (cx + dx, cy + dy, cz + dz);
            let away = (px - f64::from(dx), py - f64::from(dy), pz - f64::from(dz));
            let distance = self.distance(cell, away);
            if distance < best.0 {
                best = (distance, biome);
            }
        }
        best.1
    }

    /// `getFiddledDistance`.
    fn distance(self, (x, y, z): (i32, i32, i32), (dx, dy, dz): (f64, f64, f64)) -> f64 {
        let state = [x, y, z, x, y, z].into_iter().fold(self.seed, next);
        let salt = self.seed as i32;
        let second = next(state, salt);
        let third = next(second, salt);
        (dz + fiddle(third)).powi(2) + (dy + fiddle(second)).powi(2) + (dx + fiddle(state)).powi(2)
    }
}
