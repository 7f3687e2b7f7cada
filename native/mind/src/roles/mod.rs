//! The roles: each a question with an answer by rules, and by a model where one is worth asking.

pub(crate) mod check;
pub(crate) mod comment;
pub(crate) mod critic;
pub(crate) mod decompose;
pub(crate) mod describe;
pub(crate) mod explain;
pub(crate) mod gear;
pub(crate) mod library;
pub(crate) mod next;
pub(crate) mod order;
pub(crate) mod plan;
pub(crate) mod propose;
pub(crate) mod queries;
pub(crate) mod select;
pub(crate) mod sub_goals;
