//! Containers: what a click does.
//!
//! A [`Handler`] is an open window as the server keeps it (`ScreenHandler`): slots, cursor, a drag in progress. It
//! holds copies: the code that opens it fills in the player's and the block's slots before a click and takes them back
//! after. Clicks follow `ScreenHandler.internalOnSlotClick` of 1.19.4, shift clicks each handler's own `quickMove`.
//!
//! Crafting, stonecutting, smithing, grinding and forging have results, and enchanting tables enchant. Looms,
//! cartography tables and brewing stands have slots and clicks but make nothing yet: what they make differs in ways
//! that a stack cannot hold (patterns, maps, potions). Merchants offer nothing.

mod click;
mod enchanting;
mod quick;
mod result;
mod slot;

use anima_body::{Click, Inventory, MenuKind, Slot};
use anima_rules::enchant::Forged;
use anima_rules::{Item, ItemStack};
use smallvec::SmallVec;

pub(crate) use click::Drag;
pub use enchanting::Offer;
use result::Taking;

/// An open window.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// What it is.
    pub kind: MenuKind,
    /// Every slot, numbered as the window numbers them; a result slot shows what would be made.
    pub slots: Vec<Slot>,
    /// What the mouse holds.
    pub cursor: Slot,
    /// The off hand, in windows that do not show it.
    pub off_hand: Slot,
    /// The hot bar slot in the hand, 0..=8.
    pub selected: u8,
    /// The player's experience levels, which anvils and enchanting tables ask for.
    pub levels: u32,
    /// The bookshelves around an enchanting table.
    pub shelves: u32,
    /// What an enchanting table draws its offers by.
    pub enchanting_seed: u64,
    /// Whether it is the client's copy.
    is_client: bool,
    drag: Drag,
    /// The button pressed in a stonecutter, and the item it was pressed for.
    choice: Option<(Item, u8)>,
    /// What the anvil would make.
    forged: Option<Forged>,
    /// What the enchanting table offers, and for which item, shelves and seed.
    offers: [Offer; 3],
    offered_for: Option<(ItemStack, u32, u64)>,
}

/// What a click did beside moving items between slots and cursor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Thrown on the ground, in order.
    pub dropped: Vec<ItemStack>,
    /// What of it the player threw away, as against what did not fit.
    pub thrown: Vec<ItemStack>,
    /// What the game counts as crafted, which is not all that was taken (`ItemStack.onCraft`).
    pub crafted: Vec<ItemStack>,
    /// Taken out of result slots, and what using up the inputs left (empty buckets).
    pub made: Vec<ItemStack>,
    /// Inputs used up for it.
    pub used: Vec<ItemStack>,
    /// Whether something was taken out of a furnace's output: its experience is due.
    pub emptied_furnace: bool,
    /// Levels that an anvil took.
    pub spent_levels: u32,
    /// Whether the anvil was used: it cracks with a chance of 12 percent.
    pub used_anvil: bool,
    /// The power of what a grindstone took off, see [`anima_rules::enchant::ground_power`].
    pub ground_power: u32,
}

impl Handler {
    /// An empty window.
    pub fn new(kind: MenuKind) -> Handler {
        Handler {
            kind,
            slots: vec![None; usize::from(kind.slots())],
            cursor: None,
            off_hand: None,
            selected: 0,
            levels: 0,
            shelves: 0,
            enchanting_seed: 0,
            is_client: false,
            drag: Drag::default(),
            choice: None,
            forged: None,
            offers: [Offer::default(); 3],
            offered_for: None,
        }
    }

    /// The same as the client's copy, to which the server tells what a crafting grid makes
    /// (`CraftingScreenHandler.updateResult`).
    pub(crate) fn at_client(self) -> Handler {
        Handler { is_client: true, ..self }
    }

    /// Shows the player's slots.
    pub fn fill(&mut self, inventory: &Inventory) {
        self.selected = inventory.selected;
        self.off_hand = inventory.slots[Inventory::OFF_HAND];
        for slot in 0..self.kind.slots() {
            if let Some(index) = self.kind.inventory_of_slot(slot) {
                self.slots[usize::from(slot)] = inventory.slots[index];
            }
        }
    }

    /// Gives the player's slots back.
    pub fn spill(&self, inventory: &mut Inventory) {
        if self.kind != MenuKind::Player {
            inventory.slots[Inventory::OFF_HAND] = self.off_hand;
        }
        for slot in 0..self.kind.slots() {
            if let Some(index) = self.kind.inventory_of_slot(slot) {
                inventory.slots[index] = self.slots[usize::from(slot)];
            }
        }
    }

    /// Clicks, in creative mode or not.
    pub fn click(&mut self, click: Click, creative: bool) -> Outcome {
        let mut outcome = Outcome::default();
        self.refresh();
        self.on_click(click, creative, &mut outcome);
        outcome
    }

    /// Presses a button of the window: which stone to cut. Returns whether there is such a button; looms, lecterns
    /// and beacons have none yet, and an enchanting table's are pressed by [`Handler::enchant`].
    pub fn press(&mut self, button: u8) -> bool {
        let Some(input) = self.slots.first().copied().flatten().filter(|_| self.kind == MenuKind::Stonecutter) else {
            return false;
        };
        let exists = usize::from(button) < anima_rules::stonecut::cuts(input.item).len();
        if exists {
            self.choice = Some((input.item, button));
            self.refresh();
        }
        exists
    }

    /// Closes the window: what lay on the cursor and in slots that are gone with it, in that order. It belongs to
    /// the player, or on the ground where it does not fit.
    pub fn close(&mut self) -> Vec<ItemStack> {
        let mut left: Vec<ItemStack> = self.cursor.take().into_iter().collect();
        for slot in self.lost_on_closing() {
            left.extend(self.slots[usize::from(slot)].take());
        }
        self.refresh();
        left
    }

    /// The slots that exist only while the window is open.
    pub fn lost_on_closing(&self) -> std::ops::Range<u16> {
        match self.kind {
            MenuKind::Player => 1..5,
            MenuKind::Crafting => 1..10,
            MenuKind::Anvil
            | MenuKind::Grindstone
            | MenuKind::Enchanting
            | MenuKind::Cartography
            | MenuKind::Smithing
            | MenuKind::Merchant => 0..2,
            MenuKind::Loom => 0..3,
            MenuKind::Stonecutter | MenuKind::Beacon => 0..1,
            _ => 0..0,
        }
    }

    /// The numbers that the server sends for windows that keep them themselves: the anvil's cost, the stonecutter's
    /// pressed button (-1 for none), the enchanting table's levels asked for, seed, and for each button one of its
    /// enchantments and that one's level (-1 for none). A furnace's come from the furnace.
    pub fn properties(&self) -> SmallVec<[i16; 4]> {
        match self.kind {
            MenuKind::Anvil => [self.forged.map_or(0, |forged| forged.levels as i16)].into_iter().collect(),
            MenuKind::Stonecutter => [self.choice.map_or(-1, |(_, button)| i16::from(button))].into_iter().collect(),
            MenuKind::Enchanting => {
                let hint = |offer: &Offer| offer.hint.map_or([-1; 2], |(one, level)| [one as i16, i16::from(level)]);
                let asked = self.offers.iter().map(|offer| offer.levels as i16);
                let hints = self.offers.iter().map(|offer| hint(offer)[0]);
                let levels = self.offers.iter().map(|offer| hint(offer)[1]);
                asked.chain([self.enchanting_seed as i16]).chain(hints).chain(levels).collect()
            }
            _ => SmallVec::new(),
        }
    }

    fn slot(&self, slot: u16) -> Slot {
        self.slots[usize::from(slot)]
    }

    /// Changes a slot; the result follows.
    fn set(&mut self, slot: u16, stack: Slot) {
        self.slots[usize::from(slot)] = stack;
        let input = slot < self.kind.own_slots() && Some(slot) != self.kind.result();
        if input && (self.makes_results() || self.kind == MenuKind::Enchanting) {
            self.refresh();
        }
    }

    /// Gives a stack to the player; what does not fit is dropped (`PlayerInventory.insertStack`).
    fn give(&mut self, stack: ItemStack, outcome: &mut Outcome) {
        let mut left = stack;
        while left.count > 0 {
            let Some(slot) = self.player_slot_for(&left) else { break };
            let there = self.player_slot(slot);
            let have = there.map_or(0, |stack| stack.count);
            let moved = left.count.min(left.item.stack_size() - have);
            *self.player_slot_mut(slot) = left.with_count(have + moved);
            left.count -= moved;
        }
        outcome.dropped.extend(left.with_count(left.count));
    }

    /// Where the player would put a stack: onto its like in the hand, the off hand, the rest, or the first free slot.
    fn player_slot_for(&self, stack: &ItemStack) -> Option<usize> {
        let takes_more =
            |slot: &usize| self.player_slot(*slot).is_some_and(|there| there.stacks_with(stack) && there.room() > 0);
        let order = [usize::from(self.selected), Inventory::OFF_HAND].into_iter().chain(0..Inventory::MAIN);
        let worn = stack.damage > 0;
        order
            .filter(|_| !worn)
            .find(takes_more)
            .or_else(|| (0..Inventory::MAIN).find(|slot| self.player_slot(*slot).is_none()))
    }

    /// A slot of the player, numbered as [`Inventory`] numbers them.
    fn player_slot(&self, index: usize) -> Slot {
        match self.kind.slot_of_inventory(index) {
            Some(slot) => self.slot(slot),
            None => self.off_hand,
        }
    }

    fn player_slot_mut(&mut self, index: usize) -> &mut Slot {
        match self.kind.slot_of_inventory(index) {
            Some(slot) => &mut self.slots[usize::from(slot)],
            None => &mut self.off_hand,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use anima_body::{ClickMode, OUTSIDE};
    use anima_rules::{Enchantment, Enchantments};
    use proptest::prelude::*;

    use super::*;

    fn of(kind: MenuKind, slots: &[(u16, Item, u8)]) -> Handler {
        let mut handler = Handler::new(kind);
        for (slot, item, count) in slots {
            handler.slots[usize::from(*slot)] = Some(ItemStack::new(*item, *count));
        }
        handler.refresh();
        handler
    }

    fn held(handler: &Handler, slot: u16) -> Option<(Item, u8)> {
        handler.slot(slot).map(|stack| (stack.item, stack.count))
    }

    #[test]
    fn a_stonecutter_cuts_what_its_button_says() {
        let mut handler = of(MenuKind::Stonecutter, &[(0, Item::STONE, 3)]);
        assert!(!handler.press(99));
        assert!(handler.press(5), "the sixth button cuts slabs");
        assert_eq!(held(&handler, 1), Some((Item::STONE_SLAB, 2)));
        let outcome = handler.click(Click::shift(1), false);
        assert_eq!(held(&handler, 37), Some((Item::STONE_SLAB, 6)));
        assert_eq!((held(&handler, 0), held(&handler, 1)), (None, None));
        assert_eq!((outcome.made.len(), outcome.used.len()), (3, 3));
        handler.slots[0] = Some(ItemStack::new(Item::BRICKS, 1));
        handler.refresh();
        assert_eq!(held(&handler, 1), None, "another stone, no button pressed");
    }

    #[test]
    fn a_smithing_table_keeps_wear() {
        let mut handler = of(MenuKind::Smithing, &[(30, Item::NETHERITE_INGOT, 2)]);
        handler.slots[0] = Some(ItemStack { damage: 7, ..ItemStack::new(Item::DIAMOND_AXE, 1) });
        handler.click(Click::shift(30), false);
        assert_eq!(held(&handler, 1), Some((Item::NETHERITE_INGOT, 2)));
        handler.click(Click::left(2), false);
        assert_eq!(handler.cursor, Some(ItemStack { damage: 7, ..ItemStack::new(Item::NETHERITE_AXE, 1) }));
        assert_eq!((held(&handler, 0), held(&handler, 1)), (None, Some((Item::NETHERITE_INGOT, 1))));
    }

    #[test]
    fn an_anvil_asks_for_levels() {
        let mut handler = of(MenuKind::Anvil, &[(1, Item::IRON_INGOT, 5)]);
        handler.slots[0] = Some(ItemStack { damage: 100, ..ItemStack::new(Item::IRON_PICKAXE, 1) });
        handler.levels = 1;
        handler.refresh();
        assert_eq!(handler.properties()[..], [2]);
        assert_eq!(handler.click(Click::left(2), false), Outcome::default(), "two levels are needed");
        handler.levels = 2;
        let outcome = handler.click(Click::left(2), false);
        assert!(outcome.used_anvil);
        assert_eq!((outcome.spent_levels, handler.levels), (2, 0));
        assert_eq!((held(&handler, 0), held(&handler, 1)), (None, Some((Item::IRON_INGOT, 3))));
    }

    #[test]
    fn a_table_enchants_for_levels_and_lapis() {
        let mut handler = of(MenuKind::Enchanting, &[(0, Item::DIAMOND_PICKAXE, 1), (1, Item::LAPIS_LAZULI, 4)]);
        (handler.shelves, handler.enchanting_seed) = (15, 7);
        handler.refresh();
        let shown = handler.properties();
        assert_eq!((shown.len(), shown[2]), (10, 30));
        let hint = (shown[6], shown[9] as u8);
        assert_eq!(handler.enchant(2), None, "no levels");
        handler.levels = 29;
        assert_eq!(handler.enchant(2), None, "thirty are asked for");
        handler.levels = 30;
        assert_eq!(handler.enchant(3), None, "there are three buttons");
        assert_eq!(handler.enchant(2), Some(3), "three are taken");
        let pick = handler.slot(0).expect("the pickaxe");
        let hinted = Enchantment::ALL[hint.0 as usize];
        assert_eq!(pick.level(hinted), hint.1, "{pick:?} has what was shown");
        assert_eq!((held(&handler, 1), handler.levels), (Some((Item::LAPIS_LAZULI, 1)), 27));
        assert_eq!(handler.properties()[..3], [0; 3], "what is enchanted is not enchanted again");
        let mut book = of(MenuKind::Enchanting, &[(0, Item::BOOK, 1), (1, Item::LAPIS_LAZULI, 1)]);
        book.levels = 5;
        assert_eq!(book.enchant(0), Some(1));
        assert_eq!(held(&book, 0), Some((Item::ENCHANTED_BOOK, 1)));
        assert!(!book.slot(0).expect("a book").enchantments.is_empty());
        assert_eq!(book.slot(1), None);
    }

    #[test]
    fn a_grindstone_gives_experience() {
        let enchantments = Enchantments::NONE.with(Enchantment::Unbreaking, 3);
        let mut handler = of(MenuKind::Grindstone, &[]);
        handler.slots[0] = Some(ItemStack { enchantments, ..ItemStack::new(Item::IRON_SWORD, 1) });
        handler.refresh();
        let outcome = handler.click(Click::shift(2), false);
        assert_eq!((outcome.ground_power, held(&handler, 0)), (21, None));
        assert_eq!(handler.slot(38), Some(ItemStack::new(Item::IRON_SWORD, 1)));
    }

    #[test]
    fn slots_take_only_their_own() {
        let check = |kind, slot, item, takes: bool| {
            let mut handler = Handler::new(kind);
            handler.cursor = Some(ItemStack::new(item, 1));
            handler.click(Click::left(slot), false);
            assert_eq!(held(&handler, slot).is_some(), takes, "{kind:?} {slot} {item}");
        };
        check(MenuKind::Enchanting, 1, Item::LAPIS_LAZULI, true);
        check(MenuKind::Enchanting, 1, Item::DIRT, false);
        check(MenuKind::BrewingStand, 4, Item::BLAZE_POWDER, true);
        check(MenuKind::BrewingStand, 0, Item::GLASS_BOTTLE, true);
        check(MenuKind::BrewingStand, 0, Item::SUGAR, false);
        check(MenuKind::Loom, 0, Item::RED_BANNER, true);
        check(MenuKind::Loom, 1, Item::RED_BANNER, false);
        check(MenuKind::Cartography, 0, Item::FILLED_MAP, true);
        check(MenuKind::Beacon, 0, Item::EMERALD, true);
        check(MenuKind::ShulkerBox, 3, Item::RED_SHULKER_BOX, false);
        check(MenuKind::Grindstone, 0, Item::DIRT, false);
        check(MenuKind::Furnace, 2, Item::IRON_INGOT, false);
    }

    #[test]
    fn shift_clicks_know_the_window() {
        let check = |kind: MenuKind, item, count, expected: &[(u16, u8)]| {
            let from = kind.hotbar().start;
            let mut handler = of(kind, &[(from, item, count)]);
            handler.click(Click::shift(from), false);
            let moved: Vec<(u16, u8)> =
                (0..kind.slots()).filter_map(|slot| Some((slot, held(&handler, slot)?.1))).collect();
            assert_eq!(moved, expected, "{kind:?} {item}");
        };
        check(MenuKind::Enchanting, Item::BOOK, 3, &[(0, 1), (29, 2)]);
        check(MenuKind::Enchanting, Item::LAPIS_LAZULI, 3, &[(1, 3)]);
        check(MenuKind::BrewingStand, Item::BLAZE_POWDER, 3, &[(4, 3)]);
        check(MenuKind::BrewingStand, Item::SUGAR, 3, &[(3, 3)]);
        check(MenuKind::BrewingStand, Item::DIRT, 3, &[(5, 3)]);
        check(MenuKind::Loom, Item::RED_DYE, 3, &[(1, 3)]);
        check(MenuKind::Stonecutter, Item::STONE, 3, &[(0, 3)]);
        check(MenuKind::Stonecutter, Item::DIRT, 3, &[(2, 3)]);
        check(MenuKind::Cartography, Item::PAPER, 3, &[(1, 3)]);
        check(MenuKind::Beacon, Item::EMERALD, 1, &[(0, 1)]);
        check(MenuKind::Beacon, Item::EMERALD, 2, &[(1, 2)]);
        check(MenuKind::Merchant, Item::EMERALD, 2, &[(3, 2)]);
        check(MenuKind::Anvil, Item::DIRT, 2, &[(0, 2)]);
    }

    #[test]
    fn closing_gives_back_what_is_lost() {
        let mut handler = of(MenuKind::Crafting, &[(1, Item::OAK_LOG, 2), (40, Item::DIRT, 5)]);
        handler.cursor = Some(ItemStack::new(Item::STICK, 1));
        assert_eq!(handler.close(), [ItemStack::new(Item::STICK, 1), ItemStack::new(Item::OAK_LOG, 2)]);
        assert_eq!((held(&handler, 0), held(&handler, 40)), (None, Some((Item::DIRT, 5))));
    }

    /// How many of each item there are, previews aside.
    fn census(handler: &Handler) -> BTreeMap<Item, i64> {
        let real = handler.slots.iter().enumerate().filter(|(slot, _)| !handler.is_made(*slot as u16));
        let stacks = real.map(|(_, stack)| stack).chain([&handler.cursor]);
        let off_hand = (handler.kind != MenuKind::Player).then_some(&handler.off_hand);
        let mut census = BTreeMap::new();
        add(&mut census, stacks.chain(off_hand).flatten(), 1);
        census
    }

    fn add<'a>(census: &mut BTreeMap<Item, i64>, stacks: impl IntoIterator<Item = &'a ItemStack>, sign: i64) {
        for stack in stacks {
            *census.entry(stack.item).or_insert(0) += sign * i64::from(stack.count);
        }
        census.retain(|_, count| *count != 0);
    }

    const THINGS: [Item; 24] = [
        Item::OAK_PLANKS,
        Item::OAK_LOG,
        Item::STICK,
        Item::COAL,
        Item::IRON_INGOT,
        Item::STONE,
        Item::COBBLESTONE,
        Item::EGG,
        Item::BUCKET,
        Item::LAVA_BUCKET,
        Item::MILK_BUCKET,
        Item::HONEY_BOTTLE,
        Item::SUGAR,
        Item::WHEAT,
        Item::IRON_PICKAXE,
        Item::DIAMOND_PICKAXE,
        Item::NETHERITE_INGOT,
        Item::IRON_HELMET,
        Item::CARVED_PUMPKIN,
        Item::SHIELD,
        Item::LAPIS_LAZULI,
        Item::RED_BANNER,
        Item::RED_DYE,
        Item::SHULKER_BOX,
    ];

    fn stacks() -> impl Strategy<Value = Slot> {
        let stack = (0..THINGS.len(), 1..=64u8, 0..200u16).prop_map(|(thing, count, wear)| {
            let item = THINGS[thing];
            let damage = item.durability().map_or(0, |durability| wear.min(durability - 1));
            ItemStack { damage, ..ItemStack::new(item, count.min(item.stack_size())) }
        });
        prop::option::weighted(0.5, stack)
    }

    fn clicks(slots: u16) -> impl Strategy<Value = Vec<Click>> {
        use ClickMode::*;
        let buttons: [(ClickMode, &'static [u8]); 9] = [
            (Pickup, &[0, 1]),
            (QuickMove, &[0, 1]),
            (Swap, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 40]),
            (Clone, &[2]),
            (Throw, &[0, 1]),
            (QuickCraft, &[0, 1, 2, 4, 5, 6]),
            (QuickCraft, &[1, 1, 5]),
            (PickupAll, &[0, 1]),
            (Pickup, &[0, 0, 1]),
        ];
        let click = (0..buttons.len(), 0..60usize, prop::option::weighted(0.9, 0..slots)).prop_map(
            move |(mode, button, slot)| {
                let (mode, buttons) = buttons[mode];
                let slot = slot.map_or(OUTSIDE, |slot| slot as i16);
                Click { mode, button: buttons[button % buttons.len()], slot }
            },
        );
        prop::collection::vec(click, 1..60)
    }

    fn windows() -> impl Strategy<Value = (MenuKind, Vec<Slot>, Slot, Slot, Vec<Click>)> {
        let kinds: Vec<MenuKind> = MenuKind::all().collect();
        prop::sample::select(kinds).prop_flat_map(|kind| {
            let slots = prop::collection::vec(stacks(), usize::from(kind.slots()));
            (Just(kind), slots, stacks(), stacks(), clicks(kind.slots()))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn clicks_conserve_items((kind, slots, cursor, off_hand, clicks) in windows()) {
            let mut handler = Handler::new(kind);
            handler.levels = 100;
            for (slot, stack) in slots.into_iter().enumerate() {
                // Only what could have come there by clicks, or by the furnace itself.
                let fits = |stack: &ItemStack| {
                    let slot = slot as u16;
                    let output = Some(slot) == kind.result() && !handler.makes_results();
                    output || handler.accepts(slot, stack) && stack.count <= handler.limit_of(slot, stack)
                };
                handler.slots[slot] = stack.filter(fits);
            }
            handler.cursor = cursor;
            handler.off_hand = off_hand.filter(|_| kind != MenuKind::Player);
            handler.refresh();
            handler.press(0);
            for click in clicks {
                let mut expected = census(&handler);
                let outcome = handler.click(click, false);
                add(&mut expected, &outcome.made, 1);
                add(&mut expected, &outcome.used, -1);
                add(&mut expected, &outcome.dropped, -1);
                prop_assert_eq!(census(&handler), expected, "{:?} {:?}", kind, click);
                for (slot, stack) in handler.slots.iter().enumerate() {
                    let Some(stack) = stack else { continue };
                    prop_assert!((1..=stack.item.stack_size()).contains(&stack.count), "{:?} {:?} {}", kind, click, slot);
                    let slot = slot as u16;
                    let own = slot < kind.own_slots() && Some(slot) != kind.result();
                    prop_assert!(!own || handler.accepts(slot, stack), "{:?} {:?} {}", kind, click, slot);
                }
            }
        }
    }
}
