//! Ways of pursuing a goal, one program a file.

mod own;

pub(crate) use own::own;
