//! Rates with their uncertainty, and percentiles.

/// The two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The Wilson interval (95 %) of a rate: where the true one may lie after `successes` of `n`.
pub fn wilson(successes: u64, n: u64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (n, rate) = (n as f64, successes as f64 / n as f64);
    let scale = 1.0 + Z * Z / n;
    let middle = (rate + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    // Rounding must not leave the exact ends.
    let low = if successes == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if successes as f64 == n { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

/// The smallest value that at least `share` of all values do not exceed (nearest rank); `None` of nothing.
pub fn percentile(values: &[u64], share: f64) -> Option<u64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied()
}

/// The median, which lies between the two values in the middle if there are two; `None` of nothing.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (low, high) = (values.get(values.len().checked_sub(1)? / 2)?, values.get(values.len() / 2)?);
    Some((low + high) / 2.0)
}

/// The two-sided sign test: how likely a fair coin that is thrown `heads + tails` times falls at least as unevenly.
pub fn sign_test(heads: u64, tails: u64) -> f64 {
    let n = heads + tails;
    let each = |k: u64| (log_choose(n, k) - n as f64 * std::f64::consts::LN_2).exp();
    let tail: f64 = (0..=heads.min(tails)).map(each).sum();
    (2.0 * tail).min(1.0)
}

/// Fisher's exact test, two-sided: how likely two samples of sizes `n` from one population differ at least as much as
/// with so many `successes` each.
pub fn fisher(successes: [u64; 2], n: [u64; 2]) -> f64 {
    let (all, won) = (n[0] + n[1], successes[0] + successes[1]);
    let each = |k: u64| (log_choose(n[0], k) + log_choose(n[1], won - k) - log_choose(all, won)).exp();
    let seen = each(successes[0]);
    let likely = (won.saturating_sub(n[1])..=won.min(n[0])).map(each);
    // Tables as likely as the one seen count, whatever rounding says.
    likely.filter(|likely| *likely <= seen * (1.0 + 1e-7)).sum::<f64>().min(1.0)
}

/// The difference of the rates of two runs that played the same `n` games, and its interval (95 %): after games that only
/// the first won, and only the second. The interval is that of Agresti and Min (2005), which adds half a game to each of the
/// four kinds of pairs.
pub fn paired_difference(won_only: [u64; 2], n: u64) -> (f64, f64, f64) {
    let [first, second] = won_only.map(|games| games as f64);
    let difference = if n == 0 { 0.0 } else { (second - first) / n as f64 };
    let n = n as f64 + 2.0;
    let middle = (second - first) / n;
    let half = Z / n * (first + second + 1.0 - (second - first).powi(2) / n).sqrt();
    (difference, (middle - half).max(-1.0), (middle + half).min(1.0))
}

/// The mean of some differences and the interval (95 %) that the normal distribution gives it; nothing of none.
pub fn mean_difference(differences: &[f64]) -> Option<(f64, f64, f64)> {
    let (mean, deviation) = mean_and_deviation(differences)?;
    let n = differences.len() as f64;
    // Of a sample: one degree of freedom is the mean's.
    let half = if n > 1.0 { Z * deviation / (n - 1.0).sqrt() } else { f64::INFINITY };
    Some((mean, mean - half, mean + half))
}

/// The logarithm of the number of ways to choose `k` of `n`.
fn log_choose(n: u64, k: u64) -> f64 {
    (1..=k.min(n - k)).map(|i| ((n - i + 1) as f64 / i as f64).ln()).sum()
}

/// The mean of some numbers and their standard deviation (of a population, as papers print it for three runs); nothing of none.
pub fn mean_and_deviation(numbers: &[f64]) -> Option<(f64, f64)> {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / n;
    (!numbers.is_empty()).then(|| (mean, variance.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of `scipy.stats.binomtest(k, n).proportion_ci(0.95, "wilson")`; 15 of 148 is the example of Newcombe (1998).
    #[test]
    fn wilson_intervals_are_the_published_ones() {
        let cases = [
            (0, 10, 0.0, 0.277_533),
            (1, 10, 0.017_876, 0.404_150),
            (5, 10, 0.236_593, 0.763_407),
            (10, 10, 0.722_467, 1.0),
            (15, 148, 0.062_386, 0.160_487),
            (95, 100, 0.888_250, 0.978_456),
            (19, 20, 0.763_869, 0.991_119),
        ];
        for (successes, n, low, high) in cases {
            let (ours_low, ours_high) = wilson(successes, n);
            assert!((ours_low - low).abs() < 6e-7, "{successes}/{n}: low {ours_low}");
            assert!((ours_high - high).abs() < 6e-7, "{successes}/{n}: high {ours_high}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        assert_eq!(percentile(&[], 0.5), None);
        assert_eq!(percentile(&[7], 0.95), Some(7));
        let values: Vec<u64> = (1..=20).rev().collect();
        assert_eq!([0.5, 0.95, 1.0].map(|share| percentile(&values, share)), [Some(10), Some(19), Some(20)]);
    }

    #[test]
    fn the_median_lies_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0]), Some(2.5));
    }

    /// Values of `scipy.stats.binomtest(k, n).pvalue`.
    #[test]
    fn the_sign_test_is_exact() {
        let cases =
            [(0, 0, 1.0), (5, 5, 1.0), (0, 5, 0.0625), (1, 9, 0.021_484_375), (7, 3, 0.343_75), (0, 60, 1.734_723e-18)];
        for (heads, tails, p) in cases {
            let ours = sign_test(heads, tails);
            assert!((ours - p).abs() <= 1e-6 * p, "{heads} to {tails}: {ours}");
        }
    }

    /// The opinions of 1,600 Britons on their prime minister, asked twice: 794 approve both times, 150 only at first, 86 only
    /// then, 570 never (Agresti, Categorical Data Analysis, table 10.1, whose Wald interval is -0.0588 to -0.0212).
    #[test]
    fn paired_differences_are_those_of_the_textbook() {
        let (difference, low, high) = paired_difference([150, 86], 1600);
        assert!((difference + 0.04).abs() < 1e-12);
        assert!((low + 0.0588).abs() < 2e-4 && (high + 0.0212).abs() < 2e-4, "{low} {high}");
        assert_eq!(paired_difference([0, 0], 0), (0.0, -Z * 0.5, Z * 0.5));
        assert_eq!(mean_difference(&[]), None);
        let (mean, low, high) = mean_difference(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        // The deviation of the sample is 1.291: half of it is the error of a mean of four.
        assert!(
            (mean - 2.5).abs() < 1e-12 && (high - mean - 1.2652).abs() < 1e-4 && (mean - low - 1.2652).abs() < 1e-4
        );
        let (_, low, high) = paired_difference([0, 20], 20);
        assert!(low > 0.7 && high == 1.0, "{low} {high}");
    }

    /// Fisher's lady who tastes tea, and values of `scipy.stats.fisher_exact`.
    #[test]
    fn fishers_test_is_exact() {
        let cases = [
            ([3, 1], [4, 4], 34.0 / 70.0),
            ([8, 1], [10, 6], 0.034_965_034_965),
            ([0, 0], [5, 9], 1.0),
            ([17, 12], [20, 25], 0.013_340_783_509),
            ([2, 6], [9, 10], 0.169_802_333_889),
            ([1, 4], [8, 9], 0.294_117_647_059),
        ];
        for (successes, n, p) in cases {
            let ours = fisher(successes, n);
            assert!((ours - p).abs() < 1e-9, "{successes:?} of {n:?}: {ours}");
        }
    }
}
