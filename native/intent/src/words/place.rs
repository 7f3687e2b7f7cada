//! Goals of going somewhere: to coordinates, or into a biome.

use super::error::{Noun, WordsError, unknown};
use super::item::{IDLE, plain, singular};
use super::names::named_biomes;
use crate::{Condition, OneOf};

/// `World.isInBuildLimit`: blocks from the middle of the world, each way.
const FAR: i32 = 30_000_000;

pub(super) fn go(words: &[&str]) -> Result<Condition, WordsError> {
    let is_idle = |word: &str| {
        matches!(word, "to" | "back" | "at" | "a" | "an" | "coordinates" | "coords" | "position")
            || IDLE.contains(&word)
    };
    let words: Vec<&str> = words.iter().copied().filter(|word| !is_idle(word)).collect();
    let in_bed = matches!(words[..], ["bed"] | ["sleep"]);
    match coordinates(&words) {
        _ if in_bed => Ok(Condition::Slept { nights: 1 }),
        Some([Some(x), y, Some(z)]) => at(x, y, z),
        _ if named_biomes(&plain(&words)).is_some() => explore(&words),
        _ => Err(WordsError::NoPlace),
    }
}

/// The x, y and z of `100 64 -20`, `100,-20`, `(100, 64, -20)` or `z=-20 x=100`; `None` where words are none.
fn coordinates(words: &[&str]) -> Option<[Option<f64>; 3]> {
    const AXES: [char; 3] = ['x', 'y', 'z'];
    let text = words.join(" ");
    let parts = text.split([' ', ',', '(', ')', '=', ':', ';']).filter(|part| !part.is_empty());
    let (mut plain, mut named, mut axis) = (Vec::new(), [None; 3], None);
    for part in parts {
        let rest = part.trim_start_matches(AXES);
        axis = AXES.iter().position(|axis| rest.len() + 1 == part.len() && part.starts_with(*axis)).or(axis);
        if rest.is_empty() {
            continue;
        }
        let value = rest.parse::<f64>().ok()?;
        match axis.take() {
            Some(axis) if named[axis].is_none() => named[axis] = Some(value),
            Some(_) => return None,
            None => plain.push(value),
        }
    }
    match (&plain[..], named) {
        ([], named) => Some(named),
        ([x, z], [None, None, None]) => Some([Some(*x), None, Some(*z)]),
        ([x, y, z], [None, None, None]) => Some([Some(*x), Some(*y), Some(*z)]),
        _ => None,
    }
}

fn at(x: f64, y: Option<f64>, z: f64) -> Result<Condition, WordsError> {
    let cell = |value: f64| value.floor().clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i32;
    for (axis, value) in [("x", x), ("z", z)] {
        if value.is_nan() || cell(value).unsigned_abs() >= FAR as u32 {
            return Err(WordsError::Place { axis, value: cell(value), within: "within 30 million blocks" });
        }
    }
    if let Some(y) = y.filter(|y| !(-64.0..320.0).contains(y)) {
        return Err(WordsError::Place { axis: "y", value: cell(y), within: "between -64 and 319" });
    }
    Ok(Condition::At { x: cell(x), y: y.map(cell), z: cell(z) })
}

pub(super) fn explore(words: &[&str]) -> Result<Condition, WordsError> {
    let words: Vec<&str> = words.iter().copied().filter(|word| !matches!(*word, "a" | "an" | "to")).collect();
    let name = plain(&words);
    let any_of = named_biomes(&name).ok_or_else(|| unknown(Noun::Biome, &name))?;
    let name = if any_of.len() > 1 { singular(&name) } else { any_of[0].name().to_owned() };
    Ok(Condition::Explored { biomes: OneOf { name, any_of } })
}
