//! The game's random generators, bit for bit: the same seed gives the game's own terrain.

/// `RandomSupport.GOLDEN_RATIO_64`.
const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
/// `RandomSupport.SILVER_RATIO_64`.
const SILVER_RATIO: u64 = 0x6A09_E667_F3BC_C909;

/// What the generators have in common.
///
/// `Xoroshiro` cuts its numbers from 64 bits, the legacy generator from 48: how many bits a float or an integer
/// takes differs, so each says so itself.
pub trait Random {
    /// The next `bits` bits, as the legacy classes ask for them.
    fn bits(&mut self, bits: u32) -> i32;

    /// A number of 0..bound (`BitRandomSource.nextInt`).
    fn below(&mut self, bound: i32) -> i32 {
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(self.bits(31))) >> 31) as i32;
        }
        loop {
            let bits = self.bits(31);
            let value = bits % bound;
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
        }
    }

    /// A number of 0..1.
    fn float(&mut self) -> f32 {
        self.bits(24) as f32 * 5.960_464_5e-8
    }

    /// A number of 0..1.
    fn double(&mut self) -> f64 {
        let high = i64::from(self.bits(26)) << 27;
        (high + i64::from(self.bits(27))) as f64 * 1.110_223_024_625_156_5e-16
    }

    /// 64 random bits.
    fn long(&mut self) -> i64 {
        let high = i64::from(self.bits(32)) << 32;
        high.wrapping_add(i64::from(self.bits(32)))
    }

    /// Yes or no.
    fn coin(&mut self) -> bool {
        self.bits(1) != 0
    }

    /// A number of `low..=high`.
    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low + 1)
    }

    /// A number of `low..high`.
    fn float_between(&mut self, low: f32, high: f32) -> f32 {
        low + self.float() * (high - low)
    }

    /// Whether a chance of one in `n` came up.
    fn one_in(&mut self, n: i32) -> bool {
        self.below(n) == 0
    }
}

/// `XoroshiroRandomSource`: xoroshiro128++.
#[derive(Clone, Debug)]
pub struct Xoroshiro {
    low: u64,
    high: u64,
}

/// `XoroshiroPositionalRandomFactory`: a generator of its own for each position or name.
#[derive(Clone, Copy, Debug)]
pub struct Positional {
    low: u64,
    high: u64,
}

fn mix_stafford13(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

impl Xoroshiro {
    /// The generator of a world or feature seed.
    pub fn new(seed: u64) -> Xoroshiro {
        let low = seed ^ SILVER_RATIO;
        let high = low.wrapping_add(GOLDEN_RATIO);
        Xoroshiro::from_halves(mix_stafford13(low), mix_stafford13(high))
    }

    fn from_halves(low: u64, high: u64) -> Xoroshiro {
        if low | high == 0 {
            return Xoroshiro { low: GOLDEN_RATIO, high: SILVER_RATIO };
        }
        Xoroshiro { low, high }
    }

    fn next(&mut self) -> u64 {
        let (low, high) = (self.low, self.high);
        let result = low.wrapping_add(high).rotate_left(17).wrapping_add(low);
        let high = high ^ low;
        self.low = low.rotate_left(49) ^ high ^ high << 21;
        self.high = high.rotate_left(28);
        result
    }

    /// Makes a factory of generators out of the next numbers.
    pub fn fork(&mut self) -> Positional {
        Positional { low: self.next(), high: self.next() }
    }
}

impl Random for Xoroshiro {
    fn bits(&mut self, bits: u32) -> i32 {
        (self.next() >> (64 - bits)) as i32
    }

    fn below(&mut self, bound: i32) -> i32 {
        let bound = bound as u32;
        let mut product = (self.next() & 0xFFFF_FFFF) * u64::from(bound);
        if (product as u32) < bound {
            let least = bound.wrapping_neg() % bound;
            while (product as u32) < least {
                product = (self.next() & 0xFFFF_FFFF) * u64::from(bound);
            }
        }
        (product >> 32) as i32
    }

    fn double(&mut self) -> f64 {
        (self.next() >> 11) as f64 * 1.110_223_024_625_156_5e-16
    }

    fn long(&mut self) -> i64 {
        self.next() as i64
    }
}

/// `Mth.getSeed`: what is random about a position.
pub fn position_seed(x: i32, y: i32, z: i32) -> i64 {
    let mixed = i64::from(x.wrapping_mul(3_129_871)) ^ i64::from(z).wrapping_mul(116_129_781) ^ i64::from(y);
    let mixed = mixed.wrapping_mul(mixed).wrapping_mul(42_317_861).wrapping_add(mixed.wrapping_mul(11));
    mixed >> 16
}

impl Positional {
    /// The generator at a position.
    pub fn at(self, x: i32, y: i32, z: i32) -> Xoroshiro {
        Xoroshiro::from_halves(position_seed(x, y, z) as u64 ^ self.low, self.high)
    }

    /// The generator of a name.
    pub fn named(self, name: &str) -> Xoroshiro {
        let hash = u128::from_be_bytes(md5::compute(name).0);
        Xoroshiro::from_halves((hash >> 64) as u64 ^ self.low, hash as u64 ^ self.high)
    }
}

/// `LegacyRandomSource`: the 48-bit generator of `java.util.Random`.
#[derive(Clone, Debug)]
pub struct Legacy(u64);

impl Legacy {
    const MULTIPLIER: u64 = 0x5_DEEC_E66D;

    /// The generator of a seed.
    pub fn new(seed: i64) -> Legacy {
        Legacy((seed as u64 ^ Legacy::MULTIPLIER) & ((1 << 48) - 1))
    }

    /// `WorldgenRandom.setLargeFeatureSeed`: of a carver that starts in a column.
    pub fn of_large_feature(seed: i64, x: i32, z: i32) -> Legacy {
        let mut random = Legacy::new(seed);
        let (a, b) = (random.long(), random.long());
        Legacy::new(i64::from(x).wrapping_mul(a) ^ i64::from(z).wrapping_mul(b) ^ seed)
    }
}

impl Random for Legacy {
    fn bits(&mut self, bits: u32) -> i32 {
        self.0 = (self.0.wrapping_mul(Legacy::MULTIPLIER).wrapping_add(11)) & ((1 << 48) - 1);
        (self.0 >> (48 - bits)) as i32
    }
}

/// `WorldgenRandom` over xoroshiro, as features use it: new numbers, cut the legacy way.
#[derive(Clone, Debug)]
pub struct FeatureRandom(Xoroshiro);

impl FeatureRandom {
    /// A generator of a seed.
    pub fn new(seed: i64) -> FeatureRandom {
        FeatureRandom(Xoroshiro::new(seed as u64))
    }

    /// `setDecorationSeed`: the seed of all features of the column whose corner is at this block.
    pub fn decoration_seed(world: i64, x: i32, z: i32) -> i64 {
        let mut random = FeatureRandom::new(world);
        let (a, b) = (random.long() | 1, random.long() | 1);
        i64::from(x).wrapping_mul(a).wrapping_add(i64::from(z).wrapping_mul(b)) ^ world
    }

    /// `setFeatureSeed`: the generator of one feature of a column.
    pub fn of_feature(decoration_seed: i64, index: i32, step: i32) -> FeatureRandom {
        FeatureRandom::new(decoration_seed.wrapping_add(i64::from(index)).wrapping_add(i64::from(10_000 * step)))
    }
}

impl Random for FeatureRandom {
    fn bits(&mut self, bits: u32) -> i32 {
        (self.0.next() >> (64 - bits)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legacy_numbers_are_those_of_java() {
        // `new java.util.Random(42)`: nextInt(10) five times, then nextLong of a fresh one.
        let mut random = Legacy::new(42);
        assert_eq!([0; 5].map(|_| random.below(10)), [0, 3, 8, 4, 0]);
        assert_eq!(Legacy::new(42).long(), -5_025_562_857_975_149_833);
    }

    #[test]
    fn every_generator_fills_its_range() {
        fn check(mut random: impl Random) {
            let mut seen = [0; 7];
            for _ in 0..7_000 {
                seen[random.below(7) as usize] += 1;
                assert!((0.0..1.0).contains(&random.float()) && (0.0..1.0).contains(&random.double()));
            }
            assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        }
        check(Xoroshiro::new(1));
        check(Legacy::new(1));
        check(FeatureRandom::new(1));
        check(Xoroshiro::new(1).fork().at(3, -5, 7));
    }
}
