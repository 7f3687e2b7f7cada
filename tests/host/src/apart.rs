//! A world as a server has it for a player without a client: what its handler is sent is done one thing after the other,
//! each is seen at once, and the player's own move ends the tick.

use std::fmt::Write as _;

use anima_body::{BlockHit, BlockPos, Control, Look, Observation, ScreenKey, Weather};
use anima_hands::{ActionResult, Deed, Facts, Hand, Steps};
use anima_rules::{BlockState, Face, Item, ItemStack};
use anima_world::{Moving, World};
use glam::DVec3;

use crate::client::{Client, turn};

/// The tick of a player without a client.
#[derive(Debug, Default)]
pub struct Apart {
    is_begun: bool,
    moving: Option<Moving>,
    /// How many of the blocks that have changed in the tick were told.
    told: usize,
}

/// Bits of what is known of the body when its move begins, beyond what it shows.
pub const SWIMS: i32 = 1;
/// Bits of what is known of the body when its move begins, beyond what it shows.
pub const SUBMERGED: i32 = 1 << 1;

/// A deed as it comes from Java: kind, hand, number, x, y, z, side, as `EmbeddedWorld.deed` numbers them.
pub type Numbers = [i32; 7];

impl Client {
    /// Does something to the world in the middle of a tick, which begins with the first; body, hands and menu are seen
    /// at once. `None` for a client that is far from its world.
    pub fn step<T>(&mut self, what: impl FnOnce(&mut World) -> T) -> Option<T> {
        let world = self.line.at_hand()?;
        if !std::mem::replace(&mut self.apart.is_begun, true) {
            world.begin_tick();
        }
        let done = what(world);
        let Observation { player, inventory, menu, screen, target, light, .. } = world.observe();
        let before = self.shown.clone();
        self.shown = Observation { player, inventory, menu, screen, target, light, ..before };
        Some(done)
    }

    /// Turns the head to where it looks from now on.
    pub fn look(&mut self, yaw: f32, pitch: f32) -> Option<()> {
        let player = &self.shown.player;
        let look = Look { yaw: turn(player.yaw, yaw), pitch: turn(player.pitch, pitch) };
        self.step(|world| world.turn(look))
    }

    /// Carries out a deed; what came of it as a client has it.
    pub fn carry_out(&mut self, numbers: Numbers, point: DVec3) -> Option<ActionResult> {
        let deed = deed(numbers, point, |pos| self.line.world().level().block(pos))?;
        self.step(|world| world.answer(deed))
    }

    /// Does what an operator sets: `give ITEM COUNT`, `time N` or `weather WHAT`. Tells whether there was room.
    pub fn operate(&mut self, line: &str) -> Option<bool> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["give", item, count] => {
                let item = Item::from_name(item.trim_start_matches("minecraft:"))?;
                let stack = ItemStack::new(item, count.parse().ok()?);
                self.step(|world| world.give(stack))
            }
            ["time", time] => {
                let time = time.parse().ok()?;
                self.step(|world| world.set_day_time(time)).map(|()| true)
            }
            ["weather", weather] => {
                let weather = match weather {
                    "rain" => Weather::Rain,
                    "thunder" => Weather::Thunder,
                    _ => Weather::Clear,
                };
                self.step(|world| world.set_weather(weather)).map(|()| true)
            }
            _ => None,
        }
    }

    /// The share of a block that a tick digs.
    pub fn breaking_delta(&self, pos: BlockPos) -> f32 {
        self.line.world().facts().breaking_delta(pos)
    }

    /// Blocks that have changed in this tick and were not told yet.
    pub fn fresh_changes(&mut self) -> Vec<(BlockPos, BlockState)> {
        let changes = self.line.world().level().changes();
        let fresh = changes.get(self.apart.told..).unwrap_or_default().to_vec();
        self.apart.told = changes.len();
        fresh
    }

    /// The player's move begins.
    pub fn begin_move(&mut self) -> Option<i32> {
        let moving = self.step(World::begin_move)?;
        self.apart.moving = Some(moving);
        let is = |bit: i32, is: bool| if is { bit } else { 0 };
        Some(is(SWIMS, moving.stance.swims) | is(SUBMERGED, moving.stance.submerged))
    }

    /// The player moves, and the tick ends.
    pub fn end_tick(&mut self, steps: Steps) -> Option<()> {
        let moving = self.apart.moving.take()?;
        self.line.at_hand()?.end_tick(moving, Some(steps));
        self.apart = Apart::default();
        let now = self.line.world().observe();
        self.see(now);
        Some(())
    }

    /// What was done in the last tick.
    pub fn done(&self) -> String {
        done(self.line.world())
    }
}

/// What is done in a game, tick by tick: each control, and what came of it in its world.
pub fn played(mut world: World, controls: &[Control]) -> Vec<String> {
    let line = |control: &Control| {
        world.tick(control);
        format!("{} | {}", control_numbers(control), done(&world))
    };
    controls.iter().map(line).collect()
}

/// A control as whole numbers, in the order of `Turn.java`.
fn control_numbers(control: &Control) -> String {
    let Control { keys, look, hotbar, screen, click, button, respawn, statistics, .. } = control;
    let number = |value: Option<u8>| value.map_or(-1, i32::from);
    let screen = screen.map_or(0, |key| if key == ScreenKey::OpenInventory { 1 } else { 2 });
    let [mode, slot, of_click] =
        click.map_or([-1, 0, 0], |click| [click.mode as i32, click.slot.into(), click.button.into()]);
    let numbers = [
        look.yaw.to_bits() as i32,
        look.pitch.to_bits() as i32,
        keys.bits().into(),
        number(*hotbar),
        screen,
        mode,
        slot,
        of_click,
        number(*button),
        (*respawn).into(),
        (*statistics).into(),
    ];
    numbers.map(|number| number.to_string()).join(" ")
}

/// The deeds of a world's last tick with what came of them, and the steps.
fn done(world: &World) -> String {
    let mut text = String::new();
    for (deed, answer) in world.deeds() {
        let point = match deed {
            Deed::UseOnBlock(_, hit) => hit.point.to_string(),
            _ => String::new(),
        };
        write!(text, "{:?}{point} {answer:?}, ", numbers(*deed)).expect("it takes all");
    }
    format!("{text}{:?}", world.steps())
}

fn numbers(deed: Deed) -> Numbers {
    let of_hand = |kind, hand: Hand, number: i32| [kind, (hand == Hand::Off).into(), number, 0, 0, 0, 0];
    let of_block = |kind, hand: Hand, pos: BlockPos, face: Face| {
        [kind, (hand == Hand::Off).into(), 0, pos.x, pos.y, pos.z, face as i32]
    };
    match deed {
        Deed::Select(slot) => of_hand(1, Hand::Main, slot.into()),
        Deed::SwapHands => of_hand(2, Hand::Main, 0),
        Deed::DropOne => of_hand(3, Hand::Main, 0),
        Deed::ReleaseItem => of_hand(4, Hand::Main, 0),
        Deed::Attack(id) => of_hand(5, Hand::Main, id as i32),
        Deed::Swing(hand) => of_hand(6, hand, 0),
        Deed::StartDigging(hit) => of_block(7, Hand::Main, hit.pos, hit.face),
        Deed::StopDigging(hit) => of_block(8, Hand::Main, hit.pos, hit.face),
        Deed::AbortDigging { pos, face } => of_block(9, Hand::Main, pos, face),
        Deed::UseOnBlock(hand, hit) => of_block(10, hand, hit.pos, hit.face),
        Deed::UseOnEntity(hand, id) => of_hand(11, hand, id as i32),
        Deed::UseItem(hand) => of_hand(12, hand, 0),
        Deed::ResetCharge => of_hand(13, Hand::Main, 0),
    }
}

fn deed(numbers: Numbers, point: DVec3, block: impl Fn(BlockPos) -> BlockState) -> Option<Deed> {
    let [kind, off, number, x, y, z, face] = numbers;
    let hand = if off == 0 { Hand::Main } else { Hand::Off };
    let pos = BlockPos::new(x, y, z);
    let face = *Face::ALL.get(usize::try_from(face).ok()?)?;
    let hit = || BlockHit { pos, face, point, state: block(pos) };
    Some(match kind {
        1 => Deed::Select(u8::try_from(number).ok()?),
        2 => Deed::SwapHands,
        3 => Deed::DropOne,
        4 => Deed::ReleaseItem,
        5 => Deed::Attack(number as u32),
        6 => Deed::Swing(hand),
        7 => Deed::StartDigging(hit()),
        8 => Deed::StopDigging(hit()),
        9 => Deed::AbortDigging { pos, face },
        10 => Deed::UseOnBlock(hand, hit()),
        11 => Deed::UseOnEntity(hand, number as u32),
        12 => Deed::UseItem(hand),
        13 => Deed::ResetCharge,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_the_same_on_both_sides() {
        let hit = BlockHit {
            pos: BlockPos::new(1, 2, -3),
            face: Face::West,
            point: DVec3::new(0.5, 2.0, 0.25),
            state: BlockState::AIR,
        };
        let deeds = [
            Deed::Select(8),
            Deed::SwapHands,
            Deed::DropOne,
            Deed::ReleaseItem,
            Deed::Attack(u32::MAX),
            Deed::Swing(Hand::Off),
            Deed::StartDigging(hit),
            Deed::StopDigging(hit),
            Deed::AbortDigging { pos: hit.pos, face: hit.face },
            Deed::UseOnBlock(Hand::Off, hit),
            Deed::UseOnEntity(Hand::Main, 7),
            Deed::UseItem(Hand::Off),
            Deed::ResetCharge,
        ];
        for wanted in deeds {
            assert_eq!(deed(numbers(wanted), hit.point, |_| BlockState::AIR), Some(wanted));
        }
        assert_eq!(deed([14, 0, 0, 0, 0, 0, 0], hit.point, |_| BlockState::AIR), None);
    }
}
