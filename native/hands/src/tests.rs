//! Each rule of the game's client, with a small scripted host.

use std::collections::BTreeMap;

use anima_body::{BlockHit, BlockPos, Keys, Slot, Target};
use anima_rules::{Block, Face, Item, ItemStack};

use crate::{ActionResult, Deed, Facts, Hand, Hands, Legs, Presses, Stance, Steps};

use ActionResult::{Consume, Fail, Pass, Success};
use Deed::*;

const HERE: BlockPos = BlockPos { x: 0, y: 64, z: 2 };
const THERE: BlockPos = BlockPos { x: 0, y: 65, z: 2 };
const SWING: Deed = Swing(Hand::Main);

/// A host in which nothing is but what a test puts there.
#[derive(Default)]
struct Host {
    hands: Hands,
    /// Blocks, and the share of each that a tick digs.
    blocks: BTreeMap<BlockPos, f32>,
    held: [Slot; 2],
    selected: u8,
    is_using: bool,
    has_window: bool,
    /// What comes of the next uses.
    answers: Vec<ActionResult>,
}

impl Facts for Host {
    fn is_air(&self, pos: BlockPos) -> bool {
        !self.blocks.contains_key(&pos)
    }

    fn breaking_delta(&self, pos: BlockPos) -> f32 {
        self.blocks.get(&pos).copied().unwrap_or(0.0)
    }

    fn selected(&self) -> u8 {
        self.selected
    }

    fn in_hand(&self, hand: Hand) -> Slot {
        self.held[usize::from(hand == Hand::Off)]
    }

    fn is_using_item(&self) -> bool {
        self.is_using
    }

    fn has_window(&self) -> bool {
        self.has_window
    }
}

fn hit(pos: BlockPos) -> BlockHit {
    BlockHit { pos, face: Face::North, point: pos.center(), state: Block::STONE.state() }
}

fn stack(item: Item) -> Slot {
    Some(ItemStack::new(item, 1))
}

impl Host {
    /// A host with a block of which a tick digs a share.
    fn with(pos: BlockPos, share: f32) -> Host {
        Host { blocks: [(pos, share)].into(), ..Host::default() }
    }

    /// Holds something in each hand, and answers uses.
    fn holding(main: Slot, off: Slot, answers: &[ActionResult]) -> Host {
        Host { held: [main, off], answers: answers.to_vec(), ..Host::default() }
    }

    fn perform(&mut self, deed: Deed) -> ActionResult {
        match deed {
            Select(slot) => self.selected = slot,
            SwapHands => self.held.swap(0, 1),
            DropOne => return if self.held[0].take().is_some() { Success } else { Pass },
            ReleaseItem => self.is_using = false,
            StartDigging(hit) if self.breaking_delta(hit.pos) < 1.0 => {}
            StartDigging(hit) | StopDigging(hit) => _ = self.blocks.remove(&hit.pos),
            UseOnBlock(..) | UseOnEntity(..) | UseItem(_) => return self.answers.remove(0),
            _ => {}
        }
        Success
    }

    /// A tick in which a client has read these presses.
    fn read(&mut self, hotbar: Option<u8>, presses: Presses, target: Target) -> Vec<Deed> {
        self.hands.press(hotbar, presses, target);
        let (mut deeds, mut answer) = (Vec::new(), Pass);
        loop {
            let mut hands = self.hands.clone();
            let deed = hands.next(self, answer);
            self.hands = hands;
            let Some(deed) = deed else { return deeds };
            answer = self.perform(deed);
            deeds.push(deed);
        }
    }

    /// A tick with keys held.
    fn hold(&mut self, keys: Keys, target: Target) -> Vec<Deed> {
        self.hands.begin();
        match self.hands.read(keys, None, self.has_window) {
            Some(presses) => self.read(None, presses, target),
            None => Vec::new(),
        }
    }
}

fn at(pos: BlockPos) -> Target {
    Target::Block(hit(pos))
}

#[test]
fn handle_input_events_goes_from_the_hot_bar_to_block_breaking() {
    let mut host = Host::holding(stack(Item::STICK), stack(Item::TORCH), &[Pass, Pass, Pass, Pass]);
    host.blocks.insert(HERE, 0.1);
    let presses = Presses { attacks: 1, uses: 1, drops: 1, swaps: 1, holds_attack: true, ..Presses::default() };
    let deeds = host.read(Some(3), presses, at(HERE));
    assert_eq!(deeds, [Select(3), SwapHands, DropOne, SWING, StartDigging(hit(HERE)), SWING, SWING]);
    assert_eq!(host.hands.dig_progress(), 0.1, "the click begins it, and the held key digs in the same tick");
}

#[test]
fn sync_selected_slot_tells_a_slot_only_when_it_changes() {
    let mut host = Host::default();
    let select = |host: &mut Host, slot| host.read(Some(slot), Presses::default(), Target::Nothing);
    assert_eq!(select(&mut host, 4), [Select(4)]);
    assert_eq!(select(&mut host, 4), []);
    assert_eq!(select(&mut host, 9), [], "no such slot");
}

#[test]
fn drop_selected_item_swings_only_if_something_was_dropped() {
    let mut host = Host::holding(stack(Item::STICK), None, &[]);
    let presses = Presses { drops: 2, ..Presses::default() };
    assert_eq!(host.read(None, presses, Target::Nothing), [DropOne, SWING, DropOne]);
}

#[test]
fn do_attack_hits_an_entity_and_swings() {
    assert_eq!(Host::default().hold(Keys::ATTACK, Target::Entity(7)), [Attack(7), SWING]);
}

#[test]
fn do_attack_into_the_air_costs_ten_ticks_of_the_held_key() {
    let mut host = Host::with(HERE, 0.1);
    assert_eq!(host.hold(Keys::ATTACK, Target::Nothing), [ResetCharge, SWING]);
    assert_eq!(host.hands.cooldowns().0, 9);
    for _ in 0..9 {
        assert_eq!(host.hold(Keys::ATTACK, at(HERE)), []);
    }
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [StartDigging(hit(HERE)), SWING]);
    host.hold(Keys::ATTACK, Target::Nothing);
    assert_eq!(host.hands.cooldowns().0, 0, "only a click misses");
}

#[test]
fn handle_block_breaking_without_the_key_ends_the_cool_down() {
    let mut host = Host::with(HERE, 0.1);
    host.hold(Keys::ATTACK, Target::Nothing);
    assert_eq!(host.hold(Keys::empty(), at(HERE)), []);
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [StartDigging(hit(HERE)), SWING, SWING]);
}

#[test]
fn update_block_breaking_progress_swings_each_tick_and_rests_five_after_a_block() {
    let mut host = Host::with(HERE, 0.25);
    let ticks: Vec<_> = (0..4).map(|_| host.hold(Keys::ATTACK, at(HERE))).collect();
    assert_eq!(ticks[0], [StartDigging(hit(HERE)), SWING, SWING]);
    assert_eq!(ticks[1..], [vec![SWING], vec![SWING], vec![StopDigging(hit(HERE)), SWING]]);
    host.blocks.insert(THERE, 0.5);
    for _ in 0..5 {
        assert_eq!(host.hold(Keys::ATTACK, at(THERE)), [SWING]);
    }
    assert_eq!(host.hold(Keys::ATTACK, at(THERE)), [StartDigging(hit(THERE)), SWING]);
    assert_eq!(host.hold(Keys::ATTACK, at(THERE)), [SWING]);
    assert_eq!(host.hold(Keys::ATTACK, at(THERE)), [StopDigging(hit(THERE)), SWING]);
}

#[test]
fn attack_block_breaks_at_once_what_gives_way_and_the_held_key_waits_a_tick() {
    let mut host = Host::with(HERE, 1.0);
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [StartDigging(hit(HERE)), SWING], "a click that broke ends the tick");
    host.blocks.insert(THERE, 1.0);
    assert_eq!(host.hold(Keys::ATTACK, at(THERE)), [StartDigging(hit(THERE)), SWING], "no rest after it");
}

#[test]
fn attack_block_aborts_the_block_before() {
    let mut host = Host::with(HERE, 0.1);
    host.blocks.insert(THERE, 0.1);
    host.hold(Keys::ATTACK, at(HERE));
    let abort = AbortDigging { pos: HERE, face: Face::North };
    assert_eq!(host.hold(Keys::ATTACK, at(THERE)), [abort, StartDigging(hit(THERE)), SWING]);
}

#[test]
fn is_currently_breaking_asks_for_the_same_tool() {
    let mut host = Host::with(HERE, 0.1);
    host.hold(Keys::ATTACK, at(HERE));
    host.held[0] = stack(Item::IRON_PICKAXE);
    let abort = AbortDigging { pos: HERE, face: Face::North };
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [abort, StartDigging(hit(HERE)), SWING]);
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [SWING]);
}

#[test]
fn cancel_block_breaking_aborts_and_resets_the_charge() {
    for (keys, target) in [(Keys::empty(), at(HERE)), (Keys::ATTACK, Target::Nothing)] {
        let mut host = Host::with(HERE, 0.1);
        host.hold(Keys::ATTACK, at(HERE));
        assert_eq!(host.hold(keys, target), [AbortDigging { pos: HERE, face: Face::Down }, ResetCharge]);
        assert_eq!(host.hands.dig_progress(), 0.0);
        assert_eq!(host.hold(keys, target), [], "once");
    }
}

#[test]
fn what_falls_into_the_place_of_a_block_is_dug_without_a_start() {
    let mut host = Host::with(HERE, 0.5);
    host.hold(Keys::ATTACK, at(HERE));
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [StopDigging(hit(HERE)), SWING]);
    host.blocks.insert(HERE, 1.0);
    for _ in 0..5 {
        host.hold(Keys::ATTACK, at(HERE));
    }
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [StopDigging(hit(HERE)), SWING]);
}

#[test]
fn do_item_use_asks_the_block_then_the_item_then_the_other_hand() {
    let both = || (stack(Item::STICK), stack(Item::TORCH));
    let uses = |(main, off): (Slot, Slot), answers: &[ActionResult]| {
        Host::holding(main, off, answers).hold(Keys::USE, at(HERE))
    };
    let (main, off) = (Hand::Main, Hand::Off);
    let all = [UseOnBlock(main, hit(HERE)), UseItem(main), UseOnBlock(off, hit(HERE)), UseItem(off)];
    assert_eq!(uses(both(), &[Pass, Pass, Pass, Pass]), all);
    assert_eq!(uses(both(), &[Success]), [all[0], SWING], "accepted, and swings");
    assert_eq!(uses(both(), &[Consume]), [all[0]], "accepted without a swing");
    assert_eq!(uses(both(), &[Fail]), [all[0]], "a block that fails ends the use");
    assert_eq!(uses(both(), &[Pass, Fail, Pass, Success]), [&all[..], &[Swing(off)]].concat(), "an item does not");
    assert_eq!(uses(both(), &[Pass, Consume]), all[..2]);
    assert_eq!(uses((None, None), &[Pass, Pass]), [all[0], all[2]], "empty hands have no item to use");
}

#[test]
fn do_item_use_on_an_entity_ends_only_when_it_is_accepted() {
    let uses =
        |answers: &[ActionResult]| Host::holding(stack(Item::STICK), None, answers).hold(Keys::USE, Target::Entity(7));
    let (main, off) = (Hand::Main, Hand::Off);
    assert_eq!(uses(&[Success]), [UseOnEntity(main, 7), SWING]);
    assert_eq!(uses(&[Fail, Fail, Pass]), [UseOnEntity(main, 7), UseItem(main), UseOnEntity(off, 7)]);
}

#[test]
fn item_use_cooldown_lets_a_held_key_use_every_fourth_tick() {
    let mut host = Host::holding(stack(Item::STICK), None, &[Pass; 3]);
    let uses: Vec<usize> = (0..9).map(|_| host.hold(Keys::USE, Target::Nothing).len()).collect();
    assert_eq!(uses, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
    let mut host = Host::holding(stack(Item::STICK), None, &[Pass; 2]);
    host.hold(Keys::USE, Target::Nothing);
    host.hold(Keys::empty(), Target::Nothing);
    assert_eq!(host.hold(Keys::USE, Target::Nothing).len(), 1, "a click does not wait");
}

#[test]
fn do_item_use_does_nothing_while_a_block_is_broken() {
    let mut host = Host::with(HERE, 0.1);
    host.held[0] = stack(Item::STICK);
    host.hold(Keys::ATTACK, at(HERE));
    assert_eq!(host.hold(Keys::ATTACK | Keys::USE, at(HERE)), [SWING]);
    assert_eq!(host.hands.cooldowns().1, 0, "not even a cool-down");
}

#[test]
fn an_item_in_use_swallows_clicks_until_it_is_let_go() {
    let mut host = Host::with(HERE, 0.1);
    host.is_using = true;
    let clicks = Presses { attacks: 2, uses: 2, holds_use: true, holds_attack: true, ..Presses::default() };
    assert_eq!(host.read(None, clicks, at(HERE)), [], "nor is anything dug");
    let lets_go = Presses { holds_use: false, ..clicks };
    assert_eq!(host.read(None, lets_go, at(HERE)), [ReleaseItem, StartDigging(hit(HERE)), SWING]);
}

#[test]
fn behind_a_window_that_a_use_opened_nothing_is_dug() {
    let mut host = Host::holding(None, None, &[Success]);
    host.blocks.insert(HERE, 0.1);
    host.has_window = true;
    let presses = Presses { uses: 1, holds_attack: true, ..Presses::default() };
    assert_eq!(host.read(None, presses, at(HERE)), [UseOnBlock(Hand::Main, hit(HERE)), SWING]);
}

#[test]
fn a_screen_takes_the_keys_and_what_was_held_is_no_click_after_it() {
    let mut host = Host::with(HERE, 0.1);
    host.has_window = true;
    assert_eq!(host.hold(Keys::ATTACK | Keys::USE, at(HERE)), []);
    assert_eq!(host.hands.cooldowns().0, 10_000);
    host.has_window = false;
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [], "attackCooldown is 10000 until the key is let go");
    assert_eq!(host.hold(Keys::empty(), at(HERE)), []);
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [StartDigging(hit(HERE)), SWING, SWING]);
}

#[test]
fn after_death_a_key_that_is_held_strikes_no_more_than_after_a_screen() {
    let mut host = Host::with(HERE, 0.1);
    host.hands.come_back();
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [], "as the death screen left it");
    assert_eq!(host.hold(Keys::empty(), at(HERE)), []);
    assert_eq!(host.hold(Keys::ATTACK, at(HERE)), [StartDigging(hit(HERE)), SWING, SWING]);
}

const STANDS: Stance = Stance {
    is_slowed: false,
    uses_item: false,
    sprints: false,
    swims: false,
    in_water: false,
    submerged: false,
    on_ground: true,
    hit_wall: false,
    food: 20,
    is_blind: false,
};

#[test]
fn keyboard_input_is_slowed_by_sneaking_and_by_an_item_in_use() {
    let forward = |stance: Stance| {
        let steps = Legs::default().go(Keys::FORWARD | Keys::LEFT | Keys::JUMP, &stance);
        assert!(steps.jumping && !steps.sneaking && steps.sideways == steps.forward);
        steps.forward
    };
    assert_eq!(forward(STANDS), 1.0);
    assert_eq!(forward(Stance { is_slowed: true, ..STANDS }), 0.3);
    assert_eq!(forward(Stance { uses_item: true, ..STANDS }), 0.2);
    assert!((forward(Stance { is_slowed: true, uses_item: true, ..STANDS }) - 0.06).abs() < 1e-6);
    let both = Legs::default().go(Keys::FORWARD | Keys::BACK | Keys::RIGHT, &STANDS);
    assert_eq!((both.forward, both.sideways), (0.0, -1.0));
}

#[test]
fn the_sprint_key_starts_a_sprint_if_nothing_is_against_it() {
    let sprints = |keys: Keys, stance: Stance| Legs::default().go(keys | Keys::SPRINT, &stance).sprinting;
    assert!(sprints(Keys::FORWARD, STANDS));
    assert!(sprints(Keys::FORWARD, Stance { on_ground: false, ..STANDS }), "in the air too");
    assert!(sprints(Keys::FORWARD, Stance { in_water: true, submerged: true, ..STANDS }), "under water");
    assert!(!sprints(Keys::BACK, STANDS));
    for against in [
        Stance { food: 6, ..STANDS },
        Stance { uses_item: true, ..STANDS },
        Stance { is_blind: true, ..STANDS },
        Stance { is_slowed: true, ..STANDS },
        Stance { in_water: true, ..STANDS },
    ] {
        assert!(!sprints(Keys::FORWARD, against), "{against:?}");
    }
}

#[test]
fn a_second_tap_within_seven_ticks_starts_a_sprint() {
    let sprints = |pause: u32, between: Keys| {
        let mut legs = Legs::default();
        legs.go(Keys::FORWARD, &STANDS);
        assert_eq!(legs.double_tap(), 7);
        for _ in 0..pause {
            legs.go(between, &STANDS);
        }
        legs.go(Keys::FORWARD, &STANDS).sprinting
    };
    assert!(sprints(1, Keys::empty()) && sprints(5, Keys::empty()));
    assert!(!sprints(6, Keys::empty()), "one tick too late");
    assert!(!sprints(2, Keys::SNEAK), "sneaking ends the count");
    assert!(!sprints(2, Keys::FORWARD), "the key was not let go of");
}

#[test]
fn a_sprint_ends_at_a_wall_in_shallow_water_of_hunger_and_with_the_key() {
    let runs = Stance { sprints: true, ..STANDS };
    let goes_on = |keys: Keys, stance: Stance| Legs::default().go(keys, &stance).sprinting;
    assert!(goes_on(Keys::FORWARD, runs) && goes_on(Keys::FORWARD | Keys::SNEAK, runs));
    assert!(!goes_on(Keys::empty(), runs));
    assert!(!goes_on(Keys::FORWARD, Stance { hit_wall: true, ..runs }));
    assert!(!goes_on(Keys::FORWARD, Stance { food: 6, ..runs }));
    assert!(!goes_on(Keys::FORWARD, Stance { in_water: true, ..runs }));
    let swims = Stance { swims: true, in_water: true, submerged: true, on_ground: false, ..runs };
    assert!(goes_on(Keys::FORWARD, Stance { hit_wall: true, ..swims }), "a swimmer may touch walls");
    assert!(!goes_on(Keys::empty(), swims) && goes_on(Keys::SNEAK, swims));
    assert!(!goes_on(Keys::FORWARD, Stance { in_water: false, submerged: false, ..swims }));
}

#[test]
fn success_of_action_result_is_consume_at_a_server() {
    assert_eq!(Consume.at_client(false), Success, "a door, a block placed");
    assert_eq!(Consume.at_client(true), Consume, "food, a bow, a shield");
    for other in [Success, Pass, Fail] {
        assert_eq!([other.at_client(false), other.at_client(true)], [other; 2]);
    }
}

#[test]
fn has_collided_softly_is_within_eight_degrees_of_the_way_wanted() {
    let ahead = Steps { forward: 1.0, ..Steps::default() };
    let way = |degrees: f64| (degrees.to_radians().sin() * -0.2, degrees.to_radians().cos() * 0.2);
    let south = (0.0, 1.0);
    assert!(ahead.brush(south, way(7.9)) && ahead.brush(south, way(-7.9)));
    assert!(!ahead.brush(south, way(8.1)) && !ahead.brush(south, way(180.0)));
    assert!(!ahead.brush(south, (0.0, 0.001)), "it stands");
    assert!(!Steps::default().brush(south, way(0.0)), "it was pushed");
    let west = (1.0, 0.0);
    assert!(ahead.brush(west, way(90.0)) && !ahead.brush(west, way(0.0)), "as the head is turned");
    let left = Steps { sideways: 1.0, ..Steps::default() };
    assert!(left.brush(south, way(-90.0)));
}
