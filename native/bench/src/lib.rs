//! Suites, episodes, records, statistics, reports, and the conformance check.

pub mod check;
