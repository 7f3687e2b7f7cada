//! Which mobs spawn in which biome (`DefaultBiomeFeatures` and `OverworldBiomeCreator` of 1.19.4).

use anima_rules::{Biome, EntityKind};
use once_cell::sync::Lazy;

use crate::entity::Category;

/// A kind that spawns somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub kind: EntityKind,
    /// Its share of all of its category.
    pub weight: u32,
    /// How few and how many at once.
    pub pack: (u32, u32),
}

/// What spawns in a biome, a list for each of [`Category::SPAWNING`].
type Lists = [Vec<Entry>; Category::SPAWNING.len()];

static LISTS: Lazy<Vec<Lists>> =
    Lazy::new(|| (0..Biome::COUNT as u16).map(|id| Biome::from_id(id).map(lists).unwrap_or_default()).collect());

/// What of a category spawns in a biome.
pub(super) fn entries(biome: Biome, category: Category) -> &'static [Entry] {
    match Category::SPAWNING.iter().position(|one| *one == category) {
        Some(index) => &LISTS[usize::from(biome.id())][index],
        None => &[],
    }
}

/// The animals of a biome, and the chance that land comes with one more herd (`SpawnSettings.getCreatureSpawnProbability`).
pub(crate) fn creatures(biome: Biome) -> (&'static [Entry], f32) {
    let snowy = matches!(biome, Biome::SNOWY_PLAINS | Biome::ICE_SPIKES);
    (entries(biome, Category::Creature), if snowy { 0.07 } else { 0.1 })
}

/// One of a list, by weight; `below` draws a number below another.
pub(crate) fn pick(entries: &[Entry], below: impl FnOnce(u32) -> u32) -> Option<Entry> {
    let sum: u32 = entries.iter().map(|entry| entry.weight).sum();
    if sum == 0 {
        return None;
    }
    let mut lot = below(sum);
    entries.iter().copied().find(|entry| match lot.checked_sub(entry.weight) {
        Some(rest) => {
            lot = rest;
            false
        }
        None => true,
    })
}

struct Draft(Lists);

impl Draft {
    fn add(&mut self, category: Category, kind: EntityKind, weight: u32, least: u32, most: u32) {
        let index = Category::SPAWNING.iter().position(|one| *one == category).expect("a category that spawns");
        self.0[index].push(Entry { kind, weight, pack: (least, most) });
    }

    fn monster(&mut self, kind: EntityKind, weight: u32, least: u32, most: u32) {
        self.add(Category::Monster, kind, weight, least, most);
    }

    fn creature(&mut self, kind: EntityKind, weight: u32, least: u32, most: u32) {
        self.add(Category::Creature, kind, weight, least, most);
    }

    fn caves(&mut self) {
        self.add(Category::Ambient, EntityKind::BAT, 10, 8, 8);
        self.add(Category::UndergroundWater, EntityKind::GLOW_SQUID, 10, 4, 6);
    }

    fn monsters(&mut self, zombies: u32, zombie_villagers: u32, skeletons: u32) {
        use EntityKind as E;
        self.monster(E::SPIDER, 100, 4, 4);
        self.monster(E::ZOMBIE, zombies, 4, 4);
        self.monster(E::ZOMBIE_VILLAGER, zombie_villagers, 1, 1);
        self.monster(E::SKELETON, skeletons, 4, 4);
        self.monster(E::CREEPER, 100, 4, 4);
        self.monster(E::SLIME, 100, 4, 4);
        self.monster(E::ENDERMAN, 10, 1, 4);
        self.monster(E::WITCH, 5, 1, 1);
    }

    fn common(&mut self) {
        self.caves();
        self.monsters(95, 5, 100);
    }

    fn farm(&mut self) {
        use EntityKind as E;
        self.creature(E::SHEEP, 12, 4, 4);
        self.creature(E::PIG, 10, 4, 4);
        self.creature(E::CHICKEN, 10, 4, 4);
        self.creature(E::COW, 8, 4, 4);
    }

    fn taiga_animals(&mut self) {
        self.farm();
        self.creature(EntityKind::WOLF, 8, 4, 4);
        self.creature(EntityKind::RABBIT, 4, 2, 3);
        self.creature(EntityKind::FOX, 8, 2, 4);
    }

    fn ocean(&mut self, squid: u32, most_squid: u32, cod: u32) {
        use EntityKind as E;
        self.add(Category::WaterCreature, E::SQUID, squid, 1, most_squid);
        self.add(Category::WaterAmbient, E::COD, cod, 3, 6);
        self.common();
        self.monster(E::DROWNED, 5, 1, 1);
    }

    fn dolphins(&mut self, weight: u32) {
        self.add(Category::WaterCreature, EntityKind::DOLPHIN, weight, 1, 2);
    }

    fn salmon(&mut self, weight: u32) {
        self.add(Category::WaterAmbient, EntityKind::SALMON, weight, 1, 5);
    }

    fn warm_fish(&mut self, pufferfish: u32) {
        self.add(Category::WaterAmbient, EntityKind::PUFFERFISH, pufferfish, 1, 3);
        self.add(Category::WaterAmbient, EntityKind::TROPICAL_FISH, 25, 8, 8);
        self.dolphins(2);
    }

    fn snowy(&mut self) {
        self.creature(EntityKind::RABBIT, 10, 2, 3);
        self.creature(EntityKind::POLAR_BEAR, 1, 1, 2);
        self.caves();
        self.monsters(95, 5, 20);
        self.monster(EntityKind::STRAY, 80, 4, 4);
    }
}

fn lists(biome: Biome) -> Lists {
    use Biome as B;
    use EntityKind as E;
    let mut draft = Draft(Lists::default());
    let d = &mut draft;
    match biome {
        B::PLAINS | B::SUNFLOWER_PLAINS => {
            d.farm();
            d.creature(E::HORSE, 5, 2, 6);
            d.creature(E::DONKEY, 1, 1, 3);
            d.common();
        }
        B::FOREST => {
            d.farm();
            d.creature(E::WOLF, 5, 4, 4);
            d.common();
        }
        B::FLOWER_FOREST => {
            d.farm();
            d.creature(E::RABBIT, 4, 2, 3);
            d.common();
        }
        B::BIRCH_FOREST | B::OLD_GROWTH_BIRCH_FOREST | B::DARK_FOREST => {
            d.farm();
            d.common();
        }
        B::TAIGA | B::SNOWY_TAIGA | B::OLD_GROWTH_SPRUCE_TAIGA | B::GROVE => {
            d.taiga_animals();
            d.common();
        }
        B::OLD_GROWTH_PINE_TAIGA => {
            d.taiga_animals();
            d.caves();
            d.monsters(100, 25, 100);
        }
        B::SAVANNA | B::SAVANNA_PLATEAU | B::WINDSWEPT_SAVANNA => {
            d.farm();
            d.creature(E::HORSE, 1, 2, 6);
            d.creature(E::DONKEY, 1, 1, 1);
            if biome == B::SAVANNA_PLATEAU {
                d.creature(E::LLAMA, 8, 4, 4);
            }
            d.common();
        }
        B::JUNGLE | B::BAMBOO_JUNGLE | B::SPARSE_JUNGLE => {
            d.farm();
            d.creature(E::CHICKEN, 10, 4, 4);
            d.common();
            if biome != B::SPARSE_JUNGLE {
                let (pandas, cats) = if biome == B::JUNGLE { (1, 3) } else { (80, 1) };
                d.creature(E::PARROT, 40, 1, 2);
                d.creature(E::PANDA, pandas, 1, 2);
                d.monster(E::OCELOT, 2, 1, cats);
            }
        }
        B::SWAMP => {
            d.farm();
            d.common();
            d.monster(E::SLIME, 1, 1, 1);
            d.creature(E::FROG, 10, 2, 5);
        }
        B::MANGROVE_SWAMP => {
            d.common();
            d.monster(E::SLIME, 1, 1, 1);
            d.creature(E::FROG, 10, 2, 5);
            d.add(Category::WaterAmbient, E::TROPICAL_FISH, 25, 8, 8);
        }
        B::DESERT => {
            d.creature(E::RABBIT, 4, 2, 3);
            d.caves();
            d.monsters(19, 1, 100);
            d.monster(E::HUSK, 80, 4, 4);
        }
        B::SNOWY_PLAINS | B::ICE_SPIKES => d.snowy(),
        B::RIVER | B::FROZEN_RIVER => {
            d.add(Category::WaterCreature, E::SQUID, 2, 1, 4);
            d.salmon(5);
            d.common();
            d.monster(E::DROWNED, if biome == B::RIVER { 100 } else { 1 }, 1, 1);
        }
        B::BEACH => {
            d.creature(E::TURTLE, 5, 2, 5);
            d.common();
        }
        B::OCEAN | B::DEEP_OCEAN => {
            d.ocean(1, 4, 10);
            d.dolphins(1);
        }
        B::COLD_OCEAN | B::DEEP_COLD_OCEAN => {
            d.ocean(3, 4, 15);
            d.salmon(15);
        }
        B::LUKEWARM_OCEAN => {
            d.ocean(10, 2, 15);
            d.warm_fish(5);
        }
        B::DEEP_LUKEWARM_OCEAN => {
            d.ocean(8, 4, 8);
            d.warm_fish(5);
        }
        B::WARM_OCEAN => {
            d.add(Category::WaterCreature, E::SQUID, 10, 4, 4);
            d.warm_fish(15);
            d.common();
            d.monster(E::DROWNED, 5, 1, 1);
        }
        B::FROZEN_OCEAN | B::DEEP_FROZEN_OCEAN => {
            d.add(Category::WaterCreature, E::SQUID, 1, 1, 4);
            d.salmon(15);
            d.creature(E::POLAR_BEAR, 1, 1, 2);
            d.common();
            d.monster(E::DROWNED, 5, 1, 1);
        }
        B::WINDSWEPT_HILLS | B::WINDSWEPT_FOREST | B::WINDSWEPT_GRAVELLY_HILLS => {
            d.farm();
            d.creature(E::LLAMA, 5, 4, 6);
            d.common();
        }
        B::MEADOW => {
            d.creature(E::DONKEY, 1, 1, 2);
            d.creature(E::RABBIT, 2, 2, 6);
            d.creature(E::SHEEP, 2, 2, 4);
            d.common();
        }
        B::JAGGED_PEAKS | B::FROZEN_PEAKS => {
            d.creature(E::GOAT, 5, 1, 3);
            d.common();
        }
        B::SNOWY_SLOPES => {
            d.creature(E::RABBIT, 4, 2, 3);
            d.creature(E::GOAT, 5, 1, 3);
            d.common();
        }
        B::MUSHROOM_FIELDS => {
            d.creature(E::MOOSHROOM, 8, 4, 8);
            d.caves();
        }
        B::DRIPSTONE_CAVES => {
            d.common();
            d.monster(E::DROWNED, 95, 4, 4);
        }
        B::LUSH_CAVES => {
            d.add(Category::Axolotls, E::AXOLOTL, 10, 4, 6);
            d.add(Category::WaterAmbient, E::TROPICAL_FISH, 25, 8, 8);
            d.common();
        }
        B::STONY_PEAKS | B::STONY_SHORE | B::SNOWY_BEACH | B::BADLANDS | B::ERODED_BADLANDS | B::WOODED_BADLANDS => {
            d.common();
        }
        _ => {}
    }
    draft.0
}

#[cfg(test)]
mod tests {
    use anima_rules::Habitat;
    use anima_rules::techtree::{Nature, place_of_mob};
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::level::Dice;

    #[test]
    fn what_spawns_is_what_the_nature_of_generated_land_says() {
        let spawns = |kind: EntityKind| LISTS.iter().flatten().flatten().any(|entry| entry.kind == kind);
        let met = EntityKind::all().filter(|kind| place_of_mob(*kind).is_some());
        for kind in met {
            assert_eq!(Nature::Generated.has_mob(kind), spawns(kind), "{kind}");
        }
    }

    #[test]
    fn monsters_of_some_biomes_are_looked_for_where_they_are_listed() {
        use EntityKind as E;
        for kind in [E::HUSK, E::STRAY, E::DROWNED] {
            let (place, _) = place_of_mob(kind).expect("a place");
            // Dripstone caves lie below land of any kind.
            let lands = (0..Biome::COUNT as u16).filter_map(Biome::from_id).filter(|b| *b != Biome::DRIPSTONE_CAVES);
            for biome in lands {
                let is_listed = entries(biome, Category::Monster).iter().any(|entry| entry.kind == kind);
                assert_eq!(place.fits(biome), is_listed, "{kind} in {}", biome.name());
            }
        }
    }

    #[test]
    fn animals_are_looked_for_where_they_are_listed_and_the_more_the_commoner_they_are() {
        use EntityKind as E;
        let kinds = [
            E::COW,
            E::PIG,
            E::CHICKEN,
            E::SHEEP,
            E::RABBIT,
            E::HORSE,
            E::DONKEY,
            E::LLAMA,
            E::MOOSHROOM,
            E::GOAT,
            E::PANDA,
            E::PARROT,
            E::TURTLE,
            E::POLAR_BEAR,
            E::WOLF,
            E::FOX,
            E::FROG,
        ];
        // How many herds of a kind a column of land comes with.
        let herds = |biome: Biome, kind: EntityKind| {
            let (listed, chance) = creatures(biome);
            let weight =
                |of: &dyn Fn(&&Entry) -> bool| listed.iter().filter(of).map(|entry| entry.weight).sum::<u32>() as f32;
            chance * weight(&|entry| entry.kind == kind) / weight(&|_| true).max(1.0)
        };
        let lands = || (0..Biome::COUNT as u16).filter_map(Biome::from_id);
        for kind in kinds {
            let (place, _) = place_of_mob(kind).expect("a place");
            let most = lands().map(|biome| herds(biome, kind)).fold(0.0, f32::max);
            for biome in lands() {
                let (listed, told) = (herds(biome, kind) / most, place.how_common(biome));
                let name = biome.name();
                assert!(told <= 2.5 * listed && listed <= 2.5 * told, "{kind} in {name}: {listed}, told {told}");
            }
        }
    }

    #[test]
    fn what_swims_is_looked_for_where_it_is_listed() {
        use EntityKind as E;
        for kind in [E::COD, E::SALMON, E::PUFFERFISH, E::TROPICAL_FISH, E::SQUID, E::DOLPHIN] {
            let (place, _) = place_of_mob(kind).expect("a place");
            for biome in (0..Biome::COUNT as u16).filter_map(Biome::from_id) {
                let in_water = [Category::WaterCreature, Category::WaterAmbient];
                let mut listed = in_water.into_iter().flat_map(|category| entries(biome, category));
                assert_eq!(place.fits(biome), listed.any(|entry| entry.kind == kind), "{kind} in {}", biome.name());
            }
        }
    }

    #[test]
    fn the_dark_is_full_of_monsters_and_the_deep_dark_of_none() {
        for biome in (0..Biome::COUNT as u16).filter_map(Biome::from_id) {
            let quiet = entries(biome, Category::Monster).is_empty();
            let name = biome.name();
            let elsewhere = ["end", "nether", "crimson", "warped", "basalt", "soul", "void", "cherry"];
            if !elsewhere.iter().any(|part| name.contains(part)) {
                assert_eq!(quiet, matches!(biome, Biome::DEEP_DARK | Biome::MUSHROOM_FIELDS), "{name}");
            }
        }
    }

    #[test]
    fn the_shares_that_hunters_go_by_are_those_of_the_lists() {
        // Slimes and drowned come by rules of their own, which let most tries fail.
        let by_light = |entry: &&Entry| !matches!(entry.kind, EntityKind::SLIME | EntityKind::DROWNED);
        let many = |entry: &Entry| (entry.weight * (entry.pack.0 + entry.pack.1)) as f32 / 2.0;
        let share = |biome: Biome, kind: EntityKind| {
            let listed = || entries(biome, Category::Monster).iter().filter(by_light);
            listed().filter(|entry| entry.kind == kind).map(many).sum::<f32>() / listed().map(many).sum::<f32>()
        };
        use EntityKind as E;
        let kinds = [E::SPIDER, E::SKELETON, E::CREEPER, E::ZOMBIE, E::ENDERMAN, E::WITCH, E::ZOMBIE_VILLAGER];
        for (biome, kind) in kinds
            .map(|kind| (Biome::PLAINS, kind))
            .into_iter()
            .chain([(Biome::DESERT, E::HUSK), (Biome::SNOWY_PLAINS, E::STRAY)])
        {
            let (listed, told) = (share(biome, kind), Habitat::of(kind).expect("a monster").in_the_open);
            assert!((listed - told).abs() < 0.02, "{kind}: {listed} of those listed, {told} by the table");
        }
        // What is listed nowhere has no habitat.
        let spawns = |kind: EntityKind| LISTS.iter().flatten().flatten().any(|entry| entry.kind == kind);
        assert!(EntityKind::all().filter(|kind| Habitat::of(*kind).is_some()).all(spawns));
    }

    #[test]
    fn heavier_kinds_come_more_often() {
        let mut dice = Dice::seed_from_u64(2);
        let plains = entries(Biome::PLAINS, Category::Creature);
        let mut one = || pick(plains, |sum| dice.random_range(0..sum)).map(|entry| entry.kind);
        let mut count = |kind| (0..46_000).filter(|_| one() == Some(kind)).count();
        let (sheep, donkeys) = (count(EntityKind::SHEEP), count(EntityKind::DONKEY));
        assert!((11_000..13_000).contains(&sheep) && (800..1200).contains(&donkeys), "{sheep} {donkeys}");
    }
}
