//! Chunk sections as the game writes them for the network (`ChunkSection.toPacket`, `PalettedContainer.Data`).

use std::sync::Arc;

use anima_body::{Biomes, MIN_Y, SECTIONS, Section};
use anima_rules::{Biome, BlockState};

use crate::{Fault, stand_in};

/// Blocks in a section.
const BLOCKS: usize = 4096;
/// Biome cells in a section.
const CELLS: usize = 64;

/// How the sections of a dimension lie in a column of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Height {
    /// The lowest section as ours count them; negative if it lies below.
    first: i32,
    /// How many there are.
    sections: usize,
}

impl Height {
    /// Most sections a dimension may have (`DimensionType.MAX_HEIGHT`).
    const MOST: i32 = 4064 / 16;

    /// From the dimension's lowest block and its height.
    ///
    /// # Errors
    /// If they are no multiples of 16 or beyond what the game allows.
    pub fn new(bottom_y: i32, height: i32) -> Result<Height, Fault> {
        if bottom_y % 16 != 0 || !(-2032..=2016).contains(&bottom_y) {
            return Err(Fault::argument("bottomY", bottom_y, "a multiple of 16 from -2032 to 2016"));
        }
        if height % 16 != 0 || !(16..=16 * Height::MOST).contains(&height) {
            return Err(Fault::argument("height", height, "a multiple of 16 from 16 to 4064"));
        }
        Ok(Height { first: (bottom_y - MIN_Y) / 16, sections: (height / 16) as usize })
    }

    /// Where a section, counted from the dimension's bottom, lies in a column; `None` if above or below.
    fn place(self, section: usize) -> Option<usize> {
        usize::try_from(self.first + section as i32).ok().filter(|place| *place < SECTIONS)
    }
}

/// What raw ids mean. An id beyond them is a block that nobody passes, and plains.
#[derive(Clone, Copy, Debug)]
pub struct Ids<'a> {
    /// Block states by raw id.
    pub states: &'a [BlockState],
    /// Biomes by raw id.
    pub biomes: &'a [Biome],
}

impl Ids<'_> {
    fn state(&self, id: usize) -> BlockState {
        self.states.get(id).copied().unwrap_or_else(stand_in::unknown)
    }

    fn biome(&self, id: usize) -> Biome {
        self.biomes.get(id).copied().unwrap_or(Biome::PLAINS)
    }
}

/// Reads the sections of a column from the bottom up, and hands each over with its place in a column of ours.
///
/// # Errors
/// If the bytes are no such sections; says which section and where.
pub fn read_column(
    bytes: &[u8],
    height: Height,
    ids: Ids<'_>,
    mut put: impl FnMut(usize, Section, Biomes),
) -> Result<(), Fault> {
    let mut bytes = Bytes { bytes, at: 0 };
    for section in 0..height.sections {
        let mut read = || {
            // How many blocks are not air; we count for ourselves.
            bytes.take(2)?;
            Ok((blocks(&mut bytes, ids)?, biomes(&mut bytes, ids)?))
        };
        let (blocks, biomes) = read().map_err(|wrong: Wrong| wrong.in_section(section, bytes.at))?;
        if let Some(place) = height.place(section) {
            put(place, blocks, biomes);
        }
    }
    bytes.end()
}

fn blocks(bytes: &mut Bytes<'_>, ids: Ids<'_>) -> Result<Section, Wrong> {
    let mut palette = [BlockState::AIR; 256];
    match palette_of(bytes, |id| ids.state(id), &mut palette, 4, 8)? {
        Entries::Single(state) => Ok(Section::Single(state)),
        Entries::Indirect { width, count } => {
            // Ids beyond the palette's end are air, as its unused places.
            let mask = palette_mask(width, &palette)?;
            let mut states = Arc::new([BlockState::AIR; BLOCKS]);
            let out = Arc::get_mut(&mut states).expect("nobody else has it yet");
            bytes.unpack(width, out, |entry| (entry < count).then(|| palette[entry & mask]))?;
            Ok(together(states))
        }
        Entries::Direct { width } => {
            let mut states = Arc::new([BlockState::AIR; BLOCKS]);
            let out = Arc::get_mut(&mut states).expect("nobody else has it yet");
            bytes.unpack(width, out, |entry| Some(ids.state(entry)))?;
            Ok(together(states))
        }
    }
}

/// The index mask of a palette, which lets the compiler see that no entry leaves the array.
fn palette_mask(width: u32, palette: &[BlockState; 256]) -> Result<usize, Wrong> {
    let mask = (1_usize << width) - 1;
    if mask < palette.len() { Ok(mask) } else { Err(Wrong(format!("{width} bits for a palette"))) }
}

/// A section whose blocks are all alike is kept as one.
fn together(states: Arc<[BlockState; BLOCKS]>) -> Section {
    let first = states[0];
    if states.iter().all(|state| *state == first) { Section::Single(first) } else { Section::Array(states) }
}

fn biomes(bytes: &mut Bytes<'_>, ids: Ids<'_>) -> Result<Biomes, Wrong> {
    let mut palette = [Biome::PLAINS; 8];
    let mut cells = [Biome::PLAINS; CELLS];
    match palette_of(bytes, |id| ids.biome(id), &mut palette, 1, 3)? {
        Entries::Single(biome) => return Ok(Biomes::Single(biome)),
        Entries::Indirect { width, count } => {
            bytes.unpack(width, &mut cells, |entry| palette.get(entry).copied().filter(|_| entry < count))?;
        }
        Entries::Direct { width } => bytes.unpack(width, &mut cells, |entry| Some(ids.biome(entry)))?,
    }
    Ok(Biomes::from_cells(cells))
}

/// How the entries of a container are written.
enum Entries<T> {
    /// All alike.
    Single(T),
    /// Places in the palette.
    Indirect { width: u32, count: usize },
    /// Raw ids.
    Direct { width: u32 },
}

/// Reads the bits byte and the palette, which are from `least` to `most` bits wide (`PaletteProvider`).
fn palette_of<T: Copy>(
    bytes: &mut Bytes<'_>,
    meaning: impl Fn(usize) -> T,
    palette: &mut [T],
    least: u32,
    most: u32,
) -> Result<Entries<T>, Wrong> {
    let id = |bytes: &mut Bytes<'_>| bytes.var_int().map(|id| meaning(id as usize));
    match u32::from(bytes.take(1)?[0]) {
        0 => {
            let all = id(bytes)?;
            let longs = bytes.var_int()? as usize;
            bytes.take(8 * longs)?;
            Ok(Entries::Single(all))
        }
        width if width <= most => {
            let width = width.max(least);
            let count = bytes.var_int()? as usize;
            if count > 1 << width {
                return Err(Wrong(format!("a palette of {count} for {width} bits")));
            }
            for place in &mut palette[..count] {
                *place = id(bytes)?;
            }
            Ok(Entries::Indirect { width, count })
        }
        // The game's own containers keep raw ids as wide as the byte says (`Data.writePacket`), which is not what the
        // largest id needs where a registry has holes.
        width if width <= 32 => Ok(Entries::Direct { width }),
        width => Err(Wrong(format!("{width} bits for an entry"))),
    }
}

/// What is wrong with the bytes.
struct Wrong(String);

impl Wrong {
    fn in_section(self, section: usize, at: usize) -> Fault {
        Fault::Argument(format!("section {section}, byte {at}: {}", self.0))
    }
}

struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Wrong> {
        let left = &self.bytes[self.at..];
        let taken = left.get(..count).ok_or_else(|| Wrong(format!("{count} bytes wanted, {} left", left.len())))?;
        self.at += count;
        Ok(taken)
    }

    /// At most five bytes of seven bits, the lowest first (`PacketByteBuf.readVarInt`).
    fn var_int(&mut self) -> Result<u32, Wrong> {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.take(1)?[0];
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Wrong("a VarInt of more than five bytes".into()))
    }

    /// Reads the count of longs and then entries out of them, lowest bits first; none spans two longs
    /// (`PackedIntegerArray`).
    fn unpack<T>(&mut self, width: u32, out: &mut [T], mut entry: impl FnMut(usize) -> Option<T>) -> Result<(), Wrong> {
        let in_a_long = (64 / width) as usize;
        let longs = self.var_int()? as usize;
        let wanted = out.len().div_ceil(in_a_long);
        if longs != wanted {
            return Err(Wrong(format!("{longs} longs of {width}-bit entries where {wanted} were expected")));
        }
        let (data, _) = self.take(8 * longs)?.as_chunks::<8>();
        let mask = (1_u64 << width) - 1;
        let mut unknown = None;
        for (long, out) in data.iter().zip(out.chunks_mut(in_a_long)) {
            let mut long = u64::from_be_bytes(*long);
            for out in out {
                match entry((long & mask) as usize) {
                    Some(found) => *out = found,
                    None => unknown = Some(long & mask),
                }
                long >>= width;
            }
        }
        match unknown {
            Some(entry) => Err(Wrong(format!("an entry of {entry}, which stands for nothing"))),
            None => Ok(()),
        }
    }

    fn end(&self) -> Result<(), Fault> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            left => Err(Fault::Argument(format!("{left} bytes are left after the last section"))),
        }
    }
}
