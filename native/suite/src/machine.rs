//! The machine that games run on: for reports and `anima doctor`, never for records.

use std::path::Path;

use serde::Serialize;
use sysinfo::{CpuRefreshKind, Disks, MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System};

/// The machine that games run on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Machine {
    /// What its processor calls itself.
    pub cpu: String,
    /// Threads that run at once.
    pub cores: usize,
    /// Memory in GiB.
    pub memory_gib: f64,
    /// The operating system and its version.
    pub system: String,
}

impl Machine {
    /// This one.
    pub fn here() -> Machine {
        let what = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(what).ok();
        let cpu = system.as_ref().and_then(|system| system.cpus().first()).map_or("", |cpu| cpu.brand()).trim();
        Machine {
            cpu: if cpu.is_empty() { std::env::consts::ARCH.into() } else { cpu.into() },
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            memory_gib: system.as_ref().map_or(0.0, |system| gib(system.total_memory())),
            system: System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.into()),
        }
    }
}

/// What this process took of memory while it played, in MiB: in the first half of the games and in the second. A leak
/// makes the second larger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// The most in the first half.
    pub first_half_mib: u64,
    /// The most in the second half.
    pub second_half_mib: u64,
}

impl Memory {
    /// What it is at the end of the one game that was played.
    pub fn of_one_game() -> Memory {
        let now = memory_mib().unwrap_or(0);
        Memory { first_half_mib: now, second_half_mib: now }
    }

    /// Looks at it when a game ends, the `over`th of `games`.
    pub fn note(&mut self, over: usize, games: usize) {
        let Some(now) = memory_mib() else { return };
        let half = if 2 * over <= games { &mut self.first_half_mib } else { &mut self.second_half_mib };
        *half = now.max(*half);
    }
}

/// What this process takes of memory, if the system tells.
fn memory_mib() -> Option<u64> {
    let id = sysinfo::get_current_pid().ok()?;
    let mut system = System::new().ok()?;
    let memory = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[id]), false, memory);
    Some(system.process(id)?.memory() >> 20)
}

/// Free space in GiB where a folder lies, if the system tells.
pub fn free_gib(folder: &Path) -> Option<f64> {
    let folder = folder.canonicalize().ok()?;
    let disks = Disks::new_with_refreshed_list().ok()?;
    let around = disks.iter().filter(|disk| folder.starts_with(disk.mount_point()));
    let nearest = around.max_by_key(|disk| disk.mount_point().components().count())?;
    Some(gib(nearest.available_space()))
}

/// Bytes in GiB, to a tenth.
fn gib(bytes: u64) -> f64 {
    (bytes as f64 / f64::from(1 << 30) * 10.0).round() / 10.0
}
