//! Breaking one block within reach.

use anima_body::{BlockPos, Entity, Inventory, Keys, PlayerFlags, Target};
use anima_rules::dig::{self as rules, is_kept};
use anima_rules::tags::ItemTag;
use anima_rules::{BlockState, EntityKind, Item, ItemStack, StateFlags, Tier, Tool, ToolKind};

use super::aim::aim;
use super::hold::{Choice, best_tool, hold_tool};
use super::window::close_window;
use crate::Me;
use anima_intent::{Outcome, Reason};

/// Ticks for which a mob may stand in front of the block that is dug.
const IN_THE_WAY: u32 = 20;

/// Breaks the block at `pos`, which must be in reach, with the best tool carried.
///
/// Ends when the block is another one than it was. What it drops is not picked up: see `collect`.
///
/// # Errors
/// [`Reason::OutOfReach`] if it cannot be pointed at, a mob is in the way or the breath does not last,
/// [`Reason::Unreachable`] if it cannot be broken, [`Reason::TookTooLong`] after twice the time it should take.
pub async fn dig(me: &Me, pos: BlockPos) -> Outcome {
    dig_with(me, pos, &best_tool).await
}

/// As [`dig`], with a tool of one's choice.
pub(crate) async fn dig_with(me: &Me, pos: BlockPos, choice: Choice<'_>) -> Outcome {
    let Some(before) = me.now().block(pos) else {
        return Err(Reason::out_of_reach(format!("the block at {pos}")));
    };
    if before.is_air() || (before.fluid().is_some() && before.flags().contains(StateFlags::REPLACEABLE)) {
        return Ok(());
    }
    close_window(me).await?;
    hold_tool(me, before, choice).await?;
    let ticks =
        ticks_to_dig(me, before).ok_or_else(|| Reason::unreachable(format!("{before}: it cannot be broken")))?;
    let mut last = me.age();
    let mut in_the_way = 0;
    for _ in 0..2 * ticks + 20 {
        // An agent that came up for air meanwhile would start the block anew, and get no further.
        if me.age() > last + 1 && me.now().player.is(PlayerFlags::IN_WATER) {
            return Err(Reason::out_of_reach(format!("the {} at {pos}, with a breath", before.block())));
        }
        last = me.age();
        // One that was asked for before may open late.
        close_window(me).await?;
        // After a fight the hand holds the weapon.
        hold_tool(me, before, choice).await?;
        let now = me.now();
        if now.block(pos).is_none_or(|state| state.block() != before.block()) {
            return Ok(());
        }
        let point = aim(&now, pos).ok_or_else(|| Reason::out_of_reach((before.block(), pos)))?;
        in_the_way = if matches!(now.target, Target::Entity(_)) { in_the_way + 1 } else { 0 };
        if in_the_way > IN_THE_WAY {
            return Err(Reason::out_of_reach(format!("the {} at {pos}, behind somebody", before.block())));
        }
        me.look_at(point);
        me.press(Keys::ATTACK);
        me.tick().await;
    }
    Err(Reason::TookTooLong)
}

/// Ticks until what has lost its hold begins to fall, and is seen to (`FallingBlock.getFallDelay`).
const LETS_GO: u64 = 4;

/// Whether sand, gravel or the like is on its way into an open cell that was dug so many ticks ago.
pub(crate) fn falls_into(me: &Me, cell: BlockPos, ticks: u64) -> bool {
    let now = me.now();
    let above = || now.block(cell.up(1)).is_some_and(|state| state.flags().contains(StateFlags::FALLS));
    let is_on_its_way = |entity: &Entity| {
        let at = BlockPos::containing(entity.pos);
        entity.kind == EntityKind::FALLING_BLOCK && (at.x, at.z) == (cell.x, cell.z) && at.y >= cell.y
    };
    (ticks < LETS_GO + u64::from(me.lag()) && above()) || now.entities.iter().any(is_on_its_way)
}

/// Fails when rock is to be dug and nothing carried digs it: by hand it takes for ever. The last uses of a good
/// pickaxe do not count while there is what another one is made of.
pub(crate) fn check_can_dig_rock(me: &Me) -> Outcome {
    let inventory = &me.now().inventory;
    let is_pickaxe = |stack: &ItemStack| stack.item.tool().is_some_and(|tool| tool.kind == ToolKind::Pickaxe);
    let free = inventory.find(|stack| is_pickaxe(stack) && !is_kept(stack));
    let kept = || inventory.find(is_pickaxe).filter(|_| !can_make_pickaxe(inventory));
    match free.or_else(kept) {
        Some(_) => Ok(()),
        None => Err(Reason::NeedsTool(Tool { kind: ToolKind::Pickaxe, tier: Tier::Wood })),
    }
}

/// Whether a stone pickaxe could be made of what is carried, a table for it included.
fn can_make_pickaxe(inventory: &Inventory) -> bool {
    let stone = inventory.count_where(|stack| ItemTag::StoneToolMaterials.contains(stack.item));
    let mut planks = inventory.planks();
    planks += if inventory.count(Item::CRAFTING_TABLE) > 0 { 4 } else { 0 };
    planks += if inventory.count(Item::STICK) >= 2 { 2 } else { 0 };
    stone >= 3 && planks >= 6
}

/// Fails when digging a block under water would take more breath than there is: after coming up for air the block would
/// have to be started anew. A floating agent counts as under water, because it sinks while it digs.
pub(crate) fn check_breath(me: &Me, pos: BlockPos, choice: Choice<'_>) -> Outcome {
    /// Ticks of breath that are kept for the way up.
    const WAY_UP: i32 = 130;
    let player = &me.now().player;
    if !player.is(PlayerFlags::SUBMERGED) && !floats_deep(me) {
        return Ok(());
    }
    let Some(state) = me.now().block(pos) else { return Ok(()) };
    let inventory = &me.now().inventory;
    let tool = choice(inventory, state).and_then(|slot| inventory.slots[slot]);
    // Digging holds the body still, so it sinks to the ground: the floating penalty is not counted.
    match rules::ticks(state, &rules::Digger { submerged: true, ..rules::Digger::holding(tool) }) {
        Some(ticks) if ticks as i32 <= player.air - WAY_UP => Ok(()),
        _ => Err(Reason::out_of_reach(format!("{state}: it would take more than a breath"))),
    }
}

/// Whether the player swims where there is no floor on which its head would be above water.
fn floats_deep(me: &Me) -> bool {
    let now = me.now();
    let feet = now.player.feet();
    now.player.is(PlayerFlags::IN_WATER) && !now.player.is(PlayerFlags::ON_GROUND) && me.is_wet(feet.down(1))
}

/// Ticks that a block takes with what the hand holds; `None` for what cannot be broken.
fn ticks_to_dig(me: &Me, state: BlockState) -> Option<u64> {
    let now = me.now();
    let per_tick = rules::progress_per_tick(state, &rules::Digger::holding(now.inventory.held()));
    // In water or in the air it takes five times as long, in both twenty-five times.
    (per_tick > 0.0).then(|| (25.0 / per_tick).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use anima_world::{Options, Scene};

    use super::*;
    use crate::{Settings, Task};

    #[test]
    fn an_agent_that_had_to_fight_meanwhile_takes_the_pickaxe_again() {
        const PICKAXE: usize = 0;
        const SWORD: u8 = 1;
        let mut scene = Scene::flat();
        scene.fill([0, 65, 2], [0, 65, 2], "stone").start_at(0.5, 64.0, 0.5);
        scene.give(ItemStack::new(Item::STONE_PICKAXE, 1)).give(ItemStack::new(Item::STONE_SWORD, 1));
        let mut world = scene.world(Options::default());
        let me = Me::new(Settings::default(), world.observe());
        let digger = me.clone();
        let mut task = Task::new(async move { dig(&digger, BlockPos::new(0, 65, 2)).await });
        loop {
            me.begin(world.observe());
            if (5..8).contains(&world.ticks()) {
                me.hotbar(SWORD);
            } else if let Some(outcome) = task.poll() {
                assert_eq!(outcome, Ok(()));
                break;
            }
            world.tick(&me.end());
        }
        assert!(world.ticks() < 40, "{} ticks: with the sword it takes 150", world.ticks());
        assert_eq!(usize::from(world.observe().inventory.selected), PICKAXE);
    }

    #[test]
    fn an_agent_that_came_up_for_air_meanwhile_gives_it_up() {
        let mut scene = Scene::flat();
        scene.fill([-3, 50, -3], [3, 63, 3], "water").set([0, 58, 2], "iron_ore").start_at(0.5, 58.0, 0.5);
        scene.give(ItemStack::new(Item::STONE_PICKAXE, 1));
        let mut world = scene.world(Options::default());
        let me = Me::new(Settings::default(), world.observe());
        let digger = me.clone();
        let mut task = Task::new(async move { dig(&digger, BlockPos::new(0, 58, 2)).await });
        for tick in 0..40 {
            me.begin(world.observe());
            let outcome = if (5..8).contains(&tick) { None } else { task.poll() };
            if let Some(outcome) = outcome {
                assert!(tick == 8 && matches!(outcome, Err(Reason::OutOfReach(_))), "{outcome:?} after {tick}");
                return;
            }
            world.tick(&me.end());
        }
        panic!("it digs on");
    }
}
