//! The attack key on blocks (`MinecraftClient.doAttack` and `handleBlockBreaking`,
//! `ClientPlayerInteractionManager`).

use anima_body::{BlockPos, Custom, Effect, Inventory, Slot, Stat, Target};
use anima_rules::dig::{Digger, can_harvest, progress_per_tick};
use anima_rules::{Block, BlockState, Enchantment, damage, food};

use super::{Hand, Player};
use crate::World;

/// Ticks after a block that was not instant until the next is dug.
const REST: u8 = 5;
/// Ticks that a missed swing costs.
const MISS: u32 = 10;

/// What the client remembers of digging.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Dig {
    /// The block begun last; it stays so after it gave way, and what falls into its place goes on without a click.
    pos: Option<BlockPos>,
    /// What it was begun with.
    tool: Slot,
    /// Share of it that is done.
    done: f32,
    /// Whether it is being dug.
    active: bool,
    /// Ticks until the next block.
    rest: u8,
}

impl Dig {
    /// The share that the cracks show.
    pub(crate) fn progress(&self) -> f32 {
        self.done.min(1.0)
    }

    /// Whether a block is being dug.
    pub(crate) fn is_going_on(&self) -> bool {
        self.active
    }
}

impl Player {
    /// The player as a digger, as far as it changes the speed.
    fn digger(&self) -> Digger {
        let level = |effect| self.effect(effect).map_or(0, |amplifier| amplifier + 1);
        let helmet = self.inventory.slots[Inventory::FEET + 3];
        Digger {
            held: self.in_hand(Hand::Main),
            haste: level(Effect::Haste).max(level(Effect::ConduitPower)),
            fatigue: level(Effect::MiningFatigue),
            submerged: self.body.eyes_in_water,
            aqua_affinity: helmet.is_some_and(|helmet| helmet.level(Enchantment::AquaAffinity) > 0),
            on_ground: self.body.on_ground,
        }
    }

    /// `isCurrentlyBreaking`
    fn is_digging(&self, pos: BlockPos) -> bool {
        let same_tool = match (self.dig.tool, self.in_hand(Hand::Main)) {
            (None, None) => true,
            (Some(a), Some(b)) => a.stacks_with(&b),
            _ => false,
        };
        self.dig.pos == Some(pos) && same_tool
    }
}

impl World {
    /// A click of the attack key; true if it broke a block at once (`MinecraftClient.doAttack`).
    pub(super) fn strike(&mut self) -> bool {
        if self.player.attack_cooldown > 0 {
            return false;
        }
        match self.target {
            Target::Entity(id) => self.hit(id),
            Target::Block(hit) => {
                self.begin_digging(hit.pos);
                return self.level.block(hit.pos).is_air();
            }
            Target::Nothing => {
                self.player.attack_cooldown = MISS;
                self.player.charge_ticks = 0;
            }
        }
        false
    }

    /// The attack key, held or not (`MinecraftClient.handleBlockBreaking`).
    pub(super) fn hold_attack(&mut self, held: bool) {
        let player = &mut self.player;
        if !held {
            player.attack_cooldown = 0;
        }
        if player.attack_cooldown > 0 || player.using.is_some() {
            return;
        }
        match self.target {
            Target::Block(hit) if held => {
                if !self.level.block(hit.pos).is_air() {
                    self.dig_on(hit.pos);
                }
            }
            _ => self.stop_digging(),
        }
    }

    /// Gives up the block being dug (`cancelBlockBreaking`).
    pub(super) fn stop_digging(&mut self) {
        if self.player.dig.active {
            self.player.dig.active = false;
            self.player.dig.done = 0.0;
            self.player.charge_ticks = 0;
        }
    }

    /// `ClientPlayerInteractionManager.attackBlock`
    fn begin_digging(&mut self, pos: BlockPos) {
        if self.player.dig.active && self.player.is_digging(pos) {
            return;
        }
        let state = self.level.block(pos);
        if state.is_air() {
            return;
        }
        if state.block() == Block::NOTE_BLOCK {
            // NoteBlock.onBlockBreakStart
            self.player.count(Custom::PlayNoteblock, 1);
        }
        if progress_per_tick(state, &self.player.digger()) >= 1.0 {
            self.harvest(pos, state);
        } else {
            let rest = self.player.dig.rest;
            let tool = self.player.in_hand(Hand::Main);
            self.player.dig = Dig { pos: Some(pos), tool, done: 0.0, active: true, rest };
        }
    }

    /// `ClientPlayerInteractionManager.updateBlockBreakingProgress`
    fn dig_on(&mut self, pos: BlockPos) {
        if self.player.dig.rest > 0 {
            self.player.dig.rest -= 1;
            return;
        }
        if !self.player.is_digging(pos) {
            self.begin_digging(pos);
            return;
        }
        let state = self.level.block(pos);
        self.player.dig.done += progress_per_tick(state, &self.player.digger());
        if self.player.dig.done >= 1.0 {
            self.harvest(pos, state);
            let tool = self.player.in_hand(Hand::Main);
            self.player.dig = Dig { pos: Some(pos), tool, done: 0.0, active: false, rest: REST };
        }
    }

    /// Breaks the block, wears the tool and tires the player (`ServerPlayerInteractionManager.tryBreakBlock`).
    fn harvest(&mut self, pos: BlockPos, state: BlockState) {
        let tool = self.player.in_hand(Hand::Main);
        let drops = can_harvest(state, tool);
        self.level.break_block(pos, tool, drops);
        if let Some(tool) = tool {
            let slot = self.player.hand_slot(Hand::Main);
            self.player.wear(slot, damage::dig_wear(tool.item, state), &mut self.dice);
            if damage::is_dig_use(tool.item, state) {
                // ItemStack.postMine
                self.player.count(Stat::Used(tool.item), 1);
            }
        }
        if drops {
            // Block.afterBreak
            self.player.count(Stat::Mined(state.block()), 1);
            self.player.hunger.exhaust(food::DIG);
        }
    }
}
