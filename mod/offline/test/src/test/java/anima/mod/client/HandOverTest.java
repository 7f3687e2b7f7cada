package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.mod.bridge.Turn;
import java.util.List;
import java.util.Random;
import net.fabricmc.fabric.api.client.keybinding.v1.KeyBindingHelper;
import net.minecraft.client.gui.screen.ChatScreen;
import net.minecraft.client.gui.screen.ConfirmScreen;
import net.minecraft.client.gui.screen.DemoScreen;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.screen.ingame.BookScreen;
import net.minecraft.client.gui.screen.ingame.InventoryScreen;
import net.minecraft.client.option.KeyBinding;
import net.minecraft.client.option.StickyKeyBinding;
import net.minecraft.text.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The human wins. */
class HandOverTest extends InGame {
    private static final int PRESS = 1;
    private static final int RELEASE = 0;
    /** forward, back, left, right, jump, sneak, sprint. */
    private static final int[] MOVEMENT = {87, 83, 65, 68, 32, 340, 341};
    private static final int ESCAPE = 256;
    private static final int F5 = 294;


    @BeforeEach
    void join() {
        play = Game.open(home, "look = \"exact\"");
        Flat.join(client);
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
    }

    private void key(int key, int action) {
        client.keyboard.onKey(1, key, 0, action, 0);
    }

    private void isYours(int ownKeys) {
        assertFalse(play.isEngaged());
        assertEquals(ownKeys, Game.pressed(), "only the player's own keys");
        for (int i = 0; i < 5; i++) {
            client.tick();
            assertEquals(ownKeys, Game.pressed());
        }
        assertEquals(Turn.YOURS, play.status().state());
        assertTrue(client.inGameHud.doubleOverlays.contains("anima.yours"));
    }

    @Test
    void theGameJumpsForThePlayerOnly() {
        client.options.doubleAutoJump = true;
        assertFalse(client.player.isAutoJumpEnabled(), "the agent has a key for it");
        assertTrue(client.options.doubleAutoJump, "and the option that is written to the file is the player's");
        key(MOVEMENT[0], PRESS);
        assertTrue(client.player.isAutoJumpEnabled());
        key(MOVEMENT[0], RELEASE);
        client.options.doubleAutoJump = false;
        assertFalse(client.player.isAutoJumpEnabled());
        client.options.doubleAutoJump = true;
    }

    /** Two seconds of frames. */
    private void look() {
        for (int i = 0; i < 40; i++) {
            client.doubleMillis += 50;
            client.doubleRender();
        }
    }

    @Test
    void whileNobodyLooksItPlaysOnAndTheGameOpensNoMenu() {
        client.mouse.doubleFocus(false);
        try {
            look();
            assertTrue(play.isEngaged());
            assertEquals(null, client.currentScreen);
            assertTrue(client.options.pauseOnLostFocus, "the option that is written to the file is the player's");
            client.mouse.doubleFocus(true);
            client.openPauseMenu(false); // By a key.
            assertTrue(client.currentScreen != null);
            isYours(0);
            client.setScreen(null);
            client.mouse.doubleFocus(false);
            look();
            assertTrue(client.currentScreen != null, "and the game's rule holds for the player again");
        } finally {
            client.mouse.doubleFocus(true);
            client.setScreen(null);
        }
    }

    @Test
    void everyMovementKeyTakesOverAtOnce() {
        for (int i = 0; i < MOVEMENT.length; i++) {
            key(MOVEMENT[i], PRESS);
            isYours(1 << i);
            key(MOVEMENT[i], RELEASE);
            assertEquals(0, Game.pressed());
            Game.type("anima resume");
            Game.tickUntilActing();
        }
    }

    @Test
    void everyMouseButtonTakesOverAtOnce() {
        for (int button = 0; button < 5; button++) {
            client.mouse.doublePress(button, PRESS);
            isYours(button == 0 ? 1 << 7 : button == 1 ? 1 << 8 : 0);
            client.mouse.doublePress(button, RELEASE);
            KeyBindingHelper.REGISTERED.get(1).setPressed(false);
            Game.type("anima resume");
            Game.tickUntilActing();
        }
    }

    @Test
    void screensThatThePlayerOpensTakeOver() {
        client.setScreen(new InventoryScreen(client.player));
        isYours(0);
        client.setScreen(null);
        Game.type("anima resume");
        Game.tickUntilActing();
        client.setScreen(new Screen(Text.literal("the game's menu")) {
        });
        isYours(0);
    }

    /** A resource pack of the server, asked for in the middle of a game. */
    @Test
    void aQuestionOfTheServerIsAnsweredByThePlayerWhileTheAgentWaits() {
        client.getToastManager().doubleToasts.clear();
        client.setScreen(new ConfirmScreen());
        Screen question = client.currentScreen;
        for (int i = 0; i < 20; i++) {
            client.tick();
            assertEquals(0, Game.pressed());
            assertTrue(play.isEngaged());
            assertEquals(question, client.currentScreen, "nobody answers for the player");
        }
        assertEquals(List.of("anima.toast.asked"), client.getToastManager().doubleToasts.stream().map(toast -> toast.doubleTitle).toList(), "once");
        client.mouse.doublePress(0, PRESS); // The player answers.
        client.mouse.doublePress(0, RELEASE);
        key(ESCAPE, PRESS);
        assertTrue(play.isEngaged());
        client.setScreen(null);
        Game.tickUntilActing();
        client.setScreen(new ConfirmScreen());
        client.tick();
        key(66, PRESS);
        assertFalse(play.isEngaged(), "the stop key stops it there, too");
    }

    @Test
    void aQuestionThatThePlayerIsAskedByTheGameTakesOver() {
        client.setScreen(new ConfirmScreen() { // ConfirmLinkScreen, after a click on a line of chat.
        });
        isYours(0);
    }

    @Test
    void whatTheServerShowsIsClosedAndItSaysSo() {
        for (Screen shown : List.of(new BookScreen(), new DemoScreen())) {
            client.inGameHud.doubleOverlays.clear();
            client.setScreen(shown);
            client.tick();
            assertEquals(null, client.currentScreen);
            assertTrue(play.isEngaged());
            assertTrue(client.inGameHud.doubleOverlays.contains("anima.closed"), client.inGameHud.doubleOverlays.toString());
            Game.tickUntilActing();
        }
        key(MOVEMENT[0], PRESS);
        key(MOVEMENT[0], RELEASE);
        client.setScreen(new BookScreen());
        client.tick();
        assertTrue(client.currentScreen instanceof BookScreen, "the player reads on");
    }

    @Test
    void theStopKeyTakesOverAndTheOtherGivesBack() {
        key(66, PRESS);
        isYours(0);
        KeyBinding.doublePhysical(false, 78, true); // The resume key.
        Game.tickUntilActing();
        assertTrue(play.isEngaged());
    }

    @Test
    void lookingAroundAndOtherKeysDoNot() {
        client.player.changeLookDirection(100, 20);
        key(F5, PRESS);
        key(F5, RELEASE);
        client.tick();
        assertTrue(play.isEngaged());
    }

    @Test
    void whileChatIsOpenItStandsStill() {
        client.setScreen(new ChatScreen());
        for (int i = 0; i < 20; i++) {
            key(MOVEMENT[0], PRESS); // Types a letter.
            client.tick();
            assertEquals(0, Game.pressed());
        }
        assertTrue(play.isEngaged());
        client.setScreen(null);
        Game.tickUntilActing();
    }

    @Test
    void closingItsWindowTakesOver() {
        client.player.closeHandledScreen();
        client.currentScreen = new InventoryScreen(client.player); // Opened by the agent.
        key(ESCAPE, PRESS);
        isYours(0);
    }

    @Test
    void keysThatToggleAreHeldAllTheSame() {
        ((StickyKeyBinding) client.options.sneakKey).doubleToggles = true;
        ((StickyKeyBinding) client.options.sprintKey).doubleToggles = true;
        try {
            for (int i = 0; i < 50; i++) {
                client.tick();
            }
            key(66, PRESS);
            isYours(0);
        } finally {
            ((StickyKeyBinding) client.options.sneakKey).doubleToggles = false;
            ((StickyKeyBinding) client.options.sprintKey).doubleToggles = false;
        }
    }

    @Test
    void nothingStaysPressedWhenTheWorldGoes() {
        Flat.leave(client);
        client.tick();
        assertEquals(0, Game.pressed());
        assertFalse(play.isEngaged());
    }

    @Test
    void nothingStaysPressedInDeath() {
        client.player.doubleHealth = 0;
        client.tick();
        assertEquals(0, Game.pressed());
        assertTrue(client.player.doubleRespawns, "it presses the button");
    }

    @Test
    void nothingStaysPressedWhenItIsClosed() {
        play.close();
        assertEquals(0, Game.pressed());
        assertEquals(0, Game.waitingPresses());
        play.close();
        client.tick();
        assertEquals(0, Game.pressed());
    }

    /** Human and agent in any order: from the human's doing on, in the same tick, no key of the agent is down. */
    @Test
    void anyOrderOfHumanAndAgentEndsWithTheHuman() {
        int rounds = Integer.getInteger("anima.interleavings", 10_000);
        Random random = new Random(4);
        int takenOver = 0;
        for (int round = 0; round < rounds; round++) {
            int human = 0;
            for (int steps = 1 + random.nextInt(4); steps > 0; steps--) {
                boolean engaged = play.isEngaged();
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> client.tick();
                    case 3 -> {
                        int at = random.nextInt(MOVEMENT.length);
                        key(MOVEMENT[at], PRESS);
                        human |= 1 << at;
                    }
                    case 4 -> {
                        int button = random.nextInt(3);
                        client.mouse.doublePress(button, PRESS);
                        human |= button == 2 ? 0 : 1 << 7 + button;
                    }
                    case 5 -> {
                        key(66, PRESS);
                        Game.stopKey().setPressed(false);
                    }
                    case 6 -> {
                        client.setScreen(random.nextBoolean() ? new InventoryScreen(client.player) : new Screen(Text.literal("menu")) {
                        });
                        client.setScreen(null);
                        human = 0;
                    }
                    default -> {
                        client.setScreen(new ChatScreen());
                        client.tick();
                        assertEquals(0, Game.pressed(), "stands still");
                        client.setScreen(null);
                        human = 0;
                    }
                }
                if (engaged && !play.isEngaged()) {
                    takenOver++;
                }
                if (!play.isEngaged()) {
                    assertEquals(human, Game.pressed(), "round " + round);
                    client.tick();
                    assertEquals(human, Game.pressed(), "round " + round);
                    break;
                }
            }
            for (int at = 0; at < MOVEMENT.length; at++) {
                key(MOVEMENT[at], RELEASE);
            }
            client.mouse.doublePress(0, RELEASE);
            client.mouse.doublePress(1, RELEASE);
            if (!play.isEngaged()) {
                assertEquals(0, Game.pressed());
                play.resume();
                client.tick();
                if (!play.isEngaged()) { // The goal was given up: there is nothing to dig that moves.
                    assertEquals(Turn.IDLE, play.body().status().state());
                    Game.type("anima do obtain 64 cobblestone");
                    client.tick();
                }
                assertTrue(play.isEngaged(), "resumed");
            }
            client.inGameHud.doubleOverlays.clear();
        }
        System.out.println(rounds + " interleavings, the human took over in " + takenOver);
        assertNotEquals(0, takenOver);
        assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines, "nothing was said in chat");
    }
}
