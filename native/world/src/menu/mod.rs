//! Containers: what a click does.
