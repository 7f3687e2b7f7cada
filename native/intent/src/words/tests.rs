use anima_rules::Item;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::*;

fn library(name: &str) -> Result<String, String> {
    match name {
        "Hut.toml" | "My Hut.toml" | "./Plans/The Old Hut.toml" => {
            Ok("layers = [[\"#\"]]\n[legend]\n\"#\" = \"stone\"".into())
        }
        "Broken.toml" => Ok("layers = [[\"#\"]]\n[legend]\n\"#\" = \"oak_door[open=true]\"".into()),
        _ => Err(format!("there is no blueprint {name}")),
    }
}

fn read(text: &str) -> Result<Condition, WordsError> {
    Condition::parse(text, &library)
}

#[track_caller]
fn check(texts: &[&str], expected: &str) {
    for text in texts {
        let said = read(text).map_or_else(|error| error.to_string(), |condition| condition.to_string());
        assert_eq!(said, expected, "{text:?}");
    }
}

#[test]
fn plain_words() {
    check(
        &["obtain 3 diamonds", "3 diamonds", "get three diamond", "Obtain 3 minecraft:diamond!", "diamonds x3"],
        "obtain 3 diamond",
    );
    check(&["please get me some more diamonds, 3x", "3x diamond", "3 x diamond", "diamond 3"], "obtain 3 diamond");
    check(
        &["get iron pickaxe", "obtain an iron_pickaxe", "I want an iron pick", "go and get the iron pickaxe please"],
        "obtain 1 iron_pickaxe",
    );
    check(&["10 oak logs", "chop down ten oak trees", "collect 10 pieces of oak log"], "obtain 10 oak_log");
    check(&["two dozen eggs", "24 eggs", "twenty-four eggs"], "obtain 24 egg");
    check(&["a stack of cobble", "mine 64 cobblestone blocks", "64 blocks of cobblestone"], "obtain 64 cobblestone");
    check(&["2 stacks of ender pearls"], "obtain 32 ender_pearl");
    check(&["half a stack of dirt"], "obtain 32 dirt");
    check(&["4 blocks of iron", "4 iron blocks"], "obtain 4 iron_block");
    check(&["5 flint and steel", "get 5 flint and steel"], "obtain 5 flint_and_steel");
    check(&["cut copper", "get 1 cut copper"], "obtain 1 cut_copper");
    check(&["cut 2 copper"], "obtain 2 copper_ingot");
    check(&["build a crafting table"], "obtain 1 crafting_table");
    check(&["mine 3 iron_ore", "dig 3 iron ore"], "obtain 3 raw_iron");
    check(&["mine a diamond ore", "mine 1 diamond"], "obtain 1 diamond");
}

#[test]
fn goals_that_are_no_possession() {
    check(&["kill 3 zombies", "slay three zombie", "please go and kill 3 zombies!"], "kill 3 zombie");
    check(&["kill a monster"], "kill 1 any monster");
    check(&["wear an iron helmet", "put on an iron helmet", "equip iron_helmet"], "wear iron_helmet");
    let set = "wear iron_helmet and wear iron_chestplate and wear iron_leggings and wear iron_boots";
    check(&["wear iron armor", "wear a full iron armour"], set);
    check(&["wear any boots"], "wear any boots");
    check(&["wear zombie_head", "wear a zombie head", "put a zombie head on"], "wear zombie_head");
    check(&["wear a carved pumpkin"], "wear carved_pumpkin");
    check(&["wear a wither skeleton skull"], "wear wither_skeleton_skull");
    check(&["go to 100 64 -20", "walk to x=100 y=64 z=-20", "go to (100, 64, -20)"], "go to 100 64 -20");
    check(&["go to 100 -20", "travel to 100 -20", "run back to 100 -20"], "go to 100 -20");
    check(&["explore a desert", "visit the desert", "go to a desert", "discover a desert biome"], "explore desert");
    check(&["explore any forest"], "explore any forest");
    check(&["plant 5 wheat seeds", "sow 5 seeds", "plant 5 wheat"], "plant 5 wheat_seeds");
    check(&["plant an oak sapling"], "plant 1 oak_sapling");
    check(&["breed 2 cows", "breed two cow"], "breed 2 cow");
    check(
        &["put 10 cobblestone in a chest", "store 10 cobblestone", "stash 10 cobble into the chest"],
        "put 10 cobblestone in a chest",
    );
    check(&["place 4 torches", "put down 4 torches"], "place 4 torch");
    check(&["craft 8 sticks", "please craft me 8 sticks"], "craft 8 stick");
    check(&["sleep", "go to bed", "sleep in a bed", "sleep 1 night"], "sleep");
    check(&["survive 3 nights", "survive for three days"], "survive 3 nights");
    check(&["build Hut.toml", "build the Hut.toml", "Please build \"Hut.toml\"!", "build Hut"], "build Hut.toml");
    check(&["build My Hut.toml", "build 'My Hut.toml'."], "build My Hut.toml");
    check(&["build ./Plans/The Old Hut.toml"], "build ./Plans/The Old Hut.toml");
    check(&["build Hut.toml and get 3 dirt"], "build Hut.toml and obtain 3 dirt");
    check(&["get 3 dirt and build My Hut.toml or sleep"], "obtain 3 dirt and build My Hut.toml or sleep");
    check(&["build a crafting table and build My Hut.toml"], "obtain 1 crafting_table and build My Hut.toml");
}

#[test]
fn several_things_at_once() {
    check(
        &["3 diamonds and 2 sticks", "obtain 3 diamonds and then get 2 sticks"],
        "obtain 3 diamond and obtain 2 stick",
    );
    check(&["kill 2 zombies and 1 skeleton"], "kill 2 zombie and kill 1 skeleton");
    check(&["wear an iron helmet and kill 2 creepers"], "wear iron_helmet and kill 2 creeper");
    check(&["get flint and steel and 2 dirt"], "obtain 1 flint_and_steel and obtain 2 dirt");
    check(&["plant 2 carrots or breed 2 pigs"], "plant 2 carrot or breed 2 pig");
    check(&["sleep and survive 2 nights"], "sleep and survive 2 nights");
    check(&[&["get 1 dirt"; 10].join(" and ")], "the goal has more than 9 parts; give them one after the other");
}

#[test]
fn families_count_together() {
    check(&["a bed", "any bed", "get a bed of any kind"], "obtain 1 any bed");
    check(&["10 logs", "collect 10 of any log"], "obtain 10 any log");
    check(&["any wool"], "obtain 1 any wool");
}

#[test]
fn cooking_means_what_comes_out() {
    check(&["cook 2 beef", "cook 2 steak", "cook two raw beef"], "obtain 2 cooked_beef");
    check(&["smelt 3 iron", "smelt 3 raw iron", "smelt 3 iron ore", "melt 3 iron ingots"], "obtain 3 iron_ingot");
    check(&["smelt 4 logs"], "obtain 4 charcoal");
    check(&["cook 2 fish"], "obtain 2 any cooked_fish");
    check(&["smelt 1 glass", "smelt some sand"], "obtain 1 glass");
    check(&["cook a saddle"], "saddle cannot be cooked or smelted in a furnace");
}

#[test]
fn what_is_no_goal_says_why() {
    check(&["", "  ", "please", "obtain 3", "\"\""], "the goal is empty; say for example \"obtain 3 diamonds\"");
    for verb in ["get", "kill", "wear", "build"] {
        assert_eq!(read(verb), Err(WordsError::Bare { verb: verb.into() }));
    }
    check(&["obtain 3 diamnods"], "there is no item \"diamnods\" in 1.19.4; did you mean diamond?");
    check(
        &["obtain a flying pig"],
        "there is no item \"flying pig\" in 1.19.4; say what and how many as the game calls it, for example \"3 oak logs \
         and 1 bed\"",
    );
    check(&["kill 3 zombeis"], "there is no mob \"zombeis\" in 1.19.4; did you mean zombie?");
    check(&["explore atlantis"], "there is no biome \"atlantis\" in 1.19.4; say for example \"explore a desert\"");
    check(&["wear a stick"], "stick cannot be worn; armor, shields, heads and carved pumpkins can");
    check(&["breed 2 zombies"], "zombies cannot be bred; name one kind of animal, such as cows");
    check(&["plant a stick"], "stick cannot be planted; seeds and saplings can");
    check(&["place a stick"], "stick cannot be placed; blocks can");
    check(&["build Barn.toml", "build Barn", "build Barn.toml and sleep"], "there is no blueprint Barn.toml");
    check(&["build my Hut.toml"], "there is no blueprint my Hut.toml");
    check(
        &["build Broken.toml", "build Broken.toml and get 3 dirt"],
        "Broken.toml, line 3: oak_door is put down with open=false, and nothing is done to it then: open=true cannot be \
         built; of oak_door facing, half, hinge can be written",
    );
    check(
        &["build a big house"],
        "big house cannot be built; say \"build FILE.toml\", where the file is a blueprint: layers of blocks",
    );
    check(
        &["go to the village", "go home"],
        "go where? Say \"go to X Y Z\" or \"go to X Z\" in whole numbers, or \
        \"explore a desert\"",
    );
    check(&["go to 40000000 2"], "x is 40000000; it must lie within 30 million blocks");
    check(&["go to 1 900 2"], "y is 900; it must lie between -64 and 319");
    for verb in ["follow me", "eat bread now", "tame a wolf", "trade with a villager", "kil 3 zombies", "brew 1 potion"]
    {
        let error = read(verb).expect_err("not ours");
        assert!(matches!(error, WordsError::Verb { .. }), "{verb}: {error}");
    }
    for count in [
        "0 diamonds",
        "-3 diamonds",
        "2.5 diamonds",
        "9999 diamonds",
        "3,000 dirt",
        "1e9 dirt",
        "37 beds",
        "kill 0 zombies",
        "breed -1 cows",
        "survive 2.5 nights",
        "kill 99999 zombies",
        "put 1729 dirt in a chest",
        "put 28 iron_pickaxe in a chest",
    ] {
        let error = read(count).expect_err("no such number");
        assert!(matches!(error, WordsError::Count { .. }), "{count}: {error}");
    }
    check(&[&"get ".repeat(100)], "the goal is too long; say what and how many, for example \"obtain 3 diamonds\"");
}

#[test]
fn every_item_can_be_asked_for_by_id_and_by_title() {
    for item in Item::all().filter(|item| *item != Item::AIR) {
        assert_eq!(read(&format!("obtain 1 {item}")), Ok(Condition::holds(item, 1)));
        let condition = read(&format!("get 1 {}", item.title())).unwrap_or_else(|error| panic!("{error}"));
        // A filled map is called what the empty one's id is.
        let Condition::Holds { items, .. } = &condition else { panic!("{item}: {condition}") };
        assert!(items.contains(item) || item == Item::FILLED_MAP, "{item}: {condition}");
    }
}

#[test]
fn what_a_condition_is_called_means_it_again() {
    let texts = [
        "obtain 3 diamond",
        "10 logs",
        "wear iron armor",
        "kill 3 monsters",
        "breed 2 cows",
        "plant 5 wheat seeds",
        "place 4 torches",
        "craft 8 sticks",
        "go to 1 -2 3",
        "go to 1 3",
        "explore a desert",
        "explore any ocean",
        "put 10 dirt in a chest",
        "sleep",
        "sleep 2 nights",
        "survive 1 night",
        "survive 3 nights",
        "build Hut.toml",
        "build ./Plans/The Old Hut.toml and sleep",
        "2 dirt and kill 1 zombie or sleep",
    ];
    for text in texts {
        let condition = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read(&condition.to_string()), Ok(condition.clone()), "{text}: {condition}");
    }
}

#[test]
fn goals_are_completed() {
    let files = ["Hut.toml".to_owned(), "My Barn.toml".to_owned()];
    let first = |text: &str| complete(text, &files).into_iter().next().unwrap_or_default();
    assert_eq!((first("ob"), first("kil"), first("go")), ("obtain".into(), "kill".into(), "go to".into()));
    assert_eq!(first("obtain 1 iron_pick"), "iron_pickaxe");
    assert_eq!(first("kill 3 zomb"), "zombie");
    assert_eq!(first("explore des"), "desert");
    assert_eq!(first("breed 2 ch"), "chicken");
    assert_eq!(first("wear iron_a"), "iron_armor");
    assert_eq!(first("plant 2 wheat"), "wheat_seeds");
    assert_eq!(first("put 10 dirt "), "in a chest");
    assert_eq!(first("build "), "Hut.toml");
    assert_eq!((first("build M"), first("build My Ba")), ("My Barn.toml".into(), "Barn.toml".into()));
    assert_eq!(first("survive 3 "), "nights");
    assert!(complete("get 1 pickax", &files).contains(&"iron_pickaxe".to_owned()));
}

#[test]
fn a_thousand_mutations_end_in_a_goal_or_an_error() {
    let seeds = [
        "obtain 3 diamonds",
        "kill 2 cows and sleep",
        "a stack of oak logs",
        "go to 1 2 -3",
        "wear iron armor",
        "put 3 dirt in a chest",
        "survive 3 nights",
    ];
    let mut rng = Pcg64::seed_from_u64(1);
    for round in 0..1000 {
        let mut text: Vec<char> = seeds[round % seeds.len()].chars().collect();
        for _ in 0..rng.random_range(1..6) {
            let at = rng.random_range(0..=text.len());
            match rng.random_range(0..4) {
                0 => text.insert(at, char::from(rng.random_range(32..127u8))),
                1 => text.insert(at, ['\u{0}', 'é', '9', '\u{1F600}', '\n', '-', 'ß', '\u{130}'][round % 8]),
                2 if at < text.len() => drop(text.remove(at)),
                _ => text.truncate(at),
            }
        }
        let text: String = text.into_iter().collect();
        match read(&text) {
            Ok(condition) => assert!(!condition.leaves().is_empty(), "{text:?}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_it_panic(text in ".{0,220}") {
        if let Err(error) = read(&text) {
            prop_assert!(!error.to_string().contains(char::is_control));
        }
    }

    #[test]
    fn no_words_make_it_panic(words in prop::collection::vec(prop::sample::select(&[
        "and", "or", "then", "get", "kill", "go", "to", "put", "in", "a", "chest", "3", "zombies", "wear", "iron",
        "armor", "sleep", "nights", "plant", "wheat", "explore", "desert", "craft", "build", "x", "-7", "breed", "of",
    ][..]), 0..14)) {
        if let Ok(condition) = read(&words.join(" ")) {
            prop_assert_eq!(read(&condition.to_string()), Ok(condition));
        }
    }
}

#[test]
fn what_a_user_types_is_meant() {
    for (text, means) in [
        ("collect twenty oak logs", "obtain 20 oak_log"),
        ("get 3 diamonds, please", "obtain 3 diamond"),
        ("sleep, please", "sleep"),
        ("twenty five dirt", "obtain 25 dirt"),
        ("a hundred cobblestones", "obtain 100 cobblestone"),
        ("get me a bed", "obtain 1 any bed"),
        ("3 beds", "obtain 3 any bed"),
        ("a couple of torches", "obtain 2 torch"),
        ("half a dozen eggs", "obtain 6 egg"),
        ("get wood", "obtain 1 any wood"),
        ("20 planks or 10 logs", "obtain 20 any planks or obtain 10 any log"),
        ("a sword and a shield", "obtain 1 any sword and obtain 1 shield"),
        ("3 apples, 2 breads and a bed", "obtain 3 apple and obtain 2 bread and obtain 1 any bed"),
        ("3 diamonds & 2 sticks", "obtain 3 diamond and obtain 2 stick"),
        (
            "iron armour",
            "obtain 1 iron_helmet and obtain 1 iron_chestplate and obtain 1 iron_leggings and obtain 1 iron_boots",
        ),
        (
            "get iron armor",
            "obtain 1 iron_helmet and obtain 1 iron_chestplate and obtain 1 iron_leggings and obtain 1 iron_boots",
        ),
        (
            "get a full set of diamond armor",
            "obtain 1 diamond_helmet and obtain 1 diamond_chestplate and obtain 1 diamond_leggings and obtain 1 diamond_boots",
        ),
        ("wear iron armour", "wear iron_helmet and wear iron_chestplate and wear iron_leggings and wear iron_boots"),
        ("wear an iron armor", "wear iron_helmet and wear iron_chestplate and wear iron_leggings and wear iron_boots"),
        ("wear iron boots and a shield", "wear iron_boots and wear shield"),
        ("put on my iron helmet", "wear iron_helmet"),
        (
            "wear leather armour and carry a sword",
            "wear leather_helmet and wear leather_chestplate and wear leather_leggings and wear leather_boots and obtain 1 any sword",
        ),
        ("wear a helmet", "wear any helmet"),
        ("kill ten zombies", "kill 10 zombie"),
        ("kill a zombie or a skeleton", "kill 1 zombie or kill 1 skeleton"),
        ("kill two pigs and a cow", "kill 2 pig and kill 1 cow"),
        ("kill 3 mobs", "kill 3 any mob"),
        ("kill a spider, a creeper and 2 zombies", "kill 1 spider and kill 1 creeper and kill 2 zombie"),
        ("kill the ender dragon", "kill 1 ender_dragon"),
        ("kill some sheep", "kill 1 sheep"),
        ("explore a dark forest", "explore dark_forest"),
        ("find a desert", "explore desert"),
        ("go to a windswept hills biome", "explore windswept_hills"),
        ("visit the old growth pine taiga", "explore old_growth_pine_taiga"),
        ("go to the ocean", "explore any ocean"),
        ("go to 100 64 -20", "go to 100 64 -20"),
        ("go to 100, 64, -20", "go to 100 64 -20"),
        ("go to 100,64,-20", "go to 100 64 -20"),
        ("go to x 100 z -20", "go to 100 -20"),
        ("go to x:100 y:64 z:-20", "go to 100 64 -20"),
        ("go to coordinates 100 64 -20", "go to 100 64 -20"),
        ("walk to 10.5 -20.5", "go to 10 -21"),
        ("sleep in a bed for two nights", "sleep 2 nights"),
        ("sleep until morning", "sleep"),
        ("survive for a night", "survive 1 night"),
        ("survive the night", "survive 1 night"),
        ("stay alive for 3 days", "survive 3 nights"),
        ("plant a tree", "plant 1 any sapling"),
        ("plant ten wheat", "plant 10 wheat_seeds"),
        ("plant potatoes and carrots", "plant 1 potato and plant 1 carrot"),
        ("breed two cows and a pig", "breed 2 cow and breed 1 pig"),
        ("breed 2 hoglins", "breed 2 hoglin"),
        ("place a bed", "place 1 any bed"),
        ("place a torch", "place 1 torch"),
        ("put down a chest", "place 1 chest"),
        ("place 3 blocks of dirt", "place 3 dirt"),
        ("place a door and two torches", "place 1 any door and place 2 torch"),
        ("put 10 dirt and 5 stone in a chest", "put 10 dirt in a chest and put 5 stone in a chest"),
        ("put my diamonds into the chest", "put 1 diamond in a chest"),
        ("craft a bed", "craft 1 any bed"),
        ("craft wooden pickaxe", "craft 1 wooden_pickaxe"),
        ("cook some fish", "obtain 1 any cooked_fish"),
        ("smelt 5 iron ores", "obtain 5 iron_ingot"),
        ("cook 3 porkchops or 3 beef", "obtain 3 cooked_porkchop or obtain 3 cooked_beef"),
        ("mine five blocks of coal", "obtain 5 coal_block"),
        ("harvest wheat", "obtain 1 wheat"),
        ("get 64 white wools", "obtain 64 white_wool"),
        ("a wooden axe", "obtain 1 wooden_axe"),
        ("get redstone dust", "obtain 1 redstone"),
        ("get 3 lapis", "obtain 3 lapis_lazuli"),
        ("get a bucket of water", "obtain 1 water_bucket"),
        ("get milk", "obtain 1 milk_bucket"),
        ("one hundred twenty dirt", "obtain 120 dirt"),
        ("go to z=5 x=3", "go to 3 5"),
        ("go to 100 -20, please", "go to 100 -20"),
        ("get dirt, sand, and gravel", "obtain 1 dirt and obtain 1 sand and obtain 1 gravel"),
    ] {
        check(&[text], means);
    }
}

#[test]
fn what_is_refused_says_what_to_say() {
    for (text, says) in [
        ("explore a village", "say for example \"explore a desert\""),
        ("go to 100", "Say \"go to X Y Z\""),
        ("go to 1 2 3 4", "Say \"go to X Y Z\""),
        ("go to ~ ~ ~10", "in whole numbers"),
        ("survive a week", "\"week\" is not a number of nights; say for example \"survive 3 nights\""),
        ("put 100 dirt in a furnace", "furnace cannot be filled; say \"in a chest\""),
        ("put 3 cobblestone in an ender chest", "say \"in a chest\""),
        ("plant some flowers", "; seeds and saplings can"),
        ("breed animals", "; name one kind of animal"),
        ("store everything", "say what and how many"),
        ("eat an apple", "it can obtain, craft"),
        ("follow me", "it can obtain, craft"),
        ("build", "say what and how many"),
        ("tame a wolf", "it can obtain, craft"),
        ("ride a horse", "it can obtain, craft"),
        ("3", "say for example"),
        ("zero apples", "use a whole number from 1 to"),
        ("five and twenty apples", "say what and how many"),
        ("stone tools", "say what and how many"),
        ("drink water", "it can obtain, craft"),
        ("trade with villagers", "it can obtain, craft"),
        ("enchant a sword", "it can obtain, craft"),
        ("go to x=1 x=2", "Say \"go to X Y Z\""),
        ("kill a herobrine", "say for example \"kill 2 zombies\""),
        ("wear paper armor", "say for example \"wear iron armor\""),
        ("wear a hat", "say what and how many"),
    ] {
        let said = read(text).map_or_else(|error| error.to_string(), |condition| panic!("{text:?}: {condition}"));
        assert!(said.contains(says), "{text:?}: {said:?} should say {says:?}");
    }
}
