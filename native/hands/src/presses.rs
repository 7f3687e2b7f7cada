//! What is read of the keys.

use anima_body::Keys;

/// What a client reads in a tick before it attacks and uses: clicks that it has not looked at yet
/// (`KeyBinding.wasPressed`), what is held, and its cool-downs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presses {
    /// Clicks of the attack key.
    pub attacks: u8,
    /// Clicks of the use key.
    pub uses: u8,
    /// Clicks of the drop key.
    pub drops: u8,
    /// Clicks of the key that swaps the hands.
    pub swaps: u8,
    /// Whether the attack key is held and the mouse belongs to the game (`Mouse.isCursorLocked`).
    pub holds_attack: bool,
    /// Whether the use key is held.
    pub holds_use: bool,
    /// Ticks in which the attack key does nothing.
    pub attack_cooldown: u32,
    /// Ticks until a held use key uses again.
    pub use_cooldown: u8,
}

impl Presses {
    /// What is read of keys by a client with focus: a click is a key that was not held before.
    pub(crate) fn of(held: Keys, before: Keys, attack_cooldown: u32, use_cooldown: u8) -> Presses {
        let clicks = |key| u8::from(held.contains(key) && !before.contains(key));
        Presses {
            attacks: clicks(Keys::ATTACK),
            uses: clicks(Keys::USE),
            drops: clicks(Keys::DROP),
            swaps: clicks(Keys::SWAP),
            holds_attack: held.contains(Keys::ATTACK),
            holds_use: held.contains(Keys::USE),
            attack_cooldown,
            use_cooldown,
        }
    }
}
