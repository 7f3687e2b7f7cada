//! physics cases.
