//! recipes cases.
