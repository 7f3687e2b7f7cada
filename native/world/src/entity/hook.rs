//! The hook of a fishing rod (`FishingBobberEntity`).

use anima_body::{BlockPos, Custom, Liquids, RayShape, Weather, raycast};
use anima_hands::Hand;
use anima_rules::drops::Fishing;
use anima_rules::tags::ItemTag;
use anima_rules::{Biome, Block, BlockState, Enchantment, FluidKind, Item, ItemStack};
use glam::DVec3;
use rand::RngExt;

use super::{Around, Entities, Entity, ItemEntity, Kind, Orb};
use crate::level::{Dice, Level};
use crate::physics::{Body, Nature, Space, cos, liquid_height, radians, sin};
use crate::player::Player;

/// A hook that a player has cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hook {
    state: State,
    /// Levels of Lure and of Luck of the Sea on the rod.
    lure: u8,
    luck: u8,
    /// Ticks on the ground.
    aground: u32,
    /// Ticks until a fish comes.
    wait: i32,
    /// Ticks until the fish that comes bites.
    travel: i32,
    /// Ticks for which the fish is on the hook.
    bite: i32,
    in_open_water: bool,
    /// Ticks out of the water lately, up to ten.
    out_of_water: u8,
}

/// What a hook is doing (`FishingBobberEntity.State`).
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Flying,
    /// On the body with this id; 0 if it is gone.
    InBody(u32),
    Bobbing,
}

/// Ticks on the ground after which a hook is gone.
const AGROUND: u32 = 1200;
/// Blocks from its player, squared, beyond which it is gone.
const LINE: f64 = 1024.0;
/// Ticks out of the water after which it no longer counts as open.
const OUT: u8 = 10;

impl Hook {
    /// A hook as it leaves a player's hand.
    pub(crate) fn cast(player: &Player, rod: ItemStack, dice: &mut Dice) -> Entity {
        let (pitch, yaw) = (radians(-player.pitch), radians(-player.yaw) - std::f32::consts::PI);
        let (back, side) = (cos(yaw), sin(yaw));
        let (flat, up) = (-cos(pitch), sin(pitch));
        let eyes = player.body.eyes();
        let pos = DVec3::new(eyes.x - f64::from(side) * 0.3, eyes.y, eyes.z - f64::from(back) * 0.3);
        let way = DVec3::new(f64::from(-side), f64::from((-(up / flat)).clamp(-5.0, 5.0)), f64::from(-back));
        let length = way.length();
        let mut strength = || 0.6 / length + 0.5 + 0.0103365 * (dice.random::<f64>() - dice.random::<f64>());
        let mut body = Body::new(Nature::Thing, pos, 0.25, 0.25, 0.2125);
        body.velocity = way * DVec3::new(strength(), strength(), strength());
        let hook = Hook {
            state: State::Flying,
            lure: rod.level(Enchantment::Lure),
            luck: rod.level(Enchantment::LuckOfTheSea),
            aground: 0,
            wait: 0,
            travel: 0,
            bite: 0,
            in_open_water: true,
            out_of_water: 0,
        };
        Entity::new(body, Kind::Hook(hook))
    }
}

pub(super) fn tick(entity: &mut Entity, around: &mut Around<'_>) {
    let Kind::Hook(hook) = &mut entity.kind else { return };
    let body = &mut entity.body;
    if is_lost(body, around.player) {
        entity.removed = true;
        return;
    }
    body.begin(&around.level.view());
    hook.aground = if body.on_ground { hook.aground + 1 } else { 0 };
    if hook.aground >= AGROUND {
        entity.removed = true;
        return;
    }
    let pos = body.feet();
    let depth = water_at(around.level, pos);
    match hook.state {
        State::Flying if depth > 0.0 => {
            body.velocity *= DVec3::new(0.3, 0.2, 0.3);
            hook.state = State::Bobbing;
            return;
        }
        State::Flying => fly(hook, body, around),
        State::InBody(id) => {
            match around.others.get_mut(id) {
                // Entity.getBodyY
                Some(other) => {
                    body.pos = other.body.pos + DVec3::new(0.0, f64::from(other.body.height) * 0.8, 0.0);
                }
                None => hook.state = State::Flying,
            }
            return;
        }
        State::Bobbing => bob(hook, body, around, pos, depth),
    }
    if depth == 0.0 {
        body.velocity.y -= 0.03;
    }
    let space = Space::new(around.level.view(), around.hard);
    body.shift(&space, body.velocity);
    if hook.state == State::Flying && (body.on_ground || body.hit_wall) {
        body.velocity = DVec3::ZERO;
    }
    body.velocity *= 0.92;
}

/// Whether a hook is taken from the world: its player is dead or far, or holds no rod
/// (`FishingBobberEntity.removeIfInvalid`).
fn is_lost(body: &Body, player: &Player) -> bool {
    let holds = |hand: Hand| player.in_hand(hand).is_some_and(|stack| stack.item == Item::FISHING_ROD);
    player.is_dead || !(holds(Hand::Main) || holds(Hand::Off)) || body.pos.distance_squared(player.body.pos) > LINE
}

/// The height of the water in a cell; 0 where there is none.
fn water_at(level: &Level, pos: BlockPos) -> f64 {
    let view = level.view();
    let water = view.block(pos).and_then(BlockState::fluid).filter(|fluid| fluid.kind == FluidKind::Water);
    water.map_or(0.0, |water| f64::from(liquid_height(&view, pos, water)))
}

/// Looks what a hook in flight runs into (`FishingBobberEntity.checkForCollision`).
fn fly(hook: &mut Hook, body: &mut Body, around: &mut Around<'_>) {
    /// How far around a body it still is hooked (`ProjectileUtil.getEntityCollision`).
    const MARGIN: f64 = 0.3_f32 as f64;
    let from = body.pos;
    let block = raycast(&around.level.view(), from, from + body.velocity, RayShape::Collision, Liquids::Pass);
    let to = block.map_or(from + body.velocity, |hit| hit.point);
    let reach = body.bounds().stretched(body.velocity).grown(DVec3::ONE);
    // Its own player it would hook once it is clear of it; no cast comes back.
    let can_hook = |other: &Entity| other.can_be_pointed_at() || matches!(other.kind, Kind::Item(_));
    let near = around.others.iter_mut().filter(|other| can_hook(other) && reach.intersects(&other.body.bounds()));
    let met = near.filter_map(|other| {
        let target = other.body.bounds().grown(DVec3::splat(MARGIN));
        target.entry(from, to).map(|(share, _)| (share, other.id))
    });
    match met.min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, id)) => {
            body.velocity = DVec3::ZERO;
            hook.state = State::InBody(id);
        }
        None if block.is_some() => {
            body.velocity = body.velocity.normalize_or_zero() * to.distance_squared(from);
        }
        None => {}
    }
}

/// A tick of a hook in the water.
fn bob(hook: &mut Hook, body: &mut Body, around: &mut Around<'_>, pos: BlockPos, depth: f64) {
    let mut over = body.pos.y + body.velocity.y - f64::from(pos.y) - depth;
    if over != 0.0 && over.abs() < 0.01 {
        over += over.signum() * 0.1;
    }
    let lift = over * f64::from(around.dice.random::<f32>()) * 0.2;
    body.velocity = DVec3::new(body.velocity.x * 0.9, body.velocity.y - lift, body.velocity.z * 0.9);
    hook.in_open_water = hook.bite <= 0 && hook.travel <= 0
        || hook.in_open_water && hook.out_of_water < OUT && is_open_water(around.level, pos);
    if depth == 0.0 {
        hook.out_of_water = (hook.out_of_water + 1).min(OUT);
        return;
    }
    hook.out_of_water = hook.out_of_water.saturating_sub(1);
    if hook.bite > 0 {
        let pull = f64::from(around.dice.random::<f32>()) * f64::from(around.dice.random::<f32>());
        body.velocity.y -= 0.1 * pull;
    }
    fish(hook, body, around, pos);
}

/// The fish: they are waited for, come and bite (`FishingBobberEntity.tickFishingLogic`).
fn fish(hook: &mut Hook, body: &mut Body, around: &mut Around<'_>, pos: BlockPos) {
    let (level, dice) = (&mut *around.level, &mut *around.dice);
    let above = pos.up(1);
    let mut pace = 1;
    if dice.random::<f32>() < 0.25 && level.rains_on(above, around.sky.weather() != Weather::Clear) {
        pace += 1;
    }
    if dice.random::<f32>() < 0.5 && !level.sees_sky(above) {
        pace -= 1;
    }
    if hook.bite > 0 {
        hook.bite -= 1;
        if hook.bite <= 0 {
            (hook.wait, hook.travel) = (0, 0);
        }
    } else if hook.travel > 0 {
        hook.travel -= pace;
        if hook.travel <= 0 {
            hook.bite = dice.random_range(20..=40);
            // It dips, which is what a player sees (`FishingBobberEntity.onTrackedDataSet`).
            body.velocity.y = f64::from(-0.4 * dice.random_range(0.6_f32..1.0));
        }
    } else if hook.wait > 0 {
        hook.wait -= pace;
        if hook.wait <= 0 {
            hook.travel = dice.random_range(20..=80);
        }
    } else {
        hook.wait = dice.random_range(100..=600) - 100 * i32::from(hook.lure);
    }
}

/// Whether there is still water two blocks around, and nothing but air or lily pads above it
/// (`FishingBobberEntity.isOpenOrWaterAround`).
fn is_open_water(level: &Level, pos: BlockPos) -> bool {
    let mut below = None;
    for y in -1..=2 {
        let cells = (-2..=2).flat_map(|x| (-2..=2).map(move |z| pos.offset(x, y, z)));
        let mut kinds = cells.map(|cell| water_or_air(level.block(cell)));
        let Some(Some(is_water)) = kinds.next() else { return false };
        if !kinds.all(|kind| kind == Some(is_water)) {
            return false;
        }
        let fits = match below {
            None => is_water,
            Some(was_water) => was_water || !is_water,
        };
        if !fits {
            return false;
        }
        below = Some(is_water);
    }
    true
}

/// Whether a state is still water with nothing in it, or else air or a lily pad over water; `None` if it is neither.
fn water_or_air(state: BlockState) -> Option<bool> {
    if state.is_air() || state.block() == Block::LILY_PAD {
        return Some(false);
    }
    let is_still = state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water && fluid.source);
    (is_still && state.collision().is_empty()).then_some(true)
}

impl Entities {
    /// Takes the player's hook from the world, with what is on it; how much that wears the rod, or `None` where no hook
    /// is out (`FishingBobberEntity.use`).
    pub(crate) fn reel_in(&mut self, player: &mut Player, level: &Level, dice: &mut Dice) -> Option<u16> {
        let index = self.all.iter().position(|entity| matches!(entity.kind, Kind::Hook(_)) && !entity.removed)?;
        let Kind::Hook(hook) = self.all[index].kind else { return None };
        let body = self.all[index].body.clone();
        self.all[index].removed = true;
        if is_lost(&body, player) {
            return Some(0);
        }
        let pull = player.body.pos - body.pos;
        let mut wear = 0;
        if let State::InBody(id) = hook.state {
            if let Some(other) = self.get_mut(id) {
                other.body.velocity += pull * 0.1;
                other.wake();
                wear = if matches!(other.kind, Kind::Item(_)) { 3 } else { 5 };
            }
        } else if hook.bite > 0 {
            let biome = level.biome(body.feet());
            let jungle = matches!(biome, Biome::JUNGLE | Biome::SPARSE_JUNGLE | Biome::BAMBOO_JUNGLE);
            let water = Fishing { open_water: hook.in_open_water, jungle, luck: hook.luck };
            let stack = water.draw(dice);
            let speed = DVec3::new(0.0, pull.length().sqrt() * 0.08, 0.0) + pull * 0.1;
            self.add(ItemEntity::entity(stack, body.pos, speed, 0));
            let points = dice.random_range(1..=6);
            self.add(Orb::entity(points, player.body.pos + DVec3::new(0.0, 0.5, 0.0), dice));
            if ItemTag::Fishes.contains(stack.item) {
                player.count(Custom::FishCaught, 1);
            }
            wear = 1;
        }
        Some(if body.on_ground { 2 } else { wear })
    }
}

#[cfg(test)]
mod tests {
    use anima_body::{Control, Keys, Look, Observation};
    use anima_rules::EntityKind;

    use super::*;
    use crate::{GameRules, Options, Scene, World};

    /// A pond ten blocks wide in front of a player that has a rod.
    fn pond(rod: ItemStack) -> Scene {
        let mut scene = Scene::flat();
        scene.fill([-8, 58, 3], [8, 63, 20], "water").look(0.0, 20.0).give(rod);
        scene
    }

    fn rod() -> ItemStack {
        ItemStack::new(Item::FISHING_ROD, 1)
    }

    fn world(scene: &Scene, seed: u64) -> World {
        let rules = GameRules { do_mob_spawning: false, ..GameRules::still() };
        scene.world(Options { seed, day_time: Some(6000), rules, radius: 3, ..Options::default() })
    }

    fn press(world: &mut World, keys: Keys) {
        world.tick(&Control { keys, ..Control::default() });
    }

    fn click_use(world: &mut World) {
        press(world, Keys::USE);
        press(world, Keys::empty());
    }

    fn bobber(now: &Observation) -> Option<anima_body::Entity> {
        now.entities.iter().find(|entity| entity.kind == EntityKind::FISHING_BOBBER).cloned()
    }

    /// Waits until the hook dips; the ticks that it took.
    fn bite(world: &mut World) -> u64 {
        let begin = world.ticks();
        for _ in 0..3000 {
            let before = bobber(&world.observe()).expect("the hook is out").pos.y;
            press(world, Keys::empty());
            let after = bobber(&world.observe()).expect("the hook is out").pos.y;
            if world.ticks() > begin + 60 && after < before - 0.15 {
                return world.ticks() - begin;
            }
        }
        panic!("no bite")
    }

    #[test]
    fn a_hook_is_cast_waited_for_and_reeled_in_with_a_catch() {
        let (mut fish, mut waits, mut caught) = (0, 0, 0);
        for seed in 0..12 {
            let mut world = world(&pond(rod()), seed);
            click_use(&mut world);
            assert_eq!(world.tally().count(anima_body::Stat::Used(Item::FISHING_ROD)), 1);
            waits += bite(&mut world);
            click_use(&mut world);
            (0..40).for_each(|_| press(&mut world, Keys::empty()));
            let now = world.observe();
            assert!(bobber(&now).is_none());
            let rod = now.inventory.slots[0].expect("the rod");
            assert_eq!((rod.item, rod.damage), (Item::FISHING_ROD, 1), "seed {seed}");
            let rest: Vec<ItemStack> = now.inventory.slots[1..].iter().flatten().copied().collect();
            assert_eq!(rest.len(), 1, "seed {seed}: {rest:?}");
            caught += world.tally().count(Custom::FishCaught);
            fish += u64::from(ItemTag::Fishes.contains(rest[0].item));
            let learned = now.player.level_progress > 0.0 || now.player.level > 0;
            assert!(learned, "one to six points");
        }
        assert_eq!(fish, u64::from(caught));
        assert!(fish >= 7, "85 in 100: {fish}");
        assert!((250..600).contains(&(waits / 12)), "120 to 680 ticks, and the flight: {}", waits / 12);
    }

    #[test]
    fn lure_and_rain_bring_fish_sooner_and_a_roof_later() {
        let mean = |scene: &Scene| (0..12).map(|seed| bite(&mut world(scene, seed).cast())).sum::<u64>() / 12;
        let plain = mean(&pond(rod()));
        let mut lured = rod();
        lured.enchantments = lured.enchantments.with(Enchantment::Lure, 3);
        assert!(mean(&pond(lured)) + 100 < plain);
        let mut roofed = pond(rod());
        roofed.fill([-12, 70, -2], [12, 70, 30], "stone");
        assert!(mean(&roofed) > plain + 100);
    }

    impl World {
        fn cast(mut self) -> World {
            click_use(&mut self);
            self
        }
    }

    #[test]
    fn a_hook_reeled_in_too_early_brings_nothing_and_one_from_the_ground_wears_the_rod_twice() {
        let mut early = world(&pond(rod()), 1).cast();
        (0..60).for_each(|_| press(&mut early, Keys::empty()));
        click_use(&mut early);
        (0..20).for_each(|_| press(&mut early, Keys::empty()));
        assert_eq!(early.observe().inventory.slots.iter().flatten().copied().collect::<Vec<_>>(), [rod()]);
        let mut scene = Scene::flat();
        scene.look(0.0, 20.0).give(rod());
        let mut land = world(&scene, 1).cast();
        (0..60).for_each(|_| press(&mut land, Keys::empty()));
        assert!(bobber(&land.observe()).is_some());
        click_use(&mut land);
        assert_eq!(land.observe().inventory.slots[0].map(|stack| stack.damage), Some(2));
    }

    #[test]
    fn a_hook_is_gone_when_no_hand_holds_the_rod_or_its_player_is_far() {
        let mut world = world(&pond(rod()), 1).cast();
        (0..30).for_each(|_| press(&mut world, Keys::empty()));
        world.tick(&Control { hotbar: Some(3), ..Control::default() });
        press(&mut world, Keys::empty());
        assert!(bobber(&world.observe()).is_none());
    }

    #[test]
    fn a_mob_is_drawn_to_the_player() {
        let mut scene = Scene::flat();
        scene.look(0.0, 5.0).give(rod()).mob("pig", [0.5, 64.0, 6.5]);
        let mut world = world(&scene, 1).cast();
        (0..12).for_each(|_| press(&mut world, Keys::empty()));
        let pig = |world: &World| {
            let now = world.observe();
            now.entities.iter().find(|entity| entity.kind == EntityKind::PIG).expect("a pig").pos
        };
        let before = pig(&world);
        let hook = bobber(&world.observe()).expect("the hook is out").pos;
        assert!((hook.x - before.x).abs() < 0.1 && hook.y > 64.5, "on the pig at {before}: {hook}");
        click_use(&mut world);
        (0..10).for_each(|_| press(&mut world, Keys::empty()));
        assert!(pig(&world).z < before.z - 0.5, "{} {before}", pig(&world));
        assert_eq!(world.observe().inventory.slots[0].map(|stack| stack.damage), Some(5));
    }

    #[test]
    fn only_water_two_blocks_around_and_free_above_is_open() {
        let is_open = |changes: &[([i32; 3], &str)]| {
            let mut scene = pond(rod());
            for (pos, block) in changes {
                scene.set(*pos, block);
            }
            is_open_water(&world(&scene, 1).level, BlockPos::new(0, 63, 10))
        };
        assert!(is_open(&[]));
        assert!(is_open(&[([1, 64, 10], "lily_pad"), ([1, 62, 9], "kelp")]));
        assert!(!is_open(&[([2, 62, 10], "stone")]));
        assert!(!is_open(&[([2, 65, 12], "stone")]));
        assert!(!is_open(&[([1, 63, 9], "water[level=2]")]));
    }

    #[test]
    fn a_look_away_does_not_draw_the_hook_along() {
        let mut world = world(&pond(rod()), 2).cast();
        (0..40).for_each(|_| press(&mut world, Keys::empty()));
        let before = bobber(&world.observe()).expect("out").pos;
        world.tick(&Control { look: Look { yaw: 90.0, pitch: 0.0 }, ..Control::default() });
        let after = bobber(&world.observe()).expect("out").pos;
        assert!(before.distance(after) < 0.2);
    }
}
