//! One drawn scene for each skill: from a goal in plain words to its end, within a limit of its own.
//!
//! Each is played on one seed, with `ANIMA_LONG` on five that were fixed before any of them was played.

use super::*;

/// The seeds of the world and of the agent's chances.
const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];

/// A scene in which a skill is to show what it can do.
struct Lesson {
    scene: Scene,
    /// Time of day, in ticks.
    day_time: u32,
    /// Ticks in which the goal is to be reached.
    limit: u64,
    /// How many times as fast as in the game plants grow.
    growth: u32,
}

impl Lesson {
    fn new(scene: Scene, limit: u64) -> Lesson {
        Lesson { scene, day_time: 1000, limit, growth: 1 }
    }

    /// By night, when monsters are not looked for in caves.
    fn by_night(self) -> Lesson {
        Lesson { day_time: 14_000, ..self }
    }

    fn growing(self, growth: u32) -> Lesson {
        Lesson { growth, ..self }
    }

    /// Plays a goal on every seed. It must be reached, by an act that begins with `by`.
    #[track_caller]
    fn teaches(&self, words: &str, by: &str) {
        let seeds = if std::env::var_os("ANIMA_LONG").is_some() { &SEEDS[..] } else { &SEEDS[..1] };
        for seed in seeds {
            let rules = GameRules::default();
            let rules =
                GameRules { do_mob_spawning: false, random_tick_speed: rules.random_tick_speed * self.growth, ..rules };
            let options = Options { rules, day_time: Some(self.day_time), seed: *seed, ..Options::default() };
            let mut world = self.scene.world(options);
            let mut life = Life::new(Settings::default(), world.observe());
            life.pursue(goal_of(words, Some(self.limit)), None);
            let notes = live(&mut world, &mut life, self.limit + 10);
            let (at, ticks) = (world.observe().player.pos, world.ticks());
            let reached = life.ending() == Some(&Ending::Reached);
            assert!(reached, "{words}, seed {seed}: {:?} at {at}: {notes:#?}", life.ending());
            println!("{words}, seed {seed}: {ticks} ticks of {}", self.limit);
            let did = |note: &Note| matches!(note, Note::ActStarted(act) if act.starts_with(by));
            assert!(notes.iter().any(did), "{words}, seed {seed}: not by \"{by}\": {notes:#?}");
        }
    }
}

fn carrying(mut scene: Scene, items: &[(Item, u8)]) -> Scene {
    for (item, count) in items {
        scene.give(ItemStack::new(*item, *count));
    }
    scene
}

fn flat(items: &[(Item, u8)]) -> Scene {
    carrying(Scene::flat(), items)
}

/// A meadow of grass with a pond.
fn meadow(items: &[(Item, u8)]) -> Scene {
    let mut scene = flat(items);
    scene.fill([6, 63, 4], [9, 63, 7], "water").fill([-14, 64, -14], [-4, 64, 14], "grass");
    scene
}

#[test]
fn tills_sows_and_reaps_beside_water() {
    let items = [(Item::STONE_HOE, 1), (Item::WHEAT_SEEDS, 6), (Item::CRAFTING_TABLE, 1)];
    Lesson::new(meadow(&items), 22_000).growing(8).teaches("obtain 1 bread", "grow");
}

#[test]
fn feeds_a_crop_with_bone_meal() {
    let items = [(Item::STONE_HOE, 1), (Item::WHEAT_SEEDS, 3), (Item::BONE_MEAL, 16)];
    Lesson::new(flat(&items), 1500).teaches("obtain 3 wheat", "grow");
}

#[test]
fn waits_for_eggs() {
    let mut scene = flat(&[]);
    // A pen.
    scene.fill([-16, 64, -16], [16, 64, 16], "oak_fence").fill([-15, 64, -15], [15, 64, 15], "air");
    for n in 0..8 {
        scene.mob("chicken", [f64::from(n % 4) * 4.0 - 5.5, 64.0, f64::from(n / 4) * 9.0 - 4.5]);
    }
    Lesson::new(scene, 14_000).teaches("obtain 2 eggs", "wait");
}

#[test]
fn carves_a_pumpkin() {
    let mut scene = flat(&[(Item::IRON_INGOT, 2)]);
    scene.set([8, 64, 5], "pumpkin");
    Lesson::new(scene, 1500).teaches("obtain 1 carved pumpkin", "shear");
}

#[test]
fn composts_what_grows() {
    let mut scene = flat(&[(Item::OAK_LEAVES, 64), (Item::WHEAT_SEEDS, 64)]);
    scene.set([7, 64, 3], "composter");
    Lesson::new(scene, 2000).teaches("obtain 1 bone meal", "compost");
}

#[test]
fn strips_a_log() {
    let mut scene = flat(&[(Item::STONE_AXE, 1)]);
    scene.fill([7, 64, 5], [7, 67, 5], "birch_log");
    Lesson::new(scene, 1500).teaches("obtain 2 stripped birch logs", "strip");
}

#[test]
fn cuts_stone() {
    let items = [(Item::STONE, 6), (Item::STONECUTTER, 1), (Item::STONE_PICKAXE, 1)];
    Lesson::new(flat(&items), 600).teaches("obtain 6 stone stairs", "stonecut");
}

#[test]
fn smiths_netherite() {
    let items = [(Item::DIAMOND_SWORD, 1), (Item::NETHERITE_INGOT, 1)];
    let mut scene = flat(&items);
    scene.set([7, 64, 3], "smithing_table");
    Lesson::new(scene, 600).teaches("obtain 1 netherite sword", "smith");
}

#[test]
fn learns_levels_and_enchants_a_book() {
    let mut scene = flat(&[(Item::BOOK, 1), (Item::LAPIS_LAZULI, 3), (Item::IRON_SWORD, 1)]);
    scene.set([3, 64, 2], "enchanting_table");
    for n in 0..16 {
        let at = [f64::from(n % 4) * 3.0 - 6.5, 64.0, f64::from(n / 4) * 4.0 + 6.5];
        scene.mob(if n % 2 == 0 { "cow" } else { "pig" }, at);
    }
    Lesson::new(scene, 6000).teaches("obtain 1 enchanted book", "enchant");
}

#[test]
fn tries_for_silk_touch_and_takes_up_ice() {
    let items = [(Item::WOODEN_PICKAXE, 1), (Item::OAK_PLANKS, 12), (Item::STICK, 8), (Item::CRAFTING_TABLE, 1)];
    let mut scene = carrying(flat(&items), &[(Item::BOOK, 40), (Item::LAPIS_LAZULI, 64)]);
    scene.set([3, 64, 2], "enchanting_table").fill([-9, 63, 4], [-7, 63, 6], "ice");
    scene.fill([5, 64, 0], [5, 65, 4], "bookshelf").fill([2, 64, 4], [4, 65, 4], "bookshelf");
    scene.start.level = 100;
    Lesson::new(scene, 5000).teaches("obtain 2 ice", "mine 2 ice");
}

#[test]
fn cooks_over_several_furnaces() {
    let items = [(Item::BEEF, 12), (Item::FURNACE, 3), (Item::COAL, 3)];
    // One furnace takes 2400 ticks.
    Lesson::new(flat(&items), 1900).teaches("obtain 12 cooked beef", "smelt");
}

#[test]
fn fishes_where_no_fish_is_seen() {
    let mut scene = flat(&[(Item::STICK, 3), (Item::STRING, 2), (Item::CRAFTING_TABLE, 1)]);
    scene.fill([-8, 58, 12], [8, 63, 24], "water");
    Lesson::new(scene, 8000).teaches("obtain 2 cod", "fish 2 cod");
}

#[test]
fn shoots_what_no_sword_reaches() {
    let items = [(Item::BOW, 1), (Item::ARROW, 32), (Item::STONE_SWORD, 1), (Item::STONE_PICKAXE, 1)];
    let mut scene = flat(&items);
    scene.fill([8, 58, -12], [24, 63, 12], "air").fill([14, 58, -2], [18, 63, 2], "stone");
    // A fence, so that no arrow throws it off.
    scene.fill([14, 64, -2], [18, 64, 2], "oak_fence").fill([15, 64, -1], [17, 64, 1], "air");
    scene.mob("creeper", [16.5, 64.0, 0.5]);
    Lesson::new(scene, 2000).by_night().teaches("kill 1 creeper", "shoot");
}

#[test]
fn makes_armour_and_wears_it() {
    let mut scene = flat(&[(Item::IRON_INGOT, 24)]);
    scene.set([4, 64, 4], "crafting_table");
    Lesson::new(scene, 1500).teaches("wear iron armor", "equip");
}

#[test]
fn milks_a_cow() {
    let mut scene = flat(&[(Item::IRON_INGOT, 3), (Item::CRAFTING_TABLE, 1)]);
    scene.mob("cow", [9.5, 64.0, 6.5]);
    Lesson::new(scene, 1500).teaches("obtain 1 milk bucket", "fill buckets");
}

#[test]
fn fills_buckets_with_water_and_lava() {
    let mut scene = flat(&[(Item::BUCKET, 2)]);
    scene.fill([7, 63, 4], [9, 63, 6], "water").fill([-12, 63, 4], [-10, 63, 6], "lava");
    Lesson::new(scene, 2000).teaches("obtain 1 water bucket and 1 lava bucket", "fill buckets");
}

#[test]
fn shovels_snow() {
    let mut scene = flat(&[(Item::STICK, 2), (Item::COBBLESTONE, 1), (Item::CRAFTING_TABLE, 1)]);
    scene.fill([4, 64, 4], [9, 64, 9], "snow[layers=1]");
    Lesson::new(scene, 2500).teaches("obtain 2 snow blocks", "mine");
}

#[test]
fn shears_a_sheep() {
    let mut scene = flat(&[(Item::IRON_INGOT, 2)]);
    scene.mob("sheep", [9.5, 64.0, 6.5]);
    Lesson::new(scene, 1500).teaches("obtain 1 white wool", "shear");
}

#[test]
fn tames_wolves_with_bones_before_it_breeds_them() {
    let mut scene = flat(&[(Item::BONE, 24), (Item::BEEF, 4)]);
    scene.mob("wolf", [9.5, 64.0, 6.5]).mob("wolf", [-8.5, 64.0, 5.5]).mob("wolf", [2.5, 64.0, -9.5]);
    Lesson::new(scene, 4000).teaches("breed 1 wolf", "breed");
}

#[test]
fn breeds_animals() {
    let mut scene = flat(&[(Item::WHEAT, 2)]);
    scene.mob("cow", [9.5, 64.0, 6.5]).mob("cow", [-8.5, 64.0, 5.5]);
    Lesson::new(scene, 2000).teaches("breed 1 cow", "breed");
}
