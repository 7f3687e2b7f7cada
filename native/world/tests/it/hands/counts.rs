//! What cases came to, as far as it is seen from outside.

use std::collections::BTreeMap;

use anima_body::{Control, Custom, EntityFlags, Event, Inventory, Keys, Observation, PlayerFlags, Stat, Tally, Target};
use anima_rules::Item;

/// How often each kind of thing occurred.
#[derive(Debug, Default)]
pub(super) struct Counts(BTreeMap<&'static str, u32>);

/// All that has to occur.
pub(super) const KINDS: [&str; 36] = [
    "a block dug",
    "a block broken at once",
    "a dig given up",
    "a tool broken",
    "an attack that hit",
    "a miss",
    "a sprint by the key",
    "a sprint by a double tap",
    "a sprint ended",
    "sneaking",
    "swimming or crawling",
    "food eaten",
    "milk or water drunk",
    "a bow let go",
    "an item held up",
    "a bow without arrows",
    "food on a full stomach",
    "a use that came to nothing",
    "a block placed",
    "a block refused",
    "ground worked",
    "a bucket filled",
    "a bucket poured out",
    "armour put on",
    "a window opened",
    "a window closed",
    "a block switched",
    "a bed slept in",
    "an animal fed",
    "a sheep shorn",
    "a villager talked to",
    "a use by the off hand",
    "the hands swapped",
    "one dropped",
    "a hot bar key",
    "a death",
];

impl Counts {
    fn add(&mut self, what: &'static str, occurs: bool) {
        assert!(KINDS.contains(&what), "{what}");
        *self.0.entry(what).or_default() += u32::from(occurs);
    }

    /// Fails if something did not occur.
    pub(super) fn expect_all(&self) {
        for (what, count) in &self.0 {
            println!("{count:8} {what}");
        }
        let missing: Vec<_> =
            KINDS.into_iter().filter(|what| self.0.get(what).is_none_or(|count| *count == 0)).collect();
        assert!(missing.is_empty(), "never: {missing:?}");
    }

    /// Counts what a tick came to.
    pub(super) fn see(
        &mut self,
        control: &Control,
        (before, counted): (&Observation, &Tally),
        (after, counts): (&Observation, &Tally),
        (attack_cooldown, use_cooldown): (u32, u8),
    ) {
        let more = |stat: Stat| counts.count(stat) > counted.count(stat);
        let more_of = |wanted: &dyn Fn(Stat) -> bool| counts.count_where(wanted) > counted.count_where(wanted);
        let used = |wanted: &dyn Fn(Item) -> bool| more_of(&|stat| matches!(stat, Stat::Used(item) if wanted(item)));
        let (was, is) = (&before.player, &after.player);
        let begins = |flag| is.is(flag) && !was.is(flag);
        let changed = |wanted: &dyn Fn(&str) -> bool| {
            let is_it =
                |event: &Event| matches!(event, Event::BlockChanged { state, .. } if wanted(state.block().name()));
            after.events.iter().any(is_it)
        };
        let happened = |wanted: &dyn Fn(&Event) -> bool| after.events.iter().any(wanted);
        let mined = more_of(&|stat| matches!(stat, Stat::Mined(_)));
        let attacks = control.keys.contains(Keys::ATTACK);
        let is_name = |ends: &'static [&'static str]| move |name: &str| ends.iter().any(|end| name.ends_with(end));
        let held = after.inventory.held().map(|stack| stack.item);
        let clicks_use = control.keys.contains(Keys::USE) && use_cooldown == 4;
        let idle = clicks_use && !is.is(PlayerFlags::USING_ITEM) && before.inventory == after.inventory;
        let in_vain = idle && after.target == Target::Nothing;

        self.add("a block dug", mined && was.dig_progress > 0.0);
        self.add("a block broken at once", mined && attacks && was.dig_progress == 0.0);
        self.add("a dig given up", !attacks && was.dig_progress > 0.0 && is.dig_progress == 0.0);
        self.add("a tool broken", attacks && happened(&|event| matches!(event, Event::ItemBroke(_))));
        self.add("an attack that hit", attacks && more(Custom::DamageDealt.into()));
        self.add("a miss", attacks && attack_cooldown == 9 && is.attack_charge < 0.5);
        let sprints = begins(PlayerFlags::SPRINTING);
        self.add("a sprint by the key", sprints && control.keys.contains(Keys::SPRINT));
        self.add("a sprint by a double tap", sprints && !control.keys.contains(Keys::SPRINT));
        self.add("a sprint ended", was.is(PlayerFlags::SPRINTING) && !is.is(PlayerFlags::SPRINTING));
        self.add("sneaking", begins(PlayerFlags::SNEAKING));
        self.add("swimming or crawling", begins(PlayerFlags::SWIMMING));
        let ate = was.is(PlayerFlags::USING_ITEM) && used(&|item| item.food().is_some());
        self.add("food eaten", ate && !is.is(PlayerFlags::USING_ITEM));
        self.add("milk or water drunk", used(&|item| item == Item::MILK_BUCKET || item == Item::POTION));
        self.add("a bow let go", used(&|item| item == Item::BOW));
        self.add("an item held up", begins(PlayerFlags::USING_ITEM));
        let arrows = after.inventory.count(Item::ARROW) > 0;
        self.add("a bow without arrows", in_vain && held == Some(Item::BOW) && !arrows);
        let is_food = held.is_some_and(|item| item.food().is_some());
        self.add("food on a full stomach", in_vain && is_food && after.player.food == 20);
        self.add("a use that came to nothing", in_vain && held == Some(Item::STICK));
        let places = |item: Item| item.block().is_some() && item.food().is_none();
        self.add("a block placed", used(&places));
        let on_block = matches!(after.target, Target::Block(_));
        self.add("a block refused", idle && on_block && after.events.is_empty() && held.is_some_and(places));
        let is_tool = |item: Item| is_name(&["_hoe", "_axe", "_shovel"])(item.name());
        self.add("ground worked", control.keys.contains(Keys::USE) && !mined && used(&is_tool));
        self.add("a bucket filled", used(&|item| item == Item::BUCKET));
        self.add("a bucket poured out", used(&|item| item == Item::WATER_BUCKET || item == Item::LAVA_BUCKET));
        let armour = is_name(&["_helmet", "_boots", "_chestplate"]);
        self.add("armour put on", used(&|item| armour(item.name())));
        self.add("a window opened", happened(&|event| matches!(event, Event::ScreenOpened(_))));
        self.add("a window closed", happened(&|event| matches!(event, Event::ScreenClosed)));
        let switches = is_name(&["_door", "_trapdoor", "lever", "_button", "_gate", "repeater"]);
        self.add("a block switched", control.keys.contains(Keys::USE) && changed(&switches));
        self.add("a bed slept in", more(Custom::SleepInBed.into()));
        let with = |now: &Observation, flag| now.entities.iter().filter(|entity| entity.flags.contains(flag)).count();
        self.add("an animal fed", with(after, EntityFlags::IN_LOVE) > with(before, EntityFlags::IN_LOVE));
        self.add("a sheep shorn", with(after, EntityFlags::SHEARED) > with(before, EntityFlags::SHEARED));
        self.add("a villager talked to", more(Custom::TalkedToVillager.into()));
        let swaps = control.keys.contains(Keys::SWAP);
        let off = |now: &Observation| now.inventory.slots[Inventory::OFF_HAND];
        let off_changes = off(before) != off(after) && before.screen == after.screen;
        self.add("a use by the off hand", clicks_use && !swaps && off_changes && off(before).is_some());
        self.add("the hands swapped", swaps && off_changes);
        self.add("one dropped", control.keys.contains(Keys::DROP) && more(Custom::Drop.into()));
        self.add("a hot bar key", before.inventory.selected != after.inventory.selected);
        self.add("a death", happened(&|event| matches!(event, Event::Died { .. })));
    }
}
