//! From the hot bar, swap, drop, attack and use keys to deeds (`MinecraftClient.handleInputEvents`).

use anima_body::{BlockPos, Keys, Target};
use smallvec::SmallVec;

use crate::digging::Digging;
use crate::{ActionResult, Deed, Facts, Hand, Presses};

/// Ticks between two uses of a held use key (`itemUseCooldown`).
const USE_PAUSE: u8 = 4;
/// Ticks that a missed swing costs (`attackCooldown`).
const MISS: u32 = 10;
/// The cool-down of the attack key while a window is open (`attackCooldown`).
const WINDOW_COOLDOWN: u32 = 10_000;

/// Deeds that follow one another whatever comes of them.
pub(crate) type Due = SmallVec<[Deed; 3]>;

/// What a client remembers of its player's hands from tick to tick, and how far it is in this one.
///
/// In each tick a host calls [`Hands::begin`], then [`Hands::read`] and, if that gives something, [`Hands::press`]; then
/// [`Hands::next`] until there is nothing left to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    digging: Digging,
    /// Ticks in which the attack key does nothing.
    attack_cooldown: u32,
    /// Ticks until a held use key uses again.
    use_cooldown: u8,
    /// Keys held in the last tick: a click is a key that was not.
    held: Keys,
    /// The hot bar key of this tick.
    hotbar: Option<u8>,
    /// What of this tick's clicks is not looked at yet.
    presses: Presses,
    /// What the cross-hair is on in this tick (`MinecraftClient.crosshairTarget`).
    target: Target,
    /// Whether a click broke a block at once in this tick.
    broke: bool,
    stage: Stage,
    due: Due,
}

/// What comes next in a tick once all that is due is done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Stage {
    HotBar,
    Swap,
    Drop,
    /// One was to be dropped.
    Dropped,
    /// What was in use may be let go.
    Release,
    Attack,
    /// A block was clicked.
    Struck(BlockPos),
    Use,
    /// A hand was used on the target.
    UsedOnTarget(Hand),
    /// What a hand holds was used.
    UsedItem(Hand),
    /// The attack key, held or not.
    Hold,
    /// The block was done and broke.
    Broken,
    #[default]
    Over,
}

impl Default for Hands {
    fn default() -> Hands {
        Hands {
            digging: Digging::default(),
            attack_cooldown: 0,
            use_cooldown: 0,
            held: Keys::empty(),
            hotbar: None,
            presses: Presses::default(),
            target: Target::Nothing,
            broke: false,
            stage: Stage::Over,
            due: Due::new(),
        }
    }
}

impl Hands {
    /// The cool-downs of the attack key and of a held use key, in ticks (`attackCooldown` and `itemUseCooldown`).
    pub fn cooldowns(&self) -> (u32, u8) {
        (self.attack_cooldown, self.use_cooldown)
    }

    /// The share of the block being dug that its cracks show, 0..=1.
    pub fn dig_progress(&self) -> f32 {
        self.digging.progress()
    }

    /// The player comes back from death, as another body: what a client remembers is what the death screen left.
    pub fn come_back(&mut self) {
        *self = Hands { attack_cooldown: WINDOW_COOLDOWN, ..Hands::default() };
    }

    /// The first thing in a tick of a living player (`MinecraftClient.tick`).
    pub fn begin(&mut self) {
        self.use_cooldown = self.use_cooldown.saturating_sub(1);
    }

    /// Reads the keys held, or takes for granted what a client says it has `read`. With a window open it reads nothing;
    /// keys held when that closes are no clicks.
    pub fn read(&mut self, keys: Keys, read: Option<Presses>, has_window: bool) -> Option<Presses> {
        let before = std::mem::replace(&mut self.held, keys);
        if has_window {
            self.attack_cooldown = WINDOW_COOLDOWN;
            return None;
        }
        Some(read.unwrap_or_else(|| Presses::of(keys, before, self.attack_cooldown, self.use_cooldown)))
    }

    /// Presses the keys, with no window open: [`Hands::next`] then tells what that comes to. Only slots 0..=8 are in the
    /// hot bar.
    pub fn press(&mut self, hotbar: Option<u8>, presses: Presses, target: Target) {
        (self.attack_cooldown, self.use_cooldown) = (presses.attack_cooldown, presses.use_cooldown);
        (self.hotbar, self.presses, self.target) = (hotbar, presses, target);
        (self.broke, self.stage) = (false, Stage::HotBar);
        self.due.clear();
    }

    /// The next deed of the tick, which the host carries out before it asks again. `answer` is what came of the deed
    /// before; of the first question anything.
    pub fn next(&mut self, facts: &impl Facts, answer: ActionResult) -> Option<Deed> {
        while self.due.is_empty() && self.stage != Stage::Over {
            self.advance(facts, answer);
        }
        (!self.due.is_empty()).then(|| self.due.remove(0))
    }

    /// Goes on to the next stage, with what is to be done before it. A stage that needs the answer comes right after the
    /// one deed that is answered.
    fn advance(&mut self, facts: &impl Facts, answer: ActionResult) {
        match self.stage {
            Stage::HotBar => {
                self.stage = Stage::Swap;
                let slot = self.hotbar.filter(|slot| *slot < 9 && *slot != facts.selected());
                self.due.extend(slot.map(Deed::Select));
            }
            Stage::Swap if take_one(&mut self.presses.swaps) => self.due.push(Deed::SwapHands),
            Stage::Swap => self.stage = Stage::Drop,
            Stage::Drop if take_one(&mut self.presses.drops) => {
                self.stage = Stage::Dropped;
                self.due.push(Deed::DropOne);
            }
            Stage::Drop => self.stage = Stage::Release,
            Stage::Dropped => {
                self.stage = Stage::Drop;
                if answer.is_accepted() {
                    self.due.push(Deed::Swing(Hand::Main));
                }
            }
            Stage::Release => {
                self.stage = Stage::Attack;
                if facts.is_using_item() {
                    (self.presses.attacks, self.presses.uses) = (0, 0);
                    if !self.presses.holds_use {
                        self.due.push(Deed::ReleaseItem);
                    }
                }
            }
            Stage::Attack if take_one(&mut self.presses.attacks) => self.attack(facts),
            Stage::Attack => self.stage = Stage::Use,
            Stage::Struck(pos) => {
                self.stage = Stage::Attack;
                self.broke |= facts.is_air(pos);
            }
            Stage::Use if take_one(&mut self.presses.uses) => self.use_item(facts),
            Stage::Use => {
                let held = std::mem::take(&mut self.presses.holds_use);
                if held && self.use_cooldown == 0 && !facts.is_using_item() {
                    self.use_item(facts);
                } else {
                    self.stage = Stage::Hold;
                }
            }
            Stage::UsedOnTarget(hand) => match answer {
                ActionResult::Fail if matches!(self.target, Target::Block(_)) => self.stage = Stage::Use,
                ActionResult::Fail | ActionResult::Pass => self.use_what_it_holds(hand, facts),
                ActionResult::Success | ActionResult::Consume => self.used(hand, answer),
            },
            Stage::UsedItem(hand) if answer.is_accepted() => self.used(hand, answer),
            Stage::UsedItem(hand) => self.use_other(hand, facts),
            Stage::Hold => {
                self.stage = Stage::Over;
                self.break_block(facts);
                self.attack_cooldown = self.attack_cooldown.saturating_sub(1);
            }
            Stage::Broken => {
                self.stage = Stage::Over;
                self.digging.take_again(facts.in_hand(Hand::Main));
            }
            Stage::Over => {}
        }
    }

    /// A click of the attack key (`doAttack`).
    fn attack(&mut self, facts: &impl Facts) {
        if self.attack_cooldown > 0 {
            return;
        }
        match self.target {
            Target::Entity(id) => self.due.push(Deed::Attack(id)),
            Target::Block(hit) if facts.is_air(hit.pos) => {
                self.broke = true;
                return;
            }
            Target::Block(hit) => {
                self.digging.begin(hit, facts, &mut self.due);
                self.stage = Stage::Struck(hit.pos);
            }
            Target::Nothing => {
                self.attack_cooldown = MISS;
                self.due.push(Deed::ResetCharge);
            }
        }
        self.due.push(Deed::Swing(Hand::Main));
    }

    /// A use (`doItemUse`): the main hand on the target, then what it holds, then the other hand.
    fn use_item(&mut self, facts: &impl Facts) {
        if self.digging.is_going_on() {
            return;
        }
        self.use_cooldown = USE_PAUSE;
        self.use_on_target(Hand::Main, facts);
    }

    fn use_on_target(&mut self, hand: Hand, facts: &impl Facts) {
        let deed = match self.target {
            Target::Block(hit) => Deed::UseOnBlock(hand, hit),
            Target::Entity(id) => Deed::UseOnEntity(hand, id),
            Target::Nothing => return self.use_what_it_holds(hand, facts),
        };
        self.stage = Stage::UsedOnTarget(hand);
        self.due.push(deed);
    }

    fn use_what_it_holds(&mut self, hand: Hand, facts: &impl Facts) {
        if facts.in_hand(hand).is_none() {
            return self.use_other(hand, facts);
        }
        self.stage = Stage::UsedItem(hand);
        self.due.push(Deed::UseItem(hand));
    }

    fn use_other(&mut self, hand: Hand, facts: &impl Facts) {
        match hand {
            Hand::Main => self.use_on_target(Hand::Off, facts),
            Hand::Off => self.stage = Stage::Use,
        }
    }

    /// Something came of a use, and no other hand tries.
    fn used(&mut self, hand: Hand, answer: ActionResult) {
        self.stage = Stage::Use;
        if answer.swings() {
            self.due.push(Deed::Swing(hand));
        }
    }

    /// The attack key, held or not (`handleBlockBreaking`).
    fn break_block(&mut self, facts: &impl Facts) {
        let held = self.presses.holds_attack && !self.broke && !facts.has_window();
        if !held {
            self.attack_cooldown = 0;
        }
        if self.attack_cooldown > 0 || facts.is_using_item() {
            return;
        }
        match self.target {
            Target::Block(hit) if held => {
                if !facts.is_air(hit.pos) {
                    if self.digging.go_on(hit, facts, &mut self.due) {
                        self.stage = Stage::Broken;
                    }
                    self.due.push(Deed::Swing(Hand::Main));
                }
            }
            _ => self.digging.cancel(&mut self.due),
        }
    }
}

/// Takes one of some clicks, if one is left.
fn take_one(clicks: &mut u8) -> bool {
    let is_left = *clicks > 0;
    *clicks = clicks.saturating_sub(1);
    is_left
}
