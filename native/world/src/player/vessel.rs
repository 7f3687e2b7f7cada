//! Buckets and bottles: what is scooped up and poured out, at open liquids, cauldrons and hives.

use anima_body::{BlockHit, BlockPos, Custom, Liquids, RayShape, Stat, raycast};
use anima_hands::{ActionResult, Hand};
use anima_rules::{Block, BlockState, FluidKind, Item, ItemStack, StateFlags};

use super::Player;
use super::sight::look_vector;
use crate::World;

/// How far buckets and bottles reach (`Item.raycast`).
const REACH: f64 = 5.0;

impl World {
    fn ray(&self, liquids: Liquids) -> Option<BlockHit> {
        let Player { yaw, pitch, .. } = self.player;
        let eyes = self.player.body.eyes();
        let to = eyes + look_vector(yaw, pitch) * REACH;
        raycast(&self.level.view(), eyes, to, RayShape::Outline, liquids)
    }

    /// An empty bucket takes a source (`BucketItem.use`, `FluidDrainable.tryDrainFluid`).
    pub(super) fn scoop(&mut self, hand: Hand) -> ActionResult {
        let Some(hit) = self.ray(Liquids::Sources) else { return ActionResult::Pass };
        let state = self.level.block(hit.pos);
        let source = state.fluid().filter(|fluid| fluid.source).map(|fluid| fluid.kind);
        let (left, full) = match (state.block(), source) {
            (Block::POWDER_SNOW, _) => (BlockState::AIR, Item::POWDER_SNOW_BUCKET),
            (Block::WATER | Block::BUBBLE_COLUMN, Some(_)) => (BlockState::AIR, Item::WATER_BUCKET),
            (Block::LAVA, Some(_)) => (BlockState::AIR, Item::LAVA_BUCKET),
            (_, Some(_)) if state.is("waterlogged") => (state.with("waterlogged", "false"), Item::WATER_BUCKET),
            _ => return ActionResult::Fail,
        };
        self.player.count(Stat::Used(Item::BUCKET), 1);
        self.level.set_block(hit.pos, left);
        self.exchange(hand, ItemStack::new(full, 1));
        ActionResult::Success
    }

    /// A full bucket pours out where it points, or beside it (`BucketItem.placeFluid`).
    pub(super) fn pour(&mut self, hand: Hand, liquid: FluidKind) -> ActionResult {
        let Some(hit) = self.ray(Liquids::Pass) else { return ActionResult::Pass };
        let beside = hit.pos.beside(hit.face);
        let fillable = self.level.block(hit.pos).property("waterlogged").is_some();
        let first = if fillable && liquid == FluidKind::Water { hit.pos } else { beside };
        if !(self.pour_into(first, liquid) || self.pour_into(beside, liquid)) {
            return ActionResult::Fail;
        }
        let slot = self.player.hand_slot(hand);
        // BucketItem.use
        let bucket = match liquid {
            FluidKind::Water => Item::WATER_BUCKET,
            FluidKind::Lava => Item::LAVA_BUCKET,
        };
        self.player.count(Stat::Used(bucket), 1);
        self.player.inventory.slots[slot] = Some(ItemStack::new(Item::BUCKET, 1));
        ActionResult::Success
    }

    fn pour_into(&mut self, pos: BlockPos, liquid: FluidKind) -> bool {
        let state = self.level.block(pos);
        if !self.level.terrain().is_loaded(pos.chunk()) {
            return false;
        }
        if liquid == FluidKind::Water && state.property("waterlogged").is_some() {
            let dry = state.property("waterlogged") == Some("false") && state.property("type") != Some("double");
            if dry {
                self.level.set_block(pos, state.with("waterlogged", "true"));
                return true;
            }
        }
        // `canBucketPlace`: replaceable, or of a material that is not solid.
        let washes =
            state.flags().contains(StateFlags::REPLACEABLE) || !state.flags().contains(StateFlags::BLOCKS_MOTION);
        if !washes || state.block() == Block::COBWEB {
            return false;
        }
        if !state.is_air() && !matches!(state.block(), Block::WATER | Block::LAVA) {
            self.level.break_block(pos, None, true);
        }
        let source = match liquid {
            FluidKind::Water => Block::WATER,
            FluidKind::Lava => Block::LAVA,
        };
        self.level.set_block(pos, source.state());
        true
    }

    /// A bottle takes water, and leaves the source (`GlassBottleItem.use`).
    pub(super) fn fill_bottle(&mut self, hand: Hand) -> ActionResult {
        let Some(hit) = self.ray(Liquids::Sources) else { return ActionResult::Pass };
        let water = self.level.block(hit.pos).fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water);
        if !water {
            return ActionResult::Pass;
        }
        // GlassBottleItem.fill
        self.player.count(Stat::Used(Item::GLASS_BOTTLE), 1);
        self.exchange(hand, ItemStack::new(Item::POTION, 1));
        ActionResult::Success
    }

    /// Water from a bottle makes mud of dirt (`PotionItem.useOnBlock`).
    pub(super) fn wet(&mut self, hand: Hand, pos: BlockPos) -> ActionResult {
        if !matches!(self.level.block(pos).block(), Block::DIRT | Block::COARSE_DIRT | Block::ROOTED_DIRT) {
            return ActionResult::Pass;
        }
        // The game asks the emptied stack what it is.
        self.player.count(Stat::Used(Item::AIR), 1);
        self.level.set_block(pos, Block::MUD.state());
        self.exchange(hand, ItemStack::new(Item::GLASS_BOTTLE, 1));
        ActionResult::Success
    }

    /// Buckets and bottles at cauldrons (`CauldronBehavior`).
    pub(super) fn use_cauldron(&mut self, hand: Hand, pos: BlockPos, state: BlockState) -> ActionResult {
        let Some(held) = self.player.in_hand(hand) else { return ActionResult::Pass };
        let at = |block: Block, level: u8| block.state().try_with("level", &level.to_string()).unwrap_or(block.state());
        let level = state.number("level").unwrap_or(0);
        let (becomes, gives) = match (state.block(), held.item) {
            (_, Item::WATER_BUCKET) => (at(Block::WATER_CAULDRON, 3), Item::BUCKET),
            (_, Item::LAVA_BUCKET) => (Block::LAVA_CAULDRON.state(), Item::BUCKET),
            (_, Item::POWDER_SNOW_BUCKET) => (at(Block::POWDER_SNOW_CAULDRON, 3), Item::BUCKET),
            (Block::LAVA_CAULDRON, Item::BUCKET) => (Block::CAULDRON.state(), Item::LAVA_BUCKET),
            (Block::WATER_CAULDRON, Item::BUCKET) if level == 3 => (Block::CAULDRON.state(), Item::WATER_BUCKET),
            (Block::POWDER_SNOW_CAULDRON, Item::BUCKET) if level == 3 => {
                (Block::CAULDRON.state(), Item::POWDER_SNOW_BUCKET)
            }
            (Block::WATER_CAULDRON, Item::GLASS_BOTTLE) if level == 1 => (Block::CAULDRON.state(), Item::POTION),
            (Block::WATER_CAULDRON, Item::GLASS_BOTTLE) => (at(Block::WATER_CAULDRON, level - 1), Item::POTION),
            (Block::CAULDRON, Item::POTION) => (at(Block::WATER_CAULDRON, 1), Item::GLASS_BOTTLE),
            (Block::WATER_CAULDRON, Item::POTION) if level < 3 => {
                (at(Block::WATER_CAULDRON, level + 1), Item::GLASS_BOTTLE)
            }
            _ => return ActionResult::Pass,
        };
        let fills = matches!(held.item, Item::WATER_BUCKET | Item::LAVA_BUCKET | Item::POWDER_SNOW_BUCKET);
        self.player.count(if fills { Custom::FillCauldron } else { Custom::UseCauldron }, 1);
        // The game asks the emptied stack what it is where more water comes into a cauldron.
        let adds = state.block() == Block::WATER_CAULDRON && held.item == Item::POTION;
        self.player.count(Stat::Used(if adds { Item::AIR } else { held.item }), 1);
        self.level.set_block(pos, becomes);
        self.exchange(hand, ItemStack::new(gives, 1));
        ActionResult::Success
    }

    /// Shears and bottles at a full hive (`BeehiveBlock.onUse`).
    pub(super) fn take_honey(&mut self, hand: Hand, pos: BlockPos, state: BlockState) -> ActionResult {
        if state.number("honey_level") != Some(5) {
            return ActionResult::Pass;
        }
        let held = self.player.in_hand(hand).map(|stack| stack.item);
        match held {
            Some(Item::SHEARS) => {
                self.pop(ItemStack::new(Item::HONEYCOMB, 3), pos);
                self.wear_hand(hand);
            }
            Some(Item::GLASS_BOTTLE) => self.exchange(hand, ItemStack::new(Item::HONEY_BOTTLE, 1)),
            _ => return ActionResult::Pass,
        }
        if let Some(item) = held {
            self.player.count(Stat::Used(item), 1);
        }
        self.level.set_block(pos, state.with("honey_level", "0"));
        ActionResult::Success
    }
}
