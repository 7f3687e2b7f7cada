//! Blocks that are dug.

use anima_body::{BlockPos, Custom, Effect, Inventory, Stat};
use anima_hands::Hand;
use anima_rules::dig::{Digger, can_harvest, progress_per_tick};
use anima_rules::{Block, BlockState, Enchantment, damage, food};

use super::Player;
use crate::World;

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

    /// The share of a block that it digs in one tick (`BlockState.calcBlockBreakingDelta`).
    pub(super) fn breaking_delta(&self, state: BlockState) -> f32 {
        progress_per_tick(state, &self.digger())
    }
}

impl World {
    /// A block is begun; one that gives way at once is broken (`ServerPlayerInteractionManager.processBlockBreakingAction`).
    pub(super) fn begin_digging(&mut self, pos: BlockPos) {
        let state = self.level.block(pos);
        if state.block() == Block::NOTE_BLOCK {
            // NoteBlock.onBlockBreakStart
            self.player.count(Custom::PlayNoteblock, 1);
        }
        if self.player.breaking_delta(state) >= 1.0 {
            self.harvest(pos);
        }
    }

    /// Breaks the block, wears the tool and tires the player (`ServerPlayerInteractionManager.tryBreakBlock`).
    pub(super) fn harvest(&mut self, pos: BlockPos) {
        let state = self.level.block(pos);
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
