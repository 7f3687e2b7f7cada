//! Goals that hang on what a client is told late, or otherwise than the server has it.

use anima::console::{Tone, run};
use anima::play::{End, State};
use anima_body::Observation;
use anima_host::client::{Client, Hands};
use anima_rules::{Item, ItemStack};
use anima_world::{GameRules, Options, Scene};

use crate::teller::{self, tell};

/// Flat land with nothing on it but what is added.
fn flat(carried: &[(Item, u8)]) -> Scene {
    let mut scene = Scene::flat();
    scene.start_at(0.5, 64.0, 0.5);
    for (item, count) in carried {
        scene.give(ItemStack::new(*item, *count));
    }
    scene
}

/// Pursues a goal as a client would, for some ticks at most; tells how it ended, and what the client sees then.
fn play(goal: &str, scene: &Scene, day_time: u32, ticks: u64) -> (End, Observation) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("anima.toml"), "[game]\nseed = 3\n").unwrap();
    let mut body = teller::body(folder.path());
    teller::enter(&mut body, "save/4", "minecraft:overworld", false);
    let answer = run(&mut body, &format!("do {goal}"));
    assert_eq!(answer[0].tone, Tone::Good, "{answer:?}");
    let rules = GameRules { do_mob_spawning: false, ..GameRules::default() };
    let mut client = Client::new(scene.world(Options { rules, day_time: Some(day_time), ..Options::default() }));
    let mut before: Option<Observation> = None;
    for _ in 0..ticks {
        let shown = client.shown().clone();
        body.looks().unwrap();
        let mirror = body.mirror().unwrap();
        client.hearts().iter().for_each(|id| mirror.hearts(*id as i32));
        tell(mirror, before.as_ref(), &shown);
        let turn = body.tick(shown.tick as i64).unwrap().clone();
        if turn.state == State::Idle {
            break;
        }
        let (yaw, pitch) = (shown.player.yaw + turn.control.look.yaw, shown.player.pitch + turn.control.look.pitch);
        client.tick(&Hands { control: turn.control, yaw, pitch: pitch.clamp(-90.0, 90.0), presses: None });
        before = Some(shown);
    }
    (body.play.ended().end, client.shown().clone())
}

#[test]
fn animals_are_bred_by_a_client_that_sees_only_their_hearts() {
    let mut scene = flat(&[(Item::WHEAT, 6)]);
    for (x, z) in [(6.5, 3.5), (-6.5, 4.5), (3.5, -7.5), (-2.5, -9.5)] {
        scene.mob("cow", [x, 64.0, z]);
    }
    let (end, seen) = play("breed 2 cows", &scene, 1000, 3000);
    assert_eq!(end, End::Reached);
    assert!(seen.inventory.count(Item::WHEAT) < 6);
}

#[test]
fn a_night_is_slept_through_by_a_client_that_learns_of_the_morning_late() {
    let scene = flat(&[(Item::RED_BED, 1)]);
    let (end, seen) = play("sleep", &scene, 14_000, 1000);
    assert_eq!(end, End::Reached);
    assert!(seen.day_time < 1000, "{}", seen.day_time);
    // The second night is far off.
    let (_, seen) = play("sleep 2 nights", &scene, 14_000, 400);
    assert_eq!(seen.inventory.count(Item::RED_BED), 1, "it knows that it has slept, and takes its bed along");
}
