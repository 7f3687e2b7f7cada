//! Young ones.

use anima_body::Custom;
use anima_rules::EntityKind;
use anima_rules::experience::orbs;
use rand::RngExt;

use super::{Birth, Me};
use crate::entity::{Around, Kind, Orb};
use crate::level::Dice;

/// Ticks until a child is grown up.
pub(super) const CHILDHOOD: i32 = 24_000;
/// Ticks after a birth in which the parents do not breed.
const REST: i32 = 6_000;

/// A pair has a child (`AnimalEntity.breed`).
pub(super) fn bear(me: &mut Me<'_>, around: &mut Around<'_>, partner: u32) {
    let Some(other) = around.others.get_mut(partner) else { return };
    let Kind::Mob(other) = &mut other.kind else { return };
    // The partner may have borne their child in this very tick (`AnimalMateGoal.shouldContinue`).
    if other.love_ticks == 0 {
        return;
    }
    (other.age, other.love_ticks) = (REST, 0);
    let variant = inherited(me.mob.kind, me.mob.variant, other.variant, around.dice);
    (me.mob.age, me.mob.love_ticks) = (REST, 0);
    // Nobody but the player feeds animals (`AnimalEntity.getLovingPlayer`).
    around.player.count(Custom::AnimalsBred, 1);
    let birth = Birth { age: -CHILDHOOD, variant, ..Birth::new(me.mob.kind, me.body.pos) };
    // WolfEntity.createChild
    let tame = me.mob.tame;
    around.spawned.extend(birth.entity(around.dice).map(|child| if tame { child.tamed() } else { child }));
    let points = around.dice.random_range(1..=7);
    let pos = me.body.pos;
    around.spawned.extend(orbs(points).map(|size| Orb::entity(size, pos, around.dice)));
}

/// The colour or breed of a child.
fn inherited(kind: EntityKind, one: u8, other: u8, dice: &mut Dice) -> u8 {
    if kind == EntityKind::SHEEP
        && let Some(mixed) = mixed(one, other)
    {
        return mixed;
    }
    if dice.random() { one } else { other }
}

/// The dye that two dyes make, in the order of the dyes (`SheepEntity.getChildColor` by the crafting recipes).
fn mixed(one: u8, other: u8) -> Option<u8> {
    let [white, orange, magenta, light_blue, yellow, lime, pink, gray] = [0, 1, 2, 3, 4, 5, 6, 7];
    let [light_gray, cyan, purple, blue, green, red, black] = [8, 9, 10, 11, 13, 14, 15];
    let is = |a: u8, b: u8| (one, other) == (a, b) || (one, other) == (b, a);
    [
        (red, yellow, orange),
        (purple, pink, magenta),
        (blue, white, light_blue),
        (green, white, lime),
        (red, white, pink),
        (black, white, gray),
        (gray, white, light_gray),
        (green, blue, cyan),
        (blue, red, purple),
    ]
    .into_iter()
    .find(|(a, b, _)| is(*a, *b))
    .map(|(_, _, child)| child)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn children_of_sheep_mix_colours() {
        let mut dice = Dice::seed_from_u64(4);
        assert_eq!(inherited(EntityKind::SHEEP, 14, 0, &mut dice), 6, "red and white are pink");
        for _ in 0..20 {
            assert!([3, 12].contains(&inherited(EntityKind::SHEEP, 3, 12, &mut dice)));
        }
    }
}
