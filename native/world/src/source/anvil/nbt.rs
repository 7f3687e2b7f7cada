//! A reader of NBT, the tree format of the game's files.
//!
//! Our own because what it reads may be corrupt: `fastnbt` 2.6 panics on an unread list of end tags and
//! recurses without bound. Strings and arrays are borrowed from the input.

use std::borrow::Cow;

/// How deep trees may nest (the game's own limit).
const MAX_DEPTH: usize = 512;
/// How many values a file may hold. The largest chunks have some ten thousand.
const MAX_VALUES: usize = 2_000_000;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tag<'a> {
    Int(i64),
    Float(f64),
    Bytes(&'a [u8]),
    Text(Cow<'a, str>),
    List(Vec<Tag<'a>>),
    Compound(Compound<'a>),
    Ints(&'a [[u8; 4]]),
    Longs(&'a [[u8; 8]]),
}

/// Named values.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Compound<'a>(Vec<(Cow<'a, str>, Tag<'a>)>);

/// Why a file is not NBT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NbtError {
    #[error("the data ends early")]
    EndsEarly,
    #[error("there is no tag of type {0}")]
    UnknownTag(u8),
    #[error("the data does not start with a compound tag")]
    NoRoot,
    #[error("a list or array has an impossible length ({0})")]
    Length(i32),
    #[error("tags nest more than {MAX_DEPTH} deep")]
    Deep,
    #[error("there are more than {MAX_VALUES} values")]
    Many,
}

/// Reads a file's root compound.
pub(super) fn read(bytes: &[u8]) -> Result<Compound<'_>, NbtError> {
    let mut reader = Reader { bytes, values: 0 };
    if reader.byte()? != 10 {
        return Err(NbtError::NoRoot);
    }
    reader.text()?;
    reader.compound(0)
}

struct Reader<'a> {
    bytes: &'a [u8],
    values: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NbtError> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(NbtError::EndsEarly)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NbtError> {
        let (taken, rest) = self.bytes.split_first_chunk().ok_or(NbtError::EndsEarly)?;
        self.bytes = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, NbtError> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// Text in the JVM's "modified UTF-8"; what differs from UTF-8 becomes the replacement character.
    fn text(&mut self) -> Result<Cow<'a, str>, NbtError> {
        let length = u16::from_be_bytes(self.array()?);
        Ok(String::from_utf8_lossy(self.take(usize::from(length))?))
    }

    fn elements<const N: usize>(&mut self) -> Result<&'a [[u8; N]], NbtError> {
        let length = i32::from_be_bytes(self.array()?);
        let count = usize::try_from(length).map_err(|_| NbtError::Length(length))?;
        let bytes = self.take(count.checked_mul(N).ok_or(NbtError::Length(length))?)?;
        Ok(bytes.as_chunks().0)
    }

    fn tag(&mut self, kind: u8, depth: usize) -> Result<Tag<'a>, NbtError> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(NbtError::Many);
        }
        if depth > MAX_DEPTH {
            return Err(NbtError::Deep);
        }
        Ok(match kind {
            1 => Tag::Int(i8::from_be_bytes(self.array()?).into()),
            2 => Tag::Int(i16::from_be_bytes(self.array()?).into()),
            3 => Tag::Int(i32::from_be_bytes(self.array()?).into()),
            4 => Tag::Int(i64::from_be_bytes(self.array()?)),
            5 => Tag::Float(f32::from_be_bytes(self.array()?).into()),
            6 => Tag::Float(f64::from_be_bytes(self.array()?)),
            7 => Tag::Bytes(self.elements::<1>()?.as_flattened()),
            8 => Tag::Text(self.text()?),
            9 => Tag::List(self.list(depth)?),
            10 => Tag::Compound(self.compound(depth)?),
            11 => Tag::Ints(self.elements()?),
            12 => Tag::Longs(self.elements()?),
            kind => return Err(NbtError::UnknownTag(kind)),
        })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Tag<'a>>, NbtError> {
        let kind = self.byte()?;
        let length = i32::from_be_bytes(self.array()?);
        // The game writes an empty list with any element type, end tags included.
        let count = usize::try_from(length).unwrap_or(0);
        if count > self.bytes.len() || (kind == 0 && count > 0) {
            return Err(NbtError::Length(length));
        }
        (0..count).map(|_| self.tag(kind, depth + 1)).collect()
    }

    fn compound(&mut self, depth: usize) -> Result<Compound<'a>, NbtError> {
        let mut entries = Vec::new();
        loop {
            match self.byte()? {
                0 => return Ok(Compound(entries)),
                kind => entries.push((self.text()?, self.tag(kind, depth + 1)?)),
            }
        }
    }
}

impl<'a> Tag<'a> {
    pub fn int(&self) -> Option<i64> {
        if let Tag::Int(value) = self { Some(*value) } else { None }
    }

    /// A finite number.
    pub fn float(&self) -> Option<f64> {
        match self {
            Tag::Float(value) if value.is_finite() => Some(*value),
            Tag::Int(value) => Some(*value as f64),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        if let Tag::Text(text) = self { Some(text) } else { None }
    }

    pub fn compound(&self) -> Option<&Compound<'a>> {
        if let Tag::Compound(compound) = self { Some(compound) } else { None }
    }
}

impl<'a> Compound<'a> {
    pub fn get(&self, name: &str) -> Option<&Tag<'a>> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub fn entries(&self) -> impl Iterator<Item = (&str, &Tag<'a>)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), value))
    }

    /// A whole number of any width that fits the type asked for.
    pub fn int<T: TryFrom<i64>>(&self, name: &str) -> Option<T> {
        T::try_from(self.get(name)?.int()?).ok()
    }

    /// A finite number.
    pub fn float(&self, name: &str) -> Option<f64> {
        self.get(name)?.float()
    }

    pub fn is(&self, name: &str) -> bool {
        self.int::<i64>(name).is_some_and(|value| value != 0)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }

    pub fn compound(&self, name: &str) -> Option<&Compound<'a>> {
        self.get(name)?.compound()
    }

    /// The elements of a list; none if there is no such list.
    pub fn list(&self, name: &str) -> &[Tag<'a>] {
        if let Some(Tag::List(list)) = self.get(name) { list } else { &[] }
    }

    /// The compounds of a list; none if there is no such list.
    pub fn compounds(&self, name: &str) -> impl Iterator<Item = &Compound<'a>> {
        self.list(name).iter().filter_map(Tag::compound)
    }

    /// Three finite numbers in a list.
    pub fn vector(&self, name: &str) -> Option<glam::DVec3> {
        let [x, y, z] = self.list(name) else { return None };
        Some(glam::DVec3::new(x.float()?, y.float()?, z.float()?))
    }

    pub fn ints(&self, name: &str) -> Option<&'a [[u8; 4]]> {
        if let Some(Tag::Ints(ints)) = self.get(name) { Some(ints) } else { None }
    }

    pub fn longs(&self, name: &str) -> Option<&'a [[u8; 8]]> {
        if let Some(Tag::Longs(longs)) = self.get(name) { Some(longs) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_nested_values() {
        let bytes = b"\x0a\0\0\x03\0\x01a\0\0\0\x07\x09\0\x01l\x08\0\0\0\x01\0\x02hi\x0a\0\x01c\x0c\0\x01n\0\0\0\x01\0\0\0\0\0\0\0\x05\0\0";
        let root = read(bytes).unwrap();
        assert_eq!(root.int("a"), Some(7u8));
        assert_eq!(root.list("l")[0].text(), Some("hi"));
        assert_eq!(root.compound("c").unwrap().longs("n").unwrap(), [[0, 0, 0, 0, 0, 0, 0, 5]]);
    }

    #[test]
    fn refuses_what_is_not_nbt() {
        let mut lists = b"\x0a\0\0\x09\0\0".to_vec();
        for _ in 0..2000 {
            lists.extend([9, 0, 0, 0, 1]);
        }
        for (bytes, error) in [
            (&b"\x0a\0\0\x09"[..], NbtError::EndsEarly),
            (b"\x09\0\0", NbtError::NoRoot),
            (b"\x0a\0\0\x0d\0\0", NbtError::UnknownTag(13)),
            (b"\x0a\0\0\x09\0\0\0\0\0\0\x09", NbtError::Length(9)),
            (b"\x0a\0\0\x0c\0\0\x7f\xff\xff\xff", NbtError::EndsEarly),
            (b"\x0a\0\0\x0c\0\0\xff\xff\xff\xff", NbtError::Length(-1)),
            (&lists, NbtError::Deep),
        ] {
            assert_eq!(read(bytes), Err(error));
        }
    }
}
