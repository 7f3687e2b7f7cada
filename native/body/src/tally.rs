//! The game's own statistics of a player (`net.minecraft.stat.Stats`).

use std::collections::BTreeMap;
use std::fmt;

use anima_rules::{Block, EntityKind, Item};

macro_rules! customs {
    ($($variant:ident $name:literal)*) => {
        /// A statistic of type `custom`: one number, by its registry name.
        ///
        /// Those in `_one_cm` are centimetres, those in `damage_` tenths of half a heart, those in `time` ticks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum Custom {
            $($variant,)*
        }

        impl Custom {
            /// All of 1.19.4, in the order in which `Stats` registers them.
            pub const ALL: &[Custom] = &[$(Custom::$variant,)*];

            /// The registry name, without namespace.
            pub fn name(self) -> &'static str {
                match self {
                    $(Custom::$variant => $name,)*
                }
            }
        }
    };
}

customs! {
    LeaveGame "leave_game"
    PlayTime "play_time"
    TotalWorldTime "total_world_time"
    TimeSinceDeath "time_since_death"
    TimeSinceRest "time_since_rest"
    SneakTime "sneak_time"
    WalkOneCm "walk_one_cm"
    CrouchOneCm "crouch_one_cm"
    SprintOneCm "sprint_one_cm"
    WalkOnWaterOneCm "walk_on_water_one_cm"
    FallOneCm "fall_one_cm"
    ClimbOneCm "climb_one_cm"
    FlyOneCm "fly_one_cm"
    WalkUnderWaterOneCm "walk_under_water_one_cm"
    MinecartOneCm "minecart_one_cm"
    BoatOneCm "boat_one_cm"
    PigOneCm "pig_one_cm"
    HorseOneCm "horse_one_cm"
    AviateOneCm "aviate_one_cm"
    SwimOneCm "swim_one_cm"
    StriderOneCm "strider_one_cm"
    Jump "jump"
    Drop "drop"
    DamageDealt "damage_dealt"
    DamageDealtAbsorbed "damage_dealt_absorbed"
    DamageDealtResisted "damage_dealt_resisted"
    DamageTaken "damage_taken"
    DamageBlockedByShield "damage_blocked_by_shield"
    DamageAbsorbed "damage_absorbed"
    DamageResisted "damage_resisted"
    Deaths "deaths"
    MobKills "mob_kills"
    AnimalsBred "animals_bred"
    PlayerKills "player_kills"
    FishCaught "fish_caught"
    TalkedToVillager "talked_to_villager"
    TradedWithVillager "traded_with_villager"
    EatCakeSlice "eat_cake_slice"
    FillCauldron "fill_cauldron"
    UseCauldron "use_cauldron"
    CleanArmor "clean_armor"
    CleanBanner "clean_banner"
    CleanShulkerBox "clean_shulker_box"
    InteractWithBrewingstand "interact_with_brewingstand"
    InteractWithBeacon "interact_with_beacon"
    InspectDropper "inspect_dropper"
    InspectHopper "inspect_hopper"
    InspectDispenser "inspect_dispenser"
    PlayNoteblock "play_noteblock"
    TuneNoteblock "tune_noteblock"
    PotFlower "pot_flower"
    TriggerTrappedChest "trigger_trapped_chest"
    OpenEnderchest "open_enderchest"
    EnchantItem "enchant_item"
    PlayRecord "play_record"
    InteractWithFurnace "interact_with_furnace"
    InteractWithCraftingTable "interact_with_crafting_table"
    OpenChest "open_chest"
    SleepInBed "sleep_in_bed"
    OpenShulkerBox "open_shulker_box"
    OpenBarrel "open_barrel"
    InteractWithBlastFurnace "interact_with_blast_furnace"
    InteractWithSmoker "interact_with_smoker"
    InteractWithLectern "interact_with_lectern"
    InteractWithCampfire "interact_with_campfire"
    InteractWithCartographyTable "interact_with_cartography_table"
    InteractWithLoom "interact_with_loom"
    InteractWithStonecutter "interact_with_stonecutter"
    BellRing "bell_ring"
    RaidTrigger "raid_trigger"
    RaidWin "raid_win"
    InteractWithAnvil "interact_with_anvil"
    InteractWithGrindstone "interact_with_grindstone"
    TargetHit "target_hit"
    InteractWithSmithingTable "interact_with_smithing_table"
}

impl Custom {
    /// The statistic with this registry name, with or without `minecraft:`.
    pub fn from_name(name: &str) -> Option<Custom> {
        let name = name.strip_prefix("minecraft:").unwrap_or(name);
        Custom::ALL.iter().copied().find(|custom| custom.name() == name)
    }
}

/// What is counted: one of the nine types of statistics, and of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stat {
    /// Blocks broken by hand that could be harvested.
    Mined(Block),
    /// Items taken out of a crafting grid, a furnace, a stonecutter or a smithing table, as far as the game counts
    /// them: what a shift click takes out of the last two it does not.
    Crafted(Item),
    /// Uses of an item: blocks placed, tools that struck or dug, food eaten, buckets filled and emptied. There is no
    /// statistic of its own for placing.
    Used(Item),
    /// Tools and armour worn out.
    Broken(Item),
    /// Items picked up from the ground; arrows that were shot are not counted.
    PickedUp(Item),
    /// Items thrown away on purpose.
    Dropped(Item),
    /// Kills by the player's own blow or shot.
    Killed(EntityKind),
    /// Deaths of the player in a fight with such a foe.
    KilledBy(EntityKind),
    /// One number of its own.
    Custom(Custom),
}

impl Stat {
    /// The statistic of this name: its type and what it is of, as `mined:oak_log` or, as the game spells it in its
    /// scoreboard, `minecraft.mined:minecraft.oak_log`. `None` for what 1.19.4 does not have.
    pub fn from_name(name: &str) -> Option<Stat> {
        let plain = |name: &'_ str| name.strip_prefix("minecraft.").unwrap_or(name).to_owned();
        let (of_type, value) = name.split_once(':')?;
        let (of_type, value) = (plain(of_type), plain(value));
        let item = || Item::from_name(&value);
        Some(match of_type.as_str() {
            "mined" => Stat::Mined(Block::from_name(&value)?),
            "crafted" => Stat::Crafted(item()?),
            "used" => Stat::Used(item()?),
            "broken" => Stat::Broken(item()?),
            "picked_up" => Stat::PickedUp(item()?),
            "dropped" => Stat::Dropped(item()?),
            "killed" => Stat::Killed(EntityKind::from_name(&value)?),
            "killed_by" => Stat::KilledBy(EntityKind::from_name(&value)?),
            "custom" => Stat::Custom(Custom::from_name(&value)?),
            _ => return None,
        })
    }
}

impl From<Custom> for Stat {
    fn from(custom: Custom) -> Stat {
        Stat::Custom(custom)
    }
}

impl fmt::Display for Stat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stat::Mined(block) => write!(f, "mined:{}", block.name()),
            Stat::Crafted(item) => write!(f, "crafted:{}", item.name()),
            Stat::Used(item) => write!(f, "used:{}", item.name()),
            Stat::Broken(item) => write!(f, "broken:{}", item.name()),
            Stat::PickedUp(item) => write!(f, "picked_up:{}", item.name()),
            Stat::Dropped(item) => write!(f, "dropped:{}", item.name()),
            Stat::Killed(kind) => write!(f, "killed:{}", kind.name()),
            Stat::KilledBy(kind) => write!(f, "killed_by:{}", kind.name()),
            Stat::Custom(custom) => write!(f, "custom:{}", custom.name()),
        }
    }
}

/// The player's statistics.
///
/// The server keeps them, and the client has none until it asks
/// ([`Control::statistics`](crate::Control::statistics)): those that an [`Observation`](crate::Observation) shows are
/// as they were last told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The tick whose observation showed them first; `None` while nothing was told.
    pub told_at: Option<u64>,
    counts: BTreeMap<Stat, u32>,
    /// Those of type `custom`, of which some change in each tick.
    customs: [u32; Custom::ALL.len()],
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { told_at: None, counts: BTreeMap::new(), customs: [0; Custom::ALL.len()] }
    }
}

impl Tally {
    /// A copy, as a server tells it so that an observation of this tick shows it first.
    #[must_use]
    pub fn as_told(&self, tick: u64) -> Tally {
        Tally { told_at: Some(tick), ..self.clone() }
    }

    /// How often, how many or how far.
    pub fn count(&self, stat: impl Into<Stat>) -> u32 {
        match stat.into() {
            Stat::Custom(custom) => self.customs[custom as usize],
            stat => self.counts.get(&stat).copied().unwrap_or(0),
        }
    }

    /// The sum of all counts of which `wanted` holds.
    pub fn count_where(&self, wanted: impl Fn(Stat) -> bool) -> u32 {
        let sum = self.iter().filter(|(stat, _)| wanted(*stat)).map(|(_, count)| u64::from(count)).sum::<u64>();
        u32::try_from(sum).unwrap_or(u32::MAX)
    }

    /// All counts that are not zero, in order of statistics.
    pub fn iter(&self) -> impl Iterator<Item = (Stat, u32)> {
        let customs = Custom::ALL.iter().map(|custom| (Stat::Custom(*custom), self.customs[*custom as usize]));
        self.counts.iter().map(|(stat, count)| (*stat, *count)).chain(customs.filter(|(_, count)| *count > 0))
    }

    /// Bytes that it takes up: what is counted, each with its count, and the rest.
    pub fn bytes(&self) -> usize {
        size_of::<Tally>() + self.counts.len() * size_of::<(Stat, u32)>()
    }

    /// Counts so many more.
    pub fn add(&mut self, stat: impl Into<Stat>, more: u32) {
        match stat.into() {
            _ if more == 0 => {}
            Stat::Custom(custom) => {
                let count = &mut self.customs[custom as usize];
                *count = count.saturating_add(more);
            }
            stat => {
                let count = self.counts.entry(stat).or_default();
                *count = count.saturating_add(more);
            }
        }
    }

    /// Sets a count, as a server tells it.
    pub fn set(&mut self, stat: impl Into<Stat>, count: u32) {
        match stat.into() {
            Stat::Custom(custom) => self.customs[custom as usize] = count,
            stat if count == 0 => {
                self.counts.remove(&stat);
            }
            stat => {
                self.counts.insert(stat, count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_statistics_have_the_names_of_the_game() {
        assert_eq!(Custom::ALL.len(), 75);
        for (index, custom) in Custom::ALL.iter().enumerate() {
            assert_eq!((*custom as usize, Custom::from_name(custom.name())), (index, Some(*custom)));
        }
        assert_eq!(Custom::from_name("minecraft:sleep_in_bed"), Some(Custom::SleepInBed));
        assert_eq!(Custom::from_name("slept"), None);
    }

    #[test]
    fn statistics_are_found_by_their_names() {
        for stat in [
            Stat::Mined(Block::OAK_LOG),
            Stat::Crafted(Item::STICK),
            Stat::Used(Item::AIR),
            Stat::Broken(Item::STONE_AXE),
            Stat::PickedUp(Item::COAL),
            Stat::Dropped(Item::DIRT),
            Stat::Killed(EntityKind::COW),
            Stat::KilledBy(EntityKind::ZOMBIE),
            Stat::Custom(Custom::Jump),
        ] {
            let name = stat.to_string();
            assert_eq!(Stat::from_name(&name), Some(stat));
            let (of_type, value) = name.split_once(':').unwrap();
            assert_eq!(Stat::from_name(&format!("minecraft.{of_type}:minecraft.{value}")), Some(stat));
        }
        for unknown in ["", "mined", "mined:", "minecraft.mined:mod.ore", "dug:stone", "killed:stone", ":"] {
            assert_eq!(Stat::from_name(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_tally_counts_and_tells_what_is_not_zero() {
        let mut tally = Tally::default();
        assert_eq!((tally.iter().count(), tally.count(Custom::Jump)), (0, 0));
        tally.add(Stat::Mined(Block::OAK_LOG), 2);
        tally.add(Stat::Mined(Block::BIRCH_LOG), 1);
        tally.add(Stat::Mined(Block::BIRCH_LOG), 4);
        tally.add(Stat::Used(Item::STONE_AXE), 0);
        tally.add(Custom::Jump, 3);
        let told: Vec<String> = tally.iter().map(|(stat, count)| format!("{stat} {count}")).collect();
        assert_eq!(told, ["mined:oak_log 2", "mined:birch_log 5", "custom:jump 3"]);
        assert_eq!(tally.count(Stat::Mined(Block::BIRCH_LOG)), 5);
        assert_eq!(tally.count_where(|stat| matches!(stat, Stat::Mined(_))), 7);
        tally.set(Stat::Mined(Block::OAK_LOG), 0);
        tally.set(Custom::Jump, u32::MAX);
        tally.add(Custom::Jump, 1);
        assert_eq!((tally.iter().count(), tally.count(Custom::Jump)), (2, u32::MAX));
    }
}
