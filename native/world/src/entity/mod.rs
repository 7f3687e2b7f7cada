//! Entities other than the player.

mod arrow;
mod away;
mod boat;
mod crowd;
mod falling;
mod hard;
mod hook;
mod item;
mod mob;
mod orb;
mod prop;
mod tnt;

use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, EntityFlags, Slot, Stat, View};
use anima_rules::{Aabb, BlockState, EntityKind, Face, Item, ItemStack, StateFlags};
use glam::{DVec2, DVec3, Vec3Swizzles};
use rand::RngExt;
use smallvec::SmallVec;

use crate::Options;
use crate::harm::Damage;
use crate::level::{Dice, Level, Spawn, sky_darkness};
use crate::physics::{Body, Hazards};
use crate::player::Player;
use crate::shelf::Shelf;
use crate::sky::Sky;
use crate::source::SavedEntity;

pub(crate) use arrow::Arrow;
pub(crate) use crowd::Crowd;
pub(crate) use falling::FallingBlock;
use hard::Hard;
pub(crate) use hook::Hook;
pub(crate) use item::ItemEntity;
pub(crate) use mob::{
    Birth, Category, Class, Figure, Finder, Mob, Usage, Ways, regional_difficulty, traits, use_on, variant_of_new,
};
pub(crate) use orb::Orb;
pub(crate) use prop::Prop;
pub(crate) use tnt::Tnt;

/// Something in the world that is neither block nor player.
#[derive(Clone, Debug)]
pub(crate) struct Entity {
    /// Its number, given once.
    pub id: u32,
    pub body: Body,
    /// Degrees.
    pub yaw: f32,
    /// Ticks it has lived in this world.
    pub age: u32,
    /// Gone at the end of the tick.
    pub removed: bool,
    pub kind: Kind,
}

/// What an entity is, and what only its kind knows.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Item(ItemEntity),
    Orb(Orb),
    FallingBlock(FallingBlock),
    Arrow(Arrow),
    Hook(Hook),
    Tnt(Tnt),
    Prop(Prop),
    Mob(Box<Mob>),
}

/// The columns within so many chunks of one, as a rectangle.
#[derive(Clone, Copy, Debug)]
struct Reach {
    low: DVec2,
    high: DVec2,
}

impl Reach {
    fn new(here: ChunkPos, radius: i32) -> Reach {
        let corner = |x: i32, z: i32| ChunkPos::new(x, z).corner(0).corner().xz();
        Reach { low: corner(here.x - radius, here.z - radius), high: corner(here.x + radius + 1, here.z + radius + 1) }
    }

    fn holds(self, pos: DVec3) -> bool {
        pos.x >= self.low.x && pos.z >= self.low.y && pos.x < self.high.x && pos.z < self.high.y
    }
}

/// All entities.
#[derive(Clone, Debug)]
pub(crate) struct Entities {
    /// Those near the player, in order of their ids.
    all: Vec<Entity>,
    /// Those of columns far from the player, as they were when they were left behind; those of each column in order
    /// of ids.
    away: Shelf<Arc<Vec<Entity>>>,
    /// The columns that count as near: the player's, and how far around.
    near: Option<(ChunkPos, i32)>,
    next_id: u32,
    /// Which of those near the player are hard.
    hard: Hard,
    crowd: Crowd,
    finder: Finder,
}

/// The world around an entity in its tick.
pub(crate) struct Around<'a> {
    pub level: &'a mut Level,
    pub player: &'a mut Player,
    pub options: &'a Options,
    pub sky: &'a Sky,
    /// Light that night and weather take from the sky.
    pub darkness: u8,
    /// The world's tick.
    pub now: u64,
    pub dice: &'a mut Dice,
    /// Entities but the one whose tick it is.
    pub others: Others<'a>,
    /// The boxes of those of them that are hard.
    pub hard: &'a [Aabb],
    /// Mobs as they were at the start of the tick.
    pub crowd: &'a Crowd,
    pub finder: &'a mut Finder,
    /// What is to come into the world after this tick.
    pub spawned: &'a mut Vec<Entity>,
}

/// All entities but one.
pub(crate) struct Others<'a> {
    before: &'a mut [Entity],
    after: &'a mut [Entity],
}

impl Others<'_> {
    /// In order of ids, the removed ones left out.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Entity> {
        self.before.iter_mut().chain(self.after.iter_mut()).filter(|entity| !entity.removed)
    }

    pub(crate) fn get_mut(&mut self, id: u32) -> Option<&mut Entity> {
        let of = |part: &[Entity]| part.binary_search_by_key(&id, |entity| entity.id).ok();
        let entity = match of(self.before) {
            Some(index) => &mut self.before[index],
            None => &mut self.after[of(self.after)?],
        };
        Some(entity).filter(|entity| !entity.removed)
    }
}

/// A gap that is none, in blocks: bodies at rest keep less from each other.
const TOUCHING: f64 = 0.1;

/// The player's own entity id.
pub(crate) const PLAYER_ID: u32 = 1;

impl Default for Entities {
    fn default() -> Entities {
        Entities {
            all: Vec::new(),
            away: Shelf::default(),
            near: None,
            next_id: PLAYER_ID + 1,
            hard: Hard::default(),
            crowd: Crowd::default(),
            finder: Finder::default(),
        }
    }
}

impl Entities {
    /// Brings an entity into the world and returns its id.
    pub(crate) fn add(&mut self, entity: Entity) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        let entity = Entity { id, ..entity };
        self.hard.join(&entity);
        self.all.push(entity);
        id
    }

    pub(crate) fn get_mut(&mut self, id: u32) -> Option<&mut Entity> {
        self.all.binary_search_by_key(&id, |entity| entity.id).ok().map(|index| &mut self.all[index])
    }

    /// Those near the player, in order of ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entity> {
        self.all.iter()
    }

    /// The boxes of those near the player through which nothing goes.
    pub(crate) fn hard(&self) -> &[Aabb] {
        self.hard.boxes()
    }

    /// Those near the player, in order of ids.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Entity> {
        self.all.iter_mut()
    }

    /// Brings in what came with a column.
    pub(crate) fn add_saved(&mut self, saved: &SavedEntity, dice: &mut Dice) {
        if let Some(entity) = Entity::from_saved(saved, dice) {
            self.add(entity);
        }
    }

    /// Brings in what came out of the blocks.
    pub(crate) fn add_spawn(&mut self, spawn: Spawn, dice: &mut Dice) {
        match spawn {
            Spawn::Item { stack, pos, velocity } => {
                self.add(ItemEntity::entity(stack, pos, velocity, ItemEntity::POPPED_DELAY));
            }
            Spawn::FallingBlock { state, pos } => {
                self.add(FallingBlock::entity(state, pos));
            }
            Spawn::Experience { points, pos } => self.add_experience(points, pos, dice),
            Spawn::Tnt { pos } => {
                self.add(Tnt::entity(pos, tnt::FUSE, dice));
            }
            // The world's business, see `spawn::Spawning`.
            Spawn::Spawner(_) => {}
        }
    }

    /// Notes where each entity is, at the start of a tick.
    pub(crate) fn gather(&mut self, here: ChunkPos, radius: i32) {
        self.crowd.gather(&self.all, Reach::new(here, radius));
    }

    /// Brings in a mob that others see in this tick.
    pub(crate) fn join(&mut self, entity: Entity) {
        self.add(entity);
        let place = self.all.len() - 1;
        self.crowd.join(&self.all[place], place);
    }

    /// How many mobs there are, as of the start of the last tick.
    pub(crate) fn crowd_size(&self) -> usize {
        self.crowd.iter().count()
    }

    /// How many mobs there are of each category that spawns, as of the start of the tick.
    pub(crate) fn count_categories(&self) -> [u32; Category::SPAWNING.len()] {
        self.crowd.count_categories()
    }

    /// How many mobs of some sort touch a box.
    pub(crate) fn count_of(&self, area: &Aabb, is_meant: impl Fn(&Figure) -> bool) -> usize {
        let reach = (area.max - area.min).max_element() / 2.0 + 2.0;
        let touches =
            |figure: &&Figure| Aabb::of_body(figure.pos, figure.width.into(), figure.height.into()).intersects(area);
        self.crowd.near(area.center(), reach).filter(touches).filter(|figure| is_meant(figure)).count()
    }

    /// Lets each entity within the ticked columns have its tick, in order of ids.
    pub(crate) fn tick(
        &mut self,
        level: &mut Level,
        player: &mut Player,
        options: &Options,
        (sky, now): (&Sky, u64),
        dice: &mut Dice,
    ) {
        let mut spawned = Vec::new();
        let reach = Reach::new(player.body.feet().chunk(), options.radius);
        let darkness = sky_darkness(sky.day_time(), sky.weather());
        self.wake_near(level.changes());
        for index in 0..self.all.len() {
            let (before, rest) = self.all.split_at_mut(index);
            let Some((entity, after)) = rest.split_first_mut() else { break };
            if entity.removed || !reach.holds(entity.body.pos) {
                continue;
            }
            let others = self.hard.holds(entity.id).then(|| self.hard.without(entity.id));
            let mut around = Around {
                hard: others.as_deref().unwrap_or(self.hard.boxes()),
                level,
                player,
                options,
                sky,
                darkness,
                now,
                dice,
                others: Others { before, after },
                crowd: &self.crowd,
                finder: &mut self.finder,
                spawned: &mut spawned,
            };
            entity.tick(&mut around);
            if others.is_some() {
                self.follow_hard(index);
            }
        }
        self.crowd.push_apart(&mut self.all, player);
        self.sweep();
        for entity in spawned {
            self.add(entity);
        }
    }

    /// Looks where the tick of a hard entity took it; an entity that leaned on it does not rest any longer.
    #[cold]
    fn follow_hard(&mut self, index: usize) {
        let Some(left) = self.hard.follow(&self.all[index]) else { return };
        let leaning =
            self.all.iter_mut().enumerate().filter(|(other, entity)| *other != index && entity.touches(&left));
        leaning.for_each(|(_, entity)| entity.wake());
    }

    /// Ends the rest of mobs near blocks that changed.
    pub(crate) fn wake_near(&mut self, changes: &[(BlockPos, BlockState)]) {
        if changes.is_empty() {
            return;
        }
        for entity in self.all.iter_mut().filter(|entity| matches!(entity.kind, Kind::Mob(_) | Kind::Prop(_))) {
            let reach = f64::from(entity.body.width.max(entity.body.height)) + 2.0;
            let pos = entity.body.pos;
            if changes.iter().any(|(at, _)| (at.center() - pos).abs().max_element() < reach) {
                entity.wake();
            }
        }
    }

    /// Lets the player pick up what it touches (`PlayerEntity.tickMovement`): all items and arrows, and one of
    /// the orbs.
    pub(crate) fn meet_player(&mut self, player: &mut Player, dice: &mut Dice) {
        let reach = player.body.bounds().grown(DVec3::new(1.0, 0.5, 1.0));
        let mut orbs: SmallVec<[u32; 8]> = SmallVec::new();
        for entity in &mut self.all {
            let is_loot = matches!(entity.kind, Kind::Item(_) | Kind::Arrow(_) | Kind::Orb(_));
            if !is_loot || entity.removed || !reach.intersects(&entity.body.bounds()) {
                continue;
            }
            match &mut entity.kind {
                Kind::Item(item) if item.delay == 0 => {
                    let whole = item.stack;
                    let left = player.pick_up(whole);
                    if left.is_none_or(|left| left.count < whole.count) {
                        // ItemEntity.onPlayerCollision: all of it, even where only a part found room.
                        player.count(Stat::PickedUp(whole.item), whole.count.into());
                    }
                    match left {
                        Some(left) => item.stack = left,
                        None => entity.removed = true,
                    }
                }
                Kind::Arrow(arrow) if arrow.stuck && arrow.shake == 0 && arrow.by_player => {
                    entity.removed = player.pick_up(ItemStack::new(Item::ARROW, 1)).is_none();
                }
                Kind::Orb(_) => orbs.push(entity.id),
                _ => {}
            }
        }
        if !orbs.is_empty() && player.orb_cooldown == 0 {
            let id = orbs[dice.random_range(0..orbs.len())];
            if let Some(entity) = self.get_mut(id)
                && let Kind::Orb(orb) = &mut entity.kind
            {
                player.orb_cooldown = 2;
                player.learn(orb.points, dice);
                orb.count -= 1;
                entity.removed = orb.count == 0;
            }
        }
    }

    /// Forgets the removed ones.
    pub(crate) fn sweep(&mut self) {
        let before = self.all.len();
        self.all.retain(|entity| !entity.removed);
        if self.all.len() < before && !self.hard.boxes().is_empty() {
            self.hard.gather(&self.all);
        }
    }
}

impl Entity {
    pub(crate) fn new(body: Body, kind: Kind) -> Entity {
        Entity { id: 0, body, yaw: 0.0, age: 0, removed: false, kind }
    }

    fn from_saved(saved: &SavedEntity, dice: &mut Dice) -> Option<Entity> {
        let mut entity = match saved.kind {
            EntityKind::ITEM => {
                let mut entity = ItemEntity::entity(saved.item?, saved.pos, saved.velocity, 0);
                if let Kind::Item(item) = &mut entity.kind {
                    item.age = saved.age;
                }
                entity
            }
            EntityKind::FALLING_BLOCK => FallingBlock::entity(saved.block?, saved.pos),
            kind if traits(kind).is_some() => Birth::saved(saved, dice).entity(dice)?,
            kind => Prop::entity(kind, saved.pos)?,
        };
        (entity.body.velocity, entity.yaw) = (saved.velocity, saved.yaw);
        Some(entity)
    }

    #[inline]
    fn tick(&mut self, around: &mut Around<'_>) {
        self.age += 1;
        match self.kind {
            Kind::Item(_) => item::tick(self, around),
            Kind::Orb(_) => orb::tick(self, around),
            Kind::FallingBlock(_) => falling::tick(self, around),
            Kind::Arrow(_) => arrow::tick(self, around),
            Kind::Hook(_) => hook::tick(self, around),
            Kind::Tnt(_) => tnt::tick(self, around),
            Kind::Prop(_) => prop::tick(self, around),
            Kind::Mob(_) => mob::tick(self, around),
        }
        let lowest = f64::from(anima_body::MIN_Y) - 64.0;
        if self.body.pos.y < lowest {
            self.removed = true;
        }
    }

    /// What kind a player sees.
    pub(crate) fn entity_kind(&self) -> EntityKind {
        match &self.kind {
            Kind::Item(_) => EntityKind::ITEM,
            Kind::Orb(_) => EntityKind::EXPERIENCE_ORB,
            Kind::FallingBlock(_) => EntityKind::FALLING_BLOCK,
            Kind::Arrow(_) => EntityKind::ARROW,
            Kind::Hook(_) => EntityKind::FISHING_BOBBER,
            Kind::Tnt(_) => EntityKind::TNT,
            Kind::Prop(prop) => prop.kind,
            Kind::Mob(mob) => mob.kind,
        }
    }

    /// Whether the cross-hair stops at it (`Entity.canHit`).
    pub(crate) fn can_be_pointed_at(&self) -> bool {
        match &self.kind {
            Kind::FallingBlock(_) | Kind::Tnt(_) | Kind::Prop(_) => true,
            Kind::Mob(mob) => mob.is_alive(),
            _ => false,
        }
    }

    /// Whether no block can be placed where it is.
    pub(crate) fn keeps_blocks_out(&self) -> bool {
        self.can_be_pointed_at()
    }

    /// Whether others push it (`LivingEntity.isPushable`, `BoatEntity.isPushable`, `AbstractMinecartEntity.isPushable`).
    fn is_pushed(&self) -> bool {
        let is_pushed = match &self.kind {
            Kind::Mob(mob) => mob.is_alive() && mob.is_pushed(),
            Kind::Prop(prop) => prop.is_vehicle(),
            _ => false,
        };
        is_pushed && !self.removed
    }

    /// Whether its body may lean on a box, or stand on it.
    fn touches(&self, bounds: &Aabb) -> bool {
        self.body.bounds().grown(DVec3::splat(TOUCHING)).intersects(bounds)
    }

    /// Whether nobody sleeps near it: all monsters but slimes (`HostileEntity.isAngryAt`).
    pub(crate) fn keeps_awake(&self) -> bool {
        let mob = self.mob().filter(|mob| mob.is_alive());
        mob.is_some_and(|mob| mob.traits.has(Ways::HOSTILE) && mob.traits.motion != mob::Motion::Bounces)
    }

    /// Whether arrows hit it.
    pub(crate) fn can_be_shot(&self) -> bool {
        self.can_be_pointed_at() && matches!(self.kind, Kind::Mob(_) | Kind::Prop(_))
    }

    /// Throws it away from `towards`.
    pub(crate) fn knock_back(&mut self, strength: f64, towards: DVec3, dice: &mut Dice) {
        match &mut self.kind {
            Kind::Mob(mob) => mob.knock_back(&mut self.body, strength, towards, dice),
            Kind::Prop(_) => {}
            _ => self.body.knock_back(strength, towards, dice),
        }
    }

    /// Takes a blow; whether it got through. `looting` is that of the weapon, for what it drops.
    pub(crate) fn hurt(&mut self, damage: Damage, looting: u8, dice: &mut Dice) -> bool {
        match &mut self.kind {
            Kind::Item(item) => {
                item.health -= damage.amount;
                self.removed |= item.health <= 0.0;
                true
            }
            Kind::Mob(mob) => mob.take(&mut self.body, damage, looting, dice),
            Kind::Prop(_) => self.batter(damage),
            Kind::Orb(_) | Kind::FallingBlock(_) | Kind::Arrow(_) | Kind::Hook(_) | Kind::Tnt(_) => false,
        }
    }

    /// What a player sees of it.
    pub(crate) fn seen(&self) -> anima_body::Entity {
        let mut flags = EntityFlags::empty();
        flags.set(EntityFlags::ON_FIRE, self.body.is_burning());
        flags.set(EntityFlags::ON_GROUND, self.body.on_ground);
        anima_body::Entity {
            id: self.id,
            kind: self.entity_kind(),
            pos: self.body.pos,
            velocity: self.body.velocity,
            yaw: self.yaw,
            width: f64::from(self.body.width),
            height: f64::from(self.body.height),
            health: self.mob().map(|mob| mob.health.max(0.0)),
            flags: flags | self.mob().map_or(EntityFlags::empty(), Mob::flags),
            item: self.item(),
            variant: self.mob().map_or(0, |mob| mob.variant),
        }
    }

    fn item(&self) -> Slot {
        match &self.kind {
            Kind::Item(item) => Some(item.stack),
            Kind::Mob(mob) => mob.gear.hand,
            _ => None,
        }
    }

    pub(crate) fn is_tnt(&self) -> bool {
        matches!(self.kind, Kind::Tnt(_))
    }

    /// The mob, if it is one.
    pub(crate) fn mob(&self) -> Option<&Mob> {
        if let Kind::Mob(mob) = &self.kind { Some(mob) } else { None }
    }
}

/// Pushes a thing out of the block that its middle is in, to the nearest side that is open
/// (`Entity.pushOutOfBlocks`).
fn push_out_of_blocks(body: &mut Body, view: &View<'_>, dice: &mut Dice) {
    let bounds = body.bounds();
    let middle = DVec3::new(body.pos.x, (bounds.min.y + bounds.max.y) / 2.0, body.pos.z);
    let pos = BlockPos::containing(middle);
    let inside = middle - pos.corner();
    let mut best = (Face::Up, f64::INFINITY);
    for face in [Face::North, Face::South, Face::West, Face::East, Face::Up] {
        let open = !view.block_or_wall(pos.beside(face)).flags().contains(StateFlags::FULL_CUBE);
        let way = match face {
            Face::North => inside.z,
            Face::South => 1.0 - inside.z,
            Face::West => inside.x,
            Face::East => 1.0 - inside.x,
            _ => 1.0 - inside.y,
        };
        if open && way < best.1 {
            best = (face, way);
        }
    }
    let speed = f64::from(dice.random::<f32>() * 0.2 + 0.1);
    body.velocity *= 0.75;
    let step = best.0.step().as_dvec3();
    for axis in 0..3 {
        if step[axis] != 0.0 {
            body.velocity[axis] = step[axis] * speed;
        }
    }
}

/// Slows a thing after its move: slippery on ice, less in the air (items and orbs).
fn drag(body: &mut Body, view: &View<'_>, bounce: f64) {
    let mut factor = 0.98_f32;
    if body.on_ground {
        let below = BlockPos::containing(body.pos - DVec3::new(0.0, 1.0, 0.0));
        factor *= crate::physics::ground(view.block_or_wall(below)).slipperiness;
    }
    let factor = f64::from(factor);
    body.velocity *= DVec3::new(factor, 0.98, factor);
    if body.on_ground && body.velocity.y < 0.0 {
        body.velocity.y *= bounce;
    }
}

/// What fire, lava and cactus do to a thing in a tick.
fn burnt_and_pricked(body: &mut Body, fireproof: bool) -> f32 {
    let mut heat = 0.0;
    if body.is_burning() {
        if body.fire_ticks % 20 == 0 && !body.in_lava() {
            heat += 1.0;
        }
        body.fire_ticks -= 1;
    }
    if body.in_lava() {
        body.ignite(300);
        heat += 4.0;
    }
    let met = body.contact.hazards;
    if met.contains(Hazards::SOUL_FIRE) {
        heat += 2.0;
    } else if met.contains(Hazards::FIRE) {
        heat += 1.0;
    }
    let pricks = if met.contains(Hazards::CACTUS) { 1.0 } else { 0.0 };
    pricks + if fireproof { 0.0 } else { heat }
}
