//! What an operator sets for a game, as it is typed.

use std::str::FromStr;

use anima_bench::lacks;
use anima_body::{Effect, Weather};
use anima_intent::{near, suggestion};
use anima_rules::{Biome, EntityKind, Item};
use anima_suite::{Arena, OnDeath, Scenario};
use anyhow::{Context, Result, bail};
use clap::Args;

/// What an operator sets for a game and the agent could not; all of it stands in the record.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Operator (what a player cannot do; the record tells it)")]
pub struct OperatorArgs {
    /// Start in a biome of generated land, the nearest to the spawn; given again, in any of them.
    #[arg(long, value_name = "NAME", value_parser = biome)]
    biome: Vec<Biome>,

    /// Start with so many of an item, such as iron_axe or torch=16; may be given again.
    #[arg(long, value_name = "ITEM[=N]", value_parser = counted_item)]
    give: Vec<(Item, u32)>,

    /// Start wearing a piece of armour, or with a shield in the off hand; may be given again.
    #[arg(long, value_name = "ITEM", value_parser = item)]
    wear: Vec<Item>,

    /// Start at a time of day: day, noon, night, midnight or a number of ticks, 0 to 23999.
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<u32>,

    /// Start with clear weather, rain or thunder.
    #[arg(long, value_name = "WORD", value_parser = weather)]
    weather: Option<Weather>,

    /// Start with an effect that lasts until death, such as night_vision or speed=2; may be given again.
    #[arg(long, value_name = "NAME[=LEVEL]", value_parser = effect)]
    effect: Vec<(Effect, u8)>,

    /// Start with so many mobs near by, such as zombie or sheep=5; may be given again.
    #[arg(long, value_name = "KIND[=N]", value_parser = mob)]
    mob: Vec<(EntityKind, u32)>,

    /// Start in the middle of a closed box high in the air, 10 blocks high and 40 wide.
    #[arg(long)]
    arena: bool,

    /// A death loses the game.
    #[arg(long)]
    death_loses: bool,
}

impl OperatorArgs {
    /// What was typed, laid over what a suite says.
    ///
    /// # Errors
    /// If it does not fit together; says what.
    pub fn scenario(&self, suite: &Scenario) -> Result<Scenario> {
        let mut scenario = suite.clone();
        if !self.biome.is_empty() {
            scenario.biome.clone_from(&self.biome);
        }
        scenario.carried.extend(self.give.iter().copied());
        scenario.worn.extend(&self.wear);
        scenario.time = self.time.or(scenario.time);
        scenario.weather = self.weather.or(scenario.weather);
        scenario.effects.extend(self.effect.iter().copied());
        scenario.mobs.extend(self.mob.iter().copied());
        if self.arena {
            scenario.arena.get_or_insert_with(Arena::default);
        }
        if self.death_loses {
            scenario.on_death = OnDeath::Lose;
        }
        scenario.check()?;
        Ok(scenario)
    }
}

/// The thing of a name; without it, names that are like it.
fn named<T>(what: &str, name: &str, all: impl Iterator<Item = T>, of: impl Fn(&T) -> &'static str) -> Result<T> {
    let plain = name.trim().strip_prefix("minecraft:").unwrap_or(name.trim());
    let all: Vec<T> = all.collect();
    let names: Vec<&'static str> = all.iter().map(&of).collect();
    match names.iter().position(|known| *known == plain) {
        Some(place) => all.into_iter().nth(place).context("it was just found"),
        None => bail!("there is no {what} {plain:?} in 1.19.4{}", suggestion(&near(plain, names.into_iter()))),
    }
}

fn biome(text: &str) -> Result<Biome> {
    named("biome", text, Biome::all(), |biome| biome.name())
}

fn item(text: &str) -> Result<Item> {
    named("item", text, Item::all().filter(|item| *item != Item::AIR), |item| item.name())
}

fn counted_item(text: &str) -> Result<(Item, u32)> {
    let (name, count) = counted(text)?;
    Ok((item(name)?, count))
}

fn mob(text: &str) -> Result<(EntityKind, u32)> {
    let (name, count) = counted(text)?;
    let kind = named("mob", name, EntityKind::all(), |kind| kind.name())?;
    match lacks(&Scenario { mobs: [(kind, count)].into(), ..Scenario::default() }) {
        Some(lacks) => bail!("{lacks}"),
        None => Ok((kind, count)),
    }
}

fn effect(text: &str) -> Result<(Effect, u8)> {
    let (name, level) = counted(text)?;
    Ok((named("effect", name, Effect::ALL.into_iter(), |effect| effect.name())?, level))
}

/// A name and how many, one if nothing is said.
fn counted<N: FromStr + From<u8> + PartialOrd>(text: &str) -> Result<(&str, N)> {
    let Some((name, count)) = text.split_once('=') else { return Ok((text, N::from(1))) };
    let count = count.trim().parse().ok().filter(|count| *count >= N::from(1));
    Ok((name, count.with_context(|| format!("a whole number from 1 is wanted after {name}="))?))
}

fn time(text: &str) -> Result<u32> {
    // TimeCommand: what `/time set` knows by name.
    let named = [("day", 1_000), ("noon", 6_000), ("night", 13_000), ("midnight", 18_000)];
    let number = || text.parse().ok().filter(|time| *time < 24_000);
    let found = named.iter().find(|(name, _)| *name == text).map(|(_, time)| *time).or_else(number);
    found.context("day, noon, night, midnight or a number of ticks from 0 to 23999 is wanted")
}

fn weather(text: &str) -> Result<Weather> {
    let named = [("clear", Weather::Clear), ("rain", Weather::Rain), ("thunder", Weather::Thunder)];
    let found = named.iter().find(|(name, _)| *name == text).map(|(_, weather)| *weather);
    found.context("clear, rain or thunder is wanted")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_exist_is_named_with_what_is_like_it() {
        let says = |result: Result<()>| format!("{:#}", result.expect_err("it is wrong"));
        let biome = says(biome("dessert").map(drop));
        assert!(biome.contains("no biome \"dessert\"") && biome.contains("did you mean desert"), "{biome}");
        assert!(says(counted_item("iron_aks").map(drop)).contains("iron_axe"));
        assert!(says(counted_item("torch=0").map(drop)).contains("from 1"));
        assert!(says(mob("zombi").map(drop)).contains("did you mean zombie"));
        assert!(says(mob("minecart").map(drop)).contains("the embedded world has no minecart"));
        assert!(says(effect("night").map(drop)).contains("no effect"));
        assert!(says(effect("speed=256").map(drop)).contains("whole number"));
        assert!(says(time("24000").map(drop)).contains("midnight"));
        assert!(says(weather("snow").map(drop)).contains("thunder"));
    }

    #[test]
    fn names_are_the_games_own() {
        assert_eq!(biome("minecraft:flower_forest").unwrap(), Biome::FLOWER_FOREST);
        assert_eq!(counted_item("torch=70").unwrap(), (Item::TORCH, 70));
        assert_eq!(mob("cave_spider=3").unwrap(), (EntityKind::CAVE_SPIDER, 3));
        assert_eq!(effect("dolphins_grace").unwrap(), (Effect::DolphinsGrace, 1));
        assert_eq!((time("noon").unwrap(), time("0").unwrap()), (6_000, 0));
    }

    #[test]
    fn what_is_typed_lies_over_what_the_suite_says() {
        let suite =
            Scenario { time: Some(5), carried: [(Item::TORCH, 3), (Item::STICK, 1)].into(), ..Scenario::default() };
        let mut typed = OperatorArgs {
            biome: vec![Biome::PLAINS],
            give: vec![(Item::TORCH, 9)],
            wear: vec![Item::IRON_BOOTS],
            time: None,
            weather: Some(Weather::Rain),
            effect: Vec::new(),
            mob: Vec::new(),
            arena: false,
            death_loses: true,
        };
        let scenario = typed.scenario(&suite).unwrap();
        assert_eq!(scenario.carried, [(Item::TORCH, 9), (Item::STICK, 1)].into());
        assert_eq!((scenario.time, scenario.weather), (Some(5), Some(Weather::Rain)));
        typed.wear.push(Item::LEATHER_BOOTS);
        assert!(typed.scenario(&suite).unwrap_err().to_string().contains("another piece"));
    }
}
