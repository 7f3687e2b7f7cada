//! What a body moves in: blocks, and the entities that are as hard as they are.

use anima_body::View;
use anima_rules::Aabb;
use smallvec::SmallVec;

use super::collide::{Meeting, is_free};

/// How much further than a box the game looks for entities that touch it (`EntityView.getEntityCollisions`).
const TOUCHING: f64 = 1e-7;

/// What a body moves in (the game's `CollisionView`, as one entity meets it).
pub(crate) struct Space<'a> {
    pub view: View<'a>,
    /// The boxes of the other entities that the body cannot go through (`Entity.collidesWith`).
    pub hard: &'a [Aabb],
}

impl<'a> Space<'a> {
    pub(crate) fn new(view: View<'a>, hard: &'a [Aabb]) -> Space<'a> {
        Space { view, hard }
    }

    /// Whether neither a block nor a hard entity reaches into an area (`CollisionView.isSpaceEmpty`).
    #[inline]
    pub(crate) fn is_empty(&self, area: &Aabb, meeting: Meeting) -> bool {
        is_free(&self.view, area, meeting) && (self.hard.is_empty() || self.find_hard_near(area).is_empty())
    }

    /// The boxes of hard entities that reach into an area; mostly there are none at all.
    #[inline]
    pub(super) fn hard_near(&self, area: &Aabb) -> SmallVec<[Aabb; 2]> {
        if self.hard.is_empty() { SmallVec::new() } else { self.find_hard_near(area) }
    }

    #[cold]
    fn find_hard_near(&self, area: &Aabb) -> SmallVec<[Aabb; 2]> {
        let area = area.grown(glam::DVec3::splat(TOUCHING));
        self.hard.iter().filter(|hard| hard.intersects(&area)).copied().collect()
    }
}
