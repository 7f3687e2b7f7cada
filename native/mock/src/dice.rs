//! Chance that follows from a seed and some bytes alone: the same always falls the same.

use sha2::{Digest, Sha256};

/// A number that follows from a seed, what it is for, and some bytes.
pub fn number(seed: u64, what_for: &str, bytes: &[u8]) -> u64 {
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    hash.update((what_for.len() as u64).to_le_bytes());
    hash.update(what_for);
    hash.update(bytes);
    let digest = hash.finalize();
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The same as a part of one, from 0 and below 1.
pub fn part(seed: u64, what_for: &str, bytes: &[u8]) -> f64 {
    (number(seed, what_for, bytes) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_falls_the_same_and_all_else_differently() {
        assert_eq!(number(1, "a", b"bc"), number(1, "a", b"bc"));
        assert_ne!(number(1, "a", b"bc"), number(2, "a", b"bc"));
        assert_ne!(number(1, "a", b"bc"), number(1, "ab", b"c"));
        let parts: Vec<f64> = (0..1000u32).map(|n| part(7, "x", &n.to_le_bytes())).collect();
        let mean = parts.iter().sum::<f64>() / 1000.0;
        assert!((0.47..0.53).contains(&mean) && parts.iter().all(|part| (0.0..1.0).contains(part)), "{mean}");
    }
}
