//! A tick of a player without a client, one thing after the other, as a server has it.
//!
//! [`World::begin_tick`] begins it; then comes, in any order, what a client would send. The player's move ends it:
//! [`World::begin_move`], [`World::end_tick`]. What keys become is found out elsewhere.

use anima_body::{Control, Look, Screen, ScreenKey};
use anima_hands::{ActionResult, Deed, Facts, Steps};

use crate::World;

impl World {
    /// As [`World::tick`]: what the hands do and how the legs go was found out elsewhere, as by [`World::deeds`] and
    /// [`World::steps`] of another world. Keys and the hot bar key of the control do not count.
    pub fn tick_as_done(&mut self, control: &Control, deeds: &[Deed], steps: Steps) {
        self.begin_tick();
        if control.statistics {
            self.tell_statistics();
        }
        if control.respawn {
            self.come_back();
        } else if !self.player.is_dead {
            self.turn(control.look);
            self.press_screen_key(control.screen);
            if self.screen() == Screen::None {
                deeds.iter().for_each(|deed| _ = self.answer(*deed));
            } else {
                self.click_window(control);
            }
        }
        let moving = self.begin_move();
        self.end_tick(moving, Some(steps));
    }

    /// The player's head turns.
    pub fn turn(&mut self, look: Look) {
        self.player.turn(look);
    }

    /// The dead come back; nothing happens to the living.
    pub fn come_back(&mut self) {
        if self.player.is_dead {
            self.respawn();
        }
    }

    /// The open window is closed, or the bed left.
    pub fn close(&mut self) {
        self.press_screen_key(Some(ScreenKey::Close));
        self.show_menu();
    }

    /// A click or a button in the open window, or in the player's own slots, which a server never hears are opened.
    pub fn click(&mut self, control: &Control) {
        self.press_screen_key(Some(ScreenKey::OpenInventory));
        self.click_window(control);
        self.show_menu();
    }

    /// Carries out a deed of the hands; what comes of it, as a client has it.
    pub fn answer(&mut self, deed: Deed) -> ActionResult {
        let answer = self.perform(deed);
        self.deeds.push((deed, answer));
        self.show_menu();
        answer
    }

    /// What hands ask of the world.
    pub fn facts(&self) -> impl Facts {
        self.shown_to_hands()
    }
}
