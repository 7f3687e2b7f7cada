//! digtime cases.
