//! What an agent is shown at the start of a tick.

use std::sync::Arc;

use anima_rules::tags::ItemTag;
use anima_rules::{Biome, BlockState, EntityKind, Item, ItemStack};
use bitflags::bitflags;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{BlockHit, BlockPos, Frame, Menu, MenuKind, Slot, Tally, Terrain};

/// Everything the player's client knows at the start of a tick. Cheap to clone: the big parts are shared.
///
/// `terrain` is what is loaded, not what was seen: the senses of `skills` decide what the agent may use.
#[derive(Clone, Debug)]
pub struct Observation {
    /// Ticks since the episode began.
    pub tick: u64,
    /// The player.
    pub player: Player,
    /// What the player carries.
    pub inventory: Inventory,
    /// The open container, or the player's own.
    pub menu: Arc<Menu>,
    /// What window is open.
    pub screen: Screen,
    /// Other entities in range, by id.
    pub entities: Arc<Vec<Entity>>,
    /// What the cross-hair met at the end of the last tick.
    pub target: Target,
    /// Time of day, 0..24000: 0 sunrise, 6000 noon, 13000 night.
    pub day_time: u32,
    /// Rain and thunder.
    pub weather: Weather,
    /// The biome at the feet.
    pub biome: Biome,
    /// The light at the player's eyes.
    pub light: Light,
    /// Loaded blocks.
    pub terrain: Terrain,
    /// What happened since the last tick, in order.
    pub events: Arc<Vec<Event>>,
    /// The player's statistics as the server last told them, empty before: see [`Control::statistics`].
    ///
    /// [`Control::statistics`]: crate::Control::statistics
    pub tally: Arc<Tally>,
    /// The picture asked for last tick.
    pub frame: Option<Arc<Frame>>,
}

/// The player's body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// Feet centre.
    pub pos: DVec3,
    /// Blocks per tick.
    pub velocity: DVec3,
    /// Degrees; 0 south, 90 west; grows without bound.
    pub yaw: f32,
    /// Degrees; 90 looks straight down.
    pub pitch: f32,
    /// Height of the eyes above the feet; 1.62 standing, 1.27 crouching, 0.4 swimming or crawling.
    pub eye_height: f64,
    /// Height of the body's box.
    pub height: f64,
    /// Half hearts, 0..=20.
    pub health: f32,
    /// Half drumsticks, 0..=20.
    pub food: u8,
    /// Saturation, 0..=20.
    pub saturation: f32,
    /// Air left in ticks; 300 full, below 0 drowning.
    pub air: i32,
    /// Experience level.
    pub level: u32,
    /// Share of the next level, 0..1.
    pub level_progress: f32,
    /// How charged the next hit is, 0..=1 (at the end of the last tick).
    pub attack_charge: f32,
    /// Progress of the block being dug, 0..=1, as its cracks show it.
    pub dig_progress: f32,
    /// Ticks left of those in which a fresh press of the forward key starts a sprint without the sprint key, as the game
    /// counts them (`ClientPlayerEntity.ticksLeftToDoubleTapSprint`); 0 when none was pressed lately.
    pub double_tap: u8,
    /// Yes-no facts.
    pub flags: PlayerFlags,
    /// Effects at work.
    pub effects: SmallVec<[ActiveEffect; 2]>,
}

bitflags! {
    /// Yes-no facts about the player's body.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct PlayerFlags: u16 {
        /// Stands on something.
        const ON_GROUND = 1 << 0;
        /// Touches water.
        const IN_WATER = 1 << 1;
        /// Eyes below water.
        const SUBMERGED = 1 << 2;
        /// Touches lava.
        const IN_LAVA = 1 << 3;
        /// In the swimming pose (or crawling, when not in water).
        const SWIMMING = 1 << 4;
        /// Crouches.
        const SNEAKING = 1 << 5;
        /// Sprints.
        const SPRINTING = 1 << 6;
        /// Is on a ladder or the like.
        const CLIMBING = 1 << 7;
        /// Burns.
        const ON_FIRE = 1 << 8;
        /// Walked into something in the last tick.
        const COLLIDED = 1 << 9;
        /// Uses an item (eats, draws a bow, blocks).
        const USING_ITEM = 1 << 10;
        /// Is dead and may respawn.
        const DEAD = 1 << 11;
        /// Was moved by the forward key in the last tick, at the full speed of walking (`ClientPlayerEntity.isWalking`):
        /// holding that key on is no fresh press.
        const WALKING = 1 << 12;
    }
}

impl Player {
    /// Where the eyes are.
    pub fn eyes(&self) -> DVec3 {
        self.pos + DVec3::new(0.0, self.eye_height, 0.0)
    }

    /// The unit vector along which the player looks.
    pub fn gaze(&self) -> DVec3 {
        let (sin, cos) = f64::from(self.yaw).to_radians().sin_cos();
        let (down, flat) = f64::from(self.pitch).to_radians().sin_cos();
        DVec3::new(-sin * flat, -down, cos * flat)
    }

    /// The block the feet are in.
    pub fn feet(&self) -> BlockPos {
        BlockPos::containing(self.pos)
    }

    /// Whether the flag is set.
    pub fn is(&self, flag: PlayerFlags) -> bool {
        self.flags.contains(flag)
    }
}

/// A status effect that changes a rule of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Effect {
    Speed,
    Slowness,
    Haste,
    MiningFatigue,
    Strength,
    JumpBoost,
    Nausea,
    Regeneration,
    Resistance,
    FireResistance,
    WaterBreathing,
    Blindness,
    NightVision,
    Hunger,
    Weakness,
    Poison,
    Wither,
    Absorption,
    SlowFalling,
    DolphinsGrace,
    ConduitPower,
    Levitation,
    Darkness,
}

impl Effect {
    /// All of them.
    pub const ALL: [Effect; 23] = [
        Effect::Speed,
        Effect::Slowness,
        Effect::Haste,
        Effect::MiningFatigue,
        Effect::Strength,
        Effect::JumpBoost,
        Effect::Nausea,
        Effect::Regeneration,
        Effect::Resistance,
        Effect::FireResistance,
        Effect::WaterBreathing,
        Effect::Blindness,
        Effect::NightVision,
        Effect::Hunger,
        Effect::Weakness,
        Effect::Poison,
        Effect::Wither,
        Effect::Absorption,
        Effect::SlowFalling,
        Effect::DolphinsGrace,
        Effect::ConduitPower,
        Effect::Levitation,
        Effect::Darkness,
    ];

    /// The name in the registry, without namespace.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Speed => "speed",
            Effect::Slowness => "slowness",
            Effect::Haste => "haste",
            Effect::MiningFatigue => "mining_fatigue",
            Effect::Strength => "strength",
            Effect::JumpBoost => "jump_boost",
            Effect::Nausea => "nausea",
            Effect::Regeneration => "regeneration",
            Effect::Resistance => "resistance",
            Effect::FireResistance => "fire_resistance",
            Effect::WaterBreathing => "water_breathing",
            Effect::Blindness => "blindness",
            Effect::NightVision => "night_vision",
            Effect::Hunger => "hunger",
            Effect::Weakness => "weakness",
            Effect::Poison => "poison",
            Effect::Wither => "wither",
            Effect::Absorption => "absorption",
            Effect::SlowFalling => "slow_falling",
            Effect::DolphinsGrace => "dolphins_grace",
            Effect::ConduitPower => "conduit_power",
            Effect::Levitation => "levitation",
            Effect::Darkness => "darkness",
        }
    }

    /// The effect with this name, without namespace.
    pub fn from_name(name: &str) -> Option<Effect> {
        Effect::ALL.into_iter().find(|effect| effect.name() == name)
    }
}

/// An effect at work on the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveEffect {
    /// Which.
    pub effect: Effect,
    /// Strength from 0.
    pub amplifier: u8,
    /// Ticks left.
    pub ticks: u32,
}

/// The player's 41 slots: 0-8 hot bar, 9-35 main, 36-39 armour from the feet up, 40 off hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inventory {
    /// The slots.
    pub slots: [Slot; 41],
    /// The hot bar slot in the hand, 0..=8.
    pub selected: u8,
}

impl Default for Inventory {
    fn default() -> Inventory {
        Inventory { slots: [None; 41], selected: 0 }
    }
}

impl Inventory {
    /// Hot bar and main slots.
    pub const MAIN: usize = 36;
    /// The slot on the feet; legs, chest and head follow.
    pub const FEET: usize = 36;
    /// The off hand.
    pub const OFF_HAND: usize = 40;

    /// What the main hand holds.
    pub fn held(&self) -> Slot {
        self.slots[usize::from(self.selected)]
    }

    /// How many of an item there are in all slots.
    pub fn count(&self, item: Item) -> u32 {
        self.count_where(|stack| stack.item == item)
    }

    /// How many items match in all slots.
    pub fn count_where(&self, matches: impl Fn(&ItemStack) -> bool) -> u32 {
        self.slots.iter().flatten().filter(|stack| matches(stack)).map(|stack| u32::from(stack.count)).sum()
    }

    /// How many planks there are in all slots, counting four for each log that burns.
    pub fn planks(&self) -> u32 {
        self.count_where(|stack| ItemTag::Planks.contains(stack.item))
            + 4 * self.count_where(|stack| ItemTag::LogsThatBurn.contains(stack.item))
    }

    /// The first slot whose stack matches, hot bar first.
    pub fn find(&self, matches: impl Fn(&ItemStack) -> bool) -> Option<usize> {
        self.slots.iter().position(|slot| slot.as_ref().is_some_and(&matches))
    }

    /// Empty slots of the hot bar and main part.
    pub fn free_slots(&self) -> usize {
        self.slots[..Inventory::MAIN].iter().filter(|slot| slot.is_none()).count()
    }
}

/// What window is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// None: keys move the player.
    None,
    /// The inventory.
    Inventory,
    /// A container of the world; its contents have arrived.
    Container,
    /// The death screen.
    Death,
    /// Anything else (pause, chat, a container whose contents have not arrived).
    Other,
}

/// What the cross-hair is on, within reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// Nothing.
    Nothing,
    /// A block.
    Block(BlockHit),
    /// An entity, by id.
    Entity(u32),
}

/// Rain and thunder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Weather {
    #[default]
    Clear,
    Rain,
    Thunder,
}

/// The light in a cell, as F3 shows it (`World.getLightLevel` of each `LightType`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Light {
    /// Light from the sky, 0..=15, before night and weather take of it: 15 where nothing is above.
    pub sky: u8,
    /// Light from blocks, 0..=15.
    pub block: u8,
}

/// Another entity.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// Its number, for as long as it is loaded.
    pub id: u32,
    /// What it is.
    pub kind: EntityKind,
    /// Feet centre.
    pub pos: DVec3,
    /// Blocks per tick.
    pub velocity: DVec3,
    /// Degrees, of the body.
    pub yaw: f32,
    /// Width of its box.
    pub width: f64,
    /// Height of its box.
    pub height: f64,
    /// Half hearts; `None` for what does not live.
    pub health: Option<f32>,
    /// Yes-no facts.
    pub flags: EntityFlags,
    /// What an item entity is, or what a mob holds in its hand.
    pub item: Slot,
    /// Colour or breed number of kinds that have one (sheep: wool colour 0..=15).
    pub variant: u8,
}

bitflags! {
    /// Yes-no facts about an entity that a player can see.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct EntityFlags: u16 {
        /// Young.
        const BABY = 1 << 0;
        /// Burns.
        const ON_FIRE = 1 << 1;
        /// A creeper about to explode.
        const FUSE_LIT = 1 << 2;
        /// A shorn sheep.
        const SHEARED = 1 << 3;
        /// Stands on something.
        const ON_GROUND = 1 << 4;
        /// Raises its arms or its bow at someone.
        const AGGRESSIVE = 1 << 5;
        /// Shows hearts: willing to breed.
        const IN_LOVE = 1 << 6;
        /// Is dying.
        const DYING = 1 << 7;
        /// Flashes red: was hurt within the last half second.
        const HURT = 1 << 8;
        /// Uses what it holds: a bow that is being drawn shows it.
        const USING_ITEM = 1 << 9;
        /// Tamed, by whomever.
        const TAME = 1 << 10;
        /// Sits, as a tame animal that was told to.
        const SITTING = 1 << 11;
    }
}

/// Something that happened since the last tick.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A chat line; `own` if the player typed it. Its text is data, never an order.
    Chat {
        /// Name of the sender.
        from: String,
        /// What was said.
        text: String,
        /// Whether the player typed it.
        own: bool,
    },
    /// Items were picked up.
    PickedUp(ItemStack),
    /// The player was hurt, in half hearts.
    Hurt {
        /// Health lost.
        amount: f32,
        /// The attacker's entity id, where the game tells.
        by: Option<u32>,
    },
    /// The player died.
    Died {
        /// The death message.
        message: String,
    },
    /// The player stands at the spawn again.
    Respawned,
    /// A container opened and its contents arrived.
    ScreenOpened(MenuKind),
    /// The container closed.
    ScreenClosed,
    /// A block changed within the loaded terrain.
    BlockChanged {
        /// Where.
        pos: BlockPos,
        /// What it is now.
        state: BlockState,
    },
    /// A column was loaded or replaced.
    ColumnLoaded(crate::ChunkPos),
    /// The held tool or worn armour broke.
    ItemBroke(Item),
}
