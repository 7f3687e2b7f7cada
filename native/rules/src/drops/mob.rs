//! What mobs leave behind when they die.

use once_cell::sync::Lazy;
use rand::{Rng, RngExt};

use super::{happens, push, uniform};
use crate::{EntityKind, Item, ItemStack};

/// How a mob died, as far as it changes what it leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kill {
    /// Whether a player hurt it within the last 100 ticks.
    pub by_player: bool,
    /// Level of Looting on the killer's weapon.
    pub looting: u8,
    /// Whether it burned: meat comes cooked.
    pub on_fire: bool,
    /// Whether it was young.
    pub baby: bool,
    /// Colour of a sheep's wool, 0..=15 in the order of the dyes.
    pub color: u8,
    /// Whether a sheep was shorn.
    pub sheared: bool,
    /// Size of a slime or magma cube: 1, 2 or 4; 0 counts as 1.
    pub size: u8,
}

/// One item of a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MobDrop {
    /// What drops; for the wool of sheep the white one.
    pub item: Item,
    /// How few and how many, each number as likely; below 1 is none.
    pub count: (i8, i8),
    /// Whether each level of Looting adds up to one.
    pub more_with_looting: bool,
    /// What it is instead when the mob burned.
    pub cooked: Option<Item>,
    /// Its share in the pool's draw.
    pub weight: u8,
}

/// A pool of a mob's loot: some rolls, each of which draws one of its items.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool {
    /// How few and how many rolls.
    pub rolls: (i8, i8),
    /// The chance that the pool is used at all.
    pub chance: f32,
    /// What each level of Looting adds to the chance.
    pub looting_chance: f32,
    /// Whether a player must have had a part in the death.
    pub by_player: bool,
    /// What may be drawn.
    pub drops: Vec<MobDrop>,
}

impl Pool {
    /// The mean number of `item` per death that counts for the pool, without Looting.
    pub fn mean(&self, item: Item) -> f32 {
        let weights: u32 = self.drops.iter().map(|drop| u32::from(drop.weight)).sum();
        let mean =
            |(low, high): (i8, i8)| (low..=high).map(|n| f32::from(n.max(0))).sum::<f32>() / f32::from(high - low + 1);
        let share = |drop: &MobDrop| f32::from(drop.weight) / weights as f32 * mean(drop.count);
        let of_item = self.drops.iter().filter(|drop| drop.item == item);
        of_item.map(share).sum::<f32>() * mean(self.rolls) * self.chance
    }
}

/// What the mob leaves behind, drawn by chance. What it wore or held is not in it.
pub fn kill_mob(kind: EntityKind, kill: &Kill, rng: &mut (impl Rng + ?Sized)) -> Vec<ItemStack> {
    let mut drops = Vec::new();
    if kill.baby && !is_hostile(kind) {
        return drops; // LivingEntity.shouldDropLoot
    }
    let size = kill.size.max(1);
    for pool in of_mob(kind) {
        let chance = pool.chance + pool.looting_chance * f32::from(kill.looting);
        if pool.by_player && !kill.by_player || !happens(chance, rng) {
            continue;
        }
        for _ in 0..uniform(pool.rolls, rng) {
            let drop = pick(&pool.drops, rng);
            let item = match drop.item {
                Item::WHITE_WOOL if kill.sheared => continue,
                Item::WHITE_WOOL => Item(Item::WHITE_WOOL.0 + u16::from(kill.color.min(15))),
                Item::SLIME_BALL if size > 1 => continue,
                Item::MAGMA_CREAM if size == 1 => continue,
                item if kill.on_fire => drop.cooked.unwrap_or(item),
                item => item,
            };
            let mut count = uniform(drop.count, rng);
            if drop.more_with_looting && kill.looting > 0 {
                // LootingEnchantLootFunction: a float between 0 and the level, rounded
                count += (rng.random::<f32>() * f32::from(kill.looting)).round() as i32;
            }
            push(&mut drops, item, count.max(0) as u32);
        }
    }
    drops
}

/// The pools of a mob's loot; empty for what leaves nothing.
pub fn of_mob(kind: EntityKind) -> &'static [Pool] {
    &LOOT[usize::from(kind.id())]
}

/// Experience for the death of a mob; only for one that a player had a part in (`getXpToDrop`).
pub fn mob_experience(kind: EntityKind, kill: &Kill, rng: &mut (impl Rng + ?Sized)) -> u32 {
    if !kill.by_player || kill.baby && !is_hostile(kind) {
        return 0;
    }
    match kind {
        EntityKind::SLIME | EntityKind::MAGMA_CUBE => u32::from(kill.size.max(1)),
        EntityKind::ENDERMITE | EntityKind::VEX => 3,
        EntityKind::BLAZE | EntityKind::GUARDIAN | EntityKind::ELDER_GUARDIAN | EntityKind::EVOKER => 10,
        EntityKind::PIGLIN_BRUTE | EntityKind::RAVAGER => 20,
        EntityKind::WITHER => 50,
        EntityKind::ENDER_DRAGON => 500,
        EntityKind::BAT
        | EntityKind::VILLAGER
        | EntityKind::WANDERING_TRADER
        | EntityKind::IRON_GOLEM
        | EntityKind::SNOW_GOLEM
        | EntityKind::ALLAY
        | EntityKind::ARMOR_STAND
        | EntityKind::PLAYER => 0,
        kind if kill.baby && is_zombie(kind) => 12, // 2.5 times as much
        kind if is_hostile(kind) => 5,
        _ => rng.random_range(1..=3), // animals, fish, squids
    }
}

/// Kinds that extend `HostileEntity`, or give loot and experience as it does.
fn is_hostile(kind: EntityKind) -> bool {
    use EntityKind as E;
    is_zombie(kind)
        || matches!(kind, E::SKELETON | E::STRAY | E::WITHER_SKELETON | E::SPIDER | E::CAVE_SPIDER | E::CREEPER)
        || matches!(kind, E::ENDERMAN | E::WITCH | E::SLIME | E::MAGMA_CUBE | E::SILVERFISH | E::ENDERMITE)
        || matches!(kind, E::BLAZE | E::GHAST | E::GUARDIAN | E::ELDER_GUARDIAN | E::PHANTOM | E::SHULKER)
        || matches!(kind, E::PILLAGER | E::VINDICATOR | E::EVOKER | E::ILLUSIONER | E::RAVAGER | E::VEX | E::GIANT)
        || matches!(kind, E::PIGLIN | E::PIGLIN_BRUTE | E::HOGLIN | E::ZOGLIN | E::WARDEN | E::WITHER)
}

fn is_zombie(kind: EntityKind) -> bool {
    use EntityKind as E;
    matches!(kind, E::ZOMBIE | E::HUSK | E::DROWNED | E::ZOMBIE_VILLAGER | E::ZOMBIFIED_PIGLIN)
}

/// The colours that sheep are born with, and how often (`SheepEntity.generateDefaultColor`).
pub const SHEEP_COLORS: &[(u8, f32)] = &[(0, 0.818_36), (15, 0.05), (7, 0.05), (8, 0.05), (12, 0.03), (6, 0.001_64)];

fn pick<'a>(drops: &'a [MobDrop], rng: &mut (impl Rng + ?Sized)) -> &'a MobDrop {
    let weights: u32 = drops.iter().map(|drop| u32::from(drop.weight)).sum();
    let mut at = if drops.len() == 1 { 0 } else { rng.random_range(0..weights) };
    for drop in drops {
        match at.checked_sub(u32::from(drop.weight)) {
            Some(rest) => at = rest,
            None => return drop,
        }
    }
    unreachable!("the draw is below the sum of the weights")
}

static LOOT: Lazy<Vec<Vec<Pool>>> = Lazy::new(|| (0..EntityKind::COUNT as u8).map(|id| loot(EntityKind(id))).collect());

impl MobDrop {
    /// An item whose number Looting raises.
    const fn looted(item: Item, low: i8, high: i8) -> MobDrop {
        MobDrop { item, count: (low, high), more_with_looting: true, cooked: None, weight: 1 }
    }

    /// An item whose number Looting leaves alone.
    const fn plain(item: Item, low: i8, high: i8) -> MobDrop {
        MobDrop { more_with_looting: false, ..MobDrop::looted(item, low, high) }
    }

    const fn cooked(self, cooked: Item) -> MobDrop {
        MobDrop { cooked: Some(cooked), ..self }
    }

    const fn weight(self, weight: u8) -> MobDrop {
        MobDrop { weight, ..self }
    }
}

impl Pool {
    fn one_of(drops: impl Into<Vec<MobDrop>>) -> Pool {
        Pool { rolls: (1, 1), chance: 1.0, looting_chance: 0.0, by_player: false, drops: drops.into() }
    }

    fn of(drop: MobDrop) -> Pool {
        Pool::one_of([drop])
    }

    fn by_player(self) -> Pool {
        Pool { by_player: true, ..self }
    }

    fn chance(self, chance: f32, per_looting: f32) -> Pool {
        Pool { chance, looting_chance: per_looting, ..self }
    }
}

/// The loot table of a mob (1.19.4 `data/minecraft/loot_tables/entities`).
fn loot(kind: EntityKind) -> Vec<Pool> {
    use EntityKind as E;
    use MobDrop as D;
    let looted = |item, low, high| Pool::of(D::looted(item, low, high));
    let plain = |item, low, high| Pool::of(D::plain(item, low, high));
    let fish = |item, cooked| {
        vec![Pool::of(D { cooked, ..D::plain(item, 1, 1) }), plain(Item::BONE_MEAL, 1, 1).chance(0.05, 0.0)]
    };
    let leather = || vec![looted(Item::LEATHER, 0, 2)];
    // The rare drop of zombies: one of three, in one kill of forty.
    let provisions = |potato: MobDrop| {
        Pool::one_of([D::plain(Item::IRON_INGOT, 1, 1), D::plain(Item::CARROT, 1, 1), potato])
            .by_player()
            .chance(0.025, 0.01)
    };
    let potato = D::plain(Item::POTATO, 1, 1).cooked(Item::BAKED_POTATO);
    match kind {
        E::COW | E::MOOSHROOM => {
            vec![looted(Item::LEATHER, 0, 2), Pool::of(D::looted(Item::BEEF, 1, 3).cooked(Item::COOKED_BEEF))]
        }
        E::PIG => vec![Pool::of(D::looted(Item::PORKCHOP, 1, 3).cooked(Item::COOKED_PORKCHOP))],
        E::SHEEP => {
            vec![plain(Item::WHITE_WOOL, 1, 1), Pool::of(D::looted(Item::MUTTON, 1, 2).cooked(Item::COOKED_MUTTON))]
        }
        E::CHICKEN => {
            vec![looted(Item::FEATHER, 0, 2), Pool::of(D::looted(Item::CHICKEN, 1, 1).cooked(Item::COOKED_CHICKEN))]
        }
        E::RABBIT => vec![
            looted(Item::RABBIT_HIDE, 0, 1),
            Pool::of(D::looted(Item::RABBIT, 0, 1).cooked(Item::COOKED_RABBIT)),
            plain(Item::RABBIT_FOOT, 1, 1).by_player().chance(0.1, 0.03),
        ],
        E::HORSE | E::DONKEY | E::MULE | E::LLAMA | E::TRADER_LLAMA => leather(),
        E::CAT => vec![plain(Item::STRING, 0, 2)],
        E::PARROT => vec![looted(Item::FEATHER, 1, 2)],
        E::PANDA => vec![plain(Item::BAMBOO, 1, 1)],
        E::TURTLE => vec![looted(Item::SEAGRASS, 0, 2)],
        E::STRIDER => vec![looted(Item::STRING, 2, 5)],
        E::POLAR_BEAR => vec![Pool::one_of([
            D::looted(Item::COD, 0, 2).cooked(Item::COOKED_COD).weight(3),
            D::looted(Item::SALMON, 0, 2).cooked(Item::COOKED_SALMON).weight(1),
        ])],
        E::SQUID => vec![looted(Item::INK_SAC, 1, 3)],
        E::GLOW_SQUID => vec![looted(Item::GLOW_INK_SAC, 1, 3)],
        E::DOLPHIN => vec![Pool::of(D::looted(Item::COD, 0, 1).cooked(Item::COOKED_COD))],
        E::COD => fish(Item::COD, Some(Item::COOKED_COD)),
        E::SALMON => fish(Item::SALMON, Some(Item::COOKED_SALMON)),
        E::PUFFERFISH => fish(Item::PUFFERFISH, None),
        E::TROPICAL_FISH => fish(Item::TROPICAL_FISH, None),
        E::IRON_GOLEM => vec![plain(Item::POPPY, 0, 2), plain(Item::IRON_INGOT, 3, 5)],
        E::SNOW_GOLEM => vec![plain(Item::SNOWBALL, 0, 15)],

        E::ZOMBIE | E::ZOMBIE_VILLAGER => vec![looted(Item::ROTTEN_FLESH, 0, 2), provisions(potato)],
        E::HUSK => vec![looted(Item::ROTTEN_FLESH, 0, 2), provisions(potato)],
        E::DROWNED => {
            vec![looted(Item::ROTTEN_FLESH, 0, 2), plain(Item::COPPER_INGOT, 1, 1).by_player().chance(0.11, 0.02)]
        }
        E::SKELETON => vec![looted(Item::ARROW, 0, 2), looted(Item::BONE, 0, 2)],
        E::STRAY => vec![
            looted(Item::ARROW, 0, 2),
            looted(Item::BONE, 0, 2),
            // Arrows of Slowness: at most one, whatever Looting says.
            plain(Item::TIPPED_ARROW, 0, 1).by_player(),
        ],
        E::WITHER_SKELETON => vec![
            looted(Item::COAL, -1, 1),
            looted(Item::BONE, 0, 2),
            plain(Item::WITHER_SKELETON_SKULL, 1, 1).by_player().chance(0.025, 0.01),
        ],
        E::SPIDER | E::CAVE_SPIDER => {
            vec![looted(Item::STRING, 0, 2), looted(Item::SPIDER_EYE, -1, 1).by_player()]
        }
        E::CREEPER => vec![looted(Item::GUNPOWDER, 0, 2)],
        E::ENDERMAN => vec![looted(Item::ENDER_PEARL, 0, 1)],
        E::WITCH => vec![Pool {
            rolls: (1, 3),
            ..Pool::one_of([
                D::looted(Item::GLOWSTONE_DUST, 0, 2),
                D::looted(Item::SUGAR, 0, 2),
                D::looted(Item::REDSTONE, 0, 2),
                D::looted(Item::SPIDER_EYE, 0, 2),
                D::looted(Item::GLASS_BOTTLE, 0, 2),
                D::looted(Item::GUNPOWDER, 0, 2),
                D::looted(Item::STICK, 0, 2).weight(2),
            ])
        }],
        E::SLIME => vec![looted(Item::SLIME_BALL, 0, 2)],
        E::MAGMA_CUBE => vec![looted(Item::MAGMA_CREAM, -2, 1)],
        E::BLAZE => vec![looted(Item::BLAZE_ROD, 0, 1).by_player()],
        E::GHAST => vec![looted(Item::GHAST_TEAR, 0, 1), looted(Item::GUNPOWDER, 0, 2)],
        E::PHANTOM => vec![looted(Item::PHANTOM_MEMBRANE, 0, 1).by_player()],
        E::GUARDIAN => vec![looted(Item::PRISMARINE_SHARD, 0, 2), guardian_catch(2), rare_fish()],
        E::ELDER_GUARDIAN => vec![
            looted(Item::PRISMARINE_SHARD, 0, 2),
            guardian_catch(3),
            plain(Item::WET_SPONGE, 1, 1).by_player(),
            rare_fish(),
        ],
        E::SHULKER => vec![plain(Item::SHULKER_SHELL, 1, 1).chance(0.5, 0.0625)],
        E::VINDICATOR => vec![looted(Item::EMERALD, 0, 1).by_player()],
        E::EVOKER => vec![plain(Item::TOTEM_OF_UNDYING, 1, 1), looted(Item::EMERALD, 0, 1).by_player()],
        E::RAVAGER => vec![plain(Item::SADDLE, 1, 1)],
        E::HOGLIN => {
            vec![Pool::of(D::looted(Item::PORKCHOP, 2, 4).cooked(Item::COOKED_PORKCHOP)), looted(Item::LEATHER, 0, 1)]
        }
        E::ZOGLIN => vec![looted(Item::ROTTEN_FLESH, 1, 3)],
        E::ZOMBIFIED_PIGLIN => vec![
            looted(Item::ROTTEN_FLESH, 0, 1),
            looted(Item::GOLD_NUGGET, 0, 1),
            plain(Item::GOLD_INGOT, 1, 1).by_player().chance(0.025, 0.01),
        ],
        E::ZOMBIE_HORSE => vec![looted(Item::ROTTEN_FLESH, 0, 2)],
        E::SKELETON_HORSE => vec![looted(Item::BONE, 0, 2)],
        E::WARDEN => vec![plain(Item::SCULK_CATALYST, 1, 1)],
        E::WITHER => vec![plain(Item::NETHER_STAR, 1, 1)],
        _ => Vec::new(),
    }
}

/// Cod, crystals or nothing.
fn guardian_catch(cod: u8) -> Pool {
    Pool::one_of([
        MobDrop::looted(Item::COD, 1, 1).cooked(Item::COOKED_COD).weight(cod),
        MobDrop::looted(Item::PRISMARINE_CRYSTALS, 1, 1).weight(2),
        MobDrop::plain(Item::AIR, 0, 0),
    ])
}

/// A fish, drawn as fishing draws it.
fn rare_fish() -> Pool {
    Pool::one_of([
        MobDrop::plain(Item::COD, 1, 1).cooked(Item::COOKED_COD).weight(60),
        MobDrop::plain(Item::SALMON, 1, 1).cooked(Item::COOKED_SALMON).weight(25),
        MobDrop::plain(Item::PUFFERFISH, 1, 1).weight(13),
        MobDrop::plain(Item::TROPICAL_FISH, 1, 1).weight(2),
    ])
    .by_player()
    .chance(0.025, 0.01)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg32;

    use super::*;

    const DEATHS: u32 = 20_000;

    fn mean(kind: EntityKind, kill: Kill, item: Item) -> f32 {
        let mut rng = Pcg32::seed_from_u64(11);
        let drops = (0..DEATHS).flat_map(|_| kill_mob(kind, &kill, &mut rng));
        drops.filter(|stack| stack.item == item).map(|stack| u32::from(stack.count)).sum::<u32>() as f32 / DEATHS as f32
    }

    fn check(kind: EntityKind, kill: Kill, item: Item, expected: f32) {
        let got = mean(kind, kill, item);
        assert!((got - expected).abs() < 0.1 * expected.max(0.02), "{kind} {item}: {got}, expected {expected}");
    }

    const PLAYER: Kill =
        Kill { by_player: true, looting: 0, on_fire: false, baby: false, color: 0, sheared: false, size: 1 };

    #[test]
    fn animals() {
        check(EntityKind::COW, PLAYER, Item::BEEF, 2.0);
        check(EntityKind::COW, Kill { looting: 3, ..PLAYER }, Item::BEEF, 3.5);
        check(EntityKind::COW, Kill { on_fire: true, ..PLAYER }, Item::COOKED_BEEF, 2.0);
        check(EntityKind::COW, Kill { baby: true, ..PLAYER }, Item::BEEF, 0.0);
        check(EntityKind::SHEEP, Kill { color: 15, ..PLAYER }, Item::BLACK_WOOL, 1.0);
        check(EntityKind::SHEEP, Kill { sheared: true, ..PLAYER }, Item::WHITE_WOOL, 0.0);
        check(EntityKind::RABBIT, PLAYER, Item::RABBIT_FOOT, 0.1);
    }

    #[test]
    fn monsters() {
        check(EntityKind::ZOMBIE, PLAYER, Item::ROTTEN_FLESH, 1.0);
        check(EntityKind::ZOMBIE, PLAYER, Item::IRON_INGOT, 0.025 / 3.0);
        check(EntityKind::ZOMBIE, Kill::default(), Item::IRON_INGOT, 0.0);
        check(EntityKind::ZOMBIE, Kill { baby: true, ..PLAYER }, Item::ROTTEN_FLESH, 1.0);
        check(EntityKind::SPIDER, PLAYER, Item::SPIDER_EYE, 1.0 / 3.0);
        check(EntityKind::SPIDER, Kill { by_player: false, ..PLAYER }, Item::SPIDER_EYE, 0.0);
        check(EntityKind::SLIME, Kill { size: 2, ..PLAYER }, Item::SLIME_BALL, 0.0);
        check(EntityKind::WITCH, PLAYER, Item::STICK, 0.5);
        check(EntityKind::ENDERMAN, PLAYER, Item::ENDER_PEARL, 0.5);
    }

    #[test]
    fn means_of_pools_are_what_is_drawn() {
        for kind in (0..EntityKind::COUNT as u8).map(EntityKind) {
            let size = if kind == EntityKind::MAGMA_CUBE { 2 } else { 1 };
            let mut items: Vec<Item> = of_mob(kind).iter().flat_map(|pool| &pool.drops).map(|drop| drop.item).collect();
            items.sort();
            items.dedup();
            for item in items.into_iter().filter(|item| *item != Item::AIR) {
                let expected: f32 = of_mob(kind).iter().map(|pool| pool.mean(item)).sum();
                let got = mean(kind, Kill { size, ..PLAYER }, item);
                assert!((got - expected).abs() < 0.2 * expected.max(0.02), "{kind} {item}: {got}, mean {expected}");
            }
        }
    }

    #[test]
    fn experience() {
        let mut rng = Pcg32::seed_from_u64(5);
        let mut of = |kind, kill: Kill| mob_experience(kind, &kill, &mut rng);
        assert_eq!(of(EntityKind::CREEPER, PLAYER), 5);
        assert_eq!(of(EntityKind::ZOMBIE, Kill { baby: true, ..PLAYER }), 12);
        assert_eq!(of(EntityKind::ZOMBIE, Kill::default()), 0);
        assert!((1..=3).contains(&of(EntityKind::COW, PLAYER)));
        assert_eq!(of(EntityKind::COW, Kill { baby: true, ..PLAYER }), 0);
    }
}
