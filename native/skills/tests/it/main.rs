//! What holds of the crate as a whole.

mod imports;
mod rooms;
