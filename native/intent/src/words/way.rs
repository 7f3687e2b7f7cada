//! A way of the tech tree in words: how models are told of it.

use anima_rules::Block;
use anima_rules::techtree::{Kind, Way};

use super::either;

/// `craft 4 from 2 any planks`, `mine iron_ore (y -64..320, best 16) with stone pickaxe or better`.
pub fn way_line(way: &Way) -> String {
    let mut line = way.kind.word().to_owned();
    match &way.kind {
        Kind::Interact(action, _) => line = format!("interact ({})", format!("{action:?}").to_lowercase()),
        Kind::Craft(_) | Kind::Stonecut if way.yields > 1.0 => line += &format!(" {}", way.yields),
        _ => {}
    }
    if let Some(block) = way.kind.block() {
        line += &format!(" {block}{}", heights(way, block));
    }
    if let Some(mob) = way.kind.mob() {
        line += &format!(" {mob}");
    }
    if way.yields < 0.95 {
        line += &format!(", {:.2} each on average", way.yields);
    }
    for (index, material) in way.materials.iter().enumerate() {
        line += if index == 0 { " from " } else { " and " };
        line += &format!("{} {}", material.count, either(&material.any_of));
    }
    if matches!(way.kind, Kind::Smelt { .. }) {
        line += " and fuel";
    }
    if let Some(tool) = way.tool {
        line += &format!(" with {tool}");
    }
    if let Some(item) = way.carries {
        line += &format!(" carrying {item}");
    }
    match way.station {
        Some(station) => format!("{line} at {station}"),
        None => line,
    }
}

fn heights(way: &Way, block: Block) -> String {
    match (way.place.y, way.place.best_y) {
        (Some((low, high)), Some(best)) => format!(" (y {low}..{high}, best {best})"),
        (Some((low, high)), None) if block != Block::STONE => format!(" (y {low}..{high})"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;
    use anima_rules::techtree::ways;

    use super::*;

    #[test]
    fn ways_are_told_in_one_line() {
        let told = |item: Item, line: &str| {
            let lines: Vec<String> = ways(item).iter().map(way_line).collect();
            assert!(lines.iter().any(|known| known == line), "{item}: {lines:#?}");
        };
        told(Item::IRON_PICKAXE, "craft from 3 iron_ingot and 2 stick at crafting_table");
        told(Item::IRON_INGOT, "smelt from 1 raw_iron or iron_ore or deepslate_iron_ore and fuel at furnace");
        told(Item::RAW_IRON, "mine iron_ore (y -64..320, best 16) with stone pickaxe or better");
        told(Item::COBBLESTONE, "mine stone with any pickaxe");
        told(Item::STICK, "craft 4 from 2 any planks");
        told(Item::BEEF, "kill cow");
    }
}
