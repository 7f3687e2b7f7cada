//! clicks cases.
