//! Keys, played at random in random small places: a million cases of one tick each.
//!
//! `digests.txt` holds what each thousand of them came to. It was made when the hands still were a part of the world; it
//! changes with every rule of the world that is corrected, and is then written anew: `ANIMA_DIGESTS=write` and
//! `ANIMA_LONG=1` for all of it.

mod counts;
mod fingers;
mod scenes;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::Path;

use anima_body::{Control, Keys, Observation, Player, Terrain};
use anima_hands::{ActionResult, Deed, Hand};
use anima_world::{DelayLine, World};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

use counts::Counts;
use fingers::Fingers;

/// Blocks of cases in the file.
const BLOCKS: usize = 1000;
/// Those that an ordinary test run plays.
const FEW: usize = 50;
/// Worlds in a block, and ticks in each of them.
const WORLDS: usize = 20;
const TICKS: usize = 50;

/// Worlds of which the deeds are carried out in a fork.
const DEED_WORLDS: usize = 600;
/// What occurs in them.
const DEEDS: [&str; 29] = [
    "Select",
    "SwapHands",
    "DropOne Success",
    "DropOne Pass",
    "ReleaseItem",
    "Attack",
    "Swing Main",
    "Swing Off",
    "StartDigging",
    "StopDigging",
    "AbortDigging",
    "ResetCharge",
    "UseOnBlock Main Success",
    "UseOnBlock Main Pass",
    "UseOnBlock Main Fail",
    "UseOnBlock Off Success",
    "UseOnBlock Off Pass",
    "UseOnBlock Off Fail",
    "UseOnEntity Main Success",
    "UseOnEntity Main Pass",
    "UseOnEntity Off Pass",
    "UseItem Main Success",
    "UseItem Main Consume",
    "UseItem Main Pass",
    "UseItem Main Fail",
    "UseItem Off Success",
    "UseItem Off Consume",
    "UseItem Off Pass",
    "UseItem Off Fail",
];

/// One of some values.
fn pick<T: Copy>(dice: &mut impl Rng, values: &[T]) -> T {
    values[dice.random_range(0..values.len())]
}

/// FNV-1a of what is written.
struct Digest(u64);

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

impl Digest {
    /// All that can be seen of a world, its blocks left out: of them what changed.
    fn see(&mut self, now: Observation, world: &World) {
        let now = Observation { terrain: Terrain::default(), ..now };
        let tally: Vec<_> = world.tally().iter().collect();
        write!(self, "{now:?}{tally:?}{:?}{:?}", world.motion(), world.cooldowns()).expect("it takes all");
    }

    /// The blocks around the place.
    fn see_blocks(&mut self, world: &World) {
        let view = world.terrain().view();
        for y in 58..72 {
            for z in -10..=10 {
                for x in -10..=10 {
                    let id = view.block([x, y, z].into()).map_or(u16::MAX, |state| state.id());
                    self.0 = (self.0 ^ u64::from(id)).wrapping_mul(0x0000_0100_0000_01b3);
                }
            }
        }
    }
}

/// Plays a block of cases; what all of it came to.
fn play(block: usize, counts: &mut Counts) -> u64 {
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    for number in 0..WORLDS {
        let mut dice = Pcg64::seed_from_u64((block * WORLDS + number) as u64);
        let (world, aims) = scenes::world(&mut dice);
        let mut fingers = Fingers::new();
        // Most clients are at hand and have focus.
        let late = if number % 10 == 9 { dice.random_range(1..6) } else { 0 };
        let reads = number % 5 == 3;
        let mut client = DelayLine::new(world, late);
        let mut before = client.observe();
        for _ in 0..TICKS {
            let counted = client.world().tally().clone();
            let control = fingers.press(&mut dice, &before, &aims);
            let read = reads.then(|| fingers::presses(&mut dice, control.keys, client.world().cooldowns()));
            client.tick_as_read(&control, read);
            let (after, world) = (client.observe(), client.world());
            digest.see(after.clone(), world);
            if late == 0 {
                counts.see(&control, (&before, &counted), (&after, world.tally()), world.cooldowns());
            }
            before = after;
        }
        digest.see_blocks(client.world());
    }
    digest.0
}

#[test]
fn keys_come_to_what_they_came_to() {
    let is_long = std::env::var_os("ANIMA_LONG").is_some();
    let blocks = if is_long { BLOCKS } else { FEW };
    let mut counts = Counts::default();
    let played: Vec<String> = (0..blocks).map(|block| format!("{:016x}", play(block, &mut counts))).collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/hands/digests.txt");
    if std::env::var("ANIMA_DIGESTS").is_ok_and(|what| what == "write") {
        std::fs::write(&file, played.join("\n") + "\n").expect("the file can be written");
    }
    let known = std::fs::read_to_string(&file).expect("the file is there");
    let known: Vec<&str> = known.lines().collect();
    counts.expect_all();
    assert_eq!(known.len(), BLOCKS, "the file is whole");
    let other: Vec<usize> = (0..blocks).filter(|block| played[*block] != known[*block]).collect();
    assert!(other.is_empty(), "{} blocks of {blocks} came to something else: {other:?}", other.len());
}

/// What can be seen of two worlds, but for what only a client counts: cracks, double taps.
fn show(now: Observation, like: &Player, world: &World) -> String {
    let Player { dig_progress, double_tap, .. } = *like;
    let player = Player { dig_progress, double_tap, ..now.player };
    let now = Observation { terrain: Terrain::default(), player, ..now };
    let tally: Vec<_> = world.tally().iter().collect();
    format!("{now:?}{tally:?}{:?}", world.motion())
}

/// The kind of a deed, with its hand, and what came of it if that matters.
fn name(deed: &Deed, answer: ActionResult) -> String {
    let of = |what: &str, hand: &Hand| format!("{what} {hand:?} {answer:?}");
    match deed {
        Deed::UseOnBlock(hand, _) => of("UseOnBlock", hand),
        Deed::UseOnEntity(hand, _) => of("UseOnEntity", hand),
        Deed::UseItem(hand) => of("UseItem", hand),
        Deed::Swing(hand) => format!("Swing {hand:?}"),
        Deed::DropOne => format!("DropOne {answer:?}"),
        other => format!("{other:?}").split(['(', ' ']).next().unwrap_or_default().to_owned(),
    }
}

/// The deeds of a tick and the steps, carried out without any keys in a fork of the world, give the same world: hands and
/// legs do nothing else.
#[test]
fn deeds_and_steps_are_all_that_keys_come_to() {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..DEED_WORLDS {
        let mut dice = Pcg64::seed_from_u64((BLOCKS * WORLDS + number) as u64);
        let (mut world, aims) = scenes::world(&mut dice);
        let (mut fork, mut fingers) = (world.clone(), Fingers::new());
        for tick in 0..TICKS {
            let control = fingers.press(&mut dice, &world.observe(), &aims);
            let read = (number % 5 == 3).then(|| fingers::presses(&mut dice, control.keys, world.cooldowns()));
            world.tick_as_read(&control, read);
            let deeds: Vec<Deed> = world.deeds().iter().map(|(deed, _)| *deed).collect();
            let keyless = Control { keys: Keys::empty(), hotbar: None, ..control };
            fork.tick_as_done(&keyless, &deeds, world.steps());
            let now = world.observe();
            let (one, other) = (show(now.clone(), &now.player, &world), show(fork.observe(), &now.player, &fork));
            assert_eq!(one, other, "world {number}, tick {tick}: {deeds:?}");
            assert_eq!(world.deeds(), fork.deeds());
            for (deed, answer) in world.deeds() {
                *counts.entry(name(deed, *answer)).or_default() += 1;
            }
        }
        let blocks = |world: &World| {
            let mut digest = Digest(0);
            digest.see_blocks(world);
            digest.0
        };
        assert_eq!(blocks(&world), blocks(&fork), "world {number}");
    }
    println!("{counts:#?}");
    let missing: Vec<_> = DEEDS.into_iter().filter(|deed| !counts.contains_key(*deed)).collect();
    assert!(missing.is_empty(), "never: {missing:?}");
}
