//! The use key on blocks (`Block.onUse`, `Item.useOnBlock`).

use anima_body::{BlockHit, BlockPos, Custom, MenuKind, Stat};
use anima_hands::{ActionResult, Hand};
use anima_rules::{Block, BlockState, Face, Item, ItemStack, ToolKind};
use rand::RngExt;

use crate::World;
use crate::level::Spawn;

impl World {
    /// Uses a block with a hand: the block first, unless sneaking with something in the hands, then the item on
    /// the block (`ClientPlayerInteractionManager.interactBlock`).
    pub(super) fn use_on_block(&mut self, hand: Hand, hit: BlockHit) -> ActionResult {
        let holds = self.player.in_hand(Hand::Main).is_some() || self.player.in_hand(Hand::Off).is_some();
        if !(self.player.body.sneaking && holds) {
            let used = self.use_block(hand, hit);
            if used != ActionResult::Pass {
                return used;
            }
        }
        let Some(stack) = self.player.in_hand(hand) else { return ActionResult::Pass };
        let used = self.use_item_on_block(hand, stack, hit);
        if used.is_accepted() {
            // ItemStack.useOnBlock
            self.player.count(Stat::Used(stack.item), 1);
        }
        used
    }

    /// `Block.onUse`
    fn use_block(&mut self, hand: Hand, hit: BlockHit) -> ActionResult {
        let pos = hit.pos;
        let state = self.level.block(pos);
        let block = state.block();
        let name = block.name();
        let held = self.player.in_hand(hand).map(|stack| stack.item);
        if let Some(kind) = window_of(block) {
            return self.open_block(kind, pos);
        }
        match name {
            "lever" => self.toggle(pos, state, "powered"),
            _ if name.ends_with("_button") => match state.is("powered") {
                true => ActionResult::Success,
                false => self.toggle(pos, state, "powered"),
            },
            _ if name.ends_with("_trapdoor") && block != Block::IRON_TRAPDOOR => self.toggle(pos, state, "open"),
            _ if name.ends_with("_door") && block != Block::IRON_DOOR => self.toggle(pos, state, "open"),
            _ if name.ends_with("_fence_gate") => {
                let facing = Face::from_yaw(self.player.yaw);
                let turned = state.facing() == Some(facing.opposite()) && !state.is("open");
                let state = if turned { state.with("facing", facing.name()) } else { state };
                self.toggle(pos, state, "open")
            }
            _ if name.ends_with("_bed") => self.use_bed(pos, state),
            "repeater" => {
                let delay = state.number("delay").unwrap_or(1) % 4 + 1;
                self.level.set_block(pos, state.with("delay", &delay.to_string()));
                ActionResult::Success
            }
            "comparator" => {
                let mode = if state.property("mode") == Some("compare") { "subtract" } else { "compare" };
                self.level.set_block(pos, state.with("mode", mode));
                ActionResult::Success
            }
            "daylight_detector" => self.toggle(pos, state, "inverted"),
            "cake" => self.eat_cake(pos, state),
            "sweet_berry_bush" => self.pick_berries(pos, state, held),
            "cave_vines" | "cave_vines_plant" if state.is("berries") => {
                self.level.set_block(pos, state.with("berries", "false"));
                self.pop(ItemStack::new(Item::GLOW_BERRIES, 1), pos);
                ActionResult::Success
            }
            "pumpkin" if held == Some(Item::SHEARS) => self.carve(hand, hit),
            "composter" => self.compost(hand, pos, state),
            "flower_pot" => self.fill_pot(hand, pos),
            "beehive" | "bee_nest" => self.take_honey(hand, pos, state),
            "tnt" => self.light_tnt(hand, pos),
            "note_block" => {
                self.player.count(Custom::TuneNoteblock, 1);
                let note = (state.number("note").unwrap_or(0) + 1) % 25;
                self.level.set_block(pos, state.with("note", &note.to_string()));
                ActionResult::Success
            }
            _ if name.ends_with("candle") && held.is_none() && state.is("lit") => self.toggle(pos, state, "lit"),
            _ if name.ends_with("cauldron") => self.use_cauldron(hand, pos, state),
            _ => ActionResult::Pass,
        }
    }

    fn toggle(&mut self, pos: BlockPos, state: BlockState, property: &str) -> ActionResult {
        let on = if state.is(property) { "false" } else { "true" };
        self.level.set_block(pos, state.with(property, on));
        ActionResult::Success
    }

    pub(super) fn pop(&mut self, stack: ItemStack, pos: BlockPos) {
        let popped = Spawn::popped(stack, pos, &mut self.dice);
        self.entities.add_spawn(popped, &mut self.dice);
    }

    fn eat_cake(&mut self, pos: BlockPos, state: BlockState) -> ActionResult {
        let hunger = &mut self.player.hunger;
        if hunger.food >= 20 {
            return ActionResult::Pass;
        }
        // CakeBlock.tryEat
        hunger.food = (hunger.food + 2).min(20);
        hunger.saturation = (hunger.saturation + 0.4).min(f32::from(hunger.food));
        let left = match state.number("bites").unwrap_or(0) {
            bites @ 0..=5 => state.with("bites", &(bites + 1).to_string()),
            _ => BlockState::AIR,
        };
        self.player.count(Custom::EatCakeSlice, 1);
        self.level.set_block(pos, left);
        ActionResult::Success
    }

    /// `SweetBerryBushBlock.onUse`
    fn pick_berries(&mut self, pos: BlockPos, state: BlockState, held: Option<Item>) -> ActionResult {
        let age = state.number("age").unwrap_or(0);
        if age < 2 || age != 3 && held == Some(Item::BONE_MEAL) {
            return ActionResult::Pass;
        }
        let count = self.dice.random_range(1..=2) + u8::from(age == 3);
        self.pop(ItemStack::new(Item::SWEET_BERRIES, count), pos);
        self.level.set_block(pos, state.with("age", "1"));
        ActionResult::Success
    }

    /// `PumpkinBlock.onUse`
    fn carve(&mut self, hand: Hand, hit: BlockHit) -> ActionResult {
        let face = match hit.face {
            Face::Up | Face::Down => Face::from_yaw(self.player.yaw).opposite(),
            side => side,
        };
        self.level.set_block(hit.pos, Block::CARVED_PUMPKIN.with("facing", face.name()));
        self.pop(ItemStack::new(Item::PUMPKIN_SEEDS, 4), hit.pos);
        self.player.count(Stat::Used(Item::SHEARS), 1);
        self.wear_hand(hand);
        ActionResult::Success
    }

    /// `ComposterBlock.onUse`
    fn compost(&mut self, hand: Hand, pos: BlockPos, state: BlockState) -> ActionResult {
        let level = state.number("level").unwrap_or(0);
        if level == 8 {
            self.pop(ItemStack::new(Item::BONE_MEAL, 1), pos);
            self.level.set_block(pos, state.with("level", "0"));
            return ActionResult::Success;
        }
        let held = self.player.in_hand(hand).map(|stack| stack.item);
        let Some((item, chance)) = held.and_then(|item| Some((item, compost_chance(item)?))) else {
            return ActionResult::Pass;
        };
        if level < 7 {
            let rises = level == 0 && chance > 0.0 || self.dice.random::<f64>() < chance;
            if rises {
                self.level.set_block(pos, state.with("level", &(level + 1).to_string()));
            }
            self.player.count(Stat::Used(item), 1);
            self.use_up(hand);
        }
        ActionResult::Success
    }

    /// `FlowerPotBlock.onUse`
    fn fill_pot(&mut self, hand: Hand, pos: BlockPos) -> ActionResult {
        let plant = self.player.in_hand(hand).and_then(|stack| stack.item.block());
        let potted = plant.and_then(|plant| {
            let name = plant.name().trim_end_matches("_bush");
            let name = if plant.name().ends_with("azalea") { format!("{name}_bush") } else { name.to_owned() };
            Block::from_name(&format!("potted_{name}")).or(Block::from_name(&format!("potted_{}", plant.name())))
        });
        let Some(potted) = potted else { return ActionResult::Pass };
        self.player.count(Custom::PotFlower, 1);
        self.level.set_block(pos, potted.state());
        self.use_up(hand);
        ActionResult::Success
    }

    /// `Item.useOnBlock`
    fn use_item_on_block(&mut self, hand: Hand, stack: ItemStack, hit: BlockHit) -> ActionResult {
        match stack.item {
            Item::BONE_MEAL => {
                if self.level.bone_meal(hit.pos) {
                    self.use_up(hand);
                    return ActionResult::Success;
                }
                return ActionResult::Pass;
            }
            Item::FLINT_AND_STEEL | Item::FIRE_CHARGE => return self.light(hand, hit),
            Item::HONEYCOMB => return self.wax(hand, hit.pos),
            Item::POTION if hit.face != Face::Down => {
                let used = self.wet(hand, hit.pos);
                if used != ActionResult::Pass {
                    return used;
                }
            }
            Item::POWDER_SNOW_BUCKET => {
                let used = self.place_block(hand, Block::POWDER_SNOW, hit);
                if used == ActionResult::Success {
                    self.give_or_throw(ItemStack::new(Item::BUCKET, 1));
                }
                return used;
            }
            _ => {}
        }
        if let Some(tool) = stack.item.tool()
            && let Some(used) = self.work(hand, tool.kind, hit)
        {
            return used;
        }
        match stack.item.block() {
            Some(block) => match self.place_block(hand, block, hit) {
                // Berries and carrots that cannot be planted are eaten.
                ActionResult::Fail if stack.item.food().is_some() => ActionResult::Pass,
                used => used,
            },
            None => ActionResult::Pass,
        }
    }

    /// Flint and steel: lights campfires and candles, sets fire elsewhere (`FlintAndSteelItem`).
    fn light(&mut self, hand: Hand, hit: BlockHit) -> ActionResult {
        let state = self.level.block(hit.pos);
        let name = state.block().name();
        let lights = name.ends_with("campfire") || name.ends_with("candle") || name.ends_with("candle_cake");
        if lights && !state.is("lit") && !state.is("waterlogged") {
            self.level.set_block(hit.pos, state.with("lit", "true"));
        } else {
            let pos = hit.pos.beside(hit.face);
            let below = self.level.block(pos.down(1)).block();
            let soul = matches!(below, Block::SOUL_SAND | Block::SOUL_SOIL);
            let fire = if soul { Block::SOUL_FIRE } else { Block::FIRE }.state();
            if !self.level.block(pos).is_air() || !self.level.can_stay(pos, fire) {
                return ActionResult::Fail;
            }
            let fire = self.level.fitted(pos, fire);
            self.level.set_block(pos, fire);
        }
        self.spend_lighter(hand);
        ActionResult::Success
    }

    /// Flint and steel at TNT (`TntBlock.onUse`).
    fn light_tnt(&mut self, hand: Hand, pos: BlockPos) -> ActionResult {
        let held = self.player.in_hand(hand).map(|stack| stack.item);
        let Some(lighter @ (Item::FLINT_AND_STEEL | Item::FIRE_CHARGE)) = held else { return ActionResult::Pass };
        self.player.count(Stat::Used(lighter), 1);
        self.level.set_block(pos, BlockState::AIR);
        self.entities.add_spawn(Spawn::Tnt { pos: pos.floor_center() }, &mut self.dice);
        self.spend_lighter(hand);
        ActionResult::Success
    }

    /// Waxed copper does not rust (`HoneycombItem.useOnBlock`).
    fn wax(&mut self, hand: Hand, pos: BlockPos) -> ActionResult {
        let state = self.level.block(pos);
        let Some(waxed) = Block::from_name(&format!("waxed_{}", state.block().name())) else {
            return ActionResult::Pass;
        };
        self.level.set_block(pos, like(state, waxed));
        self.use_up(hand);
        ActionResult::Success
    }

    fn spend_lighter(&mut self, hand: Hand) {
        match self.player.in_hand(hand).map(|stack| stack.item) {
            Some(Item::FIRE_CHARGE) => self.use_up(hand),
            _ => self.wear_hand(hand),
        }
    }

    /// Hoes till, axes strip and scrape, shovels flatten; `None` when the tool has no business with the block.
    fn work(&mut self, hand: Hand, tool: ToolKind, hit: BlockHit) -> Option<ActionResult> {
        let pos = hit.pos;
        let state = self.level.block(pos);
        let open_above = hit.face != Face::Down && self.level.block(pos.up(1)).is_air();
        let becomes = match tool {
            ToolKind::Hoe => match state.block() {
                Block::GRASS_BLOCK | Block::DIRT | Block::DIRT_PATH if open_above => Block::FARMLAND.state(),
                Block::COARSE_DIRT if open_above => Block::DIRT.state(),
                Block::ROOTED_DIRT => {
                    self.pop(ItemStack::new(Item::HANGING_ROOTS, 1), pos);
                    Block::DIRT.state()
                }
                _ => return None,
            },
            ToolKind::Axe => stripped(state)?,
            ToolKind::Shovel => match state.block() {
                _ if hit.face == Face::Down => return None,
                Block::GRASS_BLOCK
                | Block::DIRT
                | Block::PODZOL
                | Block::COARSE_DIRT
                | Block::MYCELIUM
                | Block::ROOTED_DIRT
                    if open_above =>
                {
                    Block::DIRT_PATH.state()
                }
                Block::CAMPFIRE | Block::SOUL_CAMPFIRE if state.is("lit") => state.with("lit", "false"),
                _ => return None,
            },
            _ => return None,
        };
        self.level.set_block(pos, becomes);
        self.wear_hand(hand);
        Some(ActionResult::Success)
    }

    /// Farmland under a player's landing turns to dirt (`FarmlandBlock.onLandedUpon`).
    pub(crate) fn trample(&mut self) {
        let Some(landed) = self.player.body.contact.landed else { return };
        if landed.state.block() == Block::FARMLAND && self.dice.random::<f32>() < landed.distance - 0.5 {
            self.level.set_block(landed.pos, Block::DIRT.state());
        }
    }
}

/// The window that using a block opens.
pub(super) fn window_of(block: Block) -> Option<MenuKind> {
    Some(match block {
        Block::CRAFTING_TABLE => MenuKind::Crafting,
        Block::FURNACE => MenuKind::Furnace,
        Block::BLAST_FURNACE => MenuKind::BlastFurnace,
        Block::SMOKER => MenuKind::Smoker,
        Block::CHEST | Block::TRAPPED_CHEST | Block::BARREL => MenuKind::Generic9(3),
        Block::DISPENSER | Block::DROPPER => MenuKind::Generic3x3,
        Block::HOPPER => MenuKind::Hopper,
        Block::BREWING_STAND => MenuKind::BrewingStand,
        Block::STONECUTTER => MenuKind::Stonecutter,
        Block::SMITHING_TABLE => MenuKind::Smithing,
        Block::ENCHANTING_TABLE => MenuKind::Enchanting,
        Block::LOOM => MenuKind::Loom,
        Block::GRINDSTONE => MenuKind::Grindstone,
        Block::ANVIL | Block::CHIPPED_ANVIL | Block::DAMAGED_ANVIL => MenuKind::Anvil,
        Block::CARTOGRAPHY_TABLE => MenuKind::Cartography,
        block if block.name().ends_with("shulker_box") => MenuKind::ShulkerBox,
        _ => return None,
    })
}

/// What an axe makes of a block: bark and wax come off, rust is scraped off (`AxeItem`).
fn stripped(state: BlockState) -> Option<BlockState> {
    let name = state.block().name();
    let bare =
        ["_log", "_wood", "_stem", "_hyphae"].iter().any(|ending| name.ends_with(ending)) || name == "bamboo_block";
    let becomes = if bare && !name.starts_with("stripped_") && name != "mushroom_stem" {
        Block::from_name(&format!("stripped_{name}"))
    } else if let Some(bare) = name.strip_prefix("waxed_") {
        Block::from_name(bare)
    } else if let Some(rest) = name.strip_prefix("oxidized_") {
        Block::from_name(&format!("weathered_{rest}"))
    } else if let Some(rest) = name.strip_prefix("weathered_") {
        Block::from_name(&format!("exposed_{rest}"))
    } else if let Some(rest) = name.strip_prefix("exposed_") {
        Block::from_name(rest).or(Block::from_name(&format!("{rest}_block")))
    } else {
        None
    }?;
    Some(like(state, becomes))
}

/// Another block with the properties of a state, as far as it has them (`Block.getStateWithProperties`).
fn like(state: BlockState, block: Block) -> BlockState {
    let keep = |becomes: BlockState, (name, value): (&str, &str)| becomes.try_with(name, value).unwrap_or(becomes);
    state.properties().fold(block.state(), keep)
}

/// The chance that an item raises a composter (`ComposterBlock.registerDefaultCompostableItems`).
fn compost_chance(item: Item) -> Option<f64> {
    let name = item.name();
    Some(match name {
        "cake" | "pumpkin_pie" => 1.0,
        "baked_potato"
        | "bread"
        | "cookie"
        | "hay_block"
        | "brown_mushroom_block"
        | "red_mushroom_block"
        | "nether_wart_block"
        | "warped_wart_block"
        | "flowering_azalea"
        | "torchflower" => 0.85,
        "apple" | "beetroot" | "carrot" | "cocoa_beans" | "potato" | "wheat" | "brown_mushroom" | "red_mushroom"
        | "mushroom_stem" | "crimson_fungus" | "warped_fungus" | "nether_wart" | "crimson_roots" | "warped_roots"
        | "shroomlight" | "lily_pad" | "melon" | "pumpkin" | "carved_pumpkin" | "sea_pickle" | "fern"
        | "large_fern" | "azalea" | "spore_blossom" | "moss_block" | "big_dripleaf" => 0.65,
        "cactus"
        | "sugar_cane"
        | "vine"
        | "tall_grass"
        | "melon_slice"
        | "glow_lichen"
        | "nether_sprouts"
        | "weeping_vines"
        | "twisting_vines"
        | "flowering_azalea_leaves"
        | "dried_kelp_block" => 0.5,
        "beetroot_seeds" | "melon_seeds" | "pumpkin_seeds" | "wheat_seeds" | "torchflower_seeds" | "grass" | "kelp"
        | "dried_kelp" | "seagrass" | "sweet_berries" | "glow_berries" | "moss_carpet" | "pink_petals"
        | "small_dripleaf" | "hanging_roots" | "mangrove_roots" | "mangrove_propagule" => 0.3,
        _ if name.ends_with("_leaves") || name.ends_with("_sapling") => 0.3,
        _ if anima_rules::tags::ItemTag::Flowers.contains(item) => 0.65,
        _ => return None,
    })
}
