//! What outranks every goal: do not drown, burn, starve, or be killed.

use std::collections::BTreeSet;

use anima_body::{BlockPos, Keys, PlayerFlags};
use anima_rules::food::HEALS_FROM;
use anima_rules::{Block, EntityKind, Face};

use crate::Me;
use crate::fight::defend::defend;
use crate::hands::dig::dig;
use crate::hands::eat::{best_meal, eat};
use crate::me::foothold::is_firm;
use crate::me::heading::yaw_toward;
use crate::path::goal::Goal;
use crate::threat::{is_lit, is_outrun, threats};
use crate::walk::travel::{travel, travel_within};

/// Air, in ticks, below which the way up comes first.
const LITTLE_AIR: i32 = 120;
/// Level of the food bar at which a meal is due: so much is missing that little or nothing of the meal is wasted.
const HUNGRY: u8 = 12;
/// Health at which a meal is due as soon as the food bar is too low for wounds to heal.
const HURT: f32 = 14.0;

/// Something that cannot wait.
#[derive(Clone, Debug, PartialEq)]
pub enum Urge {
    /// Get out of lava.
    LeaveLava,
    /// Run to water, on fire.
    PutOutFire,
    /// Get air.
    Breathe,
    /// Dig out of the gravel, sand or rock that the head is in.
    DigOut,
    /// Get away from a creeper that is about to explode.
    Dodge,
    /// Deal with a hostile mob: fight or run.
    Defend(EntityKind),
    /// Eat.
    Eat,
}

impl Urge {
    /// Whether this cannot even wait until the other is dealt with.
    pub fn outranks(&self, other: &Urge) -> bool {
        self.rank() < other.rank()
    }

    fn rank(&self) -> u8 {
        match self {
            Urge::LeaveLava => 0,
            Urge::Breathe => 1,
            Urge::DigOut => 2,
            Urge::Dodge => 3,
            Urge::PutOutFire => 4,
            Urge::Defend(_) => 5,
            Urge::Eat => 6,
        }
    }
}

impl std::fmt::Display for Urge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Urge::LeaveLava => f.write_str("get out of lava"),
            Urge::PutOutFire => f.write_str("put out the fire"),
            Urge::Breathe => f.write_str("come up for air"),
            Urge::DigOut => f.write_str("dig out"),
            Urge::Dodge => f.write_str("run from a creeper"),
            Urge::Defend(kind) => write!(f, "deal with a {kind}"),
            Urge::Eat => f.write_str("eat"),
        }
    }
}

/// What cannot wait now, the most pressing first.
pub fn urge(me: &Me) -> Option<Urge> {
    let now = me.now();
    if now.player.is(PlayerFlags::DEAD) {
        return None;
    }
    if now.player.is(PlayerFlags::IN_LAVA) {
        return Some(Urge::LeaveLava);
    }
    if now.player.is(PlayerFlags::SUBMERGED) && now.player.air < LITTLE_AIR {
        return Some(Urge::Breathe);
    }
    if buried(me).is_some() {
        return Some(Urge::DigOut);
    }
    let threats = threats(me);
    // A leap is finished first: an agent that turns round in the air falls.
    let is_firm = is_firm(&now);
    if is_firm && threats.iter().any(is_lit) {
        return Some(Urge::Dodge);
    }
    if is_firm && now.player.is(PlayerFlags::ON_FIRE) && !waters(me).is_empty() {
        return Some(Urge::PutOutFire);
    }
    if is_firm && let Some(threat) = threats.iter().find(|threat| !is_outrun(&now, threat)) {
        return Some(Urge::Defend(threat.kind));
    }
    if !threats.is_empty() || !is_firm {
        return None;
    }
    let meal = best_meal(me)?;
    let gain = meal.food().map_or(0, |food| food.points);
    let no_waste = now.player.food + gain <= 20;
    let due = now.player.food <= HUNGRY || (now.player.health <= HURT && now.player.food < HEALS_FROM);
    (due && (no_waste || now.player.food <= 6)).then_some(Urge::Eat)
}

/// Does what cannot wait. Ends when it is done or cannot be helped.
pub async fn follow(me: &Me, urge: Urge) {
    me.doing(urge.to_string(), async {
        match urge {
            Urge::LeaveLava => leave_lava(me).await,
            Urge::PutOutFire => put_out_fire(me).await,
            Urge::Breathe => breathe(me).await,
            Urge::DigOut => dig_out(me).await,
            // A lost fight is no news: the next urge tells what to do about it.
            Urge::Dodge | Urge::Defend(_) => drop(defend(me).await),
            Urge::Eat => drop(eat(me, HEALS_FROM).await),
        }
    })
    .await;
}

async fn leave_lava(me: &Me) {
    /// Ticks without lava after which it is left behind, whatever the feet are on.
    const OUT: u32 = 40;
    /// Ticks after which a way is looked for anew.
    const PATIENCE: u32 = 200;
    let mut dry = 0;
    let mut last = None;
    for _ in 0..PATIENCE {
        let now = me.now();
        dry = if now.player.is(PlayerFlags::IN_LAVA) { 0 } else { dry + 1 };
        // Over the edge of the lava the body is not ashore yet.
        let is_ashore = dry > 0 && now.player.is(PlayerFlags::ON_GROUND);
        if now.player.is(PlayerFlags::DEAD) || is_ashore || dry > OUT {
            return;
        }
        if now.player.is(PlayerFlags::IN_LAVA) {
            me.press(Keys::JUMP);
            last = way_ashore(me).or(last);
        }
        if let Some(next) = last {
            let toward = next.floor_center() - now.player.pos;
            me.turn_to(yaw_toward(toward), 0.0);
            me.press(Keys::FORWARD);
        }
        me.tick().await;
    }
}

/// The next column on the way to a cell with firm ground below and no lava in it, through as little lava as there is:
/// in lava a block takes as long as many in air.
fn way_ashore(me: &Me) -> Option<BlockPos> {
    const RADIUS: i32 = 8;
    /// Cost of a block through air.
    const IN_AIR: u32 = 4;
    /// Cost of a block through lava.
    const IN_LAVA: u32 = 32;
    let pos = me.now().player.pos;
    let feet = me.now().player.feet();
    // Lava above the head comes down to the feet.
    let burns = |pos: BlockPos| me.is_lava(pos) || me.is_lava(pos.up(1));
    // Each cell with how far it is and the first column of the way there.
    let mut ways = BTreeSet::from([(0, feet, None)]);
    let mut seen = BTreeSet::new();
    while let Some((cost, from, first)) = ways.pop_first() {
        if !seen.insert(from) {
            continue;
        }
        if !burns(from) && me.is_full(from.down(1)) {
            // A body that only touches the lava beside it steps back into the middle of its own column.
            return Some(first.unwrap_or(from));
        }
        let aside = Face::HORIZONTAL.map(|face| from.beside(face));
        // From the surface a body is lifted half a block, which is enough for the block that is level with the lava.
        let out = aside.map(|next| next.up(1)).into_iter().filter(|next| me.is_lava(from) && !me.is_lava(*next));
        let up = me.is_lava(from).then(|| from.up(1));
        let down = (!me.is_lava(from)).then(|| from.down(1));
        let room_above = me.is_free(from.up(2));
        for next in aside.into_iter().chain(up).chain(down).chain(out.filter(|_| room_above)) {
            let near = (next - feet).abs().max_element() <= RADIUS;
            if near && me.is_free(next) && me.is_free(next.up(1)) && !seen.contains(&next) {
                let column = (next.x, next.z) != (feet.x, feet.z);
                let through_lava = burns(next) || me.is_lava(next.down(1));
                let step = if through_lava { IN_LAVA } else { IN_AIR };
                // Of the columns beside, the one that a shoulder is already in is nearest.
                let off =
                    if first.is_none() && column { (next.floor_center() - pos).with_y(0.0).length() } else { 0.0 };
                let step = step + (f64::from(IN_AIR) * off) as u32;
                ways.insert((cost + step, next, first.or(column.then_some(next))));
            }
        }
    }
    None
}

/// Runs to water that is near enough; water that cannot be reached is ignored until the fire has gone out by itself.
async fn put_out_fire(me: &Me) {
    /// Ticks that are worth running: after lava it burns for 300 (`Entity.setOnFireFromLava`).
    const WORTH: u64 = 160;
    /// Cells of water put before one path search.
    const CHOICE: usize = 12;
    const BURNING: u64 = 300;
    let waters = waters(me);
    let there = Goal::Any(waters.iter().take(CHOICE).copied().map(Goal::Block).collect());
    let is_out = |me: &Me| !me.now().player.is(PlayerFlags::ON_FIRE);
    if let Some(Err(_)) = me.until(is_out, travel_within(me, WORTH, &there)).await {
        let mut senses = me.senses_mut();
        waters.into_iter().for_each(|pos| senses.atlas_mut().give_up(pos, BURNING));
    }
}

/// Seen water near, the nearest first.
fn waters(me: &Me) -> Vec<BlockPos> {
    const RADIUS: i32 = 16;
    const BELOW: i32 = 10;
    const ABOVE: i32 = 4;
    let feet = me.now().player.feet();
    let senses = me.senses();
    let columns = (-RADIUS..=RADIUS).flat_map(|x| (-RADIUS..=RADIUS).map(move |z| feet.offset(x, -BELOW, z)));
    let seen = columns.flat_map(|low| senses.memory().find_in_column(low, BELOW + ABOVE, &[Block::WATER]));
    let mut waters: Vec<BlockPos> = seen.filter(|pos| !senses.atlas().is_given_up(*pos)).collect();
    waters.sort_by_key(|pos| (pos.distance_squared(feet), *pos));
    waters
}

async fn breathe(me: &Me) {
    while me.now().player.air < 250 && !me.now().player.is(PlayerFlags::DEAD) {
        let now = me.now();
        if !now.player.is(PlayerFlags::SUBMERGED) && now.player.is(PlayerFlags::ON_GROUND) {
            return;
        }
        let head = BlockPos::containing(now.player.eyes());
        if !now.player.is(PlayerFlags::SUBMERGED) || is_open_above(me, head) {
            // Out from under whatever a shoulder bumps against.
            let off = (now.player.feet().floor_center() - now.player.pos).with_y(0.0);
            if off.length() > 0.15 {
                me.turn_to(yaw_toward(off), 0.0);
                me.press(Keys::FORWARD);
            }
            me.press(Keys::JUMP);
            me.tick().await;
            continue;
        }
        let air = Goal::Any(airy_places(me, head).into_iter().map(Goal::Block).collect());
        let breathing = |me: &Me| !me.now().player.is(PlayerFlags::SUBMERGED);
        let way = me.until(breathing, travel(me, &air));
        if matches!(way.await, None | Some(Ok(()))) {
            me.tick().await;
        } else if me.is_wet(head.up(1)) {
            me.press(Keys::JUMP);
            me.tick().await;
        } else if dig(me, head.up(1)).await.is_err() {
            return;
        }
    }
}

/// The block that the head is in, if it stifles (`Entity.isInsideWall`).
fn buried(me: &Me) -> Option<BlockPos> {
    let head = BlockPos::containing(me.now().player.eyes());
    me.is_full(head).then_some(head)
}

/// Digs what the head is in, and all that comes down into it, then what is around the feet.
async fn dig_out(me: &Me) {
    while let Some(head) = buried(me) {
        if dig(me, head).await.is_err() {
            return me.tick().await;
        }
        // What lies above is on its way.
        me.tick().await;
    }
    let feet = me.now().player.feet();
    if !me.is_free(feet) {
        drop(dig(me, feet).await);
    }
}

/// Whether swimming straight up from the head ends in air.
fn is_open_above(me: &Me, head: BlockPos) -> bool {
    const DEEPEST: i32 = 48;
    let column = (0..DEEPEST).filter_map(|n| me.known(head.up(n)));
    let end = column.into_iter().find(|state| state.fluid().is_none());
    end.is_some_and(|state| state.is_air())
}

/// Where a body could stand or swim with its head in air, the nearest first.
fn airy_places(me: &Me, head: BlockPos) -> Vec<BlockPos> {
    const CHOICE: usize = 12;
    const RADIUS: i32 = 12;
    let columns = (-RADIUS..=RADIUS).flat_map(|x| (-RADIUS..=RADIUS).map(move |z| (x, z)));
    let cells = columns.flat_map(|(x, z)| (-3..=RADIUS).map(move |y| head.offset(x, y, z)));
    let airy = cells.filter(|pos| me.known(*pos).is_some_and(|state| state.is_air()) && me.is_free(pos.down(1)));
    let mut places: Vec<BlockPos> = airy.map(|pos| pos.down(1)).collect();
    places.sort_by_key(|pos| (pos.distance_squared(head), *pos));
    places.truncate(CHOICE);
    places
}
