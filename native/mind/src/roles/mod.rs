//! The roles: each a question with an answer by rules, and by a model where one is worth asking.

pub(crate) mod decompose;
pub(crate) mod explain;
pub(crate) mod plan;
pub(crate) mod select;
