//! The seeded generator: the overworld of 1.19.4 from the game's own noises, carvers and features.
//!
//! A column is made in three stages, each a pure function of the seed and a position: the *ground* of a chunk
//! (stone, liquids, surface, carved caves), its *decoration* (ores, trees, plants, which may spill over into
//! the eight chunks around), and the finished column with what spills in, snow, and animals.
//!
//! Structures are left out, and so are the features that come with loot: no villages, mines, temples, strongholds
//! or ruins, no dungeons, no geodes and no fossils; there are no chests and no spawners in generated land. There
//! is the overworld only.

mod aquifer;
mod biome;
mod cache;
mod carve;
mod climate;
mod density;
mod finish;
mod flora;
mod ground;
mod herd;
mod land;
mod noise;
mod ore;
mod plant;
mod pool;
mod random;
mod region;
mod search;
mod spline;
mod surface;
mod survey;
pub(crate) mod tree;
mod window;
mod zoom;

use std::sync::Arc;

pub use self::survey::Survey;

use anima_body::{Biomes, BlockPos, ChunkPos, MIN_Y, SECTIONS};
use anima_rules::{Biome, StateFlags};

use self::aquifer::{Aquifer, Aquifers};
use self::cache::Cache;
use self::carve::{Carver, Carvings};
use self::climate::{Climates, Tile};
use self::density::{Corners, Densities};
use self::ground::Ground;
use self::land::Filler;
use self::noise::Noise;
use self::random::{FeatureRandom, Xoroshiro};
use self::region::{Base, Decorated, Region};
use self::surface::Surface;
use self::window::Window;
use self::zoom::Zoom;
use super::{LoadedColumn, SavedTick};

/// Makes the overworld of a seed. Cloning is cheap, and clones share what they have made.
#[derive(Clone, Debug)]
pub struct Generator(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    seed: i64,
    climates: Climates,
    densities: Densities,
    aquifers: Aquifers,
    filler: Filler,
    surface: Surface,
    zoom: Zoom,
    meadows: Noise,
    tiles: Cache<Tile>,
    corners: Cache<Corners>,
    carvings: Cache<Carvings>,
    bases: Cache<Base>,
    decorated: Cache<Decorated>,
}

impl Generator {
    /// The generator of a seed.
    ///
    /// The land is the game's own for the seed. So is the weather, if it puts every biome that a player may be
    /// sent to within 3,000 blocks of the spawn, as it does for 54 of the seeds 401 to 500; otherwise temperature and
    /// humidity are those of another part of the same world.
    pub fn new(seed: i64) -> Generator {
        let seeds = Xoroshiro::new(seed as u64).fork();
        let land = Climates::new(seeds);
        let turn = search::first_turn_with_every_biome(&land);
        Generator::over(seed, land.turned(turn))
    }

    /// The generator of a seed whose weather is the game's own.
    #[cfg(test)]
    fn untouched(seed: i64) -> Generator {
        Generator::over(seed, Climates::new(Xoroshiro::new(seed as u64).fork()))
    }

    /// The seed.
    pub fn seed(&self) -> i64 {
        self.0.seed
    }

    /// How often the weather was turned until every promised biome was near the spawn; 0 is the game's own weather.
    pub fn weather_turn(&self) -> u32 {
        self.0.climates.turn
    }

    /// Where a player first stands: feet on open ground.
    pub fn spawn(&self) -> BlockPos {
        self.0.spawn()
    }

    /// Blocks from the spawn within which [`Generator::place_in`] looks (`LocateCommand`, 1.19.4: biomes).
    pub const LOCATED: i32 = 6400;

    /// Where a player can stand in one of some biomes, near the spawn; `None` if there is none within
    /// [`Generator::LOCATED`].
    pub fn place_in(&self, biomes: &[Biome]) -> Option<BlockPos> {
        self.0.place_in(biomes)
    }

    /// The column at a position.
    pub fn column(&self, chunk: ChunkPos) -> LoadedColumn {
        self.0.column(chunk)
    }

    fn over(seed: i64, climates: Climates) -> Generator {
        let seeds = Xoroshiro::new(seed as u64).fork();
        let zoom = Zoom::new(seed);
        Generator(Arc::new(Inner {
            seed,
            climates,
            densities: Densities::new(seeds),
            aquifers: Aquifers::new(seeds),
            filler: Filler::new(seeds),
            surface: Surface::new(seeds, zoom),
            zoom,
            meadows: Noise::new(seeds, "meadows", 0, &[1.0]),
            tiles: Cache::new(4096),
            corners: Cache::new(2048),
            carvings: Cache::new(4096),
            bases: Cache::new(384),
            decorated: Cache::new(256),
        }))
    }
}

impl Inner {
    fn window(&self, chunk: ChunkPos) -> Window<'_> {
        Window::new(&self.climates, &self.tiles, chunk)
    }

    /// The ground of a chunk: all but what decoration adds.
    fn ground(&self, chunk: ChunkPos) -> Ground {
        let mut window = self.window(chunk);
        let grid = std::array::from_fn(|i| {
            let (qx, qz) = ((chunk.x << 2) + i as i32 % 5, (chunk.z << 2) + i as i32 / 5);
            let quarter = *window.quarter(qx, qz);
            self.corners.get_or_make(ChunkPos::new(qx, qz), || self.densities.corners(&quarter, qx << 2, qz << 2))
        });
        let mut aquifer = Aquifer::new(&self.aquifers, chunk, &mut window);
        let mut ground = self.filler.fill(chunk, &grid, &mut aquifer, &mut window);
        self.surface.cover(chunk, &mut ground, &mut window);
        let mut carver = Carver {
            seed: self.seed,
            shared: &self.carvings,
            aquifer: &mut aquifer,
            surface: &self.surface,
            window: &mut window,
        };
        carver.carve(chunk, &mut ground);
        ground
    }

    /// The ground of a chunk with its heights and biomes.
    fn base(&self, chunk: ChunkPos) -> Base {
        let ground = self.ground(chunk);
        let tops = ground.tops();
        let surface = tops.map(|top| top as i16 + 1);
        let floor = std::array::from_fn(|i| {
            let (x, z) = (i as i32 & 15, i as i32 >> 4);
            let stops = |y: &i32| ground.at(x, *y, z).flags().contains(StateFlags::BLOCKS_MOTION);
            (MIN_Y..=tops[i]).rev().find(stops).map_or(MIN_Y, |y| y + 1) as i16
        });
        let mut column = ground.into_column();
        let mut window = self.window(chunk);
        let tile = window.tile(chunk);
        for section in 0..SECTIONS {
            let cells: [Biome; 64] =
                std::array::from_fn(|i| tile[i & 15].biome_at(MIN_Y + 16 * section as i32 + 4 * (i as i32 >> 4)));
            column.set_biomes(section, Biomes::from_cells(cells));
        }
        Base { column, surface, floor }
    }

    fn cached_base(&self, chunk: ChunkPos) -> Arc<Base> {
        self.bases.get_or_make(chunk, || self.base(chunk))
    }

    /// A chunk with its own ores, trees and plants.
    fn decorated(&self, chunk: ChunkPos) -> Decorated {
        let bases = std::array::from_fn(|i| {
            self.cached_base(ChunkPos::new(chunk.x - 1 + i as i32 % 3, chunk.z - 1 + i as i32 / 3))
        });
        let mut region = Region::new(chunk, bases, self.window(chunk), self.zoom);
        let corner = chunk.corner(0);
        let seed = FeatureRandom::decoration_seed(self.seed, corner.x, corner.z);
        pool::place_lakes(&mut region, seed);
        ore::place_ores(&mut region, seed);
        pool::place_disks(&mut region, seed);
        let springs = pool::place_springs(&mut region, seed);
        plant::grow_plants(&mut region, seed, &self.meadows);
        region.finish(springs)
    }

    /// A whole column.
    fn column(&self, chunk: ChunkPos) -> LoadedColumn {
        let decorated = |chunk: ChunkPos| self.decorated.get_or_make(chunk, || self.decorated(chunk));
        let own = decorated(chunk);
        let mut column = own.column.clone();
        for near in chunk.around(1).filter(|near| *near != chunk) {
            for spill in decorated(near).spills.iter().filter(|spill| spill.pos.chunk() == chunk) {
                finish::apply_spill(&mut column, spill);
            }
        }
        let mut window = self.window(chunk);
        finish::freeze(&mut column, chunk, &mut window, self.zoom);
        let corner = chunk.corner(0);
        let seed = FeatureRandom::decoration_seed(self.seed, corner.x, corner.z);
        let biome = self.zoom.biome(&mut window, corner.x, anima_body::MAX_Y - 1, corner.z);
        let entities = herd::animals(&column, chunk, biome, seed);
        let tick = |pos| SavedTick { pos, delay: 0, priority: 0, liquid: true };
        let ticks = own.springs.iter().copied().map(tick).collect();
        LoadedColumn { column, entities, ticks, ..LoadedColumn::default() }
    }
}

#[cfg(test)]
mod tests;
