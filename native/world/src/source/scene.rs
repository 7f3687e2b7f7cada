//! Drawn test worlds.

use std::collections::BTreeMap;

use anima_body::{ActiveEffect, BlockPos, ChunkPos, Column, Inventory, Slot};
use anima_rules::{Biome, Block, BlockState, EntityKind, ItemStack};
use glam::DVec3;

use super::{LoadedColumn, SavedEntity};
use crate::level::BlockEntity;
use crate::{Options, Source, World};

/// A small world that a test draws: void, blocks set by hand, and how the player starts in it.
///
/// Columns within some chunks of the origin are loaded; beyond them is the edge of the known world.
/// Names written in tests must be right, so what is misspelt panics and names the word.
#[derive(Clone, Debug)]
pub struct Scene {
    columns: BTreeMap<ChunkPos, Column>,
    block_entities: BTreeMap<BlockPos, BlockEntity>,
    entities: Vec<SavedEntity>,
    /// How the player starts.
    pub start: Start,
}

/// The velocity of a body that stands: what gravity gives it each tick before the ground takes it away.
const STANDING: DVec3 = DVec3::new(0.0, -0.0784000015258789, 0.0);

/// How the player of a scene starts.
#[derive(Clone, Debug)]
pub struct Start {
    /// Feet centre; also the world's spawn.
    pub pos: DVec3,
    /// Blocks per tick.
    pub velocity: DVec3,
    /// Degrees; 0 south, 90 west.
    pub yaw: f32,
    /// Degrees; 90 straight down.
    pub pitch: f32,
    /// Stands on something.
    pub on_ground: bool,
    /// Crouches, as if the sneak key had been held before.
    pub sneaking: bool,
    /// Half hearts.
    pub health: f32,
    /// Half drumsticks.
    pub food: u8,
    /// Experience levels.
    pub level: u32,
    /// What is carried.
    pub inventory: Inventory,
    /// Effects at work.
    pub effects: Vec<ActiveEffect>,
}

impl Default for Start {
    fn default() -> Start {
        Start {
            pos: DVec3::new(0.5, 64.0, 0.5),
            velocity: DVec3::ZERO,
            yaw: 0.0,
            pitch: 0.0,
            on_ground: false,
            sneaking: false,
            health: 20.0,
            food: 20,
            level: 0,
            inventory: Inventory::default(),
            effects: Vec::new(),
        }
    }
}

impl Default for Scene {
    fn default() -> Scene {
        Scene::new()
    }
}

#[track_caller]
fn state(text: &str) -> BlockState {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

impl Scene {
    /// Void, loaded within 3 chunks of the origin; the player starts at 0.5 64 0.5 and looks south.
    pub fn new() -> Scene {
        Scene::loaded(ChunkPos::new(-3, -3), ChunkPos::new(3, 3))
    }

    /// Void, loaded from one column to another, both included.
    pub fn loaded(from: ChunkPos, to: ChunkPos) -> Scene {
        let chunks = (from.z..=to.z).flat_map(|z| (from.x..=to.x).map(move |x| ChunkPos::new(x, z)));
        Scene {
            columns: chunks.map(|chunk| (chunk, Column::empty(Biome::PLAINS))).collect(),
            block_entities: BTreeMap::new(),
            entities: Vec::new(),
            start: Start::default(),
        }
    }

    /// A floor of grass at height 63 on dirt, everywhere, to walk on at height 64.
    pub fn flat() -> Scene {
        let mut scene = Scene::new();
        scene.fill([-48, 60, -48], [63, 62, 63], "dirt").fill([-48, 63, -48], [63, 63, 63], "grass_block");
        scene.start.on_ground = true;
        scene.start.velocity = STANDING;
        scene
    }

    /// Puts in a column of another source, with its mobs and what its blocks hold left out.
    pub fn insert(&mut self, chunk: ChunkPos, column: Column) -> &mut Scene {
        self.columns.insert(chunk, column);
        self
    }

    /// Sets a block by its text (`oak_log[axis=x]`).
    #[track_caller]
    pub fn set(&mut self, pos: impl Into<BlockPos>, block: &str) -> &mut Scene {
        self.place(pos, state(block))
    }

    /// Sets a block.
    ///
    /// # Panics
    /// If the position lies outside the columns of the scene.
    #[track_caller]
    pub fn place(&mut self, pos: impl Into<BlockPos>, state: BlockState) -> &mut Scene {
        let pos = pos.into();
        let column = self.columns.get_mut(&pos.chunk());
        column.unwrap_or_else(|| panic!("{pos} is outside the scene")).set_block(pos, state);
        match BlockEntity::of(state.block()) {
            Some(entity) => self.block_entities.insert(pos, entity),
            None => self.block_entities.remove(&pos),
        };
        self
    }

    /// Fills a box, both corners included.
    #[track_caller]
    pub fn fill(&mut self, from: impl Into<BlockPos>, to: impl Into<BlockPos>, block: &str) -> &mut Scene {
        let (from, to, state) = (from.into(), to.into(), state(block));
        for y in from.y.min(to.y)..=from.y.max(to.y) {
            for z in from.z.min(to.z)..=from.z.max(to.z) {
                for x in from.x.min(to.x)..=from.x.max(to.x) {
                    self.place(BlockPos::new(x, y, z), state);
                }
            }
        }
        self
    }

    /// Draws a layer seen from above: each line is a row from north to south, each letter a block from west to
    /// east, the first one at `corner`. `legend` tells the letters; `.` is air and a space leaves what is there.
    #[track_caller]
    pub fn layer(&mut self, corner: impl Into<BlockPos>, drawing: &str, legend: &[(char, &str)]) -> &mut Scene {
        let corner = corner.into();
        self.draw(drawing, legend, |line, letter| corner.offset(letter, 0, line))
    }

    /// Draws a wall seen from the south: lines from the top down, letters from west to east. `corner` is the
    /// block of the first letter of the last line.
    #[track_caller]
    pub fn side(&mut self, corner: impl Into<BlockPos>, drawing: &str, legend: &[(char, &str)]) -> &mut Scene {
        let corner = corner.into();
        let height = lines(drawing).count() as i32;
        self.draw(drawing, legend, |line, letter| corner.offset(letter, height - 1 - line, 0))
    }

    #[track_caller]
    fn draw(&mut self, drawing: &str, legend: &[(char, &str)], place: impl Fn(i32, i32) -> BlockPos) -> &mut Scene {
        for (line, text) in lines(drawing).enumerate() {
            for (column, letter) in text.chars().enumerate() {
                let block = match letter {
                    ' ' => continue,
                    '.' => BlockState::AIR,
                    letter => {
                        let known = legend.iter().find(|(known, _)| *known == letter);
                        state(known.unwrap_or_else(|| panic!("the legend has no {letter:?}")).1)
                    }
                };
                self.place(place(line as i32, column as i32), block);
            }
        }
        self
    }

    /// Gives every column one biome.
    pub fn biome(&mut self, biome: Biome) -> &mut Scene {
        let chunks: Vec<ChunkPos> = self.columns.keys().copied().collect();
        for chunk in chunks {
            self.biome_of(chunk, biome);
        }
        self
    }

    /// Gives one column a biome.
    pub fn biome_of(&mut self, chunk: ChunkPos, biome: Biome) -> &mut Scene {
        if let Some(column) = self.columns.get_mut(&chunk) {
            for section in 0..anima_body::SECTIONS {
                column.set_biomes(section, anima_body::Biomes::Single(biome));
            }
        }
        self
    }

    /// Puts stacks into the chest, barrel or the like at a position, from its first slot on.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn stock(&mut self, pos: impl Into<BlockPos>, stacks: &[ItemStack]) -> &mut Scene {
        let pos = pos.into();
        match self.block_entities.get_mut(&pos) {
            Some(BlockEntity::Container(slots)) => {
                for (slot, stack) in slots.iter_mut().zip(stacks) {
                    *slot = Some(*stack);
                }
            }
            _ => panic!("no container at {pos}"),
        }
        self
    }

    /// Puts an entity there from the start.
    pub fn entity(&mut self, entity: SavedEntity) -> &mut Scene {
        self.entities.push(entity);
        self
    }

    /// Puts a grown, healthy mob there from the start.
    #[track_caller]
    pub fn mob(&mut self, kind: &str, pos: impl Into<DVec3>) -> &mut Scene {
        let kind = EntityKind::from_name(kind).unwrap_or_else(|| panic!("unknown entity: {kind}"));
        self.entity(SavedEntity::new(kind, pos.into()))
    }

    /// Lets the player start there.
    pub fn start_at(&mut self, x: f64, y: f64, z: f64) -> &mut Scene {
        self.start.pos = DVec3::new(x, y, z);
        self
    }

    /// Lets the player look there at the start.
    pub fn look(&mut self, yaw: f32, pitch: f32) -> &mut Scene {
        (self.start.yaw, self.start.pitch) = (yaw, pitch);
        self
    }

    /// Puts a stack into the first free slot of the player, the hot bar first.
    ///
    /// # Panics
    /// If the inventory is full.
    #[track_caller]
    pub fn give(&mut self, stack: ItemStack) -> &mut Scene {
        let slots = &mut self.start.inventory.slots[..Inventory::MAIN];
        let free = slots.iter_mut().find(|slot| slot.is_none());
        *free.expect("the inventory has room") = Some(stack);
        self
    }

    /// Puts a stack into a slot of the player, numbered as in [`Inventory`].
    pub fn put(&mut self, slot: usize, stack: Slot) -> &mut Scene {
        self.start.inventory.slots[slot] = stack;
        self
    }

    /// A world of this scene.
    pub fn world(&self, options: Options) -> World {
        World::new(Source::from(self.clone()), options)
    }

    /// The column at a position.
    pub(super) fn column(&self, chunk: ChunkPos) -> Option<LoadedColumn> {
        let column = self.columns.get(&chunk)?.clone();
        let here = |pos: &BlockPos| pos.chunk() == chunk;
        Some(LoadedColumn {
            column,
            block_entities: self
                .block_entities
                .iter()
                .filter(|(pos, _)| here(pos))
                .map(|(p, e)| (*p, e.clone()))
                .collect(),
            entities: {
                let here = |entity: &&SavedEntity| BlockPos::containing(entity.pos).chunk() == chunk;
                self.entities.iter().filter(here).cloned().collect()
            },
            ..LoadedColumn::default()
        })
    }

    /// The block at a position, air outside.
    pub fn block(&self, pos: BlockPos) -> BlockState {
        self.columns.get(&pos.chunk()).map_or(Block::AIR.state(), |column| column.block(pos))
    }
}

/// The lines of a drawing, without the empty ones around it and their common indent.
fn lines(drawing: &str) -> impl Iterator<Item = &str> {
    let full = |line: &&str| !line.trim().is_empty();
    let indent = drawing.lines().filter(full).map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    drawing.lines().filter(full).map(move |line| line[indent..].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_seen_from_above_and_from_the_south() {
        let legend = [('#', "stone"), ('=', "oak_slab[type=top]")];
        let mut scene = Scene::new();
        scene.layer(
            [2, 63, 5],
            "
            ##.
            =.#
            ",
            &legend,
        );
        scene.side(
            [0, 64, 9],
            "
            #=
            .#
            ",
            &legend,
        );
        for (pos, block) in [
            ([2, 63, 5], "stone"),
            ([3, 63, 5], "stone"),
            ([4, 63, 5], "air"),
            ([2, 63, 6], "oak_slab[type=top]"),
            ([4, 63, 6], "stone"),
            ([0, 65, 9], "stone"),
            ([1, 65, 9], "oak_slab[type=top]"),
            ([1, 64, 9], "stone"),
        ] {
            assert_eq!(scene.block(pos.into()), state(block), "{pos:?}");
        }
    }
}
