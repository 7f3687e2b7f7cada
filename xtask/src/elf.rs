//! What a built library asks of the system that loads it, read from the file itself.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader, SectionHeader, Sym};
use object::{Endianness, FileKind};

/// The newest glibc that a player's system must have: 2018's, which every Linux that is still kept up has.
pub const GLIBC: Version = Version(2, 28);

/// A version of glibc.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version(u32, u32);

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// The symbols of glibc that are newer than `newest`, as `name@GLIBC_2.34`; none for a file that is not ELF.
pub fn newer(library: &[u8], newest: Version) -> Result<Vec<String>> {
    let wanted = versions(library)?;
    let newer = wanted.into_iter().filter(|(_, version)| glibc(version).is_some_and(|version| version > newest));
    Ok(newer.map(|(name, version)| format!("{name}@{version}")).collect())
}

/// The sections of an ELF file that only debuggers read; none for a file that is not ELF.
pub fn symbols(library: &[u8]) -> Result<Vec<String>> {
    if !is_elf(library) {
        return Ok(Vec::new());
    }
    let header = FileHeader64::<Endianness>::parse(library)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, library)?;
    let mut found = Vec::new();
    for section in sections.iter() {
        let name = String::from_utf8_lossy(sections.section_name(endian, section)?).into_owned();
        if name.starts_with(".debug") || section.sh_type(endian) == elf::SHT_SYMTAB {
            found.push(name);
        }
    }
    Ok(found)
}

/// The symbols with a version that other libraries must offer.
fn versions(library: &[u8]) -> Result<BTreeMap<String, String>> {
    let mut wanted = BTreeMap::new();
    if !is_elf(library) {
        return Ok(wanted);
    }
    let header = FileHeader64::<Endianness>::parse(library).context("the head of the ELF file")?;
    let endian = header.endian()?;
    let sections = header.sections(endian, library)?;
    let Some(table) = sections.versions(endian, library)? else { return Ok(wanted) };
    let symbols = sections.symbols(endian, library, elf::SHT_DYNSYM)?;
    for (index, symbol) in symbols.enumerate().filter(|(_, symbol)| symbol.is_undefined(endian)) {
        if let Some(version) = table.version(table.version_index(endian, index).index())? {
            let name = String::from_utf8_lossy(symbols.symbol_name(endian, symbol)?).into_owned();
            wanted.insert(name, String::from_utf8_lossy(version.name()).into_owned());
        }
    }
    Ok(wanted)
}

/// Whether it is an ELF file for 64 bits; the mod is built for no others.
fn is_elf(library: &[u8]) -> bool {
    matches!(FileKind::parse(library), Ok(FileKind::Elf64))
}

/// The version in `GLIBC_2.34`; `None` for other libraries and for `GLIBC_PRIVATE`.
fn glibc(version: &str) -> Option<Version> {
    let mut numbers = version.strip_prefix("GLIBC_")?.split('.');
    Some(Version(numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        let newer = |version: &str| glibc(version).is_some_and(|version| version > GLIBC);
        for old in ["GLIBC_2.2.5", "GLIBC_2.4", "GLIBC_2.28", "GLIBC_PRIVATE", "GCC_3.0", "GLIBCXX_3.4.29"] {
            assert!(!newer(old), "{old}");
        }
        for new in ["GLIBC_2.29", "GLIBC_2.34", "GLIBC_2.100", "GLIBC_3.0"] {
            assert!(newer(new), "{new}");
        }
    }

    #[test]
    fn what_is_not_elf_needs_no_glibc() {
        for bytes in [&b""[..], b"MZ\x90\0", b"\xcf\xfa\xed\xfe\x0c\0\0\x01", b"\x7fELF"] {
            assert_eq!(newer(bytes, GLIBC).unwrap(), Vec::<String>::new());
            assert_eq!(symbols(bytes).unwrap(), Vec::<String>::new());
        }
    }

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn this_program_names_what_it_needs_of_glibc() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let all = newer(&program, Version(0, 0)).unwrap();
        assert!(all.iter().any(|symbol| symbol.starts_with("malloc@GLIBC_2.")), "{all:?}");
        assert!(newer(&program, Version(99, 0)).unwrap().is_empty());
        assert!(symbols(&program).unwrap().iter().any(|section| section == ".symtab"), "a test is not stripped");
    }

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn a_program_that_is_cut_off_is_an_error_and_no_panic() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(newer(&program[..program.len() / 2], GLIBC).is_err());
        for length in (0..program.len()).step_by(program.len() / 50) {
            let _ = newer(&program[..length], GLIBC);
            let _ = symbols(&program[..length]);
        }
    }
}
