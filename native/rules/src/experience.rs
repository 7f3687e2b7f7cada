//! Levels and experience.

/// Experience that leads from this level to the next (`PlayerEntity.getNextLevelExperience`).
pub fn to_next_level(level: u32) -> u32 {
    match level {
        0..15 => 7 + level * 2,
        15..30 => 37 + (level - 15) * 5,
        _ => 112 + (level - 30) * 9,
    }
}

/// Experience that a player drops on dying.
pub fn dropped_on_death(level: u32) -> u32 {
    (level * 7).min(100)
}

/// The largest orb that is not worth more than this (`ExperienceOrbEntity.roundToOrbSize`).
pub fn orb_size(experience: u32) -> u32 {
    const SIZES: [u32; 10] = [2477, 1237, 617, 307, 149, 73, 37, 17, 7, 3];
    SIZES.into_iter().find(|size| experience >= *size).unwrap_or(1)
}

/// The worth of each orb that so much experience comes in.
pub fn orbs(mut experience: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let orb = (experience > 0).then(|| orb_size(experience))?;
        experience -= orb;
        Some(orb)
    })
}

/// What a player has learned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Experience {
    /// Whole levels.
    pub level: u32,
    /// Share of the next level, 0..1.
    pub progress: f32,
    /// All points ever gathered in this life, for the score.
    pub total: u32,
}

impl Experience {
    /// Adds points (`PlayerEntity.addExperience`).
    pub fn add(&mut self, points: u32) {
        self.total += points;
        self.progress += points as f32 / to_next_level(self.level) as f32;
        while self.progress >= 1.0 {
            self.progress = (self.progress - 1.0) * to_next_level(self.level) as f32;
            self.level += 1;
            self.progress /= to_next_level(self.level) as f32;
        }
    }

    /// Takes levels away, as anvils and enchanting do; what there is of the next level stays.
    pub fn spend_levels(&mut self, levels: u32) {
        if levels > self.level {
            *self = Experience { total: 0, ..Experience::default() };
        } else {
            self.level -= levels;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_get_dearer() {
        let sum = |level| (0..level).map(to_next_level).sum::<u32>();
        assert_eq!((sum(16), sum(30), sum(31)), (352, 1395, 1507));
    }

    #[test]
    fn points_become_levels() {
        let mut learned = Experience::default();
        learned.add(352);
        assert_eq!(learned.level, 16);
        assert!(learned.progress.abs() < 1e-4);
        learned.spend_levels(3);
        assert_eq!(learned.level, 13);
    }

    #[test]
    fn orbs_add_up() {
        for experience in [0, 1, 5, 43, 3000] {
            assert_eq!(orbs(experience).sum::<u32>(), experience);
        }
        assert_eq!(orbs(12).collect::<Vec<_>>(), [7, 3, 1, 1]);
    }
}
