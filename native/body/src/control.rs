//! What a person's hands can do in one tick.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

bitflags! {
    /// Keys and mouse buttons held during a tick.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Keys: u16 {
        /// Walk forward.
        const FORWARD = 1 << 0;
        /// Walk back.
        const BACK = 1 << 1;
        /// Walk left.
        const LEFT = 1 << 2;
        /// Walk right.
        const RIGHT = 1 << 3;
        /// Jump, swim up.
        const JUMP = 1 << 4;
        /// Sneak, sink.
        const SNEAK = 1 << 5;
        /// Sprint.
        const SPRINT = 1 << 6;
        /// Left mouse button: hit, dig.
        const ATTACK = 1 << 7;
        /// Right mouse button: use, place, eat.
        const USE = 1 << 8;
        /// Drop one of the held item.
        const DROP = 1 << 9;
        /// Swap the hands.
        const SWAP = 1 << 10;
    }
}

/// A turn of the head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// Degrees to the right.
    pub yaw: f32,
    /// Degrees down.
    pub pitch: f32,
}

/// How a slot is clicked; the button is that of the game's protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClickMode {
    /// Button 0 left, 1 right.
    Pickup,
    /// Shift click.
    QuickMove,
    /// Number key over a slot: button 0..=8 hot bar, 40 off hand.
    Swap,
    /// Middle click, creative only.
    Clone,
    /// Drop key over a slot: button 0 one, 1 all.
    Throw,
    /// Drag: button 0, 4, 8 start, 1, 5, 9 each slot, 2, 6, 10 end (left, right, middle).
    QuickCraft,
    /// Double click.
    PickupAll,
}

impl ClickMode {
    /// The mode with this number in the protocol.
    pub fn from_id(id: u8) -> Option<ClickMode> {
        use ClickMode::*;
        [Pickup, QuickMove, Swap, Clone, Throw, QuickCraft, PickupAll].get(usize::from(id)).copied()
    }
}

/// The slot number of a click outside the window.
pub const OUTSIDE: i16 = -999;

/// One click in the open container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Click {
    /// The slot, numbered as the open container numbers them, or [`OUTSIDE`].
    pub slot: i16,
    /// The button, see [`ClickMode`].
    pub button: u8,
    /// How.
    pub mode: ClickMode,
}

impl Click {
    /// A left click on a slot.
    pub const fn left(slot: u16) -> Click {
        Click { slot: slot as i16, button: 0, mode: ClickMode::Pickup }
    }

    /// A right click on a slot.
    pub const fn right(slot: u16) -> Click {
        Click { slot: slot as i16, button: 1, mode: ClickMode::Pickup }
    }

    /// A shift click on a slot.
    pub const fn shift(slot: u16) -> Click {
        Click { slot: slot as i16, button: 0, mode: ClickMode::QuickMove }
    }

    /// A number key (0..=8) pressed over a slot.
    pub const fn number_key(slot: u16, hotbar: u8) -> Click {
        Click { slot: slot as i16, button: hotbar, mode: ClickMode::Swap }
    }

    /// The drop key, with control held, over a slot: throws the whole stack away.
    pub const fn throw(slot: u16) -> Click {
        Click { slot: slot as i16, button: 1, mode: ClickMode::Throw }
    }

    /// A left click outside the window: drops what the cursor holds.
    pub const fn outside() -> Click {
        Click { slot: OUTSIDE, button: 0, mode: ClickMode::Pickup }
    }
}

/// Opening and closing windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreenKey {
    /// The inventory key with no screen open.
    OpenInventory,
    /// Escape, or the inventory key, with a container open.
    Close,
}

/// Everything an agent does in one tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Control {
    /// Keys and buttons held.
    pub keys: Keys,
    /// Turn of the head, done before anything else.
    pub look: Look,
    /// Hot bar key pressed, 0..=8.
    pub hotbar: Option<u8>,
    /// Window opened or closed.
    pub screen: Option<ScreenKey>,
    /// Click in the open container.
    pub click: Option<Click>,
    /// Button of the open container (enchanting 0..=2, stonecutter and loom: index of the choice).
    pub button: Option<u8>,
    /// Name typed into the open anvil.
    pub rename: Option<String>,
    /// The respawn button of the death screen.
    pub respawn: bool,
    /// Chat line.
    pub chat: Option<String>,
    /// Asks the server for the statistics, as opening the Statistics screen does: the next observations show them.
    pub statistics: bool,
}

impl Control {
    /// Whether it does nothing at all.
    pub fn is_idle(&self) -> bool {
        *self == Control::default()
    }
}
