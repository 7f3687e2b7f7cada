//! What liquid a block state holds.

/// The two liquids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FluidKind {
    /// Water, in its own block or inside a waterlogged one.
    Water,
    /// Lava.
    Lava,
}

/// The liquid in one block state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fluid {
    /// Water or lava.
    pub kind: FluidKind,
    /// Eighths of a block: 8 for sources and falling liquid, 7 down to 1 for flowing.
    pub amount: u8,
    /// Whether it is fed from above.
    pub falling: bool,
    /// Whether it is a source.
    pub source: bool,
}

impl Fluid {
    /// A still source.
    pub const fn source(kind: FluidKind) -> Fluid {
        Fluid { kind, amount: 8, falling: false, source: true }
    }

    /// From the `level` property of a liquid block: 0 source, 1..=7 flowing, 8..=15 falling.
    pub const fn of_level(kind: FluidKind, level: u8) -> Fluid {
        match level {
            0 => Fluid::source(kind),
            1..=7 => Fluid { kind, amount: 8 - level, falling: false, source: false },
            _ => Fluid { kind, amount: 8, falling: true, source: false },
        }
    }

    /// The `level` property of the liquid block that holds this.
    pub const fn level(self) -> u8 {
        if self.source {
            0
        } else if self.falling {
            8
        } else {
            8 - self.amount
        }
    }

    /// The height of its surface above the block's floor, when no liquid of the same kind is above.
    pub fn height(self) -> f32 {
        f32::from(self.amount) / 9.0
    }
}
