//! The colour of every block: our own flat colours, chosen by name.

use anima_rules::{Biome, Block, BlockState, EntityKind};
use glam::Vec3;
use once_cell::sync::Lazy;

/// How a block is painted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    /// The colour of most of it, linear 0..=1.
    pub base: Vec3,
    /// The colour of its speckles (ores) or of its top (grass), else `base`.
    pub accent: Vec3,
    /// How it is laid on.
    pub style: Style,
}

/// How paint is laid on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// One colour with a little grain.
    Flat,
    /// Accent speckles.
    Speckled,
    /// Accent on top, a fringe of it on the sides.
    Topped,
    /// Accent rings on the ends (logs).
    Ringed,
    /// Leaf or blade shapes with gaps; drawn through the gaps.
    Sparse,
    /// Seen through, tinting what is behind.
    Clear,
    /// Shines by itself.
    Glowing,
}

const fn rgb(hex: u32) -> Vec3 {
    Vec3::new((hex >> 16 & 255) as f32 / 255.0, (hex >> 8 & 255) as f32 / 255.0, (hex & 255) as f32 / 255.0)
}

static PAINTS: Lazy<Vec<Paint>> = Lazy::new(|| Block::all().map(|block| paint_of(block.name())).collect());

/// The paint of a state.
pub(crate) fn paint(state: BlockState) -> Paint {
    PAINTS[usize::from(state.block().id())]
}

/// The colour of grass and leaves in a biome, as a factor on their paint.
pub(crate) fn tint(biome: Biome) -> Vec3 {
    static TINTS: Lazy<Vec<Vec3>> = Lazy::new(|| (0..).map_while(Biome::from_id).map(tint_of).collect());
    TINTS[usize::from(biome.id())]
}

fn tint_of(biome: Biome) -> Vec3 {
    match biome.temperature() {
        t if t < 0.15 => Vec3::new(0.85, 1.0, 1.25),
        t if t < 0.5 => Vec3::new(0.85, 1.0, 1.05),
        t if t > 1.5 => Vec3::new(1.55, 1.15, 0.75),
        _ if biome.name().contains("swamp") => Vec3::new(0.8, 0.8, 0.7),
        _ if biome.name().contains("jungle") => Vec3::new(0.7, 1.15, 0.6),
        _ if biome.name().contains("dark_forest") => Vec3::new(0.75, 0.9, 0.75),
        _ => Vec3::ONE,
    }
}

/// Whether a block takes the colour of its biome.
pub(crate) fn is_tinted(block: Block) -> bool {
    static TINTED: Lazy<Vec<bool>> = Lazy::new(|| {
        let by_name = |name: &str| {
            matches!(name, "grass_block" | "grass" | "tall_grass" | "fern" | "large_fern" | "vine" | "sugar_cane")
                || (name.ends_with("_leaves") && !name.starts_with("cherry") && !name.contains("azalea"))
        };
        Block::all().map(|block| by_name(block.name())).collect()
    });
    TINTED[usize::from(block.id())]
}

const ORES: [(&str, u32); 10] = [
    ("coal_ore", 0x2b2b2b),
    ("iron_ore", 0xd8a782),
    ("copper_ore", 0xd9774a),
    ("gold_ore", 0xf7d94c),
    ("redstone_ore", 0xe0241b),
    ("lapis_ore", 0x2b53c4),
    ("diamond_ore", 0x5de8e0),
    ("emerald_ore", 0x2fd464),
    ("quartz_ore", 0xe8e0d8),
    ("ancient_debris", 0x9a6a58),
];

const DYES: [(&str, u32); 16] = [
    ("white", 0xe8ecec),
    ("orange", 0xf07613),
    ("magenta", 0xbd44b3),
    ("light_blue", 0x3aafd9),
    ("yellow", 0xf8c527),
    ("lime", 0x70b919),
    ("pink", 0xed8dac),
    ("light_gray", 0x8e8e86),
    ("gray", 0x3e4447),
    ("cyan", 0x158991),
    ("purple", 0x792aac),
    ("blue", 0x35399d),
    ("brown", 0x724728),
    ("green", 0x546d1b),
    ("red", 0xa12722),
    ("black", 0x141519),
];

/// Plank and bark colours of the woods.
const WOODS: [(&str, u32, u32); 12] = [
    ("dark_oak", 0x4a2f17, 0x3a2c1a),
    ("oak", 0xb08f55, 0x6b5434),
    ("spruce", 0x7a5a34, 0x3b2a18),
    ("birch", 0xcdbb80, 0xd8d6d0),
    ("jungle", 0xa87a55, 0x5a4a20),
    ("acacia", 0xad5d32, 0x6a625a),
    ("mangrove", 0x773934, 0x544126),
    ("cherry", 0xe4b4ac, 0x3a2430),
    ("bamboo", 0xc8b04e, 0x7f9440),
    ("crimson", 0x6a3349, 0x5c1d2e),
    ("warped", 0x2f6c67, 0x3a3c58),
    ("azalea", 0x6f8a35, 0x6b5434),
];

/// Colours of materials, by the word that a name starts with, most special first.
const MATERIALS: [(&str, u32); 88] = [
    ("grass_block", 0x866043),
    ("dirt_path", 0x94794a),
    ("coarse_dirt", 0x77553b),
    ("rooted_dirt", 0x8c664b),
    ("dirt", 0x866043),
    ("podzol", 0x5b3f1c),
    ("mycelium", 0x6f6265),
    ("farmland", 0x6e4a2c),
    ("mud", 0x3c383c),
    ("clay", 0xa0a6b2),
    ("gravel", 0x84807e),
    ("red_sand", 0xbe6621),
    ("suspicious_sand", 0xdccfa0),
    ("sandstone", 0xd8cb9b),
    ("sand", 0xdbd3a0),
    ("cobbled_deepslate", 0x4d4d50),
    ("deepslate", 0x505053),
    ("polished_deepslate", 0x48484a),
    ("tuff", 0x6c6d66),
    ("calcite", 0xdfe0dc),
    ("dripstone", 0x866b5c),
    ("pointed_dripstone", 0x866b5c),
    ("mossy", 0x6e7a5a),
    ("moss", 0x596d2d),
    ("cobblestone", 0x7f7f7f),
    ("smooth_stone", 0x9e9e9e),
    ("stone", 0x7d7d7d),
    ("granite", 0x95674f),
    ("polished_granite", 0x95674f),
    ("diorite", 0xbcbcbc),
    ("polished_diorite", 0xbcbcbc),
    ("andesite", 0x888889),
    ("polished_andesite", 0x888889),
    ("infested", 0x7d7d7d),
    ("bedrock", 0x3c3c3c),
    ("obsidian", 0x14101f),
    ("crying_obsidian", 0x2a0c4a),
    ("snow", 0xf4fafa),
    ("powder_snow", 0xf4fafa),
    ("packed_ice", 0x8db4fa),
    ("blue_ice", 0x74a8fd),
    ("bricks", 0x976253),
    ("brick", 0x976253),
    ("terracotta", 0x985e43),
    ("iron_bars", 0x8a8d8c),
    ("iron", 0xdcdcdc),
    ("gold", 0xf7d94c),
    ("diamond", 0x62ede4),
    ("emerald", 0x2acb58),
    ("lapis", 0x1f439c),
    ("redstone_wire", 0xc01010),
    ("redstone", 0xaa1a06),
    ("coal", 0x141414),
    ("copper", 0xc06b4f),
    ("exposed", 0xa17e68),
    ("weathered", 0x6c9a6e),
    ("oxidized", 0x52a385),
    ("amethyst", 0x8662bf),
    ("budding", 0x8662bf),
    ("raw_iron", 0xa6886b),
    ("raw_gold", 0xddaa2e),
    ("raw_copper", 0x9a6a4f),
    ("quartz", 0xece6df),
    ("nether", 0x612626),
    ("netherrack", 0x612626),
    ("soul", 0x513f33),
    ("blackstone", 0x2a242a),
    ("basalt", 0x505155),
    ("prismarine", 0x639c92),
    ("purpur", 0xaa7eaa),
    ("end", 0xdbde9e),
    ("hay", 0xa68b0c),
    ("pumpkin", 0xc57618),
    ("carved_pumpkin", 0xc57618),
    ("melon", 0x6f9120),
    ("cactus", 0x557f2b),
    ("crafting_table", 0x8f6a3c),
    ("furnace", 0x6e6e6e),
    ("blast_furnace", 0x555558),
    ("smoker", 0x5d4a33),
    ("chest", 0xa2742c),
    ("barrel", 0x86653a),
    ("ladder", 0x7c6236),
    ("bee", 0xc79b3a),
    ("sponge", 0xc3c04a),
    ("bone", 0xe5e1cf),
    ("sculk", 0x0d1e24),
    ("spawner", 0x24303a),
];

fn paint_of(name: &str) -> Paint {
    let flat = |base: u32| Paint { base: rgb(base), accent: rgb(base), style: Style::Flat };
    let styled = |base: u32, accent: u32, style: Style| Paint { base: rgb(base), accent: rgb(accent), style };
    if let Some((_, colour)) = ORES.iter().find(|(ore, _)| name.ends_with(ore)) {
        let rock = if name.starts_with("deepslate") {
            0x505053
        } else if name.starts_with("nether") {
            0x612626
        } else {
            0x7d7d7d
        };
        return styled(rock, *colour, Style::Speckled);
    }
    let exact = match name {
        "water" | "bubble_column" => styled(0x2f5fd0, 0x2f5fd0, Style::Clear),
        "lava" | "lava_cauldron" => styled(0xe0661a, 0xf8b23c, Style::Glowing),
        "fire" | "soul_fire" | "campfire" => styled(0xf08a20, 0xf8d04a, Style::Glowing),
        "grass_block" => styled(0x866043, 0x6da843, Style::Topped),
        "podzol" => styled(0x866043, 0x6a4a20, Style::Topped),
        "mycelium" => styled(0x866043, 0x8a7c80, Style::Topped),
        "grass" | "tall_grass" | "fern" | "large_fern" => styled(0x5f9a3a, 0x7ab84e, Style::Sparse),
        "dead_bush" => styled(0x7a5a2c, 0x946c36, Style::Sparse),
        "seagrass" | "tall_seagrass" | "kelp" | "kelp_plant" => styled(0x2f7a3a, 0x3f9a4a, Style::Sparse),
        "vine" | "glow_lichen" | "sugar_cane" | "bamboo" | "lily_pad" | "sweet_berry_bush" | "cave_vines"
        | "cave_vines_plant" => styled(0x4f8f34, 0x74b04a, Style::Sparse),
        "dandelion" | "sunflower" => styled(0x5f9a3a, 0xf6d838, Style::Sparse),
        "poppy" | "rose_bush" | "red_tulip" => styled(0x5f9a3a, 0xd82a2a, Style::Sparse),
        "blue_orchid" | "cornflower" => styled(0x5f9a3a, 0x3f7ae0, Style::Sparse),
        "allium" | "lilac" => styled(0x5f9a3a, 0xb86ad8, Style::Sparse),
        "azure_bluet" | "oxeye_daisy" | "white_tulip" | "lily_of_the_valley" => {
            styled(0x5f9a3a, 0xf0f0f0, Style::Sparse)
        }
        "pink_tulip" | "peony" | "pink_petals" => styled(0x5f9a3a, 0xe8a0c8, Style::Sparse),
        "orange_tulip" | "torchflower" => styled(0x5f9a3a, 0xf08a30, Style::Sparse),
        "red_mushroom" | "red_mushroom_block" => flat(0xc83030),
        "brown_mushroom" | "brown_mushroom_block" => flat(0x957050),
        "mushroom_stem" => flat(0xcbc4b9),
        "wheat" | "carrots" | "potatoes" | "beetroots" => styled(0x7a9a30, 0xc8b048, Style::Sparse),
        "cobweb" => styled(0xe4e8e8, 0xe4e8e8, Style::Sparse),
        "torch" | "wall_torch" | "lantern" | "glowstone" | "sea_lantern" | "shroomlight" | "jack_o_lantern" => {
            styled(0xd8a848, 0xfff0b0, Style::Glowing)
        }
        "redstone_torch" | "redstone_wall_torch" => styled(0xb02010, 0xff4030, Style::Glowing),
        "soul_torch" | "soul_wall_torch" | "soul_lantern" | "soul_campfire" => {
            styled(0x50c8d0, 0xa0f0f0, Style::Glowing)
        }
        "magma_block" => styled(0x5a2a18, 0xe06a20, Style::Speckled),
        "glass" | "glass_pane" => styled(0xc8e0e8, 0xc8e0e8, Style::Clear),
        "ice" | "frosted_ice" => styled(0x91b7fd, 0x91b7fd, Style::Clear),
        "slime_block" => styled(0x70c058, 0x70c058, Style::Clear),
        "honey_block" => styled(0xf0a830, 0xf0a830, Style::Clear),
        _ => flat(0),
    };
    if exact.base != Vec3::ZERO {
        return exact;
    }
    if name.ends_with("_leaves") {
        return match name {
            "birch_leaves" => styled(0x5f8a44, 0x82ab5c, Style::Sparse),
            "spruce_leaves" => styled(0x3d6040, 0x52784f, Style::Sparse),
            "cherry_leaves" => styled(0xe0a8c4, 0xf2c8da, Style::Sparse),
            _ => styled(0x4a8a2a, 0x69a840, Style::Sparse),
        };
    }
    if name.ends_with("_sapling") || name.ends_with("_propagule") {
        return styled(0x4a8a2a, 0x69a840, Style::Sparse);
    }
    if let Some((dye, colour)) = DYES.iter().find(|(dye, _)| name.strip_prefix(dye).is_some_and(|r| r.starts_with('_')))
    {
        let rest = &name[dye.len() + 1..];
        let dyed = ["wool", "carpet", "concrete", "concrete_powder", "bed", "banner", "wall_banner", "candle"];
        let dyed_too = ["shulker_box", "glazed_terracotta", "candle_cake"];
        if dyed.contains(&rest) || dyed_too.contains(&rest) {
            return flat(*colour);
        }
        if rest.starts_with("stained_glass") {
            return styled(*colour, *colour, Style::Clear);
        }
        if rest == "terracotta" {
            let base = rgb(*colour).lerp(rgb(0x985e43), 0.55);
            return Paint { base, accent: base, style: Style::Flat };
        }
    }
    if let Some((_, planks, bark)) =
        WOODS.iter().find(|(wood, ..)| name.strip_prefix("stripped_").unwrap_or(name).starts_with(wood))
    {
        let trunk = ["_log", "_wood", "_stem", "_hyphae", "bamboo_block"].iter().any(|end| name.ends_with(end));
        return match trunk {
            true if name.starts_with("stripped_") => flat(*planks),
            true => styled(*bark, *planks, Style::Ringed),
            false => flat(*planks),
        };
    }
    let matches = |material: &&(&str, u32)| name.starts_with(material.0);
    match MATERIALS.iter().filter(matches).max_by_key(|(word, _)| word.len()) {
        Some((_, colour)) => flat(*colour),
        // What has no colour of its own gets one from its name, so that at least it differs from its neighbours.
        None => {
            let hash =
                name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
            let grey = 0.35 + (hash & 255) as f32 / 255.0 * 0.3;
            let base = Vec3::new(grey + 0.06, grey, grey - 0.06);
            Paint { base, accent: base, style: Style::Flat }
        }
    }
}

/// Body and head colour of an entity.
pub(crate) fn entity(kind: EntityKind, variant: u8) -> (Vec3, Vec3) {
    let (body, head) = match kind {
        EntityKind::SHEEP => (DYES[usize::from(variant % 16)].1, 0xd8b8a0),
        EntityKind::COW => (0x443626, 0x5a4632),
        EntityKind::PIG => (0xeda5a4, 0xe08f8e),
        EntityKind::CHICKEN => (0xf0f0f0, 0xd03028),
        EntityKind::RABBIT => (0x9a7a58, 0x8a6a48),
        EntityKind::ZOMBIE => (0x2f6a8a, 0x4f8a3f),
        EntityKind::SKELETON => (0xc8c8c8, 0xd8d8d8),
        EntityKind::SPIDER => (0x342d27, 0x5a1a1a),
        EntityKind::CREEPER => (0x4fa83f, 0x5fc04f),
        EntityKind::ENDERMAN => (0x161616, 0x161616),
        EntityKind::VILLAGER => (0x6a4a34, 0xbd8b72),
        EntityKind::WOLF => (0xd8d4d0, 0xd8d4d0),
        EntityKind::HORSE => (0x7a5030, 0x6a4428),
        EntityKind::SQUID | EntityKind::GLOW_SQUID => (0x2a4a6a, 0x2a4a6a),
        EntityKind::PLAYER => (0x3aa0a0, 0xb88a6a),
        EntityKind::ITEM => (0xe8d060, 0xe8d060),
        EntityKind::EXPERIENCE_ORB => (0x9af03a, 0x9af03a),
        EntityKind::ARROW => (0x8a7a60, 0x8a7a60),
        _ => (0xa05ac0, 0xb878d8),
    };
    (rgb(body), rgb(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ores_differ_from_their_rock_and_from_each_other() {
        let mut seen = Vec::new();
        for (ore, _) in ORES.iter().filter(|(ore, _)| ore.ends_with("_ore") && !ore.starts_with("quartz")) {
            let paint = paint_of(ore);
            assert_eq!(paint.style, Style::Speckled);
            assert!(paint.base.distance(paint.accent) > 0.2, "{ore}");
            seen.push(paint.accent);
        }
        for (i, a) in seen.iter().enumerate() {
            assert!(seen[i + 1..].iter().all(|b| a.distance(*b) > 0.1));
        }
    }

    #[test]
    fn names_find_their_material() {
        assert_eq!(paint_of("cobblestone_stairs").base, rgb(0x7f7f7f));
        assert_eq!(paint_of("dark_oak_planks").base, rgb(0x4a2f17));
        assert_eq!(paint_of("stripped_birch_log").base, rgb(0xcdbb80));
        assert_eq!(paint_of("light_blue_wool").base, rgb(0x3aafd9));
        assert_eq!(paint_of("red_sandstone").base, rgb(0xbe6621));
    }
}
