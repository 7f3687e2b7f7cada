//! Enchanting at a table, and learning the levels that it asks for.

use anima_body::{BlockPos, Click, Inventory, MenuKind};
use anima_rules::{Block, Enchantment, EntityKind, Item, ItemStack, Tier};

use super::hunt::kill;
use super::station::{leave_station, reach_station};
use crate::Me;
use crate::hands::window::{close_window, is_answered, open_block, put_back, put_into};
use crate::path::goal::Goal;
use crate::threat::cost;
use crate::walk::approach::nearest_mob;
use crate::walk::travel::travel_within;
use anima_intent::{Outcome, Reason, Thing};

/// Slot of what is enchanted in a table's window.
const ITEM: u16 = 0;
/// Slot of the lapis lazuli.
const LAPIS: u16 = 1;
/// Buttons of the window; the first takes one piece of lapis lazuli and one level, the last three of each.
const BUTTONS: usize = 3;
/// What gives experience and is met anywhere (`AnimalEntity.getXpToDrop`: one to three points; monsters five).
const TEACHERS: [EntityKind; 8] = [
    EntityKind::ZOMBIE,
    EntityKind::SPIDER,
    EntityKind::SKELETON,
    EntityKind::COW,
    EntityKind::PIG,
    EntityKind::SHEEP,
    EntityKind::CHICKEN,
    EntityKind::RABBIT,
];

/// What came of a try at an open table.
enum Tried {
    Enchanted,
    /// The level that the cheapest offer asks for.
    AsksFor(u32),
}

/// Enchants an item that is carried, at a table that stands near or is carried: by the dearest offer that `lapis`
/// pieces pay. Levels that lack for the cheapest are learned first, by killing what gives experience; `look` finds more
/// of that where none is known but those that it is told of.
///
/// # Errors
/// [`Reason::Missing`] names the item, lapis lazuli or table that lacks; [`Reason::Unexpected`] where a click had no
/// effect; else why no level could be learned.
pub(crate) async fn enchant(me: &Me, item: Item, lapis: u32, look: &impl AsyncFn(&Me, &[u32]) -> Outcome) -> Outcome {
    /// Times that levels are learned for the same item: what a table offers changes only when something was enchanted.
    const TRIES: u32 = 3;
    let lapis = lapis.clamp(1, BUTTONS as u32);
    me.doing(format!("enchant {item}"), async {
        for _ in 0..TRIES {
            check_carried(&me.now().inventory, item, lapis)?;
            match at_table(me, async |me| enchant_open(me, item, lapis).await).await? {
                Tried::Enchanted => return Ok(()),
                Tried::AsksFor(level) => learn(me, level, look).await?,
            }
        }
        Err(Reason::unexpected("the table asks for ever more levels"))
    })
    .await
}

/// Enchants a tool with something in view: takes an offer that shows it. Where none does, what is cheap and needed for
/// nothing else is enchanted, after which the table offers anew; without that, the dearest offer is taken on the chance
/// that it gives more than it shows. `lapis` pieces are kept for the tool.
///
/// # Errors
/// As [`enchant`]; [`Reason::Missing`] names the tool if it was enchanted with something else: it takes another one.
pub(crate) async fn enchant_with(
    me: &Me,
    item: Item,
    wish: Enchantment,
    lapis: u32,
    look: &impl AsyncFn(&Me, &[u32]) -> Outcome,
) -> Outcome {
    /// Times that levels are learned for the same item: what is enchanted for new offers takes levels, too.
    const TRIES: u32 = 12;
    let lapis = lapis.clamp(1, BUTTONS as u32);
    let has_it = |me: &Me| me.now().inventory.find(|stack| stack.item == item && stack.level(wish) > 0).is_some();
    me.doing(format!("enchant {item} with {}", wish.name()), async {
        for _ in 0..TRIES {
            check_carried(&me.now().inventory, item, lapis)?;
            match at_table(me, async |me| try_for(me, item, wish, lapis).await).await? {
                Tried::Enchanted if has_it(me) => return Ok(()),
                Tried::Enchanted => return Err(Reason::Missing { item, count: 1 }),
                Tried::AsksFor(level) => learn(me, level, look).await?,
            }
        }
        Err(Reason::unexpected("the table asks for ever more levels"))
    })
    .await
}

/// Does something with the window of a table open, which stands near or is carried.
async fn at_table(me: &Me, work: impl AsyncFnOnce(&Me) -> Outcome<Tried>) -> Outcome<Tried> {
    let station = reach_station(me, Block::ENCHANTING_TABLE).await?;
    open_block(me, station.pos, MenuKind::Enchanting).await?;
    let done = work(me).await;
    close_window(me).await?;
    leave_station(me, station).await?;
    done
}

fn check_carried(inventory: &Inventory, item: Item, lapis: u32) -> Outcome {
    if inventory.find(|stack| is_plain(stack, item)).is_none() {
        return Err(Reason::Missing { item, count: 1 });
    }
    match lapis.saturating_sub(inventory.count(Item::LAPIS_LAZULI)) {
        0 => Ok(()),
        count => Err(Reason::Missing { item: Item::LAPIS_LAZULI, count }),
    }
}

/// Whether a stack is of an item and not enchanted yet.
fn is_plain(stack: &ItemStack, item: Item) -> bool {
    stack.item == item && stack.enchantments.is_empty()
}

/// Puts item and lapis lazuli into the open table, presses the button of the best offer that can be paid, and takes both
/// out again.
async fn enchant_open(me: &Me, item: Item, lapis: u32) -> Outcome<Tried> {
    lay_in(me, item, lapis).await?;
    let tried = match paid(me, lapis).last() {
        Some(button) => press(me, *button).await,
        None => refused(me, item),
    };
    take_out(me).await?;
    tried
}

/// Has the open table offer anew until an offer shows an enchantment, and takes it.
async fn try_for(me: &Me, item: Item, wish: Enchantment, lapis: u32) -> Outcome<Tried> {
    /// Levels up to which it is learned for the dearest offer: about sixty monsters give them.
    const LEARNED: u32 = 15;
    loop {
        let cheap = cheap(me, item, lapis);
        lay_in(me, item, lapis).await?;
        let (paid, dearest) = (paid(me, lapis), asked(me)[BUTTONS - 1]);
        let is_learned = dearest <= me.now().player.level || dearest > LEARNED;
        let shown = paid.iter().copied().rfind(|button| shown(me, *button) == Some(wish));
        let tried = match (shown, paid.last(), cheap) {
            (Some(button), ..) => press(me, button).await,
            (None, None, _) => refused(me, item),
            (None, Some(_), _) if !is_learned => Ok(Tried::AsksFor(dearest)),
            (None, Some(button), None) => press(me, *button).await,
            (None, Some(_), Some(cheap)) => {
                take_out(me).await?;
                match enchant_cheaply(me, cheap).await? {
                    Tried::Enchanted => continue,
                    asks => return Ok(asks),
                }
            }
        };
        take_out(me).await?;
        return tried;
    }
}

/// What is enchanted only for the sake of other offers, with lapis lazuli to spare: a book, or a tool of wood or stone.
fn cheap(me: &Me, but: Item, lapis: u32) -> Option<Item> {
    let now = me.now();
    let is_cheap = |item: Item| {
        let is_simple = |item: Item| item.tool().is_some_and(|tool| matches!(tool.tier, Tier::Wood | Tier::Stone));
        item != but && (item == Item::BOOK || is_simple(item)) && me.spare(item) > 0
    };
    let plain = now.inventory.slots.iter().flatten().filter(|stack| stack.enchantments.is_empty());
    let cheap = plain.map(|stack| stack.item).filter(|item| is_cheap(*item)).min_by_key(|item| *item != Item::BOOK);
    cheap.filter(|_| now.inventory.count(Item::LAPIS_LAZULI) > lapis && me.spare(Item::LAPIS_LAZULI) > 0)
}

/// Enchants something by the cheapest offer.
async fn enchant_cheaply(me: &Me, item: Item) -> Outcome<Tried> {
    lay_in(me, item, 1).await?;
    let tried = match paid(me, 1).first() {
        Some(button) => press(me, *button).await,
        None => refused(me, item),
    };
    take_out(me).await?;
    tried
}

/// Puts one piece of an item and so much lapis lazuli into the open table, and waits for its offers.
async fn lay_in(me: &Me, item: Item, lapis: u32) -> Outcome {
    put_in(me, item).await?;
    put_into(me, LAPIS, Item::LAPIS_LAZULI, lapis).await?;
    is_answered(me, |me| asked(me)[0] > 0).await;
    Ok(())
}

/// The buttons of the open table that levels and so much lapis lazuli pay, the dearest last.
fn paid(me: &Me, lapis: u32) -> Vec<usize> {
    let (asked, level) = (asked(me), me.now().player.level);
    (0..BUTTONS.min(lapis as usize)).filter(|button| (1..=level).contains(&asked[*button])).collect()
}

/// Presses a button of the open table.
async fn press(me: &Me, button: usize) -> Outcome<Tried> {
    me.button(button as u8);
    me.tick().await;
    let is_enchanted = |me: &Me| me.now().menu.slot(ITEM).is_some_and(|stack| !stack.enchantments.is_empty());
    match is_answered(me, is_enchanted).await {
        true => Ok(Tried::Enchanted),
        false => Err(Reason::unexpected("the table enchants nothing")),
    }
}

/// Why no button was pressed.
fn refused(me: &Me, item: Item) -> Outcome<Tried> {
    match asked(me)[0] {
        asked if asked > me.now().player.level => Ok(Tried::AsksFor(asked)),
        _ => Err(Reason::unexpected(format!("the table offers nothing for {item}"))),
    }
}

/// Takes what was put into the open table out of it.
async fn take_out(me: &Me) -> Outcome {
    for slot in [ITEM, LAPIS] {
        me.click(Click::shift(slot));
        me.tick().await;
    }
    // What stays in a table comes back when it is closed, or falls where the pack has no room: that is told.
    match me.now().menu.slot(ITEM) {
        Some(_) => Err(Reason::InventoryFull),
        None => Ok(()),
    }
}

/// Puts one piece of an item that is not enchanted into the open table.
async fn put_in(me: &Me, item: Item) -> Outcome {
    put_back(me).await;
    let now = me.now();
    let own = now.menu.kind.main().chain(now.menu.kind.hotbar());
    let slot = own.into_iter().find(|slot| now.menu.slot(*slot).is_some_and(|stack| is_plain(&stack, item)));
    let slot = slot.ok_or(Reason::Missing { item, count: 1 })?;
    for click in [Click::left(slot), Click::right(ITEM)] {
        me.click(click);
        me.tick().await;
    }
    put_back(me).await;
    Ok(())
}

/// The levels that the three offers of the open table ask for; 0 where it offers nothing.
fn asked(me: &Me) -> [u32; BUTTONS] {
    let now = me.now();
    std::array::from_fn(|button| now.menu.properties.get(button).map_or(0, |levels| (*levels).max(0) as u32))
}

/// The enchantment that an offer of the open table is seen to give: one of those that it gives.
fn shown(me: &Me, button: usize) -> Option<Enchantment> {
    /// The property that shows the first offer's (`EnchantmentScreenHandler.enchantmentId`).
    const FIRST: usize = 4;
    let number = *me.now().menu.properties.get(FIRST + button)?;
    Enchantment::ALL.into_iter().find(|enchantment| *enchantment as i16 == number)
}

/// Kills what gives experience until a level is reached.
async fn learn(me: &Me, level: u32, look: &impl AsyncFn(&Me, &[u32]) -> Outcome) -> Outcome {
    /// Ticks for one.
    const PATIENCE: u64 = 900;
    /// Ticks in which the orbs of what fell come flying.
    const ORBS: u32 = 40;
    /// Searches and kills in a row that led to no more experience.
    const VAIN: u32 = 8;
    me.doing(format!("learn up to level {level}"), async {
        let mut left = Vec::new();
        let (mut vain, mut best) = (0, known(me));
        while me.now().player.level < level {
            if vain > VAIN {
                return Err(Reason::not_found(Thing::Named("what gives experience".into())));
            }
            vain += 1;
            let Some((prey, kind)) = nearest_teacher(me, &left) else {
                look(me, &left).await?;
                me.tick().await;
                continue;
            };
            match me.within(PATIENCE, kill(me, prey)).await {
                Ok(place) => {
                    gather_orbs(me, place).await;
                    me.wait(ORBS).await;
                }
                Err(Reason::Died) => return Err(Reason::Died),
                Err(reason) => {
                    tracing::debug!(tick = me.now().tick, %kind, %reason, "no experience of that one");
                    left.push(prey);
                }
            }
            if known(me) > best {
                (vain, best) = (0, known(me));
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// What has been learned, as one number.
fn known(me: &Me) -> f32 {
    let player = &me.now().player;
    player.level as f32 + player.level_progress
}

/// Whether something is known that gives experience and can be beaten, but for some.
pub(crate) fn knows_teacher(me: &Me, left: &[u32]) -> bool {
    nearest_teacher(me, left).is_some()
}

/// The nearest of what gives experience and can be beaten, but for some.
fn nearest_teacher(me: &Me, left: &[u32]) -> Option<(u32, EntityKind)> {
    let now = me.now();
    let is_fit = |prey: &anima_body::Entity| {
        let is_young = prey.flags.contains(anima_body::EntityFlags::BABY);
        !is_young && !left.contains(&prey.id) && cost(&now, std::slice::from_ref(prey)) < now.player.health / 2.0
    };
    let near = TEACHERS.into_iter().filter_map(|kind| nearest_mob(me, kind, is_fit));
    let distance = |prey: &anima_body::Entity| prey.pos.distance_squared(now.player.pos);
    near.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id))).map(|prey| (prey.id, prey.kind))
}

/// Goes to where something fell: orbs fly to a player within eight blocks (`ExperienceOrbEntity.tick`).
async fn gather_orbs(me: &Me, place: BlockPos) {
    const PATIENCE: u64 = 100;
    drop(travel_within(me, PATIENCE, &Goal::Near { pos: place, range: 2 }).await);
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_world::{Options, Scene};

    use super::*;
    use crate::testing::{Game, flat, held, make, quiet};

    /// A meadow with a table, as many levels as are said, and cows and pigs about.
    fn study(items: &[(Item, u8)], level: u32, animals: i32) -> Scene {
        let mut scene = flat(items);
        scene.set([3, 64, 2], "enchanting_table");
        scene.start.level = level;
        for n in 0..animals {
            let at = [f64::from(n % 4) * 3.0 - 6.5, 64.0, f64::from(n / 4) * 4.0 + 6.5];
            scene.mob(if n % 2 == 0 { "cow" } else { "pig" }, at);
        }
        scene
    }

    fn game(scene: &Scene, seed: u64) -> Game {
        Game::of(scene.world(Options { seed, day_time: Some(6000), ..quiet() }))
    }

    #[test]
    fn a_book_is_enchanted_after_the_levels_for_it_are_learned() {
        for seed in 0..5 {
            let items = [(Item::BOOK, 2), (Item::LAPIS_LAZULI, 4), (Item::IRON_SWORD, 1)];
            let end = game(&study(&items, 0, 16), seed)
                .after(20)
                .play(6000, |me| async move { make(&me, Item::ENCHANTED_BOOK, 1).await });
            assert_eq!(end.outcome, Some(Ok(())), "seed {seed}");
            let [enchanted, plain, lapis] =
                [Item::ENCHANTED_BOOK, Item::BOOK, Item::LAPIS_LAZULI].map(|item| held(&end.world, item));
            assert_eq!((enchanted, plain, lapis), (1, 1, 3), "seed {seed}: one book, one piece of lapis lazuli");
        }
    }

    #[test]
    fn a_tool_is_enchanted_by_the_dearest_offer_that_can_be_paid() {
        for seed in 0..5 {
            let items = [(Item::IRON_PICKAXE, 1), (Item::LAPIS_LAZULI, 3)];
            let mut scene = study(&items, 30, 0);
            // Fifteen shelves or more, two blocks away: then the last offer asks for thirty levels.
            scene.fill([5, 64, 0], [5, 65, 4], "bookshelf").fill([2, 64, 4], [4, 65, 4], "bookshelf");
            let trial = game(&scene, seed).perform(600, Act::Enchant { item: Item::IRON_PICKAXE }, None);
            assert_eq!(trial.outcome, Some(Ok(())), "seed {seed}");
            let now = trial.world.observe();
            let is_enchanted = |stack: &ItemStack| stack.item == Item::IRON_PICKAXE && !stack.enchantments.is_empty();
            assert!(now.inventory.find(is_enchanted).is_some(), "seed {seed}");
            assert_eq!(now.player.level, 27, "seed {seed}: the last button takes three levels");
        }
    }

    /// Tries to put Silk Touch on a golden pickaxe at a table with all the shelves it takes.
    fn tries_for_silk_touch(items: &[(Item, u8)], level: u32, seed: u64) -> (Option<Outcome>, anima_body::Inventory) {
        let mut scene = study(&[(Item::GOLDEN_PICKAXE, 1)], level, 0);
        scene.fill([5, 64, 0], [5, 65, 4], "bookshelf").fill([2, 64, 4], [4, 65, 4], "bookshelf");
        for (item, count) in items {
            scene.give(ItemStack::new(*item, *count));
        }
        let end = game(&scene, seed).after(20).play(4000, |me| async move {
            let nowhere = async |_: &Me, _: &[u32]| Err(Reason::not_found("anything to learn from"));
            enchant_with(&me, Item::GOLDEN_PICKAXE, Enchantment::SilkTouch, 3, &nowhere).await
        });
        (end.outcome.clone(), end.now().inventory)
    }

    #[test]
    fn books_are_enchanted_until_silk_touch_is_offered() {
        for seed in 0..5 {
            let (outcome, carried) = tries_for_silk_touch(&[(Item::BOOK, 30), (Item::LAPIS_LAZULI, 60)], 60, seed);
            assert_eq!(outcome, Some(Ok(())), "seed {seed}");
            let silk =
                |stack: &ItemStack| stack.item == Item::GOLDEN_PICKAXE && stack.level(Enchantment::SilkTouch) > 0;
            assert!(carried.find(silk).is_some(), "seed {seed}");
            assert!(carried.count(Item::ENCHANTED_BOOK) + carried.count(Item::BOOK) == 30, "seed {seed}: all are kept");
        }
    }

    #[test]
    fn without_books_the_dearest_offer_is_taken_and_another_tool_asked_for() {
        let chance = |seed| tries_for_silk_touch(&[(Item::LAPIS_LAZULI, 3)], 30, seed).0;
        let missed = (0..8).filter(|seed| {
            let outcome = chance(*seed);
            let missing = Some(Err(Reason::Missing { item: Item::GOLDEN_PICKAXE, count: 1 }));
            assert!(outcome == Some(Ok(())) || outcome == missing, "seed {seed}: {outcome:?}");
            outcome == missing
        });
        assert!(missed.count() >= 4, "about one in six has it");
    }

    #[test]
    fn lapis_lazuli_of_more_than_one_stack_is_paid_with() {
        let mut scene = study(&[(Item::IRON_PICKAXE, 1)], 30, 0);
        scene.fill([5, 64, 0], [5, 65, 4], "bookshelf").fill([2, 64, 4], [4, 65, 4], "bookshelf");
        for (slot, count) in [(9, 1), (20, 2)] {
            scene.put(slot, Some(ItemStack::new(Item::LAPIS_LAZULI, count)));
        }
        let trial = game(&scene, 1).perform(600, Act::Enchant { item: Item::IRON_PICKAXE }, None);
        assert_eq!((trial.outcome, trial.world.observe().player.level), (Some(Ok(())), 27));
    }

    #[test]
    fn what_lacks_is_named_and_nothing_is_left_in_the_table() {
        let act = || Act::Enchant { item: Item::IRON_PICKAXE };
        let none = game(&study(&[(Item::LAPIS_LAZULI, 3)], 30, 0), 1).perform(200, act(), None);
        assert_eq!(none.outcome, Some(Err(Reason::Missing { item: Item::IRON_PICKAXE, count: 1 })));
        let lapis = game(&study(&[(Item::IRON_PICKAXE, 1)], 30, 0), 1).perform(200, act(), None);
        assert_eq!(lapis.outcome, Some(Err(Reason::Missing { item: Item::LAPIS_LAZULI, count: 1 })));
        // Nobody is about from whom levels could be learned.
        let poor =
            game(&study(&[(Item::IRON_PICKAXE, 1), (Item::LAPIS_LAZULI, 3)], 0, 0), 1).perform(9000, act(), None);
        assert!(matches!(poor.outcome, Some(Err(_))), "{:?}", poor.outcome);
        assert_eq!([Item::IRON_PICKAXE, Item::LAPIS_LAZULI].map(|item| held(&poor.world, item)), [1, 3]);
    }
}
