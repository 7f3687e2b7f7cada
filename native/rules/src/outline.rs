//! The boxes the cross-hair meets, where they differ from the boxes a body meets.
//!
//! `minecraft-data` has collision shapes only; these are the outline shapes of 1.19.4's block classes.
//! Random offsets of plants inside their cell are left out: they never move a box out of it.

use rustc_hash::FxHashMap;

use crate::Aabb;
use crate::table::Values;

/// Outline shapes already added to the shape table.
#[derive(Default)]
pub(crate) struct Outlines {
    known: FxHashMap<[u64; 6], u16>,
    clipped: FxHashMap<u16, u16>,
}

impl Outlines {
    /// The shape index of the outline of a state whose collision shape is `collision`.
    pub(crate) fn of(&mut self, name: &str, values: &Values, collision: u16, shapes: &mut Vec<Vec<Aabb>>) -> u16 {
        let value = |property: &str| values.get(property);
        let Some(boxes) = outline(name, &value) else { return self.clipped(collision, shapes) };
        let mut add = |boxes: Vec<Aabb>| {
            shapes.push(boxes);
            (shapes.len() - 1) as u16
        };
        match boxes.as_slice() {
            [] => 0,
            [one] => {
                let bits = [one.min.x, one.min.y, one.min.z, one.max.x, one.max.y, one.max.z].map(f64::to_bits);
                *self.known.entry(bits).or_insert_with(|| add(boxes))
            }
            _ => add(boxes),
        }
    }

    /// The collision shape cut at the cell's top: fences and walls are taller to walk into than to see.
    fn clipped(&mut self, collision: u16, shapes: &mut Vec<Vec<Aabb>>) -> u16 {
        let boxes = &shapes[usize::from(collision)];
        if boxes.iter().all(|b| b.max.y <= 1.0) {
            return collision;
        }
        *self.clipped.entry(collision).or_insert_with(|| {
            let cut = |b: &Aabb| Aabb::new(b.min, b.max.min(glam::DVec3::new(f64::INFINITY, 1.0, f64::INFINITY)));
            let boxes = shapes[usize::from(collision)].iter().map(cut).collect();
            shapes.push(boxes);
            (shapes.len() - 1) as u16
        })
    }
}

/// A box given by its six sides in sixteenths.
fn b(x1: f64, y1: f64, z1: f64, x2: f64, y2: f64, z2: f64) -> Vec<Aabb> {
    vec![Aabb::sixteenths(x1, y1, z1, x2, y2, z2)]
}

/// A box of `width` sixteenths in the middle of the floor, `height` high.
fn post(width: f64, height: f64) -> Vec<Aabb> {
    b(8.0 - width / 2.0, 0.0, 8.0 - width / 2.0, 8.0 + width / 2.0, height, 8.0 + width / 2.0)
}

/// A box against the wall behind `facing`, from `low` to `high`, `width` wide and `depth` deep.
fn on_wall(facing: Option<&str>, low: f64, high: f64, width: f64, depth: f64) -> Vec<Aabb> {
    let (near, far) = (8.0 - width / 2.0, 8.0 + width / 2.0);
    match facing {
        Some("south") => b(near, low, 0.0, far, high, depth),
        Some("west") => b(16.0 - depth, low, near, 16.0, high, far),
        Some("east") => b(0.0, low, near, depth, high, far),
        _ => b(near, low, 16.0 - depth, far, high, 16.0),
    }
}

/// One-sixteenth plates on every side that is `true` (vines, lichen, fire on walls).
fn plates<'a>(value: &impl Fn(&str) -> Option<&'a str>) -> Vec<Aabb> {
    let sides = [
        ("down", Aabb::sixteenths(0.0, 0.0, 0.0, 16.0, 1.0, 16.0)),
        ("up", Aabb::sixteenths(0.0, 15.0, 0.0, 16.0, 16.0, 16.0)),
        ("north", Aabb::sixteenths(0.0, 0.0, 0.0, 16.0, 16.0, 1.0)),
        ("south", Aabb::sixteenths(0.0, 0.0, 15.0, 16.0, 16.0, 16.0)),
        ("west", Aabb::sixteenths(0.0, 0.0, 0.0, 1.0, 16.0, 16.0)),
        ("east", Aabb::sixteenths(15.0, 0.0, 0.0, 16.0, 16.0, 16.0)),
    ];
    sides.into_iter().filter(|(side, _)| value(side) == Some("true")).map(|(_, plate)| plate).collect()
}

/// A button or lever plate: `wide` along the wall, `long` the other way, `deep` out of it.
fn attached<'a>(value: &impl Fn(&str) -> Option<&'a str>, wide: f64, long: f64, deep: f64) -> Vec<Aabb> {
    let sideways = matches!(value("facing"), Some("east" | "west"));
    let (x, z) = if sideways { (long, wide) } else { (wide, long) };
    match value("face") {
        Some("floor") => b(8.0 - x / 2.0, 0.0, 8.0 - z / 2.0, 8.0 + x / 2.0, deep, 8.0 + z / 2.0),
        Some("ceiling") => b(8.0 - x / 2.0, 16.0 - deep, 8.0 - z / 2.0, 8.0 + x / 2.0, 16.0, 8.0 + z / 2.0),
        _ => on_wall(value("facing"), 8.0 - long / 2.0, 8.0 + long / 2.0, wide, deep),
    }
}

fn outline<'a>(name: &str, value: &impl Fn(&str) -> Option<&'a str>) -> Option<Vec<Aabb>> {
    let number = |property: &str| value(property).and_then(|v| v.parse::<f64>().ok()).unwrap_or(0.0);
    Some(match name {
        "air" | "cave_air" | "void_air" | "water" | "lava" | "bubble_column" | "structure_void" | "light"
        | "moving_piston" | "end_portal" | "end_gateway" => Vec::new(),
        "grass" | "fern" | "dead_bush" => post(12.0, 13.0),
        "seagrass" => post(12.0, 12.0),
        "tall_seagrass" => post(12.0, if value("half") == Some("upper") { 12.0 } else { 16.0 }),
        "dandelion" | "torchflower" | "poppy" | "blue_orchid" | "allium" | "azure_bluet" | "red_tulip"
        | "orange_tulip" | "white_tulip" | "pink_tulip" | "oxeye_daisy" | "cornflower" | "wither_rose"
        | "lily_of_the_valley" => post(6.0, 10.0),
        "brown_mushroom" | "red_mushroom" => post(6.0, 6.0),
        "warped_fungus" | "crimson_fungus" => post(8.0, 9.0),
        "warped_roots" | "crimson_roots" => post(12.0, 13.0),
        "nether_sprouts" => post(12.0, 3.0),
        "bamboo_sapling" => post(8.0, 12.0),
        "mangrove_propagule" => post(4.0, 16.0),
        name if name.ends_with("_sapling") => post(12.0, 12.0),
        "sugar_cane" => post(12.0, 16.0),
        "kelp" => b(0.0, 0.0, 0.0, 16.0, 9.0, 16.0),
        "kelp_plant" | "cobweb" | "powder_snow" | "sunflower" | "lilac" | "rose_bush" | "peony" | "tall_grass"
        | "large_fern" | "frogspawn" => match name {
            "frogspawn" => b(0.0, 0.0, 0.0, 16.0, 1.5, 16.0),
            _ => b(0.0, 0.0, 0.0, 16.0, 16.0, 16.0),
        },
        "torch" | "soul_torch" | "redstone_torch" => post(4.0, 10.0),
        "wall_torch" | "soul_wall_torch" | "redstone_wall_torch" => on_wall(value("facing"), 3.0, 13.0, 5.0, 5.0),
        "fire" | "soul_fire" | "redstone_wire" => b(0.0, 0.0, 0.0, 16.0, 1.0, 16.0),
        "rail" | "powered_rail" | "detector_rail" | "activator_rail" => {
            let height = if value("shape").is_some_and(|shape| shape.starts_with("ascending")) { 8.0 } else { 2.0 };
            b(0.0, 0.0, 0.0, 16.0, height, 16.0)
        }
        "snow" => b(0.0, 0.0, 0.0, 16.0, 2.0 * number("layers"), 16.0),
        "wheat" | "torchflower_crop" => b(0.0, 0.0, 0.0, 16.0, 2.0 * number("age") + 2.0, 16.0),
        "carrots" | "potatoes" => b(0.0, 0.0, 0.0, 16.0, number("age") + 2.0, 16.0),
        "beetroots" => b(0.0, 0.0, 0.0, 16.0, 2.0 * number("age") + 2.0, 16.0),
        "nether_wart" => b(0.0, 0.0, 0.0, 16.0, [5.0, 8.0, 11.0, 14.0][number("age") as usize % 4], 16.0),
        "pumpkin_stem" | "melon_stem" => post(2.0, 2.0 * number("age") + 2.0),
        "attached_pumpkin_stem" | "attached_melon_stem" => post(4.0, 10.0),
        "sweet_berry_bush" => match number("age") as u8 {
            0 => post(10.0, 8.0),
            3 => b(0.0, 0.0, 0.0, 16.0, 16.0, 16.0),
            _ => post(14.0, 16.0),
        },
        "vine" | "glow_lichen" | "sculk_vein" => plates(value),
        "lever" => attached(value, 6.0, 8.0, 6.0),
        name if name.ends_with("_button") => {
            attached(value, 6.0, 4.0, if value("powered") == Some("true") { 1.0 } else { 2.0 })
        }
        name if name.ends_with("_pressure_plate") => post(14.0, 1.0),
        name if name.ends_with("_wall_hanging_sign") => return None,
        name if name.ends_with("_hanging_sign") => post(10.0, 16.0),
        name if name.ends_with("_wall_sign") => on_wall(value("facing"), 4.5, 12.5, 16.0, 2.0),
        name if name.ends_with("_sign") => post(8.0, 16.0),
        name if name.ends_with("_wall_banner") => on_wall(value("facing"), 0.0, 12.5, 16.0, 2.0),
        name if name.ends_with("_banner") => post(8.0, 16.0),
        "tripwire" => b(0.0, 1.0, 0.0, 16.0, 2.5, 16.0),
        "tripwire_hook" => on_wall(value("facing"), 0.0, 10.0, 6.0, 6.0),
        "nether_portal" => match value("axis") {
            Some("z") => b(6.0, 0.0, 0.0, 10.0, 16.0, 16.0),
            _ => b(0.0, 0.0, 6.0, 16.0, 16.0, 10.0),
        },
        name if name.ends_with("_coral_wall_fan") => on_wall(value("facing"), 4.0, 12.0, 16.0, 11.0),
        name if name.ends_with("_coral_fan") => post(12.0, 4.0),
        name if name.ends_with("_coral") => post(12.0, 15.0),
        "weeping_vines" => b(4.0, 9.0, 4.0, 12.0, 16.0, 12.0),
        "twisting_vines" => post(8.0, 15.0),
        "weeping_vines_plant" => b(1.0, 0.0, 1.0, 15.0, 16.0, 15.0),
        "twisting_vines_plant" => post(8.0, 16.0),
        "cave_vines" | "cave_vines_plant" => post(14.0, 16.0),
        "spore_blossom" => b(2.0, 13.0, 2.0, 14.0, 16.0, 14.0),
        "pink_petals" => b(0.0, 0.0, 0.0, 16.0, 3.0, 16.0),
        "small_dripleaf" => post(12.0, 13.0),
        "big_dripleaf_stem" => post(6.0, 16.0),
        "big_dripleaf" if value("tilt") == Some("full") => post(6.0, 13.0),
        "hanging_roots" => b(2.0, 10.0, 2.0, 14.0, 16.0, 14.0),
        "soul_sand" | "mud" => b(0.0, 0.0, 0.0, 16.0, 16.0, 16.0),
        "honey_block" => b(0.0, 0.0, 0.0, 16.0, 16.0, 16.0),
        "cactus" => post(14.0, 16.0),
        "scaffolding" => {
            let mut boxes = b(0.0, 14.0, 0.0, 16.0, 16.0, 16.0);
            for (x, z) in [(0.0, 0.0), (14.0, 0.0), (0.0, 14.0), (14.0, 14.0)] {
                boxes.extend(b(x, 0.0, z, x + 2.0, 16.0, z + 2.0));
            }
            boxes
        }
        name if name.ends_with("_fence_gate") => match value("facing") {
            Some("north" | "south") => b(0.0, 0.0, 6.0, 16.0, 16.0, 10.0),
            _ => b(6.0, 0.0, 0.0, 10.0, 16.0, 16.0),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::Block;

    #[test]
    fn everything_but_air_and_liquids_can_be_pointed_at() {
        let bare: Vec<&str> = Block::all()
            .filter(|block| block.state().outline().is_empty() && !block.name().ends_with("_wall"))
            .map(Block::name)
            .collect();
        assert_eq!(
            bare.join(" "),
            "air water lava moving_piston vine glow_lichen end_portal light end_gateway structure_void void_air \
             cave_air bubble_column sculk_vein"
        );
    }

    #[test]
    fn no_outline_leaves_its_cell() {
        for state in Block::all().filter(|block| *block != Block::PISTON_HEAD).flat_map(Block::states) {
            assert!(
                state.outline().iter().all(|b| b.min.min_element() >= 0.0 && b.max.max_element() <= 1.0),
                "{state}"
            );
        }
    }
}
