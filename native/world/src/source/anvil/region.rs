//! Region files: 32x32 chunks each, in 4096-byte sectors behind a header of locations.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anima_body::ChunkPos;
use flate2::read::{GzDecoder, ZlibDecoder};

const SECTOR: u64 = 4096;
/// The most a chunk may hold when unpacked; the game's own largest are a few megabytes.
const MAX_UNPACKED: u64 = 32 << 20;

/// Why a chunk's data cannot be had.
#[derive(Debug, thiserror::Error)]
pub(super) enum RegionError {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("cannot be read: the file is cut off, {size} bytes long, and its header alone takes {}", 2 * SECTOR)]
    Header { size: u64 },
    #[error("has its data outside the file (sector {sector}, {length} bytes)")]
    Location { sector: u32, length: u32 },
    #[error("is packed in an unknown way ({0}); the game writes 1 (gzip), 2 (zlib) and 3 (plain)")]
    Packing(u8),
    #[error("cannot be unpacked: {0}")]
    Unpack(io::Error),
    #[error("is larger than {} MiB when unpacked", MAX_UNPACKED >> 20)]
    Large,
}

/// The region file that holds a chunk.
pub(super) fn path_of(folder: &Path, chunk: ChunkPos) -> PathBuf {
    folder.join(format!("r.{}.{}.mca", chunk.x >> 5, chunk.z >> 5))
}

/// The chunk position of a region file's first chunk, by its name.
pub(super) fn first_chunk(path: &Path) -> Option<ChunkPos> {
    let name = path.file_name()?.to_str()?;
    let (x, z) = name.strip_prefix("r.")?.strip_suffix(".mca")?.split_once('.')?;
    let chunk = |text: &str| text.parse::<i32>().ok()?.checked_mul(32);
    Some(ChunkPos::new(chunk(x)?, chunk(z)?))
}

/// The unpacked data of a chunk; `None` if the file has none for it.
pub(super) fn read_chunk(path: &Path, chunk: ChunkPos) -> Result<Option<Vec<u8>>, RegionError> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    if !has_header(size)? {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(4 * ((chunk.z & 31) << 5 | (chunk.x & 31)) as u64))?;
    let mut location = [0; 4];
    file.read_exact(&mut location)?;
    let (sector, sectors) = (u32::from_be_bytes(location) >> 8, location[3]);
    if sector == 0 && sectors == 0 {
        return Ok(None);
    }
    let start = u64::from(sector) * SECTOR;
    let outside = |length| RegionError::Location { sector, length };
    if sector < 2 || start + 5 > size {
        return Err(outside(0));
    }
    file.seek(SeekFrom::Start(start))?;
    let mut head = [0; 5];
    file.read_exact(&mut head)?;
    let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
    let packed = length.checked_sub(1).map(u64::from).filter(|packed| start + 5 + packed <= size);
    let packed = packed.ok_or_else(|| outside(length))?;
    let (external, packing) = (head[4] & 128 != 0, head[4] & 127);
    if external {
        let mcc = path.with_file_name(format!("c.{}.{}.mcc", chunk.x, chunk.z));
        unpack(packing, File::open(mcc)?).map(Some)
    } else {
        let mut data = vec![0; packed as usize];
        file.read_exact(&mut data)?;
        unpack(packing, &data[..]).map(Some)
    }
}

/// Whether there is anything in a file of so many bytes: the game makes empty ones, and none shorter than the header.
fn has_header(size: u64) -> Result<bool, RegionError> {
    if (1..2 * SECTOR).contains(&size) { Err(RegionError::Header { size }) } else { Ok(size > 0) }
}

fn unpack(packing: u8, packed: impl Read) -> Result<Vec<u8>, RegionError> {
    match packing {
        1 => read_all(GzDecoder::new(packed)),
        2 => read_all(ZlibDecoder::new(packed)),
        3 => read_all(packed),
        other => Err(RegionError::Packing(other)),
    }
}

/// Reads to the end, but no more than a chunk can be.
pub(super) fn read_all(from: impl Read) -> Result<Vec<u8>, RegionError> {
    let mut data = Vec::with_capacity(128 << 10);
    from.take(MAX_UNPACKED + 1).read_to_end(&mut data).map_err(RegionError::Unpack)?;
    if data.len() as u64 > MAX_UNPACKED { Err(RegionError::Large) } else { Ok(data) }
}

/// The chunks that a region file has data for, row by row.
pub(super) fn chunks(path: &Path) -> Result<Vec<ChunkPos>, RegionError> {
    let Some(first) = first_chunk(path) else { return Ok(Vec::new()) };
    let mut file = File::open(path)?;
    if !has_header(file.metadata()?.len())? {
        return Ok(Vec::new());
    }
    let mut header = [0; SECTOR as usize];
    file.read_exact(&mut header)?;
    let used = header.as_chunks::<4>().0.iter().enumerate().filter(|(_, location)| **location != [0; 4]);
    Ok(used.map(|(index, _)| ChunkPos::new(first.x + (index as i32 & 31), first.z + (index as i32 >> 5))).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_without_a_whole_header_is_damaged_and_one_without_anything_is_empty() {
        let folder = std::env::temp_dir().join(format!("anima-region-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = path_of(&folder, ChunkPos::new(3, -2));
        for (size, is_damaged) in [(0, false), (1, true), (8191, true), (8192, false)] {
            fs::write(&path, vec![0; size]).unwrap();
            let (one, all) = (read_chunk(&path, ChunkPos::new(3, -2)), chunks(&path));
            assert_eq!((one.is_err(), all.is_err()), (is_damaged, is_damaged), "{size} bytes");
            assert!(one.map_or_else(|error| error.to_string().contains(&size.to_string()), |data| data.is_none()));
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
