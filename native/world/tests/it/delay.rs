use anima_body::{Click, Control, Event, Keys, Look, MenuKind, Observation, Screen, ScreenKey};
use anima_rules::{BlockState, EntityKind, Item, ItemStack};
use anima_world::{DelayLine, Scene};
use glam::DVec3;

use super::{Game, one};

/// A client so many ticks from its server.
struct Far {
    client: DelayLine,
    /// What the client has told, with the tick.
    events: Vec<(u64, Event)>,
}

impl Far {
    fn of(scene: &Scene, ticks: u32) -> Far {
        Far { client: DelayLine::new(Game::of(scene).world, ticks), events: Vec::new() }
    }

    fn tick(&mut self, control: &Control) -> Observation {
        self.client.tick(control);
        let now = self.client.observe();
        self.events.extend(now.events.iter().map(|event| (now.tick, event.clone())));
        now
    }

    fn hold(&mut self, keys: Keys) -> Observation {
        self.tick(&Control { keys, ..Control::default() })
    }

    fn look_at(&mut self, point: [f64; 3]) {
        let player = self.client.observe().player;
        let way = DVec3::from(point) - player.eyes();
        let yaw = (-way.x).atan2(way.z).to_degrees() as f32;
        let pitch = (-way.y).atan2(way.x.hypot(way.z)).to_degrees() as f32;
        let look = Look { yaw: yaw - player.yaw, pitch: pitch - player.pitch };
        self.tick(&Control { look, ..Control::default() });
    }

    fn block(&self, pos: [i32; 3]) -> BlockState {
        self.client.observe().terrain.block(pos.into()).expect("within the scene")
    }

    /// Ticks from now until something is shown.
    fn shows_after(&mut self, holds: impl Fn(&Observation) -> bool) -> u32 {
        for ticks in 0..60 {
            if holds(&self.client.observe()) {
                return ticks;
            }
            self.hold(Keys::empty());
        }
        panic!("it is not shown");
    }
}

#[test]
fn a_client_at_hand_shows_the_world_as_it_is() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "stone").give(ItemStack::new(Item::DIRT, 3)).mob("zombie", [3.5, 64.0, 2.5]);
    let (mut far, mut near) = (Far::of(&scene, 0), Game::of(&scene));
    for tick in 0..200_u32 {
        let keys = [Keys::FORWARD, Keys::ATTACK, Keys::USE, Keys::JUMP | Keys::LEFT][(tick / 7 % 4) as usize];
        let look = Look { yaw: tick as f32, pitch: 1.0 };
        let control = Control { keys, look, hotbar: Some((tick % 9) as u8), ..Control::default() };
        let seen = far.tick(&control);
        near.tick(&control);
        assert_eq!(format!("{:?}", near.now()), format!("{seen:?}"), "tick {tick}");
    }
}

#[test]
fn a_block_that_is_dug_is_gone_at_once_and_its_drop_lies_there_a_round_trip_later() {
    for ticks in [1, 6] {
        let mut scene = Scene::flat();
        scene.set([0, 64, 2], "dirt");
        let mut far = Far::of(&scene, ticks);
        far.look_at([0.5, 64.5, 2.0]);
        let before = far.client.observe().tick;
        while !far.block([0, 64, 2]).is_air() {
            let now = far.hold(Keys::ATTACK);
            assert!(now.tick < before + 40, "it is not dug");
        }
        let truly = far.client.world().observe();
        assert!(
            truly.events.iter().any(|event| matches!(event, Event::BlockChanged { .. })),
            "in the tick of the server"
        );
        let has_item = |now: &Observation| now.entities.iter().any(|entity| entity.kind == EntityKind::ITEM);
        assert!(has_item(&truly));
        assert_eq!(far.shows_after(has_item), ticks);
        let changes = far.events.iter().filter(|(_, event)| matches!(event, Event::BlockChanged { .. }));
        assert_eq!(changes.count(), 1, "the answer is no news");
    }
}

#[test]
fn a_placed_block_that_the_server_refuses_is_taken_back_with_what_it_took() {
    const LATE: u32 = 6;
    let mut scene = Scene::flat();
    scene.set([0, 64, 3], "stone").give(ItemStack::new(Item::DIRT, 5)).mob("pig", [0.5, 74.0, 2.5]);
    let mut far = Far::of(&scene, LATE);
    far.look_at([0.5, 64.5, 3.0]);
    // A pig falls into the cell, which the client has not been told yet.
    while far.client.world().observe().entities[0].pos.y >= 65.0 {
        far.hold(Keys::empty());
    }
    assert!(far.client.observe().entities[0].pos.y > 66.0);
    let now = far.hold(Keys::USE);
    assert_eq!(now.inventory.count(Item::DIRT), 4);
    assert_eq!(far.block([0, 64, 2]).block().name(), "dirt");
    assert_eq!(far.client.world().observe().inventory.count(Item::DIRT), 5, "the server knows better");
    let back = far.shows_after(|now| now.inventory.count(Item::DIRT) == 5);
    assert_eq!((back, far.block([0, 64, 2]).is_air()), (LATE, true));
    let changes = far.events.iter().filter(|(_, event)| matches!(event, Event::BlockChanged { .. }));
    assert_eq!(changes.count(), 2, "there, and gone again");
}

#[test]
fn blocks_are_placed_at_once_and_stay() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 3], "stone").give(ItemStack::new(Item::DIRT, 5));
    let mut far = Far::of(&scene, 6);
    far.look_at([0.5, 64.5, 3.0]);
    assert_eq!(far.hold(Keys::USE).inventory.count(Item::DIRT), 4);
    for _ in 0..20 {
        let now = far.hold(Keys::empty());
        assert_eq!((now.inventory.count(Item::DIRT), far.block([0, 64, 2]).is_air()), (4, false));
    }
}

#[test]
fn a_window_opens_a_round_trip_after_the_use_and_keys_move_the_body_until_then() {
    for ticks in [1, 6] {
        let mut scene = Scene::flat();
        scene.set([0, 64, 2], "chest[facing=north]").stock([0, 64, 2], &[ItemStack::new(Item::COAL, 7)]);
        let mut far = Far::of(&scene, ticks);
        far.look_at([0.5, 64.5, 2.2]);
        far.hold(Keys::USE);
        let from = far.hold(Keys::BACK).player.pos;
        assert_eq!(far.shows_after(|now| now.screen == Screen::Container), ticks - 1);
        let now = far.client.observe();
        assert!(now.player.pos.z < from.z || ticks == 1, "it slid on");
        assert_eq!((now.menu.kind, now.menu.slot(0)), (MenuKind::Generic9(3), Some(ItemStack::new(Item::COAL, 7))));
        let opened = far.events.iter().filter(|(_, event)| matches!(event, Event::ScreenOpened(_))).count();
        assert_eq!(opened, 1);
        let now = far.tick(&Control { click: Some(Click::shift(0)), ..Control::default() });
        assert_eq!((now.menu.slot(0), now.inventory.count(Item::COAL)), (None, 7), "a click shows at once");
        let now = far.tick(&Control { screen: Some(ScreenKey::Close), ..Control::default() });
        assert_eq!((now.screen, now.menu.kind), (Screen::None, MenuKind::Player));
        for _ in 0..20 {
            let now = far.hold(Keys::empty());
            assert_eq!((now.screen, now.inventory.count(Item::COAL)), (Screen::None, 7));
        }
    }
}

#[test]
fn what_a_grid_makes_is_the_servers_to_tell() {
    const LATE: u32 = 5;
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::OAK_LOG, 2));
    let mut far = Far::of(&scene, LATE);
    let click = |slot: u16| Control { click: Some(Click::left(slot)), ..Control::default() };
    far.tick(&Control { screen: Some(ScreenKey::OpenInventory), ..Control::default() });
    assert_eq!(far.tick(&click(36)).menu.cursor, Some(ItemStack::new(Item::OAK_LOG, 2)));
    let now = far.tick(&click(1));
    assert_eq!((now.menu.cursor, now.menu.slot(1)), (None, Some(ItemStack::new(Item::OAK_LOG, 2))));
    assert_eq!(now.menu.slot(0), None);
    assert_eq!(far.shows_after(|now| now.menu.slot(0) == Some(ItemStack::new(Item::OAK_PLANKS, 4))), LATE);
    let now = far.tick(&Control { click: Some(Click::shift(0)), ..Control::default() });
    assert_eq!(now.inventory.count(Item::OAK_PLANKS), 4, "the client foresees the first of two");
    assert_eq!((now.menu.slot(0), now.menu.slot(1)), (None, Some(one(Item::OAK_LOG))));
    assert_eq!(far.shows_after(|now| now.inventory.count(Item::OAK_PLANKS) == 8), LATE);
}

#[test]
fn wounds_show_late_and_the_own_body_at_once() {
    const LATE: u32 = 6;
    let mut scene = Scene::flat();
    scene.start_at(0.5, 72.0, 0.5);
    let mut far = Far::of(&scene, LATE);
    let is_down = |now: &Observation| now.player.pos.y == 64.0;
    far.shows_after(is_down);
    let (truly, shown) = (far.client.world().observe(), far.client.observe());
    assert_eq!((truly.player.pos, truly.player.velocity), (shown.player.pos, shown.player.velocity));
    assert_eq!((truly.player.health, shown.player.health), (15.0, 20.0));
    assert_eq!(far.shows_after(|now| now.player.health == 15.0), LATE);
    let hurt = far.events.iter().filter(|(_, event)| matches!(event, Event::Hurt { .. }));
    assert_eq!(hurt.map(|(tick, _)| *tick).collect::<Vec<_>>(), [far.client.observe().tick]);
}

#[test]
fn where_a_mob_is_shown_nothing_is_foreseen_and_the_server_decides() {
    const LATE: u32 = 6;
    let mut scene = Scene::flat();
    scene.set([0, 66, 3], "stone").give(ItemStack::new(Item::DIRT, 5)).mob("pig", [0.5, 68.0, 2.5]);
    let mut far = Far::of(&scene, LATE);
    far.look_at([0.5, 66.1, 3.0]);
    // The pig has fallen past the cell; the client shows it on its way there.
    while far.client.world().observe().entities[0].pos.y > 65.0 {
        far.hold(Keys::empty());
    }
    while far.client.observe().entities[0].pos.y >= 67.0 {
        far.hold(Keys::empty());
    }
    let shown = far.client.observe();
    assert!(shown.entities[0].pos.y > 66.2, "above the line of sight, at {}", shown.entities[0].pos.y);
    let now = far.hold(Keys::USE);
    assert_eq!((now.inventory.count(Item::DIRT), far.block([0, 66, 2]).is_air()), (5, true));
    assert_eq!(far.client.world().observe().inventory.count(Item::DIRT), 4);
    assert_eq!(far.shows_after(|now| now.inventory.count(Item::DIRT) == 4), LATE);
    assert!(!far.block([0, 66, 2]).is_air());
}

#[test]
fn a_mob_is_struck_where_it_is_shown() {
    let mut scene = Scene::flat();
    scene.mob("pig", [0.5, 68.5, 2.5]);
    let mut far = Far::of(&scene, 3);
    let pig = |now: &Observation| now.entities[0].clone();
    while pig(&far.client.world().observe()).pos.y > 66.0 {
        far.hold(Keys::empty());
    }
    far.look_at([0.5, pig(&far.client.observe()).pos.y + 0.1, 2.5]);
    let (truly, shown) = (pig(&far.client.world().observe()), pig(&far.client.observe()));
    assert!(shown.pos.y > truly.pos.y + truly.height, "where it is shown it is no more");
    far.hold(Keys::ATTACK);
    assert!(pig(&far.client.world().observe()).health < truly.health);
    assert_eq!(pig(&far.client.observe()).health, truly.health, "which is shown later");
}

#[test]
fn what_is_on_its_way_when_an_operator_acts_is_told_once() {
    for ticks in [0, 6] {
        let mut far = Far::of(&Scene::flat(), ticks);
        for _ in 0..10 {
            far.tick(&Control::default());
        }
        let chat = Control { chat: Some("hello".into()), ..Control::default() };
        far.tick(&chat);
        far.client.operate(|world| assert!(world.give(ItemStack::new(Item::DIRT, 3))));
        let now = far.client.observe();
        assert_eq!(now.inventory.count(Item::DIRT), 3, "what the operator did is shown at once");
        far.events.extend(now.events.iter().map(|event| (now.tick, event.clone())));
        for _ in 0..10 {
            far.tick(&Control::default());
        }
        let told = far.events.iter().filter(|(_, event)| matches!(event, Event::Chat { .. })).count();
        assert_eq!(told, 1, "{ticks} ticks away");
    }
}

/// Chat says in which tick the client hears of what was said in each.
fn heard(ticks: u32, jitter: Option<(u32, u64)>) -> Vec<(u64, u64)> {
    let mut far = Far::of(&Scene::flat(), ticks);
    if let Some((most, seed)) = jitter {
        far.client = far.client.with_jitter(most, seed);
    }
    for said in 0..300_u32 {
        far.tick(&Control { chat: Some(said.to_string()), ..Control::default() });
    }
    let heard = far.events.iter().filter_map(|(tick, event)| match event {
        Event::Chat { text, .. } => Some((text.parse::<u64>().expect("a number") + 1, *tick)),
        _ => None,
    });
    heard.collect()
}

#[test]
fn answers_with_jitter_come_some_ticks_later_in_their_order_and_each_once() {
    assert_eq!(heard(3, Some((0, 1))), heard(3, None), "by none");
    for ticks in [0, 3] {
        let answers = heard(ticks, Some((5, 1)));
        let late: Vec<u64> = answers.iter().map(|(said, tick)| tick - said).collect();
        let numbers: Vec<u64> = answers.iter().map(|(said, _)| *said).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "in order, none left out and none twice");
        assert!(numbers.len() >= 300 - 8, "{}", numbers.len());
        let (soonest, latest) = (u64::from(ticks), u64::from(ticks) + 5);
        assert!(late.iter().all(|late| (soonest..=latest).contains(late)), "{late:?}");
        assert!(late.contains(&latest) && late.iter().any(|late| *late < latest), "{late:?}");
        assert!(answers.windows(2).any(|two| two[0].1 == two[1].1), "several come at once");
        assert_eq!(answers, heard(ticks, Some((5, 1))), "by the same dice the same");
        assert_ne!(answers, heard(ticks, Some((5, 2))));
    }
}
