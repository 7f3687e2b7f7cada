//! paths cases.
